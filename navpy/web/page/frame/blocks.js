"use strict";
// Triangles or lines, in an order in which neighbors in space are near each other, as blocks with boxes around them, and with coarser versions of
// each block. What is out of sight is left out by blocks; what is far away is drawn coarsely while the camera moves; a ray visits the blocks in its way.
class Blocks {
  static SIZE = 1024;                   // triangles of a block: a ray tests that many in about 10 µs, and a million make 1,000 boxes
  static LINE = 2;                      // triangles that are drawn as fast as one line: its strip
  static FEW = 2048;                    // triangles of which no coarser version is made

  /** positions: x, y, z of each vertex, meters; index: the vertices of each element; corners: 3 of a triangle, 2 of a line; groups: one number a
   *  vertex, or null: vertices of different groups stay apart in coarse versions. */
  constructor(positions, index, corners, groups) {
    Object.assign(this, { positions, corners, groups, weight: corners === 2 ? Blocks.LINE : 1 });
    const count = index.length / corners, size = Blocks.SIZE / this.weight, blocks = Math.ceil(count / size);
    const first = Int32Array.from({ length: blocks }, (_, b) => b * size);
    const level = { cell: 0, index, first, count: first.map(at => Math.min(size, count - at)) };
    this.levels = [level];
    this.boxes = this.bound(level);
    this.addCoarseLevels();
    let offset = 0;
    for (const each of this.levels) { each.offset = offset; offset += each.index.length / corners; }
  }

  /** All levels, one behind the other; a level's elements begin at its offset. */
  whole() {
    const out = new Uint32Array(this.levels.reduce((sum, level) => sum + level.index.length, 0));
    for (const level of this.levels) out.set(level.index, level.offset * this.corners);
    return out;
  }

  /** x, y, z of the lowest and of the highest corner of each block. */
  bound({ index, first, count }) {
    const { positions: p, corners } = this, boxes = new Float32Array(6 * first.length);
    for (let b = 0; b < first.length; b++) {
      const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
      for (let i = corners * first[b]; i < corners * (first[b] + count[b]); i++) {
        for (let k = 0, at = 3 * index[i]; k < 3; k++, at++) {
          if (p[at] < low[k]) low[k] = p[at];
          if (p[at] > high[k]) high[k] = p[at];
        }
      }
      boxes.set([...low, ...high], 6 * b);
    }
    return boxes;
  }

  /** Each level has cells of twice the size of those of the level before it, the first ones twice as large as the elements are on average. Coarse lines
   *  would show nothing that is there: they have one level more, without any. */
  addCoarseLevels() {
    const box = this.box(), { first } = this.levels[0];
    let level = this.levels[0], cell = 2 * this.meanSize();
    if (this.corners === 2) this.levels.push({ cell, index: new Uint32Array(0), first: new Int32Array(first.length), count: new Int32Array(first.length) });
    else while (level.index.length > Blocks.FEW * this.corners && cell < Math.max(...box.map((value, i) => i < 3 ? box[i + 3] - value : 0)) / 4) {
      const next = this.coarsen(level, cell, box);
      if (next.index.length < 0.7 * level.index.length) this.levels.push(level = next);
      cell *= 2;
    }
  }

  box() {
    const out = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (let i = 0; i < this.boxes.length; i++) out[i % 6] = (i % 6 < 3 ? Math.min : Math.max)(out[i % 6], this.boxes[i]);
    return out;
  }

  /** Meters: the mean length of the first side of elements all over. */
  meanSize() {
    const SAMPLES = 1000, { positions: p, corners } = this, { index } = this.levels[0], count = index.length / corners, step = Math.max(1, count / SAMPLES);
    let sum = 0, found = 0;
    for (let i = 0; i < count; i += step, found++) {
      const a = 3 * index[corners * Math.floor(i)], b = 3 * index[corners * Math.floor(i) + 1];
      sum += Math.hypot(p[a] - p[b], p[a + 1] - p[b + 1], p[a + 2] - p[b + 2]);
    }
    return sum / found;
  }

  /** Vertex clustering (Rossignac & Borrel 1993): all vertices in a cell become the one nearest to their mean, and triangles that lose a corner go. Cells
   *  are flat: what stands on the ground then vanishes, where in cubes the ground would rise to its top. */
  coarsen({ index, first, count }, cell, [x0, y0, z0]) {
    const chosen = this.cluster(index, cell, x0, y0, z0), out = new Uint32Array(index.length);
    const level = { cell, first: new Int32Array(first.length), count: new Int32Array(first.length) };
    let size = 0;
    for (let b = 0; b < first.length; b++) {
      level.first[b] = size / 3;
      for (let i = 3 * first[b], end = i + 3 * count[b]; i < end; i += 3) {
        const a = chosen[index[i]], c = chosen[index[i + 1]], d = chosen[index[i + 2]];
        if (a === c || a === d || c === d) continue;
        out[size++] = a;
        out[size++] = c;
        out[size++] = d;
      }
      level.count[b] = size / 3 - level.first[b];
    }
    level.index = out.slice(0, size);
    return level;
  }

  /** Of each vertex the one that stands for its cell. */
  cluster(index, cell, x0, y0, z0) {
    const { positions: p } = this, cells = this.findCells(index, cell, x0, y0, z0);
    const sums = new Float64Array(4 * cells.length), nearest = new Float64Array(cells.length);
    const off = (v, c) => { let sum = 0; for (let k = 0; k < 3; k++) sum += (p[3 * v + k] - sums[4 * c + k] / sums[4 * c + 3]) ** 2; return sum; };
    const chosen = new Int32Array(cells.length).fill(-1);
    for (let v = 0; v < cells.length; v++) {
      if (cells[v] < 0) continue;
      for (let k = 0; k < 3; k++) sums[4 * cells[v] + k] += p[3 * v + k];
      sums[4 * cells[v] + 3]++;
    }
    for (let v = 0; v < cells.length; v++) {
      const c = cells[v];
      if (c < 0) continue;
      const distance = off(v, c);
      if (chosen[c] < 0 || distance < nearest[c]) { chosen[c] = v; nearest[c] = distance; }
    }
    return cells.map(c => c < 0 ? -1 : chosen[c]);
  }

  /** Of each vertex of these elements the first vertex in its cell, −1 of all others: a hash table with linear probing. */
  findCells(index, cell, x0, y0, z0) {
    const FLAT = 4, { positions: p, groups } = this, vertices = p.length / 3, mask = (1 << Math.ceil(Math.log2(2 * vertices))) - 1;
    const table = new Int32Array(mask + 1).fill(-1), found = new Int32Array(vertices).fill(-1), cells = new Int32Array(3 * vertices), scale = 1 / cell;
    for (let i = 0; i < index.length; i++) {
      const v = index[i];
      if (found[v] >= 0) continue;
      const x = Math.floor((p[3 * v] - x0) * scale), y = Math.floor((p[3 * v + 1] - y0) * scale * FLAT), z = Math.floor((p[3 * v + 2] - z0) * scale);
      const group = groups ? groups[v] : 0;
      cells[3 * v] = x, cells[3 * v + 1] = y, cells[3 * v + 2] = z;
      let at = Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791) ^ Math.imul(group, 40960001);
      for (at = (at ^ at >>> 15) & mask; ; at = at + 1 & mask) {
        const w = table[at];
        if (w < 0) { table[at] = found[v] = v; break; }
        if (cells[3 * w] === x && cells[3 * w + 1] === y && cells[3 * w + 2] === z && (!groups || groups[w] === group)) { found[v] = w; break; }
      }
    }
    return found;
  }

  /** Blocks that the camera sees, below a height, each with its distance along the view's axis: [block, meters, …]. */
  visible(matrix, cut) {
    const { boxes } = this, m = matrix, out = [];
    const planes = [[1, 0], [-1, 0], [1, 1], [-1, 1]].map(([sign, row]) => [0, 1, 2, 3].map(i => m[4 * i + 3] + sign * m[4 * i + row]));
    planes.push([m[3], m[7], m[11], m[15]]);
    for (let b = 0; b < boxes.length / 6; b++) {
      const at = 6 * b;
      if (boxes[at + 1] > cut) continue;
      const isSeen = planes.every(([a, c, d, e]) => (
        a * boxes[at + (a > 0 ? 3 : 0)] + c * boxes[at + (c > 0 ? 4 : 1)] + d * boxes[at + (d > 0 ? 5 : 2)] + e > 0));
      if (!isSeen) continue;
      const depth = planes[4].reduce((sum, value, i) => sum + value * (i < 3 ? (boxes[at + i] + boxes[at + 3 + i]) / 2 : 1), 0);
      const radius = Math.hypot(boxes[at + 3] - boxes[at], boxes[at + 4] - boxes[at + 1], boxes[at + 5] - boxes[at + 2]) / 2;
      out.push(b, Math.max(depth - radius, 0));
    }
    return out;
  }

  /** The coarsest level whose cells are at most `share` of a block's distance. */
  levelAt(meters, share) {
    let level = this.levels.length - 1;
    while (level > 0 && this.levels[level].cell > share * meters) level--;
    return level;
  }

  /** What the visible blocks cost, drawn with such cells: as many triangles. */
  countOf(visible, share) {
    let sum = 0;
    for (let i = 0; i < visible.length; i += 2) sum += this.levels[this.levelAt(visible[i + 1], share)].count[visible[i]];
    return sum * this.weight;
  }

  /** The same as ranges of the whole index: [first element, number, …]. */
  rangesOf(visible, share) {
    const out = [];
    for (let i = 0; i < visible.length; i += 2) {
      const level = this.levels[this.levelAt(visible[i + 1], share)], first = level.offset + level.first[visible[i]], count = level.count[visible[i]];
      if (out.length && out.at(-2) + out.at(-1) === first) out[out.length - 1] += count;
      else if (count) out.push(first, count);
    }
    return out;
  }

  /** The nearest triangle that a ray meets below a height: {element, along}, `along` in lengths of the direction; null where it meets none. hides(vertex):
   *  triangles with this vertex are not seen. */
  meet(eye, direction, cut, hides) {
    const { boxes } = this, { index, first, count } = this.levels[0];
    let best = null;
    for (let b = 0; b < first.length; b++) {
      let near = 0, far = best ? best.along : Infinity;
      for (let k = 0; k < 3; k++) {
        const low = boxes[6 * b + k] - eye[k], high = boxes[6 * b + 3 + k] - eye[k];
        if (direction[k] === 0) { if (low > 0 || high < 0) far = -1; continue; }
        const s = low / direction[k], t = high / direction[k];
        near = Math.max(near, Math.min(s, t));
        far = Math.min(far, Math.max(s, t));
      }
      if (!(near <= far)) continue;
      for (let i = first[b]; i < first[b] + count[b]; i++) {
        const along = this.meetTriangle(index, i, eye, direction);
        if (!(along > 0) || best && along >= best.along) continue;
        if (eye[1] + along * direction[1] <= cut && !(hides && hides(index[3 * i]))) best = { element: i, along };
      }
    }
    return best;
  }

  /** Möller & Trumbore 1997; 0 where the ray misses the triangle. */
  meetTriangle(index, i, [ex, ey, ez], [dx, dy, dz]) {
    const p = this.positions, a = 3 * index[3 * i], b = 3 * index[3 * i + 1], c = 3 * index[3 * i + 2];
    const ux = p[b] - p[a], uy = p[b + 1] - p[a + 1], uz = p[b + 2] - p[a + 2], vx = p[c] - p[a], vy = p[c + 1] - p[a + 1], vz = p[c + 2] - p[a + 2];
    const hx = dy * vz - dz * vy, hy = dz * vx - dx * vz, hz = dx * vy - dy * vx, scale = 1 / (ux * hx + uy * hy + uz * hz);
    const sx = ex - p[a], sy = ey - p[a + 1], sz = ez - p[a + 2], u = scale * (sx * hx + sy * hy + sz * hz);
    if (!(u >= 0 && u <= 1)) return 0;
    const qx = sy * uz - sz * uy, qy = sz * ux - sx * uz, qz = sx * uy - sy * ux, v = scale * (dx * qx + dy * qy + dz * qz);
    return v >= 0 && u + v <= 1 ? scale * (vx * qx + vy * qy + vz * qz) : 0;
  }
}
