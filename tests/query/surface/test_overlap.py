"""Polygons within shapes against looking at all of them."""
import heapq

import numpy as np
import pytest

from tests.floods import edges_of, flat, in_circle, part_within, some_meshes, spiral
from tests.meshes import INSIDE, contains, cross, random_points
from navpy.navmesh.navmesh import NavMesh
from navpy.query import polygons_in_box, polygons_in_circle, polygons_in_shape

MESHES = dict(some_meshes())


def within(mesh, edges, poly, start, touches):
    """Costs of the polygons that hang together within a shape, by what is true by itself: each is its best neighbor's and the
    way to the middle of the edge between them."""
    part = part_within(edges, poly, touches)
    ways = [(i, k, (a + b) / 2) for i, k, a, b in edges if i in part and k in part and touches(a[None], b[None])[0]]
    best, queue = {}, [(0.0, poly, tuple(start))]
    while queue:
        cost, at_poly, at = heapq.heappop(queue)
        if at_poly not in best:
            best[at_poly] = cost
            for i, k, middle in ways:
                if i == at_poly and k not in best:
                    step = mesh.area_cost(mesh.areas[i]) * np.hypot(*(middle - at))
                    heapq.heappush(queue, (cost + step, k, tuple(middle)))
    assert set(best) == part
    return best


def check(found, expected, poly, neighbors):
    assert sorted(found.polygons) == sorted(expected) and found.polygons[0] == poly and found.parents[0] == -1
    assert found.costs == pytest.approx([expected[i] for i in found.polygons], abs=1e-9) and found.costs == sorted(found.costs)
    for i, parent in zip(found.polygons[1:], found.parents[1:]):
        assert i in neighbors[parent] and found.polygons.index(parent) < found.polygons.index(i)


@pytest.mark.parametrize("name", MESHES)
def test_circles(name):
    mesh, rng = MESHES[name], np.random.default_rng(1)
    mesh.set_area_cost(1, 2.5)
    edges, neighbors = edges_of(mesh), mesh.neighbors
    for _, point in random_points(mesh, 12, rng, (INSIDE,)):
        poly, place, _ = mesh.locate(point)
        radius = rng.choice((0.05, 0.7, 2.0, 30.0))
        expected = within(mesh, edges, poly, flat(place), in_circle(flat(place), radius))
        check(polygons_in_circle(mesh, place, radius), expected, poly, neighbors)


def segments_meet(a, b, c, d):
    """Do two segments touch, none of whose ends is on the other?"""
    return cross(a, b, c) * cross(a, b, d) < 0 and cross(c, d, a) * cross(c, d, b) < 0


def in_outline(outline):
    """outline: counter-clockwise seen from above."""
    pairs = list(zip(outline, np.roll(outline, -1, axis=0)))
    return lambda starts, ends: [contains(outline, a) or contains(outline, b) or any(segments_meet(a, b, c, d) for c, d in pairs)
                                 for a, b in zip(starts, ends)]


@pytest.mark.parametrize("name", MESHES)
def test_shapes(name):
    mesh, rng = MESHES[name], np.random.default_rng(2)
    edges, neighbors = edges_of(mesh), mesh.neighbors
    for _, point in random_points(mesh, 6, rng, (INSIDE,)):
        poly, place, _ = mesh.locate(point)
        angles = np.sort(rng.uniform(0, 2 * np.pi, rng.integers(3, 7)))[::-1]
        outline = flat(place) + rng.uniform(-1, 1, 2) + rng.uniform(0.5, 3) * np.column_stack([np.cos(angles), np.sin(angles)])
        expected = within(mesh, edges, poly, flat(place), in_outline(outline))
        check(polygons_in_shape(mesh, place, outline), expected, poly, neighbors)
        in_space = [(x, 7.0, z) for x, z in outline[::-1]]
        assert polygons_in_shape(mesh, place, in_space).polygons == polygons_in_shape(mesh, place, outline).polygons


def clipped(ring, axis, at, keep):
    out = []
    for a, b in zip(ring, np.roll(ring, -1, axis=0)):
        if keep * (a[axis] - at) >= 0:
            out.append(a)
        if (a[axis] - at) * (b[axis] - at) < 0:
            out.append(a + (at - a[axis]) / (b[axis] - a[axis]) * (b - a))
    return np.array(out).reshape(-1, 3)


def touches_box(triangle, low, high):
    """Cut the triangle to the box: is anything left?"""
    if (triangle.max(axis=0) < low).any() or (triangle.min(axis=0) > high).any():
        return False
    for axis in range(3):
        triangle = clipped(clipped(triangle, axis, low[axis], 1), axis, high[axis], -1)
    return len(triangle) > 0


def own_triangles(mesh):
    """{polygon: corners of the triangles of its surface}."""
    found, vertices = {}, mesh.vertices
    rings = [flat(vertices[list(ring)]) for ring in mesh.polygons]
    low, high = np.array([ring.min(axis=0) for ring in rings]), np.array([ring.max(axis=0) for ring in rings])
    for triangle in vertices[np.array(mesh.triangles).reshape(-1, 3)]:
        middle = flat(triangle.mean(axis=0))
        near = np.flatnonzero(((low <= middle) & (middle <= high)).all(axis=1))
        found.setdefault(next(i for i in near if contains(rings[i], middle)), []).append(triangle)
    return found


@pytest.mark.parametrize("name", ["triangles 0", "bumpy 1", "grid 0", "tiles"])
def test_boxes(name):
    mesh, rng = MESHES[name], np.random.default_rng(3)
    triangles, (least, most) = own_triangles(mesh), mesh.bounds
    sizes = set()
    for _ in range(30):
        middle = rng.uniform(np.array(least) - 0.2, np.array(most) + 0.2)
        half = rng.uniform(0, 1, 3) * rng.choice((0.05, 0.5, 4.0))
        found = polygons_in_box(mesh, middle - half, middle + half)
        assert list(found) == sorted(i for i in triangles if any(touches_box(t, middle - half, middle + half) for t in triangles[i]))
        sizes.add(len(found))
    assert len(sizes) > 3
    assert list(polygons_in_box(mesh, (-1e9,) * 3, (1e9,) * 3)) == list(range(mesh.polygon_count))
    assert not polygons_in_box(mesh, (500, 0, 500), (501, 0, 501))


def test_floors():
    """One turn of the stair over the next: a circle takes what is on its own, a box what is at its height."""
    mesh = spiral()
    low, high = polygons_in_circle(mesh, (2, 0.5, 1.2), 1.0).polygons, polygons_in_circle(mesh, (2, 3.5, 1.2), 1.0).polygons
    assert low and high and not set(low) & set(high) and {i + 12 for i in low} == set(high)
    assert list(polygons_in_box(mesh, (-9, 2.9, -9), (9, 3.1, 9))) == [11, 12]


def test_by_hand():
    cells = [[x * 2, x * 2 + 1, x * 2 + 3, x * 2 + 2] for x in range(4)]        # four unit cells along x
    mesh = NavMesh.from_polygons([(x, 0, z) for x in range(5) for z in (0, 1)], cells)
    found = polygons_in_circle(mesh, (0.5, 0, 0.5), 1.5)
    assert (found.polygons, found.costs, found.parents) == ([0, 1, 2], [0.0, 0.5, 1.5], [-1, 0, 1])     # the rim counts
    assert polygons_in_circle(mesh, (0.5, 0, 0.5), 0).polygons == [0]
    assert list(polygons_in_box(mesh, (1, 0, 0), (1, 0, 1))) == [0, 1]
    assert polygons_in_circle(mesh, (90, 0, 0), 1) is None and polygons_in_shape(mesh, (90, 0, 0), [(0, 0), (1, 0), (0, 1)]) is None


def test_bad_arguments():
    mesh = spiral()
    for radius in (-1, np.nan, np.inf, "x"):
        with pytest.raises(ValueError, match="^radius: must be [^\n]*$"):
            polygons_in_circle(mesh, (3, 0.6, 0.8), radius)
    with pytest.raises(ValueError, match="^center: must be finite[^\n]*$"):
        polygons_in_circle(mesh, (np.nan, 0, 0), 1)
    star = [(np.cos(t), np.sin(t)) for t in 4 * np.pi / 5 * np.arange(5)]
    for outline in ([], [(0, 0), (1, 1)], [(0, 0), (1, 0), (2, 0)], star, [(0, 0), (2, 0), (0.1, 0.1), (0, 2)], [(0, 0), (1, 0), (0,)],
                    [(0, 0), (np.nan, 0), (0, 1)], 5):
        with pytest.raises(ValueError, match=r"^outline[^\n]*: must be [^\n]*$"):
            polygons_in_shape(mesh, (3, 0.6, 0.8), outline)
    with pytest.raises(ValueError, match="^low: must not be above high, y is 1 and 0$"):
        polygons_in_box(mesh, (0, 1, 0), (1, 0, 1))
    with pytest.raises(ValueError, match="^high: must be finite[^\n]*$"):
        polygons_in_box(mesh, (0, 1, 0), (1, np.inf, 1))
