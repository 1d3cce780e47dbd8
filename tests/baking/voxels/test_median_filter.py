import numpy as np
from hypothesis import given, settings, strategies as st
from hypothesis.extra.numpy import arrays
from scipy.ndimage import generic_filter

from tests.make_columns import heightfield_of, terrain
from navpy.api.baking.compact import floor_areas
from navpy.baking.voxels.compact import CompactHeightfield
from navpy.baking.voxels.erosion import erode
from navpy.baking.voxels.median_filter import median_filter


def with_areas(areas):
    """A flat floor with an area id for each cell."""
    return CompactHeightfield(heightfield_of([[[(0, 1, int(area))] for area in row] for row in areas]), 4, 1)


def median(around):
    return 0 if around[4] == 0 else np.median(np.where(around == 0, around[4], around))


@given(arrays(np.int64, st.tuples(st.integers(1, 9), st.integers(1, 9)), elements=st.sampled_from([1, 2, 5, 40, 63])),
       st.integers(0, 1))
@settings(max_examples=100, deadline=None)
def test_every_walkable_floor_gets_the_median_of_nine(areas, radius):
    compact = with_areas(areas)
    erode(compact, radius)
    before = floor_areas(compact).reshape(areas.shape).astype(int)
    median_filter(compact)
    expected = generic_filter(before, median, size=3, mode="constant", cval=0)
    assert np.array_equal(floor_areas(compact).reshape(areas.shape), expected)


def test_a_speck_goes_and_a_straight_border_stays():
    areas = np.full((7, 9), 63)
    areas[:, 5:] = 5
    areas[3, 2] = 5
    compact = with_areas(areas)
    median_filter(compact)
    areas[3, 2] = 63
    assert np.array_equal(floor_areas(compact).reshape(7, 9), areas)


def test_floors_do_not_mix():
    rows = [[[(0, 1, 63), (20, 21, 5)] for _ in range(4)] for _ in range(4)]
    compact = CompactHeightfield(heightfield_of(rows), 4, 1)
    median_filter(compact)
    assert floor_areas(compact).tolist() == [63, 5] * 16


def test_nothing_to_filter():
    compact = terrain(np.zeros((2, 2), int))
    median_filter(compact)
    assert floor_areas(compact).size == 0
