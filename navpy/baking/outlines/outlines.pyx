"""Reads outlines from Python."""
from libc.math cimport fabs
from libc.stdint cimport int16_t, int32_t
from libcpp.vector cimport vector

from navpy.base.tolerances cimport MAX_COORDINATE
from navpy.base.area cimport AREA_COUNT
from navpy.base.arguments cimport read_points, read_whole
from navpy.base.interrupts cimport check_signals


cdef int append_outline(const double* points, int32_t count, bint turned, int16_t layer, Outlines* out) except -1 nogil:
    cdef int32_t i, k
    for i in range(count):
        k = count - 1 - i if turned else i
        out.points.push_back(points[2 * k])
        out.points.push_back(points[2 * k + 1])
    return end_points(layer, out)


cdef int end_points(int16_t layer, Outlines* out) except -1 nogil:
    if out.first.empty():
        out.first.push_back(0)
    out.first.push_back(<int32_t>(out.points.size() // 2))
    out.layer.push_back(layer)
    return 0


cdef bint read_rows(outline, vector[double]* out) except -1:
    """Appends the points of a buffer of float64, shape (n, 2); false where the outline is none, or has a wrong point."""
    cdef const double[:, ::1] rows
    cdef Py_ssize_t i
    try:
        view = memoryview(outline)
    except TypeError:
        return False
    if view.format != "d" or view.ndim != 2 or view.shape[1] != 2 or view.shape[0] < 3 or not view.c_contiguous:
        return False
    rows = view
    for i in range(rows.shape[0]):
        if not (fabs(rows[i, 0]) <= MAX_COORDINATE and fabs(rows[i, 1]) <= MAX_COORDINATE):
            return False
    out.insert(out.end(), &rows[0, 0], &rows[0, 0] + 2 * rows.shape[0])
    return True


cdef int read_outline(str name, outline, Outlines* out) except -1:
    cdef Py_ssize_t count
    if out.first.empty():
        out.first.push_back(0)
    if type(outline) is not list and type(outline) is not tuple and read_rows(outline, &out.points):
        return end_outline(name, out)
    try:
        given = outline if type(outline) is list or type(outline) is tuple else list(outline)
    except TypeError:
        raise ValueError(f"{name}: must be a sequence of points (x, y), is {outline!r:.80}") from None
    count = len(given)
    if count < 3:
        raise ValueError(f"{name}: must have at least 3 points, has {count}")
    check_signals()
    read_points(name, given, MAX_COORDINATE, &out.points)
    return end_outline(name, out)


cdef int end_outline(str name, Outlines* out) except -1:
    if out.points.size() > 0x3fffffff:
        raise ValueError(f"{name}: there are more than {0x1fffffff} points")
    out.first.push_back(<int32_t>(out.points.size() // 2))
    return 0


cdef object as_list(str name, values):
    try:
        return values if type(values) is list or type(values) is tuple else list(values)
    except TypeError:
        raise ValueError(f"{name}: must be a sequence, is {values!r:.80}") from None


cdef int read_outlines(str name, outlines, int16_t layer, Outlines* out) except -1:
    cdef Py_ssize_t i = 0
    for outline in as_list(name, outlines):
        read_outline(f"{name}[{i}]", outline, out)
        out.layer.push_back(layer)
        i += 1
    return 0


# ---- areas ----

cdef struct OutlineBounds:                  # of an area's outline
    double low_x, low_y, high_x, high_y     # its bounds
    int32_t area, rank              # its layer, counted from LAYER_AREA


cdef int32_t choose_layer(const vector[OutlineBounds]* places, const OutlineBounds* one, Outlines* out) except -1:
    """The first layer of this area id above all layers of other ids that the outline may overlap; a new one where there is none."""
    cdef const OutlineBounds* other
    cdef int32_t rank = 0
    cdef size_t i
    for i in range(places.size()):
        other = &places.at(i)
        if other.rank >= rank and other.low_x <= one.high_x and one.low_x <= other.high_x and other.low_y <= one.high_y \
                and one.low_y <= other.high_y:
            rank = other.rank + (other.area != one.area)
    while rank < <int32_t>out.area.size() and out.area[rank] != one.area:
        rank += 1
    if rank == <int32_t>out.area.size():
        if rank > 30000:
            raise ValueError("areas: more than 30000 of different area ids lie on each other")
        out.area.push_back(one.area)
    return rank


cdef int read_areas(areas, Outlines* out) except -1:
    cdef vector[OutlineBounds] places
    cdef OutlineBounds one
    cdef Py_ssize_t i = 0
    cdef size_t k
    for pair in as_list("areas", areas):
        try:
            outline, area = pair
        except (TypeError, ValueError):
            raise ValueError(f"areas[{i}]: must be (outline, area id), is {pair!r:.80}") from None
        one.area = read_whole(f"areas[{i}][1]", area, 0, AREA_COUNT - 1)
        k = out.points.size()
        read_outline(f"areas[{i}][0]", outline, out)
        one.low_x, one.low_y, one.high_x, one.high_y = out.points[k], out.points[k + 1], out.points[k], out.points[k + 1]
        for k in range(k, out.points.size(), 2):
            one.low_x, one.high_x = min(one.low_x, out.points[k]), max(one.high_x, out.points[k])
            one.low_y, one.high_y = min(one.low_y, out.points[k + 1]), max(one.high_y, out.points[k + 1])
        one.rank = choose_layer(&places, &one, out)
        places.push_back(one)
        out.layer.push_back(<int16_t>(LAYER_AREA + one.rank))
        i += 1
    return 0
