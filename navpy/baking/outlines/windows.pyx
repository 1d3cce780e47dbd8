"""Clips the sides of closed outlines to a window."""
from libc.math cimport floor
from libc.stdint cimport int16_t, int32_t
from libcpp.algorithm cimport stable_sort
from libcpp.vector cimport vector

from navpy.baking.outlines.noding cimport RawSide
from navpy.baking.outlines.planar_graph cimport GridPoint

cdef inline GridPoint clamped(const OutlineWindow* window, double x, double y) noexcept nogil:
    cdef GridPoint at
    at.x = <int32_t>min(max(x, window.low_x), window.high_x)
    at.y = <int32_t>min(max(y, window.low_y), window.high_y)
    return at


cdef int set_window(OutlineWindow* window, double low_x, double low_y, double high_x, double high_y) except -1 nogil:
    window.low_x, window.low_y, window.high_x, window.high_y = low_x, low_y, high_x, high_y
    window.columns.clear()
    window.rows.clear()
    window.columns.push_back(low_x)
    window.columns.push_back(high_x)
    window.rows.push_back(low_y)
    window.rows.push_back(high_y)
    return 0


cdef bint cut_before(const SideCut& a, const SideCut& b) noexcept nogil:
    return a.part < b.part


cdef int cut_side(OutlineWindow* window, double ax, double ay, double bx, double by) except -1 nogil:
    cdef SideCut one
    cdef double line
    cdef size_t i
    for i in range(window.columns.size()):
        line = window.columns[i]
        if ax < line < bx:
            one.part, one.x = (line - ax) / (bx - ax), line
            one.y = floor(ay + (by - ay) * one.part + 0.5)
            window.cuts.push_back(one)
    for i in range(window.rows.size()):
        line = window.rows[i]
        if ay < line < by or by < line < ay:
            one.part, one.y = (line - ay) / (by - ay), line
            one.x = floor(ax + (bx - ax) * one.part + 0.5)
            window.cuts.push_back(one)
    if window.cuts.size() > 1:
        stable_sort(window.cuts.begin(), window.cuts.end(), cut_before)
    return 0


cdef int add_clipped(OutlineWindow* window, double ax, double ay, double bx, double by, int16_t layer, int16_t winding,
                     vector[RawSide]* out) except -1 nogil:
    cdef SideCut one
    cdef RawSide side
    cdef size_t i
    side.layer, side.winding = layer, winding
    if bx < ax or (bx == ax and by < ay):
        ax, ay, bx, by = bx, by, ax, ay
        side.winding = <int16_t>-winding
    window.cuts.clear()
    if ax < window.high_x and bx > window.low_x and max(ay, by) > window.low_y and min(ay, by) < window.high_y:
        cut_side(window, ax, ay, bx, by)        # else all of it moves onto one line of the border
    one.part, one.x, one.y = 1.0, bx, by
    window.cuts.push_back(one)
    side.end = clamped(window, ax, ay)
    for i in range(window.cuts.size()):
        side.begin, side.end = side.end, clamped(window, window.cuts[i].x, window.cuts[i].y)
        if side.begin.x != side.end.x or side.begin.y != side.end.y:
            out.push_back(side)
    return 0
