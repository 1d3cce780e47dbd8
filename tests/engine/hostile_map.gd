extends "res://level.gd"
## What nobody should ask of a NavMap, a NavFilter or a NavPath, and what happens to them while they are at work.

const START := Vector3(-18, 0, -18)
const GOAL := Vector3(18, 0, 18)


## A field of pillars: searches over it take many nodes.
func field(size := 40.0, step := 2.0, settings := {}, parent: Node = world) -> NavMeshBaker:
	floor_at(size, size, Vector3.ZERO, parent)
	var count := int(size / step) - 1
	for i in count:
		for k in count:
			box(Vector3(0.7, 2, 0.7), Vector3(step * (i + 1) - size / 2, 1, step * (k + 1) - size / 2), parent)
	return bake({"tile_size": 24}.merged(settings), parent)


func outcome(path: NavPath) -> Array:
	return [path.status, path.reason, path.points]


func same(a: NavPath, b: NavPath) -> bool:
	return outcome(a) == outcome(b)


## The map is baked anew, and the filter changes, while searches wait or are under way.
func scenario_changes_between_frames_of_a_search() -> void:
	var node := field()
	var map := node.get_map()
	var filter := NavFilter.new()
	var wrong := 0
	for round in 6:
		var plain: Array[NavPath] = []
		for i in 8:
			plain.append(map.find_path_async(START + Vector3(i, 0, 0), GOAL))
			plain.append(map.find_path_async(START + Vector3(i, 0, 0), GOAL, filter))
		await frames(1)
		if round % 2:
			var wall := box(Vector3(1, 3, 30), Vector3(1 + 2 * round - 6, 1.5, 3 * round - 8))
			node.bake_navigation_mesh(false)
		else:
			filter.add_block(Vector3(4 * round - 8, 0, 0), 3.0)
			filter.set_area_cost(63, 1.0 + round)
		for path in plain:
			if path.status == NavPath.SEARCHING:
				await path.finished
		for i in 8:
			wrong += int(plain[2 * i].version == map.version and not same(plain[2 * i], map.find_path(START + Vector3(i, 0, 0), GOAL)))
			wrong += int(plain[2 * i + 1].version == map.version and not same(plain[2 * i + 1], map.find_path(START + Vector3(i, 0, 0), GOAL, filter)))
	report("wrong", wrong)


## One long search, whose filter changes while it is under way.
func scenario_filter_changes_under_a_search() -> void:
	box(Vector3(86, 2, 0.5), Vector3(-2, 1, 41))
	var map := field(90.0).get_map()
	var filter := NavFilter.new()
	filter.add_block(Vector3(-44, 0, 0), 0.1, 5.0)
	var start := Vector3(-44, 0, -44)
	var goal := Vector3(-44, 0, 44)
	var path := map.find_path_async(start, goal, filter)
	await frames(1)
	report("under way", path.status == NavPath.SEARCHING)
	for i in 20:
		filter.add_block(Vector3(-8 + 3 * i, 0, 20 - 3 * i), 2.5)
	await path.finished
	report("as now", same(path, map.find_path(start, goal, filter)))
	path = map.find_path_async(start, goal, filter)
	await frames(1)
	report("under way again", path.status == NavPath.SEARCHING)
	filter.path_radius = 0.8
	await path.finished
	report("as with the radius", same(path, map.find_path(start, goal, filter)))
	filter.path_radius = 0.0
	path = map.find_path_async(start, goal, filter)
	var plain := map.find_path_async(start, goal)
	for i in 400:
		filter.add_block(Vector3(-40 + i % 7, 0, 30), 1.0, 5.0, 0.5)
		await frames(1)
		if plain.status != NavPath.SEARCHING:
			break
	report("is found though the filter changes all the time", [path.status, plain.status])


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
