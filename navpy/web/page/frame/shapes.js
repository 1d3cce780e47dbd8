"use strict";
// Collects colored triangles or lines for Surface. A triangle's color is darker the less it faces the light.
class Shapes {
  constructor() { this.positions = []; this.colors = []; }

  static LIGHT = [0.35, 0.85, 0.4];

  triangle(a, b, c, color, alpha = 255, lit = true) {
    let shade = 1;
    if (lit) {
      const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]], v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
      const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]], size = Math.hypot(...n) || 1;
      shade = 0.68 + 0.32 * Math.max(0, (n[0] * Shapes.LIGHT[0] + n[1] * Shapes.LIGHT[1] + n[2] * Shapes.LIGHT[2]) / size);
    }
    this.positions.push(...a, ...b, ...c);
    for (let i = 0; i < 3; i++) this.colors.push(color[0] * shade, color[1] * shade, color[2] * shade, alpha);
  }

  quad(a, b, c, d, color, alpha, lit) { this.triangle(a, b, c, color, alpha, lit); this.triangle(a, c, d, color, alpha, lit); }

  /** Top and sides; nobody sees the bottom. */
  box(x0, y0, z0, x1, y1, z1, top, side = top) {
    this.quad([x0, y1, z0], [x0, y1, z1], [x1, y1, z1], [x1, y1, z0], top);
    this.quad([x0, y0, z1], [x1, y0, z1], [x1, y1, z1], [x0, y1, z1], side);
    this.quad([x1, y0, z0], [x0, y0, z0], [x0, y1, z0], [x1, y1, z0], side);
    this.quad([x1, y0, z1], [x1, y0, z0], [x1, y1, z0], [x1, y1, z1], side);
    this.quad([x0, y0, z0], [x0, y0, z1], [x0, y1, z1], [x0, y1, z0], side);
  }

  line(a, b, color, alpha = 255) {
    this.positions.push(...a, ...b);
    this.colors.push(...color, alpha);
  }

  data(more) { return { positions: new Float32Array(this.positions), colors: new Uint8Array(this.colors), ...more }; }
}

/** The edges of triangles, each once: two vertices, and whether both sides belong to the same polygon. */
function edgesOf(triangles, owners) {
  const edges = new Map();
  for (let i = 0; i < triangles.length; i++) {
    const p = triangles[i], q = triangles[i % 3 === 2 ? i - 2 : i + 1], owner = owners[Math.floor(i / 3)], key = p < q ? `${p} ${q}` : `${q} ${p}`;
    edges.set(key, [p, q, edges.has(key) && edges.get(key)[3] === owner, owner]);
  }
  return edges.values();
}
