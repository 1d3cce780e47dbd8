import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.make_columns import heightfield_of, terrain
from navpy.api.baking.compact import (
    column_starts, floor_areas, floor_distances, floor_headrooms, floor_heights, floor_neighbors, floor_regions)
from navpy.api.baking.heightfield import column_spans, level_bounds
from navpy.baking.voxels.compact import CompactHeightfield

OFFSETS = [(-1, 0), (0, 1), (1, 0), (0, -1)]


def test_floors_are_the_walkable_spans_with_the_space_above_them():
    rows = [[[(0, 2, 63), (9, 10, 0), (20, 21, 5)], [(3, 4, 0)], [(1, 6, 63)]]]
    compact = CompactHeightfield(heightfield_of(rows), 4, 2)
    assert compact.floor_count == 3
    assert column_starts(compact).tolist() == [0, 2, 2, 3]
    assert floor_heights(compact).tolist() == [2, 21, 6]
    assert floor_headrooms(compact).tolist() == [7, 65535, 65535]
    assert floor_areas(compact).tolist() == [63, 5, 63]
    assert floor_neighbors(compact).tolist() == [[-1] * 4] * 3
    assert floor_distances(compact).size == floor_regions(compact).size == 0
    assert level_bounds(compact) == ((0, 0, 0), (3, 200, 1))


def test_a_step_is_walked_and_a_higher_one_not():
    compact = terrain([[1, 3, 6], [1, 1, 4]], climb_vx=2)
    assert floor_neighbors(compact).tolist() == [
        [-1, 3, 1, -1], [0, 4, -1, -1], [-1, 5, -1, -1],
        [-1, -1, 4, 0], [3, -1, -1, 1], [-1, -1, -1, 2]]


def test_the_way_through_needs_the_height_of_the_agent():
    for bottom, neighbors in ((6, [-1, 2]), (7, [1, 2])):
        low = CompactHeightfield(heightfield_of([[[(0, 2, 63), (8, 9, 0)], [(0, 3, 63), (bottom, 9, 0)]]]), 4, 1)
        assert floor_neighbors(low)[0].tolist() == [-1, -1, neighbors[0], -1]


span = st.tuples(st.integers(0, 30), st.integers(1, 6), st.sampled_from([0, 63, 63])).map(lambda s: (s[0], s[0] + s[1], s[2]))
column = st.lists(span, max_size=4)


@settings(max_examples=80, deadline=None)
@given(st.lists(column, min_size=12, max_size=12), st.integers(1, 6), st.integers(0, 12))
def test_connections_against_every_pair_of_floors(cells, height_vx, climb_vx):
    field = heightfield_of([cells[0:4], cells[4:8], cells[8:12]])
    compact = CompactHeightfield(field, height_vx, climb_vx)
    floors = []
    for z in range(3):
        for x in range(4):
            spans = column_spans(field, x, z)
            tops = [bottom for bottom, _, _ in spans[1:]] + [65535]
            floors += [(x, z, top, above) for (_, top, area), above in zip(spans, tops) if area]
    assert floor_heights(compact).tolist() == [y for _, _, y, _ in floors]
    neighbors = floor_neighbors(compact)
    for i, (x, z, y, ceiling) in enumerate(floors):
        for direction, (dx, dz) in enumerate(OFFSETS):
            k = neighbors[i][direction]
            near = [j for j, f in enumerate(floors) if f[:2] == (x + dx, z + dz) and abs(f[2] - y) <= climb_vx
                    and min(f[3], ceiling) - max(f[2], y) >= height_vx]
            assert k == -1 or (k in near and neighbors[k][(direction + 2) % 4] == i)
            if climb_vx < height_vx:
                assert near == ([] if k == -1 else [k])


def test_bad_agents_are_refused():
    field = heightfield_of([[[(0, 1, 63)]]])
    with pytest.raises(ValueError, match="height_vx and climb_vx: must be at least 1 and at least 0, are 0 and 1"):
        CompactHeightfield(field, 0, 1)
    with pytest.raises(ValueError, match="climb_vx"):
        CompactHeightfield(field, 1, -1)
    with pytest.raises(TypeError):
        CompactHeightfield(None, 1, 1)


def test_an_empty_heightfield_has_no_floors():
    compact = CompactHeightfield(heightfield_of([[[], []]]), 4, 2)
    assert floor_neighbors(compact).shape == (0, 4)
    assert np.array_equal(column_starts(compact), [0, 0, 0])
