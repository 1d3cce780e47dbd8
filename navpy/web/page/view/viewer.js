"use strict";
// The page of `navpy view`: a navmesh, its level and the stages of its bake.
class Viewer {
  constructor() {
    this.page = JSON.parse(document.getElementById("data").textContent);
    try {
      this.surface = new Surface(document.getElementById("surface"));
    } catch (error) {                   // without WebGL 2
      this.say(error.message, true);
      document.body.dataset.state = "failed";
      return;
    }
    this.panel = new Panel(key => this.changed(key));
    this.route = new Route(this);
    makeTheme(() => { this.paintTheme(); this.surface.draw(); });
    this.started = this.start().catch(error => { this.say(error.message, true); document.body.dataset.state = "failed"; });
  }

  async start() {
    const { page, surface } = this;
    document.body.dataset.state = "busy";
    const stream = unpacked(document.getElementById("arrays").textContent, share => this.say(`Loading … ${Math.round(100 * share)} %`));
    this.arrays = unpackArrays(new Uint8Array(await new Response(stream).arrayBuffer()), page.arrays);
    this.navmesh = new Navmesh(page, this.arrays);
    this.lists = new Lists(this.navmesh, () => this.changed("islands"), box => this.lookAt(...box));
    this.readAddress();
    await this.makeLayers();
    surface.camera.reach = Math.hypot(...page.low.map((value, i) => page.high[i] - value));
    surface.camera.lookAt(page.low, page.high);
    this.lookFrom(this.asked.get("camera"));
    this.makePanel();
    this.listen();
    if (page.route && !this.asked.has("start")) this.route.open(page.route);
    else this.say("");
    surface.onturned = () => this.turned();
    surface.draw();
    this.turned();
    this.firstPicture = performance.now();
    const places = ["start", "goal"].map(key => this.asked.has(key) ? address.parse(this.asked.get(key), [NaN, NaN, NaN]) : null);
    const [start, goal] = places.map(place => place && !place.some(isNaN) ? place : null);
    if (start) Object.assign(this.route.ends, { start, goal });
    await this.route.start(this.arrays.file);
    this.route.showEnds();
    document.body.dataset.state = "ready";
  }

  /** From meters of the level to those of the picture, and back. */
  shown(place) { return place.map((value, i) => value - this.page.origin[i]); }
  placeOf(shown) { return shown.map((value, i) => value + this.page.origin[i]); }

  say(text, isError = false) {
    const line = document.getElementById("message");
    if (line.textContent !== text) line.textContent = text;
    line.className = isError ? "error" : "";
  }

  // ---- layers ----

  /** The navmesh and its lines come first: what lies below them is then hidden before its color is computed. */
  async makeLayers() {
    const { page, arrays, surface, navmesh } = this;
    const order = [...page.layers].sort((a, b) => b.lift - a.lift);
    if (navmesh.triangles) {
      surface.set("surface", { positions: navmesh.positions, index: navmesh.index, colors: navmesh.colors(this.values.by), groups: navmesh.groups(), lit: true,
        lift: page.step * page.surfaceLift, hidden: !this.values.surface });
    }
    for (const layer of order) {
      const { key } = layer, index = arrays[`${key} index`];
      this.say(`Preparing ${layer.name} …`);
      await new Promise(requestAnimationFrame);
      surface.set(key, { positions: arrays[`${key} positions`], index, ...this.paintOf(layer), lines: layer.lines, width: layer.width, lit: !layer.lines,
        lift: page.step * layer.lift, hidden: !this.values[key] });
    }
  }

  /** One color of a layer, or those of its vertices. */
  paintOf({ key, palette, used, shade }) {
    const colorsOf = this.arrays[`${key} colors`], islands = this.arrays[`${key} islands`], color = shade ? colors.rgb(shade) : palette[used[0]];
    if (islands) return { colors: this.navmesh.lineColors(islands, color), groups: islands };
    if (!colorsOf) return { color: [...color, 255] };
    const out = new Uint8Array(4 * colorsOf.length);
    colorsOf.forEach((number, v) => this.navmesh.put(out, v, palette[number], false));
    return { colors: out };
  }

  /** Colors that the theme or the islands have changed. */
  paintTheme() {
    for (const layer of this.page.layers) {
      const made = this.surface.layers.get(layer.key);
      if (made && layer.shade) made.color = this.paintOf(layer).color;
    }
    this.showWay(this.way);
  }

  paintIslands() {
    if (this.navmesh.triangles) this.surface.recolor("surface", this.navmesh.colors(this.values.by));
    for (const layer of this.page.layers) if (this.arrays[`${layer.key} islands`]) this.surface.recolor(layer.key, this.paintOf(layer).colors);
  }

  /** The path: two ends of each of its lines in turn. */
  showWay(ends) {
    this.way = ends;
    const { surface, page } = this;
    for (const name of ["way", "way edge"]) if (surface.layers.has(name)) surface.remove(name);
    if (!ends || !ends.length) { surface.turned(); return; }
    const lines = (color, width, lift, through) => ({ positions: ends, color: [...colors.rgb(color), 255], lines: true, width, through, lift: lift * page.step,
      uncut: true });
    surface.set("way edge", lines("--way-edge", 7, 5.5, 0));
    surface.set("way", lines("--way", 4, 6, 0.35));
    surface.turned();
  }

  // ---- what is set ----

  readAddress() {
    const { page } = this, asked = this.asked = address.read(), [low, high] = [page.low[1] + page.origin[1], page.high[1] + page.origin[1]];
    this.heights = { low, high, step: Math.max((high - low) / 200, 0.01) };
    const shown = asked.has("layers") ? new Set(asked.get("layers").split(",")) : null;
    const by = asked.get("by");
    this.defaults = { by: page.by, cut: high, surface: true, ...Object.fromEntries(page.layers.map(layer => [layer.key, layer.visible])) };
    this.values = { ...this.defaults, by: ["island", "area", "polygon"].includes(by) ? by : page.by, cut: address.parse(asked.get("cut"), high) };
    if (shown) for (const key of this.layerKeys()) this.values[key] = shown.has(this.shortOf(key));
    for (const part of (asked.get("off") || "").split(",")) if (+part > 0 && +part <= page.navmesh.islands.length) this.navmesh.off.add(+part - 1);
    this.setCut();
  }

  layerKeys() { return ["surface", ...this.page.layers.map(({ key }) => key)]; }
  shortOf(key) { return key === "surface" ? "s" : key.split(" ")[1]; }

  remember() {
    clearTimeout(this.remembering);
    this.remembering = setTimeout(() => { this.remembering = 0; this.writeAddress(); }, 250);      // browsers take few changes of the address a second
  }

  writeAddress() {
    const { values, defaults, navmesh, surface: { camera } } = this, { start, goal } = this.route.ends, out = {};
    if (this.isTurned) out.camera = [camera.yaw, camera.pitch, camera.distance, ...this.placeOf(camera.target)];
    if (values.by !== defaults.by) out.by = values.by;
    if (this.isCut(values.cut)) out.cut = values.cut;
    const keys = this.layerKeys();
    if (keys.some(key => values[key] !== defaults[key])) out.layers = keys.filter(key => values[key]).map(key => this.shortOf(key)).join(",");
    if (navmesh.off.size) out.off = [...navmesh.off].map(island => island + 1).join(",");
    if (start) out.start = start;
    if (goal) out.goal = goal;
    address.write(out);
  }

  lookFrom(text) {
    const numbers = address.parse(text, [NaN, NaN, NaN, NaN, NaN, NaN]);
    if (numbers.some(isNaN) || numbers[2] <= 0) return;
    const [yaw, pitch, distance, ...target] = numbers;
    Object.assign(this.surface.camera, { yaw, pitch, distance, target: this.shown(target) });
    this.isTurned = true;
  }

  lookAt(low, high) {
    this.surface.camera.lookAt(low, high);
    this.surface.camera.moved();
  }

  makePanel() {
    const { page, values, heights } = this;
    const swatch = ({ used, palette, shade }) => shade ? `var(${shade})` : Viewer.stripes(used.slice(0, 3).map(k => palette[k]));
    const toggle = layer => ({ key: layer.key, label: layer.name, toggle: true, color: swatch(layer) });
    const layers = page.layers.filter(({ stage }) => !stage), stages = page.layers.filter(({ stage }) => stage);
    const { triangles, palette } = this.navmesh;
    const surface = triangles ? [{ key: "surface", label: "surface", toggle: true, color: Viewer.stripes(palette.slice(0, 3)) }] : [];
    const controls = [{ heading: "Layers" }, ...surface, ...layers.map(toggle)];
    if (stages.length) controls.push({ heading: "Stages of the bake" }, ...stages.map(toggle));
    controls.push({ key: "cut", label: "Cut away above", min: heights.low, max: heights.high, step: heights.step,
      text: value => this.isCut(value) ? `${value.toFixed(2)} m` : "nothing" });
    if (triangles) controls.push({ key: "by", label: "One color for each", choices: { island: "island", area: "area", polygon: "polygon" } });
    this.panel.show({ title: document.getElementById("title").textContent, lesson: document.getElementById("lesson").innerHTML, controls, values });
    this.lists.show();
    this.lists.showAreas(values.by === "area");
  }

  static stripes(palette) {
    const stops = palette.map((color, i) => `rgb(${color}) ${100 * i / palette.length}% ${100 * (i + 1) / palette.length}%`);
    return `linear-gradient(90deg, ${stops.join(", ")})`;
  }

  isCut(height) { return height < this.heights.high - this.heights.step / 2; }

  setCut() {
    const { cut } = this.values;
    this.surface.cut = this.isCut(cut) ? cut - this.page.origin[1] : Infinity;
  }

  changed(key) {
    const { surface, values } = this;
    if (key === "by") this.lists.showAreas(values.by === "area");
    if (key === "by" || key === "islands") this.paintIslands();
    else if (key === "cut") this.setCut();
    else surface.layers.get(key).hidden = !values[key];
    surface.turned();
    this.remember();
  }

  // ---- pointer and keys ----

  turned() {
    this.route.handles.place();
    this.showCompass();
    this.showScale();
  }

  listen() {
    const { canvas, camera } = this.surface, CLICK = 4;            // pixels that a click may move
    let down = null, hovered = null;
    const move = camera.moved;
    camera.moved = () => { this.isTurned = true; move(); this.remember(); };
    canvas.addEventListener("pointerdown", event => { down = event.isPrimary && event.button === 0 ? event : null; });
    canvas.addEventListener("pointerup", event => {
      if (down && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < CLICK) this.click(event.offsetX, event.offsetY);
      down = null;
    });
    canvas.addEventListener("pointermove", event => {
      if (event.buttons || event.pointerType === "touch") return;
      if (!hovered) requestAnimationFrame(() => { this.hover(hovered.offsetX, hovered.offsetY); hovered = null; });
      hovered = event;
    });
    canvas.addEventListener("pointerleave", () => { document.getElementById("readout").textContent = ""; });
    canvas.addEventListener("keydown", event => this.press(event));
    document.getElementById("home").onclick = () => this.lookAt(this.page.low, this.page.high);
    document.getElementById("above").onclick = () => camera.turn(-camera.yaw, Math.PI);
    addEventListener("resize", () => this.surface.turned());
  }

  click(x, y) {
    if (!this.route.core) return;
    const hit = this.surface.pick(x, y);
    if (hit && hit.name === "surface") this.route.click(this.placeOf(hit.place));
    else this.say("There is no navmesh at this place.", true);
  }

  /** What the pointer is at. */
  hover(x, y) {
    const hit = this.surface.pick(x, y), line = document.getElementById("readout");
    if (!hit) { line.textContent = ""; return; }
    const parts = [`(${Route.text(this.placeOf(hit.place))})`];
    if (hit.name === "surface") {
      const { polygon, island, area } = this.navmesh.at(hit.element);
      parts.push(`island ${island + 1}, ${Lists.squareMeters(this.navmesh.islands[island])}`, `area ${area}`, `polygon ${polygon}`);
    } else parts.push(this.page.layers.find(({ key }) => key === hit.name).name);
    line.textContent = parts.join(" · ");
  }

  press(event) {
    const TURN = 0.08, ZOOM = 1.15, CUT = 10, { camera, canvas } = this.surface, center = [canvas.clientWidth / 2, canvas.clientHeight / 2];
    const cut = by => {
      const { low, high, step } = this.heights, input = document.querySelector("input[name=cut]");
      input.value = Math.min(Math.max(this.values.cut + by * CUT * step, low), high);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const action = {
      ArrowLeft: () => camera.turn(TURN, 0), ArrowRight: () => camera.turn(-TURN, 0),
      ArrowUp: () => camera.turn(0, TURN), ArrowDown: () => camera.turn(0, -TURN),
      "+": () => camera.zoom(1 / ZOOM, ...center), "=": () => camera.zoom(1 / ZOOM, ...center), "-": () => camera.zoom(ZOOM, ...center),
      PageUp: () => cut(1), PageDown: () => cut(-1), Home: () => this.lookAt(this.page.low, this.page.high), t: () => camera.turn(-camera.yaw, Math.PI),
      Escape: () => this.route.set(null, null),
    }[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  }

  // ---- compass and scale ----

  showCompass() {
    const { right, up } = this.surface.camera.axes(), SIZE = 19, TEXT = 26;
    document.querySelectorAll("#compass line").forEach((line, i) => { line.setAttribute("x2", SIZE * right[i]); line.setAttribute("y2", -SIZE * up[i]); });
    document.querySelectorAll("#compass text").forEach((text, i) => { text.setAttribute("x", TEXT * right[i]); text.setAttribute("y", -TEXT * up[i]); });
  }

  /** A bar of 1, 2 or 5 times a power of ten meters, as long as that is where the camera looks. */
  showScale() {
    const WIDEST = 120, { camera, canvas } = this.surface;
    const meters = 2 * camera.distance * Camera.HALF_FIELD / Math.min(canvas.clientWidth, canvas.clientHeight), most = WIDEST * meters;
    const power = 10 ** Math.floor(Math.log10(most)), length = [5, 2, 1].find(part => part * power <= most) * power, line = document.getElementById("scale");
    const width = `${(length / meters).toFixed(1)}px`;
    if (line.style.width === width) return;
    line.style.width = width;
    line.textContent = length >= 1000 ? `${length / 1000} km` : `${+length.toPrecision(1)} m`;
  }
}

const viewer = new Viewer();
