extends "res://level.gd"
## The overlay of Debug → Visible Navigation: what it draws, and that it follows what comes and goes.


func run() -> void:
	floor_at(20, 20)
	var bakes := baker({"tile_size": 64})
	var agent := walker(Vector3(-6, 0, 0), 1.0, {"debug_enabled": true})
	walker(Vector3(-6, 0, 4))
	await baked(bakes)
	await frames(3)
	var overlay: Node = root.get_node_or_null("NavpyOverlay")
	report("there", overlay != null)
	if overlay == null:
		return
	report("surfaces", surfaces(overlay, bakes))
	var before := corners(overlay, bakes)
	var obstacle := NavObstacle.new()
	obstacle.radius = 1.0
	obstacle.affect_navigation_mesh = true
	obstacle.position = Vector3(5, 0, 7)
	world.add_child(obstacle)
	await bakes.tiles_changed
	report("tiles", [before != corners(overlay, bakes), corners(overlay, bakes) == bakes.navmesh.get_triangles().size()])
	bakes.enabled = false
	await frames(2)
	var hidden: bool = not overlay.surfaces[bakes].visible
	bakes.enabled = true
	await frames(2)
	report("switched off", [hidden, overlay.surfaces[bakes].visible])
	obstacle.free()
	await bakes.tiles_changed
	agent.requestPath(Vector3(6, 0, 0))
	await frames(30)
	var ends := line_ends(overlay)
	var place: Vector3 = agent.get_parent().global_position
	report("lines", [ends.size(), range(0, ends.size(), 2).all(func(i): return ends[i].distance_to(place) < 0.2)])
	report("label", label(overlay))
	agent.requestPath(Vector3(0, 0, 500))
	await frames(3)
	report("label of who cannot go", label(overlay) == agent.why_stuck() and label(overlay) != "")
	bakes.bake_navigation_mesh(false)
	await frames(2)
	bakes.reparent(floor_at(1, 1, Vector3(0, -5, 0)))
	agent.get_parent().reparent(bakes)
	await frames(2)
	report("moved", [surfaces(overlay, bakes), label(overlay) != ""])
	var view := SubViewport.new()
	view.own_world_3d = true
	world.add_child(view)
	floor_at(20, 20, Vector3.ZERO, view)
	var other := baker({}, view)
	await baked(other)
	var stranger := walker(Vector3(3, 0, 3), 1.0, {"debug_enabled": true}, view)
	stranger.requestPath(Vector3(-3, 0, -3))
	await frames(3)
	report("of another world", [overlay.surfaces.get(other) != null, line_ends(overlay).size()])
	view.free()
	bakes.free()
	await frames(3)
	report("left", [overlay.surfaces.size(), overlay.agents.size(), overlay.get_child_count()])
	overlay.free()
	var again := ghost(Vector3.ZERO)
	await frames(2)
	report("back", root.get_node_or_null("NavpyOverlay") != null)
	again.get_parent().free()


func surfaces(overlay: Node, bakes: NavMeshBaker) -> int:
	var drawn: MeshInstance3D = overlay.surfaces.get(bakes)
	return drawn.mesh.get_surface_count() if drawn != null and drawn.mesh != null else -1


func corners(overlay: Node, bakes: NavMeshBaker) -> int:
	return overlay.surfaces[bakes].mesh.surface_get_array_len(0)


func line_ends(overlay: Node) -> PackedVector3Array:
	return overlay.lines.surface_get_arrays(0)[Mesh.ARRAY_VERTEX] if overlay.lines.get_surface_count() else PackedVector3Array()


func label(overlay: Node) -> String:
	for child in overlay.get_children():
		if child is Label3D and not child.is_queued_for_deletion():
			return child.text
	return ""
