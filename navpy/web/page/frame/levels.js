"use strict";
// Levels out of boxes and ramps, as the triangles that a bake takes: {vertices: Float32Array, triangles: Int32Array}, meters.
class Level {
  constructor() { this.places = []; this.corners = []; }

  box(x0, y0, z0, x1, y1, z1) { return this.prism([[x0, y1, z0], [x1, y1, z0], [x1, y1, z1], [x0, y1, z1]], y0); }

  /** A solid from y0 up to a top of four corners, clockwise seen from above with z down. */
  prism(top, y0) {
    const first = this.places.length / 3;
    for (const [x, y, z] of top) this.places.push(x, y, z, x, y0, z);
    const quad = (a, b, c, d) => this.corners.push(...[a, b, c, a, c, d].map(i => first + i));
    quad(0, 6, 4, 2);
    for (let i = 0; i < 4; i++) { const k = (i + 1) % 4; quad(2 * i, 2 * k, 2 * k + 1, 2 * i + 1); }
    quad(1, 3, 5, 7);
    return this;
  }

  data() { return { vertices: new Float32Array(this.places), triangles: new Int32Array(this.corners) }; }
}

/** A floor at y = 0 with walls, each [x0, z0, x1, z1] and as tall as nobody climbs. */
function walledFloor([x0, z0, x1, z1], walls) {
  const HEIGHT = 2.5, level = new Level().box(x0, -1, z0, x1, 0, z1);
  for (const [a, b, c, d] of walls) level.box(a, 0, b, c, HEIGHT, d);
  return level.data();
}

/** The settings of a bake as the core takes them: names and values in turn. */
const settingsOf = settings => Object.entries(settings).flat();
