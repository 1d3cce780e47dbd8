extends "res://level.gd"
## What a baker collects, what it makes of it, what it refuses and what it tells meanwhile.


func run() -> void:
	await geometry()
	await groups()
	await grid_map()
	await oracle()
	await nothing()
	await bad_settings()
	await progress()
	await rebake()
	await frames_go_on()
	await handler_waits_for_a_thread()
	await from_ready()


## A baker that bakes when told, on the spot.
func quiet_baker(settings: Dictionary, parent: Node) -> NavMeshBaker:
	return baker(settings.merged({"bake_on_ready": false}), parent)


func area_of(settings: Dictionary, level: Node) -> float:
	var bakes := quiet_baker(settings, level)
	bakes.bake_navigation_mesh(false)
	var area := bakes.navmesh.area if bakes.navmesh != null else 0.0
	bakes.free()
	return area


func plane(size: float, center: Vector3, parent: Node) -> MeshInstance3D:
	var node := MeshInstance3D.new()
	node.mesh = PlaneMesh.new()
	node.mesh.size = Vector2(size, size)
	node.position = center
	parent.add_child(node)
	return node


## A mesh of 8 m, a collider of 10 m on layer 3, CSG of 6 m: each alone on its own place.
func geometry() -> void:
	var level := level_at()
	plane(8, Vector3.ZERO, level)
	floor_at(10, 10, Vector3(20, 0, 0), level).collision_layer = 4
	report("meshes", area_of({"parsed_geometry_type": 0}, level))
	report("colliders", area_of({"parsed_geometry_type": 1}, level))
	report("both", area_of({"parsed_geometry_type": 2}, level))
	report("mask with the layer", area_of({"collision_mask": 4}, level))
	report("mask without the layer", area_of({"collision_mask": 3}, level))
	var csg := CSGBox3D.new()
	csg.size = Vector3(6, 0.5, 6)
	csg.position = Vector3(-20, 0, 0)
	level.add_child(csg)
	await frames(2)
	report("with CSG", area_of({"parsed_geometry_type": 0}, level))
	level.free()


func groups() -> void:
	var level := level_at()
	floor_at(8, 8, Vector3.ZERO, level).add_to_group("ground")
	var parent := level_at()
	parent.add_to_group("ground")
	floor_at(6, 6, Vector3(20, 0, 0), parent)
	floor_at(10, 10, Vector3(40, 0, 0), level)
	report("group with children", area_of({"source_geometry_mode": 1, "source_group_name": &"ground"}, level))
	report("group alone", area_of({"source_geometry_mode": 2, "source_group_name": &"ground"}, level))
	report("group that is empty", area_of({"source_geometry_mode": 1, "source_group_name": &"nobody"}, level))
	level.free()
	parent.free()


func grid_map() -> void:
	var level := level_at()
	var library := MeshLibrary.new()
	var mesh := BoxMesh.new()
	mesh.size = Vector3(2, 0.5, 2)
	var shape := BoxShape3D.new()
	shape.size = mesh.size
	library.create_item(0)
	library.set_item_mesh(0, mesh)
	library.set_item_shapes(0, [shape, Transform3D()])
	var grid := GridMap.new()
	grid.mesh_library = library
	grid.cell_size = Vector3(2, 2, 2)
	level.add_child(grid)
	for x in 4:
		for z in 4:
			grid.set_cell_item(Vector3i(x, 0, z), 0)
	await frames(2)
	report("GridMap, meshes", area_of({"parsed_geometry_type": 0}, level))
	report("GridMap, colliders", area_of({"parsed_geometry_type": 1}, level))
	level.free()


## The same triangles for the Python side to bake.
func oracle() -> void:
	var level := level_at()
	level.position = Vector3(3, 1, -2)
	floor_at(20, 20, Vector3.ZERO, level)
	box(Vector3(4, 3, 2), Vector3(2, 1.5, 3), level)
	var bakes := quiet_baker({}, level)
	bakes.position = Vector3(-5, 0.5, 1)
	bakes.rotation.y = 0.3
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
	bakes.bake_navigation_mesh(false)
	report("oracle", {"vertices": points, "triangles": Array(source.get_indices()), "area": bakes.navmesh.area,
		"polygons": bakes.navmesh.polygon_count, "corners": bakes.navmesh.vertex_count,
		"drawn": bakes.navmesh.get_triangles().size() / 3, "edges": bakes.navmesh.get_edges().size() / 2,
		"up": facing_up(bakes.navmesh.get_triangles())})
	level.free()
	await frames(1)


## Whether all triangles show their front, which Godot has clockwise, to the sky.
func facing_up(points: PackedVector3Array) -> bool:
	for i in range(0, points.size(), 3):
		if (points[i + 2] - points[i]).cross(points[i + 1] - points[i]).y <= 0:
			return false
	return true


func finishes(bakes: NavMeshBaker) -> Array:
	var finished := []
	bakes.bake_finished.connect(func(success): finished.append(success))
	return finished


func nothing() -> void:
	var level := level_at()
	level.name = "Nothing"
	var bakes := quiet_baker({}, level)
	var finished := finishes(bakes)
	report("nothing there", [bakes.bake_navigation_mesh(), bakes.is_baking(), finished.duplicate()])
	box(Vector3(0.4, 3, 0.4), Vector3.ZERO, level)
	finished.clear()
	report("nothing walkable", [bakes.bake_navigation_mesh(), await until(func(): return not finished.is_empty(), 0, MSEC_TO_WAIT), finished])
	report("nothing stored", bakes.navmesh == null)
	var outside := NavMeshBaker.new()
	report("outside the tree", outside.bake_navigation_mesh())
	outside.free()
	level.free()
	await frames(1)


func bad_settings() -> void:
	var level := level_at()
	level.name = "Bad"
	floor_at(8, 8, Vector3.ZERO, level)
	var bakes := quiet_baker({"agent_radius": 0.1}, level)
	var finished := finishes(bakes)
	report("bad settings", [bakes.bake_navigation_mesh(), bakes.is_baking(), finished])
	bakes.agent_radius = 0.5
	bakes.agent_max_climb = 2.0
	finished.clear()
	report("bad climb", [bakes.bake_navigation_mesh(), bakes.is_baking(), finished])
	level.free()
	await frames(1)


func progress() -> void:
	var level := level_at()
	floor_at(40, 40, Vector3.ZERO, level)
	var bakes := quiet_baker({"cell_size": 0.1, "cell_height": 0.1}, level)
	var fractions := []
	var order := []
	var finished := finishes(bakes)
	bakes.bake_progress.connect(func(fraction):
		fractions.append(fraction)
		order.append("progress"))
	bakes.navmesh_changed.connect(func(): order.append("changed"))
	bakes.bake_finished.connect(func(_success): order.append("finished"))
	report("second bake at once", [bakes.bake_navigation_mesh(), bakes.bake_navigation_mesh()])
	await until(func(): return not finished.is_empty(), 0, MSEC_TO_WAIT)
	report("progress", fractions)
	report("order", order.slice(-3))
	level.free()
	await frames(1)


## Agents use the new mesh from the next frame on.
func rebake() -> void:
	var level := level_at()
	floor_at(20, 20, Vector3.ZERO, level)
	var bakes := baker({}, level)
	await baked(bakes)
	var agent := ghost(Vector3(-8, 0, 0), 1.0, {}, level)
	var changes := [0, 0]		# with the first path, after the second
	agent.path_changed.connect(func(): changes[1] += 1)
	agent.requestPath(Vector3(8, 0, 0))
	await frames(10)
	var before := agent.get_current_navigation_path().size()
	changes[0] = changes[1]
	box(Vector3(1, 3, 12), Vector3(0, 1.5, 0), level)
	bakes.bake_navigation_mesh(false)
	await frames(1)
	report("rebaked", [before, agent.get_current_navigation_path().size(), changes, agent.hasArrived()])
	report("rebaked, there", await until(func(): return agent.hasArrived() == NavAgent.SUCCESS))
	floor_at(4, 4, Vector3(30, 0, 0), level)
	report("not on the mesh yet", agent.requestPath(Vector3(30, 0, 0)))
	level.free()
	await frames(1)


## The longest frame while a long bake runs on its thread, beside what the bake took.
func frames_go_on() -> void:
	var level := level_at()
	floor_at(60, 60, Vector3.ZERO, level)
	var bakes := quiet_baker({"cell_size": 0.1, "cell_height": 0.1}, level)
	var finished := finishes(bakes)
	var begin := Time.get_ticks_usec()
	bakes.bake_navigation_mesh()
	var started := Time.get_ticks_usec()
	var count := 0
	while finished.is_empty() and count < 1000000:
		await physics_frame
		count += 1
	report("frames while baking", [count, (started - begin) / 1000.0, (Time.get_ticks_usec() - begin) / 1000.0])
	level.free()
	await frames(1)


## A handler waits for a thread that loads a navmesh: neither may wait for the other.
func handler_waits_for_a_thread() -> void:
	var level := level_at()
	floor_at(8, 8, Vector3.ZERO, level)
	var bakes := baker({}, level)
	await baked(bakes)
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
	level.free()
	await frames(1)


## The bake on ready sees what _ready of the whole scene has built.
func from_ready() -> void:
	var level := Node3D.new()
	level.add_child(NavMeshBaker.new())
	level.ready.connect(func(): floor_at(8, 8, Vector3.ZERO, level))
	world.add_child(level)
	report("on ready", await baked(level.get_child(0)))
	level.free()
	await frames(1)
