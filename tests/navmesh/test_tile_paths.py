"""What the tiles of a level leave of its paths: all. Oracle: the visibility graph over the walls."""
import numpy as np
import pytest

from tests.levels import box, level, ramp
from navpy.api.baking.compact import column_starts, floor_neighbors, floor_regions
from navpy.api.baking.bakes import bake_stages
from navpy.baking.settings import BakeSettings
from tests.visibility import VisibilityGraph, wall_edges, without_straight_corners

COARSE = dict(cell_size=0.25, cell_height=0.2, agent_radius=0.5, agent_max_climb=0.4)
SIDE = 16.0         # meters


def uneven_floor(seed, height=0.6):
    rng = np.random.default_rng(seed)
    count = 13
    x, z = np.meshgrid(np.linspace(0, SIDE, count), np.linspace(0, SIDE, count))
    y = height * np.sin(x / 4) * np.cos(z / 5) + rng.uniform(-0.05, 0.05, x.shape)
    a = (np.arange(count - 1)[:, None] * count + np.arange(count - 1)).ravel()
    quads = np.stack([a, a + count, a + 1, a + 1, a + count, a + count + 1], axis=-1).reshape(-1, 3)
    return np.stack([x, y, z], axis=-1).reshape(-1, 3).tolist(), quads.tolist()


def prism(center, radius, count, turn):
    """A column with upright sides that stand obliquely in the grid."""
    angles = turn + 2 * np.pi * np.arange(count) / count
    rim = [(center[0] + radius * np.cos(a), center[1] + radius * np.sin(a)) for a in angles]
    corners = [(x, y, z) for y in (-3, 8) for x, z in rim]
    faces = [(0, k, k + 1) for k in range(1, count - 1)] + [(count, count + k + 1, count + k) for k in range(1, count - 1)]
    for k in range(count):
        after = (k + 1) % count
        faces += [(k, count + k, after), (after, count + k, count + after)]
    return corners, faces


def boxes(seed):
    """Uneven ground with boxes and columns, too high to be stood on; their tops are under a roof."""
    rng = np.random.default_rng(seed)
    parts = [uneven_floor(seed)]
    for _ in range(7):
        low = rng.uniform(0, SIDE - 3, 2)
        high = low + rng.uniform(0.3, 4, 2)
        parts.append(box((low[0], -3, low[1]), (high[0], 8, high[1])))
    for _ in range(4):
        parts.append(prism(rng.uniform(2, SIDE - 2, 2), rng.uniform(0.5, 2), int(rng.integers(3, 7)), rng.uniform(0, 6)))
    return [*parts, ROOF]


def corridors(seed):
    """A maze of walls with doors, some of them just wide enough."""
    rng = np.random.default_rng(seed)
    parts, pitch = [uneven_floor(seed, 0.0)], 4.0
    for line in np.arange(pitch, SIDE, pitch):
        for start in np.arange(0, SIDE, pitch):
            door, width = rng.uniform(0.2, 2.0), rng.choice([1.5, 1.8, 2.2])
            for low, high in ((start, start + door), (start + door + width, start + pitch)):
                if rng.random() < 0.8 or low == start:
                    parts.append(box((line - 0.1, -3, low), (line + 0.1, 8, max(high, low + 0.1))))
                if rng.random() < 0.6:
                    parts.append(box((low, -3, line - 0.1), (max(high, low + 0.1), 8, line + 0.1)))
    return [*parts, ROOF]


ROOF = box((-1, 7.0, -1), (SIDE + 1, 9.0, SIDE + 1))
LEVELS = {"boxes": boxes, "corridors": corridors}


def bakes(name, seed, tile_sizes, **more):
    """The same level in one piece, and in tiles; without the roof's own top."""
    vertices, triangles = level(*LEVELS[name](seed))
    bounds = (-1.0, -3.0, -1.0), (SIDE + 1, 9.0, SIDE + 1)
    areas = [0 if vertices[t, 1].min() > 6 else 63 for t in triangles]
    settings = dict(COARSE, **more)
    return [bake_stages(vertices, triangles, BakeSettings(**settings, tile_size=size), bounds=bounds, areas=areas)
            for size in (0, *tile_sizes)]


def pairs(meshes, count, seed=1):
    """Starts and goals on all of the meshes, (n, 3) each."""
    rng = np.random.default_rng(seed)
    places = []
    while len(places) < 2 * count:
        point = rng.uniform((0, 0, 0), (SIDE, 0, SIDE))
        found = [mesh.locate(point, (1e-9, 3, 3)) for mesh in meshes]
        if None not in found:
            places.append(found[0][1])
    return np.array(places[:count]), np.array(places[count:])


def flat(points):
    return points[:, [0, 2]]


def border_portals(mesh):
    """Meters of edges that lead from a tile to another, counted from both sides."""
    total = 0.0
    for i, (corners, row) in enumerate(zip(mesh.polygons, mesh.neighbors)):
        for a, b, other in zip(corners, corners[1:] + corners[:1], row):
            if other >= 0 and mesh.tile_of(i) != mesh.tile_of(other):
                total += np.hypot(*(mesh.vertices[b] - mesh.vertices[a])[[0, 2]])
    return total


def open_borders(compact, tile_size):
    """Meters of the lines between tiles that lead from a floor in a region to another one, from both sides."""
    starts, regions = column_starts(compact), floor_regions(compact)
    column = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    x, z = column % compact.width, column // compact.width
    total = 0
    for direction, (dx, dz) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1))):
        to = floor_neighbors(compact)[:, direction]
        crosses = (x // tile_size != (x + dx) // tile_size) | (z // tile_size != (z + dz) // tile_size)
        total += np.count_nonzero((to >= 0) & crosses & (regions > 0) & (regions[to] > 0))
    return total * compact.cell_size


@pytest.mark.parametrize("name, seed", [("boxes", 1), ("boxes", 2), ("corridors", 3), ("corridors", 4)])
def test_paths_over_tile_borders_are_as_short_as_in_one_piece(name, seed):
    sizes = (10, 16, 33)
    whole, *tiled = bakes(name, seed, sizes, edge_max_error=0.0, region_min_size=0)
    starts, goals = pairs([whole.mesh], 50)
    want, _ = VisibilityGraph(whole.mesh).distances(flat(starts), flat(goals))
    assert np.isfinite(want).sum() >= 20
    for stages, size in zip(tiled, sizes):
        mesh = stages.mesh
        mesh.validate()
        assert border_portals(mesh) == pytest.approx(open_borders(whole.compact, size), abs=1e-6)
        assert VisibilityGraph(mesh).distances(flat(starts), flat(goals))[0] == pytest.approx(want, abs=1e-4)
        for start, goal, length in zip(starts, goals, want):
            for path in (whole.mesh.find_path(start, goal), mesh.find_path(start, goal)):
                assert (path.status.name == "COMPLETE") == np.isfinite(length)
                if np.isfinite(length):
                    assert np.hypot(*np.diff(flat(path.points), axis=0).T).sum() >= length - 1e-4


def farthest_from(edges, walls):
    """Meters that points of the edges lie off the walls at most."""
    points = np.concatenate([a + np.linspace(0, 1, 33)[:, None] * (b - a) for a, b in edges])[:, None]
    start, along = walls[:, 0], walls[:, 1] - walls[:, 0]
    t = np.clip(((points - start) * along).sum(-1) / (along ** 2).sum(-1), 0, 1)
    return np.hypot(*(start + t[..., None] * along - points).transpose(2, 0, 1)).min(axis=1).max()


@pytest.mark.parametrize("name, seed", [("boxes", 1), ("boxes", 2), ("corridors", 3), ("corridors", 4)])
def test_simplified_outlines_move_walls_by_their_error_and_change_paths_by_it_at_a_bend(name, seed):
    """In one piece or in tiles. Where a corner moves by the error, what comes to it and what goes on change by twice the error
    times the sine of half the turn at most: by the error where the way turns by 60 degrees, by less where it turns less."""
    sizes, settings = (10, 16, 33), BakeSettings(**COARSE)
    error = settings.edge_max_error * settings.cell_size
    exact = bakes(name, seed, (), edge_max_error=0.0, region_min_size=0)[0]
    simplified = bakes(name, seed, sizes, region_min_size=0)
    starts, goals = pairs([exact.mesh, *(stages.mesh for stages in simplified)], 50)
    walls = without_straight_corners(wall_edges(exact.mesh))
    want, bends = VisibilityGraph(exact.mesh).distances(flat(starts), flat(goals))
    reached = np.isfinite(want)
    assert reached.sum() >= 20
    for stages, size in zip(simplified, (0, *sizes)):
        stages.mesh.validate()
        if size:
            assert border_portals(stages.mesh) == pytest.approx(open_borders(exact.compact, size), abs=1e-6)
        moved = without_straight_corners(wall_edges(stages.mesh))
        assert max(farthest_from(moved, walls), farthest_from(walls, moved)) <= error + 1e-6
        got, more_bends = VisibilityGraph(stages.mesh).distances(flat(starts), flat(goals))
        assert np.array_equal(np.isfinite(got), reached)
        found = [stages.mesh.find_path(start, goal).points for start, goal in zip(starts, goals)]
        along = np.array([np.hypot(*np.diff(flat(points), axis=0).T).sum() for points in found])
        assert np.all(along[reached] >= got[reached] - 1e-4)
        assert np.all(np.abs(got[reached] - want[reached]) <= error * np.maximum(bends, more_bends)[reached] + 1e-6)


def floors():
    """Two floors over each other that a flight of stairs and a ramp join, a third that nothing leads to, and walls."""
    steps = [box((2 + 0.4 * k, -1, 2), (2.4 + 0.4 * k, 0.3 * (k + 1), 4)) for k in range(10)]
    return level(box((0, -1, 0), (SIDE, 0, SIDE)), *steps, box((6, 2.6, 0), (SIDE, 3, SIDE)),
                 ramp((-4, 0), (6, 3), 9, 12), box((-6, -1, 0), (0, 0, SIDE)), box((8, 5.6, 1), (15, 6, 15)),
                 box((9, -1, 3), (9.3, 2.6, 13)), box((7, 3, 7), (12, 5.6, 7.3)))


@pytest.mark.parametrize("max_error", [0.0, 1.3])
def test_floors_and_stairs_hang_together_in_tiles_as_in_one_piece(max_error):
    vertices, triangles = floors()
    sizes = (10, 17, 40)
    whole, *tiled = (bake_stages(vertices, triangles, BakeSettings(**COARSE, edge_max_error=max_error, region_min_size=0,
                                                                   tile_size=size)) for size in (0, *sizes))
    rng = np.random.default_rng(1)
    meshes = [whole.mesh, *(stages.mesh for stages in tiled)]
    places = [whole.mesh.locate(place, (1e-9, 1, 1)) for place in rng.uniform((-6, 0, 0), (SIDE, 6.5, SIDE), (400, 3))]
    spots = [[mesh.locate(place[1], (1e-9, 0.7, 0.7)) for mesh in meshes] for place in places if place is not None]
    if max_error == 0:
        assert all(None not in row for row in spots)
    on_all = [row for row in spots if None not in row]
    assert len(on_all) >= 60
    islands = np.array([[mesh.islands[spot[0]] for mesh, spot in zip(meshes, row)] for row in on_all])
    together = islands[:, None] == islands[None]
    assert together.all() != together.any() and np.all(together == together[..., :1])
    assert {mesh.island_count for mesh in meshes} == {whole.mesh.island_count}
    for stages, size, column in zip(tiled, sizes, (1, 2, 3)):
        stages.mesh.validate()
        assert border_portals(stages.mesh) == pytest.approx(open_borders(whole.compact, size), abs=1e-6)
        for k, m in rng.integers(0, len(on_all), (40, 2)):
            path = stages.mesh.find_path(on_all[k][column][1], on_all[m][column][1])
            assert (path.status.name == "COMPLETE") == together[k, m, 0]
