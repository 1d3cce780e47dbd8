"""Which of several shortest ways a path takes, against the rule applied to all of them: back from the goal, the way with the
shorter last stretch, and of equal stretches the one from farther to the left or below."""
import numpy as np
import pytest
from scipy.sparse.csgraph import dijkstra

import navpy.query  # noqa: F401
from navpy.api.query.polyanya import ExactFinder
from navpy.navmesh.navmesh import NavMesh
from tests.meshes import grid_mesh, random_points
from tests.visibility import VisibilityGraph


class Ways:
    """All shortest ways over a mesh of one floor."""

    def __init__(self, mesh):
        self.graph = VisibilityGraph(mesh)

    def chosen(self, start, goal):
        """Places of the chosen shortest way in the ground plane, without those where it goes straight on; and from how many
        vertices of it there are several ways back."""
        places = np.vstack([start, goal, self.graph.corners])
        lengths = np.full((len(places), len(places)), np.inf)
        lengths[2:, 2:] = self.graph.between
        lengths[:2] = self.graph.visible_lengths(places[:2], places)
        lengths[:, :2] = lengths[:2].T
        np.fill_diagonal(lengths, np.inf)
        from_start = dijkstra(np.where(np.isinf(lengths), 0.0, lengths), indices=0)
        if np.isinf(from_start[1]):
            return None, 0
        way, ties = [1], 0
        while way[-1] != 0:
            at = way[-1]
            last = np.flatnonzero(from_start + lengths[at] <= from_start[at] + 1e-9)
            order = np.lexsort((-places[last, 1], places[last, 0], lengths[at, last].round(9)))
            ties += len(last) > 1
            way.append(last[order[0]])
        way = places[way[::-1]]
        before, after = way[1:-1] - way[:-2], way[2:] - way[1:-1]
        bends = abs(before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]) > 1e-9
        return way[np.concatenate([[True], bends, [True]])], ties


def pillars(rng, size=15):
    """A floor of unit cells with pillars in rows, some of which are left out: ways of the same steps in other orders are as long."""
    stands = (rng.random((size, size)) < 0.85) & (np.arange(size)[:, None] % 2 == 1) & (np.arange(size) % 2 == 1)
    vertices = [(x, 0.0, z) for x in range(size + 1) for z in range(size + 1)]
    corners = [x * (size + 1) + z for x, z in np.argwhere(~stands)]
    return NavMesh.from_polygons(vertices, [(at, at + 1, at + size + 2, at + size + 1) for at in corners])


@pytest.mark.parametrize("kind", ["blocks", "pillars", "pillars, from middles of cells"])
def test_the_way_by_the_rule(kind):
    ties = 0
    for seed in range(8):
        rng = np.random.default_rng(seed)
        mesh = grid_mesh(seed, width=16, depth=16, removed=0.3) if kind == "blocks" else pillars(rng)
        finder, ways, ends = ExactFinder(mesh), Ways(mesh), random_points(mesh, 120, rng, kinds=(2,))
        if "middles" in kind:
            ends = [(poly, np.floor(place) + (0.5, 0.0, 0.5)) for poly, place in ends]
        for (a, start), (b, goal) in zip(ends[::2], ends[1::2]):
            if np.array_equal(start, goal):
                continue
            (expected, several), found = ways.chosen(start[[0, 2]], goal[[0, 2]]), finder.path(a, start, b, goal)
            assert (expected is None) == (found is None)
            ties += several
            if found is not None:
                assert np.array(found[1])[:, [0, 2]] == pytest.approx(expected, abs=1e-6), f"{seed}: {a} {start} {b} {goal}"
    assert ties > 200
