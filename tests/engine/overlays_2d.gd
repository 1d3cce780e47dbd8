extends "res://level2d.gd"
## The overlay of Debug → Visible Navigation in two dimensions: what it draws, on which canvas, and that it follows what comes and goes.

const SIZE := Vector2(1000, 600)

var overlay: Node
var bakes: NavMeshBaker2D
var agent: NavAgent2D


func level_with_overlay() -> void:
	wall(Vector2(400, 200), Vector2(40, 400))
	bakes = bake(SIZE)
	agent = walker(Vector2(50, 100), {"debug_enabled": true, "max_speed": 100.0})
	walker(Vector2(50, 500))
	await frames(3)
	overlay = root.get_node_or_null("NavpyOverlay2D")


func tidy() -> void:
	if is_instance_valid(overlay):
		overlay.free()
	await super()


func drawing(node: Node, part := 0) -> RefCounted:
	return overlay.drawings[node][part] if overlay.drawings.has(node) else null


func scenario_overlay_is_there() -> void:
	await level_with_overlay()
	report("there", overlay != null)
	report("that of space", root.has_node("NavpyOverlay"))


func scenario_overlay_comes_back() -> void:
	await level_with_overlay()
	overlay.free()
	walker(Vector2(500, 500))
	await frames(2)
	overlay = root.get_node_or_null("NavpyOverlay2D")
	report("there", overlay != null)


func scenario_goal_field() -> void:
	await level_with_overlay()
	overlay.goal_field = NavMap2D.of(world).goal_field([Vector2(50, 50)])
	await frames(2)
	var drawn: RefCounted = overlay.field_drawing
	var field: NavGoalField2D = overlay.goal_field
	var nearer := 0
	for i in range(0, drawn.lines.size(), 6):
		nearer += int(field.get_distance(drawn.lines[i + 1]) < field.get_distance(drawn.lines[i]))
	report("drawn", [drawn.triangles.size() > 300, drawn.colors.size() == drawn.triangles.size(), drawn.lines.size() / 6 > 50,
			nearer > 0.95 * drawn.lines.size() / 6])
	overlay.goal_field = null
	await frames(2)
	report("none", [drawn.triangles.size(), drawn.lines.size()])


func scenario_flow_field() -> void:
	await level_with_overlay()
	var field: NavFlowField2D = put(NavFlowField2D.new(), {"region": Rect2i(0, 0, 20, 15), "cell_size": 20.0, "debug_enabled": true})
	field.fill(Rect2i(8, 0, 1, 12), INF)
	field.set_goal_cells([Vector2i(1, 1)])
	await frames(2)
	var drawn := drawing(field)
	var cells: int = drawn.triangles.size() / 6
	var nearer := 0
	for i in range(0, drawn.lines.size(), 6):
		nearer += int(field.get_distance(drawn.lines[i + 1]) < field.get_distance(drawn.lines[i]))
	report("drawn", [cells, drawn.lines.size() / 6, nearer])
	report("red and blue", [drawn.colors[6 * 21], drawn.colors[6 * 9].h > 0.5])
	field.set_cost(Vector2i(8, 12), INF)
	await frames(2)
	report("follows", drawn.triangles.size() / 6)
	field.debug_enabled = false
	await frames(2)
	report("none", [drawn.triangles.size(), drawn.lines.size()])
	field.free()
	await frames(2)
	report("freed", overlay.drawings.has(field))


func scenario_what_is_drawn() -> void:
	await level_with_overlay()
	var mesh := drawing(bakes)
	report("navmesh", [mesh.triangles == bakes.navmesh.get_triangles(), mesh.lines == bakes.navmesh.get_edges(), mesh.colors.size() == mesh.triangles.size(),
			mesh.line_colors.size() * 2 == mesh.lines.size()])
	agent.requestPath(Vector2(950, 550))
	await frames(30)
	var place: Vector2 = agent.get_parent().global_position
	var lines := drawing(agent, 1).lines as PackedVector2Array
	report("ends of lines", lines.size())
	report("lines begin at the agent", [0, 2].all(func(i: int) -> bool: return lines[i].distance_to(place) < 4))
	report("corridor", drawing(agent).triangles == agent.get_corridor_triangles() and not drawing(agent).triangles.is_empty())
	var corridor: Array = drawing(agent).state
	await frames(10)
	report("made once", is_same(drawing(agent).state, corridor))
	report("text", drawing(agent, 1).state[3])
	agent.requestPath(Vector2(0, 5000))
	await frames(3)
	report("text of who cannot go", drawing(agent, 1).state[3])
	report("why", agent.why_stuck())
	agent.debug_enabled = false
	await frames(2)
	report("switched off", [drawing(agent).triangles.size(), drawing(agent, 1).lines.size()])


func scenario_navmesh_changes() -> void:
	await level_with_overlay()
	agent.requestPath(Vector2(950, 550))
	await frames(2)
	var before := [drawing(bakes).triangles.size(), drawing(agent).triangles.size()]
	put(NavObstacle2D.new(), {"position": Vector2(200, 450), "radius": 60.0, "affect_navigation_mesh": true})
	bakes.bake_navigation_mesh(false)
	await frames(3)
	report("changed", drawing(bakes).triangles.size() != before[0])
	report("as the navmesh", drawing(bakes).triangles == bakes.navmesh.get_triangles())
	report("corridor as the agent's", drawing(agent).triangles == agent.get_corridor_triangles())
	var other := NavMeshBaker2D.new()
	other.outlines = [rectangle(Vector2.ZERO, Vector2(100, 100))]
	put(other, {"bake_on_ready": false, "position": Vector2(5000, 5000)})
	other.bake_navigation_mesh(false)
	bakes.navmesh.data = other.navmesh.data             # in place, as tiles are replaced
	bakes.tiles_changed.emit(1)
	await frames(2)
	report("as other tiles", drawing(bakes).triangles == other.navmesh.get_triangles())
	bakes.enabled = false
	await frames(2)
	report("disabled", drawing(bakes).triangles.size())
	bakes.enabled = true
	bakes.position = Vector2(30, 20)
	bakes.rotation = 0.5
	bakes.scale = Vector2(2, 2)
	await frames(2)
	report("enabled", drawing(bakes).triangles.size() > 0)
	report("moved", drawing(bakes).transform == Transform2D(0.5, Vector2(30, 20)))


func scenario_links_and_obstacles() -> void:
	await level_with_overlay()
	var link: NavLink2D = put(NavLink2D.new(), {"position": Vector2(400, 300), "start_position": Vector2(-40, 0), "end_position": Vector2(40, 0)})
	var obstacle: NavObstacle2D = put(NavObstacle2D.new(), {"position": Vector2(600, 300), "radius": 30.0, "rotation": 0.3,
			"vertices": rectangle(Vector2(-40, -20), Vector2(40, 20))})
	await frames(2)
	report("link", [drawing(link).lines[0], drawing(link).lines[1], drawing(link).lines.size()])
	link.bidirectional = false
	link.start_position = Vector2(-50, 0)
	obstacle.position.y = 350
	await frames(2)
	report("link changed", [drawing(link).lines[0], drawing(link).lines.size()])
	var circle: PackedVector2Array = drawing(obstacle).lines.slice(0, 64)
	report("circle", Array(circle).all(func(point: Vector2) -> bool: return absf(point.distance_to(Vector2(600, 350)) - 30) < 0.01))
	report("outline", Array(obstacle.vertices).all(func(corner: Vector2) -> bool: return obstacle.to_global(corner) in drawing(obstacle).lines))
	obstacle.hide()
	await frames(2)
	report("hidden", drawing(obstacle).visible)


func scenario_canvases() -> void:
	await level_with_overlay()
	report("of the level", drawing(bakes).canvas == root.world_2d.canvas)
	var viewport: SubViewport = put(SubViewport.new())
	viewport.world_2d = World2D.new()
	var other := NavMeshBaker2D.new()
	other.outlines = [rectangle(Vector2.ZERO, SIZE)]
	put(other, {"bake_on_ready": false}, viewport)
	other.bake_navigation_mesh(false)
	var layer: CanvasLayer = put(CanvasLayer.new())
	var obstacle: NavObstacle2D = put(NavObstacle2D.new(), {"radius": 30.0}, layer)
	await frames(2)
	report("of another world", [drawing(other).canvas == viewport.world_2d.canvas, drawing(other).triangles.size() > 0])
	report("of a layer", drawing(obstacle).canvas == layer.get_canvas())
	obstacle.reparent(viewport)
	await frames(2)
	report("with another parent", drawing(obstacle).canvas == viewport.world_2d.canvas)


func scenario_nodes_go() -> void:
	await level_with_overlay()
	agent.requestPath(Vector2(950, 550))
	await frames(3)
	bakes.free()
	await frames(2)
	report("without the baker", [overlay.drawings.size(), drawing(agent).triangles.size()])
	agent.get_parent().free()
	await frames(2)
	report("left", overlay.drawings.size())
	root.remove_child(overlay)
	root.add_child(overlay)
	await frames(2)
	report("again in the tree", overlay.drawings.size())
