"""Hand-made heightfields and the floor graph that oracles walk."""
import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from navpy.api.baking.compact import floor_neighbors
from navpy.api.baking.heightfield import fill_spans
from navpy.baking.voxels.compact import CompactHeightfield
from navpy.baking.voxels.heightfield import Heightfield


def empty_heightfield(width, depth, height=200):
    return Heightfield((0, 0, 0), (width, height, depth), 1.0, 1.0)


def heightfield_of(rows, height=200):
    """rows[z][x] is a list of (bottom, top, area)."""
    field = empty_heightfield(len(rows[0]), len(rows), height)
    fill_spans(field, ((x, z, *span) for z, row in enumerate(rows) for x, spans in enumerate(row) for span in spans))
    return field


def terrain(heights, height_vx=4, climb_vx=1):
    """Compact heightfield of a walkable surface at heights[z][x], with no floor where that is 0."""
    field = heightfield_of([[[(0, int(h), 63)] if h else [] for h in row] for row in heights])
    return CompactHeightfield(field, height_vx, climb_vx)


def distances_to(compact, sources):
    """Dijkstra over the floors: 2 to a neighbor, 3 to a neighbor's neighbor at a right angle."""
    neighbors = floor_neighbors(compact)
    costs = {}
    for i, row in enumerate(neighbors):
        for direction, k in enumerate(row):
            if k < 0:
                continue
            costs[i, int(k)] = 2
            for turn in ((direction + 1) % 4, (direction + 3) % 4):
                if neighbors[k][turn] >= 0:
                    costs.setdefault((i, int(neighbors[k][turn])), 3)
    if not costs:
        return np.where(sources, 0, np.inf)
    ends = np.array(list(costs))
    graph = csr_array((np.array(list(costs.values()), float), (ends[:, 0], ends[:, 1])), shape=(len(neighbors),) * 2)
    return dijkstra(graph, indices=np.flatnonzero(sources), min_only=True)
