"""Volumes against their definition, cell by cell; what they refuse; what erosion makes of them."""
import math
import pickle

import numpy as np
import pytest
import shapely
from hypothesis import given, settings, strategies as st
from scipy.spatial import ConvexHull

from tests.make_columns import empty_heightfield
from tests.make_solids import box, level, plane, voxelized
from navpy.api.baking.compact import column_starts, floor_areas, floor_heights, floor_regions
from navpy.api.baking.heightfield import fill_spans
from navpy.baking.voxels.areas import BoxVolume, ConvexVolume, CylinderVolume, mark_volumes, spaces_of_regions
from navpy.baking.voxels.compact import CompactHeightfield
from navpy.baking.voxels.distance_field import build_distance_field
from navpy.baking.voxels.enclosed import filter_enclosed_spaces
from navpy.baking.voxels.erosion import erode
from navpy.baking.voxels.heightfield import Heightfield
from navpy.baking.regions.regions import build_watershed_regions

CELL, STEP = 0.3, 0.2
ORIGIN = (-5.0, -1.0, 2.0)
WIDTH, DEPTH = 30, 24


def heights(x, z):
    """Of the two floors of every global column, cell heights."""
    return 2 + (x + 2 * z) % 7, 25 + (3 * x + z) % 5


def field(window=None):
    high = [ORIGIN[0] + WIDTH * CELL, ORIGIN[1] + 60 * STEP, ORIGIN[2] + DEPTH * CELL]
    made = Heightfield(ORIGIN, high, CELL, STEP, window)
    fill_spans(made, [(x, z, top - 1, top, 63 if (x + made.x0 + z + made.z0) % 9 else 0)
                      for x in range(made.width) for z in range(made.depth)
                      if 0 <= x + made.x0 < WIDTH and 0 <= z + made.z0 < DEPTH for top in heights(x + made.x0, z + made.z0)])
    return CompactHeightfield(made, 5, 9)


def flat_field():
    made = Heightfield(ORIGIN, [ORIGIN[0] + WIDTH * CELL, ORIGIN[1] + 60 * STEP, ORIGIN[2] + DEPTH * CELL], CELL, STEP)
    fill_spans(made, [(x, z, 4, 5, 63) for x in range(WIDTH) for z in range(DEPTH)])
    return CompactHeightfield(made, 5, 9)


def flat_at(height):
    """A floor of 3 × 3 m at this height above the bottom of its grid, whose cells are 0.25 m."""
    made = Heightfield((0, 0, 0), (3, 4, 3), 0.25, 0.25)
    vertices = np.array([(0, height, 0), (3, height, 0), (3, height, 3), (0, height, 3)], np.float32)
    made.rasterize(vertices, np.array([(0, 2, 1), (0, 3, 2)], np.int32), bytes([63, 63]), 1)
    return CompactHeightfield(made, 4, 1)


def floor_table(compact):
    """(global x, z, y_vx) of every floor."""
    columns = np.repeat(np.arange(compact.width * compact.depth), np.diff(column_starts(compact)))
    return np.column_stack([columns % compact.width + compact.x0, columns // compact.width + compact.z0, floor_heights(compact)])


def centers(compact):
    """Middle of every floor, meters."""
    x, z, y = floor_table(compact).T
    return ORIGIN[0] + (x + 0.5) * CELL, ORIGIN[1] + y * STEP, ORIGIN[2] + (z + 0.5) * CELL


def marked(volumes, window=None, eroded=False):
    compact = field(window)
    mark_volumes(compact, volumes, eroded)
    return compact


def off_border(distances):
    """No cell center may lie where rounding decides."""
    return np.abs(distances).min() > 1e-5


def check_marks(compact, outside, above):
    """Floors whose column's center is inside are marked, and no floor that is farther from the volume than half a cell's diagonal or a
    cell height. outside: meters from the base; above: from the nearest height that always counts."""
    marks, walkable = floor_areas(compact) == 5, floor_areas(field()) > 0
    if off_border(outside) and off_border(above):
        assert np.all(marks[(outside < 0) & (above < 0) & walkable])
        assert np.all((outside[marks] < math.sqrt(0.5) * CELL) & (above[marks] < STEP / 2))


CENTER = (-0.7, 0.55, 5.3)
NEAR = st.floats(-3, 3)
SIZE = st.floats(0.1, 6)


@settings(max_examples=60, deadline=None)
@given(NEAR, NEAR, NEAR, SIZE, SIZE, SIZE, st.floats(-7, 7))
def test_a_box_holds_what_its_own_frame_says(dx, dy, dz, width, height, depth, yaw):
    center = CENTER[0] + dx, CENTER[1] + dy, CENTER[2] + dz
    compact = marked([BoxVolume(center, (width, height, depth), yaw, area=5)])
    x, y, z = centers(compact)
    # Godot's and the right hand's rotation about +Y: the box's own x axis points along (cos, −sin) in (x, z).
    u = (x - center[0]) * math.cos(yaw) - (z - center[2]) * math.sin(yaw)
    v = (x - center[0]) * math.sin(yaw) + (z - center[2]) * math.cos(yaw)
    outside = np.maximum(np.abs(u) - width / 2, np.abs(v) - depth / 2)
    above = np.abs(y - center[1]) - height / 2 - STEP / 2
    check_marks(compact, outside, above)


@settings(max_examples=60, deadline=None)
@given(NEAR, NEAR, NEAR, SIZE, SIZE)
def test_a_cylinder_holds_what_is_within_its_radius(dx, dy, dz, radius, height):
    center = CENTER[0] + dx, CENTER[1] + dy, CENTER[2] + dz
    compact = marked([CylinderVolume(center, radius, height, area=5)])
    x, y, z = centers(compact)
    outside, above = np.hypot(x - center[0], z - center[2]) - radius, np.abs(y - center[1]) - height / 2 - STEP / 2
    check_marks(compact, outside, above)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(NEAR, NEAR), min_size=3, max_size=12, unique=True), st.floats(-1, 2), SIZE, st.booleans())
def test_a_convex_outline_holds_what_lies_on_the_same_side_of_all_its_edges(points, bottom, height, backwards):
    points = np.array(points)
    if np.linalg.matrix_rank(points - points[0], tol=0.1) < 2:
        return
    hull = ConvexHull(points)
    ring = points[hull.vertices[::-1] if backwards else hull.vertices] + CENTER[::2]
    compact = marked([ConvexVolume(ring, bottom, bottom + height, area=5)])
    x, y, z = centers(compact)
    outside = np.max(hull.equations[:, :2] @ np.array([x - CENTER[0], z - CENTER[2]]) + hull.equations[:, 2:], axis=0)
    above = np.maximum(bottom - y, y - bottom - height) - STEP / 2
    check_marks(compact, outside, above)


THIN = st.floats(0.01, 1.0)         # cells


@settings(max_examples=150, deadline=None)
@given(NEAR, NEAR, THIN, st.floats(0.01, 12), st.floats(-4, 4), st.sampled_from(["box", "outline", "cylinder"]))
def test_no_way_from_center_to_center_leads_through_a_volume(dx, dz, thin, long, yaw, kind):
    """… however thin it is: so what it cuts out is not connected through it."""
    x, z = CENTER[0] + dx, CENTER[2] + dz
    c, s = math.cos(yaw), math.sin(yaw)
    u = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2 * (long * CELL, thin * CELL)
    ring = np.column_stack([x + u[:, 0] * c + u[:, 1] * s, z - u[:, 0] * s + u[:, 1] * c])
    base = shapely.Point(x, z).buffer(thin * CELL, 64) if kind == "cylinder" else shapely.Polygon(ring)
    volume = {"box": BoxVolume((x, 5, z), (long * CELL, 40, thin * CELL), yaw, area=5),
              "outline": ConvexVolume(ring, -9, 30, area=5), "cylinder": CylinderVolume((x, 5, z), thin * CELL, 40, area=5)}[kind]
    compact = flat_field()
    mark_volumes(compact, [volume], False)
    marks = (floor_areas(compact) == 5).reshape(DEPTH, WIDTH)
    assert marks.any() or not base.intersects(shapely.box(ORIGIN[0], ORIGIN[2], ORIGIN[0] + WIDTH * CELL, ORIGIN[2] + DEPTH * CELL))
    columns, rows = ORIGIN[0] + (np.arange(WIDTH) + 0.5) * CELL, ORIGIN[2] + (np.arange(DEPTH) + 0.5) * CELL
    at = np.stack(np.meshgrid(columns, rows), axis=-1)
    inner = base.buffer(-1e-7)
    for ends, open_ in (((at[:, :-1], at[:, 1:]), ~(marks[:, :-1] | marks[:, 1:])), ((at[:-1], at[1:]), ~(marks[:-1] | marks[1:]))):
        assert not shapely.intersects(shapely.linestrings(np.stack([end[open_] for end in ends], axis=1)), inner).any()
    assert np.all(shapely.distance(base, shapely.points(at[marks])) < math.sqrt(0.5) * CELL)


def test_a_thick_box_along_the_grid_has_the_centers_inside_and_no_others():
    for size in (1.0, 1.4, 2.0, 5.7):
        for shift in (0.0, 0.2, 0.5, 0.9):
            low = np.array([ORIGIN[0], ORIGIN[2]]) + (5 + shift) * CELL
            compact = flat_field()
            center = low[0] + size * CELL / 2, 0, low[1] + size * CELL / 2
            mark_volumes(compact, [BoxVolume(center, (size * CELL, 9, size * CELL), area=5)], False)
            inside = [i for i in range(WIDTH) if 5 + shift - 1e-6 <= i + 0.5 <= 5 + shift + size + 1e-6]
            expected = np.zeros((DEPTH, WIDTH), bool)
            expected[np.ix_(inside, inside)] = True
            assert np.array_equal((floor_areas(compact) == 5).reshape(DEPTH, WIDTH), expected)


@pytest.mark.parametrize("thick", [0.002, 0.02, 0.2])
def test_a_volume_lower_than_a_cell_height_has_the_floor_that_it_lies_around(thick):
    for height in np.arange(0.03, 1.0, 0.0371):
        compact = flat_at(height)
        mark_volumes(compact, [BoxVolume((1.5, height, 1.5), (9, thick, 9), area=5)], False)
        assert set(floor_areas(compact).tolist()) == {5}, height


def test_a_volume_under_a_bridge_has_the_ground_alone():
    made = Heightfield((0, 0, 0), (1, 4, 1), 1.0, 0.25)
    fill_spans(made, [(0, 0, 0, 1, 63), (0, 0, 8, 9, 63)])
    compact = CompactHeightfield(made, 4, 1)
    mark_volumes(compact, [BoxVolume((0.5, 0.95, 0.5), (1, 1.9, 1), area=5)], False)
    assert floor_areas(compact).tolist() == [5, 63]


def test_centers_on_the_border_are_inside():
    low, high = ORIGIN[0] + 3.5 * CELL, ORIGIN[0] + 7.5 * CELL          # centers of columns 3 and 7
    near, far = ORIGIN[2] + 2.5 * CELL, ORIGIN[2] + 9.5 * CELL
    compact = marked([ConvexVolume([(low, near), (low, far), (high, far), (high, near)], -1, 12, area=5)])
    table = floor_table(compact)[floor_areas(compact) == 5]
    assert (table.min(axis=0)[:2].tolist(), table.max(axis=0)[:2].tolist()) == ([3, 2], [7, 9])


VOLUMES = [BoxVolume(CENTER, (4, 30, 3), 0.4, area=5), CylinderVolume((-2, 0, 6), 2.2, 30, area=9),
           ConvexVolume([(-4, 3), (0, 9), (2, 4)], -3, 0.7, area=2), BoxVolume((-1, 0, 5), (1, 30, 1), area=0, eroded=False)]


def test_the_last_of_several_wins_and_nothing_becomes_walkable():
    alone = [floor_areas(marked([volume])) for volume in VOLUMES]
    together, untouched = floor_areas(marked(VOLUMES)), floor_areas(field())
    assert {2, 5, 9, 63} <= set(together.tolist()) and np.all(together[untouched == 0] == 0)
    expected = untouched.copy()
    for areas, volume in zip(alone, VOLUMES):
        inside = (areas != untouched) & (expected > 0)
        expected[inside] = volume.area
    assert np.array_equal(together, expected)
    cut_first = floor_areas(marked(VOLUMES[3:] + VOLUMES[:3]))
    assert np.array_equal(cut_first == 0, together == 0)        # what is cut out stays so


@pytest.mark.parametrize("window", [(0, 0, 7, 9), (7, 3, 11, 21), (-3, -5, 40, 40), (25, 20, 9, 9)])
def test_a_window_is_marked_as_the_whole_is(window):
    whole, part = marked(VOLUMES), marked(VOLUMES, window)
    areas = dict(zip(map(tuple, floor_table(whole).tolist()), floor_areas(whole)))
    found = dict(zip(map(tuple, floor_table(part).tolist()), floor_areas(part)))
    assert found and found == {floor: areas[floor] for floor in found}


def test_only_the_volumes_of_the_asked_time_are_marked():
    volumes = [CylinderVolume(CENTER, 2, 30), CylinderVolume(CENTER, 3, 30, area=7), CylinderVolume(CENTER, 3, 30, 8, eroded=True)]
    assert [volume.eroded for volume in volumes] == [True, False, True]
    assert set(floor_areas(marked(volumes, eroded=True)).tolist()) == {0, 8, 63}
    assert set(floor_areas(marked(volumes)).tolist()) == {7, 63}


def flat(size=40):
    made = empty_heightfield(size, size)
    fill_spans(made, [(x, z, 0, 1, 63) for x in range(size) for z in range(size)])
    return CompactHeightfield(made, 4, 1)


@pytest.mark.parametrize("eroded, hole", [(True, 14), (False, 8)])
def test_an_agent_keeps_its_radius_from_a_cut_out_that_is_eroded(eroded, hole):
    compact, volume = flat(), BoxVolume((20, 1, 20), (8, 4, 8), eroded=eroded)
    mark_volumes(compact, [volume], True)
    erode(compact, 3)
    mark_volumes(compact, [volume], False)
    areas = floor_areas(compact).reshape(40, 40)
    assert np.array_equal(np.flatnonzero(areas[20, 5:35] == 0), np.arange(hole) + 15 - hole // 2)


def test_bounds_are_those_of_the_marked_floors_but_for_half_a_cell():
    for volume in VOLUMES:
        low, high = np.array(volume.bounds)
        compact = marked([volume], eroded=volume.eroded)
        inside = floor_areas(compact) != floor_areas(field())
        places = np.array(centers(compact)).T[inside]
        around = np.array((CELL, 2 * STEP, CELL)) / 2
        assert len(places) and np.all(places >= low - around) and np.all(places <= high + around)
    assert np.allclose(BoxVolume((1, 2, 3), (2, 4, 6), math.pi / 2).bounds, ((-2, 0, 2), (4, 4, 4)))
    assert CylinderVolume((1, 2, 3), 2, 1).bounds == ((-1, 1.5, 1), (3, 2.5, 5))
    assert ConvexVolume([(0, 0), (0, 2), (3, 1)], -1, 4).bounds == ((0, -1, 0), (3, 4, 2))


def test_volumes_are_values():
    for volume in VOLUMES:
        copy = pickle.loads(pickle.dumps(volume))
        assert copy == volume and hash(copy) == hash(volume) and copy.bounds == volume.bounds and repr(copy) == repr(volume)
        assert eval(repr(volume)) == volume
        assert np.array_equal(floor_areas(marked([copy])), floor_areas(marked([volume])))
    assert VOLUMES[0] != VOLUMES[1] and VOLUMES[0] != 5 and len(set(VOLUMES)) == 4


SQUARE = [(0, 0), (0, 1), (1, 1), (1, 0)]
STAR = [(math.sin(0.8 * math.pi * i), math.cos(0.8 * math.pi * i)) for i in range(5)]


@pytest.mark.parametrize("make, message", [
    (lambda: BoxVolume((0, math.nan, 0), (1, 1, 1)), r"center\.y: must be in -1e\+09 … 1e\+09, is nan"),
    (lambda: BoxVolume((0, 0, 0), (1, -2, 1)), r"size\.y: must be above 0 m, is -2\.0"),
    (lambda: BoxVolume((0, 0, 0), (1, 1)), r"size: must be 3 numbers \(x, y, z\), is \(1, 1\)"),
    (lambda: BoxVolume(0, (1, 1, 1)), "center: must be 3 numbers"),
    (lambda: BoxVolume((0, 0, "far"), (1, 1, 1)), r"center\.z: must be a number in .*, is 'far'"),
    (lambda: BoxVolume((0, 0, 0), (1, 1, 1), math.inf), r"yaw: must be in -1e\+09 … 1e\+09, is inf"),
    (lambda: BoxVolume((0, 0, 0), (1, 1, 1), area=64), "area: must be a whole number in 0 … 63, is 64"),
    (lambda: BoxVolume((0, 0, 0), (1, 1, 1), area=-1), "area: must be a whole number"),
    (lambda: BoxVolume((0, 0, 0), (1, 1, 1), area=0.5), "area: must be a whole number"),
    (lambda: CylinderVolume((0, 0, 0), 0, 1), r"radius: must be above 0 m, is 0\.0"),
    (lambda: CylinderVolume((0, 0, 0), 1, math.nan), "height: must be in .*, is nan"),
    (lambda: CylinderVolume((0, 2e9, 0), 1, 1), r"center\.y: must be in .*, is 2e\+09"),
    (lambda: ConvexVolume(SQUARE[:2], 0, 1), "outline: must have at least 3 corners, has 2"),
    (lambda: ConvexVolume(7, 0, 1), r"outline: must be corners \(x, z\), is 7"),
    (lambda: ConvexVolume([(0, 0, 0), (0, 0, 1), (1, 0, 1)], 0, 1), r"outline\[0\]: must be 2 numbers"),
    (lambda: ConvexVolume([(0, 0), (0, math.inf), (1, 0)], 0, 1), r"outline\[1\]\.z: must be in .*, is inf"),
    (lambda: ConvexVolume([(0, 0), (0, 4), (1, 1), (4, 0)], 0, 1), r"outline: must be convex, is not at corner 2, \(1, 1\)"),
    (lambda: ConvexVolume([(4, 0), (1, 1), (0, 4), (0, 0)], 0, 1), r"outline: must be convex, is not at corner 1, \(1, 1\)"),
    (lambda: ConvexVolume([(0, 0), (1, 1), (0, 1), (1, 0)], 0, 1), "outline: must be convex"),
    (lambda: ConvexVolume(STAR, 0, 1), "outline: must be convex, goes round more than once"),
    (lambda: ConvexVolume(SQUARE + SQUARE[:1], 0, 1), "outline: must not repeat a corner, 4 and 0 are both"),
    (lambda: ConvexVolume([(0, 0), (1, 1), (2, 2)], 0, 1), "outline"),
    (lambda: ConvexVolume(SQUARE, 1, 1), r"top: must be above bottom, 1\.0, is 1\.0"),
    (lambda: mark_volumes(flat(3), [SQUARE], True), r"volume 0: must be a BoxVolume"),
])
def test_bad_volumes_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_corners_in_line_are_fine():
    ring = [(0, 0), (0, 0.5), (0, 1), (0.5, 1), (1, 1), (1, 0), (0.5, 0)]
    assert ConvexVolume(ring, 0, 1).bounds == ConvexVolume(SQUARE, 0, 1).bounds


def test_regions_know_the_space_that_they_lie_in():
    vertices, triangles = level(plane((0, 0), (20, 20), 0.0), box((2, -0.5, 2), (14, 3, 14)))
    made = voxelized(vertices, triangles, (20, 20, 44, 44))
    spaces = filter_enclosed_spaces(made, 4)
    compact = CompactHeightfield(made, 6, 1, 4)
    erode(compact, 2)
    build_distance_field(compact)
    build_watershed_regions(compact, 4, 400)
    found = spaces_of_regions(compact, spaces.floors, spaces.labels)
    assert len(found) == compact.region_count + 1
    regions = floor_regions(compact)
    table = floor_table(compact)
    inside = (regions > 0) & (table[:, 2] < 6) & (table[:, 0] < 56) & (table[:, 1] < 56)
    assert np.any(inside) and all(found[region] > 0 for region in set(regions[inside].tolist()))
    assert all(found[region] == 0 for region in set(regions[~inside].tolist()))
    with pytest.raises(ValueError, match="three numbers a label"):
        spaces_of_regions(compact, spaces.floors[1:], spaces.labels)
    with pytest.raises(ValueError, match="compact: must have regions"):
        spaces_of_regions(flat(3), spaces.floors, spaces.labels)


@pytest.mark.parametrize("size", [1e4, 1e9])
@pytest.mark.parametrize("volume", [
    lambda size: BoxVolume(CENTER, (size, size, size), 0.4, area=5),
    lambda size: CylinderVolume(CENTER, 0.5 * size, size, area=5),
    lambda size: ConvexVolume([(-0.3 * size, -0.3 * size), (0.3 * size, -0.3 * size), (0.0, 0.4 * size)], -size, size, area=5),
])
def test_a_volume_far_larger_than_the_level_holds_all_of_it(volume, size):
    """What this costs follows the level: cells of the volume's size would be 10¹⁸."""
    areas = floor_areas(marked([volume(size)]))
    before = floor_areas(field())
    assert (areas[before != 0] == 5).all() and (areas[before == 0] == 0).all() and (before != 0).any()
