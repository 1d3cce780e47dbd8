extends "res://level.gd"
## NavAgent beside NavigationAgent3D: the same members, and the same script on both.

const SCENE := "[gd_scene format=3]\n[node name=\"Body\" type=\"CharacterBody3D\"]\n[node name=\"Agent\" type=\"%s\" parent=\".\"]\n%s"
## What the engine's documentation shows, but for the class of the agent.
const STANDARD := """extends CharacterBody3D
var movement_speed := 4.0
@onready var navigation_agent = $Agent
var calls := 0
func _ready() -> void:
	navigation_agent.velocity_computed.connect(Callable(_on_velocity_computed))
func set_movement_target(movement_target: Vector3) -> void:
	navigation_agent.set_target_position(movement_target)
func _physics_process(_delta) -> void:
	if NavigationServer3D.map_get_iteration_id(navigation_agent.get_navigation_map()) == 0:
		return
	if navigation_agent.is_navigation_finished():
		return
	var next_path_position: Vector3 = navigation_agent.get_next_path_position()
	var new_velocity: Vector3 = global_position.direction_to(next_path_position) * movement_speed
	if navigation_agent.avoidance_enabled:
		navigation_agent.set_velocity(new_velocity)
	else:
		_on_velocity_computed(new_velocity)
func _on_velocity_computed(safe_velocity: Vector3) -> void:
	calls += 1
	velocity = safe_velocity
	move_and_slide()
"""

const SIGNALS := ["path_changed", "target_reached", "navigation_finished"]


## A floor with a wall across its middle.
func ground() -> void:
	floor_at(24, 16)
	box(Vector3(2, 3, 10), Vector3(0, 1.5, -3))
	bake()


## The signals that an agent emits from now on, in their order: their names, and the details of waypoints.
func listen(agent: NavAgent) -> Array:
	var emitted := signals_of(agent, SIGNALS)
	agent.waypoint_reached.connect(func(details): emitted.append(details))
	return emitted


func names_of(signals: Array) -> Array:
	return signals.map(func(one): return one if one is String else "waypoint_reached")


func components(vector: Vector3) -> Dictionary:
	return {"x": vector.x, "y": vector.y, "z": vector.z}


## Through the middles of the edges of six squares, which lie beside each other all but straight.
func scenario_path_is_simplified() -> void:
	var mesh := NavigationMesh.new()
	var middles := [0.0, 0.05, -0.05, 1.0, 1.05, 0.95, 1.0]
	var vertices := PackedVector3Array()
	for i in middles.size():
		vertices.append_array([Vector3(i, 0, middles[i] - 1), Vector3(i, 0, middles[i] + 1)])
	mesh.vertices = vertices
	for i in middles.size() - 1:
		mesh.add_polygon(PackedInt32Array([2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1]))
	region(mesh)
	var found := []
	for simplify in [false, true]:
		var agent := ghost(Vector3.ZERO, 0.0, {"path_postprocessing": NavigationPathQueryParameters3D.PATH_POSTPROCESSING_EDGECENTERED,
			"simplify_path": simplify, "simplify_epsilon": 0.2})
		agent.target_position = Vector3(6, 0, 1)
		await frames(3)
		agent.get_next_path_position()
		found.append(agent.get_current_navigation_path())
	report("whole", Array(found[0]).map(components))
	report("ours", Array(found[1]).map(components))
	report("theirs", Array(NavigationServer3D.simplify_path(found[0], 0.2)).map(components))


## Names, types, defaults and signatures of both classes.
func scenario_members() -> void:
	var both := {"theirs": NavigationAgent3D.new(), "ours": NavAgent.new()}
	for which in both:
		var object: Node = both[which]
		var properties := {}
		for property in object.get_property_list():
			if property.usage & PROPERTY_USAGE_STORAGE:
				properties[property.name] = {"type": property.type, "default": str(object.get(property.name)), "usage": property.usage & 6}
		var methods := {}
		for method in object.get_method_list():
			methods[method.name] = {"returns": method.return.type, "arguments": method.args.map(func(argument): return argument.type),
				"defaults": method.default_args.size()}
		var signals := {}
		for one in object.get_signal_list():
			signals[one.name] = one.args.map(func(argument): return {"name": argument.name, "type": argument.type})
		report(which, {"properties": properties, "methods": methods, "signals": signals})
		object.free()


## Whatever is set is there afterwards, by property and by setter, and a saved scene brings it back.
func scenario_values_are_kept() -> void:
	var agent := NavAgent.new()
	var theirs := NavigationAgent3D.new()
	var wrong := []
	var lines := ""
	for property in theirs.get_property_list():
		if not property.usage & PROPERTY_USAGE_STORAGE or ClassDB.class_has_method("Node", "set_" + property.name) \
				or not ClassDB.class_has_method("NavigationAgent3D", "set_" + property.name, true):
			continue
		for value in {TYPE_BOOL: [true, false], TYPE_INT: [0], TYPE_FLOAT: [0.25, 0.75], TYPE_VECTOR3: [Vector3(1, 2, 3)],
				TYPE_COLOR: [Color(0.25, 0.5, 0.75, 1)]}[property.type]:
			agent.set(property.name, value)
			theirs.set(property.name, value)
			if agent.get(property.name) != value or agent.call("get_" + property.name) != theirs.call("get_" + property.name):
				wrong.append(property.name)
			agent.call("set_" + property.name, value)
			if agent.get(property.name) != value:
				wrong.append("set_" + property.name)
		lines += "%s = %s\n" % [property.name, var_to_str(agent.get(property.name))]
	report("lost", wrong)
	var file := FileAccess.open("res://both.tscn", FileAccess.WRITE)
	file.store_string(SCENE % ["NavigationAgent3D", lines])
	file.close()
	file = FileAccess.open("res://ours.tscn", FileAccess.WRITE)
	file.store_string(SCENE % ["NavAgent", lines])
	file.close()
	var before: Node = load("res://both.tscn").instantiate()
	var after: Node = load("res://ours.tscn").instantiate()
	var different := []
	for line in lines.split("\n", false):
		var property := line.get_slice(" ", 0)
		if before.get_node("Agent").get(property) != after.get_node("Agent").get(property):
			different.append(property)
	report("properties in the scene", lines.count("\n"))
	report("different in the scene", different)
	for node in [agent, theirs, before, after]:
		node.free()


func scenario_layers_by_number() -> void:
	var agent := NavAgent.new()
	for what in ["navigation_layer", "avoidance_layer", "avoidance_mask"]:
		var property: String = what if what == "avoidance_mask" else what + "s"
		agent.call("set_%s_value" % what, 32, true)
		agent.call("set_%s_value" % what, 1, false)
		var said := {"mask": agent.get(property), "32": agent.call("get_%s_value" % what, 32), "1": agent.call("get_%s_value" % what, 1)}
		agent.call("set_%s_value" % what, 0, true)
		agent.call("set_%s_value" % what, 33, true)
		said["mask after 0 and 33"] = agent.get(property)
		said["33"] = agent.call("get_%s_value" % what, 33)
		report(what, said)
	agent.free()


## As the engine's own tests of NavigationAgent3D have it.
func scenario_rid_and_map() -> void:
	var agent := NavAgent.new()
	var rid := agent.get_rid()
	report("RID is valid", rid.is_valid())
	report("RID stays the same", agent.get_rid() == rid)
	report("map outside the tree is valid", agent.get_navigation_map().is_valid())
	var node := node_at(Vector3.ZERO)
	node.add_child(agent)
	report("map is the world's", agent.get_navigation_map() == node.get_world_3d().get_navigation_map())


func scenario_without_a_navmesh() -> void:
	var node := node_at(Vector3.ZERO)
	var agent: NavAgent = put(NavAgent.new(), {}, node)
	agent.target_position = Vector3(3, 0, 0)
	await frames(2)
	report("points", agent.get_current_navigation_path().size())
	report("index", agent.get_current_navigation_path_index())
	report("next position is its own", agent.get_next_path_position() == node.global_position)
	report("length", agent.get_path_length())
	report("distance to the target", agent.distance_to_target())
	report("reached", agent.is_target_reached())
	report("reachable", agent.is_target_reachable())
	report("points of the result", agent.get_current_navigation_result().get_path().size())


func scenario_path() -> void:
	ground()
	var agent := ghost(Vector3(-6, 0, -6), 1.0, {"path_height_offset": -0.5, "debug_enabled": true})
	agent.target_position = Vector3(6, 0, -6)
	var path := agent.get_current_navigation_path()
	var result := agent.get_current_navigation_result()
	report("points", path.size())
	report("index", agent.get_current_navigation_path_index())
	report("result", {"same path": result.get_path() == path, "types": Array(result.get_path_types()),
		"RIDs": result.get_path_rids().size(), "longer by": result.get_path_length() - agent.get_path_length(),
		"a baker owns it": instance_from_id(result.get_path_owner_ids()[0]) is NavMeshBaker})
	report("next position over the path", components(agent.get_next_path_position() - path[1]))
	report("final position over the path", components(agent.get_final_position() - path[-1]))
	report("distance to the target", agent.distance_to_target())
	report("distance left", agent.distance_left)
	report("reachable", agent.is_target_reachable())


func scenario_signals_of_a_walk() -> void:
	ground()
	var agent := ghost(Vector3(-6, 0, -6), 1.0, {"path_height_offset": -0.5, "debug_enabled": true})
	var signals := listen(agent)
	agent.target_position = Vector3(6, 0, -6)
	var path := agent.get_current_navigation_path()
	await until(func(): return agent.is_navigation_finished())
	await frames(2)
	report("points", path.size())
	report("signals", names_of(signals))
	var points := signals.filter(func(one): return one is Dictionary)
	report("waypoints are the points of the path", points.map(func(one): return one.position) == Array(path))
	report("first waypoint", {"keys": points[0].keys(), "type": points[0].type, "a baker owns it": points[0].owner is NavMeshBaker})
	report("reached", agent.is_target_reached())


## Without metadata this time.
func scenario_the_same_target_again() -> void:
	ground()
	var agent := ghost(Vector3(-6, 0, -6), 1.0, {"path_height_offset": -0.5, "debug_enabled": true})
	agent.target_position = Vector3(6, 0, -6)
	await until(func(): return agent.is_navigation_finished())
	await frames(2)
	var signals := listen(agent)
	agent.debug_use_custom = true
	agent.debug_path_custom_color = Color.BLUE
	agent.path_metadata_flags = 0
	agent.target_position = agent.target_position
	await frames(3)
	report("signals", names_of(signals))
	report("keys of each waypoint", signals.filter(func(one): return one is Dictionary).map(func(one): return one.keys()))


func scenario_parameters_change() -> void:
	ground()
	var agent := ghost(Vector3(6, 0, -6), 1.0, {"debug_enabled": true})
	agent.target_position = Vector3(-6, 0, -6)
	agent.navigation_layers = 0
	await frames(3)
	agent.debug_enabled = false
	report("no layers", {"points": agent.get_current_navigation_path().size(), "reachable": agent.is_target_reachable()})
	var signals := signals_of(agent, ["path_changed"])
	agent.navigation_layers = 1
	await frames(2)
	report("layer 1", {"points": agent.get_current_navigation_path().size(), "signals": signals.size()})
	agent.debug_enabled = true
	agent.path_return_max_length = 3.0
	await frames(2)
	report("path_return_max_length", {"length": agent.get_path_length(), "reachable": agent.is_target_reachable(),
		"reason": agent.reason_text})


func scenario_another_map() -> void:
	ground()
	var agent := ghost(Vector3(6, 0, -6))
	agent.target_position = Vector3(-6, 0, -6)
	await frames(2)
	var map := NavigationServer3D.map_create()
	agent.set_navigation_map(map)
	await frames(2)
	report("another map", {"is set": agent.get_navigation_map() == map, "points": agent.get_current_navigation_path().size(),
		"reason": agent.reason})
	agent.set_navigation_map(RID())
	await frames(2)
	report("points on its own map", agent.get_current_navigation_path().size())
	NavigationServer3D.free_rid(map)


## Every getter in every handler, and another target from one.
func scenario_getters_in_handlers() -> void:
	ground()
	var agent := ghost(Vector3(-6, 0, -6))
	var calls := [0]
	var ask := func(_details = null):
		calls[0] += 1
		for method in ["get_next_path_position", "get_final_position", "is_navigation_finished", "is_target_reachable", "is_target_reached",
				"distance_to_target", "get_current_navigation_path", "get_current_navigation_result", "get_path_length", "why_stuck"]:
			agent.call(method)
	for name in SIGNALS + ["waypoint_reached", "velocity_computed"]:
		agent.connect(name, ask)
	var turned := [false]
	agent.waypoint_reached.connect(func(_details):
		if agent.get_current_navigation_path_index() > 1 and not turned[0]:
			turned[0] = true
			agent.target_position = Vector3(-6, 0, 6))
	agent.target_position = Vector3(6, 0, -6)
	await until(func(): return agent.is_navigation_finished())
	report("calls", calls[0])
	report("turned", turned[0])
	report("distance from the second target", off(agent, Vector3(-6, 0, 6)))


func scenario_documented_script() -> void:
	await walk_by_script(false, 0.0)


func scenario_documented_script_origin_above_the_floor() -> void:
	await walk_by_script(false, 1.0)


func scenario_documented_script_avoids() -> void:
	await walk_by_script(true, 0.0)


func scenario_documented_script_avoids_origin_above_the_floor() -> void:
	await walk_by_script(true, 1.0)


## The documentation's script walks with its node's type changed and nothing else.
func walk_by_script(avoids: bool, height: float) -> void:
	ground()
	var script := GDScript.new()
	script.source_code = STANDARD
	script.reload()
	var body := CharacterBody3D.new()
	body.motion_mode = CharacterBody3D.MOTION_MODE_FLOATING
	body.position = Vector3(-6, height, -6)
	body.set_script(script)
	var agent := with_agent(body, {"name": "Agent", "avoidance_enabled": avoids})
	# The engine makes the first iteration of a map on a thread, and the script waits for it.
	await until(func(): return NavigationServer3D.map_get_iteration_id(agent.get_navigation_map()) > 0, 2, MSEC_TO_WAIT)
	body.call("set_movement_target", Vector3(6, 0, -6))
	var signals := listen(agent)
	var fastest := 0.0
	for i in 900:
		await physics_frame
		fastest = maxf(fastest, body.velocity.length())
		if agent.is_navigation_finished():
			break
	await frames(45)
	report("finished", agent.is_navigation_finished())
	report("reached", agent.is_target_reached())
	report("distance from the target", off(agent, Vector3(6, 0, -6)))
	report("signals", names_of(signals))
	report("fastest", fastest)
	report("rests", agent.safe_velocity == Vector3.ZERO and agent.desired_velocity == Vector3.ZERO)
	var calls: int = body.get("calls")
	await frames(10)
	report("calls of velocity_computed in 10 frames at rest", body.get("calls") - calls)


## A script's own velocity, which is not along the path, comes back; bounded by a max_speed that was set.
func scenario_script_steers() -> void:
	ground()
	var agent := walker(Vector3(-8, 0, 4))
	var got: Array[Vector3] = []
	agent.velocity_computed.connect(func(velocity): got.append(velocity))
	agent.target_position = Vector3(8, 0, 4)
	agent.velocity = Vector3(0, 2, 6)
	await frames(3)
	report("velocity_computed", components(got[-1]))
	report("velocity", components(agent.velocity))
	agent.keep_y_velocity = false
	agent.max_speed = 3.0
	await frames(2)
	report("velocity_computed, bounded", components(got[-1]))
	agent.avoidance_enabled = false
	await frames(2)
	var count := got.size()
	await frames(5)
	report("signals without avoidance", got.size() - count)
	agent.avoidance_enabled = true
	await frames(2)
	report("signals with it again", got.size() - count)
	agent.cancel_request()
	await frames(3)
	report("velocity_computed, stopped", components(got[-1]))


## Two steered head-on at each other pass.
func scenario_scripts_steer_past_each_other() -> void:
	ground()
	var goals := [Vector3(8, 0, 5), Vector3(-8, 0, 5)]
	var agents: Array[NavAgent] = []
	for i in 2:
		agents.append(ghost(goals[1 - i]))
		agents[i].target_position = goals[i]
	var nearest := INF
	for i in 600:
		for agent in agents:
			var way: Vector3 = agent.get_next_path_position() - agent.get_parent().position
			if not agent.is_navigation_finished():
				agent.velocity = Vector3(way.x, 0, way.z).normalized() * 3.0
		await physics_frame
		nearest = minf(nearest, place_of(agents[0]).distance_to(place_of(agents[1])))
	report("nearest", nearest)
	report("both have reached their targets", agents.all(func(agent): return agent.is_target_reached()))


func scenario_freed_in_path_changed() -> void:
	await free_in_handler("path_changed")


func scenario_freed_in_waypoint_reached() -> void:
	await free_in_handler("waypoint_reached")


func scenario_freed_in_velocity_computed() -> void:
	await free_in_handler("velocity_computed")


func scenario_freed_in_navigation_finished() -> void:
	await free_in_handler("navigation_finished")


func scenario_freed_in_target_reached() -> void:
	await free_in_handler("target_reached")


func free_in_handler(name: String) -> void:
	ground()
	var agent := ghost(Vector3(4, 0, 5))
	agent.connect(name, func(_details = null): agent.get_parent().free())
	agent.target_position = Vector3(6, 0, 5)
	report("freed", await until(func(): return not is_instance_valid(agent)))


func scenario_leaves_the_tree_in_a_handler() -> void:
	ground()
	var agent := ghost(Vector3(4, 0, 5))
	agent.waypoint_reached.connect(func(_details): agent.get_parent().remove_child(agent))
	agent.target_position = Vector3(6, 0, 5)
	await frames(5)
	report("outside the tree", agent.get_parent() == null)
	agent.free()


## Who begins to listen on the way, one in the handler of another, hears what comes from then on.
func scenario_listeners_come_late() -> void:
	ground()
	var agent := ghost(Vector3(-6, 0, -6))
	var heard := {"path_changed": 0, "waypoints": [], "velocities": 0}
	agent.path_changed.connect(func():
		heard.path_changed += 1
		if heard.path_changed == 1:
			agent.waypoint_reached.connect(func(details): heard.waypoints.append(components(details.position))))
	agent.target_position = Vector3(6, 0, -6)
	await frames(10)
	agent.velocity_computed.connect(func(_velocity): heard.velocities += 1)
	await frames(5)
	heard["velocities in five frames"] = heard.velocities
	var path := agent.get_current_navigation_path()
	report("arrived", await until(func(): return agent.is_navigation_finished()))
	report("path", Array(path).map(components))
	report("heard", heard)


## A target that creeps by 0.6 m in sixty frames: how often there is a new path, and how far the path's end is off the target.
func scenario_target_creeps() -> void:
	ground()
	for how in ["requestPath", "target_position"]:
		for place: Vector3 in [Vector3(-8, 0, 6), Vector3(8, 0, -6)]:
			var agent := ghost(Vector3(-10, 0, -6), 0.0, {"max_speed": 1.0})
			var count := [0]
			agent.path_changed.connect(func(): count[0] += 1)
			var most := 0.0
			for i in 60:
				var target := place + Vector3(0.0, 0, 0.01 * i)
				if how == "requestPath":
					agent.requestPath(target)
				else:
					agent.target_position = target
				await physics_frame
				most = maxf(most, flat(agent.get_final_position()).distance_to(flat(target)))
			report("%s, %s" % [how, "in sight" if place.x < 0 else "behind the wall"], {"new paths": count[0], "off the target": most})
			await remove(agent)


## Beyond the edge of the navmesh each place has its own nearest point.
func scenario_target_creeps_off_the_mesh() -> void:
	ground()
	for margin in [0.0, 0.25, 1.0]:
		var agent := ghost(Vector3(-10, 0, -6), 0.0, {"max_speed": 1.0, "target_margin": margin})
		var count := [0]
		agent.path_changed.connect(func(): count[0] += 1)
		for i in 60:
			agent.target_position = Vector3(-14, 0, 0.02 * i)
			await physics_frame
		report("margin %.2f" % margin, count[0])
		await remove(agent)
