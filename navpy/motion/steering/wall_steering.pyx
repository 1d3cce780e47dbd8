"""Containment, wall following, and walls in context maps (Reynolds 1999, "Steering Behaviors For Autonomous Characters"). Feelers are
rays along the surface, so they meet the walls that a vehicle would meet."""
from libc.math cimport INFINITY, fabs, sqrt
from libc.stdint cimport int32_t

from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.motion.steering.context_steering cimport ContextMaps
from navpy.motion.steering.vehicle cimport Vehicle
from navpy.query.surface.flood cimport Flood
from navpy.query.surface.raycast cimport RayHit, raycast
from navpy.query.surface.wall_distance cimport WallHit, distance_to_wall
from navpy.base.elementary cimport turned, unit_vector
from navpy.base.vec2 cimport Vec2, add, det, dot, left_of, length, mirrored, scale, square, subtract, to_plan, truncate, unit, vec2

cdef double SPEED_RECOVERY_TIME = 0.5   # seconds in which speed along a wall replaces the speed lost towards it
cdef double DISTANCE_TIME = 0.25        # seconds: time constant with which an error of the distance to a wall decays
cdef double MOST_REACTION_TIME = 0.25   # seconds in which the velocity becomes the desired one


cdef bint cast_feeler(NavView nav, const NearestPoly* at, Vec2 ray, RayHit* hit, FeelerWall* wall) noexcept nogil:
    """Returns False if the ray meets no wall."""
    cdef double end[3]
    end[0], end[1], end[2] = at.point[0] + ray.x, at.point[1], at.point[2] - ray.y
    if not raycast(nav, at.poly, at.point, end, hit):
        return False
    wall.normal = mirrored(vec2(hit.normal[0], hit.normal[1]))
    wall.distance = dot(wall.normal, subtract(to_plan(at.point), to_plan(hit.point)))
    return True


# ---- avoidance ----

cdef bint is_open(const FeelerWall* walls, int count, Vec2 direction) noexcept nogil:
    """True if a direction leads towards none of the walls."""
    cdef int i
    for i in range(count):
        if dot(walls[i].normal, direction) < -1e-9:
            return False
    return True


cdef Vec2 turn_along(const Vehicle* vehicle, const FeelerWall* walls, int count, const FeelerWall* worst) noexcept nogil:
    """The force along the worst wall that recovers the speed lost towards it: to the side that the vehicle moves to, to the left if it
    moves to neither, to the other side if a wall is there; 0 between walls on both sides."""
    cdef Vec2 aside = left_of(worst.normal)
    cdef double along = dot(aside, vehicle.velocity)
    if along < 0.0 or (along == 0.0 and det(vehicle.heading, aside) <= 0.0):
        aside, along = scale(aside, -1.0), -along
    if not is_open(walls, count, aside):
        aside, along = scale(aside, -1.0), -along
        if not is_open(walls, count, aside):
            return vec2(0.0, 0.0)
    return scale(aside, vehicle.mass * (length(vehicle.velocity) - along) / SPEED_RECOVERY_TIME)


cdef Vec2 avoid_walls_force(NavView nav, const Vehicle* vehicle, const NearestPoly* at,
                            const Feeler* feelers, int count, double clearance) noexcept nogil:
    """Away from every wall that a feeler meets, with the constant force that stops the speed v towards it within the room s, m v² / 2
    s. The rest of the maximum force turns the vehicle along the wall that needs most force."""
    cdef FeelerWall walls[MOST_FEELERS]
    cdef RayHit hit
    cdef Vec2 force = vec2(0.0, 0.0), aside
    cdef double towards, room, push, most = 0.0, rest
    cdef int i, worst = -1, met = 0
    for i in range(count):
        if not cast_feeler(nav, at, scale(turned(vehicle.heading, feelers[i].angle), feelers[i].length), &hit, &walls[met]):
            continue
        towards, room = -dot(vehicle.velocity, walls[met].normal), walls[met].distance - clearance
        if towards > 0.0:
            push = vehicle.max_force
            if room > 0.0:
                push = min(push, vehicle.mass * towards * towards / (2.0 * room))
            if push > most:
                most, worst = push, met
            push -= dot(force, walls[met].normal)
            if push > 0.0:
                force = add(force, scale(walls[met].normal, push))
        met += 1
    force = truncate(force, vehicle.max_force)
    if worst >= 0:
        aside = turn_along(vehicle, walls, met, &walls[worst])
        rest = sqrt(max(vehicle.max_force * vehicle.max_force - square(force), 0.0))
        force = truncate(add(force, truncate(aside, rest)), vehicle.max_force)
    return force


# ---- following ----

cdef Vec2 velocity_along_wall(const FeelerWall* wall, double side, double distance, double speed, double deceleration) noexcept nogil:
    """At a speed along a wall on a side and towards the distance to keep, from afar straight towards the wall."""
    cdef double error = distance - wall.distance
    cdef double away = min(speed, min(fabs(error) / DISTANCE_TIME, sqrt(deceleration * fabs(error))))
    cdef Vec2 along = scale(left_of(wall.normal), side)
    return add(scale(wall.normal, away if error > 0.0 else -away), scale(along, sqrt(speed * speed - away * away)))


cdef bint wall_beside(NavView nav, Flood* flood, const NearestPoly* at, Vec2 ahead, FeelerWall* wall) except -1 nogil:
    """The wall nearest to a place ahead, or to the point where the way to that place ends. Returns False if there is no wall."""
    cdef double end[3]
    cdef RayHit hit
    cdef WallHit near
    end[0], end[1], end[2] = at.point[0] + ahead.x, at.point[1], at.point[2] - ahead.y
    raycast(nav, at.poly, at.point, end, &hit)
    if not distance_to_wall(nav, flood, hit.poly, hit.point, INFINITY, &near):
        return False
    wall.normal, wall.distance = mirrored(vec2(near.normal[0], near.normal[1])), near.distance
    return True


cdef int follow_wall_force(NavView nav, Flood* flood, const Vehicle* vehicle,
                           const NearestPoly* at, double side, double distance, Vec2* force) except -1 nogil:
    """Along the nearest wall, with at most the speed that half the force can hold on a circle of that distance around a corner."""
    cdef double limit = vehicle.max_force / vehicle.mass, speed = min(vehicle.max_speed, sqrt(0.5 * limit * distance)), reaction
    cdef Vec2 velocity, along
    cdef RayHit hit
    cdef FeelerWall wall
    force[0] = vec2(0.0, 0.0)
    if not speed > 0.0:
        return 0
    # 1. The velocity along the nearest wall, from where the vehicle will be when it has that velocity.
    reaction = min(MOST_REACTION_TIME, 0.25 * distance / speed)
    if not wall_beside(nav, flood, at, scale(vehicle.velocity, reaction), &wall):
        return 0
    velocity = velocity_along_wall(&wall, side, distance, speed, 0.5 * limit)
    # 2. A wall ahead takes over where the vehicle would come nearer to it than the distance.
    if cast_feeler(nav, at, scale(unit(velocity), distance + speed * (DISTANCE_TIME + reaction) + speed * speed / limit), &hit, &wall):
        along = velocity_along_wall(&wall, side, distance, speed, 0.5 * limit)
        if dot(wall.normal, velocity) < dot(wall.normal, along):
            velocity = along
    # 3. The force that leads to this velocity.
    force[0] = truncate(scale(subtract(velocity, vehicle.velocity), vehicle.mass / reaction), vehicle.max_force)
    return 0


# ---- danger ----

cdef inline void add_danger(double* danger, int32_t slot, double value) noexcept nogil:
    danger[slot] = max(danger[slot], value)


cdef void write_wall_danger(NavView nav, const NearestPoly* at, ContextMaps* maps, int32_t agent, double look_ahead) noexcept nogil:
    """The danger of a slot is 1 − free distance / look_ahead, with the least free distance along the middle and the sides of its
    sector."""
    cdef double* danger = maps.danger.data() + <size_t>agent * maps.slots
    cdef double angle
    cdef RayHit hit
    cdef FeelerWall wall
    cdef int32_t ray
    for ray in range(2 * maps.slots):               # two a sector: its middle, and the side that it shares with the next one
        angle = 0.5 * ray * maps.width
        if cast_feeler(nav, at, scale(unit_vector(angle), look_ahead), &hit, &wall):
            add_danger(danger, ray // 2, 1.0 - hit.t)
            if ray % 2 == 1:
                add_danger(danger, (ray // 2 + 1) % maps.slots, 1.0 - hit.t)
