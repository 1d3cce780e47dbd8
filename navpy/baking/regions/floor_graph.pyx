"""Marks the floors that may be in a region, so that growing regions reads one byte for each floor."""
from libc.stdint cimport int32_t, uint8_t

from navpy.baking.voxels.compact cimport CompactHeightfield, Floor
from navpy.base.area cimport AREA_NONE


cdef inline int links_of(const Floor* floor, const uint8_t* areas, uint8_t area) noexcept nogil:
    """Bits of the directions in which a floor has a neighbor of the same area."""
    cdef const int32_t* next = &floor.neighbors[0]
    cdef int direction, links = 0
    if (next[0] | next[1] | next[2] | next[3]) >= 0:
        return ((areas[next[0]] == area) | (areas[next[1]] == area) << 1 | (areas[next[2]] == area) << 2
                | (areas[next[3]] == area) << 3)
    for direction in range(4):
        if next[direction] >= 0 and areas[next[direction]] == area:
            links |= 1 << direction
    return links


cdef void mark_row(FloorGraph* graph, int z) noexcept nogil:
    """Set the marks of the floors in one row of the core."""
    cdef int border = graph.border_vx
    cdef int32_t left = border + z * graph.width, right = left + graph.width - 2 * border - 1
    cdef int32_t column, i
    cdef int inside = 0b0101 | (z < graph.depth - border - 1) << 1 | (z > border) << 3
    cdef uint8_t* marks = graph.marks.data()
    for i in range(graph.first[left], graph.first[right + 1]):
        if graph.areas[i] != AREA_NONE:
            marks[i] = MARK_OPEN | (links_of(&graph.floors[i], graph.areas, graph.areas[i]) & inside)
    for i in range(graph.first[left], graph.first[left + 1]):
        marks[i] &= ~0b0001
    for i in range(graph.first[right], graph.first[right + 1]):
        marks[i] &= ~0b0100
    for column in range(left, right + 1):
        for i in range(graph.first[column] + 1, graph.first[column + 1]):
            marks[i - 1] |= MARK_ABOVE
            marks[i] |= MARK_BELOW


cdef int build_floor_graph(CompactHeightfield compact, FloorGraph* graph) except -1 nogil:
    """Borrow the floors of a compact heightfield, make room for their regions (all 0) and mark the floors of the core."""
    cdef int z
    graph.floors, graph.areas, graph.first = compact.floors.data(), compact.areas.data(), compact.first.data()
    graph.floor_count = <int32_t>compact.floors.size()
    graph.width, graph.depth, graph.border_vx = compact.width, compact.depth, compact.border_vx
    compact.regions.clear()
    compact.regions.resize(graph.floor_count, 0)
    graph.regions = compact.regions.data()
    graph.marks.clear()
    graph.marks.resize(graph.floor_count, 0)
    graph.begin = graph.first[graph.border_vx * graph.width]
    graph.end = graph.first[(graph.depth - graph.border_vx) * graph.width]
    for z in range(graph.border_vx, graph.depth - graph.border_vx):
        mark_row(graph, z)
    return 0
