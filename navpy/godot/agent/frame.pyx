"""NavAgent: its physics frame, and its place in the scene tree.

In a frame the crowd steps all of its agents, once; then each agent emits its signals and hands its velocity to its body or its script.
The crowd may call its agents itself, which then have no physics frame of their own. Only error messages take the GIL."""
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset, strcmp
from navpy.base.core cimport *
from navpy.base.geom cimport distance2
from navpy.base.vec2 cimport square, to_plan
from navpy.godot.agent.animation cimport update_moving
from navpy.godot.agent.crossing cimport CROSS_NOTHING
from navpy.godot.agent.driving cimport drive
from navpy.godot.agent.leash cimport add_leader_warning, update_leader
from navpy.godot.agent.nav_agent_data cimport PATH_NOT_EMITTED, REQUEST_NONE, REQUEST_TARGET, NavAgent, RequestKind, core_agent
from navpy.godot.agent.nav_agent_drawing cimport draw_path, erase_path
from navpy.godot.agent.nav_agent_path cimport (
    INCLUDE_OWNERS, INCLUDE_RIDS, INCLUDE_TYPES, emit_last_point, emit_progress, ends_at_target)
from navpy.godot.agent.requests cimport (
    enable_processing, fail_request, forget_saved, make_request, member_of, other_agent, reason_of, request_again,
    request_in_next_frame, status_of, update_crowd_agent, update_rest)
from navpy.godot.agent.saved_state cimport resume_saved
from navpy.godot.agent.step_smoothing cimport smooth_steps
from navpy.godot.agent.stuck cimport update_stuck
from navpy.godot.binding.class_spec cimport GdPackedStringArray
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport GdVariant, GdVector3, navpy_gd
from navpy.godot.binding.log cimport add_message, node_path
from navpy.godot.binding.node_paths cimport free_path, make_path
from navpy.godot.binding.path_objects cimport free_server_rid
from navpy.godot.world.character_body cimport floats_in_plane, is_at_rest
from navpy.godot.body.gliding cimport end_glide
from navpy.godot.world.engine_crowd cimport NEVER, EngineCrowd, CrowdMember, is_moved, add_member
from navpy.godot.world.world cimport (
    advance_crowd, world_add_listener, world_crowd_of, world_enter, world_flags, world_leave, world_mesh, world_remove_listener)
from navpy.mesh.half_edges cimport CACHE_LINE, prefetch
from navpy.motion.agent.agent cimport FOLLOWS_SCRIPT, ON_LINK, Agent, has_leash, is_active, is_moving, is_steered
from navpy.motion.agent.agent_state cimport leave_link
from navpy.motion.agent.agent_memory cimport PREFETCHED, prefetch_claim
from navpy.motion.agent.agent_params cimport default_params
from navpy.motion.agent.animation_state cimport is_settled
from navpy.motion.crowd.crowd_agents cimport NO_AGENT, crowd_add, crowd_remove, measure_base_offset, slot_of, stop_agent
from navpy.motion.agent.path_following cimport FollowedPath, corner_at, end_margin, finish_link

cdef enum:
    FRAME_LINES = 5                 # of a NavAgent: its fields before its parameters, and the first of these, which scripts read

cdef double RESTS_AFTER = 0.5       # seconds without progress, after which an arrived agent moved by a script comes to rest


# ---- a physics frame ----

cdef void physics_process(NavAgent* agent) noexcept nogil:
    cdef double delta = physics_delta(agent.owner)
    cdef uint64_t id = navpy_gd.object_get_instance_id(agent.owner)
    cdef GdVector3 still
    cdef Agent* core
    still.x = still.y = still.z = 0
    # 1. A request that waits for its navmesh, or may lead nearer to its target by now.
    if agent.saved != NULL:
        resume_saved(agent)
    if agent.asks_again:
        agent.asks_again = False
        make_request(agent, &agent.target, agent.request)
    if agent.awaits_navmesh:
        if agent.saved == NULL:
            make_request(agent, &agent.target, agent.request)
        if agent.awaits_navmesh:
            drive(agent, NULL, &still, delta)
            core = core_agent(agent) if navpy_gd.object_get_instance_from_id(id) != NULL else NULL
            if core != NULL and not is_settled(core) and advance(agent, delta):
                update_moving(agent)
            return
    core = core_agent(agent)
    if core == NULL:
        node_set_physics(agent.owner, False)
        return
    # 2. The crowd's step.
    if agent.has_leader:
        update_leader(agent)
    if not is_settled(core) or agent.has_leader:
        if not advance(agent, delta):
            return
        core = core_agent(agent)
    if core.status == STATUS_FAILURE and core.reason == REASON_NO_NAVMESH and agent.refusal == REASON_NONE:
        fail_request(agent, REASON_NO_NAVMESH)        # the navmesh was removed while the agent walked
    if core.moved_by_script and is_active(core) and core.status == STATUS_SUCCESS \
            and (core.follows == FOLLOWS_SCRIPT or core.stall_time > RESTS_AFTER):
        stop_agent(&agent.crowd.data, slot_of(agent.id))
    update_rest(agent, core)
    if agent.link_taken_over and core.where != ON_LINK:
        land(agent, core)
    # 3. Drawing, signals and the velocity.
    draw_path(agent)
    # movement_started comes before the body begins to turn to its way, so that turn_ahead tells the whole turn.
    if not (emit_progress(agent) and update_moving(agent) and apply_velocity(agent, core_agent(agent), delta)
            and update_stuck(agent, delta)):
        return
    if core_agent(agent).status != agent.emitted_status and not has_leash(core_agent(agent)):
        emit_end(agent, core_agent(agent))
    else:
        leave_processing_to_crowd(agent, core_agent(agent))


cdef bint advance(NavAgent* agent, double delta) noexcept nogil:
    """The crowd's step, unless it was made in this frame. False: scripts of nodes that the crowd moved have freed this node or taken
    it out of the tree."""
    cdef uint64_t id = navpy_gd.object_get_instance_id(agent.owner)
    advance_crowd(agent.world, agent.crowd, delta)
    return navpy_gd.object_get_instance_from_id(id) != NULL and core_agent(agent) != NULL


cdef void prefetch_next(const NavAgent* agent) noexcept nogil:
    """Requests the memory of the next node in this frame, after its script has moved the next body. As a rule it is the node of the
    next slot, as nodes enter the tree in the order of processing; where it is not, nothing is lost."""
    cdef EngineCrowd* crowd = agent.crowd
    cdef size_t next = slot_of(agent.id) + 1, line
    if crowd == NULL or next >= crowd.members.size():
        return
    for line in range(FRAME_LINES):
        prefetch(<const char*>crowd.members[next].instance + CACHE_LINE * line)
    prefetch_claim(&crowd.data.agents[next])
    prefetch(&crowd.data.agents[next].replans)
    prefetch(crowd.data.paths[next].points.data())
    prefetch(crowd.data.paths[next].links.data())
    if next + 1 < crowd.members.size():
        prefetch(&crowd.data.paths[next + 1].points)
        prefetch(&crowd.members[next + 1].told)
        prefetch(&crowd.members[next + 1].instance)


cdef void on_crowd_call(void* instance) noexcept nogil:
    """The crowd calls its agent. A node that the crowd no longer moves is processed by the engine again."""
    cdef NavAgent* agent = <NavAgent*>instance
    cdef CrowdMember* member = member_of(agent)
    if agent.awaits_navmesh or not is_moved(agent.crowd, slot_of(agent.id)):
        member.called_by_crowd = False
        node_set_physics(agent.owner, True)
    physics_process(agent)


cdef void leave_processing_to_crowd(NavAgent* agent, const Agent* core) noexcept nogil:
    """While the crowd moves an agent, the engine does not process its node: the crowd calls it when signals are due."""
    cdef CrowdMember* member = member_of(agent)
    cdef bint moved = is_moved(agent.crowd, slot_of(agent.id))
    if not is_active(core) or not moved:
        if member.called_by_crowd and (agent.awaits_navmesh or not is_settled(core) or agent.has_leader or not moved):
            node_set_physics(agent.owner, True)
        member.called_by_crowd = False
        return
    member.call = on_crowd_call
    member.last_replans, member.last_corner = agent.emitted_replans, agent.emitted_points
    memcpy(member.last_point, agent.next_point, sizeof(member.last_point))
    member.has_pending_call = agent.debug_enabled or agent.is_stuck or agent.link_taken_over
    if not member.called_by_crowd:
        member.called_by_crowd = True
        node_set_physics(agent.owner, False)


# ---- the velocity ----

cdef bint apply_velocity(NavAgent* agent, Agent* core, double delta) noexcept nogil:
    """Moves the body by the agent's velocity, or emits the velocity for a script. A resting agent is not processed any more, once its
    animation state has settled; until then its body is left alone. False: a handler has freed the node or taken it out of the tree."""
    cdef uint64_t id = navpy_gd.object_get_instance_id(agent.owner)
    cdef GdVector3 velocity
    cdef bint moves = is_moving(core), rests = not moves, is_over = agent.refusal == REASON_STOPPED or agent.request == REQUEST_NONE
    velocity.x = <float>core.velocity[0] if moves else 0
    velocity.y = <float>core.velocity[1] if moves and core.where == ON_LINK and core.follows != FOLLOWS_SCRIPT else 0
    velocity.z = <float>core.velocity[2] if moves else 0
    if agent.was_at_rest and rests and is_over:
        pass
    elif drive(agent, core, &velocity, delta):
        if navpy_gd.object_get_instance_from_id(id) == NULL or core_agent(agent) == NULL:
            return False
        # Until it is stopped, an agent that has arrived or failed still drives its body: it may be in the air or on a lift.
        rests = rests and is_over and is_at_rest(agent.body)
    elif is_moved(agent.crowd, slot_of(agent.id)):
        agent.was_moving = moves                # the crowd has moved the node in this frame
    elif agent.request == REQUEST_TARGET and agent.refusal != REASON_STOPPED:
        rests = rests and not core.params.avoidance_enabled
        if core.params.avoidance_enabled:
            agent.was_moving = moves
            apply_script_velocity(agent, core, moves, &velocity)
            if not emit_velocity(agent, &velocity):
                return False
    elif agent.was_moving or moves:
        agent.was_moving = moves
        if not emit_velocity(agent, &velocity):
            return False
        rests = rests and not is_active(core_agent(agent))      # the handler may have requested another path
    agent.was_at_rest = rests and is_over and not agent.has_leader
    if rests and not agent.has_leader and not agent.smooths_steps and is_settled(core_agent(agent)):
        node_set_physics(agent.owner, False)
    return True


cdef void apply_script_velocity(NavAgent* agent, const Agent* core, bint moves, GdVector3* velocity) noexcept nogil:
    """On links and without a path the script's velocity stays as it was set. Elsewhere avoidance has changed it, but not its
    height."""
    if not is_steered(core) or core.status == STATUS_SUCCESS:
        return
    if not moves or core.where == ON_LINK:
        velocity[0] = agent.script_velocity
    velocity.y = agent.script_velocity.y if agent.keep_y_velocity or agent.use_3d_avoidance else 0


cdef bint emit_velocity(NavAgent* agent, const GdVector3* velocity) noexcept nogil:
    """velocity_computed. False: a handler has freed the node or taken it out of the tree."""
    cdef uint64_t id = navpy_gd.object_get_instance_id(agent.owner)
    cdef CrowdMember* member = member_of(agent)
    cdef GdVariant value
    member.told[0], member.told[1] = velocity.x, velocity.z
    if not is_heard(agent.owner, velocity_computed_signal):
        return True
    variant_from_place(&value, velocity, agent.cls.is_plane)
    emit(agent.owner, velocity_computed_signal, &value, 1)
    return navpy_gd.object_get_instance_from_id(id) != NULL and core_agent(agent) != NULL


cdef void emit_end(NavAgent* agent, Agent* core) noexcept nogil:
    """target_reached and navigation_finished, once for each request. A handler may free the node."""
    cdef uint8_t before = agent.emitted_status
    cdef uint64_t id = navpy_gd.object_get_instance_id(agent.owner)
    cdef void* owner = agent.owner
    cdef bint succeeds = core.status == STATUS_SUCCESS and before != STATUS_SUCCESS
    agent.emitted_status = core.status
    if succeeds:
        if not emit_last_point(agent):
            return
        if ends_at_target(agent):
            emit(owner, target_reached_signal, NULL, 0)
        if navpy_gd.object_get_instance_from_id(id) != NULL:
            emit(owner, navigation_finished_signal, NULL, 0)
    elif agent.emitted_status == STATUS_FAILURE and before == STATUS_RUNNING:
        emit(owner, navigation_finished_signal, NULL, 0)


# ---- links that a script crosses ----

cdef bint take_over_link(NavAgent* agent) noexcept nogil:
    """From now on the script moves the body, until it is at the end of the link."""
    cdef Agent* core = core_agent(agent)
    agent.link_taken_over = core != NULL and core.where == ON_LINK
    update_crowd_agent(agent)
    return agent.link_taken_over


cdef void finish_taken_link(NavAgent* agent) noexcept nogil:
    """The script has moved the body across, or elsewhere. The agent goes on from there."""
    cdef Agent* core = core_agent(agent)
    if not agent.link_taken_over or core == NULL:
        return
    read_finite_place(agent.parent, core.position)
    if core.where == ON_LINK and not finish_link(core, &agent.crowd.data.paths[slot_of(agent.id)]):
        leave_link(core)
    land(agent, core)


cdef void land(NavAgent* agent, Agent* core) noexcept nogil:
    """The script has moved the body across. Where the velocity of the link, or that of the script, is too high to brake before the end
    of the path, the agent goes on from rest."""
    cdef FollowedPath* path = &agent.crowd.data.paths[slot_of(agent.id)]
    cdef CrowdMember* member = member_of(agent)
    cdef const double* corner
    cdef double left = 0.0
    agent.link_taken_over = False
    update_crowd_agent(agent)
    if is_active(core) and not path.points.empty():
        corner = corner_at(path, core.next_corner)
        left = distance2(core.position[0], core.position[2], corner[0], corner[2]) + core.distance_after_corner - end_margin(core)
    if square(to_plan(core.velocity)) < 2.0 * core.params.max_deceleration * left:
        return
    memset(core.velocity, 0, sizeof(core.velocity))
    core.coasts = False
    memcpy(member.position, core.position, sizeof(member.position))         # nor is the script's last move its velocity


# ---- the scene tree ----

cdef void enter_tree(NavAgent* agent) noexcept nogil:
    cdef double position[3]
    agent.world = world_enter(agent, agent.chosen_map)
    if agent.world == NULL:
        return
    world_add_listener(agent.world, agent, map_changed)
    agent.parent = as_spatial(node_parent(agent.owner), agent.cls.is_plane)
    agent.body = as_body(agent.parent, agent.cls.is_plane)
    if agent.parent == NULL:
        return
    agent.crowd = world_crowd_of(agent.world, agent.owner)
    read_place(agent.parent, position)
    agent.id = crowd_add(&agent.crowd.data, position, &agent.params)
    add_member(agent.crowd, agent.id, agent.owner, agent.parent)
    member_of(agent).instance = agent
    if in_editor() and other_agent(agent) != NULL:
        node_update_warnings(other_agent(agent).owner)
    if agent.left_frame == game_frame():
        restore_motion(agent)
    update_crowd_agent(agent)
    if agent.request != REQUEST_NONE and agent.refusal != REASON_STOPPED and not in_editor():
        request_in_next_frame(agent)
    if (agent.has_leader or agent.shows_moving or agent.smooths_steps) and not in_editor():
        enable_processing(agent)                        # movement_stopped is emitted in the next frame if it does not walk on


cdef void save_motion(NavAgent* agent) noexcept nogil:
    cdef const CrowdMember* member = member_of(agent)
    if member != NULL:
        agent.left_frame, agent.left_read_frame = game_frame(), member.frame
        memcpy(agent.left_place, member.position, sizeof(member.position))
        memcpy(agent.left_velocity, core_agent(agent).velocity, sizeof(agent.left_velocity))
        agent.left_preferred, agent.left_diverted = core_agent(agent).last_preferred, core_agent(agent).is_diverted


cdef void restore_motion(NavAgent* agent) noexcept nogil:
    """A body that gets another parent walks on at its speed."""
    cdef CrowdMember* member = member_of(agent)
    cdef Agent* core = core_agent(agent)
    measure_base_offset(&agent.crowd.data, core)
    member.frame = agent.left_read_frame
    memcpy(member.position, agent.left_place, sizeof(member.position))
    memcpy(core.velocity, agent.left_velocity, sizeof(core.velocity))
    core.last_preferred, core.is_diverted = agent.left_preferred, agent.left_diverted


cdef void leave_tree(NavAgent* agent) noexcept nogil:
    cdef NavAgent* other
    if agent.world == NULL:
        return
    if status_of(agent) != STATUS_RUNNING:      # a request that is still RUNNING goes on where the node enters the tree again
        agent.request = REQUEST_NONE
        agent.refusal = REASON_NONE
    erase_path(agent)
    other = other_agent(agent) if in_editor() else NULL
    end_glide(&agent.glide)
    if agent.crowd != NULL:
        save_motion(agent)
        crowd_remove(&agent.crowd.data, agent.id)
    if other != NULL:
        node_update_warnings(other.owner)
    world_remove_listener(agent.world, agent)
    world_leave(agent.world)
    agent.world = NULL
    agent.crowd = NULL
    agent.parent = NULL
    agent.body = NULL
    agent.id = NO_AGENT
    agent.awaits_navmesh = agent.asks_again = False
    forget_saved(agent)
    agent.was_moving = False
    agent.was_at_rest = False
    agent.is_resting = False
    agent.link_taken_over = False
    agent.crossing.kind = CROSS_NOTHING
    agent.is_stuck = False


cdef void change_map(NavAgent* agent) noexcept nogil:
    cdef RequestKind request = agent.request
    cdef uint8_t refusal = agent.refusal
    if agent.world == NULL:
        return
    leave_tree(agent)
    agent.request, agent.refusal = request, refusal
    agent.emitted_replans = PATH_NOT_EMITTED
    enter_tree(agent)


cdef void map_changed(void* instance) noexcept nogil:
    cdef NavAgent* agent = <NavAgent*>instance
    cdef const Agent* core = core_agent(agent)
    if in_editor():
        node_update_warnings(agent.owner)
        return
    if core != NULL:
        prefetch(core + PREFETCHED)                     # as a rule the agent of a node told soon
    if core != NULL and (agent.filter != NULL or core.params.include_flags != world_flags(agent.world, agent.navigation_layers)):
        update_crowd_agent(agent)                       # the map has given the layers other flags, or the filter other rules
    elif core != NULL and member_of(agent).called_by_crowd:
        enable_processing(agent)
    if agent.request != REQUEST_TARGET or reason_of(agent) == REASON_NONE or agent.refusal == REASON_STOPPED \
            or agent.refusal == REASON_INVALID_INPUT:
        return
    if status_of(agent) == STATUS_FAILURE:
        request_in_next_frame(agent)
    elif status_of(agent) == STATUS_SUCCESS:
        agent.asks_again = True                         # on its way the crowd asks
        enable_processing(agent)


# ---- the node ----

cdef void on_made(NavAgent* agent) noexcept nogil:
    agent.params = default_params()
    agent.navigation_layers, agent.path_metadata_flags = 1, INCLUDE_TYPES | INCLUDE_RIDS | INCLUDE_OWNERS
    agent.keep_y_velocity = True
    agent.debug_path_custom_color.r = agent.debug_path_custom_color.g = agent.debug_path_custom_color.b = 1
    agent.debug_path_custom_color.a = 1
    agent.debug_path_custom_point_size = 4.0
    agent.debug_path_custom_line_width = -1.0
    agent.body_settings.face_velocity = not agent.cls.is_plane      # characters seen from above have a picture for each direction
    agent.body_settings.climb_steps = True
    agent.drive_body = True
    agent.id, agent.left_frame = NO_AGENT, NEVER
    agent.emitted_status = STATUS_FAILURE
    make_path(&agent.flock_leader)
    make_path(&agent.step_smoothing)


cdef void on_freed(NavAgent* agent) noexcept nogil:
    leave_tree(agent)
    navpy_gd.ref_set_object(&agent.filter, NULL)
    free_path(&agent.flock_leader)
    free_path(&agent.step_smoothing)
    if agent.server_rid != 0:
        free_server_rid(agent.server_rid, agent.cls.is_plane)


cdef void on_notification(NavAgent* agent, int32_t what) noexcept nogil:
    cdef uint64_t id
    if what == NOTIFICATION_INTERNAL_PHYSICS_PROCESS:
        id = navpy_gd.object_get_instance_id(agent.owner)
        physics_process(agent)
        if navpy_gd.object_get_instance_from_id(id) != NULL:
            smooth_steps(agent)
            prefetch_next(agent)
    elif what == NOTIFICATION_ENTER_TREE:
        enter_tree(agent)
    elif what == NOTIFICATION_EXIT_TREE:
        leave_tree(agent)


cdef void on_changed(NavAgent* agent, const char* property) noexcept nogil:
    cdef Agent* core = core_agent(agent)
    if strcmp(property, b"max_speed") == 0:
        agent.is_max_speed_set = True
    elif strcmp(property, b"target_desired_distance") == 0:
        agent.is_target_distance_set = True
    update_crowd_agent(agent)
    draw_path(agent)
    if core != NULL and core.path_params_changed and not is_active(core):
        request_again(agent)                    # an active agent searches in the crowd's next step
    elif agent.request == REQUEST_TARGET and agent.parent != NULL:
        enable_processing(agent)                    # where avoidance was switched on, velocities are emitted again


cdef void configuration_warnings(NavAgent* agent, GdPackedStringArray* out) noexcept with gil:
    if agent.parent == NULL:
        add_message(out, agent.cls.is_plane, "A NavAgent moves the Node3D it is a child of: put it under a CharacterBody3D or "
                                             "another Node3D.")
    if agent.cls.is_plane and agent.body != NULL and agent.drive_body and not floats_in_plane(agent.body):
        add_message(out, agent.cls.is_plane, "The CharacterBody2D above is grounded, and takes walls for floors and ceilings: set "
                                             "its motion_mode to Floating. For a level seen from the side switch drive_body off, and "
                                             "have a script move the body.")
    if other_agent(agent) != NULL:
        add_message(out, agent.cls.is_plane, f"{node_path(other_agent(agent).owner)} is a NavAgent of the same body: when both have "
                                             f"a request, both "
                                             "drive it, and it follows one of the two at random. Keep one NavAgent under a body.")
    if agent.has_leader and agent.crowd != NULL:
        add_leader_warning(agent, out)
    if agent.world != NULL and world_mesh(agent.world) == NULL and agent.world.bakers.empty():
        add_message(out, agent.cls.is_plane, "There is no navmesh to walk on: add a NavMeshBaker to the scene.")
