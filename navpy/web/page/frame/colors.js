"use strict";
// Colors of the theme, and scales of colors.
const colors = {
  known: new Map(),
  forget() { this.known.clear(); },

  /** A variable of the style sheet as CSS text. */
  css(name) {
    if (!this.known.has(name)) this.known.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
    return this.known.get(name);
  },

  /** The same as [r, g, b], 0 … 255. */
  rgb(name) { return [1, 3, 5].map(i => parseInt(this.css(name).slice(i, i + 2), 16)); },

  mix(a, b, share) { return a.map((value, i) => value + (b[i] - value) * share); },

  /** A hue for each number, far from those of the numbers before it: steps of the golden angle. */
  hue(number) { return this.hsl(number * 137.508 % 360, 0.5, document.documentElement.dataset.theme === "dark" ? 0.5 : 0.62); },

  hsl(hue, saturation, lightness) {
    const reach = saturation * Math.min(lightness, 1 - lightness);
    return [0, 8, 4].map(n => { const k = (n + hue / 30) % 12; return 255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))); });
  },

  /** From red at 0 to blue at 1, by way of yellow. */
  heat(share) { return this.hsl(240 * Math.min(1, Math.max(0, share)), 0.72, 0.55); },
};
