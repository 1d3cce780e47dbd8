"""What agents ask of their paths: room beside walls, polygons by their flags, limits, postprocessing. find_path, with a filter, a
radius and options, tells what the path should be; where the agents walk is measured."""
import hashlib
import math

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.cutting import make_tile
from navpy.base.core import Reason, Status
from navpy.api.motion.crowd import Crowd
from navpy.navmesh.navmesh import NavMesh
from navpy.navmesh.query_filter import QueryFilter
from tests.crowds import AT_ONCE, DT, flat, walk
from tests.meshes import OPEN, ROOMS, Level, rectangles
from tests.visibility import wall_edges

DOORS = Level("""
    ....................
    ....................
    ....................
    ....................
    ....................
    #####.##########....
    ....................
    ....................
    ....................
    ....................
    ....................
""")
NORTH, SOUTH = (5.4, 0, 1.6), (5.6, 0, 9.5)         # a door of 1 m between them, a gap of 4 m far aside


def off_segments(points, segments):
    """Meters in the plan from each of the points to the nearest of the segments."""
    p, a, b = np.asarray(points)[:, None, [0, 2]], segments[None, :, 0], segments[None, :, 1]
    t = np.clip(((p - a) * (b - a)).sum(-1) / np.maximum(((b - a) ** 2).sum(-1), 1e-30), 0, 1)
    return np.hypot(*np.moveaxis(a + t[..., None] * (b - a) - p, -1, 0)).min(1)


def off_walls(mesh, points):
    return off_segments(points, wall_edges(mesh))


def off_path(path, points):
    flat_path = np.asarray(path)[:, [0, 2]]
    return off_segments(points, np.stack([flat_path[:-1], flat_path[1:]], 1))


def between(places, parts=4):
    """The places, and some on the way from each to the next."""
    places = np.asarray(places)
    return np.concatenate([places[:-1] + t * np.diff(places, axis=0) for t in np.arange(parts) / parts] + [places[-1:]])


def ask(mesh, start, goal, allow_partial=False, **params):
    crowd = Crowd(mesh)
    agent = crowd.add_agent(start, **params)
    crowd.request_path(agent, goal, allow_partial)
    return crowd, agent


def same_points(a, b):
    return len(a) == len(b) and np.allclose(a, b, atol=1e-5)


def cells(level, name):
    """Polygons of the cells that are drawn with a letter."""
    free = [(x, z) for z in range(level.depth) for x in range(level.width) if level.free(x, z)]
    return [k for k, (x, z) in enumerate(free) if level.rows[z][x] == name]


# ---- room beside walls ----

@pytest.mark.parametrize("desired", [0.1, 1.0, 3.0])
@pytest.mark.parametrize("dt", [1 / 60, 1 / 10])
def test_a_wide_agent_goes_the_wide_way_and_keeps_clear_of_walls(desired, dt):
    crowd, agent = ask(DOORS.mesh, NORTH, SOUTH, path_radius=0.8, path_desired_distance=desired)
    assert same_points(crowd.path(agent), DOORS.mesh.find_path(NORTH, SOUTH, radius=0.8).points)
    places = walk(crowd, agent, DOORS, dt)
    assert max(p[0] for p in places) > 16 and flat(places[-1], SOUTH) < 2e-3 and crowd.searches == 1
    assert off_walls(DOORS.mesh, between(places)).min() >= 0.8 - 1e-6
    crowd, agent = ask(DOORS.mesh, NORTH, SOUTH, path_desired_distance=desired)
    assert max(p[0] for p in walk(crowd, agent, DOORS, dt)) < 6.1


@settings(max_examples=12)
@given(st.integers(0, 2 ** 32 - 1), st.sampled_from([0.3, 0.6, 0.9]))
def test_wide_agents_keep_clear_wherever_they_go(seed, radius):
    rng = np.random.default_rng(seed)
    level = Level("\n".join("".join("#" if rng.random() < 0.12 else "." for _ in range(14)) for _ in range(14)))
    if not any(level.free(x, z) for x in range(14) for z in range(14)):
        return
    walls = wall_edges(level.mesh)
    spots = [(*rng.uniform(0.5, 13.5, 2),) for _ in range(24)]
    spots = [(x, 0.0, z) for x, z in spots if level.free(int(x), int(z)) and off_segments([(x, 0, z)], walls)[0] > radius + 1e-3]
    for start, goal in zip(spots[::2], spots[1::2]):
        found = level.mesh.find_path(start, goal, radius=radius)
        crowd, agent = ask(level.mesh, start, goal, path_radius=radius, max_speed=6.0, **AT_ONCE)
        assert crowd.reason(agent) == found.reason and same_points(crowd.path(agent), found.points)
        if crowd.status(agent) == Status.RUNNING:
            places = walk(crowd, agent, level)
            assert flat(places[-1], goal) < 2e-3 and crowd.searches == 1
            assert off_segments(between(places), walls).min() >= radius - 1e-6


def test_pushed_aside_it_comes_back_to_where_there_is_room():
    crowd, agent = ask(DOORS.mesh, NORTH, SOUTH, path_radius=0.8, **AT_ONCE)
    for _ in range(60):
        crowd.step(DT)
    crowd.set_position(agent, (8.0, 0, 4.9))                # right at the wall
    places = walk(crowd, agent, DOORS)
    off = off_walls(DOORS.mesh, places[1:])
    room = np.flatnonzero(off >= 0.8 - 1e-6)[0]
    assert room < 30 and (off[room:] >= 0.8 - 1e-6).all() and crowd.status(agent) == Status.SUCCESS
    assert max(p[0] for p in places) > 16


def test_ends_at_walls():
    level = Level("""
        ..........
        ..........
        .....#####
        .....#...#
        ......#..#
        .....#####
    """)
    crowd, agent = ask(level.mesh, (0.2, 0, 1.0), (9.7, 0, 0.1), path_radius=0.9, **AT_ONCE)
    places = walk(crowd, agent, level)
    assert flat(places[-1], (9.7, 0, 0.1)) < 2e-3 and crowd.reason(agent) == Reason.NONE
    assert off_walls(level.mesh, places).max() >= 0.9 - 1e-6
    crowd, agent = ask(level.mesh, (2, 0, 1), (5.5, 0, 4.5), path_radius=0.9)         # a dead end 1 m wide
    found = level.mesh.find_path((2, 0, 1), (5.5, 0, 4.5), radius=0.9)
    assert crowd.reason(agent) == found.reason
    narrow = Level("....#....\n....#....\n.........\n....#....\n....#....")
    crowd, agent = ask(narrow.mesh, (1, 0, 1), (8, 0, 1), path_radius=0.8)
    assert crowd.status(agent) == Status.FAILURE and crowd.reason(agent) == Reason.TOO_NARROW
    crowd, agent = ask(narrow.mesh, (1, 0, 1), (8, 0, 1), True, path_radius=0.8)
    assert crowd.status(agent) == Status.RUNNING and crowd.reason(agent) == Reason.TOO_NARROW
    walk(crowd, agent, narrow)
    assert crowd.position(agent)[0] < 4 and crowd.status(agent) == Status.SUCCESS


def test_the_radius_of_the_mesh_is_no_more_than_it_was_baked_for():
    polygons = [(0, 0, 0), (0, 0, 9), (9, 0, 9), (9, 0, 0)]
    mesh = NavMesh.from_polygons(polygons, [range(4)], agent_radius=0.5)
    for radius, gap in ((0.3, 0.0), (0.5, 0.0), (0.9, 0.4)):
        crowd, agent = ask(mesh, (1, 0, 0.05), (8, 0, 0.05), path_radius=radius)
        walk(crowd, agent)
        middle = [p for p in [tuple(p) for p in crowd.path(agent)] if 1.5 < p[0] < 7.5]
        assert (not middle and gap == 0.0) or all(p[2] >= gap - 1e-6 for p in middle)


def test_the_map_is_remade_with_the_mesh():
    crowd, agent = ask(OPEN.mesh, (2, 0, 2), (38, 0, 38), path_radius=0.8)
    crowd.step(DT)
    crowd.mesh = DOORS.mesh
    crowd.set_position(agent, NORTH)
    crowd.request_path(agent, SOUTH)
    places = walk(crowd, agent, DOORS)
    assert off_walls(DOORS.mesh, places[1:]).min() >= 0.8 - 1e-6 and max(p[0] for p in places) > 16


def test_tiles_that_come_and_go():
    def tile(x, z, depth=8.0):
        x0, z0 = 8.0 * x, 8.0 * z
        return make_tile(x, z, [[(x0, 0.0, z0), (x0, 0.0, z0 + depth), (x0 + 8, 0.0, z0 + depth), (x0 + 8, 0.0, z0)]], 8.0)

    mesh = NavMesh.from_tiles([tile(x, z) for x in range(3) for z in range(2)], 8.0)
    crowd, agent = ask(mesh, (2, 0, 7), (22, 0, 7), path_radius=1.0)
    for _ in range(60):
        crowd.step(DT)
    mesh.remove_tile(1, 1)                              # there now is a wall 1 m beside its way, and then a bridge of 3 m
    crowd.step(DT)
    mesh.add_tile(tile(1, 0, 3.0))
    places = [crowd.position(agent)] + walk(crowd, agent)
    assert crowd.replans(agent) == 2 and flat(places[-1], (22, 0, 7)) < 2e-3 and min(p[2] for p in places) < 2.001
    assert off_walls(mesh, between([p for p in places if p[0] > 8])).min() >= 1.0 - 1e-6


# ---- polygons by their flags ----

LAYERS = Level("""
    aaaaaaaaaa
    aaaaaaaaaa
    aaabbbbaaa
    aaabbbbaaa
    aaabbbbaaa
    aaabbbbaaa
    bbbbbbbbbb
    bbbbbbbbbb
""")
LAYERS.mesh.set_flags(cells(LAYERS, "a"), 1)
LAYERS.mesh.set_flags(cells(LAYERS, "b"), 2)


@pytest.mark.parametrize("flags", [1, 2, 3, 0xffff])
def test_paths_are_those_of_the_filter(flags):
    rng, seen = np.random.default_rng(flags), set()
    for _ in range(60):
        start, goal = ((x, 0, z) for x, z in rng.uniform((0, 0), (10, 8), (2, 2)))
        allow = bool(rng.random() < 0.5)
        rules = QueryFilter(LAYERS.mesh, include_flags=flags)
        found = LAYERS.mesh.find_path(start, goal, allow, filter=rules)
        if found.reason is Reason.START_OFF_MESH:
            seen.add(found.reason)
            found = LAYERS.mesh.find_path(LAYERS.mesh.nearest(start, filter=rules)[1], goal, allow, filter=rules)
        crowd, agent = ask(LAYERS.mesh, start, goal, allow, include_flags=flags)
        assert crowd.reason(agent) == found.reason and same_points(crowd.path(agent), found.points)
        seen.add(found.reason)
    assert len(seen) > 1 or flags in (3, 0xffff)


def test_an_agent_stays_on_its_layer():
    start, goal = (0.5, 0, 5.5), (9.5, 0, 5.5)
    level = Level("\n".join(row.replace("b", "#") for row in LAYERS.rows))      # as one without b sees it
    crowd, agent = ask(LAYERS.mesh, start, goal, include_flags=1)
    places = walk(crowd, agent, level)
    assert min(p[2] for p in places) < 2.1 and crowd.searches == 1
    crowd, agent = ask(LAYERS.mesh, start, goal)
    assert min(p[2] for p in walk(crowd, agent)) > 5.4


@pytest.mark.parametrize("lane", [2, 3])
def test_nobody_is_pushed_off_a_lane(lane):
    level, rng = Level("\n".join(["b" * 30] * 5 + ["a" * 30] * lane + ["b" * 30] * 5)), np.random.default_rng(lane)
    level.mesh.set_flags(cells(level, "b"), 2)
    crowd, agents = Crowd(level.mesh), []
    for k in range(16):                                         # two groups that meet
        x, z = rng.uniform((1, 5.2), (8, 4.8 + lane)), rng.uniform(5.2, 4.8 + lane)
        agents.append(crowd.add_agent((x[0] if k % 2 else 30 - x[0], 0, x[1]), radius=0.35, include_flags=1))
        crowd.request_path(agents[-1], (28 if k % 2 else 2, 0, z))
    for _ in range(1800):
        crowd.step(DT)
        z = crowd.positions[:, 2]
        assert 5 - 1e-6 < z.min() and z.max() < 5 + lane + 1e-6
    assert all(crowd.status(agent) == Status.SUCCESS and crowd.reason(agent) == Reason.NONE for agent in agents)


@pytest.mark.parametrize("params, elsewhere", [({}, True), ({"include_flags": 1}, True),
                                               ({"include_flags": 1, "path_radius": 0.9}, False)])
def test_another_door_is_taken_where_one_is_blocked(params, elsewhere):
    mesh = rectangles((0, 0, 10, 20), (10, 3, 12, 5), (10, 14, 12, 16), (12, 0, 22, 20), (22, 0, 23, 20))
    mesh.set_flags([k for k, p in enumerate(mesh.polygons) if mesh.vertices[list(p), 0].min() > 21], 2)
    crowd = Crowd(mesh)
    standing = crowd.add_agent((11, 0, 4), radius=0.9, yields=False)
    walker = crowd.add_agent((2, 0, 3), radius=0.5, **params)
    crowd.request_path(walker, (20, 0, 3))
    far = 0.0
    for step in range(1800):
        if step == 700:
            state = crowd.save_state()
        crowd.step(DT)
        far = max(far, crowd.position(walker)[2])
    assert (crowd.status(walker) == Status.SUCCESS and far > 13) == elsewhere
    late = crowd.add_agent((2, 0, 2), radius=0.5, **params)
    crowd.load_state(state)
    late = crowd.add_agent((2, 0, 2), radius=0.5, **params)     # it knows
    crowd.request_path(late, (20, 0, 2))
    assert (crowd.path(late)[:, 2].max() > 13) == elsewhere
    crowd.remove(standing)
    crowd.step(DT)
    crowd.stop(late)
    crowd.request_path(late, (20, 0, 2))
    assert crowd.path(late)[:, 2].max() < 6


def test_walls_of_a_layer_are_kept_away_from():
    crowd, agent = ask(LAYERS.mesh, (0.9, 0, 5), (9.1, 0, 5), include_flags=1, path_radius=0.7)
    level = Level("\n".join(row.replace("b", "#") for row in LAYERS.rows))
    places = walk(crowd, agent, level)
    assert off_walls(level.mesh, between(places)).min() >= 0.7 - 1e-6


def test_flags_that_change_are_noticed():
    level = Level("\n".join(["." * 12] * 6))
    crowd, agent = ask(level.mesh, (0.5, 0, 3), (11.5, 0, 3), include_flags=2)
    assert crowd.reason(agent) == Reason.START_OFF_MESH
    level.mesh.set_flags(range(72), 2)
    assert crowd.request_path(agent, (11.5, 0, 3)) == Status.RUNNING
    for _ in range(30):
        crowd.step(DT)
    level.mesh.set_flags([6 + 12 * z for z in range(5)], 1)                     # only row 5 is left open
    places = walk(crowd, agent)
    assert max(p[2] for p in places) >= 5 - 1e-6 and flat(places[-1], (11.5, 0, 3)) < 2e-3
    assert not any(6 < p[0] < 7 and p[2] < 5 - 1e-6 for p in places)


def test_floors_of_two_layers_in_the_same_place():
    """A whole one, and 1 cm under it one with a gap."""
    whole = [(0, 0, 0), (0, 0, 4), (9, 0, 4), (9, 0, 0)]
    halves = [(0, -1e-2, 0), (0, -1e-2, 4), (4, -1e-2, 4), (4, -1e-2, 0), (5, -1e-2, 0), (5, -1e-2, 4), (9, -1e-2, 4), (9, -1e-2, 0)]
    mesh = NavMesh.from_polygons(whole + halves, [(0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11)])
    mesh.set_flags([0], 1)
    mesh.set_flags([1, 2], 2)
    crowd = Crowd(mesh)
    over, under = (crowd.add_agent((1, 0, 2), include_flags=flags, avoidance_enabled=False) for flags in (1, 2))
    crowd.request_path(over, (8, 0, 2))
    crowd.request_path(under, (8, 0, 2))
    assert crowd.status(over) == Status.RUNNING and crowd.reason(under) == Reason.GOAL_UNREACHABLE
    crowd.request_path(under, (3.5, 0, 3))
    for _ in range(400):
        crowd.step(DT)
    assert flat(crowd.position(over), (8, 0, 2)) < 2e-3 and flat(crowd.position(under), (3.5, 0, 3)) < 2e-3
    assert crowd.searches == 3


# ---- limits ----

@pytest.mark.parametrize("option, limit, reason", [("path_return_max_length", 7.0, Reason.LENGTH_LIMIT),
                                                   ("path_return_max_radius", 5.0, Reason.RADIUS_LIMIT)])
def test_a_path_that_is_cut_is_walked_to_its_end(option, limit, reason):
    start, goal = (1.5, 0, 1.5), (1.5, 0, 11.5)
    whole = ROOMS.mesh.find_path(start, goal)
    cut = ROOMS.mesh.find_path(start, goal, **{option.removeprefix("path_return_"): limit})
    crowd, agent = ask(ROOMS.mesh, start, goal, **{option: limit})
    assert crowd.status(agent) == Status.RUNNING and crowd.reason(agent) == reason == cut.reason
    assert same_points(crowd.path(agent), cut.points)
    walk(crowd, agent, ROOMS)
    assert crowd.status(agent) == Status.SUCCESS and crowd.reason(agent) == reason
    assert flat(crowd.position(agent), cut.points[-1]) < 2e-3
    assert crowd.request_path(agent, goal) == Status.SUCCESS and crowd.searches == 1        # the same request
    crowd.set_params(agent, **{option: 0})
    assert crowd.request_path(agent, goal) == Status.RUNNING and crowd.reason(agent) == Reason.NONE
    walk(crowd, agent, ROOMS)
    assert flat(crowd.position(agent), goal) < 2e-3
    crowd, agent = ask(ROOMS.mesh, start, goal, **{option: 2 * whole.length})
    assert crowd.reason(agent) == Reason.NONE and same_points(crowd.path(agent), whole.points)


@pytest.mark.parametrize("flags", [0xffff, 1])                 # with the mesh's own graph, and with one of a layer
def test_a_search_that_is_limited_says_so_and_ends_as_near_as_it_came(flags):
    level = Level("\n".join("".join("#" if z % 4 == 2 and (x + z) % 7 else "." for x in range(40)) for z in range(30)))
    if flags == 1:
        level.mesh.set_flags([0], 2)
    start, goal = (3.5, 0, 0.5), (30.5, 0, 29.5)
    crowd, agent = ask(level.mesh, start, goal, path_search_max_polygons=3, include_flags=flags)
    assert crowd.status(agent) == Status.FAILURE and crowd.reason(agent) == Reason.SEARCH_LIMIT
    left = []
    for nodes in (1, 10, 100, 1000, 100000):
        crowd, agent = ask(level.mesh, start, goal, True, path_search_max_polygons=nodes, include_flags=flags)
        assert crowd.status(agent) == Status.RUNNING
        walk(crowd, agent, level)
        left.append(flat(crowd.position(agent), goal))
        assert crowd.reason(agent) == (Reason.SEARCH_LIMIT if left[-1] > 2e-3 else Reason.NONE)
    assert left == sorted(left, reverse=True) and left[1] < left[0] < flat(start, goal) and left[-1] < 2e-3 and left[1] > 1


@pytest.mark.parametrize("cost", [1.0, 3.0])                    # by cones, by A*
def test_polygons_far_from_the_start_are_not_searched(cost):
    rng = np.random.default_rng(1)
    areas = rng.choice([63, 5], len(ROOMS.mesh.polygons))
    mesh = NavMesh.from_polygons(ROOMS.mesh.vertices, ROOMS.mesh.polygons, areas.tolist())
    mesh.set_area_cost(5, cost)
    centers = np.array([np.mean(mesh.vertices[list(p)], 0) for p in mesh.polygons])
    near = far = 0
    for _ in range(80):
        start, goal = ((x, 0, z) for x, z in rng.uniform((0, 0), (20, 12), (2, 2)))
        distance = rng.uniform(2, 14)
        whole = mesh.find_path(start, goal)
        if whole.reason != Reason.NONE:
            continue
        beyond = [k for k, c in enumerate(centers)               # squares of 1 m
                  if math.hypot(*np.maximum(abs(c - whole.points[0])[[0, 2]] - 0.5, 0)) > distance]
        filter = QueryFilter(mesh)
        filter.block(beyond)
        found = mesh.find_path(start, goal, filter=filter)
        crowd, agent = ask(mesh, start, goal, path_search_max_distance=distance)
        if found.reason == Reason.NONE and flat(found.points[-1], whole.points[-1]) < 1e-4:        # else the filter puts it elsewhere
            near += 1
            assert crowd.reason(agent) == Reason.NONE
            assert np.isclose(flat_sum(crowd.path(agent)), flat_sum(found.points), rtol=1e-5)
        else:
            far += 1
            assert crowd.status(agent) == Status.FAILURE and crowd.reason(agent) == Reason.SEARCH_LIMIT
            crowd, agent = ask(mesh, start, goal, True, path_search_max_distance=distance)
            oracle = mesh.find_path(start, goal, True, filter=filter)
            assert crowd.reason(agent) == Reason.SEARCH_LIMIT
            assert math.dist(crowd.path(agent)[-1], goal) <= math.dist(oracle.points[-1], goal) + 1e-5
    assert near > 10 and far > 10


def flat_sum(points):
    return sum(flat(a, b) for a, b in zip(points, points[1:]))


# ---- what becomes of the polygons ----

@pytest.mark.parametrize("dt", [1 / 60, 1 / 10])
def test_through_the_middles_of_edges(dt):
    start, goal = (1.2, 0, 1.7), (1.4, 0, 11.3)
    found = ROOMS.mesh.find_path(start, goal, algorithm="centers", portal_points="midpoints")
    crowd, agent = ask(ROOMS.mesh, start, goal, path_postprocessing=1, path_desired_distance=2.0, **AT_ONCE)
    assert same_points(crowd.path(agent), found.points) and len(found.points) > 25
    places = walk(crowd, agent, ROOMS, dt)
    assert off_path(found.points, places).max() < 1e-5
    assert max(min(flat(p, q) for q in between(places, 50)) for p in found.points) < 0.01


def test_a_point_wherever_a_polygon_is_entered():
    """The polygons are squares of a meter: every leg lies in one, and the path is as long as the shortest."""
    start, goal = (1.2, 0, 1.7), (1.4, 0, 11.3)
    crowd, agent = ask(ROOMS.mesh, start, goal, path_postprocessing=2, **AT_ONCE)
    path = crowd.path(agent)
    shortest = ROOMS.mesh.find_path(start, goal).points
    assert math.isclose(flat_sum(path), flat_sum(shortest), abs_tol=1e-5) and len(path) > 20        # float32
    for a, b in zip(path, path[1:]):
        ROOMS.assert_step_on_floor(a, b)
        low, high = np.minimum(a, b), np.maximum(a, b)
        assert flat(a, b) > 1e-6 and all(math.floor(p + 1e-5) >= math.ceil(q - 1e-5) - 1 for p, q in zip(low, high))
    places = walk(crowd, agent, ROOMS)
    assert off_path(path, places).max() < 1e-5 and crowd.searches == 1


def inside(triangle, point):
    """Is the point in the triangle, or within a millionth of it?"""
    turns = [np.linalg.det([b - a, point - a]) / np.linalg.norm(b - a) for a, b in zip(triangle, np.roll(triangle, -1, 0))]
    return min(turns) > -1e-6 or max(turns) < 1e-6


@settings(max_examples=30)
@given(st.integers(0, 2 ** 32 - 1))
def test_entries_of_polygons_of_all_shapes(seed):
    """Triangles: the middle of each leg is inside one that both its ends lie on, and the path is as long as the shortest."""
    from scipy.spatial import Delaunay
    rng = np.random.default_rng(seed)
    points = rng.uniform(0, 10, (25, 2)) * (1, 0.4)
    kept = [t for t in Delaunay(points).simplices if rng.random() < 0.8]
    corners = [t if np.linalg.det([points[t[1]] - points[t[0]], points[t[2]] - points[t[0]]]) < 0 else t[::-1] for t in kept]
    mesh = NavMesh.from_polygons([(x, 0, z) for x, z in points], [list(map(int, t)) for t in corners])
    places = {tuple(t): (points[t].mean(0)[0], 0, points[t].mean(0)[1]) for t in kept}
    for a, b in zip(kept[::2], kept[1::2]):
        crowd, agent = ask(mesh, places[tuple(a)], places[tuple(b)], path_postprocessing=2)
        path = crowd.path(agent)
        assert (len(path) == 0) == (crowd.status(agent) == Status.FAILURE)
        if len(path):
            assert math.isclose(flat_sum(path), flat_sum(mesh.find_path(path[0], path[-1]).points), abs_tol=1e-6)
        for p, q in zip(path, path[1:]):
            shared = [t for t in kept if all(inside(points[t], (p + s * (q - p))[[0, 2]]) for s in (0.0, 0.5, 1.0))]
            assert shared, (p, q)


def test_a_pushed_agent_goes_on_to_the_next_point():
    crowd, agent = ask(ROOMS.mesh, (1.2, 0, 1.7), (1.4, 0, 11.3), path_postprocessing=1, **AT_ONCE)
    path = crowd.path(agent)
    for _ in range(60):
        crowd.step(DT)
    x, y, z = crowd.position(agent)
    crowd.set_position(agent, (x, y, z + 0.4))
    places = walk(crowd, agent, ROOMS)
    assert crowd.searches == 1 and off_path(path, places[30:]).max() < 1e-5


def test_fewer_points():
    rng = np.random.default_rng(3)
    level = Level("\n".join("".join("#" if rng.random() < 0.2 and 0 < x < 29 else "." for x in range(30)) for _ in range(30)))
    start, goal = (0.5, 0, 0.5), (29.5, 0, 29.5)
    assert len(level.mesh.find_path(start, goal).points) > 6
    for epsilon in (0.0, 0.5, 2.0):
        found = level.mesh.find_path(start, goal, simplify=epsilon)
        crowd, agent = ask(level.mesh, start, goal, simplify_path=True, simplify_epsilon=epsilon)
        assert same_points(crowd.path(agent), found.points)
        walk(crowd, agent, level)
        assert crowd.status(agent) == Status.SUCCESS


# ---- parameters that change ----

def test_a_walker_whose_params_change_searches_anew():
    crowd, agent = ask(DOORS.mesh, NORTH, SOUTH)
    crowd.step(DT)
    crowd.set_params(agent, max_speed=5.0)
    crowd.step(DT)
    assert crowd.searches == 1
    crowd.set_params(agent, path_radius=0.8)
    places = walk(crowd, agent, DOORS)
    assert crowd.searches == 2 and crowd.replans(agent) == 1
    assert off_walls(DOORS.mesh, places).min() >= 0.8 - 1e-6 and max(p[0] for p in places) > 16


def test_after_a_failure_other_params_are_another_request():
    crowd, agent = ask(LAYERS.mesh, (0.5, 0, 0.5), (0.5, 0, 7.5), include_flags=1)
    assert crowd.reason(agent) == Reason.GOAL_OFF_MESH
    crowd.request_path(agent, (0.5, 0, 7.5))
    assert crowd.searches == 1
    crowd.set_params(agent, include_flags=3)
    assert crowd.request_path(agent, (0.5, 0, 7.5)) == Status.RUNNING


def test_a_moved_target_keeps_the_options():
    crowd, agent = ask(OPEN.mesh, (2, 0, 2), (30, 0, 3), path_return_max_length=5.0)
    for k in range(20):
        crowd.step(DT)
        crowd.request_path(agent, (30, 0, 3 + 0.01 * k))
        assert crowd.reason(agent) == Reason.LENGTH_LIMIT and flat_sum(crowd.path(agent)) <= 5.0 + 1e-4


# ---- all of it at once ----

def busy(mesh):
    crowd, rng = Crowd(mesh), np.random.default_rng(5)
    options = [{}, {"path_radius": 0.6}, {"include_flags": 1}, {"include_flags": 1, "path_radius": 0.6}, {"path_postprocessing": 1},
               {"path_postprocessing": 2}, {"path_return_max_length": 6.0}, {"path_search_max_polygons": 4},
               {"path_search_max_distance": 5.0}, {"include_flags": 3}]
    for k in range(30):
        x, z = rng.uniform((0, 0), (10, 8))
        agent = crowd.add_agent((x, 0, z), radius=0.2, **options[k % len(options)])
        crowd.request_path(agent, (rng.uniform(0, 10), 0, rng.uniform(0, 8)), True)
    return crowd


def on(crowd, steps):
    for _ in range(steps):
        crowd.step(DT)
    return hashlib.sha256(crowd.save_state()).hexdigest()


def test_what_was_saved_leads_to_the_same_bits():
    crowd, again = busy(LAYERS.mesh), busy(LAYERS.mesh)
    assert on(crowd, 60) == on(again, 60)
    state = crowd.save_state()
    first = on(crowd, 200)
    crowd.load_state(state)
    assert on(crowd, 200) == first
    other = Crowd(LAYERS.mesh)
    other.load_state(state)
    assert other.save_state() == state and on(other, 200) == first


def test_threads_change_nothing():
    from concurrent.futures import ThreadPoolExecutor
    crowd, again = busy(LAYERS.mesh), busy(LAYERS.mesh)
    with ThreadPoolExecutor(2) as executor:
        for _ in range(60):
            crowd.step(DT, executor)
            again.step(DT)
    assert crowd.save_state() == again.save_state()


def test_many_radii_are_not_kept_for_ever():
    crowd = Crowd(DOORS.mesh)
    agent = crowd.add_agent(NORTH)
    for k in range(60):
        crowd.set_params(agent, path_radius=0.2 + 0.01 * k, include_flags=1 + k)
        crowd.request_path(agent, SOUTH)
        assert crowd.status(agent) == (Status.RUNNING if 1 + k & 1 else Status.FAILURE)
