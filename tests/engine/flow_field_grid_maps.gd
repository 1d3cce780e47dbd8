extends "res://level.gd"
## Flow fields of GridMaps.


func map_of(size: Vector3) -> GridMap:
	var library := MeshLibrary.new()
	library.create_item(0)
	library.create_item(1)
	var map: GridMap = put(GridMap.new(), {"mesh_library": library, "cell_size": size, "position": Vector3(10, 3, -4), "rotation": Vector3(0, 0.4, 0)})
	for cell in [Vector3i(-1, 0, 2), Vector3i(0, 0, 2), Vector3i(-1, 0, 3), Vector3i(1, 0, 3)]:
		map.set_cell_item(cell, 0 if cell.x else 1)
	map.set_cell_item(Vector3i(5, 1, 5), 0)
	return map


func scenario_level() -> void:
	var field: NavFlowField = put(NavFlowField.new())
	var map := map_of(Vector3(2.5, 2, 2.5))
	report("done", [field.from_grid_map(map), field.region, field.cell_size])
	report("costs", Array(field.get_costs(field.region)))
	var same := true
	for cell in map.get_used_cells():
		var center := map.to_global(map.map_to_local(cell))
		same = same and field.get_cell(center) == Vector2i(cell.x, cell.z) and flat(field.get_cell_center(Vector2i(cell.x, cell.z))).distance_to(flat(center)) < 1e-3
	report("place", [same, is_equal_approx(field.get_cell_center(Vector2i.ZERO).y, 3)])
	for cell in map.get_used_cells_by_item(1):
		field.set_cost(Vector2i(cell.x, cell.z), 3.0)
	report("items", field.get_cost(Vector2i(0, 2)))
	report("upper", [field.from_grid_map(map, 1), field.region])


func scenario_wrong() -> void:
	var field: NavFlowField = put(NavFlowField.new())
	report("answers", [field.from_grid_map(map_of(Vector3.ONE), 7), field.from_grid_map(map_of(Vector3(2, 2, 3))), field.from_grid_map(null)])
	report("region", field.region)
