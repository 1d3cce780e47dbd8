"""A window of the level gets what the whole level has there: spans, filtered areas and the compact heightfield."""
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from navpy.api.baking.compact import column_starts, floor_areas, floor_headrooms, floor_heights, floor_neighbors
from navpy.api.baking.heightfield import column_flags, column_spans, level_bounds
from navpy.baking.voxels.compact import CompactHeightfield
from navpy.baking.voxels.filters import filter_ledge_spans, filter_low_hanging_obstacles, filter_walkable_low_height_spans
from navpy.baking.voxels.heightfield import Heightfield
from navpy.baking.voxels.triangle_soup import bounds_of, mark_walkable_triangles


def column(field, x, z):
    """Spans and flags of a global column; none outside the window."""
    x, z = x - field.x0, z - field.z0
    inside = 0 <= x < field.width and 0 <= z < field.depth
    return list(zip(column_spans(field, x, z), column_flags(field, x, z))) if inside else []


def soup(rng, count, size):
    """Triangles of all kinds in a box of the given size, some reaching out of it: small, huge, flat, upright, on the grid."""
    middles = rng.uniform(-0.2, 1.2, (count, 1, 3)) * size
    corners = middles + rng.normal(0, 1, (count, 3, 3)) * rng.choice([0.1, 1, 5, 500], (count, 1, 1))
    for axis in range(3):
        flat = rng.random(count) < 0.15
        corners[flat, :, axis] = corners[flat, :1, axis]
    gridded = rng.random(count) < 0.3
    corners[gridded] = np.round(corners[gridded] * 2) / 2
    triangles = np.arange(3 * count, dtype=np.int32).reshape(-1, 3)
    return corners.reshape(-1, 3).astype(np.float32), triangles, rng.choice([0, 5, 63], count).astype(np.uint8)


def touching(vertices, triangles, low, high):
    corners = vertices[triangles][:, :, [0, 2]]
    return np.flatnonzero((corners.min(1) <= high).all(1) & (corners.max(1) >= low).all(1)).astype(np.int32)


@settings(max_examples=60)
@given(st.integers(0, 1000), st.sampled_from([0.5, 0.3, 1.0]), st.integers(-9, 30), st.integers(-9, 30), st.integers(1, 25),
       st.integers(1, 25))
def test_any_window_of_any_soup_has_the_spans_of_the_whole(seed, cell_size, x0, z0, width, depth):
    rng = np.random.default_rng(seed)
    box, heights = ((0.1, -0.2, 0.3), (9.1, 4.8, 8.3)), 0.2
    vertices, triangles, areas = soup(rng, 25, np.array([9, 5, 8]))
    whole = Heightfield(*box, cell_size, heights)
    whole.rasterize(vertices, triangles, areas, 2)
    window = Heightfield(*box, cell_size, heights, (x0, z0, width, depth))
    corner = np.array([box[0][0], box[0][2]])
    low, high = (corner + np.add((x0, z0), margin) * cell_size for margin in (-1, (width + 1, depth + 1)))
    window.rasterize(vertices, triangles, areas, 2, touching(vertices, triangles, low, high))
    assert any(column(whole, x, z) for x in range(whole.width) for z in range(whole.depth))
    for z in range(z0, z0 + depth):
        for x in range(x0, x0 + width):
            assert column(window, x, z) == column(whole, x, z)


@settings(max_examples=40)
@given(st.integers(0, 1000))
def test_neither_the_order_of_triangles_nor_of_their_corners_matters(seed):
    rng = np.random.default_rng(seed)
    vertices, triangles, areas = soup(rng, 40, np.array([9, 5, 8]))
    order = rng.permutation(len(triangles))
    turned = np.stack([np.roll(row, turn) for row, turn in zip(triangles[order], rng.integers(0, 3, len(order)))])
    fields = [Heightfield((0, 0, 0), (9, 5, 8), 0.5, 0.2) for _ in range(3)]
    fields[0].rasterize(vertices, triangles, areas, 2)
    fields[1].rasterize(vertices, turned, areas[order], 2)
    fields[2].rasterize(vertices, np.concatenate([turned, triangles]), np.concatenate([areas[order], areas]), 2)
    for z in range(16):
        for x in range(18):
            assert column(fields[0], x, z) == column(fields[1], x, z) == column(fields[2], x, z)


def box(low, high):
    corners = np.array([[(low, high)[k >> 2 & 1][0], (low, high)[k >> 1 & 1][1], (low, high)[k & 1][2]] for k in range(8)])
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return corners, np.array([t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))])


def test_the_sides_of_a_box_face_outwards():
    corners, triangles = box((0, 0, 0), (1, 2, 3))
    for a, b, c in corners[triangles]:
        assert np.dot(np.cross(b - a, c - a), a + b + c - 3 * np.array([0.5, 1, 1.5])) > 0


def level(seed, size=14, boxes=25):
    """A rough terrain under boxes, some of which hang in the air."""
    rng = np.random.default_rng(seed)
    x, z = np.meshgrid(np.arange(size + 1), np.arange(size + 1), indexing="ij")
    a = (np.arange(size)[:, None] * (size + 1) + np.arange(size)).ravel()
    vertices = [np.stack([x, rng.uniform(0, 0.7, x.shape), z], axis=-1).reshape(-1, 3)]
    triangles = [np.stack([a, a + 1, a + size + 2, a, a + size + 2, a + size + 1], axis=-1).reshape(-1, 3)]
    for _ in range(boxes):
        middle, half = rng.uniform(0, size, 3), rng.uniform(0.1, 1.5, 3)
        middle[1] = rng.uniform(0, 4)
        corners, sides = box(middle - half, middle + half)
        triangles.append(sides + sum(map(len, vertices)))
        vertices.append(corners)
    return np.concatenate(vertices).astype(np.float32), np.concatenate(triangles).astype(np.int32)


def baked(vertices, triangles, window, border_vx):
    field = Heightfield(*bounds_of(vertices), 0.3, 0.2, window)
    field.rasterize(vertices, triangles, mark_walkable_triangles(vertices, triangles, 45), 2)
    filter_low_hanging_obstacles(field, 2)
    filter_ledge_spans(field, 5, 2)
    filter_walkable_low_height_spans(field, 5)
    return field, CompactHeightfield(field, 5, 2, border_vx)


def floors(compact):
    """{(global x, z, height): (headroom, area, heights of the neighbors)}"""
    starts, heights, headrooms, areas = column_starts(compact), floor_heights(compact), floor_headrooms(compact), floor_areas(compact)
    neighbors, found = floor_neighbors(compact), {}
    for k in range(compact.width * compact.depth):
        for i in range(starts[k], starts[k + 1]):
            beside = tuple(int(heights[n]) if n >= 0 else None for n in neighbors[i])
            place = (compact.x0 + k % compact.width, compact.z0 + k // compact.width, int(heights[i]))
            found[place] = (int(headrooms[i]), int(areas[i]), beside)
    return found


@pytest.mark.parametrize("window", [(-9, 0, 3, 40), (0, -90, 40, 5), (6, 2, 3, 3), (2, 6, 3, 50), (-9, -9, 3, 3)])
def test_a_window_beside_the_level_stays_empty(window):
    ground = np.array([[-20, 1, -20], [0, 1, 60], [60, 1, 0]], np.float32)
    field = Heightfield((0, 0, 0), (6, 9, 6), 1, 1, window)
    field.rasterize(ground, np.array([[0, 1, 2]], np.int32), np.full(1, 63, np.uint8), 1)
    assert all(column_spans(field, x, z) == [] for x in range(window[2]) for z in range(window[3]))


def test_a_steep_triangle_in_one_column_is_cut_by_the_window_like_any_other():
    steep = np.array([[2.2, 1, 3.1], [2.8, 1, 3.1], [2.5, 8, 4.9]], np.float32)
    fields = [Heightfield((0, 0, 0), (6, 9, 6), 1, 1, window) for window in (None, (0, 0, 6, 4), (0, 4, 6, 2))]
    for field in fields:
        field.rasterize(steep, np.array([[0, 1, 2]], np.int32), np.full(1, 63, np.uint8), 1)
    whole, front, back = fields
    assert column_spans(front, 2, 3) == column_spans(whole, 2, 3) == [(1, 5, 63)]
    assert column_spans(back, 2, 0) == column_spans(whole, 2, 4) == [(4, 8, 63)]


@pytest.mark.parametrize("seed", range(3))
def test_inside_its_border_a_tile_is_as_the_whole_level(seed):
    vertices, triangles = level(seed)
    whole, whole_compact = baked(vertices, triangles, None, 0)
    expected = floors(whole_compact)
    core, border_vx = 15, 3
    seen = 0
    for z0 in range(0, whole.depth, core):
        for x0 in range(0, whole.width, core):
            window = (x0 - border_vx, z0 - border_vx, core + 2 * border_vx, core + 2 * border_vx)
            field, compact = baked(vertices, triangles, window, border_vx)
            assert (compact.x0, compact.z0, compact.border_vx) == (x0 - border_vx, z0 - border_vx, border_vx)
            found = floors(compact)
            for z in range(z0, min(z0 + core, whole.depth)):
                for x in range(x0, min(x0 + core, whole.width)):
                    assert column(field, x, z) == column(whole, x, z)
            inside = {k: v for k, v in expected.items() if x0 <= k[0] < x0 + core and z0 <= k[1] < z0 + core}
            assert inside == {k: v for k, v in found.items() if x0 <= k[0] < x0 + core and z0 <= k[1] < z0 + core}
            seen += len(inside)
    assert seen == whole_compact.floor_count > 500


def test_the_rim_of_a_window_is_no_drop_but_the_edge_of_the_level_is():
    ground = np.array([[0, 1, 0], [0, 1, 6], [6, 1, 6], [6, 1, 0]], np.float32)
    triangles = np.array([[0, 1, 2], [0, 2, 3]], np.int32)
    field = Heightfield((0, 0, 0), (6, 2, 6), 1, 1, (-1, 2, 4, 3))
    field.rasterize(ground, triangles, np.full(2, 63, np.uint8), 1)
    filter_ledge_spans(field, 2, 1)
    assert [[column_spans(field, x, z) for x in range(4)] for z in range(3)] == [[[], [(1, 2, 0)], [(1, 2, 63)], [(1, 2, 63)]]] * 3


@pytest.mark.parametrize("window, message", [
    ((0, 0, 0, 5), "of the window: must be a whole number in 1"),
    ((0, 0, 5, -1), "of the window: must be a whole number in 1"),
    ((1 << 40, 0, 5, 5), "x0 of the window: must be a whole number in -1073741824 … 1073741824"),
    ((0, 0, 1 << 20, 1 << 20), "must have at most 268435456 columns, has 1048576 × 1048576"),
])
def test_impossible_windows_are_refused(window, message):
    with pytest.raises(ValueError, match=message):
        Heightfield((0, 0, 0), (5, 5, 5), 1, 1, window)


def test_a_tile_far_out_in_a_level_too_large_for_one_field():
    low, high = (0, 0, 0), (1e6, 10, 1e6)
    field = Heightfield(low, high, 0.25, 0.25, (3_999_990, 3_999_990, 20, 20))
    ground = np.array([[0, 5, 0], [0, 5, 1e6], [1e6, 5, 1e6], [1e6, 5, 0]], np.float32)
    field.rasterize(ground, np.array([[0, 1, 2], [0, 2, 3]], np.int32), np.full(2, 63, np.uint8), 1)
    assert (field.level_width, field.level_depth) == (4_000_000, 4_000_000)
    for z in range(20):
        for x in range(20):
            assert column_spans(field, x, z) == ([(20, 21, 63)] if x < 10 and z < 10 else [])


def test_borders_that_leave_nothing_are_refused():
    field = Heightfield((0, 0, 0), (6, 2, 6), 1, 1)
    CompactHeightfield(field, 2, 1, 2)
    for border_vx in (-1, 3):
        with pytest.raises(ValueError, match=f"border_vx.*6 × 6 columns, is {border_vx}"):
            CompactHeightfield(field, 2, 1, border_vx)


STAGES = [column_starts, floor_heights, floor_headrooms, floor_areas, floor_neighbors]


@pytest.mark.parametrize("origin", [(0, 0), (-4, 7)])
def test_a_part_cut_from_a_strip_is_as_one_rasterized_for_it(origin):
    vertices, triangles = level(5)
    areas = mark_walkable_triangles(vertices, triangles, 45)
    strip = Heightfield(*bounds_of(vertices), 0.3, 0.2, (*origin, 40, 30))
    strip.rasterize(vertices, triangles, areas, 2)
    connected = 0
    for x, z, width, depth in ((0, 0, 40, 30), (0, 0, 17, 30), (11, 4, 17, 9), (39, 29, 1, 1), (24, 0, 16, 30), (6, 3, 1, 20)):
        window = (origin[0] + x, origin[1] + z, width, depth)
        alone = Heightfield(*bounds_of(vertices), 0.3, 0.2, window)
        alone.rasterize(vertices, triangles, areas, 2)
        cut, expected = CompactHeightfield(strip, 5, 2, window=window), CompactHeightfield(alone, 5, 2)
        assert (cut.x0, cut.z0, cut.width, cut.depth) == window
        assert expected.floor_count > 0 and level_bounds(cut) == level_bounds(expected)
        for stage in STAGES:
            assert np.array_equal(stage(cut), stage(expected)), stage.__name__
        connected += np.count_nonzero(floor_neighbors(cut) >= 0)
    assert connected > 1000


@pytest.mark.parametrize("seed", range(2))
def test_tiles_cut_from_a_filtered_strip_are_as_the_whole_level_inside_their_borders(seed):
    vertices, triangles = level(seed)
    whole, whole_compact = baked(vertices, triangles, None, 0)
    expected, core, border_vx, seen = floors(whole_compact), 15, 3, 0
    strip, _ = baked(vertices, triangles, (-border_vx, 15 - border_vx, 60 + 2 * border_vx, core + 2 * border_vx), border_vx)
    for x0 in range(0, 60, core):
        window = (x0 - border_vx, 15 - border_vx, core + 2 * border_vx, core + 2 * border_vx)
        found = floors(CompactHeightfield(strip, 5, 2, border_vx, window))
        inside = {k: v for k, v in expected.items() if x0 <= k[0] < x0 + core and 15 <= k[1] < 30}
        assert inside == {k: v for k, v in found.items() if x0 <= k[0] < x0 + core and 15 <= k[1] < 30}
        seen += len(inside)
    assert seen > 200


@pytest.mark.parametrize("window", [(1, 2, 6, 3), (3, 1, 2, 2), (2, 2, 0, 3), (2, 2, 3, -1), (2, 5, 1, 2)])
def test_parts_that_reach_outside_the_heightfield_are_refused(window):
    field = Heightfield((0, 0, 0), (9, 2, 9), 1, 1, (2, 2, 5, 4))
    with pytest.raises(ValueError, match=r"must lie inside that of the heightfield, \(2, 2, 5, 4\)|"
                                         r"of the window: must be a whole number in 1"):
        CompactHeightfield(field, 2, 1, window=window)
    with pytest.raises(ValueError, match="leave some of the 4 × 3 columns, is 2"):
        CompactHeightfield(field, 2, 1, 2, (2, 2, 4, 3))


@pytest.mark.parametrize("seed", range(20))
def test_the_fringe_of_a_level_holds_what_stands_there_until_it_is_cut_off(seed):
    rng = np.random.default_rng(seed)
    geometry = soup(rng, 25, np.array([9, 5, 8]))
    whole, wider = Heightfield((0, 0, 0), (9, 5, 8), 0.5, 0.2), Heightfield((-0.5, 0, -0.5), (9.5, 5, 8.5), 0.5, 0.2)
    window = Heightfield((0, 0, 0), (9, 5, 8), 0.5, 0.2, (-3, -2, 24, 15))
    whole.rasterize(*geometry, 2)
    wider.rasterize(*geometry, 2)
    window.rasterize(*geometry, 2, None, True)
    for x in range(-3, 21):
        for z in range(-2, 13):
            assert column(window, x, z) == (column(wider, x + 1, z + 1) if x < 19 else [])
    for part in ((-3, -2, 24, 15), (-1, -2, 20, 14), (2, -1, 12, 11), (3, 4, 5, 6)):
        window.cut(part)
        assert (window.x0, window.z0, window.width, window.depth) == part
        for x in range(part[0], part[0] + part[2]):
            for z in range(part[1], part[1] + part[3]):
                assert column(window, x, z) == column(whole, x, z)
    with pytest.raises(ValueError, match="must lie inside that of the heightfield"):
        window.cut((3, 4, 5, 7))


@pytest.mark.parametrize("far", [1e9, 1e18, 3e38])
def test_corners_far_outside_are_cut_by_a_window_like_any_other(far):
    rng = np.random.default_rng(7)
    for _ in range(20):
        vertices, triangles, areas = soup(rng, 10, 9)
        away = rng.random(vertices.shape) < 0.1
        vertices[away] = np.where(rng.random(away.sum()) < 0.5, far, -far)
        whole, part = (Heightfield((0, 0, 0), (9, 6, 9), 0.3, 0.2, window) for window in (None, (7, 9, 12, 15)))
        for field in whole, part:
            field.rasterize(vertices, triangles, areas, 4)
        assert all(column(part, x, z) == column(whole, x, z) for x in range(7, 19) for z in range(9, 24))
