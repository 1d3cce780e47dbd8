"""Steering circles: Dubins' six words by optimisation over their turns, arcs by fine sampling, symmetric cases by hand."""
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from navpy.motion import dubins_path, round_corners

PI = math.pi
COORDINATE, HEADING, RADIUS = st.floats(-8, 8), st.floats(-PI, PI), st.floats(0.2, 4)


def run_word(pose, word, amounts, radius):
    """Integrate turns (radians) and straights (meters) from a pose (x, y, heading); all arguments may be arrays."""
    x, y, heading = pose
    for letter, amount in zip(word, amounts):
        if letter == "S":
            x, y = x + amount * np.cos(heading), y + amount * np.sin(heading)
            continue
        side = 1 if letter == "L" else -1
        turned = heading + side * amount
        x = x + side * radius * (np.sin(turned) - np.sin(heading))
        y = y - side * radius * (np.cos(turned) - np.cos(heading))
        heading = turned
    return x, y, heading


def shortest_by_search(start, goal, radius):
    """Least length over all words. The first turn is searched densely and bisected for where what follows just touches the circle
    of the last turn, which lies beside the goal; the end that comes of it is then checked."""
    best = math.inf
    first = np.linspace(0, 2 * PI, 2001)
    for word in ("LSL", "RSR", "LSR", "RSL", "LRL", "RLR"):
        side = {"L": 1, "R": -1}
        last_center = np.array(goal[:2]) + radius * side[word[2]] * np.array([-math.sin(goal[2]), math.cos(goal[2])])

        def miss(turn, word=word, last_center=last_center):
            """How far the middle piece misses the last circle, with a sign; and the amount of the middle piece."""
            x, y, heading = run_word(start, word[0], [turn], radius)
            if word[1] == "S":                  # the straight runs along the heading, at the radius beside the last center
                dx, dy = last_center[0] - x, last_center[1] - y
                ahead, left = dx * np.cos(heading) + dy * np.sin(heading), -dx * np.sin(heading) + dy * np.cos(heading)
                return left - side[word[2]] * radius, ahead
            cx, cy = x - radius * side[word[1]] * np.sin(heading), y + radius * side[word[1]] * np.cos(heading)
            gap = np.hypot(last_center[0] - cx, last_center[1] - cy) - 2 * radius
            touch = np.arctan2(last_center[1] - cy, last_center[0] - cx) + side[word[1]] * PI / 2
            return gap, np.mod(side[word[1]] * (touch - heading), 2 * PI)

        values = miss(first)[0]
        roots = [(a, b) for a, b, u, v in zip(first, first[1:], values, values[1:]) if u == 0 or u * v < 0]
        for low, high in roots:
            at_low = miss(low)[0]
            for _ in range(60):
                middle = 0.5 * (low + high)
                if miss(middle)[0] * at_low > 0:
                    low = middle
                else:
                    high = middle
            amount = miss(high)[1]
            if amount < -1e-9:
                continue
            heading = run_word(start, word[:2], [high, amount], radius)[2]
            last = (side[word[2]] * (goal[2] - heading)) % (2 * PI)
            end = run_word(start, word, [high, amount, last], radius)
            if math.hypot(end[0] - goal[0], end[1] - goal[1]) > 1e-6 * radius:
                continue
            for turn in {last, 0.0} if 2 * PI - last < 1e-7 else {last}:
                length = radius * (high + turn) + (amount if word[1] == "S" else radius * amount)
                best = min(best, length)
    return best


def check_path(path, start, heading, radius, goal=None, goal_heading=None):
    """Ends, C1 at the joints, and curvature by fine sampling."""
    assert path.at(0.0)[:2] == pytest.approx(start, abs=1e-9)
    assert math.cos(path.at(0.0)[2] - heading) > 1 - 1e-12
    if goal is not None:
        assert path.at(path.length)[:2] == pytest.approx(goal, abs=1e-8)
    if goal_heading is not None:
        assert math.cos(path.at(path.length)[2] - goal_heading) > 1 - 1e-12
    assert path.length == pytest.approx(sum(arc.length for arc in path.arcs), rel=1e-12)
    for arc in path.arcs:
        assert arc.length > 0 and abs(arc.sweep) < 2 * PI
        if arc.radius:
            assert 1 / arc.radius <= 1 / radius + 1e-9
            assert arc.length == pytest.approx(abs(arc.sweep) * arc.radius, rel=1e-12)
    if not path.length:
        return
    along = np.linspace(0, path.length, 3001)
    poses = np.array([path.at(s) for s in along])
    step = path.length / 3000
    turned = np.abs(np.angle(np.exp(1j * np.diff(poses[:, 2]))))
    assert turned.max() <= step * (1 / radius + 1e-9) + 1e-12            # the heading is continuous, and bends no faster
    chord = np.hypot(*np.diff(poses[:, :2], axis=0).T)
    assert chord.max() <= step * (1 + 1e-9) + 1e-12 and chord.min() >= step * (1 - (step / radius) ** 2 / 20) - 1e-12
    middle = 0.5 * (poses[1:, 2] + poses[:-1, 2])
    forward = (np.diff(poses[:, 0]) * np.cos(middle) + np.diff(poses[:, 1]) * np.sin(middle))
    inner = turned < 1.0                                                 # the heading is that of the motion, never its back
    smooth = np.abs(np.diff(poses[:, 2])) < 1.0                          # but for where the angle is written 2π apart
    assert (forward[inner & smooth] >= 0.5 * chord[inner & smooth]).all()


# ---- from pose to pose ----

@settings(max_examples=60, deadline=None)
@given(COORDINATE, COORDINATE, HEADING, HEADING, RADIUS)
def test_pose_to_pose_never_turns_too_tightly(x, y, heading, goal_heading, radius):
    path = dubins_path((1.0, -2.0), heading, (x, y), goal_heading, radius)
    check_path(path, (1.0, -2.0), heading, radius, (x, y), goal_heading)
    assert path.length >= math.hypot(x - 1, y + 2) - 1e-9
    back = dubins_path((x, y), goal_heading + PI, (1.0, -2.0), heading + PI, radius)
    assert back.length == pytest.approx(path.length, rel=1e-7, abs=1e-7)
    mirrored = dubins_path((1.0, 2.0), -heading, (x, -y), -goal_heading, radius)
    assert mirrored.length == pytest.approx(path.length, rel=1e-7, abs=1e-7)


def test_pose_to_pose_is_the_shortest_of_all_words():
    rng = np.random.default_rng(5)
    words = set()
    for i in range(100):
        reach = (1.5, 4, 12)[i % 3]
        start, goal = (*rng.uniform(-reach, reach, 2), rng.uniform(-PI, PI)), (*rng.uniform(-reach, reach, 2), rng.uniform(-PI, PI))
        radius = rng.uniform(0.5, 2)
        path = dubins_path(start[:2], start[2], goal[:2], goal[2], radius)
        assert path.length == pytest.approx(shortest_by_search(start, goal, radius), rel=1e-6)
        words.add("".join("S" if not arc.sweep else "L" if arc.sweep > 0 else "R" for arc in path.arcs))
    assert words >= {"LSL", "RSR", "LSR", "RSL", "LRL", "RLR"}


@pytest.mark.parametrize("heading, goal, goal_heading, length", [
    (0.0, (5, 0), 0.0, 5.0),                            # straight ahead
    (0.0, (0, 2), PI, PI),                              # half a circle
    (0.0, (0, 6), PI, PI + 4),                          # two quarters and a straight
    (0.0, (2, 2), 0.0, PI),                             # a quarter left, a quarter right, circles that touch
    (0.0, (0, 0), 0.0, 0.0),                            # there already
    (0.0, (0, 0), PI, 2 * PI + PI / 3),                 # turn on the spot: three circles that touch each other, 60°, 300°, 60°
    (0.0, (-3, 0), 0.0, 2 * PI + 3),                    # three paces back: twice half a circle, 3 m between the two
    (PI / 2, (0, 7), PI / 2, 7.0),
])
def test_pose_to_pose_by_hand(heading, goal, goal_heading, length):
    path = dubins_path((0, 0), heading, goal, goal_heading, 1.0)
    assert path.length == pytest.approx(length, abs=1e-9)
    check_path(path, (0, 0), heading, 1.0, goal, goal_heading)


# ---- from pose to point ----

@settings(max_examples=60, deadline=None)
@given(COORDINATE, COORDINATE, HEADING, RADIUS)
def test_pose_to_point_is_the_best_of_all_headings(x, y, heading, radius):
    path = dubins_path((0.5, 0.5), heading, (x, y), None, radius)
    check_path(path, (0.5, 0.5), heading, radius, (x, y))
    if not path.length:
        return
    arrival = path.at(path.length)[2]
    fixed = [dubins_path((0.5, 0.5), heading, (x, y), arrival + turn, radius).length
             for turn in np.linspace(0, 2 * PI, 181)]
    assert path.length == pytest.approx(fixed[0], rel=1e-6, abs=1e-6)
    assert path.length <= min(fixed) + 1e-6


@pytest.mark.parametrize("goal, length", [
    ((4, 0), 4.0),
    ((1, 1), PI / 2),                                   # on the circle
    ((0, 2), PI),                                       # on its far side
    ((1, 5), PI / 2 + 4),                               # a quarter, then the tangent
    ((0, 0), 0.0),
])
def test_pose_to_point_by_hand(goal, length):
    for side in (1, -1):
        path = dubins_path((0, 0), 0.0, (goal[0], side * goal[1]), None, 1.0)
        assert path.length == pytest.approx(length, abs=1e-9)


def test_a_goal_in_the_middle_of_a_circle_is_reached_by_a_loop():
    """Right first, then left round a circle through the goal: its center is at 2 m from the right circle's, 1 m from the goal."""
    path = dubins_path((0, 0), 0.0, (0, 1), None, 1.0)
    check_path(path, (0, 0), 0.0, 1.0, (0, 1))
    lean = math.acos((4 + 4 - 1) / 8)                   # triangle of sides 2, 2, 1 at the circle to the right
    base = math.acos(1 / 4)                             # and at its other corners
    assert path.length == pytest.approx(lean + 2 * PI - base, abs=1e-9)
    assert [np.sign(arc.sweep) for arc in path.arcs] in ([-1, 1], [1, -1])


# ---- round the corners of a path ----

def test_a_right_angle_by_hand():
    path = round_corners([(0, 0), (5, 0), (5, 5)], 2.0)
    assert [arc.length for arc in path.arcs] == pytest.approx([3, PI, 3])
    assert path.arcs[1].center == pytest.approx((3, 2)) and path.arcs[1].sweep == pytest.approx(PI / 2)
    assert path.least_radius == pytest.approx(2)
    check_path(path, (0, 0), 0.0, 2.0, (5, 5), PI / 2)


def test_short_legs_make_tighter_arcs():
    path = round_corners([(0, 0), (5, 0), (5, 2), (10, 2)], 3.0)     # two corners share the leg of 2 m
    assert path.least_radius == pytest.approx(1) and path.arcs[1].radius == pytest.approx(1)
    path = round_corners([(0, 0), (1, 0), (1, 9)], 3.0)
    assert path.least_radius == pytest.approx(1)
    assert round_corners([(0, 0), (4, 0), (1, 0)], 1.0).least_radius == 0.0
    assert round_corners([(0, 0), (4, 0), (4, 0), (9, 0)], 1.0).least_radius == math.inf


def test_the_cut_bounds_how_far_an_arc_leaves_its_corner():
    for turn in (0.3, 1.2, 2.5):
        corners = np.array([(0, 0), (20, 0), (20 + 20 * math.cos(turn), 20 * math.sin(turn))])
        path = round_corners(corners, 50.0, 0.25)
        nearest = np.hypot(*(path.sample(1e-6) - corners[1]).T).min()
        assert nearest == pytest.approx(0.25, abs=1e-4) or nearest < 0.25 and path.least_radius == pytest.approx(50)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(COORDINATE, COORDINATE), min_size=2, max_size=9), RADIUS)
def test_rounded_corners_stay_in_their_corners(corners, radius):
    corners = np.round(np.array(corners), 2)
    corners = corners[np.r_[True, (np.diff(corners, axis=0) != 0).any(1)]]
    if len(corners) < 2:
        return
    path = round_corners(corners, radius)
    legs = np.hypot(*np.diff(corners, axis=0).T)
    assert path.length <= legs.sum() * (1 + 1e-9)
    assert path.at(0)[:2] == pytest.approx(corners[0], abs=1e-9)
    assert path.at(path.length)[:2] == pytest.approx(corners[-1], abs=1e-7)
    assert all(arc.radius <= radius * (1 + 1e-9) for arc in path.arcs)
    for joint in np.cumsum([arc.length for arc in path.arcs])[:-1]:     # no gaps between the pieces, and no kinks
        before, after = path.at(joint * (1 - 1e-12)), path.at(joint * (1 + 1e-12))
        assert math.dist(before[:2], after[:2]) < 1e-7
        assert path.least_radius == 0 or math.cos(after[2] - before[2]) > 1 - 1e-9


# ---- sampling ----

@pytest.mark.parametrize("error", [0.5, 0.05, 1e-3])
def test_samples_leave_the_path_by_no_more_than_the_chord_error(error):
    path = dubins_path((0, 0), 1.0, (-3, 1), -2.0, 1.5)
    points = path.sample(error)
    fine = np.array([path.at(s)[:2] for s in np.linspace(0, path.length, 4001)])
    a, b = points[:-1], points[1:]
    along = np.clip(((fine[:, None] - a) * (b - a)).sum(2) / ((b - a) ** 2).sum(1), 0, 1)
    off = np.linalg.norm(fine[:, None] - (a + along[..., None] * (b - a)), axis=2).min(1).max()
    assert 0.2 * error < off <= error * (1 + 1e-6)
    assert points[0] == pytest.approx((0, 0)) and points[-1] == pytest.approx((-3, 1))


def test_before_and_behind_a_path_it_goes_straight_on():
    path = dubins_path((1, 1), PI / 2, (1, 4), None, 1.0)
    assert path.at(-2)[:2] == pytest.approx((1, -1)) and path.at(5)[:2] == pytest.approx((1, 6))
    nothing = dubins_path((1, 1), PI / 2, (1, 1), None, 1.0)
    assert nothing.length == 0 and nothing.arcs == [] and nothing.sample().tolist() == [[1, 1]]
    assert nothing.at(2) == pytest.approx((1, 3, PI / 2))


@pytest.mark.parametrize("arguments, message", [
    (((0, math.nan), 0, (1, 1), None, 1), "start"),
    (((0, 0), 0, (1e12, 1), None, 1), "goal"),
    (((0, 0), math.inf, (1, 1), None, 1), "heading"),
    (((0, 0), 0, (1, 1), math.nan, 1), "goal_heading"),
    (((0, 0), 0, (1, 1), None, 0), "radius"),
    (((0, 0), 0, (1, 1), None, math.nan), "radius"),
    (((0, 0, 0), 0, (1, 1), None, 1), "start: must be two numbers"),
])
def test_bad_ways_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        dubins_path(*arguments)


def test_bad_polylines_are_refused():
    for polyline, message in (([(0, 0)], "two different"), ([(1, 1), (1, 1)], "two different"), ([(0, 0, 0)], "must be"),
                              ([(0, 0), (math.nan, 1)], "finite"), ([(0, 0), (1,)], "polyline"), ("abc", "polyline")):
        with pytest.raises(ValueError, match=message):
            round_corners(polyline, 1.0)
    with pytest.raises(ValueError, match="cut"):
        round_corners([(0, 0), (1, 1)], 1.0, -1.0)
    path = round_corners([(0, 0), (1, 0), (1, 1)], 1.0)
    for error in (0.0, math.nan, 1e-30):
        with pytest.raises(ValueError, match="chord_error"):
            path.sample(error)
    for along in (math.inf, "far"):
        with pytest.raises(ValueError, match="along"):
            path.at(along)
    for call, message in ((lambda: path.sample("fine"), "chord_error"), (lambda: round_corners([(0, 0), (1, 1)], None), "radius"),
                          (lambda: round_corners([(0, 0), (1, 1)], 1.0, "no"), "cut"),
                          (lambda: dubins_path((0, 0), "east", (1, 1), 0, 1), "heading")):
        with pytest.raises(ValueError, match=f"{message}: must be a number"):
            call()
