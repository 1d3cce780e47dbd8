"""The obstacle graph against a tangent graph of all circles, which knows the shortest way of all, and against flooding."""
import heapq
import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from navpy.motion.obstacle_graph import DetourStatus, LinkBlockade, ObstacleGraph

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
    result = graph.detour(start, goal, most_islands=50)
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


@settings(max_examples=250, deadline=None)
@given(st.lists(circle, max_size=9), st.integers(0, 6).map(lambda n: n / 8), st.tuples(number, number), st.tuples(number, number))
def test_random_scenes_on_a_grid(circles, walker, start, goal):
    """Coordinates on a grid of eighths: circles that touch, coincide, lie in one another and meet in threes."""
    check_scene(circles, walker, start, goal)


@settings(max_examples=250, deadline=None)
@given(st.lists(free_circle, max_size=9), st.floats(0, 0.8), st.tuples(free_number, free_number), st.tuples(free_number, free_number))
def test_random_scenes(circles, walker, start, goal):
    check_scene(circles, walker, start, goal)
