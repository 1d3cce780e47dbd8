"""Level of detail: agents far from all focus points make longer steps, less often."""
import concurrent.futures

import numpy as np
import pytest

import navpy
from navpy.base.core import Status
from navpy.navmesh.navmesh import NavMesh

DT, SPEED, SIDE, BLOCKS = 1 / 60, 3.0, 10.0, 6


def town():
    """Streets of 10 m between blocks of 10 m, on the ground."""
    index, polygons = {}, []
    for i in range(2 * BLOCKS + 1):
        for k in range(2 * BLOCKS + 1):
            if not (i % 2 and k % 2):
                ring = [(i, k), (i, k + 1), (i + 1, k + 1), (i + 1, k)]
                polygons.append([index.setdefault((SIDE * x, 0.0, SIDE * z), len(index)) for x, z in ring])
    return NavMesh.from_polygons(list(index), polygons, agent_radius=0.5)


MESH, LENGTH = town(), SIDE * (2 * BLOCKS + 1)


def walkers(count=400, seed=3):
    """Agents at random places of the streets, on their way to others."""
    rng = np.random.default_rng(seed)
    crowd, places = navpy.Crowd(MESH), rng.uniform(1, LENGTH - 1, (8 * count, 2))
    free = places[((places % (2 * SIDE)) < SIDE - 0.5).any(axis=1)][:2 * count]
    for (x, z), (goal_x, goal_z) in zip(free[:count], free[count:]):
        crowd.request_path(crowd.add_agent((x, 0, z), radius=0.4, max_speed=SPEED), (goal_x, 0, goal_z))
    crowd.focus_distance = SIDE
    return crowd


def test_near_agents_walk_as_without_a_focus():
    ours, plain = walkers(), walkers()
    ours.focus, ours.focus_distance = [(0, 0, 0)], 2 * LENGTH
    for _step in range(200):
        ours.step(DT)
        plain.step(DT)
    assert (ours.positions == plain.positions).all() and (ours.velocities == plain.velocities).all()


def test_two_threads_have_the_same_bits():
    ours, other = walkers(1500), walkers(1500)
    ours.focus = other.focus = [(0, 0, 0)]
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        for _step in range(60):
            ours.step(DT)
            other.step(DT, executor)
    assert (ours.positions == other.positions).all()


def test_a_saved_state_goes_on_alike():
    ours, other = walkers(), navpy.Crowd(MESH)
    ours.focus = [(0, 0, 0)]
    for _step in range(37):
        ours.step(DT)
    other.load_state(ours.save_state())
    assert other.focus == ours.focus and other.focus_distance == SIDE
    for _step in range(50):
        ours.step(DT)
        other.step(DT)
    assert (ours.positions == other.positions).all()
    assert other.save_state() == ours.save_state()


def test_nobody_leaves_the_mesh_or_jumps_under_a_moving_focus():
    """What an agent moves at once is at most what it walks in the time since it moved last."""
    crowd = walkers()
    at, waited = crowd.positions.copy(), np.zeros(len(crowd))
    for step in range(400):
        crowd.focus = [(LENGTH * (step % 200) / 200, 0, LENGTH / 3)]
        crowd.step(DT)
        moved = np.hypot(*(crowd.positions - at).T[::2])
        waited += DT
        assert (moved <= SPEED * waited + 1e-9).all()
        waited[moved > 0] = 0.0
        at = crowd.positions.copy()
        polys, floor, _distance = MESH.locate_many(at)
        assert (polys >= 0).all() and np.abs(floor - at).max() < 1e-3


def walked(steps):
    """Meters in 20 s, alone on a straight street in the distance, and in how many steps the agent moved."""
    crowd = navpy.Crowd(MESH)
    agent = crowd.add_agent((1, 0, 5), radius=0.4, max_speed=SPEED)
    crowd.request_path(agent, (LENGTH - 1, 0, 5))
    crowd.focus, crowd.focus_distance, crowd.focus_steps = [(-1e4, 0, 0)], SIDE, steps
    moves, before = 0, crowd.position(agent)
    for _step in range(1200):
        crowd.step(DT)
        moves += crowd.position(agent) != before
        before = crowd.position(agent)
    return before[0] - 1, moves


@pytest.mark.parametrize("steps", [2, 4, 16])
def test_far_agents_walk_as_fast_as_near_ones(steps):
    """Places differ by what an agent walks in a turn while it waits, and in another one while it comes to its speed."""
    far, moves = walked(steps)
    near, all_moves = walked(1)
    assert abs(far - near) <= 2 * SPEED * steps * DT
    squares = 20 * SPEED / SIDE                         # in a new one its turn may come early
    assert all_moves / steps - 1 <= moves <= all_moves / steps + 1 + squares


def test_far_agents_take_turns():
    """A square's turn comes once in sixteen steps, and no step has more than two and a half times its part."""
    crowd = walkers(1500)
    crowd.focus, crowd.focus_distance = [(-1e5, 0, 0)], 5.0
    before, counts = crowd.positions.copy(), []
    for _step in range(48):
        crowd.step(DT)
        counts.append((crowd.positions != before).any(axis=1).sum())
        before = crowd.positions.copy()
    assert sum(counts) > 0.9 * 3 * len(crowd) and max(counts) < 2.5 * len(crowd) / 16


def steps_of_square(column, row, focus, most):
    """n by the square's point that is nearest to the focus."""
    low = SIDE * np.array([column, row])
    distance = np.hypot(*np.maximum(0, np.maximum(low - focus, focus - low - SIDE)))
    return min([n for n in (1, 2, 4, 8, 16) if distance <= n * SIDE or n == most])


def test_squares_step_together_and_in_their_turn():
    """Against what the places say; one agent is placed elsewhere while it waits. In the plan y = −z."""
    crowd, focus = walkers(600), np.array([0.0, 0.0])
    for agent in crowd.agents:
        crowd.set_params(agent, avoidance_enabled=False)
    crowd.focus = [(focus[0], 0, -focus[1])]
    at, waited = crowd.positions.copy(), np.zeros(600, int)
    for step in range(120):
        if step == 60:
            crowd.set_position(crowd.agents[7], (5, 0, 5))
            at[7], waited[7] = (5, 0, 5), 0
        crowd.step(DT)
        now, waited = crowd.positions.copy(), waited + 1
        moved = (now != at).any(axis=1)
        squares = {}
        for i in range(600):
            if crowd.status(crowd.agents[i]) == Status.RUNNING:
                squares.setdefault((at[i, 0] // SIDE, -at[i, 2] // SIDE), []).append(i)
        for (column, row), members in squares.items():
            assert len({bool(moved[i]) for i in members}) == 1
            assert step < 16 or waited[members].max() <= steps_of_square(column, row, focus, 16)
        at[moved], waited[moved] = now[moved], 0


def test_a_request_in_the_distance_begins_within_a_turn():
    crowd = navpy.Crowd(MESH)
    crowd.focus = [(-1e4, 0, 0)]
    agent = crowd.add_agent((1, 0, 5), max_speed=SPEED)
    for _step in range(5):
        crowd.step(DT)
    crowd.request_path(agent, (60, 0, 5))
    for _step in range(crowd.focus_steps):
        crowd.step(DT)
    assert crowd.position(agent)[0] > 1


def test_removed_and_new_agents_under_a_focus():
    crowd = walkers()
    crowd.focus = [(0, 0, 0)]
    for step in range(100):
        crowd.step(DT)
        crowd.remove(crowd.agents[step])
        agent = crowd.add_agent((5, 0, 1 + step), max_speed=SPEED)
        crowd.request_path(agent, (LENGTH - 5, 0, 5))
        crowd.set_position(crowd.agents[-1], (5, 0, 5))
    assert len(crowd) == 400 and np.isfinite(crowd.positions).all()


def test_agents_on_both_sides_of_the_focus_see_each_other():
    """Two walk towards each other from squares with other turns, and pass without an overlap."""
    crowd = navpy.Crowd(MESH)
    crowd.focus, crowd.focus_distance = [(20, 0, 5)], SIDE
    pair = [crowd.add_agent((x, 0, 5.1), radius=0.4, max_speed=SPEED) for x in (25, 75)]
    for agent, x in zip(pair, (100, 2)):
        crowd.request_path(agent, (x, 0, 5))
    nearest = np.inf
    for _step in range(900):
        crowd.step(DT)
        nearest = min(nearest, np.hypot(*np.subtract(*map(crowd.position, pair))[::2]))
    assert 0.8 - 4 * 2 * SPEED * DT < nearest < 3


@pytest.mark.parametrize("name, value, says", [
    ("focus", [(0, float("nan"), 0)], r"focus\[0\]"), ("focus", [(0, 0)], r"focus\[0\]"), ("focus_distance", 0, "focus_distance"),
    ("focus_distance", float("nan"), "focus_distance"), ("focus_steps", 3, "power of two"), ("focus_steps", 0, "focus_steps")])
def test_what_is_no_focus_is_refused(name, value, says):
    crowd = walkers(10)
    with pytest.raises(ValueError, match=says):
        setattr(crowd, name, value)
    assert crowd.focus == []
