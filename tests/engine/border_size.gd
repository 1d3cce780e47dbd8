extends "res://level.gd"
## border_size of a baker beside that of a NavigationMesh that the engine bakes from the same level.


func run() -> void:
	var level := level_at()
	floor_at(40, 40, Vector3.ZERO, level)
	box(Vector3(3, 2, 1), Vector3(5.5, 1, 0), level)            # its end lies in the border
	box(Vector3(1, 2, 1), Vector3(6.5, 1, -4), level)           # all of it does, and walls of the inside are near
	for border in [0.0, 1.0, 1.3]:
		for box_is_set in [true, false]:
			await both("%.1f %s" % [border, box_is_set], level, border, AABB(Vector3(-8, -2, -7), Vector3(15, 6, 14)) if box_is_set else AABB())
	await neighbours(level)
	var bakes := baker({"border_size": 1.0, "tile_size": 32, "bake_on_ready": false}, level)
	bakes.name = "Refused"
	bakes.bake_navigation_mesh(false)
	bakes.tile_size = 0
	bakes.border_size = 30.0
	bakes.bake_navigation_mesh(false)
	report("refused", bakes.navmesh == null)
	level.free()
	await frames(1)


## Area, and bounds in the ground plane.
func measures(mesh: NavigationMesh) -> Array:
	var area := 0.0
	var low := Vector2(INF, INF)
	var high := -low
	for i in mesh.get_polygon_count():
		var corners: Array = Array(mesh.get_polygon(i)).map(func(k): return flat(mesh.vertices[k]))
		for k in corners.size():
			low = low.min(corners[k])
			high = high.max(corners[k])
			area += 0.5 * abs((corners[k] - corners[0]).cross(corners[(k + 1) % corners.size()] - corners[0]))
	return [area, low.x, low.y, high.x, high.y]


func both(what: String, level: Node, border: float, limits: AABB) -> void:
	var mesh := NavigationMesh.new()
	mesh.geometry_parsed_geometry_type = NavigationMesh.PARSED_GEOMETRY_STATIC_COLLIDERS
	mesh.border_size = border
	mesh.filter_baking_aabb = limits
	mesh.agent_height = 1.5
	mesh.agent_radius = 0.5
	for filter in ["low_hanging_obstacles", "ledge_spans", "walkable_low_height_spans"]:
		mesh.set("filter_" + filter, true)
	var geometry := NavigationMeshSourceGeometryData3D.new()
	NavigationServer3D.parse_source_geometry_data(mesh, geometry, level)
	NavigationServer3D.bake_from_source_geometry_data(mesh, geometry)
	var bakes := baker({"border_size": border, "filter_baking_aabb": limits, "bake_on_ready": false}, level)
	bakes.bake_navigation_mesh(false)
	report(what, [measures(mesh), measures(bakes.navmesh.to_navigation_mesh())])
	bakes.free()
	await frames(1)


## Boxes baked one by one, each with a border beyond what it is to cover: together they are one ground.
func neighbours(level: Node) -> void:
	var bakers: Array[NavMeshBaker] = []
	for x in 2:
		bakers.append(baker({"border_size": 1.0, "edge_max_error": 1.0, "bake_on_ready": false,
			"filter_baking_aabb": AABB(Vector3(-8 * (1 - x) - 1, -2, -8), Vector3(10, 6, 16))}, level))
		bakers[x].bake_navigation_mesh(false)
	var agent := ghost(Vector3(-6, 0, 2), 1.0, {}, level)
	report("neighbours", [agent.requestPath(Vector3(6, 0, 2)), agent.get_path_length(), agent.reason_text])
	for node in bakers:
		node.free()
	agent.get_parent().free()
	await frames(1)
