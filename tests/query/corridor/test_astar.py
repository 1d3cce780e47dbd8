"""A* against scipy's Dijkstra on the same graph of portals."""
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import navpy.query  # noqa: F401
from navpy.navmesh.navmesh import NavMesh
from navpy.api.query.corridor_search import CorridorSearch
from navpy.navmesh.query_filter import QueryFilter
from tests.meshes import delaunay_mesh, grid_mesh, meshes, random_points
from tests.oracles import Ways, with_areas


def run(search, mesh):
    """Let a search end. Distances to the goal never overestimate and obey the triangle inequality, so A* takes every portal and
    link from its open list at most once (Hart, Nilsson & Raphael 1968, lemma 3). A search that goes on for longer fails here."""
    nodes = sum(map(len, mesh.polygons)) + 2 * len(mesh.links)
    assert search.advance(nodes), f"more than {nodes} nodes were expanded: some of them twice"
    return search


def corridor(mesh, a, start, b, goal, points="clamped", filter=None):
    """navpy's corridor(), by a search that must end."""
    search = run(CorridorSearch(mesh, a, start, b, goal, points, filter), mesh)
    return (search.corridor, search.cost, search.searched) if search.state == "found" else None


@pytest.mark.parametrize("points", ["centers", "midpoints", "clamped"])
@pytest.mark.parametrize("cost", [0.0, 1.0])
def test_equally_cheap_ways_are_not_pushed_again(points, cost):
    """On a grid, and all the more where nothing costs anything, most nodes are reached for the same cost by several ways."""
    mesh = grid_mesh(0, removed=0.0)
    for area in range(64):
        mesh.set_area_cost(area, cost)
    last = mesh.polygon_count - 1
    middles = [np.mean(mesh.vertices[list(mesh.polygons[poly])], axis=0) for poly in (0, last)]
    found = corridor(mesh, 0, middles[0], last, middles[1], points)
    assert found is not None and (found[1] == 0.0) == (cost == 0.0)


@pytest.mark.parametrize("points", ["centers", "midpoints", "clamped"])
def test_the_cost_is_dijkstras(points):
    rng = np.random.default_rng(5)
    found = lost = 0
    for mesh in meshes(3):
        ways = Ways(mesh)
        ends = random_points(mesh, 24, rng)
        for (a, start), (b, goal) in zip(ends[::2], ends[1::2]):
            way, cost = corridor(mesh, a, start, b, goal, points), ways.cost(a, start, b, goal, points)
            if way is None:
                lost += 1
                assert np.isinf(cost)
                continue
            found += 1
            assert way[1] == pytest.approx(cost, rel=1e-12, abs=1e-12)
            assert way[0][0] == a and way[0][-1] == b
            assert all(q in mesh.neighbors[p] for p, q in zip(way[0], way[0][1:]))
    assert found > 100 and lost > 10


@pytest.mark.parametrize("points", ["centers", "midpoints", "clamped"])
def test_the_cost_under_a_filter_is_dijkstras(points):
    rng = np.random.default_rng(8)
    found = lost = dearer = 0
    for base in meshes(3):
        mesh = with_areas(base, rng, 4)
        for i in range(6):
            mesh.add_link(*(point for _, point in random_points(mesh, 2, rng, kinds=(2,))), radius=0.0, two_way=bool(i % 2),
                          area=int(rng.integers(1, 5)), id=i)
        costs = {area: float(rng.choice([0.3, 1.0, 3.0])) for area in (1, 2)}
        penalties = np.where(rng.random(mesh.polygon_count) < 0.4, rng.uniform(0, 5, mesh.polygon_count), 0.0)
        shut = np.flatnonzero(rng.random(mesh.polygon_count) < 0.1)
        filter = QueryFilter(mesh, area_costs=costs)
        for poly in np.flatnonzero(penalties):
            filter.set_penalty([poly], penalties[poly])
        filter.block(shut)
        ways, without = Ways(mesh, costs, shut, penalties), Ways(mesh, costs, shut)
        ends = random_points(mesh, 20, rng)
        for (a, start), (b, goal) in zip(ends[::2], ends[1::2]):
            way = corridor(mesh, a, start, b, goal, points, filter)
            if a in shut or b in shut:
                assert way is None
                continue
            cost = ways.cost(a, start, b, goal, points)
            if way is None:
                lost += 1
                assert np.isinf(cost)
                continue
            found += 1
            assert way[1] == pytest.approx(cost, rel=1e-12, abs=1e-12)
            assert not set(way[0]) & set(shut)
            dearer += cost > without.cost(a, start, b, goal, points) * (1 + 1e-9)
    assert found > 50 and lost > 10 and dearer > 20


@pytest.mark.parametrize("points", ["centers", "midpoints", "clamped"])
@given(seed=st.integers(0, 10**6))
@settings(max_examples=25)
def test_a_search_in_pieces_ends_like_one_at_once(points, seed):
    rng = np.random.default_rng(seed)
    mesh = with_areas(delaunay_mesh(seed % 5) if seed % 2 else grid_mesh(seed % 7), rng, 4)
    for _ in range(3):
        mesh.add_link(*(point for _, point in random_points(mesh, 2, rng, kinds=(2,))), radius=0.0, two_way=bool(rng.random() < 0.5))
    (a, start), (b, goal) = random_points(mesh, 2, rng)
    whole = run(CorridorSearch(mesh, a, start, b, goal, points), mesh)
    pieces = CorridorSearch(mesh, a, start, b, goal, points)
    steps = searched = 0
    while not pieces.advance(2):
        steps += 1
        assert pieces.state == "searching" and pieces.corridor == [] and pieces.searched == searched + 2
        searched = pieces.searched
    assert pieces.state == whole.state in ("found", "no way") and pieces.advance(2)
    assert (pieces.corridor, pieces.entries, pieces.cost, pieces.searched) \
        == (whole.corridor, whole.entries, whole.cost, whole.searched)
    assert whole.state != "found" or steps == max(0, whole.searched - 1) // 2


def test_a_limit_is_no_answer_and_a_changed_mesh_ends_the_search():
    mesh = grid_mesh(0, removed=0.0)
    middle = [np.mean(mesh.vertices[list(polygon)], axis=0) for polygon in mesh.polygons]
    last = mesh.polygon_count - 1
    search = CorridorSearch(mesh, 0, middle[0], last, middle[last])
    assert not search.advance(0) and search.state == "searching" and search.searched == 0
    assert not search.advance(1) and search.state == "searching" and search.searched == 1
    mesh.add_link(middle[0], middle[last])
    assert search.advance() and (search.state, search.corridor, search.searched) == ("outdated", [], 1)
    assert run(CorridorSearch(mesh, 0, middle[0], last, middle[last]), mesh).state == "found"
    with pytest.raises(ValueError, match="points: must be 'centers', 'midpoints' or 'clamped', is 'corners'"):
        CorridorSearch(mesh, 0, middle[0], last, middle[last], "corners")


def test_dead_ends_are_searched_only_for_goals_in_them():
    """A row of squares with a comb of blind alleys along it."""
    count = 12
    vertices = [(x, 0, z) for x in range(count + 1) for z in range(6)]
    cells = [(x, z) for x in range(count) for z in range(5) if z == 0 or x % 2]
    polygons = [(6 * x + z, 6 * x + z + 1, 6 * x + z + 7, 6 * x + z + 6) for x, z in cells]
    mesh = NavMesh.from_polygons(vertices, polygons)
    at = {cell: i for i, cell in enumerate(cells)}
    mesh.add_link((0.5, 0, 0.5), (count - 0.5, 0, 0.5), area=5)        # so that the row is no dead end itself
    mesh.set_area_cost(5, 100.0)

    def search(a, b):
        return corridor(mesh, at[a], (a[0] + 0.5, 0, a[1] + 0.5), at[b], (b[0] + 0.5, 0, b[1] + 0.5), "midpoints")

    along = search((0, 0), (count - 1, 0))
    assert along[1] == count - 1 and along[2] == count - 1
    into = search((1, 4), (count - 1, 4))
    assert into[1] == pytest.approx(2 * (3.5 + np.sqrt(0.5)) + count - 3) and into[2] == 4 + 1 + count - 2 + 4     # and one step back
    assert [mesh.vertices[list(mesh.polygons[i])].mean(axis=0)[2] for i in into[0]][:5] == [4.5, 3.5, 2.5, 1.5, 0.5]


def test_other_islands_are_not_searched():
    mesh = delaunay_mesh(3, removed=0.5)
    islands = mesh.islands
    a, b = 0, int(np.argmax(islands != islands[0]))
    assert islands[a] != islands[b]
    assert corridor(mesh, a, mesh.vertices[0], b, mesh.vertices[0]) is None


def test_of_equal_ways_always_the_same():
    cells = [[x * 4 + z, x * 4 + z + 1, x * 4 + z + 5, x * 4 + z + 4] for x in range(3) for z in range(3)]
    vertices = [(x, 0, z) for x in range(4) for z in range(4)]
    del cells[4]                    # a ring of eight cells: both ways round are equally long
    mesh = NavMesh.from_polygons(vertices, cells)
    ways = {tuple(corridor(mesh, 0, (0.5, 0, 0.5), 7, (2.5, 0, 2.5))[0]) for _ in range(5)}
    assert ways == {(0, 1, 2, 4, 7)}


def test_the_heuristic_spares_work():
    mesh = grid_mesh(0, width=30, depth=30, removed=0.05)
    inside = int(np.argmin(np.linalg.norm([np.mean(mesh.vertices[list(p)], axis=0) - (15, 0, 15) for p in mesh.polygons], axis=1)))
    start = np.mean(mesh.vertices[list(mesh.polygons[inside])], axis=0)
    near = mesh.neighbors[inside][int(np.argmax(np.array(mesh.neighbors[inside]) >= 0))]
    _, _, searched = corridor(mesh, inside, start, near, np.mean(mesh.vertices[list(mesh.polygons[near])], axis=0))
    assert 0 < searched < mesh.polygon_count / 20


def test_unknown_polygons_are_refused():
    mesh = grid_mesh(0)
    for a, b in ((-1, 0), (0, mesh.polygon_count)):
        with pytest.raises(ValueError, match="there is no polygon"):
            corridor(mesh, a, (0, 0, 0), b, (0, 0, 0))


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -1e40])
def test_points_must_be_finite(bad):
    mesh = grid_mesh(1)
    for a, b in (((bad, 0, 0.5), (0.5, 0, 0.5)), ((0.5, 0, 0.5), (0.5, 0, bad))):
        with pytest.raises(ValueError, match="corridor: from .* to .*; coordinates must be finite$"):
            corridor(mesh, 0, a, 0, b)
