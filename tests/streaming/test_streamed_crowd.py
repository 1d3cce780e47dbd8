"""Crowds on a world of which a part is loaded."""
import math

import numpy as np
import pytest
from navpy.base.core import Reason, Status
from navpy.motion import Crowd
from navpy.streaming import NavWorld
from tests.meshes import random_points
from tests.streaming.worlds import SIZE, grid_tiles, load_all, whole_mesh, write

DT = 1 / 30
WALKER = dict(radius=0.1, max_speed=2.0, target_desired_distance=0.2)


@pytest.fixture(scope="module")
def ground(tmp_path_factory):
    """The file of a world of streets of 60 by 60 m, and its whole mesh."""
    tiles = grid_tiles(2, 60, 60, 0.2)
    path = tmp_path_factory.mktemp("worlds") / "w"
    write(path, tiles.values())
    return path, whole_mesh(tiles)


def far_pairs(mesh, count, least, seed=3):
    """Places that a path of some length joins."""
    places = [tuple(point) for _poly, point in random_points(mesh, 400, np.random.default_rng(seed), kinds=(3,))]
    found = []
    for start, goal in zip(places[::2], places[1::2]):
        path = mesh.find_path(start, goal)
        if not path.reason and path.length > least:
            found.append((start, goal, path.length))
    return found[:count]


def walk(world, crowd, agents, seconds, each=lambda: None):
    """Steps with the focus on all agents, until no request is running."""
    for _step in range(int(seconds / DT)):
        world.focus = [crowd.position(agent) for agent in agents]
        world.update(None)
        crowd.step(DT)
        each()
        if not any(crowd.status(agent) == Status.RUNNING for agent in agents):
            return


def test_agents_cross_a_world_far_larger_than_memory(ground):
    path, mesh = ground
    with NavWorld.open(path) as world:
        load_all(world)
        whole_bytes, world.memory, world.distance = world.loaded_bytes, world.loaded_bytes // 4, 10.0
        world.focus = []
        world.update(None)
        assert world.mesh.tiles == []
        crowd, peak = Crowd(world), []
        jobs = far_pairs(mesh, 3, 40.0)
        agents = [crowd.add_agent(start, **WALKER) for start, _goal, _length in jobs]
        for agent, (_start, goal, _length) in zip(agents, jobs):
            assert crowd.request_path(agent, goal) == Status.RUNNING
        walked, slow, last = dict.fromkeys(agents, 0.0), dict.fromkeys(agents, 0), {agent: crowd.position(agent) for agent in agents}

        def look():
            peak.append(world.loaded_bytes)
            for agent in agents:
                moved = math.dist(crowd.position(agent), last[agent])
                walked[agent] += moved
                slow[agent] += moved < 0.5 * DT * WALKER["max_speed"] and crowd.status(agent) == Status.RUNNING
                last[agent] = crowd.position(agent)
        walk(world, crowd, agents, 120.0, look)
        assert world.starved == 0 and 0 < max(peak) < whole_bytes // 3
        for agent, (_start, goal, exact) in zip(agents, jobs):
            assert crowd.status(agent) == Status.SUCCESS and math.dist(crowd.position(agent), goal) < 0.3
            assert walked[agent] < 1.15 * exact
            assert slow[agent] < 1.0 / DT, "it halts on its way"


def test_agents_without_ground_keep_their_state_and_go_on_when_it_is_back(ground):
    path, mesh = ground
    [(start, goal, _length)] = far_pairs(mesh, 1, 40.0)
    with NavWorld.open(path) as world:
        world.distance, world.focus = 10.0, [start]
        world.update(None)
        crowd = Crowd(world)
        agent, idle = crowd.add_agent(start, **WALKER), crowd.add_agent(start, **WALKER)
        crowd.request_path(agent, goal)
        walk(world, crowd, [agent], 4.0)
        world.focus = []
        world.update(None)
        assert world.mesh.tiles == []
        for _step in range(20):
            crowd.step(DT)
        held = crowd.position(agent), crowd.position(idle)
        for _step in range(300):
            crowd.step(DT)
        assert (crowd.position(agent), crowd.position(idle)) == held
        assert (crowd.status(agent), crowd.reason(agent)) == (Status.RUNNING, Reason.NO_NAVMESH)
        assert (crowd.status(idle), crowd.reason(idle)) == (Status.FAILURE, Reason.NO_REQUEST)
        walk(world, crowd, [agent], 120.0)
        assert crowd.status(agent) == Status.SUCCESS and math.dist(crowd.position(agent), goal) < 0.3


def test_an_agent_waits_at_the_last_gate_where_no_ground_comes(ground):
    path, mesh = ground
    [(start, goal, _length)] = far_pairs(mesh, 1, 40.0)
    with NavWorld.open(path) as world:
        world.distance, world.focus = 8.0, [start]
        world.update(None)
        crowd = Crowd(world)
        agent = crowd.add_agent(start, **WALKER)
        crowd.request_path(agent, goal)
        for _step in range(900):
            world.update(None)
            crowd.step(DT)
        assert crowd.status(agent) == Status.RUNNING
        assert np.linalg.norm(crowd.velocity(agent)) < 1e-3
        assert math.dist(crowd.position(agent), start) > SIZE
        walk(world, crowd, [agent], 120.0)
        assert crowd.status(agent) == Status.SUCCESS


def test_where_the_whole_world_is_loaded_a_crowd_walks_as_on_its_mesh(ground):
    path, _mesh = ground
    with NavWorld.open(path) as world:
        load_all(world)
        ours, plain = Crowd(world), Crowd(world.mesh)
        for crowd in (ours, plain):
            for start, goal, _length in far_pairs(world.mesh, 20, 10.0):
                crowd.request_path(crowd.add_agent(start, **WALKER), goal)
            for _step in range(300):
                crowd.step(DT)
        assert np.array_equal(ours.positions, plain.positions) and np.array_equal(ours.velocities, plain.velocities)


def test_the_same_loads_give_the_same_bits(ground):
    path, mesh = ground
    jobs, seen = far_pairs(mesh, 4, 30.0), []
    for _run in range(2):
        with NavWorld.open(path) as world:
            world.distance = 10.0
            crowd = Crowd(world)
            agents = [crowd.add_agent(start, **WALKER) for start, _goal, _length in jobs]
            for agent, (_start, goal, _length) in zip(agents, jobs):
                crowd.request_path(agent, goal)
            walk(world, crowd, agents, 10.0)
            seen.append(crowd.positions.tobytes())
    assert seen[0] == seen[1]


@pytest.mark.parametrize("target, reason", [((500.0, 0.0, 500.0), "GOAL_OFF_MESH"), ((math.nan, 0.0, 0.0), "INVALID_INPUT")])
def test_a_target_off_the_world_fails(ground, target, reason):
    path, mesh = ground
    [(start, _goal, _length)] = far_pairs(mesh, 1, 40.0)
    with NavWorld.open(path) as world:
        world.distance, world.focus = 8.0, [start]
        world.update(None)
        crowd = Crowd(world)
        agent = crowd.add_agent(start, **WALKER)
        crowd.request_path(agent, target)
        walk(world, crowd, [agent], 1.0)
        assert (crowd.status(agent).name, crowd.reason(agent).name) == ("FAILURE", reason)


def test_a_target_on_another_island_fails(tmp_path):
    tiles = grid_tiles(3, 40, 40, 0.42)
    mesh = whole_mesh(tiles)
    write(tmp_path / "w", tiles.values())
    places = [tuple(point) for _poly, point in random_points(mesh, 40, np.random.default_rng(1), kinds=(3,))]
    with NavWorld.open(tmp_path / "w") as world:
        crowd = Crowd(world)
        world.distance = 5.0
        failed = 0
        for start, goal in zip(places[::2], places[1::2]):
            world.focus = [start]
            world.update(None)
            agent = crowd.add_agent(start, **WALKER)
            crowd.request_path(agent, goal)
            for _step in range(3):
                crowd.step(DT)
                world.update(None)
            unreachable = mesh.find_path(start, goal).reason.name == "GOAL_UNREACHABLE"
            assert (crowd.reason(agent).name == "GOAL_UNREACHABLE") == unreachable
            failed += unreachable
            crowd.remove(agent)
        assert 3 < failed < 20


def test_many_searches_are_spread_over_steps_and_all_arrive_at_an_answer(ground):
    path, mesh = ground
    with NavWorld.open(path) as world:
        world.distance = 8.0
        crowd = Crowd(world)
        crowd.search_budget = 1
        jobs = far_pairs(mesh, 30, 20.0)
        world.focus = [start for start, _goal, _length in jobs]
        world.update(None)
        agents = [crowd.add_agent(start, **WALKER) for start, _goal, _length in jobs]
        for agent, (_start, goal, _length) in zip(agents, jobs):
            assert crowd.request_path(agent, goal) == Status.RUNNING
        for _step in range(4000):
            world.update(None)
            crowd.step(DT)
            if all(len(crowd.path(agent)) > 0 for agent in agents):
                break
        assert all(len(crowd.path(agent)) > 0 and crowd.status(agent) != Status.FAILURE for agent in agents)
