"""Planar graphs on integer grids, most of them degenerate, and what is true of them in Python's integers."""
import itertools

import numpy as np
from hypothesis import strategies as st
from scipy.spatial import Delaunay

MOST = 2 ** 29


def left_turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def in_circle(a, b, c, d):
    """Above 0 where d lies inside the circle through a, b, c, which turn left."""
    (ax, ay), (bx, by), (cx, cy) = ((p[0] - d[0], p[1] - d[1]) for p in (a, b, c))
    return ((ax * ax + ay * ay) * (bx * cy - by * cx) + (bx * bx + by * by) * (cx * ay - cy * ax)
            + (cx * cx + cy * cy) * (ax * by - ay * bx))


def is_between(a, b, p):
    """Whether p lies on the line from a to b, away from its ends."""
    return left_turn(a, b, p) == 0 and (a[0] - p[0]) * (b[0] - p[0]) + (a[1] - p[1]) * (b[1] - p[1]) < 0


def cross(a, b, c, d):
    """Whether two lines without a point inside them meet away from their ends."""
    return left_turn(a, b, c) * left_turn(a, b, d) < 0 and left_turn(c, d, a) * left_turn(c, d, b) < 0


def hull_area(points):
    """Twice the area of the convex hull (Andrew 1979)."""
    def chain(points):
        out = []
        for p in points:
            while len(out) > 1 and left_turn(out[-2], out[-1], p) <= 0:
                out.pop()
            out.append(p)
        return out[:-1]
    points = sorted(points)
    return polygon_area(chain(points) + chain(points[::-1]))


def polygon_area(corners):
    """Twice the area, above 0 counter-clockwise."""
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(corners, corners[1:] + corners[:1]))


def winding_at(points, sides, layer, x, y, scale):
    """The winding number at (x / scale, y / scale): sides that a ray to the right crosses."""
    total = 0
    for begin, end, of, winding in sides:
        if of == layer:
            a, b = ((points[i][0] * scale, points[i][1] * scale) for i in (begin, end))
            if (a[1] <= y) != (b[1] <= y):
                up = 1 if b[1] > a[1] else -1
                if up * left_turn(a, b, (x, y)) > 0:
                    total += up * winding
    return total


def whole_edges(points, order):
    """Edges of some triangulation: all that cross none before them, in the order of all pairs that is given."""
    edges = []
    for i, k in order:
        a, b = points[i], points[k]
        if not any(is_between(a, b, p) for p in points) and not any(cross(a, b, points[m], points[n]) for m, n in edges):
            edges.append((i, k))
    return edges


def faces_of(points, edges):
    """Triangles between the edges of a triangulation, counter-clockwise."""
    known = {frozenset(edge) for edge in edges}
    for i, k, m in itertools.combinations(range(len(points)), 3):
        turn = left_turn(points[i], points[k], points[m])
        if turn and {frozenset((i, k)), frozenset((k, m)), frozenset((i, m))} <= known:
            face = (i, k, m) if turn > 0 else (i, m, k)
            if not any(all(left_turn(points[a], points[b], p) > 0 for a, b in zip(face, face[1:] + face[:1])) for p in points):
                yield face


def sides_of(faces, windings):
    """Sides (begin, end, layer, winding) between faces whose winding numbers are given, by layer; 0 outside."""
    total = {}
    for face, numbers in zip(faces, windings):
        for a, b in zip(face, face[1:] + face[:1]):
            for layer, winding in enumerate(numbers):
                key = (min(a, b), max(a, b), layer)
                total[key] = total.get(key, 0) + (winding if a < b else -winding)
    return sorted((*key, winding) for key, winding in total.items() if winding)


def reordered(points, sides, order):
    """The same graph with points in another order: new point i is the old order[i]."""
    new = {old: i for i, old in enumerate(order)}
    turned = []
    for begin, end, layer, winding in sides:
        a, b = new[begin], new[end]
        turned.append((a, b, layer, winding) if a < b else (b, a, layer, -winding))
    return [points[i] for i in order], sorted(turned)


@st.composite
def places(draw, most=12):
    """Points of a small grid, stretched, slanted and moved, so that many lie on common lines and circles."""
    wide, high = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    cells = draw(st.lists(st.tuples(st.integers(0, wide), st.integers(0, high)), min_size=0, max_size=most, unique=True))
    slant = draw(st.sampled_from([0, 0, 1, -2]))
    points = [(x + slant * y, y) for x, y in cells]
    spread = max([1] + [abs(c) for p in points for c in p])
    scale_x, scale_y = (draw(st.sampled_from([1, 1, 3, MOST // spread])) for _ in range(2))
    if draw(st.booleans()) and points:          # into a corner of the grid
        low_x, low_y = min(x for x, _y in points), min(y for _x, y in points)
        return [((x - low_x) * scale_x - MOST, (y - low_y) * scale_y - MOST) for x, y in points]
    return [(x * scale_x, y * scale_y) for x, y in points]


@st.composite
def planar_graphs(draw, most=12, layers=2):
    """(points, sides, layers): the borders between random faces of a random triangulation."""
    points = draw(places(most))
    pairs = list(itertools.combinations(range(len(points)), 2))
    faces = list(faces_of(points, whole_edges(points, draw(st.permutations(pairs)))))
    count = draw(st.integers(1, layers))
    numbers = st.tuples(*[st.integers(-1, 2)] * count)
    return points, sides_of(faces, [draw(numbers) for _ in faces]), count


def random_graph(rng, count, spread, fill):
    """A graph of many points: random faces of a Delaunay triangulation of the stretched points; many sides are not Delaunay."""
    points = np.unique(rng.integers(-spread, spread + 1, (count, 2)), axis=0)
    faces = [tuple(map(int, face)) for face in Delaunay(points * (8, 1)).simplices]
    points = [tuple(map(int, p)) for p in points]
    faces = [f if left_turn(*(points[i] for i in f)) > 0 else f[::-1] for f in faces]
    return points, sides_of(faces, [(int(full),) for full in rng.random(len(faces)) < fill])
