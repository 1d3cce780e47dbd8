"""How far navmesh surfaces lie above or below the ground that they were baked from: navpy's and librecast's, in one run.

    python bench/bench_heights.py [folder of .obj and .npz levels]      needs Debian's librecast-dev

Same settings as bench_bake.py. Of every surface, all its vertices and random points (uniform by area) are compared with the nearest
surface of the source straight above or below, by brute force. navpy's vertices must lie within 1 cm of it, and everything between
them within detail_sample_max_error. Levels from files have steps higher than that error, which a surface in one piece can only
bridge: there at most 1 % of the points may be farther off ("over"). Of a large level, which is baked in tiles, some patches are
looked at, navpy's alone; it has gaps narrower than a cell, over which at most 0.5 % of the vertices may lie.
"""
import pathlib
import sys

import numpy as np

from bench_bake import SETTINGS, Recast, our_settings, read_level, tile_size
import navpy

POINTS = 4000
RISE, TREAD = 0.2, 0.3              # of the stairs, meters
PATCHES, PATCH, BESIDE = 60, 15.0, 1.0      # meters
ALLOWED = SETTINGS["detail_sample_max_error"] * SETTINGS["cell_height"]


def sheet(heights, side):
    """A square grid of points `side` meters apart as triangles that face up."""
    rows, columns = heights.shape
    x, z = np.meshgrid(np.arange(columns) * side, np.arange(rows) * side)
    a = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
    quads = np.stack([a, a + columns, a + 1, a + 1, a + columns, a + columns + 1], axis=-1)
    return np.stack([x, heights, z], axis=-1).reshape(-1, 3).astype(np.float32), quads.reshape(-1, 3).astype(np.int32)


def stairs(steps=20, width=6.0):
    """Treads and risers, with a landing before and behind."""
    vertices, triangles = [], []

    def quad(*corners):
        first = len(vertices)
        triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]])
        vertices.extend(corners)

    x, y = 0.0, 0.0
    for i in range(steps + 2):
        end = x + (5.0 if i in (0, steps + 1) else TREAD)
        quad((x, y, 0), (x, y, width), (end, y, width), (end, y, 0))
        if i <= steps:
            quad((end, y, 0), (end, y, width), (end, y + RISE, width), (end, y + RISE, 0))
        x, y = end, y + RISE
    return np.array(vertices, np.float32), np.array(triangles, np.int32)


def made_levels():
    rng = np.random.default_rng(4)
    x, z = np.meshgrid(np.arange(80.0), np.arange(80.0))
    yield "flat, y = 0.13", sheet(np.full((21, 21), 0.13), 1.0)
    for degrees in (10, 30, 44.9):
        yield f"ramp {degrees}°", sheet(np.tile(np.arange(21.0), (21, 1)) * np.tan(np.radians(degrees)), 1.0)
    yield f"stairs {RISE} × {TREAD} m", stairs()
    yield "terrain", sheet(2 * np.sin(x / 5) * np.cos(z / 7) + rng.normal(0, 0.05, x.shape), 0.5)


def distances(points, level):
    """Meters straight up or down from each point to the nearest triangle of the level; infinite where there is none."""
    vertices, triangles = level
    a, b, c = (vertices[triangles[:, k]].astype(np.float64) for k in range(3))
    area = (b[:, 0] - a[:, 0]) * (c[:, 2] - a[:, 2]) - (c[:, 0] - a[:, 0]) * (b[:, 2] - a[:, 2])
    flat = np.abs(area) > 1e-12                 # walls have no height at a place
    a, b, c, area = a[flat], b[flat], c[flat], area[flat]
    found = np.full(len(points), np.inf)
    for start in range(0, len(points), 200):
        x, y, z = (points[start:start + 200, k:k + 1] for k in range(3))
        u = ((x - a[:, 0]) * (c[:, 2] - a[:, 2]) - (c[:, 0] - a[:, 0]) * (z - a[:, 2])) / area
        v = ((b[:, 0] - a[:, 0]) * (z - a[:, 2]) - (x - a[:, 0]) * (b[:, 2] - a[:, 2])) / area
        inside = (u >= -1e-5) & (v >= -1e-5) & (u + v <= 1 + 1e-5)
        height = a[:, 1] + u * (b[:, 1] - a[:, 1]) + v * (c[:, 1] - a[:, 1])
        found[start:start + 200] = np.where(inside, np.abs(height - y), np.inf).min(axis=1)
    return found


def random_points(corners, count, seed=7):
    """Points uniform by area on triangles given as (n, 3, 3)."""
    rng = np.random.default_rng(seed)
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(normal, axis=1)
    which = rng.choice(len(corners), count, p=area / area.sum())
    u, v = rng.random((2, count))
    u, v = np.where(u + v > 1, 1 - u, u), np.where(u + v > 1, 1 - v, v)
    a, b, c = (corners[which, k] for k in range(3))
    return a + u[:, None] * (b - a) + v[:, None] * (c - a)


def errors(corners, level):
    """(largest of the vertices, largest between, mean between) in meters and the share over ALLOWED, of those points that have
    source over or under them."""
    at_vertices = distances(np.unique(corners.reshape(-1, 3), axis=0), level)
    between = distances(random_points(corners, POINTS), level)
    at_vertices, between = at_vertices[np.isfinite(at_vertices)], between[np.isfinite(between)]
    return at_vertices.max(), between.max(), between.mean(), (between > ALLOWED + 1e-6).mean()


def patches(mesh, level):
    """(corners of the surface's triangles with their middle in it, the level around it) of some squares of PATCH meters."""
    vertices, triangles = level
    surface = mesh.vertices[np.array(mesh.triangles).reshape(-1, 3)]
    corners = vertices[triangles]
    low, high, middles = corners.min(axis=1), corners.max(axis=1), surface.mean(axis=1)
    rng = np.random.default_rng(3)
    for at in rng.uniform(low.min(axis=0), high.max(axis=0) - PATCH, (PATCHES, 3))[:, [0, 2]]:
        own = ((middles[:, [0, 2]] >= at) & (middles[:, [0, 2]] < at + PATCH)).all(axis=1)
        if own.any():
            least, most = surface[own].min(axis=(0, 1)) - BESIDE, surface[own].max(axis=(0, 1)) + BESIDE
            near = ((high >= least) & (low <= most))[:, [0, 2]].all(axis=1)
            yield surface[own], (vertices, triangles[near])


def check_large(name, level):
    """Print and judge the row of a level that is baked in tiles."""
    mesh = navpy.bake(*level, our_settings(level[1]))
    at_vertices, between = [], []
    for corners, around in patches(mesh, level):
        at_vertices.append(distances(np.unique(corners.reshape(-1, 3), axis=0), around))
        between.append(distances(random_points(corners, POINTS // 8), around))
    at_vertices, between = (np.concatenate(parts) for parts in (at_vertices, between))
    at_vertices, between = at_vertices[np.isfinite(at_vertices)], between[np.isfinite(between)]
    loose, over = (at_vertices > 0.01).mean(), (between > ALLOWED + 1e-6).mean()
    print(f"{name:22}{loose:>10.2%}{between.max():>10.3f}{between.mean():>10.3f}{over:>8.1%}", flush=True)
    assert loose <= 0.005, f"{name}: {loose:.2%} of the vertices are off the ground"
    assert over <= 0.01, f"{name}: {over:.1%} of the surface are more than {ALLOWED} m off the ground"


def main():
    peer = Recast()
    levels = [(name, level, 0.0) for name, level in made_levels()]
    if sys.argv[1:]:
        levels += [(path.stem, read_level(path), 0.01) for path in sorted(pathlib.Path(sys.argv[1]).iterdir())
                   if path.suffix in (".obj", ".npz")]
    row = "{:22}" + "{:>10}{:>10}{:>10}{:>8}" * 2
    print(row.format("meters off the ground", "vertices", "between", "mean", "over", "recast", "between", "mean", "over"))
    for name, level, share in levels:
        if tile_size(level[1]):
            check_large(name, level)
            continue
        mesh = navpy.bake(*level, navpy.BakeSettings(**SETTINGS))
        ours = errors(mesh.vertices[np.array(mesh.triangles).reshape(-1, 3)], level)
        theirs = errors(np.array(peer.bake(*level, list_surface=True)["surface"]).reshape(-1, 3, 3), level)
        numbers = [f"{value:.1%}" if i % 4 == 3 else f"{value:.3f}" for i, value in enumerate(ours + theirs)]
        print(row.format(name, *numbers), flush=True)
        assert ours[0] <= 0.01, f"{name}: a vertex is {ours[0]:.3f} m off the ground"
        assert ours[3] <= share, f"{name}: {ours[3]:.1%} of the surface are more than {ALLOWED} m off the ground"


if __name__ == "__main__":
    main()
