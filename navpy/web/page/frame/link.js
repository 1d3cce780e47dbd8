"use strict";
// The core in its worker, as promises.
const NO_MEMORY = "not enough memory: choose a larger cell size";

/** What the core has said of an argument, without the name of Python's exception. */
const plainly = text => text.startsWith("MemoryError") ? NO_MEMORY : text.replace(/^(ValueError|TypeError): /, "");

class CoreLink {
  constructor(print) {
    const blob = new Blob([document.getElementById("worker").textContent], { type: "text/javascript" });
    this.worker = new Worker(URL.createObjectURL(blob));
    this.waiting = new Map();
    this.last = 0;
    this.ready = new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }) => {
        if (data.line !== undefined) print(data.line);
        else if (data.ready) resolve();
        else if (data.fault !== undefined) reject(new Error(`The core cannot start: ${data.fault}`));
        else this.settle(data);
      };
      this.worker.onerror = event => reject(new Error(event.message || "the worker could not start"));
    });
    this.worker.postMessage({ wasm: document.getElementById("wasm").textContent });
  }

  settle({ id, results, spent, error }) {
    const { resolve, reject } = this.waiting.get(id);
    this.waiting.delete(id);
    this.spent = spent;         // milliseconds that the last answer took in the core
    if (error === undefined) resolve(results);
    else reject(new Error(error));
  }

  /** Results of several calls, [[name, …arguments], …], which run one after the other. */
  batch(calls) {
    return new Promise((resolve, reject) => {
      this.waiting.set(++this.last, { resolve, reject });
      this.worker.postMessage({ id: this.last, calls });
    });
  }

  async call(name, ...given) { return (await this.batch([[name, ...given]]))[0]; }

  /** Lets an object inside the core go. */
  release(object) { if (object) this.worker.postMessage({ release: object.handle }); }
}
