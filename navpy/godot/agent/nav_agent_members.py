"""The rows that declare NavAgent's members. Where each is, as an address or an offset, nav_agent_rows says by name."""
from navpy.base.core import Reason, Status
from navpy.godot.binding.class_spec import Argument, Enumeration, Method, NodeClass, Property, Signal, USAGE_STORAGE

HINT_ENUM, HINT_FLAGS, LAYERS_3D_NAVIGATION, LAYERS_AVOIDANCE, GROUP_ENABLE = 2, 6, 12, 37, 42     # PROPERTY_HINT_…
ALL_LAYERS = 0xFFFFFFFF


def real(name, offset, default, doc, hint, group, minimum=0, maximum=None):
    return Property(name, "float", doc, default=default, offset=offset, hint=1 if hint else 0, hint_string=hint, minimum=minimum,
                    maximum=maximum, group=group)


def number(name, offset, default, doc, maximum, hint, hint_string, group):
    return Property(name, "int", doc, default=default, offset=offset, hint=hint, hint_string=hint_string, minimum=0, maximum=maximum,
                    group=group)


def flag(name, offset, default, doc, group, hint=0):
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


def pathfinding_rows(at, p):
    group = "Pathfinding"
    return [
        Property("target_position", "Vector3", "Where to go, in world space. Setting it asks for a way there that may "
                 "end at the nearest reachable point, and leaves moving to the script.",
                 getter=at["get_target_position"], setter=at["set_target_position"], usage=USAGE_STORAGE, group=group),
        real("path_desired_distance", at["params.path_desired_distance"], p["path_desired_distance"],
             "How near a corner may count as turned, if the way beyond it is in sight. Ground plane.",
             "0,100,0.01,or_greater,suffix:m", group),
        real("target_desired_distance", at["params.target_desired_distance"], p["target_desired_distance"],
             "Length of path left at which the agent has arrived; by [method requestPath] it still brakes on to the path's end.",
             "0,100,0.01,or_greater,suffix:m", group),
        real("path_height_offset", at["path_height_offset"], 0, "Taken off the height of [method get_next_path_position] and "
             "[method get_final_position]. The agent itself needs none: its origin may be at any height over the floor.",
             "-100,100,0.01,or_greater,or_less,suffix:m", group, minimum=None),
        real("path_max_distance", at["params.path_max_distance"], p["path_max_distance"],
             "How far the agent may be carried off its path before it looks for another. Ground plane.",
             "0,100,0.1,or_greater,suffix:m", group),
        number("navigation_layers", at["navigation_layers"], 1, "Layers that its ways may lead over. Changing them asks for another "
               "path.",
               ALL_LAYERS, LAYERS_3D_NAVIGATION, "", group),
        number("pathfinding_algorithm", at["pathfinding_algorithm"], 0, "There is one: the shortest way.", 0, HINT_ENUM, "AStar",
               group),
        number("path_postprocessing", at["path_postprocessing"], 0, "What becomes of the polygons that a way leads over: the shortest "
               "way through them, a way through the middles of their edges, or one through their centers.", 2, HINT_ENUM,
               "Corridorfunnel,Edgecentered,None", group),
        number("path_metadata_flags", at["path_metadata_flags"], 7, "What [signal waypoint_reached], [signal link_reached] and "
               "[method get_current_navigation_result] tell of a point besides where it is: whether a link begins there, the "
               "node that the link or the ground comes from, and its RID, which [NavMeshBaker] and [NavLink] have "
               "none of.", 7, HINT_FLAGS,
               "Include Types,Include RIDs,Include Owners", group),
        flag("simplify_path", at["simplify_path"], False, "Leaves out points that the path bends little at, see [member "
             "simplify_epsilon].", group),
        real("simplify_epsilon", at["simplify_epsilon"], 0, "How far off, in the ground plane, a path may be with [member "
             "simplify_path].",
             "0,10,0.001,or_greater,suffix:m", group),
        real("path_return_max_length", at["params.max_length"], 0, "Length that paths are cut at; 0: nowhere.",
             "0,100,0.001,or_greater,suffix:m", group),
        real("path_return_max_radius", at["params.max_return_radius"], 0, "Distance from where they begin that paths are cut at; 0: "
             "nowhere.", "0,100,0.001,or_greater,suffix:m", group),
        number("path_search_max_polygons", at["path_search_max_polygons"], 0, "How many polygons a search may look at; 0: as many as "
               "it "
               "takes. A search that is given up says so by [member reason].", 0x7FFFFFFF, 1, "0,4096,1,or_greater", group),
        real("path_search_max_distance", at["params.max_search_distance"], 0, "How far from where it begins a search looks; 0: "
             "however far.",
             "0,1000,0.1,or_greater,suffix:m", group),
        real("path_radius", at["params.path_radius"], 0, "How far its paths keep from walls, for bodies that are wider than what the "
             "navmesh was baked for: one bake serves all sizes. Up to the radius of the bake it changes nothing.",
             "0,10,0.01,or_greater,suffix:m", group),
    ]


def avoidance_rows(at, p):
    group = "Avoidance"
    return [
        flag("avoidance_enabled", at["params.avoidance_enabled"], p["avoidance_enabled"], "Avoids the other agents of its crowd, and "
             "is "
             "avoided by them.", group, GROUP_ENABLE),
        Property("velocity", "Vector3", "For a script that steers the agent itself on its way to [member target_position]: the "
                 "velocity it "
                 "wants. What the others leave of it comes by [signal velocity_computed]. Without, the agent wishes along its path.",
                 getter=at["get_velocity"], setter=at["set_velocity"], usage=USAGE_STORAGE, group=group),
        real("height", at["params.height"], p["height"], "Height of the body over its floor. Agents avoid each other where their "
             "bodies "
             "overlap in height: not those on another storey.", "0,100,0.01,or_greater,suffix:m", group),
        real("radius", at["params.radius"], p["radius"], "Radius of the body.", "0,100,0.01,or_greater,suffix:m", group),
        real("neighbor_distance", at["params.neighbor_distance"], p["neighbor_distance"], "How far the agent sees others. Ground "
             "plane.",
             "0,10000,0.01,or_greater,suffix:m", group),
        number("max_neighbors", at["max_neighbors"], p["max_neighbors"], "How many others it minds, the nearest ones.", 0x7FFFFFFF, 1,
               "0,10000,1,or_greater", group),
        real("time_horizon_agents", at["params.time_horizon_agents"], p["time_horizon_agents"],
             "How far ahead it keeps clear of others: the more, the earlier it turns aside.", "0,10,0.01,or_greater,suffix:s", group),
        real("time_horizon_obstacles", at["params.time_horizon_obstacles"], p["time_horizon_obstacles"],
             "How far ahead it keeps clear of walls and ledges where it turns aside for others. Whatever this is, nobody is pushed "
             "off the "
             "navmesh.", "0,10,0.01,or_greater,suffix:s", group),
        real("max_speed", at["params.max_speed"], p["max_speed"], "How fast the agent walks. It also bounds [member velocity], once "
             "it has "
             "been set.", "0,10000,0.01,or_greater,suffix:m/s", group),
        flag("use_3d_avoidance", at["use_3d_avoidance"], False, "Hands [member velocity]'s height on as it is. Agents always avoid "
             "each "
             "other in the ground plane, those on other storeys not at all.", group),
        flag("keep_y_velocity", at["keep_y_velocity"], True, "[signal velocity_computed] has the height of [member velocity], else 0.",
             group),
        number("avoidance_layers", at["avoidance_layers"], p["avoidance_layers"], "Layers the agent is in, for the [member "
               "avoidance_mask] "
               "of others.", ALL_LAYERS, LAYERS_AVOIDANCE, "", group),
        number("avoidance_mask", at["avoidance_mask"], p["avoidance_mask"], "Layers whose agents it avoids.", ALL_LAYERS,
               LAYERS_AVOIDANCE,
               "", group),
        real("avoidance_priority", at["params.avoidance_priority"], p["avoidance_priority"], "Of two that meet, the one with the "
             "lower "
             "priority gives way.", "0,1,0.01", group, maximum=1),
        Property("yields", "bool", "Where it stands after [method requestPath] or [member target_position], and until [method stop], "
                 "it steps "
                 "aside for those who get no further.", default=bool(p["yields"]), offset=at["params.yields"], group=group),
    ]


def own_rows(at, p):
    """What the engine's agent has nothing of: moving the body, and telling how it stands."""
    return [
        Property("drive_body", "bool", "Drives the CharacterBody3D above from [method requestPath] on until [method stop], also when "
                 "it has "
                 "arrived: sets its horizontal velocity, applies gravity and calls [code]move_and_slide[/code] once a physics frame. "
                 "Leave "
                 "that to the agent meanwhile.", default=True, offset=at["drive_body"], group="Body"),
        real("max_deceleration", at["params.max_deceleration"], p["max_deceleration"], "How hard the agent brakes for its goal.",
             "0.1,100,0.1,or_greater,suffix:m/s\u00b2", "Body", 0.001),
        Property("climb_steps", "bool", "Lifts the body over steps as high as the navmesh was baked for, which "
                 "[code]move_and_slide[/code] alone "
                 "cannot climb.", default=True, offset=at["body_settings.climb_steps"], group="Body"),
        Property("face_velocity", "bool", "Turns the body's front (\u2212Z) to where it walks, while others let it walk at half its "
                 "speed or "
                 "faster.", default=True, offset=at["body_settings.face_velocity"], group="Body"),
        real("turn_rate", at["body_settings.turn_rate"], 720, "How fast it turns, in degrees a second.",
             "0,1440,1,or_greater,suffix:\u00b0/s", "Body"),
        Property("status", "NavAgent.Status", "What [method hasArrived] returns.", getter=at["has_arrived"], group="State"),
        Property("reason", "NavAgent.Reason", "Why the status is what it is.", getter=at["get_reason"], group="State"),
        Property("reason_text", "String", "The reason as a sentence.", getter=at["get_reason_text"], group="State"),
        Property("is_stuck", "bool", "It is on its way and has come no nearer for two seconds; [method why_stuck] says why.",
                 getter=at["get_is_stuck"], getter_name="get_is_stuck", group="State"),
        Property("is_on_link", "bool", "It is crossing a link.", getter=at["get_is_on_link"], getter_name="get_is_on_link",
                 group="State"),
        Property("distance_left", "float", "Length of path left from where the body is now, in metres; links in space, the rest in "
                 "the ground plane.", getter=at["get_distance_left"], group="State"),
        Property("desired_velocity", "Vector3", "The velocity the agent wishes for: in the ground plane, on a link straight to its "
                 "end.",
                 getter=at["get_desired_velocity"], group="State"),
        Property("safe_velocity", "Vector3", "What other agents leave of that: the velocity the body is driven by.",
                 getter=at["get_safe_velocity"], group="State"),
    ]


def debug_rows(at):
    return [
        flag("debug_enabled", at["debug_enabled"], False, "Shows the path, and with Debug > Visible Navigation the polygons that it "
             "goes through, the velocities and why the agent is stuck.", "Debug", GROUP_ENABLE),
        flag("debug_use_custom", at["debug_use_custom"], False, "Shows it in the color and size below.", "Debug"),
        Property("debug_path_custom_color", "Color", "Color of the path with [member debug_use_custom].", getter=at["get_color"],
                 setter=at["set_color"], group="Debug"),
        real("debug_path_custom_point_size", at["debug_path_custom_point_size"], 4, "Size of its points with [member "
             "debug_use_custom].",
             "0,50,0.01,or_greater,suffix:px", "Debug"),
    ]


def layer_methods(at):
    number = Argument("layer_number", "int")
    mask_number = Argument("mask_number", "int")
    value = Argument("value", "bool")
    return [
        Method("set_navigation_layer_value", at["set_navigation_layer_value"], "Sets or clears one of the [member navigation_layers], "
               "numbered from 1.", (number, value)),
        Method("get_navigation_layer_value", at["get_navigation_layer_value"], "Whether it is one of the [member navigation_layers], "
               "numbered from 1.", (number,), returns="bool", const=True),
        Method("set_avoidance_layer_value", at["set_avoidance_layer_value"], "Sets or clears one of the [member avoidance_layers], "
               "numbered from 1.", (number, value)),
        Method("get_avoidance_layer_value", at["get_avoidance_layer_value"], "Whether it is one of the [member avoidance_layers], "
               "numbered from 1.", (number,), returns="bool", const=True),
        Method("set_avoidance_mask_value", at["set_avoidance_mask_value"], "Sets or clears one of the [member avoidance_mask], "
               "numbered "
               "from 1.", (mask_number, value)),
        Method("get_avoidance_mask_value", at["get_avoidance_mask_value"], "Whether it is one of the [member avoidance_mask], "
               "numbered "
               "from 1.", (mask_number,), returns="bool", const=True),
    ]


def methods(at):
    return [
        Method("requestPath", at["request_path"], "Asks for a way to [param target] (world space) and walks it. The answer is there "
               "at "
               "once: RUNNING, SUCCESS if the agent is there already, or FAILURE if there is no way, with the [member reason]. "
               "Calling it "
               "again with the same target changes nothing; a moved target is followed.", (Argument("target", "Vector3"),),
               returns="NavAgent.Status", aliases=("request_path",)),
        Method("hasArrived", at["has_arrived"], "RUNNING on the way, SUCCESS within [member target_desired_distance] of the target, "
               "FAILURE "
               "if there is no way or nothing was asked for.", returns="NavAgent.Status", const=True, aliases=("has_arrived",)),
        Method("stop", at["stop"], "Takes the request back; the agent stands still, and the body is the script's again once it is on "
               "the "
               "floor."),
        Method("why_stuck", at["get_why_stuck"], "Why the agent gets no further, in a sentence: what is missing, who is in its way, "
               "what "
               "its body does not follow. Empty where nothing is wrong.", returns="String", const=True),
        Method("take_over_link", at["take_over"], "For a handler of [signal link_reached]: the script moves the body across the "
               "link. The "
               "agent waits until the body is at its end, or [method finish_link] is called. False where it is on no link.",
               returns="bool"),
        Method("finish_link", at["finish"], "After [method take_over_link]: the body is where the agent is to go on from."),
        Method("get_next_path_position", at["get_next_path_position"], "The next corner of the path; without one, where the parent "
               "is. "
               "It changes nothing, the agent moves on along its path by itself.", returns="Vector3", const=True),
        Method("get_final_position", at["get_final_position"], "The end of the path.", returns="Vector3", const=True),
        Method("get_current_navigation_path", at["get_path"], "The corners of the path, from where it began.",
               returns="PackedVector3Array", const=True),
        Method("get_corridor_triangles", at["get_corridor"], "Triangles of the polygons that the path goes through, three points "
               "each, for drawing. Debug > Visible Navigation draws them with [member debug_enabled].", returns="PackedVector3Array",
               const=True),
        Method("get_current_navigation_path_index", at["get_path_index"], "Which of them [method get_next_path_position] is.",
               returns="int",
               const=True),
        Method("get_current_navigation_result", at["get_result"], "The path with what is known of its points.",
               returns="NavigationPathQueryResult3D", const=True),
        Method("get_path_length", at["get_path_length"], "Length of the path as it was found, in metres.", returns="float",
               const=True),
        Method("distance_to_target", at["get_distance_to_target"], "Straight from the parent to [member target_position], in metres; "
               "[member distance_left] is what is left to walk.", returns="float", const=True),
        Method("is_navigation_finished", at["is_navigation_finished"], "Whether there is nothing left to walk.", returns="bool",
               const=True),
        Method("is_target_reachable", at["is_target_reachable"], "Whether the path leads to the target, or within [member "
               "target_desired_distance] of it.", returns="bool", const=True),
        Method("is_target_reached", at["is_target_reached"], "Whether the agent has arrived at the target itself, not just as near "
               "as it "
               "can get.", returns="bool", const=True),
        Method("set_velocity_forced", at["set_velocity_forced"], "Lets others take the body for moving at this velocity, until it has "
               "moved again. Who is put elsewhere need not call it: that is seen.", (Argument("velocity", "Vector3"),)),
        Method("get_rid", at["get_rid"], "RID of an agent of NavigationServer3D that stands for this one; what is done to it there "
               "has no "
               "effect here.", returns="RID", const=True),
        Method("get_navigation_map", at["get_map"], "RID of the navigation map of the agent's world, or of the one that was set.",
               returns="RID", const=True),
        Method("set_navigation_map", at["set_map"], "Puts the agent on another navigation map of the server, where it walks on the "
               "[NavigationRegion3D] and [NavigationLink3D] nodes that were put on that map, too. Bakers are on that of their world. "
               "RID() takes that back.", (Argument("navigation_map", "RID"),)),
        *layer_methods(at),
    ]


def signals():
    details = (Argument("details", "Dictionary"),)
    return [
        Signal("path_changed", "A path was found: for a new request, or because the navmesh or the agent was moved."),
        Signal("target_reached", "The agent has arrived at the target itself. Comes just before [signal navigation_finished]."),
        Signal("waypoint_reached", "The agent has passed a point of its path, also the first and the last one. [param details] has "
               "its [code]"
               "position[/code] and, by [member path_metadata_flags], [code]type[/code], [code]rid[/code] and [code]owner[/code].",
               details),
        Signal("link_reached", "The agent begins to cross a link: [param details] are those of [signal waypoint_reached], with [code]"
               "link_entry_position[/code] and [code]link_exit_position[/code]. A handler may call [method take_over_link].", details),
        Signal("navigation_finished", "The agent has arrived, or lost its way."),
        Signal("velocity_computed", "Every physics frame, if the agent doesn't drive a body itself: after [method requestPath] on "
               "the way, and "
               "where it steps aside; after [member target_position] as long as [member avoidance_enabled] is on. The velocity is "
               "what other "
               "agents leave of [member velocity], or where that is never set of [member desired_velocity].",
               (Argument("safe_velocity", "Vector3"),)),
        Signal("stuck_changed", "[member is_stuck] has changed.", (Argument("is_stuck", "bool"),)),
    ]


def node_class(at, p):
    """The class's row, of what is where (see nav_agent_rows) and the defaults of AgentParams."""
    return NodeClass(
        "NavAgent", "Node", "Finds its way on the navmesh and walks it.",
        "A child of the body that is to walk. [method requestPath] asks for a way to a target and may be called every tick, "
        "as a behaviour tree's leaf does; [method hasArrived] tells how it stands. Under a [CharacterBody3D] the agent "
        "drives the body with [code]move_and_slide[/code]; elsewhere, or with [member drive_body] off, it emits [signal "
        "velocity_computed] every physics frame. Distances to waypoints are measured in the ground plane, so the body's "
        "origin may be at any height over the floor. Setting [member target_position] instead behaves as "
        "[NavigationAgent3D] does, whose members this node all has: it never moves the body and walks as near as it can get.",
        make=at["nav_agent.make"], destroy=at["nav_agent.destroy"], notify=at["nav_agent.notify"],
        changed=at["nav_agent.changed"], virtuals={"_get_configuration_warnings": at["nav_agent.configuration_warnings"]},
        enumerations=(
            Enumeration("Status", (
                ("RUNNING", int(Status.RUNNING), "On the way. This is 0: compare by name, never test for truth."),
                ("SUCCESS", int(Status.SUCCESS), "Arrived."),
                ("FAILURE", int(Status.FAILURE), "Cannot get there; [member reason] says why."))),
            Enumeration("Reason", [(f"REASON_{r.name}", int(r), REASON_DOCS[r]) for r in REASON_DOCS]),
        ),
        properties=[*pathfinding_rows(at, p), *avoidance_rows(at, p), *own_rows(at, p), *debug_rows(at)], methods=methods(at),
                                      signals=signals())
