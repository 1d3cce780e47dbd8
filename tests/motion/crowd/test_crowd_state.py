"""Going back in time: what was saved leads to the same bits again."""
import hashlib

import numpy as np
import pytest

from navpy import Crowd, NavMesh, Status
from tests.crowds import DT, ring
from tests.cutting import make_tile
from tests.meshes import DOOR, HALL, rectangles


def busy_crowd(mesh=DOOR):
    """Two groups before a doorway; two agents were removed."""
    crowd, rng = Crowd(mesh), np.random.default_rng(2)
    agents = [crowd.add_agent((rng.uniform(1, 8) + 11 * (i % 2), 0, rng.uniform(1, 9))) for i in range(14)]
    for i, agent in enumerate(agents):
        crowd.request_path(agent, (19 - 17 * (i % 2), 0, rng.uniform(1, 9)))
    for step in range(240):
        crowd.step(DT)
        if step in (60, 90):
            crowd.remove(agents[step // 30])
    return crowd


def digest(crowd):
    return hashlib.sha256(crowd.save_state()).hexdigest()


def on(crowd, steps):
    for _ in range(steps):
        crowd.step(DT)
    return digest(crowd)


def test_save_step_restore_step_is_the_same():
    crowd = busy_crowd()
    state = crowd.save_state()
    first = on(crowd, 8)
    crowd.load_state(state)
    assert crowd.save_state() == state and on(crowd, 8) == first
    on(crowd, 300)
    crowd.load_state(state)
    assert on(crowd, 8) == first


def test_saving_changes_nothing():
    saved, not_saved = busy_crowd(), busy_crowd()
    for _ in range(50):
        saved.save_state()
        saved.step(DT)
        not_saved.step(DT)
    assert saved.save_state() == not_saved.save_state()


def test_a_state_of_the_moment_after_the_mesh_was_exchanged():
    """The way that is blocked on the old mesh counts for nothing on the new one, which has fewer edges."""
    twins = []
    for loads in (True, False):
        crowd = Crowd(rectangles((0, 0, 10, 20), (10, 4, 12, 5), (10, 15, 12, 16), (12, 0, 22, 20)))
        crowd.add_agent((11, 0, 4.5), yields=False)
        walker = crowd.add_agent((2, 0, 3))
        crowd.request_path(walker, (20, 0, 3))
        while crowd.replans(walker) == 0:
            crowd.step(DT)
        crowd.mesh = rectangles((0, 0, 22, 20))
        if loads:
            crowd.load_state(crowd.save_state())
        twins.append([on(crowd, 100), crowd.path(walker).tolist()])
    assert twins[0] == twins[1] and len(twins[0][1]) == 2


def test_a_state_of_the_moment_before_a_tile_was_removed():
    """The way that is blocked leads from the agent's polygon over an edge to that tile, and the edge is a wall now."""
    def tile(x, z, low, high):
        corners = ((0, low), (0, high), (8, high), (8, low))
        return make_tile(x, z, [[(8 * x + i, 0, 8 * z + k) for i, k in corners]], 8.0)

    sides = [tile(x, z, 0, 8) for x in (0, 2) for z in range(3)]
    mesh = NavMesh.from_tiles(sides + [tile(1, 0, 4, 4.5), tile(1, 2, 4, 5)], 8.0, climb=0.4)
    crowd = Crowd(mesh)
    crowd.add_agent((12, 0, 4.25), yields=False)
    walker = crowd.add_agent((3, 0, 4))
    crowd.request_path(walker, (21, 0, 4))
    while crowd.path(walker)[:, 2].max() < 12:
        crowd.step(DT)
    state = crowd.save_state()
    mesh.remove_tile(2, 0)
    crowd.step(DT)
    crowd.load_state(state)
    for _ in range(60):
        crowd.step(DT)
    assert crowd.status(walker) == Status.FAILURE and len(crowd.path(walker)) == 0


def test_another_crowd_takes_it_over():
    crowd, other = busy_crowd(), Crowd(DOOR)
    other.add_agent((1, 0, 1))
    other.load_state(crowd.save_state())
    assert other.agents == crowd.agents and on(other, 200) == on(crowd, 200)
    agent = other.add_agent((1, 0, 1))
    assert agent == crowd.add_agent((1, 0, 1)) and agent in other
    other.request_path(agent, (19, 0, 5))
    crowd.request_path(agent, (19, 0, 5))
    assert on(other, 100) == on(crowd, 100)


def test_a_state_of_an_earlier_version_is_refused():
    state = bytearray(busy_crowd().save_state())
    assert state[:7] == b"ANVCRWB"
    state[6:7] = b"8"
    with pytest.raises(ValueError, match="was written by another version of navpy"):
        Crowd(DOOR).load_state(bytes(state))


def test_a_state_of_a_build_with_other_records_is_refused():
    state = bytearray(busy_crowd().save_state())
    state[40] ^= 8                              # Head.record_size: as if a field of 8 bytes came or went
    with pytest.raises(ValueError, match="was written by another version of navpy"):
        Crowd(DOOR).load_state(bytes(state))


def test_an_empty_crowd_and_one_without_a_mesh():
    crowd = Crowd()
    state = crowd.save_state()
    crowd.add_agent((0, 0, 0))
    crowd.load_state(state)
    assert len(crowd) == 0 and crowd.save_state() == state


def test_bytes_that_are_no_state_change_nothing():
    crowd = busy_crowd()
    state = crowd.save_state()
    elsewhere = Crowd(HALL)
    starts, goals = ring(3)
    agents = [elsewhere.add_agent(start) for start in starts]
    assert all(elsewhere.request_path(agent, goal) == Status.RUNNING for agent, goal in zip(agents, goals))
    before = elsewhere.save_state()
    damaged = bytearray(state)
    damaged[len(state) // 2] ^= 1
    for wrong, why in ((b"", "no state"), (b"x" * 500, "no state"), (state[:40], "no state"), (state[:-1], "damaged"),
                       (bytes(damaged), "damaged")):
        with pytest.raises(ValueError, match=why):
            elsewhere.load_state(wrong)
        assert elsewhere.save_state() == before


def test_damage_anywhere_is_noticed():
    crowd = busy_crowd()
    state = crowd.save_state()
    for at in list(range(100)) + list(range(100, len(state), 997)):
        damaged = bytearray(state)
        damaged[at] ^= 0x40
        with pytest.raises(ValueError, match="state: "):
            crowd.load_state(damaged)
    assert crowd.save_state() == state


def test_going_back_again_and_again_while_arrays_are_held():
    """As rollback does each frame; what is held for the arrays must not grow."""
    crowd = busy_crowd()
    state, held = crowd.save_state(), []
    for _ in range(100):
        held.append(crowd.positions)
        crowd.load_state(state)
        crowd.step(DT)
    assert all(each.ctypes.data == held[0].ctypes.data for each in held)
