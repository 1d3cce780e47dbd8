"""NavAgent as scripts, the inspector and the help see it: its methods, and where they are."""
from libc.math cimport hypot, isfinite, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset
from navpy.base.core cimport *
from navpy.godot.agent cimport nav_agent
from navpy.godot.binding.binding cimport register_class
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport GDExtensionConstTypePtr, GdColor, GdVector3, navpy_gd, STRING
from navpy.godot.binding.log cimport node_error
from navpy.godot.agent.nav_agent cimport ask, change_map, finish_link, hand_over_params, reason_of, refuse, status_of, take_over_link
from navpy.godot.agent.nav_agent_data cimport ASKED_NOTHING, ASKED_PATH, ASKED_TARGET, PATH_UNTOLD, NavAgent, core_agent
from navpy.godot.agent.nav_agent_path cimport LAST_POINT, copy_path, ends_at_target, path_point, point_count, put_corridor, put_result
from navpy.godot.agent.nav_agent_stuck cimport why_stuck
from navpy.godot.binding.path_objects cimport navigation_map_of, new_server_agent
from navpy.godot.binding.threads cimport on_main_thread
from navpy.godot.world.engine_crowd cimport Member
from navpy.motion.crowd.agent cimport Agent
from navpy.motion.crowd.crowd_agents cimport default_params, slot_of
from navpy.base.core import Reason
from navpy.godot.agent.nav_agent_members import node_class
from navpy.godot.agent import nav_agent as nav_agent_module
from navpy.godot.agent import nav_agent_path as nav_agent_path_module
from navpy.godot.agent import nav_agent_stuck as nav_agent_stuck_module

# ---- methods ----------------------------------------------------------------------------------------------------

cdef void request_path(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<int64_t*>ret)[0] = ask(<NavAgent*>instance, <const GdVector3*>args[0], ASKED_PATH)


cdef void has_arrived(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<int64_t*>ret)[0] = status_of(<NavAgent*>instance)


cdef void stop(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef NavAgent* agent = <NavAgent*>instance
    if agent.asked != ASKED_NOTHING:
        refuse(agent, REASON_STOPPED)


cdef void get_reason(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<int64_t*>ret)[0] = reason_of(<NavAgent*>instance)


cdef void get_reason_text(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept with gil:
    cdef NavAgent* agent = <NavAgent*>instance
    put_text(ret, text_of_reason(agent))


cdef void get_why_stuck(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept with gil:
    cdef NavAgent* agent = <NavAgent*>instance
    put_text(ret, why_stuck(agent) or text_of_reason(agent))


cdef void put_text(void* string, str text) noexcept:
    """Into a String that is there already."""
    navpy_gd.dtor[<int>STRING](string)
    navpy_gd.string_new_with_utf8_chars(string, text.encode())


cdef str text_of_reason(NavAgent* agent):
    cdef Agent* core = core_agent(agent)
    if agent.map != 0 and agent.world != NULL and reason_of(agent) == REASON_NO_NAVMESH:
        return "there is nothing to walk on on the navigation map that was set: put a NavigationRegion3D there, or the agent back by " \
               "set_navigation_map(RID())"
    return explain(reason_of(agent), core.off_by if core != NULL else 0.0, agent.parent != NULL)


def explain(reason, off_by, has_parent):
    """The reason as a sentence that says what to do."""
    return {
        Reason.NONE: "",
        Reason.NO_REQUEST: "no path has been asked for: call requestPath or set target_position",
        Reason.NO_NAVMESH: "there is no navmesh here: add a NavMeshBaker to the scene and bake it" if has_parent else
                           "the NavAgent isn't in the scene tree under a Node3D",
        Reason.BAKING: "the navmesh is still being baked",
        Reason.INVALID_INPUT: "the target has a coordinate that is not finite",
        Reason.START_OFF_MESH: f"the agent is {off_by:.2f} m off the navmesh" if isfinite(off_by) else
                               "nothing here is on any of the agent's navigation_layers: give it, or a baker, a layer that they share",
        Reason.GOAL_OFF_MESH: f"the target is {off_by:.2f} m off the navmesh",
        Reason.GOAL_UNREACHABLE: "no way leads to the target: it is on another island of the navmesh",
        Reason.STOPPED: "the agent was stopped",
        Reason.PATH_LOST: "the way was lost: the navmesh or the agent was moved, and no other way was found",
        Reason.SEARCH_LIMIT: "the search was given up: path_search_max_polygons or path_search_max_distance is too small for it",
        Reason.TOO_NARROW: "the agent is wider than the ways to the target, or where it or the target is: see path_radius",
        Reason.LENGTH_LIMIT: "the path is cut at path_return_max_length",
        Reason.RADIUS_LIMIT: "the path is cut at path_return_max_radius",
    }[Reason(reason)]


cdef void put_velocity(void* ret, const double* velocity) noexcept nogil:
    """Its height is 0 but on links."""
    cdef GdVector3* out = <GdVector3*>ret
    out.x, out.y, out.z = <float>velocity[0], <float>velocity[1], <float>velocity[2]


cdef void get_desired_velocity(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef Agent* core = core_agent(<NavAgent*>instance)
    memset(ret, 0, sizeof(GdVector3))
    if core != NULL:
        put_velocity(ret, core.preferred_velocity)


cdef void get_safe_velocity(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef Agent* core = core_agent(<NavAgent*>instance)
    memset(ret, 0, sizeof(GdVector3))
    if core != NULL and (core.active or core.is_pushed):
        put_velocity(ret, core.velocity)


cdef void get_velocity(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<GdVector3*>ret)[0] = (<NavAgent*>instance).velocity


cdef void set_velocity(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef NavAgent* agent = <NavAgent*>instance
    cdef const GdVector3* velocity = <const GdVector3*>args[0]
    if not (isfinite(velocity.x) and isfinite(velocity.y) and isfinite(velocity.z)):
        with gil:
            node_error(agent.owner, f"velocity must be finite, not ({velocity.x}, {velocity.y}, {velocity.z}); it stays as it was")
        return
    agent.velocity = velocity[0]
    agent.steers = True
    hand_over_params(agent)


cdef void set_velocity_forced(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    """As if the body had come to where it is at this velocity."""
    cdef NavAgent* agent = <NavAgent*>instance
    cdef const GdVector3* velocity = <const GdVector3*>args[0]
    cdef double delta
    cdef Member* member
    if core_agent(agent) == NULL or not (isfinite(velocity.x) and isfinite(velocity.z)):
        return
    delta = physics_delta(agent.owner)
    member = &agent.crowd.members[slot_of(agent.id)]
    read_place(agent.parent, member.place)
    member.place[0] -= velocity.x * delta
    member.place[2] -= velocity.z * delta
    member.frame = physics_frame() - (0 if agent.crowd.frame == physics_frame() else 1)


cdef void get_target_position(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<GdVector3*>ret)[0] = (<NavAgent*>instance).target


cdef void set_target_position(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    """A target that is set again once the way there is over has its signals again."""
    cdef NavAgent* agent = <NavAgent*>instance
    if agent.world == NULL or in_editor():
        agent.target = (<const GdVector3*>args[0])[0]
        agent.asked = ASKED_TARGET
        return
    if agent.announced != STATUS_RUNNING:
        agent.announced = STATUS_RUNNING
        agent.replans = PATH_UNTOLD
    ask(agent, <const GdVector3*>args[0], ASKED_TARGET)


# ---- the path ---------------------------------------------------------------------------------------------------

cdef GdVector3 lowered(NavAgent* agent, int32_t index) noexcept nogil:
    cdef GdVector3 out = path_point(agent, index)
    if point_count(agent) > 0:
        out.y -= <float>agent.path_height_offset
    return out


cdef void get_next_path_position(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef Agent* core = core_agent(<NavAgent*>instance)
    (<GdVector3*>ret)[0] = lowered(<NavAgent*>instance, core.next_corner if core != NULL else 0)


cdef void get_final_position(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<GdVector3*>ret)[0] = lowered(<NavAgent*>instance, LAST_POINT)


cdef void get_path(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    copy_path(<NavAgent*>instance, ret)


cdef void get_corridor(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    put_corridor(<NavAgent*>instance, ret)


cdef void get_path_index(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef NavAgent* agent = <NavAgent*>instance
    cdef int32_t count = point_count(agent)
    (<int64_t*>ret)[0] = min(core_agent(agent).next_corner, count - 1) if count > 0 else 0


cdef void get_result(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    put_result(<NavAgent*>instance, ret)


cdef void get_path_length(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef Agent* core = core_agent(<NavAgent*>instance)
    (<double*>ret)[0] = core.path_length if core != NULL else 0


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
    return hypot(corner.x - place[0], corner.z - place[2]) + core.rest


cdef void get_distance_left(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef NavAgent* agent = <NavAgent*>instance
    (<double*>ret)[0] = distance_left(agent, core_agent(agent))


cdef void get_distance_to_target(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef NavAgent* agent = <NavAgent*>instance
    cdef double x, y, z
    cdef GdVector3 place
    (<double*>ret)[0] = 0
    if agent.parent != NULL:
        global_position(agent.parent, &place)
        x, y, z = agent.target.x - place.x, agent.target.y - place.y, agent.target.z - place.z
        (<double*>ret)[0] = sqrt(x * x + y * y + z * z)


cdef void is_navigation_finished(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<uint8_t*>ret)[0] = status_of(<NavAgent*>instance) != STATUS_RUNNING


cdef void is_target_reachable(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef NavAgent* agent = <NavAgent*>instance
    (<uint8_t*>ret)[0] = status_of(agent) != STATUS_FAILURE and ends_at_target(agent)


cdef void is_target_reached(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef NavAgent* agent = <NavAgent*>instance
    (<uint8_t*>ret)[0] = status_of(agent) == STATUS_SUCCESS and ends_at_target(agent)


# ---- links, trouble ---------------------------------------------------------------------------------------------

cdef void take_over(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<uint8_t*>ret)[0] = take_over_link(<NavAgent*>instance)


cdef void finish(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    finish_link(<NavAgent*>instance)


cdef void get_is_on_link(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef Agent* core = core_agent(<NavAgent*>instance)
    (<uint8_t*>ret)[0] = core != NULL and core.link >= 0


cdef void get_is_stuck(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<uint8_t*>ret)[0] = (<NavAgent*>instance).is_stuck


# ---- maps and layers --------------------------------------------------------------------------------------------

cdef void get_rid(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef NavAgent* agent = <NavAgent*>instance
    if agent.rid == 0:
        agent.rid = new_server_agent()
    (<uint64_t*>ret)[0] = agent.rid


cdef void get_map(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef NavAgent* agent = <NavAgent*>instance
    (<uint64_t*>ret)[0] = agent.map if agent.map != 0 else navigation_map_of(agent.owner) if agent.parent != NULL else 0


cdef void set_map(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef NavAgent* agent = <NavAgent*>instance
    cdef uint64_t map = (<const uint64_t*>args[0])[0]
    if map != agent.map:
        agent.map = map
        change_map(agent)


cdef bint is_layer(NavAgent* agent, int64_t number) noexcept nogil:
    if 1 <= number <= 32:
        return True
    with gil:
        node_error(agent.owner, f"layers are numbered from 1 to 32, {number} is none of them")
    return False


cdef void get_layer(NavAgent* agent, const int64_t* layers, const void* number, void* ret) noexcept nogil:
    cdef int64_t layer = (<const int64_t*>number)[0]
    (<uint8_t*>ret)[0] = is_layer(agent, layer) and layers[0] >> (layer - 1) & 1


cdef void set_layer(NavAgent* agent, int64_t* layers, const GDExtensionConstTypePtr* args, const char* setter) noexcept nogil:
    cdef int64_t layer = (<const int64_t*>args[0])[0], bit
    if is_layer(agent, layer):
        bit = <int64_t>1 << (layer - 1)
        layers[0] = layers[0] | bit if (<const uint8_t*>args[1])[0] else layers[0] & ~bit
        nav_agent.changed(agent, setter)


cdef void get_navigation_layer_value(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    get_layer(<NavAgent*>instance, &(<NavAgent*>instance).navigation_layers, args[0], ret)


cdef void set_navigation_layer_value(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    set_layer(<NavAgent*>instance, &(<NavAgent*>instance).navigation_layers, args, b"set_navigation_layers")


cdef void get_avoidance_layer_value(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    get_layer(<NavAgent*>instance, &(<NavAgent*>instance).avoidance_layers, args[0], ret)


cdef void set_avoidance_layer_value(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    set_layer(<NavAgent*>instance, &(<NavAgent*>instance).avoidance_layers, args, b"set_avoidance_layers")


cdef void get_avoidance_mask_value(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    get_layer(<NavAgent*>instance, &(<NavAgent*>instance).avoidance_mask, args[0], ret)


cdef void set_avoidance_mask_value(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    set_layer(<NavAgent*>instance, &(<NavAgent*>instance).avoidance_mask, args, b"set_avoidance_mask")


cdef void get_color(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<GdColor*>ret)[0] = (<NavAgent*>instance).debug_path_custom_color


cdef void set_color(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<NavAgent*>instance).debug_path_custom_color = (<const GdColor*>args[0])[0]
    nav_agent.changed(instance, b"set_debug_path_custom_color")


# ---- registration -----------------------------------------------------------------------------------------------

cdef dict where():
    """Offsets of fields and addresses of functions, by the names that nav_agent_members knows them by."""
    cdef NavAgent* a = NULL
    return {
        "params.path_desired_distance": <size_t>&a.params.path_desired_distance,
        "params.target_desired_distance": <size_t>&a.params.target_desired_distance, "path_height_offset": <size_t>&a.path_height_offset,
        "params.path_max_distance": <size_t>&a.params.path_max_distance, "navigation_layers": <size_t>&a.navigation_layers,
        "pathfinding_algorithm": <size_t>&a.pathfinding_algorithm, "path_postprocessing": <size_t>&a.path_postprocessing,
        "path_metadata_flags": <size_t>&a.path_metadata_flags, "simplify_path": <size_t>&a.simplify_path,
        "simplify_epsilon": <size_t>&a.simplify_epsilon, "params.max_length": <size_t>&a.params.max_length,
        "params.max_return_radius": <size_t>&a.params.max_return_radius, "path_search_max_polygons": <size_t>&a.path_search_max_polygons,
        "params.max_search_distance": <size_t>&a.params.max_search_distance, "params.path_radius": <size_t>&a.params.path_radius,
        "params.avoidance_enabled": <size_t>&a.params.avoidance_enabled, "params.height": <size_t>&a.params.height,
        "params.radius": <size_t>&a.params.radius, "params.neighbor_distance": <size_t>&a.params.neighbor_distance,
        "max_neighbors": <size_t>&a.max_neighbors, "params.time_horizon_agents": <size_t>&a.params.time_horizon_agents,
        "params.time_horizon_obstacles": <size_t>&a.params.time_horizon_obstacles, "params.max_speed": <size_t>&a.params.max_speed,
        "use_3d_avoidance": <size_t>&a.use_3d_avoidance, "keep_y_velocity": <size_t>&a.keep_y_velocity, "avoidance_layers": <size_t>&a.avoidance_layers,
        "avoidance_mask": <size_t>&a.avoidance_mask, "params.avoidance_priority": <size_t>&a.params.avoidance_priority,
        "params.yields": <size_t>&a.params.yields, "drive_body": <size_t>&a.drive_body,
        "params.max_deceleration": <size_t>&a.params.max_deceleration, "body_settings.climb_steps": <size_t>&a.body_settings.climb_steps,
        "body_settings.face_velocity": <size_t>&a.body_settings.face_velocity,
        "body_settings.turn_rate": <size_t>&a.body_settings.turn_rate, "debug_enabled": <size_t>&a.debug_enabled,
        "debug_use_custom": <size_t>&a.debug_use_custom, "debug_path_custom_point_size": <size_t>&a.debug_path_custom_point_size,
        "get_target_position": <size_t>&get_target_position, "set_target_position": <size_t>&set_target_position,
        "get_velocity": <size_t>&get_velocity, "set_velocity": <size_t>&set_velocity, "has_arrived": <size_t>&has_arrived,
        "get_reason": <size_t>&get_reason, "get_reason_text": <size_t>&get_reason_text, "get_is_stuck": <size_t>&get_is_stuck,
        "get_is_on_link": <size_t>&get_is_on_link, "get_distance_left": <size_t>&get_distance_left,
        "get_desired_velocity": <size_t>&get_desired_velocity, "get_safe_velocity": <size_t>&get_safe_velocity,
        "get_color": <size_t>&get_color, "set_color": <size_t>&set_color,
        "set_navigation_layer_value": <size_t>&set_navigation_layer_value,
        "get_navigation_layer_value": <size_t>&get_navigation_layer_value,
        "set_avoidance_layer_value": <size_t>&set_avoidance_layer_value, "get_avoidance_layer_value": <size_t>&get_avoidance_layer_value,
        "set_avoidance_mask_value": <size_t>&set_avoidance_mask_value, "get_avoidance_mask_value": <size_t>&get_avoidance_mask_value,
        "request_path": <size_t>&request_path, "stop": <size_t>&stop, "get_why_stuck": <size_t>&get_why_stuck,
        "take_over": <size_t>&take_over, "finish": <size_t>&finish, "get_next_path_position": <size_t>&get_next_path_position,
        "get_final_position": <size_t>&get_final_position, "get_path": <size_t>&get_path, "get_corridor": <size_t>&get_corridor,
        "get_path_index": <size_t>&get_path_index,
        "get_result": <size_t>&get_result, "get_path_length": <size_t>&get_path_length,
        "get_distance_to_target": <size_t>&get_distance_to_target, "is_navigation_finished": <size_t>&is_navigation_finished,
        "is_target_reachable": <size_t>&is_target_reachable, "is_target_reached": <size_t>&is_target_reached,
        "set_velocity_forced": <size_t>&set_velocity_forced, "get_rid": <size_t>&get_rid, "get_map": <size_t>&get_map,
        "set_map": <size_t>&set_map, "nav_agent.make": <size_t><void*>nav_agent.make,
        "nav_agent.destroy": <size_t><void*>nav_agent.destroy, "nav_agent.notify": <size_t><void*>nav_agent.notify,
        "nav_agent.changed": <size_t><void*>nav_agent.changed,
        "nav_agent.configuration_warnings": <size_t><void*>nav_agent.configuration_warnings}


def register():
    for module in (nav_agent_module, nav_agent_path_module, nav_agent_stuck_module):
        module.make_names()
    register_class(node_class(where(), default_params()))
