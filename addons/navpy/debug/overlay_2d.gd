## Draws navigation of two dimensions above the level: the navmesh of every [NavMeshBaker2D], links and obstacles, and for every [NavAgent2D] with
## [member NavAgent2D.debug_enabled] the polygons of its path (green), its desired velocity (white), its safe velocity (yellow), and why it is stuck,
## as a text. The agent draws its path itself. All of it lies on the canvas of its node, so every viewport that shows this canvas shows it.
##
## A [NavGoalField2D] that [member goal_field] is set to is drawn as bands of distance, red at the goals and blue where it is farthest, with arrows that
## point the ways. So is every [NavFlowField2D] with [member NavFlowField2D.debug_enabled], cell by cell.
##
## A game that runs with Debug → Visible Navigation has it, and so has the 2D editor. In other games add it to a scene:
## [codeblock]
## add_child(preload("res://addons/navpy/debug/overlay_2d.gd").new())
## [/codeblock]
@tool
extends Node

const Colors := preload("colors.gd")
const Z_LINES := RenderingServer.CANVAS_ITEM_Z_MAX - 1		## Under the agents' paths.
const Z_CORRIDOR := Z_LINES - 1
const Z_SURFACE := Z_CORRIDOR - 1
const THIN := -1.0			## Width of lines: a pixel of the screen at any zoom.
const SEGMENTS := 32		## Of a circle.
const ARROW := 5.0			## Pixels: length of a link's arrow heads.
const TEXT_WIDTH := 500.0	## Pixels of the screen.
const MOST_TEXTS := 100
const CUTS := 5				## Triangles of a goal field to the width of a band.

var goal_field: NavGoalField2D	## Drawn on the root's canvas; null: none.

## By class: the parts that are drawn of a node, each with its z index, what it depends on, and what makes it.
var kinds := {
	&"NavMeshBaker2D": [[Z_SURFACE, _state_of_baker, _draw_baker]],
	&"NavLink2D": [[Z_LINES, _state_of_link, _draw_link]],
	&"NavObstacle2D": [[Z_LINES, _state_of_obstacle, _draw_obstacle]],
	&"NavModifierArea2D": [[Z_LINES, _state_of_area, _draw_area]],
	&"NavFlowField2D": [[Z_SURFACE, _state_of_flow_field, _draw_flow_field]],
	&"NavAgent2D": [[Z_CORRIDOR, _state_of_corridor, _draw_corridor], [Z_LINES, _state_of_agent, _draw_agent]],
}
var drawings := {}			## Node: Array[Drawing]
var field_drawing := Drawing.new([Z_SURFACE, Callable(), Callable()])
var field_drawn := []		## What it shows: the field, and how often it had been searched.
var changes := 0			## Of all navmeshes.
var texts := 0				## In this frame.


## A part of what is drawn of a node, on a canvas item of its own.
class Drawing:
	var item := RenderingServer.canvas_item_create()
	var state_of: Callable
	var draw: Callable
	var state: Array			## Equal states look the same.
	var canvas: RID
	var visible := true
	var transform: Transform2D
	var triangles: PackedVector2Array
	var colors: PackedColorArray	## By corner of the triangles.
	var lines: PackedVector2Array	## Two points each.
	var line_colors: PackedColorArray

	func _init(part: Array) -> void:
		RenderingServer.canvas_item_set_z_index(item, part[0])
		state_of = part[1]
		draw = part[2]

	func clear() -> void:
		RenderingServer.canvas_item_clear(item)
		triangles = PackedVector2Array()
		colors = PackedColorArray()
		lines = PackedVector2Array()
		line_colors = PackedColorArray()

	func line(from: Vector2, to: Vector2, color: Color) -> void:
		lines.append_array([from, to])
		line_colors.append(color)

	func outline(corners: PackedVector2Array, color: Color) -> void:
		for i in corners.size():
			line(corners[i - 1], corners[i], color)

	func show() -> void:
		if not triangles.is_empty():
			RenderingServer.canvas_item_add_triangle_array(item, PackedInt32Array(range(triangles.size())), triangles, colors)
		if not lines.is_empty():
			RenderingServer.canvas_item_add_multiline(item, lines, line_colors, THIN)


func _init() -> void:
	process_mode = PROCESS_MODE_ALWAYS
	name = "NavpyOverlay2D"


func _enter_tree() -> void:
	if Engine.is_editor_hint():
		kinds.erase(&"NavAgent2D")			# nobody walks there
	get_tree().node_added.connect(_take_up)
	for type: StringName in kinds:
		for node in get_tree().root.find_children("*", type, true, false):
			_take_up(node)


func _exit_tree() -> void:
	get_tree().node_added.disconnect(_take_up)
	for node: Node in drawings.keys():
		node.tree_exiting.disconnect(_let_go)
		_let_go(node)


func _take_up(node: Node) -> void:
	if drawings.has(node) or not kinds.has(node.get_class()):
		return
	drawings[node] = kinds[node.get_class()].map(Drawing.new)
	node.tree_exiting.connect(_let_go.bind(node), CONNECT_ONE_SHOT)
	if node is NavMeshBaker2D:
		node.tiles_changed.connect(_on_tiles_changed.bind(drawings[node][0]))


func _on_tiles_changed(_count: int, drawing: Drawing) -> void:
	drawing.state.clear()


func _let_go(node: Node) -> void:
	if node is NavMeshBaker2D:
		node.tiles_changed.disconnect(_on_tiles_changed)
		changes += 1
	for drawing: Drawing in drawings[node]:
		RenderingServer.free_rid(drawing.item)
	drawings.erase(node)


func _notification(what: int) -> void:
	if what == NOTIFICATION_PREDELETE:
		RenderingServer.free_rid(field_drawing.item)


func _process(_delta: float) -> void:
	texts = 0
	_draw_goal_field()
	for node: Node in drawings:
		var place := (node if node is CanvasItem else node.get_parent()) as CanvasItem
		for drawing: Drawing in drawings[node]:
			_place(drawing, place)
			var state: Array = drawing.state_of.call(node, drawing) if drawing.visible else drawing.state
			if state != drawing.state:
				drawing.state = state
				drawing.clear()
				drawing.draw.call(node, drawing)


## Puts a drawing on the canvas of its node.
func _place(drawing: Drawing, place: CanvasItem) -> void:
	var canvas := place.get_canvas() if place != null else RID()
	var visible := place != null and place.is_visible_in_tree()
	if canvas != drawing.canvas:
		drawing.canvas = canvas
		RenderingServer.canvas_item_set_parent(drawing.item, canvas)
	if visible != drawing.visible:
		drawing.visible = visible
		RenderingServer.canvas_item_set_visible(drawing.item, visible)


# ---- navmeshes ----

func _state_of_baker(baker: NavMeshBaker2D, drawing: Drawing) -> Array:
	var transform := Transform2D(baker.global_rotation, baker.global_position)		# no state: who moves needs no other triangles
	if transform != drawing.transform:
		drawing.transform = transform
		RenderingServer.canvas_item_set_transform(drawing.item, transform)
	return [baker.navmesh, baker.enabled]


func _draw_baker(baker: NavMeshBaker2D, drawing: Drawing) -> void:
	changes += 1
	if not baker.enabled or baker.navmesh == null:
		return
	drawing.triangles = baker.navmesh.get_triangles()
	drawing.colors = Colors.of_triangles(baker.navmesh)
	drawing.lines = baker.navmesh.get_edges()
	drawing.line_colors = Colors.filled(drawing.lines.size() / 2, Colors.EDGES)
	drawing.show()


# ---- goal fields ----

## Where it is another than before.
func _draw_goal_field() -> void:
	var state := [goal_field, goal_field.searches] if goal_field != null else []
	if state == field_drawn:
		return
	field_drawn = state
	field_drawing.clear()
	if goal_field == null or not goal_field.is_valid():
		return
	var longest := Colors.longest_of(goal_field.get_distances(goal_field.get_triangles(INF)))
	if longest == 0:
		return
	var width := longest / Colors.BANDS
	RenderingServer.canvas_item_set_parent(field_drawing.item, get_tree().root.world_2d.canvas)
	field_drawing.triangles = goal_field.get_triangles(width / CUTS)
	field_drawing.colors = Colors.of_distances(goal_field.get_distances(field_drawing.triangles), longest)
	_add_arrows(field_drawing, goal_field, Colors.spread_out(field_drawing.triangles, width / 2), width / 6)
	field_drawing.show()


## Where a field leads from these places; an arrow is twice as long as `half`.
func _add_arrows(drawing: Drawing, field: NavGoalField2D, places: PackedVector2Array, half: float) -> void:
	var directions: PackedVector2Array = field.get_directions(places)
	for i in places.size():
		var along := directions[i] * half
		var tip := places[i] + along
		drawing.line(places[i] - along, tip, Colors.ARROW)
		drawing.line(tip, places[i] + along.orthogonal() / 2, Colors.ARROW)
		drawing.line(tip, places[i] - along.orthogonal() / 2, Colors.ARROW)


func _state_of_flow_field(field: NavFlowField2D, _drawing: Drawing) -> Array:
	return [field.searches, field.debug_goal_set, field.get_goals(field.debug_goal_set)] if field.debug_enabled else []


func _draw_flow_field(field: NavFlowField2D, drawing: Drawing) -> void:
	if field.debug_enabled:
		drawing.triangles = field.get_triangles(field.debug_goal_set)
		var distances := field.get_distances(drawing.triangles, field.debug_goal_set)
		drawing.colors = Colors.of_distances(distances, Colors.longest_of(distances))
		var arrows := field.get_arrows(field.debug_goal_set)
		for i in range(0, arrows.size(), 2):
			drawing.line(arrows[i], arrows[i + 1], Colors.ARROW)
		drawing.show()


# ---- links, obstacles, areas ----

func _state_of_link(link: NavLink2D, _drawing: Drawing) -> Array:
	return [link.get_global_start_position(), link.get_global_end_position(), link.width, link.bidirectional, link.enabled]


func _draw_link(link: NavLink2D, drawing: Drawing) -> void:
	var start := link.get_global_start_position()
	var end := link.get_global_end_position()
	if start == end:
		return
	var color := Colors.LINK if link.enabled else Colors.LINK_OFF
	var aside := (end - start).orthogonal().normalized() * link.width / 2
	drawing.line(start, end, color)
	drawing.line(start - aside, start + aside, color)
	drawing.line(end - aside, end + aside, color)
	_add_arrow(drawing, start, end, color)
	if link.bidirectional:
		_add_arrow(drawing, end, start, color)
	drawing.show()


func _add_arrow(drawing: Drawing, from: Vector2, to: Vector2, color: Color) -> void:
	var back := (from - to).normalized() * ARROW
	var aside := back.orthogonal() / 2
	drawing.line(to, to + back + aside, color)
	drawing.line(to, to + back - aside, color)


func _state_of_obstacle(obstacle: NavObstacle2D, _drawing: Drawing) -> Array:
	return [obstacle.global_transform, obstacle.radius, obstacle.vertices]


func _draw_obstacle(obstacle: NavObstacle2D, drawing: Drawing) -> void:
	if obstacle.radius > 0:
		drawing.outline(_circle(obstacle), Colors.OBSTACLE)
	drawing.outline(obstacle.global_transform * obstacle.vertices, Colors.OBSTACLE)
	drawing.show()


## What agents avoid: a circle, as large as the greater scale makes it.
func _circle(obstacle: NavObstacle2D) -> PackedVector2Array:
	var points := PackedVector2Array()
	var radius := obstacle.radius * maxf(obstacle.global_transform.x.length(), obstacle.global_transform.y.length())
	for i in SEGMENTS:
		points.append(obstacle.global_position + Vector2(radius, 0).rotated(TAU * i / SEGMENTS))
	return points


func _state_of_area(node: Node2D, _drawing: Drawing) -> Array:
	return [node.global_transform, node.polygon, node.area]


func _draw_area(node: Node2D, drawing: Drawing) -> void:
	drawing.outline(node.global_transform * node.polygon, Color(Colors.of_area(node.area), 1.0) if node.area else Colors.OBSTACLE)
	drawing.show()


# ---- agents ----

## The body of an agent to be shown; null: it is not.
func _body_of(agent: NavAgent2D) -> Node2D:
	return agent.get_parent() as Node2D if agent.debug_enabled else null


## What goes over the same corners may go through other polygons after a change of the navmesh.
func _state_of_corridor(agent: NavAgent2D, _drawing: Drawing) -> Array:
	return [changes, agent.get_current_navigation_path()] if _body_of(agent) != null else []


func _draw_corridor(agent: NavAgent2D, drawing: Drawing) -> void:
	if _body_of(agent) != null:
		drawing.triangles = agent.get_corridor_triangles()
		drawing.colors = Colors.filled(drawing.triangles.size(), Colors.CORRIDOR)
		drawing.show()


func _state_of_agent(agent: NavAgent2D, _drawing: Drawing) -> Array:
	var body := _body_of(agent)
	if body == null:
		return []
	texts += 1
	return [body.global_position, agent.desired_velocity, agent.safe_velocity, agent.why_stuck() if texts <= MOST_TEXTS else "",
			body.get_viewport_transform().get_scale()]


func _draw_agent(agent: NavAgent2D, drawing: Drawing) -> void:
	if _body_of(agent) == null:
		return
	var at: Vector2 = drawing.state[0]
	for wish: Array in [[agent.desired_velocity, Colors.WISH], [agent.safe_velocity, Colors.LEFT]]:
		if not wish[0].is_zero_approx():
			drawing.line(at, at + wish[0], wish[1])
	drawing.show()
	_write(drawing.item, drawing.state[3], at - Vector2(0, agent.radius), drawing.state[4])


## Writes a text above a point, as large as it is on a screen without zoom.
func _write(item: RID, text: String, above: Vector2, zoom: Vector2) -> void:
	if text.is_empty() or zoom.x == 0 or zoom.y == 0:
		return
	var font := ThemeDB.fallback_font
	var size := ThemeDB.fallback_font_size
	var height := font.get_multiline_string_size(text, HORIZONTAL_ALIGNMENT_CENTER, TEXT_WIDTH, size).y
	var begin := Vector2(-TEXT_WIDTH / 2, font.get_ascent(size) - height)
	RenderingServer.canvas_item_add_set_transform(item, Transform2D(0, Vector2.ONE / zoom, 0, above))
	font.draw_multiline_string_outline(item, begin, text, HORIZONTAL_ALIGNMENT_CENTER, TEXT_WIDTH, size, -1, size / 2, Color.BLACK)
	font.draw_multiline_string(item, begin, text, HORIZONTAL_ALIGNMENT_CENTER, TEXT_WIDTH, size)
