extends "res://crowd_ground.gd"
## What scripts should not do with agents, or seldom do: slots that change hands amid a step, crowds that change worlds, clocks that stand or
## race, places that are no numbers, handlers that free what is at work.


## A Crowd on a floor.
func make_crowd(settings := {}) -> void:
	ground()
	crowd = put(Crowd.new(), settings)


## A Node3D with an agent, which the crowd moves.
func moved(at: Vector3) -> Told:
	var node: Told = put(Told.new(), {"position": at}, crowd)
	node.add_child(NavAgent.new())
	return node


## A script that is told that its node is turned gives the agent's slot to another.
func scenario_slot_changes_hands_in_a_step() -> void:
	make_crowd({"move_nodes": true})
	var walking := moved(Vector3(-4, 0, 0))
	var other: Node3D = put(Node3D.new(), {"position": Vector3(20, 0, 20)}, crowd)
	walking.get_child(0).requestPath(Vector3(-20, 0, 5))
	await frames(3)
	var ran := [false]
	walking.when_moved = func():
		if not ran[0]:
			ran[0] = true
			walking.get_child(0).free()
			other.add_child(NavAgent.new())
	walking.set_notify_local_transform(true)
	await frames(5)
	report("handler ran", ran[0])
	report("the other is where it was", other.global_position == Vector3(20, 0, 20))


func scenario_handler_frees_the_stepping_agent() -> void:
	await lose_the_stepper(func(body): body.get_child(0).free())


func scenario_handler_removes_the_stepping_agent() -> void:
	await lose_the_stepper(func(body): body.remove_child(body.get_child(0)))


func scenario_handler_frees_the_stepping_agents_body() -> void:
	await lose_the_stepper(func(body): body.free())


## Agents that come before their Crowd step it; a script that is moved loses the one that did.
func lose_the_stepper(lose: Callable) -> void:
	make_crowd({"move_nodes": true})
	var walkers: Array[Told] = []
	for i in 4:
		walkers.append(moved(Vector3(-4, 0, 2 * i)))
		walkers[i].get_child(0).process_physics_priority = -1
		walkers[i].get_child(0).requestPath(Vector3(-20, 0, 2 * i))
	var stepper: NavAgent = walkers[0].get_child(0)
	var ran := [false]
	walkers[1].when_moved = func():
		if not ran[0]:
			ran[0] = true
			lose.call(walkers[0])
	walkers[1].set_notify_local_transform(true)
	await frames(40)
	report("handler ran", ran[0])
	report("the last one walks on", walkers[3].global_position.x < -4.5)
	if is_instance_valid(stepper) and not stepper.is_inside_tree():
		stepper.free()


## A crowd that goes to another world takes none of the obstacles of the first one along.
func scenario_crowd_changes_worlds() -> void:
	var view := viewport()
	floor_at(40, 40, Vector3.ZERO, view)
	bake({}, view)
	make_crowd()
	var left := obstacle({"radius": 1.0})
	var agent := ghost(Vector3(-5, 0, 0), 1.0, {}, crowd)
	var ids := crowd.add_agents(points([Vector3(0, 0, 5)]))
	await frames(3)
	crowd.reparent(view)
	report("agents in the other world", crowd.get_agent_count())
	left.free()
	await frames(2)
	report("in the other world", {"status": agent.requestPath(Vector3(5, 0, 0)),
		"refused": crowd.request_paths(ids, points([Vector3(5, 0, 5)])),
		"arrives": await until(func(): return agent.hasArrived() == NavAgent.SUCCESS)})
	crowd.reparent(world)
	obstacle({"radius": 1.0}, Vector3(0, 0, 0.3))
	agent.requestPath(Vector3(-5, 0, 0))
	var nearest := INF
	for i in 400:
		await physics_frame
		nearest = minf(nearest, off(agent, Vector3(0, 0, 0.3)))
		if agent.hasArrived() == NavAgent.SUCCESS:
			break
	report("back again", {"status": agent.hasArrived(), "nearest to an obstacle": nearest})


## A new Crowd may lie in memory where the old one lay; an obstacle of the old one knows none of the new one's agents.
func scenario_crowd_in_place_of_another() -> void:
	ground()
	var bystander := obstacle({"radius": 1.0}, Vector3(20, 0, -20))
	var lost := 0
	for i in 20:
		crowd = put(Crowd.new())
		await frames(2)
		crowd.free()
		crowd = put(Crowd.new())
		var agent := ghost(Vector3(-5, 0, 0), 1.0, {}, crowd)
		bystander.radius = 1.0 + 0.01 * i
		bystander.avoidance_enabled = false
		lost += int(agent.requestPath(Vector3(5, 0, 0)) != NavAgent.RUNNING)
		bystander.avoidance_enabled = true
		crowd.free()
		await frames(2)
	report("refused", lost)


func scenario_crowd_counts_no_obstacles() -> void:
	make_crowd()
	obstacle({"radius": 1.0})
	crowd.add_agents(points([Vector3.ZERO]))
	await frames(3)
	report("agents", crowd.get_agent_count())


## Who stands at its target already is told of, once.
func scenario_already_at_the_target() -> void:
	make_crowd()
	var arrived := []
	crowd.agents_arrived.connect(func(agents): arrived.append_array(agents))
	var ids := crowd.add_agents(points([Vector3(3, 0, 3), Vector3(-3, 0, 3)]))
	for i in 30:
		crowd.request_paths(ids.slice(0, 1), points([Vector3(3, 0, 3.2)]))
		await physics_frame
	report("arrivals", arrived.size())
	report("status", crowd.get_agent_statuses()[0])


## Nodes with an agent, and an obstacle, whose places are no numbers, among others.
func scenario_places_that_are_no_numbers() -> void:
	make_crowd({"multimesh": MultiMesh.new()})
	var ids := crowd.add_agents(points([Vector3(0, 9e29, 0), Vector3(1, 0, 1)]))
	for place in [Vector3(NAN, NAN, NAN), Vector3(INF, 0, 0), Vector3(0, 1e31, 0)]:
		ghost(place, 1.0, {}, crowd).requestPath(Vector3(5, 0, 3))
	crowd.request_paths(ids, points([Vector3(5, 0, 1)]))
	var node := ghost(Vector3(0, 0, 3), 1.0, {}, crowd)
	node.requestPath(Vector3(5, 0, 3))
	var bad := obstacle({"radius": 1.0, "affect_navigation_mesh": true})
	await frames(5)
	bad.position = Vector3(NAN, 0, 0)
	await frames(5)
	bad.position = Vector3(10, 0, 10)
	bad.scale = Vector3(INF, INF, INF)
	await frames(5)
	bad.free()
	crowd.request_paths(ids, points([Vector3(5, 0, 1)]))
	report("agent without a node arrives", await until(func(): return crowd.get_agent_statuses()[1] == NavAgent.SUCCESS))
	report("agent of a node arrives", await until(func(): return node.hasArrived() == NavAgent.SUCCESS))


## Who walks past obstacles that are nowhere, or of no size, in a crowd with agents that are nowhere.
func scenario_walks_past_what_is_no_number() -> void:
	make_crowd()
	for place in [Vector3(NAN, NAN, NAN), Vector3(INF, 0, 0), Vector3(0, 1e31, 0)]:
		ghost(place, 1.0, {}, crowd)
	for value in [NAN, INF]:
		for property in ["position", "scale"]:
			var bad := obstacle({"radius": 0.5}, Vector3(-10, 0, 0.2))
			bad.set(property, Vector3(value, 1, 1))
			var agent := ghost(Vector3(-12, 0, 0), 1.0, {}, crowd)
			agent.requestPath(Vector3(-8, 0, 0))
			report("arrives past a %s of %s" % [property, value], await until(func(): return agent.hasArrived() == NavAgent.SUCCESS, 200))
			agent.get_parent().free()
			bad.free()


func scenario_no_agents() -> void:
	make_crowd({"multimesh": MultiMesh.new()})
	report("added", crowd.add_agents(points([])).size())
	report("refused", crowd.request_paths(PackedInt64Array(), points([])))
	crowd.place_agents(PackedInt64Array(), points([]))
	crowd.remove_agents(PackedInt64Array())
	await frames(2)


func scenario_very_many_agents() -> void:
	make_crowd({"multimesh": MultiMesh.new()})
	var places := PackedVector3Array()
	places.resize(100000)
	for i in places.size():
		places[i] = Vector3(-29 + i % 300 * 0.19, 0, -29 + i / 300 * 0.17)
	var ids := crowd.add_agents(places)
	await frames(2)
	crowd.stop_agents(ids)
	crowd.place_agents(ids, places)
	crowd.request_paths(ids.slice(0, 10), points([Vector3.ZERO]))
	await frames(2)
	report("instances", crowd.multimesh.instance_count)
	crowd.remove_agents(ids)
	crowd.remove_agents(ids)
	await frames(2)
	report("removed", {"agents": crowd.get_agent_count(), "instances": crowd.multimesh.instance_count})


func scenario_time_stands_for_a_while() -> void:
	await walk_by_clock(0.0, 60)


func scenario_time_races() -> void:
	await walk_by_clock(10.0, 60)


func scenario_few_ticks_a_second() -> void:
	await walk_by_clock(1.0, 30)


func scenario_many_ticks_a_second() -> void:
	await walk_by_clock(1.0, 240)


func scenario_game_is_paused_for_a_while() -> void:
	await walk_by_clock(1.0, 60, true)


## An agent without a node, a body and a node walk, by another clock at first.
func walk_by_clock(time_scale: float, ticks: int, pauses := false) -> void:
	make_crowd()
	crowd.add_agents(points([Vector3(-5, 0, 5)]))
	var driven := walker(Vector3(-5, 0, 0), 1.0, {}, crowd)
	var led := ghost(Vector3(-5, 0, -5), 1.0, {}, crowd)
	await frames(2)
	crowd.request_paths(crowd.get_agents(), points([Vector3(5, 0, 5)]))
	driven.requestPath(Vector3(5, 0, 0))
	led.requestPath(Vector3(5, 0, -5))
	Engine.time_scale = time_scale
	Engine.physics_ticks_per_second = ticks
	for i in 30:
		await process_frame
	if time_scale == 0.0:
		report("x of the body while time stands", driven.get_parent().position.x)
		Engine.time_scale = 1.0
	if pauses:
		var before := crowd.get_agent_positions()[0]
		paused = true
		await frames(30)
		report("agent stands in the pause", crowd.get_agent_positions()[0] == before)
		paused = false
	for i in 3000:
		await process_frame
		if driven.hasArrived() and led.hasArrived() and crowd.get_agent_statuses()[0]:
			break
	report("statuses", {"agent": crowd.get_agent_statuses()[0], "body": driven.hasArrived(), "node": led.hasArrived()})
	Engine.time_scale = 1.0
	Engine.physics_ticks_per_second = 60


func scenario_multimesh_is_shared() -> void:
	make_crowd()
	var second: Crowd = put(Crowd.new())
	crowd.multimesh = MultiMesh.new()
	second.multimesh = crowd.multimesh
	var ids := crowd.add_agents(points([Vector3.ZERO, Vector3.ONE]))
	second.add_agents(points([Vector3(3, 0, 3)]))
	crowd.request_paths(ids, points([Vector3(9, 0, 9)]))
	await frames(20)
	second.free()
	await frames(20)
	crowd.multimesh.instance_count = 77		# somebody else's doing
	await frames(2)
	report("instances", crowd.multimesh.instance_count)


class Told extends Node3D:
	var when_moved := Callable()

	func _notification(what: int) -> void:
		if what == NOTIFICATION_LOCAL_TRANSFORM_CHANGED and when_moved.is_valid():
			when_moved.call()


## Its place is no number for one frame: an agent of each kind goes on, and nothing is left of it.
func scenario_place_that_is_no_number() -> void:
	floor_at(30, 30)
	bake()
	var crowd: Crowd = put(Crowd.new(), {"move_nodes": true})
	var agents := {"driven": walker(Vector3(-8, 0, 0)), "by its script": ghost(Vector3(-8, 0, 3)), "by the crowd": ghost(Vector3(-8, 0, 6), 1.0, {}, crowd),
		"by velocity_computed": walker(Vector3(-8, 0, 9), 1.0, {"drive_body": false})}
	var body: CharacterBody3D = agents["by velocity_computed"].get_parent()
	agents["by velocity_computed"].velocity_computed.connect(func(velocity):
		body.velocity = velocity
		if body.global_position.is_finite():
			body.move_and_slide())
	for named: String in agents:
		if named in ["driven", "by the crowd"]:
			agents[named].requestPath(agents[named].get_parent().position + Vector3(16, -1, 0))
		else:
			agents[named].target_position = agents[named].get_parent().position + Vector3(16, -1, 0)
	await frames(40)
	var places := {}
	for named: String in agents:
		places[named] = agents[named].get_parent().global_position
		agents[named].get_parent().global_position = Vector3(NAN, NAN, NAN)
	await frames(1)
	var finite := {}
	for named: String in agents:
		finite[named] = is_sound(agents[named])
		agents[named].get_parent().global_position = places[named]
	for i in 300:
		await physics_frame
		for named: String in agents:
			finite[named] = finite[named] and is_sound(agents[named]) and agents[named].get_parent().global_position.is_finite()
	for named: String in agents:
		report(named, {"finite": finite[named], "status": agents[named].hasArrived()})


## One body among others of its crowd is nowhere for a frame; all go on.
func scenario_nowhere_for_a_frame() -> void:
	for value: float in [NAN, INF]:
		make_crowd()
		var bodies := [walker(Vector3(-8, 0, 0), 1.0, {}, crowd), walker(Vector3(-8, 0, 1.5), 1.0, {}, crowd)]
		var ids := crowd.add_agents(points([Vector3(-8, 0, -1.5), Vector3(8, 0, 0.5)]))
		for agent: NavAgent in bodies:
			agent.requestPath(agent.get_parent().position + Vector3(16, -1, 0))
		crowd.request_paths(ids, points([Vector3(8, 0, -1.5), Vector3(-8, 0, 0.5)]))
		await frames(60)
		var place: Vector3 = bodies[0].get_parent().global_position
		var sound := true
		bodies[0].get_parent().global_position = Vector3(place.x, value, value)
		for i in 300:
			await physics_frame
			bodies[0].get_parent().global_position = place if i == 0 else bodies[0].get_parent().global_position
			sound = sound and bodies.all(is_sound) and Array(crowd.get_agent_velocities() + crowd.get_agent_positions()).all(
					func(vector): return vector.is_finite())
		report(str(value), {"finite": sound, "of the bodies": bodies.map(func(agent): return agent.hasArrived()),
			"of the others": Array(crowd.get_agent_statuses())})
		await tidy()


func is_sound(agent: NavAgent) -> bool:
	var parent: Node3D = agent.get_parent()
	return agent.velocity.is_finite() and agent.desired_velocity.is_finite() and agent.safe_velocity.is_finite() and is_finite(agent.distance_left) \
			and (not parent is CharacterBody3D or parent.velocity.is_finite())


## A script that is told in the midst of its drive that its body moves adds agents, for which the crowd needs other memory.
func scenario_driven_body_adds_agents() -> void:
	ground()
	var agent := walker(Vector3(-4, 0, 0))
	var body: CharacterBody3D = agent.get_parent()
	body.set_script(Told)
	agent.requestPath(Vector3(-20, 0, 5))
	await frames(3)
	var ran := [0]
	body.set(&"when_moved", func():
		ran[0] += 1
		if ran[0] < 6:
			for i in 400 * ran[0] * ran[0]:
				var other: Node3D = put(Node3D.new(), {"position": Vector3(20, 0, 20)})
				other.add_child(NavAgent.new()))
	body.set_notify_local_transform(true)
	await frames(60)
	report("handler ran", ran[0] > 5)
	report("it walks on", body.global_position.x < -4.5)


## It frees its agent, and gets others.
func scenario_driven_body_frees_its_agent() -> void:
	ground()
	var agent := walker(Vector3(-4, 0, 0))
	var body: CharacterBody3D = agent.get_parent()
	body.set_script(Told)
	agent.requestPath(Vector3(-20, 0, 5))
	await frames(3)
	var ran := [false]
	body.set(&"when_moved", func():
		if not ran[0]:
			ran[0] = true
			agent.free()
			for i in 50:
				body.add_child(NavAgent.new()))
	body.set_notify_local_transform(true)
	await frames(20)
	report("handler ran", ran[0])
