"""Shrinks the walkable area by the agent's radius (Recast, rcErodeWalkableArea), so that its center can go all over the navmesh.

Distances are measured near the border only: they spread from the outermost floors in order of distance, in buckets (Dial 1969,
"Algorithm 360: shortest-path forest"), and end at the radius.
"""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector

from navpy.baking.voxels.compact cimport NO_NEIGHBOR, CompactHeightfield, Floor
from navpy.base.interrupts cimport check_signals
from navpy.baking.voxels.steps cimport DIAGONAL_STEP, ORTHOGONAL_STEP
from navpy.base.area cimport AREA_NONE

cdef enum:
    WAVES = DIAGONAL_STEP + 1       # buckets that are in use at a time: the current distance and up to 3 more
    MAX_RADIUS_VX = 32767


cdef int find_rim(const Floor* floors, const uint8_t* areas, int32_t count, vector[int32_t]& rim) except -1 nogil:
    """Collect the walkable floors that lack a walkable neighbor, some of them more than once."""
    cdef const int32_t* next
    cdef int32_t i
    cdef int direction
    for i in range(count):
        next = &floors[i].neighbors[0]
        if areas[i] == AREA_NONE:
            for direction in range(4):
                if next[direction] != NO_NEIGHBOR and areas[next[direction]] != AREA_NONE:
                    rim.push_back(next[direction])
        elif (next[0] | next[1] | next[2] | next[3]) < 0:
            rim.push_back(i)
    return 0


cdef int erode_floors(CompactHeightfield compact, int radius_vx) except -1 nogil:
    cdef vector[int32_t] waves[WAVES]
    cdef vector[int32_t] wave
    cdef const Floor* floors = compact.floors.data()
    cdef uint8_t* areas = compact.areas.data()
    cdef int32_t floor, side, corner
    cdef int distance, direction, limit = radius_vx * ORTHOGONAL_STEP
    cdef size_t i
    if limit > 0:
        find_rim(floors, areas, <int32_t>compact.floors.size(), waves[0])
    for distance in range(limit):
        check_signals()
        wave.clear()
        wave.swap(waves[distance % WAVES])
        for i in range(wave.size()):
            floor = wave[i]
            if areas[floor] == AREA_NONE:           # it was reached by a shorter way
                continue
            areas[floor] = AREA_NONE
            if distance + ORTHOGONAL_STEP >= limit:
                continue
            for direction in range(4):
                side = floors[floor].neighbors[direction]
                if side == NO_NEIGHBOR:
                    continue
                if areas[side] != AREA_NONE:
                    waves[(distance + ORTHOGONAL_STEP) % WAVES].push_back(side)
                corner = floors[side].neighbors[(direction + 1) & 3]
                if corner != NO_NEIGHBOR and areas[corner] != AREA_NONE and distance + DIAGONAL_STEP < limit:
                    waves[(distance + DIAGONAL_STEP) % WAVES].push_back(corner)
    return 0


def erode(CompactHeightfield compact not None, int radius_vx):
    """Make floors unwalkable that are less than radius_vx cells away from the border of the walkable area.

    An orthogonal step from the outermost walkable floors counts 2 and a diagonal one 3, against twice radius_vx.

    Parameters
    ----------
    compact : CompactHeightfield
    radius_vx : int
        Cells, 0 … 32767.
    """
    if not 0 <= radius_vx <= MAX_RADIUS_VX:
        raise ValueError(f"radius_vx: must be in 0 … {<int>MAX_RADIUS_VX}, is {radius_vx}")
    with nogil:
        erode_floors(compact, radius_vx)
