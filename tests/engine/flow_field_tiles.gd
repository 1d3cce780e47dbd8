extends "res://level2d.gd"
## Flow fields of TileMapLayers.

const TILE := 24
const FLOOR := Vector2i(0, 0)
const WALL := Vector2i(1, 0)
const MUD := Vector2i(2, 0)
const ROWS := ["#####", "#...#", "#.#~#", "#..."]       ## The last row has no tile at its end.
const FIRST := Vector2i(2, -1)


func tiles(size := Vector2i(TILE, TILE)) -> TileSet:
	var made := TileSet.new()
	made.tile_size = size
	var source := TileSetAtlasSource.new()
	source.texture = PlaceholderTexture2D.new()
	source.texture.size = 4 * size
	source.texture_region_size = size
	made.add_source(source, 0)
	for tile in [FLOOR, WALL, MUD]:
		source.create_tile(tile)
	return made


func data_of(tile_set: TileSet, tile: Vector2i) -> TileData:
	return tile_set.get_source(0).get_tile_data(tile, 0)


func layer_of(tile_set: TileSet, properties := {}) -> TileMapLayer:
	var layer: TileMapLayer = put(TileMapLayer.new(), {"tile_set": tile_set}.merged(properties))
	for y in ROWS.size():
		for x in ROWS[y].length():
			layer.set_cell(FIRST + Vector2i(x, y), 0, {".": FLOOR, "#": WALL, "~": MUD}[ROWS[y][x]])
	return layer


func with_polygons() -> TileSet:
	var made := tiles()
	made.add_navigation_layer()
	var polygon := NavigationPolygon.new()
	polygon.vertices = rectangle(Vector2(-12, -12), Vector2(12, 12))
	polygon.add_polygon([0, 1, 2, 3])
	for tile in [FLOOR, MUD]:
		data_of(made, tile).set_navigation_polygon(0, polygon)
	return made


func scenario_layers() -> void:
	var field: NavFlowField2D = put(NavFlowField2D.new())
	var layer := layer_of(with_polygons(), {"position": Vector2(100, 50), "scale": Vector2(2, 2), "rotation": 0.5})
	report("by polygon", [field.from_tile_layer(layer), field.region, Array(field.get_costs(field.region)), [field.get_cost(Vector2i.ZERO), field.get_cost(Vector2i(3, 0))]])
	var same := true
	for cell in layer.get_used_cells():
		var center := layer.to_global(layer.map_to_local(cell))
		same = same and field.get_cell(center) == cell and field.get_cell_center(cell).distance_to(center) < 0.01
	report("place", [same, field.cell_size == 48, field.position == Vector2(100, 50)])
	var with_bodies := tiles()
	with_bodies.add_physics_layer()
	data_of(with_bodies, WALL).add_collision_polygon(0)
	data_of(with_bodies, WALL).set_collision_polygon_points(0, 0, rectangle(Vector2(-12, -12), Vector2(12, 12)))
	field.from_tile_layer(layer_of(with_bodies))
	report("by collision", Array(field.get_costs(field.region)))
	var with_costs := with_polygons()
	with_costs.add_custom_data_layer()
	with_costs.set_custom_data_layer_name(0, "cost")
	with_costs.set_custom_data_layer_type(0, TYPE_FLOAT)
	data_of(with_costs, MUD).set_custom_data("cost", 2.5)
	data_of(with_costs, WALL).set_custom_data("cost", -1.0)
	field.from_tile_layer(layer_of(with_costs))
	report("by data", Array(field.get_costs(field.region)))


func scenario_wrong() -> void:
	var field: NavFlowField2D = put(NavFlowField2D.new())
	var with_costs := tiles()
	with_costs.add_custom_data_layer()
	with_costs.set_custom_data_layer_name(0, "cost")
	with_costs.set_custom_data_layer_type(0, TYPE_FLOAT)
	data_of(with_costs, MUD).set_custom_data("cost", NAN)
	var outside := TileMapLayer.new()
	report("answers", [field.from_tile_layer(put(TileMapLayer.new())), field.from_tile_layer(put(TileMapLayer.new(), {"tile_set": tiles()})),
			field.from_tile_layer(layer_of(tiles(Vector2i(24, 16)))), field.from_tile_layer(layer_of(tiles(), {"scale": Vector2(2, 1)})),
			field.from_tile_layer(layer_of(with_costs)), field.from_tile_layer(null), field.from_tile_layer(outside)])
	report("region", field.region)
	outside.free()
