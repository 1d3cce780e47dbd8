"""The phases of a crowd's step."""
from libc.math cimport isnan
from libc.stdint cimport int32_t
from libc.string cimport memcpy

from navpy.core cimport REASON_INVALID_INPUT, REASON_NO_NAVMESH, STATUS_SUCCESS
from navpy.geom cimport is_point
from navpy.location cimport Location
from navpy.motion.agent cimport Agent
from navpy.motion.arrival cimport has_settled, is_left_alone, note_headway
from navpy.motion.avoidance cimport avoid_range, gather_bodies, stop_body
from navpy.motion.contacts cimport separate
from navpy.motion.crowd_agents cimport give_up, halt, measure_height, notice_changes, search_again, walk_back
from navpy.motion.crowd_data cimport CrowdData
from navpy.motion.path_following cimport (FollowedPath, choose_velocity, cross_link, keep_to_leg, keep_to_link, land, remember, stand,
                                          turn_corners)
from navpy.query.surface cimport MoveResult, move_along_surface
from navpy.query.visibility_graph cimport look_ahead

LEAST_STEP = 1e-6

cdef enum:
    STEPS_AHEAD = 1500                  # of `look_ahead` a step: a quarter of a millisecond, until it has been everywhere on the mesh


# ---- where to ----

cdef int steer_on_link(CrowdData* crowd, int32_t slot, double dt) except -1 nogil:
    """Until it lands, or its way is lost."""
    cdef Agent* agent = &crowd.agents[slot]
    cdef FollowedPath* path = &crowd.paths[slot]
    if not keep_to_link(agent, dt):
        agent.link = -1
        if path.points.empty():
            halt(crowd, slot)
        else:
            search_again(crowd, slot, True)
    elif land(agent, path) and path.points.empty():
        halt(crowd, slot)
    return 0


cdef int steer_agent(CrowdData* crowd, int32_t slot, double dt) except -1 nogil:
    cdef Agent* agent = &crowd.agents[slot]
    cdef FollowedPath* path = &crowd.paths[slot]
    if not is_point(agent.position):
        agent.link = -1
    if agent.mesh_version != crowd.mesh_version and (
            agent.link < 0 or not path.points.empty() or agent.reason == REASON_NO_NAVMESH):
        search_again(crowd, slot, False)
    elif not is_point(agent.position):
        give_up(crowd, slot, REASON_INVALID_INPUT)
    if agent.active and agent.link >= 0:
        steer_on_link(crowd, slot, dt)
    if agent.active and agent.link < 0 and not keep_to_leg(crowd.mesh, agent, path):
        search_again(crowd, slot, True)
    if agent.active and agent.link < 0:
        turn_corners(crowd.mesh, agent, path)
    if agent.active and agent.link >= 0:
        cross_link(agent, path, dt)
    elif agent.active and not choose_velocity(agent, path, dt):
        halt(crowd, slot)
    return 0


cdef int crowd_steer(CrowdData* crowd, double dt) except -1 nogil:
    """Desired velocities of all active agents for the next dt seconds, from where they are now. dt ≤ 0: the velocities
    are not held back for the length of the step."""
    cdef size_t i = 0
    cdef int32_t slot
    notice_changes(crowd)
    while i < crowd.active.size():
        slot = crowd.active[i]
        steer_agent(crowd, slot, dt)
        if crowd.agents[slot].active:       # else another one has taken its place in the list
            i += 1
    if crowd.mesh != NULL:
        look_ahead(crowd.mesh, crowd.mesh.graph, &crowd.search.sights, STEPS_AHEAD)
    return 0


# ---- among others ----

cdef int crowd_look_around(CrowdData* crowd, double dt) except -1 nogil:
    """Note who takes part in avoidance, with the velocities that they moved by in the last step."""
    return gather_bodies(&crowd.avoidance, &crowd.agents, &crowd.paths, dt)


cdef int crowd_settle(CrowdData* crowd, double dt) except -1 nogil:
    """SUCCESS for those who get no nearer as others stand there already. Who has stepped aside goes back once it is left alone."""
    cdef Agent* agent
    cdef int32_t i, slot
    for i in range(<int32_t>crowd.active.size()):
        note_headway(&crowd.agents[crowd.active[i]], dt)
    for i in range(<int32_t>crowd.avoidance.bodies.size()):
        slot = crowd.avoidance.manners[i].slot
        agent = &crowd.agents[slot]
        if agent.active and has_settled(&crowd.avoidance, &crowd.agents, i, &crowd.memory):
            agent.status = STATUS_SUCCESS
            halt(crowd, slot)
            stop_body(&crowd.avoidance, i, agent)
        elif agent.is_aside and not agent.active and is_left_alone(agent, dt):
            walk_back(crowd, slot)
    return 0


cdef void wish_on(CrowdData* crowd) noexcept nogil:
    """All move as they wish, for the time being."""
    cdef Agent* agent
    cdef size_t i
    for i in range(crowd.agents.size()):
        agent = &crowd.agents[i]
        memcpy(agent.velocity, agent.desired_velocity, sizeof(agent.velocity))
        agent.is_pushed = agent.is_close = False


cdef int crowd_avoid(CrowdData* crowd, double dt) except -1 nogil:
    """Velocities as others leave them, of those who avoid; of all others as they wish. In no time at all as all wish."""
    wish_on(crowd)
    if not dt > LEAST_STEP:
        return 0
    avoid_range(crowd.mesh, &crowd.avoidance, &crowd.agents, &crowd.boundaries, 0, <int32_t>crowd.avoidance.bodies.size(), dt,
                &crowd.memory)
    return separate(crowd.mesh, &crowd.avoidance, &crowd.agents, dt, &crowd.memory)


cdef int crowd_decide(CrowdData* crowd, double dt) except -1 nogil:
    """All phases of a step but the last."""
    crowd_steer(crowd, dt)
    crowd_look_around(crowd, dt)
    crowd_settle(crowd, dt)
    return crowd_avoid(crowd, dt)


# ---- moving ----

cdef int move_agent(CrowdData* crowd, Agent* agent, double dt) except -1 nogil:
    """Along the floor, however steep, and where that ends no farther. Links lead through the air; who is not over a floor goes
    straight on until there is one."""
    cdef double end[3]
    cdef Location at
    cdef MoveResult moved
    cdef int i
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
    move_along_surface(crowd.mesh, crowd.mesh.graph, &crowd.memory.flood, at.poly, at.point, end, &moved, &crowd.memory.visited)
    at.poly = moved.poly
    memcpy(at.point, moved.point, sizeof(at.point))
    agent.position[0], agent.position[1], agent.position[2] = at.point[0], at.point[1] + agent.height, at.point[2]
    remember(agent, &at)
    return 0


cdef int crowd_integrate(CrowdData* crowd, double dt) except -1 nogil:
    """Move agents by their velocities, for where no body does. An agent rises and falls with the floor beneath it, or along its link,
    and so keeps the height of its origin over that. Nothing for dt ≤ 0 or NaN."""
    cdef Agent* agent
    cdef size_t slot
    notice_changes(crowd)
    if not dt > 0.0:
        return 0
    for slot in range(crowd.agents.size()):
        agent = &crowd.agents[slot]
        if agent.generation & 1 and (agent.active or agent.is_pushed):
            move_agent(crowd, agent, dt)
    return 0
