"""find_path: what it says about itself, and that many at once are as one by one."""
import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import navpy
from navpy.base.core import PathStatus, Reason
from navpy.navmesh.navmesh import NavMesh
from navpy.query import MeshPath
from tests.meshes import contains, delaunay_mesh, grid_mesh, meshes, random_points


def two_islands():
    """Two unit squares 2 m apart, the second reached by nobody."""
    vertices = [(0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1), (3, 0, 0), (4, 0, 0), (4, 0, 1), (3, 0, 1)]
    return NavMesh.from_polygons(vertices, [(0, 1, 2, 3), (4, 5, 6, 7)])


def test_a_complete_path():
    vertices = [(0, 0, 0), (2, 0, 0), (2, 0, 2), (0, 0, 2), (4, 2, 0), (4, 2, 2)]
    mesh = NavMesh.from_polygons(vertices, [(0, 1, 2, 3), (1, 4, 5, 2)])
    path = mesh.find_path((0.5, 0.9, 1), (3.5, 1.5, 1))
    assert path.status is PathStatus.COMPLETE and path.reason is Reason.NONE and path.off_by == 0.0
    assert path.points.dtype == np.float32 and path.points.shape == (2, 3)
    assert path.points == pytest.approx(np.array([(0.5, 0, 1), (3.5, 1.5, 1)]))
    assert path.length == pytest.approx(np.hypot(3, 1.5))
    assert path.corridor.dtype == np.int32 and path.corridor.tolist() == [0, 1] and path.searched == 1
    assert path.message == "path of 3.35 m with 2 points"


def test_in_one_polygon():
    path = two_islands().find_path((0.2, 0, 0.2), (0.8, 0, 0.2))
    assert path.length == pytest.approx(0.6) and path.corridor.tolist() == [0] and path.searched == 0
    still = two_islands().find_path((0.2, 0, 0.2), (0.2, 0, 0.2))
    assert still.status is PathStatus.COMPLETE and len(still.points) == 1 and still.length == 0.0


@pytest.mark.parametrize("start, goal, reason, off_by, message", [
    ((0.5, 0, 0.5), (0.5, 0, 4.2), Reason.GOAL_OFF_MESH, 3.2,
     "goal (0.5, 0, 4.2) is 3.20 m off the navmesh; nearest point (0.5, 0, 1)"),
    ((-3, 0, 0.5), (0.5, 0, 0.5), Reason.START_OFF_MESH, 3.0,
     "start (-3, 0, 0.5) is 3.00 m off the navmesh; nearest point (0, 0, 0.5)"),
    ((0.5, 0, 0.5), (3.5, 0, 0.5), Reason.GOAL_UNREACHABLE, 0.0,
     "goal (3.5, 0, 0.5) is on another island than start (0.5, 0, 0.5), no way leads there"),
    ((0.5, 0, 0.5), (0, float("nan"), 0), Reason.INVALID_INPUT, 0.0, "goal (0, nan, 0) is not finite and within 1e30 m"),
    ((float("inf"), 0, 0.5), (0, 0, 0), Reason.INVALID_INPUT, 0.0, "start (inf, 0, 0.5) is not finite and within 1e30 m"),
])
def test_failures_say_why(start, goal, reason, off_by, message):
    path = two_islands().find_path(start, goal)
    assert path.status is PathStatus.FAILED and path.reason is reason
    assert path.off_by == pytest.approx(off_by) and path.message == message
    assert path.points.shape == (0, 3) and path.length == 0.0 and len(path.corridor) == 0


def test_no_navmesh():
    path = NavMesh().find_path((0, 0, 0), (1, 0, 0))
    assert path.reason is Reason.NO_NAVMESH and path.message == "the navmesh has no polygons"


@pytest.mark.parametrize("goal, reason, end", [
    ((3.5, 0, 0.25), Reason.GOAL_UNREACHABLE, (1, 0, 0.25)),
    ((0.25, 0, 9), Reason.GOAL_OFF_MESH, (0.25, 0, 1)),
    ((9, 0, 9), Reason.GOAL_OFF_MESH, (1, 0, 1)),
])
def test_partial_paths_end_nearest_to_the_goal(goal, reason, end):
    path = two_islands().find_path((0.5, 0, 0.5), goal, allow_partial=True)
    assert path.status is PathStatus.PARTIAL and path.reason is reason
    assert path.points[-1] == pytest.approx(np.array(end))
    assert path.message.endswith(f"path ends at the nearest reachable point ({end[0]:g}, {end[1]:g}, {end[2]:g})")


def test_partial_helps_no_start():
    mesh = two_islands()
    assert mesh.find_path((-9, 0, 0), (0, 0, 0), allow_partial=True).status is PathStatus.FAILED
    assert mesh.find_path((0, 0, 0), (float("nan"), 0, 0), allow_partial=True).status is PathStatus.FAILED


def test_partial_goals_by_brute_force():
    rng = np.random.default_rng(9)
    for mesh in (delaunay_mesh(1, removed=0.5), grid_mesh(2, removed=0.5)):
        islands, polygons, vertices = mesh.islands, mesh.polygons, mesh.vertices
        for (a, start), (b, goal) in zip(random_points(mesh, 20, rng), random_points(mesh, 20, rng)):
            a = mesh.locate(start)[0]
            path = mesh.find_path(start, goal, allow_partial=True)
            samples = []
            for i in np.flatnonzero(islands == islands[a]):
                ring = vertices[list(polygons[i])]
                t = np.linspace(0, 1, 200)[:, None, None]
                samples.append((ring + t * (np.roll(ring, -1, axis=0) - ring)).reshape(-1, 3))
            nearest = np.linalg.norm(np.vstack(samples) - goal, axis=1).min()
            if path.status is PathStatus.PARTIAL:
                assert np.linalg.norm(path.points[-1] - goal) <= nearest + 1e-5
                assert np.linalg.norm(path.points[-1] - goal) >= nearest - 0.02
            assert islands[path.corridor].tolist() == [islands[a]] * len(path.corridor)


@pytest.mark.parametrize("start", [0, 1])
def test_of_equally_near_goals_the_lower_polygon_is_taken(start):
    """path.nearest_of: whichever of two polygons the search begins on, the corner that they share is taken on the lower one."""
    mesh = NavMesh.from_polygons([(x, 0, z) for x in range(3) for z in (0, 1)], [(0, 1, 3, 2), (2, 3, 5, 4)])
    path = mesh.find_path((start + 0.5, 0, 0.5), (1, 0, 9), allow_partial=True)
    assert path.status is PathStatus.PARTIAL and path.points[-1] == pytest.approx(np.array((1, 0, 1)))
    assert path.polygons[-1] == 0 and path.corridor.tolist() == [1, 0][1 - start:]


def test_paths_stay_in_their_corridor():
    rng = np.random.default_rng(3)
    for mesh in meshes(3):
        ends = random_points(mesh, 30, rng)
        for (_, start), (_, goal) in zip(ends[::2], ends[1::2]):
            path = mesh.find_path(start, goal)
            if path.status is not PathStatus.COMPLETE:
                assert path.reason is Reason.GOAL_UNREACHABLE
                continue
            rings = [mesh.vertices[list(mesh.polygons[i])][:, [0, 2]] for i in path.corridor]
            for p, q in zip(path.points, path.points[1:]):
                for t in np.linspace(0, 1, 30):
                    assert any(contains(ring, (p + t * (q - p))[[0, 2]], 1e-5) for ring in rings)


def test_the_way_back_is_as_long():
    rng = np.random.default_rng(8)
    mesh = grid_mesh(6, removed=0.1, angle=1.0)
    for (_, start), (_, goal) in zip(random_points(mesh, 30, rng), random_points(mesh, 30, rng)):
        there, back = mesh.find_path(start, goal), mesh.find_path(goal, start)
        assert there.status is back.status
        assert there.length == pytest.approx(back.length, rel=1e-6)
        assert there.length >= np.linalg.norm(goal - start) - 1e-9


def test_many_paths_are_as_one_by_one():
    mesh = delaunay_mesh(2, points=200, removed=0.1)
    rng = np.random.default_rng(0)
    starts, goals = rng.uniform(-2, 12, (300, 3)) * (1, 0, 1), rng.uniform(-2, 12, (300, 3)) * (1, 0, 1)
    limit = {"max_searched": 10_000}        # without one, `searched` also depends on the searches before
    single = [mesh.find_path(a, b, **limit) for a, b in zip(starts, goals)]
    with ThreadPoolExecutor(4) as executor:
        for many in (mesh.find_paths(starts, goals, **limit), mesh.find_paths(starts, goals, executor=executor, **limit)):
            assert [p.message for p in many] == [p.message for p in single]
            assert [p.points.tobytes() for p in many] == [p.points.tobytes() for p in single]
            assert [p.searched for p in many] == [p.searched for p in single]
            assert [p.corridor.tolist() for p in many] == [p.corridor.tolist() for p in single]
            assert many.status.tolist() == [p.status for p in single] and many.reason.tolist() == [p.reason for p in single]
            assert many.lengths.tolist() == [p.length for p in single] and len(many.offsets) == 301
            for i, p in enumerate(single):
                assert (many.points[many.offsets[i]:many.offsets[i + 1]] == p.points).all()
            assert many[-1].length == single[-1].length and [p.length for p in many[3:9:2]] == [p.length for p in single[3:9:2]]
            assert [many[i - 300].points.tobytes() for i in range(300)] == [p.points.tobytes() for p in single]
            for outside in (300, -301):
                with pytest.raises(IndexError, match=f"^path {outside}: there are 300$"):
                    many[outside]
    assert len({p.reason for p in single}) >= 3


@pytest.mark.parametrize("executor", [4, "threads", object()])
def test_paths_want_an_executor(executor):
    with pytest.raises(ValueError, match="^executor: must be a concurrent.futures.Executor of threads, is "):
        grid_mesh(1).find_paths([(0, 0, 0)], [(1, 0, 1)], executor=executor)


def test_arguments():
    mesh = two_islands()
    none = mesh.find_paths(np.zeros((0, 3)), np.zeros((0, 3)))
    assert len(none) == 0 and none.points.shape == (0, 3) and none.offsets.tolist() == [0]
    with pytest.raises(ValueError, match="goals: must be as many as starts, are 1 for 2"):
        mesh.find_paths(np.zeros((2, 3)), np.zeros((1, 3)))
    with pytest.raises(ValueError, match=r"starts: must have the shape \(n, 3\)"):
        mesh.find_paths(np.zeros((2, 2)), np.zeros((2, 3)))
    with pytest.raises(ValueError, match="start: must be three numbers"):
        mesh.find_path((0, 0), (0, 0, 0))


anything = st.floats(allow_nan=True, allow_infinity=True)


@settings(deadline=None, max_examples=200)
@given(st.tuples(anything, anything, anything), st.tuples(anything, anything, anything), st.booleans())
def test_no_point_breaks_it(start, goal, allow_partial):
    mesh = grid_mesh(1)
    path = mesh.find_path(start, goal, allow_partial)
    assert (path.status is PathStatus.FAILED) == (len(path.points) == 0)
    assert np.isfinite(path.points).all() and path.message


def test_a_goal_off_the_mesh_whose_nearest_point_no_link_leads_to():
    """A one-way link makes one island of both platforms.

    The path ends at the nearest point that can be reached, not at the nearest of all."""
    square = [(0, 0), (0, 4), (4, 4), (4, 0)]
    mesh = NavMesh.from_polygons([(x + at, 0, z) for at in (0, 10) for x, z in square], [(0, 1, 2, 3), (4, 5, 6, 7)])
    goal = (17, 0, 2)
    mesh.add_link((10, 0, 2), (4, 0, 2), two_way=False)
    stays = mesh.find_path((1, 0, 2), goal, allow_partial=True)
    assert stays.reason is Reason.GOAL_OFF_MESH and tuple(stays.points[-1]) == (4, 0, 2)
    mesh.add_link((4, 0, 2), (10, 0, 2), two_way=False)
    crosses = mesh.find_path((1, 0, 2), goal, allow_partial=True)
    assert crosses.reason is Reason.GOAL_OFF_MESH and tuple(crosses.points[-1]) == (14, 0, 2)


def test_the_length_is_that_of_straight_lines_and_a_mesh_path_has_the_grounds():
    """Of a path from a floor onto a ramp of 45 degrees, which no corner interrupts."""
    corners = [(50, 0, 0), (50, 0, 50), (150, 100, 50), (150, 100, 0), (0, 0, 0), (0, 0, 50)]
    mesh = navpy.bake(corners, [(0, 1, 2), (0, 2, 3), (0, 4, 5), (0, 5, 1)],
                      navpy.BakeSettings(cell_size=0.25, cell_height=0.25, agent_max_climb=0.9, agent_max_slope=46))
    path = mesh.find_path((5, 0, 25), (145, 95, 25))
    assert len(path.points) == 2 and path.length == pytest.approx(math.hypot(140, 95), abs=0.3)
    on_ground = MeshPath(mesh, path.points, path.links).surface_length
    assert on_ground == pytest.approx(45 + math.hypot(95, 95), abs=0.3)
    assert mesh.find_path((5, 0, 25), (145, 95, 25), height_error=0.05).length == pytest.approx(on_ground, abs=0.1)
