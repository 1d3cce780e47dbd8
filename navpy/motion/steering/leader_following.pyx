"""Leader following (Reynolds 1999, "Steering Behaviors For Autonomous Characters")."""
from libc.math cimport fabs, sqrt
from libc.stdint cimport int64_t
from navpy.base.arguments cimport read_number, read_numbers
from navpy.motion.steering.steering cimport force_for
from navpy.motion.steering.vehicle cimport Vehicle, Vehicles, check_others, other, parting_direction, rows_of
from navpy.base.vec2 cimport Vec2, add, dot, left_of, length, scale, subtract, truncate, unit, vec2

cdef double SETTLING = 2.0              # seconds in which what is left of the way fades: four times those of a velocity, so none swings


cdef Vec2 follow_leader_force(const Vehicle* vehicle, const Vehicle* leader, double distance) noexcept nogil:
    """To a place behind the leader and along with it. Softly, as several share that place and have to give way: what is left
    of the way fades, and from afar the speed is one that half the force can brake: v² = s·a."""
    cdef Vec2 way = subtract(subtract(leader.position, scale(leader.heading, distance)), vehicle.position)
    cdef double left = length(way), speed = min(left / SETTLING, sqrt(left * vehicle.max_force / vehicle.mass))
    return force_for(vehicle, truncate(add(leader.velocity, scale(unit(way), speed)), vehicle.max_speed))


cdef Vec2 make_way_force(const Vehicle* vehicle, const Vehicle* leader, double room, double look_ahead) noexcept nogil:
    cdef Vec2 to = subtract(vehicle.position, leader.position), aside = left_of(leader.heading)
    cdef double speed = length(leader.velocity), ahead = dot(leader.heading, to), off = dot(aside, to)
    if not speed > 0.0 or ahead <= 0.0 or ahead > speed * look_ahead + room or fabs(off) >= room:
        return vec2(0.0, 0.0)
    return scale(aside, vehicle.max_force if off >= 0.0 else -vehicle.max_force)


cdef Vec2 keep_apart_force(const Vehicle* vehicle, int64_t number, const Vehicle* near, double room) noexcept nogil:
    """The harder the nearer, the whole force in one place."""
    cdef Vec2 away = subtract(vehicle.position, near.position)
    cdef double distance = length(away)
    if distance >= room:
        return vec2(0.0, 0.0)
    if distance == 0.0:
        away = parting_direction(number)
    return scale(unit(away), vehicle.max_force * (1.0 - distance / room))


def follow_leader(Vehicles vehicles not None, Vehicles leaders, distance, separation=1.0, look_ahead=1.0):
    """To ``distance`` metres behind a leader, one for all or one for each, and along with it; pushed apart where two followers are
    nearer than ``separation`` metres, and out of the leader's way who is in it: less than that to the side of where the leader
    goes in look_ahead seconds. Returns forces (n, 2) in newtons, at most max_force. ValueError: another shape, a number that is
    not finite or below 0."""
    import numpy as np
    cdef Py_ssize_t count = len(vehicles), i, k
    cdef const double[::1] behind = read_numbers("distance", distance, count, 0.0, 1e30)
    cdef double room = read_number("separation", separation, 0.0, 1e30)
    cdef double ahead = read_number("look_ahead", look_ahead, 0.0, 1e9)
    check_others("leaders", leaders, count)
    forces = np.empty((count, 2))
    cdef Vec2* out = rows_of(forces)
    cdef const Vehicle* vehicle
    cdef Vec2 force
    with nogil:
        for i in range(count):
            vehicle = &vehicles.vehicles[i]
            force = make_way_force(vehicle, other(leaders, i), room, ahead)
            if force.x == 0.0 and force.y == 0.0:
                force = follow_leader_force(vehicle, other(leaders, i), behind[i])
            for k in range(count):
                if k != i:
                    force = add(force, keep_apart_force(vehicle, i, &vehicles.vehicles[k], room))
            out[i] = truncate(force, vehicle.max_force)
    return forces
