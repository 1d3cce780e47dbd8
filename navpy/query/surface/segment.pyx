"""Where a segment in space meets the surface (by the volumes of Segura & Feito 2001), and where the two are nearest to each other
(Ericson, Real-Time Collision Detection, 5.1.9 and 5.1.10). Of a segment and a triangle that do not meet, an end of the segment or an
edge of the triangle is part of the nearest pair."""
from libc.math cimport INFINITY
from libc.string cimport memcpy
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport closest_on_triangle, distance3, dot3, is_point
from navpy.mesh.mesh_view cimport MeshView, fan_pivot, surface_corners, surface_size
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly, locate_nearest
from navpy.query.surface.overlap cimport polygons_in_box


# ---- segments and triangles ----

cdef inline void subtract(const double* a, const double* b, double* out) noexcept nogil:
    cdef int k
    for k in range(3):
        out[k] = a[k] - b[k]


cdef inline void cross3(const double* a, const double* b, double* out) noexcept nogil:
    out[0] = a[1] * b[2] - a[2] * b[1]
    out[1] = a[2] * b[0] - a[0] * b[2]
    out[2] = a[0] * b[1] - a[1] * b[0]


cdef inline void interpolate(const double* a, const double* b, double t, double* out) noexcept nogil:
    cdef int k
    for k in range(3):
        out[k] = a[k] + t * (b[k] - a[k])


cdef inline double volume(const double* along, const double* a, const double* b) noexcept nogil:
    """Above 0 where a line through the origin passes an edge a → b on its left; exactly the opposite for b → a."""
    cdef double normal[3]
    cross3(a, b, normal)
    return dot3(along, normal)


cdef double meet_triangle(const double* start, const double* end, const double* a, const double* b, const double* c) noexcept nogil:
    """0 … 1 along the segment where it meets the triangle, infinite where it does not, or runs within the triangle's plane. A line
    between two triangles meets one of them, whatever rounding does, as both compare it with the same edge by the same numbers."""
    cdef double along[3]
    cdef double from_start[3][3]
    cdef double ab[3]
    cdef double ac[3]
    cdef double normal[3]
    cdef double u, v, w, slope, t
    subtract(end, start, along)
    subtract(a, start, from_start[0])
    subtract(b, start, from_start[1])
    subtract(c, start, from_start[2])
    u, v, w = volume(along, from_start[1], from_start[2]), volume(along, from_start[2], from_start[0]), \
        volume(along, from_start[0], from_start[1])
    if (u < 0.0 or v < 0.0 or w < 0.0) and (u > 0.0 or v > 0.0 or w > 0.0):
        return INFINITY
    subtract(b, a, ab)
    subtract(c, a, ac)
    cross3(ab, ac, normal)
    slope = dot3(normal, along)
    if slope == 0.0:
        return INFINITY
    t = dot3(normal, from_start[0]) / slope
    return t if 0.0 <= t <= 1.0 else INFINITY


cdef inline double clamped(double value) noexcept nogil:
    return 0.0 if not value > 0.0 else 1.0 if value > 1.0 else value


cdef double closest_on_edge3(const double* start, const double* end, const double* a, const double* b, double* t,
                             double* out) noexcept nogil:
    """The nearest places of two segments, at `t` along the first, `out` on the second; returns their distance."""
    cdef double d1[3]
    cdef double d2[3]
    cdef double r[3]
    cdef double q[3]
    cdef double aa, ee, bb, cc, ff, determinant, s
    subtract(end, start, d1)
    subtract(b, a, d2)
    subtract(start, a, r)
    aa, ee, bb, cc, ff = dot3(d1, d1), dot3(d2, d2), dot3(d1, d2), dot3(d1, r), dot3(d2, r)
    determinant = aa * ee - bb * bb
    t[0] = clamped((bb * ff - cc * ee) / determinant) if determinant > 0.0 else 0.0
    s = (bb * t[0] + ff) / ee if ee > 0.0 else 0.0
    if not 0.0 <= s <= 1.0:
        s = clamped(s)
        t[0] = clamped((bb * s - cc) / aa) if aa > 0.0 else 0.0
    interpolate(a, b, s, out)
    interpolate(start, end, t[0], q)
    return distance3(q, out)


cdef inline void offer_place(double distance, double t, const double* place, PolyRef poly, double* best_t,
                             NearestPoly* best) noexcept nogil:
    if distance < best.distance or (distance == best.distance and t < best_t[0]):
        best.poly, best.distance, best_t[0] = poly, distance, t
        memcpy(best.point, place, sizeof(best.point))


cdef void offer_triangle(const double* start, const double* end, const double** corners, PolyRef poly, double* best_t,
                         NearestPoly* best) noexcept nogil:
    """Compare a triangle with the best so far."""
    cdef double place[3]
    cdef double distance, t = meet_triangle(start, end, corners[0], corners[1], corners[2])
    cdef int k
    if t <= 1.0:
        interpolate(start, end, t, place)
        offer_place(0.0, t, place, poly, best_t, best)
        return
    closest_on_triangle(start, corners[0], corners[1], corners[2], place)
    offer_place(distance3(start, place), 0.0, place, poly, best_t, best)
    closest_on_triangle(end, corners[0], corners[1], corners[2], place)
    offer_place(distance3(end, place), 1.0, place, poly, best_t, best)
    for k in range(3):
        distance = closest_on_edge3(start, end, corners[k], corners[(k + 1) % 3], &t, place)
        offer_place(distance, t, place, poly, best_t, best)


# ---- the surface ----

cdef int polygons_near(NavView nav, const double* start, const double* end, double distance, vector[PolyRef]* found) except -1 nogil:
    """The polygons whose surface touches the segment's box, widened by a distance."""
    cdef double low[3]
    cdef double high[3]
    cdef int k
    for k in range(3):
        low[k], high[k] = min(start[k], end[k]) - distance, max(start[k], end[k]) + distance
    return polygons_in_box(nav, low, high, found)


cdef bint meet_segment(NavView nav, const double* start, const double* end, NearestPoly* out) except -1 nogil:
    cdef const MeshView* mesh = nav.mesh
    cdef const double* corners[3]
    cdef vector[PolyRef] near
    cdef double t, best = INFINITY
    cdef size_t n
    cdef int32_t i, pivot
    out.poly, out.distance = NO_POLY, INFINITY
    if not is_point(start) or not is_point(end):
        return False
    polygons_near(nav, start, end, 0.0, &near)
    for n in range(near.size()):
        pivot = fan_pivot(mesh, near[n])
        for i in range(surface_size(mesh, near[n])):
            surface_corners(mesh, near[n], pivot, i, corners)
            t = meet_triangle(start, end, corners[0], corners[1], corners[2])
            if t < best:
                best, out.poly = t, near[n]
    if out.poly == NO_POLY:
        return False
    interpolate(start, end, best, out.point)
    out.distance = distance3(start, out.point)
    return True


cdef bint closest_to_segment(NavView nav, const double* start, const double* end, NearestPoly* out) except -1 nogil:
    """The nearest place to the start bounds the distance, so only polygons within it are compared."""
    cdef const MeshView* mesh = nav.mesh
    cdef const double* corners[3]
    cdef NearestPoly other
    cdef vector[PolyRef] near
    cdef double best_t = 0.0
    cdef size_t n
    cdef int32_t i, pivot
    out.poly, out.distance = NO_POLY, INFINITY
    if not is_point(start) or not is_point(end) or not locate_nearest(nav, start, NULL, out):
        return False
    if locate_nearest(nav, end, NULL, &other):
        offer_place(other.distance, 1.0, other.point, other.poly, &best_t, out)
    polygons_near(nav, start, end, out.distance, &near)
    for n in range(near.size()):
        pivot = fan_pivot(mesh, near[n])
        for i in range(surface_size(mesh, near[n])):
            surface_corners(mesh, near[n], pivot, i, corners)
            offer_triangle(start, end, corners, near[n], &best_t, out)
    return True
