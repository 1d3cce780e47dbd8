"""Shrinks the walkable area by the agent's radius, so that its centre can go wherever the navmesh is."""
from libc.stdint cimport int32_t, uint16_t
from libcpp.vector cimport vector

from navpy.bake.compact cimport DIRECTIONS, NO_NEIGHBOR, CompactHeightfield
from navpy.bake.distance_field cimport FARTHEST, ORTHOGONAL_STEP, spread_distances
from navpy.bake.heightfield cimport AREA_NONE


cdef bint beside_unwalkable(CompactHeightfield compact, int32_t floor) noexcept nogil:
    """Whether a floor is not walkable or misses a walkable neighbor."""
    cdef int32_t neighbor
    cdef int direction
    if compact.areas[floor] == AREA_NONE:
        return True
    for direction in range(DIRECTIONS):
        neighbor = compact.floors[floor].neighbors[direction]
        if neighbor == NO_NEIGHBOR or compact.areas[neighbor] == AREA_NONE:
            return True
    return False


cdef int erode_floors(CompactHeightfield compact, int radius_vx) except -1 nogil:
    cdef vector[uint16_t] distances
    cdef int32_t i
    distances.resize(compact.floors.size(), <uint16_t>FARTHEST)
    for i in range(<int32_t>compact.floors.size()):
        if beside_unwalkable(compact, i):
            distances[i] = 0
    spread_distances(compact, distances)
    for i in range(<int32_t>compact.floors.size()):
        if distances[i] < radius_vx * ORTHOGONAL_STEP:
            compact.areas[i] = AREA_NONE
    return 0


def erode(CompactHeightfield compact not None, int radius_vx):
    """Make floors unwalkable that are less than radius_vx cells away from the edge of the walkable area.

    Distance is 2 an orthogonal step and 3 a diagonal one, from the outermost walkable floors, against twice radius_vx
    (Recast, rcErodeWalkableArea). Raises ValueError for a radius_vx outside 0 … 32767.
    """
    if not 0 <= radius_vx <= FARTHEST // ORTHOGONAL_STEP:
        raise ValueError(f"radius_vx must be in 0 … {FARTHEST // ORTHOGONAL_STEP}, not {radius_vx}")
    with nogil:
        erode_floors(compact, radius_vx)
