"""Floods the surface for walls."""
from libc.math cimport fabs
from libc.stdint cimport int32_t

from navpy.base.geom cimport cross
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.tolerances cimport IN_LINE
from navpy.mesh.half_edges cimport HalfEdge, PortalGraph, corner_after
from navpy.mesh.nav_view cimport NavView

cdef struct Bounds:
    double min_x, min_y, max_x, max_y


cdef int begin_flood(const PortalGraph* graph, WallSearch* search, PolyRef poly) except -1 nogil:
    if search.seen.size() != graph.faces.size() or search.flood == 0xffffffffU:
        search.seen.clear()
        search.seen.resize(graph.faces.size())
        search.flood = 0
    search.flood += 1
    search.visits.clear()
    search.walls.clear()
    return visit(search, poly, -1)


cdef int visit(WallSearch* search, PolyRef poly, int32_t parent) except -1 nogil:
    cdef WallVisit entry
    if search.seen[poly] != search.flood:
        search.seen[poly] = search.flood
        entry.poly, entry.parent = poly, parent
        search.visits.push_back(entry)
    return 0


cdef PolyRef across(NavView nav, int32_t edge, bint backwards) noexcept nogil:
    """The polygon behind an edge, or ``backwards`` the polygon from where it may be crossed; NO_POLY at a wall."""
    cdef const HalfEdge* corner = &nav.graph.half_edges[edge]
    if not backwards:
        return corner.neighbor
    if corner.twin < 0 or nav.graph.half_edges[corner.twin].neighbor == NO_POLY:
        return NO_POLY
    return nav.mesh.neighbors[edge]


cdef Bounds bounds_of(const double* place, int32_t count, double reach) noexcept nogil:
    cdef Bounds box
    cdef int32_t i
    box.min_x, box.min_y, box.max_x, box.max_y = place[0], place[1], place[0], place[1]
    for i in range(1, count):
        box.min_x, box.max_x = min(box.min_x, place[2 * i]), max(box.max_x, place[2 * i])
        box.min_y, box.max_y = min(box.min_y, place[2 * i + 1]), max(box.max_y, place[2 * i + 1])
    box.min_x -= reach
    box.min_y -= reach
    box.max_x += reach
    box.max_y += reach
    return box


cdef inline bint meets(const Bounds* box, const HalfEdge* a, const HalfEdge* b) noexcept nogil:
    return min(a.x, b.x) <= box.max_x and max(a.x, b.x) >= box.min_x and min(a.y, b.y) <= box.max_y and max(a.y, b.y) >= box.min_y


cdef bint faces(const HalfEdge* a, const HalfEdge* b, const double* place, int32_t count, double rounding) noexcept nogil:
    """True if a part of the place lies on the walkable side of an edge. A single point may lie on the edge's line, too. A larger place
    may not: else the flood would wind around a vertex of the place and of edges."""
    cdef double ex = b.x - a.x, ey = b.y - a.y, slack = (IN_LINE + rounding) * (fabs(ex) + fabs(ey))
    cdef int32_t i
    for i in range(count):
        if cross(ex, ey, place[2 * i] - a.x, place[2 * i + 1] - a.y) > (slack if count > 1 else -slack):
            return True
    return False


cdef int collect_walls(NavView nav, WallSearch* search, PolyRef poly, PolyRef other,
                       const double* place, int32_t count, double reach, int32_t most, bint backwards) except -1 nogil:
    cdef Bounds box = bounds_of(place, count, reach)
    cdef const HalfEdge* a
    cdef const HalfEdge* b
    cdef PolyRef next
    cdef int32_t i, at = 0
    cdef Wall wall
    begin_flood(nav.graph, search, poly)
    if other != NO_POLY:
        visit(search, other, -1)
    while <size_t>at < search.visits.size() and at < most:
        poly = search.visits[at].poly
        for i in range(nav.graph.faces[poly].first, nav.graph.faces[poly].first + nav.graph.faces[poly].count):
            a = &nav.graph.half_edges[i]
            b = &nav.graph.half_edges[corner_after(&nav.graph.faces[poly], i)]
            if not meets(&box, a, b) or not faces(a, b, place, count, nav.graph.rounding):
                continue
            next = across(nav, i, backwards)
            if next != NO_POLY:
                visit(search, next, at)
            else:
                wall.ax, wall.ay, wall.bx, wall.by, wall.edge = a.x, a.y, b.x, b.y, i
                search.walls.push_back(wall)
        at += 1
    return 0
