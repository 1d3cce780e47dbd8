extends "res://level.gd"
## The behaviour tree's leaf: every kind of target, and what happens when its agent or target goes.

const MoveTo := preload("res://addons/navpy/behavior_tree/move_to.gd")


func run() -> void:
	floor_at(30, 10)
	await baked(baker())
	var goal := Node3D.new()
	goal.position = Vector3(4, 0, 0)
	world.add_child(goal)
	report("to a place", await tick_until_done(Vector3(4, 0, 0)))
	report("to a node", await tick_until_done(goal))
	report("to wherever a function says", await tick_until_done(func(): return Vector3(4, 0, 0)))
	report("to a place off the navmesh", await tick_until_done(Vector3(0, 0, 90)))
	report("to nothing", await tick_until_done(null))
	report("to an invalid function", await tick_until_done(Callable()))
	report("to a function that returns no place", await tick_until_done(func(): return "there"))
	await moving_target()
	await freed_target()
	await freed_agent()
	await interrupted()


## Ticks a leaf of a new agent at (-4, 0, 0) to its end: its statuses by name, and where the agent stood then.
func tick_until_done(target: Variant) -> Dictionary:
	var agent := walker(Vector3(-4, 0, 0))
	var leaf := MoveTo.new(agent, target)
	var first: int = leaf.tick()
	var status := first
	for i in 600:
		if status != NavAgent.RUNNING:
			break
		await physics_frame
		status = leaf.tick(1.0 / 60)
	var place := flat(agent.get_parent().position)
	agent.get_parent().queue_free()
	return {"first": first, "last": status, "x": place.x, "z": place.y}


func moving_target() -> void:
	var prey := Node3D.new()
	prey.position = Vector3(4, 0, 3)
	world.add_child(prey)
	var agent := walker(Vector3(-8, 0, 0))
	var leaf := MoveTo.new(agent, prey)
	var frame := 0
	while leaf.tick() == NavAgent.RUNNING and frame < 600:
		prey.position.x += 1.0 / 60
		frame += 1
		await physics_frame
	report("moving target", {"last": leaf.tick(), "off": flat(agent.get_parent().position).distance_to(flat(prey.position))})


func freed_target() -> void:
	var prey := Node3D.new()
	prey.position = Vector3(8, 0, 0)
	world.add_child(prey)
	var agent := walker(Vector3(-4, 0, 0))
	var leaf := MoveTo.new(agent, prey)
	leaf.tick()
	await frames(20)
	prey.free()
	var status: int = leaf.tick()
	await frames(5)
	var place: Vector3 = agent.get_parent().position
	await frames(20)
	report("freed target", {"last": status, "reason": agent.reason, "drift": place.distance_to(agent.get_parent().position)})


func freed_agent() -> void:
	var agent := walker(Vector3(-4, 0, 0))
	var leaf := MoveTo.new(agent, Vector3(8, 0, 0))
	leaf.tick()
	await frames(5)
	agent.free()
	leaf.interrupt()
	report("freed agent", {"last": leaf.tick()})


func interrupted() -> void:
	var agent := walker(Vector3(-4, 0, 0))
	var leaf := MoveTo.new(agent, Vector3(8, 0, 0))
	leaf.tick()
	await frames(20)
	leaf.interrupt()
	await frames(5)
	var place: Vector3 = agent.get_parent().position
	await frames(20)
	report("interrupted", {"reason": agent.reason, "drift": place.distance_to(agent.get_parent().position),
			"again": leaf.tick()})
