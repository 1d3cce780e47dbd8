extends "res://crowd_ground.gd"
## Every property and method of every class of ours, called with anything; freed nodes; copies.

const CLASSES := ["NavAgent", "NavMeshBaker", "Crowd", "NavLink", "NavObstacle", "NavModifierVolume", "NavFormation", "NavFlowField"]

var gone				# a freed object, whose variable cannot have a type


## Every property and every method of every node, outside the tree, in it, and after it has left it.
func scenario_anything() -> void:
	ground()
	seed(7)
	var calls := 0
	for name: String in CLASSES:
		for round in 6:
			var node: Node = ClassDB.instantiate(name)
			node.name = "Senseless%s%d" % [name, round]
			if round % 3 > 0:
				world.add_child(node)
			if round % 3 > 1:
				world.remove_child(node)
			for property in ClassDB.class_get_property_list(name, true):
				if property.usage & PROPERTY_USAGE_STORAGE:
					for value in values(property.type):
						node.set(property.name, value)
						node.get(property.name)
			for method in ClassDB.class_get_method_list(name, true):
				if method.name.begins_with("_") or method.name in ["save_navmesh"]:
					continue
				for attempt in 4:
					var arguments := []
					for argument in method.args:
						arguments.append(values(argument.type).pick_random())
					node.callv(method.name, arguments)
					calls += 1
			await physics_frame
			node.free()
	await frames(3)
	report("calls", calls)
	report("nodes left", world.get_child_count())


## An object of each class that is at work, by its class, and those of the engine's that methods take.
func all_at_work() -> Dictionary:
	floor_at(20, 20)
	floor_at(6, 20, Vector3(16, 0, 0))
	var baker := bake({"tile_size": 32, "use_navigation_server": true})
	var over := link(Vector3(9, 0, 0), Vector3(14, 0, 0))
	make_multimesh_crowd()
	var agent := walker(Vector3(-5, 0, -5))
	var formation: NavFormation = put(NavFormation.new())
	for i in 3:
		walker(Vector3(i, 0, 5), 1.0, {}, formation)
	await frames(2)
	agent.requestPath(Vector3(5, 0, -5))
	formation.requestPath(Vector3(-5, 0, 5))
	var map := NavMap.of(world)
	var steering := NavSteering.new()
	steering.behaviors = [NavSteeringBehavior.new()]
	var field: NavFlowField = put(NavFlowField.new())
	field.set_goal_cells([Vector2i(3, 3)])
	return {"NavFlowField": field, "GridMap": put(GridMap.new()), "Image": Image.create(2, 2, false, Image.FORMAT_L8), "Crowd": crowd, "NavAgent": agent, "NavFilter": NavFilter.new(), "NavFormation": formation, "NavLink": over, "NavMap": map,
		"NavMeshBaker": baker, "NavMeshData": baker.navmesh, "NavModifierVolume": put(NavModifierVolume.new()),
		"NavObstacle": obstacle({"radius": 1.0}), "NavPath": map.find_path(Vector3(-5, 0, 0), Vector3(16, 0, 0)),
		"NavReach": map.reachable_area(Vector3.ZERO, 5), "NavGoalField": map.goal_field([Vector3(5, 0, 0)]), "NavSteering": steering, "NavSteeringBehavior": steering.behaviors[0],
		"Node": baker, "Node3D": agent.get_parent(), "World3D": world.get_world_3d(), "MultiMesh": crowd.multimesh,
		"NavigationMesh": rectangle(Vector2(-2, -2), Vector2(2, 2))}


## The same in two dimensions.
func all_at_work_in_2d() -> Dictionary:
	var level: Node2D = put(Node2D.new())
	var baker: NavMeshBaker2D = put(NavMeshBaker2D.new(), {"bake_on_ready": false,
			"outlines": [PackedVector2Array([Vector2.ZERO, Vector2(400, 0), Vector2(400, 400), Vector2(0, 400)])]}, level)
	baker.bake_navigation_mesh(false)
	var body: CharacterBody2D = put(CharacterBody2D.new(), {"position": Vector2(50, 50)}, level)
	var agent: NavAgent2D = put(NavAgent2D.new(), {}, body)
	var many: Crowd2D = put(Crowd2D.new(), {"multimesh": MultiMesh.new()}, level)
	many.request_paths(many.add_agents(PackedVector2Array([Vector2(20, 20)])), PackedVector2Array([Vector2(300, 300)]))
	var formation: NavFormation2D = put(NavFormation2D.new(), {}, level)
	for i in 3:
		var member: CharacterBody2D = put(CharacterBody2D.new(), {"position": Vector2(50 + 40 * i, 200)}, formation)
		put(NavAgent2D.new(), {}, member)
	await frames(2)
	agent.requestPath(Vector2(300, 100))
	formation.requestPath(Vector2(300, 300))
	var map := NavMap2D.of(level)
	var polygon := NavigationPolygon.new()
	polygon.vertices = PackedVector2Array([Vector2(0, 0), Vector2(90, 0), Vector2(90, 90), Vector2(0, 90)])
	polygon.add_polygon(PackedInt32Array([0, 1, 2, 3]))
	var steering := NavSteering2D.new()
	steering.behaviors = [NavSteeringBehavior2D.new()]
	var field: NavFlowField2D = put(NavFlowField2D.new(), {}, level)
	field.set_goal_cells([Vector2i(3, 3)])
	var area := PackedVector2Array([Vector2.ZERO, Vector2(40, 0), Vector2(0, 40)])
	return {"NavFlowField2D": field, "TileMapLayer": put(TileMapLayer.new(), {}, level), "Image": Image.create(2, 2, false, Image.FORMAT_L8),
		"NavigationPolygon": polygon, "Crowd2D": many, "NavAgent2D": agent, "NavFilter2D": NavFilter2D.new(), "NavFormation2D": formation, "NavMap2D": map,
		"NavMeshBaker2D": baker, "NavMeshData2D": baker.navmesh, "NavLink2D": put(NavLink2D.new(), {"end_position": Vector2(100, 0)}, level),
		"NavModifierArea2D": put(NavModifierArea2D.new(), {"polygon": area, "position": Vector2(300, 50)}, level),
		"NavObstacle2D": put(NavObstacle2D.new(), {"radius": 20.0}, level), "NavReach2D": map.reachable_area(Vector2(20, 20), 100),
		"NavGoalField2D": map.goal_field([Vector2(20, 20)]),
		"NavSteering2D": steering, "NavSteeringBehavior2D": steering.behaviors[0],
		"NavPath2D": map.find_path(Vector2(20, 20), Vector2(300, 300)), "World2D": level.get_world_2d(), "Node2D": level, "Node": level,
		"MultiMesh": many.multimesh}


func make_multimesh_crowd() -> void:
	crowd = put(Crowd.new(), {"multimesh": MultiMesh.new()})
	crowd.request_paths(crowd.add_agents(points([Vector3(-8, 0, 8), Vector3(8, 0, 8)])), points([Vector3.ZERO, Vector3.ZERO]))


## Every method of every class of ours, called without types, on an object at work and on a new one, with each value in turn. Objects are
## also such as were freed.
func scenario_every_method() -> void:
	await call_every_method(await all_at_work(), func(name: String): return not name.ends_with("2D"))


## Likewise in two dimensions, and every property: what is printed is read.
func scenario_every_method_in_2d() -> void:
	world.name = "World"			# messages have the names of nodes
	var at_work := await all_at_work_in_2d()
	for object: Object in at_work.values():
		if ClassDB.class_get_api_type(object.get_class()) == ClassDB.API_EXTENSION:
			for property in ClassDB.class_get_property_list(object.get_class(), true):
				if property.usage & PROPERTY_USAGE_STORAGE:
					var before: Variant = object.get(property.name)
					for value in values(property.type):
						object.set(property.name, value)
					object.set(property.name, before)
	await frames(2)
	await call_every_method(at_work, func(name: String): return name.ends_with("2D"))
	report("classes of space", Array(ClassDB.get_class_list()).filter(func(name: String):
		return ClassDB.class_get_api_type(name) == ClassDB.API_EXTENSION and not name.ends_with("2D")))


func call_every_method(at_work: Dictionary, concerns: Callable) -> void:
	gone = NavAgent.new()
	gone.free()
	var idle := []
	var calls := 0
	var returned := {"null": {}, "an object": {}}
	for name in ClassDB.get_class_list():
		if ClassDB.class_get_api_type(name) != ClassDB.API_EXTENSION or not concerns.call(name):
			continue
		if not name in at_work:
			idle.append(name)
		for object: Object in [at_work.get(name), ClassDB.instantiate(name)]:
			for attempt in 7 if object else 0:
				for method in ClassDB.class_get_method_list(name, true):
					if method.name.begins_with("_"):
						continue
					var given: Array = method.args.map(func(argument): return nth_value(attempt, argument, at_work))
					var result = object.callv(method.name, given.slice(0, given.size() - (method.default_args.size() if attempt == 6 else 0)))
					calls += 1
					if method.return.type == TYPE_OBJECT:
						returned["an object" if result is Object else "null"]["%s.%s" % [name, method.name]] = true
				await physics_frame
			if object is Node and object != at_work.get(name):
				object.free()
	report("calls", calls)
	report("classes without an object at work", idle)
	for what: String in returned:
		report("returned " + what, returned[what].keys())


## Nodes that were freed, in variables that have types.
func scenario_freed_nodes() -> void:
	var at_work := await all_at_work()
	var baker: NavMeshBaker = at_work.NavMeshBaker
	var formation: NavFormation = at_work.NavFormation
	var steering: NavSteering = at_work.NavSteering
	var behavior: NavSteeringBehavior = steering.behaviors[0]
	var agent: NavAgent = NavAgent.new()
	var node: Node3D = Node3D.new()
	agent.free()
	node.free()
	var over_them := []
	for i in 4000:
		var bytes := PackedByteArray()
		bytes.resize(100 + i % 4000)
		bytes.fill(0x41)
		over_them.append(bytes)
	report("map", NavMap.of(node) == null)
	baker.rebake_node(node)
	baker.remove_node(node)
	formation.add_member(agent)
	formation.remove_member(agent)
	formation.set_leader(node)
	formation.leader = node
	behavior.set_target_node(node)
	report("slot", formation.get_slot_position(agent))
	report("steering", steering.get_steering(agent, 0.1))
	report("leader", formation.leader == null)


func nth_value(n: int, argument: Dictionary, objects: Dictionary) -> Variant:
	var all := [null, objects[argument.class_name], gone] if argument.type == TYPE_OBJECT else values(argument.type)
	return all[n % all.size()]


func scenario_steering_takes_anything() -> void:
	ground()
	seed(8)
	var agent := walker(Vector3.ZERO)
	var finite := 0
	var count := 0
	for round in 150:
		var steering := NavSteering.new()
		for k in 3:
			var behavior := NavSteeringBehavior.new()
			nonsense(behavior)
			behavior.set_target_node([null, world, agent].pick_random())
			steering.behaviors.append([behavior, null, NavSteering.new()].pick_random() if k else behavior)
		nonsense(steering)
		for target: PackedVector3Array in values(TYPE_PACKED_VECTOR3_ARRAY):
			var place: Vector3 = values(TYPE_VECTOR3).pick_random()
			finite += int(steering.calculate(place, values(TYPE_VECTOR3).pick_random(), target, 0.1).is_finite())
			finite += int(steering.get_steering(agent, [1e-9, 0.02, 1e9].pick_random()).is_finite())
			count += 2
		if round % 30 == 0:
			await physics_frame
	report("not finite", count - finite)
	report("calls", count)


func nonsense(resource: Resource) -> void:
	for property in ClassDB.class_get_property_list(resource.get_class(), true):
		if property.usage & PROPERTY_USAGE_STORAGE and property.type != TYPE_ARRAY:
			resource.set(property.name, values(property.type).pick_random())


func values(type: int) -> Array:
	match type:
		TYPE_BOOL: return [true, false]
		TYPE_INT: return [0, -1, 1, 7, 33, 1 << 62]
		TYPE_FLOAT: return [0.0, -1.0, NAN, INF, 1e30, 0.5]
		TYPE_VECTOR3: return [Vector3.ZERO, Vector3(NAN, 0, 0), Vector3(1e30, -1e30, INF), Vector3(1, 2, 3)]
		TYPE_VECTOR2: return [Vector2.ZERO, Vector2(NAN, 0), Vector2(1e30, INF), Vector2(1, 2)]
		TYPE_VECTOR2I: return [Vector2i.ZERO, Vector2i(-2147483648, 2147483647), Vector2i(1, 2)]
		TYPE_RECT2I: return [Rect2i(), Rect2i(-3, 2, 5, 4), Rect2i(2147483647, -2147483648, 2147483647, 7), Rect2i(1, 1, -1, 5)]
		TYPE_STRING: return ["", "x"]
		TYPE_STRING_NAME: return [&"", &"x"]
		TYPE_NODE_PATH: return [^"", ^".", ^"..", ^"/root", ^"x/y:z"]
		TYPE_PACKED_VECTOR3_ARRAY: return [points([]), points([Vector3.ZERO, Vector3(NAN, 1, 1), Vector3(1, 0, 1), Vector3(1, 0, 0)])]
		TYPE_PACKED_VECTOR2_ARRAY: return [PackedVector2Array(), PackedVector2Array([Vector2.ZERO, Vector2(NAN, 1), Vector2(1, 0), Vector2(1, 1)])]
		TYPE_PACKED_BYTE_ARRAY: return [PackedByteArray(), PackedByteArray([7, 255])]
		TYPE_PACKED_INT64_ARRAY: return [PackedInt64Array(), PackedInt64Array([0, -1, 1 << 32])]
		TYPE_PACKED_FLOAT32_ARRAY: return [PackedFloat32Array(), PackedFloat32Array([NAN, -1])]
		TYPE_PACKED_FLOAT64_ARRAY: return [PackedFloat64Array(), PackedFloat64Array([NAN, -1])]
		TYPE_PACKED_INT32_ARRAY: return [PackedInt32Array(), PackedInt32Array([-1, 99])]
		TYPE_COLOR: return [Color.RED]
		TYPE_RECT2: return [Rect2(), Rect2(NAN, 0, 1, 1), Rect2(1, 1, -1, 500)]
		TYPE_AABB: return [AABB(), AABB(Vector3(NAN, 0, 0), Vector3.ONE), AABB(Vector3.ONE, Vector3.ONE)]
		TYPE_RID: return [RID()]
		TYPE_ARRAY: return [[], [null, 7], [Vector2i(1, 1), Vector2i(2147483647, -2147483648)]]
		TYPE_DICTIONARY: return [{}, {null: NAN, 7: null, -1: 1, "x": []}]
		TYPE_OBJECT: return [null]
	return [null]


## Every property of every node comes back from duplicate() and from a saved scene.
func scenario_copies() -> void:
	var unlike := []
	var top := Node3D.new()
	for name: String in CLASSES:
		var node: Node = ClassDB.instantiate(name)
		node.name = name
		top.add_child(node)
		node.owner = top
		for property in stored(name):
			if property.name in ["is_max_speed_set", "is_target_distance_set"]:		# those follow from setting another one
				continue
			node.set(property.name, other_than(node.get(property.name), property))
			if is_same_value(node.get(property.name), ClassDB.class_get_property_default_value(name, property.name)):
				unlike.append(name + "." + property.name + " is as before")
	var packed := PackedScene.new()
	packed.pack(top)
	ResourceSaver.save(packed, "res://all.tscn")
	var loaded: Node = (ResourceLoader.load("res://all.tscn", "", ResourceLoader.CACHE_MODE_IGNORE) as PackedScene).instantiate()
	var duplicated := top.duplicate()
	var count := 0
	for name: String in CLASSES:
		for property in stored(name):
			var value = top.get_node(name).get(property.name)
			count += 1
			if not is_same_value(loaded.get_node(name).get(property.name), value):
				unlike.append(name + "." + property.name + " when loaded")
			if not is_same_value(duplicated.get_node(name).get(property.name), value):
				unlike.append(name + "." + property.name + " when duplicated")
	for tree: Node in [loaded, duplicated]:
		world.add_child(tree)
		tree.free()
	top.free()
	report("unlike", unlike)
	report("properties", count)


func stored(name: String) -> Array:
	return ClassDB.class_get_property_list(name, true).filter(func(property):		# a node is saved as a path to it: formation_leaders.gd
		return property.usage & PROPERTY_USAGE_STORAGE and property.hint != PROPERTY_HINT_NODE_TYPE)


func is_same_value(a: Variant, b: Variant) -> bool:
	return typeof(a) == typeof(b) and (a.get_class() == b.get_class() if a is Resource and b is Resource else a == b)


func other_than(value: Variant, property: Dictionary) -> Variant:
	match property.type:
		TYPE_BOOL: return not value
		TYPE_INT: return value + 1 if value < 1 else value - 1
		TYPE_FLOAT: return value + 0.5 if value < 0.5 else value * 0.5
		TYPE_VECTOR3: return value + Vector3(1, 2, 3)
		TYPE_STRING, TYPE_STRING_NAME: return "other"
		TYPE_NODE_PATH: return ^"../other"
		TYPE_PACKED_VECTOR3_ARRAY: return PackedVector3Array([Vector3.ZERO, Vector3(1, 0, 0), Vector3(1, 0, 1)])
		TYPE_COLOR: return Color.RED
		TYPE_AABB: return AABB(Vector3.ONE, Vector3.ONE)
		TYPE_RECT2I: return Rect2i(-3, 4, 5, 6)
		TYPE_OBJECT:
			var type: String = property.hint_string.get_slice(",", 0)
			return ClassDB.instantiate(type) if ClassDB.can_instantiate(type) else null
		TYPE_PACKED_FLOAT32_ARRAY: return PackedFloat32Array([2, 3])
		TYPE_PACKED_FLOAT64_ARRAY: return PackedFloat64Array([2, 3])
		TYPE_DICTIONARY: return {1: 2.0}
	return value
