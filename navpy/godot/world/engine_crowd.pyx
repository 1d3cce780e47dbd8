"""The step of a crowd in the engine. It reads the positions of the bodies, makes the core's step on the engine's threads, writes the
positions of the bodies moved by the crowd, and calls the nodes that have something to do. All but the core's step runs on the main
thread."""
from libc.math cimport sqrt
from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.string cimport memcmp, memcpy
from libcpp.vector cimport vector

from navpy.base.core cimport STATUS_RUNNING
from navpy.godot.world.character_body cimport face_way
from navpy.godot.binding.engine cimport (
    as_body, as_class, body_gravity, body_platform_velocity, node_can_process, node_set_physics, read_finite_place, read_place,
    set_global_position)
from navpy.godot.binding.gd cimport GdVector3
from navpy.godot.binding.plane cimport FIRST_ACCELERATION, FIRST_DECELERATION, FIRST_SPEED
from navpy.godot.binding.ptrcall cimport find_class
from navpy.godot.binding.vector cimport vector_of
from navpy.base.parallel cimport Runner, serial_runner
from navpy.godot.binding.pool cimport pool_runner
from navpy.motion.agent.agent cimport FOLLOWS_HOME, ON_LINK, Agent, is_active, is_moving
from navpy.motion.crowd.crowd_agents cimport crowd_agent, crowd_place, make_id, measure_base_offset, slot_of
from navpy.motion.crowd.participants cimport cover
from navpy.motion.crowd.field_following cimport crowd_drop_guide, crowd_follow
from navpy.motion.crowd.visitors cimport OtherCrowd, see_others
from navpy.motion.crowd.crowd_step cimport crowd_move, crowd_steer

cdef double FOLLOWS = 0.5               # share of its given velocity from which on a body counts as following it
cdef double FRICTION = 2.0              # coefficient, of the ground and as much again of what else a rigid body touches
cdef void* rigid_tag = find_class(b"RigidBody3D")
cdef double STALL_BEFORE_CALL = 0.1     # seconds without progress after which a node is called, to find out whether it is stuck

cdef enum:
    MIN_SHARED_AGENTS = 2000        # with fewer agents, threads cost more time than they save

# the crowd in its step; a moved body may run a script, which may free the crowd
cdef EngineCrowd* stepped_crowd = NULL

cdef struct Following:
    const FieldGuide* guide
    EngineCrowd* crowd

cdef vector[Following] followings       # crowds and fields that agents of theirs follow or have followed


cdef void fit_to_speed(AgentParams* params) noexcept nogil:
    """Accelerations at their first values lead to any max_speed in the same time as to the first max_speed."""
    if params.max_speed > 0.0 and params.max_acceleration == FIRST_ACCELERATION:
        params.max_acceleration *= params.max_speed / FIRST_SPEED
    if params.max_speed > 0.0 and params.max_deceleration == FIRST_DECELERATION:
        params.max_deceleration *= params.max_speed / FIRST_SPEED


cdef void add_member(EngineCrowd* crowd, AgentId id, void* node, void* body) noexcept nogil:
    cdef CrowdMember member
    cdef size_t slot = <uint32_t>id
    member.node, member.body, member.instance, member.frame, member.is_movable, member.turn_rate = node, body, NULL, NEVER, False, 0.0
    member.is_obstacle = member.called_by_crowd = member.has_pending_call = member.shown_moving = False
    member.position[0] = member.position[1] = member.position[2] = member.velocity[0] = member.velocity[1] = 0
    member.told[0] = member.told[1] = member.told_before[0] = member.told_before[1] = 0
    if crowd.members.size() <= slot:
        crowd.members.resize(slot + 1)
    crowd.members[slot] = member


cdef int64_t count_agents(const EngineCrowd* crowd) noexcept nogil:
    cdef int64_t count = 0
    cdef size_t slot
    for slot in range(crowd.data.agents.size()):
        count += crowd.data.agents[slot].generation & 1
    return count


# ---- positions are read ----

cdef inline bint is_stepped(const Agent* agent) noexcept nogil:
    return agent.generation & 1 and (is_active(agent) or agent.params.avoidance_enabled)


cdef inline bint follows(double x, double z, double velocity_x, double velocity_z, double delta) noexcept nogil:
    """True if a body moved by (x, z) meters follows a velocity; False for a velocity of 0."""
    cdef double speed2 = velocity_x * velocity_x + velocity_z * velocity_z
    return speed2 > 0 and velocity_x * x + velocity_z * z >= FOLLOWS * speed2 * delta


cdef bint is_slowed(void* body, double x, double z, const double* velocity, double delta) noexcept nogil:
    """True if friction keeps a rigid body, moved by (x, z) meters, from following the velocity. Friction takes more speed than most
    agents gain in a frame: a body that began again with the rest would never set out."""
    cdef double speed = sqrt(velocity[0] * velocity[0] + velocity[2] * velocity[2])
    cdef double along = (velocity[0] * x + velocity[2] * z) / speed
    cdef GdVector3 gravity
    if along < 0 or as_class(body, rigid_tag) == NULL:
        return False
    body_gravity(body, &gravity)
    return speed * delta - along <= FRICTION * sqrt(<double>gravity.x * gravity.x + <double>gravity.y * gravity.y
                                                    + <double>gravity.z * gravity.z) \
        * delta * delta


cdef bint follows_velocity(const Agent* agent, const CrowdMember* member, double x, double z, double delta) noexcept nogil:
    """True if a body goes by its agent's velocity, at half its speed or more: else a body slowed down by slopes would start again in
    each frame. True also for a rigid body slowed down by friction, or a body that goes by the velocity told to its script the time
    before. Scripts that move bodies in _physics_process, before their agents' turn, move them by this velocity."""
    return follows(x, z, agent.velocity[0], agent.velocity[2], delta) \
        or follows(x, z, member.told_before[0], member.told_before[1], delta) \
        or is_slowed(member.body, x, z, agent.velocity, delta)


cdef inline bint is_pushed_out(const Agent* agent, double x, double z, double delta) noexcept nogil:
    cdef double most = agent.params.max_speed * delta
    return is_active(agent) and not agent.moved_by_script and x * x + z * z > most * most


cdef void take_off_platform(const CrowdMember* member, double delta, double* x, double* z) noexcept nogil:
    """Takes the motion of a lift, a ferry or a belt under a body off its way."""
    cdef GdVector3 carried
    if (x[0] != 0 or z[0] != 0) and (as_body(member.body, False) != NULL or as_body(member.body, True) != NULL):
        body_platform_velocity(member.body, &carried)
        x[0] -= carried.x * delta
        z[0] -= carried.z * delta


cdef void read_member(EngineCrowd* crowd, size_t slot, int64_t frame, double delta) noexcept nogil:
    """Reads the position of the agent's body, and computes its velocity from the position of the frame before. A body that has moved
    farther than its radius plus a frame at full speed was placed there: its velocity is 0. A body that follows its agent's velocity
    has this velocity, also after a pause in its reading. So has a walking body that the engine has pushed farther than it can walk,
    out of another body. delta: seconds of the frame before, in which it has moved. A body whose position is not finite stands where it
    was."""
    cdef Agent* agent = &crowd.data.agents[slot]
    cdef CrowdMember* member = &crowd.members[slot]
    cdef double most = farthest_move(agent, delta)
    cdef double position[3]
    cdef double x, z
    cdef bint goes
    agent.is_held_up = False
    if not read_finite_place(member.body, position):
        agent.velocity[0] = agent.velocity[1] = agent.velocity[2] = 0
        member.frame = frame if is_moved(crowd, slot) else member.frame
        return
    if is_moved(crowd, slot):
        if member.frame == NEVER or position[0] != member.position[0] or position[1] != member.position[1] \
                or position[2] != member.position[2]:
            crowd_place(&crowd.data, make_id(<int32_t>slot, agent.generation), position)
            agent.velocity[0] = agent.velocity[1] = agent.velocity[2] = 0
            memcpy(member.position, position, sizeof(position))
        member.frame = frame
        return
    memcpy(agent.position, position, sizeof(position))
    cover(&crowd.data.avoidance.extent, agent)
    if member.frame == NEVER:
        measure_base_offset(&crowd.data, agent)     # not before: the scene places the body after it has added the agent
    x, z = position[0] - member.position[0], position[2] - member.position[2]
    if x * x + z * z > most * most:
        agent.velocity[0] = agent.velocity[1] = agent.velocity[2] = 0
    else:
        goes = is_moving(agent) and (agent.velocity[0] != 0 or agent.velocity[2] != 0)
        if not (goes and follows_velocity(agent, member, x, z, delta)):
            if member.frame != frame - 1:
                x = z = 0                           # nobody knows when it has moved
            take_off_platform(member, delta, &x, &z)
            if not (goes and follows(x, z, agent.velocity[0], agent.velocity[2], delta)) and not is_pushed_out(agent, x, z, delta):
                agent.is_held_up = goes and member.frame == frame - 1
                agent.velocity[0], agent.velocity[1], agent.velocity[2] = x / delta, 0, z / delta
                agent.body_velocity[0], agent.body_velocity[1] = x / delta, z / delta
    if member.velocity[0] != 0 or member.velocity[1] != 0:
        agent.velocity[0], agent.velocity[2] = member.velocity[0], member.velocity[1]
    memcpy(member.told_before, member.told, sizeof(member.told))
    member.told[0] = member.told[1] = 0
    memcpy(member.position, position, sizeof(position))
    member.frame = frame


cdef void read_members(EngineCrowd* crowd, int64_t frame, double delta) noexcept nogil:
    """Reads the bodies not read yet in this frame, so that all crowds of a world see them as they are at the first crowd's step."""
    cdef size_t slot
    if crowd.read_frame != frame:
        crowd.delta_before, crowd.delta = crowd.delta if crowd.delta > 0.0 else delta, delta
    crowd.read_frame = frame
    for slot in range(crowd.data.agents.size()):
        if crowd.members[slot].node != NULL and is_stepped(&crowd.data.agents[slot]) and crowd.members[slot].frame != frame:
            read_member(crowd, slot, frame, crowd.delta_before)


# ---- the core's step ----

cdef inline Runner runner_of(const EngineCrowd* crowd) noexcept nogil:
    return serial_runner() if crowd.is_single_threaded or crowd.data.agents.size() < MIN_SHARED_AGENTS else pool_runner()


cdef void move_members(EngineCrowd* crowd, double delta, const Runner* runner) noexcept nogil:
    """An error in a task is reported, and the step goes on."""
    crowd_move(&crowd.data, &crowd.moved_slots, delta, runner)


# ---- positions are written, nodes are called ----

cdef inline bint needs_call(const EngineCrowd* crowd, int32_t slot) noexcept nogil:
    """True if a node that the crowd calls has something to do: always, unless its agent makes progress to the same corner of the same
    path."""
    cdef const Agent* agent = &crowd.data.agents[slot]
    cdef const CrowdMember* member = &crowd.members[slot]
    cdef const vector[double]* points = &crowd.data.paths[slot].points
    cdef size_t corner = 3 * agent.next_corner
    return member.has_pending_call or not is_active(agent) or agent.status != STATUS_RUNNING or agent.where == ON_LINK \
        or agent.stall_time > STALL_BEFORE_CALL \
        or agent.replans != member.last_replans or agent.next_corner != member.last_corner \
        or agent.shows_moving != member.shown_moving \
        or not is_moved(crowd, slot) or corner >= points.size() \
        or memcmp(points.data() + corner, member.last_point, sizeof(member.last_point)) != 0


cdef void select_members(EngineCrowd* crowd) noexcept nogil:
    """Lists the agents that the crowd moves in this step and the nodes called after it. The node of an agent that steps aside or is
    pushed where it rests, or returns from there, is processed again: its body may have been at rest. So is a node that has to tell its
    agent's start or stop."""
    cdef const Agent* agent
    cdef const CrowdMember* member
    cdef int32_t slot
    crowd.moved_slots.clear()
    crowd.pending_calls.clear()
    for slot in crowd.data.avoidance.schedule.slots:
        agent = &crowd.data.agents[slot]
        if agent.generation & 1 and is_moving(agent) and is_moved(crowd, slot):
            crowd.moved_slots.push_back(slot)
    for slot in range(<int32_t>crowd.members.size()):
        member = &crowd.members[slot]
        agent = &crowd.data.agents[slot]
        if member.node == NULL or not agent.generation & 1:
            continue
        if not member.is_obstacle and not member.called_by_crowd and (
                agent.shows_moving != member.shown_moving
                or (is_moving(agent) and (not is_active(agent) or agent.follows == FOLLOWS_HOME))):
            node_set_physics(member.node, True)
        if member.called_by_crowd and needs_call(crowd, slot):
            crowd.pending_calls.push_back(make_id(slot, agent.generation))


cdef inline bint is_valid_slot(const EngineCrowd* crowd, int32_t slot) noexcept nogil:
    """True if the slot still belongs to the agent that was read in this step: a script may have freed the crowd, or removed the agent
    and given its slot to another."""
    return stepped_crowd == crowd and crowd.data.agents[slot].generation & 1 != 0 and crowd.members[slot].frame == crowd.frame


cdef void write_members(EngineCrowd* crowd, double delta) noexcept nogil:
    """Writes positions to the bodies, and turns them. Stops when a script that a moved body runs frees the crowd."""
    cdef const Agent* agent
    cdef GdVector3 position
    cdef double written[3]
    cdef size_t i = 0
    cdef int32_t slot
    while stepped_crowd == crowd and i < crowd.moved_slots.size():
        slot = crowd.moved_slots[i]
        i += 1
        if not is_valid_slot(crowd, slot):
            continue
        agent = &crowd.data.agents[slot]
        position = vector_of(agent.position)
        if crowd.members[slot].turn_rate > 0.0:
            face_way(crowd.members[slot].body, agent, crowd.members[slot].turn_rate, delta)
            if not is_valid_slot(crowd, slot):
                continue
        set_global_position(crowd.members[slot].body, &position)
        if is_valid_slot(crowd, slot):
            read_place(crowd.members[slot].body, written)       # under a turned parent the last bit may differ from what was written
            memcpy(crowd.members[slot].position, written, sizeof(written))


cdef void call_members(EngineCrowd* crowd) noexcept nogil:
    """Calls the nodes. A node that the engine would not process now, as the tree is paused or the node disabled, is called later.
    Stops when a script frees the crowd."""
    cdef CrowdMember* member
    cdef size_t i = 0
    while stepped_crowd == crowd and i < crowd.pending_calls.size():
        if crowd_agent(&crowd.data, crowd.pending_calls[i]) != NULL:
            member = &crowd.members[slot_of(crowd.pending_calls[i])]
            if member.called_by_crowd and node_can_process(member.node):
                member.call(member.instance)
            elif member.called_by_crowd:
                member.has_pending_call = crowd.has_pending_calls = True
        i += 1


cdef void step_members(EngineCrowd* crowd, const vector[OtherCrowd]* others, int64_t frame, double delta) noexcept nogil:
    """The crowd's step, once a physics frame: the first member that is processed in the frame makes it. Runs the core's step on the
    positions read, writes the positions of the agents moved by the crowd, and calls the nodes that have something to do."""
    global stepped_crowd
    cdef Runner runner = runner_of(crowd)
    crowd.frame = frame
    see_others(&crowd.data, others)
    crowd_steer(&crowd.data, delta, &runner)
    select_members(crowd)
    crowd.has_pending_calls = False
    stepped_crowd = crowd
    if not crowd.moved_slots.empty() and delta > 0.0:
        move_members(crowd, delta, &runner)
        write_members(crowd, delta)
    call_members(crowd)
    stepped_crowd = NULL


# ---- fields that are followed ----

cdef int follow_guide(EngineCrowd* crowd, AgentId id, const FieldGuide* guide) except -1 nogil:
    cdef Following one
    cdef size_t i
    for i in range(followings.size()):
        if followings[i].guide == guide and followings[i].crowd == crowd:
            return crowd_follow(&crowd.data, id, guide)
    one.guide, one.crowd = guide, crowd
    followings.push_back(one)
    return crowd_follow(&crowd.data, id, guide)


cdef void drop_guide(const FieldGuide* guide) noexcept nogil:
    cdef size_t i, kept = 0
    for i in range(followings.size()):
        if followings[i].guide == guide:
            crowd_drop_guide(&followings[i].crowd.data, guide)
        else:
            followings[kept] = followings[i]
            kept += 1
    followings.resize(kept)


cdef void release_crowd(EngineCrowd* crowd) noexcept nogil:
    global stepped_crowd
    cdef size_t i, kept = 0
    for i in range(followings.size()):
        if followings[i].crowd != crowd:
            followings[kept] = followings[i]
            kept += 1
    followings.resize(kept)
    if stepped_crowd == crowd:
        stepped_crowd = NULL
