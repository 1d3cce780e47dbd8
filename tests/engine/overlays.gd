extends "res://level.gd"
## The overlay of Debug → Visible Navigation: what it draws, and that it follows what comes and goes.

var overlay: Node
var bakes: NavMeshBaker
var agent: NavAgent


## A level with two agents, of which the overlay is to show one.
func level_with_overlay() -> void:
	floor_at(20, 20)
	bakes = baker({"tile_size": 64})
	agent = walker(Vector3(-6, 0, 0), 1.0, {"debug_enabled": true})
	walker(Vector3(-6, 0, 4))
	await baked(bakes)
	await frames(3)
	overlay = root.get_node_or_null("NavpyOverlay")


func tidy() -> void:
	await super()
	if is_instance_valid(overlay):
		overlay.free()


func scenario_overlay_is_there() -> void:
	await level_with_overlay()
	report("there", overlay != null)


func scenario_overlay_comes_back() -> void:
	await level_with_overlay()
	overlay.free()
	ghost(Vector3.ZERO)
	await frames(2)
	overlay = root.get_node_or_null("NavpyOverlay")
	report("there", overlay != null)


func scenario_what_is_drawn() -> void:
	await level_with_overlay()
	report("surfaces of the navmesh", surfaces(bakes))
	agent.requestPath(Vector3(6, 0, 0))
	await frames(30)
	var ends := line_ends()
	var place: Vector3 = agent.get_parent().global_position
	report("ends of lines", ends.size())
	report("lines begin at the agent", range(0, ends.size(), 2).all(func(i): return ends[i].distance_to(place) < 0.2))
	report("label", label())
	agent.requestPath(Vector3(0, 0, 500))
	await frames(3)
	report("label of who cannot go", label())
	report("why", agent.why_stuck())


func scenario_tiles_change() -> void:
	await level_with_overlay()
	var before := corners()
	obstacle({"radius": 1.0, "affect_navigation_mesh": true}, Vector3(5, 0, 7))
	await bakes.tiles_changed
	report("corners", {"before": before, "after": corners(), "of the navmesh": bakes.navmesh.get_triangles().size()})


func scenario_baker_is_switched_off() -> void:
	await level_with_overlay()
	bakes.enabled = false
	await frames(2)
	report("visible when off", overlay.surfaces[bakes].visible)
	bakes.enabled = true
	await frames(2)
	report("visible when on", overlay.surfaces[bakes].visible)


func scenario_nodes_get_other_parents() -> void:
	await level_with_overlay()
	agent.requestPath(Vector3(0, 0, 500))
	bakes.bake_navigation_mesh(false)
	await frames(2)
	bakes.reparent(floor_at(1, 1, Vector3(0, -5, 0)))
	agent.get_parent().reparent(bakes)
	await frames(2)
	report("surfaces of the navmesh", surfaces(bakes))
	report("label", label())


func scenario_areas_have_colors() -> void:
	await level_with_overlay()
	var Colors: GDScript = load("res://addons/navpy/debug/colors.gd")
	put(NavModifierVolume.new(), {"area": 5, "size": Vector3(4, 2, 4)})
	bakes.bake_navigation_mesh(false)
	await frames(2)
	var arrays: Array = overlay.surfaces[bakes].mesh.surface_get_arrays(0)
	var inside := []
	var outside := []
	for i in range(0, arrays[Mesh.ARRAY_VERTEX].size(), 3):
		var middle: Vector3 = (arrays[Mesh.ARRAY_VERTEX][i] + arrays[Mesh.ARRAY_VERTEX][i + 1] + arrays[Mesh.ARRAY_VERTEX][i + 2]) / 3
		var color: Color = arrays[Mesh.ARRAY_COLOR][i]
		(inside if absf(middle.x) < 2 and absf(middle.z) < 2 else outside).append(color)
	report("inside", inside.size() > 0 and inside.all(func(color: Color) -> bool: return near(color, Colors.of_area(5))))
	report("outside", outside.size() > 0 and outside.all(func(color: Color) -> bool: return near(color, Colors.SURFACE)))
	report("differ", not near(Colors.of_area(5), Colors.SURFACE))


## As exact as a byte for each part.
func near(a: Color, b: Color) -> bool:
	return absf(a.r - b.r) + absf(a.g - b.g) + absf(a.b - b.b) + absf(a.a - b.a) < 4.0 / 255


func scenario_another_world() -> void:
	await level_with_overlay()
	agent.requestPath(Vector3(0, 0, 500))
	var view := viewport()
	floor_at(20, 20, Vector3.ZERO, view)
	var other := bake({}, view)
	var stranger := walker(Vector3(3, 0, 3), 1.0, {"debug_enabled": true}, view)
	stranger.requestPath(Vector3(-3, 0, -3))
	await frames(3)
	report("its navmesh is drawn", overlay.surfaces.get(other) != null)
	view.free()
	agent.get_parent().free()
	bakes.free()
	await frames(3)
	report("left when all are gone", {"surfaces": overlay.surfaces.size(), "agents": overlay.agents.size(),
		"nodes": overlay.get_child_count()})


func scenario_goal_field() -> void:
	await level_with_overlay()
	var map := bakes.get_map()
	overlay.goal_field = map.goal_field([Vector3(-6, 0, 6)])
	await frames(2)
	var arrays: Array = overlay.field_bands.mesh.surface_get_arrays(0)
	var nearest: Color
	var farthest: Color
	var least := INF
	var most := 0.0
	for i in range(0, arrays[Mesh.ARRAY_VERTEX].size(), 3):
		var distance: float = overlay.goal_field.get_distance((arrays[Mesh.ARRAY_VERTEX][i] + arrays[Mesh.ARRAY_VERTEX][i + 1] + arrays[Mesh.ARRAY_VERTEX][i + 2]) / 3)
		if distance < least:
			least = distance
			nearest = arrays[Mesh.ARRAY_COLOR][i]
		if distance > most:
			most = distance
			farthest = arrays[Mesh.ARRAY_COLOR][i]
	report("red and blue", [nearest.r > 0.9 and nearest.b < 0.2, farthest.b > 0.9 and farthest.r < 0.2])
	var arrows: PackedVector3Array = overlay.field_bands.mesh.surface_get_arrays(1)[Mesh.ARRAY_VERTEX]
	var nearer := 0
	for i in range(0, arrows.size(), 6):
		nearer += int(overlay.goal_field.get_distance(arrows[i + 1]) < overlay.goal_field.get_distance(arrows[i]))
	report("arrows", [arrows.size() / 6 > 50, nearer > 0.95 * arrows.size() / 6])
	var before := corners_of(overlay.field_bands)
	obstacle({"radius": 1.0, "affect_navigation_mesh": true}, Vector3(5, 0, 7))
	await bakes.tiles_changed
	await frames(2)
	report("follows", corners_of(overlay.field_bands) != before)
	overlay.goal_field = null
	await frames(2)
	report("none", overlay.field_bands.mesh.get_surface_count())


func scenario_flow_field() -> void:
	await level_with_overlay()
	var field: NavFlowField = put(NavFlowField.new(), {"region": Rect2i(0, 0, 20, 15), "debug_enabled": true})
	field.fill(Rect2i(8, 0, 1, 12), INF)
	field.set_goal_cells([Vector2i(1, 1)])
	await frames(2)
	var drawn: MeshInstance3D = overlay.flow_fields[field]
	var arrows: PackedVector3Array = drawn.mesh.surface_get_arrays(1)[Mesh.ARRAY_VERTEX]
	var nearer := 0
	for i in range(0, arrows.size(), 6):
		nearer += int(field.get_distance(arrows[i + 1]) < field.get_distance(arrows[i]))
	report("drawn", [corners_of(drawn).size() / 6, arrows.size() / 6, nearer])
	field.set_cost(Vector2i(8, 12), INF)
	await frames(2)
	report("follows", corners_of(drawn).size() / 6)
	field.debug_enabled = false
	await frames(2)
	report("none", drawn.mesh.get_surface_count())
	field.free()
	await frames(2)
	report("freed", overlay.flow_fields.size())


func corners_of(drawn: MeshInstance3D) -> PackedVector3Array:
	return drawn.mesh.surface_get_arrays(0)[Mesh.ARRAY_VERTEX]


func surfaces(of: NavMeshBaker) -> int:
	var drawn: MeshInstance3D = overlay.surfaces.get(of)
	return drawn.mesh.get_surface_count() if drawn != null and drawn.mesh != null else -1


func corners() -> int:
	return overlay.surfaces[bakes].mesh.surface_get_array_len(0)


func line_ends() -> PackedVector3Array:
	return overlay.lines.surface_get_arrays(0)[Mesh.ARRAY_VERTEX] if overlay.lines.get_surface_count() else PackedVector3Array()


func label() -> String:
	for child in overlay.get_children():
		if child is Label3D and not child.is_queued_for_deletion():
			return child.text
	return ""
