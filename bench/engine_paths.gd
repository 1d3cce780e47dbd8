extends SceneTree
## What a NavAgent's request costs beside NavigationServer3D.map_get_path, on the polygons of the same navmesh and the same pairs.
## The folder bench/ holds, by level, <level>.navmesh and <level>.pairs (start, goal; float32).

const ROUNDS := 5
const LEVELS := ["nav_test", "undulating", "world", "made"]


func _initialize() -> void:
	for level in LEVELS:
		if FileAccess.file_exists("res://bench/%s.navmesh" % level):
			await compare(level)
	quit()


func compare(level: String) -> void:
	var data := NavMeshData.new()
	data.data = FileAccess.get_file_as_bytes("res://bench/%s.navmesh" % level)
	var floats := FileAccess.get_file_as_bytes("res://bench/%s.pairs" % level).to_float32_array()
	var ends := PackedVector3Array()
	for i in range(0, floats.size(), 3):
		ends.append(Vector3(floats[i], floats[i + 1], floats[i + 2]))
	var mesh := data.to_navigation_mesh()
	mesh.cell_size = 0.05
	mesh.cell_height = 0.05
	var map := NavigationServer3D.map_create()
	NavigationServer3D.map_set_cell_size(map, 0.05)
	NavigationServer3D.map_set_cell_height(map, 0.05)
	NavigationServer3D.map_set_use_async_iterations(map, false)
	NavigationServer3D.map_set_active(map, true)
	var region := NavigationServer3D.region_create()
	NavigationServer3D.region_set_use_async_iterations(region, false)
	NavigationServer3D.region_set_map(region, map)
	NavigationServer3D.region_set_navigation_mesh(region, mesh)
	NavigationServer3D.map_force_update(map)
	var baker := NavMeshBaker.new()
	baker.bake_on_ready = false
	baker.navmesh = data
	root.add_child(baker)
	var body := Node3D.new()
	var agent := NavAgent.new()
	body.add_child(agent)
	root.add_child(body)
	await physics_frame
	await physics_frame
	var ours := []
	var theirs := []
	var ours_length := 0.0
	var theirs_length := 0.0
	var both := 0
	for turn in ROUNDS:
		var begin := Time.get_ticks_usec()
		for i in range(0, ends.size(), 2):
			body.position = ends[i]
			agent.stop()
			agent.requestPath(ends[i + 1])
		ours.append((Time.get_ticks_usec() - begin) / (ends.size() / 2.0))
		begin = Time.get_ticks_usec()
		for i in range(0, ends.size(), 2):
			NavigationServer3D.map_get_path(map, ends[i], ends[i + 1], true)
		theirs.append((Time.get_ticks_usec() - begin) / (ends.size() / 2.0))
	for i in range(0, ends.size(), 2):
		body.position = ends[i]
		agent.stop()
		if agent.requestPath(ends[i + 1]) == NavAgent.FAILURE:
			printerr("ERROR: no path from ", ends[i], " to ", ends[i + 1], ": ", agent.reason_text)
		var path := NavigationServer3D.map_get_path(map, ends[i], ends[i + 1], true)
		if not path.is_empty() and path[-1].distance_to(ends[i + 1]) < 1.0:
			ours_length += length_of(agent.get_current_navigation_path())
			theirs_length += length_of(path)
			both += 1
	print("RESULT paths ", JSON.stringify({"level": level, "pairs": ends.size() / 2, "both": both, "ours": ours, "theirs": theirs,
		"ours_length": ours_length, "theirs_length": theirs_length}))
	baker.free()
	body.free()
	NavigationServer3D.free_rid(region)
	NavigationServer3D.free_rid(map)


func length_of(path: PackedVector3Array) -> float:
	var sum := 0.0
	for i in range(1, path.size()):
		sum += Vector2(path[i].x - path[i - 1].x, path[i].z - path[i - 1].z).length()
	return sum
