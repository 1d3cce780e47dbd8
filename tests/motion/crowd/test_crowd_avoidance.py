"""Avoidance in crowds: agents do not overlap, are not pushed off the mesh and do not wait for ever."""
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from navpy import Crowd, Status
from tests.crowds import AT_ONCE, DT, RADIUS, gap, ring, walk_all
from tests.meshes import DOOR, HALL, rectangles


def have_arrived(crowd, agents, goals, within=0.01):
    return all(crowd.status(agent) == Status.SUCCESS for agent in agents) \
        and np.abs(crowd.positions - np.asarray(goals)).max() < within


# ---- nobody waits for ever ----

@pytest.mark.parametrize("count, seconds", [(2, 7), (4, 8), (8, 12), (20, 45)])
def test_symmetric_rings_resolve(count, seconds):
    starts, goals = ring(count)
    crowd, agents, least = walk_all(HALL, starts, goals, seconds)
    assert have_arrived(crowd, agents, goals, 0.01 if count <= 8 else 1.5)          # in a crowd some step aside for others
    assert least > -0.01 * RADIUS


def test_two_streams_pass_in_a_corridor():
    starts = [(1 + 1.5 * i, 0, z) for i in range(5) for z in (0.6, 1.9)]
    goals = [(39 - 1.5 * i, 0, z) for i in range(5) for z in (0.6, 1.9)]
    crowd, agents, _ = walk_all(rectangles((0, 0, 40, 2.5)), starts + goals, goals + starts, 60)
    assert all(crowd.status(agent) == Status.SUCCESS for agent in agents)


def test_two_pass_in_a_corridor_that_is_just_two_wide():
    starts = [(1, 0, 0.5), (39, 0, 0.5)]
    crowd, agents, least = walk_all(rectangles((0, 0, 40, 1)), starts, starts[::-1], 40)
    assert have_arrived(crowd, agents, starts[::-1]) and least > -0.01


@pytest.mark.parametrize("count", [1, 3, 6])
def test_groups_pass_a_doorway_one_wide(count):
    starts = [(2 + 2 * (i % 3), 0, 3 + 2 * (i // 3)) for i in range(count)]
    goals = [(21 - x, 0, z) for x, _, z in starts]
    crowd, agents, least = walk_all(DOOR, starts + goals, goals + starts, 60)
    assert all(crowd.status(agent) == Status.SUCCESS for agent in agents) and least > -0.1 * RADIUS


def test_many_agents_with_one_goal_arrive_around_it():
    farthest = []
    for shift in (0.0, 1e-5, 1e-3):             # meters: a shift decides which agent arrives where
        starts = [(2 + shift + 1.3 * (i % 8), 0, 2 + 1.3 * (i // 8)) for i in range(50)]
        crowd, agents, least = walk_all(HALL, starts, [(30, 0, 30)] * 50, 30)
        assert all(crowd.status(agent) == Status.SUCCESS and not crowd.is_active(agent) for agent in agents)
        off = np.linalg.norm(crowd.positions - (30, 0, 30), axis=1)
        assert least > -0.05 * RADIUS and off.min() < 1
        farthest.append(off.max())
    assert np.median(farthest) < 8              # 3.7 m if packed without gaps
    for _ in range(120):                        # the last ones slow down, and who has stepped aside returns
        crowd.step(DT)
    before = crowd.positions.copy()
    for _ in range(120):
        crowd.step(DT)
    assert (crowd.positions == before).all()


@pytest.mark.parametrize("before", [True, False], ids=["on a navmesh", "before there is one"])
def test_an_agent_without_a_request_is_avoided_though_its_origin_is_above_the_floor(before):
    crowd = Crowd(HALL if before else None)
    crowd.add_agent((20, 1.2, 20), height=1.0, yields=False)
    crowd.mesh = HALL
    walker = crowd.add_agent((15, 0, 20.1), height=1.0)
    crowd.request_path(walker, (30, 0, 20.1))
    gaps = []
    while crowd.status(walker) == Status.RUNNING:
        crowd.step(DT)
        gaps.append(gap(crowd))
    assert min(gaps) > -0.01


# ---- right of way ----

def test_a_preferred_velocity_that_nobody_is_in_the_way_of_is_kept_to_the_bit():
    both, alone = Crowd(HALL), Crowd(HALL)
    first = both.add_agent((5, 0, 5))
    only = alone.add_agent((5, 0, 5))
    other = both.add_agent((5, 0, 9))
    for crowd, agent, goal in ((both, first, (35, 0, 5)), (alone, only, (35, 0, 5)), (both, other, (35, 0, 9))):
        crowd.request_path(agent, goal)
    for _ in range(600):
        both.step(DT)
        alone.step(DT)
        assert both.position(first) == alone.position(only)


def test_a_stander_steps_aside_only_if_it_yields():
    corridor, starts, goals = rectangles((0, 0, 40, 1.2)), [(1, 0, 0.6), (20, 0, 0.6)], [(39, 0, 0.6), (20, 0, 0.6)]
    crowd, agents, least = walk_all(corridor, starts, goals, 25)
    assert crowd.status(agents[0]) == Status.SUCCESS and least > -0.01
    crowd = Crowd(corridor)
    walker, stander = crowd.add_agent(starts[0]), crowd.add_agent(starts[1], yields=False)
    crowd.request_path(walker, goals[0])
    for _ in range(360):
        crowd.step(DT)
    assert crowd.position(stander) == starts[1] and crowd.position(walker)[0] < 20 and gap(crowd) > -0.01


@pytest.mark.parametrize("params, other, meets", [({}, {}, True), ({"avoidance_enabled": False}, {}, False),
                                                  ({"avoidance_mask": 2}, {"avoidance_mask": 2}, False),
                                                  ({"avoidance_layers": 2}, {"avoidance_mask": 2}, True),
                                                  ({"height": 1.0}, {"height": 1.0}, True)])
def test_layers_and_masks_tell_which_agents_are_avoided(params, other, meets):
    crowd = Crowd(HALL)
    a, b = crowd.add_agent((10, 0, 20), **params), crowd.add_agent((20, 0, 20), **other)
    crowd.request_path(a, (20, 0, 20.0))
    crowd.request_path(b, (10, 0, 20.0))
    least = 9.0
    for _ in range(300):
        crowd.step(DT)
        least = min(least, gap(crowd))
    assert (least > -0.01) == meets


@pytest.mark.parametrize("aside", [0.2, 0.5, 0.8])
def test_who_is_not_avoided_by_another_does_all_of_the_avoidance(aside):
    """4 m before the other, the two velocities lead past each other at once: the bodies may touch."""
    crowd = Crowd(HALL)
    other = crowd.add_agent((22, 0, 20), radius=RADIUS, avoidance_layers=2, avoidance_mask=2, **AT_ONCE)
    agent = crowd.add_agent((18, 0, 20 + aside), radius=RADIUS, avoidance_layers=1, avoidance_mask=3, **AT_ONCE)
    crowd.request_path(other, (8, 0, 20))
    crowd.request_path(agent, (32, 0, 20 + aside))
    crowd.steer(DT)                     # the velocities before were 0
    for _ in range(3):
        crowd.steer(DT)
        approach = np.subtract(crowd.velocity(agent), crowd.velocity(other))[::2]
        nearest = abs(approach[0] * aside + approach[1] * 4.0) / np.hypot(*approach)
        assert crowd.velocity(other) == crowd.preferred_velocity(other) and nearest > 2 * RADIUS - 1e-3


def test_the_higher_priority_goes_straighter():
    crowd = Crowd(HALL)
    first, second = crowd.add_agent((10, 0, 20)), crowd.add_agent((30, 0, 20), avoidance_priority=0.5)
    crowd.request_path(first, (30, 0, 20))
    crowd.request_path(second, (10, 0, 20))
    aside = np.zeros(2)
    for _ in range(400):
        crowd.step(DT)
        aside = np.maximum(aside, np.abs(crowd.positions[:, 2] - 20))
    assert aside[1] > 3 * aside[0] and aside.sum() > 0.9


# ---- the mesh is the law ----

@settings(max_examples=12)
@given(st.integers(0, 2 ** 32))
def test_nobody_is_pushed_off_the_mesh(seed):
    """A narrow bridge and more agents than it has room for, going both ways, with goals that change."""
    rng, bridge = np.random.default_rng(seed), rectangles((0, 0, 5, 6), (5, 2.4, 12, 3.4), (12, 0, 17, 6))
    crowd = Crowd(bridge)
    agents = [crowd.add_agent((rng.uniform(0, 5) + 12 * (i % 2), 0, rng.uniform(0, 6)), radius=rng.uniform(0.2, 0.6))
              for i in range(24)]
    for step in range(300):
        for agent in rng.choice(agents, 2):
            crowd.request_path(agent, (rng.uniform(0, 5) + 12 * rng.integers(2), 0, rng.uniform(0, 6)))
        crowd.step(DT)
        at = crowd.positions
        assert np.isfinite(at).all()
        on_bridge = (at[:, 0] > 5) & (at[:, 0] < 12)
        assert (at[:, 0] >= -1e-5).all() and (at[:, 0] <= 17 + 1e-5).all() and (np.abs(at[:, 2] - 3) <= 3 + 1e-5).all()
        assert (np.abs(at[on_bridge, 2] - 2.9) <= 0.5 + 1e-5).all()


@pytest.mark.parametrize("count, side, steps", [(600, 40, 150), (2500, 90, 30)])
def test_the_same_calls_give_the_same_bits_for_any_number_of_threads(count, side, steps):
    """With 600 agents avoidance alone is shared among threads, with 2500 all phases are."""
    rng, states = np.random.default_rng(5), []
    hall = rectangles((0, 0, side, side))
    starts, goals = rng.uniform(1, side - 1, (2, count, 3)) * (1, 0, 1)
    with ThreadPoolExecutor(3) as pool:
        for executor in (None, None, pool):
            crowd = Crowd(hall)
            for start, goal in zip(starts, goals):
                crowd.request_path(crowd.add_agent(start, radius=0.3), goal)
            for _ in range(steps):
                crowd.step(DT, executor)
            states.append(crowd.save_state())
    assert states[0] == states[1] == states[2]


@pytest.mark.parametrize("distance", [0.0, 100.0, 1e5, 1e9, 1e30])
def test_however_far_apart_they_are_threads_change_nothing(distance):
    """Some walk, and others stand in the distance, off the mesh."""
    rng, states = np.random.default_rng(6), []
    starts, goals = rng.uniform(1, 29, (2, 500, 3)) * (1, 0, 1)
    far = rng.uniform(0, 20, (300, 3)) * (1, 0, 1) + (distance, 0, -distance)
    with ThreadPoolExecutor(3) as pool:
        for executor in (None, pool):
            crowd = Crowd(rectangles((0, 0, 30, 30)))
            for start, goal in zip(starts, goals):
                crowd.request_path(crowd.add_agent(start, radius=0.3), goal)
            crowd.add_agents(far, radius=0.3)
            for _ in range(40):
                crowd.step(DT, executor)
            states.append(crowd.save_state())
            assert np.isfinite(crowd.positions).all()
    assert states[0] == states[1]


@pytest.mark.parametrize("dt", [0.0, 1e-310, 1e-9, 1e-5, 0.5, 100.0, 1e12])
def test_no_step_is_too_short_or_too_long(dt):
    crowd = Crowd(HALL)
    agents = [crowd.add_agent((20 + 0.3 * (i % 5), 0, 20 + 0.3 * (i // 5))) for i in range(25)]
    for i, agent in enumerate(agents):
        crowd.request_path(agent, (38 - i, 0, 2 + i))
    for _ in range(20):
        crowd.step(dt)
        assert np.isfinite(crowd.positions).all() and (np.abs(crowd.positions[:, ::2] - 20) <= 20 + 1e-5).all()
        assert (np.hypot(*crowd.velocities[:, ::2].T) <= 3.5 + 1e-6).all()


def test_standing_in_one_place_they_come_apart():
    crowd = Crowd(HALL)
    agents = [crowd.add_agent((20, 0, 20)) for _ in range(5)]
    for i, agent in enumerate(agents):
        crowd.request_path(agent, (20 + 10 * np.cos(i), 0, 20 + 10 * np.sin(i)))
    for _ in range(300):
        crowd.step(DT)
    assert all(crowd.status(agent) == Status.SUCCESS for agent in agents)


@pytest.mark.parametrize("crowding", [dict(avoidance_mask=2), dict(height=1.0)], ids=["of no layer it avoids", "on another floor"])
def test_agents_that_it_need_not_avoid_do_not_count_among_the_nearest(crowding):
    """Twelve stand nearer to its path than the one that it has to avoid, two more than max_neighbors."""
    crowd = Crowd(HALL)
    for i in range(12):
        crowd.add_agent((19.2 + 0.1 * i, 3 if "height" in crowding else 0, 20), yields=False)
    stander = crowd.add_agent((20, 0, 19.8), yields=False, avoidance_layers=2 if "height" not in crowding else 1)
    walker = crowd.add_agent((10, 0, 20), max_neighbors=10, **crowding)
    crowd.request_path(walker, (30, 0, 20))
    least = np.inf
    while crowd.status(walker) == Status.RUNNING:
        crowd.step(DT)
        least = min(least, np.linalg.norm(np.subtract(crowd.position(walker), crowd.position(stander))))
    assert crowd.status(walker) == Status.SUCCESS and least > 1.95 * RADIUS
