"""Convex polygons of planar graphs, in Python's integers: convex, exact cover, whole edges shared, none that could be merged."""
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from navpy.api.baking.triangulation import convex_polygons, triangulate_graph
from tests.planar_graphs import MOST, is_between, left_turn, planar_graphs, polygon_area, random_graph, reordered

AREAS = {-1: 0, 0: 0, 1: 5, 2: 9}


def edges_of(polygon):
    return list(zip(polygon, polygon[1:] + polygon[:1]))


def is_convex(corners):
    """Whether all corners lie on the left of each edge or on it, in order."""
    return polygon_area(corners) > 0 and all(left_turn(a, b, p) >= 0 for a, b in edges_of(corners) for p in corners)


def check_polygons(points, sides, areas=AREAS):
    """→ the polygons"""
    polygons, ids = convex_polygons(points, sides, areas)
    origin, _twin, _side, winding = triangulate_graph(points, sides, 1)
    assert len(polygons) == len(ids) and 0 not in ids
    owner = {}
    for polygon, area in zip(polygons, ids):
        assert len(set(polygon)) == len(polygon) and is_convex([points[i] for i in polygon])
        for edge in edges_of(polygon):
            assert edge not in owner
            owner[edge] = polygon, area
    expected, covered = Counter(), Counter()
    for t, number in enumerate(winding):
        expected[areas[number]] += polygon_area([points[i] for i in origin[3 * t:3 * t + 3]])
    for polygon, area in zip(polygons, ids):
        covered[area] += polygon_area([points[i] for i in polygon])
    del expected[0]
    assert expected == covered
    check_cover(points, polygons, ids, [(origin[3 * t:3 * t + 3], areas[n]) for t, n in enumerate(winding) if areas[n]])
    check_corners(points, polygons, owner)
    for (a, b), (polygon, area) in owner.items():
        if a < b and (b, a) in owner:
            other, other_area = owner[b, a]
            assert area != other_area or not is_convex(union(points, polygon, other))
    return polygons


def check_cover(points, polygons, ids, triangles):
    """Each triangle lies inside one polygon of its area; with equal sums of areas, polygons don't overlap then."""
    for triangle, area in triangles:
        x, y = (sum(points[i][axis] for i in triangle) for axis in (0, 1))
        inside = [id for polygon, id in zip(polygons, ids)
                  if all(left_turn(*([3 * c for c in points[i]] for i in edge), (x, y)) > 0 for edge in edges_of(polygon))]
        assert inside == [area]


def check_corners(points, polygons, owner):
    """No corner lies inside another's edge, and one on a line is the end of a third edge."""
    degree = Counter(i for edge in {frozenset(edge) for edge in owner} for i in edge)
    for a, b in owner:
        assert not any(is_between(points[a], points[b], points[i]) for i in degree)
    for polygon in polygons:
        for (a, b), (_b, c) in zip(edges_of(polygon), edges_of(polygon)[1:] + edges_of(polygon)[:1]):
            assert left_turn(points[a], points[b], points[c]) > 0 or degree[b] > 2


def union(points, one, other):
    """Corners of two convex polygons that share edges, around both."""
    beyond = dict(edges_of(other))
    shared = {(a, b) for a, b in edges_of(one) if beyond.get(b) == a}
    rest = [edge for edge in edges_of(one) if edge not in shared] + [edge for edge in edges_of(other) if edge[::-1] not in shared]
    next_of = dict(rest)
    ring = [rest[0][0]]
    while next_of[ring[-1]] != ring[0]:
        ring.append(next_of[ring[-1]])
    return [points[i] for i in ring]


@given(planar_graphs(layers=1))
@settings(max_examples=400)
def test_they_cover_exactly_their_areas_and_share_whole_edges(graph):
    points, sides, _layers = graph
    if points:
        check_polygons(points, sides)


@given(planar_graphs(layers=1), st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_another_order_of_the_points_gives_the_same_polygons(graph, random):
    points, sides, _layers = graph
    order = list(range(len(points)))
    random.shuffle(order)
    others, other_sides = reordered(points, sides, order)
    one, other = convex_polygons(points, sides, AREAS), convex_polygons(others, other_sides, AREAS)
    assert [[points[i] for i in polygon] for polygon in one[0]] == [[others[i] for i in polygon] for polygon in other[0]]
    assert one[1] == other[1]


@pytest.mark.parametrize("spread", [9, 300, MOST])
@pytest.mark.parametrize("seed", range(2))
def test_random_floors(seed, spread):
    points, sides = random_graph(np.random.default_rng(seed), 200, spread, 0.7)
    polygons = check_polygons(points, sides)
    assert len(polygons) > 20


def outline(corners, at=0):
    """Sides of layer 0 around an outline, counter-clockwise."""
    edges = edges_of(tuple(range(at, at + len(corners))))
    return [(a, b, 0, 1) if a < b else (b, a, 0, -1) for a, b in edges]


def test_points_on_the_edges_of_a_rectangle_are_no_corners():
    ring = [(0, 0), (5, 0), (7, 0), (20, 0), (20, 9), (3, 9), (0, 9), (0, 4)]
    assert [sorted(polygon) for polygon in check_polygons(ring, sorted(outline(ring)))] == [[0, 3, 4, 6]]
    inside = [(x, y) for x in range(1, 20, 3) for y in range(1, 9, 2)]
    check_polygons(ring + inside, sorted(outline(ring)))


def test_two_areas_keep_the_corners_that_the_other_needs():
    points = [(0, 0), (10, 0), (10, 10), (0, 10), (5, 10), (5, 20), (0, 20), (7, 10), (3, 10)]
    sides = sides_of_rings([[0, 1, 2, 7, 4, 8, 3], [3, 8, 4, 5, 6]], [1, 2])
    assert sorted(map(sorted, check_polygons(points, sides))) == [[0, 1, 2, 3, 4], [3, 4, 5, 6]]


def sides_of_rings(rings, windings):
    total = Counter()
    for ring, winding in zip(rings, windings):
        for a, b in edges_of(tuple(ring)):
            total[min(a, b), max(a, b)] += winding if a < b else -winding
    return sorted((*key, 0, winding) for key, winding in total.items() if winding)


def test_a_cross_is_three_polygons():
    points = [(1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (2, 2), (2, 3), (1, 3), (1, 2), (0, 2), (0, 1), (1, 1)]
    assert len(check_polygons(points, sorted(outline(points)))) == 3


@pytest.mark.parametrize("count", [3, 8, 64])
def test_a_convex_outline_is_one_polygon(count):
    points = [(round(1e8 * np.cos(2 * np.pi * k / count)), round(1e8 * np.sin(2 * np.pi * k / count))) for k in range(count)]
    assert len(check_polygons(points, sorted(outline(points)))) == 1
