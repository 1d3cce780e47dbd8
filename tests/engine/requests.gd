extends "res://level.gd"
## What an agent answers, signals and refuses.

var signals: Array[String] = []


func run() -> void:
	report("enum", [NavAgent.RUNNING, NavAgent.SUCCESS, NavAgent.FAILURE])
	await without_baker()
	await while_baking()
	floor_at(12, 12)
	floor_at(4, 4, Vector3(20, 0, 0))
	var ground := baker()
	report("baked", await baked(ground))
	await failures()
	await under_no_node3d()
	await repeated()
	await follows()
	await stops()
	await asks_in_handler()
	await target_position()
	await signals_of_short_ways()
	await untyped()
	properties()
	await saved(ground)
	damaged(ground)
	await rebaked_while_walking(ground)


func listen(agent: NavAgent) -> void:
	signals.clear()
	agent.path_changed.connect(func(): signals.append("path_changed"))
	agent.target_reached.connect(func(): signals.append("target_reached"))
	agent.navigation_finished.connect(func(): signals.append("navigation_finished"))


func answer(status: int, agent: NavAgent) -> Dictionary:
	return {"status": status, "arrived": agent.hasArrived(), "reason": agent.reason, "text": agent.reason_text}


func gone(agent: NavAgent) -> void:
	agent.get_parent().queue_free()
	await frames(2)


func without_baker() -> void:
	var agent := walker(Vector3.ZERO)
	report("before any request", answer(-1, agent))
	report("without baker", answer(agent.requestPath(Vector3(1, 0, 1)), agent))
	agent.target_position = Vector3(1, 0, 1)
	await frames(3)
	report("target without baker", answer(-1, agent))
	await gone(agent)
	var outside := NavAgent.new()
	report("outside the tree", answer(outside.requestPath(Vector3.ONE), outside))
	outside.free()


## The agent asks while the level is being baked and sets out by itself.
func while_baking() -> void:
	var level := Node3D.new()
	world.add_child(level)
	floor_at(30, 30, Vector3.ZERO, level)
	var bakes := baker({"cell_size": 0.1, "cell_height": 0.1}, level)
	var agent := walker(Vector3.ZERO, 1.0, {}, level)
	listen(agent)
	report("while baking", answer(agent.requestPath(Vector3(4, 0, 0)), agent))
	var lost := walker(Vector3.ZERO, 1.0, {}, level)
	var lost_signals: Array[String] = []
	lost.navigation_finished.connect(func(): lost_signals.append("navigation_finished"))
	report("unreachable while baking", answer(lost.requestPath(Vector3(400, 0, 0)), lost))
	var falling := walker(Vector3(3, 5, 3), 1.0, {}, level)
	var body: Node3D = falling.get_parent()
	var height := body.position.y
	falling.requestPath(Vector3(3, 0, -6))
	await frames(1)
	report("still baking", answer(-1, agent))
	await until(func(): return body.position.y < height - 0.05 or falling.reason != NavAgent.REASON_BAKING)
	report("in the air while baking", {"reason": falling.reason, "fell": height - body.position.y})
	await until(func(): return agent.reason != NavAgent.REASON_BAKING, 0, MSEC_TO_WAIT)
	report("baked at last", answer(-1, agent))
	await until(func(): return agent.hasArrived() != NavAgent.RUNNING)
	report("after the bake", answer(-1, agent))
	await until(func(): return agent.desired_velocity == Vector3.ZERO)
	report("after the bake, off", flat(agent.get_parent().position).distance_to(Vector2(4, 0)))
	report("after the bake, signals", signals.duplicate())
	report("unreachable after the bake", answer(-1, lost))
	report("unreachable after the bake, signals", lost_signals)
	level.queue_free()
	await frames(2)


func failures() -> void:
	var agent := walker(Vector3.ZERO)
	agent.get_parent().name = "Failing"
	report("island", answer(agent.requestPath(Vector3(20, 0, 0)), agent))
	report("island, spelled request_path", answer(agent.request_path(Vector3(20, 0, 0)), agent))
	report("off the mesh", answer(agent.requestPath(Vector3(0, 0, 50)), agent))
	listen(agent)
	report("nan", answer(agent.requestPath(Vector3(NAN, 0, 0)), agent))
	for i in 5:
		await frames(1)
		agent.requestPath(Vector3(NAN, 0, 0))
	report("nan every tick, signals", signals.duplicate())
	report("inf", answer(agent.requestPath(Vector3(0, INF, 0)), agent))
	report("after nan", answer(agent.requestPath(Vector3(3, 0, 3)), agent))
	report("has_arrived", agent.has_arrived())
	await gone(agent)
	var floating := ghost(Vector3(0, 0, 30))
	report("start off the mesh", answer(floating.requestPath(Vector3.ZERO), floating))
	await gone(floating)


func under_no_node3d() -> void:
	var parent := Node.new()
	world.add_child(parent)
	var agent := NavAgent.new()
	parent.add_child(agent)
	report("under a Node", answer(agent.requestPath(Vector3(1, 0, 1)), agent))
	agent.target_position = Vector3(1, 0, 1)
	agent.stop()
	report("under a Node, path", agent.get_current_navigation_path().size())
	report("under a Node, next", str(agent.get_next_path_position()))
	await frames(3)
	parent.queue_free()
	var control := Control.new()
	root.add_child(control)
	var other := NavAgent.new()
	control.add_child(other)
	report("under a Control", answer(other.requestPath(Vector3(1, 0, 1)), other))
	control.queue_free()
	await frames(2)


## The same target every tick is one request.
func repeated() -> void:
	var agent := walker(Vector3(-4, 0, -4))
	listen(agent)
	var goal := Vector3(4, 0, 4)
	agent.requestPath(goal)
	var path := agent.get_current_navigation_path()
	var same := true
	var answers := {}
	for i in 400:
		answers[agent.requestPath(goal)] = true
		same = same and agent.get_current_navigation_path() == path
		await physics_frame
	report("every tick", {"answers": answers.keys(), "path is the same": same, "signals": signals.duplicate(),
		"off": flat(agent.get_parent().position).distance_to(flat(goal)), "status": agent.requestPath(goal)})
	await gone(agent)


func follows() -> void:
	var agent := walker(Vector3(-4, 0, -4))
	listen(agent)
	var prey := Vector3(0, 0, 4)
	var caught := -1
	var failed := 0
	for i in 600:
		prey = Vector3(4 * sin(i / 120.0), 0, 4 * cos(i / 120.0))		# 2 m/s
		match agent.requestPath(prey):
			NavAgent.SUCCESS:
				if caught < 0:
					caught = i
			NavAgent.FAILURE:
				failed += 1
		await physics_frame
	report("chase", {"caught after": caught, "failed": failed,
		"distance": flat(agent.get_parent().position).distance_to(flat(prey))})
	await gone(agent)


func stops() -> void:
	var agent := walker(Vector3(-4, 0, -4))
	agent.stop()
	report("stop before any request", answer(-1, agent))
	agent.requestPath(Vector3(4, 0, 4))
	await frames(30)
	agent.stop()
	report("stopped", answer(-1, agent))
	await frames(2)
	var body: Node3D = agent.get_parent()
	var at := body.position
	await frames(30)
	report("stopped, moved", at.distance_to(body.position))
	world.remove_child(body)
	world.add_child(body)
	await frames(30)
	report("stopped, moved by leaving the tree", at.distance_to(body.position))
	report("asked again", agent.requestPath(Vector3(4, 0, 4)))
	await until(func(): return agent.hasArrived() == NavAgent.SUCCESS)
	report("asked again, arrived", answer(-1, agent))
	await gone(agent)


func asks_in_handler() -> void:
	var agent := walker(Vector3(-4, 0, -4))
	var goals: Array[Vector3] = [Vector3(4, 0, -4), Vector3(4, 0, 4), Vector3(-4, 0, 4)]
	var asked := [0]
	agent.target_reached.connect(func():
		if asked[0] < goals.size():
			asked[0] += 1
			agent.requestPath(goals[asked[0] - 1]))
	agent.requestPath(Vector3(-4, 0, 0))
	await until(func(): return asked[0] == 3 and agent.hasArrived() == NavAgent.SUCCESS and agent.desired_velocity == Vector3.ZERO, 1200)
	report("asked in the handler", {"asked": asked[0], "off": flat(agent.get_parent().position).distance_to(flat(goals[2]))})
	await gone(agent)


func target_position() -> void:
	var agent := walker(Vector3(-4, 0, -4))
	listen(agent)
	var wishes: Array[Vector3] = []
	agent.velocity_computed.connect(func(velocity): wishes.append(velocity))
	agent.target_position = Vector3(4, 0, 4)
	await frames(30)
	report("target_position", {"moved": flat(agent.get_parent().position).distance_to(Vector2(-4, -4)),
		"wishes": wishes.size(), "speed": wishes[-1].length(), "status": agent.hasArrived(),
		"finished": agent.is_navigation_finished(), "reachable": agent.is_target_reachable(),
		"next": flat(agent.get_next_path_position()).distance_to(Vector2(4, 4))})
	await gone(agent)
	var floating := ghost(Vector3(-4, 0, -4), 1.5)
	listen(floating)
	floating.target_position = Vector3(20, 0, 0)
	report("target on the island", {"status": floating.hasArrived(), "reachable": floating.is_target_reachable(),
		"reason": floating.reason})
	await until(func(): return floating.hasArrived() != NavAgent.RUNNING and floating.desired_velocity == Vector3.ZERO)
	report("as near as it gets", {"x": floating.get_parent().position.x, "status": floating.hasArrived(),
		"reachable": floating.is_target_reachable(), "signals": signals.duplicate(),
		"final": floating.get_final_position().x})
	await gone(floating)


## Signals where a request is over in the frame after it.
func signals_of_short_ways() -> void:
	var agent := ghost(Vector3(-4, 0, -4))
	listen(agent)
	agent.requestPath(Vector3(-1, 0, -4))
	await until(func(): return agent.desired_velocity == Vector3.ZERO and agent.hasArrived() == NavAgent.SUCCESS)
	agent.requestPath(Vector3(0.02, 0, -4))
	await until(func(): return agent.desired_velocity == Vector3.ZERO and agent.hasArrived() == NavAgent.SUCCESS)
	report("two short ways", signals.duplicate())
	signals.clear()
	report("there already", agent.requestPath(Vector3(0.5, 0, -4)))
	await frames(60)
	report("there already, off", flat(agent.get_parent().position).distance_to(Vector2(0.5, -4)))
	report("there already, signals", signals.duplicate())
	await gone(agent)


func untyped() -> void:
	var agent = walker(Vector3.ZERO)
	agent.max_speed = 5
	report("int for float", agent.max_speed)
	agent.set("max_speed", 4)
	report("int for float by set", agent.max_speed)
	agent.call("set_max_speed", 6)
	report("int for float by call", agent.max_speed)
	report("request untyped", agent.requestPath(Vector3(3, 0, 3)))
	report("callv", agent.callv("requestPath", [Vector3(3, 0, 3)]))
	wrong_type(agent)
	too_few(agent)
	too_many(agent)
	report("after wrong calls", agent.hasArrived())
	var bakes = NavMeshBaker.new()
	bakes.source_group_name = "level"
	report("String for StringName", bakes.source_group_name)
	bakes.set("source_group_name", "other")
	report("String for StringName by set", bakes.source_group_name)
	bakes.filter_ledge_spans = 0
	report("int for bool", bakes.filter_ledge_spans)
	bakes.free()
	await gone(agent)


func wrong_type(agent) -> void:
	agent.requestPath("there")
	report("wrong type went on", true)


func too_few(agent) -> void:
	agent.requestPath()
	report("too few went on", true)


func too_many(agent) -> void:
	agent.requestPath(Vector3.ZERO, 1)
	report("too many went on", true)


func properties() -> void:
	var agent := NavAgent.new()
	var refused := []
	for name in ["max_speed", "max_deceleration", "radius", "path_desired_distance", "target_desired_distance",
			"path_max_distance", "turn_rate"]:
		var before = agent.get(name)
		for value in [NAN, INF, -INF, -1.0]:
			agent.set(name, value)
			if agent.get(name) != before:
				refused.append("%s = %s was taken" % [name, value])
	report("bad values", refused)
	agent.free()
	var bakes := NavMeshBaker.new()
	for name in ["cell_size", "cell_height", "agent_height", "agent_radius", "agent_max_climb", "agent_max_slope",
			"vertices_per_polygon", "collision_mask"]:
		var before = bakes.get(name)
		for value in [NAN, INF, -1.0]:
			if typeof(before) == TYPE_FLOAT:
				bakes.set(name, value)
		bakes.set(name, -7)
		if bakes.get(name) != before:
			refused.append(name)
	report("bad settings", refused)
	bakes.free()


## Saved with its navmesh and loaded again, a scene works without a bake.
func saved(ground: NavMeshBaker) -> void:
	var scene := Node3D.new()
	var copy := NavMeshBaker.new()
	copy.name = "Baker"
	copy.navmesh = ground.navmesh
	copy.agent_radius = 0.75
	copy.source_group_name = &"some group"
	copy.filter_ledge_spans = false
	copy.vertices_per_polygon = 4
	scene.add_child(copy)
	var agent := NavAgent.new()
	agent.name = "Agent"
	agent.max_speed = 7.25
	agent.drive_body = false
	var node := Node3D.new()
	node.name = "Walker"
	node.add_child(agent)
	scene.add_child(node)
	for child in [copy, node, agent]:
		child.owner = scene
	var packed := PackedScene.new()
	packed.pack(scene)
	report("saves", [ResourceSaver.save(packed, "res://level.tscn"), ResourceSaver.save(packed, "res://level.scn"),
		ResourceSaver.save(ground.navmesh, "res://level.res")])
	scene.free()
	ground.get_parent().remove_child(ground)
	for path in ["res://level.tscn", "res://level.scn"]:
		var loaded: Node3D = ResourceLoader.load(path, "", ResourceLoader.CACHE_MODE_IGNORE).instantiate()
		var found: NavMeshBaker = loaded.get_node("Baker")
		var walks: NavAgent = loaded.get_node("Walker/Agent")
		var finished := []
		found.bake_finished.connect(func(success): finished.append(success))
		world.add_child(loaded)
		report("loaded " + path, {"radius": found.agent_radius, "group": found.source_group_name,
			"ledges": found.filter_ledge_spans, "vertices": found.vertices_per_polygon, "speed": walks.max_speed,
			"drive": walks.drive_body, "same": found.navmesh.data == ground.navmesh.data,
			"polygons": found.navmesh.get_polygon_count() if found.navmesh.has_method("get_polygon_count") else -1,
			"baking": found.is_baking(), "asked": walks.requestPath(Vector3(4, 0, 4))})
		await frames(20)
		report("not baked " + path, finished)
		loaded.free()
	var resource: NavMeshData = load("res://level.res")
	report("resource", resource.data == ground.navmesh.data)
	world.add_child(ground)
	await frames(2)


func damaged(ground: NavMeshBaker) -> void:
	var good: PackedByteArray = ground.navmesh.data
	var data := NavMeshData.new()
	data.data = good
	var taken := 0
	for cut in [1, 8, 40, good.size() / 2, good.size() - 1]:
		data.data = good.slice(0, cut)
		taken += int(data.data != good)
	for i in range(0, good.size(), maxi(1, good.size() / 50)):
		var flipped := good.duplicate()
		flipped[i] = flipped[i] ^ 0xFF
		data.data = flipped
		taken += int(data.data != good)
		data.data = good
	data.data = PackedByteArray([1, 2, 3])
	report("damaged data was taken", taken)
	data.data = PackedByteArray()
	report("empty data", data.data.size())


## The data of a navmesh that is in use is replaced, and the mesh under a walker's feet.
func rebaked_while_walking(ground: NavMeshBaker) -> void:
	var agent := walker(Vector3(-4, 0, -4))
	listen(agent)
	agent.requestPath(Vector3(4, 0, 4))
	await frames(10)
	ground.navmesh.data = ground.navmesh.data
	await frames(5)
	ground.position.x += 0.001
	await frames(5)
	ground.position.x = 0
	report("walks on", agent.hasArrived())
	await until(func(): return agent.hasArrived() != NavAgent.RUNNING)
	report("walked on", answer(-1, agent))
	report("walked on, signals", signals.count("path_changed"))
	var data: PackedByteArray = ground.navmesh.data
	agent.requestPath(Vector3(-4, 0, -4))
	await frames(10)
	ground.navmesh.data = PackedByteArray()
	await frames(5)
	report("taken from under the feet", answer(agent.hasArrived(), agent))
	ground.navmesh.data = data
	await frames(2)
	report("put back", agent.requestPath(Vector3(-4, 0, -4)))
	await gone(agent)
