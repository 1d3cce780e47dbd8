extends "res://level.gd"
## Agents that their Crowd moves: all that they tell, frame by frame. Once as it is, so that the crowd calls them where there is something to
## tell, and once with debug_enabled, with which each is called in every frame.

const FRAMES := 900

var crowd: Crowd
var agents: Array[NavAgent] = []
var log: Array[String] = []
var frame := 0
var own_frames := 0


func run() -> void:
	floor_at(40, 40)
	box(Vector3(1, 2, 16), Vector3(0, 1, 0))
	var away := floor_at(6, 40, Vector3(26, 0, 0))			# only a link leads there
	var bakes := baker()
	await baked(bakes)
	var link := NavLink.new()
	link.start_position = Vector3(19, 0, 0)
	link.end_position = Vector3(24, 0, 0)
	world.add_child(link)
	await frames(3)
	var logs := []
	for watched in [false, true]:
		await play(watched)
		logs.append(log.duplicate())
		report("frames of their own %s" % watched, own_frames)
	report("same", logs[0] == logs[1])
	report("told", ["path_changed", "waypoint_reached", "link_reached", "navigation_finished", "target_reached", "stuck_changed", "velocity_computed"].map(
		func(told): return logs[0].filter(func(line): return told in line).size()))
	var first := range(mini(logs[0].size(), logs[1].size())).filter(func(i): return logs[0][i] != logs[1][i])
	report("first difference", [logs[0][first[0]], logs[1][first[0]]] if first else [logs[0].size(), logs[1].size()])
	report("paused", await paused())
	for how in 4:
		report("gone %d" % how, await gone(how))


func play(watched: bool) -> void:
	crowd = Crowd.new()
	crowd.move_nodes = true
	world.add_child(crowd)
	agents.clear()
	log.clear()
	own_frames = 0
	for i in 12:
		var node := Node3D.new()
		node.position = Vector3(-12 + 1.5 * (i % 4), 0.5, 2.0 * (i / 4) - 2)
		var agent := with_agent(node, {"debug_enabled": watched}, crowd)
		for told in ["path_changed", "waypoint_reached", "link_reached", "navigation_finished", "target_reached", "stuck_changed", "velocity_computed"]:
			agent.connect(told, note.bind(i, told) if told in ["path_changed", "navigation_finished", "target_reached"] else note_details.bind(i, told))
		agents.append(agent)
	var standing := with_agent(Node3D.new(), {"radius": 4.0, "debug_enabled": watched}, crowd)		# in the way of the last one
	standing.get_parent().position = Vector3(-15, 0, -17)
	for i in 12:
		agents[i].requestPath(Vector3(12, 0, 2 * i - 12))
	for count in FRAMES:
		frame = count
		await physics_frame
		if count > 3 and count < 10:
			own_frames += agents.filter(func(agent): return agent.is_physics_processing_internal()).size()
		act(count)
	report("end %s" % watched, agents.map(func(agent): return agent.hasArrived()))
	crowd.free()
	await frames(2)


## What scripts do meanwhile.
func act(count: int) -> void:
	agents[0].requestPath(Vector3(12, 0, -12 + count * 0.02))			# whom it follows moves
	match count:
		20:
			agents[1].requestPath(Vector3(-12, 0, 15))
		30:
			agents[2].stop()
		40:
			agents[3].requestPath(Vector3(26, 0, 5))					# over the link
			agents[4].requestPath(Vector3(500, 0, 0))
		50:
			agents[5].get_parent().position = Vector3(-18, 0.5, 18)
			agents[6].target_position = Vector3(-12, 0, 12)
		60:
			agents[7].path_radius = 1.0
			crowd.move_nodes = false
		70:
			crowd.move_nodes = true
			agents[2].requestPath(Vector3(-15, 0, 0))
		80:
			agents[8].get_parent().reparent(world)
			agents[9].max_speed = 0.0
		90:
			agents[8].get_parent().reparent(crowd)
			agents[11].requestPath(Vector3(-15, 0, -17))
		250:
			agents[9].max_speed = 3.0
		300:
			agents[10].requestPath(agents[10].get_parent().position)


func note(i: int, told: String) -> void:
	log.append("%d %d %s %s" % [frame, i, told, agents[i].get_parent().position])
	if told == "path_changed" and i == 5 and frame > 60 and frame < 100:
		agents[i].requestPath(Vector3(-15, 0, 15))


func note_details(details: Variant, i: int, told: String) -> void:
	log.append("%d %d %s %s %s" % [frame, i, told, details.position if details is Dictionary else details, agents[i].get_parent().position])
	if told == "link_reached" and agents[i].take_over_link():
		agents[i].get_parent().position = details.link_exit_position + Vector3(0, 0.5, 0)


## Who is disabled while others walk hears of its arrival when it is enabled again.
func paused() -> Array:
	crowd = Crowd.new()
	crowd.move_nodes = true
	world.add_child(crowd)
	var agent := with_agent(Node3D.new(), {}, crowd)
	agent.get_parent().position = Vector3(-10, 0, 12)
	var told := [0]
	agent.navigation_finished.connect(func(): told[0] += 1)
	agent.requestPath(Vector3(-6, 0, 12))
	await frames(20)
	agent.process_mode = Node.PROCESS_MODE_DISABLED
	await frames(200)
	var before := [agent.hasArrived(), told[0]]
	agent.process_mode = Node.PROCESS_MODE_INHERIT
	await frames(3)
	before.append(told[0])
	crowd.free()
	return before


## Whom the crowd calls frees the next one that it would call, the one before, takes itself out of the tree, or the crowd.
func gone(how: int) -> Array:
	crowd = Crowd.new()
	crowd.move_nodes = true
	world.add_child(crowd)
	agents.clear()
	for i in 4:
		var agent := with_agent(Node3D.new(), {}, crowd)
		agent.get_parent().position = Vector3(-10, 0, 2 * i)
		agent.requestPath(Vector3(-15, 0, 2 * i))
		agents.append(agent)
	await frames(10)
	var told := [0]
	for i in 4:
		agents[i].path_changed.connect(func(): told[0] += 1)
	agents[1].path_changed.connect(func():
		var body: Node = [agents[2].get_parent(), agents[0].get_parent(), agents[1].get_parent(), crowd][how]
		body.get_parent().remove_child(body)
		if how == 0 or how == 1:
			body.free()
		else:
			body.queue_free())
	for agent in agents:
		agent.requestPath(Vector3(-15, 0, 12))
	await frames(2)
	var heard: int = told[0]
	await frames(500)
	var left := agents.filter(func(agent): return is_instance_valid(agent))
	var ends := left.map(func(agent): return agent.hasArrived())
	if is_instance_valid(crowd):
		crowd.free()
	return [heard, ends]
