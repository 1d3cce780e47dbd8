"""Context maps: masks hold, peaks between slots are found, danger is what rays say, and agents come through unhurt."""
import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st

from navpy.motion import ContextSteering, weighted_sum

slot_counts = st.sampled_from([8, 9, 16, 31, 64])
angles = st.floats(-np.pi, np.pi)


def heading(angle):
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1)


def turn(a, b):
    """Radians between two angles, 0 … π."""
    return np.abs((a - b + np.pi) % (2 * np.pi) - np.pi)


def sector_of(direction, slots):
    return np.round(np.arctan2(direction[..., 1], direction[..., 0]) * slots / (2 * np.pi)).astype(int) % slots


@st.composite
def random_maps(draw):
    """Interest and danger of some agents, with many equal values, peaks and plateaus, and all there is masked in some."""
    slots, n = draw(slot_counts), draw(st.integers(1, 4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    steps = draw(st.sampled_from([1, 2, 5, 1000]))
    interest = rng.integers(0, steps + 1, (n, slots)) / steps
    danger = rng.integers(0, draw(st.sampled_from([1, 2, 50])) + 1, (n, slots)) / draw(st.sampled_from([1, 2, 40]))
    danger += draw(st.sampled_from([0.0, 0.0, 0.5, 1.0]))
    return interest, danger


@given(random_maps(), st.sampled_from([0.0, 0.1, 0.5]), st.sampled_from([0.3, 1.0, 2.0]))
def test_a_masked_direction_is_never_taken(maps, tolerance, limit):
    interest, danger = maps
    n, slots = interest.shape
    context = ContextSteering(slots)
    context.start(np.zeros((n, 2)))
    context.add_maps(interest, danger)
    ways = context.choose(danger_limit=limit, tolerance=tolerance)
    masked = (danger > danger.min(axis=1, keepdims=True) + tolerance) | (danger >= limit)
    wanted = np.where(masked, 0.0, interest)
    speed = np.hypot(ways[:, 0], ways[:, 1])
    stands = speed == 0
    assert (stands == (wanted.max(axis=1) == 0)).all()
    taken = sector_of(ways, slots)
    for i in np.flatnonzero(~stands):
        assert not masked[i, taken[i]]
        assert wanted[i, taken[i]] == wanted[i].max()
        assert wanted[i].max() * (1 - 1e-12) <= speed[i] <= 1 + 1e-12


@given(slot_counts, angles, st.floats(0.01, 1), st.floats(0, 1))
def test_the_direction_between_slots_is_exact(slots, angle, strength, wide):
    """An interest that falls evenly has its slopes meet where it came from."""
    least = 2.5 * 2 * np.pi / slots * 1.001
    context = ContextSteering(slots)
    context.start([(3.0, -2.0)])
    context.add_interest([7.0 * heading(angle)], strength, least + wide * (np.pi - least))
    assert context.choose()[0] == pytest.approx(strength * heading(angle), abs=1e-6)


@given(slot_counts, angles, st.integers(0, 2**32), st.floats(0.1, 0.95))
def test_a_masked_aim_is_passed_as_near_as_the_masks_let(slots, angle, seed, share):
    masked = np.random.default_rng(seed).random(slots) < share
    width = 2 * np.pi / slots
    free = np.flatnonzero(~masked)
    assume(len(free) > 1)                               # one alone may lie dead opposite, where there is no interest
    context = ContextSteering(slots)
    context.start([(0.0, 0.0)])
    context.add_interest([heading(angle)])
    context.add_maps(np.zeros((1, slots)), masked[None].astype(float))
    way = context.choose()[0]
    nearest = np.maximum(turn(free * width, angle) - width / 2, 0.0).min()
    assert turn(np.arctan2(way[1], way[0]), angle) == pytest.approx(nearest, abs=1e-6)


def test_the_choice_by_hand():
    """Fray's order: masks by the least danger, then the greatest interest. East is liked most and a little dangerous."""
    interest, danger = np.zeros((1, 8)), np.zeros((1, 8))
    interest[0, [0, 2, 3, 4]] = 1.0, 0.5, 0.75, 0.5
    danger[0, [0, 6]] = 0.1, 0.9
    context = ContextSteering(8)
    context.start([(0, 0)])
    context.add_maps(interest, danger)
    assert context.choose()[0] == pytest.approx(1.0 * heading(0.75 * np.pi))    # slopes of ½ a slot meet 1 high
    assert context.choose(tolerance=0.1)[0] == pytest.approx((1.0, 0.0))
    danger[:] = 1.0
    context.add_maps(interest, danger)
    assert context.choose()[0].tolist() == [0.0, 0.0]                           # all are masked: it stands
    assert context.choose(danger_limit=2.0)[0] == pytest.approx((1.0, 0.0))


# ---- danger ----

def free_way(origin, angle, centers, reach):
    """Meters along each of some rays to the first disc; a disc that one stands in stops whatever leads nearer to its middle."""
    d = heading(angle)[:, None, :]
    off = centers - origin
    along = (d * off).sum(axis=-1)
    gap = (off ** 2).sum(axis=-1) - reach ** 2
    under = along ** 2 - gap
    way = np.where((along > 0) & (under > 0), along - np.sqrt(np.maximum(under, 0)), np.inf)
    return np.where((gap <= 0) & (along > 0), 0.0, way).min(axis=1, initial=np.inf)


@given(slot_counts, st.integers(0, 6), st.integers(0, 2**32), st.sampled_from([1.0, 5.0, 30.0]))
def test_danger_is_the_shortest_free_way_in_a_sector(slots, m, seed, look_ahead):
    rng = np.random.default_rng(seed)
    origin, centers = rng.uniform(-2, 2, 2), rng.uniform(-8, 8, (m, 2))
    radii, own = rng.uniform(0.1, 2, m), rng.uniform(0, 1)
    context = ContextSteering(slots)
    context.start([origin])
    context.add_danger(centers, radii, own, look_ahead=look_ahead)
    width = 2 * np.pi / slots
    towards = np.arctan2(*(centers - origin).T[::-1])
    for slot, danger in enumerate(context.danger[0]):
        inside = towards[turn(towards, slot * width) < width / 2]
        rays = np.concatenate([slot * width + width * np.linspace(-0.5, 0.5, 41) * (1 - 1e-12), inside])
        shortest = free_way(origin, rays, centers, radii + own).min()
        assert danger == pytest.approx(max(1 - shortest / look_ahead, 0), abs=1e-6)


def test_ones_own_place_is_no_danger_to_oneself():
    places = np.array([(0.0, 0.0), (3.0, 0.0)])
    context = ContextSteering(8)
    context.start(places)
    context.add_danger(places, 0.5, 0.5, look_ahead=4.0)
    expected = np.zeros((2, 8))
    expected[0, 0] = expected[1, 4] = 1 - 2 / 4
    assert context.danger == pytest.approx(expected)    # 1 / 3 is a cone of 19.5°, within the sector of 22.5°


@settings(max_examples=30)
@given(st.integers(0, 2**32), slot_counts, st.integers(1, 30))
def test_whoever_goes_by_the_maps_never_enters_a_disc(seed, slots, m):
    """A slot below the limit is free for more than a step in all its directions, so nobody comes in, however crowded it is."""
    rng = np.random.default_rng(seed)
    centers, radii, own, step, look_ahead = rng.uniform(-6, 6, (m, 2)), rng.uniform(0.2, 1.5, m), 0.3, 0.2, 3.0
    at = rng.uniform(-8, 8, (12, 2))
    at = at[(np.hypot(*(at[:, None] - centers).T).T > radii + own).all(axis=1)]
    goals = rng.uniform(-8, 8, at.shape)
    context = ContextSteering(slots)
    for _ in range(120):
        context.start(at)
        context.add_interest(goals - at)
        context.add_danger(centers, radii, own, look_ahead=look_ahead)
        at = at + step * context.choose(danger_limit=1 - step / look_ahead, memory=0.5)
        assert (np.hypot(*(at[:, None] - centers).T).T > radii + own - 1e-9).all()


# ---- where the sum fails ----

def travel(start, goal, centers, radius, choose):
    at, goal = np.array(start, dtype=float), np.array(goal, dtype=float)
    for _ in range(600):
        at = at + 0.05 * choose(at, goal, centers, radius)
        assert (np.hypot(*(centers - at).T) > radius).all()
        if np.hypot(*(goal - at)) < 0.2:
            return True
    return False


def by_context(at, goal, centers, radius):
    context = ContextSteering(16)
    context.start([at])
    context.add_interest([goal - at])
    context.add_danger(centers, radius, 0.2, look_ahead=4.0)
    return context.choose(danger_limit=0.98)[0]


def by_sum(at, goal, centers, radius):
    """Seek, and keep off every disc, the more the nearer."""
    off = at - centers
    distance = np.hypot(*off.T)
    pushes = off / distance[:, None] * np.clip(5 * (radius + 1.0 - distance), 0, None)[:, None]
    seek = (goal - at) / np.hypot(*(goal - at))
    return weighted_sum([seek[None], *pushes[:, None]], [1.0] * (1 + len(pushes)), 1.0)[0]


@pytest.mark.parametrize("centers", [
    [(0, 0)],                                                           # cancellation: straight behind a pillar
    [(0, -1.0), (0, 1.0)],                                              # a gap of 1 m that both sides push out of
    [(0, y) for y in np.arange(-1.5, 1.6, 0.5)],                        # a wall: the local minimum before it
], ids=["pillar", "gap", "wall"])
def test_context_steering_comes_through_where_the_sum_stands(centers):
    centers = np.array(centers, dtype=float)
    assert not travel((-5, 0), (5, 0), centers, 0.5, by_sum)
    assert travel((-5, 0), (5, 0), centers, 0.5, by_context)


# ---- memory ----

def test_memory_is_a_share_of_the_last_choice():
    context = ContextSteering(16)
    ways = []
    for direction in ((1, 0), (0, 1), (0, 1)):
        context.start([(0, 0)])
        context.add_interest([direction], falloff=np.pi / 2)
        ways.append(context.choose(memory=0.4)[0])
    assert ways[0] == pytest.approx((0.6, 0))           # before there was nothing: 0.6 of 1
    assert ways[1] == pytest.approx((0, 0.6))           # 0.6 to the north, 0.24 east
    assert ways[2] == pytest.approx((0, 0.84))
    context.start([(0, 0), (1, 1)])                     # others: nothing is remembered
    context.add_interest([(1, 0), (0, 0)])
    assert context.choose(memory=1.0).tolist() == [[0, 0], [0, 0]]


def test_masks_have_no_memory():
    context = ContextSteering(16)
    danger = np.zeros((1, 16))
    danger[0, :3] = danger[0, 14:] = 1.0
    for fears in (np.zeros((1, 16)), danger):
        context.start([(0, 0)])
        context.add_interest([(1, 0.1)])
        context.add_maps(np.zeros((1, 16)), fears)
        way = context.choose(memory=0.9)[0]
    assert sector_of(way, 16) == 3


# ---- hysteresis ----

def walk_round(width, **options):
    """Steps to a goal 5 m behind a wall so many meters wide, from 5 m before it; None where it is not reached in 60 s, and how
    often the way to the one side was left for the other."""
    wall = np.array([(0, y) for y in np.arange(-width / 2, width / 2 + 0.1, 0.5)], dtype=float)
    at, goal, context, sides = np.array([[-5.0, 0.03]]), np.array([[5.0, 0.0]]), ContextSteering(16), []
    for step in range(1200):
        context.start(at)
        context.add_interest(goal - at)
        context.add_danger(wall, 0.5, 0.2, look_ahead=4.0)
        way = context.choose(danger_limit=0.98, **options)
        at = at + 0.05 * way
        assert (np.hypot(*(wall - at).T) > 0.7).all()
        if abs(way[0, 1]) > 0.1 and at[0, 0] < 0:
            sides.append(np.sign(way[0, 1]))
        if np.hypot(*(goal - at)[0]) < 0.2:
            break
    else:
        step = None
    return step, int(np.count_nonzero(np.diff(sides)))


def test_hysteresis_leads_round_a_wall_that_one_would_go_to_and_fro_before():
    steps, turns = walk_round(12.0, hysteresis=0.0)
    assert steps is None and turns > 20
    steps, turns = walk_round(12.0, hysteresis=1.0)
    assert turns == 0 and steps < 700


@given(slot_counts, angles, st.floats(0, 0.2))
def test_of_two_ways_the_one_taken_last_is_kept_while_the_other_is_no_better_than_the_hysteresis(slots, angle, ahead):
    """Two narrow interests, opposite each other; the second one gains on the first."""
    context = ContextSteering(slots)
    ways = []
    for second in (0.0, 0.5 + ahead):
        context.start([(0, 0)])
        context.add_interest([heading(angle)], 0.5, 6 * np.pi / slots)
        context.add_interest([-heading(angle)], second, 6 * np.pi / slots)
        ways.append(context.choose(hysteresis=0.1)[0])
    likes = context.interest[0]
    first = turn(2 * np.pi / slots * np.arange(slots), angle) < np.pi / 2
    margin = likes[~first].max() - likes[first].max() - 0.1
    assume(abs(margin) > 1e-9)
    assert np.dot(ways[0], heading(angle)) > 0
    assert (np.dot(ways[1], heading(angle)) > 0) == (margin < 0)


@pytest.mark.parametrize("better", [3, 5])
def test_where_the_way_taken_is_masked_the_better_of_those_beside_it_is_taken(better):
    interest, danger = np.zeros((2, 1, 16))
    interest[0, [3, 4, 5]], interest[0, better] = (0.4, 0.9, 0.4), 0.6
    context = ContextSteering(16)
    for danger[0, 4] in (0.0, 1.0):
        context.start([(0, 0)])
        context.add_maps(interest, danger)
        way = context.choose(hysteresis=1.0)
    assert sector_of(way, 16) == better


def test_a_way_that_nothing_is_left_of_is_left_for_however_little():
    context = ContextSteering(16)
    for angle, strength in ((0.0, 1.0), (np.pi, 0.05)):
        context.start([(0, 0)])
        context.add_interest([heading(angle)], strength, 1.2)
        assert context.choose(hysteresis=1.0)[0] == pytest.approx(strength * heading(angle), abs=1e-9)


def test_one_peak_that_moves_is_followed_at_once():
    context = ContextSteering(16)
    for angle in np.linspace(-3, 3, 50):
        context.start([(0, 0)])
        context.add_interest([heading(angle)])
        assert context.choose(hysteresis=1.0)[0] == pytest.approx(heading(angle), abs=1e-6)


@given(st.integers(0, 2**32), slot_counts, st.sampled_from([0.0, 0.5, 1.0]), st.sampled_from([0.0, 0.1, 1.0]))
def test_a_masked_direction_is_not_taken_for_what_was_before_either(seed, slots, memory, hysteresis):
    """Interests of all sizes, down to those whose products with a sine have no digits left."""
    rng = np.random.default_rng(seed)
    context = ContextSteering(slots)
    for _ in range(6):
        interest = rng.choice([0, 1, 0.5, 5e-324, 1e-310, 1e-30, 1e-9, rng.random()], (3, slots))
        danger = rng.choice([0, 0, 0, 1, 0.5, 1e-17, 1e29], (3, slots))
        context.start(np.zeros((3, 2)))
        context.add_maps(interest, danger)
        ways = context.choose(memory=memory, hysteresis=hysteresis)
        masked = (danger > danger.min(axis=1, keepdims=True)) | (danger >= 1.0)
        moving = ways.any(axis=1)
        assert not masked[np.flatnonzero(moving), sector_of(ways[moving], slots)].any()


@given(slot_counts, st.integers(0, 63), st.integers(-324, 0))
def test_what_little_interest_there_is_leads_into_its_own_sector_or_nowhere(slots, slot, power):
    """The product of 1e-323 and a sine has no digit right."""
    context = ContextSteering(slots)
    context.start([(0, 0)])
    alone = np.arange(slots) == slot % slots
    context.add_maps([np.where(alone, 10.0 ** power, 0.0)], [np.where(alone, 0.0, 1.0)])
    way = context.choose()[0]
    assert sector_of(way, slots) == slot % slots if way.any() else power < -8


@given(random_maps())
def test_agents_do_not_depend_on_each_other(maps):
    interest, danger = maps
    n, slots = interest.shape
    together = ContextSteering(slots)
    together.start(np.zeros((n, 2)))
    together.add_maps(interest, danger)
    ways = together.choose()
    for i in range(n):
        alone = ContextSteering(slots)
        alone.start(np.zeros((1, 2)))
        alone.add_maps(interest[i:i + 1], danger[i:i + 1])
        assert alone.choose()[0].tobytes() == ways[i].tobytes()


# ---- arguments ----

def one():
    context = ContextSteering()
    context.start([(0, 0)])
    return context


@pytest.mark.parametrize("call, message", [
    (lambda: ContextSteering(7), "slots: must be a whole number in 8 … 64, is 7"),
    (lambda: ContextSteering(65), "slots: must be a whole number in"),
    (lambda: ContextSteering(8.5), "slots: must be a whole number"),
    (lambda: ContextSteering("x"), "slots: must be a whole number"),
    (lambda: one().start([(0, np.nan)]), "positions: must be finite"),
    (lambda: one().add_interest([(0, 0), (1, 0)]), r"directions: must be of shape \(1, 2\)"),
    (lambda: one().add_interest([(0, 1)], 1.5), "strength: must be in 0 … 1"),
    (lambda: one().add_interest([(0, 1)], 1, 0), "falloff: must be above 0"),
    (lambda: one().add_interest([(0, 1)], 1, 4), "falloff: must be in"),
    (lambda: one().add_danger([(0, 1)], -1, look_ahead=1), "radii: must be in 0"),
    (lambda: one().add_danger([(0, 1)], [1, 2], look_ahead=1), "radii: must be one number or of shape"),
    (lambda: one().add_danger([(0, 1)], 1, np.nan, look_ahead=1), "agent_radii: must be in 0"),
    (lambda: one().add_danger([(0, 1)], 1, look_ahead=0), "look_ahead: must be a finite number of meters above 0"),
    (lambda: one().add_danger([0, 1], 1, look_ahead=1), "centers: must be of shape"),
    (lambda: one().add_maps(np.zeros((1, 8)), np.zeros((1, 16))), r"interest: must be of shape \(1, 16\), is \(1, 8\)"),
    (lambda: one().add_maps(np.full((1, 16), 2.0), np.zeros((1, 16))), "interest: must be in 0 … 1, is 2"),
    (lambda: one().add_maps(np.zeros((1, 16)), np.full((1, 16), np.nan)), "danger: must be finite"),
    (lambda: one().choose(memory=2), "memory: must be in 0 … 1"),
    (lambda: one().choose(hysteresis=1.5), "hysteresis: must be in 0 … 1"),
    (lambda: one().choose(tolerance=-1), "tolerance: must be in"),
    (lambda: one().choose(danger_limit=np.nan), "danger_limit: must be in"),
])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_no_agents_and_no_dangers_are_fine():
    context = ContextSteering()
    assert context.choose().shape == (0, 2)
    context.start(np.zeros((0, 2)))
    context.add_danger(np.zeros((0, 2)), 1.0, look_ahead=1.0)
    assert context.choose().shape == (0, 2) and context.danger.shape == (0, 16)
