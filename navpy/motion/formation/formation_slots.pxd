"""Slots of formations, and which agent takes which: the least sum of squared distances."""
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector

from navpy.base.vec2 cimport Vec2

cdef int least_squares(const Vec2* agents, Py_ssize_t count, const Vec2* places, Py_ssize_t place_count,
                       int32_t* place_of) except -1 nogil
cdef int rank_and_file(Py_ssize_t count, Py_ssize_t files, double spacing, vector[Vec2]* slots) except -1 nogil
cdef int scatter(Py_ssize_t count, double spread, uint64_t seed, vector[Vec2]* slots) except -1 nogil

cdef int read_points(str name, points, vector[Vec2]* out) except -1
cdef double above_zero(str name, value, double most) except -1.0
cdef points_array(const vector[Vec2]* points)
