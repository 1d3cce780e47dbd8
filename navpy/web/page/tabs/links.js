"use strict";
// (j) Off-mesh links: drops, climbs and jumps that the bake finds, and paths over them.
class LinksTab {
  constructor(page) {
    Object.assign(this, { page, id: "links", name: "Links", view: "surface", title: "Drops, climbs and jumps" });
    this.defaults = { link_jump_distance: 3.4, link_drop_height: 2.5, link_climb_height: 1.2, agent_radius: 0.4, start: [2, 9], goal: [25, 9],
      island: [14, 9] };
    this.lesson = "Where feet cannot go, <b>off-mesh links</b> lead: down a ledge, up a low one, across a gap. The bake finds them along the navmesh's " +
      "edges. A path takes a link where that is shorter than the way round.";
    this.controls = [
      { key: "link_jump_distance", label: "Widest jump", min: 0, max: 5, step: 0.1, unit: "m" },
      { key: "link_drop_height", label: "Deepest drop", min: 0, max: 4, step: 0.1, unit: "m" },
      { key: "link_climb_height", label: "Highest climb", min: 0, max: 3, step: 0.1, unit: "m" },
      { key: "agent_radius", label: "Agent's radius", min: 0.2, max: 0.8, step: 0.05, unit: "m" },
    ];
    const bounds = [0.5, 0.5, 27.5, 17.5];
    this.handles = [{ key: "island", label: "The platform", color: "--accent", block: true, bounds: [11, 3, 17, 15] },
      { key: "start", label: "Start", text: "S", color: "--start", bounds }, { key: "goal", label: "Goal", text: "G", color: "--goal", bounds }];
  }

  level() {
    const [x, z] = this.values.island, level = new Level();
    level.box(0, -1, 0, 8, 0, 18);                              // the near bank
    level.box(20, -1, 0, 28, 0, 18);                            // the far one, with steps of a giant
    level.box(23, 0, 0, 28, 1, 5).box(25.5, 1, 0, 28, 2, 5).box(0, 0, 12, 5, 2.2, 18);
    return level.box(x - 3, -1, z - 3, x + 3, 0.3, z + 3).data();         // a platform between them
  }

  async enter() {
    this.page.surface.lookAt([0, -1, 0], [28, 2, 18]);
    await this.bake();
  }

  async change(keys) {
    const others = ["start", "goal", "theme", "size"];
    if ([...keys].every(key => others.includes(key))) await this.search();
    else await this.bake();
  }

  async bake() {
    const { core } = this.page, { start, goal, island, ...settings } = this.values, { vertices, triangles } = this.ground = this.level();
    const common = { ...settings, cell_size: 0.2, cell_height: 0.1, agent_height: 1.8, agent_max_climb: 0.3, region_min_size: 4 };
    const without = { ...common, link_jump_distance: 0, link_drop_height: 0, link_climb_height: 0 };
    const [[stages], [bare]] = await core.batch([["bake", vertices, triangles, ...settingsOf(common)], ["bake", vertices, triangles, ...settingsOf(without)]]);
    this.leave();
    const [[mesh], [bareMesh]] = await core.batch([["mesh_of", stages], ["mesh_of", bare]]);
    this.mesh = mesh;
    [this.skin, [this.links], this.sizes, this.bareSizes] = await core.batch([["mesh_surface", mesh], ["mesh_links", mesh], ["mesh_sizes", mesh],
      ["mesh_sizes", bareMesh]]);
    [stages, bare, bareMesh].forEach(object => core.release(object));
    await this.search();
  }

  leave() {
    this.page.core.release(this.mesh);
    this.mesh = null;
    this.page.surface.clear();
  }

  async search() {
    const { core } = this.page, ends = [];
    for (const key of ["start", "goal"]) {
      const [x, z] = this.values[key], found = await core.call("nearest_point", this.mesh, x, 1, z);
      if (found[0] === null) { this.path = null; return; }
      ends.push(found[0], found[1], found[2]);
    }
    [this.path, [this.pathLinks]] = await core.batch([["path", this.mesh, new Float64Array(ends), "exact", "clamped"], ["path_links", this.mesh]]);
  }

  /** Ends of short lines along an arc from a to b. */
  arc(a, b, lift) {
    const PARTS = 12, at = i => { const t = i / PARTS; return [0, 1, 2].map(k => a[k] + (b[k] - a[k]) * t + (k === 1 ? 4 * lift * t * (1 - t) + 0.08 : 0)); };
    return Array.from({ length: PARTS }, (_, i) => [at(i), at(i + 1)]);
  }

  draw() {
    const { surface } = this.page, solid = new Shapes(), lines = new Shapes(), links = new Shapes(), way = new Shapes();
    const { vertices: v, triangles: t } = this.ground;
    const gray = colors.mix(colors.rgb("--wall"), colors.rgb("--page"), 0.3), corner = i => [v[3 * i], v[3 * i + 1], v[3 * i + 2]];
    surface.clear();
    for (let i = 0; i < t.length; i += 3) solid.triangle(corner(t[i]), corner(t[i + 1]), corner(t[i + 2]), gray);
    const [w, triangles, owners] = this.skin, at = i => [w[3 * i], w[3 * i + 1] + 0.04, w[3 * i + 2]];
    for (let i = 0; i < triangles.length; i += 3) solid.triangle(at(triangles[i]), at(triangles[i + 1]), at(triangles[i + 2]), colors.rgb("--poly"), 255,
      false);
    for (const [p, q, inside] of edgesOf(triangles, owners)) if (!inside) lines.line(at(p), at(q), colors.rgb("--poly-edge"));
    let jumps = 0, drops = 0, climbs = 0;
    for (let i = 0; i < this.links.length; i += 7) {
      const a = [...this.links.subarray(i, i + 3)], b = [...this.links.subarray(i + 3, i + 6)], rise = b[1] - a[1];
      if (rise > 0.35) climbs++;
      else if (rise < -0.35) drops++;
      else jumps++;
      const color = rise > 0.35 ? "--left" : rise < -0.35 ? "--right" : "--accent", lift = 0.25 + Math.max(0, Math.abs(rise)) * 0.15;
      this.arc(a, b, lift).forEach(([p, q]) => links.line(p, q, colors.rgb(color), 190));
    }
    surface.set("solid", solid.data());
    if (lines.positions.length) surface.set("lines", lines.data({ lines: true, width: 1.2 }));
    if (links.positions.length) surface.set("links", links.data({ lines: true, width: 2 }));
    const found = this.path && this.path[4] === "COMPLETE";
    if (found) {
      const p = this.path[0], point = i => [p[3 * i], p[3 * i + 1] + 0.1, p[3 * i + 2]];
      for (let i = 1; i < p.length / 3; i++)
        (this.pathLinks[i - 1] < 0 ? [[point(i - 1), point(i)]] : this.arc(point(i - 1), point(i), 0.5)).forEach(([a, b]) => way.line(a, b,
          colors.rgb("--goal")));
      surface.set("way", way.data({ lines: true, width: 4 }));
    }
    surface.draw();
    this.page.panel.numbers([["Links", `${this.links.length / 7}`], ["jumps", `${jumps}`, "--accent"], ["drops", `${drops}`, "--right"],
      ["climbs", `${climbs}`, "--left"],
      ["Islands without links", `${this.bareSizes[2]}`], ["Islands", `${this.sizes[2]}`], ["Path", found ? `${this.path[2].toFixed(2)} m` : "no way"],
      ["Links on the path", found ? `${this.pathLinks.filter(link => link >= 0).length}` : "—"]]);
  }
}

const makeLinksTab = page => new LinksTab(page);
