"""Reports of paths that are longer than they have to be, bend where nothing is in the way, or end at the wrong place."""
import math

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from navpy import NavMesh, OffMeshLink, PathStatus, Reason
from tests.meshes import INSIDE, grid_mesh, meshes, random_points, rectangles
from tests.visibility import VisibilityGraph

COMPLETE, PARTIAL, FAILED = PathStatus.COMPLETE, PathStatus.PARTIAL, PathStatus.FAILED


def flat_length(points):
    return np.hypot(*np.diff(np.asarray(points)[:, [0, 2]], axis=0).T).sum()


def fan(corners, middle=(0.0, 0.0), radius=8.0):
    """One polygon of so many corners."""
    angle = -2 * np.pi * np.arange(corners) / corners
    ring = np.column_stack([middle[0] + radius * np.cos(angle), 0 * angle, middle[1] + radius * np.sin(angle)])
    return NavMesh.from_polygons(ring, [list(range(corners))])


def hall_beside_small_polygons():
    """A hall of two large polygons, with a row of small ones between them."""
    cells = [(0, 0, 30, 10), (0, 11, 30, 21)] + [(0.5 * i, 10, 0.5 * i + 0.5, 11) for i in range(60)]
    index, polygons = {}, []
    for x0, z0, x1, z1 in cells:
        xs = [0.5 * i for i in range(int(2 * x0), int(2 * x1) + 1)]
        ring = [(x0, z0)] + [(x, z1) for x in xs] + [(x, z0) for x in xs[::-1][:-1]]
        polygons.append([index.setdefault((x, 0.0, z), len(index)) for x, z in ring])
    return NavMesh.from_polygons(np.array(list(index)), polygons)


@pytest.mark.parametrize("algorithm", ["auto", "exact"])
def test_a_straight_way_beside_small_polygons_has_two_points(algorithm):
    """Large polygons meet in a row of small ones, whose middles draw a search that goes by them. recastnavigation 302"""
    mesh, rng = hall_beside_small_polygons(), np.random.default_rng(1)
    for start, goal in zip(rng.uniform((0, 0, 0), (30, 0, 10), (40, 3)), rng.uniform((0, 0, 11), (30, 0, 21), (40, 3))):
        path = mesh.find_path(start, goal, algorithm=algorithm)
        assert path.status == COMPLETE and len(path.points) == 2
        assert path.length == pytest.approx(math.dist(start, goal), abs=1e-6)


def test_slivers_among_large_triangles_make_no_detour():
    """A hall of triangles around one long needle. three-pathfinding 59"""
    vertices = [(0, 0, 0), (40, 0, 0), (40, 0, 30), (0, 0, 30), (1, 0, 14.95), (39, 0, 15), (1, 0, 15.05)]
    triangles = [(4, 6, 5), (0, 4, 1), (1, 4, 5), (1, 5, 2), (2, 5, 6), (2, 6, 3), (3, 6, 4), (3, 4, 0)]
    mesh, rng = NavMesh.from_polygons(vertices, triangles), np.random.default_rng(2)
    for start, goal in rng.uniform((0, 0, 0), (40, 0, 30), (60, 2, 3)):
        assert mesh.find_path(start, goal).length == pytest.approx(math.dist(start, goal), abs=1e-6)


def test_a_place_that_is_met_again_by_a_shorter_way_takes_it():
    """Lengths against a visibility graph, among walls where the first way to a portal is often not the best.
    godotengine/godot 117077"""
    compared = 0
    for seed in range(8):
        mesh, rng = grid_mesh(100 + seed, removed=0.3, angle=0.37 * seed), np.random.default_rng(seed)
        ends = random_points(mesh, 60, rng, (INSIDE,))
        flat = np.array([point[[0, 2]] for _, point in ends])
        lengths = VisibilityGraph(mesh).distances(flat[:30], flat[30:])[0]
        for (_, start), (_, goal), length in zip(ends[:30], ends[30:], lengths):
            path = mesh.find_path(start, goal)
            assert (path.status == COMPLETE) == np.isfinite(length)
            if np.isfinite(length):
                assert path.length == pytest.approx(length, abs=1e-5)
                compared += 1
    assert compared > 120


def test_no_point_of_a_path_lies_on_the_straight_way_between_its_neighbors():
    """Each point but the ends is a corner that the way bends around. godotengine/godot 19011"""
    bends = 0
    for mesh in meshes(3):
        rng = np.random.default_rng(5)
        for (_, start), (_, goal) in zip(random_points(mesh, 25, rng), random_points(mesh, 25, rng)):
            points = np.asarray(mesh.find_path(start, goal).points)[:, [0, 2]].astype(float)
            for a, b, c in zip(points, points[1:], points[2:]):
                turn = abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / max(np.hypot(*(c - a)), 1e-9)
                assert turn > 1e-6, (start, goal)
                bends += 1
    assert bends > 50


@pytest.mark.parametrize("off", [0.0, 5047.106, -70123.4])
def test_corners_of_tiles_that_differ_by_rounding_are_no_bends(off):
    """Four polygons meet in a place that each of them has a little elsewhere, beside the straight way. recastnavigation 735"""
    jitter = np.random.default_rng(3).uniform(-3e-4, 3e-4, (4, 3)) * (1, 0, 1)
    vertices, polygons = [], []
    for k, (x, z) in enumerate([(0, 0), (10, 0), (0, 10), (10, 10)]):
        ring = np.array([(x, 0, z), (x, 0, z + 10), (x + 10, 0, z + 10), (x + 10, 0, z)], float)
        ring[(ring[:, [0, 2]] == 10).all(axis=1)] += jitter[k]
        polygons.append([len(vertices) + i for i in range(4)])
        vertices += (ring + (off, 0, off)).tolist()
    mesh = NavMesh.from_polygons(vertices, polygons)
    for d in np.linspace(-0.02, 0.02, 21):
        start, goal = (off + 1.0, 0, off + 1.0 + d), (off + 19.0, 0, off + 19.0 + d)
        path = mesh.find_path(start, goal)
        assert path.status == COMPLETE and path.length == pytest.approx(18 * math.sqrt(2), abs=1e-3 + 1e-7 * abs(off))
        assert len(path.points) == 2


def test_dear_ground_is_crossed_where_it_costs_least():
    """Two halls that meet in one line, one of them dear: the bend is Snell's. godotengine/godot 66128"""
    vertices = [(0, 0, 0), (0, 0, 20), (10, 0, 0), (10, 0, 20), (20, 0, 0), (20, 0, 20)]
    for cost in (1.5, 3.0, 20.0, 120.0):
        mesh = NavMesh.from_polygons(vertices, [(0, 1, 3, 2), (2, 3, 5, 4)], [1, 2])
        mesh.set_area_cost(2, cost)
        for z in (2.0, 9.0, 17.0):
            start, goal = (1.0, 0, 1.0), (18.0, 0, z)
            def pays(at):
                return math.hypot(9, at - 1) + cost * math.hypot(8, z - at)     # noqa: E306
            best = minimize_scalar(pays, bounds=(0, 20), method="bounded", options={"xatol": 1e-10}).fun
            points = mesh.find_path(start, goal).points
            crossing = [p for p in points if abs(p[0] - 10) < 1e-4]
            assert len(points) == 3 and pays(crossing[0][2]) == pytest.approx(best, rel=1e-4)


def test_a_longer_way_that_is_cheaper_is_taken():
    """The straight way costs 1 a meter, the one around a court 0.1, and so it does on the way back. godotengine/godot 109087"""
    cells = [(x, z) for x in range(20) for z in range(12) if z < 2 or z >= 10 or x < 2 or x >= 18]
    index, polygons = {}, []
    for x, z in cells:
        polygons.append([index.setdefault((x + i, 0.0, z + k), len(index)) for i, k in ((0, 0), (0, 1), (1, 1), (1, 0))])
    mesh = NavMesh.from_polygons(np.array(list(index)), polygons, [1 if z < 2 else 2 for _, z in cells])
    ends = (1.0, 0, 1.0), (19.0, 0, 1.0)
    assert mesh.find_path(*ends).length == pytest.approx(18.0)
    mesh.set_area_cost(2, 0.1)
    for start, goal in (ends, ends[::-1]):
        path = mesh.find_path(start, goal)
        assert path.status == COMPLETE and max(p[2] for p in path.points) >= 10
        assert mesh.goal_field([goal]).path(start).status == COMPLETE


def test_ends_in_one_polygon_are_joined_by_one_line():
    """Also in a polygon of many corners. babylon-navigation-mesh 8"""
    mesh, rng = fan(23), np.random.default_rng(4)
    for start, goal in rng.uniform((-5, 0, -5), (5, 0, 5), (20, 2, 3)):
        points = mesh.find_path(start, goal).points
        assert np.allclose(points, [start, goal], atol=1e-5)


def test_an_end_on_a_seam_between_triangles_stays_there():
    """Ends on the diagonal of a square that is cut in two, on its ends, and in its middle. godotengine/godot 34449"""
    mesh = NavMesh.from_polygons([(0, 0, 0), (0, 0, 10), (10, 0, 10), (10, 0, 0)], [(0, 1, 2), (0, 2, 3)])
    for t in (0.0, 0.1, 1 / 3, 0.5, 0.7, 1.0):
        seam, other = (10 * t, 0, 10 * t), (2.0, 0, 8.5)
        for start, goal in ((seam, other), (other, seam)):
            points = mesh.find_path(start, goal).points
            assert len(points) == 2 and np.allclose(points, [start, goal], atol=1e-5)


def test_a_path_to_another_island_stays_on_its_own():
    """The nearest place of this island is where it ends, however near the others are. godotengine/godot 41546"""
    mesh = rectangles((0, 0, 10, 10), (10.3, 0, 20, 10), (0, 10.4, 20, 12))
    island = list(mesh.islands)
    for goal in [(15.0, 0, 5.0), (12.0, 0, 11.0), (19.0, 0, 0.5)]:
        path = mesh.find_path((5.0, 0, 5.0), goal, allow_partial=True)
        assert path.status == PARTIAL and path.reason == Reason.GOAL_UNREACHABLE
        assert {island[p] for p in path.polygons} == {island[mesh.locate((5.0, 0, 5.0))[0]]}
        nearest = np.clip((goal[0], goal[2]), 0, 10)
        assert np.asarray(path.points[-1])[[0, 2]] == pytest.approx(nearest, abs=1e-5)
        assert mesh.find_path((5.0, 0, 5.0), goal).status == FAILED


def test_a_goal_on_the_wrong_storey_is_refused():
    """The nearest floor to the goal is one above it, on which the start is not. MQ2Nav 41"""
    vertices = [(x, y, z) for y in (0.0, 3.0) for x, z in ((0, 0), (0, 10), (10, 10), (10, 0))]
    mesh = NavMesh.from_polygons(vertices, [(0, 1, 2, 3), (4, 5, 6, 7)], agent_height=1.8, climb=0.4)
    path = mesh.find_path((2, 0, 2), (8, 2.9, 8))
    assert path.status == FAILED and path.reason == Reason.GOAL_UNREACHABLE
    assert mesh.find_path((2, 0, 2), (8, 0.3, 8)).status == COMPLETE


def test_more_than_4096_polygons_are_searched():
    """A hall of 10,000 cells, from one corner to the other. godotengine/godot 102767"""
    i, k = np.divmod(np.arange(101 * 101), 101)
    mesh = NavMesh.from_polygons(np.column_stack([i, 0 * i, k]).astype(float),
                                 [(a, a + 1, a + 102, a + 101) for a in range(101 * 100) if a % 101 < 100])
    assert mesh.polygon_count == 10000
    for algorithm in ("auto", "exact", "corridor"):
        path = mesh.find_path((0.5, 0, 0.5), (99.5, 0, 99.5), algorithm=algorithm)
        assert path.status == COMPLETE and path.length == pytest.approx(99 * math.sqrt(2), rel=1e-6)


def test_a_path_from_the_foot_of_a_link_begins_with_it():
    """The start is the very place where a link leaves. recastnavigation 400"""
    mesh = rectangles((0, 0, 10, 10), (14, 0, 24, 10))
    mesh.add_link((10, 0, 5), (14, 0, 5), id=7)
    path = mesh.find_path((10, 0, 5), (20, 0, 5))
    assert path.status == COMPLETE and list(path.links).index(7) <= 1
    at = list(path.links).index(7)
    assert tuple(path.points[at]) == pytest.approx((10, 0, 5)) and tuple(path.points[at + 1]) == pytest.approx((14, 0, 5))


def test_each_link_of_an_elevator_is_used():
    """Links straight up, one on the other; the lowest too. recast-navigation-js 453"""
    floors = [(x, 4.0 * y, z) for y in range(5) for x, z in ((0, 0), (0, 10), (10, 10), (10, 0))]
    mesh = NavMesh.from_polygons(floors, [tuple(range(4 * y, 4 * y + 4)) for y in range(5)], agent_radius=0.4, agent_height=1.8,
                                 climb=0.3)
    mesh.add_links([OffMeshLink((5, 4.0 * y, 5), (5, 4.0 * y + 4, 5), id=y + 1) for y in range(4)])
    for low in range(5):
        for high in range(5):
            path = mesh.find_path((1, 4.0 * low, 1), (9, 4.0 * high, 9))
            used = [link for link in path.links if link >= 0]
            expected = list(range(low + 1, high + 1)) if low <= high else list(range(low, high, -1))
            assert path.status == COMPLETE and used == expected


@pytest.mark.parametrize("height", [-0.45, 0.0, 0.45])
def test_a_link_whose_ends_are_off_the_height_of_the_ground_counts(height):
    """As far as an agent's reach at its ends, above the highest vertex or below the lowest one. recastnavigation 647"""
    mesh = NavMesh.from_polygons([(x, 0, z) for x, z in ((0, 0), (0, 10), (10, 10), (10, 0), (14, 0), (14, 10), (24, 10), (24, 0))],
                                 [(0, 1, 2, 3), (4, 5, 6, 7)], agent_radius=0.5, agent_height=1.8, climb=0.5)
    mesh.add_link((9, height, 5), (15, height, 5), id=3)
    assert 3 in mesh.find_path((1, 0, 1), (20, 0, 1)).links


def test_a_link_of_one_way_is_not_taken_from_its_end():
    """Where the way around is long, and where there is none. godotengine/godot 100769"""
    mesh = rectangles((0, 0, 10, 10), (14, 0, 24, 10))
    mesh.add_link((9, 0, 5), (15, 0, 5), two_way=False, id=2)
    assert mesh.find_path((1, 0, 5), (20, 0, 5)).status == COMPLETE
    for partial in (False, True):
        path = mesh.find_path((20, 0, 5), (1, 0, 5), allow_partial=partial)
        assert path.status == (PARTIAL if partial else FAILED) and 2 not in path.links
    field = mesh.goal_field([(1, 0, 5)])
    assert field.lengths([(20, 0, 5)])[0] == math.inf
    around = rectangles((0, 0, 2, 40), (2, 38, 20, 40), (20, 0, 22, 40))
    around.add_link((1.5, 0, 1), (20.5, 0, 1), two_way=False, id=2)
    assert 2 in around.find_path((1, 0, 1), (21, 0, 1)).links
    back = around.find_path((21, 0, 1), (1, 0, 1))
    assert 2 not in back.links and back.status == COMPLETE and back.length > 70
