extends "res://dimension.gd"
## NavMeshData to the engine's navigation meshes and back: NavigationMesh, in the plane NavigationPolygon.

const CORNERS := [Vector2(0, 0), Vector2(2, 0), Vector2(2, 2), Vector2(0, 2), Vector2(4, 0), Vector2(4, 2), Vector2(2.0003, 0), Vector2(1, 1)]


func squares(polygons: Array) -> Resource:
	return mesh_of(CORNERS, polygons)


func new_data() -> Resource:
	return ClassDB.instantiate("NavMeshData" + ("2D" if IS_PLANE else ""))


func taken(data: Resource, mesh: Resource) -> bool:
	return data.from_navigation_polygon(mesh) if IS_PLANE else data.from_navigation_mesh(mesh)


func given(data: Resource) -> Resource:
	return data.to_navigation_polygon() if IS_PLANE else data.to_navigation_mesh()


## Square meters of its triangles.
func area_of(data: Resource) -> float:
	var corners: Variant = data.get_triangles()
	var area := 0.0
	for i in range(0, corners.size(), 3):
		area += absf((ground(corners[i + 1]) - ground(corners[i])).cross(ground(corners[i + 2]) - ground(corners[i]))) / 2
	return area


func measures(data: Resource) -> Dictionary:
	return {"area": area_of(data), "polygons": data.polygon_count, "islands": data.island_count}


func hall() -> Node:
	var level := bare_node()
	wall_at(Vector2(9, 0), Vector2(10, 14), level)
	wall_at(Vector2(18, 6), Vector2(19, 20), level)
	if IS_PLANE:
		return our_node("NavMeshBaker", {"bake_on_ready": false, "outlines": [places([Vector2(0, 0), Vector2(28, 0), Vector2(28, 20), Vector2(0, 20)])]},
			level)
	baked_at(Vector2(0, 0), Vector2(28, 20)).get_parent().reparent(level)
	level.find_children("*", "NavMeshBaker", true, false)[0].free()
	return our_node("NavMeshBaker", {"bake_on_ready": false}, level)


func scenario_round_trip() -> void:
	var baker := hall()
	baker.bake_navigation_mesh(false)
	var before: Resource = baker.navmesh
	var after := new_data()
	report("taken", taken(after, given(before)))
	report("before", measures(before))
	report("after", measures(after))
	report("radius", [meters(given(before).agent_radius), meters(given(after).agent_radius)])
	var empty := given(new_data())
	report("empty", {"polygons": empty.get_polygon_count(), "vertices": empty.get_vertices().size()})
	# As a region of the engine's it is the same ground for agents, and for the server.
	var path: RefCounted = nav_map().find_path(at(2, 2), at(26, 18))
	report("path on ours", meters(path.length))
	baker.free()
	ProjectSettings.set_setting("navigation/world/region_use_async_iterations", false)
	server.map_set_use_async_iterations(server_map(), false)
	set_mesh(engine_node("Region"), given(before))
	await frames(6)
	report("path on theirs", meters(nav_map().find_path(at(2, 2), at(26, 18)).length))
	var theirs: Variant = server.map_get_path(server_map(), at(2, 2), at(26, 18), true)
	var sum := 0.0
	for i in range(1, theirs.size()):
		sum += ground(theirs[i]).distance_to(ground(theirs[i - 1]))
	report("path of theirs", sum)


func scenario_refused_meshes() -> void:
	var data := new_data()
	taken(data, squares([[0, 1, 2, 3]]))
	var before: PackedByteArray = data.data
	var meshes := {"none": null, "no polygons": squares([]), "crosses itself": squares([[0, 2, 1, 3]]),
		"no such vertex": squares([[0, 1, 9]]), "same corners": squares([[0, 1, 2], [0, 1, 1], [2, 1, 0]]), "no area": squares([[0, 1, 1]])}
	for what in meshes:
		report(what, taken(data, meshes[what]))
	report("data is as before", data.data == before)


## Two squares made by hand, one of them concave, whose corners nearly meet. An agent hears of the change.
func scenario_mesh_made_by_hand() -> void:
	var data := new_data()
	our_node("NavMeshBaker", {"bake_on_ready": false, "navmesh": data})
	var agent := agent_at(1.8, 0.3)
	report("taken", taken(data, squares([[0, 1, 2, 7, 3], [6, 4, 5, 2], [0, 0, 1]])))
	report("islands", data.island_count)
	report("area", area_of(data))
	report("vertices", data.vertex_count)
	report("status", agent.requestPath(at(3.5, 1)))
