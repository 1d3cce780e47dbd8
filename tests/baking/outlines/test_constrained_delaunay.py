"""Triangulations of planar graphs against scipy's, the definition of Delaunay, and winding numbers counted along a ray."""
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy.spatial import Delaunay

from navpy.api.baking.triangulation import triangulate_graph
from tests.planar_graphs import (MOST, hull_area, in_circle, is_between, left_turn, places, planar_graphs, polygon_area,
                                 random_graph, reordered, winding_at)


def after(edge):
    return edge + 1 if edge % 3 < 2 else edge - 2


def before(edge):
    return edge - 1 if edge % 3 > 0 else edge + 2


def checked_triangulation(points, sides=(), layers=1):
    """(origin, side, winding), after all that must be true of them."""
    origin, twin, side, winding = (list(values) for values in triangulate_graph(points, sides, layers))
    assert len(origin) == len(twin) == len(side) and len(origin) % 3 == 0 and len(winding) == len(origin) // 3 * layers
    area = 0
    for first in range(0, len(origin), 3):
        corners = [points[i] for i in origin[first:first + 3]]
        assert left_turn(*corners) > 0
        area += polygon_area(corners)
    assert area == hull_area(points)
    if origin:
        assert set(origin) == set(range(len(points)))
    for edge, other in enumerate(twin):
        a, b = origin[edge], origin[after(edge)]
        if other >= 0:
            assert twin[other] == edge and (origin[other], origin[after(other)]) == (b, a) and side[edge] == side[other]
            apex = points[origin[before(other)]]
            assert side[edge] or in_circle(points[a], points[b], points[origin[before(edge)]], apex) <= 0
        else:
            assert all(left_turn(points[a], points[b], p) >= 0 and not is_between(points[a], points[b], p) for p in points)
    first_of = {}
    for i, (begin, end, _layer, _winding) in enumerate(sides):
        first_of.setdefault((begin, end), i + 1)
    found = {(min(origin[edge], origin[after(edge)]), max(origin[edge], origin[after(edge)])): n for edge, n in enumerate(side) if n}
    assert found == (first_of if origin else {})
    return origin, side, winding


@given(places(20))
@settings(max_examples=300)
def test_the_circles_of_points_alone_are_empty(points):
    origin, _side, winding = checked_triangulation(points)
    assert not any(winding)
    for first in range(0, len(origin), 3):
        corners = [points[i] for i in origin[first:first + 3]]
        assert all(in_circle(*corners, p) <= 0 for p in points)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("spread", [20, 3000, MOST])
def test_many_points_give_scipys_triangles(seed, spread):
    rng = np.random.default_rng(seed)
    points = [tuple(map(int, p)) for p in np.unique(rng.integers(-spread, spread + 1, (3000, 2)), axis=0)]
    origin = list(triangulate_graph(points, [])[0])
    ours = {frozenset(origin[i:i + 3]) for i in range(0, len(origin), 3)}
    theirs = {frozenset(map(int, face)) for face in Delaunay(points).simplices}
    assert len(ours) == len(theirs) == len(origin) // 3
    for face in ours - theirs:          # tied with a neighbor's apex
        corners = [points[i] for i in face]
        corners = corners if left_turn(*corners) > 0 else corners[::-1]
        assert sum(in_circle(*corners, p) == 0 for p in points) > 3


@given(planar_graphs())
@settings(max_examples=400)
def test_sides_are_edges_and_others_delaunay_and_windings_are_those_of_rays(graph):
    points, sides, layers = graph
    origin, _side, winding = checked_triangulation(points, sides, layers)
    for first in range(0, len(origin), 3):
        x, y = (sum(points[i][axis] for i in origin[first:first + 3]) for axis in (0, 1))
        for layer in range(layers):
            assert winding[first // 3 * layers + layer] == winding_at(points, sides, layer, x, y, 3)


@given(planar_graphs(), st.randoms(use_true_random=False))
@settings(max_examples=150)
def test_another_order_of_the_points_gives_the_same_triangles_in_the_same_order(graph, random):
    points, sides, layers = graph
    order = list(range(len(points)))
    random.shuffle(order)
    others, other_sides = reordered(points, sides, order)
    one, other = triangulate_graph(points, sides, layers), triangulate_graph(others, other_sides, layers)
    assert [points[i] for i in one[0]] == [others[i] for i in other[0]]
    assert list(one[1]) == list(other[1]) and list(one[3]) == list(other[3])
    assert [n > 0 for n in one[2]] == [n > 0 for n in other[2]]


@pytest.mark.parametrize("points", [[], [(3, 4)], [(0, 0), (1, 0)], [(i * 3, i * 5) for i in range(9)],
                                    [(-MOST, -MOST), (0, 0), (MOST, MOST)]])
def test_points_on_a_line_have_no_triangles(points):
    sides = [(i, i + 1, 0, 1) for i in range(len(points) - 1)]
    assert [len(values) for values in triangulate_graph(points, sides)] == [0, 0, 0, 0]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("spread", [40, 2000, MOST])
def test_sides_across_hundreds_of_edges(seed, spread):
    points, sides = random_graph(np.random.default_rng(seed), 700, spread, 0.4)
    origin, side, _winding = checked_triangulation(points, sides)
    plain = triangulate_graph(points, [])[0]
    kept = {frozenset((a, b)) for i in range(0, len(plain), 3) for a, b in zip(plain[i:i + 3], plain[i + 1:i + 3] + plain[i:i + 1])}
    assert sum(frozenset((begin, end)) not in kept for begin, end, _layer, _winding in sides) > 50


@pytest.mark.parametrize("count", [2, 3, 5, 40, 400])
@pytest.mark.parametrize("height", [1, 1000, MOST // 2])
def test_a_side_between_rows_of_points_that_face_each_other(count, height):
    """Each edge of the rows' own triangulation crosses it, and no chain along it is convex."""
    step = 2 * (MOST // (2 * count))
    rows = [(i * step - MOST // 2, (height + i * i % 7 * (height // 9)) * sign) for i in range(count) for sign in (1, -1)]
    points = [(-MOST, 0), (MOST, 0), *rows]
    origin, side, _winding = checked_triangulation(points, [(0, 1, 0, 1)])
    assert sum(n > 0 for n in side) == 2


def test_a_side_with_points_that_hang_on_one_edge_beside_it():
    """Crossed edges all end in a comb's teeth, so the polygons beside the side go out and back along its teeth."""
    points = [(-100, 0), (100, 0)]
    for i in range(-9, 10):
        points += [(10 * i, 1), (10 * i, 60), (10 * i + 5, -1), (10 * i + 5, -60)]
    checked_triangulation(points, [(0, 1, 0, 1)])
    teeth = [(2 + k, 3 + k, 0, 1) for k in range(0, len(points) - 2, 2)]
    checked_triangulation(points, [(0, 1, 0, 1), *teeth])


@pytest.mark.parametrize("side", [4, 33, 100])
def test_lattices(side):
    points = [(x, y) for x in range(side) for y in range(side)]
    origin, _twin, _side, _winding = triangulate_graph(points, [])
    assert len(origin) == 6 * (side - 1) ** 2
    if side == 4:
        checked_triangulation(points)
    longest = max((points[a][0] - points[b][0]) ** 2 + (points[a][1] - points[b][1]) ** 2
                  for i in range(0, len(origin), 3) for a, b in zip(origin[i:i + 3], origin[i + 1:i + 3] + origin[i:i + 1]))
    assert longest == 2


def test_points_on_a_parabola_make_a_fan():
    """Each new point at an end would change all triangles."""
    points = [(x, x * x) for x in range(1, 200)]
    origin, _side, _winding = checked_triangulation(points)
    assert max(origin.count(i) for i in range(len(points))) == len(points) - 2


@pytest.mark.parametrize("turned", [False, True])
def test_the_whole_grid(turned):
    """Squares of distances and their products are as large as they can be."""
    points = [(x, y) for x in (-MOST, 0, MOST) for y in (-MOST, 0, MOST)] + [(MOST - 1, MOST - 2), (1 - MOST, MOST), (1, 0)]
    points = [(y, -x) for x, y in points] if turned else points
    checked_triangulation(points)
    corners = [points.index((x * MOST, y * MOST)) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    points = [points[i] for i in corners] + [(5, 6), (7, -8)]
    ring = [(a, b, 0, 1) for a, b in ((0, 1), (0, 3), (1, 2), (2, 3))]
    checked_triangulation(points, sorted([*ring, (0, 2, 0, 1)]))
