extends "res://level.gd"
## border_size of a baker beside that of a NavigationMesh that the engine bakes from the same level.

const BORDERS := [0.0, 1.0, 1.3]


## A floor with one box whose end lies in the border, and one that lies in it as a whole, near walls of the inside.
func ground() -> void:
	floor_at(40, 40)
	box(Vector3(3, 2, 1), Vector3(5.5, 1, 0))
	box(Vector3(1, 2, 1), Vector3(6.5, 1, -4))


func scenario_beside_the_engine_in_a_box() -> void:
	bake_both(AABB(Vector3(-8, -2, -7), Vector3(15, 6, 14)))


func scenario_beside_the_engine() -> void:
	bake_both(AABB())


func bake_both(limits: AABB) -> void:
	ground()
	for border in BORDERS:
		var mesh := NavigationMesh.new()
		mesh.border_size = border
		mesh.filter_baking_aabb = limits
		mesh.agent_height = 1.5
		mesh.agent_radius = 0.5
		for filter in ["low_hanging_obstacles", "ledge_spans", "walkable_low_height_spans"]:
			mesh.set("filter_" + filter, true)
		bake_by_engine(mesh)
		var bakes := bake({"border_size": border, "filter_baking_aabb": limits})
		report("border of %.1f m" % border, {"theirs": measures(mesh), "ours": measures(bakes.navmesh.to_navigation_mesh())})
		bakes.free()


## Area, and bounds in the ground plane.
func measures(mesh: NavigationMesh) -> Dictionary:
	var area := 0.0
	var low := Vector2(INF, INF)
	var high := -low
	for i in mesh.get_polygon_count():
		var corners: Array = Array(mesh.get_polygon(i)).map(func(k): return flat(mesh.vertices[k]))
		for k in corners.size():
			low = low.min(corners[k])
			high = high.max(corners[k])
			area += 0.5 * abs((corners[k] - corners[0]).cross(corners[(k + 1) % corners.size()] - corners[0]))
	return {"area": area, "bounds": {"begin in x": low.x, "begin in z": low.y, "end in x": high.x, "end in z": high.y}}


## Boxes baked one by one, each with a border beyond what it is to cover: together they are one ground.
func scenario_boxes_with_borders_meet() -> void:
	ground()
	for x in 2:
		bake({"border_size": 1.0, "edge_max_error": 1.0, "filter_baking_aabb": AABB(Vector3(-8 * (1 - x) - 1, -2, -8), Vector3(10, 6, 16))})
	var agent := ghost(Vector3(-6, 0, 2))
	report("status", agent.requestPath(Vector3(6, 0, 2)))
	report("reason", agent.reason_text)
	report("length", agent.get_path_length())


func scenario_refused() -> void:
	ground()
	var bakes := bake({"name": "Refused", "border_size": 1.0, "tile_size": 32})
	bakes.tile_size = 0
	bakes.border_size = 30.0
	bakes.bake_navigation_mesh(false)
	report("has no navmesh", bakes.navmesh == null)
