"""Routes over the coarse graph, against exact paths on the whole mesh."""
import math

import numpy as np
import pytest
from navpy.streaming import NavWorld
from tests.meshes import random_points
from tests.streaming.worlds import ORIGIN, SIZE, grid_tiles, load_all, whole_mesh, write

WORLDS = {"open": dict(seed=1, removed=0.05), "streets": dict(seed=2, removed=0.25), "islands": dict(seed=3, removed=0.42)}
EPSILON = 1e-3                      # meters: gates are written as float32


@pytest.fixture(scope="module", params=WORLDS)
def both(request, tmp_path_factory):
    tiles = grid_tiles(**WORLDS[request.param])
    path = tmp_path_factory.mktemp("worlds") / "w"
    write(path, tiles.values())
    return path, whole_mesh(tiles)


def pairs(mesh, count, seed):
    places = [tuple(point) for _poly, point in random_points(mesh, 2 * count, np.random.default_rng(seed), kinds=(3,))]
    return list(zip(places[::2], places[1::2]))


def crossings(points):
    """How often a path may change from tile to tile."""
    cells = [tuple(math.floor((p[k] - o) / SIZE) for k, o in zip((0, 2), ORIGIN)) for p in points]
    return sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) + 1 for a, b in zip(cells, cells[1:]))


def test_a_route_is_there_where_a_path_is_and_no_longer_than_promised(both):
    path, mesh = both
    ratios = []
    with NavWorld.open(path) as world:
        for start, goal in pairs(mesh, 300, 7):
            exact, route = mesh.find_path(start, goal), world.route(start, goal)
            assert route.status.name == exact.status.name and route.reason == exact.reason
            if not exact.reason:
                assert exact.length - EPSILON <= route.length <= exact.length + SIZE * crossings(exact.points) + EPSILON
                ratios.append(route.length / max(exact.length, SIZE))
        assert world.mesh.tiles == []
    assert np.mean(ratios) < 1.1


def test_a_route_begins_and_ends_at_its_ends_and_leads_from_tile_to_tile(both):
    path, mesh = both
    with NavWorld.open(path) as world:
        for start, goal in pairs(mesh, 50, 8):
            route = world.route(start, goal)
            if route.reason:
                continue
            assert route.points[0] == start and route.points[-1] == goal and len(route.points) == len(route.tiles) + 1
            assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in zip(route.tiles, route.tiles[1:]))
            assert sum(math.dist(a, b) for a, b in zip(route.points, route.points[1:])) <= route.length + EPSILON


def test_loaded_or_not_the_route_is_the_same(both):
    path, mesh = both
    with NavWorld.open(path) as away, NavWorld.open(path) as loaded:
        load_all(loaded)
        for start, goal in pairs(mesh, 50, 9):
            assert away.route(start, goal).length == pytest.approx(loaded.route(start, goal).length, abs=EPSILON)


def test_where_all_is_loaded_paths_are_the_meshs(both):
    path, mesh = both
    with NavWorld.open(path) as world:
        load_all(world)
        for start, goal in pairs(mesh, 100, 10):
            ours, exact = world.find_path(start, goal), mesh.find_path(start, goal)
            assert (ours.status, ours.reason, ours.length) == (exact.status, exact.reason, exact.length)
            assert np.array_equal(ours.points, exact.points)


def test_a_path_to_unloaded_ground_ends_at_a_border_of_the_loaded_one_and_is_shortest_to_there(both):
    path, mesh = both
    partial = 0
    with NavWorld.open(path) as world:
        world.distance = 9.0
        for start, goal in pairs(mesh, 60, 11):
            world.focus = [start]
            world.update(None)
            ours, exact = world.find_path(start, goal), mesh.find_path(start, goal)
            if exact.reason:
                assert (ours.status.name, ours.reason) == ("FAILED", exact.reason)
            elif ours.status.name == "PARTIAL":
                end = ours.points[-1].astype(float)
                partial += 1
                assert ours.reason.name == "NO_NAVMESH" and ours.remainder == pytest.approx(math.dist(end, goal), abs=EPSILON)
                on = [abs((end[k] - o) / SIZE - round((end[k] - o) / SIZE)) * SIZE for k, o in zip((0, 2), ORIGIN)]
                assert min(on) < EPSILON, "it does not end on a tile's border"
                assert ours.length == pytest.approx(world.mesh.find_path(start, end).length, abs=EPSILON)
            else:
                assert ours.status.name == "COMPLETE" and ours.length >= exact.length - EPSILON
    assert partial > 2


def test_a_way_around_a_gap_of_the_loaded_ground_is_not_taken(tmp_path):
    """Open ground, of which three sides of a square are loaded: the way leads straight across the gap."""
    write(tmp_path / "w", grid_tiles(4, 40, 40, 0.0).values())
    start, goal = (6.0, 0.0, 6.0), (34.0, 0.0, 6.0)
    with NavWorld.open(tmp_path / "w") as world:
        world.distance = 1.0
        world.focus = [(x, 0.0, z) for z in range(4, 37, 4) for x in (6.0, 34.0)] + [(x, 0.0, 34.0) for x in range(6, 36, 4)]
        world.update(None)
        around, ours = world.mesh.find_path(start, goal), world.find_path(start, goal)
        assert around.status.name == "COMPLETE" and around.length > 60.0
        assert ours.status.name == "PARTIAL" and ours.length < 10.0 and ours.points[-1][2] == pytest.approx(6.0, abs=0.5)


@pytest.mark.parametrize("start, goal, reason", [
    ((math.nan, 0, 0), (1, 0, 1), "START_OFF_MESH"), ((-50, 0, -50), (5, 0, 5), "START_OFF_MESH"),
    ((5, 0, 5), (500, 0, 500), "GOAL_OFF_MESH"),
    ((5, 0, 5), (5, 100, 5), "GOAL_OFF_MESH"), ((5, 0, 5), (math.inf, 0, 1), "GOAL_OFF_MESH"),
])
def test_ends_off_the_world_are_told(tmp_path, start, goal, reason):
    write(tmp_path / "w", grid_tiles(4, 16, 16, 0.0).values())
    with NavWorld.open(tmp_path / "w") as world:
        route = world.route(start, goal)
        assert (route.status.name, route.reason.name, route.points) == ("FAILED", reason, [])
        with pytest.raises(ValueError, match="goal"):
            world.route((1, 0, 1), (1, 2))
