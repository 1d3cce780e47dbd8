"""The phases of a crowd's step."""
from libc.math cimport isnan
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcpy, memset

from navpy.base.core cimport REASON_INVALID_INPUT, REASON_NO_NAVMESH, STATUS_SUCCESS
from navpy.base.geom cimport distance2, is_point
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.motion.crowd.agent cimport GOES_ON, HAS_LOST_ITS_WAY, IS_NOWHERE, RESTS, SEES_A_CHANGE, Agent
from navpy.motion.crowd.arrival cimport has_settled, is_home, is_left_alone, note_headway, touches_its_own
from navpy.motion.crowd.crowd_avoidance cimport AvoidanceMemory, agree, avoid_range, note_bodies, sort_bodies, stop_body, wish_on
from navpy.motion.crowd.contacts cimport separate
from navpy.motion.crowd.crowd_agents cimport SEARCH_BUDGET, give_up, halt, measure_height, notice_changes, search_again, walk_back
from navpy.motion.crowd.crowd_data cimport CrowdData
from navpy.motion.crowd.crowd_detours cimport lift_blockades, look_for_detour
from navpy.motion.crowd.path_following cimport (FollowedPath, choose_velocity, cross_link, keep_to_leg, keep_to_link, land, remember, sees_corner,
                                          stand, turn_corners)
from navpy.motion.crowd.walkable cimport graph_under
from navpy.mesh.half_edges cimport PortalGraph
from navpy.query.surface.surface cimport MoveResult, move_along_surface
from navpy.query.polyanya.visibility_graph cimport look_ahead

cdef double LEAST_STEP = 1e-6           # seconds: what is shorter is no time to part in

cdef enum:
    STEPS_AHEAD = 1500                  # of `look_ahead` a step: a quarter of a millisecond, until it has been everywhere on the mesh


# ---- along the path ----

cdef int follow_link(Agent* agent, FollowedPath* path, double dt) noexcept nogil:
    """GOES_ON until it lands, then, too."""
    if not keep_to_link(agent, dt):
        agent.link = -1
        return RESTS if path.points.empty() else HAS_LOST_ITS_WAY
    return RESTS if land(agent, path) and path.points.empty() else GOES_ON


cdef int follow_path(const CrowdData* crowd, Agent* agent, FollowedPath* path, double dt) noexcept nogil:
    """The desired velocity for the next dt seconds, if the way leads on; else, what is to be done (Turn)."""
    cdef int turn = GOES_ON
    if not is_point(agent.position):
        agent.link = -1
    if agent.mesh_version != crowd.mesh_version and (
            agent.link < 0 or not path.points.empty() or agent.reason == REASON_NO_NAVMESH):
        return SEES_A_CHANGE
    if not is_point(agent.position):
        return IS_NOWHERE
    if agent.link >= 0:
        turn = follow_link(agent, path, dt)
    if turn == GOES_ON and agent.link < 0:
        if not keep_to_leg(crowd.mesh, agent, path):
            return HAS_LOST_ITS_WAY
        turn_corners(crowd.mesh, agent, path)
    if turn == GOES_ON and agent.link >= 0:
        cross_link(agent, path, dt)
    elif turn == GOES_ON and not choose_velocity(agent, path, dt):
        return RESTS
    return turn


cdef void follow_range(CrowdData* crowd, int32_t first, int32_t end, double dt) noexcept nogil:
    cdef int32_t i, slot
    for i in range(first, end):
        slot = crowd.active[i]
        crowd.agents[slot].turn = <uint8_t>follow_path(crowd, &crowd.agents[slot], &crowd.paths[slot], dt)


# ---- where that leads no further ----

cdef int search_in_turn(CrowdData* crowd, int32_t slot, double dt) except -1 nogil:
    """Another path, and on along it."""
    cdef Agent* agent = &crowd.agents[slot]
    search_again(crowd, slot, agent.turn == HAS_LOST_ITS_WAY)
    if not agent.active:
        return 0
    agent.turn = <uint8_t>follow_path(crowd, agent, &crowd.paths[slot], dt)
    if agent.turn == RESTS:
        halt(crowd, slot)
    elif agent.turn != GOES_ON:                 # a path is lost at its very beginning where rounding puts that beside the mesh
        memset(agent.desired_velocity, 0, sizeof(agent.desired_velocity))
    return 0


cdef void hold_on(CrowdData* crowd, int32_t slot, double dt) noexcept nogil:
    """Until it may search, an agent goes on as long as its next corner is in sight and not reached, else it stands."""
    cdef Agent* agent = &crowd.agents[slot]
    cdef FollowedPath* path = &crowd.paths[slot]
    cdef const double* corner
    cdef bint goes = not path.points.empty()
    if not goes:
        agent.waited = 0.0                      # it has no way yet to get on along
    elif agent.link < 0:
        corner = path.points.data() + 3 * agent.next_corner
        goes = distance2(agent.position[0], agent.position[2], corner[0], corner[2]) \
            > dt * distance2(0.0, 0.0, agent.desired_velocity[0], agent.desired_velocity[2])
    if not goes or agent.turn == HAS_LOST_ITS_WAY or not sees_corner(crowd.mesh, agent, path):
        memset(agent.desired_velocity, 0, sizeof(agent.desired_velocity))


cdef int take_turns(CrowdData* crowd, double dt) except -1 nogil:
    """Who has to search waits for its turn; in a step so many search as the budget allows, but one at least."""
    cdef Agent* agent
    cdef size_t i = 0, served = 0
    cdef int32_t slot
    cdef int64_t budget = crowd.search_budget if crowd.search_budget > 0 else SEARCH_BUDGET
    crowd.spent = 0
    while i < crowd.active.size():
        slot = crowd.active[i]
        agent = &crowd.agents[slot]
        if agent.turn == RESTS:
            halt(crowd, slot)
        elif agent.turn == IS_NOWHERE:
            give_up(crowd, slot, REASON_INVALID_INPUT)
        elif agent.turn != GOES_ON and not agent.waits:
            agent.waits = True
            crowd.waiting.push_back(slot)
        elif agent.turn == GOES_ON:
            agent.waits = False
        if agent.active:                        # else another one has taken its place in the list
            i += 1
    while served < crowd.waiting.size() and (served == 0 or crowd.spent < budget):
        slot = crowd.waiting[served]
        served += 1
        if crowd.agents[slot].waits:
            search_in_turn(crowd, slot, dt)
    crowd.waiting.erase(crowd.waiting.begin(), crowd.waiting.begin() + served)
    for i in range(crowd.waiting.size()):
        if crowd.agents[crowd.waiting[i]].waits:
            hold_on(crowd, crowd.waiting[i], dt)
    if crowd.mesh != NULL:
        look_ahead(view_of(crowd.mesh, crowd.mesh.graph), &crowd.search.sights, STEPS_AHEAD)
    return 0


# ---- among others ----

cdef int settle(CrowdData* crowd, double dt) except -1 nogil:
    """SUCCESS for those who get no nearer as others stand there already, all judged by how these were before. Who gets no further for those who
    stand looks for a detour. Who has stepped aside goes back once it is left alone."""
    cdef Agent* agent
    cdef int32_t i, slot
    cdef bint aside
    lift_blockades(crowd, dt)
    for i in range(<int32_t>crowd.active.size()):
        note_headway(&crowd.agents[crowd.active[i]], dt)
    crowd.settling.clear()
    for i in range(<int32_t>crowd.avoidance.bodies.size()):
        slot = crowd.avoidance.manners[i].slot
        agent = &crowd.agents[slot]
        if agent.active and has_settled(&crowd.avoidance, &crowd.agents, i, &crowd.memory):
            crowd.settling.push_back(i)
        elif agent.active:
            look_for_detour(crowd, i, dt)
        elif agent.is_aside and is_left_alone(agent, dt):
            if touches_its_own(&crowd.avoidance, i, False, &crowd.memory):
                agent.is_aside = False          # in a group one place is as good as another
            else:
                walk_back(crowd, slot)
    for i in crowd.settling:
        slot = crowd.avoidance.manners[i].slot
        agent = &crowd.agents[slot]
        agent.status, aside = STATUS_SUCCESS, agent.is_aside and not is_home(agent)
        halt(crowd, slot)
        agent.is_aside = aside              # it tries again
        stop_body(&crowd.avoidance, i, agent)
    return 0


# ---- moving ----

cdef inline void put_on(Agent* agent, const NearestPoly* at) noexcept nogil:
    agent.position[0], agent.position[1], agent.position[2] = at.point[0], at.point[1] + agent.height, at.point[2]
    remember(agent, at)


cdef int move_agent(CrowdData* crowd, Agent* agent, double dt, AvoidanceMemory* memory) except -1 nogil:
    """Along the floor, however steep, and where that ends no farther. Links lead through the air; who is not over a floor goes
    straight on until there is one."""
    cdef double end[3]
    cdef NearestPoly at
    cdef MoveResult moved
    cdef const PortalGraph* graph
    cdef int i
    if agent.is_placed and agent.is_moved and agent.link < 0 and agent.position[0] == agent.ground[0] and agent.position[2] == agent.ground[2]:
        at.poly = agent.place_poly
        memcpy(at.point, agent.place, sizeof(at.point))
        put_on(agent, &at)
        return 0
    agent.is_moved = True
    if agent.link >= 0:
        for i in range(3):
            agent.position[i] += agent.velocity[i] * dt
        return 0
    if isnan(agent.height):
        measure_height(crowd, agent)
    for i in range(3):
        end[i] = agent.position[i] + agent.velocity[i] * dt
    if crowd.mesh == NULL or isnan(agent.height) or not stand(crowd.mesh, agent, &at):
        agent.position[0], agent.position[2] = end[0], end[2]
        return 0
    graph = graph_under(crowd.mesh, crowd.paths[agent - crowd.agents.data()].walkable, at.poly)
    move_along_surface(view_of(crowd.mesh, graph), &memory.flood, at.poly, at.point, end, &moved, &memory.visited)
    at.poly = moved.poly
    memcpy(at.point, moved.point, sizeof(at.point))
    put_on(agent, &at)
    return 0


cdef int move_range(CrowdData* crowd, int32_t first, int32_t end, double dt, AvoidanceMemory* memory) except -1 nogil:
    """By their velocities. An agent rises and falls with the floor beneath it, or along its link, and so keeps the height of its origin
    over that."""
    cdef int32_t slot
    for slot in range(first, end):
        if crowd.agents[slot].generation & 1 and (crowd.agents[slot].active or crowd.agents[slot].is_pushed):
            move_agent(crowd, &crowd.agents[slot], dt, memory)
    return 0


# ---- all phases ----

cdef int32_t begin_phase(CrowdData* crowd, int phase, double dt) except -1 nogil:
    """Nobody avoids, and nobody moves, in no time at all."""
    cdef size_t i
    if phase == PHASE_CORRIDOR:
        notice_changes(crowd)
        return <int32_t>crowd.active.size()
    if phase == PHASE_STEER:
        take_turns(crowd, dt)
    elif phase == PHASE_NEIGHBORS:
        return sort_bodies(&crowd.avoidance, &crowd.agents)
    elif phase == PHASE_AVOID:
        agree(&crowd.avoidance, &crowd.agents)
        settle(crowd, dt)
        for i in range(crowd.avoidance.others.size()):
            wish_on(&crowd.agents[crowd.avoidance.others[i]])
        if dt > LEAST_STEP:
            return <int32_t>crowd.avoidance.bodies.size()
        for i in range(crowd.avoidance.manners.size()):
            wish_on(&crowd.agents[crowd.avoidance.manners[i].slot])
    elif phase == PHASE_PART:
        if dt > LEAST_STEP:
            separate(crowd.mesh, &crowd.avoidance, &crowd.agents, &crowd.boundaries, dt, &crowd.contacts, &crowd.memory)
    else:
        notice_changes(crowd)
        return <int32_t>crowd.agents.size() if dt > 0.0 else 0
    return 0


cdef int do_phase(CrowdData* crowd, int phase, int32_t first, int32_t end, double dt, AvoidanceMemory* memory) except -1 nogil:
    if phase == PHASE_CORRIDOR:
        follow_range(crowd, first, end, dt)
    elif phase == PHASE_NEIGHBORS:
        note_bodies(&crowd.avoidance, &crowd.agents, &crowd.paths, first, end, dt)
    elif phase == PHASE_AVOID:
        avoid_range(crowd.mesh, &crowd.avoidance, &crowd.agents, &crowd.boundaries, first, end, dt, memory)
    elif phase == PHASE_INTEGRATE:
        move_range(crowd, first, end, dt, memory)
    return 0


cdef int crowd_decide(CrowdData* crowd, double dt) except -1 nogil:
    cdef int phase
    for phase in range(DECISIONS):
        do_phase(crowd, phase, 0, begin_phase(crowd, phase, dt), dt, &crowd.memory)
    return 0


cdef int crowd_integrate(CrowdData* crowd, double dt) except -1 nogil:
    return do_phase(crowd, PHASE_INTEGRATE, 0, begin_phase(crowd, PHASE_INTEGRATE, dt), dt, &crowd.memory)
