"""Raycast against clipping the ray to every polygon, without knowing which are neighbours."""
import numpy as np
import pytest

from navpy.navmesh import NavMesh
from navpy.query import raycast
from meshes import INSIDE, contains, cross, delaunay_mesh, grid_mesh, random_points


def square_ring():
    """Eight unit cells round the hole (1, 1)–(2, 2)."""
    cells = [[x * 4 + z, x * 4 + z + 1, x * 4 + z + 5, x * 4 + z + 4] for x in range(3) for z in range(3) if (x, z) != (1, 1)]
    return NavMesh.from_polygons([(x, 0, z) for x in range(4) for z in range(4)], cells)


def free_until(mesh, start, end):
    """First t at which the ray is on no polygon, 1 where there is none: clip it to each and join the pieces."""
    pieces = []
    p, d = start[[0, 2]], (end - start)[[0, 2]]
    for polygon in mesh.polygons:
        ring = mesh.vertices[list(polygon)][:, [0, 2]]
        low, high = 0.0, 1.0
        for a, b in zip(ring, np.roll(ring, -1, axis=0)):
            at, slope = cross(a, b, p), cross(a, b, p + d) - cross(a, b, p)
            if slope > 0.0:
                low = max(low, -at / slope)
            elif slope < 0.0:
                high = min(high, -at / slope)
            elif at < 0.0:
                high = -1.0
        if low <= high:
            pieces.append((low, high))
    reached = 0.0
    for low, high in sorted(pieces):
        if low > reached + 1e-9:
            break
        reached = max(reached, high)
    return reached


def test_against_every_polygon():
    rng = np.random.default_rng(4)
    walls = 0
    for seed in range(8):
        for mesh in (delaunay_mesh(seed), grid_mesh(seed), grid_mesh(seed, angle=0.7)):
            for _, start in random_points(mesh, 12, rng, (INSIDE,)):
                end = start + rng.uniform(-6, 6, 3) * (1, 0, 1)
                ray = raycast(mesh, start, end)
                expected = free_until(mesh, start, end)
                assert ray.t == pytest.approx(expected, abs=1e-9)
                assert ray.hit == (expected < 1.0 - 1e-9)
                where = np.array(ray.point)
                assert np.allclose(where[[0, 2]], (start + ray.t * (end - start))[[0, 2]], atol=1e-9)
                assert contains(mesh.vertices[list(mesh.polygons[ray.poly])][:, [0, 2]], where[[0, 2]], 1e-6)
                if ray.hit:
                    walls += 1
                    assert np.hypot(*ray.normal) == pytest.approx(1.0)
                    assert np.dot(ray.normal, (end - start)[[0, 2]]) < 0.0
                else:
                    assert ray.normal == (0.0, 0.0)
    assert walls > 150


def test_every_ray_between_lattice_points_of_a_ring():
    """Through vertices, along edges and walls: only what crosses the inside of the hole is stopped."""
    mesh = square_ring()
    lattice = [np.array((x / 2, 0.0, z / 2)) for x in range(7) for z in range(7) if not (2 < x < 4 and 2 < z < 4)]
    for start in lattice:
        for end in lattice:
            t = np.linspace(0.0, 1.0, 1201)[:, None]
            way = start + t * (end - start)
            in_hole = ((way[:, [0, 2]] > 1 + 1e-9) & (way[:, [0, 2]] < 2 - 1e-9)).all(axis=1)
            assert raycast(mesh, start, end).hit == in_hole.any(), (start, end)


def test_wall_by_hand():
    ray = raycast(square_ring(), (0.5, 0, 1.5), (2.5, 0, 1.5))
    assert ray.hit and ray.t == 0.25 and ray.point == (1.0, 0.0, 1.5) and ray.normal == (-1.0, 0.0)


def test_two_walls_that_touch_let_nothing_through():
    cells = [(0, 1, 4, 3), (4, 5, 8, 7)]        # two cells that meet at one vertex only
    mesh = NavMesh.from_polygons([(x, 0, z) for x in range(3) for z in range(3)], cells)
    ray = raycast(mesh, (0.5, 0, 0.5), (1.5, 0, 1.5))
    assert ray.hit and ray.t == pytest.approx(0.5)


def test_the_ray_follows_the_floor():
    vertices = [(0, 0, 0), (2, 0, 0), (2, 0, 2), (0, 0, 2), (4, 2, 0), (4, 2, 2)]
    mesh = NavMesh.from_polygons(vertices, [(0, 1, 2, 3), (1, 4, 5, 2)])
    assert raycast(mesh, (1, 0, 1), (3, 0, 1)).point == pytest.approx((3.0, 1.0, 1.0))


def test_standing_still_and_off_the_mesh():
    mesh = square_ring()
    assert not raycast(mesh, (0, 0, 0), (0, 0, 0)).hit
    assert raycast(mesh, (50, 0, 0), (0, 0, 0)) is None
    for start in (5, (0, 0), "abc"):
        with pytest.raises(ValueError, match="start: must be three numbers"):
            raycast(mesh, start, (0, 0, 0))
    with pytest.raises(ValueError, match="end: must be finite"):
        raycast(mesh, (0, 0, 0), (0, 0, float("nan")))
