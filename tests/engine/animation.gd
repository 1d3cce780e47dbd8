extends "res://level.gd"
## What a game's animations need of agents: movement_started and movement_stopped, speed and turning without jitter, the way ahead.


## A floor with a wall that begins at the origin and reaches to its northern edge: from west to east the way has one corner.
func floor_with_corner() -> void:
	floor_at(30, 30)
	box(Vector3(1, 2, 15), Vector3(0, 1, -7.5))
	bake()


## movement_started and movement_stopped as they come, each with the frame and shows_moving.
func movements_of(agent: NavAgent) -> Array:
	var told := []
	agent.movement_started.connect(func(): told.append(["started", agent.shows_moving, Engine.get_physics_frames()]))
	agent.movement_stopped.connect(func(): told.append(["stopped", agent.shows_moving, Engine.get_physics_frames()]))
	return told


## A node of a Crowd that moves nodes.
func moved_by(crowd: Crowd, place: Vector3) -> NavAgent:
	var agent := with_agent(Node3D.new(), {}, crowd)
	agent.get_parent().position = place
	return agent


func stands(agent: NavAgent) -> bool:
	return agent.hasArrived() != NavAgent.RUNNING and agent.smoothed_speed == 0 and not agent.shows_moving


func without_frames(told: Array) -> Array:
	return told.map(func(one): return [one[0], one[1]])


func scenario_once_a_start_and_stop() -> void:
	floor_with_corner()
	for kind in ["driven", "by a script", "by target_position"]:
		var agent: NavAgent = ghost(Vector3(-8, 0, -8)) if kind != "driven" else walker(Vector3(-8, 0, -8))
		var told := movements_of(agent)
		for goal in [Vector3(8, 0, -8), Vector3(-8, 0, -8)]:
			if kind == "by target_position":
				agent.target_position = goal
			else:
				agent.requestPath(goal)
			await until(func(): return agent.shows_moving, 120)
			await until(func(): return stands(agent), 1800)
			await frames(30)
		report("signals, " + kind, without_frames(told))
		report("stands, " + kind, [agent.smoothed_speed, agent.turning_speed, agent.shows_moving, agent.turn_ahead, agent.braking_distance])
		await remove(agent)


## Under a Crowd that moves nodes the engine does not process the nodes of agents that walk.
func scenario_of_nodes_that_a_crowd_moves() -> void:
	floor_with_corner()
	var crowd: Crowd = put(Crowd.new(), {"move_nodes": true})
	var agents := range(4).map(func(i): return moved_by(crowd, Vector3(-8, 1, -2 * i - 2)))
	var told := agents.map(func(agent): return movements_of(agent))
	for agent: NavAgent in agents:
		agent.requestPath(agent.get_parent().position + Vector3(16, 0, 0))
	await until(func(): return agents.all(stands), 1800)
	await frames(60)
	report("signals", told.map(without_frames))
	report("processed by the engine", agents.map(func(agent): return agent.is_physics_processing_internal()))


func scenario_freed_in_its_handlers() -> void:
	floor_with_corner()
	var crowd: Crowd = put(Crowd.new(), {"move_nodes": true})
	for name in ["movement_started", "movement_stopped"]:
		for moved in [false, true]:
			var agent := moved_by(crowd, Vector3(-8, 1, 5)) if moved else walker(Vector3(-8, 0, 5))
			agent.connect(name, func(): agent.get_parent().free())
			agent.requestPath(Vector3(-4, 0, 5))
			report("freed by %s, moved by its crowd %s" % [name, moved], await until(func(): return not is_instance_valid(agent), 900))
	await frames(10)


## The handlers ask for another walk, stop this one, or take the agent out of the tree.
func scenario_handlers_that_change_its_request() -> void:
	floor_with_corner()
	var agent := walker(Vector3(-8, 0, 5))
	var told := movements_of(agent)
	agent.movement_stopped.connect(func(): if told.size() < 4: agent.requestPath(Vector3(-8, 0, 5)))
	agent.requestPath(Vector3(-4, 0, 5))
	await until(func(): return told.size() >= 4, 1200)
	await frames(60)
	report("on and back", without_frames(told))
	var other := walker(Vector3(-8, 0, 8))
	var body := other.get_parent()
	var told_other := movements_of(other)
	other.movement_started.connect(func(): if body.is_inside_tree(): world.remove_child(body))
	other.requestPath(Vector3(-4, 0, 8))
	await until(func(): return not body.is_inside_tree(), 300)
	report("outside the tree", [other.shows_moving, other.smoothed_speed, other.next_corner, other.distance_to_stop])
	other.cancel_request()
	await frames(5)
	world.add_child(body)
	await until(func(): return told_other.size() > 1, 120)
	await frames(30)
	report("there and back in the tree", without_frames(told_other))
	report("processed at last", other.is_physics_processing_internal())


## After cancel_request() the body is the script's at once, and movement_stopped comes all the same.
func scenario_canceled() -> void:
	floor_with_corner()
	var agent := walker(Vector3(-8, 0, 5))
	var body: CharacterBody3D = agent.get_parent()
	var told := movements_of(agent)
	agent.requestPath(Vector3(8, 0, 5))
	await until(func(): return agent.smoothed_speed > 3, 300)
	agent.cancel_request()
	await frames(2)
	body.velocity = Vector3(0, 0, 1)
	var begin := body.position
	await frames(60)
	report("signals", without_frames(told))
	report("frames to the second one", told[1][2] - told[0][2])
	report("the body was left alone", body.velocity == Vector3(0, 0, 1) and body.position == begin)
	report("processed at last", agent.is_physics_processing_internal())


## A body that cannot follow its velocity does not walk, though the agent wants to.
func scenario_held_up() -> void:
	floor_with_corner()
	var agent := walker(Vector3(-8, 0, 5), 1.0, {"max_acceleration": 0})
	box(Vector3(0.5, 2, 12), Vector3(-3, 1, 6))
	agent.requestPath(Vector3(8, 0, 5))
	await until(func(): return agent.shows_moving, 120)
	await until(func(): return agent.get_parent().position.x > -3.66, 300)
	await until(func(): return not agent.shows_moving, 28)         # then the body steps aside
	report("at the wall", {"speed": agent.smoothed_speed, "wanted": agent.desired_velocity.length(), "moving": agent.shows_moving})


## In a circle by a script: the turn is that of the velocity, and positive to the left, as that of rotation.y.
func scenario_in_a_circle() -> void:
	floor_with_corner()
	for side in [1.0, -1.0]:
		var agent := ghost(Vector3(-8, 0, 5), 1.0, {"avoidance_enabled": true, "max_speed": 4.0})
		var told := []
		agent.target_position = Vector3(12, 0, 12)
		for frame in 120:
			agent.velocity = Vector3(0, 0, -2).rotated(Vector3.UP, side * frame / 60.0 * PI / 2)
			await physics_frame
			told.append(agent.turning_speed)
		report("turning speed, side %d" % side, told[-1])
		report("speed, side %d" % side, agent.smoothed_speed)
		await remove(agent)


func scenario_turn_ahead() -> void:
	floor_with_corner()
	var turns := {}
	for degrees: int in [0, 45, 90, 135, 179, -45, -90, -135, -179]:
		var agent := walker(Vector3(-8, 0, 5))
		var body: Node3D = agent.get_parent()
		body.rotation.y = 0.4
		var way := Vector3.FORWARD.rotated(Vector3.UP, 0.4 + deg_to_rad(degrees))
		agent.movement_started.connect(func(): turns[degrees] = agent.turn_ahead)
		agent.requestPath(body.position + 3 * way)
		await until(func(): return degrees in turns, 120)
		await remove(agent)
	report("at the start", turns)


## Degrees from the front of the body to its velocity.
func off_its_way(body: CharacterBody3D) -> float:
	return rad_to_deg((-body.global_basis.z).angle_to(body.velocity * Vector3(1, 0, 1)))


## The first one is slow, the others follow at less than a third of their own full speed.
func scenario_in_a_file() -> void:
	floor_at(30, 4)
	for side in [-1, 1]:
		box(Vector3(28, 2, 1), Vector3(0, 1, 1.6 * side))
	bake()
	var agents := range(3).map(func(i): return walker(Vector3(-8 - 1.2 * i, 0, 0)))
	agents[0].max_speed = 1
	for agent: NavAgent in agents:
		agent.requestPath(agent.get_parent().position + Vector3(16, 0, 0))
	await frames(300)
	report("speeds", agents.map(func(agent): return agent.smoothed_speed))
	report("off their way", agents.map(func(agent): return off_its_way(agent.get_parent())))


## The target is behind the body, which is slow to start and to turn.
func scenario_backwards() -> void:
	floor_with_corner()
	var agent := walker(Vector3(-8, 0, 5))
	agent.max_acceleration = 1.5
	agent.turn_rate = 120
	agent.requestPath(agent.get_parent().position + Vector3(0, 0, 8))
	await agent.movement_started
	await frames(90)
	report("off its way, 1.5 s after its start", off_its_way(agent.get_parent()))


func scenario_way_ahead() -> void:
	floor_with_corner()
	var agent := walker(Vector3(-8, 0, -8))
	var body: Node3D = agent.get_parent()
	report("before", [agent.next_corner == body.position, agent.distance_to_corner, agent.corner_angle, agent.distance_to_stop, agent.turn_ahead])
	agent.requestPath(Vector3(8, 0, -8))
	var path := agent.get_current_navigation_path()
	var wrong := {"corner": 0, "distance": 0, "order": 0}
	var angles := {}
	var to_stop := []
	while agent.hasArrived() == NavAgent.RUNNING or agent.shows_moving:
		await physics_frame
		var index := path.find(agent.next_corner)
		wrong.corner += int(index < 1)
		if index not in angles:
			angles[index] = agent.corner_angle
		wrong.distance += int(absf(off(agent, agent.next_corner) - agent.distance_to_corner) > 1e-3)
		wrong.order += int(agent.distance_to_corner > agent.distance_left + 1e-4)
		to_stop.append([body.position.x, body.position.z, agent.distance_to_stop])
	var legs := range(path.size() - 1).map(func(i): return path[i + 1] - path[i])
	report("wrong", wrong)
	report("angles", range(1, path.size()).map(func(i): return angles[i]))
	report("angles of the path", range(1, path.size() - 1).map(func(i): return rad_to_deg(legs[i - 1].signed_angle_to(legs[i], Vector3.UP))))
	report("to stop", to_stop.slice(-40))


## Agents without nodes: their smoothed speeds against their places in each frame.
func scenario_without_nodes() -> void:
	floor_with_corner()
	var crowd: Crowd = put(Crowd.new(), {"agent_smoothing_time": 0.25})
	var places := PackedVector3Array(range(6).map(func(i): return Vector3(-8, 0, -2 * i - 1)))
	var agents := crowd.add_agents(places)
	report("before", [crowd.get_agent_smoothed_speeds(), crowd.get_agent_turning_speeds(), Array(crowd.get_agent_moving()), crowd.get_agent_turns_ahead(),
			crowd.get_agent_distances_to_stop()])
	crowd.request_paths(agents, PackedVector3Array([Vector3(8, 0, -8)]))
	var track := []
	var ahead := 0.0
	for frame in 330:
		await physics_frame
		ahead = maxf(ahead, absf(crowd.get_agent_turns_ahead()[0]))
		if frame == 150:
			crowd.stop_agents(agents)
		track.append([Array(crowd.get_agent_positions()).map(func(place): return [place.x, place.z]), crowd.get_agent_smoothed_speeds(),
				Array(crowd.get_agent_moving())])
	report("track", track)
	report("greatest turn ahead of the first", ahead)
	report("at last", [crowd.get_agent_smoothed_speeds(), crowd.get_agent_turning_speeds(), Array(crowd.get_agent_moving()),
			Array(crowd.get_agent_velocities()).all(func(velocity): return velocity == Vector3.ZERO)])


## A crate in its way is put down and taken away for a single frame, again and again.
func scenario_held_up_for_a_frame() -> void:
	floor_with_corner()
	var agent := walker(Vector3(-12, 0, 5))
	var body: Node3D = agent.get_parent()
	var told := movements_of(agent)
	agent.requestPath(Vector3(12, 0, 5))
	await until(func(): return agent.smoothed_speed > 3, 300)
	for i in 8:
		var place := body.position
		await frames(1)
		body.position = place
		await frames(15)
	report("signals", without_frames(told))
