"""Obstacle avoidance and queueing (Reynolds 1999, "Steering Behaviors For Autonomous Characters"), which add to a vehicle's way what
keeps it from running into what is ahead."""
from libc.math cimport INFINITY, fabs, sqrt
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.arguments cimport read_number, read_numbers, read_rows
from navpy.motion.steering.steering cimport Circle, braking_distance, braking_speed, force_within, read_circles
from navpy.motion.steering.vehicle cimport Vehicle, Vehicles, rows_of, step_length
from navpy.base.vec2 cimport Vec2, add, det, dot, left_of, length, scale, square, subtract, truncate, unit, vec2

cdef double SUDDEN = 0.1                # seconds in which a slow vehicle comes to stand


cdef Vec2 evade_circle(const Vehicle* vehicle, double ahead, double aside, double reach) noexcept nogil:
    """To one side of a circle of radius ``reach``, ``ahead`` metres in front and ``aside`` to the left, whose border is straight
    ahead. The steady push that has left its breadth behind on getting there: gap = a/2·(distance/speed)². Where that is more
    than the force, brake: the slower, the less it takes."""
    cdef double distance = ahead - sqrt(reach * reach - aside * aside), gap = reach - fabs(aside)
    cdef double force = vehicle.max_force, speed = length(vehicle.velocity)
    if distance > 0.0:
        force = vehicle.mass * 2.0 * gap * (speed / distance) * (speed / distance)
    if not force < vehicle.max_force:
        force = speed / SUDDEN if not distance > 0.0 else max(speed / SUDDEN, speed * speed / (2.0 * distance))
        return scale(vehicle.heading, -min(vehicle.mass * force, vehicle.max_force))
    return scale(left_of(vehicle.heading), force if aside <= 0.0 else -force)


cdef Vec2 avoid_obstacles_force(const Vehicle* vehicle, const Circle* circles, int32_t count, double radius,
                                double look_ahead) noexcept nogil:
    """Away from the first circle that a body of that radius would touch in look_ahead seconds; out of one that it is in. Dead
    ahead the left is as good as the right, it goes left."""
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
            nearest, force = distance, evade_circle(vehicle, ahead, aside, reach)
    return force


cdef Vec2 velocity_after(const Vehicle* vehicle, Vec2 force, double dt) noexcept nogil:
    """Of a vehicle that turns at once."""
    cdef Vec2 change = scale(truncate(force, vehicle.max_force), dt / vehicle.mass)
    return truncate(add(vehicle.velocity, change), vehicle.max_speed)


cdef double speed_behind(const Vehicle* vehicle, Vec2 direction, const Vehicle* front, double radius, double gap,
                         double dt) noexcept nogil:
    """The safe speed of Gipps 1981 without a time of reaction, exact for steps of dt: even if the one in front brakes as hard as
    it can from now on, one still comes to a stop ``gap`` metres behind it. It is taken to brake no softer than oneself: then
    the two are nearest in the end, not on the way there. Ahead is what the own body's lane leads into."""
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
    """Where to brake and to turn is more than the force can do, it brakes."""
    cdef Vec2 velocity = velocity_after(vehicle, force, dt)
    if length(velocity) <= speed:
        return force
    velocity = scale(unit(velocity), speed)
    if length(subtract(velocity, vehicle.velocity)) * vehicle.mass > vehicle.max_force * dt:
        velocity = truncate(vehicle.velocity, speed)
    return force_within(vehicle, velocity, dt)


# ---- Python ----
# As in `steering`: forces (n, 2) in newtons, at most max_force; ValueError for another shape or a number out of its range.

def avoid_obstacles(Vehicles vehicles not None, circles, radius, look_ahead=1.0):
    """Away from the first of the circles, (m, 3), x, y and radius in metres, that a body of ``radius`` metres going straight on
    touches within look_ahead seconds (Reynolds 1999, "Obstacle avoidance"); 0 where none is. To the side that is nearer, as
    gently as suffices; where no force would suffice it brakes."""
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i
    cdef const double[::1] wide = read_numbers("radius", radius, count, 0.0, 1e30)
    cdef const double[::1] ahead = read_numbers("look_ahead", look_ahead, count, 0.0, 1e9)
    cdef vector[Circle] obstacles
    read_circles("circles", circles, &obstacles)
    forces = np.empty((count, 2))
    cdef Vec2* out = rows_of(forces)
    with nogil:
        for i in range(count):
            out[i] = avoid_obstacles_force(&vehicles.vehicles[i], obstacles.data(), <int32_t>obstacles.size(), wide[i], ahead[i])
    return forces


def queue(Vehicles vehicles not None, forces, radius, dt, gap=0.2):
    """What else pushes the vehicles, forces (n, 2) or (2,) in newtons, cut down so that they brake behind those ahead (Reynolds
    1999, "Queuing"). All are bodies of ``radius`` metres; one is ahead where another that goes on straight would touch it. A
    vehicle brakes so late that it just stops ``gap`` metres behind, even if the one ahead brakes as hard as it can (Gipps 1981,
    "A behavioural car-following model"). dt: seconds of the step that the forces are meant for."""
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i, k
    cdef const double[:, ::1] pushed = read_rows("forces", forces, count, 2, True)
    cdef double body = read_number("radius", radius, 0.0, 1e30)
    cdef double space = read_number("gap", gap, 0.0, 1e30)
    cdef double seconds = step_length(dt), speed
    cdef Vec2 force, direction
    result = np.empty((count, 2))
    cdef Vec2* out = rows_of(result)
    with nogil:
        for i in range(count):
            force, speed = truncate(vec2(pushed[i, 0], pushed[i, 1]), vehicles.vehicles[i].max_force), INFINITY
            direction = unit(velocity_after(&vehicles.vehicles[i], force, seconds))
            for k in range(count):
                if k != i:
                    speed = min(speed, speed_behind(&vehicles.vehicles[i], direction, &vehicles.vehicles[k], body, space, seconds))
            out[i] = queue_force(&vehicles.vehicles[i], force, speed, seconds)
    return result
