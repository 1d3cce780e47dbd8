extends "res://dimension.gd"
## What users of the engine's navigation agents have reported, asked of ours: setting out, passing corners, arriving, signals.

const SIGNALS := ["path_changed", "target_reached", "navigation_finished"]

const LOW := Vector2(-20, -20)
const HIGH := Vector2(20, 20)


## A bare node that a script moves as the engine's manual shows: towards the next point, however far that is.
func follower(x: float, z: float, settings := {}) -> Node:
	return our_node("NavAgent", {"avoidance_enabled": false}.merged(settings), bare_node(x, z))


func place_of_agent(agent: Node) -> Vector2:
	return ground(agent.get_parent().position)


## Names of the signals that it emits from now on, in their order.
func heard(agent: Node) -> Array:
	var names := []
	for name: String in SIGNALS:
		agent.connect(name, func(): names.append(name))
	return names


## One step of the manual's script, of `speed` meters a second at so many ticks; true at the end.
func step(agent: Node, speed: float, ticks := 60.0) -> bool:
	if agent.is_navigation_finished():
		return true
	var node: Node = agent.get_parent()
	node.position += node.position.direction_to(agent.get_next_path_position()) * length(speed) / ticks
	return false


func walk(agent: Node, speed: float, most := 1200, ticks := 60.0) -> int:
	var frame := 0
	while frame < most and not step(agent, speed, ticks):
		frame += 1
		await physics_frame
	return frame


## A hall with a wall that leaves a way around its end.
func hall() -> void:
	region_at(LOW, Vector2(HIGH.x, -1))
	region_at(Vector2(10, -1), Vector2(HIGH.x, 1))
	region_at(Vector2(LOW.x, 1), HIGH)


func scenario_before_any_target() -> void:
	region_at(LOW, HIGH)
	var agent := follower(12, 7)
	await frames(3)
	var names := heard(agent)
	var node: Node = agent.get_parent()
	agent.navigation_layers = 3
	agent.set_navigation_map(agent.get_navigation_map())
	agent.navigation_layers = 1
	await frames(3)
	report("next is its own place", agent.get_next_path_position() == node.global_position)
	report("finished", agent.is_navigation_finished())
	report("points", agent.get_current_navigation_path().size())
	await walk(agent, 4.0, 30)
	report("moved", place_of_agent(agent).distance_to(Vector2(12, 7)))
	report("signals", names)


func scenario_path_is_there_at_once() -> void:
	hall()
	await frames(3)
	var agent := follower(-10, -10)
	var names := heard(agent)
	agent.target_position = at(-10, 10)
	report("points", agent.get_current_navigation_path().size())
	report("length", meters(agent.get_path_length()))
	await frames(1)
	report("signals", names)


## Its target is within one distance, and then within the other.
func scenario_desired_distances() -> void:
	hall()
	await frames(3)
	for distances: Array in [[1.0, 0.2], [0.2, 1.0], [1.25, 0.625], [2.0, 0.1]]:
		var agent := follower(-10, -10, {"path_desired_distance": length(distances[0]), "target_desired_distance": length(distances[1])})
		var names := heard(agent)
		agent.target_position = at(-10, 10)
		await walk(agent, 3.0)
		await frames(3)
		report("%s" % [distances], {"signals": names, "off": place_of_agent(agent).distance_to(Vector2(-10, 10)), "reached": agent.is_target_reached()})


## From one place to the next, each asked for in the handler of the last one's signal.
func scenario_patrol() -> void:
	hall()
	await frames(3)
	for which in ["target_reached", "navigation_finished"]:
		var agent := follower(-10, -10, {"target_desired_distance": length(0.5), "path_desired_distance": length(0.5)})
		var posts := [at(-10, -12), at(15, -10), at(15, 10), at(-10, 10), at(-10, 12), at(15, 12), at(-10, -10)]
		var counts := [0, 0]
		agent.target_reached.connect(func(): counts[0] += 1)
		agent.navigation_finished.connect(func(): counts[1] += 1)
		agent.connect(which, func():
			if not posts.is_empty():
				agent.target_position = posts.pop_front())
		agent.target_position = posts.pop_front()
		var frame := 0
		while frame < 3000 and (not posts.is_empty() or not agent.is_navigation_finished()):
			step(agent, 6.0)
			frame += 1
			await physics_frame
		await frames(2)
		report(which, {"counts": counts, "left": posts.size(), "off": place_of_agent(agent).distance_to(Vector2(-10, -10))})


## Its path ends exactly as far from the target as counts as reached.
func scenario_exactly_at_the_distance() -> void:
	region_at(LOW, HIGH)
	await frames(3)
	var agent := follower(10, 4, {"target_desired_distance": length(2.0), "path_desired_distance": length(0.5)})
	var names := heard(agent)
	agent.target_position = at(22, 4)
	var took := await walk(agent, 4.0)
	await frames(2)
	report("frames", took)
	report("finished", agent.is_navigation_finished())
	report("signals", names)


## On a navmesh of many small polygons.
func scenario_dense() -> void:
	var points := []
	var polygons := []
	for i in 41:
		for k in 9:
			points.append(Vector2(-10 + 0.5 * i, -2 + 0.5 * k))
	for i in 40:
		for k in 8:
			polygons.append([9 * i + k, 9 * i + 9 + k, 9 * i + 10 + k, 9 * i + k + 1])
	set_mesh(engine_node("Region"), mesh_of(points, polygons))
	await frames(3)
	var agent := follower(-9, -1.2, {"path_desired_distance": length(1.0), "target_desired_distance": length(0.2), "path_postprocessing": 1})
	var names := heard(agent)
	agent.target_position = at(9, 1.3)
	await walk(agent, 3.0)
	await frames(2)
	report("off", place_of_agent(agent).distance_to(Vector2(9, 1.3)))
	report("signals", names)


## Steps of a meter and more, with a path distance far below them.
func scenario_fast() -> void:
	hall()
	await frames(3)
	for speed: float in [10.0, 40.0, 90.0]:
		var agent := follower(-15, -8, {"path_desired_distance": length(0.2), "target_desired_distance": length(0.2)})
		agent.target_position = at(-15, 8)
		var whole := meters(agent.get_path_length())
		var near := func(): return place_of_agent(agent).distance_to(Vector2(-15, 8)) <= 0.2 + speed / 60
		var frame := 0
		while frame < 600 and not near.call() and not step(agent, speed):
			frame += 1
			await physics_frame
		report("%d" % speed, {"frames": frame, "due": whole / speed * 60, "near": near.call()})


## The same target in every frame, and one that trembles.
func scenario_every_frame() -> void:
	hall()
	await frames(3)
	for tremble: float in [0.0, 0.02]:
		var agent := follower(-15, -8, {"path_desired_distance": length(0.6), "target_desired_distance": length(0.6)})
		var frame := 0
		var back := 0
		var before := INF
		while frame < 1500:
			agent.target_position = at(-15 + tremble * (frame % 3), 8)
			if step(agent, 4.0):
				break
			var left: float = agent.distance_left
			back += int(left > before + length(0.1))
			before = left
			frame += 1
			await physics_frame
		report("tremble %s" % tremble, {"seconds": frame / 60.0, "back": back, "off": place_of_agent(agent).distance_to(Vector2(-15, 8))})


## A block exactly in the middle of the way: both ways around it are as long.
func scenario_two_ways_as_long() -> void:
	for corners: Array in [[LOW, Vector2(20, -4)], [Vector2(-20, 4), HIGH], [Vector2(-20, -4), Vector2(-4, 4)], [Vector2(4, -4), Vector2(20, 4)]]:
		region_at(corners[0], corners[1])
	await frames(3)
	var agent := follower(-12, 0, {"path_desired_distance": length(0.6), "target_desired_distance": length(0.6)})
	var frame := 0
	while frame < 1500:
		agent.target_position = at(12, 0.01 * sin(frame))
		agent.get_parent().position += at(0, 0.002 * (1 if frame % 2 else -1))
		if step(agent, 4.0):
			break
		frame += 1
		await physics_frame
	report("seconds", frame / 60.0)
	report("off", place_of_agent(agent).distance_to(Vector2(12, 0)))


## The velocity that avoidance gives after the target has been reached.
func scenario_rests_after_arrival() -> void:
	region_at(LOW, HIGH)
	await frames(3)
	var agent: Node = agent_at(-8, 0, {"avoidance_enabled": true, "max_speed": length(4)})
	agent.target_position = at(8, 0)
	await until(func(): return agent.is_navigation_finished(), 900)
	await frames(90)
	var here := place_of_agent(agent)
	await frames(60)
	report("drift", place_of_agent(agent).distance_to(here))
	report("off", here.distance_to(Vector2(8, 0)))
	report("velocity", agent.safe_velocity == agent.safe_velocity * 0.0)


## The place where a path ends is a target that can be reached.
func scenario_final_position_as_target() -> void:
	hall()
	await frames(3)
	for aim in [[-421.0 / 16, -28.0 / 16], [3.3, -0.2], [25, 30], [-10.0625, 0.9]]:
		var agent := follower(-15, -8)
		agent.target_position = at(aim[0], aim[1])
		await frames(2)
		var end: Variant = agent.get_final_position()
		agent.target_position = end
		await frames(2)
		var again: Variant = agent.get_final_position()
		report("%s" % [aim], {"reachable": agent.is_target_reachable(), "same": again.distance_to(end) < length(1e-3), "kept": agent.target_position == end})


## The target is on an island, and set again in every frame.
func scenario_unreachable_every_frame() -> void:
	region_at(LOW, Vector2(0, 20))
	region_at(Vector2(4, -20), HIGH)
	await frames(3)
	var agent := follower(-15, 0, {"path_desired_distance": length(0.5), "target_desired_distance": length(0.5)})
	var least := INF
	for frame in 180:
		agent.target_position = at(10 + sin(frame / 20.0), 0.5 * sin(frame / 33.0))
		var before := place_of_agent(agent)
		step(agent, 4.0)
		least = minf(least, place_of_agent(agent).distance_to(before) * 60)
		await physics_frame
	report("least speed", least)
	report("x", place_of_agent(agent).x)


## One that avoids nobody before a pause and after it.
func scenario_pause() -> void:
	region_at(LOW, HIGH)
	await frames(3)
	var stands: Node = agent_at(0, 0.1, {"avoidance_enabled": true})
	var passes: Node = agent_at(-6, 0, {"avoidance_enabled": false, "max_speed": length(4)})
	passes.requestPath(at(6, 0))
	await frames(20)
	paused = true
	var here := place_of_agent(passes)
	await frames(20)
	report("moved in the pause", place_of_agent(passes).distance_to(here))
	paused = false
	var aside := [0.0]
	await until(func():
		aside[0] = maxf(aside[0], absf(place_of_agent(passes).y))
		return passes.hasArrived() != 0, 900)
	report("status", passes.hasArrived())
	report("aside", aside[0])
	report("the other moved", place_of_agent(stands).distance_to(Vector2(0, 0.1)))


## Time runs faster and slower.
func scenario_time_scale() -> void:
	region_at(LOW, HIGH)
	await frames(3)
	for scale: float in [0.25, 1.0, 4.0]:
		Engine.time_scale = scale
		var agent := follower(-12, 0, {"max_speed": length(4), "avoidance_enabled": true})
		agent.velocity_computed.connect(func(velocity): agent.get_parent().position += velocity * root.get_physics_process_delta_time())
		agent.requestPath(at(12, 0))
		var most := [0.0]
		await until(func():
			most[0] = maxf(most[0], meters(agent.safe_velocity.length()))
			return agent.hasArrived() != 0, 3000)
		report("%s" % scale, {"status": agent.hasArrived(), "off": place_of_agent(agent).distance_to(Vector2(12, 0)), "fastest": most[0],
			"near": meters(agent.target_desired_distance)})
		agent.get_parent().queue_free()
		await frames(2)
	Engine.time_scale = 1.0


## More polygons than the engine searches, far from end to end.
func scenario_many_polygons() -> void:
	var points := []
	var polygons := []
	for i in 81:
		for k in 81:
			points.append(Vector2(i, k))
	for i in 80:
		for k in 80:
			polygons.append([81 * i + k, 81 * i + 81 + k, 81 * i + 82 + k, 81 * i + k + 1])
	set_mesh(engine_node("Region"), mesh_of(points, polygons))
	await frames(3)
	var agent := follower(0.5, 0.5)
	agent.target_position = at(79.5, 79.5)
	await frames(2)
	report("end", ground(agent.get_final_position()).distance_to(Vector2(79.5, 79.5)))
	report("reachable", agent.is_target_reachable())
	report("length", meters(agent.get_path_length()))
