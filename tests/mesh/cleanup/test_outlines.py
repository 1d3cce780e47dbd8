"""outline_triangles against the winding numbers along random lines, computed from the outlines themselves."""
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from navpy.mesh.cleanup.outlines import outline_triangles

SQUARE = [(0, 0), (4, 0), (4, 4), (0, 4)]


def shifted(outline, x, y, scale=1.0):
    return [(x + scale * a, y + scale * b) for a, b in outline]


def area_of(traversable, obstructions=()):
    """The triangles' area; all of them have to face up."""
    vertices, triangles = outline_triangles(traversable, obstructions)
    if not len(triangles):
        assert not len(vertices)
        return 0.0
    a, b, c = np.asarray(vertices, float)[np.asarray(triangles)].transpose(1, 0, 2)
    up = (b - a)[:, 2] * (c - a)[:, 0] - (b - a)[:, 0] * (c - a)[:, 2]
    assert (up >= 0).all()
    return up.sum() / 2


def crossings(outlines, y, solid):
    """(x, winding) where a level line crosses the outlines; solid: each turned the same way."""
    found = []
    for outline in outlines:
        points = np.asarray(outline, float)
        after = np.roll(points, -1, axis=0)
        way = -1 if solid and (points[:, 0] * after[:, 1] - points[:, 1] * after[:, 0]).sum() < 0 else 1
        for (x0, y0), (x1, y1) in zip(points, after):
            if (y0 < y) != (y1 < y):
                found.append((x0 + (x1 - x0) * (y - y0) / (y1 - y0), way if y0 < y else -way))
    return found


def inside_of(traversable, obstructions, y):
    """Stretches [from, to] of the line at y that are inside, by winding numbers."""
    events = [(x, w, 0) for x, w in crossings(traversable, y, False)] + [(x, w, 1) for x, w in crossings(obstructions, y, True)]
    winding, found, since = [0, 0], [], None
    for x, w, layer in sorted(events):
        winding[layer] += w
        inside = winding[0] != 0 and winding[1] == 0
        if inside and since is None:
            since = x
        elif since is not None and not inside:
            found.append((since, x))
            since = None
    return found


def stretches_of(vertices, triangles, y):
    found = []
    for triangle in np.asarray(vertices, float)[np.asarray(triangles)]:
        x = [a for a, _ in crossings([triangle[:, [0, 2]]], y, False)]
        if x:
            found.append((min(x), max(x)))
    return found


def merged(stretches, gap):
    """Stretches that overlap or touch made one, those shorter than the gap left out; and their length counted twice."""
    out, doubled = [], 0.0
    for low, high in sorted(stretches):
        if out and low <= out[-1][1] + gap:
            doubled += max(0.0, min(high, out[-1][1]) - low)
            out[-1][1] = max(out[-1][1], high)
        else:
            out.append([low, high])
    return [s for s in out if s[1] - s[0] > 2 * gap], doubled


def agrees(traversable, obstructions, lines, gap=1e-4):
    vertices, triangles = outline_triangles(traversable, obstructions)
    for y in lines:
        expected, _ = merged(inside_of(traversable, obstructions, y), gap)
        found, doubled = merged(stretches_of(vertices, triangles, y) if len(triangles) else [], gap)
        assert doubled < gap * (1 + len(triangles)) and len(found) == len(expected)
        assert np.abs(np.array(found) - np.array(expected)).max(initial=0) < gap


@settings(max_examples=120, deadline=None)
@given(st.integers(0, 2**32), st.booleans())
def test_random_outlines_by_winding_numbers(seed, coarse):
    """Outlines that cross themselves and each other; coarse: on a lattice, where everything touches and overlaps."""
    rng = np.random.default_rng(seed)

    def outlines(count):
        lots = [rng.uniform(-5, 5, (rng.integers(3, 9), 2)) for _ in range(count)]
        return [np.round(lot).tolist() for lot in lots] if coarse else [lot.tolist() for lot in lots]

    agrees(outlines(rng.integers(1, 5)), outlines(rng.integers(0, 4)), rng.uniform(-5, 5, 12))


@pytest.mark.parametrize("seed", range(4))
def test_tiles_far_from_the_origin_in_pixels(seed):
    rng = np.random.default_rng(seed)
    cells = np.argwhere(rng.random((12, 12)) < 0.7)
    tiles = [shifted([(0, 0), (64, 0), (64, 64), (0, 64)], 20000 + 64 * i, -9000 + 64 * k) for i, k in cells]
    walls = [shifted(SQUARE, 20000 + 64 * i, -9000 + 64 * k, 4) for i, k in cells[::5]]
    assert area_of(tiles, walls) == 64 * 64 * len(cells) - 256 * len(walls)
    agrees(tiles, walls, rng.uniform(-9000, -9000 + 64 * 12, 10), 0.02)


@pytest.mark.parametrize("traversable, obstructions, area", [
    ([SQUARE], [], 16), ([SQUARE[::-1]], [], 16), ([], [], 0), ([], [SQUARE], 0), ([SQUARE], [SQUARE], 0),
    ([SQUARE, SQUARE], [], 16), ([SQUARE, shifted(SQUARE, 2, 0)], [], 24), ([SQUARE, shifted(SQUARE, 4, 0)], [], 32),
    ([SQUARE, shifted(SQUARE, 1, 1, 0.5)], [], 16),                     # nested, the same way round: united
    ([SQUARE, shifted(SQUARE, 1, 1, 0.5)[::-1]], [], 12),               # the other way round: a hole
    ([SQUARE], [shifted(SQUARE, 1, 1, 0.5)], 12), ([SQUARE], [shifted(SQUARE, 1, 1, 0.5)[::-1]], 12),
    ([SQUARE], [shifted(SQUARE, 3, 3)], 15), ([SQUARE], [shifted(SQUARE, 4, 0)], 16),
    ([SQUARE], [shifted(SQUARE, 2, 0), shifted(SQUARE, 2, 0)[::-1]], 8),        # solid, whichever way each turns
    ([SQUARE, shifted(SQUARE, 2, 0)[::-1]], [], 16),                    # what cancels out in Godot cancels out here
    ([[(0, 0), (4, 4), (4, 0), (0, 4)]], [], 8),                        # a bow tie has two wings
    ([[(0, 0), (2, 0), (4, 0), (4, 4), (0, 4), (0, 0)]], [], 16),
    ([[(0, 0), (4, 0), (2, 0)], [(1, 1), (1, 1), (1, 1)]], [], 0),
])
def test_by_hand(traversable, obstructions, area):
    assert area_of(traversable, obstructions) == pytest.approx(area, rel=1e-6)


def test_the_plane_and_the_order():
    parts = [shifted(SQUARE, 0.3 * i, 0.7 * i, 1 + 0.1 * i) for i in range(6)]
    vertices, triangles = outline_triangles(parts[:4], parts[4:], plane_height=2.5)
    assert vertices.format == "f" and triangles.format == "i" and vertices.shape[1] == triangles.shape[1] == 3
    assert (np.asarray(vertices)[:, 1] == 2.5).all() and np.asarray(vertices)[:, 0].min() == 0
    again = outline_triangles(np.array(parts[:4][::-1]), parts[:3:-1], 2.5)
    assert (again[0].tobytes(), again[1].tobytes()) == (vertices.tobytes(), triangles.tobytes())
    first = np.asarray(outline_triangles([[(7, 1), (9, 1), (8, 3)]])[0])
    assert sorted(map(tuple, first.tolist())) == [(7, 0, 1), (8, 0, 3), (9, 0, 1)]      # (x, y) is (x, height, z)


def test_few_triangles():
    """Sides that go on past other corners are not cut there."""
    comb = [(0, 0)] + [(x, y) for i in range(50) for x, y in ((2 * i + 1, 10 + i), (2 * i + 2, 5))] + [(101, 0)]
    assert len(outline_triangles([comb])[1]) <= 2 * len(comb) + 2


@pytest.mark.parametrize("traversable, obstructions, message", [
    ([[(0, 0), (1, 1)]], [], r"traversable\[0\]: must have at least 3 points, has 2"),
    ([SQUARE], [SQUARE, []], r"obstructions\[1\]: must have at least 3 points, has 0"),
    ([[0, 1, 2]], [], r"traversable\[0\]\[0\]: must be two numbers, is 0"),
    (SQUARE, [], r"traversable\[0\]: must have at least 3 points, has 2"),
    ([5], [], r"traversable\[0\]: must be a sequence of points"),
    ([[(0, 0, 0), (1, 1, 0), (1, 0, 0)]], [], r"traversable\[0\]\[0\]: must be two numbers, is \(0, 0, 0\)"),
    ([[(0, 0), (1, float("nan")), (1, 0)]], [], r"traversable\[0\]\[1\]: must be finite and within 1e[+]09 m, is \(1, nan\)"),
    ([[(0, 0), (1, 1), (1e300, 0)]], [], r"traversable\[0\]\[2\]: must be finite and within 1e[+]09 m, is \(1e[+]300, 0\)"),
    ([[(0, 0), (1, 1), ("a", 0)]], [], r"traversable\[0\]\[2\]: must be two numbers"),
])
def test_bad_outlines_are_named(traversable, obstructions, message):
    with pytest.raises(ValueError, match=message):
        outline_triangles(traversable, obstructions)


@pytest.mark.parametrize("height", [float("inf"), "up", 1e10])
def test_bad_planes(height):
    with pytest.raises(ValueError, match="plane_height: must be"):
        outline_triangles([SQUARE], (), height)
