import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from hypothesis.extra.numpy import arrays
from scipy.ndimage import convolve

from tests.make_columns import distances_to, heightfield_of, terrain
from navpy.api.baking.compact import floor_distances, floor_heights, floor_neighbors
from navpy.baking.voxels.compact import CompactHeightfield
from navpy.baking.voxels.distance_field import blur_distance_field, build_distance_field

GROUND = [(0, 1, 63)]
rough = arrays(np.int32, st.tuples(st.integers(1, 14), st.integers(1, 14)),
               elements=st.sampled_from([0] + [4] * 12 + [5] * 6 + [8]), fill=st.just(4))


def test_a_rectangle():
    compact = terrain(np.full((5, 6), 3))
    build_distance_field(compact)
    assert floor_distances(compact).reshape(5, 6).tolist() == [
        [0, 0, 0, 0, 0, 0], [0, 2, 2, 2, 2, 0], [0, 2, 4, 4, 2, 0], [0, 2, 2, 2, 2, 0], [0, 0, 0, 0, 0, 0]]
    assert compact.max_distance == 4


def test_a_hole_is_rounded_by_diagonal_steps():
    heights = np.full((21, 21), 3)
    heights[10, 10] = 0
    compact = terrain(heights)
    build_distance_field(compact)
    field = np.insert(floor_distances(compact), 10 * 21 + 10, 0).reshape(21, 21)
    assert field[7:14, 7:14].tolist() == [
        [8, 6, 5, 4, 5, 6, 8], [6, 5, 3, 2, 3, 5, 6], [5, 3, 2, 0, 2, 3, 5], [4, 2, 0, 0, 0, 2, 4],
        [5, 3, 2, 0, 2, 3, 5], [6, 5, 3, 2, 3, 5, 6], [8, 6, 5, 4, 5, 6, 8]]


@settings(max_examples=80, deadline=None)
@given(rough)
def test_distances_are_the_shortest_over_the_floors(heights):
    compact = terrain(heights)
    build_distance_field(compact)
    border = (floor_neighbors(compact) < 0).any(axis=1)
    if compact.floor_count:
        assert np.array_equal(floor_distances(compact), distances_to(compact, border))
    assert compact.max_distance == max(floor_distances(compact), default=0)


def test_floors_above_each_other_are_measured_apart():
    rows = [[[(0, 1, 63)] + ([(20, 21, 63)] if 2 <= x < 9 and 1 <= z < 10 else []) for x in range(12)] for z in range(13)]
    compact = CompactHeightfield(heightfield_of(rows), 4, 2)
    build_distance_field(compact)
    assert np.array_equal(floor_distances(compact), distances_to(compact, (floor_neighbors(compact) < 0).any(axis=1)))
    upper = floor_heights(compact) == 21
    assert floor_distances(compact)[upper].max() == 6 and floor_distances(compact)[~upper].max() == 10


def test_a_change_of_area_is_a_border():
    rows = [[[(0, 1, 63 if x < 6 else 5)] for x in range(12)] for _ in range(9)]
    compact = CompactHeightfield(heightfield_of(rows), 4, 2)
    build_distance_field(compact)
    assert floor_distances(compact).reshape(9, 12)[4].tolist() == [0, 2, 4, 4, 2, 0, 0, 2, 4, 4, 2, 0]


@settings(max_examples=40, deadline=None)
@given(arrays(np.int32, (16, 17), elements=st.sampled_from([0] + [4] * 60), fill=st.just(4)))
def test_blur_is_the_rounded_mean_of_nine(heights):
    compact = terrain(heights)
    build_distance_field(compact)
    sharp = np.zeros(heights.shape, int)
    sharp[heights > 0] = floor_distances(compact)
    mean = (convolve(sharp, np.ones((3, 3), int), mode="constant") + 5) // 9
    blur_distance_field(compact)
    blurred = np.zeros(heights.shape, int)
    blurred[heights > 0] = floor_distances(compact)
    assert np.array_equal(blurred, np.where(sharp > 2, mean, sharp))
    assert compact.max_distance == blurred.max()


def test_blur_needs_a_distance_field():
    with pytest.raises(ValueError, match="build_distance_field"):
        blur_distance_field(terrain([[1, 1]]))
