"""Costs to all polygons against scipy's Dijkstra, lengths to many goals against single queries."""
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import navpy.query  # noqa: F401
from navpy.navmesh.navmesh import NavMesh
from navpy.api.query.corridor_search import CorridorSearch, refine
from navpy.api.query.dijkstra import PathCosts, nearest_goal, path_costs, path_lengths
from navpy.api.query.polyanya import ExactFinder
from navpy.navmesh.query_filter import QueryFilter
from tests.meshes import delaunay_mesh, grid_mesh, meshes, random_points
from tests.oracles import Ways, with_areas
from tests.visibility import VisibilityGraph

INSIDE = (2,)


def with_links(base, rng, links=6):
    mesh = with_areas(base, rng, 4)
    for i in range(links):
        (_, a), (_, b) = random_points(mesh, 2, rng, kinds=INSIDE)
        mesh.add_link(a, b, radius=0.0, two_way=bool(rng.random() < 0.5), area=int(rng.integers(1, 6)), id=i)
    mesh.set_flags(np.flatnonzero(rng.random(mesh.polygon_count) < 0.05), 0)
    return mesh


def test_costs_are_dijkstras():
    rng = np.random.default_rng(3)
    reached = lost = 0
    for base in meshes(3):
        mesh = with_links(base, rng)
        ways = Ways(mesh)
        for a, start in random_points(mesh, 8, rng, kinds=INSIDE):
            expected = ways.costs(a, start)
            if not mesh.flags[a]:
                assert np.isinf(path_costs(mesh, start)).all() or mesh.locate(start)[0] != a
                continue
            assert mesh.locate(start)[0] == a
            costs = path_costs(mesh, start)
            assert costs.dtype == np.float64 and costs == pytest.approx(expected, rel=1e-12, abs=1e-12)
            reached, lost = reached + np.isfinite(costs).sum(), lost + np.isinf(costs).sum()
            limit = np.median(expected[np.isfinite(expected)]) + 1e-9
            near = PathCosts(mesh, start, limit)
            assert near.costs == pytest.approx(np.where(expected <= limit, expected, np.inf), rel=1e-12, abs=1e-12)
            for poly in np.flatnonzero(np.isfinite(near.costs))[::5]:
                polys = near.corridor(poly)
                assert polys[0] == a and polys[-1] == poly
                assert all(q in [step[1] for step in ways.out[p]] for p, q in zip(polys, polys[1:]))
            assert all(near.corridor(poly) == [] for poly in np.flatnonzero(np.isinf(near.costs)))
    assert reached > 1000 and lost > 300


def test_a_filter_decides_what_is_near():
    mesh = grid_mesh(1, width=8, depth=8, removed=0.0)
    rng = np.random.default_rng(2)
    filter = QueryFilter(mesh)
    penalties = rng.uniform(0, 3, mesh.polygon_count)
    for poly, meters in enumerate(penalties):
        filter.set_penalty([poly], meters)
    shut = [poly for poly in range(mesh.polygon_count) if rng.random() < 0.2]
    filter.block(shut)
    ways = Ways(mesh, shut=shut, penalties=penalties)
    places = [point for poly, point in random_points(mesh, 30, rng, kinds=INSIDE) if poly not in shut]
    start, goals = places[0], places[1:]
    assert path_costs(mesh, start, filter=filter) == pytest.approx(ways.costs(mesh.locate(start)[0], start), rel=1e-12)
    lengths, free = path_lengths(mesh, start, goals, filter), path_lengths(mesh, start, goals)
    assert (lengths >= free - 1e-9).all() and (lengths > free + 1.0).sum() > 5
    assert nearest_goal(mesh, start, goals, filter) == (np.argmin(lengths), lengths.min())
    with pytest.raises(ValueError, match="filter: must be of the mesh that is searched"):
        nearest_goal(grid_mesh(2), start, goals, filter)


def test_a_limit_below_every_step_leaves_the_start_alone():
    mesh = grid_mesh(1, removed=0.0)
    costs = path_costs(mesh, (0.5, 0, 0.5), 0.0)
    assert np.flatnonzero(costs == 0).tolist() == [mesh.locate((0.5, 0, 0.5))[0]] and np.isinf(costs).sum() == len(costs) - 1


def test_lengths_are_those_of_the_visibility_graph():
    rng = np.random.default_rng(1)
    for mesh in (delaunay_mesh(4), grid_mesh(5), grid_mesh(6, angle=0.4)):
        mesh.set_area_cost(63, 2.0)
        places = np.array([point for _, point in random_points(mesh, 13, rng, kinds=INSIDE)])
        expected, _ = VisibilityGraph(mesh).distances(np.repeat(places[:1, ::2], 12, axis=0), places[1:, ::2])
        lengths = path_lengths(mesh, places[0], places[1:])
        assert lengths == pytest.approx(2 * expected, rel=1e-6, abs=1e-6)
        found = nearest_goal(mesh, places[0], places[1:])
        assert found == (np.argmin(lengths), lengths.min()) if np.isfinite(lengths).any() else found is None


@given(seed=st.integers(0, 10**6))
@settings(max_examples=40)
def test_lengths_and_the_nearest_are_those_of_single_searches(seed):
    rng = np.random.default_rng(seed)
    mesh = delaunay_mesh(seed % 7) if seed % 2 else grid_mesh(seed % 7)
    uniform = seed % 3 == 0
    if not uniform:
        mesh = with_links(mesh, rng)
    located = [mesh.locate(point) for _, point in random_points(mesh, 8, rng)]
    (a, start), *goals = [(found[0], np.array(found[1])) for found in located if found is not None]    # some polygons are closed
    expected = []
    for b, goal in goals:
        if uniform:
            found = ExactFinder(mesh).path(a, start, b, goal)
            expected.append(np.inf if found is None else found[0])
            continue
        search = CorridorSearch(mesh, a, start, b, goal)
        search.advance()
        expected.append(refine(mesh, search.corridor, search.entries, start, goal)[1][3] if search.state == "found" else np.inf)
    goals = [goal for _, goal in goals]
    lengths = path_lengths(mesh, start, goals)
    assert lengths == pytest.approx(expected, rel=1e-12, abs=1e-12)
    nearest = nearest_goal(mesh, start, goals)
    if np.isinf(lengths).all():
        assert nearest is None
    else:
        assert nearest == (int(np.argmin(lengths)), lengths.min())


def test_goals_behind_walls_are_far():
    """A wall between the start and what is nearest in a straight line."""
    vertices = [(x, 0, z) for x in range(12) for z in (0, 1, 1.2, 2.2)]
    cells = [(x, row) for x in range(11) for row in (0, 1, 2) if row != 1 or x == 10]
    mesh = NavMesh.from_polygons(vertices, [(4 * x + r, 4 * x + r + 1, 4 * x + r + 5, 4 * x + r + 4) for x, r in cells])
    start, behind, along = (0.5, 0, 0.9), (0.5, 0, 1.3), (6.5, 0, 0.9)
    assert nearest_goal(mesh, start, [behind, along]) == (1, pytest.approx(6.0))
    assert path_lengths(mesh, start, [behind, along, start])[[1, 2]] == pytest.approx([6.0, 0.0])
    assert nearest_goal(mesh, start, [along, along])[0] == 0


def test_what_is_off_the_mesh_is_not_reached():
    mesh = grid_mesh(2)
    place = np.mean(mesh.vertices[list(mesh.polygons[0])], axis=0)
    far, nan = (1e3, 0, 0), (np.nan, 0, 0)
    assert np.isinf(path_lengths(mesh, place, [far, nan])).all() and len(path_lengths(mesh, place, [])) == 0
    assert nearest_goal(mesh, place, [far, nan]) is None and nearest_goal(mesh, place, []) is None
    assert nearest_goal(mesh, place, [far, nan, place]) == (2, 0.0)
    for start in (far, nan):
        assert nearest_goal(mesh, start, [place]) is None and np.isinf(path_lengths(mesh, start, [place])).all()
        assert np.isinf(path_costs(mesh, start)).all()
    assert len(path_costs(NavMesh(), place)) == 0 and nearest_goal(NavMesh(), place, [place]) is None


def test_bad_arguments_are_refused():
    mesh = grid_mesh(2)
    place = np.mean(mesh.vertices[list(mesh.polygons[0])], axis=0)
    for limit in (-1.0, np.nan):
        with pytest.raises(ValueError, match="max_cost: must be a number not below 0"):
            path_costs(mesh, place, limit)
    for limit in (10**400, "far", None):
        for asked in (path_costs, PathCosts):
            with pytest.raises(ValueError, match="^max_cost: must be a number, is [^\n]{1,80}$"):
                asked(mesh, place, limit)
    with pytest.raises(ValueError, match="start: must be three numbers"):
        path_costs(mesh, (1, 2))
    with pytest.raises(ValueError, match="goals: must be three numbers"):
        nearest_goal(mesh, place, [(1, 2)])
    field = PathCosts(mesh, place)
    for poly in (mesh.polygon_count, -1, 10**30):
        with pytest.raises(ValueError, match=f"poly: there is no polygon {poly}"):
            field.corridor(poly)
    mesh.add_link(place, place + (0.1, 0, 0.1))
    with pytest.raises(ValueError, match="the navmesh has changed since"):
        field.corridor(0)
