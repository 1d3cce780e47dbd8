extends SceneTree
## What a NavAgent's request costs beside NavigationServer3D.map_get_path, on the polygons of the same navmesh and the same pairs.
## The folder bench/ holds, by level, <level>.navmesh and <level>.pairs (start, goal; float32).

const Walkers := preload("walkers.gd")
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
	var ends := Walkers.points("%s.pairs" % level)
	var mesh := data.to_navigation_mesh()
	var server := Walkers.empty_map(mesh)
	var map: RID = server.map
	NavigationServer3D.region_set_navigation_mesh(server.region, mesh)
	NavigationServer3D.map_force_update(map)
	var baker := Walkers.baker(data)
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
			agent.cancel_request()
			agent.requestPath(ends[i + 1])
		ours.append((Time.get_ticks_usec() - begin) / (ends.size() / 2.0))
		begin = Time.get_ticks_usec()
		for i in range(0, ends.size(), 2):
			NavigationServer3D.map_get_path(map, ends[i], ends[i + 1], true)
		theirs.append((Time.get_ticks_usec() - begin) / (ends.size() / 2.0))
	for i in range(0, ends.size(), 2):
		body.position = ends[i]
		agent.cancel_request()
		if agent.requestPath(ends[i + 1]) == NavAgent.FAILURE:
			printerr("ERROR: no path from ", ends[i], " to ", ends[i + 1], ": ", agent.reason_text)
		var path := NavigationServer3D.map_get_path(map, ends[i], ends[i + 1], true)
		if not path.is_empty() and path[-1].distance_to(ends[i + 1]) < 1.0:
			ours_length += Walkers.length_of(agent.get_current_navigation_path())
			theirs_length += Walkers.length_of(path)
			both += 1
	print("RESULT paths ", JSON.stringify({"level": level, "pairs": ends.size() / 2, "both": both, "ours": ours, "theirs": theirs,
		"ours_length": ours_length, "theirs_length": theirs_length}))
	baker.free()
	body.free()
	NavigationServer3D.free_rid(server.region)
	NavigationServer3D.free_rid(map)
