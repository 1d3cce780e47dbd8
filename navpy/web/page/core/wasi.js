"use strict";
// The few functions of WASI that the core asks for: clocks, random bytes and standard output. There are no files.
function makeWasi(write) {
  const OK = 0, BAD_FILE = 8, CANNOT_SEEK = 70;
  const lines = ["", "", ""];
  let memory = null;
  const view = () => new DataView(memory.buffer);
  const none = (count, size) => { view().setUint32(count, 0, true); view().setUint32(size, 0, true); return OK; };
  const calls = {
    fd_write(file, parts, count, written) {
      let size = 0;
      for (let i = 0; i < count; i++) {
        const at = view().getUint32(parts + 8 * i, true), length = view().getUint32(parts + 8 * i + 4, true);
        lines[file] += new TextDecoder().decode(new Uint8Array(memory.buffer, at, length));
        size += length;
      }
      view().setUint32(written, size, true);
      const whole = lines[file].split("\n");
      lines[file] = whole.pop();
      whole.forEach(write);
      return OK;
    },
    clock_time_get(clock, precision, out) {
      const REALTIME = 0, ms = clock === REALTIME ? Date.now() : performance.now();
      view().setBigUint64(out, BigInt(Math.round(ms * 1e6)), true);
      return OK;
    },
    clock_res_get(clock, out) { view().setBigUint64(out, 1000n, true); return OK; },
    random_get(at, size) { crypto.getRandomValues(new Uint8Array(memory.buffer, at, size)); return OK; },
    environ_sizes_get: none,
    environ_get: () => OK,
    args_sizes_get: none,
    args_get: () => OK,
    fd_fdstat_get(file, out) {
      const CHARACTER_DEVICE = 2;
      if (file > 2) return BAD_FILE;
      new Uint8Array(memory.buffer, out, 24).fill(0);
      view().setUint8(out, CHARACTER_DEVICE);
      view().setBigUint64(out + 8, 0x40n, true);        // the right to write
      return OK;
    },
    fd_filestat_get(file, out) {
      if (file > 2) return BAD_FILE;
      new Uint8Array(memory.buffer, out, 64).fill(0);
      view().setUint8(out + 16, 2);
      return OK;
    },
    fd_prestat_get: () => BAD_FILE,
    fd_close: () => OK,
    fd_seek: () => CANNOT_SEEK,
    fd_read(file, parts, count, out) { view().setUint32(out, 0, true); return OK; },
    sched_yield: () => OK,
    proc_exit(code) { throw new Error(`the core ended with code ${code}`); },
  };
  // A function that is not here would be one of files: the core links them, and never calls them.
  const missing = name => () => { throw new Error(`the core called ${name}, which the page has not`); };
  const importsOf = module => {
    const out = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) (out[from] ||= {})[name] = calls[name] || missing(name);
    return out;
  };
  return { importsOf, bind(instance) { memory = instance.exports.memory; instance.exports._initialize(); } };
}
