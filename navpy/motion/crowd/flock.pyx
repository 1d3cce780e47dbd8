"""The rules of a flock: separation, alignment and cohesion (Reynolds 1987), and a leash to a leader.

An agent of the crowd takes its preferred velocity at once. Full steering forces fit a vehicle with a mass, and would let an agent jump
to and fro. So here each rule is a velocity, and fades as the rule is satisfied: agents come to rest between separation and cohesion.
The velocities of neighbors are those of the last step, and alignment is a weighted mean with them, which cannot oscillate. The rules
fade along the last flock_radius meters of a path as well, so that a flock closes up at its goal. A share of the speed along the path
always remains, so every request ends. The result is truncated to the surface.

An agent with a leader and without a request of its own follows its leader by paths of the crowd. Its request counts as succeeded
then."""
from libc.math cimport sqrt
from libc.stdint cimport int32_t

from navpy.base.core cimport NO_POLY, REASON_NONE, REASON_NO_REQUEST, REASON_STOPPED, STATUS_SUCCESS
from navpy.base.geom cimport distance3, is_point
from navpy.base.neighbor_grid cimport find_within
from navpy.base.vec2 cimport Vec2, add, dot, length, scale, square, subtract, to_plan, to_world, truncate, unit, vec2
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.motion.agent.agent cimport (
    FOLLOWS_FIELD, FOLLOWS_LEASH, FOLLOWS_PATH, ON_LINK, RESTS_ON_LEASH, Agent, forget_progress, has_leash, is_active, is_queued,
    is_steered)
from navpy.motion.agent.agent_params cimport AgentParams
from navpy.motion.agent.dials cimport FLOCK_PROGRESS, LEADER_MOVED, LEADER_NEAR
from navpy.motion.crowd.crowd_agents cimport NO_AGENT, AgentId, activate, crowd_agent, slot_of, stop_agent
from navpy.motion.crowd.crowd_requests cimport queue_search
from navpy.motion.crowd.crowd_avoidance cimport AvoidanceMemory, truncate_to_surface
from navpy.motion.crowd.crowd_data cimport CrowdData
from navpy.motion.agent.step_schedule cimport time_of
from navpy.motion.agent.path_ends cimport move_end
from navpy.motion.agent.path_following cimport check_arrival, update_ground


cdef struct FlockSums:              # over the neighbors of an agent in its flock; alignment and cohesion are with walking neighbors
    Vec2 away                       # sum of directions away from them, each of length (1 − distance / flock_radius)²
    Vec2 velocity                   # meters a second, sum
    Vec2 offset                     # meters, sum of the offsets to them
    int32_t walking                 # number of terms of the last two


# ---- neighbors ----

cdef inline bint has_rules(const AgentParams* params) noexcept nogil:
    return params.separation_weight > 0.0 or params.alignment_weight > 0.0 or params.cohesion_weight > 0.0


cdef inline bint is_of_flock(const Agent* agent, const Agent* other, bint is_leader) noexcept nogil:
    """True if the other is on the same floor, and of the same flock or the leader."""
    cdef double above = other.position[1] - agent.position[1]
    return above < agent.params.height and -above < other.params.height \
        and (is_leader or (has_rules(other.params) and other.params.flock_id == agent.params.flock_id))


cdef int sum_flock(const CrowdData* crowd, int32_t slot, AvoidanceMemory* memory, FlockSums* sums) except -1 nogil:
    cdef const Agent* agent = &crowd.agents[slot]
    cdef const Agent* other
    cdef Vec2 place = to_plan(agent.position), offset
    cdef double radius = agent.params.flock_radius, distance
    cdef int32_t k, near
    sums.away = sums.velocity = sums.offset = vec2(0.0, 0.0)
    sums.walking = 0
    find_within(&crowd.avoidance.grid, place.x, place.y, radius, &memory.near)
    for k in range(<int32_t>memory.near.size()):
        if memory.near[k] >= crowd.avoidance.own_count:
            continue
        near = crowd.avoidance.roles[memory.near[k]].slot
        other = &crowd.agents[near]
        if near == slot or not is_of_flock(agent, other, agent.leader != NO_AGENT and near == slot_of(agent.leader)):
            continue
        offset = subtract(to_plan(other.position), place)
        distance = sqrt(square(offset))
        if distance > 0.0:                      # agents in one place are parted by avoidance
            sums.away = add(sums.away, scale(offset, -(1.0 - distance / radius) * (1.0 - distance / radius) / distance))
        if is_active(other):
            sums.velocity = add(sums.velocity, to_plan(other.velocity))
            sums.offset = add(sums.offset, offset)
            sums.walking += 1
    return 0


# ---- velocities ----

cdef Vec2 flock_velocity(const AgentParams* params, const FlockSums* sums, Vec2 along_path, double share) noexcept nogil:
    """The velocity along the path, in a mean with the velocities of the neighbors, and the velocities of separation and cohesion.
    share: of the weights, 0 … 1."""
    cdef double alignment = params.alignment_weight * share
    cdef Vec2 velocity = along_path, pull = scale(sums.away, params.separation_weight)
    if sums.walking > 0:
        velocity = scale(add(velocity, scale(sums.velocity, alignment / sums.walking)), 1.0 / (1.0 + alignment))
        pull = add(pull, scale(sums.offset, params.cohesion_weight / (sums.walking * params.flock_radius)))
    return add(velocity, scale(pull, params.max_speed * share))


cdef Vec2 leash_velocity(CrowdData* crowd, const Agent* agent) noexcept nogil:
    """Straight towards a leader beyond the leash, up to full speed at twice the leash's length; less at the end of the path. An agent
    that follows its leader by a path needs none."""
    cdef const Agent* leader = crowd_agent(crowd, agent.leader)
    cdef double distance, beyond, slack = max(agent.params.leash_length, agent.params.radius, 1e-9)
    cdef Vec2 to
    if leader == NULL or agent.follows == FOLLOWS_LEASH or not is_of_flock(agent, leader, True):
        return vec2(0.0, 0.0)
    to = subtract(to_plan(leader.position), to_plan(agent.position))
    distance = sqrt(square(to))
    beyond = distance - agent.params.leash_length
    if not beyond > 0.0:
        return vec2(0.0, 0.0)
    return scale(to, agent.params.leash_weight * agent.params.max_speed * min(1.0, beyond / slack)
                 * min(1.0, agent.distance_left / slack) / distance)


cdef Vec2 keep_progress(Vec2 velocity, Vec2 along_path, double max_speed) noexcept nogil:
    """The velocity with a share of at least FLOCK_PROGRESS of the speed along the path: no rule keeps an agent from its goal."""
    cdef double speed = length(along_path), least = FLOCK_PROGRESS * speed
    cdef Vec2 way = unit(along_path)
    cdef double along = dot(way, velocity)
    if along >= least:
        return velocity
    return add(scale(way, least), truncate(subtract(velocity, scale(way, along)), sqrt(max_speed * max_speed - least * least)))


cdef int apply_rules(CrowdData* crowd, int32_t slot, double dt, AvoidanceMemory* memory) except -1 nogil:
    cdef Agent* agent = &crowd.agents[slot]
    cdef const AgentParams* params = agent.params
    cdef Vec2 velocity = to_plan(agent.preferred_velocity)
    cdef FlockSums sums
    cdef NearestPoly at
    if has_rules(params) and params.flock_radius > 0.0:
        sum_flock(crowd, slot, memory, &sums)
        velocity = flock_velocity(params, &sums, velocity, min(1.0, agent.distance_left / params.flock_radius))
    if agent.leader != NO_AGENT:
        velocity = add(velocity, leash_velocity(crowd, agent))
    velocity = keep_progress(truncate(velocity, params.max_speed), to_plan(agent.preferred_velocity), params.max_speed)
    if crowd.mesh != NULL and not update_ground(crowd.mesh, agent, &at):
        agent.poly = NO_POLY
    truncate_to_surface(crowd.mesh, &crowd.boundaries[slot], agent, &velocity, dt, memory)
    to_world(velocity, 0.0, agent.preferred_velocity)
    return 0


cdef int flock_range(CrowdData* crowd, int32_t first, int32_t end, double dt, AvoidanceMemory* memory) except -1 nogil:
    """Reads places, velocities and parameters of other agents, which no range changes, and writes its own agents."""
    cdef const Agent* agent
    cdef int32_t i, slot
    if not dt > 0.0 or not (crowd.avoidance.has_flocks or crowd.leash_count > 0):
        return 0
    for i in range(first, min(end, crowd.avoidance.own_count)):
        slot = crowd.avoidance.roles[i].slot
        agent = &crowd.agents[slot]
        if (agent.follows == FOLLOWS_PATH or agent.follows == FOLLOWS_LEASH or agent.follows == FOLLOWS_FIELD) \
                and not is_queued(agent) \
                and (has_rules(agent.params) or agent.leader != NO_AGENT):
            apply_rules(crowd, slot, time_of(&crowd.avoidance.schedule, slot, dt), memory)
    return 0


# ---- leaders ----

cdef void change_leader(CrowdData* crowd, int32_t slot, AgentId leader) noexcept nogil:
    """An agent that follows its leader stops, and searches a path to the next leader wherever this is."""
    cdef Agent* agent = &crowd.agents[slot]
    crowd.leash_count += (leader != NO_AGENT) - (agent.leader != NO_AGENT)
    agent.leader = leader
    if not has_leash(agent):
        return
    agent.mesh_version = crowd.mesh_version - 1
    if is_active(agent) and agent.where != ON_LINK:
        stop_agent(crowd, slot)


cdef void crowd_set_leader(CrowdData* crowd, AgentId id, AgentId leader) noexcept nogil:
    cdef Agent* agent = crowd_agent(crowd, id)
    if agent != NULL and agent.leader != leader:
        change_leader(crowd, slot_of(id), leader)


cdef inline bint may_follow(const Agent* agent) noexcept nogil:
    """True if no script steers the agent, and it has no request of its own under way and none that has failed: its reason would be
    lost."""
    if is_steered(agent) or (is_active(agent) and not has_leash(agent)):
        return False
    return has_leash(agent) or agent.status == STATUS_SUCCESS or agent.reason == REASON_NO_REQUEST or agent.reason == REASON_STOPPED


cdef int begin_to_follow(CrowdData* crowd, int32_t slot, const Agent* leader) except -1 nogil:
    """Requests a path to the leader, which the next phase searches, unless the last search found none and both are where they were
    then."""
    cdef Agent* agent = &crowd.agents[slot]
    if agent.follows == RESTS_ON_LEASH and distance3(agent.target, leader.position) <= LEADER_MOVED \
            and distance3(agent.position, agent.leg_start) <= LEADER_MOVED and agent.mesh_version == crowd.mesh_version:
        return 0
    agent.target[0], agent.target[1], agent.target[2] = leader.position[0], leader.position[1], leader.position[2]
    forget_progress(agent)
    agent.status, agent.allow_partial = STATUS_SUCCESS, True
    activate(crowd, slot, FOLLOWS_LEASH)
    queue_search(crowd, slot)
    return 0


cdef int keep_following(CrowdData* crowd, int32_t slot, const Agent* leader) except -1 nogil:
    """Moves the end of the path with the leader, or queues a search."""
    cdef Agent* agent = &crowd.agents[slot]
    cdef double left = agent.distance_left
    cdef double place[3]
    place[0], place[1], place[2] = leader.position[0], leader.position[1], leader.position[2]
    if is_queued(agent) or agent.mesh_version != crowd.mesh_version or agent.where == ON_LINK \
            or distance3(agent.target, place) <= LEADER_NEAR * left:
        return 0
    if move_end(crowd.mesh, agent, &crowd.paths[slot], place, True, &crowd.shared_end):
        check_arrival(agent, &crowd.paths[slot], 0.0)
    elif agent.reason == REASON_NONE or distance3(agent.target, place) > LEADER_MOVED:
        queue_search(crowd, slot)
    else:
        return 0
    agent.target[0], agent.target[1], agent.target[2] = place[0], place[1], place[2]
    return 0


cdef int follow_leaders(CrowdData* crowd) except -1 nogil:
    """A leader that was removed is forgotten."""
    cdef Agent* agent
    cdef const Agent* leader
    cdef int32_t slot
    if crowd.leash_count == 0:
        return 0
    for slot in range(<int32_t>crowd.agents.size()):
        agent = &crowd.agents[slot]
        if agent.leader == NO_AGENT:
            continue
        leader = crowd_agent(crowd, agent.leader)
        if leader == NULL:
            change_leader(crowd, slot, NO_AGENT)
        elif agent.params.leash_weight > 0.0 and may_follow(agent) and is_point(agent.position) and is_point(leader.position):
            if is_active(agent):
                keep_following(crowd, slot, leader)
            elif distance3(agent.position, leader.position) > agent.params.leash_length + agent.params.radius:
                begin_to_follow(crowd, slot, leader)
    return 0
