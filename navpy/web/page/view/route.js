"use strict";
// A path from start to goal, which the core finds, and its ends as marks. Places are in meters of the level, not of the picture.
class Route {
  static NO_CORE = "Paths need the core for browsers, which this navpy has not: wheels bring it, and in a checkout make playground builds it.";

  constructor(viewer) {
    Object.assign(this, { viewer, ends: { start: null, goal: null }, path: null, searching: false });
    const bounds = [-Infinity, -Infinity, Infinity, Infinity];
    this.marks = [{ key: "start", label: "Start", text: "S", color: "--start", bounds }, { key: "goal", label: "Goal", text: "G", color: "--goal", bounds }];
    this.handles = new Handles(key => this.moved(key));
    const { surface } = viewer;
    this.view = {
      project: place => surface.project(viewer.shown(place)),
      unproject: (x, y) => { const hit = surface.pick(x, y); return hit && viewer.placeOf(hit.place); },
    };
  }

  /** Where the page has a core, it starts in a thread of its own. */
  async start(bytes) {
    if (!this.viewer.navmesh.triangles) { this.viewer.say("The navmesh has no polygons.", true); return; }
    if (!document.getElementById("wasm").textContent) { this.viewer.say(this.message || Route.NO_CORE); return; }
    this.core = new CoreLink(() => {});
    await this.core.ready;
    [this.mesh] = await this.core.call("mesh_of_bytes", bytes);
    this.isReady = true;
    await this.search();
  }

  /** What the page brings along is shown before the core has started. */
  open({ start, goal, message, complete, line }) {
    Object.assign(this.ends, { start, goal });
    this.message = message;
    this.draw(line, null);
    this.showEnds();
    this.viewer.say(message, !complete);
  }

  set(start, goal) {
    Object.assign(this.ends, { start, goal });
    this.showEnds();
    return this.search();
  }

  /** The first click is the start, the next one the goal, and one more begins anew. */
  click(place) {
    const { start, goal } = this.ends;
    return start && !goal ? this.set(start, place) : this.set(place, null);
  }

  showEnds() { this.handles.show(this.core ? this.marks.filter(({ key }) => this.ends[key]) : [], this.ends, this.view); }

  /** After a drag the end is what was below the pointer; arrow keys move it along the navmesh. */
  async moved(key) {
    document.body.dataset.state = "busy";
    if (this.isReady && document.activeElement?.dataset.key === key && !document.activeElement.matches(":active")) {
      const [x, y, z] = await this.core.call("nearest_point", this.mesh, ...this.ends[key]);
      if (x !== null) this.ends[key] = [x, y, z];
    }
    await this.search();
  }

  /** One search at a time; what has moved meanwhile is searched for next. */
  async search() {
    this.viewer.remember();
    this.again = true;
    if (!this.isReady || this.searching) return;
    this.searching = true;
    document.body.dataset.state = "busy";
    try {
      while (this.again) {
        this.again = false;
        await this.searchOnce();
      }
    } catch (error) {
      this.viewer.say(error.message, true);
    }
    this.searching = false;
    document.body.dataset.state = "ready";
  }

  async searchOnce() {
    const { start, goal } = this.ends;
    if (!goal) {
      this.path = null;
      this.draw([], null);
      this.viewer.say(start ? "Click the goal." : "Click two places on the navmesh for the path between them.");
      return;
    }
    const ends = new Float64Array([...start, ...goal]);
    const [[points, , length, , status, reason, message], [line, links]] = await this.core.batch([["path", this.mesh, ends, "auto", "clamped", 1],
      ["ground_points", this.mesh]]);
    const isFound = status !== "FAILED";
    this.path = { points, length, status, reason, message, spent: this.core.spent };
    this.draw(isFound ? line : [], isFound ? links : null);
    this.viewer.say(message, reason !== "NONE");
  }

  /** points: x, y, z, …; links: of each point whether a link leads to the next one, null where arcs are among the points. */
  draw(points, links) {
    const { viewer } = this, count = points.length / 3, at = i => viewer.shown([points[3 * i], points[3 * i + 1], points[3 * i + 2]]), ends = [];
    for (let i = 0; i + 1 < count; i++) {
      const chain = links && links[i] >= 0 ? Route.arc(at(i), at(i + 1)) : [at(i), at(i + 1)];
      for (let k = 0; k + 1 < chain.length; k++) ends.push(...chain[k], ...chain[k + 1]);
    }
    viewer.showWay(new Float32Array(ends));
    viewer.panel.numbers(this.numbers());
  }

  static arc(a, b) {
    const PARTS = 12, height = 0.25 * Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
    return Array.from({ length: PARTS + 1 }, (_, i) => {
      const t = i / PARTS, place = a.map((value, k) => value + t * (b[k] - value));
      place[1] += 4 * height * t * (1 - t);
      return place;
    });
  }

  numbers() {
    const { path, ends } = this;
    if (!path) return [];
    return [["Start", Route.text(ends.start)], ["Goal", Route.text(ends.goal)], ["Path", path.status === "FAILED" ? "none" : `${path.length.toFixed(2)} m`],
      ["Points", `${path.points.length / 3}`], ["Status", path.reason === "NONE" ? path.status : `${path.status}, ${path.reason}`],
      ["Search", `${path.spent.toFixed(1)} ms`]];
  }

  static text(place) { return place.map(value => (Math.round(100 * value) / 100 || 0).toFixed(2)).join(", "); }
}
