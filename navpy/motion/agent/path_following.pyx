"""Path following (Reynolds 1999): keep to the leg, pass corners, choose the preferred velocity. Nothing is searched here.

An agent walks straight legs from corner to corner. A leg is known to be clear of walls because the path says so or because a ray along
the navmesh did. After a push off the leg, a ray decides whether the next corner is still in sight. Distances along the path are
measured in the ground plane. Only rays see heights: a corner on another floor is not in sight.

An agent off the navmesh goes straight to the closest point of it, where its path begins, and looks up its floor until it is back.

Where a link begins, the agent walks right up to it when it is its turn (link_order), and then crosses it straight through the air
without a look at the floor. It finishes the link even if its request or the navmesh is gone meanwhile, because in the air it cannot
stand."""
from libc.math cimport INFINITY, fabs
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy

from navpy.base.core cimport NO_POLY, REASON_NONE, STATUS_SUCCESS
from navpy.base.geom cimport border_tolerance, closest_on_segment, distance2, distance3, is_point
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, locate, locate_nearest
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.agent.agent cimport (
    FOLLOWS_SCRIPT, OFF_MESH, ON_LINK, PLACE_TAKEN, TURN_CROSSES, TURN_NONE, TURN_UNKNOWN, TURN_WAITS, Agent, diameter_time,
    is_in_lane, leads_on)
from navpy.motion.agent.agent_state cimport come_to_mesh, enter_link, leave_link
from navpy.motion.agent.agent_params cimport POST_FUNNEL, AgentParams
from navpy.motion.agent.dials cimport ARRIVE_AFTER, TOUCHING
from navpy.motion.agent.locomotion cimport arc_speed, braking_speed, turning_speed
from navpy.motion.agent.walkable cimport FLOOR_TOLERANCE, POINT_TOLERANCE, graph_at, graph_of, has_line_of_sight
from navpy.mesh.half_edges cimport PortalGraph
from navpy.query.corridor.path_shaping cimport turns_at
from navpy.query.surface.raycast cimport RayHit, raycast
from navpy.base.vec2 cimport Vec2, add, dot, square, to_plan, truncate, unit, vec2

cdef double SCRIPT_TOLERANCE = 0.1      # meters from a corner within which an agent moved by a script has reached it: a stride
cdef double LEG_TOLERANCE = 0.05        # meters off its leg beyond which an agent checks its line of sight again
# seconds over no floor, longer than a jump, after which an agent is off the mesh and its closest point is looked up
cdef double OFF_MESH_TIME = 1.0
# share of the distance to the path's first point: a closer point of the mesh asks for another path
cdef double CLOSER = 0.9
cdef double MUST_REACH = -1.0           # passing_distance of a corner that must be reached: no distance is within it
cdef double NEAR_LINK = 4.0 * TOUCHING  # radii from the begin of a link: two stand there one behind the other
cdef double LINK_TIMEOUT = 1.0          # seconds without progress on a link until the agent loses it: a body that cannot climb or fly


# ---- corners and legs ----

cdef bint is_slope_point(const Agent* agent, const FollowedPath* path, int32_t corner) noexcept nogil:
    """True if a point is in the path because the ground bends there (path_height_error). The path does not turn at it."""
    cdef const double* at
    if not (agent.params.path_height_error > 0.0 and 0 < corner < corner_count(path) - 1) or path.links[corner] >= 0 \
            or path.links[corner - 1] >= 0:
        return False
    at = path.points.data() + 3 * corner
    return not turns_at(at - 3, at, at + 3)


cdef int32_t turn_from(const Agent* agent, const FollowedPath* path, int32_t corner) noexcept nogil:
    while is_slope_point(agent, path, corner):
        corner += 1
    return corner


cdef int32_t turn_until(const Agent* agent, const FollowedPath* path, int32_t corner) noexcept nogil:
    while is_slope_point(agent, path, corner):
        corner -= 1
    return corner


cdef inline void origin_over(const Agent* agent, const double* point, double* out) noexcept nogil:
    """The agent's origin when it stands on a point of the surface."""
    out[0], out[1], out[2] = point[0], point[1] + agent.height_over_ground, point[2]


cdef inline double distance_to_link_end(const Agent* agent) noexcept nogil:
    """Meters in space."""
    cdef double end[3]
    origin_over(agent, agent.link_end, end)
    return distance3(agent.position, end)


cdef inline double distance_to_corner(const Agent* agent, FollowedPath* path) noexcept nogil:
    """Meters to the next corner: in the ground plane, on a link in space."""
    cdef const double* corner = corner_at(path, agent.next_corner)
    if agent.where == ON_LINK:
        return distance_to_link_end(agent)
    return distance2(agent.position[0], agent.position[2], corner[0], corner[2])


cdef double length_in_space(FollowedPath* path) noexcept nogil:
    cdef double length = 0.0
    cdef int32_t i
    for i in range(corner_count(path) - 1):
        length += distance3(corner_at(path, i), corner_at(path, i + 1))
    return length


cdef double reached_distance(const Agent* agent) noexcept nogil:
    """Even if the position is kept in float32."""
    return POINT_TOLERANCE + border_tolerance(agent.position[0], agent.position[2])


cdef inline double reached_link_distance(const Agent* agent) noexcept nogil:
    """Meters in the ground plane from an end of a link within which an agent moved by a script has reached it; 0 for other agents."""
    return min(agent.params.path_desired_distance, agent.params.radius) if agent.moved_by_script else 0.0


cdef inline void start_course(Agent* agent) noexcept nogil:
    agent.course_start[0], agent.course_start[1] = agent.position[0], agent.position[2]


cdef void start_leg(Agent* agent, FollowedPath* path, int32_t corner) noexcept nogil:
    """Starts a leg from the agent's position straight to a corner, across a link if a link leads to it."""
    cdef int32_t i
    memcpy(agent.leg_start, agent.position, sizeof(agent.leg_start))
    if corner == agent.next_corner:
        return
    start_course(agent)
    agent.next_corner, agent.distance_after_corner = corner, 0.0
    for i in range(corner, corner_count(path) - 1):
        agent.distance_after_corner += leg_length(corner_at(path, i), corner_at(path, i + 1), path.links[i] >= 0)
    if agent.where != ON_LINK and corner > 0 and path.links[corner - 1] >= 0:
        enter_link(agent, path.links[corner - 1])
        agent.link_turn = TURN_NONE
        memcpy(agent.link_start, corner_at(path, corner - 1), sizeof(agent.link_start))
        memcpy(agent.link_end, corner_at(path, corner), sizeof(agent.link_end))
        agent.least_to_link_end, agent.link_stall_time = INFINITY, 0.0


cdef void start_path(Agent* agent, FollowedPath* path) noexcept nogil:
    """The next corner is the second point, as the agent stands at the first one. If the agent is off the mesh, or a link begins at the
    first point and the agent is not on a link yet, the next corner is the first point."""
    agent.next_corner, agent.detour_end = -1, 0
    start_leg(agent, path, 1 if corner_count(path) > 1 and agent.where != OFF_MESH and (path.links[0] < 0 or agent.where == ON_LINK)
              else 0)
    agent.distance_left = distance_to_corner(agent, path) + agent.distance_after_corner


cdef void allow_longer_path(Agent* agent) noexcept nogil:
    """Not among others around its goal: there walls that are in the way again and again would hide that it never comes nearer to its
    place."""
    if agent.place_state != PLACE_TAKEN:
        agent.least_left = max(agent.least_left, agent.distance_left)


cdef bint has_arrived(const Agent* agent, FollowedPath* path) noexcept nogil:
    """Within target_desired_distance of the path's end. With allow_partial the path may end beside the target. Then the agent has
    arrived within target_desired_distance of the target. If the path ends farther from the target, it has arrived within
    path_desired_distance of the path's end, as near as it can get. On the last leg of a path that follows the ground distances are
    straight, else along the path in the plan. A target over the end of a complete path counts as there."""
    cdef int32_t last = corner_count(path) - 1
    cdef const double* end = corner_at(path, last)
    cdef const AgentParams* params = agent.params
    cdef double ground[3]
    cdef double target[3]
    cdef double left = agent.distance_left
    cdef bint is_complete = agent.reason == REASON_NONE
    cdef bint on_last_leg
    if left <= params.stopping_distance + reached_distance(agent):
        return True
    if params.path_height_error == 0.0 and (is_complete or not agent.allow_partial):
        return left <= params.target_desired_distance
    on_last_leg = params.path_height_error > 0.0 and agent.where != ON_LINK and turn_from(agent, path, agent.next_corner) == last
    ground[0], ground[1], ground[2] = agent.position[0], agent.position[1] - agent.height_over_ground, agent.position[2]
    target[0], target[1], target[2] = agent.target[0], end[1] if is_complete else agent.target[1], agent.target[2]
    if on_last_leg:
        left = distance3(ground, end)
    if not agent.allow_partial:
        return left <= params.target_desired_distance
    if distance3(end, target) > max(params.target_desired_distance, reached_distance(agent)):
        return left <= params.path_desired_distance
    if on_last_leg or not is_complete:
        return distance3(ground, target) <= params.target_desired_distance
    return left + distance3(end, target) <= params.target_desired_distance


cdef bint check_arrival(Agent* agent, FollowedPath* path, double dt) noexcept nogil:
    """Measures the distance left. Sets the status where the agent has arrived. Returns True at the very end of the path, or, for an
    agent that does not brake, where its next step would go past the end."""
    cdef double reached = reached_distance(agent)
    if not agent.params.auto_brake:
        reached = max(reached, agent.params.max_speed * dt)
    agent.distance_left = distance_to_corner(agent, path) + agent.distance_after_corner
    if leads_on(agent):
        return False
    if agent.distance_left <= reached or has_arrived(agent, path):
        agent.status = STATUS_SUCCESS
    return agent.distance_left <= reached


# ---- the ground ----

cdef bint find_floor(const MeshView* mesh, const double* point, NearestPoly* at) noexcept nogil:
    cdef SearchExtents extents = default_extents(mesh)
    return locate(view_of(mesh, mesh.graph), point, &extents, at)


cdef void set_ground(Agent* agent, const NearestPoly* at) noexcept nogil:
    agent.poly, agent.height_over_ground = at.poly, agent.position[1] - at.point[1]
    memcpy(agent.ground, at.point, sizeof(agent.ground))


cdef inline bint fits(const Agent* agent, const double* ground) noexcept nogil:
    """True if the agent is about as high over this ground as it was over its last one."""
    return fabs(agent.position[1] - ground[1] - agent.height_over_ground) <= FLOOR_TOLERANCE


cdef bint is_over_its_ground(const Agent* agent) noexcept nogil:
    return agent.poly != NO_POLY and agent.position[0] == agent.ground[0] and agent.position[2] == agent.ground[2] \
            and fits(agent, agent.ground)


cdef bint is_beside_floor(const MeshView* mesh, Agent* agent, const double* ground) noexcept nogil:
    """True for a body that left its floor sideways at this ground, as one at the edge of a storey, and is over another floor by
    now."""
    cdef const double* p = agent.position
    cdef NearestPoly under
    return fits(agent, ground) and distance2(ground[0], ground[2], p[0], p[2]) <= default_extents(mesh).horizontal \
        and find_floor(mesh, p, &under) and not fits(agent, under.point)


cdef bint update_ground(const MeshView* mesh, Agent* agent, NearestPoly* at) noexcept nogil:
    """Where floors overlap, the agent stays on the floor that it reaches along the surface, or stands beside."""
    cdef const double* p = agent.position
    cdef RayHit hit
    # 1. The agent has not moved in the ground plane, and is about as high over its ground as before: nothing to look up.
    if is_over_its_ground(agent):
        at.poly = agent.poly
        memcpy(at.point, agent.ground, sizeof(agent.ground))
        return True
    # 2. A ray along the surface from the last ground reaches the agent, or the end of the floor that it stands beside.
    if agent.poly != NO_POLY:
        raycast(view_of(mesh, mesh.graph), agent.poly, agent.ground, p, &hit)
        if (distance2(hit.point[0], hit.point[2], p[0], p[2]) <= POINT_TOLERANCE and fits(agent, hit.point)) \
                or is_beside_floor(mesh, agent, hit.point):
            agent.poly = at.poly = hit.poly
            memcpy(at.point, hit.point, sizeof(at.point))
            memcpy(agent.ground, hit.point, sizeof(agent.ground))
            return True
    # 3. The agent was put elsewhere: the floor under it.
    if not find_floor(mesh, p, at):
        return False
    set_ground(agent, at)
    return True


cdef bint update_walkable_ground(const MeshView* mesh, Agent* agent, const FollowedPath* path, NearestPoly* at) noexcept nogil:
    """As update_ground. If the agent may not walk on this floor, and a polygon of its walkable area is at the same place, the agent
    stands on that polygon."""
    cdef const PortalGraph* graph
    cdef SearchExtents extents
    cdef NearestPoly own
    if not update_ground(mesh, agent, at):
        return False
    graph = graph_of(mesh, path.walkable)
    if graph == mesh.graph or graph.costs[at.poly] >= 0.0:
        return True
    extents = default_extents(mesh)
    if locate(view_of(mesh, graph), agent.position, &extents, &own) and fabs(own.point[1] - at.point[1]) <= FLOOR_TOLERANCE \
            and distance2(own.point[0], own.point[2], at.point[0], at.point[2]) <= POINT_TOLERANCE:
        at[0] = own
        set_ground(agent, at)
    return True


# ---- line of sight ----

cdef bint sees_corner(const MeshView* mesh, Agent* agent, FollowedPath* path) noexcept nogil:
    """True also if the agent is over no floor or on a link: there it has no line of sight to lose."""
    cdef NearestPoly at
    return agent.where == ON_LINK or not is_point(agent.position) or not update_walkable_ground(mesh, agent, path, &at) \
        or has_line_of_sight(mesh, path.walkable, at.poly, at.point, corner_at(path, agent.next_corner))


cdef bint is_still_valid(const MeshView* mesh, Agent* agent, FollowedPath* path, uint64_t version) noexcept nogil:
    """A path is valid while no tile of its corridor has changed and the next corner is in sight, as a leg may leave the corridor. A
    clearance map depends on walls of any tile, so every change invalidates its paths."""
    cdef size_t i
    if path.tiles.empty() or mesh.rules_version > version or (path.walkable != NULL and path.walkable.has_clearance_map):
        return False
    for i in range(path.tiles.size()):
        if path.tiles[i] >= mesh.tile_count or not mesh.tiles[path.tiles[i]].live or mesh.tiles[path.tiles[i]].version > version:
            return False
    return sees_corner(mesh, agent, path)


# ---- a step along the path ----

cdef inline bint may_skip(const Agent* agent, const FollowedPath* path) noexcept nogil:
    """True if the agent may skip its next corner when the corner after it is in sight. It may not skip the last corner, a corner of a
    detour, the begin of a link, a point where the ground bends, or any corner if path_postprocessing is not POST_FUNNEL. A corner in
    its lane comes after these."""
    return agent.next_corner + 1 < corner_count(path) and agent.next_corner >= agent.detour_end and path.links[agent.next_corner] < 0 \
        and agent.params.path_postprocessing == POST_FUNNEL and not is_slope_point(agent, path, agent.next_corner)


cdef bint keep_to_leg(const MeshView* mesh, Agent* agent, FollowedPath* path, double dt) noexcept nogil:
    cdef const double* corner = corner_at(path, agent.next_corner)
    cdef const double* p = agent.position
    cdef double limit = max(agent.params.path_max_distance, LEG_TOLERANCE)
    cdef double qx, qz
    cdef bint in_lane
    cdef NearestPoly at
    # 1. On the leg nothing is looked up.
    if fabs(p[1] - agent.leg_start[1]) <= FLOOR_TOLERANCE and closest_on_segment(
            p[0], p[2], agent.leg_start[0], agent.leg_start[2], corner[0], corner[2], &qx, &qz) <= LEG_TOLERANCE:
        agent.off_mesh_time = 0.0
        return True
    # 2. Too far from the course: a new path is shorter.
    if closest_on_segment(p[0], p[2], agent.course_start[0], agent.course_start[1], corner[0], corner[2], &qx, &qz) > limit:
        return False
    # 3. Over no floor, as in a jump, the agent goes on for a while.
    if not update_walkable_ground(mesh, agent, path, &at):
        agent.off_mesh_time += dt
        return agent.off_mesh_time <= OFF_MESH_TIME
    agent.off_mesh_time = 0.0
    # 4. A new leg: to the corner after the next one if that corner is in sight, else to the next corner. From a lane many corners are
    # in sight, so there the next corner comes first.
    in_lane = is_in_lane(agent, agent.next_corner)
    if in_lane and has_line_of_sight(mesh, path.walkable, at.poly, at.point, corner):
        start_leg(agent, path, agent.next_corner)
    elif may_skip(agent, path) and has_line_of_sight(mesh, path.walkable, at.poly, at.point, corner + 3):
        start_leg(agent, path, agent.next_corner + 1)
    elif not in_lane and has_line_of_sight(mesh, path.walkable, at.poly, at.point, corner):
        start_leg(agent, path, agent.next_corner)
    else:
        return False
    return True


cdef inline double corner_tolerance(const Agent* agent) noexcept nogil:
    """Meters from a corner within which the agent has reached it."""
    # the crowd moves it exactly to the corner; with a larger tolerance the next leg would cut the corner
    if agent.moved_by_crowd:
        return 1e-3 * border_tolerance(agent.position[0], agent.position[2])
    return SCRIPT_TOLERANCE if agent.moved_by_script else reached_distance(agent)


cdef bint is_back(const MeshView* mesh, Agent* agent, const FollowedPath* path) noexcept nogil:
    """True if an agent off the mesh is straight over a floor again. An agent that the crowd moves has to stand on it."""
    cdef NearestPoly at
    if not update_walkable_ground(mesh, agent, path, &at) \
            or distance2(agent.position[0], agent.position[2], at.point[0], at.point[2]) > max(POINT_TOLERANCE,
                                                                                               corner_tolerance(agent)):
        return False
    return not agent.moved_by_crowd or fabs(agent.position[1] - agent.base_offset - at.point[1]) <= POINT_TOLERANCE


cdef bint come_back(const MeshView* mesh, Agent* agent, FollowedPath* path, double dt) noexcept nogil:
    cdef NearestPoly at
    if is_back(mesh, agent, path):
        come_to_mesh(agent)
        agent.off_mesh_time = 0.0
        return True
    agent.poly = NO_POLY
    agent.off_mesh_time += dt
    if agent.off_mesh_time <= OFF_MESH_TIME:
        return True
    agent.off_mesh_time = 0.0
    return not locate_nearest(view_of(mesh, graph_of(mesh, path.walkable)), agent.position, NULL, &at) \
        or at.distance >= CLOSER * distance3(agent.position, corner_at(path, agent.next_corner))


cdef bint is_beyond(const Agent* agent, const double* corner) noexcept nogil:
    """True if the agent is beyond a point of its path, as the leg to this point leads."""
    cdef const double* before = corner - 3
    return (corner[0] - before[0]) * (agent.position[0] - corner[0]) + (corner[2] - before[2]) * (agent.position[2] - corner[2]) >= 0.0


cdef bint is_past_turn(const Agent* agent, const double* corner) noexcept nogil:
    """True if the agent is beyond the line that halves a turn of its path."""
    cdef Vec2 way_in = unit(vec2(corner[0] - (corner - 3)[0], corner[2] - (corner - 1)[0]))
    cdef Vec2 way_out = unit(vec2(corner[3] - corner[0], corner[5] - corner[2]))
    return dot(add(way_in, way_out), vec2(agent.position[0] - corner[0], agent.position[2] - corner[2])) >= 0.0


cdef inline double passing_distance(const Agent* agent, const FollowedPath* path, double stride) noexcept nogil:
    """Meters from the next corner within which the agent may pass it without reaching it, if it sees the following point; or
    MUST_REACH. On the shortest path it is at least the length of a step, as steps go on behind corners."""
    if path.links[agent.next_corner] >= 0:
        return max(reached_link_distance(agent), stride) if agent.params.max_acceleration > 0.0 else reached_link_distance(agent)
    if agent.next_corner < agent.detour_end:
        return agent.params.radius
    if is_slope_point(agent, path, agent.next_corner):
        return INFINITY if is_beyond(agent, path.points.data() + 3 * agent.next_corner) else stride
    if is_in_lane(agent, agent.next_corner) and is_past_turn(agent, path.points.data() + 3 * agent.next_corner):
        return INFINITY
    if agent.params.path_postprocessing != POST_FUNNEL and not agent.is_pushed:
        return agent.params.radius if agent.params.max_acceleration > 0.0 else MUST_REACH
    return max(agent.params.path_desired_distance, stride)


cdef bint pass_corners(const MeshView* mesh, Agent* agent, FollowedPath* path, double dt) noexcept nogil:
    """Passes all corners that the agent has reached, and corners within passing_distance if the following corner is in sight. Only
    line of sight lets it pass a corner that it has not reached, so no leg leads through a wall. At the begin of a link it starts to
    cross. Returns False if it has stepped past a corner and does not see the following one."""
    cdef int32_t last = corner_count(path) - 1, goal
    cdef double distance, reached = corner_tolerance(agent), stride = agent.params.max_speed * dt
    cdef NearestPoly at
    cdef bint located = False
    while agent.next_corner < last and agent.where != ON_LINK:
        if path.links[agent.next_corner] >= 0 and agent.params.avoidance_enabled and agent.link_turn != TURN_CROSSES:
            return True
        distance = distance_to_corner(agent, path)
        if distance <= reached:
            at.poly = path.polys[agent.next_corner]
            memcpy(at.point, corner_at(path, agent.next_corner), sizeof(at.point))
            if fabs(agent.position[1] - at.point[1] - agent.height_over_ground) <= FLOOR_TOLERANCE:
                set_ground(agent, &at)          # where floors touch, the path knows on which of them it continues
        else:
            if distance > passing_distance(agent, path, stride):
                return True
            located = located or update_walkable_ground(mesh, agent, path, &at)
            goal = agent.next_corner if path.links[agent.next_corner] >= 0 else agent.next_corner + 1
            if not located:
                return True
            if not has_line_of_sight(mesh, path.walkable, at.poly, at.point, corner_at(path, goal)):
                if distance > stride or agent.next_corner == 0 or not is_beyond(agent, corner_at(path, agent.next_corner)):
                    return True
                # Past the corner a wide agent may be less than its radius away from the wall.
                if not has_line_of_sight(mesh, NULL, at.poly, at.point, corner_at(path, goal)):
                    return False
        start_leg(agent, path, agent.next_corner + 1)
    return True


cdef void approach_link(Agent* agent, FollowedPath* path, double dt) noexcept nogil:
    """Near the begin of a link the agent takes its turn, before it can be there and before it has to brake for those who cross."""
    cdef double near = NEAR_LINK * agent.params.radius + agent.params.max_speed * dt \
        + agent.params.max_speed * agent.params.max_speed / (2.0 * agent.params.max_deceleration)
    if path.links[agent.next_corner] < 0 or not agent.params.avoidance_enabled or distance_to_corner(agent, path) > near:
        agent.link_turn = TURN_NONE
    elif agent.link_turn == TURN_NONE:
        agent.link_turn, agent.link_wait = TURN_UNKNOWN, 0.0
    elif agent.link_turn == TURN_CROSSES and agent.stall_time > ARRIVE_AFTER * diameter_time(agent):
        agent.link_wait = 0.0                   # it is held: whoever else has come goes before it
    else:
        agent.link_wait += dt
        if agent.link_turn == TURN_WAITS:
            agent.stall_time = 0.0              # it makes no progress, and is to make none


cdef void use_script_velocity(Agent* agent) noexcept nogil:
    """Truncated to the maximum speed."""
    cdef Vec2 velocity = truncate(vec2(agent.script_velocity[0], agent.script_velocity[1]), agent.params.max_speed)
    agent.preferred_velocity[0], agent.preferred_velocity[1], agent.preferred_velocity[2] = velocity.x, 0.0, velocity.y


cdef double distance_to_walk(const Agent* agent) noexcept nogil:
    """Meters along the path to its end less stopping_distance, or, on the path to its leader, to the end of the leash; 0: it is
    there."""
    cdef double left = agent.distance_left - end_margin(agent)
    return left if left > reached_distance(agent) else 0.0


cdef double walking_speed(const Agent* agent, FollowedPath* path, double dt) noexcept nogil:
    """The speed for the next dt seconds: with braking for the end of the path and for its next corners, as far as the body needs to
    slow down."""
    cdef const AgentParams* params = agent.params
    cdef double left = distance_to_walk(agent), speed = params.max_speed, distance = distance_to_corner(agent, path), most
    cdef int32_t corner = agent.next_corner
    cdef const double* at
    cdef Vec2 leg, next_leg
    if params.auto_brake or left == 0.0:
        speed = min(speed, braking_speed(left, 0.0, params.max_deceleration, dt))
    if agent.link_turn == TURN_WAITS:
        speed = min(speed, braking_speed(distance - agent.link_room, 0.0, params.max_deceleration, dt))
    if not params.max_acceleration > 0.0:
        return speed
    leg = vec2(corner_at(path, corner)[0] - agent.position[0], agent.position[2] - corner_at(path, corner)[2])
    if corner + 1 == corner_count(path) and distance > 0.0 and square(to_plan(agent.velocity)) > 0.0:
        speed = min(speed, arc_speed(params, to_plan(agent.velocity), leg))
    while corner + 1 < corner_count(path) and path.links[corner] < 0 and 2.0 * params.max_deceleration * distance < speed * speed:
        at = corner_at(path, corner)
        next_leg = vec2(at[3] - at[0], at[2] - at[5])
        most = turning_speed(params, leg, next_leg)
        if corner + 2 == corner_count(path):
            most = min(most, arc_speed(params, leg, next_leg))
        speed = min(speed, braking_speed(distance, most, params.max_deceleration, dt))
        distance += leg_length(corner_at(path, corner), corner_at(path, corner + 1), path.links[corner] >= 0)
        leg = next_leg
        corner += 1
    return speed


cdef bint sees_corner_from(const MeshView* mesh, Agent* agent, FollowedPath* path, const double* point,
                           const double* corner) noexcept nogil:
    """True if the agent can walk straight to a point, and sees a corner from there."""
    cdef NearestPoly at
    cdef RayHit hit
    if not update_walkable_ground(mesh, agent, path, &at):
        return False
    raycast(view_of(mesh, graph_at(mesh, path.walkable, at.poly)), at.poly, at.point, point, &hit)
    return distance2(hit.point[0], hit.point[2], point[0], point[2]) <= POINT_TOLERANCE \
        and has_line_of_sight(mesh, path.walkable, hit.poly, hit.point, corner)


cdef inline bint ends_beside_goal(const Agent* agent) noexcept nogil:
    """True if the crowd leads the agent to a place around its goal."""
    return agent.place_state == PLACE_TAKEN and (agent.place.x != agent.place_goal.x or agent.place.y != agent.place_goal.y)


cdef bint set_preferred_velocity(const MeshView* mesh, Agent* agent, FollowedPath* path, double dt) noexcept nogil:
    """To the next corner. A step that is longer than the way there goes on straight past the corner, by the agent's radius at most,
    where it still sees the following corner: so no time is lost. At the path's end and at the begin of a link the step ends."""
    cdef double* velocity = agent.preferred_velocity
    cdef const double* corner = corner_at(path, agent.next_corner)
    cdef double step, speed, distance, past
    cdef double[3] aim
    if check_arrival(agent, path, dt) and not ends_beside_goal(agent):
        return False
    if agent.follows == FOLLOWS_SCRIPT:
        use_script_velocity(agent)
        return True
    velocity[0] = velocity[1] = velocity[2] = 0.0
    # Conditions are written so that NaN gives the velocity 0.
    speed, distance = walking_speed(agent, path, dt), distance_to_corner(agent, path)
    if not (speed > 0.0 and distance > 0.0):
        return agent.status != STATUS_SUCCESS or ends_beside_goal(agent)
    step = speed * dt
    if step < distance or not dt > 0.0:
        velocity[0], velocity[2] = (corner[0] - agent.position[0]) * (speed / distance), \
                (corner[2] - agent.position[2]) * (speed / distance)
        return True
    aim[0], aim[1], aim[2] = corner[0], corner[1], corner[2]
    if agent.next_corner + 1 < corner_count(path) and path.links[agent.next_corner] < 0 \
            and agent.params.path_postprocessing == POST_FUNNEL:
        past = 1.0 + min(step - distance, agent.params.radius) / distance
        aim[0] = agent.position[0] + past * (corner[0] - agent.position[0])
        aim[2] = agent.position[2] + past * (corner[2] - agent.position[2])
        if not sees_corner_from(mesh, agent, path, aim, corner + 3):
            aim[0], aim[2] = corner[0], corner[2]
    velocity[0], velocity[2] = (aim[0] - agent.position[0]) / dt, (aim[2] - agent.position[2]) / dt
    return True


# ---- a step on a link ----

cdef double off_link(const Agent* agent, bint* is_below) noexcept nogil:
    """Meters in space from the agent's feet to the straight line of its link; is_below: they are on another floor below its nearest
    point."""
    cdef const double* a = &agent.link_start[0]
    cdef const double* b = &agent.link_end[0]
    cdef double[3] feet, along, nearest
    cdef double length2 = 0.0, share = 0.0
    cdef int i
    feet[0], feet[1], feet[2] = agent.position[0], agent.position[1] - agent.height_over_ground, agent.position[2]
    for i in range(3):
        along[i] = b[i] - a[i]
        length2 += along[i] * along[i]
        share += along[i] * (feet[i] - a[i])
    share = min(max(share / length2, 0.0), 1.0) if length2 > 0.0 else 0.0
    for i in range(3):
        nearest[i] = a[i] + share * along[i]
    is_below[0] = feet[1] < nearest[1] - FLOOR_TOLERANCE
    return distance3(feet, nearest)


cdef bint keep_to_link(Agent* agent, double dt) noexcept nogil:
    """Returns False if the agent was pushed off the link, or has fallen off it, by more than path_max_distance; high above it may be
    in a jump. After LINK_TIMEOUT without progress it has lost the link wherever it is, but one that a script moves may wait on its
    line, not lower or high above. A script that has taken the link over takes the agent up and down as it likes: not farther aside."""
    cdef double limit = max(agent.params.path_max_distance, LEG_TOLERANCE), left = distance_to_link_end(agent), off, aside, qx, qz
    cdef bint stalls, is_below = False
    if left < agent.least_to_link_end - POINT_TOLERANCE:
        agent.least_to_link_end, agent.link_stall_time = left, 0.0
    elif agent.params.max_speed > 0.0 and dt > 0.0:
        agent.link_stall_time += dt
    aside = closest_on_segment(agent.position[0], agent.position[2], agent.link_start[0], agent.link_start[2],
                               agent.link_end[0], agent.link_end[2], &qx, &qz)
    off, stalls = off_link(agent, &is_below), agent.link_stall_time > LINK_TIMEOUT
    if agent.link_taken_over:
        return aside <= limit
    if aside > limit or (is_below and off > limit):
        return False
    return not stalls or (agent.moved_by_script and off <= (min(agent.params.radius, limit) if is_below else limit))


cdef bint finish_link(Agent* agent, FollowedPath* path) noexcept nogil:
    """Takes the agent off the link if it has reached the link's end. The height of a body may differ from the end's by
    FLOOR_TOLERANCE."""
    cdef double up = fabs(agent.position[1] - agent.link_end[1] - agent.height_over_ground)
    cdef double reached = max(reached_distance(agent), reached_link_distance(agent))
    if distance2(agent.position[0], agent.position[2], agent.link_end[0], agent.link_end[2]) > reached \
            or up > (reached if agent.moved_by_crowd else FLOOR_TOLERANCE):
        return False
    leave_link(agent)
    memcpy(agent.ground, agent.link_end, sizeof(agent.ground))
    agent.poly = NO_POLY
    if not path.points.empty():
        agent.poly = path.polys[agent.next_corner]
        if agent.next_corner + 1 < corner_count(path):
            start_leg(agent, path, agent.next_corner + 1)
        memcpy(agent.leg_start, agent.position, sizeof(agent.leg_start))
    return True


cdef void cross_link(Agent* agent, FollowedPath* path, double dt) noexcept nogil:
    """Sets the preferred velocity straight to the link's end, with braking for the end of the path if there is a path."""
    cdef double end[3]
    cdef double left = distance_to_link_end(agent), speed = agent.params.max_speed
    cdef int i
    origin_over(agent, agent.link_end, end)
    if not path.points.empty():
        check_arrival(agent, path, dt)
    if agent.follows == FOLLOWS_SCRIPT:
        use_script_velocity(agent)
        return
    if agent.params.auto_brake and not path.points.empty():
        speed = min(speed, braking_speed(distance_to_walk(agent), 0.0, agent.params.max_deceleration, dt))
    for i in range(3):
        agent.preferred_velocity[i] = 0.0 if not left > 0.0 else (end[i] - agent.position[i]) / dt if speed * dt >= left \
            else (end[i] - agent.position[i]) * (speed / left)
