extends "res://level.gd"
## Crowds, worlds and several bakers of a world.


## Whether an agent arrives, and how far from the goal it stands then.
func walk_to(agent: NavAgent, goal: Vector3) -> Dictionary:
	var arrives := await until(func(): return agent.hasArrived() == NavAgent.SUCCESS and agent.desired_velocity == Vector3.ZERO)
	return {"arrives": arrives, "off": off(agent, goal)}


## A walk goes on when the body is put under another Crowd, or under none.
func scenario_walks_through_crowds() -> void:
	floor_at(20, 20)
	bake()
	var first: Crowd = put(Crowd.new())
	var second: Crowd = put(Crowd.new())
	var agent := walker(Vector3(-8, 0, -8))
	var goal := Vector3(8, 0, 8)
	agent.requestPath(goal)
	await frames(20)
	report("agents of the first crowd before", first.get_agent_count())
	var parents := {"first": first, "second": second, "none": world, "first again": first}
	for name in parents:
		agent.get_parent().reparent(parents[name])
		var agents := {"first": first.get_agent_count(), "second": second.get_agent_count()}
		report("status, under " + name, agent.hasArrived())
		await frames(20)
		report("under " + name, {"agents": agents, "walking": {"first": first.get_walking_count(), "second": second.get_walking_count()}})
	report("walk", await walk_to(agent, goal))


func scenario_agent_gets_another_body() -> void:
	floor_at(20, 20)
	bake()
	var crowd: Crowd = put(Crowd.new())
	var agent := walker(Vector3(-8, 0, -8), 1.0, {}, crowd)
	var goal := Vector3(8, 0, 8)
	agent.requestPath(goal)
	await frames(20)
	var node := node_at(Vector3(-8, 1, 8), crowd)
	agent.velocity_computed.connect(func(velocity): node.position += velocity / 60)
	agent.reparent(node)
	report("status on another body", agent.requestPath(goal))
	report("walk", await walk_to(agent, goal))
	agent.get_parent().remove_child(agent)
	report("status outside the tree", agent.requestPath(goal))
	agent.free()


func scenario_between_worlds() -> void:
	var level := level_at()
	floor_at(10, 10, Vector3.ZERO, level)
	bake({}, level)
	var view := viewport()
	var far := level_at("", view)
	floor_at(10, 10, Vector3.ZERO, far)
	floor_at(10, 10, Vector3(30, 0, 0), far)
	bake({}, far)
	var agent := ghost(Vector3(28, 0, 0), 1.0, {}, level)
	var goal := Vector3(32, 0, 0)
	report("status off the navmesh of this world", agent.requestPath(goal))
	report("reason there", agent.reason)
	agent.get_parent().reparent(far)
	report("status in the other world", agent.requestPath(goal))
	await frames(20)
	agent.get_parent().reparent(level)
	await frames(20)
	report("back", {"status": agent.hasArrived(), "reason": agent.reason})
	agent.get_parent().reparent(far)
	await frames(2)
	report("status there again", agent.requestPath(goal))
	view.free()
	report("agent outlives its world", is_instance_valid(agent))


func scenario_bakers_meet() -> void:
	await meet(8.0)


func scenario_bakers_of_different_depth_meet() -> void:
	await meet(4.0)


## Two levels side by side, each with its baker. Their meshes reach to the border, so no radius and no ledges.
func meet(depth: float) -> void:
	var settings := {"agent_radius": 0.0, "filter_ledge_spans": false}
	var west := level_at()
	var east := level_at()
	floor_at(8, 8, Vector3(-4, 0, 0), west)
	floor_at(8, depth, Vector3(4, 0, 0), east)
	var first := bake(settings, west)
	var second := bake(settings.merged({"position": Vector3(4, 0, 0)}), east)
	report("east end of the first", Array(first.navmesh.get_edges()).map(func(v): return v.x).max())
	report("west end of the second", Array(second.navmesh.get_edges()).map(func(v): return v.x + 4).min())
	var agent := ghost(Vector3(-7, 0, 1), 1.0, {}, west)
	var goal := Vector3(7, 0, 1)
	report("asked", {"status": agent.requestPath(goal), "reason": agent.reason_text})
	report("length", agent.get_path_length())
	report("walk", await walk_to(agent, goal))
	agent.requestPath(Vector3(-7, 0, 1))
	await frames(5)
	east.free()
	await frames(5)
	report("status when the second is gone", agent.hasArrived())
	report("start offset then", agent.start_offset)


func scenario_bakers_overlap() -> void:
	await overlap({"cell_size": 0.2})


func scenario_bakers_of_the_same_floor() -> void:
	await overlap({})


func overlap(settings: Dictionary) -> void:
	floor_at(10, 10)
	bake({"name": "First"})
	var second := bake({"name": "Second"}.merged(settings))
	var agent := ghost(Vector3(-3, 0, 0))
	report("status", agent.requestPath(Vector3(3, 0, 0)))
	await frames(5)
	second.free()
	await frames(1)
	report("status when the second is gone", agent.requestPath(Vector3(3, 0, 0)))


## The mesh is where its baker is.
func scenario_baker_is_moved() -> void:
	floor_at(20, 4)
	var bakes := bake()
	var agent := ghost(Vector3(100, 0, -8))
	var goal := Vector3(100, 0, 8)
	report("status before", agent.requestPath(goal))
	bakes.global_position = Vector3(100, 0, 0)
	bakes.rotation_degrees.y = 90
	await frames(1)
	report("status", agent.requestPath(goal))
	report("walk", await walk_to(agent, goal))
	bakes.scale = Vector3(3, 3, 3)
	bakes.rotation_degrees.x = 10
	await frames(1)
	agent.requestPath(Vector3(100, 0, -8))
	report("walk when it is scaled and tilted", await walk_to(agent, Vector3(100, 0, -8)))
	bakes.rotation_degrees = Vector3(0, 90, 0)
	bakes.scale = Vector3.ONE
	bakes.bake_navigation_mesh(false)
	await frames(1)
	report("status at the old place, baked again", agent.requestPath(goal))
	agent.get_parent().position = Vector3(-8, 1, 0)
	report("status at the new place, baked again", agent.requestPath(Vector3(8, 0, 0)))


## One resource in two bakers. Its data is replaced again and again while the map changes.
func scenario_navmesh_of_two_bakers() -> void:
	floor_at(8, 8)
	var first := bake()
	var second := baker({"navmesh": first.navmesh, "position": Vector3(50, 0, 0)})
	var agent := ghost(Vector3(47, 0, 0))
	var goal := Vector3(53, 0, 0)
	report("status on the second", agent.requestPath(goal))
	await frames(5)
	var data: PackedByteArray = first.navmesh.data
	for i in 10:
		first.navmesh.data = PackedByteArray() if i % 2 == 0 else data
		second.position.x += 0.001
		await frames(1)
	report("status when its data is back", agent.requestPath(goal))
	report("walk", await walk_to(agent, goal))
	second.navmesh = null
	await frames(2)
	report("status without the second", agent.requestPath(Vector3(47, 0, 0)))
