"""Ways made of arcs and straights that never turn tighter than a radius (Dubins 1957; Bjore, Game AI Pro ch. 21)."""
from libcpp.vector cimport vector

from navpy.base.vec2 cimport Vec2

cdef struct Arc:
    Vec2 centre                         # metres, of the circle; of a straight: where it begins
    double radius                       # metres, 0: a straight
    double from_angle                   # radians, where it begins, seen from the centre; of a straight: its heading
    double sweep                        # radians, above 0 counter-clockwise; of a straight: 0
    double length                       # metres

cdef struct Pose:
    Vec2 at                             # metres
    double heading                      # radians, counter-clockwise from x

cdef Pose arc_pose(const Arc* arc, double along) noexcept nogil         # along: metres from its start, may be beyond its ends
cdef Pose path_pose(const vector[Arc]* arcs, const vector[double]* ends, double along) noexcept nogil
cdef int shortest_way(Pose start, Vec2 goal, double radius, vector[Arc]* arcs) except -1 nogil
cdef int dubins_way(Pose start, Pose goal, double radius, vector[Arc]* arcs) except -1 nogil
cdef int round_corners(const Vec2* points, Py_ssize_t count, double radius, double cut, vector[Arc]* arcs) except -1 nogil

cdef class PathArc:
    cdef readonly tuple centre
    cdef readonly double radius, from_angle, sweep, length

cdef class ArcPath:
    cdef vector[Arc] arcs
    cdef vector[double] ends            # metres along the path to the end of each arc
    cdef Pose start                     # where a path without any arc stands
    cdef int measure(self) except -1
