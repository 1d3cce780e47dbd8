"use strict";
// (g) Two crowds in a doorway.
class DoorwayTab {
  constructor(page) {
    Object.assign(this, { page, id: "doorway", name: "Doorway", view: "plan", title: "A crowd in a doorway", world: [0, 0, 32, 22] });
    this.defaults = { agents: 120, width: 2.4, radius: 0.25, speed: 1.6, both: true, door: [16, 11], left: [4, 11], right: [28, 11] };
    this.lesson = "Two groups want to go where the other one stands. Each agent follows its <b>own path</b> and avoids others by <b>ORCA</b>; at the door " +
      "the crowd gives <b>right of way</b>, so that nobody is stuck.";
    this.controls = [
      { key: "agents", label: "Agents", min: 10, max: 300, step: 10, unit: "" },
      { key: "width", label: "Width of the door", min: 1.4, max: 8, step: 0.2, unit: "m" },
      { key: "radius", label: "Radius", min: 0.15, max: 0.4, step: 0.05, unit: "m" },
      { key: "speed", label: "Speed", min: 0.5, max: 4, step: 0.1, unit: "m/s" },
      { key: "both", label: "Both ways", toggle: true },
      { label: "Again", press: () => page.changed("again") },
    ];
    this.handles = [{ key: "door", label: "The door", color: "--wall-edge", block: true, bounds: [8, 3, 24, 19] },
      { key: "left", label: "The left group's place", color: "--one", bounds: [1.5, 1.5, 12, 20.5] },
      { key: "right", label: "The right group's place", color: "--two", bounds: [20, 1.5, 30.5, 20.5] }];
  }

  walls() {
    const { door: [x, z], width } = this.values;
    return [[x - 0.4, 0, x + 0.4, z - width / 2], [x - 0.4, z + width / 2, x + 0.4, 22]];
  }

  async enter() { await this.build(); }

  async change(keys) {
    if (keys.size === 1 && (keys.has("theme") || keys.has("size"))) return;
    if (keys.size === 1 && keys.has("speed")) await this.page.core.call("set_params", this.crowd, 0, this.count, "max_speed", this.values.speed);
    else if (keys.size === 1 && (keys.has("left") || keys.has("right"))) await this.send();
    else await this.build();
  }

  async build() {
    const { core } = this.page, { vertices, triangles } = walledFloor([0, 0, 32, 22], this.walls()), { agents, radius, speed, both } = this.values;
    const [stages] = await core.call("bake", vertices, triangles, "cell_size", 0.1, "agent_radius", radius, "agent_height", 1.8);
    this.leave();
    [this.mesh] = await core.call("mesh_of", stages);
    core.release(stages);
    [this.crowd] = await core.call("new_crowd", this.mesh);
    this.polygons = await core.call("mesh_polygons", this.mesh);
    this.count = agents;
    const side = both ? Math.ceil(agents / 2) : agents, places = [];
    for (let i = 0; i < agents; i++) places.push(...this.place(i < side ? "left" : "right", i < side ? i : i - side));
    await core.call("add_agents", this.crowd, new Float32Array(places), "radius", radius, "max_speed", speed, "neighbor_distance", 4, "time_horizon_agents", 2);
    this.sides = Array.from({ length: agents }, (_, i) => i < side ? 0 : 1);
    this.passed = new Set();
    this.time = this.spent = this.left = 0;
    await this.send();
  }

  /** A place in a group's square, row by row. */
  place(group, i) {
    const [x, z] = this.values[group], gap = 2.6 * this.values.radius, count = this.values.agents / (this.values.both ? 2 : 1);
    const rows = Math.max(4, Math.ceil(Math.sqrt(count))), within = (place, most) => Math.min(most - 0.7, Math.max(0.7, place));
    return [within(x + ((i / rows | 0) - rows / 2 + 0.5) * gap, 32), 0, within(z + (i % rows - rows / 2 + 0.5) * gap, 22)];
  }

  async send() {
    let next = [0, 0];
    const targets = this.sides.flatMap(side => this.place(side ? "left" : "right", next[side]++));
    await this.page.core.call("send", this.crowd, 0, new Float32Array(targets));
  }

  leave() {
    [this.crowd, this.mesh].forEach(object => this.page.core.release(object));
    this.crowd = this.mesh = null;
  }

  async frame(dt) {
    const STEP = 1 / 60, MOST = 4;      // seconds; more steps a frame would make a slow machine slower still
    this.left += dt;
    const steps = Math.min(MOST, Math.floor(this.left / STEP));
    this.left = steps === MOST ? 0 : this.left - steps * STEP;
    [this.places] = await this.page.core.call("step", this.crowd, STEP, steps);
    if (steps) this.spent += 0.05 * (this.page.core.spent / steps - this.spent);
    this.time += steps * STEP;
    const door = this.values.door[0];
    for (let i = 0; i < this.count; i++) if (this.sides[i] ? this.places[7 * i] < door - 0.6 : this.places[7 * i] > door + 0.6) this.passed.add(i);
    if (this.passed.size < this.count) this.last = this.time;
  }

  draw() {
    const { plan } = this.page, p = this.places;
    plan.clear();
    plan.rect(0, 0, 32, 22, colors.css("--ground"));
    eachPolygon(this.polygons, outline => plan.fill(outline, colors.css("--poly")));
    eachPolygon(this.polygons, outline => plan.stroke(outline, colors.css("--poly-edge"), 0.7, { closed: true }));
    for (const wall of this.walls()) plan.rect(...wall, colors.css("--wall"), colors.css("--wall-edge"));
    const groups = [[], []], noses = [], { radius } = this.values;
    for (let i = 0; i < this.count; i++) {
      const [x, , z, vx, , vz] = p.subarray(7 * i, 7 * i + 6), speed = Math.hypot(vx, vz);
      groups[this.sides[i]].push(x, z);
      if (speed > 0.1) noses.push(x, z, x + vx / speed * radius, z + vz / speed * radius);
    }
    groups.forEach((group, side) => plan.discs(group, radius, colors.css(side ? "--two" : "--one")));
    plan.lines(noses, colors.css("--card"), 1.6);
    this.page.panel.numbers([["Passed", `${this.passed.size} of ${this.count}`], ["Time", `${this.last.toFixed(1)} s`],
      ["Flow", `${(this.passed.size / Math.max(this.last, 0.1)).toFixed(2)} agents/s`], ["A step", `${this.spent.toFixed(2)} ms`],
      ["Deepest overlap", `${(100 * this.overlap()).toFixed(1)} cm`]]);
  }

  overlap() {
    const p = this.places, reach = 2 * this.values.radius, order = [...Array(this.count).keys()].sort((a, b) => p[7 * a] - p[7 * b]);
    let deepest = 0;
    for (let i = 0; i < order.length; i++)
      for (let k = i + 1; k < order.length && p[7 * order[k]] - p[7 * order[i]] < reach; k++)
        deepest = Math.max(deepest, reach - Math.hypot(p[7 * order[k]] - p[7 * order[i]], p[7 * order[k] + 2] - p[7 * order[i] + 2]));
    return deepest;
  }
}

const makeDoorwayTab = page => new DoorwayTab(page);
