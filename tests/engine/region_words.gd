extends "res://level.gd"
## Values of a NavMeshBaker that have the names of NavigationRegion3D's and NavigationMesh's, and bakes by them.



func scenario_values_are_kept() -> void:
	var bakes := NavMeshBaker.new()
	var values := {"enabled": false, "navigation_layers": 6, "travel_cost": 2.5, "enter_cost": 3.0, "border_size": 0.5, "cell_size": 0.5,
		"cell_height": 0.125, "agent_height": 2.0, "agent_radius": 1.0, "agent_max_climb": 0.5, "agent_max_slope": 30.0,
		"region_min_size": 3.0, "region_merge_size": 10.0, "edge_max_length": 4.0, "edge_max_error": 2.0, "vertices_per_polygon": 4,
		"detail_sample_distance": 3.0, "detail_sample_max_error": 2.0, "sample_partition_type": 2, "filter_low_hanging_obstacles": false,
		"filter_ledge_spans": false, "filter_walkable_low_height_spans": false,
		"filter_baking_aabb": AABB(Vector3(-1, -2, -3), Vector3(4, 5, 6)), "filter_baking_aabb_offset": Vector3(1, 2, 3),
		"geometry_parsed_geometry_type": 2, "geometry_collision_mask": 5, "geometry_source_geometry_mode": 1,
		"geometry_source_group_name": &"ground", "area_costs": PackedFloat32Array([1, 2, 3])}
	for name in values:
		bakes.set(name, values[name])
	report("lost", values.keys().filter(func(name): return bakes.get(name) != values[name]))
	for name in ["parsed_geometry_type", "collision_mask", "source_geometry_mode", "source_group_name"]:
		report(name, bakes.get(name))
	bakes.set_navigation_layer_value(1, true)
	bakes.set_navigation_layer_value(2, false)
	bakes.set_collision_mask_value(32, true)
	report("navigation_layers with 1, without 2", bakes.navigation_layers)
	report("layer 3", bakes.get_navigation_layer_value(3))
	report("layer 2", bakes.get_navigation_layer_value(2))
	report("collision_mask with 32", bakes.collision_mask)
	bakes.free()


## Godot's own test: a plane of 10 m × 10 m has four corners, and a bake that isn't on a thread is there at once.
func scenario_plane() -> void:
	put(MeshInstance3D.new(), {"mesh": PlaneMesh.new()}).mesh.size = Vector2(10, 10)
	var bakes := quiet_baker({"parsed_geometry_type": 0, "detail_sample_distance": 0.0, "filter_ledge_spans": false})
	var changes := []
	bakes.navigation_mesh_changed.connect(func(): changes.append(bakes.navmesh.polygon_count))
	bakes.bake_navigation_mesh(false)
	report("polygons", bakes.navmesh.polygon_count)
	report("vertices", bakes.navmesh.vertex_count)
	report("polygons at each navigation_mesh_changed", changes)
	report("baking", bakes.is_baking())
	bakes.position = Vector3(0, 0, 7)
	var bounds := bakes.get_bounds()
	report("bounds", {"begin in z": bounds.position.z, "end in z": bounds.end.z, "width in x": bounds.size.x})


func scenario_box_limits_the_bake() -> void:
	limit_by_box(0)


func scenario_box_limits_a_bake_in_tiles() -> void:
	limit_by_box(32)


func limit_by_box(tile_size: int) -> void:
	floor_at(40, 40)
	var bakes := bake({"tile_size": tile_size, "agent_radius": 0.0, "filter_ledge_spans": false,
			"filter_baking_aabb": AABB(Vector3(-5, -2, -4), Vector3(10, 5, 8)), "filter_baking_aabb_offset": Vector3(2, 0, 0)})
	var bounds := bakes.get_bounds()
	report("bounds", {"begin in x": bounds.position.x, "end in x": bounds.end.x, "begin in z": bounds.position.z,
		"end in z": bounds.end.z})
	report("area", bakes.navmesh.area)


func scenario_bad_values() -> void:
	var bakes := quiet_baker({}, level_at("Limits"))
	bakes.filter_baking_aabb = AABB(Vector3(NAN, 0, 0), Vector3.ONE)
	var costs := PackedFloat32Array([1, 2, -1, NAN, 5])
	bakes.area_costs = costs
	bakes.set_navigation_layer_value(33, true)
	report("box is as before", bakes.filter_baking_aabb == AABB())
	report("area_costs", Array(bakes.area_costs))
	costs.resize(70)
	bakes.area_costs = costs
	report("area_costs of too many", bakes.area_costs.size())
	report("navigation_layers", bakes.navigation_layers)
