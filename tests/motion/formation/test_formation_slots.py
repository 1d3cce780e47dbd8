"""Slots by hand and by their spacing, the assignment against scipy and all permutations."""
import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment
from scipy.spatial.distance import cdist, pdist

from navpy.motion import assign_slots, band, box, column, turning_radius, wedge


def test_a_box_by_hand():
    assert box(8, 3, 2.0).tolist() == [[0, 2], [0, 0], [0, -2], [-2, 2], [-2, 0], [-2, -2], [-4, 1], [-4, -1]]
    assert box(3, 1, 0.5).tolist() == [[0, 0], [-0.5, 0], [-1, 0]]
    assert box(2, 5, 1.0).tolist() == [[0, 0.5], [0, -0.5]]
    assert box(3, 3, 1.0).tolist() == [[0, 1], [0, 0], [0, -1]]             # a line


def test_a_column_by_hand():
    assert column(6, 2, 2.0).tolist() == [[0, 0], [-2, 1], [-2, -1], [-4, 1], [-4, -1], [-6, 0]]
    assert column(3, 1, 0.5).tolist() == [[0, 0], [-0.5, 0], [-1, 0]]
    assert column(1, 4, 1.0).tolist() == [[0, 0]]


def test_a_wedge_by_hand():
    side = math.sqrt(2.0)
    assert wedge(4, 2.0) == pytest.approx(np.array([[0, 0], [-side, side], [-side, -side], [-2 * side, 2 * side]]))
    assert wedge(1, 1.0).tolist() == [[0, 0]]


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 60), st.integers(1, 9), st.floats(0.1, 5), st.sampled_from(["box", "column", "wedge"]))
def test_shapes_keep_their_spacing(count, files, spacing, shape):
    slots = {"box": box, "column": column}[shape](count, files, spacing) if shape != "wedge" else wedge(count, spacing)
    assert slots.shape == (count, 2) and slots[:, 0].max() == 0
    if count > 1:
        distances = cdist(slots, slots) + np.diag(np.full(count, np.inf))
        assert distances.min() == pytest.approx(spacing) and distances.min(0).max() <= 1.12 * spacing       # nobody stands apart
    for x in set(slots[:, 0]) if shape != "wedge" else ():
        assert slots[slots[:, 0] == x, 1].sum() == pytest.approx(0, abs=1e-9)
    if shape == "box":
        assert len(set(slots[:, 0])) == -(-count // files)
    else:
        assert slots[0].tolist() == [0, 0] and (slots[1:, 0] < 0).all()         # the leader is alone in front


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 60), st.integers(0, 50))
def test_a_smaller_band_is_the_front_of_a_larger_one(count, more):
    assert (band(count + more, 1.0, 3)[:count] == band(count, 1.0, 3)).all()


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 120), st.floats(0.1, 5), st.integers(0, 2 ** 31 - 1))
def test_a_band_is_loose_but_never_nearer_than_its_spread(count, spread, seed):
    slots = band(count, spread, seed)
    assert slots.shape == (count, 2) and slots[0].tolist() == [0, 0]
    assert (slots[1:, 0] <= -spread / 2).all()
    if count > 1:
        distances = cdist(slots, slots) + np.diag(np.full(count, np.inf))
        assert distances.min() >= spread * (1 - 1e-12) and distances.min(0).max() <= 2 * spread + 1e-9
    assert (band(count, spread, seed) == slots).all()


def test_a_band_is_a_compact_cloud_and_differs_by_its_seed():
    slots = band(200, 1.0, 7)
    assert np.hypot(*slots.T).max() < 18                # half a disc of one slot a square meter has a radius of 11.3 m
    assert abs(slots[:, 1].mean()) < 2 and slots[:, 1].min() < -5 and slots[:, 1].max() > 5
    assert (slots[1:] != band(200, 1.0, 8)[1:]).any(1).all()
    x, y = np.meshgrid(np.linspace(-7, -1, 60), np.linspace(-4, 4, 80))
    inside = np.column_stack([x.ravel(), y.ravel()])
    assert cdist(inside, slots).min(1).max() < 1.3      # no hole far larger than the spread
    assert len(np.unique(np.round(slots[1:], 6)[:, 0])) == 199          # and no grid


# ---- assignment ----

def cost(positions, slots, found):
    return ((positions - slots[found]) ** 2).sum()


def best_cost(positions, slots):
    squares = cdist(positions, slots, "sqeuclidean")
    return squares[linear_sum_assignment(squares)].sum()


@settings(max_examples=80, deadline=None)
@given(st.integers(1, 25), st.integers(0, 10), st.integers(0, 10 ** 6), st.booleans())
def test_the_assignment_is_that_of_scipy(count, spare, seed, grid):
    rng = np.random.default_rng(seed)
    positions, slots = rng.uniform(-9, 9, (count, 2)), rng.uniform(-9, 9, (count + spare, 2))
    if grid:                                            # many ties, and agents and slots on one place
        positions, slots = np.round(positions / 4) * 4, np.round(slots / 4) * 4
    found = assign_slots(positions, slots)
    assert found.dtype == np.int32 and len(set(found)) == count and ((0 <= found) & (found < count + spare)).all()
    assert cost(positions, slots, found) == pytest.approx(best_cost(positions, slots), rel=1e-12, abs=1e-9)
    assert (assign_slots(positions, slots) == found).all()


def test_three_hundred_agents_far_from_the_origin():
    rng = np.random.default_rng(3)
    positions, slots = rng.normal(1e5, 30, (300, 2)), box(300, 12, 1.5) + 1e5
    found = assign_slots(positions, slots)
    assert sorted(found) == list(range(300))
    assert cost(positions, slots, found) == pytest.approx(best_cost(positions, slots), rel=1e-12)


def test_the_least_of_all_permutations():
    rng = np.random.default_rng(8)
    for _ in range(20):
        positions, slots = rng.uniform(-3, 3, (6, 2)), rng.uniform(-3, 3, (6, 2))
        least = min(cost(positions, slots, list(order)) for order in itertools.permutations(range(6)))
        assert cost(positions, slots, assign_slots(positions, slots)) == pytest.approx(least, rel=1e-12)


def test_ties_go_to_the_first():
    assert assign_slots([(0, 0), (0, 0)], [(1, 0), (-1, 0)]).tolist() == [0, 1]
    square = [(1, 1), (-1, 1), (-1, -1), (1, -1)]
    assert assign_slots([(0, 0)] * 4, square).tolist() == [0, 1, 2, 3]
    assert assign_slots([(0, 0)], square).tolist() == [0]


def test_nobody_runs_into_anybody_on_the_straight_way_to_his_slot():
    """Turpin, Michael and Kumar 2014: 1 / √2 of the least distance at start and goal is always kept."""
    rng = np.random.default_rng(1)
    for _ in range(30):
        start, goal = rng.permutation(band(25, 1.0, int(rng.integers(1000)))), box(25, 5, 1.0) + rng.uniform(-5, 5, 2)
        goal = goal[assign_slots(start, goal)]
        for t in np.linspace(0, 1, 41):
            assert pdist(start + t * (goal - start)).min() >= math.sqrt(0.5) - 1e-9


# ---- turning radius ----

@pytest.mark.parametrize("side, max_speed, speed, radius", [
    (2.0, 3.0, 1.0, 2.0),                               # the inner slot stands, the outer goes at 2 m/s
    (2.0, 2.0, 1.0, 2.0),
    (2.0, 1.5, 1.0, 4.0),                               # the outer slot goes at 1.5 m/s
    (2.0, 1.0, 1.0, math.inf),
    (0.0, 1.0, 1.0, 0.0),
])
def test_turning_radius_by_hand(side, max_speed, speed, radius):
    assert turning_radius([(0, side), (-9, 0), (0, -side / 2)], max_speed, speed) == pytest.approx(radius)
    assert turning_radius([(0, -side)], max_speed, speed) == pytest.approx(radius)


@pytest.mark.parametrize("call, message", [
    (lambda: box(0, 1, 1.0), "count"),
    (lambda: box(3, 0, 1.0), "files"),
    (lambda: box(3, 1, 0.0), "spacing"),
    (lambda: box(3, 1, math.nan), "spacing"),
    (lambda: column(0, 1, 1.0), "count"),
    (lambda: column(3, 0, 1.0), "files"),
    (lambda: column(3, 1, 0.0), "spacing"),
    (lambda: wedge(0, 1.0), "count"),
    (lambda: wedge(3, math.inf), "spacing"),
    (lambda: band(5000, 1.0), "count"),
    (lambda: band(3, -1.0), "spread"),
    (lambda: band(3, 1.0, -1), "seed"),
    (lambda: assign_slots([(0, 0), (1, 1)], [(0, 0)]), "1 slots for 2 agents"),
    (lambda: assign_slots([(0, math.nan)], [(0, 0)]), "positions.*row 0"),
    (lambda: assign_slots([(0, 0)], [(0, 0), (math.inf, 0)]), "slots_world.*row 1"),
    (lambda: assign_slots([(0, 0, 0)], [(0, 0)]), "positions"),
    (lambda: assign_slots([], []), "positions"),
    (lambda: turning_radius([(0, 0)], 1.0, 2.0), "speed"),
    (lambda: turning_radius([(0, 0)], 0.0, 1.0), "max_speed"),
    (lambda: turning_radius("abc", 1.0, 1.0), "slots"),
])
def test_bad_input_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
