"use strict";
// The panel beside the picture: controls made from descriptions, and the tab's numbers.
//   {key, label, min, max, step, unit}   a slider          {key, label, choices: {value: text}}   one of several
//   {key, label, toggle: true, color}    a check box       {label, press: function}               a button
//   {heading}                            a line above others
class Panel {
  constructor(changed) {
    this.form = document.getElementById("controls");
    this.list = document.getElementById("numbers");
    this.changed = changed;
    this.form.addEventListener("submit", event => event.preventDefault());
  }

  show(tab) {
    document.getElementById("title").textContent = tab.title;
    document.getElementById("lesson").innerHTML = tab.lesson;
    this.sliders = new Map();
    this.form.replaceChildren(...tab.controls.map(control => this.make(control, tab.values)));
    this.numbers([]);
  }

  make(control, values) {
    if (control.heading) return element("h3", { textContent: control.heading });
    if (control.press) return element("button", { type: "button", textContent: control.label, onclick: control.press });
    if (control.file) return this.makeFile(control);
    if (control.toggle) return this.makeToggle(control, values);
    if (control.choices) return this.makeChoice(control, values);
    return this.makeSlider(control, values);
  }

  makeFile(control) {
    const input = element("input", { type: "file", accept: control.file, hidden: true, onchange: () => input.files[0] && control.open(input.files[0]) });
    return element("label", { className: "file", tabIndex: 0, onkeydown: e => { if (e.key === "Enter" || e.key === " ") input.click(); } }, control.label,
      input);
  }

  makeToggle(control, values) {
    const input = element("input", { type: "checkbox", name: control.key, checked: values[control.key],
      onchange: () => this.set(control, values, input.checked) });
    const swatch = control.color ? [element("i", { style: `background:${control.color}` })] : [];
    return element("label", { className: "toggle" }, input, ...swatch, control.label);
  }

  makeChoice(control, values) {
    const buttons = Object.entries(control.choices).map(([value, text]) => {
      const input = element("input", { type: "radio", name: control.key, value, checked: values[control.key] === value,
        onchange: () => this.set(control, values, value) });
      return element("label", { className: "choice" }, input, element("span", { textContent: text }));
    });
    return element("fieldset", {}, element("legend", { textContent: control.label }), ...buttons);
  }

  makeSlider(control, values) {
    const id = `control-${control.key}`;
    const output = element("output", { htmlFor: id });
    const input = element("input", { type: "range", id, name: control.key, min: control.min, max: control.max, step: control.step,
      oninput: () => { this.set(control, values, +input.value); write(); } });
    const write = () => { output.textContent = control.text ? control.text(values[control.key]) : `${+values[control.key].toFixed(2)} ${control.unit || ""}`; };
    input.value = values[control.key];
    write();
    this.sliders.set(control.key, { input, write, control, values });
    return element("div", { className: "row" }, element("label", { htmlFor: id, textContent: control.label }), output, input);
  }

  /** Another end of a slider's range, as when a search has more steps; a value at the old end goes along. */
  setMost(key, most) {
    const { input, write, values, control } = this.sliders.get(key);
    const atEnd = values[key] >= +input.max;
    input.max = most;
    if (atEnd || values[key] > most) values[key] = most;
    control.max = most;
    input.value = values[key];
    write();
  }

  set(control, values, value) {
    values[control.key] = value;
    this.changed(control.key);
  }

  /** [label, text, color of its mark] each; the list is made anew only where labels differ. */
  numbers(rows) {
    const labels = rows.map(row => row[0]).join("|");
    if (labels !== this.labels || !rows.length) {
      this.labels = labels;
      this.list.replaceChildren(...rows.flatMap(([label, , color]) => [
        element("dt", {}, ...(color ? [element("i", { style: `background:var(${color})` })] : []), label), element("dd", {})]));
    }
    rows.forEach(([, text], i) => { this.list.children[2 * i + 1].textContent = text; });
  }
}

function element(name, properties, ...children) {
  const { style, ...rest } = properties, out = Object.assign(document.createElement(name), rest);
  if (style) out.style.cssText = style;
  out.append(...children);
  return out;
}
