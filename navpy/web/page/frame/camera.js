"use strict";
// A camera that orbits around a target, and what moves it: a drag turns it, the right button, Shift or two fingers shift it, the wheel and two
// fingers zoom about the place below them, which stays there.
class Camera {
  static HALF_FIELD = Math.tan(Math.PI / 8);        // the field of view is 45 degrees of the shorter side
  static STEEPEST = 1.55;                           // radians; at a right angle the yaw would be no direction

  /** depthAt(x, y): meters along the view's axis to what is seen at a pixel, or null; moved(): called after each movement. */
  constructor(canvas, depthAt, moved) {
    // reach: meters, the size of all that is drawn
    Object.assign(this, { canvas, depthAt, moved, yaw: -0.6, pitch: 0.85, distance: 40, target: [0, 0, 0], reach: 0 });
    this.listen();
  }

  /** From the same side, such that a box fills the picture: the least distance and the shift that keep its corners between the picture's sides. The
   *  target is then put to the height of the box's middle, so that what is drawn turns around itself. */
  lookAt(low, high) {
    const MARGIN = 1.06, LEAST = 0.1, { back, right, up } = this.axes(), { clientWidth: width, clientHeight: height } = this.canvas;
    const shorter = Math.min(width, height), middle = low.map((value, i) => (value + high[i]) / 2), along = (axis, corner) => (
      axis.reduce((sum, value, i) => sum + value * (corner >> i & 1 ? high[i] - middle[i] : low[i] - middle[i]), 0));
    const fit = (axis, side) => {
      const field = Camera.HALF_FIELD * (shorter ? side / shorter : 1) / MARGIN, corners = [0, 1, 2, 3, 4, 5, 6, 7];
      const most = Math.max(...corners.map(corner => along(axis, corner) + field * along(back, corner)));
      const least = Math.min(...corners.map(corner => along(axis, corner) - field * along(back, corner)));
      return { distance: (most - least) / (2 * field), shift: (most + least) / 2 };
    };
    const aside = fit(right, width), above = fit(up, height), distance = Math.max(aside.distance, above.distance, LEAST);
    const nearer = Math.min(Math.max(-above.shift * up[1] / back[1], -distance / 2), distance / 2);
    this.target = middle.map((value, i) => value + aside.shift * right[i] + above.shift * up[i] + nearer * back[i]);
    this.distance = distance - nearer;
  }

  axes() {
    const { yaw, pitch, distance, target } = this;
    const back = [Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch)];
    const right = [Math.cos(yaw), 0, -Math.sin(yaw)];
    const up = [back[1] * right[2] - back[2] * right[1], back[2] * right[0] - back[0] * right[2], back[0] * right[1] - back[1] * right[0]];
    return { back, right, up, eye: target.map((value, i) => value + distance * back[i]) };
  }

  /** [p, q]: what lies d meters away along the view's axis has the depth p d + q in clip space. */
  depths() {
    const near = this.distance / 100, far = Math.max(10 * this.distance, this.distance + 2 * this.reach);
    return [(far + near) / (far - near), 2 * far * near / (near - far)];
  }

  /** From places to clip space, column by column. */
  matrix() {
    const { back, right, up, eye } = this.axes(), { clientWidth: width, clientHeight: height } = this.canvas, [p, q] = this.depths();
    const f = Math.min(width, height) / Camera.HALF_FIELD, fx = f / width, fy = f / height, dot = a => -(a[0] * eye[0] + a[1] * eye[1] + a[2] * eye[2]);
    const out = [];
    for (let i = 0; i < 3; i++) out.push(fx * right[i], fy * up[i], -p * back[i], -back[i]);
    out.push(fx * dot(right), fy * dot(up), -p * dot(back) + q, -dot(back));
    return new Float32Array(out);
  }

  /** The pixel of a place; null behind the camera. */
  project([x, y, z]) {
    const m = this.matrix(), w = m[3] * x + m[7] * y + m[11] * z + m[15];
    if (w <= 0) return null;
    const px = (m[0] * x + m[4] * y + m[8] * z + m[12]) / w, py = (m[1] * x + m[5] * y + m[9] * z + m[13]) / w;
    return [(px + 1) / 2 * this.canvas.clientWidth, (1 - py) / 2 * this.canvas.clientHeight];
  }

  /** What a pixel shows: from the eye, a direction whose component along the view's axis is 1. */
  ray(px, py) {
    const { back, right, up, eye } = this.axes(), { clientWidth: width, clientHeight: height } = this.canvas, shorter = Math.min(width, height);
    const sx = (2 * px - width) / shorter * Camera.HALF_FIELD, sy = (height - 2 * py) / shorter * Camera.HALF_FIELD;
    return { eye, direction: [0, 1, 2].map(i => sx * right[i] + sy * up[i] - back[i]) };
  }

  /** The place that is seen at a pixel; where nothing is, one as far away as the target. */
  placeAt(px, py) {
    const { eye, direction } = this.ray(px, py), depth = this.depthAt(px, py) ?? this.distance;
    return eye.map((value, i) => value + depth * direction[i]);
  }

  turn(yaw, pitch) {
    const FLATTEST = 0.05;
    this.yaw += yaw;
    this.pitch = Math.min(Camera.STEEPEST, Math.max(FLATTEST, this.pitch + pitch));
    this.moved();
  }

  /** What lies `depth` meters away follows the pointer by so many pixels. */
  shift(dx, dy, depth) {
    const { right, up } = this.axes(), meters = 2 * depth * Camera.HALF_FIELD / Math.min(this.canvas.clientWidth, this.canvas.clientHeight);
    this.target = this.target.map((value, i) => value - meters * (dx * right[i] - dy * up[i]));
    this.moved();
  }

  /** The distance times a factor; the place that is seen at a pixel stays there. */
  zoom(factor, px, py, place = this.placeAt(px, py)) {
    const LEAST = 0.05, most = Math.max(5 * this.reach, 100);        // meters
    const share = Math.min(Math.max(this.distance * factor, LEAST), most) / this.distance;
    this.distance *= share;
    this.target = this.target.map((value, i) => place[i] + share * (value - place[i]));
    this.moved();
  }

  listen() {
    const TURN = 0.006, WHEEL = 0.001, LINE = 33, { canvas } = this;      // radians a pixel; logarithm of a zoom by a pixel; pixels of a wheel's line
    const pointers = new Map();
    let depth = 0;
    canvas.addEventListener("contextmenu", event => event.preventDefault());
    canvas.addEventListener("pointerdown", event => {
      canvas.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, event);
      depth = this.depthAt(event.offsetX, event.offsetY) ?? this.distance;
    });
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, event => pointers.delete(event.pointerId));
    canvas.addEventListener("pointermove", event => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const other = [...pointers.values()].find(each => each.pointerId !== event.pointerId);
      pointers.set(event.pointerId, event);
      const dx = event.clientX - before.clientX, dy = event.clientY - before.clientY;
      if (other) this.pinch(before, event, other);
      else if (event.shiftKey || event.buttons & 6) this.shift(dx, dy, depth);
      else this.turn(-dx * TURN, dy * TURN);
    });
    canvas.addEventListener("wheel", event => {
      event.preventDefault();
      this.zoom(Math.exp(WHEEL * event.deltaY * (event.deltaMode ? LINE : 1)), event.offsetX, event.offsetY);
    }, { passive: false });
  }

  /** One of two fingers has moved: by half of that the picture moves along, and it grows as the fingers part. */
  pinch(before, now, other) {
    const gap = event => Math.max(Math.hypot(event.clientX - other.clientX, event.clientY - other.clientY), 1);
    this.zoom(gap(before) / gap(now), (now.offsetX + other.offsetX) / 2, (now.offsetY + other.offsetY) / 2);
    this.shift((now.clientX - before.clientX) / 2, (now.clientY - before.clientY) / 2, this.distance);
  }
}
