"""Paths with points where the ground bends; how near an agent goes to a target that it cannot reach; targets that creep."""
import numpy as np
import pytest

from tests.crowds import DT, flat
from tests.meshes import OPEN, Level, delaunay_mesh
from navpy.base.core import Reason, Status
from navpy.api.motion.crowd import Crowd

HILLS = delaunay_mesh(11, points=150, removed=0.15, size=40.0, height=1.5)
ERROR = 0.05
APART = Level("""
....................
....................
....................
####################
####################
####################
####################
....................
....................
""".strip())


def ends(count, seed=0):
    """Starts and goals on the largest island of HILLS, far from each other."""
    rng = np.random.default_rng(seed)
    labels, counts = np.unique(HILLS.islands, return_counts=True)
    polys = np.flatnonzero(HILLS.islands == labels[counts.argmax()])
    while count:
        a, b = (HILLS.vertices[list(HILLS.polygons[poly])].mean(axis=0) for poly in rng.choice(polys, 2))
        if flat(a, b) > 15:
            count -= 1
            yield a, b


def next_point(at, path, left):
    """Index of the point that an agent walks to: the first one from which what is left fits."""
    legs = np.append(np.linalg.norm(np.diff(path[:, ::2], axis=0), axis=1), 0.0)
    for i, point in enumerate(path):
        if abs(flat(at, point) + legs[i:].sum() - left) < 1e-5 and flat(at, point) > 2e-3:
            return i
    return len(path) - 1


def ground_at(x, y, z):
    return HILLS.locate((x, y + 0.4, z), (0.05, 0.8, 1.6))[1][1]


def path_of(start, goal, **params):
    crowd = Crowd(HILLS)
    agent = crowd.add_agent(start, radius=0.3, **params)
    assert crowd.request_path(agent, goal) == Status.RUNNING
    return crowd, agent, np.array(crowd.path(agent), float)


def off_line(point, path):
    """Meters between a point and a path in the plan."""
    best = np.inf
    for a, b in zip(path[:-1, ::2], path[1:, ::2]):
        t = np.clip((point[::2] - a) @ (b - a) / ((b - a) @ (b - a)), 0, 1)
        best = min(best, np.linalg.norm(a + t * (b - a) - point[::2]))
    return best


def assert_on_ground(path, error):
    for a, b in zip(path, path[1:]):
        for t in np.linspace(0, 1, 25):
            x, y, z = a + t * (b - a)
            assert abs(ground_at(x, y, z) - y) <= error


def test_no_leg_is_farther_from_the_ground():
    more = 0
    for start, goal in ends(25):
        _, _, corners = path_of(start, goal)
        crowd, agent, path = path_of(start, goal, path_height_error=ERROR)
        assert all(np.linalg.norm(path - corner, axis=1).min() < 1e-5 for corner in corners)     # it has all corners
        assert all(off_line(point, corners) < 1e-5 for point in path)                       # and else points between them
        assert_on_ground(path, ERROR + 1e-4)
        more += len(path) - len(corners)
    assert more > 100


@pytest.mark.parametrize("speed", [2, 6, 20])
def test_a_node_that_goes_from_point_to_point_keeps_to_the_ground(speed):
    """As a script moves a Node3D: straight in space to the next point of the path."""
    for start, goal in ends(8, seed=1):
        crowd, agent, path = path_of(start, goal, path_height_error=ERROR, max_speed=speed, path_desired_distance=0.3)
        at, visited = np.array(start, float), set()
        for _ in range(4000):
            crowd.set_position(agent, at)
            crowd.step(DT)
            if not crowd.is_active(agent):
                break
            corner = next_point(at, path, crowd.distance_left(agent))
            visited.add(corner)
            way = path[corner] - at
            at = at + way * min(1.0, speed * DT / max(np.linalg.norm(way), 1e-12))
            assert abs(ground_at(*at) - at[1]) <= ERROR + 0.3 * 0.5              # where a corner is cut within path_desired_distance
        assert crowd.status(agent) == Status.SUCCESS and flat(at, goal) <= 1.0
        assert crowd.searches == 1 and len(visited) >= 0.8 * len(path) - 2


@pytest.mark.parametrize("speed", [5, 12, 30])
def test_a_node_that_steps_over_the_points_does_not_turn_back(speed):
    """As a script that moves by a velocity towards the next point, which takes it farther than the point."""
    for start, goal in ends(8, seed=4):
        crowd, agent, path = path_of(start, goal, path_height_error=ERROR, max_speed=speed)
        at, walked = np.array(start, float), 0.0
        for _ in range(int(120 / speed / DT)):
            crowd.set_position(agent, at)
            crowd.step(DT)
            if crowd.status(agent) == Status.SUCCESS:
                break
            way = path[next_point(at, path, crowd.distance_left(agent))] - at
            at = at + way / max(np.linalg.norm(way), 1e-9) * speed * DT
            walked += speed * DT
        assert crowd.status(agent) == Status.SUCCESS
        assert walked <= 1.05 * np.linalg.norm(np.diff(path, axis=0), axis=1).sum() + 4 * speed * DT


def test_the_end_that_follows_a_target_keeps_to_the_ground():
    rng, moved = np.random.default_rng(3), 0
    for start, goal in ends(12, seed=2):
        crowd, agent, _ = path_of(start, goal, path_height_error=ERROR)
        for _ in range(10):
            goal = HILLS.nearest(goal + rng.uniform(-0.3, 0.3, 3))[1]
            before = crowd.searches
            crowd.request_path(agent, goal)
            path = np.array(crowd.path(agent), float)
            assert path[-1] == pytest.approx(goal, abs=1e-4)
            assert_on_ground(path[:-1] if len(path) > 2 else path, ERROR + 1e-4)
            moved += crowd.searches == before
            for _ in range(3):
                crowd.step(DT)
    assert moved > 40


# ---- how near ----

@pytest.mark.parametrize("near", [0.3, 1.0, 2.0])
def test_an_unreachable_target_is_gone_to_as_near_as_path_desired_distance(near):
    """However large target_desired_distance is: the path's end is farther than that from the target."""
    crowd = Crowd(APART.mesh)
    agent = crowd.add_agent((1, 0, 1), path_desired_distance=near, target_desired_distance=3.5)
    crowd.request_path(agent, (15, 0, 8), True)
    assert crowd.reason(agent) == Reason.GOAL_UNREACHABLE
    while crowd.status(agent) == Status.RUNNING:
        crowd.step(DT)
    assert near - 2 * 3.5 * DT <= flat(crowd.position(agent), (15, 0, 3)) <= near


def test_near_a_target_off_the_mesh_the_distance_is_straight():
    crowd = Crowd(APART.mesh)
    agent = crowd.add_agent((1, 0, 2.5), target_desired_distance=3.0)
    crowd.request_path(agent, (22, 0, 2.5), True)
    assert crowd.reason(agent) == Reason.GOAL_OFF_MESH
    while crowd.status(agent) == Status.RUNNING:
        crowd.step(DT)
    assert 3.0 - 2 * 3.5 * DT <= flat(crowd.position(agent), (22, 0, 2.5)) <= 3.0


# ---- a target that creeps ----

def creep(margin, step, count, goal=(35.0, 0.0, 20.0), level=OPEN, start=(5, 0, 20), direction=(0, 0, 1), **params):
    """Searches for a target that moves by ``step`` meters a frame, and the distances between the path's end and the target."""
    crowd = Crowd(level.mesh)
    agent = crowd.add_agent(start, target_margin=margin, max_speed=0.5, **params)
    off = []
    for i in range(count):
        target = tuple(np.array(goal) + np.array(direction) * step * i)
        crowd.request_path(agent, target, True)
        off.append(flat(crowd.path(agent)[-1], target))
        crowd.step(DT)
    return crowd.searches, max(off)


def test_the_end_of_the_path_follows_a_target_in_sight():
    searches, off = creep(0.0, 0.02, 200)
    assert searches == 1 and off < 1e-5


def test_the_end_of_the_path_follows_a_target_out_of_reach():
    """It lies at the nearest point, which is found without a search as long as nothing leads nearer."""
    along = dict(goal=(5.0, 0.0, 8.0), level=APART, start=(1, 0, 1), direction=(1, 0, 0))
    for margin in (0.0, 0.25, 0.5):
        searches, off = creep(margin, 0.02, 60, **along)
        assert searches == 1 and off < 5.0 + 1e-5             # as far as the gap is wide


def test_a_target_behind_the_corner_may_creep_within_the_margin():
    """Not in sight of the path's last corner; half a meter is more than a twentieth of the path."""
    hidden = dict(goal=(8.2, 0.0, 6.0), level=ROOM, start=(1, 0, 4), direction=(0, 0, -1))
    assert creep(0.0, 0.05, 12, **hidden)[0] > creep(3.0, 0.05, 12, **hidden)[0] == 1


ROOM = Level("""
..........
..........
.....#....
.....#....
.....#....
.....#....
.....#....
""".strip())
