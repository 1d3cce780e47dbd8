"""Ways round islands of standing agents and movable obstacles."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.motion.island_contour cimport Arc, Contour
from navpy.motion.obstacle_islands cimport ObstacleIslands
from navpy.vec2 cimport Vec2

cdef enum:
    WAY_FREE = 0                    # the straight way is
    WAY_DETOUR = 1                  # there is a way round
    WAY_BLOCKED = 2                 # both sides of an island end at walls
    WAY_START_INSIDE = 3            # an island encloses the start, but not the goal
    WAY_GOAL_INSIDE = 4             # an island encloses the goal, but not the start
    WAY_START_COVERED = 5           # the walker overlaps a circle at the start
    WAY_GOAL_COVERED = 6            # the walker would overlap a circle at the goal
    WAY_BEHIND_WALL = 7             # a wall stands between start and goal
    WAY_TOO_MANY_ISLANDS = 8        # there were more to go round than allowed
    WAY_NOT_RESOLVED = 9            # rounding hides how circles that nearly coincide lie to each other

cdef struct Station:                # a place of the followed contour at which a straight leg begins or ends
    int32_t element                 # 0: the start, 1 …: an arc, behind them: the goal
    double offset                   # radians from the arc's begin
    double cost                     # metres from the start
    int32_t before                  # station on the shortest way to it
    int32_t first_leg               # a list through Leg.next, −1: none

cdef struct Leg:                    # a straight line that is free
    int32_t end                     # station
    int32_t next
    double length                   # metres

cdef struct Rank:                   # of a station along the chain
    int32_t element
    double offset                   # radians
    int32_t station

cdef cppclass DetourWork:           # kept from call to call
    Contour sides[2]
    Contour chain                   # all that is followed so far
    vector[Station] stations
    vector[Leg] legs
    vector[Rank] order              # of stations along the chain
    vector[int32_t] way             # stations of the shortest way
    vector[double] cuts             # radians
    vector[double] clearances       # metres, of walls

cdef cppclass Detour:
    vector[Vec2] points             # metres: start, corners, goal; a polyline round the outside of the arcs
    vector[Arc] turns               # the arcs that the taut way follows
    vector[int32_t] members         # WAY_BLOCKED, …_INSIDE, …_COVERED: the circles that do it, ascending
    double length                   # metres of the taut way, along arcs

cdef cppclass Blockade:             # why a link is closed
    vector[int32_t] members         # circles, ascending
    vector[Vec2] stood              # metres, where they did
    double until                    # seconds

cdef int find_detour(const ObstacleIslands* graph, Vec2 start, Vec2 goal, int32_t most_islands, DetourWork* work,
                     Detour* detour) except -1 nogil
cdef int raise_blockade(Blockade* blockade, const ObstacleIslands* graph, const vector[int32_t]* members,
                        double until) except -1 nogil
# circles: as they are now, 3 numbers each.
cdef bint is_over(const Blockade* blockade, const double* circles, int32_t count, double now, double moved) noexcept nogil
