"""Paths of navpy and of Debian's librecast (Detour) over the same polygons, in one run: time a query, and whose are shorter.

    python bench/bench_path.py [folder of levels, folder of .mesh files]      needs Debian's librecast-dev

The levels are nav_test and undulating (.obj), which are baked, and world.npz, which is baked in tiles; the .mesh file is
arena-merged. A .navmesh of the same name is loaded instead. Without folders it takes a level that it makes itself.

Both sides locate both ends and find a path, one thread, seeded pairs on the largest island, in turns; the median counts. Ours
is the one public call for many, mesh.find_paths(starts, goals), everything that comes with its answers
included. Our first runs, in which searches look around for the first time and pay for landmarks, are not counted, but told.
Detour gets the mesh as one tile with its detail surface; polygons of more than 6 corners are split for it, and those are plain
fans. Our paths must be no longer than Detour's, up to what the rounding of its vertices to 16 bits, and of its ends to floats,
can make of a way across that many edges; nor longer than the funnel's through the cheapest corridor. Then the path index is
built, and all paths are found once more: they must be as long as before.

Last it prints how the time of a path grows with its length, and what an index costs: on made levels of 1, 4 and 9 times the area.
"""
import os
import pathlib
import statistics
import struct
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import navpy
from bench_bake import HERE, SETTINGS, build, made_level, read_level, tile_size
from navpy.base.core import PathStatus
from navpy.navmesh.navmesh import NavMesh
from navpy.api.query.corridor_search import corridor, pull

PAIRS, FUNNELS, REPEATS = 10_000, 300, 5
WORLD_PAIRS = 1_000
PAYING = 5                              # runs until searches are as fast as they get
GROWTH_SIDES = 120, 240, 360            # meters
CORNERS = 6                             # Detour's most


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


def pairs_between_islands(mesh, count, seed=2):
    """(2, n, 3): middles of polygons of the largest island, and of others."""
    rng = np.random.default_rng(seed)
    middles = np.array([mesh.vertices[list(ring)].mean(axis=0) for ring in mesh.polygons])
    here = mesh.islands == np.bincount(mesh.islands[mesh.islands >= 0]).argmax()
    others = (mesh.islands >= 0) & ~here            # −1: nobody walks there
    return np.array([middles[rng.choice(np.flatnonzero(side), count)] for side in (here, others)])


def split(ring):
    """Pieces of a convex ring with no more corners than Detour takes."""
    return [ring] if len(ring) <= CORNERS else [ring[:CORNERS], *split([ring[0], *ring[CORNERS - 1:]])]


def doubled_area(vertices, a, b, c):
    u, v = vertices[b] - vertices[a], vertices[c] - vertices[a]
    return np.abs(u[..., 0] * v[..., 2] - u[..., 2] * v[..., 0])


def surfaces(mesh, rings, vertices):
    """Triangles of each polygon's surface, (n, 3) vertex indices: those that fill its area."""
    triangles = np.array(mesh.triangles).reshape(-1, 3)
    filled = np.cumsum(doubled_area(vertices, *triangles.T))
    areas = [sum(doubled_area(vertices, ring[0], ring[k], ring[k + 1]) for k in range(1, len(ring) - 1)) for ring in rings]
    ends = np.searchsorted(filled, np.cumsum(areas) - 0.5 * np.array(areas).min() * 1e-3) + 1
    return np.split(triangles, ends[:-1])


def packed(mesh, starts, goals):
    """What detour_paths reads."""
    vertices, rings = mesh.vertices, mesh.polygons
    pieces, extra, triangles = [], [], []
    for ring, surface in zip(rings, surfaces(mesh, rings, vertices)):
        for piece in split(list(ring)):
            own = surface if len(piece) == len(ring) else [(piece[0], piece[k], piece[k + 1]) for k in range(1, len(piece) - 1)]
            others = sorted({int(v) for triangle in own for v in triangle} - set(piece))
            number = {v: k for k, v in enumerate([*piece, *others])}
            pieces.append(piece)
            extra.append(others)
            triangles.append([number[int(v)] for triangle in own for v in triangle])
    used, index = np.unique(np.concatenate(pieces), return_inverse=True)
    lists = [np.array([len(p) for p in pieces], np.int32), index.astype(np.int32),
             np.array([len(p) for p in extra], np.int32), vertices[[v for p in extra for v in p]].reshape(-1, 3),
             np.array([len(t) // 3 for t in triangles], np.int32), np.array([k for t in triangles for k in t], np.int32)]
    head = struct.pack("=6i6d", len(used), len(pieces), len(index), sum(map(len, extra)), len(lists[5]) // 3, len(starts),
                       mesh.agent_radius or 0.6, mesh.agent_height or 2.0, mesh.climb or 0.9, 1.0, 4.0, 1.0)
    return head + b"".join(np.ascontiguousarray(part).tobytes() for part in
                           (vertices[used], *lists, np.concatenate([starts, goals], axis=1)))


class Detour:
    """librecast's side: a program that holds the mesh and the pairs."""

    def __init__(self, mesh, starts, goals):
        program = build(HERE / "detour_paths.cpp", "detour_paths", "-std=c++17", "-lDetour")
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.process.stdin.write(packed(mesh, starts, goals))

    def ask(self, word):
        self.process.stdin.write(word + b"\n")
        self.process.stdin.flush()
        return np.array(self.process.stdout.readline().split(), float)

    def run(self):
        """Seconds that all pairs took."""
        return self.ask(b"run")[0]

    def paths(self):
        """Meters of a cell; meters of each path; polygons of its corridor, −1 where it leads elsewhere."""
        cell, *rest = self.ask(b"paths")
        self.process.stdin.close()
        self.process.wait()
        return cell, np.array(rest[::2]), np.array(rest[1::2])


def rounded(mesh, points):
    """Meters that a path of so many points may seem longer by, with points of float32."""
    return 2 * points * np.spacing(np.float32(np.abs(mesh.vertices).max())) + 1e-9


def check_against_funnel(name, mesh, starts, goals, lengths):
    """No path is longer than the funnel's through A*'s corridor."""
    for start, goal, length in list(zip(starts, goals, lengths))[:FUNNELS]:
        (a, start), (b, goal) = mesh.locate(start)[:2], mesh.locate(goal)[:2]
        points = np.asarray(pull(mesh, corridor(mesh, a, start, b, goal)[0], start, goal)[0])
        other = np.hypot(*np.diff(points[:, ::2], axis=0).T).sum()
        assert length <= other * (1 + 1e-9) + rounded(mesh, len(points)), f"{name}: {length} m, the funnel finds {other} m"


def check_against_detour(name, mesh, lengths, paths):
    """No path is longer than Detour's, when that is walked on the mesh as it is: where it crosses an edge, and at its ends,
    that is off by half a cell and what a float is off, along x and along z; both stretches that meet there change by so much."""
    cell, theirs, corridors = paths
    found = corridors >= 0
    off = np.sqrt(2) * (0.5 * cell + np.spacing(np.float32(np.abs(mesh.vertices).max())))
    longer = found & (lengths > theirs + 2 * off * (corridors + 1))
    assert not longer.any(), f"{name}: {longer.sum()} paths longer than Detour's, by up to {(lengths - theirs)[longer].max()} m"
    surplus = 100 * (theirs[found].sum() / lengths[found].sum() - 1)
    return f"Detour's paths are {surplus:.2f} % longer, {(~found).sum()} lead elsewhere"


def seconds_for(mesh, starts, goals):
    begin = time.perf_counter()
    paths = mesh.find_paths(starts, goals)
    return time.perf_counter() - begin, paths


def pay(mesh, starts, goals):
    """Seconds that the runs took before searches are as fast as they get."""
    return sum(seconds_for(mesh, starts, goals)[0] for _ in range(PAYING))


def plan_lengths(paths):
    """Meters of each path in the ground plane; infinite where there is none."""
    offsets = paths.offsets
    legs = np.hypot(*np.diff(paths.points[:, ::2].astype(float), axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(legs)])
    found = np.diff(offsets) > 0
    lengths = np.full(len(found), np.inf)
    lengths[found] = along[offsets[1:][found] - 1] - along[offsets[:-1][found]]
    return lengths


def build_index(mesh):
    """Seconds that the path index took; None if the mesh can have none."""
    begin = time.perf_counter()
    try:
        with ThreadPoolExecutor() as executor:
            mesh.build_path_index(executor)
    except ValueError:
        return None
    return time.perf_counter() - begin


def check_same_lengths(name, mesh, lengths, paths):
    off = np.abs(plan_lengths(paths) - lengths) - rounded(mesh, np.diff(paths.offsets))
    assert (off <= 1e-9 * lengths).all(), f"{name}: with the index a path is {off.max()} m longer or shorter"


def growth():
    """How the time of a path grows with its length, without and with an index, and that of building one with the level's area."""
    rows = []
    for side in GROWTH_SIDES:
        mesh = navpy.bake(*made_level(side), navpy.BakeSettings(**SETTINGS, tile_size=48, filter_enclosed_spaces=False))
        starts, goals = pairs_on_one_island(mesh, WORLD_PAIRS)
        pay(mesh, starts, goals)
        without = min((seconds_for(mesh, starts, goals) for _ in range(REPEATS)), key=lambda run: run[0])
        build_time = build_index(mesh)
        seconds_for(mesh, starts, goals)
        indexed = min((seconds_for(mesh, starts, goals) for _ in range(REPEATS)), key=lambda run: run[0])
        lengths = plan_lengths(without[1])
        check_same_lengths(f"{side} m", mesh, lengths, indexed[1])
        times = [seconds / WORLD_PAIRS * 1e6 for seconds in (without[0], indexed[0])]
        rows.append((lengths.mean(), *times, build_time, mesh.path_index_bytes))
        print(f"{side} m, {mesh.polygon_count} polygons, paths of {lengths.mean():.0f} m: {times[0]:.1f} µs, with an index "
              f"{times[1]:.1f} µs; it takes {build_time:.2f} s and {mesh.path_index_bytes / 1e6:.2f} MB", flush=True)
    x, *logs = np.log(np.array(rows)).T
    powers = [np.polyfit(x, y, 1)[0] for y in logs]
    print(f"as powers of the paths' length: time {powers[0]:.2f}, with an index {powers[1]:.2f}; building it {powers[2]:.2f}, "
          f"its bytes {powers[3]:.2f}", flush=True)


def compare(name, mesh, count=PAIRS):
    starts, goals = pairs_on_one_island(mesh, count)
    detour = Detour(mesh, starts, goals)
    paid = pay(mesh, starts, goals)
    ours, theirs = [], []
    for _ in range(REPEATS):
        theirs.append(detour.run())
        seconds, paths = seconds_for(mesh, starts, goals)
        ours.append(seconds)
    indexed, beside, build_time = [], [], build_index(mesh)
    for _ in range(REPEATS if build_time is not None else 0):
        beside.append(detour.run())
        seconds, again = seconds_for(mesh, starts, goals)
        indexed.append(seconds)
    lengths = plan_lengths(paths)
    assert np.isfinite(lengths).all(), f"{name}: {np.isinf(lengths).sum()} paths not found"
    check_against_funnel(name, mesh, starts, goals, lengths)
    surplus = check_against_detour(name, mesh, lengths, detour.paths())
    our_time, their_time = (statistics.median(times) / count * 1e6 for times in (ours, theirs))
    print(f"{name}: {mesh.polygon_count} polygons, {our_time:.2f} µs a query, Detour {their_time:.2f} µs, ratio "
          f"{our_time / their_time:.2f}, at first {paid / PAYING / count * 1e6:.2f} µs; {surplus}", flush=True)
    if indexed:
        check_same_lengths(name, mesh, lengths, again)
        our_time, their_time = (statistics.median(times) / count * 1e6 for times in (indexed, beside))
        print(f"{name}: with an index {our_time:.2f} µs, ratio {our_time / their_time:.2f}; the index takes {build_time:.2f} s on "
              f"{os.cpu_count()} processors and {mesh.path_index_bytes / 1e6:.2f} MB", flush=True)
    if mesh.islands.max() > 0:
        seconds, paths = seconds_for(mesh, *pairs_between_islands(mesh, count))
        lost = (paths.status == PathStatus.FAILED).sum()
        print(f"{name}: {seconds / count * 1e6:.2f} µs a query for {lost} that cannot be reached", flush=True)


def load(folder, name):
    """A level's mesh: the baked one if there is one, else of its triangles."""
    if (folder / f"{name}.navmesh").exists():
        return NavMesh.load(folder / f"{name}.navmesh")
    vertices, triangles = read_level(next(path for path in (folder / f"{name}.obj", folder / f"{name}.npz") if path.exists()))
    return navpy.bake(vertices, triangles, navpy.BakeSettings(**SETTINGS, tile_size=tile_size(triangles)))


def thin_triangles(blocks=6, pitch=72.0, width=12.0, step=0.5):
    """Streets between square blocks with jagged walls, triangulated by their corners alone: triangles 12 m long and 0.5 m wide."""
    rng, vertices, polygons = np.random.default_rng(1), [], []

    def add(*ring):
        polygons.append(range(len(vertices), len(vertices) + len(ring)))
        vertices.extend((x, 0.0, z) for x, z in ring)

    along = np.linspace(width, pitch, int((pitch - width) / step) + 1)
    for x in range(blocks):
        for z in range(blocks):
            corner = pitch * np.array([x, z])
            add(*(corner + width * np.array(offset) for offset in ((0, 0), (0, 1), (1, 1), (1, 0))))
            for axis, last in ((0, x), (1, z)):
                if last + 1 == blocks:
                    continue
                walls = []
                for side in (0.0, width):
                    walls.append(np.column_stack([along, side + rng.uniform(-0.3, 0.3, len(along))]))
                    walls[-1][[0, -1], 1] = side
                a, b = (corner + (wall if axis == 0 else wall[:, ::-1]) for wall in (walls if axis == 0 else walls[::-1]))
                for k in range(len(along) - 1):
                    add(a[k], b[k], b[k + 1])
                    add(a[k], b[k + 1], a[k + 1])
    return NavMesh.from_polygons(vertices, polygons)


def main():
    levels, meshes = (pathlib.Path(a) if a else None for a in (sys.argv[1:] + [None, None])[:2])
    if levels is None:
        compare("made level", navpy.bake(*made_level(), navpy.BakeSettings(**SETTINGS)))
        compare("thin triangles", thin_triangles())
        growth()
        return
    compare("nav_test", load(levels, "nav_test"))
    compare("undulating", load(levels, "undulating"))
    compare("world", load(levels, "world"), WORLD_PAIRS)
    if meshes is not None:
        compare("arena-merged", read_polyanya(meshes / "arena-merged.mesh"))
    compare("thin triangles", thin_triangles())
    growth()


if __name__ == "__main__":
    main()
