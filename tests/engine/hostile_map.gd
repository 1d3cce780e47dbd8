extends "res://level.gd"
## What nobody should ask of a NavMap, a NavFilter or a NavPath, and what happens to them while they are at work.

const START := Vector3(-44, 0, -44)
const GOAL := Vector3(-44, 0, 44)


## A field of pillars with a wall before the goal: a search takes more than a frame's share of time.
func maze() -> NavMeshBaker:
	floor_at(90, 90)
	box(Vector3(78, 2, 0.5), Vector3(-6, 1, 40))
	for i in 35:
		for k in 35:
			box(Vector3(0.7, 2, 0.7), Vector3(2.5 * (i + 1 + 0.15 * sin(5 * i + 11 * k)) - 45, 1, 2.5 * (k + 1 + 0.15 * sin(7 * i - 3 * k)) - 45))
	return bake({"tile_size": 24})


func outcome(path: NavPath) -> Array:
	return [path.status, path.reason, path.points]


func same(a: NavPath, b: NavPath) -> bool:
	return outcome(a) == outcome(b)


## Searches of the same paths, of which some wait or are under way after a frame.
func begun(map: NavMap, start: Vector3, goal: Vector3, filters: Array) -> Array[NavPath]:
	var paths: Array[NavPath] = []
	for i in 24:
		paths.append(map.find_path_async(start + Vector3(0.1 * i, 0, 0), goal, filters[i % filters.size()]))
	await frames(1)
	return paths


## How many of the searches that have not ended yet end with another path than find_path gives now.
func wrong_ends(map: NavMap, paths: Array[NavPath], start: Vector3, goal: Vector3, filters: Array) -> int:
	var late := range(24).filter(func(i): return paths[i].status == NavPath.SEARCHING)
	var wrong := int(late.is_empty())
	for i in late:
		if paths[i].status == NavPath.SEARCHING:
			await paths[i].finished
		wrong += int(not same(paths[i], map.find_path(start + Vector3(0.1 * i, 0, 0), goal, filters[i % filters.size()])))
	return wrong


## The map is baked anew while searches are under way.
func scenario_map_changes_under_searches() -> void:
	var node := maze()
	var map := node.get_map()
	var filters := [null, NavFilter.new()]
	filters[1].add_block(Vector3(-44, 0, 0), 0.1, 5.0)
	var wrong := []
	for round in 3:
		var paths := await begun(map, START, GOAL, filters)
		box(Vector3(1, 3, 60), Vector3(30 * round - 30.5, 1.5, 9 if round % 2 else -9))
		node.bake_navigation_mesh(false)
		wrong.append(await wrong_ends(map, paths, START, GOAL, filters))
	report("wrong", wrong)


## A filter changes while searches are under way.
func scenario_filter_changes_under_searches() -> void:
	var map := maze().get_map()
	var filter := NavFilter.new()
	filter.add_block(Vector3(-44, 0, 0), 0.1, 5.0)
	var paths := await begun(map, START, GOAL, [filter])
	for i in 20:
		filter.add_block(Vector3(-8 + 3 * i, 0, 20 - 3 * i), 2.5)
	report("blocks", await wrong_ends(map, paths, START, GOAL, [filter]))
	filter.clear_blocks()
	filter.add_block(Vector3(-44, 0, 0), 0.1, 5.0)
	paths = await begun(map, START, GOAL, [filter])
	filter.path_radius = 0.8
	report("radius", await wrong_ends(map, paths, START, GOAL, [filter]))
	filter.path_radius = 0.0
	paths = await begun(map, START, GOAL, [filter, null])
	for i in 250:
		filter.add_block(Vector3(-40 + i % 7, 0, 30), 1.0, 5.0, 0.5)
		await frames(1)
	report("still searching while the filter changes in each frame", paths.filter(func(path): return path.status == NavPath.SEARCHING).size())


## The navmesh of a baker is replaced by another one of the same version.
func scenario_another_navmesh_of_the_same_version() -> void:
	floor_at(20, 20)
	var open := bake({"tile_size": 32})
	var big: NavMeshData = open.navmesh
	open.free()
	var wall := box(Vector3(1, 3, 16), Vector3(0, 1.5, -2))
	for i in 6:
		box(Vector3(1, 3, 1), Vector3(-8 + 3 * i, 1.5, 4))
	var closed := bake({"tile_size": 32})
	var small: NavMeshData = closed.navmesh
	var map := closed.get_map()
	var filter := NavFilter.new()
	var wrong := 0
	for i in 6:
		closed.navmesh = big if i % 2 == 0 else small
		for z in range(-9, 10, 3):
			wrong += int(not same(map.find_path(Vector3(-8, 0, z), Vector3(8, 0, -z), filter), map.find_path(Vector3(-8, 0, z), Vector3(8, 0, -z))))
		map.set_random_seed(i)
		var points := map.random_points(20)
		map.set_random_seed(i)
		wrong += int(points != map.random_points(20, filter))
	report("wrong", wrong)


func scenario_forgotten_under_way() -> void:
	floor_at(24, 24)
	bake({"tile_size": 32})
	var filter := NavFilter.new()
	filter.only_known = true
	filter.reveal(Vector3.ZERO, 30)
	var agent := ghost(Vector3(-8, 0, 0), 1.0, {"filter": filter})
	agent.requestPath(Vector3(8, 0, 0))
	await frames(5)
	report("walks", agent.hasArrived())
	filter.forget_all()
	await frames(3)
	report("forgotten", agent.hasArrived())


## A triangle whose two longest sides are equal: none of the two is the longest.
func scenario_reach_over_triangles() -> void:
	var mesh := NavigationMesh.new()
	mesh.vertices = PackedVector3Array([Vector3(-4, 0, 5), Vector3(0, 0, -5), Vector3(4, 0, 5)])
	mesh.add_polygon(PackedInt32Array([0, 1, 2]))
	var node := region(mesh)
	var map := NavMap.of(world)
	report("isosceles", map.reachable_area(Vector3(0, 0, 4), 4.0).triangles.size() > 0)
	mesh.vertices = PackedVector3Array([Vector3(0, 0, 0), Vector3(8, 0, 0), Vector3(8, 8, 8), Vector3(0, 8, 8)])
	mesh.clear_polygons()
	mesh.add_polygon(PackedInt32Array([0, 1, 2, 3]))
	node.navigation_mesh = null
	node.navigation_mesh = mesh
	await frames(1)
	report("square on a slope", map.reachable_area(Vector3(4, 4, 4), 2.0).triangles.size() > 0)


## Whatever asks for a way keeps as far from walls as find_path does.
func scenario_radius_of_all_questions() -> void:
	floor_at(24, 24)
	box(Vector3(1, 3, 10), Vector3(0, 1.5, -7))
	box(Vector3(1, 3, 14), Vector3(0, 1.5, 6.8))
	bake()
	var map := NavMap.of(world)
	var filter := NavFilter.new()
	filter.path_radius = 1.2
	var goals := PackedVector3Array([Vector3(8, 0, 0), Vector3(-3, 0, 8), Vector3(-3, 0, -8)])
	var start := Vector3(-8, 0, 0)
	report("status", map.find_path(start, goals[0], filter).is_complete())
	report("reachable", goals_reached(map, start, goals, filter))
	report("reachable without", goals_reached(map, start, goals, null))
	var distances := map.path_distances(start, goals, filter)
	report("distances", [distances[0], absf(distances[1] - flat_length(map.find_path(start, goals[1], filter).points)) < 0.01])
	report("nearest", [map.nearest_target(start, goals.slice(0, 1), filter), map.nearest_target(start, goals, filter)])


func goals_reached(map: NavMap, start: Vector3, goals: PackedVector3Array, filter: NavFilter) -> Array:
	var found := []
	for goal in goals:
		found.append(map.is_reachable(start, goal, filter))
	return found


func flat_length(points: PackedVector3Array) -> float:
	var length := 0.0
	for i in range(1, points.size()):
		length += flat(points[i - 1]).distance_to(flat(points[i]))
	return length


func scenario_shapes_and_margins() -> void:
	region(rectangle(Vector2(-6, -4), Vector2(6, 4)))
	var map := NavMap.of(world)
	var star := PackedVector3Array()
	var round := PackedVector3Array()
	for i in 5:
		star.append(Vector3(3 * cos(TAU * i * 2 / 5), 0, 3 * sin(TAU * i * 2 / 5)))
		round.append(Vector3(3 * cos(TAU * i / 5), 0, 3 * sin(TAU * i / 5)))
	report("star", map.polygons_in_outline(Vector3.ZERO, star).size())
	report("both ways round", [map.polygons_in_outline(Vector3.ZERO, round).size(), map.polygons_in_outline(Vector3.ZERO, reversed(round)).size()])
	report("far", [map.is_on_navmesh(Vector3(9, 0, 0), 4.0), map.is_on_navmesh(Vector3(9, 0, 0), 2.0), map.is_on_navmesh(Vector3(900, 0, 0), INF),
			map.is_on_navmesh(Vector3(1, 0, 0), NAN), map.is_on_navmesh(Vector3(1, 0, 0), -1.0)])
	report("boxes", [map.polygons_in_box(AABB(Vector3(NAN, 0, 0), Vector3.ONE)).size(), map.polygons_in_box(AABB(Vector3.ONE, -2 * Vector3.ONE)).size()])
	report("polygons", [map.has_polygon(1 << 31, map.version), map.has_polygon(-1, map.version), map.has_polygon(0, -4611686018427387904), map.has_polygon(0, map.version)])


func reversed(points: PackedVector3Array) -> PackedVector3Array:
	points.reverse()
	return points


## Two worlds, threads, handlers and bakes change filters while all that uses them is at work. The last searches never end.
func scenario_all_at_once() -> void:
	var node := maze()
	node.use_navigation_server = true
	var map := node.get_map()
	var filter := NavFilter.new()
	var other := viewport()
	var there := Node3D.new()
	other.add_child(there)
	region(rectangle(Vector2(-50, -50), Vector2(50, 50)), there)
	var map2 := NavMap.of(there)
	var agent := ghost(START, 1.0, {"filter": filter})
	agent.requestPath(GOAL)
	var crowd: Crowd = put(Crowd.new(), {"agent_filter": filter})
	crowd.request_paths(crowd.add_agents(PackedVector3Array([START, START])), PackedVector3Array([GOAL]))
	agent.path_changed.connect(func():
		filter.add_block(Vector3(-10, 0, 0), 1.0, 3.0, 0.1)
		agent.filter = null
		agent.filter = filter)
	var asker := NavMap.of(world)
	map.changed.connect(func(): asker.find_path_async(START, GOAL, NavFilter.new()))
	var thread := Thread.new()
	thread.start(func():
		for i in 3000:
			filter.set_area_cost(i % 64, 1.0 + i % 3)
			filter.reveal(Vector3(i % 40, 0, 0), 2)
			map2.find_path(Vector3(-40, 0, 0), Vector3(40, 0, 0), filter))
	for i in 120:
		node.use_navigation_server = i % 2 == 0
		if i % 30 == 7:
			box(Vector3(3, 3, 3), Vector3(i % 40 - 20, 1, 5))
			node.bake_navigation_mesh(true)
		if i == 40:
			crowd.reparent(there)
		if i == 60:
			other.free()
		if i == 70:
			world.remove_child(node)
			world.add_child(node)
		var f: NavFilter = filter.duplicate()
		map.find_path_async(START, GOAL, f)
		map2.find_path_async(START, GOAL, f).finished.connect(func(_p): map2.find_path(START, GOAL))
		await frames(1)
	thread.wait_to_finish()
	for i in 300: map.find_path_async(START, GOAL, filter)
	report("gone", map2.find_path(START, GOAL).reason)
	for i in 3000:
		map.find_path_async(START, GOAL, filter)
	filter.set_area_cost(63, 3.0)
