"""Small levels to bake, put together from solids and sheets."""
import numpy as np


def box(low, high):
    """Vertices and outward triangles of a box."""
    corners = [(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]
    quads = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
    return corners, [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]


def level(*parts):
    vertices, triangles = [], []
    for corners, faces in parts:
        triangles += [[len(vertices) + i for i in face] for face in faces]
        vertices += corners
    return np.array(vertices, np.float32), np.array(triangles, np.int32)


def ramp(low, high, z0, z1):
    """A sheet from (x, y) low to high, facing up."""
    corners = [(low[0], low[1], z0), (low[0], low[1], z1), (high[0], high[1], z1), (high[0], high[1], z0)]
    return corners, [(0, 1, 2), (0, 2, 3)]
