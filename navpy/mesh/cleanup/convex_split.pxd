"""One polygon in the ground plane: whether it crosses itself, and the convex pieces of a simple one."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.geom cimport clockwise_area2


cdef inline const double* vertex_at(const double* vertices, int32_t index) noexcept nogil:
    return vertices + 3 * <size_t>index


cdef inline double left_turn(const double* a, const double* b, const double* c) noexcept nogil:
    """Twice the area of the triangle a, b, c in the ground plane, m²; above 0 where c lies to the left of a → b, so b is a convex
    corner."""
    return -clockwise_area2(a[0], a[2], b[0], b[2], c[0], c[2])


# `outline`: vertex indices of a polygon, counter-clockwise seen from above for convex_pieces
cdef bint find_crossing(const double* vertices, const int32_t* outline, int32_t count, int32_t* a, int32_t* b) noexcept nogil
cdef bint is_flat(const double* vertices, const int32_t* outline, int32_t count) noexcept nogil
cdef bint convex_pieces(const double* vertices, const int32_t* outline, int32_t count, vector[vector[int32_t]]* out) except -1 nogil
