"""Paths round islands of standing agents and movable obstacles."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.motion.avoidance.obstacle_islands cimport ObstacleIslands, WalkTest
from navpy.motion.avoidance.homotopy_path cimport Detour, DetourMemory
from navpy.base.vec2 cimport Vec2

cdef enum:
    WAY_FREE = 0                    # the straight way is free
    WAY_DETOUR = 1                  # there is a way round
    WAY_BLOCKED = 2                 # both sides of an island end at walls
    WAY_START_INSIDE = 3            # an island encloses the start, and not the goal
    WAY_GOAL_INSIDE = 4             # an island encloses the goal, and not the start
    WAY_START_COVERED = 5           # the walker overlaps a circle at the start, by more than max_push
    WAY_GOAL_COVERED = 6            # the walker would overlap a circle at the goal
    WAY_BEHIND_WALL = 7             # a wall stands between start and goal
    WAY_TOO_MANY_ISLANDS = 8        # more islands are in the way than max_islands
    WAY_NOT_RESOLVED = 9            # circles nearly coincide, and rounding hides their arrangement

cdef cppclass BlockedWay:           # why a link of the navmesh is closed
    vector[int32_t] members         # circles, ascending
    vector[Vec2] centers            # meters, of the members when they closed it, from the origin
    Vec2 origin                     # meters
    double until                    # seconds

cdef cppclass StandingCircles:      # one set of circles, as graphs for walkers of several radii; memory is kept from build to build
    vector[double] circles          # 3 numbers each
    vector[double] radii            # meters, of the walkers that there are graphs for
    vector[ObstacleIslands] graphs  # parallel to radii; after them, memory of earlier graphs

# The path round all islands between start and goal. Returns a WAY_… status. may_walk may be NULL. A memory and a detour for each thread;
# their memory is kept from call to call.
cdef int find_detour(const ObstacleIslands* graph, Vec2 start, Vec2 goal, int32_t max_islands, WalkTest may_walk, const void* ground,
                     DetourMemory* memory, Detour* detour) except -1 nogil
# Where to walk straight to next: the goal, or the first corner of the path round the first island; the start if there is no way. A start that
# is covered by no more than max_push meters, as agents in contact are, counts as just outside. Returns a WAY_… status, never
# WAY_TOO_MANY_ISLANDS.
cdef int find_way_point(const ObstacleIslands* graph, Vec2 start, Vec2 goal, double max_push, WalkTest may_walk, const void* ground,
                        DetourMemory* memory, Detour* detour, Vec2* way_point) except -1 nogil
# By one thread: the circles of a step, then a graph for each radius. After that, several threads may read it.
cdef int set_standing(StandingCircles* standing, const double* circles, int32_t count) except -1 nogil
cdef int prepare_radius(StandingCircles* standing, double radius) except -1 nogil
cdef const ObstacleIslands* graph_for(const StandingCircles* standing, double radius) noexcept nogil     # NULL: not prepared
# Stores who blocks a link, and where they stand.
cdef int block_way(BlockedWay* blocked, const ObstacleIslands* graph, const vector[int32_t]* members,
                   double until) except -1 nogil
# Is it worth to plan through the link again? Its time has passed, or a member is gone or has moved by more than a distance. circles: as they
# are now, 3 numbers each.
cdef bint is_over(const BlockedWay* blocked, const double* circles, int32_t count, double now, double moved) noexcept nogil
