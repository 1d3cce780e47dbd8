"""Many questions at once against the single calls, row by row and to the bit."""
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import navpy
from navpy.base.core import Reason
from tests.meshes import delaunay_mesh, grid_mesh

UNKNOWN = [(np.nan, 0, 0), (0, np.inf, 0), (1e31, 0, 0)]


def questions(mesh, rng, count):
    """Starts on the mesh, beside and above it, and ends, some of them not finite."""
    low, high = mesh.vertices.min(0) - 2, mesh.vertices.max(0) + 2
    starts, ends = rng.uniform(low, high, (count, 3)), rng.uniform(low, high, (count, 3))
    starts[::17], ends[5::23] = UNKNOWN[0], UNKNOWN[1]
    starts[3::29] = (500, 0, 500)
    return starts, ends


def reason_of(answer, *points):
    if not all(np.isfinite(point).all() and np.abs(point).max() <= 1e30 for point in points):
        return Reason.INVALID_INPUT
    return Reason.START_OFF_MESH if answer is None else Reason.NONE


def single(call, *points):
    """The single call's answer, None where it refuses a point."""
    try:
        return call(*points)
    except ValueError:
        return None


def same(got, want):
    return np.array_equal(got, want, equal_nan=True)


def check_rays(mesh, starts, ends, executor, rules):
    rays = navpy.raycasts(mesh, starts, ends, executor, filter=rules)
    for i, (start, end) in enumerate(zip(starts, ends)):
        one = single(lambda a, b: navpy.raycast(mesh, a, b, rules), start, end)
        assert rays.reason[i] == reason_of(one, start, end)
        if one is None:
            assert rays.polygons[i] == -1 and rays.t[i] == 0 and not rays.hit[i] and same(rays.points[i], start)
        else:
            assert (rays.polygons[i], rays.t[i], rays.hit[i]) == (one.poly, one.t, one.hit)
            assert same(rays.points[i], one.point) and same(rays.normals[i], one.normal)
        edge = np.full((2, 3), np.nan) if one is None or not one.hit else one.edge
        assert same(rays.edges[i], edge)


def check_moves(mesh, starts, ends, executor, rules):
    moves = navpy.moves_along_surface(mesh, starts, ends, executor, filter=rules)
    for i, (start, end) in enumerate(zip(starts, ends)):
        one = single(lambda a, b: navpy.move_along_surface(mesh, a, b, rules), start, end)
        assert moves.reason[i] == reason_of(one, start, end)
        want = (-1, False, tuple(start)) if one is None else (one.poly, one.arrived, one.point)
        assert (moves.polygons[i], moves.arrived[i]) == want[:2] and same(moves.points[i], want[2])


def check_walls(mesh, points, most, executor, rules):
    walls = navpy.distances_to_wall(mesh, points, most, executor, filter=rules)
    for i, point in enumerate(points):
        one = single(lambda at: navpy.distance_to_wall(mesh, at, most, rules), point)
        on_mesh = single(lambda at: mesh.locate(at, filter=rules), point)
        assert walls.reason[i] == reason_of(on_mesh, point)
        if one is None:
            assert walls.polygons[i] == -1 and walls.distances[i] == np.inf
            assert np.isnan(walls.edges[i]).all() and not walls.normals[i].any()
        else:
            assert (walls.polygons[i], walls.distances[i]) == (one.poly, one.distance)
            assert same(walls.points[i], one.point) and same(walls.normals[i], one.normal) and same(walls.edges[i], one.edge)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), shape=st.integers(0, 2), filtered=st.booleans(), threads=st.booleans(),
       count=st.integers(0, 700))
def test_every_row_is_the_single_answer(seed, shape, filtered, threads, count):
    rng = np.random.default_rng(seed)
    mesh = [delaunay_mesh(seed % 50), grid_mesh(seed % 50), grid_mesh(seed % 50, angle=0.7)][shape]
    rules = None
    if filtered:
        mesh.set_flags(rng.choice(mesh.polygon_count, mesh.polygon_count // 4, replace=False).astype(np.int32), 2)
        rules = navpy.QueryFilter(mesh, exclude_flags=2)
    starts, ends = questions(mesh, rng, count)
    with ThreadPoolExecutor(3) as pool:
        executor = pool if threads else None
        check_rays(mesh, starts, ends, executor, rules)
        check_moves(mesh, starts, ends, executor, rules)
        check_walls(mesh, starts, rng.choice([None, 0.0, 1.5]), executor, rules)
        for many, one in ((mesh.locate_many, mesh.locate), (mesh.nearest_many, mesh.nearest)):
            polygons, places, distances = many(starts, filter=rules, executor=executor)
            for i, point in enumerate(starts):
                want = single(lambda at: one(at, filter=rules), point) or (-1, tuple(point), np.inf)
                assert polygons[i] == want[0] and same(places[i], want[1]) and distances[i] == want[2]


def test_nearest_many_stays_in_its_box():
    mesh = grid_mesh(2)
    points = np.random.default_rng(1).uniform(-3, 12, (200, 3))
    for point, poly in zip(points, mesh.nearest_many(points, (0.5, 1, 0.5))[0]):
        one = mesh.nearest(point, (0.5, 1, 0.5))
        assert poly == (-1 if one is None else one[0])


def test_of_nothing_there_are_no_answers():
    mesh, none = grid_mesh(1), np.zeros((0, 3))
    for answers in (navpy.raycasts(mesh, none, none), navpy.moves_along_surface(mesh, none, none),
                    navpy.distances_to_wall(mesh, none)):
        assert len(answers) == 0 and answers.points.shape == (0, 3) and answers.polygons.dtype == np.int32
    assert [len(part) for part in mesh.nearest_many([])] == [0, 0, 0]
    assert repr(navpy.raycasts(mesh, [(1, 0, 1)], [(2, 0, 2)])) == "<Raycasts: 1>"


def test_an_empty_mesh_has_no_floor():
    mesh = navpy.NavMesh()
    assert navpy.raycasts(mesh, [(0, 0, 0)], [(1, 0, 0)]).reason.tolist() == [Reason.START_OFF_MESH]
    assert mesh.nearest_many([(0, 0, 0)])[0].tolist() == [-1]


@pytest.mark.parametrize("call, text", [
    (lambda mesh: navpy.raycasts(mesh, [(0, 0)], [(0, 0, 0)]), r"^starts: must be of shape \(n, 3\), is \(1, 2\)"),
    (lambda mesh: navpy.raycasts(mesh, [(0, 0, 0)], [(0, 0, 0)] * 2), "^ends: must be as many as starts, are 2 for 1"),
    (lambda mesh: navpy.moves_along_surface(mesh, [(0, 0, 0)], "ends"), "^ends: must be an array of numbers"),
    (lambda mesh: navpy.distances_to_wall(mesh, [(0, 0, 0)], -1), "^max_distance: must be"),
    (lambda mesh: navpy.distances_to_wall(mesh, [(0, 0, 0)], executor=4), "^executor: must be"),
    (lambda mesh: navpy.raycasts(mesh, [(0, 0, 0)], [(0, 0, 0)], filter=navpy.QueryFilter(grid_mesh(2))), "another"),
    (lambda mesh: mesh.nearest_many([(0, 0, 0)], (1, 1)), "^extents: must be"),
    (lambda mesh: mesh.locate_many([(0, 0, 0)], executor="threads"), "^executor: must be"),
])
def test_bad_questions_are_refused(call, text):
    with pytest.raises(ValueError, match=text):
        call(grid_mesh(1))
