## The ground of a level that is seen from the side, for the outlines of a NavMeshBaker2D whose agent_radius is 0: a strip over each row
## of solid tiles with nothing solid above them, where the middle of a body may be that stands there with both feet.

const HALF_HEIGHT := 1.0        ## Of a strip, in pixels.


## In the space of the layer. [param half] is half the size of a body.
static func over(layer: TileMapLayer, half: Vector2) -> Array[PackedVector2Array]:
	var strips: Array[PackedVector2Array] = []
	for cell in layer.get_used_cells():
		if _is_floor(layer, cell) and not _is_floor(layer, cell + Vector2i.LEFT):
			var last := cell
			while _is_floor(layer, last + Vector2i.RIGHT):
				last += Vector2i.RIGHT
			var tile := Vector2(layer.tile_set.tile_size) / 2
			var from := layer.map_to_local(cell) - tile + half * Vector2(1, -1)
			var to := layer.map_to_local(last) + tile * Vector2(1, -1) - half
			if to.x > from.x:
				strips.append(PackedVector2Array([Vector2(from.x, from.y - HALF_HEIGHT), Vector2(to.x, to.y - HALF_HEIGHT),
						Vector2(to.x, to.y + HALF_HEIGHT), Vector2(from.x, from.y + HALF_HEIGHT)]))
	return strips


static func _is_floor(layer: TileMapLayer, cell: Vector2i) -> bool:
	return _is_solid(layer, cell) and not _is_solid(layer, cell + Vector2i.UP)


static func _is_solid(layer: TileMapLayer, cell: Vector2i) -> bool:
	var tile := layer.get_cell_tile_data(cell)
	return tile != null and tile.get_collision_polygons_count(0) > 0
