"""NavAgent as scripts, the inspector and the help see it: its methods, and the rows that declare all its members."""
from libc.math cimport INFINITY, isfinite, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset
from navpy.core cimport *
from navpy.godot cimport nav_agent
from navpy.godot.binding cimport register_class
from navpy.godot.engine cimport *
from navpy.godot.gd cimport GDExtensionConstTypePtr, GdColor, GdVector3, navpy_gd, STRING
from navpy.godot.nav_agent cimport ask, finish_link, hand_over_params, reason_of, refuse, repath, status_of, take_over_link
from navpy.godot.nav_agent_data cimport ASKED_NOTHING, ASKED_PATH, ASKED_TARGET, PATH_UNTOLD, NavAgent, core_agent
from navpy.godot.nav_agent_path cimport LAST_POINT, copy_path, ends_at_target, path_point, point_count, put_result
from navpy.godot.nav_agent_stuck cimport why_stuck
from navpy.godot.path_objects cimport navigation_map_of, new_server_agent
from navpy.godot.world cimport Member
from navpy.godot.table import Argument, Enumeration, Method, NodeClass, Property, Signal, USAGE_STORAGE
from navpy.motion.agent cimport Agent, AgentParams
from navpy.motion.crowd_agents cimport default_params, slot_of
from navpy.core import Reason
from navpy.godot import nav_agent as nav_agent_module, nav_agent_path as nav_agent_path_module, nav_agent_stuck as nav_agent_stuck_module

cdef enum:
    LAYERS_3D_NAVIGATION = 12       # PROPERTY_HINT_…
    LAYERS_AVOIDANCE = 37
    GROUP_ENABLE = 42
    HINT_ENUM = 2
    HINT_FLAGS = 6
    ALL_LAYERS = 0xFFFFFFFF


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
        Reason.START_OFF_MESH: f"the agent is {off_by:.2f} m off the navmesh",
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
        put_velocity(ret, core.desired_velocity)


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


cdef void get_path_index(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef NavAgent* agent = <NavAgent*>instance
    cdef int32_t count = point_count(agent)
    (<int64_t*>ret)[0] = min(core_agent(agent).next_corner, count - 1) if count > 0 else 0


cdef void get_result(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    put_result(<NavAgent*>instance, ret)


cdef void get_path_length(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef Agent* core = core_agent(<NavAgent*>instance)
    (<double*>ret)[0] = core.path_length if core != NULL else 0


cdef void get_distance_left(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef Agent* core = core_agent(<NavAgent*>instance)
    (<double*>ret)[0] = core.distance_left if core != NULL else 0


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
        repath(agent)


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


# ---- rows -------------------------------------------------------------------------------------------------------

def real(str name, size_t offset, double default, str doc, str hint, group, double minimum=0, maximum=None):
    return Property(name, "float", doc, default=default, offset=offset, hint=1 if hint else 0, hint_string=hint, minimum=minimum,
                    maximum=maximum, group=group)


def number(str name, size_t offset, int64_t default, str doc, int64_t maximum, int hint, str hint_string, group):
    return Property(name, "int", doc, default=default, offset=offset, hint=hint, hint_string=hint_string, minimum=0, maximum=maximum,
                    group=group)


def flag(str name, size_t offset, bint default, str doc, group, int hint=0):
    return Property(name, "bool", doc, default=bool(default), offset=offset, hint=hint, group=group, getter_name="get_" + name)


REASON_DOCS = {                         # of the reasons that an agent's request may have
    Reason.NONE: "Nothing to explain.", Reason.NO_REQUEST: "No path has been asked for.",
    Reason.NO_NAVMESH: "There is no navmesh in this world.", Reason.BAKING: "The navmesh is still being baked.",
    Reason.INVALID_INPUT: "The target is not finite.", Reason.START_OFF_MESH: "The agent is too far off the navmesh.",
    Reason.GOAL_OFF_MESH: "The target is too far off the navmesh.",
    Reason.GOAL_UNREACHABLE: "The target is on another island of the navmesh.",
    Reason.STOPPED: "[method stop] was called.", Reason.PATH_LOST: "The way was lost, and no other was found.",
    Reason.SEARCH_LIMIT: "The search was given up at [member path_search_max_polygons] or [member path_search_max_distance].",
    Reason.TOO_NARROW: "The ways there are too narrow for [member path_radius].",
    Reason.LENGTH_LIMIT: "The path is cut at [member path_return_max_length].",
    Reason.RADIUS_LIMIT: "The path is cut at [member path_return_max_radius].",
}


cdef list pathfinding_rows():
    cdef NavAgent* a = NULL
    cdef AgentParams p = default_params()
    group = "Pathfinding"
    return [
        Property("target_position", "Vector3", "Where to go, in world space. Setting it asks for a way there that may "
                 "end at the nearest reachable point, and leaves moving to the script.",
                 getter=<size_t>&get_target_position, setter=<size_t>&set_target_position, usage=USAGE_STORAGE, group=group),
        real("path_desired_distance", <size_t>&a.params.path_desired_distance, p.path_desired_distance,
             "How near a corner may count as turned, if the way beyond it is in sight. Ground plane.", "0,100,0.01,or_greater,suffix:m", group),
        real("target_desired_distance", <size_t>&a.params.target_desired_distance, p.target_desired_distance,
             "Length of path left at which the agent has arrived; by [method requestPath] it still brakes on to the path's end.",
             "0,100,0.01,or_greater,suffix:m", group),
        real("path_height_offset", <size_t>&a.path_height_offset, 0, "Taken off the height of [method get_next_path_position] and "
             "[method get_final_position]. The agent itself needs none: its origin may be at any height over the floor.",
             "-100,100,0.01,or_greater,or_less,suffix:m", group, minimum=-INFINITY),
        real("path_max_distance", <size_t>&a.params.path_max_distance, p.path_max_distance,
             "How far the agent may be carried off its path before it looks for another. Ground plane.",
             "0,100,0.1,or_greater,suffix:m", group),
        number("navigation_layers", <size_t>&a.navigation_layers, 1, "Layers that its ways may lead over. Changing them asks for another path.",
               ALL_LAYERS, LAYERS_3D_NAVIGATION, "", group),
        number("pathfinding_algorithm", <size_t>&a.pathfinding_algorithm, 0, "There is one: the shortest way.", 0, HINT_ENUM, "AStar", group),
        number("path_postprocessing", <size_t>&a.path_postprocessing, 0, "What becomes of the polygons that a way leads over: the shortest "
               "way through them, a way through the middles of their edges, or one through their centers.", 2, HINT_ENUM,
               "Corridorfunnel,Edgecentered,None", group),
        number("path_metadata_flags", <size_t>&a.path_metadata_flags, 7, "What [signal waypoint_reached], [signal link_reached] and [method "
               "get_current_navigation_result] tell of a point besides where it is.", 7, HINT_FLAGS,
               "Include Types,Include RIDs,Include Owners", group),
        flag("simplify_path", <size_t>&a.simplify_path, False, "Leaves out points that the path bends little at, see [member "
             "simplify_epsilon].", group),
        real("simplify_epsilon", <size_t>&a.simplify_epsilon, 0, "How far off, in the ground plane, a path may be with [member simplify_path].",
             "0,10,0.001,or_greater,suffix:m", group),
        real("path_return_max_length", <size_t>&a.params.max_length, 0, "Length that paths are cut at; 0: nowhere.",
             "0,100,0.001,or_greater,suffix:m", group),
        real("path_return_max_radius", <size_t>&a.params.max_return_radius, 0, "Distance from where they begin that paths are cut at; 0: "
             "nowhere.", "0,100,0.001,or_greater,suffix:m", group),
        number("path_search_max_polygons", <size_t>&a.path_search_max_polygons, 0, "How many polygons a search may look at; 0: as many as it "
               "takes. A search that is given up says so by [member reason].", 0x7FFFFFFF, 1, "0,4096,1,or_greater", group),
        real("path_search_max_distance", <size_t>&a.params.max_search_distance, 0, "How far from where it begins a search looks; 0: however far.",
             "0,1000,0.1,or_greater,suffix:m", group),
        real("path_radius", <size_t>&a.params.path_radius, 0, "How far its paths keep from walls, for bodies that are wider than what the "
             "navmesh was baked for: one bake serves all sizes. Up to the radius of the bake it changes nothing.",
             "0,10,0.01,or_greater,suffix:m", group),
    ]


cdef list avoidance_rows():
    cdef NavAgent* a = NULL
    cdef AgentParams p = default_params()
    group = "Avoidance"
    return [
        flag("avoidance_enabled", <size_t>&a.params.avoidance_enabled, p.avoidance_enabled, "Avoids the other agents of its crowd, and is "
             "avoided by them.", group, GROUP_ENABLE),
        Property("velocity", "Vector3", "For a script that steers the agent itself on its way to [member target_position]: the velocity it "
                 "wants. What the others leave of it comes by [signal velocity_computed]. Without, the agent wishes along its path.",
                 getter=<size_t>&get_velocity, setter=<size_t>&set_velocity, usage=USAGE_STORAGE, group=group),
        real("height", <size_t>&a.params.height, p.height, "Height of the body over its floor. Agents avoid each other where their bodies "
             "overlap in height: not those on another storey.", "0,100,0.01,or_greater,suffix:m", group),
        real("radius", <size_t>&a.params.radius, p.radius, "Radius of the body.", "0,100,0.01,or_greater,suffix:m", group),
        real("neighbor_distance", <size_t>&a.params.neighbor_distance, p.neighbor_distance, "How far the agent sees others. Ground plane.",
             "0,10000,0.01,or_greater,suffix:m", group),
        number("max_neighbors", <size_t>&a.max_neighbors, p.max_neighbors, "How many others it minds, the nearest ones.", 0x7FFFFFFF, 1,
               "0,10000,1,or_greater", group),
        real("time_horizon_agents", <size_t>&a.params.time_horizon_agents, p.time_horizon_agents,
             "How far ahead it keeps clear of others: the more, the earlier it turns aside.", "0,10,0.01,or_greater,suffix:s", group),
        real("time_horizon_obstacles", <size_t>&a.params.time_horizon_obstacles, p.time_horizon_obstacles,
             "How far ahead it keeps clear of walls and ledges where it turns aside for others. Whatever this is, nobody is pushed off the "
             "navmesh.", "0,10,0.01,or_greater,suffix:s", group),
        real("max_speed", <size_t>&a.params.max_speed, p.max_speed, "How fast the agent walks. It also bounds [member velocity], once it has "
             "been set.", "0,10000,0.01,or_greater,suffix:m/s", group),
        flag("use_3d_avoidance", <size_t>&a.use_3d_avoidance, False, "Hands [member velocity]'s height on as it is. Agents always avoid each "
             "other in the ground plane, those on other storeys not at all.", group),
        flag("keep_y_velocity", <size_t>&a.keep_y_velocity, True, "[signal velocity_computed] has the height of [member velocity], else 0.",
             group),
        number("avoidance_layers", <size_t>&a.avoidance_layers, p.avoidance_layers, "Layers the agent is in, for the [member avoidance_mask] "
               "of others.", ALL_LAYERS, LAYERS_AVOIDANCE, "", group),
        number("avoidance_mask", <size_t>&a.avoidance_mask, p.avoidance_mask, "Layers whose agents it avoids.", ALL_LAYERS, LAYERS_AVOIDANCE,
               "", group),
        real("avoidance_priority", <size_t>&a.params.avoidance_priority, p.avoidance_priority, "Of two that meet, the one with the lower "
             "priority gives way.", "0,1,0.01", group, maximum=1),
        Property("yields", "bool", "Where it stands after [method requestPath] or [member target_position], and until [method stop], it steps "
                 "aside for those who get no further.", default=bool(p.yields), offset=<size_t>&a.params.yields, group=group),
    ]


cdef list own_rows():
    """What the engine's agent has nothing of: moving the body, and telling how it stands."""
    cdef NavAgent* a = NULL
    cdef AgentParams p = default_params()
    return [
        Property("drive_body", "bool", "Drives the CharacterBody3D above from [method requestPath] on until [method stop], also when it has "
                 "arrived: sets its horizontal velocity, applies gravity and calls [code]move_and_slide[/code] once a physics frame. Leave "
                 "that to the agent meanwhile.", default=True, offset=<size_t>&a.drive_body, group="Body"),
        real("max_deceleration", <size_t>&a.params.max_deceleration, p.max_deceleration, "How hard the agent brakes for its goal.",
             "0.1,100,0.1,or_greater,suffix:m/s\u00b2", "Body", 0.001),
        Property("climb_steps", "bool", "Lifts the body over steps as high as the navmesh was baked for, which [code]move_and_slide[/code] alone "
                 "cannot climb.", default=True, offset=<size_t>&a.body_settings.climb_steps, group="Body"),
        Property("face_velocity", "bool", "Turns the body's front (\u2212Z) to where it walks, while others let it walk at half its speed or "
                 "faster.", default=True, offset=<size_t>&a.body_settings.face_velocity, group="Body"),
        real("turn_rate", <size_t>&a.body_settings.turn_rate, 720, "How fast it turns, in degrees a second.",
             "0,1440,1,or_greater,suffix:\u00b0/s", "Body"),
        Property("status", "NavAgent.Status", "What [method hasArrived] returns.", getter=<size_t>&has_arrived, group="State"),
        Property("reason", "NavAgent.Reason", "Why the status is what it is.", getter=<size_t>&get_reason, group="State"),
        Property("reason_text", "String", "The reason as a sentence.", getter=<size_t>&get_reason_text, group="State"),
        Property("is_stuck", "bool", "It is on its way and has come no nearer for two seconds; [method why_stuck] says why.",
                 getter=<size_t>&get_is_stuck, getter_name="get_is_stuck", group="State"),
        Property("is_on_link", "bool", "It is crossing a link.", getter=<size_t>&get_is_on_link, getter_name="get_is_on_link", group="State"),
        Property("distance_left", "float", "Length of path left, in metres.", getter=<size_t>&get_distance_left, group="State"),
        Property("desired_velocity", "Vector3", "The velocity the agent wishes for: in the ground plane, on a link straight to its end.",
                 getter=<size_t>&get_desired_velocity, group="State"),
        Property("safe_velocity", "Vector3", "What other agents leave of that: the velocity the body is driven by.",
                 getter=<size_t>&get_safe_velocity, group="State"),
    ]


cdef list debug_rows():
    cdef NavAgent* a = NULL
    return [
        flag("debug_enabled", <size_t>&a.debug_enabled, False, "Shows the path.", "Debug", GROUP_ENABLE),
        flag("debug_use_custom", <size_t>&a.debug_use_custom, False, "Shows it in the color and size below.", "Debug"),
        Property("debug_path_custom_color", "Color", "Color of the path with [member debug_use_custom].", getter=<size_t>&get_color,
                 setter=<size_t>&set_color, group="Debug"),
        real("debug_path_custom_point_size", <size_t>&a.debug_path_custom_point_size, 4, "Size of its points with [member debug_use_custom].",
             "0,50,0.01,or_greater,suffix:px", "Debug"),
    ]


cdef list layer_methods():
    number = Argument("layer_number", "int")
    mask_number = Argument("mask_number", "int")
    value = Argument("value", "bool")
    return [
        Method("set_navigation_layer_value", <size_t>&set_navigation_layer_value, "Sets or clears one of the [member navigation_layers], "
               "numbered from 1.", (number, value)),
        Method("get_navigation_layer_value", <size_t>&get_navigation_layer_value, "Whether it is one of the [member navigation_layers], "
               "numbered from 1.", (number,), returns="bool", const=True),
        Method("set_avoidance_layer_value", <size_t>&set_avoidance_layer_value, "Sets or clears one of the [member avoidance_layers], "
               "numbered from 1.", (number, value)),
        Method("get_avoidance_layer_value", <size_t>&get_avoidance_layer_value, "Whether it is one of the [member avoidance_layers], "
               "numbered from 1.", (number,), returns="bool", const=True),
        Method("set_avoidance_mask_value", <size_t>&set_avoidance_mask_value, "Sets or clears one of the [member avoidance_mask], numbered "
               "from 1.", (mask_number, value)),
        Method("get_avoidance_mask_value", <size_t>&get_avoidance_mask_value, "Whether it is one of the [member avoidance_mask], numbered "
               "from 1.", (mask_number,), returns="bool", const=True),
    ]


cdef list methods():
    return [
        Method("requestPath", <size_t>&request_path, "Asks for a way to [param target] (world space) and walks it. The answer is there at "
               "once: RUNNING, SUCCESS if the agent is there already, or FAILURE if there is no way, with the [member reason]. Calling it "
               "again with the same target changes nothing; a moved target is followed.", (Argument("target", "Vector3"),),
               returns="NavAgent.Status", aliases=("request_path",)),
        Method("hasArrived", <size_t>&has_arrived, "RUNNING on the way, SUCCESS within [member target_desired_distance] of the target, FAILURE "
               "if there is no way or nothing was asked for.", returns="NavAgent.Status", const=True, aliases=("has_arrived",)),
        Method("stop", <size_t>&stop, "Takes the request back; the agent stands still, and the body is the script's again once it is on the "
               "floor."),
        Method("why_stuck", <size_t>&get_why_stuck, "Why the agent gets no further, in a sentence: what is missing, who is in its way, what "
               "its body does not follow. Empty where nothing is wrong.", returns="String", const=True),
        Method("take_over_link", <size_t>&take_over, "For a handler of [signal link_reached]: the script moves the body across the link. The "
               "agent waits until the body is at its end, or [method finish_link] is called. False where it is on no link.", returns="bool"),
        Method("finish_link", <size_t>&finish, "After [method take_over_link]: the body is where the agent is to go on from."),
        Method("get_next_path_position", <size_t>&get_next_path_position, "The next corner of the path; without one, where the parent is. "
               "It changes nothing, the agent moves on along its path by itself.", returns="Vector3", const=True),
        Method("get_final_position", <size_t>&get_final_position, "The end of the path.", returns="Vector3", const=True),
        Method("get_current_navigation_path", <size_t>&get_path, "The corners of the path, from where it began.",
               returns="PackedVector3Array", const=True),
        Method("get_current_navigation_path_index", <size_t>&get_path_index, "Which of them [method get_next_path_position] is.", returns="int",
               const=True),
        Method("get_current_navigation_result", <size_t>&get_result, "The path with what is known of its points.",
               returns="NavigationPathQueryResult3D", const=True),
        Method("get_path_length", <size_t>&get_path_length, "Length of the path as it was found, in metres.", returns="float", const=True),
        Method("distance_to_target", <size_t>&get_distance_to_target, "Straight from the parent to [member target_position], in metres; "
               "[member distance_left] is what is left to walk.", returns="float", const=True),
        Method("is_navigation_finished", <size_t>&is_navigation_finished, "Whether there is nothing left to walk.", returns="bool", const=True),
        Method("is_target_reachable", <size_t>&is_target_reachable, "Whether the path leads to the target, or within [member "
               "target_desired_distance] of it.", returns="bool", const=True),
        Method("is_target_reached", <size_t>&is_target_reached, "Whether the agent has arrived at the target itself, not just as near as it "
               "can get.", returns="bool", const=True),
        Method("set_velocity_forced", <size_t>&set_velocity_forced, "Lets others take the body for moving at this velocity, until it has "
               "moved again. Who is put elsewhere need not call it: that is seen.", (Argument("velocity", "Vector3"),)),
        Method("get_rid", <size_t>&get_rid, "RID of an agent of NavigationServer3D that stands for this one; what is done to it there has no "
               "effect here.", returns="RID", const=True),
        Method("get_navigation_map", <size_t>&get_map, "RID of the navigation map of the agent's world, or of the one that was set.",
               returns="RID", const=True),
        Method("set_navigation_map", <size_t>&set_map, "Puts the agent on another navigation map of the server. Only that of its own world has "
               "the navmeshes of its bakers; on any other it finds no way. RID() takes that back.", (Argument("navigation_map", "RID"),)),
        *layer_methods(),
    ]


cdef list signals():
    details = (Argument("details", "Dictionary"),)
    return [
        Signal("path_changed", "A path was found: for a new request, or because the navmesh or the agent was moved."),
        Signal("target_reached", "The agent has arrived at the target itself. Comes just before [signal navigation_finished]."),
        Signal("waypoint_reached", "The agent has passed a point of its path, also the first and the last one. [param details] has its [code]"
               "position[/code] and, by [member path_metadata_flags], [code]type[/code], [code]rid[/code] and [code]owner[/code].", details),
        Signal("link_reached", "The agent begins to cross a link: [param details] are those of [signal waypoint_reached], with [code]"
               "link_entry_position[/code] and [code]link_exit_position[/code]. A handler may call [method take_over_link].", details),
        Signal("navigation_finished", "The agent has arrived, or lost its way."),
        Signal("velocity_computed", "Every physics frame, if the agent doesn't drive a body itself: after [method requestPath] on the way, and "
               "where it steps aside; after [member target_position] as long as [member avoidance_enabled] is on. The velocity is what other "
               "agents leave of [member velocity], or where that is never set of [member desired_velocity].",
               (Argument("safe_velocity", "Vector3"),)),
        Signal("stuck_changed", "[member is_stuck] has changed.", (Argument("is_stuck", "bool"),)),
    ]


def register():
    for module in (nav_agent_module, nav_agent_path_module, nav_agent_stuck_module):
        module.make_names()
    register_class(NodeClass(
        "NavAgent", "Node", "Finds its way on the navmesh and walks it.",
        "A child of the body that is to walk. [method requestPath] asks for a way to a target and may be called every tick, "
        "as a behaviour tree's leaf does; [method hasArrived] tells how it stands. Under a [CharacterBody3D] the agent "
        "drives the body with [code]move_and_slide[/code]; elsewhere, or with [member drive_body] off, it emits [signal "
        "velocity_computed] every physics frame. Distances to waypoints are measured in the ground plane, so the body's "
        "origin may be at any height over the floor. Setting [member target_position] instead behaves as "
        "[NavigationAgent3D] does, whose members this node all has: it never moves the body and walks as near as it can get.",
        make=<size_t>&nav_agent.make, destroy=<size_t>&nav_agent.destroy, notify=<size_t>&nav_agent.notify,
        changed=<size_t>&nav_agent.changed, virtuals={"_get_configuration_warnings": <size_t>&nav_agent.configuration_warnings},
        enumerations=(
            Enumeration("Status", (
                ("RUNNING", STATUS_RUNNING, "On the way. This is 0: compare by name, never test for truth."),
                ("SUCCESS", STATUS_SUCCESS, "Arrived."),
                ("FAILURE", STATUS_FAILURE, "Cannot get there; [member reason] says why."))),
            Enumeration("Reason", [(f"REASON_{r.name}", int(r), REASON_DOCS[r]) for r in REASON_DOCS]),
        ),
        properties=[*pathfinding_rows(), *avoidance_rows(), *own_rows(), *debug_rows()], methods=methods(), signals=signals()))
