"""The contour of an island: the outline of its circles' union, as arcs."""
from libc.math cimport M_PI, fmod
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.motion.avoidance.obstacle_islands cimport ObstacleIslands, DetourQuery, on_circle
from navpy.base.vec2 cimport Vec2

cdef struct OutlineArc:                    # of a circle's outline
    int32_t circle
    int32_t sense                   # 1: counter-clockwise, with the circle on the left; −1: clockwise, with it on the right
    double begin                    # radians
    double span                     # radians in that sense, 0 … 2π

cdef struct ArcExit:                   # a place of an arc that sees the goal
    int32_t arc
    double offset                   # radians from the arc's begin

cdef enum:                          # how following a contour ends
    GOAL_IN_SIGHT, WALL_MET
    CLOSED                          # it is back at its begin
    WINDING                         # rounding has led it round more arcs than there are

cdef cppclass IslandContour:              # of an island, followed to one side
    vector[OutlineArc] arcs
    vector[ArcExit] exits
    double area                     # m² within a closed contour; below 0 for a counter-clockwise contour round a hole


cdef inline double turn_to(double from_, double to, int32_t sense) noexcept nogil:
    """Radians, 0 … 2π, from one angle on to another in a sense of rotation."""
    cdef double turn = fmod(sense * (to - from_), 2.0 * M_PI)
    return turn + 2.0 * M_PI if turn < 0.0 else turn


cdef inline Vec2 arc_point(const ObstacleIslands* graph, const OutlineArc* arc, double offset) noexcept nogil:
    return on_circle(&graph.circles[arc.circle], arc.begin + arc.sense * offset)


# Is an angle of the circle on the arc, and how many radians from its begin?
cdef bint on_arc(const OutlineArc* arc, double angle, double* offset) noexcept nogil
# Follows an island's contour to one side from where a segment hits it. Returns how that ends.
cdef int follow_contour(const ObstacleIslands* graph, const DetourQuery* query, int32_t first, Vec2 hit, int32_t sense,
                        IslandContour* side) except -1 nogil
