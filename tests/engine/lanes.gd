extends "res://dimension.gd"
## Bodies that start beside each other and go to one place, each with an agent of its own, round the end of a wall.

const COUNT := 8


func scenario_abreast_round_a_wall() -> void:
	await synced([engine_baked(Vector2(-24, -12), Vector2(24, 12), [[Vector2(-3, -12), Vector2(3, 0)]])])
	var agents := []
	for i in COUNT:
		var body := body_at(-20, 1.3 * i - 10)
		agents.append(our_node("NavAgent", {"radius": length(0.4), "max_speed": length(4.0)}, body))
		world.add_child(body)
	await frames(3)
	var shortest := []
	for agent in agents:
		agent.requestPath(at(20, -6))
		shortest.append(agent.get_path_length())
	await frames(2)
	report("asked", agents.all(func(agent): return agent.status == NavAgent.RUNNING))
	report("lengths", range(COUNT).map(func(i): return agents[i].get_path_length() / shortest[i]))
	var beside := {}
	for frame in 900:
		await frames(1)
		for i in COUNT:
			var place := ground(agents[i].get_parent().global_position)
			if place.x > 0 and not i in beside:
				beside[i] = place.y
		if beside.size() == COUNT:
			break
	report("beside the wall", range(COUNT).map(func(i): return beside.get(i)))
