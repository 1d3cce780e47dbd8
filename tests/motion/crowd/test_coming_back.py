"""Agents off the navmesh: they go straight to the closest point of it, and on from there."""
import numpy as np
import pytest

from tests.crowds import DT, flat, walk
from tests.meshes import Level, delaunay_mesh
from navpy.base.core import Reason, Status
from navpy.api.motion.crowd import Crowd

LEVEL = Level("""
..........
..........
..........
######....
..........
..........
""".strip())
HILLS = delaunay_mesh(7, points=80, removed=0.25, size=40.0, height=2.0)


def closest(mesh, point):
    """The closest point of the surface, by a look at every triangle of a fan of every polygon."""
    best = (np.inf, None)
    for corners in mesh.polygons:
        a, *others = mesh.vertices[list(corners)]
        for b, c in zip(others, others[1:]):
            near = closest_on_triangle(np.array(point, float), a, b, c)
            best = min(best, (np.linalg.norm(near - point), tuple(near)))
    return best


def closest_on_triangle(p, a, b, c):
    """The foot on the plane if it is inside, else the nearest point of the edges."""
    normal = np.cross(b - a, c - a)
    foot = p - normal * ((p - a) @ normal) / (normal @ normal)
    if all(np.cross(v - u, foot - u) @ normal >= 0 for u, v in ((a, b), (b, c), (c, a))):
        return foot
    ends = [u + np.clip((p - u) @ (v - u) / ((v - u) @ (v - u)), 0, 1) * (v - u) for u, v in ((a, b), (b, c), (c, a))]
    return min(ends, key=lambda q: np.linalg.norm(q - p))


def test_a_path_begins_at_the_closest_point():
    rng = np.random.default_rng(1)
    crowd = Crowd(HILLS)
    far = 0
    for place in [*rng.uniform((-30, -20, -30), (70, 20, 70), (60, 3)), *rng.uniform((-500, -90, -500), (500, 90, 500), (20, 3))]:
        agent = crowd.add_agent(place, radius=0.4)
        distance, point = closest(HILLS, place)
        crowd.request_path(agent, point)
        path, off = crowd.path(agent), crowd.start_offset(agent)
        if off > 0.0:
            far += 1
            assert off == pytest.approx(distance, abs=1e-9) and path[0] == pytest.approx(point, abs=1e-4)
        else:
            assert HILLS.locate(place) is not None
        crowd.remove(agent)
    assert far > 60


@pytest.mark.parametrize("start", [(-7, 0, 2), (-40, 0, -30), (5, 12, 1), (30, -9, 5.5), (14, 6, -9)])
def test_an_agent_off_the_mesh_comes_back_and_arrives(start):
    crowd = Crowd(LEVEL.mesh)
    agent = crowd.add_agent(start)
    goal = (1, 0, 5)
    assert crowd.request_path(agent, goal) == Status.RUNNING and crowd.reason(agent) == Reason.NONE
    distance, point = closest(LEVEL.mesh, start)
    assert crowd.start_offset(agent) == pytest.approx(distance)
    places = np.array(walk(crowd, agent))
    assert crowd.status(agent) == Status.SUCCESS and crowd.position(agent) == pytest.approx(goal, abs=2e-3)
    back = next(i for i, place in enumerate(places) if flat(place, point) < 1e-6 or LEVEL.on_floor(*place[::2], 1e-6))
    line, way = np.array(point) - start, places[:back] - start
    off_line = np.abs(line[0] * way[:, 2] - line[2] * way[:, 0]) / max(flat(start, point), 1e-9)
    assert off_line.max(initial=0.0) < 1e-6                                                    # straight
    assert np.abs(np.diff(places, axis=0)).max() <= 3.5 * DT + 1e-9             # and nowhere faster than it can
    for a, b in zip(places[back:], places[back + 1:]):
        if abs(a[1]) < 1e-9:
            LEVEL.assert_step_on_floor(a, b)
    assert crowd.searches == 1


def test_a_body_that_is_pushed_off_a_ledge_finds_back():
    """Its position is a body's: it falls, stays below, and walks on the ground there until it is beside the mesh."""
    crowd = Crowd(LEVEL.mesh)
    agent = crowd.add_agent((5, 0, 2))
    crowd.request_path(agent, (9, 0, 1))
    for _ in range(20):
        crowd.step(DT)
    at = np.array((-6.0, -3.0, 2.0))
    before = crowd.searches
    reached = False
    for _ in range(900):
        crowd.set_position(agent, at)
        crowd.step(DT)
        velocity = np.array(crowd.velocity(agent))
        at = at + velocity * DT
        if at[0] > -1.0:
            at[1], reached = 0.0, True                                              # a ramp up
        if not crowd.is_active(agent):
            break
    assert reached and crowd.status(agent) == Status.SUCCESS and flat(at, (9, 0, 1)) < 0.01
    assert crowd.searches == before + 1 and crowd.start_offset(agent) == pytest.approx(np.hypot(6, 3))


def test_a_jump_over_a_gap_asks_for_no_path():
    crowd = Crowd(LEVEL.mesh)
    agent = crowd.add_agent((1, 0, 1))
    crowd.request_path(agent, (9, 0, 1))
    for i in range(50):                                                             # less than a second in the air
        crowd.set_position(agent, (2.5, 6.0, 1))
        crowd.step(DT)
    crowd.set_position(agent, (2.5, 0.0, 1))
    crowd.step(DT)
    assert crowd.searches == 1 and crowd.status(agent) == Status.RUNNING


def test_no_polygon_of_its_flags_is_the_only_failure_at_the_start():
    crowd = Crowd(LEVEL.mesh)
    agent = crowd.add_agent((-20, 0, 2), include_flags=2)
    assert crowd.request_path(agent, (1, 0, 1)) == Status.FAILURE and crowd.reason(agent) == Reason.START_OFF_MESH
    LEVEL.mesh.set_flags([9], 3)
    assert crowd.request_path(agent, (9.5, 0, 0.5)) == Status.RUNNING
    assert crowd.path(agent)[0] == pytest.approx((9, 0, 1))
    LEVEL.mesh.set_flags([9], 1)


def test_a_new_path_where_another_point_is_closer():
    """A body that is carried along the mesh, off it, asks for a path from the point that is closest there."""
    crowd = Crowd(LEVEL.mesh)
    agent = crowd.add_agent((-20, 0, 1))
    crowd.request_path(agent, (9, 0, 5.5))
    assert crowd.path(agent)[0] == pytest.approx((0, 0, 1))
    for i in range(120):
        crowd.set_position(agent, (-3, 0, 5))
        crowd.step(DT)
    assert crowd.path(agent)[0] == pytest.approx((0, 0, 5)) and crowd.start_offset(agent) == pytest.approx(3.0)
