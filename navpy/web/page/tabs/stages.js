"use strict";
// (a) A bake, stage by stage: one level, and what each stage made of it.
const STAGES = [
  ["Triangles", "A level is <b>triangles</b>, and nothing says which of them are floors."],
  ["Voxels", "Triangles are rasterized into columns of <b>voxel spans</b>. The top of a span is walkable where the triangle is flat enough (green)."],
  ["Floors", "What is open above a walkable span is a <b>floor</b>. Near walls and drops floors are <b>eroded</b> (red) by the agent's radius, so that a " +
    "path can be planned for a point."],
  ["Distance field", "The <b>distance</b> of each floor from the border: its ridges run through the middle of rooms."],
  ["Regions", "Watershed: water rises from the ridges, and each basin becomes a <b>region</b> that is simple to outline."],
  ["Outlines", "The <b>outlines</b> of the regions, traced along the voxels' edges."],
  ["Simplified", "The fewest corners that stay within the <b>greatest error</b> of the traced outline."],
  ["Polygons", "Outlines are cut into triangles, and these are merged to <b>convex polygons</b>: inside of one, all straight ways are free."],
  ["Surface", "A flat polygon knows nothing of slopes: the <b>detail mesh</b> is fitted to the ground that the triangles have."],
];

class StagesTab {
  constructor(page) {
    Object.assign(this, { page, id: "stages", name: "Bake", view: "surface", title: "From triangles to polygons" });
    this.defaults = { stage: 7, block: [9, 11], cell_size: 0.25, agent_radius: 0.5, agent_height: 1.8, agent_max_climb: 0.4, agent_max_slope: 45,
      edge_max_error: 1.3 };
    this.lesson = STAGES[7][1];
    this.controls = [
      { key: "stage", label: "Stage", min: 0, max: STAGES.length - 1, step: 1, text: i => `${i + 1} · ${STAGES[i][0]}` },
      { key: "cell_size", label: "Cell size", min: 0.15, max: 0.6, step: 0.05, unit: "m" },
      { key: "agent_radius", label: "Agent's radius", min: 0, max: 1.2, step: 0.05, unit: "m" },
      { key: "agent_height", label: "Agent's height", min: 0.5, max: 3, step: 0.1, unit: "m" },
      { key: "agent_max_climb", label: "Highest step", min: 0.1, max: 1.2, step: 0.1, unit: "m" },
      { key: "agent_max_slope", label: "Steepest slope", min: 10, max: 60, step: 1, unit: "°" },
      { key: "edge_max_error", label: "Greatest error of outlines", min: 0.5, max: 4, step: 0.1, unit: "cells" },
    ];
    this.handles = [{ key: "block", label: "The block", color: "--accent", block: true, bounds: [1.5, 1.5, 22.5, 16.5] }];
  }

  level() {
    const [x, z] = this.values.block, level = new Level().box(0, -0.5, 0, 24, 0, 18);
    level.box(15, 0, 1, 23, 2, 6);                                                                  // a platform
    level.prism([[9, 0, 2], [15, 2, 2], [15, 2, 5], [9, 0, 5]], -0.4);                              // a ramp up to it
    for (let i = 0; i < 4; i++) level.box(18, 0, 6 + 0.7 * i, 21, 1.6 - 0.4 * i, 6.7 + 0.7 * i);                            // stairs
    level.box(4, 0, 6, 5, 2.4, 15).box(1, 0, 3, 5, 2.4, 4).box(12, 0, 9, 13, 2.4, 18);
    level.box(13, 2.2, 12.4, 17, 2.5, 14.4).box(17, 0, 12, 18, 2.5, 15);                            // a roof to walk under
    return level.box(x - 1.2, 0, z - 1.2, x + 1.2, 1.2, z + 1.2).data();
  }

  settings() {
    const { stage, block, ...settings } = this.values;
    return { ...settings, cell_height: 0.2 };
  }

  async enter() {
    this.page.surface.lookAt([0, 0, 0], [24, 2, 18]);
    await this.bake();
  }

  async change(keys) {
    if (keys.size > 1 || !["stage", "theme", "size"].some(key => keys.has(key))) await this.bake();
  }

  async bake() {
    const { core } = this.page, { vertices, triangles } = this.ground = this.level();
    const [stages] = await core.call("bake", vertices, triangles, ...settingsOf(this.settings()));
    core.release(this.stages);
    core.release(this.mesh);
    this.stages = stages;
    [this.mesh] = await core.call("mesh_of", stages);
    const names = ["frame", "spans", "floors", "traced_contours", "simplified_contours", "flat_polygons", "stage_seconds"];
    const made = await core.batch([...names.map(name => [name, stages]), ["mesh_surface", this.mesh], ["mesh_polygons", this.mesh], ["mesh_bytes", this.mesh]]);
    [this.frameOf, [this.spans], [this.floors], [this.traced], [this.simplified], this.polygons, this.seconds, this.skin, this.outlines, [this.bytes]] = made;
  }

  leave() {
    this.page.core.release(this.stages);
    this.page.core.release(this.mesh);
    this.stages = this.mesh = null;
    this.page.surface.clear();
  }

  draw() {
    const { surface } = this.page, { stage } = this.values;
    surface.clear();
    const shapes = new Shapes(), lines = new Shapes();
    this.drawLevel(shapes, stage === 0 ? 1 : 0.35);
    [() => this.drawEdges(lines), () => this.drawSpans(shapes), () => this.drawFloors(shapes, this.eroded), () => this.drawFloors(shapes, this.distant),
      () => this.drawFloors(shapes, this.regional), () => this.drawContours(shapes, lines, this.traced),
      () => this.drawContours(shapes, lines, this.simplified),
      () => this.drawPolygons(shapes, lines), () => this.drawSkin(shapes, lines)][stage]();
    surface.set("solid", shapes.data());
    if (lines.positions.length) surface.set("lines", lines.data({ lines: true, width: 2 }));
    surface.draw();
    document.getElementById("lesson").innerHTML = STAGES[stage][1];
    this.page.panel.numbers(this.numbers());
  }

  numbers() {
    const total = this.seconds.filter(value => typeof value === "number").reduce((a, b) => a + b), contours = [...eachContour(this.simplified)];
    return [["Triangles", `${this.ground.triangles.length / 3}`], ["Solid spans", `${this.spans.length / 5}`], ["Floors", `${this.floors.length / 6}`],
      ["Regions", `${contours.length}`], ["Corners traced", `${[...eachContour(this.traced)].reduce((sum, c) => sum + c.points.length, 0)}`],
      ["Corners kept", `${contours.reduce((sum, c) => sum + c.points.length, 0)}`], ["Polygons", `${this.outlines[1].length - 1}`],
      ["Bake", `${(1000 * total).toFixed(0)} ms`]];
  }

  drawLevel(shapes, strength) {
    const { vertices: v, triangles: t } = this.ground, color = colors.mix(colors.rgb("--page"), colors.rgb("--wall"), 0.35 + 0.65 * strength);
    const at = i => [v[3 * i], v[3 * i + 1], v[3 * i + 2]];
    for (let i = 0; i < t.length; i += 3) shapes.triangle(at(t[i]), at(t[i + 1]), at(t[i + 2]), color);
  }

  drawEdges(lines) {
    const { vertices: v, triangles: t } = this.ground, ink = colors.rgb("--wall-edge"), at = i => [v[3 * i], v[3 * i + 1], v[3 * i + 2]];
    for (let i = 0; i < t.length; i += 3) for (let k = 0; k < 3; k++) lines.line(at(t[i + k]), at(t[i + (k + 1) % 3]), ink);
  }

  drawSpans(shapes) {
    const [x0, y0, z0, cell, height] = this.frameOf, s = this.spans, green = colors.rgb("--start"), gray = colors.rgb("--wall");
    const soft = colors.mix(green, gray, 0.35);
    for (let i = 0; i < s.length; i += 5) {
      const x = x0 + s[i] * cell, z = z0 + s[i + 1] * cell, top = y0 + s[i + 3] * height + 0.02, walkable = s[i + 4] > 0 && s[i + 4] < 64;
      shapes.box(x + 0.02, y0 + s[i + 2] * height, z + 0.02, x + cell - 0.02, top, z + cell - 0.02, walkable ? soft : gray, gray);
    }
  }

  drawFloors(shapes, paint) {
    const [x0, y0, z0, cell, height] = this.frameOf, f = this.floors;
    let most = 1;
    for (let i = 4; i < f.length; i += 6) most = Math.max(most, f[i]);
    for (let i = 0; i < f.length; i += 6) {
      const color = paint(f[i + 3], f[i + 4] / most, f[i + 5]);
      if (!color) continue;
      const x = x0 + f[i] * cell + 0.015, z = z0 + f[i + 1] * cell + 0.015, y = y0 + f[i + 2] * height + 0.05, to = cell - 0.03;
      shapes.quad([x, y, z], [x, y, z + to], [x + to, y, z + to], [x + to, y, z], color);
    }
  }

  eroded(area) { return area ? colors.rgb("--start") : colors.rgb("--goal"); }
  distant(area, share) { return area ? colors.heat(share) : null; }
  regional(area, share, region) { return region ? colors.hue(region) : null; }

  drawContours(shapes, lines, all) {
    const [x0, y0, z0, cell, height] = this.frameOf;
    this.drawFloors(shapes, (area, share, region) => region ? colors.mix(colors.hue(region), colors.rgb("--page"), 0.6) : null);
    for (const { region, points } of eachContour(all)) {
      const places = points.map(([x, y, z]) => [x0 + x * cell, y0 + y * height + 0.12, z0 + z * cell]);
      const color = colors.mix(colors.hue(region), colors.rgb("--ink"), 0.35);
      places.forEach((place, i) => lines.line(place, places[(i + 1) % places.length], color));
      if (all === this.simplified) for (const [x, y, z] of places) shapes.box(x - 0.12, y - 0.1, z - 0.12, x + 0.12, y + 0.1, z + 0.12, colors.rgb("--ink"));
    }
  }

  drawPolygons(shapes, lines) {
    const [v, offsets, corners] = this.polygons;
    for (let p = 0; p + 1 < offsets.length; p++) {
      const places = [...corners.slice(offsets[p], offsets[p + 1])].map(i => [v[3 * i], v[3 * i + 1] + 0.08, v[3 * i + 2]]);
      for (let i = 2; i < places.length; i++) shapes.triangle(places[0], places[i - 1], places[i], colors.hue(p), 255, false);
      places.forEach((place, i) => lines.line(place, places[(i + 1) % places.length], colors.rgb("--ink")));
    }
  }

  drawSkin(shapes, lines) {
    const [v, triangles, owners] = this.skin, at = i => [v[3 * i], v[3 * i + 1] + 0.06, v[3 * i + 2]];
    for (let i = 0; i < triangles.length; i += 3)
      shapes.triangle(at(triangles[i]), at(triangles[i + 1]), at(triangles[i + 2]), colors.mix(colors.hue(owners[i / 3]), colors.rgb("--page"), 0.25));
    for (const [p, q, inside] of edgesOf(triangles, owners)) lines.line(at(p), at(q), colors.rgb(inside ? "--poly-edge" : "--ink"), inside ? 150 : 255);
  }
}

/** {region, points: [[x, y, z], …]} of each contour, in voxels. */
function* eachContour(numbers) {
  for (let i = 0; i < numbers.length;) {
    const region = numbers[i], count = numbers[i + 1], points = [];
    for (let k = 0; k < count; k++) points.push([...numbers.slice(i + 2 + 3 * k, i + 5 + 3 * k)]);
    yield { region, points };
    i += 2 + 3 * count;
  }
}

const makeStagesTab = page => new StagesTab(page);
