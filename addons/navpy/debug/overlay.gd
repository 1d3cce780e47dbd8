## Draws navigation in a running game: the navmesh of every [NavMeshBaker]; for every [NavAgent] with [member NavAgent.debug_enabled] the polygons
## of its path (green), its desired velocity (white), its safe velocity (yellow), and why it is stuck, as a text. The agent draws its path itself. The
## overlay shows the world that it is in; a SubViewport with a world of its own needs another one.
##
## A [NavGoalField] that [member goal_field] is set to is drawn as bands of distance, red at the goals and blue where it is farthest, with arrows that
## point the ways. So is every [NavFlowField] with [member NavFlowField.debug_enabled], cell by cell.
##
## A game that runs with Debug → Visible Navigation has it. In other games add it to a scene:
## [codeblock]
## add_child(preload("res://addons/navpy/debug/overlay.gd").new())
## [/codeblock]
extends Node3D

const Colors := preload("colors.gd")
const ABOVE := Vector3(0, 0.05, 0)
const MOST_LABELS := 100
const CUTS := 5					## Triangles of a goal field to the width of a band.

var goal_field: NavGoalField	## Drawn; null: none.

var surfaces := {}				## Baker: MeshInstance3D
var agents := {}				## NavAgent: Label3D, or null as long as there is nothing to say
var corridors := {}				## NavAgent: MeshInstance3D
var paths := {}					## NavAgent: PackedVector3Array, whose corridor that is
var flow_fields := {}			## NavFlowField: MeshInstance3D
var flow_drawn := {}			## NavFlowField: what that shows
var field_bands := MeshInstance3D.new()
var field_drawn := []			## What they show: the field, and how often it had been searched.
var lines := ImmediateMesh.new()
var line_material := StandardMaterial3D.new()
var surface_material := StandardMaterial3D.new()
var field_material: StandardMaterial3D		## Over the surfaces, whose blue makes red and yellow grey.


func _ready() -> void:
	process_mode = PROCESS_MODE_ALWAYS
	name = "NavpyOverlay"
	line_material.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
	line_material.vertex_color_use_as_albedo = true
	surface_material.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
	surface_material.transparency = BaseMaterial3D.TRANSPARENCY_ALPHA
	surface_material.vertex_color_use_as_albedo = true
	surface_material.cull_mode = BaseMaterial3D.CULL_DISABLED
	field_material = surface_material.duplicate()
	field_material.render_priority = 1
	var instance := MeshInstance3D.new()
	instance.mesh = lines
	instance.custom_aabb = AABB(-Vector3.ONE * 1e5, Vector3.ONE * 2e5)
	add_child(instance)
	field_bands.position = ABOVE
	add_child(field_bands)
	top_level = true
	get_tree().node_added.connect(_take_up)
	_take_up_all(get_tree().root)


func _take_up_all(node: Node) -> void:
	_take_up(node)
	for child in node.get_children():
		_take_up_all(child)


func _take_up(node: Node) -> void:
	if not _is_here(node):
		return
	if node is NavAgent and not agents.has(node):
		agents[node] = null
		node.tree_exiting.connect(_let_go.bind(node), CONNECT_ONE_SHOT)
	elif node is NavMeshBaker and not surfaces.has(node):
		surfaces[node] = null
		node.navmesh_changed.connect(_draw_surface.bind(node))
		node.tiles_changed.connect(_draw_tiles.bind(node))
		node.tree_exiting.connect(_let_go.bind(node), CONNECT_ONE_SHOT)
		_draw_surface(node)
	elif node is NavFlowField and not flow_fields.has(node):
		flow_fields[node] = MeshInstance3D.new()
		flow_fields[node].position = ABOVE
		add_child(flow_fields[node])
		node.tree_exiting.connect(_let_go.bind(node), CONNECT_ONE_SHOT)


func _is_here(node: Node) -> bool:
	var place := (node.get_parent() if node is NavAgent else node) as Node3D
	return place != null and place.get_world_3d() == get_world_3d()


func _let_go(node: Node) -> void:
	var drawn: Node = agents.get(node, surfaces.get(node, flow_fields.get(node)))
	_erase_corridor(node)
	agents.erase(node)
	surfaces.erase(node)
	flow_fields.erase(node)
	flow_drawn.erase(node)
	if node is NavMeshBaker:
		node.navmesh_changed.disconnect(_draw_surface)
		node.tiles_changed.disconnect(_draw_tiles)
	if drawn != null:
		drawn.queue_free()


func _draw_surface(baker: NavMeshBaker) -> void:
	if surfaces[baker] == null:
		surfaces[baker] = MeshInstance3D.new()
		add_child(surfaces[baker])
	var mesh := ArrayMesh.new()
	var navmesh := baker.navmesh
	if navmesh != null and navmesh.polygon_count > 0:
		_add(mesh, Mesh.PRIMITIVE_TRIANGLES, navmesh.get_triangles(), Colors.of_triangles(navmesh), surface_material)
		var edges := navmesh.get_edges()
		_add(mesh, Mesh.PRIMITIVE_LINES, edges, Colors.filled(edges.size(), Colors.EDGES), line_material)
	surfaces[baker].mesh = mesh
	paths.clear()					# what goes over the same corners may go through other polygons now


func _draw_tiles(_count: int, baker: NavMeshBaker) -> void:
	_draw_surface(baker)


func _add(mesh: ArrayMesh, primitive: Mesh.PrimitiveType, points: PackedVector3Array, colors: PackedColorArray, material: Material) -> void:
	if points.is_empty():
		return
	var arrays := []
	arrays.resize(Mesh.ARRAY_MAX)
	arrays[Mesh.ARRAY_VERTEX] = Transform3D(Basis.IDENTITY, ABOVE) * points
	arrays[Mesh.ARRAY_COLOR] = colors
	mesh.add_surface_from_arrays(primitive, arrays)
	mesh.surface_set_material(mesh.get_surface_count() - 1, material)


func _process(_delta: float) -> void:
	for baker in surfaces:
		if surfaces[baker] != null:
			surfaces[baker].visible = baker.enabled
			surfaces[baker].transform = Transform3D(Basis(Vector3.UP, baker.global_rotation.y), baker.global_position)
	_draw_goal_field()
	for field: NavFlowField in flow_fields:
		_draw_flow_field(field)
	lines.clear_surfaces()
	var points := PackedVector3Array()
	var colors := PackedColorArray()
	var labels := 0
	for agent: NavAgent in agents:
		var body := agent.get_parent() as Node3D
		if not agent.debug_enabled or body == null:
			_say(agent, body, "")
			_erase_corridor(agent)
			continue
		_draw_agent(agent, body, points, colors)
		labels += 1
		_say(agent, body, agent.why_stuck() if labels <= MOST_LABELS else "")
	if not points.is_empty():
		lines.surface_begin(Mesh.PRIMITIVE_LINES, line_material)
		for i in points.size():
			lines.surface_set_color(colors[i])
			lines.surface_add_vertex(points[i])
		lines.surface_end()


func _draw_agent(agent: NavAgent, body: Node3D, points: PackedVector3Array, colors: PackedColorArray) -> void:
	_line(body.global_position, body.global_position + agent.desired_velocity, Colors.WISH, points, colors)
	_line(body.global_position, body.global_position + agent.safe_velocity, Colors.LEFT, points, colors)
	_draw_corridor(agent)


## Where its path is another than before.
func _draw_corridor(agent: NavAgent) -> void:
	var path := agent.get_current_navigation_path()
	if paths.has(agent) and paths[agent] == path:
		return
	paths[agent] = path
	if not corridors.has(agent):
		corridors[agent] = MeshInstance3D.new()
		corridors[agent].position = ABOVE / 2
		add_child(corridors[agent])
	var mesh := ArrayMesh.new()
	var triangles := agent.get_corridor_triangles()
	_add(mesh, Mesh.PRIMITIVE_TRIANGLES, triangles, Colors.filled(triangles.size(), Colors.CORRIDOR), surface_material)
	corridors[agent].mesh = mesh


func _erase_corridor(node: Node) -> void:
	paths.erase(node)
	if corridors.has(node):
		corridors[node].queue_free()
		corridors.erase(node)


## Where it is another than before.
func _draw_goal_field() -> void:
	var state := [goal_field, goal_field.searches] if goal_field != null else []
	if state == field_drawn:
		return
	field_drawn = state
	var mesh := ArrayMesh.new()
	field_bands.mesh = mesh
	if goal_field == null or not goal_field.is_valid():
		return
	var longest := Colors.longest_of(goal_field.get_distances(goal_field.get_triangles(INF)))
	if longest == 0:
		return
	var width := longest / Colors.BANDS
	var triangles := goal_field.get_triangles(width / CUTS)
	_add(mesh, Mesh.PRIMITIVE_TRIANGLES, triangles, Colors.of_distances(goal_field.get_distances(triangles), longest), field_material)
	_add_arrows(mesh, goal_field, Colors.spread_out(triangles, width / 2), width / 6)


## Where a field leads from these places; an arrow is twice as long as `half`.
func _add_arrows(mesh: ArrayMesh, field: NavGoalField, places: PackedVector3Array, half: float) -> void:
	var arrows := PackedVector3Array()
	var directions: PackedVector3Array = field.get_directions(places)
	for i in places.size():
		var along := directions[i] * half
		var aside := along.cross(Vector3.UP) / 2
		var tip := places[i] + along
		arrows.append_array([places[i] - along, tip, tip, places[i] + aside, tip, places[i] - aside])
	_add(mesh, Mesh.PRIMITIVE_LINES, arrows, Colors.filled(arrows.size(), Colors.ARROW), line_material)


## Where it is another than before.
func _draw_flow_field(field: NavFlowField) -> void:
	var state := [field.searches, field.debug_goal_set, field.get_goals(field.debug_goal_set)] if field.debug_enabled else []
	if flow_drawn.get(field) == state:
		return
	flow_drawn[field] = state
	var mesh := ArrayMesh.new()
	flow_fields[field].mesh = mesh
	if field.debug_enabled:
		var triangles := field.get_triangles(field.debug_goal_set)
		var distances := field.get_distances(triangles, field.debug_goal_set)
		_add(mesh, Mesh.PRIMITIVE_TRIANGLES, triangles, Colors.of_distances(distances, Colors.longest_of(distances)), field_material)
		var arrows := field.get_arrows(field.debug_goal_set)
		_add(mesh, Mesh.PRIMITIVE_LINES, arrows, Colors.filled(arrows.size(), Colors.ARROW), line_material)


func _line(from: Vector3, to: Vector3, color: Color, points: PackedVector3Array, colors: PackedColorArray) -> void:
	if not from.is_equal_approx(to):
		points.append(from)
		points.append(to)
		colors.append(color)
		colors.append(color)


## Above the agent's head.
func _say(agent: NavAgent, body: Node3D, text: String) -> void:
	if agents[agent] == null:
		if text.is_empty():
			return
		agents[agent] = Label3D.new()
		agents[agent].billboard = BaseMaterial3D.BILLBOARD_ENABLED
		agents[agent].no_depth_test = true
		agents[agent].render_priority = 2			# over the surfaces, which are transparent, too
		agents[agent].outline_render_priority = 1
		agents[agent].fixed_size = true
		agents[agent].pixel_size = 0.001
		agents[agent].outline_size = 8
		agents[agent].width = 500
		agents[agent].autowrap_mode = TextServer.AUTOWRAP_WORD_SMART
		add_child(agents[agent])
	agents[agent].text = text
	if body != null:
		agents[agent].position = body.global_position + Vector3(0, agent.height + 0.5, 0)
