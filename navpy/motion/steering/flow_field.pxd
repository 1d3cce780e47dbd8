"""Flow fields in the plan: a velocity everywhere, kept at the nodes of a grid."""
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector
from navpy.motion.steering.vehicle cimport Vehicle
from navpy.base.vec2 cimport Vec2

cdef struct FlowGrid:
    Vec2 origin                     # metres, of the first node
    double cell                     # metres between nodes
    int32_t rows, columns           # nodes along y, along x; 1 or more of each
    const Vec2* velocities          # metres a second, of node row*columns + column

cdef class FlowField:
    cdef FlowGrid grid
    cdef vector[Vec2] velocities

cdef Vec2 sample(const FlowGrid* grid, Vec2 place) noexcept nogil                       # metres a second
cdef Vec2 follow_field_force(const Vehicle* vehicle, const FlowGrid* grid, double look_ahead) noexcept nogil
cdef Vec2 noise_gradient(uint64_t seed, double x, double y) noexcept nogil              # of gradient noise with cells of 1
