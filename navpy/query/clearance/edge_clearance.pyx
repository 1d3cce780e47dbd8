"""Clearance of edges, from the walls near them."""
from libc.math cimport INFINITY, fabs, sqrt
from libc.stdint cimport int32_t, uint8_t
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport closest_on_segment, cross
from navpy.base.interrupts cimport check_signals
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.half_edges cimport HalfEdge, PortalGraph, corner_after
from navpy.query.clearance.near_walls cimport ALL_POLYS, Wall, WallSearch, collect_walls


cdef double EXACT = 1e-6                # meters that a clearance may be too small by


cdef bint earlier(const Interval& a, const Interval& b) noexcept nogil:
    return a.low < b.low or (a.low == b.low and a.high < b.high)


# ---- one edge and one wall ----

cdef void near_point(const HalfEdge* a, const HalfEdge* b, double x, double y, double radius, Interval* out) noexcept nogil:
    """Widen an interval of the edge a → b by the part of it that is nearer than the radius to a point."""
    cdef double ex = b.x - a.x, ey = b.y - a.y, length = sqrt(ex * ex + ey * ey)
    cdef double off = cross(ex, ey, x - a.x, y - a.y) / length, along = ((x - a.x) * ex + (y - a.y) * ey) / length, half
    if fabs(off) < radius:
        half = sqrt((radius - off) * (radius + off))
        out.low, out.high = min(out.low, (along - half) / length), max(out.high, (along + half) / length)


cdef void near_wall(const HalfEdge* a, const HalfEdge* b, const Wall* wall, double radius, Interval* out) noexcept nogil:
    """The part of the edge a → b nearer than the radius to a wall: one interval, as the distance is convex along the edge."""
    cdef double wx = wall.bx - wall.ax, wy = wall.by - wall.ay, length = sqrt(wx * wx + wy * wy)
    cdef double low = -1.0, high = 2.0, off, slope, s, ds       # beyond the ends: an end is not where a stretch ends
    out.low, out.high = INFINITY, -INFINITY
    near_point(a, b, wall.ax, wall.ay, radius, out)
    near_point(a, b, wall.bx, wall.by, radius, out)
    off, slope = cross(wx, wy, a.x - wall.ax, a.y - wall.ay) / length, cross(wx, wy, b.x - a.x, b.y - a.y) / length
    s, ds = ((a.x - wall.ax) * wx + (a.y - wall.ay) * wy) / length, ((b.x - a.x) * wx + (b.y - a.y) * wy) / length
    if clip(off - radius, slope, &low, &high) and clip(-off - radius, -slope, &low, &high) and clip(-s, -ds, &low, &high) \
            and clip(s - length, ds, &low, &high):
        out.low, out.high = min(out.low, low), max(out.high, high)


cdef bint clip(double at, double slope, double* low, double* high) noexcept nogil:
    """Narrow low … high to where at + t·slope < 0; false where nothing is left."""
    if slope > 0.0:
        high[0] = min(high[0], -at / slope)
    elif slope < 0.0:
        low[0] = max(low[0], -at / slope)
    elif at >= 0.0:
        return False
    return low[0] < high[0]


# ---- one edge ----

cdef PolyRef leads_from(NavView nav, int32_t edge) noexcept nogil:
    """The polygon of an edge that can be crossed."""
    return nav.mesh.neighbors[nav.mesh.twins[edge]]


cdef int collect_around(NavView nav, WallSearch* search, int32_t edge, double reach) except -1 nogil:
    cdef double ends[4]
    cdef PolyRef poly = leads_from(nav, edge)
    cdef const HalfEdge* a = &nav.graph.half_edges[edge]
    cdef const HalfEdge* b = &nav.graph.half_edges[corner_after(&nav.graph.faces[poly], edge)]
    ends[0], ends[1], ends[2], ends[3] = a.x, a.y, b.x, b.y
    return collect_walls(nav, search, poly, a.neighbor, ends, 2, reach, ALL_POLYS, False)


cdef int leave_free(NavView nav, const WallSearch* search, int32_t edge, double radius, vector[Interval]* out) except -1 nogil:
    """The intervals of an edge that are far enough from the collected walls."""
    cdef const HalfEdge* a = &nav.graph.half_edges[edge]
    cdef const HalfEdge* b = &nav.graph.half_edges[corner_after(&nav.graph.faces[leads_from(nav, edge)], edge)]
    cdef vector[Interval] shut
    cdef Interval stretch, free
    cdef size_t i
    out.clear()
    for i in range(search.walls.size()):
        near_wall(a, b, &search.walls[i], radius, &stretch)
        if stretch.low < stretch.high and stretch.high > 0.0 and stretch.low < 1.0:
            shut.push_back(stretch)
    sort(shut.begin(), shut.end(), earlier)
    free.low = 0.0
    for i in range(shut.size()):
        if shut[i].low >= free.low:
            free.high = shut[i].low
            out.push_back(free)
        free.low = max(free.low, shut[i].high)
    if free.low <= 1.0:
        free.high = 1.0
        out.push_back(free)
    return 0


cdef int free_intervals(NavView nav, WallSearch* search, int32_t edge, double radius, vector[Interval]* out) except -1 nogil:
    out.clear()
    if nav.graph.half_edges[edge].neighbor == NO_POLY:
        return 0
    collect_around(nav, search, edge, radius)
    return leave_free(nav, search, edge, radius, out)


cdef double farthest(const WallSearch* search, const HalfEdge* a, const HalfEdge* b, double most) noexcept nogil:
    """Upper bound of the edge's clearance: the distance of its middle from the collected walls, plus half its length."""
    cdef double x = 0.5 * (a.x + b.x), y = 0.5 * (a.y + b.y), best = most, qx, qy
    cdef double half = 0.5 * sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y))
    cdef size_t i
    for i in range(search.walls.size()):
        best = min(best, half + closest_on_segment(x, y, search.walls[i].ax, search.walls[i].ay, search.walls[i].bx,
                                                   search.walls[i].by, &qx, &qy))
    return best


cdef double clearance_of(NavView nav, WallSearch* search, int32_t edge, double most) except -1.0 nogil:
    """By bisection: where a larger disc fits, a smaller one does."""
    cdef vector[Interval] free
    cdef double low = 0.0, high, middle, reach
    cdef const HalfEdge* a = &nav.graph.half_edges[edge]
    cdef const HalfEdge* b
    if a.neighbor == NO_POLY:
        return 0.0
    b = &nav.graph.half_edges[corner_after(&nav.graph.faces[leads_from(nav, edge)], edge)]
    reach = min(most, 1.0)
    while True:                         # walls are looked for no farther than it takes
        collect_around(nav, search, edge, reach)
        high = farthest(search, a, b, most)
        if high <= reach or reach >= most:
            break
        reach = min(most, max(high if high < most else 0.0, 2.0 * reach))
    leave_free(nav, search, edge, high, &free)
    if not free.empty():
        return high
    while high - low > EXACT:
        middle = 0.5 * (low + high)
        leave_free(nav, search, edge, middle, &free)
        if free.empty():
            high = middle
        else:
            low = middle
    return low


# ---- all edges ----

cdef inline bint is_first_of_two(const PortalGraph* graph, int32_t edge) noexcept nogil:
    """True if an edge may be crossed, and the half-edge is the first of its two. Both have the same clearance."""
    cdef int32_t twin = graph.half_edges[edge].twin
    return graph.half_edges[edge].neighbor != NO_POLY and (twin > edge or graph.half_edges[twin].neighbor == NO_POLY)


cdef int measure_edges(NavView nav, double most, double* out) except -1 nogil:
    cdef WallSearch search
    cdef PolyRef poly
    cdef int32_t i, twin
    for i in range(nav.mesh.corner_count):
        out[i] = 0.0
    for poly in range(nav.mesh.poly_count):
        check_signals()
        for i in range(nav.graph.faces[poly].first, nav.graph.faces[poly].first + nav.graph.faces[poly].count):
            if is_first_of_two(nav.graph, i):
                twin = nav.graph.half_edges[i].twin
                out[i] = clearance_of(nav, &search, i, most)
                if nav.graph.half_edges[twin].neighbor != NO_POLY:
                    out[twin] = out[i]
    return 0


cdef int mark_narrow(NavView nav, double radius, vector[uint8_t]* out) except -1 nogil:
    cdef WallSearch search
    cdef vector[Interval] free
    cdef PolyRef poly
    cdef int32_t i, twin
    out.clear()
    out.resize(nav.mesh.corner_count, 0)
    for poly in range(nav.mesh.poly_count):
        check_signals()
        for i in range(nav.graph.faces[poly].first, nav.graph.faces[poly].first + nav.graph.faces[poly].count):
            if is_first_of_two(nav.graph, i):
                twin = nav.graph.half_edges[i].twin
                free_intervals(nav, &search, i, radius, &free)
                out[0][i] = free.empty()
                if nav.graph.half_edges[twin].neighbor != NO_POLY:
                    out[0][twin] = out[0][i]
    return 0
