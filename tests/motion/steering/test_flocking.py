"""Flocking against all pairs, by hand, and by what comes of it."""
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from navpy.motion import Vehicles, alignment, cohesion, flock_forces, neighbor_counts, seek, separation, weighted_sum

seeds = st.integers(0, 2**32)
views = st.sampled_from([0.3, 1.0, np.pi, 1.5 * np.pi, 2 * np.pi])


def random_flock(seed, n, spread):
    rng = np.random.default_rng(seed)
    velocities = rng.normal(0, 1.5, (n, 2))
    velocities[rng.random(n) < 0.1] = 0.0               # some stand
    return rng.uniform(-spread, spread, (n, 2)), velocities


def limited(vector, most):
    size = np.linalg.norm(vector)
    return vector * (most / size) if size > most else vector


def direction(vector):
    size = np.linalg.norm(vector)
    return vector / size if size else vector


RELAXATION = 0.5                # seconds in which a behavior of Reynolds' reaches its desired velocity


def by_all_pairs(positions, velocities, radii, weights, view, mass, max_force, max_speed):
    """The three forces and their sum by their definitions: angles instead of products, one agent at a time."""
    def force(desired, velocity):
        return limited(mass / RELAXATION * (desired - velocity), max_force)
    out = np.zeros((4, len(positions), 2))
    for i, (at, velocity) in enumerate(zip(positions, velocities)):
        offsets = np.delete(positions, i, axis=0) - at
        others = np.delete(velocities, i, axis=0)
        distances = np.linalg.norm(offsets, axis=1)
        seen = np.full(len(offsets), True)
        if velocity.any():
            turns = np.arctan2(offsets[:, 1], offsets[:, 0]) - np.arctan2(velocity[1], velocity[0])
            seen = np.abs((turns + np.pi) % (2 * np.pi) - np.pi) <= view / 2
        near = [seen & (distances <= radius) for radius in radii]
        if near[0].any():
            away = sum(-direction(offset) / np.linalg.norm(offset) for offset in offsets[near[0]])
            out[0, i] = force(direction(away) * max_speed, velocity)
        if near[1].any():
            out[1, i] = force(limited(others[near[1]].mean(axis=0), max_speed), velocity)
        if near[2].any():
            middle = at + offsets[near[2]].mean(axis=0)
            out[2, i] = force(direction(middle - at) * max_speed, velocity)
        out[3, i] = limited(sum(weight * part for weight, part in zip(weights, out[:3, i])), max_force)
    return out


@given(seeds, st.integers(0, 60), st.sampled_from([1.0, 5.0, 50.0]), views, st.tuples(*[st.floats(0, 8)] * 3),
       st.tuples(*[st.floats(0.01, 3)] * 3), st.floats(0.1, 80), st.floats(0.1, 20), st.floats(0.1, 5))
def test_forces_are_those_of_all_pairs(seed, n, spread, view, radii, weights, mass, max_force, max_speed):
    positions, velocities = random_flock(seed, n, spread)
    shared = dict(view_angle=view, mass=mass, max_force=max_force, max_speed=max_speed)
    expected = by_all_pairs(positions, velocities, radii, weights, view, mass, max_force, max_speed)
    for behavior, radius, force in zip((separation, alignment, cohesion), radii, expected):
        assert behavior(positions, velocities, radius=radius, **shared) == pytest.approx(force, abs=1e-8)
    together = flock_forces(positions, velocities, separation_radius=radii[0], alignment_radius=radii[1], cohesion_radius=radii[2],
                            separation_weight=weights[0], alignment_weight=weights[1], cohesion_weight=weights[2], **shared)
    assert together == pytest.approx(expected[3], abs=1e-8)


@given(seeds, st.integers(0, 40), st.sampled_from([0.0, 1e-9, 1.0, 1e6, 1e29]), st.sampled_from([0.0, 0.5, 1e10]),
       st.sampled_from([0.0, 3.0, 1e10]), st.sampled_from([0.0, 1.0, 1e6]), views)
def test_no_force_goes_beyond_the_limit(seed, n, spread, max_force, max_speed, radius, view):
    """Agents in one place, worlds apart, forces and speeds of 0 included."""
    positions, velocities = random_flock(seed, n, spread)
    shared = dict(view_angle=view, max_force=max_force, max_speed=max_speed)
    for force in (separation(positions, velocities, radius=radius, **shared),
                  alignment(positions, velocities, radius=radius, **shared),
                  cohesion(positions, velocities, radius=radius, **shared),
                  flock_forces(positions, velocities, separation_radius=radius, alignment_radius=2 * radius, cohesion_radius=radius,
                               separation_weight=5.0, **shared)):
        assert force.shape == (n, 2)
        assert (np.hypot(force[:, 0], force[:, 1]) <= max_force * (1 + 1e-12)).all()


def test_two_agents_by_hand():
    positions, velocities = [(0, 0), (2, 0)], [(0, 1), (0, 3)]
    shared = dict(max_force=100, max_speed=4)
    assert separation(positions, velocities, radius=2, **shared).tolist() == [[-8, -2], [8, -6]]
    assert alignment(positions, velocities, radius=2, **shared).tolist() == [[0, 4], [0, -4]]
    assert cohesion(positions, velocities, radius=2, **shared).tolist() == [[8, -2], [-8, -6]]
    assert cohesion(positions, velocities, radius=2, mass=3, **shared).tolist() == [[24, -6], [-24, -18]]
    assert not separation(positions, velocities, radius=1.99, **shared).any()
    ahead = cohesion([(0, 0), (0, 1)], velocities, radius=2, view_angle=1.0, **shared)
    assert ahead.tolist() == [[0, 6], [0, 0]]           # the one in front does not see the one behind
    weighted = flock_forces(positions, velocities, separation_radius=2, alignment_radius=2, cohesion_radius=2,
                            separation_weight=0.5, alignment_weight=2, cohesion_weight=1, **shared)
    assert weighted.tolist() == [[4, 5], [-4, -17]]


def test_the_nearer_neighbor_pushes_more():
    force = separation([(0, 0), (1, 0), (0, 2)], np.zeros((3, 2)), radius=3, max_force=10, max_speed=1)[0]
    assert force == pytest.approx(2 * np.array([-1, -0.5]) / np.hypot(1, 0.5))


@given(st.integers(2, 12), st.floats(-np.pi, np.pi), st.floats(1e-3, 100))
def test_neighbors_that_balance_are_no_direction(corners, angle, distance):
    """A regular polygon round an agent: what rounding leaves of the sums of its sides would be a direction, too."""
    angles = angle + 2 * np.pi / corners * np.arange(corners)
    places = np.concatenate([[(0, 0)], distance * np.column_stack([np.cos(angles), np.sin(angles)])])
    for behavior in (separation, cohesion):
        force = behavior(places, np.zeros_like(places), radius=1.5 * distance, max_force=6, max_speed=2)
        assert not force[0].any() and np.hypot(*force[1:].T) == pytest.approx(np.full(corners, 4.0))


def test_agents_in_one_place_part():
    at = np.zeros((12, 2))
    force = separation(at, at, radius=1, max_force=3, max_speed=1)
    assert np.hypot(*force.T) == pytest.approx(np.full(12, 2.0))
    apart = np.hypot(*(force[:, None] - force).T) + 10 * np.eye(12)
    assert apart.min() > 0.1
    assert not cohesion(at, at, radius=1, max_force=2, max_speed=1).any()


@given(seeds, st.integers(1, 60))
def test_the_same_flock_gets_the_same_bits(seed, n):
    """And to rounding the same, whatever its order and whoever flies elsewhere."""
    positions, velocities = random_flock(seed, n, 4.0)
    params = dict(separation_radius=1, alignment_radius=3, cohesion_radius=3, view_angle=4.5, max_force=5, max_speed=2)
    force = flock_forces(positions, velocities, **params)
    flock_forces(positions + 1, velocities, **params)
    assert flock_forces(positions, velocities, **params).tobytes() == force.tobytes()
    mixed = np.random.default_rng(seed).permutation(n)
    assert flock_forces(positions[mixed], velocities[mixed], **params) == pytest.approx(force[mixed], abs=1e-9)
    both = flock_forces(np.concatenate([positions + 1000, positions]), np.concatenate([velocities, velocities]), **params)
    assert both[n:] == pytest.approx(force, abs=1e-9)


@given(seeds, st.floats(0.1, 80))
def test_a_flock_is_steered_by_the_unit_of_seek(seed, mass):
    """Cohesion of two agents is to seek each other's place, separation to seek the place behind."""
    positions, velocities = random_flock(seed, 2, 3.0)
    vehicles = Vehicles(positions, velocities, mass=mass, max_speed=9.0, max_force=1e4)
    shared = dict(radius=100.0, mass=mass, max_force=1e4, max_speed=9.0)
    assert cohesion(positions, velocities, **shared) == pytest.approx(seek(vehicles, positions[::-1]), rel=1e-9, abs=1e-6)
    behind = 2 * positions - positions[::-1]
    assert separation(positions, velocities, **shared) == pytest.approx(seek(vehicles, behind), rel=1e-9, abs=1e-6)


# ---- what comes of it ----

@pytest.mark.parametrize("mass", [1.0, 70.0])
@pytest.mark.parametrize("seed", range(3))
def test_separation_keeps_agents_apart_that_seek_one_goal(seed, mass):
    """A dozen bodies of half a meter: the forces of both behaviors are of one unit, so the stronger weight keeps a diameter free."""
    limits = dict(mass=mass, max_speed=3.5, max_force=15.0 * mass)
    crowd = Vehicles(np.random.default_rng(seed).uniform(-6, 6, (12, 2)), **limits)
    gaps = []
    for _ in range(1200):
        apart = separation(crowd.positions, crowd.velocities, radius=1.2, **limits)
        crowd.move(weighted_sum([seek(crowd, (0, 0)), apart], [1.0, 1.5], limits["max_force"]), 0.05)
        gaps.append(least_distance(crowd.positions))
    assert np.median(gaps[300:]) > 1.0 and min(gaps[300:]) > 0.7
    assert np.hypot(*crowd.positions.T).max() < 4.0             # and they are at their goal


def fly(positions, velocities, steps, max_speed=2.0, **params):
    for _ in range(steps):
        velocities = velocities + 0.05 * flock_forces(positions, velocities, max_speed=max_speed, max_force=8.0, **params)
        speeds = np.hypot(*velocities.T)[:, None]
        velocities = np.where(speeds > max_speed, velocities * max_speed / np.maximum(speeds, 1e-9), velocities)
        positions = positions + 0.05 * velocities
    return positions, velocities


def order(velocities):
    """1: all go one way; about 1 / √n: each its own (Vicsek 1995)."""
    return np.hypot(*direction_of(velocities).mean(axis=0))


def direction_of(velocities):
    return velocities / np.maximum(np.hypot(*velocities.T)[:, None], 1e-12)


def least_distance(positions):
    return (np.hypot(*(positions[:, None] - positions).T) + 1e9 * np.eye(len(positions))).min()


@settings(max_examples=5)
@given(seeds)
def test_alignment_brings_order(seed):
    rng = np.random.default_rng(seed)
    positions, turns = rng.uniform(-6, 6, (150, 2)), rng.uniform(-2.2, 2.2, 150)
    velocities = np.column_stack([np.cos(turns), np.sin(turns)])
    only = dict(separation_radius=1, alignment_radius=3, cohesion_radius=3, separation_weight=0, cohesion_weight=0)
    with_it = fly(positions, velocities, 150, alignment_weight=1, **only)[1]
    without = fly(positions, velocities, 150, alignment_weight=0, **only)[1]
    assert order(with_it) > 0.9 and order(without) == pytest.approx(order(velocities))
    assert order(velocities) < 0.6


@settings(max_examples=4)
@given(seeds)
def test_separation_keeps_a_flock_from_falling_together(seed):
    rng = np.random.default_rng(seed)
    positions, velocities = rng.uniform(-5, 5, (80, 2)), rng.normal(0, 0.5, (80, 2))
    params = dict(separation_radius=1, alignment_radius=3, cohesion_radius=4)
    apart, _ = fly(positions, velocities, 300, separation_weight=2.5, alignment_weight=1, cohesion_weight=1, **params)
    fallen, _ = fly(positions, velocities, 300, separation_weight=0, alignment_weight=1, cohesion_weight=1, **params)
    assert least_distance(apart) > 0.3
    assert least_distance(fallen) < 0.05


@settings(max_examples=4)
@given(seeds)
def test_cohesion_keeps_a_flock_together(seed):
    rng = np.random.default_rng(seed)
    positions, velocities = rng.uniform(-4, 4, (60, 2)), rng.normal(0, 1, (60, 2))
    params = dict(separation_radius=1, alignment_radius=3, cohesion_radius=6, separation_weight=1.5, alignment_weight=0.2)
    together, _ = fly(positions, velocities, 300, cohesion_weight=1, **params)
    scattered, _ = fly(positions, velocities, 300, cohesion_weight=0, **params)
    assert together.std(axis=0).max() < 4 < scattered.std(axis=0).max()


# ---- neighbors ----

@given(seeds, st.integers(0, 80), st.sampled_from([0.0, 1.0, 30.0]), st.floats(0, 10))
def test_neighbors_are_those_of_all_pairs(seed, n, spread, radius):
    positions, _ = random_flock(seed, n, spread)
    expected = (np.hypot(*(positions[:, None] - positions).T) <= radius).sum(axis=1) - 1
    assert neighbor_counts(positions, radius=radius).tolist() == expected.tolist()


def test_the_pairs_looked_at_stay_the_same_from_100_agents_to_100_000():
    """One agent in every square meter and 2 m of reach: 4 π − 1 neighbors away from the rim, since in an agent's own square meter
    there is nobody else."""
    rng = np.random.default_rng(4)
    for side in (10, 32, 100, 317):
        positions = np.argwhere(np.ones((side, side))) + rng.random((side * side, 2))
        counts = neighbor_counts(positions, radius=2.0)
        inside = counts[((positions > 2) & (positions < side - 2)).all(axis=1)]
        assert inside.mean() == pytest.approx(4 * np.pi - 1, rel=0.04)
        assert counts.max() < 25                        # the circle touches no more than 25 square meters


# ---- arguments ----

GOOD = dict(separation_radius=1, alignment_radius=1, cohesion_radius=1, max_force=1, max_speed=1)


@pytest.mark.parametrize("change, message", [
    (dict(positions=[(0, 0, 0)]), r"positions: must be of shape \(n, 2\), is \(1, 3\)"),
    (dict(positions=[(np.inf, 0)]), "positions: must be finite"),
    (dict(velocities=[(0, 0), (1, 1)]), r"velocities: must be of shape \(1, 2\)"),
    (dict(separation_radius=-1), "separation_radius: must be in 0"),
    (dict(alignment_radius=np.nan), "alignment_radius: must be in 0"),
    (dict(cohesion_weight=-0.1), "cohesion_weight: must be in 0"),
    (dict(view_angle=7), "view_angle: must be in 0"),
    (dict(max_force=np.inf), "max_force: must be in 0"),
    (dict(max_speed="fast"), "max_speed: must be a number"),
])
def test_bad_arguments_are_refused(change, message):
    arguments = dict(GOOD, positions=[(0, 0)], velocities=[(0, 0)]) | change
    positions, velocities = arguments.pop("positions"), arguments.pop("velocities")
    with pytest.raises(ValueError, match=message):
        flock_forces(positions, velocities, **arguments)
