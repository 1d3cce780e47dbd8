extends "res://pauses.gd"
## The picture of a body on stairs glides through a pause.


func scenario_stairs() -> void:
	await compare(func(watch):
		floor_at(8, 8, Vector3(0, 0, 4))
		for i in 6:
			box(Vector3(3, 0.25 * (i + 1), 0.5), Vector3(0, 0.125 * (i + 1), -0.5 * i - 0.25))
		box(Vector3(8, 1.5, 8), Vector3(0, 0.75, -7))
		bake({"agent_radius": 0.4})
		var body := capsule(0.0)
		var picture := Node3D.new()
		body.add_child(picture)
		body.position.z = 3
		var agent := with_agent(body, {"radius": 0.4, "max_speed": 2.0})
		agent.step_smoothing = agent.get_path_to(picture)
		watch.walkers = [body]
		watch.pictures = [picture]
		watch.game = func(tick):
			if tick == 3:
				agent.requestPath(Vector3(0, 1.5, -5)))
