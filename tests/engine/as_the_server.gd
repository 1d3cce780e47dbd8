extends "res://dimension.gd"
## What the engine's own tests of its navigation nodes and server hold them to, asked of ours and of theirs in one level: RIDs and maps, queries
## of a map with a hole, layers, metadata, simplified paths, and who gives way to whom.


## Accessors of properties: of ours and the engine's where a node of both has a property of this name, and of all flags of ours.
func scenario_accessors() -> void:
	for pair: Array in [["Agent", "NavAgent"], ["Obstacle", "NavObstacle"], ["Link", "NavLink"], ["Region", "NavMeshBaker"]]:
		var theirs: String = "Navigation" + pair[0] + SUFFIX
		var ours: String = pair[1] + OUR_SUFFIX
		var names := func(of: String, name: String): return [ClassDB.class_get_property_getter(of, name), ClassDB.class_get_property_setter(of, name)]
		var shared := ClassDB.class_get_property_list(theirs, true).filter(func(property): return names.call(ours, property.name)[0] != &"")
		report(pair[0], shared.map(func(property): return [names.call(ours, property.name), names.call(theirs, property.name)]))
	var flags := {}
	for name in ClassDB.get_class_list():
		if ClassDB.class_get_api_type(name) == ClassDB.API_EXTENSION:
			for property in ClassDB.class_get_property_list(name, true):
				if property.type == TYPE_BOOL:
					flags["%s.%s" % [name, property.name]] = ClassDB.class_get_property_getter(name, property.name)
	report("flags", flags)


func scenario_rids_and_maps() -> void:
	for who in ["theirs", "ours"]:
		var agent: Node = ClassDB.instantiate("NavigationAgent" + SUFFIX if who == "theirs" else "NavAgent" + OUR_SUFFIX)
		var seen := [agent.get_rid().is_valid(), agent.get_navigation_map().is_valid()]
		bare_node().add_child(agent)
		seen.append(agent.get_navigation_map() == server_map())
		agent.get_parent().remove_child(agent)
		seen.append(agent.get_navigation_map().is_valid())
		report(who, seen)
		agent.free()
	var baker := our_node("NavMeshBaker", {"bake_on_ready": false})
	report("baker", [baker.get_navigation_map() == server_map()])
	world.remove_child(baker)
	report("baker outside", baker.get_navigation_map().is_valid())
	baker.free()


## A floor of 40 m × 40 m with a hole of 8 m in its middle, baked by the engine: both maps have the same polygons.
func hole() -> Node:
	return engine_baked(Vector2(-20, -20), Vector2(20, 20), [[Vector2(-4, -4), Vector2(4, 4)]])


func scenario_queries() -> void:
	var map: RefCounted = nav_map()
	report("empty", {"closest": map.closest_point(at(7, 7)).is_finite(), "path": map.find_path(at(7, 7), at(8, 8)).points.size()})
	var floor_of := hole()
	await synced([floor_of])
	var agent := agent_at(-10, 0.3)
	await frames(2)
	report("closest", [ground(map.closest_point(at(0, 0.3))).distance_to(Vector2(0, 0.3)),
		ground(server.map_get_closest_point(server_map(), at(0, 0.3))).distance_to(Vector2(0, 0.3))])
	report("owner", map.get_polygon_owner(map.polygon_at(at(-10, -10))) == floor_of)
	var path: RefCounted = map.find_path(at(-10, 0.3), at(10, 0.2))
	var theirs: Variant = server.map_get_path(server_map(), at(-10, 0.3), at(10, 0.2), true)
	var sum := 0.0
	for i in range(1, theirs.size()):
		sum += ground(theirs[i]).distance_to(ground(theirs[i - 1]))
	report("lengths", [meters(path.length), sum])
	for mode in 2:
		agent.path_postprocessing = mode
		agent.target_position = at(10, 0.2)
		report("postprocessing %d" % mode, agent.get_current_navigation_path().size())
		agent.cancel_request()
	agent.path_postprocessing = 0
	agent.navigation_layers = 2
	agent.target_position = at(10, 0.2)
	report("other layers", agent.get_current_navigation_path().size())


## The points of a path in which some lie near a straight line, by the server and by an agent with simplify_path.
func scenario_simplified() -> void:
	var middles := [0.0, 0.05, -0.05, 1.0, 1.05, 0.95, 1.0]
	var points := []
	for i in middles.size():
		points.append_array([Vector2(i, middles[i] - 1), Vector2(i, middles[i] + 1)])
	set_mesh(engine_node("Region"), mesh_of(points, range(6).map(func(i): return [2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1])))
	var agent := agent_at(0.01, 0, {"path_postprocessing": 1, "simplify_epsilon": length(0.2)})
	await frames(2)
	agent.target_position = at(5.99, 1)
	var whole: Variant = agent.get_current_navigation_path()
	report("whole", whole.size())
	agent.simplify_path = true
	agent.target_position = at(5.99, 1.001)
	report("ours", Array(agent.get_current_navigation_path()).map(func(point): return meters(ground(point).x)))
	report("theirs", Array(server.simplify_path(whole, length(0.2))).map(func(point): return meters(ground(point).x)))


## A node that an agent steers with a wish for a velocity, as the engine's manual says.
func steered(which: String, x: float, z: float, wish: float) -> Dictionary:
	var agent: Node = ClassDB.instantiate("NavigationAgent" + SUFFIX if which == "theirs" else "NavAgent" + OUR_SUFFIX)
	var settings := {"avoidance_enabled": true, "radius": length(1), "max_speed": length(2)}
	for setting in settings:
		agent.set(setting, settings[setting])
	var node := bare_node(x, z)
	node.add_child(agent)
	agent.velocity_computed.connect(func(given): node.position += given / 60.0)
	agent.target_position = at(x + 20 * wish, z)
	return {"agent": agent, "node": node, "wish": at(wish, 0), "aside": 0.0, "z": z}


## Steers them for six seconds. aside: the farthest that each was off its line, in meters, towards −z or z.
func steer(all: Array) -> void:
	for i in 360:
		for each in all:
			each.agent.velocity = each.wish
			var off: float = ground(each.node.position).y - each.z
			each.aside = off if absf(off) > absf(each.aside) else each.aside
		await physics_frame


func scenario_agents_avoid_each_other() -> void:
	await synced([hole()])
	for which in ["theirs", "ours"]:
		var all := [steered(which, -18, 10, 1), steered(which, -12, 10.5, -1)]
		await steer(all)
		report(which, {"aside": all.map(func(each): return each.aside), "passed": ground(all[0].node.position).x > ground(all[1].node.position).x})
		for each in all:
			each.node.free()


func scenario_agents_avoid_obstacles() -> void:
	await synced([hole()])
	for which in ["theirs", "ours"]:
		var obstacle := engine_node("Obstacle", {"radius": length(1), "position": at(-15.5, 10.5)})
		var all := [steered(which, -18, 10, 1)]
		await steer(all)
		report(which, {"aside": [all[0].aside], "distance": ground(all[0].node.position).distance_to(Vector2(-15.5, 10.5))})
		all[0].node.free()
		obstacle.free()


## A wall of two vertices beside the way of one agent, and across that of another: as the engine's own test has it.
func scenario_agents_avoid_walls() -> void:
	await synced([hole()])
	for which in ["theirs", "ours"]:
		var wall := engine_node("Obstacle", {"vertices": places([Vector2(0, 0), Vector2(0, 4)]), "position": at(-16, 10.5)})
		if not IS_PLANE:
			wall.height = 2.0
		var near := steered(which, -19, 10, 1)          # its radius of 1 m reaches the wall's end
		await steer([near])
		near.node.position = at(-19, 17)
		var free := steered(which, -19, 7, 1)
		await steer([free])
		report(which, {"near": near.aside, "free": free.aside})
		for each in [near, free]:
			each.node.free()
		wall.free()


func meters_along(points: Variant) -> float:
	var sum := 0.0
	for i in range(1, points.size()):
		sum += ground(points[i]).distance_to(ground(points[i - 1]))
	return sum


func path_of_theirs(mode: int, from: Variant, to: Variant) -> Variant:
	var query: RefCounted = ClassDB.instantiate("NavigationPathQueryParameters" + SUFFIX)
	var result: RefCounted = ClassDB.instantiate("NavigationPathQueryResult" + SUFFIX)
	for setting: Array in [["map", server_map()], ["start_position", from], ["target_position", to], ["path_postprocessing", mode]]:
		query.set(setting[0], setting[1])
	server.query_path(query, result)
	return result.path


## The same ways among walls with each kind of postprocessing: meters and points of ours, meters of theirs.
func scenario_postprocessing() -> void:
	var rng := RandomNumberGenerator.new()
	rng.seed = 3
	var walls := range(12).map(func(_i):
		var low := Vector2(rng.randf(), rng.randf()) * 34
		return [low, low + Vector2(1 + rng.randf() * 6, 1 + rng.randf() * 6)])
	await synced([engine_baked(Vector2(0, 0), Vector2(40, 40), walls)])
	var agent := agent_at(0, 0)
	var ways := []
	while ways.size() < 40:
		var ends := [Vector2(rng.randf(), rng.randf()) * 40, Vector2(rng.randf(), rng.randf()) * 40]
		var places := ends.map(func(end): return at(end.x, end.y))
		if not nav_map().is_reachable(places[0], places[1]) or not places.all(func(place): return nav_map().is_on_navmesh(place)):
			continue
		var way := []
		for mode in 3:
			agent.cancel_request()
			agent.get_parent().position = places[0]
			agent.path_postprocessing = mode
			agent.target_position = places[1]
			var points: Variant = agent.get_current_navigation_path()
			way.append([meters_along(points), points.size(), meters_along(path_of_theirs(mode, places[0], places[1]))])
		ways.append(way)
	report("ways", ways)
