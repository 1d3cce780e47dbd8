"""The state that animations are chosen by: the filter, the hysteresis, signs of angles, the way ahead, saved states."""
import math

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from navpy import Crowd, NavMesh, Status
from tests.crowds import AT_ONCE, DT, flat
from tests.meshes import DOOR, HALL, OPEN, delaunay_mesh, rectangles

SPEED, TIME = 3.5, 0.1                  # the defaults
LANE = rectangles((0, 0, 200, 2))
HILLS = delaunay_mesh(11, points=150, removed=0.15, size=40.0, height=1.5)
MILLIMETER = 1e-3


def walker(mesh, start, goal, **params):
    crowd = Crowd(mesh)
    agent = crowd.add_agent(start, **params)
    assert crowd.request_path(agent, goal) == Status.RUNNING
    return crowd, agent


def until_settled(crowd, agent, dt=DT, steps=6000):
    """States after each step until the agent stands and its smoothed speed is 0."""
    states = []
    for _ in range(steps):
        crowd.step(dt)
        states.append(crowd.animation_state(agent))
        if not crowd.is_active(agent) and states[-1].smoothed_speed == 0.0:
            return states
    raise AssertionError(f"not settled: {states[-1].smoothed_speed} m/s, {states[-1].turning_speed} degrees a second")


# ---- the filter ----

@pytest.mark.parametrize("dt", [1 / 240, 1 / 120, 1 / 60, 1 / 30, 1 / 15, 0.5])
@pytest.mark.parametrize("time", [0.05, TIME, 0.4])
def test_a_jump_of_the_speed_is_followed_exponentially_at_any_rate_of_steps(dt, time):
    """v (1 − exp(−t/τ)). The share kept in a step of x time constants is wrong by x³/6 at most, that of all steps by
    exp(−t/τ) (t/τ) x²/6, which is x²/6e at most."""
    crowd, agent = walker(LANE, (1, 0, 1), (199, 0, 1), smoothing_time=time, **AT_ONCE)
    error = min(1.0, (dt / time) ** 2 / (6 * math.e))
    for step in range(1, int(3 / dt)):
        crowd.step(dt)
        expected = SPEED * (1 - math.exp(-step * dt / time))
        assert crowd.animation_state(agent).smoothed_speed == pytest.approx(expected, abs=error * SPEED + 1e-9)
    assert 0 < crowd.animation_state(agent).smoothed_speed <= SPEED


def test_with_0_nothing_is_smoothed():
    crowd, agent = walker(DOOR, (1, 0, 1), (20, 0, 9), smoothing_time=0)
    for _ in range(400):
        crowd.step(DT)
        assert crowd.animation_state(agent).smoothed_speed == pytest.approx(math.hypot(*crowd.velocity(agent)), abs=MILLIMETER)


def test_what_stands_settles_at_exactly_0():
    crowd, agent = walker(DOOR, (1, 0, 1), (20, 0, 9))
    last = until_settled(crowd, agent)[-1]
    assert (last.smoothed_speed, last.turning_speed, last.shows_moving, last.braking_distance, last.turn_ahead) == (0, 0, False, 0, 0)


def test_a_walk_does_not_depend_on_it():
    tracks = []
    for time in (0.0, 0.1, 3.0):
        crowd, agent = walker(DOOR, (1, 0, 1), (20, 0, 9), smoothing_time=time)
        tracks.append([crowd.step(DT) or crowd.position(agent) for _ in range(500)])
    assert tracks[0] == tracks[1] == tracks[2]


# ---- turning ----

def ring(radius, corners=72):
    """A ring one meter wide of convex pieces."""
    turns = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    points = [(r * math.cos(t), 0, r * math.sin(t)) for t in turns for r in (radius, radius + 1)]
    count = len(points)
    return NavMesh.from_polygons(points, [[(2 * i) % count, (2 * i + 1) % count, (2 * i + 3) % count, (2 * i + 2) % count]
                                          for i in range(corners)])


@pytest.mark.parametrize("dt", [1 / 120, 1 / 60, 1 / 30])
@pytest.mark.parametrize("side", [1, -1])
def test_on_a_circle_it_is_the_rate_of_the_circle(dt, side):
    """An agent hugs the inner wall of a ring: v/R, above 0 counterclockwise from above. z points down in a picture from above."""
    radius, share = 10.0, 0.75
    mesh = ring(radius)
    crowd, agent = walker(mesh, (radius + 0.1, 0, 0), (0, 0, -side * (radius + 0.1)), smoothing_time=TIME)
    turning = []
    while crowd.distance_left(agent) > (1 - share) * radius * math.pi / 2:
        crowd.step(dt)
        state = crowd.animation_state(agent)
        if flat((0, 0, 0), crowd.position(agent)) < radius + 0.05 and state.smoothed_speed > 0.99 * SPEED:
            turning.append(state.turning_speed)
    expected = side * math.degrees(SPEED / radius)
    assert len(turning) * dt > 0.5 and np.mean(turning) == pytest.approx(expected, rel=0.03)


def test_all_turns_of_a_walk_are_counted():
    """The filter forgets nothing: the turning speed times the time is the angle of the heading's turns, here of the path's corners."""
    crowd, agent = walker(DOOR, (7, 0, 1), (20, 0, 5), max_speed=2.0)
    corners = crowd.path(agent)
    legs = np.diff(corners[:, ::2], axis=0)
    states = until_settled(crowd, agent)
    turned = sum(state.turning_speed for state in states) * DT
    headings = np.degrees(np.arctan2(-legs[:, 1], legs[:, 0]))
    assert turned == pytest.approx(headings[-1] - headings[0], abs=8)
    assert headings[-1] - headings[0] > 30


def test_at_low_speed_it_fades():
    """Agents that shove each other at a few centimeters a second have headings of all kinds, and turn by nothing."""
    crowd = Crowd(rectangles((0, 0, 3, 3)))
    agents = [crowd.add_agent((0.3 + 0.8 * (i % 4), 0, 0.3 + 0.8 * (i // 4)), radius=0.4) for i in range(14)]
    for agent in agents:
        crowd.request_path(agent, (1.5, 0, 1.5))
    slow = rates = 0
    for step in range(600):
        crowd.step(DT)
        speeds = np.hypot(*crowd.velocities[:, ::2].T)
        slow = np.where(speeds < 0.09 * SPEED, slow + 1, 0)
        rates += (slow > 60).sum()
        assert np.abs(crowd.turning_speeds[slow > 60]).max(initial=0) < 0.1, f"step {step}"
    assert rates > 100, "nobody was slow for a second"


def test_in_a_queue_turns_fade():
    """Who waits before a door goes to and fro, at times at a fifth of its full speed, and gets on by less than 0.3 m in a second."""
    crowd = Crowd(rectangles((0, 0, 14, 10), (15, 0, 40, 10), (14, 4.8, 15, 5.2)))
    agents = [crowd.add_agent((1 + 1.1 * (i // 8), 0, 1 + 1.1 * (i % 8)), radius=0.35) for i in range(50)]
    for i, agent in enumerate(agents):
        crowd.request_path(agent, (35 - 0.9 * (i // 8), 0, 1 + 1.1 * (i % 8)))
    places, rates = [], []
    for _ in range(15 * 60):
        crowd.step(DT)
        places.append(crowd.positions[:, ::2].copy())
        rates.append(np.abs(crowd.turning_speeds))
    places, rates = np.array(places), np.array(rates)[30:-30]
    waits = (np.hypot(*np.moveaxis(places[60:] - places[:-60], 2, 0)) < 0.3) & (places[30:-30, :, 0] < 14)
    assert waits.sum() > 5000
    assert np.percentile(rates[waits], 95) < 45 and (rates[waits] > 90).mean() < 0.01


# ---- shows_moving ----

def test_one_start_and_one_stop_a_walk():
    crowd, agent = walker(DOOR, (1, 0, 1), (20, 0, 9))
    states = until_settled(crowd, agent)
    moving = [state.shows_moving for state in states]
    first = moving.index(True)
    assert sum(a != b for a, b in zip([False, *moving], moving)) == 2
    assert states[first].smoothed_speed > 0.2 * SPEED and all(state.smoothed_speed <= 0.2 * SPEED for state in states[:first])
    assert first * DT < 0.25, "a start may be seen late, but not this late"


def test_held_up_for_a_step_it_is_moving():
    crowd, agent = walker(LANE, (1, 0, 1), (199, 0, 1), **AT_ONCE)
    for step in range(600):
        is_held = step > 60 and step % 40 == 0
        if is_held:
            crowd.stop(agent)
        crowd.step(DT)
        assert is_held == (not any(crowd.velocity(agent))), f"step {step}"
        crowd.request_path(agent, (199, 0, 1))
        assert step < 60 or crowd.animation_state(agent).shows_moving, f"step {step}"


def test_who_shuffles_behind_another_one_does_not_move():
    """Six close up behind one who goes at 0.2 m/s: they stop once, and none starts again."""
    crowd = Crowd(rectangles((0, 0, 60, 0.4)))
    slow = crowd.add_agent((12, 0, 0.2), max_speed=0.2)
    file = [crowd.add_agent((9 - 1.2 * i, 0, 0.2)) for i in range(6)]
    for agent in [slow, *file]:
        crowd.request_path(agent, (58, 0, 0.2))
    flips, rows, was = np.zeros(6), [agent & 0xffffffff for agent in file], np.zeros(6, bool)
    for step in range(int(30 / DT)):
        crowd.step(DT)
        now = crowd.moving[rows]
        flips, was = flips + (now != was), now
        assert step * DT < 10 or crowd.velocity(file[0])[0] < 0.5
    assert (flips <= 2).all(), f"changes of shows_moving: {flips}"


def test_between_a_start_and_a_stop_there_is_a_fade():
    """Whatever the velocity does, shows_moving lasts ln 8 smoothing times at least. A queue before a door starts and stops a lot."""
    crowd = Crowd(DOOR)
    agents = [crowd.add_agent((1 + 1.1 * (i // 8), 0, 1 + 1.1 * (i % 8)), radius=0.4) for i in range(48)]
    for agent in agents:
        crowd.request_path(agent, (20, 0, 5))
    since, shortest, was = np.zeros(48), np.inf, np.zeros(48, bool)
    for _ in range(int(20 / DT)):
        crowd.step(DT)
        now, since = crowd.moving.copy(), since + DT
        shortest = min([shortest, *since[was & ~now]])
        since[~was] = 0
        was = now
    assert TIME * math.log(8) <= shortest < 2.0


def test_an_agent_without_speed_never_moves():
    crowd, agent = walker(LANE, (1, 0, 1), (199, 0, 1))
    for _ in range(60):
        crowd.step(DT)
    assert crowd.animation_state(agent).shows_moving
    crowd.set_params(agent, max_speed=0)
    crowd.step(DT)
    assert not crowd.animation_state(agent).shows_moving


# ---- the way ahead ----

@settings(max_examples=60)
@given(st.floats(0, 2 * math.pi), st.floats(0, 2 * math.pi))
def test_turn_ahead_is_the_angle_between_the_last_walk_and_the_next(first, second):
    """Counterclockwise from above, as atan2 has it in the plan."""
    middle = np.array((20, 0, 20))
    start = middle - 3 * np.array((math.cos(first), 0, -math.sin(first)))
    goal = middle + 3 * np.array((math.cos(second), 0, -math.sin(second)))
    crowd, agent = walker(HALL, start, middle)
    until_settled(crowd, agent)
    crowd.request_path(agent, goal)
    crowd.step(1e-7)                                # the way is chosen, and nothing moves yet
    expected, angle = math.degrees(math.remainder(second - first, 2 * math.pi)), crowd.animation_state(agent).turn_ahead
    assert abs(math.remainder(angle - expected, 360)) < 0.1 and -180 <= angle <= 180


def test_the_next_corner_is_that_of_the_path():
    crowd, agent = walker(DOOR, (8, 0, 1), (13, 0, 9))
    path = crowd.path(agent)
    assert len(path) == 4, path
    seen = []
    for _ in range(600):
        crowd.step(DT)
        state = crowd.animation_state(agent)
        if not seen or state.next_corner != seen[-1][0]:
            seen.append((state.next_corner, state.corner_angle))
        assert state.distance_to_corner == pytest.approx(flat(crowd.position(agent), state.next_corner), abs=0.07)
        if not crowd.is_active(agent):
            break
    assert [corner for corner, _angle in seen] == [pytest.approx(tuple(point), abs=1e-5) for point in path[1:]]
    assert seen[-1][1] == 0
    legs = np.diff(path[:, ::2], axis=0)
    for i in range(2):
        turn = math.remainder(math.atan2(-legs[i + 1][1], legs[i + 1][0]) - math.atan2(-legs[i][1], legs[i][0]), 2 * math.pi)
        assert seen[i][1] == pytest.approx(math.degrees(turn), abs=3), f"corner {i}"


def test_points_where_only_the_ground_bends_are_no_corners():
    rng = np.random.default_rng(0)
    labels, counts = np.unique(HILLS.islands, return_counts=True)
    polys = np.flatnonzero(HILLS.islands == labels[counts.argmax()])
    skipped = 0
    for _ in range(12):
        start, goal = (HILLS.vertices[list(HILLS.polygons[poly])].mean(axis=0) for poly in rng.choice(polys, 2))
        both = []
        for error in (0.0, 0.05):
            crowd, agent = walker(HILLS, start, goal, path_height_error=error)
            skipped += len(crowd.path(agent)) * (1 if error else -1)
            crowd.step(1e-7)
            both.append(crowd.animation_state(agent))
        corners, bends = both
        assert bends.next_corner == pytest.approx(corners.next_corner, abs=1e-3)
        assert bends.distance_to_corner == pytest.approx(corners.distance_to_corner, abs=1e-3)
        assert bends.corner_angle == pytest.approx(corners.corner_angle, abs=0.1)
    assert skipped > 12, "the paths have no such points"


def test_without_a_path_it_is_the_place():
    crowd = Crowd(HALL)
    agent = crowd.add_agent((3, 0, 4))
    state = crowd.animation_state(agent)
    assert state.next_corner == (3, 0, 4)
    assert state.distance_to_corner == state.corner_angle == state.distance_to_stop == state.turn_ahead == 0


# ---- where it stops ----

@pytest.mark.parametrize("stopping", [0.0, 1.5])
@pytest.mark.parametrize("limits", [(8, 16), (3, 2)])
def test_it_comes_to_rest_where_distance_to_stop_said(stopping, limits):
    crowd, agent = walker(DOOR, (1, 0, 1), (20, 0, 9), stopping_distance=stopping, max_acceleration=limits[0],
                          max_deceleration=limits[1])
    places, said = [], []
    while crowd.is_active(agent) or any(crowd.velocity(agent)):
        places.append(crowd.position(agent))
        crowd.step(DT)
        said.append(crowd.animation_state(agent).distance_to_stop)
        assert len(said) < 3000
    places.append(crowd.position(agent))
    left = np.append(np.cumsum(np.hypot(*np.diff(np.array(places)[:, ::2], axis=0).T)[::-1])[::-1], 0)
    # It is measured before the step's move, along straight legs that the body rounds off.
    assert np.abs(left[:-1] - said).max() < 0.3
    assert np.abs(left[-30:-1] - said[-29:]).max() < 0.03


@pytest.mark.parametrize("dt", [1 / 120, 1 / 60, 1 / 30])
@pytest.mark.parametrize("deceleration", [16, 4])
def test_stopped_on_its_way_it_rests_after_the_braking_distance(dt, deceleration):
    """v² / 2a, but for the half step by which a step's velocity is that of its end."""
    crowd, agent = walker(LANE, (1, 0, 1), (199, 0, 1), max_deceleration=deceleration)
    for _ in range(int(2 / dt)):
        crowd.step(dt)
    at, said = crowd.position(agent)[0], crowd.animation_state(agent).braking_distance
    crowd.stop(agent)
    assert crowd.animation_state(agent).distance_to_stop == said
    assert said == pytest.approx(SPEED * SPEED / 2 / deceleration, rel=1e-6)
    until_settled(crowd, agent, dt)
    assert crowd.position(agent)[0] - at == pytest.approx(said - SPEED * dt / 2, abs=deceleration * dt * dt)


def test_without_auto_brake_it_stops_behind_the_end():
    crowd, agent = walker(LANE, (1, 0, 1), (9, 0, 1), auto_brake=False)
    for _ in range(90):
        crowd.step(DT)
    state = crowd.animation_state(agent)
    assert state.braking_distance > 0.3
    assert state.distance_to_stop == pytest.approx(crowd.distance_left(agent) + state.braking_distance)


# ---- states and views ----

def test_it_is_in_the_saved_state():
    crowd = Crowd(DOOR)
    for i in range(20):
        crowd.request_path(crowd.add_agent((1 + i // 8, 0, 1 + i % 8)), (20, 0, 5))
    for _ in range(100):
        crowd.step(DT)
    state, tracks = crowd.save_state(), []
    for _ in range(2):
        crowd.load_state(state)
        tracks.append([])
        for _ in range(100):
            crowd.step(DT)
            tracks[-1].append((crowd.smoothed_speeds.tolist(), crowd.turning_speeds.tolist(), crowd.moving.tolist()))
    assert tracks[0] == tracks[1] and np.ptp(tracks[0][-1][0]) > 0


def test_views_are_of_all_agents():
    crowd = Crowd(OPEN.mesh)
    assert [(view.shape, view.dtype.name) for view in (crowd.smoothed_speeds, crowd.turning_speeds, crowd.moving, crowd.statuses)] \
        == [((0,), "float64"), ((0,), "float64"), ((0,), "bool"), ((0,), "uint8")]
    agents = [crowd.add_agent((5 + 3 * i, 0, 5)) for i in range(3)]
    speeds, turning, moving = crowd.smoothed_speeds, crowd.turning_speeds, crowd.moving
    crowd.request_path(agents[1], (30, 0, 30))
    for _ in range(40):
        crowd.step(DT)
    assert moving.tolist() == [False, True, False] and not speeds.flags.writeable
    for row, agent in enumerate(agents):
        state = crowd.animation_state(agent)
        assert (state.smoothed_speed, state.turning_speed, state.shows_moving) == (speeds[row], turning[row], moving[row])


def test_questions_about_no_agent():
    crowd = Crowd(HALL)
    agent = crowd.add_agent((3, 0, 4))
    crowd.remove(agent)
    with pytest.raises(ValueError, match="was removed"):
        crowd.animation_state(agent)
    for bad in (-0.1, math.nan, math.inf):
        with pytest.raises(ValueError, match="smoothing_time"):
            crowd.add_agent((3, 0, 4), smoothing_time=bad)
