"""Combination of several steering forces of one agent: weighted sum, priority arbitration, prioritized dithering."""
from libc.stdint cimport int32_t, uint64_t
from navpy.base.vec2 cimport Vec2

# forces: newtons, of one agent, in the order of their priorities.
cdef Vec2 sum_forces(const Vec2* forces, const double* weights, int32_t count, double max_force) noexcept nogil
cdef Vec2 prioritize_forces(const Vec2* forces, int32_t count, double max_force) noexcept nogil
cdef Vec2 dither_forces(const Vec2* forces, const double* probabilities, int32_t count, double max_force, uint64_t seed,
                        uint64_t agent, uint64_t step) noexcept nogil
