extends "res://dimension.gd"
## Texts of one byte: Python has such bytes once for all, and what cuts out is area 0, one of them.


func at2(x: float, z: float) -> Vector2:
	return Vector2(x, z) * length(1)


func bakes_well(baker: Node) -> Array:
	baker.call("bake_navigation_mesh", false)
	await frames(2)
	return [baker.navmesh.polygon_count, nav_map().is_on_navmesh(at(0, 0), length(0.5)), nav_map().is_on_navmesh(at(8, 0), length(0.5))]


func scenario_texts() -> void:
	var baker := baked_at(Vector2(-10, -10), Vector2(10, 10))
	var around := PackedVector2Array([at2(-3, -3), at2(3, -3), at2(3, 3), at2(-3, 3)])
	if IS_PLANE:
		put(ClassDB.instantiate("NavModifierArea2D"), {"polygon": around})
	else:
		our_node("NavModifierVolume", {"size": Vector3(6, 2, 6)})
	report("before", await bakes_well(baker))
	var filter: RefCounted = ClassDB.instantiate("NavFilter")
	var ids := {}
	for code in range(1, 128):
		ids[filter.get_area_id(char(code))] = true
	report("area ids", ids.keys())
	report("after names", await bakes_well(baker))
	filter.area_costs = {"c": 2.0}
	report("after costs", await bakes_well(baker))
	baker.set_meta("nav_area", "m")
	for body in baker.get_parent().get_children():
		body.set_meta("nav_area", "n")
	report("after metadata", await bakes_well(baker))
	baker.source_group_name = &"g"
	baker.source_geometry_mode = 2
	baker.call("bake_navigation_mesh", false)
	baker.source_geometry_mode = 0
	report("after groups", await bakes_well(baker))
	if not IS_PLANE:
		baker.world_file = "w"
		await frames(4)
		baker.world_file = ""
	report("after paths", await bakes_well(baker))
