extends "res://dimension.gd"
## What users of the engine's navigation maps have reported, asked of ours: regions that are switched, moved, scaled and mirrored, links, obstacles.


func reaches(from: Vector2, to: Vector2, layers := 1) -> bool:
	var filter: Resource = ClassDB.instantiate("NavFilter" + OUR_SUFFIX)
	filter.navigation_layers = layers
	return nav_map().find_path(at(from.x, from.y), at(to.x, to.y), filter).is_complete()


func on(x: float, z: float) -> bool:
	return nav_map().is_on_navmesh(at(x, z), length(0.02))


func link_at(from: Vector2, to: Vector2, settings := {}, parent: Node = world) -> Node:
	return engine_node("Link", {"start_position": at(from.x, from.y), "end_position": at(to.x, to.y)}.merged(settings), parent)


## Two halls and a bridge that is saved switched off.
func scenario_bridge_saved_disabled() -> void:
	region_at(Vector2(-12, -5), Vector2(-2, 5))
	region_at(Vector2(2, -5), Vector2(12, 5))
	var bridge := region_at(Vector2(-2, -1), Vector2(2, 1), {"enabled": false})
	await frames(3)
	var seen := [reaches(Vector2(-10, 0), Vector2(10, 0))]
	for enabled in [true, false, true]:
		bridge.enabled = enabled
		await frames(3)
		seen.append(reaches(Vector2(-10, 0), Vector2(10, 0)))
	report("reaches", seen)


## An agent whose bridge is switched off and on while it is on its way.
func scenario_link_saved_disabled() -> void:
	region_at(Vector2(-12, -5), Vector2(-2, 5))
	region_at(Vector2(2, -5), Vector2(12, 5))
	var link := link_at(Vector2(-3, 0), Vector2(3, 0), {"enabled": false})
	var agent := agent_at(-10, 0)
	await frames(3)
	agent.target_position = at(10, 0)
	await frames(2)
	var seen := [agent.is_target_reachable()]
	for enabled in [true, false, true]:
		link.enabled = enabled
		await frames(3)
		seen.append(agent.is_target_reachable())
	report("enabled", seen)
	seen = []
	for layers in [2, 1, 3, 4]:
		link.navigation_layers = layers
		await frames(3)
		seen.append(agent.is_target_reachable())
	report("layers", seen)


func scenario_moved_region() -> void:
	region_at(Vector2(-12, -5), Vector2(-2, 5))
	var ferry := region_at(Vector2(0, 0), Vector2(6, 4))
	var agent := agent_at(-10, 0)
	agent.target_position = at(2, 1)
	var seen := []
	for place: Array in [[20, 0], [-2, -2], [-2, 30], [-2, 1]]:
		move_to(ferry, place[0], place[1])
		agent.target_position = at(place[0] + 4, place[1] + 1)
		await frames(3)
		seen.append([agent.is_target_reachable(), on(place[0] + 3, place[1] + 2), on(place[0] + 6.1, place[1] + 2)])
	report("seen", seen)


## A region of 4 by 2 meters, by the transform of its node.
func scenario_transforms() -> void:
	region_at(Vector2(-30, -10), Vector2(0, 10))
	var part := region_at(Vector2(0, 0), Vector2(4, 2))
	var wrong := []
	for turned: float in [0.0, PI / 2, 0.7, PI]:
		for scaled: Vector2 in [Vector2(1, 1), Vector2(2, 1), Vector2(0.5, 3), Vector2(-1, 1), Vector2(1, -2)]:
			put_frame(part, 20, 0, turned, scaled)
			await frames(3)
			for x in [0.1, 1.0, 3.9, -0.1, 4.1]:
				for z in [0.1, 1.0, 1.9, -0.1, 2.1]:
					var place: Variant = part.to_global(at(x, z))
					if nav_map().is_on_navmesh(place, length(0.02)) != (x > 0 and x < 4 and z > 0 and z < 2):
						wrong.append([turned, scaled, x, z])
	report("wrong", wrong)
	var joins := []
	for scaled: Vector2 in [Vector2(1, 1), Vector2(3, 2), Vector2(1, -2)]:
		put_frame(part, 0, 0, 0, scaled)
		await frames(3)
		joins.append(reaches(Vector2(-20, 0), Vector2(2, scaled.y)))
	put_frame(part, 4, 0, 0, Vector2(-1, 1))
	await frames(3)
	joins.append(reaches(Vector2(-20, 0), Vector2(2, 1)))
	report("joins", joins)


func scenario_left_the_tree() -> void:
	region_at(Vector2(-12, -5), Vector2(0, 5))
	var other := region_at(Vector2(0, -5), Vector2(12, 5))
	var link := link_at(Vector2(11, 0), Vector2(21, 0))
	region_at(Vector2(20, -5), Vector2(30, 5))
	await frames(3)
	var seen := [reaches(Vector2(-10, 0), Vector2(10, 0)), reaches(Vector2(-10, 0), Vector2(25, 0))]
	for node: Node in [other, link]:
		world.remove_child(node)
		await frames(3)
		seen.append_array([reaches(Vector2(-10, 0), Vector2(10, 0)), reaches(Vector2(-10, 0), Vector2(25, 0))])
		world.add_child(node)
		await frames(3)
		seen.append_array([reaches(Vector2(-10, 0), Vector2(10, 0)), reaches(Vector2(-10, 0), Vector2(25, 0))])
	report("seen", seen)


## Five islands in a row.
func scenario_chain_of_links() -> void:
	for i in 5:
		region_at(Vector2(10 * i, -2), Vector2(10 * i + 7, 2))
		if i > 0:
			link_at(Vector2(10 * i - 4, 0), Vector2(10 * i + 1, 0))
	await frames(3)
	var agent := agent_at(1, 0.5, {"avoidance_enabled": true, "max_speed": length(6)})
	var told := []
	agent.link_reached.connect(func(details): told.append(roundi(ground(details.link_exit_position).x)))
	agent.target_position = at(45, 0)
	await until(func(): return agent.is_navigation_finished(), 1800)
	report("told", told)
	report("reached", agent.is_target_reached())


## The link is a child of a node that is somewhere else, turned.
func scenario_link_below_a_node() -> void:
	region_at(Vector2(-12, -5), Vector2(-2, 5))
	region_at(Vector2(2, -5), Vector2(12, 5))
	var node := bare_node()
	put_frame(node, 0, 1, PI / 2)
	link_at(Vector2(0, -4), Vector2(0, 4), {}, node)
	await frames(3)
	report("reaches", reaches(Vector2(-10, 0), Vector2(10, 0)))


func scenario_link_of_one_way() -> void:
	region_at(Vector2(-12, -5), Vector2(-2, 5))
	region_at(Vector2(2, -5), Vector2(12, 5))
	var link := link_at(Vector2(-3, 0), Vector2(3, 0), {"bidirectional": false})
	await frames(3)
	var seen := [reaches(Vector2(-10, 0), Vector2(10, 0)), reaches(Vector2(10, 0), Vector2(-10, 0))]
	link.bidirectional = true
	await frames(3)
	seen.append_array([reaches(Vector2(-10, 0), Vector2(10, 0)), reaches(Vector2(10, 0), Vector2(-10, 0))])
	report("there and back", seen)


## Two halls that lie beside each other in part, with a gap that the map's margin closes.
func scenario_gap_between_regions() -> void:
	var margin: float = server.map_get_edge_connection_margin(server_map())
	server.map_set_edge_connection_margin(server_map(), length(1.5))
	region_at(Vector2(-12, -6), Vector2(0, 0))
	region_at(Vector2(-4, 1), Vector2(12, 7))
	await frames(3)
	var worst := 0.0
	var found := 0
	for ends: Array in [[Vector2(-11, -3), Vector2(11, 3)], [Vector2(-11, -0.5), Vector2(11, 1.5)], [Vector2(-1, -5), Vector2(10, 6)], [Vector2(-11, -5), Vector2(-3, 6)]]:
		for turn in 2:
			var points: Variant = nav_map().find_path(at(ends[turn].x, ends[turn].y), at(ends[1 - turn].x, ends[1 - turn].y)).points
			found += int(points.size() > 1)
			for i in range(1, points.size()):
				for k in 101:
					var p: Vector2 = ground(points[i - 1].lerp(points[i], k / 100.0))
					var outside := minf(minf(off_box(p, Vector2(-12, -6), Vector2(0, 0)), off_box(p, Vector2(-4, 1), Vector2(12, 7))),
							off_box(p, Vector2(-4, 0), Vector2(0, 1)))
					worst = maxf(worst, outside)
	server.map_set_edge_connection_margin(server_map(), margin)
	report("found", found)
	report("worst", worst)


func off_box(p: Vector2, low: Vector2, high: Vector2) -> float:
	return p.distance_to(p.clamp(low, high))


## Whoever hears that the map has changed asks it.
func scenario_map_is_usable_when_it_has_changed() -> void:
	var map: RefCounted = nav_map()
	var seen := []
	map.changed.connect(func():
		seen.append([map.closest_point(at(3, 1)).is_finite(), map.find_path(at(1, 1), at(5, 1)).is_complete()]))
	region_at(Vector2(0, 0), Vector2(6, 2))
	await frames(5)
	report("seen", seen)


## The engine's obstacles, turned, scaled and below a node that is: as the baker cuts them out.
func scenario_turned_obstacle_is_cut_out() -> void:
	var level := bare_node()
	if not IS_PLANE:
		call("floor_at", 40.0, 40.0, Vector3.ZERO, level)
	var turned := bare_node(0, 0, level)
	put_frame(turned, 2, -1, 0.6, Vector2(2, 2))
	var obstacle := engine_node("Obstacle", {"vertices": places([Vector2(-2, -0.5), Vector2(2, -0.5), Vector2(2, 0.5), Vector2(-2, 0.5)]),
		"affect_navigation_mesh": true, "carve_navigation_mesh": true}, turned)
	put_frame(obstacle, 0.5, 0, 0.4)
	if not IS_PLANE:
		obstacle.height = 2.0
		obstacle.position.y = -0.2
	var settings := {"bake_on_ready": false, "agent_radius": 0.0}
	if IS_PLANE:
		settings.outlines = [places([Vector2(-20, -20), Vector2(20, -20), Vector2(20, 20), Vector2(-20, 20)])]
	var baker := our_node("NavMeshBaker", settings, level)
	baker.bake_navigation_mesh(false)
	await frames(3)
	var wrong := []
	for i in range(-14, 15):
		for k in range(-8, 9):
			var local := Vector2(i * 0.25, k * 0.125)
			var away := maxf(absf(local.x) - 2.0, absf(local.y) - 0.5)          # in the obstacle's frame, half a meter being one
			if absf(away) < 0.25:
				continue
			var place: Variant = obstacle.to_global(at(local.x, local.y))
			if not IS_PLANE:
				place.y = 0.0
			if nav_map().is_on_navmesh(place, length(0.05)) != (away > 0):
				wrong.append(local)
	report("wrong", wrong.size())
