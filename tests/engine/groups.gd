extends "res://dimension.gd"
## Where bodies look while they queue.


## A driven body, in meters.
func body_with_agent(x: float, z: float, settings := {}) -> Node:
	var body := body_at(x, z)
	var own := {"radius": length(0.45), "max_speed": length(3.5), "face_velocity": true}
	var agent := our_node("NavAgent", own.merged(settings, true), body)
	world.add_child(body)
	return agent


func yaw_of(body: Node) -> float:
	return body.rotation if body is Node2D else body.rotation.y


## Frame by frame, of some bodies: where they are, and where their fronts point.
class Track:
	var places: Array[PackedVector2Array] = []
	var yaws: Array[PackedFloat32Array] = []

	## Degrees a second, of those who have moved by less than 0.3 m in the second around: sorted.
	func turns_of_slow() -> Array:
		var turns := []
		for t in range(30, places.size() - 30):
			for i in places[t].size():
				if places[t + 30][i].distance_to(places[t - 30][i]) < 0.3:
					turns.append(rad_to_deg(absf(angle_difference(yaws[t - 1][i], yaws[t][i]))) * 60)
		turns.sort()
		return turns


func look(track: Track, agents: Array) -> void:
	track.places.append(PackedVector2Array(agents.map(func(agent): return ground(agent.get_parent().position))))
	track.yaws.append(PackedFloat32Array(agents.map(func(agent): return yaw_of(agent.get_parent()))))


func scenario_faces_in_a_queue() -> void:
	baked_at(Vector2(-14, -6), Vector2(0, 6), {"agent_radius": 0.0})
	baked_at(Vector2(0, -0.7), Vector2(1, 0.7), {"agent_radius": 0.0})
	baked_at(Vector2(1, -6), Vector2(20, 6), {"agent_radius": 0.0})
	var agents := range(36).map(func(i): return body_with_agent(-9.0 + 1.2 * (i / 6), 1.2 * (i % 6) - 3.0))
	await frames(2)
	for i in 36:
		agents[i].requestPath(at(16.0 - 1.1 * (i / 6), 1.2 * (i % 6) - 3.0))
	var track := Track.new()
	for frame in 60 * 15:
		await physics_frame
		look(track, agents)
	var turns := track.turns_of_slow()
	report("slow", turns.size())
	report("p95", turns[turns.size() * 95 / 100])
	report("share over 180", turns.filter(func(turn): return turn > 180).size() / float(turns.size()))
