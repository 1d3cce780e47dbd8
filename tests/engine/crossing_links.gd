extends "res://level.gd"
## Bodies cross links: they jump, climb and drop by themselves, and wait for a script that takes a link over.

const LINKS := {"link_drop_height": 4.0, "link_climb_height": 3.0, "link_jump_distance": 3.0}


func run() -> void:
	floor_at(12, 12)
	box(Vector3(4, 2.5, 12), Vector3(8, 1.25, 0))			# a ledge, 2.5 m high
	floor_at(8, 12, Vector3(-12, 0, 0))						# behind a gap of 2 m
	report("baked", await baked(baker(LINKS)))
	await crosses("climb", Vector3(3, 0, 0), Vector3(8, 2.5, 0))
	await crosses("drop", Vector3(8, 2.5, 0), Vector3(3, 0, 0))
	await crosses("jump", Vector3(-3, 0, 0), Vector3(-12, 0, 0))
	await crosses("jump at once", Vector3(-3, 0, 0), Vector3(-12, 0, 0), {"max_speed": 8.0})
	await floats()
	await taken_over()
	await led()
	await frees_in_handler()


func crosses(what: String, from: Vector3, to: Vector3, settings := {}) -> void:
	var agent := walker(from, 1.0, settings)
	var body: CharacterBody3D = agent.get_parent()
	var links := []
	agent.link_reached.connect(func(details): links.append(details))
	agent.requestPath(to)
	var top := -INF
	var fastest := 0.0
	var crossed := false
	for i in 900:
		await physics_frame
		top = maxf(top, body.position.y - 1.0)
		fastest = maxf(fastest, body.get_real_velocity().length())
		crossed = crossed or agent.is_on_link
		if agent.hasArrived() != NavAgent.RUNNING and agent.desired_velocity == Vector3.ZERO:
			break
	report(what, {"status": agent.hasArrived(), "off": body.position.distance_to(to + Vector3(0, 1, 0)), "top": top, "crossed": crossed,
		"links": links.size(), "type": links[0].get("type") if links else -1, "fastest": fastest,
		"entry": links[0].link_entry_position.y if links else -1.0, "exit": links[0].link_exit_position.y if links else -1.0})
	body.queue_free()
	await frames(2)


## A body that knows no gravity goes straight.
func floats() -> void:
	var agent := walker(Vector3(-3, 0, 0))
	var body: CharacterBody3D = agent.get_parent()
	body.motion_mode = CharacterBody3D.MOTION_MODE_FLOATING
	agent.requestPath(Vector3(-12, 0, 0))
	await until(func(): return agent.hasArrived() != NavAgent.RUNNING)
	report("floats", {"status": agent.hasArrived(), "height": body.position.y})
	body.queue_free()
	await frames(2)


## The script takes its time, more than any agent would wait for a body on a link.
func taken_over() -> void:
	for finishes in [true, false]:
		var agent := walker(Vector3(-3, 0, 0))
		var body: CharacterBody3D = agent.get_parent()
		var taken := []
		agent.link_reached.connect(func(details):
			taken.append(agent.take_over_link())
			var begin := body.position
			await frames(120)
			for i in 30:
				body.position = begin.lerp(details.link_exit_position + Vector3(0, 1, 0), (i + 1) / 30.0)
				await physics_frame
			if finishes:
				agent.finish_link())
		agent.requestPath(Vector3(-12, 0, 0))
		report("off links", agent.take_over_link())
		await until(func(): return not taken.is_empty())
		var at := body.position
		await frames(100)
		report("waits, finishes %s" % finishes, [body.position.distance_to(at), agent.hasArrived(), agent.is_stuck, agent.why_stuck()])
		await until(func(): return agent.hasArrived() != NavAgent.RUNNING and agent.desired_velocity == Vector3.ZERO)
		report("taken over, finishes %s" % finishes, {"status": agent.hasArrived(), "taken": taken,
			"off": flat(body.position).distance_to(Vector2(-12, 0))})
		body.queue_free()
		await frames(2)


## A script that goes from point to point crosses a link, too.
func led() -> void:
	var agent := with_agent(Node3D.new(), {}, world)
	var node: Node3D = agent.get_parent()
	node.position = Vector3(-3, 1, 0)
	var links := [0]
	agent.link_reached.connect(func(_details): links[0] += 1)
	agent.target_position = Vector3(-12, 0, 0)
	await until(func():
		if not agent.is_navigation_finished():
			node.position = node.position.move_toward(agent.get_next_path_position() + Vector3(0, 1, 0), 0.11)
		return agent.is_navigation_finished())
	report("led", {"links": links[0], "reached": agent.is_target_reached(), "off": flat(node.position).distance_to(Vector2(-12, 0))})
	node.queue_free()
	await frames(2)


func frees_in_handler() -> void:
	var agent := walker(Vector3(-3, 0, 0))
	agent.link_reached.connect(func(_details): agent.get_parent().free())
	agent.requestPath(Vector3(-12, 0, 0))
	await until(func(): return not is_instance_valid(agent))
	report("freed", not is_instance_valid(agent))
	await frames(2)
