"""Following a path (Reynolds 1999): keep to the leg, turn corners, choose a velocity. Nothing is searched here.

An agent walks straight legs from corner to corner. A leg is known to be clear of walls: the path says so, or a ray along
the navmesh did. Pushed off it, a ray tells whether the next corner is still in sight. Heights never count for progress,
only the ray sees them: a corner on another storey is not in sight.

Where a link begins the agent goes right up to it and then crosses it straight through the air, looking at no floor. What it
began it finishes, whatever becomes of its request or the navmesh: in the air there is no other way to stand somewhere."""
from libc.math cimport INFINITY, fabs, sqrt
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy
from libcpp.algorithm cimport sort, unique
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, REASON_NONE, STATUS_SUCCESS, PolyRef
from navpy.base.geom cimport border_tolerance, closest_on_segment, distance2, distance3, is_point
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, locate
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.crowd.agent cimport POST_FUNNEL, Agent, AgentParams
from navpy.motion.steering.steering cimport velocity_to_arrive
from navpy.motion.crowd.walkable cimport FLOOR_TOLERANCE, REACHED, graph_of, graph_under, has_straight_way
from navpy.mesh.half_edges cimport PortalGraph
from navpy.query.surface.surface cimport RayHit, raycast
from navpy.base.vec2 cimport Vec2, truncate, vec2

cdef double LED_REACHED = 0.1           # metres, likewise, of one that is led: a stride, and less than any radius
cdef double LEG_TOLERANCE = 0.05        # metres off its leg at which an agent looks whether it is still clear
cdef double PATIENCE = 1.0              # seconds that a body on a link may come no nearer to its end


# ---- corners and legs ----

cdef inline int32_t corner_count(const FollowedPath* path) noexcept nogil:
    return <int32_t>(path.points.size() // 3)


cdef inline double* corner_at(FollowedPath* path, int32_t corner) noexcept nogil:
    return path.points.data() + 3 * corner


cdef inline void place_over(const Agent* agent, const double* point, double* out) noexcept nogil:
    """Where the agent's origin is when it stands on a point."""
    out[0], out[1], out[2] = point[0], point[1] + agent.lift, point[2]


cdef inline double to_landing(const Agent* agent) noexcept nogil:
    """Metres in space from the agent to the end of the link that it is crossing."""
    cdef double end[3]
    place_over(agent, agent.landing, end)
    return distance3(agent.position, end)


cdef inline double to_corner(const Agent* agent, FollowedPath* path) noexcept nogil:
    """Metres from the agent to the corner it walks to, in the ground plane, on a link in space."""
    cdef const double* corner = corner_at(path, agent.next_corner)
    if agent.link >= 0:
        return to_landing(agent)
    return distance2(agent.position[0], agent.position[2], corner[0], corner[2])


cdef inline double leg_length(FollowedPath* path, int32_t corner) noexcept nogil:
    """Metres from a corner to the next, in the ground plane, on a link in space."""
    cdef const double* a = corner_at(path, corner)
    return distance3(a, a + 3) if path.links[corner] >= 0 else distance2(a[0], a[2], a[3], a[5])


cdef inline double reached_distance(const Agent* agent) noexcept nogil:
    """Metres at which a body that keeps its place in float32 stands on a point."""
    return REACHED + border_tolerance(agent.position[0], agent.position[2])


cdef inline double link_reach(const Agent* agent) noexcept nogil:
    """Metres in the ground plane from either end of a link at which an agent is there."""
    return min(agent.params.path_desired_distance, agent.params.radius) if agent.is_led else 0.0


cdef void start_leg(Agent* agent, FollowedPath* path, int32_t corner) noexcept nogil:
    """From here on straight to the given corner, across a link if that leads there."""
    cdef int32_t i
    memcpy(agent.leg, agent.position, sizeof(agent.leg))
    if corner == agent.next_corner:
        return
    agent.course[0], agent.course[1] = agent.position[0], agent.position[2]
    agent.next_corner, agent.rest = corner, 0.0
    for i in range(corner, corner_count(path) - 1):
        agent.rest += leg_length(path, i)
    if agent.link < 0 and corner > 0 and path.links[corner - 1] >= 0:
        agent.link = path.links[corner - 1]
        memcpy(agent.takeoff, corner_at(path, corner - 1), sizeof(agent.takeoff))
        memcpy(agent.landing, corner_at(path, corner), sizeof(agent.landing))
        agent.headway, agent.stuck = INFINITY, 0.0


cdef void start_path(Agent* agent, FollowedPath* path) noexcept nogil:
    """Off to the first corner of a path that begins where the agent is; on a link, with that link."""
    agent.next_corner, agent.detour_end = -1, 0
    start_leg(agent, path, 1 if corner_count(path) > 1 and (path.links[0] < 0 or agent.link >= 0) else 0)
    agent.distance_left = to_corner(agent, path) + agent.rest


cdef bint judge(Agent* agent, FollowedPath* path) noexcept nogil:
    """Measure what is left of the way, say SUCCESS when it is little enough; true at the very end of the path."""
    cdef double reached = reached_distance(agent)
    agent.distance_left = to_corner(agent, path) + agent.rest
    if agent.distance_left <= max(agent.params.target_desired_distance, reached):
        agent.status = STATUS_SUCCESS
    return agent.distance_left <= reached


# ---- seeing along the navmesh ----

cdef bint look(const MeshView* mesh, const double* point, NearestPoly* at) noexcept nogil:
    cdef SearchExtents reach = default_extents(mesh)
    return locate(view_of(mesh, mesh.graph), point, &reach, at)


cdef void remember(Agent* agent, const NearestPoly* at) noexcept nogil:
    agent.poly, agent.lift = at.poly, agent.position[1] - at.point[1]
    memcpy(agent.ground, at.point, sizeof(agent.ground))


cdef bint stand(const MeshView* mesh, Agent* agent, NearestPoly* at) noexcept nogil:
    """Where the agent stands. Of floors that overlap it keeps to the one that it came to along the surface, as long as its
    origin is about as far above it as before; else the floor is looked for."""
    cdef const double* p = agent.position
    cdef RayHit hit
    if agent.poly != NO_POLY and p[0] == agent.ground[0] and p[2] == agent.ground[2] \
            and fabs(p[1] - agent.ground[1] - agent.lift) <= FLOOR_TOLERANCE:
        at.poly = agent.poly                        # there it was put last
        memcpy(at.point, agent.ground, sizeof(agent.ground))
        return True
    if agent.poly != NO_POLY:
        raycast(view_of(mesh, mesh.graph), agent.poly, agent.ground, p, &hit)
        if distance2(hit.point[0], hit.point[2], p[0], p[2]) <= REACHED \
                and fabs(p[1] - hit.point[1] - agent.lift) <= FLOOR_TOLERANCE:
            agent.poly = at.poly = hit.poly
            memcpy(at.point, hit.point, sizeof(at.point))
            memcpy(agent.ground, hit.point, sizeof(agent.ground))
            return True
    if not look(mesh, p, at):
        return False
    remember(agent, at)
    return True


cdef bint stand_on_own(const MeshView* mesh, Agent* agent, const FollowedPath* path, NearestPoly* at) noexcept nogil:
    """As `stand`; where another floor, that the agent may not walk on, lies in the same place, on its own."""
    cdef const PortalGraph* graph
    cdef SearchExtents reach
    cdef NearestPoly own
    if not stand(mesh, agent, at):
        return False
    graph = graph_of(mesh, path.walkable)
    if graph == mesh.graph or graph.costs[at.poly] >= 0.0:
        return True
    reach = default_extents(mesh)
    if locate(view_of(mesh, graph), agent.position, &reach, &own) and fabs(own.point[1] - at.point[1]) <= FLOOR_TOLERANCE \
            and distance2(own.point[0], own.point[2], at.point[0], at.point[2]) <= REACHED:
        at[0] = own
        remember(agent, at)
    return True


cdef inline bint sees(const MeshView* mesh, const FollowedPath* path, PolyRef poly, const double* point, const double* end) noexcept nogil:
    return has_straight_way(mesh, path.walkable, poly, point, end)


cdef bint sees_corner(const MeshView* mesh, Agent* agent, FollowedPath* path) noexcept nogil:
    """In the air and on a link the agent sees nothing and goes on."""
    cdef NearestPoly at
    return agent.link >= 0 or not is_point(agent.position) or not stand_on_own(mesh, agent, path, &at) \
        or sees(mesh, path, at.poly, at.point, corner_at(path, agent.next_corner))


cdef bint is_untouched(const MeshView* mesh, Agent* agent, FollowedPath* path, uint64_t version) noexcept nogil:
    """Is the way still what it was at that version of the mesh? It is where no tile of its corridor has changed and the
    next corner is in sight, as a leg may leave the corridor. Walls that it keeps away from may have come on any tile."""
    cdef size_t i
    if path.tiles.empty() or mesh.rules_version > version or (path.walkable != NULL and path.walkable.has_map):
        return False
    for i in range(path.tiles.size()):
        if path.tiles[i] >= mesh.tile_count or not mesh.tiles[path.tiles[i]].live or mesh.tiles[path.tiles[i]].version > version:
            return False
    return sees_corner(mesh, agent, path)


# ---- a step of one agent ----

cdef inline bint is_as_found(const Agent* agent) noexcept nogil:
    """Does the agent come to every single corner?"""
    return agent.params.postprocessing != POST_FUNNEL and not agent.is_pushed and agent.next_corner >= agent.detour_end


cdef bint keep_to_leg(const MeshView* mesh, Agent* agent, FollowedPath* path) noexcept nogil:
    """Off its leg, sideways or up and down, the agent looks for its next corner, or already for the one after it, and
    where none is in sight its way is lost: False. In the air it sees nothing and goes on as it was."""
    cdef const double* corner = corner_at(path, agent.next_corner)
    cdef const double* p = agent.position
    cdef double limit = max(agent.params.path_max_distance, LEG_TOLERANCE)
    cdef double qx, qz
    cdef NearestPoly at
    if fabs(p[1] - agent.leg[1]) <= FLOOR_TOLERANCE and closest_on_segment(
            p[0], p[2], agent.leg[0], agent.leg[2], corner[0], corner[2], &qx, &qz) <= LEG_TOLERANCE:
        return True
    if closest_on_segment(p[0], p[2], agent.course[0], agent.course[1], corner[0], corner[2], &qx, &qz) > limit:
        return False
    if not stand_on_own(mesh, agent, path, &at):
        return True
    if agent.next_corner + 1 < corner_count(path) and agent.next_corner >= agent.detour_end and path.links[agent.next_corner] < 0 \
            and agent.params.postprocessing == POST_FUNNEL and sees(mesh, path, at.poly, at.point, corner + 3):
        start_leg(agent, path, agent.next_corner + 1)
    elif sees(mesh, path, at.poly, at.point, corner):
        start_leg(agent, path, agent.next_corner)
    else:
        return False
    return True


cdef void turn_corners(const MeshView* mesh, Agent* agent, FollowedPath* path) noexcept nogil:
    """Pass every corner that the agent stands on, and those within path_desired_distance behind which it already sees
    the next one. Seeing is the only way past a corner that was not reached, so none is passed through a wall. Where a link
    begins the agent comes to stand, and starts across. Of a path that is not taut no corner is left out, unless others push."""
    cdef int32_t last = corner_count(path) - 1
    cdef double distance, near, reached = reached_distance(agent)
    cdef NearestPoly at
    cdef bint located = False
    if agent.is_moved:              # it comes to the very place: a millimetre before it the next leg would cut the corner
        reached = 1e-3 * border_tolerance(agent.position[0], agent.position[2])
    elif agent.is_led:
        reached = LED_REACHED
    while agent.next_corner < last and agent.link < 0:
        distance = to_corner(agent, path)
        if distance <= reached:
            at.poly = path.polys[agent.next_corner]
            memcpy(at.point, corner_at(path, agent.next_corner), sizeof(at.point))
            if fabs(agent.position[1] - at.point[1] - agent.lift) <= FLOOR_TOLERANCE:
                remember(agent, &at)            # where floors touch, the path knows on which of them it goes on
        else:
            near = agent.params.radius if agent.next_corner < agent.detour_end else agent.params.path_desired_distance
            if path.links[agent.next_corner] >= 0:
                near = link_reach(agent)
            if distance > near or (is_as_found(agent) and path.links[agent.next_corner] < 0):
                return
            located = located or stand_on_own(mesh, agent, path, &at)
            if not located or not sees(mesh, path, at.poly, at.point, corner_at(
                    path, agent.next_corner if path.links[agent.next_corner] >= 0 else agent.next_corner + 1)):
                return
        start_leg(agent, path, agent.next_corner + 1)


cdef void heed_wish(Agent* agent) noexcept nogil:
    """As it is steered from outside, no faster than it can go."""
    cdef Vec2 wish = truncate(vec2(agent.wish[0], agent.wish[1]), agent.params.max_speed)
    agent.desired_velocity[0], agent.desired_velocity[1], agent.desired_velocity[2] = wish.x, 0.0, wish.y


cdef bint choose_velocity(Agent* agent, FollowedPath* path, double dt) noexcept nogil:
    """Towards the next corner, braking for the end of the path. False where the agent rests at its end."""
    cdef double* velocity = agent.desired_velocity
    if judge(agent, path):
        return False
    if agent.has_wish:
        heed_wish(agent)
        return True
    velocity_to_arrive(agent.position, corner_at(path, agent.next_corner), agent.distance_left, agent.params.max_speed,
                       agent.params.max_deceleration, dt, velocity)
    return agent.status != STATUS_SUCCESS or velocity[0] != 0.0 or velocity[2] != 0.0


# ---- a step on a link ----

cdef bint keep_to_link(Agent* agent, double dt) noexcept nogil:
    """False where the agent was pushed off the link, or comes no nearer to its end, as a body may that cannot fly."""
    cdef double limit = max(agent.params.path_max_distance, LEG_TOLERANCE), left = to_landing(agent), qx, qz
    if left < agent.headway - REACHED:
        agent.headway, agent.stuck = left, 0.0
    elif agent.params.max_speed > 0.0 and dt > 0.0 and not agent.is_led:
        agent.stuck += dt
    return agent.stuck <= PATIENCE and closest_on_segment(
        agent.position[0], agent.position[2], agent.takeoff[0], agent.takeoff[2], agent.landing[0], agent.landing[2],
        &qx, &qz) <= limit


cdef bint land(Agent* agent, FollowedPath* path) noexcept nogil:
    """A body stands over the link's end at about its height, whom the crowd moves is right there. From here on it walks."""
    cdef double up = fabs(agent.position[1] - agent.landing[1] - agent.lift), reached = max(reached_distance(agent), link_reach(agent))
    if distance2(agent.position[0], agent.position[2], agent.landing[0], agent.landing[2]) > reached \
            or up > (reached if agent.is_moved else FLOOR_TOLERANCE):
        return False
    agent.link = -1
    memcpy(agent.ground, agent.landing, sizeof(agent.ground))
    agent.poly = NO_POLY
    if not path.points.empty():
        agent.poly = path.polys[agent.next_corner]
        if agent.next_corner + 1 < corner_count(path):
            start_leg(agent, path, agent.next_corner + 1)
        memcpy(agent.leg, agent.position, sizeof(agent.leg))
    return True


cdef void cross_link(Agent* agent, FollowedPath* path, double dt) noexcept nogil:
    """Straight to the link's end, braking for the end of the path if there is one."""
    cdef double end[3]
    cdef double left = to_landing(agent), speed = agent.params.max_speed, braking
    cdef int i
    place_over(agent, agent.landing, end)
    if not path.points.empty():
        judge(agent, path)
    if agent.has_wish:
        heed_wish(agent)
        return
    if not path.points.empty():
        braking = sqrt(2.0 * agent.params.max_deceleration * agent.distance_left)
        if speed > braking:
            speed = braking
    for i in range(3):
        agent.desired_velocity[i] = 0.0 if not left > 0.0 else (end[i] - agent.position[i]) / dt if speed * dt >= left \
            else (end[i] - agent.position[i]) * (speed / left)


# ---- those who stand in the way ----

cdef int lead_round(const MeshView* mesh, Agent* agent, FollowedPath* path, const Vec2* points, int32_t count) except -1 nogil:
    cdef vector[double] corners
    cdef vector[PolyRef] polys
    cdef vector[int32_t] tiles
    cdef NearestPoly at
    cdef RayHit hit
    cdef double end[3]
    cdef int32_t i
    if not stand(mesh, agent, &at):
        return False
    for i in range(count):
        if i > 0:
            end[0], end[1], end[2] = points[i].x, at.point[1], -points[i].y
            raycast(view_of(mesh, graph_under(mesh, path.walkable, at.poly)), at.poly, at.point, end, &hit)
            if distance2(hit.point[0], hit.point[2], end[0], end[2]) > REACHED:
                return False
            at.poly = hit.poly
            memcpy(at.point, hit.point, sizeof(at.point))
        if i + 1 < count:
            corners.insert(corners.end(), at.point, at.point + 3)
            polys.push_back(at.poly)
            tiles.push_back(mesh.polys[at.poly].tile)
    if fabs(at.point[1] - corner_at(path, agent.next_corner)[1]) > FLOOR_TOLERANCE:
        return False
    corners.insert(corners.end(), path.points.begin() + 3 * agent.next_corner, path.points.end())
    polys.insert(polys.end(), path.polys.begin() + agent.next_corner, path.polys.end())
    path.links.erase(path.links.begin(), path.links.begin() + agent.next_corner)
    path.links.insert(path.links.begin(), count - 1, -1)
    path.points.swap(corners)
    path.polys.swap(polys)
    if not path.tiles.empty():                  # mended ones have none
        path.tiles.insert(path.tiles.end(), tiles.begin(), tiles.end())
        sort(path.tiles.begin(), path.tiles.end())
        path.tiles.erase(unique(path.tiles.begin(), path.tiles.end()), path.tiles.end())
    agent.path_length = 0.0
    for i in range(corner_count(path) - 1):
        agent.path_length += distance3(corner_at(path, i), corner_at(path, i + 1))
    start_path(agent, path)
    agent.detour_end = count - 1
    agent.nearest, agent.waited = agent.distance_left, 0.0
    return True


# ---- a moved target ----

cdef inline bint is_limited(const AgentParams* params) noexcept nogil:
    """Would a search have more to do than to find the shortest way?"""
    return params.postprocessing != POST_FUNNEL or params.max_length > 0.0 or params.max_return_radius > 0.0 \
        or params.max_search_distance > 0.0 or params.max_searched > 0


cdef bint move_end(const MeshView* mesh, Agent* agent, FollowedPath* path, const double* target,
                   bint allow_partial) noexcept nogil:
    """Let the path end at the moved target instead of searching it: cheap, for those who chase.

    On the last leg, where the target is in sight: straight on is the shortest way. Before it, while the target has moved at
    most a twentieth of the path since the last search and is in sight from the path's last corner: so the way is never
    longer than the shortest one by more than a tenth."""
    cdef int32_t last = corner_count(path) - 1, i
    cdef double moved = distance3(agent.target, target)
    cdef double* before
    cdef SearchExtents reach
    cdef NearestPoly at
    cdef NearestPoly end
    if not agent.active or agent.reason != REASON_NONE or last < 1 or path.links[last - 1] >= 0 or is_limited(&agent.params) \
            or (agent.allow_partial != 0) != allow_partial or not (agent.next_corner == last or moved <= agent.slack) \
            or not is_point(agent.position) or not is_point(target):
        return False
    reach = default_extents(mesh)
    if not locate(view_of(mesh, graph_of(mesh, path.walkable)), target, &reach, &end):
        return False
    if agent.next_corner == last:
        if not stand_on_own(mesh, agent, path, &at) or not sees(mesh, path, at.poly, at.point, end.point):
            return False
        agent.detour_end = 0
        last = agent.next_corner = 1            # what was walked already is no part of the new way
        path.points.resize(6)
        path.polys.resize(2)
        path.links.clear()
        path.links.resize(2, -1)
        memcpy(corner_at(path, 0), at.point, sizeof(at.point))
        path.polys[0] = at.poly
        memcpy(agent.leg, agent.position, sizeof(agent.leg))
        agent.course[0], agent.course[1] = agent.position[0], agent.position[2]
    else:
        before = corner_at(path, last - 1)
        if not sees(mesh, path, path.polys[last - 1], before, end.point):
            return False
        agent.rest += distance2(before[0], before[2], end.point[0], end.point[2]) \
            - distance2(before[0], before[2], before[3], before[5])
    memcpy(corner_at(path, last), end.point, sizeof(end.point))
    path.tiles.clear()
    path.polys[last] = end.poly
    agent.slack -= moved
    agent.path_length = 0.0
    for i in range(last):
        agent.path_length += distance3(corner_at(path, i), corner_at(path, i + 1))
    return True
