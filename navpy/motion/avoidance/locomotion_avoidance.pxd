"""Avoidance for locomotion that is planned ahead: what an agent does about conflicts on its path."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.motion.avoidance.obstacle_islands cimport WalkTest, Wall
from navpy.motion.avoidance.velocity_profile cimport Trajectory, WalkParams, SpeedMemory
from navpy.base.vec2 cimport Vec2

cdef enum ResolutionKind:
    AVOID_NONE = 0                  # there is no conflict
    AVOID_SPEED = 1                 # none at another speed
    AVOID_DETOUR = 2                # none on another path
    AVOID_UNRESOLVED = 3            # neither helps: stop in time, or plan a new path

cdef struct Walls:                  # the ground of ``walls_allow``
    const Wall* walls
    int32_t count
    const double* clearances        # meters that the body's center keeps from each

cdef cppclass ConflictResolution:
    ResolutionKind kind
    double conflict_time            # seconds until the first conflict if nothing changes; infinite if there is none
    int32_t conflict_with           # index of the other, −1: nobody
    double speed                    # m/s
    vector[Vec2] points             # meters, the path
    Vec2 detour_point               # meters, for AVOID_DETOUR: where the path passes the conflict

cdef cppclass ResolutionMemory:     # kept from call to call
    SpeedMemory speeds
    vector[double] along            # arc length of the path up to each point, meters
    vector[Vec2] candidate, best

# The distance in meters that a detour keeps from each wall: the clearance, or the distance of the path itself where that is less.
cdef int find_clearances(const Vec2* path, int32_t count, const Wall* walls, int32_t wall_count, double clearance,
                         vector[double]* out) except -1 nogil
# A WalkTest: may one walk straight from a to b? ground: Walls*.
cdef bint walls_allow(const void* ground, Vec2 a, Vec2 b) noexcept nogil
# Resolves the first conflict ahead.
cdef int resolve_conflict(const WalkParams* params, const Vec2* path, int32_t count, const Trajectory* others, int32_t other_count, WalkTest may_walk,
                          const void* ground, ResolutionMemory* memory, ConflictResolution* out) except -1 nogil
