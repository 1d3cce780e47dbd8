"""Outlines of obstacles on the navmesh, not cut out of it: walls for avoidance (RVO2's static obstacles) that may move."""
from libc.stdint cimport int32_t, int64_t, uint32_t
from libcpp.vector cimport vector
from navpy.base.vec2 cimport Vec2
from navpy.motion.avoidance.linear_program cimport Line
from navpy.motion.avoidance.orca cimport Body, ObstacleNeighbor, ObstacleVertex
from navpy.motion.crowd.right_of_way cimport AvoidanceRole

cdef cppclass ObstacleOutline:
    const void* owner                   # tells outlines apart
    vector[ObstacleVertex] vertices     # counter-clockwise round the solid, in the plan; the two ends of a wall
    Vec2 low, high                      # meters, the box of the vertices
    double bottom, top                  # meters, heights between which it is avoided
    uint32_t layers                     # bits: layers that it is on
    bint is_cut_out                     # of the navmesh: its border is the wall, not the outline
    Vec2 velocity                       # meters a second, of the outline as a whole
    int64_t moved_frame                 # in which it was last moved, as the caller counts frames; the greatest: its velocity is given

# Outlines that are cut out of the navmesh count only with_cut_out.

# Adds the owner's outline, or replaces it; its velocity stays the same, at first 0. Fewer than two distinct points, or a point that is
# not finite: the owner has none.
cdef int set_outline(vector[ObstacleOutline]* outlines, const void* owner, const Vec2* points, int32_t count, double bottom,
                     double top, uint32_t layers, bint is_cut_out) except -1 nogil
cdef ObstacleOutline* outline_of(vector[ObstacleOutline]* outlines, const void* owner) noexcept nogil      # NULL: the owner has none
# outlines last moved before this frame
cdef void stop_outlines(vector[ObstacleOutline]* outlines, int64_t frame) noexcept nogil
cdef void remove_outline(vector[ObstacleOutline]* outlines, const void* owner) noexcept nogil
# Appends the ORCA lines of the outlines that an agent avoids and may touch within the time horizon. reach: meters.
cdef int collect_outline_lines(const vector[ObstacleOutline]* outlines, bint with_cut_out, const AvoidanceRole* own, const Body* body,
                               double horizon, vector[ObstacleNeighbor]* edges, vector[Line]* lines) except -1 nogil
# True if the straight way from a to b comes nearer than a distance, in meters, to a standing outline. The agent avoids this outline,
# and b is not near it.
cdef bint meets_outline(const vector[ObstacleOutline]* outlines, bint with_cut_out, const AvoidanceRole* own, Vec2 a, Vec2 b,
                        double distance) noexcept nogil
# Appends points of the outlines that an agent avoids, at most `spacing` apart, within reach of a place; in meters, x, y and radius 0
# each. Points farther than `farthest` are left out.
cdef int sample_outlines(const vector[ObstacleOutline]* outlines, bint with_cut_out, const AvoidanceRole* own, Vec2 place,
                         double reach, double farthest, double spacing, vector[double]* circles) except -1 nogil
