extends "res://dimension.gd"
## Agents that go to one who stands, with bodies that collide; beside them those of the engine, with the same numbers.

const SECONDS := 14.0
const PLACE := Vector2(6, 0)            ## Of the one who stands.
const WEST := Vector2(-6, -2)           ## Of the first of those who come.


func where(i: int) -> Vector2:
	return WEST + Vector2(i % 5, i / 5)


## One who stands: a body, with an agent so that others see it, if `seen`.
func player(seen: bool) -> Node:
	var body: Node = body_at(PLACE.x, PLACE.y)
	if seen:
		our_node("NavAgent", {"radius": length(0.4), "yields": false}, body)
	world.add_child(body)
	return body


## Moves by velocities of the engine's avoidance, as its manual shows it.
func walk_as_the_engine(body: Node, agent: Node) -> void:
	agent.velocity_computed.connect(func(safe):
		body.velocity = safe
		body.move_and_slide())


func comers(count: int, ours: bool) -> Array:
	var bodies := []
	for i in count:
		var body: Node = body_at(where(i).x, where(i).y)
		var shape = body.get_child(0).shape
		shape.radius = length(0.35)
		var settings := {"radius": length(0.35), "max_speed": length(5.0), "target_desired_distance": length(1.2)}
		var agent: Node
		if ours:
			agent = our_node("NavAgent", settings, body)
			world.add_child(body)
		else:
			body.motion_mode = 1
			agent = engine_node("Agent", settings.merged({"avoidance_enabled": true, "neighbor_distance": length(10.0)}), body)
			world.add_child(body)
			walk_as_the_engine(body, agent)
		bodies.append(body)
	return bodies


## Reports [widest arc in even ones, seconds from the first within 1.3 m to rest, farthest meters, fastest turn while slow].
func watch(what: String, bodies: Array) -> void:
	var first := -1
	var last := 0
	var before: Array = bodies.map(func(body): return ground(body.global_position))
	var rate := Engine.physics_ticks_per_second
	for frame in int(SECONDS * rate):
		for body in bodies:
			var agent: Node = body.get_child(1)
			if agent.has_method("requestPath"):
				agent.requestPath(at(PLACE.x, PLACE.y))
			else:
				agent.target_position = at(PLACE.x, PLACE.y)
				if agent.is_navigation_finished():
					agent.velocity = body.velocity * 0
				else:
					agent.velocity = (agent.get_next_path_position() - body.global_position).normalized() * length(5.0)
		await frames(1)
		for i in bodies.size():
			var here: Vector2 = ground(bodies[i].global_position)
			if first < 0 and here.distance_to(PLACE) < 1.3:
				first = frame
			if here.distance_to(before[i]) > 0.05 / rate:
				last = frame
			before[i] = here
	var angles: Array = before.map(func(here): return (here - PLACE).angle())
	angles.sort()
	angles.append(angles[0] + TAU)
	var widest := 0.0
	for i in bodies.size():
		widest = maxf(widest, angles[i + 1] - angles[i])
	var farthest: float = before.map(func(here): return here.distance_to(PLACE)).max()
	report(what, [widest * bodies.size() / TAU, float(last - first) / rate, farthest])


func scenario_rings() -> void:
	baked_at(Vector2(-12, -10), Vector2(14, 10))
	await frames(3)
	for count in [12, 20]:
		for seen in [true, false]:
			var one := player(seen)
			var bodies := comers(count, true)
			await watch("%s, seen %s" % [count, seen], bodies)
			for body in bodies + [one]:
				body.free()
			await frames(2)


func scenario_rates() -> void:
	baked_at(Vector2(-12, -10), Vector2(14, 10))
	for rate in [30, 144]:
		Engine.physics_ticks_per_second = rate
		await frames(3)
		var one := player(true)
		var bodies := comers(12, true)
		await watch("at %s" % rate, bodies)
		for body in bodies + [one]:
			body.free()
	Engine.physics_ticks_per_second = 60


## The engine's, on the same ground and in the same run.
func scenario_beside_the_engine() -> void:
	baked_at(Vector2(-12, -10), Vector2(14, 10))
	var region: Node = region_at(Vector2(-12, -10), Vector2(14, 10))
	await synced([region])
	for ours in [true, false]:
		var one := player(true)
		var bodies := comers(12, ours)
		await watch("ours" if ours else "the engine's", bodies)
		for body in bodies + [one]:
			body.free()
		await frames(2)


## Those who surround somebody are sent elsewhere while they still walk to their places. Reports the seconds for which any of them was stuck after that.
func scenario_sent_on() -> void:
	baked_at(Vector2(-12, -8), Vector2(12, 8))
	player(true)
	for wait in range(60, 180, 12):
		var bodies := comers(8, true)
		for frame in wait:
			for body in bodies:
				body.get_child(1).requestPath(at(PLACE.x, PLACE.y))
			await frames(1)
		for body in bodies:
			body.get_child(1).requestPath(at(-9, 6))
		var stuck := 0
		for frame in 180:
			await frames(1)
			stuck += int(bodies.any(func(body): return body.get_child(1).is_stuck))
		report("sent after %d frames" % wait, stuck / 60.0)
		for body in bodies:
			body.free()
