"""Combination of several steering forces of one agent: weighted sum, priority arbitration, prioritized dithering."""
from libc.stdint cimport int32_t, uint64_t

from navpy.motion.steering.steering cimport uniform
from navpy.base.splitmix cimport splitmix
from navpy.base.vec2 cimport Vec2, add, length, scale, truncate, vec2

cdef Vec2 sum_forces(const Vec2* forces, const double* weights, int32_t count, double max_force) noexcept nogil:
    """The weighted sum, truncated."""
    cdef Vec2 total = vec2(0.0, 0.0)
    cdef int32_t i
    for i in range(count):
        total = add(total, scale(forces[i], weights[i]))
    return truncate(total, max_force)


cdef Vec2 prioritize_forces(const Vec2* forces, int32_t count, double max_force) noexcept nogil:
    """Reynolds 1987, prioritized acceleration allocation: add the forces in order until their magnitudes exhaust the budget. The
    magnitudes count and not the length of the sum. Otherwise a canceled force would return its budget, and a third force could turn
    the result round."""
    cdef Vec2 total = vec2(0.0, 0.0)
    cdef double left = max_force, size
    cdef int32_t i
    for i in range(count):
        size = length(forces[i])
        if size >= left:
            return add(total, truncate(forces[i], left))
        total = add(total, forces[i])
        left -= size
    return total


cdef Vec2 dither_forces(const Vec2* forces, const double* probabilities, int32_t count, double max_force, uint64_t seed,
                        uint64_t agent, uint64_t step) noexcept nogil:
    """The first force that is not 0 and whose random number is below its probability, alone; 0 where there is none."""
    cdef int32_t i
    for i in range(count):
        if (forces[i].x != 0.0 or forces[i].y != 0.0) and uniform(splitmix(splitmix(seed) + agent), step, i) < probabilities[i]:
            return truncate(forces[i], max_force)
    return vec2(0.0, 0.0)
