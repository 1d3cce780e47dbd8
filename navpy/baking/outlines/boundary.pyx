"""Traces the boundary between faces that are free and all else."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector

from navpy.baking.outlines.faces cimport origin_of
from navpy.baking.outlines.offset cimport Cycles
from navpy.baking.outlines.planar_graph cimport GridPoint, PlanarGraph, left_turn


cdef inline bint bounds_free(const Faces* faces, const vector[uint8_t]* free, int32_t half) noexcept nogil:
    return faces.turn[half] >= 0 and free[0][half] and not free[0][half ^ 1]


cdef int add_cycle(const vector[GridPoint]* line, Cycles* out) except -1 nogil:
    """Add a closed line without the points where it goes straight on. It nowhere goes back on itself, with free faces on both
    sides."""
    cdef int32_t i, count = <int32_t>line.size()
    for i in range(count):
        if left_turn(line.at(i - 1 if i else count - 1), line.at(i), line.at(i + 1 if i + 1 < count else 0)) != 0:
            out.points.push_back(line.at(i))
    out.first.push_back(<int32_t>out.points.size())
    return 0


cdef int trace_boundary(const PlanarGraph* graph, const Faces* faces, const vector[uint8_t]* free, Cycles* out) except -1 nogil:
    """At the end of each edge, turn through the free faces there until their other border comes: that is where the cycle goes on."""
    cdef vector[uint8_t] seen
    cdef vector[GridPoint] line
    cdef int32_t start, half
    out.points.clear()
    out.first.clear()
    out.first.resize(1, 0)
    seen.resize(faces.turn.size(), 0)
    for start in range(<int32_t>faces.turn.size()):
        if seen[start] or not bounds_free(faces, free, start):
            continue
        line.clear()
        half = start
        while not seen[half]:
            seen[half] = 1
            line.push_back(graph.points[origin_of(graph, half)])
            half = faces.turn[half ^ 1]
            while not bounds_free(faces, free, half):
                half = faces.turn[half]
        add_cycle(&line, out)
    return 0
