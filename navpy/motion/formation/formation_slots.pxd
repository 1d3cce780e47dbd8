"""Slots of formations, and their assignment to agents by the least sum of squared distances."""
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector

from navpy.base.vec2 cimport Vec2

cdef enum:
    MAX_SLOTS = 4096                # of a formation

# A place for each of ``count`` agents, no more agents than places.
cdef int least_squares(const Vec2* agents, Py_ssize_t count, const Vec2* places, Py_ssize_t place_count,
                       int32_t* place_of) except -1 nogil
# Slots in meters from the reference point, x ahead and y to the left. Where one of them leads, it is slot 0, at the reference point.
# Ranks of so many files, each from the left.
cdef int box_slots(Py_ssize_t count, Py_ssize_t files, double spacing, vector[Vec2]* slots) except -1 nogil
# A leader, and behind it ranks of so many files.
cdef int column_slots(Py_ssize_t count, Py_ssize_t files, double spacing, vector[Vec2]* slots) except -1 nogil
# A leader, and two wings that fall back from it at 45°.
cdef int wedge_slots(Py_ssize_t count, double spacing, vector[Vec2]* slots) except -1 nogil
# A loose band behind its leader, no slot nearer than spread to another, meters. The slots of fewer agents are the first of these.
cdef int band_slots(Py_ssize_t count, double spread, uint64_t seed, vector[Vec2]* slots) except -1 nogil
# The least radius in meters of a turn at a speed of the reference point, m/s, in which no slot is faster than max_speed or moves
# backwards.
cdef double least_turning_radius(const vector[Vec2]* slots, double max_speed, double speed) noexcept nogil
