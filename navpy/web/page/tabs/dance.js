"use strict";
// (f) Two agents meet, under four kinds of avoidance: where they walk, and the velocities that one of them may choose from.
const KINDS = {
  vo: { name: "VO", lesson: "<b>Velocity obstacle</b>: all velocities of A that lead into B within the horizon, if B keeps its own. Both give way fully, " +
    "see the way free, turn back, and oscillate." },
  rvo: { name: "RVO", lesson: "<b>Reciprocal</b> velocity obstacle: the cone's apex lies at the mean of both velocities, so each does half of the avoidance." },
  hrvo: { name: "HRVO", lesson: "<b>Hybrid</b>: on the side where A should not pass, the cone is the VO's, so both agree on a side." },
  orca: { name: "ORCA", lesson: "<b>ORCA</b> puts a half-plane in place of the cone: A may choose all that is left of the line, and the nearest to what it " +
    "prefers is the answer of a linear program." },
};

class DanceTab {
  constructor(page) {
    Object.assign(this, { page, id: "dance", name: "Two agents", view: "plan", title: "The dance of two agents", world: [0, 0, 26, 13] });
    this.defaults = { kind: "vo", time: 1.6, play: true, radius: 0.8, horizon: 4, a: [1.5, 6.5], agoal: [11.5, 6.2], b: [11.5, 6.4], bgoal: [1.5, 6.8] };
    this.lesson = KINDS.vo.lesson;
    this.controls = [
      { key: "kind", label: "Avoidance", choices: Object.fromEntries(Object.entries(KINDS).map(([key, { name }]) => [key, name])) },
      { key: "time", label: "Time", min: 0, max: 10, step: 0.1, unit: "s" },
      { key: "play", label: "Time runs", toggle: true },
      { key: "radius", label: "Radius of both", min: 0.3, max: 1.5, step: 0.05, unit: "m" },
      { key: "horizon", label: "Time horizon", min: 0.5, max: 8, step: 0.1, unit: "s" },
    ];
    const bounds = [0.5, 0.5, 12.5, 12.5];
    this.handles = [{ key: "agoal", label: "A's goal", text: "A", color: "--one", block: true, bounds },
      { key: "bgoal", label: "B's goal", text: "B", color: "--two", block: true, bounds },
      { key: "a", label: "A's start", text: "A", color: "--one", bounds }, { key: "b", label: "B's start", text: "B", color: "--two", bounds }];
  }

  static STEP = 0.1;            // seconds
  static STEPS = 100;
  static SPEED = 2;             // meters a second

  async enter() { await this.walk(); }

  async change(keys) {
    if (keys.has("time")) this.values.play = document.querySelector("[name=play]").checked = false;
    if (keys.size > 1 || !["time", "play", "theme", "size"].some(key => keys.has(key))) await this.walk();
  }

  async walk() {
    const { a, b, agoal, bgoal, radius, horizon } = this.values, up = ([x, z]) => [x, -z], { STEP, STEPS, SPEED } = DanceTab;
    const runs = await this.page.core.batch(Object.keys(KINDS).map(kind => ["dance", kind, new Float64Array([...up(a), ...up(b)]),
      new Float64Array([...up(agoal), ...up(bgoal)]), new Float64Array([radius, radius]), SPEED, 15, horizon, STEP, STEPS]));
    this.runs = Object.fromEntries(Object.keys(KINDS).map((kind, i) => [kind, runs[i][0]]));
    await this.constraint();
  }

  get step() { return Math.min(DanceTab.STEPS, Math.round(this.values.time / DanceTab.STEP)); }

  /** {at, velocity, preferred} of agent 0 or 1 after a step, in the plan of the picture. */
  state(agent, step, run = this.runs[this.values.kind]) {
    const s = run.subarray(12 * step + 6 * agent, 12 * step + 6 * agent + 6);
    return { at: [s[0], -s[1]], velocity: [s[2], -s[3]], preferred: [s[4], -s[5]] };
  }

  async constraint() {
    const { kind, radius, horizon } = this.values, step = this.step, a = this.state(0, step), b = this.state(1, step), up = ([x, z]) => [x, -z];
    const places = [...up(a.at), ...up(a.velocity)], others = [...up(b.at), ...up(b.velocity)];
    this.shape = (await (kind === "orca" ? this.page.core.call("orca_line", ...places, radius, ...others, radius, horizon, DanceTab.STEP)
      : this.page.core.call("velocity_cone", kind, ...places, 2 * radius, ...others, horizon, DanceTab.STEP)))[0];
    this.shown = step;          // the picture is of the step that the shape is of
  }

  async frame(dt) {
    if (this.values.play) {
      this.values.time = (this.values.time + dt) % (DanceTab.STEPS * DanceTab.STEP);
      const { input, write } = this.page.panel.sliders.get("time");
      input.value = this.values.time;
      write();
    }
    await this.constraint();
  }

  draw() {
    const { plan } = this.page, { radius, kind } = this.values, step = this.shown;
    document.getElementById("lesson").innerHTML = KINDS[kind].lesson;
    plan.clear();
    plan.rect(0, 0, 13, 13, colors.css("--ground"));
    ["--one", "--two"].forEach((color, agent) => {
      const track = [], done = [];
      for (let i = 0; i <= DanceTab.STEPS; i++) { const { at } = this.state(agent, i); track.push(...at); if (i <= step) done.push(...at); }
      plan.stroke(track, colors.css(color), 1.2, { dash: [2, 5] });
      plan.stroke(done, colors.css(color), 2.5);
      const { at, velocity } = this.state(agent, step);
      plan.disc(...at, radius, `${colors.css(color)}55`, colors.css(color));
      plan.arrow(...at, ...velocity, colors.css("--ink"), 2);
      plan.text("AB"[agent], ...at, colors.css("--ink"), { size: 13 });
    });
    this.drawVelocities();
    this.page.panel.numbers(this.numbers());
  }

  drawVelocities() {
    const { plan } = this.page, c = plan.context, { kind } = this.values, METERS = 2.4, center = [19.5, 6.5];      // of a picture's meter a second
    const at = ([x, z]) => [center[0] + METERS * x, center[1] + METERS * z], { velocity, preferred } = this.state(0, this.shown), reach = 40;
    c.save();
    c.beginPath();
    c.rect(plan.x(13.5), plan.y(0), 12.5 * plan.scale, 13 * plan.scale);
    c.clip();
    plan.rect(13.5, 0, 26, 13, colors.css("--card"));
    plan.disc(...center, METERS * DanceTab.SPEED, colors.css("--ground"), colors.css("--poly-edge"));
    if (this.shape && kind === "orca") {
      const [px, py, dx, dy] = this.shape, p = at([px, -py]), d = [dx, -dy], out = [d[1] * -1, d[0]];
      plan.fill([p[0] - reach * d[0], p[1] - reach * d[1], p[0] + reach * d[0], p[1] + reach * d[1], p[0] + reach * (d[0] + out[0]),
        p[1] + reach * (d[1] + out[1]),
        p[0] - reach * (d[0] - out[0]), p[1] - reach * (d[1] - out[1])], `${colors.css("--two")}44`);
      plan.stroke([p[0] - reach * d[0], p[1] - reach * d[1], p[0] + reach * d[0], p[1] + reach * d[1]], colors.css("--two"), 2.5);
    } else if (this.shape) {
      const [ax, ay, lx, ly, rx, ry] = this.shape, apex = at([ax, -ay]);
      plan.fill([...apex, apex[0] + reach * lx, apex[1] - reach * ly, apex[0] + reach * rx, apex[1] - reach * ry], `${colors.css("--two")}44`);
      plan.stroke([apex[0] + reach * lx, apex[1] - reach * ly, ...apex, apex[0] + reach * rx, apex[1] - reach * ry], colors.css("--two"), 2.5);
    }
    plan.arrow(...center, METERS * preferred[0], METERS * preferred[1], colors.css("--soft"), 2);
    plan.arrow(...center, METERS * velocity[0], METERS * velocity[1], colors.css("--one"), 3);
    const next = this.state(0, Math.min(DanceTab.STEPS, this.shown + 1)).velocity;
    plan.disc(...at(next), 4 / plan.scale, colors.css("--start"));
    c.restore();
    plan.text("Velocities that A may choose", 19.75, 0, colors.css("--soft"), { shift: 16, size: 13 });
  }

  /** Degrees that A's velocity has turned in all, least gap between both in meters, seconds until both are there. */
  measure(run) {
    let turned = 0, gap = Infinity, over = Infinity;
    const goals = [this.values.agoal, this.values.bgoal];
    for (let i = 0; i <= DanceTab.STEPS; i++) {
      const a = this.state(0, i, run), b = this.state(1, i, run);
      gap = Math.min(gap, Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1]) - 2 * this.values.radius);
      if (over === Infinity && [a, b].every(({ at }, k) => Math.hypot(at[0] - goals[k][0], at[1] - goals[k][1]) < 0.1)) over = i * DanceTab.STEP;
      if (i < 2) continue;
      const { velocity: before } = this.state(0, i - 1, run), now = a.velocity;
      if (Math.hypot(...before) > 0.05 && Math.hypot(...now) > 0.05)
        turned += Math.abs(Math.atan2(before[0] * now[1] - before[1] * now[0], before[0] * now[0] + before[1] * now[1])) * 180 / Math.PI;
    }
    return { turned, gap, over };
  }

  numbers() {
    const rows = Object.entries(KINDS).map(([kind, { name }]) => {
      const { turned, over } = this.measure(this.runs[kind]);
      return [`${name}: turns, arrival`, `${turned.toFixed(0)}°, ${over === Infinity ? "—" : `${over.toFixed(1)} s`}`];
    });
    return [...rows, ["Least gap", `${this.measure(this.runs[this.values.kind]).gap.toFixed(2)} m`], ["A's preferred velocity", "", "--soft"],
      ["A's velocity", "", "--one"], ["A's next velocity", "", "--start"], ["Forbidden by B", "", "--two"]];
  }
}

const makeDanceTab = page => new DanceTab(page);
