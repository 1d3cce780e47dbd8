"""Avoidance for locomotion that is planned ahead: what an agent does about those whom it would meet on its path."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.motion.avoidance.obstacle_islands cimport WalkTest, Wall
from navpy.motion.avoidance.velocity_profile cimport Motion, Pace, SpeedWork
from navpy.base.vec2 cimport Vec2

cdef enum AvoidanceKind:
    AVOID_NONE = 0                  # nobody is met
    AVOID_SPEED = 1                 # nobody is met at another speed
    AVOID_DETOUR = 2                # nobody is met on another path
    AVOID_UNRESOLVED = 3            # neither helps: to stop, or to plan anew

cdef struct Walls:                  # a ground for ``walls_allow``
    const Wall* walls
    int32_t count
    const double* clearances        # metres that the body's centre keeps from each

cdef cppclass Avoidance:
    AvoidanceKind kind
    double conflict_time            # seconds, of the first conflict if nothing were done; infinite without one
    int32_t conflict_with           # index of the other, −1: nobody
    double speed                    # m/s to walk at
    vector[Vec2] points             # metres, the path to walk
    Vec2 detour_point               # metres, for AVOID_DETOUR: where the path leads beside the conflict

cdef cppclass AvoidanceWork:        # kept from call to call
    SpeedWork speeds
    vector[double] along            # metres along the path up to each point
    vector[Vec2] candidate, best

cdef int find_clearances(const Vec2* path, int32_t count, const Wall* walls, int32_t wall_count, double clearance,
                         vector[double]* out) except -1 nogil
cdef bint walls_allow(const void* ground, Vec2 a, Vec2 b) noexcept nogil
cdef int avoid(const Pace* pace, const Vec2* path, int32_t count, const Motion* others, int32_t other_count, WalkTest may_walk,
               const void* ground, AvoidanceWork* work, Avoidance* out) except -1 nogil
