extends "res://dimension.gd"
## The engine's obstacle nodes in both dimensions: agents and Crowds avoid them, and bakers cut them out once they rest. What the voxels of a
## bake cut out is in scene_obstacles.gd.

## Godot's order of an outline that keeps agents out: clockwise, seen from above.
const SQUARE := [Vector2(-3, -3), Vector2(3, -3), Vector2(3, 3), Vector2(-3, 3)]
const WALL := [Vector2(0, -2), Vector2(0, 2)]
const SPEED := 3.5

var start: Variant = at(-12, 0)
var goal: Variant = at(12, 0)


func obstacle_of(radius: float, vertices := [], x := 0.0, z := 0.05, settings := {}, parent: Node = world) -> Node:
	var node: Node = ClassDB.instantiate("NavigationObstacle" + SUFFIX)
	node.radius = length(radius)
	node.vertices = places(vertices)
	node.position = at(x, z)
	if not IS_PLANE:
		node.height = 2.0
	return put(node, settings, parent)


## Ground of 32 m around the origin.
func floor_of(settings := {}) -> Node:
	return baked_at(Vector2(-16, -16), Vector2(16, 16), settings if IS_PLANE else {"tile_size": 64}.merged(settings))


func walks(x: float, z: float, settings := {}) -> Node:
	return agent_at(x, z, {"radius": length(0.5), "max_speed": length(SPEED)}.merged(settings))


## The distance of a place in the plan to an outline of edges that closes; 0 inside of the square.
func distance_to(points: Array, place: Vector2) -> float:
	if points.size() > 2 and Geometry2D.is_point_in_polygon(place, PackedVector2Array(points)):
		return 0.0
	var least := INF
	for i in points.size():
		least = minf(least, place.distance_to(Geometry2D.get_closest_point_to_segment(place, points[i], points[(i + 1) % points.size()])))
	return least


func to_center(place: Vector2, node: Node) -> float:
	return place.distance_to(ground(node.position))


## A body that the engine's own agent leads to the goal, as its manual says.
func engine_agent() -> Node:
	var agent: Node = ClassDB.instantiate("NavigationAgent" + SUFFIX)
	agent.avoidance_enabled = true
	agent.max_speed = length(SPEED)
	agent.radius = length(0.5)
	var body := bare_node(-12, 0)
	body.add_child(agent)
	agent.target_position = goal
	agent.velocity_computed.connect(func(velocity): body.position += velocity / 60.0)
	return agent


## The least of a measure of both agents' places on their ways over open ground, one after the other.
func compare(make: Callable, measure: Callable, step := func(_node): pass) -> void:
	floor_of()
	var least := {"ours": INF, "theirs": INF}
	var node: Node = make.call()
	await frames(2)
	var ours := walks(-12, 0)
	ours.requestPath(goal)
	report("arrives", await until(func():
		step.call(node)
		least.ours = minf(least.ours, measure.call(ground(ours.get_parent().position), node))
		return ours.hasArrived() == ours.SUCCESS, 900))
	ours.get_parent().free()
	node.free()
	node = make.call()
	await frames(2)
	var theirs := engine_agent()
	var body: Node = theirs.get_parent()
	await until(func():
		step.call(node)
		theirs.velocity = (goal - body.position).limit_length(length(SPEED))
		least.theirs = minf(least.theirs, measure.call(ground(body.position), node))
		return body.position.distance_to(goal) < length(0.5), 900)
	report("least", least)


func scenario_circle_in_the_way() -> void:
	await compare(func(): return obstacle_of(2.0), to_center)


## It comes towards the agent by itself, so the agent knows its velocity from its places alone.
func scenario_circle_that_moves() -> void:
	await compare(func(): return obstacle_of(2.0, [], 8), to_center, func(node): node.position.x -= length(2.0 / 60.0))


func scenario_circle_with_a_velocity() -> void:
	await compare(func(): return obstacle_of(2.0, [], 8, 0.05, {"velocity": at(-2, 0)}), to_center,
		func(node): node.position.x -= length(2.0 / 60.0))


func scenario_outline_in_the_way() -> void:
	await compare(func(): return obstacle_of(0.0, SQUARE, 0, 0), func(place, _node): return distance_to(SQUARE, place))


func scenario_wall_of_two_vertices() -> void:
	await compare(func(): return obstacle_of(0.0, WALL, 0, 0), func(place, _node): return distance_to(WALL, place))


## A circle beside the way stands, and says that it comes: how far agents keep away from the way.
func scenario_velocity_is_believed() -> void:
	floor_of()
	for velocity in [0.0, -3.0]:
		var node := obstacle_of(1.0, [], 0, 3, {"velocity": at(0, velocity)})
		var agent := walks(-12, 0)
		await frames(2)
		agent.requestPath(goal)
		var aside := [0.0]
		await until(func():
			aside[0] = maxf(aside[0], absf(ground(agent.get_parent().position).y))
			return agent.hasArrived() == agent.SUCCESS, 900)
		report("aside at %.0f m/s" % absf(velocity), aside[0])
		node.free()
		agent.get_parent().free()


## An outline in the other order keeps agents in: how far out they get.
func scenario_outline_keeps_agents_in() -> void:
	floor_of()
	var inward := SQUARE.duplicate()
	inward.reverse()
	obstacle_of(0.0, inward, 0, 0)
	var inner := walks(0, 0.3)
	var outer := walks(-9, 0.3)
	await frames(2)
	inner.requestPath(goal)
	outer.requestPath(at(0, 1.5))
	var farthest := [0.0]
	report("one enters", await until(func():
		farthest[0] = maxf(farthest[0], ground(inner.get_parent().position).x)
		return outer.hasArrived() == outer.SUCCESS, 600))
	report("farthest", farthest[0])


## Turned by an eighth and scaled, the square's corner is farther out.
func scenario_outline_turns_and_scales() -> void:
	floor_of()
	var node := obstacle_of(0.0, SQUARE, 0, 0)
	put_frame(node, 0, 0, PI / 4, Vector2(1.5, 1.5))
	var corners := Array(node.vertices).map(func(point): return ground(node.transform * point))
	var agent := walks(-12, 0)
	await frames(2)
	agent.requestPath(goal)
	var least := [INF]
	report("arrives", await until(func():
		least[0] = minf(least[0], distance_to(corners, ground(agent.get_parent().position)))
		return agent.hasArrived() == agent.SUCCESS, 1200))
	report("least", least[0])


## The least distance to the center of an agent that walks past it.
func passes(agent: Node) -> float:
	var least := [INF]
	agent.requestPath(at(-signf(agent.get_parent().position.x) * 8, 0))
	await until(func():
		least[0] = minf(least[0], ground(agent.get_parent().position).distance_to(Vector2(0, 0.05)))
		return agent.hasArrived() == agent.SUCCESS, 900)
	return least[0]


func another_world() -> SubViewport:
	return put(SubViewport.new(), {"own_world_3d": true, "world_2d": World2D.new()})


func scenario_comes_and_goes() -> void:
	floor_of()
	var agent := walks(-8, 0)
	await frames(2)
	report("without", await passes(agent))
	var node := obstacle_of(2.0)
	report("added", await passes(agent))
	node.avoidance_enabled = false
	report("disabled", await passes(agent))
	node.avoidance_enabled = true
	node.avoidance_layers = 2
	report("on another layer", await passes(agent))
	agent.avoidance_mask = 2
	report("on a layer of the mask", await passes(agent))
	if not IS_PLANE:
		node.position.y = 5.0
		report("overhead", await passes(agent))
		node.position.y = 0.0
	node.radius = 0.0
	report("without a radius", await passes(agent))
	node.vertices = places(SQUARE.map(func(point): return point / 2))
	report("with an outline", await passes(agent))
	node.avoidance_enabled = false
	report("outline disabled", await passes(agent))
	node.avoidance_enabled = true
	node.reparent(another_world())
	report("in another world", await passes(agent))
	node.reparent(world)
	report("back", await passes(agent))
	node.queue_free()
	await frames(2)
	report("freed", await passes(agent))


## The map's RID instead of the world's: the agent is not on it.
func scenario_obstacle_on_another_map() -> void:
	floor_of()
	var map: RID = server.map_create()
	server.map_set_active(map, true)
	var node := obstacle_of(2.0)
	var agent := walks(-8, 0)
	node.set_navigation_map(map)
	await frames(2)
	report("on another map", await passes(agent))
	node.set_navigation_map(RID())
	report("on the world's map", await passes(agent))
	server.free_rid(map)


## Agents of a Crowd node that comes after the obstacle, and one without a node.
func scenario_crowds() -> void:
	floor_of()
	obstacle_of(2.0)
	await frames(2)
	var crowd := our_node("Crowd", {"agent_radius": length(0.5), "agent_max_speed": length(SPEED)})
	var agent := walks(-12, 0)
	agent.get_parent().reparent(crowd)
	await frames(2)
	agent.requestPath(goal)
	var id: int = crowd.add_agents(places([Vector2(-12, 3)]))[0]
	crowd.request_paths([id], places([Vector2(12, -3)]))
	var least := [INF, INF]
	report("arrives", await until(func():
		least[0] = minf(least[0], ground(agent.get_parent().global_position).distance_to(Vector2(0, 0.05)))
		least[1] = minf(least[1], ground(crowd.get_agent_positions()[0]).distance_to(Vector2(0, 0.05)))
		return agent.hasArrived() == agent.SUCCESS, 1200))
	report("node", least[0])
	report("without a node", least[1])
	crowd.free()
	await frames(2)


## In a level that runs: it is cut out once it rests, and nothing is baked while it moves.
func scenario_rests_and_moves_on() -> void:
	var bakes := floor_of()
	await frames(2)
	var counts := []
	for changed in ["navmesh_changed", "tiles_changed"]:
		bakes.connect(changed, func(_count := 0): counts.append(changed))
	var settled := func():
		await frames(1)
		await until(func(): return not bakes.is_rebaking(), 0, MSEC_TO_WAIT)
	var is_cut := func(x: float): return not nav_map().is_on_navmesh(at(x, 0))
	var node := obstacle_of(0.0, SQUARE, -4, 0, {"affect_navigation_mesh": true, "carve_navigation_mesh": true})
	await frames(10)
	await settled.call()
	report("at first", counts.size())
	await frames(40)
	await settled.call()
	report("rests", [is_cut.call(-4), counts.size() > 0])
	report("exact", [is_cut.call(-1.4), is_cut.call(-0.6)])
	var count := 0
	while count < 90 or bakes.is_rebaking():
		node.position.x += length(0.1 if count < 90 else 0.3 - 0.6 * (count % 2))
		count += 1
		await physics_frame
	report("moves", [is_cut.call(-4), is_cut.call(5)])
	await frames(50)
	await settled.call()
	report("rests again", [is_cut.call(-4), is_cut.call(5)])
	node.queue_free()
	await frames(2)
	await settled.call()
	report("freed", is_cut.call(5))


## Values that the engine lets a script set: nothing is avoided, nothing is cut out, nobody is lost.
func scenario_values_that_are_no_numbers() -> void:
	floor_of()
	var node := obstacle_of(NAN, [], 0, 0.05, {"velocity": at(NAN, INF)})
	var other := obstacle_of(0.0, [Vector2(NAN, 0), Vector2(1, 0), Vector2(1, 1)])
	obstacle_of(0.0, [Vector2.ONE, Vector2.ONE, Vector2.ONE])
	var agent := walks(-8, 0)
	await frames(2)
	report("least", await passes(agent))
	report("arrives", agent.hasArrived() == agent.SUCCESS)
	node.radius = length(2.0)
	other.free()
	report("with a radius", await passes(agent))


## Obstacles of all kinds come, change, move between two worlds and go, while agents walk in both. In the end no obstacle is left behind.
func scenario_churn() -> void:
	seed(7)
	var other := another_world()
	floor_of()
	floor_of().get_parent().reparent(other)
	var agents := []
	for i in 8:
		agents.append(walks(-8, i - 4))
		if i % 2:
			agents[i].get_parent().reparent(other)
	var nodes := []
	for i in 600:
		var place := Vector2(randf_range(-10, 10), randf_range(-10, 10))
		var node: Node = nodes.pick_random() if nodes else null
		match randi() % 9 if node and nodes.size() < 30 else 8 * int(nodes.size() < 30):
			0: nodes.pop_at(nodes.find(node)).free()
			1: node.radius = length(randf() * 2.0)
			2: node.vertices = places(SQUARE.slice(0, randi() % 5).map(func(point): return point * randf_range(0.1, 0.5)))
			3: move_to(node, place.x, place.y)
			4: node.reparent(other if node.get_parent() == world else world)
			5: node.affect_navigation_mesh = not node.affect_navigation_mesh
			6: node.avoidance_enabled = not node.avoidance_enabled
			7: node.velocity = at(place.x, place.y)
			8: nodes.append(obstacle_of(1.0, [], place.x, place.y) if randi() % 2 else our_node("NavObstacle", {"radius": length(1.0),
				"carve_when_resting": true, "position": at(place.x, place.y)}))
		if i % 40 == 0:
			for agent in agents:
				agent.requestPath(at(randf_range(-10, 10), randf_range(-10, 10)))
		if i % 3 == 0:
			await physics_frame
	report("there were", nodes.size() > 5)
	for node in nodes:
		node.free()
	for agent in agents:
		agent.cancel_request()
		move_to(agent.get_parent(), -8, 14)
	move_to(agents[0].get_parent(), -8, 0)
	await frames(2)
	report("least", await passes(agents[0]))
