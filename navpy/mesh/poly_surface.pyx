"""The surface of one polygon: its height at a place, and its point that is nearest to a place."""
from libc.math cimport INFINITY, NAN
from libc.stdint cimport int32_t
from libc.string cimport memcpy

from navpy.base.geom cimport border_tolerance, clockwise_area2, closest_on_segment, closest_on_triangle, distance2, distance3, dot3
from navpy.base.tolerances cimport SLIVER_AREA2
from navpy.base.vec2 cimport to_world
from navpy.mesh.mesh_view cimport PolyBounds, fan_pivot, surface_corners, surface_size
from navpy.mesh.poly_grid cimport bucket_at

cdef struct DetailTriangles:                  # detail triangles to look through, ascending
    const int32_t* listed               # NULL: all of the polygon
    int32_t first                       # of all
    int32_t count


cdef inline const int32_t* corners_of(const MeshView* mesh, const DetailTriangles* triangles, int32_t i) noexcept nogil:
    """Vertices of one of them."""
    return mesh.detail_triangles + 3 * <size_t>(triangles.first + i if triangles.listed == NULL else triangles.listed[i])


cdef inline DetailTriangles triangles_near(const MeshView* mesh, PolyRef poly, double x, double z, bint all) noexcept nogil:
    """The polygon's detail triangles, or at least those within half a `border_tolerance` of the place."""
    cdef const PolyBounds* bounds = &mesh.bounds[poly]
    cdef const int32_t* bucket
    cdef DetailTriangles near
    if all or bounds.columns == 0:
        near.listed = NULL
        near.first, near.count = mesh.polys[poly].detail_first, mesh.polys[poly].detail_count
    else:
        bucket = mesh.detail_index + bounds.buckets + bucket_at(bounds, x, z)
        near.listed, near.first, near.count = mesh.detail_index + bucket[0], 0, bucket[1] - bucket[0]
    return near


cdef double height_within(const MeshView* mesh, const DetailTriangles* triangles, double x, double z) noexcept nogil:
    """Height of the first of the triangles that (x, z) is in, NaN where it is in none."""
    cdef const int32_t* t
    cdef const double* a
    cdef const double* b
    cdef const double* c
    cdef double whole, to_a, to_b, to_c         # twice the area, and the shares of the corners in it
    cdef int32_t i
    for i in range(triangles.count):
        t = corners_of(mesh, triangles, i)
        a, b, c = mesh.vertices + 3 * <size_t>t[0], mesh.vertices + 3 * <size_t>t[1], mesh.vertices + 3 * <size_t>t[2]
        to_c = clockwise_area2(a[0], a[2], b[0], b[2], x, z)
        if to_c > 0.0:
            continue
        to_a = clockwise_area2(b[0], b[2], c[0], c[2], x, z)
        if to_a > 0.0:
            continue
        to_b = clockwise_area2(c[0], c[2], a[0], a[2], x, z)
        if to_b > 0.0:
            continue
        whole = clockwise_area2(a[0], a[2], b[0], b[2], c[0], c[2])
        if whole <= -SLIVER_AREA2:
            return to_a / whole * a[1] + to_b / whole * b[1] + to_c / whole * c[1]
    return NAN


cdef double border_height(const MeshView* mesh, const DetailTriangles* triangles, double x, double z, double* away) noexcept nogil:
    """Height of the place on an edge of one of the triangles that is nearest to (x, z) in the ground plane, and how far away
    that is."""
    cdef const double* corner[3]
    cdef const double* a
    cdef const double* b
    cdef const int32_t* t
    cdef double distance, y = NAN, whole, qx, qz
    cdef int32_t i, k
    away[0] = INFINITY
    for i in range(triangles.count):
        t = corners_of(mesh, triangles, i)
        for k in range(3):
            corner[k] = mesh.vertices + 3 * <size_t>t[k]
        if clockwise_area2(corner[0][0], corner[0][2], corner[1][0], corner[1][2], corner[2][0], corner[2][2]) > -SLIVER_AREA2:
            continue
        for k in range(3):
            a, b = corner[k], corner[(k + 1) % 3]
            distance = closest_on_segment(x, z, a[0], a[2], b[0], b[2], &qx, &qz)
            if distance < away[0]:
                away[0], whole = distance, distance2(a[0], a[2], b[0], b[2])
                whole = distance2(a[0], a[2], qx, qz) / whole if whole > 0.0 else 0.0
                y = a[1] + whole * (b[1] - a[1])
    return y


cdef double detail_height(const MeshView* mesh, PolyRef poly, double x, double z) noexcept nogil:
    """Height of the detail triangle that (x, z) is in, or else of the place on one that is nearest in the ground plane."""
    cdef DetailTriangles near = triangles_near(mesh, poly, x, z, False)
    cdef double away, y = height_within(mesh, &near, x, z)
    if y == y:
        return y
    y = border_height(mesh, &near, x, z, &away)
    if near.listed == NULL or away <= 0.5 * border_tolerance(x, z):     # then no other is nearer
        return y
    near = triangles_near(mesh, poly, x, z, True)
    return border_height(mesh, &near, x, z, &away)


cdef double height_at(const MeshView* mesh, PolyRef poly, double x, double z) noexcept nogil:
    """Height of the polygon's surface in meters over or under (x, z): of its triangle there, and outside the polygon
    no higher or lower than that triangle. NaN where there is no such polygon."""
    if poly < 0 or poly >= mesh.poly_count or mesh.polys[poly].count == 0:
        return NAN
    if mesh.polys[poly].detail_count > 0:
        return detail_height(mesh, poly, x, z)
    cdef const double* corner[3]
    cdef const double* a
    cdef const double* b
    cdef const double* c
    cdef double whole, to_b, to_c, low, high, y = mesh.vertices[3 * <size_t>mesh.corners[mesh.polys[poly].first] + 1]
    cdef int32_t i, pivot = fan_pivot(mesh, poly)
    for i in range(surface_size(mesh, poly)):
        surface_corners(mesh, poly, pivot, i, corner)
        a, b, c = corner[0], corner[1], corner[2]
        whole = clockwise_area2(a[0], a[2], b[0], b[2], c[0], c[2])
        if whole > -SLIVER_AREA2:       # corners in line: another triangle covers this place
            continue
        to_c = clockwise_area2(a[0], a[2], b[0], b[2], x, z) / whole
        to_b = clockwise_area2(a[0], a[2], x, z, c[0], c[2]) / whole
        y = a[1] + to_b * (b[1] - a[1]) + to_c * (c[1] - a[1])
        low, high = min(a[1], min(b[1], c[1])), max(a[1], max(b[1], c[1]))
        y = low if y < low else high if y > high else y
        if to_b >= 0.0:
            break
    return y


cdef void to_surface(const MeshView* mesh, PolyRef poly, Vec2 place, double* out) noexcept nogil:
    to_world(place, 0.0, out)
    out[1] = height_at(mesh, poly, out[0], out[2])


cdef inline double beyond(double value, double a, double b, double c) noexcept nogil:
    """How far a coordinate is out of the range of three."""
    cdef double low = min(a, min(b, c)) - value, high = value - max(a, max(b, c))
    return max(low, max(high, 0.0))


cdef struct TriangleSearch:             # for the triangle of a polygon's surface that is nearest to a point
    const double* point
    double slack                        # meters, more than rounding of a distance
    double limit                        # m²: triangles whose boxes are farther away cannot be nearest
    double best                         # meters, distance of the nearest so far
    int32_t index                       # of that triangle; of equally near ones, the lowest
    double q[3]                         # meters, its nearest point


cdef inline void narrow(TriangleSearch* search, double distance) noexcept nogil:
    search.limit = (distance + search.slack) * (distance + search.slack)


cdef inline void offer_triangle(TriangleSearch* search, int32_t index, const double* a, const double* b,
                                const double* c) noexcept nogil:
    """Compare a triangle with the best so far."""
    cdef double q[3]
    cdef double beyond_by[3]
    cdef double distance
    cdef int32_t k
    for k in range(3):
        beyond_by[k] = beyond(search.point[k], a[k], b[k], c[k])
    if dot3(beyond_by, beyond_by) > search.limit:
        return
    closest_on_triangle(search.point, a, b, c, q)
    distance = distance3(search.point, q)
    if distance < search.best or (distance == search.best and index < search.index):
        search.best, search.index = distance, index
        narrow(search, distance)
        memcpy(search.q, q, sizeof(q))


cdef void offer_bucket(const MeshView* mesh, PolyRef poly, const int32_t* bucket, TriangleSearch* search) noexcept nogil:
    cdef const int32_t* t
    cdef int32_t i
    for i in range(bucket[0], bucket[1]):
        t = mesh.detail_triangles + 3 * <size_t>mesh.detail_index[i]
        offer_triangle(search, mesh.detail_index[i], mesh.vertices + 3 * <size_t>t[0], mesh.vertices + 3 * <size_t>t[1],
                       mesh.vertices + 3 * <size_t>t[2])


cdef void offer_buckets(const MeshView* mesh, PolyRef poly, double limit, TriangleSearch* search) noexcept nogil:
    """The bucket at the point, or next to it, and then those that what it holds leaves within reach."""
    cdef const PolyBounds* bounds = &mesh.bounds[poly]
    cdef const int32_t* buckets = mesh.detail_index + bounds.buckets
    cdef const double* point = search.point
    cdef int32_t first = bucket_at(bounds, point[0], point[2]), low = 0, high = bounds.columns * bounds.rows - 1, column, row
    cdef double reach
    offer_bucket(mesh, poly, buckets + first, search)
    reach = min(search.best, limit) + search.slack
    if reach < INFINITY:
        low, high = bucket_at(bounds, point[0] - reach, point[2] - reach), bucket_at(bounds, point[0] + reach, point[2] + reach)
    for row in range(low // bounds.columns, high // bounds.columns + 1):
        for column in range(low % bounds.columns, high % bounds.columns + 1):
            if row * bounds.columns + column != first:
                offer_bucket(mesh, poly, buckets + row * bounds.columns + column, search)


cdef double closest_within(const MeshView* mesh, PolyRef poly, const double* point, double limit, double* out) noexcept nogil:
    """As `closest_on_poly`; a place that is farther away than the limit, in meters, may not be found."""
    cdef const double* corner[3]
    cdef TriangleSearch search
    cdef int32_t i, pivot = fan_pivot(mesh, poly)
    search.point, search.slack, search.best, search.index = point, border_tolerance(point[0], point[2]), INFINITY, 0x7fffffff
    narrow(&search, limit)
    if mesh.polys[poly].detail_count > 0 and mesh.bounds[poly].columns > 0:
        offer_buckets(mesh, poly, limit, &search)
    else:
        for i in range(surface_size(mesh, poly)):
            surface_corners(mesh, poly, pivot, i, corner)
            offer_triangle(&search, i, corner[0], corner[1], corner[2])
    if search.best < INFINITY:
        memcpy(out, search.q, sizeof(search.q))
    return search.best


cdef double closest_on_poly(const MeshView* mesh, PolyRef poly, const double* point, double* out) noexcept nogil:
    """Nearest point of the polygon's surface in space; returns its distance in meters, infinite for a free
    place."""
    return closest_within(mesh, poly, point, INFINITY, out)
