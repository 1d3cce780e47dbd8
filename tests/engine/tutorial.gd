extends "res://level.gd"
## The tutorial's project after each of its steps, played as the page says.

const SECOND := 60              ## In frames.

var level: Node3D
var hero: CharacterBody3D
var crossings: Array            ## x of the hero where it crossed the wall's line, in order.


## Opens the level of a step, and waits until its navmesh is there.
func open(step: int) -> void:
	crossings = []
	level = load("res://step_%d/level.tscn" % step).instantiate()
	world.add_child(level)
	hero = level.get_node("Hero")
	await baked(level.get_node("NavMeshBaker"))
	await frames(2)


## Clicks on a place of the level.
func click(place: Vector3) -> void:
	var event := InputEventMouseButton.new()
	event.button_index = MOUSE_BUTTON_LEFT
	event.pressed = true
	event.position = level.get_viewport().get_camera_3d().unproject_position(place)
	level.get_viewport().push_input(event)


func press_space() -> void:
	var event := InputEventAction.new()
	event.action = "ui_accept"
	event.pressed = true
	level.get_viewport().push_input(event)


## Lets the hero walk to where it was sent, by at most so many frames: how far off the place it stands then.
func walk_to(place: Vector3, most := 30 * SECOND, each_frame := Callable()) -> float:
	click(place)
	var agent: NavAgent = hero.get_node("NavAgent")
	var side := hero.position.z
	for i in most:
		await frames(1)
		if each_frame.is_valid():
			each_frame.call()
		if side * hero.position.z < 0:
			crossings.append(snappedf(hero.position.x, 0.01))
		side = hero.position.z
		if agent.hasArrived() != NavAgent.RUNNING and hero.velocity.length() < 0.01:
			break
	return hero.position.distance_to(place)


func scenario_step_1() -> void:
	await open(1)
	report("off", await walk_to(Vector3(8, 0, -8)))
	report("crossed at", crossings)
	report("falls", hero.position.y)


func scenario_step_2() -> void:
	await open(2)
	var guard: CharacterBody3D = level.get_node("Guard")
	var nearest := [INF]
	await walk_to(Vector3(-9, 0, 5))
	await until(func(): return guard.position.x > 8.9, 40 * SECOND)
	report("off", await walk_to(Vector3(9, 0, 5), 30 * SECOND, func():
		nearest[0] = minf(nearest[0], hero.position.distance_to(guard.position))))
	report("nearest", nearest[0])
	report("guard is back", await until(func(): return guard.position.x < -7.9, 40 * SECOND))


func scenario_step_3() -> void:
	await open(3)
	var baker: NavMeshBaker = level.get_node("NavMeshBaker")
	var counts := []
	baker.tiles_changed.connect(func(count): counts.append(count))
	report("shut", await walk_to(Vector3(-8, 0, -8)))
	press_space()
	await frames(1 * SECOND)
	await settled(baker)
	report("open", await walk_to(Vector3(-8, 0, 8)))
	click(Vector3(-8, 0, -8))
	await until(func(): return hero.position.z < 2, 10 * SECOND)
	press_space()
	await frames(1 * SECOND)
	report("shut on the way", await walk_to(Vector3(-8, 0, -8)))
	report("crossed at", crossings)
	report("tiles", counts)


func scenario_step_4() -> void:
	await open(4)
	var highest := [0.0]
	report("up", await walk_to(Vector3(9, 1, 9), 30 * SECOND, func(): highest[0] = maxf(highest[0], hero.position.y)))
	report("height", hero.position.y)
	report("highest", highest[0])
	report("down", await walk_to(Vector3(0, 0, 5)))


func scenario_step_5() -> void:
	await open(5)
	var crowd: Crowd = level.get_node("Crowd")
	report("drawn", crowd.multimesh.instance_count)
	await frames(3 * SECOND)
	press_space()
	var ways := {"doorway": 0, "end of the wall": 0}
	var before := crowd.get_agent_positions()
	for frame in 60 * SECOND:
		await frames(1)
		var after := crowd.get_agent_positions()
		for i in after.size():
			if before[i].z < 0 and after[i].z >= 0:
				ways["doorway" if after[i].x < 0 else "end of the wall"] += 1
		before = after
		if crowd.get_walking_count() == 0:
			break
	report("ways", ways)
	report("statuses", Array(crowd.get_agent_statuses()).count(NavAgent.SUCCESS))
	var target := Vector3(-4, 0, 8)
	report("farthest", Array(crowd.get_agent_positions()).map(func(at): return at.distance_to(target)).max())


func scenario_step_6() -> void:
	await open(6)
	var guard: CharacterBody3D = level.get_node("Guard")
	for place in [Vector3(-8, 0, 2), Vector3(-9, 0, -3)]:
		await walk_to(place)
		await until(func(): return guard.velocity.length() < 0.01 and guard.position.distance_to(hero.position) < 2, 30 * SECOND)
		report("beside it at %s" % place, guard.position.distance_to(hero.position))
