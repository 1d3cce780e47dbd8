extends SceneTree
## How long it takes from the bytes of a large navmesh until an agent finds a way through it, beside the engine's map that takes up the
## same polygons. The folder bench/ holds world.navmesh and world.pairs (start, goal; float32), the nearest pair first.

const ROUNDS := 15
const Walkers := preload("walkers.gd")

var bytes := FileAccess.get_file_as_bytes("res://bench/world.navmesh")
var ends := Walkers.points("world.pairs")
var row := {"rounds": ROUNDS, "ours": [], "read": [], "theirs": [], "pairs": 0, "both": 0, "ours_length": 0.0, "theirs_length": 0.0}
var body := Node3D.new()
var agent := NavAgent.new()


func _initialize() -> void:
	body.add_child(agent)
	root.add_child(body)
	await physics_frame
	for turn in ROUNDS:
		var begin := Time.get_ticks_usec()
		var data := NavMeshData.new()
		data.data = bytes
		row.read.append((Time.get_ticks_usec() - begin) / 1000.0)
		var baker := Walkers.baker(data)
		root.add_child(baker)
		find(0)
		row.ours.append((Time.get_ticks_usec() - begin) / 1000.0)
		var mesh := data.to_navigation_mesh()
		await take_up(mesh, turn == ROUNDS - 1)
		row.polygons = data.polygon_count
		row.their_polygons = mesh.get_polygon_count()
		baker.free()
		await physics_frame
	print("RESULT loading ", JSON.stringify(row))
	quit()


## Meters of our path between a pair, in the ground plane.
func find(pair: int) -> float:
	body.position = ends[2 * pair]
	agent.cancel_request()
	if agent.requestPath(ends[2 * pair + 1]) == NavAgent.FAILURE or agent.get_current_navigation_path().is_empty():
		printerr("ERROR: no way from ", body.position, " to ", ends[2 * pair + 1], ": ", agent.reason_text)
	return Walkers.length_of(agent.get_current_navigation_path())


## A map of its own takes up the polygons. compares: whether the ways are as long.
func take_up(mesh: NavigationMesh, compares: bool) -> void:
	var theirs := Walkers.empty_map(mesh)
	var map: RID = theirs.map
	var begin := Time.get_ticks_usec()
	NavigationServer3D.region_set_navigation_mesh(theirs.region, mesh)
	NavigationServer3D.map_force_update(map)
	NavigationServer3D.map_get_path(map, ends[0], ends[1], true)
	row.theirs.append((Time.get_ticks_usec() - begin) / 1000.0)
	for pair in ends.size() / 2 if compares else 0:
		var path := NavigationServer3D.map_get_path(map, ends[2 * pair], ends[2 * pair + 1], true)
		var ours := find(pair)
		row.pairs += 1
		if not path.is_empty() and path[-1].distance_to(ends[2 * pair + 1]) < 1.0:
			row.both += 1
			row.ours_length += ours
			row.theirs_length += Walkers.length_of(path)
	NavigationServer3D.free_rid(theirs.region)
	NavigationServer3D.free_rid(map)
	await physics_frame
