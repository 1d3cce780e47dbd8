extends "res://level.gd"
## What scripts should not do, or seldom do: slots that change hands amid a step, crowds that change worlds, clocks that stand or race,
## huge and senseless arrays, every property and method of every node called with anything.

const CLASSES := ["NavAgent", "NavMeshBaker", "Crowd", "NavLink", "NavObstacle", "NavModifierVolume"]

var crowd: Crowd


func run() -> void:
	floor_at(60, 60)
	await baked(baker())
	await slots_change_hands()
	await frees_its_stepper()
	await changes_worlds()
	await crowd_in_place_of_another()
	await counts()
	await already_there()
	await no_numbers()
	await many()
	await clocks()
	await shared_multimesh()
	await anything()
	copies()
	report("nodes left", world.get_child_count())


func start() -> void:
	crowd = Crowd.new()
	world.add_child(crowd)


func end() -> void:
	crowd.free()
	await frames(2)


## A Node3D with an agent, which the crowd moves.
func moved(at: Vector3, parent: Node = crowd) -> Told:
	var node := Told.new()
	node.add_child(NavAgent.new())
	parent.add_child(node)
	node.global_position = at
	return node


## A script that is told that its node is turned gives the agent's slot to another.
func slots_change_hands() -> void:
	start()
	crowd.move_nodes = true
	var walker := moved(Vector3(-4, 0, 0))
	var other := Node3D.new()
	crowd.add_child(other)
	other.global_position = Vector3(20, 0, 20)
	walker.get_child(0).requestPath(Vector3(-20, 0, 5))
	await frames(3)
	var done := [false]
	walker.when_moved = func():
		if not done[0]:
			done[0] = true
			walker.get_child(0).free()
			other.add_child(NavAgent.new())
	walker.set_notify_local_transform(true)
	await frames(5)
	report("slot", [done[0], other.global_position == Vector3(20, 0, 20)])
	await end()


## Agents that come before their Crowd step it; a script that is moved frees the one that did.
func frees_its_stepper() -> void:
	for how in ["free", "remove", "free body"]:
		start()
		crowd.move_nodes = true
		var walkers: Array[Told] = []
		for i in 4:
			walkers.append(moved(Vector3(-4, 0, 2 * i)))
			walkers[i].get_child(0).process_physics_priority = -1
			walkers[i].get_child(0).requestPath(Vector3(-20, 0, 2 * i))
		var stepper: NavAgent = walkers[0].get_child(0)
		var done := [false]
		walkers[1].when_moved = func():
			if done[0]:
				return
			done[0] = true
			match how:
				"free": walkers[0].get_child(0).free()
				"remove": walkers[0].remove_child(walkers[0].get_child(0))
				_: walkers[0].free()
		walkers[1].set_notify_local_transform(true)
		await frames(20)
		report("stepper " + how, [done[0], walkers[3].global_position.x < -4.5])
		if is_instance_valid(stepper) and not stepper.is_inside_tree():
			stepper.free()
		await end()


## A crowd that goes to another world takes none of the obstacles of the first one along.
func changes_worlds() -> void:
	var view := SubViewport.new()
	view.own_world_3d = true
	world.add_child(view)
	floor_at(40, 40, Vector3.ZERO, view)
	await baked(baker({}, view))
	start()
	var obstacle := NavObstacle.new()
	obstacle.radius = 1.0
	world.add_child(obstacle)
	var agent := ghost(Vector3(-5, 0, 0), 1.0, {}, crowd)
	var ids := crowd.add_agents(PackedVector3Array([Vector3(0, 0, 5)]))
	await frames(3)
	crowd.reparent(view)
	report("taken along", crowd.get_agent_count())
	obstacle.free()
	await frames(2)
	var asked := [agent.requestPath(Vector3(5, 0, 0)), crowd.request_paths(ids, PackedVector3Array([Vector3(5, 0, 5)]))]
	report("in the other world", [asked, await until(func(): return agent.hasArrived() == NavAgent.SUCCESS)])
	crowd.reparent(world)
	var again := NavObstacle.new()
	again.radius = 1.0
	again.position = Vector3(0, 0, 0.3)
	world.add_child(again)
	agent.requestPath(Vector3(-5, 0, 0))
	var nearest := INF
	for i in 400:
		await physics_frame
		nearest = minf(nearest, flat(agent.get_parent().global_position).distance_to(Vector2(0, 0.3)))
		if agent.hasArrived() == NavAgent.SUCCESS:
			break
	report("back again", [agent.hasArrived(), nearest > 1.3])
	again.free()
	view.free()
	await end()


## A new Crowd may lie in memory where the old one lay; an obstacle of the old one knows none of the new one's agents.
func crowd_in_place_of_another() -> void:
	var obstacle := NavObstacle.new()
	obstacle.radius = 1.0
	obstacle.position = Vector3(20, 0, -20)
	world.add_child(obstacle)
	var lost := 0
	for i in 20:
		start()
		await frames(2)
		crowd.free()
		start()
		var agent := ghost(Vector3(-5, 0, 0), 1.0, {}, crowd)
		obstacle.radius = 1.0 + 0.01 * i
		obstacle.avoidance_enabled = false
		lost += int(agent.requestPath(Vector3(5, 0, 0)) != NavAgent.RUNNING)
		obstacle.avoidance_enabled = true
		await end()
	obstacle.free()
	report("lost to an obstacle", lost)


func counts() -> void:
	start()
	var obstacle := NavObstacle.new()
	obstacle.radius = 1.0
	world.add_child(obstacle)
	crowd.add_agents(PackedVector3Array([Vector3.ZERO]))
	await frames(3)
	report("agents beside an obstacle", crowd.get_agent_count())
	obstacle.free()
	await end()


## Who stands at its target already is told of, once.
func already_there() -> void:
	start()
	var arrived := []
	crowd.agents_arrived.connect(func(agents): arrived.append_array(agents))
	var ids := crowd.add_agents(PackedVector3Array([Vector3(3, 0, 3), Vector3(-3, 0, 3)]))
	for i in 30:
		crowd.request_paths(ids.slice(0, 1), PackedVector3Array([Vector3(3, 0, 3.2)]))
		await physics_frame
	report("already there", [arrived.size(), crowd.get_agent_statuses()[0]])
	await end()


func no_numbers() -> void:
	start()
	crowd.multimesh = MultiMesh.new()
	var ids := crowd.add_agents(PackedVector3Array([Vector3(NAN, NAN, NAN), Vector3(INF, 0, 0), Vector3(0, 1e30, 0), Vector3(1, 0, 1)]))
	crowd.request_paths(ids, PackedVector3Array([Vector3(5, 0, 1)]))
	var node := ghost(Vector3(0, 0, 3), 1.0, {}, crowd)
	node.requestPath(Vector3(5, 0, 3))
	var obstacle := NavObstacle.new()
	obstacle.radius = 1.0
	obstacle.affect_navigation_mesh = true
	world.add_child(obstacle)
	await frames(5)
	obstacle.position = Vector3(NAN, 0, 0)
	await frames(5)
	obstacle.position = Vector3(10, 0, 10)
	obstacle.scale = Vector3(INF, INF, INF)
	await frames(5)
	obstacle.free()
	await beside_no_numbers()
	crowd.place_agents(ids.slice(0, 2), PackedVector3Array([Vector3(1, 0, 5)]))
	crowd.request_paths(ids, PackedVector3Array([Vector3(5, 0, 1)]))
	report("among no numbers", [await until(func(): return crowd.get_agent_statuses()[3] == NavAgent.SUCCESS),
		await until(func(): return node.hasArrived() == NavAgent.SUCCESS)])
	await end()


## Who walks past obstacles that are nowhere, or of no size, stays somewhere.
func beside_no_numbers() -> void:
	var off := []
	for value in [NAN, INF]:
		for property in ["position", "scale"]:
			var obstacle := NavObstacle.new()
			obstacle.radius = 0.5
			obstacle.position = Vector3(-10, 0, 0.2)
			world.add_child(obstacle)
			obstacle.set(property, Vector3(value, 1, 1))
			var agent := ghost(Vector3(-12, 0, 0), 1.0, {}, crowd)
			agent.requestPath(Vector3(-8, 0, 0))
			if not await until(func(): return agent.hasArrived() == NavAgent.SUCCESS, 200):
				off.append("%s %s: %s" % [property, value, agent.get_parent().position])
			agent.get_parent().free()
			obstacle.free()
	report("beside no numbers", off)


func many() -> void:
	start()
	crowd.multimesh = MultiMesh.new()
	report("none", [crowd.add_agents(PackedVector3Array()).size(), crowd.request_paths(PackedInt64Array(), PackedVector3Array())])
	crowd.place_agents(PackedInt64Array(), PackedVector3Array())
	crowd.remove_agents(PackedInt64Array())
	await frames(2)
	var places := PackedVector3Array()
	places.resize(100000)
	for i in places.size():
		places[i] = Vector3(-29 + i % 300 * 0.19, 0, -29 + i / 300 * 0.17)
	var ids := crowd.add_agents(places)
	await frames(2)
	crowd.stop_agents(ids)
	crowd.place_agents(ids, places)
	crowd.request_paths(ids.slice(0, 10), PackedVector3Array([Vector3.ZERO]))
	await frames(2)
	var drawn := crowd.multimesh.instance_count
	crowd.remove_agents(ids)
	crowd.remove_agents(ids)
	await frames(2)
	report("many", [drawn, crowd.get_agent_count(), crowd.multimesh.instance_count])
	await end()


## Time stands, races, and comes in other pieces; who walks arrives all the same.
func clocks() -> void:
	for clock in [[0.0, 60], [10.0, 60], [1.0, 30], [1.0, 240], [1.0, 60]]:
		start()
		crowd.add_agents(PackedVector3Array([Vector3(-5, 0, 5)]))
		var driven := walker(Vector3(-5, 0, 0), 1.0, {}, crowd)
		var led := ghost(Vector3(-5, 0, -5), 1.0, {}, crowd)
		await frames(2)
		crowd.request_paths(crowd.get_agents(), PackedVector3Array([Vector3(5, 0, 5)]))
		driven.requestPath(Vector3(5, 0, 0))
		led.requestPath(Vector3(5, 0, -5))
		Engine.time_scale = clock[0]
		Engine.physics_ticks_per_second = clock[1]
		for i in 30:
			await process_frame
		if clock[0] == 0.0:
			report("time stands", driven.get_parent().position.x < -4.9)
			Engine.time_scale = 1.0
		if clock == [1.0, 60]:
			var pausing := crowd.get_agent_positions()[0]
			paused = true
			await frames(30)
			report("paused", crowd.get_agent_positions()[0] == pausing)
			paused = false
		for i in 3000:
			await process_frame
			if driven.hasArrived() and led.hasArrived() and crowd.get_agent_statuses()[0]:
				break
		report("clock %s" % [clock], [driven.hasArrived(), led.hasArrived(), crowd.get_agent_statuses()[0]])
		Engine.time_scale = 1.0
		Engine.physics_ticks_per_second = 60
		await end()


func shared_multimesh() -> void:
	start()
	var second := Crowd.new()
	world.add_child(second)
	crowd.multimesh = MultiMesh.new()
	second.multimesh = crowd.multimesh
	var ids := crowd.add_agents(PackedVector3Array([Vector3.ZERO, Vector3.ONE]))
	second.add_agents(PackedVector3Array([Vector3(3, 0, 3)]))
	crowd.request_paths(ids, PackedVector3Array([Vector3(9, 0, 9)]))
	await frames(20)
	second.free()
	await frames(20)
	crowd.multimesh.instance_count = 77		# somebody else's doing
	await frames(2)
	report("shared", crowd.multimesh.instance_count)
	await end()


## Every property and every method of every node, outside the tree, in it, and after it has left it.
func anything() -> void:
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
	report("anything", calls > 500)


func values(type: int) -> Array:
	match type:
		TYPE_BOOL: return [true, false]
		TYPE_INT: return [0, -1, 1, 7, 33, 1 << 40]
		TYPE_FLOAT: return [0.0, -1.0, NAN, INF, 1e30, 0.5]
		TYPE_VECTOR3: return [Vector3.ZERO, Vector3(NAN, 0, 0), Vector3(1e30, -1e30, INF), Vector3(1, 2, 3)]
		TYPE_STRING: return ["", "x"]
		TYPE_STRING_NAME: return [&"", &"x"]
		TYPE_PACKED_VECTOR3_ARRAY: return [PackedVector3Array(), PackedVector3Array([Vector3.ZERO, Vector3(NAN, 1, 1), Vector3(1, 0, 1), Vector3(1, 0, 0)])]
		TYPE_PACKED_INT64_ARRAY: return [PackedInt64Array(), PackedInt64Array([0, -1, 1 << 32])]
		TYPE_PACKED_FLOAT32_ARRAY: return [PackedFloat32Array(), PackedFloat32Array([NAN, -1])]
		TYPE_PACKED_FLOAT64_ARRAY: return [PackedFloat64Array(), PackedFloat64Array([NAN, -1])]
		TYPE_PACKED_INT32_ARRAY: return [PackedInt32Array(), PackedInt32Array([-1, 99])]
		TYPE_COLOR: return [Color.RED]
		TYPE_AABB: return [AABB(), AABB(Vector3(NAN, 0, 0), Vector3.ONE), AABB(Vector3.ONE, Vector3.ONE)]
		TYPE_RID: return [RID()]
		TYPE_ARRAY: return [[]]
		TYPE_DICTIONARY: return [{}]
		TYPE_OBJECT: return [null]
	return [null]


## Every property of every node comes back from duplicate() and from a saved scene.
func copies() -> void:
	var unlike := []
	var top := Node3D.new()
	for name: String in CLASSES:
		var node: Node = ClassDB.instantiate(name)
		node.name = name
		top.add_child(node)
		node.owner = top
		for property in stored(name):
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
	return ClassDB.class_get_property_list(name, true).filter(func(property): return property.usage & PROPERTY_USAGE_STORAGE)


func is_same_value(a: Variant, b: Variant) -> bool:
	return typeof(a) == typeof(b) and (a.get_class() == b.get_class() if a is Resource and b is Resource else a == b)


func other_than(value: Variant, property: Dictionary) -> Variant:
	match property.type:
		TYPE_BOOL: return not value
		TYPE_INT: return value + 1 if value < 1 else value - 1
		TYPE_FLOAT: return value + 0.5 if value < 0.5 else value * 0.5
		TYPE_VECTOR3: return value + Vector3(1, 2, 3)
		TYPE_STRING, TYPE_STRING_NAME: return "other"
		TYPE_PACKED_VECTOR3_ARRAY: return PackedVector3Array([Vector3.ZERO, Vector3(1, 0, 0), Vector3(1, 0, 1)])
		TYPE_COLOR: return Color.RED
		TYPE_AABB: return AABB(Vector3.ONE, Vector3.ONE)
		TYPE_OBJECT: return ClassDB.instantiate(property.hint_string.get_slice(",", 0)) if ClassDB.can_instantiate(property.hint_string.get_slice(",", 0)) else null
		TYPE_PACKED_FLOAT32_ARRAY: return PackedFloat32Array([2, 3])
		TYPE_PACKED_FLOAT64_ARRAY: return PackedFloat64Array([2, 3])
		TYPE_DICTIONARY: return {1: 2.0}
	return value


class Told extends Node3D:
	var when_moved := Callable()

	func _notification(what: int) -> void:
		if what == NOTIFICATION_LOCAL_TRANSFORM_CHANGED and when_moved.is_valid():
			when_moved.call()
