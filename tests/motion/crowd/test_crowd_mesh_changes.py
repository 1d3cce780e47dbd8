"""Crowds whose navmesh is exchanged, or changes in a part, while they walk."""
import numpy as np
import pytest

from tests.crowds import DT, GOAL, START, flat, walk
from tests.cutting import cut_mesh, make_tile
from tests.meshes import OPEN, ROOMS, Level, rectangles
from navpy.base.core import Reason, Status
from navpy.api.motion.crowd import Crowd
from navpy.navmesh.navmesh import NavMesh


# ---- another navmesh ----

def test_without_a_navmesh_and_with_one_at_last():
    crowd = Crowd()
    agent = crowd.add_agent((1, 0, 1))
    assert crowd.mesh is None
    assert crowd.request_path(agent, (30, 0, 30)) == Status.FAILURE
    assert crowd.reason(agent) == Reason.NO_NAVMESH
    crowd.step(DT)
    crowd.mesh = OPEN.mesh
    assert crowd.mesh is OPEN.mesh
    walk(crowd, agent, OPEN)
    assert crowd.status(agent) == Status.SUCCESS
    empty = Crowd(NavMesh())
    agent = empty.add_agent((1, 0, 1))
    assert empty.request_path(agent, (3, 0, 3)) == Status.FAILURE and empty.reason(agent) == Reason.NO_NAVMESH


def test_the_navmesh_is_taken_away_and_given_back():
    crowd = Crowd(ROOMS.mesh)
    agent = crowd.add_agent(START)
    crowd.request_path(agent, GOAL)
    for _ in range(60):
        crowd.step(DT)
    place = crowd.position(agent)
    crowd.mesh = None
    crowd.step(DT)
    assert (crowd.status(agent), crowd.reason(agent)) == (Status.FAILURE, Reason.NO_NAVMESH)
    assert flat(place, crowd.position(agent)) < 3.5 * DT and crowd.request_path(agent, GOAL) == Status.FAILURE
    crowd.mesh = ROOMS.mesh
    crowd.step(DT)
    assert crowd.status(agent) == Status.RUNNING
    walk(crowd, agent, ROOMS)
    assert crowd.status(agent) == Status.SUCCESS


def test_a_door_shuts_and_opens():
    shut = Level("\n".join(row[:9] + "#" + row[10:] for row in ROOMS.rows))
    narrow = Level("\n".join(ROOMS.rows[:1] + [row[:9] + "#" + row[10:] for row in ROOMS.rows[1:]]))
    crowd = Crowd(ROOMS.mesh)
    agent, other = crowd.add_agent((1.5, 0, 8.5)), crowd.add_agent((1.5, 0, 5.5))
    crowd.request_path(agent, (15, 0, 7))
    crowd.request_path(other, (3.5, 0, 5.5))
    for _ in range(30):
        crowd.step(DT)
    crowd.mesh = narrow.mesh
    crowd.step(DT)
    assert crowd.status(agent) == Status.RUNNING and crowd.replans(agent) == 1
    for _ in range(30):
        place = crowd.position(agent)
        crowd.step(DT)
        narrow.assert_step_on_floor(place, crowd.position(agent))
    crowd.mesh = shut.mesh
    crowd.step(DT)
    assert (crowd.status(agent), crowd.reason(agent)) == (Status.FAILURE, Reason.GOAL_UNREACHABLE)
    assert crowd.status(other) in (Status.RUNNING, Status.SUCCESS)
    assert crowd.request_path(agent, (15, 0, 7)) == Status.FAILURE
    crowd.mesh = ROOMS.mesh
    assert crowd.request_path(agent, (15, 0, 7)) == Status.RUNNING
    walk(crowd, agent, ROOMS)
    assert crowd.position(agent) == pytest.approx((15, 0, 7), abs=2e-3)


def test_success_stays_success_whatever_comes():
    crowd = Crowd(OPEN.mesh)
    agents = [crowd.add_agent((2, 0, z)) for z in (2, 4, 6)]
    for agent in agents:
        crowd.request_path(agent, (2.8, 0, crowd.position(agent)[2]))
        assert crowd.status(agent) == Status.SUCCESS and crowd.is_active(agent)
    crowd.set_position(agents[0], (20, 0, 20))
    crowd.set_position(agents[1], (300, 0, 300))
    crowd.step(DT)
    crowd.mesh = None
    crowd.step(DT)
    for agent in agents:
        assert crowd.status(agent) == Status.SUCCESS and crowd.reason(agent) == Reason.NONE
        assert not crowd.is_active(agent)


# ---- tiles and costs ----

def tiled_strip():
    """Four tiles in a row, 4 m each, with a way round the second and third by a second row."""
    square = ((0, 0), (0, 4), (4, 4), (4, 0))
    tiles = {(x, z): make_tile(x, z, [[(4 * x + i, 0, 4 * z + k) for i, k in square]], 4.0) for x in range(4) for z in range(2)}
    return NavMesh.from_tiles(tiles.values(), 4.0, climb=0.4), tiles


def test_only_agents_whose_path_is_touched_search_again():
    mesh, tiles = tiled_strip()
    crowd = Crowd(mesh)
    walker, other = crowd.add_agent((1, 0, 1)), crowd.add_agent((13, 0, 7))
    crowd.request_path(walker, (15, 0, 1))
    crowd.request_path(other, (13, 0, 1))
    crowd.step(0.1)
    mesh.add_tile(tiles[0, 1])
    crowd.step(0.1)
    assert crowd.searches == 2 and crowd.replans(walker) == 0
    mesh.remove_tile(2, 0)
    crowd.step(0.1)
    assert crowd.replans(walker) == 1 and crowd.replans(other) == 0
    mesh.add_tile(tiles[2, 0])
    for _ in range(400):
        crowd.step(0.05)
        mesh.add_tile(tiles[int(crowd.position(walker)[0] // 4), 0])
    assert crowd.status(walker) == crowd.status(other) == Status.SUCCESS
    assert crowd.position(walker) == pytest.approx((15, 0, 1), abs=1e-2)


def test_ground_that_goes_away_under_an_agent():
    mesh, tiles = tiled_strip()
    crowd = Crowd(mesh)
    agents = [crowd.add_agent((x, 0, z)) for x in (1, 5, 9, 13) for z in (1, 6)]
    for agent in agents:
        crowd.request_path(agent, (15, 0, 7))
    rng = np.random.default_rng(1)
    for _ in range(300):
        place = tuple(rng.integers((4, 2)).tolist())
        if place in mesh.tiles:
            mesh.remove_tile(*place)
        else:
            mesh.add_tile(tiles[place])
        crowd.step(0.05)
        for agent in agents:
            crowd.request_path(agent, tuple(rng.uniform((0, 0, 0), (16, 0, 8))))
    for place in list(mesh.tiles):
        mesh.remove_tile(*place)
    crowd.step(0.05)
    assert all(crowd.status(agent) == Status.FAILURE for agent in agents)


def test_ground_that_comes_under_an_agent_after_it_was_pushed():
    """Over no floor the agent has no height over one. It is measured with the first step on the new floor."""
    mesh, tiles = tiled_strip()
    later = [(x, z) for x in (2, 3) for z in range(2)]
    for place in later:
        mesh.remove_tile(*place)
    crowd = Crowd(mesh)
    pushed, walker = crowd.add_agent((13, 0, 4)), crowd.add_agent((15, 0, 4))
    for place in ((14, 0, 3.4), (14, 0, 4.6), (15, 0, 2.8), (15, 0, 5.2)):       # they let nobody past
        crowd.add_agent(place, yields=False)
    crowd.request_path(walker, (1, 0, 1))
    while crowd.position(pushed) == (13, 0, 4):
        crowd.step(DT)
    for place in later:
        mesh.add_tile(tiles[place])
    crowd.request_path(pushed, (13, 0, 1))
    for _ in range(200):
        crowd.step(DT)
    assert crowd.position(pushed) == pytest.approx((13, 0, 1), abs=1e-2)


def test_costs_concern_everybody():
    mesh, tiles = tiled_strip()
    crowd = Crowd(mesh)
    walker = crowd.add_agent((1, 0, 1))
    crowd.request_path(walker, (15, 0, 1))
    mesh.set_area_cost(63, 2.0)
    crowd.step(0.1)
    assert crowd.replans(walker) == 1


def test_the_mesh_is_taken_away_while_agents_wait_for_their_paths():
    """They have a path of before, with which those who wait walk on as long as they see its next corner."""
    tiles = cut_mesh(rectangles((0, 0, 40, 40), (60, 0, 70, 10)), 8.0)
    mesh, last = NavMesh.from_tiles(list(tiles.values()), 8.0, climb=0.4), list(tiles)[-1]
    crowd = Crowd(mesh)
    crowd.search_budget, crowd.focus, crowd.focus_distance = 1, [(2, 0, 2)], 3
    agents = [crowd.add_agent((1 + i % 6, 0, 1 + i // 6), radius=0.3) for i in range(24)]
    agents += [crowd.add_agent((30 + i % 6, 0, 30 + i // 6), radius=0.3) for i in range(12)]
    for _round in range(20):
        for agent in agents:
            crowd.request_path(agent, (65, 0, 5), True)
        for _step in range(45):
            crowd.step(1 / 60)
        mesh.remove_tile(*last)
        crowd.step(1 / 60)
        mesh.add_tile(tiles[last])
        crowd.step(1 / 60)
        crowd.mesh = None
        crowd.step(1 / 60)
        crowd.mesh = mesh
    assert all(mesh.locate(crowd.position(agent)) is not None for agent in agents)
