"""The page of `navpy view` in a Chromium without a window: its bytes, the time to the first picture and to the whole one, pictures a
second and processor time a picture while the camera turns, and a place under the pointer; of a house with the stages of its bake and
of a terrain.

    make playground && python bench/bench_view.py [triangles of the terrain, a million]
"""
import os
import pathlib
import statistics
import sys
import tempfile
import time

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tests import levels  # noqa: E402
from tests.playground.browser import Browser  # noqa: E402

import navpy  # noqa: E402
from navpy.studio import debug, webview  # noqa: E402

SIDE = 2000.0                           # meters of the terrain
REPEATS = 5
TURN = """const [seconds, done] = arguments, { surface } = viewer, paint = surface.paint, gaps = [];
    let last = performance.now(), spent = 0;
    const end = last + 1000 * seconds;
    surface.paint = () => { const start = performance.now(); paint.call(surface); spent += performance.now() - start; };
    (function step() {
      const now = performance.now();
      gaps.push(now - last);
      last = now;
      surface.camera.turn(0.01, 0);
      if (now < end) requestAnimationFrame(step);
      else {
        delete surface.paint;
        done([gaps.length, gaps.sort((a, b) => a - b)[gaps.length >> 1], spent / gaps.length, surface.budget]);
      }
    })()"""
WHOLE = """const done = arguments[0], { surface } = viewer, start = performance.now();
    surface.draw();
    (function look() { surface.rest.length ? setTimeout(look, 5) : done(performance.now() - start); })()"""
PICK = """const { surface } = viewer, { clientWidth: w, clientHeight: h } = surface.canvas, start = performance.now();
    for (let i = 0; i < 200; i++) surface.pick(w * (0.2 + 0.6 * Math.random()), h * (0.3 + 0.4 * Math.random()));
    return (performance.now() - start) / 200"""


def house():
    level = levels.house()
    stages = navpy.bake_stages(*level, navpy.BakeSettings(agent_radius=0.5, cell_size=0.25))
    return level, stages.mesh, webview.stage_layers(stages)


def terrain(count):
    """Hills of so many triangles, and their navmesh."""
    side = round((count / 2) ** 0.5)
    x, z = np.meshgrid(np.linspace(0, SIDE, side + 1), np.linspace(0, SIDE, side + 1))
    y = 30 * np.sin(x / 90) * np.cos(z / 70) + 6 * np.sin(x / 17) * np.sin(z / 13)
    points = np.stack([x, y, z], -1).reshape(-1, 3).astype(np.float32)
    a = (np.arange(side)[:, None] * (side + 1) + np.arange(side)).reshape(-1, 1)
    level = points, np.concatenate([a + (0, side + 1, 1), a + (1, side + 1, side + 2)]).astype(np.int32)
    settings = navpy.BakeSettings(cell_size=2, cell_height=0.5, agent_radius=2, agent_max_climb=1.5, agent_max_slope=35, tile_size=64)
    return level, navpy.bake(*level, settings), []


def processor_seconds(root):
    """Of a process and all that it has started."""
    children, spent = {}, {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        children.setdefault(int(fields[1]), []).append(int(stat.parent.name))
        spent[int(stat.parent.name)] = int(fields[11]) + int(fields[12])
    total, waiting = 0, [root]
    while waiting:
        process = waiting.pop()
        total += spent.get(process, 0)
        waiting += children.get(process, [])
    return total / os.sysconf("SC_CLK_TCK")


def measure(browser, name, page, seconds=4.0):
    first = []
    for _ in range(REPEATS):
        browser.open(page=page)
        first.append(browser.run("return viewer.firstPicture"))
    whole = browser.driver.execute_async_script(WHOLE)
    browser.driver.execute_async_script(TURN, seconds)          # the budget settles
    before, started = processor_seconds(browser.driver.service.process.pid), time.perf_counter()
    pictures, gap, script, budget = browser.driver.execute_async_script(TURN, seconds)
    spent, took = processor_seconds(browser.driver.service.process.pid) - before, time.perf_counter() - started
    print(f"{name}: {page.stat().st_size:,} bytes; first picture after {min(first):.0f} ms (median {statistics.median(first):.0f}), "
          f"whole after {whole:.0f} ms; turning {pictures / took:.0f} pictures a second, median {gap:.1f} ms apart, "
          f"{1000 * spent / pictures:.1f} ms of processor time each, {script:.1f} ms of them in the script, {budget:,.0f} triangles; "
          f"a place under the pointer {browser.run(PICK):.2f} ms", flush=True)
    assert browser.faults() == []


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    browser = Browser()
    try:
        with tempfile.TemporaryDirectory() as folder:
            for name, (level, mesh, stages) in (("house", house()), (f"terrain of {count:,} triangles", terrain(count))):
                started = time.perf_counter()
                page = pathlib.Path(folder) / "page.html"
                layers = [webview.Layer("level", debug.draw_level(*level), shade="--level"), *stages, *webview.navmesh_layers(mesh)]
                webview.write_html(page, name, "", mesh, layers)
                print(f"{name}: {mesh.polygon_count:,} polygons, page written in {time.perf_counter() - started:.1f} s", flush=True)
                measure(browser, name, page)
    finally:
        browser.close()


if __name__ == "__main__":
    main()
