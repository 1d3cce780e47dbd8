"""The geometry of a source, as it is kept, and where two versions of it differ."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t
from libc.string cimport memcmp
from navpy.baking.outlines.outlines cimport LAYER_TRAVERSABLE, Outlines, append_outline

cdef struct Box:                    # meters
    double low_x, low_y, high_x, high_y


cdef class Part:
    pass


cdef class OutlinePart(Part):
    pass


# ---- boxes ------------------------------------------------------------------------------------------------------

cdef void make_empty(Box* box) noexcept nogil:
    box.low_x = box.low_y = INFINITY
    box.high_x = box.high_y = -INFINITY


cdef void widen(const double* points, int32_t count, Box* box) noexcept nogil:
    cdef int32_t i
    for i in range(count):
        box.low_x, box.high_x = min(box.low_x, points[2 * i]), max(box.high_x, points[2 * i])
        box.low_y, box.high_y = min(box.low_y, points[2 * i + 1]), max(box.high_y, points[2 * i + 1])


cdef inline int32_t corners_of(const Outlines* outlines, int32_t i) noexcept nogil:
    return outlines.first[i + 1] - outlines.first[i]


cdef inline const double* points_of(const Outlines* outlines, int32_t i) noexcept nogil:
    return outlines.points.data() + 2 * <size_t>outlines.first[i]


cdef int add_box(const Box* box, list boxes) except -1:
    if box.low_x <= box.high_x:
        boxes.append(((box.low_x, 0.0, box.low_y), (box.high_x, 0.0, box.high_y)))
    return 0


cdef OutlinePart part_of(Outlines* outlines):
    cdef OutlinePart part = OutlinePart.__new__(OutlinePart)
    cdef Box box
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
    cdef Box own
    cdef int32_t i
    for i in range(<int32_t>outlines.layer.size()):
        if box != NULL:
            make_empty(&own)
            widen(points_of(outlines, i), corners_of(outlines, i), &own)
            if own.high_x < box[0] or own.high_y < box[1] or own.low_x > box[2] or own.low_y > box[3]:
                continue
        append_outline(points_of(outlines, i), corners_of(outlines, i), False, outlines.layer[i], out)
    return 0


# ---- differences ------------------------------------------------------------------------------------------------

cdef bint are_equal(const Outlines* a, int32_t i, const Outlines* b, int32_t k) noexcept nogil:
    return a.layer[i] == b.layer[k] and corners_of(a, i) == corners_of(b, k) \
        and memcmp(points_of(a, i), points_of(b, k), 2 * sizeof(double) * corners_of(a, i)) == 0


cdef inline bint same_point(const double* a, int32_t i, const double* b, int32_t k) noexcept nogil:
    return a[2 * i] == b[2 * k] and a[2 * i + 1] == b[2 * k + 1]


cdef void widen_by_chain(const double* points, int32_t count, int32_t first, int32_t end, Box* box) noexcept nogil:
    """By the corners from first to end, and those beside them."""
    cdef int32_t i
    for i in range(first - 1, end + 1):
        widen(points + 2 * ((i + count) % count), 1, box)


cdef void compare_corners(const double* a, int32_t count, const double* b, int32_t other_count, Box* old, Box* new) noexcept nogil:
    """Where an outline was changed in part, its inside differs only between the former and the new corners: within the hull of either."""
    cdef int32_t begin = 0, end = 0, least = min(count, other_count)
    while begin < least and same_point(a, begin, b, begin):
        begin += 1
    while end < least - begin and same_point(a, count - 1 - end, b, other_count - 1 - end):
        end += 1
    widen_by_chain(a, count, begin, count - end, old)
    widen_by_chain(b, other_count, begin, other_count - end, new)


cdef void compare(const Outlines* a, const Outlines* b, Box* old, Box* new) noexcept nogil:
    """Widens the boxes by the outlines between the first and the last that differ."""
    cdef int32_t count = <int32_t>a.layer.size(), other_count = <int32_t>b.layer.size(), begin = 0, end = 0, least = min(count, other_count), i
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


cdef int add_differences(Part old, Part new, list boxes) except -1:
    cdef Box former, present
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
