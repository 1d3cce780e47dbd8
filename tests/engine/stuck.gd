extends "res://level.gd"
## Agents that get no further, what they say of it and what they do about it.


func run() -> void:
	floor_at(30, 30)
	box(Vector3(20, 3, 0.5), Vector3(0, 1.5, -1.5))			# a corridor along x, 2.5 m wide
	box(Vector3(20, 3, 0.5), Vector3(0, 1.5, 1.5))
	floor_at(24, 2.9, Vector3(40, 0, 0))					# not quite wide enough for two
	for side in [-1, 1]:
		box(Vector3(24, 3, 0.5), Vector3(40, 1.5, 1.7 * side))
	report("baked", await baked(baker()))
	await round_a_box()
	await shut_in()
	await behind_another()
	await not_moved()
	await frees_in_handler()


## What is in no navmesh is gone round.
func round_a_box() -> void:
	var crate := box(Vector3(0.8, 2, 1.6), Vector3(0, 1, 8))
	var agent := walker(Vector3(-6, 0, 8))
	agent.requestPath(Vector3(6, 0, 8))
	await until(func(): return agent.hasArrived() != NavAgent.RUNNING, 900)
	report("round a box", {"status": agent.hasArrived(), "off": flat(agent.get_parent().position).distance_to(Vector2(6, 8))})
	agent.get_parent().queue_free()
	crate.queue_free()
	await frames(2)


func shut_in() -> void:
	var crate := box(Vector3(0.5, 2, 3), Vector3(2, 1, 0))
	var agent := walker(Vector3(-8, 0, 0))
	var told := []
	agent.stuck_changed.connect(func(is_stuck): told.append(is_stuck))
	report("before", agent.why_stuck())
	agent.requestPath(Vector3(8, 0, 0))
	await frames(30)
	report("on its way", [agent.why_stuck(), agent.is_stuck])
	await until(func(): return agent.is_stuck, 900)
	report("shut in", [agent.is_stuck, agent.why_stuck(), agent.hasArrived()])
	crate.queue_free()
	await until(func(): return agent.hasArrived() != NavAgent.RUNNING, 900)
	report("set free", [agent.hasArrived(), told, agent.why_stuck()])
	agent.get_parent().queue_free()
	await frames(2)


func behind_another() -> void:
	var stands := walker(Vector3(40, 0, 0), 0.0)
	stands.get_parent().name = "Sentry"
	var agent := walker(Vector3(32, 0, 0), 0.0)
	agent.requestPath(Vector3(48, 0, 0))
	await until(func(): return agent.is_stuck, 900)
	report("behind another", [agent.is_stuck, agent.why_stuck()])
	stands.get_parent().queue_free()
	agent.get_parent().queue_free()
	await frames(2)


func not_moved() -> void:
	var agent := walker(Vector3(-6, 0, 8))
	agent.target_position = Vector3(6, 0, 8)
	await until(func(): return agent.is_stuck, 900)
	report("not moved", [agent.is_stuck, agent.why_stuck()])
	agent.velocity = Vector3.ZERO
	await frames(2)
	report("wants to stand", agent.is_stuck)
	var node := Node3D.new()
	node.position = Vector3(-6, 0, 6)
	var undriven := with_agent(node, {}, world)
	undriven.requestPath(Vector3(6, 0, 6))
	await until(func(): return undriven.is_stuck, 900)
	report("not driven", undriven.why_stuck())
	node.queue_free()
	agent.target_position = Vector3(600, 0, 8)
	agent.requestPath(Vector3(600, 0, 8))
	report("off the mesh", agent.why_stuck())
	agent.get_parent().queue_free()
	await frames(2)


func frees_in_handler() -> void:
	var agent := walker(Vector3(-6, 0, 8))
	agent.stuck_changed.connect(func(_is_stuck): agent.get_parent().free())
	agent.target_position = Vector3(6, 0, 8)
	await until(func(): return not is_instance_valid(agent), 900)
	report("freed", not is_instance_valid(agent))
	await frames(2)
