"use strict";
// Colored triangles and lines in three dimensions by WebGL 2. Layers are drawn in the order of their names' first use; each is
//   {positions: Float32Array, colors: Uint8Array (r, g, b, a)}           of triangles, three places each, or of lines, two ends and one color each
//   {positions, index: Uint32Array, colors or color: [r, g, b, a]}       of elements that share vertices; blocks.js has these drawn fast
// and has lines: true, width (pixels of a line), lift (meters by which it is nearer to the eye than its places are), lit: true (facets are darker the less
// they face the light), through (the opacity of what others hide), uncut: true (no height cuts it), hidden: true, groups (see Blocks).
//
// A machine without a graphics card draws few triangles a frame: `budget` follows from how long frames take. What exceeds it is drawn coarsely while the
// camera moves, and then all of it part by part.
class Surface {
  static NO_WEBGL = "This browser has no WebGL 2, which draws this view: switch its graphics acceleration on, or open the page in another browser.";
  static LIGHT = "vec3(0.35, 0.85, 0.4)";
  static SAMPLES = 4;                   // of a pixel, once the camera rests
  static PIXELS = 60;                   // pixels that a processor fills as fast as it draws one more triangle
  static FIRST_BUDGET = 25000;          // triangles that two processors draw in a thirtieth of a second
  static FAST = 20;                     // milliseconds: a frame that takes less than this may draw more, …
  static SLOW = 26;                     // … one that takes more has to draw less, to stay below a thirtieth of a second
  static LINE_LIFT = 0.03;              // of the camera's distance: lift of lines that have none of their own

  static VERTEX = `
    uniform mat4 camera;
    uniform vec2 depths;
    uniform float lift;
    vec4 seen(vec3 place) {             // the depth is that of a place nearer to the eye
      vec4 at = camera * vec4(place, 1.0);
      if (at.w > lift) at.z = (depths.x + depths.y / (at.w - lift)) * at.w;
      return at;
    }`;
  static TRIANGLES = `${Surface.VERTEX}
    layout(location = 0) in vec3 place;
    layout(location = 1) in vec4 color;
    out vec3 spot;
    out vec4 paint;
    void main() {
      gl_Position = color.a > 0.0 ? seen(place) : vec4(2.0, 2.0, 2.0, 1.0);
      spot = place;
      paint = color;
    }`;
  // A line is a strip as wide as `width` pixels.
  static LINES = `${Surface.VERTEX}
    uniform vec2 size;
    uniform float width;
    layout(location = 0) in vec3 from;
    layout(location = 2) in vec3 to;
    layout(location = 1) in vec4 color;
    out vec3 spot;
    out vec4 paint;
    void main() {
      vec4 a = camera * vec4(from, 1.0), b = camera * vec4(to, 1.0);
      vec2 along = (b.xy / b.w - a.xy / a.w) * size;
      vec2 across = length(along) > 0.0 ? normalize(vec2(-along.y, along.x)) : vec2(0.0);
      bool first = (gl_VertexID & 1) == 0;
      spot = first ? from : to;
      gl_Position = color.a > 0.0 ? seen(spot) : vec4(2.0, 2.0, 2.0, 1.0);
      gl_Position.xy += ((gl_VertexID & 2) == 0 ? 1.0 : -1.0) * across * width / size * gl_Position.w;
      paint = color;
    }`;
  static FRAGMENT = `
    precision highp float;
    uniform float cut, fade;
    in vec3 spot;
    in vec4 paint;
    out vec4 color;
    void main() {
    #ifdef CUT
      if (spot.y > cut) discard;
    #endif
      float shade = 1.0;
    #ifdef LIT
      shade = 0.68 + 0.32 * max(0.0, dot(normalize(cross(dFdx(spot), dFdy(spot))), ${Surface.LIGHT}));
    #endif
      float alpha = paint.a * fade;
      color = vec4(paint.rgb * shade * alpha, alpha);
    }`;

  constructor(canvas) {
    this.canvas = canvas;
    this.gl = canvas.getContext("webgl2", { antialias: false, premultipliedAlpha: true });
    if (!this.gl) throw new Error(Surface.NO_WEBGL);
    this.camera = new Camera(canvas, (x, y) => { const hit = this.pick(x, y); return hit && hit.depth; }, () => this.turned());
    Object.assign(this, { programs: new Map(), layers: new Map(), cut: Infinity, budget: Surface.FIRST_BUDGET, rest: [], restAt: 0, drawnAt: -Infinity });
    this.smooth = this.gl.createFramebuffer();
  }

  program(lines, lit, cut) {
    const key = `${lines} ${lit} ${cut}`;
    if (!this.programs.has(key)) {
      const head = `#version 300 es\n${cut ? "#define CUT\n" : ""}${lit ? "#define LIT\n" : ""}`;
      this.programs.set(key, this.compile(head + (lines ? Surface.LINES : Surface.TRIANGLES), head + Surface.FRAGMENT));
    }
    return this.programs.get(key);
  }

  compile(vertex, fragment) {
    const gl = this.gl, out = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(out, shader);
    }
    gl.linkProgram(out);
    if (!gl.getProgramParameter(out, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(out));
    out.places = Object.fromEntries(["camera", "depths", "lift", "size", "width", "cut", "fade"].map(name => [name, gl.getUniformLocation(out, name)]));
    return out;
  }

  lookAt(low, high) { this.camera.lookAt(low, high); }
  project(place) { return this.camera.project(place); }

  /** The place of the plane y = 0 under a pixel, [x, z]; null above the horizon. */
  unproject(px, py) {
    const { eye, direction } = this.camera.ray(px, py);
    if (direction[1] > -1e-6) return null;
    const along = -eye[1] / direction[1];
    return [eye[0] + along * direction[0], eye[2] + along * direction[2]];
  }

  /** What is seen at a pixel, of the triangles that have an index: {name, element, place, depth (meters along the view's axis)}; null where nothing is. */
  pick(px, py) {
    const { eye, direction } = this.camera.ray(px, py);
    let best = null, nearest = Infinity;
    for (const [name, layer] of this.layers) {
      if (layer.hidden || layer.lines || !layer.blocks) continue;
      const { colors } = layer, hit = layer.blocks.meet(eye, direction, layer.uncut ? Infinity : this.cut, colors && (vertex => colors[4 * vertex + 3] === 0));
      if (!hit || hit.along - layer.lift >= nearest) continue;
      nearest = hit.along - layer.lift;
      best = { name, element: hit.element, depth: hit.along, place: eye.map((value, i) => value + hit.along * direction[i]) };
    }
    return best;
  }

  set(name, { positions, index = null, colors = null, color = null, lines = false, width = 2, lift = lines ? null : 0, groups = null, ...traits }) {
    if (this.layers.has(name)) this.remove(name);
    const gl = this.gl, corners = lines ? 2 : 3, blocks = index && new Blocks(positions, index, corners, groups);
    const layer = { ...traits, lines, width, lift, color, colors, blocks, array: gl.createVertexArray(), buffers: [] };
    layer.count = blocks ? index.length / corners : positions.length / (3 * corners);
    gl.bindVertexArray(layer.array);
    if (lines) this.fillLines(layer, positions, colors);
    else this.fillTriangles(layer, positions, colors);
    gl.bindVertexArray(null);
    this.layers.set(name, layer);
  }

  fillTriangles(layer, positions, colors) {
    const gl = this.gl;
    this.fill(layer, gl.ARRAY_BUFFER, positions);
    this.pointer(0, 3, gl.FLOAT, 12, 0);
    if (colors) {
      layer.paints = this.fill(layer, gl.ARRAY_BUFFER, colors);
      this.pointer(1, 4, gl.UNSIGNED_BYTE, 4, 0);
    }
    if (layer.blocks) this.fill(layer, gl.ELEMENT_ARRAY_BUFFER, layer.blocks.whole());
  }

  /** Four corners of each line's strip, which all have both ends. Instances would do with one, but a processor draws each of these on its own. */
  fillLines(layer, positions, colors) {
    const gl = this.gl, { blocks } = layer, whole = blocks && blocks.whole(), count = whole ? whole.length / 2 : layer.count, END = 3, PLACES = 24;
    const ends = new Float32Array(PLACES * count), index = new Uint32Array(6 * count);
    for (let line = 0; line < count; line++) {
      for (let i = 0; i < PLACES; i++) {
        const end = 2 * line + (i % 6 < END ? 0 : 1);
        ends[PLACES * line + i] = positions[END * (whole ? whole[end] : end) + i % END];
      }
      for (let i = 0; i < 6; i++) index[6 * line + i] = 4 * line + [0, 1, 2, 2, 1, 3][i];
    }
    this.fill(layer, gl.ARRAY_BUFFER, ends);
    this.pointer(0, 3, gl.FLOAT, 24, 0);
    this.pointer(2, 3, gl.FLOAT, 24, 12);
    if (colors) {
      layer.paints = this.fill(layer, gl.ARRAY_BUFFER, Surface.paintsOf(layer, colors));
      this.pointer(1, 4, gl.UNSIGNED_BYTE, 4, 0);
    }
    this.fill(layer, gl.ELEMENT_ARRAY_BUFFER, index);
  }

  /** Colors as the processor takes them: of each vertex, or four times of each line. Lines that share vertices have the color of their first one. */
  static paintsOf({ lines, blocks }, colors) {
    if (!lines) return colors;
    const whole = blocks && blocks.whole(), out = new Uint8Array(4 * (whole ? 2 * whole.length : colors.length));
    for (let i = 0; i < out.length; i++) out[i] = colors[4 * (whole ? whole[2 * (i >> 4)] : i >> 4) + (i & 3)];
    return out;
  }

  fill(layer, target, data) {
    const gl = this.gl, buffer = gl.createBuffer();
    layer.buffers.push(buffer);
    gl.bindBuffer(target, buffer);
    gl.bufferData(target, data, gl.STATIC_DRAW);
    return buffer;
  }

  pointer(place, size, type, stride, offset) {
    const gl = this.gl;
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, size, type, type === gl.UNSIGNED_BYTE, stride, offset);
  }

  /** Other colors for the vertices of a layer. */
  recolor(name, colors) {
    const gl = this.gl, layer = this.layers.get(name);
    layer.colors = colors;
    gl.bindBuffer(gl.ARRAY_BUFFER, layer.paints);
    gl.bufferData(gl.ARRAY_BUFFER, Surface.paintsOf(layer, colors), gl.STATIC_DRAW);
  }

  remove(name) {
    const layer = this.layers.get(name);
    layer.buffers.forEach(buffer => this.gl.deleteBuffer(buffer));
    this.gl.deleteVertexArray(layer.array);
    this.layers.delete(name);
    this.rest = [];
  }

  clear() { [...this.layers.keys()].forEach(name => this.remove(name)); }

  // ---- pictures ----

  turned() {
    this.stale = true;
    this.request();
  }

  request() { this.asked ||= requestAnimationFrame(now => this.frame(now)); }

  frame(now) {
    const REST = 150;                   // milliseconds after the last movement
    this.asked = 0;
    if (this.stale) {
      this.adapt(now - this.drawnAt);
      this.drawnAt = now;
      this.restAt = now + REST;
      this.paint();
      if (this.onturned) this.onturned();
    } else if (now >= this.restAt && this.rest.length) this.refine();
    if (this.stale || this.rest.length) this.request();
  }

  /** `gap`: milliseconds since the last frame, which say how long that took, unless the camera stood still. */
  adapt(gap) {
    const STILL = 200, LEAST = 5000, MOST = 1e7;
    if (gap > STILL) return;
    if (gap > Surface.SLOW) this.budget = Math.max(0.8 * this.budget, LEAST);
    else if (gap < Surface.FAST) this.budget = Math.min(1.2 * this.budget, MOST);
  }

  /** The picture at once; what exceeds the budget is coarse, and follows. */
  draw() {
    this.restAt = 0;
    this.paint();
    if (this.rest.length) this.request();
  }

  paint() {
    this.stale = false;
    if (!this.fit()) return;
    const matrix = this.camera.matrix(), shown = [...this.layers.values()].filter(layer => !layer.hidden && layer.count).map(layer => (
      { layer, seen: layer.blocks && layer.blocks.visible(matrix, layer.uncut ? Infinity : this.cut) }));
    const pixels = this.canvas.width * this.canvas.height, shares = this.sharesFor(shown);
    const isSmooth = Surface.SAMPLES * Surface.cost(shown, 0) + (Surface.SAMPLES - 1) * pixels / Surface.PIXELS <= this.budget;
    this.aim(isSmooth);
    this.wipe();
    this.drawParts(Surface.parts(shown, shares), matrix, shares);
    if (isSmooth) this.show();
    Object.assign(this, { matrix, begun: false, rest: isSmooth ? [] : this.slices(Surface.parts(shown, Surface.FINE)) });
  }

  static FINE = { triangles: 0, lines: 0 };

  /** What layers cost, in triangles, where cells are such a share of their distance: see Blocks.levelAt. */
  static cost(shown, share) {
    const costOf = ({ layer: { blocks, count, lines }, seen }) => blocks ? blocks.countOf(seen, share) : count * (lines ? Blocks.LINE : 1);
    return shown.reduce((sum, each) => sum + costOf(each), 0);
  }

  static parts(shown, shares) {
    const out = shown.map(({ layer, seen }) => (
      { layer, ranges: layer.blocks ? layer.blocks.rangesOf(seen, layer.lines ? shares.lines : shares.triangles) : [0, layer.count] }));
    return [...out, ...out.filter(({ layer }) => layer.through).map(part => ({ ...part, faint: true }))];
  }

  /** How coarse the picture must be to stay within the budget. Lines get what triangles leave, and at least a fifth. */
  sharesFor(shown) {
    const FINEST = 0.002, COARSEST = 1, STEP = 1.25, LINES = 0.2;       // cells by their distance: about two pixels, and all of the picture
    const lines = shown.filter(({ layer }) => layer.lines), triangles = shown.filter(({ layer }) => !layer.lines);
    const shareFor = (some, most) => {
      let share = 0;
      while (Surface.cost(some, share) > most && share < COARSEST) share = share ? share * STEP : FINEST;
      return share;
    };
    const share = shareFor(lines, Math.max(this.budget - Surface.cost(triangles, 0), LINES * this.budget));
    return { lines: share, triangles: shareFor(triangles, this.budget - Surface.cost(lines, share)) };
  }

  /** Parts of the whole picture, each of which a frame can draw with all samples. */
  slices(parts) {
    const most = Math.max(Math.floor(this.budget / 2), 1), out = [[]];
    let left = most;
    for (const { ranges, ...part } of parts) {
      for (let i = 0; i < ranges.length; i += 2) {
        for (let first = ranges[i], end = first + ranges[i + 1]; first < end; ) {
          const count = Math.min(end - first, left);
          out.at(-1).push({ ...part, ranges: [first, count] });
          first += count;
          left -= count;
          if (!left) { out.push([]); left = most; }
        }
      }
    }
    return out;
  }

  /** The next slice; the picture is shown when the last one is drawn. */
  refine() {
    this.aim(true);
    if (!this.begun) this.wipe();
    this.begun = true;
    this.drawParts(this.rest.shift(), this.matrix, Surface.FINE);
    if (!this.rest.length) this.show();
  }

  /** The canvas as large as it is shown; false where it isn't. */
  fit() {
    const gl = this.gl, ratio = window.devicePixelRatio || 1, width = Math.round(this.canvas.clientWidth * ratio),
      height = Math.round(this.canvas.clientHeight * ratio);
    if (!width || !height) return false;
    if (this.canvas.width !== width || this.canvas.height !== height || !this.fitted) {
      this.fitted = true;
      Object.assign(this.canvas, { width, height });
      gl.bindFramebuffer(gl.FRAMEBUFFER, this.smooth);
      const samples = Math.min(Surface.SAMPLES, gl.getParameter(gl.MAX_SAMPLES));
      for (const [place, format] of [[gl.COLOR_ATTACHMENT0, gl.RGBA8], [gl.DEPTH_ATTACHMENT, gl.DEPTH_COMPONENT24]]) {
        const store = gl.createRenderbuffer();
        gl.bindRenderbuffer(gl.RENDERBUFFER, store);
        gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, format, width, height);
        gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, store);
        this.stores = [...(this.stores || []), store];
      }
      this.stores.splice(0, this.stores.length - 2).forEach(store => gl.deleteRenderbuffer(store));
    }
    return true;
  }

  /** Draw to the canvas, or where all samples are kept. */
  aim(isSmooth) {
    const gl = this.gl;
    gl.bindFramebuffer(gl.FRAMEBUFFER, isSmooth ? this.smooth : null);
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
  }

  wipe() {
    const gl = this.gl;
    gl.clearColor(0, 0, 0, 0);
    gl.depthMask(true);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
  }

  /** Puts the samples on the canvas. */
  show() {
    const gl = this.gl, { width, height } = this.canvas;
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.smooth);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
  }

  drawParts(parts, matrix, shares) {
    const gl = this.gl, most = Math.max(...parts.map(({ layer }) => layer.lift || 0), 0), cell = shares.triangles * this.camera.distance;
    const raise = cell > most && most > 0 ? cell / most : 1;
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    for (const { layer, ranges, faint } of parts) {
      gl.depthFunc(faint ? gl.GREATER : gl.LEQUAL);
      gl.depthMask(!faint);
      this.bind(layer, matrix, raise, faint ? layer.through : 1);
      for (let i = 0; i < ranges.length; i += 2) this.drawRange(layer, ranges[i], ranges[i + 1]);
    }
    gl.bindVertexArray(null);
  }

  /** raise: by what lifts are multiplied, the largest one then to the size of a cell, as coarse versions of what lies on each other differ that much. */
  bind(layer, matrix, raise, fade) {
    const gl = this.gl, cut = !layer.uncut && Number.isFinite(this.cut), program = this.program(layer.lines, Boolean(layer.lit), cut);
    const { places } = program, ratio = window.devicePixelRatio || 1;
    gl.useProgram(program);
    gl.uniformMatrix4fv(places.camera, false, matrix);
    gl.uniform2f(places.depths, ...this.camera.depths());
    gl.uniform1f(places.lift, raise * (layer.lift ?? Surface.LINE_LIFT * this.camera.distance));
    gl.uniform1f(places.fade, fade);
    if (cut) gl.uniform1f(places.cut, this.cut);
    gl.bindVertexArray(layer.array);
    if (layer.color) gl.vertexAttrib4f(1, ...layer.color.map(value => value / 255));
    if (!layer.lines) return;
    gl.uniform2f(places.size, this.canvas.width, this.canvas.height);
    gl.uniform1f(places.width, layer.width * ratio);
  }

  drawRange({ lines, blocks }, first, count) {
    const gl = this.gl, corners = lines ? 6 : 3;
    if (lines || blocks) gl.drawElements(gl.TRIANGLES, corners * count, gl.UNSIGNED_INT, 4 * corners * first);
    else gl.drawArrays(gl.TRIANGLES, corners * first, corners * count);
  }
}
