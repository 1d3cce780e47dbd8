"use strict";
// Colored triangles and lines in three dimensions by WebGL 2, and a camera that orbits. Layers are drawn in the order of their names' first use;
// each is {positions: Float32Array, colors: Uint8Array (r, g, b, a)} of triangles, or of lines, two ends each.
class Surface {
  static SHADED = [`#version 300 es
    uniform mat4 camera;
    layout(location = 0) in vec3 place;
    layout(location = 1) in vec4 color;
    out vec4 paint;
    void main() { gl_Position = camera * vec4(place, 1.0); paint = color; }`, `#version 300 es
    precision mediump float;
    in vec4 paint;
    out vec4 color;
    void main() { color = vec4(paint.rgb * paint.a, paint.a); }`];
  // A line is a strip as wide as `width` pixels, a little nearer to the eye than what it lies on.
  static LINES = [`#version 300 es
    uniform mat4 camera;
    uniform vec2 size;
    uniform float width;
    layout(location = 0) in vec3 from;
    layout(location = 1) in vec3 to;
    layout(location = 2) in vec4 color;
    out vec4 paint;
    void main() {
      vec4 a = camera * vec4(from, 1.0), b = camera * vec4(to, 1.0);
      vec2 along = (b.xy / b.w - a.xy / a.w) * size;
      vec2 across = length(along) > 0.0 ? normalize(vec2(-along.y, along.x)) : vec2(0.0);
      vec4 at = (gl_VertexID & 1) == 0 ? a : b;
      at.xy += ((gl_VertexID & 2) == 0 ? 1.0 : -1.0) * across * width / size * at.w;
      at.z -= 0.0006 * at.w;
      gl_Position = at;
      paint = color;
    }`, Surface.SHADED[1]];

  constructor(canvas) {
    this.canvas = canvas;
    this.gl = canvas.getContext("webgl2", { antialias: true, premultipliedAlpha: true });
    if (!this.gl) throw new Error("this browser has no WebGL 2");
    this.triangles = this.program(...Surface.SHADED);
    this.lines = this.program(...Surface.LINES);
    this.layers = new Map();
    this.camera = { yaw: -0.6, pitch: 0.85, distance: 40, target: [0, 0, 0] };
    this.orbit();
  }

  program(vertex, fragment) {
    const gl = this.gl, out = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(out, shader);
    }
    gl.linkProgram(out);
    if (!gl.getProgramParameter(out, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(out));
    return out;
  }

  orbit() {
    const pointers = new Map();
    this.canvas.onpointerdown = event => { this.canvas.setPointerCapture(event.pointerId); pointers.set(event.pointerId, event); };
    this.canvas.onpointerup = this.canvas.onpointercancel = event => pointers.delete(event.pointerId);
    this.canvas.onpointermove = event => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      pointers.set(event.pointerId, event);
      const dx = event.clientX - before.clientX, dy = event.clientY - before.clientY;
      this.camera.yaw -= dx * 0.006;
      this.camera.pitch = Math.min(1.5, Math.max(0.12, this.camera.pitch + dy * 0.006));
      this.turned();
    };
    this.canvas.onwheel = event => {
      event.preventDefault();
      this.camera.distance *= Math.exp(event.deltaY * 0.001);
      this.turned();
    };
  }

  turned() { this.draw(); if (this.onturned) this.onturned(); }

  /** The camera looks at a box from where all of it is seen. */
  lookAt(low, high) {
    this.camera.target = low.map((value, i) => (value + high[i]) / 2);
    this.camera.distance = 1.22 * Math.hypot(...low.map((value, i) => high[i] - value));
  }

  set(name, { positions, colors, lines = false, width = 2 }) {
    const gl = this.gl;
    if (this.layers.has(name)) this.remove(name);
    const layer = { lines, width, count: lines ? positions.length / 6 : positions.length / 3, places: gl.createBuffer(), paints: gl.createBuffer(),
      array: gl.createVertexArray() };
    gl.bindVertexArray(layer.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, layer.places);
    gl.bufferData(gl.ARRAY_BUFFER, positions, gl.STATIC_DRAW);
    if (lines) this.pointer(0, 3, gl.FLOAT, 24, 0, 1), this.pointer(1, 3, gl.FLOAT, 24, 12, 1);
    else this.pointer(0, 3, gl.FLOAT, 12, 0, 0);
    gl.bindBuffer(gl.ARRAY_BUFFER, layer.paints);
    gl.bufferData(gl.ARRAY_BUFFER, colors, gl.STATIC_DRAW);
    this.pointer(lines ? 2 : 1, 4, gl.UNSIGNED_BYTE, 4, 0, lines ? 1 : 0);
    gl.bindVertexArray(null);
    this.layers.set(name, layer);
  }

  pointer(place, size, type, stride, offset, divisor) {
    const gl = this.gl;
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, size, type, type === gl.UNSIGNED_BYTE, stride, offset);
    gl.vertexAttribDivisor(place, divisor);
  }

  remove(name) {
    const layer = this.layers.get(name);
    this.gl.deleteBuffer(layer.places);
    this.gl.deleteBuffer(layer.paints);
    this.gl.deleteVertexArray(layer.array);
    this.layers.delete(name);
  }

  clear() { [...this.layers.keys()].forEach(name => this.remove(name)); }

  axes() {
    const { yaw, pitch, distance, target } = this.camera;
    const back = [Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch)];
    const right = [Math.cos(yaw), 0, -Math.sin(yaw)];
    const up = [back[1] * right[2] - back[2] * right[1], back[2] * right[0] - back[0] * right[2], back[0] * right[1] - back[1] * right[0]];
    return { back, right, up, eye: target.map((value, i) => value + distance * back[i]) };
  }

  /** Column by column; the field of view is 45 degrees of the shorter side. */
  matrix() {
    const { back, right, up, eye } = this.axes(), { clientWidth: width, clientHeight: height } = this.canvas;
    const near = this.camera.distance / 100, far = this.camera.distance * 10, f = 1 / Math.tan(Math.PI / 8);
    const shorter = Math.min(width, height), fx = f * shorter / width, fy = f * shorter / height, dot = a => -(a[0] * eye[0] + a[1] * eye[1] + a[2] * eye[2]);
    const a = (far + near) / (near - far), b = 2 * far * near / (near - far), out = [];
    for (let i = 0; i < 3; i++) out.push(fx * right[i], fy * up[i], a * back[i], -back[i]);
    out.push(fx * dot(right), fy * dot(up), a * dot(back) + b, -dot(back));
    return new Float32Array(out);
  }

  project([x, y, z]) {
    const m = this.matrix(), w = m[3] * x + m[7] * y + m[11] * z + m[15];
    const px = (m[0] * x + m[4] * y + m[8] * z + m[12]) / w, py = (m[1] * x + m[5] * y + m[9] * z + m[13]) / w;
    return [(px + 1) / 2 * this.canvas.clientWidth, (1 - py) / 2 * this.canvas.clientHeight];
  }

  /** The place of the plane y = 0 under a pixel, [x, z]; null above the horizon. */
  unproject(px, py) {
    const { back, right, up, eye } = this.axes(), { clientWidth: width, clientHeight: height } = this.canvas, shorter = Math.min(width, height);
    const sx = (2 * px - width) / shorter * Math.tan(Math.PI / 8), sy = (height - 2 * py) / shorter * Math.tan(Math.PI / 8);
    const ray = [0, 1, 2].map(i => sx * right[i] + sy * up[i] - back[i]);
    if (ray[1] > -1e-6) return null;
    const along = -eye[1] / ray[1];
    return [eye[0] + along * ray[0], eye[2] + along * ray[2]];
  }

  draw() {
    const gl = this.gl, ratio = window.devicePixelRatio || 1, width = Math.round(this.canvas.clientWidth * ratio),
      height = Math.round(this.canvas.clientHeight * ratio);
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const camera = this.matrix();
    for (const layer of this.layers.values()) {
      const program = layer.lines ? this.lines : this.triangles;
      gl.useProgram(program);
      gl.uniformMatrix4fv(gl.getUniformLocation(program, "camera"), false, camera);
      gl.bindVertexArray(layer.array);
      if (layer.lines) {
        gl.uniform2f(gl.getUniformLocation(program, "size"), width, height);
        gl.uniform1f(gl.getUniformLocation(program, "width"), layer.width * ratio);
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, layer.count);
      } else gl.drawArrays(gl.TRIANGLES, 0, layer.count);
    }
    gl.bindVertexArray(null);
  }
}
