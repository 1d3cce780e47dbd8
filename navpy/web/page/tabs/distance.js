"use strict";
// (k) The distance to a goal from everywhere, as shades from red to blue.
class DistanceTab {
  constructor(page) {
    Object.assign(this, { page, id: "distance", name: "Distances", view: "plan", title: "How far is it from here?", world: HALL });
    this.defaults = { goal: [10, 12], lines: 4, straight: false, block: [23, 20], asker: [36, 3] };
    this.lesson = "One flood from the goal tells how far it is <b>from everywhere</b>, by the shortest way: red is near, blue is far. Beyond a corner " +
      "distances are circles round the corner. Any number of agents may ask.";
    this.controls = [
      { key: "lines", label: "Lines of equal distance, each", min: 1, max: 10, step: 1, unit: "m" },
      { key: "straight", label: "As the crow flies", toggle: true },
    ];
    const bounds = [0.5, 0.5, 39.5, 25.5];
    this.handles = [{ key: "block", label: "An obstacle", color: "--wall-edge", block: true, bounds: [2, 2, 38, 24] },
      { key: "asker", label: "Who asks", color: "--start", text: "?", bounds }, { key: "goal", label: "Goal", text: "G", color: "--goal", bounds }];
  }

  static CELL = 0.1;            // meters

  walls() { const [x, z] = this.values.block; return [...HALL_WALLS, [x - 2, z - 2, x + 2, z + 2]]; }

  async enter() { await this.bake(); await this.flood(); }
  async change(keys) { if (keys.has("block")) await this.bake(); await this.flood(); }

  async bake() {
    const { core } = this.page, { vertices, triangles } = walledFloor(HALL, this.walls()), { CELL } = DistanceTab;
    const [stages] = await core.call("bake", vertices, triangles, "cell_size", 0.1, "agent_radius", 0.3, "agent_height", 1.8);
    this.leave();
    [this.mesh] = await core.call("mesh_of", stages);
    core.release(stages);
    this.columns = (HALL[2] - HALL[0]) / CELL;
    this.rows = (HALL[3] - HALL[1]) / CELL;
    [this.raster] = await core.call("new_raster", this.mesh, HALL[0], 1, HALL[1], CELL, this.columns, this.rows);
  }

  async flood() {
    const { core } = this.page, { goal: [x, z], asker } = this.values;
    [this.lengths] = await core.call("distances", this.raster, new Float64Array([x, 0, z]));
    this.spent = core.spent;
    this.path = await core.call("path", this.mesh, new Float64Array([asker[0], 0, asker[1], x, 0, z]), "exact", "clamped");
  }

  leave() {
    [this.raster, this.mesh].forEach(object => this.page.core.release(object));
    this.raster = this.mesh = null;
  }

  draw() {
    const { plan } = this.page, { columns, rows, lengths } = this, { goal, lines, straight } = this.values, { CELL } = DistanceTab;
    const picture = new ImageData(columns, rows), shades = Array.from({ length: 256 }, (_, i) => colors.heat(i / 255));
    let farthest = 0, reached = 0;
    for (const value of lengths) if (value < Infinity) { farthest = Math.max(farthest, value); reached++; }
    for (let i = 0; i < lengths.length; i++) {
      if (!(lengths[i] < Infinity)) continue;
      const length = straight ? Math.hypot((i % columns + 0.5) * CELL - goal[0], (Math.floor(i / columns) + 0.5) * CELL - goal[1]) : lengths[i];
      const [r, g, b] = shades[Math.min(255, Math.round(255 * length / farthest))], line = length % lines < CELL ? 0.72 : 1;
      picture.data.set([r * line, g * line, b * line, 255], 4 * i);
    }
    this.canvas ||= document.createElement("canvas");
    Object.assign(this.canvas, { width: columns, height: rows });
    this.canvas.getContext("2d").putImageData(picture, 0, 0);
    plan.clear();
    plan.rect(...HALL, colors.css("--ground"));
    plan.context.drawImage(this.canvas, plan.x(HALL[0]), plan.y(HALL[1]), plan.scale * (HALL[2] - HALL[0]), plan.scale * (HALL[3] - HALL[1]));
    for (const wall of this.walls()) plan.rect(...wall, colors.css("--wall"), colors.css("--wall-edge"));
    plan.stroke(flat(this.path[0]), colors.css("--ink"), 2.5);
    this.page.panel.numbers([["From ? to the goal", this.path[4] === "FAILED" ? "no way" : `${this.path[2].toFixed(2)} m`],
      ["Farthest place", `${farthest.toFixed(2)} m`],
      ["Places", `${reached}`], ["Flood and answers", `${this.spent.toFixed(1)} ms`]]);
  }
}

const makeDistanceTab = page => new DistanceTab(page);
