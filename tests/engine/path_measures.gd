extends "res://level.gd"
## What an agent says of its path in meters: how far it keeps from walls, and how much of it is left.

const WALLS := [Rect2(-0.5, -10, 1, 9.25), Rect2(-0.5, 0.75, 1, 3.25)]       # between them a gap of 1.5 m, and 6 m beside the second
const START := Vector3(-6, 0, 0)
const GOAL := Vector3(6, 0, 0)


func wall(rect: Rect2) -> Node3D:
	return box(Vector3(rect.size.x, 2, rect.size.y), Vector3(rect.get_center().x, 1, rect.get_center().y))


func floor_with_walls() -> void:
	floor_at(20, 20)
	for rect in WALLS:
		wall(rect)


## Distance of the path from the nearest wall, in the ground plane.
func clearance(path: PackedVector3Array) -> float:
	var least := INF
	for i in path.size() - 1:
		for k in 101:
			var at := flat(path[i].lerp(path[i + 1], k / 100.0))
			for rect in WALLS:
				least = min(least, at.distance_to(at.clamp(rect.position, rect.end)))
	return least


func scenario_wide_agent() -> void:
	floor_with_walls()
	bake()
	var agent := ghost(START)
	for radius in [0.0, 0.5, 1.0, 2.0]:
		agent.path_radius = radius
		agent.cancel_request()
		report("path_radius %.1f" % radius, {"status": agent.requestPath(GOAL), "length": agent.get_path_length(),
			"clearance": clearance(agent.get_current_navigation_path())})


## The navmesh that is baked leads through the gap only.
func scenario_gap_too_narrow() -> void:
	floor_with_walls()
	var bakes := bake()
	var agent := ghost(START, 1.0, {"path_radius": 1.0})
	await frames(2)
	report("status before", agent.requestPath(GOAL))
	wall(Rect2(-0.5, 4, 1, 5))
	bakes.bake_navigation_mesh(false)
	await frames(2)
	agent.cancel_request()
	report("wide", {"status": agent.requestPath(GOAL), "reason": agent.reason, "text": agent.reason_text})
	agent.path_radius = 0.0
	report("narrow", {"status": agent.requestPath(GOAL)})


func scenario_what_is_left_for_a_node() -> void:
	await compare_what_is_left(ghost)


func scenario_what_is_left_for_a_body() -> void:
	await compare_what_is_left(walker)


## In every frame of a walk: what the agent says is left, beside what is left of its path from where its body is by then.
func compare_what_is_left(make: Callable) -> void:
	floor_at(20, 20)
	box(Vector3(1, 2, 12), Vector3(0, 1, -4))
	bake()
	var agent: NavAgent = make.call(Vector3(-6, 0, -6), 1.0, {"path_desired_distance": 0.2})
	agent.requestPath(Vector3(6, 0, -6))
	var largest := 0.0
	var count := 0
	var before := agent.distance_left
	var grown := 0.0
	while agent.hasArrived() == NavAgent.RUNNING and count < 1200:
		await physics_frame
		var path := agent.get_current_navigation_path()
		var left := place_of(agent).distance_to(flat(path[agent.get_current_navigation_path_index()]))
		for i in range(agent.get_current_navigation_path_index(), path.size() - 1):
			left += flat(path[i]).distance_to(flat(path[i + 1]))
		largest = max(largest, abs(left - agent.distance_left))
		grown = max(grown, agent.distance_left - before)
		before = agent.distance_left
		count += 1
	report("frames", count)
	report("largest error", largest)
	report("most that it grew in a frame", grown)
	report("left at the end", agent.distance_left)
