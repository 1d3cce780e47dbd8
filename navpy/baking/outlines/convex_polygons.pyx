"""Convex polygons of a triangulation: edges between places of one area leave, the longest first, where both their ends stay convex
(Hertel & Mehlhorn 1983). Exact. Corners only become wider by that, so an edge that must stay once must stay for good.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libcpp.vector cimport vector

from navpy.base.interrupts cimport check_signals
from navpy.baking.outlines.keyed_sort cimport Keyed, bits_of, sort_keyed
from navpy.baking.outlines.planar_graph cimport GridPoint, left_turn

cdef cppclass Polygons:             # half edges as in the triangulation
    vector[int32_t] prev, next      # of each half edge, around its polygon
    vector[int32_t] twin            # of each half edge, −1: no floor beyond it
    vector[uint8_t] gone            # of each half edge: it is no more, or was given
    vector[int32_t] degree          # of each point: edges that end there
    vector[int32_t] joined          # half edges that are candidates since they have become longer


cdef inline int64_t length2(GridPoint a, GridPoint b) noexcept nogil:
    cdef int64_t x = <int64_t>b.x - a.x, y = <int64_t>b.y - a.y
    return x * x + y * y


cdef inline int64_t turn_between(const PlanarGraph* graph, const ConstrainedTriangulation* mesh, const Polygons* work, int32_t in_,
                                 int32_t out) noexcept nogil:
    """Above 0 where a path along two half edges turns left."""
    return left_turn(graph.points[mesh.origin[in_]], graph.points[mesh.origin[out]], graph.points[mesh.origin[work.next[out]]])


cdef inline void link(Polygons* work, int32_t in_, int32_t out) noexcept nogil:
    work.next[in_], work.prev[out] = out, in_


cdef int start(const ConstrainedTriangulation* mesh, const vector[uint8_t]& area, size_t point_count, Polygons* work) except -1 nogil:
    cdef int32_t edge, next, count = <int32_t>mesh.origin.size()
    work.prev.resize(count)
    work.next.resize(count)
    work.twin.resize(count)
    work.gone.resize(count)
    work.degree.resize(point_count, 0)
    for edge in range(count):
        next = edge + 1 if edge % 3 < 2 else edge - 2
        link(work, edge, next)
        work.twin[edge] = mesh.twin[edge]
        if work.twin[edge] >= 0 and area[work.twin[edge] // 3] == 0:
            work.twin[edge] = -1
        work.gone[edge] = area[edge // 3] == 0
        if not work.gone[edge]:
            work.degree[mesh.origin[edge]] += 1
            if work.twin[edge] < 0:
                work.degree[mesh.origin[next]] += 1
    return 0


cdef int join_straight(const PlanarGraph* graph, const ConstrainedTriangulation* mesh, Polygons* work, int32_t in_) except -1 nogil:
    """Make one of two edges, in_ and the next, that meet in a straight line where no third one ends."""
    cdef int32_t out = work.next[in_], other_in, other_out
    if work.degree[mesh.origin[out]] != 2 or turn_between(graph, mesh, work, in_, out) != 0:
        return 0
    other_in, other_out = work.twin[out], work.twin[in_]
    link(work, in_, work.next[out])
    work.gone[out] = True
    if other_in >= 0:
        link(work, other_in, work.next[other_out])
        work.gone[other_out] = True
        work.twin[in_], work.twin[other_in] = other_in, in_
        work.joined.push_back(in_)
    return 0


cdef int try_to_remove(const PlanarGraph* graph, const ConstrainedTriangulation* mesh, const vector[uint8_t]& area, Polygons* work,
                       int32_t edge) except -1 nogil:
    """Remove an edge if the corners at its ends stay convex."""
    cdef int32_t twin = work.twin[edge], before, twin_before
    if work.gone[edge] or area[edge // 3] != area[twin // 3]:
        return 0
    before, twin_before = work.prev[edge], work.prev[twin]
    if turn_between(graph, mesh, work, before, work.next[twin]) < 0 \
            or turn_between(graph, mesh, work, twin_before, work.next[edge]) < 0:
        return 0
    link(work, before, work.next[twin])
    link(work, twin_before, work.next[edge])
    work.gone[edge] = work.gone[twin] = True
    work.degree[mesh.origin[edge]] -= 1
    work.degree[mesh.origin[twin]] -= 1
    join_straight(graph, mesh, work, before)
    return join_straight(graph, mesh, work, twin_before)


cdef int remove_edges(const PlanarGraph* graph, const ConstrainedTriangulation* mesh, const vector[uint8_t]& area,
                      Polygons* work) except -1 nogil:
    cdef vector[Keyed] candidates       # half edge, by how much its squared length is below the longest one's
    cdef Keyed one
    cdef uint64_t longest = 0
    cdef int32_t edge
    cdef size_t i
    for edge in range(<int32_t>mesh.origin.size()):
        if not work.gone[edge] and work.twin[edge] > edge and area[edge // 3] == area[work.twin[edge] // 3]:
            one.key = <uint64_t>length2(graph.points[mesh.origin[edge]], graph.points[mesh.origin[work.twin[edge]]])
            one.of = edge
            longest = max(longest, one.key)
            candidates.push_back(one)
    for i in range(candidates.size()):
        candidates[i].key = longest - candidates[i].key
    sort_keyed(&candidates, bits_of(longest))
    for i in range(candidates.size()):
        if i & 255 == 0:
            check_signals()
        try_to_remove(graph, mesh, area, work, candidates[i].of)
        while not work.joined.empty():
            edge = work.joined.back()
            work.joined.pop_back()
            try_to_remove(graph, mesh, area, work, edge)
    return 0


cdef int merge_convex(const PlanarGraph* graph, const ConstrainedTriangulation* triangulation, const vector[uint8_t]* area,
                      vector[vector[int32_t]]* polygons, vector[uint8_t]* areas) except -1 nogil:
    """Merge triangles of equal area ids, one a triangle, 0: no floor, into convex polygons, counter-clockwise; neighbors share whole
    edges. Three corners lie on one line only where a third polygon, or a border, ends at the middle one."""
    cdef Polygons work
    cdef int32_t edge, at
    polygons.clear()
    areas.clear()
    start(triangulation, area[0], graph.points.size(), &work)
    remove_edges(graph, triangulation, area[0], &work)
    for edge in range(<int32_t>triangulation.origin.size()):
        if work.gone[edge]:
            continue
        polygons.emplace_back()
        at = edge
        while not work.gone[at]:
            work.gone[at] = True
            polygons.back().push_back(triangulation.origin[at])
            at = work.next[at]
        areas.push_back(area[0][edge // 3])
    return 0
