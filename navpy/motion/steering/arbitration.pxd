"""Several steering forces on one agent become one: weighted sum, priority arbitration, prioritised dithering."""
from libc.stdint cimport int32_t, uint64_t
from navpy.base.vec2 cimport Vec2

# One agent; its forces (newtons) lie one after the other, in order of priority where that counts:
cdef Vec2 sum_forces(const Vec2* forces, const double* weights, int32_t count, double max_force) noexcept nogil
cdef Vec2 prioritise_forces(const Vec2* forces, int32_t count, double max_force) noexcept nogil
cdef Vec2 dither_forces(const Vec2* forces, const double* probabilities, int32_t count, double max_force, uint64_t seed,
                        uint64_t agent, uint64_t step) noexcept nogil
