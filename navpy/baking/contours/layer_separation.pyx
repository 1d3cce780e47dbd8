"""Separates two layers of a spiral stair whose polygons share an edge.

All floors that are connected around a corner of the voxel grid share a vertex. Usually these are four at most, but where floors wind
up around a single corner, two layers share it. If they share both ends of an edge, polygons of both layers lie on the same side of
that edge. Then the connection between two floors around one of its ends is cut: the one with the least harm. The layers stay connected
around the other end.

This happens only for agents that climb a good part of their own height.
"""
from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport abs
from libcpp.set cimport set as ordered_set
from navpy.baking.voxels.compact cimport CompactHeightfield, Floor, NO_NEIGHBOR
from navpy.baking.contours.corners cimport ContourCorner
from navpy.base.area cimport AREA_NONE
from navpy.baking.contours.polygons cimport EdgeOverlap, PolyMesh
from navpy.baking.contours.tracing cimport set_heights

cdef enum:
    STEPS = 4                       # around a corner of the grid
    IN_CORE = 1 << 20               # bits of a priority above any height: both floors are in the tile's core,
    APART = 1 << 21                 # the step is not around the other end as well,
    UNUSED = 1 << 22                # one of its floors is not walkable,
    BETWEEN = 1 << 23               # it lies between the very floors of the two polygons


cdef bint winds_up(const Floor* floors, int32_t start, int corner, FloorStep* steps) noexcept nogil:
    """Whether four steps around a corner of a floor's column lead to another floor of that column."""
    cdef int32_t at = start
    cdef int i
    for i in range(STEPS):
        steps[i].floor, steps[i].direction = at, (corner + i) & 3
        at = floors[at].neighbors[steps[i].direction]
        if at == NO_NEIGHBOR:
            return False
    return at != start


cdef inline int32_t behind(const Floor* floors, const FloorStep* step) noexcept nogil:
    return floors[step.floor].neighbors[step.direction]


cdef bint separates_heights(const Floor* floors, const FloorStep* steps, int cut) noexcept nogil:
    """Whether the highest floors before and behind a step differ: then a cut there gives the two layers different vertices."""
    cdef int32_t before = 0, after = 0
    cdef int i
    for i in range(STEPS):
        if i <= cut:
            before = max(before, <int32_t>floors[steps[i].floor].y_vx)
        if i >= cut:
            after = max(after, <int32_t>floors[behind(floors, &steps[i])].y_vx)
    return before != after


cdef int64_t cut_priority(CompactHeightfield compact, const FloorStep* step, const ContourCorner* other) noexcept nogil:
    """Priority of a step to be cut. Of steps that are otherwise equal the steepest is best."""
    cdef int32_t to = behind(compact.floors.data(), step)
    cdef int64_t priority = 1 + abs(<int>compact.floors[step.floor].y_vx - <int>compact.floors[to].y_vx)
    if compact.areas[step.floor] == AREA_NONE or compact.areas[to] == AREA_NONE:
        priority |= UNUSED
    if step.x_vx != other.x_vx or step.z_vx != other.z_vx:
        priority |= APART
    if compact.regions[step.floor] != 0 and compact.regions[to] != 0:
        priority |= IN_CORE
    return priority


cdef bint is_between(CompactHeightfield compact, const EdgeOverlap* overlap, int32_t floor, int32_t other) noexcept nogil:
    cdef int32_t region = compact.regions[floor], beyond = compact.regions[other]
    return (region == overlap.regions[0] and beyond == overlap.regions[1]) or (
        region == overlap.regions[1] and beyond == overlap.regions[0])


cdef void find_step(CompactHeightfield compact, const EdgeOverlap* overlap, bint at_end, FloorStep* best) noexcept nogil:
    """Find the step with the highest priority around an end of the edge."""
    cdef const Floor* floors = compact.floors.data()
    cdef const ContourCorner* corner = &overlap.to if at_end else &overlap.from_
    cdef const ContourCorner* other = &overlap.from_ if at_end else &overlap.to
    cdef ContourCorner heights
    cdef FloorStep steps[STEPS]
    # The column on the left of the edge, beside the corner
    cdef int32_t dx = overlap.to.x_vx - overlap.from_.x_vx, dz = overlap.to.z_vx - overlap.from_.z_vx
    cdef int32_t left_x = corner.x_vx - (dz < 0 if dx == 0 else (dx < 0) != at_end)
    cdef int32_t left_z = corner.z_vx - (dx > 0 if dz == 0 else (dz < 0) != at_end)
    cdef int32_t floor, column
    cdef int64_t between
    cdef int turn, i, x, z
    for turn in range(4):           # the corner lies between the directions turn and turn + 1 of a column
        x, z = corner.x_vx - (turn == 1 or turn == 2), corner.z_vx - (turn == 0 or turn == 1)
        if not (0 <= x < compact.width and 0 <= z < compact.depth):
            continue
        column = x + z * compact.width
        for floor in range(compact.first[column], compact.first[column + 1]):
            if not winds_up(floors, floor, turn, steps):
                continue
            set_heights(compact, 4 * floor + turn, &heights)
            if heights.y_vx != corner.y_vx or heights.low_vx != corner.low_vx:
                continue
            between = BETWEEN if x == left_x and z == left_z and is_between(
                compact, overlap, floor, behind(floors, &steps[STEPS - 1])) else 0
            for i in range(STEPS):
                steps[i].x_vx = corner.x_vx + (steps[i].direction == 3) - (steps[i].direction == 1)
                steps[i].z_vx = corner.z_vx + (steps[i].direction == 2) - (steps[i].direction == 0)
                steps[i].priority = between | cut_priority(compact, &steps[i], other)
                if steps[i].priority > best.priority and separates_heights(floors, steps, i):
                    best[0] = steps[i]


cdef inline int64_t place(int32_t x, int32_t z) noexcept nogil:
    return (<int64_t>z << 32) | x


cdef bint separate_at(CompactHeightfield compact, const EdgeOverlap* overlap, ordered_set[int64_t]& touched) except -1 nogil:
    """Cut the best step around an end of an edge, unless a step around one of its ends was cut before. → whether one was cut"""
    cdef const ContourCorner* a = &overlap.from_
    cdef const ContourCorner* b = &overlap.to
    cdef FloorStep best
    cdef int32_t to
    best.priority = 0
    find_step(compact, overlap, False, &best)
    find_step(compact, overlap, True, &best)
    if (best.priority == 0 or touched.count(place(a.x_vx, a.z_vx)) or touched.count(place(b.x_vx, b.z_vx))
            or touched.count(place(best.x_vx, best.z_vx))):
        return False
    to = behind(compact.floors.data(), &best)
    compact.floors[best.floor].neighbors[best.direction] = NO_NEIGHBOR
    compact.floors[to].neighbors[best.direction ^ 2] = NO_NEIGHBOR
    touched.insert(place(a.x_vx, a.z_vx))
    touched.insert(place(b.x_vx, b.z_vx))
    touched.insert(place(best.x_vx, best.z_vx))
    return True


cdef int separate_all(CompactHeightfield compact, PolyMesh polygons) except -1 nogil:
    cdef ordered_set[int64_t] touched       # corners around which a step was cut
    cdef size_t i
    cdef int count = 0
    for i in range(polygons.overlaps.size()):
        count += separate_at(compact, &polygons.overlaps[i], touched)
    return count


def separate_layers(CompactHeightfield compact not None, PolyMesh polygons not None):
    """Cut connections between floors where polygons overlap others with which they share an edge.

    Of edges with an end in common only one is treated at a time. So rebuild everything from the distance field on and call this again
    until there is no overlap, or nothing is cut.

    Parameters
    ----------
    compact : CompactHeightfield
    polygons : PolyMesh
        Made of compact.

    Returns
    -------
    int
        Number of connections that were cut.
    """
    with nogil:
        count = separate_all(compact, polygons)
    return count
