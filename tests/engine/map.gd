extends "res://level.gd"
## The map of a world: regions and links of the engine's own, NavLinks, layers and costs.


func run() -> void:
	await regions()
	await baked_region()
	await region_changes()
	await region_transforms()
	await two_regions()
	await links_of_the_engine()
	await baker_beside_regions()
	setters()
	await nav_links()
	await link_on_baker()
	await link_costs()
	await near_edges()
	await layers()
	await many_layers()
	await churn()


## A NavigationMesh of one rectangle at a height, clockwise seen from above as Godot's are.
func rectangle(low: Vector2, high: Vector2, height := 0.0) -> NavigationMesh:
	var mesh := NavigationMesh.new()
	mesh.vertices = PackedVector3Array([Vector3(low.x, height, low.y), Vector3(high.x, height, low.y), Vector3(high.x, height, high.y),
			Vector3(low.x, height, high.y)])
	mesh.add_polygon(PackedInt32Array([0, 1, 2, 3]))
	return mesh


func region(mesh: NavigationMesh, parent: Node = world, settings := {}) -> NavigationRegion3D:
	var node := NavigationRegion3D.new()
	node.navigation_mesh = mesh
	for setting in settings:
		node.set(setting, settings[setting])
	parent.add_child(node)
	return node


func link(start: Vector3, end: Vector3, parent: Node, settings := {}) -> NavLink:
	var node := NavLink.new()
	node.start_position = start
	node.end_position = end
	for setting in settings:
		node.set(setting, settings[setting])
	parent.add_child(node)
	return node


func arrives(agent: NavAgent, goal: Vector3) -> bool:
	if agent.requestPath(goal) == NavAgent.FAILURE:
		return false
	await until(func(): return agent.hasArrived() != NavAgent.RUNNING and agent.desired_velocity == Vector3.ZERO, 1200)
	return agent.hasArrived() == NavAgent.SUCCESS and flat(agent.get_parent().global_position).distance_to(flat(goal)) < 0.2


## What the agent is answered once the map is as it stands after the next physics frame.
func asked(agent: NavAgent, goal: Vector3) -> int:
	agent.stop()
	await frames(1)
	return agent.requestPath(goal)


func regions() -> void:
	var level := level_at()
	var agent := ghost(Vector3(-3, 0, 0), 1.0, {}, level)
	report("no region", [agent.requestPath(Vector3(3, 0, 0)), agent.reason])
	region(NavigationMesh.new(), level)
	report("empty mesh", await asked(agent, Vector3(3, 0, 0)))
	var node := region(rectangle(Vector2(-4, -4), Vector2(4, 4)), level)
	report("there is one", agent.requestPath(Vector3(3, 0, 0)))
	report("walks on it", await arrives(agent, Vector3(3, 0, 0)))
	node.free()
	report("it is gone", agent.requestPath(Vector3(-3, 0, 0)))
	level.free()
	await frames(1)


## As Godot bakes it: it floats over the floor, and a body walks on the floor.
func baked_region() -> void:
	var level := level_at()
	floor_at(20, 20, Vector3.ZERO, level)
	box(Vector3(1, 3, 12), Vector3(0, 1.5, -2), level)
	box(Vector3(4, 0.4, 4), Vector3(7, 0.2, 7), level)
	var mesh := NavigationMesh.new()
	mesh.geometry_parsed_geometry_type = NavigationMesh.PARSED_GEOMETRY_STATIC_COLLIDERS
	mesh.agent_max_climb = 0.5
	var node := region(mesh, level)
	var source := NavigationMeshSourceGeometryData3D.new()
	NavigationServer3D.parse_source_geometry_data(mesh, source, level)
	NavigationServer3D.bake_from_source_geometry_data(mesh, source)
	node.navigation_mesh = mesh
	report("baked region floats", mesh.vertices[0].y > 0.05)
	var agent := walker(Vector3(-7, 0, -7), 1.0, {}, level)
	report("round a wall", await arrives(agent, Vector3(7, 0, -7)))
	report("up a step", await arrives(agent, Vector3(7, 0.4, 7)))
	level.free()
	await frames(1)


func region_changes() -> void:
	var level := level_at()
	var node := region(rectangle(Vector2(-4, -4), Vector2(4, 4)), level)
	var agent := ghost(Vector3(-3, 0, 0), 1.0, {}, level)
	var seen := [agent.requestPath(Vector3(3, 0, 0))]
	node.enabled = false
	seen.append(await asked(agent, Vector3(3, 0, 0)))
	node.enabled = true
	seen.append(await asked(agent, Vector3(3, 0, 0)))
	node.navigation_mesh.clear()
	node.navigation_mesh = rectangle(Vector2(-4, -4), Vector2(-1, 4))
	seen.append(await asked(agent, Vector3(3, 0, 0)))
	node.navigation_mesh = null
	seen.append(await asked(agent, Vector3(-2, 0, 0)))
	node.navigation_mesh = rectangle(Vector2(-4, -4), Vector2(4, 4))
	seen.append(await asked(agent, Vector3(3, 0, 0)))
	node.navigation_layers = 0
	seen.append(await asked(agent, Vector3(3, 0, 0)))
	node.navigation_layers = 1
	seen.append(await asked(agent, Vector3(3, 0, 0)))
	level.remove_child(node)
	seen.append(await asked(agent, Vector3(3, 0, 0)))
	node.navigation_mesh = rectangle(Vector2(-5, -4), Vector2(5, 4))
	level.add_child(node)
	seen.append(await asked(agent, Vector3(4.5, 0, 0)))
	report("changes of a region", seen)
	agent.requestPath(Vector3(3, 0, 0))
	await frames(5)
	node.enabled = false
	await frames(2)
	report("disabled on the way", agent.hasArrived())
	node.enabled = true
	agent.target_position = Vector3(3, 0, 9)
	await frames(2)
	report("partly", agent.is_target_reachable())
	region(rectangle(Vector2(-5, 4), Vector2(5, 10)), level)
	await frames(2)
	report("a region came", agent.is_target_reachable())
	level.free()
	await frames(1)


func region_transforms() -> void:
	var level := level_at()
	var node := region(rectangle(Vector2(-4, -4), Vector2(4, 4)), level)
	var agent := ghost(Vector3(97, 0, 0), 1.0, {}, level)
	var seen := [agent.requestPath(Vector3(103, 0, 0))]
	node.position = Vector3(100, 0, 0)
	seen.append(await asked(agent, Vector3(103, 0, 0)))
	node.rotation_degrees.y = 45
	seen.append(await asked(agent, Vector3(105.5, 0, 0)))
	node.rotation_degrees.y = 0
	node.scale = Vector3(2, 1, 2)
	seen.append(await asked(agent, Vector3(107.5, 0, 0)))
	node.scale = Vector3(-1, 1, 1)
	seen.append(await asked(agent, Vector3(103.5, 0, 0)))
	node.scale = Vector3.ONE
	node.rotation_degrees.z = 30
	seen.append(await asked(agent, Vector3(103, 1.6, 0)))
	report("a region moves", seen)
	report("up the slope", agent.get_final_position().y)
	level.free()
	await frames(1)


## Side by side, on layers of their own, at costs of their own.
func two_regions() -> void:
	var level := level_at()
	var west := region(rectangle(Vector2(-8, -4), Vector2(0, 4)), level)
	var east := region(rectangle(Vector2(0, -2), Vector2(8, 6)), level)
	var agent := ghost(Vector3(-7, 0, 0), 1.0, {}, level)
	report("across two", await arrives(agent, Vector3(7, 0, 5)))
	east.position.x = 0.5
	report("a gap", await asked(agent, Vector3(-7, 0, 0)))
	east.position.x = 0
	report("no gap", await asked(agent, Vector3(-7, 0, 0)))
	agent.stop()
	west.free()
	east.free()
	# A straight way that is dear, and a way round it that is not.
	region(rectangle(Vector2(-8, -2), Vector2(-4, 2)), level)
	region(rectangle(Vector2(4, -2), Vector2(8, 2)), level)
	var dear := region(rectangle(Vector2(-4, -2), Vector2(4, 2)), level, {"travel_cost": 5.0})
	region(rectangle(Vector2(-8, 2), Vector2(8, 4)), level)
	agent.get_parent().position = Vector3(-7, 1, 0)
	await frames(1)
	agent.requestPath(Vector3(7, 0, 0))
	report("round what is dear", agent.get_path_length())
	dear.travel_cost = 1.0
	await asked(agent, Vector3(7, 0, 0))
	report("straight", agent.get_path_length())
	level.free()
	await frames(1)


func links_of_the_engine() -> void:
	var level := level_at()
	region(rectangle(Vector2(-8, -4), Vector2(-1, 4)), level)
	region(rectangle(Vector2(1, -4), Vector2(8, 4)), level)
	var agent := ghost(Vector3(-7, 0, 0), 1.0, {}, level)
	report("engine link, none", agent.requestPath(Vector3(7, 0, 0)))
	var node := NavigationLink3D.new()
	node.start_position = Vector3(-1.2, 0, 0)
	node.end_position = Vector3(1.2, 0, 0)
	level.add_child(node)
	var owners := []
	agent.link_reached.connect(func(details): owners.append(details.owner == node))
	report("engine link, there", await arrives(agent, Vector3(7, 0, 0)))
	report("engine link, owner", owners)
	node.bidirectional = false
	var seen := [await asked(agent, Vector3(-7, 0, 0))]
	node.bidirectional = true
	seen.append(await asked(agent, Vector3(-7, 0, 0)))
	node.enabled = false
	seen.append(await asked(agent, Vector3(-7, 0, 0)))
	node.enabled = true
	node.position.y = 20
	seen.append(await asked(agent, Vector3(-7, 0, 0)))
	node.position.y = 0
	seen.append(await asked(agent, Vector3(-7, 0, 0)))
	node.navigation_layers = 0
	seen.append(await asked(agent, Vector3(-7, 0, 0)))
	report("changes of an engine link", seen)
	level.free()
	await frames(1)


## Where there is a baker, regions count for nothing.
func baker_beside_regions() -> void:
	var level := level_at()
	floor_at(10, 10, Vector3.ZERO, level)
	region(rectangle(Vector2(40, -4), Vector2(48, 4)), level)
	var agent := ghost(Vector3(41, 0, 0), 1.0, {}, level)
	var seen := [agent.requestPath(Vector3(47, 0, 0))]
	var bakes := baker({}, level)
	await baked(bakes)
	seen.append(await asked(agent, Vector3(47, 0, 0)))
	bakes.free()
	seen.append(await asked(agent, Vector3(47, 0, 0)))
	report("a baker and a region", seen)
	level.free()
	await frames(1)


## As Godot's own tests of NavigationLink3D have them.
func setters() -> void:
	var node := NavLink.new()
	var plain := NavigationLink3D.new()
	var same := {}
	for property in ["enabled", "bidirectional", "navigation_layers", "start_position", "end_position", "enter_cost", "travel_cost"]:
		same[property] = node.get(property) == plain.get(property) and typeof(node.get(property)) == typeof(plain.get(property))
	report("defaults", same)
	node.bidirectional = false
	node.enabled = false
	node.navigation_layers = 3
	node.enter_cost = 0.5
	node.travel_cost = 2.5
	node.width = 1.5
	node.kind = NavLink.KIND_JUMP
	node.start_position = Vector3(1, 2, 3)
	node.end_position = Vector3(4, 5, 6)
	report("round trip", [node.bidirectional, node.enabled, node.navigation_layers, node.enter_cost, node.travel_cost, node.width, node.kind,
			node.start_position == Vector3(1, 2, 3), node.end_position == Vector3(4, 5, 6), node.is_enabled(), node.is_bidirectional()])
	node.set_navigation_layer_value(2, false)
	node.set_navigation_layer_value(32, true)
	report("layers", [node.navigation_layers, node.get_navigation_layer_value(1), node.get_navigation_layer_value(2),
			node.get_navigation_layer_value(32)])
	world.add_child(node)
	world.add_child(plain)
	for other: Node3D in [node, plain]:
		other.position = Vector3(3, 1, -2)
		other.rotation_degrees = Vector3(20, 50, 10)
		other.scale = Vector3(2, 1, 0.5)
		other.call("set_global_start_position", Vector3(7, 8, 9))
		other.end_position = Vector3(1, 1, 1)
	report("global", [node.get_global_start_position().is_equal_approx(Vector3(7, 8, 9)),
			node.start_position.is_equal_approx(plain.start_position),
			node.get_global_end_position().is_equal_approx(plain.get_global_end_position())])
	node.start_position = Vector3(NAN, 0, 0)
	node.travel_cost = -1
	node.set_navigation_layer_value(33, true)
	report("refused", [node.start_position.is_equal_approx(plain.start_position), node.travel_cost, node.navigation_layers])
	node.free()
	plain.free()


## On regions that don't touch.
func nav_links() -> void:
	var level := level_at()
	region(rectangle(Vector2(-8, -4), Vector2(-1, 4)), level)
	region(rectangle(Vector2(1, -4), Vector2(8, 4), 1.0), level)
	var agent := ghost(Vector3(-7, 0, 0), 1.0, {}, level)
	var goal := Vector3(7, 1, 0)
	var node := link(Vector3(-1.2, 0, 0), Vector3(1.2, 1, 0), level)
	var owners := []
	agent.link_reached.connect(func(details): owners.append(details.owner == node))
	report("link, there", await arrives(agent, goal))
	report("link, owner", owners)
	report("link, height", agent.get_final_position().y)
	var home := Vector3(-7, 0, 0)
	var seen := []
	for change in [["bidirectional", false], ["bidirectional", true], ["enabled", false], ["enabled", true], ["navigation_layers", 0],
			["navigation_layers", 1], ["position", Vector3(0, 9, 0)], ["position", Vector3(0, 0, 2)], ["end_position", Vector3(-1.2, 0, 0)],
			["end_position", Vector3(1.2, 1, 0)]]:
		node.set(change[0], change[1])
		if change[0] == "position":     # the engine tells at the end of the frame
			await frames(1)
		agent.stop()
		seen.append(agent.requestPath(home))
	report("changes of a link", seen)
	node.free()
	agent.stop()
	report("link is gone", agent.requestPath(home))
	node = link(Vector3(-1.2, 0, 0), Vector3(1.2, 1, 0), level, {"width": 6.0})
	agent.get_parent().position = Vector3(-2, 1, 2.5)
	agent.requestPath(Vector3(2, 1, 2.5))
	var wide := agent.get_path_length()
	node.width = 0
	agent.stop()
	agent.requestPath(Vector3(2, 1, 2.5))
	report("wide and narrow", [wide, agent.get_path_length()])
	level.free()
	await frames(1)


## A link on a baked navmesh is no part of the resource.
func link_on_baker() -> void:
	var level := level_at()
	floor_at(8, 8, Vector3(-6, 0, 0), level)
	floor_at(8, 8, Vector3(6, 0, 0), level)
	for place in [Vector3.ZERO, Vector3(0, 0, 50)]:
		var bakes := baker({}, level)
		await baked(bakes)
		var data: PackedByteArray = bakes.navmesh.data
		level.position = place
		var agent := ghost(place + Vector3(-8, 0, 0), 1.0, {}, world)
		var goal: Vector3 = place + Vector3(8, 0, 0)
		await frames(1)
		var seen := [agent.requestPath(goal)]
		var node := link(Vector3(-2.8, 0, 0), Vector3(2.8, 0, 0), level)
		agent.stop()
		seen.append(agent.requestPath(goal))
		seen.append(bakes.navmesh.data == data)
		seen.append(await arrives(agent, goal))
		bakes.bake_navigation_mesh(false)
		seen.append(await asked(agent, place + Vector3(-8, 0, 0)))
		node.free()
		agent.stop()
		seen.append(agent.requestPath(place + Vector3(-8, 0, 0)))
		report("link on a baker at %d" % place.z, seen)
		agent.get_parent().free()
		bakes.free()
		level.position = Vector3.ZERO
	level.free()
	await frames(1)


## Two links to the same place: the cheaper one is taken.
func link_costs() -> void:
	var level := level_at()
	region(rectangle(Vector2(-8, -4), Vector2(-1, 4)), level)
	region(rectangle(Vector2(1, -4), Vector2(8, 4)), level)
	var near := link(Vector3(-1.2, 0, 0), Vector3(1.2, 0, 0), level)
	link(Vector3(-1.2, 0, 3), Vector3(1.2, 0, 3), level)
	var agent := ghost(Vector3(-3, 0, 0), 1.0, {}, level)
	var lengths := []
	for change in [["travel_cost", 1.0], ["travel_cost", 4.0], ["travel_cost", 1.0], ["enter_cost", 10.0], ["enter_cost", 0.0]]:
		near.set(change[0], change[1])
		agent.stop()
		agent.requestPath(Vector3(3, 0, 0))
		lengths.append(agent.get_path_length())
	report("costs of links", lengths)
	level.free()
	await frames(1)


## Edges that nearly meet are connected, as on the engine's maps.
func near_edges() -> void:
	var level := level_at()
	region(rectangle(Vector2(-8, -4), Vector2(0, 4)), level)
	var east := region(rectangle(Vector2(0, -2), Vector2(8, 6)), level)
	var agent := ghost(Vector3(-7, 0, 0), 1.0, {}, level)
	var seen := []
	for place in [Vector3(0.1, 0, 0), Vector3(-0.1, 0.1, 0), Vector3(0.2, -0.1, 0.3), Vector3(0.3, 0, 0)]:
		east.position = place
		seen.append(await asked(agent, Vector3(7, 0, 5)))
	east.position = Vector3(0.1, 0, 0)
	east.use_edge_connections = false
	seen.append(await asked(agent, Vector3(7, 0, 5)))
	report("near edges", seen)
	east.use_edge_connections = true
	await frames(1)
	report("over near edges", await arrives(agent, Vector3(7, 0, 5)))
	report("straight over them", agent.get_path_length())
	level.free()
	await frames(1)


func layers() -> void:
	var level := level_at()
	var west := region(rectangle(Vector2(-8, -4), Vector2(0, 4)), level)
	var east := region(rectangle(Vector2(0, -4), Vector2(8, 4)), level, {"navigation_layers": 2})
	var agent := ghost(Vector3(-7, 0, 0), 1.0, {}, level)
	var goal := Vector3(7, 0, 0)
	var seen := [agent.requestPath(goal), agent.get_current_navigation_path().size()]
	for mask in [3, 2, 0, 1, 0x80000003]:
		agent.navigation_layers = mask
		seen.append(await asked(agent, goal))
	report("layers of an agent", seen)
	agent.navigation_layers = 1
	seen = []
	for change in [[east, 5], [east, 4], [west, 4], [west, 1], [east, 1]]:
		change[0].navigation_layers = change[1]
		seen.append(await asked(agent, goal))
	report("layers of a region", seen)
	await frames(5)
	east.navigation_layers = 2
	await frames(2)
	report("changed on the way", agent.hasArrived())
	east.position.x = 2
	var node := link(Vector3(-0.2, 0, 0), Vector3(2.2, 0, 0), level, {"navigation_layers": 8})
	agent.navigation_layers = 3
	seen = []
	for change in [[node, 8], [node, 1], [node, 12], [agent, 11], [agent, 9]]:
		change[0].navigation_layers = change[1]
		seen.append(await asked(agent, goal))
	report("layers of a link", seen)
	level.free()
	await frames(1)


## More distinct layers than polygons have flags: said once.
func many_layers() -> void:
	var level := level_at()
	for i in 18:
		region(rectangle(Vector2(4 * i, -4), Vector2(4 * i + 4, 4)), level, {"navigation_layers": 1 << i})
	var agent := ghost(Vector3(1, 0, 0), 1.0, {"navigation_layers": 3}, level)
	report("many layers", [agent.requestPath(Vector3(7, 0, 0)), await asked(agent, Vector3(11, 0, 0))])
	agent.navigation_layers = 0xffffff
	report("on all of them", await asked(agent, Vector3(70, 0, 0)))
	level.free()
	await frames(1)


## Links and regions come, go and move while agents cross.
func churn() -> void:
	var level := level_at()
	var other := level_at()
	var parts: Array[NavigationRegion3D] = []
	for i in 4:
		parts.append(region(rectangle(Vector2(-8 + 4 * i, -4), Vector2(-5 + 4 * i, 4)), level))
	var links: Array[NavLink] = []
	for i in 3:
		links.append(link(Vector3(-5.2 + 4 * i, 0, 0), Vector3(-3.8 + 4 * i, 0, 0), level))
	var agents: Array[NavAgent] = []
	for i in 6:
		agents.append(ghost(Vector3(-7.5, 0, -2.5 + i), 1.0, {"avoidance_enabled": false}, level))
		agents[i].requestPath(Vector3(6.5, 0, -2.5 + i))
	for i in 90:
		match i % 9:
			0: links[i % 3].free(); links[i % 3] = link(Vector3(-5.2 + 4 * (i % 3), 0, 0), Vector3(-3.8 + 4 * (i % 3), 0, 0), other)
			1: links[1].reparent(other if links[1].get_parent() == level else level)
			2: parts[1].reparent(other if parts[1].get_parent() == level else level)
			3: parts[2].enabled = false
			4: parts[2].enabled = true
			5: links[2].position.z = sin(i)
			6: parts[3].free(); parts[3] = region(rectangle(Vector2(4, -4), Vector2(7, 4)), other)
			7: links[0].enabled = not links[0].enabled
			8: links[0].enabled = true
		await frames(1)
		for j in 6:
			if agents[j].hasArrived() == NavAgent.FAILURE:
				agents[j].requestPath(Vector3(6.5, 0, -2.5 + j))
	links[0].enabled = true
	var there := []
	for j in 6:
		there.append(await arrives(agents[j], Vector3(6.5, 0, -2.5 + j)))
	report("all the same", there)
	level.free()
	other.free()
	await frames(2)
