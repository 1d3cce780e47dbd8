extends "res://level.gd"
## What an agent answers, signals and refuses.

const ISLAND := Vector3(20, 0, 0)


## A floor and an island.
func ground() -> NavMeshBaker:
	floor_at(12, 12)
	floor_at(4, 4, ISLAND)
	return bake()


func answer(agent: NavAgent, status := -1) -> Dictionary:
	return {"status": agent.hasArrived() if status == -1 else status, "hasArrived": agent.hasArrived(), "reason": agent.reason,
		"text": agent.reason_text}


## What requestPath returns, and what the agent says then.
func ask(agent: NavAgent, goal: Vector3) -> Dictionary:
	return answer(agent, agent.requestPath(goal))


func scenario_statuses() -> void:
	report("statuses", {"RUNNING": NavAgent.RUNNING, "SUCCESS": NavAgent.SUCCESS, "FAILURE": NavAgent.FAILURE})


func scenario_without_a_baker() -> void:
	var agent := walker(Vector3.ZERO)
	report("before any request", answer(agent))
	report("requestPath", ask(agent, Vector3(1, 0, 1)))
	agent.target_position = Vector3(1, 0, 1)
	await frames(3)
	report("target_position", answer(agent))


func scenario_nothing_to_move() -> void:
	ground()
	var outside := NavAgent.new()
	report("outside the tree", ask(outside, Vector3.ONE))
	outside.free()
	var agent: NavAgent = put(NavAgent.new(), {}, put(Node.new()))
	report("under a Node", ask(agent, Vector3(1, 0, 1)))
	agent.target_position = Vector3(1, 0, 1)
	agent.cancel_request()
	report("points of the path under a Node", agent.get_current_navigation_path().size())
	report("next position under a Node", str(agent.get_next_path_position()))
	await frames(3)
	var other: NavAgent = put(NavAgent.new(), {}, put(Control.new()))
	report("under a Control", ask(other, Vector3(1, 0, 1)))
	await frames(2)


## The agent asks while the level is being baked, and sets out by itself.
func scenario_asked_while_baking() -> void:
	floor_at(30, 30)
	baker({"cell_size": 0.1, "cell_height": 0.1})
	var agent := walker(Vector3.ZERO)
	var signals := signals_of(agent)
	report("asked", ask(agent, Vector3(4, 0, 0)))
	await frames(1)
	report("a frame later", answer(agent))
	await until(func(): return agent.reason != NavAgent.REASON_BAKING, 0, MSEC_TO_WAIT)
	await until(func(): return agent.hasArrived() != NavAgent.RUNNING)
	report("arrived", answer(agent))
	await until(func(): return agent.desired_velocity == Vector3.ZERO)
	report("distance from the goal", off(agent, Vector3(4, 0, 0)))
	report("signals", signals)


func scenario_unreachable_while_baking() -> void:
	floor_at(30, 30)
	baker({"cell_size": 0.1, "cell_height": 0.1})
	var agent := walker(Vector3.ZERO)
	var signals := signals_of(agent)
	report("asked", ask(agent, Vector3(400, 0, 0)))
	await until(func(): return agent.reason != NavAgent.REASON_BAKING, 0, MSEC_TO_WAIT)
	report("baked", answer(agent))
	report("signals", signals)


func scenario_falls_while_baking() -> void:
	floor_at(30, 30)
	baker({"cell_size": 0.1, "cell_height": 0.1})
	var agent := walker(Vector3(3, 5, 3))
	var body: Node3D = agent.get_parent()
	var height := body.position.y
	agent.requestPath(Vector3(3, 0, -6))
	await until(func(): return body.position.y < height - 0.05 or agent.reason != NavAgent.REASON_BAKING)
	report("reason", agent.reason)
	report("fallen", height - body.position.y)


func scenario_failures() -> void:
	ground()
	var agent := walker(Vector3.ZERO)
	report("island", ask(agent, ISLAND))
	report("island, by request_path", answer(agent, agent.request_path(ISLAND)))
	report("off the mesh", ask(agent, Vector3(0, 0, 50)))
	var outside := ghost(Vector3(0, 0, 30))
	report("start off the mesh", ask(outside, Vector3.ZERO))
	report("start offset", outside.start_offset)
	report("start off the mesh, to the island", ask(outside, ISLAND))
	report("on no layer of the mesh", ask(ghost(Vector3(0, 0, 30), 1.0, {"navigation_layers": 2}), Vector3.ZERO))


## A platform of 3 m over ground that has no navmesh, with a ramp up at its west end.
func platform() -> void:
	var level := level_at()
	box(Vector3(16, 3, 12), Vector3(0, 1.5, 0), level)
	var ramp := box(Vector3(sqrt(153.0), 0.5, 4), Vector3(-13.94, 1.2575, 0), level)
	ramp.rotation.z = atan2(3.0, 12.0)
	bake({"agent_max_climb": 0.3}, level)
	floor_at(120, 120)


func scenario_comes_back() -> void:
	platform()
	var goal := Vector3(6, 3, 0)
	for how in ["requestPath", "target_position"]:
		for name in ["far away", "fallen", "pushed while it walks"]:
			var start: Vector3 = {"far away": Vector3(-50, 0, 0), "fallen": Vector3(-22, 0, 1.5), "pushed while it walks": Vector3(-6, 3, 0)}[name]
			var agent := walker(start, 1.0, {"drive_body": how == "requestPath", "avoidance_enabled": how == "target_position"})
			var body: CharacterBody3D = agent.get_parent()
			if how == "target_position":
				agent.velocity_computed.connect(func(velocity):
					body.velocity = Vector3(velocity.x, body.velocity.y - 9.8 / 60.0, velocity.z)
					body.move_and_slide())
			var signals := signals_of(agent, ["path_changed"])
			await frames(2)
			if how == "requestPath":
				agent.requestPath(goal)
			else:
				agent.target_position = goal
			if name == "pushed while it walks":
				await frames(20)
				body.global_position = Vector3(-23, 1.0, 6.5)
			await until(func(): return agent.hasArrived() != NavAgent.RUNNING, 1500)
			report("%s, %s" % [how, name], {"status": agent.hasArrived(), "distance from the goal": off(agent, goal),
				"start offset": agent.start_offset, "new paths": signals.size()})
			await remove(agent)


## The closest point is the edge above it.
func scenario_below_a_ledge() -> void:
	platform()
	var agent := walker(Vector3(10, 0, 0))
	await frames(2)
	agent.requestPath(Vector3.UP * 3)
	await until(func(): return agent.is_stuck, 600)
	report("stuck", agent.is_stuck)
	report("why", agent.why_stuck())
	report("status", agent.hasArrived())


func scenario_target_that_is_no_place() -> void:
	ground()
	var agent := walker(Vector3.ZERO)
	agent.get_parent().name = "Failing"
	var signals := signals_of(agent)
	report("nan", ask(agent, Vector3(NAN, 0, 0)))
	for i in 5:
		await frames(1)
		agent.requestPath(Vector3(NAN, 0, 0))
	report("signals", signals)
	report("inf", ask(agent, Vector3(0, INF, 0)))
	report("a place", ask(agent, Vector3(3, 0, 3)))
	report("has_arrived", agent.has_arrived())


## The same target in every frame is one request.
func scenario_same_target_in_every_frame() -> void:
	ground()
	var agent := walker(Vector3(-4, 0, -4))
	var signals := signals_of(agent)
	var goal := Vector3(4, 0, 4)
	agent.requestPath(goal)
	var path := agent.get_current_navigation_path()
	var same := true
	var answers := {}
	for i in 400:
		answers[agent.requestPath(goal)] = true
		same = same and agent.get_current_navigation_path() == path
		await physics_frame
	report("answers", answers.keys())
	report("last answer", agent.requestPath(goal))
	report("the path stays the same", same)
	report("signals", signals)
	report("distance from the goal", off(agent, goal))


## At 2 m/s in a circle.
func scenario_target_moves() -> void:
	ground()
	var agent := walker(Vector3(-4, 0, -4))
	var prey := Vector3.ZERO
	var caught := -1
	var failed := 0
	for i in 600:
		prey = Vector3(4 * sin(i / 120.0), 0, 4 * cos(i / 120.0))
		match agent.requestPath(prey):
			NavAgent.SUCCESS:
				if caught < 0:
					caught = i
			NavAgent.FAILURE:
				failed += 1
		await physics_frame
	report("frame in which it is caught", caught)
	report("failures", failed)
	report("distance", off(agent, prey))


func scenario_stopped() -> void:
	ground()
	var agent := walker(Vector3(-4, 0, -4))
	agent.cancel_request()
	report("before any request", answer(agent))
	agent.requestPath(Vector3(4, 0, 4))
	await frames(30)
	agent.cancel_request()
	report("under way", answer(agent))
	await frames(2)
	var body: Node3D = agent.get_parent()
	var at := body.position
	await frames(30)
	report("moved", at.distance_to(body.position))
	world.remove_child(body)
	world.add_child(body)
	await frames(30)
	report("moved, back in the tree", at.distance_to(body.position))
	report("status when asked again", agent.requestPath(Vector3(4, 0, 4)))
	await until(func(): return agent.hasArrived() == NavAgent.SUCCESS)
	report("arrived", answer(agent))


func scenario_handler_asks_again() -> void:
	ground()
	var agent := walker(Vector3(-4, 0, -4))
	var goals: Array[Vector3] = [Vector3(4, 0, -4), Vector3(4, 0, 4), Vector3(-4, 0, 4)]
	var asked := [0]
	agent.target_reached.connect(func():
		if asked[0] < goals.size():
			asked[0] += 1
			agent.requestPath(goals[asked[0] - 1]))
	agent.requestPath(Vector3(-4, 0, 0))
	await until(func(): return asked[0] == 3 and agent.hasArrived() == NavAgent.SUCCESS and agent.desired_velocity == Vector3.ZERO, 1200)
	report("asked", asked[0])
	report("distance from the last goal", off(agent, goals[2]))


func scenario_target_position() -> void:
	ground()
	var agent := walker(Vector3(-4, 0, -4))
	var velocities: Array[Vector3] = []
	agent.velocity_computed.connect(func(velocity): velocities.append(velocity))
	agent.target_position = Vector3(4, 0, 4)
	await frames(30)
	report("moved", off(agent, Vector3(-4, 0, -4)))
	report("velocities", velocities.size())
	report("speed", velocities[-1].length())
	report("status", agent.hasArrived())
	report("finished", agent.is_navigation_finished())
	report("reachable", agent.is_target_reachable())
	report("next position from the target", flat(agent.get_next_path_position()).distance_to(Vector2(4, 4)))


func scenario_target_position_on_the_island() -> void:
	ground()
	var agent := ghost(Vector3(-4, 0, -4), 1.5)
	var signals := signals_of(agent)
	agent.target_position = ISLAND
	report("asked", {"status": agent.hasArrived(), "reachable": agent.is_target_reachable(), "reason": agent.reason})
	await rests(agent)
	report("at rest", {"status": agent.hasArrived(), "reachable": agent.is_target_reachable()})
	report("x", agent.get_parent().position.x)
	report("x of the final position", agent.get_final_position().x)
	report("signals", signals)


## Two requests, one after the other.
func scenario_signals_of_short_ways() -> void:
	ground()
	var agent := ghost(Vector3(-4, 0, -4))
	var signals := signals_of(agent)
	for x in [-1, 0.02]:
		agent.requestPath(Vector3(x, 0, -4))
		await until(func(): return agent.desired_velocity == Vector3.ZERO and agent.hasArrived() == NavAgent.SUCCESS)
	report("signals", signals)


func scenario_goal_within_reach() -> void:
	ground()
	var agent := ghost(Vector3(0.02, 0, -4))
	var signals := signals_of(agent)
	report("status", agent.requestPath(Vector3(0.5, 0, -4)))
	await frames(60)
	report("distance from the goal", off(agent, Vector3(0.5, 0, -4)))
	report("signals", signals)


## Calls and assignments that GDScript checks when they run.
func scenario_numbers_are_converted() -> void:
	var agent = NavAgent.new()
	agent.max_speed = 5
	report("int for float", agent.max_speed)
	agent.set("max_speed", 4)
	report("int for float, by set", agent.max_speed)
	agent.call("set_max_speed", 6)
	report("int for float, by call", agent.max_speed)
	agent.free()
	var bakes = NavMeshBaker.new()
	bakes.source_group_name = "level"
	report("String for StringName", bakes.source_group_name)
	bakes.set("source_group_name", "other")
	report("String for StringName, by set", bakes.source_group_name)
	bakes.filter_ledge_spans = 0
	report("int for bool", bakes.filter_ledge_spans)
	bakes.free()


func scenario_untyped_calls() -> void:
	ground()
	var agent = walker(Vector3.ZERO)
	report("status", agent.requestPath(Vector3(3, 0, 3)))
	report("status by callv", agent.callv("requestPath", [Vector3(3, 0, 3)]))
	var went_on := []
	call_wrongly(agent, went_on)
	call_with_too_few(agent, went_on)
	call_with_too_many(agent, went_on)
	report("wrong calls that went on", went_on)
	report("status after wrong calls", agent.hasArrived())


func call_wrongly(agent, went_on: Array) -> void:
	agent.requestPath("there")
	went_on.append("wrong type")


func call_with_too_few(agent, went_on: Array) -> void:
	agent.requestPath()
	went_on.append("too few")


func call_with_too_many(agent, went_on: Array) -> void:
	agent.requestPath(Vector3.ZERO, true, 1)
	went_on.append("too many")


func scenario_bad_values() -> void:
	var agent := NavAgent.new()
	var taken := []
	for name in ["max_speed", "max_deceleration", "radius", "path_desired_distance", "target_desired_distance",
			"path_max_distance", "turn_rate"]:
		var before = agent.get(name)
		for value in [NAN, INF, -INF, -1.0]:
			agent.set(name, value)
			if agent.get(name) != before:
				taken.append("%s = %s" % [name, value])
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
			taken.append(name)
	bakes.free()
	report("taken", taken)


func scenario_saved_as_text() -> void:
	await save_and_load("res://level.tscn")


func scenario_saved_as_binary() -> void:
	await save_and_load("res://level.scn")


## Saved with its navmesh and loaded again, a scene works without a bake.
func save_and_load(path: String) -> void:
	var ground_baker := ground()
	var navmesh := ground_baker.navmesh
	var scene := Node3D.new()
	put(NavMeshBaker.new(), {"name": "Baker", "navmesh": navmesh, "agent_radius": 0.75, "source_group_name": &"some group",
		"filter_ledge_spans": false, "vertices_per_polygon": 4}, scene)
	var node: Node3D = put(Node3D.new(), {"name": "Walker"}, scene)
	put(NavAgent.new(), {"name": "Agent", "max_speed": 7.25, "drive_body": false}, node)
	for child in scene.find_children("*", "", true, false):
		child.owner = scene
	var packed := PackedScene.new()
	packed.pack(scene)
	report("errors of saving", {"scene": ResourceSaver.save(packed, path), "navmesh": ResourceSaver.save(navmesh, "res://level.res")})
	scene.free()
	ground_baker.free()
	var loaded: Node3D = ResourceLoader.load(path, "", ResourceLoader.CACHE_MODE_IGNORE).instantiate()
	var finished := []
	loaded.get_node("Baker").bake_finished.connect(func(success): finished.append(success))
	world.add_child(loaded)
	var found: NavMeshBaker = loaded.get_node("Baker")
	var walks: NavAgent = loaded.get_node("Walker/Agent")
	report("baker", {"agent_radius": found.agent_radius, "source_group_name": found.source_group_name,
		"filter_ledge_spans": found.filter_ledge_spans, "vertices_per_polygon": found.vertices_per_polygon})
	report("agent", {"max_speed": walks.max_speed, "drive_body": walks.drive_body})
	report("same navmesh", found.navmesh.data == navmesh.data)
	report("baking", found.is_baking())
	report("status", walks.requestPath(Vector3(4, 0, 4)))
	await frames(20)
	report("bake_finished", finished)
	var kept: NavMeshData = ResourceLoader.load("res://level.res", "", ResourceLoader.CACHE_MODE_IGNORE)
	report("same navmesh in its own file", kept.data == navmesh.data)


## Cut, and with one byte changed; then empty.
func scenario_damaged_data() -> void:
	var good: PackedByteArray = ground().navmesh.data
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
	report("taken", taken)
	data.data = PackedByteArray()
	report("bytes of empty data", data.data.size())


## The data of a navmesh that is in use is replaced, then its baker is moved.
func scenario_data_is_set_again_under_way() -> void:
	var bakes := ground()
	var agent := walker(Vector3(-4, 0, -4))
	agent.requestPath(Vector3(4, 0, 4))
	await frames(10)
	bakes.navmesh.data = bakes.navmesh.data
	await frames(5)
	bakes.position.x += 0.001
	await frames(5)
	bakes.position.x = 0
	report("status", agent.hasArrived())
	await until(func(): return agent.hasArrived() != NavAgent.RUNNING)
	report("arrived", answer(agent))


func scenario_data_is_taken_away_under_way() -> void:
	var bakes := ground()
	var agent := walker(Vector3(-4, 0, -4))
	var data: PackedByteArray = bakes.navmesh.data
	agent.requestPath(Vector3(4, 0, 4))
	await frames(10)
	bakes.navmesh.data = PackedByteArray()
	await frames(5)
	report("without data", answer(agent))
	bakes.navmesh.data = data
	await frames(2)
	report("status with data again", agent.requestPath(Vector3(4, 0, 4)))
