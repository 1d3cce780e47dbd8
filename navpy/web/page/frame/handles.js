"use strict";
// Marks over the picture that a pointer drags and arrow keys move: buttons, so that the keyboard reaches them.
class Handles {
  constructor(moved) {
    this.layer = document.getElementById("handles");
    this.moved = moved;
    this.marks = [];
  }

  /** For each {key, label, color, text, block, bounds: [x0, z0, x1, z1]} a mark at values[key] = [x, z]. */
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
      const [x, z] = this.values[handle.key];
      this.move(handle, [x + STEP * by[0], z + STEP * by[1]]);
    };
    return mark;
  }

  move(handle, [x, z]) {
    const [x0, z0, x1, z1] = handle.bounds;
    this.values[handle.key] = [Math.min(Math.max(x, x0), x1), Math.min(Math.max(z, z0), z1)];
    this.place();
    this.moved(handle.key);
  }

  place() {
    for (const { handle, mark } of this.marks) {
      const [x, z] = this.values[handle.key], [px, py] = this.view.project([x, handle.height || 0, z]);
      mark.style.left = `${px}px`;
      mark.style.top = `${py}px`;
    }
  }
}
