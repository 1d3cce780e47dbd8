"""Requests of a NavAgent. The crowd of the core (navpy.motion.crowd) searches the paths; this module adds cases of the node's
requests: a scene with a navmesh still being baked, a target set again in every frame, an agent outside the tree."""
from cpython.ref cimport Py_DECREF, PyObject
from libc.math cimport fabs, isfinite
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy
from navpy.base.core cimport *
from navpy.base.geom cimport distance2
from navpy.godot.agent.nav_agent_data cimport (
    PATH_NOT_EMITTED, REQUEST_FIELD, REQUEST_NONE, REQUEST_TARGET, NavAgent, RequestKind, allows_partial, core_agent, moves_body)
from navpy.godot.binding.binding cimport instance_of
from navpy.godot.binding.class_spec cimport Instance
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport GdVector3, navpy_gd
from navpy.godot.binding.log cimport node_error, node_path, node_warning
from navpy.godot.binding.plane cimport UNITS_PER_METER, length_text, place_text
from navpy.godot.binding.threads cimport on_main_thread
from navpy.godot.binding.vector cimport is_same_place, put_place
from navpy.godot.field.field_goals cimport guide_of, why_lost
from navpy.godot.field.nav_flow_field cimport flow_field_of
from navpy.godot.field.nav_flow_field_data cimport NavFlowField
from navpy.godot.world.engine_crowd cimport CrowdMember, farthest_move, fit_to_speed, follow_guide
from navpy.godot.world.nav_filter cimport nav_filter_of
from navpy.godot.world.world cimport world_flags, world_mesh, world_rules
from navpy.grid.tiles.field_guide cimport FieldGuide
from navpy.motion.agent.agent cimport ON_LINK, WAITS_FOR_GROUND, Agent, is_active, is_moving, is_steered
from navpy.motion.agent.agent_state cimport release, steer
from navpy.motion.agent.agent_params cimport AgentParams
from navpy.motion.crowd.crowd_agents cimport crowd_set_filter, crowd_set_params, slot_of
from navpy.motion.crowd.crowd_requests cimport crowd_request_path, crowd_stop

cdef double SAME_TARGET = 0.01      # meters: a target nearer than this to the present one is the same request
cdef double SCRIPT_SPEED = 10.0     # meters a second, NavigationAgent3D's default of max_speed: the limit of a script's velocity
cdef double GROUND_ERROR = 0.02     # meters: path_height_error of target_position, where the property is 0
# Meters, five safe margins of a CharacterBody3D: bodies as wide as their agents' radius stop each other before their agents touch, and
# jam at doors.
cdef double BODY_SKIN = 0.005
cdef double FLAT_BODY_SKIN = 0.4    # pixels, five of a CharacterBody2D
# meters from the end of a link: a body carried by its script this near is there, also without finish_link
cdef double LINK_END = 0.01


# ---- the state of a request ----

cdef int status_of(NavAgent* agent) noexcept nogil:
    cdef Agent* core = core_agent(agent)
    if agent.awaits_navmesh:
        return STATUS_RUNNING
    if agent.request == REQUEST_NONE or agent.refusal != REASON_NONE or core == NULL:
        return STATUS_FAILURE
    return core.status


cdef int reason_of(NavAgent* agent) noexcept nogil:
    cdef Agent* core = core_agent(agent)
    if agent.awaits_navmesh:
        return REASON_BAKING
    if agent.refusal != REASON_NONE:
        return agent.refusal
    if agent.request == REQUEST_NONE:
        return REASON_NO_REQUEST
    return core.reason if core != NULL else REASON_NO_NAVMESH


cdef str reason_text(NavAgent* agent):
    cdef Agent* core = core_agent(agent)
    if core != NULL and core.waits_for == WAITS_FOR_GROUND and not agent.awaits_navmesh:
        return "the ground here is not loaded, and the agent goes on when it is: it is farther than stream_distance from all that " \
               "ask for ground, or stream_memory has no room for it"
    if agent.chosen_map != 0 and agent.world != NULL and reason_of(agent) == REASON_NO_NAVMESH:
        return "the navigation map that was set has no navmesh: put a NavigationRegion3D on it, or take the agent off it with " \
               "set_navigation_map(RID())"
    if agent.parent != NULL and agent.world != NULL and not agent.world.bakers.empty() and reason_of(agent) == REASON_NO_NAVMESH:
        return (f"{node_path((<Instance*>agent.world.bakers[0].instance).owner)} has no navmesh on the map: it was not baked, its "
                f"bake has failed with an "
                "error, its world_file was closed, or enabled is off")
    if agent.request == REQUEST_FIELD and reason_of(agent) == REASON_GOAL_UNREACHABLE:
        return "no way of the flow field leads from here to a goal: cells that are walls shut it"
    if agent.request == REQUEST_FIELD and reason_of(agent) == REASON_PATH_LOST:
        return why_field_lost(agent)
    text = sentence_of(reason_of(agent), core.off_by if core != NULL else 0.0, core.start_offset if core != NULL else 0.0,
                       agent.parent != NULL,
                       agent.cls.is_plane)
    if agent.filter != NULL and (reason_of(agent) == REASON_START_OFF_MESH or reason_of(agent) == REASON_GOAL_OFF_MESH):
        text += "; ground that its filter excludes does not count"
    return text


cdef str why_field_lost(const NavAgent* agent):
    cdef NavFlowField* field = flow_field_of(navpy_gd.object_get_instance_from_id(agent.field_id))
    if agent.field_id == 0:
        return "there is no flow field: follow_field was given none"
    if field != NULL and field.cls.is_plane != agent.cls.is_plane:
        return "the flow field is of the other dimension"
    return why_lost(field, agent.goal_set)


cdef str sentence_of(int reason, double off_by, double start_offset, bint has_parent, bint plane):
    return {
        REASON_NONE: "",
        REASON_NO_REQUEST: "no path was requested: call requestPath or set target_position",
        REASON_NO_NAVMESH: "there is no navmesh here: add a NavMeshBaker to the scene and bake it" if has_parent else
                           "the NavAgent isn't in the scene tree under a Node3D",
        REASON_BAKING: "the navmesh is still being baked",
        REASON_INVALID_INPUT: "the target has a coordinate that is not finite",
        REASON_START_OFF_MESH: "no polygon here is on one of the agent's navigation_layers: give the agent or a baker a layer that "
                               "both have",
        REASON_GOAL_OFF_MESH: f"the target is {length_text(off_by, plane)} off the navmesh: request "
                              f"NavMap.of(self).closest_point(target) instead",
        REASON_GOAL_UNREACHABLE: "no path leads to the target: it is on another island of the navmesh, parted from this one by a "
                                 "wall, a gap or a shut door; a NavLink joins islands" if start_offset == 0.0 else
                                 f"no path leads to the target: the agent is {length_text(start_offset, plane)} off the navmesh, and "
                                 f"the point closest to it "
                                 "is on another island than the target",
        REASON_STOPPED: "the agent was stopped",
        REASON_PATH_LOST: "the path was lost: the navmesh changed or the agent was moved, and there is no other path",
        REASON_SEARCH_LIMIT: "the search ended at its limit: path_search_max_polygons or path_search_max_distance is too small for it",
        REASON_TOO_NARROW: "the passages to the target, or the places of the agent or the target, are too narrow for path_radius",
        REASON_LENGTH_LIMIT: "the path is cut at path_return_max_length",
        REASON_RADIUS_LIMIT: "the path is cut at path_return_max_radius",
    }[reason]


# ---- the crowd's agent ----

cdef CrowdMember* member_of(NavAgent* agent) noexcept nogil:
    return &agent.crowd.members[slot_of(agent.id)] if core_agent(agent) != NULL else NULL


cdef void enable_processing(NavAgent* agent) noexcept nogil:
    """The engine or the crowd processes the node in the next physics frame."""
    cdef CrowdMember* member = member_of(agent)
    if member != NULL and member.called_by_crowd:
        member.has_pending_call = agent.crowd.has_pending_calls = True
    else:
        node_set_physics(agent.owner, True)


cdef void update_crowd_agent(NavAgent* agent) noexcept nogil:
    """The crowd's agent has the node's parameters, with exceptions. A CharacterBody3D has BODY_SKIN around it, to stop before it
    touches another. Without a request, or after cancel_request(), the agent does not step aside, as its body is the script's. Its
    navigation layers become flags of polygons. A request that moves the body ends where it succeeds, once target_desired_distance was
    set. A body moved by a script has the script's limits, and on a link taken over by the script it goes to the very end. In space,
    while max_speed was not set, SCRIPT_SPEED limits the velocities that a script sets, and the path to target_position follows the
    ground within GROUND_ERROR; in the plane accelerations fit the speed."""
    cdef Agent* core = core_agent(agent)
    cdef AgentParams params = agent.params
    cdef CrowdMember* member = member_of(agent)
    if core == NULL:
        return
    core.makes_all_steps = True
    member.is_movable = agent.body == NULL and (
        (moves_body(agent) and agent.refusal != REASON_STOPPED) or (agent.request != REQUEST_TARGET and agent.has_leader))
    agent.body_settings.turn_rate = agent.params.turn_rate
    member.turn_rate = agent.body_settings.turn_rate if agent.body_settings.face_velocity else 0.0
    if member.called_by_crowd:
        enable_processing(agent)
    core.moved_by_script = agent.request == REQUEST_TARGET or agent.link_taken_over
    core.link_taken_over = agent.link_taken_over
    if agent.request == REQUEST_TARGET and agent.has_script_velocity and agent.params.avoidance_enabled:
        steer(core, agent.script_velocity.x, agent.script_velocity.z)
    else:
        release(core)
    params.yields = agent.params.yields and agent.request != REQUEST_NONE and agent.refusal != REASON_STOPPED
    params.include_flags = world_flags(agent.world, agent.navigation_layers)
    if agent.body != NULL:
        params.radius += FLAT_BODY_SKIN / UNITS_PER_METER if agent.cls.is_plane else BODY_SKIN
    if moves_body(agent) and agent.is_target_distance_set:
        params.stopping_distance = max(params.stopping_distance, params.target_desired_distance)
    if agent.link_taken_over:
        params.path_desired_distance = min(params.path_desired_distance, LINK_END)
    if agent.cls.is_plane:
        fit_to_speed(&params)
    elif is_steered(core) and not agent.is_max_speed_set:
        params.max_speed = SCRIPT_SPEED
    core.avoidance_limit = params.max_acceleration if agent.request == REQUEST_TARGET else 0.0
    if agent.request == REQUEST_TARGET:
        params.max_acceleration = params.turn_rate = 0.0
        if params.path_height_error == 0.0 and not agent.cls.is_plane:
            params.path_height_error = GROUND_ERROR
    crowd_set_params(&agent.crowd.data, agent.id, &params)
    crowd_set_filter(&agent.crowd.data, agent.id, world_rules(agent.world, nav_filter_of(agent.filter)) if agent.filter != NULL
                     else NULL)


cdef void update_steering(NavAgent* agent) noexcept nogil:
    """Scripts set it in every frame. Where the agent is steered already, nothing else of the crowd's agent follows from it."""
    cdef Agent* core = core_agent(agent)
    if core == NULL or not is_steered(core) or agent.request != REQUEST_TARGET or not core.params.avoidance_enabled:
        update_crowd_agent(agent)
        return
    steer(core, agent.script_velocity.x, agent.script_velocity.z)
    if member_of(agent).called_by_crowd:
        enable_processing(agent)


cdef void update_rest(NavAgent* agent, const Agent* core) noexcept nogil:
    """Remembers the place of rest at the end of a request, and where the agent goes from there by itself, to make room for others."""
    cdef bint rests = core.status == STATUS_SUCCESS and not is_active(core)
    if rests and (not agent.is_resting or is_moving(core)):
        memcpy(agent.rest_place, core.position, sizeof(agent.rest_place))
    agent.is_resting = rests


cdef bint was_moved_away(NavAgent* agent, Agent* core) noexcept nogil:
    """True if the agent was moved away from its place of rest. A jump moves it by less than its height."""
    cdef double slack = agent.params.target_desired_distance + agent.params.path_desired_distance
    cdef double rise = fabs(core.position[1] - agent.rest_place[1])
    return core.status == STATUS_SUCCESS and not is_active(core) and agent.is_resting and (
        distance2(core.position[0], core.position[2], agent.rest_place[0], agent.rest_place[2]) > slack
        or rise > max(slack, agent.params.height))


cdef bint was_put_elsewhere(NavAgent* agent, const Agent* core, const double* before, bint is_new) noexcept nogil:
    """True if the body was put elsewhere since its position was read. For the same target path_max_distance counts, too, as for all
    bodies that leave their path: a body faster than its max_speed keeps its path. On a link the crowd's step finds out."""
    cdef double most = farthest_move(core, physics_delta(agent.owner)), far = max(most, agent.params.path_max_distance)
    return is_active(core) and core.where != ON_LINK and (
        distance2(before[0], before[2], core.position[0], core.position[2]) > (most if is_new else far)
        or fabs(core.position[1] - before[1]) > far)


cdef int64_t last_read(NavAgent* agent) noexcept nogil:
    """The game's last frame whose step of the agent's crowd is over: this one, after its step."""
    return max(agent.crowd.frame, last_game_frame())


cdef void force_velocity(NavAgent* agent, const GdVector3* velocity) noexcept nogil:
    """Moves the crowd's last place of the body to where this velocity leads to the present place from."""
    cdef double delta
    cdef CrowdMember* member = member_of(agent)
    if member == NULL or not (isfinite(velocity.x) and isfinite(velocity.z)):
        return
    delta = physics_delta(agent.owner)
    read_finite_place(agent.parent, member.position)
    member.position[0] -= velocity.x * delta
    member.position[2] -= velocity.z * delta
    member.frame = last_read(agent)


cdef NavAgent* other_agent(NavAgent* agent) noexcept nogil:
    cdef NavAgent* other
    cdef int64_t i
    for i in range(child_count(agent.parent) if agent.parent != NULL else 0):
        other = <NavAgent*>instance_of(child_at(agent.parent, i), agent.cls)
        if other != NULL and other != agent and other.crowd != NULL:
            return other
    return NULL


cdef void take_body(NavAgent* agent) noexcept nogil:
    """The agent begins to drive its body, and goes on from the velocity that the body has."""
    cdef NavAgent* other
    cdef GdVector3 velocity
    if agent.body == NULL or not agent.drive_body or (moves_body(agent) and agent.refusal != REASON_STOPPED):
        return
    other = other_agent(agent)
    if other != NULL and other.drive_body and moves_body(other) and other.refusal != REASON_STOPPED:
        with gil:
            node_warning(agent.owner, f"its body is driven by {node_path(other.owner)}, too, and follows one of the two at random: "
                                      f"keep one NavAgent "
                                      "under a body, or call cancel_request() of the other one first")
    body_velocity(agent.body, &velocity)
    if velocity.x != 0 or velocity.z != 0:
        force_velocity(agent, &velocity)


# ---- requests ----

cdef void forget_saved(NavAgent* agent) noexcept nogil:
    cdef PyObject* saved = <PyObject*>agent.saved
    if saved != NULL:
        agent.saved = NULL
        with gil:
            Py_DECREF(<object>saved)


cdef int fail_request(NavAgent* agent, int reason) noexcept nogil:
    """Ends the request with this reason, also that of the crowd's agent."""
    forget_saved(agent)
    agent.awaits_navmesh = False
    agent.refusal = reason
    update_crowd_agent(agent)
    if agent.crowd != NULL:
        crowd_stop(&agent.crowd.data, agent.id)
    if reason == REASON_STOPPED and core_agent(agent) != NULL and core_agent(agent).where != ON_LINK:
        core_agent(agent).coasts = False            # from now on the body is the script's
    return STATUS_FAILURE


cdef bint is_new_request(NavAgent* agent, const GdVector3* target, RequestKind kind) noexcept nogil:
    """True if it is another request than at present. A target that moved by less than SAME_TARGET is the same, and so is the same
    target without finite coordinates."""
    cdef double dx = target.x - agent.target.x, dy = target.y - agent.target.y, dz = target.z - agent.target.z
    if kind != agent.request or agent.refusal == REASON_STOPPED:
        return True
    if is_same_place(target, &agent.target):
        return False
    return not dx * dx + dy * dy + dz * dz < SAME_TARGET * SAME_TARGET


cdef bint may_improve_later(NavAgent* agent, const Agent* core) noexcept nogil:
    """True if another baker of this world is still at work, and the request may lack its navmesh."""
    return agent.world.baking_count > 0 and (core.start_offset > 0.0 or core.status == STATUS_FAILURE and (
        core.reason == REASON_START_OFF_MESH or core.reason == REASON_GOAL_OFF_MESH or core.reason == REASON_GOAL_UNREACHABLE))


cdef int wait_for_navmesh(NavAgent* agent) noexcept nogil:
    """The request is RUNNING, and is made again in each frame until its navmesh is there."""
    agent.awaits_navmesh = True
    agent.emitted_status = STATUS_RUNNING
    return STATUS_RUNNING


cdef int make_request(NavAgent* agent, const GdVector3* target, RequestKind kind) noexcept nogil:
    cdef Agent* core
    cdef double goal[3]
    cdef double before[3]
    cdef bint is_new = is_new_request(agent, target, kind), waits
    cdef int32_t emitted = agent.emitted_replans
    cdef int64_t searches
    if kind == REQUEST_FIELD:
        return follow_field(agent, agent.field_id, agent.goal_set)
    if kind != REQUEST_TARGET:
        take_body(agent)
    # 1. The request, new or the same as before.
    forget_saved(agent)
    if is_new:
        agent.emitted_status = STATUS_RUNNING
        agent.emitted_replans = PATH_NOT_EMITTED
        agent.target = target[0]
    target = &agent.target
    agent.request = kind
    agent.refusal = REASON_NONE
    update_crowd_agent(agent)
    if agent.parent != NULL:
        enable_processing(agent)                    # the frame emits signals and drives the body
    # 2. Requests that do not reach the crowd.
    if not (isfinite(target.x) and isfinite(target.y) and isfinite(target.z)):
        if kind == REQUEST_TARGET:                  # scripts set it for "no target": there is nothing to tell
            agent.emitted_status = STATUS_FAILURE
            agent.emitted_replans = core_agent(agent).replans if core_agent(agent) != NULL else PATH_NOT_EMITTED
        elif is_new:
            with gil:
                node_error(agent.owner, f"the target {place_text(target, agent.cls.is_plane)} is not a place: its coordinates must "
                                        f"be finite")
        return fail_request(agent, REASON_INVALID_INPUT)
    if agent.parent == NULL:
        return fail_request(agent, REASON_NO_NAVMESH)
    if world_mesh(agent.world) == NULL:
        waits = agent.world.baking_count > 0 or not on_main_thread()    # which finds the scene's regions
        return wait_for_navmesh(agent) if waits else fail_request(agent, REASON_NO_NAVMESH)
    # 3. The crowd searches the path.
    agent.awaits_navmesh = False
    core = core_agent(agent)
    memcpy(before, core.position, sizeof(before))
    read_finite_place(agent.parent, core.position)
    if was_put_elsewhere(agent, core, before, is_new):
        emitted = agent.emitted_replans = PATH_NOT_EMITTED
        crowd_stop(&agent.crowd.data, agent.id)     # its path is searched anew
        agent.emitted_status = STATUS_RUNNING
    elif was_moved_away(agent, core):
        crowd_stop(&agent.crowd.data, agent.id)     # so that the same target counts as a new request
        agent.emitted_status = STATUS_RUNNING
    put_place(target, goal)
    searches = agent.crowd.data.searches
    crowd_request_path(&agent.crowd.data, agent.id, goal, allows_partial(kind))
    core = core_agent(agent)
    if is_new and emitted != PATH_NOT_EMITTED and searches == agent.crowd.data.searches and core.status != STATUS_FAILURE:
        agent.emitted_replans = core.replans        # the path is the former, and its end follows the target
    agent.emitted_replans = min(agent.emitted_replans, core.replans)    # of a new request it begins at 0
    if may_improve_later(agent, core):
        return wait_for_navmesh(agent)
    if core.status == STATUS_RUNNING:
        agent.emitted_status = STATUS_RUNNING
    return core.status


cdef int follow_field(NavAgent* agent, uint64_t field_id, int64_t goal_set) noexcept nogil:
    """It may be called every frame: the same field starts nothing anew."""
    cdef NavFlowField* field = flow_field_of(navpy_gd.object_get_instance_from_id(field_id))
    cdef const FieldGuide* guide = NULL
    cdef Agent* core
    cdef int status
    if agent.request != REQUEST_FIELD or agent.refusal == REASON_STOPPED or field_id != agent.field_id \
            or goal_set != agent.goal_set:
        agent.emitted_status = STATUS_RUNNING
        agent.emitted_replans = agent.emitted_points = 0            # there is no path to tell of
    take_body(agent)
    agent.request, agent.refusal, agent.awaits_navmesh = REQUEST_FIELD, REASON_NONE, False
    agent.field_id, agent.goal_set = field_id, goal_set
    update_crowd_agent(agent)
    if agent.parent == NULL:
        return fail_request(agent, REASON_NO_NAVMESH)
    enable_processing(agent)
    if field != NULL and field.cls.is_plane == agent.cls.is_plane:
        guide = guide_of(field, goal_set)
    if guide == NULL:
        return fail_request(agent, REASON_PATH_LOST)
    core = core_agent(agent)
    read_finite_place(agent.parent, core.position)
    if was_moved_away(agent, core):
        crowd_stop(&agent.crowd.data, agent.id)
    status = follow_guide(agent.crowd, agent.id, guide)
    if status == STATUS_RUNNING:
        agent.emitted_status = STATUS_RUNNING
    return status


cdef void request_again(NavAgent* agent) noexcept nogil:
    if agent.request == REQUEST_NONE or agent.refusal == REASON_STOPPED or status_of(agent) == STATUS_SUCCESS \
            or agent.world == NULL or in_editor():
        return
    if agent.crowd != NULL:
        crowd_stop(&agent.crowd.data, agent.id)
    agent.emitted_replans = PATH_NOT_EMITTED
    make_request(agent, &agent.target, agent.request)


cdef void request_in_next_frame(NavAgent* agent) noexcept nogil:
    agent.awaits_navmesh = True
    enable_processing(agent)
