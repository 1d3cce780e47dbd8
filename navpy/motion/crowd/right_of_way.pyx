"""Unequal shares of the avoidance.

In ORCA (van den Berg, Guy, Lin & Manocha 2011) two agents take half of the avoidance each. Before a door this blocks a crowd: the
agent on the threshold gives way to those that push from behind, and two streams in a passage stand for ever. So shares are unequal
here:

* Of two agents that go the same way, the agent behind takes the greater share, and the farther it is behind, the greater the share.
  Of two agents with the same next corner, the agent nearer to it is ahead.
* An agent without progress presses after a while, and gets a priority that grows with time. Agents that press and go the same way
  inherit the highest priority among them. Backwards it passes on to a few agents, so that a group goes through together before the
  group of the other side. Forwards it passes on without a limit, because an agent in front of a high priority must not wait for a
  lower one. This is priority inheritance (Okumura, Machida, Défago & Tamura 2019, "Priority Inheritance with Backtracking for
  Iterative Multi-agent Path Finding"). Hashes of the agents break ties, so nothing depends on the order of agents.
* An agent in the lane of a pressing agent steps out of this lane, even if it has arrived. Meanwhile it has the right of the pressing
  agent against all others (PIBT's inheritance again), else the followers of that agent would push it back."""
from libc.math cimport fabs, floor, isnan, sqrt
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, STATUS_SUCCESS
from navpy.motion.agent.agent cimport FOLLOWS_FIELD, Agent, Priority, diameter_time, is_active, is_at_ring, is_moving
from navpy.motion.agent.path_following cimport turn_from, turn_until
from navpy.base.neighbor_grid cimport find_within
from navpy.base.splitmix cimport scramble, to_fraction
from navpy.base.vec2 cimport Vec2, add, det, dot, left_of, scale, square, subtract, to_plan, truncate
from navpy.motion.agent.dials cimport (
    BACKWARD_HOPS, CORNER_REACH, FULL_LEAD, INHERIT_REACH, LANE_HALF_WIDTH, LET_IN_AFTER, MOST_STALL_LEAD, PRESS_AFTER, PRESS_FOR,
    SAME_CORNER, SAME_DIRECTION, SAME_GOAL, STEP_ASIDE_REACH, TIE_LEAD, TOUCHING)

# between the hashed ids of one slot in two crowds: odd and without a pattern, as in splitmix64
cdef uint64_t CROWD_STRIDE = 0x9E3779B97F4A7C15U
cdef double INHERIT_EVERY = 0.25         # diameter times between two looks for a higher priority: agents hardly move in this time


# ---- roles ----

cdef inline Vec2 path_point(const FollowedPath* path, int32_t i) noexcept nogil:
    return to_plan(path.points.data() + 3 * i)


cdef void add_passage(AvoidanceRole* role, Vec2 place, Vec2 direction) noexcept nogil:
    cdef double size = sqrt(square(direction))
    if size > 0.0:
        role.passages[role.passage_count].place, role.passages[role.passage_count].direction = place, scale(direction, 1.0 / size)
        role.passage_count += 1


cdef void describe_passages(const Agent* agent, const FollowedPath* path, Vec2 position, AvoidanceRole* role) noexcept nogil:
    """Passages come from the path, because the preferred velocity may have any direction while the agent walks around others."""
    cdef int32_t last = <int32_t>(path.points.size() // 3) - 1, next = turn_from(agent, path, agent.next_corner)
    cdef int32_t before = turn_until(agent, path, agent.next_corner - 1)
    cdef double reach = CORNER_REACH * agent.params.radius
    cdef Vec2 corner
    role.passage_count = 0
    if before > 0:
        corner = path_point(path, before)
        if square(subtract(corner, position)) < reach * reach:
            add_passage(role, corner, subtract(path_point(path, next), corner))
    if next < last and role.corner_distance < reach:
        add_passage(role, role.corner, subtract(path_point(path, next + 1), role.corner))
    role.in_the_open = role.passage_count == 0
    if role.in_the_open:
        add_passage(role, position, role.preferred_velocity)


cdef uint64_t agent_hash(uint64_t crowd_number, int32_t slot, uint32_t generation) noexcept nogil:
    return scramble(((<uint64_t>generation << 32) | <uint64_t>slot) + crowd_number * CROWD_STRIDE)


cdef void describe_role(const Agent* agent, const FollowedPath* path, const Body* body, uint64_t crowd_number,
                        AvoidanceRole* out) noexcept nogil:
    """A body that neither steps aside nor is moved by its crowd prefers its own velocity: a player's, or an obstacle's. Followers of a
    field have its goal as their next corner, and the values of the field tell which is ahead."""
    cdef bint moves_itself = not is_moving(agent) and not agent.params.yields
    out.ground = agent.position[1] - (
        agent.height_over_ground if agent.poly != NO_POLY else 0.0 if isnan(agent.base_offset) else agent.base_offset)
    out.height, out.max_speed = agent.params.height, agent.params.max_speed
    out.avoidance_priority = agent.params.avoidance_priority
    out.layers, out.mask = agent.params.avoidance_layers, agent.params.avoidance_mask
    out.moves, out.walks, out.yields = is_moving(agent), is_active(agent), agent.params.yields and not is_active(agent)
    out.has_arrived, out.goal = agent.status == STATUS_SUCCESS and not is_active(agent), to_plan(agent.target)
    out.stall_time = agent.stall_time / diameter_time(agent)
    out.id_hash = agent_hash(crowd_number, out.slot, agent.generation)
    out.preferred_velocity = body.velocity if moves_itself else to_plan(agent.preferred_velocity)
    out.corner, out.corner_distance, out.passage_count, out.in_the_open = body.position, 0.0, 0, True
    if is_active(agent) and not path.points.empty():
        out.corner = path_point(path, turn_from(agent, path, agent.next_corner))
        out.corner_distance = sqrt(square(subtract(out.corner, body.position)))
        describe_passages(agent, path, body.position, out)
    elif agent.follows == FOLLOWS_FIELD:
        out.corner, out.corner_distance = out.goal, agent.distance_left
        add_passage(out, body.position, out.preferred_velocity)


# ---- priorities ----

cdef inline void clear_priority(Priority* priority) noexcept nogil:
    priority.source, priority.age, priority.hops = 0, 0.0, 0


cdef bint update_press(Agent* agent, double dt) noexcept nogil:
    """An agent begins to press after PRESS_AFTER without progress, and ceases after PRESS_FOR of free walking. It walks freely at half
    its maximum speed or more, and while no other agent changes its velocity. Agents around its goal have as good a right to their
    places."""
    cdef double unit_time = diameter_time(agent), x = agent.velocity[0], z = agent.velocity[2]
    if is_at_ring(agent):
        agent.press_time = 0.0
    elif is_active(agent) and agent.stall_time > PRESS_AFTER * unit_time:
        agent.press_time = PRESS_FOR * unit_time
    elif agent.press_time > 0.0 and not (agent.is_pushed and 4.0 * (x * x + z * z) < agent.params.max_speed * agent.params.max_speed):
        agent.press_time -= dt
    if not is_active(agent) or not agent.press_time > 0.0:
        clear_priority(&agent.priority)
        return False
    agent.priority.age += dt
    if agent.priority.age > PRESS_FOR * unit_time:
        clear_priority(&agent.priority)
    return True


cdef bint looks_for_priority(const Agent* agent, uint64_t id_hash, double dt) noexcept nogil:
    """An agent without a priority does so at once, others each INHERIT_EVERY, not all in one step."""
    cdef double every = INHERIT_EVERY * diameter_time(agent), age = agent.priority.age / every + to_fraction(id_hash)
    return agent.priority.source == 0 or floor(age) != floor(age - dt / every)


cdef inline bint is_higher(const Priority* priority, const Priority* other) noexcept nogil:
    return priority.age > other.age or (priority.age == other.age and priority.source > other.source)


cdef bint share_a_passage(const AvoidanceRole* own, const AvoidanceRole* other, double radius) noexcept nogil:
    """True if both pass one place in the same direction."""
    cdef double reach = radius * (2.0 * TOUCHING if own.in_the_open and other.in_the_open else SAME_CORNER)
    cdef int32_t i, k
    for i in range(own.passage_count):
        for k in range(other.passage_count):
            if square(subtract(own.passages[i].place, other.passages[k].place)) < reach * reach \
                    and dot(own.passages[i].direction, other.passages[k].direction) > SAME_DIRECTION:
                return True
    return False


cdef int spread_priorities(const Body* bodies, AvoidanceRole* roles, const NeighborGrid* grid, const vector[int32_t]* inheriting,
                           const vector[Priority]* before, vector[Agent]* agents, vector[int32_t]* near) except -1 nogil:
    """Reads the priorities before this call, so the order of agents does not matter."""
    cdef const AvoidanceRole* own
    cdef const Priority* theirs
    cdef Priority* priority
    cdef size_t i, k
    cdef int32_t index, other
    for i in range(inheriting.size()):
        # 1. An agent without a priority begins a priority of its own.
        index = inheriting.at(i)
        own = &roles[index]
        priority = &roles[index].priority
        if priority.source == 0:
            priority.source = own.id_hash
        # 2. It inherits the highest priority nearby: from an agent behind it without a limit, from an agent in front within
        # BACKWARD_HOPS.
        find_within(grid, bodies[index].position.x, bodies[index].position.y, INHERIT_REACH * bodies[index].radius, near)
        for k in range(near.size()):
            other = near.at(k)
            theirs = &before.at(other)
            if theirs.source != 0 and is_higher(theirs, priority) \
                    and share_a_passage(own, &roles[other], bodies[index].radius) and (theirs.hops < BACKWARD_HOPS or dot(
                        roles[other].preferred_velocity, subtract(bodies[index].position, bodies[other].position)) > 0.0):
                priority.source, priority.age = theirs.source, theirs.age
                priority.hops = min(theirs.hops + 1, BACKWARD_HOPS)
        agents[0][own.slot].priority = priority[0]
    return 0


# ---- two participants ----

cdef bint has_priority(const AvoidanceRole* own, const AvoidanceRole* other) noexcept nogil:
    return own.presses and (not other.presses or is_higher(&own.priority, &other.priority))


cdef bint goes_before(const AvoidanceRole* own, const AvoidanceRole* other) noexcept nogil:
    return has_priority(own, other) or (not has_priority(other, own) and own.corner_distance < other.corner_distance)


cdef bint occupies_goal(const AvoidanceRole* own, const AvoidanceRole* other) noexcept nogil:
    return own.has_arrived and square(subtract(own.goal, other.goal)) <= SAME_GOAL * SAME_GOAL and overlap_in_height(own, other)


cdef bint go_same_way(const AvoidanceRole* own, const AvoidanceRole* other, double radii) noexcept nogil:
    """True if two agents press with the same priority, prefer the same direction, or pass the same place in it."""
    cdef double along = dot(own.preferred_velocity, other.preferred_velocity)
    return (own.presses and other.presses and own.priority.source == other.priority.source) \
        or (along > 0.0 and along * along > SAME_DIRECTION * SAME_DIRECTION * square(own.preferred_velocity)
            * square(other.preferred_velocity)) \
        or share_a_passage(own, other, 0.5 * radii)


cdef inline double stall_lead(const AvoidanceRole* role) noexcept nogil:
    """The lead of an agent without progress for longer than LET_IN_AFTER, so that others let it in."""
    return max(0.0, min(MOST_STALL_LEAD, FULL_LEAD * (role.stall_time - LET_IN_AFTER)))


cdef double share_by_lead(const AvoidanceRole* own, const AvoidanceRole* other, Vec2 gap, double radii) noexcept nogil:
    """From 0 for the agent ahead to 1 for the agent behind, continuous in the lead."""
    cdef Vec2 way = add(own.preferred_velocity, other.preferred_velocity)
    cdef double lead = TIE_LEAD if own.id_hash > other.id_hash else -TIE_LEAD, size
    if square(subtract(own.corner, other.corner)) < radii * radii:          # one corner: the nearer agent is ahead
        lead += (other.corner_distance - own.corner_distance) / radii
    else:
        size = sqrt(square(way))
        if size > 0.0:
            lead -= dot(way, gap) / (size * radii)
    lead += stall_lead(own) - stall_lead(other)
    return 0.5 - 0.5 * max(-1.0, min(1.0, lead / FULL_LEAD))


cdef double share_of(const AvoidanceRole* own, const AvoidanceRole* other, Vec2 gap, double radii, bint same_way) noexcept nogil:
    # 1. Masks: only one of them avoids the other.
    if not own.mask & other.layers:
        return 0.0
    if not other.mask & own.layers:
        return 1.0
    # 2. Only one of them walks: it does all of the avoidance, unless it presses and the other yields. An agent that makes way for a
    # third agent has the third's right.
    if not other.walks:
        if not (own.presses and other.yields):
            return 1.0
        if other.makes_way_for == NULL or other.makes_way_for.id_hash == own.id_hash:
            return 0.0
        return share_of(own, other.makes_way_for, gap, radii, go_same_way(own, other.makes_way_for, radii))
    if not own.walks:
        if not other.presses:
            return 0.0
        if own.makes_way_for == NULL or own.makes_way_for.id_hash == other.id_hash:
            return 1.0
        return share_of(own.makes_way_for, other, gap, radii, go_same_way(own.makes_way_for, other, radii))
    # 3. Godot's avoidance priorities.
    if own.avoidance_priority != other.avoidance_priority:
        return 1.0 if own.avoidance_priority < other.avoidance_priority else 0.0
    # 4. The same way: the agent ahead goes first.
    if same_way:
        return share_by_lead(own, other, gap, radii)
    # 5. Opposed or crossing ways. If one of them presses: by priority. Else by lead if the directions differ by less than 90°, and
    # ORCA's ½ if they differ by more.
    if own.presses or other.presses:
        return 0.0 if has_priority(own, other) else 1.0
    return share_by_lead(own, other, gap, radii) if dot(own.preferred_velocity, other.preferred_velocity) > 0.0 else 0.5


cdef double room_for(const AvoidanceRole* own, const AvoidanceRole* other, double share) noexcept nogil:
    """In the open two agents have room beside each other. There an agent walks back only for a pressing agent without progress, and
    all of the way for an agent that has to be let in."""
    cdef double room = max(0.0, 2.0 * share - 1.0) if other.walks or other.makes_way_for != NULL else 0.0
    if own.in_the_open and other.in_the_open:
        room *= max(0.0, min(1.0, (other.stall_time - PRESS_AFTER) / (LET_IN_AFTER - PRESS_AFTER)))
    return room


cdef bint is_in_lane(const AvoidanceRole* own, const AvoidanceRole* other, Vec2 gap, double radii) noexcept nogil:
    """``own`` stands. ``other`` must press and be within STEP_ASIDE_REACH."""
    cdef double speed
    if not other.presses or square(gap) > radii * radii * STEP_ASIDE_REACH * STEP_ASIDE_REACH:
        return False
    speed = sqrt(square(other.preferred_velocity))
    return fabs(det(other.preferred_velocity, gap)) < LANE_HALF_WIDTH * radii * speed \
        and dot(other.preferred_velocity, gap) < radii * speed


cdef Vec2 step_aside(const AvoidanceRole* other, Vec2 gap, double speed) noexcept nogil:
    """Diagonally, in the direction of ``other`` and to the side of its lane that ``own`` is on."""
    cdef double side = -1.0 if det(other.preferred_velocity, gap) > 0.0 else 1.0
    return truncate(scale(add(other.preferred_velocity, scale(left_of(other.preferred_velocity), side)), 1e6), speed)
