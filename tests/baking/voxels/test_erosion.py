import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from hypothesis.extra.numpy import arrays

from tests.make_columns import distances_to, terrain
from navpy.api.baking.compact import floor_areas, floor_neighbors
from navpy.baking.voxels.erosion import erode

rough = arrays(np.int32, st.tuples(st.integers(1, 14), st.integers(1, 14)),
               elements=st.sampled_from([0] + [4] * 12 + [5] * 6 + [8]), fill=st.just(4))


def test_a_square_loses_the_radius_on_every_side():
    for radius, side in ((0, 10), (1, 8), (2, 6), (4, 2), (5, 0), (9, 0)):
        compact = terrain(np.full((10, 10), 3))
        erode(compact, radius)
        expected = np.zeros((10, 10), int)
        middle = slice(5 - side // 2, 5 + side // 2)
        expected[middle, middle] = 63
        assert floor_areas(compact).reshape(10, 10).tolist() == expected.tolist()


@settings(max_examples=80, deadline=None)
@given(rough, st.integers(0, 5))
def test_what_remains_is_far_enough_from_every_border(heights, radius):
    compact = terrain(heights)
    erode(compact, radius)
    if compact.floor_count:
        distances = distances_to(compact, (floor_neighbors(compact) < 0).any(axis=1))
        assert np.array_equal(floor_areas(compact) > 0, distances >= 2 * radius)


@settings(max_examples=30, deadline=None)
@given(rough, st.integers(0, 3), st.integers(0, 3))
def test_eroding_again_starts_from_what_remains(heights, first, second):
    compact = terrain(heights)
    erode(compact, first)
    walkable = floor_areas(compact) > 0
    erode(compact, second)
    if compact.floor_count:
        beside = floor_neighbors(compact)
        border = ~walkable | ((beside < 0) | ~walkable[beside]).any(axis=1)
        assert np.array_equal(floor_areas(compact) > 0, walkable & (distances_to(compact, border) >= 2 * second))


def test_an_impossible_radius_is_refused():
    for radius in (-1, 32768):
        with pytest.raises(ValueError, match=f"radius_vx: .*is {radius}$"):
            erode(terrain([[1]]), radius)
