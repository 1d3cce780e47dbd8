extends SceneTree
## A TileMapLayer of 512 by 512 cells, of which every fifth is a wall: its bake from the cells to the navmesh, and one changed cell. Prints a line
## of JSON for each radius.

const CELLS := 512
const SIDE := 16				# pixels
const ROUNDS := 5
const CHANGES := 100


func _initialize() -> void:
	await physics_frame
	for radius: float in [6.0, 0.0]:
		await measure(radius)
	quit()


func tiles() -> TileSet:
	var corners := PackedVector2Array([Vector2(-8, -8), Vector2(8, -8), Vector2(8, 8), Vector2(-8, 8)])
	var out := TileSet.new()
	out.tile_size = Vector2i(SIDE, SIDE)
	out.add_physics_layer()
	out.add_navigation_layer()
	var source := TileSetAtlasSource.new()
	source.texture = ImageTexture.create_from_image(Image.create_empty(2 * SIDE, SIDE, false, Image.FORMAT_RGBA8))
	source.texture_region_size = Vector2i(SIDE, SIDE)
	out.add_source(source, 0)
	for i in 2:
		source.create_tile(Vector2i(i, 0))
	var ground := NavigationPolygon.new()
	ground.add_outline(corners)
	source.get_tile_data(Vector2i(0, 0), 0).set_navigation_polygon(0, ground)
	source.get_tile_data(Vector2i(1, 0), 0).add_collision_polygon(0)
	source.get_tile_data(Vector2i(1, 0), 0).set_collision_polygon_points(0, 0, corners)
	return out


func median(times: Array) -> float:
	times.sort()
	return times[times.size() / 2]


func msec_since(begin: int) -> float:
	return (Time.get_ticks_usec() - begin) / 1000.0


func measure(radius: float) -> void:
	var level := Node2D.new()
	var layer := TileMapLayer.new()
	var random := RandomNumberGenerator.new()
	random.seed = 1
	layer.tile_set = tiles()
	layer.navigation_enabled = false
	layer.collision_enabled = false
	for y in CELLS:
		for x in CELLS:
			layer.set_cell(Vector2i(x, y), 0, Vector2i(int(random.randf() < 0.2), 0))
	level.add_child(layer)
	var baker := NavMeshBaker2D.new()
	baker.bake_on_ready = false
	baker.agent_radius = radius
	level.add_child(baker)
	root.add_child(level)
	await physics_frame
	var result := {"radius": radius}
	var here := []
	var beside := []
	for i in ROUNDS:
		var begin := Time.get_ticks_usec()
		baker.bake_navigation_mesh(false)
		here.append(msec_since(begin))
		begin = Time.get_ticks_usec()
		baker.bake_navigation_mesh(true)
		while baker.is_baking():
			await process_frame
		beside.append(msec_since(begin))
	result.bake = [median(here), median(beside)]
	result.polygons = baker.navmesh.polygon_count
	var idle := []
	for i in 60:
		var begin := Time.get_ticks_usec()
		await process_frame
		idle.append(msec_since(begin))
	var usual := median(idle)
	var longer := []
	var until := []
	for i in CHANGES:
		var cell := Vector2i(random.randi_range(0, CELLS - 1), random.randi_range(0, CELLS - 1))
		var longest := 0.0
		var begin := Time.get_ticks_usec()
		var frame := begin
		if i % 2:
			layer.set_cell(cell, 0, Vector2i(1, 0))
		else:
			layer.erase_cell(cell)
		baker.rebake_around(layer.map_to_local(cell))
		while baker.is_rebaking():
			await process_frame
			longest = maxf(longest, msec_since(frame))
			frame = Time.get_ticks_usec()
		until.append(msec_since(begin))
		longer.append(longest - usual)
	result.change = [median(longer), median(until)]
	print(JSON.stringify(result))
	level.free()
	await physics_frame
