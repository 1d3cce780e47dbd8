extends "res://level.gd"
## Bodies that fall, and what their agents say and do then.


func platform(low: Vector2, high: Vector2, height: float) -> void:
	region(rectangle(low, high, height))
	box(Vector3(high.x - low.x, 0.2, high.y - low.y), Vector3(low.x + high.x, 0, low.y + high.y) / 2 + Vector3(0, height - 0.1, 0))


## Two platforms over a floor with a link between them. The script walks straight on, or a wall stops the jump, too far from the first platform for
## the body to come back to it: it falls.
func scenario_off_a_link() -> void:
	for height: float in [2.0, 3.0, 5.0, 8.0]:
		for who in ["script", "driven"]:
			for child in world.get_children():
				child.free()
			platform(Vector2(-30, -10), Vector2(30, 10), 0)
			platform(Vector2(-10, -3), Vector2(-4, 3), height)
			platform(Vector2(4, -3), Vector2(10, 3), height)
			put(NavigationLink3D.new(), {"start_position": Vector3(-4.2, height, 0), "end_position": Vector3(4.2, height, 0)})
			if who == "driven":
				box(Vector3(0.5, 40, 20), Vector3(3, 0.1 + height, 0))
			var agent := walker(Vector3(-8, height, 0), 0.0, {"avoidance_enabled": false})
			await frames(4)
			report("%s, %d m" % [who, height], await fall(agent, Vector3(8, height, 0), who == "script"))


func fall(agent: NavAgent, target: Vector3, by_script: bool) -> Dictionary:
	var body: CharacterBody3D = agent.get_parent()
	var without_a_word := []
	if by_script:
		agent.target_position = target
	else:
		agent.requestPath(target)
	for i in 1200:
		if by_script:
			var velocity := Vector3.DOWN * 9.8
			if not agent.is_navigation_finished():
				var next := agent.get_next_path_position()
				next.y = body.position.y
				velocity += body.position.direction_to(next) * 4.0
			body.velocity = velocity
			body.move_and_slide()
		await physics_frame
		if agent.is_stuck and agent.why_stuck() == "":
			without_a_word.append(i)
		if body.position.y < 0.1 and agent.is_navigation_finished():
			break
	return {"without a word": without_a_word, "reachable": agent.is_target_reachable(), "finished": agent.is_navigation_finished(),
		"off the nearest place": flat(body.position).distance_to(flat(target))}


## The floor under a body that has arrived gives way; and one that is carried up.
func scenario_off_a_platform() -> void:
	for how in ["falls", "is carried up"]:
		for who in ["requestPath", "target_position"]:
			for child in world.get_children():
				child.free()
			region(rectangle(Vector2(-10, -10), Vector2(10, 10)))
			region(rectangle(Vector2(-10, -10), Vector2(10, 10), 6.0))
			var feet := 6.0 if how == "falls" else 0.0
			var node := node_at(Vector3(0, feet, 0))
			var agent := with_agent(Node3D.new(), {"avoidance_enabled": false}, node)
			await frames(4)
			var ask := func(): return agent.requestPath(Vector3(3, feet, 0)) if who == "requestPath" else to_target(agent, Vector3(3, feet, 0))
			agent.get_parent().global_position = Vector3(3, feet, 0)
			await frames(2)
			ask.call()
			await frames(60)
			var before: int = ask.call()
			agent.get_parent().global_position = Vector3(3, 6.0 - feet, 0)
			await frames(3)
			var after: int = ask.call()
			report("%s, %s" % [who, how], {"before": before, "after": after, "reached": agent.is_target_reached(),
				"expected": NavAgent.FAILURE if who == "requestPath" else NavAgent.SUCCESS})


func to_target(agent: NavAgent, target: Vector3) -> int:
	agent.target_position = target
	return agent.hasArrived()


func scenario_max_speed_of_a_script() -> void:
	region(rectangle(Vector2(-100, -50), Vector2(100, 50)))
	var never := NavAgent.new()
	var before := NavAgent.new()
	before.max_speed = 3.5
	var later := NavAgent.new()
	report("never set", await speed_of(never))
	report("set before it was added", await speed_of(before))
	report("set to the default", await speed_of(later, func(): later.max_speed = 3.5))
	var copies := [never.duplicate(), before.duplicate()]
	report("a duplicate of one that was never set", await speed_of(copies[0]))
	report("a duplicate of one that was set", await speed_of(copies[1]))
	for agent: NavAgent in copies + [never, before, later]:
		agent.free()
	var plain := NavAgent.new()
	var copy: NavAgent = plain.duplicate()
	plain.free()
	put(copy, {}, node_at(Vector3(0, 0, 40)))
	await frames(2)
	copy.target_position = Vector3(50, 0, 40)
	await frames(30)
	report("a duplicate without a velocity walks", copy.safe_velocity.length() > 1)


## Meters a second of the velocity that velocity_computed hands out.
func speed_of(agent: NavAgent, then := func(): pass) -> float:
	var told := [Vector3.ZERO]
	put(agent, {}, node_at(Vector3(0, 0, 0)))
	agent.velocity_computed.connect(func(velocity): told[0] = velocity)
	then.call()
	await frames(2)
	agent.target_position = Vector3(90, 0, 0)
	for i in 30:
		agent.velocity = Vector3(8, 0, 0)
		await physics_frame
	agent.get_parent().remove_child(agent)
	return told[0].length()
