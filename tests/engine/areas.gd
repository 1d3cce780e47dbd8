extends "res://level.gd"
## Areas by name. The project names area 1 "road" and area 2 "swamp".


## The length of the path across a floor whose middle has an area, where a meter of area 2 costs ten; above 24 m it leads around. above: a
## node and its metadata nav_area, that the middle lies below; or several, the uppermost first.
func length_across(area: Variant, above := []) -> float:
	var level := level_at()
	var parent: Node = level
	for pair in above:
		parent = put(pair[0], {}, parent)
		if pair[1] != null:
			parent.set_meta("nav_area", pair[1])
	floor_at(13, 32, Vector3(-9.5, 0, 0), level)
	var middle := floor_at(6, 20, Vector3.ZERO, parent)
	middle.name = "Middle"
	if area != null:
		middle.set_meta("nav_area", area)
	floor_at(13, 32, Vector3(9.5, 0, 0), level)
	for z in [-13, 13]:
		floor_at(6, 6, Vector3(0, 0, z), level)
	var bakes := bake({"tile_size": 64, "area_costs": PackedFloat32Array([1, 1, 10])}, level)
	await frames(2)
	var agent := ghost(Vector3(-12, 0, 0))
	await frames(1)
	agent.requestPath(Vector3(12, 0, 0))
	var length := agent.get_path_length()
	remove(agent)
	level.free()
	await frames(2)
	return length


func scenario_metadata() -> void:
	for area in [null, 2, "swamp", &"swamp", 1, "road", "ground", "not walkable"]:
		report(str(area) + (" of StringName" if area is StringName else ""), await length_across(area))


## What is said of a node counts for all bodies below it that have no words of their own.
func scenario_metadata_above_a_body() -> void:
	report("of the group", await length_across(null, [[Node3D.new(), "swamp"]]))
	report("of the group's group", await length_across(null, [[Node.new(), "swamp"], [Node3D.new(), null]]))
	report("of the nearer group", await length_across(null, [[Node3D.new(), "swamp"], [Node3D.new(), "road"]]))
	report("its own in a group", await length_across("road", [[Node3D.new(), "swamp"]]))
	report("its own below a mesh", await length_across("swamp", [[MeshInstance3D.new(), null]]))
	report("its own below a mesh with another", await length_across("road", [[MeshInstance3D.new(), "swamp"], [CSGCombiner3D.new(), null]]))
	report("of the mesh", await length_across(null, [[MeshInstance3D.new(), "swamp"], [Marker3D.new(), null]]))


## Of a mesh with two bodies below it, the one with an area changes it, moves and goes; the other one has the mesh's.
func scenario_metadata_below_a_mesh_changes() -> void:
	var level := level_at()
	var mesh: MeshInstance3D = put(MeshInstance3D.new(), {}, level)
	floor_at(8, 8, Vector3.ZERO, mesh)
	var other := floor_at(8, 8, Vector3(10, 0, 0), mesh)
	var bakes := bake({"tile_size": 64}, level)
	var areas := func() -> Array:
		await settled(bakes)
		var map := NavMap.of(level)
		return [Vector3.ZERO, Vector3(10, 0, 0)].map(func(place):
			var polygon := map.polygon_at(place)
			return map.get_polygon_area(polygon) if polygon >= 0 else -1)
	report("none", await areas.call())
	other.set_meta("nav_area", 2)
	bakes.rebake_node(other)
	report("of one", await areas.call())
	mesh.set_meta("nav_area", 1)
	bakes.rebake_node(mesh)
	report("of both", await areas.call())
	other.remove_meta("nav_area")
	bakes.rebake_node(other)
	report("of the mesh", await areas.call())
	other.set_meta("nav_area", 3)
	mesh.set_meta("nav_layers", 4)
	bakes.rebake_node(mesh)
	report("with layers", await areas.call())
	report("layers", Array(bakes.navmesh.layer_masks))
	mesh.remove_child(other)
	other.free()
	bakes.rebake_node(mesh)
	report("one is gone", await areas.call())


func scenario_metadata_of_no_area() -> void:
	for area in ["swmp", "", 64, -1, 2.0]:
		report(str([area]), await length_across(area))


func scenario_inspector() -> void:
	var volume: NavModifierVolume = put(NavModifierVolume.new(), {"name": "Volume"})
	for property in volume.get_property_list():
		if property.name == "area":
			report("area", {"hint": property.hint, "choices": property.hint_string})
	volume.area = 40
	report("area without a name", volume.area)
	volume.area = 64
	report("area that there isn't", volume.area)


func scenario_setting() -> void:
	report("names", ProjectSettings.get_setting("navpy/areas/names"))
	report("reverts to", ProjectSettings.property_get_revert("navpy/areas/names"))
	for property in ProjectSettings.get_property_list():
		if property.name == "navpy/areas/names":
			report("type", property.type)


## Three floors in a row with the middle one, of 6 m × 20 m, on navigation layers of its own, and ways around it; below `level`.
func floors_with_layers(level: Node3D, layers: Variant) -> StaticBody3D:
	floor_at(13, 32, Vector3(-9.5, 0, 0), level)
	var middle := floor_at(6, 20, Vector3.ZERO, level)
	middle.name = "Middle"
	if layers != null:
		middle.set_meta("nav_layers", layers)
	floor_at(13, 32, Vector3(9.5, 0, 0), level)
	for z in [-13, 13]:
		floor_at(6, 6, Vector3(0, 0, z), level)
	return middle


## The lengths of the paths across for agents of several navigation layers.
func lengths_by_layers(level: Node3D) -> Dictionary:
	var lengths := {}
	await frames(2)
	for layers in [1, 2, 3, 7]:
		var agent := ghost(level.to_global(Vector3(-12, 0, 0)), 0.0, {"navigation_layers": layers})
		await frames(1)
		agent.requestPath(level.to_global(Vector3(12, 0, 0)))
		lengths[str(layers)] = agent.get_path_length() if agent.hasArrived() == NavAgent.RUNNING else -1.0
		remove(agent)
		await frames(1)
	return lengths


func scenario_layers_of_the_ground() -> void:
	for tile_size in [0, 64]:
		var level := level_at()
		floors_with_layers(level, 2)
		var bakes := bake({"tile_size": tile_size}, level)
		report("tiles of %s" % tile_size, await lengths_by_layers(level))
		bakes.position = Vector3(0, 0, 0.001)
		report("shifted, tiles of %s" % tile_size, await lengths_by_layers(level))
		level.rotation.y = 0.5
		report("turned, tiles of %s" % tile_size, await lengths_by_layers(level))
		level.free()
		await frames(2)


func scenario_layers_beside_another_baker() -> void:
	var other := level_at()
	floor_at(8, 8, Vector3(50, 0, 0), other)
	bake({"navigation_layers": 8}, other)
	var level := level_at()
	floors_with_layers(level, 2)
	bake({}, level)
	report("lengths", await lengths_by_layers(level))


func scenario_layers_change() -> void:
	var level := level_at()
	var middle := floors_with_layers(level, null)
	var bakes := bake({"tile_size": 64}, level)
	report("none", await lengths_by_layers(level))
	for layers in [2, 4]:
		middle.set_meta("nav_layers", layers)
		bakes.rebake_node(middle)
		await settled(bakes)
		report("%s" % layers, await lengths_by_layers(level))
	middle.remove_meta("nav_layers")
	bakes.rebake_node(middle)
	await settled(bakes)
	report("none again", await lengths_by_layers(level))
	bakes.bake_navigation_mesh(false)
	report("masks after a whole bake", Array(bakes.navmesh.layer_masks))


func scenario_layers_are_saved() -> void:
	var level := level_at()
	floors_with_layers(level, 2)
	var bakes := bake({"tile_size": 64}, level)
	ResourceSaver.save(bakes.navmesh, "user://ground.res")
	bakes.free()
	var loaded: NavMeshData = ResourceLoader.load("user://ground.res", "", ResourceLoader.CACHE_MODE_IGNORE)
	baker({"bake_on_ready": false, "tile_size": 64, "navmesh": loaded}, level)
	report("masks", Array(loaded.layer_masks))
	report("lengths", await lengths_by_layers(level))


## A volume gives the middle another area, and its ground keeps its layers.
func scenario_layers_and_areas() -> void:
	var level := level_at()
	floors_with_layers(level, 2)
	put(NavModifierVolume.new(), {"size": Vector3(40, 4, 30), "area": 5}, level)
	bake({"area_costs": PackedFloat32Array([1, 1, 1, 1, 1, 2])}, level)
	report("lengths", await lengths_by_layers(level))


func scenario_layers_that_are_none() -> void:
	for layers in ["2", -1, 0x100000000, 2.0]:
		var level := level_at()
		floors_with_layers(level, layers)
		bake({}, level)
		report(str([layers]), await lengths_by_layers(level))
		level.free()
		await frames(2)


func scenario_too_many_layers() -> void:
	var level := level_at("Many")
	for i in 16:
		floor_at(4, 4, Vector3(4 * i, 0, 0), level).set_meta("nav_layers", i)
	var bakes := bake({}, level)
	report("has no navmesh", bakes.navmesh == null)


## A baked link down from one floor with layers of its own to another.
func scenario_layers_and_baked_links() -> void:
	for turn in [0.0, 0.5]:
		var level := level_at()
		level.rotation.y = turn
		box(Vector3(8, 2, 8), Vector3(-4, 1, 0), level).set_meta("nav_layers", 2)
		floor_at(8, 8, Vector3(4, 0, 0), level).set_meta("nav_layers", 2)
		bake({"link_drop_height": 3.0}, level)
		await frames(2)
		for layers in [1, 2]:
			var agent := ghost(level.to_global(Vector3(-4, 2, 0)), 0.0, {"navigation_layers": layers})
			await frames(1)
			report("turned by %s, layers %s" % [turn, layers], agent.requestPath(level.to_global(Vector3(4, 0, 0))))
			remove(agent)
		level.free()
		await frames(2)
