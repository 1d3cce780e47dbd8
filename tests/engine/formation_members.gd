extends "res://troops.gd"
## NavFormation and its members, who come and go, are freed, left behind and put elsewhere; hostile calls.


func scenario_ranks_are_closed() -> void:
	field()
	var formation := troop(9, {}, Vector3(-20, 0, 0))
	var agents := agents_of(formation)
	await frames(2)
	formation.requestPath(Vector3(15, 0, 0))
	await until(func(): return formation.is_formed_up)
	agents[0].get_parent().queue_free()					# freed
	agents[1].cancel_request()									# stopped by a script
	agents[2].requestPath(Vector3(-20, 0, 20))			# sent elsewhere
	formation.remove_member(agents[3])
	await frames(2)
	report("whole", formation.is_formed_up)
	report("members", formation.member_count)
	await until(func(): return formation.hasArrived() != NavAgent.RUNNING, 3000)
	await frames(60)
	report("status", formation.hasArrived())
	report("figure", figure(formation, agents.slice(4)))
	report("sent elsewhere", off(agents[2], Vector3(-20, 0, 20)))
	report("stopped", [agents[1].hasArrived(), agents[3].hasArrived()])
	agents[8].get_parent().queue_free()					# standing at the target
	await frames(120)
	report("closed at the target", figure(formation, agents.slice(4, 8)))
	report("still", formation.hasArrived())
	formation.add_member(agents[1])
	await frames(900)
	report("joined", figure(formation, agents.slice(4, 8) + [agents[1]]))
	formation.requestPath(Vector3(15, 0, -10))
	report("all are back", formation.member_count)
	await until(func(): return formation.hasArrived() != NavAgent.RUNNING, 3000)
	report("at last", formation.hasArrived())


func scenario_bad_calls() -> void:
	var formation: NavFormation = put(NavFormation.new(), {"name": "Bad"})
	report("no members", {"status": formation.requestPath(Vector3.ONE), "reason": formation.reason, "text": formation.reason_text})
	var body := walker(Vector3.ZERO, 0.0, {}, formation)
	report("no navmesh", {"status": formation.requestPath(Vector3.ONE), "reason": formation.reason})
	field(30)
	formation.requestPath(Vector3(NAN, 0, 0))
	report("not finite", {"status": formation.requestPath(Vector3(NAN, 0, 0)), "reason": formation.reason})
	report("off the mesh", {"status": formation.requestPath(Vector3(300, 0, 0)), "reason": formation.reason})
	formation.spacing = 0.0
	formation.spacing = NAN
	formation.files = -1
	formation.shape = 7
	report("as before", [formation.spacing, formation.files, formation.shape])
	formation.add_member(null)
	formation.add_member(world)
	formation.remove_member(world)
	formation.leader = node_at(Vector3(5, 0, 5))
	report("with a leader of its own", formation.requestPath(Vector3.ONE))
	formation.requestPath(Vector3.ONE)						# says nothing more
	formation.leader = null
	formation.requestPath(Vector3.ONE)
	formation.cancel_request()
	report("stopped", [formation.hasArrived(), formation.reason, body.hasArrived()])
	var outside := NavFormation.new()
	outside.name = "Bad"
	report("outside the tree", [outside.requestPath(Vector3.ONE), outside.hasArrived(), outside.member_count, outside.leader == null])
	outside.cancel_request()
	outside.add_member(body)
	outside.free()


func scenario_members_come_and_go() -> void:
	field()
	var formation := troop(8, {}, Vector3(-20, 0, 0))
	var elsewhere := level_at("Elsewhere")
	var agents := agents_of(formation)
	await frames(2)
	formation.requestPath(Vector3(18, 0, 0))
	await frames(60)
	agents[0].get_parent().reparent(elsewhere)				# no longer below the formation
	var other := viewport()
	agents[1].get_parent().reparent(other)					# in another world
	agents[2].free()										# a body without its agent
	agents[3].get_parent().free()
	await frames(2)
	report("left", formation.member_count)
	agents[4].get_parent().reparent(elsewhere)
	formation.add_member(agents[4].get_parent())
	var late := walker(Vector3(-18, 0, 6), 0.0, {}, formation)		# one more comes
	await frames(2)
	report("then", formation.member_count)
	report("arrives", await until(func(): return formation.hasArrived() == NavAgent.SUCCESS, 3000))
	await frames(60)
	report("figure", figure(formation, agents.slice(4) + [late]))
	formation.get_parent().remove_child(formation)
	report("outside", formation.hasArrived())
	world.add_child(formation)
	await frames(2)
	report("again", formation.requestPath(Vector3(-10, 0, 0)))
	await frames(30)
	formation.formed_up.connect(func(): formation.queue_free())
	await frames(600)
	report("freed by its signal", not is_instance_valid(formation))


## A formation is put elsewhere in the tree behind a leader, and then on the march to a target. One of its members is not below it.
func scenario_a_formation_is_reparented() -> void:
	field()
	var elsewhere := level_at("Elsewhere")
	var leader := node_at(Vector3(-10, 0.5, 0))
	var formation := troop(5, {"shape": NavFormation.COLUMN, "leader": leader}, Vector3(-14, 0, 0))
	var agents := agents_of(formation) + [walker(Vector3(-20, 0, 0), 0.0, {}, elsewhere)]
	formation.add_member(agents[5])
	await frames(200)
	world.remove_child(formation)
	report("outside", formation.hasArrived())
	await frames(20)
	leader.position = Vector3(10, 0.5, 0)
	elsewhere.add_child(formation)
	report("inside again", formation.hasArrived())
	await frames(900)
	report("behind the leader", agents.map(func(agent): return off(agent, leader.position)))
	report("members", formation.member_count)
	formation.leader = null
	report("asked", formation.requestPath(Vector3(-10, 0, 8)))
	await frames(60)
	formation.reparent(world)
	report("goes on", formation.hasArrived())
	report("arrives", await until(func(): return formation.hasArrived() == NavAgent.SUCCESS, 3000))
	await frames(60)
	report("at the target", agents.map(func(agent): return off(agent, Vector3(-10, 0, 8))))
	formation.reparent(elsewhere)
	await frames(60)
	report("rests", [formation.hasArrived(), agents.map(func(agent): return agent.hasArrived() == NavAgent.RUNNING).count(true)])
	formation.requestPath(Vector3(10, 0, 8))
	await frames(30)
	elsewhere.remove_child(formation)
	formation.cancel_request()
	elsewhere.add_child(formation)
	await frames(60)
	report("canceled outside", [formation.hasArrived(), agents.map(func(agent): return agent.hasArrived() == NavAgent.RUNNING).count(true)])


## Agents, bodies and the formation itself are disabled behind a leader, which is freed in the end, and so are all members.
func scenario_what_it_has_is_disabled_and_freed() -> void:
	field()
	var leader := node_at(Vector3(-10, 0.5, 0))
	var formation := troop(6, {"shape": NavFormation.BAND, "leader": leader}, Vector3(-14, 0, 0))
	var agents := agents_of(formation)
	await frames(60)
	var disabled: Array[Node] = [agents[0], agents[1].get_parent(), formation]
	for node in disabled:
		node.process_mode = Node.PROCESS_MODE_DISABLED
		for i in 60:
			leader.position.x += 0.05
			await physics_frame
		node.process_mode = Node.PROCESS_MODE_INHERIT
		await frames(30)
	await frames(600)
	report("behind it again", agents.map(func(agent): return off(agent, leader.position)))
	leader.free()
	await frames(10)
	report("without the leader", [formation.hasArrived(), formation.leader == null])
	formation.requestPath(Vector3(10, 0, 8))
	for agent in agents:
		agent.process_mode = Node.PROCESS_MODE_DISABLED
	await until(func(): return formation.member_count == 0, 3000)			# all are left behind
	report("all disabled", [formation.hasArrived(), formation.member_count])
	for body in formation.get_children():
		body.free()
	await frames(3)
	report("nobody", [formation.hasArrived(), formation.member_count])


## A spacing less than members are wide, and one of them wider than the others.
func scenario_too_little_spacing() -> void:
	field()
	for shape: String in ["BOX", "LINE", "WEDGE", "COLUMN", "BAND"]:
		var formation := troop(7, {"shape": NavFormation[shape], "spacing": 0.2, "files": 2 if shape == "COLUMN" else 0}, Vector3(-20, 0, 0))
		var agents := agents_of(formation)
		await frames(2)
		formation.requestPath(Vector3(10, 0, 0))
		await frames(2)
		report(shape + ": on the march", nearest_slots(formation))
		agents[3].radius = 0.7
		await frames(2)
		report(shape + ": a wide one", nearest_slots(formation))
		report(shape + ": arrives", await until(func(): return formation.hasArrived() == NavAgent.SUCCESS, 3000))
		await frames(60)
		report(shape + ": members stand", nearest_pair(agents))
		formation.free()
		await frames(2)


func nearest_slots(formation: NavFormation) -> float:
	var slots := agents_of(formation).map(func(agent): return flat(formation.get_slot_position(agent)))
	var nearest := INF
	for i in slots.size():
		for k in i:
			nearest = minf(nearest, slots[i].distance_to(slots[k]))
	return nearest


func scenario_all_members_are_freed() -> void:
	field(30)
	var formation := troop(3)
	var failed := []
	formation.failed.connect(func(): failed.append(formation.reason_text))
	await frames(2)
	formation.requestPath(Vector3(12, 0, 0))
	await frames(10)
	for body in formation.get_children():
		body.free()
	await frames(3)
	report("status", formation.hasArrived())
	report("failed", failed)


func scenario_in_another_world() -> void:
	field()
	var other := viewport()
	floor_at(20, 20, Vector3.ZERO, other)
	bake({}, other)
	var formation: NavFormation = put(NavFormation.new(), {}, other)
	for i in 4:
		walker(Vector3(1.2 * i, 0, 0), 0.0, {}, formation)
	await frames(2)
	report("too far for this world", formation.requestPath(Vector3(20, 0, 0)))
	report("asked", formation.requestPath(Vector3(-7, 0, 0)))
	report("arrives", await until(func(): return formation.hasArrived() == NavAgent.SUCCESS, 3000))


## A member on an island, and one whose body cannot move, are left behind.
func scenario_left_behind() -> void:
	field()
	floor_at(4, 4, Vector3(-20, 0, 40))
	world.get_child(-2).free()
	bake()
	var formation := troop(6, {}, Vector3(-20, 0, 0))
	var agents := agents_of(formation)
	var lost := walker(Vector3(-20, 0, 40), 0.0, {}, formation)
	agents[3].max_speed = 0.0
	await frames(2)
	report("asked", formation.requestPath(Vector3(10, 0, 0)))
	report("arrives", await until(func(): return formation.hasArrived() == NavAgent.SUCCESS, 3600))
	report("members", formation.member_count)
	report("lost", off(lost, Vector3(-20, 0, 40)))


## Agents that never make way stand on slots at the target.
func scenario_slots_are_taken() -> void:
	field()
	var formation := troop(5, {"shape": NavFormation.LINE}, Vector3(-20, 0, 0))
	for side: int in [-3, 0]:
		walker(Vector3(5, 0, side), 0.0, {"yields": false, "radius": 0.7})
	await frames(2)
	formation.requestPath(Vector3(5, 0, 0))
	report("arrives", await until(func(): return formation.hasArrived() == NavAgent.SUCCESS, 3600))
	report("off", agents_of(formation).map(func(agent): return off(agent, formation.get_slot_position(agent))))
	report("members", formation.member_count)


## A member at no place, one at the end of the world, and time that stands.
func scenario_senseless_places() -> void:
	field()
	var formation := troop(6, {}, Vector3(-20, 0, 0))
	var agents := agents_of(formation)
	await frames(2)
	formation.requestPath(Vector3(15, 0, 0))
	await frames(30)
	agents[0].get_parent().position = Vector3(NAN, 0, 0)
	agents[1].get_parent().position = Vector3(1e12, 0, -1e12)
	await frames(10)
	Engine.time_scale = 0.0
	await frames(10)
	Engine.time_scale = 1.0
	await frames(10)
	agents[0].get_parent().free()
	agents[1].get_parent().free()
	report("arrives", await until(func(): return formation.hasArrived() == NavAgent.SUCCESS, 3000))
	await frames(60)
	report("figure", figure(formation, agents.slice(2)))


## Two formations whose members, leaders, shapes and requests change at random.
func scenario_anything_goes() -> void:
	floor_at(60, 20)
	var bakes := bake({"tile_size": 64})
	var random := RandomNumberGenerator.new()
	random.seed = 5
	var formations: Array[NavFormation] = [troop(5, {}, Vector3(-20, 0, 0)), troop(5, {}, Vector3(-10, 0, 5))]
	var ghosts := level_at("Ghosts")
	var bodies := []
	for formation in formations:
		bodies.append_array(formation.get_children())
	for i in 8:
		bodies.append(ghost(Vector3(3 * i - 10, 0, -5), 1.0, {}, ghosts).get_parent())
	var block := obstacle({"radius": 1.5, "affect_navigation_mesh": true}, Vector3(40, 0, 0))
	var calls := 0
	for i in 2500:
		var formation := formations[random.randi() % 2]
		bodies = bodies.filter(func(body): return is_instance_valid(body))
		var body: Node3D = bodies[random.randi() % bodies.size()]
		match random.randi() % 24:
			0: formation.requestPath(Vector3(random.randf_range(-28, 28), 0, random.randf_range(-9, 9)))
			1: formation.shape = random.randi() % 5 as NavFormation.Shape
			2: formation.add_member(body)
			3: formation.remove_member(body)
			4: formation.leader = body if random.randf() < 0.7 else null
			5: body.reparent([formations[0], formations[1], ghosts, world].pick_random())
			6: body.get_child(body.get_child_count() - 1).cancel_request()
			7: formation.spacing = random.randf_range(0.8, 3.0)
			8: formation.cancel_request()
			9: formation.files = random.randi() % 5
			10: block.position = Vector3(random.randf_range(-28, 28), 0, random.randf_range(-9, 9))
			11: body.position = Vector3(random.randf_range(-28, 28), body.position.y, random.randf_range(-9, 9))
			12: formation.get_slot_position(body)
		if i % 200 == 199:
			body.free()
			bodies.append(ghost(Vector3(random.randf_range(-28, 28), 0, 0), 1.0, {}, formation).get_parent())
		calls += 1
		if i % 2 == 0:
			await physics_frame
	await settled(bakes)
	report("calls", calls)
	for formation in formations:
		formation.leader = null
		formation.requestPath(Vector3(20, 0, 3 if formation == formations[0] else -3))
	report("end", await until(func(): return formations.all(func(formation): return formation.hasArrived() != NavAgent.RUNNING), 8000))
