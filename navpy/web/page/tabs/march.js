"use strict";
// (i) A formation that goes through a gap.
class MarchTab {
  constructor(page) {
    Object.assign(this, { page, id: "formation", name: "Formation", view: "plan", title: "A formation through a gap", world: [0, 0, 44, 20] });
    this.defaults = { shape: "box", count: 20, spacing: 1.3, gap: 3, speed: 1.6, door: [22, 10], way: [10, 10], end: [38, 10] };
    this.lesson = "The formation is a <b>point that moves along a path</b>, and a slot for each agent beside it. It looks ahead for the room between the " +
      "walls, and <b>narrows to as many files</b> as fit, rank by rank; behind the gap it forms again. If somebody lags, it waits.";
    this.controls = [
      { key: "shape", label: "Shape", choices: { box: "Box", column: "Column", wedge: "Wedge", band: "Band" } },
      { key: "count", label: "Agents", min: 4, max: 60, step: 1, unit: "" },
      { key: "spacing", label: "Spacing", min: 0.9, max: 2.5, step: 0.1, unit: "m" },
      { key: "gap", label: "Width of the gap", min: 1.4, max: 10, step: 0.2, unit: "m" },
      { key: "speed", label: "Speed", min: 0.5, max: 3, step: 0.1, unit: "m/s" },
      { label: "Again", press: () => page.changed("again") },
    ];
    this.handles = [{ key: "door", label: "The gap", color: "--wall-edge", block: true, bounds: [18, 6, 28, 14] },
      { key: "way", label: "Where it begins", text: "S", color: "--start", bounds: [6, 4, 14, 16] },
      { key: "end", label: "Where it ends", text: "G", color: "--goal", bounds: [34, 4, 42, 16] }];
  }

  static RADIUS = 0.35;         // meters
  static STEP = 1 / 60;         // seconds

  walls() {
    const { door: [x, z], gap } = this.values;
    return [[x - 0.7, 0, x + 0.7, z - gap / 2], [x - 0.7, z + gap / 2, x + 0.7, 20], [-1, -1, 45, 0], [-1, 20, 45, 21]];
  }

  /** Straight through the gap, by corners before and behind it. */
  async enter() {
    const { shape, count, spacing, speed, door: [x, z], way, end } = this.values, { core } = this.page, APART = 5, TURN = 4, HASTE = 1.7;
    const corners = [way, [x - APART, z], [x + APART, z], end].flatMap(([a, b]) => [a, -b]);
    const walls = this.walls().flatMap(([x0, z0, x1, z1]) => [x0, -z1, x1, -z0]);
    this.leave();
    [this.march] = await core.call("new_march", shape, count, spacing, MarchTab.RADIUS, new Float64Array(corners), TURN, speed, HASTE * speed,
      new Float64Array(walls));
    [this.track] = await core.call("march_way", this.march, 0.5);
    this.left = 0;
    await this.step(1);
  }

  async change(keys) { if (!keys.has("theme") && !keys.has("size")) await this.enter(); }

  leave() {
    this.page.core.release(this.march);
    this.march = null;
  }

  async step(steps) { [this.places, this.probe] = await this.page.core.call("step_march", this.march, MarchTab.STEP, steps); }

  async frame(dt) {
    const { STEP } = MarchTab, MOST = 4;
    this.left += dt;
    const steps = Math.min(MOST, Math.floor(this.left / STEP));
    this.left = steps === MOST ? 0 : this.left - steps * STEP;
    if (steps) await this.step(steps);
  }

  draw() {
    const { plan } = this.page, { RADIUS } = MarchTab, p = this.places, [px, py, width, stands, gone, heading] = this.probe, slots = [], agents = [], lags = [];
    plan.clear();
    plan.rect(0, 0, 44, 20, colors.css("--ground"));
    for (const wall of this.walls().slice(0, 2)) plan.rect(...wall, colors.css("--wall"), colors.css("--wall-edge"));
    plan.stroke([...this.track].map((value, i) => i % 2 ? -value : value), colors.css("--poly-edge"), 2, { dash: [6, 6] });
    let worst = 0;
    for (let i = 0; i < p.length; i += 4) {
      agents.push(p[i], -p[i + 1]);
      slots.push(p[i + 2], -p[i + 3]);
      lags.push(p[i], -p[i + 1], p[i + 2], -p[i + 3]);
      worst = Math.max(worst, Math.hypot(p[i] - p[i + 2], p[i + 1] - p[i + 3]));
    }
    plan.discs(slots, RADIUS, `${colors.css("--goal")}44`);
    plan.lines(lags, colors.css("--goal"), 1.5);
    plan.discs(agents, RADIUS, colors.css("--one"));
    const [ax, az] = [Math.sin(heading) * width / 2, Math.cos(heading) * width / 2];
    if (width < 100) plan.stroke([px - ax, -py - az, px + ax, -py + az], colors.css("--right"), 3);
    this.page.panel.numbers([["The formation", stands ? "in its slots" : "narrowed, or changing"], ["Gone", `${gone.toFixed(1)} m`],
      ["Room at the probe", width < 100 ? `${width.toFixed(2)} m` : "open", "--right"],
      ["Farthest from its slot", `${worst.toFixed(2)} m`, "--goal"]]);
  }
}

const makeMarchTab = page => new MarchTab(page);
