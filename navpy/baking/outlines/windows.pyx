"""Clips the sides of closed outlines to a window."""
from libc.math cimport floor
from libc.stdint cimport int16_t, int32_t
from libcpp.vector cimport vector

from navpy.baking.outlines.noding cimport RawSide
from navpy.baking.outlines.planar_graph cimport GridPoint

cdef struct Cut:
    double part                     # of the way from a to b
    double x, y                     # units


cdef inline bint is_inside(const Window* window, double x, double y) noexcept nogil:
    return window.low_x <= x <= window.high_x and window.low_y <= y <= window.high_y


cdef inline GridPoint clamped(const Window* window, double x, double y) noexcept nogil:
    cdef GridPoint at
    at.x = <int32_t>min(max(x, window.low_x), window.high_x)
    at.y = <int32_t>min(max(y, window.low_y), window.high_y)
    return at


cdef inline void insert(Cut* cuts, int* count, Cut one) noexcept nogil:
    cdef int i = count[0]
    while i > 0 and one.part < cuts[i - 1].part:
        cuts[i] = cuts[i - 1]
        i -= 1
    cuts[i] = one
    count[0] += 1


cdef int add_clipped(const Window* window, double ax, double ay, double bx, double by, int16_t layer, int16_t winding,
                     vector[RawSide]* out) except -1 nogil:
    cdef double at[2]
    cdef Cut cuts[5]
    cdef Cut one
    cdef RawSide side
    cdef int i, count = 0
    side.layer, side.winding = layer, winding
    if not (is_inside(window, ax, ay) and is_inside(window, bx, by)):
        if bx < ax or (bx == ax and by < ay):
            ax, ay, bx, by = bx, by, ax, ay
            side.winding = <int16_t>-winding
        at[0], at[1] = window.low_x, window.high_x
        for i in range(2):
            if ax < at[i] < bx:
                one.part, one.x = (at[i] - ax) / (bx - ax), at[i]
                one.y = floor(ay + (by - ay) * one.part + 0.5)
                insert(cuts, &count, one)
        at[0], at[1] = window.low_y, window.high_y
        for i in range(2):
            if ay < at[i] < by or by < at[i] < ay:
                one.part, one.y = (at[i] - ay) / (by - ay), at[i]
                one.x = floor(ax + (bx - ax) * one.part + 0.5)
                insert(cuts, &count, one)
    one.part, one.x, one.y = 1.0, bx, by
    cuts[count] = one
    side.end = clamped(window, ax, ay)
    for i in range(count + 1):
        side.begin, side.end = side.end, clamped(window, cuts[i].x, cuts[i].y)
        if side.begin.x != side.end.x or side.begin.y != side.end.y:
            out.push_back(side)
    return 0
