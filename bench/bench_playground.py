"""The playground in a Chromium without a window: time to the first picture, pictures a second, and the core in WebAssembly
against the same core compiled for this machine, on the same level and the same paths.

    make playground && python bench/bench_playground.py
"""
import pathlib
import statistics
import sys
import time

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tests import levels  # noqa: E402
from tests.playground.browser import PAGE, Browser  # noqa: E402

import navpy  # noqa: E402

REPEATS = 7
PATHS = 200
MOST_SECONDS = 20.0                     # an order of magnitude above what a first picture takes
FRAMES = """const done = arguments[0], tab = playground.tab, draw = tab.draw;
    let drawn = 0;
    tab.draw = () => { drawn++; draw.call(tab); };
    setTimeout(() => { tab.draw = draw; done(drawn / 3); }, 3000)"""
TIMED = """const [calls, repeats, done] = arguments;
    (async () => {
      const spent = [];
      for (let i = 0; i < repeats; i++) { await playground.core.batch(calls); spent.push(playground.core.spent); }
      done(spent);
    })()"""


def first_pictures(browser):
    for _ in range(REPEATS):
        browser.open("tab=stages")
        yield browser.run("return performance.now()") / 1000


def time_here(function):
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def compare(browser):
    """Seconds of a bake and of many paths, in the page and here."""
    vertices, triangles = levels.hills()
    vertices, triangles = np.ascontiguousarray(vertices, np.float32), np.ascontiguousarray(triangles, np.int32)
    here = navpy.bake(vertices, triangles)
    [stages] = browser.call("bake", vertices.ravel(), triangles.ravel())
    [there] = browser.call("mesh_of", stages)
    assert browser.call("mesh_bytes", there)[0].tobytes() == here.to_bytes()
    ends = np.random.default_rng(1).uniform(*here.bounds, (PATHS, 2, 3))
    browser.run("""const [mesh, vertices, triangles, ends] = arguments;
        globalThis.given = { mesh, vertices: new Float32Array(vertices), triangles: new Int32Array(triangles),
          ends: ends.map(pair => new Float64Array(pair)) }""",
                there, vertices.ravel().tolist(), triangles.ravel().tolist(), ends.reshape(PATHS, 6).tolist())
    page = {"bake": TIMED.replace("batch(calls)", 'batch([["bake", given.vertices, given.triangles]])'),
            "paths, a call each": TIMED.replace(
                "batch(calls)", 'batch(given.ends.map(ends => ["path", given.mesh, ends, "exact", "clamped"]))')}
    own = {"bake": lambda: navpy.bake(vertices, triangles),
           "paths, a call each": lambda: [here.find_path(*pair) for pair in ends]}
    for name, script in page.items():
        yield name, statistics.median(browser.driver.execute_async_script(script, [], REPEATS)) / 1000, time_here(own[name])


def main():
    if not PAGE.exists():
        print(f"there is no {PAGE}: run make playground")
        return
    browser = Browser()
    try:
        times = list(first_pictures(browser))
        print(f"first picture after {statistics.median(times):.2f} s ({min(times):.2f} … {max(times):.2f})")
        assert max(times) < MOST_SECONDS
        for tab in ("arrive", "flock&agents=300", "cancel", "dance", "doorway&agents=300", "flow&agents=300", "formation&count=60"):
            browser.open(f"tab={tab}")
            print(f"{tab}: {browser.driver.execute_async_script(FRAMES):.0f} pictures a second")
        for name, there, here in compare(browser):
            print(f"{name}: {1e3 * there:.1f} ms in the page, {1e3 * here:.1f} ms here, {there / here:.2f} times")
    finally:
        browser.close()


if __name__ == "__main__":
    main()
