"""Closed solids and one-sided surfaces as triangles, and how a level of them is voxelized."""
import numpy as np

from navpy.baking.voxels.filters import filter_ledge_spans, filter_low_hanging_obstacles, filter_walkable_low_height_spans
from navpy.baking.voxels.heightfield import Heightfield
from navpy.baking.voxels.triangle_soup import bounds_of, mark_walkable_triangles

CELL, STEP = 0.25, 0.25
HEIGHT_VX, CLIMB_VX = 6, 1
FACES = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))    # seen from outside


def quads(vertices, faces):
    return np.array(vertices, np.float32), np.array([(f[0], f[i], f[i + 1]) for f in faces for i in (1, 2)], np.int32)


def box(low, high, yaw=0.0, faces=range(6)):
    """A closed box whose faces look outwards: −x, +x, −y, +y, −z, +z; only those named."""
    low, high = np.array(low, float), np.array(high, float)
    corners = np.array([[(low, high)[i >> 2 & 1][0], (low, high)[i >> 1 & 1][1], (low, high)[i & 1][2]] for i in range(8)])
    middle, corners = (low + high) / 2, corners - (low + high) / 2
    x, z = corners[:, 0] * np.cos(yaw) + corners[:, 2] * np.sin(yaw), corners[:, 2] * np.cos(yaw) - corners[:, 0] * np.sin(yaw)
    return quads(np.column_stack([x, corners[:, 1], z]) + middle, [FACES[i] for i in faces])


def plane(low, high, y, faces_up=True):
    """A one-sided rectangle between two (x, z)."""
    ring = [(low[0], y, low[1]), (low[0], y, high[1]), (high[0], y, high[1]), (high[0], y, low[1])]
    return quads(ring if faces_up else ring[::-1], [(0, 1, 2, 3)])


def level(*parts):
    """All parts together: vertices, triangles."""
    vertices, triangles, count = [], [], 0
    for points, corners in parts:
        vertices.append(points)
        triangles.append(corners + count)
        count += len(points)
    return np.concatenate(vertices), np.concatenate(triangles)


def voxelized(vertices, triangles, window=None, filters=True):
    areas = mark_walkable_triangles(vertices, triangles, 45.0)
    field = Heightfield(*bounds_of(vertices), CELL, STEP, window)
    field.rasterize(vertices, triangles, areas, CLIMB_VX)
    if filters:
        filter_low_hanging_obstacles(field, CLIMB_VX)
        filter_ledge_spans(field, HEIGHT_VX, CLIMB_VX)
        filter_walkable_low_height_spans(field, HEIGHT_VX)
    return field
