extends SceneTree
## What a NavAgent's request and NavMap's questions cost beside NavigationServer3D's, on the polygons of the same navmesh and the same pairs.
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
	ask(level, baker.get_map(), map, ends)
	baker.free()
	body.free()
	NavigationServer3D.free_rid(server.region)
	NavigationServer3D.free_rid(map)


## The same questions to NavMap and to the engine's server, in turn.
func ask(level: String, ours: NavMap, theirs: RID, ends: PackedVector3Array) -> void:
	var times := {"find_path": [], "map_get_path": [], "closest_point": [], "map_get_closest_point": [], "closest_points": [], "call": []}
	var few := ends.slice(0, 200)
	var random := RandomNumberGenerator.new()
	var places := PackedVector3Array()
	for i in 10000:
		places.append(ends[i % ends.size()] + Vector3(random.randf_range(-1, 1), random.randf_range(0, 1), random.randf_range(-1, 1)))
	for turn in ROUNDS:
		var begin := Time.get_ticks_usec()
		for i in range(0, ends.size(), 2):
			ours.find_path(ends[i], ends[i + 1])
		times.find_path.append((Time.get_ticks_usec() - begin) / (ends.size() / 2.0))
		begin = Time.get_ticks_usec()
		for i in range(0, few.size(), 2):
			NavigationServer3D.map_get_path(theirs, few[i], few[i + 1], true)
		times.map_get_path.append((Time.get_ticks_usec() - begin) / (few.size() / 2.0))
		begin = Time.get_ticks_usec()
		for place in places:
			ours.closest_point(place)
		times.closest_point.append((Time.get_ticks_usec() - begin) / 10000.0)
		begin = Time.get_ticks_usec()
		for i in few.size():
			NavigationServer3D.map_get_closest_point(theirs, places[i])
		times.map_get_closest_point.append((Time.get_ticks_usec() - begin) / float(few.size()))
		begin = Time.get_ticks_usec()
		ours.closest_points(places)
		times.closest_points.append(Time.get_ticks_usec() - begin)
		begin = Time.get_ticks_usec()
		for place in places:
			ours.has_polygon(0, 0)
		times.call.append((Time.get_ticks_usec() - begin) / 10000.0)
	var nearer := 0.0
	for i in few.size():
		var other := ours.closest_point(NavigationServer3D.map_get_closest_point(theirs, places[i]))
		nearer = maxf(nearer, ours.closest_point(places[i]).distance_to(places[i]) - other.distance_to(places[i]))
	print("RESULT questions ", JSON.stringify({"level": level, "times": times, "farther": nearer}))
