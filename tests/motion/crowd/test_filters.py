"""Agents that walk by filters: their paths are those of searches by the same filter, whatever changes."""
import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.crowds import DT
from tests.meshes import grid_mesh, random_points
from navpy import Crowd, NavMesh, PathStatus, QueryFilter, Reason, Status

KINDS = 5


def field(seed, width=9, depth=8):
    """A grid with holes, areas 1 to 3 and some flags."""
    plain, rng = grid_mesh(seed, width, depth), np.random.default_rng(seed)
    mesh = NavMesh.from_polygons(plain.vertices, plain.polygons, rng.integers(1, 4, plain.polygon_count), climb=0.5)
    mesh.set_flags([int(poly) for poly in rng.choice(plain.polygon_count, plain.polygon_count // 6, False)], 0b10)
    return mesh


def kinds_of(mesh, rng):
    """Five kinds of filters."""
    polygons = np.arange(mesh.polygon_count)
    costs, flags, unknown, blocks, exits = (QueryFilter(mesh) for _ in range(KINDS))
    costs.set_area_cost(1, 4.0)
    costs.set_area_cost(2, 0.5)
    flags.exclude_flags = 0b10
    unknown.knows_all, unknown.unknown_factor = False, 3.0
    unknown.know(polygons[rng.random(len(polygons)) < 0.5].astype(np.int32))
    blocks.block(polygons[rng.random(len(polygons)) < 0.1].astype(np.int32))
    blocks.set_penalty(polygons[rng.random(len(polygons)) < 0.2].astype(np.int32), 2.0)
    exits.exit_only_areas = [2]
    return [costs, flags, unknown, blocks, exits]


def change(filter, kind, mesh, rng):
    some = rng.choice(mesh.polygon_count, 4, False).astype(np.int32)
    if kind == 0:
        filter.set_area_cost(int(rng.integers(1, 4)), rng.choice([0.5, 1.0, 6.0, math.inf]))
    elif kind == 1:
        filter.exclude_flags ^= 0b10
    elif kind == 2:
        (filter.know if rng.random() < 0.5 else filter.forget)(some)
    elif kind == 3:
        (filter.block if rng.random() < 0.5 else filter.unblock)(some)
    else:
        filter.exit_only_areas = [int(rng.integers(1, 4))]


def crowd_of(mesh, filters, rng, count=10):
    """Agents that avoid nobody, each with one of the filters, and their targets."""
    crowd, agents, goals = Crowd(mesh), [], []
    ends = random_points(mesh, 2 * count, rng)
    for i, ((_, start), (_, goal)) in enumerate(zip(ends[::2], ends[1::2])):
        agents.append(crowd.add_agent(start, avoidance_enabled=False, radius=0.1))
        crowd.set_filter(agents[-1], filters[i % len(filters)])
        goals.append(goal)
    return crowd, agents, goals


def check(crowd, mesh, filters, agents, goals):
    """Who asks now gets the path of a search by the filter."""
    for i, (agent, goal) in enumerate(zip(agents, goals)):
        crowd.stop(agent)
        status, filter, start = crowd.request_path(agent, goal), filters[i % len(filters)], crowd.position(agent)
        path = mesh.find_path(start, goal, filter=filter)
        if path.reason == Reason.START_OFF_MESH and mesh.nearest(start, filter=filter):     # an agent goes straight to its ground
            path = mesh.find_path(mesh.nearest(start, filter=filter)[1], goal, filter=filter)
        assert crowd.filter(agent) is filter
        assert (status != Status.FAILURE) == (path.status == PathStatus.COMPLETE), (i, path.reason, crowd.reason(agent))
        if status != Status.FAILURE:
            assert crowd.path(agent) == pytest.approx(np.array(path.points), abs=1e-5)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2 ** 32))
def test_paths_are_those_of_a_search_by_the_same_filter(seed):
    rng = np.random.default_rng(seed)
    mesh = field(seed % 7)
    filters = kinds_of(mesh, rng)
    crowd, agents, goals = crowd_of(mesh, filters, rng)
    check(crowd, mesh, filters, agents, goals)
    for _ in range(6):
        for kind, filter in enumerate(filters):
            if rng.random() < 0.6:
                change(filter, kind, mesh, rng)
        if rng.random() < 0.3:
            mesh.set_area_cost(3, float(rng.choice([1, 2, 5])))
        if rng.random() < 0.3:
            crowd.step(DT)
        check(crowd, mesh, filters, agents, goals)


def corridor():
    """Two ways from (1, 0, 1) to (9, 0, 1): straight on, and round by the south."""
    vertices = [(x, 0, z) for x in range(0, 11, 2) for z in (0, 2, 4, 6)]
    at = {(x // 2, z // 2): i for i, (x, _, z) in enumerate(vertices)}
    cells = [(x, z) for x in range(5) for z in range(3) if z != 1 or x in (0, 4)]
    return NavMesh.from_polygons(vertices, [(at[x, z], at[x, z + 1], at[x + 1, z + 1], at[x + 1, z]) for x, z in cells]), cells


def way_of(crowd, agent):
    return "south" if crowd.path(agent)[:, 2].max() > 3 else "north" if len(crowd.path(agent)) else "none"


def test_changes_are_followed_on_the_way():
    mesh, cells = corridor()
    middle, filter, crowd = cells.index((2, 0)), QueryFilter(mesh), Crowd(mesh)
    agent = crowd.add_agent((1, 0, 1))
    crowd.set_filter(agent, filter)
    assert crowd.request_path(agent, (9, 0, 1)) == Status.RUNNING and way_of(crowd, agent) == "north"
    for change_, way in ((lambda: filter.block([middle]), "south"), (lambda: filter.unblock([middle]), "north"),
                         (lambda: filter.set_penalty([middle], 50), "south"), (lambda: filter.set_penalty([middle], 0), "north")):
        change_()
        crowd.step(DT)
        assert way_of(crowd, agent) == way
    filter.block([middle, cells.index((2, 2))])
    crowd.step(DT)
    assert crowd.status(agent) == Status.FAILURE
    crowd.set_filter(agent, None)
    assert crowd.request_path(agent, (9, 0, 1)) == Status.RUNNING and way_of(crowd, agent) == "north"


def test_what_becomes_known_searches_no_complete_path_anew():
    mesh, cells = corridor()
    filter, crowd = QueryFilter(mesh, knows_all=False), Crowd(mesh)
    filter.know([i for i, (x, z) in enumerate(cells) if z > 0 or x in (0, 4)])
    agent = crowd.add_agent((1, 0, 1))
    crowd.set_filter(agent, filter)
    crowd.request_path(agent, (9, 0, 1))
    before = crowd.searches
    filter.know([cells.index((2, 0))])
    crowd.step(DT)
    assert crowd.searches == before and way_of(crowd, agent) == "south"
    filter.forget([cells.index((2, 2))])
    crowd.step(DT)
    assert crowd.searches > before and crowd.status(agent) == Status.FAILURE


def test_another_mesh_has_no_filters_and_none_of_another_mesh_is_taken():
    mesh, _ = corridor()
    other, _ = corridor()
    crowd, filter = Crowd(mesh), QueryFilter(mesh)
    agent = crowd.add_agent((1, 0, 1))
    crowd.set_filter(agent, filter)
    with pytest.raises(ValueError, match="another one"):
        crowd.set_filter(agent, QueryFilter(other))
    crowd.mesh = other
    assert crowd.filter(agent) is None and crowd.request_path(agent, (9, 0, 1)) == Status.RUNNING
    with pytest.raises(ValueError, match="another one"):
        crowd.set_filter(agent, filter)
    crowd.__init__(mesh)
    crowd.set_filter(agent, filter)
    crowd.__init__(other)
    crowd.step(DT)
    assert crowd.filter(agent) is None


def test_a_mesh_in_place_of_another_of_the_same_version():
    """Whose rules have never changed: nothing of the former mesh's packed polygons is left."""
    cut, cells = corridor()
    cut.set_flags([cells.index((2, 0))], 0b10)
    whole, _ = corridor()
    whole.set_flags([cells.index((0, 0))], 0b11)
    cut, whole = (NavMesh.from_bytes(mesh.to_bytes()) for mesh in (cut, whole))
    crowd = Crowd(cut)
    agent = crowd.add_agent((1, 0, 1), include_flags=1)
    for mesh, way in ((cut, "south"), (whole, "north"), (cut, "south")):
        crowd.mesh = mesh
        crowd.request_path(agent, (9, 0, 1))
        crowd.step(DT)
        assert way_of(crowd, agent) == way


def test_a_state_keeps_the_filters_of_the_rows():
    mesh, cells = corridor()
    filter, crowd = QueryFilter(mesh), Crowd(mesh)
    filter.block([cells.index((2, 0))])
    first = crowd.add_agent((1, 0, 1))
    state = crowd.save_state()
    second = crowd.add_agent((1, 0, 1.5))
    crowd.set_filter(first, filter)
    crowd.set_filter(second, filter)
    crowd.load_state(state)
    assert len(crowd) == 1 and crowd.filter(first) is filter
    crowd.request_path(first, (9, 0, 1))
    assert way_of(crowd, first) == "south"
    crowd.step(DT)


def test_filters_that_other_threads_change():
    mesh = field(1)
    rng = np.random.default_rng(3)
    filters = kinds_of(mesh, rng)
    crowd, agents, goals = crowd_of(mesh, filters, rng, 30)

    def disturb(kind):
        own = np.random.default_rng(kind)
        for _ in range(150):
            change(filters[kind], kind, mesh, own)
    with ThreadPoolExecutor(2) as threads:
        running = [threads.submit(disturb, kind) for kind in range(KINDS)]
        while not all(each.done() for each in running):
            for agent, goal in zip(agents, goals):
                crowd.request_path(agent, goal)
            crowd.step(DT, threads)
        for each in running:
            each.result()
    check(crowd, mesh, filters, agents, goals)
