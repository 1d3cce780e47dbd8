"""Windings beside the sides of a planar graph against rays, in whole numbers without a limit."""
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from navpy.api.baking.outlines import face_windings, node_sides
from tests.baking.outlines.test_noding import random_outlines, sides_of

LAYERS = 3
FINE = 1 << 120             # of a unit of the grid: a side's length of these units is nearer to the side than any other can be


def winding_left_of(a, b, points, sides):
    """Of a place beside the middle of a side, counted along a ray to the right."""
    x, y = FINE // 2 * (a[0] + b[0]) - (b[1] - a[1]), FINE // 2 * (a[1] + b[1]) + b[0] - a[0]
    found = [0] * LAYERS
    for begin, end, layer, winding in sides:
        (cx, cy), (dx, dy) = ((FINE * u, FINE * v) for u, v in (points[begin], points[end]))
        upward = cy <= y < dy
        if not upward and not dy <= y < cy:
            continue
        on_left = (dx - cx) * (y - cy) - (dy - cy) * (x - cx) > 0
        if on_left == upward:               # the place is to the left of the side as the page has it
            found[layer] += winding if upward else -winding
    return found


def check(raw):
    points, sides = node_sides(raw)
    found = face_windings(raw, LAYERS)
    assert {half[:2] for half in found} == {(points[a], points[b]) for s in sides for a, b in (s[:2], s[1::-1])}
    for a, b, winding in found:
        assert winding == winding_left_of(a, b, points, sides)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32))
def test_random_outlines(seed):
    check(random_outlines(np.random.default_rng(seed)))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_many_parts(seed):
    """Parts of one level beside and within each other, many of their points at the same height."""
    rng = np.random.default_rng(seed)
    raw = sides_of([(-1, -1), (61, -1), (61, 61), (-1, 61)])
    for _ in range(rng.integers(1, 25)):
        (x, y), (w, h) = rng.integers(0, 50, 2).tolist(), rng.integers(1, 12, 2).tolist()
        corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
        if rng.random() < 0.5:
            corners = [(x + w, y), (x + 2 * w, y + h), (x, y + h)]
        raw += sides_of(corners, int(rng.integers(0, LAYERS)), int(rng.choice((1, -1))))
    check(raw)


@pytest.mark.parametrize("parts", [1, 2, 40])
def test_nested_squares(parts):
    """Each sees the next one around it."""
    raw = [side for k in range(parts) for side in sides_of([(-9 - k, -9 - k), (9 + k, -9 - k), (9 + k, 9 + k), (-9 - k, 9 + k)])]
    check(raw)
    assert max(winding[0] for _, _, winding in face_windings(raw, LAYERS)) == parts
