"""Ids of agents, and the arrays that follow their slots."""
import numpy as np
import pytest

from tests.crowds import DT, GOAL, START, walk
from tests.meshes import OPEN, ROOMS
from navpy.base.core import Status
from navpy.api.motion.crowd import Crowd


def test_stale_ids():
    crowd = Crowd(OPEN.mesh)
    a = crowd.add_agent((1, 0, 1))
    assert a in crowd and crowd.remove(a) and a not in crowd and len(crowd) == 0
    b = crowd.add_agent((2, 0, 2))
    assert b != a and crowd.agents == [b]
    for stale in (a, -1, -2, 0, 12345, 2 ** 62, (1 << 32) | 7):
        assert stale not in crowd and not crowd.remove(stale)
        crowd.stop(stale)
        for call in (crowd.position, crowd.status, crowd.reason, crowd.path, crowd.replans, crowd.is_active,
                     crowd.preferred_velocity, crowd.distance_left):
            with pytest.raises(ValueError, match="^agent: "):
                call(stale)
        with pytest.raises(ValueError, match="^agent: "):
            crowd.request_path(stale, (3, 0, 3))
        with pytest.raises(ValueError, match="^agent: "):
            crowd.set_position(stale, (3, 0, 3))
    assert crowd.position(b) == (2, 0, 2)


def test_ids_are_never_used_twice():
    crowd = Crowd(OPEN.mesh)
    seen, live = set(), []
    random = np.random.default_rng(1)
    for _ in range(3000):
        if live and random.random() < 0.5:
            assert crowd.remove(live.pop(random.integers(len(live))))
        else:
            agent = crowd.add_agent((1, 0, 1))
            assert agent >= 0 and agent not in seen
            seen.add(agent)
            live.append(agent)
    assert sorted(crowd.agents) == sorted(live) and len(crowd) == len(live)


def test_removing_while_walking_disturbs_nobody():
    """Each agent walks as it would alone, whichever others are added and removed."""
    random = np.random.default_rng(2)
    starts = [(random.uniform(1, 8), 0, random.uniform(1, 9)) for _ in range(20)]

    def alone(start, steps):
        crowd = Crowd(ROOMS.mesh)
        agent = crowd.add_agent(start)
        crowd.request_path(agent, GOAL)
        for _ in range(steps):
            crowd.step(DT)
        return crowd.position(agent)

    crowd = Crowd(ROOMS.mesh)
    agents = [crowd.add_agent(start, avoidance_enabled=False) for start in starts]
    for agent in reversed(agents):
        crowd.request_path(agent, GOAL)
    for step in range(200):
        if step % 10 == 0:
            crowd.remove(agents[step // 10 * 7 % 20] if step < 100 else -1)
        crowd.step(DT)
    left = [(agent, start) for agent, start in zip(agents, starts) if agent in crowd]
    assert len(left) == len(crowd) == 10
    for agent, start in left:
        assert crowd.position(agent) == alone(start, 200)
    late = crowd.add_agent(START)
    crowd.request_path(late, GOAL)
    walk(crowd, late, ROOMS)
    assert crowd.status(late) == Status.SUCCESS


def test_arrays_follow_the_slots():
    crowd = Crowd(OPEN.mesh)
    assert crowd.positions.shape == crowd.preferred_velocities.shape == (0, 3)
    agents = [crowd.add_agent((i, 1, 2)) for i in range(1, 5)]
    crowd.request_path(agents[2], (30, 0, 2))
    crowd.steer(DT)
    assert crowd.positions.tolist() == [[i, 1, 2] for i in range(1, 5)]
    assert crowd.preferred_velocities.tolist() == [[0, 0, 0], [0, 0, 0], [3.5, 0, 0], [0, 0, 0]]
    crowd.remove(agents[1])
    assert crowd.agents == [agents[0], agents[2], agents[3]]
    assert [tuple(crowd.positions[agent & 0xffffffff]) for agent in crowd.agents] == [crowd.position(agent) for agent in crowd.agents]
    assert crowd.statuses.tolist()[2:] == [Status.RUNNING, Status.FAILURE]
    with pytest.raises(ValueError, match="read-only"):
        crowd.positions[:] = 9


def test_arrays_are_the_crowds_own_memory():
    crowd = Crowd(OPEN.mesh)
    agent = crowd.add_agent((1, 1, 2))
    crowd.request_path(agent, (30, 0, 2))
    positions, velocities, statuses = crowd.positions, crowd.velocities, crowd.statuses
    for _ in range(30):
        crowd.step(DT)
        assert tuple(positions[0]) == crowd.position(agent) and tuple(velocities[0]) == crowd.velocity(agent)
    crowd.stop(agent)
    assert statuses[0] == Status.FAILURE
    before = positions.copy()
    for i in range(1000):                               # they lie elsewhere now; the arrays look at what was
        crowd.add_agent((i, 1, 3))
    crowd.set_position(agent, (9, 1, 9))
    assert (positions == before).all() and tuple(crowd.positions[0]) == (9, 1, 9) and len(crowd.positions) == 1001
    view = crowd.positions
    crowd.load_state(crowd.save_state())
    del crowd
    assert tuple(view[0]) == (9, 1, 9)
