"""Bakes the same levels with navpy and with Debian's librecast, in one run, and compares area, islands, time and heap.

    python bench/bench_bake.py [folder of .obj or .npz levels]      needs Debian's librecast-dev

Both sides do everything from triangles to polygons with neighbors and a detail mesh, with RecastDemo's settings; what navpy
cleans up beyond Recast is switched off. Levels of more than half a million triangles are baked in tiles of 48 columns, on our
side also by two threads. The areas must agree within 2 %, the islands exactly; in tiles, where librecast keeps small ones
that a border cuts, those of at least region_min_size squared within 2 %. What agrees are bakes without the ledge filter, as
Recast's also removes ground between two climbable steps; the bakes that are timed and listed have it. Runs of the two sides
alternate and the median counts. The peak of the heap above the state before the bake is measured in runs of their own, by the
same allocator hook. An .npz holds the arrays ``vertices`` and ``triangles``.

Without a folder it bakes levels that it makes itself: hills, and those of messy_levels; last it prints how the time grows over
hills of 1, 4 and 9 times the area. There librecast leaves out regions that
lie above each other, up to a ninth of the ground. So on these levels navpy's area must be that of the floors in its regions
within 1 %, and librecast's no larger.
"""
import concurrent.futures
import ctypes
import json
import os
import pathlib
import statistics
import struct
import subprocess
import sys
import tempfile
import time

import numpy as np

import navpy
from messy_levels import LEVELS as MESSY
from navpy.api.baking.bakes import bake_stages

HERE = pathlib.Path(__file__).resolve().parent
BUILD = HERE.parent / "build/bench"
REPEATS = 7
TILED_FROM = 500_000                # triangles
GROWTH_SIDES = 512, 1024, 1536      # meters
# RecastDemo's own settings
SETTINGS = dict(cell_size=0.3, cell_height=0.2, agent_height=2.0, agent_radius=0.6, agent_max_climb=0.9, agent_max_slope=45.0,
                region_min_size=8.0, region_merge_size=20.0, edge_max_length=12.0, edge_max_error=1.3, vertices_per_polygon=6,
                detail_sample_distance=6.0, detail_sample_max_error=1.0)


def build(source, name, *flags):
    target = BUILD / name
    changed = max(path.stat().st_mtime for path in (source, *source.parent.glob("*.h")))
    if not target.exists() or target.stat().st_mtime < changed:
        target.parent.mkdir(parents=True, exist_ok=True)
        built = subprocess.run(["g++" if source.suffix == ".cpp" else "gcc", "-O2", "-o", target, source, *flags],
                               capture_output=True, text=True)
        if built.returncode:
            sys.exit(f"{source.name} cannot be built; as root: apt-get install librecast-dev\n{built.stderr}")
    return target


def read_level(path):
    if path.suffix == ".npz":
        arrays = np.load(path)
        return arrays["vertices"].astype(np.float32), arrays["triangles"].astype(np.int32)
    vertices, triangles = [], []
    for line in path.read_text().splitlines():
        word, *rest = line.split() or [""]
        if word == "v":
            vertices.append([float(number) for number in rest[:3]])
        elif word == "f":
            corners = [int(corner.split("/")[0]) for corner in rest]
            corners = [i - 1 if i > 0 else len(vertices) + i for i in corners]
            triangles += [(corners[0], corners[k], corners[k + 1]) for k in range(1, len(corners) - 1)]
    return np.array(vertices, np.float32), np.array(triangles, np.int32)


def made_level(size=120, seed=1):
    """Hills with blocks on them."""
    rng = np.random.default_rng(seed)
    x, z = np.meshgrid(np.arange(size + 1.0), np.arange(size + 1.0))
    height = 3 * np.sin(x / 9) * np.cos(z / 11)
    height[rng.random(height.shape) < 0.03] += 4
    vertices = np.stack([x, height, z], axis=-1).reshape(-1, 3).astype(np.float32)
    a = (np.arange(size)[:, None] * (size + 1) + np.arange(size)).ravel()
    quads = np.stack([a, a + size + 1, a + 1, a + 1, a + size + 1, a + size + 2], axis=-1)
    return vertices, quads.reshape(-1, 3).astype(np.int32)


def tile_size(triangles):
    return 48 if len(triangles) > TILED_FROM else 0


class Recast:
    """librecast's side: a program that is told a level and answers with what it made."""

    def __init__(self):
        self.program = build(HERE / "recast_bake.cpp", "recast_bake", "-std=c++17", "-lRecast", "-ldl")

    def bake(self, vertices, triangles, repeats=1, measure_heap=False, list_surface=False, filter_ledges=True,
             settings=SETTINGS):
        values = [*settings.values(), tile_size(triangles), repeats, measure_heap, list_surface, filter_ledges]
        head = struct.pack("18d2i", *values, len(vertices), len(triangles))
        environment = dict(os.environ, LD_PRELOAD=str(heap_hook())) if measure_heap else None
        done = subprocess.run([self.program], input=head + vertices.tobytes() + triangles.tobytes(), capture_output=True,
                              check=True, env=environment)
        return json.loads(done.stdout)


def heap_hook():
    return build(HERE / "heap_hook.c", "heap_hook.so", "-shared", "-fPIC")


def our_settings(triangles, filter_ledges=True):
    return navpy.BakeSettings(**SETTINGS, tile_size=tile_size(triangles), filter_enclosed_spaces=False,
                              filter_ledge_spans=filter_ledges)


def timed_bake(vertices, triangles, executor):
    start = time.perf_counter()
    mesh = navpy.bake(vertices, triangles, our_settings(triangles), executor=executor)
    return mesh, time.perf_counter() - start


def our_heap(level):
    """Bytes that a bake needs at most beyond what was in use, measured in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "level.npz")
        np.savez(path, vertices=level[0], triangles=level[1])
        done = subprocess.run([sys.executable, __file__, "--heap-of", path], capture_output=True, text=True, check=True,
                              env=dict(os.environ, LD_PRELOAD=str(heap_hook())))
    return int(done.stdout)


def print_heap(path):
    """In the process of its own: what the first bake needs, modules warmed up by a small one."""
    vertices, triangles = read_level(pathlib.Path(path))
    small = made_level(4)
    with concurrent.futures.ThreadPoolExecutor(1) as executor:
        timed_bake(*small, executor)
        hook = ctypes.CDLL(None)
        hook.heap_peak.restype = ctypes.c_long
        hook.heap_reset()
        timed_bake(vertices, triangles, executor)
        print(hook.heap_peak())


def large_islands(mesh):
    """How many islands cover region_min_size squared or more."""
    areas = np.zeros(mesh.island_count)
    vertices = mesh.vertices
    for island, polygon in zip(mesh.islands, mesh.polygons):
        x, z = vertices[list(polygon)][:, [0, 2]].T
        areas[island] += 0.5 * abs(x @ np.roll(z, -1) - np.roll(x, -1) @ z)
    return int((areas >= (SETTINGS["region_min_size"] * SETTINGS["cell_size"]) ** 2).sum())


def measure(peer, level):
    """Runs of both sides in turn, and what they made."""
    vertices, triangles = level
    times = {"recast": [], 1: [], 2: []}
    threads = (1, 2) if tile_size(triangles) else (1,)
    pools = {count: concurrent.futures.ThreadPoolExecutor(count) for count in threads}
    for _ in range(REPEATS):
        theirs = peer.bake(vertices, triangles)
        times["recast"].append(theirs["value"])
        for count in threads:
            mesh, seconds = timed_bake(vertices, triangles, pools[count])
            times[count].append(seconds)
    for pool in pools.values():
        pool.shutdown()
    mesh.validate()
    return theirs, mesh, {key: statistics.median(values) for key, values in times.items() if values}


def count_islands(level, mesh, theirs):
    """Islands of both sides that are to agree: in tiles, the large ones."""
    return (large_islands(mesh), theirs["large"]) if tile_size(level[1]) else (mesh.island_count, theirs["islands"])


def check_ground(peer, name, level):
    """Our side covers the ground of a messy level without the ledge filter, and librecast covers no more."""
    theirs, stages = peer.bake(*level, filter_ledges=False), bake_stages(*level, our_settings(level[1], False))
    ground = sum(stages.contours.region_cells) * SETTINGS["cell_size"] ** 2
    assert abs(stages.mesh.area / ground - 1) <= 0.01 and theirs["area"] <= 1.01 * ground, f"{name}: not all of the ground"


def check_agreement(peer, name, level):
    """Both sides make the same of a level without the ledge filter."""
    theirs, mesh = peer.bake(*level, filter_ledges=False), navpy.bake(*level, our_settings(level[1], False))
    ours, recasts = count_islands(level, mesh, theirs)
    assert abs(mesh.area / theirs["area"] - 1) <= 0.02 and abs(ours - recasts) <= 0.02 * recasts * bool(
        tile_size(level[1])), f"{name}: not the same result"


def growth(peer):
    """Microseconds a triangle of tiled levels, one thread, the least of two runs; and the power of the number of triangles by which
    the time grows."""
    print("\nhills in tiles: triangles, µs a triangle, recast")
    seconds, counts = [], []
    with concurrent.futures.ThreadPoolExecutor(1) as executor:
        for side in GROWTH_SIDES:
            level = made_level(side)
            runs = [(timed_bake(*level, executor), peer.bake(*level)) for _ in range(2)]
            seconds.append((min(ours for (_, ours), _ in runs), min(theirs["value"] for _, theirs in runs)))
            counts.append(len(level[1]))
            print(f"{counts[-1]:12,}" + "".join(f"{1e6 * one / counts[-1]:8.2f}" for one in seconds[-1]), flush=True)
            check_agreement(peer, f"{side} m", level)
    powers = np.log(np.array(seconds[-1]) / seconds[0]) / np.log(counts[-1] / counts[0])
    print(f"{'power':>12}" + "".join(f"{power:8.2f}" for power in powers))


def main():
    peer = Recast()
    folder = pathlib.Path(sys.argv[1]) if sys.argv[1:] else None
    levels = {path.stem: read_level(path) for path in sorted(folder.iterdir()) if path.suffix in (".obj", ".npz")} if folder else {}
    messy = {} if levels else {name: make() for name, make in MESSY.items()}
    levels = levels or {"made": made_level(), **messy}
    row = "{:22}{:>9}{:>9}{:>11}{:>11}{:>8}{:>8}{:>9}{:>9}{:>7}{:>7}{:>9}{:>9}"
    print(row.format("level", "polygons", "recast", "area m²", "recast", "islands", "recast", "ms", "recast", "ratio", "2 thr.",
                     "heap MB", "recast"))
    for name, level in levels.items():
        theirs, mesh, seconds = measure(peer, level)
        heap, their_heap = our_heap(level), peer.bake(*level, measure_heap=True)["value"]
        two = f"{seconds[2] / seconds['recast']:.2f}" if 2 in seconds else ""
        ours, recasts = count_islands(level, mesh, theirs)
        print(row.format(name, mesh.polygon_count, theirs["polygons"], f"{mesh.area:.1f}", f"{theirs['area']:.1f}", ours,
                         recasts, f"{1e3 * seconds[1]:.1f}", f"{1e3 * seconds['recast']:.1f}",
                         f"{seconds[1] / seconds['recast']:.2f}", two, f"{heap / 1e6:.2f}", f"{their_heap / 1e6:.2f}"), flush=True)
        (check_ground if name in messy else check_agreement)(peer, name, level)
    if messy:
        growth(peer)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--heap-of"]:
        print_heap(sys.argv[2])
    else:
        main()
