"""One polygon in the ground plane: whether it crosses itself, and the convex pieces of a simple one."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.geom cimport area2


cdef inline const double* vertex_at(const double* vertices, int32_t index) noexcept nogil:
    return vertices + 3 * <size_t>index


cdef inline double turn(const double* a, const double* b, const double* c) noexcept nogil:
    """Below 0 where b is a convex corner."""
    return area2(a[0], a[2], b[0], b[2], c[0], c[2])


# `outline`: vertex indices of a polygon, counter-clockwise seen from above for convex_pieces
cdef bint find_crossing(const double* vertices, const int32_t* outline, int32_t count, int32_t* a, int32_t* b) noexcept nogil
cdef bint is_flat(const double* vertices, const int32_t* outline, int32_t count) noexcept nogil
cdef bint convex_pieces(const double* vertices, const int32_t* outline, int32_t count, vector[vector[int32_t]]* out) except -1 nogil
