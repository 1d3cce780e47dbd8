"""The velocity with the least cost against a preferred velocity and weighted half-planes. Linear programs (linear_program) jump from a
corner of the permitted region to another, or find the region empty; this velocity changes smoothly."""
from libc.stdint cimport int32_t
from navpy.base.vec2 cimport Vec2
from navpy.motion.avoidance.linear_program cimport Line

cdef Vec2 solve_quadratic(const Line* lines, const double* weights, int32_t count, double max_speed, Vec2 preferred) noexcept nogil
