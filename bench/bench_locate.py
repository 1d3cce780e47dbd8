"""How long the floor under a point takes to be found, and the nearest point of the surface.

    python bench/bench_locate.py [mesh.navmesh …]

Without a file, of a level of hills with blocks on them, baked as a whole and in tiles. Points are spread evenly over the surface: on
it, up to a meter above and below, at its borders, and up to 2 m off it. Each time is per point, one thread, best of some; what is
found on the surface is checked against the heights that the points were made at."""
import sys
import time

import numpy as np

from bench_bake import SETTINGS, made_level
import navpy
from navpy.navmesh.navmesh import NavMesh

COUNT = 20000
REPEATS = 7


def on_surface(mesh, rng, count):
    """Points of the mesh's triangles, by their area in the ground plane."""
    corners = mesh.vertices[np.array(mesh.triangles).reshape(-1, 3)]
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    area = np.abs((b - a)[:, 0] * (c - a)[:, 2] - (b - a)[:, 2] * (c - a)[:, 0])
    chosen = rng.choice(len(area), count, p=area / area.sum())
    return np.einsum("nk,nkd->nd", rng.dirichlet((1, 1, 1), count), corners[chosen])


def on_borders(mesh, rng, count):
    polygons = [polygon for polygon in mesh.polygons if polygon]
    edges = np.array([(polygon[k - 1], polygon[k]) for polygon in polygons for k in range(len(polygon))])
    ends = mesh.vertices[edges[rng.integers(0, len(edges), count)]]
    return ends[:, 0] + rng.random((count, 1)) * (ends[:, 1] - ends[:, 0])


def per_point(function, points):
    seconds = []
    for _ in range(REPEATS):
        begun = time.perf_counter()
        result = function(points)
        seconds.append(time.perf_counter() - begun)
    return result, 1e6 * min(seconds) / len(points)


def meshes(paths):
    """(name, NavMesh) pairs."""
    for path in paths:
        yield path, NavMesh.load(path)
    for tile_size in () if paths else (0, 48):
        yield f"hills, tile_size={tile_size}", navpy.bake(*made_level(size=100), navpy.BakeSettings(**SETTINGS, tile_size=tile_size))


def main(paths):
    for name, mesh in meshes(paths):
        rng = np.random.default_rng(0)
        on = on_surface(mesh, rng, COUNT)
        near = on + np.column_stack([np.zeros(COUNT), rng.uniform(-0.9, 0.9, COUNT), np.zeros(COUNT)])
        spread = on + rng.uniform(-2, 2, (COUNT, 3))
        (found, at, away), on_time = per_point(mesh.locate_many, on)
        assert (found >= 0).all() and np.mean(away < 1e-3) > 0.98       # but where a floor is close above
        times = [per_point(mesh.locate_many, points)[1] for points in (near, on_borders(mesh, rng, COUNT), spread)]
        some = spread[:500]
        _, nearest_time = per_point(lambda points: [mesh.nearest(point) for point in points], some)
        print(f"{name}: {mesh.polygon_count} polygons, µs a point: on it {on_time:.3f}, above or below {times[0]:.3f}, "
              f"on borders {times[1]:.3f}, off it {times[2]:.3f}; nearest {nearest_time:.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
