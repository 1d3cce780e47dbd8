"use strict";
/** The arrays of navpy.studio.web_arrays by their names. listing: [name, kind, numbers, numbers of a row] each, in the order of the bytes. */
function unpackArrays(bytes, listing) {
  const out = {};
  let at = 0;
  for (const [name, kind, count, width] of listing) {
    if (kind === "B") {
      out[name] = bytes.slice(at, at + count);
      at += count;
      continue;
    }
    const words = sumUp(bytes, at, count, width);
    out[name] = kind === "f" ? new Float32Array(words.buffer) : words;
    at += 4 * count;
  }
  return out;
}

/** Words out of their differences from row to row, of which all lowest bytes come first. */
function sumUp(bytes, at, count, width) {
  const words = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const folded = bytes[at + i] | bytes[at + count + i] << 8 | bytes[at + 2 * count + i] << 16 | bytes[at + 3 * count + i] << 24;
    words[i] = (folded >>> 1 ^ -(folded & 1)) + (i < width ? 0 : words[i - width]);
  }
  return words;
}
