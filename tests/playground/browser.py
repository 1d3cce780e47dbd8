"""A headless Chromium that shows the playground, or a page of `navpy view`, from its file."""
import base64
import pathlib
import time

import numpy as np
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs/playground/index.html"
CHROMIUM, DRIVER = pathlib.Path("/usr/bin/chromium"), pathlib.Path("/usr/bin/chromedriver")
ARGUMENTS = ("--headless=new", "--no-sandbox", "--no-first-run", "--disable-background-networking", "--force-device-scale-factor=1",
             "--enable-unsafe-swiftshader")      # WebGL without a graphics card
TYPES = {"Float64Array": np.float64, "Float32Array": np.float32, "Int32Array": np.int32, "Uint8Array": np.uint8}
NO_WEBGL = """{ const canvas = HTMLCanvasElement.prototype, get = canvas.getContext;
canvas.getContext = function (kind, ...rest) { return kind === "webgl2" ? null : get.call(this, kind, ...rest); }; }"""
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
NO_CORE = "window.Worker = class { postMessage() {} };"         # a core that never starts
NAMES = {np.dtype(kind): name for name, kind in TYPES.items()}

# Arrays go both ways as base64 with their kinds, so that all bits stay.
CALL = """
const [name, given, done] = [arguments[0], arguments[1], arguments[arguments.length - 1]];
const unpack = value => {
  if (!value || !value.array) return value;
  const bytes = Uint8Array.from(atob(value.data), c => c.charCodeAt(0));
  return new globalThis[value.array](bytes.buffer);
};
const pack = value => {
  if (!ArrayBuffer.isView(value)) return value;
  const bytes = new Uint8Array(value.buffer);
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return { array: value.constructor.name, data: btoa(text) };
};
(typeof viewer === "undefined" ? playground : viewer.route).core.call(name, ...given.map(unpack))
  .then(out => done({ results: out.map(pack) }), error => done({ error: error.message }));
"""


def pack(value):
    if not isinstance(value, np.ndarray):
        return value
    return {"array": NAMES[value.dtype], "data": base64.b64encode(np.ascontiguousarray(value).tobytes()).decode()}


def unpack(value):
    if not (isinstance(value, dict) and "array" in value):
        return value
    return np.frombuffer(base64.b64decode(value["data"]), TYPES[value["array"]])


class CoreError(Exception):
    """What a call of the core in the page was refused with."""


class Browser:
    """The page in a browser.

    Parameters
    ----------
    size : (int, int)
        Pixels of the window.
    """

    def __init__(self, size=(1280, 860)):
        options = webdriver.ChromeOptions()
        options.binary_location = str(CHROMIUM)
        for argument in (*ARGUMENTS, f"--window-size={size[0]},{size[1]}"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(str(DRIVER)))
        self.driver.set_script_timeout(60)

    def open(self, state="", wait=True, page=PAGE):
        """Show a page anew with a state, the part of its address behind #."""
        self.driver.get("about:blank")
        self.driver.get(f"{page.as_uri()}#{state}")
        if wait:
            self.wait()

    def be_phone(self):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)

    def be_desktop(self):
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def before_scripts(self, script):
        """Has each page that is opened from now on begin with a script. → what `forget_script` takes"""
        return self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})["identifier"]

    def forget_script(self, identifier):
        self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": identifier})

    def wait(self, seconds=30.0):
        """Until all that was asked for is computed and drawn."""
        end = time.monotonic() + seconds
        while (state := self.run("return document.body.dataset.state")) not in ("ready", "failed"):
            assert time.monotonic() < end, f"the page is {state} after {seconds} s: {self.message()}"
            time.sleep(0.02)
        return state

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def call(self, name, *given):
        """A function of navpy.web, as the page calls it. Arrays are numpy's; an object of the core is an opaque value."""
        out = self.driver.execute_async_script(CALL, name, [pack(value) for value in given])
        if "error" in out:
            raise CoreError(out["error"])
        return [unpack(value) for value in out["results"]]

    def until(self, condition):
        """Wait until an expression of JavaScript is true, and the page has drawn what follows."""
        self.driver.execute_async_script(f"""const done = arguments[0];
            (function look() {{ {condition} ? done() : setTimeout(look, 20); }})()""")
        return self.wait()

    def play(self, frames, seconds, first=""):
        """Have the tab compute so many frames of so many seconds each, as fast as it can, while the page's own loop stands
        still; `first`: a statement before that."""
        self.driver.execute_async_script("""const [frames, seconds, first, done] = arguments;
            const picture = () => new Promise(requestAnimationFrame);
            (async () => {
              playground.tick = () => {};
              await picture(); await playground.core.batch([]); await picture();        // until the last frame is over
              new Function(first)();
              for (let i = 0; i < frames; i++) await playground.tab.frame(seconds);
              delete playground.tick;
              playground.redraw();
              requestAnimationFrame(time => playground.tick(time));
              await picture(); await playground.core.batch([]); await picture();
              done();
            })()""", frames, seconds, first)

    def numbers(self):
        """{label: text} of the panel."""
        rows = self.run("return [...document.querySelectorAll('#numbers dt')].map(dt => [dt.textContent, dt.nextSibling.textContent])")
        return {label: text for label, text in rows}

    def values(self):
        """What the tab is set to."""
        return self.run("return playground.tab.values")

    def message(self):
        return self.run("return document.getElementById('message')?.textContent")

    def faults(self):
        """Lines of the console that are no mere information, since the last time. Without a graphics card Chromium reads each picture
        back, and WebGL's driver complains of the stall."""
        return [line["message"] for line in self.driver.get_log("browser")
                if line["level"] in ("SEVERE", "WARNING") and "GL Driver Message" not in line["message"]]

    def close(self):
        self.driver.quit()
