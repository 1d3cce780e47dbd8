extends "res://dimension.gd"
## A viewport is given another world while its nodes are at work, or moves to another viewport.

var level: Node                 ## What is in the viewport.
var worlds: Array[Resource]     ## The engine prints an error where a viewport's former World3D is gone already.


## Two floors and a link between them; a wall of a NavObstacle on the first, a hole of a volume in the second.
func level_in(view: Node) -> Node:
	level = bare_node(0, 0, view)
	for x: float in [0.0, 30.0]:
		baked_at(Vector2(x, 0), Vector2(x + 20, 10)).get_parent().reparent(level)
	our_node("NavLink", {"start_position": at(19, 5), "end_position": at(31, 5)}, level)
	our_node("NavObstacle", {"affect_navigation_mesh": true, "carve_when_resting": false, "position": at(4, 2), "radius": length(1)}
		.merged({} if IS_PLANE else {"height": 2.0}), level)
	var hole := our_node("NavModifierArea" if IS_PLANE else "NavModifierVolume", {"area": 0, "position": at(40, 8)}, level)
	if IS_PLANE:
		hole.polygon = places([Vector2(-1, -1), Vector2(1, -1), Vector2(1, 1), Vector2(-1, 1)])
	return level


func walker_in(parent: Node, x := 2.0) -> Node:
	var agent := agent_at(x, 5, {"max_speed": length(8)})
	agent.get_parent().reparent(parent)
	return agent


func new_world() -> Resource:
	worlds.append(ClassDB.instantiate("World" + SUFFIX))
	return worlds.back()


func map_of_world(given: Resource) -> RefCounted:
	return NavMap2D.of_world(given) if IS_PLANE else NavMap.of_world(given)


func map_of(node: Node) -> RefCounted:
	return NavMap2D.of(node) if IS_PLANE else NavMap.of(node)


func world_of(node: Node) -> Resource:
	return node.get_viewport().find_world_2d() if IS_PLANE else node.get_viewport().find_world_3d()


func give(view: Viewport, other: Resource) -> void:
	view.set("world_2d" if IS_PLANE else "world_3d", other)


## What is on a map of the level.
func seen_on(map: RefCounted) -> Dictionary:
	return {"floor": map.is_on_navmesh(at(8, 5)), "link": map.is_reachable(at(8, 5), at(36, 5)), "obstacle": map.is_on_navmesh(at(4, 2)),
		"hole": map.is_on_navmesh(at(40, 8))}


func new_view(parent: Node = world) -> SubViewport:
	var view: SubViewport = put(SubViewport.new(), {"size": Vector2i(64, 64)}, parent)
	give(view, new_world())
	return view


func bake_again() -> void:
	for baker in level.find_children("*", "NavMeshBaker" + OUR_SUFFIX, true, false):
		await until(func(): return not baker.is_baking() and not baker.is_rebaking(), 0, MSEC_TO_WAIT)
		baker.bake_navigation_mesh(false)


func scenario_viewport_gets_another_world() -> void:
	var view := new_view()
	level_in(view)
	await bake_again()
	var first := world_of(level)
	var crowd := our_node("Crowd", {}, level)
	var in_crowd := walker_in(crowd)
	var alone := walker_in(level, 1.0)
	for agent in [in_crowd, alone]:
		agent.requestPath(at(48, 5))
	await frames(10)
	report("before", [seen_on(map_of(level)), map_of_world(first) == map_of(level), crowd.get_walking_count()])
	var other := new_world()
	give(view, other)
	await frames(2)
	report("new", seen_on(map_of_world(other)))
	report("old", seen_on(map_of_world(first)))
	report("of nodes", [seen_on(map_of(level)), seen_on(in_crowd.get_map()), seen_on(alone.get_map())])
	report("status", [in_crowd.hasArrived(), alone.hasArrived(), crowd.get_walking_count()])
	await bake_again()
	report("baked again", seen_on(map_of(level)))
	var off := func(agent): return ground(agent.get_parent().position).distance_to(Vector2(48, 5))
	await until(func(): return [in_crowd, alone].all(func(agent): return agent.hasArrived() != 0))
	report("arrived", [in_crowd, alone].map(func(agent): return [agent.hasArrived(), off.call(agent) < 2.0]))
	give(view, first)
	await frames(2)
	report("back", [seen_on(map_of(level)), seen_on(map_of_world(other))])
	report("again", [alone.requestPath(at(2, 5)), in_crowd.requestPath(at(2, 5))])


## null: in space the world of the viewport above, in the plane a new one.
func scenario_viewport_loses_its_world() -> void:
	var view := new_view()
	level_in(view)
	await bake_again()
	var first := world_of(level)
	var agent := walker_in(level)
	agent.requestPath(at(48, 5))
	await frames(5)
	give(view, null)
	await frames(2)
	report("world", [world_of(level) == first, world_of(level) == world_of(world)])
	report("new", seen_on(map_of(level)))
	report("old", seen_on(map_of_world(first)))
	await until(func(): return agent.hasArrived() != 0)
	report("arrived", agent.hasArrived())


## Nodes below another viewport stay where that one is.
func scenario_viewport_in_a_viewport() -> void:
	var view := new_view()
	var inner := new_view(view)
	level_in(inner)
	await bake_again()
	var first := world_of(level)
	give(view, new_world())
	await frames(2)
	report("inner", [world_of(level) == first, seen_on(map_of(level))])
	report("outer", seen_on(map_of(inner.get_parent())))


func scenario_level_moves_to_another_viewport() -> void:
	var views := [new_view(), new_view()]
	level_in(views[0])
	await bake_again()
	var agent := walker_in(level)
	agent.requestPath(at(48, 5))
	await frames(5)
	level.reparent(views[1])
	report("new", seen_on(map_of_world(world_of(views[1].get_child(0)))))
	report("old", seen_on(map_of_world(views[0].find_world_2d() if IS_PLANE else views[0].find_world_3d())))
	views[0].free()
	await until(func(): return agent.hasArrived() != 0)
	report("arrived", agent.hasArrived())


## World after world, while nodes are freed.
func scenario_many_worlds() -> void:
	var view := new_view()
	level_in(view)
	await bake_again()
	var agents := [walker_in(level, 1), walker_in(level, 3), walker_in(level, 5)]
	for agent in agents:
		agent.requestPath(at(48, 5))
	await frames(5)
	for i in 6:
		give(view, new_world())
		if i == 2:
			agents[1].get_parent().queue_free()
		if i == 4:
			level.get_child(0).free()
		await frames(1)
	await frames(2)
	report("left", [is_instance_valid(agents[1]), agents[0].hasArrived() != 2, map_of(level).is_on_navmesh(at(36, 5)), map_of(level).is_on_navmesh(at(8, 5))])
