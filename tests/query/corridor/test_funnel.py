"""The funnel against a visibility graph over the ends of the corridor's portals."""
import numpy as np
import pytest
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import dijkstra

import navpy.query  # noqa: F401
from navpy.navmesh.navmesh import NavMesh
from navpy.api.query.corridor_search import corridor, pull
from tests.meshes import contains, cross, meshes, portals_along, random_points


def sees(p, q, portals, slack=1e-9):
    """Does the segment p q cross every portal, one after the other, between its ends?"""
    d = q - p
    length = np.hypot(*d)
    low = 0.0
    for right, left in portals:
        edge = left - right
        width = np.hypot(*edge)
        side_p, side_q = cross(right, left, p) / width, cross(right, left, q) / width
        if abs(side_p - side_q) <= slack:               # along the portal: it has to meet it somewhere
            if abs(side_p) > slack:
                return False
            a, b = sorted((np.dot(right - p, d), np.dot(left - p, d)))
            scale = max(length * length, 1e-30)
            first, last = a / scale - slack, b / scale + slack
            if first > 1.0 or last < low - slack:
                return False
            low = max(low, first)
            continue
        t = side_p / (side_p - side_q)
        if not (low - slack <= t <= 1.0 + slack):
            return False
        at = np.dot(p + t * d - right, edge) / width
        if not (-slack <= at <= width + slack):
            return False
        low = max(low, t)
    return True


def visibility_length(portals, start, goal):
    """Shortest way from start to goal through the portals in order, in the ground plane."""
    nodes = [(start, -1)] + [(end, i) for i, pair in enumerate(portals) for end in pair] + [(goal, len(portals))]
    rows, columns, lengths = [], [], []
    for i, (p, before) in enumerate(nodes):
        for k, (q, after) in enumerate(nodes):
            if after > before and sees(p, q, portals[before + 1:after]):
                rows.append(i), columns.append(k), lengths.append(max(np.hypot(*(q - p)), 1e-300))
    graph = csr_matrix((lengths, (rows, columns)), shape=(len(nodes), len(nodes)))
    return dijkstra(graph, indices=0)[-1]


def ground_length(points):
    flat = np.array(points)[:, [0, 2]]
    return np.hypot(*np.diff(flat, axis=0).T).sum()


def check(mesh, polys, start, goal):
    points, point_polys = pull(mesh, polys, start, goal)
    exact = visibility_length(portals_along(mesh, polys), start[[0, 2]], goal[[0, 2]])
    assert ground_length(points) == pytest.approx(exact, abs=1e-5)
    assert points[0] == tuple(start) and points[-1] == tuple(goal)
    assert all(a != b for a, b in zip(points, points[1:]))
    for point in points[1:-1]:
        assert (mesh.vertices == point).all(axis=1).any()
    for point, poly in zip(points, point_polys):
        assert poly in polys
        assert contains(mesh.vertices[list(mesh.polygons[poly])][:, [0, 2]], np.array(point)[[0, 2]], 1e-9)
    return points


def test_the_path_is_the_shortest_in_its_corridor():
    rng = np.random.default_rng(11)
    bends = done = 0
    for mesh in meshes(7):
        ends = random_points(mesh, 40, rng)
        for (a, start), (b, goal) in zip(ends[::2], ends[1::2]):
            way = corridor(mesh, a, start, b, goal)
            if way is None or len(way[0]) > 14:
                continue
            bends += len(check(mesh, way[0], start, goal)) - 2
            done += 1
    assert done > 150 and bends > 100


def test_any_corridor_will_do():
    """Not only the cheapest: random walks wind and turn on the spot."""
    rng = np.random.default_rng(2)
    done = 0
    for mesh in meshes(5):
        for a, start in random_points(mesh, 8, rng):
            polys, here = [a], a
            while len(polys) < 9:
                free = [q for q in mesh.neighbors[here] if q >= 0 and q not in polys]
                if not free:
                    break
                here = int(rng.choice(free))
                polys.append(here)
            ring = mesh.vertices[list(mesh.polygons[here])]
            check(mesh, polys, start, np.dot(rng.dirichlet(np.ones(len(ring))), ring))
            done += 1
    assert done == 160


def corner_mesh():
    """Three unit cells round the inner corner (1, 1), which is 2 m up."""
    vertices = [(0, 0, 0), (1, 0, 0), (1, 2, 1), (0, 0, 1), (2, 0, 0), (2, 0, 1), (2, 0, 2), (1, 0, 2)]
    return NavMesh.from_polygons(vertices, [(0, 1, 2, 3), (1, 4, 5, 2), (2, 5, 6, 7)])


def test_the_corner_brings_its_height():
    points, polys = pull(corner_mesh(), [0, 1, 2], (0.5, 0.0, 0.9), (1.1, 0.0, 1.9))
    assert points == [(0.5, 0.0, 0.9), (1.0, 2.0, 1.0), (1.1, 0.0, 1.9)]
    assert polys[0] == 0 and polys[1] in (0, 1, 2) and polys[2] == 2


def test_a_free_line_has_no_corner():
    points, _ = pull(corner_mesh(), [0, 1, 2], (0.1, 0.0, 0.1), (1.9, 0.0, 1.9))
    assert ground_length(points) == pytest.approx(2 * 1.8 ** 2 / np.sqrt(2 * 1.8 ** 2), abs=1e-9)


@pytest.mark.parametrize("start, goal, length", [
    ((1, 2, 1), (1.5, 0, 1.5), np.sqrt(0.5)),           # from the corner itself
    ((0.5, 0, 0.5), (1, 2, 1), np.sqrt(0.5)),           # to it
    ((1, 2, 1), (1, 2, 1), 0.0),                        # staying there
    ((1, 0, 0.5), (1.5, 0, 1), np.sqrt(0.5)),           # from portal to portal
    ((1, 0, 0), (2, 0, 1), np.sqrt(2.0)),               # between the far ends of both portals
    ((0, 0, 1), (2, 0, 1), 2.0),                        # along the wall, then along a portal
    ((1, 0, 0), (1, 0, 2), 2.0),                        # along a portal, then along the wall
])
def test_ends_on_vertices_and_edges(start, goal, length):
    points, _ = pull(corner_mesh(), [0, 1, 2], start, goal)
    assert ground_length(points) == pytest.approx(length, abs=1e-9)
    assert all(a != b for a, b in zip(points, points[1:]))


def test_portals_in_line_with_the_start():
    """A wall along x = 1 with the start exactly on its line: near and far ends of a portal look the same."""
    vertices = [(1, 0, 0), (2, 0, 0), (2, 0, 1), (1, 0, 1), (2, 0, 2), (1, 0, 2), (0, 0, 1), (0, 0, 2)]
    mesh = NavMesh.from_polygons(vertices, [(0, 1, 2, 3), (3, 2, 4, 5), (6, 3, 5, 7)])
    for goal, length in (((0.5, 0, 1.5), 1 + np.sqrt(0.5)), ((0.0, 0, 1.0), 2.0), ((0.0, 0, 2.0), 1 + np.sqrt(2.0))):
        points, _ = pull(mesh, [0, 1, 2], (1, 0, 0), goal)
        assert ground_length(points) == pytest.approx(length, abs=1e-9)


def test_bad_corridors_are_refused():
    with pytest.raises(ValueError, match="no polygon"):
        pull(corner_mesh(), [], (0, 0, 0), (1, 0, 0))
    with pytest.raises(ValueError, match="no polygon 3"):
        pull(corner_mesh(), [0, 3], (0, 0, 0), (1, 0, 0))
