"""The avoidance phase of a crowd's step.

Who can go on as it wishes does so, to the bit. Where others are in the way, ORCA's half-planes of these (van den Berg et al. 2011) leave
a velocity; only then the walls nearby are asked for, too, as half-planes that hold whatever becomes of the others, and what comes out is
moved along the surface, so that nobody is ever pushed off it.

Half-planes alone leave agents standing who are each other's mirror image. So all keep a little to the right when others are in the
way, each by an angle of its own; and who gets no further for a while is let through by those of lower rank, a hash of the agent."""
from libc.math cimport INFINITY, cos, fabs, sin
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy
from libcpp.vector cimport vector

from navpy.core cimport NO_POLY
from navpy.geom cimport distance2, is_point
from navpy.mesh cimport MeshView
from navpy.motion.agent cimport Agent
from navpy.motion.linear_program cimport Line
from navpy.motion.local_boundary cimport LocalBoundary, update_boundary
from navpy.motion.neighbor_grid cimport build_grid, cell_for, find_nearest, neighbor_index
from navpy.motion.orca cimport Body, body_line, choose_velocity, wall_line
from navpy.query.surface cimport MoveResult, move_along_surface
from navpy.vec2 cimport Vec2, det, square, subtract, vec2

cdef double PATIENCE = 0.5              # seconds without headway after which rank counts
cdef double GIVE_WAY = 0.9              # share of the one who gives way; the other takes the rest, so that they never meet
cdef double LEAST_TURN = 0.03, MOST_TURN = 0.10     # radians to the right, where others are in the way
cdef double WALL_GAP = 0.01             # metres that others don't push an agent nearer to a wall


# ---- who takes part ----

cdef int gather_bodies(Avoidance* all, const vector[Agent]* agents) except -1 nogil:
    """Who is on a link flies past all others."""
    cdef const Agent* agent
    cdef Body body
    cdef Manners manners
    cdef int32_t slot
    all.bodies.clear()
    all.manners.clear()
    all.places.clear()
    all.reach, all.waiting = 0.0, 0
    for slot in range(<int32_t>agents.size()):
        agent = &agents.at(slot)
        if not agent.generation & 1 or not agent.params.avoidance_enabled or agent.link >= 0 or not is_point(agent.position):
            continue
        body.position = vec2(agent.position[0], -agent.position[2])
        body.velocity = vec2(agent.velocity[0], -agent.velocity[2])
        body.radius = agent.params.radius
        manners.ground = agent.position[1] - (agent.lift if agent.poly != NO_POLY else 0.0)
        manners.height, manners.priority, manners.slot = agent.params.height, agent.params.avoidance_priority, slot
        manners.walks, manners.yields = agent.active, agent.params.yields and not agent.active
        manners.waits = agent.active and agent.waited > PATIENCE
        all.waiting += manners.waits
        all.reach = max(all.reach, agent.params.neighbor_distance)
        all.bodies.push_back(body)
        all.manners.push_back(manners)
        all.places.push_back(body.position.x)
        all.places.push_back(body.position.y)
    slot = <int32_t>all.bodies.size()
    return build_grid(&all.grid, all.places.data(), slot, cell_for(all.places.data(), slot, all.reach))


# ---- right of way ----

cdef inline uint64_t rank_of(const Agent* agent, int32_t slot) noexcept nogil:
    """A hash of the agent's id, no two alike (the finalizer of splitmix64 is one to one)."""
    cdef uint64_t x = (<uint64_t>agent.generation << 32) | <uint64_t>slot
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBU
    return x ^ (x >> 31)


cdef inline bint meet(const Manners* own, const Manners* other) noexcept nogil:
    """Do their bodies overlap in height?"""
    cdef double above = other.ground - own.ground
    return above < own.height and -above < other.height


cdef double share_of(const vector[Agent]* agents, const Manners* own, const Manners* other) noexcept nogil:
    """Of the change of velocity that keeps two apart, what is up to the first of them."""
    cdef const Agent* a = &agents.at(own.slot)
    cdef const Agent* b = &agents.at(other.slot)
    if not a.params.avoidance_mask & b.params.avoidance_layers:
        return 0.0
    if not b.params.avoidance_mask & a.params.avoidance_layers:
        return 1.0
    if not other.walks:
        return 1.0 - GIVE_WAY if other.yields and own.waits else 1.0
    if not own.walks:
        return GIVE_WAY if other.waits else 0.0
    if own.priority != other.priority:
        return GIVE_WAY if own.priority < other.priority else 1.0 - GIVE_WAY
    if own.waits or other.waits:
        return GIVE_WAY if rank_of(a, own.slot) < rank_of(b, other.slot) else 1.0 - GIVE_WAY
    return 0.5


# ---- one agent ----

cdef int collect_lines(const Avoidance* all, const vector[Agent]* agents, int32_t own, double dt, AvoidanceMemory* memory) except -1 nogil:
    cdef const Manners* manners = &all.manners[own]
    cdef const Agent* agent = &agents.at(manners.slot)
    cdef const Body* body = &all.bodies[own]
    cdef int32_t k, other, count = find_nearest(&all.grid, body.position.x, body.position.y, agent.params.neighbor_distance,
                                                agent.params.max_neighbors, own, &memory.neighbors)
    cdef double share, per_horizon = 1.0 / max(agent.params.time_horizon_agents, dt)
    cdef Line line
    memory.others.clear()
    for k in range(count):
        other = neighbor_index(memory.neighbors.found[k])
        if not meet(manners, &all.manners[other]):
            continue
        share = share_of(agents, manners, &all.manners[other])
        if share > 0.0:
            body_line(body, &all.bodies[other], share, per_horizon, 1.0 / dt, &line)
            memory.others.push_back(line)
    return 0


cdef bint is_free(const vector[Line]* lines, Vec2 velocity) noexcept nogil:
    cdef size_t i
    for i in range(lines.size()):
        if det(lines.at(i).direction, subtract(lines.at(i).point, velocity)) > 0.0:
            return False
    return True


cdef Vec2 keep_right(const Agent* agent, int32_t slot, Vec2 wish) noexcept nogil:
    cdef double turn = LEAST_TURN + (MOST_TURN - LEAST_TURN) * (rank_of(agent, slot) >> 11) * (1.0 / (<uint64_t>1 << 53))
    cdef double c = cos(turn), s = -sin(turn)
    return vec2(c * wish.x - s * wish.y, s * wish.x + c * wish.y)


cdef int collect_walls(const MeshView* mesh, const Agent* agent, const Body* body, LocalBoundary* boundary,
                       AvoidanceMemory* memory) except -1 nogil:
    """Half-planes of the walls nearby. The mesh is as much smaller than the floor as the agents are wide that it was made for, so that
    walls are walls to their centers."""
    cdef Body center = body[0]
    cdef double horizon = agent.params.time_horizon_obstacles
    cdef double reach
    cdef Line line
    cdef int32_t wall
    memory.lines.clear()
    if mesh == NULL or agent.poly == NO_POLY or not horizon > 0.0:
        return 0
    center.radius = max(agent.params.radius - mesh.agent_radius, 0.0) + WALL_GAP
    reach = horizon * agent.params.max_speed + center.radius
    update_boundary(mesh, boundary, agent.poly, agent.ground, reach, &memory.search)
    for wall in range(0, <int32_t>boundary.walls.size(), 2):
        if wall_line(&center, boundary.walls.data(), wall, horizon, memory.lines.data(), <int32_t>memory.lines.size(), &line):
            memory.lines.push_back(line)
    return 0


cdef int keep_on_surface(const MeshView* mesh, const Agent* agent, Vec2* velocity, double dt, AvoidanceMemory* memory) except -1 nogil:
    """No further in a step than along the surface."""
    cdef MoveResult moved
    cdef double end[3]
    if mesh == NULL or agent.poly == NO_POLY:
        return 0
    end[0], end[1], end[2] = agent.ground[0] + velocity.x * dt, agent.ground[1], agent.ground[2] - velocity.y * dt
    move_along_surface(mesh, mesh.graph, &memory.flood, agent.poly, agent.ground, end, &moved, &memory.visited)
    if not moved.arrived:
        velocity.x, velocity.y = (moved.point[0] - agent.ground[0]) / dt, (agent.ground[2] - moved.point[2]) / dt
    return 0


cdef int avoid(const MeshView* mesh, const Avoidance* all, vector[Agent]* agents, LocalBoundary* boundary, int32_t own, double dt,
               AvoidanceMemory* memory) except -1 nogil:
    cdef const Body* body = &all.bodies[own]
    cdef int32_t slot = all.manners[own].slot, fixed
    cdef Agent* agent = &agents[0][slot]
    cdef Vec2 wish = vec2(agent.desired_velocity[0], -agent.desired_velocity[2]), chosen
    cdef size_t i
    agent.is_pushed = False
    memcpy(agent.velocity, agent.desired_velocity, sizeof(agent.velocity))
    collect_lines(all, agents, own, dt, memory)
    if memory.others.empty() or is_free(&memory.others, wish):
        return 0
    collect_walls(mesh, agent, body, boundary, memory)
    fixed = <int32_t>memory.lines.size()
    for i in range(memory.others.size()):
        memory.lines.push_back(memory.others[i])
    choose_velocity(&memory.lines, fixed, agent.params.max_speed, keep_right(agent, slot, wish), &memory.scratch, &chosen)
    keep_on_surface(mesh, agent, &chosen, dt, memory)
    agent.velocity[0], agent.velocity[1], agent.velocity[2] = chosen.x, 0.0, -chosen.y
    agent.is_pushed = True
    return 0


cdef int avoid_range(const MeshView* mesh, const Avoidance* all, vector[Agent]* agents, vector[LocalBoundary]* boundaries, int32_t first,
                     int32_t end, double dt, AvoidanceMemory* memory) except -1 nogil:
    """Who stands has nothing to avoid, but steps aside where others wait."""
    cdef const Manners* manners
    cdef int32_t place, own
    memory.neighbors.guess = INFINITY
    for place in range(first, end):
        own = all.grid.order[place]
        manners = &all.manners[own]
        if manners.walks or (manners.yields and all.waiting > 0):
            avoid(mesh, all, agents, &boundaries[0][manners.slot], own, dt, memory)
    return 0
