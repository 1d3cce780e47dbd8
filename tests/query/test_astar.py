"""A* against scipy's Dijkstra on the same graph of portals."""
import numpy as np
import pytest
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import dijkstra

import navpy.query  # noqa: F401
from navpy.navmesh import NavMesh
from navpy.query.astar import corridor
from meshes import delaunay_mesh, grid_mesh, meshes, random_points


def portals_of(mesh):
    """Middle of every shared edge and, by polygon, which of them lie on it; from vertex indices alone."""
    holders = {}
    for i, polygon in enumerate(mesh.polygons):
        for a, b in zip(polygon, polygon[1:] + polygon[:1]):
            holders.setdefault(frozenset((a, b)), []).append(i)
    shared = [(edge, polys) for edge, polys in holders.items() if len(polys) == 2]
    middles = np.array([mesh.vertices[list(edge)].mean(axis=0) for edge, _ in shared]).reshape(-1, 3)
    on = [[k for k, (_, polys) in enumerate(shared) if i in polys] for i in range(mesh.polygon_count)]
    return middles, on


def dijkstra_cost(middles, on, a, start, b, goal):
    points = np.vstack([middles, start, goal])
    s, g = len(middles), len(middles) + 1
    pairs = [(i, k) for row in on for i in row for k in row if i < k]
    pairs += [(s, k) for k in on[a]] + [(k, g) for k in on[b]] + ([(s, g)] if a == b else [])
    rows, columns = np.array(pairs, dtype=int).reshape(-1, 2).T
    lengths = np.linalg.norm(points[rows] - points[columns], axis=1)
    graph = csr_matrix((np.maximum(lengths, 1e-300), (rows, columns)), shape=(g + 1, g + 1))
    return dijkstra(graph, directed=False, indices=s)[g]


def test_the_cost_is_dijkstras():
    rng = np.random.default_rng(5)
    found = lost = 0
    for mesh in meshes(6):
        middles, on = portals_of(mesh)
        ends = random_points(mesh, 24, rng)
        for (a, start), (b, goal) in zip(ends[::2], ends[1::2]):
            way = corridor(mesh, a, start, b, goal)
            cost = np.linalg.norm(goal - start) if a == b else dijkstra_cost(middles, on, a, start, b, goal)
            if way is None:
                lost += 1
                assert np.isinf(cost)
                continue
            found += 1
            assert way[1] == pytest.approx(cost, rel=1e-12, abs=1e-12)
            assert way[0][0] == a and way[0][-1] == b
            assert all(q in mesh.neighbors[p] for p, q in zip(way[0], way[0][1:]))
    assert found > 100 and lost > 20


def test_other_islands_are_not_searched():
    mesh = delaunay_mesh(3, removed=0.5)
    islands = mesh.islands
    a, b = 0, int(np.argmax(islands != islands[0]))
    assert islands[a] != islands[b]
    assert corridor(mesh, a, mesh.vertices[0], b, mesh.vertices[0]) is None


def test_of_equal_ways_always_the_same():
    cells = [[x * 4 + z, x * 4 + z + 1, x * 4 + z + 5, x * 4 + z + 4] for x in range(3) for z in range(3)]
    vertices = [(x, 0, z) for x in range(4) for z in range(4)]
    del cells[4]                    # a ring of eight cells: both ways round are equally long
    mesh = NavMesh.from_polygons(vertices, cells)
    ways = {tuple(corridor(mesh, 0, (0.5, 0, 0.5), 7, (2.5, 0, 2.5))[0]) for _ in range(5)}
    assert ways == {(0, 1, 2, 4, 7)}


def test_the_heuristic_spares_work():
    mesh = grid_mesh(0, width=30, depth=30, removed=0.05)
    middles, _ = portals_of(mesh)
    inside = int(np.argmin(np.linalg.norm([np.mean(mesh.vertices[list(p)], axis=0) - (15, 0, 15) for p in mesh.polygons], axis=1)))
    start = np.mean(mesh.vertices[list(mesh.polygons[inside])], axis=0)
    near = mesh.neighbors[inside][int(np.argmax(np.array(mesh.neighbors[inside]) >= 0))]
    _, _, searched = corridor(mesh, inside, start, near, np.mean(mesh.vertices[list(mesh.polygons[near])], axis=0))
    assert 0 < searched < len(middles) / 20


def test_unknown_polygons_are_refused():
    mesh = grid_mesh(0)
    for a, b in ((-1, 0), (0, mesh.polygon_count)):
        with pytest.raises(ValueError, match="there is no polygon"):
            corridor(mesh, a, (0, 0, 0), b, (0, 0, 0))
