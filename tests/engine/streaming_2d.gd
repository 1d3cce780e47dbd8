extends "res://level2d.gd"
## A world that a NavMeshBaker2D streams from a file.

const FILE := "user://plain.navworld"
const START := Vector2(100, 390)
const GOAL := Vector2(2900, 150)


func scenario_crosses() -> void:
	for i in 5:
		wall(Vector2(500 + 500 * i, 470 - 240 * (i % 2)), Vector2(32, 500))
	var whole := bake(Vector2(3000, 700))
	var told := whole.get_map().find_path(START, GOAL).length
	report("saved", whole.save_world(FILE))
	whole.free()
	var node: NavMeshBaker2D = put(NavMeshBaker2D.new(), {"world_file": FILE, "stream_distance": 300.0, "stream_camera": false})
	var agent := walker(START)
	agent.get_parent().add_to_group("navpy_stream")
	report("distance", node.stream_distance)
	await until(func(): return node.is_streaming() and not node.is_opening_world(), 0, 10000)
	agent.requestPath(GOAL)
	var most := 0
	var walked := 0.0
	var count := 0
	var at: Vector2 = agent.get_parent().position
	while agent.hasArrived() == NavAgent2D.RUNNING and count < 4000:
		OS.delay_usec(500)
		await physics_frame
		most = maxi(most, node.loaded_tile_count)
		walked += at.distance_to(agent.get_parent().position)
		at = agent.get_parent().position
		count += 1
	report("arrived", [agent.hasArrived(), at.distance_to(GOAL) < 30, agent.reason_text])
	report("walked", walked / told)
	report("part", float(most) / node.world_tile_count)
