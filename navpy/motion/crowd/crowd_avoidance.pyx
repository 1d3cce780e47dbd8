"""The avoidance phase of a crowd's step.

Who can go on as it wishes does so, to the bit. Where others are in the way, ORCA's half-planes of these (van den Berg et al. 2011), shared
by right of way, leave a velocity; only then the walls nearby are asked for, too, as half-planes that hold whatever becomes of the others,
and what comes out is moved along the surface, so that nobody is ever pushed off it.

Half-planes alone leave agents standing who are each other's mirror image. So all keep a little to one side when others are in the
way, each by an angle of its own: to the right in the open and where some come and others go."""
from libc.math cimport INFINITY, cos, sin, sqrt
from libc.stdint cimport int32_t
from libc.string cimport memcpy
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, STATUS_SUCCESS
from navpy.base.geom cimport is_point
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.crowd.agent cimport Agent, pace_of
from navpy.motion.avoidance.linear_program cimport Line
from navpy.motion.crowd.local_boundary cimport LocalBoundary, update_boundary
from navpy.base.neighbor_grid cimport build_grid, cell_for, find_nearest, find_within, nearest_of, neighbor_index
from navpy.motion.avoidance.orca cimport Body, body_line, choose_velocity, sort_walls, wall_line
from navpy.motion.crowd.path_following cimport FollowedPath, stand
from navpy.motion.crowd.right_of_way cimport Manners, go_same_way, goes_first, insists, is_in_way, meet, note_manners, out_of_way, share_of, spread_claims
from navpy.motion.crowd.walkable cimport Walkable, graph_under
from navpy.mesh.half_edges cimport prefetch
from navpy.query.surface.surface cimport MoveResult, move_along_surface
from navpy.base.splitmix cimport to_fraction
from navpy.base.vec2 cimport Vec2, det, dot, left_of, scale, square, subtract, vec2

cdef enum:
    AHEAD = 8                           # agents

cdef double PUSHES = 15.0               # paces that one has insisted for before it presses on against those who do not make room
cdef double AMBLE = 0.5                 # of its full speed, for who steps aside
cdef double MINDS = 10.0                # seconds after somebody came towards it for which it keeps to the right
cdef double LEAST_TURN = 0.1, MOST_TURN = 0.25     # radians to a side, where others are in the way


# ---- who takes part ----

cdef int32_t sort_bodies(Avoidance* all, vector[Agent]* agents) except -1 nogil:
    """Those who are near each other lie near each other in memory, too. Who is on a link flies past all others."""
    cdef const Agent* agent
    cdef int32_t slot, place, count
    all.slots.clear()
    all.places.clear()
    all.others.clear()
    all.reach = all.widest = all.fastest = 0.0
    all.layers = 0
    for slot in range(<int32_t>agents.size()):
        agent = &agents.at(slot)
        if not agent.generation & 1:
            continue
        if not agent.params.avoidance_enabled or agent.link >= 0 or not is_point(agent.position):
            all.others.push_back(slot)
            continue
        all.reach, all.widest = max(all.reach, agent.params.neighbor_distance), max(all.widest, agent.params.radius)
        all.fastest, all.layers = max(all.fastest, agent.params.max_speed), all.layers | agent.params.avoidance_layers
        all.slots.push_back(slot)
        all.places.push_back(agent.position[0])
        all.places.push_back(-agent.position[2])
    count = <int32_t>all.slots.size()
    build_grid(&all.grid, all.places.data(), count, cell_for(all.places.data(), count, all.reach))
    all.bodies.resize(count)
    all.manners.resize(count)
    all.close.resize(count)
    for place in range(count):
        all.manners[place].slot = all.slots[all.grid.order[place]]
        all.grid.order[place] = place           # from here on that is what it is
    return count


cdef inline void fetch(const vector[Agent]* agents, const vector[FollowedPath]* paths, const Avoidance* all, int32_t i) noexcept nogil:
    """Agents lie in the order of their slots: the next ones are on their way from memory while one is worked on."""
    cdef const Agent* agent
    cdef const char* line
    cdef int32_t slot
    if i + AHEAD < <int32_t>all.manners.size():
        slot = all.manners[i + AHEAD].slot
        line = <const char*>&agents.at(slot)
        prefetch(line)
        prefetch(line + 64)
        prefetch(<const char*>&agents.at(slot).desired_velocity)
        prefetch(<const char*>&agents.at(slot).waited)
        prefetch(<const char*>&agents.at(slot).claim)
        prefetch(<const char*>&agents.at(slot).next_corner)
        prefetch(&paths.at(slot))
    if i + AHEAD // 2 < <int32_t>all.manners.size():
        slot = all.manners[i + AHEAD // 2].slot
        agent = &agents.at(slot)
        prefetch(paths.at(slot).points.data() + 3 * agent.next_corner)


cdef void note_bodies(Avoidance* all, vector[Agent]* agents, const vector[FollowedPath]* paths, int32_t first, int32_t end, double dt) noexcept nogil:
    cdef Agent* agent
    cdef Body* body
    cdef int32_t i, slot
    for i in range(first, end):
        fetch(agents, paths, all, i)
        slot, body = all.manners[i].slot, &all.bodies[i]
        agent = &agents[0][slot]
        body.position, body.radius = vec2(agent.position[0], -agent.position[2]), agent.params.radius
        body.velocity = vec2(agent.velocity[0], -agent.velocity[2])
        note_manners(agent, slot, &paths[0][slot], body, &all.manners[i])
        all.manners[i].insists, all.manners[i].claim = insists(agent, dt), agent.claim


cdef int agree(Avoidance* all, vector[Agent]* agents) except -1 nogil:
    """Who of those that get no further is let through."""
    cdef int32_t i
    all.insisting.clear()
    for i in range(<int32_t>all.manners.size()):
        if all.manners[i].insists:
            all.insisting.push_back(i)
    return spread_claims(all.bodies.data(), all.manners.data(), &all.grid, &all.insisting, agents, &all.near)


cdef void stop_body(Avoidance* all, int32_t index, const Agent* agent) noexcept nogil:
    cdef Manners* manners = &all.manners[index]
    all.bodies[index].velocity = manners.wish = vec2(0.0, 0.0)
    manners.walks, manners.yields, manners.insists, manners.rests = False, agent.params.yields, False, agent.status == STATUS_SUCCESS


cdef void wish_on(Agent* agent) noexcept nogil:
    """It moves as it wishes, for the time being."""
    memcpy(agent.velocity, agent.desired_velocity, sizeof(agent.velocity))
    agent.is_pushed = agent.is_placed = False


# ---- one agent ----

cdef inline bint is_held_up(const Manners* manners, const Body* body, Vec2 gap, double share) noexcept nogil:
    """Does another one want to come nearer than it does, and is it up to us to make room, or is it driven back fast while we share alike?
    Then what it wants is seen: else who stands in its way would not know of it, and who drives another before it would do so for ever."""
    if not manners.walks or dot(manners.wish, gap) >= dot(body.velocity, gap):
        return False
    return share > 0.5 or (share == 0.5 and dot(manners.wish, body.velocity) < -0.5 * square(manners.wish))


cdef bint touch_line(const Manners* own, const Manners* other, const Body* body, Vec2 gap, double reach, double dt, Line* out) noexcept nogil:
    """Who leaves it to another to make room still comes no nearer in a step than up to where that will be. False where it need not care."""
    cdef double size = sqrt(square(gap))
    if not own.mask & other.layers or own.priority > other.priority or not size > 0.0:
        return False
    gap = scale(gap, 1.0 / size)
    out.point = scale(gap, max(0.0, size - reach) / dt + max(0.0, dot(gap, body.velocity)))
    out.direction = left_of(gap)
    return True


cdef inline void note_close(CloseOnes* close, int32_t other) noexcept nogil:
    cdef int32_t k = close.count
    while k > 0 and close.others[k - 1] > other:
        close.others[k] = close.others[k - 1]
        k -= 1
    close.others[k] = other
    close.count += 1


cdef inline bint heeds(const Manners* own, const Manners* other) noexcept nogil:
    return own.mask & other.layers != 0 and meet(own, other)


cdef int32_t find_others(const Avoidance* all, int32_t own, const Agent* agent, AvoidanceMemory* memory) except -1 nogil:
    """The nearest ones. Where those it need not heed take the places of others, being on another floor or in no layer that it avoids, the
    nearest of those it heeds, as far as they might meet within the horizon."""
    cdef const Manners* manners = &all.manners[own]
    cdef Vec2 place = all.bodies[own].position
    cdef double reach = agent.params.radius + all.widest + agent.params.time_horizon_agents * (agent.params.max_speed + all.fastest)
    cdef int32_t most = agent.params.max_neighbors, k, kept = 0
    cdef int32_t count = find_nearest(&all.grid, place.x, place.y, agent.params.neighbor_distance, most, own, &memory.neighbors)
    if count < most or not manners.mask & all.layers:
        return count
    for k in range(count):
        kept += heeds(manners, &all.manners[neighbor_index(memory.neighbors.found[k])])
    if kept == count:
        return count
    find_within(&all.grid, place.x, place.y, min(reach, agent.params.neighbor_distance), &memory.near)
    kept = 0
    for k in range(<int32_t>memory.near.size()):
        if memory.near[k] != own and heeds(manners, &all.manners[memory.near[k]]):
            memory.near[kept] = memory.near[k]
            kept += 1
    return nearest_of(&all.grid, place.x, place.y, memory.near.data(), kept, most, &memory.neighbors)


cdef int collect_lines(Avoidance* all, const vector[Agent]* agents, int32_t own, double dt, AvoidanceMemory* memory) except -1 nogil:
    cdef const Manners* manners = &all.manners[own]
    cdef const Agent* agent = &agents.at(manners.slot)
    cdef const Body* body = &all.bodies[own]
    cdef int32_t k, other, count = find_others(all, own, agent, memory)
    cdef double share = 0.0, reach, per_horizon = 1.0 / max(agent.params.time_horizon_agents, dt)
    cdef bint presses = agent.is_moved and manners.claim.age > PUSHES * pace_of(agent)      # bodies may be held by what is no agent
    cdef Vec2 gap
    cdef Line line
    cdef Body going
    cdef const Body* seen
    cdef CloseOnes* close = &all.close[own]
    cdef bint same_way
    memory.others.clear()
    memory.lets_pass, memory.gives_way, memory.meets, memory.at_corner = -1, False, False, False
    for k in range(count):
        other = neighbor_index(memory.neighbors.found[k])
        if not meet(manners, &all.manners[other]):
            continue
        gap, reach = subtract(all.bodies[other].position, body.position), body.radius + all.bodies[other].radius
        same_way = (manners.mask & all.manners[other].layers or all.manners[other].insists) and go_same_way(
            manners, &all.manners[other], reach)
        share = share_of(manners, &all.manners[other], gap, reach, same_way)
        if is_in_way(manners, &all.manners[other], gap, reach, same_way) and (
                memory.lets_pass < 0 or goes_first(&all.manners[other], &all.manners[memory.lets_pass])):
            memory.lets_pass = other
        reach += dt * (manners.max_speed + all.manners[other].max_speed)
        if square(gap) < reach * reach and close.count < MOST_CLOSE:
            note_close(close, other)
        if share >= 0.5:
            memory.gives_way = True
            memory.meets = memory.meets or dot(manners.wish, all.manners[other].wish) <= 0.0
            memory.at_corner = memory.at_corner or all.manners[other].bend != 0
        if share > 0.0:
            seen = &all.bodies[other]
            if is_held_up(&all.manners[other], seen, gap, share):
                going = all.bodies[other]
                going.velocity = all.manners[other].wish
                seen = &going
            body_line(body, seen, share, per_horizon, 1.0 / dt, &line)
            memory.others.push_back(line)
        if share < 0.5 and square(gap) < reach * reach and not presses and touch_line(
                manners, &all.manners[other], &all.bodies[other], gap, body.radius + all.bodies[other].radius, dt, &line):
            memory.others.push_back(line)
    return 0


cdef bint is_free(const vector[Line]* lines, Vec2 velocity) noexcept nogil:
    cdef size_t i
    for i in range(lines.size()):
        if det(lines.at(i).direction, subtract(lines.at(i).point, velocity)) > 0.0:
            return False
    return True


cdef int side_to_keep(const Manners* manners, const Agent* agent, const AvoidanceMemory* memory) noexcept nogil:
    """1: right, -1: left, 0: neither. Those who go through a wide door together would all drift to its right jamb: they keep off the corner
    that they go round instead, and who goes straight on among them stays where it is."""
    if agent.met > 0.0:
        return 1
    if manners.bend != 0:
        return manners.bend
    return 0 if memory.at_corner else 1


cdef Vec2 keep_aside(const Manners* manners, int side) noexcept nogil:
    cdef double turn = LEAST_TURN + (MOST_TURN - LEAST_TURN) * to_fraction(manners.rank)
    cdef double c = cos(turn), s = -side * sin(turn)
    return vec2(c * manners.wish.x - s * manners.wish.y, s * manners.wish.x + c * manners.wish.y)


cdef int collect_walls(const MeshView* mesh, const Agent* agent, const Body* body, LocalBoundary* boundary, double dt,
                       AvoidanceMemory* memory) except -1 nogil:
    """Half-planes of the walls nearby. Paths go along walls, as the mesh is by so much smaller than the floor as agents are wide: walls
    are walls to their centers."""
    cdef Body center = body[0]
    cdef double horizon = max(agent.params.time_horizon_obstacles, dt), reach
    cdef Line line
    cdef size_t i
    memory.lines.clear()
    if mesh == NULL or agent.poly == NO_POLY:
        return 0
    center.radius = 0.0
    reach = horizon * agent.params.max_speed
    update_boundary(mesh, boundary, agent.poly, agent.ground, reach, &memory.search)
    sort_walls(boundary.walls.data(), <int32_t>boundary.walls.size(), 2, center.position, reach, &memory.walls)
    for i in range(memory.walls.size()):
        if wall_line(&center, boundary.walls.data(), memory.walls[i].index, horizon, memory.lines.data(), <int32_t>memory.lines.size(), &line):
            memory.lines.push_back(line)
    return 0


cdef int keep_on_surface(const MeshView* mesh, const Walkable* walkable, Agent* agent, Vec2* velocity, double dt,
                         AvoidanceMemory* memory) except -1 nogil:
    """No further in a step than along the surface. Where that leads to is kept for who moves it there."""
    cdef MoveResult moved
    cdef double end[3]
    if mesh == NULL or agent.poly == NO_POLY:
        return 0
    end[0], end[1], end[2] = agent.ground[0] + velocity.x * dt, agent.ground[1], agent.ground[2] - velocity.y * dt
    move_along_surface(view_of(mesh, graph_under(mesh, walkable, agent.poly)), &memory.flood, agent.poly, agent.ground, end, &moved, &memory.visited)
    memcpy(agent.place, moved.point, sizeof(agent.place))
    agent.place_poly, agent.is_placed = moved.poly, True
    if not moved.arrived:
        velocity.x, velocity.y = (moved.point[0] - agent.ground[0]) / dt, (agent.ground[2] - moved.point[2]) / dt
    return 0


cdef int avoid(const MeshView* mesh, Avoidance* all, vector[Agent]* agents, LocalBoundary* boundary, int32_t own, double dt,
               AvoidanceMemory* memory) except -1 nogil:
    cdef const Body* body = &all.bodies[own]
    cdef int32_t slot = all.manners[own].slot, fixed
    cdef Agent* agent = &agents[0][slot]
    cdef Vec2 wish = all.manners[own].wish, chosen
    cdef NearestPoly at
    cdef int side
    cdef size_t i
    collect_lines(all, agents, own, dt, memory)
    agent.met = MINDS if memory.meets else max(0.0, agent.met - dt)
    if memory.lets_pass >= 0:
        wish = out_of_way(&all.manners[memory.lets_pass], subtract(all.bodies[memory.lets_pass].position, body.position),
                          AMBLE * agent.params.max_speed)
    elif is_free(&memory.others, wish):
        return 0
    if mesh != NULL and not stand(mesh, agent, &at):
        agent.poly = NO_POLY
    collect_walls(mesh, agent, body, boundary, dt, memory)
    fixed = <int32_t>memory.lines.size()
    for i in range(memory.others.size()):
        memory.lines.push_back(memory.others[i])
    side = side_to_keep(&all.manners[own], agent, memory)
    if memory.gives_way and memory.lets_pass < 0 and side != 0:
        wish = keep_aside(&all.manners[own], side)
    choose_velocity(&memory.lines, fixed, agent.params.max_speed, wish, &memory.scratch, &chosen)
    keep_on_surface(mesh, boundary.walkable, agent, &chosen, dt, memory)
    if not agent.active and not agent.is_aside:
        memcpy(agent.home, agent.position, sizeof(agent.home))
        agent.is_aside, agent.returns, agent.waited = True, 0, 0.0
    agent.velocity[0], agent.velocity[1], agent.velocity[2] = chosen.x, 0.0, -chosen.y
    agent.is_pushed = True
    return 0


cdef int avoid_range(const MeshView* mesh, Avoidance* all, vector[Agent]* agents, vector[LocalBoundary]* boundaries, int32_t first,
                     int32_t end, double dt, AvoidanceMemory* memory) except -1 nogil:
    """Who stands has nothing to avoid, but steps aside where others wait."""
    cdef const Manners* manners
    cdef int32_t own
    memory.neighbors.guess = INFINITY
    for own in range(first, end):
        manners = &all.manners[own]
        if own + AHEAD < end:
            prefetch(&agents.at(all.manners[own + AHEAD].slot).desired_velocity)
            prefetch(&agents.at(all.manners[own + AHEAD].slot).poly)
        wish_on(&agents[0][manners.slot])
        all.close[own].count = 0
        if manners.walks or (manners.yields and not all.insisting.empty()):
            avoid(mesh, all, agents, &boundaries[0][manners.slot], own, dt, memory)
    return 0
