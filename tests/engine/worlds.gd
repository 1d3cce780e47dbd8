extends "res://level.gd"
## Crowds, worlds and several bakers of a world.


func run() -> void:
	await crowds()
	await between_worlds()
	await neighbours("of one depth", 8.0)
	await neighbours("of another depth", 4.0)
	await overlapping("overlapping", {"cell_size": 0.2})
	await overlapping("twice the same", {})
	await moved()
	await shared_data()


func rests(agent: NavAgent) -> bool:
	return await until(func(): return agent.hasArrived() == NavAgent.SUCCESS and agent.desired_velocity == Vector3.ZERO)


func distance(agent: NavAgent, goal: Vector3) -> float:
	return flat(agent.get_parent().global_position).distance_to(flat(goal))


## Walking goes on when the body, or the agent alone, is put elsewhere.
func crowds() -> void:
	var level := level_at()
	floor_at(20, 20, Vector3.ZERO, level)
	var crowd := Crowd.new()
	level.add_child(crowd)
	var other := Crowd.new()
	level.add_child(other)
	await baked(baker({}, level))
	var agent := walker(Vector3(-8, 0, -8), 1.0, {}, level)
	var goal := Vector3(8, 0, 8)
	agent.requestPath(goal)
	await frames(20)
	var counts := [crowd.get_agent_count()]
	for parent in [crowd, other, level, crowd]:
		agent.get_parent().reparent(parent)
		counts.append_array([crowd.get_agent_count(), other.get_agent_count()])
		report("still running", agent.hasArrived())
		await frames(20)
		counts.append_array([crowd.get_walking_count(), other.get_walking_count()])
	report("counts", counts)
	report("through crowds", [await rests(agent), distance(agent, goal)])
	var node := Node3D.new()
	node.position = Vector3(-8, 1, 8)
	crowd.add_child(node)
	agent.velocity_computed.connect(func(velocity): node.position += velocity / 60)
	agent.reparent(node)
	report("on another body", agent.requestPath(goal))
	report("on another body, there", [await rests(agent), distance(agent, goal)])
	agent.get_parent().remove_child(agent)
	report("outside the tree", agent.requestPath(goal))
	agent.free()
	level.free()
	await frames(1)


func between_worlds() -> void:
	var level := level_at()
	floor_at(10, 10, Vector3.ZERO, level)
	await baked(baker({}, level))
	var view := SubViewport.new()
	view.own_world_3d = true
	root.add_child(view)
	var far := level_at("", view)
	floor_at(10, 10, Vector3.ZERO, far)
	floor_at(10, 10, Vector3(30, 0, 0), far)
	await baked(baker({}, far))
	var agent := ghost(Vector3(28, 0, 0), 1.0, {}, level)
	report("off the mesh of this world", agent.requestPath(Vector3(32, 0, 0)))
	agent.get_parent().reparent(far)
	report("in the other world", agent.requestPath(Vector3(32, 0, 0)))
	await frames(20)
	agent.get_parent().reparent(level)
	await frames(20)
	report("back", [agent.hasArrived(), agent.reason])
	agent.get_parent().reparent(far)
	await frames(2)
	report("and there again", agent.requestPath(Vector3(32, 0, 0)))
	view.free()
	report("world is gone", is_instance_valid(agent))
	level.free()
	await frames(1)


## Two levels side by side, each with its baker; meshes that reach to the border, so no radius and no ledges.
func neighbours(what: String, depth: float) -> void:
	var settings := {"agent_radius": 0.0, "filter_ledge_spans": false}
	var west := level_at()
	var east := level_at()
	floor_at(8, 8, Vector3(-4, 0, 0), west)
	floor_at(8, depth, Vector3(4, 0, 0), east)
	var first := baker(settings, west)
	var second := baker(settings, east)
	second.position = Vector3(4, 0, 0)
	await baked(first)
	await baked(second)
	report(what + ", edges", [Array(first.navmesh.get_edges()).map(func(v): return v.x).max(),
		Array(second.navmesh.get_edges()).map(func(v): return v.x + 4).min()])
	var agent := ghost(Vector3(-7, 0, 1), 1.0, {}, west)
	var goal := Vector3(7, 0, 1)
	report(what, {"asked": agent.requestPath(goal), "length": agent.get_path_length(),
		"there": [await rests(agent), distance(agent, goal)], "reason": agent.reason_text})
	agent.requestPath(Vector3(-7, 0, 1))
	await frames(5)
	east.free()
	await frames(5)
	report(what + ", the other one gone", [agent.hasArrived(), agent.reason])
	west.free()
	await frames(1)


func overlapping(what: String, settings: Dictionary) -> void:
	var level := level_at()
	floor_at(10, 10, Vector3.ZERO, level)
	var first := baker({}, level)
	var second := baker(settings, level)
	first.name = "First"
	second.name = "Second"
	await baked(first)
	await baked(second)
	var agent := ghost(Vector3(-3, 0, 0), 1.0, {}, level)
	report(what, [agent.requestPath(Vector3(3, 0, 0)), agent.reason_text])
	await frames(5)
	second.free()
	await frames(1)
	report(what + ", one of them gone", agent.requestPath(Vector3(3, 0, 0)))
	level.free()
	await frames(1)


## The mesh is where its baker is.
func moved() -> void:
	var level := level_at()
	floor_at(20, 4, Vector3.ZERO, level)
	var bakes := baker({}, level)
	await baked(bakes)
	var agent := ghost(Vector3(100, 0, -8), 1.0, {}, level)
	var goal := Vector3(100, 0, 8)
	report("not there yet", agent.requestPath(goal))
	bakes.global_position = Vector3(100, 0, 0)
	bakes.rotation_degrees.y = 90
	await frames(1)
	report("there", agent.requestPath(goal))
	report("moved", [await rests(agent), distance(agent, goal)])
	bakes.scale = Vector3(3, 3, 3)
	bakes.rotation_degrees.x = 10
	await frames(1)
	agent.requestPath(Vector3(100, 0, -8))
	report("scale and tilt count for nothing", [await rests(agent), distance(agent, Vector3(100, 0, -8))])
	bakes.rotation_degrees = Vector3(0, 90, 0)
	bakes.scale = Vector3.ONE
	bakes.bake_navigation_mesh(false)
	await frames(1)
	report("baked in place, old place", agent.requestPath(goal))
	agent.get_parent().position = Vector3(-8, 1, 0)
	report("baked in place, new place", agent.requestPath(Vector3(8, 0, 0)))
	level.free()
	await frames(1)


## One resource in two bakers, its data replaced while a third one has the map joined.
func shared_data() -> void:
	var level := level_at()
	floor_at(8, 8, Vector3.ZERO, level)
	var first := baker({}, level)
	await baked(first)
	var second := NavMeshBaker.new()
	second.navmesh = first.navmesh
	second.position = Vector3(50, 0, 0)
	level.add_child(second)
	var agent := ghost(Vector3(47, 0, 0), 1.0, {}, level)
	var goal := Vector3(53, 0, 0)
	report("on the copy", agent.requestPath(goal))
	await frames(5)
	var data: PackedByteArray = first.navmesh.data
	for i in 10:
		first.navmesh.data = PackedByteArray() if i % 2 == 0 else data
		second.position.x += 0.001
		await frames(1)
	report("on the copy after all", [agent.requestPath(goal), await rests(agent)])
	second.navmesh = null
	await frames(2)
	report("without the copy", agent.requestPath(Vector3(47, 0, 0)))
	level.free()
	await frames(1)
