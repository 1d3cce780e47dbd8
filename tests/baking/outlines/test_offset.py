"""The raw offset curve: where it winds once, and nowhere else, all of the boundary is farther away than the radius."""
import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings, strategies as st

from navpy.api.baking.outlines import node_sides, offset_sides
from tests.baking.outlines.test_noding import check_planar, distances, lines, windings

ROUNDING = 1.5          # units: half a pixel's diagonal for the sides noded, as much for the points of the curve


def cycles_of(area):
    """The boundary of a shapely area on the grid, free area on the left."""
    cycles = []
    for part in shapely.get_parts(area):
        part = shapely.geometry.polygon.orient(part)
        cycles += [[(int(x), int(y)) for x, y in ring.coords[:-1]] for ring in (part.exterior, *part.interiors)]
    return cycles


def random_area(rng):
    """Boxes and stars united and cut out of each other; some touch, some are thinner than any agent."""
    size, area = 1 << 16, shapely.Polygon()
    for _ in range(rng.integers(1, 9)):
        if rng.random() < 0.6:
            x, y, w, h = rng.integers(0, 9, 4) * size // 8
            one = shapely.box(x, y, x + w + size // 16, y + h + size // 16)
        else:
            angles = np.sort(rng.uniform(0, 2 * np.pi, rng.integers(3, 12)))
            reach = rng.uniform(0.02, 0.5, len(angles)) * size
            middle = rng.uniform(0, size, 2)
            one = shapely.Polygon(np.round(middle + np.stack((np.cos(angles), np.sin(angles)), 1) * reach[:, None])).buffer(0)
        area = area.union(one) if rng.random() < 0.7 else area.difference(one)
    return shapely.set_precision(area, 1).simplify(0)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32))
def test_a_place_is_free_where_no_boundary_is_near(seed):
    rng = np.random.default_rng(seed)
    area = random_area(rng)
    cycles = cycles_of(area) if area.area else []
    if not cycles:
        return
    radius, error = float(10 ** rng.uniform(0.5, 4.5)), float(rng.choice((1, 30, 1000)))
    raw = offset_sides(cycles, radius, error)
    points, sides = node_sides(raw)
    check_planar(points, sides)
    at = rng.uniform(-0.2, 1.8, (2000, 2)) * (1 << 16)
    boundary = np.array([(*a, *b) for cycle in cycles for a, b in zip(cycle, [*cycle[1:], cycle[0]])])
    away = distances(at, boundary[:, :2], boundary[:, 2:])
    inside = windings(at, boundary[:, :2], boundary[:, 2:], np.ones(len(boundary), int)) == 1
    _, a, b = lines(points, sides)
    free = windings(at, a, b, np.array([side[3] for side in sides])) == 1
    assert free[inside & (away > radius + error + ROUNDING)].all()
    assert not free[~inside & (away > ROUNDING) | (away < radius - error - ROUNDING)].any()


def shoelace(raw):
    return sum(x0 * y1 - x1 * y0 for x0, y0, x1, y1, _, _ in raw) / 2


@pytest.mark.parametrize("corners, error", [(3, 1 / 64), (4, 1 / 64), (4, 1 / 8), (4, 0.3), (5, 1e-4), (6, 1 / 16), (40, 1 / 64)])
def test_round_corners_keep_the_area_of_sectors_and_their_distance(corners, error):
    """Around a hole that is a regular polygon: its area, a strip along each edge, and sectors that are a circle together."""
    angle = np.arange(corners) * -2 * np.pi / corners + 0.1
    hole = [(round(3e6 * math.cos(a)), round(3e6 * math.sin(a))) for a in angle]
    radius = 1e6
    raw = offset_sides([hole], radius, error * radius)
    ring = shapely.Polygon(hole)
    curve = shapely.LinearRing([side[:2] for side in raw])
    expected = ring.area + ring.length * radius + math.pi * radius ** 2
    assert -shoelace(raw) == pytest.approx(expected, rel=0, abs=0.5 * curve.length)         # half a unit, by which points are rounded
    away = shapely.distance(ring, shapely.points(shapely.segmentize(curve, 2e4).coords))
    assert np.abs(away - radius).max() <= error * radius + 1
    fewer = -(-len(raw) // corners) - 3                     # of the vertices between the ends of an arc, one less
    if fewer > 0:
        assert fewer * math.sqrt(12 * error) < 2 * math.pi / corners * 1.02        # the error is r δ² / 12


def test_a_convex_corner_is_cut_where_the_offset_edges_cross():
    square = [(0, 0), (900, 0), (900, 900), (0, 900)]
    raw = offset_sides([square], 100, 2)
    assert [side[:2] for side in raw] == [(100, 100), (800, 100), (800, 800), (100, 800)]
    assert all(raw[i][2:4] == raw[(i + 1) % 4][:2] for i in range(4))


def test_gentle_turns_need_no_vertices():
    """Where the chord of an arc is as good as the arc."""
    ring = [(round(1e4 * math.cos(a)), round(-1e4 * math.sin(a))) for a in np.arange(300) * math.pi / 150]
    assert len(offset_sides([ring], 300, 5)) == 600
