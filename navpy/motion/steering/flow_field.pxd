"""Flow field following; gradient noise."""
from libc.stdint cimport uint64_t
from navpy.motion.steering.vehicle cimport Vehicle
from navpy.base.vec2 cimport Vec2
from navpy.grid.flow_sampling cimport FlowGrid

cdef Vec2 follow_field_force(const Vehicle* vehicle, const FlowGrid* grid, double look_ahead) noexcept nogil
# The gradient of gradient noise with lattice cells of length 1.
cdef Vec2 noise_gradient(uint64_t seed, double x, double y) noexcept nogil
