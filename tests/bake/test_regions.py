import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from make_columns import terrain
from make_regions import columns_of, levels, partitioned
from navpy.bake.regions import build_watershed_regions

merge_areas = st.sampled_from([0, 8, 400])


def components(compact, keep):
    """Labels of the floors joined by connections for which keep(a, b) holds."""
    neighbors = compact.floor_neighbors
    a, direction = np.nonzero(neighbors >= 0)
    b = neighbors[a, direction]
    kept = keep(a, b)
    graph = coo_array((np.ones(kept.sum()), (a[kept], b[kept])), shape=(len(neighbors),) * 2)
    return connected_components(graph, directed=False)


@given(levels, merge_areas, st.booleans())
@settings(max_examples=60, deadline=None)
def test_every_floor_has_one_region_and_regions_are_connected_and_never_above_themselves(level, merge_area, blur):
    compact = partitioned(level, merge_area=merge_area, blur=blur)
    regions = compact.floor_regions
    assert (regions > 0).all()
    assert set(regions) == set(range(1, compact.region_count + 1))
    count, labels = components(compact, lambda a, b: regions[a] == regions[b])
    assert count == compact.region_count
    places = np.column_stack([columns_of(compact), regions])
    assert len(np.unique(places, axis=0)) == len(places)


@given(levels, st.integers(0, 60), merge_areas)
@settings(max_examples=60, deadline=None)
def test_exactly_the_islands_below_the_limit_are_dropped(level, min_area, merge_area):
    compact = partitioned(level, min_area, merge_area)
    count, labels = components(compact, lambda a, b: a >= 0)
    sizes = np.bincount(labels, minlength=count)
    assert ((compact.floor_regions > 0) == (sizes[labels] >= min_area)).all()


@given(levels)
@settings(max_examples=50, deadline=None)
def test_regions_keep_to_one_area(level):
    compact = partitioned(level, merge_area=400, area=lambda x, z: 63 if x < 7 else 5)
    assert (compact.floor_regions > 0).all()
    for region in range(1, compact.region_count + 1):
        assert len(set(compact.floor_areas[compact.floor_regions == region])) == 1


def test_an_open_place_is_one_region():
    assert partitioned([np.full((30, 30), 3)]).region_count == 1


def test_two_halls_and_their_corridor():
    heights = np.zeros((21, 60), int)
    heights[:, :21] = heights[:, 39:] = heights[9:12, :] = 3
    compact = partitioned([heights])
    x, z = columns_of(compact).T
    regions = compact.floor_regions
    west, east = regions[(x == 10) & (z == 10)][0], regions[(x == 49) & (z == 10)][0]
    middle = regions[(x == 30) & (z == 10)][0]
    assert len({west, middle, east}) == 3
    assert (regions[x < 15] == west).mean() > 0.95 and (regions[x > 45] == east).mean() > 0.95


def test_a_small_region_joins_its_neighbor_and_a_large_one_does_not():
    heights = np.zeros((21, 60), int)
    heights[:, :21] = heights[:, 39:] = heights[9:12, :] = 3
    assert partitioned([heights], merge_area=100).region_count < partitioned([heights]).region_count
    assert partitioned([heights], merge_area=100).region_count >= 2


def test_storeys_joined_by_a_ramp_stay_apart_where_they_overlap():
    ground, deck = np.full((10, 30), 3), np.zeros((10, 30), int)
    deck[2:8, :12] = 1
    ramp = np.zeros((10, 30), int)
    ramp[2:8, 12:] = [[max(3, 20 - k) for k in range(18)]] * 6
    ground[2:8, 12:] = ramp[2:8, 12:]
    compact = partitioned([ground, deck], merge_area=10**6, climb_vx=1)
    places = np.column_stack([columns_of(compact), compact.floor_regions])
    assert (compact.floor_regions > 0).all() and len(np.unique(places, axis=0)) == len(places)


@pytest.mark.parametrize("sizes", [(-1, 0), (0, -1)])
def test_negative_areas_are_refused(sizes):
    with pytest.raises(ValueError, match="min_region_area and merge_region_area"):
        partitioned([np.full((3, 3), 3)], *sizes)


def test_the_distance_field_is_needed():
    with pytest.raises(ValueError, match="no distance field"):
        build_watershed_regions(terrain(np.full((3, 3), 3)), 0, 0)
