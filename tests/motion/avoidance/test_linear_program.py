"""Velocities that half-planes and a speed limit leave, against scipy's solvers."""
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog, minimize

from navpy.motion import nearest_velocity


def random_lines(rng, count, spread):
    angle = rng.uniform(0, 2 * np.pi, count)
    return np.column_stack([rng.uniform(-spread, spread, (count, 2)), np.cos(angle), np.sin(angle)])


def against(lines, velocity):
    """How far a velocity lies on the wrong side of each line, below 0 where it is on the right one."""
    lines = np.asarray(lines)
    return lines[:, 2] * (lines[:, 1] - velocity[1]) - lines[:, 3] * (lines[:, 0] - velocity[0])


def within(lines, speed, slack):
    """Constraints of SLSQP: never more against a line than the slack, not too fast."""
    normals = np.column_stack([-lines[:, 3], lines[:, 2]])
    return [{"type": "ineq", "fun": lambda v: normals @ v - (normals * lines[:, :2]).sum(axis=1) + slack, "jac": lambda v: normals},
            {"type": "ineq", "fun": lambda v: speed ** 2 - v @ v, "jac": lambda v: -2 * v}]


@settings(max_examples=150)
@given(st.integers(0, 2 ** 32), st.integers(0, 12), st.floats(0.2, 3))
def test_nearest_velocity_is_slsqps(seed, count, spread):
    rng = np.random.default_rng(seed)
    lines, speed, wanted = random_lines(rng, count, spread), rng.uniform(0.5, 3), rng.uniform(-3, 3, 2)
    found, feasible = nearest_velocity(lines, wanted, speed)
    if not feasible:
        return
    assert np.hypot(*found) <= speed * (1 + 1e-12) and (count == 0 or against(lines, found).max() < 1e-9)
    best = minimize(lambda v: (v - wanted) @ (v - wanted), found, jac=lambda v: 2 * (v - wanted), method="SLSQP",
                    constraints=within(lines, speed, 0.0) if count else within(lines, speed, 0.0)[1:], options={"ftol": 1e-14})
    if best.success and (count == 0 or against(lines, best.x).max() < 1e-9):
        assert np.hypot(*(found - wanted)) <= np.hypot(*(best.x - wanted)) + 1e-6


@settings(max_examples=150)
@given(st.integers(0, 2 ** 32), st.integers(2, 12))
def test_it_is_feasible_where_linprog_says_so(seed, count):
    """The disc as a polygon of many sides, from outside and from inside; between the two either answer is right."""
    rng = np.random.default_rng(seed)
    lines, speed = random_lines(rng, count, 2.0), 1.5
    feasible = nearest_velocity(lines, (0.0, 0.0), speed)[1]
    sides = np.column_stack([np.cos(np.arange(256) * np.pi / 128), np.sin(np.arange(256) * np.pi / 128)])
    a = np.vstack([np.column_stack([lines[:, 3], -lines[:, 2]]), sides])
    b = (np.column_stack([lines[:, 3], -lines[:, 2]]) * lines[:, :2]).sum(axis=1)
    for reach, margin in ((speed * np.cos(np.pi / 256), 1e-6), (speed, -1e-6)):
        answer = linprog((0, 0), a, np.concatenate([b - margin, np.full(256, reach)]), bounds=(None, None)).status == 0
        if answer == (margin > 0):
            assert feasible == answer


@settings(max_examples=150)
@given(st.integers(0, 2 ** 32), st.integers(3, 10))
def test_the_safest_velocity_goes_least_against_the_lines(seed, count):
    """The least of the greatest violation within the disc, by linprog over the same polygons."""
    rng = np.random.default_rng(seed)
    lines, speed = random_lines(rng, count, 1.0) * (2.5, 2.5, 1, 1), 1.5
    found, feasible = nearest_velocity(lines, rng.uniform(-1, 1, 2), speed)
    assert np.hypot(*found) <= speed * (1 + 1e-9)
    if feasible:
        return
    sides = np.column_stack([np.cos(np.arange(512) * np.pi / 256), np.sin(np.arange(512) * np.pi / 256), np.zeros(512)])
    normals = np.column_stack([lines[:, 3], -lines[:, 2]])
    a = np.vstack([np.column_stack([normals, -np.ones(count)]), sides])
    b = np.concatenate([(normals * lines[:, :2]).sum(axis=1), np.full(512, speed)])
    least = linprog((0, 0, 1), a, b, bounds=(None, None))
    assert against(lines, found).max() <= least.x[2] + 2e-3 * speed     # a disc has no corners: the polygon reaches 2e-5 farther


def test_walls_hold_whatever_becomes_of_the_rest():
    walls = [(0.0, 0.2, 1.0, 0.0)]                                      # y ≥ 0.2
    others = [(0.0, -0.5, -1.0, 0.0), (0.0, 0.0, 0.0, 1.0)]             # y ≤ −0.5, x ≤ 0
    velocity, feasible = nearest_velocity(walls + others, (1.0, 0.0), 2.0, fixed=1)
    assert not feasible and velocity[1] == pytest.approx(0.2) and velocity[0] <= 1e-9
    velocity, feasible = nearest_velocity(walls + others, (1.0, 0.0), 2.0)
    assert not feasible and velocity[1] == pytest.approx(-0.15)         # half way between the two


@settings(max_examples=150)
@given(st.integers(0, 2 ** 32), st.integers(3, 8), st.booleans())
def test_lines_that_meet_in_one_velocity_leave_it(seed, count, others):
    """Walls round about leave an agent its standing still, and often that alone. Each line's point is rounded somewhere else on it."""
    rng = np.random.default_rng(seed)
    walls = random_lines(rng, count, 0.0)
    walls[:, :2] = rng.uniform(-1, 1, (count, 1)) * walls[:, 2:]
    lines = np.vstack([walls, random_lines(rng, 5, 2.0)]) if others else walls
    found, feasible = nearest_velocity(lines, rng.uniform(-2, 2, 2), 2.0, fixed=count)
    assert against(walls, found).max() < 1e-9 and (feasible or others)


def test_bad_input_is_named():
    for lines, wanted, speed, fixed, name in (([(0, 0, np.nan, 1)], (0, 0), 1, 0, "lines"), ([], (0, 0, 0), 1, 0, "preferred"),
                                              ([], (0, 0), -1, 0, "max_speed"), ([], (0, 0), 1, 1, "fixed")):
        with pytest.raises(ValueError, match=name):
            nearest_velocity(np.array(lines, float).reshape(-1, 4), wanted, speed, fixed)
