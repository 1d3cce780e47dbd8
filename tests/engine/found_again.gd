extends "res://dimension.gd"
## Agents whose ground changes around them or whose bodies others move, by a script as NavigationAgent's are, or driven: they go on from where they are.

## A bare node that its script moves straight to the next point of the path.
func polled(x: float, z: float, settings := {}) -> Node:
	return our_node("NavAgent", {"avoidance_enabled": false, "max_speed": length(3.0)}.merged(settings), bare_node(x, z))


func poll(agent: Node) -> void:
	var node: Node = agent.get_parent()
	if not agent.is_navigation_finished():
		node.position += node.position.direction_to(agent.get_next_path_position()) * minf(length(3.0) / 60,
				node.position.distance_to(agent.get_next_path_position()))


func x_of(agent: Node) -> float:
	return ground(agent.get_parent().position).x


## Walks for five seconds to a place that cannot be reached, while `change` is called in each frame.
func walk_during(what: String, change: Callable, target: Variant = at(18, 100)) -> void:
	for how in ["polled", "by velocity_computed"]:
		var agent := polled(-18, 0) if how == "polled" else agent_at(-18, 0, {"max_speed": length(3.0), "max_acceleration": 0.0})
		await frames(3)
		agent.target_position = target
		var places := [x_of(agent)]
		for i in 300:
			change.call(i)
			if how == "polled":
				poll(agent)
			await physics_frame
			places.append(x_of(agent))
		report("%s, %s" % [what, how], {"walked": places[-1] + 18, "least in a second": range(30, 200, 10).map(func(k):
			return places[k + 60] - places[k]).min()})
		agent.get_parent().queue_free()
		await frames(2)


func scenario_nearly_everything_changes() -> void:
	region_at(Vector2(-20, -20), Vector2(20, 20))
	var far := region_at(Vector2(-20, 90), Vector2(20, 110))
	var link := engine_node("Link", {"start_position": at(10, 92), "end_position": at(12, 96)})
	await frames(3)
	await walk_during("a region moves", func(i): move_to(far, 0, sin(i * 0.1)))
	await walk_during("a link moves", func(i): link.end_position = at(12, 96 + 0.01 * i))
	await walk_during("a region costs more", func(i): far.travel_cost = 1.0 + 0.01 * i)
	await walk_during("regions come and go", func(i): far.enabled = i % 2 == 0)


## The way opens on the way, and after the agent has come as near as it could.
func scenario_the_way_opens() -> void:
	region_at(Vector2(-20, -5), Vector2(0, 5))
	region_at(Vector2(4, -5), Vector2(20, 5))
	for when in ["on the way", "at the end"]:
		var agent := polled(-18, 0)
		await frames(3)
		agent.target_position = at(10, 0)
		var i := 0
		while i < 1500 and not (i > 120 if when == "on the way" else agent.is_navigation_finished()):
			poll(agent)
			await physics_frame
			i += 1
		report("before, " + when, {"reachable": agent.is_target_reachable(), "finished": agent.is_navigation_finished()})
		var between := region_at(Vector2(0, -5), Vector2(4, 5))
		await frames(3)
		for k in 1500:
			poll(agent)
			await physics_frame
		report("after, " + when, {"reachable": agent.is_target_reachable(), "reached": agent.is_target_reached(),
			"off": meters(agent.distance_to_target())})
		between.free()
		agent.get_parent().queue_free()
		await frames(3)


## Put behind the wall between two ways, on its way, at its end and while it waits.
func scenario_put_elsewhere() -> void:
	region_at(Vector2(-20, -20), Vector2(20, -1))
	region_at(Vector2(-20, 1), Vector2(20, 20))
	region_at(Vector2(18, -1), Vector2(20, 1))
	for how in ["polled", "driven"]:
		for when in ["on its way", "arrived"]:
			var agent: Node = polled(-18, -10) if how == "polled" else walker_at(-18, -10)
			var goal: Variant = at(10, -10)
			await frames(3)
			var ask := func():
				if how == "driven":
					agent.requestPath(goal)
				else:
					agent.target_position = goal
			ask.call()
			var i := 0
			while i < 900 and not (i > 60 if when == "on its way" else agent.is_navigation_finished()):
				if how == "polled":
					poll(agent)
				await physics_frame
				i += 1
			move_to(agent.get_parent(), -10, 12)
			await frames(2)
			ask.call()
			var told := []
			for k in 2400:
				if how == "polled":
					poll(agent)
				await physics_frame
				if agent.is_stuck and agent.why_stuck() == "":
					told.append(k)
				if k > 10 and agent.is_navigation_finished():
					break
			report("%s, %s" % [how, when], {"off": meters(agent.distance_to_target()), "reached": agent.is_target_reached(), "without a word": told})
			agent.get_parent().queue_free()
			await frames(2)


func walker_at(x: float, z: float, stands := false) -> Node:
	var body := body_at(x, z)
	if IS_PLANE or not stands:
		body.motion_mode = 1            # floating
	put(body)
	return our_node("NavAgent", {"avoidance_enabled": false, "max_speed": length(3.0)}, body)


# ---- as near as possible ----------------------------------------------------------------------------------------

func scenario_as_near_as_possible() -> void:
	region_at(Vector2(-20, -5), Vector2(0, 5))
	region_at(Vector2(4, -5), Vector2(20, 5))
	var agent := walker_at(-10, 0)
	await frames(3)
	report("strict", agent.requestPath(at(10, 0)))
	report("near", agent.requestPath(at(10, 0), true))
	await until(func(): return agent.requestPath(at(10, 0), true) != 0, 900)
	report("end", {"status": agent.requestPath(at(10, 0), true), "x": snappedf(x_of(agent), 0.01), "near": meters(agent.path_desired_distance), "reached": agent.is_target_reached(), "reason": agent.reason,
		"why": agent.reason_text != ""})
	region_at(Vector2(0, -5), Vector2(4, 5))
	await frames(3)
	await until(func(): return agent.requestPath(at(10, 0), true) != 0, 900)
	report("when a way has opened", {"status": agent.hasArrived(), "reached": agent.is_target_reached(), "near": meters(agent.distance_to_target()) < 1.51})


# ---- edges of regions that are connected ------------------------------------------------------------------------

## How a body comes across a gap between two regions: what its agent tells, and how high it hops.
func cross_gap(agent: Node) -> Dictionary:
	var links := [0]
	agent.link_reached.connect(func(_details): links[0] += 1)
	agent.requestPath(at(0, 12))
	var heights := [0.0]
	await until(func():
		if not IS_PLANE:
			heights.append(agent.get_parent().position.y)
		return agent.hasArrived() != 0, 900)
	var out := {"status": agent.hasArrived(), "links": links[0], "hop": heights.max()}
	agent.get_parent().queue_free()
	await frames(2)
	return out


func scenario_edges_within_the_margin() -> void:
	if not IS_PLANE:
		call("floor_at", 20.0, 60.0)
	var margin: float = server.map_get_edge_connection_margin(server_map())
	region_at(Vector2(-5, -5), Vector2(5, 5))
	region_at(Vector2(-5, 5 + EDGE_GAP), Vector2(5, 15))
	await frames(3)
	report("at the first margin", await cross_gap(walker_at(0, 0, true)))
	server.map_set_edge_connection_margin(server_map(), length(0.5 * EDGE_GAP))
	await frames(3)
	report("at a smaller one", walker_at(0, 0).requestPath(at(0, 12)))
	server.map_set_edge_connection_margin(server_map(), length(2 * EDGE_GAP))
	server.map_set_use_edge_connections(server_map(), false)
	await frames(3)
	report("without connections", walker_at(1, 0).requestPath(at(0, 12)))
	server.map_set_use_edge_connections(server_map(), true)			# the scenarios of a process share the map
	server.map_set_edge_connection_margin(server_map(), margin)


func scenario_edges_within_a_wider_margin() -> void:
	if not IS_PLANE:
		call("floor_at", 20.0, 60.0)
	var margin: float = server.map_get_edge_connection_margin(server_map())
	region_at(Vector2(-5, -5), Vector2(5, 5))
	var other := region_at(Vector2(-5, 6), Vector2(5, 15))
	await frames(3)
	report("at the first margin", walker_at(-4, 0).requestPath(at(0, 12)))
	server.map_set_edge_connection_margin(server_map(), length(2.0))
	await frames(3)
	report("at a wider one", await cross_gap(walker_at(0, 0, true)))
	other.use_edge_connections = false
	await frames(3)
	report("of a region without connections", walker_at(4, 0).requestPath(at(0, 12)))
	server.map_set_edge_connection_margin(server_map(), margin)


## An obstacle, or its parent, is moved in the frame of a bake. Reports whether the navmesh has a hole where it was and where it is.
func scenario_moved_before_a_bake() -> void:
	var baker := baked_at(Vector2(-12, -6), Vector2(12, 6))
	await frames(2)
	var square := places([Vector2(-2, -2), Vector2(2, -2), Vector2(2, 2), Vector2(-2, 2)])
	for whose in ["its own", "its parent's"]:
		for rests in [false, true]:
			var parent: Node = bare_node(-6, 0)
			var obstacle := our_node("NavObstacle", {"vertices": square, "affect_navigation_mesh": true, "carve_when_resting": rests}, parent)
			await until(func(): return not baker.is_baking(), 600)
			move_to(obstacle if whose == "its own" else parent, 12 if whose == "its own" else 6, 0)
			baker.bake_navigation_mesh(false)
			report("%s place, waits for rest: %s" % [whose, rests], [-6, 6].map(func(x):
				return ground(nav_map().closest_point(at(x, 0))).distance_to(Vector2(x, 0)) > 1))
			parent.free()
			await frames(2)
