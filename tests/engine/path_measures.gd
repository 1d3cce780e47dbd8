extends "res://level.gd"
## What an agent says of its path in metres: how far it keeps from walls, and how much of it is left.

const WALLS := [Rect2(-0.5, -10, 1, 9.25), Rect2(-0.5, 0.75, 1, 3.25)]       # between them a gap of 1.5 m, and 6 m beside the second


func run() -> void:
	await wide()
	await left_to_walk("a ghost", false)
	await left_to_walk("a body", true)


func wall(rect: Rect2, level: Node) -> Node3D:
	return box(Vector3(rect.size.x, 2, rect.size.y), Vector3(rect.get_center().x, 1, rect.get_center().y), level)


## Metres from the path to the nearest wall, in the ground plane.
func clearance(path: PackedVector3Array, walls: Array) -> float:
	var least := INF
	for i in path.size() - 1:
		for k in 101:
			var at := flat(path[i].lerp(path[i + 1], k / 100.0))
			for rect in walls:
				least = min(least, at.distance_to(at.clamp(rect.position, rect.end)))
	return least


func wide() -> void:
	var level := level_at()
	floor_at(20, 20, Vector3.ZERO, level)
	for rect in WALLS:
		wall(rect, level)
	var bakes := baker({"agent_radius": 0.5}, level)
	await baked(bakes)
	var agent := ghost(Vector3(-6, 0, 0), 1.0, {}, level)
	var seen := []
	for radius in [0.0, 0.5, 1.0, 2.0]:
		agent.path_radius = radius
		agent.stop()
		seen.append([agent.requestPath(Vector3(6, 0, 0)), agent.get_path_length(), clearance(agent.get_current_navigation_path(), WALLS)])
	report("wide", seen)
	agent.path_radius = 1.0
	var closes := wall(Rect2(-0.5, 4, 1, 5), level)
	bakes.bake_navigation_mesh(false)
	await frames(2)
	agent.stop()
	report("too narrow", [agent.requestPath(Vector3(6, 0, 0)), agent.reason, agent.reason_text])
	agent.path_radius = 0.0
	report("narrow enough", agent.requestPath(Vector3(6, 0, 0)))
	closes.free()
	level.free()
	await frames(2)


## In every frame that it walks: what it says is left against what is left of its path from where its body is by then.
func left_to_walk(what: String, driven: bool) -> void:
	var level := level_at()
	floor_at(20, 20, Vector3.ZERO, level)
	box(Vector3(1, 2, 12), Vector3(0, 1, -4), level)
	await baked(baker({"agent_radius": 0.5}, level))
	var settings := {"path_desired_distance": 0.2}
	var agent: NavAgent = walker(Vector3(-6, 0, -6), 1.0, settings, level) if driven else ghost(Vector3(-6, 0, -6), 1.0, settings, level)
	agent.requestPath(Vector3(6, 0, -6))
	var worst := 0.0
	var count := 0
	var before := agent.distance_left
	var falls := true
	while agent.hasArrived() == NavAgent.RUNNING and count < 1200:
		await physics_frame
		var path := agent.get_current_navigation_path()
		var at := flat(agent.get_parent().global_position)
		var left := at.distance_to(flat(path[agent.get_current_navigation_path_index()]))
		for i in range(agent.get_current_navigation_path_index(), path.size() - 1):
			left += flat(path[i]).distance_to(flat(path[i + 1]))
		worst = max(worst, abs(left - agent.distance_left))
		falls = falls and agent.distance_left <= before + 1e-3
		before = agent.distance_left
		count += 1
	report("left, " + what, [count > 60, worst, falls, agent.distance_left])
	level.free()
	await frames(2)
