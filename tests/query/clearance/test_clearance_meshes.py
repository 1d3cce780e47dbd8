"""Clearance on meshes of all shapes: tiles that come and go, spirals, slivers, floors over each other."""
import numpy as np
import pytest

import navpy.query  # noqa: F401
from navpy.navmesh.navmesh import NavMesh
from navpy.api.query.clearance import WidePathFinder, edge_clearance, free_parts, narrow_edges
from tests.clearances import ROUNDING, check_path, distances, flat, length, sampled
from tests.cutting import cut_mesh, make_tile
from tests.meshes import grid_mesh, meshes, random_points, strip
from tests.visibility import wall_edges


def test_tiles_and_corners_in_line_change_little():
    rng = np.random.default_rng(4)
    for seed in range(4):
        mesh = grid_mesh(seed, removed=0.15)
        tiled = NavMesh.from_tiles(cut_mesh(mesh, 2.5, seed=seed).values(), 2.5)
        walls = wall_edges(mesh)
        whole, cut = WidePathFinder(mesh, 0.3), WidePathFinder(tiled, 0.3)
        for (_, start), (_, goal) in zip(random_points(mesh, 30, rng, kinds=(2,)), random_points(mesh, 30, rng, kinds=(2,))):
            path, other = whole.path(start, goal), cut.path(start, goal)
            assert path[0] == other[0]
            if path[0] == "found":
                check_path(tiled, walls, 0.3, other, start, goal)
                assert length(other[1]) == pytest.approx(length(path[1]), rel=1e-4)


def test_tiles_that_come_and_go():
    mesh = grid_mesh(1, width=8, depth=8, removed=0.0)
    tiles = cut_mesh(mesh, 4.0)
    tiled = NavMesh.from_tiles(tiles.values(), 4.0)
    finder, ends = WidePathFinder(tiled, 0.5), ((1, 0, 1), (7, 0, 7))
    assert length(finder.path(*ends)[1]) == pytest.approx(6 * np.sqrt(2))
    tiled.remove_tile(1, 0)
    ways = (3.4, 0, 1), (7, 0, 4.6)
    assert length(finder.path(*ways)[1]) > np.hypot(3.6, 3.6) + 0.1
    check_path(tiled, wall_edges(tiled), 0.5, finder.path(*ways), *ways)
    tiled.remove_tile(0, 1)
    assert finder.path(*ends)[0] == "no way is wide enough"
    for place in ((1, 0), (0, 1)):
        tiled.add_tile(tiles[place])
    assert length(finder.path(*ends)[1]) == pytest.approx(6 * np.sqrt(2))


def squares(x, z, count):
    """A tile of 4 m, of count × count squares."""
    lines = 4.0 * np.array([x, z])[:, None] + np.linspace(0, 4, count + 1)
    return make_tile(x, z, [[(a, 0.0, b), (a, 0.0, d), (c, 0.0, d), (c, 0.0, b)] for a, c in zip(lines[0], lines[0][1:])
                            for b, d in zip(lines[1], lines[1][1:])], 4.0)


def places_of(seed):
    """Meshes of tiles that are taken away or replaced, each with the same mesh made afresh."""
    rng = np.random.default_rng(seed)
    mesh = NavMesh.from_tiles([squares(x, z, rng.integers(1, 4)) for x in range(3) for z in range(2)], 4.0, climb=0.5)
    for _ in range(4):
        x, z = int(rng.integers(3)), int(rng.integers(2))
        if (x, z) in mesh.tiles and rng.random() < 0.5 and len(mesh.tiles) > 3:
            mesh.remove_tile(x, z)
        else:
            mesh.add_tile(squares(x, z, rng.integers(1, 4)))
        yield mesh, NavMesh.from_bytes(mesh.to_bytes())


def test_nothing_is_left_of_tiles_that_were_replaced():
    """Corners of tiles that have gone stay where they were, and tell of edges that no polygon has any more."""
    mesh = NavMesh.from_tiles([squares(x, z, n) for x, z, n in ((0, 0, 3), (0, 1, 1), (1, 0, 1), (1, 1, 2), (2, 0, 1), (2, 1, 3))],
                              4.0, climb=0.5)
    mesh.remove_tile(0, 0)
    mesh.add_tile(squares(0, 1, 3))
    found = WidePathFinder(mesh, 0.3).path((2.09, 0, 6.14), (4.81, 0, 0.4))
    assert found[0] == "found"
    check_path(mesh, wall_edges(mesh), 0.3, found, (2.09, 0, 6.14), (4.81, 0, 0.4))
    rng = np.random.default_rng(0)
    for seed in range(8):
        for mesh, fresh in places_of(seed):
            finder, other = WidePathFinder(mesh, 0.3), WidePathFinder(fresh, 0.3)
            assert len(finder.pieces) == len(other.pieces)
            for start, goal in rng.uniform(0, 12, (5, 2, 3)) * (1, 0, 8 / 12):
                path, expected = finder.path(start, goal), other.path(start, goal)
                assert (path is None) == (expected is None)
                if path is not None and path[0] == "found":
                    assert length(path[1]) == pytest.approx(length(expected[1]), abs=1e-6)
                elif path is not None:
                    assert path == expected


def all_parts(mesh, radius):
    """Free parts of the edges of all polygons, in an order that does not depend on where they are."""
    found = []
    for edge, clearance in enumerate(edge_clearance(mesh)):
        try:
            found.append(free_parts(mesh, edge, radius))
        except IndexError:
            assert clearance == 0.0
    return sorted(found, key=lambda parts: [(round(low, 6), round(high, 6)) for low, high in parts])


def test_edges_of_tiles_that_come_and_go():
    for seed in range(6):
        for mesh, fresh in places_of(seed):
            found, expected = edge_clearance(mesh), edge_clearance(fresh)
            assert sorted(v for v in found if v > 0) == pytest.approx(sorted(v for v in expected if v > 0), abs=2 * ROUNDING)
            for radius in (0.3, 0.9):
                assert sum(narrow_edges(mesh, radius)) == sum(narrow_edges(fresh, radius))
            parts, others = all_parts(mesh, 0.3), all_parts(fresh, 0.3)
            assert len(parts) == len(others) == sum(map(len, mesh.polygons))
            assert all(np.array(ours) == pytest.approx(np.array(theirs), abs=1e-6) for ours, theirs in zip(parts, others))
    while mesh.tiles:
        mesh.remove_tile(*mesh.tiles[0])
    assert not any(edge_clearance(mesh)) and not any(narrow_edges(mesh, 0.3))
    with pytest.raises(IndexError, match="edge 0: no polygon has it"):
        free_parts(mesh, 0, 0.3)


def test_a_spiral_stair():
    """Floors of the stair lie over each other; only the walls of one's own count."""
    turns, inner, outer = 3, 1.0, 3.0
    angles = np.linspace(0, 2 * np.pi * turns, 16 * turns + 1)
    mesh = strip([((inner * np.cos(t), t, inner * np.sin(t)), (outer * np.cos(t), t, outer * np.sin(t))) for t in angles])
    wide = (outer - inner) * np.cos(np.pi / 16)
    start, goal = [(2 * np.cos(t), t, 2 * np.sin(t)) for t in (0.6, angles[-1] - 0.6)]
    for radius, fits in ((0.2, True), (wide / 2.1, True), (wide / 1.99, False)):
        found = WidePathFinder(mesh, radius).path(start, goal)
        assert (found[0] == "found") == fits
        if fits:
            points = np.array(found[1])
            away = np.hypot(*points[:, [0, 2]].T)
            assert away.min() >= inner * np.cos(np.pi / 16) + radius - ROUNDING and away.max() <= outer - radius
            assert (np.diff(points[:, 1]) > 0).all() and len(found[4]) > 40
            around = np.linspace(0, 1, 50)[:, None, None]
            legs = points[:-1, [0, 2]] + around * np.diff(points[:, [0, 2]], axis=0)
            assert np.hypot(legs[..., 0], legs[..., 1]).min() >= inner * np.cos(np.pi / 16) + radius - ROUNDING


def test_triangles_that_wind_around_one_vertex():
    count = 20                      # of 30°: one and two thirds of a turn about a shared vertex
    vertices = [(0, 0, 0)] + [(4 * np.cos(k * np.pi / 6), k / 2, -4 * np.sin(k * np.pi / 6)) for k in range(count + 1)]
    mesh = NavMesh.from_polygons(vertices, [(0, k + 1, k + 2) for k in range(count)], climb=0.5)
    start, goal = [tuple(0.6 * np.array(vertices[k]) + 0.2 * np.array(vertices[k + 1])) for k in (2, 18)]
    finder = WidePathFinder(mesh, 0.5)
    found = finder.path(start, goal)
    assert found[0] == "found" and found[4] == list(range(1, 18))
    away = np.hypot(*sampled(flat(found[1])).T)
    assert 0.5 <= away.min() < 0.55
    assert finder.path((0.1, 4, 0), goal)[0] == "found"


def test_floors_over_each_other_stay_apart():
    floor = [(x, 0.0, z) for x in range(5) for z in range(5)]
    quads = [(5 * x + z, 5 * x + z + 1, 5 * x + z + 6, 5 * x + z + 5) for x in range(4) for z in range(4)]
    hole = [quad for k, quad in enumerate(quads) if k not in (5, 10)]
    mesh = NavMesh.from_polygons(floor + [(x, 3.0, z) for x, _, z in floor], quads + [tuple(i + 25 for i in q) for q in hole])
    finder = WidePathFinder(mesh, 0.3)
    assert length(finder.path((0.5, 0, 0.5), (3.5, 0, 3.5))[1]) == pytest.approx(3 * np.sqrt(2))
    upstairs = finder.path((0.5, 3, 0.5), (3.5, 3, 3.5))
    assert length(upstairs[1]) > 4.5 and np.array(upstairs[1])[:, 1] == pytest.approx(3.0)


def test_slivers():
    for thin in (2e-3, 1e-2):
        mesh = strip([((x, 0, 0), (x, 0, 2)) for x in (0, 1, 1 + thin, 2, 2 + thin, 4)])
        start, goal = (0.6, 0, 0.9), (3.4, 0, 1.2)
        found = WidePathFinder(mesh, 0.5).path(start, goal)
        assert length(found[1]) == pytest.approx(np.hypot(2.8, 0.3)) and found[4] == [0, 1, 2, 3, 4]
    rng = np.random.default_rng(6)
    for _ in range(60):             # thin wedges at any angle, walls hardly in line
        count = 8
        left = [(x, 0, rng.choice([0, 1e-7, 1e-4, 1e-2])) for x in np.sort(rng.uniform(0, 8, count))]
        right = [(x + rng.choice([-1, 0, 1]) * 1e-3, 0, 4 + rng.choice([0, 1e-7, 1e-4])) for x, _, _ in left]
        apart = np.diff([-1, *[a[0] for a in left]]) > 4e-3
        between = [(a, b) for a, b, keep in zip(left, right, apart) if keep]
        mesh = strip([((-1, 0, 0), (-1, 0, 4)), *between, ((9, 0, 0), (9, 0, 4))])
        found = WidePathFinder(mesh, 0.7).path((0, 0, 1), (8, 0, 3))
        check_path(mesh, wall_edges(mesh), 0.7, found, (0, 0, 1), (8, 0, 3))
        assert length(found[1]) == pytest.approx(np.hypot(8, 2), rel=1e-6)


@pytest.mark.parametrize("offset", (0.0, 1e5))
def test_radii_of_any_size(offset):
    rng, found = np.random.default_rng(9), 0
    for mesh in meshes(2):
        mesh = NavMesh.from_polygons(mesh.vertices + (offset, 0, offset), mesh.polygons, climb=0.5)
        walls = wall_edges(mesh)
        for radius in (1e-9, 1e-6, 1e-3, 0.15, 1.0, 10.0, 1e6):
            finder = WidePathFinder(mesh, radius)
            for (_, start), (_, goal) in zip(random_points(mesh, 4, rng), random_points(mesh, 4, rng)):
                outcome, points, *_ = finder.path(start, goal)
                assert outcome != "found" or radius < 10
                if outcome == "found" and distances(flat([start, goal]), walls).min() > radius + 1e-4:
                    found += 1
                    assert distances(sampled(flat(points)), walls).min() >= radius - ROUNDING
    assert found > 30


def test_the_same_twice():
    for mesh in meshes(2):
        assert WidePathFinder(mesh, 0.2).pieces == WidePathFinder(mesh, 0.2).pieces
        once, again = WidePathFinder(mesh, 0.2), WidePathFinder(mesh, 0.2)
        ends = random_points(mesh, 20, np.random.default_rng(7))
        ways = [once.path(a, b) for (_, a), (_, b) in zip(ends, ends[1:])]
        assert ways[::-1] == [again.path(a, b) for (_, a), (_, b) in list(zip(ends, ends[1:]))[::-1]]
