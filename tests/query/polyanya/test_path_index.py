"""Searches with a path index against searches by intervals alone, and what becomes of an index when its mesh changes."""
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import navpy
from navpy.api.query.polyanya import ExactFinder
from navpy.navmesh.navmesh import NavMesh
from tests.cutting import cut_mesh
from tests.meshes import delaunay_mesh, grid_mesh, random_points, strip


def compare(mesh, count, seed=1, **kinds):
    """Paths with the visibility graph, and the index if there is one, are as long as by intervals; nodes that the former expand."""
    indexed, by_intervals, searched = ExactFinder(mesh), ExactFinder(mesh, by_visibility=False), 0
    ends = random_points(mesh, 2 * count, np.random.default_rng(seed), **kinds)
    for (a, start), (b, goal) in zip(ends[::2], ends[1::2]):
        path, other = indexed.path(a, start, b, goal), by_intervals.path(a, start, b, goal)
        assert (path is None) == (other is None)
        if path is not None:
            assert path[0] == pytest.approx(other[0], rel=1e-12, abs=1e-12)
            points = np.array(path[1])
            assert np.hypot(*np.diff(points[:, ::2], axis=0).T).sum() == pytest.approx(path[0], rel=1e-9, abs=1e-9)
            assert path[4][0] == a and path[4][-1] == b and all(q in mesh.neighbors[p] for p, q in zip(path[4], path[4][1:]))
            searched += indexed.searched
    return searched


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2 ** 31), st.booleans(), st.floats(0.05, 0.4), st.integers(0, 2 ** 31))
def test_paths_are_as_short_as_without(seed, in_cells, removed, ends):
    if in_cells:
        mesh = grid_mesh(seed, width=14, depth=13, removed=removed, angle=seed % 7 * 0.1)
    else:
        mesh = delaunay_mesh(seed, points=120, removed=removed)
    mesh.build_path_index()
    compare(mesh, 25, ends)


def test_fewer_nodes_are_expanded():
    """Thousands of corners in many regions; from tile to tile, too."""
    mesh = NavMesh.from_tiles(cut_mesh(grid_mesh(3, width=90, depth=90, removed=0.3), 16.0).values(), 16.0)
    before = compare(mesh, 60, kinds=(2,))
    mesh.build_path_index()
    assert 0 < compare(mesh, 60, kinds=(2,)) < 0.4 * before


@pytest.mark.parametrize("seed, removed", [(1, 0.1), (2, 0.3), (3, 0.45)])
def test_on_a_mesh_of_many_districts(seed, removed):
    """Views, flags and landmarks leave most of it out; ends in polygons, on edges and on corners."""
    mesh = grid_mesh(seed, width=80, depth=80, removed=removed, angle=0.1 * seed)
    mesh.build_path_index()
    compare(mesh, 250, seed)


@pytest.mark.parametrize("radii", [(1.0, 2.0), (0.01, 3.0)])
def test_stairs_around_a_pole(radii):
    """Vertices whose polygons cover some directions twice."""
    angles = np.linspace(0, 6 * np.pi, 37)
    mesh = strip([tuple((r * np.cos(t), t / 3, r * np.sin(t)) for r in radii) for t in angles])
    mesh.build_path_index()
    compare(mesh, 40)


@pytest.mark.parametrize("removed", [0.01, 0.3])
def test_ends_on_edges_and_corners(removed):
    """Views tell of edges, not of corners: there the search goes on without the index."""
    mesh = grid_mesh(8, width=20, depth=20, removed=removed)
    mesh.build_path_index()
    compare(mesh, 60)


def test_a_floor_above_another_is_not_in_sight():
    """A ramp that winds up twice around a block: what is above in the plan is not visible."""
    around = [(0, 0), (4, 0), (4, 4), (0, 4)]
    pairs = []
    for k in range(10):
        x, z = around[k % 4]
        pairs.append(((x * 1.0, k * 1.0, z * 1.0), (3 * x - 4.0, k * 1.0, 3 * z - 4.0)))
    mesh = strip(pairs)
    mesh.build_path_index()
    compare(mesh, 80)


def test_where_more_is_in_sight_than_searches_keep():
    mesh = NavMesh.from_tiles(cut_mesh(grid_mesh(7, width=50, depth=50, removed=0.01), 1.0).values(), 1.0)
    mesh.build_path_index()
    compare(mesh, 60, kinds=(2,))


def test_an_executor_changes_nothing():
    results = []
    for executor in (None, ThreadPoolExecutor(2)):
        mesh = grid_mesh(5, width=40, depth=40, removed=0.3)
        size = mesh.build_path_index(executor)
        assert size == mesh.path_index_bytes > 0
        ends = random_points(mesh, 80, np.random.default_rng(2), kinds=(2,))
        finder = ExactFinder(mesh)
        results.append([(finder.path(*one, *other), finder.searched) for one, other in zip(ends[::2], ends[1::2])])
    assert results[0] == results[1]


def test_a_change_of_the_mesh_drops_it():
    tiles = cut_mesh(grid_mesh(4, width=24, depth=24, removed=0.3), 8.0)
    mesh = NavMesh.from_tiles(tiles.values(), 8.0)
    polygons = [i for i, ring in enumerate(mesh.polygons) if ring]
    for change in (lambda: mesh.remove_tile(1, 1), lambda: mesh.add_tile(tiles[1, 1]), lambda: mesh.set_flags(polygons[:3], 0),
                   lambda: mesh.set_flags(polygons[:3], 1)):
        assert mesh.build_path_index() > 0
        change()
        assert mesh.path_index_bytes == 0
        anew = NavMesh.from_bytes(mesh.to_bytes())
        ends = random_points(anew, 120, np.random.default_rng(1), kinds=(2,))
        starts, goals = (np.array([point for _, point in side]) for side in (ends[::2], ends[1::2]))
        paths, others = mesh.find_paths(starts, goals), anew.find_paths(starts, goals)
        assert np.array_equal(paths.status, others.status) and paths.lengths == pytest.approx(others.lengths, rel=1e-9)


def test_a_search_over_frames_meets_a_new_index():
    mesh = grid_mesh(5, width=40, depth=40, removed=0.3)
    (a, start), (b, goal) = random_points(mesh, 2, np.random.default_rng(11), kinds=(2,))
    want = ExactFinder(mesh, by_visibility=False).path(a, start, b, goal)
    for at in range(12):
        finder = ExactFinder(mesh)
        finder.begin(a, start, b, goal)
        finder.advance(at)
        mesh.build_path_index()
        finder.advance(-1)
        assert finder.found()[0] == pytest.approx(want[0], rel=1e-12)


def test_a_path_found_by_an_index_that_is_gone_is_not_written():
    mesh = grid_mesh(5, width=40, depth=40, removed=0.3)
    (a, start), (b, goal) = random_points(mesh, 2, np.random.default_rng(11), kinds=(2,))
    mesh.build_path_index()
    finder = ExactFinder(mesh)
    finder.begin(a, start, b, goal)
    finder.advance(-1)
    assert finder.found() is not None
    mesh.set_flags([a], 0)
    assert finder.found() is None


def test_filters_search_without_it():
    mesh = grid_mesh(6, width=20, depth=20, removed=0.2)
    ends = random_points(mesh, 120, np.random.default_rng(3), kinds=(2,))
    starts, goals = (np.array([point for _, point in side]) for side in (ends[::2], ends[1::2]))
    only = navpy.QueryFilter(mesh)
    only.block([poly for poly in range(0, mesh.polygon_count, 9)])
    before = mesh.find_paths(starts, goals, filter=only).points
    mesh.build_path_index()
    assert np.array_equal(mesh.find_paths(starts, goals, filter=only).points, before)


def test_what_has_no_index():
    mesh = grid_mesh(2)
    assert mesh.path_index_bytes == 0
    with pytest.raises(ValueError, match="executor"):
        mesh.build_path_index(3)
    mesh.set_area_cost(63, 2.0)
    assert mesh.build_path_index() > 0          # all polygons cost the same
    mesh.add_links([navpy.OffMeshLink(mesh.vertices[mesh.polygons[0][0]], mesh.vertices[mesh.polygons[-1][0]], radius=0.5)])
    with pytest.raises(ValueError, match="links"):
        mesh.build_path_index()
    assert mesh.path_index_bytes == 0
    with pytest.raises(ValueError, match="empty"):
        NavMesh().build_path_index()
