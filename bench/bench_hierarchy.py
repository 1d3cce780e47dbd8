"""Long paths over clusters of tiles against the exact search and A* on the same world, in one run: time a query by distance, how much
longer the paths are, and how long it takes to follow a change of a tile.

    python bench/bench_hierarchy.py [world.navmesh [tiles along a cluster]]

Without a world it takes one of 300 × 300 m that it makes.
"""
import sys
import time
from array import array

import numpy as np

import navpy
from bench_bake import SETTINGS, made_level
from bench_path import pairs_on_one_island
from navpy.navmesh.navmesh import NavMesh
from navpy.api.query.corridor_search import corridor
from navpy.api.query.hierarchy import HierarchicalSearch
from navpy.api.query.polyanya import ExactFinder
from navpy.mesh.tiles.tile import NavMeshTile

PAIRS, REPEATS, TILES = 1_000, 5, 200
BANDS = (0, 50, 100, 200, 300, 400, 1e9)        # meters


def timed(function, ends):
    """What it gives for each, and the best seconds of each."""
    best, found = np.full(len(ends), np.inf), []
    for repeat in range(REPEATS):
        for i, end in enumerate(ends):
            begin = time.perf_counter()
            out = function(*end)
            best[i] = min(best[i], time.perf_counter() - begin)
            if repeat == 0:
                found.append(out[1] if function is way else out[0])
    return np.array(found), 1e6 * best


def compare(ends, costs, best, times, names):
    """A table by distance; costs: of the paths; best: the lengths of the shortest ones."""
    if best is not None:
        over = costs / best - 1
        print(f"longer by {100 * over.mean():.3f} % in the mean, {100 * over.max():.2f} % at worst")
    apart = np.array([np.hypot(a[0] - b[0], a[2] - b[2]) for _, a, _, b in ends])
    for low, high in zip(BANDS, BANDS[1:]):
        band = (apart >= low) & (apart < high)
        if band.any():
            print(f"  {low:3.0f} m …: {band.sum():4d} queries; mean, median, 99th hundredth, most µs: " + "; ".join(
                f"{label} " + ", ".join(f"{value:.0f}" for value in (
                    us[band].mean(), np.median(us[band]), np.percentile(us[band], 99), us[band].max()))
                for label, us in zip(names, times)))
    print("  all, mean µs: " + ", ".join(f"{label} {us.mean():.1f}" for label, us in zip(names, times)), flush=True)


def way(a, start, b, goal):
    return corridor(mesh, a, start, b, goal, points="midpoints")


def updates(mesh, search):
    rng, tiles, times = np.random.default_rng(1), mesh.tiles, []
    search.update()
    for i in rng.choice(len(tiles), TILES):
        mesh.add_tile(mesh.tile(*tiles[i]))
        begin = time.perf_counter()
        count = search.update()
        times.append((1e3 * (time.perf_counter() - begin), count))
    ms, counts = np.array(times).T
    print(f"a tile's change: {ms.mean():.2f} ms in the mean, {ms.max():.2f} at most, {counts.mean():.1f} clusters; " + ", ".join(
        f"{count:.0f} clusters {ms[counts == count].mean():.2f} ms" for count in np.unique(counts)), flush=True)


def with_mud(mesh):
    """The same world with three polygons in ten that cost three times as much."""
    rng, tiles = np.random.default_rng(2), []
    for place in mesh.tiles:
        tile = mesh.tile(*place)
        flat = [i for ring in tile.polygons for i in ring]
        detail = [i for triangles in tile.detail_triangles for triangle in triangles for i in triangle]
        tiles.append(NavMeshTile(
            tile.vertices, array("i", np.cumsum([0, *map(len, tile.polygons)]).tolist()), array("i", flat),
            array("i", rng.choice([1, 63], tile.polygon_count, p=[0.3, 0.7]).tolist()),
            array("b", [side for row in tile.portals for side in row]),
            array("i", np.cumsum([0, *map(len, tile.detail_triangles)]).tolist()), array("i", detail), x=tile.x, z=tile.z))
    out = NavMesh.from_tiles(tiles, mesh.tile_size, (mesh.bounds[0][0] // mesh.tile_size * mesh.tile_size, 0.0, 0.0),
                             agent_radius=mesh.agent_radius, agent_height=mesh.agent_height, climb=mesh.climb)
    out.set_area_cost(1, 3.0)
    return out


mesh = NavMesh.load(sys.argv[1]) if len(sys.argv) > 1 else navpy.bake(
    *made_level(300), navpy.BakeSettings(**SETTINGS, tile_size=48, filter_enclosed_spaces=False))
side = int(sys.argv[2]) if len(sys.argv) > 2 else 3
starts, goals = pairs_on_one_island(mesh, PAIRS)
for name in ("all ground alike", "mud"):
    if name == "mud":
        mesh = with_mud(mesh)
    ends = [(mesh.locate(a)[0], tuple(a), mesh.locate(b)[0], tuple(b)) for a, b in zip(starts, goals)]
    search, finder = HierarchicalSearch(mesh, side), ExactFinder(mesh)
    begin = time.perf_counter()
    clusters = search.update()
    print(f"{name}: {mesh.polygon_count} polygons, {len(mesh.tiles)} tiles; {clusters} clusters of {side} x {side} tiles with "
          f"{len(search.exits)} exits in {1e3 * (time.perf_counter() - begin):.0f} ms")
    costs, ours = timed(search.path, ends)
    _, astar = timed(way, ends)
    if name == "mud":
        compare(ends, costs, None, [ours, astar], ["clusters", "A* without the funnel"])
    else:
        best, exact = timed(finder.path, ends)
        assert (costs >= best * (1 - 1e-9)).all() and (costs <= best * 1.02).all()
        compare(ends, costs, best, [ours, exact, astar], ["clusters", "exact", "A* without the funnel"])
    updates(mesh, search)
