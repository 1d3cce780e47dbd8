"""Minimizes |v − preferred|² + Σ weight · depth(v)², where depth is the distance of v outside of a half-plane, 0 inside.

The function is convex and quadratic in pieces. Newton's method solves the quadratic function of the lines that the last velocity was
outside of, until these lines stay the same (an active set method; Nocedal & Wright, "Numerical Optimization", chapter 16)."""
from libc.stdint cimport int32_t, uint64_t

from navpy.base.vec2 cimport Vec2, truncate, vec2
from navpy.motion.avoidance.linear_program cimport Line

cdef enum:
    ROUNDS = 10                         # of Newton's method at most; it mostly ends after three


cdef Vec2 solve_quadratic(const Line* lines, const double* weights, int32_t count, double max_speed, Vec2 preferred) noexcept nogil:
    cdef Vec2 v = preferred
    cdef double xx, xy, yy, x, y, nx, ny, on_line, weight, inverse
    cdef uint64_t active, before = 0
    cdef bint outside
    cdef int32_t i
    for _round in range(ROUNDS):
        xx, xy, yy, x, y, active = 1.0, 0.0, 1.0, preferred.x, preferred.y, 0
        for i in range(count):          # without branches, which would be predicted wrong too often
            nx, ny = -lines[i].direction.y, lines[i].direction.x            # into the half-plane
            on_line = nx * lines[i].point.x + ny * lines[i].point.y
            outside = nx * v.x + ny * v.y < on_line
            weight = outside * weights[i]
            active ^= outside * (<uint64_t>i + 1) * <uint64_t>0x9e3779b97f4a7c15
            xx += nx * weight * nx
            xy += nx * weight * ny
            yy += ny * weight * ny
            x += nx * weight * on_line
            y += ny * weight * on_line
        if active == before:
            break
        before = active
        inverse = 1.0 / (xx * yy - xy * xy)
        v = vec2((yy * x - xy * y) * inverse, (xx * y - xy * x) * inverse)
    return truncate(v, max_speed)
