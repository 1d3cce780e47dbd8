"""Searches by landmarks against searches without: the same paths, polygon by polygon, by fewer expansions."""
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import navpy.query  # noqa: F401
from navpy.api.query.polyanya import ExactFinder
from tests.meshes import delaunay_mesh, grid_mesh, random_points, strip

MOST_LANDMARKS = 32
LONG_SEARCH = 48                # expansions, after which a search turns to landmarks


def train(finder, ends, rounds=60):
    """Search until all landmarks are made."""
    for _ in range(rounds):
        for (a, start), (b, goal) in zip(ends[::2], ends[1::2]):
            finder.path(a, start, b, goal)
        if finder.landmarks[0] == MOST_LANDMARKS:
            return
    pytest.fail(f"landmarks: {finder.landmarks[0]}")


def is_same(path, other):
    return (path is None) == (other is None) and (path is None or all(np.array_equal(x, y) for x, y in zip(path, other)))


def compare(mesh, finder, ends):
    """Are all paths those of searches without landmarks, and as long as those by intervals alone? Expansions with landmarks, and without."""
    by_intervals, with_them, without = ExactFinder(mesh, by_visibility=False), [], []
    plain = ExactFinder(mesh)
    for i, ((a, start), (b, goal)) in enumerate(zip(ends[::2], ends[1::2])):
        if plain.landmarks[0] > 0 or i % 16 == 0:
            plain = ExactFinder(mesh)
        path, other, third = (each.path(a, start, b, goal) for each in (finder, plain, by_intervals))
        assert plain.landmarks[1] == 0
        assert is_same(path, other), f"{a} {start} {b} {goal}"
        assert (path is None) == (third is None)
        if path is not None:
            assert path[0] == pytest.approx(third[0], rel=1e-12, abs=1e-12)
        with_them.append(finder.searched)
        without.append(plain.searched)
    return np.array(with_them), np.array(without)


def maze(seed, size=48, removed=0.36):
    return grid_mesh(seed, width=size, depth=size, removed=removed, angle=0.1)


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 1000), kind=st.sampled_from(["grid", "turned", "triangles"]))
def test_paths_are_those_of_searches_without(seed, kind):
    rng = np.random.default_rng(seed)
    mesh = delaunay_mesh(seed, points=1500, removed=0.3) if kind == "triangles" else grid_mesh(seed, 40, 40, 0.3, 0.1 * (kind == "turned"))
    finder = ExactFinder(mesh)
    train(finder, random_points(mesh, 200, rng, kinds=(2,)))
    compare(mesh, finder, random_points(mesh, 120, rng))


def test_long_searches_expand_less():
    rng = np.random.default_rng(1)
    mesh = maze(3)
    finder = ExactFinder(mesh)
    train(finder, random_points(mesh, 300, rng, kinds=(2,)))
    _, used, repeated = finder.landmarks
    with_them, without = compare(mesh, finder, random_points(mesh, 300, rng, kinds=(2,)))
    assert finder.landmarks[1] - used > 20
    assert with_them[without > 4 * LONG_SEARCH].sum() < 0.7 * without[without > 4 * LONG_SEARCH].sum()
    short = without <= LONG_SEARCH
    assert short.any() and (with_them[short] == without[short]).all()
