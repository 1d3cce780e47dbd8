extends "res://level2d.gd"
## Changes of two-dimensional levels: cells of TileMapLayers, bodies, outlines, obstacles. Only tiles near a change are baked again.

const SIDE := 16


func polygon(corners: Array) -> NavigationPolygon:
	var out := NavigationPolygon.new()
	out.add_outline(PackedVector2Array(corners))
	return out


## A TileSet whose tile (0, 0) is floor, (1, 0) a wall, (2, 0) half a floor and half a wall, which shows how it is flipped.
func tiles(shape := TileSet.TILE_SHAPE_SQUARE, size := Vector2i(SIDE, SIDE)) -> TileSet:
	var out := TileSet.new()
	out.tile_shape = shape
	out.tile_size = size
	out.add_physics_layer()
	out.set_physics_layer_collision_layer(0, 1)
	out.add_physics_layer()
	out.set_physics_layer_collision_layer(1, 2)
	out.add_navigation_layer()
	var source := TileSetAtlasSource.new()
	source.texture = ImageTexture.create_from_image(Image.create_empty(3 * size.x, size.y, false, Image.FORMAT_RGBA8))
	source.texture_region_size = size
	out.add_source(source, 0)
	for i in 3:
		source.create_tile(Vector2i(i, 0))
	var half := Vector2(size) / 2
	var corners := [Vector2(-half.x, -half.y), Vector2(half.x, -half.y), half, Vector2(-half.x, half.y)]
	if shape == TileSet.TILE_SHAPE_ISOMETRIC:
		corners = [Vector2(0, -half.y), Vector2(half.x, 0), Vector2(0, half.y), Vector2(-half.x, 0)]
	elif shape == TileSet.TILE_SHAPE_HEXAGON:
		corners = [Vector2(0, -half.y), Vector2(half.x, -half.y / 2), Vector2(half.x, half.y / 2), Vector2(0, half.y),
				Vector2(-half.x, half.y / 2), Vector2(-half.x, -half.y / 2)]
	source.get_tile_data(Vector2i(0, 0), 0).set_navigation_polygon(0, polygon(corners))
	var wall_tile := source.get_tile_data(Vector2i(1, 0), 0)
	wall_tile.add_collision_polygon(0)
	wall_tile.set_collision_polygon_points(0, 0, PackedVector2Array(corners))
	var mixed := source.get_tile_data(Vector2i(2, 0), 0)
	mixed.set_navigation_polygon(0, polygon([corners[0], corners[1], corners[2]]))
	for layer in 2:
		mixed.add_collision_polygon(layer)
		mixed.set_collision_polygon_points(layer, 0, PackedVector2Array([corners[1], corners[2], corners[1].lerp(corners[0], 0.25 + 0.25 * layer)]))
	return out


## A layer of cells, most of them floor.
func layer_of(size: Vector2i, properties := {}, tile_set: TileSet = tiles(), seed_ := 1) -> TileMapLayer:
	var layer := TileMapLayer.new()
	var random := RandomNumberGenerator.new()
	random.seed = seed_
	layer.tile_set = tile_set
	for y in size.y:
		for x in size.x:
			put_cell(layer, Vector2i(x, y), random)
	return put(layer, properties)


func put_cell(layer: TileMapLayer, cell: Vector2i, random: RandomNumberGenerator) -> void:
	var kind := random.randi_range(0, 9)
	var flags := random.randi_range(0, 7) * TileSetAtlasSource.TRANSFORM_FLIP_H
	if kind == 9:
		layer.erase_cell(cell)
	else:
		layer.set_cell(cell, 0, Vector2i([0, 0, 0, 0, 0, 0, 1, 2, 2][kind], 0), flags if kind > 6 else 0)


func baker_with(properties := {}) -> NavMeshBaker2D:
	var baker := NavMeshBaker2D.new()
	baker.bake_on_ready = false
	put(baker, properties)
	return baker


func baked(properties := {}) -> NavMeshBaker2D:
	var baker := baker_with(properties)
	baker.bake_navigation_mesh(false)
	return baker


func settled(baker: NavMeshBaker2D) -> bool:
	return await until(func() -> bool: return not baker.is_rebaking(), 0, MSEC_TO_WAIT)


func numbers(outlines: Array) -> Array:
	return outlines.map(func(outline: PackedVector2Array) -> Array: return Array(outline).map(func(at: Vector2) -> Array: return [at.x, at.y]))


# ---- what is read -----------------------------------------------------------------------------------------------

## Our cells beside what the engine's parser finds.
func scenario_layouts() -> void:
	var layouts := {
		"square": [tiles(), {}],
		"turned": [tiles(), {"rotation": 0.4, "scale": Vector2(1.5, 0.75), "position": Vector2(-30, 70), "y_sort_enabled": true}],
		"isometric": [tiles(TileSet.TILE_SHAPE_ISOMETRIC, Vector2i(32, 16)), {}],
		"half offset": [tiles(TileSet.TILE_SHAPE_HALF_OFFSET_SQUARE), {"y_sort_enabled": true}],
		"hexagon": [tiles(TileSet.TILE_SHAPE_HEXAGON), {"enabled": false}],
	}
	for name: String in layouts:
		layer_of(Vector2i(20, 18), layouts[name][1], layouts[name][0])
		var baker := baked({"agent_radius": 0.0, "collision_mask": 2, "tile_size": 64})
		var settings := NavigationPolygon.new()
		settings.parsed_geometry_type = NavigationPolygon.PARSED_GEOMETRY_STATIC_COLLIDERS
		settings.parsed_collision_mask = 2
		var source := NavigationMeshSourceGeometryData2D.new()
		NavigationServer2D.parse_source_geometry_data(settings, source, world)
		report(name, [numbers(source.get_traversable_outlines()), numbers(source.get_obstruction_outlines()),
				numbers([baker.navmesh.get_triangles()])[0]])
		await tidy()


## Two layers side by side under a turned level, and a way across.
func scenario_two_layers() -> void:
	var islands := []
	var lengths := []
	for angle: float in [0.0, 0.3, 1.0]:
		for radius: float in [0.0, 6.0]:
			var level: Node2D = put(Node2D.new(), {"rotation": angle, "position": Vector2(100.3, -50.7)})
			for i in 2:
				var layer := TileMapLayer.new()
				layer.tile_set = tiles()
				layer.position = Vector2(20 * SIDE * i, 0)
				for x in 20:
					for y in 20:
						layer.set_cell(Vector2i(x, y), 0, Vector2i.ZERO)
				level.add_child(layer)
			var baker := baked({"agent_radius": radius})
			islands.append(baker.navmesh.island_count)
			var ends := [level.to_global(Vector2(100, 100)), level.to_global(Vector2(500, 200))]
			lengths.append(NavMap2D.of(world).find_path(ends[0], ends[1]).length / ends[0].distance_to(ends[1]))
			await tidy()
	report("islands", islands)
	report("lengths", lengths)


# ---- changes ----------------------------------------------------------------------------------------------------

## Changes of cells, one after the other, leave the navmesh that a bake of the whole level makes.
func scenario_cells() -> void:
	var layer := layer_of(Vector2i(60, 60), {"rotation": 0.2})
	var baker := baked({"agent_radius": 5.0, "tile_size": 128})
	var counts := []
	baker.tiles_changed.connect(func(count: int) -> void: counts.append(count))
	await frames(2)
	var random := RandomNumberGenerator.new()
	random.seed = 3
	for i in 12:
		var cell := Vector2i(random.randi_range(-2, 61), random.randi_range(-2, 61))
		put_cell(layer, cell, random)
		baker.rebake_around(layer.to_global(layer.map_to_local(cell)))
		await settled(baker)
	var after := triangles_of(baker.navmesh)
	report("most tiles", counts.max())
	report("changes", counts.size())
	baker.bake_navigation_mesh(false)
	report("as a whole bake", after == triangles_of(baker.navmesh))
	report("triangles", after.size() > 1000)


## A cell that nobody tells of.
func scenario_cells_by_themselves() -> void:
	var layer := layer_of(Vector2i(40, 40))
	for y in 40:
		layer.set_cell(Vector2i(20, y), 0, Vector2i(1, 0))
	var baker := baked({"agent_radius": 0.0, "track_sources": true})
	await frames(2)
	var map := NavMap2D.of(world)
	var at := layer.map_to_local(Vector2i(20, 20))
	report("before", map.is_on_navmesh(at))
	layer.set_cell(Vector2i(20, 20), 0, Vector2i.ZERO)
	var begin := Engine.get_physics_frames()
	report("noticed", await until(func() -> bool: return baker.is_rebaking() or map.is_on_navmesh(at)))
	report("frames", Engine.get_physics_frames() - begin)
	report("after", await until(func() -> bool: return map.is_on_navmesh(at), 0, MSEC_TO_WAIT))
	layer.set_cell(Vector2i(41, 20), 0, Vector2i.ZERO)
	report("beyond", await until(func() -> bool: return map.is_on_navmesh(layer.map_to_local(Vector2i(41, 20))), 0, MSEC_TO_WAIT))
	layer.free()
	report("freed", await until(func() -> bool: return not map.is_on_navmesh(at), 0, MSEC_TO_WAIT))


## Cells that nobody tells of, in several layers, of which one moves: set, erased, erased and set again, many, all. Each change is noticed within
## a second, and leaves the navmesh of a whole bake.
func scenario_tracked_layers() -> void:
	var layers := [layer_of(Vector2i(100, 70)), layer_of(Vector2i(20, 90), {"position": Vector2(1700, 40), "rotation": 0.3}, tiles(), 2),
			layer_of(Vector2i(30, 30), {"position": Vector2(0, 1200)}, tiles(), 3)]
	for i in 20:
		layer_of(Vector2i(3, 3), {"position": Vector2(70 * i, -100)}, tiles(), 10 + i)
	var baker := baked({"agent_radius": 2.0, "track_sources": true})
	var map := NavMap2D.of(world)
	var random := RandomNumberGenerator.new()
	random.seed = 5
	await frames(2)
	report("layers", world.get_child_count() - 1)
	for turn in 8:
		for layer: TileMapLayer in layers:
			var cells := layer.get_used_cells()
			var cell: Vector2i = cells[random.randi() % cells.size()]
			var kept := [layer.get_cell_atlas_coords(cell), layer.get_cell_alternative_tile(cell)]
			match turn % 4:
				0: put_cell(layer, cell + Vector2i(random.randi_range(-9, 9), random.randi_range(-9, 9)), random)
				1:
					layer.erase_cell(cell)
					layer.set_cell(cell, 0, kept[0], kept[1])
					layer.erase_cell(cells[0])
				2:
					for i in 300:
						put_cell(layer, cells[random.randi() % cells.size()], random)
				3:
					layer.clear()
					for each: Vector2i in cells:
						put_cell(layer, each, random)
		if turn == 5:
			layers[1].position.x += 5
		await frames(61)
		await settled(baker)
		await frames(200 if turn % 4 == 3 else 4)            # 23 layers that differ throughout are read in parts
		await settled(baker)
		var after := triangles_of(baker.navmesh)
		var other := baked({"agent_radius": 2.0, "enabled": false})
		report("turn %d" % turn, after == triangles_of(other.navmesh))
		other.free()
	report("in use", map.find_path(Vector2(20, 20), Vector2(900, 600)).points.size() > 0)


## A tile whose shapes are edited, a TileSet in place of another: the cells are the same.
func scenario_tracked_tile_sets() -> void:
	var layer: TileMapLayer = put(TileMapLayer.new(), {"tile_set": tiles()})
	for x in 64:
		for y in 32:
			layer.set_cell(Vector2i(x, y), 0, Vector2i(1 if x == 40 else 0, 0))
	var baker := baked({"agent_radius": 0.0, "track_sources": true})
	var cell := float(SIDE * SIDE)
	report("before", area_of(baker) / cell)
	var wall_tile := (layer.tile_set.get_source(0) as TileSetAtlasSource).get_tile_data(Vector2i(1, 0), 0)
	var half := SIDE / 2.0
	wall_tile.set_navigation_polygon(0, polygon([Vector2(-half, -half), Vector2(half, -half), Vector2(half, half), Vector2(-half, half)]))
	wall_tile.set_collision_polygons_count(0, 0)
	report("edited", await until(func() -> bool: return area_of(baker) == 64 * 32 * cell, 0, MSEC_TO_WAIT))
	layer.tile_set = null
	report("without", await until(func() -> bool: return area_of(baker) == 0, 0, MSEC_TO_WAIT))
	layer.tile_set = tiles()
	report("another", await until(func() -> bool: return area_of(baker) == 63 * 32 * cell, 0, MSEC_TO_WAIT))


## Notes when it is processed: one before all bakers, one behind them.
class Clock extends Node:
	var at := 0

	func _physics_process(_delta: float) -> void:
		at = Time.get_ticks_usec()


## Microseconds of most frames in which a baker tracks a layer of so many cells in a row.
func tracking_time(side: int) -> float:
	var layer := layer_of(Vector2i(side, side), {"navigation_enabled": false, "collision_enabled": false})
	var baker := baked({"track_sources": true})
	var before: Clock = put(Clock.new(), {"process_physics_priority": -10})
	var behind: Clock = put(Clock.new(), {"process_physics_priority": 10})
	var times := []
	for i in 300:
		await physics_frame
		await process_frame
		times.append(behind.at - before.at)
	times.sort()
	for node: Node in [layer, baker, before, behind]:
		node.free()
	await frames(2)
	return times[times.size() / 2]


## What tracking costs in a map, and in one of 16 times as many cells.
func scenario_tracking_time() -> void:
	report("small", await tracking_time(64))
	report("large", await tracking_time(256))


## A door between two halls: a walker goes through it, it is shut before the walker, who goes the long way, and comes open again.
func scenario_a_body_shuts_the_way() -> void:
	wall(Vector2(800, 350), Vector2(40, 700))
	wall(Vector2(800, 850), Vector2(40, 200))
	var door := wall(Vector2(2500, 725), Vector2(40, 50))
	var baker := bake(Vector2(1600, 1200), {"track_sources": true})
	var counts := []
	baker.tiles_changed.connect(func(count: int) -> void: counts.append(count))
	await frames(2)
	var agent := walker(Vector2(600, 725), {"max_speed": 100.0})
	agent.requestPath(Vector2(1000, 725))
	await frames(3)
	report("straight", agent.get_path_length())
	door.position = Vector2(800, 725)
	report("around", await until(func() -> bool: return agent.get_path_length() > 500, 0, MSEC_TO_WAIT))
	report("tiles", counts)
	report("arrived", await until(func() -> bool: return agent.hasArrived() == NavAgent2D.SUCCESS, 3000))
	door.free()
	var map := NavMap2D.of(world)
	report("open again", await until(func() -> bool: return map.find_path(Vector2(600, 725), Vector2(1000, 725)).length < 401, 0, MSEC_TO_WAIT))


## Own outlines, obstacles, nodes that are told of.
func scenario_other_changes() -> void:
	var baker := baker_with()
	var corners := [Vector2.ZERO, Vector2(4096, 0), Vector2(4096, 2048), Vector2(700, 2048), Vector2(0, 2048), Vector2(0, 1800)]
	baker.outlines = [PackedVector2Array(corners)]
	baker.bake_navigation_mesh(false)
	var map := NavMap2D.of(world)
	var counts := []
	baker.tiles_changed.connect(func(count: int) -> void: counts.append(count))
	await frames(2)
	corners[4] = Vector2(600, 1900)
	baker.outlines = [PackedVector2Array(corners)]
	await settled(baker)
	report("outline", [map.is_on_navmesh(Vector2(300, 2000)), map.is_on_navmesh(Vector2(700, 2000))])
	var body := wall(Vector2(1200, 1300), Vector2(50, 50))
	baker.rebake_node(body)
	await settled(baker)
	report("body", map.is_on_navmesh(Vector2(1200, 1300)))
	(body.get_child(0) as CollisionShape2D).shape.size = Vector2(10, 10)
	baker.rebake_around(Vector2(1210, 1300), 5.0)
	await settled(baker)
	report("smaller", [map.is_on_navmesh(Vector2(1200, 1300)), map.is_on_navmesh(Vector2(1220, 1300))])
	baker.remove_node(body)
	await settled(baker)
	report("removed", map.is_on_navmesh(Vector2(1200, 1300)))
	body.free()
	var obstacle: NavObstacle2D = put(NavObstacle2D.new(), {"position": Vector2(2300, 300), "affect_navigation_mesh": true, "radius": 50.0})
	await frames(1)
	await settled(baker)
	report("obstacle", map.is_on_navmesh(Vector2(2300, 300)))
	obstacle.position = Vector2(2300, 800)
	await frames(2)
	await settled(baker)
	report("moved", [map.is_on_navmesh(Vector2(2300, 300)), map.is_on_navmesh(Vector2(2300, 800))])
	report("counts", counts)
	var after := triangles_of(baker.navmesh)
	baker.bake_navigation_mesh(false)
	report("as a whole bake", after == triangles_of(baker.navmesh))


## A level that outgrows its grid, and one in one piece, are baked as a whole.
func scenario_whole_bakes() -> void:
	var layer := layer_of(Vector2i(10, 10))
	var baker := baked({"agent_radius": 0.0, "tile_size": 32})
	var map := NavMap2D.of(world)
	var seen := {"tiles": 0, "whole": 0}
	baker.tiles_changed.connect(func(_count: int) -> void: seen.tiles += 1)
	baker.bake_finished.connect(func(_success: bool) -> void: seen.whole += 1)
	await frames(2)
	for cell: Vector2i in [Vector2i(12, 3), Vector2i(500, -700)]:
		layer.set_cell(cell, 0, Vector2i.ZERO)
		baker.rebake_around(layer.map_to_local(cell))
		report(str(cell), await until(func() -> bool: return map.is_on_navmesh(layer.map_to_local(cell)), 0, MSEC_TO_WAIT))
	report("first", seen)
	baker.tile_size = 0
	layer.set_cell(Vector2i(14, 3), 0, Vector2i.ZERO)
	baker.rebake_around(layer.map_to_local(Vector2i(14, 3)))
	report("one piece", await until(func() -> bool: return map.is_on_navmesh(layer.map_to_local(Vector2i(14, 3))), 0, MSEC_TO_WAIT))
	report("then", [seen.tiles, seen.whole])
	baker.rebake_around(Vector2(NAN, 0))
	baker.rebake_around(Vector2.ZERO, -1)


func area_of(baker: NavMeshBaker2D) -> float:
	var corners: PackedVector2Array = baker.navmesh.get_triangles()
	var area := 0.0
	for i in range(0, corners.size(), 3):
		area += absf((corners[i + 1] - corners[i]).cross(corners[i + 2] - corners[i])) / 2
	return area


## Layers without a TileSet, without a size, with a broken tile, freed while they are baked.
func scenario_broken_layers() -> void:
	var layer: TileMapLayer = put(TileMapLayer.new())
	var baker := baker_with({"agent_radius": 0.0})
	report("no tile set", baker.bake_navigation_mesh(false))
	layer.tile_set = tiles()
	for y in 30:
		for x in 30:
			layer.set_cell(Vector2i(x, y), 0, Vector2i.ZERO)
	report("baked", baker.bake_navigation_mesh(false))
	baker.track_sources = true
	await frames(2)
	var areas := [area_of(baker)]
	var broken := tiles()
	(broken.get_source(0) as TileSetAtlasSource).get_tile_data(Vector2i.ZERO, 0).set_navigation_polygon(
			0, polygon([Vector2(-8, -8), Vector2(8, -8), Vector2(8, NAN)]))
	for change: Callable in [
			func() -> void: layer.tile_set = null, func() -> void: layer.tile_set = tiles(), func() -> void: layer.scale = Vector2.ZERO,
			func() -> void: layer.scale = Vector2.ONE, func() -> void: layer.tile_set = broken, func() -> void: layer.tile_set = tiles()]:
		change.call()
		baker.rebake_around(Vector2(1e20, 0), 1e20)
		await frames(2)
		await settled(baker)
		areas.append(area_of(baker))
	report("areas", areas)
	baker.remove_node(layer)
	await settled(baker)
	report("removed", area_of(baker))
	baker.rebake_node(layer)
	await settled(baker)
	report("taken in", area_of(baker))
	baker.bake_navigation_mesh(true)
	layer.free()
	await settled(baker)
	await until(func() -> bool: return not baker.is_baking() and area_of(baker) == 0, 0, MSEC_TO_WAIT)
	report("freed", area_of(baker))


## A tracked layer whose cells change all the time.
func scenario_many_changes() -> void:
	var layer: TileMapLayer = put(TileMapLayer.new(), {"tile_set": tiles()})
	layer.set_cell(Vector2i(60, 60), 0, Vector2i.ZERO)
	var baker := baked({"agent_radius": 0.0, "track_sources": true})
	var random := RandomNumberGenerator.new()
	await frames(2)
	for i in 200:
		for k in 20:
			var cell := Vector2i(random.randi_range(-60, 60), random.randi_range(-60, 60))
			if random.randf() < 0.3:
				layer.erase_cell(cell)
			else:
				layer.set_cell(cell, 0, Vector2i.ZERO)
		baker.rebake_around(Vector2(random.randf_range(-900, 900), random.randf_range(-900, 900)), random.randf_range(0, 100))
		await physics_frame
	var cells := float(layer.get_used_cells().size()) * SIDE * SIDE
	report("cells", cells)
	await until(func() -> bool: return area_of(baker) == cells, 600)
	report("area", area_of(baker))
