"use strict";
// Calls functions of navpy.web by their names. entry.c has the other side of the layout of a Value.
class Handle {                          // an object inside the core, which lasts until it is released
  constructor(address) { this.address = address; }
}

class Core {
  static VALUE = 24;
  static KINDS = { NONE: 0, NUMBER: 1, TEXT: 2, OBJECT: 3, FAULT: 4, ARRAY: 5 };
  static ARRAYS = { f: Float32Array, i: Int32Array, l: Int32Array, d: Float64Array, B: Uint8Array };
  static FORMATS = new Map([[Float32Array, "f"], [Int32Array, "i"], [Float64Array, "d"], [Uint8Array, "B"]]);

  static async start(module, write) {
    const wasi = makeWasi(write), core = new Core();
    const instance = await WebAssembly.instantiate(module, wasi.importsOf(module));
    wasi.bind(instance);
    core.functions = instance.exports;
    core.read(core.functions.navpy_start());
    return core;
  }

  /** The results of a function, an array of numbers, texts, typed arrays, Handles and nulls; an Error with the core's own text. */
  call(name, ...given) {
    const held = [], keep = size => { const at = this.functions.navpy_allocate(Math.max(size, 1)); held.push(at); return at; };
    const bytes = at => new Uint8Array(this.functions.memory.buffer, at);
    const putText = text => {
      const coded = new TextEncoder().encode(text + "\0"), at = keep(coded.length);
      bytes(at).set(coded);
      return [at, coded.length - 1];
    };
    const [nameAt] = putText(name), values = keep(Core.VALUE * given.length);
    given.forEach((value, i) => this.write(values + Core.VALUE * i, value, keep, putText, bytes));
    try {
      return this.read(this.functions.navpy_call(nameAt, values, given.length));
    } finally {
      held.forEach(at => this.functions.navpy_free(at));
    }
  }

  release(handle) { this.functions.navpy_release(handle.address); }

  write(at, value, keep, putText, bytes) {
    const K = Core.KINDS;
    let kind = K.NONE, format = 0, count = 0, data = 0, number = 0;
    if (typeof value === "number") [kind, number] = [K.NUMBER, value];
    else if (typeof value === "string") [kind, [data, count]] = [K.TEXT, putText(value)];
    else if (value instanceof Handle) [kind, data] = [K.OBJECT, value.address];
    else if (value) {
      if (!Core.FORMATS.has(value.constructor)) throw new TypeError(`${value.constructor.name} cannot be handed to the core`);
      [kind, format, count, data] = [K.ARRAY, Core.FORMATS.get(value.constructor).charCodeAt(0), value.length, keep(value.byteLength)];
      bytes(data).set(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    }
    const out = new DataView(this.functions.memory.buffer, at, Core.VALUE);
    out.setInt32(0, kind, true);
    out.setUint32(4, format, true);
    out.setInt32(8, count, true);
    out.setUint32(12, data, true);
    out.setFloat64(16, number, true);
  }

  read(at) {
    const first = this.readValue(at), out = [];
    for (let i = 1; i <= first; i++) out.push(this.readValue(at + Core.VALUE * i));
    return out;
  }

  /** Arrays are copies: the core's own memory may move with the next call. */
  readValue(at) {
    const view = new DataView(this.functions.memory.buffer, at, Core.VALUE), K = Core.KINDS;
    const kind = view.getInt32(0, true), count = view.getInt32(8, true), data = view.getUint32(12, true);
    const text = () => new TextDecoder().decode(new Uint8Array(this.functions.memory.buffer, data, count));
    if (kind === K.FAULT) throw new Error(text());
    if (kind === K.NUMBER) return view.getFloat64(16, true);
    if (kind === K.TEXT) return text();
    if (kind === K.OBJECT) return new Handle(data);
    if (kind === K.NONE) return null;
    const Type = Core.ARRAYS[String.fromCharCode(view.getUint8(4))];
    return new Type(this.functions.memory.buffer.slice(data, data + count * Type.BYTES_PER_ELEMENT));
  }
}
