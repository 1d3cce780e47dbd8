"""Vectors of the plan, inline and header-only: x to the east, y to the north (−z of the world), so that angles and turns are those of
the textbooks, counter-clockwise seen from above."""
from libc.math cimport fabs, sqrt

cdef struct Vec2:
    double x, y                     # meters, meters a second, or newtons


cdef inline Vec2 vec2(double x, double y) noexcept nogil:
    cdef Vec2 out
    out.x, out.y = x, y
    return out


cdef inline Vec2 to_plan(const double* world) noexcept nogil:
    """A point or a velocity of the world in the plan."""
    return vec2(world[0], -world[2])


cdef inline void to_world(Vec2 plan, double height, double* world) noexcept nogil:
    """A point of the plan in the world at a height, its y. Of a velocity the height is 0."""
    world[0], world[1], world[2] = plan.x, height, -plan.y


cdef inline Vec2 mirrored(Vec2 a) noexcept nogil:
    """(x, −y): (x, z) of the world, as grids have it, in the plan, and back."""
    return vec2(a.x, -a.y)


cdef inline Vec2 add(Vec2 a, Vec2 b) noexcept nogil:
    return vec2(a.x + b.x, a.y + b.y)


cdef inline Vec2 subtract(Vec2 a, Vec2 b) noexcept nogil:
    return vec2(a.x - b.x, a.y - b.y)


cdef inline Vec2 scale(Vec2 a, double factor) noexcept nogil:
    return vec2(a.x * factor, a.y * factor)


cdef inline double dot(Vec2 a, Vec2 b) noexcept nogil:
    return a.x * b.x + a.y * b.y


cdef inline double det(Vec2 a, Vec2 b) noexcept nogil:
    """Above 0 where b points to the left of a."""
    return a.x * b.y - a.y * b.x


cdef inline Vec2 left_of(Vec2 a) noexcept nogil:
    """A quarter turn counter-clockwise."""
    return vec2(-a.y, a.x)


cdef inline double length(Vec2 a) noexcept nogil:
    return sqrt(a.x * a.x + a.y * a.y)


cdef inline double square(Vec2 a) noexcept nogil:
    return a.x * a.x + a.y * a.y


cdef inline Vec2 unit(Vec2 a) noexcept nogil:
    """Of length 1 in the same direction; 0 stays 0."""
    cdef double size = length(a)
    return vec2(a.x / size, a.y / size) if size > 0.0 else a


cdef inline Vec2 truncate(Vec2 a, double most) noexcept nogil:
    """In the same direction, no longer than that."""
    cdef double size = length(a)
    return scale(a, most / size) if size > most else a
