from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.make_columns import terrain
from tests.make_regions import columns_of, levels, partitioned, rooms, shoelace
from navpy.api.baking.compact import floor_heights, floor_neighbors, floor_regions
from navpy.api.baking.contours import raw_contours, simplified_contours
from navpy.baking.contours.contours import ContourSet

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
EDGE_ENDS = (((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 0)), ((1, 0), (0, 0)))      # of the cell's edges, by direction


def wall_corners(compact):
    """{region: corners of its cells' edges beyond which there is no region}."""
    regions, found = floor_regions(compact), {}
    for floor, (x, z) in enumerate(columns_of(compact)):
        if regions[floor] == 0:
            continue
        for direction, other in enumerate(floor_neighbors(compact)[floor]):
            if other < 0 or regions[other] == 0:
                found.setdefault(regions[floor], set()).update((x + dx, z + dz) for dx, dz in EDGE_ENDS[direction])
    return found


def distances_to_line(points, line):
    """Distance of every point to the closed line through (x, y, z) corners."""
    points = np.array(sorted(points), float)[:, None]
    a = np.array([(p[0], p[2]) for p in line], float)
    b = np.roll(a, -1, axis=0)
    along = np.clip(((points - a) * (b - a)).sum(-1) / ((b - a) ** 2).sum(-1), 0, 1)
    return np.sqrt(((a + along[..., None] * (b - a) - points) ** 2).sum(-1)).min(axis=1)


@given(levels, st.sampled_from([0, 8, 400]))
@settings(max_examples=100, deadline=None)
def test_without_error_contours_enclose_exactly_the_cells(level, merge_area):
    compact = partitioned(level, merge_area=merge_area)
    contours = ContourSet(compact, 0.0, 0)
    cells = Counter(floor_regions(compact).tolist())
    assert contours.unmerged_holes == 0
    assert {region: shoelace(points) for region, points in simplified_contours(contours)} == cells
    raw = Counter()
    for region, points in raw_contours(contours):
        raw[region] += shoelace(points)
    assert raw == cells


@given(levels)
@settings(max_examples=15, deadline=None)
def test_a_corner_has_one_height_for_all_floors_that_are_joined_around_it(level):
    compact = partitioned(level)
    heights, neighbors, columns = floor_heights(compact), floor_neighbors(compact), columns_of(compact)
    expected = {}
    for floor, (x, z) in enumerate(columns):
        for direction in range(4):
            corner = np.add((x, z), EDGE_ENDS[direction][1])
            seen, todo = {floor}, [floor]
            while todo:
                for other in neighbors[todo.pop()]:
                    if other >= 0 and other not in seen and abs(columns[other] + 0.5 - corner).max() < 1:
                        seen.add(int(other))
                        todo.append(int(other))
            expected.setdefault((*corner, floor_regions(compact)[floor]), set()).add(max(heights[i] for i in seen))
    for region, points in raw_contours(ContourSet(compact, 0.0, 0)):
        for x, y, z in points:
            assert y in expected[x, z, region]


@given(rooms(), st.sampled_from([0.5, 1.0, 1.3, 2.5]), st.sampled_from([0, 5, 12]), st.sampled_from([0, 400]))
@settings(max_examples=40, deadline=None)
def test_walls_stay_within_the_error(heights, max_error, edge_max_length_vx, merge_area):
    compact = partitioned([heights], min_area=16, merge_area=merge_area, blur=True)
    contours = ContourSet(compact, max_error, edge_max_length_vx)
    walls = wall_corners(compact)
    merged = dict(simplified_contours(contours))
    assert contours.unmerged_holes == 0
    assert len(merged) == compact.region_count
    for region, line in merged.items():
        assert distances_to_line(walls[region], line).max() <= max_error + 1e-9


@given(levels, st.sampled_from([0.0, 1.3]))
@settings(max_examples=50, deadline=None)
def test_corners_are_raw_corners_and_no_edge_is_without_length(level, max_error):
    contours = ContourSet(partitioned(level, merge_area=8), max_error, 0)
    raw = {}
    for region, points in raw_contours(contours):
        raw.setdefault(region, set()).update(points)
    for region, points in simplified_contours(contours):
        assert raw[region].issuperset(points)
        assert all((a[0], a[2]) != (b[0], b[2]) for a, b in zip(points, points[1:] + points[:1]))


def test_a_square_is_four_corners():
    contours = ContourSet(partitioned([np.full((10, 12), 3)]), 1.3, 0)
    (region, points), = simplified_contours(contours)
    assert set(points) == {(0, 3, 0), (12, 3, 0), (12, 3, 10), (0, 3, 10)} and len(points) == 4
    assert shoelace(points) == 120


def test_long_wall_edges_are_split():
    contours = ContourSet(partitioned([np.full((6, 60), 3)]), 1.3, 16)
    for region, points in simplified_contours(contours):
        for a, b in zip(points, points[1:] + points[:1]):
            assert np.hypot(a[0] - b[0], a[2] - b[2]) <= 16


def test_a_pillar_becomes_part_of_the_outline():
    heights = np.full((12, 12), 3)
    heights[5:7, 5:7] = 0
    compact = partitioned([heights], merge_area=10**6)
    assert compact.region_count == 1
    contours = ContourSet(compact, 0.0, 0)
    (_, points), = simplified_contours(contours)
    assert contours.unmerged_holes == 0 and len(raw_contours(contours)) == 2
    assert len(points) == 4 + 4 + 2 and shoelace(points) == 140        # the two ends of the bridge are passed twice


def test_a_drop_inside_a_region_is_a_slit():
    heights = np.full((9, 9), 3)
    heights[3, 2:7] = 4
    heights[4, 2:7] = 2
    compact = partitioned([heights], merge_area=10**6)
    assert sum(shoelace(points) for _, points in simplified_contours(ContourSet(compact, 0.0, 0))) == 81


@pytest.mark.parametrize("arguments, message", [
    ((-0.1, 0), "max_error"), ((float("nan"), 0), "max_error"), ((float("inf"), 0), "max_error"),
    ((1.0, -1), "edge_max_length_vx")])
def test_bad_arguments_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        ContourSet(partitioned([np.full((3, 3), 3)]), *arguments)


def test_regions_are_needed():
    with pytest.raises(ValueError, match="compact: must have regions"):
        ContourSet(terrain(np.full((3, 3), 3)), 1.0, 0)
