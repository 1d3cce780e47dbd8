"""What a body can do: acceleration, deceleration and turns are bounded, and an agent arrives within these bounds."""
import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from navpy import Crowd, Reason, Status
from tests.crowds import AT_ONCE, DT, RADIUS, flat
from tests.meshes import OPEN, ROOMS, Level

SPEED, ACCELERATION, DECELERATION, TURN_RATE = 3.5, 8.0, 16.0, 720.0           # the defaults
PLACES = [(1.5, 0, 1.5), (17.0, 0, 1.0), (14.5, 0, 7.5), (1.5, 0, 11.5)]


def walker(mesh, start, goal, **params):
    crowd = Crowd(mesh)
    agent = crowd.add_agent(start, **params)
    assert crowd.request_path(agent, goal) == Status.RUNNING
    return crowd, agent


def walk(crowd, agent, dt=DT, seconds=120.0):
    """Places in the plan, step by step, until the body stands."""
    places = [crowd.position(agent)]
    for _ in range(int(seconds / dt)):
        crowd.step(dt)
        places.append(crowd.position(agent))
        if not crowd.is_active(agent) and not any(crowd.velocity(agent)):
            return np.array(places)[:, ::2]
    raise AssertionError(f"still on its way at {places[-1]}")


def assert_within_reach(before, after, dt, acceleration=ACCELERATION, deceleration=DECELERATION, turn_rate=TURN_RATE):
    """One step from a velocity to another one."""
    speed, change = math.hypot(*before), after - before
    if speed < 1e-6:
        assert math.hypot(*change) <= acceleration * dt * (1 + 1e-5)
        return
    along, across = change @ before / speed, (before[0] * change[1] - before[1] * change[0]) / speed
    most = (acceleration if along > 0 else deceleration) * dt
    assert math.hypot(along / most, across / (acceleration * dt)) <= 1 + 1e-5, f"{before} → {after} in {dt} s"
    if speed > deceleration * dt and math.hypot(*after) > 1e-6:
        turn = math.remainder(math.atan2(after[1], after[0]) - math.atan2(before[1], before[0]), 2 * math.pi)
        assert math.degrees(abs(turn)) <= turn_rate * dt * (1 + 1e-5)


# ---- bounds ----

@settings(max_examples=60, deadline=None)
@given(st.sampled_from(list(itertools.permutations(PLACES, 2))), st.sampled_from([1.0, 3.5, 12.0]),
       st.sampled_from([1 / 120, 1 / 60, 1 / 15]), st.sampled_from([(8, 16), (3, 5), (30, 30)]), st.sampled_from([360.0, 720.0]),
       st.booleans())
def test_alone_it_keeps_its_bounds_and_arrives(ends, speed, dt, limits, turn_rate, avoids):
    acceleration, deceleration = limits
    crowd, agent = walker(ROOMS.mesh, *ends, max_speed=speed, max_acceleration=acceleration, max_deceleration=deceleration,
                          turn_rate=turn_rate, avoidance_enabled=avoids)
    places = walk(crowd, agent, dt)
    assert crowd.status(agent) == Status.SUCCESS
    assert flat(crowd.position(agent), ends[1]) < 0.02                              # what is left of its speed carries it on
    velocities = np.diff(places, axis=0) / dt
    assert np.hypot(*velocities.T).max() <= speed * (1 + 1e-6)
    near = [(a, b) for a in (-0.02, 0.02) for b in (-0.02, 0.02)]
    inside = [all(ROOMS.free(int(x + a), int(z + b)) for a, b in near) for x, z in places]      # where no wall stops it
    for i in range(1, len(velocities)):
        if all(inside[i - 1:i + 2]):
            assert_within_reach(velocities[i - 1], velocities[i], dt, acceleration, deceleration, turn_rate)


@pytest.mark.parametrize("dt", [1 / 240, 1 / 60, 1 / 10])
@pytest.mark.parametrize("speed, acceleration, deceleration", [(3.5, 8, 16), (1.34, 2.7, 2.7), (10, 20, 5)])
def test_a_straight_way_takes_as_long_as_the_bounds_ask(dt, speed, acceleration, deceleration):
    """d / v + v / 2a + v / 2b seconds. As each step leaves room to brake after it, a few steps more at the end."""
    crowd, agent = walker(OPEN.mesh, (2, 0, 2), (38, 0, 2), max_speed=speed, max_acceleration=acceleration,
                          max_deceleration=deceleration)
    velocities = np.diff(walk(crowd, agent, dt), axis=0) / dt
    for before, after in zip(velocities, velocities[1:]):
        assert_within_reach(before, after, dt, acceleration, deceleration)
    assert velocities[:, 0].min() >= 0 and abs(velocities[:, 1]).max() < 1e-9           # never back, never aside
    assert flat(crowd.position(agent), (38, 0, 2)) < 2e-3
    seconds = 36 / speed + speed / 2 / acceleration + speed / 2 / deceleration
    assert seconds - 3 * dt <= len(velocities) * dt <= seconds + 5 * dt + dt * math.log2(max(speed / (deceleration * dt), 1))


def test_bounds_are_in_the_saved_state():
    crowd, agent = walker(OPEN.mesh, (2, 0, 2), (38, 0, 30))
    for _ in range(10):
        crowd.step(DT)
    state = crowd.save_state()
    tracks = []
    for _ in range(2):
        crowd.load_state(state)
        tracks.append(walk(crowd, agent))
    assert np.array_equal(*tracks)


# ---- corners ----

def test_without_bounds_no_time_is_lost_at_corners():
    """Each step but those in which it brakes is as long as the first one; where straight past a corner is a wall, one is shorter."""
    shorter, corners = 0, 0
    for start, goal in itertools.permutations(PLACES, 2):
        crowd, agent = walker(ROOMS.mesh, start, goal, **AT_ONCE)
        corners += len(crowd.path(agent)) - 2
        paces = np.hypot(*np.diff(walk(crowd, agent), axis=0).T)[:-round(SPEED / DECELERATION / DT) - 3] / DT
        shorter += (paces < SPEED * (1 - 1e-3)).sum()
    assert corners > 15 and shorter <= 2


@pytest.mark.parametrize("speed", [2.0, 3.5, 8.0])
def test_at_a_corner_it_swings_out_by_its_radius_at_most(speed):
    """Around the end of a wall, from south to east: it comes straight to the corner, and is at most its radius north of it."""
    level = Level("\n".join(["." * 30] * 10 + ["." * 10 + "#" * 20] * 20))      # the corner is (10, 0, 10)
    crowd, agent = walker(level.mesh, (10, 0, 25), (25, 0, 10), max_speed=speed)
    places = walk(crowd, agent)
    assert 10 - RADIUS - 2 * speed * DT <= places[:, 1].min() < 10              # it begins to turn up to a step behind the corner
    assert flat(crowd.position(agent), (25, 0, 10)) < 2e-3
    paces = np.hypot(*np.diff(places, axis=0).T) / DT
    swing = 2 * ACCELERATION * RADIUS                                           # v · √(v² + S²) for a turn of 90°
    least = math.sqrt(0.5 * (math.sqrt(speed ** 4 + 4 * swing ** 2) - speed ** 2))
    assert paces[30:-30].min() >= least / math.sqrt(1 + (least / speed) ** 2) - DECELERATION * DT     # the middle of the turn


# ---- ends of paths ----

def test_without_auto_brake_it_passes_the_ends_of_its_paths_at_full_speed():
    corners = [(10, 0, 10), (30, 0, 10), (30, 0, 30), (10, 0, 30)]
    crowd = Crowd(OPEN.mesh)
    agent = crowd.add_agent(corners[0], auto_brake=False)
    least, reached = [], 0
    crowd.request_path(agent, corners[1])
    for _ in range(2400):
        crowd.step(DT)
        if crowd.status(agent) == Status.SUCCESS:
            least.append(math.hypot(*crowd.velocity(agent)[::2]))
            reached += 1
            crowd.request_path(agent, corners[(reached + 1) % 4])
    assert reached >= 6 and min(least) == pytest.approx(SPEED, rel=1e-3)


def test_without_auto_brake_and_another_request_it_brakes_behind_the_end():
    crowd, agent = walker(OPEN.mesh, (5, 0, 20), (20, 0, 20), auto_brake=False)
    places = walk(crowd, agent)
    assert crowd.status(agent) == Status.SUCCESS
    assert SPEED ** 2 / 2 / DECELERATION - 2 * SPEED * DT <= places[-1, 0] - 20 <= SPEED ** 2 / 2 / DECELERATION


@pytest.mark.parametrize("stopping", [0.5, 3.0])
def test_it_stops_at_the_stopping_distance(stopping):
    crowd, agent = walker(ROOMS.mesh, PLACES[0], PLACES[3], stopping_distance=stopping, target_desired_distance=0.0)
    walk(crowd, agent)
    assert (crowd.status(agent), crowd.reason(agent)) == (Status.SUCCESS, Reason.NONE)
    assert crowd.distance_left(agent) == pytest.approx(stopping, abs=2e-3)


def test_stopped_on_its_way_it_brakes_within_its_bounds():
    crowd, agent = walker(OPEN.mesh, (5, 0, 20), (35, 0, 20))
    for _ in range(90):
        crowd.step(DT)
    crowd.stop(agent)
    place = crowd.position(agent)
    places = walk(crowd, agent)
    assert not crowd.is_active(agent)
    assert 0 < places[-1, 0] - place[0] <= SPEED ** 2 / 2 / DECELERATION
    velocities = np.diff(places, axis=0) / DT
    for before, after in zip(velocities, velocities[1:]):
        assert_within_reach(before, after, DT)
