"""NavAgent as scripts, the inspector and the help see it: what it declares, and its methods."""
from libc.math cimport hypot, isfinite, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t
from navpy.base.core cimport *
from navpy.godot.agent.nav_agent cimport (ask, change_map, configuration_warnings, give_link_back, hand_over_params, navigation_finished_signal,
                                          on_changed, on_freed, on_made, on_notification, reason_of, refuse, status_of, take_over_link,
                                          target_reached_signal, velocity_computed_signal)
from navpy.godot.agent.nav_agent_data cimport ASKED_NOTHING, ASKED_PATH, ASKED_TARGET, PATH_UNTOLD, NavAgent, core_agent
from navpy.godot.agent.nav_agent_path cimport (LAST_POINT, as_vector, copy_path, ends_at_target, link_reached_signal, path_changed_signal,
                                               path_point, point_count, put_corridor, put_result, waypoint_reached_signal)
from navpy.godot.agent.nav_agent_stuck cimport stuck_changed_signal, why_stuck
from navpy.godot.binding.binding cimport register_class
from navpy.godot.binding.class_spec cimport (HINT_GROUP_ENABLE, HINT_LAYERS_3D_NAVIGATION, HINT_LAYERS_AVOIDANCE, USAGE_STORAGE, ClassSpec,
                                             GdDictionary, GdPackedVector3Array, GdPathResult, GdRef, GdRid, type_spec)
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport STRING, GdString, GdVector3, navpy_gd
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.path_objects cimport navigation_map_of, new_server_agent
from navpy.godot.binding.threads cimport on_main_thread
from navpy.godot.world.engine_crowd cimport Member
from navpy.motion.crowd.agent cimport Agent
from navpy.motion.crowd.crowd_agents cimport slot_of

cdef const char* DISTANCE = b"0,100,0.01,or_greater,suffix:m"
cdef double[3] STILL = [0.0, 0.0, 0.0]

# ---- methods ----------------------------------------------------------------------------------------------------

cdef int64_t request_path(NavAgent* agent, const GdVector3* target) noexcept nogil:
    return ask(agent, target, ASKED_PATH)


cdef int64_t has_arrived(NavAgent* agent) noexcept nogil:
    return status_of(agent)


cdef void stop(NavAgent* agent) noexcept nogil:
    if agent.asked != ASKED_NOTHING:
        refuse(agent, REASON_STOPPED)


cdef int64_t get_reason(NavAgent* agent) noexcept nogil:
    return reason_of(agent)


cdef void get_reason_text(NavAgent* agent, GdString* out) noexcept with gil:
    put_text(out, text_of_reason(agent))


cdef void get_why_stuck(NavAgent* agent, GdString* out) noexcept with gil:
    put_text(out, why_stuck(agent) or text_of_reason(agent))


cdef void put_text(GdString* string, str text) noexcept:
    """Into a String that is there already."""
    navpy_gd.dtor[<int>STRING](string)
    navpy_gd.string_new_with_utf8_chars(string, text.encode())


cdef str text_of_reason(NavAgent* agent):
    cdef Agent* core = core_agent(agent)
    if agent.map != 0 and agent.world != NULL and reason_of(agent) == REASON_NO_NAVMESH:
        return "there is nothing to walk on on the navigation map that was set: put a NavigationRegion3D there, or the agent back by " \
               "set_navigation_map(RID())"
    return explain(reason_of(agent), core.off_by if core != NULL else 0.0, agent.parent != NULL)


cdef str explain(int reason, double off_by, bint has_parent):
    """The reason as a sentence that says what to do."""
    return {
        REASON_NONE: "",
        REASON_NO_REQUEST: "no path has been asked for: call requestPath or set target_position",
        REASON_NO_NAVMESH: "there is no navmesh here: add a NavMeshBaker to the scene and bake it" if has_parent else
                           "the NavAgent isn't in the scene tree under a Node3D",
        REASON_BAKING: "the navmesh is still being baked",
        REASON_INVALID_INPUT: "the target has a coordinate that is not finite",
        REASON_START_OFF_MESH: f"the agent is {off_by:.2f} m off the navmesh" if isfinite(off_by) else
                               "nothing here is on any of the agent's navigation_layers: give it, or a baker, a layer that they share",
        REASON_GOAL_OFF_MESH: f"the target is {off_by:.2f} m off the navmesh",
        REASON_GOAL_UNREACHABLE: "no way leads to the target: it is on another island of the navmesh",
        REASON_STOPPED: "the agent was stopped",
        REASON_PATH_LOST: "the way was lost: the navmesh or the agent was moved, and no other way was found",
        REASON_SEARCH_LIMIT: "the search was given up: path_search_max_polygons or path_search_max_distance is too small for it",
        REASON_TOO_NARROW: "the agent is wider than the ways to the target, or where it or the target is: see path_radius",
        REASON_LENGTH_LIMIT: "the path is cut at path_return_max_length",
        REASON_RADIUS_LIMIT: "the path is cut at path_return_max_radius",
    }[reason]


cdef GdVector3 get_desired_velocity(NavAgent* agent) noexcept nogil:
    cdef Agent* core = core_agent(agent)
    return as_vector(&core.preferred_velocity[0] if core != NULL else &STILL[0])


cdef GdVector3 get_safe_velocity(NavAgent* agent) noexcept nogil:
    """Its height is 0 but on links."""
    cdef Agent* core = core_agent(agent)
    return as_vector(&core.velocity[0] if core != NULL and (core.active or core.is_pushed) else &STILL[0])


cdef GdVector3 get_velocity(NavAgent* agent) noexcept nogil:
    return agent.velocity


cdef void set_velocity(NavAgent* agent, const GdVector3* velocity) noexcept nogil:
    if not (isfinite(velocity.x) and isfinite(velocity.y) and isfinite(velocity.z)):
        with gil:
            node_error(agent.owner, f"velocity must be finite, not ({velocity.x}, {velocity.y}, {velocity.z}); it stays as it was")
        return
    agent.velocity = velocity[0]
    agent.steers = True
    hand_over_params(agent)


cdef void set_velocity_forced(NavAgent* agent, const GdVector3* velocity) noexcept nogil:
    """As if the body had come to where it is at this velocity."""
    cdef double delta
    cdef Member* member
    if core_agent(agent) == NULL or not (isfinite(velocity.x) and isfinite(velocity.z)):
        return
    delta = physics_delta(agent.owner)
    member = &agent.crowd.members[slot_of(agent.id)]
    read_place(agent.parent, member.position)
    member.position[0] -= velocity.x * delta
    member.position[2] -= velocity.z * delta
    member.frame = physics_frame() - (0 if agent.crowd.frame == physics_frame() else 1)


cdef GdVector3 get_target_position(NavAgent* agent) noexcept nogil:
    return agent.target


cdef void set_target_position(NavAgent* agent, const GdVector3* target) noexcept nogil:
    """A target that is set again once the way there is over has its signals again."""
    if agent.world == NULL or in_editor():
        agent.target = target[0]
        agent.asked = ASKED_TARGET
        return
    if agent.announced != STATUS_RUNNING:
        agent.announced = STATUS_RUNNING
        agent.replans = PATH_UNTOLD
    ask(agent, target, ASKED_TARGET)


# ---- the path ---------------------------------------------------------------------------------------------------

cdef GdVector3 lowered(NavAgent* agent, int32_t index) noexcept nogil:
    cdef GdVector3 out = path_point(agent, index)
    if point_count(agent) > 0:
        out.y -= <float>agent.path_height_offset
    return out


cdef GdVector3 get_next_path_position(NavAgent* agent) noexcept nogil:
    cdef Agent* core = core_agent(agent)
    return lowered(agent, core.next_corner if core != NULL else 0)


cdef GdVector3 get_final_position(NavAgent* agent) noexcept nogil:
    return lowered(agent, LAST_POINT)


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
    """From where the body is now: the crowd last measured before it moved. On a thread as it was then, as its place may not be asked for there."""
    cdef GdVector3 corner
    cdef double place[3]
    if core == NULL:
        return 0.0
    if not core.active or core.link >= 0 or core.next_corner >= point_count(agent) or not on_main_thread():
        return core.distance_left
    read_place(agent.parent, place)
    corner = path_point(agent, core.next_corner)
    return hypot(corner.x - place[0], corner.z - place[2]) + core.distance_after_corner


cdef double get_distance_left(NavAgent* agent) noexcept nogil:
    return distance_left(agent, core_agent(agent))


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


# ---- links, trouble ---------------------------------------------------------------------------------------------

cdef uint8_t take_over(NavAgent* agent) noexcept nogil:
    return take_over_link(agent)


cdef void finish(NavAgent* agent) noexcept nogil:
    give_link_back(agent)


cdef uint8_t get_is_on_link(NavAgent* agent) noexcept nogil:
    cdef Agent* core = core_agent(agent)
    return core != NULL and core.link >= 0


cdef uint8_t get_is_stuck(NavAgent* agent) noexcept nogil:
    return agent.is_stuck


# ---- the map ----------------------------------------------------------------------------------------------------

cdef GdRid get_rid(NavAgent* agent) noexcept nogil:
    cdef GdRid rid
    if agent.rid == 0:
        agent.rid = new_server_agent()
    rid.id = agent.rid
    return rid


cdef GdRid get_map(NavAgent* agent) noexcept nogil:
    cdef GdRid rid
    rid.id = agent.map if agent.map != 0 else navigation_map_of(agent.owner) if agent.parent != NULL else 0
    return rid


cdef void set_map(NavAgent* agent, GdRid map) noexcept nogil:
    if map.id != agent.map:
        agent.map = map.id
        change_map(agent)


# ---- what it declares -------------------------------------------------------------------------------------------

cdef void declare_constants(ClassSpec[NavAgent]* c) noexcept:
    c.constant(b"Status", b"RUNNING", STATUS_RUNNING, b"On the way. This is 0: compare by name, never test for truth.")
    c.constant(b"Status", b"SUCCESS", STATUS_SUCCESS, b"Arrived.")
    c.constant(b"Status", b"FAILURE", STATUS_FAILURE, b"Cannot get there; [member reason] says why.")
    c.constant(b"Reason", b"REASON_NONE", REASON_NONE, b"Nothing to explain.")
    c.constant(b"Reason", b"REASON_NO_REQUEST", REASON_NO_REQUEST, b"No path has been asked for.")
    c.constant(b"Reason", b"REASON_NO_NAVMESH", REASON_NO_NAVMESH, b"There is no navmesh in this world.")
    c.constant(b"Reason", b"REASON_BAKING", REASON_BAKING, b"The navmesh is still being baked.")
    c.constant(b"Reason", b"REASON_INVALID_INPUT", REASON_INVALID_INPUT, b"The target is not finite.")
    c.constant(b"Reason", b"REASON_START_OFF_MESH", REASON_START_OFF_MESH, b"The agent is too far off the navmesh.")
    c.constant(b"Reason", b"REASON_GOAL_OFF_MESH", REASON_GOAL_OFF_MESH, b"The target is too far off the navmesh.")
    c.constant(b"Reason", b"REASON_GOAL_UNREACHABLE", REASON_GOAL_UNREACHABLE, b"The target is on another island of the navmesh.")
    c.constant(b"Reason", b"REASON_STOPPED", REASON_STOPPED, b"[method stop] was called.")
    c.constant(b"Reason", b"REASON_PATH_LOST", REASON_PATH_LOST, b"The way was lost, and no other was found.")
    c.constant(b"Reason", b"REASON_SEARCH_LIMIT", REASON_SEARCH_LIMIT,
               b"The search was given up at [member path_search_max_polygons] or [member path_search_max_distance].")
    c.constant(b"Reason", b"REASON_TOO_NARROW", REASON_TOO_NARROW, b"The ways there are too narrow for [member path_radius].")
    c.constant(b"Reason", b"REASON_LENGTH_LIMIT", REASON_LENGTH_LIMIT, b"The path is cut at [member path_return_max_length].")
    c.constant(b"Reason", b"REASON_RADIUS_LIMIT", REASON_RADIUS_LIMIT, b"The path is cut at [member path_return_max_radius].")


cdef void declare_pathfinding(ClassSpec[NavAgent]* c) noexcept:
    cdef NavAgent* a = NULL
    c.group(b"Pathfinding")
    c.property(b"target_position", get_target_position, set_target_position,
               b"Where to go, in world space. Setting it asks for a way there that may end at the nearest reachable point, and leaves "
               b"moving to the script.").usage(USAGE_STORAGE)
    c.number(b"path_desired_distance", &a.params.path_desired_distance,
             b"How near a corner may count as turned, if the way beyond it is in sight. Ground "
             b"plane.").range(DISTANCE).at_least(0)
    c.number(b"target_desired_distance", &a.params.target_desired_distance,
             b"Length of path left at which the agent has arrived; by [method requestPath] it still brakes on to the path's "
             b"end.").range(DISTANCE).at_least(0)
    c.number(b"path_height_offset", &a.path_height_offset,
             b"Taken off the height of [method get_next_path_position] and [method get_final_position]. The agent itself needs none: "
             b"its origin may be at any height over the floor.").range(b"-100,100,0.01,or_greater,or_less,suffix:m")
    c.number(b"path_max_distance", &a.params.path_max_distance,
             b"How far the agent may be carried off its path before it looks for another. Ground "
             b"plane.").range(b"0,100,0.1,or_greater,suffix:m").at_least(0)
    c.layers(b"navigation_layers", &a.navigation_layers, HINT_LAYERS_3D_NAVIGATION,
             b"Layers that its ways may lead over. Changing them asks for another path.")
    c.number(b"pathfinding_algorithm", &a.pathfinding_algorithm,
             b"There is one: the shortest way.").choices(b"AStar").at_least(0).at_most(0)
    c.number(b"path_postprocessing", &a.params.postprocessing,
             b"What becomes of the polygons that a way leads over: the shortest way through them, a way through the middles of their "
             b"edges, or one through their centers.").choices(b"Corridorfunnel,Edgecentered,None").at_least(0).at_most(2)
    c.number(b"path_metadata_flags", &a.path_metadata_flags,
             b"What [signal waypoint_reached], [signal link_reached] and [method get_current_navigation_result] tell of a point "
             b"besides where it is: whether a link begins there, the node that the link or the ground comes from, and its RID, which "
             b"[NavMeshBaker] and [NavLink] have none of.").flags(b"Include Types,Include RIDs,Include Owners").at_least(0).at_most(7)
    c.flag(b"simplify_path", &a.simplify_path,
           b"Leaves out points that the path bends little at, see [member simplify_epsilon].").read_by(b"get_simplify_path")
    c.number(b"simplify_epsilon", &a.simplify_epsilon,
             b"How far off, in the ground plane, a path may be with [member "
             b"simplify_path].").range(b"0,10,0.001,or_greater,suffix:m").at_least(0)
    c.number(b"path_return_max_length", &a.params.max_length,
             b"Length that paths are cut at; 0: nowhere.").range(b"0,100,0.001,or_greater,suffix:m").at_least(0)
    c.number(b"path_return_max_radius", &a.params.max_return_radius,
             b"Distance from where they begin that paths are cut at; 0: "
             b"nowhere.").range(b"0,100,0.001,or_greater,suffix:m").at_least(0)
    c.number(b"path_search_max_polygons", &a.params.max_searched,
             b"How many polygons a search may look at; 0: as many as it takes. A search that is given up says so by [member "
             b"reason].").range(b"0,4096,1,or_greater").at_least(0).at_most(0x7FFFFFFF)
    c.number(b"path_search_max_distance", &a.params.max_search_distance,
             b"How far from where it begins a search looks; 0: however far.").range(b"0,1000,0.1,or_greater,suffix:m").at_least(0)
    c.number(b"path_radius", &a.params.path_radius,
             b"How far its paths keep from walls, for bodies that are wider than what the navmesh was baked for: one bake serves all "
             b"sizes. Up to the radius of the bake it changes nothing.").range(b"0,10,0.01,or_greater,suffix:m").at_least(0)


cdef void declare_avoidance(ClassSpec[NavAgent]* c) noexcept:
    cdef NavAgent* a = NULL
    c.group(b"Avoidance")
    c.flag(b"avoidance_enabled", &a.params.avoidance_enabled,
           b"Avoids the other agents of its crowd, and is avoided by them.").hint(HINT_GROUP_ENABLE).read_by(b"get_avoidance_enabled")
    c.property(b"velocity", get_velocity, set_velocity,
               b"For a script that steers the agent itself on its way to [member target_position]: the velocity it wants. What the "
               b"others leave of it comes by [signal velocity_computed]. Without, the agent wishes along its "
               b"path.").usage(USAGE_STORAGE)
    c.number(b"height", &a.params.height,
             b"Height of the body over its floor. Agents avoid each other where their bodies overlap in height: not those on another "
             b"floor.").range(DISTANCE).at_least(0)
    c.number(b"radius", &a.params.radius, b"Radius of the body.").range(DISTANCE).at_least(0)
    c.number(b"neighbor_distance", &a.params.neighbor_distance,
             b"How far the agent sees others. Ground plane.").range(b"0,10000,0.01,or_greater,suffix:m").at_least(0)
    c.number(b"max_neighbors", &a.params.max_neighbors,
             b"How many others it minds, the nearest ones.").range(b"0,10000,1,or_greater").at_least(0)
    c.number(b"time_horizon_agents", &a.params.time_horizon_agents,
             b"How far ahead it keeps clear of others: the more, the earlier it turns "
             b"aside.").range(b"0,10,0.01,or_greater,suffix:s").at_least(0)
    c.number(b"time_horizon_obstacles", &a.params.time_horizon_obstacles,
             b"How far ahead it keeps clear of walls and ledges where it turns aside for others. Whatever this is, nobody is pushed "
             b"off the navmesh.").range(b"0,10,0.01,or_greater,suffix:s").at_least(0)
    c.number(b"max_speed", &a.params.max_speed,
             b"How fast the agent walks. It also bounds [member velocity], once it has been "
             b"set.").range(b"0,10000,0.01,or_greater,suffix:m/s").at_least(0)
    c.flag(b"use_3d_avoidance", &a.use_3d_avoidance,
           b"Hands [member velocity]'s height on as it is. Agents always avoid each other in the ground plane, those on other floors "
           b"not at all.").read_by(b"get_use_3d_avoidance")
    c.flag(b"keep_y_velocity", &a.keep_y_velocity,
           b"[signal velocity_computed] has the height of [member velocity], else 0.").read_by(b"get_keep_y_velocity")
    c.layers(b"avoidance_layers", &a.params.avoidance_layers, HINT_LAYERS_AVOIDANCE,
             b"Layers the agent is in, for the [member avoidance_mask] of others.")
    c.layers(b"avoidance_mask", &a.params.avoidance_mask, HINT_LAYERS_AVOIDANCE, b"Layers whose agents it avoids.", b"mask_number")
    c.number(b"avoidance_priority", &a.params.avoidance_priority,
             b"Of two that meet, the one with the lower priority gives way.").range(b"0,1,0.01").at_least(0).at_most(1)
    c.flag(b"yields", &a.params.yields,
           b"Where it stands after [method requestPath] or [member target_position], and until [method stop], it steps aside for "
           b"those who get no further.")


cdef void declare_own(ClassSpec[NavAgent]* c) noexcept:
    """What the engine's agent has nothing of: the body is moved, and the state is told."""
    cdef NavAgent* a = NULL
    c.group(b"Body")
    c.flag(b"drive_body", &a.drive_body,
           b"Drives the CharacterBody3D above from [method requestPath] on until [method stop], also when it has arrived: sets its "
           b"horizontal velocity, applies gravity and calls [code]move_and_slide[/code] once a physics frame. Leave that to the agent "
           b"meanwhile.")
    c.number(b"max_deceleration", &a.params.max_deceleration,
             b"How hard the agent brakes for its goal.").range(b"0.1,100,0.1,or_greater,suffix:m/s\xc2\xb2").at_least(0.001)
    c.flag(b"climb_steps", &a.body_settings.climb_steps,
           b"Lifts the body over steps as high as the navmesh was baked for, which [code]move_and_slide[/code] alone cannot climb.")
    c.flag(b"face_velocity", &a.body_settings.face_velocity,
           b"Turns the body's front (\xe2\x88\x92Z) to where it walks, while others let it walk at half its speed or faster.")
    c.number(b"turn_rate", &a.body_settings.turn_rate,
             b"How fast it turns, in degrees a second.").range(b"0,1440,1,or_greater,suffix:\xc2\xb0/s").at_least(0)
    c.group(b"State")
    c.reading(b"status", has_arrived, b"What [method hasArrived] returns.").enumeration(b"NavAgent.Status")
    c.reading(b"reason", get_reason, b"Why the status is what it is.").enumeration(b"NavAgent.Reason")
    c.reading(b"reason_text", get_reason_text, b"The reason as a sentence.")
    c.reading(b"is_stuck", get_is_stuck,
              b"It is on its way and has come no nearer for two seconds; [method why_stuck] says why.").read_by(b"get_is_stuck")
    c.reading(b"is_on_link", get_is_on_link, b"It is crossing a link.").read_by(b"get_is_on_link")
    c.reading(b"distance_left", get_distance_left,
              b"Length of path left from where the body is now, in meters; links in space, the rest in the ground plane.")
    c.reading(b"desired_velocity", get_desired_velocity,
              b"The velocity the agent wishes for: in the ground plane, on a link straight to its end.")
    c.reading(b"safe_velocity", get_safe_velocity, b"What other agents leave of that: the velocity the body is driven by.")
    c.group(b"Debug")
    c.flag(b"debug_enabled", &a.debug_enabled,
           b"Shows the path, and with Debug > Visible Navigation the polygons that it goes through, the velocities and why the agent "
           b"is stuck.").hint(HINT_GROUP_ENABLE).read_by(b"get_debug_enabled")
    c.flag(b"debug_use_custom", &a.debug_use_custom, b"Shows it in the color and size below.").read_by(b"get_debug_use_custom")
    c.color(b"debug_path_custom_color", &a.debug_path_custom_color, b"Color of the path with [member debug_use_custom].")
    c.number(b"debug_path_custom_point_size", &a.debug_path_custom_point_size,
             b"Size of its points with [member debug_use_custom].").range(b"0,50,0.01,or_greater,suffix:px").at_least(0)


cdef void declare_methods(ClassSpec[NavAgent]* c) noexcept:
    c.method(b"requestPath", request_path,
             b"Asks for a way to [param target] (world space) and walks it. The answer is there at once: RUNNING, SUCCESS if the "
             b"agent is there already, or FAILURE if there is no way, with the [member reason]. Calling it again with the same target "
             b"changes nothing; a moved target is followed.", b"target").alias(b"request_path").enumeration(b"NavAgent.Status")
    c.method(b"hasArrived", has_arrived,
             b"RUNNING on the way, SUCCESS within [member target_desired_distance] of the target, FAILURE if there is no way or "
             b"nothing was asked for.").alias(b"has_arrived").enumeration(b"NavAgent.Status").constant()
    c.method(b"stop", stop,
             b"Takes the request back; the agent stands still, and the body is the script's again once it is on the floor.")
    c.method(b"why_stuck", get_why_stuck,
             b"Why the agent gets no further, in a sentence: what is missing, who is in its way, what its body does not follow. Empty "
             b"where nothing is wrong.").constant()
    c.method(b"take_over_link", take_over,
             b"For a handler of [signal link_reached]: the script moves the body across the link. The agent waits until the body is "
             b"at its end, or [method finish_link] is called. False where it is on no link.")
    c.method(b"finish_link", finish, b"After [method take_over_link]: the body is where the agent is to go on from.")
    c.method(b"get_next_path_position", get_next_path_position,
             b"The next corner of the path; without one, where the parent is. It changes nothing, the agent moves on along its path "
             b"by itself.").constant()
    c.method(b"get_final_position", get_final_position, b"The end of the path.").constant()
    c.method(b"get_current_navigation_path", get_path, b"The corners of the path, from where it began.").constant()
    c.method(b"get_corridor_triangles", get_corridor,
             b"Triangles of the polygons that the path goes through, three points each, for drawing. Debug > Visible Navigation draws "
             b"them with [member debug_enabled].").constant()
    c.method(b"get_current_navigation_path_index", get_path_index, b"Which of them [method get_next_path_position] is.").constant()
    c.method(b"get_current_navigation_result", get_result, b"The path with what is known of its points.").constant()
    c.method(b"get_path_length", get_path_length, b"Length of the path as it was found, in meters.").constant()
    c.method(b"distance_to_target", get_distance_to_target,
             b"Straight from the parent to [member target_position], in meters; [member distance_left] is what is left to "
             b"walk.").constant()
    c.method(b"is_navigation_finished", is_navigation_finished, b"Whether there is nothing left to walk.").constant()
    c.method(b"is_target_reachable", is_target_reachable,
             b"Whether the path leads to the target, or within [member target_desired_distance] of it.").constant()
    c.method(b"is_target_reached", is_target_reached,
             b"Whether the agent has arrived at the target itself, not just as near as it can get.").constant()
    c.method(b"set_velocity_forced", set_velocity_forced,
             b"Lets others take the body for moving at this velocity, until it has moved again. Who is put elsewhere need not call "
             b"it: that is seen.", b"velocity")
    c.method(b"get_rid", get_rid,
             b"RID of an agent of NavigationServer3D that stands for this one; what is done to it there has no effect "
             b"here.").constant()
    c.method(b"get_navigation_map", get_map,
             b"RID of the navigation map of the agent's world, or of the one that was set.").constant()
    c.method(b"set_navigation_map", set_map,
             b"Puts the agent on another navigation map of the server, where it walks on the [NavigationRegion3D] and "
             b"[NavigationLink3D] nodes that were put on that map, too. Bakers are on that of their world. RID() takes that "
             b"back.", b"navigation_map")


cdef void declare_signals(ClassSpec[NavAgent]* c) noexcept:
    c.signal(b"path_changed", &path_changed_signal,
             b"A path was found: for a new request, or because the navmesh or the agent was moved.")
    c.signal(b"target_reached", &target_reached_signal,
             b"The agent has arrived at the target itself. Comes just before [signal navigation_finished].")
    c.signal(b"waypoint_reached", &waypoint_reached_signal,
             b"The agent has passed a point of its path, also the first and the last one. [param details] has its "
             b"[code]position[/code] and, by [member path_metadata_flags], [code]type[/code], [code]rid[/code] and "
             b"[code]owner[/code].").argument(b"details", type_spec[GdDictionary]())
    c.signal(b"link_reached", &link_reached_signal,
             b"The agent begins to cross a link: [param details] are those of [signal waypoint_reached], with "
             b"[code]link_entry_position[/code] and [code]link_exit_position[/code]. A handler may call [method "
             b"take_over_link].").argument(b"details", type_spec[GdDictionary]())
    c.signal(b"navigation_finished", &navigation_finished_signal, b"The agent has arrived, or lost its way.")
    c.signal(b"velocity_computed", &velocity_computed_signal,
             b"Every physics frame, if the agent doesn't drive a body itself: after [method requestPath] on the way, and where it "
             b"steps aside; after [member target_position] as long as [member avoidance_enabled] is on. The velocity is what other "
             b"agents leave of [member velocity], or where that is never set of [member "
             b"desired_velocity].").argument(b"safe_velocity", type_spec[GdVector3]())
    c.signal(b"stuck_changed", &stuck_changed_signal, b"[member is_stuck] has changed.").argument(b"is_stuck", type_spec[uint8_t]())


def register():
    cdef ClassSpec[NavAgent] c
    c.declare(b"NavAgent", b"Node", b"Finds its way on the navmesh and walks it.",
              b"A child of the body that is to walk. [method requestPath] asks for a way to a target and may be called every tick, as "
              b"a behavior tree's leaf does; [method hasArrived] tells how it stands. Under a [CharacterBody3D] the agent drives the "
              b"body with [code]move_and_slide[/code]; elsewhere, or with [member drive_body] off, it emits [signal "
              b"velocity_computed] every physics frame. Distances to waypoints are measured in the ground plane, so the body's origin "
              b"may be at any height over the floor. Setting [member target_position] instead behaves as [NavigationAgent3D] does, "
              b"whose members this node all has: it never moves the body and walks as near as it can get.")
    c.on_made(on_made)
    c.on_freed(on_freed)
    c.on_notification(on_notification)
    c.on_changed(on_changed)
    c.overrides(b"_get_configuration_warnings", configuration_warnings)
    declare_constants(&c)
    declare_pathfinding(&c)
    declare_avoidance(&c)
    declare_own(&c)
    declare_methods(&c)
    declare_signals(&c)
    register_class(&c)
