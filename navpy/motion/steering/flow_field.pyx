"""Flow field following (Reynolds 1999) on sampled fields, and gradient noise (Perlin 2002, "Improving Noise"), the curl of which is a
field without sources and sinks (Bridson, Hourihan & Nordenstam 2007, "Curl-Noise for Procedural Fluid Flow")."""
from libc.math cimport M_PI, floor
from libc.stdint cimport int64_t, uint64_t
from navpy.motion.steering.steering cimport force_for, uniform
from navpy.motion.steering.vehicle cimport Vehicle
from navpy.base.elementary cimport unit_vector
from navpy.base.vec2 cimport Vec2, add, dot, scale, truncate, vec2
from navpy.grid.flow_sampling cimport FlowGrid, sample_flow


cdef Vec2 follow_field_force(const Vehicle* vehicle, const FlowGrid* grid, double look_ahead) noexcept nogil:
    """The desired velocity is the field's at the position in look_ahead seconds."""
    cdef Vec2 velocity = sample_flow(grid, add(vehicle.position, scale(vehicle.velocity, look_ahead)))
    return force_for(vehicle, truncate(velocity, vehicle.max_speed))


# ---- gradient noise ----

cdef inline Vec2 lattice_gradient(uint64_t seed, int64_t column, int64_t row) noexcept nogil:
    cdef double angle = 2.0 * M_PI * uniform(seed, <uint64_t>column, <uint64_t>row)
    return unit_vector(angle)


cdef inline double fade(double t) noexcept nogil:
    return t * t * t * (t * (6.0 * t - 15.0) + 10.0)


cdef inline double fade_slope(double t) noexcept nogil:
    return 30.0 * t * t * (t - 1.0) * (t - 1.0)


cdef Vec2 noise_gradient(uint64_t seed, double x, double y) noexcept nogil:
    """Derivatives by x and y of the noise Σ weight(corner) · gradient(corner) · (place − corner) over the corners of a cell."""
    cdef double column = floor(x), row = floor(y), u = x - column, v = y - row, wx, wy, value
    cdef Vec2 gradient, out = vec2(0.0, 0.0)
    cdef int i, k
    for i in range(2):
        for k in range(2):
            gradient = lattice_gradient(seed, <int64_t>column + i, <int64_t>row + k)
            value = dot(gradient, vec2(u - i, v - k))
            wx, wy = fade(u) if i else 1.0 - fade(u), fade(v) if k else 1.0 - fade(v)
            out = add(out, scale(gradient, wx * wy))
            out.x += value * wy * (fade_slope(u) if i else -fade_slope(u))
            out.y += value * wx * (fade_slope(v) if k else -fade_slope(v))
    return out
