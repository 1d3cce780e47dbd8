"""The avoidance phases of a crowd's step.

An agent whose preferred velocity satisfies the ORCA lines of all other agents and of obstacles' outlines keeps this velocity to the bit.
Else the walls nearby are collected, and its new velocity is the nearest one within all lines (van den Berg, Guy, Lin & Manocha 2011).
right_of_way sets the shares of the avoidance. The lines of outlines and walls hold in any case, and the new velocity is truncated to the
surface, so no agent is pushed off it.

Two agents that are each other's mirror image would stand still before each other. So every agent that gives way also turns its preferred
velocity to one side by an angle of its own: to the right in the open and between opposed streams."""
from libc.math cimport INFINITY, cos, sin, sqrt
from libc.stdint cimport int32_t
from libc.string cimport memcpy
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, STATUS_SUCCESS
from navpy.base.geom cimport is_point
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.crowd.agent cimport Agent, diameter_time
from navpy.motion.avoidance.linear_program cimport Line
from navpy.motion.crowd.local_boundary cimport LocalBoundary, update_boundary
from navpy.motion.crowd.obstacle_outlines cimport collect_outline_lines
from navpy.base.neighbor_grid cimport build_grid, cell_for, find_nearest, find_within, nearest_of, neighbor_index
from navpy.motion.avoidance.orca cimport Body, agent_line, find_obstacle_neighbors, obstacle_line, solve_lines
from navpy.motion.crowd.path_following cimport FollowedPath, update_ground
from navpy.motion.crowd.right_of_way cimport (AvoidanceRole, describe_role, go_same_way, has_priority, is_in_lane, overlap_in_height, share_of,
                                              spread_priorities, step_aside, update_press)
from navpy.motion.crowd.walkable cimport WalkableArea, graph_at
from navpy.mesh.half_edges cimport prefetch
from navpy.query.surface.surface cimport MoveResult, move_along_surface
from navpy.base.splitmix cimport to_fraction
from navpy.base.vec2 cimport Vec2, det, dot, left_of, scale, square, subtract, to_plan, to_world, vec2

cdef enum:
    PREFETCHED = 8                      # how many agents ahead memory is requested

cdef double PUSH_AFTER = 15.0           # diameter times: age of its priority from which an agent ignores contact lines: three times PRESS_AFTER
cdef double STEP_ASIDE_SPEED = 0.5      # share of full speed: enough to leave a lane before an agent at full speed comes
cdef double ONCOMING_MEMORY = 10.0      # seconds for which an agent keeps right after it met an oncoming agent: gaps in a stream are shorter
cdef double LEAST_TURN = 0.1, MOST_TURN = 0.25     # radians to a side: enough to break the symmetry, too little for a visible detour


# ---- participants ----

cdef int32_t sort_participants(Avoidance* avoidance, vector[Agent]* agents) except -1 nogil:
    """Participants that are near each other in the world are near each other in memory. Agents on links do not take part."""
    cdef const Agent* agent
    cdef int32_t slot, place, count
    avoidance.slots.clear()
    avoidance.places.clear()
    avoidance.bystanders.clear()
    avoidance.greatest_reach = avoidance.greatest_radius = avoidance.greatest_speed = 0.0
    avoidance.layers, avoidance.has_flocks = 0, False
    for slot in range(<int32_t>agents.size()):
        agent = &agents.at(slot)
        if not agent.generation & 1:
            continue
        if not agent.params.avoidance_enabled or agent.link >= 0 or not is_point(agent.position):
            avoidance.bystanders.push_back(slot)
            continue
        avoidance.greatest_reach = max(avoidance.greatest_reach, agent.params.neighbor_distance)
        avoidance.greatest_radius = max(avoidance.greatest_radius, agent.params.radius)
        avoidance.greatest_speed = max(avoidance.greatest_speed, agent.params.max_speed)
        avoidance.layers |= agent.params.avoidance_layers
        avoidance.has_flocks |= agent.params.separation_weight > 0.0 or agent.params.alignment_weight > 0.0 or agent.params.cohesion_weight > 0.0
        avoidance.slots.push_back(slot)
        avoidance.places.push_back(agent.position[0])
        avoidance.places.push_back(-agent.position[2])
    count = <int32_t>avoidance.slots.size()
    build_grid(&avoidance.grid, avoidance.places.data(), count, cell_for(avoidance.places.data(), count, avoidance.greatest_reach))
    avoidance.bodies.resize(count)
    avoidance.roles.resize(count)
    avoidance.close.resize(count)
    for place in range(count):
        avoidance.roles[place].slot = avoidance.slots[avoidance.grid.order[place]]
        avoidance.grid.order[place] = place     # participants are numbered in grid order
    return count


cdef inline void prefetch_agents(const vector[Agent]* agents, const vector[FollowedPath]* paths, const Avoidance* avoidance, int32_t i,
                                 int32_t end) noexcept nogil:
    """Agents lie in memory by slot and are read by place, which the processor cannot foresee. Places from `end` on are another thread's."""
    cdef const Agent* agent
    cdef const char* line
    cdef int32_t slot
    if i + PREFETCHED < end:
        slot = avoidance.roles[i + PREFETCHED].slot
        line = <const char*>&agents.at(slot)
        prefetch(line)
        prefetch(line + 64)
        prefetch(<const char*>&agents.at(slot).preferred_velocity)
        prefetch(<const char*>&agents.at(slot).stall_time)
        prefetch(<const char*>&agents.at(slot).priority)
        prefetch(<const char*>&agents.at(slot).next_corner)
        prefetch(&paths.at(slot))
    if i + PREFETCHED // 2 < end:
        slot = avoidance.roles[i + PREFETCHED // 2].slot
        agent = &agents.at(slot)
        prefetch(paths.at(slot).points.data() + 3 * agent.next_corner)


cdef void describe_range(Avoidance* avoidance, vector[Agent]* agents, const vector[FollowedPath]* paths, int32_t first, int32_t end,
                         double dt) noexcept nogil:
    cdef Agent* agent
    cdef Body* body
    cdef AvoidanceRole* role
    cdef int32_t i
    for i in range(first, end):
        prefetch_agents(agents, paths, avoidance, i, end)
        role, body = &avoidance.roles[i], &avoidance.bodies[i]
        agent = &agents[0][role.slot]
        body.position, body.radius = to_plan(agent.position), agent.params.radius
        body.velocity = to_plan(agent.velocity)
        describe_role(agent, &paths[0][role.slot], body, role)
        role.presses, role.priority = update_press(agent, dt), agent.priority


cdef int inherit_priorities(Avoidance* avoidance, vector[Agent]* agents) except -1 nogil:
    cdef int32_t i
    avoidance.pressing.clear()
    for i in range(<int32_t>avoidance.roles.size()):
        if avoidance.roles[i].presses:
            avoidance.pressing.push_back(i)
    return spread_priorities(avoidance.bodies.data(), avoidance.roles.data(), &avoidance.grid, &avoidance.pressing, agents, &avoidance.near)


cdef void set_standing(Avoidance* avoidance, int32_t index, const Agent* agent) noexcept nogil:
    cdef AvoidanceRole* role = &avoidance.roles[index]
    avoidance.bodies[index].velocity = role.preferred_velocity = vec2(0.0, 0.0)
    role.walks, role.yields, role.presses, role.has_arrived = False, agent.params.yields, False, agent.status == STATUS_SUCCESS


cdef void take_preferred_velocity(Agent* agent) noexcept nogil:
    memcpy(agent.velocity, agent.preferred_velocity, sizeof(agent.velocity))
    agent.is_pushed = agent.has_next_ground = False


# ---- lines of other agents ----

cdef inline bint is_held_back(const AvoidanceRole* role, const Body* body, Vec2 gap, double share) noexcept nogil:
    """True if avoidance holds a neighbor back that would come nearer: then its preferred velocity counts, not its velocity. With a share
    above ½ the agent has to make room for it; with ½ the neighbor must be driven backwards. By velocities alone the two would wait for
    each other, or the agent would drive the neighbor back, for ever. gap: from the agent to the neighbor."""
    if not role.walks or dot(role.preferred_velocity, gap) >= dot(body.velocity, gap):
        return False
    return share > 0.5 or (share == 0.5 and dot(role.preferred_velocity, body.velocity) < -0.5 * square(role.preferred_velocity))


cdef bint contact_line(const AvoidanceRole* own, const AvoidanceRole* other, const Body* body, Vec2 gap, double radii, double dt, Line* out) noexcept nogil:
    """The line of velocities with which the agent does not touch another one within the step. The other one keeps its velocity along the
    gap if it moves away, and counts as standing if it comes nearer. Returns False if the agent does not avoid the other one, has the
    higher avoidance priority, or is in the same place."""
    cdef double size = sqrt(square(gap))
    if not own.mask & other.layers or own.avoidance_priority > other.avoidance_priority or not size > 0.0:
        return False
    gap = scale(gap, 1.0 / size)
    out.point = scale(gap, max(0.0, size - radii) / dt + max(0.0, dot(gap, body.velocity)))
    out.direction = left_of(gap)
    return True


cdef inline void add_close(CloseOthers* close, int32_t other) noexcept nogil:
    """Inserts an index in ascending order."""
    cdef int32_t k = close.count
    while k > 0 and close.others[k - 1] > other:
        close.others[k] = close.others[k - 1]
        k -= 1
    close.others[k] = other
    close.count += 1


cdef inline bint avoids(const AvoidanceRole* own, const AvoidanceRole* other) noexcept nogil:
    """True if the other one is on a layer and at a height that the agent avoids."""
    return own.mask & other.layers != 0 and overlap_in_height(own, other)


cdef int32_t find_neighbors(const Avoidance* avoidance, int32_t own, const Agent* agent, AvoidanceMemory* memory) except -1 nogil:
    """Collects the nearest max_neighbors participants in memory.neighbors, and returns their number. If the agent does not avoid some of
    them (another floor, other layers), it collects instead the nearest participants that the agent avoids and may meet within the time
    horizon."""
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
            memory.near[kept] = memory.near[k]
            kept += 1
    return nearest_of(&avoidance.grid, place.x, place.y, memory.near.data(), kept, most, &memory.neighbors)


cdef int collect_agent_lines(Avoidance* avoidance, const vector[Agent]* agents, int32_t own, double dt, AvoidanceMemory* memory) except -1 nogil:
    """Collects the lines of all neighbors in memory.agent_lines and the participants that the agent might touch in avoidance.close. Sets
    memory.steps_aside_for, gives_way, meets_oncoming and others_turn."""
    cdef const AvoidanceRole* role = &avoidance.roles[own]
    cdef const AvoidanceRole* neighbor
    cdef const Agent* agent = &agents.at(role.slot)
    cdef const Body* body = &avoidance.bodies[own]
    cdef const Body* seen
    cdef Body preferring
    cdef CloseOthers* close = &avoidance.close[own]
    cdef int32_t k, other, count = find_neighbors(avoidance, own, agent, memory)
    cdef double share, radii, reach, inverse_horizon = 1.0 / max(agent.params.time_horizon_agents, dt)
    # Only agents that the crowd moves push: a body may be stopped by an obstacle that is not an agent.
    cdef bint pushes = agent.moved_by_crowd and role.priority.age > PUSH_AFTER * diameter_time(agent)
    cdef bint same_way
    cdef Vec2 gap
    cdef Line line
    memory.agent_lines.clear()
    memory.steps_aside_for, memory.gives_way, memory.meets_oncoming, memory.others_turn = -1, False, False, False
    for k in range(count):
        other = neighbor_index(memory.neighbors.found[k])
        neighbor = &avoidance.roles[other]
        if not overlap_in_height(role, neighbor):
            continue
        # 1. Right of way between the two.
        gap, radii = subtract(avoidance.bodies[other].position, body.position), body.radius + avoidance.bodies[other].radius
        same_way = (role.mask & neighbor.layers or neighbor.presses) and go_same_way(role, neighbor, radii)
        share = share_of(role, neighbor, gap, radii, same_way)
        # 2. Of all neighbors whose lane it is in, it steps aside for the one with the highest priority.
        if is_in_lane(role, neighbor, gap, radii, same_way) and (
                memory.steps_aside_for < 0 or has_priority(neighbor, &avoidance.roles[memory.steps_aside_for])):
            memory.steps_aside_for = other
        # 3. Candidates for contacts.
        reach = radii + dt * (role.max_speed + neighbor.max_speed)
        if square(gap) < reach * reach and close.count < MOST_CLOSE:
            add_close(close, other)
        # 4. Conditions for the side to pass on.
        if share >= 0.5:
            memory.gives_way = True
            memory.meets_oncoming = memory.meets_oncoming or dot(role.preferred_velocity, neighbor.preferred_velocity) <= 0.0
            memory.others_turn = memory.others_turn or neighbor.bend != 0
        # 5. The ORCA line, for the velocity or the preferred velocity of the neighbor.
        if share > 0.0:
            seen = &avoidance.bodies[other]
            if is_held_back(neighbor, seen, gap, share):
                preferring = seen[0]
                preferring.velocity = neighbor.preferred_velocity
                seen = &preferring
            agent_line(body, seen, share, inverse_horizon, 1.0 / dt, own < other, &line)
            memory.agent_lines.push_back(line)
        # 6. A contact line, if the agent's share alone does not keep the two apart within the step.
        if share < 0.5 and square(gap) < reach * reach and not pushes \
                and contact_line(role, neighbor, &avoidance.bodies[other], gap, radii, dt, &line):
            memory.agent_lines.push_back(line)
    return 0


cdef bint satisfies_all(const vector[Line]* lines, Vec2 velocity) noexcept nogil:
    """True if a velocity is in the half-planes of all lines."""
    cdef size_t i
    for i in range(lines.size()):
        if det(lines.at(i).direction, subtract(lines.at(i).point, velocity)) > 0.0:
            return False
    return True


# ---- the side to pass on ----

cdef int passing_side(const AvoidanceRole* role, const Agent* agent, const AvoidanceMemory* memory) noexcept nogil:
    """1: right, −1: left, 0: neither. If all agents kept right, a crowd in a wide door would drift to the right jamb. So without oncoming
    agents an agent that turns passes on the side away from its corner, and an agent that goes straight on among these to neither side."""
    if agent.oncoming_time > 0.0:
        return 1
    if role.bend != 0:
        return role.bend
    return 0 if memory.others_turn else 1


cdef Vec2 turn_to_side(const AvoidanceRole* role, int side) noexcept nogil:
    """The preferred velocity, turned by the agent's own angle."""
    cdef double angle = LEAST_TURN + (MOST_TURN - LEAST_TURN) * to_fraction(role.id_hash)
    cdef double c = cos(angle), s = -side * sin(angle)
    return vec2(c * role.preferred_velocity.x - s * role.preferred_velocity.y, s * role.preferred_velocity.x + c * role.preferred_velocity.y)


# ---- walls ----

cdef int collect_wall_lines(const MeshView* mesh, const Agent* agent, const Body* body, LocalBoundary* boundary, double dt,
                            AvoidanceMemory* memory) except -1 nogil:
    """The mesh ends one agent radius before the walls, and paths lead along its border. So its border limits the agent's center only, and
    the lines are those of a body with radius 0."""
    cdef Body center = body[0]
    cdef double horizon = max(agent.params.time_horizon_obstacles, dt), reach
    cdef Line line
    cdef size_t i
    if mesh == NULL or agent.poly == NO_POLY:
        return 0
    center.radius = 0.0
    reach = horizon * agent.params.max_speed
    update_boundary(mesh, boundary, agent.poly, agent.ground, reach, &memory.search)
    find_obstacle_neighbors(boundary.walls.data(), <int32_t>boundary.walls.size(), 2, center.position, reach, &memory.walls)
    for i in range(memory.walls.size()):
        if obstacle_line(&center, boundary.walls.data(), memory.walls[i].vertex, horizon, memory.lines.data(), <int32_t>memory.lines.size(), &line):
            memory.lines.push_back(line)
    return 0


cdef int truncate_to_surface(const MeshView* mesh, const WalkableArea* walkable, Agent* agent, Vec2* velocity, double dt,
                             AvoidanceMemory* memory) except -1 nogil:
    cdef MoveResult moved
    cdef double end[3]
    if mesh == NULL or agent.poly == NO_POLY:
        return 0
    end[0], end[1], end[2] = agent.ground[0] + velocity.x * dt, agent.ground[1], agent.ground[2] - velocity.y * dt
    move_along_surface(view_of(mesh, graph_at(mesh, walkable, agent.poly)), &memory.flood, agent.poly, agent.ground, end, &moved, &memory.visited)
    memcpy(agent.next_ground, moved.point, sizeof(agent.next_ground))
    agent.next_poly, agent.has_next_ground = moved.poly, True
    if not moved.arrived:
        velocity.x, velocity.y = (moved.point[0] - agent.ground[0]) / dt, (agent.ground[2] - moved.point[2]) / dt
    return 0


# ---- new velocities ----

cdef int avoid(const MeshView* mesh, Avoidance* avoidance, vector[Agent]* agents, LocalBoundary* boundary, int32_t own, double dt,
               AvoidanceMemory* memory) except -1 nogil:
    """Sets the new velocity of one participant."""
    cdef const AvoidanceRole* role = &avoidance.roles[own]
    cdef const Body* body = &avoidance.bodies[own]
    cdef Agent* agent = &agents[0][role.slot]
    cdef Vec2 preferred = role.preferred_velocity, new_velocity
    cdef NearestPoly at
    cdef int32_t wall_count
    cdef int side
    cdef size_t i
    # 1. Lines of other agents and of outlines. If the preferred velocity satisfies all of them, and the agent is in no lane that it has to
    # leave: done.
    collect_agent_lines(avoidance, agents, own, dt, memory)
    memory.lines.clear()
    if avoidance.outlines != NULL:
        collect_outline_lines(avoidance.outlines, avoidance.with_cut_out, role, body, max(agent.params.time_horizon_obstacles, dt),
                              &memory.walls, &memory.lines)
    agent.oncoming_time = ONCOMING_MEMORY if memory.meets_oncoming else max(0.0, agent.oncoming_time - dt)
    if memory.steps_aside_for < 0 and satisfies_all(&memory.agent_lines, preferred) and satisfies_all(&memory.lines, preferred):
        return 0
    # 2. Lines of walls, before those of agents.
    if mesh != NULL and not update_ground(mesh, agent, &at):
        agent.poly = NO_POLY
    collect_wall_lines(mesh, agent, body, boundary, dt, memory)
    wall_count = <int32_t>memory.lines.size()
    for i in range(memory.agent_lines.size()):
        memory.lines.push_back(memory.agent_lines[i])
    # 3. Change the preferred velocity: out of a lane, or to the side to pass on.
    side = passing_side(role, agent, memory)
    if memory.steps_aside_for >= 0:
        preferred = step_aside(&avoidance.roles[memory.steps_aside_for], subtract(avoidance.bodies[memory.steps_aside_for].position, body.position),
                               STEP_ASIDE_SPEED * agent.params.max_speed)
    elif memory.gives_way and side != 0:
        preferred = turn_to_side(role, side)
    # 4. The nearest velocity within the lines (RVO2's linear programs), truncated to the surface.
    solve_lines(&memory.lines, wall_count, agent.params.max_speed, preferred, &memory.scratch, &new_velocity)
    truncate_to_surface(mesh, boundary.walkable, agent, &new_velocity, dt, memory)
    # 5. An agent that has stood until now will return to where it stood.
    if not agent.active and not agent.stepped_aside:
        memcpy(agent.home, agent.position, sizeof(agent.home))
        agent.stepped_aside, agent.return_count, agent.stall_time = True, 0, 0.0
    to_world(new_velocity, agent.velocity)
    agent.is_pushed = True
    return 0


cdef int avoid_range(const MeshView* mesh, Avoidance* avoidance, vector[Agent]* agents, vector[LocalBoundary]* boundaries, int32_t first,
                     int32_t end, double dt, AvoidanceMemory* memory) except -1 nogil:
    """A standing agent keeps its preferred velocity, unless it yields and some participant presses."""
    cdef const AvoidanceRole* role
    cdef int32_t own
    memory.neighbors.guess = INFINITY
    for own in range(first, end):
        role = &avoidance.roles[own]
        if own + PREFETCHED < end:
            prefetch(&agents.at(avoidance.roles[own + PREFETCHED].slot).preferred_velocity)
            prefetch(&agents.at(avoidance.roles[own + PREFETCHED].slot).poly)
        take_preferred_velocity(&agents[0][role.slot])
        avoidance.close[own].count = 0
        if role.walks or (role.yields and not avoidance.pressing.empty()):
            avoid(mesh, avoidance, agents, &boundaries[0][role.slot], own, dt, memory)
    return 0
