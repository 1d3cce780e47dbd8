// Search runs in a worker, which browsers refuse to a page from the disk. There the window of a hidden frame stands in for it.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.waiting = [];
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.srcdoc = "<!doctype html><body></body>";
      this.frame.onload = () => this.start(url);
      document.documentElement.append(this.frame);
    }

    start(url) {
      const inside = this.frame.contentWindow;
      const load = (source) => new Promise((resolve, reject) => {
        const script = Object.assign(inside.document.createElement("script"), { src: source, onload: resolve, onerror: reject });
        inside.document.body.append(script);
      });
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inside.importScripts = (...sources) => Promise.all(sources.map(load));
      load(url).then(() => {
        this.inside = inside;
        this.waiting.forEach((data) => this.postMessage(data));
      });
    }

    postMessage(data) {
      if (this.inside) {
        this.inside.dispatchEvent(new MessageEvent("message", { data }));
      } else {
        this.waiting.push(data);
      }
    }

    terminate() {
      this.frame.remove();
    }
  };
}
