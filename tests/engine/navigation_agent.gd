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

var signals: Array = []


func run() -> void:
	members()
	values()
	layers()
	await maps()
	await simplified()
	floor_at(24, 16)
	box(Vector3(2, 3, 10), Vector3(0, 1.5, -3))
	report("baked", await baked(baker()))
	await paths()
	await getters_in_handlers()
	for avoids in [false, true]:
		await drop_in(avoids)
	await steering()
	await steering_past_each_other()
	await freed_in_handlers()


## Through the middles of the edges of six squares, which lie beside each other all but straight.
func simplified() -> void:
	var level := level_at()
	var region := NavigationRegion3D.new()
	region.navigation_mesh = NavigationMesh.new()
	var middles := [0.0, 0.05, -0.05, 1.0, 1.05, 0.95, 1.0]
	var vertices := PackedVector3Array()
	for i in middles.size():
		vertices.append_array([Vector3(i, 0, middles[i] - 1), Vector3(i, 0, middles[i] + 1)])
	region.navigation_mesh.vertices = vertices
	for i in middles.size() - 1:
		region.navigation_mesh.add_polygon(PackedInt32Array([2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1]))
	level.add_child(region)
	var found := []
	for simplify in [false, true]:
		var agent := ghost(Vector3.ZERO, 0.0, {"path_postprocessing": NavigationPathQueryParameters3D.PATH_POSTPROCESSING_EDGECENTERED,
			"simplify_path": simplify, "simplify_epsilon": 0.2}, level)
		agent.target_position = Vector3(6, 0, 1)
		await frames(3)
		agent.get_next_path_position()
		found.append(agent.get_current_navigation_path())
	report("simplified", [points(found[0]), points(found[1]), points(NavigationServer3D.simplify_path(found[0], 0.2))])
	level.free()
	await frames(2)


func points(path: PackedVector3Array) -> Array:
	return Array(path).map(func(point): return [point.x, point.y, point.z])


func listen(agent: Node) -> void:
	signals.clear()
	agent.path_changed.connect(func(): signals.append("path_changed"))
	agent.target_reached.connect(func(): signals.append("target_reached"))
	agent.navigation_finished.connect(func(): signals.append("navigation_finished"))
	agent.waypoint_reached.connect(func(details): signals.append(details))
	agent.link_reached.connect(func(details): signals.append("link"))


func gone(agent: Node) -> void:
	agent.get_parent().queue_free()
	await frames(2)


## Names, types, defaults and signatures of both classes.
func members() -> void:
	var both := {"theirs": NavigationAgent3D.new(), "ours": NavAgent.new()}
	var found := {}
	for which in both:
		var object: Node = both[which]
		var properties := {}
		for property in object.get_property_list():
			if property.usage & PROPERTY_USAGE_STORAGE:
				properties[property.name] = [property.type, str(object.get(property.name)), property.usage & 6]
		var methods := {}
		for method in object.get_method_list():
			methods[method.name] = [method.return.type, method.args.map(func(argument): return argument.type), method.default_args.size()]
		var their_signals := {}
		for one in object.get_signal_list():
			their_signals[one.name] = one.args.map(func(argument): return [argument.name, argument.type])
		found[which] = {"properties": properties, "methods": methods, "signals": their_signals}
		object.free()
	report("members", found)


## Whatever is set is there afterwards, by property and by setter, and a saved scene brings it back.
func values() -> void:
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
	report("values", wrong)
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
	report("scene", [lines.count("\n"), different])
	for node in [agent, theirs, before, after]:
		node.free()


func layers() -> void:
	var agent := NavAgent.new()
	var said := []
	for what in ["navigation_layer", "avoidance_layer", "avoidance_mask"]:
		var property: String = what if what == "avoidance_mask" else what + "s"
		agent.call("set_%s_value" % what, 32, true)
		agent.call("set_%s_value" % what, 1, false)
		said.append([agent.get(property), agent.call("get_%s_value" % what, 32), agent.call("get_%s_value" % what, 1)])
		agent.call("set_%s_value" % what, 0, true)
		agent.call("set_%s_value" % what, 33, true)
		said[-1].append([agent.get(property), agent.call("get_%s_value" % what, 33)])
	report("layers", said)
	agent.free()


## As the engine's own tests of NavigationAgent3D have it.
func maps() -> void:
	var agent := NavAgent.new()
	var rid := agent.get_rid()
	report("rid", [rid.is_valid(), agent.get_rid() == rid])
	report("map outside", agent.get_navigation_map().is_valid())
	var node := Node3D.new()
	world.add_child(node)
	node.add_child(agent)
	report("map inside", agent.get_navigation_map() == node.get_world_3d().get_navigation_map())
	agent.target_position = Vector3(3, 0, 0)
	await frames(2)
	report("empty map", [agent.get_current_navigation_path().size(), agent.get_current_navigation_path_index(),
		agent.get_next_path_position() == node.global_position, agent.get_path_length(), agent.distance_to_target(),
		agent.is_target_reached(), agent.is_target_reachable(), agent.get_current_navigation_result().get_path().size()])
	await gone(agent)


func paths() -> void:
	var agent := ghost(Vector3(-6, 0, -6), 1.0, {"path_height_offset": -0.5, "debug_enabled": true})
	listen(agent)
	agent.target_position = Vector3(6, 0, -6)
	var path := agent.get_current_navigation_path()
	var result := agent.get_current_navigation_result()
	report("path", {"corners": path.size(), "index": agent.get_current_navigation_path_index(), "same": result.get_path() == path,
		"types": Array(result.get_path_types()), "rids": result.get_path_rids().size(), "length": result.get_path_length() - agent.get_path_length(),
		"owner": instance_from_id(result.get_path_owner_ids()[0]) is NavMeshBaker,
		"raised": agent.get_next_path_position() - path[1] , "end raised": agent.get_final_position() - path[-1],
		"straight": agent.distance_to_target(), "left": agent.distance_left, "reachable": agent.is_target_reachable()})
	await until(func(): return agent.is_navigation_finished())
	await frames(2)
	report("signals", signals.map(func(one): return one if one is String else "waypoint"))
	var points := signals.filter(func(one): return one is Dictionary)
	report("waypoints", [points.map(func(one): return one.position) == Array(path), points[0].keys(), points[0].type, points[0].owner is NavMeshBaker])
	report("reached", agent.is_target_reached())
	signals.clear()
	agent.debug_use_custom = true
	agent.debug_path_custom_color = Color.BLUE
	agent.path_metadata_flags = 0
	agent.target_position = agent.target_position
	await frames(3)
	report("the same target again", signals.map(func(one): return one if one is String else one.keys()))
	agent.target_position = Vector3(-6, 0, -6)
	agent.navigation_layers = 0
	await frames(3)
	agent.debug_enabled = false
	report("no layers", [agent.get_current_navigation_path().size(), agent.is_target_reachable()])
	signals.clear()
	agent.navigation_layers = 1
	await frames(2)
	report("a layer again", [agent.get_current_navigation_path().size() > 2, signals.count("path_changed")])
	agent.debug_enabled = true
	agent.path_return_max_length = 3.0
	await frames(2)
	report("cut", [agent.get_path_length(), agent.is_target_reachable(), agent.reason_text])
	agent.path_return_max_length = 0.0
	var map := NavigationServer3D.map_create()
	agent.set_navigation_map(map)
	await frames(2)
	report("another map", [agent.get_navigation_map() == map, agent.get_current_navigation_path().size(), agent.reason])
	agent.set_navigation_map(RID())
	await frames(2)
	report("its own map", agent.get_current_navigation_path().size() > 2)
	NavigationServer3D.free_rid(map)
	await gone(agent)


## Every getter in every handler, and another target from one.
func getters_in_handlers() -> void:
	var agent := ghost(Vector3(-6, 0, -6))
	var said := [0]
	var ask := func(_details = null):
		said[0] += 1
		for method in ["get_next_path_position", "get_final_position", "is_navigation_finished", "is_target_reachable", "is_target_reached",
				"distance_to_target", "get_current_navigation_path", "get_current_navigation_result", "get_path_length", "why_stuck"]:
			agent.call(method)
	for name in ["path_changed", "waypoint_reached", "target_reached", "navigation_finished", "velocity_computed"]:
		agent.connect(name, ask)
	var turned := [false]
	agent.waypoint_reached.connect(func(_details):
		if agent.get_current_navigation_path_index() > 1 and not turned[0]:
			turned[0] = true
			agent.target_position = Vector3(-6, 0, 6))
	agent.target_position = Vector3(6, 0, -6)
	await until(func(): return agent.is_navigation_finished())
	report("getters in handlers", [said[0] > 10, turned[0], flat(agent.get_parent().position).distance_to(Vector2(-6, 6)) < 1.1])
	await gone(agent)


## The documentation's script walks with its node's type changed and nothing else.
func drop_in(avoids: bool) -> void:
	var script := GDScript.new()
	script.source_code = STANDARD
	script.reload()
	for height in [0.0, 1.0]:
		var agent := NavAgent.new()
		agent.name = "Agent"
		agent.avoidance_enabled = avoids
		var body := CharacterBody3D.new()
		body.motion_mode = CharacterBody3D.MOTION_MODE_FLOATING
		body.position = Vector3(-6, height, -6)
		body.add_child(agent)
		body.set_script(script)
		world.add_child(body)
		await frames(2)
		body.call("set_movement_target", Vector3(6, 0, -6))
		listen(agent)
		var fastest := 0.0
		for i in 900:
			await physics_frame
			fastest = maxf(fastest, body.velocity.length())
			if agent.is_navigation_finished():
				break
		await frames(45)
		report("drop in, avoids %s, origin at %s" % [avoids, height], {"finished": agent.is_navigation_finished(), "reached": agent.is_target_reached(),
			"off": flat(body.position).distance_to(Vector2(6, -6)), "signals": signals.map(func(one): return one if one is String else "waypoint"),
			"speed": fastest, "rests": agent.safe_velocity == Vector3.ZERO and agent.desired_velocity == Vector3.ZERO})
		var calls: int = body.get("calls")
		await frames(10)
		report("calls at rest, avoids %s, origin at %s" % [avoids, height], body.get("calls") - calls)
		await gone(agent)


## A script's own velocity, which is not along the path, comes back; bounded by a max_speed that was set.
func steering() -> void:
	var agent := walker(Vector3(-8, 0, 4))
	var got: Array[Vector3] = []
	agent.velocity_computed.connect(func(velocity): got.append(velocity))
	agent.target_position = Vector3(8, 0, 4)
	agent.velocity = Vector3(0, 2, 6)
	await frames(3)
	report("steered", [got[-1], agent.velocity])
	agent.keep_y_velocity = false
	agent.max_speed = 3.0
	await frames(2)
	report("steered, bounded", got[-1])
	agent.avoidance_enabled = false
	await frames(2)
	var count := got.size()
	await frames(5)
	report("without avoidance", got.size() - count)
	agent.avoidance_enabled = true
	await frames(2)
	report("with it again", got.size() > count)
	agent.stop()
	await frames(3)
	report("stopped", got[-1])
	await gone(agent)


## Two steered head-on at each other pass.
func steering_past_each_other() -> void:
	var agents: Array[NavAgent] = []
	var goals := [Vector3(8, 0, 5), Vector3(-8, 0, 5)]
	for i in 2:
		var agent := ghost(goals[1 - i], 1.0)
		agent.target_position = goals[i]
		agents.append(agent)
	var nearest := INF
	for i in 600:
		for agent in agents:
			var way: Vector3 = agent.get_next_path_position() - agent.get_parent().position
			if not agent.is_navigation_finished():
				agent.velocity = Vector3(way.x, 0, way.z).normalized() * 3.0
		await physics_frame
		nearest = minf(nearest, flat(agents[0].get_parent().position).distance_to(flat(agents[1].get_parent().position)))
	report("past each other", [nearest, agents.map(func(agent): return agent.is_target_reached())])
	for agent in agents:
		await gone(agent)


func freed_in_handlers() -> void:
	for name in ["path_changed", "waypoint_reached", "velocity_computed", "navigation_finished", "target_reached"]:
		var agent := ghost(Vector3(4, 0, 5))
		agent.connect(name, func(_details = null): agent.get_parent().free())
		agent.target_position = Vector3(6, 0, 5)
		await until(func(): return not is_instance_valid(agent))
		report("freed by " + name, not is_instance_valid(agent))
	var leaves := ghost(Vector3(4, 0, 5))
	leaves.waypoint_reached.connect(func(_details): leaves.get_parent().remove_child(leaves))
	leaves.target_position = Vector3(6, 0, 5)
	await frames(5)
	report("left the tree", leaves.get_parent() == null)
	leaves.free()
