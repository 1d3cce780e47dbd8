"""Outlines of obstacles that stand on the navmesh and are not cut out of it: walls for avoidance (RVO2's static obstacles)."""
from libc.stdint cimport int32_t, uint32_t
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

# Outlines that are cut out of the navmesh count only with_cut_out.

# Adds the owner's outline, or replaces it. Fewer than two distinct points, or a point that is not finite: the owner has none.
cdef int set_outline(vector[ObstacleOutline]* outlines, const void* owner, const Vec2* points, int32_t count, double bottom, double top,
                     uint32_t layers, bint is_cut_out) except -1 nogil
cdef void remove_outline(vector[ObstacleOutline]* outlines, const void* owner) noexcept nogil
# Appends the ORCA lines of the outlines that an agent avoids and may touch within the time horizon. reach: meters.
cdef int collect_outline_lines(const vector[ObstacleOutline]* outlines, bint with_cut_out, const AvoidanceRole* own, const Body* body,
                               double horizon, vector[ObstacleNeighbor]* edges, vector[Line]* lines) except -1 nogil
# Appends points of the outlines that an agent avoids, at most `spacing` apart, within reach of a place; in meters, x, y and radius 0 each.
cdef int sample_outlines(const vector[ObstacleOutline]* outlines, bint with_cut_out, const AvoidanceRole* own, Vec2 place, double reach,
                         double spacing, vector[double]* circles) except -1 nogil
