"""Exact shortest paths over a mesh of one floor: Dijkstra's search over the visibility graph of its corners (de Berg et al.,
Computational Geometry, chapter 15). Knows nothing of polygons, portals and tiles: only the walls count."""
import numpy as np
from scipy.sparse.csgraph import dijkstra

GAP = 1e-7          # meters that walls give way, so that what slides along them is not stopped


def wall_edges(mesh):
    """(n, 2, 2): ends of the edges without a neighbor in the ground plane, the mesh to the left seen from above."""
    points = mesh.vertices[:, [0, 2]]
    return np.array([(points[a], points[b]) for corners, row in zip(mesh.polygons, mesh.neighbors)
                     for a, b, other in zip(corners, corners[1:] + corners[:1], row) if other < 0]).reshape(-1, 2, 2)


def side_of(a, b, p):
    """Positive where p lies to the left of a → b, seen from above."""
    return (p[..., 0] - a[..., 0]) * (b[..., 1] - a[..., 1]) - (b[..., 0] - a[..., 0]) * (p[..., 1] - a[..., 1])


def angle_between(a, b):
    return np.arctan2(abs(a[0] * b[1] - a[1] * b[0]), np.dot(a, b))


def without_straight_corners(edges):
    """The edges, with those that go on in line made one."""
    after = {}
    for k, place in enumerate(map(tuple, edges[:, 0].round(6))):
        after.setdefault(place, []).append(k)
    goes_on, gone = np.full(len(edges), -1), np.zeros(len(edges), bool)
    for k, place in enumerate(map(tuple, edges[:, 1].round(6))):
        for other in after[place]:
            straight = abs(side_of(*edges[k], edges[other, 1])) < 1e-9
            if straight and np.dot(edges[k, 1] - edges[k, 0], edges[other, 1] - edges[other, 0]) > 0:
                goes_on[k], gone[other] = other, True
    joined = []
    for k in np.flatnonzero(~gone):
        last = k
        while goes_on[last] >= 0:
            last = goes_on[last]
        joined.append((edges[k, 0], edges[last, 1]))
    return np.array(joined).reshape(-1, 2, 2)


class VisibilityGraph:
    """Shortest distances in the ground plane between places of a mesh without floors."""

    def __init__(self, mesh):
        edges = without_straight_corners(wall_edges(mesh))
        along = edges[:, 1] - edges[:, 0]
        out = np.stack([-along[:, 1], along[:, 0]], axis=1) / np.hypot(*along.T)[:, None]
        barriers = edges + GAP * out[:, None]
        starts = {}
        for k, place in enumerate(map(tuple, edges[:, 0].round(6))):
            starts.setdefault(place, []).append(k)
        bends, closings = [], []
        for k, place in enumerate(map(tuple, edges[:, 1].round(6))):
            for after in starts[place]:
                turn = side_of(edges[k, 0], edges[k, 1], edges[after, 1])
                if turn < -1e-9:            # the way may bend around this corner of a wall
                    bends.append(edges[k, 1])
                    if len(starts[place]) == 1:     # its sides, giving way, must cross and not stick out of it if it is sharp
                        tip = np.pi - angle_between(along[k], along[after])
                        cut = 0.5 * GAP * (1 / np.tan(tip) + 1 / np.tan(0.5 * tip))
                        barriers[k, 1] -= cut * along[k] / np.hypot(*along[k])
                        barriers[after, 0] += cut * along[after] / np.hypot(*along[after])
                elif turn > 1e-9:           # the walls that gave way leave a hole at a corner of the floor
                    a, b = barriers[k, 1], barriers[after, 0]
                    closings.append((2 * a - b, 2 * b - a))
        self.barriers = np.concatenate([barriers, np.array(closings).reshape(-1, 2, 2)])
        self.corners = np.unique(np.array(bends).reshape(-1, 2), axis=0)
        self.between = self.visible_lengths(self.corners, self.corners)

    def visible_lengths(self, places, others):
        """(n, m): meters between the places that see each other, infinite for the rest."""
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
        """(n,): meters of the shortest way from each start to its goal, infinite where there is none; and its bends."""
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
