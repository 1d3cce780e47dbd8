"""Rays and moves along the surface of the navmesh."""
from libc.math cimport INFINITY, sqrt
from libc.stdint cimport int32_t
from libcpp.algorithm cimport reverse
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport border_tolerance, clockwise_area2, closest_on_segment, cross, distance2, is_point
from navpy.base.tolerances cimport IN_LINE
from navpy.base.vec2 cimport Vec2, to_plan, vec2
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.poly_surface cimport height_at, to_surface
from navpy.mesh.mesh_view cimport MeshView, fan_pivot, surface_corners, surface_size
from navpy.mesh.half_edges cimport Face, HalfEdge, PortalGraph, corner_after, corner_before
from navpy.query.surface.flood cimport Flood, add_visit, start_flood, visit_of
from navpy.query.surface.ray cimport INSIDE, Ray, closest_on_edge, exit_edge, exit_t, off_edge, set_ray

cdef enum:
    WALKS, ARRIVES, MEETS_WALL          # result of a step of a ray
    UNCLEAR = -2                        # in place of an edge: the ray passes too near to a vertex for the sign of a cross product

cdef struct Walk:                       # progress along a ray
    PolyRef poly
    int32_t entered_by                  # edge of poly by which the ray entered it, −1 at the start and after a vertex
    int32_t edge                        # edge by which the ray leaves poly, or the wall in its way
    PolyRef owner                       # polygon that `edge` belongs to
    double t                            # 0 … 1 along the ray, set at walls and vertices only


# ---- steps away from vertices, by signs ----

cdef inline bint is_beyond(const HalfEdge* a, const HalfEdge* b, double x, double y) noexcept nogil:
    """True if a place is outside of the line along an edge, by more than IN_LINE."""
    cdef double dx = b.x - a.x, dy = b.y - a.y, off = cross(dx, dy, x - a.x, y - a.y)
    return off < 0.0 and off * off > IN_LINE * IN_LINE * (dx * dx + dy * dy)


cdef int32_t first_exit(const PortalGraph* graph, PolyRef poly, const Ray* ray) noexcept nogil:
    """Edge by which the ray leaves its first polygon: the edge from the ray's right to its left. INSIDE, UNCLEAR."""
    cdef const Face* face = &graph.faces[poly]
    cdef const HalfEdge* corners = graph.half_edges.data() + face.first
    cdef const HalfEdge* a = corners + face.count - 1
    cdef double touch = IN_LINE * ray.length, before, side
    cdef int32_t i, found = UNCLEAR
    cdef bint inside = True, clear = True
    for i in range(face.count):
        if cross(corners[i].x - a.x, corners[i].y - a.y, ray.end_x - a.x, ray.end_y - a.y) < 0.0:
            inside = False
            break
        a = corners + i
    if inside:
        return INSIDE
    a = corners + face.count - 1
    before = cross(ray.dx, ray.dy, a.x - ray.x, a.y - ray.y)
    for i in range(face.count):
        a = corners + i
        side = cross(ray.dx, ray.dy, a.x - ray.x, a.y - ray.y)
        if -touch <= side <= touch:
            clear = False
        elif before < 0.0 < side:
            clear = clear and found == UNCLEAR
            found = face.first + (i if i > 0 else face.count) - 1
        before = side
    return found if clear else UNCLEAR


cdef inline int32_t next_exit(const PortalGraph* graph, PolyRef poly, int32_t entered_by, const Ray* ray) noexcept nogil:
    """Edge by which the ray leaves a polygon entered clear of vertices. Counter-clockwise from the entered edge, the corners are on
    the ray's right up to the result. INSIDE, UNCLEAR."""
    cdef const Face* face = &graph.faces[poly]
    cdef const HalfEdge* corners = graph.half_edges.data()
    cdef double touch = IN_LINE * ray.length, side
    cdef int32_t edge = corner_after(&graph.faces[poly], entered_by), end, _corner
    for _corner in range(face.count - 1):
        end = edge + 1 if edge + 1 < face.first + face.count else face.first
        side = cross(ray.dx, ray.dy, corners[end].x - ray.x, corners[end].y - ray.y)
        if side > touch:
            return edge if is_beyond(&corners[edge], &corners[end], ray.end_x, ray.end_y) else INSIDE
        if side >= -touch:
            break
        edge = end
    return UNCLEAR


# ---- steps near vertices and along edges, by distances ----

cdef double depth_around(const PortalGraph* graph, PolyRef poly, int32_t corner, double dx, double dy) noexcept nogil:
    """Sine of the angle between a unit direction that leaves a corner and the nearer of the two edges there, below 0 where the
    direction points out of the polygon."""
    cdef const HalfEdge* at = &graph.half_edges[corner]
    cdef double out = off_edge(graph, poly, corner, at.x + dx, at.y + dy)
    cdef double back = off_edge(graph, poly, corner_before(&graph.faces[poly], corner), at.x + dx, at.y + dy)
    return -out if out > back else -back


cdef PolyRef turn_around_vertex(const PortalGraph* graph, PolyRef poly, int32_t corner, double dx, double dy,
                                Walk* walk) noexcept nogil:
    """The polygon in which a ray through a vertex goes on, NO_POLY if there is none. Among the polygons around the vertex reached,
    either way round, without crossing a wall, it has the greatest `depth_around` the ray's direction. Each way round ends at a wall;
    walk.edge becomes the wall that faces the ray more."""
    cdef PolyRef poly_there, best = NO_POLY
    cdef int32_t at, edge
    cdef double room, facing, best_room = -IN_LINE, best_facing = -INFINITY
    cdef bint leftwards
    for leftwards in range(2):
        poly_there, at = poly, corner
        while True:
            edge = corner_before(&graph.faces[poly_there], at) if leftwards else at
            if graph.half_edges[edge].neighbor == NO_POLY:
                facing = off_edge(graph, poly_there, edge, graph.half_edges[at].x + dx, graph.half_edges[at].y + dy)
                if facing > best_facing:
                    best_facing, walk.edge, walk.owner = facing, edge, poly_there
                break
            poly_there, at = graph.half_edges[edge].neighbor, graph.half_edges[edge].twin
            if not leftwards:
                at = corner_after(&graph.faces[poly_there], at)
            if at == corner:
                break
            room = depth_around(graph, poly_there, at, dx, dy)
            if room > best_room:
                best, best_room = poly_there, room
    return best


cdef int32_t touched_corner(const PortalGraph* graph, PolyRef poly, int32_t edge, double x, double y) noexcept nogil:
    """The end of an edge at which a place on the edge lies, as a corner index; −1 if the place lies between the ends."""
    cdef int32_t next = corner_after(&graph.faces[poly], edge)
    if distance2(graph.half_edges[edge].x, graph.half_edges[edge].y, x, y) <= IN_LINE:
        return edge
    return next if distance2(graph.half_edges[next].x, graph.half_edges[next].y, x, y) <= IN_LINE else -1


cdef int step_by_distances(const PortalGraph* graph, const Ray* ray, Walk* walk) noexcept nogil:
    """Step to the next polygon by distances, which also works where the ray touches vertices and edges. Returns WALKS, ARRIVES,
    MEETS_WALL."""
    cdef double at = 0.0
    cdef int32_t corner
    cdef PolyRef next
    walk.edge = exit_edge(graph, walk.poly, walk.entered_by, ray, &at)
    if walk.edge == INSIDE:
        return ARRIVES
    walk.t, walk.owner = max(walk.t, at), walk.poly
    corner = touched_corner(graph, walk.poly, walk.edge, ray.x + walk.t * ray.dx, ray.y + walk.t * ray.dy)
    if corner < 0:
        next, walk.entered_by = graph.half_edges[walk.edge].neighbor, graph.half_edges[walk.edge].twin
    else:
        next = turn_around_vertex(graph, walk.poly, corner, ray.dx / ray.length, ray.dy / ray.length, walk)
        walk.entered_by = -1
    if next == NO_POLY:
        return MEETS_WALL
    walk.poly = next
    return WALKS


# ---- the ray ----

cdef inline int step(const PortalGraph* graph, const Ray* ray, Walk* walk, bint first) noexcept nogil:
    """Step to the next polygon. Returns WALKS, ARRIVES, MEETS_WALL."""
    cdef int32_t edge = UNCLEAR
    if walk.entered_by >= 0:
        edge = next_exit(graph, walk.poly, walk.entered_by, ray)
    elif first:
        edge = first_exit(graph, walk.poly, ray)
        if edge >= 0 and not is_beyond(&graph.half_edges[edge], &graph.half_edges[corner_after(&graph.faces[walk.poly], edge)],
                                       ray.end_x, ray.end_y):
            return ARRIVES
    if edge == INSIDE:
        return ARRIVES
    if edge == UNCLEAR:
        return step_by_distances(graph, ray, walk)
    if graph.half_edges[edge].neighbor == NO_POLY:
        walk.edge, walk.owner, walk.t = edge, walk.poly, max(walk.t, exit_t(graph, walk.poly, edge, ray))
        return MEETS_WALL
    walk.poly, walk.entered_by = graph.half_edges[edge].neighbor, graph.half_edges[edge].twin
    return WALKS


cdef bint start_ray(const MeshView* mesh, PolyRef poly, const double* start, const double* end, Ray* ray, Walk* walk,
                    RayHit* hit) noexcept nogil:
    """Set up a ray; false for an unknown polygon or a coordinate that is not finite: then the hit is a wall at the start."""
    hit.t, hit.poly, hit.edge, hit.edge_poly, hit.normal[0], hit.normal[1] = 0.0, poly, -1, NO_POLY, 0.0, 0.0
    hit.point[0], hit.point[1], hit.point[2] = start[0], start[1], start[2]
    if not (is_walked(mesh, poly) and is_point(start) and is_point(end)):
        return False
    set_ray(ray, start, end, IN_LINE)
    walk.poly, walk.entered_by, walk.edge, walk.owner, walk.t = poly, -1, -1, poly, 0.0
    return True


cdef void write_hit(NavView nav, const double* start, const double* end, const Walk* walk, bint met, RayHit* hit) noexcept nogil:
    """Write the hit at the end of a walk. met: true if the ray met a wall."""
    cdef const HalfEdge* a
    cdef const HalfEdge* b
    cdef double length
    hit.poly, hit.t = walk.poly, walk.t if met else 1.0
    hit.point[0] = start[0] + hit.t * (end[0] - start[0]) if met else end[0]
    hit.point[2] = start[2] + hit.t * (end[2] - start[2]) if met else end[2]
    hit.point[1] = height_at(nav.mesh, hit.poly, hit.point[0], hit.point[2])
    if met:
        hit.edge, hit.edge_poly = walk.edge, walk.owner
        a = &nav.graph.half_edges[walk.edge]
        b = &nav.graph.half_edges[corner_after(&nav.graph.faces[walk.owner], walk.edge)]
        length = distance2(a.x, a.y, b.x, b.y)
        hit.normal[0], hit.normal[1] = (a.y - b.y) / length, (a.x - b.x) / length


cdef bint raycast(NavView nav, PolyRef poly, const double* start, const double* end, RayHit* hit) noexcept nogil:
    """Walk from polygon to polygon along the straight line from start, which lies on ``poly``, to end, in the ground plane. A ray that
    grazes a wall passes; a ray through a vertex goes on in a polygon around the vertex. If rounding leads the ray in a circle, over
    more polygons than there are, or if the ray cannot begin, the hit is a wall at the start that is no edge.

    A convex polygon is left by the edge from the ray's right to its left, one cross product for each corner. Only near a vertex are
    distances measured."""
    cdef Ray ray
    cdef Walk walk
    cdef int32_t i
    cdef int state
    if not start_ray(nav.mesh, poly, start, end, &ray, &walk, hit):
        return True
    state = WALKS if ray.length > 0.0 else ARRIVES
    for i in range(nav.mesh.poly_count + 1):
        if state != WALKS:
            break
        state = step(nav.graph, &ray, &walk, i == 0)
    if state != WALKS:
        write_hit(nav, start, end, &walk, state == MEETS_WALL, hit)
    return state != ARRIVES


cdef int trace(NavView nav, const Ray* ray, Walk* walk, vector[PolyRef]* visited) except -1 nogil:
    """Take the steps of raycast and list the polygons visited. Returns WALKS (led in a circle), ARRIVES, MEETS_WALL."""
    cdef int32_t i
    cdef int state = WALKS if ray.length > 0.0 else ARRIVES
    visited.clear()
    visited.push_back(walk.poly)
    for i in range(nav.mesh.poly_count + 1):
        if state != WALKS:
            break
        state = step(nav.graph, ray, walk, i == 0)
        if state == WALKS:
            visited.push_back(walk.poly)
    return state


cdef bint trace_ray(NavView nav, PolyRef poly, const double* start, const double* end,
                    RayHit* hit, vector[PolyRef]* visited) except -1 nogil:
    """As raycast, and list the polygons visited."""
    cdef Ray ray
    cdef Walk walk
    cdef int state
    visited.clear()
    if not start_ray(nav.mesh, poly, start, end, &ray, &walk, hit):
        return True
    state = trace(nav, &ray, &walk, visited)
    if state != WALKS:
        write_hit(nav, start, end, &walk, state == MEETS_WALL, hit)
    return state != ARRIVES


# ---- moving ----

cdef double closest_in_plan(const PortalGraph* graph, PolyRef poly, Vec2 place, Vec2* out) noexcept nogil:
    """Nearest place of a polygon to another; returns the distance in meters."""
    cdef const Face* face = &graph.faces[poly]
    cdef const HalfEdge* a = &graph.half_edges[face.first + face.count - 1]
    cdef const HalfEdge* b
    cdef Vec2 near
    cdef double distance, best = INFINITY
    cdef int32_t i
    cdef bint inside = True
    out[0] = place
    for i in range(face.first, face.first + face.count):
        b = &graph.half_edges[i]
        inside = inside and cross(b.x - a.x, b.y - a.y, place.x - a.x, place.y - a.y) >= 0.0
        distance = closest_on_segment(place.x, place.y, a.x, a.y, b.x, b.y, &near.x, &near.y)
        if distance < best:
            best, out[0] = distance, near
        a = b
    if inside:
        best, out[0] = 0.0, place
    return best


cdef int visit_across(const PortalGraph* graph, Flood* flood, int32_t visit, Vec2 center, double radius) except -1 nogil:
    """Visit the neighbors of a visited polygon across the edges that touch a circle."""
    cdef PolyRef poly = flood.visits[visit].poly, next
    cdef Vec2 near
    cdef int32_t i
    for i in range(graph.faces[poly].first, graph.faces[poly].first + graph.faces[poly].count):
        next = graph.half_edges[i].neighbor
        if next == NO_POLY or visit_of(flood, next) >= 0:
            continue
        if closest_on_edge(graph, poly, i, center, &near) <= radius:
            add_visit(flood, next, visit, near, 0.0)
    return 0


cdef int32_t nearest_visit(const PortalGraph* graph, Flood* flood, const Ray* ray, Vec2* out) except -1 nogil:
    """Flood breadth first from visit 0 within the circle around the ray. Returns the visit whose polygon is nearest to the ray's end,
    the first if several are, and the polygon's place nearest to the end."""
    cdef Vec2 middle = vec2(ray.x + 0.5 * ray.dx, ray.y + 0.5 * ray.dy), near
    cdef double distance, nearest = INFINITY, radius = 0.5 * ray.length + border_tolerance(middle.x, middle.y)
    cdef int32_t visit = 0, best = 0
    while visit < <int32_t>flood.visits.size() and nearest > 0.0:
        distance = closest_in_plan(graph, flood.visits[visit].poly, vec2(ray.end_x, ray.end_y), &near)
        if distance < nearest:
            nearest, best, out[0] = distance, visit, near
        visit_across(graph, flood, visit, middle, radius)
        visit += 1
    return best


cdef int move_along_surface(NavView nav, Flood* flood, PolyRef poly, const double* start,
                            const double* end, MoveResult* result, vector[PolyRef]* visited) except -1 nogil:
    """Detour's moveAlongSurface: move from start, which lies on ``poly``, to the end if no wall is on the straight line. Else the move
    leads to the place nearest to the end in the plan, on the polygons connected with ``poly`` inside the circle that has the line as
    diameter. So a place behind a wall is reached only if a way around the wall lies in the circle. Walls count as inside. For an
    unknown polygon or a coordinate that is not finite, the result is the start."""
    cdef Ray ray
    cdef Walk walk
    cdef RayHit hit
    cdef Vec2 goal = to_plan(end), at = goal
    cdef int32_t visit
    visited.clear()
    result.poly, result.arrived = poly, False
    result.point[0], result.point[1], result.point[2] = start[0], start[1], start[2]
    if not start_ray(nav.mesh, poly, start, end, &ray, &walk, &hit):
        return 0
    if trace(nav, &ray, &walk, visited) == ARRIVES:
        result.poly = walk.poly
    else:
        start_flood(flood, poly, to_plan(start))
        visit = nearest_visit(nav.graph, flood, &ray, &at)
        result.poly = flood.visits[visit].poly
        visited.clear()
        while visit >= 0:
            visited.push_back(flood.visits[visit].poly)
            visit = flood.visits[visit].parent
        reverse(visited.begin(), visited.end())
    result.arrived = at.x == goal.x and at.y == goal.y
    to_surface(nav.mesh, result.poly, at, result.point)
    return 0


# ---- normals ----

cdef void surface_normal(const MeshView* mesh, PolyRef poly, double x, double z, double* out) noexcept nogil:
    """Triangles that are upright in the plan have no place in it."""
    cdef const double* corner[3]
    cdef const double* a
    cdef const double* b
    cdef double n[3]
    cdef double away, least = INFINITY, length, qx, qz
    cdef int32_t i, k, pivot = fan_pivot(mesh, poly)
    out[0], out[1], out[2] = 0.0, 1.0, 0.0
    for i in range(surface_size(mesh, poly)):
        surface_corners(mesh, poly, pivot, i, corner)
        away = 0.0
        for k in range(3):
            a, b = corner[k], corner[(k + 1) % 3]
            if clockwise_area2(a[0], a[2], b[0], b[2], x, z) > 0.0:
                away = max(away, closest_on_segment(x, z, a[0], a[2], b[0], b[2], &qx, &qz))
        n[1] = clockwise_area2(corner[0][0], corner[0][2], corner[2][0], corner[2][2], corner[1][0], corner[1][2])
        if away >= least or not n[1] > 0.0:
            continue
        a, b, least = corner[0], corner[1], away
        n[0] = (b[1] - a[1]) * (corner[2][2] - a[2]) - (b[2] - a[2]) * (corner[2][1] - a[1])
        n[2] = (b[0] - a[0]) * (corner[2][1] - a[1]) - (b[1] - a[1]) * (corner[2][0] - a[0])
        length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2])
        out[0], out[1], out[2] = n[0] / length, n[1] / length, n[2] / length
