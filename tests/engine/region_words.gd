extends "res://level.gd"
## NavMeshBaker speaks NavigationRegion3D and NavigationMesh.

const NOT_OURS := ["navigation_mesh", "use_edge_connections"]


func run() -> void:
	await words()
	await round_trips()
	await plane()
	await limits()
	await switches()


func quiet(settings: Dictionary, level: Node) -> NavMeshBaker:
	return baker({"bake_on_ready": false}.merged(settings), level)


## Properties of Godot's two classes that a baker lacks, or whose type is another.
func words() -> void:
	var bakes := NavMeshBaker.new()
	var missing := []
	for type in ["NavigationRegion3D", "NavigationMesh"]:
		for property in ClassDB.class_get_property_list(type, true):
			if property.usage & (PROPERTY_USAGE_GROUP | PROPERTY_USAGE_SUBGROUP | PROPERTY_USAGE_CATEGORY) == 0 and property.usage & PROPERTY_USAGE_STORAGE \
					and not property.name.begins_with("_") and property.name != "vertices" and property.name != "polygons":
				if not property.name in bakes or (typeof(bakes.get(property.name)) != property.type and not property.name in ["vertices_per_polygon", "geometry_source_group_name"]):
					missing.append(property.name)
	missing.sort()
	report("missing", missing)
	report("not ours", NOT_OURS)
	bakes.free()


func round_trips() -> void:
	var bakes := NavMeshBaker.new()
	var kept := {}
	var values := {"enabled": false, "navigation_layers": 6, "travel_cost": 2.5, "enter_cost": 3.0, "border_size": 0.5, "cell_size": 0.5, "cell_height": 0.125, "agent_height": 2.0,
		"agent_radius": 1.0, "agent_max_climb": 0.5, "agent_max_slope": 30.0, "region_min_size": 3.0, "region_merge_size": 10.0,
		"edge_max_length": 4.0, "edge_max_error": 2.0, "vertices_per_polygon": 4, "detail_sample_distance": 3.0,
		"detail_sample_max_error": 2.0, "sample_partition_type": 2, "filter_low_hanging_obstacles": false, "filter_ledge_spans": false,
		"filter_walkable_low_height_spans": false, "filter_baking_aabb": AABB(Vector3(-1, -2, -3), Vector3(4, 5, 6)),
		"filter_baking_aabb_offset": Vector3(1, 2, 3), "geometry_parsed_geometry_type": 2, "geometry_collision_mask": 5,
		"geometry_source_geometry_mode": 1, "geometry_source_group_name": &"ground", "area_costs": PackedFloat32Array([1, 2, 3])}
	for name in values:
		bakes.set(name, values[name])
	var lost := []
	for name in values:
		if bakes.get(name) != values[name]:
			lost.append(name)
	report("lost", lost)
	report("same under both names", [bakes.parsed_geometry_type, bakes.collision_mask, bakes.source_geometry_mode, bakes.source_group_name])
	bakes.set_navigation_layer_value(1, true)
	bakes.set_navigation_layer_value(2, false)
	bakes.set_collision_mask_value(32, true)
	report("layers", [bakes.navigation_layers, bakes.get_navigation_layer_value(3), bakes.get_navigation_layer_value(2), bakes.collision_mask])
	bakes.free()


## Godot's own test: a plane of 10 m × 10 m has four corners, and a bake that isn't on a thread is there at once.
func plane() -> void:
	var level := level_at()
	var node := MeshInstance3D.new()
	node.mesh = PlaneMesh.new()
	node.mesh.size = Vector2(10, 10)
	level.add_child(node)
	var bakes := quiet({"parsed_geometry_type": 0, "detail_sample_distance": 0.0, "filter_ledge_spans": false}, level)
	var changes := []
	bakes.navigation_mesh_changed.connect(func(): changes.append(bakes.navmesh.polygon_count))
	bakes.bake_navigation_mesh(false)
	report("plane", [bakes.navmesh.polygon_count, bakes.navmesh.vertex_count, changes, bakes.is_baking()])
	bakes.position = Vector3(0, 0, 7)
	var bounds := bakes.get_bounds()
	report("bounds", [bounds.position.z, bounds.end.z, bounds.size.x])
	level.free()
	await frames(1)


func limits() -> void:
	var level := level_at("Limits")
	floor_at(40, 40, Vector3.ZERO, level)
	for tile_size in [0, 32]:
		var bakes := quiet({"tile_size": tile_size, "agent_radius": 0.0, "filter_ledge_spans": false, "filter_baking_aabb": AABB(Vector3(-5, -2, -4), Vector3(10, 5, 8)),
				"filter_baking_aabb_offset": Vector3(2, 0, 0)}, level)
		bakes.bake_navigation_mesh(false)
		var bounds := bakes.get_bounds()
		report("limits %d" % tile_size, [bounds.position.x, bounds.end.x, bounds.position.z, bounds.end.z, bakes.navmesh.area])
		bakes.free()
	var bakes := quiet({}, level)
	bakes.filter_baking_aabb = AABB(Vector3(NAN, 0, 0), Vector3.ONE)
	bakes.area_costs = PackedFloat32Array([-1])
	bakes.set_navigation_layer_value(33, true)
	report("refused", [bakes.filter_baking_aabb == AABB(), bakes.area_costs.size(), bakes.navigation_layers])
	level.free()
	await frames(1)


## Off, the navmesh is no part of the map; with other layers it is not for everybody.
func switches() -> void:
	var level := level_at()
	floor_at(20, 20, Vector3.ZERO, level)
	var bakes := quiet({}, level)
	bakes.bake_navigation_mesh(false)
	var agent := ghost(Vector3(-8, 0, 0), 1.0, {}, level)
	await frames(2)
	var found := [agent.requestPath(Vector3(8, 0, 0))]
	bakes.enabled = false
	agent.stop()
	found.append(agent.requestPath(Vector3(8, 0, 0)))
	bakes.enabled = true
	found.append(agent.requestPath(Vector3(8, 0, 0)))
	bakes.navigation_layers = 2
	agent.stop()
	found.append(agent.requestPath(Vector3(8, 0, 0)))
	agent.navigation_layers = 2
	found.append(agent.requestPath(Vector3(8, 0, 0)))
	report("switched", found)
	level.free()
	await frames(1)
