"""Ways round islands of standing agents and movable obstacles."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.motion.avoidance.obstacle_islands cimport ObstacleIslands, WalkTest
from navpy.motion.avoidance.homotopy_path cimport Detour, DetourWork
from navpy.base.vec2 cimport Vec2

cdef enum:
    WAY_FREE = 0                    # the straight way is
    WAY_DETOUR = 1                  # there is a way round
    WAY_BLOCKED = 2                 # both sides of an island end at walls
    WAY_START_INSIDE = 3            # an island encloses the start, but not the goal
    WAY_GOAL_INSIDE = 4             # an island encloses the goal, but not the start
    WAY_START_COVERED = 5           # the walker overlaps a circle at the start, by more than it may be pushed
    WAY_GOAL_COVERED = 6            # the walker would overlap a circle at the goal
    WAY_BEHIND_WALL = 7             # a wall stands between start and goal
    WAY_TOO_MANY_ISLANDS = 8        # there were more to go round than allowed
    WAY_NOT_RESOLVED = 9            # rounding hides how circles that nearly coincide lie to each other

cdef cppclass Blockade:             # why a link is closed
    vector[int32_t] members         # circles, ascending
    vector[Vec2] stood              # metres, where they did, from the origin
    Vec2 origin                     # metres
    double until                    # seconds

cdef cppclass StandingCircles:      # the same circles, as graphs for walkers of several radii; memory is kept from build to build
    vector[double] circles          # 3 numbers each
    vector[double] radii            # metres, of the walkers that there is a graph for
    vector[ObstacleIslands] graphs  # of those, in the same order; behind them, memory of earlier ones

# may_walk: may be NULL. A work and a detour for each thread; they allocate only as long as they have not seen as much before.
cdef int find_detour(const ObstacleIslands* graph, Vec2 start, Vec2 goal, int32_t most_islands, WalkTest may_walk, const void* ground,
                     DetourWork* work, Detour* detour) except -1 nogil
cdef int find_way_point(const ObstacleIslands* graph, Vec2 start, Vec2 goal, double most_push, WalkTest may_walk, const void* ground,
                        DetourWork* work, Detour* detour, Vec2* way_point) except -1 nogil
# By one thread: the circles of a step, then a graph for each radius that is to come. Thereafter threads may share it.
cdef int set_standing(StandingCircles* standing, const double* circles, int32_t count) except -1 nogil
cdef int prepare_radius(StandingCircles* standing, double radius) except -1 nogil
cdef const ObstacleIslands* graph_for(const StandingCircles* standing, double radius) noexcept nogil     # NULL: not prepared
cdef int raise_blockade(Blockade* blockade, const ObstacleIslands* graph, const vector[int32_t]* members,
                        double until) except -1 nogil
# circles: as they are now, 3 numbers each.
cdef bint is_over(const Blockade* blockade, const double* circles, int32_t count, double now, double moved) noexcept nogil
