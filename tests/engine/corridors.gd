extends "res://level.gd"
## The corridor that the overlay of Debug → Visible Navigation draws, beside the polygons of the navmesh that points along the path lie in.

var overlay: Node
var bakes: NavMeshBaker


func run() -> void:
	floor_at(30, 30)
	for i in 4:
		box(Vector3(1, 2, 20), Vector3(6 * i - 9, 1, 5 if i % 2 else -5))
	bakes = baker()
	var agent := walker(Vector3(-13, 0, 0), 1.0, {"debug_enabled": true})
	await baked(bakes)
	overlay = root.get_node("NavpyOverlay")
	await frames(3)
	report("before", overlay.corridors[agent].mesh.get_surface_count())
	agent.requestPath(Vector3(6, 0, 0))
	await frames(3)
	report("drawn", beside_the_path(agent))
	var mesh: Mesh = overlay.corridors[agent].mesh
	await frames(20)
	report("made once", overlay.corridors[agent].mesh == mesh)
	agent.requestPath(Vector3(0, 0, -13))
	await frames(3)
	report("another way", [overlay.corridors[agent].mesh != mesh, beside_the_path(agent)])
	mesh = overlay.corridors[agent].mesh
	bakes.bake_navigation_mesh(false)
	await frames(3)
	report("baked again", overlay.corridors[agent].mesh != mesh)
	agent.path_postprocessing = 1
	await frames(3)
	report("through the middles of edges", beside_the_path(agent))
	agent.debug_enabled = false
	await frames(2)
	report("switched off", [overlay.corridors.size(), overlay.paths.size()])
	agent.debug_enabled = true
	await frames(2)
	report("switched on", overlay.corridors.size())
	agent.get_parent().free()
	await frames(2)
	report("left", [overlay.corridors.size(), overlay.paths.size()])
	var outside := NavAgent.new()
	report("outside", outside.get_corridor_triangles().size())
	outside.free()


## Polygons in all and drawn; of those that the path leads through how many are not drawn, of those drawn how many it does not even touch.
func beside_the_path(agent: NavAgent) -> Array:
	var path := agent.get_current_navigation_path()
	var samples := PackedVector2Array()
	for i in path.size() - 1:
		for k in 1000:
			samples.append(flat(path[i].lerp(path[i + 1], k / 999.0)))
	var drawn: PackedVector3Array = overlay.corridors[agent].mesh.surface_get_arrays(0)[Mesh.ARRAY_VERTEX]
	var polygons := bakes.navmesh.to_navigation_mesh()
	var counts := [polygons.get_polygon_count(), 0, 0, 0]
	for p in polygons.get_polygon_count():
		var outline := PackedVector2Array()
		for corner in polygons.get_polygon(p):
			outline.append(flat(polygons.vertices[corner]))
		var inside := 0.5 * outline[0] + 0.3 * outline[1] + 0.2 * outline[2]			# and on no diagonal
		if Geometry2D.is_polygon_clockwise(outline):
			outline.reverse()						# else inwards is outwards
		var is_drawn := range(0, drawn.size(), 3).any(func(i): return Geometry2D.point_is_inside_triangle(
			inside, flat(drawn[i]), flat(drawn[i + 1]), flat(drawn[i + 2])))
		counts[1] += int(is_drawn)
		counts[2] += int(not is_drawn and reaches(Geometry2D.offset_polygon(outline, -0.01), samples))
		counts[3] += int(is_drawn and not reaches(Geometry2D.offset_polygon(outline, 0.01), samples))
	return counts


func reaches(outlines: Array, samples: PackedVector2Array) -> bool:
	return outlines.any(func(outline): return Array(samples).any(func(point): return Geometry2D.is_point_in_polygon(point, outline)))
