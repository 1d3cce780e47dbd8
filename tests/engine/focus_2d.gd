extends "res://level2d.gd"
## Level of detail in two dimensions.


## Two agents, near and far from what a Camera2D shows.
func scenario_focus() -> void:
	bake(Vector2(4000, 600))
	var instances := MultiMesh.new()
	var crowd: Crowd2D = put(Crowd2D.new(), {"agent_max_speed": 100.0, "focus_camera": true, "focus_distance": 200.0, "multimesh": instances})
	report("focus_distance at first", ClassDB.class_get_property_default_value("Crowd2D", "focus_distance"))
	var camera: Camera2D = put(Camera2D.new(), {"position": Vector2(600, 300)})
	camera.make_current()
	var agents := crowd.add_agents(PackedVector2Array([Vector2(600, 300), Vector2(3900, 300)]))
	crowd.request_paths(agents, PackedVector2Array([Vector2(1000, 300), Vector2(3500, 300)]))
	await frames(40)
	var moves := [0, 0]
	var most := [0.0, 0.0]
	var before := crowd.get_agent_positions()
	var shown := [Vector2(instances.buffer[3], instances.buffer[7]), Vector2(instances.buffer[11], instances.buffer[15])]
	for frame in 64:
		await physics_frame
		var now := crowd.get_agent_positions()
		for i in 2:
			var at := Vector2(instances.buffer[8 * i + 3], instances.buffer[8 * i + 7])
			moves[i] += int(now[i] != before[i])
			most[i] = maxf(most[i], at.distance_to(shown[i]) * 60)
			shown[i] = at
		before = now
	report("frames with a step", moves)
	report("fastest instance", most)
