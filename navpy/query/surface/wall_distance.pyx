"""The nearest wall, by a best-first flood over the polygons (as Detour's findDistanceToWall)."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport cross, distance2, is_point
from navpy.base.heap cimport heap_pop, heap_put
from navpy.base.tolerances cimport IN_LINE
from navpy.base.vec2 cimport Vec2, to_plan, to_world
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.poly_surface cimport height_at
from navpy.mesh.half_edges cimport HalfEdge, PortalGraph, corner_after
from navpy.query.surface.flood cimport Flood, add_visit, start_flood, visit_of
from navpy.query.surface.ray cimport closest_on_edge
from navpy.query.surface.raycast cimport is_walked


cdef inline bint is_behind(const PortalGraph* graph, PolyRef poly, int32_t edge, Vec2 place) noexcept nogil:
    """True if a place is on the outer side of a polygon's edge."""
    cdef const HalfEdge* a = &graph.half_edges[edge]
    cdef const HalfEdge* b = &graph.half_edges[corner_after(&graph.faces[poly], edge)]
    return cross(b.x - a.x, b.y - a.y, place.x - a.x, place.y - a.y) < -IN_LINE * distance2(a.x, a.y, b.x, b.y)


cdef int look_around(const PortalGraph* graph, Flood* flood, int32_t visit, Vec2 place, double max_distance,
                     WallHit* hit) except -1 nogil:
    """Compare the walls of a visited polygon with the nearest so far, and relax the neighbors across its other edges. An edge open
    from the other side only is no wall where the point lies behind it."""
    cdef PolyRef poly = flood.visits[visit].poly, next
    cdef Vec2 near
    cdef double distance
    cdef int32_t i, other
    for i in range(graph.faces[poly].first, graph.faces[poly].first + graph.faces[poly].count):
        distance = closest_on_edge(graph, poly, i, place, &near)
        if distance > max_distance or distance >= hit.distance:
            continue
        next = graph.half_edges[i].neighbor
        if next == NO_POLY and is_behind(graph, poly, i, place):
            continue
        if next == NO_POLY:
            hit.distance, hit.poly, hit.edge = distance, poly, i
            to_world(near, 0.0, hit.point)
            continue
        distance = max(distance, flood.visits[visit].cost)
        other = visit_of(flood, next)
        if other < 0:
            other = add_visit(flood, next, visit, near, distance)
        elif distance >= flood.visits[other].cost:
            continue
        flood.visits[other].cost = distance
        heap_put(&flood.heap, other, distance)
    return 0


cdef bint distance_to_wall(NavView nav, Flood* flood, PolyRef poly, const double* point,
                           double max_distance, WallHit* hit) except -1 nogil:
    """Detour's findDistanceToWall: the least radius of a circle around the point, on ``poly``, at which the connected part of the
    surface inside touches a wall facing the point. An agent can walk so far straight in every direction. Polygons are entered in the
    order of the distance of the edge they are entered by, so a wall on another floor counts only where the surface leads to it within
    the circle. Of equally near walls the first found. Without finite coordinates or a known polygon there is none."""
    cdef const HalfEdge* a
    cdef const HalfEdge* b
    cdef double nx, nz, length
    cdef int32_t visit
    hit.distance, hit.poly, hit.edge, hit.normal[0], hit.normal[1] = INFINITY, NO_POLY, -1, 0.0, 0.0
    hit.point[0], hit.point[1], hit.point[2] = point[0], point[1], point[2]
    if not (is_walked(nav.mesh, poly) and is_point(point)):
        return False
    start_flood(flood, poly, to_plan(point))
    heap_put(&flood.heap, 0, 0.0)
    while flood.heap.entries.size() > 0 and flood.heap.entries[0].key < hit.distance:
        visit = heap_pop(&flood.heap)
        look_around(nav.graph, flood, visit, to_plan(point), max_distance, hit)
    if hit.poly == NO_POLY:
        return False
    hit.point[1] = height_at(nav.mesh, hit.poly, hit.point[0], hit.point[2])
    nx, nz, length = point[0] - hit.point[0], point[2] - hit.point[2], hit.distance
    if length <= IN_LINE:
        a = &nav.graph.half_edges[hit.edge]
        b = &nav.graph.half_edges[corner_after(&nav.graph.faces[hit.poly], hit.edge)]
        nx, nz, length = a.y - b.y, a.x - b.x, distance2(a.x, a.y, b.x, b.y)
    hit.normal[0], hit.normal[1] = nx / length, nz / length
    return True
