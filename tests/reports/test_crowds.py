"""Reports of crowds whose agents collide, push each other off the ground, wait for ever, circle or never stop."""
import itertools
import math

import numpy as np
import pytest
import shapely

from navpy import Crowd, NavMesh, PathStatus, Status
from navpy.motion import orca_step
from tests.crowds import AT_ONCE, DT, flat, flat_length, walk, walk_all
from tests.meshes import HALL, ROOMS, rectangles

RUNNING, SUCCESS = Status.RUNNING, Status.SUCCESS


def turned(points, angle):
    c, s = math.cos(angle), math.sin(angle)
    return np.asarray(points) @ np.array([[c, s], [-s, c]])


# ---- velocities ----

WALLS = {"wall": [(0, 0), (4, 0)], "box": [(0, 0), (0, -2), (4, -2), (4, 0)], "wedge": [(0, 0), (2, -3), (4, 0)],
         "sides in line": [(0, 0), (0, -2), (2, -2), (4, -2), (4, 0), (2, 0)]}


@pytest.mark.parametrize("name", WALLS)
def test_who_just_touches_a_wall_does_not_walk_into_it(name):
    """Beside its ends, abreast of them, and where two sides meet, as near as rounding can tell; turned any way. RVO2 1"""
    for angle in np.linspace(0, 2 * math.pi, 40):
        ring = turned(WALLS[name], angle)
        solid = shapely.Polygon(ring) if len(ring) > 2 else shapely.LineString(ring)
        for along, off in itertools.product((0.0, 4.0, 2.0, -1.0, -0.2), (0.5, 0.5 + 1e-12, 0.5 - 1e-12, 0.6)):
            place = turned([(along, off)], angle)
            before = min(0.5, solid.distance(shapely.Point(place[0])))
            for speed, wish in itertools.product(((0, 0), (1, 0), (0, -1)), ((1, -0.5), (-1, -0.5), (0, -1))):
                new = orca_step(place, turned([speed], angle), turned([wish], angle), 0.5, 2.0, obstacles=[ring], dt=0.1,
                                time_horizon_obstacles=1.0)[0]
                assert np.isfinite(new).all()
                assert solid.distance(shapely.LineString([place[0], place[0] + new])) > before - 1e-3, (along, off, speed, wish, angle)


def test_the_nearest_of_many_is_avoided_however_few_count():
    """The one straight ahead, among forty that are farther away. recastnavigation 641"""
    angle = 2 * np.pi * np.arange(40) / 40
    others = np.column_stack([6 * np.cos(angle), 6 * np.sin(angle)])
    for order in range(3):
        places = np.concatenate([[(0, 0)], np.roll(np.concatenate([others, [(2.0, 0.05)]]), 13 * order, axis=0)])
        zero = np.zeros_like(places)
        wish = zero.copy()
        wish[0] = (2.0, 0.0)
        few, all_ = (orca_step(places, zero, wish, 0.5, 2.0, max_neighbors=count, time_horizon=1.0)[0] for count in (1, 41))
        assert few == pytest.approx(all_, abs=1e-9) and few[0] < 1.5


def test_agents_without_a_radius_pass_each_other():
    """Points that meet head on and crosswise, and one in the place of another: velocities are finite and everyone arrives.
    godotengine/godot 88648"""
    mesh = rectangles((0, 0, 20, 20))
    crowd = Crowd(mesh)
    trips = [((2, 0, 10), (18, 0, 10)), ((18, 0, 10), (2, 0, 10)), ((10, 0, 2), (10, 0, 18)), ((10, 0, 2), (10, 0, 17))]
    agents = [crowd.add_agent(start, radius=0.0) for start, _ in trips]
    for agent, (_, goal) in zip(agents, trips):
        crowd.request_path(agent, goal)
    for _ in range(900):
        crowd.step(DT)
        assert np.isfinite(crowd.positions).all()
    assert [crowd.status(agent) for agent in agents] == [SUCCESS] * 4


# ---- meeting ----

@pytest.mark.parametrize("angle", [0.0, 0.3, math.pi / 4, math.pi / 2])
def test_two_that_meet_head_on_pass_each_other(angle):
    """Exactly in line with each other, along an axis and oblique: there in little more than the time of one alone.
    godotengine/godot 84938"""
    way = np.array([math.cos(angle), 0, math.sin(angle)])
    ends = (20, 0, 20) - 8 * way, (20, 0, 20) + 8 * way
    crowd, agents, gap = walk_all(HALL, ends, ends[::-1], 16 / 3.5 + 3, max_speed=3.5)
    assert all(crowd.status(agent) == SUCCESS for agent in agents) and gap > -0.02


def test_one_that_stands_is_walked_around():
    """In the middle of the way, without a request of its own: nobody waits behind it. godotengine/godot 94670"""
    for x in (20.0, 20.0 + 1e-6, 20.3):
        crowd = Crowd(HALL)
        stands, walks = crowd.add_agent((x, 0, 20), radius=0.5), crowd.add_agent((20, 0, 8), radius=0.5, max_speed=3.5)
        crowd.request_path(walks, (20, 0, 32))
        places = walk(crowd, walks, seconds=24 / 3.5 + 3)
        assert crowd.status(walks) == SUCCESS and flat_length(places) < 26
        assert min(math.dist(place, (x, 0, 20)) for place in places) > 0.98 and crowd.position(stands) == pytest.approx((x, 0, 20))


def test_nobody_stays_between_a_wall_and_one_that_stands():
    """The one at rest leaves a gap to the wall that is too narrow: the other side is taken. recastnavigation 387"""
    for gap in (0.3, 0.6, 0.8, 0.95):
        crowd = Crowd(rectangles((0, 0, 24, 5)))
        crowd.add_agent((12, 0, 0.5 + gap), radius=0.5)
        walks = crowd.add_agent((3, 0, 0.2), radius=0.5, max_speed=3.0)
        crowd.request_path(walks, (21, 0, 0.2))
        walk(crowd, walks, seconds=18 / 3 + 4)
        assert crowd.status(walks) == SUCCESS


def test_who_avoids_stays_on_the_ground():
    """Two files that meet on a bridge without rails, wide enough for two: nobody is pushed over its edge. godot-proposals 4522"""
    mesh = rectangles((0, 0, 8, 12), (8, 5, 20, 7.4), (20, 0, 28, 12))
    crowd = Crowd(mesh)
    agents = [crowd.add_agent((2 + i % 3 * 1.6, 0, 2 + i // 3 * 1.6), radius=0.5) for i in range(9)]
    agents += [crowd.add_agent((26 - i % 3 * 1.6, 0, 2 + i // 3 * 1.6), radius=0.5) for i in range(9)]
    for k, agent in enumerate(agents):
        x, _, z = crowd.position(agent)
        crowd.request_path(agent, (28 - x, 0, z))
    for _ in range(60 * 60):
        crowd.step(DT)
        x, z = crowd.positions[:, 0], crowd.positions[:, 2]
        on = (x <= 8) & (x >= 0) | (x >= 20) | (z >= 5) & (z <= 7.4)
        assert (on | (np.minimum(abs(x - 8), abs(x - 20)) < 1e-3)).all() and (z > -1e-3).all() and (z < 12.001).all()
        if not any(crowd.is_active(agent) for agent in agents):
            break
    assert all(crowd.status(agent) == SUCCESS for agent in agents)


# ---- arriving ----

@pytest.mark.parametrize("acceleration, turn_rate", [(2.0, 90.0), (4.0, 180.0), (20.0, 60.0)])
@pytest.mark.parametrize("speed", [2.0, 8.0])
def test_nobody_circles_its_goal(speed, acceleration, turn_rate):
    """With much inertia and slow turns, from any side and with any heading at first: the way is short of a full circle around it.
    OpenRTS 28"""
    for angle in np.linspace(0, 2 * math.pi, 7):
        crowd = Crowd(HALL)
        start = (20 + 9 * math.cos(angle), 0, 20 + 9 * math.sin(angle))
        agent = crowd.add_agent(start, radius=0.5, max_speed=speed, max_acceleration=acceleration, max_deceleration=acceleration,
                                turn_rate=turn_rate)
        crowd.set_position(agent, start, (0, 0, 0.9 * speed))
        crowd.request_path(agent, (20, 0, 20))
        places = [crowd.position(agent)]
        for _ in range(60 * 30):
            crowd.step(DT)
            places.append(crowd.position(agent))
            if not crowd.is_active(agent):
                break
        assert crowd.status(agent) == SUCCESS
        near = [place for place in places if flat(place, (20, 0, 20)) < 3]
        assert flat_length(near) < 3 * 3.2


def test_who_is_stopped_stands_and_goes_to_the_next_place_alone():
    """After stop() it rests; a new request leads straight to the new place and not by the old one. ReeseUnityDemos 62"""
    crowd = Crowd(HALL)
    agent = crowd.add_agent((5, 0, 5), radius=0.5, max_speed=3.5)
    crowd.request_path(agent, (35, 0, 5))
    for _ in range(60):
        crowd.step(DT)
    crowd.stop(agent)
    for _ in range(60):
        crowd.step(DT)
    rests = crowd.position(agent)
    for _ in range(60):
        crowd.step(DT)
    assert crowd.position(agent) == rests and crowd.velocity(agent) == (0, 0, 0)
    crowd.request_path(agent, (5, 0, 30))
    places = walk(crowd, agent)
    assert crowd.status(agent) == SUCCESS and flat(places[-1], (5, 0, 30)) < 0.1
    assert flat_length(places) < flat(rests, (5, 0, 30)) + 0.2


@pytest.mark.parametrize("seed", range(4))
def test_a_new_goal_on_the_way_leads_through_no_wall(seed):
    """The path changes at any time, to rooms behind the agent and beside it: each step is on the floor, and none is left out.
    ReeseUnityDemos 39"""
    rng, crowd = np.random.default_rng(seed), Crowd(ROOMS.mesh)
    free = [(x, z) for x in range(ROOMS.width) for z in range(ROOMS.depth) if ROOMS.free(x, z)]
    reached = ROOMS.reachable((1, 1))
    places = [cell for cell in free if cell in reached]
    agent = crowd.add_agent((1.5, 0, 1.5), radius=0.3, max_speed=4.0, **AT_ONCE)
    for _ in range(25):
        x, z = places[rng.integers(len(places))]
        crowd.request_path(agent, (x + 0.5, 0, z + 0.5))
        for _ in range(int(rng.integers(3, 120))):
            before = crowd.position(agent)
            crowd.step(DT)
            ROOMS.assert_step_on_floor(before, crowd.position(agent))
    walk(crowd, agent, ROOMS)
    assert crowd.status(agent) == SUCCESS and flat(crowd.position(agent), (x + 0.5, 0, z + 0.5)) < 0.2


@pytest.mark.parametrize("dt", [1 / 10, 1 / 60, 1 / 144])
def test_the_same_speed_at_any_tick(dt):
    """A trip takes as long in long steps as in short ones. godotengine/godot 62532"""
    crowd = Crowd(HALL)
    agent = crowd.add_agent((5, 0, 5), radius=0.5, max_speed=3.5, **AT_ONCE)
    crowd.request_path(agent, (35, 0, 5))
    time = 0.0
    while crowd.status(agent) == RUNNING and time < 20:
        crowd.step(dt)
        time += dt
    assert time == pytest.approx(30 / 3.5, abs=2 * dt + 0.3)


@pytest.mark.parametrize("angle", np.arange(8) * math.pi / 4)
def test_the_stopping_distance_holds_from_all_sides(angle):
    """In line with the axes of the world and obliquely. NavMeshPlus 246"""
    crowd = Crowd(HALL)
    start = (20 + 10 * round(math.cos(angle), 9), 0, 20 + 10 * round(math.sin(angle), 9))
    agent = crowd.add_agent(start, radius=0.5, max_speed=3.5, stopping_distance=2.5)
    crowd.request_path(agent, (20, 0, 20))
    walk(crowd, agent)
    assert crowd.status(agent) == SUCCESS and flat(crowd.position(agent), (20, 0, 20)) == pytest.approx(2.5, abs=0.1)


def test_a_goal_on_an_island_that_moves_every_step_stops_nobody():
    """Asked again in each step for a place that cannot be reached: the agent goes on to the nearest one. NavMeshComponents 114"""
    crowd = Crowd(rectangles((0, 0, 30, 20), (32, 0, 40, 20)))
    agent = crowd.add_agent((3, 0, 10), radius=0.5, max_speed=3.5, **AT_ONCE)
    places = []
    for i in range(60 * 10):
        crowd.request_path(agent, (36 + math.sin(i / 30), 0, 10 + 5 * math.sin(i / 50)), allow_partial=True)
        crowd.step(DT)
        places.append(crowd.position(agent))
    speeds = [flat(a, b) / DT for a, b in zip(places, places[1:])][:60 * 6]
    assert min(speeds) > 3.3 and places[-1][0] > 29


def test_a_target_on_a_floor_above_is_gone_to_by_the_stairs():
    """Straight above the agent, and below it. recast.js 28"""
    lower = [(0, 0, 0), (0, 0, 12), (12, 0, 12), (12, 0, 3), (12, 0, 0)]
    upper = [(20, 3, 0), (20, 3, 3), (24, 3, 3), (24, 3, 0), (24, 3, 12), (0, 3, 12), (0, 3, 3)]
    mesh = NavMesh.from_polygons(lower + upper, [(0, 1, 2, 3, 4), (4, 3, 6, 5), (5, 6, 7, 8), (6, 11, 10, 9, 7)], agent_height=1.8,
                                 climb=0.4, agent_radius=0.4)
    crowd = Crowd(mesh)
    for start, goal in (((3, 0, 8), (3, 3, 8)), ((3, 3, 8), (3, 0, 8))):
        path = mesh.find_path(start, goal)
        assert path.status == PathStatus.COMPLETE
        agent = crowd.add_agent(start, radius=0.4)
        crowd.request_path(agent, goal)
        walk(crowd, agent, seconds=40)
        assert crowd.status(agent) == SUCCESS and crowd.position(agent) == pytest.approx(goal, abs=0.2)
        crowd.remove(agent)
