"""Kept paths against paths searched for each time, while tiles, links and costs change."""
import numpy as np
import pytest

import navpy.query  # noqa: F401
from navpy.navmesh.navmesh import NavMesh
from navpy.api.query.path_cache import PathCache
from navpy.api.query.polyanya import ExactFinder
from tests.cutting import cut_mesh
from tests.meshes import grid_mesh, random_points

SIZE = 3.0      # meters, of a tile


def two_levels(seed):
    """Two sets of tiles for the same places, the second with more walls."""
    return [cut_mesh(grid_mesh(seed + more, 30, 27, removed), SIZE) for more, removed in ((0, 0.15), (50, 0.3))]


def some_ends(mesh, count, rng):
    """(polygon, point) in polygons that are there."""
    polygons = mesh.polygons
    chosen = rng.choice([i for i, ring in enumerate(polygons) if ring], count)
    return [(int(poly), tuple(rng.dirichlet(np.ones(len(polygons[poly]))) @ mesh.vertices[list(polygons[poly])])) for poly in chosen]


def check(mesh, neighbors, path):
    """Is it a path of the mesh as it is now?"""
    assert all(mesh.has_polygon(poly) for poly in path[4])
    for p, q, entry in zip(path[4], path[4][1:], path[5][1:]):
        assert entry >= 0 or q in neighbors[p]


@pytest.mark.parametrize("seed, links", [(1, 0), (2, 0), (3, 6)])
def test_whatever_changes_a_path_is_what_a_search_finds(seed, links):
    rng = np.random.default_rng(seed)
    open_, walled = two_levels(seed)
    mesh = NavMesh.from_tiles(open_.values(), SIZE)
    for i in range(links):
        (_, a), (_, b) = some_ends(mesh, 2, rng)
        mesh.add_link(a, b, radius=0.1, id=i)
    cache, places = PathCache(mesh, 500), sorted(open_)
    ends, changed_result = some_ends(mesh, 80, rng), 0
    asked, before = list(zip(ends[::2], ends[1::2])), {}
    for _ in range(30):
        place, kind = places[rng.integers(len(places))], rng.random()
        if kind < 0.3 and place in mesh.tiles:
            mesh.remove_tile(*place)
        else:
            mesh.add_tile((open_ if kind < 0.65 or place not in walled else walled)[place])
        finder, neighbors = ExactFinder(mesh), mesh.neighbors
        for i, ((_, start), (_, goal)) in enumerate(asked):
            on = mesh.locate(start, (0, 0.5, 0.5)), mesh.locate(goal, (0, 0.5, 0.5))
            if None in on:
                continue
            path, want = cache.path(on[0][0], start, on[1][0], goal), finder.path(on[0][0], start, on[1][0], goal)
            assert (path is None) == (want is None)
            if path is not None:
                assert path[0] == pytest.approx(want[0], rel=1e-12)
                check(mesh, neighbors, path)
                changed_result += i in before and abs(path[0] - before[i]) > 1e-9
                before[i] = path[0]
    assert cache.hits > cache.misses and cache.invalidated > 100 and changed_result > 20


def test_what_is_asked_for_again_is_not_searched_again():
    mesh = NavMesh.from_tiles(two_levels(4)[0].values(), SIZE)
    cache, finder = PathCache(mesh), ExactFinder(mesh)
    ends = random_points(mesh, 40, np.random.default_rng(1))
    queries = [(a, tuple(start), b, tuple(goal)) for (a, start), (b, goal) in zip(ends[::2], ends[1::2])]
    found = [finder.path(*query) for query in queries]
    assert [cache.path(*query) for query in queries] == found and cache.hits == 0 and cache.misses == len(queries)
    assert [cache.path(*query) for query in queries] == found
    assert cache.hits == len(cache) == sum(path is not None for path in found) > 15
    a, start, b, goal = queries[0]
    nearly = (start[0] + 1e-9, *start[1:])
    assert cache.path(a, nearly, b, goal)[1][0] == nearly


def test_the_least_recently_used_path_goes_first():
    mesh = NavMesh.from_tiles(two_levels(5)[0].values(), SIZE)
    places = [mesh.locate(point)[:2] for point in ((0.5, 0, 0.5), (8.5, 0, 0.5), (0.5, 0, 8.5), (12.5, 0, 12.5))]
    home, *others = places
    cache = PathCache(mesh, 2)

    def ask(k):
        before = cache.hits
        assert cache.path(*home, *others[k]) is not None
        return cache.hits > before
    assert [ask(k) for k in (0, 1, 0, 2, 0, 1, 2, 1)] == [False, False, True, False, True, False, False, True]
    assert len(cache) == 2
    cache.clear()
    assert len(cache) == 0 and not ask(0) and ask(0)
    nothing = PathCache(mesh, 0)
    assert nothing.path(*home, *others[0]) == nothing.path(*home, *others[0]) and len(nothing) == nothing.hits == 0


def open_field(width, depth):
    return NavMesh.from_tiles(cut_mesh(grid_mesh(1, width, depth, 0.0), SIZE).values(), SIZE)


def test_only_tiles_that_a_shorter_path_could_touch_end_one():
    mesh = open_field(30, 9)
    cache = PathCache(mesh)
    start, goal = (4.5, 0.0, 4.5), (25.5, 0.0, 4.5)
    ends = mesh.locate(start)[0], start, mesh.locate(goal)[0], goal
    length = cache.path(*ends)[0]
    assert length == pytest.approx(21.0)
    for x, z in mesh.tiles:                     # a straight path: only what it runs through
        cache.clear()
        cache.path(mesh.locate(start)[0], start, mesh.locate(goal)[0], goal)
        before = cache.invalidated
        mesh.add_tile(mesh.tile(x, z))
        cache.path(mesh.locate(start)[0], start, mesh.locate(goal)[0], goal)
        assert (cache.invalidated > before) == (z == 1 and 1 <= x <= 8)


def test_a_detour_is_ended_by_any_tile_in_its_ellipse_and_by_no_other():
    mesh = open_field(30, 24)
    for z in range(1, 8):
        mesh.remove_tile(5, z)                  # a wall that leaves the way round by z = 0 … 3
    start, goal = (10.5, 0.0, 10.5), (22.5, 0.0, 10.5)
    ends = np.array([start, goal])[:, ::2]
    length = ExactFinder(mesh).path(mesh.locate(start)[0], start, mesh.locate(goal)[0], goal)[0]
    counts = {True: 0, False: 0}
    for x, z in mesh.tiles:
        cache = PathCache(mesh)
        cache.path(mesh.locate(start)[0], start, mesh.locate(goal)[0], goal)
        mesh.add_tile(mesh.tile(x, z))
        cache.path(mesh.locate(start)[0], start, mesh.locate(goal)[0], goal)
        grid = np.stack(np.meshgrid(np.linspace(x, x + 1, 41), np.linspace(z, z + 1, 41)), axis=-1).reshape(-1, 2) * SIZE
        nearest = sum(np.hypot(*(grid - end).T) for end in ends).min()      # within a step of the grid of the least
        if abs(nearest - length) > 0.15:
            counts[nearest < length] += 1
            assert (cache.invalidated == 1) == (nearest < length)
    assert min(counts.values()) > 10


def test_links_and_rules_end_all():
    mesh = open_field(12, 12)
    cache = PathCache(mesh)
    start, goal = (0.5, 0.0, 0.5), (2.5, 0.0, 0.5)
    ends = mesh.locate(start)[0], start, mesh.locate(goal)[0], goal
    changes = [lambda: mesh.add_link((11.5, 0, 11.5), (9.5, 0, 9.5), id=4), lambda: mesh.set_area_cost(5, 3.0),
               lambda: mesh.remove_links(4), lambda: mesh.set_flags([0], 2)]
    for count, change in enumerate(changes):
        cache.path(*ends)
        assert cache.invalidated == count
        change()
    cache.path(*ends)
    assert cache.invalidated == len(changes) and cache.hits == 0


def test_ends_within_the_tolerance_share_a_path():
    mesh = open_field(12, 12)
    cache = PathCache(mesh, tolerance=0.25)
    poly, goal_poly = mesh.locate((1.5, 0, 1.5))[0], mesh.locate((10.5, 0, 7.5))[0]
    first = cache.path(poly, (1.5, 0, 1.5), goal_poly, (10.5, 0, 7.5))
    assert cache.path(poly, (1.6, 0, 1.4), goal_poly, (10.45, 0, 7.55)) == first and cache.hits == 1
    assert cache.path(poly, (1.7, 0, 1.5), goal_poly, (10.5, 0, 7.5)) != first and cache.hits == 1


@pytest.mark.parametrize("arguments, message", [
    (dict(capacity=-1), "capacity: must be 0 … 16777216, is -1"), (dict(capacity=2**30), "capacity: "),
    (dict(tolerance=-0.1), "tolerance: "), (dict(tolerance=float("inf")), "tolerance: ")])
def test_bad_arguments(arguments, message):
    with pytest.raises(ValueError, match=message):
        PathCache(grid_mesh(1), **arguments)


def test_polygons_that_are_not_there():
    cache = PathCache(grid_mesh(1))
    with pytest.raises(ValueError, match="path: there is no polygon -1"):
        cache.path(-1, (0, 0, 0), 0, (0, 0, 0))


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -1e40])
def test_points_must_be_finite(bad):
    mesh = grid_mesh(1)
    for a, b in (((bad, 0, 0.5), (0.5, 0, 0.5)), ((0.5, 0, 0.5), (0.5, 0, bad))):
        with pytest.raises(ValueError, match="path: from .* to .*; coordinates must be finite$"):
            PathCache(mesh).path(0, a, 0, b)


def test_paths_as_results():
    mesh = grid_mesh(3)
    cache = PathCache(mesh)
    for _ in range(2):
        starts, goals = (random_points(mesh, 12, np.random.default_rng(seed)) for seed in (1, 2))
        for (_, start), (_, goal) in zip(starts, goals):
            path, own = mesh.find_path(start, goal), cache.find_path(start, goal)
            assert (path.status, path.reason, path.length, path.message) == (own.status, own.reason, own.length, own.message)
            assert (path.points == own.points).all() and (path.corridor == own.corridor).all()
    assert cache.hits > 0 and len(cache) > 0
