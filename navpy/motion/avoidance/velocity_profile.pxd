"""Bodies that move along paths in time: when they conflict, and the speeds at which they do not (path-velocity decomposition, Kant & Zucker
1986)."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.vec2 cimport Vec2

cdef struct TrajectorySegment:      # a straight part of constant velocity
    double begin, end               # seconds; the last one ends at infinity
    Vec2 at                         # position at the begin, meters
    Vec2 velocity                   # m/s

cdef cppclass Trajectory:           # the position of a disc at any time; it stands before the start and after the end of its path
    vector[TrajectorySegment] segments
    double radius                   # meters

cdef struct SpeedRange:             # a closed range of speeds that lead to a conflict, m/s
    double low, high

cdef struct WalkParams:             # of an agent that walks along a path
    double radius                   # meters
    double speed                    # m/s, from now on
    double min_speed, max_speed     # m/s, limits of a change of speed
    double horizon                  # seconds to look ahead

cdef cppclass SpeedMemory:          # kept from call to call
    Trajectory trajectory           # of the agent at a candidate speed
    vector[SpeedRange] ranges       # the forbidden speeds
    vector[double] along            # arc length of the path up to each point, meters

# start: seconds when the body begins to walk; it may lie in the past.
cdef int build_trajectory(Trajectory* trajectory, const Vec2* points, int32_t count, double radius, double speed, double start) except -1 nogil
cdef Vec2 state_at(const Trajectory* trajectory, double time, Vec2* velocity) noexcept nogil
# Seconds until two bodies overlap; infinite if they do not before the horizon.
cdef double conflict_time(const Trajectory* a, const Trajectory* b, double horizon) noexcept nogil
# Index of the other body of the first conflict, −1 if there is none, and its time in seconds.
cdef int32_t first_conflict(const Trajectory* agent, const Trajectory* others, int32_t count, double horizon, double* time) noexcept nogil
# Arc length of a path up to each of its points.
cdef int measure_path(const Vec2* path, int32_t count, vector[double]* along) except -1 nogil
# All speeds that lead to a conflict before the horizon, as disjoint ascending ranges in memory.ranges.
cdef int find_forbidden_speeds(const WalkParams* params, const Vec2* path, int32_t count, const Trajectory* others, int32_t other_count,
                               SpeedMemory* memory) except -1 nogil
# The permitted speed without a conflict that is nearest to params.speed; −1 if there is none.
cdef double nearest_free_speed(const WalkParams* params, const Vec2* path, int32_t count, const Trajectory* others, int32_t other_count,
                               SpeedMemory* memory) except -2.0 nogil
