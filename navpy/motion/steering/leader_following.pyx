"""Leader following (Reynolds 1999, "Steering Behaviors For Autonomous Characters")."""
from libc.math cimport fabs, sqrt
from libc.stdint cimport int64_t
from navpy.motion.steering.steering cimport force_for
from navpy.motion.steering.vehicle cimport Vehicle, parting_direction
from navpy.base.vec2 cimport Vec2, add, dot, left_of, length, scale, subtract, truncate, unit, vec2

# seconds, time constant of the distance: four times that of the velocity, so it does not oscillate
cdef double SETTLING_TIME = 2.0


cdef Vec2 follow_leader_force(const Vehicle* vehicle, const Vehicle* leader, double distance) noexcept nogil:
    """Arrive at a place behind the leader and keep up with it. The approach is soft, as several followers share that place and have to
    give way. The distance decays exponentially, and from afar half of the force could brake the speed: v² = s · a."""
    cdef Vec2 way = subtract(subtract(leader.position, scale(leader.heading, distance)), vehicle.position)
    cdef double left = length(way), speed = min(left / SETTLING_TIME, sqrt(left * vehicle.max_force / vehicle.mass))
    return force_for(vehicle, truncate(add(leader.velocity, scale(unit(way), speed)), vehicle.max_speed))


cdef Vec2 make_way_force(const Vehicle* vehicle, const Vehicle* leader, double room, double look_ahead) noexcept nogil:
    cdef Vec2 to = subtract(vehicle.position, leader.position), aside = left_of(leader.heading)
    cdef double speed = length(leader.velocity), ahead = dot(leader.heading, to), off = dot(aside, to)
    if not speed > 0.0 or ahead <= 0.0 or ahead > speed * look_ahead + room or fabs(off) >= room:
        return vec2(0.0, 0.0)
    return scale(aside, vehicle.max_force if off >= 0.0 else -vehicle.max_force)


cdef Vec2 keep_apart_force(const Vehicle* vehicle, int64_t number, const Vehicle* near, double room) noexcept nogil:
    """Stronger the nearer, max_force in one place."""
    cdef Vec2 away = subtract(vehicle.position, near.position)
    cdef double distance = length(away)
    if distance >= room:
        return vec2(0.0, 0.0)
    if distance == 0.0:
        away = parting_direction(number)
    return scale(unit(away), vehicle.max_force * (1.0 - distance / room))
