"""The geometry of a source, as it is kept, and where two versions of it differ."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcmp
from navpy.baking.outlines.outlines cimport LAYER_TRAVERSABLE, Outlines, append_outline

cdef struct PlanBox:                    # meters
    double low_x, low_y, high_x, high_y


cdef class SourcePart:
    pass


cdef class OutlinePart(SourcePart):
    pass


# ---- boxes ----

cdef void make_empty(PlanBox* box) noexcept nogil:
    box.low_x = box.low_y = INFINITY
    box.high_x = box.high_y = -INFINITY


cdef void widen(const double* points, int32_t count, PlanBox* box) noexcept nogil:
    cdef int32_t i
    for i in range(count):
        box.low_x, box.high_x = min(box.low_x, points[2 * i]), max(box.high_x, points[2 * i])
        box.low_y, box.high_y = min(box.low_y, points[2 * i + 1]), max(box.high_y, points[2 * i + 1])


cdef inline int32_t corners_of(const Outlines* outlines, int32_t i) noexcept nogil:
    return outlines.first[i + 1] - outlines.first[i]


cdef inline const double* points_of(const Outlines* outlines, int32_t i) noexcept nogil:
    return outlines.points.data() + 2 * <size_t>outlines.first[i]


cdef int add_box(const PlanBox* box, list boxes) except -1:
    if box.low_x <= box.high_x:
        boxes.append(((box.low_x, 0.0, box.low_y), (box.high_x, 0.0, box.high_y)))
    return 0


cdef OutlinePart part_of(Outlines* outlines):
    cdef OutlinePart part = OutlinePart.__new__(OutlinePart)
    cdef PlanBox box
    cdef size_t i
    if outlines.layer.empty():
        return None
    make_empty(&box)
    widen(outlines.points.data(), <int32_t>(outlines.points.size() // 2), &box)
    for i in range(outlines.layer.size()):
        part.has_floor = part.has_floor or outlines.layer[i] == LAYER_TRAVERSABLE
    part.outlines.points.swap(outlines.points)
    part.outlines.first.swap(outlines.first)
    part.outlines.layer.swap(outlines.layer)
    part.area = part.layers = -1
    part.low, part.high = (box.low_x, 0.0, box.low_y), (box.high_x, 0.0, box.high_y)
    return part


cdef int append_near(const Outlines* outlines, const double* box, Outlines* out) except -1 nogil:
    cdef PlanBox own
    cdef int32_t i
    for i in range(<int32_t>outlines.layer.size()):
        if box != NULL:
            make_empty(&own)
            widen(points_of(outlines, i), corners_of(outlines, i), &own)
            if own.high_x < box[0] or own.high_y < box[1] or own.low_x > box[2] or own.low_y > box[3]:
                continue
        append_outline(points_of(outlines, i), corners_of(outlines, i), False, outlines.layer[i], out)
    return 0


# ---- triangles ----

cdef void transform_points(float* points, int64_t count, const GdTransform3D* space, const GdTransform3D* frame, float* low,
                           float* high) noexcept nogil:
    """Transforms points from `space` to `frame`, both given in world space; `frame` only turns about Y and shifts. low, high: their
    box."""
    cdef const float* a = &space.basis[0]
    cdef const float* b = &frame.basis[0]
    cdef double x, y, z
    cdef int64_t i
    cdef int k
    for k in range(3):
        low[k], high[k] = INFINITY, -INFINITY
    for i in range(count):
        x = <double>a[0] * points[3*i] + <double>a[1] * points[3*i+1] + <double>a[2] * points[3*i+2] + space.origin.x - frame.origin.x
        y = <double>a[3] * points[3*i] + <double>a[4] * points[3*i+1] + <double>a[5] * points[3*i+2] + space.origin.y - frame.origin.y
        z = <double>a[6] * points[3*i] + <double>a[7] * points[3*i+1] + <double>a[8] * points[3*i+2] + space.origin.z - frame.origin.z
        points[3*i] = <float>(b[0] * x + b[6] * z)
        points[3*i+1] = <float>y
        points[3*i+2] = <float>(b[2] * x + b[8] * z)
        for k in range(3):
            low[k], high[k] = min(low[k], points[3*i+k]), max(high[k], points[3*i+k])


cdef bint is_singular(const GdTransform3D* transform) noexcept nogil:
    """True if the node is scaled to 0 along an axis: the engine's parser cannot invert that, and nothing of the node is visible."""
    cdef const float* b = &transform.basis[0]
    return (b[0] * (b[4] * b[8] - b[5] * b[7]) - b[1] * (b[3] * b[8] - b[5] * b[6]) + b[2] * (b[3] * b[7] - b[4] * b[6])) == 0


cdef SourcePart triangles_part(bytearray vertices, bytes triangles, const GdTransform3D* space, const GdTransform3D* frame,
                               int64_t area, int64_t layers):
    cdef SourcePart part = SourcePart.__new__(SourcePart)
    cdef float low[3]
    cdef float high[3]
    transform_points(<float*><char*>vertices, len(vertices) // 12, space, frame, low, high)
    part.vertices, part.triangles = vertices, triangles
    part.low, part.high = (low[0], low[1], low[2]), (high[0], high[1], high[2])
    part.area, part.layers = area, layers
    return part


# ---- differences ----

cdef bint are_equal(const Outlines* a, int32_t i, const Outlines* b, int32_t k) noexcept nogil:
    return a.layer[i] == b.layer[k] and corners_of(a, i) == corners_of(b, k) \
        and memcmp(points_of(a, i), points_of(b, k), 2 * sizeof(double) * corners_of(a, i)) == 0


cdef inline bint same_point(const double* a, int32_t i, const double* b, int32_t k) noexcept nogil:
    return a[2 * i] == b[2 * k] and a[2 * i + 1] == b[2 * k + 1]


cdef void widen_by_chain(const double* points, int32_t count, int32_t first, int32_t end, PlanBox* box) noexcept nogil:
    """By the corners from first to end, and those beside them."""
    cdef int32_t i
    for i in range(first - 1, end + 1):
        widen(points + 2 * ((i + count) % count), 1, box)


cdef void compare_corners(const double* a, int32_t count, const double* b, int32_t other_count, PlanBox* old,
                          PlanBox* new) noexcept nogil:
    """Where an outline was changed in part, its inside differs only between the former and the new corners: within the hull of
    either."""
    cdef int32_t begin = 0, end = 0, least = min(count, other_count)
    while begin < least and same_point(a, begin, b, begin):
        begin += 1
    while end < least - begin and same_point(a, count - 1 - end, b, other_count - 1 - end):
        end += 1
    widen_by_chain(a, count, begin, count - end, old)
    widen_by_chain(b, other_count, begin, other_count - end, new)


cdef void compare(const Outlines* a, const Outlines* b, PlanBox* old, PlanBox* new) noexcept nogil:
    """Widens the boxes by the outlines between the first and the last that differ."""
    cdef int32_t count = <int32_t>a.layer.size(), other_count = <int32_t>b.layer.size(), begin = 0, end = 0, \
        least = min(count, other_count), i
    while begin < least and are_equal(a, begin, b, begin):
        begin += 1
    while end < least - begin and are_equal(a, count - 1 - end, b, other_count - 1 - end):
        end += 1
    if count - end == begin + 1 and other_count - end == begin + 1 and a.layer[begin] == b.layer[begin]:
        compare_corners(points_of(a, begin), corners_of(a, begin), points_of(b, begin), corners_of(b, begin), old, new)
        return
    for i in range(begin, count - end):
        widen(points_of(a, i), corners_of(a, i), old)
    for i in range(begin, other_count - end):
        widen(points_of(b, i), corners_of(b, i), new)


cdef inline bint same_triangle(const float* a, const int32_t* a_corners, const float* b, const int32_t* b_corners) noexcept nogil:
    cdef int k
    for k in range(3):
        if memcmp(a + 3 * <int64_t>a_corners[k], b + 3 * <int64_t>b_corners[k], 3 * sizeof(float)) != 0:
            return False
    return True


cdef int add_triangles_box(SourcePart part, int64_t begin, int64_t end, list boxes) except -1:
    cdef const float* points = <const float*><char*>part.vertices
    cdef const int32_t* corners = <const int32_t*><const char*>part.triangles
    cdef float low[3]
    cdef float high[3]
    cdef int64_t i
    cdef int k
    for k in range(3):
        low[k], high[k] = INFINITY, -INFINITY
    for i in range(3 * begin, 3 * end):
        for k in range(3):
            low[k], high[k] = min(low[k], points[3 * <int64_t>corners[i] + k]), max(high[k], points[3 * <int64_t>corners[i] + k])
    if begin < end:
        boxes.append(((low[0], low[1], low[2]), (high[0], high[1], high[2])))
    return 0


cdef int compare_triangles(SourcePart a, SourcePart b, list boxes) except -1:
    """Appends the boxes of the triangles between the first and the last that differ."""
    cdef const float* points = <const float*><char*>a.vertices
    cdef const float* other_points = <const float*><char*>b.vertices
    cdef const int32_t* corners = <const int32_t*><const char*>a.triangles
    cdef const int32_t* other_corners = <const int32_t*><const char*>b.triangles
    cdef int64_t count = len(a.triangles) // 12, other_count = len(b.triangles) // 12, begin = 0, end = 0, \
        least = min(count, other_count)
    while begin < least and same_triangle(points, corners + 3 * begin, other_points, other_corners + 3 * begin):
        begin += 1
    while end < least - begin and same_triangle(points, corners + 3 * (count - 1 - end), other_points,
                                                other_corners + 3 * (other_count - 1 - end)):
        end += 1
    add_triangles_box(a, begin, count - end, boxes)
    return add_triangles_box(b, begin, other_count - end, boxes)


cdef int add_differences(SourcePart old, SourcePart new, list boxes) except -1:
    cdef PlanBox former, present
    if isinstance(old, OutlinePart) and isinstance(new, OutlinePart):
        make_empty(&former)
        make_empty(&present)
        compare(&(<OutlinePart>old).outlines, &(<OutlinePart>new).outlines, &former, &present)
        add_box(&former, boxes)
        return add_box(&present, boxes)
    if old is not None:
        boxes.append((old.low, old.high))
    if new is not None:
        boxes.append((new.low, new.high))
    return 0


cdef int add_cell_differences(SourcePart old, SourcePart new, list boxes) except -1:
    if old is None or new is None or isinstance(old, OutlinePart) or old.area != new.area or old.layers != new.layers:
        return add_differences(old, new, boxes)
    return compare_triangles(old, new, boxes)
