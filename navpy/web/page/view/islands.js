"use strict";
// The lists beside the picture: islands, which can be switched off and looked at, and areas.
class Lists {
  constructor(navmesh, changed, lookAt) { Object.assign(this, { navmesh, changed, lookAt }); }

  static squareMeters(value) { return `${value.toLocaleString("en", { maximumFractionDigits: 1, minimumFractionDigits: 1 })} m²`; }
  static swatch(color) { return element("i", { style: `background:rgb(${color})` }); }

  show() {
    const { navmesh } = this, { islands, off } = navmesh, least = islands.length - 1;
    if (!islands.length) return;
    const toggleAll = () => {
      const isAny = off.size < islands.length;
      islands.forEach((_, i) => { if (isAny) off.add(i); else off.delete(i); });
      this.boxes.forEach(box => { box.checked = !isAny; });
      this.changed();
    };
    const rows = islands.map((size, i) => this.row(i, size));
    this.boxes = rows.map(row => row.querySelector("input"));
    const smallest = islands.length > 1 ? [element("p", {}, "The smallest: ", this.looker(least), `, ${Lists.squareMeters(islands[least])}`)] : [];
    document.getElementById("islands").replaceChildren(
      element("h3", {}, `${islands.length} island${islands.length > 1 ? "s" : ""}`, element("button", { type: "button", textContent: "all on or off",
        onclick: toggleAll })), ...smallest, element("div", { className: "rows" }, ...rows));
  }

  row(island, size) {
    const { off } = this.navmesh;
    const input = element("input", { type: "checkbox", checked: !off.has(island), name: `island ${island + 1}`, ariaLabel: `Show island ${island + 1}`,
      onchange: () => { if (input.checked) off.delete(island); else off.add(island); this.changed(); } });
    return element("div", {}, element("label", {}, input, Lists.swatch(this.navmesh.colorOf(island))), this.looker(island),
      element("b", { textContent: Lists.squareMeters(size) }));
  }

  looker(island) {
    return element("button", { type: "button", textContent: `island ${island + 1}`, title: "Look at it",
      onclick: () => this.lookAt(this.navmesh.boxes()[island]) });
  }

  /** Areas, where they have the colors. */
  showAreas(isShown) {
    const rows = this.navmesh.areas.map(([name, size, color]) => element("div", {}, Lists.swatch(color), name,
      element("b", { textContent: Lists.squareMeters(size) })));
    const all = isShown && rows.length ? [element("h3", {}, "Areas"), element("div", { className: "rows" }, ...rows)] : [];
    document.getElementById("areas").replaceChildren(...all);
  }
}
