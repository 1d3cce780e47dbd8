"""Reports of nearest places, rays, moves and random points that are wrong on edges, between floors and at seams."""
import math

import numpy as np
import pytest
from scipy.stats import chi2

from navpy import NavMesh, PathStatus, bake_outlines, distance_to_wall, find_random_points, move_along_surface, raycast
from tests.meshes import EDGE, VERTEX, contains, delaunay_mesh, meshes, random_points, rectangles
from tests.visibility import wall_edges


def polygon_of(corners, radius=10.0, height=0.0):
    """One polygon of so many corners on a slope."""
    angle = -2 * np.pi * np.arange(corners) / corners
    x, z = radius * np.cos(angle), radius * np.sin(angle)
    return NavMesh.from_polygons(np.column_stack([x, height * x, z]), [list(range(corners))])


@pytest.mark.parametrize("corners", [3, 4, 7, 12, 40])
def test_each_place_in_a_polygon_of_many_corners_is_on_it(corners):
    """Between any of its corners, not only in some of the triangles that one may cut it into. godotengine/godot 57995"""
    mesh, rng = polygon_of(corners, height=0.3), np.random.default_rng(corners)
    ring = mesh.vertices[list(mesh.polygons[0])]
    for weights in rng.dirichlet(np.full(len(ring), 0.4), 60):
        place = weights @ ring
        assert mesh.nearest(place)[2] < 1e-5 and mesh.locate(place)[1] == pytest.approx(tuple(place), abs=1e-5)
        assert mesh.nearest(place + (0.0, 2.0, 0.0))[2] >= 2 / math.hypot(1, 0.3) - 1e-5     # its distance from the whole plane


def test_the_nearest_place_of_a_triangle_is_none_of_its_corners_where_a_side_is_nearer():
    """By a fine grid of places on triangles of any shape in space, seen from all around. godotengine/godot 33754"""
    rng = np.random.default_rng(1)
    t = np.array([(i, k, 60 - i - k) for i in range(61) for k in range(61 - i)]) / 60
    for _ in range(30):
        triangle = rng.uniform(-5, 5, (3, 3)) * (1, 0.3, 1)
        mesh, grid = NavMesh.from_polygons(triangle, [(0, 1, 2)]), t @ triangle
        apart = max(math.dist(triangle[i], triangle[i - 1]) for i in range(3)) / 60
        for point in rng.uniform(-8, 8, (20, 3)):
            _, place, distance = mesh.nearest(point)
            least = np.linalg.norm(grid - point, axis=1).min()
            assert least - apart <= distance <= least + 1e-5 and math.dist(place, point) == pytest.approx(distance, abs=1e-5)


@pytest.mark.parametrize("extent", [1.0, 60.0, 75.0, 1e4, 1e8, 1e30])
def test_the_nearest_place_does_not_depend_on_how_far_is_looked(extent):
    """A box that holds it, however large. critterai 17"""
    mesh, rng = delaunay_mesh(5, height=0.4), np.random.default_rng(2)
    for point in rng.uniform((0, -0.5, 0), (10, 0.5, 10), (80, 3)):
        everywhere = mesh.nearest(point)
        found = mesh.nearest(point, (extent,) * 3)
        if np.abs(np.subtract(everywhere[1], point)).max() <= extent:
            assert found == everywhere


def test_the_nearest_place_is_a_place_to_start_from():
    """What was found nearest to a point beside the mesh has a floor, at its height, and paths begin there. mikewesthad/navmesh 71"""
    asked = 0
    for mesh in meshes(3):
        rng = np.random.default_rng(7)
        low, high = mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)
        for point in rng.uniform(low - 2, high + 2, (40, 3)):
            poly, place, _ = mesh.nearest(point)
            floor = mesh.locate(place)
            assert floor is not None and floor[1] == pytest.approx(place, abs=1e-4)
            islands = mesh.islands
            goal = mesh.nearest(rng.uniform(low, high))
            path = mesh.find_path(place, goal[1])
            if islands[floor[0]] == islands[mesh.locate(goal[1])[0]]:
                asked += 1
                assert path.status == PathStatus.COMPLETE
                assert tuple(path.points[0]) == pytest.approx(place, abs=1e-4)
    assert asked > 100


def test_a_ray_goes_on_from_where_another_has_ended():
    """A place on a wall, as a ray tells it, is a start for the next ray, along the wall or away from it. recastnavigation 263"""
    went = 0
    for mesh in meshes(3):
        rng = np.random.default_rng(8)
        for _, start in random_points(mesh, 25, rng):
            angle = rng.uniform(0, 2 * np.pi)
            hit = raycast(mesh, start, start + 30 * np.array([np.cos(angle), 0, np.sin(angle)]))
            assert hit is not None and hit.hit
            back = raycast(mesh, hit.point, start)
            assert back is not None and np.hypot(*(np.subtract(back.point, start)[[0, 2]])) < 1e-3
            assert mesh.locate(hit.point)[2] < 1e-4
            went += 1
    assert went == 300


def test_rays_along_edges_and_through_corners_end():
    """From and to places on edges and corners, in line with edges: each ends at the first wall, never beyond. recastnavigation 277"""
    for mesh in meshes(3):
        rng = np.random.default_rng(9)
        walls, rings = wall_edges(mesh), [mesh.vertices[list(p)][:, [0, 2]] for p in mesh.polygons]
        ends = random_points(mesh, 60, rng, (VERTEX, EDGE))
        for (_, start), (_, end) in zip(ends[::2], ends[1::2]):
            ray = raycast(mesh, start, end)
            assert ray is not None and 0 <= ray.t <= 1
            a, b = np.asarray(start)[[0, 2]], np.asarray(ray.point)[[0, 2]]
            inner = a + np.linspace(0.02, 0.98, 13)[:, None] * (b - a)
            assert all(any(contains(ring, point, 1e-5) for ring in rings) for point in inner)
            if not ray.hit:
                assert np.allclose(b, np.asarray(end)[[0, 2]], atol=1e-4)
            else:
                offset, along = b - walls[:, 0], walls[:, 1] - walls[:, 0]
                t = np.clip((offset * along).sum(axis=1) / (along ** 2).sum(axis=1), 0, 1)
                assert np.hypot(*(offset - t[:, None] * along).T).min() < 1e-4


@pytest.mark.parametrize("tile_size", [0.0, 10.0])
def test_a_move_slides_along_a_side_that_is_open_in_part(tile_size):
    """Beside the opening to the next tile the side is a wall: a body that is pushed against it goes on along it.
    recastnavigation 73"""
    hall, beyond = [(0, 0), (10, 0), (10, 10), (0, 10)], [(10, 3), (20, 3), (20, 6), (10, 6)]
    mesh = bake_outlines([hall, beyond], tile_size=tile_size)
    for z in np.linspace(0.2, 1.9, 8):
        result = move_along_surface(mesh, (9.95, 0, z), (10.4, 0, z + 0.8))
        assert np.asarray(result.point)[[0, 2]] == pytest.approx((10, z + 0.8), abs=1e-4)
    for z in np.linspace(6.6, 9.8, 8):
        result = move_along_surface(mesh, (10.0, 0, z), (10.4, 0, z - 0.5))
        assert np.asarray(result.point)[[0, 2]] == pytest.approx((10, z - 0.5), abs=1e-4)
    for z in np.linspace(3.1, 5.9, 8):
        assert move_along_surface(mesh, (9.9, 0, z), (10.4, 0, z)).arrived


def test_a_move_does_not_go_over_to_ground_that_only_touches():
    """Floors that lie against each other without an edge in common, a corner or a step apart. recastnavigation 377"""
    corner = rectangles((0, 0, 5, 5), (5, 5, 10, 10))
    step = NavMesh.from_polygons([(0, 0, 0), (0, 0, 5), (5, 0, 5), (5, 0, 0), (5, 2, 0), (5, 2, 5), (10, 2, 5), (10, 2, 0)],
                                 [(0, 1, 2, 3), (4, 5, 6, 7)], climb=0.4)
    for mesh in (corner, step):
        islands, rng = mesh.islands, np.random.default_rng(11)
        assert len(set(islands)) == 2
        at = (4.0, 0.0, 4.0)
        for _ in range(400):
            result = move_along_surface(mesh, at, np.asarray(at) + rng.uniform(-0.7, 1.0, 3) * (1, 0, 1))
            assert islands[result.poly] == islands[0] and result.point[0] <= 5 + 1e-6 and result.point[2] <= 5 + 1e-6
            at = tuple(result.point)


@pytest.mark.parametrize("radius", [0.05, 1.0, 6.0])
def test_a_small_circle_on_a_large_polygon_is_full_of_random_points(radius):
    """As many as were asked for, inside, in each sector and ring as many as their areas say. recastnavigation 487"""
    mesh, count = polygon_of(9, radius=200.0), 4000
    center = np.array([60.0, 0.0, -31.0])
    polys, points = find_random_points(mesh, count, 3, tuple(center), radius)
    offset = points[:, [0, 2]] - center[[0, 2]]
    away = np.hypot(*offset.T)
    assert len(points) == count and away.max() <= radius + 1e-9
    sector = np.floor((np.arctan2(*offset.T) + np.pi) / (2 * np.pi) * 8).astype(int) % 8
    ring = np.minimum((away ** 2 / radius ** 2 * 5).astype(int), 4)
    found = np.bincount(sector * 5 + ring, minlength=40)
    assert chi2.sf(((found - count / 40) ** 2 / (count / 40)).sum(), 39) > 1e-4


def test_random_points_are_never_refused():
    """Whatever the seed, on thin and on tiny triangles too: each is on its polygon, at its height. recastnavigation 556"""
    vertices = [(-14.16, 0.2, 27.36), (-14.76, 0.1, 27.24), (-15.0, 0.0, 27.72), (-14.16, 0.4, 29.52), (-14.16, 0.4, 29.5201),
                (-20.0, 0.3, 29.52)]
    mesh = NavMesh.from_polygons(vertices, [(0, 1, 2), (0, 2, 3), (3, 2, 5), (3, 5, 4)], weld_distance=1e-6)
    polygons = mesh.polygon_count
    for seed in range(300):
        polys, points = find_random_points(mesh, 4, seed)
        for poly, point in zip(polys, points):
            assert 0 <= poly < polygons and mesh.nearest(point)[2] < 1e-5 and mesh.locate(point) is not None


def test_the_distance_to_a_wall_is_that_to_the_nearest_of_all():
    """By every wall of the mesh, and not beyond the border of the polygon that one stands on. recastnavigation 330"""
    for mesh in meshes(2):
        rng, walls = np.random.default_rng(12), wall_edges(mesh)
        if len(set(mesh.islands)) > 1:
            continue
        for _, point in random_points(mesh, 30, rng):
            offset, along = point[[0, 2]] - walls[:, 0], walls[:, 1] - walls[:, 0]
            t = np.clip((offset * along).sum(axis=1) / (along ** 2).sum(axis=1), 0, 1)
            nearest = np.hypot(*(offset - t[:, None] * along).T).min()
            assert distance_to_wall(mesh, point).distance == pytest.approx(nearest, abs=1e-5)
