"""Marks what regions may be made of, once, so that growing them looks at one byte a floor."""
from libc.stdint cimport int32_t, uint8_t

from navpy.bake.compact cimport CompactHeightfield, Floor
from navpy.bake.heightfield cimport AREA_NONE


cdef inline int links_of(const Floor* floor, const uint8_t* areas, uint8_t area) noexcept nogil:
    """Directions in which a floor has a neighbor of the same area."""
    cdef const int32_t* next = &floor.neighbors[0]
    cdef int direction, links = 0
    if (next[0] | next[1] | next[2] | next[3]) >= 0:
        return ((areas[next[0]] == area) | (areas[next[1]] == area) << 1 | (areas[next[2]] == area) << 2
                | (areas[next[3]] == area) << 3)
    for direction in range(4):
        if next[direction] >= 0 and areas[next[direction]] == area:
            links |= 1 << direction
    return links


cdef int build_floor_graph(CompactHeightfield compact, FloorGraph* graph) except -1 nogil:
    """Borrow the floors of a compact heightfield, make room for their regions (all 0) and mark what is in the core."""
    cdef int x, z, inside
    cdef int32_t column, i, begin, end
    cdef int border = compact.border_vx
    cdef uint8_t* marks
    graph.floors, graph.areas, graph.first = compact.floors.data(), compact.areas.data(), compact.first.data()
    graph.floor_count = <int32_t>compact.floors.size()
    graph.width, graph.depth, graph.border_vx = compact.width, compact.depth, border
    compact.regions.clear()
    compact.regions.resize(graph.floor_count, 0)
    graph.regions = compact.regions.data()
    graph.marks.clear()
    graph.marks.resize(graph.floor_count, 0)
    marks = graph.marks.data()
    for z in range(border, compact.depth - border):
        for x in range(border, compact.width - border):
            inside = ((x > border) | (z < compact.depth - border - 1) << 1 | (x < compact.width - border - 1) << 2
                      | (z > border) << 3)
            column = x + z * compact.width
            begin, end = graph.first[column], graph.first[column + 1]
            for i in range(begin, end):
                if graph.areas[i] != AREA_NONE:
                    marks[i] = MARK_OPEN | (links_of(&graph.floors[i], graph.areas, graph.areas[i]) & inside)
                if i > begin:
                    marks[i] |= MARK_BELOW
                if i + 1 < end:
                    marks[i] |= MARK_ABOVE
    return 0
