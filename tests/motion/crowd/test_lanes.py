"""Agents that start apart and go to one goal keep to lanes of their own where the way is wide.

Agents whose paths follow the ground (path_height_error) have no lanes; on flat ground their paths are the shortest ones. So they
tell what lanes change."""
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import navpy
from navpy import Crowd, NavMesh, Status
from tests.crowds import DT, flat, flat_length
from tests.meshes import delaunay_mesh, grid_mesh, rectangles

# A way of 10 to 12 m between boxes, to the left, to the right and to the left of the next one.
FIELD = rectangles((0, 0, 12, 26), (12, 14, 16, 26), (16, 0, 26, 26), (26, 0, 30, 12), (30, 0, 40, 26), (40, 16, 44, 26),
                   (44, 0, 60, 26))
GOAL = (57, 0, 13)
# A door of 1.4 m, for bodies of 0.8 m.
DOOR = rectangles((0, 0, 15, 20), (15, 9.7, 16, 10.3), (16, 0, 30, 20), (30, 0, 34, 12), (34, 0, 50, 20))
WITHOUT = dict(path_height_error=1.0)
MOST = 1.03 + 1e-6


def length(points):
    return np.linalg.norm(np.diff(points, axis=0), axis=1).sum()


def abreast(count, gap, x=3.0, middle=13.0):
    return [(x, 0, middle + gap * (i - (count - 1) / 2)) for i in range(count)]


def set_out(mesh, starts, goal, **params):
    crowd = Crowd(mesh)
    agents = [crowd.add_agent(start, **dict(dict(radius=0.4, max_speed=3.5), **params)) for start in starts]
    for agent in agents:
        crowd.request_path(agent, goal)
    return crowd, agents, [crowd.path(agent) for agent in agents]


def walk(crowd, seconds, dt=DT):
    track = [crowd.positions.copy()]
    for _ in range(round(seconds / dt)):
        crowd.step(dt)
        track.append(crowd.positions.copy())
    return np.array(track)


def at_line(track, x):
    """z of each agent where it first comes by, and the steps until then."""
    first = (track[..., 0] >= x).argmax(axis=0)
    assert (first > 0).all()
    return track[first, np.arange(track.shape[1]), 2], first


# ---- where the way is wide ----

@pytest.mark.parametrize("radius, gap", [(0.3, 1.2), (0.4, 1.3), (0.5, 1.5), (0.8, 1.8)])
def test_twelve_abreast_stay_beside_each_other(radius, gap):
    widths, seconds = {}, {}
    for name, params in (("lanes", {}), ("without", WITHOUT)):
        crowd, agents, shortest = set_out(FIELD, abreast(12, gap), GOAL, radius=radius, **params)
        crowd.step(DT)
        assert all(length(crowd.path(agent)) <= MOST * length(path) for agent, path in zip(agents, shortest))
        track = walk(crowd, 25)
        widths[name] = [np.ptp(at_line(track, x)[0]) for x in (28, 42)]
        seconds[name] = at_line(track, 50)[1].max() * DT
    assert min(widths["lanes"]) >= 1.8 and max(widths["without"]) < 1.3 and seconds["lanes"] < seconds["without"]


@pytest.mark.parametrize("ticks", [30, 60, 144])
def test_lanes_are_those_of_any_tick(ticks):
    track = walk(set_out(FIELD, abreast(12, 1.3), GOAL)[0], 20, 1 / ticks)
    assert min(np.ptp(at_line(track, x)[0]) for x in (28, 42)) >= 1.8


@pytest.mark.parametrize("count", [2, 5, 12, 40])
def test_each_turn_is_taken_in_order(count):
    """At a left turn the leftmost one is nearest to the wall, at a right turn the rightmost one."""
    gap = min(1.3, 24 / count)
    crowd, agents, shortest = set_out(FIELD, abreast(count, gap), GOAL, radius=0.3)
    crowd.step(DT)
    paths = [crowd.path(agent) for agent in agents]
    assert [path.shape for path in paths] == [path.shape for path in shortest]
    for turn in (-2, -3, -4):                       # before these some have the first box in their way
        from_wall = [np.linalg.norm(path[turn] - taut[turn]) for path, taut in zip(paths, shortest)]
        steps = np.diff(from_wall)
        assert (steps > -0.3).all() or (steps < 0.3).all()          # nobody is by a radius on the wrong side of its neighbor
        assert min(from_wall) < 0.05 and 0.9 < max(from_wall) < 3


def test_who_walks_alone_keeps_the_path_to_the_bit():
    crowd, agents, (shortest,) = set_out(FIELD, abreast(1, 0), GOAL)
    other = crowd.add_agent((3, 0, 14), radius=0.4)
    crowd.request_path(other, (57, 0, 14))                          # another goal, beyond SAME_GOAL
    crowd.step(DT)
    assert crowd.path(agents[0]).tobytes() == shortest.tobytes()


def test_a_file_stays_a_file():
    crowd, agents, shortest = set_out(FIELD, [(1 + 0.9 * i, 0, 13) for i in range(12)], GOAL)
    crowd.step(DT)
    assert [crowd.path(agent).tobytes() for agent in agents] == [path.tobytes() for path in shortest]


def test_a_wall_between_them_parts_them():
    mesh = rectangles((0, 0, 30, 5), (0, 6, 30, 11), (30, 0, 36, 4.5), (30, 6.5, 36, 11), (36, 0, 50, 11))
    crowd, agents, shortest = set_out(mesh, [(3, 0, 4.9), (3, 0, 6.1)], (48, 0, 5.5))
    crowd.step(DT)
    assert [crowd.path(agent).tobytes() for agent in agents] == [path.tobytes() for path in shortest]


def test_round_the_end_of_a_wall():
    """A unit of three has room there: its lanes go round the end one outside of the other."""
    mesh = rectangles((0, 0, 60, 10), (60, 0, 70, 20.6), (0, 10.6, 60, 20.6))
    crowd, agents, shortest = set_out(mesh, abreast(3, 0.8, 3, 7), (3, 0, 15.6), radius=0.3)
    crowd.step(DT)
    outside = [crowd.path(agent)[:, 0].max() - 60 for agent in agents]
    assert all(length(crowd.path(agent)) <= MOST * length(path) for agent, path in zip(agents, shortest))
    assert outside == sorted(outside, reverse=True) and outside[0] > 0.3 and outside[-1] < 1e-6
    track = walk(crowd, 45)
    assert (track[-1, :, 2] > 13).all()


def test_two_units_against_each_other():
    """Each has lanes of its own, as if it were alone, and all arrive."""
    starts = [abreast(12, 1.3), abreast(12, 1.3, 57)]
    alone = []
    for unit, goal in zip(starts, (GOAL, (3, 0, 13))):
        crowd, agents, _shortest = set_out(FIELD, unit, goal)
        crowd.step(DT)
        alone += [crowd.path(agent).tobytes() for agent in agents]
    crowd = Crowd(FIELD)
    agents = [crowd.add_agent(start, radius=0.4, max_speed=3.5) for start in starts[0] + starts[1]]
    for i, agent in enumerate(agents):
        crowd.request_path(agent, GOAL if i < 12 else (3, 0, 13))
    crowd.step(DT)
    assert [crowd.path(agent).tobytes() for agent in agents] == alone
    walk(crowd, 40)
    assert all(crowd.status(agent) == Status.SUCCESS for agent in agents)


def test_ends_of_links_stay():
    mesh = rectangles((0, 0, 20, 20), (25, 0, 45, 20))
    mesh.add_links([navpy.OffMeshLink((19, 0, 10), (26, 0, 10), radius=1.0, two_way=True)])
    crowd, agents, shortest = set_out(mesh, abreast(8, 1.3, 3, 10), (42, 0, 10))
    crowd.step(DT)
    assert [crowd.path(agent).tobytes() for agent in agents] == [path.tobytes() for path in shortest]
    assert all((26, 0, 10) in [tuple(point) for point in path.tolist()] for path in shortest)


# ---- doors ----

def test_lanes_close_in_a_door_and_open_again_behind_it():
    crowd, agents, shortest = set_out(DOOR, abreast(12, 1.3, 2, 10), (48, 0, 18))
    crowd.step(DT)
    for agent, taut in zip(agents, shortest):
        lane = crowd.path(agent)
        in_door = np.abs(taut[:, 0] - 15.5) <= 0.6
        assert (lane[in_door] == taut[in_door]).all()
    track = walk(crowd, 25)
    assert np.ptp(at_line(track, 32)[0]) > 1.0


def test_a_door_is_passed_no_slower():
    """On average of starts a little apart, as who is first at a door is chance."""
    last = {"lanes": [], "without": []}
    for shift in np.linspace(0, 0.6, 16):
        for name, params in (("lanes", {}), ("without", WITHOUT)):
            track = walk(set_out(DOOR, abreast(12, 1.3, 2, 9.7 + shift), (48, 0, 18), **params)[0], 16)
            last[name].append(at_line(track, 16.5)[1].max())
    assert np.mean(last["lanes"]) < 1.02 * np.mean(last["without"])


# ---- any level ----

def blocks(seed):
    """A field of 40 m with boxes."""
    rng = np.random.default_rng(seed)
    corners = [(x, z) for x in range(4, 36, 8) for z in range(0, 40, 8)]
    boxes = [(x, z + int(rng.integers(0, 4)), x + int(rng.integers(1, 4)), z + int(rng.integers(5, 9)))
             for x, z in corners if rng.random() < 0.8]
    lines = [sorted({0, 40, *(min(box[k], 40) for box in boxes for k in (i, i + 2))}) for i in (0, 1)]
    free = [(x, z, right, far) for x, right in zip(lines[0], lines[0][1:]) for z, far in zip(lines[1], lines[1][1:])
            if not any(box[0] <= x and right <= box[2] and box[1] <= z and far <= box[3] for box in boxes)]
    return rectangles(*free)


def levels(seed):
    yield blocks(seed), 1.2
    yield delaunay_mesh(seed, removed=0.15, size=30.0), 0.8
    yield delaunay_mesh(seed, points=40, removed=0.1, size=30.0, height=0.4), 0.8
    yield grid_mesh(seed, removed=0.15), 0.3


def is_clear(mesh, a, b):
    hit = navpy.raycast(mesh, a, b).point
    return flat(hit, b) < 2e-3 and abs(hit[1] - b[1]) < 0.5


@pytest.mark.parametrize("path_radius", [0.0, 0.3])
def test_all_legs_are_clear_on_any_level(path_radius):
    moved = 0
    for seed in range(6):
        for mesh, gap in levels(seed):
            graph = navpy.find_random_points(mesh, 12, seed)[1]
            for corner, goal in zip(graph[::2], graph[1::2]):
                starts = [np.array(corner) + gap * np.array([i % 3, 0, i // 3]) for i in range(9)]
                crowd, agents, shortest = set_out(mesh, starts, goal, radius=0.1, path_radius=path_radius)
                crowd.step(DT)
                for start, agent, taut in zip(starts, agents, shortest):
                    lane = crowd.path(agent)
                    if lane.tobytes() == taut.tobytes():
                        continue
                    moved += 1
                    assert lane.shape == taut.shape and (lane[[0, -1]] == taut[[0, -1]]).all()
                    assert length(lane) <= MOST * length(taut)
                    if flat(start, lane[0]) < 1e-3 and flat(*lane[:2]) > 1.01:      # it has passed no point of its path yet
                        assert crowd.distance_left(agent) == pytest.approx(flat_length(lane), abs=1e-4)
                    for a, b in zip(lane, lane[1:]):
                        assert is_clear(mesh, a, b) or is_clear(mesh, b, a)     # rounded to float32, a corner may be beyond the border
    assert moved > 50


def test_no_lane_leads_over_dearer_ground():
    mud, other = (16, 13.5, 26, 15), 9
    lines = [(0, 0, 12, 26), (12, 14, 16, 26), (16, 0, 26, 13.5), mud, (16, 15, 26, 26), (26, 0, 30, 12), (30, 0, 60, 26)]
    mesh = rectangles(*lines)
    centers = np.array([mesh.vertices[list(polygon)].mean(axis=0) for polygon in mesh.polygons])
    in_mud = [i for i, (x, _y, z) in enumerate(centers) if 16 < x < 26 and 13.5 < z < 15]
    areas = [other if i in in_mud else 63 for i in range(len(centers))]
    mesh = NavMesh.from_polygons(mesh.vertices, mesh.polygons, areas=areas)
    mesh.set_area_cost(other, 20.0)
    crowd, agents, shortest = set_out(mesh, abreast(12, 1.2), GOAL)
    crowd.step(DT)
    for agent, taut in zip(agents, shortest):
        costs = [max(mesh.area_cost(mesh.areas[poly]) for a, b in zip(path, path[1:]) for poly in navpy.raycast(mesh, a, b).visited)
                 for path in (taut, crowd.path(agent))]
        assert costs[1] <= costs[0]


# ---- the same bits ----

def paths_of(crowd, agents):
    return [crowd.path(agent).tobytes() for agent in agents]


def test_neither_the_order_of_requests_nor_threads_matter():
    crowd, agents, _shortest = set_out(FIELD, abreast(12, 1.3), GOAL)
    other = Crowd(FIELD)
    others = [other.add_agent(start, radius=0.4, max_speed=3.5) for start in abreast(12, 1.3)]
    for agent in reversed(others):
        other.request_path(agent, GOAL)
    with ThreadPoolExecutor(3) as executor:
        crowd.step(DT)
        other.step(DT, executor)
        assert paths_of(crowd, agents) == paths_of(other, others)
        for _ in range(300):
            crowd.step(DT)
            other.step(DT, executor)
    assert (crowd.positions == other.positions).all()


@pytest.mark.parametrize("count, gap, steps", [(12, 1.3, 0), (12, 1.3, 1), (12, 1.3, 200), (300, 0.08, 0), (300, 0.08, 1)])
def test_a_saved_state_has_the_lanes(count, gap, steps):
    """Of 300 not all take their lanes in one step."""
    crowd, _agents, _shortest = set_out(FIELD, abreast(count, gap), GOAL, radius=0.05 if count == 300 else 0.4)
    walk(crowd, steps * DT)
    other = Crowd(FIELD)
    other.load_state(crowd.save_state())
    assert (walk(crowd, 5) == walk(other, 5)).all() and crowd.save_state() == other.save_state()


def test_a_lane_stays_on_other_paths_of_the_request():
    """The navmesh is exchanged where all are in a file behind the door."""
    crowd, agents, _shortest = set_out(DOOR, abreast(12, 1.3, 2, 10), (48, 0, 18))
    while not (crowd.positions[:, 0] > 15.5).any():
        crowd.step(DT)
    crowd.mesh = DOOR
    track = walk(crowd, 25)
    assert all(crowd.replans(agent) >= 1 for agent in agents) and np.ptp(at_line(track, 32)[0]) > 1.0


def test_a_target_that_jumps_in_each_frame_leaves_nothing_behind():
    """A state holds the queue of those who await their lanes."""
    rng, crowd, sizes = np.random.default_rng(0), Crowd(rectangles((0, 0, 60, 60), (60, 20, 62, 22), (62, 0, 100, 60))), []
    agents = [crowd.add_agent((2.0 + i % 20, 0.0, 2.0 + i // 20)) for i in range(200)]
    for step in range(240):
        goal = rng.uniform((65, 0, 5), (95, 0, 55))
        for agent in agents:
            crowd.request_path(agent, goal)
        crowd.step(1 / 60)
        sizes.append(len(crowd.save_state()))
    assert sizes[-1] < 1.1 * sizes[20]
