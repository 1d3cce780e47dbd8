"use strict";
// A view from above on a canvas: x to the right, z down, as the world seen from +y. Places are in meters.
class Plan {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.world = [0, 0, 1, 1];
  }

  /** The part of the world that is shown: all of it fits, centered. */
  setWorld(x0, z0, x1, z1) { this.world = [x0, z0, x1, z1]; this.fit(); }

  fit() {
    const MARGIN = 20, { clientWidth: width, clientHeight: height } = this.canvas, ratio = window.devicePixelRatio || 1;
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
    }
    const [x0, z0, x1, z1] = this.world;
    this.scale = Math.max(1e-6, Math.min((width - 2 * MARGIN) / (x1 - x0), (height - 2 * MARGIN) / (z1 - z0)));
    this.left = (width - this.scale * (x1 - x0)) / 2 - this.scale * x0;
    this.top = (height - this.scale * (z1 - z0)) / 2 - this.scale * z0;
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  x(x) { return this.left + this.scale * x; }
  y(z) { return this.top + this.scale * z; }
  project(place) { return [this.x(place[0]), this.y(place[place.length - 1])]; }
  unproject(px, py) { return [(px - this.left) / this.scale, (py - this.top) / this.scale]; }

  clear() {
    this.fit();
    this.context.clearRect(0, 0, this.canvas.clientWidth, this.canvas.clientHeight);
  }

  /** A path of x, z pairs. */
  trace(points, closed) {
    const c = this.context;
    c.beginPath();
    for (let i = 0; i < points.length; i += 2) c.lineTo(this.x(points[i]), this.y(points[i + 1]));
    if (closed) c.closePath();
  }

  fill(points, color) { this.trace(points, true); this.context.fillStyle = color; this.context.fill(); }

  stroke(points, color, width = 1, { closed = false, dash = [] } = {}) {
    this.trace(points, closed);
    Object.assign(this.context, { strokeStyle: color, lineWidth: width, lineJoin: "round", lineCap: "round" });
    this.context.setLineDash(dash);
    this.context.stroke();
    this.context.setLineDash([]);
  }

  rect(x0, z0, x1, z1, color, edge) {
    const c = this.context, px = this.x(x0), py = this.y(z0), width = this.scale * (x1 - x0), height = this.scale * (z1 - z0);
    c.fillStyle = color;
    c.fillRect(px, py, width, height);
    if (edge) { Object.assign(c, { strokeStyle: edge, lineWidth: 1 }); c.strokeRect(px, py, width, height); }
  }

  disc(x, z, radius, color, edge, width = 1.5) {
    const c = this.context;
    c.beginPath();
    c.arc(this.x(x), this.y(z), Math.max(this.scale * radius, 1), 0, 2 * Math.PI);
    if (color) { c.fillStyle = color; c.fill(); }
    if (edge) { Object.assign(c, { strokeStyle: edge, lineWidth: width }); c.stroke(); }
  }

  /** Many discs of one color: [x, z, …]. */
  discs(places, radius, color) {
    const c = this.context, size = Math.max(this.scale * radius, 1);
    c.beginPath();
    for (let i = 0; i < places.length; i += 2) {
      const px = this.x(places[i]), py = this.y(places[i + 1]);
      c.moveTo(px + size, py);
      c.arc(px, py, size, 0, 2 * Math.PI);
    }
    c.fillStyle = color;
    c.fill();
  }

  /** Many separate lines of one color: [x, z, x, z, …]. */
  lines(ends, color, width = 1) {
    const c = this.context;
    c.beginPath();
    for (let i = 0; i < ends.length; i += 4) {
      c.moveTo(this.x(ends[i]), this.y(ends[i + 1]));
      c.lineTo(this.x(ends[i + 2]), this.y(ends[i + 3]));
    }
    Object.assign(c, { strokeStyle: color, lineWidth: width, lineCap: "round" });
    c.stroke();
  }

  /** Many arrow heads of one color: [x, z, direction in radians, …]. */
  darts(places, size, color) {
    const WINGS = 2.6, c = this.context;
    c.beginPath();
    for (let i = 0; i < places.length; i += 3) {
      const [x, z, turn] = [places[i], places[i + 1], places[i + 2]];
      c.moveTo(this.x(x + size * Math.cos(turn)), this.y(z + size * Math.sin(turn)));
      for (const wing of [WINGS, -WINGS]) c.lineTo(this.x(x + size * Math.cos(turn + wing)), this.y(z + size * Math.sin(turn + wing)));
      c.closePath();
    }
    c.fillStyle = color;
    c.fill();
  }

  arrow(x, z, dx, dz, color, width = 2) {
    const c = this.context, px = this.x(x), py = this.y(z), qx = this.x(x + dx), qy = this.y(z + dz), size = Math.hypot(qx - px, qy - py);
    if (size < 2) return;
    const ux = (qx - px) / size, uy = (qy - py) / size, head = Math.min(9, size / 2);
    Object.assign(c, { strokeStyle: color, fillStyle: color, lineWidth: width, lineCap: "round" });
    c.beginPath(); c.moveTo(px, py); c.lineTo(qx - ux * head, qy - uy * head); c.stroke();
    c.beginPath(); c.moveTo(qx, qy);
    c.lineTo(qx - ux * head - uy * head * 0.55, qy - uy * head + ux * head * 0.55);
    c.lineTo(qx - ux * head + uy * head * 0.55, qy - uy * head - ux * head * 0.55);
    c.fill();
  }

  text(text, x, z, color, { align = "center", shift = 0, size = 12 } = {}) {
    Object.assign(this.context, { fillStyle: color, font: `${size}px system-ui, "DejaVu Sans", sans-serif`, textAlign: align, textBaseline: "middle" });
    this.context.fillText(text, this.x(x), this.y(z) + shift);
  }
}
