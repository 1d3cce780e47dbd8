"""Measures how far every floor is from the nearest border: chamfer distances in two passes (Borgefors 1986, "Distance
transformations in digital images").

Floors are stored in the order of their columns, so a pass over the floors is a pass over the columns. A floor that is not on a border
has all four neighbors; a floor that is not beside a border either has all eight. So walls are looked for once only.
"""
from libc.stdint cimport int32_t, uint8_t, uint16_t
from libcpp.vector cimport vector

from navpy.baking.voxels.compact cimport CompactHeightfield, Floor
from navpy.baking.voxels.steps cimport DIAGONAL_STEP, ORTHOGONAL_STEP
from navpy.base.area cimport AREA_NONE

cdef enum:
    FARTHEST = 65535                # the largest distance that fits


cdef inline bint on_border(const Floor* floor, const uint8_t* areas, uint8_t area) noexcept nogil:
    """Whether a floor is not walkable or lacks a neighbor of the same area in some direction."""
    cdef const int32_t* next = &floor.neighbors[0]
    if area == AREA_NONE or (next[0] | next[1] | next[2] | next[3]) < 0:
        return True
    return areas[next[0]] != area or areas[next[1]] != area or areas[next[2]] != area or areas[next[3]] != area


cdef inline int nearest(int first_side, int second_side, int first_corner, int second_corner) noexcept nogil:
    """The distance through the nearest of two orthogonal neighbors and two diagonal ones."""
    return min(min(first_side, second_side) + ORTHOGONAL_STEP, min(first_corner, second_corner) + DIAGONAL_STEP)


cdef void sweep_forward(const Floor* floors, const uint8_t* areas, uint16_t* distances, int32_t count) noexcept nogil:
    """First pass: distances through −x and −z; 0 on borders."""
    cdef int32_t i, x_side, z_side
    cdef int distance = 0, x_distance           # of the floor before, which mostly is the neighbor towards −x
    for i in range(count):
        if on_border(&floors[i], areas, areas[i]):
            distances[i] = distance = 0
            continue
        x_side, z_side = floors[i].neighbors[0], floors[i].neighbors[3]
        x_distance = distance if x_side == i - 1 else distances[x_side]
        if x_distance == 0 or distances[z_side] == 0:
            distance = ORTHOGONAL_STEP
        else:
            distance = min(FARTHEST, nearest(x_distance, distances[z_side], distances[floors[x_side].neighbors[3]],
                                             distances[floors[z_side].neighbors[2]]))
        distances[i] = distance


cdef int sweep_back(const Floor* floors, uint16_t* distances, int32_t count) noexcept nogil:
    """Second pass: distances through +x and +z. → the largest distance"""
    cdef int32_t i, x_side, z_side
    cdef int largest = 0, distance = 0, x_distance
    for i in range(count - 1, -1, -1):
        if distances[i] <= ORTHOGONAL_STEP:
            distance = distances[i]
            largest = max(largest, distance)
            continue
        x_side, z_side = floors[i].neighbors[2], floors[i].neighbors[1]
        x_distance = distance if x_side == i + 1 else distances[x_side]
        if x_distance == 0 or distances[z_side] == 0:
            distance = ORTHOGONAL_STEP
        else:
            distance = min(distances[i], nearest(x_distance, distances[z_side], distances[floors[x_side].neighbors[1]],
                                                 distances[floors[z_side].neighbors[0]]))
        distances[i] = distance
        largest = max(largest, distance)
    return largest


cdef int measure(CompactHeightfield compact) except -1 nogil:
    cdef int32_t count = <int32_t>compact.floors.size()
    compact.distances.resize(count)
    sweep_forward(compact.floors.data(), compact.areas.data(), compact.distances.data(), count)
    compact.max_distance = sweep_back(compact.floors.data(), compact.distances.data(), count)
    return 0


cdef int blur(CompactHeightfield compact) except -1 nogil:
    """Replace every distance by the mean of the 3 × 3 floors around it (Recast, boxBlur). Borders and the floors beside them keep
    theirs: the watershed must not leak over a border."""
    cdef vector[uint16_t] smooth
    cdef const Floor* floors = compact.floors.data()
    cdef const uint16_t* sharp = compact.distances.data()
    cdef const int32_t* next
    cdef int32_t i
    cdef int total, largest = 0
    smooth.resize(compact.distances.size())
    for i in range(<int32_t>compact.distances.size()):
        total = sharp[i]
        if total > ORTHOGONAL_STEP:
            next = &floors[i].neighbors[0]
            total += sharp[next[0]] + sharp[next[1]] + sharp[next[2]] + sharp[next[3]]
            total += sharp[floors[next[0]].neighbors[1]] + sharp[floors[next[1]].neighbors[2]]
            total += sharp[floors[next[2]].neighbors[3]] + sharp[floors[next[3]].neighbors[0]]
            total = (total + 5) // 9
        smooth[i] = total
        largest = max(largest, total)
    compact.distances.swap(smooth)
    compact.max_distance = largest
    return 0


def build_distance_field(CompactHeightfield compact not None):
    """Measure the distance of every floor from the border of its area (Recast, rcBuildDistanceField).

    An orthogonal step counts 2 and a diagonal one 3, up to 65535. Floors on the border and unwalkable floors have 0.

    Parameters
    ----------
    compact : CompactHeightfield
        Gets the distances and ``max_distance``.
    """
    with nogil:
        measure(compact)


def blur_distance_field(CompactHeightfield compact not None):
    """Smooth the distance field by the mean of 3 × 3 floors, which spares the watershed many small regions.

    Parameters
    ----------
    compact : CompactHeightfield
        With a distance field; ValueError where it has none.
    """
    if compact.distances.size() != compact.floors.size():
        raise ValueError("compact: must have a distance field, call build_distance_field first")
    with nogil:
        blur(compact)
