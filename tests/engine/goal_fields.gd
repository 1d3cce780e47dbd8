extends "res://level.gd"
## Goal fields of a map, compared with a search from each place to each goal.

const GOALS: PackedVector3Array = [Vector3(-8, 0, -8), Vector3(9, 0, -3), Vector3(-4, 0, 10)]


## A floor of 24 m with two walls, a platform that a ramp leads to, and an island that nothing leads to.
func level(settings := {}) -> NavMeshBaker:
	floor_at(24, 24)
	box(Vector3(1, 3, 14), Vector3(0, 1.5, -2))
	box(Vector3(9, 3, 1), Vector3(5, 1.5, 3))
	box(Vector3(5, 1.2, 5), Vector3(7, 0.6, 7))
	var ramp := box(Vector3(3, 0.2, 6), Vector3(3.1, 0.5, 7))
	ramp.rotation = Vector3(0, -PI / 2, 0)
	ramp.rotate_z(0.2)
	floor_at(6, 6, Vector3(20, 1, 0))
	return bake(settings)


## What differs between a field and searches from these places.
func unlike(field: NavGoalField, map: NavMap, places: PackedVector3Array, filter: NavFilter = null) -> Array:
	var found := []
	var distances := field.get_distances(places)
	var directions := field.get_directions(places)
	var indices := field.get_goal_indices(places)
	for i in places.size():
		var lengths := map.path_distances(places[i], field.goals, filter)
		var least := INF
		for length in lengths:
			least = minf(least, length)
		if distances[i] != least and not absf(distances[i] - least) < 1e-4:
			found.append(["distance", places[i], distances[i], least])
		if least == INF:
			if indices[i] != -1 or directions[i] != Vector3.ZERO or field.get_path(places[i]).is_complete():
				found.append(["a way where there is none", places[i]])
			continue
		if absf(lengths[indices[i]] - least) > 1e-4:
			found.append(["goal", places[i]])
		var path := field.get_path(places[i])
		var searched := map.find_path(places[i], field.goals[indices[i]], filter)
		if not path.is_complete() or absf(path.length - searched.length) > 1e-3:
			found.append(["path", places[i], path.length, searched.length])
		var along := flat(path.points[1] - path.points[0]) if path.points.size() > 1 else Vector2.ZERO
		if along.length() > 0.01 and flat(directions[i]).distance_to(along.normalized()) > 1e-3:
			found.append(["direction", places[i], directions[i], along.normalized()])
		if field.get_distance(places[i]) != distances[i] and absf(field.get_distance(places[i]) - distances[i]) > 1e-5:
			found.append(["one of many", places[i]])
		if field.get_direction(places[i]) != directions[i] or field.get_goal_index(places[i]) != indices[i]:
			found.append(["one of many", places[i]])
	return found


func scenario_ways() -> void:
	var map := level().get_map()
	map.set_random_seed(3)
	var places := map.random_points(150)
	var field := map.goal_field(GOALS)
	report("state", [field.state, field.state_text, field.is_valid(), field.searches])
	report("unlike", unlike(field, map, places))
	var reached := Array(field.get_distances(places)).filter(is_finite)
	report("reached and not", [reached.size() > 100, reached.size() < 150])
	report("goals", [field.goals == GOALS, field.max_length])
	var near := map.goal_field(GOALS, 4.0)
	var wrong := 0
	for place in places:
		wrong += int(field.get_distance(place) <= 4 and absf(near.get_distance(place) - field.get_distance(place)) > 1e-5)
		wrong += int(field.get_distance(place) > 4.01 and near.get_distance(place) <= 4)
	report("wrong near", wrong)
	report("one goal is off the ground", map.goal_field([Vector3(500, 0, 0), GOALS[0]]).get_goal_index(Vector3(-9, 0, 0)))
	var nowhere := [Vector3(NAN, 0, 0), Vector3(0, INF, 0)]
	report("nowhere", [field.get_distances(nowhere), field.get_directions(nowhere), field.get_goal_indices(nowhere), field.get_path(nowhere[0]).reason])
	report("none", [field.get_distances([]).size(), field.get_directions([]).size(), field.get_goal_indices([]).size()])


func scenario_triangles() -> void:
	var map := level().get_map()
	var field := map.goal_field(GOALS)
	var longest := 0.0
	var reached := true
	var up := true
	var triangles := field.get_triangles(0.7)
	for i in range(0, triangles.size(), 3):
		var normal := (triangles[i + 2] - triangles[i]).cross(triangles[i + 1] - triangles[i])
		up = up and normal.y > 0
		for k in 3:
			longest = maxf(longest, triangles[i + k].distance_to(triangles[i + (k + 1) % 3]))
	for distance in field.get_distances(triangles):
		reached = reached and is_finite(distance)
	report("longest edge", longest)
	report("area", square_meters(triangles))
	report("of the ground that is reached", square_meters(map.reachable_area(GOALS[0], 1000).triangles))
	report("reached and clockwise", [reached, up])
	report("wrong lengths", [field.get_triangles(0.0).size(), field.get_triangles(NAN).size(), field.get_triangles(0.01).size()])


func square_meters(triangles: PackedVector3Array) -> float:
	var sum := 0.0
	for i in range(0, triangles.size(), 3):
		sum += (triangles[i + 1] - triangles[i]).cross(triangles[i + 2] - triangles[i]).length() / 2
	return sum


func scenario_changes() -> void:
	var node := level({"tile_size": 32, "track_sources": true})
	var map := node.get_map()
	map.set_random_seed(4)
	var places := map.random_points(60)
	var field := map.goal_field(GOALS)
	var before := field.get_distances(places)
	var wall := box(Vector3(10, 3, 1), Vector3(-6, 1.5, 3))
	await settled(node)
	await frames(2)
	report("after a wall", [unlike(field, map, places), field.get_distances(places) != before, field.searches])
	wall.free()
	await settled(node)
	await frames(2)
	report("without it", [unlike(field, map, places), field.get_distances(places) == before])
	var filter := NavFilter.new()
	var filtered := map.goal_field(GOALS, INF, filter)
	report("with a filter", unlike(filtered, map, places, filter))
	filter.add_block(GOALS[0], 1.0)
	report("with a block", [unlike(filtered, map, places, filter), filtered.get_distances(places) != before, filtered.searches])
	filter.set_area_cost(63, 2.0)
	report("all dearer", filtered.state)
	var states := []
	for layers in [2, 1, 2, 3]:
		filter.navigation_layers = layers
		states.append(filtered.is_valid())
	report("layers that the ground has and has not", states)
	node.free()
	await frames(2)
	report("baker gone", [field.state, field.is_valid(), field.get_distance(Vector3.ZERO), field.get_path(Vector3.ZERO).reason, field.get_triangles(1.0).size()])


func scenario_wrong_goals() -> void:
	var node := level()
	var map := node.get_map()
	report("no goals", map.goal_field([]) == null)
	report("no number", [map.goal_field([Vector3.ZERO, Vector3(NAN, 0, 0)]) == null, map.goal_field(GOALS, NAN) == null, map.goal_field(GOALS, -1.0) == null,
			map.goal_field(GOALS, 0.0) == null])
	var in_wall := map.goal_field([Vector3(500, 0, 0)])
	report("in a wall", [in_wall.state, in_wall.is_valid(), in_wall.get_distance(Vector3.ZERO), in_wall.get_direction(Vector3.ZERO),
			in_wall.get_goal_index(Vector3.ZERO), in_wall.get_path(Vector3.ZERO).is_complete()])
	var pocket := map.goal_field([Vector3(20, 1, 0)])
	report("in a pocket", [pocket.state, pocket.get_distance(GOALS[0]), pocket.get_path(GOALS[0]).reason_text, is_finite(pocket.get_distance(Vector3(19, 1, 1)))])
	var orphan := NavGoalField.new()
	report("orphan", [orphan.state, orphan.is_valid(), orphan.get_distance(Vector3.ZERO), orphan.get_distances(GOALS).size(),
			orphan.get_path(Vector3.ZERO).is_complete(), orphan.goals.size(), orphan.searches])
	report("of no map", NavMap.new().goal_field(GOALS) == null)
	var filter := NavFilter.new()
	filter.path_radius = 40.0
	report("too wide", map.goal_field(GOALS, INF, filter).state)
	put(NavModifierVolume.new(), {"area": 5, "size": Vector3(4, 4, 4), "position": Vector3(-8, 0, 0)})
	node.bake_navigation_mesh(false)
	filter = NavFilter.new()
	filter.set_area_cost(5, 3.0)
	filter.path_radius = 0.8
	var uneven := map.goal_field(GOALS, INF, filter)
	report("uneven and wide", [uneven.state, uneven.get_distance(Vector3.ZERO), uneven.get_path(Vector3.ZERO).is_complete()])
	filter.set_area_cost(5, 1.0)
	report("even and wide", uneven.state)


## The ways of a wider agent: as those that are searched, and longer than others'.
func scenario_wide() -> void:
	var map := level().get_map()
	map.set_random_seed(5)
	var filter := NavFilter.new()
	filter.path_radius = 1.2
	var field := map.goal_field(GOALS, INF, filter)
	var places := map.random_points(120)
	report("state", [field.state, field.state_text])
	report("unlike", unlike(field, map, places, filter))
	var narrow := map.goal_field(GOALS)
	var longer := 0
	for place in places:
		longer += int(field.get_distance(place) > narrow.get_distance(place) + 0.01)
	report("longer", longer > 10)
	report("area", square_meters(field.get_triangles(1.0)) > 100.0)
	filter.path_radius = 0.0
	report("narrow again", unlike(field, map, places, filter))
	report("searches", field.searches)


## Ground of several costs: the ways cost about what those of searches do, and lead around what is dear.
func scenario_costs() -> void:
	var node := level()
	put(NavModifierVolume.new(), {"area": 5, "size": Vector3(6, 4, 16), "position": Vector3(-5, 0, 0)})
	node.bake_navigation_mesh(false)
	var map := node.get_map()
	map.set_random_seed(6)
	var filter := NavFilter.new()
	filter.set_area_cost(5, 6.0)
	var field := map.goal_field([GOALS[0]], INF, filter)
	var plain := map.goal_field([GOALS[0]])
	var places := map.random_points(120)
	var distances := field.get_distances(places)
	var directions := field.get_directions(places)
	var own := 0.0
	var searched := 0.0
	var faults := []
	var dearer := 0
	for i in places.size():
		var cost := map.path_distances(places[i], field.goals, filter)[0]
		if is_finite(cost) != is_finite(distances[i]):
			faults.append(["reached", places[i]])
		if not is_finite(cost):
			continue
		own += distances[i]
		searched += cost
		dearer += int(distances[i] > plain.get_distance(places[i]) + 0.5)
		var path := field.get_path(places[i])
		var along := flat(path.points[1] - path.points[0]) if path.points.size() > 1 else Vector2.ZERO
		if not path.is_complete() or path.points[-1].distance_to(GOALS[0]) > 0.5 or (along.length() > 0.05 and flat(directions[i]).distance_to(along.normalized()) > 0.01):
			faults.append(["path", places[i]])
	report("state", [field.state, field.state_text])
	report("faults", faults)
	report("cost of all", own / searched)
	report("dearer", dearer > 10)
	report("triangles", square_meters(field.get_triangles(1.0)) > 100.0)
	filter.set_area_cost(5, 1.0)
	report("of one cost", unlike(field, map, places, filter))
