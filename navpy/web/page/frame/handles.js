"use strict";
// Marks over the picture that a pointer drags and arrow keys move: buttons, so that the keyboard reaches them.
class Handles {
  constructor(moved) {
    this.layer = document.getElementById("handles");
    this.moved = moved;
    this.marks = [];
  }

  /** For each {key, label, color, text, block, bounds: [x0, z0, x1, z1]} a mark at values[key], [x, z] or [x, y, z]. The view's unproject gives places of
   *  the same kind. */
  show(list, values, view) {
    this.view = view;
    this.values = values;
    this.marks = list.map(handle => ({ handle, mark: this.make(handle) }));
    this.layer.replaceChildren(...this.marks.map(({ mark }) => mark));
    this.place();
  }

  make(handle) {
    const STEP = 0.25;          // meters of an arrow key
    const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const mark = element("button", { type: "button", className: handle.block ? "handle block" : "handle", textContent: handle.text || "",
      style: `--mark:var(${handle.color})` });
    mark.dataset.key = handle.key;
    mark.setAttribute("aria-label", `${handle.label}: drag, or arrow keys`);
    mark.title = handle.label;
    mark.onpointerdown = event => { mark.setPointerCapture(event.pointerId); event.preventDefault(); mark.focus(); };
    mark.onpointermove = event => {
      if (!mark.hasPointerCapture(event.pointerId)) return;
      const around = this.layer.getBoundingClientRect(), at = this.view.unproject(event.clientX - around.left, event.clientY - around.top);
      if (at) this.move(handle, at);
    };
    mark.onkeydown = event => {
      const by = ARROWS[event.key];
      if (!by) return;
      event.preventDefault();
      const at = this.values[handle.key].slice();
      at[0] += STEP * by[0];
      at[at.length - 1] += STEP * by[1];
      this.move(handle, at);
    };
    return mark;
  }

  move(handle, place) {
    const [x0, z0, x1, z1] = handle.bounds, last = place.length - 1, within = (value, low, high) => Math.min(Math.max(value, low), high);
    this.values[handle.key] = place.map((value, i) => i === 0 ? within(value, x0, x1) : i === last ? within(value, z0, z1) : value);
    this.place();
    this.moved(handle.key);
  }

  place() {
    for (const { handle, mark } of this.marks) {
      const at = this.values[handle.key], pixel = this.view.project(at.length > 2 ? at : [at[0], handle.height || 0, at[1]]);
      mark.hidden = !pixel;
      if (pixel) [mark.style.left, mark.style.top] = pixel.map(value => `${value}px`);
    }
  }
}
