"use strict";
// (h) A flow field on a grid whose costs are painted, and a crowd that follows it.
const BRUSHES = { A: { name: "Open", cost: 1 }, B: { name: "Sand", cost: 3 }, C: { name: "Swamp", cost: 9 }, D: { name: "Wall", cost: Infinity } };

class FlowTab {
  static ROWS = 44;
  static COLUMNS = 64;
  static CELL = 0.5;            // meters

  constructor(page) {
    const width = FlowTab.COLUMNS * FlowTab.CELL, depth = FlowTab.ROWS * FlowTab.CELL, bounds = [0.3, 0.3, width - 0.3, depth - 0.3];
    Object.assign(this, { page, id: "flow", name: "Flow field", view: "plan", title: "One field for all: paint its costs", world: [0, 0, width, depth] });
    this.defaults = { brush: "C", size: 1.5, method: "eikonal", agents: 200, arrows: true, goal: [28, 16], other: [28, 5], two: false, map: "" };
    this.lesson = "From the goal a <b>wave</b> spreads over the grid, slower where cells cost more. Each cell's arrow points where the wave came from, and " +
      "any number of agents follow the arrows. <b>Paint</b> on the picture: only what the change affects is computed anew.";
    this.controls = [
      { key: "brush", label: "Paint with", choices: Object.fromEntries(Object.entries(BRUSHES).map(([key, { name, cost }]) =>
        [key, cost < Infinity ? `${name} ${cost}×` : name])) },
      { key: "size", label: "Brush", min: 0.5, max: 4, step: 0.5, unit: "m" },
      { key: "method", label: "Wave", choices: { eikonal: "Eikonal", dijkstra: "Dijkstra, 8 ways", bfs: "Breadth first" } },
      { key: "agents", label: "Agents", min: 0, max: 300, step: 20, unit: "" },
      { key: "arrows", label: "Arrows", toggle: true },
      { key: "two", label: "A second goal", toggle: true },
      { label: "Clear the map", press: () => { this.kinds.fill(0); this.keep(); page.changed("cleared"); } },
    ];
    this.handles = [{ key: "other", label: "The second goal", text: "2", color: "--goal", bounds },
      { key: "goal", label: "The goal", text: "G", color: "--goal", bounds }];
  }

  /** The map of an address: runs of cells, row by row, each a count to the base 36 and a brush's letter; the first one is of walls with doors. */
  readMap() {
    const { ROWS, COLUMNS } = FlowTab, kinds = new Uint8Array(ROWS * COLUMNS);
    let at = 0;
    for (const [, count, letter] of this.values.map.matchAll(/([0-9a-z]+)([A-D])/g)) {
      const end = Math.min(kinds.length, at + parseInt(count, 36));
      kinds.fill(letter.charCodeAt(0) - 65, at, end);
      at = end;
    }
    if (this.values.map) return kinds;
    for (let row = 0; row < ROWS; row++) {
      if (row < 8 || (row > 13 && row < 30) || row > 35) kinds[row * COLUMNS + 22] = kinds[row * COLUMNS + 23] = 3;
      if (row > 6 && row < 38) kinds[row * COLUMNS + 42] = kinds[row * COLUMNS + 43] = 3;
      for (let column = 24; column < 42; column++) if (Math.hypot(row - 33, column - 32) < 8) kinds[row * COLUMNS + column] = 2;
    }
    return kinds;
  }

  keep() {
    this.values.map = [...this.kinds].reduce((runs, kind) => {
      const last = runs[runs.length - 1];
      if (last && last[1] === kind) last[0]++;
      else runs.push([1, kind]);
      return runs;
    }, []).map(([count, kind]) => count.toString(36) + "ABCD"[kind]).join("");
  }

  costsOf(kinds) { return Float32Array.from(kinds, kind => BRUSHES["ABCD"[kind]].cost); }

  async enter() {
    const { ROWS, COLUMNS, CELL } = FlowTab, { core } = this.page;
    this.leave();
    this.kinds = this.readMap();
    [[this.grid], [this.crowd]] = await core.batch([["new_grid", this.costsOf(this.kinds), ROWS, COLUMNS, CELL], ["new_crowd", null]]);
    this.count = this.arrived = this.time = this.left = 0;
    this.born = 0;
    await this.find();
    await this.grow();
  }

  leave() {
    [this.crowd, this.grid].forEach(object => this.page.core.release(object));
    this.crowd = this.grid = null;
  }

  async find() {
    const { goal, other, two, method } = this.values;
    [this.times, this.directions] = await this.page.core.call("find_ways", this.grid, new Float64Array(two ? [...goal, ...other] : goal), method);
    this.spent = this.page.core.spent;
    if (this.count) await this.page.core.call("follow", this.crowd, this.grid, 0, this.count);
  }

  /** Adds the agents that are asked for and not there yet. */
  async grow() {
    const { core } = this.page, more = this.values.agents - this.count;
    if (more <= 0) return;
    const places = [];
    for (let i = 0; i < more; i++) places.push(...this.birthplace());
    await core.call("add_agents", this.crowd, new Float32Array(places), "radius", 0.2, "max_speed", 2.5, "neighbor_distance", 3, "time_horizon_agents", 1.5);
    this.count += more;
    await core.call("follow", this.crowd, this.grid, this.count - more, more);
  }

  /** Places on the left, one after the other over the whole side, that no wall is painted on. */
  birthplace() {
    const { ROWS, COLUMNS, CELL } = FlowTab, GOLDEN = 0.618034;
    for (let tries = 0; tries < 50; tries++) {
      const i = this.born++, x = 0.6 + 8 * (i * GOLDEN % 1), z = 0.6 + (ROWS * CELL - 1.2) * (i * GOLDEN * GOLDEN * 3 % 1);
      if (this.kinds[Math.floor(z / CELL) * COLUMNS + Math.floor(x / CELL)] !== 3) return [x, 0, z];
    }
    return [0.6, 0, 0.6];
  }

  /** The page calls it where a pointer is drawn over the picture. */
  paint(x, z) {
    const { ROWS, COLUMNS, CELL } = FlowTab, reach = this.values.size / 2, kind = this.values.brush.charCodeAt(0) - 65;
    const row = Math.max(0, Math.floor((z - reach) / CELL)), column = Math.max(0, Math.floor((x - reach) / CELL));
    const rowEnd = Math.min(ROWS, Math.ceil((z + reach) / CELL)), columnEnd = Math.min(COLUMNS, Math.ceil((x + reach) / CELL));
    let changed = false;
    for (let r = row; r < rowEnd; r++) for (let c = column; c < columnEnd; c++) {
      if (Math.hypot((c + 0.5) * CELL - x, (r + 0.5) * CELL - z) > Math.max(reach, CELL * 0.72) || this.kinds[r * COLUMNS + c] === kind) continue;
      this.kinds[r * COLUMNS + c] = kind;
      changed = true;
    }
    if (!changed) return;
    this.keep();
    this.page.changed("map");
  }

  async change(keys) {
    const { ROWS, COLUMNS } = FlowTab;
    if (keys.has("map") || keys.has("cleared")) {
      [, [this.times, this.directions]] = await this.page.core.batch([["change_costs", this.grid, 0, 0, ROWS, COLUMNS, this.costsOf(this.kinds)],
        ["repair_ways", this.grid]]);
      this.spent = this.page.core.spent;
    }
    if (["goal", "other", "two", "method"].some(key => keys.has(key))) await this.find();
    if (keys.has("agents")) await (this.values.agents < this.count ? this.enter() : this.grow());
  }

  async frame(dt) {
    const STEP = 1 / 60, MOST = 4, { core } = this.page, { goal, other, two } = this.values;
    this.left += dt;
    const steps = Math.min(MOST, Math.floor(this.left / STEP));
    this.left = steps === MOST ? 0 : this.left - steps * STEP;
    this.time += steps * STEP;
    [this.places] = await core.call("step", this.crowd, STEP, steps);
    const back = [];
    for (let i = 0; i < this.count; i++) {
      const x = this.places[7 * i], z = this.places[7 * i + 2];
      if ([goal, ...(two ? [other] : [])].some(([gx, gz]) => Math.hypot(x - gx, z - gz) < 0.9)) back.push(["place", this.crowd, i, ...this.birthplace()],
        ["follow", this.crowd, this.grid, i, 1]);
    }
    this.arrived += back.length / 2;
    if (back.length) await core.batch(back);
  }

  draw() {
    const { plan } = this.page, { ROWS, COLUMNS, CELL } = FlowTab, picture = new ImageData(COLUMNS, ROWS), sand = colors.rgb("--right"),
      swamp = colors.rgb("--wall-edge");
    let farthest = 0;
    for (const time of this.times) if (time < Infinity) farthest = Math.max(farthest, time);
    for (let i = 0; i < this.times.length; i++) {
      const kind = this.kinds[i];
      let color = this.times[i] < Infinity ? colors.mix(colors.heat(this.times[i] / farthest), colors.rgb("--page"), 0.35) : colors.rgb("--soft");
      if (kind === 3) color = colors.rgb("--wall");
      else if (kind) color = colors.mix(color, kind === 1 ? sand : swamp, kind === 1 ? 0.25 : 0.5);
      picture.data.set([...color, 255], 4 * i);
    }
    this.canvas ||= Object.assign(document.createElement("canvas"), { width: COLUMNS, height: ROWS });
    this.canvas.getContext("2d").putImageData(picture, 0, 0);
    plan.clear();
    plan.context.imageSmoothingEnabled = false;
    plan.context.drawImage(this.canvas, plan.x(0), plan.y(0), plan.scale * COLUMNS * CELL, plan.scale * ROWS * CELL);
    if (this.values.arrows) plan.darts(this.arrows(), 0.2, `${colors.css("--ink")}77`);
    const dots = [];
    for (let i = 0; i < this.places.length / 7; i++) dots.push(this.places[7 * i], this.places[7 * i + 2]);
    plan.discs(dots, 0.26, colors.css("--card"));
    plan.discs(dots, 0.2, colors.css("--ink"));
    this.page.panel.numbers([["Cells", `${ROWS * COLUMNS}`], ["Farthest (meters · cost)", farthest.toFixed(1)], ["Last wave", `${this.spent.toFixed(2)} ms`],
      ["Arrived", `${this.arrived}`], ["A step of the crowd", `${this.page.core.spent.toFixed(2)} ms`]]);
  }

  /** x, z and direction of every second cell's arrow in both directions. */
  arrows() {
    const { ROWS, COLUMNS, CELL } = FlowTab, out = [];
    for (let row = 0; row < ROWS; row += 2) for (let column = 0; column < COLUMNS; column += 2) {
      const x = this.directions[2 * (row * COLUMNS + column)], z = this.directions[2 * (row * COLUMNS + column) + 1];
      if (x || z) out.push((column + 0.5) * CELL, (row + 0.5) * CELL, Math.atan2(z, x));
    }
    return out;
  }
}

const makeFlowTab = page => new FlowTab(page);
