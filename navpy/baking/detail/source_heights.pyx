"""The height of the source at a place: the level's own triangles in buckets over the ground plane.

A voxel's top is up to a cell height above the surface that it was made from. The detail stage asks for the surface itself, between two
heights. Every answer is a maximum or a minimum over all triangles that touch the place, so it depends neither on the order of the
triangles nor on the buckets or the window.
"""
from libc.math cimport INFINITY, NAN, sqrt
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libcpp.vector cimport vector

from navpy.base.interrupts cimport check_signals
from navpy.base.area cimport AREA_NONE
from navpy.baking.voxels.triangle_soup cimport SoupBuffers, TriangleSoup, borrow_soup, raise_invalid, triangle_at
from navpy.base.geom cimport border_tolerance, clockwise_area2, closest_on_segment

cdef enum:
    MAX_BUCKETS_A_SIDE = 4096

cdef double LEAST_UP = 0.17         # y of the unit normal: a triangle steeper than 80° is ground only if it is marked walkable
cdef double FARTHEST = 1e30         # meters; as in is_point of geom
cdef double FACES_A_SIDE = 1.5      # of a bucket, if all triangles had the same size
cdef double CELLS_A_SIDE = 4.0      # of a bucket at most
cdef double ROUNDING = 1e-9         # meters

cdef struct Normal:                 # of a triangle; its length is twice the triangle's area, m²
    double x, y, z

cdef struct HeightWindow:                 # meters
    double low_x, low_z, high_x, high_z

cdef cppclass BucketBuilder:        # working memory of build_source_heights
    vector[int32_t] buckets         # the buckets of all faces, face by face
    vector[int32_t] ends            # of each face: where its buckets end
    vector[uint64_t] noted          # a bit for each vertex from `first` on: whether it was collected
    int32_t first


# Triangles

cdef inline Normal normal_of(const SourceFace* face) noexcept nogil:
    """Normal of a triangle; y is positive where it faces up."""
    cdef double px = face.x[0], py = face.y[0], pz = face.z[0], ux = face.x[1] - px, uy = face.y[1] - py, uz = face.z[1] - pz
    cdef double vx = face.x[2] - px, vy = face.y[2] - py, vz = face.z[2] - pz
    cdef Normal normal
    normal.x, normal.y, normal.z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    return normal


cdef inline void set_bounds(SourceFace* face) noexcept nogil:
    face.low[0], face.minus_high[0] = min(face.x[0], min(face.x[1], face.x[2])), -max(face.x[0], max(face.x[1], face.x[2]))
    face.low[1], face.minus_high[1] = min(face.y[0], min(face.y[1], face.y[2])), -max(face.y[0], max(face.y[1], face.y[2]))
    face.low[2], face.minus_high[2] = min(face.z[0], min(face.z[1], face.z[2])), -max(face.z[0], max(face.z[1], face.z[2]))


cdef inline bint faces_up(const SourceFace* face, uint8_t area) noexcept nogil:
    """Whether a triangle can be ground. False for NaN."""
    cdef Normal normal = normal_of(face)
    if not 0.0 < normal.y < INFINITY:
        return False
    return area != AREA_NONE or normal.y * normal.y >= LEAST_UP * LEAST_UP * (
        normal.x * normal.x + normal.y * normal.y + normal.z * normal.z)


cdef inline double edge_function(const SourceFace* face, int i, int k, double x, double z, double tolerance) noexcept nogil:
    """Edge function (Pineda 1988): twice the area of the triangle of an edge and a place, m²; NaN where the place lies farther outside
    than the tolerance."""
    cdef double ax = face.x[i], az = face.z[i], dx = face.x[k] - ax, dz = face.z[k] - az
    cdef double area = (x - ax) * dz - dx * (z - az)
    if area < 0.0 and area * area > tolerance * tolerance * (dx * dx + dz * dz):
        return NAN
    return area


cdef inline double height_in_face(const SourceFace* face, double x, double z, double tolerance) noexcept nogil:
    """Height of a triangle at a place by barycentric interpolation, clamped to the triangle's own heights; NaN where the place lies
    farther outside than the tolerance."""
    cdef double at_p, at_q, at_r, p = face.y[0], y
    if not (face.low[0] - tolerance <= x <= tolerance - face.minus_high[0]
            and face.low[2] - tolerance <= z <= tolerance - face.minus_high[2]):
        return NAN
    at_r = edge_function(face, 0, 1, x, z, tolerance)
    if at_r != at_r:
        return NAN
    at_p = edge_function(face, 1, 2, x, z, tolerance)
    if at_p != at_p:
        return NAN
    at_q = edge_function(face, 2, 0, x, z, tolerance)
    if at_q != at_q:
        return NAN
    y = p + ((face.y[1] - p) * at_q + (face.y[2] - p) * at_r) / (at_p + at_q + at_r)
    return max(face.low[1], min(-face.minus_high[1], y))


# Buckets

cdef void choose_buckets(SourceView* view, const HeightWindow* window, Py_ssize_t count, double cell_size) noexcept nogil:
    """A bucket for every few triangles, none smaller than a cell. Where triangles are large it is small all the same: to list a
    triangle in each bucket that it meets costs little beside the samples in the bucket's cells, which each look at all triangles
    listed."""
    cdef double size_x = window.high_x - window.low_x, size_z = window.high_z - window.low_z
    cdef double size = max(cell_size, min(CELLS_A_SIDE * cell_size, FACES_A_SIDE * sqrt(size_x * size_z / max(1, count))))
    size = max(size, max(size_x, size_z) / MAX_BUCKETS_A_SIDE)
    view.low_x, view.low_z, view.bucket_size, view.buckets_per_meter = window.low_x, window.low_z, size, 1.0 / size
    view.width, view.depth = 1 + <int>(size_x / size), 1 + <int>(size_z / size)


cdef bint meets_bucket(const SourceView* view, const SourceFace* face, double wide, int x, int z) noexcept nogil:
    """Whether a triangle, whose bounds meet the bucket, may meet it: False if the bucket lies outside one of its edges."""
    cdef double low_x = view.low_x + x * view.bucket_size - wide, high_x = low_x + view.bucket_size + 2.0 * wide
    cdef double low_z = view.low_z + z * view.bucket_size - wide, high_z = low_z + view.bucket_size + 2.0 * wide
    cdef int i, k = 1
    if x == 0 or z == 0 or x == view.width - 1 or z == view.depth - 1:
        return True                 # the outermost buckets also hold the triangles outside the window
    for i in range(3):
        # The corner of the bucket that lies farthest to the left of the edge.
        if clockwise_area2(face.x[i], face.z[i], face.x[k], face.z[k], low_x if face.z[k] < face.z[i] else high_x,
                           low_z if face.x[k] > face.x[i] else high_z) > 0.0:
            return False
        k = k + 1 if k < 2 else 0
    return True


cdef inline bint is_no_ground(const float* vertices, const int32_t* corners) noexcept nogil:
    """Whether a triangle that is not walkable is so much too steep that rounding does not matter, as it does for faces_up, or faces
    down: as most are, which then need not be turned to their least corner."""
    cdef const float* p = vertices + 3 * <size_t>corners[0]
    cdef const float* q = vertices + 3 * <size_t>corners[1]
    cdef const float* r = vertices + 3 * <size_t>corners[2]
    cdef double ux = <double>q[0] - p[0], uy = <double>q[1] - p[1], uz = <double>q[2] - p[2]
    cdef double vx = <double>r[0] - p[0], vy = <double>r[1] - p[1], vz = <double>r[2] - p[2]
    cdef double x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx
    return not (y > 0.0 and y * y >= 0.5 * LEAST_UP * LEAST_UP * (x * x + y * y + z * z))


cdef inline int collect_vertices(SourceHeights self, BucketBuilder* builder, const TriangleSoup* source,
                                 const int32_t* corners) except -1 nogil:
    """Collect the triangle's vertices that were not collected before."""
    cdef SourceVertex vertex
    cdef const float* at
    cdef uint64_t bit
    cdef size_t place
    cdef int k
    for k in range(3):
        place = <size_t>(corners[k] - builder.first)
        bit = <uint64_t>1 << (place & 63)
        if not builder.noted[place >> 6] & bit:
            builder.noted[place >> 6] |= bit
            at = source.vertices + 3 * <size_t>corners[k]
            vertex.x, vertex.y, vertex.z = at[0], at[1], at[2]
            self.vertices.push_back(vertex)
    return 0


cdef int start_buckets(SourceHeights self, BucketBuilder* builder, const TriangleSoup* source) except -1 nogil:
    cdef const int32_t* corners
    cdef Py_ssize_t i
    cdef int32_t low = 0x7fffffff, high = 0
    for i in range(source.count):
        corners = source.triangles + 3 * <size_t>(triangle_at(source, <int32_t>i))
        low = min(low, min(corners[0], min(corners[1], corners[2])))
        high = max(high, max(corners[0], max(corners[1], corners[2])))
    builder.first = low
    builder.noted.resize((<size_t>max(0, high - low) >> 6) + 1, 0)
    builder.ends.reserve(source.count // 2 + 1)
    builder.buckets.reserve(2 * <size_t>source.count)
    self.faces.reserve(source.count // 2 + 1)     # in most levels no more face up than down
    self.vertices.reserve(source.count // 2 + 1)
    self.bucket_first.resize(<size_t>self.view.width * self.view.depth + 1, 0)
    return 0


cdef inline int least_corner(const float* vertices, const int32_t* corners) noexcept nogil:
    """The corner of a triangle with the lowest coordinates. Faces begin with it, so that rounding does not depend on the given
    order."""
    cdef const float* a
    cdef const float* b
    cdef int k, least = 0
    for k in range(1, 3):
        a, b = vertices + 3 * <size_t>corners[k], vertices + 3 * <size_t>corners[least]
        if a[0] < b[0] or (a[0] == b[0] and (a[2] < b[2] or (a[2] == b[2] and a[1] < b[1]))):
            least = k
    return least


cdef int collect_faces(SourceHeights self, BucketBuilder* builder, const TriangleSoup* source, const HeightWindow* window,
                       double wide) except -1 nogil:
    """Collect the faces that, widened by so many meters, meet the window, with the buckets that they meet, and their vertices."""
    cdef const SourceView* view = &self.view
    cdef const int32_t* corners
    cdef const float* vertex
    cdef double low_x, low_z, high_x, high_z
    cdef SourceFace face
    cdef Py_ssize_t i
    cdef int32_t triangle
    cdef int k, least_k, x, z, first_x, last_x, first_z, last_z
    cdef bint few
    for i in range(source.count):
        if i & 255 == 0:
            check_signals()
        triangle = triangle_at(source, <int32_t>i)
        corners = source.triangles + 3 * <size_t>triangle
        if source.areas[triangle] == AREA_NONE and is_no_ground(source.vertices, corners):
            continue
        least_k = least_corner(source.vertices, corners)
        for k in range(3):
            vertex = source.vertices + 3 * <size_t>corners[k + least_k if k + least_k < 3 else k + least_k - 3]
            face.x[k], face.y[k], face.z[k] = vertex[0], vertex[1], vertex[2]
        if not faces_up(&face, source.areas[triangle]):
            continue
        set_bounds(&face)
        face.stamp = 0
        low_x, high_x, low_z, high_z = face.low[0] - wide, wide - face.minus_high[0], face.low[2] - wide, wide - face.minus_high[2]
        if not (high_x >= window.low_x and low_x <= window.high_x and high_z >= window.low_z and low_z <= window.high_z):
            continue
        first_x = bucket_of(low_x, view.low_x, view.buckets_per_meter, view.width)
        last_x = bucket_of(high_x, view.low_x, view.buckets_per_meter, view.width)
        first_z = bucket_of(low_z, view.low_z, view.buckets_per_meter, view.depth)
        last_z = bucket_of(high_z, view.low_z, view.buckets_per_meter, view.depth)
        few = first_x == last_x or first_z == last_z or (last_x - first_x == 1 and last_z - first_z == 1)
        for z in range(first_z, last_z + 1):
            for x in range(first_x, last_x + 1):
                if few or meets_bucket(view, &face, wide, x, z):
                    builder.buckets.push_back(x + z * view.width)
                    self.bucket_first[x + <size_t>z * view.width] += 1
        builder.ends.push_back(<int32_t>builder.buckets.size())
        self.faces.push_back(face)
        collect_vertices(self, builder, source, corners)
    return 0


cdef int sort_faces(SourceHeights self, const BucketBuilder* builder) except -1 nogil:
    """Sort the faces into all buckets that they meet (counting sort)."""
    cdef SourceView* view = &self.view
    cdef int32_t i, total = 0
    cdef size_t k = builder.buckets.size(), slot
    for slot in range(self.bucket_first.size()):
        total += self.bucket_first[slot]
        self.bucket_first[slot] = total
    self.bucket_faces.resize(total)
    view.faces, view.face_count = self.faces.data(), <int32_t>self.faces.size()
    view.stamp = &self.stamp
    for i in range(view.face_count - 1, -1, -1):
        while k > (<size_t>builder.ends[i - 1] if i > 0 else 0):
            k -= 1
            self.bucket_first[builder.buckets[k]] -= 1
            self.bucket_faces[self.bucket_first[builder.buckets[k]]] = i
    view.bucket_first, view.bucket_faces = self.bucket_first.data(), self.bucket_faces.data()
    return 0


cdef int sort_vertices(SourceHeights self) except -1 nogil:
    """Sort the vertices into their buckets (counting sort)."""
    cdef SourceView* view = &self.view
    cdef vector[SourceVertex] unsorted
    cdef vector[int32_t] buckets
    cdef const SourceVertex* vertex
    cdef int32_t total = 0
    cdef size_t i
    unsorted.swap(self.vertices)
    buckets.resize(unsorted.size())
    self.vertex_first.resize(<size_t>view.width * view.depth + 1, 0)
    for i in range(unsorted.size()):
        vertex = &unsorted[i]
        buckets[i] = (bucket_of(vertex.x, view.low_x, view.buckets_per_meter, view.width)
                      + bucket_of(vertex.z, view.low_z, view.buckets_per_meter, view.depth) * view.width)
        self.vertex_first[buckets[i]] += 1
    for i in range(self.vertex_first.size()):
        total += self.vertex_first[i]
        self.vertex_first[i] = total
    self.vertices.resize(unsorted.size())
    for i in range(unsorted.size()):
        self.vertex_first[buckets[i]] -= 1
        self.vertices[self.vertex_first[buckets[i]]] = unsorted[i]
    view.vertex_first, view.vertices = self.vertex_first.data(), self.vertices.data()
    return 0


cdef int build_source_heights(SourceHeights self, const TriangleSoup* source, const HeightWindow* window,
                              double cell_size) except -1 nogil:
    cdef BucketBuilder builder
    # A place this near to a triangle counts as inside it.
    cdef double wide = max(border_tolerance(window.low_x, window.low_z), border_tolerance(window.high_x, window.high_z))
    choose_buckets(&self.view, window, source.count, cell_size)
    start_buckets(self, &builder, source)
    collect_faces(self, &builder, source, window, wide)
    sort_faces(self, &builder)
    return sort_vertices(self)


# Queries

cdef inline double beyond(double at, double low, double high) noexcept nogil:
    return max(0.0, max(low - at, at - high))


cdef double nearest_height(const SourceView* view, double x, double z, double low_y, double high_y, double reach) noexcept nogil:
    """Height of the point of all triangles that is nearest in plan, of those between the heights and within reach; NaN: there is
    none."""
    cdef const SourceFace* face
    cdef double nearest = INFINITY, height = NAN, limit, away, y, qx, qz, ax, ay, az, dx, dy, dz
    cdef int bx, bz, i, k
    cdef int32_t slot
    for bz in range(bucket_of(z - reach, view.low_z, view.buckets_per_meter, view.depth),
                    bucket_of(z + reach, view.low_z, view.buckets_per_meter, view.depth) + 1):
        for bx in range(bucket_of(x - reach, view.low_x, view.buckets_per_meter, view.width),
                        bucket_of(x + reach, view.low_x, view.buckets_per_meter, view.width) + 1):
            for slot in range(view.bucket_first[bx + <size_t>bz * view.width],
                              view.bucket_first[bx + <size_t>bz * view.width + 1]):
                face = &view.faces[view.bucket_faces[slot]]
                limit = min(reach, nearest) + ROUNDING
                if (beyond(x, face.low[0], -face.minus_high[0]) > limit or beyond(z, face.low[2], -face.minus_high[2]) > limit
                        or face.low[1] > high_y or -face.minus_high[1] < low_y):
                    continue
                for i in range(3):
                    k = i + 1 if i < 2 else 0
                    ax, ay, az = face.x[i], face.y[i], face.z[i]
                    dx, dy, dz = face.x[k] - ax, face.y[k] - ay, face.z[k] - az
                    away = closest_on_segment(x, z, ax, az, face.x[k], face.z[k], &qx, &qz)
                    if away > reach or away > nearest:
                        continue
                    y = ay + ((qx - ax) * dx + (qz - az) * dz) / (dx * dx + dz * dz) * dy
                    if low_y <= y <= high_y and (away < nearest or y > height):
                        nearest, height = away, y
    return height


cdef void find_highest(const SourceView* view, size_t bucket, HeightQuery* places, size_t count, double z, double low_y,
                       double high_y) noexcept nogil:
    """Set the heights of places within a bucket, by ascending x and all between low_y and high_y, to those of the highest surfaces; −∞
    where there is none."""
    cdef FaceBox box = box_of(places[0].x, places[count - 1].x, low_y, high_y, z, z)
    cdef int32_t slot = view.bucket_first[bucket], end = view.bucket_first[bucket + 1]
    cdef const SourceFace* face
    cdef uint64_t near
    cdef double y
    cdef size_t i
    for i in range(count):
        places[i].height = -INFINITY
    while slot < end:
        near = near_faces(view, slot, min(end - slot, BATCH), &box)
        while near:
            face = &view.faces[view.bucket_faces[slot + count_trailing_zeros(near)]]
            near &= near - 1
            for i in range(count):
                if places[i].height >= -face.minus_high[1]:
                    continue        # the face is no higher there
                y = height_in_face(face, places[i].x, z, border_tolerance(places[i].x, z))
                if places[i].low_y <= y <= places[i].high_y and y > places[i].height:
                    places[i].height = y
        slot += BATCH


cdef void source_heights_along(const SourceView* view, HeightQuery* places, size_t count, double z, double reach) noexcept nogil:
    """Set the heights of places at the same z, by ascending x: each that of the highest source surface between its low_y and high_y;
    where there is none, of the surface nearest in plan, within reach, that is between them. NaN where that fails, too. All in
    meters."""
    cdef size_t row = <size_t>view.width * bucket_of(z, view.low_z, view.buckets_per_meter, view.depth), begin = 0, end
    cdef int column, next
    cdef double low_y, high_y, height
    if count > 0:
        next = bucket_of(places[0].x, view.low_x, view.buckets_per_meter, view.width)
    while begin < count:
        column, end, low_y, high_y = next, begin, places[begin].low_y, places[begin].high_y
        while next == column:
            low_y, high_y = min(low_y, places[end].low_y), max(high_y, places[end].high_y)
            end += 1
            next = bucket_of(places[end].x, view.low_x, view.buckets_per_meter, view.width) if end < count else -1
        find_highest(view, row + column, places + begin, end - begin, z, low_y, high_y)
        for begin in range(begin, end):
            height = places[begin].height
            if height == -INFINITY:
                height = nearest_height(view, places[begin].x, z, places[begin].low_y, places[begin].high_y, reach)
            places[begin].height = height + 0.0     # turns −0 into 0, between which comparisons do not tell
        begin = end


cdef double source_height(const SourceView* view, double x, double z, double low_y, double high_y, double reach) noexcept nogil:
    """source_heights_along for one place."""
    cdef HeightQuery place
    place.x, place.low_y, place.high_y = x, low_y, high_y
    source_heights_along(view, &place, 1, z, reach)
    return place.height


cdef class SourceHeights:
    """Index of the source triangles that can be ground: those that face up and are walkable or no steeper than 80 degrees.

    Parameters
    ----------
    vertices : buffer of float32, shape (n, 3)
        Meters.
    triangles : buffer of int32, shape (m, 3)
        Valid vertex indices.
    areas : buffer of uint8, shape (m,)
        Area ids, 0 is not walkable.
    low, high : (x, z)
        Corners in meters of the window that will be asked about; triangles elsewhere are left out.
    cell_size : float
        Meters.
    subset : buffer of int32, shape (k,), optional
        The triangles to look at; all when left out.

    Raises
    ------
    ValueError
        Buffers of other shapes, an index in the subset that is out of range, a window that is not finite.
    """

    def __init__(self, vertices, triangles, areas, low, high, double cell_size, subset=None):
        cdef SoupBuffers given = borrow_soup(vertices, triangles, areas, subset)
        cdef HeightWindow window
        cdef int32_t i
        window.low_x, window.low_z, window.high_x, window.high_z = low[0], low[1], high[0], high[1]
        if not (0.0 <= window.high_x - window.low_x < FARTHEST and 0.0 <= window.high_z - window.low_z < FARTHEST
                and 0.0 < cell_size < FARTHEST):
            raise ValueError(f"window: must be finite, high above low, with cells above 0 m, is {tuple(low)} … {tuple(high)} "
                             f"with cells of {cell_size} m")
        if given.soup.subset != NULL:
            for i in range(given.soup.count):
                if not 0 <= given.soup.subset[i] < given.soup.triangle_count:
                    raise_invalid(&given.soup, given.soup.subset[i])
        self.faces.clear()
        self.vertices.clear()
        self.bucket_first.clear()
        self.vertex_first.clear()
        self.stamp = 0
        with nogil:
            build_source_heights(self, &given.soup, &window, cell_size)
