"use strict";
// The core's own thread. A message is {id, calls: [[name, …arguments], …]} or {release: address}; the first one is {wasm}, gzipped and as
// text (unpack.js). The answer is {id, results, spent: milliseconds} or {id, error}; {line} is a line that the core has printed, {fault} why it cannot
// start.
const ready = new Promise(resolve => {
  onmessage = async ({ data }) => {
    const module = await WebAssembly.compileStreaming(new Response(unpacked(data.wasm), { headers: { "Content-Type": "application/wasm" } }));
    try {
      resolve(await Core.start(module, line => postMessage({ line })));
      postMessage({ ready: true });
    } catch (error) {
      postMessage({ fault: error.message });
    }
    onmessage = ({ data: message }) => answer(message);
  };
});

const unpack = value => value && value.handle ? new Handle(value.handle) : value;
const pack = (value, moved) => {
  if (value instanceof Handle) return { handle: value.address };
  if (ArrayBuffer.isView(value)) moved.push(value.buffer);
  return value;
};

async function answer({ id, calls, release }) {
  const core = await ready;
  if (release) { core.release(new Handle(release)); return; }
  const moved = [];
  try {
    const before = performance.now(), results = calls.map(([name, ...given]) => core.call(name, ...given.map(unpack)).map(value => pack(value, moved)));
    postMessage({ id, results, spent: performance.now() - before }, moved);
  } catch (error) {
    postMessage({ id, error: error.message });
  }
}
