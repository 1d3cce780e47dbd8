extends SceneTree
## What 10,000 agents that have nothing to do cost a physics frame: frames with them less frames without, in turn.

const Walkers := preload("walkers.gd")
const COUNT := 10000
const FRAMES := 300
const ROUNDS := 7

var bodies: Array[Node3D] = []


func _initialize() -> void:
	var ground := Walkers.box(Vector3(110, 0.5, 110), Vector3.ZERO, root)
	var baker := NavMeshBaker.new()
	baker.bake_on_ready = false
	ground.add_child(baker)
	await process_frame
	baker.bake_navigation_mesh(false)
	var holder := Node3D.new()
	root.add_child(holder)
	for i in COUNT:
		var body := Node3D.new()
		body.position = Vector3(i % 100 - 50, 0.25, i / 100 - 50)
		holder.add_child(body)
		bodies.append(body)
	await process_frame
	print("RESULT threads ", OS.get_processor_count(), " ", Engine.get_version_info().string)
	await compare("NavAgent that was never asked", func(): return NavAgent.new(), func(_agent, _body): pass, ready)
	await compare("NavAgent that has arrived", func(): return NavAgent.new(),
		func(agent, body): agent.requestPath(body.position), arrived)
	await compare("NavigationAgent3D that was never asked", func(): return NavigationAgent3D.new(),
		func(_agent, _body): pass, ready)
	quit()


func ready(agents: Array) -> bool:
	return agents.all(func(agent): return agent.is_inside_tree())


func arrived(agents: Array) -> bool:
	return agents.all(func(agent): return agent.hasArrived() == NavAgent.SUCCESS and agent.desired_velocity == Vector3.ZERO)


## Reports the nanoseconds that each agent adds to a frame, one number a round.
func compare(what: String, make: Callable, ask: Callable, check: Callable) -> void:
	var agents := []
	for body in bodies:
		agents.append(make.call())
	var costs := []
	for i in ROUNDS:
		var without := await frame_usec()
		for k in COUNT:
			bodies[k].add_child(agents[k])
			ask.call(agents[k], bodies[k])
		for frame in 30:
			await physics_frame
		var with_them := await frame_usec()
		if not check.call(agents):
			printerr("ERROR: the agents are not as they should be: ", what)
		costs.append((with_them - without) * 1000.0 / COUNT)
		for k in COUNT:
			bodies[k].remove_child(agents[k])
	print("RESULT cost ", JSON.stringify({"what": what, "count": agents.size(), "ns": costs}))
	for agent in agents:
		agent.free()


func frame_usec() -> float:
	for i in 10:
		await physics_frame
	var begin := Time.get_ticks_usec()
	for i in FRAMES:
		await physics_frame
	return (Time.get_ticks_usec() - begin) / float(FRAMES)
