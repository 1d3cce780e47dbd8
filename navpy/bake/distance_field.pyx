"""Measures how far every floor is from the nearest border, in two passes over the columns."""
from libc.stdint cimport int32_t, uint16_t
from libcpp.vector cimport vector

from navpy.bake.compact cimport DIRECTIONS, NO_NEIGHBOR, CompactHeightfield
from navpy.bake.heightfield cimport AREA_NONE


cdef inline void relax(uint16_t* distance, int candidate) noexcept nogil:
    if candidate < distance[0]:
        distance[0] = candidate


cdef void relax_from(CompactHeightfield compact, vector[uint16_t]& distances, int32_t floor, int direction,
                     int turn) noexcept nogil:
    """Distance of a floor by way of its neighbor in a direction and of the diagonal one reached by turning there."""
    cdef int32_t neighbor = compact.floors[floor].neighbors[direction]
    if neighbor == NO_NEIGHBOR:
        return
    relax(&distances[floor], distances[neighbor] + ORTHOGONAL_STEP)
    neighbor = compact.floors[neighbor].neighbors[turn]
    if neighbor != NO_NEIGHBOR:
        relax(&distances[floor], distances[neighbor] + DIAGONAL_STEP)


cdef void spread_distances(CompactHeightfield compact, vector[uint16_t]& distances) noexcept nogil:
    """Lower every distance to what it is from the nearest floor of distance 0: a pass towards +x +z and one back.

    Floors are stored in the order of their columns, so that a pass over the floors is a pass over the columns.
    """
    cdef int32_t i, count = <int32_t>compact.floors.size()
    for i in range(count):
        relax_from(compact, distances, i, 0, 3)
        relax_from(compact, distances, i, 3, 2)
    for i in range(count - 1, -1, -1):
        relax_from(compact, distances, i, 2, 1)
        relax_from(compact, distances, i, 1, 0)


cdef bint on_border(CompactHeightfield compact, int32_t floor) noexcept nogil:
    """Whether a floor is not walkable or misses a neighbor of the same area."""
    cdef int32_t neighbor
    cdef int direction
    if compact.areas[floor] == AREA_NONE:
        return True
    for direction in range(DIRECTIONS):
        neighbor = compact.floors[floor].neighbors[direction]
        if neighbor == NO_NEIGHBOR or compact.areas[neighbor] != compact.areas[floor]:
            return True
    return False


cdef void find_largest(CompactHeightfield compact) noexcept nogil:
    cdef size_t i
    compact.max_distance = 0
    for i in range(compact.distances.size()):
        compact.max_distance = max(compact.max_distance, <int>compact.distances[i])


cdef int measure(CompactHeightfield compact) except -1 nogil:
    cdef int32_t i
    compact.distances.clear()
    compact.distances.resize(compact.floors.size(), <uint16_t>FARTHEST)
    for i in range(<int32_t>compact.floors.size()):
        if on_border(compact, i):
            compact.distances[i] = 0
    spread_distances(compact, compact.distances)
    find_largest(compact)
    return 0


cdef int blurred(CompactHeightfield compact, int32_t floor) noexcept nogil:
    """Mean over the 3 × 3 floors around a floor, its own distance standing in for missing ones."""
    cdef int own = compact.distances[floor]
    cdef int total = own, direction
    cdef int32_t neighbor
    for direction in range(DIRECTIONS):
        neighbor = compact.floors[floor].neighbors[direction]
        if neighbor == NO_NEIGHBOR:
            total += 2 * own
            continue
        total += compact.distances[neighbor]
        neighbor = compact.floors[neighbor].neighbors[(direction + 1) & 3]
        total += own if neighbor == NO_NEIGHBOR else compact.distances[neighbor]
    return (total + 5) // 9


cdef int blur(CompactHeightfield compact) except -1 nogil:
    cdef vector[uint16_t] smooth
    cdef int32_t i
    smooth.resize(compact.distances.size())
    for i in range(<int32_t>compact.distances.size()):
        # Borders and their direct neighbors keep their value: the watershed must not leak over a border.
        smooth[i] = compact.distances[i] if compact.distances[i] <= ORTHOGONAL_STEP else blurred(compact, i)
    compact.distances.swap(smooth)
    find_largest(compact)
    return 0


def build_distance_field(CompactHeightfield compact not None):
    """Distance of every floor from the border of its area, 2 an orthogonal step and 3 a diagonal one.

    Floors on the border and floors that are not walkable have 0; no distance is above 65535 (Borgefors 1986; Recast,
    rcBuildDistanceField). Fills ``floor_distances`` and ``max_distance``.
    """
    with nogil:
        measure(compact)


def blur_distance_field(CompactHeightfield compact not None):
    """Smooth the distance field by the mean of 3 × 3 floors, which spares the watershed its smallest regions (Recast).

    Raises ValueError where there is no distance field yet.
    """
    if compact.distances.size() != compact.floors.size():
        raise ValueError("compact has no distance field to blur: call build_distance_field first")
    with nogil:
        blur(compact)
