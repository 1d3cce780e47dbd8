"""The obstacle graph against a tangent graph of all circles, which knows the shortest way of all, and against flooding."""
import heapq
import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from navpy.motion import BlockedLink, DetourStatus, ObstacleGraph, way_points

TURN = 2 * math.pi


# ---- oracles ----

def approach(a, b, points):
    """Distance of points (n, 2) from the segment a b."""
    way = b - a
    size = way @ way
    t = np.clip((points - a) @ way / size, 0, 1) if size > 0 else np.zeros(len(points))
    return np.hypot(*(a + t[:, None] * way - points).T)


def clearance(points, centers, radii):
    """How much a polyline keeps from the circles, at the narrowest."""
    if not len(centers):
        return math.inf
    return min((approach(a, b, centers) - radii).min() for a, b in zip(points, points[1:]))


def tangents(c, r, d, s):
    """The directed lines from circle c to d that pass c at r to their left, d at s (below 0: to their right); touching points."""
    way = d - c
    run = way @ way - (s - r) ** 2
    if run < -1e-10 or not way.any():
        return None
    angle = math.atan2(way[1], way[0]) - math.asin(np.clip((s - r) / math.sqrt(way @ way), -1, 1))
    left = np.array([-math.sin(angle), math.cos(angle)])
    return c - r * left, d - s * left


def shortest(centers, radii, start, goal):
    """Length of the shortest way from start to goal that keeps off the circles; infinite where there is none."""
    free = lambda a, b: not len(centers) or (approach(a, b, centers) - radii > -1e-9).all()     # noqa: E731
    nodes = [(start, -1, 0), (goal, -1, 0)]
    edges = {0: [], 1: []}

    def connect(p, q):
        edges.setdefault(p, []).append((q, math.dist(nodes[p][0], nodes[q][0])))

    def add(point, circle, sense):
        nodes.append((point, circle, sense))
        return len(nodes) - 1

    if free(start, goal):
        return math.dist(start, goal)
    ends = [(start, 0.0, -1)] + [(c, sense * r, i) for i, (c, r) in enumerate(zip(centers, radii)) for sense in (1, -1)] \
        + [(goal, 0.0, -2)]
    for c, r, i in ends[:-1]:
        for d, s, k in ends[1:]:
            if i == k:
                continue
            line = tangents(c, r, d, s)
            if line is not None and free(*line):
                connect(0 if i == -1 else add(line[0], i, np.sign(r)), 1 if k == -2 else add(line[1], k, np.sign(s)))
    for i, (c, r) in enumerate(zip(centers, radii)):
        others = [k for k in range(len(centers)) if k != i]
        covered = []
        for k in others:
            d = math.dist(c, centers[k])
            if d < r + radii[k] and d > abs(r - radii[k]):
                middle = math.atan2(*(centers[k] - c)[::-1])
                covered.append((middle, math.acos(np.clip((d * d + r * r - radii[k] ** 2) / (2 * d * r), -1, 1))))
        for sense in (1, -1):
            on = sorted((sense * math.atan2(*(p - c)[::-1]) % TURN, n) for n, (p, circle, s) in enumerate(nodes)
                        if circle == i and s == sense)
            for (a, n), (b, m) in zip(on, on[1:] + [(on[0][0] + TURN, on[0][1])] if on else []):
                low, high = (a, b) if sense > 0 else (-b, -a)
                hits = any((middle - half - high) % TURN > TURN - (high - low) + 1e-9
                           or (low - middle + half) % TURN < 2 * half - 1e-9 for middle, half in covered)
                if not hits:
                    edges.setdefault(n, []).append((m, (b - a) * r))
    best, queue = {}, [(0.0, 0)]
    while queue:
        cost, n = heapq.heappop(queue)
        if n in best:
            continue
        best[n] = cost
        for m, step in edges.get(n, []):
            heapq.heappush(queue, (cost + step, m))
    return best.get(1, math.inf)


def islands_by_flooding(circles, walker):
    labels, count = [-1] * len(circles), 0
    for first in range(len(circles)):
        if labels[first] >= 0:
            continue
        queue = [first]
        labels[first] = count
        for i in queue:
            for k, other in enumerate(circles):
                if labels[k] < 0 and math.dist(circles[i][:2], other[:2]) < (circles[i][2] + walker) + (other[2] + walker):
                    labels[k] = count
                    queue.append(k)
        count += 1
    return labels


def in_hull_of(point, centers, radii):
    """Is a point within the convex hull of circles?"""
    angles = np.linspace(0, TURN, 721)
    out = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return (out @ point < (out @ centers.T + radii).max(axis=1)).all()


def check_way(result, centers, radii, start, goal):
    points = result.points
    assert np.array_equal(points[0], start) and np.array_equal(points[-1], goal)
    assert clearance(points, centers, radii) > -1e-9
    polyline = np.hypot(*np.diff(points, axis=0).T).sum()
    assert result.length - 1e-9 <= polyline <= result.length * 1.024 + 1e-9      # tan(15°) / (15°) = 1.0235 round an arc
    assert all((approach(points[-2], points[-1], centers) - radii) > -1e-9)


# ---- scenes ----

number = st.integers(-40, 40).map(lambda n: n / 8)
circle = st.tuples(number, number, st.integers(1, 12).map(lambda n: n / 8))
free_number = st.floats(-5, 5, allow_nan=False)
free_circle = st.tuples(free_number, free_number, st.floats(0.05, 1.5))


def check_scene(circles, walker, start, goal):
    circles = np.array(circles, dtype=float).reshape(-1, 3)
    centers, radii = circles[:, :2], circles[:, 2] + walker
    start, goal = np.array(start, dtype=float), np.array(goal, dtype=float)
    graph = ObstacleGraph(circles, walker_radius=walker)
    result = graph.detour(start, goal, max_islands=50)
    covering = [[i for i in range(len(radii)) if math.dist(centers[i], p) < radii[i] - 1e-10] for p in (start, goal)]
    assert (result.status == DetourStatus.START_COVERED) == bool(covering[0])
    assert (result.status == DetourStatus.GOAL_COVERED) == bool(covering[1] and not covering[0])
    if covering[0] or covering[1]:
        assert result.members == (covering[0] or covering[1])
        return result
    best = shortest(centers, radii, start, goal)
    if result.status in (DetourStatus.START_INSIDE, DetourStatus.GOAL_INSIDE):
        assert best == math.inf and result.points is None and result.length == math.inf
        inside, outside = (start, goal) if result.status == DetourStatus.START_INSIDE else (goal, start)
        ring = centers[result.members], radii[result.members]
        assert in_hull_of(inside, *ring) and len(result.members) >= 3
        labels = graph.islands
        assert len(set(labels[result.members])) == 1
        return result
    assert result.status in (DetourStatus.FREE, DetourStatus.DETOUR, DetourStatus.TOO_MANY_ISLANDS)
    if result.status == DetourStatus.TOO_MANY_ISLANDS:
        return result
    check_way(result, centers, radii, start, goal)
    assert result.length >= best - 1e-7
    assert (result.status == DetourStatus.FREE) == (clearance([start, goal], centers, radii) > -1e-10)
    if max(graph.islands, default=0) == 0 and len(radii) and not in_hull_of(start, centers, radii) \
            and not in_hull_of(goal, centers, radii):
        assert result.length == pytest.approx(best, abs=1e-7)
    return result


@settings(max_examples=150, deadline=None)
@given(st.lists(circle, max_size=9), st.integers(0, 6).map(lambda n: n / 8), st.tuples(number, number), st.tuples(number, number))
def test_random_scenes_on_a_grid(circles, walker, start, goal):
    """Coordinates on a grid of eighths: circles that touch, coincide, lie in one another and meet in threes."""
    check_scene(circles, walker, start, goal)


@settings(max_examples=150, deadline=None)
@given(st.lists(free_circle, max_size=9), st.floats(0, 0.8), st.tuples(free_number, free_number), st.tuples(free_number, free_number))
def test_random_scenes(circles, walker, start, goal):
    check_scene(circles, walker, start, goal)


LATTICE = [(5, 0), (4, 3), (3, 4), (0, 5), (-3, 4), (-4, 3), (-5, 0), (-4, -3), (-3, -4), (0, -5), (3, -4), (4, -3)]


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 11), st.sets(st.integers(0, 7), min_size=3), st.sampled_from([1.0, 0.1, 0.3, 1 / 7]), st.tuples(number, number),
       st.tuples(number, number))
def test_outlines_that_meet_in_one_point(first, members, unit, start, goal):
    """All circles touch the origin; rounding puts them a little before or behind it."""
    circles = [(unit * LATTICE[(first + i) % 12][0], unit * LATTICE[(first + i) % 12][1], 5 * unit) for i in sorted(members)]
    check_scene(circles, 0.0, np.array(start) * 3 * unit, np.array(goal) * 3 * unit)


# ---- islands ----

@settings(max_examples=100, deadline=None)
@given(st.lists(circle, max_size=25), st.integers(0, 3).map(lambda n: n / 8))
def test_islands_and_links(circles, walker):
    graph = ObstacleGraph(np.array(circles).reshape(-1, 3), walker_radius=walker)
    assert graph.islands.tolist() == islands_by_flooding(circles, walker)
    for i, linked in enumerate(graph.links):
        near = {k for k in range(len(circles)) if k != i
                and math.dist(circles[i][:2], circles[k][:2]) < (circles[i][2] + walker) + (circles[k][2] + walker)}
        assert set(linked) == near and len(linked) == len(near)
        angles = [math.atan2(circles[k][1] - circles[i][1], circles[k][0] - circles[i][0]) for k in linked]
        assert angles == sorted(angles)


def test_walls_are_linked_where_the_walker_does_not_fit():
    walls = [(-5, 2, 5, 2), (-5, -3, 5, -3), (3, 0, 9, 0)]
    assert ObstacleGraph([(0, 0, 1)], walls, walker_radius=0.6).wall_links == [[0]]             # 2 − 1 < 1.2 < 3 − 1
    assert ObstacleGraph([(0, 0, 1)], walls, walker_radius=0.6, wall_clearance=0.4).wall_links == [[]]
    assert ObstacleGraph([(0, 0, 1)], walls, walker_radius=1.1).wall_links == [[0, 1, 2]]


# ---- ways ----

def ring(count, distance, radius, gap=()):
    angles = [TURN * i / count for i in range(count) if i not in gap]
    return [(distance * math.cos(angle), distance * math.sin(angle), radius) for angle in angles]


def test_round_one_circle():
    result = ObstacleGraph([(0, 0.1, 1)], walker_radius=0.5).detour((-4, 0), (4, 0))
    side = math.hypot(4, 0.1)
    below = 2 * math.sqrt(side ** 2 - 1.5 ** 2) + 1.5 * (math.pi - 2 * math.atan2(0.1, 4) - 2 * math.acos(1.5 / side))
    assert result.status == DetourStatus.DETOUR and result.length == pytest.approx(below, abs=1e-12)
    (circle_, angle), = result.turns
    assert circle_ == 0 and angle == pytest.approx((below - 2 * math.sqrt(side ** 2 - 1.5 ** 2)) / 1.5)     # it stays on the left
    assert result.points[:, 1].min() == pytest.approx(-1.4)


def test_within_a_ring():
    circles = ring(12, 4, 0.8)
    graph = ObstacleGraph(circles, walker_radius=0.3)           # gaps of 0.47 m
    assert set(graph.islands) == {0}
    inside, outside = (0.3, -0.2), (9, 1)
    result = graph.detour(inside, outside)
    assert result.status == DetourStatus.START_INSIDE and result.members == list(range(12)) and result.points is None
    assert graph.detour(outside, inside).status == DetourStatus.GOAL_INSIDE
    assert graph.detour(inside, (-1, 1)).status == DetourStatus.FREE
    assert ObstacleGraph(circles, walker_radius=0.2).detour(inside, outside).status != DetourStatus.START_INSIDE     # it fits between
    crate = ObstacleGraph([*circles, (0, 0, 0.5)], walker_radius=0.3)       # within the ring, gone round
    assert crate.detour((-1.5, 0), (1.5, 0.1)).status == DetourStatus.DETOUR


@pytest.mark.parametrize("gap", range(12))
def test_out_of_a_ring_with_a_gap(gap):
    """A bay: where the gap is not on the way, the contour is followed along the inside to it."""
    circles = np.array(ring(12, 4, 0.8, gap=(gap,)))
    for start, goal in (((0.3, -0.2), (9, 1)), ((9, 1), (0.3, -0.2))):
        result = ObstacleGraph(circles, walker_radius=0.3).detour(start, goal)
        check_way(result, circles[:, :2], circles[:, 2] + 0.3, np.array(start), np.array(goal))
        assert result.length == pytest.approx(shortest(circles[:, :2], circles[:, 2] + 0.3, np.array(start), np.array(goal)), abs=1e-7)


def test_out_of_a_spiral():
    circles = np.array([((1.5 + 0.35 * t) * math.cos(t), (1.5 + 0.35 * t) * math.sin(t), 0.3) for t in np.arange(0, 13, 0.12)])
    centers, radii = circles[:, :2], circles[:, 2] + 0.2
    graph = ObstacleGraph(circles, walker_radius=0.2)
    for start, goal in (((0.0, 0.0), (9.0, 3.0)), ((-9.0, -1.0), (0.2, 0.1))):
        result = graph.detour(start, goal)
        assert result.status == DetourStatus.DETOUR
        check_way(result, centers, radii, np.array(start), np.array(goal))
        assert result.length > 3 * math.dist(start, goal)


def test_a_row_across_a_corridor_blocks_it():
    walls = [(-10, 3, 10, 3), (-10, -3, 10, -3)]
    row = [(0, y, 0.5) for y in (-2, -0.7, 0.7, 2)]
    for clearance_ in (None, 0.4):
        result = ObstacleGraph(row, walls, 0.4, clearance_).detour((-5, 0), (5, 0.5))
        assert result.status == DetourStatus.BLOCKED and result.members == [0, 1, 2, 3] and result.points is None
    open_ = ObstacleGraph(row[:3], walls, walker_radius=0.4).detour((-5, 0), (5, 0.5))
    assert open_.status == DetourStatus.DETOUR and open_.points[:, 1].max() > 1.5
    assert open_.points[:, 1].max() < 2.6 + 1e-9                # clear of the wall
    far = ObstacleGraph(row[:3], walls, walker_radius=0.4).detour((-5, -1), (5, -1.5))
    assert far.status == DetourStatus.DETOUR and far.points[:, 1].max() > 1.5       # the near side is closed
    edge = [(0, y, 0.5) for y in (-2.4, -0.9, 0.6)]             # room for the center up to 3: these are edges of a navmesh
    assert ObstacleGraph(edge, walls, 0.4, 0.0).detour((-5, 0), (5, 0)).status == DetourStatus.DETOUR
    assert ObstacleGraph([*edge, (0, 2.2, 0.5)], walls, 0.4, 0.0).detour((-5, 0), (5, 0)).status == DetourStatus.BLOCKED


def test_who_leans_on_a_wall_finds_out():
    """A start that is nearer to a wall than allowed does not close the side away from it."""
    walls = [(-10, 0, 10, 0)]
    result = ObstacleGraph([(0, 0.5, 0.5)], walls, walker_radius=0.4).detour((-3, 0.2), (3, 0.2))
    assert result.status == DetourStatus.DETOUR and result.points[:, 1].min() >= 0.2 - 1e-9


def crosses(a, b, c, d):
    side = lambda p, q, r: (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])        # noqa: E731
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def between(a, b, c, d):
    """Meters between two segments that do not cross."""
    return min(approach(a, b, np.array([c, d])).min(), approach(c, d, np.array([a, b])).min())


@settings(max_examples=150, deadline=None)
@given(st.lists(free_circle, min_size=1, max_size=7), st.lists(st.tuples(*4 * [free_number]), min_size=1, max_size=3),
       st.floats(0.05, 0.5), st.tuples(free_number, free_number), st.tuples(free_number, free_number))
def test_ways_keep_off_walls(circles, walls, walker, start, goal):
    circles, start, goal = np.array(circles), np.array(start), np.array(goal)
    graph = ObstacleGraph(circles, walls, walker_radius=walker)
    result = graph.detour(start, goal)
    in_sight = True
    for c, d in np.array(walls).reshape(-1, 2, 2):
        least = min(approach(c, d, start[None])[0], approach(c, d, goal[None])[0], walker)
        assume(least > 1e-6)
        in_sight &= not crosses(start, goal, c, d) and between(start, goal, c, d) > least - 1e-9
        for a, b in zip(result.points, result.points[1:]) if result.points is not None else ():
            assert not crosses(a, b, c, d) and between(a, b, c, d) > least - 1e-8
    if result.status not in (DetourStatus.START_COVERED, DetourStatus.GOAL_COVERED):
        assert (result.status == DetourStatus.BEHIND_WALL) == (not in_sight)
    if result.points is not None:
        check_way(result, circles[:, :2], circles[:, 2] + walker, start, goal)
    if result.status == DetourStatus.BLOCKED:
        assert any(graph.wall_links[i] for i in result.members)
    assert result.status != DetourStatus.NOT_RESOLVED


def test_several_islands_are_gone_round_together():
    circles = np.array([(0, y, 0.6) for y in (-1, 0, 1)] + [(4, y, 0.6) for y in (0, 1, 2)] + [(8, y, 0.6) for y in (-2, -1, 0)])
    graph = ObstacleGraph(circles, walker_radius=0.3)
    assert graph.islands.tolist() == [0] * 3 + [1] * 3 + [2] * 3
    start, goal = np.array([-3, 0.2]), np.array([12, 0.1])
    result = graph.detour(start, goal)
    check_way(result, circles[:, :2], circles[:, 2] + 0.3, start, goal)
    assert result.length < 1.05 * shortest(circles[:, :2], circles[:, 2] + 0.3, start, goal)
    assert graph.detour(start, goal, max_islands=1).status == DetourStatus.TOO_MANY_ISLANDS
    assert graph.detour(start, goal, max_islands=2).status == DetourStatus.DETOUR


def test_between_circles_that_just_leave_room():
    """Gaps of exactly the walker's width, up to rounding: a polyline round an arc must not lean over into the next circle."""
    ways = 0
    circles = np.array([(x + 0.5 * (y % 2), y * math.sqrt(0.75), 0.3) for x in range(-3, 4) for y in range(-3, 4)])
    for walker in (0.2, 0.2 - 1e-9, 0.2 - 1e-6, 0.19):
        graph = ObstacleGraph(circles, walker_radius=walker)
        for goal in ((6, 0.1), (0.3, 7), (6, 5)):
            start = np.array([-6, -0.2])
            result = graph.detour(start, goal, max_islands=60)
            assert result.status in (DetourStatus.FREE, DetourStatus.DETOUR, DetourStatus.TOO_MANY_ISLANDS)
            if result.points is not None:
                check_way(result, circles[:, :2], circles[:, 2] + walker, start, np.array(goal, dtype=float))
                ways += 1
    assert ways >= 9


def test_a_mirrored_scene_has_the_mirrored_way():
    rng = np.random.default_rng(3)
    turned = 0
    for _ in range(30):
        circles = np.column_stack([rng.uniform(-3, 3, (6, 2)), rng.uniform(0.3, 1, 6)])
        one = ObstacleGraph(circles, walker_radius=0.2).detour((-5, 0.1), (5, 0.2))
        other = ObstacleGraph(circles * (1, -1, 1), walker_radius=0.2).detour((-5, -0.1), (5, -0.2))
        assert one.status == other.status and one.length == pytest.approx(other.length, abs=1e-9)
        assert [(i, -a) for i, a in one.turns] == [(i, pytest.approx(a)) for i, a in other.turns]
        turned += len(one.turns)
    assert turned > 30


# ---- refusals ----

def test_starts_and_goals_without_room():
    graph = ObstacleGraph([(0, 0, 1), (1, 0, 1), (5, 0, 1)], [(2, 3, 8, 3)], walker_radius=0.5)
    assert graph.detour((0.5, 0.5), (9, 0)).status == DetourStatus.START_COVERED
    assert graph.detour((0.5, 0.5), (9, 0)).members == [0, 1]
    result = graph.detour((9, 0), (5, 1.4))
    assert result.status == DetourStatus.GOAL_COVERED and result.members == [2] and result.points is None
    assert graph.detour((5, 5), (5, 2)).status == DetourStatus.BEHIND_WALL
    assert graph.detour((9, 0), (9, 0)).status == DetourStatus.FREE
    assert ObstacleGraph([]).detour((0, 0), (1, 0)).status == DetourStatus.FREE


@pytest.mark.parametrize("make, message", [
    (lambda: ObstacleGraph([(0, 0)]), r"circles: must be of shape \(n, 3\), is \(1, 2\)"),
    (lambda: ObstacleGraph([(0, 0, -1)]), "circles: radius 0 must not be below 0, is -1"),
    (lambda: ObstacleGraph([(0, math.nan, 1)]), "circles: must be finite"),
    (lambda: ObstacleGraph([(0, 0, "a")]), "circles: must be an array of numbers"),
    (lambda: ObstacleGraph([], [(0, 0, 1)]), r"walls: must be of shape \(n, 4\)"),
    (lambda: ObstacleGraph([], walker_radius=-1), "walker_radius: .* not below 0, is -1"),
    (lambda: ObstacleGraph([], wall_clearance=math.inf), "wall_clearance: .* is inf"),
    (lambda: ObstacleGraph([]).detour((0, math.nan), (0, 0)), r"start: must be finite and within 1e\+30 m, is \(0, nan\)"),
    (lambda: ObstacleGraph([]).detour((0, 0), (0, 0, 0)), "goal: must be two numbers"),
    (lambda: ObstacleGraph([]).detour((0, 0), (0, 0), -1), "max_islands: must be a whole number in 0 … 1000"),
])
def test_bad_arguments_are_named(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_a_blockade_ends_with_time_or_when_a_member_moves():
    walls = [(-10, 2, 10, 2), (-10, -2, 10, -2)]
    circles = np.array([(5, 0, 0.1), (0, 1.2, 0.5), (0, 0, 0.5), (0, -1.2, 0.5)])
    graph = ObstacleGraph(circles, walls, walker_radius=0.3)
    result = graph.detour((-4, 0), (4, 0.5))
    assert result.status == DetourStatus.BLOCKED and result.members == [1, 2, 3]
    blocked = BlockedLink(graph, result, 10.0)
    assert not blocked.is_over(circles, 9.9, 0.2) and blocked.is_over(circles, 10.0, 0.2)
    assert not blocked.is_over(circles + (0.1, 0.1, 0), 0.0, 0.2)
    assert not blocked.is_over(circles + [(9, 9, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0)], 0.0, 0.2)
    assert blocked.is_over(circles + [(0, 0, 0), (0, 0, 0), (0.3, 0, 0), (0, 0, 0)], 0.0, 0.2)
    assert blocked.is_over(circles[:3], 0.0, 0.2)
    with pytest.raises(ValueError, match="result: is of another graph, of the 3 circles of this none is 3"):
        BlockedLink(ObstacleGraph(circles[:3]), result, 10.0)
    for until in (math.nan, "soon"):
        with pytest.raises(ValueError, match="until: must be a number"):
            BlockedLink(graph, result, until)
    with pytest.raises(ValueError, match="now: must be a number"):
        blocked.is_over(circles, None)


# ---- far from the origin ----

@pytest.mark.parametrize("far", [1e6, 1e9])
def test_a_scene_far_away_is_the_scene_here(far):
    """Coordinates on a grid of eighths, which are exact there, too."""
    rng = np.random.default_rng(5)
    ways = 0
    for _ in range(80):
        circles = np.column_stack([rng.integers(-40, 40, (7, 2)), rng.integers(1, 12, 7)]) / 8
        wall, (start, goal) = rng.integers(-40, 40, (1, 4)) / 8, rng.integers(-48, 48, (2, 2)) / 8
        here = ObstacleGraph(circles, wall, walker_radius=0.25).detour(start, goal)
        there = ObstacleGraph(circles + (far, far, 0), wall + far, walker_radius=0.25).detour(start + far, goal + far)
        assert there.status == here.status and there.members == here.members
        assert there.length == pytest.approx(here.length, abs=1e-9)
        if here.points is not None:
            ways += len(here.points) > 2
            assert there.points - far == pytest.approx(here.points, abs=1e-6)
    assert ways > 10


def test_a_blockade_far_away_stands_as_long_as_nobody_moves():
    circles = np.array([(0.1, 0.2, 0.5), (1e9 + 0.3, 0.4, 0.5), (1e9 + 0.3, 0.1, 0.5)])
    result = ObstacleGraph(circles).detour(circles[1, :2], (0, 9))
    assert result.status == DetourStatus.START_COVERED and result.members == [1, 2]
    assert not BlockedLink(ObstacleGraph(circles), result, 10.0).is_over(circles, 0.0)


# ---- ground that a function tells of ----

def ground_of(walls):
    """May one walk from a to b without crossing a wall?"""
    return lambda a, b: not any(crosses(a, b, wall[:2], wall[2:]) for wall in walls)


def test_ground_closes_an_island_like_walls_do():
    walls = [(-10, 2.6, 10, 2.6), (-10, -2.6, 10, -2.6)]
    row = [(0, y, 0.5) for y in (-2, -0.7, 0.7, 2)]
    blocked = ObstacleGraph(row, walker_radius=0.4).detour((-5, 0), (5, 0.5), may_walk=ground_of(walls))
    assert blocked.status == DetourStatus.BLOCKED and blocked.members == [0, 1, 2, 3] and blocked.points is None
    for open_, side in ((row[:3], 1), (row[1:], -1)):           # the near side is closed in the second case of each
        graph = ObstacleGraph(open_, walker_radius=0.4)
        for start, goal in (((-5, 0), (5, 0.5)), ((-5, -1 * side), (5, -1.5 * side))):
            result = graph.detour(start, goal, may_walk=ground_of(walls))
            assert result.status == DetourStatus.DETOUR and (side * result.points[:, 1]).max() > 1.5
            assert graph.detour(start, goal).status == DetourStatus.DETOUR
    assert graph.detour((-5, 0), (-5, 9), may_walk=ground_of(walls)).status == DetourStatus.BEHIND_WALL
    assert graph.detour((-5, 0), (-5, 9)).status == DetourStatus.FREE


@pytest.mark.parametrize("sense", [1, -1])
def test_one_side_that_ends_at_a_wall_is_enough_to_be_blocked(sense):
    """Ground that lets one go round one way only: that side closes, the other does not."""
    def may_walk(a, b):
        return math.dist(a, b) > 3 or sense * (a[0] * b[1] - a[1] * b[0]) > 0
    result = ObstacleGraph(ring(8, 2, 0.9)).detour((0, 0), (5, 0.1), may_walk=may_walk)
    assert result.status == DetourStatus.BLOCKED and result.members == list(range(8))


def test_what_the_ground_raises_is_raised():
    graph = ObstacleGraph([(0, 0, 1)])
    with pytest.raises(ZeroDivisionError):
        graph.detour((-2, 0), (2, 0), may_walk=lambda a, b: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        way_points([(0, 0, 1)], [(-2, 0)], [(2, 0)], 0.5, may_walk=lambda a, b: 1 / 0)
    with pytest.raises(ValueError, match="may_walk: must be a function"):
        graph.detour((-2, 0), (2, 0), may_walk=3)


# ---- the next way point ----

@settings(max_examples=100, deadline=None)
@given(st.lists(free_circle, max_size=9), st.lists(st.tuples(free_number, free_number, free_number, free_number,
                                                             st.sampled_from([0.0, 0.2, 0.5])), min_size=1, max_size=4))
def test_way_points_lead_on_round_the_first_island(circles, walkers):
    circles, walkers = np.array(circles).reshape(-1, 3), np.array(walkers)
    points, statuses, members = way_points(circles, walkers[:, :2], walkers[:, 2:4], walkers[:, 4])
    for start, goal, radius, point, status, by in zip(walkers[:, :2], walkers[:, 2:4], walkers[:, 4], points, statuses, members):
        centers, radii = circles[:, :2], circles[:, 2] + radius
        whole = ObstacleGraph(circles, walker_radius=radius).detour(start, goal, max_islands=50)
        if status == DetourStatus.FREE:
            assert whole.status == status and np.array_equal(point, goal)
        elif status == DetourStatus.DETOUR:
            assert clearance([start, point], centers, radii) > -1e-9 and math.dist(start, point) > 0
            if whole.status == DetourStatus.DETOUR and len(set(ObstacleGraph(circles, walker_radius=radius).islands)) == 1:
                assert point == pytest.approx(whole.points[1], abs=1e-9)
        else:
            assert np.array_equal(point, start) and status == whole.status and by == whole.members


def test_going_from_way_point_to_way_point_leads_to_the_goal():
    """Anew each step: the way gets shorter, so it does not turn back half-way."""
    circles = np.array(ring(12, 3, 0.8, gap=(6,)) + [(6, y, 0.5) for y in (-1, 0, 1)])
    at, goal, left = np.array([1.0, 0.3]), np.array([9.0, -0.4]), math.inf
    for _ in range(400):
        (point,), (status,), _ = way_points(circles, [at], [goal], 0.3, max_push=1e-6)
        assert status in (DetourStatus.FREE, DetourStatus.DETOUR)
        length = ObstacleGraph(circles, walker_radius=0.3 - 1e-6).detour(at, goal).length
        assert length < left + 1e-3
        left = length
        step = point - at
        at = at + step * min(1.0, 0.1 / np.hypot(*step))
        if math.dist(at, goal) < 1e-9:
            break
    assert math.dist(at, goal) < 1e-9


@settings(max_examples=100, deadline=None)
@given(st.lists(free_circle, min_size=1, max_size=6), st.tuples(free_number, free_number), st.floats(0, 1.5))
def test_a_covered_start_is_pushed_to_the_nearest_free_place(circles, start, push):
    circles, start = np.array(circles), np.array(start)
    centers, radii = circles[:, :2], circles[:, 2] + 0.2
    angles = np.linspace(0, TURN, 400, endpoint=False)
    rim = (centers[:, None] + radii[:, None, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1)).reshape(-1, 2)
    free = (np.hypot(*(rim[:, None] - centers).T).T > radii - 1e-9).all(axis=1)
    least = np.hypot(*(rim[free] - start).T).min(initial=math.inf)
    covered = (np.hypot(*(centers - start).T) < radii - 1e-9).any()
    goal = start + (40.0, 0.0)
    (point,), (status,), (members,) = way_points(circles, [start], [goal], 0.2, max_push=push)
    if not covered:
        assert status != DetourStatus.START_COVERED
    elif status == DetourStatus.START_COVERED:
        assert least > push - 1e-9 and np.array_equal(point, start) and members
    else:
        assert push >= least - 0.05                             # a pace of the rim at most
        assert status in (DetourStatus.FREE, DetourStatus.DETOUR, DetourStatus.START_INSIDE)


@pytest.mark.parametrize("push, status", [(0.06, DetourStatus.FREE), (0.04, DetourStatus.START_COVERED)])
def test_between_two_circles_the_nearest_free_place_is_where_their_outlines_meet(push, status):
    """At (0, 0.8): straight out of either circle, one is in the other."""
    (point,), (found,), _ = way_points([(-0.6, 0, 1), (0.6, 0, 1)], [(0, 0.75)], [(0, 5)], 0.0, max_push=push)
    assert found == status
    assert point.tolist() == ([0, 5] if status == DetourStatus.FREE else [0, 0.75])


def test_who_stands_in_contact_walks_off_along_it():
    (point,), (status,), _ = way_points([(0, 0, 0.5)], [(-0.98, 0.05)], [(4, 0)], 0.5, max_push=0.05)
    assert status == DetourStatus.DETOUR and math.hypot(*point) >= 1 and point[1] > 0.15
    (point,), (status,), (members,) = way_points([(0, 0, 0.5)], [(-0.9, 0.05)], [(4, 0)], 0.5, max_push=0.05)
    assert status == DetourStatus.START_COVERED and members == [0] and point.tolist() == [-0.9, 0.05]


def test_walkers_of_several_radii_have_graphs_of_their_own():
    circles = [(0, -0.8, 0.5), (0, 0.8, 0.5)]                   # a gap of 0.6
    points, statuses, _ = way_points(circles, [(-3, 0)] * 3, [(3, 0)] * 3, [0.4, 0.2, 0.4])
    assert [status.name for status in statuses] == ["DETOUR", "FREE", "DETOUR"] and (points[0] == points[2]).all()
    for radii in ([0.1, 0.2], [-1.0] * 3, math.nan):
        with pytest.raises(ValueError, match="radii"):
            way_points(circles, [(-3, 0)] * 3, [(3, 0)] * 3, radii)
    with pytest.raises(ValueError, match="goals: must be as many as starts, 1, are 2"):
        way_points(circles, [(-3, 0)], [(3, 0)] * 2, 0.3)
    assert way_points([], np.zeros((0, 2)), np.zeros((0, 2)), 0.3)[0].shape == (0, 2)
