"""Where a level's faces look and which of its closed pieces are inside out: against trimesh, and by hand."""
import numpy as np
import pytest
import trimesh
from hypothesis import given, strategies as st

from navpy.baking.voxels.level_shape import LevelShape, find_inside_out
from tests.levels import box, level

RADIUS, HEIGHT = 0.5, 1.5


def shape_of(vertices, triangles):
    return LevelShape(np.ascontiguousarray(vertices, np.float32), np.ascontiguousarray(triangles, np.int32))


def inside_out(vertices, triangles, radius=RADIUS, height=HEIGHT):
    return find_inside_out(np.ascontiguousarray(vertices, np.float32), np.ascontiguousarray(triangles, np.int32), radius, height)


def reversed_box(low, high):
    corners, triangles = box(low, high)
    return corners, [(c, b, a) for a, b, c in triangles]


def random_soup(seed, count=60):
    rng = np.random.default_rng(seed)
    return rng.uniform(-9, 9, (count, 3)).astype(np.float32), rng.integers(0, count, (3 * count, 3)).astype(np.int32)


@given(st.integers(0, 10 ** 6))
def test_areas_and_heights_are_those_of_trimesh(seed):
    vertices, triangles = random_soup(seed)
    mesh = trimesh.Trimesh(vertices.astype(float), triangles, process=False)
    projected, centers = trimesh.triangles.cross(mesh.triangles) / 2, mesh.triangles_center
    shape = shape_of(vertices, triangles)
    up, down = np.maximum(projected[:, 1], 0), np.maximum(-projected[:, 1], 0)
    assert shape.up == pytest.approx(up.sum()) and shape.down == pytest.approx(down.sum())
    assert shape.forward == pytest.approx(np.maximum(projected[:, 2], 0).sum())
    assert shape.back == pytest.approx(np.maximum(-projected[:, 2], 0).sum())
    assert shape.up_height == pytest.approx((up * centers[:, 1]).sum() / up.sum(), abs=1e-9)
    assert shape.down_height == pytest.approx((down * centers[:, 1]).sum() / down.sum(), abs=1e-9)


@given(st.lists(st.floats(1 / 64, 1e6, width=32), min_size=1, max_size=9))
def test_the_height_of_walls_is_their_median_rounded_down(heights):
    vertices, triangles = level(*((([(i, 0, 0), (i, h, 0), (i, 0, 1)], [(0, 1, 2)])) for i, h in enumerate(heights)))
    found, median = shape_of(vertices, triangles).wall_height, float(np.sort(np.float32(heights))[len(heights) // 2])
    assert 0.8 * median <= found <= median


def test_floors_cliffs_and_triangles_without_area_are_no_walls():
    vertices = [(0, 0, 0), (0, 0, 9), (9, 0, 0), (0, 5, 0), (0.2, 5, 9)]
    assert shape_of(vertices, [(0, 1, 2)]).wall_height == 0
    assert shape_of(vertices, [(0, 1, 4)]).wall_height == 0             # 2 degrees off the vertical
    assert shape_of(vertices, [(0, 3, 3), (0, 0, 0)]).wall_height == 0
    assert shape_of(vertices, [(0, 1, 3)]).wall_height == 5


# ---- inside out ----

@given(st.integers(0, 10 ** 6))
def test_solids_that_stand_on_a_floor_are_inside_out_where_their_volume_is_below_zero(seed):
    """Convex solids of trimesh, some reversed, each triangle with vertices of its own, in any order."""
    rng = np.random.default_rng(seed)
    corners, triangles = [np.array([(-90, 0, -90), (-90, 0, 90), (90, 0, 90), (90, 0, -90)], float)], [[(0, 1, 2), (0, 2, 3)]]
    expected = 0
    for i in range(rng.integers(1, 6)):
        is_round, sizes = rng.random() < 0.5, rng.uniform(0.3, 4.0, 3)
        solid = trimesh.creation.icosphere(1, sizes[0]) if is_round else trimesh.creation.box(sizes)
        solid.apply_transform(trimesh.transformations.random_rotation_matrix(rng.random(3)))
        points = (solid.vertices + (15.0 * i - 40, 5, 0)).astype(np.float32)
        faces = solid.faces[:, ::-1] if rng.random() < 0.5 else solid.faces
        assert trimesh.Trimesh(points, faces, process=False).is_watertight
        is_reversed = trimesh.Trimesh(points, faces, process=False).volume < 0
        expected += is_reversed and np.ptp(points[:, [0, 2]], axis=0).min() >= 2 * RADIUS
        soup = points[faces].reshape(-1, 3)
        triangles.append(rng.permutation(np.arange(len(soup)).reshape(-1, 3)) + sum(map(len, corners)))
        corners.append(soup)
    assert len(inside_out(np.concatenate(corners), np.concatenate(triangles))) == expected


@given(st.integers(0, 10 ** 6))
def test_what_is_not_closed_is_never_inside_out(seed):
    vertices, triangles = random_soup(seed)
    assert not trimesh.Trimesh(vertices, triangles, process=False).is_watertight and inside_out(vertices, triangles) == []
    corners, faces = reversed_box((0, 0, 0), (4, 1, 4))
    for gap in range(12):
        assert inside_out(corners, faces[:gap] + faces[gap + 1:]) == []
        assert inside_out(corners, faces[:gap] + [faces[gap][::-1]] + faces[gap + 1:]) == []


FLOOR = box((-20, -1, -20), (20, 0, 20))


@pytest.mark.parametrize("parts, count", [
    ([box((0, 0, 0), (4, 1, 4))], 0),
    ([reversed_box((0, 0, 0), (4, 1, 4))], 1),                          # too low for a room
    ([reversed_box((0, 0, 0), (4, 3, 4))], 0),                          # it may be one
    ([reversed_box((0, 0, 0), (0.5, 1, 4))], 0),                        # nobody could stand on it
    ([FLOOR, reversed_box((0, 0, 0), (4, 3, 4))], 1),                   # a crate on a floor
    ([FLOOR, reversed_box((30, 0, 0), (34, 3, 4))], 0),                 # a room beside one
    ([FLOOR, reversed_box((0, -0.8, 0), (4, -0.2, 4))], 0),             # a cavity in the floor
    ([reversed_box((-20, 0, -20), (20, 9, 20)), box((0, 0, 0), (4, 3, 4))], 0),                 # a room with a crate
    ([reversed_box((-20, 0, -20), (20, 9, 20)), reversed_box((-20, 9.5, -20), (19, 18, 19))], 0),        # rooms above each other
    ([FLOOR, reversed_box((0, 0, 0), (4, 3, 4)), reversed_box((6, 0, 0), (9, 1, 4)), box((9.5, 0, 0), (12, 3, 4))], 2),
])
def test_rooms_and_cavities_are_meant_so(parts, count):
    found = inside_out(*level(*parts))
    assert len(found) == count
    assert all(low in [part[0][0] for part in parts] for low, high in found)


def test_what_is_no_level_is_refused():
    with pytest.raises(ValueError, match="vertices"):
        LevelShape(np.zeros((3, 2), np.float32), np.zeros((1, 3), np.int32))
    with pytest.raises(ValueError, match="triangles"):
        find_inside_out(np.zeros((3, 3), np.float32), np.zeros((1, 3), np.int64), 0.5, 1.5)
