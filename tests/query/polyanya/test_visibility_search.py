"""Searches on the visibility graph against searches by intervals alone: the same lengths, by other ways of finding them."""
import numpy as np
import pytest

import navpy.query  # noqa: F401
from navpy.api.query.polyanya import ExactFinder
from tests.meshes import delaunay_mesh, grid_mesh, random_points, strip

MANY_SIGHT_CHECKS = 24          # of the goal by single vertices, before one scan from the goal takes their place


def compare(mesh, ends):
    """Both searches for each pair of ends; how often the goal was looked for from vertices, by search."""
    by_graph, by_intervals = ExactFinder(mesh), ExactFinder(mesh, by_visibility=False)
    checks = []
    for (a, start), (b, goal) in zip(ends[::2], ends[1::2]):
        path, other = by_graph.path(a, start, b, goal), by_intervals.path(a, start, b, goal)
        checks.append(by_graph.sight_checks)
        assert by_intervals.sight_checks == 0
        assert (path is None) == (other is None)
        if path is not None:
            assert path[0] == pytest.approx(other[0], rel=1e-12, abs=1e-12)
            assert path[4][0] == a and path[4][-1] == b and all(q in mesh.neighbors[p] for p, q in zip(path[4], path[4][1:]))
    return np.array(checks)


@pytest.mark.parametrize("kinds", [(0,), (1,), (2,)], ids=["vertices", "edges", "inside"])
def test_ends_anywhere(kinds):
    rng, checked = np.random.default_rng(4), 0
    for seed in range(6):
        for mesh in (delaunay_mesh(seed, points=120, removed=0.2), grid_mesh(seed, removed=0.3, angle=0.1 * seed)):
            checked += (compare(mesh, random_points(mesh, 40, rng, kinds=kinds)) > 0).sum()
    # a goal on a border of its polygon is searched by intervals
    assert (checked > 30) == (kinds == (2,))


def test_goals_that_many_vertices_look_for():
    """Walls everywhere: past some checks of the goal one scan from there tells of all vertices."""
    rng = np.random.default_rng(9)
    mesh = grid_mesh(2, width=40, depth=40, removed=0.35)
    checks = compare(mesh, random_points(mesh, 200, rng, kinds=(2,)))
    assert (checks > MANY_SIGHT_CHECKS).sum() > 10 and ((0 < checks) & (checks < MANY_SIGHT_CHECKS)).sum() > 10


@pytest.mark.parametrize("radii", [(1.0, 2.0), (0.01, 3.0)])
def test_vertices_whose_polygons_cover_directions_twice(radii):
    """Spiral stairs around a pole, thick or thin, both ways round."""
    rng = np.random.default_rng(1)
    for sense in (1, -1):
        angles = np.linspace(0, 6 * np.pi, 37)[::sense]
        stair = [tuple((r * np.cos(t), abs(t) / 3, r * np.sin(t)) for r in radii) for t in angles]
        mesh = strip(stair if sense == 1 else [pair[::-1] for pair in stair[::-1]])
        compare(mesh, random_points(mesh, 60, rng, kinds=(2,)))
