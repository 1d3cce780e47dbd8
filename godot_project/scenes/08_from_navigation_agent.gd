## A scene made for NavigationAgent3D, twice: on the left as it was, on the right the agent's type is NavAgent.
##
## Level, NavigationRegion3D and script (manual_walker.gd) are the same ones. In a window both go to and fro for ever. With
## [code]-- --table[/code] on the command line they go once, and a table says what was different.
extends Node3D

const TITLE := "From NavigationAgent3D"
const SHOWS := "A scene made for NavigationAgent3D, before and after the node's type is changed."

const Controls := preload("res://scripts/play/controls.gd")
const Verdict := preload("res://scripts/verdict.gd")

const TIME_LIMIT := 60.0        ## Seconds of game time.
const NEAR_TARGET := 0.6        ## Meters in the ground plane: target_desired_distance and a little.
const DOT_EVERY := 0.4          ## Meters.
const ROW := "%-18s  %8s  %8s  %8s  %6s  %6s"


## One of the two, and what happened to it.
class Half:
	var name: String
	var walker: CharacterBody3D
	var agent: Node
	var home: Vector3
	var target: Vector3
	var last: Vector3
	var last_dot := Vector3.INF
	var path: PackedVector3Array
	var walked := 0.0
	var seconds := 0.0
	var is_there := false

	func _init(node: Node3D) -> void:
		walker = node.get_node("Walker")
		agent = walker.get_node("Agent")
		name = agent.get_class()
		home = walker.global_position
		target = node.get_node("Target").global_position
		last = home

	func observe(delta: float) -> void:
		if not agent.get_current_navigation_path().is_empty():
			path = agent.get_current_navigation_path()
		if not is_there:
			seconds += delta
		walked += Half.flat(walker.global_position, last)
		last = walker.global_position

	func path_length() -> float:
		var length := 0.0
		for i in range(1, path.size()):
			length += Half.flat(path[i], path[i - 1])
		return length

	func off() -> float:
		return Half.flat(last, target)

	static func flat(a: Vector3, b: Vector3) -> float:
		return Vector2(a.x - b.x, a.z - b.z).length()


var with_table := "--table" in OS.get_cmdline_user_args()
var sides: Array[Half]
var lines := ImmediateMesh.new()
var paint := StandardMaterial3D.new()


func _ready() -> void:
	sides = [Half.new($Engine), Half.new($Navpy)]
	await get_tree().physics_frame      # the engine's map is empty in the first frame
	for side in sides:
		side.agent.navigation_finished.connect(_on_finished.bind(side))
		side.walker.set_movement_target(side.target)
	if not with_table:
		_prepare_drawing()


func _physics_process(delta: float) -> void:
	for side in sides:
		side.observe(delta)
	if not with_table:
		return
	if sides.all(func(side: Half): return side.is_there) or sides[0].seconds > TIME_LIMIT or sides[1].seconds > TIME_LIMIT:
		_end()


func _on_finished(side: Half) -> void:
	side.is_there = true
	if not with_table:
		var back := side.home
		side.home = side.target
		side.target = back
		side.walker.set_movement_target.call_deferred(back)


func _end() -> void:
	var faults := PackedStringArray()
	print(ROW % ["agent", "seconds", "walked m", "path m", "points", "off m"])
	for side in sides:
		print(ROW % [side.name, "%.2f" % side.seconds, "%.2f" % side.walked, "%.2f" % side.path_length(), side.path.size(), "%.2f" % side.off()])
		if not side.is_there or side.off() > NEAR_TARGET:
			faults.append("%s ended %.2f m from the target" % [side.name, side.off()])
	Verdict.end(self, faults)


func _prepare_drawing() -> void:
	paint.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
	paint.cull_mode = BaseMaterial3D.CULL_DISABLED
	paint.vertex_color_use_as_albedo = true
	var instance := MeshInstance3D.new()
	instance.mesh = lines
	instance.material_override = paint
	add_child(instance)


func _process(_delta: float) -> void:
	if with_table or sides.any(func(side: Half): return side.path.size() < 2):
		return
	lines.clear_surfaces()
	lines.surface_begin(Mesh.PRIMITIVE_TRIANGLES)
	for side in sides:
		for i in range(1, side.path.size()):
			_draw_line(side.path[i - 1], side.path[i])
	lines.surface_end()
	for side in sides:
		if side.last.distance_to(side.last_dot) > DOT_EVERY:
			_add_dot(side)


func _draw_line(from: Vector3, to: Vector3) -> void:
	var across := (to - from).cross(Vector3.UP).normalized() * 0.05
	lines.surface_set_color(Color.WHITE)
	for corner: Vector3 in [from + across, from - across, to + across, from - across, to - across, to + across]:
		lines.surface_add_vertex(Vector3(corner.x, 0.1, corner.z))


func _add_dot(side: Half) -> void:
	var dot := MeshInstance3D.new()
	dot.mesh = SphereMesh.new()
	dot.mesh.radius = 0.09
	dot.mesh.height = 0.18
	dot.material_override = side.walker.get_node("Mesh").material_override
	dot.position = Vector3(side.last.x, 0.1, side.last.z)
	side.last_dot = side.last
	dot.add_to_group("dots")
	add_child(dot)


func controls(c: Controls) -> void:
	c.tip("Drag a goal: both go to the same place of their own level. See how straight the paths are, and where each walker has been.")
	for side in sides:
		c.handle("goal", func() -> Vector3: return side.target, _lead.bind(side))
	c.slider("Speed (m/s)", 0.5, 10.0, 0.5, func() -> float: return sides[0].walker.movement_speed, _set_speed, "of both walkers")
	c.button("Wipe the dots", get_tree().call_group.bind("dots", "queue_free"))
	for side in sides:
		c.number("%s path" % side.name.trim_suffix("3D"), func() -> String: return "%.2f m, %d points" % [side.path_length(), side.path.size()])
	c.drag_bodies(func() -> Array: return sides.map(func(side: Half) -> Node: return side.walker))


func _lead(place: Vector3, led: Half) -> void:
	var level: Vector3 = led.walker.get_parent().global_position
	for side in sides:
		side.target = place - level + side.walker.get_parent().global_position
		side.walker.set_movement_target(side.target)


func _set_speed(to: float) -> void:
	for side in sides:
		side.walker.movement_speed = to
