"""Area costs and exit-only areas: A* against a Dijkstra over all portals, and the paths that come of it."""
import numpy as np
import pytest

import navpy.query  # noqa: F401
from navpy.base.core import PathStatus, Reason
from navpy.navmesh.navmesh import NavMesh
from navpy.api.query.corridor_search import corridor
from tests.meshes import meshes, random_points
from tests.oracles import Ways, with_areas


def strip(areas):
    """Unit squares side by side along x, with these areas."""
    vertices = [(x, 0, z) for x in range(len(areas) + 1) for z in (0, 1)]
    return NavMesh.from_polygons(vertices, [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(areas))], areas)


def ring():
    """A 3 × 3 block of squares: the middle is area 7, those round it 63."""
    vertices = [(x, 0, z) for x in range(4) for z in range(4)]
    cells = [(x * 4 + z, x * 4 + z + 1, x * 4 + z + 5, x * 4 + z + 4) for x in range(3) for z in range(3)]
    return NavMesh.from_polygons(vertices, cells, [7 if i == 4 else 63 for i in range(9)])


@pytest.mark.parametrize("points, round_about", [
    ("midpoints", 2 + np.sqrt(2)),                      # 0.5 + √½ + 1 + √½ + 0.5
    ("clamped", 1 + np.sqrt(2)),                        # by the corners of the square
    ("centers", 4.0),
])
def test_a_dear_area_is_gone_round_and_a_cheap_one_gone_through(points, round_about):
    mesh = ring()
    ends = 1, (0.5, 0, 1.5), 7, (2.5, 0, 1.5), points
    assert corridor(mesh, *ends)[:2] == ([1, 4, 7], 2.0)
    mesh.set_area_cost(7, 1.25)
    # Between centers half of a step counts at the cost of each of its polygons, and the last one ends at the goal.
    assert corridor(mesh, *ends)[:2] == ([1, 4, 7], 2.25)
    mesh.set_area_cost(7, 10.0)
    polys, cost, _ = corridor(mesh, *ends)
    assert 4 not in polys and cost == pytest.approx(round_about)
    mesh.set_area_cost(63, 10.0)
    assert corridor(mesh, *ends)[0] == [1, 4, 7]


def test_a_free_area_costs_nothing():
    mesh = strip([5, 5, 5])
    mesh.set_area_cost(5, 0)
    assert corridor(mesh, 0, (0.5, 0, 0.5), 2, (2.5, 0, 0.5))[:2] == ([0, 1, 2], 0.0)


def test_one_goes_out_of_a_dear_polygon_to_return_to_it():
    # A long dear polygon (0) with a ring road of three polygons along its right side.
    vertices = [(0, 0, 0), (1, 0, 0), (1, 0, 20), (0, 0, 20), (2, 0, 0), (2, 0, 20), (1, 0, 2), (1, 0, 18)]
    mesh = NavMesh.from_polygons(vertices, [(0, 3, 2, 7, 6, 1), (1, 6, 4), (6, 7, 5, 4), (7, 2, 5)], [9, 63, 63, 63])
    ends = 0, (0.9, 0, 0.5), 0, (0.9, 0, 19.5)
    assert corridor(mesh, *ends)[0] == [0]
    mesh.set_area_cost(9, 50.0)
    assert corridor(mesh, *ends)[0] == [0, 1, 2, 3, 0]
    path = mesh.find_path(ends[1], ends[3])
    assert path.status == PathStatus.COMPLETE and path.length == pytest.approx(19.0, abs=0.2)


def test_an_exit_only_area_is_left_but_not_entered():
    mesh = strip([63, 8, 8, 63])
    places = [(i + 0.5, 0, 0.5) for i in range(4)]
    mesh.set_exit_only_areas([8])
    assert mesh.exit_only_areas == {8}
    assert corridor(mesh, 1, places[1], 2, places[2])[0] == [1, 2]
    assert corridor(mesh, 1, places[1], 3, places[3])[0] == [1, 2, 3]
    assert corridor(mesh, 0, places[0], 1, places[1]) is None
    assert corridor(mesh, 0, places[0], 3, places[3]) is None
    mesh.set_exit_only_areas([])
    assert corridor(mesh, 0, places[0], 3, places[3])[0] == [0, 1, 2, 3]


def test_one_exit_only_area_is_not_entered_from_another():
    mesh = strip([5, 8])
    mesh.set_exit_only_areas({5, 8})
    assert corridor(mesh, 0, (0.5, 0, 0.5), 1, (1.5, 0, 0.5)) is None


def test_a_goal_behind_an_exit_only_area_is_unreachable_and_the_nearest_point_is_on_this_side():
    mesh = strip([63, 8, 63])
    mesh.set_exit_only_areas([8])
    path = mesh.find_path((0.5, 0, 0.5), (2.5, 0, 0.5))
    assert (path.status, path.reason, len(path.points)) == (PathStatus.FAILED, Reason.GOAL_UNREACHABLE, 0)
    assert "exit-only area" in path.message
    path = mesh.find_path((0.5, 0, 0.5), (2.5, 0, 0.5), allow_partial=True)
    assert (path.status, path.reason) == (PathStatus.PARTIAL, Reason.GOAL_UNREACHABLE)
    assert path.points[-1] == pytest.approx((1, 0, 0.5))
    path = mesh.find_path((0.5, 0, 0.5), (1.5, 0, 9), allow_partial=True)        # off the mesh, nearest to the exit-only square
    assert (path.status, path.reason) == (PathStatus.PARTIAL, Reason.GOAL_OFF_MESH)
    assert path.points[-1] == pytest.approx((1, 0, 1))


@pytest.mark.parametrize("points", ["centers", "midpoints", "clamped"])
def test_the_cost_is_dijkstras(points):
    rng = np.random.default_rng(11)
    found = lost = detours = 0
    for base in meshes(3):
        mesh = with_areas(base, rng, 5)
        mesh.set_flags(np.flatnonzero(rng.random(mesh.polygon_count) < 0.05), 0)
        ways = Ways(mesh)
        ends = random_points(mesh, 20, rng)
        ends = ends + [ends[0], (ends[0][0], random_points(mesh, 1, rng)[0][1])]
        for (a, start), (b, goal) in zip(ends[::2], ends[1::2]):
            way, cost = corridor(mesh, a, start, b, goal, points), ways.cost(a, start, b, goal, points)
            if way is None:
                lost += 1
                assert np.isinf(cost) and b not in ways.reached(a) or not mesh.flags[a]
                continue
            found += 1
            assert way[1] == pytest.approx(cost, rel=1e-12, abs=1e-12)
            assert way[0][0] == a and way[0][-1] == b
            assert all(q in [step[1] for step in ways.out[p]] for p, q in zip(way[0], way[0][1:]))
            polys = corridor(base, a, start, b, goal, points)[0]
            detours += way[1] < cost_along(mesh, polys, start, goal, points, ways) * (1 - 1e-9)
    assert found > 50 and lost > 25 and detours > 10


def cost_along(mesh, polys, start, goal, points, ways):
    """What a way costs that goes through the cheapest of the portals between these polygons, in order."""
    costs, places = [0.0], [np.asarray(start)]
    for p, q in zip(polys, polys[1:]):
        steps = [step for step in ways.steps(np.asarray(start), np.asarray(goal), polys[-1], points)[p] if step[1] == q]
        if not steps:
            return np.inf
        costs = [min(cost + sum(share * ways.factors[i] for i, share in step[3]) * np.linalg.norm(step[2] - at)
                     for cost, at in zip(costs, places)) for step in steps]
        places = [step[2] for step in steps]
    return min(cost + ways.factors[polys[-1]] * np.linalg.norm(goal - at) for cost, at in zip(costs, places))


def test_a_partial_path_ends_at_the_nearest_point_of_what_is_reached():
    rng = np.random.default_rng(4)
    partial = 0
    for base in meshes(3):
        mesh = with_areas(base, rng, 5)
        for (a, start), (b, goal) in zip(random_points(mesh, 8, rng, kinds=(2,)), random_points(mesh, 8, rng, kinds=(2,))):
            path = mesh.find_path(start, goal, allow_partial=True)
            if path.status != PathStatus.PARTIAL:
                continue
            partial += 1
            reached = Ways(mesh).reached(int(path.corridor[0]))
            assert set(path.corridor.tolist()) <= reached
            rest = sorted(reached)
            only = NavMesh.from_polygons(mesh.vertices, [mesh.polygons[i] for i in rest])
            assert np.linalg.norm(path.points[-1] - goal) == pytest.approx(only.nearest(goal)[2], abs=1e-5)
    assert partial > 15


@pytest.mark.parametrize("call, message", [
    (lambda mesh: mesh.set_area_cost(5, -1), "cost of area 5: must be a finite number of meters a meter, not below 0, is -1"),
    (lambda mesh: mesh.set_area_cost(5, float("nan")), "cost of area 5: must be a finite"),
    (lambda mesh: mesh.set_area_cost(5, float("inf")), "cost of area 5: must be a finite"),
    (lambda mesh: mesh.set_area_cost(5, "dear"), "cost of area 5: must be a number of meters a meter, is 'dear'"),
    (lambda mesh: mesh.set_area_cost(64, 1), "area: must be a whole number in 0 … 63, is 64"),
    (lambda mesh: mesh.area_cost(-1), "area: must be a whole number"),
    (lambda mesh: mesh.set_exit_only_areas([3, 99]), "areas: must be a whole number in 0 … 63, is 99"),
    (lambda mesh: mesh.set_exit_only_areas(5), "areas: must be area ids, are 5"),
    (lambda mesh: mesh.set_exit_only_areas([0.5]), "areas: must be a whole number"),
])
def test_bad_areas_are_refused(call, message):
    mesh = strip([63])
    mesh.set_exit_only_areas([4])
    with pytest.raises(ValueError, match=message):
        call(mesh)
    assert mesh.area_cost(5) == 1.0 and mesh.exit_only_areas == {4}
