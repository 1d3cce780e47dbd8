"""Stepping a crowd in the engine: positions in from the nodes, the core's phases shared by the engine's threads, positions out to the
nodes that the crowd moves itself. Main thread only, but for what is shared."""
from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.string cimport memcmp, memcpy
from libcpp.vector cimport vector

from navpy.base.core cimport STATUS_RUNNING
from navpy.godot.world.body cimport face
from navpy.godot.binding.engine cimport node_can_process, node_set_physics, read_place, set_global_position
from navpy.godot.binding.gd cimport GdVector3
from navpy.base.parallel cimport Runner, parallel_for
from navpy.godot.binding.pool cimport pool_runner
from navpy.motion.crowd.agent cimport Agent
from navpy.motion.crowd.crowd_agents cimport crowd_agent, crowd_place, crowd_remove, make_id, measure_base_offset, slot_of
from navpy.motion.crowd.crowd_step cimport STEERING_PHASES, PHASE_INTEGRATE, begin_phase, run_phase

cdef double PROGRESS_MISSED = 0.1   # seconds after which a node is called that comes no nearer: it may be stuck

cdef enum:
    LEAST_SHARED = 2000             # agents: with fewer, threads cost more than they save
    PIECE = 128                     # agents

cdef EngineCrowd* stepped = NULL    # the one that is at it; a node that is moved may run scripts, which may end it

cdef cppclass Phase:                # what all pieces of one phase have in common
    EngineCrowd* crowd
    int phase
    int32_t count, size             # agents in all, and of a piece
    double delta


cdef void join_crowd(EngineCrowd* crowd, AgentId id, void* node, void* body) noexcept nogil:
    cdef Member member
    cdef size_t slot = <uint32_t>id
    member.node, member.body, member.frame, member.may_be_moved, member.turn_rate = node, body, NEVER, False, 0.0
    member.is_obstacle = member.is_called = member.is_waited_for = False
    member.place[0] = member.place[1] = member.place[2] = 0
    if crowd.members.size() <= slot:
        crowd.members.resize(slot + 1)
    crowd.members[slot] = member


cdef void drop_obstacles(EngineCrowd* crowd) noexcept nogil:
    cdef size_t slot
    for slot in range(crowd.data.agents.size()):
        if crowd.data.agents[slot].generation & 1 and crowd.members[slot].is_obstacle:
            crowd_remove(&crowd.data, make_id(<int32_t>slot, crowd.data.agents[slot].generation))


cdef int64_t count_agents(const EngineCrowd* crowd) noexcept nogil:
    cdef int64_t count = 0
    cdef size_t slot
    for slot in range(crowd.data.agents.size()):
        if crowd.data.agents[slot].generation & 1 and not crowd.members[slot].is_obstacle:
            count += 1
    return count


# ---- positions in -----------------------------------------------------------------------------------------------

cdef inline bint takes_part(const Agent* agent) noexcept nogil:
    return agent.generation & 1 and (agent.active or agent.params.avoidance_enabled)


cdef void read_member(EngineCrowd* crowd, size_t slot, int64_t frame, double delta) noexcept nogil:
    """Where the agent is, and how fast it came there since the last frame, whoever moved it. Who came farther than any stride
    was put there."""
    cdef Agent* agent = &crowd.data.agents[slot]
    cdef Member* member = &crowd.members[slot]
    cdef double stride = agent.params.radius + delta * agent.params.max_speed
    cdef double place[3]
    cdef double x, z
    read_place(member.body, place)
    if is_moved(crowd, slot):
        if member.frame == NEVER or place[0] != member.place[0] or place[1] != member.place[1] or place[2] != member.place[2]:
            crowd_place(&crowd.data, make_id(<int32_t>slot, agent.generation), place)
            agent.velocity[0] = agent.velocity[1] = agent.velocity[2] = 0
            memcpy(member.place, place, sizeof(place))
        member.frame = frame
        return
    memcpy(agent.position, place, sizeof(place))
    if member.frame == NEVER:
        measure_base_offset(&crowd.data, agent)      # only now is it where the scene wants it
    x, z = place[0] - member.place[0], place[2] - member.place[2]
    if member.frame == frame - 1 and delta > 0 and x * x + z * z <= stride * stride:
        agent.velocity[0], agent.velocity[1], agent.velocity[2] = x / delta, 0, z / delta
    else:
        agent.velocity[0] = agent.velocity[1] = agent.velocity[2] = 0
    memcpy(member.place, place, sizeof(place))
    member.frame = frame


cdef void read_members(EngineCrowd* crowd, int64_t frame, double delta) noexcept nogil:
    cdef size_t slot
    for slot in range(crowd.data.agents.size()):
        if takes_part(&crowd.data.agents[slot]) and crowd.members[slot].node != NULL:
            read_member(crowd, slot, frame, delta)


# ---- the core's phases ------------------------------------------------------------------------------------------

cdef int do_piece(void* userdata, int32_t index) except -1 nogil:
    cdef Phase* work = <Phase*>userdata
    cdef EngineCrowd* crowd = work.crowd
    cdef int32_t i, slot, first = index * work.size, end = min(work.count, (index + 1) * work.size)
    if work.phase != PHASE_INTEGRATE:
        run_phase(&crowd.data, work.phase, first, end, work.delta, &crowd.memories[index])
        return 0
    for i in range(first, end):
        slot = crowd.moved[i]
        run_phase(&crowd.data, work.phase, slot, slot + 1, work.delta, &crowd.memories[index])
    return 0


cdef void do_all(EngineCrowd* crowd, int phase, int32_t count, double delta) noexcept nogil:
    """A phase in pieces, of which any may be done by any thread: the same bits come out."""
    cdef Phase work
    cdef Runner runner = pool_runner()
    cdef int32_t pieces = 1 if crowd.is_alone or count < LEAST_SHARED else (count + PIECE - 1) // PIECE
    work.crowd, work.phase, work.count, work.delta = crowd, phase, count, delta
    work.size = (count + pieces - 1) // pieces
    if crowd.memories.size() < <size_t>pieces:
        crowd.memories.resize(pieces)
    if pieces > 1:
        parallel_for(&runner, do_piece, &work, pieces)
    elif count > 0:
        do_piece(&work, 0)


# ---- positions out ----------------------------------------------------------------------------------------------

cdef inline bint has_news(const EngineCrowd* crowd, int32_t slot) noexcept nogil:
    """Is there anything for a node that the crowd calls? Not while it walks on to the same corner of the same path, and gets on."""
    cdef const Agent* agent = &crowd.data.agents[slot]
    cdef const Member* member = &crowd.members[slot]
    cdef const vector[double]* points = &crowd.data.paths[slot].points
    cdef size_t corner = 3 * agent.next_corner
    return member.is_waited_for or not agent.active or agent.status != STATUS_RUNNING or agent.link >= 0 or agent.stall_time > PROGRESS_MISSED \
        or agent.replans != member.replans or agent.next_corner != member.corner or not is_moved(crowd, slot) \
        or corner >= points.size() or memcmp(points.data() + corner, member.point, sizeof(member.point)) != 0


cdef void sort_members(EngineCrowd* crowd) noexcept nogil:
    """Who is moved in this step, who is called after it; who stands and is to step aside, or to go back, has its frames again."""
    cdef const Agent* agent
    cdef int32_t slot
    crowd.moved.clear()
    crowd.called.clear()
    for slot in range(<int32_t>crowd.data.agents.size()):
        agent = &crowd.data.agents[slot]
        if not agent.generation & 1:
            continue
        if agent.active or agent.is_pushed:
            if is_moved(crowd, slot):
                crowd.moved.push_back(slot)
            if agent.stepped_aside and crowd.members[slot].node != NULL and not crowd.members[slot].is_called:
                node_set_physics(crowd.members[slot].node, True)
        if crowd.members[slot].is_called and has_news(crowd, slot):
            crowd.called.push_back(make_id(slot, agent.generation))


cdef inline bint is_still_there(const EngineCrowd* crowd, int32_t slot) noexcept nogil:
    """The agent that was read in this step: scripts may have ended the crowd, taken the agent away and given its slot to another."""
    return stepped == crowd and crowd.data.agents[slot].generation & 1 != 0 and crowd.members[slot].frame == crowd.frame


cdef void write_members(EngineCrowd* crowd, double delta) noexcept nogil:
    """Until a script that is told of it ends the crowd."""
    cdef const Agent* agent
    cdef GdVector3 place
    cdef GdVector3 velocity
    cdef double written[3]
    cdef size_t i = 0
    cdef int32_t slot
    while stepped == crowd and i < crowd.moved.size():
        slot = crowd.moved[i]
        i += 1
        if not is_still_there(crowd, slot):
            continue
        agent = &crowd.data.agents[slot]
        place.x, place.y, place.z = <float>agent.position[0], <float>agent.position[1], <float>agent.position[2]
        if crowd.members[slot].turn_rate > 0.0 and keeps_pace(agent):
            velocity.x, velocity.y, velocity.z = <float>agent.velocity[0], 0, <float>agent.velocity[2]
            face(crowd.members[slot].body, &velocity, crowd.members[slot].turn_rate, delta)
            if not is_still_there(crowd, slot):
                continue
        set_global_position(crowd.members[slot].body, &place)
        if is_still_there(crowd, slot):
            read_place(crowd.members[slot].body, written)       # under a turned parent it may differ in the last bit
            memcpy(crowd.members[slot].place, written, sizeof(written))


cdef void call_members(EngineCrowd* crowd) noexcept nogil:
    """Likewise. Who is not processed now, as the tree is paused or the node disabled, is called when it is."""
    cdef Member* member
    cdef size_t i = 0
    while stepped == crowd and i < crowd.called.size():
        if crowd_agent(&crowd.data, crowd.called[i]) != NULL:
            member = &crowd.members[slot_of(crowd.called[i])]
            if member.is_called and node_can_process(member.node):
                member.call(member.instance)
            elif member.is_called:
                member.is_waited_for = crowd.is_waited_for = True
        i += 1


cdef void step_crowd(EngineCrowd* crowd, int64_t frame, double delta) noexcept nogil:
    """Once a physics frame, whoever of its members comes first: reads where the agents are, works out the velocities they wish for and
    those that they leave each other, moves those that are the crowd's to move and calls those of them for whom there is something to tell."""
    global stepped
    cdef int phase
    if crowd.frame == frame:
        return
    crowd.frame = frame
    read_members(crowd, frame, delta)
    for phase in range(STEERING_PHASES):
        do_all(crowd, phase, begin_phase(&crowd.data, phase, delta), delta)
    sort_members(crowd)
    crowd.is_waited_for = False
    stepped = crowd
    if not crowd.moved.empty() and begin_phase(&crowd.data, PHASE_INTEGRATE, delta) > 0:
        do_all(crowd, PHASE_INTEGRATE, <int32_t>crowd.moved.size(), delta)
        write_members(crowd, delta)
    call_members(crowd)
    stepped = NULL


cdef void end_crowd(EngineCrowd* crowd) noexcept nogil:
    global stepped
    if stepped == crowd:
        stepped = NULL
