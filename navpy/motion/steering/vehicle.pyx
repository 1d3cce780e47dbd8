"""The simple vehicle model of Reynolds 1999: mass, a force, and limits of force, speed and turn rate."""
from libc.math cimport fabs, isfinite
from navpy.base.elementary cimport angle_between, turned
from navpy.base.vec2 cimport Vec2, add, dot, length, scale, truncate, unit, vec2

cdef double ROUNDING = 1e-12            # relative size of what rounding may leave of two vectors that cancel
cdef double SLOWEST = 1e-150            # m/s; the square of a smaller speed underflows, so it has no direction


cdef void set_velocity(Vehicle* vehicle, Vec2 velocity) noexcept nogil:
    vehicle.velocity, vehicle.heading = velocity, unit(velocity)
    if length(velocity) < SLOWEST:
        vehicle.velocity, vehicle.heading = vec2(0.0, 0.0), vec2(1.0, 0.0)


cdef void move_vehicle(Vehicle* vehicle, Vec2 force, double dt) noexcept nogil:
    """One step of semi-implicit Euler integration: the velocity first, then the position by the new velocity.

    The heading turns towards the new velocity. Where it may not turn as far, the vehicle keeps the velocity's component along the
    heading, as wheels that do not slip. A vehicle at rest so turns on the spot, and to the left for a half turn. A force that is not
    finite and a time step of 0 do nothing."""
    cdef Vec2 change, wanted
    cdef double angle, limit, speed
    if not (dt > 0.0 and isfinite(force.x) and isfinite(force.y)):
        return
    change = scale(truncate(force, vehicle.max_force), dt / vehicle.mass)
    wanted = add(vehicle.velocity, change)
    speed = length(wanted)
    if speed <= ROUNDING * (length(vehicle.velocity) + length(change)) or speed < SLOWEST:
        vehicle.velocity = vec2(0.0, 0.0)
        return
    limit = vehicle.max_turn_rate * dt
    angle = angle_between(vehicle.heading, wanted)
    if fabs(angle) <= limit:
        vehicle.heading = unit(wanted)
    else:
        vehicle.heading = unit(turned(vehicle.heading, limit if angle > 0.0 else -limit))
        speed = max(dot(wanted, vehicle.heading), 0.0)
        wanted = scale(vehicle.heading, speed)
    if speed > vehicle.max_speed:
        wanted = scale(vehicle.heading, vehicle.max_speed)
    vehicle.velocity = wanted
    vehicle.position = add(vehicle.position, scale(wanted, dt))
