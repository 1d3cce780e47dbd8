"""A straight leg of a path, followed along the surface.

Legs of found paths touch the vertices at which they turn, run along walls, and may be off the mesh by as much as rounding has moved a
vertex. So a leg is followed with a slack. If the leg crosses a wall by less than the slack, it goes on along the wall to the wall's
end ahead. At a vertex within the slack, the leg goes on in the polygon whose two edges there lie farthest from the direction to the
leg's end."""
from libc.math cimport fabs
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport border_tolerance, cross, distance2, is_point
from navpy.base.tolerances cimport IN_LINE, SLIVER_AREA2
from navpy.base.vec2 cimport Vec2, to_plan
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.poly_surface cimport height_at
from navpy.mesh.mesh_view cimport MeshView, fan_pivot, surface_corners, surface_size
from navpy.mesh.half_edges cimport HalfEdge, PortalGraph, Face, corner_after, corner_before, enter_cost
from navpy.query.surface.ray cimport Ray, exit_edge, outside, set_ray

cdef double SAME_HEIGHT = 1e-6          # meters of height between two surfaces up to which they meet
cdef double ASIDE = 0.001               # meters from a leg's line beyond which no triangle meets it: many times the slack
cdef double SAME_T = 1e-12

cdef struct GroundPiece:                      # of the ground under a leg, on one triangle
    double begin, end                   # t
    double y_begin, y_end               # meters


# ---- polygons along the leg ----

cdef int32_t touched_corner(const PortalGraph* graph, PolyRef poly, int32_t edge, const Ray* ray, double t) noexcept nogil:
    """The end of an edge that the ray passes within its slack, the nearer of the two; −1 if it passes neither within its slack."""
    cdef int32_t next = corner_after(&graph.faces[poly], edge)
    cdef double x = ray.x + t * ray.dx, y = ray.y + t * ray.dy
    cdef double from_edge = distance2(graph.half_edges[edge].x, graph.half_edges[edge].y, x, y)
    cdef double from_next = distance2(graph.half_edges[next].x, graph.half_edges[next].y, x, y)
    if min(from_edge, from_next) > ray.slack:
        return -1
    return edge if from_edge <= from_next else next


cdef int32_t end_ahead(const PortalGraph* graph, PolyRef poly, int32_t edge, const Ray* ray, double* t) noexcept nogil:
    """The end of an edge that lies farther along the ray, and its t; −1 if the ray passes it outside of its slack, or ends before
    it."""
    cdef int32_t next = corner_after(&graph.faces[poly], edge), ahead
    cdef const HalfEdge* a = &graph.half_edges[edge]
    cdef const HalfEdge* b = &graph.half_edges[next]
    cdef double dx = ray.dx, dy = ray.dy, at
    ahead = next if (b.x - a.x) * dx + (b.y - a.y) * dy > 0.0 else edge
    a = &graph.half_edges[ahead]
    at = ((a.x - ray.x) * dx + (a.y - ray.y) * dy) / (ray.length * ray.length)
    if at > 1.0 or fabs(outside(ray.x, ray.y, ray.end_x, ray.end_y, a.x, a.y)) > ray.slack:
        return -1
    t[0] = max(t[0], at)
    return ahead


cdef double depth_around(const PortalGraph* graph, PolyRef poly, int32_t corner, const Ray* ray) noexcept nogil:
    """Sine of the angle between the direction from a corner to the ray's end and the nearer of the two edges there. Returns −2 if the
    straight line from the corner to the ray's end leaves the polygon by more than the slack."""
    cdef const Face* face = &graph.faces[poly]
    cdef const HalfEdge* at = &graph.half_edges[corner]
    cdef const HalfEdge* after = &graph.half_edges[corner_after(face, corner)]
    cdef const HalfEdge* before = &graph.half_edges[corner_before(face, corner)]
    cdef double reach = distance2(at.x, at.y, ray.end_x, ray.end_y)
    cdef double dx = (ray.end_x - at.x) / reach, dy = (ray.end_y - at.y) / reach
    cdef double ahead = distance2(at.x, at.y, after.x, after.y), behind = distance2(at.x, at.y, before.x, before.y)
    cdef double left = cross(after.x - at.x, after.y - at.y, dx, dy) / ahead
    cdef double right = cross(at.x - before.x, at.y - before.y, dx, dy) / behind
    cdef double along = max(((after.x - at.x) * dx + (after.y - at.y) * dy) / ahead,
                            ((before.x - at.x) * dx + (before.y - at.y) * dy) / behind)
    if left * min(ahead, reach) < -ray.slack or right * min(behind, reach) < -ray.slack or along < -1e-6:
        return -2.0
    return min(left, right)


cdef inline PolyRef next_around_vertex(const PortalGraph* graph, PolyRef poly, int32_t* corner, bint leftwards) noexcept nogil:
    """The next polygon around a corner's vertex, and its corner at the vertex; NO_POLY at a wall."""
    cdef int32_t edge = corner_before(&graph.faces[poly], corner[0]) if leftwards else corner[0]
    cdef PolyRef next = graph.half_edges[edge].neighbor
    if next != NO_POLY:
        corner[0] = graph.half_edges[edge].twin if leftwards else corner_after(&graph.faces[next], graph.half_edges[edge].twin)
    return next


cdef PolyRef turn_around(const PortalGraph* graph, PolyRef poly, int32_t corner, const Ray* ray, double t, Leg* leg) except -2 nogil:
    """Enter the polygon with the greatest `depth_around` a corner, among the polygons around its vertex that can be reached, either
    way round, without crossing a wall; NO_POLY if there is none."""
    cdef PolyRef turned, best = NO_POLY
    cdef int32_t at, steps, _step, best_steps = 0
    cdef double room, best_room = -2.0
    cdef bint leftwards, best_leftwards = False
    for leftwards in range(2):
        turned, at, steps = poly, corner, 0
        while turned != NO_POLY and not (steps > 0 and at == corner):
            room = depth_around(graph, turned, at, ray)
            if room > best_room:
                best, best_room, best_leftwards, best_steps = turned, room, leftwards, steps
            turned = next_around_vertex(graph, turned, &at, leftwards)
            steps += 1
    at, turned = corner, poly
    for _step in range(best_steps):
        turned = next_around_vertex(graph, turned, &at, best_leftwards)
        enter(turned, t, leg)
    return best


cdef int enter(PolyRef poly, double t, Leg* leg) except -1 nogil:
    cdef Stretch stretch
    if not leg.stretches.empty():
        leg.stretches.back().end = t
    stretch.poly, stretch.begin, stretch.end = poly, t, t
    leg.stretches.push_back(stretch)
    return 0


cdef int walk_polygons(NavView nav, PolyRef poly, const Ray* ray, Leg* leg) except -1 nogil:
    """Walk from polygon to polygon until the ray ends or meets a wall."""
    cdef int32_t edge, corner, done = -1, turned = -1
    cdef PolyRef next
    cdef double t = 0.0
    cdef Py_ssize_t _step
    for _step in range(4 * <Py_ssize_t>nav.graph.faces.size() + 16):
        edge = exit_edge(nav.graph, poly, done, ray, &t)
        if edge < 0:
            leg.stretches.back().end, leg.arrived = 1.0, True
            return 0
        next, corner = NO_POLY, touched_corner(nav.graph, poly, edge, ray, t)
        if corner >= 0 and nav.mesh.corners[corner] != turned:
            turned = nav.mesh.corners[corner]
            next = turn_around(nav.graph, poly, corner, ray, t, leg)
        if next != NO_POLY:
            done = edge if next == poly else -1
        elif nav.graph.half_edges[edge].neighbor != NO_POLY:
            next, done = nav.graph.half_edges[edge].neighbor, nav.graph.half_edges[edge].twin
            enter(next, t, leg)
        else:
            corner = end_ahead(nav.graph, poly, edge, ray, &t)
            if corner < 0 or nav.mesh.corners[corner] == turned:
                break
            if (1.0 - t) * ray.length <= ray.slack:
                leg.stretches.back().end, leg.arrived = 1.0, True
                return 0
            turned = nav.mesh.corners[corner]
            next = turn_around(nav.graph, poly, corner, ray, t, leg)
            if next == NO_POLY:
                break
            done = edge if next == poly else -1
        poly = next
    leg.stretches.back().end = t
    return 0


cdef double leg_slack(const double* start, const double* end) noexcept nogil:
    return max(border_tolerance(start[0], start[2]), border_tolerance(end[0], end[2]))


cdef int pass_polys(NavView nav, PolyRef poly, const double* start, const double* end, double slack, Leg* leg) except -1 nogil:
    """Find the polygons on the straight line in the ground plane from start, which lies on ``poly``, to end. The line passes walls
    that are at most ``slack`` meters in its way. If there is no such polygon, or a coordinate is not finite, a wall is met at once."""
    cdef Ray ray
    cdef const Stretch* stretch
    cdef PolyRef before = NO_POLY
    cdef double cost
    cdef size_t i
    leg.stretches.clear()
    leg.breaks.clear()
    leg.cost, leg.arrived = 0.0, False
    if poly < 0 or poly >= nav.mesh.poly_count or nav.mesh.polys[poly].count == 0 or not (is_point(start) and is_point(end)):
        return 0
    set_ray(&ray, start, end, max(slack, IN_LINE))
    enter(poly, 0.0, leg)
    if ray.length <= IN_LINE:
        leg.stretches.back().end, leg.arrived = 1.0, True
    else:
        walk_polygons(nav, poly, &ray, leg)
    for i in range(leg.stretches.size()):
        stretch = &leg.stretches[i]
        if stretch.end > stretch.begin:
            cost = nav.graph.costs[stretch.poly]
            leg.cost += max(cost, 0.0) * (stretch.end - stretch.begin) * ray.length
            if i > 0:
                leg.cost += enter_cost(nav.graph, before if before != NO_POLY else poly, stretch.poly)
            before = stretch.poly
    return 0


# ---- heights along the leg ----

cdef double plane_height(const double* a, const double* b, const double* c, double x, double z) noexcept nogil:
    """Height of a triangle's plane at (x, z), clamped to the heights of the triangle's corners."""
    cdef double whole = (b[0] - a[0]) * (c[2] - a[2]) - (c[0] - a[0]) * (b[2] - a[2])
    cdef double to_c = ((b[0] - a[0]) * (z - a[2]) - (x - a[0]) * (b[2] - a[2])) / whole
    cdef double to_b = ((x - a[0]) * (c[2] - a[2]) - (c[0] - a[0]) * (z - a[2])) / whole
    cdef double y = a[1] + to_b * (b[1] - a[1]) + to_c * (c[1] - a[1])
    return min(max(y, min(a[1], min(b[1], c[1]))), max(a[1], max(b[1], c[1])))


cdef int clip_triangle(const double* a, const double* b, const double* c, const double* start, const double* end, double begin,
                       double stop, double slack, vector[GroundPiece]* pieces) except -1 nogil:
    """Add the part of a leg, between t ``begin`` and ``stop``, that lies in a triangle or at most slack meters beside it."""
    cdef const double* corners[4]
    cdef Vec2 from_ = to_plan(start), to = to_plan(end), p, q
    cdef double from_start, from_end, dx, dz
    cdef GroundPiece piece
    cdef int k
    corners[0], corners[1], corners[2], corners[3] = a, b, c, a
    piece.begin, piece.end = begin, stop
    for k in range(3):
        p, q = to_plan(corners[k]), to_plan(corners[k + 1])
        from_start, from_end = outside(p.x, p.y, q.x, q.y, from_.x, from_.y) - slack, outside(p.x, p.y, q.x, q.y, to.x, to.y) - slack
        if from_start > 0.0 and from_end > 0.0:
            return 0
        if from_start > 0.0:
            piece.begin = max(piece.begin, from_start / (from_start - from_end))
        elif from_end > 0.0:
            piece.end = min(piece.end, from_start / (from_start - from_end))
    if piece.end - piece.begin <= SAME_T:
        return 0
    dx, dz = end[0] - start[0], end[2] - start[2]
    piece.y_begin = plane_height(a, b, c, start[0] + piece.begin * dx, start[2] + piece.begin * dz)
    piece.y_end = plane_height(a, b, c, start[0] + piece.end * dx, start[2] + piece.end * dz)
    pieces.push_back(piece)
    return 0


cdef inline bint is_aside(const double** corner, const double* start, const double* end, double margin) noexcept nogil:
    """True if a triangle lies to one side of the line along a leg. margin: of the cross products, m²."""
    cdef double dx = end[0] - start[0], dz = end[2] - start[2]
    cdef double a = dx * (corner[0][2] - start[2]) - dz * (corner[0][0] - start[0])
    cdef double b = dx * (corner[1][2] - start[2]) - dz * (corner[1][0] - start[0])
    cdef double c = dx * (corner[2][2] - start[2]) - dz * (corner[2][0] - start[0])
    return (a > margin and b > margin and c > margin) or (a < -margin and b < -margin and c < -margin)


cdef bint find_pieces(const MeshView* mesh, const Stretch* stretch, const double* start, const double* end, double slack,
                      vector[GroundPiece]* pieces) except -1 nogil:
    """The pieces of one stretch, sorted by begin; false if there is a gap between them."""
    cdef int32_t i, pivot = fan_pivot(mesh, stretch.poly)
    cdef const double* corner[3]
    cdef const double* a
    cdef const double* b
    cdef const double* c
    cdef double covered = stretch.begin
    cdef double length = distance2(start[0], start[2], end[0], end[2])
    cdef double gap = 1e-8 / max(length, 1e-8), margin = ASIDE * length
    cdef GroundPiece piece
    cdef size_t k, at
    pieces.clear()
    for i in range(surface_size(mesh, stretch.poly)):
        surface_corners(mesh, stretch.poly, pivot, i, corner)
        if is_aside(corner, start, end, margin):
            continue
        a, b, c = corner[0], corner[1], corner[2]
        if (b[0] - a[0]) * (c[2] - a[2]) - (c[0] - a[0]) * (b[2] - a[2]) <= -SLIVER_AREA2:
            clip_triangle(a, b, c, start, end, stretch.begin, stretch.end, slack, pieces)
    for k in range(1, pieces.size()):
        piece, at = pieces[0][k], k
        while at > 0 and pieces[0][at - 1].begin > piece.begin:
            pieces[0][at] = pieces[0][at - 1]
            at -= 1
        pieces[0][at] = piece
    for k in range(pieces.size()):
        if pieces[0][k].begin > covered + gap:
            return False
        covered = max(covered, pieces[0][k].end)
    return covered + gap >= stretch.end


cdef int add_break(PolyRef poly, double t, double y, Leg* leg) except -1 nogil:
    cdef Break at
    if not leg.breaks.empty() and t <= leg.breaks.back().t + SAME_T and fabs(y - leg.breaks.back().y) <= SAME_HEIGHT:
        return 0
    at.t, at.y, at.poly = t, y, poly
    leg.breaks.push_back(at)
    return 0


cdef int add_breaks(const MeshView* mesh, const Stretch* stretch, const double* start, const double* end,
                    vector[GroundPiece]* pieces, Leg* leg) except -1 nogil:
    """Add the breaks of one stretch."""
    cdef double covered = stretch.begin, whole
    cdef const GroundPiece* piece
    cdef size_t k
    if not find_pieces(mesh, stretch, start, end, IN_LINE, pieces):
        find_pieces(mesh, stretch, start, end, 2.0 * leg_slack(start, end), pieces)     # beside the polygon
    if pieces.empty() or pieces.front().begin > stretch.begin:
        add_break(stretch.poly, stretch.begin, height_at(mesh, stretch.poly, start[0] + stretch.begin * (end[0] - start[0]),
                                                         start[2] + stretch.begin * (end[2] - start[2])), leg)
    for k in range(pieces.size()):
        piece = &pieces[0][k]
        if piece.end <= covered + SAME_T:
            continue
        covered = max(covered, piece.begin)
        whole = (covered - piece.begin) / (piece.end - piece.begin)
        add_break(stretch.poly, covered, piece.y_begin + whole * (piece.y_end - piece.y_begin), leg)
        add_break(stretch.poly, piece.end, piece.y_end, leg)
        covered = piece.end
    if covered < stretch.end:
        add_break(stretch.poly, stretch.end, height_at(mesh, stretch.poly, start[0] + stretch.end * (end[0] - start[0]),
                                                       start[2] + stretch.end * (end[2] - start[2])), leg)
    return 0


cdef int follow_leg(NavView nav, PolyRef poly, const double* start, const double* end, Leg* leg) except -1 nogil:
    """Find the polygons on the straight line from start to end, and the breaks of the ground: exactly where the line crosses the edges
    of the surface's triangles. The first break is the start and the last is the end, also if a wall is met on the way."""
    cdef vector[GroundPiece] pieces
    cdef Break at
    cdef size_t i
    pass_polys(nav, poly, start, end, leg_slack(start, end), leg)
    if distance2(start[0], start[2], end[0], end[2]) > IN_LINE:
        for i in range(leg.stretches.size()):
            if leg.stretches[i].end > leg.stretches[i].begin:
                add_breaks(nav.mesh, &leg.stretches[i], start, end, &pieces, leg)
    at.t, at.y, at.poly = 0.0, start[1], poly
    if leg.breaks.empty() or leg.breaks.front().t > SAME_T:
        leg.breaks.insert(leg.breaks.begin(), at)
    leg.breaks.front().t, leg.breaks.front().y = 0.0, start[1]
    at.t, at.y, at.poly = 1.0, end[1], leg.breaks.back().poly
    if leg.breaks.back().t < 1.0 - SAME_T or leg.breaks.size() == 1:
        leg.breaks.push_back(at)
    leg.breaks.back().t, leg.breaks.back().y = 1.0, end[1]
    return 0
