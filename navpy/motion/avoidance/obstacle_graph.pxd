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
    WAY_START_INSIDE = 3            # an island encloses the start, but not the goal
    WAY_GOAL_INSIDE = 4             # an island encloses the goal, but not the start
    WAY_START_COVERED = 5           # the walker overlaps a circle at the start, by more than max_push
    WAY_GOAL_COVERED = 6            # the walker would overlap a circle at the goal
    WAY_BEHIND_WALL = 7             # a wall stands between start and goal
    WAY_TOO_MANY_ISLANDS = 8        # more islands are in the way than max_islands
    WAY_NOT_RESOLVED = 9            # circles nearly coincide, and rounding hides their arrangement

cdef cppclass LinkBarrier:           # why a link of the navmesh is closed
    vector[int32_t] members         # indices of circles, ascending
    vector[Vec2] centers            # meters, from the origin: centers of the members when they closed the link
    Vec2 origin                     # meters, in the plan
    double until                    # seconds

cdef cppclass StandingCircles:      # one set of circles, as graphs for walkers of several radii; memory is kept from build to build
    vector[double] circles          # 3 numbers each: x, y, radius, meters
    vector[double] radii            # meters, of the walkers that there are graphs for
    vector[ObstacleIslands] graphs  # parallel to radii; further graphs are kept for their memory

# The path round all islands between start and goal. Returns a WAY_… status. may_walk may be NULL. Each thread needs a memory and a
# detour of its own; both are reused from call to call.
cdef int find_detour(const ObstacleIslands* graph, Vec2 start, Vec2 goal, int32_t max_islands, WalkTest may_walk, const void* ground,
                     DetourMemory* memory, Detour* detour) except -1 nogil
# The next point to walk straight to: the goal, or the first corner of the path round the first island; the start if there is no way.
# Agents in contact cover each other: a start that circles cover by no more than max_push meters counts as just outside of them.
# Returns a WAY_… status, never WAY_TOO_MANY_ISLANDS.
cdef int find_way_point(const ObstacleIslands* graph, Vec2 start, Vec2 goal, double max_push, WalkTest may_walk, const void* ground,
                        DetourMemory* memory, Detour* detour, Vec2* way_point) except -1 nogil
# One thread sets the circles of a step, then prepares a graph for each radius. After that several threads may read the graphs.
cdef int set_standing(StandingCircles* standing, const double* circles, int32_t count) except -1 nogil
cdef int prepare_radius(StandingCircles* standing, double radius) except -1 nogil
cdef const ObstacleIslands* graph_for(const StandingCircles* standing, double radius) noexcept nogil     # NULL: not prepared
# Stores the members that block a link, and their places.
cdef int block_way(LinkBarrier* blocked, const ObstacleIslands* graph, const vector[int32_t]* members, double until) except -1 nogil
# True if the link may be open again: the time has passed, or a member is gone or has moved by more than ``moved`` meters. circles: the
# present ones, 3 numbers each. now: seconds.
cdef bint is_over(const LinkBarrier* blocked, const double* circles, int32_t count, double now, double moved) noexcept nogil
