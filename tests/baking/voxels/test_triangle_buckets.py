"""TriangleBuckets against boxes compared one by one, and a tile's share of a level."""
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from navpy.baking.voxels.triangle_buckets import TriangleBuckets, extract

FLOAT = st.floats(-30, 30, width=32)


def boxes_touch(corners, low, high):
    """Of triangles as (n, 3, 2) corners in the plan: whether the box around each touches the box low … high."""
    return (corners.max(axis=1) >= low).all(axis=1) & (corners.min(axis=1) <= high).all(axis=1)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(FLOAT, FLOAT, FLOAT), min_size=3, max_size=30), st.randoms(use_true_random=False),
       st.sampled_from([0.25, 0.3, 1.0]), st.integers(1, 20), st.integers(1, 20), st.integers(0, 5))
def test_a_bucket_holds_every_triangle_that_touches_its_window_and_none_two_cells_off(points, random, cell, tile, depth, border):
    vertices = np.array(points, np.float32)
    triangles = np.array([[random.randrange(len(points)) for _ in range(3)] for _ in range(20)], np.int32)
    low = vertices.min(axis=0)
    counts = [max(1, int(np.ceil((vertices[:, axis].max() - low[axis]) / cell / side))) for axis, side in ((0, tile), (2, depth))]
    buckets = TriangleBuckets(vertices, triangles, low, cell, tile, depth, border, *counts)
    corners = vertices[triangles][:, :, [0, 2]].astype(np.float64)
    for x in range(counts[0]):
        for z in range(counts[1]):
            found = np.zeros(len(triangles), bool)
            found[buckets.subset(x, z)] = True
            corner, size = low[[0, 2]] + np.array([x * tile, z * depth]) * cell, np.array([tile, depth]) * cell
            assert found[boxes_touch(corners, corner - border * cell, corner + size + border * cell)].all()
            assert not found[~boxes_touch(corners, corner - (border + 2) * cell, corner + size + (border + 2) * cell)].any()


@pytest.mark.parametrize("axis", [0, 2])
def test_a_wall_that_is_snapped_to_the_border_of_a_window_is_in_its_bucket(axis):
    """Coordinates within 1/1024 of a cell of a border lie on it: here beside the windows of two parts of 8 cells with a rim of 2."""
    for place, parts in ((10.0005, [True, True]), (5.9995, [True, True]), (12.0, [False, True]), (4.0, [True, False])):
        wall = np.array([(0, 0, 0), (0, 3, 0), (0, 3, 0)], np.float32)
        wall[:, axis] = place
        wall[:, 2 - axis] = (1, 1, 7)
        buckets = TriangleBuckets(wall, np.array([[0, 1, 2]], np.int32), (0, 0, 0), 1.0, 8, 8, 2, *((2, 1) if axis == 0 else (1, 2)))
        assert [len(buckets.subset(*((k, 0) if axis == 0 else (0, k)))) == 1 for k in range(2)] == parts, place


def test_no_triangles_are_no_buckets():
    buckets = TriangleBuckets(np.zeros((1, 3), np.float32), np.zeros((0, 3), np.int32), (0, 0, 0), 1.0, 4, 3, 2, 2, 2)
    assert [len(buckets.subset(x, z)) for x in (0, 1) for z in (0, 1)] == [0, 0, 0, 0]


@pytest.mark.parametrize("subset", [[], [3], [0, 2, 3], [0, 1, 2, 3]])
def test_an_extract_is_the_same_triangles_with_their_vertices_only(subset):
    rng = np.random.default_rng(2)
    vertices = rng.random((20, 3)).astype(np.float32)
    triangles = rng.integers(0, 20, (4, 3)).astype(np.int32)
    points, corners = extract(vertices, triangles, np.array(subset, np.int32))
    points, corners = np.frombuffer(points, np.float32).reshape(-1, 3), np.frombuffer(corners, np.int32).reshape(-1, 3)
    assert np.array_equal(points[corners], vertices[triangles[subset]].reshape(-1, 3, 3))
    assert len(points) == len(np.unique(triangles[subset]))
