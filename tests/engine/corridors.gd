extends "res://level.gd"
## The corridor that the overlay of Debug → Visible Navigation draws, beside the polygons in which points along the path lie.

var overlay: Node
var bakes: NavMeshBaker
var agent: NavAgent


## A way round four walls, and an agent whose path the overlay draws.
func level_with_overlay() -> void:
	floor_at(30, 30)
	for i in 4:
		box(Vector3(1, 2, 20), Vector3(6 * i - 9, 1, 5 if i % 2 else -5))
	bakes = baker()
	agent = walker(Vector3(-13, 0, 0), 1.0, {"debug_enabled": true})
	await baked(bakes)
	await frames(3)
	overlay = root.get_node("NavpyOverlay")


## The same, with the agent on its way.
func level_with_corridor() -> void:
	await level_with_overlay()
	agent.requestPath(Vector3(6, 0, 0))
	await frames(3)


func tidy() -> void:
	await super()
	overlay.free()


func scenario_corridor_of_a_path() -> void:
	await level_with_overlay()
	report("surfaces before there is a path", overlay.corridors[agent].mesh.get_surface_count())
	agent.requestPath(Vector3(6, 0, 0))
	await frames(3)
	report_polygons()


func scenario_path_through_the_middles_of_edges() -> void:
	await level_with_corridor()
	agent.path_postprocessing = 1
	await frames(3)
	report_polygons()


func scenario_another_path() -> void:
	await level_with_corridor()
	var mesh: Mesh = overlay.corridors[agent].mesh
	await frames(20)
	report("drawn once", overlay.corridors[agent].mesh == mesh)
	agent.requestPath(Vector3(0, 0, -13))
	await frames(3)
	report("drawn anew", overlay.corridors[agent].mesh != mesh)
	report_polygons()


func scenario_navmesh_is_baked_again() -> void:
	await level_with_corridor()
	var mesh: Mesh = overlay.corridors[agent].mesh
	bakes.bake_navigation_mesh(false)
	await frames(3)
	report("drawn anew", overlay.corridors[agent].mesh != mesh)


func scenario_agent_is_not_to_be_seen() -> void:
	await level_with_corridor()
	agent.debug_enabled = false
	await frames(2)
	report("switched off", {"corridors": overlay.corridors.size(), "paths": overlay.paths.size()})
	agent.debug_enabled = true
	await frames(2)
	report("switched on", {"corridors": overlay.corridors.size()})
	agent.get_parent().free()
	await frames(2)
	report("freed", {"corridors": overlay.corridors.size(), "paths": overlay.paths.size()})
	var outside := NavAgent.new()
	report("corners outside the tree", outside.get_corridor_triangles().size())
	outside.free()


## How many polygons there are, and how many are drawn. `missing` counts those that the path leads through and that are not drawn,
## `too many` those that are drawn and that it does not even touch.
func report_polygons() -> void:
	var path := agent.get_current_navigation_path()
	var samples := PackedVector2Array()
	for i in path.size() - 1:
		for k in 1000:
			samples.append(flat(path[i].lerp(path[i + 1], k / 999.0)))
	var drawn: PackedVector3Array = overlay.corridors[agent].mesh.surface_get_arrays(0)[Mesh.ARRAY_VERTEX]
	var polygons := bakes.navmesh.to_navigation_mesh()
	var counts := {"all": polygons.get_polygon_count(), "drawn": 0, "missing": 0, "too many": 0}
	for p in polygons.get_polygon_count():
		var outline := PackedVector2Array()
		for corner in polygons.get_polygon(p):
			outline.append(flat(polygons.vertices[corner]))
		var inside := 0.5 * outline[0] + 0.3 * outline[1] + 0.2 * outline[2]			# and on no diagonal
		if Geometry2D.is_polygon_clockwise(outline):
			outline.reverse()						# else inwards is outwards
		var is_drawn := range(0, drawn.size(), 3).any(func(i): return Geometry2D.point_is_inside_triangle(
			inside, flat(drawn[i]), flat(drawn[i + 1]), flat(drawn[i + 2])))
		counts["drawn"] += int(is_drawn)
		counts["missing"] += int(not is_drawn and reaches(Geometry2D.offset_polygon(outline, -0.01), samples))
		counts["too many"] += int(is_drawn and not reaches(Geometry2D.offset_polygon(outline, 0.01), samples))
	report("polygons", counts)


func reaches(outlines: Array, samples: PackedVector2Array) -> bool:
	return outlines.any(func(outline): return Array(samples).any(func(point): return Geometry2D.is_point_in_polygon(point, outline)))
