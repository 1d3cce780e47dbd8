"""Velocity obstacles against discs moved on, the papers' apexes, dense sampling, and agents that cross."""
import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from navpy.motion import avoid, is_inside, velocity_obstacle

KINDS = ["vo", "rvo", "hrvo"]
SHARE = {"vo": 1.0, "rvo": 0.5, "hrvo": 0.5}
NEAR = {"neighbor_distance": 100.0, "max_neighbors": 20, "dt": 0.1}


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def closest_approach(offset, relative, horizon):
    """Least distance of two centers within the horizon, for rows of relative velocities."""
    speed2 = (relative ** 2).sum(1)
    t = np.clip(relative @ offset / np.where(speed2 > 0, speed2, 1), 0, horizon)
    return np.linalg.norm(offset - relative * t[:, None], axis=1)


def scene(rng):
    """(offset, radius, velocity, other's velocity) of two discs that do not overlap."""
    radius = rng.uniform(0.1, 2)
    angle, distance = rng.uniform(0, 2 * np.pi), radius * rng.uniform(1.05, 8)
    return np.array([math.cos(angle), math.sin(angle)]) * distance, radius, rng.uniform(-2, 2, 2), rng.uniform(-2, 2, 2)


def assert_inside_where(collides, clear, inside):
    """Velocities with a clear verdict, that is not right at the boundary, get that verdict."""
    assert (inside[clear] == collides[clear]).all()
    assert clear.mean() > 0.9


# ---- what an obstacle contains ----

@pytest.mark.parametrize("horizon", [math.inf, 3.0, 0.7])
@pytest.mark.parametrize("kind", ["vo", "rvo"])
def test_an_obstacle_contains_exactly_the_velocities_that_collide(kind, horizon):
    """The other keeps its velocity (VO), or changes it as much as the agent does (RVO)."""
    rng = np.random.default_rng(3)
    seen = np.zeros(2, int)
    for _ in range(60):
        offset, radius, own, other = scene(rng)
        candidates = rng.uniform(-5, 5, (1500, 2))
        relative = candidates - other if kind == "vo" else (candidates - (other + (own - candidates)))
        gap = closest_approach(offset, relative, horizon) - radius
        inside = is_inside(candidates, offset, radius, own, other, kind=kind, time_horizon=horizon)
        assert_inside_where(gap < 0, abs(gap) > 1e-6, inside)
        seen += [inside.sum(), (~inside).sum()]
    assert seen.min() > 1000


def test_a_hybrid_obstacle_is_a_cone_between_the_two():
    """Its leg on the side that the agent goes to is on the RVO's, the other one on the VO's. So it contains what both contain."""
    rng = np.random.default_rng(4)
    for _ in range(60):
        offset, radius, own, other = scene(rng)
        candidates = rng.uniform(-5, 5, (800, 2))
        vo, rvo, hybrid = (is_inside(candidates, offset, radius, own, other, kind=kind) for kind in KINDS)
        assert hybrid[vo & rvo].all() and hybrid.any() and not hybrid.all()
        apex, left, right = velocity_obstacle(offset, radius, own, other, kind="hrvo")
        passing, wrong = (left, right) if cross(offset, own - other) > 0 else (right, left)
        slack = 1e-9 * (1 + np.linalg.norm(apex))
        assert cross(apex - (own + other) / 2, passing) == pytest.approx(0, abs=slack)
        assert cross(apex - other, wrong) == pytest.approx(0, abs=slack)


def test_apexes_are_those_of_the_papers():
    offset, radius = (4.0, 0.0), 2.0                                # legs at ±30 degrees
    own, other = (1.0, -0.2), (-1.0, 0.2)
    sine, cosine = 0.5, math.sqrt(0.75)
    for kind, apex in (("vo", (-1.0, 0.2)), ("rvo", (0.0, 0.0))):
        got, left, right = velocity_obstacle(offset, radius, own, other, kind=kind)
        assert got == pytest.approx(apex)
        assert left == pytest.approx((cosine, sine)) and right == pytest.approx((cosine, -sine))
    got, *_ = velocity_obstacle(offset, radius, own, other, kind="hrvo")
    # goes right: the left leg of the VO from (−1, 0.2) at +30°, the right leg of the RVO from (0, 0) at −30°
    t = (1 / cosine - 0.2 / sine) / 2
    assert got == pytest.approx((-1 + t * cosine, 0.2 + t * sine))
    assert got[1] == pytest.approx(-got[0] * math.tan(math.radians(30)))
    mirrored, *_ = velocity_obstacle(offset, radius, (1.0, 0.2), (-1.0, -0.2), kind="hrvo")
    assert mirrored == pytest.approx((got[0], -got[1]))
    assert velocity_obstacle(offset, 0.0, own, other) is None


def test_head_on_both_keep_to_their_right():
    for own, other, offset in (((1, 0), (-1, 0), (4, 0)), ((-1, 0), (1, 0), (-4, 0))):
        apex, _, right = velocity_obstacle(offset, 2.0, own, other, kind="hrvo")
        assert cross(apex, right) == pytest.approx(0)            # the right leg goes through the RVO's apex, (0, 0)
        assert apex != pytest.approx((0, 0))


@given(st.integers(0, 2 ** 32), st.sampled_from(KINDS), st.sampled_from([math.inf, 2.0]))
def test_mirrored_scenes_have_mirrored_obstacles_and_velocities(seed, kind, horizon):
    rng = np.random.default_rng(seed)
    flip = np.array([1.0, -1.0])
    offset, radius, own, other = scene(rng)
    candidates = rng.uniform(-4, 4, (50, 2))
    inside = is_inside(candidates, offset, radius, own, other, kind=kind, time_horizon=horizon)
    flipped = is_inside(candidates * flip, offset * flip, radius, own * flip, other * flip, kind=kind, time_horizon=horizon)
    assert (inside == flipped).all()
    positions = np.array([(0, 0), offset, offset + (5, 7)])
    velocities, preferred = rng.uniform(-2, 2, (2, 3, 2))
    new = avoid(positions, velocities, preferred, radius / 2, 2.5, kind=kind, time_horizon=horizon, **NEAR)
    mirrored = avoid(positions * flip, velocities * flip, preferred * flip, radius / 2, 2.5, kind=kind, time_horizon=horizon, **NEAR)
    assert mirrored == pytest.approx(new * flip, abs=1e-7)


# ---- the choice ----

def disc_samples(max_speed, count):
    """Velocities spread evenly over the speed disc, and as many on its rim."""
    k = np.arange(count)
    inner = np.sqrt((k + 0.5) / count) * max_speed
    angle, rim = k * 2.399963, 2 * np.pi * k / count
    return np.vstack([np.column_stack([inner * np.cos(angle), inner * np.sin(angle)]),
                      max_speed * np.column_stack([np.cos(rim), np.sin(rim)])])


def inside_any(candidates, positions, velocities, radii, kind, horizon, dt):
    inside = np.zeros(len(candidates), bool)
    for j in range(1, len(positions)):
        inside |= is_inside(candidates, positions[j] - positions[0], radii[0] + radii[j], velocities[0], velocities[j], kind=kind,
                            time_horizon=horizon, dt=dt)
    return inside


def packed(rng, count, room):
    """Discs around one in the middle; none overlap."""
    radii = rng.uniform(0.2, 0.5, count)
    positions = [np.zeros(2)]
    while len(positions) < count:
        p = rng.uniform(-room, room, 2)
        if all(np.linalg.norm(p - q) > radii[len(positions)] + r + 0.02 for q, r in zip(positions, radii)):
            positions.append(p)
    return np.array(positions), radii


@pytest.mark.parametrize("horizon", [math.inf, 2.0])
@pytest.mark.parametrize("kind", KINDS)
def test_the_choice_is_free_wherever_one_is_and_none_is_nearer(kind, horizon):
    rng = np.random.default_rng(6)
    even = disc_samples(1.0, 2500)
    deviating = blocked = 0
    for _ in range(60):
        positions, radii = packed(rng, int(rng.integers(2, 18)), 3.0)
        velocities, preferred = rng.uniform(-1.2, 1.2, (2, len(positions), 2))
        speed = rng.choice([0.2, 0.6, 1.5])
        velocities[0] *= speed / 1.7
        samples, goal = speed * even, preferred[0] * min(1, speed / np.linalg.norm(preferred[0]))
        chosen = avoid(positions, velocities, preferred, radii, speed, kind=kind, time_horizon=horizon, **NEAR)[:1]
        free = ~inside_any(samples, positions, velocities, radii, kind, horizon, 0.1)
        if inside_any(chosen, positions, velocities, radii, kind, horizon, 0.1)[0]:
            assert not free.any()
            blocked += 1
        else:
            off = np.linalg.norm(chosen[0] - goal)
            assert not free.any() or off <= np.linalg.norm(samples[free] - goal, axis=1).min() + 1e-7
            deviating += off > 1e-6
    assert deviating > 10 and blocked > 2


def test_hand_checked_choices():
    """A disc of both radii 1 stands 2 m ahead: legs at ±30 degrees from standing still, the choice is on the right one."""
    one = ((0, 0), (2, 0)), ((0, 0), (0, 0)), ((1, 0), (0, 0)), 0.5
    new = avoid(*one, 2.0, kind="vo", **NEAR)
    assert new[0] == pytest.approx((0.75, -math.sqrt(3) / 4))
    assert new[1] == pytest.approx((0, 0))
    # the preferred velocity points left of the center: the left leg is nearer
    left = avoid(one[0], one[1], ((1, 0.1), (0, 0)), 0.5, 2.0, kind="vo", **NEAR)[0]
    assert left[1] > 0 and cross((math.sqrt(0.75), 0.5), left) == pytest.approx(0)
    # within 1 s nothing is hit at 1 m/s: that is the distance
    assert avoid(*one, 2.0, kind="vo", time_horizon=1.0, **NEAR)[0] == pytest.approx((1, 0))
    # within 2 s it is hit: half the speed straight on is as near as it gets
    assert avoid(*one, 2.0, kind="vo", time_horizon=2.0, **NEAR)[0] == pytest.approx((0.75, -math.sqrt(3) / 4))
    # RVO: half the change of velocity, from the same present velocities
    walking = ((1, 0), (0, 0))
    rvo = avoid(one[0], walking, one[2], 0.5, 2.0, kind="rvo", **NEAR)[0]
    vo = avoid(one[0], walking, one[2], 0.5, 2.0, kind="vo", **NEAR)[0]
    assert rvo - (1, 0) == pytest.approx((vo - (1, 0)) / 2)


def test_where_nothing_is_free_the_least_penalty_wins():
    """A ring of standing discs that touch: every velocity leads into one. The choice is no worse than to go on or to stand, and a
    higher safety factor goes for a later collision."""
    angles = 2 * np.pi * np.arange(6) / 6
    ring = 2.0 * np.column_stack([np.cos(angles), np.sin(angles)])
    positions, still = np.vstack([[(0.3, 0.1)], ring]), np.zeros((7, 2))
    preferred = np.vstack([[(1.0, 0.4)], still[1:]])
    samples = disc_samples(1.5, 6000)
    assert inside_any(samples[np.linalg.norm(samples, axis=1) > 0.01], positions, still, np.full(7, 1.01), "vo", math.inf, 0.1).all()

    def seconds(velocity):
        times = [math.inf]
        for other in positions[1:]:
            p = other - positions[0]
            b, c, a = p @ velocity, p @ p - 2.02 ** 2, velocity @ velocity
            if c <= 0:
                raise AssertionError("overlap")
            if b > 0 and b * b >= a * c:
                times.append((b - math.sqrt(b * b - a * c)) / a)
        return min(times)

    radii = np.full(7, 1.01)
    positions[1:] *= 1.2                                            # gaps that the middle one does not fit through
    speeds = []
    for safety in (0.1, 1.0, 10.0):
        v = avoid(positions, still, preferred, radii, 1.5, kind="vo", safety_factor=safety, **NEAR)[0]
        speeds.append(np.linalg.norm(v))
        cost = safety / seconds(v) + np.linalg.norm(v - preferred[0])
        assert cost <= safety / seconds(preferred[0]) + 1e-9       # no worse than to go on, or than to stand
        assert cost <= np.linalg.norm(preferred[0]) + 1e-9
    assert speeds[0] >= speeds[1] >= speeds[2]


def penalties(candidates, positions, velocities, preferred, kind, horizon):
    """1 m / time to the first collision + deviation, of the first of discs of both radii 1."""
    soonest = np.full(len(candidates), math.inf)
    for other, velocity in zip(positions[1:], velocities[1:]):
        relative = candidates - velocity if kind == "vo" else 2 * candidates - velocities[0] - velocity
        b, c, a = relative @ (other - positions[0]), (other - positions[0]) @ (other - positions[0]) - 1, (relative ** 2).sum(1)
        hit = (b > 0) & (b * b >= a * c)
        seconds = np.where(hit, c / (b + np.sqrt(np.where(hit, b * b - a * c, 1))), math.inf)
        soonest = np.minimum(soonest, np.where(seconds < horizon, seconds, math.inf))
    return 1 / soonest + np.linalg.norm(candidates - preferred, axis=1)


@pytest.mark.parametrize("horizon", [math.inf, 3.0])
@pytest.mark.parametrize("kind", ["vo", "rvo"])
def test_where_nothing_is_free_dense_sampling_finds_little_better(kind, horizon):
    rng = np.random.default_rng(2)
    samples, ratios = disc_samples(1.2, 10000), []
    for _ in range(250):
        angles, distances = np.arange(7) * 2 * np.pi / 7 + rng.uniform(0, 0.3, 7), rng.uniform(1.1, 2.0, 7)
        positions = np.vstack([(0, 0), distances[:, None] * np.column_stack([np.cos(angles), np.sin(angles)])])
        velocities, preferred = rng.uniform(-1, 1, (2, 8, 2))
        preferred *= np.minimum(1, 1.2 / np.linalg.norm(preferred, axis=1))[:, None]
        chosen = avoid(positions, velocities, preferred, 0.5, 1.2, kind=kind, time_horizon=horizon, **NEAR)[:1]
        if inside_any(chosen, positions, velocities, np.full(8, 0.5), kind, horizon, 0.1)[0]:
            cost = penalties(np.vstack([chosen, samples]), positions, velocities, preferred[0], kind, horizon)
            ratios.append(cost[0] / cost[1:].min())
    assert len(ratios) > 20 and np.mean(ratios) < 1.04 and np.median(ratios) < 1.001


# ---- overlap ----

@pytest.mark.parametrize("kind", KINDS)
def test_overlapping_discs_part_within_dt(kind):
    positions = np.array([(0, 0), (0.9, 0)])
    new = avoid(positions, np.zeros((2, 2)), np.zeros((2, 2)), 0.5, 5.0, kind=kind, **NEAR)
    share = SHARE[kind]
    assert new == pytest.approx(np.array([(-share, 0), (share, 0)]))
    after = positions + 0.1 * new
    assert np.linalg.norm(after[1] - after[0]) >= 1.0 - 1e-9
    # too deep for their speeds: they part as fast as they can
    slow = avoid(positions, np.zeros((2, 2)), [(0.2, 0), (-0.2, 0)], 0.5, 0.2, kind=kind, safety_factor=10.0, **NEAR)
    assert slow == pytest.approx(np.array([(-0.2, 0), (0.2, 0)]))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("count", [2, 3, 7])
def test_agents_in_one_place_part(kind, count):
    positions, velocities = np.full((count, 2), 3.0), np.zeros((count, 2))
    for _ in range(200):
        velocities = avoid(positions, velocities, np.zeros((count, 2)), 0.5, 1.0, kind=kind, **NEAR)
        positions = positions + 0.1 * velocities
    gaps = [np.linalg.norm(positions[i] - positions[j]) for i in range(count) for j in range(i)]
    assert min(gaps) >= 1.0 - 1e-6


# ---- agents on their way ----

def walk(starts, goals, kind, dt=0.1, speed=1.0, radius=0.5, steps=600, spare=1.5):
    """Agents from their starts to their goals: velocities (steps, n, 2) up to arrival, and the least gap between any two discs."""
    positions, goals = np.array(starts, float), np.array(goals, float)
    velocities = speed * (goals - positions) / np.linalg.norm(goals - positions, axis=1)[:, None]
    history, gap = [], math.inf
    for _ in range(steps):
        way = goals - positions
        left = np.linalg.norm(way, axis=1)[:, None]
        if left.max() < 0.01:
            return np.array(history), gap
        preferred = np.where(left > speed * dt, speed * way / np.maximum(left, 1e-9), way / dt)
        velocities = avoid(positions, velocities, preferred, radius, spare * speed, kind=kind, **{**NEAR, "dt": dt})
        history.append(velocities)
        positions = positions + dt * velocities
        between = np.linalg.norm(positions[:, None] - positions[None], axis=2)[np.triu_indices(len(positions), 1)]
        gap = min(gap, between.min() - 2 * radius)
    raise AssertionError(f"{kind}: not there after {steps} steps, {left.max():.2f} m left")


def dance(history, starts, goals):
    """Sign changes of each agent's lateral velocity: how often it swerves from one side of its way to the other."""
    way = np.subtract(goals, starts)
    way = way / np.linalg.norm(way, axis=1)[:, None]
    lateral = way[:, 0] * history[:, :, 1] - way[:, 1] * history[:, :, 0]
    changes = []
    for of_one in lateral.T:
        signs = np.sign(of_one[abs(of_one) > 1e-3])
        changes.append(int((signs[1:] != signs[:-1]).sum()))
    return changes


CROSSINGS = {
    "at right angles": ([(-8, 0), (0, -8)], [(8, 0), (0, 8)]),
    "nearly at right angles": ([(-8, 0), (0.3, -8)], [(8, 0), (0.3, 8)]),
    "at an acute angle": ([(-8, 0), (-6, -5)], [(8, 0), (6, 5)]),
    "head-on": ([(-8, 0), (8, 0)], [(8, 0), (-8, 0)]),
    "nearly head-on": ([(-8, 0.1), (8, -0.1)], [(8, 0.1), (-8, -0.1)]),
}


@pytest.mark.parametrize("crossing", CROSSINGS)
def test_vo_dances_and_rvo_damps(crossing):
    """Both leave the obstacle, and once both have, each sees its way free and turns back, and so on. With RVO each does half, and
    going on straight stays unfree: no turning back but the one at the end (van den Berg, Lin, Manocha 2008)."""
    starts, goals = CROSSINGS[crossing]
    changes = {}
    for kind in KINDS:
        history, gap = walk(starts, goals, kind)
        changes[kind] = max(dance(history, starts, goals))
        assert gap > (-0.01 if kind == "vo" else -1e-9), kind
    assert changes["vo"] >= 20
    assert changes["rvo"] <= 2
    assert changes["hrvo"] <= 2


def test_without_speed_to_spare_rvo_dances_and_hrvo_does_not():
    starts, goals = CROSSINGS["at an acute angle"]
    changes = {kind: max(dance(walk(starts, goals, kind, spare=1.0)[0], starts, goals)) for kind in KINDS}
    assert changes["vo"] >= 20 and changes["rvo"] >= 20 and changes["hrvo"] <= 2


@pytest.mark.parametrize("kind", KINDS)
def test_head_on_each_passes_on_its_right(kind):
    starts, goals = CROSSINGS["head-on"]
    positions = np.cumsum(0.1 * walk(starts, goals, kind)[0], axis=0) + starts
    passing = positions[abs(positions[:, 0, 0]) < 0.5]
    assert (passing[:, 0, 1] < -0.3).all() and (passing[:, 1, 1] > 0.3).all()


@pytest.mark.parametrize("offset", [-0.3, 0.3])
def test_hybrid_agents_keep_the_side_that_they_have(offset):
    """Two that would pass each other, too near, on one side widen that; neither changes over."""
    starts, goals = [(-8, offset), (8, -offset)], [(8, offset), (-8, -offset)]
    history, gap = walk(starts, goals, "hrvo")
    lateral = np.cumsum(0.1 * history, axis=0)[:, :, 1] + (offset, -offset)
    assert gap > -1e-9
    assert (lateral[:, 0] * np.sign(offset)).min() > 0 and (lateral[:, 1] * np.sign(offset)).max() < 0


@pytest.mark.parametrize("kind", ["rvo", "hrvo"])
def test_a_circle_of_agents_changes_places(kind):
    angles = 2 * np.pi * np.arange(8) / 8 + 0.05 * np.sin(np.arange(8))
    starts = 8 * np.column_stack([np.cos(angles), np.sin(angles)])
    _, gap = walk(starts, -starts, kind)
    assert gap > -0.02


# ---- any input ----

coordinates = st.floats(-20, 20) | st.sampled_from([0.0, 1.0, -1.0, 1e-300, 1e9])
pairs = st.tuples(coordinates, coordinates)
radii, speeds = st.sampled_from([0.0, 0.3, 1.0, 50.0]), st.sampled_from([0.0, 0.5, 2.0, 1e6])
states = st.lists(st.tuples(pairs, pairs, pairs, radii, speeds), max_size=6)


@given(states, st.sampled_from(KINDS), st.sampled_from([math.inf, 2.0, 1e-6]), st.sampled_from([0.0, 3.0, 1e12]), st.integers(0, 8))
@example([((0, 0), (0, 0), (0, 0), 0.0, 1.0)] * 3, "hrvo", math.inf, 5.0, 5)
@example([((0, 0), (1, 0), (1, 0), 0.5, 1.0), ((1, 0), (-1, 0), (-1, 0), 0.5, 1.0)], "hrvo", 2.0, 5.0, 5)
def test_any_state_gives_velocities_no_faster_than_allowed(agents, kind, horizon, distance, most):
    columns = list(zip(*agents)) or [[]] * 5
    new = avoid(*columns, kind=kind, time_horizon=horizon, neighbor_distance=distance, max_neighbors=most, dt=0.1)
    assert new.shape == (len(agents), 2) and np.isfinite(new).all()
    assert (np.linalg.norm(new, axis=1) <= np.array(columns[4]) * (1 + 1e-12)).all()
    again = avoid(*columns, kind=kind, time_horizon=horizon, neighbor_distance=distance, max_neighbors=most, dt=0.1)
    assert new.tobytes() == again.tobytes()
    if most == 0:
        speeds, goal = np.array(columns[4]), np.reshape(columns[2], (-1, 2))
        lengths = np.linalg.norm(goal, axis=1)
        assert new == pytest.approx(goal * np.minimum(1, speeds / np.maximum(lengths, 1e-300))[:, None])


@given(st.integers(0, 2 ** 32), st.sampled_from(KINDS))
def test_the_order_of_the_agents_does_not_matter(seed, kind):
    rng = np.random.default_rng(seed)
    positions, velocities, preferred = rng.uniform(-3, 3, (3, 7, 2))
    radii, order = rng.uniform(0.1, 0.5, 7), rng.permutation(7)
    new = avoid(positions, velocities, preferred, radii, 3.0, kind=kind, **NEAR)
    shuffled = avoid(positions[order], velocities[order], preferred[order], radii[order], 3.0, kind=kind, **NEAR)
    assert shuffled == pytest.approx(new[order], abs=1e-6)


@pytest.mark.parametrize("change, message", [
    ({"positions": [(0, 0, 0)]}, r"positions: must be of shape \(n, 2\), is \(1, 3\)"),
    ({"velocities": [(0, 0), (1, 1)]}, r"velocities: must be of shape \(1, 2\)"),
    ({"preferred": [(0, math.nan)]}, "preferred: must be finite and within 1e\\+30, row 0"),
    ({"radii": [-1.0]}, r"radii: must be in 0 … 1e\+30, is -1"),
    ({"radii": -1.0}, "radii: must be in 0"),
    ({"max_speeds": ["fast"]}, "max_speeds: must be an array of numbers"),
    ({"dt": "short"}, "dt: must be a number of seconds, is 'short'"),
    ({"time_horizon": None}, "time_horizon: must be a number of seconds, is None"),
    ({"kind": ["vo"]}, "kind: must be one of"),
    ({"kind": "orca"}, "kind: must be one of vo, rvo, hrvo, is 'orca'"),
    ({"dt": 0.0}, "dt: must be a finite number of seconds above 0"),
    ({"time_horizon": math.nan}, "time_horizon: must be a number of seconds above 0"),
    ({"neighbor_distance": -1.0}, "neighbor_distance: must be"),
    ({"max_neighbors": 1.5}, "max_neighbors: must be a whole number"),
])
def test_bad_arguments_are_named(change, message):
    given = {"positions": [(0, 0)], "velocities": [(0, 0)], "preferred": [(1, 0)], "radii": [0.5], "max_speeds": [1.0]}
    with pytest.raises(ValueError, match=message):
        avoid(**{**given, **NEAR, **change})


def test_candidates_that_are_none_are_named():
    with pytest.raises(ValueError, match=r"candidates: must be of shape \(n, 2\), is \(\)"):
        is_inside(3, (1, 0), 0.5, (0, 0), (0, 0))


def test_discs_that_overlap_have_no_cone():
    with pytest.raises(ValueError, match="offset: must be longer"):
        velocity_obstacle((0.5, 0), 1.0, (0, 0), (0, 0))
