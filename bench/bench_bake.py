"""Bakes the same levels with navpy and with Debian's librecast, in one run, and compares area, islands and time.

    python bench/bench_bake.py [folder of .obj levels]      needs Debian's librecast-dev

Both sides do everything from triangles to polygons with neighbours, without a detail mesh. The areas must agree within
2 %, the islands exactly. Without a folder it bakes a level that it makes itself.
"""
import json
import pathlib
import statistics
import struct
import subprocess
import sys
import time

import numpy as np

import navpy

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = HERE.parent / "build/bench/recast_bake"
REPEATS = 5
# RecastDemo's own settings
SETTINGS = dict(cell_size=0.3, cell_height=0.2, agent_height=2.0, agent_radius=0.6, agent_max_climb=0.9, agent_max_slope=45.0,
                region_min_size=8.0, region_merge_size=20.0, edge_max_length=12.0, edge_max_error=1.3, vertices_per_polygon=6)


def build_peer():
    source = HERE / "recast_bake.cpp"
    if not PROGRAM.exists() or PROGRAM.stat().st_mtime < source.stat().st_mtime:
        PROGRAM.parent.mkdir(parents=True, exist_ok=True)
        built = subprocess.run(["g++", "-std=c++17", "-O2", "-o", PROGRAM, source, "-lRecast"], capture_output=True, text=True)
        if built.returncode:
            sys.exit(f"librecast's side cannot be built; as root: apt-get install librecast-dev\n{built.stderr}")


def read_obj(path):
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


def bake_with_recast(vertices, triangles):
    head = struct.pack("13d2i", *SETTINGS.values(), REPEATS, 0, len(vertices), len(triangles))
    done = subprocess.run([PROGRAM], input=head + vertices.tobytes() + triangles.tobytes(), capture_output=True, check=True)
    return json.loads(done.stdout)


def bake_with_navpy(vertices, triangles):
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        mesh = navpy.bake(vertices, triangles, navpy.BakeSettings(**SETTINGS))
        times.append(time.perf_counter() - start)
    mesh.validate()
    return dict(polygons=mesh.polygon_count, vertices=mesh.vertex_count, area=mesh.area, islands=mesh.island_count,
                seconds=statistics.median(times))


def main():
    build_peer()
    levels = {path.stem: read_obj(path) for path in sorted(pathlib.Path(sys.argv[1]).glob("*.obj"))} if sys.argv[1:] else {}
    levels = levels or {"made": made_level()}
    row = "{:24}{:>10}{:>10}{:>12}{:>12}{:>9}{:>9}{:>10}{:>10}{:>8}"
    print(row.format("level", "polygons", "recast", "area m²", "recast", "islands", "recast", "ms", "recast", "ratio"))
    for name, (vertices, triangles) in levels.items():
        peer, ours = bake_with_recast(vertices, triangles), bake_with_navpy(vertices, triangles)
        print(row.format(name, ours["polygons"], peer["polygons"], f"{ours['area']:.1f}", f"{peer['area']:.1f}", ours["islands"],
                         peer["islands"], f"{1e3 * ours['seconds']:.1f}", f"{1e3 * peer['seconds']:.1f}",
                         f"{ours['seconds'] / peer['seconds']:.2f}"), flush=True)
        assert abs(ours["area"] / peer["area"] - 1) <= 0.02 and ours["islands"] == peer["islands"], f"{name}: not the same result"


if __name__ == "__main__":
    main()
