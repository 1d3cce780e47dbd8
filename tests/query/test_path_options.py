"""What a search may be told: which algorithm, which limits; and what it says of them."""
import gc
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from navpy.base.core import PathStatus, Reason
from navpy.navmesh.navmesh import NavMesh
from navpy.navmesh.query_filter import QueryFilter
from tests.cutting import cut_mesh
from tests.meshes import delaunay_mesh, grid_mesh, meshes, random_points

ALGORITHMS = ("exact", "corridor", "centers")


def plan_length(path):
    return np.hypot(*np.diff(path.points.astype(float)[:, ::2], axis=0).T).sum()


def pairs(mesh, count, seed):
    ends = [point for _, point in random_points(mesh, 2 * count, np.random.default_rng(seed))]
    return list(zip(ends[::2], ends[1::2]))


def test_the_exact_path_is_the_shortest_and_the_default():
    shorter = {name: 0 for name in ALGORITHMS}
    for seed, mesh in enumerate(meshes(4)):
        for start, goal in pairs(mesh, 20, seed):
            found = {name: mesh.find_path(start, goal, algorithm=name) for name in ("auto", *ALGORITHMS)}
            assert len({path.status for path in found.values()}) == 1
            if found["auto"].status is PathStatus.FAILED:
                continue
            assert found["auto"].algorithm == "exact" and (found["auto"].points == found["exact"].points).all()
            lengths = [plan_length(found[name]) for name in ALGORITHMS]
            assert lengths[0] <= lengths[1] + 1e-5 and lengths[1] <= lengths[2] + 1e-5
            for name, length in zip(ALGORITHMS[1:], lengths[1:]):
                shorter[name] += lengths[0] < length - 1e-3
                assert (found[name].points[[0, -1]] == found["exact"].points[[0, -1]]).all()
    assert shorter["corridor"] > 10 and shorter["centers"] > 50


def test_where_costs_differ():
    mesh = NavMesh.from_polygons([(x, 0, z) for x in (0, 1, 2) for z in (0, 1)], [(0, 1, 3, 2), (2, 3, 5, 4)], [1, 2])
    assert mesh.find_path((0.5, 0, 0.5), (1.5, 0, 0.5)).algorithm == "exact"
    mesh.set_area_cost(2, 3.0)
    assert mesh.find_path((0.5, 0, 0.5), (1.5, 0, 0.5)).algorithm == "corridor"
    refused = mesh.find_path((0.5, 0, 0.5), (1.5, 0, 0.5), algorithm="exact")
    assert refused.status is PathStatus.FAILED and refused.reason is Reason.COSTS_DIFFER and "auto" in refused.message


def test_polygons_without_flags_are_not_walked_on():
    mesh = NavMesh.from_polygons([(x, 0, z) for x in range(4) for z in (0, 1)], [(0, 1, 3, 2), (2, 3, 5, 4), (4, 5, 7, 6)])
    mesh.set_flags([1], 0)
    for algorithm in ("auto", "corridor"):
        path = mesh.find_path((0.5, 0, 0.5), (2.5, 0, 0.5), algorithm=algorithm)
        assert path.reason is Reason.GOAL_UNREACHABLE and "filter" in path.message
        partial = mesh.find_path((0.5, 0, 0.5), (2.5, 0, 0.5), True, algorithm=algorithm)
        assert partial.status is PathStatus.PARTIAL and partial.points[-1] == pytest.approx(np.array((1, 0, 0.5)))
        assert partial.remainder == pytest.approx(1.5)
    mesh.set_flags([0, 1, 2], 4)
    nowhere = mesh.find_path((0.5, 0, 0.5), (2.5, 0, 0.5), True, filter=QueryFilter(mesh, include_flags=2))
    assert nowhere.reason is Reason.START_OFF_MESH and len(nowhere.points) == 0
    assert nowhere.message == "no polygon of the navmesh may be walked on: their flags are 0, or the filter leaves none"
    assert mesh.find_path((0.5, 0, 0.5), (2.5, 0, 0.5)).status is PathStatus.COMPLETE


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_limit_on_the_search_is_said(algorithm):
    mesh = delaunay_mesh(4, points=300, removed=0.1)
    limited = 0
    for start, goal in pairs(mesh, 30, 3):
        whole = mesh.find_path(start, goal, algorithm=algorithm)
        for limit in (0, whole.searched // 2, whole.searched):
            path = mesh.find_path(start, goal, algorithm=algorithm, max_searched=limit)
            assert path.searched <= limit or path.searched == 0
            if path.reason is Reason.SEARCH_LIMIT:
                limited += 1
                assert path.status is PathStatus.FAILED and limit < whole.searched + 1 and str(path.searched) in path.message
            else:
                assert path.reason is whole.reason and path.length == whole.length
        assert mesh.find_path(start, goal, algorithm=algorithm, max_searched=whole.searched + 1).length == whole.length
    assert limited > 20


@pytest.mark.parametrize("options, message", [
    ({"algorithm": "fast"}, "algorithm: must be one of 'auto', 'exact', 'corridor', 'centers', is 'fast'"),
    ({"algorithm": []}, "algorithm: must be one of"), ({"portal_points": None}, "portal_points: must be one of"),
    ({"max_searched": -1}, "max_searched: must be a number of nodes, not below 0, or None, is -1"),
    ({"max_length": float("nan")}, "max_length: must be a number of meters, not below 0, or None, is nan"),
    ({"max_radius": "far"}, "max_radius: must be a number of meters, is 'far'"),
])
def test_other_options_are_refused(options, message):
    mesh = delaunay_mesh(1)
    for find in (lambda: mesh.find_path((0, 0, 0), (1, 0, 1), **options),
                 lambda: mesh.find_paths([(0, 0, 0)], [(1, 0, 1)], **options)):
        with pytest.raises(ValueError, match=message):
            find()


def test_many_threads_may_search_one_mesh():
    mesh = delaunay_mesh(4, points=300, removed=0.1)
    work = pairs(mesh, 400, 8)
    limit = {"max_searched": 10_000}        # without one, `searched` also depends on the searches before
    alone = [mesh.find_path(*ends, **limit) for ends in work]
    with ThreadPoolExecutor(8) as executor:
        together = list(executor.map(lambda ends: mesh.find_path(*ends, **limit), work * 3))
    for path, other in zip(alone * 3, together):
        assert path.length == other.length and (path.points == other.points).all() and path.searched == other.searched


def test_a_wider_agent_on_a_mesh_that_loses_tiles():
    """What is packed of a tile that has gone must not be taken for walls or polygons."""
    whole = grid_mesh(6, width=12, depth=12, removed=0.05)
    mesh = NavMesh.from_tiles(cut_mesh(whole, 3.0).values(), 3.0)
    rng = np.random.default_rng(2)
    for tile in [mesh.tiles[i] for i in rng.permutation(len(mesh.tiles))[:8]]:
        mesh.remove_tile(*tile)
        fresh = NavMesh.from_bytes(mesh.to_bytes())
        for start, goal in zip(rng.uniform(0, 12, (12, 3)) * (1, 0, 1), rng.uniform(0, 12, (12, 3)) * (1, 0, 1)):
            path, other = mesh.find_path(start, goal, radius=0.2), fresh.find_path(start, goal, radius=0.2)
            assert (path.status, path.reason) == (other.status, other.reason) and path.length == pytest.approx(other.length)


def test_a_radius_in_use_keeps_its_map():
    """A mesh holds on to what it made of a radius; of too many radii, the one that was not asked for longest is made again."""
    mesh = grid_mesh(1)
    maps = next(part for part in gc.get_referents(mesh) if isinstance(part, dict))
    mesh.find_path((1, 0, 1), (5, 0, 5), radius=0.3)
    first, = maps.values()
    for i in range(20):
        for radius in (0.3, 0.1 + 0.01 * i):
            mesh.find_path((1, 0, 1), (5, 0, 5), radius=radius)
        assert any(kept is first for kept in maps.values()) and len(maps) <= 8


def test_what_cannot_be_exact_is_never_partial():
    mesh = grid_mesh(1)
    rules = QueryFilter(mesh)
    rules.set_penalty([0], 1.0)
    for allow_partial in (False, True):
        path = mesh.find_path((1, 0, 1), (5, 0, 5), allow_partial, algorithm="exact", filter=rules)
        assert path.status is PathStatus.FAILED and len(path.points) == 0
        assert path.reason is (Reason.COSTS_DIFFER if allow_partial else Reason.GOAL_UNREACHABLE)


def test_ends_off_the_mesh_are_told_of_where_they_are_the_reason():
    path = grid_mesh(1).find_path((1, 0, 1), (99, 0, 99), True, max_searched=0)
    assert path.off_by == 0.0 or path.reason is Reason.GOAL_OFF_MESH


def test_a_link_that_a_wider_agent_takes_is_in_its_corridor():
    mesh, taken = grid_mesh(1), 0
    points = [point for _, point in random_points(mesh, 20, np.random.default_rng(1))]
    mesh.add_link(points[0], points[1], radius=0.3)
    ways = {(link.start_poly, link.end_poly) for link in mesh.links} | {(link.end_poly, link.start_poly) for link in mesh.links}
    for start, goal in [(a, b) for a in points for b in points]:
        path = mesh.find_path(start, goal, radius=1.0)
        taken += (path.links >= 0).any()
        for p, q in zip(path.corridor, path.corridor[1:]):
            assert q in mesh.neighbors[p] or (p, q) in ways
    assert taken
