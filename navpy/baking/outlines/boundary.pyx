"""Traces the boundary between triangles that are free and all else."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector

from navpy.baking.outlines.constrained_delaunay cimport Triangulation
from navpy.baking.outlines.offset cimport Cycles
from navpy.baking.outlines.planar_graph cimport GridPoint, PlanarGraph, left_turn


cdef inline int32_t next_around(int32_t edge) noexcept nogil:
    return edge - 2 if edge % 3 == 2 else edge + 1


cdef inline bint bounds_free(const Triangulation* triangulation, const vector[uint8_t]* free, int32_t edge) noexcept nogil:
    return free.at(edge // 3) != 0 and (triangulation.twin[edge] < 0 or free.at(triangulation.twin[edge] // 3) == 0)


cdef int add_cycle(const vector[GridPoint]* line, Cycles* out) except -1 nogil:
    """Add a closed line without the points where it goes straight on. It nowhere goes back on itself, with free triangles on both sides."""
    cdef int32_t i, count = <int32_t>line.size()
    for i in range(count):
        if left_turn(line.at(i - 1 if i else count - 1), line.at(i), line.at(i + 1 if i + 1 < count else 0)) != 0:
            out.points.push_back(line.at(i))
    out.first.push_back(<int32_t>out.points.size())
    return 0


cdef int trace_boundary(const PlanarGraph* graph, const Triangulation* triangulation, const vector[uint8_t]* free, Cycles* out) except -1 nogil:
    """At the end of each edge, turn through the free triangles there until their other border comes: that is where the cycle goes on."""
    cdef vector[uint8_t] seen
    cdef vector[GridPoint] line
    cdef int32_t start, edge
    out.points.clear()
    out.first.clear()
    out.first.resize(1, 0)
    seen.clear()
    seen.resize(triangulation.origin.size(), 0)
    for start in range(<int32_t>triangulation.origin.size()):
        if seen[start] or not bounds_free(triangulation, free, start):
            continue
        line.clear()
        edge = start
        while not seen[edge]:
            seen[edge] = 1
            line.push_back(graph.points[triangulation.origin[edge]])
            edge = next_around(edge)
            while not bounds_free(triangulation, free, edge):
                edge = next_around(triangulation.twin[edge])
        add_cycle(&line, out)
    return 0
