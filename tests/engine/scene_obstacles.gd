extends "res://level.gd"
## The engine's NavigationObstacle3D nodes: NavAgents and Crowds avoid them, and NavMeshBakers cut them out.

## Godot's order of an outline that keeps agents out: clockwise, seen from above.
const SQUARE := [Vector3(-3, 0, -3), Vector3(3, 0, -3), Vector3(3, 0, 3), Vector3(-3, 0, 3)]
const WALL := [Vector3(0, 0, -2), Vector3(0, 0, 2)]
const START := Vector3(-12, 0, 0)
const GOAL := Vector3(12, 0, 0)
const CENTER := Vector3(0, 0, 0.05)
const CIRCLE := {"radius": 2.0, "height": 2.0}


func engine_obstacle(settings: Dictionary, place := Vector3.ZERO, parent: Node = world) -> NavigationObstacle3D:
	return put(NavigationObstacle3D.new(), {"position": place}.merged(settings), parent)


func ground(settings := {}, parent: Node = world) -> NavMeshBaker:
	floor_at(32, 32, Vector3.ZERO, parent)
	return bake({"tile_size": 64}.merged(settings), parent)


func outline(inward := false) -> PackedVector3Array:
	var points := SQUARE.duplicate()
	if inward:
		points.reverse()
	return points


## The distance of a place in the plan to an outline of edges that closes; 0 inside of the square.
func distance_to(points: Array, place: Vector3) -> float:
	var at := Vector2(place.x, place.z)
	var flat_points := PackedVector2Array(points.map(func(point): return Vector2(point.x, point.z)))
	if points.size() > 2 and Geometry2D.is_point_in_polygon(at, flat_points):
		return 0.0
	var least := INF
	for i in points.size():
		var near := Geometry2D.get_closest_point_to_segment(at, flat_points[i], flat_points[(i + 1) % points.size()])
		least = minf(least, at.distance_to(near))
	return least


## A body that the engine's own agent leads to the goal, as its manual says.
func engine_agent(start: Vector3, goal: Vector3) -> NavigationAgent3D:
	var agent := NavigationAgent3D.new()
	agent.avoidance_enabled = true
	agent.max_speed = 3.5
	var body := node_at(start)
	body.add_child(agent)
	agent.target_position = goal
	agent.velocity_computed.connect(func(velocity): body.position += velocity / 60.0)
	return agent


## The least of a measure of both agents' places on their ways over open ground, one after the other.
func compare(make: Callable, measure: Callable, step := func(_node): pass, start := START, goal := GOAL, seconds := 15) -> void:
	var least := {"ours": INF, "theirs": INF}
	var node: Node3D = make.call()
	await frames(2)
	var ours := ghost(start)
	ours.requestPath(goal)
	report("arrives", await until(func():
		step.call(node)
		least.ours = minf(least.ours, measure.call(ours.get_parent().position, node))
		return ours.hasArrived() == NavAgent.SUCCESS, 60 * seconds))
	ours.get_parent().free()
	node.free()
	node = make.call()
	await frames(2)
	var theirs := engine_agent(start, goal)
	var body: Node3D = theirs.get_parent()
	await until(func():
		step.call(node)
		theirs.velocity = (goal - body.position).limit_length(3.5)
		least.theirs = minf(least.theirs, measure.call(body.position, node))
		return body.position.distance_to(goal) < 0.5, 60 * seconds)
	report("least", least)


func to_center(place: Vector3, node: Node3D) -> float:
	return Vector2(place.x - node.position.x, place.z - node.position.z).length()


func scenario_circle_in_the_way() -> void:
	ground()
	await compare(func(): return engine_obstacle(CIRCLE, CENTER), to_center)


## It comes towards the agent by itself, so the agent knows its velocity from its places alone.
func scenario_circle_that_moves() -> void:
	ground()
	await compare(func(): return engine_obstacle(CIRCLE, Vector3(8, 0, 0.05)), to_center,
		func(node): node.position.x -= 2.0 / 60.0)


func scenario_circle_with_a_velocity() -> void:
	ground()
	await compare(func(): return engine_obstacle(CIRCLE.merged({"velocity": Vector3(-2, 0, 0)}), Vector3(8, 0, 0.05)), to_center,
		func(node): node.position.x -= 2.0 / 60.0)


func scenario_outline_in_the_way() -> void:
	ground()
	await compare(func(): return engine_obstacle({"vertices": outline(), "height": 2.0}), func(place, _node): return distance_to(SQUARE, place))


func scenario_wall_of_two_vertices() -> void:
	ground()
	await compare(func(): return engine_obstacle({"vertices": PackedVector3Array(WALL), "height": 2.0}),
		func(place, _node): return distance_to(WALL, place))


## A circle beside the way stands, and says that it comes: how far agents keep away from the way.
func scenario_velocity_is_believed() -> void:
	ground()
	for velocity in [Vector3.ZERO, Vector3(0, 0, -3)]:
		var node := engine_obstacle({"radius": 1.0, "height": 2.0, "velocity": velocity}, Vector3(0, 0, 3))
		var agent := ghost(START)
		await frames(2)
		agent.requestPath(GOAL)
		var aside := [0.0]
		await until(func():
			aside[0] = maxf(aside[0], absf(agent.get_parent().position.z))
			return agent.hasArrived() == NavAgent.SUCCESS, 900)
		report("aside at %.0f m/s" % velocity.length(), aside[0])
		node.free()
		agent.get_parent().free()


## An outline in the other order keeps agents in: how far out they get.
func scenario_outline_keeps_agents_in() -> void:
	ground()
	engine_obstacle({"vertices": outline(true), "height": 2.0})
	var inner := ghost(Vector3(0, 0, 0.3))
	var outer := ghost(Vector3(-9, 0, 0.3))
	await frames(2)
	inner.requestPath(GOAL)
	outer.requestPath(Vector3(0, 0, 1.5))
	var farthest := [0.0]
	report("one enters", await until(func():
		farthest[0] = maxf(farthest[0], inner.get_parent().position.x)
		return outer.hasArrived() == NavAgent.SUCCESS, 600))
	report("farthest", farthest[0])


## Turned by an eighth and scaled, the square's corner is farther out.
func scenario_outline_turns_and_scales() -> void:
	ground()
	var node := engine_obstacle({"vertices": outline(), "height": 2.0})
	node.rotation.y = PI / 4
	node.scale = Vector3(1.5, 1.5, 1.5)
	var corners := SQUARE.map(func(point): return node.transform * point)
	var agent := ghost(START)
	await frames(2)
	agent.requestPath(GOAL)
	var least := [INF]
	report("arrives", await until(func():
		least[0] = minf(least[0], distance_to(corners, agent.get_parent().position))
		return agent.hasArrived() == NavAgent.SUCCESS, 1200))
	report("least", least[0])


## The least distance to the center of an agent that walks past it.
func passes(agent: NavAgent) -> float:
	var least := [INF]
	var start: Vector3 = agent.get_parent().position
	agent.requestPath(Vector3(-signf(start.x) * 8, 0, 0))
	await until(func():
		least[0] = minf(least[0], off(agent, CENTER))
		return agent.hasArrived() == NavAgent.SUCCESS, 900)
	return least[0]


func scenario_comes_and_goes() -> void:
	ground()
	var agent := ghost(Vector3(-8, 0, 0))
	await frames(2)
	report("without", await passes(agent))
	var node := engine_obstacle(CIRCLE, CENTER)
	report("added", await passes(agent))
	node.avoidance_enabled = false
	report("disabled", await passes(agent))
	node.avoidance_enabled = true
	node.avoidance_layers = 2
	report("on another layer", await passes(agent))
	agent.avoidance_mask = 2
	report("on a layer of the mask", await passes(agent))
	node.position.y = 5.0
	report("overhead", await passes(agent))
	node.position.y = 0.0
	node.radius = 0.0
	report("without a radius", await passes(agent))
	node.vertices = PackedVector3Array(SQUARE.map(func(point): return point / 2))
	report("with an outline", await passes(agent))
	node.avoidance_enabled = false
	report("outline disabled", await passes(agent))
	node.avoidance_enabled = true
	var other := viewport()
	node.reparent(other)
	report("in another world", await passes(agent))
	node.reparent(world)
	report("back", await passes(agent))
	node.queue_free()
	await frames(2)
	report("freed", await passes(agent))


## The map's RID instead of the world's: the agent is not on it.
func scenario_obstacle_on_another_map() -> void:
	ground()
	var map := NavigationServer3D.map_create()
	NavigationServer3D.map_set_active(map, true)
	var node := engine_obstacle(CIRCLE, CENTER)
	var agent := ghost(Vector3(-8, 0, 0))
	node.set_navigation_map(map)
	await frames(2)
	report("on another map", await passes(agent))
	node.set_navigation_map(RID())
	report("on the world's map", await passes(agent))
	NavigationServer3D.free_rid(map)


## Agents of a Crowd node that comes after the obstacle, and one without a node.
func scenario_crowds() -> void:
	ground()
	engine_obstacle(CIRCLE, CENTER)
	await frames(2)
	var crowd: Crowd = put(Crowd.new())
	var agent := ghost(START, 1.0, {}, crowd)
	await frames(2)
	agent.requestPath(GOAL)
	var id: int = crowd.add_agents([Vector3(-12, 0, 3)])[0]
	crowd.request_paths([id], [Vector3(12, 0, -3)])
	var least := [INF, INF]
	report("arrives", await until(func():
		least[0] = minf(least[0], off(agent, CENTER))
		var place: Vector3 = crowd.get_agent_positions()[0]
		least[1] = minf(least[1], Vector2(place.x, place.z - CENTER.z).length())
		return agent.hasArrived() == NavAgent.SUCCESS, 1200))
	report("node", least[0])
	report("without a node", least[1])
	crowd.free()
	await frames(2)


func cut(whole: float, bakes: NavMeshBaker) -> float:
	bakes.bake_navigation_mesh(false)
	return whole - bakes.navmesh.area


## What bakes cut out, beside what the engine's own bakes do.
func scenario_bakes() -> void:
	var level := level_at()
	var bakes := ground({"tile_size": 0}, level)
	var whole := bakes.navmesh.area
	var by_engine := func(): return area_of(bake_by_engine(NavigationMesh.new(), level))
	var whole_by_engine: float = by_engine.call()
	var shapes := {"circle": {"radius": 3.0}, "square": {"vertices": outline()}, "reversed": {"vertices": outline(true)}}
	for shape in shapes:
		for carve in [true, false]:
			var node := engine_obstacle(shapes[shape].merged({"affect_navigation_mesh": true, "carve_navigation_mesh": carve}),
				Vector3(1, 0.5 if shape == "circle" else 0.0, 2), level)
			report("%s, %s" % [shape, "exact" if carve else "with radius"],
				{"ours": cut(whole, bakes), "theirs": whole_by_engine - by_engine.call()})
			node.free()
	engine_obstacle({"vertices": outline()}, Vector3.ZERO, level)
	report("that does not affect", cut(whole, bakes))
	for y in [-2.0, 3.5]:
		var node := engine_obstacle({"radius": 3.0, "vertices": outline(), "affect_navigation_mesh": true}, Vector3(0, y, 0), level)
		report("at %.1f" % y, {"ours": cut(whole, bakes), "theirs": whole_by_engine - by_engine.call()})
		node.free()


func area_of(mesh: NavigationMesh) -> float:
	var area := 0.0
	var points := mesh.get_vertices()
	for i in mesh.get_polygon_count():
		var polygon := mesh.get_polygon(i)
		for k in range(1, polygon.size() - 1):
			area += (points[polygon[k]] - points[polygon[0]]).cross(points[polygon[k + 1]] - points[polygon[0]]).length() / 2
	return area


## In a level that runs: it is cut out once it rests, and nothing is baked while it moves.
func scenario_rests_and_moves_on() -> void:
	var bakes := ground()
	await frames(2)
	var whole := bakes.navmesh.area
	var counts := []
	bakes.tiles_changed.connect(func(count): counts.append(count))
	var node := engine_obstacle({"vertices": outline(), "affect_navigation_mesh": true, "carve_navigation_mesh": true}, Vector3(-4, 0, 0))
	await frames(10)
	await settled(bakes)
	report("at first", counts.size())
	await frames(40)
	await settled(bakes)
	report("rests", {"cut": whole - bakes.navmesh.area, "bakes": counts.size()})
	var count := 0
	while count < 90 or bakes.is_rebaking():
		node.position.x += 0.1 if count < 90 else 0.3 - 0.6 * (count % 2)
		count += 1
		await physics_frame
	report("moves", {"cut": whole - bakes.navmesh.area, "bakes": counts.size()})
	await frames(50)
	await settled(bakes)
	report("rests again", {"cut": whole - bakes.navmesh.area, "bakes": counts.size()})
	node.queue_free()
	await frames(2)
	await settled(bakes)
	report("freed", {"cut": whole - bakes.navmesh.area, "bakes": counts.size()})


## Values that the engine lets a script set: nothing is avoided, nothing is cut out, nobody is lost.
func scenario_values_that_are_no_numbers() -> void:
	ground()
	var node := engine_obstacle({"radius": NAN, "velocity": Vector3(NAN, 0, INF)})
	var other := engine_obstacle({"vertices": PackedVector3Array([Vector3(NAN, 0, 0), Vector3(1, 0, 0), Vector3(1, 0, 1)])})
	engine_obstacle({"vertices": PackedVector3Array([Vector3.ONE, Vector3.ONE, Vector3.ONE])})
	var agent := ghost(Vector3(-8, 0, 0))
	await frames(2)
	report("least", await passes(agent))
	report("arrives", agent.hasArrived() == NavAgent.SUCCESS)
	node.radius = 2.0
	other.free()
	report("with a radius", await passes(agent))


## Obstacles of all kinds come, change, move between two worlds and go, while agents walk in both. In the end no obstacle is left behind.
func scenario_churn() -> void:
	seed(7)
	var other := viewport()
	ground()
	ground({}, other)
	var agents: Array[NavAgent] = []
	for i in 8:
		agents.append(ghost(Vector3(-8, 0, i - 4), 1.0, {}, world if i % 2 else other))
	var nodes: Array[Node3D] = []
	for i in 600:
		var place := Vector3(randf_range(-10, 10), 0, randf_range(-10, 10))
		var node: Node3D = nodes.pick_random() if nodes else null
		match randi() % 9 if node and nodes.size() < 30 else 8 * int(nodes.size() < 30):
			0: nodes.pop_at(nodes.find(node)).free()
			1: node.radius = randf() * 2.0
			2: node.vertices = PackedVector3Array(SQUARE.slice(0, randi() % 5).map(func(point): return point * randf_range(0.1, 0.5)))
			3: node.position = place
			4: node.reparent(other if node.get_parent() == world else world)
			5: node.affect_navigation_mesh = not node.affect_navigation_mesh
			6: node.avoidance_enabled = not node.avoidance_enabled
			7: node.velocity = place
			8: nodes.append(engine_obstacle({"radius": 1.0}, place) if randi() % 2 else obstacle({"radius": 1.0,
				"carve_when_resting": true}, place))
		if i % 40 == 0:
			for agent in agents:
				agent.requestPath(Vector3(randf_range(-10, 10), 0, randf_range(-10, 10)))
		if i % 3 == 0:
			await physics_frame
	report("there were", nodes.size() > 5)
	for node in nodes:
		node.free()
	for agent in agents:
		agent.cancel_request()
		agent.get_parent().position = Vector3(-8, 0, 14)
	agents[1].get_parent().position = Vector3(-8, 0, 0)
	await frames(2)
	report("least", await passes(agents[1]))
