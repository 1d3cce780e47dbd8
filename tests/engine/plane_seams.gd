extends "res://level2d.gd"
## Bakers of the plane side by side: what is walkable between them, and what is not.

const SIZE := Vector2(500, 600)


## Two bakers whose outlines touch at x = 500.
func side_by_side(left := {}, right := {}) -> void:
	bake(SIZE, left)
	bake(SIZE, {"position": Vector2(500, 0)}.merged(right, true))


func is_crossable(filter: NavFilter2D = null) -> bool:
	return NavMap2D.of(world).is_reachable(Vector2(100, 100), Vector2(900, 500), filter)


func wall_with_a_door(thickness: float, door: float) -> void:
	var height := (600 - door) / 2
	for y: float in [height / 2, 600 - height / 2]:
		wall(Vector2(500, y), Vector2(thickness, height))


## Doors that are passable, of all widths, in walls on the line between two bakers.
func scenario_walls() -> void:
	for thickness: float in [0.5, 1.0, 2.0, 4.0, 8.0, 16.0]:
		var passable := []
		for door: float in [0, 2, 8, 12, 16, 19, 24, 30, 60]:
			wall_with_a_door(thickness, door)
			side_by_side()
			if is_crossable():
				passable.append(door)
			await tidy()
		report(str(thickness), passable)


## A post on the line: how near to it the ground comes.
func scenario_post() -> void:
	wall(Vector2(500, 300), Vector2(4, 4))
	side_by_side()
	var map := NavMap2D.of(world)
	var nearest := INF
	for x in range(480, 521):
		for y in range(280, 321):
			if map.is_on_navmesh(Vector2(x, y)):
				nearest = minf(nearest, ((Vector2(x, y) - Vector2(500, 300)).abs() - Vector2(2, 2)).max(Vector2.ZERO).length())
	report("nearest", nearest)
	report("crossable", is_crossable())


func scenario_radii() -> void:
	for radii: Array in [[10, 20], [20, 20], [10, 0], [0, 0]]:
		side_by_side({"agent_radius": radii[0]}, {"agent_radius": radii[1]})
		report(str(radii), is_crossable())
		await tidy()


## The ground between is each one's own, as far as its outline: layers, costs, areas. The first baker is elsewhere.
func scenario_owners() -> void:
	bake(SIZE, {"position": Vector2(0, 5000), "navigation_layers": 4, "travel_cost": 9})
	side_by_side({"navigation_layers": 1}, {"navigation_layers": 2})
	var filter := NavFilter2D.new()
	for side: int in [1, 2]:
		filter.navigation_layers = side
		report("end of layer %d" % side, NavMap2D.of(world).closest_point(Vector2(400 if side == 2 else 600, 300), filter).x)
	filter.navigation_layers = 3
	report("crossable", is_crossable(filter))
	await tidy()
	var lava: NavModifierArea2D = put(NavModifierArea2D.new(), {"polygon": rectangle(Vector2(300, 200), Vector2(700, 400)), "area": 7})
	var costs := PackedFloat32Array([1, 1, 1, 1, 1, 1, 1, 50])
	side_by_side({"area_costs": costs}, {"area_costs": costs})
	report("around the lava", NavMap2D.of(world).find_path(Vector2(500, 100), Vector2(500, 500)).length)
	lava.free()


## Three bakers in a row whose layers, costs and `enabled` change at random. wrong: where the map is another one than the properties say.
func scenario_properties_change() -> void:
	var rng := RandomNumberGenerator.new()
	rng.seed = 3
	var places := [Vector2(100, 300), Vector2(750, 300), Vector2(1400, 300)]
	var bakers := range(3).map(func(i): return bake(SIZE, {"position": Vector2(500 * i, 0)}))
	var map := NavMap2D.of(world)
	var filter := NavFilter2D.new()
	var wrong := []
	var ways := {true: 0, false: 0}
	for step in 200:
		change_one(bakers[rng.randi() % 3], rng)
		filter.navigation_layers = [1, 2, 3, 7][rng.randi() % 4]
		var open := bakers.map(func(each): return each.enabled and each.navigation_layers & filter.navigation_layers != 0)
		for from in range(3).filter(func(i): return open[i]):
			for to in range(3).filter(func(i): return i != from):
				var expected: bool = range(mini(from, to), maxi(from, to) + 1).all(func(i): return open[i])
				ways[expected] += 1
				if map.is_reachable(places[from], places[to], filter) != expected or map.find_path(places[from], places[to], filter).is_complete() != expected:
					wrong.append([step, from, to, expected])
		for side: Array in [[0, 1, 495], [1, 0, 505], [1, 2, 995], [2, 1, 1005]]:
			var expected: bool = open[side[0]] and bakers[side[1]].enabled and bakers[side[1]].navigation_layers != 0
			var at := Vector2(side[2], 450)
			if (map.closest_point(at, filter).distance_to(at) < 0.1) != expected:
				wrong.append([step, at, expected])
	report("wrong", wrong)
	report("ways", ways.values())


func change_one(baker: NavMeshBaker2D, rng: RandomNumberGenerator) -> void:
	match rng.randi() % 4:
		0: baker.enabled = rng.randi() % 4 > 0
		1: baker.navigation_layers = rng.randi() % 8
		2: baker.set_navigation_layer_value(rng.randi() % 3 + 1, rng.randi() % 2 == 0)
		3: baker.travel_cost = rng.randi() % 2 + 1


## The polygon of a rectangle, drawn up to its border, or baked by the engine at a distance from it.
func engine_polygon(low: Vector2, is_baked: bool) -> NavigationPolygon:
	var outline := rectangle(low, low + SIZE)
	var mesh := NavigationPolygon.new()
	if not is_baked:
		mesh.vertices = outline
		mesh.add_polygon(PackedInt32Array([0, 1, 2, 3]))
		return mesh
	var source := NavigationMeshSourceGeometryData2D.new()
	source.add_traversable_outline(outline)
	NavigationServer2D.bake_from_source_geometry_data(mesh, source)
	return mesh


## Polygons of the engine's with a gap, such as a wall, between them: whether a way leads across, by ours and by the engine's map.
func scenario_engine_polygons() -> void:
	var map := world.get_world_2d().navigation_map
	for is_baked in [false, true]:
		for gap: float in [0, 0.5, 0.9, 2, 8, 16, 20, 24]:
			var regions := {}
			for i in 2:
				var mesh := engine_polygon(Vector2((SIZE.x + gap) * i, 0), is_baked)
				var data := NavMeshData2D.new()
				data.from_navigation_polygon(mesh)
				put(NavMeshBaker2D.new(), {"navmesh": bytes_to_var_with_objects(var_to_bytes_with_objects(data)) if i == 0 else data, "bake_on_ready": false})
				var region: NavigationRegion2D = put(NavigationRegion2D.new(), {"navigation_polygon": mesh})
				regions[region.get_rid()] = Vector2((SIZE.x + gap) * i, 0) + SIZE / 2
			# The engine's threads make the map. It would never be made anew if async iterations were switched off meanwhile.
			var is_owned := func(region): return NavigationServer2D.map_get_closest_point_owner(map, regions[region]) == region
			await until(func(): return NavigationServer2D.map_get_iteration_id(map) > 0 and regions.keys().all(is_owned), 0, MSEC_TO_WAIT)
			await frames(1)
			var path := NavigationServer2D.map_get_path(map, Vector2(100, 100), Vector2(900, 500), true)
			report("%s, %s" % ["baked" if is_baked else "drawn", gap], [is_crossable(), path and path[-1].distance_to(Vector2(900, 500)) < 1])
			await tidy()
