"use strict";
/** A stream of the bytes that a text in base64 holds, gzipped. progress(share) is called as the text is read. */
function unpacked(text, progress = () => {}) {
  const STEP = 1 << 20;         // characters, a multiple of 4
  let at = 0;
  const source = new ReadableStream({
    pull(controller) {
      const part = atob(text.slice(at, at + STEP)), bytes = new Uint8Array(part.length);
      for (let i = 0; i < part.length; i++) bytes[i] = part.charCodeAt(i);
      controller.enqueue(bytes);
      at += STEP;
      progress(Math.min(at / text.length, 1));
      if (at >= text.length) controller.close();
    },
  });
  return source.pipeThrough(new DecompressionStream("gzip"));
}
