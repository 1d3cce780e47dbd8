"""Neighbors by grid against all distances."""
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from navpy.api.motion.neighbor_grid import PointGrid


def crowd(kind, count, rng):
    """Points of several kinds of crowds."""
    if kind == "even":
        return rng.uniform(0, 3 * np.sqrt(count + 1), (count, 2))
    if kind == "corridor":
        return rng.uniform((0, 0), (4 * count + 1, 3), (count, 2))
    if kind == "lattice":                                               # many at the same distance, and on the cells' borders
        return rng.integers(-6, 6, (count, 2)).astype(float)
    if kind == "clusters":
        return rng.normal(0, 2, (count, 2)) + rng.choice([-1e7, 0.0, 3e5, 1e12], (count, 1))
    return np.repeat(rng.uniform(-1, 1, (1, 2)), count, axis=0)         # all in one place


@given(st.sampled_from(["even", "corridor", "lattice", "clusters", "one"]), st.integers(0, 300),
       st.sampled_from([0.05, 1.0, 2.0, 40.0]), st.sampled_from([0.0, 1.0, 6.0, 1e4, 1e13]), st.integers(0, 2 ** 32))
def test_neighbors_are_those_of_all_distances(kind, count, cell, radius, seed):
    rng = np.random.default_rng(seed)
    points = crowd(kind, count, rng)
    grid = PointGrid(points, cell)
    for i in list(range(min(count, 8))) + [-1]:
        at = points[i] if i >= 0 else rng.uniform(-5, 5, 2)
        off = points - at
        squares = off[:, 0] * off[:, 0] + off[:, 1] * off[:, 1]
        near = np.flatnonzero(squares <= radius * radius)
        assert grid.within(at, radius) == near.tolist()
        others = near[near != i]
        ranked = others[np.lexsort((others, squares[others].astype(np.float32)))].tolist()         # as neighbor_grid.pxd says
        for most in (0, 1, 10, 400):
            assert grid.nearest(at, radius, most, i) == ranked[:most]


def test_distances_that_are_one_float_are_told_apart_by_index():
    """The search begins with a window of 1 m, because the query before found a point at no distance; it holds only the second
    point."""
    points = [(1 + 1e-9, 0), (1 - 1e-9, 0), (50, 50)]
    grid = PointGrid(points, 1.0)
    assert grid.nearest((50, 50), 32, 1) == [2]
    assert grid.nearest((0, 0), 32, 1) == [0]
    assert grid.nearest((0, 0), 32, 2) == [0, 1]


def test_bad_input_is_named():
    for points, cell, name in (([[1, 2, 3]], 1, "points"), ([[np.nan, 0]], 1, "points"), ([[0, 0]], 0, "cell"),
                               ([[0, 0]], np.inf, "cell")):
        with pytest.raises(ValueError, match=name):
            PointGrid(points, cell)
