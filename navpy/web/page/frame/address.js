"use strict";
// What a page shows, kept in the address behind #: name=value&…. Numbers are written as short as they stay the same.
const address = {
  read() { return new Map(new URLSearchParams(location.hash.slice(1))); },
  write(values) {
    const text = value => typeof value === "number" ? String(+value.toFixed(3)) : Array.isArray(value) ? value.map(text).join(",") : String(value);
    const parts = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(text(value)).replaceAll("%2C", ",")}`);
    history.replaceState(null, "", `#${parts.join("&")}`);
  },
  /** A value of the same kind as the default, or the default where the text is none. */
  parse(text, standard) {
    if (text === undefined) return standard;
    if (typeof standard === "boolean") return text === "true";
    if (typeof standard === "number") return Number.isFinite(+text) ? +text : standard;
    if (Array.isArray(standard)) {
      const numbers = text.split(",").map(Number);
      return numbers.length === standard.length && numbers.every(Number.isFinite) ? numbers : standard;
    }
    return text;
  },
};
