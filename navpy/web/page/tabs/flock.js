"use strict";
// (d) A flock: three rules and their weights. What leaves the picture on one side comes in on the other.
class FlockTab {
  constructor(page) {
    Object.assign(this, { page, id: "flock", name: "Flock", view: "plan", title: "A flock's three rules", world: [0, 0, 60, 40] });
    this.defaults = { agents: 300, separation: 1, alignment: 1.5, cohesion: 0.6, ahead: 0.4, radius: 4, view: 270, goal: 0, lure: [45, 20] };
    this.lesson = "<b>Separation</b> keeps them apart, <b>alignment</b> turns them the same way, <b>cohesion</b> holds them together: Reynolds' three " +
      "rules. Set one weight to 0 and see what it was good for. The mark lures them, or scares them.";
    this.controls = [
      { key: "agents", label: "Agents", min: 20, max: 600, step: 20, unit: "" },
      { key: "separation", label: "Weight of separation", min: 0, max: 4, step: 0.1, unit: "" },
      { key: "alignment", label: "Weight of alignment", min: 0, max: 4, step: 0.1, unit: "" },
      { key: "cohesion", label: "Weight of cohesion", min: 0, max: 4, step: 0.1, unit: "" },
      { key: "ahead", label: "Weight of full speed ahead", min: 0, max: 2, step: 0.1, unit: "" },
      { key: "radius", label: "How far they see", min: 1, max: 10, step: 0.5, unit: "m" },
      { key: "view", label: "Angle of view", min: 60, max: 360, step: 10, unit: "°" },
      { key: "goal", label: "Pull of the mark", min: -1, max: 1, step: 0.1, unit: "" },
      { label: "Scatter them", press: () => page.changed("agents") },
    ];
    this.handles = [{ key: "lure", label: "What they seek or flee", color: "--goal", bounds: [1, 1, 59, 39] }];
  }

  async enter() { this.scatter(); }
  async change(keys) { if (keys.has("agents")) this.scatter(); }

  scatter() {
    const GOLDEN = 2.399963;            // radians: places on a sunflower's spiral, evenly spread whatever their number
    this.states = new Float64Array(4 * this.values.agents);
    for (let i = 0; i < this.values.agents; i++) {
      const r = 18 * Math.sqrt((i + 0.5) / this.values.agents), turn = GOLDEN * i, x = 30 + 1.5 * r * Math.cos(turn), y = -20 + r * Math.sin(turn);
      const heading = 3 * Math.sin(x / 9) + 2 * Math.cos(y / 7);          // neighbors begin about the same way, those far apart do not
      this.states.set([x, y, 5 * Math.cos(heading), 5 * Math.sin(heading)], 4 * i);
    }
    this.spent = 0;
  }

  async frame(dt) {
    const { separation, alignment, cohesion, radius, view, ahead, goal, lure: [x, z] } = this.values, MAX_FORCE = 12, MAX_SPEED = 7;
    if (!dt) return;
    [this.states] = await this.page.core.call("flock_step", this.states, radius / 2, radius, radius, separation, alignment, cohesion, view * Math.PI / 180,
      MAX_FORCE, MAX_SPEED, x, -z, goal, ahead, Math.min(dt, 1 / 20));
    this.spent += 0.05 * (this.page.core.spent - this.spent);
    for (let i = 0; i < this.states.length; i += 4) {
      this.states[i] = (this.states[i] + 60) % 60;
      this.states[i + 1] = -((-this.states[i + 1] + 40) % 40);
    }
  }

  draw() {
    const { plan } = this.page, s = this.states, SIZE = 0.55;
    const HUES = 24, darts = Array.from({ length: HUES }, () => []);
    plan.clear();
    plan.rect(0, 0, 60, 40, colors.css("--ground"));
    let sx = 0, sy = 0, sum = 0;
    for (let i = 0; i < s.length; i += 4) {
      const [x, y, vx, vy] = s.subarray(i, i + 4), turn = Math.atan2(-vy, vx), speed = Math.hypot(vx, vy) || 1;
      sx += vx / speed; sy += vy / speed; sum += speed;
      darts[Math.floor(HUES * (turn / (2 * Math.PI) + 1)) % HUES].push(x, -y, turn);
    }
    darts.forEach((group, i) => plan.darts(group, SIZE, `rgb(${colors.hsl(360 * i / HUES, 0.55, 0.5).join()})`));
    const count = s.length / 4;
    this.page.panel.numbers([["Order (1: all go one way)", (Math.hypot(sx, sy) / count).toFixed(2)], ["Mean speed", `${(sum / count).toFixed(2)} m/s`],
      ["A step", `${this.spent.toFixed(2)} ms`]]);
  }
}

const makeFlockTab = page => new FlockTab(page);
