"""Crowd: agents that walk. Worlds are drawn as text, # a wall; whether a step leaves the floor is read from the text."""
import re
import math
import warnings

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.crowds import AT_ONCE, DT, GOAL, RADIUS, START, flat, flat_length, walk
from tests.meshes import OPEN, ROOMS, Level, rectangles
from navpy.base.core import Reason, Status
from navpy.api.motion.crowd import Crowd
from navpy.navmesh.navmesh import NavMesh

NAN, INF = math.nan, math.inf
REACHED = 1e-3         # meters from a point at which an agent stands on it


# ---- arriving ----

@pytest.mark.parametrize("height", [0, 0.5, 1, 1.5, 2])
@pytest.mark.parametrize("speed", [1, 3.5, 10, 20])
def test_arrives_at_any_height_and_speed(height, speed):
    crowd = Crowd(ROOMS.mesh)
    agent = crowd.add_agent((1.5, height, 1.5), max_speed=speed, **AT_ONCE)
    assert crowd.request_path(agent, GOAL) == Status.RUNNING
    path = crowd.path(agent)
    assert len(path) >= 4
    places = walk(crowd, agent, ROOMS)
    assert crowd.status(agent) == Status.SUCCESS and crowd.reason(agent) == Reason.NONE
    assert flat(places[-1], GOAL) <= 2e-3
    assert all(p[1] == pytest.approx(height, abs=1e-9) for p in places)
    assert flat_length(places) <= 1.02 * flat_length(path)
    assert crowd.searches == 1


@pytest.mark.parametrize("speed", [1, 3.5, 10, 20])
@pytest.mark.parametrize("dt", [1 / 240, 1 / 60, 1 / 10])
def test_time_is_that_of_the_way_at_full_speed_and_one_step_a_corner(speed, dt):
    crowd = Crowd(ROOMS.mesh)
    agent = crowd.add_agent(START, max_speed=speed, **AT_ONCE)
    crowd.request_path(agent, GOAL)
    corners = len(crowd.path(agent))
    places = walk(crowd, agent, ROOMS, dt)
    seconds = (flat_length(places) - speed ** 2 / 32) / speed + speed / 16
    # as in test_steering, and the last millimeter is not walked
    early = 0.5 * max(math.log(speed / (16 * dt)), 0) + 2 + math.sqrt(2 * REACHED / 16) / dt
    late = corners + 2 + max(math.log2(speed / (16 * dt)), 0)
    assert seconds / dt - early <= len(places) - 1 <= seconds / dt + late


def test_a_body_that_keeps_float32_arrives_far_from_the_origin():
    far = 8192.0
    mesh = NavMesh.from_polygons([(far, 0, far), (far, 0, far + 20), (far + 20, 0, far + 20), (far + 20, 0, far)],
                                 [(0, 1, 2, 3)])
    crowd = Crowd(mesh)
    agent = crowd.add_agent((far + 1, 1, far + 1), max_speed=5)
    crowd.request_path(agent, (far + 18.3, 0, far + 17.7))
    walk(crowd, agent, before_step=lambda: crowd.set_position(agent, np.float32(crowd.position(agent))))
    assert crowd.status(agent) == Status.SUCCESS
    assert flat(crowd.position(agent), (far + 18.3, 0, far + 17.7)) < 5e-3
    assert crowd.searches == 1


def test_success_comes_at_the_desired_distance_and_the_agent_glides_on():
    crowd = Crowd(OPEN.mesh)
    agent = crowd.add_agent((2, 0, 2), target_desired_distance=3)
    crowd.request_path(agent, (20, 0, 2))
    while crowd.status(agent) == Status.RUNNING:
        crowd.step(DT)
    assert 3 - 3.5 * 2 * DT <= flat(crowd.position(agent), (20, 0, 2)) <= 3
    assert crowd.is_active(agent)
    walk(crowd, agent, OPEN)
    assert crowd.position(agent) == pytest.approx((20, 0, 2), abs=2e-3)


def test_within_the_desired_distance_it_succeeds_at_once():
    crowd = Crowd(OPEN.mesh)
    agent = crowd.add_agent((2, 1, 2))
    assert crowd.request_path(agent, (2.5, 0, 2)) == Status.SUCCESS
    assert crowd.request_path(agent, (2, 0, 2)) == Status.SUCCESS
    walk(crowd, agent, OPEN)
    assert crowd.position(agent) == pytest.approx((2, 1, 2), abs=2e-3)


def test_desired_distances_of_zero_arrive_too():
    crowd = Crowd(ROOMS.mesh)
    agent = crowd.add_agent(START, target_desired_distance=0, path_desired_distance=0, max_speed=20)
    crowd.request_path(agent, GOAL)
    walk(crowd, agent, ROOMS)
    assert crowd.status(agent) == Status.SUCCESS


def test_floor_is_followed_up_a_slope():
    level = Level("\n".join(["." * 30] * 6 + [".....####################....."] + ["." * 30] * 6), slope=0.8)
    crowd = Crowd(level.mesh)
    agent = crowd.add_agent((1, 0.8 + 1.25, 3), max_speed=10)
    crowd.request_path(agent, (28, 0.8 * 28, 10))
    for place in walk(crowd, agent, level):
        assert place[1] == pytest.approx(0.8 * place[0] + 1.25, abs=1e-6)
    assert crowd.searches == 1


# ---- two floors ----

def floors():
    """A ground floor, a ramp up in +x, and an upper floor 3 m above that comes back over the ground floor."""
    vertices = [(0, 0, 0), (0, 0, 4), (10, 0, 4), (10, 0, 0),
                (16, 3, 4), (16, 3, 0),
                (20, 3, 4), (20, 3, 0), (20, 3, 8), (16, 3, 8),
                (0, 3, 4), (0, 3, 8), (10, 3, 4),
                (0, 3, 0), (10, 3, 0)]
    return NavMesh.from_polygons(vertices, [(0, 1, 2, 3), (3, 2, 4, 5), (5, 4, 6, 7), (4, 9, 8, 6), (12, 10, 11, 9, 4),
                                            (13, 10, 12, 14)])


@pytest.mark.parametrize("height", [0, 1, 2])
@pytest.mark.parametrize("up", [True, False])
def test_a_floor_away_is_not_arrival(height, up):
    crowd = Crowd(floors())
    ends = [(2, 0, 2), (2, 3, 2)] if up else [(2, 3, 2), (2, 0, 2)]
    start = (ends[0][0], ends[0][1] + height, ends[0][2])
    agent = crowd.add_agent(start)
    assert crowd.request_path(agent, ends[1]) == Status.RUNNING
    way = flat_length(crowd.path(agent))
    assert way > 25
    places = walk(crowd, agent)
    assert crowd.status(agent) == Status.SUCCESS
    assert places[-1] == pytest.approx((2, ends[1][1] + height, 2), abs=5e-3)
    assert flat_length(places) == pytest.approx(way, rel=0.02)
    assert crowd.searches == 1


def test_fallen_from_the_upper_floor_it_walks_up_again():
    crowd = Crowd(floors())
    agent = crowd.add_agent((14, 3.5, 6))
    crowd.request_path(agent, (1, 3, 2))
    while crowd.position(agent)[0] > 8:
        crowd.step(DT)
    crowd.set_position(agent, (8, 0.5, 2))
    crowd.step(DT)
    assert crowd.replans(agent) == 1 and crowd.distance_left(agent) > 20
    walk(crowd, agent)
    assert crowd.position(agent) == pytest.approx((1, 3.5, 2), abs=5e-3)


# ---- requests ----

def test_before_any_request():
    crowd = Crowd(OPEN.mesh)
    agent = crowd.add_agent((1, 0, 1))
    assert (crowd.status(agent), crowd.reason(agent)) == (Status.FAILURE, Reason.NO_REQUEST)
    crowd.stop(agent)
    crowd.step(DT)
    assert crowd.reason(agent) == Reason.NO_REQUEST
    assert crowd.position(agent) == (1, 0, 1) and len(crowd.path(agent)) == 0


def test_the_same_target_restarts_nothing():
    once, often = Crowd(ROOMS.mesh), Crowd(ROOMS.mesh)
    a, b = once.add_agent(START), often.add_agent(START)
    once.request_path(a, GOAL)
    often.request_path(b, GOAL)
    path = often.path(b)
    for _ in range(1200):
        assert often.request_path(b, GOAL) == often.status(b)
        once.step(DT)
        often.step(DT)
        assert once.position(a) == often.position(b)
    assert np.array_equal(path, often.path(b))
    assert often.searches == 1 and often.replans(b) == 0 and often.status(b) == Status.SUCCESS


def test_targets_are_compared_as_float32():
    crowd = Crowd(OPEN.mesh)
    agent = crowd.add_agent((1, 0, 1))
    crowd.request_path(agent, (30.1, 0, 7.7))
    crowd.request_path(agent, np.float32([30.1, 0, 7.7]))
    assert crowd.searches == 1


def islands():
    return Level("""
        .....#.....
        .....#.....
        .....#.....
    """)


def test_unreachable_fails_at_once():
    level = islands()
    crowd = Crowd(level.mesh)
    agent = crowd.add_agent((1, 0, 1))
    for target, reason in [((8, 0, 1), Reason.GOAL_UNREACHABLE), ((1, 50, 1), Reason.GOAL_OFF_MESH),
                           ((500, 0, 1), Reason.GOAL_OFF_MESH), ((NAN, 0, 1), Reason.INVALID_INPUT),
                           ((1, INF, 1), Reason.INVALID_INPUT)]:
        assert crowd.request_path(agent, (4, 0, 2)) == Status.RUNNING
        assert crowd.request_path(agent, target) == Status.FAILURE
        assert crowd.reason(agent) == reason and not crowd.is_active(agent) and len(crowd.path(agent)) == 0
        searches = crowd.searches
        assert crowd.request_path(agent, target) == Status.FAILURE
        assert crowd.searches == searches
        crowd.step(DT)
        assert crowd.position(agent) == (1, 0, 1)


def test_a_failure_that_lay_at_the_start_is_tried_again_from_elsewhere():
    level = islands()
    crowd = Crowd(level.mesh)
    agent = crowd.add_agent((1, 30, 1))
    assert crowd.request_path(agent, (8, 0, 1)) == Status.FAILURE
    assert crowd.reason(agent) == Reason.GOAL_UNREACHABLE and len(crowd.path(agent)) == 0
    crowd.set_position(agent, (1, 0, 1))
    assert crowd.request_path(agent, (8, 0, 1)) == Status.FAILURE
    assert crowd.reason(agent) == Reason.GOAL_UNREACHABLE
    crowd.set_position(agent, (7, 0, 2.5))
    assert crowd.request_path(agent, (8, 0, 1)) == Status.RUNNING
    walk(crowd, agent, level)
    assert crowd.status(agent) == Status.SUCCESS


def test_partial_path_succeeds_at_its_end_and_keeps_the_reason():
    level = islands()
    crowd = Crowd(level.mesh)
    agent = crowd.add_agent((1, 0, 1), target_desired_distance=0.5)
    assert crowd.request_path(agent, (8, 0, 1.5), allow_partial=True) == Status.RUNNING
    assert crowd.reason(agent) == Reason.GOAL_UNREACHABLE
    assert crowd.request_path(agent, (8, 0, 1.5)) == Status.FAILURE
    assert crowd.request_path(agent, (8, 0, 1.5), allow_partial=True) == Status.RUNNING
    walk(crowd, agent, level)
    assert crowd.status(agent) == Status.SUCCESS and crowd.reason(agent) == Reason.GOAL_UNREACHABLE
    assert crowd.position(agent) == pytest.approx((5, 0, 1.5), abs=2e-3)


def test_stop_and_go_on():
    crowd = Crowd(OPEN.mesh)
    agent = crowd.add_agent((1, 0, 1))
    crowd.request_path(agent, (30, 0, 1))
    for _ in range(30):
        crowd.step(DT)
    crowd.stop(agent)
    assert (crowd.status(agent), crowd.reason(agent)) == (Status.FAILURE, Reason.STOPPED)
    assert crowd.preferred_velocity(agent) == (0, 0, 0)
    place, speed = crowd.position(agent)[0], crowd.velocity(agent)[0]
    for _ in range(20):
        crowd.step(DT)
    rest = crowd.position(agent)
    assert 0 < rest[0] - place <= speed ** 2 / 2 / 16 and crowd.velocity(agent) == (0, 0, 0)     # it brakes with 16 m/s²
    crowd.step(DT)
    assert crowd.position(agent) == rest
    assert crowd.request_path(agent, (30, 0, 1)) == Status.RUNNING
    walk(crowd, agent, OPEN)
    assert crowd.status(agent) == Status.SUCCESS


@pytest.mark.parametrize("pace", [1.0, 3.0])
def test_chasing_a_moving_target(pace):
    """Seldom a search, and never a way that is longer than the shortest one by more than a tenth."""
    crowd = Crowd(ROOMS.mesh)
    agent = crowd.add_agent(START, target_desired_distance=0.3)
    route = np.array(ROOMS.mesh.find_path((17, 0, 1), (1.5, 0, 11.5)).points, dtype=float)
    lengths = np.r_[0, np.cumsum(np.hypot(*np.diff(route[:, [0, 2]], axis=0).T))]
    ticks = int(lengths[-1] / pace / DT)
    for tick in range(ticks):
        s = pace * tick * DT
        target = tuple(np.interp(s, lengths, route[:, i]) for i in range(3))
        status = crowd.request_path(agent, target)
        assert status != Status.FAILURE
        if tick % 10 == 0 and status == Status.RUNNING:
            fresh = ROOMS.mesh.find_path(crowd.position(agent), target)
            assert crowd.distance_left(agent) <= 1.1 * fresh.length + 1e-3
        place = crowd.position(agent)
        crowd.step(DT)
        # a path may be searched within a millimeter of a corner, which then counts as turned
        ROOMS.assert_step_on_floor(place, crowd.position(agent), REACHED)
    assert crowd.searches < ticks / 4
    walk(crowd, agent, ROOMS)
    assert flat(crowd.position(agent), target) < 2e-3


# ---- disturbed on the way ----

@pytest.mark.parametrize("push", [(0.5, 0), (-0.5, 0), (0, 0.5), (0, -0.5), (0.3, 0.4)])
@pytest.mark.parametrize("at_step", [30, 150, 250, 340])
def test_pushed_aside_it_arrives_without_touching_a_wall(push, at_step):
    crowd = Crowd(ROOMS.mesh)
    agent = crowd.add_agent((1.5, 1, 1.5), max_speed=3.5)
    crowd.request_path(agent, GOAL)
    for _ in range(at_step):
        crowd.step(DT)
    x, y, z = crowd.position(agent)
    if ROOMS.on_floor(x + push[0], z + push[1]):
        crowd.set_position(agent, (x + push[0], y, z + push[1]))
    places = walk(crowd, agent, ROOMS)
    assert crowd.status(agent) == Status.SUCCESS and flat(places[-1], GOAL) < 2e-3
    assert crowd.replans(agent) <= 1


@pytest.mark.parametrize("place", [(17, 0, 1), (18.5, 0, 3.5), (1, 0, 11.5), (18.5, 0, 7.5)])
def test_thrown_far_aside_it_arrives(place):
    crowd = Crowd(ROOMS.mesh)
    agent = crowd.add_agent(START, **AT_ONCE)
    crowd.request_path(agent, GOAL)
    for _ in range(100):
        crowd.step(DT)
    crowd.set_position(agent, place)
    places = walk(crowd, agent, ROOMS)
    assert crowd.status(agent) == Status.SUCCESS
    assert flat_length(places) <= 1.02 * ROOMS.mesh.find_path(place, GOAL).length
    assert crowd.replans(agent) == 1


def test_thrown_off_the_world_it_comes_back():
    crowd = Crowd(ROOMS.mesh)
    agent = crowd.add_agent(START)
    crowd.request_path(agent, GOAL)
    crowd.step(DT)
    crowd.set_position(agent, (-100, 0, 0))
    crowd.step(DT)
    assert (crowd.status(agent), crowd.reason(agent), crowd.replans(agent)) == (Status.RUNNING, Reason.NONE, 1)
    assert crowd.start_offset(agent) == pytest.approx(100) and crowd.path(agent)[0] == pytest.approx((0, 0, 0))
    walk(crowd, agent)
    assert crowd.status(agent) == Status.SUCCESS and flat(crowd.position(agent), GOAL) < 2e-3


def test_a_jump_does_not_disturb():
    crowd = Crowd(ROOMS.mesh)
    agent = crowd.add_agent(START)
    crowd.request_path(agent, GOAL)
    for step in range(600):
        x, _, z = crowd.position(agent)
        crowd.set_position(agent, (x, abs(6 * math.sin(step / 20)), z))
        crowd.step(DT)
        assert crowd.status(agent) != Status.FAILURE
    assert crowd.searches == 1


@pytest.mark.parametrize("at_step", [0, 100, 200, 300, 340])
def test_blocked_and_released(at_step):
    crowd = Crowd(ROOMS.mesh)
    agent = crowd.add_agent(START)
    crowd.request_path(agent, GOAL)
    for _ in range(at_step):
        crowd.step(DT)
    held = crowd.position(agent)
    for _ in range(120):
        crowd.step(DT)
        crowd.set_position(agent, held)
        assert crowd.status(agent) == Status.RUNNING
    places = walk(crowd, agent, ROOMS)
    assert crowd.status(agent) == Status.SUCCESS and crowd.searches == 1
    assert flat(places[-1], GOAL) < 2e-3


def test_pushed_all_the_way_it_arrives():
    """A shove of up to a step's length every step, as among other agents; shoves into walls are not carried out."""
    random = np.random.default_rng(5)
    crowd = Crowd(ROOMS.mesh)
    agent = crowd.add_agent(START)
    crowd.request_path(agent, GOAL)

    def shove():
        x, y, z = crowd.position(agent)
        dx, dz = random.uniform(-0.05, 0.05, 2)
        if crowd.status(agent) == Status.RUNNING and ROOMS.on_floor(x + dx, z + dz, -1e-3):
            crowd.set_position(agent, (x + dx, y, z + dz))

    walk(crowd, agent, before_step=shove)
    assert crowd.status(agent) == Status.SUCCESS
    assert flat(crowd.position(agent), GOAL) < 2e-3


# ---- bad arguments ----

@pytest.mark.parametrize("name", ["radius", "max_speed", "max_deceleration", "path_desired_distance",
                                  "target_desired_distance", "path_max_distance"])
@pytest.mark.parametrize("value", [NAN, -1, -INF, "x", None])
def test_bad_parameters_are_named(name, value):
    with pytest.raises(ValueError, match=f"^{name}: "):
        Crowd(OPEN.mesh).add_agent((1, 0, 1), **{name: value})


@pytest.mark.parametrize("radius", [3356.0, 1e4, 1e200])
def test_a_radius_beside_which_distances_are_lost_is_refused(radius):
    crowd = Crowd(OPEN.mesh)
    agent = crowd.add_agent((1, 0, 1), radius=3355.0)
    for call in (lambda: crowd.add_agent((1, 0, 1), radius=radius), lambda: crowd.set_params(agent, radius=radius),
                 lambda: crowd.add_agents([(1, 0, 1)], radius=radius)):
        with pytest.raises(ValueError, match=re.escape(f"radius: must be in 0.0 … 3355.4432 m, is {radius}")):
            call()
    assert len(crowd) == 1 and (2 * 3355.0) ** 2 + 1e-4 ** 2 > (2 * 3355.0) ** 2 and (2 * 1e4) ** 2 + 1e-4 ** 2 == (2 * 1e4) ** 2


def test_bad_arguments_are_named():
    crowd = Crowd(OPEN.mesh)
    agent = crowd.add_agent((1, 0, 1))
    with pytest.raises(ValueError, match="no parameter 'speed'; did you mean 'max_speed'"):
        crowd.add_agent((1, 0, 1), speed=3)
    with pytest.raises(ValueError, match="^max_deceleration: "):
        crowd.add_agent((1, 0, 1), max_deceleration=0)
    for bad in [(NAN, 0, 0), (0, INF, 0), (1, 2), 7, "abc", None]:
        with pytest.raises(ValueError, match="^position: "):
            crowd.add_agent(bad)
        with pytest.raises(ValueError, match="^position: "):
            crowd.set_position(agent, bad)
    with pytest.raises(ValueError, match="^target: "):
        crowd.request_path(agent, (1, 2))
    for dt in (NAN, -1, INF):
        with pytest.raises(ValueError, match="^dt: "):
            crowd.step(dt)
    assert len(crowd) == 1 and crowd.position(agent) == (1, 0, 1)


def test_no_time_no_move_and_no_speed_no_move():
    crowd = Crowd(OPEN.mesh)
    a, b = crowd.add_agent((1, 0, 1)), crowd.add_agent((1, 0, 1), max_speed=0)
    for agent in (a, b):
        assert crowd.request_path(agent, (9, 0, 9)) == Status.RUNNING
    crowd.step(0)
    assert crowd.position(a) == (1, 0, 1)
    crowd.step(DT)
    assert crowd.position(b) == (1, 0, 1) and crowd.position(a) != (1, 0, 1)


@pytest.mark.parametrize("far", [1e6, 1e12, 1e29])
def test_far_away_is_off_the_mesh(far):
    crowd = Crowd(OPEN.mesh)
    agent = crowd.add_agent((far, 0, 1))
    assert crowd.request_path(agent, (1, 0, 1)) == Status.RUNNING
    begin, end = crowd.path(agent)[[0, -1]]
    assert end == pytest.approx((1, 0, 1)) and OPEN.free(int(begin[0] - 1e-3), int(begin[2]))
    assert begin == pytest.approx((40, 0, 1)) or far > 1e15                 # from farther away all points are equally far in doubles
    crowd.set_position(agent, (1, 0, 1))
    assert crowd.request_path(agent, (1, 0, far)) == Status.FAILURE
    assert crowd.reason(agent) == Reason.GOAL_OFF_MESH


# ---- any world ----

worlds = st.lists(st.lists(st.sampled_from("......##"), min_size=9, max_size=9).map("".join), min_size=7, max_size=7)


@settings(max_examples=150, deadline=None)
@given(worlds, st.sampled_from([2, 7, 20]),
       st.sampled_from([1 / 60, 1 / 15]), st.floats(0, 2))
def test_in_any_world_it_walks_the_shortest_way_and_never_through_a_wall(rows, speed, dt, height):
    rows = ["." + rows[0][1:], *rows[1:-1], rows[-1][:-1] + "."]
    level = Level("\n".join(rows))
    crowd = Crowd(level.mesh)
    agent = crowd.add_agent((0.4, height, 0.3), max_speed=speed, **AT_ONCE)
    status = crowd.request_path(agent, (8.7, 0, 6.6))
    if (8, 6) not in level.reachable((0, 0)):
        assert status == Status.FAILURE and crowd.reason(agent) == Reason.GOAL_UNREACHABLE
        return
    assert status == Status.RUNNING
    path = crowd.path(agent)
    places = walk(crowd, agent, level, dt)
    assert crowd.status(agent) == Status.SUCCESS and flat(places[-1], (8.7, 0, 6.6)) < 2e-3
    assert flat_length(places) <= 1.02 * flat_length(path) + (len(path) - 2) * min(RADIUS, speed * dt)     # steps go on past corners
    assert crowd.searches == 1


def test_the_same_run_gives_the_same_bits():
    def run():
        random = np.random.default_rng(3)
        crowd = Crowd(ROOMS.mesh)
        agents = [crowd.add_agent((random.uniform(1, 8), random.uniform(0, 2), random.uniform(0, 9))) for _ in range(30)]
        log = []
        for step in range(300):
            if step % 40 == 0:
                for agent in agents:
                    crowd.request_path(agent, (random.uniform(0, 18), 0, random.uniform(0, 6)))
            crowd.step(DT)
            log.append(crowd.positions.tobytes() + crowd.preferred_velocities.tobytes())
        return log

    assert run() == run()


def test_of_floors_that_overlap_it_keeps_to_its_own():
    """Two ramps that begin on one floor, one of them partly less than half a meter above the other."""
    vertices = [(-2, 0, 0), (-2, 0, 4), (0, 0, 4), (0, 0, 2), (0, 0, 0), (10, 0, 2), (10, 0, 0), (4, 1.6, 3), (4, 1.6, 1)]
    crowd = Crowd(NavMesh.from_polygons(vertices, [(0, 1, 2, 3, 4), (4, 3, 5, 6), (3, 2, 7, 8)], climb=0.5))
    agent = crowd.add_agent((-1, 0, 1.9))
    assert crowd.request_path(agent, (9, 0, 1.9)) == Status.RUNNING
    places = walk(crowd, agent)
    assert crowd.status(agent) == Status.SUCCESS and crowd.searches == 1
    assert max(abs(y) for _, y, _ in places) < 1e-6


# ---- others ----

def test_a_moved_end_of_the_path_is_no_lack_of_progress():
    """On open ground the next target, far off, lies on the last leg; the walk there is not stopped short once it has succeeded."""
    crowd = Crowd(OPEN.mesh)
    agent = crowd.add_agent((5.5, 0, 5.5))
    crowd.request_path(agent, (8.5, 0, 5.5))
    while crowd.status(agent) == Status.RUNNING:
        crowd.step(DT)
    crowd.request_path(agent, (20.5, 0, 9.5))
    assert flat(walk(crowd, agent)[-1], (20.5, 0, 9.5)) <= REACHED


@pytest.mark.parametrize("second", [4, 1])
def test_an_agent_that_avoids_nobody_is_not_moved_by_others(second):
    """Neither avoids the other, or the second one alone does: the first one goes straight on, and stays where it arrives."""
    crowd = Crowd(OPEN.mesh)
    first = crowd.add_agent((10, 0, 20), avoidance_layers=1, avoidance_mask=4, yields=False)
    other = crowd.add_agent((20, 0, 20), avoidance_layers=2, avoidance_mask=second, yields=False)
    crowd.request_path(first, (15, 0, 20))
    crowd.request_path(other, (5, 0, 20))
    nearest = INF
    for _ in range(600):
        crowd.step(DT)
        assert crowd.position(first)[2] == pytest.approx(20, abs=1e-9)
        nearest = min(nearest, flat(crowd.position(first), crowd.position(other)))
    assert flat(crowd.position(first), (15, 0, 20)) <= REACHED and flat(crowd.position(other), (5, 0, 20)) <= REACHED
    assert (nearest < 0.1) if second == 4 else (nearest > 0.99)


def test_who_waits_for_a_search_keeps_to_a_new_max_speed():
    mesh = rectangles((0, 0, 200, 40))
    crowd = Crowd(mesh)
    crowd.search_budget = 1
    agents = [crowd.add_agent((1 + 0.1 * i, 0, 1 + 0.3 * i), radius=0.1, max_speed=6) for i in range(100)]
    for agent in agents:
        crowd.request_path(agent, (199, 0, 20))
    for _ in range(120):
        crowd.step(DT)
    crowd.mesh = mesh
    for agent in agents:
        crowd.set_params(agent, max_speed=1.0)
    for _ in range(50):
        crowd.step(DT)
    assert np.hypot(crowd.velocities[:, 0], crowd.velocities[:, 2]).max() <= 1 + 1e-9


@pytest.mark.parametrize("call", ["step", "steer"])
def test_a_step_of_milliseconds_is_told(call):
    """A frame of any length, given in milliseconds, down to a thousand a second; one of seconds is not told."""
    crowd = Crowd()
    for frame in (1 / 15, 1 / 60, 1 / 999):
        told = rf"^dt: {1000 * frame:g} s in one step; it is in seconds, so {1000 * frame:g} ms are {frame:g}$"
        with pytest.warns(UserWarning, match=told):
            getattr(crowd, call)(1000 * frame)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            getattr(crowd, call)(frame)
            getattr(crowd, call)(1.0)
