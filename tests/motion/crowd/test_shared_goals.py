"""Goals that many agents share: whoever finds a path, it is find_path's; when a field begins, and when it is made anew."""
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from navpy import Crowd, NavMesh, PathStatus, QueryFilter, Reason, Status
from tests.crowds import DT, flat_length
from tests.cutting import cut_mesh
from tests.floods import some_meshes
from tests.meshes import DOOR, delaunay_mesh, grid_mesh, random_points
from tests.query.polyanya.test_flood import add_links

FIELD = grid_mesh(4, width=24, depth=22)
ALONE = dict(avoidance_enabled=False, radius=0.1)


def inside(mesh, count, seed):
    """Places within polygons of the largest island."""
    rng, island = np.random.default_rng(seed), np.argmax(np.bincount(mesh.islands))
    polys, rings = rng.choice(np.flatnonzero(np.asarray(mesh.islands) == island), count), mesh.polygons
    return np.array([rng.dirichlet(np.ones(len(rings[poly]))) @ mesh.vertices[list(rings[poly])].astype(float) for poly in polys])


def crowd_to(mesh, starts, goals, **params):
    crowd = Crowd(mesh)
    agents = crowd.add_agents(starts, **ALONE, **params)
    crowd.request_paths(agents, goals)
    return crowd, agents


def check_paths(mesh, crowd, agents, starts, goal, filter=None, radius=0.0):
    for agent, start in zip(agents, starts):
        own, wanted = crowd.path(agent), mesh.find_path(start, goal, filter=filter, radius=radius)
        assert len(own) == len(wanted.points) == 0 or crowd.reason(agent) == wanted.reason
        assert flat_length(own) == pytest.approx(flat_length(wanted.points), rel=1e-6, abs=1e-5)
        if len(own):
            assert np.allclose(own[[0, -1]], wanted.points[[0, -1]], atol=1e-5)


# ---- the paths ----

@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10 ** 6))
def test_paths_are_those_of_find_path(seed):
    rng = np.random.default_rng(seed)
    meshes = list(some_meshes())
    _, mesh = meshes[seed % len(meshes)]
    places = np.array([point for _, point in random_points(mesh, 61, rng)])
    starts, goal = places[1:], places[0]
    crowd, agents = crowd_to(mesh, starts, goal)
    check_paths(mesh, crowd, agents, starts, goal)


def test_many_requests_to_one_target_make_one_field():
    starts = inside(FIELD, 400, 1)
    crowd, agents = crowd_to(FIELD, starts[1:], starts[0])
    assert crowd.goal_fields == 1 and crowd.searches == 399
    check_paths(FIELD, crowd, agents, starts[1:], starts[0])


def test_one_after_the_other_they_make_one_field_too():
    starts = inside(FIELD, 400, 1)
    crowd = Crowd(FIELD)
    for agent in crowd.add_agents(starts[1:], **ALONE):
        crowd.request_path(agent, starts[0])
    assert crowd.goal_fields == 1


def test_no_field_for_few_and_none_for_many_goals():
    places = inside(FIELD, 800, 2)
    few, _ = crowd_to(FIELD, places[:5], places[5])
    many, _ = crowd_to(FIELD, places[:400], places[400:])
    assert few.goal_fields == many.goal_fields == 0


def test_a_goal_that_many_share_is_found_among_others():
    """Every tenth request is to one target: more than one in MOST_SHARED_GOALS + 1."""
    places = inside(FIELD, 6001, 3)
    goals = places[3001:].copy()
    goals[::10] = places[0]
    crowd, agents = crowd_to(FIELD, places[1:3001], goals)
    assert crowd.goal_fields == 1
    check_paths(FIELD, crowd, agents[::10], places[1:3001:10], places[0])


def test_agents_with_other_rules_have_fields_of_their_own():
    starts = inside(FIELD, 601, 4)
    polygons = np.random.default_rng(4).choice(FIELD.polygon_count, FIELD.polygon_count // 8, False).astype(np.int32)
    filter, crowd = QueryFilter(FIELD), Crowd(FIELD)
    filter.block([int(poly) for poly in polygons if poly != FIELD.locate(starts[0])[0]])
    agents = crowd.add_agents(starts[1:], **ALONE)
    for agent in agents[300:]:
        crowd.set_filter(agent, filter)
    crowd.request_paths(agents, starts[0])
    assert crowd.goal_fields == 2
    check_paths(FIELD, crowd, agents[:300], starts[1:301], starts[0])
    check_paths(FIELD, crowd, agents[300:], starts[301:], starts[0], filter)
    # The rules change: their paths are those of the new rules.
    filter.unblock([int(poly) for poly in polygons[::2]])
    crowd.request_paths(agents, starts[0])
    crowd.search_budget = 10 ** 6
    crowd.step(0.0)
    crowd.step(0.0)
    check_paths(FIELD, crowd, agents[300:], starts[301:], starts[0], filter)


def test_where_costs_differ_every_path_is_searched():
    starts = inside(FIELD, 200, 5)
    areas = 1 + np.arange(FIELD.polygon_count) % 2
    mesh = NavMesh.from_polygons(FIELD.vertices, FIELD.polygons, areas, climb=0.5)
    mesh.set_area_cost(2, 3.0)
    crowd, agents = crowd_to(mesh, starts[1:], starts[0])
    assert crowd.goal_fields == 0 and crowd.searches == 199


def test_a_field_follows_a_change_of_the_mesh():
    tiles = cut_mesh(FIELD, 4.0)
    mesh = NavMesh.from_tiles(tiles.values(), 4.0, climb=0.5)
    starts = inside(FIELD, 300, 6)
    crowd, agents = crowd_to(mesh, starts[1:], starts[0])
    assert crowd.goal_fields == 1
    places = [tuple(int(x // 4) for x in start[::2]) for start in starts]
    gone = next(key for key in sorted(tiles)[len(tiles) // 2:] if key != places[0])
    mesh.remove_tile(*gone)
    kept = [i for i in range(299) if places[1 + i] != gone]
    for agent in agents[kept]:
        crowd.stop(agent)
    crowd.request_paths(agents[kept], starts[0])
    assert crowd.goal_fields == 1
    check_paths(mesh, crowd, agents[kept], starts[1:][kept], starts[0])
    mesh.remove_tile(*places[0])                        # the goal goes and comes back
    crowd.request_paths(agents[kept], starts[0])
    mesh.add_tile(tiles[places[0]])
    for agent in agents[kept]:
        crowd.stop(agent)
    crowd.request_paths(agents[kept], starts[0])
    check_paths(mesh, crowd, agents[kept], starts[1:][kept], starts[0])


def test_changes_of_the_mesh_are_followed_alike_by_who_has_the_field_and_who_loads_a_state():
    tiles, places = cut_mesh(FIELD, 4.0), inside(FIELD, 220, 13)
    far = max(sorted(tiles), key=lambda key: np.hypot(4.0 * key[0] + 2 - places[0, 0], 4.0 * key[1] + 2 - places[0, 2]))
    results = []
    for loads in (False, True):
        mesh = NavMesh.from_tiles(tiles.values(), 4.0, climb=0.5)
        crowd = Crowd(mesh)
        crowd.search_budget = 150                       # floods take several steps
        agents = crowd.add_agents(places[3:], **ALONE)
        moved(crowd, agents, places[:3], 12)
        for change in (lambda: mesh.remove_tile(*far), lambda: mesh.add_tile(tiles[far])):
            if loads:                                   # in a crowd that has no field
                state, crowd = crowd.save_state(), Crowd(mesh)
                crowd.add_agents(places[3:], **ALONE)
                crowd.load_state(state)
            change()
            moved(crowd, agents, places[:3], 12)
        results.append((crowd.positions.tobytes(), crowd.searches, crowd.goal_fields))
    assert results[0] == results[1] and results[0][2] > 0


# ---- agents wider than the bake ----

@pytest.mark.parametrize("seed", range(6))
def test_agents_with_a_path_radius_share_a_field_that_keeps_it(seed):
    rng = np.random.default_rng(seed)
    mesh = delaunay_mesh(seed, points=60, removed=0.1, size=30.0) if seed % 2 else grid_mesh(seed, width=24, depth=22, removed=0.1)
    if seed % 3 == 2:
        mesh = add_links(mesh, rng, 4)
    places = inside(mesh, 801, seed)
    goal = next(place for place in places if mesh.find_path(place, place, radius=0.15).status == PathStatus.COMPLETE)
    crowd = Crowd(mesh)
    agents = np.concatenate([crowd.add_agents(places[i::2], **ALONE, path_radius=radius) for i, radius in enumerate((0.15, 0.3))])
    starts = np.concatenate([places[0::2], places[1::2]])
    crowd.request_paths(agents[:401], goal)
    assert crowd.goal_fields == 1
    check_paths(mesh, crowd, agents[:401], starts[:401], goal, radius=0.15)
    crowd.request_paths(agents[401:], goal)
    check_paths(mesh, crowd, agents[401:], starts[401:], goal, radius=0.3)


def test_a_field_of_wide_agents_is_forgotten_with_their_map():
    tiles, places = cut_mesh(FIELD, 4.0), inside(FIELD, 301, 15)
    mesh = NavMesh.from_tiles(tiles.values(), 4.0, climb=0.5)
    crowd = Crowd(mesh)
    agents = crowd.add_agents(places[1:], **ALONE, path_radius=0.2)
    goal, fields = places[0], 0
    at = [tuple(int(x // 4) for x in place[::2]) for place in places]
    gone = next(key for key in sorted(tiles)[len(tiles) // 2:] if key != at[0])
    kept = [i for i in range(300) if at[1 + i] != gone]
    agents, starts = agents[kept], places[1:][kept]
    for change in (lambda: None, lambda: mesh.remove_tile(*gone), lambda: mesh.add_tile(tiles[gone])):
        change()
        for agent in agents:
            crowd.stop(agent)
        crowd.request_paths(agents, goal)
        check_paths(mesh, crowd, agents, starts, goal, radius=0.2)
        assert crowd.goal_fields > fields
        fields = crowd.goal_fields


@pytest.mark.parametrize("budget", [200, 10_000])
def test_a_state_goes_on_with_the_fields_of_wide_agents(budget):
    places = inside(FIELD, 220, 16)
    goals, crowd, other = places[:3], Crowd(FIELD), Crowd(FIELD)
    crowd.search_budget = budget
    agents = crowd.add_agents(places[3:], **ALONE, path_radius=0.2)
    other.add_agents(places[3:], **ALONE, path_radius=0.2)
    moved(crowd, agents, goals, 12)
    assert crowd.goal_fields > 0
    state = crowd.save_state()
    first = moved(crowd, agents, goals, 30)
    crowd.load_state(state)
    assert crowd.save_state() == state and moved(crowd, agents, goals, 30) == first
    other.load_state(state)
    assert other.save_state() == state and moved(other, agents, goals, 30) == first


# ---- whatever happens to the agents ----

@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10 ** 6), radius=st.sampled_from([0.0, 0.0, 0.2]))
def test_agents_that_come_go_and_are_put_elsewhere_have_paths_of_find_path(seed, radius):
    """Paths are read at any time; where an agent was just put and asked, it has the path from there."""
    rng = np.random.default_rng(seed)
    tiles = cut_mesh(FIELD, 4.0)
    mesh = NavMesh.from_tiles(tiles.values(), 4.0, climb=0.5)
    places, crowd = inside(FIELD, 400, seed), Crowd(mesh)
    goals = places[:2]
    agents = crowd.add_agents(places[2:150], **ALONE, path_radius=radius).tolist()
    crowd.request_paths(agents, goals[0])
    for _ in range(12):
        kind, some, goal = rng.integers(6), rng.choice(len(agents), 20, False), goals[rng.integers(2)]
        key = sorted(tiles)[rng.integers(len(tiles))]
        if kind == 0:
            for i in some:
                crowd.remove(agents[i])
                agents[i] = int(crowd.add_agents(places[rng.integers(2, 400)][None], **ALONE, path_radius=radius)[0])
        elif kind == 1 and key in mesh.tiles:
            mesh.remove_tile(*key)
        elif kind == 1:
            mesh.add_tile(tiles[key])
        elif kind == 2:
            crowd.step(DT)
        chosen = [agents[i] for i in some]
        starts = np.array([crowd.position(agent) for agent in chosen])
        if kind in (3, 4):
            starts = places[rng.integers(2, 400, len(some))]
            for agent, start in zip(chosen, starts):
                crowd.set_position(agent, start)
        for agent in chosen:
            crowd.stop(agent)
        crowd.request_paths(chosen, goal)
        on_mesh = [i for i, start in enumerate(starts) if mesh.locate(start) is not None]
        check_paths(mesh, crowd, [chosen[i] for i in on_mesh], starts[on_mesh], goal, radius=radius)
    assert crowd.goal_fields > 0


# ---- the queue of a step ----

def test_the_queue_is_served_from_the_field_and_nobody_waits_in_vain():
    """A change of the mesh sends everybody into the queue; the budget is less than the flood."""
    places = inside(FIELD, 301, 7)
    crowd, agents = crowd_to(FIELD, places[1:], places[0])
    crowd.search_budget = 200
    before, paths = crowd.searches, [crowd.path(agent) for agent in agents]
    crowd.mesh = FIELD
    fields, steps = crowd.goal_fields, 0
    while crowd.searches - before < len(agents) and steps < 400:
        found = crowd.searches
        crowd.step(0.0)
        steps += 1
        assert crowd.searches > found                   # each step finds a path
    assert crowd.searches - before == len(agents) and crowd.goal_fields == fields + 1
    for agent, path in zip(agents, paths):
        assert flat_length(crowd.path(agent)) == pytest.approx(flat_length(path), rel=1e-6, abs=1e-5)


# ---- states and threads ----

def moved(crowd, agents, goals, steps, executor=None):
    """Steps and requests; the hash of what comes of it."""
    for step in range(steps):
        if step % 5 == 0:
            crowd.request_paths(agents[step % 3::3], goals[step // 5 % len(goals)])
        crowd.step(DT, executor)
    return crowd.save_state()


@pytest.mark.parametrize("budget", [60, 10_000])
def test_a_state_goes_on_with_its_fields(budget):
    places = inside(FIELD, 220, 8)
    goals, crowd = places[:3], Crowd(FIELD)
    crowd.search_budget = budget                        # 60: floods are under way when the state is saved
    agents = crowd.add_agents(places[3:], **ALONE)
    other = Crowd(FIELD)
    other.add_agents(places[3:], **ALONE)
    moved(crowd, agents, goals, 7)
    crowd.mesh = FIELD                                  # all of them queue
    crowd.step(DT)
    state = crowd.save_state()
    first, fields = moved(crowd, agents, goals, 30), crowd.goal_fields
    assert fields > 0
    crowd.load_state(state)
    assert crowd.save_state() == state
    assert moved(crowd, agents, goals, 30) == first and crowd.goal_fields == fields
    other.load_state(state)
    assert other.save_state() == state and moved(other, agents, goals, 30) == first


def test_a_state_in_a_crowd_whose_filters_close_the_goal():
    places = inside(FIELD, 100, 12)
    goal = int(FIELD.locate(places[0])[0])
    crowds = [Crowd(FIELD), Crowd(FIELD)]
    for crowd, filter in zip(crowds, (QueryFilter(FIELD), QueryFilter(FIELD))):
        agents = crowd.add_agents(places[1:], **ALONE)
        for agent in agents:
            crowd.set_filter(agent, filter)
    filter.block([goal])
    kept = crowds[0].add_agents(places[1:], **ALONE)
    crowds[0].request_paths(agents, places[0])
    assert crowds[0].goal_fields == 1
    crowds[1].load_state(crowds[0].save_state())
    for agent in agents:
        crowds[1].stop(agent)
    crowds[1].request_paths(agents, places[0])
    check_paths(FIELD, crowds[1], agents, places[1:], places[0], filter)
    crowds[1].request_paths(kept, places[0])
    check_paths(FIELD, crowds[1], kept, places[1:], places[0])


def test_threads_change_nothing():
    places, results = inside(FIELD, 220, 9), []
    with ThreadPoolExecutor(4) as executor:
        for own in (None, executor):
            crowd = Crowd(FIELD)
            crowd.search_budget = 300
            agents = crowd.add_agents(places[3:], radius=0.1)
            moved(crowd, agents, places[:3], 40, own)
            results.append((crowd.positions.tobytes(), crowd.searches, crowd.goal_fields))
    assert results[0] == results[1] and results[0][2] > 0


# ---- arrays in, arrays out ----

def test_agents_by_arrays_are_those_that_are_added_one_by_one():
    places, goals = inside(FIELD, 40, 10), inside(FIELD, 40, 11)
    together, single = Crowd(FIELD), Crowd(FIELD)
    ids = together.add_agents(places, max_speed=2.0, radius=0.2)
    agents = [single.add_agent(place, max_speed=2.0, radius=0.2) for place in places]
    assert ids.dtype == np.int64 and ids.tolist() == agents
    assert together.request_paths(ids, goals).tolist() == [single.request_path(agent, goal) for agent, goal in zip(agents, goals)]
    for crowd in (together, single):
        for _ in range(20):
            crowd.step(DT)
    assert together.positions.tobytes() == single.positions.tobytes()


def test_one_bad_row_and_nothing_is_added_or_requested():
    crowd = Crowd(DOOR)
    for bad in (np.nan, np.inf, 1e31):
        with pytest.raises(ValueError, match="^positions: .* row 2 is "):
            crowd.add_agents([(1, 0, 1), (2, 0, 1), (bad, 0, 1)])
    with pytest.raises(ValueError, match=r"^positions: must be of shape \(n, 3\), is \(3,\)"):
        crowd.add_agents((1, 0, 1))
    with pytest.raises(ValueError, match="^max_speed: "):
        crowd.add_agents([(1, 0, 1)], max_speed=-1)
    with pytest.raises(ValueError, match="no parameter 'speed'; did you mean 'max_speed'"):
        crowd.add_agents([(1, 0, 1)], speed=1)
    assert len(crowd) == 0
    ids = crowd.add_agents([(1, 0, 1 + i) for i in range(4)])
    crowd.remove(ids[2])
    with pytest.raises(ValueError, match=f"^agents: row 2 is {ids[2]}, which was removed"):
        crowd.request_paths(ids, (19, 0, 5))
    for agents in ([0.5], [[1]], "abc", None):
        with pytest.raises(ValueError, match="^agents: must be ids of agents"):
            crowd.request_paths(agents, (19, 0, 5))
    for targets in ([(19, 0, 5)] * 2, (19, 0), 7):
        with pytest.raises(ValueError, match="^targets: "):
            crowd.request_paths(ids[[0, 1, 3]], targets)
    assert {crowd.reason(int(agent)) for agent in ids[[0, 1, 3]]} == {Reason.NO_REQUEST}


def test_empty_arrays_and_targets_that_are_no_places():
    crowd = Crowd(DOOR)
    assert crowd.add_agents([]).shape == (0,) and crowd.request_paths([], (1, 0, 1)).shape == (0,)
    assert crowd.request_paths(np.zeros(0), np.zeros((0, 3))).shape == (0,)
    ids = crowd.add_agents([(1, 0, 1), (2, 0, 2)])
    assert crowd.request_paths(ids, [(np.nan, 0, 0), (19, 0, 5)]).tolist() == [Status.FAILURE, Status.RUNNING]
    assert crowd.reason(int(ids[0])) == Reason.INVALID_INPUT
    assert crowd.request_paths(ids[[1, 1]], [(1, 0, 9), (19, 0, 5)]).tolist() == [Status.RUNNING] * 2
    assert np.allclose(crowd.path(int(ids[1]))[-1], (19, 0, 5))
