"""Routes by the costs of areas and by filters, against the cheapest paths on the whole mesh."""
import struct

import numpy as np
import pytest
from navpy.base.core import Status
from navpy.mesh.off_mesh_link import OffMeshLink
from navpy.motion import Crowd
from navpy.navmesh.query_filter import QueryFilter
from navpy.query import path_lengths
from navpy.streaming import NavWorld
from tests.cutting import make_tile, tile_rings
from tests.meshes import grid_mesh, random_points
from tests.oracles import checksum
from tests.streaming.worlds import ORIGIN, SIZE, grid_tiles, load_all, whole_mesh, write

SWAMP, ROAD = 5, 7
SLACK = 0.25                        # a path on the mesh lies in the corridor that A* finds cheapest: it may be dearer by so much
EPSILON = 1e-3                      # meters: lengths are written as float32
FILTERS = {
    "swamp at 5": dict(area_costs={SWAMP: 5.0}),
    "swamp at 1.5": dict(area_costs={SWAMP: 1.5}),
    "road at 0.4": dict(area_costs={ROAD: 0.4}),
    "all of them": dict(area_costs={SWAMP: 8.0, ROAD: 0.5}),
    "twice": dict(area_costs={area: 2.0 for area in range(64)}),
    "no swamp": dict(area_costs={SWAMP: float("inf")}),
    "no roads": dict(exclude_flags=4),
    "roads alone": dict(include_flags=4),
    "neither": dict(include_flags=1),
    "no jumps": dict(links=False),
    "jumps alone": dict(links=[2], area_costs={SWAMP: 3.0}),
}


def area_at(x, z):
    """Swamps, which are blots, and roads, which are lines."""
    if abs((z + 0.3 * x) % 17.0 - 8.0) < 1.0:
        return ROAD
    return SWAMP if np.sin(0.45 * x + 1.0) + np.cos(0.38 * z + 0.2 * x) > 0.7 else 63


def area_tiles(seed=1, width=40, depth=40, removed=0.15):
    """{(x, z): NavMeshTile} of cells with areas, flags and links: a road has the flag 4, other ground 1, jumps are of the kind 2."""
    tiles, rng = {}, np.random.default_rng(seed)
    for (x, z), rings in sorted(tile_rings(grid_mesh(seed, width, depth, removed), SIZE, ORIGIN).items()):
        areas = np.array([area_at(*np.mean(ring, axis=0)[[0, 2]]) for ring in rings], np.int32)
        tile = make_tile(x, z, rings, SIZE, ORIGIN, areas, flags=np.where(areas == ROAD, 4, 1).astype(np.int32))
        start = np.mean(rings[rng.integers(len(rings))], axis=0)
        end = start + (rng.uniform(-5, 5), 0, rng.uniform(-5, 5))
        tiles[x, z] = tile.with_links([OffMeshLink(start, end, kind=2)] if rng.random() < 0.2 else [])
    return tiles


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    tiles = area_tiles()
    path = tmp_path_factory.mktemp("worlds") / "w"
    write(path, tiles.values())
    return path, whole_mesh(tiles)


def pairs(mesh, count, seed, may_stand=lambda place: True):
    places = [tuple(point) for _poly, point in random_points(mesh, 4 * count, np.random.default_rng(seed), kinds=(3,))]
    places = [place for place in places if may_stand(place)]
    return list(zip(places[::2], places[1::2]))[:count]


def may_stand(exact, place):
    """Is the ground at the place such that the filter allows it? Else ends are moved to the nearest that is."""
    there = exact.mesh.locate(place, filter=exact)
    return there is not None and exact.mesh.locate(place)[0] == there[0]


def filtered(world, mesh, name):
    return QueryFilter(world.mesh, **FILTERS[name]), QueryFilter(mesh, **FILTERS[name])


@pytest.mark.parametrize("name", FILTERS)
def test_a_route_is_there_where_a_filter_leaves_a_way_and_costs_little_more(both, name):
    path, mesh = both
    ratios, joined = [], 0
    with NavWorld.open(path) as world:
        ours, exact = filtered(world, mesh, name)
        for start, goal in pairs(mesh, 150, 7, lambda place: may_stand(exact, place)):
            cost, route = path_lengths(mesh, start, [goal], exact)[0], world.route(start, goal, filter=ours)
            assert (route.status.name == "COMPLETE") == (cost < np.inf), (start, goal, cost, route)
            if cost < np.inf:
                joined += 1
                ratios.append(route.length / max(cost, SIZE))
                assert route.length >= (1 - SLACK) * cost - EPSILON
                legs = sum(path_lengths(mesh, a, [b], exact)[0] for a, b in zip(route.points, route.points[1:]))
                assert legs <= (1 + SLACK) * route.length + EPSILON, (start, goal)
        assert world.mesh.tiles == []
    assert joined > (1 if name == "roads alone" else 50)
    assert np.mean(ratios) < 1.12


def test_costs_of_the_loaded_mesh_count_without_a_filter(both):
    path, mesh = both
    with NavWorld.open(path) as world, NavWorld.open(path) as plain:
        world.mesh.set_area_cost(SWAMP, 5.0)
        ours = QueryFilter(plain.mesh, area_costs={SWAMP: 5.0})
        different = 0
        for start, goal in pairs(mesh, 40, 8):
            costly, same, short = world.route(start, goal), plain.route(start, goal, filter=ours), plain.route(start, goal)
            assert costly.length == same.length and costly.points == same.points
            different += costly.points != short.points
        assert different > 10


def test_a_filter_without_an_effect_changes_no_bit(both):
    path, mesh = both
    with NavWorld.open(path) as world:
        plain = QueryFilter(world.mesh)
        for start, goal in pairs(mesh, 40, 9):
            a, b = world.route(start, goal), world.route(start, goal, filter=plain)
            assert (a.length, a.points, a.tiles) == (b.length, b.points, b.tiles)


def test_loaded_or_not_a_filtered_route_is_the_same(both):
    path, mesh = both
    with NavWorld.open(path) as away, NavWorld.open(path) as loaded:
        load_all(loaded)
        for name in ("all of them", "no swamp"):
            for start, goal in pairs(mesh, 30, 9):
                costs = [world.route(start, goal, filter=QueryFilter(world.mesh, **FILTERS[name])).length for world in (away, loaded)]
                assert costs[0] == pytest.approx(costs[1], abs=EPSILON)


def test_a_filter_of_another_mesh_is_refused(both):
    path, mesh = both
    with NavWorld.open(path) as world, pytest.raises(ValueError, match="filter"):
        world.route((1, 0, 1), (2, 0, 2), filter=QueryFilter(mesh))


# ---- the walked way ----

WALKER = dict(radius=0.1, max_speed=4.0, target_desired_distance=0.2)


def walked_cost(mesh, points, costs):
    """Of a way that was walked, by the areas under its steps."""
    total = 0.0
    for a, b in zip(points, points[1:]):
        poly = mesh.locate((a + b) / 2)[0]
        total += costs.get(int(mesh.areas[poly]), 1.0) * float(np.hypot(*(b - a)[[0, 2]]))
    return total


@pytest.mark.parametrize("area_costs", [{SWAMP: 5.0}, {SWAMP: float("inf")}])
def test_agents_take_the_cheap_way_over_ground_that_is_not_loaded(both, area_costs):
    path, mesh = both
    exact, ratios = QueryFilter(mesh, area_costs=area_costs), []
    for start, goal in pairs(mesh, 60, 11, lambda place: may_stand(exact, place)):
        cost = path_lengths(mesh, start, [goal], exact)[0]
        if not 25.0 < cost < np.inf:
            continue
        with NavWorld.open(path) as world:
            world.distance, world.focus = 8.0, [start]
            world.update(None)
            crowd = Crowd(world)
            agent = crowd.add_agent(start, **WALKER)
            crowd.set_filter(agent, QueryFilter(world.mesh, area_costs=area_costs))
            crowd.request_path(agent, goal)
            points = [np.array(crowd.position(agent))]
            for _step in range(3000):
                world.focus = [crowd.position(agent)]
                world.update(None)
                crowd.step(1 / 20)
                points.append(np.array(crowd.position(agent)))
                if crowd.status(agent) != Status.RUNNING:
                    break
            assert crowd.status(agent) == Status.SUCCESS, crowd.reason(agent)
        ratios.append(walked_cost(mesh, points, {**area_costs, SWAMP: min(area_costs[SWAMP], 1e3)}) / cost)
        if len(ratios) == 15:
            break
    assert len(ratios) == 15 and np.mean(ratios) < 1.15


# ---- the file ----

def as_format_1(data):
    """The file without classes and choices, as it was written before there were any."""
    data = bytearray(data)
    (gates,), (costs,) = struct.unpack_from("<i", data, 24), struct.unpack_from("<q", data, 32)
    begin, index = struct.unpack_from("<qq", data, 88)
    graph = 56 * gates + 4 * costs
    data = data[:begin + index + graph]
    struct.pack_into("<i", data, 16, 1)
    struct.pack_into("<i", data, 28, 0)
    struct.pack_into("<q", data, 104, graph)
    struct.pack_into("<Q", data, 120, checksum(bytes(data[begin + index:])))
    struct.pack_into("<Q", data, 8, checksum(bytes(data[16:128])))
    return bytes(data)


def test_a_file_of_format_1_is_read_and_its_routes_are_lengths(tmp_path):
    tiles = grid_tiles(2, 32, 32)
    write(tmp_path / "new", tiles.values())
    (tmp_path / "old").write_bytes(as_format_1((tmp_path / "new").read_bytes()))
    with NavWorld.open(tmp_path / "new") as new, NavWorld.open(tmp_path / "old") as old:
        dear = QueryFilter(old.mesh, area_costs={63: 4.0})
        for start, goal in pairs(whole_mesh(tiles), 40, 9):
            a, b, c = new.route(start, goal), old.route(start, goal), old.route(start, goal, filter=dear)
            assert (a.length, a.points, a.reason) == (b.length, b.points, b.reason) == (c.length, c.points, c.reason)
        assert load_all(new).mesh.to_bytes() == load_all(old).mesh.to_bytes()


def test_more_classes_than_a_tile_may_have_are_told(tmp_path):
    rings = [[(x, 0.0, z), (x, 0.0, z + 1.0), (x + 1.0, 0.0, z + 1.0), (x + 1.0, 0.0, z)] for x in range(10) for z in range(7)]
    tile = make_tile(0, 0, rings, 16.0, flags=np.arange(1, 71, dtype=np.int32))
    with pytest.raises(ValueError, match=r"tile \(0, 0\): has more than 64 classes"):
        NavWorld.write(tmp_path / "w", [tile], 16.0)
