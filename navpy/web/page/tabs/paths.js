"use strict";
// (b) One search by four methods: what it looked at, its corridor, and the funnel that pulls the path taut.
const METHODS = {
  centers: { name: "A*, centers", call: ["corridor", "centers"], lesson: "A* goes from polygon to polygon <b>by their centers</b>. A center may lie far " +
    "off the way, so the corridor may be the wrong one." },
  midpoints: { name: "A*, midpoints", call: ["corridor", "midpoints"], lesson: "A* goes from portal to portal <b>by their midpoints</b>: nearer to the " +
    "truth, but wide portals still mislead it." },
  clamped: { name: "A*, nearest points", call: ["corridor", "clamped"], lesson: "Each portal is entered at the point <b>nearest to the straight line</b> " +
    "from start to goal: navpy's A*." },
  exact: { name: "Polyanya", call: ["exact", "clamped"], lesson: "<b>Polyanya</b> searches intervals of edges that are visible from a corner. The first " +
    "path that it takes from its list is the shortest one." },
};
const HALL = [0, 0, 40, 26];
const HALL_WALLS = [[6, 0, 7, 16], [13, 7, 14, 26], [6, 20, 10, 21], [20, 0, 21, 9], [20, 13, 21, 26], [26, 5, 34, 6], [27, 11, 28, 21], [33, 10, 34, 20],
  [14, 12, 17, 13]];

class PathsTab {
  constructor(page) {
    Object.assign(this, { page, id: "paths", name: "Paths", view: "plan", title: "A*, Polyanya and the funnel", world: HALL });
    this.defaults = { method: "centers", searched: 999, portal: 999, start: [11.5, 10], goal: [37.5, 20.5], block: [10, 8] };
    this.lesson = METHODS.centers.lesson;
    this.controls = [
      { key: "method", label: "Method", choices: Object.fromEntries(Object.entries(METHODS).map(([key, { name }]) => [key, name])) },
      { key: "searched", label: "Steps of the search", min: 0, max: 999, step: 1, unit: "" },
      { key: "portal", label: "Portals that the funnel has passed", min: 0, max: 999, step: 1, unit: "" },
    ];
    const bounds = [0.5, 0.5, 39.5, 25.5];
    this.handles = [{ key: "block", label: "An obstacle", color: "--wall-edge", block: true, bounds: [2, 2, 38, 24] },
      { key: "start", label: "Start", text: "S", color: "--start", bounds }, { key: "goal", label: "Goal", text: "G", color: "--goal", bounds }];
  }

  walls() { const [x, z] = this.values.block; return [...HALL_WALLS, [x - 1.5, z - 1, x + 1.5, z + 1]]; }

  async enter() { await this.bake(); await this.search(); }

  async change(keys) {
    if (keys.has("block")) await this.bake();
    await this.search();
  }

  async bake() {
    const { core } = this.page, { vertices, triangles } = walledFloor(HALL, this.walls());
    const [stages] = await core.call("bake", vertices, triangles, "cell_size", 0.2, "agent_radius", 0.4, "agent_height", 1.8);
    core.release(this.mesh);
    [this.mesh] = await core.call("mesh_of", stages);
    core.release(stages);
    this.polygons = await core.call("mesh_polygons", this.mesh);
  }

  async search() {
    const { core, panel } = this.page, { method, start, goal } = this.values, ends = new Float64Array([start[0], 0, start[1], goal[0], 0, goal[1]]);
    const methods = Object.values(METHODS);
    const [steps, ...paths] = await core.batch([method === "exact" ? ["polyanya_steps", this.mesh, ends] : ["astar_steps", this.mesh, ends, method],
      ...methods.map(({ call }) => ["path", this.mesh, ends, ...call])]);
    this.steps = steps[0];
    this.paths = Object.fromEntries(Object.keys(METHODS).map((key, i) => [key, paths[i]]));
    this.funnel = await core.call("funnel_steps", this.mesh, this.paths[method][1], ends);
    panel.setMost("searched", this.steps.length / (method === "exact" ? 7 : 9));
    panel.setMost("portal", this.funnel[0].length / 6);
  }

  leave() { this.page.core.release(this.mesh); this.mesh = null; }

  draw() {
    const { plan } = this.page, { method, searched } = this.values, [points, corridor] = this.paths[method];
    document.getElementById("lesson").innerHTML = METHODS[method].lesson;
    plan.clear();
    plan.rect(...HALL, colors.css("--ground"));
    eachPolygon(this.polygons, (outline, p) => plan.fill(outline, colors.css("--poly")));
    if (method === "exact") this.drawIntervals(searched);
    else this.drawTree(searched);
    const inside = new Set(corridor);
    eachPolygon(this.polygons, (outline, p) => {
      plan.stroke(outline, colors.css("--poly-edge"), 1, { closed: true });
      if (inside.has(p)) plan.fill(outline, `${colors.css("--path")}26`);
    });
    for (const wall of this.walls()) plan.rect(...wall, colors.css("--wall"), colors.css("--wall-edge"));
    this.drawFunnel();
    if (this.values.portal >= this.funnel[0].length / 6) plan.stroke(flat(points), colors.css("--path"), 3.5);
    this.page.panel.numbers(this.numbers());
  }

  drawTree(count) {
    const { plan } = this.page, s = this.steps, [v] = this.polygons;
    const seen = new Set();
    for (let i = 0; i < count; i++) seen.add(s[9 * i + 8]);
    eachPolygon(this.polygons, (outline, p) => { if (seen.has(p)) plan.fill(outline, colors.css("--seen")); });
    for (let i = 0; i < count; i++) {
      const [x, , z, px, , pz] = s.subarray(9 * i, 9 * i + 6);
      plan.stroke([px, pz, x, z], colors.css("--soft"), 1.2);
      plan.disc(x, z, 3 / plan.scale, colors.css("--soft"));
    }
  }

  drawIntervals(count) {
    const { plan } = this.page, s = this.steps;
    for (let i = 0; i < count; i++) {
      const [x, z, rx, rz, lx, lz] = s.subarray(7 * i, 7 * i + 6);
      plan.fill([x, z, rx, rz, lx, lz], `${colors.css("--right")}22`);
    }
    for (let i = 0; i < count; i++) {
      const [x, z, rx, rz, lx, lz] = s.subarray(7 * i, 7 * i + 6);
      plan.stroke([rx, rz, lx, lz], colors.css("--right"), 2);
      plan.disc(x, z, 3 / plan.scale, colors.css("--ink"));
    }
  }

  drawFunnel() {
    const { plan } = this.page, [portals, counts, sides] = this.funnel, at = this.values.portal, all = portals.length / 6;
    for (let i = 0; i < all; i++) {
      const [lx, , lz, rx, , rz] = portals.subarray(6 * i, 6 * i + 6);
      plan.stroke([lx, lz, rx, rz], colors.css("--ink"), i === at - 1 ? 3 : 1, { dash: i === at - 1 ? [] : [3, 4] });
    }
    if (at < 1 || at >= all) return;
    let first = 0;
    for (let i = 0; i < 2 * (at - 1); i++) first += 3 * counts[i];
    const left = sides.subarray(first, first + 3 * counts[2 * at - 2]);
    const right = sides.subarray(first + left.length, first + left.length + 3 * counts[2 * at - 1]);
    plan.fill([...flat(left), ...pairsBack(flat(right))], `${colors.css("--left")}22`);
    plan.stroke(flat(left), colors.css("--left"), 3);
    plan.stroke(flat(right), colors.css("--right"), 3);
  }

  numbers() {
    const best = this.paths.exact[2], rows = Object.entries(METHODS).map(([key, { name }]) => {
      const [, , length, , status] = this.paths[key];
      return [name, status === "FAILED" ? "no path" : `${length.toFixed(2)} m, +${(100 * (length / best - 1)).toFixed(1)} %`];
    });
    return [...rows, ["Nodes searched", `${this.paths[this.values.method][3]}`], ["Polygons of the corridor", `${this.paths[this.values.method][1].length}`],
      ["Funnel's left side", "", "--left"], ["Funnel's right side", "", "--right"]];
  }
}

/** Calls visit(outline as x, z pairs, number) for each polygon. */
function eachPolygon([v, offsets, corners], visit) {
  for (let p = 0; p + 1 < offsets.length; p++) {
    const outline = [];
    for (let i = offsets[p]; i < offsets[p + 1]; i++) outline.push(v[3 * corners[i]], v[3 * corners[i] + 2]);
    visit(outline, p);
  }
}

/** x, z pairs of x, y, z triples. */
function flat(points) {
  const out = [];
  for (let i = 0; i < points.length; i += 3) out.push(points[i], points[i + 2]);
  return out;
}

function pairsBack(pairs) {
  const out = [];
  for (let i = pairs.length - 2; i >= 0; i -= 2) out.push(pairs[i], pairs[i + 1]);
  return out;
}

const makePathsTab = page => new PathsTab(page);
