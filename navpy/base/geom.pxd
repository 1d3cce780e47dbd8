"""Leaf mathematics of the ground plane (x, z) and of space, inline and header-only.

Orientation seen from above: clockwise_area2(a, b, p) < 0 where p lies to the left of a → b, so inside a polygon of this project. In
the plan (x, −z) the same is cross(b − a, p − a) > 0; det of vec2.pxd, RVO2's name, is cross for Vec2."""
from libc.math cimport fabs, sqrt
from libc.stdint cimport int32_t


cdef inline bint is_point(const double* point) noexcept nogil:
    """Are all three coordinates numbers whose products stay finite? Not so for NaN, infinity and beyond 1e30 m."""
    return fabs(point[0]) <= 1e30 and fabs(point[1]) <= 1e30 and fabs(point[2]) <= 1e30


cdef inline double clockwise_area2(double ax, double az, double bx, double bz, double cx, double cz) noexcept nogil:
    """Twice the area of the triangle a, b, c in the ground plane, m², above 0 if it is clockwise seen from above: c right of a → b."""
    return (bx - ax) * (cz - az) - (cx - ax) * (bz - az)


cdef inline double cross(double ax, double ay, double bx, double by) noexcept nogil:
    """Above 0 where b points to the left of a."""
    return ax * by - ay * bx


cdef inline double border_tolerance(double x, double z) noexcept nogil:
    """Meters within which two points are one: a little more than rounding a coordinate to float32 moves it."""
    cdef double ax = fabs(x), az = fabs(z)
    return 1e-5 + 2.5e-7 * (ax if ax > az else az)


cdef inline double distance3(const double* a, const double* b) noexcept nogil:
    """Meters from a to b in space."""
    cdef double x = b[0] - a[0], y = b[1] - a[1], z = b[2] - a[2]
    return sqrt(x * x + y * y + z * z)


cdef inline double distance2(double ax, double az, double bx, double bz) noexcept nogil:
    """Meters from a to b in the ground plane."""
    return sqrt((bx - ax) * (bx - ax) + (bz - az) * (bz - az))


cdef inline double closest_on_segment(double px, double pz, double ax, double az, double bx, double bz,
                                      double* qx, double* qz) noexcept nogil:
    """Nearest point q of the segment a b to p in the ground plane; returns the distance in meters."""
    cdef double dx = bx - ax, dz = bz - az, length = dx * dx + dz * dz, t = 0.0
    if length > 0.0:
        t = ((px - ax) * dx + (pz - az) * dz) / length
        t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
    if t == 1.0:                    # a + (b − a) may round past b
        qx[0], qz[0] = bx, bz
    else:
        qx[0], qz[0] = ax + t * dx, az + t * dz
    return distance2(px, pz, qx[0], qz[0])


cdef inline double dot3(const double* a, const double* b) noexcept nogil:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


cdef inline void closest_on_triangle(const double* p, const double* a, const double* b, const double* c, double* q) noexcept nogil:
    """Nearest point q of the triangle a, b, c to p in space, by Voronoi regions (Ericson 2005, section 5.1.5)."""
    cdef double ab[3]
    cdef double ac[3]
    cdef double ap[3]
    cdef double bp[3]
    cdef double cp[3]
    cdef double v = 0.0, w = 0.0, d1, d2, d3, d4, d5, d6, va, vb, vc, sum
    cdef int i
    for i in range(3):
        ab[i], ac[i] = b[i] - a[i], c[i] - a[i]
        ap[i], bp[i], cp[i] = p[i] - a[i], p[i] - b[i], p[i] - c[i]
    d1, d2, d3 = dot3(ab, ap), dot3(ac, ap), dot3(ab, bp)
    d4, d5, d6 = dot3(ac, bp), dot3(ab, cp), dot3(ac, cp)
    va, vb, vc = d3 * d6 - d5 * d4, d5 * d2 - d1 * d6, d1 * d4 - d3 * d2
    if d1 <= 0.0 and d2 <= 0.0:
        pass                                        # corner a
    elif d3 >= 0.0 and d4 <= d3:
        v = 1.0                                     # corner b
    elif d6 >= 0.0 and d5 <= d6:
        w = 1.0                                     # corner c
    elif vc <= 0.0 and d1 >= 0.0 and d3 <= 0.0:
        v = d1 / (d1 - d3)                          # edge a b
    elif vb <= 0.0 and d2 >= 0.0 and d6 <= 0.0:
        w = d2 / (d2 - d6)                          # edge a c
    elif va <= 0.0 and d4 >= d3 and d5 >= d6:
        w = (d4 - d3) / ((d4 - d3) + (d5 - d6))     # edge b c
        v = 1.0 - w
    else:
        sum = va + vb + vc
        v, w = vb / sum, vc / sum
    for i in range(3):
        q[i] = a[i] + v * ab[i] + w * ac[i]


# The surface of a convex polygon: triangles with corners at every corner of the polygon, also at those in line with their neighbors.
# The polygon is given as vertex indices, counter-clockwise seen from above.

cdef inline bint in_line(const double* a, const double* b, const double* c) noexcept nogil:
    """Is corner b, between a and c, no farther from the line from a to c than rounding may have put it?"""
    return clockwise_area2(a[0], a[2], b[0], b[2], c[0], c[2]) >= -border_tolerance(b[0], b[2]) * distance2(a[0], a[2], c[0], c[2])


cdef inline int32_t surface_start(const double* vertices, const int32_t* corners, int32_t count) noexcept nogil:
    """The corner at which a polygon must begin for `surface_triangle`: one whose next and previous corners are not in line, if there
    is one, else one whose next corner is not; of these the one of the least x, then z."""
    cdef const double* best = NULL
    cdef const double* at
    cdef bint before, here, after, first
    cdef int32_t i, rank, best_rank = -1, start = 0
    first = in_line(vertices + 3 * <size_t>corners[count - 1], vertices + 3 * <size_t>corners[0],
                    vertices + 3 * <size_t>corners[1])
    before = in_line(vertices + 3 * <size_t>corners[count - 2], vertices + 3 * <size_t>corners[count - 1],
                     vertices + 3 * <size_t>corners[0])
    here = first
    for i in range(count):
        at = vertices + 3 * <size_t>corners[i]
        after = first if i + 1 == count else in_line(
            at, vertices + 3 * <size_t>corners[i + 1], vertices + 3 * <size_t>corners[i + 2 if i + 2 < count else 0])
        rank = 0 if after else 1 if before else 2
        if rank > best_rank or (rank == best_rank and (at[0] < best[0] or (at[0] == best[0] and at[2] < best[2]))):
            best_rank, best, start = rank, at, i
        before, here = here, after
    return start


cdef inline int32_t surface_pivot(const double* vertices, const int32_t* corners, int32_t count) noexcept nogil:
    """The corner that the last triangles share, those along corners in line with the first; count − 2 where there are none."""
    cdef int32_t pivot = count - 2
    while pivot > 1 and in_line(vertices + 3 * <size_t>corners[pivot], vertices + 3 * <size_t>corners[pivot + 1],
                                vertices + 3 * <size_t>corners[0]):
        pivot -= 1
    return pivot


cdef inline void surface_triangle(int32_t i, int32_t pivot, int32_t count, int32_t* triangle) noexcept nogil:
    """Corners of triangle i = 1 … count − 2: of the fan around corner 0 up to the pivot, then of the fan around the pivot. In each fan
    triangles follow each other counter-clockwise."""
    if i < pivot or pivot == count - 2:
        triangle[0], triangle[1], triangle[2] = 0, i, i + 1
    else:
        triangle[0], triangle[1], triangle[2] = pivot, i + 1, i + 2 if i + 2 < count else 0
