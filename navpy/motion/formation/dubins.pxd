"""Paths of arcs and straights that nowhere turn tighter than a radius (Dubins 1957; Bjore, Game AI Pro, chapter 21)."""
from libcpp.vector cimport vector

from navpy.base.vec2 cimport Vec2

cdef struct Arc:
    Vec2 center                     # meters, of the circle; the begin of a straight
    double radius                   # meters; 0: a straight
    double from_angle               # radians, direction from the center to the begin; the heading of a straight
    double sweep                    # radians, above 0 counter-clockwise; 0 of a straight
    double length                   # meters

cdef struct Pose:
    Vec2 at                         # meters
    double heading                  # radians, counter-clockwise from x

cdef cppclass ArcPathData:
    vector[Arc] arcs
    vector[double] ends             # meters along the path to the end of each arc
    Pose start                      # the pose of a path without arcs

cdef Pose arc_pose(const Arc* arc, double along) noexcept nogil         # along: meters from its begin, also beyond its ends
cdef int measure_arcs(ArcPathData* path) except -1 nogil                # fills ends
# The pose at a distance along a path, meters; before its begin and beyond its end the path goes straight on.
cdef Pose path_pose(const ArcPathData* path, double along) noexcept nogil
# The shortest path with turns of that radius, above 0, to a point with any heading, and to a pose.
cdef int shortest_to_point(Pose start, Vec2 goal, double radius, vector[Arc]* arcs) except -1 nogil
cdef int shortest_to_pose(Pose start, Pose goal, double radius, vector[Arc]* arcs) except -1 nogil
# Arcs in place of the corners of a polyline without repeated points. cut: meters at most from a corner to its arc.
cdef int round_off_corners(const Vec2* points, Py_ssize_t count, double radius, double cut, vector[Arc]* arcs) except -1 nogil
