extends "res://level.gd"
## Steps, a block, a ramp and two floors, each walked by a body and by nothing else.

const START := Vector3(-7, 0, 0)
const SPEEDS := [1.0, 3.5, 10.0]


## Walks the agent to the goal; what it was like.
func walk(agent: NavAgent, goal: Vector3) -> Dictionary:
	var body: Node3D = agent.get_parent()
	var asked := agent.requestPath(goal)
	var walked := 0.0
	var lowest := INF
	var highest := -INF
	for i in 1800:
		var before := body.position
		await physics_frame
		walked += flat(before).distance_to(flat(body.position))
		lowest = minf(lowest, body.position.y)
		highest = maxf(highest, body.position.y)
		if agent.hasArrived() != NavAgent.RUNNING and agent.desired_velocity == Vector3.ZERO:
			break
	return {"asked": asked, "status": agent.hasArrived(), "reason": agent.reason_text, "walked": walked,
		"length": agent.get_path_length(), "distance from the goal": off(agent, goal),
		"lowest": lowest, "highest": highest, "height": body.position.y}


## Walks there and back at several speeds.
func walk_up_and_down(top: Vector3) -> void:
	for speed in SPEEDS:
		var agent := walker(START, 0.0, {"max_speed": speed})
		report("up, %s m/s" % speed, await walk(agent, top))
		report("down, %s m/s" % speed, await walk(agent, START))
		agent.get_parent().queue_free()


## A box whose upper side rises along x, or falls, to a height.
func slope(height: float, degrees: float, thickness: float, width: float) -> StaticBody3D:
	var node := box(Vector3(height / sin(deg_to_rad(absf(degrees))), thickness, width), Vector3.ZERO)
	node.rotation.z = deg_to_rad(degrees)
	node.position = Vector3(run_of(height, degrees) / 2, height / 2, 0) - node.basis.y * thickness / 2
	return node


func run_of(height: float, degrees: float) -> float:
	return height / tan(deg_to_rad(absf(degrees)))


## Four steps of 0.25 m up to a platform of 1 m.
func scenario_steps() -> void:
	floor_at(10, 6, Vector3(-5, 0, 0))
	for i in 4:
		var height := 0.25 * (i + 1)
		var length := 8.0 if i == 3 else 1.0
		box(Vector3(length, height, 6), Vector3(i + length / 2, height / 2, 0))
	bake()
	await walk_up_and_down(Vector3(8, 1, 0.5))


## 30 degrees up to 2 m.
func scenario_ramp() -> void:
	floor_at(10, 6, Vector3(-5, 0, 0))
	slope(2.0, 30, 0.5, 6)
	box(Vector3(6, 2, 6), Vector3(run_of(2.0, 30) + 3, 1, 0))
	bake()
	await walk_up_and_down(Vector3(run_of(2.0, 30) + 4, 2, 0.5))


## A block that is too high to climb.
func scenario_block() -> void:
	floor_at(16, 16)
	box(Vector3(4, 0.6, 4), Vector3(0, 0.3, 0))
	bake()
	var agent := walker(Vector3(-6, 0, 0), 0.0)
	report("behind it", await walk(agent, Vector3(6, 0, 0)))
	report("onto it", await walk(agent, Vector3(0, 0.6, 0)))


## A slope of 60 degrees that the navmesh does not know of, as it is on a layer that was not baked.
func scenario_steep() -> void:
	floor_at(16, 6)
	bake()
	slope(2.0, 60, 0.5, 6).collision_layer = 4
	var agent := walker(Vector3(-5, 0, 0), 0.0)
	var body: CharacterBody3D = agent.get_parent()
	body.collision_mask = 5
	agent.requestPath(Vector3(6, 0, 0))
	var farthest := -INF
	var highest := 0.0
	for i in 600:
		await physics_frame
		farthest = maxf(farthest, body.position.x)
		highest = maxf(highest, body.position.y)
	report("farthest", farthest)
	report("highest", highest)


## An upper floor 4 m above half of the lower one, and a ramp of 30 degrees beside them.
func scenario_floors() -> void:
	floor_at(24, 12)
	box(Vector3(8, 0.3, 6), Vector3(-4, 3.85, 3))
	slope(4.0, -30, 0.3, 4).position.z = 3
	bake()
	var below := Vector3(-6, 0, 3)
	var above := Vector3(-6, 4, 3)
	var agent := walker(below)
	await frames(20)
	report("status right below the goal", agent.requestPath(above))
	report("status right below the goal, asked afterwards", agent.hasArrived())
	report("up", await walk(agent, above))
	report("down", await walk(agent, below))
	var floating := ghost(below, 1.5)
	await frames(2)
	report("status of a node right below the goal", floating.requestPath(above))
