"""Makes the zones of walls."""
from libc.math cimport M_PI, atan2, ceil, cos, fabs, sin, sqrt
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.mesh.half_edges cimport HalfEdge, PortalGraph, Face, corner_after, corner_before, cross, is_one_way, is_open
from navpy.mesh.nav_view cimport NavView
from navpy.query.clearance.near_walls cimport Wall, WallSearch

cdef double STEP = M_PI / 6             # radians; tangents that far apart stick out of a circle by 3.6 % at most
cdef double STRAIGHT = 1e-9             # radians: a corner that turns by less is none

cdef struct Fan:                        # the polygons around a vertex, from a wall on
    double angle                        # radians
    int32_t last                        # edge that ends it
    int32_t count


# ---- corners of walls ----

cdef double angle_at(const PortalGraph* graph, PolyRef poly, int32_t corner) noexcept nogil:
    """Radians of the polygon's corner, 0 … π."""
    cdef const HalfEdge* at = &graph.half_edges[corner]
    cdef const HalfEdge* next = &graph.half_edges[corner_after(&graph.faces[poly], corner)]
    cdef const HalfEdge* before = &graph.half_edges[corner_before(&graph.faces[poly], corner)]
    cdef double ax = next.x - at.x, ay = next.y - at.y, bx = before.x - at.x, by = before.y - at.y
    return fabs(atan2(cross(ax, ay, bx, by), ax * bx + ay * by))


cdef Fan follow_fan(const PortalGraph* graph, PolyRef poly, int32_t wall, bint at_start) noexcept nogil:
    """From a wall round its start counter-clockwise, or round its end clockwise, to the next edge that is not open."""
    cdef const HalfEdge* crossed
    cdef Fan fan
    cdef int32_t corner = wall if at_start else corner_after(&graph.faces[poly], wall)
    fan.angle, fan.count = 0.0, 0
    while True:
        fan.angle += angle_at(graph, poly, corner)
        fan.count += 1
        fan.last = corner_before(&graph.faces[poly], corner) if at_start else corner
        if not is_open(graph, fan.last):
            return fan
        crossed = &graph.half_edges[fan.last]
        poly = crossed.neighbor
        corner = crossed.twin if at_start else corner_after(&graph.faces[poly], crossed.twin)


cdef Arc arc_of(const PortalGraph* graph, const Fan* fan, int32_t wall) noexcept nogil:
    """What a wall covers of the circle around its end: half of it where another wall meets it there."""
    cdef Arc arc
    cdef bint to_wall = graph.half_edges[fan.last].neighbor == NO_POLY
    cdef double whole = fan.angle - (M_PI if to_wall else 0.5 * M_PI)
    arc.angle = arc.step = 0.0
    arc.one_way = is_one_way(graph, wall) and (not to_wall or is_one_way(graph, fan.last))
    if whole > STRAIGHT:
        arc.step = whole / ceil(whole / STEP - 1e-9)
        arc.angle = 0.5 * whole if to_wall else whole
    return arc


cdef void mark_wound(const PortalGraph* graph, PolyRef poly, int32_t first, int32_t count, WallCorners* out) noexcept nogil:
    """Mark the corners of a fan."""
    cdef int32_t corner = first, edge
    for _corner in range(count):
        out.wound[corner] = True
        edge = corner_before(&graph.faces[poly], corner)
        if is_open(graph, edge):
            poly, corner = graph.half_edges[edge].neighbor, graph.half_edges[edge].twin


cdef int measure_corners(NavView nav, WallCorners* out) except -1 nogil:
    cdef WallArcs none
    cdef Fan fan
    cdef PolyRef poly
    cdef int32_t i
    none.start.angle = none.start.step = none.end.angle = none.end.step = 0.0
    none.start.one_way = none.end.one_way = False
    out.arcs.clear()
    out.arcs.resize(nav.mesh.corner_count, none)
    out.wound.clear()
    out.wound.resize(nav.mesh.corner_count, 0)
    for poly in range(nav.mesh.poly_count):
        for i in range(nav.graph.faces[poly].first, nav.graph.faces[poly].first + nav.graph.faces[poly].count):
            if nav.graph.half_edges[i].neighbor != NO_POLY:
                continue
            fan = follow_fan(nav.graph, poly, i, True)
            out.arcs[i].start = arc_of(nav.graph, &fan, i)
            if fan.angle > 2.0 * M_PI + STRAIGHT:
                mark_wound(nav.graph, poly, i, fan.count, out)
            fan = follow_fan(nav.graph, poly, i, False)
            out.arcs[i].end = arc_of(nav.graph, &fan, i)
    return 0


# ---- zones ----

cdef inline void add_line(Zone* zone, double nx, double ny, double x, double y, double off) noexcept nogil:
    """What lies less than ``off`` beyond (x, y) in a direction is inside."""
    cdef Line* line = &zone.lines[zone.count]
    line.nx, line.ny, line.c = nx, ny, nx * x + ny * y + off
    zone.count += 1


cdef int add_front(const Wall* wall, double radius, bint one_way, vector[Zone]* out) except -1 nogil:
    cdef double tx = wall.bx - wall.ax, ty = wall.by - wall.ay, length = sqrt(tx * tx + ty * ty)
    cdef Zone zone
    tx, ty = tx / length, ty / length
    zone.count, zone.one_way = 0, one_way
    add_line(&zone, -ty, tx, wall.ax, wall.ay, radius)
    add_line(&zone, tx, ty, wall.bx, wall.by, 0.0)
    add_line(&zone, -tx, -ty, wall.ax, wall.ay, 0.0)
    add_line(&zone, ty, -tx, wall.ax, wall.ay, 0.0)
    out.push_back(zone)
    return 0


cdef int add_arc(double x, double y, double normal, double sense, const Arc* arc, double radius, vector[Zone]* out) except -1 nogil:
    """The sectors around a point, of a quarter turn at most each: from a direction on, counter-clockwise (sense 1) or clockwise
    (−1)."""
    cdef double low, high, angle
    cdef int32_t pieces = <int32_t>ceil(arc.angle / (0.5 * M_PI) - 1e-9), piece, k
    cdef Zone zone
    for piece in range(pieces):
        low, high = arc.angle * piece / pieces, arc.angle * (piece + 1) / pieces
        zone.count, zone.one_way = 0, arc.one_way
        for k in range(<int32_t>ceil(low / arc.step - 0.5 - 1e-9), <int32_t>ceil(high / arc.step + 0.5 - 1e-9)):
            angle = normal + sense * k * arc.step
            add_line(&zone, cos(angle), sin(angle), x, y, radius)
        angle = normal + sense * (low - 0.5 * M_PI)
        add_line(&zone, cos(angle), sin(angle), x, y, 0.0)
        angle = normal + sense * (high + 0.5 * M_PI)
        add_line(&zone, cos(angle), sin(angle), x, y, 0.0)
        out.push_back(zone)
    return 0


cdef int add_circles(const PortalGraph* graph, const WallCorners* corners, const WallSearch* search, double radius,
                     vector[Zone]* out) except -1 nogil:
    """Around the vertices that polygons wind around, whose walls one may not see from all of these polygons."""
    cdef const Face* ring
    cdef Arc arc
    cdef int32_t i
    cdef size_t k
    arc.angle, arc.step, arc.one_way = 2.0 * M_PI, STEP, False
    for k in range(search.visits.size()):
        ring = &graph.faces[search.visits[k].poly]
        for i in range(ring.first, ring.first + ring.count):
            if corners.wound[i]:
                add_arc(graph.half_edges[i].x, graph.half_edges[i].y, 0.0, 1.0, &arc, radius, out)
    return 0


cdef int make_zones(const PortalGraph* graph, const WallCorners* corners, const WallSearch* search, double radius,
                    vector[Zone]* out) except -1 nogil:
    cdef const Wall* wall
    cdef double normal
    cdef size_t i
    out.clear()
    for i in range(search.walls.size()):
        wall = &search.walls[i]
        normal = atan2(wall.by - wall.ay, wall.bx - wall.ax) + 0.5 * M_PI
        add_front(wall, radius, is_one_way(graph, wall.edge), out)
        add_arc(wall.ax, wall.ay, normal, 1.0, &corners.arcs[wall.edge].start, radius, out)
        add_arc(wall.bx, wall.by, normal, -1.0, &corners.arcs[wall.edge].end, radius, out)
    return add_circles(graph, corners, search, radius, out)
