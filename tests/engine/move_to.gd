extends "res://level.gd"
## The MoveTo leaf: every kind of target, and what happens when its agent or target goes.

const MoveTo := preload("res://addons/navpy/behavior_tree/move_to.gd")


func agent_on_a_floor(place := Vector3(-4, 0, 0)) -> NavAgent:
	floor_at(30, 10)
	bake()
	return walker(place)


func scenario_to_a_place() -> void:
	await tick_to_the_end(Vector3(4, 0, 0))


func scenario_to_a_node() -> void:
	await tick_to_the_end(node_at(Vector3(4, 0, 0)))


func scenario_to_where_a_function_says() -> void:
	await tick_to_the_end(func(): return Vector3(4, 0, 0))


func scenario_to_a_place_off_the_navmesh() -> void:
	await tick_to_the_end(Vector3(0, 0, 90))


func scenario_to_nothing() -> void:
	await tick_to_the_end(null)


func scenario_to_an_invalid_function() -> void:
	await tick_to_the_end(Callable())


func scenario_to_where_a_function_says_nonsense() -> void:
	await tick_to_the_end(func(): return "there")


func tick_to_the_end(target: Variant) -> void:
	var agent := agent_on_a_floor()
	var leaf := MoveTo.new(agent, target)
	var status: int = leaf.tick()
	report("first status", status)
	for i in 600:
		if status != NavAgent.RUNNING:
			break
		await physics_frame
		status = leaf.tick(1.0 / 60)
	report("last status", status)
	report("place", {"x": place_of(agent).x, "z": place_of(agent).y})


func scenario_target_moves() -> void:
	var agent := agent_on_a_floor(Vector3(-8, 0, 0))
	var prey := node_at(Vector3(4, 0, 3))
	var leaf := MoveTo.new(agent, prey)
	var frame := 0
	while leaf.tick() == NavAgent.RUNNING and frame < 600:
		prey.position.x += 1.0 / 60
		frame += 1
		await physics_frame
	report("last status", leaf.tick())
	report("distance from the target", off(agent, prey.position))


func scenario_target_is_freed() -> void:
	var agent := agent_on_a_floor()
	var prey := node_at(Vector3(8, 0, 0))
	var leaf := MoveTo.new(agent, prey)
	leaf.tick()
	await frames(20)
	prey.free()
	report("status", leaf.tick())
	await frames(5)
	await report_rest(agent)


func scenario_agent_is_freed() -> void:
	var agent := agent_on_a_floor()
	var leaf := MoveTo.new(agent, Vector3(8, 0, 0))
	leaf.tick()
	await frames(5)
	agent.free()
	leaf.interrupt()
	report("status", leaf.tick())


func scenario_interrupted() -> void:
	var agent := agent_on_a_floor()
	var leaf := MoveTo.new(agent, Vector3(8, 0, 0))
	leaf.tick()
	await frames(20)
	leaf.interrupt()
	await frames(5)
	await report_rest(agent)
	report("status of the next tick", leaf.tick())


## Why an agent has stopped, and how far it still goes.
func report_rest(agent: NavAgent) -> void:
	var place: Vector3 = agent.get_parent().position
	await frames(20)
	report("reason", agent.reason)
	report("drift", place.distance_to(agent.get_parent().position))
