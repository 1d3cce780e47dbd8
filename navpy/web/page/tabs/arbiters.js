"use strict";
// (e) Steering forces that cancel each other out, and two ways to choose between them.
const ARBITERS = [["Weighted sum", "--two"], ["Priority", "--left"], ["Context map", "--one"]];

class ArbitersTab {
  constructor(page) {
    Object.assign(this, { page, id: "cancel", name: "Cancellation", view: "plan", title: "When forces cancel out", world: [0, 0, 32, 20] });
    this.defaults = { weight: 1, reach: 3, start: [4, 10], target: [28, 10], first: [14, 10], second: [20, 7.2] };
    this.lesson = "Seek pulls to the target, flee pushes from the discs. <b>Summed up</b>, they cancel out before a disc: the vehicle stands, or trembles. " +
      "By <b>priority</b> whoever comes first wins, and it dithers at the border. A <b>context map</b> keeps interest (blue) and danger (red) apart for " +
      "each direction, and takes the best one that is not closed.";
    this.controls = [
      { key: "weight", label: "Weight of flee in the sum", min: 0, max: 3, step: 0.1, unit: "" },
      { key: "reach", label: "How far discs are seen", min: 0.5, max: 6, step: 0.25, unit: "m" },
      { label: "Again", press: () => page.changed("again") },
    ];
    const bounds = [1, 1, 31, 19];
    this.handles = [{ key: "first", label: "The first disc", color: "--wall-edge", block: true, bounds },
      { key: "second", label: "The second disc", color: "--wall-edge", block: true, bounds },
      { key: "start", label: "Start", text: "S", color: "--start", bounds }, { key: "target", label: "The target", text: "T", color: "--goal", bounds }];
  }

  static DISC = 1.6;            // meters
  static BODY = 0.4;

  async enter() {
    const { start: [x, z] } = this.values, MAX_FORCE = 20, MAX_SPEED = 4;
    this.leave();
    [this.arbiters] = await this.page.core.call("new_arbiters", x, -z, MAX_FORCE, MAX_SPEED);
    this.trails = ARBITERS.map(() => []);
    this.arrivals = ARBITERS.map(() => null);
    this.left = this.time = 0;
    await this.step();
  }

  async change(keys) { if (!keys.has("theme") && !keys.has("size")) await this.enter(); }

  leave() {
    this.page.core.release(this.arbiters);
    this.arbiters = null;
  }

  async step() {
    const STEP = 1 / 60, { target, first, second, reach, weight } = this.values, radius = ArbitersTab.DISC + ArbitersTab.BODY;
    const discs = new Float64Array([first[0], -first[1], radius, second[0], -second[1], radius]);
    [this.states, this.interest, this.danger] = await this.page.core.call("step_arbiters", this.arbiters, target[0], -target[1], discs, reach, weight, STEP);
    this.time += STEP;
    ARBITERS.forEach((_, i) => {
      const x = this.states[6 * i], z = -this.states[6 * i + 1];
      if (this.arrivals[i] === null) this.trails[i].push(x, z);
      if (this.arrivals[i] === null && Math.hypot(x - target[0], z - target[1]) < 0.5) this.arrivals[i] = this.time;
    });
  }

  async frame(dt) {
    const STEP = 1 / 60, LONGEST = 40;          // seconds, after which what has not arrived never will
    this.left += dt;
    for (; this.left >= STEP; this.left -= STEP) if (this.time < LONGEST) await this.step();
  }

  draw() {
    const { plan } = this.page, { first, second, reach, target } = this.values, { DISC, BODY } = ArbitersTab;
    plan.clear();
    plan.rect(0, 0, 32, 20, colors.css("--ground"));
    for (const [x, z] of [first, second]) {
      plan.disc(x, z, DISC + BODY + reach, null, colors.css("--poly-edge"), 1);
      plan.disc(x, z, DISC, colors.css("--wall"), colors.css("--wall-edge"));
    }
    this.drawRing(this.states[12], -this.states[13]);
    ARBITERS.forEach(([, color], i) => {
      const [x, y, , , fx, fy] = this.states.subarray(6 * i, 6 * i + 6);
      plan.stroke(this.trails[i], colors.css(color), 2);
      plan.disc(x, -y, BODY * (1.7 - 0.45 * i), colors.css(color), colors.css("--card"), 2);         // so that none hides another one
      plan.arrow(x, -y, 0.1 * fx, -0.1 * fy, colors.css("--ink"), 2);
    });
    const rows = ARBITERS.map(([name, color], i) => [name, this.arrivals[i] === null
      ? `${Math.hypot(this.states[6 * i] - target[0], -this.states[6 * i + 1] - target[1]).toFixed(1)} m to go`
        : `there after ${this.arrivals[i].toFixed(1)} s`, color]);
    this.page.panel.numbers([...rows, ["Interest", "", "--accent"], ["Danger", "", "--goal"], ["Force", "", "--ink"]]);
  }

  /** Interest and danger of each direction as petals round the third vehicle. */
  drawRing(x, z) {
    const { plan } = this.page, count = this.interest.length, INNER = 0.7, LONG = 1.5, half = Math.PI / count * 0.8;
    for (const [values, color] of [[this.interest, "--accent"], [this.danger, "--goal"]])
      for (let i = 0; i < count; i++) {
        const turn = -2 * Math.PI * i / count, size = INNER + LONG * Math.min(1, Math.max(0, values[i]));
        const at = (angle, radius) => [x + radius * Math.cos(angle), z + radius * Math.sin(angle)];
        plan.fill([...at(turn - half, INNER), ...at(turn - half, size), ...at(turn + half, size), ...at(turn + half, INNER)], `${colors.css(color)}99`);
      }
  }
}

const makeArbitersTab = page => new ArbitersTab(page);
