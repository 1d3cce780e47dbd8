"""A path that goes with its agent: as short as a fresh one, through no wall, and rarely searched."""
from array import array

import numpy as np
import pytest

import navpy
from navpy.api.motion.path_corridor import PathCorridor
from navpy.navmesh.navmesh import NavMesh
from navpy.query import move_along_surface, raycast
from navpy.api.query.polyanya import ExactFinder
from navpy.api.query.corridor_search import cost_of_path, refine
from tests.cutting import cut_mesh, make_tile, tile_rings
from tests.meshes import contains, delaunay_mesh, grid_mesh, meshes, random_points


def plan_length(path):
    return np.hypot(*np.diff(path.points.astype(float)[:, ::2], axis=0).T).sum()


def walk(mesh, corridor, position, step):
    """One step towards the next corner."""
    aim = np.array(corridor.next_corner)
    way = (aim - position) * (1, 0, 1)
    distance = np.linalg.norm(way)
    return np.array(move_along_surface(mesh, tuple(position), tuple(position + way * min(1.0, step / max(distance, 1e-12)))).point)


def check_path(mesh, path, position, goal):
    """It leads from the position to the goal, inside its corridor of neighbors."""
    assert len({len(row) for row in (path.points, path.polygons, path.links, path.flags, path.link_kinds)}) == 1
    assert path.points[0][[0, 2]] == pytest.approx(position[[0, 2]], abs=1e-4)
    assert path.points[-1][[0, 2]] == pytest.approx(goal[[0, 2]], abs=1e-4)
    assert all(q in mesh.neighbors[p] for p, q in zip(path.corridor, path.corridor[1:]))
    rings = [mesh.vertices[list(mesh.polygon(i))][:, ::2] for i in path.corridor]
    for p, q in zip(path.points.astype(float), path.points[1:].astype(float)):
        for t in np.linspace(0, 1, 12):
            assert any(contains(ring, (p + t * (q - p))[[0, 2]], 1e-4) for ring in rings)


def connected_pairs(mesh, count, seed):
    rng = np.random.default_rng(seed)
    islands = mesh.islands
    ends = random_points(mesh, 8 * count, rng, kinds=(2,))
    pairs = [(a, b) for (p, a), (q, b) in zip(ends[::2], ends[1::2]) if islands[p] == islands[q]]
    return pairs[:count]


@pytest.mark.parametrize("number", range(4))
def test_it_walks_to_the_goal_with_one_search(number):
    mesh = list(meshes(1))[number]
    for start, goal in connected_pairs(mesh, 6, number):
        corridor, position, walked = PathCorridor(mesh, start, goal), start, 0.0
        shortest = plan_length(corridor.path)
        for _ in range(2000):
            if np.hypot(*(position - goal)[[0, 2]]) < 1e-6:
                break
            moved = walk(mesh, corridor, position, 0.11)
            walked += np.hypot(*(moved - position)[[0, 2]])
            position = moved
            corridor.move(tuple(position))
            check_path(mesh, corridor.path, position, goal)
        assert np.hypot(*(position - goal)[[0, 2]]) < 1e-6 and corridor.searches == 1
        assert walked == pytest.approx(shortest, rel=1e-4, abs=1e-3)


def test_pushed_about_it_stays_nearly_as_short_as_a_fresh_path():
    rng = np.random.default_rng(3)
    moves = searches = shortcuts = 0
    for mesh in (delaunay_mesh(5, points=120, removed=0.12), grid_mesh(8, width=14, depth=14, removed=0.2)):
        finder = ExactFinder(mesh)
        for start, goal in connected_pairs(mesh, 6, 9):
            corridor, position = PathCorridor(mesh, start, goal), start
            for _ in range(120):
                push = rng.normal(0, 0.25, 2)
                position = np.array(move_along_surface(mesh, tuple(walk(mesh, corridor, position, 0.1)),
                                                       tuple(position + (push[0], 0, push[1]))).point)
                corridor.move(tuple(position))
                moves += 1
                polys = corridor.path.corridor         # in a vertex that parts touch in, only the polygon tells which is meant
                fresh = finder.path(int(polys[0]), tuple(position), int(polys[-1]), tuple(goal))[0]
                check_path(mesh, corridor.path, position, goal)
                assert fresh - 1e-4 <= plan_length(corridor.path) <= 1.5 * fresh + 0.5
            searches += corridor.searches
            shortcuts += corridor.shortcuts
    assert searches < 0.05 * moves and shortcuts > 5


def test_an_agent_that_is_carried_off_searches_again():
    mesh = grid_mesh(8, removed=0.1)
    (start, goal), (other, _) = connected_pairs(mesh, 2, 4)
    corridor = PathCorridor(mesh, start, goal)
    corridor.move(tuple(other))
    assert corridor.searches == 2 or raycast(mesh, tuple(start), tuple(other)).hit is False
    check_path(mesh, corridor.path, other, goal)
    corridor.move((99, 0, 99))
    assert corridor.path.reason is navpy.Reason.START_OFF_MESH and corridor.next_corner is None
    corridor.move(tuple(other))
    check_path(mesh, corridor.path, other, goal)
    corridor.move((float("nan"), 0, 0))
    assert corridor.path.reason is navpy.Reason.INVALID_INPUT
    corridor.move(tuple(start))
    check_path(mesh, corridor.path, start, goal)


def test_a_goal_that_strolls_is_followed():
    rng = np.random.default_rng(6)
    turns = searches = 0
    mesh = delaunay_mesh(5, points=120, removed=0.1, size=40.0)
    for start, goal in connected_pairs(mesh, 6, 2):
        corridor = PathCorridor(mesh, start, goal)
        for _ in range(60):
            stroll = rng.normal(0, 0.1, 3) * (1, 0, 1)
            goal = np.array(move_along_surface(mesh, tuple(goal), tuple(goal + stroll)).point)
            corridor.retarget(tuple(goal))
            turns += 1
            check_path(mesh, corridor.path, np.array(corridor.path.points[0], float), goal)
            fresh = mesh.find_path(tuple(start), tuple(goal))
            assert plan_length(fresh) - 1e-3 <= plan_length(corridor.path) <= 1.11 * plan_length(fresh) + 1e-3
        searches += corridor.searches
    assert searches < 0.25 * turns
    corridor.retarget((500, 0, 500))
    assert corridor.path.reason is navpy.Reason.GOAL_OFF_MESH
    corridor.retarget(tuple(goal))
    assert corridor.path.reason is navpy.Reason.NONE


def test_a_mesh_that_changes_elsewhere_costs_no_search():
    whole = grid_mesh(6, width=12, depth=12, removed=0.05)
    tiles = cut_mesh(whole, 3.0)
    mesh = NavMesh.from_tiles(tiles.values(), 3.0)
    start, goal = np.array((0.5, 0.0, 0.5)), np.array((11.5, 0.0, 11.5))
    corridor = PathCorridor(mesh, start, goal)
    for tile in tiles.values():
        mesh.add_tile(tile)
        corridor.move(tuple(start))
        check_path(mesh, corridor.path, start, goal)
    assert corridor.searches == 1 and corridor.repairs == len(tiles)
    mesh.remove_tile(*mesh.tile_of(mesh.locate((7.3, 0, 7.3))[0]))      # which the straight way leads through
    corridor.move(tuple(start))
    assert corridor.searches == 2
    check_path(mesh, corridor.path, start, goal)


def test_links_are_kept_to():
    floor = [(0, 0, 0), (0, 0, 4), (4, 0, 4), (4, 0, 0)]
    mesh = NavMesh.from_polygons(floor + [(x + 6, y, z) for x, y, z in floor], [(0, 1, 2, 3), (4, 5, 6, 7)])
    mesh.add_link((3.5, 0, 2), (6.5, 0, 2), id=7)
    corridor = PathCorridor(mesh, (1, 0, 1), (9, 0, 3))
    for x in (1.2, 1.5, 2.0):
        corridor.move((x, 0, 1.2))
        path = corridor.path
        assert 7 in path.links and path.points[0] == pytest.approx((x, 0, 1.2)) and corridor.searches == 1
    corridor.move((6.6, 0, 2.0))            # across it
    assert corridor.searches == 2 and 7 not in corridor.path.links


def test_it_obeys_a_filter():
    mesh = NavMesh.from_polygons([(x, 0, z) for x in range(4) for z in range(3)],
                                 [(3 * x + z, 3 * x + z + 1, 3 * x + z + 4, 3 * x + z + 3) for x in range(3) for z in range(2)])
    middle = mesh.locate((1.5, 0, 0.5))[0]
    rules = navpy.QueryFilter(mesh)
    corridor = PathCorridor(mesh, (0.5, 0, 0.5), (2.5, 0, 0.5), filter=rules)
    assert middle in corridor.path.corridor
    rules.block([middle])
    corridor.move((0.6, 0, 0.5))
    assert middle not in corridor.path.corridor and corridor.path.status is navpy.PathStatus.COMPLETE


# ---- where costs differ ----

def field(width, depth, size, area_at):
    """Squares of a size, each of the area that area_at(x, z) says."""
    corners = [(x * size, 0, z * size) for x in range(width + 1) for z in range(depth + 1)]
    across = depth + 1
    rings = [(x * across + z, x * across + z + 1, (x + 1) * across + z + 1, (x + 1) * across + z)
             for x in range(width) for z in range(depth)]
    return NavMesh.from_polygons(corners, rings, [area_at(x, z) for x in range(width) for z in range(depth)])


def price(mesh, path, rules=None):
    return cost_of_path(mesh, list(path.corridor), [-1] * len(path.corridor), path.points.tolist(), list(path.links), rules)


def step_price(a, b, size, costs):
    """What a straight step over the squares costs; on a border between two, the cheaper one counts."""
    cuts = {0.0, 1.0}
    for axis in (0, 2):
        if a[axis] != b[axis]:
            low, high = sorted((a[axis], b[axis]))
            cuts.update((k * size - a[axis]) / (b[axis] - a[axis]) for k in range(int(low // size) + 1, int(high // size) + 1))
    cuts, total = sorted(cuts), 0.0
    for s, t in zip(cuts, cuts[1:]):
        middle = (a + (s + t) / 2 * (b - a))[[0, 2]] / size
        near = [costs[int(middle[0] + dx), int(middle[1] + dz)] for dx in (-1e-4, 1e-4) for dz in (-1e-4, 1e-4)]
        total += (t - s) * np.hypot(*(b - a)[[0, 2]]) * min(near)
    return total


@pytest.mark.parametrize("seed", range(4))
def test_a_walk_costs_no_more_than_the_path_that_was_found(seed):
    rng = np.random.default_rng(seed)
    areas = rng.choice([1, 2, 63], (10, 10), p=(0.25, 0.25, 0.5))
    mesh = field(10, 10, 2.0, lambda x, z: int(areas[x, z]))
    mesh.set_area_cost(1, 20.0)
    mesh.set_area_cost(2, 3.0)
    costs = np.choose(np.searchsorted([1, 2, 63], areas), (20.0, 3.0, 1.0))
    position, goal = np.array((1.1, 0.0, 1.3)), np.array((18.9, 0.0, 17.3))
    corridor = PathCorridor(mesh, tuple(position), tuple(goal))
    most, paid = price(mesh, corridor.path), 0.0
    corridor.move(tuple(position))
    assert price(mesh, corridor.path) <= most * (1 + 1e-5)
    for turn in range(400):
        if np.hypot(*(position - goal)[[0, 2]]) < 1e-6:
            break
        moved = walk(mesh, corridor, position, 0.3)
        paid += step_price(position, moved, 2.0, costs)
        position = moved
        corridor.move(tuple(position))
        if turn % 10 == 0:
            check_path(mesh, corridor.path, position, goal)
        assert paid + price(mesh, corridor.path) <= most * (1 + 1e-4)
    assert np.hypot(*(position - goal)[[0, 2]]) < 1e-6 and corridor.searches == 1


def test_nobody_cuts_across_a_swamp_or_what_a_penalty_lies_on():
    for swamp in (True, False):
        mesh = field(10, 10, 2.0, lambda x, z: 5 if x == 4 and z >= 2 else 63)
        rules = navpy.QueryFilter(mesh)
        wet = np.flatnonzero(np.asarray(mesh.areas) == 5).tolist()
        if swamp:
            rules.set_area_cost(5, 20.0)
        else:
            rules.set_penalty(wet, 20.0)
        position, goal = np.array((6.0, 0.0, 11.0)), np.array((12.0, 0.0, 11.0))
        corridor = PathCorridor(mesh, tuple(position), tuple(goal), filter=rules)
        for _ in range(200):
            moved = walk(mesh, corridor, position, 0.3)
            assert not (8.01 < ((position + moved) / 2)[0] < 9.99 and ((position + moved) / 2)[2] > 4.01)
            position = moved
            corridor.move(tuple(position))
        assert position == pytest.approx(goal, abs=1e-6)


def test_pushed_about_where_costs_differ_the_path_stays_the_cheapest_of_its_corridor():
    rng = np.random.default_rng(2)
    areas = rng.choice([1, 63], (8, 8))
    mesh = field(8, 8, 1.0, lambda x, z: int(areas[x, z]))
    mesh.set_area_cost(1, 4.0)
    position, goal = np.array((0.5, 0.0, 0.5)), np.array((7.5, 0.0, 6.5))
    corridor = PathCorridor(mesh, tuple(position), tuple(goal))
    for _ in range(60):
        push = rng.normal(0, 0.2, 2)
        position = np.array(move_along_surface(mesh, tuple(walk(mesh, corridor, position, 0.15)),
                                               tuple(position + (push[0], 0, push[1]))).point)
        corridor.move(tuple(position))
        path = corridor.path
        check_path(mesh, path, position, goal)
        best = refine(mesh, list(path.corridor), [-1] * len(path.corridor), tuple(position), tuple(goal))[1][3]
        assert price(mesh, path) <= best * (1 + 1e-5)


def test_an_agent_that_is_pushed_over_a_border_goes_back_across_it():
    mesh = field(3, 2, 2.0, lambda x, z: 1 if x > 0 and z == 0 else 63)
    mesh.set_area_cost(1, 20.0)
    corridor = PathCorridor(mesh, (1, 0, 1), (5, 0, 3))
    assert list(corridor.path.corridor) == [0, 1, 3, 5]
    corridor.move((1.9, 0, 1.9))
    corridor.move((2.1, 0, 1.9))            # not back to the vertex (2, 2), which it has passed
    assert list(corridor.path.corridor) == [2, 3, 5] and corridor.searches == 1


def test_other_costs_are_searched_with():
    mesh = field(10, 10, 2.0, lambda x, z: 5 if x == 4 and z < 9 else 63)
    rules = navpy.QueryFilter(mesh)
    corridor = PathCorridor(mesh, (2, 0, 15), (18, 0, 15), filter=rules)
    for searches, cost in ((2, 50.0), (3, 3.0), (4, 1.0)):          # dearer, cheaper, and all the same again
        rules.set_area_cost(5, cost)
        corridor.move((2, 0, 15))
        best = mesh.find_path((2, 0, 15), (18, 0, 15), filter=rules)
        assert price(mesh, corridor.path, rules) == pytest.approx(price(mesh, best, rules), rel=1e-5) and corridor.searches == searches
    own = PathCorridor(mesh, (2, 0, 15), (18, 0, 15))
    mesh.set_area_cost(5, 50.0)
    own.move((2, 0, 15))
    assert own.searches == 2 and price(mesh, own.path) < 30.0
    mesh.set_area_cost(5, 1.0)
    own.move((2, 0, 15))
    mesh.set_area_cost(63, 2.0)
    mesh.set_area_cost(5, 2.0)
    own.move((2, 0, 15))                    # all cost the same, before and after: no way is another one
    assert own.searches == 3 and plan_length(own.path) == pytest.approx(16.0)


def test_a_tile_that_makes_the_path_dearer_is_searched_around():
    whole = grid_mesh(6, width=12, depth=12, removed=0.0)
    rings = tile_rings(whole, 3.0)

    def tile(place, area):
        return make_tile(*place, rings[place], 3.0, areas=array("i", [area] * len(rings[place])))
    mesh = NavMesh.from_tiles([tile(place, 2 if place == (3, 0) else 63) for place in rings], 3.0)
    mesh.set_area_cost(1, 5.0)
    mesh.set_area_cost(2, 2.0)
    corridor = PathCorridor(mesh, (0.5, 0, 5.0), (11.5, 0, 5.0))
    mesh.add_tile(tile((2, 3), 1))          # aside
    corridor.move((0.5, 0, 5.0))
    mesh.add_tile(tile((2, 1), 63))         # in the way, as it was
    corridor.move((0.5, 0, 5.0))
    assert (corridor.searches, corridor.repairs) == (1, 2) and price(mesh, corridor.path) == pytest.approx(11.0)
    mesh.add_tile(tile((2, 1), 1))          # in the way, and dear
    corridor.move((0.5, 0, 5.0))
    assert corridor.searches == 2
    assert price(mesh, corridor.path) == pytest.approx(price(mesh, mesh.find_path((0.5, 0, 5.0), (11.5, 0, 5.0))), rel=1e-5)
