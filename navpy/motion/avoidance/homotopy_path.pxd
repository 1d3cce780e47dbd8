"""What is followed of contours, pulled taut."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.motion.avoidance.island_hull cimport Arc, Contour
from navpy.motion.avoidance.obstacle_islands cimport ObstacleIslands, Search
from navpy.base.vec2 cimport Vec2

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
    vector[int32_t] way             # stations of the shortest way, from the goal back to the start
    vector[Station] kept_stations   # those of a way put aside
    vector[int32_t] kept_way
    vector[Vec2] ends               # of each arc of the chain: unit, from the circle's centre to its begin and to its end
    vector[double] cuts             # radians
    vector[double] clearances       # metres, of walls
    vector[int32_t] near            # circles

cdef cppclass Detour:
    vector[Vec2] points             # metres: start, corners, goal; a polyline round the outside of the arcs
    vector[Arc] turns               # the arcs that the taut way follows
    vector[int32_t] members         # those that leave no way, ascending
    double length                   # metres of the taut way, along arcs

cdef double pull_taut(const ObstacleIslands* graph, const Contour* chain, const Search* search, DetourWork* work) except -1 nogil
cdef int lay_out(const ObstacleIslands* graph, const Contour* chain, const Search* search, DetourWork* work,
                 Detour* detour) except -1 nogil
