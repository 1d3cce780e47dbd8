"""Arrival spreads by touch: from the agent on the goal to the agents that touch it, and on from each of them, while they fill the
ground around the goal. So the tail of a queue that reaches back through a door has not arrived."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.core cimport STATUS_SUCCESS
from navpy.base.elementary cimport exp2
from navpy.base.geom cimport distance3
from navpy.motion.agent.agent cimport PLACE_GIVEN_UP, Agent, diameter_time, has_leash, is_active, leads_on
from navpy.motion.agent.path_following cimport FollowedPath, corner_at, corner_count
from navpy.motion.crowd.crowd_agents cimport slot_of
from navpy.motion.crowd.crowd_avoidance cimport AvoidanceMemory
from navpy.motion.crowd.participants cimport Avoidance
from navpy.base.neighbor_grid cimport find_within
from navpy.motion.avoidance.orca cimport Body
from navpy.motion.crowd.right_of_way cimport AvoidanceRole, occupies_goal, overlap_in_height
from navpy.base.vec2 cimport Vec2, length, square, subtract, to_plan
from navpy.motion.agent.dials cimport (
    ARRIVE_AFTER, CREEP, DENSITY, DENSITY_HALF_LIFE, HOME_REACH, LEAST_PROGRESS, ONE_CROWD, RETURN_AFTER, RETURN_TRIES, TOUCHING)


cdef void update_progress(Agent* agent, double left, double dt) noexcept nogil:
    """Progress: the way falls below its least length so far by LEAST_PROGRESS at least, and since the last progress at least as fast
    as CREEP."""
    if left < agent.least_left - max(LEAST_PROGRESS * agent.params.radius, CREEP * agent.params.max_speed * agent.stall_time):
        agent.least_left, agent.stall_time = left, 0.0
    else:
        agent.stall_time += dt


cdef bint rests_at_goal(const Avoidance* avoidance, int32_t near, int32_t own, double left) noexcept nogil:
    """True if the other agent rests at the own goal, or at a goal beside it for the distance of the farther agent: their crowds are
    one."""
    cdef const AvoidanceRole* other = &avoidance.roles[near]
    cdef double apart = ONE_CROWD * max(left, length(subtract(avoidance.bodies[near].position, other.goal)))
    return occupies_goal(other, &avoidance.roles[own]) or (
        other.has_arrived and square(subtract(other.goal, avoidance.roles[own].goal)) <= apart * apart
        and overlap_in_height(other, &avoidance.roles[own]))


cdef bint is_goal_full(const Avoidance* avoidance, int32_t own, const Agent* agent, Vec2 goal,
                       AvoidanceMemory* memory) except -1 nogil:
    """True if the agents that have arrived cover DENSITY of the disc around the goal, out to this agent."""
    cdef double stalled = agent.stall_time / diameter_time(agent) - ARRIVE_AFTER, covered = 0.0
    cdef double needed = DENSITY * agent.distance_left * agent.distance_left * exp2(-stalled / DENSITY_HALF_LIFE)
    cdef int32_t near
    cdef size_t k
    find_within(&avoidance.grid, goal.x, goal.y, agent.distance_left, &memory.near)
    for k in range(memory.near.size()):
        near = memory.near[k]
        if rests_at_goal(avoidance, near, own, agent.distance_left):
            covered += avoidance.bodies[near].radius * avoidance.bodies[near].radius
    return covered >= needed


cdef bint touches_another(const Avoidance* avoidance, int32_t own, bint only_arrived, double left,
                          AvoidanceMemory* memory) except -1 nogil:
    cdef double radius = avoidance.bodies[own].radius
    cdef Vec2 place = avoidance.bodies[own].position
    cdef int32_t k, near
    find_within(&avoidance.grid, place.x, place.y, TOUCHING * (radius + avoidance.greatest_radius), &memory.near)
    for k in range(<int32_t>memory.near.size()):
        near = memory.near[k]
        if near != own and length(subtract(avoidance.bodies[near].position,
                                           place)) <= TOUCHING * (radius + avoidance.bodies[near].radius) \
                and (not only_arrived or rests_at_goal(avoidance, near, own, left)):
            return True
    return False


cdef bint is_next_to_goal(const Avoidance* avoidance, int32_t own, const Agent* agent, Vec2 goal,
                          AvoidanceMemory* memory) except -1 nogil:
    """True if somebody stands on the goal, so that nobody comes much nearer than this agent. So a pursuer arrives at a player."""
    cdef double creep = CREEP * agent.params.max_speed
    cdef const Body* other
    cdef int32_t near
    cdef size_t k
    find_within(&avoidance.grid, goal.x, goal.y, avoidance.greatest_radius, &memory.near)
    for k in range(memory.near.size()):
        near = memory.near[k]
        other = &avoidance.bodies[near]
        if near != own and not avoidance.roles[near].walks and square(other.velocity) <= creep * creep \
                and overlap_in_height(&avoidance.roles[near], &avoidance.roles[own]) \
                and agent.distance_left <= TOUCHING * (avoidance.bodies[own].radius + other.radius
                                                       - length(subtract(other.position, goal))):
            return True
    return False


cdef bint touches_the_herd(const Avoidance* avoidance, const vector[Agent]* agents, int32_t own,
                           AvoidanceMemory* memory) except -1 nogil:
    """True if the agent touches its leader, or an agent that rests on the leash of the same leader."""
    cdef const Agent* agent = &agents.at(avoidance.roles[own].slot)
    cdef const Agent* other
    cdef double radius = avoidance.bodies[own].radius
    cdef Vec2 place = avoidance.bodies[own].position
    cdef int32_t k, near
    find_within(&avoidance.grid, place.x, place.y, TOUCHING * (radius + avoidance.greatest_radius), &memory.near)
    for k in range(<int32_t>memory.near.size()):
        near = memory.near[k]
        if near >= avoidance.own_count:
            continue
        other = &agents.at(avoidance.roles[near].slot)
        if length(subtract(avoidance.bodies[near].position, place)) <= TOUCHING * (radius + avoidance.bodies[near].radius) \
                and (avoidance.roles[near].slot == slot_of(agent.leader) or (other.leader == agent.leader and not is_active(other))):
            return True
    return False


cdef bint arrives_among_others(const Avoidance* avoidance, const vector[Agent]* agents, vector[FollowedPath]* paths, int32_t own,
                               AvoidanceMemory* memory) except -1 nogil:
    """Within target_desired_distance an agent stops when it touches any other agent. Farther away it stops next to an agent on the
    goal, or, at a full goal, when it touches an agent that has arrived. A follower stops when it touches its leader, or another
    follower that rests. After many places around the goal it stops where it touches an agent that has arrived. Nobody arrives where
    the path leads on."""
    cdef const Agent* agent = &agents.at(avoidance.roles[own].slot)
    cdef FollowedPath* path = &paths.at(avoidance.roles[own].slot)
    cdef Vec2 goal
    if agent.place_state == PLACE_GIVEN_UP and touches_another(avoidance, own, agent.status != STATUS_SUCCESS, agent.distance_left,
                                                               memory):
        return True
    if agent.stall_time < ARRIVE_AFTER * diameter_time(agent) or leads_on(agent):
        return False
    if has_leash(agent):
        return touches_the_herd(avoidance, agents, own, memory)
    if agent.status == STATUS_SUCCESS:
        return touches_another(avoidance, own, False, agent.distance_left, memory)
    # The end of the way: a target beside a wall is off the mesh.
    goal = avoidance.roles[own].goal if path.points.empty() else to_plan(corner_at(path, corner_count(path) - 1))
    if is_next_to_goal(avoidance, own, agent, goal, memory):
        return True
    return touches_another(avoidance, own, True, agent.distance_left, memory) and is_goal_full(avoidance, own, agent, goal, memory)


cdef bint is_home(const Agent* agent) noexcept nogil:
    return distance3(agent.position, agent.home) < HOME_REACH * agent.params.radius or agent.return_count == RETURN_TRIES


cdef bint should_return(Agent* agent, double dt) noexcept nogil:
    """True if the agent has not been pushed for RETURN_AFTER, and is more than its radius away from home."""
    if agent.is_pushed:
        agent.stall_time = 0.0
        return False
    agent.stall_time += dt
    return agent.stall_time > RETURN_AFTER * diameter_time(agent) and agent.status == STATUS_SUCCESS \
        and distance3(agent.position, agent.home) > agent.params.radius
