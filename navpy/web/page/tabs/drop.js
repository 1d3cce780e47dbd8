"use strict";
// (l) A level of one's own: an .obj or a .glb, baked here; nothing leaves the page.
class DropTab {
  constructor(page) {
    Object.assign(this, { page, id: "drop", name: "Your level", view: "surface", title: "Bake a level of your own" });
    this.defaults = { cell_size: 0.25, agent_radius: 0.5, agent_height: 1.8, agent_max_climb: 0.4, agent_max_slope: 45, start: [-12, 2], goal: [12, -2] };
    this.lesson = "Drop a <b>.glb</b> or an <b>.obj</b> on the picture, or choose a file: it is baked <b>here</b>, and leaves your machine for nowhere. " +
      "Meters, Y up.";
    this.controls = [
      { label: "Choose a file …", file: ".glb,.obj", open: file => this.open(file) },
      { key: "cell_size", label: "Cell size", min: 0.1, max: 1, step: 0.05, unit: "m" },
      { key: "agent_radius", label: "Agent's radius", min: 0, max: 2, step: 0.05, unit: "m" },
      { key: "agent_height", label: "Agent's height", min: 0.5, max: 4, step: 0.1, unit: "m" },
      { key: "agent_max_climb", label: "Highest step", min: 0, max: 2, step: 0.1, unit: "m" },
      { key: "agent_max_slope", label: "Steepest slope", min: 10, max: 80, step: 1, unit: "°" },
    ];
    const bounds = [-1e4, -1e4, 1e4, 1e4];
    this.handles = [{ key: "start", label: "Start", text: "S", color: "--start", bounds }, { key: "goal", label: "Goal", text: "G", color: "--goal", bounds }];
    const stage = document.getElementById("stage");
    stage.addEventListener("dragover", event => event.preventDefault());
    stage.addEventListener("drop", event => {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (!file) return;
      if (page.tab !== this) page.open(new Map([["tab", this.id]]));
      this.open(file);
    });
  }

  async open(file) {
    try {
      this.given = readLevel(file.name, await file.arrayBuffer());
      this.file = file.name;
      this.look();
      this.page.changed("level");
    } catch (error) {
      this.page.fail(error);
    }
  }

  /** Hills, until there is a file. */
  static example() {
    const SIDE = 40, height = (x, z) => 1.6 * Math.sin(0.28 * x) * Math.cos(0.33 * z) + 0.8 * Math.sin(0.7 * z + 0.4 * x), level = { places: [], corners: [] };
    for (let k = 0; k <= SIDE; k++) for (let i = 0; i <= SIDE; i++) level.places.push(i - SIDE / 2, height(i, k), k - SIDE / 2);
    for (let k = 0; k < SIDE; k++) for (let i = 0; i < SIDE; i++) {
      const a = k * (SIDE + 1) + i, c = a + SIDE + 1;
      level.corners.push(a, c, a + 1, a + 1, c, c + 1);
    }
    return { vertices: new Float32Array(level.places), triangles: new Int32Array(level.corners) };
  }

  async enter() {
    this.given ||= DropTab.example();
    this.look();
    await this.bake();
  }

  look() {
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity], v = this.given.vertices;
    for (let i = 0; i < v.length; i++) { low[i % 3] = Math.min(low[i % 3], v[i]); high[i % 3] = Math.max(high[i % 3], v[i]); }
    this.page.surface.lookAt(low, high);
    Object.assign(this, { low, high });
  }

  async change(keys) {
    const ends = ["start", "goal", "theme", "size"];
    if ([...keys].every(key => ends.includes(key))) await this.search();
    else await this.bake();
  }

  async bake() {
    const { core } = this.page, { start, goal, ...settings } = this.values;
    const [stages] = await core.call("bake_level", this.given.vertices, this.given.triangles, ...settingsOf({ ...settings, cell_height: Math.min(0.2,
      settings.cell_size), detail_sample_max_error: 0.5 }));
    this.spent = core.spent;
    [this.warnings] = await core.call("bake_warnings", stages);
    this.leave();
    [this.mesh] = await core.call("mesh_of", stages);
    core.release(stages);
    [this.skin, this.sizes] = await core.batch([["mesh_surface", this.mesh], ["mesh_sizes", this.mesh]]);
    await this.search();
  }

  /** Of each end the nearest place of the navmesh to the middle of the level's height above it, then the path. */
  async search() {
    const { core } = this.page, middle = (this.low[1] + this.high[1]) / 2, ends = [];
    for (const key of ["start", "goal"]) {
      const [x, z] = this.values[key], found = await core.call("nearest_point", this.mesh, x, middle, z);
      if (found[0] === null) { this.path = null; return; }
      ends.push(found[0], found[1], found[2]);
    }
    [this.path, [this.way]] = await core.batch([["path", this.mesh, new Float64Array(ends), "exact", "clamped"], ["ground_points", this.mesh]]);
  }

  leave() {
    this.page.core.release(this.mesh);
    this.mesh = null;
    this.page.surface.clear();
  }

  draw() {
    const { surface } = this.page, solid = new Shapes(), skin = new Shapes(), lines = new Shapes(), { vertices: v, triangles: t } = this.given;
    const lift = 0.006 * Math.hypot(...this.low.map((value, i) => this.high[i] - value)) / 2, gray = colors.mix(colors.rgb("--wall"), colors.rgb("--page"),
      0.3);
    const corner = i => [v[3 * i], v[3 * i + 1], v[3 * i + 2]];
    surface.clear();
    for (let i = 0; i < t.length; i += 3) solid.triangle(corner(t[i]), corner(t[i + 1]), corner(t[i + 2]), gray);
    const [w, triangles, owners] = this.skin, at = i => [w[3 * i], w[3 * i + 1] + lift, w[3 * i + 2]];
    for (let i = 0; i < triangles.length; i += 3) skin.triangle(at(triangles[i]), at(triangles[i + 1]), at(triangles[i + 2]), colors.rgb("--path"), 110);
    for (const [p, q, inside] of edgesOf(triangles, owners)) if (!inside) lines.line(at(p), at(q), colors.rgb("--ink"), 150);
    surface.set("solid", solid.data());
    surface.set("skin", skin.data());
    if (lines.positions.length) surface.set("lines", lines.data({ lines: true, width: 1.2 }));
    if (this.path && this.path[0].length > 3) {
      const way = new Shapes(), p = this.way;
      for (let i = 3; i < p.length; i += 3) way.line([p[i - 3], p[i - 2] + 2 * lift, p[i - 1]], [p[i], p[i + 1] + 2 * lift, p[i + 2]], colors.rgb("--goal"));
      surface.set("way", way.data({ lines: true, width: 4 }));
    }
    surface.draw();
    if (this.warnings) this.page.say(this.warnings.split("\n")[0]);
    const [polygons, places, islands] = this.sizes;
    this.page.panel.numbers([["Level", this.file || "hills, an example"], ["Triangles", `${t.length / 3}`], ["Polygons", `${polygons}`],
      ["Vertices", `${places}`], ["Islands", `${islands}`], ["Bake", `${this.spent.toFixed(0)} ms`],
      ["Path", this.path && this.path[4] !== "FAILED" ? `${this.path[2].toFixed(2)} m` : "none"]]);
  }
}

/** {vertices, triangles} of a file's bytes; an Error that says what is wrong with it. */
function readLevel(name, bytes) {
  const kind = (/\.(obj|glb)$/i.exec(name) || [""])[0].toLowerCase();
  if (!kind) throw new Error(`${name}: must be a .glb or an .obj`);
  try {
    return kind === ".obj" ? readObj(new TextDecoder().decode(bytes)) : readGlb(bytes);
  } catch (error) {
    throw new Error(`${name}: ${error.constructor === Error ? "" : `cannot be read as ${kind}, export it again: `}${error.message}`);
  }
}

function readObj(text) {
  const places = [], corners = [];
  for (const line of text.split("\n")) {
    const [word, ...rest] = line.trim().split(/\s+/);
    if (word === "v") places.push(+rest[0], +rest[1], +rest[2]);
    else if (word === "f") {
      const face = rest.map(part => { const i = parseInt(part); return i < 0 ? places.length / 3 + i : i - 1; });
      for (let i = 2; i < face.length; i++) corners.push(face[0], face[i - 1], face[i]);
    }
  }
  return checked(places, corners);
}

/** glTF 2.0 in one binary file: the triangles of all meshes in the scene, each where its node stands. */
function readGlb(bytes) {
  const view = new DataView(bytes), MAGIC = 0x46546c67, JSON_CHUNK = 0x4e4f534a, POSITIONS = 5126, TRIANGLES = 4;
  if (view.byteLength < 20 || view.getUint32(0, true) !== MAGIC || view.getUint32(16, true) !== JSON_CHUNK) throw new Error("is no binary glTF");
  if (view.getUint32(8, true) > view.byteLength) {
    throw new Error(`has ${view.byteLength} bytes, must have the ${view.getUint32(8, true)} that its header names`);
  }
  const size = view.getUint32(12, true), scene = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 20, size))), data = 20 + size + 8;
  if ((scene.extensionsRequired || []).length) throw new Error(`needs ${scene.extensionsRequired.join(", ")}, which this page does not read`);
  const places = [], corners = [];
  const accessor = index => {
    const { bufferView, byteOffset = 0, componentType, count, type } = scene.accessors[index], part = scene.bufferViews[bufferView];
    const width = { SCALAR: 1, VEC3: 3 }[type], bytesOf = { 5121: 1, 5123: 2, 5125: 4, 5126: 4 }[componentType], stride = part.byteStride || width * bytesOf;
    const read = { 5121: at => view.getUint8(at), 5123: at => view.getUint16(at, true), 5125: at => view.getUint32(at, true),
      [POSITIONS]: at => view.getFloat32(at, true) }[componentType];
    const out = [], first = data + (part.byteOffset || 0) + byteOffset;
    for (let i = 0; i < count; i++) for (let k = 0; k < width; k++) out.push(read(first + i * stride + k * bytesOf));
    return out;
  };
  const times = (a, b) => Array.from({ length: 16 }, (_, i) => [0, 1, 2, 3].reduce((sum, k) => sum + a[4 * k + i % 4] * b[4 * (i >> 2) + k], 0));
  const matrixOf = ({ matrix, translation: t = [0, 0, 0], rotation: [x, y, z, w] = [0, 0, 0, 1], scale: s = [1, 1, 1] }) => matrix || [
    (1 - 2 * (y * y + z * z)) * s[0], 2 * (x * y + z * w) * s[0], 2 * (x * z - y * w) * s[0], 0, 2 * (x * y - z * w) * s[1], (1 - 2 * (x * x + z * z)) * s[1],
    2 * (y * z + x * w) * s[1], 0, 2 * (x * z + y * w) * s[2], 2 * (y * z - x * w) * s[2], (1 - 2 * (x * x + y * y)) * s[2], 0, ...t, 1];
  const visit = (index, above) => {
    const node = scene.nodes[index], m = times(above, matrixOf(node));
    for (const { attributes, indices, mode = TRIANGLES } of node.mesh === undefined ? [] : scene.meshes[node.mesh].primitives) {
      if (mode !== TRIANGLES) continue;
      const p = accessor(attributes.POSITION), first = places.length / 3;
      for (let i = 0; i < p.length; i += 3) for (let k = 0; k < 3; k++) places.push(m[k] * p[i] + m[4 + k] * p[i + 1] + m[8 + k] * p[i + 2] + m[12 + k]);
      const given = indices === undefined ? Array.from({ length: p.length / 3 }, (_, i) => i) : accessor(indices);
      given.forEach(corner => corners.push(first + corner));
    }
    (node.children || []).forEach(child => visit(child, m));
  };
  const roots = scene.scenes ? scene.scenes[scene.scene || 0].nodes : scene.nodes.map((_, i) => i);
  roots.forEach(root => visit(root, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]));
  return checked(places, corners);
}

function checked(places, corners) {
  if (!corners.length) throw new Error("has no triangles");
  if (corners.some(corner => !(corner >= 0 && corner < places.length / 3))) throw new Error("a face names a vertex that is not there");
  if (!places.every(Number.isFinite)) throw new Error("a vertex is no three finite numbers");
  return { vertices: new Float32Array(places), triangles: new Int32Array(corners) };
}

const makeDropTab = page => new DropTab(page);
