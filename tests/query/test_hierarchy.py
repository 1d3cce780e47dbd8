"""Searches over clusters against the exact search and A* over all, and clusters kept up to date against clusters made afresh."""
from array import array

import numpy as np
import pytest

import navpy.query  # noqa: F401
from navpy.base.core import Reason
from navpy.navmesh.navmesh import NavMesh
from navpy.api.query.corridor_search import CorridorSearch, cost_of_path, refine
from navpy.api.query.hierarchy import HierarchicalSearch
from navpy.api.query.polyanya import ExactFinder
from tests.cutting import cut_mesh, make_tile, split, tile_rings
from tests.meshes import grid_mesh, random_points


def tiled(seed, size=3.0, width=40, depth=36, removed=0.2, angle=0.0):
    """A field with obstacles in tiles."""
    mesh = grid_mesh(seed, width, depth, removed, angle)
    return NavMesh.from_tiles(cut_mesh(mesh, size).values(), size)


def flat_length(points):
    return np.hypot(*np.diff(np.asarray(points)[:, ::2], axis=0).T).sum()


def pairs(mesh, count, rng, islands=False):
    """((polygon, point), (polygon, point)), all on the largest island unless islands."""
    ends = random_points(mesh, 6 * count, rng, kinds=(2,))
    if not islands:
        largest = np.bincount(mesh.islands[mesh.islands >= 0]).argmax()
        ends = [end for end in ends if mesh.islands[end[0]] == largest]
    return list(zip(ends[:2 * count:2], ends[1:2 * count:2]))


def check_form(mesh, path, start, goal):
    """Leads from start to goal through neighbors or by links."""
    cost, points, polys, links, way, entries = path
    assert points[0] == pytest.approx(start) and points[-1][::2] == pytest.approx(np.asarray(goal)[::2])
    assert len(points) == len(polys) == len(links) and len(way) == len(entries)
    given = mesh.links
    for p, q, entry in zip(way, way[1:], entries[1:]):
        if entry < 0:
            assert q in mesh.neighbors[p]
    assert sum(entry >= 0 for entry in entries) == sum(link >= 0 for link in links)
    assert {link for link in links if link >= 0} <= {link.id for link in given}


# ---- where all polygons cost the same ----

@pytest.mark.parametrize("seed, side, angle", [(1, 3, 0.0), (2, 2, 0.4), (3, 4, 0.0)])
def test_paths_over_clusters_are_nearly_as_short_as_can_be(seed, side, angle):
    rng = np.random.default_rng(seed)
    mesh = tiled(seed, angle=angle)
    over = HierarchicalSearch(mesh, side, tolerance=0.0, patience=0.0)
    exact, wide, excess = ExactFinder(mesh), 0, []
    for (a, start), (b, goal) in pairs(mesh, 260, rng):
        path, best = over.path(a, start, b, goal), exact.path(a, start, b, goal)[0]
        check_form(mesh, path, start, goal)
        assert path[0] == pytest.approx(flat_length(path[1]), rel=1e-9)
        assert path[0] >= best * (1 - 1e-9)
        wide += over.wide
        excess.append(path[0] / best - 1)
    assert wide > 100 and max(excess) <= 0.02 and np.mean(excess) <= 0.002


def test_a_patient_search_keeps_its_tolerance():
    rng = np.random.default_rng(4)
    mesh = tiled(4, removed=0.3)
    exact, looser = ExactFinder(mesh), 0
    for tolerance in (0.0, 0.02, 0.3):
        over = HierarchicalSearch(mesh, 3, tolerance, patience=1e6)
        for (a, start), (b, goal) in pairs(mesh, 60, rng):
            path, best = over.path(a, start, b, goal), exact.path(a, start, b, goal)[0]
            assert not over.wide and best * (1 - 1e-9) <= path[0] <= best * (1 + tolerance) * (1 + 1e-9)
            check_form(mesh, path, start, goal)
            looser += path[0] > best * 1.001
    assert looser


def test_the_search_from_the_goal_takes_over_where_the_goal_is_shut_in():
    mesh = tiled(5, size=4.0, width=48, depth=48, removed=0.12)
    rng = np.random.default_rng(5)
    over, exact, helped = HierarchicalSearch(mesh, 3, 0.02, patience=0.1), ExactFinder(mesh), 0
    for (a, start), (b, goal) in pairs(mesh, 150, rng):
        path, best = over.path(a, start, b, goal), exact.path(a, start, b, goal)[0]
        check_form(mesh, path, start, goal)
        assert best * (1 - 1e-9) <= path[0] <= best * 1.02
        helped += over.wide
    assert 0 < helped < 150


# ---- where they don't ----

def rough(seed, links):
    """Other costs, exit-only areas and links, in tiles."""
    rng, size = np.random.default_rng(seed), 3.0
    tiles = []
    for (x, z), rings in tile_rings(grid_mesh(seed, 40, 36, 0.3), size).items():
        rings = split(rings, rng)
        tiles.append(make_tile(x, z, rings, size, areas=array("i", rng.choice([1, 2, 3, 4, 4, 4], len(rings)).tolist())))
    mesh = NavMesh.from_tiles(tiles, size)
    for area in range(1, 5):
        mesh.set_area_cost(area, float(rng.choice([0.5, 1.0, 2.0, 4.0])))
    mesh.set_exit_only_areas([2])
    for i in range(links):
        (_, a), (_, b) = random_points(mesh, 2, rng, kinds=(2,))
        mesh.add_link(a, b, radius=0.1, two_way=bool(rng.random() < 0.5), area=int(rng.integers(1, 5)), id=i)
    return mesh


@pytest.mark.parametrize("seed, links", [(1, 0), (2, 12), (3, 40)])
def test_leads_wherever_a_way_leads_and_costs_little_more(seed, links):
    rng = np.random.default_rng(seed)
    mesh = rough(seed, links)
    over, excess, lost, by_link, wide = HierarchicalSearch(mesh, 1), [], 0, 0, 0
    for (a, start), (b, goal) in pairs(mesh, 200, rng, islands=True):
        path, search = over.path(a, start, b, goal), CorridorSearch(mesh, a, start, b, goal, "midpoints")
        assert search.advance() and (path is None) == (not search.corridor)
        if path is None:
            lost += 1
            continue
        check_form(mesh, path, start, goal)
        by_link += max(path[3]) >= 0
        wide += over.wide
        assert path[0] == pytest.approx(cost_of_path(mesh, path[4], path[5], path[1], path[3]), rel=1e-12)
        excess.append(path[0] / refine(mesh, search.corridor, search.entries, start, goal)[1][3] - 1)
    assert len(excess) > 60 and wide > 50 and np.mean(excess) < 0.01 and max(excess) < 0.05
    assert lost and (by_link or not links)


@pytest.mark.parametrize("seed", range(3))
def test_links_between_islands_that_cost_as_much_as_the_ground(seed):
    rng = np.random.default_rng(seed)
    mesh = tiled(seed + 10, removed=0.42)
    for i in range(60):
        (_, a), (_, b) = random_points(mesh, 2, rng, kinds=(2,))
        mesh.add_link(a, b, radius=0.1, two_way=bool(rng.random() < 0.5), id=i)
    over, exact, excess, lost, wide = HierarchicalSearch(mesh, 2, 0.0, patience=0.1), ExactFinder(mesh), [], 0, 0
    for (a, start), (b, goal) in pairs(mesh, 60, rng, islands=True):
        path, best = over.path(a, start, b, goal), exact.path(a, start, b, goal)
        assert (path is None) == (best is None)
        if path is None:
            lost += 1
            continue
        check_form(mesh, path, start, goal)
        excess.append(path[0] / best[0] - 1)
        wide += over.wide
    assert wide > 5 and len(excess) > 30 and lost > 10 and min(excess) > -1e-9 and max(excess) < 0.02


# ---- keeping up to date ----

def same(mesh, over, side):
    fresh = HierarchicalSearch(mesh, side)
    over.update(), fresh.update()
    assert over.exits == fresh.exits and over.intra_edges == fresh.intra_edges


@pytest.mark.parametrize("seed", range(3))
def test_clusters_follow_the_tiles(seed):
    rng = np.random.default_rng(seed)
    size, side = 3.0, 2 + seed
    whole = cut_mesh(grid_mesh(seed, 20, 18, 0.2), size)
    other = cut_mesh(grid_mesh(seed + 50, 20, 18, 0.3), size)
    places = sorted(whole)
    mesh = NavMesh.from_tiles([whole[place] for place in places[::2]], size)
    over = HierarchicalSearch(mesh, side)
    over.update()
    everything = 0
    for step in range(25):
        place = places[rng.integers(len(places))]
        kind = rng.random()
        if kind < 0.25 and place in mesh.tiles:
            mesh.remove_tile(*place)
        elif kind < 0.8:
            mesh.add_tile((whole if rng.random() < 0.5 or place not in other else other)[place])
        elif kind < 0.9:
            (_, a), (_, b) = [(poly, mesh.nearest(point)[1]) for poly, point in spots(mesh, rng)]
            mesh.add_link(a, b, radius=0.1, id=step)
        else:
            mesh.set_area_cost(63, float(rng.choice([1.0, 2.0])))
        same(mesh, over, side)
        everything += len(over.intra_edges)
    assert everything


def spots(mesh, rng):
    polys = [i for i in range(len(mesh.polygons)) if mesh.polygons[i]]
    return [(poly, mesh.vertices[list(mesh.polygons[poly])].mean(axis=0)) for poly in rng.choice(polys, 2)]


def test_only_what_has_changed_is_computed():
    mesh = tiled(7)
    over = HierarchicalSearch(mesh, 4)
    assert over.update() == len(over.intra_edges) and over.update() == 0
    mesh.add_tile(mesh.tile(5, 5))          # in the middle of the cluster (1, 1)
    assert over.update() == 1
    mesh.add_tile(mesh.tile(4, 4))          # in its corner
    assert over.update() == 4
    mesh.add_tile(mesh.tile(5, 5))
    (a, start), (b, goal) = pairs(mesh, 1, np.random.default_rng(1))[0]
    assert over.path(a, start, b, goal) is not None and over.update() == 0
    mesh.remove_tile(5, 5)
    same(mesh, over, 4)


@pytest.mark.parametrize("seed", range(3))
def test_clusters_follow_the_rules(seed):
    rng, mesh = np.random.default_rng(seed), rough(seed, 6)
    over, computed = HierarchicalSearch(mesh, 2), []
    over.update()
    for _ in range(20):
        kind = rng.integers(4)
        if kind == 0:
            mesh.set_area_cost(int(rng.integers(1, 5)), float(rng.choice([0.5, 1.0, 2.0, 4.0])))
        elif kind == 1:
            mesh.set_exit_only_areas(rng.choice([1, 2, 3, 4], 1).tolist())
        elif kind == 2:
            mesh.set_flags(rng.choice(mesh.polygon_count, 3).tolist(), int(rng.choice([0, 1])))
        else:
            place = sorted(mesh.tiles)[rng.integers(len(mesh.tiles))]
            mesh.add_tile(mesh.tile(*place))
        fresh = HierarchicalSearch(mesh, 2)
        computed.append((over.update(), fresh.update()))
        assert over.exits == fresh.exits and over.intra_edges == fresh.intra_edges
    assert any(0 < own < all for own, all in computed)


def test_rules_that_change_nothing_cost_nothing():
    mesh = tiled(7)
    over = HierarchicalSearch(mesh, 4)
    over.update()
    mesh.add_tile(mesh.tile(5, 5))
    over.update()
    mesh.set_area_cost(7, 3.0)              # of an area that no polygon has
    mesh.set_flags([0], 3)
    assert over.update() == 0
    (_, a), (_, b) = pairs(mesh, 1, np.random.default_rng(1))[0]
    mesh.add_link(a, b, radius=0.1)
    assert 1 <= over.update() <= 4          # the clusters that both of its ways leave, and what lies where they lead
    mesh.set_flags([0], 0)
    assert 1 <= over.update() < len(over.intra_edges)
    same(mesh, over, 4)


def test_a_world_that_streams_by_leaves_nothing_behind():
    rings = tile_rings(grid_mesh(2, 40, 3, 0.0), 3.0)

    def tile(x):
        return make_tile(x, 0, rings[x, 0], 3.0)
    mesh = NavMesh.from_tiles([tile(0), tile(1)], 3.0)
    over = HierarchicalSearch(mesh, 1)
    for x in range(2, 13):
        mesh.add_tile(tile(x))
        mesh.remove_tile(x - 2, 0)
        same(mesh, over, 1)
        assert over.clusters <= 3           # one that comes before another goes
    start, goal = (33.5, 0, 0.5), (38.5, 0, 2.5)
    assert over.find_path(start, goal).length == pytest.approx(mesh.find_path(start, goal).length, rel=0.02)


# ---- bad and poor input ----

def test_meshes_without_tiles_and_without_polygons():
    mesh = grid_mesh(1)
    over, exact = HierarchicalSearch(mesh, patience=0.0, tolerance=0.0), ExactFinder(mesh)
    for (a, start), (b, goal) in pairs(mesh, 10, np.random.default_rng(1)):
        assert over.path(a, start, b, goal)[0] == pytest.approx(exact.path(a, start, b, goal)[0])
    assert HierarchicalSearch(NavMesh()).update() == 0
    empty = NavMesh.from_tiles([], 2.0)
    over = HierarchicalSearch(empty)
    assert over.update() == 0
    with pytest.raises(ValueError, match="path: there is no polygon 0"):
        over.path(0, (0, 0, 0), 0, (0, 0, 0))


def test_links_of_a_mesh_without_tiles_where_costs_differ():
    places = [(0, 0, 0), (0, 0, 5), (5, 0, 5), (5, 0, 0), (5, 0, 10), (0, 0, 10), (10, 0, 0), (10, 0, 5), (15, 0, 5), (15, 0, 0)]
    mesh = NavMesh.from_polygons(places, [[0, 1, 2, 3], [1, 5, 4, 2], [6, 7, 8, 9]], [63, 5, 63])
    mesh.set_area_cost(5, 3.0)
    over = HierarchicalSearch(mesh)
    assert over.find_path((1, 0, 1), (14, 0, 4)).reason is Reason.GOAL_UNREACHABLE
    mesh.add_link((4, 0, 2), (11, 0, 2), id=8)
    path, own = mesh.find_path((1, 0, 1), (14, 0, 4)), over.find_path((1, 0, 1), (14, 0, 4))
    assert list(own.links) == list(path.links) and 8 in own.links and own.length == pytest.approx(path.length)


@pytest.mark.parametrize("arguments, message", [
    (dict(cluster_tiles=0), "cluster_tiles: must be 1 … 8, is 0"), (dict(cluster_tiles=9), "cluster_tiles: must be 1 … 8, is 9"),
    (dict(tolerance=-1), "tolerance: "), (dict(tolerance=float("nan")), "tolerance: "), (dict(patience=-1), "patience: ")])
def test_bad_arguments(arguments, message):
    with pytest.raises(ValueError, match=message):
        HierarchicalSearch(grid_mesh(1), **arguments)


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -1e40])
def test_points_must_be_finite(bad):
    mesh = grid_mesh(1)
    for a, b in (((bad, 0, 0.5), (0.5, 0, 0.5)), ((0.5, 0, 0.5), (0.5, 0, bad))):
        with pytest.raises(ValueError, match="path: from .* to .*; coordinates must be finite$"):
            HierarchicalSearch(mesh).path(0, a, 0, b)


def test_paths_as_results():
    mesh = tiled(3)
    over, rng = HierarchicalSearch(mesh, 2), np.random.default_rng(4)
    for (_, start), (_, goal) in zip(random_points(mesh, 20, rng, kinds=(2,)), random_points(mesh, 20, rng, kinds=(2,))):
        path, own = mesh.find_path(start, goal), over.find_path(start, goal)
        assert (path.status, path.reason) == (own.status, own.reason)
        if len(own.points):
            assert own.algorithm == "hierarchy" and path.length * (1 - 1e-6) <= own.length <= path.length * 1.02
            assert (own.points[[0, -1]] == path.points[[0, -1]]).all()
    assert over.find_path((float("nan"), 0, 0), (0, 0, 0)).reason is Reason.INVALID_INPUT


@pytest.mark.parametrize("turned", [False, True])
def test_gaps_of_a_row_of_tiles_are_filled_one_by_one(turned):
    """Clusters that come between others of one row or column are clusters of their own."""
    tiles = cut_mesh(grid_mesh(0, *((36, 3) if turned else (3, 36)), removed=0.0), 3.0)
    row = sorted(tiles)
    mesh = NavMesh.from_tiles([tiles[at] for at in row[::2]], 3.0)
    over, exact = HierarchicalSearch(mesh, 1, tolerance=0.0, patience=0.0), ExactFinder(mesh)
    centers = [(3 * x + 1.4, 0.0, 3 * z + 1.7) for x, z in row]
    for filled in (None, *np.random.default_rng(0).permutation(range(1, 12, 2))):
        if filled is not None:
            mesh.add_tile(tiles[row[filled]])
        there = [mesh.locate(center) for center in centers]
        for i, start in enumerate(there):
            for k, goal in enumerate(there):
                if start is None or goal is None or i == k:
                    continue
                path, best = (search.path(start[0], start[1], goal[0], goal[1]) for search in (over, exact))
                assert (path is None) == (best is None) == (mesh.islands[start[0]] != mesh.islands[goal[0]])
                assert path is None or path[0] == pytest.approx(best[0], rel=1e-9)
        same(mesh, over, 1)
