"""Steering behaviours against closed forms and as properties."""
import math

import pytest
from hypothesis import given, strategies as st

from navpy.motion import steering

ORIGIN = (0.0, 0.0, 0.0)
finite = st.floats(-1000, 1000)
speeds = st.floats(1, 50)
steps = st.floats(1 / 240, 1 / 10)
decelerations = st.floats(0.5, 200)


def run(start, target, speed, deceleration, dt, limit):
    """Positions along x of an agent that arrives from start, one a step, until it stands or only rounding is left."""
    x, way = start, [start]
    while len(way) < limit:
        v = steering._velocity_to_arrive((x, 0, 0), (target, 0, 0), abs(target - x), speed, deceleration, dt)
        if v == (0, 0, 0):
            return way
        x += v[0] * dt
        way.append(x)
        if abs(target - x) <= 1e-15 * target:
            return way
    raise AssertionError(f"still moving after {limit} steps at {x}, target {target}")


@given(finite, finite, finite, finite, speeds)
def test_seek_is_full_speed_straight_at_the_target_in_the_ground_plane(x, z, tx, tz, speed):
    v = steering._velocity_towards((x, 7.0, z), (tx, -3.0, tz), speed)
    assert v[1] == 0
    distance = math.hypot(tx - x, tz - z)
    if distance > 1e-100:
        assert math.hypot(v[0], v[2]) == pytest.approx(speed)
        assert v[0] * (tz - z) - v[2] * (tx - x) == pytest.approx(0, abs=1e-9 * speed * distance)
        assert v[0] * (tx - x) + v[2] * (tz - z) > 0


def test_no_distance_no_velocity():
    assert steering._velocity_towards((1, 0, 2), (1, 5, 2), 10) == (0, 0, 0)
    assert steering._velocity_to_arrive((1, 0, 2), (1, 5, 2), 0, 10, 15, 0.1) == (0, 0, 0)
    assert steering._velocity_to_arrive((1, 0, 2), (1, 5, 2), 4, 10, 15, 0.1) == (0, 0, 0)


@given(st.floats(1e-9, 300), speeds, decelerations, steps)
def test_arrive_never_overshoots_and_stops_on_the_target(distance, speed, deceleration, dt):
    brake = speed / deceleration
    way = run(0.0, distance, speed, deceleration, dt, int((distance / speed + brake) / dt) + 10)
    assert all(b > a for a, b in zip(way, way[1:]))
    assert max(way) <= distance * (1 + 1e-15)
    assert way[-1] >= distance * (1 - 1e-15)


@given(st.floats(0.001, 300), speeds, decelerations, steps)
def test_arrive_brakes_no_harder_than_it_may(distance, speed, deceleration, dt):
    """From v = sqrt(2as) and s' = s − v·dt follows v² − v'² = 2·a·v·dt, so v − v' is at most 2·a·dt, and that much only
    in the last step."""
    way = run(0.0, distance, speed, deceleration, dt, 200_000)
    v = [(b - a) / dt for a, b in zip(way, way[1:])] + [0.0]
    assert v[0] <= speed * (1 + 1e-12)
    for before, after in zip(v, v[1:]):
        assert before - after <= 2 * deceleration * dt + 1e-9


@pytest.mark.parametrize("speed", [1, 3.5, 10, 20])
@pytest.mark.parametrize("dt", [1 / 240, 1 / 60, 1 / 30])
def test_time_to_arrive_is_that_of_constant_speed_and_braking(speed, dt):
    distance, deceleration = 60.0, 15.0
    seconds = (distance - speed ** 2 / (2 * deceleration)) / speed + speed / deceleration
    way = run(0.0, distance, speed, deceleration, dt, 100_000)
    # each step keeps the speed it began with: early by half a step for every e-fold of the speed, and two at the end
    early = dt * (0.5 * max(math.log(speed / (deceleration * dt)), 0) + 2)
    assert seconds - early <= (len(way) - 1) * dt <= seconds + dt


def test_a_corner_is_not_braked_for_but_not_passed():
    v = steering._velocity_to_arrive(ORIGIN, (1, 0, 0), 50.0, 10, 15, 1 / 60)
    assert v == pytest.approx((10, 0, 0))
    v = steering._velocity_to_arrive(ORIGIN, (0.06, 0, 0.08), 50.0, 10, 15, 1 / 60)
    assert v == pytest.approx((3.6, 0, 4.8))


@pytest.mark.parametrize("bad", [math.nan, -1.0])
def test_nonsense_stands_still(bad):
    assert steering._velocity_to_arrive(ORIGIN, (1, 0, 0), bad, 10, 15, 0.1) == (0, 0, 0)
    assert steering._velocity_to_arrive(ORIGIN, (1, 0, 0), 1, bad, 15, 0.1) == (0, 0, 0)
    assert steering._velocity_to_arrive(ORIGIN, (1, 0, 0), 1, 10, bad, 0.1) == (0, 0, 0)


def test_nan_places_stand_still():
    for p in [(math.nan, 0, 0), (0, 0, math.nan)]:
        assert steering._velocity_towards(p, (1, 0, 1), 10) == (0, 0, 0)
        assert steering._velocity_towards(ORIGIN, p, 10) == (0, 0, 0)


def test_no_time_and_no_deceleration_limit():
    assert steering._velocity_to_arrive(ORIGIN, (1, 0, 0), 1, 10, 1000, 0.0) == (10, 0, 0)
    assert steering._velocity_to_arrive(ORIGIN, (1, 0, 0), 1, 10, math.inf, 0.01) == (10, 0, 0)
