"use strict";
// The page: one tab at a time, its values, and the loop that has the core compute what the next picture shows.
class Page {
  constructor(makers) {
    const TOO_MANY = 20;                // lines of the core's output that are kept
    this.lines = [];
    this.core = new CoreLink(line => { this.lines = [...this.lines, line].slice(-TOO_MANY); });
    this.plan = new Plan(document.getElementById("plan"));
    this.panel = new Panel(key => this.changed(key));
    this.handles = new Handles(key => this.changed(key));
    this.pending = new Set();
    this.tabs = makers.map(maker => maker(this));
    this.makeTabs();
    makeTheme(() => this.pending.add("theme"));
    this.makeBrush();
    addEventListener("hashchange", () => this.open(address.read()));
    addEventListener("resize", () => { this.plan.fit(); this.redraw(); });
    this.open(address.read());
    this.core.ready.then(() => this.tick(performance.now()), error => this.fail(error));
  }

  /** The renderer is made by the first tab that needs it. */
  get surface() {
    if (!this.renderer) {
      this.renderer = new Surface(document.getElementById("surface"));
      this.renderer.onturned = () => this.handles.place();
    }
    return this.renderer;
  }

  makeTabs() {
    const list = document.getElementById("tabs");
    list.append(...this.tabs.map(tab => element("button", { type: "button", role: "tab", id: `tab-${tab.id}`, textContent: tab.name,
      onclick: () => this.open(new Map([["tab", tab.id]])) })));
    list.onkeydown = event => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by) return;
      const next = this.tabs[(this.tabs.indexOf(this.tab) + by + this.tabs.length) % this.tabs.length];
      this.open(new Map([["tab", next.id]]));
      document.getElementById(`tab-${next.id}`).focus();
    };
  }

  /** Tabs that are painted on hear of the places that a pressed pointer passes. */
  makeBrush() {
    const APART = 4, canvas = document.getElementById("plan");              // pixels between places; a fast pointer skips many
    let last = null;
    const tell = ({ offsetX: x, offsetY: y }) => {
      if (!this.tab.paint) return;
      const [fromX, fromY] = last || [x, y], count = Math.max(1, Math.ceil(Math.hypot(x - fromX, y - fromY) / APART));
      for (let i = 1; i <= count; i++) this.tab.paint(...this.plan.unproject(fromX + (x - fromX) * i / count, fromY + (y - fromY) * i / count));
      last = [x, y];
    };
    canvas.addEventListener("pointerdown", event => { canvas.setPointerCapture(event.pointerId); last = null; tell(event); });
    canvas.addEventListener("pointermove", event => { if (canvas.hasPointerCapture(event.pointerId)) tell(event); });
  }

  open(asked) {
    const tab = this.tabs.find(each => each.id === asked.get("tab")) || this.tabs[0];
    if (this.tab && this.tab !== tab && this.tab.leave) this.leaving = this.tab;
    this.tab = tab;
    tab.values = Object.fromEntries(Object.entries(tab.defaults).map(([key, value]) => [key, address.parse(asked.get(key), value)]));
    for (const { key, choices } of tab.controls) if (choices && !(tab.values[key] in choices)) tab.values[key] = tab.defaults[key];
    for (const each of this.tabs) {
      const button = document.getElementById(`tab-${each.id}`);
      button.setAttribute("aria-selected", each === tab);
      button.tabIndex = each === tab ? 0 : -1;
      if (each === tab) button.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    const flat = tab.view !== "surface";
    document.getElementById("plan").hidden = !flat;
    document.getElementById("surface").hidden = flat;
    this.panel.show(tab);
    if (flat) this.plan.setWorld(...tab.world);
    try {
      this.handles.show(tab.handles, tab.values, flat ? this.plan : this.surface);
    } catch (error) {                   // without WebGL 2; tabs that are flat go on
      this.fail(error);
    }
    this.entered = false;
    this.pending.clear();
    document.body.dataset.state = "busy";
    this.remember();
  }

  changed(key) {
    this.pending.add(key);
    document.body.dataset.state = "busy";
    clearTimeout(this.remembering);
    this.remembering = setTimeout(() => this.remember(), 250);          // browsers take few changes of the address a second
  }

  remember() {
    clearTimeout(this.remembering);
    const { tab } = this, changed = Object.entries(tab.values).filter(([key, value]) => String(value) !== String(tab.defaults[key]));
    address.write({ tab: tab.id, ...Object.fromEntries(changed) });
  }

  redraw() { this.pending.add("size"); }

  say(text) { this.show(text, ""); }
  fail(error) { this.show(plainly(error.message), "error"); }
  show(text, kind) {
    const line = document.getElementById("message");
    if (line.textContent !== text) line.textContent = text;
    line.className = kind;
  }

  /** The core computes the next frame while this one is drawn; the first one there is nothing to draw. */
  async animate(tab, dt, fresh) {
    if (fresh) { await tab.frame(dt); this.picture(tab); return; }
    const next = tab.frame(dt);
    try { this.picture(tab); } finally { await next; }
  }

  picture(tab) {
    if (tab !== this.tab) return;
    tab.draw();
    this.handles.place();
  }

  /** One thing after the other: enter, change, a frame's computation, the picture. */
  async tick(now) {
    const LONGEST = 0.1;                // seconds of one frame's computation at most, however long the page was hidden
    const { tab } = this, dt = Math.min((now - (this.before ?? now)) / 1000, LONGEST);
    this.before = now;
    try {
      const leaving = this.leaving;
      this.leaving = null;
      if (leaving && (leaving.view !== "surface" || this.renderer)) leaving.leave();        // without WebGL 2 it was never entered
      const fresh = !this.entered, keys = new Set(this.pending);
      this.pending.clear();
      if (fresh) { this.entered = true; await tab.enter(); this.say(""); }
      else if (keys.size) { await tab.change(keys); this.say(""); }
      if (tab.frame) await this.animate(tab, dt, fresh);
      else if (tab === this.tab && (fresh || keys.size)) this.picture(tab);
      if (tab === this.tab && !this.pending.size) document.body.dataset.state = "ready";
    } catch (error) {
      this.fail(error);
      document.body.dataset.state = "failed";
    }
    requestAnimationFrame(time => this.tick(time));
  }
}
