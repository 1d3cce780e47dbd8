"""Avoidance by sampling against sample_penalties and patterns worked out in numpy, dense sampling, and agents on their way."""
import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from navpy.motion import sample_penalties, sample_velocities, sampling_params

QUALITIES = ["low", "medium", "good", "high"]
NEAR = {"neighbor_distance": 100.0, "max_neighbors": 20}
MAX_SPEED = 3.0


# ---- the penalty and the patterns in numpy ----

def impact_of_discs(offset, relative, radius):
    """Seconds to the impact at each row of relative velocities; overlapping: half the seconds since it."""
    found = np.full(len(relative), math.inf)
    for k, u in enumerate(relative):
        if u @ u < 1e-4:
            continue
        roots = np.roots([u @ u, -2 * offset @ u, offset @ offset - radius * radius])
        if abs(roots.imag).max() > 0:
            continue
        enters, leaves = sorted(roots.real)
        if enters >= 0:
            found[k] = enters
        elif leaves > 0:
            found[k] = -enters / 2
    return found


def impact_of_wall(position, candidates, start, end):
    """Twice the seconds until the center meets the wall; each row solved on its own."""
    found = np.full(len(candidates), math.inf)
    for k, v in enumerate(candidates):
        matrix = np.column_stack([v, start - end])
        if abs(np.linalg.det(matrix)) > 1e-6:
            t, s = np.linalg.solve(matrix, start - position)
            if 0 <= t <= 1 and 0 <= s <= 1:
                found[k] = 2 * t
    return found


def penalty_by_numpy(candidates, positions, velocities, preferred, radii, walls, weights=(2.0, 0.75, 0.75, 2.5), horizon=2.5):
    """Of velocities of agent 0; all walls in front of it."""
    off = weights[0] * np.linalg.norm(candidates - preferred[0], axis=1) / MAX_SPEED
    off += weights[1] * np.linalg.norm(candidates - velocities[0], axis=1) / MAX_SPEED
    impact, sides = np.full(len(candidates), horizon), []
    for j in range(1, len(positions)):
        offset = positions[j] - positions[0]
        relative = 2 * candidates - velocities[0] - velocities[j]
        ahead = offset / np.linalg.norm(offset)
        crossing = preferred[j] - preferred[0]
        to_left = ahead[0] * crossing[1] - ahead[1] * crossing[0]
        wrong = np.array([-ahead[1], ahead[0]]) if to_left >= 0.01 else np.array([ahead[1], -ahead[0]])
        sides.append(np.clip(np.minimum(relative @ ahead / 2 + 0.5, 2 * relative @ wrong), 0, 1))
        impact = np.minimum(impact, impact_of_discs(offset, relative, radii[0] + radii[j]))
    for wall in walls:
        impact = np.minimum(impact, impact_of_wall(positions[0], candidates, wall[:2], wall[2:]))
    return off + weights[2] * (np.mean(sides, axis=0) if sides else 0) + weights[3] / (0.1 + impact / horizon)


def scene(rng, discs, walls):
    """Agent 0 in the middle, others around it, some of them overlapping it, walls that it is in front of."""
    positions = np.vstack([[(0.0, 0.0)], rng.uniform(-4, 4, (discs, 2))])
    velocities, preferred = rng.uniform(-2, 2, (2, discs + 1, 2))
    ends = []
    while len(ends) < walls:
        a, b = rng.uniform(-4, 4, (2, 2))
        if a[0] * b[1] - a[1] * b[0] > 0.1:
            ends.append([*a, *b])
    return positions, velocities, preferred, rng.uniform(0.2, 0.8, discs + 1), np.reshape(ends, (-1, 4))


def rings(center, forward, width, divisions, count):
    """A pattern as complex numbers: the center, and rings of which every second one is turned by half a division."""
    spokes = forward * np.exp(2j * np.pi * np.arange(divisions) / divisions)
    half = np.exp(1j * np.pi / divisions)
    return np.concatenate([[center], *(center + width * (count - k) / count * spokes * (half if k % 2 else 1) for k in range(count))])


def adaptive_by_numpy(state, divisions, count, depth):
    """(velocity, samples): level by level the best of all of a pattern."""
    goal = complex(*state[2][0])
    center, width, samples = goal / 2, MAX_SPEED / 2, 0
    for _ in range(depth):
        pattern = rings(center, goal / abs(goal), width, divisions, count)
        samples += len(pattern)
        pattern = pattern[abs(pattern) <= MAX_SPEED]
        center = pattern[np.argmin(penalty_by_numpy(np.column_stack([pattern.real, pattern.imag]), *state))]
        width /= 2
    return np.array([center.real, center.imag]), samples


# ---- penalty and patterns ----

def test_penalties_are_those_worked_out_in_numpy():
    rng = np.random.default_rng(1)
    for discs, walls in ((0, 0), (1, 0), (5, 0), (0, 3), (4, 2)) * 5:
        state = scene(rng, discs, walls)
        candidates = rng.uniform(-3, 3, (40, 2))
        expected = penalty_by_numpy(candidates, *state)
        assert sample_penalties(candidates, *state[:4], MAX_SPEED, state[4]) == pytest.approx(expected, rel=1e-6)


def test_a_hand_checked_penalty():
    """A disc 4 m ahead that stands, both radii 1, both at rest: at 1.2 m/s, which counts twice, it is met after 3 / 2.4 s."""
    positions, still = [(0, 0), (4, 0)], [(0, 0), (0, 0)]
    got = sample_penalties([(1.2, 0), (0, 0)], positions, still, [(1.2, 0), (0, 0)], 0.5, 1.2)
    assert got == pytest.approx([0.75 + 2.5 / (0.1 + 0.5), 2.0 + 2.5 / 1.1])


@pytest.mark.parametrize("quality, divisions, count, depth, samples",
                         [("low", 5, 2, 1, 11), ("medium", 5, 2, 2, 22), ("good", 7, 2, 3, 45), ("high", 7, 3, 3, 66)])
def test_each_quality_takes_the_best_of_its_patterns(quality, divisions, count, depth, samples):
    got = sampling_params(quality)
    assert (got["divisions"], got["rings"], got["depth"]) == (divisions, count, depth)
    rng = np.random.default_rng(2)
    for discs, walls in ((1, 0), (3, 0), (2, 2), (5, 3)) * 3:
        state = scene(rng, discs, walls)
        expected, taken = adaptive_by_numpy(state, divisions, count, depth)
        assert taken == samples
        new = sample_velocities(*state[:4], MAX_SPEED, state[4], quality=quality, **NEAR)
        assert new[0] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("divisions", [4, 6, 8])
def test_even_divisions_are_as_good_as_odd_ones(divisions):
    rng = np.random.default_rng(3)
    for _ in range(6):
        state = scene(rng, 3, 1)
        expected, _ = adaptive_by_numpy(state, divisions, 2, 2)
        new = sample_velocities(*state[:4], MAX_SPEED, state[4], divisions=divisions, rings=2, depth=2, **NEAR)
        assert new[0] == pytest.approx(expected, abs=1e-6)


def test_the_grid_takes_the_best_of_all_its_velocities():
    rng = np.random.default_rng(4)
    for _ in range(12):
        state = scene(rng, 3, 2)
        steps = np.linspace(-MAX_SPEED / 2, MAX_SPEED / 2, 33)
        lattice = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2) + state[2][0] / 2
        lattice = lattice[np.linalg.norm(lattice, axis=1) <= MAX_SPEED]
        new = sample_velocities(*state[:4], MAX_SPEED, state[4], pattern="grid", **NEAR)[:1]
        least = sample_penalties(lattice, *state[:4], MAX_SPEED, state[4]).min()
        assert sample_penalties(new, *state[:4], MAX_SPEED, state[4])[0] == pytest.approx(least, rel=1e-12)


def test_deeper_is_never_worse_and_dense_sampling_hardly_better():
    """Each level keeps the best of the one before. Nothing that a dense grid finds is better by more than what the last level's
    width is worth (its step over max_speed, times the weights of deviation), but where a gap is narrower than the first pattern."""
    rng = np.random.default_rng(5)
    steps = np.linspace(-MAX_SPEED, MAX_SPEED, 121)
    dense = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    dense = dense[np.linalg.norm(dense, axis=1) <= MAX_SPEED]
    within = scenes = 0
    for discs in (0, 1, 2, 4) * 15:
        state = scene(rng, discs, 0)
        found = [sample_penalties(sample_velocities(*state[:4], MAX_SPEED, depth=depth, divisions=15, rings=4, **NEAR)[:1],
                           *state[:4], MAX_SPEED)[0] for depth in range(1, 6)]
        assert (np.diff(found) <= 1e-12).all()
        excess = found[-1] - sample_penalties(dense, *state[:4], MAX_SPEED).min()
        slack = 2.75 * 0.5 / 2 ** 4
        assert discs > 0 or excess <= slack
        within += excess <= slack
        scenes += 1
    assert within >= 0.9 * scenes


# ---- discs ----

def walk(starts, goals, steps=400, dt=0.1, speed=1.0, radius=0.5, **options):
    """Positions (steps, n, 2) of agents on their way to their goals, and the least gap between any two discs."""
    positions, goals = np.array(starts, float), np.array(goals, float)
    velocities, track, gap = np.zeros_like(positions), [], math.inf
    for _ in range(steps):
        way = goals - positions
        left = np.linalg.norm(way, axis=1)[:, None]
        if left.max() < 0.2:
            break
        preferred = np.where(left > speed * dt, speed * way / np.maximum(left, 1e-9), way / dt)
        velocities = sample_velocities(positions, velocities, preferred, radius, 1.5 * speed, **{**NEAR, **options})
        positions = positions + dt * velocities
        track.append(positions)
        between = np.linalg.norm(positions[:, None] - positions[None], axis=2)[np.triu_indices(len(positions), 1)]
        gap = min([gap, *(between - 2 * radius)])
    assert left.max() < 0.5
    return np.array(track), gap


@pytest.mark.parametrize("quality", ["good", "high"])
def test_agents_that_cross_or_meet_pass_each_other(quality):
    for starts, goals in (([(-8, 0), (0, -8)], [(8, 0), (0, 8)]), ([(-8, 0), (8, 0)], [(8, 0), (-8, 0)]),
                          ([(-8, 0.2), (8, -0.2)], [(8, 0.2), (-8, -0.2)])):
        _, gap = walk(starts, goals, quality=quality)
        assert gap > -0.05


def test_head_on_each_passes_on_its_left():
    track, _ = walk([(-8, 0), (8, 0)], [(8, 0), (-8, 0)])
    passing = track[abs(track[:, 0, 0] - track[:, 1, 0]) < 0.7]
    assert len(passing) > 0 and (passing[:, 0, 1] > 0.3).all() and (passing[:, 1, 1] < -0.3).all()


def test_alone_it_goes_as_it_wishes():
    wish = [(1.0, 0.5)]
    new = sample_velocities([(0, 0)], wish, wish, 0.5, 2.0, depth=8, **NEAR)
    assert new == pytest.approx(np.array(wish), abs=0.02)
    assert sample_velocities([(0, 0)], [(0, 0)], [(0, 0)], 0.5, 2.0, **NEAR)[0].tolist() == [0, 0]


def test_one_that_stands_steps_aside():
    """It has no preferred direction to align its pattern to, yet something comes."""
    new = sample_velocities([(0, 0), (2, 0)], [(0, 0), (-2, 0)], [(0, 0), (-2, 0)], 0.5, 2.0, **NEAR)
    assert np.linalg.norm(new[0]) > 0.1


def test_overlapping_discs_go_on_into_each_other_at_a_higher_price():
    """Both radii 1, 0.8 m apart: at 2 m/s against the other, who stands, apart was entered 0.9 s ago, on into it 0.1 s."""
    args = [(0, 0), (0.8, 0)], [(0, 0), (0, 0)], [(0, 0), (0, 0)], 0.5, 2.0
    apart, into = sample_penalties([(-1, 0), (1, 0)], *args, weight_side=0.0)
    assert apart == pytest.approx(1.375 + 2.5 / (0.1 + 0.45 / 2.5))
    assert into == pytest.approx(1.375 + 2.5 / (0.1 + 0.05 / 2.5))


# ---- walls ----

def test_a_wall_is_not_walked_through():
    """A way straight into a wall, ground on its left: the center stays in front of it. From behind there is none."""
    wall = [(1.0, -5.0, 1.0, 5.0)]
    position, velocity = np.zeros((1, 2)), np.zeros((1, 2))
    for _ in range(80):
        velocity = sample_velocities(position, velocity, [(2.0, 0.5)], 0.3, 2.0, wall, **NEAR)
        position = position + velocity / 30
        assert position[0, 0] < 1.0
    assert position[0, 1] > 0.1                                         # and is gone along it
    free = sample_velocities([(1.5, 0)], [(-2, 0)], [(-2, 0)], 0.3, 2.0, wall, **NEAR)
    assert free.tolist() == sample_velocities([(1.5, 0)], [(-2, 0)], [(-2, 0)], 0.3, 2.0, **NEAR).tolist()


def test_at_a_wall_only_the_way_through_it_is_shut():
    args = [(0.995, 0)], [(0, 0)], [(1, 0)], 0.3, 2.0
    wall = [(1.0, -5.0, 1.0, 5.0)]
    off = 2.0 * np.linalg.norm(np.subtract([(1, 0), (-1, 0), (0, 1), (0, 0)], (1, 0)), axis=1) / 2 + [0.375, 0.375, 0.375, 0]
    found = sample_penalties([(1, 0), (-1, 0), (0, 1), (0, 0)], *args, wall)
    assert found == pytest.approx(off + 2.5 / np.array([0.1, 1.1, 1.1, 1.1]))


@pytest.mark.parametrize("distance", [1.0, 2.0, 2.9])
def test_walls_matter_a_second_ahead(distance):
    """It slows down to what does not bring it there within a second; beyond that there is no wall."""
    wish, wall = [(3.0, 0.0)], [(distance, -9, distance, 9)]
    new = sample_velocities([(0, 0)], wish, wish, 0.5, MAX_SPEED, wall, depth=6, weight_toi=50.0, **NEAR)[0]
    assert distance - 0.1 < new[0] < distance
    assert sample_velocities([(0, 0)], wish, wish, 0.5, MAX_SPEED, [(3.1, -9, 3.1, 9)], **NEAR)[0] == pytest.approx((3, 0))


def test_walls_out_of_reach_do_not_matter():
    rng = np.random.default_rng(6)
    far = np.column_stack([rng.uniform(20, 30, (50, 1)), rng.uniform(-9, 9, (50, 1)), rng.uniform(20, 30, (50, 1)),
                           rng.uniform(-9, 9, (50, 1))])
    state = scene(rng, 4, 2)
    new = sample_velocities(*state[:4], MAX_SPEED, state[4], **NEAR)
    assert new[0].tolist() == sample_velocities(*state[:4], MAX_SPEED, np.vstack([far, state[4]]), **NEAR)[0].tolist()


# ---- any input ----

coordinates = st.floats(-20, 20) | st.sampled_from([0.0, 1.0, -1.0, 1e-300, 1e9])
pairs = st.tuples(coordinates, coordinates)
radii, speeds = st.sampled_from([0.0, 0.3, 1.0, 50.0]), st.sampled_from([0.0, 0.5, 2.0, 1e6])
states = st.lists(st.tuples(pairs, pairs, pairs, radii, speeds), max_size=6)


@given(states, st.lists(st.tuples(coordinates, coordinates, coordinates, coordinates), max_size=4), st.sampled_from(QUALITIES),
       st.sampled_from(["adaptive", "grid"]), st.sampled_from([0.0, 3.0, 1e12]), st.integers(0, 8))
@example([((0, 0), (0, 0), (0, 0), 0.0, 1.0)] * 3, [(0, 0, 0, 0)], "high", "adaptive", 5.0, 5)
@example([((0, 0), (1, 0), (1, 0), 0.5, 5e-324)] * 2, [], "high", "adaptive", 5.0, 5)
def test_any_state_gives_velocities_no_faster_than_allowed(agents, walls, quality, pattern, distance, most):
    columns = list(zip(*agents)) or [[]] * 5
    options = dict(quality=quality, pattern=pattern, neighbor_distance=distance, max_neighbors=most, grid_size=7)
    new = sample_velocities(*columns, walls, **options)
    assert new.shape == (len(agents), 2) and np.isfinite(new).all()
    assert (np.linalg.norm(new, axis=1) <= np.array(columns[4]) * (1 + 1e-12)).all()
    assert new.tobytes() == sample_velocities(*columns, walls, **options).tobytes()


@given(st.integers(0, 2 ** 32))
def test_the_order_of_the_agents_does_not_matter(seed):
    rng = np.random.default_rng(seed)
    positions, velocities, preferred, radii, walls = scene(rng, 5, 2)
    order = rng.permutation(6)
    new = sample_velocities(positions, velocities, preferred, radii, MAX_SPEED, walls, **NEAR)
    shuffled = sample_velocities(positions[order], velocities[order], preferred[order], radii[order], MAX_SPEED, walls[::-1], **NEAR)
    assert shuffled == pytest.approx(new[order], abs=1e-9)


@pytest.mark.parametrize("change, message", [
    ({"positions": [(0, 0, 0)]}, r"positions: must be of shape \(n, 2\)"),
    ({"walls": [(0, 0, 1)]}, r"walls: must be of shape \(n, 4\)"),
    ({"walls": [(0, 0, 1, math.inf)]}, "walls: must be finite"),
    ({"quality": ["high"]}, "quality: must be one of"),
    ({"pattern": ["grid"]}, "pattern: must be adaptive or grid"),
    ({"walls": 5}, r"walls: must be of shape \(n, 4\), is \(\)"),
    ({"quality": "best"}, "quality: must be one of low, medium, good, high, is 'best'"),
    ({"pattern": "spiral"}, "pattern: must be adaptive or grid"),
    ({"weight": 1.0}, "the sampling has no parameter 'weight'; did you mean"),
    ({"weight_toi": -1.0}, "weight_toi: must be in 0 … 1e.30, is -1"),
    ({"horizon": 0.0}, "horizon: must be a finite number of seconds above 0, is 0.0"),
    ({"bias": 1.5}, "bias: must be in 0 … 1"),
    ({"rings": 5}, "rings: must be a whole number in 1 … 4"),
    ({"divisions": 0}, "divisions: must be a whole number in 1 … 32"),
    ({"grid_size": 1}, "grid_size: must be a whole number"),
])
def test_bad_arguments_are_named(change, message):
    given = {"positions": [(0, 0)], "velocities": [(0, 0)], "preferred": [(1, 0)], "radii": [0.5], "max_speeds": [1.0]}
    with pytest.raises(ValueError, match=message):
        sample_velocities(**{**given, **NEAR, **change})
