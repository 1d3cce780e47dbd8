"""Smooths the borders between areas, which are ragged after rasterizing, by the median of nine cells."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector

from navpy.baking.voxels.compact cimport NO_NEIGHBOR, CompactHeightfield, Floor
from navpy.base.area cimport AREA_NONE


cdef inline bint gather(const Floor* floors, const uint8_t* areas, int32_t floor, uint8_t* around) noexcept nogil:
    """Collect the area ids of the 3 × 3 floors around a floor; its own stands for floors that are missing or unwalkable.
    → whether any differs from its own"""
    cdef uint8_t own = areas[floor]
    cdef int32_t side, corner
    cdef int direction
    cdef bint mixed = False
    around[8] = own
    for direction in range(4):
        around[2 * direction] = around[2 * direction + 1] = own
        side = floors[floor].neighbors[direction]
        if side == NO_NEIGHBOR:
            continue
        if areas[side] != AREA_NONE:
            around[2 * direction] = areas[side]
        corner = floors[side].neighbors[(direction + 1) & 3]
        if corner != NO_NEIGHBOR and areas[corner] != AREA_NONE:
            around[2 * direction + 1] = areas[corner]
        mixed = mixed or around[2 * direction] != own or around[2 * direction + 1] != own
    return mixed


cdef uint8_t median_of_nine(uint8_t* values) noexcept nogil:
    """The fifth smallest value, by insertion sort."""
    cdef int i, k
    cdef uint8_t value
    for i in range(1, 9):
        value = values[i]
        k = i
        while k > 0 and values[k - 1] > value:
            values[k] = values[k - 1]
            k -= 1
        values[k] = value
    return values[4]


cdef int filter_floors(CompactHeightfield compact) except -1 nogil:
    cdef vector[uint8_t] smooth
    cdef uint8_t around[9]
    cdef int32_t i
    smooth.assign(compact.areas.begin(), compact.areas.end())
    for i in range(<int32_t>compact.floors.size()):
        if compact.areas[i] != AREA_NONE and gather(compact.floors.data(), compact.areas.data(), i, around):
            smooth[i] = median_of_nine(around)
    compact.areas.swap(smooth)
    return 0


def median_filter(CompactHeightfield compact not None):
    """Give every walkable floor the median area id of the 3 × 3 floors around it (Recast, rcMedianFilterWalkableArea).

    Its own area id stands for floors that are missing or unwalkable, so no floor becomes walkable or unwalkable.

    Parameters
    ----------
    compact : CompactHeightfield
    """
    with nogil:
        filter_floors(compact)
