"""Weighted sum, priority arbitration and prioritized dithering: closed forms, limits, and where the sum fails."""
import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy.stats import binomtest

from navpy.motion import dither, prioritize, weighted_sum

BITS = 1e-12                        # relative, of a length that rounding has gone over some times
sizes = st.one_of(st.just(0.0), st.floats(1e-6, 1e6))


@st.composite
def force_lists(draw, most=6):
    """Up to ``most`` behaviors on a few agents; some forces are 0, some in opposite directions."""
    n, k = draw(st.integers(0, 4)), draw(st.integers(1, most))
    angle = st.sampled_from([0.0, np.pi]) | st.floats(-4, 4)
    return [np.array([(size * np.cos(turn), size * np.sin(turn)) for size, turn in
                      draw(st.lists(st.tuples(sizes, angle), min_size=n, max_size=n))]).reshape(n, 2) for _ in range(k)]


def lengths(rows):
    return np.hypot(rows[:, 0], rows[:, 1])


@given(force_lists(), sizes, st.data())
def test_no_combination_goes_beyond_the_limit(forces, most, data):
    weights = data.draw(st.lists(sizes, min_size=len(forces), max_size=len(forces)))
    odds = data.draw(st.lists(st.floats(0, 1), min_size=len(forces), max_size=len(forces)))
    for total in (weighted_sum(forces, weights, most), prioritize(forces, most), dither(forces, odds, most, 1, 2)):
        assert total.shape == forces[0].shape
        assert (lengths(total) <= most * (1 + BITS)).all()


@given(force_lists(), st.data())
def test_a_sum_within_its_limit_is_the_sum(forces, data):
    weights = data.draw(st.lists(st.floats(0, 10), min_size=len(forces), max_size=len(forces)))
    exact = np.einsum("k,knd->nd", weights, np.array(forces))
    scale = sum(weight * np.abs(force).sum() for weight, force in zip(weights, forces))
    assert weighted_sum(forces, weights, 1e9) == pytest.approx(exact, abs=1e-15 * scale)
    short = weighted_sum(forces, weights, 1e-3)
    assert lengths(short) == pytest.approx(np.minimum(lengths(exact), 1e-3), rel=1e-6, abs=1e-12 * scale)
    assert np.abs(short[:, 0] * exact[:, 1] - short[:, 1] * exact[:, 0]).max(initial=0) <= 1e-12 * scale * (1 + scale)


@given(force_lists(), sizes)
def test_what_comes_first_is_changed_by_no_more_than_what_it_leaves(forces, most):
    """For every prefix of the order, not only for the first force."""
    total = prioritize(forces, most)
    for k in range(1, len(forces) + 1):
        spent = sum(lengths(force) for force in forces[:k])
        within = spent <= most
        change = lengths(total - sum(forces[:k]))
        assert (change <= most - spent + BITS * (most + spent))[within].all()
        before = sum((lengths(force) for force in forces[:k - 1]), np.zeros(len(total)))
        last = within == (before > most)                # neither within nor exhausted before: this one is trimmed
        trimmed = forces[k - 1] * ((most - before) / np.maximum(lengths(forces[k - 1]), 1e-300))[:, None]
        expected = sum(forces[:k - 1], np.zeros_like(total)) + trimmed
        assert np.abs(total - expected)[last].max(initial=0) <= BITS * (most + np.abs(expected).max(initial=0))


@pytest.mark.parametrize("forces, most, total", [
    ([(3, 4), (10, 0)], 20, (13, 4)),                   # both fit
    ([(3, 4), (10, 0)], 7, (5, 4)),                     # 5 spent, 2 left
    ([(3, 4), (10, 0)], 5, (3, 4)),                     # nothing left
    ([(3, 4), (10, 0)], 2.5, (1.5, 2)),                 # the first is trimmed itself
    ([(-6, 0), (4, 0), (9, 0)], 10, (-2, 0)),           # 6 and 4 spend all, though their sum is 2 long
    ([(6, 0), (-3, 0), (0, 8)], 10, (3, 1)),            # the second undoes half of the first and gives nothing back
    ([(0, 0), (0, -8)], 4, (0, -4)),                    # a behavior that wants nothing costs nothing
])
def test_the_budget_is_spent_by_magnitudes(forces, most, total):
    assert prioritize([[force] for force in forces], most)[0] == pytest.approx(total, abs=1e-12)


def test_dithering_takes_one_force_as_often_as_it_should():
    n = 20000
    east, nothing, north = np.tile([1.0, 0], (n, 1)), np.zeros((n, 2)), np.tile([0, 3.0], (n, 1))
    taken = dither([nothing, east, north], [0.9, 0.3, 0.5], 2.0, seed=5, step=7)
    easts, norths = (taken == (1, 0)).all(axis=1).sum(), (taken == (0, 2)).all(axis=1).sum()
    assert easts + norths + (taken == 0).all(axis=1).sum() == n
    assert binomtest(int(easts), n, 0.3).pvalue > 1e-3
    assert binomtest(int(norths), int(n - easts), 0.5).pvalue > 1e-3


def test_dithering_over_the_steps_of_one_agent_is_as_even():
    took = np.array([dither([[(1.0, 0)]], [0.25], 1.0, seed=11, step=step)[0, 0] for step in range(4000)])
    assert binomtest(int(took.sum()), 4000, 0.25).pvalue > 1e-3
    both = int((took[1:] * took[:-1]).sum())            # one step says nothing about the next
    assert binomtest(both, 3999, 0.0625).pvalue > 1e-3


@given(force_lists(), st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_dithering_has_no_state(forces, seed, step):
    """Neither the calls before nor the agents after it make a difference."""
    odds = np.linspace(0.2, 0.8, len(forces))
    all_of_them = dither(forces, odds, 5.0, seed, step)
    dither(forces, odds, 5.0, seed, 0)
    assert dither(forces, odds, 5.0, seed, step).tobytes() == all_of_them.tobytes()
    half = len(forces[0]) // 2
    assert dither([force[:half] for force in forces], odds, 5.0, seed, step).tobytes() == all_of_them[:half].tobytes()


@given(force_lists(), sizes)
def test_certain_and_impossible_behaviors(forces, most):
    first = np.array([next((force for force in row if force.any()), np.zeros(2)) for row in np.swapaxes(forces, 0, 1)])
    taken = dither(forces, [1.0] * len(forces), most, 3, 4)
    assert taken == pytest.approx(weighted_sum([first.reshape(-1, 2)], [1.0], most), rel=BITS, abs=1e-300)
    assert not dither(forces, [0.0] * len(forces), most, 3, 4).any()


# ---- where the sum fails and the others do not ----

def test_opposite_forces_cancel_in_the_sum_alone():
    """Prey straight ahead, and between: a lion. The sum stands still before it."""
    flee, chase = [[-8.0, 0.0]], [[8.0, 0.0]]
    assert not weighted_sum([flee, chase], [1, 1], 10).any()
    assert prioritize([flee, chase], 10)[0] == pytest.approx((-6, 0))
    for step in range(200):
        assert dither([flee, chase], [0.9, 0.9], 10, 1, step)[0].tolist() in [[-8, 0], [8, 0], [0, 0]]
    mean = np.mean([dither([flee, chase], [0.9, 0.9], 10, 1, step)[0, 0] for step in range(200)])
    assert mean < -5


WALL, GOAL = 3.0, np.array([5.0, 0.0])      # a wall along x = 0 for |y| ≤ 3, the goal behind its middle


def behaviors(at):
    """Keep off the wall, follow it to the north while it hides the goal, seek: each at most 1 newton."""
    near = np.array([0.0, np.clip(at[1], -WALL, WALL)])
    off, distance = (at - near), np.hypot(*(at - near))
    keep_off = off / distance * np.clip((0.6 - distance) / 0.4, 0, 1)
    crossing = at[1] + (GOAL[1] - at[1]) * -at[0] / (GOAL[0] - at[0])
    hidden = at[0] < 0 and abs(crossing) <= WALL + 0.3 and distance < 1
    follow = np.array([0.0, 1.0 if hidden else 0.0])
    return [keep_off[None], follow[None], ((GOAL - at) / np.hypot(*(GOAL - at)))[None]]


def travel(combine):
    """Where a particle without inertia comes to in 40 s at up to 1 m/s; it must not touch the wall."""
    at = np.array([-4.0, 0.5])
    for step in range(4000):
        force = combine(behaviors(at), step)[0]
        before, at = at, at + 0.01 * force
        assert not (before[0] < 0 <= at[0] and abs(at[1]) <= WALL)
        if np.hypot(*(GOAL - at)) < 0.1:
            return at, True, force
    return at, False, force


def test_the_sum_is_caught_in_a_local_minimum_and_the_others_are_not():
    at, arrived, force = travel(lambda forces, _: weighted_sum(forces, [1, 0.3, 1], 1.0))
    assert not arrived and at[0] < 0 and np.hypot(*force) < 1e-3    # it hangs before the wall, pushed no way
    assert travel(lambda forces, _: prioritize(forces, 1.0))[1]
    for seed in range(5):
        assert travel(lambda forces, step: dither(forces, [0.5, 0.9, 0.9], 1.0, seed, step))[1]


# ---- arguments ----

@pytest.mark.parametrize("call, message", [
    (lambda: weighted_sum([], [], 1), "forces: must hold one"),
    (lambda: weighted_sum(5, 1, 1), "forces: must be a list of arrays"),
    (lambda: weighted_sum([[(0, 0)], [(0, 0), (1, 1)]], [1, 1], 1), r"forces\[1\]: must be of shape \(1, 2\)"),
    (lambda: weighted_sum([[(0, 0, 0)]], [1], 1), r"forces\[0\]: must be of shape \(n, 2\), is \(1, 3\)"),
    (lambda: weighted_sum([[(0, 0), (np.nan, 0)]], [1], 1), r"forces\[0\]: must be finite and within 1e\+30, row 1"),
    (lambda: weighted_sum([[(0, 1e31)]], [1], 1), r"within 1e\+30"),
    (lambda: weighted_sum([[("a", "b")]], [1], 1), "must be an array of numbers"),
    (lambda: weighted_sum([[(0, 0)]], [1, 2], 1), r"weights: must be one number or of shape \(1,\), is of shape \(2,\)"),
    (lambda: weighted_sum([[(0, 0)]], [-1], 1), "weights: must be in 0"),
    (lambda: prioritize([[(0, 0)]], -1), "max_force: must be in 0"),
    (lambda: prioritize([[(0, 0)]], np.nan), "max_force: must be in 0"),
    (lambda: prioritize([[(0, 0)]], None), "max_force: must be a number"),
    (lambda: dither([[(0, 0)]], [1.5], 1, 0, 0), "probabilities: must be in 0 … 1, is 1.5"),
    (lambda: dither([[(0, 0)]], [0.5], 1, -1, 0), "seed: must be a whole number"),
    (lambda: dither([[(0, 0)]], [0.5], 1, 0, 0.5), "step: must be a whole number"),
])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
