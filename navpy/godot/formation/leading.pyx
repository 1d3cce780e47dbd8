"""How the members of a NavFormation are led to their slots.

The core (navpy.motion.formation) tells the places of the members around the reference point. Each place is moved onto the surface, to
a place that is reached from the way without crossing a wall; this is the member's slot.

A member that sees its slot gets a preferred velocity: the slot's velocity, and a share of the distance to it. Its request leads to a
target ahead of the slot, so that it does not end on the march. A member that does not see its slot, or was driven out of it by
strangers, walks to it along a path of its own, as anybody else who meets them. At the end of the way each request leads to the slot
itself."""
from libc.math cimport INFINITY, fabs, sqrt
from libc.stdint cimport int32_t
from libc.string cimport memcpy

from navpy.base.core cimport STATUS_FAILURE, STATUS_RUNNING, STATUS_SUCCESS
from navpy.base.elementary cimport unit_vector
from navpy.base.vec2 cimport Vec2, add, dot, length, scale, subtract, to_plan, truncate, vec2
from navpy.godot.agent.nav_agent_data cimport REQUEST_PATH, NavAgent, core_agent
from navpy.godot.agent.requests cimport make_request
from navpy.godot.binding.engine cimport read_place
from navpy.godot.binding.vector cimport vector_of
from navpy.godot.formation.members cimport leading_member, release_member
from navpy.godot.formation.nav_formation_data cimport (
    MARCH_BEHIND_LEADER, MARCH_TO_TARGET, SHAPE_BAND, SHAPE_BOX, SHAPE_COLUMN, SHAPE_LINE, SHAPE_WEDGE, FormationAgent, NavFormation)
from navpy.godot.formation.way cimport place_beside_way
from navpy.godot.world.engine_crowd cimport EngineCrowd
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.motion.agent.agent cimport ON_LINK, Agent, is_active
from navpy.motion.agent.agent_state cimport release, steer
from navpy.motion.agent.agent_params cimport AgentParams
from navpy.motion.crowd.crowd_agents cimport crowd_set_params, slot_of
from navpy.motion.crowd.crowd_requests cimport crowd_request_path, crowd_stop
from navpy.motion.agent.path_following cimport update_ground
from navpy.motion.agent.walkable cimport has_line_of_sight
from navpy.motion.formation.dubins cimport Pose, path_pose
from navpy.motion.formation.formation cimport FormationPlace, advance, assign_places, form, is_in_slots, is_settled
from navpy.motion.formation.formation_slots cimport band_slots, box_slots, column_slots, wedge_slots

cdef double FARTHEST = 1e9          # meters from the origin within which a member is at a place
# widths of the widest member: the tenth is room for a correction beside a neighbor, else both avoid each other
cdef double LEAST_SPACING = 1.1
cdef double RESERVE = 0.8           # of the slowest member's speed: the formation's speed by default, so that members catch up
cdef double MOST_DECELERATION = 2.0     # meters a second²
cdef double LEAST_SPEED = 0.2       # meters a second, at the end of the way
cdef double MOST_LAG = 2.5          # spacings behind its slot at which the formation waits for a member
cdef double CORRECTION = 2.0        # 1/s: share of the distance to its slot that a member makes up in a second
# seconds that a member at its slot looks ahead: with more, neighbors before and behind it leave it no velocity
cdef double TIME_HORIZON = 0.4
cdef double NEAR_SHARE = 0.8        # of the speed at which a member reaches its neighbor within this time
cdef double SETTLED = 0.05          # meters from its slot within which a member does not correct
cdef double SMOOTHING = 0.15        # seconds over which the velocity of a slot is averaged: it jumps where a wall ends
cdef double LOOK_AHEAD = 2.0        # meters from a slot to the target of its member's request, beyond target_desired_distance
cdef double SAME_TARGET = 0.5       # radii that a target has moved before it is requested
cdef double BESIDE_SLOT = 0.05      # spacings from its slot beyond which a stopped member stands beside it
cdef double IN_PLACE = 0.3          # spacings from its slot within which a member is in place
cdef double OUT_OF_PLACE = 0.8      # spacings from its slot beyond which the formation is broken up
cdef double RETRY_AFTER = 0.5        # seconds
cdef double LEADER_RESTS = 2.5      # seconds: LEAST_SPEED over the half meter after which the trail of a leader is looked after
cdef double LEAST_APPROACH = 0.1    # meters
cdef double LEFT_BEHIND = 6.0       # seconds without progress after which the formation no longer waits for a member
cdef double PUSHED_SHARE = 0.25     # of the time that counts for this while others push the member: they go past


# ---- slots ----

cdef int make_slots(NavFormation* formation) except -1 nogil:
    """The slots of the shape, for the members in the ranks. Behind a leader that is no member they begin a spacing back."""
    cdef Py_ssize_t count = <Py_ssize_t>formation.present.size(), files = formation.files
    cdef double back
    cdef size_t i
    formation.core.spacing = max(formation.spacing, LEAST_SPACING * formation.widest)
    back = formation.core.spacing if formation.march == MARCH_BEHIND_LEADER else 0.0
    formation.slots.clear()
    formation.depth = formation.half_width = 0.0
    if count == 0:
        return 0
    if formation.shape == SHAPE_BOX:
        if files == 0:
            while files * files < count:
                files += 1
        box_slots(count, files, formation.core.spacing, &formation.slots)
    elif formation.shape == SHAPE_LINE:
        box_slots(count, count, formation.core.spacing, &formation.slots)
    elif formation.shape == SHAPE_WEDGE:
        wedge_slots(count, formation.core.spacing, &formation.slots)
    elif formation.shape == SHAPE_COLUMN:
        column_slots(count, max(files, 1), formation.core.spacing, &formation.slots)
    else:
        band_slots(count, formation.core.spacing, 1, &formation.slots)
    for i in range(formation.slots.size()):
        formation.depth = max(formation.depth, -formation.slots[i].x)
        formation.half_width = max(formation.half_width, formation.slots[i].y, -formation.slots[i].y)
        formation.slots[i].x -= back
    formation.core.width = 2.0 * formation.half_width + formation.core.spacing
    return 0


cdef void read_positions(NavFormation* formation, bint is_shifted) noexcept nogil:
    """Positions of the members in the ranks. is_shifted: as they would be if no slot had been moved onto the surface. A member that is
    at no place counts as in its slot."""
    cdef const FormationAgent* member
    cdef double place[3]
    cdef Vec2 at
    cdef size_t i
    formation.positions.clear()
    for i in range(formation.present.size()):
        member = &formation.members[formation.present[i]]
        read_place(member.agent.parent, place)
        at = to_plan(place)
        if is_shifted and member.is_late or not (fabs(at.x) <= FARTHEST and fabs(at.y) <= FARTHEST):
            at = to_plan(member.slot)
        formation.positions.push_back(subtract(at, member.shift) if is_shifted else at)


cdef int set_speeds(NavFormation* formation) except -1 nogil:
    """The speeds of the slowest member that can move. The formation brakes for the end of its way."""
    cdef double slowest = INFINITY, deceleration = MOST_DECELERATION, left
    cdef const AgentParams* params
    cdef size_t i
    for i in range(formation.present.size()):
        params = &formation.members[formation.present[i]].agent.params
        if params.max_speed > 0.0:
            slowest, deceleration = min(slowest, params.max_speed), min(deceleration, params.max_deceleration)
    if slowest == INFINITY:
        slowest = 0.0
    formation.core.max_speed = formation.core.speed = slowest
    if formation.march == MARCH_TO_TARGET:
        formation.core.speed = min(formation.speed, slowest) if formation.speed > 0.0 else RESERVE * slowest
        left = formation.core.path.ends.back() - formation.core.traveled if not formation.core.path.ends.empty() else 0.0
        if left > 0.0:                      # at the end ranks still widen, by the same speed
            formation.core.speed = min(formation.core.speed, max(sqrt(2.0 * deceleration * left), LEAST_SPEED))
    return 0


cdef int form_up(NavFormation* formation) except -1 nogil:
    """Give the slots to the members in the ranks, by their places."""
    cdef size_t i
    make_slots(formation)
    formation.is_under_way, formation.has_new_ranks = True, False
    formation.core.max_lag = MOST_LAG * formation.core.spacing
    formation.core.is_band = formation.shape == SHAPE_BAND
    formation.core.leader = leading_member(formation)
    set_speeds(formation)
    form(&formation.core, &formation.slots)
    read_positions(formation, False)
    assign_places(&formation.core, formation.positions.data())
    for i in range(formation.present.size()):
        formation.members[formation.present[i]].shift = vec2(0.0, 0.0)
        formation.members[formation.present[i]].has_arrived = False
        place_member(formation, i, 0.0)
        formation.members[formation.present[i]].velocity = vec2(0.0, 0.0)
    return 0


cdef bint awaits_slot(const NavFormation* formation, const FormationAgent* member, const FormationPlace* place) noexcept nogil:
    """True if a member stands behind a walking leader: until the leader has come past, or while the member is ahead of a slot without
    room at a wall. So a leader that turns back comes through standing ranks, and its slots come to them."""
    cdef Vec2 at = to_plan(core_agent(member.agent).position)
    cdef Pose leader
    if formation.march != MARCH_BEHIND_LEADER or formation.leader_time >= LEADER_RESTS:
        return False
    leader = path_pose(&formation.core.path, formation.core.path.ends.back())
    return is_ahead(at, leader.at, leader.heading) or length(member.shift) > formation.core.spacing \
        and is_ahead(at, place.position, place.heading)


cdef inline bint is_ahead(Vec2 a, Vec2 b, double heading) noexcept nogil:
    return dot(subtract(a, b), unit_vector(heading)) > 0.0


cdef void place_member(NavFormation* formation, size_t i, double dt) noexcept nogil:
    """Put a member's slot onto the surface, and measure its velocity."""
    cdef FormationAgent* member = &formation.members[formation.present[i]]
    cdef const FormationPlace* place = &formation.core.places[formation.core.member_of[i]]
    cdef Vec2 before = to_plan(member.slot), moved
    place_beside_way(formation, place.along, place.position, member.slot)
    member.shift = subtract(to_plan(member.slot), place.position)
    if awaits_slot(formation, member, place):
        memcpy(member.slot, core_agent(member.agent).ground, sizeof(member.slot))
        member.shift, member.velocity = subtract(to_plan(member.slot), place.position), vec2(0.0, 0.0)
    elif dt > 0.0:
        moved = truncate(scale(subtract(to_plan(member.slot), before), 1.0 / dt), formation.core.max_speed)
        member.velocity = add(member.velocity, scale(subtract(moved, member.velocity), min(dt / SMOOTHING, 1.0)))


# ---- how a member is led ----

cdef void send_to(FormationAgent* member, const double* place, double tolerance, bint retries) noexcept nogil:
    """Request a path for a member, unless its target has moved by less than the tolerance. retries: a failed search is repeated."""
    cdef NavAgent* agent = member.agent
    cdef Agent* core = core_agent(agent)
    cdef double x = place[0] - member.target.x, y = place[1] - member.target.y, z = place[2] - member.target.z
    if member.is_led and (not retries if core.status == STATUS_FAILURE else
                          x * x + y * y + z * z <= tolerance * tolerance):
        return
    member.target = vector_of(place)
    if not member.is_led or core.status != STATUS_RUNNING or not is_active(core):
        make_request(agent, &member.target, REQUEST_PATH)
    else:
        agent.target = member.target
        crowd_request_path(&agent.crowd.data, agent.id, place, False)
    member.is_led = True


cdef bint stands_beside_slot(const NavFormation* formation, const FormationAgent* member) noexcept nogil:
    """True if it has stopped beside its slot, within target_desired_distance. A request succeeds so where the agent touches another
    going past; farther away somebody stands on the slot."""
    cdef const Agent* core = core_agent(member.agent)
    cdef double way = length(subtract(to_plan(member.slot), to_plan(core.position)))
    return core.status == STATUS_SUCCESS and not is_active(core) \
        and core.params.stopping_distance + BESIDE_SLOT * formation.core.spacing < way <= core.params.target_desired_distance


cdef bint sees(const FormationAgent* member, Agent* core) noexcept nogil:
    """True if the straight way to the slot is free. A slot within the member's radius counts as seen."""
    cdef EngineCrowd* crowd = member.agent.crowd
    cdef NearestPoly at
    if length(subtract(to_plan(member.slot), to_plan(core.position))) <= core.params.radius:
        return True
    return update_ground(crowd.data.mesh, core, &at) and has_line_of_sight(
        crowd.data.mesh, crowd.data.paths[slot_of(member.agent.id)].walkable, at.poly, at.point, member.slot)


cdef bint is_member(const NavFormation* formation, const EngineCrowd* crowd, int32_t slot) noexcept nogil:
    cdef const NavAgent* agent
    cdef size_t i
    for i in range(formation.present.size()):
        agent = formation.members[formation.present[i]].agent
        if slot_of(agent.id) == slot and agent.crowd == crowd:
            return True
    return False


cdef bint are_strangers_near(NavFormation* formation) noexcept nogil:
    """True if the members have to avoid an agent or obstacle nearby that does not march with them."""
    cdef const EngineCrowd* crowd = formation.members[formation.present[0]].agent.crowd
    cdef double reach = 2.0 * formation.core.max_speed + formation.core.spacing
    cdef Vec2 low = formation.positions[0], high = low, at
    cdef const Agent* agent
    cdef size_t i
    for i in range(formation.positions.size()):
        low = vec2(min(low.x, formation.positions[i].x), min(low.y, formation.positions[i].y))
        high = vec2(max(high.x, formation.positions[i].x), max(high.y, formation.positions[i].y))
    for i in range(crowd.data.agents.size()):
        agent = &crowd.data.agents[i]
        at = to_plan(agent.position)
        if agent.generation & 1 and agent.params.avoidance_enabled and low.x - reach < at.x < high.x + reach \
                and low.y - reach < at.y < high.y + reach and not is_member(formation, crowd, <int32_t>i):
            return True
    return False


cdef void correct(NavFormation* formation, FormationAgent* member, const Agent* core, double dt) noexcept nogil:
    """Set the velocity that brings a member to its slot. Near the slot it is so slow, and begins so slowly, that avoidance allows it
    between neighbors at their spacing. Else avoidance would turn the member aside for as long as it is off its slot. A member that
    makes way for a stranger does not return before the stranger has gone past."""
    cdef Vec2 way = subtract(to_plan(member.slot), to_plan(core.position)), wanted = vec2(0.0, 0.0)
    cdef double size = length(way), top = core.params.max_speed
    cdef double gap = formation.core.spacing - 2.0 * core.params.radius
    cdef double near = min(max(NEAR_SHARE * gap / max(core.params.time_horizon_agents, dt), LEAST_SPEED), top)
    if size > SETTLED and not (formation.has_strangers and core.is_pushed):
        wanted = truncate(scale(way, CORRECTION), near + (top - near) * min(max(size / formation.core.spacing - 1.0, 0.0), 1.0))
    member.correction = add(member.correction, scale(subtract(wanted, member.correction), min(dt / SMOOTHING, 1.0)))


cdef void lead_member(NavFormation* formation, size_t i, bint is_last, bint retries, double dt) noexcept nogil:
    """is_last: the slot has stopped for good, and the member's request leads to it. retries: failed requests are made again."""
    cdef FormationAgent* member = &formation.members[formation.present[i]]
    cdef const FormationPlace* place = &formation.core.places[formation.core.member_of[i]]
    cdef Agent* core = core_agent(member.agent)
    cdef AgentParams params = core.params[0]
    cdef double tolerance = SAME_TARGET * core.params.radius, ahead = LOOK_AHEAD + core.params.target_desired_distance
    cdef double target[3]
    cdef Vec2 velocity, way = subtract(to_plan(member.slot), to_plan(core.position))
    cdef bint is_driven_out
    cdef Pose pose
    is_driven_out = formation.has_strangers and length(way) > IN_PLACE * formation.core.spacing \
        and (core.is_pushed or not member.is_steered)
    member.is_steered = not is_last and core.where != ON_LINK and sees(member, core) and not is_driven_out
    if not member.is_steered:
        release(core)
    params.time_horizon_agents = member.agent.params.time_horizon_agents
    params.stopping_distance = member.agent.params.stopping_distance       # it goes right to its slot
    if member.is_steered and not formation.has_strangers:
        params.time_horizon_agents = min(params.time_horizon_agents, TIME_HORIZON)
    crowd_set_params(&member.agent.crowd.data, member.agent.id, &params)
    if not member.is_steered:
        member.correction = vec2(0.0, 0.0)
        if is_last and member.is_led and retries and stands_beside_slot(formation, member):
            crowd_stop(&member.agent.crowd.data, member.agent.id)       # so that its request is new
            make_request(member.agent, &member.target, REQUEST_PATH)
        send_to(member, member.slot, 0.01 if is_last else tolerance, retries)
        return
    pose = path_pose(&formation.core.path, place.along + ahead)
    place_beside_way(formation, place.along + ahead, add(place.position, subtract(
        pose.at, path_pose(&formation.core.path, place.along).at)), target)
    send_to(member, target, tolerance, retries)
    core = core_agent(member.agent)
    correct(formation, member, core, dt)
    velocity = truncate(add(member.velocity, member.correction), core.params.max_speed)
    if core.where == ON_LINK:
        release(core)
    else:
        steer(core, velocity.x, -velocity.y)
    core.stall_time = core.press_time = 0.0         # it keeps its distance to its target: it has no need to press


cdef void leave_behind(NavFormation* formation, bint is_last, double dt) noexcept nogil:
    """While the formation waits, members that come no nearer to their slots leave the ranks. Behind a leader, which does not wait, the
    formation waits for nobody longer than this. Nobody leaves the ranks there, as no request calls the members back. At the end of the
    way a member near its slot has arrived then: somebody stands there."""
    cdef bint waits = formation.core.traveled - formation.last_traveled <= 0.1 * formation.core.speed * dt, is_near
    cdef const Agent* core
    cdef FormationAgent* member
    cdef double way
    cdef size_t i
    for i in range(formation.present.size()):
        member = &formation.members[formation.present[i]]
        core = core_agent(member.agent)
        way = length(subtract(to_plan(member.slot), to_plan(core.position)))
        is_near = way < (MOST_LAG if is_last else OUT_OF_PLACE) * formation.core.spacing
        member.is_late = member.is_late and not is_near
        if not waits or (core.status == STATUS_SUCCESS if is_last else is_near):
            member.wait_time, member.least_left, member.has_arrived = 0.0, INFINITY, False
            continue
        if not member.is_steered and core.status == STATUS_RUNNING:
            way = core.distance_left
        if formation.march != MARCH_BEHIND_LEADER and way < member.least_left - LEAST_APPROACH:
            member.wait_time, member.least_left = 0.0, way
        member.wait_time += dt * (PUSHED_SHARE if core.is_pushed else 1.0)
        if member.wait_time > LEFT_BEHIND and is_near:
            member.has_arrived = True
        elif member.wait_time > LEFT_BEHIND and formation.march == MARCH_BEHIND_LEADER:
            member.is_late = True
        elif member.wait_time > LEFT_BEHIND:
            member.is_away = True
            release_member(member)
    formation.last_traveled = formation.core.traveled


# ---- where they are ----

cdef bint is_in_place(NavFormation* formation) noexcept nogil:
    """True if all members are in their slots, and no rank is narrowed."""
    cdef double most = (OUT_OF_PLACE if formation.is_formed else IN_PLACE) * formation.core.spacing
    cdef const FormationAgent* member
    cdef size_t i
    if not is_in_slots(&formation.core):
        return False
    for i in range(formation.present.size()):
        member = &formation.members[formation.present[i]]
        if length(subtract(to_plan(member.slot), to_plan(core_agent(member.agent).position))) > most:
            return False
    return True


cdef void halt_members(NavFormation* formation) noexcept nogil:
    """Members stand while the formation has no way, also those that walk to their slots along a path of their own."""
    cdef FormationAgent* member
    cdef Agent* core
    cdef size_t i
    for i in range(formation.present.size()):
        member = &formation.members[formation.present[i]]
        if member.is_led:
            core = core_agent(member.agent)
            core.stall_time = core.press_time = 0.0
            if core.where == ON_LINK:
                release(core)
            else:
                steer(core, 0.0, 0.0)


cdef bint have_all_arrived(NavFormation* formation) noexcept nogil:
    cdef const FormationAgent* member
    cdef size_t i
    for i in range(formation.present.size()):
        member = &formation.members[formation.present[i]]
        if not member.has_arrived and (core_agent(member.agent).status != STATUS_SUCCESS or stands_beside_slot(formation, member)):
            return False
    return True


# ---- a frame ----

cdef void advance_members(NavFormation* formation, double dt) noexcept nogil:
    cdef bint is_last, retries
    cdef size_t i
    formation.leader_time += dt
    formation.retry_time += dt
    retries = formation.retry_time >= RETRY_AFTER
    if retries:
        formation.retry_time = 0.0
    set_speeds(formation)
    read_positions(formation, True)
    formation.targets.resize(formation.present.size())
    formation.velocities.resize(formation.present.size())
    advance(&formation.core, formation.positions.data(), INFINITY, dt, formation.targets.data(), formation.velocities.data())
    formation.has_strangers = are_strangers_near(formation)
    is_last = formation.march == MARCH_TO_TARGET and is_settled(&formation.core)
    for i in range(formation.present.size()):
        place_member(formation, i, dt)
        lead_member(formation, i, is_last, retries, dt)
    leave_behind(formation, is_last, dt)        # the ranks are closed in the next frame
    if is_last and have_all_arrived(formation):
        formation.status, formation.is_under_way = STATUS_SUCCESS, False
