"""A crowd that is saved in one process and loaded in another, on a mesh from its file, goes on as if nothing had been."""
import json
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from navpy import Crowd, NavMesh, QueryFilter, Status
from tests.crowds import DT
from tests.cutting import cut_mesh
from tests.meshes import DOOR, HALL, grid_mesh, rectangles
from tests.motion.crowd.test_crowd_state import busy_crowd as crowd_at_the_door
from tests.restarts import busy_crowd, change, go_on, places, shuffled, world

WORLD = world()


def again(mesh):
    return NavMesh.from_bytes(mesh.to_bytes())


def in_another_process(folder, mesh, crowd, *arguments):
    mesh.save(folder / "mesh")
    (folder / "state").write_bytes(crowd.save_state())
    run = subprocess.run([sys.executable, "-m", "tests.restarts", str(folder), *map(str, arguments)], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stdout.split()


# ---- another process ----

@pytest.mark.parametrize("mesh", [WORLD, shuffled(WORLD, 1)], ids=["baked", "after changes"])
def test_it_goes_on_in_another_process_for_a_thousand_steps(mesh, tmp_path):
    mesh = shuffled(WORLD, 1) if mesh is not WORLD else WORLD
    crowd = busy_crowd(mesh)
    go_on(crowd, 150)
    there = in_another_process(tmp_path, mesh, crowd, 1000)
    assert there == go_on(crowd, 1000) and len(there) == 10


def test_it_goes_on_with_a_path_index(tmp_path):
    mesh = grid_mesh(6, width=30, depth=30)
    mesh.build_path_index()
    crowd = busy_crowd(mesh)
    go_on(crowd, 60)
    assert in_another_process(tmp_path, mesh, crowd, 300) == go_on(crowd, 300)


def test_what_searches_have_learned_does_not_matter(tmp_path):
    """Landmarks shorten searches; then a step's budget would last for more of them, if it counted what they open."""
    mesh = shuffled(WORLD, 2)
    crowd = busy_crowd(mesh)
    crowd.search_budget = 60
    for seed in range(4):
        crowd.request_paths(crowd.agents, places(mesh, len(crowd), 20 + seed), allow_partial=True)
    go_on(crowd, 50)
    crowd.request_paths(crowd.agents, places(mesh, len(crowd), 7), allow_partial=True)
    there = in_another_process(tmp_path, mesh, crowd, 100, "change")
    change(mesh)
    assert there == go_on(crowd, 100)


# ---- another mesh in this process ----

@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10 ** 6), before=st.integers(0, 120), focus=st.booleans(), unnoticed=st.booleans())
def test_small_worlds(seed, before, focus, unnoticed):
    """Tiles were added and removed in any order; a change right before the state is saved is not noticed yet."""
    rng = np.random.default_rng(seed)
    mesh = NavMesh.from_tiles(list(cut_mesh(HALL, 4.0).values()), 4.0, climb=0.4)
    order = [mesh.tiles[i] for i in rng.permutation(len(mesh.tiles))]
    for x, z in order[: len(order) // 2]:
        tile = mesh.tile(x, z)
        mesh.remove_tile(x, z)
        if rng.random() < 0.9:
            mesh.add_tile(tile)
    crowd = busy_crowd(mesh, seed % 100, 24)
    if focus:
        crowd.focus, crowd.focus_distance = [tuple(places(mesh, 1, seed)[0])], 3.0
    go_on(crowd, before)
    if unnoticed and len(mesh.tiles) > 2:
        mesh.remove_tile(*mesh.tiles[int(rng.integers(len(mesh.tiles)))])
    other = Crowd(again(mesh))
    assert other.load_state(crowd.save_state())
    assert go_on(other, 120, 20) == go_on(crowd, 120, 20)


def test_the_state_is_the_same_after_it_was_loaded():
    mesh = shuffled(WORLD, 3)
    crowd = busy_crowd(mesh)
    go_on(crowd, 90)
    state, other = crowd.save_state(), Crowd(again(mesh))
    other.load_state(state)
    assert other.save_state() == state
    third = Crowd(shuffled(mesh, 4))
    third.load_state(state)
    assert third.save_state() == state


def test_filters_are_those_of_the_rows():
    mesh = shuffled(WORLD, 5)
    crowds = []
    for own in (mesh, again(mesh)):
        mud = QueryFilter(own, area_costs={63: 3.0})
        crowd = busy_crowd(own, 3)
        for agent in crowd.agents[::2]:
            crowd.set_filter(agent, mud)
        crowds.append(crowd)
    go_on(crowds[0], 120)
    assert crowds[1].load_state(crowds[0].save_state())
    assert go_on(crowds[1], 200) == go_on(crowds[0], 200)


def test_two_crowds_that_see_each_other():
    mesh = shuffled(WORLD, 6)
    pair = [busy_crowd(mesh, 1, 30), busy_crowd(mesh, 2, 30)]

    def steps(crowds, count):
        for _ in range(count):
            crowds[0].step(DT, others=(crowds[1],))
            crowds[1].step(DT, others=(crowds[0],))
        return [crowd.positions.tolist() for crowd in crowds]

    steps(pair, 100)
    loaded = [Crowd(again(mesh)), Crowd(again(mesh))]
    for crowd, other in zip(pair, loaded):
        assert other.load_state(crowd.save_state())
    assert steps(loaded, 100) == steps(pair, 100)


# ---- a mesh that is another one ----

def test_on_another_mesh_agents_search_anew():
    """The wall has no door: who is on the way fails, in one step. As many polygons make no mesh the same."""
    walls = [rectangles((0, 0, 10, 10), (10, low, 11, low + 2), (11, 0, 21, 10)) for low in (4, 7)]
    assert walls[0].polygon_count == walls[1].polygon_count
    crowd = Crowd(walls[0])
    agent = crowd.add_agent((2, 0, 5))
    crowd.request_path(agent, (19, 0, 5))
    for _ in range(60):
        crowd.step(DT)
    other = Crowd(walls[1])
    assert other.load_state(crowd.save_state()) is False
    assert other.position(agent) == crowd.position(agent) and other.velocity(agent) == crowd.velocity(agent)
    other.step(DT)
    assert np.array_equal(other.path(agent)[-1], (19, 0, 5)) and other.replans(agent) == 1
    assert (other.path(agent)[:, 2] >= 6.9).any(), "its path leads through the door of this mesh"
    for _ in range(1200):
        other.step(DT)
    assert other.status(agent) == Status.SUCCESS


@pytest.mark.parametrize("change", [lambda mesh: mesh.set_area_cost(63, 2.0), lambda mesh: mesh.set_flags([0], 5),
                                    lambda mesh: mesh.add_link((2, 0, 2), (18, 0, 2), radius=1.0)], ids=["cost", "flags", "link"])
def test_a_cost_a_flag_or_a_link_makes_it_another_mesh(change):
    crowd, mesh = crowd_at_the_door(), again(DOOR)
    assert Crowd(mesh).load_state(crowd.save_state())
    change(mesh)
    other = Crowd(mesh)
    assert not other.load_state(crowd.save_state())
    for _ in range(30):
        other.step(DT)
    assert not other.load_state(Crowd().save_state()) and len(other) == 0


def test_without_a_mesh():
    crowd = crowd_at_the_door()
    other = Crowd()
    assert not other.load_state(crowd.save_state())
    other.step(DT)
    assert {other.status(agent) for agent in other.agents} <= {Status.FAILURE, Status.SUCCESS}
    other.mesh = DOOR
    other.step(DT)
    assert any(other.is_active(agent) for agent in other.agents)


# ---- one agent ----

@pytest.mark.parametrize("before", [0, 30, 100, 400, 1200])
def test_an_agent_that_is_saved_alone_goes_on(before):
    """Alone in its crowd, at its start, on its way, on a link and at rest; through JSON."""
    mesh = shuffled(WORLD, 8)
    for seed in range(6):
        start, goal = places(mesh, 2, seed)
        crowd = Crowd(mesh)
        agent = crowd.add_agent(start)
        crowd.request_path(agent, goal, allow_partial=True)
        for _ in range(before):
            crowd.step(DT)
        other = Crowd(again(mesh))
        twin = other.add_agent((0, 0, 0))
        assert other.load_agent(twin, json.loads(json.dumps(crowd.save_agent(agent))))
        for _ in range(400):
            assert other.position(twin) == crowd.position(agent) and other.velocity(twin) == crowd.velocity(agent)
            assert other.status(twin) == crowd.status(agent) and other.link(twin) == crowd.link(agent)
            crowd.step(DT)
            other.step(DT)


def test_an_agent_that_is_saved_on_a_link_lands():
    mesh = rectangles((0, 0, 10, 10), (14, 0, 24, 10))
    mesh.add_link((9.5, 0, 5), (14.5, 0, 5), radius=0.5)
    crowd = Crowd(mesh)
    agent = crowd.add_agent((2, 0, 5))
    crowd.request_path(agent, (20, 0, 5))
    while crowd.link(agent) is None or crowd.link(agent) < 0:
        crowd.step(DT)
    crowd.step(DT)
    other = Crowd(again(mesh))
    twin = other.add_agent((1, 0, 1))
    assert other.load_agent(twin, crowd.save_agent(agent))
    for _ in range(600):
        crowd.step(DT)
        other.step(DT)
        assert other.position(twin) == crowd.position(agent)
    assert other.status(twin) == Status.SUCCESS


def test_an_agent_goes_on_at_its_speed_where_the_mesh_is_another_one():
    crowd = Crowd(HALL)
    agent = crowd.add_agent((2, 0, 2), max_speed=3.0)
    crowd.request_path(agent, places(HALL, 1, 4)[0])
    for _ in range(40):
        crowd.step(DT)
    mesh = again(HALL)
    mesh.set_area_cost(63, 2.0)
    other = Crowd(mesh)
    twin = other.add_agent((0, 0, 0), max_speed=3.0)
    assert other.load_agent(twin, crowd.save_agent(agent)) is False
    before = np.hypot(*np.array(crowd.velocity(agent))[::2])
    assert before > 1.0 and other.position(twin) == crowd.position(agent)
    other.step(DT)
    assert np.hypot(*np.array(other.velocity(twin))[::2]) > 0.8 * before and other.status(twin) == Status.RUNNING
    for _ in range(1200):
        other.step(DT)
    assert other.status(twin) == Status.SUCCESS


def test_a_dict_that_is_no_agent_changes_nothing():
    crowd = crowd_at_the_door()
    agent = crowd.agents[0]
    state, before = crowd.save_agent(agent), crowd.save_state()
    wrongs = (dict(position=(1, 2)), dict(velocity=[1, 2, float("nan")]), dict(exact="xy"), dict(status=9), dict(format=2),
              dict(target=None))
    for wrong in ({}, *({**state, **each} for each in wrongs)):
        with pytest.raises(ValueError, match="state: is none that was saved"):
            crowd.load_agent(agent, wrong)
        assert crowd.save_state() == before
    for damaged in (state["exact"][:-2], "", state["exact"][:400] + "00" + state["exact"][402:]):
        assert crowd.load_agent(agent, {**state, "exact": damaged}) in (True, False)
    crowd.step(DT)
