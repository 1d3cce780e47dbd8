"""The methods, properties, signals and constants of NavAgent for the engine, with their help."""
from libc.math cimport isfinite, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t
from navpy.base.core cimport *
from navpy.base.geom cimport distance2
from navpy.godot.agent.animation cimport (
    get_braking_distance, get_corner_angle, get_distance_to_corner, get_shows_moving, get_next_corner, get_smoothed_speed,
    get_smoothed_velocity, get_turn_ahead, get_turning_speed, movement_started_signal, movement_stopped_signal)
from navpy.godot.agent.frame cimport (
    change_map, configuration_warnings, finish_taken_link, navigation_finished_signal, on_changed, on_freed, on_made, on_notification,
    take_over_link, target_reached_signal, velocity_computed_signal)
from navpy.godot.agent.leash cimport get_flock_leader, name_agent_class, set_flock_leader
from navpy.godot.agent.nav_agent_data cimport (
    PATH_NOT_EMITTED, REQUEST_NEAR, REQUEST_NONE, REQUEST_PATH, REQUEST_TARGET, NavAgent, core_agent)
from navpy.godot.agent.nav_agent_path cimport (
    LAST_POINT, copy_path, ends_at_target, link_reached_signal, path_changed_signal, path_point, point_count, put_corridor, put_result,
    waypoint_reached_signal)
from navpy.godot.agent.requests cimport (
    enable_processing, fail_request, follow_field, force_velocity, make_request, reason_of, reason_text, status_of, update_crowd_agent,
    update_steering)
from navpy.godot.agent.saved_state cimport load_state, save_state
from navpy.godot.agent.step_smoothing cimport get_step_smoothing, move_body, set_step_smoothing
from navpy.godot.agent.stuck cimport is_without_progress, stuck_changed_signal, why_stuck
from navpy.godot.binding.binding cimport register_class
from navpy.godot.binding.class_spec cimport (
    HINT_GROUP_ENABLE, HINT_LAYERS_3D_NAVIGATION, HINT_NODE_PATH, USAGE_STORAGE, ClassSpec, GdDictionary, GdNavFilter, GdNavFlowField,
    GdNavMap, GdPackedVector3Array, GdPathResult, GdRef, GdRid, type_spec)
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.setting_properties cimport declare_rows
from navpy.godot.binding.gd cimport GdString, GdVector3, navpy_gd
from navpy.godot.binding.log cimport node_error, put_message
from navpy.godot.binding.path_objects cimport navigation_map_of, new_server_agent
from navpy.godot.binding.plane cimport place_text
from navpy.godot.binding.threads cimport on_main_thread
from navpy.godot.binding.vector cimport vector_of
from navpy.godot.map.nav_map cimport put_nav_map
from navpy.motion.agent.agent cimport ON_LINK, Agent, is_active, is_moving
from navpy.motion.agent.animation_state cimport distance_to_stop

from navpy.motion.agent.agent_params import GROUPS

cdef double[3] STILL = [0.0, 0.0, 0.0]

# ---- methods ----

cdef int64_t request_path(NavAgent* agent, const GdVector3* target, uint8_t allow_partial) noexcept nogil:
    return make_request(agent, target, REQUEST_NEAR if allow_partial else REQUEST_PATH)


cdef int64_t follow_flow_field(NavAgent* agent, GdNavFlowField* field, int64_t goal_set) noexcept nogil:
    return follow_field(agent, navpy_gd.object_get_instance_id(field) if field != NULL else 0, goal_set)


cdef int64_t has_arrived(NavAgent* agent) noexcept nogil:
    return status_of(agent)


cdef void cancel_request(NavAgent* agent) noexcept nogil:
    if agent.request != REQUEST_NONE:
        fail_request(agent, REASON_STOPPED)


cdef double get_start_offset(NavAgent* agent) noexcept nogil:
    cdef Agent* core = core_agent(agent)
    return core.start_offset if core != NULL else 0.0


cdef int64_t get_reason(NavAgent* agent) noexcept nogil:
    return reason_of(agent)


cdef void get_reason_text(NavAgent* agent, GdString* out) noexcept with gil:
    put_message(out, agent.cls.is_plane, reason_text(agent))


cdef void get_why_stuck(NavAgent* agent, GdString* out) noexcept with gil:
    put_message(out, agent.cls.is_plane, why_stuck(agent) or reason_text(agent))


cdef int64_t get_crowd_id(NavAgent* agent) noexcept nogil:
    return agent.id


cdef GdVector3 get_desired_velocity(NavAgent* agent) noexcept nogil:
    cdef Agent* core = core_agent(agent)
    return vector_of(&core.preferred_velocity[0] if core != NULL else &STILL[0])


cdef GdVector3 get_safe_velocity(NavAgent* agent) noexcept nogil:
    """Its y is 0 but on links."""
    cdef Agent* core = core_agent(agent)
    return vector_of(&core.velocity[0] if core != NULL and is_moving(core) else &STILL[0])


cdef GdVector3 get_velocity(NavAgent* agent) noexcept nogil:
    return agent.script_velocity


cdef void set_velocity(NavAgent* agent, const GdVector3* velocity) noexcept nogil:
    if not (isfinite(velocity.x) and isfinite(velocity.y) and isfinite(velocity.z)):
        with gil:
            node_error(agent.owner, f"velocity must be finite, not {place_text(velocity, agent.cls.is_plane)}; it stays as it was")
        return
    # Outside the tree the engine sets all properties of a duplicate, also those that nobody has set.
    agent.has_script_velocity |= agent.parent != NULL or velocity.x != 0 or velocity.y != 0 or velocity.z != 0
    agent.script_velocity = velocity[0]
    update_steering(agent)


cdef GdVector3 get_target_position(NavAgent* agent) noexcept nogil:
    return agent.target


cdef void set_target_position(NavAgent* agent, const GdVector3* target) noexcept nogil:
    """A target that is set again after the end of its request emits its signals again."""
    if agent.world == NULL or in_editor():
        agent.target = target[0]
        agent.request = REQUEST_TARGET
        return
    if agent.emitted_status != STATUS_RUNNING:
        agent.emitted_status = STATUS_RUNNING
        agent.emitted_replans = PATH_NOT_EMITTED
    make_request(agent, target, REQUEST_TARGET)


# ---- the path ----

cdef GdVector3 with_height_offset(NavAgent* agent, int32_t index) noexcept nogil:
    cdef GdVector3 out = path_point(agent, index)
    if point_count(agent) > 0:
        out.y -= <float>agent.path_height_offset
    return out


cdef GdVector3 get_next_path_position(NavAgent* agent) noexcept nogil:
    cdef Agent* core = core_agent(agent)
    return with_height_offset(agent, core.next_corner if core != NULL else 0)


cdef GdVector3 get_final_position(NavAgent* agent) noexcept nogil:
    return with_height_offset(agent, LAST_POINT)


cdef void get_path(NavAgent* agent, GdPackedVector3Array* out) noexcept nogil:
    copy_path(agent, out)


cdef void get_corridor(NavAgent* agent, GdPackedVector3Array* out) noexcept nogil:
    put_corridor(agent, out)


cdef int64_t get_path_index(NavAgent* agent) noexcept nogil:
    cdef int32_t count = point_count(agent)
    return min(core_agent(agent).next_corner, count - 1) if count > 0 else 0


cdef void get_result(NavAgent* agent, GdRef[GdPathResult]* out) noexcept nogil:
    put_result(agent, out)


cdef double get_path_length(NavAgent* agent) noexcept nogil:
    cdef Agent* core = core_agent(agent)
    return core.path_length if core != NULL else 0


cdef double distance_left(NavAgent* agent, const Agent* core) noexcept nogil:
    """From the present place of the body; the crowd measured before it moved the body. Outside the main thread the engine does not
    tell the place: as the crowd measured it."""
    cdef GdVector3 corner
    cdef double place[3]
    if core == NULL:
        return 0.0
    if not is_active(core) or core.where == ON_LINK or core.next_corner >= point_count(agent) or not on_main_thread():
        return core.distance_left
    if not read_finite_place(agent.parent, place):
        return core.distance_left
    corner = path_point(agent, core.next_corner)
    return distance2(place[0], place[2], corner.x, corner.z) + core.distance_after_corner


cdef double get_distance_left(NavAgent* agent) noexcept nogil:
    return distance_left(agent, core_agent(agent))


cdef double get_distance_to_stop(NavAgent* agent) noexcept nogil:
    cdef const Agent* core = core_agent(agent)
    return distance_to_stop(core, distance_left(agent, core)) if core != NULL else 0.0


cdef double get_distance_to_target(NavAgent* agent) noexcept nogil:
    cdef double x, y, z
    cdef GdVector3 place
    if agent.parent == NULL:
        return 0
    global_position(agent.parent, &place)
    x, y, z = agent.target.x - place.x, agent.target.y - place.y, agent.target.z - place.z
    return sqrt(x * x + y * y + z * z)


cdef uint8_t is_navigation_finished(NavAgent* agent) noexcept nogil:
    return status_of(agent) != STATUS_RUNNING


cdef uint8_t is_target_reachable(NavAgent* agent) noexcept nogil:
    return status_of(agent) != STATUS_FAILURE and ends_at_target(agent)


cdef uint8_t is_target_reached(NavAgent* agent) noexcept nogil:
    return status_of(agent) == STATUS_SUCCESS and ends_at_target(agent)


# ---- links ----

cdef uint8_t take_over(NavAgent* agent) noexcept nogil:
    return take_over_link(agent)


cdef void finish(NavAgent* agent) noexcept nogil:
    finish_taken_link(agent)


cdef uint8_t get_is_on_link(NavAgent* agent) noexcept nogil:
    cdef Agent* core = core_agent(agent)
    return core != NULL and core.where == ON_LINK


cdef uint8_t get_is_stuck(NavAgent* agent) noexcept nogil:
    """A request that was made or ended since the last frame has not stopped it."""
    cdef Agent* core = core_agent(agent)
    return agent.is_stuck and core != NULL and is_without_progress(agent, core)


# ---- the map ----

cdef GdRid get_rid(NavAgent* agent) noexcept nogil:
    cdef GdRid rid
    if agent.server_rid == 0:
        agent.server_rid = new_server_agent(agent.cls.is_plane)
    rid.id = agent.server_rid
    return rid


cdef GdRid get_map(NavAgent* agent) noexcept nogil:
    cdef GdRid rid
    rid.id = agent.chosen_map if agent.chosen_map != 0 else navigation_map_of(agent.owner, agent.cls.is_plane) \
        if agent.parent != NULL else 0
    return rid


cdef void set_map(NavAgent* agent, GdRid map) noexcept nogil:
    if map.id != agent.chosen_map:
        agent.chosen_map = map.id
        change_map(agent)


cdef void get_nav_map(NavAgent* agent, GdRef[GdNavMap]* out) noexcept nogil:
    if agent.world != NULL:
        put_nav_map(agent.world, agent.cls.is_plane, out)
        return
    with gil:
        node_error(agent.owner, "get_map: the agent is not inside the scene tree under a Node3D, so it is on no map")


cdef void get_filter(NavAgent* agent, GdRef[GdNavFilter]* out) noexcept nogil:
    navpy_gd.ref_set_object(out, agent.filter)


cdef void set_filter(NavAgent* agent, GdNavFilter* filter) noexcept nogil:
    """The former filter lives until the crowd's agent has the new filter."""
    cdef void* former = NULL
    navpy_gd.ref_set_object(&former, agent.filter)
    navpy_gd.ref_set_object(&agent.filter, filter)
    update_crowd_agent(agent)
    navpy_gd.ref_set_object(&former, NULL)
    if agent.parent != NULL and agent.request != REQUEST_NONE:
        enable_processing(agent)


# ---- what it declares ----

cdef void declare_constants(ClassSpec[NavAgent]* c) noexcept:
    c.constant(b"Status", b"RUNNING", STATUS_RUNNING, b"On the way. This is 0: compare by name, never test for truth.")
    c.constant(b"Status", b"SUCCESS", STATUS_SUCCESS, b"Arrived.")
    c.constant(b"Status", b"FAILURE", STATUS_FAILURE, b"It cannot arrive; [member reason] says why.")
    c.constant(b"Reason", b"REASON_NONE", REASON_NONE, b"There is nothing to explain.")
    c.constant(b"Reason", b"REASON_NO_REQUEST", REASON_NO_REQUEST, b"No path was requested.")
    c.constant(b"Reason", b"REASON_NO_NAVMESH", REASON_NO_NAVMESH, b"There is no navmesh in this world.")
    c.constant(b"Reason", b"REASON_BAKING", REASON_BAKING, b"The navmesh is still being baked.")
    c.constant(b"Reason", b"REASON_INVALID_INPUT", REASON_INVALID_INPUT, b"The target is not finite.")
    c.constant(b"Reason", b"REASON_START_OFF_MESH", REASON_START_OFF_MESH, b"No polygon is on the agent's [member navigation_layers].")
    c.constant(b"Reason", b"REASON_GOAL_OFF_MESH", REASON_GOAL_OFF_MESH, b"The target is too far off the navmesh.")
    c.constant(b"Reason", b"REASON_GOAL_UNREACHABLE", REASON_GOAL_UNREACHABLE, b"The target is on another island of the navmesh.")
    c.constant(b"Reason", b"REASON_STOPPED", REASON_STOPPED, b"[method cancel_request] was called.")
    c.constant(b"Reason", b"REASON_PATH_LOST", REASON_PATH_LOST, b"The path was lost, and there is no other.")
    c.constant(b"Reason", b"REASON_SEARCH_LIMIT", REASON_SEARCH_LIMIT,
               b"The search ended at [member path_search_max_polygons] or [member path_search_max_distance].")
    c.constant(b"Reason", b"REASON_TOO_NARROW", REASON_TOO_NARROW, b"The passages there are too narrow for [member path_radius].")
    c.constant(b"Reason", b"REASON_LENGTH_LIMIT", REASON_LENGTH_LIMIT, b"The path is cut at [member path_return_max_length].")
    c.constant(b"Reason", b"REASON_RADIUS_LIMIT", REASON_RADIUS_LIMIT, b"The path is cut at [member path_return_max_radius].")


cdef int declare_pathfinding(ClassSpec[NavAgent]* c) except -1:
    cdef NavAgent* a = NULL
    c.group(b"Pathfinding")
    c.property(b"target_position", get_target_position, set_target_position,
               b"The target in world space. A script that sets it gets a path that may end at the nearest reachable point, and moves "
               b"the body itself.").usage(USAGE_STORAGE)
    declare_rows(c, GROUPS["Pathfinding"], <size_t>&a.params)
    c.member(b"path_height_error").spatial()
    c.number(b"path_height_offset", &a.path_height_offset,
             b"Subtracted from the height of [method get_next_path_position] and [method get_final_position]. The agent itself needs "
             b"no "
             b"offset: its origin may be at any height over the floor.").range(b"-100,100,0.01,or_greater,or_less,suffix:m").spatial()
    c.layers(b"navigation_layers", &a.navigation_layers, HINT_LAYERS_3D_NAVIGATION,
             b"Layers that its paths may lead over. A change of them asks for another path.")
    c.property(b"filter", get_filter, set_filter,
               b"Who may go where, at what cost, and what is known of the level, for a kind of agent. Agents may share one. A change "
               b"of it asks for another path.").resource()
    c.number(b"pathfinding_algorithm", &a.pathfinding_algorithm,
             b"There is one: the shortest path.").choices(b"AStar").at_least(0).at_most(0)
    c.number(b"path_metadata_flags", &a.path_metadata_flags,
             b"What [signal waypoint_reached], [signal link_reached] and [method get_current_navigation_result] tell about a point "
             b"beside its "
             b"position: whether a link begins there, the node that the link or the ground comes from, and its RID. [NavMeshBaker] "
             b"and [NavLink] "
             b"have no RID.").flags(b"Include Types,Include RIDs,Include Owners").at_least(0).at_most(7)
    return 0


cdef int declare_avoidance(ClassSpec[NavAgent]* c) except -1:
    cdef NavAgent* a = NULL
    c.group(b"Avoidance")
    declare_rows(c, GROUPS["Avoidance"], <size_t>&a.params)
    c.member(b"height").spatial()
    c.flag(b"is_max_speed_set", &a.is_max_speed_set,
           b"[member max_speed] was set, and bounds [member velocity]. Scenes and duplicates keep it.").usage(USAGE_STORAGE).spatial()
    c.flag(b"is_target_distance_set", &a.is_target_distance_set,
           b"[member target_desired_distance] was set, and a request that moves the body ends there. Scenes and duplicates "
           b"keep it.").usage(USAGE_STORAGE)
    c.property(b"velocity", get_velocity, set_velocity,
               b"The preferred velocity of a script that steers the agent itself on its way to [member target_position]. [signal "
               b"velocity_computed] hands out what avoidance makes of it. Where a script never sets it, the agent prefers the "
               b"velocity along its path. Once it was set, [member max_speed] bounds it.").usage(USAGE_STORAGE)
    c.flag(b"use_3d_avoidance", &a.use_3d_avoidance,
           b"[signal velocity_computed] keeps the y of [member velocity]. Avoidance is always in the ground plane, between agents on "
           b"the same floor.").spatial()
    c.flag(b"keep_y_velocity", &a.keep_y_velocity,
           b"[signal velocity_computed] keeps the y of [member velocity]. If off, its y is 0.").spatial()
    return 0


cdef int declare_own(ClassSpec[NavAgent]* c) except -1:
    """Declarations without a counterpart in NavigationAgent3D."""
    cdef NavAgent* a = NULL
    c.group(b"Flocking")
    c.property(b"flock_leader", get_flock_leader, set_flock_leader,
               b"The path to the [NavAgent] that leads this agent, of the same crowd. Without a request under way the agent follows "
               b"its leader along the navmesh until the path to it is [member leash_length] long; this is no request, and [method "
               b"hasArrived] does not tell of it. On the way of a request the agent is drawn towards its leader by [member "
               b"leash_weight].").hint(HINT_NODE_PATH, b"NavAgent")
    declare_rows(c, GROUPS["Flocking"], <size_t>&a.params)
    c.group(b"Body")
    c.flag(b"drive_body", &a.drive_body,
           b"Drives the CharacterBody3D above from [method requestPath] until [method cancel_request], also after it has arrived: "
           b"sets its {horizontal velocity, applies gravity|velocity} and calls [code]move_and_slide[/code] once in a physics frame. "
           b"A script should not do so then.")
    declare_rows(c, GROUPS["Body"], <size_t>&a.params)
    c.flag(b"climb_steps", &a.body_settings.climb_steps,
           b"Lifts the body over steps up to the agent_max_climb of the bake; [code]move_and_slide[/code] alone does not "
           b"climb them.").spatial()
    c.property(b"step_smoothing", get_step_smoothing, set_step_smoothing,
               b"The path to a node below the body, such as its mesh, its camera or a Node3D above both: its height glides while the "
               b"body goes up and down steps. Empty: it jumps with the body. It does so for bodies that a script moves, "
               b"too.").hint(HINT_NODE_PATH,
                             b"Node3D").spatial()
    c.flag(b"face_velocity", &a.body_settings.face_velocity,
           b"Turns the front of the body ({\xe2\x88\x92Z|+X}) to [member smoothed_velocity], from [signal movement_started] on.")
    c.group(b"State")
    c.reading(b"status", has_arrived, b"What [method hasArrived] returns.").enumeration(b"NavAgent.Status")
    c.reading(b"reason", get_reason, b"The reason of the status.").enumeration(b"NavAgent.Reason")
    c.reading(b"reason_text", get_reason_text, b"The reason as a sentence.")
    c.reading(b"start_offset", get_start_offset,
              b"Distance between the agent and the navmesh when its path was searched, in meters; 0, if the agent was on the navmesh. "
              b"Off the navmesh a path begins at the closest point, and the agent goes straight there.").length()
    c.reading(b"is_stuck", get_is_stuck,
              b"It has a path and has come no nearer to its target for two seconds; [method why_stuck] says why.")
    c.reading(b"is_on_link", get_is_on_link, b"It crosses a link.")
    c.reading(b"distance_left", get_distance_left,
              b"Length of the path that is left from the place of the body, in meters.{ It is measured in the ground plane, over "
              b"links in space.|}").length()
    c.reading(b"desired_velocity", get_desired_velocity,
              b"The velocity that the agent prefers along its path{: in the ground plane|}, on a link straight to its end.")
    c.reading(b"safe_velocity", get_safe_velocity, b"The velocity after avoidance of other agents, by which the body is driven.")
    c.group(b"Animation")
    c.reading(b"smoothed_speed", get_smoothed_speed,
              b"Speed of the body{ in the ground plane|}{, on links in space|}, smoothed over [member smoothing_time], in m/s: for "
              b"blend spaces and the speed at which an animation plays.").length()
    c.reading(b"smoothed_velocity", get_smoothed_velocity,
              b"Velocity of the body{ in the ground plane|}, likewise smoothed: for blend spaces of two axes, with steps to the sides "
              b"and back. In a turn it is shorter than [member smoothed_speed]. While the body stands it keeps its last direction{, a "
              b"millimeter a second long|}.")
    c.reading(b"turning_speed", get_turning_speed,
              b"Rate at which the heading of the velocity turns, smoothed over [member smoothing_time], in degrees a second, above 0 "
              b"to the left{|, unlike [member Node2D.rotation]}: for leaning into a turn. It fades where the agent is slow, or goes "
              b"to and fro in a queue.")
    c.reading(b"shows_moving", get_shows_moving,
              b"It walks: from [signal movement_started] to [signal movement_stopped]. It begins where [member smoothed_speed] is "
              b"above a fifth of [member max_speed] and ends below a fortieth, so that being held up for a moment, or shuffling in a "
              b"queue, does not flip it.")
    c.reading(b"turn_ahead", get_turn_ahead,
              b"Angle from the front of the body ({\xe2\x88\x92Z|+X}) to where it wants to go ([member desired_velocity]), in "
              b"degrees, above 0 to the left{|, unlike [member Node2D.rotation]}; 0 without a way to go. When it starts with more "
              b"than about 120 to either side, it turns around.")
    c.reading(b"next_corner", get_next_corner,
              b"Where the path turns next, or its end{, on the navmesh. [method get_next_path_position] may be nearer: a point where "
              b"only the ground bends|}. Without a path the place of the parent.")
    c.reading(b"distance_to_corner", get_distance_to_corner,
              b"Length of the path from the place of the body to [member next_corner], in meters, measured as [member "
              b"distance_left].").length()
    c.reading(b"corner_angle", get_corner_angle,
              b"Angle by which the path turns at [member next_corner], in degrees, above 0 to the left{|, unlike [member "
              b"Node2D.rotation]}; 0 at its end.")
    c.reading(b"distance_to_stop", get_distance_to_stop,
              b"Meters to where the body comes to rest: along the path to its end less [member stopping_distance]; without a request "
              b"under way the [member braking_distance]; without [member auto_brake] the sum of both. A stop animation begins where "
              b"this is its own way.").length()
    c.reading(b"braking_distance", get_braking_distance,
              b"Meters in which the body would come to rest if it braked from now on by [member max_deceleration].").length()
    c.group(b"Debug")
    c.flag(b"debug_enabled", &a.debug_enabled,
           b"Shows the path; with Debug > Visible Navigation also its polygons, the velocities and why the agent is "
           b"stuck.").hint(HINT_GROUP_ENABLE).read_by(b"get_debug_enabled")
    c.flag(b"debug_use_custom", &a.debug_use_custom,
           b"Draws the path with [member debug_path_custom_color] and [member debug_path_custom_point_size].")
    c.number(b"debug_path_custom_line_width", &a.debug_path_custom_line_width,
             b"Width of the path with [member debug_use_custom]; below 0 half the size of its points.").range(
                 b"-1,50,0.01,or_greater,suffix:px").flat()
    c.color(b"debug_path_custom_color", &a.debug_path_custom_color, b"Color of the path with [member debug_use_custom].")
    c.number(b"debug_path_custom_point_size", &a.debug_path_custom_point_size,
             b"Size of the points of the path with [member debug_use_custom].").range(b"0,50,0.01,or_greater,suffix:px").at_least(0)
    return 0


cdef void declare_methods(ClassSpec[NavAgent]* c) noexcept:
    c.method(b"requestPath", request_path,
             b"Requests a path to [param target] (world space) and walks along it. The status is returned at once: RUNNING; SUCCESS, "
             b"if the agent is there already; FAILURE, if there is no path, with a [member reason]. A second call with the same "
             b"target changes nothing; a target that has moved is followed. With [param allow_partial] the agent goes as near as it "
             b"can to a target that it cannot reach, as with [member target_position]: its request then ends with SUCCESS, and "
             b"[method is_target_reached] is [code]false[/code]. Another call with the same target leads on if a way has opened "
             b"meanwhile.",
             b"target", b"allow_partial").optional(False).alias(b"request_path").enumeration(b"NavAgent.Status")
    c.method(b"follow_field", follow_flow_field,
             b"Walks to a goal of a flow field, of one of its goal sets, as after [method requestPath], but without a path: no "
             b"navmesh is needed, and cells that are walls are not entered. On a navmesh the agent stays on that, too. It may be "
             b"called every frame; a field that changes is followed.",
             b"field", b"goal_set").optional(0).enumeration(b"NavAgent.Status")
    c.method(b"hasArrived", has_arrived,
             b"RUNNING on the way; SUCCESS within [member target_desired_distance] of the target; FAILURE, if there is no path or no "
             b"request.").alias(b"has_arrived").enumeration(b"NavAgent.Status").constant()
    c.method(b"cancel_request", cancel_request,
             b"Cancels the request. The agent stands still, and the body is the script's again{ once it is on the floor|}.")
    c.method(b"move_and_climb", move_body,
             b"Takes the place of [code]velocity = \xe2\x80\xa6[/code] and [code]move_and_slide()[/code] in a script that moves the "
             b"body: moves it by [param velocity], in world space and with the script's own gravity, and over steps up to the "
             b"agent_max_climb of the bake, up and down.",
             b"velocity").spatial()
    c.method(b"why_stuck", get_why_stuck,
             b"Why the agent makes no progress, in a sentence: what is missing, which agents are in its way, what blocks its body. "
             b"Empty while it makes progress.").constant()
    c.method(b"take_over_link", take_over,
             b"For a handler of [signal link_reached]: the script moves the body across the link. The agent waits until [method "
             b"finish_link] is called, or the body is within a centimeter (in 2D at 16 pixels a meter: 0.16 pixels) of the end. "
             b"False, if the agent is on no link.")
    c.method(b"finish_link", finish, b"After [method take_over_link]: the agent goes on from the place of the body; from rest, where "
                                     b"it could not "
             b"brake before the end of its path.")
    c.method(b"get_next_path_position", get_next_path_position,
             b"The next corner of the path; without a path, the place of the parent. The call changes nothing, as the agent moves on "
             b"along its path by itself.").constant()
    c.method(b"get_final_position", get_final_position, b"The end of the path; without a path, the place of the parent.").constant()
    c.method(b"get_current_navigation_path", get_path, b"The corners of the path, from its start.").constant()
    c.method(b"get_corridor_triangles", get_corridor,
             b"Triangles of the polygons that the path goes through, three points each, to draw them. Debug > Visible Navigation "
             b"draws them with [member debug_enabled].").constant()
    c.method(b"get_current_navigation_path_index", get_path_index,
             b"Index of [method get_next_path_position] in [method get_current_navigation_path].").constant()
    c.method(b"get_current_navigation_result", get_result, b"The path with the metadata of its points.").constant()
    c.method(b"get_path_length", get_path_length, b"Length of the whole path, straight from point to point, in "
                                                  b"meters.").length().constant()
    c.method(b"distance_to_target", get_distance_to_target,
             b"Straight distance from the parent to [member target_position], in meters; [member distance_left] is measured along the "
             b"path.").constant().length()
    c.method(b"is_navigation_finished", is_navigation_finished, b"Whether the agent has arrived or has no path.").constant()
    c.method(b"is_target_reachable", is_target_reachable,
             b"Whether the path leads to the target, or within [member target_desired_distance] of it.").constant()
    c.method(b"is_target_reached", is_target_reached,
             b"Whether the agent has arrived at the target itself, not at the nearest reachable point.").constant()
    c.method(b"set_velocity_forced", force_velocity,
             b"Other agents avoid the body as if it had this velocity, until it moves. A body that a script puts elsewhere needs no "
             b"call: the crowd sees that.", b"velocity")
    c.method(b"save_state", save_state,
             b"The agent in a saved game, as plain values that JSON and [code]var_to_bytes[/code] carry: the body's place, rotation "
             b"and velocity, the request, the place on the path and the link that is crossed. Properties are the scene's, and a field "
             b"is followed anew by [method follow_field].").constant()
    c.method(b"load_state", load_state,
             b"Puts the body where it was when [method save_state] returned [param state], and has the agent go on from there. Call "
             b"it after the parameters are set and the node is inside the tree. True, if the next frames are those that the saved "
             b"agent would have had. False, if the navmesh differs from that one, is still being baked or another version of navpy "
             b"saved it: then the agent walks on at its velocity, by a path that it searches.", b"state")
    c.method(b"get_crowd_id", get_crowd_id,
             b"Id of the agent in its crowd, as [method Crowd.set_flock_leader] takes it; -1 outside the scene tree. It has another "
             b"one each time it enters the tree.").constant()
    c.method(b"get_rid", get_rid,
             b"RID of an agent of NavigationServer3D that stands for this one. Calls of the server with this RID have no effect on "
             b"this agent.").constant()
    c.method(b"get_map", get_nav_map, b"The map of the agent, for questions.").constant()
    c.method(b"get_navigation_map", get_map,
             b"RID of the navigation map of the agent's world, or of the map that was set.").constant()
    c.method(b"set_navigation_map", set_map,
             b"Puts the agent on another navigation map of the server, where it walks on the [NavigationRegion3D] and "
             b"[NavigationLink3D] nodes of that map. Bakers are on the map of their world. RID() puts the agent back on the map of "
             b"its world.", b"navigation_map")


cdef void declare_signals(ClassSpec[NavAgent]* c) noexcept:
    c.signal(b"path_changed", &path_changed_signal,
             b"The agent has a new path: for a new request, or because the navmesh has changed or the agent was moved.")
    c.signal(b"target_reached", &target_reached_signal,
             b"The agent has arrived at the target itself. Emitted just before [signal navigation_finished].")
    c.signal(b"waypoint_reached", &waypoint_reached_signal,
             b"The agent has passed a point of its path, also the first and the last one. [param details] has its "
             b"[code]position[/code] and, by [member path_metadata_flags], [code]type[/code], [code]rid[/code] and "
             b"[code]owner[/code].").argument(b"details", type_spec[GdDictionary]())
    c.signal(b"link_reached", &link_reached_signal,
             b"The agent begins to cross a link. [param details] has the keys of [signal waypoint_reached], and "
             b"[code]link_entry_position[/code] and [code]link_exit_position[/code]. A handler may call [method "
             b"take_over_link].").argument(b"details", type_spec[GdDictionary]())
    c.signal(b"navigation_finished", &navigation_finished_signal, b"The agent has arrived, or has no path any more.")
    c.signal(b"velocity_computed", &velocity_computed_signal,
             b"Every physics frame, if the agent does not drive a body itself: after [method requestPath] while it moves; after "
             b"[member target_position] while [member avoidance_enabled] is on. The velocity is [member velocity], or [member "
             b"desired_velocity] where that was never set, after avoidance of other "
             b"agents.").argument(b"safe_velocity", type_spec[GdVector3]())
    c.signal(b"movement_started", &movement_started_signal, b"[member shows_moving] has become true.")
    c.signal(b"movement_stopped", &movement_stopped_signal,
             b"[member shows_moving] has become false: some tenths of a second after the body stands. [member distance_to_stop] "
             b"tells before.")
    c.signal(b"stuck_changed", &stuck_changed_signal, b"[member is_stuck] has changed.").argument(b"is_stuck", type_spec[uint8_t]())


def register():
    cdef ClassSpec[NavAgent] c
    c.declare(b"NavAgent", b"Node", b"Finds paths on the navmesh and walks along them.",
              b"A child of the body that walks. [method requestPath] requests a path to a target and may be called every tick, as a "
              b"leaf of a behavior tree does; [method hasArrived] returns the status. Under a [CharacterBody3D]{|, which should "
              b"float,} the agent drives the body with [code]move_and_slide[/code]; elsewhere, or with [member drive_body] off, it "
              b"emits [signal velocity_computed] every physics frame. {Distances to waypoints are measured in the ground plane, so "
              b"the body's origin may be at any height over the floor. |}[member target_position] works as that of "
              b"[NavigationAgent3D]{, whose members this node all has|}: the agent never moves the body then, and its path ends at "
              b"the nearest reachable point.{| While [member max_acceleration] and [member max_deceleration] have their first values "
              b"they follow [member max_speed]: a body comes to any speed in as long a time as to the first one, 0.42 seconds, and to "
              b"rest in half of it.}")
    c.on_made(on_made)
    c.on_freed(on_freed)
    c.on_notification(on_notification)
    c.on_changed(on_changed)
    c.overrides(b"_get_configuration_warnings", configuration_warnings)
    c.in_plane_too()
    declare_constants(&c)
    declare_pathfinding(&c)
    declare_avoidance(&c)
    declare_own(&c)
    declare_methods(&c)
    declare_signals(&c)
    name_agent_class(register_class(&c))
