"""What a compact heightfield holds, as numpy arrays, for tests and pictures."""
import numpy as np

from navpy.baking.voxels.compact cimport CompactHeightfield


def column_starts(CompactHeightfield compact not None):
    """First floor of every column x + z * width and, last, the number of floors: int32 (width * depth + 1,)."""
    return np.array(compact.first, dtype=np.int32)


def floor_heights(CompactHeightfield compact not None):
    """Height of every floor, cell heights above the box's bottom: uint16 (n,)."""
    return np.array([floor.y_vx for floor in compact.floors], dtype=np.uint16)


def floor_headrooms(CompactHeightfield compact not None):
    """Open cell heights above every floor, 65535 where there is no ceiling: uint16 (n,)."""
    return np.array([floor.headroom_vx for floor in compact.floors], dtype=np.uint16)


def floor_neighbors(CompactHeightfield compact not None):
    """Floor reached from every floor towards −x, +z, +x, −z, or −1: int32 (n, 4)."""
    return np.array([floor.neighbors for floor in compact.floors], dtype=np.int32).reshape(-1, 4)


def floor_areas(CompactHeightfield compact not None):
    """Area id of every floor, 0 where it is not walkable: uint8 (n,)."""
    return np.array(compact.areas, dtype=np.uint8)


def floor_distances(CompactHeightfield compact not None):
    """Distance of every floor from the border, 2 an orthogonal step: uint16 (n,), empty where there is no distance field."""
    return np.array(compact.distances, dtype=np.uint16)


def floor_regions(CompactHeightfield compact not None):
    """Region of every floor, 0 where it is in none: int32 (n,), empty before regions are built."""
    return np.array(compact.regions, dtype=np.int32)
