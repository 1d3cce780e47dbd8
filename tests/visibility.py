"""Exact shortest paths over a mesh of one storey: Dijkstra's search over the visibility graph of its corners (de Berg et al.,
Computational Geometry, chapter 15). Knows nothing of polygons, portals and tiles: only the walls count."""
import numpy as np
from scipy.sparse.csgraph import dijkstra

GAP = 1e-7          # metres that walls give way, so that what slides along them is not stopped


def walls(mesh):
    """Ends of the edges without a neighbour in the ground plane, (n, 2, 2), the mesh to the left seen from above; and the one
    that goes on where each ends, (n,): round a vertex where walls touch, each side has its own."""
    rings, points = mesh.polygons, mesh.vertices[:, [0, 2]]
    edges = {(a, b): (i, k) for i, ring in enumerate(rings) for k, (a, b) in enumerate(zip(ring, ring[1:] + ring[:1]))}
    index = {edge: n for n, edge in enumerate(edge for edge, (i, k) in edges.items() if mesh.neighbors[i][k] < 0)}
    after = []
    for edge in index:
        i, k = edges[edge]
        while True:
            ring = rings[i]
            k = (k + 1) % len(ring)
            following = ring[k], ring[(k + 1) % len(ring)]
            if following in index:
                break
            i, k = edges[following[::-1]]
        after.append(index[following])
    return np.array([points[list(edge)] for edge in index]).reshape(-1, 2, 2), np.array(after, int)


def side_of(a, b, p):
    """Positive where p lies to the left of a → b, seen from above."""
    return (p[..., 0] - a[..., 0]) * (b[..., 1] - a[..., 1]) - (b[..., 0] - a[..., 0]) * (p[..., 1] - a[..., 1])


def without_straight_corners(edges, after):
    """The same, with those that go on in line made one."""
    along = edges[:, 1] - edges[:, 0]
    straight = (np.abs(side_of(edges[:, 0], edges[:, 1], edges[after, 1])) < 1e-9) & ((along * along[after]).sum(axis=1) > 0)
    first = [k for k in range(len(edges)) if k not in set(after[straight])]
    joined, following = [], []
    for k in first:
        last = k
        while straight[last]:
            last = after[last]
        joined.append((edges[k, 0], edges[last, 1]))
        following.append(first.index(after[last]))
    return np.array(joined).reshape(-1, 2, 2), following


def crossing(p, d, q, e):
    """Where the lines from p along d and from q along e meet."""
    return p + d * (side_of(np.zeros(2), e, q - p) / side_of(np.zeros(2), e, d))


class VisibilityGraph:
    """Shortest distances in the ground plane between places of a mesh without storeys."""

    def __init__(self, mesh):
        edges, after = without_straight_corners(*walls(mesh))
        along = (edges[:, 1] - edges[:, 0]) / np.hypot(*(edges[:, 1] - edges[:, 0]).T)[:, None]
        out = np.stack([-along[:, 1], along[:, 0]], axis=1)
        barriers = edges + GAP * out[:, None]
        bends, closings = [], []
        for k, n in enumerate(after):
            turn = side_of(edges[k, 0], edges[k, 1], edges[n, 1])
            if turn < -1e-9:                # the way may bend around this corner of a wall
                bends.append(edges[k, 1])
                at = crossing(barriers[k, 0], along[k], barriers[n, 1], along[n])       # so that no end sticks out
                barriers[k, 1], barriers[n, 0] = at + 0.5 * GAP * along[k], at - 0.5 * GAP * along[n]
            elif turn > 1e-9:               # the walls that gave way leave a hole at a corner of the floor
                a, b = barriers[k, 1] + 0.6 * GAP * along[k], barriers[n, 0] - 0.6 * GAP * along[n]
                barriers[k, 1], barriers[n, 0] = a, b
                closings.append((2 * a - b, 2 * b - a))
        self.barriers = np.concatenate([barriers, np.array(closings).reshape(-1, 2, 2)])
        self.corners = np.unique(np.array(bends).reshape(-1, 2), axis=0)
        self.between = self.visible_lengths(self.corners, self.corners)

    def visible_lengths(self, places, others):
        """(n, m): metres between the places that see each other, infinite for the rest."""
        lengths = np.full((len(places), len(others)), np.inf)
        a, b = self.barriers[:, 0], self.barriers[:, 1]
        for place, row in zip(places, lengths):
            from_a = side_of(a, b, place)
            to_a = side_of(a, b, others[:, None])
            across = side_of(place, others[:, None], a), side_of(place, others[:, None], b)
            blocked = np.any((from_a * to_a < 0) & (across[0] * across[1] < 0), axis=1)
            row[~blocked] = np.hypot(*(others[~blocked] - place).T)
        return lengths

    def distances(self, starts, goals):
        """(n,): metres of the shortest way from each start to its goal, infinite where there is none; and its bends."""
        count, n = len(self.corners), len(starts)
        ends = np.concatenate([starts, goals])
        graph = np.full((count + 2 * n, count + 2 * n), np.inf)
        graph[:count, :count] = self.between
        graph[count:, :count] = self.visible_lengths(ends, self.corners)
        graph[:count, count:] = graph[count:, :count].T
        for k in range(n):
            graph[count + k, count + n + k] = self.visible_lengths(starts[k:k + 1], goals[k:k + 1])[0, 0]
        graph[(graph == 0) & ~np.eye(len(graph), dtype=bool)] = np.inf
        found, before = dijkstra(np.where(np.isinf(graph), 0, graph), directed=False, indices=np.arange(count, count + n),
                                 return_predecessors=True)
        bends = np.zeros(n, int)
        for k in range(n):
            at = before[k, count + n + k]
            while 0 <= at < count:
                bends[k], at = bends[k] + 1, before[k, at]
        return found[np.arange(n), count + n + np.arange(n)], bends
