"""Simplified contours keep clear of each other: against points that at most one of them may hold, and all pairs of edges."""
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from hypothesis.extra.numpy import arrays

from tests.make_regions import partitioned
from navpy.api.baking.compact import column_starts, floor_neighbors, floor_regions
from navpy.api.baking.contours import raw_contours, simplified_contours
from navpy.baking.contours.contours import ContourSet
from navpy.baking.regions.regions import build_monotone_regions, build_watershed_regions

HEIGHT = 4          # voxels, of the agent


@st.composite
def single_floors(draw):
    """Rough ground in one floor, gaps and cliffs in it: all floors are within an agent's height of each other."""
    shape = draw(st.integers(1, 20)), draw(st.integers(1, 20))
    noise = arrays(np.int8, shape, elements=st.integers(0, 99))
    steps = draw(st.sampled_from([(3,), (3, 4), (3, 4, 5), (3, 3, 3, 6)]))
    return np.where(draw(noise) >= draw(st.integers(0, 60)), np.take(steps, draw(noise) % len(steps)), 0)


def side(a, b, p):
    return (p[0] - a[0]) * (b[1] - a[1]) - (b[0] - a[0]) * (p[1] - a[1])


def cross(a, b, c, d):
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def edges_of(contours):
    """(region, from, to) in the ground plane."""
    return [(region, (a[0], a[2]), (b[0], b[2])) for region, points in simplified_contours(contours)
            for a, b in zip(points, points[1:] + points[:1])]


def times_inside(contours, points):
    """(regions, points): how often each line goes around each point."""
    found = []
    for _, line in simplified_contours(contours):
        a = np.array([(p[0], p[2]) for p in line], float)[:, None]
        b = np.roll(a, -1, axis=0)
        left = (b[..., 0] - a[..., 0]) * (points[:, 1] - a[..., 1]) - (b[..., 1] - a[..., 1]) * (points[:, 0] - a[..., 0])
        up, down = (a[..., 1] <= points[:, 1]) & (b[..., 1] > points[:, 1]), (a[..., 1] > points[:, 1]) & (b[..., 1] <= points[:, 1])
        found.append((down & (left < 0)).sum(0) - (up & (left > 0)).sum(0))
    return np.abs(found)


MORE = dict(max_error=st.sampled_from([0.5, 1.3, 2.5, 4.0]), merge_area=st.sampled_from([0, 8, 400]),
            build=st.sampled_from([build_watershed_regions, build_monotone_regions]), climb=st.integers(0, 3))


@given(level=single_floors(), **MORE)
@settings(max_examples=150, deadline=None)
def test_no_place_is_in_two_regions_or_in_one_twice(level, max_error, merge_area, build, climb):
    contours = ContourSet(partitioned([level], merge_area=merge_area, climb_vx=climb, build=build), max_error, 0)
    depth, width = level.shape
    z, x = np.mgrid[:2 * depth, :2 * width] / 2
    places = np.stack([x.ravel() + np.sqrt(2) / 6, z.ravel() + np.sqrt(3) / 7], axis=1)
    if simplified_contours(contours):
        assert times_inside(contours, places).sum(axis=0).max() <= 1


@pytest.mark.parametrize("height", [3, 5, 6])
def test_an_outline_leaves_out_a_floor_in_its_dent_that_it_does_not_touch(height):
    """A straight cut of the outline would pass over the floor; only the corners in its pocket show it. Heights differ by less than an
    agent."""
    level = np.full((8, 16), 3)
    level[:3, 6:9] = 0
    level[1, 7] = height
    contours = ContourSet(partitioned([level], climb_vx=1), 4.0, 0)
    assert times_inside(contours, np.array([(7.5, 1.5)])).sum() == 1


@given(level=single_floors(), **MORE)
@settings(max_examples=60, deadline=None)
def test_no_two_edges_cross(level, max_error, merge_area, build, climb):
    contours = ContourSet(partitioned([level], merge_area=merge_area, climb_vx=climb, build=build), max_error, 0)
    for (_, a, b), (_, c, d) in combinations(edges_of(contours), 2):
        assert not cross(a, b, c, d)


@given(level=single_floors(), **MORE)
@settings(max_examples=60, deadline=None)
def test_both_sides_of_a_border_have_the_same_corners(level, max_error, merge_area, build, climb):
    """The borders of regions are as long in the simplified contours as the corners on both sides tell."""
    compact = partitioned([level], merge_area=merge_area, climb_vx=climb, build=build)
    contours = ContourSet(compact, max_error, 0)
    ways = {}
    for region, a, b in edges_of(contours):
        ways.setdefault((a, b), []).append(region)
    for (a, b), region in ((key, value[0]) for key, value in ways.items() if len(value) == 1):
        meets = floors_across(compact, contours, region, a, b)
        assert (b, a) in ways or not meets


def floors_across(compact, contours, region, a, b):
    """Whether the raw contour goes on over the edge's first step to a floor of another region."""
    line = next(points for name, points in raw_contours(contours) if name == region and any((p[0], p[2]) == a for p in points))
    flat = [(p[0], p[2]) for p in line]
    if flat.count(a) != 1:
        return False
    after = flat[(flat.index(a) + 1) % len(flat)]
    dx, dz = after[0] - a[0], after[1] - a[1]
    direction = {(0, 1): 0, (1, 0): 1, (0, -1): 2, (-1, 0): 3}[dx, dz]
    x, z = {0: (a[0], a[1]), 1: (a[0], a[1] - 1), 2: (a[0] - 1, a[1] - 1), 3: (a[0] - 1, a[1])}[direction]
    floor = column_starts(compact)[x + z * compact.width]
    other = floor_neighbors(compact)[floor][direction]
    assert floor_regions(compact)[floor] == region
    return other >= 0 and floor_regions(compact)[other] not in (0, region)


@pytest.mark.parametrize("apart, meets", [(20, False), (HEIGHT - 1, True)])
def test_only_floors_of_one_floor_keep_clear_of_each_other(apart, meets):
    """Two floors with a winding gap in between, one above the other: where that is by a floor, they may hang over the gap."""
    crossings = 0
    for seed in range(30):
        gap = 12 + np.cumsum(np.random.default_rng(seed).integers(-2, 3, 24)).clip(-10, 10)[None]
        z = np.mgrid[:24, :24][0]
        level = np.where(z < gap, 3, 0) + np.where(z > gap, 3 + apart, 0)
        contours = ContourSet(partitioned([level], merge_area=10**6, height_vx=HEIGHT), 3.0, 0)
        crossings += any(cross(a, b, c, d) for (_, a, b), (_, c, d) in combinations(edges_of(contours), 2))
    assert (crossings == 0) == meets
