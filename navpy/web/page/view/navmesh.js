"use strict";
// The navmesh's colors, and which of its islands are shown.
class Navmesh {
  /** page.navmesh has palette, ground (the area id of plain ground), islands (their m², the largest first) and areas ([name, m², color]). */
  constructor(page, arrays) {
    Object.assign(this, page.navmesh, { positions: arrays["surface positions"], index: arrays["surface index"], owners: arrays["surface polygons"],
      islandOf: arrays.islands, areaOf: arrays.areas, off: new Set() });
  }

  /** What a triangle of the surface belongs to. */
  at(element) {
    const polygon = this.owners[this.index[3 * element]];
    return { polygon, island: this.islandOf[polygon], area: this.areaOf[polygon] };
  }

  /** Islands of the vertices of the surface: coarse versions keep them apart. */
  groups() { return this.owners.map(polygon => this.islandOf[polygon]); }

  colorOf(island) { return this.palette[island % this.palette.length]; }

  /** r, g, b, a of each vertex. by: "island", "area" or "polygon". */
  colors(by) {
    const { palette, owners, islandOf, areaOf, ground, off } = this, out = new Uint8Array(4 * owners.length);
    const numberOf = { island: polygon => islandOf[polygon], area: polygon => ground - areaOf[polygon], polygon: polygon => polygon }[by];
    owners.forEach((polygon, v) => this.put(out, v, palette[numberOf(polygon) % palette.length], off.has(islandOf[polygon])));
    return out;
  }

  /** The same for vertices of lines along the surface, which lie on islands. */
  lineColors(islands, color) {
    const out = new Uint8Array(4 * islands.length);
    islands.forEach((island, v) => this.put(out, v, color, this.off.has(island)));
    return out;
  }

  put(out, vertex, color, isOff) {
    out[4 * vertex] = color[0];
    out[4 * vertex + 1] = color[1];
    out[4 * vertex + 2] = color[2];
    out[4 * vertex + 3] = isOff ? 0 : 255;
  }

  /** [low, high] of each island, found once. */
  boxes() {
    if (!this.found) {
      this.found = this.islands.map(() => [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]]);
      this.owners.forEach((polygon, v) => {
        const [low, high] = this.found[this.islandOf[polygon]];
        for (let k = 0; k < 3; k++) {
          low[k] = Math.min(low[k], this.positions[3 * v + k]);
          high[k] = Math.max(high[k], this.positions[3 * v + k]);
        }
      });
    }
    return this.found;
  }
}
