"""The avoidance phase of a crowd's step.

Who can go on as it wishes does so, to the bit. Where others are in the way, ORCA's half-planes of these (van den Berg et al. 2011) leave
a velocity; only then the walls nearby are asked for, too, as half-planes that hold whatever becomes of the others, and what comes out is
moved along the surface, so that nobody is ever pushed off it.

Half-planes alone leave agents standing who are each other's mirror image. So all keep a little to the right when others are in the
way, each by an angle of its own. Who gets no further for a while insists, together with those nearby who want to go the same way, and of two
such groups that with the higher claim goes first: the others step out of its lane, as do those who stand there. Claims are the highest
rank in the group, a hash of the agent. In the end, where a place is too narrow for all that come there, agents make themselves thin:
better than to stand for ever."""
from libc.math cimport INFINITY, cos, fabs, sin, sqrt
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector

from navpy.core cimport NO_POLY
from navpy.geom cimport is_point
from navpy.mesh cimport MeshView
from navpy.motion.agent cimport Agent, pace_of
from navpy.motion.linear_program cimport Line
from navpy.motion.local_boundary cimport LocalBoundary, update_boundary
from navpy.motion.neighbor_grid cimport build_grid, cell_for, find_nearest, find_within, neighbor_index
from navpy.motion.orca cimport Body, body_line, choose_velocity, sort_walls, wall_line
from navpy.query.surface cimport MoveResult, move_along_surface
from navpy.splitmix cimport scramble, to_fraction
from navpy.union_find cimport root_of, unite
from navpy.vec2 cimport Vec2, add, det, dot, left_of, scale, square, subtract, truncate, vec2

# In paces, the seconds in which an agent goes as far as it is wide (`pace_of`):
cdef double PATIENCE = 5.0              # without headway, after which an agent insists
cdef double INSISTS = 7.0               # that it goes on so
cdef double HOLDS_OUT = 35.0            # without headway of all its group, after which it makes itself thin, and steps aside no more
cdef double QUEUES = 70.0               # after which it does so even where others of its group get on

cdef double THINNING = 0.5              # of its radius, a second
cdef double LEAST_GIRTH = 0.25          # of its radius; two who are that thin slip past each other
cdef double TOGETHER = 6.0              # of a radius: those nearer to each other who want to go the same way insist together
cdef double GIVE_WAY = 0.9              # share of the one who gives way; the other takes the rest, so that they never meet
cdef double LANE = 1.2                  # of the sum of two radii: how far from the line that one wants to go another is in its way
cdef double AMBLE = 0.5                 # of its full speed, for who steps aside
cdef double LETS_PASS = 4.0             # of the sum of two radii: how near one comes to another before it lets it pass
cdef double LEAST_TURN = 0.1, MOST_TURN = 0.25     # radians to the right, where others are in the way

cdef enum:
    ROUNDS = 8                              # that agents are put apart in


# ---- who takes part ----

cdef inline uint64_t rank_of(const Agent* agent, int32_t slot) noexcept nogil:
    """A hash of the agent's id, no two alike."""
    return scramble((<uint64_t>agent.generation << 32) | <uint64_t>slot)


cdef inline bint insists(Agent* agent, double dt) noexcept nogil:
    """Once it has waited long enough it goes on for a while, lest it stops as soon as it has made a step."""
    cdef double pace = pace_of(agent)
    if agent.active and agent.waited > PATIENCE * pace:
        agent.insists = INSISTS * pace
    elif agent.insists > 0.0:
        agent.insists -= dt
    else:
        agent.held_up = 0.0
    if agent.active and (agent.held_up > HOLDS_OUT * pace or agent.waited > QUEUES * pace):
        agent.girth = max(agent.girth - dt * THINNING, LEAST_GIRTH)
    elif not agent.is_close:
        agent.girth = min(agent.girth + dt * THINNING, 1.0)
    return agent.active and agent.insists > 0.0


cdef int gather_bodies(Avoidance* all, vector[Agent]* agents, double dt) except -1 nogil:
    """Who is on a link flies past all others."""
    cdef Agent* agent
    cdef Body body
    cdef Manners manners
    cdef int32_t slot
    all.bodies.clear()
    all.manners.clear()
    all.places.clear()
    all.insisting.clear()
    all.reach = all.widest = 0.0
    for slot in range(<int32_t>agents.size()):
        agent = &agents[0][slot]
        if not agent.generation & 1 or not agent.params.avoidance_enabled or agent.link >= 0 or not is_point(agent.position):
            continue
        body.position = vec2(agent.position[0], -agent.position[2])
        body.velocity = vec2(agent.velocity[0], -agent.velocity[2])
        manners.ground = agent.position[1] - (agent.lift if agent.poly != NO_POLY else 0.0)
        manners.height, manners.priority, manners.slot = agent.params.height, agent.params.avoidance_priority, slot
        manners.walks, manners.yields = agent.active, agent.params.yields and not agent.active
        manners.max_speed, manners.layers, manners.mask = agent.params.max_speed, agent.params.avoidance_layers, agent.params.avoidance_mask
        manners.wish, manners.claim = vec2(agent.desired_velocity[0], -agent.desired_velocity[2]), rank_of(agent, slot)
        manners.aim = vec2(agent.target[0] - agent.position[0], agent.position[2] - agent.target[2])
        manners.insists, manners.left = insists(agent, dt), agent.distance_left
        manners.slips, body.radius = agent.girth <= LEAST_GIRTH, agent.params.radius * agent.girth
        if manners.insists:
            all.insisting.push_back(<int32_t>all.bodies.size())
        all.reach, all.widest = max(all.reach, agent.params.neighbor_distance), max(all.widest, agent.params.radius)
        all.bodies.push_back(body)
        all.manners.push_back(manners)
        all.places.push_back(body.position.x)
        all.places.push_back(body.position.y)
    slot = <int32_t>all.bodies.size()
    build_grid(&all.grid, all.places.data(), slot, cell_for(all.places.data(), slot, all.reach))
    return unite_claims(all, agents)


cdef void stop_body(Avoidance* all, int32_t index, const Agent* agent) noexcept nogil:
    cdef Manners* manners = &all.manners[index]
    all.bodies[index].velocity = manners.wish = vec2(0.0, 0.0)
    manners.walks, manners.yields, manners.insists = False, agent.params.yields, False


cdef int unite_claims(Avoidance* all, vector[Agent]* agents) except -1 nogil:
    """Who insists does so together with all who do and want to go the same way nearby, and on from these: so of two groups in each
    other's way all of one go first. Who stands in a queue that moves is not held up."""
    cdef Agent* first
    cdef Agent* agent
    cdef int32_t i, k, own, other, root
    cdef double reach
    all.parents.resize(all.bodies.size())
    for i in range(<int32_t>all.insisting.size()):
        all.parents[all.insisting[i]] = all.insisting[i]
    for i in range(<int32_t>all.insisting.size()):
        own = all.insisting[i]
        reach = TOGETHER * all.bodies[own].radius
        find_within(&all.grid, all.bodies[own].position.x, all.bodies[own].position.y, reach, &all.near)
        for k in range(<int32_t>all.near.size()):
            other = all.near[k]
            if all.manners[other].insists and dot(all.manners[own].aim, all.manners[other].aim) > 0.0:
                unite(all.parents.data(), own, other)
    for i in range(<int32_t>all.insisting.size()):
        agents[0][all.manners[all.insisting[i]].slot].held_up = INFINITY
    for i in range(<int32_t>all.insisting.size()):
        own = all.insisting[i]
        root = root_of(all.parents.data(), own)
        first = &agents[0][all.manners[root].slot]
        agent = &agents[0][all.manners[own].slot]
        all.manners[root].claim = max(all.manners[root].claim, all.manners[own].claim)
        first.held_up = min(first.held_up, agent.waited)
    for i in range(<int32_t>all.insisting.size()):
        own = all.insisting[i]
        root = root_of(all.parents.data(), own)
        all.manners[own].claim = all.manners[root].claim
        agents[0][all.manners[own].slot].held_up = agents[0][all.manners[root].slot].held_up
    return 0


# ---- right of way ----

cdef inline bint meet(const Manners* own, const Manners* other) noexcept nogil:
    """Do their bodies overlap in height? Two who slip through don't meet."""
    cdef double above = other.ground - own.ground
    return above < own.height and -above < other.height and not (own.slips and other.slips)


cdef inline bint goes_first(const Manners* own, const Manners* other) noexcept nogil:
    return own.claim > other.claim or (own.claim == other.claim and own.left < other.left)


cdef double share_of(const Manners* own, const Manners* other) noexcept nogil:
    """Of the change of velocity that keeps two apart, what is up to the first of them."""
    if not own.mask & other.layers:
        return 0.0
    if not other.mask & own.layers:
        return 1.0
    if not other.walks:
        return 1.0 - GIVE_WAY if other.yields and own.insists else 1.0
    if not own.walks:
        return GIVE_WAY if other.insists else 0.0
    if own.priority != other.priority:
        return GIVE_WAY if own.priority < other.priority else 1.0 - GIVE_WAY
    if own.insists or other.insists:
        return 1.0 - GIVE_WAY if goes_first(own, other) else GIVE_WAY if goes_first(other, own) else 0.5
    return 0.5


# ---- one agent ----

cdef inline bint is_in_way(const Manners* own, const Manners* other, Vec2 gap, double reach) noexcept nogil:
    """Does one stand in the lane of another nearby that insists and goes first?"""
    cdef double speed
    if not other.insists or square(gap) > reach * reach * LETS_PASS * LETS_PASS:
        return False
    if own.walks and (not goes_first(other, own) or own.priority > other.priority
                      or (own.claim != other.claim and dot(own.aim, other.aim) >= 0.0)):
        return False
    speed = sqrt(square(other.wish))
    return fabs(det(other.wish, gap)) < LANE * reach * speed and dot(other.wish, gap) < reach * speed


cdef inline Vec2 out_of_lane(const Manners* other, Vec2 gap, double speed) noexcept nogil:
    """Ahead of the other one, and to the side of the lane that one stands on."""
    cdef double side = -1.0 if det(other.wish, gap) > 0.0 else 1.0
    return truncate(scale(add(other.wish, scale(left_of(other.wish), side)), 1e6), speed)


cdef int collect_lines(const Avoidance* all, vector[Agent]* agents, int32_t own, double dt, AvoidanceMemory* memory) except -1 nogil:
    cdef const Manners* manners = &all.manners[own]
    cdef const Agent* agent = &agents.at(manners.slot)
    cdef const Body* body = &all.bodies[own]
    cdef int32_t k, other, count = find_nearest(&all.grid, body.position.x, body.position.y, agent.params.neighbor_distance,
                                                agent.params.max_neighbors, own, &memory.neighbors)
    cdef double share, reach, per_horizon = 1.0 / max(agent.params.time_horizon_agents, dt)
    cdef Vec2 gap
    cdef Line line
    memory.others.clear()
    memory.lets_pass, memory.gives_way = -1, False
    for k in range(count):
        other = neighbor_index(memory.neighbors.found[k])
        if not meet(manners, &all.manners[other]):
            continue
        gap, reach = subtract(all.bodies[other].position, body.position), body.radius + all.bodies[other].radius
        if is_in_way(manners, &all.manners[other], gap, reach) and (
                memory.lets_pass < 0 or all.manners[other].claim > all.manners[memory.lets_pass].claim):
            memory.lets_pass = other
        reach += dt * (manners.max_speed + all.manners[other].max_speed)
        if square(gap) < reach * reach:
            agents[0][manners.slot].is_close = True
        share = share_of(manners, &all.manners[other])
        memory.gives_way = memory.gives_way or share >= 0.5
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
    cdef double turn = LEAST_TURN + (MOST_TURN - LEAST_TURN) * to_fraction(rank_of(agent, slot))
    cdef double c = cos(turn), s = -sin(turn)
    return vec2(c * wish.x - s * wish.y, s * wish.x + c * wish.y)


cdef int collect_walls(const MeshView* mesh, const Agent* agent, const Body* body, LocalBoundary* boundary,
                       AvoidanceMemory* memory) except -1 nogil:
    """Half-planes of the walls nearby. Paths go along walls, as the mesh is by so much smaller than the floor as agents are wide: walls
    are walls to their centers."""
    cdef Body center = body[0]
    cdef double horizon = agent.params.time_horizon_obstacles
    cdef double reach
    cdef Line line
    cdef size_t i
    memory.lines.clear()
    if mesh == NULL or agent.poly == NO_POLY or not horizon > 0.0:
        return 0
    center.radius = 0.0
    reach = horizon * agent.params.max_speed
    update_boundary(mesh, boundary, agent.poly, agent.ground, reach, &memory.search)
    sort_walls(boundary.walls.data(), <int32_t>boundary.walls.size(), 2, center.position, reach, &memory.walls)
    for i in range(memory.walls.size()):
        if wall_line(&center, boundary.walls.data(), memory.walls[i].index, horizon, memory.lines.data(), <int32_t>memory.lines.size(), &line):
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
    cdef Vec2 wish = all.manners[own].wish, chosen
    cdef bint lets_pass
    cdef size_t i
    collect_lines(all, agents, own, dt, memory)
    lets_pass = memory.lets_pass >= 0 and not agent.held_up > HOLDS_OUT * pace_of(agent)
    if lets_pass:
        wish = out_of_lane(&all.manners[memory.lets_pass], subtract(all.bodies[memory.lets_pass].position, body.position),
                           AMBLE * agent.params.max_speed)
    elif is_free(&memory.others, wish):
        return 0
    collect_walls(mesh, agent, body, boundary, memory)
    fixed = <int32_t>memory.lines.size()
    for i in range(memory.others.size()):
        memory.lines.push_back(memory.others[i])
    if memory.gives_way:
        wish = keep_right(agent, slot, wish)
    choose_velocity(&memory.lines, fixed, agent.params.max_speed, wish, &memory.scratch, &chosen)
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
        if manners.walks or (manners.yields and not all.insisting.empty()):
            avoid(mesh, all, agents, &boundaries[0][manners.slot], own, dt, memory)
    return 0


# ---- where it is too crowded ----

cdef int find_contacts(const Avoidance* all, const vector[Agent]* agents, double dt, AvoidanceMemory* memory) except -1 nogil:
    """Pairs of which one at least moves, in the grid's order. Who stands and does not step aside is not moved."""
    cdef const Agent* agent
    cdef const Agent* other
    cdef Contact contact
    cdef double reach, most = 0.0
    cdef int32_t place, k
    cdef bint a_moves, b_moves, a_cares, b_cares
    memory.contacts.clear()
    for k in range(<int32_t>all.bodies.size()):
        agent = &agents.at(all.manners[k].slot)
        most = max(most, all.bodies[k].radius + dt * agent.params.max_speed)
    for place in range(<int32_t>all.bodies.size()):
        contact.a = all.grid.order[place]
        agent = &agents.at(all.manners[contact.a].slot)
        a_moves = agent.active or agent.is_pushed
        if not a_moves or not agent.is_close:
            continue
        reach = all.bodies[contact.a].radius + dt * agent.params.max_speed
        find_within(&all.grid, all.bodies[contact.a].position.x, all.bodies[contact.a].position.y, reach + most, &memory.near)
        for k in range(<int32_t>memory.near.size()):
            contact.b = memory.near[k]
            other = &agents.at(all.manners[contact.b].slot)
            b_moves = (other.active or other.is_pushed) and other.is_close
            if contact.b == contact.a or (b_moves and contact.b < contact.a) or not meet(&all.manners[contact.a], &all.manners[contact.b]):
                continue
            contact.reach = all.bodies[contact.a].radius + all.bodies[contact.b].radius
            a_cares = agent.params.avoidance_mask & other.params.avoidance_layers != 0
            b_cares = b_moves and other.params.avoidance_mask & agent.params.avoidance_layers != 0
            contact.part = 0.5 if a_cares and b_cares else 1.0 if a_cares else 0.0
            if a_cares or b_cares:
                memory.contacts.push_back(contact)
    return 0


cdef bint push_apart(const Contact* contact, AvoidanceMemory* memory) noexcept nogil:
    cdef Vec2 a = memory.ends[contact.a], b = memory.ends[contact.b], off = subtract(b, a)
    cdef double distance = sqrt(square(off)), depth = contact.reach - distance, x = 1.0, y = 0.0
    if depth <= 0.0:
        return False
    if distance > 0.0:
        x, y = off.x / distance, off.y / distance
    memory.ends[contact.a] = vec2(a.x - contact.part * depth * x, a.y - contact.part * depth * y)
    memory.moved[contact.a] = True
    if contact.part < 1.0:
        memory.ends[contact.b] = vec2(b.x + (1.0 - contact.part) * depth * x, b.y + (1.0 - contact.part) * depth * y)
        memory.moved[contact.b] = True
    return True


cdef int separate(const MeshView* mesh, const Avoidance* all, vector[Agent]* agents, double dt, AvoidanceMemory* memory) except -1 nogil:
    """Where the agents are going to be they are put apart, pair by pair, a few times over (position based dynamics: Müller, Heidelberger,
    Hennix & Ratcliff 2007), and their velocities are those that lead there, no faster than they can go and not off the surface."""
    cdef Agent* agent
    cdef Vec2 velocity
    cdef size_t i
    cdef bint any
    find_contacts(all, agents, dt, memory)
    if memory.contacts.empty():
        return 0
    memory.ends.resize(all.bodies.size())
    memory.moved.clear()
    memory.moved.resize(all.bodies.size(), False)
    for i in range(all.bodies.size()):
        agent = &agents[0][all.manners[i].slot]
        velocity = vec2(agent.velocity[0], -agent.velocity[2]) if agent.active or agent.is_pushed else vec2(0.0, 0.0)
        memory.ends[i] = vec2(all.bodies[i].position.x + dt * velocity.x, all.bodies[i].position.y + dt * velocity.y)
    for _round in range(ROUNDS):
        any = False
        for i in range(memory.contacts.size()):
            any = push_apart(&memory.contacts[i], memory) or any
        if not any:
            break
    for i in range(all.bodies.size()):
        if not memory.moved[i]:
            continue
        agent = &agents[0][all.manners[i].slot]
        velocity = truncate(scale(subtract(memory.ends[i], all.bodies[i].position), 1.0 / dt), agent.params.max_speed)
        keep_on_surface(mesh, agent, &velocity, dt, memory)
        agent.velocity[0], agent.velocity[1], agent.velocity[2], agent.is_pushed = velocity.x, 0.0, -velocity.y, True
    return 0
