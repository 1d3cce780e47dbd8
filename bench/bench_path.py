"""Paths of navpy and of Debian's librecast (Detour) over the same polygons, in one run: time a query, and whose are shorter.

    python bench/bench_path.py [folder of .obj levels, folder of .mesh files]      needs Debian's librecast-dev

Both sides locate both ends and find a path, one thread, seeded pairs on the largest island; Detour gets the polygons split to 6
corners. Ours must be no longer than Detour's, up to what its 16-bit vertices are off. Without folders it takes a level that it
bakes itself.
"""
import pathlib
import statistics
import struct
import subprocess
import sys
import time

import numpy as np

import navpy
from bench_bake import HERE, SETTINGS, build, made_level, read_level
from navpy.navmesh import NavMesh
from navpy.query.polyanya import ExactFinder

PAIRS, REPEATS = 10_000, 5


def read_polyanya(path):
    """A NavMesh from a Polyanya .mesh, version 2; its y becomes −z."""
    words = iter(path.read_text().split()[1:])
    version, vertex_count, polygon_count = (int(next(words)) for _ in range(3))
    if version != 2:
        sys.exit(f"{path.name}: version {version} is not read")
    vertices, polygons = [], []
    for _ in range(vertex_count):
        vertices.append((float(next(words)), 0.0, -float(next(words))))
        for _ in range(int(next(words))):
            next(words)
    for _ in range(polygon_count):
        count = int(next(words))
        polygons.append([int(next(words)) for _ in range(count)])
        for _ in range(count):
            next(words)
    return NavMesh.from_polygons(vertices, polygons, weld_distance=0.0)


def pairs_on_one_island(mesh, count, seed=1):
    """(2, n, 3): ends evenly over the polygons of the largest island, uniform in a triangle of each."""
    rng = np.random.default_rng(seed)
    chosen = np.flatnonzero(mesh.islands == np.bincount(mesh.islands[mesh.islands >= 0]).argmax())
    vertices, polygons, out = mesh.vertices, mesh.polygons, []
    for poly in rng.choice(chosen, 2 * count):
        ring = polygons[poly]
        k = int(rng.integers(1, len(ring) - 1))
        flat = rng.dirichlet((1, 1, 1)) @ vertices[[ring[0], ring[k], ring[k + 1]]]
        out.append(mesh.nearest(flat)[1])       # on the detail surface
    return np.array(out).reshape(2, count, 3)


def split(ring, limit=6):
    """Pieces of a convex ring with at most that many corners."""
    return [ring] if len(ring) <= limit else [ring[:limit], *split([ring[0], *ring[limit - 1:]], limit)]


def detour(mesh, starts, goals):
    program = build(HERE / "detour_paths.cpp", "detour_paths", "-std=c++17", "-lDetour")
    pieces = [piece for ring in mesh.polygons for piece in split(list(ring))]
    used, index = np.unique(np.concatenate(pieces), return_inverse=True)
    vertices = np.ascontiguousarray(mesh.vertices[used], float)
    data = struct.pack("=5i6d", len(vertices), len(pieces), len(index), len(starts), REPEATS, 0.6, 2.0, 0.9, 1.0, 4.0, 1.0)
    data += vertices.tobytes() + np.array([len(p) for p in pieces], np.int32).tobytes() + index.astype(np.int32).tobytes()
    data += np.concatenate([starts, goals], axis=1).tobytes()
    seconds, lengths = subprocess.run([program], input=data, capture_output=True, check=True, text=False).stdout.split(b"\n")[:2]
    return float(seconds), np.array(lengths.split(), float)


def compare(name, mesh):
    starts, goals = pairs_on_one_island(mesh, PAIRS)
    finder, times = ExactFinder(mesh), []
    for _ in range(REPEATS):
        begin = time.perf_counter()
        ours = np.array(finder.lengths(starts, goals))
        times.append((time.perf_counter() - begin) / PAIRS)
    seconds = statistics.median(times)
    theirs_seconds, theirs = detour(mesh, starts, goals)
    found = theirs >= 0
    slack = 1e-3 + 1e-3 * theirs
    assert np.isfinite(ours).all(), f"{name}: {np.isinf(ours).sum()} paths not found"
    longer = found & (ours > theirs + slack)
    assert not longer.any(), f"{name}: {longer.sum()} paths longer than Detour's, by up to {(ours - theirs)[longer].max()} m"
    print(f"{name}: {mesh.polygon_count} polygons, {seconds * 1e6:.2f} µs a query, Detour {theirs_seconds * 1e6:.2f} µs, "
          f"ratio {seconds / theirs_seconds:.2f}; Detour's paths are {100 * (theirs[found].sum() / ours[found].sum() - 1):.2f} % "
          f"longer, {(~found).sum()} lead elsewhere", flush=True)


def main():
    levels, meshes = (pathlib.Path(a) if a else None for a in (sys.argv[1:] + [None, None])[:2])
    if levels is None:
        compare("made level", navpy.bake(*made_level(), navpy.BakeSettings(**SETTINGS)))
        return
    for name in ("nav_test", "undulating"):
        compare(name, navpy.bake(*read_level(levels / f"{name}.obj"), navpy.BakeSettings(**SETTINGS)))
    if meshes is not None:
        compare("arena-merged", read_polyanya(meshes / "arena-merged.mesh"))


if __name__ == "__main__":
    main()
