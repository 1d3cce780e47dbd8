"""Flocks of a crowd, by their definition, and by what comes of them: agents that walk together, and leashes."""
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from navpy import Crowd, NavMesh, Reason, Status
from tests.crowds import DT
from tests.meshes import HALL, OPEN, ROOMS, rectangles

RULES = dict(separation_weight=1.0, alignment_weight=1.0, cohesion_weight=0.5)


def plan(rows):
    return np.asarray(rows)[:, ::2]


def distances(at):
    apart = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    return apart


def spread(at):
    return np.hypot(*(at - at.mean(axis=0)).T).mean()


def marching(count=16, goal=(36, 0, 20), seed=1, size=3.0, mesh=HALL, **params):
    """Agents around (5, 20) with a request to the goal."""
    crowd, rng = Crowd(mesh), np.random.default_rng(seed)
    for _ in range(count):
        x, z = rng.uniform(-size, size, 2)
        crowd.request_path(crowd.add_agent((5 + x, 0, 20 + z), radius=0.3, **params), goal)
    return crowd


# ---- one step, by the definition ----

def limited(vector, most):
    size = np.hypot(*vector)
    return vector * most / size if size > most else vector


def expected_velocity(at, moving, along_path, own, left, radius, weights, max_speed):
    """The preferred velocity of an agent among walking agents of its flock; left: meters to its goal."""
    separation, alignment, cohesion = np.array(weights) * min(1.0, left / radius)
    offsets = np.delete(at - at[own], own, axis=0)
    distance = np.hypot(*offsets.T)
    near = distance <= radius
    velocity = along_path
    if near.any():
        others = np.delete(moving, own, axis=0)[near]
        away = (-offsets / distance[:, None] * (1 - distance[:, None] / radius) ** 2)[near].sum(axis=0)
        velocity = (along_path + alignment * others.mean(axis=0)) / (1 + alignment)
        velocity = velocity + max_speed * (separation * away + cohesion * offsets[near].mean(axis=0) / radius)
    velocity, speed = limited(velocity, max_speed), np.hypot(*along_path)
    progress = velocity @ along_path / speed
    if progress < 0.25 * speed:                     # a quarter of the speed along the path remains
        aside = velocity - along_path * progress / speed
        velocity = 0.25 * along_path + limited(aside, np.sqrt(max_speed ** 2 - (0.25 * speed) ** 2))
    return velocity


@pytest.mark.parametrize("weights", [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.7, 2.0, 0.3)])
@pytest.mark.parametrize("seed", range(4))
def test_preferred_velocities_follow_the_rules(weights, seed):
    rng, speed, radius = np.random.default_rng(seed), 2.0, 4.0
    crowd = Crowd(HALL)
    goals = rng.uniform(5, 35, (12, 2))
    for x, z in rng.uniform(16, 24, (12, 2)):
        crowd.add_agent((x, 0, z), radius=0.01, max_speed=speed, flock_radius=radius, separation_weight=weights[0],
                        alignment_weight=weights[1], cohesion_weight=weights[2])
    for agent, (x, z) in zip(crowd.agents, goals):
        crowd.request_path(agent, (x, 0, z))
    for _ in range(5):
        crowd.step(DT)
    at, moving = plan(crowd.positions).copy(), plan(crowd.velocities).copy()
    crowd.steer(DT)
    left = np.hypot(*(goals - at).T)
    for own, found in enumerate(plan(crowd.preferred_velocities)):
        along_path = (goals[own] - at[own]) * speed / left[own]
        assert left[own] > 0.2                      # it does not brake yet
        assert found == pytest.approx(expected_velocity(at, moving, along_path, own, left[own], radius, weights, speed), abs=1e-9)


def test_without_weights_a_flock_changes_nothing():
    states = []
    for params in ({}, dict(flock_id=3, flock_radius=9.0, leash_length=1.0, leash_weight=4.0)):
        crowd = marching(**params)
        for _ in range(200):
            crowd.step(DT)
        states.append(crowd.positions.tobytes() + crowd.velocities.tobytes())
    assert states[0] == states[1]


@pytest.mark.parametrize("other", [dict(flock_id=1), dict(separation_weight=0.0, alignment_weight=0.0, cohesion_weight=0.0)])
def test_others_are_no_neighbors(other):
    """Of another flock, or of none."""
    crowd = Crowd(HALL)
    agents = [crowd.add_agent((10, 0, z), radius=0.3, **RULES | params) for z, params in ((20, {}), (21.5, other))]
    for agent in agents:
        crowd.request_path(agent, (30, 0, crowd.position(agent)[2]))
    for _ in range(3):
        crowd.step(DT)
    assert crowd.preferred_velocity(agents[0]) == (3.5, 0, 0)


def test_another_floor_has_another_flock():
    corners = [(x, y, z) for y in (0, 4) for x, z in ((0, 0), (0, 20), (20, 20), (20, 0))]
    crowd = Crowd(type(HALL).from_polygons(corners, [(0, 1, 2, 3), (4, 5, 6, 7)]))
    agents = [crowd.add_agent((4, y, 10 + y / 4), radius=0.3, **RULES) for y in (0, 4)]
    for agent in agents:
        crowd.request_path(agent, (16, *crowd.position(agent)[1:]))
    for _ in range(3):
        crowd.step(DT)
    for agent in agents:
        assert crowd.preferred_velocity(agent) == pytest.approx((3.5, 0, 0), abs=1e-12)


# ---- flocks that walk ----

def halfway(crowd, seconds=4.0):
    for _ in range(int(seconds / DT)):
        crowd.step(DT)
    return plan(crowd.positions).copy()


def test_separation_keeps_a_flock_apart_and_cohesion_together():
    alone = halfway(marching())
    apart = halfway(marching(separation_weight=1.5))
    together = halfway(marching(cohesion_weight=1.0))
    assert np.median(distances(apart).min(axis=1)) > 1.4 * np.median(distances(alone).min(axis=1))
    assert spread(together) < 0.8 * spread(alone) < 0.8 * spread(apart)
    assert distances(together).min() > 0.55             # avoidance has the last word


def test_alignment_makes_one_stream_of_two():
    """Two columns whose ways differ by 60°, side by side: the angle between them is less than half with alignment."""
    angles = []
    for weight in (0.0, 2.0):
        crowd = Crowd(HALL)
        for k in range(16):
            side = 1 if k % 2 else -1
            agent = crowd.add_agent((4 + k // 2, 0, 20 - 0.5 * side), radius=0.3, alignment_weight=weight)
            crowd.request_path(agent, (crowd.position(agent)[0] + 20 * np.cos(0.5), 0, 20 + 20 * side * np.sin(0.5)))
        for _ in range(20):
            crowd.step(DT)
        preferred = plan(crowd.preferred_velocities)
        headings = np.arctan2(preferred[:, 1], preferred[:, 0])
        angles.append(abs(headings[1::2].mean() - headings[::2].mean()))
    assert angles[1] < 0.5 * angles[0]


@pytest.mark.parametrize("weights", [RULES, dict(separation_weight=4.0), dict(cohesion_weight=4.0), dict(alignment_weight=4.0)])
def test_a_flock_arrives_and_rests(weights):
    crowd = marching(goal=(30, 0, 20), **weights)
    for _ in range(int(40 / DT)):
        crowd.step(DT)
        if not any(crowd.is_active(agent) for agent in crowd.agents) and not crowd.velocities.any():
            break
    assert {crowd.status(agent) for agent in crowd.agents} == {Status.SUCCESS}
    assert not crowd.velocities.any()
    assert np.hypot(*(plan(crowd.positions) - (30, 20)).T).max() < 3.3          # with a tenth of the radii between the bodies


def test_a_flock_stays_on_the_navmesh():
    """Through doors and round walls, with rules that push into the walls."""
    crowd = Crowd(ROOMS.mesh)
    for k in range(12):
        agent = crowd.add_agent((1.2 + k % 4, 0, 1.2 + k // 4), radius=0.2, separation_weight=5.0, cohesion_weight=3.0,
                                alignment_weight=1.0)
        assert crowd.request_path(agent, (1.5, 0, 11.5)) == Status.RUNNING
    for _ in range(int(60 / DT)):
        crowd.step(DT)
        assert all(ROOMS.on_floor(x, z, 1e-6) for x, z in plan(crowd.positions))
    assert {crowd.status(agent) for agent in crowd.agents} == {Status.SUCCESS}


def test_a_body_is_not_steered_off_the_navmesh():
    """Bodies move by the velocities that the crowd gives them: with a flock these end on the navmesh, too."""
    crowd = Crowd(rectangles((0, 0, 30, 1)))
    agents = [crowd.add_agent((3 + 0.4 * (k % 3), 0, 0.05 + 0.45 * (k // 3)), radius=0.1, separation_weight=5.0) for k in range(9)]
    for agent in agents:
        crowd.request_path(agent, (28, 0, 0.5))
    for _ in range(200):
        crowd.steer(DT)
        after = crowd.positions + DT * crowd.velocities
        assert after[:, 2].min() > -1e-6 and after[:, 2].max() < 1 + 1e-6
        for agent, place in zip(agents, after):
            crowd.set_position(agent, (place[0], 0, min(max(place[2], 0.0), 1.0)))


def test_threads_have_the_same_flock():
    results = []
    with ThreadPoolExecutor(2) as pool:
        for executor in (None, pool):
            crowd = marching(count=300, size=8.0, **RULES)
            for agent in crowd.agents[1:]:
                crowd.set_flock_leader(agent, crowd.agents[0])
            for _ in range(40):
                crowd.step(DT, executor)
            results.append(crowd.save_state())
    assert results[0] == results[1]


# ---- leashes ----

def leashed(mesh=OPEN.mesh, count=1, leader=(3, 0, 20), followers=(2, 0, 20), **params):
    crowd = Crowd(mesh)
    first = crowd.add_agent(leader, radius=0.3, max_speed=2.0)
    others = [crowd.add_agent(np.add(followers, (0, 0, 0.7 * k)), radius=0.3, **dict(leash_length=3.0) | params) for k in range(count)]
    for agent in others:
        crowd.set_flock_leader(agent, first)
    return crowd, first, others


def gap(crowd, a, b):
    return np.hypot(*(np.subtract(crowd.position(a), crowd.position(b))[::2]))


def test_a_follower_without_a_request_keeps_to_its_leash():
    crowd, leader, (follower,) = leashed()
    crowd.request_path(leader, (33, 0, 20))
    largest = 0.0
    while crowd.is_active(leader):
        crowd.step(DT)
        largest = max(largest, gap(crowd, leader, follower))
    assert largest < 3.0 + 0.3 + 0.3                    # its radius of slack, and the way in which it brakes
    for _ in range(300):
        crowd.step(DT)
    assert 3.0 - 0.05 < gap(crowd, leader, follower) < 3.0 + 0.3
    assert not crowd.is_active(follower) and crowd.status(follower) == Status.SUCCESS and crowd.reason(follower) == Reason.NONE
    assert crowd.searches < 6                           # the path's end moves with the leader


def test_within_the_leash_it_stands():
    crowd, leader, (follower,) = leashed()
    crowd.request_path(leader, (5, 0, 20))
    for _ in range(200):
        crowd.step(DT)
    assert crowd.position(follower) == (2, 0, 20) and crowd.status(follower) == Status.FAILURE
    assert crowd.reason(follower) == Reason.NO_REQUEST


def test_a_leash_leads_round_walls():
    crowd, leader, (follower,) = leashed(ROOMS.mesh, leader=(2.5, 0, 1.5), followers=(1.5, 0, 1.5), leash_length=1.5)
    crowd.request_path(leader, (1.5, 0, 11.5))
    for _ in range(int(60 / DT)):
        before = crowd.position(follower)
        crowd.step(DT)
        ROOMS.assert_step_on_floor(before, crowd.position(follower))
    assert crowd.status(leader) == Status.SUCCESS and gap(crowd, leader, follower) < 1.9


def test_a_herd_follows_and_comes_to_rest():
    crowd, leader, herd = leashed(count=12, followers=(2, 0, 15), separation_weight=1.0, cohesion_weight=0.3)
    crowd.request_path(leader, (33, 0, 20))
    for _ in range(int(30 / DT)):
        crowd.step(DT)
    assert max(gap(crowd, leader, agent) for agent in herd) < 6.0
    assert not crowd.velocities.any() and distances(plan(crowd.positions)).min() > 0.55


def two_rooms(door):
    """Two rooms of 20 m by 20 m, with a passage 2 m long between their middles."""
    low, high = 10 - door / 2, 10 + door / 2
    places = [(0, 0, 0), (0, 0, 20), (20, 0, 20), (20, 0, 0), (20, 0, low), (20, 0, high), (22, 0, low), (22, 0, high),
              (22, 0, 0), (22, 0, 20), (42, 0, 20), (42, 0, 0)]
    return NavMesh.from_polygons(places, [(0, 1, 2, 5, 4, 3), (4, 5, 7, 6), (8, 6, 7, 9, 10, 11)])


@pytest.mark.parametrize("door", [1.2, 2.0, 4.0])
def test_a_herd_follows_through_a_door_and_nobody_stays_behind(door):
    """A follower rests on its leash, or where it touches the leader or others who rest so. Nobody else stands."""
    crowd = Crowd(two_rooms(door))
    leader = crowd.add_agent((36, 0, 10), yields=False)
    herd = [crowd.add_agent((6 + 1.1 * (k % 5), 0, 6 + 1.1 * (k // 5)), separation_weight=1.0, leash_length=3.0) for k in range(20)]
    for sheep in herd:
        crowd.set_flock_leader(sheep, leader)
    for _ in range(3600):
        crowd.step(DT)
    assert not crowd.velocities.any()
    at = plan(crowd.positions)
    held = np.hypot(*(at - at[0]).T) <= 3.0 + 0.5
    for _ in range(len(at)):
        held |= (distances(at) <= 1.5)[:, held].any(axis=1)
    assert held.all()


def test_a_request_of_its_own_comes_first_and_the_leash_afterwards():
    crowd, leader, (follower,) = leashed(leader=(30, 0, 20), leash_weight=0.5)
    assert crowd.request_path(follower, (2, 0, 5)) == Status.RUNNING
    statuses = set()
    while crowd.is_active(follower) and crowd.position(follower)[2] > 5.5:
        crowd.step(DT)
        statuses.add(crowd.status(follower))
    assert statuses <= {Status.RUNNING, Status.SUCCESS} and crowd.position(follower)[2] < 6
    for _ in range(int(20 / DT)):
        crowd.step(DT)
    assert gap(crowd, leader, follower) == pytest.approx(3.0, abs=0.05)
    assert crowd.request_path(follower, (30, 0, 20)) == Status.RUNNING          # the leader's place, but a new request


def test_on_its_way_it_is_drawn_to_the_leader():
    """Straight on are 3.5 m/s along x; twice the leash to the side adds leash_weight times full speed."""
    crowd, _, (follower,) = leashed(leader=(2, 0, 30), leash_length=5.0, leash_weight=0.5)
    crowd.request_path(follower, (30, 0, 20))
    crowd.steer(DT)
    expected = np.array([3.5, 0.5 * 3.5]) * 3.5 / np.hypot(3.5, 0.5 * 3.5)
    assert crowd.preferred_velocity(follower)[::2] == pytest.approx(expected, rel=1e-9)


def test_a_failed_request_keeps_its_reason():
    crowd, _, (follower,) = leashed(leader=(30, 0, 20))
    assert crowd.request_path(follower, (90, 0, 20)) == Status.FAILURE
    for _ in range(20):
        crowd.step(DT)
    assert crowd.reason(follower) == Reason.GOAL_OFF_MESH and crowd.position(follower) == (2, 0, 20)
    crowd.stop(follower)
    for _ in range(int(20 / DT)):
        crowd.step(DT)
    assert gap(crowd, 0x100000000, follower) == pytest.approx(3.0, abs=0.05)


def test_an_unreachable_leader_is_searched_once_while_nobody_moves():
    crowd, leader, (follower,) = leashed(rectangles((0, 0, 10, 40), (20, 0, 40, 40)), leader=(30, 0, 20))
    for _ in range(300):
        crowd.step(DT)
    assert crowd.position(follower)[0] == pytest.approx(10, abs=0.01)           # as near as it gets
    assert crowd.searches <= 2
    crowd.set_position(leader, (30, 0, 10))
    for _ in range(300):
        crowd.step(DT)
    assert crowd.position(follower)[2] == pytest.approx(10, abs=0.01) and crowd.searches <= 4


def test_a_leader_that_is_removed_leads_no_more():
    crowd, leader, (follower,) = leashed(leader=(30, 0, 20))
    for _ in range(60):
        crowd.step(DT)
    crowd.remove(leader)
    crowd.step(DT)
    assert not crowd.is_active(follower)
    for _ in range(20):                                     # its body slows down
        crowd.step(DT)
    place = crowd.position(follower)
    crowd.step(DT)
    assert crowd.position(follower) == place
    other = crowd.add_agent((30, 0, 20))                    # where the first one was
    crowd.set_flock_leader(follower, other)
    for _ in range(int(20 / DT)):
        crowd.step(DT)
    assert gap(crowd, other, follower) == pytest.approx(3.0, abs=0.05)
    crowd.set_flock_leader(follower, None)
    crowd.set_position(other, (10, 0, 20))
    for _ in range(20):
        crowd.step(DT)
    assert gap(crowd, other, follower) > 10


def test_a_leash_is_part_of_the_state():
    crowd, leader, (follower,) = leashed()
    crowd.request_path(leader, (33, 0, 20))
    for _ in range(200):
        crowd.step(DT)
    state = crowd.save_state()
    for _ in range(200):
        crowd.step(DT)
    expected = crowd.save_state()
    other = Crowd(OPEN.mesh)
    other.load_state(state)
    for _ in range(200):
        other.step(DT)
    assert other.save_state() == expected


def test_bad_leaders_are_refused():
    crowd, leader, (follower,) = leashed()
    for agent, other, message in ((77, leader, "agent: 77 was removed"), (follower, 77, "agent: 77 was removed"),
                                  (leader, leader, "leader: agent .* cannot lead itself")):
        with pytest.raises(ValueError, match=message):
            crowd.set_flock_leader(agent, other)
