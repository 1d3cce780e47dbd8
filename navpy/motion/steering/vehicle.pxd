"""The vehicle of steering behaviors (Reynolds 1999, "Steering Behaviors For Autonomous Characters"): a point mass in the plan, moved and
turned by one steering force."""
from libc.math cimport atan2, cos, fabs, sin
from libc.stdint cimport int64_t
from navpy.base.vec2 cimport Vec2, det, dot, vec2

cdef struct Vehicle:
    Vec2 position                   # meters
    Vec2 velocity                   # meters a second
    Vec2 heading                    # unit; the direction of the velocity, or of the last one of a vehicle at rest
    double mass                     # kilograms, above 0
    double max_speed                # meters a second
    double max_force                # newtons
    double max_turn_rate            # radians a second; infinite: the vehicle turns at once

# A vehicle at rest, heading east, if its velocity is too small to have a direction.
cdef void set_velocity(Vehicle* vehicle, Vec2 velocity) noexcept nogil
# The only function that applies a force.
cdef void move_vehicle(Vehicle* vehicle, Vec2 force, double dt) noexcept nogil


cdef inline double angle_between(Vec2 a, Vec2 b) noexcept nogil:
    """Radians from a to b, above 0 counter-clockwise, π where they are opposite."""
    cdef double turned = det(a, b), along = dot(a, b)
    return atan2(fabs(turned) if along < 0.0 and turned == 0.0 else turned, along)


cdef inline Vec2 parting_direction(int64_t number) noexcept nogil:
    """A unit vector, another one for each number by the golden angle: agents in one place separate along these."""
    return vec2(cos(number * 2.399963229728653), sin(number * 2.399963229728653))


cdef inline Vec2 turned(Vec2 a, double angle) noexcept nogil:
    cdef double c = cos(angle), s = sin(angle)
    return vec2(a.x * c - a.y * s, a.x * s + a.y * c)
