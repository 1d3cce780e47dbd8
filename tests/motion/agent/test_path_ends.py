"""Paths to targets that cannot be reached: they end as near as possible, follow the target, and lead on when a way opens."""
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from navpy.api.motion.crowd import Crowd
from navpy.base.core import Reason, Status
from navpy.navmesh.navmesh import NavMesh
from tests.cutting import make_tile
from tests.crowds import DT, flat
from tests.meshes import Level

# A house without a door in the middle of a yard, and a tree beside it.
HOUSE = Level("""
    ................................
    ................................
    ................................
    ................................
    ............########............
    ............#......#............
    ............#......#............
    ............#......#.......##...
    ............#......#.......##...
    ............########............
    ................................
    ................................
    ................................
    ................................
""")
INSIDE = st.tuples(st.floats(12.5, 19.5), st.floats(4.5, 9.5))
steps = st.lists(st.tuples(st.floats(-0.3, 0.3), st.floats(-0.3, 0.3)), min_size=30, max_size=60)


def nearest_end(mesh, start, target):
    """Where a search ends that knows nothing of earlier ones."""
    path = mesh.find_path(start, target, allow_partial=True)
    return np.asarray(path.points[-1]), path.reason


@given(INSIDE, steps)
@settings(max_examples=40, deadline=None)
def test_the_end_follows_the_target_as_a_search_would(target, moves):
    crowd = Crowd(HOUSE.mesh)
    agent = crowd.add_agent((1, 0, 1), avoidance_enabled=False)
    x, z = target
    for dx, dz in moves:
        x, z = min(max(x + dx, 12.2), 19.8), min(max(z + dz, 4.2), 9.8)
        crowd.request_path(agent, (x, 0, z), allow_partial=True)
        end, reason = nearest_end(HOUSE.mesh, crowd.position(agent), (x, 0, z))
        assert np.linalg.norm(crowd.path(agent)[-1] - end) < 1e-9 or np.linalg.norm(
            crowd.path(agent)[-1] - (x, 0, z)) == pytest.approx(np.linalg.norm(end - (x, 0, z)), abs=1e-9)
        assert crowd.reason(agent) == reason
        crowd.step(DT)


def test_a_target_that_creeps_costs_few_searches():
    """As one that can be reached does: the way there is 20 m long, the target moves by a meter in all."""
    for inside, allowed in ((True, 3), (False, 3)):
        crowd = Crowd(HOUSE.mesh)
        agent = crowd.add_agent((1, 0, 1), avoidance_enabled=False, max_speed=1.0)
        for i in range(100):
            crowd.request_path(agent, (13.5 if inside else 11.0, 0, 6.0 + 0.01 * i), allow_partial=True)
            assert (crowd.reason(agent) == Reason.NONE) != inside
            crowd.step(DT)
        assert crowd.searches <= allowed, inside


def test_who_stands_at_the_end_searches_no_more():
    crowd = Crowd(HOUSE.mesh)
    agent = crowd.add_agent((11, 0, 6.5), avoidance_enabled=False)
    target = [13.5, 0, 6.5]
    for _ in range(200):
        crowd.request_path(agent, target, allow_partial=True)
        crowd.step(DT)
    assert crowd.status(agent) == Status.SUCCESS and not crowd.is_active(agent)
    searches = crowd.searches
    for i in range(100):
        target[0] = 13.5 + 0.01 * i
        assert crowd.request_path(agent, target, allow_partial=True) == Status.SUCCESS
        crowd.step(DT)
    assert crowd.searches == searches and crowd.reason(agent) == Reason.GOAL_UNREACHABLE


# ---- tiles change ----

def tile(part):
    """Ground of 8 m by 4 m."""
    x = 8.0 * part
    return make_tile(part, 0, [[(x, 0.0, 0.0), (x, 0.0, 4.0), (x + 8, 0.0, 4.0), (x + 8, 0.0, 0.0)]], 8.0)


def broken_strip():
    """Four tiles in a row, the third of which is missing."""
    return NavMesh.from_tiles([tile(part) for part in (0, 1, 3)], 8.0)


def test_a_change_elsewhere_stops_nobody_and_is_no_new_path():
    mesh = broken_strip()
    crowd = Crowd(mesh)
    agent = crowd.add_agent((1, 0, 2), avoidance_enabled=False)
    crowd.request_path(agent, (28, 0, 2), allow_partial=True)
    assert crowd.reason(agent) == Reason.GOAL_UNREACHABLE
    for _ in range(30):
        crowd.step(DT)
    searches = crowd.searches
    for _ in range(60):
        before = crowd.position(agent)
        mesh.add_tile(tile(3))
        crowd.step(DT)
        assert flat(before, crowd.position(agent)) == pytest.approx(3.5 * DT, rel=1e-6)
    assert crowd.searches == searches and crowd.replans(agent) == 0


@pytest.mark.parametrize("arrived", [False, True])
def test_a_way_that_opens_is_taken(arrived):
    mesh = broken_strip()
    crowd = Crowd(mesh)
    agent = crowd.add_agent((1, 0, 2), avoidance_enabled=False, target_desired_distance=0.5)
    crowd.request_path(agent, (28, 0, 2), allow_partial=True)
    for _ in range(1200 if arrived else 60):
        crowd.step(DT)
    assert crowd.is_active(agent) != arrived
    mesh.add_tile(tile(2))
    if arrived:
        assert crowd.request_path(agent, (28, 0, 2), allow_partial=True) == Status.RUNNING
    for _ in range(1200):
        crowd.step(DT)
    assert crowd.status(agent) == Status.SUCCESS and crowd.reason(agent) == Reason.NONE
    assert flat(crowd.position(agent), (28, 0, 2)) < 0.51


def test_many_are_asked_within_the_budget():
    mesh = broken_strip()
    crowd = Crowd(mesh)
    crowd.search_budget = 5
    agents = crowd.add_agents([(0.5 + 0.1 * i, 0, 0.5 + 0.5 * (i % 6)) for i in range(60)], avoidance_enabled=False)
    crowd.request_paths(agents, (28, 0, 2), allow_partial=True)
    for _ in range(90):
        crowd.step(DT)
    for _ in range(30):
        mesh.add_tile(tile(3))
        before = [crowd.position(agent) for agent in agents]
        crowd.step(DT)
        assert min(flat(place, crowd.position(agent)) for place, agent in zip(before, agents)) > 0.9 * 3.5 * DT
    mesh.add_tile(tile(2))
    for _ in range(1500):
        crowd.step(DT)
    assert all(crowd.reason(agent) == Reason.NONE and crowd.status(agent) == Status.SUCCESS for agent in agents)


# ---- off a link ----

def lowered(height):
    """A floor, and two platforms over it with a link between them."""
    boxes = ((0, 0, 20, 10, 0.0), (1, 3, 6, 7, height), (14, 3, 19, 7, height))
    vertices = [v for x0, z0, x1, z1, y in boxes for v in ((x0, y, z0), (x0, y, z1), (x1, y, z1), (x1, y, z0))]
    mesh = NavMesh.from_polygons(vertices, [range(4 * i, 4 * i + 4) for i in range(3)], climb=0.4, agent_radius=0.3)
    mesh.add_link((6, height, 5), (14, height, 5), id=1)
    return mesh


@pytest.mark.parametrize("height", [2.0, 5.0, 8.0])
@pytest.mark.parametrize("allow_partial", [False, True])
def test_a_body_that_falls_off_its_link_goes_on_from_the_floor(height, allow_partial):
    crowd = Crowd(lowered(height))
    agent = crowd.add_agent((2, height, 5), avoidance_enabled=False)
    crowd.request_path(agent, (18, height, 5), allow_partial)
    while crowd.link(agent) < 0:
        crowd.step(DT)
    x, y, speed = crowd.position(agent)[0], height, 0.0
    for _ in range(900):
        crowd.steer(DT)
        velocity = crowd.velocity(agent)
        speed, y = speed + 9.8 * DT, max(y - speed * DT, 0.0)
        x += velocity[0] * DT
        z = 5 if crowd.link(agent) >= 0 else crowd.position(agent)[2] + velocity[2] * DT
        crowd.set_position(agent, (x, y, z), velocity=velocity)
        if not crowd.is_active(agent):
            break
    assert crowd.link(agent) < 0
    if allow_partial:
        assert crowd.status(agent) == Status.SUCCESS and crowd.reason(agent) == Reason.GOAL_UNREACHABLE
    else:
        assert crowd.status(agent) == Status.FAILURE and crowd.reason(agent) == Reason.PATH_LOST


def test_high_above_its_link_it_is_in_a_jump():
    crowd = Crowd(lowered(2.0))
    agent = crowd.add_agent((2, 2, 5), avoidance_enabled=False)
    crowd.request_path(agent, (18, 2, 5))
    while crowd.link(agent) < 0:
        crowd.step(DT)
    x = crowd.position(agent)[0]
    for i in range(40):
        x += 0.1
        crowd.set_position(agent, (x, 2 + 0.5 * i, 5))
        crowd.steer(DT)
        assert crowd.link(agent) == 1
