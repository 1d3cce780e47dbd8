extends "res://level.gd"
## What a baker collects, what it makes of it, what it refuses and what it signals meanwhile.


## The area that a baker with these settings bakes of what is below `level`.
func area_of(settings: Dictionary, level: Node = world) -> float:
	var bakes := bake(settings, level)
	var area := bakes.navmesh.area if bakes.navmesh != null else 0.0
	bakes.free()
	return area


func finishes(bakes: NavMeshBaker) -> Array:
	var finished := []
	bakes.bake_finished.connect(func(success): finished.append(success))
	return finished


## A mesh of 8 m, a collider of 10 m on layer 3, CSG of 6 m: each alone on its own place.
func scenario_collects_geometry() -> void:
	put(MeshInstance3D.new(), {"mesh": PlaneMesh.new()}).mesh.size = Vector2(8, 8)
	floor_at(10, 10, Vector3(20, 0, 0)).collision_layer = 4
	report("meshes", area_of({"parsed_geometry_type": 0}))
	report("colliders", area_of({"parsed_geometry_type": 1}))
	report("both", area_of({"parsed_geometry_type": 2}))
	report("mask with the layer", area_of({"collision_mask": 4}))
	report("mask without the layer", area_of({"collision_mask": 3}))
	put(CSGBox3D.new(), {"size": Vector3(6, 0.5, 6), "position": Vector3(-20, 0, 0)})
	await frames(2)
	report("with CSG", area_of({"parsed_geometry_type": 0}))


func scenario_collects_groups() -> void:
	var level := level_at()
	floor_at(8, 8, Vector3.ZERO, level).add_to_group("ground")
	var parent := level_at()
	parent.add_to_group("ground")
	floor_at(6, 6, Vector3(20, 0, 0), parent)
	floor_at(10, 10, Vector3(40, 0, 0), level)
	report("group with children", area_of({"source_geometry_mode": 1, "source_group_name": &"ground"}, level))
	report("group alone", area_of({"source_geometry_mode": 2, "source_group_name": &"ground"}, level))
	report("group that is empty", area_of({"source_geometry_mode": 1, "source_group_name": &"nobody"}, level))


func scenario_collects_a_grid_map() -> void:
	var library := MeshLibrary.new()
	var mesh := BoxMesh.new()
	mesh.size = Vector3(2, 0.5, 2)
	var shape := BoxShape3D.new()
	shape.size = mesh.size
	library.create_item(0)
	library.set_item_mesh(0, mesh)
	library.set_item_shapes(0, [shape, Transform3D()])
	var grid: GridMap = put(GridMap.new(), {"mesh_library": library, "cell_size": Vector3(2, 2, 2)})
	for x in 4:
		for z in 4:
			grid.set_cell_item(Vector3i(x, 0, z), 0)
	await frames(2)
	report("meshes", area_of({"parsed_geometry_type": 0}))
	report("colliders", area_of({"parsed_geometry_type": 1}))


## The same triangles for the Python side to bake.
func scenario_baked_as_in_python() -> void:
	var level: Node3D = put(Node3D.new(), {"position": Vector3(3, 1, -2)})
	floor_at(20, 20, Vector3.ZERO, level)
	box(Vector3(4, 3, 2), Vector3(2, 1.5, 3), level)
	var bakes := bake({"position": Vector3(-5, 0.5, 1), "rotation": Vector3(0, 0.3, 0)}, level)
	var source := NavigationMeshSourceGeometryData3D.new()
	var settings := NavigationMesh.new()
	settings.geometry_parsed_geometry_type = NavigationMesh.PARSED_GEOMETRY_STATIC_COLLIDERS
	NavigationServer3D.parse_source_geometry_data(settings, source, level)
	var vertices := source.get_vertices()
	var to_baker := bakes.transform.affine_inverse()
	var points := []
	for i in range(0, vertices.size(), 3):
		var point := to_baker * Vector3(vertices[i], vertices[i + 1], vertices[i + 2])
		points.append_array([point.x, point.y, point.z])
	report("source", {"vertices": points, "triangles": Array(source.get_indices())})
	report("area", bakes.navmesh.area)
	report("polygons", bakes.navmesh.polygon_count)
	report("triangles", bakes.navmesh.get_triangles().size() / 3)
	report("edges", bakes.navmesh.get_edges().size() / 2)
	report("triangles show their front to the sky", faces_up(bakes.navmesh.get_triangles()))


## Godot has the front of a triangle clockwise.
func faces_up(points: PackedVector3Array) -> bool:
	return range(0, points.size(), 3).all(func(i): return (points[i + 2] - points[i]).cross(points[i + 1] - points[i]).y > 0)


func scenario_empty_level() -> void:
	var level := level_at("Nothing")
	var bakes := quiet_baker({}, level)
	var finished := finishes(bakes)
	report("nothing there", {"began": bakes.bake_navigation_mesh(), "baking": bakes.is_baking(), "bake_finished": finished})
	box(Vector3(0.4, 3, 0.4), Vector3.ZERO, level)
	finished.clear()
	var began := bakes.bake_navigation_mesh()
	await until(func(): return not finished.is_empty(), 0, MSEC_TO_WAIT)
	report("nothing walkable", {"began": began, "bake_finished": finished})
	report("has no navmesh", bakes.navmesh == null)
	var outside := NavMeshBaker.new()
	report("began outside the tree", outside.bake_navigation_mesh())
	outside.free()


func scenario_bad_settings() -> void:
	var level := level_at("Bad")
	floor_at(8, 8, Vector3.ZERO, level)
	var bakes := quiet_baker({"border_size": 1.0, "tile_size": 32}, level)
	var finished := finishes(bakes)
	report("border", {"began": bakes.bake_navigation_mesh(), "baking": bakes.is_baking(), "bake_finished": finished})
	bakes.tile_size = 0
	bakes.cell_size = 0.001
	bakes.agent_radius = 100.0
	finished.clear()
	report("radius", {"began": bakes.bake_navigation_mesh(), "baking": bakes.is_baking(), "bake_finished": finished})


## The area of a NavigationMesh.
func area_in_plan(mesh: NavigationMesh) -> float:
	var area := 0.0
	for i in mesh.get_polygon_count():
		var corners := Array(mesh.get_polygon(i)).map(func(index): return mesh.vertices[index])
		for k in range(1, corners.size() - 1):
			area += absf((corners[k] - corners[0]).cross(corners[k + 1] - corners[0]).y) / 2
	return area


## What a baker and Godot's server make of the same level with the same settings.
func scenario_settings_that_godot_takes() -> void:
	var level := level_at()
	floor_at(12, 12, Vector3.ZERO, level)
	box(Vector3(2, 0.5, 2), Vector3(3, 0.25, 3), level)
	var source := NavigationMeshSourceGeometryData3D.new()
	for settings in [{}, {"agent_radius": 0.1}, {"agent_height": 0.0, "agent_max_climb": 0.0}, {"agent_height": 0.3},
			{"agent_max_climb": 2.0}, {"agent_max_slope": 90.0}, {"vertices_per_polygon": 12}, {"edge_max_error": 0.0}]:
		var mesh := NavigationMesh.new()
		var ours := {"filter_low_hanging_obstacles": true, "filter_ledge_spans": true, "filter_walkable_low_height_spans": true}
		ours.merge(settings)
		for setting in ours:
			mesh.set(setting, ours[setting])
		mesh.geometry_parsed_geometry_type = NavigationMesh.PARSED_GEOMETRY_STATIC_COLLIDERS
		NavigationServer3D.parse_source_geometry_data(mesh, source, level)
		NavigationServer3D.bake_from_source_geometry_data(mesh, source)
		report(str(settings), {"ours": area_of(ours, level), "godot": area_in_plan(mesh)})


## A ramp of 45 degrees with the default agent_max_slope of 45, turned about y by several angles.
func scenario_ramp_at_the_limit() -> void:
	for turn in [0.0, 20.0, 45.0, 90.0]:
		var level := level_at()
		floor_at(8, 6, Vector3(-4, 0, 0), level)
		var slope := box(Vector3(2 * sqrt(2), 0.5, 6), Vector3.ZERO, level)
		slope.rotation.z = PI / 4
		slope.position = Vector3(1, 1, 0) - slope.basis.y * 0.25
		box(Vector3(8, 2, 6), Vector3(6, 1, 0), level)
		level.rotation.y = deg_to_rad(turn)
		var bakes := bake({}, level)
		var agent := ghost(level.to_global(Vector3(-4, 0, 0)))
		report("turned by %s" % turn, agent.requestPath(level.to_global(Vector3(6, 2, 0))))
		remove(agent)
		level.free()
		await frames(2)


func scenario_progress() -> void:
	floor_at(40, 40)
	var bakes := quiet_baker({"cell_size": 0.1, "cell_height": 0.1})
	var fractions := []
	var order := []
	var finished := finishes(bakes)
	bakes.bake_progress.connect(func(fraction):
		fractions.append(fraction)
		order.append("bake_progress"))
	bakes.navmesh_changed.connect(func(): order.append("navmesh_changed"))
	bakes.bake_finished.connect(func(_success): order.append("bake_finished"))
	report("began", bakes.bake_navigation_mesh())
	report("began a second one at once", bakes.bake_navigation_mesh())
	await until(func(): return not finished.is_empty(), 0, MSEC_TO_WAIT)
	report("fractions", fractions)
	report("last signals", order.slice(-3))


## Ground with blocks on it, whose baker is told to build a path index; the fractions of its progress are noted.
func indexed_baker(fractions: Array, settings := {}) -> NavMeshBaker:
	floor_at(40, 40)
	for i in 12:
		box(Vector3(3, 3, 3), Vector3(-15 + i % 4 * 10, 1.5, -12 + i / 4 * 12))
	var bakes := quiet_baker({"build_path_index": true, "tile_size": 32}.merged(settings))
	bakes.bake_progress.connect(func(fraction): fractions.append(fraction))
	return bakes


## Lengths of ways across that ground.
func ways_across() -> Array:
	await frames(2)
	var map := NavMap.of(world)
	var lengths := []
	for i in 20:
		lengths.append(map.find_path(Vector3(-19, 0, -18.3 + i * 1.9), Vector3(19, 0, 17.6 - i * 1.7)).length)
	return lengths


func scenario_path_index() -> void:
	var fractions := []
	var bakes := indexed_baker(fractions)
	var finished := finishes(bakes)
	bakes.bake_navigation_mesh()
	await until(func(): return not finished.is_empty(), 0, MSEC_TO_WAIT)
	report("finished", finished)
	report("fractions", fractions)
	var bytes := bakes.navmesh.path_index_bytes
	report("bytes", bytes)
	report("ways", await ways_across())
	ResourceSaver.save(bakes.navmesh, "res://indexed.res")
	var loaded: NavMeshData = ResourceLoader.load("res://indexed.res", "", ResourceLoader.CACHE_MODE_IGNORE)
	report("loaded has the same", loaded.path_index_bytes == bytes and loaded.data == bakes.navmesh.data)
	bakes.navmesh = loaded
	report("ways of the loaded one", await ways_across())
	var data := loaded.data
	data[data.size() - 100] ^= 1
	var damaged := NavMeshData.new()
	damaged.data = data
	report("damaged", {"bytes": damaged.path_index_bytes, "polygons": damaged.polygon_count == loaded.polygon_count})
	bakes.navmesh = damaged
	report("ways without it", await ways_across())
	bakes.build_path_index = false
	bakes.bake_navigation_mesh(false)
	report("bytes when it is not wanted", bakes.navmesh.path_index_bytes)


func scenario_path_index_of_a_level_that_changes() -> void:
	var bakes := indexed_baker([])
	bakes.bake_navigation_mesh(false)
	report("bytes", bakes.navmesh.path_index_bytes > 0)
	bakes.rebake_node(box(Vector3(3, 3, 3), Vector3(0, 1.5, 6)))
	await settled(bakes)
	report("bytes after a change", bakes.navmesh.path_index_bytes)
	report("ways", await ways_across())
	bakes.bake_navigation_mesh(false)
	report("bytes when all is baked again", bakes.navmesh.path_index_bytes > 0)
	report("ways by the index", await ways_across())


func scenario_path_index_cancelled() -> void:
	var bakes := indexed_baker([])
	var finished := finishes(bakes)
	bakes.bake_progress.connect(func(fraction):
		if fraction > 0.5:
			bakes.cancel_bake())
	bakes.bake_navigation_mesh()
	await until(func(): return not finished.is_empty(), 0, MSEC_TO_WAIT)
	report("finished", finished)
	report("has a navmesh", bakes.navmesh != null)


func scenario_path_index_that_cannot_be() -> void:
	var bakes := indexed_baker([], {"area_costs": PackedFloat32Array([1, 3])})
	put(NavModifierVolume.new(), {"size": Vector3(6, 4, 6), "area": 1, "position": Vector3(0, 0, 6)})
	bakes.bake_navigation_mesh(false)
	report("bytes", bakes.navmesh.path_index_bytes)


## Agents use the new mesh from the next frame on.
func scenario_baked_again_under_way() -> void:
	floor_at(20, 20)
	var bakes := bake()
	var agent := ghost(Vector3(-8, 0, 0))
	var changes := signals_of(agent, ["path_changed"])
	agent.requestPath(Vector3(8, 0, 0))
	await frames(10)
	report("before", {"points": agent.get_current_navigation_path().size(), "path_changed": changes.size()})
	box(Vector3(1, 3, 12), Vector3(0, 1.5, 0))
	bakes.bake_navigation_mesh(false)
	await frames(1)
	report("after", {"points": agent.get_current_navigation_path().size(), "path_changed": changes.size(), "status": agent.hasArrived()})
	report("arrives", await until(func(): return agent.hasArrived() == NavAgent.SUCCESS))
	floor_at(4, 4, Vector3(30, 0, 0))
	report("status for a goal that is not baked yet", agent.requestPath(Vector3(30, 0, 0)))


## Frames that go by while a long bake runs on its thread.
func scenario_frames_go_on() -> void:
	floor_at(60, 60)
	var bakes := quiet_baker({"cell_size": 0.1, "cell_height": 0.1})
	var finished := finishes(bakes)
	bakes.bake_navigation_mesh()
	var count := 0
	while finished.is_empty() and count < 1000000:
		await physics_frame
		count += 1
	report("frames", count)


## A handler waits for a thread that loads a navmesh: neither may wait for the other.
func scenario_handler_waits_for_a_thread() -> void:
	floor_at(8, 8)
	var bakes := bake()
	ResourceSaver.save(bakes.navmesh, "res://threaded.res")
	var loaded := []
	var wait := func(_value = null):
		if ResourceLoader.load_threaded_request("res://threaded.res", "", false, ResourceLoader.CACHE_MODE_IGNORE) == OK:
			loaded.append(ResourceLoader.load_threaded_get("res://threaded.res").data.size() > 0)
	for signal_name in ["bake_progress", "bake_finished", "navmesh_changed"]:
		bakes.connect(signal_name, wait)
		loaded.clear()
		bakes.bake_navigation_mesh()
		await until(func(): return not loaded.is_empty() and not bakes.is_baking(), 0, MSEC_TO_WAIT)
		report("loads in " + signal_name, loaded[0])
		bakes.disconnect(signal_name, wait)


## The bake on ready sees what _ready of the whole scene has built.
func scenario_bakes_when_the_scene_is_ready() -> void:
	var level := Node3D.new()
	var bakes := NavMeshBaker.new()
	level.add_child(bakes)
	level.ready.connect(func(): floor_at(8, 8, Vector3.ZERO, level))
	world.add_child(level)
	report("baked", await baked(bakes))


## Colliders of a house in millimeters, and a mesh that shows its back to the sky.
func scenario_levels_that_look_wrong() -> void:
	var house := level_at("Millimeters")
	floor_at(9000, 7000, Vector3.ZERO, house)
	for x in [-4000, -1000, 2000, 4000]:
		box(Vector3(200, 2800, 6000), Vector3(x, 1400, 0), house)
	report("millimeters", area_of({"cell_size": 50.0, "cell_height": 50.0}, house) > 0)
	var mesh := put(MeshInstance3D.new(), {"mesh": PlaneMesh.new()}, level_at("Reversed")) as MeshInstance3D
	mesh.mesh.size = Vector2(8, 8)
	mesh.mesh.flip_faces = true
	report("reversed", area_of({"parsed_geometry_type": 0}, mesh.get_parent()))
