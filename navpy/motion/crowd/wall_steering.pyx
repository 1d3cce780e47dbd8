"""Wall avoidance and wall following (Reynolds 1999, "Steering Behaviors For Autonomous Characters": containment, wall following) with
feelers: rays along the surface, which meet what a walker would meet."""
from libc.math cimport INFINITY, fabs, sqrt
from libcpp.memory cimport shared_ptr
from navpy.base.arguments cimport read_number, read_numbers
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, locate
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.steering.vehicle cimport Vehicle, Vehicles, rows_of, turned
from navpy.navmesh.navmesh cimport NavMesh
from navpy.mesh.half_edges cimport PortalGraph
from navpy.query.surface.flood cimport Flood
from navpy.navmesh.packed cimport packed_graph
from navpy.query.surface.surface cimport RayHit, raycast
from navpy.query.surface.wall_distance cimport WallHit, distance_to_wall
from navpy.navmesh.query_filter cimport QueryFilter
from navpy.base.vec2 cimport Vec2, add, det, dot, left_of, length, scale, square, subtract, truncate, unit, vec2

cdef double REGAINING = 0.5             # seconds in which speed along a wall makes up for speed lost towards it
cdef double SETTLING = 0.25             # seconds in which what is wrong with the distance to a wall fades
cdef double QUICKEST = 0.25             # seconds in which a velocity comes to be the desired one, at most


cdef bint feel(NavView nav, const NearestPoly* at, Vec2 ray, RayHit* hit, Wall* wall) noexcept nogil:
    """The wall that a ray from where one stands meets, and how far one is from the line along it; false where it meets none."""
    cdef double end[3]
    end[0], end[1], end[2] = at.point[0] + ray.x, at.point[1], at.point[2] - ray.y
    if not raycast(nav, at.poly, at.point, end, hit):
        return False
    wall.normal = vec2(hit.normal[0], -hit.normal[1])
    wall.distance = dot(wall.normal, vec2(at.point[0] - hit.point[0], hit.point[2] - at.point[2]))
    return True


# ---- avoidance ----

cdef bint is_open(const Wall* walls, int count, Vec2 direction) noexcept nogil:
    """Does a direction lead to none of the walls?"""
    cdef int i
    for i in range(count):
        if dot(walls[i].normal, direction) < -1e-9:
            return False
    return True


cdef Vec2 turn_aside(const Vehicle* vehicle, const Wall* walls, int count, const Wall* worst) noexcept nogil:
    """Along the worst wall, to the side that the vehicle goes to, left if to none, the speed that it loses towards it."""
    cdef Vec2 aside = left_of(worst.normal)
    cdef double along = dot(aside, vehicle.velocity)
    if along < 0.0 or (along == 0.0 and det(vehicle.heading, aside) <= 0.0):
        aside, along = scale(aside, -1.0), -along
    if not is_open(walls, count, aside):
        aside, along = scale(aside, -1.0), -along
        if not is_open(walls, count, aside):
            return vec2(0.0, 0.0)
    return scale(aside, vehicle.mass * (length(vehicle.velocity) - along) / REGAINING)


cdef Vec2 avoid_walls_force(NavView nav, const Vehicle* vehicle, const NearestPoly* at,
                            const Feeler* feelers, int count, double clearance) noexcept nogil:
    """Away from every wall that a feeler meets, with the steady force that has stopped the speed towards it ``clearance`` metres
    before it, v²/2s; what is left of the force turns the vehicle along the wall that needs most."""
    cdef Wall walls[MOST_FEELERS]
    cdef RayHit hit
    cdef Vec2 force = vec2(0.0, 0.0), aside
    cdef double towards, room, push, most = 0.0, rest
    cdef int i, worst = -1, met = 0
    for i in range(count):
        if not feel(nav, at, scale(turned(vehicle.heading, feelers[i].angle), feelers[i].length), &hit, &walls[met]):
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
        aside = turn_aside(vehicle, walls, met, &walls[worst])
        rest = sqrt(max(vehicle.max_force * vehicle.max_force - square(force), 0.0))
        force = truncate(add(force, truncate(aside, rest)), vehicle.max_force)
    return force


# ---- following ----

cdef Vec2 velocity_along(const Wall* wall, double side, double distance, double speed, double deceleration) noexcept nogil:
    """Along a wall on that side, at that speed, and towards the distance to keep, from afar as straight as can be."""
    cdef double wrong = distance - wall.distance
    cdef double away = min(speed, min(fabs(wrong) / SETTLING, sqrt(deceleration * fabs(wrong))))
    cdef Vec2 along = scale(left_of(wall.normal), side)
    return add(scale(wall.normal, away if wrong > 0.0 else -away), scale(along, sqrt(speed * speed - away * away)))


cdef bint wall_beside(NavView nav, Flood* flood, const NearestPoly* at, Vec2 ahead,
                      Wall* wall) except -1 nogil:
    """The wall nearest to a place that far ahead, or to where the way there ends; false where there is none."""
    cdef double end[3]
    cdef RayHit hit
    cdef WallHit near
    end[0], end[1], end[2] = at.point[0] + ahead.x, at.point[1], at.point[2] - ahead.y
    raycast(nav, at.poly, at.point, end, &hit)
    if not distance_to_wall(nav, flood, hit.poly, hit.point, INFINITY, &near):
        return False
    wall.normal, wall.distance = vec2(near.normal[0], -near.normal[1]), near.distance
    return True


cdef int follow_wall_force(NavView nav, Flood* flood, const Vehicle* vehicle,
                           const NearestPoly* at, double side, double distance, Vec2* force) except -1 nogil:
    """Along the nearest wall; the one that this leads to takes over where one would come nearer to it than the distance. No faster
    than half the force can hold on the circle round a corner. The velocity to have is that of the place where one is when it
    has come about, so that it does not come late."""
    cdef double limit = vehicle.max_force / vehicle.mass, speed = min(vehicle.max_speed, sqrt(0.5 * limit * distance)), reaction
    cdef Vec2 velocity, along
    cdef RayHit hit
    cdef Wall wall
    force[0] = vec2(0.0, 0.0)
    if not speed > 0.0:
        return 0
    reaction = min(QUICKEST, 0.25 * distance / speed)
    if not wall_beside(nav, flood, at, scale(vehicle.velocity, reaction), &wall):
        return 0
    velocity = velocity_along(&wall, side, distance, speed, 0.5 * limit)
    if feel(nav, at, scale(unit(velocity), distance + speed * (SETTLING + reaction) + speed * speed / limit), &hit, &wall):
        along = velocity_along(&wall, side, distance, speed, 0.5 * limit)
        if dot(wall.normal, velocity) < dot(wall.normal, along):
            velocity = along
    force[0] = truncate(scale(subtract(velocity, vehicle.velocity), vehicle.mass / reaction), vehicle.max_force)
    return 0


# ---- Python ----

cdef bint find_floor(NavView nav, const Vehicle* vehicle, double height, NearestPoly* at) noexcept nogil:
    cdef double place[3]
    cdef SearchExtents reach = default_extents(nav.mesh)
    place[0], place[1], place[2] = vehicle.position.x, height, -vehicle.position.y
    return locate(nav, place, &reach, at)


def avoid_walls(NavMesh mesh not None, Vehicles vehicles not None, heights, lengths=(2.0, 1.2, 1.2), angles=(0.0, 0.7, -0.7),
                clearance=0.0, QueryFilter filter=None):
    """Away from walls that feelers meet (Reynolds 1999, "Containment"): whoever has the force for it stops before each, or turns
    along it. heights: metres, one or (n,); lengths in metres and angles in radians from the heading: (k,), 16 feelers at most;
    clearance: metres to keep. A corner that sticks out between two feelers is not felt.

    Returns forces (n, 2) in newtons, at most max_force; 0 where no wall is met, or there is no floor (NavMesh.locate). ValueError: another
    shape, a number that is not finite, a length or clearance below 0, a filter of another mesh."""
    import numpy as np
    cdef shared_ptr[PortalGraph] held
    cdef const PortalGraph* graph = packed_graph(mesh, filter, &held)
    cdef Py_ssize_t count = len(vehicles), i
    cdef Py_ssize_t feeler_count = np.size(lengths)
    if not 0 < feeler_count <= MOST_FEELERS:
        raise ValueError(f"lengths: must be of 1 … {MOST_FEELERS} feelers, are {feeler_count}")
    cdef const double[::1] tall = read_numbers("heights", heights, count, -1e30, 1e30)
    cdef const double[::1] reach = read_numbers("lengths", lengths, feeler_count, 0.0, 1e30)
    cdef const double[::1] turns = read_numbers("angles", angles, feeler_count, -1e9, 1e9)
    cdef double room = read_number("clearance", clearance, 0.0, 1e30)
    cdef Feeler feelers[MOST_FEELERS]
    cdef NearestPoly at
    for i in range(feeler_count):
        feelers[i].length, feelers[i].angle = reach[i], turns[i]
    forces = np.zeros((count, 2))
    cdef Vec2* out = rows_of(forces)
    with nogil:
        for i in range(count):
            if find_floor(view_of(&mesh.view, graph), &vehicles.vehicles[i], tall[i], &at):
                out[i] = avoid_walls_force(view_of(&mesh.view, graph), &vehicles.vehicles[i], &at, feelers, <int>feeler_count, room)
    return forces


def follow_wall(NavMesh mesh not None, Vehicles vehicles not None, heights, side, distance, QueryFilter filter=None):
    """Along the nearest wall, keeping it ``distance`` metres (above 0) away on that side, "left" or "right", round corners of both
    kinds (Reynolds 1999, "Wall following"). heights: metres, one or (n,).

    Returns forces (n, 2) in newtons, at most max_force; 0 where there is no wall, or no floor (NavMesh.locate). ValueError: another
    shape, a number that is not finite, another side, a distance not above 0, a filter of another mesh."""
    import numpy as np
    cdef shared_ptr[PortalGraph] held
    cdef const PortalGraph* graph = packed_graph(mesh, filter, &held)
    cdef Py_ssize_t count = len(vehicles), i
    cdef const double[::1] tall = read_numbers("heights", heights, count, -1e30, 1e30)
    cdef const double[::1] keep = read_numbers("distance", distance, count, 1e-6, 1e30)
    if side not in ("left", "right"):
        raise ValueError(f"side: must be 'left' or 'right', is {side!r}")
    cdef double hand = 1.0 if side == "left" else -1.0
    cdef NearestPoly at
    cdef Flood flood
    forces = np.zeros((count, 2))
    cdef Vec2* out = rows_of(forces)
    with nogil:
        for i in range(count):
            if find_floor(view_of(&mesh.view, graph), &vehicles.vehicles[i], tall[i], &at):
                follow_wall_force(view_of(&mesh.view, graph), &flood, &vehicles.vehicles[i], &at, hand, keep[i], &out[i])
    return forces
