"""A straight line over the surface, seen from above, and the edge by which it leaves a polygon, header-only.

The edge is found by distances here, so the line may run along edges and through vertices. Other searches for such an edge have rules
of their own. A straight path gives up near a vertex (polyanya), a line of sight passes all vertices on one side (visibility_search). A
blocked way takes portals alone, and its next corner may lie on a portal (crowd_detours)."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t
from navpy.base.core cimport PolyRef
from navpy.base.geom cimport closest_on_segment, cross, distance2
from navpy.base.vec2 cimport Vec2, to_plan, vec2
from navpy.mesh.half_edges cimport HalfEdge, PortalGraph, corner_after

cdef enum:
    INSIDE = -1                         # in place of an edge: the ray ends before it leaves the polygon

cdef struct Ray:                        # in the plan, meters
    double x, y                         # start
    double end_x, end_y
    double dx, dy                       # end − start
    double length
    double slack                        # by how much the end is outside of an edge at least where the ray leaves by it


cdef inline void set_ray(Ray* ray, const double* start, const double* end, double slack) noexcept nogil:
    cdef Vec2 a = to_plan(start), b = to_plan(end)
    ray.x, ray.y, ray.end_x, ray.end_y = a.x, a.y, b.x, b.y
    ray.dx, ray.dy = ray.end_x - ray.x, ray.end_y - ray.y
    ray.length, ray.slack = distance2(ray.x, ray.y, ray.end_x, ray.end_y), slack


cdef inline double outside(double ax, double ay, double bx, double by, double x, double y) noexcept nogil:
    """Meters that (x, y) is to the right of the line from a to b."""
    return -cross(bx - ax, by - ay, x - ax, y - ay) / distance2(ax, ay, bx, by)


cdef inline double off_edge(const PortalGraph* graph, PolyRef poly, int32_t corner, double x, double y) noexcept nogil:
    """Meters that a place is outside of the line along an edge; below 0 inside."""
    cdef const HalfEdge* a = &graph.half_edges[corner]
    cdef const HalfEdge* b = &graph.half_edges[corner_after(&graph.faces[poly], corner)]
    return outside(a.x, a.y, b.x, b.y, x, y)


cdef inline double closest_on_edge(const PortalGraph* graph, PolyRef poly, int32_t edge, Vec2 place, Vec2* out) noexcept nogil:
    """Nearest place of a polygon's edge to another; returns the distance in meters."""
    cdef const HalfEdge* a = &graph.half_edges[edge]
    cdef const HalfEdge* b = &graph.half_edges[corner_after(&graph.faces[poly], edge)]
    return closest_on_segment(place.x, place.y, a.x, a.y, b.x, b.y, &out.x, &out.y)


cdef inline double exit_t(const PortalGraph* graph, PolyRef poly, int32_t corner, const Ray* ray) noexcept nogil:
    """t, 0 … 1, where the ray crosses the line along an edge outwards; infinite if the ray's end is not outside of that line."""
    cdef double from_end = off_edge(graph, poly, corner, ray.end_x, ray.end_y), from_start
    if from_end <= ray.slack:
        return INFINITY
    from_start = off_edge(graph, poly, corner, ray.x, ray.y)
    return from_start / (from_start - from_end) if from_start < 0.0 else 0.0


cdef inline int32_t exit_edge(const PortalGraph* graph, PolyRef poly, int32_t done, const Ray* ray, double* t) noexcept nogil:
    """Edge by which the ray leaves a polygon, and its t, at least the given t; or INSIDE. ``done``: an edge by which it does not
    leave. The ray crosses the lines of collinear edges at one place; of these edges, the result has the place between its ends."""
    cdef int32_t first = graph.faces[poly].first, last = first + graph.faces[poly].count, corner, found = INSIDE
    cdef Vec2 place, near
    cdef double distance, least = INFINITY, best = INFINITY
    for corner in range(first, last):
        if corner != done:
            least = min(least, exit_t(graph, poly, corner, ray))
    if least == INFINITY:
        return INSIDE
    t[0] = max(t[0], least)
    place = vec2(ray.x + t[0] * ray.dx, ray.y + t[0] * ray.dy)
    for corner in range(first, last):
        if corner == done or exit_t(graph, poly, corner, ray) == INFINITY:
            continue
        distance = closest_on_edge(graph, poly, corner, place, &near)
        if distance < best:
            best, found = distance, corner
    return found
