extends "res://dimension.gd"
## What users of the engine's avoidance have reported, asked of ours: obstacles below and beside agents, meetings head on, ticks, masks.


## An agent that moves a bare node by what it is told, at any number of ticks.
func walker_by_velocity(x: float, z: float, settings := {}, height := 0.0) -> Node:
	var node := bare_node(x, z)
	if not IS_PLANE:
		node.position.y = height
	var agent := our_node("NavAgent", {"max_speed": length(4), "radius": length(0.5), "avoidance_enabled": true}.merged(settings), node)
	agent.velocity_computed.connect(func(velocity): node.position += velocity * root.get_physics_process_delta_time())
	return agent


func place_of_agent(agent: Node) -> Vector2:
	return ground(agent.get_parent().position)


func hall() -> void:
	region_at(Vector2(-20, -20), Vector2(20, 20))
	await frames(3)


## The origin of the body is above the obstacle's node, and the target is set in every frame.
func scenario_obstacle_below_the_origin() -> void:
	await hall()
	engine_node("Obstacle", {"radius": length(2), "position": at(0, 0.05)})
	for height: float in [0.0, 0.25, 0.9]:
		var agent := walker_by_velocity(-10, 0, {}, height)
		var least := INF
		for frame in 600:
			agent.target_position = at(10, 0)
			await physics_frame
			least = minf(least, place_of_agent(agent).distance_to(Vector2(0, 0.05)))
			if agent.is_navigation_finished():
				break
		report("%s" % height, {"least": least, "finished": agent.is_navigation_finished()})
		agent.get_parent().queue_free()
		await frames(2)


func scenario_head_on() -> void:
	await hall()
	var both := [walker_by_velocity(-8, 0), walker_by_velocity(8, 0)]
	both[0].target_position = at(8, 0)
	both[1].target_position = at(-8, 0)
	var least := [INF]
	var frame := [0]
	await until(func():
		frame[0] += 1
		least[0] = minf(least[0], place_of_agent(both[0]).distance_to(place_of_agent(both[1])))
		return both.all(func(agent): return agent.is_navigation_finished()), 900)
	report("seconds", frame[0] / 60.0)
	report("least", least[0])


## The same meeting at each number of ticks.
func scenario_ticks() -> void:
	await hall()
	for ticks: int in [20, 60, 120]:
		Engine.physics_ticks_per_second = ticks
		var walks := walker_by_velocity(-10, 0)
		var stands := walker_by_velocity(0, 0.1)
		walks.requestPath(at(10, 0))
		var seen := {"fastest": 0.0, "least": INF, "seconds": 0.0}
		while seen.seconds < 15.0 and walks.hasArrived() == 0:
			await physics_frame
			seen.seconds += 1.0 / ticks
			seen.fastest = maxf(seen.fastest, meters(walks.safe_velocity.length()))
			seen.least = minf(seen.least, place_of_agent(walks).distance_to(place_of_agent(stands)))
		seen.status = walks.hasArrived()
		report("%d" % ticks, seen)
		walks.get_parent().queue_free()
		stands.get_parent().queue_free()
		await frames(2)
	Engine.physics_ticks_per_second = 60


## One that stands is avoided or not by the mask that the other one has at that moment.
func scenario_mask_changes() -> void:
	await hall()
	var stands := walker_by_velocity(0, 0.05, {"avoidance_layers": 4})
	for masks: Array in [[4, 4], [1, 1], [1, 4], [4, 1]]:
		var agent := walker_by_velocity(-10, 0, {"avoidance_mask": masks[0]})
		agent.requestPath(at(10, 0))
		await frames(12)
		agent.avoidance_mask = masks[1]
		var least := [INF]
		await until(func():
			least[0] = minf(least[0], place_of_agent(agent).distance_to(place_of_agent(stands)))
			return agent.hasArrived() != 0, 900)
		report("%s" % [masks], {"least": least[0], "status": agent.hasArrived()})
		agent.get_parent().queue_free()
		await frames(2)
