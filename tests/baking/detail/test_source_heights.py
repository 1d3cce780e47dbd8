"""The ground against brute force over all triangles."""
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.measure_heights import facing_up, heights_at
from navpy.api.baking.source_heights import height_at, heights_along, profile_of
from navpy.baking.detail.source_heights import SourceHeights

SIZE = 8


def ground_of(vertices, triangles, low=(0, 0), high=(SIZE, SIZE), cell_size=0.3, walkable=0, subset=None):
    return SourceHeights(np.ascontiguousarray(vertices, np.float32), np.ascontiguousarray(triangles, np.int32),
                  np.full(len(triangles), walkable, np.uint8), low, high, cell_size, subset)


def sheets(count, seed, size=3.0):
    """Triangles at random places, all ways round, slanted but none near vertical: a soup."""
    rng = np.random.default_rng(seed)
    middles = rng.uniform(0, SIZE, (count, 1, 3)) * (1, 0.5, 1)
    vertices = (middles + rng.uniform(-size, size, (count, 3, 3)) * (1, 0.2, 1)).reshape(-1, 3).astype(np.float32)
    return vertices, np.arange(3 * count, dtype=np.int32).reshape(-1, 3)


def hills(step, seed=0, noise=0.05):
    """Connected terrain over SIZE × SIZE meters."""
    rng = np.random.default_rng(seed)
    n = int(round(SIZE / step))
    x, z = np.meshgrid(np.arange(n + 1) * step, np.arange(n + 1) * step)
    y = 0.8 * np.sin(x) * np.cos(0.7 * z) + rng.normal(0, noise, x.shape)
    a = (np.arange(n)[:, None] * (n + 1) + np.arange(n)).ravel()
    quads = np.stack([a, a + n + 1, a + 1, a + 1, a + n + 1, a + n + 2], axis=-1)
    return np.stack([x, y, z], axis=-1).reshape(-1, 3).astype(np.float32), quads.reshape(-1, 3).astype(np.int32)


seeds = st.integers(0, 2**32 - 1)


@given(st.integers(1, 200), seeds, st.sampled_from([0.05, 0.3, 3.0, 50.0]))
@settings(max_examples=60, deadline=None)
def test_height_is_the_highest_within_the_limits(count, seed, cell_size):
    vertices, triangles = sheets(count, seed)
    ground, corners = ground_of(vertices, triangles, cell_size=cell_size), facing_up(vertices, triangles)
    rng = np.random.default_rng(seed)
    for x, z, low, high in rng.uniform((0, 0, -2, 0), (SIZE, SIZE, 4, 6), (30, 4)):
        found = [y for y in heights_at(corners, x, z) if low <= y <= high]
        height = height_at(ground, x, z, low, high, 0.0)
        assert height == pytest.approx(max(found), abs=1e-6) if found else height is None


@given(st.integers(1, 200), seeds, st.sampled_from([0.3, 3.0, 50.0]))
@settings(max_examples=40, deadline=None)
def test_heights_along_a_row_are_those_of_its_places(count, seed, cell_size):
    vertices, triangles = sheets(count, seed, size=1.0)
    ground, rng = ground_of(vertices, triangles, cell_size=cell_size), np.random.default_rng(seed)
    for z in rng.uniform(0, SIZE, 5):
        places = [(x, low, low + 2) for x, low in zip(np.sort(rng.uniform(-1, SIZE + 1, 30)), rng.uniform(-2, 3, 30))]
        assert heights_along(ground, places, z, 0.5) == [height_at(ground, x, z, low, high, 0.5) for x, low, high in places]
    assert heights_along(ground, [], 0.0, 0.5) == []


@given(seeds, seeds)
@settings(max_examples=20, deadline=None)
def test_neither_order_nor_window_nor_buckets_change_a_bit(seed, order):
    vertices, triangles = sheets(100, seed)
    shuffled = triangles[np.random.default_rng(order).permutation(len(triangles))]
    whole = ground_of(vertices, triangles)
    x = vertices[triangles][:, :, 0]
    near = np.flatnonzero((x.max(1) >= 3) & (x.min(1) <= 5)).astype(np.int32)
    others = [ground_of(vertices, shuffled), ground_of(vertices, triangles, cell_size=50.0),
              ground_of(vertices, triangles, (2.5, 2.5), (5.5, 5.5)),
              ground_of(vertices, triangles, (3, 0), (5, SIZE), subset=near)]
    for x, z in np.random.default_rng(order).uniform(3.5, 4.5, (30, 2)):
        for other in others:
            assert height_at(whole, x, z, 0.5, 2.5, 0.5) == height_at(other, x, z, 0.5, 2.5, 0.5)
            assert profile_of(whole, (x, z), (z, x)) == profile_of(other, (x, z), (z, x))


@pytest.mark.parametrize("far", [0, 4096, 30000])
def test_no_gaps_at_edges_and_corners(far):
    vertices, triangles = hills(0.5)
    vertices = (vertices + np.float32((far, 0, -far))).astype(np.float32)
    ground = ground_of(vertices, triangles, (far, -far), (far + SIZE, SIZE - far))
    for x, y, z in vertices:
        assert height_at(ground, x, z, -9, 9, 0) == pytest.approx(y, abs=2e-3 if far else 1e-6)
    corners = vertices[triangles].astype(float)
    for k in range(3):
        for x, y, z in corners[:, k] * 0.37 + corners[:, (k + 1) % 3] * 0.63:
            assert height_at(ground, x, z, -9, 9, 0) == pytest.approx(y, abs=2e-3 if far else 1e-6)


def test_flat_floors_are_exact():
    vertices = np.array([(0, 0.13, 0), (0, 0.13, SIZE), (SIZE, 0.13, SIZE), (SIZE, 0.13, 0)], np.float32)
    ground = ground_of(vertices, [(0, 1, 2), (0, 2, 3)])
    for x, z in np.random.default_rng(0).uniform(0, SIZE, (50, 2)):
        assert height_at(ground, x, z, 0, 1, 0) == float(np.float32(0.13))


def test_the_nearest_surface_where_there_is_none():
    sheet = np.array([(2, 0, 2), (2, 0, 6), (6, 4, 6), (6, 4, 2)], np.float32)
    ground = ground_of(sheet, [(0, 1, 2), (0, 2, 3)])
    assert height_at(ground, 1.5, 4, -1, 1, 0.6) == 0
    assert height_at(ground, 1.5, 4, -1, 1, 0.4) is None
    assert height_at(ground, 1.5, 4, 0.5, 1, 0.6) is None
    assert height_at(ground, 4, 1.75, 0, 5, 0.3) == pytest.approx(2)


def has_ground(ground):
    return height_at(ground, 0.5, 0.5, -9, 9, 9) is not None


def test_ceilings_and_walls_are_no_ground():
    up = np.array([(0, 1, 0), (0, 1, SIZE), (SIZE, 1, SIZE)], np.float32)
    assert has_ground(ground_of(up, [(0, 1, 2)]))
    assert not has_ground(ground_of(up, [(0, 2, 1)]))
    steep = np.array([(0, 0, 0), (0, 0, 1), (0.1, 1, 1)], np.float32)
    assert not has_ground(ground_of(steep, [(0, 1, 2)]))
    assert has_ground(ground_of(steep, [(0, 1, 2)], walkable=63))
    broken = np.array([(0, np.nan, 0), (0, 0, 1), (1, 0, 1), (np.inf, 0, 1)], np.float32)
    assert not has_ground(ground_of(broken, [(1, 2, 3), (1, 1, 2), (1, 2, 1)]))


@given(st.integers(1, 12), seeds)
@settings(max_examples=60, deadline=None)
def test_the_ground_is_straight_between_stations(count, seed):
    vertices, triangles = sheets(count, seed)
    ground, corners = ground_of(vertices, triangles), facing_up(vertices, triangles)
    a, b = np.random.default_rng(seed).uniform(0, SIZE, (2, 2))
    cuts = sorted({0.0, 1.0, *(t for t, _ in profile_of(ground, a, b))})
    for t0, t1 in zip(cuts, cuts[1:]):
        if t1 - t0 < 1e-3:
            continue
        tops = [heights_at(corners, *(a + (b - a) * (t0 + (t1 - t0) * k))) for k in (0.2, 0.5, 0.8)]
        assert len({len(heights) for heights in tops}) == 1
        for low, middle, high in zip(*tops):
            assert (low + high) / 2 == pytest.approx(middle, abs=1e-4)


def test_bad_arguments_are_named():
    vertices, triangles = hills(4.0)
    areas = np.full(len(triangles), 63, np.uint8)
    with pytest.raises(ValueError, match="areas: must be one for each of the 8 triangles, are 3"):
        SourceHeights(vertices, triangles, areas[:3], (0, 0), (1, 1), 0.3)
    for low, high, cell_size in (((0, 0), (np.nan, 1), 0.3), ((2, 0), (1, 1), 0.3), ((0, 0), (1, 1), 0.0)):
        with pytest.raises(ValueError, match="window: must be finite"):
            SourceHeights(vertices, triangles, areas, low, high, cell_size)
    with pytest.raises(ValueError, match="subset: must name triangles below 8, names 8"):
        SourceHeights(vertices, triangles, areas, (0, 0), (1, 1), 0.3, np.array([0, 8], np.int32))
    nothing = SourceHeights(np.empty((0, 3), np.float32), np.empty((0, 3), np.int32), np.empty(0, np.uint8), (0, 0), (1, 1), 0.3)
    assert height_at(nothing, 0.5, 0.5, -1, 1, 9.0) is None and profile_of(nothing, (0, 0), (1, 1)) == []
