"""NavAgent: asks for paths, wishes for velocities and, if it may, drives the body above it.

The walking itself is the core's (navpy.motion.crowd.crowd); this node brings positions in, hands velocities out and speaks
Godot. Nothing here takes the GIL but error messages."""
from libc.math cimport isfinite
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memcpy
from navpy.base.core cimport *
from navpy.godot.world.body cimport is_at_rest
from navpy.godot.agent.crossing cimport CROSS_NOTHING, cross
from navpy.godot.binding.class_spec cimport GdPackedStringArray
from navpy.godot.binding.engine cimport *
from navpy.godot.world.engine_crowd cimport Member, is_moved, add_member, has_half_speed
from navpy.godot.binding.gd cimport GdVariant, GdVector3, navpy_gd
from navpy.godot.binding.log cimport node_error
from navpy.godot.agent.nav_agent_data cimport ASKED_NOTHING, ASKED_PATH, ASKED_TARGET, PATH_UNTOLD, NavAgent, RequestKind, core_agent
from navpy.godot.agent.nav_agent_drawing cimport draw_path, erase_path
from navpy.godot.agent.nav_agent_path cimport (INCLUDE_OWNERS, INCLUDE_RIDS, INCLUDE_TYPES, ends_at_target, emit_last_point,
                                               emit_progress)
from navpy.godot.binding.path_objects cimport free_server_rid
from navpy.godot.agent.nav_agent_stuck cimport drive_round, note_trouble
from navpy.godot.binding.packed cimport strings_append
from navpy.godot.world.scene_regions cimport is_watching_scene
from navpy.godot.binding.threads cimport on_main_thread
from navpy.godot.world.world cimport (advance_crowd, world_add_listener, world_crowd_of, world_enter, world_flags, world_leave,
                                      world_mesh, world_remove_listener)
from navpy.motion.crowd.agent cimport Agent, AgentParams
from navpy.motion.crowd.crowd_agents cimport (NO_AGENT, crowd_add, crowd_remove, crowd_request_path, crowd_set_params, crowd_stop,
                                              default_params, stop_agent, slot_of)
from navpy.motion.crowd.path_following cimport finish_link

cdef double SAME_TARGET = 0.01      # meters
cdef double LEFT_ALONE = 0.5        # seconds without headway after which a led agent that has arrived rests where it is
cdef double STEERED_SPEED = 10.0    # meters a second: NavigationAgent3D's max_speed, which bounds what a script asks for
cdef double OWN_SPEED = default_params().max_speed


# ---- requests ---------------------------------------------------------------------------------------------------

cdef int status_of(NavAgent* agent) noexcept nogil:
    cdef Agent* core = core_agent(agent)
    if agent.waiting:
        return STATUS_RUNNING
    if agent.asked == ASKED_NOTHING or agent.refused != REASON_NONE or core == NULL:
        return STATUS_FAILURE
    return core.status


cdef int reason_of(NavAgent* agent) noexcept nogil:
    cdef Agent* core = core_agent(agent)
    if agent.waiting:
        return REASON_BAKING
    if agent.refused != REASON_NONE:
        return agent.refused
    if agent.asked == ASKED_NOTHING:
        return REASON_NO_REQUEST
    return core.reason if core != NULL else REASON_NO_NAVMESH


cdef inline Member* member_of(NavAgent* agent) noexcept nogil:
    """NULL: it is in no crowd."""
    return &agent.crowd.members[slot_of(agent.id)] if core_agent(agent) != NULL else NULL


cdef void want_frames(NavAgent* agent) noexcept nogil:
    """Physics frames, or a call by the crowd after its next step."""
    cdef Member* member = member_of(agent)
    if member != NULL and member.called_by_crowd:
        member.has_pending_call = agent.crowd.has_pending_calls = True
    else:
        node_set_physics(agent.owner, True)


cdef void hand_over_params(NavAgent* agent) noexcept nogil:
    """To the crowd. Who was never asked to walk, or was stopped, doesn't step aside: its body is the script's. A script that
    steers says itself how fast, up to a max_speed that was set."""
    cdef Agent* core = core_agent(agent)
    cdef AgentParams params = agent.params
    cdef Member* member = member_of(agent)
    if core == NULL:
        return
    member.is_movable = agent.asked == ASKED_PATH and agent.body == NULL and agent.refused != REASON_STOPPED
    member.turn_rate = agent.body_settings.turn_rate if agent.body_settings.face_velocity else 0.0
    if member.called_by_crowd:
        want_frames(agent)
    core.moved_by_script = agent.asked == ASKED_TARGET or agent.link_taken
    core.has_external_velocity = agent.asked == ASKED_TARGET and agent.steers and agent.params.avoidance_enabled
    core.external_velocity[0], core.external_velocity[1] = agent.velocity.x, agent.velocity.z
    params.yields = agent.params.yields and agent.asked != ASKED_NOTHING and agent.refused != REASON_STOPPED
    params.simplify_epsilon = agent.simplify_epsilon if agent.simplify_path else -1.0
    params.include_flags = world_flags(agent.world, agent.navigation_layers)
    if core.has_external_velocity and agent.params.max_speed == OWN_SPEED:
        params.max_speed = STEERED_SPEED
    crowd_set_params(&agent.crowd.data, agent.id, &params)


cdef int refuse(NavAgent* agent, int reason) noexcept nogil:
    agent.waiting = False
    agent.refused = reason
    hand_over_params(agent)
    if agent.crowd != NULL:
        crowd_stop(&agent.crowd.data, agent.id)
    return STATUS_FAILURE


cdef bint has_moved_off(NavAgent* agent, Agent* core) noexcept nogil:
    """Arrived once, and since then carried away from where it came to rest."""
    cdef double dx = core.position[0] - agent.rested_at[0], dz = core.position[2] - agent.rested_at[1]
    cdef double slack = agent.params.target_desired_distance + agent.params.path_desired_distance
    return core.status == STATUS_SUCCESS and not core.active and agent.has_rested and dx * dx + dz * dz > slack * slack


cdef void note_rest(NavAgent* agent, const Agent* core) noexcept nogil:
    cdef bint rests = core.status == STATUS_SUCCESS and not core.active
    if rests and not agent.has_rested:
        agent.rested_at[0], agent.rested_at[1] = core.position[0], core.position[2]
    agent.has_rested = rests


cdef inline bint is_same(float a, float b) noexcept nogil:
    """As numbers, or neither is one."""
    return a == b or (a != a and b != b)


cdef bint is_new(NavAgent* agent, const GdVector3* target, RequestKind kind) noexcept nogil:
    """Not so for a target that trembles by less than a centimeter, nor for the same one that is no place."""
    cdef double dx = target.x - agent.target.x, dy = target.y - agent.target.y, dz = target.z - agent.target.z
    if kind != agent.asked or agent.refused == REASON_STOPPED:
        return True
    if is_same(target.x, agent.target.x) and is_same(target.y, agent.target.y) and is_same(target.z, agent.target.z):
        return False
    return not dx * dx + dy * dy + dz * dz < SAME_TARGET * SAME_TARGET


cdef bint may_change(NavAgent* agent, int reason) noexcept nogil:
    """Whether another baker of this world, still at work, may yet bring what was missing."""
    return agent.world.baking_count > 0 and (reason == REASON_START_OFF_MESH or reason == REASON_GOAL_OFF_MESH
                                             or reason == REASON_GOAL_UNREACHABLE)


cdef int wait(NavAgent* agent) noexcept nogil:
    agent.waiting = True
    agent.announced = STATUS_RUNNING
    return STATUS_RUNNING


cdef int ask(NavAgent* agent, const GdVector3* target, RequestKind kind) noexcept nogil:
    """Asks for a path to `target`; the present request goes on if it is the same. Returns the StatusCode."""
    cdef Agent* core
    cdef double goal[3]
    cdef bint fresh = is_new(agent, target, kind), waits
    if fresh:
        agent.announced = STATUS_RUNNING
        agent.replans = PATH_UNTOLD
        agent.target = target[0]
    target = &agent.target
    agent.asked = kind
    agent.refused = REASON_NONE
    hand_over_params(agent)
    if agent.parent != NULL:
        want_frames(agent)                      # the next one tells what came of it, and drives the body
    if not (isfinite(target.x) and isfinite(target.y) and isfinite(target.z)):
        if fresh:
            with gil:
                node_error(agent.owner, f"the target ({target.x}, {target.y}, {target.z}) is not a place: its coordinates must be "
                                        "finite")
        return refuse(agent, REASON_INVALID_INPUT)
    if agent.parent == NULL:
        return refuse(agent, REASON_NO_NAVMESH)
    if world_mesh(agent.world) == NULL:
        waits = agent.world.baking_count > 0 or not on_main_thread() and not is_watching_scene()   # the scene's regions are found on the main thread
        return wait(agent) if waits else refuse(agent, REASON_NO_NAVMESH)
    agent.waiting = False
    core = core_agent(agent)
    read_place(agent.parent, core.position)
    if has_moved_off(agent, core):
        crowd_stop(&agent.crowd.data, agent.id)     # so that the same target counts as a new request
        agent.announced = STATUS_RUNNING
    goal[0] = target.x
    goal[1] = target.y
    goal[2] = target.z
    crowd_request_path(&agent.crowd.data, agent.id, goal, kind == ASKED_TARGET)
    core = core_agent(agent)
    agent.replans = min(agent.replans, core.replans)    # a new request begins at 0
    if core.status == STATUS_FAILURE and may_change(agent, core.reason):
        return wait(agent)
    if core.status == STATUS_RUNNING:
        agent.announced = STATUS_RUNNING
    return core.status


cdef void repath(NavAgent* agent) noexcept nogil:
    """Another path to the same target, if the agent is on its way or has found none."""
    if agent.asked == ASKED_NOTHING or agent.refused == REASON_STOPPED or status_of(agent) == STATUS_SUCCESS \
            or agent.world == NULL or in_editor():
        return
    if agent.crowd != NULL:
        crowd_stop(&agent.crowd.data, agent.id)
    agent.replans = PATH_UNTOLD
    ask(agent, &agent.target, agent.asked)


cdef void announce_end(NavAgent* agent, Agent* core) noexcept nogil:
    """Tells by signals that the request is over, once. The node may be gone afterwards."""
    cdef uint8_t was = agent.announced
    cdef uint64_t id = navpy_gd.object_get_instance_id(agent.owner)
    cdef void* owner = agent.owner
    cdef bint succeeds = core.status == STATUS_SUCCESS and was != STATUS_SUCCESS
    agent.announced = core.status
    if succeeds:
        if not emit_last_point(agent):
            return
        if ends_at_target(agent):
            emit(owner, target_reached_signal, NULL, 0)
        if navpy_gd.object_get_instance_from_id(id) != NULL:
            emit(owner, navigation_finished_signal, NULL, 0)
    elif agent.announced == STATUS_FAILURE and was == STATUS_RUNNING:
        emit(owner, navigation_finished_signal, NULL, 0)


# ---- every physics frame ----------------------------------------------------------------------------------------

cdef bint drives(NavAgent* agent) noexcept nogil:
    return agent.body != NULL and agent.drive_body and agent.asked == ASKED_PATH


cdef bint drive_own_body(NavAgent* agent, Agent* core, const GdVector3* velocity, double delta) noexcept nogil:
    """Move the body, which falls meanwhile, if it is ours to drive; across a link as it takes, unless a script does that."""
    if not drives(agent):
        return False
    if core == NULL or core.link < 0:
        agent.crossing.kind = CROSS_NOTHING
        drive_round(agent, core, velocity, core != NULL and has_half_speed(core), delta)
    elif not agent.link_taken:
        cross(agent.body, &agent.crossing, &agent.body_settings, core, delta)
    return True


cdef bint advance(NavAgent* agent, double delta) noexcept nogil:
    """Its crowd's step, unless this frame has had it. A node that is moved may run scripts: false if this one is gone since, or
    out of the tree."""
    cdef uint64_t id = navpy_gd.object_get_instance_id(agent.owner)
    advance_crowd(agent.world, agent.crowd, physics_frame(), delta)
    return navpy_gd.object_get_instance_from_id(id) != NULL and core_agent(agent) != NULL


cdef void call(void* instance) noexcept nogil:
    """A frame for who has none of its own, by its crowd; it has its own again where the crowd does not move it any more."""
    cdef NavAgent* agent = <NavAgent*>instance
    cdef Member* member = member_of(agent)
    if agent.waiting or not is_moved(agent.crowd, slot_of(agent.id)):
        member.called_by_crowd = False
        node_set_physics(agent.owner, True)
    physics_process(agent)


cdef void choose_caller(NavAgent* agent, const Agent* core) noexcept nogil:
    """After a frame in which there was nothing more to do: who is moved by its crowd while it walks leaves it to that to call."""
    cdef Member* member = member_of(agent)
    cdef bint moved = is_moved(agent.crowd, slot_of(agent.id))
    if not core.active or not moved:
        if member.called_by_crowd and (agent.waiting or core.is_pushed or not moved):
            node_set_physics(agent.owner, True)
        member.called_by_crowd = False
        return
    member.call, member.instance, member.last_replans, member.last_corner = call, agent, agent.replans, agent.told
    memcpy(member.last_point, agent.told_point, sizeof(member.last_point))
    member.has_pending_call = agent.debug_enabled or agent.is_stuck or agent.link_taken
    if not member.called_by_crowd:
        member.called_by_crowd = True
        node_set_physics(agent.owner, False)


cdef void physics_process(NavAgent* agent) noexcept nogil:
    cdef double delta = physics_delta(agent.owner)
    cdef GdVector3 still
    cdef Agent* core
    still.x = still.y = still.z = 0
    if agent.waiting:
        ask(agent, &agent.target, agent.asked)
        if agent.waiting:
            drive_own_body(agent, NULL, &still, delta)
            return
    core = core_agent(agent)
    if core == NULL:
        node_set_physics(agent.owner, False)
        return
    if core.active or core.is_pushed:
        if not advance(agent, delta):
            return
        core = core_agent(agent)
    if core.status == STATUS_FAILURE and core.reason == REASON_NO_NAVMESH and agent.refused == REASON_NONE:
        refuse(agent, REASON_NO_NAVMESH)        # the map went while it walked: over, unless somebody asks again
    if core.moved_by_script and core.active and core.status == STATUS_SUCCESS and (core.has_external_velocity or core.stall_time > LEFT_ALONE):
        stop_agent(&agent.crowd.data, slot_of(agent.id))
    note_rest(agent, core)
    if agent.link_taken and core.link < 0:
        agent.link_taken = False
        hand_over_params(agent)
    draw_path(agent)
    if not (emit_progress(agent) and act(agent, core_agent(agent), delta) and note_trouble(agent, delta)):
        return
    if core_agent(agent).status != agent.announced:
        announce_end(agent, core_agent(agent))
    else:
        choose_caller(agent, core_agent(agent))


cdef bint act(NavAgent* agent, Agent* core, double delta) noexcept nogil:
    """Hands out the velocity: to the body if it is ours to drive, else by signal. False: the node is gone."""
    cdef GdVector3 velocity
    cdef bint goes = core.active or core.is_pushed, rest = not goes
    velocity.x = <float>core.velocity[0] if goes else 0
    velocity.y = <float>core.velocity[1] if goes and core.link >= 0 and not core.has_external_velocity else 0
    velocity.z = <float>core.velocity[2] if goes else 0
    if drive_own_body(agent, core, &velocity, delta):
        # Until it is stopped, an agent that has arrived or failed leaves its body neither in the air nor in a lift.
        rest = rest and agent.refused == REASON_STOPPED and is_at_rest(agent.body)
    elif is_moved(agent.crowd, slot_of(agent.id)):
        agent.walking = goes                    # by its crowd, in this frame already
    elif agent.asked == ASKED_TARGET and agent.refused != REASON_STOPPED:
        rest = rest and not agent.params.avoidance_enabled
        if agent.params.avoidance_enabled:
            agent.walking = goes
            steer(agent, core, goes, &velocity)
            if not hand_out(agent, &velocity):
                return False
    elif agent.walking or goes:
        agent.walking = goes
        if not hand_out(agent, &velocity):
            return False
        rest = rest and not core_agent(agent).active        # the handler may have asked for another path
    if rest:
        node_set_physics(agent.owner, False)
    return True


cdef void steer(NavAgent* agent, const Agent* core, bint goes, GdVector3* velocity) noexcept nogil:
    """What comes of the velocity that a script has set: as it is on links and where there is no path, with its height at the end."""
    if not core.has_external_velocity or core.status == STATUS_SUCCESS:
        return
    if not goes or core.link >= 0:
        velocity[0] = agent.velocity
    velocity.y = agent.velocity.y if agent.keep_y_velocity or agent.use_3d_avoidance else 0


cdef bint hand_out(NavAgent* agent, const GdVector3* velocity) noexcept nogil:
    """velocity_computed. False where the node is gone or out of the tree."""
    cdef uint64_t id = navpy_gd.object_get_instance_id(agent.owner)
    cdef GdVariant value
    variant_from_vector3(&value, velocity)
    emit(agent.owner, velocity_computed_signal, &value, 1)
    return navpy_gd.object_get_instance_from_id(id) != NULL and core_agent(agent) != NULL


# ---- links ------------------------------------------------------------------------------------------------------

cdef bint take_over_link(NavAgent* agent) noexcept nogil:
    """From here on the script moves the body, until it stands at the link's end. False where the agent is on no link."""
    cdef Agent* core = core_agent(agent)
    agent.link_taken = core != NULL and core.link >= 0
    hand_over_params(agent)
    return agent.link_taken


cdef void give_link_back(NavAgent* agent) noexcept nogil:
    """The script has brought the body across, or somewhere else: on from there."""
    cdef Agent* core = core_agent(agent)
    if not agent.link_taken or core == NULL:
        return
    read_place(agent.parent, core.position)
    if core.link >= 0 and not finish_link(core, &agent.crowd.data.paths[slot_of(agent.id)]):
        core.link = -1
    agent.link_taken = False
    hand_over_params(agent)


# ---- the scene tree ---------------------------------------------------------------------------------------------

cdef void enter_tree(NavAgent* agent) noexcept nogil:
    cdef double position[3]
    agent.world = world_enter(agent.owner, agent.map)
    if agent.world == NULL:
        return
    world_add_listener(agent.world, agent, map_changed)
    agent.parent = as_class(node_parent(agent.owner), tag_node3d())
    agent.body = as_class(agent.parent, tag_body())
    if agent.parent == NULL:
        return
    agent.crowd = world_crowd_of(agent.world, agent.owner)
    read_place(agent.parent, position)
    agent.id = crowd_add(&agent.crowd.data, position, &agent.params)
    add_member(agent.crowd, agent.id, agent.owner, agent.parent)
    hand_over_params(agent)
    if agent.asked != ASKED_NOTHING and agent.refused != REASON_STOPPED and not in_editor():
        ask_in_frame(agent)


cdef void ask_in_frame(NavAgent* agent) noexcept nogil:
    """Asks again in the next physics frame, when the scene is complete."""
    agent.waiting = True
    want_frames(agent)


cdef void leave_tree(NavAgent* agent) noexcept nogil:
    if agent.world == NULL:
        return
    if status_of(agent) != STATUS_RUNNING:      # what is over is over; who is on the way goes on where it is put next
        agent.asked = ASKED_NOTHING
        agent.refused = REASON_NONE
    erase_path(agent)
    if agent.crowd != NULL:
        crowd_remove(&agent.crowd.data, agent.id)
    world_remove_listener(agent.world, agent)
    world_leave(agent.world)
    agent.world = NULL
    agent.crowd = NULL
    agent.parent = NULL
    agent.body = NULL
    agent.id = NO_AGENT
    agent.waiting = False
    agent.walking = False
    agent.has_rested = False
    agent.link_taken = False
    agent.crossing.kind = CROSS_NOTHING
    agent.is_stuck = False


cdef void change_map(NavAgent* agent) noexcept nogil:
    """On with its request, on another map."""
    cdef RequestKind asked = agent.asked
    cdef uint8_t refused = agent.refused
    if agent.world == NULL:
        return
    leave_tree(agent)
    agent.asked, agent.refused = asked, refused
    agent.replans = PATH_UNTOLD
    enter_tree(agent)


cdef void map_changed(void* instance) noexcept nogil:
    cdef NavAgent* agent = <NavAgent*>instance
    if in_editor():
        node_update_warnings(agent.owner)
        return
    hand_over_params(agent)                                 # its layers may have other flags now
    if agent.asked == ASKED_TARGET and reason_of(agent) != REASON_NONE and agent.refused != REASON_STOPPED:
        if agent.crowd != NULL:
            crowd_stop(&agent.crowd.data, agent.id)         # what was only partly reached is searched anew
        ask_in_frame(agent)


# ---- the node ---------------------------------------------------------------------------------------------------

cdef void on_made(NavAgent* agent) noexcept nogil:
    agent.params = default_params()
    agent.navigation_layers, agent.path_metadata_flags = 1, INCLUDE_TYPES | INCLUDE_RIDS | INCLUDE_OWNERS
    agent.keep_y_velocity = True
    agent.debug_path_custom_color.r = agent.debug_path_custom_color.g = agent.debug_path_custom_color.b = 1
    agent.debug_path_custom_color.a = 1
    agent.debug_path_custom_point_size = 4.0
    agent.body_settings.face_velocity = True
    agent.body_settings.climb_steps = True
    agent.body_settings.turn_rate = 720
    agent.drive_body = True
    agent.id = NO_AGENT
    agent.announced = STATUS_FAILURE


cdef void on_freed(NavAgent* agent) noexcept nogil:
    leave_tree(agent)
    if agent.rid != 0:
        free_server_rid(agent.rid)


cdef void on_notification(NavAgent* agent, int32_t what) noexcept nogil:
    if what == NOTIFICATION_INTERNAL_PHYSICS_PROCESS:
        physics_process(agent)
    elif what == NOTIFICATION_ENTER_TREE:
        enter_tree(agent)
    elif what == NOTIFICATION_EXIT_TREE:
        leave_tree(agent)


cdef void on_changed(NavAgent* agent, const char* property) noexcept nogil:
    cdef Agent* core = core_agent(agent)
    hand_over_params(agent)
    draw_path(agent)
    if core != NULL and core.path_params_changed and not core.active:
        repath(agent)                           # who walks searches with the next step
    elif agent.asked == ASKED_TARGET and agent.parent != NULL:
        want_frames(agent)                      # with avoidance switched on it hands out velocities again


cdef void configuration_warnings(NavAgent* agent, GdPackedStringArray* out) noexcept with gil:
    if agent.parent == NULL:
        strings_append(out, "A NavAgent moves the Node3D it is a child of: put it under a CharacterBody3D or another Node3D.")
    if agent.world != NULL and world_mesh(agent.world) == NULL and agent.world.baker_count == 0:
        strings_append(out, "There is no navmesh to walk on: add a NavMeshBaker to the scene.")
    elif agent.world != NULL and world_mesh(agent.world) == NULL:
        strings_append(out, "The scene's NavMeshBaker has no navmesh yet: select it and press Bake NavMesh.")
