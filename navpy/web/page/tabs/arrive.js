"use strict";
// (c) Seek and arrive, two vehicles after one target.
class ArriveTab {
  constructor(page) {
    Object.assign(this, { page, id: "arrive", name: "Seek, arrive", view: "plan", title: "Seek and arrive", world: [0, 0, 32, 22] });
    this.defaults = { seek: true, arrive: true, speed: 6, force: 8, mass: 1, target: [22, 10] };
    this.lesson = "<b>Seek</b> always wants full speed towards the target, so it runs past and turns back for ever. <b>Arrive</b> wants the speed from " +
      "which it can still stop there. Both steer by force = desired − actual velocity.";
    this.controls = [
      { key: "seek", label: "Seek", toggle: true },
      { key: "arrive", label: "Arrive", toggle: true },
      { key: "speed", label: "Highest speed", min: 1, max: 12, step: 0.5, unit: "m/s" },
      { key: "force", label: "Greatest force", min: 1, max: 30, step: 0.5, unit: "N" },
      { key: "mass", label: "Mass", min: 0.5, max: 5, step: 0.1, unit: "kg" },
      { label: "Again", press: () => page.changed("again") },
    ];
    this.handles = [{ key: "target", label: "The target", text: "T", color: "--goal", bounds: [1, 1, 31, 21] }];
  }

  async enter() { this.restart(); }
  async change(keys) { if (keys.has("again")) this.restart(); }

  restart() {
    this.vehicles = ["seek", "arrive"].map(behavior => ({ behavior, state: new Float64Array([4, -17, 0, 3]), force: [0, 0], trail: [], passes: 0 }));
    this.left = 0;
  }

  async frame(dt) {
    const STEP = 1 / 60, { speed, force, mass, target: [x, z] } = this.values;
    this.left += dt;
    for (; this.left >= STEP; this.left -= STEP) {
      const results = await this.page.core.batch(this.vehicles.map(({ behavior, state }) => ["steer_to", behavior, state, x, -z, mass, force, speed, STEP]));
      this.vehicles.forEach((vehicle, i) => this.follow(vehicle, ...results[i]));
    }
  }

  follow(vehicle, state, force) {
    const KEPT = 600;           // numbers: five seconds
    const [x, z] = this.values.target, towards = s => (x - s[0]) * s[2] + (-z - s[1]) * s[3];
    if (towards(vehicle.state) > 0 && towards(state) < -1e-9) vehicle.passes++;
    Object.assign(vehicle, { state, force });
    vehicle.trail = [...vehicle.trail, state[0], -state[1]].slice(-KEPT);
  }

  draw() {
    const { plan } = this.page;
    plan.clear();
    plan.rect(0, 0, 32, 22, colors.css("--ground"));
    this.vehicles.forEach(({ behavior, state: [x, y, vx, vy], force, trail }, i) => {
      if (!this.values[behavior]) return;
      const color = colors.css(i ? "--one" : "--two"), heading = Math.atan2(-vy, vx);
      plan.stroke(trail, `${color}aa`, 2);
      plan.arrow(x, -y, 0.4 * vx, -0.4 * vy, colors.css("--soft"), 2);
      plan.arrow(x, -y, 0.2 * force[0], -0.2 * force[1], colors.css("--goal"), 2);
      plan.fill([0, 2.5, -2.5].flatMap(turn => [x + 0.6 * Math.cos(heading + turn), -y + 0.6 * Math.sin(heading + turn)]), color);
    });
    const rows = this.vehicles.filter(({ behavior }) => this.values[behavior]).flatMap(({ behavior, state: [x, y, vx, vy], passes }, i) => [
      [`${behavior}: distance`, `${Math.hypot(x - this.values.target[0], -y - this.values.target[1]).toFixed(2)} m`, behavior === "seek" ? "--two" : "--one"],
      [`${behavior}: speed`, `${Math.hypot(vx, vy).toFixed(2)} m/s`], [`${behavior}: times past the target`, `${passes}`]]);
    this.page.panel.numbers([...rows, ["Velocity", "", "--soft"], ["Force", "", "--goal"]]);
  }
}

const makeArriveTab = page => new ArriveTab(page);
