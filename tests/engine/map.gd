extends "res://level.gd"
## The map of a world: regions and links of the engine's own, NavLinks, layers and costs.


func square(half := 4.0) -> NavigationMesh:
	return rectangle(Vector2(-half, -4), Vector2(half, 4))


## Two regions with a gap of 2 m between them.
func two_banks(east_height := 0.0) -> Array[NavigationRegion3D]:
	return [region(rectangle(Vector2(-8, -4), Vector2(-1, 4))), region(rectangle(Vector2(1, -4), Vector2(8, 4), east_height))]


func link_over_the_gap(settings := {}) -> NavLink:
	return link(Vector3(-1.2, 0, 0), Vector3(1.2, 0, 0), world, settings)


func arrives(agent: NavAgent, goal: Vector3) -> bool:
	if agent.requestPath(goal) == NavAgent.FAILURE:
		return false
	await rests(agent, 1200)
	return agent.hasArrived() == NavAgent.SUCCESS and off(agent, goal) < 0.2


## What the agent is answered once the map is as it stands after the next physics frame.
func asked(agent: NavAgent, goal: Vector3) -> int:
	agent.cancel_request()
	await frames(1)
	return agent.requestPath(goal)


func scenario_region_comes_and_goes() -> void:
	var agent := ghost(Vector3(-3, 0, 0))
	var goal := Vector3(3, 0, 0)
	report("no region", {"status": agent.requestPath(goal), "reason": agent.reason})
	region(NavigationMesh.new())
	report("empty mesh", await asked(agent, goal))
	var node := region(square())
	report("a region", agent.requestPath(goal))
	report("arrives", await arrives(agent, goal))
	node.free()
	report("region freed", agent.requestPath(Vector3(-3, 0, 0)))


## As Godot bakes it: it floats over the floor, and a body walks on the floor.
func scenario_region_that_the_engine_bakes() -> void:
	floor_at(20, 20)
	box(Vector3(1, 3, 12), Vector3(0, 1.5, -2))
	box(Vector3(4, 0.4, 4), Vector3(7, 0.2, 7))
	var mesh := NavigationMesh.new()
	mesh.agent_max_climb = 0.5
	region(bake_by_engine(mesh))
	report("height over the floor", mesh.vertices[0].y)
	var agent := walker(Vector3(-7, 0, -7))
	report("arrives round a wall", await arrives(agent, Vector3(7, 0, -7)))
	report("arrives up a step", await arrives(agent, Vector3(7, 0.4, 7)))


func scenario_changes_of_a_region() -> void:
	var node := region(square())
	var agent := ghost(Vector3(-3, 0, 0))
	var goal := Vector3(3, 0, 0)
	report("as it is", agent.requestPath(goal))
	node.enabled = false
	report("disabled", await asked(agent, goal))
	node.enabled = true
	report("enabled", await asked(agent, goal))
	node.navigation_mesh.clear()
	node.navigation_mesh = rectangle(Vector2(-4, -4), Vector2(-1, 4))
	report("smaller mesh", await asked(agent, goal))
	node.navigation_mesh = null
	report("without a mesh", await asked(agent, Vector3(-2, 0, 0)))
	node.navigation_mesh = square()
	report("with a mesh", await asked(agent, goal))
	node.navigation_layers = 0
	report("no layers", await asked(agent, goal))
	node.navigation_layers = 1
	report("layer 1", await asked(agent, goal))
	world.remove_child(node)
	report("outside the tree", await asked(agent, goal))
	node.navigation_mesh = square(5)
	world.add_child(node)
	report("back in the tree", await asked(agent, Vector3(4.5, 0, 0)))


func scenario_region_changes_under_way() -> void:
	var node := region(square(5))
	var agent := ghost(Vector3(-3, 0, 0))
	agent.requestPath(Vector3(3, 0, 0))
	await frames(5)
	node.enabled = false
	await frames(2)
	report("status when disabled", agent.hasArrived())
	node.enabled = true
	agent.target_position = Vector3(3, 0, 9)
	await frames(2)
	report("target beyond is reachable", agent.is_target_reachable())
	region(rectangle(Vector2(-5, 4), Vector2(5, 10)))
	await frames(2)
	report("target on a new region is reachable", agent.is_target_reachable())


func scenario_region_is_moved() -> void:
	var node := region(square())
	var agent := ghost(Vector3(97, 0, 0))
	report("elsewhere", agent.requestPath(Vector3(103, 0, 0)))
	node.position = Vector3(100, 0, 0)
	report("moved", await asked(agent, Vector3(103, 0, 0)))
	node.rotation_degrees.y = 45
	report("turned", await asked(agent, Vector3(105.5, 0, 0)))
	node.rotation_degrees.y = 0
	node.scale = Vector3(2, 1, 2)
	report("scaled", await asked(agent, Vector3(107.5, 0, 0)))
	node.scale = Vector3(-1, 1, 1)
	report("mirrored", await asked(agent, Vector3(103.5, 0, 0)))
	node.scale = Vector3.ONE
	node.rotation_degrees.z = 30
	report("tilted", await asked(agent, Vector3(103, 1.6, 0)))
	report("height of the goal on the slope", agent.get_final_position().y)


func scenario_regions_side_by_side() -> void:
	region(rectangle(Vector2(-8, -4), Vector2(0, 4)))
	var east := region(rectangle(Vector2(0, -2), Vector2(8, 6)))
	var agent := ghost(Vector3(-7, 0, 0))
	report("arrives", await arrives(agent, Vector3(7, 0, 5)))
	east.position.x = 0.5
	report("with a gap", await asked(agent, Vector3(-7, 0, 0)))
	east.position.x = 0
	report("without the gap", await asked(agent, Vector3(-7, 0, 0)))


## A straight way, and a way round it.
func scenario_travel_cost_of_a_region() -> void:
	region(rectangle(Vector2(-8, -2), Vector2(-4, 2)))
	region(rectangle(Vector2(4, -2), Vector2(8, 2)))
	var dear := region(rectangle(Vector2(-4, -2), Vector2(4, 2)), world, {"travel_cost": 5.0})
	region(rectangle(Vector2(-8, 2), Vector2(8, 4)))
	var agent := ghost(Vector3(-7, 0, 0))
	await frames(1)
	agent.requestPath(Vector3(7, 0, 0))
	report("length at cost 5", agent.get_path_length())
	dear.travel_cost = 1.0
	await asked(agent, Vector3(7, 0, 0))
	report("length at cost 1", agent.get_path_length())


## A handler that is told of the link's entry asks for another path.
func scenario_another_path_at_a_link() -> void:
	two_banks()
	link_over_the_gap()
	var agent := ghost(Vector3(-7, 0, 0))
	await frames(1)
	var told := signals_of(agent, ["path_changed"])
	agent.link_reached.connect(func(_details): told.append("link_reached"))
	agent.waypoint_reached.connect(func(details):
		told.append("waypoint_reached")
		if details.type == 1 and not told.has("asked"):
			told.append("asked")
			agent.requestPath(Vector3(-7, 0, 3)))
	agent.requestPath(Vector3(7, 0, 0))
	await until(func(): return agent.hasArrived() != NavAgent.RUNNING)
	report("told", told)
	report("distance from the other goal", off(agent, Vector3(-7, 0, 3)))


## Two ways side by side, each of a region with a cost of its own.
func scenario_travel_costs_of_two_regions() -> void:
	region(rectangle(Vector2(-8, -2), Vector2(-4, 2)))
	region(rectangle(Vector2(4, -2), Vector2(8, 2)))
	var near := region(rectangle(Vector2(-4, -2), Vector2(4, 0)), world, {"travel_cost": 5.0})
	var far := region(rectangle(Vector2(-4, 0), Vector2(4, 2)), world, {"travel_cost": 2.0})
	var agent := ghost(Vector3(-7, 0, -1))
	await frames(1)
	agent.requestPath(Vector3(7, 0, -1))
	report("length at costs 5 and 2", agent.get_path_length())
	near.travel_cost = 2.0
	far.travel_cost = 5.0
	await asked(agent, Vector3(7, 0, -1))
	report("length at costs 2 and 5", agent.get_path_length())


func scenario_link_of_the_engine() -> void:
	two_banks()
	var agent := ghost(Vector3(-7, 0, 0))
	var home := Vector3(-7, 0, 0)
	report("without a link", agent.requestPath(Vector3(7, 0, 0)))
	var node: NavigationLink3D = put(NavigationLink3D.new(), {"start_position": Vector3(-1.2, 0, 0), "end_position": Vector3(1.2, 0, 0)})
	var owners := []
	agent.link_reached.connect(func(details): owners.append(details.owner == node))
	report("arrives", await arrives(agent, Vector3(7, 0, 0)))
	report("the link is the owner, at each link_reached", owners)
	node.bidirectional = false
	report("one way", await asked(agent, home))
	node.bidirectional = true
	report("both ways", await asked(agent, home))
	node.enabled = false
	report("disabled", await asked(agent, home))
	node.enabled = true
	node.position.y = 20
	report("raised", await asked(agent, home))
	node.position.y = 0
	report("lowered", await asked(agent, home))
	node.navigation_layers = 0
	report("no layers", await asked(agent, home))


## Where there is a baker, regions count for nothing.
func scenario_baker_and_region() -> void:
	var level := level_at()
	floor_at(10, 10, Vector3.ZERO, level)
	region(rectangle(Vector2(40, -4), Vector2(48, 4)))
	var agent := ghost(Vector3(41, 0, 0))
	report("region alone", agent.requestPath(Vector3(47, 0, 0)))
	var bakes := bake({}, level)
	report("with a baker", await asked(agent, Vector3(47, 0, 0)))
	bakes.free()
	report("baker freed", await asked(agent, Vector3(47, 0, 0)))


## As Godot's own tests of NavigationLink3D have them.
func scenario_setters_of_a_link() -> void:
	var node := NavLink.new()
	var plain := NavigationLink3D.new()
	var same := {}
	for property in ["enabled", "bidirectional", "navigation_layers", "start_position", "end_position", "enter_cost", "travel_cost"]:
		same[property] = node.get(property) == plain.get(property) and typeof(node.get(property)) == typeof(plain.get(property))
	report("defaults are the engine's", same)
	var values := {"bidirectional": false, "enabled": false, "navigation_layers": 3, "enter_cost": 0.5, "travel_cost": 2.5, "width": 1.5,
		"kind": NavLink.KIND_JUMP, "start_position": Vector3(1, 2, 3), "end_position": Vector3(4, 5, 6)}
	for property in values:
		node.set(property, values[property])
	report("lost", values.keys().filter(func(property): return node.get(property) != values[property]))
	report("KIND_JUMP", node.kind)
	report("is_enabled", node.is_enabled())
	report("is_bidirectional", node.is_bidirectional())
	node.set_navigation_layer_value(2, false)
	node.set_navigation_layer_value(32, true)
	report("layers", {"mask": node.navigation_layers, "1": node.get_navigation_layer_value(1), "2": node.get_navigation_layer_value(2),
			"32": node.get_navigation_layer_value(32)})
	world.add_child(node)
	world.add_child(plain)
	for other: Node3D in [node, plain]:
		other.position = Vector3(3, 1, -2)
		other.rotation_degrees = Vector3(20, 50, 10)
		other.scale = Vector3(2, 1, 0.5)
		other.call("set_global_start_position", Vector3(7, 8, 9))
		other.end_position = Vector3(1, 1, 1)
	report("global start is as set", node.get_global_start_position().is_equal_approx(Vector3(7, 8, 9)))
	report("start is the engine's", node.start_position.is_equal_approx(plain.start_position))
	report("global end is the engine's", node.get_global_end_position().is_equal_approx(plain.get_global_end_position()))
	node.start_position = Vector3(NAN, 0, 0)
	node.travel_cost = -1
	node.set_navigation_layer_value(33, true)
	report("after bad values", {"start is the engine's": node.start_position.is_equal_approx(plain.start_position),
			"travel_cost": node.travel_cost, "layers": node.navigation_layers})


## Between regions that don't touch.
func scenario_changes_of_a_link() -> void:
	two_banks(1.0)
	var agent := ghost(Vector3(-7, 0, 0))
	var node := link(Vector3(-1.2, 0, 0), Vector3(1.2, 1, 0))
	var owners := []
	agent.link_reached.connect(func(details): owners.append(details.owner == node))
	report("arrives", await arrives(agent, Vector3(7, 1, 0)))
	report("the link is the owner, at each link_reached", owners)
	report("height of the goal", agent.get_final_position().y)
	var home := Vector3(-7, 0, 0)
	for change in [["one way", "bidirectional", false], ["both ways", "bidirectional", true], ["disabled", "enabled", false],
			["enabled", "enabled", true], ["no layers", "navigation_layers", 0], ["layer 1", "navigation_layers", 1],
			["raised", "position", Vector3(0, 9, 0)], ["moved", "position", Vector3(0, 0, 2)],
			["end moved to the start", "end_position", Vector3(-1.2, 0, 0)], ["end moved back", "end_position", Vector3(1.2, 1, 0)]]:
		node.set(change[1], change[2])
		if change[1] == "position":     # the engine tells at the end of the frame
			await frames(1)
		agent.cancel_request()
		report(change[0], agent.requestPath(home))
	node.free()
	agent.cancel_request()
	report("freed", agent.requestPath(home))


func scenario_width_of_a_link() -> void:
	two_banks(1.0)
	var node := link(Vector3(-1.2, 0, 0), Vector3(1.2, 1, 0), world, {"width": 6.0})
	var agent := ghost(Vector3(-2, 0, 2.5))
	for width in [6.0, 0.0]:
		node.width = width
		agent.cancel_request()
		agent.requestPath(Vector3(2, 1, 2.5))
		report("length at a width of %d m" % width, agent.get_path_length())


func scenario_link_on_a_baker() -> void:
	await link_on_a_baker(Vector3.ZERO)


func scenario_link_on_a_baker_that_is_moved() -> void:
	await link_on_a_baker(Vector3(0, 0, 50))


## A link on a baked navmesh is no part of the resource.
func link_on_a_baker(place: Vector3) -> void:
	var level := level_at()
	floor_at(8, 8, Vector3(-6, 0, 0), level)
	floor_at(8, 8, Vector3(6, 0, 0), level)
	var bakes := bake({}, level)
	var data: PackedByteArray = bakes.navmesh.data
	level.position = place
	var agent := ghost(place + Vector3(-8, 0, 0))
	var home := place + Vector3(-8, 0, 0)
	var goal := place + Vector3(8, 0, 0)
	await frames(1)
	report("without a link", agent.requestPath(goal))
	var node := link(Vector3(-2.8, 0, 0), Vector3(2.8, 0, 0), level)
	agent.cancel_request()
	report("with a link", agent.requestPath(goal))
	report("resource is as before", bakes.navmesh.data == data)
	report("arrives", await arrives(agent, goal))
	bakes.bake_navigation_mesh(false)
	report("baked again", await asked(agent, home))
	node.free()
	agent.cancel_request()
	report("link freed", agent.requestPath(home))


## Two links to the same place: the cheaper one is taken.
func scenario_costs_of_links() -> void:
	two_banks()
	var near := link_over_the_gap()
	link(Vector3(-1.2, 0, 3), Vector3(1.2, 0, 3))
	var agent := ghost(Vector3(-3, 0, 0))
	for change in [["travel_cost 1", "travel_cost", 1.0], ["travel_cost 4", "travel_cost", 4.0],
			["travel_cost 1 again", "travel_cost", 1.0], ["enter_cost 10", "enter_cost", 10.0], ["enter_cost 0", "enter_cost", 0.0]]:
		near.set(change[1], change[2])
		agent.cancel_request()
		agent.requestPath(Vector3(3, 0, 0))
		report(change[0], agent.get_path_length())


## Edges that nearly meet are connected, as on the engine's maps.
func scenario_edges_that_nearly_meet() -> void:
	region(rectangle(Vector2(-8, -4), Vector2(0, 4)))
	var east := region(rectangle(Vector2(0, -2), Vector2(8, 6)))
	var agent := ghost(Vector3(-7, 0, 0))
	var goal := Vector3(7, 0, 5)
	var places := {"0.1 m off": Vector3(0.1, 0, 0), "0.1 m over and above": Vector3(-0.1, 0.1, 0),
		"0.2 m off, below and aside": Vector3(0.2, -0.1, 0.3), "0.3 m off": Vector3(0.3, 0, 0)}
	for place in places:
		east.position = places[place]
		report(place, await asked(agent, goal))
	east.position = Vector3(0.1, 0, 0)
	east.use_edge_connections = false
	report("without edge connections", await asked(agent, goal))
	east.use_edge_connections = true
	await frames(1)
	report("arrives", await arrives(agent, goal))
	report("length", agent.get_path_length())


func scenario_layers_of_an_agent() -> void:
	region(rectangle(Vector2(-8, -4), Vector2(0, 4)))
	region(rectangle(Vector2(0, -4), Vector2(8, 4)), world, {"navigation_layers": 2})
	var agent := ghost(Vector3(-7, 0, 0))
	var goal := Vector3(7, 0, 0)
	report("default", agent.requestPath(goal))
	report("points of the path", agent.get_current_navigation_path().size())
	for mask in [3, 2, 0, 1, 0x80000003]:
		agent.navigation_layers = mask
		report("mask %x" % mask, await asked(agent, goal))


func scenario_layers_of_a_region() -> void:
	var west := region(rectangle(Vector2(-8, -4), Vector2(0, 4)))
	var east := region(rectangle(Vector2(0, -4), Vector2(8, 4)), world, {"navigation_layers": 2})
	var agent := ghost(Vector3(-7, 0, 0))
	var goal := Vector3(7, 0, 0)
	for change in [["east 5", east, 5], ["east 4", east, 4], ["both 4", west, 4], ["west 1, east 4", west, 1], ["both 1", east, 1]]:
		change[1].navigation_layers = change[2]
		report(change[0], await asked(agent, goal))
	await frames(5)
	east.navigation_layers = 2
	await frames(2)
	report("status when changed on the way", agent.hasArrived())


func scenario_layers_of_a_link() -> void:
	region(rectangle(Vector2(-8, -4), Vector2(0, 4)))
	region(rectangle(Vector2(2, -4), Vector2(10, 4)), world, {"navigation_layers": 2})
	var node := link(Vector3(-0.2, 0, 0), Vector3(2.2, 0, 0), world, {"navigation_layers": 8})
	var agent := ghost(Vector3(-7, 0, 0), 1.0, {"navigation_layers": 3})
	var goal := Vector3(7, 0, 0)
	for change in [["link 8, agent 3", node, 8], ["link 1, agent 3", node, 1], ["link 12, agent 3", node, 12],
			["link 12, agent 11", agent, 11], ["link 12, agent 9", agent, 9]]:
		change[1].navigation_layers = change[2]
		report(change[0], await asked(agent, goal))


## More distinct layers than polygons have flags: said once.
func scenario_more_layers_than_flags() -> void:
	for i in 18:
		region(rectangle(Vector2(4 * i, -4), Vector2(4 * i + 4, 4)), world, {"navigation_layers": 1 << i})
	var agent := ghost(Vector3(1, 0, 0), 1.0, {"navigation_layers": 3})
	report("to a layer of the agent's", agent.requestPath(Vector3(7, 0, 0)))
	report("to another layer", await asked(agent, Vector3(11, 0, 0)))
	agent.navigation_layers = 0xffffff
	report("with all layers", await asked(agent, Vector3(70, 0, 0)))
	var last := ghost(Vector3(61, 0, 0), 1.0, {"navigation_layers": 1 << 15})
	report("from the last flag's layers to those beyond", await asked(last, Vector3(70, 0, 0)))


## Links and regions come, go and move while agents cross.
func scenario_churn_while_agents_cross() -> void:
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
	for j in 6:
		report("agent %d arrives" % j, await arrives(agents[j], Vector3(6.5, 0, -2.5 + j)))


## A baker tells of the engine's map as a region does.
func scenario_navigation_map_of_a_baker() -> void:
	floor_at(20, 20)
	var node := bake({"use_navigation_server": true})
	var other := quiet_baker({}, viewport())
	report("its world's", node.get_navigation_map() == world.get_world_3d().navigation_map)
	report("a region's", node.get_navigation_map() == region(null).get_navigation_map())
	report("another world's", other.get_navigation_map() == other.get_world_3d().navigation_map)
	report("of one world", node.get_navigation_map() == other.get_navigation_map())
	other.get_parent().remove_child(other)
	report("valid outside the tree", other.get_navigation_map().is_valid())
	other.free()
	var at := Vector3(3, 0, 4)
	report("the server answers", await until(func():
		return flat(NavigationServer3D.map_get_closest_point(node.get_navigation_map(), at)).is_equal_approx(flat(at)), 0, MSEC_TO_WAIT))
