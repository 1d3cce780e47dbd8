"""
Shrinks the walkable area by the agent's radius, so that its centre can go wherever the navmesh is.

Only the rim of the walkable area changes, so that distances are not measured everywhere: they spread from the outermost
floors in order of distance (Dial 1969, "Algorithm 360: shortest-path forest") and end at the radius.
"""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector

from navpy.baking.voxels.compact cimport NO_NEIGHBOR, CompactHeightfield, Floor
from navpy.base.area cimport AREA_NONE

cdef enum:
    ORTHOGONAL_STEP = 2
    DIAGONAL_STEP = 3
    WAVES = DIAGONAL_STEP + 1       # distances that floors can wait at at a time: one is being spread, to at most 3 more
    MAX_RADIUS_VX = 32767


cdef int find_rim(const Floor* floors, const uint8_t* areas, int32_t count, vector[int32_t]& rim) except -1 nogil:
    """The walkable floors that miss a walkable neighbor, some more than once."""
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
        wave.clear()
        wave.swap(waves[distance % WAVES])
        for i in range(wave.size()):
            floor = wave[i]
            if areas[floor] == AREA_NONE:           # another way to it was shorter
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
    """Make floors unwalkable that are less than radius_vx cells away from the edge of the walkable area.

    Distance is 2 an orthogonal step and 3 a diagonal one, from the outermost walkable floors, against twice radius_vx
    (Recast, rcErodeWalkableArea). Raises ValueError for a radius_vx outside 0 … 32767.
    """
    if not 0 <= radius_vx <= MAX_RADIUS_VX:
        raise ValueError(f"radius_vx: must be in 0 … {<int>MAX_RADIUS_VX}, is {radius_vx}")
    with nogil:
        erode_floors(compact, radius_vx)
