import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st
from scipy.ndimage import binary_fill_holes, label
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from tests.make_columns import terrain
from tests.make_regions import columns_of, levels, partitioned, rooms, shapes, spirals, floor
from navpy.api.baking.compact import floor_areas, floor_distances, floor_neighbors, floor_regions
from navpy.baking.regions.regions import build_layer_regions, build_monotone_regions, build_watershed_regions

BUILDS = [build_watershed_regions, build_monotone_regions, build_layer_regions]
builds = st.sampled_from(BUILDS)
worlds = levels | spirals()
climbs = st.integers(1, 2)
merge_areas = st.sampled_from([0, 8, 400])


def components(compact, keep):
    """Labels of the floors joined by connections for which keep(a, b) holds."""
    neighbors = floor_neighbors(compact)
    a, direction = np.nonzero(neighbors >= 0)
    b = neighbors[a, direction]
    kept = keep(a, b)
    graph = coo_array((np.ones(kept.sum()), (a[kept], b[kept])), shape=(len(neighbors),) * 2)
    return connected_components(graph, directed=False)


def in_core(compact):
    """Whether each floor is in the core of its window."""
    x, z = columns_of(compact).T
    border = compact.border_vx
    return (x >= border) & (z >= border) & (x < compact.width - border) & (z < compact.depth - border)


def touching(compact):
    """Pairs of regions (a, b), a ≠ b, neither 0, with a connection from one to the other."""
    neighbors, regions = floor_neighbors(compact), floor_regions(compact)
    a, direction = np.nonzero(neighbors >= 0)
    pairs = np.column_stack([regions[a], regions[neighbors[a, direction]]])
    return np.unique(pairs[(pairs[:, 0] != pairs[:, 1]) & (pairs > 0).all(axis=1)], axis=0)


@given(worlds, climbs, merge_areas, st.booleans(), builds)
@settings(max_examples=200, deadline=None)
def test_every_floor_has_one_region_and_regions_are_connected_and_never_above_themselves(level, climb, merge_area, blur, build):
    compact = partitioned(level, merge_area=merge_area, blur=blur, climb_vx=climb, build=build)
    regions = floor_regions(compact)
    assert (regions > 0).all()
    assert set(regions) == set(range(1, compact.region_count + 1))
    count, labels = components(compact, lambda a, b: regions[a] == regions[b])
    assert count == compact.region_count
    places = np.column_stack([columns_of(compact), regions])
    assert len(np.unique(places, axis=0)) == len(places)


@given(levels, st.integers(0, 60), merge_areas, builds)
@settings(max_examples=80, deadline=None)
def test_exactly_the_islands_below_the_limit_are_dropped(level, min_area, merge_area, build):
    compact = partitioned(level, min_area, merge_area, build=build)
    count, labels = components(compact, lambda a, b: a >= 0)
    sizes = np.bincount(labels, minlength=count)
    assert ((floor_regions(compact) > 0) == (sizes[labels] >= min_area)).all()


@given(levels, builds)
@settings(max_examples=80, deadline=None)
def test_regions_keep_to_one_area(level, build):
    compact = partitioned(level, merge_area=400, area=lambda x, z: 63 if x < 7 else 5, build=build)
    assert (floor_regions(compact) > 0).all()
    for region in range(1, compact.region_count + 1):
        assert len(set(floor_areas(compact)[floor_regions(compact) == region])) == 1


@given(worlds, st.integers(0, 60), merge_areas, builds, st.integers(1, 4))
@settings(max_examples=120, deadline=None)
def test_a_tile_keeps_to_its_core_and_drops_nothing_that_its_neighbors_may_go_on_with(level, min_area, merge_area, build, border):
    assume(min(level[0].shape) > 2 * border)
    compact = partitioned(level, min_area, merge_area, climb_vx=2, build=build, border_vx=border)
    core, regions, neighbors = in_core(compact), floor_regions(compact), floor_neighbors(compact)
    assert not regions[~core].any()
    count, labels = components(compact, lambda a, b: core[a] & core[b])
    sizes = np.bincount(labels, minlength=count)
    portals = np.unique(labels[core & ((neighbors >= 0) & ~core[neighbors]).any(axis=1)])
    kept = (sizes >= min_area) | np.isin(np.arange(count), portals)
    assert ((regions > 0) == (core & kept[labels])).all()
    count, _ = components(compact, lambda a, b: (regions[a] == regions[b]) & (regions[a] > 0))
    assert count == compact.region_count + (regions == 0).sum()
    places = np.column_stack([columns_of(compact), regions])[regions > 0]
    assert len(np.unique(places, axis=0)) == len(places)


@given(worlds)
@settings(max_examples=100, deadline=None)
def test_only_floors_keep_layers_apart(level):
    compact = partitioned(level, climb_vx=2, build=build_layer_regions)
    columns = columns_of(compact)
    plans = [set(map(tuple, columns[floor_regions(compact) == region])) for region in range(compact.region_count + 1)]
    for a, b in touching(compact):
        assert plans[a] & plans[b]


@given(rooms() | shapes.flatmap(floor).map(lambda heights: np.minimum(heights, 3)),
       st.sampled_from([build_watershed_regions, build_monotone_regions]))
@settings(max_examples=150, deadline=None)
def test_regions_of_any_size_merge_until_they_would_enclose_something(heights, build):
    compact = partitioned([heights], merge_area=10**6, build=build)
    x, z = columns_of(compact).T
    plan = np.zeros(heights.shape, int)
    plan[z, x] = floor_regions(compact)

    def holes(cells):
        return label(binary_fill_holes(cells, np.ones((3, 3))) & ~cells, np.ones((3, 3)))[1]

    for a, b in touching(compact):
        a, b = plan == a, plan == b
        one_inside_the_other = (binary_fill_holes(a) & b).any() or (binary_fill_holes(b) & a).any()
        assert one_inside_the_other or holes(a | b) > holes(a) + holes(b)


@pytest.mark.parametrize("build", BUILDS)
def test_an_open_place_is_one_region(build):
    assert partitioned([np.full((30, 30), 3)], build=build).region_count == 1


@pytest.mark.parametrize("build", BUILDS)
def test_no_floors_no_regions(build):
    compact = partitioned([np.zeros((3, 4), int)], build=build)
    assert compact.region_count == 0 and floor_regions(compact).size == 0


def test_two_halls_and_their_corridor():
    heights = np.zeros((21, 60), int)
    heights[:, :21] = heights[:, 39:] = heights[9:12, :] = 3
    compact = partitioned([heights])
    x, z = columns_of(compact).T
    regions = floor_regions(compact)
    west, east = regions[(x == 10) & (z == 10)][0], regions[(x == 49) & (z == 10)][0]
    middle = regions[(x == 30) & (z == 10)][0]
    assert len({west, middle, east}) == compact.region_count == 3
    # Each hall grows into the corridor by the eight rings that regions grow before new ones start.
    assert (regions[x < 28] == west).all() and (regions[(x >= 28) & (x < 32)] == middle).all() and (regions[x >= 32] == east).all()


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_small_region_joins_its_neighbor_and_a_large_one_does_not(mirrored):
    """The 12 cells in the middle of the corridor, between a hall with 462 cells and one with 483."""
    heights = np.zeros((21, 61), int)
    heights[:, :21] = heights[:, 39:] = heights[9:12, :] = 3
    if mirrored:
        heights = heights[:, ::-1]
    plans = {}
    for merge_area in (11, 12, 461, 462):
        compact = partitioned([heights], merge_area=merge_area)
        x, z = columns_of(compact).T
        plan = np.zeros(heights.shape, int)
        plan[z, x] = floor_regions(compact)
        plans[merge_area] = plan[:, ::-1] if mirrored else plan
    sizes = {merge_area: sorted(np.unique(plan[plan > 0], return_counts=True)[1]) for merge_area, plan in plans.items()}
    assert sizes == {11: [12, 462, 483], 12: [474, 483], 461: [474, 483], 462: [474, 483]}
    for merge_area in (12, 461, 462):
        plan = plans[merge_area]
        assert (plan[10, :32] == plan[0, 0]).all() and (plan[10, 32:] == plan[0, 60]).all()
    assert partitioned([heights], merge_area=474).region_count == 1         # two that are as small become one


def test_of_two_neighbors_of_one_size_the_first_on_its_outline_takes_a_small_region():
    """As in Recast. The outline begins at its first floor and goes by west, north, east and south, seen with z upwards."""
    heights = np.zeros((21, 60), int)
    heights[:, :21] = heights[:, 39:] = heights[9:12, :] = 3
    for level, row in ((heights, lambda plan: plan[10]), (heights.T, lambda plan: plan[:, 10])):
        compact = partitioned([level], merge_area=12)
        x, z = columns_of(compact).T
        plan = np.zeros(level.shape, int)
        plan[z, x] = floor_regions(compact)
        west_or_south, middle, east_or_north = row(plan)[[0, 30, 59]]
        assert middle == (west_or_south if level is heights else east_or_north) and west_or_south != east_or_north


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_small_region_merges_into_the_smaller_of_its_neighbors(mirrored):
    """Two arms of 15 and 25 cells and a bar of 11 that joins them."""
    heights = np.full((6, 11), 3)
    heights[:5, 3:6] = 0
    compact = partitioned([heights[:, ::-1] if mirrored else heights], merge_area=12, build=build_monotone_regions)
    x, z = columns_of(compact).T
    plan = np.zeros((6, 11), int)
    plan[z, x] = floor_regions(compact)
    plan = plan[:, ::-1] if mirrored else plan
    assert compact.region_count == 2 and plan[0, 0] != plan[0, 10]
    assert (plan[5] == plan[0, 0]).all() and (plan[:5, :3] == plan[0, 0]).all() and (plan[:5, 6:] == plan[0, 10]).all()


def test_a_monotone_region_ends_where_arms_meet_or_part():
    fork = np.full((9, 9), 3)
    fork[:5, 3:6] = 0
    expected = [[1, 1, 1, 0, 0, 0, 2, 2, 2]] * 5 + [[3] * 9] * 4
    for level, regions in ((fork, expected), (fork[::-1], [[1] * 9] * 4 + [[2, 2, 2, 0, 0, 0, 3, 3, 3]] * 5)):
        compact = partitioned([level], build=build_monotone_regions)
        x, z = columns_of(compact).T
        plan = np.zeros((9, 9), int)
        plan[z, x] = floor_regions(compact)
        assert plan.tolist() == regions
        assert partitioned([level], merge_area=15, build=build_monotone_regions).region_count == 1


def test_a_layer_goes_round_a_pillar_and_a_monotone_region_does_not():
    pillar = np.full((12, 12), 3)
    pillar[5:7, 5:7] = 0
    assert partitioned([pillar], build=build_layer_regions).region_count == 1
    assert partitioned([pillar], merge_area=10**6, build=build_monotone_regions).region_count == 2


@pytest.mark.parametrize("build", BUILDS)
def test_floors_joined_by_a_ramp_stay_apart_where_they_overlap(build):
    ground, deck = np.full((10, 30), 3), np.zeros((10, 30), int)
    deck[2:8, :12] = 1
    ramp = np.zeros((10, 30), int)
    ramp[2:8, 12:] = [[max(3, 20 - k) for k in range(18)]] * 6
    ground[2:8, 12:] = ramp[2:8, 12:]
    compact = partitioned([ground, deck], merge_area=10**6, climb_vx=1, build=build)
    places = np.column_stack([columns_of(compact), floor_regions(compact)])
    assert (floor_regions(compact) > 0).all() and len(np.unique(places, axis=0)) == len(places)
    assert compact.region_count >= 2


def test_a_long_winding_corridor_is_partitioned_in_one_go():
    heights = np.zeros((200, 60), int)                      # one cell wide, there and back a hundred times
    heights[::2] = 3
    heights[1::4, -1] = heights[3::4, 0] = 3
    for build in BUILDS:
        assert partitioned([heights], merge_area=10**6, build=build).region_count == 1
    heights[:8] = 0
    heights[:9, :9] = 3                                     # a room that it leads into: the watershed flows along all of it
    assert partitioned([heights]).region_count == 1


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("sizes", [(-1, 0), (0, -1)])
def test_negative_areas_are_refused(sizes, build):
    with pytest.raises(ValueError, match="min_region_area and merge_region_area"):
        partitioned([np.full((3, 3), 3)], *sizes, build=build)


def test_the_watershed_needs_the_distance_field_and_the_others_do_not():
    with pytest.raises(ValueError, match="compact: must have a distance field"):
        build_watershed_regions(terrain(np.full((3, 3), 3)), 0, 0)
    for build in (build_monotone_regions, build_layer_regions):
        compact = terrain(np.full((3, 3), 3))
        build(compact, 0, 0)
        assert floor_regions(compact).tolist() == [1] * 9


def test_the_watershed_uses_the_distance_field_up():
    compact = partitioned([np.full((3, 3), 3)])
    assert floor_distances(compact).size == 0
