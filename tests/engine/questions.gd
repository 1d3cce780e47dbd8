extends "res://level.gd"
## Questions to a map by NavMap, compared with the engine's own NavigationServer3D on the same regions where it can answer them.


## A floor of 24 m with a wall, a hump, a platform that a ramp leads to, and an island that nothing leads to; baked by the engine.
func island_world() -> NavMap:
	floor_at(24, 24)
	box(Vector3(1, 3, 14), Vector3(0, 1.5, -2))
	box(Vector3(5, 1.2, 5), Vector3(7, 0.6, 7))
	var ramp := box(Vector3(3, 0.2, 6), Vector3(3.1, 0.5, 7))
	ramp.rotation = Vector3(0, -PI / 2, 0)
	ramp.rotate_z(0.2)
	floor_at(6, 6, Vector3(20, 1, 0))
	var mesh := NavigationMesh.new()
	mesh.agent_max_climb = 0.5
	await synced([region(bake_by_engine(mesh))])
	return NavMap.of(world)


func server_map() -> RID:
	return world.get_world_3d().navigation_map


func random_points(count: int, seed_number: int, size := 14.0) -> PackedVector3Array:
	var random := RandomNumberGenerator.new()
	random.seed = seed_number
	var points := PackedVector3Array()
	for i in count:
		points.append(Vector3(random.randf_range(-size, size + 10), random.randf_range(-2, 5), random.randf_range(-size, size)))
	return points


func flat_length(points: PackedVector3Array) -> float:
	var length := 0.0
	for i in range(1, points.size()):
		length += flat(points[i - 1]).distance_to(flat(points[i]))
	return length


func length_of(points: PackedVector3Array) -> float:
	var length := 0.0
	for i in range(1, points.size()):
		length += points[i - 1].distance_to(points[i])
	return length


func scenario_closest_points() -> void:
	var map := await island_world()
	var server := server_map()
	var points := random_points(300, 1)
	var batch := map.closest_points(points)
	var worst := 0.0
	var other := 0
	for i in points.size():
		var ours := map.closest_point(points[i])
		other += int(ours != batch[i])
		worst = maxf(worst, absf(ours.distance_to(points[i]) - NavigationServer3D.map_get_closest_point(server, points[i]).distance_to(points[i])))
	report("batch differs", other)
	report("worst difference of distance", worst)


func scenario_closest_points_to_segments() -> void:
	var map := await island_world()
	var server := server_map()
	var starts := random_points(150, 2)
	var ends := random_points(150, 3)
	var worst := 0.0
	var missed := 0
	var hits := 0
	for i in starts.size():
		var middle := 0.5 * (starts[i] + ends[i])
		var theirs := NavigationServer3D.map_get_closest_point_to_segment(server, starts[i], ends[i], true)
		var ours := map.closest_point_to_segment(starts[i], ends[i], true)
		if theirs != Vector3.ZERO or ours != Vector3.INF:
			hits += 1
			missed += int(not ours.is_equal_approx(theirs) and ours.distance_to(theirs) > 0.01)
		ours = map.closest_point_to_segment(starts[i], ends[i])
		theirs = NavigationServer3D.map_get_closest_point_to_segment(server, starts[i], ends[i])
		worst = maxf(worst, to_segment(ours, starts[i], ends[i]) - to_segment(theirs, starts[i], ends[i]))
	report("segments that hit", hits)
	report("hits that differ", missed)
	report("farther from the segment than the engine's", worst)


func to_segment(point: Vector3, start: Vector3, end: Vector3) -> float:
	return point.distance_to(Geometry3D.get_closest_point_to_segment(point, start, end))


func scenario_paths() -> void:
	var map := await island_world()
	var server := server_map()
	var points := random_points(120, 4, 11.0)
	var statuses := [0, 0, 0]
	var longer := 0.0
	var ends := 0.0
	var off_ground := 0.0
	for i in range(0, points.size(), 2):
		var path := map.find_path(points[i], points[i + 1])
		statuses[path.status] += 1
		var theirs := NavigationServer3D.map_get_path(server, points[i], points[i + 1], true)
		if path.status == NavPath.COMPLETE and theirs.size() > 1:
			longer = maxf(longer, flat_length(path.points) - flat_length(theirs))
			ends = maxf(ends, path.points[-1].distance_to(theirs[-1]))
		for k in range(1, path.points.size()):
			var middle := 0.5 * (path.points[k - 1] + path.points[k])
			off_ground = maxf(off_ground, absf(map.closest_point(middle).y - middle.y))
	report("statuses", statuses)
	report("longer than the engine's", longer)
	report("between the ends", ends)
	report("off the ground", off_ground)


func scenario_lengths() -> void:
	var map := await island_world()
	var start := Vector3(-8, 0, -8)
	map.set_random_seed(1)
	var targets := map.random_points(60)
	var distances := map.path_distances(start, targets)
	var worst := 0.0
	var best := -1
	for i in targets.size():
		var path := map.find_path(start, targets[i])
		var length := flat_length(path.points) if path.is_complete() else INF
		if distances[i] == INF or length == INF:
			worst = maxf(worst, 0.0 if distances[i] == length else INF)
		else:
			worst = maxf(worst, absf(distances[i] - length))
			if best < 0 or distances[i] < distances[best]:
				best = i
		if map.is_reachable(start, targets[i]) != path.is_complete():
			worst = INF
	report("worst difference", worst)
	var off := PackedVector3Array([Vector3(100, 0, 100), Vector3(NAN, 0, 0)])
	report("off the navmesh", [map.path_distances(start, off), map.nearest_target(start, off)])
	report("nearest", map.nearest_target(start, targets) == best)
	var together := map.find_paths(PackedVector3Array([start, start, start]), PackedVector3Array([targets[0], Vector3(20, 1, 0), Vector3(-3, 0, -8)]))
	report("paths", together.map(func(points): return points.size() > 1))


func scenario_reachable_area() -> void:
	var map := await island_world()
	var start := Vector3(-3, 0, -3)
	var reach := map.reachable_area(start, 9.0)
	var wrong := 0
	var near := 0
	var worst := 0.0
	var points := map.random_points(400)
	var lengths := map.path_distances(start, points)
	for i in points.size():
		if absf(lengths[i] - 9.0) < 1e-3:
			near += 1
		elif (lengths[i] < 9.0) != reach.contains(points[i]):
			wrong += 1
		elif lengths[i] < 9.0:
			worst = maxf(worst, absf(reach.cost_to(points[i]) - lengths[i]))
	var area := 0.0
	var triangles := reach.triangles
	var sorted_out := 0
	for i in range(0, triangles.size(), 3):
		area += 0.5 * (triangles[i + 1] - triangles[i]).cross(triangles[i + 2] - triangles[i]).length()
		sorted_out += int((triangles[i + 1] - triangles[i]).cross(triangles[i + 2] - triangles[i]).y > 0)
	report("wrong", wrong)
	report("near the border", near)
	report("worst cost", worst)
	report("area", area)
	report("all clockwise", sorted_out == 0)
	report("polygons", reach.polygons.size() > 0)
	report("is current", reach.is_current())
	region(rectangle(Vector2(40, 40), Vector2(44, 44)))
	await frames(2)
	report("is current after a change", reach.is_current())
	report("cost after a change", is_nan(reach.cost_to(start)))


func field_of_squares(count: int) -> NavigationMesh:
	var mesh := NavigationMesh.new()
	var vertices := PackedVector3Array()
	for z in count + 1:
		for x in count + 1:
			vertices.append(Vector3(x, 0, z))
	mesh.vertices = vertices
	for z in count:
		for x in count:
			var corner := z * (count + 1) + x
			mesh.add_polygon(PackedInt32Array([corner, corner + 1, corner + count + 2, corner + count + 1]))
	return mesh


func scenario_reach_over_many_polygons() -> void:
	region(field_of_squares(40))
	var map := NavMap.of(world)
	var start := Vector3(0.5, 0, 0.5)
	var reach := map.reachable_area(start, 100.0)
	report("polygons", reach.polygons.size())
	report("corner", reach.cost_to(Vector3(40, 0, 40)))
	report("circle", map.reachable_area(Vector3(20, 0, 20), 9.0).contains(Vector3(20 + 6.3, 0, 20 + 6.3)))


func scenario_reach_over_too_many_polygons() -> void:
	region(field_of_squares(240))
	var map := NavMap.of(world)
	report("polygons", map.reachable_area(Vector3(0.5, 0, 0.5), INF).polygons.size())
	report("near", map.reachable_area(Vector3(0.5, 0, 0.5), 20.0).polygons.size())


func scenario_reach_where_areas_cost_more() -> void:
	region(rectangle(Vector2(-6, -4), Vector2(0, 4)))
	var slow := region(rectangle(Vector2(0, -4), Vector2(6, 4)), world, {"travel_cost": 2.0})
	await frames(2)
	var map := NavMap.of(world)
	var start := Vector3(-3, 0, 0)
	var reach := map.reachable_area(start, 10.0)
	report("costs", [reach.cost_to(Vector3(-1, 0, 0)), reach.cost_to(Vector3(3, 0, 0))])
	report("polygons", reach.polygons.size())
	report("contains", [reach.contains(Vector3(3.4, 0, 0)), reach.contains(Vector3(3.6, 0, 0))])
	slow.navigation_mesh = field_of_squares(40)
	await frames(2)
	report("too many", map.reachable_area(start, 1000.0).polygons.size())


func scenario_walls_and_rays() -> void:
	region(rectangle(Vector2(-6, -4), Vector2(6, 4)))
	var map := NavMap.of(world)
	report("to the wall", map.distance_to_wall(Vector3(4, 0, 1)))
	report("beyond", map.distance_to_wall(Vector3(0, 0, 0), 1.0))
	var wall := map.closest_wall(Vector3(4, 0, 1))
	report("wall", [wall.hit, wall.position, wall.normal])
	var hit := map.raycast(Vector3(0, 0, 0), Vector3(10, 0, 0))
	report("ray", [hit.hit, hit.position, hit.normal, hit.distance])
	hit = map.raycast(Vector3(0, 0, 0), Vector3(3, 0, 0))
	report("free ray", [hit.hit, hit.position, hit.distance])
	report("ray from nowhere", map.raycast(Vector3(50, 0, 0), Vector3(3, 0, 0)).hit)
	report("on", [map.is_on_navmesh(Vector3(5.9, 0.3, 0)), map.is_on_navmesh(Vector3(6.5, 0, 0)), map.is_on_navmesh(Vector3(6.5, 0, 0), 0.6)])
	report("normal", map.get_normal(Vector3(1, 0, 1)))
	report("slope", map.get_slope(Vector3(1, 0, 1)))


func scenario_slope() -> void:
	var mesh := rectangle(Vector2(-4, -4), Vector2(4, 4))
	var vertices := mesh.vertices
	for i in 4:
		vertices[i].y = vertices[i].x * tan(0.3)
	mesh.vertices = vertices
	region(mesh)
	report("slope", NavMap.of(world).get_slope(Vector3(1, 0, 1)))
	var normal := NavMap.of(world).get_normal(Vector3(1, 0, 1))
	report("normal", [normal.x, normal.y, normal.z])


func scenario_random_points() -> void:
	var map := await island_world()
	map.set_random_seed(7)
	var points := map.random_points(500)
	map.set_random_seed(7)
	report("same", points == map.random_points(500))
	NavMap.of(world).set_random_seed(7)
	report("same, by other NavMaps of the map", points == NavMap.of(world).random_points(500))
	var off_mesh := 0.0
	var east := 0
	for point in points:
		off_mesh = maxf(off_mesh, map.closest_point(point).distance_to(point))
		east += int(point.x > 16)
	report("off the mesh", off_mesh)
	report("on the island", east)
	var near := map.random_points_near(Vector3(-5, 0, 0), 3.0, 200)
	var farthest := 0.0
	for point in near:
		farthest = maxf(farthest, flat(point).distance_to(Vector2(-5, 0)))
	report("near", [near.size(), farthest <= 3.0001, farthest > 2.5])
	report("one", map.random_point() != Vector3.INF)


func scenario_polygons() -> void:
	var first := region(rectangle(Vector2(-6, -4), Vector2(0, 4)))
	var second := region(rectangle(Vector2(0, -4), Vector2(6, 4)), world, {"navigation_layers": 4})
	var map := NavMap.of(world)
	var west := map.polygon_at(Vector3(-3, 0, 0))
	var east := map.polygon_at(Vector3(3, 0, 0))
	report("neighbors", [map.get_polygon_neighbors(west), PackedInt32Array([east])])
	report("owners", [map.get_polygon_owner(west) == first, map.get_polygon_owner(east) == second])
	report("layers", [map.get_polygon_layers(west), map.get_polygon_layers(east)])
	report("outline", map.get_polygon_outline(west).size())
	report("center", map.get_polygon_center(east))
	report("area", map.get_polygon_area(east))
	report("box", map.polygons_in_box(AABB(Vector3(1, -1, -1), Vector3(2, 2, 2))) == PackedInt32Array([east]))
	report("circle", map.polygons_in_circle(Vector3(-1, 0, 0), 1.5) == PackedInt32Array([west, east]))
	report("outline of a shape", map.polygons_in_outline(Vector3(-3, 0, 0), PackedVector3Array([Vector3(-4, 0, -1), Vector3(-2, 0, -1), Vector3(-3, 0, 1)])) == PackedInt32Array([west]))
	var version := map.version
	report("is there", map.has_polygon(west, version))
	second.free()
	await frames(2)
	report("is there later", map.has_polygon(west, version))
	report("version grew", map.version != version)


func scenario_no_map() -> void:
	var map := NavMap.of(world)
	var path := map.find_path(Vector3.ZERO, Vector3.ONE)
	report("path", [path.status, path.reason, path.points.size(), path.is_complete()])
	report("text", path.reason_text)
	report("point", map.closest_point(Vector3.ZERO))
	report("others", [map.random_point(), map.random_points(3).size(), map.is_empty(), map.version, map.is_reachable(Vector3.ZERO, Vector3.ONE),
			map.polygon_at(Vector3.ZERO), map.distance_to_wall(Vector3.ZERO), map.raycast(Vector3.ZERO, Vector3.ONE).hit])
	report("reach", map.reachable_area(Vector3.ZERO, 5.0).triangles.size())


func scenario_wrong_questions() -> void:
	var node := Node3D.new()
	report("out of the tree", NavMap.of(node) == null)
	report("null", NavMap.of(null) == null)
	node.free()
	var orphan := NavMap.new()
	report("orphan", [orphan.closest_point(Vector3.ZERO), orphan.find_path(Vector3.ZERO, Vector3.ONE).status])
	region(rectangle(Vector2(-6, -4), Vector2(6, 4)))
	var map := NavMap.of(world)
	report("nan", [map.closest_point(Vector3(NAN, 0, 0)), map.find_path(Vector3(NAN, 0, 0), Vector3.ZERO).reason,
			map.find_path(Vector3.ZERO, Vector3(0, INF, 0)).reason, map.is_on_navmesh(Vector3(NAN, 0, 0)),
			map.random_points_near(Vector3(NAN, 0, 0), 1.0, 3).size()])
	var many := PackedVector3Array()
	many.resize(1000000)
	report("many", [map.closest_points(many).size(), map.find_paths(many, many).size(), map.path_distances(Vector3.ZERO, many).size()])
	report("unequal", map.find_paths(PackedVector3Array([Vector3.ZERO]), PackedVector3Array()))
	report("no polygon", [map.get_polygon_area(99), map.get_polygon_outline(-1).size()])
	report("concave", map.polygons_in_outline(Vector3.ZERO, PackedVector3Array([Vector3(0, 0, 0), Vector3(4, 0, 0), Vector3(1, 0, 1), Vector3(0, 0, 4)])))


func scenario_map_that_is_gone() -> void:
	var other := viewport()
	var node := Node3D.new()
	other.add_child(node)
	region(rectangle(Vector2(-6, -4), Vector2(6, 4)), node)
	var map := NavMap.of(node)
	report("before", map.closest_point(Vector3(0, 1, 0)))
	other.free()
	await frames(2)
	report("after", map.closest_point(Vector3(0, 1, 0)))
	report("path", map.find_path(Vector3.ZERO, Vector3.ONE).reason)


func scenario_async() -> void:
	var map := await island_world()
	var points := map.random_points(200)
	var paths: Array[NavPath] = []
	var finished := []
	for i in range(0, 200, 2):
		var path := map.find_path_async(points[i], points[i + 1])
		path.finished.connect(func(which: NavPath): finished.append(which.status))
		paths.append(path)
	report("searching", paths[0].status == NavPath.SEARCHING)
	paths[7].cancel_search()
	await until(func(): return finished.size() == 99)
	report("finished", finished.size())
	var other := 0
	for i in range(0, 200, 2):
		if i != 14:
			other += int(paths[i / 2].points != map.find_path(points[i], points[i + 1]).points)
	report("differ from find_path", other)
	report("canceled", [paths[7].status, paths[7].reason_text])
	var one: NavPath = map.find_path_async(points[0], points[1])
	await one.finished
	report("awaited", one.status != NavPath.SEARCHING)
	map.find_path_async(points[0], points[1])
	map = null
	await frames(3)


func scenario_change_is_seen() -> void:
	floor_at(20, 20)
	var node := quiet_baker({"tile_size": 32, "track_sources": true})
	var map := node.get_map()
	report("not baked", map.find_path(Vector3(-5, 0, 0), Vector3(5, 0, 0)).reason)
	node.bake_navigation_mesh(true)
	report("pending", [map.is_pending(), map.find_path(Vector3(-5, 0, 0), Vector3(5, 0, 0)).reason])
	await baked(node)
	report("done", [map.is_pending(), map.find_path(Vector3(-5, 0, 0), Vector3(5, 0, 0)).points.size()])
	var changes := [0]
	map.changed.connect(func(): changes[0] += 1)
	var wall := box(Vector3(1, 3, 10), Vector3.ZERO)
	await frames(1)
	report("pending or seen", map.is_pending() or map.find_path(Vector3(-5, 0, 0), Vector3(5, 0, 0)).points.size() == 5)
	await settled(node)
	report("path round the wall", map.find_path(Vector3(-5, 0, 0), Vector3(5, 0, 0)).points.size())
	await frames(1)
	report("changed was emitted", changes[0] > 0)
	wall.free()
	node.free()
	report("baker gone", map.closest_point(Vector3.ZERO))


func scenario_threads_ask() -> void:
	var map := await island_world()
	var thread := Thread.new()
	thread.start(func():
		var found := []
		for i in 200:
			found.append(map.find_path(Vector3(-8, 0, -8), Vector3(8, 0, -8)).points.size() + int(map.closest_point(Vector3(i, 0, 0)) != Vector3.INF))
		return found)
	for i in 20:
		map.find_path(Vector3(-8, 0, -8), Vector3(8, 0, -8))
		await frames(1)
	var found: Array = thread.wait_to_finish()
	report("all the same", found.all(func(value): return value == found[0]))


func scenario_maps_of() -> void:
	region(rectangle(Vector2(-6, -4), Vector2(6, 4)))
	var agent := ghost(Vector3.ZERO)
	var node := quiet_baker()
	report("agent", agent.get_map().version == NavMap.of(world).version)
	report("world", NavMap.of_world(world.get_world_3d()).version == NavMap.of(world).version)
	report("baker", node.get_map() != null)
