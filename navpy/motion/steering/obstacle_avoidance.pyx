"""Obstacle avoidance and queuing (Reynolds 1999, "Steering Behaviors For Autonomous Characters")."""
from libc.math cimport INFINITY, fabs, sqrt
from libc.stdint cimport int32_t
from navpy.motion.steering.steering cimport Circle, braking_distance, braking_speed, force_within
from navpy.motion.steering.vehicle cimport Vehicle
from navpy.base.vec2 cimport Vec2, add, det, dot, left_of, length, scale, square, subtract, truncate, unit, vec2

cdef double STOPPING_TIME = 0.1         # seconds in which a slow vehicle stops


cdef Vec2 avoid_circle(const Vehicle* vehicle, double ahead, double aside, double reach) noexcept nogil:
    """The force round a circle of radius ``reach``, ``ahead`` meters in front and ``aside`` meters to the left, which is in the way.
    It is the constant lateral force that moves the vehicle by the gap until it is there: gap = a / 2 · (distance / speed)². Where that
    is more than max_force the vehicle brakes, the less force the slower it is."""
    cdef double distance = ahead - sqrt(reach * reach - aside * aside), gap = reach - fabs(aside)
    cdef double force = vehicle.max_force, speed = length(vehicle.velocity)
    if distance > 0.0:
        force = vehicle.mass * 2.0 * gap * (speed / distance) * (speed / distance)
    if not force < vehicle.max_force:
        force = speed / STOPPING_TIME if not distance > 0.0 else max(speed / STOPPING_TIME, speed * speed / (2.0 * distance))
        return scale(vehicle.heading, -min(vehicle.mass * force, vehicle.max_force))
    return scale(left_of(vehicle.heading), force if aside <= 0.0 else -force)


cdef Vec2 avoid_obstacles_force(const Vehicle* vehicle, const Circle* circles, int32_t count, double radius,
                                double look_ahead) noexcept nogil:
    """Of two equally good sides the left."""
    cdef double ahead, aside, reach, distance, nearest = length(vehicle.velocity) * look_ahead
    cdef Vec2 to, force = vec2(0.0, 0.0)
    cdef int32_t i
    for i in range(count):
        to, reach = subtract(circles[i].center, vehicle.position), circles[i].radius + radius
        if square(to) < reach * reach:
            return scale(unit(to) if square(to) > 0.0 else vehicle.heading, -vehicle.max_force)
        ahead, aside = dot(vehicle.heading, to), det(vehicle.heading, to)
        if ahead <= 0.0 or fabs(aside) >= reach:
            continue
        distance = ahead - sqrt(reach * reach - aside * aside)
        if distance < nearest:
            nearest, force = distance, avoid_circle(vehicle, ahead, aside, reach)
    return force


cdef Vec2 velocity_after(const Vehicle* vehicle, Vec2 force, double dt) noexcept nogil:
    cdef Vec2 change = scale(truncate(force, vehicle.max_force), dt / vehicle.mass)
    return truncate(add(vehicle.velocity, change), vehicle.max_speed)


cdef double safe_following_speed(const Vehicle* vehicle, Vec2 direction, const Vehicle* front, double radius, double gap,
                                 double dt) noexcept nogil:
    """The safe speed of Gipps 1981 without a reaction time, exact for steps of dt: if the one in front brakes as hard as it can, the
    vehicle still stops ``gap`` meters behind it. The one in front is assumed to brake no softer than the vehicle; then the two are
    nearest at the end."""
    cdef Vec2 to = subtract(front.position, vehicle.position)
    cdef double step = vehicle.max_force * dt / vehicle.mass, front_step = max(front.max_force * dt / front.mass, step)
    cdef double ahead = dot(direction, to), goes = dot(direction, front.velocity) - front_step
    if ahead <= 0.0 or fabs(det(direction, to)) >= 2.0 * radius:
        return INFINITY
    ahead -= 2.0 * radius + gap
    if goes > 0.0:
        ahead += braking_distance(goes, front_step, dt)
    return braking_speed(ahead, step, dt)


cdef Vec2 queue_force(const Vehicle* vehicle, Vec2 force, double speed, double dt) noexcept nogil:
    """It brakes only, if to brake and to turn takes more than the force."""
    cdef Vec2 velocity = velocity_after(vehicle, force, dt)
    if length(velocity) <= speed:
        return force
    velocity = scale(unit(velocity), speed)
    if length(subtract(velocity, vehicle.velocity)) * vehicle.mass > vehicle.max_force * dt:
        velocity = truncate(vehicle.velocity, speed)
    return force_within(vehicle, velocity, dt)
