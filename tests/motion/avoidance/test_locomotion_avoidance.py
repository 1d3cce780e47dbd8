"""Conflicts, speeds and detours against stepping through time in small steps."""
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from navpy.motion import MovingBody, ObstacleGraph, Resolution, avoid_ahead, forbidden_speeds, plan

STEPS = 2001


def positions(path, speed, start, times):
    """Where a body is: (len(times), 2)."""
    path = np.asarray(path, dtype=float)
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])
    s = np.clip((times - start) * speed, 0.0, along[-1])
    return np.stack([np.interp(s, along, path[:, 0]), np.interp(s, along, path[:, 1])], axis=1)


def gap(path, speed, radius, other, times):
    """What is between two bodies, meters, at each time."""
    way, size, pace, start = other
    return np.hypot(*(positions(path, speed, 0.0, times) - positions(way, pace, start, times)).T) - radius - size


def narrowest(path, speed, radius, others, horizon):
    times = np.linspace(0, horizon, STEPS)
    return min((gap(path, speed, radius, other, times).min() for other in others), default=math.inf)


def length_of(path):
    return sum(map(math.dist, path, path[1:]))


def bodies(others):
    return [MovingBody(*other) for other in others]


def step_of(speed, others, horizon):
    """How much a gap may change between two samples."""
    return (speed + max((other[2] for other in others), default=0.0)) * horizon / (STEPS - 1)


number = st.floats(-6, 6, allow_nan=False).map(lambda x: round(x, 3))
paths = st.lists(st.tuples(number, number), min_size=2, max_size=4).filter(
    lambda path: all(math.dist(a, b) > 0.1 for a, b in zip(path, path[1:])))
radius_ = st.sampled_from([0.3, 0.5, 0.75])
other_ = st.tuples(paths, radius_, st.sampled_from([0.0, 0.5, 1.0, 1.7]), st.sampled_from([-1.0, 0.0, 0.0, 1.5]))


def make(path, radius, speed, others, horizon, low=None, high=None, **more):
    low, high = speed if low is None else low, speed if high is None else high
    return avoid_ahead(path, radius, speed, low, high, bodies(others), horizon, **more)


@settings(max_examples=100, deadline=None)
@given(paths, radius_, st.sampled_from([0.0, 0.8, 1.5]), st.lists(other_, max_size=3), st.sampled_from([2.0, 6.0]))
def test_the_first_conflict_is_the_first_touch(path, radius, speed, others, horizon):
    result = make(path, radius, speed, others, horizon)
    if result.conflict_with < 0:
        assert result.kind == Resolution.NONE and result.conflict_time == math.inf
        assert narrowest(path, speed, radius, others, horizon) > -1e-9
        return
    assert 0 <= result.conflict_time <= horizon
    at = gap(path, speed, radius, others[result.conflict_with], np.array([result.conflict_time]))[0]
    assert at < 1e-9 and (at > -1e-9 or result.conflict_time == 0)
    times = np.linspace(0, result.conflict_time, STEPS)
    assert all(gap(path, speed, radius, other, times).min() > -1e-9 for other in others) or result.conflict_time == 0


@settings(max_examples=70, deadline=None)
@given(paths, radius_, st.lists(other_, min_size=1, max_size=3), st.lists(st.floats(0, 3), min_size=5, max_size=5))
def test_forbidden_speeds_are_those_that_meet_somebody(path, radius, others, speeds):
    horizon = 5.0
    moving = [(way, size, max(pace, 0.5), start) for way, size, pace, start in others]
    moving = [other for other in moving if length_of(other[0]) / other[2] + other[3] > horizon]
    ranges = forbidden_speeds(path, radius, 1.0, bodies(moving), horizon)
    assert (ranges[:, 0] <= ranges[:, 1]).all() and (ranges[1:, 0] > ranges[:-1, 1]).all()
    for speed in [*speeds, *(x for pair in ranges for x in (pair[0] - 1e-7, pair[1] + 1e-7, pair.mean()) if 0 <= x < 10)]:
        forbidden = any(low < speed < high for low, high in ranges)
        least = narrowest(path, speed, radius, moving, horizon)
        if forbidden:
            assert least < step_of(speed, moving, horizon)
        else:
            assert least > -1e-9


def test_the_range_at_a_crossing():
    """Both would be at the crossing after 5 s: 24 m² − 50 m + 24 = 0."""
    ranges = forbidden_speeds([(0, 0), (10, 0)], 0.5, 1.0, [MovingBody([(5, -5), (5, 50)], 0.5, 1.0)], 40.0)
    assert ranges == pytest.approx(np.array([[0.75, 4 / 3]]), abs=1e-8)
    result = avoid_ahead([(0, 0), (10, 0)], 0.5, 1.0, 0.2, 2.0, [MovingBody([(5, -5), (5, 50)], 0.5, 1.0)], 40.0)
    assert result.kind == Resolution.SPEED and result.speed == pytest.approx(0.75, abs=1e-8)
    assert result.conflict_with == 0 and result.conflict_time == pytest.approx(5 - 1 / math.sqrt(2))
    faster = avoid_ahead([(0, 0), (10, 0)], 0.5, 1.0, 0.8, 2.0, [MovingBody([(5, -5), (5, 50)], 0.5, 1.0)], 40.0)
    assert faster.kind == Resolution.SPEED and faster.speed == pytest.approx(4 / 3, abs=1e-8)


def check_avoidance(path, radius, speed, others, horizon, low, high, walls=()):
    result = make(path, radius, speed, others, horizon, low, high, walls=walls)
    if result.kind == Resolution.NONE:
        assert narrowest(path, speed, radius, others, horizon) > -1e-9
    elif result.kind == Resolution.UNRESOLVED:
        assert np.array_equal(result.points, path) and result.speed == speed
    else:
        assert result.conflict_time > 0 and low <= result.speed <= high
        assert narrowest(result.points, result.speed, radius, others, horizon) > -1e-9
        assert np.array_equal(result.points[0], path[0]) and np.allclose(result.points[-1], path[-1], atol=1e-9)
        assert (result.detour_point is None) == (result.kind == Resolution.SPEED)
    if result.kind == Resolution.SPEED:
        assert np.array_equal(result.points, path)
        standing = [o[0][0] if o[2] == 0 else o[0][-1] for o in others]
        for t in np.linspace(0.001, 0.999, 23):                 # any lesser change meets somebody, or comes to who stands there
            nearer = speed + t * (result.speed - speed)
            s = np.linspace(0, speed * horizon, 4000)
            way = positions(path, 1.0, 0.0, s)
            comes_to = any(np.hypot(*(way - p).T).min() < radius + o[1] for p, o in zip(standing, others))
            assert comes_to or narrowest(path, nearer, radius, others, horizon) < step_of(nearer, others, horizon)
    if result.kind == Resolution.DETOUR:
        assert (np.hypot(*(result.points - result.detour_point).T).min()) < 1e-9
    return result


@settings(max_examples=100, deadline=None)
@given(paths, radius_, st.sampled_from([0.8, 1.5]), st.lists(other_, max_size=4),
       st.sampled_from([(0.5, 1.0), (0.0, 2.0), (1.0, 1.0)]))
def test_what_is_resolved_meets_nobody(path, radius, speed, others, limits):
    check_avoidance(path, radius, speed, others, 6.0, speed * limits[0], speed * limits[1])


def test_who_stands_in_the_way_is_gone_round():
    path, others = [(0, 0), (10, 0)], [([(5, 0.2)], 0.5, 0.0, 0.0)]
    result = check_avoidance(path, 0.5, 1.0, others, 10.0, 0.0, 2.0)
    assert result.kind == Resolution.DETOUR and result.speed == 1.0
    assert result.detour_point == pytest.approx((5, 0.2 - 1.02))           # the nearer side, beside the other, as near as may be
    middle = int(np.hypot(*(result.points - result.detour_point).T).argmin())
    t, before, behind = np.linspace(0, 1, 13), result.points[middle - 12:middle + 1], result.points[middle:middle + 13]
    first, second = np.polyfit(t, before, 3), np.polyfit(t, behind, 3)      # two curves of 12 pieces
    for curve, points in ((first, before), (second, behind)):
        assert np.allclose([np.polyval(curve[:, 0], t), np.polyval(curve[:, 1], t)], points.T, atol=1e-9)    # cubics
    leaving, joining = first[2], second.T @ (3, 2, 1, 0)                    # derivatives at their ends
    assert leaving[0] > 0 and joining[0] > 0 and abs(leaving[1]) < 1e-9 and abs(joining[1]) < 1e-9      # along the path
    assert np.linalg.det([first.T @ (3, 2, 1, 0), second[2]]) == pytest.approx(0, abs=1e-9)         # no kink between them


def test_who_comes_along_the_same_way_is_gone_round():
    path = [(0, 0), (20, 0)]
    result = check_avoidance(path, 0.5, 1.0, [([(20, 0), (0, 0)], 0.5, 1.0, 0.0)], 20.0, 0.2, 2.0)
    assert result.kind == Resolution.DETOUR and result.conflict_time == pytest.approx(9.5)


@pytest.mark.parametrize("aside", [-0.97, -0.5, 0.0, 0.3, 0.9])
@pytest.mark.parametrize("room", [30.0, 3.2])
def test_a_detour_is_hardly_longer_than_the_taut_way(aside, room):
    """The taut way leads by tangents to the circle of both radii; the curves may not cut it, and with much room they are as flat."""
    path, reach = [(-room, 0), (room, 0)], 1.0
    result = check_avoidance(path, 0.4, 1.0, [([(0, aside)], 0.6, 0.0, 0.0)], 100.0, 0.0, 2.0)
    assert result.kind == Resolution.DETOUR and result.speed == 1.0
    side = -1 if aside >= 0 else 1                                  # right, where it is the same
    assert result.detour_point == pytest.approx((0, aside + side * 1.02))
    taut = ObstacleGraph([(0, aside, 0.6)], walker_radius=0.4).detour(*path).length
    assert taut < length_of(result.points) < taut + 0.01 + 0.4 * (result.detour_point[1] / reach) ** 2
    assert narrowest(result.points, 1.0, 0.4, [([(0, aside)], 0.6, 0.0, 0.0)], 2 * room) < 0.0201


def test_a_detour_leads_past_the_next_one_too():
    """Who is met on the detour widens it: two who stand beside each other, three in a slanted row, and one who comes towards it."""
    path = [(0, 0), (20, 0)]
    for others in ([([(10, 0)], 0.5, 0.0, 0.0), ([(10, -0.9)], 0.5, 0.0, 0.0), ([(10, 0.9)], 0.5, 0.0, 0.0)],
                   [([(9 + k, 0.7 * k - 0.7)], 0.5, 0.0, 0.0) for k in range(3)],
                   [([(10, -0.1)], 0.5, 0.0, 0.0), ([(20, 1.1), (0, 1.1)], 0.5, 1.0, 0.0)]):
        result = check_avoidance(path, 0.5, 1.0, others, 25.0, 1.0, 1.0)
        assert result.kind == Resolution.DETOUR and length_of(result.points) < 21.5


def test_a_crossing_one_is_passed_where_it_will_be():
    """It crosses from the right and stands then, on the left: the way to its right is free and the shorter one."""
    others = [([(5, -3), (5, 0.6)], 0.5, 1.0, 0.0)]
    result = check_avoidance([(0, 0), (10, 0)], 0.5, 1.0, others, 12.0, 1.0, 1.0)
    assert result.kind == Resolution.DETOUR and result.detour_point[1] == pytest.approx(0.6 - 1.02)


def test_walls_decide_the_side_or_leave_none():
    path, others = [(0, 0), (10, 0)], [([(5, 0.2)], 0.5, 0.0, 0.0)]
    below, above = (-5, -1.0, 15, -1.0), (-5, 1.0, 15, 1.0)
    result = check_avoidance(path, 0.5, 1.0, others, 10.0, 0.0, 2.0, [below])
    assert result.kind == Resolution.DETOUR and result.detour_point[1] > 0
    assert result.points[:, 1].min() > -0.5 - 1e-9
    assert check_avoidance(path, 0.5, 1.0, others, 10.0, 0.0, 2.0, [below, above]).kind == Resolution.UNRESOLVED


def test_a_faster_one_behind_is_let_pass_or_outrun():
    path = [(0, 0), (10, 0)]
    result = check_avoidance(path, 0.5, 1.0, [([(-5, 0), (30, 0)], 0.5, 1.6, 0.0)], 8.0, 0.5, 2.0)
    assert result.kind == Resolution.SPEED and result.speed > 1.0
    # at v it is 4 m + (v − 1.6) t behind until the end of the path
    assert result.speed == pytest.approx(1.6 - 4.0 / 8.0, abs=1e-6) or 10 / result.speed < 8


def test_overlap_at_the_start_and_a_path_of_one_point_are_left_as_they_are():
    assert check_avoidance([(0, 0), (5, 0)], 0.5, 1.0, [([(0.3, 0)], 0.5, 0.0, 0.0)], 5.0, 0.0, 2.0).kind == Resolution.UNRESOLVED
    one = avoid_ahead([(0, 0)], 0.5, 1.0, 0.0, 2.0, [MovingBody([(5, 0), (0, 0)], 0.5, 1.0)], 9.0)
    assert one.kind == Resolution.UNRESOLVED and one.conflict_time == pytest.approx(4.0)


def test_touching_bodies_may_part():
    result = check_avoidance([(1, 0), (5, 0)], 0.5, 1.0, [([(0, 0)], 0.5, 0.0, 0.0)], 5.0, 0.0, 2.0)
    assert result.kind == Resolution.NONE


def test_agents_that_plan_in_turn_do_not_meet():
    rng = np.random.default_rng(7)
    resolved = kinds = 0
    for _ in range(12):
        angles = np.arange(8) * math.tau / 8 + rng.uniform(0, 0.3, 8)
        starts = 8 * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        ways = [np.array([p, rng.uniform(-0.5, 0.5, 2), -p]) for p in starts]
        results = plan(ways, [0.4] * 8, [1.3] * 8, [0.6] * 8, [1.8] * 8, 14.0)
        done = []
        for way, result in zip(ways, results):
            if result.kind != Resolution.UNRESOLVED:
                assert narrowest(result.points, result.speed, 0.4, done, 14.0) > -1e-9
                resolved += 1
                kinds |= 1 << result.kind
            done.append((result.points, 0.4, result.speed, 0.0))
    assert resolved > 70 and kinds == 0b111


def test_the_same_input_gives_the_same_bits():
    args = ([(0, 0), (4, 1), (9, 0)], 0.4, 1.0, 0.5, 1.5, [MovingBody([(9, 0), (4, 1), (0, 0)], 0.4, 1.1)], 12.0)
    a, b = avoid_ahead(*args), avoid_ahead(*args)
    assert np.array_equal(a.points, b.points) and (a.kind, a.speed, a.conflict_time) == (b.kind, b.speed, b.conflict_time)


@pytest.mark.parametrize("change, message", [
    (dict(path=np.zeros((0, 2))), "path: has no point"),
    (dict(path=[(0, 0, 0)]), r"path: must be of shape \(n, 2\), is \(1, 3\)"),
    (dict(path=[(0, math.nan)]), "path: must be finite"),
    (dict(radius=-1), "radius: must be a finite number of meters, not below 0, is -1"),
    (dict(speed=math.inf), "speed: .* is inf"),
    (dict(horizon=math.nan), "horizon: .* is nan"),
    (dict(min_speed=3), "min_speed: must not exceed max_speed, 3 > 2"),
    (dict(walls=[(0, 0, 1)]), r"walls: must be of shape \(n, 4\)"),
])
def test_bad_arguments_are_named(change, message):
    good = dict(path=[(0, 0), (1, 0)], radius=0.5, speed=1, min_speed=0, max_speed=2, others=[], horizon=5)
    with pytest.raises(ValueError, match=message):
        avoid_ahead(**{**good, **change})


def test_bad_bodies_are_named():
    with pytest.raises(ValueError, match="start: must be a finite number of seconds, is nan"):
        MovingBody([(0, 0)], 0.5, 1.0, math.nan)
    with pytest.raises(ValueError, match="speed: "):
        MovingBody([(0, 0)], 0.5, -1.0)
    with pytest.raises(ValueError, match="start: must be a number of seconds, is 'soon'"):
        MovingBody([(0, 0)], 0.5, 1.0, "soon")
    for others in ([None], [MovingBody([(0, 0)], 0.5), 3], 3, None):
        with pytest.raises(ValueError, match="others: must be MovingBody each"):
            avoid_ahead([(0, 0), (1, 0)], 0.5, 1, 0, 2, others, 5)
        with pytest.raises(ValueError, match="others: must be MovingBody each"):
            forbidden_speeds([(0, 0), (1, 0)], 0.5, 1, others, 5)
        with pytest.raises(ValueError, match="others: must be MovingBody each"):
            plan([], [], [], [], [], 5, others)
    with pytest.raises(ValueError, match="radii: must be one for each path, is None"):
        plan([], None, [], [], [], 5)
    with pytest.raises(ValueError, match="paths: there are 1, but 2 radii"):
        plan([[(0, 0)]], [1, 2], [1], [1], [1], 5)
