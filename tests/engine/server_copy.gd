extends "res://on_server.gd"
## NavMeshBaker.use_navigation_server: scripts that ask NavigationServer3D get answers from a baker's navmesh.

const START := Vector3(-18, 0, -3)
const GOAL := Vector3(18, 0, 3)


func level(settings := {}) -> NavMeshBaker:
	begin()
	floor_at(44, 30)
	box(Vector3(1, 3, 20), Vector3(-4, 1.5, -5))
	box(Vector3(1, 3, 20), Vector3(5, 1.5, 5))
	box(Vector3(6, 0.5, 6), Vector3(12, 0.4, -9)).rotation.z = 0.3
	return bake({"tile_size": 24, "track_sources": true, "use_navigation_server": true}.merged(settings))


func undulating_level() -> NavMeshBaker:
	begin()
	hill(Rect2(-20, -20, 40, 40), func(x, z): return 0.6 * sin(x / 2.2) * cos(z / 1.9))
	return bake({"tile_size": 16, "use_navigation_server": true})


## The greatest difference of closest points, and of path lengths, between the server and NavMap.
func differences(node: NavMeshBaker) -> Array:
	var map := node.get_map()
	map.set_random_seed(3)
	var points := map.random_points(60)
	var worst := 0.0
	var longer := 0.0
	var missing := 0
	for i in range(0, points.size(), 2):
		var near := points[i] + Vector3(0, 1, 0)
		worst = maxf(worst, NavigationServer3D.map_get_closest_point(server_map(), near).distance_to(map.closest_point(near)))
		var theirs := NavigationServer3D.map_get_path(server_map(), points[i], points[i + 1], true)
		var ours := map.find_path(points[i], points[i + 1])
		missing += int(theirs.is_empty() or theirs[-1].distance_to(points[i + 1]) > 0.3)
		longer = maxf(longer, path_length(ours.points) - path_length(theirs))
	return [worst, longer, missing]


func scenario_answers() -> void:
	var node := level()
	await served()
	report("tiles", NavigationServer3D.map_get_regions(server_map()).size())
	report("differences", differences(node))
	report("owner", NavigationServer3D.map_get_closest_point_owner(server_map(), START).is_valid())
	report("random", node.get_map().is_on_navmesh(NavigationServer3D.map_get_random_point(server_map(), 1, true), 0.1))
	var result := asked(START, GOAL)
	report("query", result.path.size() > 2)
	report("owner of the path", instance_from_id(result.path_owner_ids[0]) == node)


func scenario_follows_changes() -> void:
	var node := level()
	await served()
	var before := path_length(NavigationServer3D.map_get_path(server_map(), START, GOAL, true))
	var wall := box(Vector3(1, 3, 20), Vector3(0, 1.5, -5))
	await settled(node)
	await served()
	report("longer", path_length(NavigationServer3D.map_get_path(server_map(), START, GOAL, true)) > before + 1)
	report("differences", differences(node))
	wall.free()
	await settled(node)
	await served()
	report("as before", absf(path_length(NavigationServer3D.map_get_path(server_map(), START, GOAL, true)) - before) < 0.01)
	node.position.y = 5
	await served()
	report("moved", absf(NavigationServer3D.map_get_closest_point(server_map(), START).y - node.get_map().closest_point(START).y) < 0.1)
	node.navigation_layers = 4
	await served()
	report("layers", NavigationServer3D.map_get_path(server_map(), START, GOAL, true, 1).size())
	node.enabled = false
	await served()
	report("disabled", NavigationServer3D.map_get_regions(server_map()).size())
	node.enabled = true
	await served()
	report("enabled", NavigationServer3D.map_get_regions(server_map()).size() > 1)
	node.use_navigation_server = false
	await served()
	report("off", Array(NavigationServer3D.map_get_regions(server_map())).filter(NavigationServer3D.region_get_enabled).size())
	node.use_navigation_server = true
	world.remove_child(node)
	await served()
	report("out of the tree", NavigationServer3D.map_get_regions(server_map()).size())
	world.add_child(node)
	await frames(2)
	node.free()
	await served()
	report("freed", NavigationServer3D.map_get_regions(server_map()).size())


## Tiles' borders on even and on undulating ground: the server joins what is cut there without a search for near edges.
func scenario_across_tiles() -> void:
	var found := {"ours": 0, "theirs": 0}
	for make: Callable in [level, undulating_level]:
		var node: NavMeshBaker = make.call()
		await served()
		var map := node.get_map()
		map.set_random_seed(5)
		var points := map.random_points(80)
		for i in range(0, points.size(), 2):
			var theirs := NavigationServer3D.map_get_path(server_map(), points[i], points[i + 1], true)
			found.ours += int(map.find_path(points[i], points[i + 1]).is_complete())
			found.theirs += int(theirs.size() > 0 and flat(theirs[-1]).distance_to(flat(points[i + 1])) < 0.1)
		await tidy()
	report("found", found)


func scenario_near_edges() -> void:
	level()
	await served()
	var regions := NavigationServer3D.map_get_regions(server_map())
	report("regions that look for near edges", Array(regions).filter(NavigationServer3D.region_get_use_edge_connections).size())
	report("edges without a neighbor that it keeps", NavigationServer3D.get_process_info(NavigationServer3D.INFO_EDGE_FREE_COUNT))


## The server takes a polygon for flat, NavMap does not.
func scenario_twisted_polygons() -> void:
	var node := undulating_level()
	await served()
	var map := node.get_map()
	map.set_random_seed(7)
	var worst := {"closest point": 0.0, "point on a line down": 0.0}
	for point in map.random_points(1500):
		var ours := map.closest_point(point).y
		var below := NavigationServer3D.map_get_closest_point_to_segment(server_map(), point + Vector3(0, 3, 0), point - Vector3(0, 3, 0), true)
		worst["closest point"] = maxf(worst["closest point"], absf(NavigationServer3D.map_get_closest_point(server_map(), point).y - ours))
		worst["point on a line down"] = maxf(worst["point on a line down"], absf(below.y - ours))
	report("worst", worst)
	report("polygons", [node.navmesh.polygon_count, NavigationServer3D.get_process_info(NavigationServer3D.INFO_POLYGON_COUNT)])


func scenario_links_and_engine_agents() -> void:
	begin()
	floor_at(10, 10, Vector3(-6, 0, 0))
	floor_at(10, 10, Vector3(6, 0, 0))
	var node := bake({"use_navigation_server": true, "link_jump_distance": 4.0})
	await served()
	var path := NavigationServer3D.map_get_path(server_map(), Vector3(-6, 0, 0), Vector3(6, 0, 0), true)
	report("over the gap", path[-1].distance_to(Vector3(6, 0, 0)) < 0.5)
	var agent := NavigationAgent3D.new()
	var body := node_at(Vector3(-9, 0, -3))
	body.add_child(agent)
	await frames(2)
	agent.target_position = Vector3(-3, 0, 3)
	for i in 200:
		if agent.is_navigation_finished():
			break
		body.position = body.position.move_toward(agent.get_next_path_position(), 0.1)
		await frames(1)
	report("engine's agent", body.position.distance_to(Vector3(-3, 0, 3)) < 1.2)
	var other := NavMeshBaker.new()
	report("off by default", other.use_navigation_server)
	other.free()
	node.free()
