"""Noding against brute force: all pairs of sides, and windings counted along rays through the sides as they were given."""
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from navpy.api.baking.outlines import node_sides

MAX_GRID = 1 << 24


def sides_of(outline, layer=0, winding=1):
    return [(*map(int, a), *map(int, b), layer, winding) for a, b in zip(outline, [*outline[1:], outline[0]])]


def turns(a, b, c):
    """Exact: coordinates have 25 bits and a sign."""
    return (b[..., 0] - a[..., 0]) * (c[..., 1] - a[..., 1]) - (b[..., 1] - a[..., 1]) * (c[..., 0] - a[..., 0])


def lines(points, sides):
    points, ends = np.array(points, np.int64).reshape(-1, 2), np.array(sides, np.int64).reshape(-1, 4)
    return points, points[ends[:, 0]], points[ends[:, 1]]


def check_planar(points, sides):
    """No two sides cross, and none goes through a point that is not its end."""
    at, a, b = lines(points, sides)
    distinct, index = np.unique(np.array(sides, np.int64).reshape(-1, 4)[:, :2], axis=0, return_index=True)
    a, b = a[index, None], b[index, None]
    on = (turns(a, b, at[None]) == 0) & (np.minimum(a, b) <= at).all(axis=2) & (at <= np.maximum(a, b)).all(axis=2)
    assert (on.sum(axis=1) == 2).all(), "a side goes through a foreign point"
    c, d = a[None, :, 0], b[None, :, 0]
    crossed = (np.sign(turns(a, b, c)) * np.sign(turns(a, b, d)) < 0) & (np.sign(turns(c, d, a)) * np.sign(turns(c, d, b)) < 0)
    assert not crossed.any(), "two sides cross"


def check_form(points, sides):
    assert points == sorted(set(points)) and sides == sorted(sides)
    assert len({side[:3] for side in sides}) == len(sides) and all(a < b and w for a, b, _, w in sides)
    assert sorted({end for side in sides for end in side[:2]}) == list(range(len(points)))


def check_lines_are_whole(points, sides):
    """No point lies where a single straight line goes on with the same windings."""
    for k, at in enumerate(points):
        back = [(a, layer, w) for a, b, layer, w in sides if b == k]
        on = [(b, layer, w) for a, b, layer, w in sides if a == k]
        if len({a for a, *_ in back}) == len({b for b, *_ in on}) == 1 and [s[1:] for s in back] == [s[1:] for s in on]:
            a, b = np.array(points[back[0][0]]), np.array(points[on[0][0]])
            assert turns(a, np.array(at), b) != 0


def windings(at, a, b, weight):
    """Winding numbers at places, by rays to the right."""
    up = (a[:, 1] <= at[:, None, 1]) & (at[:, None, 1] < b[:, 1])
    down = (b[:, 1] <= at[:, None, 1]) & (at[:, None, 1] < a[:, 1])
    with np.errstate(divide="ignore", invalid="ignore"):
        x = a[:, 0] + (b[:, 0] - a[:, 0]) * ((at[:, None, 1] - a[:, 1]) / (b[:, 1] - a[:, 1]))
    return ((up.astype(int) - down) * (x > at[:, None, 0]) * weight).sum(axis=1)


def distances(at, a, b):
    """From places to the nearest side."""
    along = (b - a).astype(float)
    part = ((at[:, None] - a) * along).sum(axis=2) / np.maximum((along ** 2).sum(axis=1), 1)
    foot = a + np.clip(part, 0, 1)[..., None] * along
    return np.hypot(*np.moveaxis(at[:, None] - foot, 2, 0)).min(axis=1, initial=np.inf)


def check_windings(raw, points, sides, rng):
    """Where no given side is near, nothing has changed."""
    given_ = np.array(raw, np.int64)
    a, b = given_[:, :2], given_[:, 2:4]
    low, high = np.minimum(a, b).min(axis=0), np.maximum(a, b).max(axis=0)
    at = rng.uniform(low - 1, high + 1, (200, 2))
    at = at[distances(at, a, b) > 1.0]
    _, c, d = lines(points, sides)
    made = np.array(sides, np.int64).reshape(-1, 4)
    for layer in np.unique(given_[:, 4]):
        of, now = given_[:, 4] == layer, made[:, 2] == layer
        assert (windings(at, a[of], b[of], given_[of, 5]) == windings(at, c[now], d[now], made[now, 3])).all()


def random_outlines(rng):
    """Outlines that cross themselves and each other, on lattices of all sizes, the coarse ones full of points that coincide and of
    sides in line; some are needles and stars that have many crossings in few pixels."""
    extent = int(rng.choice((3, 6, 12, 40, 300, 1 << 12, MAX_GRID)))
    raw = []
    for _ in range(rng.integers(1, 7)):
        points = rng.integers(-extent, extent + 1, (rng.integers(2, 12), 2))
        if rng.random() < 0.2:
            points[::2] = points[0] + rng.integers(-1, 2, points[::2].shape)
        if rng.random() < 0.2:
            points[:, 1] //= 1 << int(rng.integers(1, 24))
        points = np.clip(points, -MAX_GRID, MAX_GRID)
        raw += sides_of(points.tolist(), int(rng.integers(0, 3)), int(rng.choice((1, 1, -1, 3)))) * rng.integers(1, 3)
    return raw


@settings(max_examples=400, deadline=None)
@given(st.integers(0, 2**32))
def test_random_outlines(seed):
    rng = np.random.default_rng(seed)
    raw = random_outlines(rng)
    points, sides = node_sides(raw)
    check_form(points, sides)
    check_planar(points, sides)
    check_lines_are_whole(points, sides)
    check_windings(raw, points, sides, rng)
    other = [(*s[2:4], *s[:2], s[4], -s[5]) if rng.random() < 0.5 else s for s in raw]
    rng.shuffle(other)
    assert node_sides([tuple(map(int, s)) for s in other]) == (points, sides)


def passed_pixels(points, sides):
    """Whether a side passes the pixel of a point that is not its end: then a second rounding would move it."""
    at, a, b = lines(points, sides)
    along, off = b - a, 2 * turns(a[:, None], b[:, None], at[None])
    within = (np.minimum(a, b)[:, None] <= at).all(axis=2) & (at <= np.maximum(a, b)[:, None]).all(axis=2)
    hit = within & (np.abs(off) <= np.abs(along).sum(axis=1)[:, None])
    return (hit.sum(axis=1) > 2).any()


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32))
def test_what_is_noded_stays(seed):
    points, sides = node_sides(random_outlines(np.random.default_rng(seed)))
    if not passed_pixels(points, sides):
        assert node_sides([(*points[a], *points[b], layer, w) for a, b, layer, w in sides]) == (points, sides)


SQUARE = [(0, 0), (8, 0), (8, 8), (0, 8)]


def shifted(x, y):
    return [(x + a, y + b) for a, b in SQUARE]


@pytest.mark.parametrize("raw, points, sides", [
    ([], [], []),
    (sides_of([(3, 3)] * 4), [], []),
    (sides_of(SQUARE) + sides_of(SQUARE[::-1]), [], []),
    (sides_of([(0, 0), (5, 0), (9, 0)]), [], []),
    (sides_of(SQUARE) + sides_of(shifted(8, 0)), [(0, 0), (0, 8), (16, 0), (16, 8)],
     [(0, 1, 0, -1), (0, 2, 0, 1), (1, 3, 0, -1), (2, 3, 0, 1)]),               # the side between two tiles vanishes, and its ends
    (sides_of(SQUARE) + sides_of(shifted(8, 0), 1), [(0, 0), (0, 8), (8, 0), (8, 8), (16, 0), (16, 8)],
     [(0, 1, 0, -1), (0, 2, 0, 1), (1, 3, 0, -1), (2, 3, 0, 1), (2, 3, 1, -1), (2, 4, 1, 1), (3, 5, 1, -1), (4, 5, 1, 1)]),
    # The crossing (1.5, 1.5) becomes (2, 2): halves go up.
    (sides_of([(0, 0), (3, 3), (3, 0), (0, 3)]), [(0, 0), (0, 3), (2, 2), (3, 0), (3, 3)],
     [(0, 1, 0, -1), (0, 2, 0, 1), (1, 2, 0, -1), (2, 3, 0, -1), (2, 4, 0, 1), (3, 4, 0, -1)]),
])
def test_by_hand(raw, points, sides):
    assert node_sides(raw) == (points, sides)


def test_sides_through_one_pixel_meet_in_it():
    """A fan of long lines that pass near one place, but not all through one point."""
    raw = []
    for k in range(30):
        raw += sides_of([(-1000 - 7 * k, 500 - 33 * k), (1000 + 7 * k, -500 + 33 * k + k % 3), (3000, 4000)])
    points, sides = node_sides(raw)
    check_form(points, sides)
    check_planar(points, sides)


def test_many_tiles():
    """Only the border of the map remains."""
    tiles = [side for x in range(40) for y in range(40) for side in sides_of(shifted(8 * x, 8 * y))]
    points, sides = node_sides(tiles)
    assert points == [(0, 0), (0, 320), (320, 0), (320, 320)] and len(sides) == 4
