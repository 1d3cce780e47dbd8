"""The vehicle of steering behaviors (Reynolds 1999, "Steering Behaviors For Autonomous Characters"): a point mass in the plan, moved
and turned by one steering force."""
from libc.stdint cimport int64_t
from navpy.base.elementary cimport unit_vector
from navpy.base.vec2 cimport Vec2

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


cdef inline Vec2 parting_direction(int64_t number) noexcept nogil:
    """A unit vector, another one for each number by the golden angle: agents in one place separate along these."""
    return unit_vector(number * 2.399963229728653)
