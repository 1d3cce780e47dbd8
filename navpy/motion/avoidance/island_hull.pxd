"""The contour of an island of circles, as arcs."""
from libc.math cimport M_PI, fmod
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.motion.avoidance.obstacle_islands cimport ObstacleIslands, Search, on_circle
from navpy.base.vec2 cimport Vec2

cdef struct Arc:                    # a stretch of a circle's outline
    int32_t circle
    int32_t sense                   # 1: counter-clockwise, the circle on the left of the way; −1: clockwise, on its right
    double begin                    # radians
    double span                     # radians in that sense, 0 … 2π

cdef struct Exit:                   # a place of an arc with the goal in sight
    int32_t arc
    double offset                   # radians from the arc's begin

cdef enum:                          # how following it ends
    GOAL_IN_SIGHT, WALL_MET, CLOSED, WINDING    # the last: rounding leads round in circles

cdef cppclass Contour:              # an island's outline followed to one side
    vector[Arc] arcs
    vector[Exit] exits
    double area                     # m², of a closed contour: below 0 round a hole when counter-clockwise


cdef inline double ahead(double from_, double to, int32_t sense) noexcept nogil:
    """Radians from one angle on to another in a sense of turning, 0 … 2π."""
    cdef double turn = fmod(sense * (to - from_), 2.0 * M_PI)
    return turn + 2.0 * M_PI if turn < 0.0 else turn


cdef inline Vec2 arc_point(const ObstacleIslands* graph, const Arc* arc, double offset) noexcept nogil:
    return on_circle(&graph.circles[arc.circle], arc.begin + arc.sense * offset)


cdef bint on_arc(const Arc* arc, double angle, double* offset) noexcept nogil
cdef int follow(const ObstacleIslands* graph, const Search* search, int32_t first, Vec2 hit, int32_t sense,
                Contour* side) except -1 nogil
