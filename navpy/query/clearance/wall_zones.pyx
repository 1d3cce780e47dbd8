"""Makes the zones of walls."""
from libc.math cimport M_PI, ceil, fabs, sqrt
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.elementary cimport atan2, unit_vector
from navpy.base.vec2 cimport Vec2, vec2
from navpy.base.geom cimport cross
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.mesh.half_edges cimport HalfEdge, PortalGraph, Face, corner_after, corner_before, is_one_way, is_open
from navpy.mesh.nav_view cimport NavView
from navpy.query.clearance.near_walls cimport Wall, WallSearch

cdef double STEP = M_PI / 6             # radians; tangents this far apart reach beyond the circle by 3.6 % at most
cdef double STRAIGHT = 1e-9             # radians: a corner that turns by less has no sector

cdef struct Umbrella:                   # the polygons around a vertex, from a wall to the next edge that is not open
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


cdef Umbrella measure_umbrella(const PortalGraph* graph, PolyRef poly, int32_t wall, bint at_start) noexcept nogil:
    """The umbrella around a wall's start, counter-clockwise, or around its end, clockwise."""
    cdef const HalfEdge* crossed
    cdef Umbrella umbrella
    cdef int32_t corner = wall if at_start else corner_after(&graph.faces[poly], wall)
    umbrella.angle, umbrella.count = 0.0, 0
    while True:
        umbrella.angle += angle_at(graph, poly, corner)
        umbrella.count += 1
        umbrella.last = corner_before(&graph.faces[poly], corner) if at_start else corner
        if not is_open(graph, umbrella.last):
            return umbrella
        crossed = &graph.half_edges[umbrella.last]
        poly = crossed.neighbor
        corner = crossed.twin if at_start else corner_after(&graph.faces[poly], crossed.twin)


cdef EndArc arc_of(const PortalGraph* graph, const Umbrella* umbrella, int32_t wall) noexcept nogil:
    """The arc of a wall around its end: half of the sector there where another wall ends the umbrella."""
    cdef EndArc arc
    cdef bint to_wall = graph.half_edges[umbrella.last].neighbor == NO_POLY
    cdef double covered = umbrella.angle - (M_PI if to_wall else 0.5 * M_PI)
    arc.angle = arc.step = 0.0
    arc.one_way = is_one_way(graph, wall) and (not to_wall or is_one_way(graph, umbrella.last))
    if covered > STRAIGHT:
        arc.step = covered / ceil(covered / STEP - 1e-9)
        arc.angle = 0.5 * covered if to_wall else covered
    return arc


cdef void mark_wound(const PortalGraph* graph, PolyRef poly, int32_t first, int32_t count, WallCorners* out) noexcept nogil:
    """Mark the corners of an umbrella."""
    cdef int32_t corner = first, edge
    for _corner in range(count):
        out.is_spiral[corner] = True
        edge = corner_before(&graph.faces[poly], corner)
        if is_open(graph, edge):
            poly, corner = graph.half_edges[edge].neighbor, graph.half_edges[edge].twin


cdef int measure_corners(NavView nav, WallCorners* out) except -1 nogil:
    cdef WallArcs none
    cdef Umbrella umbrella
    cdef PolyRef poly
    cdef int32_t i
    none.start.angle = none.start.step = none.end.angle = none.end.step = 0.0
    none.start.one_way = none.end.one_way = False
    out.arcs.clear()
    out.arcs.resize(nav.mesh.corner_count, none)
    out.is_spiral.clear()
    out.is_spiral.resize(nav.mesh.corner_count, 0)
    for poly in range(nav.mesh.poly_count):
        for i in range(nav.graph.faces[poly].first, nav.graph.faces[poly].first + nav.graph.faces[poly].count):
            if nav.graph.half_edges[i].neighbor != NO_POLY:
                continue
            umbrella = measure_umbrella(nav.graph, poly, i, True)
            out.arcs[i].start = arc_of(nav.graph, &umbrella, i)
            if umbrella.angle > 2.0 * M_PI + STRAIGHT:
                mark_wound(nav.graph, poly, i, umbrella.count, out)
            umbrella = measure_umbrella(nav.graph, poly, i, False)
            out.arcs[i].end = arc_of(nav.graph, &umbrella, i)
    return 0


# ---- zones ----

cdef inline void add_line(Zone* zone, Vec2 normal, double x, double y, double off) noexcept nogil:
    """Limit the zone to places less than ``off`` beyond (x, y) in a direction."""
    cdef HalfPlane* line = &zone.lines[zone.count]
    line.nx, line.ny, line.c = normal.x, normal.y, normal.x * x + normal.y * y + off
    zone.count += 1


cdef int add_front(const Wall* wall, double radius, bint one_way, vector[Zone]* out) except -1 nogil:
    cdef double tx = wall.bx - wall.ax, ty = wall.by - wall.ay, length = sqrt(tx * tx + ty * ty)
    cdef Zone zone
    tx, ty = tx / length, ty / length
    zone.count, zone.one_way = 0, one_way
    add_line(&zone, vec2(-ty, tx), wall.ax, wall.ay, radius)
    add_line(&zone, vec2(tx, ty), wall.bx, wall.by, 0.0)
    add_line(&zone, vec2(-tx, -ty), wall.ax, wall.ay, 0.0)
    add_line(&zone, vec2(ty, -tx), wall.ax, wall.ay, 0.0)
    out.push_back(zone)
    return 0


cdef int add_arc(double x, double y, double normal, double sense, const EndArc* arc, double radius, vector[Zone]* out) except -1 nogil:
    """Add the sectors of an arc around a point, each of a quarter turn at most: from the direction ``normal`` on, counter-clockwise
    (sense 1) or clockwise (−1)."""
    cdef double low, high, angle
    cdef int32_t pieces = <int32_t>ceil(arc.angle / (0.5 * M_PI) - 1e-9), piece, k
    cdef Zone zone
    for piece in range(pieces):
        low, high = arc.angle * piece / pieces, arc.angle * (piece + 1) / pieces
        zone.count, zone.one_way = 0, arc.one_way
        for k in range(<int32_t>ceil(low / arc.step - 0.5 - 1e-9), <int32_t>ceil(high / arc.step + 0.5 - 1e-9)):
            angle = normal + sense * k * arc.step
            add_line(&zone, unit_vector(angle), x, y, radius)
        angle = normal + sense * (low - 0.5 * M_PI)
        add_line(&zone, unit_vector(angle), x, y, 0.0)
        angle = normal + sense * (high + 0.5 * M_PI)
        add_line(&zone, unit_vector(angle), x, y, 0.0)
        out.push_back(zone)
    return 0


cdef int add_circles(const PortalGraph* graph, const WallCorners* corners, const WallSearch* search, double radius,
                     vector[Zone]* out) except -1 nogil:
    """Add full circles around spiral vertices, whose walls cannot be seen from all of their polygons."""
    cdef const Face* face
    cdef EndArc arc
    cdef int32_t i
    cdef size_t k
    arc.angle, arc.step, arc.one_way = 2.0 * M_PI, STEP, False
    for k in range(search.visits.size()):
        face = &graph.faces[search.visits[k].poly]
        for i in range(face.first, face.first + face.count):
            if corners.is_spiral[i]:
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
