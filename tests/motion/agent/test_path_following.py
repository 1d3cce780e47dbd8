"""Path following of one agent against an oracle: a point that moves along the path in plain Python. The path is find_path's."""
import math

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from navpy import Crowd, Status
from tests.crowds import AT_ONCE, DT, RADIUS, flat, flat_length
from tests.meshes import OPEN, ROOMS, Level

DECELERATION = 16.0
L_SHAPE = Level("\n".join(["." * 20] * 4 + ["." * 8 + "#" * 12] * 16))       # the inner corner is (8, 0, 4)
SOUTH, CORNER, EAST = (5.0, 0.0, 18.0), (8.0, 0.0, 4.0), (18.0, 0.0, 0.5)
PILLAR = Level("\n".join(["." * 20] * 4 + ["." * 8 + "#" + "." * 11] * 4))      # its corners are (8, 0, 4) and (9, 0, 4)
BEFORE, NEXT_CORNER, BEHIND = (1.0, 0.0, 4.05), (9.0, 0.0, 4.0), (17.0, 0.0, 4.05)


def remaining(place, corners):
    """Meters in the plan from a place to the first of the corners and on to the last."""
    return flat_length([place, *corners])


def oracle(corners, speed, dt, deceleration=DECELERATION):
    """Places of a point that walks through all corners at full speed: a step that is longer than the way to a corner goes straight on.
    Before the end, after a step at v, v² / 2a is left."""
    place, corners, places = np.array(corners[0], float), [np.array(corner, float) for corner in corners[1:]], []
    while True:
        places.append(place)
        left = remaining(place, corners)
        if left <= 1.01e-3:
            return places
        stride, way = dt * speed, (corners[0] - place) * (1, 0, 1)
        if deceleration < math.inf:
            stride = min(stride, dt * deceleration * (math.sqrt(dt * dt + 2 * left / deceleration) - dt))
        distance = np.linalg.norm(way)
        if stride < distance or len(corners) == 1:
            place = place + way * min(1.0, stride / distance)
        else:
            place = corners.pop(0) + way * min(stride - distance, RADIUS) / distance


def follow(crowd, agent, dt, seconds=60.0):
    """Places of the agent until it rests."""
    places = [crowd.position(agent)]
    for _ in range(int(seconds / dt)):
        crowd.step(dt)
        if not crowd.is_active(agent):
            return places
        places.append(crowd.position(agent))
    raise AssertionError(f"still on its way at {places[-1]}")


def assert_same_walk(places, expected):
    assert abs(len(places) - len(expected)) <= 1                # one more step may be left of the last millimeter
    for i, (place, other) in enumerate(zip(places, expected)):
        assert flat(place, other) < 1e-6, f"step {i}: at {place}, should be at {other}"


def walker(level, start, goal, **params):
    crowd = Crowd(level.mesh)
    agent = crowd.add_agent(start, **{"path_desired_distance": 0.0, "target_desired_distance": 0.0, **AT_ONCE, **params})
    assert crowd.request_path(agent, goal) == Status.RUNNING
    return crowd, agent


# ---- straight lines and corners ----

@settings(max_examples=60)
@given(st.floats(1, 39), st.floats(1, 39), st.floats(1, 39), st.floats(1, 39), st.sampled_from([0.5, 3.5, 15.0]),
       st.sampled_from([1 / 120, 1 / 60, 1 / 10]))
def test_a_straight_path_is_walked_as_the_oracle_walks_it(x, z, goal_x, goal_z, speed, dt):
    start, goal = (x, 0.0, z), (goal_x, 0.0, goal_z)
    if flat(start, goal) < 0.1:
        return
    crowd, agent = walker(OPEN, start, goal, max_speed=speed)
    assert_same_walk(follow(crowd, agent, dt, 120), oracle([start, goal], speed, dt))


@pytest.mark.parametrize("speed", [1.0, 3.5, 12.0])
@pytest.mark.parametrize("ends", [((1.5, 0, 1.5), (1.5, 0, 11.5)), ((17.0, 0, 1.0), (1.0, 0, 9.0)), ((14.5, 0, 7.5), (2.0, 0, 3.0))])
def test_corners_are_walked_through_one_after_the_other(speed, ends):
    path = ROOMS.mesh.find_path(*ends).points.astype(float)
    assert len(path) > 2
    crowd, agent = walker(ROOMS, *ends, max_speed=speed)
    assert_same_walk(follow(crowd, agent, DT), oracle(path, speed, DT))


def test_distance_left_is_the_rest_of_the_path_and_success_comes_when_it_is_short_enough():
    goal = (1.5, 0, 11.5)
    crowd, agent = walker(ROOMS, (1.5, 0, 1.5), goal, target_desired_distance=4.0)
    succeeded = []
    while crowd.is_active(agent):
        left, status = flat_length(ROOMS.mesh.find_path(crowd.position(agent), goal).points.astype(float)), crowd.status(agent)
        crowd.step(DT)
        assert crowd.distance_left(agent) == pytest.approx(left, abs=1e-4)
        if status == Status.RUNNING and crowd.status(agent) == Status.SUCCESS:
            succeeded.append(left)
    assert len(succeeded) == 1 and 4.0 - 3.5 * DT < succeeded[0] <= 4.0


# ---- corners that are passed at a distance ----

def walk_past_the_pillar(aside, path_desired_distance):
    """The agent is pushed aside, by less than what makes it look for another leg. The place that it is put to, and its walk then."""
    crowd, agent = walker(PILLAR, BEFORE, BEHIND, path_desired_distance=path_desired_distance)
    assert crowd.path(agent) == pytest.approx(np.array([BEFORE, CORNER, NEXT_CORNER, BEHIND]))
    for _ in range(60):
        crowd.step(DT)
    x, y, z = crowd.position(agent)
    crowd.set_position(agent, (x, y, z + aside))
    return crowd.position(agent), follow(crowd, agent, DT)


@pytest.mark.parametrize("distance", [0.0, 0.25, 1.0, 3.0])
def test_a_corner_is_passed_as_soon_as_it_is_near_and_the_next_one_is_in_sight(distance):
    """On the side of the open the next corner is in sight all the time. At a step's length every corner is near."""
    start, places = walk_past_the_pillar(-0.04, distance)
    distance = max(distance, 3.5 * DT)
    near = next(place for place in oracle([start, CORNER], 3.5, DT, math.inf) if flat(place, CORNER) <= distance)
    assert distance - 3.5 * DT <= flat(near, CORNER)
    assert_same_walk(places, oracle([start, near, NEXT_CORNER, BEHIND], 3.5, DT))


@pytest.mark.parametrize("aside, distance", [(0.04, 0.25), (0.04, 1.0), (0.04, 3.0)])
def test_else_a_corner_is_passed_where_it_is(aside, distance):
    """The next one is hidden until it is reached."""
    start, places = walk_past_the_pillar(aside, distance)
    assert_same_walk(places, oracle([start, CORNER, NEXT_CORNER, BEHIND], 3.5, DT))


# ---- off the leg ----

@pytest.mark.parametrize("push", [(-1.0, 0.0), (-2.0, 1.0), (0.4, 0.5)])
def test_pushed_off_its_leg_it_walks_straight_to_what_it_sees(push):
    crowd, agent = walker(L_SHAPE, SOUTH, EAST)
    for _ in range(60):
        crowd.step(DT)
    x, y, z = crowd.position(agent)
    place = (x + push[0], y, z + push[1])
    crowd.set_position(agent, place)
    path = [place, *L_SHAPE.mesh.find_path(place, EAST).points.astype(float)[1:]]
    assert_same_walk(follow(crowd, agent, DT), oracle(path, 3.5, DT))
    assert crowd.searches == 1                                  # line of sight was enough


@pytest.mark.parametrize("aside, searches", [(0.9, 1), (1.1, 2)])
def test_beyond_path_max_distance_it_searches_anew(aside, searches):
    crowd, agent = walker(OPEN, (5, 0, 20), (35, 0, 20), path_max_distance=1.0)
    for _ in range(60):
        crowd.step(DT)
    x, y, z = crowd.position(agent)
    crowd.set_position(agent, (x, y, z + aside))
    crowd.step(DT)
    assert crowd.searches == searches


# ---- a goal that moves ----

def test_on_the_last_leg_the_path_ends_at_the_moved_goal_without_a_search():
    crowd, agent = walker(OPEN, (5, 0, 20), (35, 0, 20))
    for _ in range(60):
        crowd.step(DT)
    start, goal = crowd.position(agent), (20, 0, 35)
    assert crowd.request_path(agent, goal) == Status.RUNNING
    assert crowd.path(agent) == pytest.approx(np.array([start, goal]), abs=1e-5)
    assert_same_walk(follow(crowd, agent, DT), oracle([start, goal], 3.5, DT))
    assert crowd.searches == 1


def test_on_the_last_leg_a_goal_out_of_sight_is_searched():
    crowd, agent = walker(L_SHAPE, SOUTH, (5, 0, 6))
    crowd.step(DT)
    start = crowd.position(agent)
    assert crowd.request_path(agent, EAST) == Status.RUNNING
    assert crowd.path(agent) == pytest.approx(L_SHAPE.mesh.find_path(start, EAST).points, abs=1e-5) and crowd.searches == 2


@pytest.mark.parametrize("parts, searches", [((0.049,), 1), ((0.051,), 2), ((0.03, 0.019), 1), ((0.03, 0.03), 2)])
def test_before_the_last_leg_a_goal_may_move_by_a_twentieth_of_the_path(parts, searches):
    crowd, agent = walker(L_SHAPE, SOUTH, EAST)
    length, x = flat_length(L_SHAPE.mesh.find_path(SOUTH, EAST).points.astype(float)), EAST[0]
    for part in parts:
        x -= part * length
        goal = (x, 0.0, EAST[2])
        assert crowd.request_path(agent, goal) == Status.RUNNING
    assert crowd.searches == searches
    assert crowd.path(agent) == pytest.approx(L_SHAPE.mesh.find_path(SOUTH, goal).points, abs=1e-5)
    assert_same_walk(follow(crowd, agent, DT), oracle([SOUTH, CORNER, goal], 3.5, DT))
