from array import array
from fractions import Fraction
from itertools import product
from math import atan2, ceil, cos, degrees, floor, sin

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.make_columns import empty_heightfield
from navpy.api.baking.heightfield import column_flags, column_spans, fill_spans, level_bounds
from navpy.baking.voxels.heightfield import Heightfield
from navpy.baking.voxels.triangle_soup import bounds_of, check_vertices, mark_walkable_triangles

SNAP = Fraction(1, 1024)
ONE = np.array([[0, 1, 2]], np.int32)
WALKABLE = np.array([63], np.uint8)


def cut(polygon, axis, limit, sign):
    """Exact part of a polygon on one side of an axis-aligned plane."""
    result = []
    for a, b in zip(polygon[-1:] + polygon[:-1], polygon):
        side_a, side_b = sign * (a[axis] - limit), sign * (b[axis] - limit)
        if side_a * side_b < 0:
            t = side_a / (side_a - side_b)
            result.append(tuple(p + (q - p) * t for p, q in zip(a, b)))
        if side_b >= 0:
            result.append(b)
    return result


def piece_in_cell(triangle, x, z):
    polygon = [tuple(map(Fraction, corner)) for corner in triangle]
    for axis, low in ((0, x), (2, z)):
        polygon = cut(cut(polygon, axis, low, 1), axis, low + 1, -1) if polygon else []
    return polygon


def columns_of(field):
    return {(x, z): column_spans(field, x, z) for x, z in product(range(field.width), range(field.depth))}


quarter = st.integers(-12, 44).map(lambda i: i / 4)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(quarter, quarter, quarter), min_size=3, max_size=3))
def test_one_triangle_fills_exactly_the_cells_that_exact_clipping_finds(triangle):
    vertices = np.array(triangle, np.float32)
    field = Heightfield((0, 0, 0), (8, 8, 8), 1.0, 1.0)
    field.rasterize(vertices, ONE, WALKABLE, 1)
    edges = vertices[1:].astype(float) - vertices[0]
    degenerate = not np.cross(*edges).any()
    for (x, z), spans in columns_of(field).items():
        piece = piece_in_cell(triangle, x, z)
        if degenerate or not piece:
            assert spans == []
            continue
        middle = [sum(corner[axis] for corner in piece) / len(piece) for axis in (0, 2)]
        entered = x < middle[0] < x + 1 and z < middle[1] < z + 1
        low, high = min(p[1] for p in piece), max(p[1] for p in piece)
        if high < -SNAP or low > 8 + SNAP:
            assert spans == []
        elif entered or spans:      # a cell whose border a wall lies on may be filled
            bottom = floor(max(low, 0) + SNAP)
            assert spans == [(bottom, max(bottom + 1, ceil(min(high, 8) - SNAP)), 63)]


def test_a_wall_on_a_cell_border_fills_one_row_of_cells():
    wall = np.array([[1, 0, 2], [5, 0, 2], [5, 4, 2], [1, 4, 2]], np.float32)
    field = Heightfield((0, 0, 0), (8, 8, 8), 1.0, 1.0)
    field.rasterize(wall, np.array([[0, 1, 2], [0, 2, 3]], np.int32), np.zeros(2, np.uint8), 1)
    filled = {cell: spans for cell, spans in columns_of(field).items() if spans}
    assert filled == {(x, 2): [(0, 4, 0)] for x in range(1, 5)}


@pytest.mark.parametrize("away", [0.0, 300.0, -1000.0])
def test_float32_noise_far_from_the_origin_moves_no_floor(away):
    floor_ = np.array([[0, .6, 0], [0, .6, 3], [3, .6, 3], [3, .6, 0]]) + [away, 0, away]
    field = Heightfield((away - .9, 0, away - .9), (away + 3.9, 2, away + 3.9), 0.3, 0.2)
    field.rasterize(floor_.astype(np.float32), np.array([[0, 1, 2], [0, 2, 3]], np.int32), np.full(2, 63, np.uint8), 1)
    filled = {cell: spans for cell, spans in columns_of(field).items() if spans}
    assert (field.width, field.depth) == (16, 16)
    assert filled == {cell: [(3, 4, 63)] for cell in product(range(3, 13), repeat=2)}


@pytest.mark.parametrize("height, expected", [
    (-0.0009, [(0, 1, 63)]), (-0.002, []), (8.0009, [(8, 9, 63)]), (8.002, []), (2.9995, [(3, 4, 63)]), (3.0005, [(3, 4, 63)])])
def test_heights_near_a_voxel_border_lie_on_it_also_at_both_ends_of_the_level(height, expected):
    floor_ = np.array([[0, height, 0], [0, height, 2], [2, height, 2]], np.float32)
    field = Heightfield((0, 0, 0), (2, 8, 2), 1.0, 1.0)
    field.rasterize(floor_, ONE, WALKABLE, 1)
    assert column_spans(field, 0, 0) == expected


spans_of_one_column = st.lists(
    st.tuples(st.integers(0, 30), st.integers(1, 8), st.sampled_from([0, 5, 7, 63, 64])).map(lambda s: (s[0], s[0] + s[1], s[2])),
    max_size=40)


@given(spans_of_one_column, st.integers(0, 5), st.randoms(use_true_random=False))
def test_merged_spans_are_the_union_and_do_not_depend_on_order(spans, merge_vx, random):
    field, shuffled = empty_heightfield(1, 1), empty_heightfield(1, 1)
    fill_spans(field, [(0, 0, *span) for span in spans], merge_vx)
    fill_spans(shuffled, [(0, 0, *span) for span in random.sample(spans, len(spans))], merge_vx)
    borders = np.zeros(90, bool)        # heights at half steps, so that spans that touch become one run
    for bottom, top, _ in spans:
        borders[2 * bottom:2 * top + 1] = True
    steps = np.flatnonzero(np.diff(np.concatenate([[0], borders, [0]])))
    expected = []
    for bottom, top in zip(steps[::2] // 2, (steps[1::2] - 1) // 2):
        floors = [(high, -(area % 64)) for low, high, area in spans if area and bottom <= low and high <= top]
        highest, area = max(floors, default=(-100, 0))
        expected.append((bottom, top, -area if top - highest <= merge_vx else 0))
    assert column_spans(field, 0, 0) == column_spans(shuffled, 0, 0) == expected


def test_a_low_floor_under_a_block_does_not_make_its_top_walkable():
    low, lower = empty_heightfield(1, 1), empty_heightfield(1, 1)
    fill_spans(low, [(0, 0, 0, 10, 0), (0, 0, 0, 8, 63)], 2)
    fill_spans(lower, [(0, 0, 0, 10, 0), (0, 0, 0, 7, 63)], 2)
    assert column_spans(low, 0, 0) == [(0, 10, 63)] and column_spans(lower, 0, 0) == [(0, 10, 0)]


wild = st.one_of(st.floats(-20, 20, width=32), st.floats(width=32), st.sampled_from([0.0, 5.0, 8.0, 3e38, -3e38, float("nan")]))


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(wild, wild, wild), min_size=3, max_size=12), st.data())
def test_any_soup_leaves_columns_sorted_disjoint_and_in_bounds(corners, data):
    index = st.integers(0, len(corners) - 1)
    triangles = np.array(data.draw(st.lists(st.tuples(index, index, index), min_size=1, max_size=8)), np.int32)
    vertices = np.array(corners, np.float32)
    areas = mark_walkable_triangles(vertices, triangles, 45)
    field = Heightfield((-3, -2, -1), (8, 9, 10), 0.7, 0.3)
    field.rasterize(vertices, triangles, areas, 2)
    for spans in columns_of(field).values():
        heights = [height for bottom, top, _ in spans for height in (bottom, top)]
        assert heights == sorted(set(heights))
        assert all(0 <= height <= ceil(11 / 0.3) + 1 for height in heights)
        assert all(area in (0, 63) for _, _, area in spans)


def ramp(slope_degrees, turn):
    """A triangle facing up whose steepest slope is given, turned about y."""
    rise = sin(np.radians(slope_degrees)) / cos(np.radians(slope_degrees))
    corners = np.array([[0, 0, 0], [0, 0, 1], [1, rise, 0]])
    c, s = cos(turn), sin(turn)
    return (corners @ [[c, 0, -s], [0, 1, 0], [s, 0, c]]).astype(np.float32)


@pytest.mark.parametrize("turn", np.linspace(0, 6, 9))
@pytest.mark.parametrize("slope", [1.0, 20.0, 30.0, 45.0, degrees(atan2(3, 4)), 60.0, 80.0])
def test_only_slopes_up_to_the_limit_are_walkable(slope, turn):
    corners = ramp(slope, turn)
    assert list(mark_walkable_triangles(corners, ONE, slope + 0.05)) == [63]
    assert list(mark_walkable_triangles(corners, ONE, slope)) == [63]
    assert list(mark_walkable_triangles(corners, ONE, slope - 0.05)) == [0]
    assert list(mark_walkable_triangles(corners[::-1].copy(), ONE, 90)) == [0]


def test_flat_and_upright_triangles_at_the_ends_of_the_slope_range():
    assert list(mark_walkable_triangles(ramp(0, 0), ONE, 0)) == [63]
    assert list(mark_walkable_triangles(ramp(0.5, 0), ONE, 0)) == [0]
    upright = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32)
    assert list(mark_walkable_triangles(upright, ONE, 90)) == [0]
    assert list(mark_walkable_triangles(upright * 0, ONE, 90)) == [0]
    with pytest.raises(ValueError, match="max_slope_degrees.*nan"):
        mark_walkable_triangles(upright, ONE, float("nan"))


def test_geometry_is_checked_before_it_is_used():
    vertices = np.zeros((3, 3), np.float32)
    field = empty_heightfield(2, 2)
    for bad in ([0, 1, 3], [-1, 1, 2]):
        triangles = np.array([[0, 1, 2], bad], np.int32)
        for use in (lambda: mark_walkable_triangles(vertices, triangles, 45),
                    lambda: field.rasterize(vertices, triangles, np.zeros(2, np.uint8), 1)):
            with pytest.raises(ValueError, match=r"triangles: must name vertices below 3, triangle 1 is \["):
                use()
    with pytest.raises(ValueError, match="areas: must be one for each of the 1 triangles, are 2"):
        field.rasterize(vertices, ONE, np.zeros(2, np.uint8), 1)
    with pytest.raises(ValueError, match="merge_vx: must be at least 0, is -1"):
        field.rasterize(vertices, ONE, WALKABLE, -1)
    with pytest.raises(ValueError, match="areas: must be in 0 … 63, that of triangle 0 is 65"):
        field.rasterize(vertices, ONE, np.array([65], np.uint8), 1)
    for bad in (-1, 1):
        with pytest.raises(ValueError, match=f"subset: must name triangles below 1, names {bad}$"):
            field.rasterize(vertices, ONE, WALKABLE, 1, np.array([0, bad], np.int32))
    with pytest.raises(ValueError, match=r"vertices: must be of shape \(n, 3\), is \(3, 2\)"):
        mark_walkable_triangles(np.zeros((3, 2), np.float32), ONE, 45)
    with pytest.raises(ValueError, match=r"triangles: must be of shape \(n, 3\), is \(1, 4\)"):
        mark_walkable_triangles(vertices, np.zeros((1, 4), np.int32), 45)
    vertices[2, 1] = np.nan
    with pytest.raises(ValueError, match=r"vertices: must be finite, vertex 2 is \(0.0, nan, 0.0\)"):
        check_vertices(vertices)


@pytest.mark.parametrize("span, message", [
    ((2, 0, 0, 1, 63), r"column: must be one of 2 × 2, is \(2, 0\)"),
    ((0, -1, 0, 1, 63), r"column: must be one of 2 × 2, is \(0, -1\)"),
    ((0, 0, 3, 3, 63), "0 <= bottom_vx < top_vx <= 65535, has 3 and 3"),
    ((0, 0, 3, 70000, 63), "has 3 and 70000"),
    ((0, 0, 3, 4, 65), "area: must be a whole number in 0 … 64, is 65"),
])
def test_given_spans_are_checked(span, message):
    with pytest.raises(ValueError, match=message):
        fill_spans(empty_heightfield(2, 2), [span])


def test_a_field_is_filled_once():
    field, other = empty_heightfield(2, 2), empty_heightfield(2, 2)
    fill_spans(field, [(0, 0, 0, 1, 63)])
    other.rasterize(np.zeros((3, 3), np.float32), ONE, WALKABLE, 1)
    for full in (field, other):
        with pytest.raises(ValueError, match="filled already"):
            fill_spans(full, [])
        with pytest.raises(ValueError, match="filled already"):
            full.rasterize(np.zeros((3, 3), np.float32), ONE, WALKABLE, 1)


def test_walkable_triangles_get_the_area_given():
    vertices = np.concatenate([ramp(10, 0), ramp(60, 0), ramp(20, 1)])
    triangles = np.arange(9, dtype=np.int32).reshape(3, 3)
    assert list(mark_walkable_triangles(vertices, triangles, 45)) == [63, 0, 63]
    assert list(mark_walkable_triangles(vertices, triangles, 45, np.array([7, 8, 0], np.uint8))) == [7, 0, 64]
    with pytest.raises(ValueError, match="areas: must be one for each of the 3 triangles, are 2"):
        mark_walkable_triangles(vertices, triangles, 45, np.array([7, 8], np.uint8))
    with pytest.raises(ValueError, match="areas: must be in 0 … 63, that of triangle 1 is 64"):
        mark_walkable_triangles(vertices, triangles, 45, np.array([7, 64, 0], np.uint8))


def test_a_span_on_a_surface_that_faces_up_is_the_ceiling_of_an_inside():
    def flat(height, up):
        corners = np.array([[0, height, 0], [0, height, 2], [2, height, 0]], np.float32)
        return corners if up else corners[::-1]

    def flags(*surfaces):
        field = Heightfield((0, 0, 0), (2, 9, 2), 1.0, 1.0)
        field.rasterize(np.concatenate([flat(*s) for s in surfaces]), np.arange(3 * len(surfaces), dtype=np.int32).reshape(-1, 3),
                        np.full(len(surfaces), 63, np.uint8), 1)
        return column_flags(field, 0, 0)

    assert flags((3.5, True)) == [1] and flags((3.5, False)) == [0]
    assert flags((3.5, True), (3.5, False)) == flags((3.5, False), (3.5, True)) == [1]     # either at the same bottom
    assert flags((3.5, False), (4.5, True)) == flags((4.5, True), (3.5, False)) == [0]
    assert flags((3.5, True), (4.5, False)) == [1]
    assert flags((0.5, False), (3.5, True), (6.5, False)) == [0, 1, 0]


def test_a_column_of_very_many_surfaces():
    heights = np.random.default_rng(0).permutation(np.repeat(np.arange(0.5, 20000, 2), 3))
    corners = np.stack([np.tile([0, 0, 1], len(heights)), np.repeat(heights, 3), np.tile([0, 1, 0], len(heights))], axis=1)
    field = Heightfield((0, 0, 0), (1, 20001, 1), 1.0, 1.0)
    triangles = np.arange(len(corners), dtype=np.int32).reshape(-1, 3)
    field.rasterize(corners.astype(np.float32), triangles, np.full(len(triangles), 63, np.uint8), 0)
    assert column_spans(field, 0, 0) == [(2 * k, 2 * k + 1, 63) for k in range(10000)]


coordinate = st.floats(width=32, allow_nan=False, allow_infinity=False)


@given(st.lists(st.tuples(coordinate, coordinate, coordinate), min_size=1, max_size=8))
def test_bounds_are_those_of_numpy(points):
    vertices = np.array(points, np.float32)
    assert bounds_of(vertices) == (tuple(vertices.min(axis=0)), tuple(vertices.max(axis=0)))


@pytest.mark.parametrize("shape, message", [
    ((0, 3), "vertices: must be at least one, are none"), ((0, 2), "vertices: must be at least one, are none"),
    ((3, 2), r"vertices: must be of shape \(n, 3\), is \(3, 2\)"), ((3, 4), r"vertices: must be of shape \(n, 3\), is \(3, 4\)")])
def test_bounds_of_no_points_in_space(shape, message):
    with pytest.raises(ValueError, match=message):
        bounds_of(np.zeros(shape, np.float32))


def test_plain_buffers_are_enough():
    vertices = memoryview(array("f", [0, 0, 0, 0, 0, 2, 2, 0, 0])).cast("B").cast("f", (3, 3))
    triangles = memoryview(array("i", [0, 1, 2])).cast("B").cast("i", (1, 3))
    field = empty_heightfield(2, 2)
    field.rasterize(vertices, triangles, mark_walkable_triangles(vertices, triangles, 45), 1)
    assert column_spans(field, 0, 0) == [(0, 1, 63)] and column_spans(field, 1, 1) == []


def test_no_triangles_are_no_error():
    vertices, triangles = np.zeros((0, 3), np.float32), np.zeros((0, 3), np.int32)
    check_vertices(vertices)
    assert len(mark_walkable_triangles(vertices, triangles, 45)) == 0
    field = empty_heightfield(2, 2)
    field.rasterize(vertices, triangles, np.zeros(0, np.uint8), 1)
    assert not any(columns_of(field).values())


@pytest.mark.parametrize("low, high, cell_size, cell_height, message", [
    ((0, 0, 0), (1e6, 1, 1e6), 0.25, 0.25, "4000000 × 4000000 columns"),
    ((0, 0, 0), (1, 1e6, 1), 0.25, 0.25, "4000000 cell heights"),
    ((0, 0, 0), (1e300, 1, 1e300), 1e-300, 0.25, "inf × inf columns"),
    ((0, 0, 0), (0.1, 1, 5), 0.25, 0.25, "bounds: must hold a column of cell_size 0.25"),
    ((0, 2, 0), (5, 1, 5), 0.25, 0.25, "bounds: must hold a column of cell_size 0.25"),
    ((0, float("nan"), 0), (5, 1, 5), 0.25, 0.25, "bounds: must be finite"),
    ((0, 0, 0), (5, 1, float("inf")), 0.25, 0.25, "bounds: must be finite"),
    ((0, 0, 0), (5, 1, 5), 0.0, 0.25, "cell_size"),
    ((0, 0, 0), (5, 1, 5), 0.25, float("nan"), "cell_height"),
    ((0, 0), (5, 1, 5), 0.25, 0.25, "bounds_min: must be three numbers"),
])
def test_impossible_boxes_are_refused_with_their_numbers(low, high, cell_size, cell_height, message):
    with pytest.raises(ValueError, match=message):
        Heightfield(low, high, cell_size, cell_height)


def test_size_is_rounded_and_a_flat_box_has_room_for_its_floor():
    field = Heightfield((0, 1, 0), (1.1, 1, 0.9), 0.25, 0.25)
    assert (field.width, field.depth) == (4, 4)
    assert level_bounds(field) == ((0, 1, 0), (1.1, 1, 0.9))
    field.rasterize(np.array([[0, 1, 0], [0, 1, 1], [1, 1, 0]], np.float32), ONE, WALKABLE, 1)
    assert column_spans(field, 0, 0) == [(0, 1, 63)]
