extends "res://level.gd"
## Steps, a block, a ramp and two storeys, each walked by a body and by nothing else.

var lowest := INF
var highest := -INF


func run() -> void:
	await stairs(Vector3(0, 0, 0))
	await block(Vector3(0, 0, 100))
	await ramp(Vector3(0, 0, 200))
	await storeys(Vector3(0, 0, 300))


## Walks the agent to the goal; what it was like.
func walk(agent: NavAgent, goal: Vector3) -> Dictionary:
	var body: Node3D = agent.get_parent()
	var asked := agent.requestPath(goal)
	var walked := 0.0
	lowest = INF
	highest = -INF
	for i in 1800:
		var before := body.position
		await physics_frame
		walked += flat(before).distance_to(flat(body.position))
		lowest = minf(lowest, body.position.y)
		highest = maxf(highest, body.position.y)
		if agent.hasArrived() != NavAgent.RUNNING and agent.desired_velocity == Vector3.ZERO:
			break
	return {"asked": asked, "status": agent.hasArrived(), "reason": agent.reason_text, "walked": walked,
		"length": agent.get_path_length(), "off": flat(body.position).distance_to(flat(goal)),
		"lowest": lowest, "highest": highest, "height": body.position.y}


## Four steps of 0.25 m up to a platform of 1 m.
func stairs(at: Vector3) -> void:
	var level := Node3D.new()
	world.add_child(level)
	floor_at(10, 6, at - Vector3(5, 0, 0), level)
	for i in 4:
		var height := 0.25 * (i + 1)
		var length := 8.0 if i == 3 else 1.0
		box(Vector3(length, height, 6), at + Vector3(i + length / 2, height / 2, 0), level)
	await baked(baker({}, level))
	for speed in [1.0, 3.5, 10.0]:
		var agent := walker(at + Vector3(-7, 0, 0), 0.0, {"max_speed": speed})
		report("steps up, %s m/s" % speed, await walk(agent, at + Vector3(8, 1, 0.5)))
		report("steps down, %s m/s" % speed, await walk(agent, at + Vector3(-7, 0, 0)))
		agent.get_parent().queue_free()
	level.queue_free()
	await frames(2)


func block(at: Vector3) -> void:
	var level := Node3D.new()
	world.add_child(level)
	floor_at(16, 16, at, level)
	box(Vector3(4, 0.6, 4), at + Vector3(0, 0.3, 0), level)
	await baked(baker({}, level))
	var agent := walker(at + Vector3(-6, 0, 0), 0.0)
	report("behind the block", await walk(agent, at + Vector3(6, 0, 0)))
	report("onto the block", await walk(agent, at + Vector3(0, 0.6, 0)))
	level.queue_free()
	agent.get_parent().queue_free()
	await frames(2)


## 30 degrees up to 2 m.
func ramp(at: Vector3) -> void:
	var level := Node3D.new()
	world.add_child(level)
	floor_at(10, 6, at - Vector3(5, 0, 0), level)
	var length := 2.0 / sin(deg_to_rad(30))
	var run_ := 2.0 / tan(deg_to_rad(30))
	var slope := box(Vector3(length, 0.5, 6), Vector3.ZERO, level)
	slope.rotation.z = deg_to_rad(30)
	slope.position = at + Vector3(run_ / 2, 1, 0) - slope.basis.y * 0.25
	box(Vector3(6, 2, 6), at + Vector3(run_ + 3, 1, 0), level)
	await baked(baker({}, level))
	for speed in [1.0, 3.5, 10.0]:
		var agent := walker(at + Vector3(-7, 0, 0), 0.0, {"max_speed": speed})
		report("ramp up, %s m/s" % speed, await walk(agent, at + Vector3(run_ + 4, 2, 0.5)))
		report("ramp down, %s m/s" % speed, await walk(agent, at + Vector3(-7, 0, 0)))
		agent.get_parent().queue_free()
	level.queue_free()
	await frames(2)


## An upper floor 4 m above half of the lower one, and a ramp of 30 degrees beside them.
func storeys(at: Vector3) -> void:
	var level := Node3D.new()
	world.add_child(level)
	floor_at(24, 12, at, level)
	var run_ := 4.0 / tan(deg_to_rad(30))
	box(Vector3(8, 0.3, 6), at + Vector3(-4, 3.85, 3), level)
	var slope := box(Vector3(4.0 / sin(deg_to_rad(30)), 0.3, 4), Vector3.ZERO, level)
	slope.rotation.z = -deg_to_rad(30)
	slope.position = at + Vector3(run_ / 2, 2, 3) - slope.basis.y * 0.15
	await baked(baker({}, level))
	var goal := at + Vector3(-6, 4, 3)
	var agent := walker(at + Vector3(-6, 0, 3), 1.0)
	await frames(20)
	report("right below", agent.requestPath(goal))
	report("right below, a frame on", agent.hasArrived())
	report("upper storey", await walk(agent, goal))
	report("lower storey", await walk(agent, at + Vector3(-6, 0, 3)))
	var floating := ghost(at + Vector3(-6, 0, 3), 1.5)
	await frames(2)
	report("a node right below", floating.requestPath(goal))
	level.queue_free()
