"""Flow fields in the plan: velocities at the nodes of a grid, interpolated between them."""
from libc.stdint cimport int32_t, uint64_t
from navpy.motion.steering.vehicle cimport Vehicle
from navpy.base.vec2 cimport Vec2

cdef struct FlowGrid:
    Vec2 origin                     # meters, of the first node
    double cell                     # meters between nodes
    int32_t rows, columns           # nodes along y and along x, 1 or more each
    const Vec2* velocities          # meters a second, at node row · columns + column; borrowed

cdef Vec2 sample_flow(const FlowGrid* grid, Vec2 place) noexcept nogil                       # meters a second
cdef Vec2 follow_field_force(const Vehicle* vehicle, const FlowGrid* grid, double look_ahead) noexcept nogil
# The gradient of gradient noise with lattice cells of length 1.
cdef Vec2 noise_gradient(uint64_t seed, double x, double y) noexcept nogil
