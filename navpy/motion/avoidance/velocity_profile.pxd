"""Bodies that slide along paths in time: when they meet, and at which speeds they do not."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.vec2 cimport Vec2

cdef struct Stretch:                # of a motion: even and straight
    double begin, end               # seconds; the last ends at infinity
    Vec2 at                         # metres, where the body is at its begin
    Vec2 velocity                   # m/s

cdef cppclass Motion:               # where a body is at any time: it stands before its start and behind the end of its path
    vector[Stretch] stretches
    double radius                   # metres

cdef struct SpeedRange:             # speeds that lead to a conflict, closed; m/s
    double low, high

cdef struct Pace:                   # how an agent is about to walk
    double radius                   # metres
    double speed                    # m/s, along its path from now on
    double min_speed, max_speed     # m/s, what it may be changed to
    double horizon                  # seconds to look ahead

cdef cppclass SpeedWork:            # kept from call to call
    Motion motion
    vector[SpeedRange] ranges
    vector[double] along            # metres along the path up to each point

cdef int build_motion(Motion* motion, const Vec2* points, int32_t count, double radius, double speed, double start) except -1 nogil
cdef Vec2 place_at(const Motion* motion, double time, Vec2* velocity) noexcept nogil
# Seconds until two bodies are nearer than touching, infinite if not before the horizon.
cdef double conflict_time(const Motion* a, const Motion* b, double horizon) noexcept nogil
cdef int32_t first_conflict(const Motion* agent, const Motion* others, int32_t count, double horizon, double* time) noexcept nogil
cdef int measure_path(const Vec2* path, int32_t count, vector[double]* along) except -1 nogil
cdef int find_forbidden(const Pace* pace, const Vec2* path, int32_t count, const Motion* others, int32_t other_count,
                        SpeedWork* work) except -1 nogil
cdef double nearest_free_speed(const Pace* pace, const Vec2* path, int32_t count, const Motion* others, int32_t other_count,
                               SpeedWork* work) except -2.0 nogil
