"use strict";
const DIGITS = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).filter(char => !"<>&\"'`\\@-".includes(char));

/** A stream of the bytes that a text of digits to the base of 85 holds, gzipped. progress(share) is called as the text is read. */
function unpacked(text, progress = () => {}) {
  const STEP = 5 << 18;         // characters; five are four bytes
  const values = new Uint8Array(128);
  DIGITS.forEach((char, i) => values[char.charCodeAt(0)] = i);
  let at = 0;
  const source = new ReadableStream({
    pull(controller) {
      const part = text.slice(at, at + STEP), count = Math.ceil(part.length / 5);
      const digits = part.padEnd(5 * count, DIGITS[84]), view = new DataView(new ArrayBuffer(4 * count));
      for (let i = 0, k = 0; i < count; i++) {
        let word = 0;
        for (const end = k + 5; k < end; k++) word = 85 * word + values[digits.charCodeAt(k)];
        view.setUint32(4 * i, word);
      }
      controller.enqueue(new Uint8Array(view.buffer, 0, 4 * count - (digits.length - part.length)));
      at += STEP;
      progress(Math.min(at / text.length, 1));
      if (at >= text.length) controller.close();
    },
  });
  return source.pipeThrough(new DecompressionStream("gzip"));
}
