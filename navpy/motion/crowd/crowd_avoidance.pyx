"""The avoidance phases of a crowd's step.

Each neighbor gives a half-plane of velocities, for which right_of_way sets the agent's share of the avoidance. An agent wants its
preferred velocity if this satisfies all of them, and the lines of obstacles' outlines. Else the walls nearby are collected, and it
wants the velocity that goes least against all half-planes and its preference (quadratic_program). Its new velocity is the nearest that
its body can have (locomotion), truncated to the surface, so no agent is pushed off it."""
from libc.math cimport INFINITY, fabs, sqrt
from libc.stdint cimport int32_t
from libc.string cimport memcpy, memset
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.agent.agent cimport FOLLOWS_NOTHING, ON_LINK, PLACE_TAKEN, RESTS_ASIDE, Agent, is_active, is_moving
from navpy.motion.agent.agent_state cimport follow
from navpy.motion.agent.agent_memory cimport PREFETCHED, prefetch_move
from navpy.motion.agent.agent_params cimport AgentParams
from navpy.motion.avoidance.linear_program cimport Line
from navpy.motion.avoidance.quadratic_program cimport solve_quadratic
from navpy.motion.crowd.arrival_places cimport side_around
from navpy.motion.crowd.grid_walls cimport collect_grid_lines, enters_wall, velocity_along_walls
from navpy.motion.agent.local_boundary cimport LocalBoundary, update_boundary
from navpy.motion.crowd.obstacle_outlines cimport collect_outline_lines
from navpy.base.neighbor_grid cimport find_nearest, find_within, nearest_of, neighbor_index
from navpy.motion.avoidance.orca cimport Body, agent_line, find_obstacle_neighbors, obstacle_line
from navpy.motion.agent.locomotion cimport limit_change, reachable_velocity
from navpy.motion.agent.path_following cimport update_ground
from navpy.motion.crowd.participants cimport Avoidance, CloseOthers, MOST_CLOSE, foresee
from navpy.motion.crowd.right_of_way cimport (
    AvoidanceRole, go_same_way, goes_before, is_in_lane, overlap_in_height, room_for, share_of, step_aside)
from navpy.motion.agent.walkable cimport graph_at
from navpy.motion.agent.step_schedule cimport time_of
from navpy.mesh.half_edges cimport prefetch
from navpy.query.surface.raycast cimport MoveResult, RayHit, move_along_surface, raycast
from navpy.base.vec2 cimport Vec2, add, det, dot, left_of, length, scale, square, subtract, to_plan, to_world, vec2
from navpy.motion.agent.dials cimport AGENT_WEIGHT, AVOIDANCE_ROOM, STEP_ASIDE_SPEED

cdef double WALL_WEIGHT = 1e4           # of the line of a wall, against 1 for the preferred velocity: it gives way to nothing

cdef double IN_LINE = 1e-9              # sine of the angle up to which two directions are the same: places and velocities are rounded

cdef enum:
    # participants: two and a half rows of a strip, so that bodies and roles are there when the first neighbor reads them
    ROWS_AHEAD = 160


# ---- lines of other agents ----

cdef inline void line_along(Vec2 gap, double distance, Vec2 relative, double along, double radii, const Body* body, double share,
                            Line* out) noexcept nogil:
    """The line along one leg; along: meters from the apex to where the leg touches the disc, below 0 for the leg on the right."""
    out.direction = scale(vec2(gap.x * along - gap.y * radii, gap.x * radii + gap.y * along), 1.0 / (distance * distance))
    out.point = add(body.velocity, scale(subtract(scale(out.direction, dot(relative, out.direction)), relative), share))


cdef double leg_line(const Body* body, const Body* other, Vec2 preferred, double side, double share, double horizon, double most_speed,
                     Line* out) noexcept nogil:
    """The line along a leg of the velocity obstacle: the agent passes beside the other agent and does not wait before it. side: 1: on
    its right, −1: on its left, also where it has slowed down behind the other agent; 0: on the nearer side. Returns the part of the
    line's weight that counts: it grows from 0, 2 horizons before the two touch, to 1 at the horizon. most_speed: meters a second,
    enough to pass on this side, as the agent does before an agent without a share of the avoidance. Else it passes on the other side,
    behind that agent, if it can."""
    cdef Vec2 gap = subtract(other.position, body.position), relative = subtract(body.velocity, other.velocity)
    cdef double distance = length(gap), radii = body.radius + other.radius, along = sqrt(distance * distance - radii * radii)
    cdef double closing = dot(gap, relative) / distance
    cdef Line behind
    if not closing > 0.0 and side != 0.0:
        closing = dot(gap, subtract(preferred, other.velocity)) / distance
    if not closing > 0.0:
        return 0.0
    if side > 0.0 or (side == 0.0 and det(gap, relative) <= 0.0):
        along = -along
    line_along(gap, distance, relative, along, radii, body, share, out)
    if square(out.point) > most_speed * most_speed:
        line_along(gap, distance, relative, -along, radii, body, share, &behind)
        if square(behind.point) <= most_speed * most_speed:
            out[0] = behind
    return max(0.0, min(1.0, 2.0 - (distance - radii) / (closing * horizon)))


cdef void gap_line(const Body* body, const Body* other, double share, double horizon, Line* out) noexcept nogil:
    """The line of two that are about to touch: they touch after the horizon at the earliest. Two in the very same place part along
    x."""
    cdef Vec2 gap = subtract(other.position, body.position)
    cdef double distance = length(gap), closing
    gap = scale(gap, 1.0 / distance) if distance > 0.0 else vec2(1.0, 0.0)
    closing = max(0.0, distance - body.radius - other.radius) / horizon
    out.direction = left_of(gap)
    out.point = add(body.velocity, scale(gap, share * (closing - dot(subtract(body.velocity, other.velocity), gap))))


cdef inline bint is_along(Vec2 velocity, Vec2 gap) noexcept nogil:
    """True if a velocity is in the line of the gap, as that of a standing agent is."""
    return fabs(det(velocity, gap)) <= IN_LINE * sqrt(square(velocity) * square(gap))


cdef inline bint comes_in_line(const AvoidanceRole* own, const AvoidanceRole* other, const Body* body, const Body* seen,
                               Vec2 gap) noexcept nogil:
    """True if an agent wants to come nearer to another agent ahead, and all velocities of both, real and preferred, are in one line.
    Then neither side is the nearer side."""
    return dot(own.preferred_velocity, gap) > max(0.0, (1.0 + IN_LINE) * dot(other.preferred_velocity, gap)) \
        and is_along(own.preferred_velocity, gap) and is_along(other.preferred_velocity, gap) \
        and is_along(subtract(body.velocity, seen.velocity), gap)


cdef double room_beside(const MeshView* mesh, const LocalBoundary* boundary, const Agent* agent, Vec2 way) noexcept nogil:
    """The share of a way, in meters from where the agent stands, up to a wall."""
    cdef double end[3]
    cdef RayHit hit
    end[0], end[1], end[2] = agent.ground[0] + way.x, agent.ground[1], agent.ground[2] - way.y
    if boundary.grid != NULL and enters_wall(boundary.grid, agent.ground, end):
        return 0.0
    raycast(view_of(mesh, graph_at(mesh, boundary.walkable, agent.poly)), agent.poly, agent.ground, end, &hit)
    return hit.t


cdef double side_to_pass(const MeshView* mesh, const LocalBoundary* boundary, Agent* agent, Vec2 gap, double radii,
                         double share) noexcept nogil:
    """The side on which an agent passes another in its line, as in leg_line. Two that share the avoidance must both take the right. An
    agent that does all of it takes the left where walls leave more room there. radii: meters, with which it passes."""
    cdef Vec2 left = scale(left_of(gap), radii / length(gap))
    cdef NearestPoly at
    if share < 1.0 or mesh == NULL or not update_ground(mesh, agent, &at):
        return 1.0
    return -1.0 if room_beside(mesh, boundary, agent, left) > room_beside(mesh, boundary, agent, scale(left, -1.0)) else 1.0


cdef inline int push_line(const Line* line, double part, AvoidanceMemory* memory) except -1 nogil:
    if part > 0.0:
        memory.agent_lines.push_back(line[0])
        memory.agent_weights.push_back(part * AGENT_WEIGHT)
    return 0


cdef int add_line(const AvoidanceRole* own, const AvoidanceRole* other, const Body* body, const Body* seen, double share,
                  bint same_way, double side, bint is_first, double dt, double horizon, const AgentParams* params,
                  AvoidanceMemory* memory) except -1 nogil:
    """An agent passes beside another agent. But behind an agent of the same direction it keeps the distance of ORCA, and its time gap:
    it is no faster than behind a standing agent (Tordeux, Chraibi & Seyfried 2016, "Collision-Free Speed Model for Pedestrian
    Dynamics"). Before an agent that is held back its preferred velocity counts, else the two would wait for each other. side: of the
    passing, as in leg_line, also for an agent of the same direction. Two that touch count as if the other agent was a little to the
    other side."""
    cdef Body other_body = seen[0]
    cdef Vec2 gap = subtract(seen.position, body.position)
    cdef Line line
    cdef double part = 1.0, reaction = horizon, room = room_for(own, other, share)
    cdef double touching = (1.0 + AVOIDANCE_ROOM) * (body.radius + seen.radius)
    if params.max_acceleration > 0.0:
        # in this time the body can have any velocity
        reaction = max(min(horizon, params.max_speed / params.max_acceleration), dt)
    if room > 0.0 and dot(other.preferred_velocity, gap) < dot(seen.velocity, gap):
        other_body.velocity = add(seen.velocity, scale(subtract(other.preferred_velocity, seen.velocity), room))
    if square(gap) <= touching * touching:
        other_body.position = add(seen.position, scale(left_of(gap), side * AVOIDANCE_ROOM))
        gap_line(body, &other_body, share, reaction, &line)
    else:
        other_body.radius = touching - body.radius
        if same_way and side == 0.0:
            agent_line(body, &other_body, share, 1.0 / reaction, 1.0 / reaction, is_first, &line)
        else:
            part = leg_line(body, &other_body, own.preferred_velocity, side, share, horizon,
                            INFINITY if other.moves or square(seen.velocity) == 0.0 else params.max_speed, &line)
    push_line(&line, part, memory)
    if same_way and params.time_gap > 0.0:
        other_body.velocity, other_body.radius = vec2(0.0, 0.0), seen.radius
        gap_line(body, &other_body, share, params.time_gap, &line)
        push_line(&line, 1.0, memory)
    return 0


cdef inline void add_close(Avoidance* avoidance, int32_t own, int32_t other, double share) noexcept nogil:
    """Inserts an index in ascending order."""
    cdef CloseOthers* close = &avoidance.close[own]
    cdef int32_t k = avoidance.close_counts[own]
    while k > 0 and close.others[k - 1] > other:
        close.others[k], close.shares[k] = close.others[k - 1], close.shares[k - 1]
        k -= 1
    close.others[k], close.shares[k] = other, share
    avoidance.close_counts[own] += 1


cdef inline bint is_before(const Avoidance* avoidance, int32_t own, int32_t other) noexcept nogil:
    """An order of participants, on which both crowds of an agent and a visitor agree."""
    return own < other if other < avoidance.own_count else avoidance.roles[own].id_hash < avoidance.roles[other].id_hash


cdef inline bint avoids(const AvoidanceRole* own, const AvoidanceRole* other) noexcept nogil:
    """True if the other is on a layer and at a height that the agent avoids."""
    return own.mask & other.layers != 0 and overlap_in_height(own, other)


cdef int32_t find_neighbors(const Avoidance* avoidance, int32_t own, const Agent* agent, AvoidanceMemory* memory) except -1 nogil:
    """Collects the nearest max_neighbors participants in memory.neighbors, and returns their number. If the agent does not avoid some
    of them (another floor, other layers), it collects instead the nearest participants that the agent avoids and may meet within the
    time horizon."""
    cdef const AvoidanceRole* role = &avoidance.roles[own]
    cdef Vec2 place = avoidance.bodies[own].position
    cdef double reach = agent.params.radius + avoidance.greatest_radius \
        + agent.params.time_horizon_agents * (agent.params.max_speed + avoidance.greatest_speed)
    cdef int32_t most = agent.params.max_neighbors, k, kept = 0
    cdef int32_t count = find_nearest(&avoidance.grid, place.x, place.y, agent.params.neighbor_distance, most, own, &memory.neighbors)
    if count < most or not role.mask & avoidance.layers:
        return count
    for k in range(count):
        kept += avoids(role, &avoidance.roles[neighbor_index(memory.neighbors.found[k])])
    if kept == count:
        return count
    find_within(&avoidance.grid, place.x, place.y, min(reach, agent.params.neighbor_distance), &memory.near)
    kept = 0
    for k in range(<int32_t>memory.near.size()):
        if memory.near[k] != own and avoids(role, &avoidance.roles[memory.near[k]]):
            memory.near[kept] = avoidance.grid_places[memory.near[k]]
            kept += 1
    return nearest_of(&avoidance.grid, place.x, place.y, memory.near.data(), kept, most, &memory.neighbors)


cdef inline double horizon_of(const Agent* agent) noexcept nogil:
    """Seconds for which an agent looks ahead: not beyond its place, where it stops, but at least as far as its own diameter."""
    cdef double horizon = agent.params.time_horizon_agents
    if agent.place_state == PLACE_TAKEN and agent.params.max_speed > 0.0:
        horizon = min(horizon, max(length(subtract(agent.place, to_plan(agent.position))),
                                   2.0 * agent.params.radius) / agent.params.max_speed)
    return horizon


cdef int collect_agent_lines(const MeshView* mesh, const LocalBoundary* boundary, Avoidance* avoidance, vector[Agent]* agents,
                             int32_t own, double dt, AvoidanceMemory* memory) except -1 nogil:
    """Collects the lines of all neighbors in memory.agent_lines, the participants that the agent might touch in avoidance.close, and
    sets memory.steps_aside_for."""
    cdef const AvoidanceRole* role = &avoidance.roles[own]
    cdef const AvoidanceRole* neighbor
    cdef Agent* agent = &agents[0][role.slot]
    cdef const Body* body = &avoidance.bodies[own]
    cdef int32_t k, other, count = find_neighbors(avoidance, own, agent, memory)
    cdef double share, radii, reach, side, horizon = max(horizon_of(agent), dt)
    cdef bint same_way
    cdef Vec2 gap
    memory.agent_lines.clear()
    memory.agent_weights.clear()
    memory.steps_aside_for = -1
    for k in range(count):
        other = neighbor_index(memory.neighbors.found[k])
        neighbor = &avoidance.roles[other]
        if not overlap_in_height(role, neighbor):
            continue
        # 1. Right of way between the two. An agent from behind that does not walk by its crowd, and so gives no way, is let past.
        gap, radii = subtract(avoidance.bodies[other].position, body.position), body.radius + avoidance.bodies[other].radius
        same_way = (role.mask & neighbor.layers or neighbor.presses) and go_same_way(role, neighbor, radii) \
            and (neighbor.walks or dot(neighbor.preferred_velocity, gap) >= 0.0)
        share = share_of(role, neighbor, gap, radii, same_way)
        # 2. Of all neighbors whose lane it stands in, it steps aside for the neighbor of highest priority.
        if not role.walks and is_in_lane(role, neighbor, gap, radii) and (
                memory.steps_aside_for < 0 or goes_before(neighbor, &avoidance.roles[memory.steps_aside_for])):
            memory.steps_aside_for = other
        # 3. Candidates for contacts.
        reach = radii + dt * (role.max_speed + neighbor.max_speed)
        if square(gap) < reach * reach and avoidance.close_counts[own] < MOST_CLOSE:
            add_close(avoidance, own, other, share)
        # 4. The line. An agent with a time gap does not pass agents of its direction.
        if share > 0.0:
            side = side_around(agent, avoidance.bodies[other].position) if agent.place_state == PLACE_TAKEN and not neighbor.walks \
                    else 0.0
            if side == 0.0 and not (same_way and agent.params.time_gap > 0.0) \
                    and comes_in_line(role, neighbor, body, &avoidance.bodies[other], gap):
                side = side_to_pass(mesh, boundary, agent, gap, (1.0 + AVOIDANCE_ROOM) * radii, share)
            add_line(role, neighbor, body, &avoidance.bodies[other], share, same_way, side, is_before(avoidance, own, other), dt,
                     horizon, agent.params, memory)
    return 0


cdef bint satisfies_all(const vector[Line]* lines, Vec2 velocity) noexcept nogil:
    """True if a velocity is in the half-planes of all lines."""
    cdef size_t i
    for i in range(lines.size()):
        if det(lines.at(i).direction, subtract(lines.at(i).point, velocity)) > 0.0:
            return False
    return True


# ---- walls ----

cdef inline double wall_horizon(const AgentParams* params, double dt) noexcept nogil:
    """Seconds: time_horizon_obstacles, and at least the time in which the body stops. Straight towards a wall in d meters ORCA permits
    d / horizon, so that no greater deceleration is needed."""
    return max(params.time_horizon_obstacles, dt, params.max_speed / params.max_deceleration if params.max_acceleration > 0.0 else 0.0)


cdef int collect_wall_lines(const MeshView* mesh, const Agent* agent, const Body* body, LocalBoundary* boundary, double dt,
                            AvoidanceMemory* memory) except -1 nogil:
    """The mesh ends one agent radius before the walls, and paths lead along its border. So its border limits the agent's center only,
    and the lines are those of a body with radius 0."""
    cdef Body center = body[0]
    cdef double horizon = wall_horizon(agent.params, dt), reach = horizon * agent.params.max_speed
    cdef Line line
    cdef size_t i
    if boundary.grid != NULL:
        collect_grid_lines(boundary.grid, body, horizon, reach, &memory.grid_walls, &memory.walls, &memory.lines)
    if mesh == NULL or agent.poly == NO_POLY:
        return 0
    center.radius = 0.0
    update_boundary(mesh, boundary, agent.poly, agent.ground, reach, &memory.search)
    find_obstacle_neighbors(boundary.walls.data(), <int32_t>boundary.walls.size(), 2, center.position, reach, &memory.walls)
    for i in range(memory.walls.size()):
        if obstacle_line(&center, boundary.walls.data(), memory.walls[i].vertex, horizon, memory.lines.data(),
                         <int32_t>memory.lines.size(), &line):
            memory.lines.push_back(line)
    return 0


cdef int truncate_to_surface(const MeshView* mesh, const LocalBoundary* boundary, Agent* agent, Vec2* velocity, double dt,
                             AvoidanceMemory* memory) except -1 nogil:
    cdef MoveResult moved
    cdef double end[3]
    if boundary.grid != NULL:
        velocity[0] = velocity_along_walls(boundary.grid, agent, velocity[0], dt)
    if mesh == NULL or agent.poly == NO_POLY:
        return 0
    end[0], end[1], end[2] = agent.ground[0] + velocity.x * dt, agent.ground[1], agent.ground[2] - velocity.y * dt
    move_along_surface(view_of(mesh, graph_at(mesh, boundary.walkable, agent.poly)), &memory.flood, agent.poly, agent.ground, end,
                       &moved, &memory.visited)
    if boundary.grid != NULL and enters_wall(boundary.grid, agent.ground, moved.point):     # along the mesh's border
        moved.poly, moved.arrived = agent.poly, False
        memcpy(moved.point, agent.ground, sizeof(moved.point))
    memcpy(agent.next_ground, moved.point, sizeof(agent.next_ground))
    agent.next_poly, agent.has_next_ground = moved.poly, True
    if not moved.arrived:
        velocity.x, velocity.y = (moved.point[0] - agent.ground[0]) / dt, (agent.ground[2] - moved.point[2]) / dt
    return 0


# ---- new velocities ----

cdef inline void note_coasting(Agent* agent) noexcept nogil:
    """After a request, or a push, an agent moves until its body has slowed down."""
    agent.coasts = (agent.coasts or agent.is_pushed) and not is_active(agent) \
        and (agent.velocity[0] != 0.0 or agent.velocity[2] != 0.0)


cdef Vec2 limited_velocity(Agent* agent, Vec2 wanted, double dt) noexcept nogil:
    """The part of the wanted velocity that is within the limits of the body. A body gets the velocity of its script at once. The
    change by avoidance has limits, so that the body does not tremble among others."""
    cdef Vec2 velocity = to_plan(agent.velocity), preferred = to_plan(agent.preferred_velocity), before = agent.last_preferred
    if not agent.avoidance_limit > 0.0:
        return reachable_velocity(agent.params, velocity, wanted, dt)
    agent.last_preferred = preferred
    if not agent.is_diverted and wanted.x == preferred.x and wanted.y == preferred.y:
        return preferred
    velocity = limit_change(add(velocity, subtract(preferred, before)), wanted, agent.avoidance_limit * dt,
                            agent.params.max_deceleration * dt)
    agent.is_diverted = velocity.x != preferred.x or velocity.y != preferred.y
    return velocity


cdef void approach_preferred_velocity(Agent* agent, double dt) noexcept nogil:
    """On a link the agent has its preferred velocity at once."""
    if agent.where == ON_LINK:
        memcpy(agent.velocity, agent.preferred_velocity, sizeof(agent.velocity))
    else:
        to_world(limited_velocity(agent, to_plan(agent.preferred_velocity), dt), 0.0, agent.velocity)
    note_coasting(agent)
    agent.is_pushed = agent.has_next_ground = False


cdef int avoid(const MeshView* mesh, Avoidance* avoidance, vector[Agent]* agents, LocalBoundary* boundary, int32_t own, double dt,
               AvoidanceMemory* memory) except -1 nogil:
    """Sets the new velocity of one participant."""
    cdef const AvoidanceRole* role = &avoidance.roles[own]
    cdef const Body* body = &avoidance.bodies[own]
    cdef Agent* agent = &agents[0][role.slot]
    cdef Vec2 preferred = role.preferred_velocity if role.walks else vec2(0.0, 0.0), velocity
    cdef NearestPoly at
    cdef bint gives_way
    cdef size_t i
    # 1. Lines of outlines and of other agents.
    memory.lines.clear()
    if avoidance.outlines != NULL:
        collect_outline_lines(avoidance.outlines, avoidance.with_cut_out, role, body, wall_horizon(agent.params, dt),
                              &memory.walls, &memory.lines)
    collect_agent_lines(mesh, boundary, avoidance, agents, own, dt, memory)
    gives_way = memory.steps_aside_for >= 0 or not (satisfies_all(&memory.agent_lines, preferred)
                                                    and satisfies_all(&memory.lines, preferred))
    if (gives_way or boundary.grid != NULL or agent.velocity[0] != agent.preferred_velocity[0]
        or agent.velocity[2] != agent.preferred_velocity[2]) \
            and mesh != NULL and not update_ground(mesh, agent, &at):
        agent.poly = NO_POLY
    # 2. Where the preferred velocity goes against a line: the velocity that goes least against all lines, walls included.
    velocity = preferred
    if gives_way:
        if memory.steps_aside_for >= 0:
            preferred = step_aside(&avoidance.roles[memory.steps_aside_for],
                                   subtract(avoidance.bodies[memory.steps_aside_for].position, body.position),
                                   STEP_ASIDE_SPEED * agent.params.max_speed)
            to_world(preferred, 0.0, agent.preferred_velocity)
            agent.makes_way_for = avoidance.roles[memory.steps_aside_for].slot
        collect_wall_lines(mesh, agent, body, boundary, dt, memory)
        memory.weights.clear()
        memory.weights.resize(memory.lines.size(), WALL_WEIGHT)
        for i in range(memory.agent_lines.size()):
            memory.lines.push_back(memory.agent_lines[i])
            memory.weights.push_back(memory.agent_weights[i])
        velocity = solve_quadratic(memory.lines.data(), memory.weights.data(), <int32_t>memory.lines.size(), agent.params.max_speed,
                                   preferred)
    # 3. Within reach of the body, and on the surface.
    velocity = limited_velocity(agent, velocity, dt)
    if gives_way or boundary.grid != NULL or velocity.x != preferred.x or velocity.y != preferred.y:
        truncate_to_surface(mesh, boundary, agent, &velocity, dt, memory)
    # 4. An agent that has stood until now will return to where it stood.
    if gives_way and agent.follows == FOLLOWS_NOTHING:
        memcpy(agent.home, agent.position, sizeof(agent.home))
        agent.return_count, agent.stall_time = 0, 0.0
        follow(agent, RESTS_ASIDE)
    to_world(velocity, 0.0, agent.velocity)
    note_coasting(agent)
    agent.is_pushed = gives_way
    return 0


cdef inline void prefetch_walls(const vector[Agent]* agents, const vector[LocalBoundary]* boundaries, const Avoidance* avoidance,
                                int32_t i, int32_t end) noexcept nogil:
    cdef int32_t slot, own
    if i + ROWS_AHEAD < end:
        own = avoidance.sequence[i + ROWS_AHEAD]
        prefetch(&avoidance.bodies[own])
        prefetch(&avoidance.roles[own].layers)
        prefetch(&avoidance.roles[own].passages)
        prefetch(&avoidance.roles[own].corner_distance)
    if i + PREFETCHED < end:
        slot = avoidance.by_place[i + PREFETCHED]
        prefetch_move(&agents.at(slot))
        prefetch(&boundaries.at(slot))
        prefetch(&boundaries.at(slot).reach)
    if i + PREFETCHED // 2 < end:
        prefetch(boundaries.at(avoidance.by_place[i + PREFETCHED // 2]).walls.data())


cdef int avoid_range(const MeshView* mesh, Avoidance* avoidance, vector[Agent]* agents, vector[LocalBoundary]* boundaries,
                     int32_t first, int32_t end, double dt, AvoidanceMemory* memory) except -1 nogil:
    """A standing agent keeps its preferred velocity, unless it yields and some participant presses."""
    cdef const AvoidanceRole* role
    cdef Agent* agent
    cdef int32_t i, own
    cdef double time
    memory.neighbors.guess = INFINITY
    for i in range(first, end):
        own = avoidance.sequence[i]
        role = &avoidance.roles[own]
        prefetch_walls(agents, boundaries, avoidance, i, end)
        avoidance.close_counts[own] = 0
        time = time_of(&avoidance.schedule, role.slot, dt)
        agent = &agents[0][role.slot]
        agent.makes_way_for = -1            # of a walking agent, too: else two that stop could make way for each other
        if not role.walks:
            memset(agent.preferred_velocity, 0, sizeof(agent.preferred_velocity))
        if role.walks or (role.yields and avoidance.is_pressed):
            agent.has_next_ground = False
            avoid(mesh, avoidance, agents, &boundaries[0][role.slot], own, time, memory)
        else:
            approach_preferred_velocity(agent, time)
        foresee(avoidance, own, is_moving(agent), to_plan(agent.velocity), time)
    return 0
