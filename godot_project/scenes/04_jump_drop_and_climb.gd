## Three NavLinks lead over two towers: a ladder up, a jump from one to the other, a drop. Bodies cross them by themselves.
##
## In a window they go round for ever. With [code]-- --table[/code] on the command line each goes round once; a table says how
## it went, and which links each crossed.
extends Node3D

const TITLE := "Jump, drop and climb"
const SHOWS := "NavLinks that bodies cross by themselves: a ladder, a jump, a drop."

const Controls := preload("res://scripts/play/controls.gd")
const Drawing := preload("res://scripts/drawing.gd")
const Report := preload("res://scripts/report.gd")

const WAY: Array[String] = ["climbs", "jumps", "drops"]
const ARC := 1.0                ## Meters that a link is drawn above its ends in its middle.
const PIECES := 24
const WIDTH := 0.14             ## Meters.
const COLOR := Color(1, 0.75, 0.2)

var arcs := {}                  ## Of the links.
var with_table := "--table" in OS.get_cmdline_user_args()


func _ready() -> void:
	var characters := $Characters.get_children()
	for character in characters:
		character.begin(not with_table)
	if with_table:
		var report := Report.new($NavMeshBaker, characters)
		report.further_fault = _fault
		add_child(report)
	else:
		add_child(Drawing.new($NavMeshBaker, characters))
		$Links.get_children().map(_draw_link)


func _fault(character: Node3D) -> String:
	print("%-6s  %s" % [character.name, ", ".join(character.crossed)])
	return "" if character.crossed == WAY else "crossed other links than these: %s" % ", ".join(WAY)


func _draw_link(link: NavLink) -> void:
	var from := link.get_global_start_position()
	var to := link.get_global_end_position()
	var across := (to - from).cross(Vector3.UP).normalized()
	var line := ImmediateMesh.new()
	line.surface_begin(Mesh.PRIMITIVE_TRIANGLE_STRIP)
	for i in PIECES + 1:
		var t := i / float(PIECES)
		var head := maxf(0, 1 - 5 * minf(1 - t, t if link.bidirectional else 1.0))
		var side := across * (WIDTH if head == 0 else 0.7 * (1 - head)) / 2
		var middle := from.lerp(to, t) + Vector3(0, 0.1 + 4 * ARC * t * (1 - t), 0)
		line.surface_add_vertex(middle - side)
		line.surface_add_vertex(middle + side)
	line.surface_end()
	if arcs.has(link):
		arcs[link].mesh = line
		return
	var instance := MeshInstance3D.new()
	instance.mesh = line
	instance.material_override = StandardMaterial3D.new()
	instance.material_override.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
	instance.material_override.albedo_color = COLOR
	instance.material_override.cull_mode = BaseMaterial3D.CULL_DISABLED
	add_child(instance)
	arcs[link] = instance


func controls(c: Controls) -> void:
	c.tip("Take a link away, or drag its ends: a body goes round, or nowhere. A drop that leads both ways is a climb, too.")
	for link: NavLink in $Links.get_children():
		c.handle("%s from" % link.name, link.get_global_start_position, _move.bind(link.set_global_start_position, link), COLOR)
		c.handle("to", link.get_global_end_position, _move.bind(link.set_global_end_position, link), COLOR.lightened(0.4))
		c.toggle("%s enabled" % link.name, link.is_enabled, link.set_enabled, "NavLink.enabled")
		c.toggle("%s both ways" % link.name, link.is_bidirectional, _turn.bind(link), "NavLink.bidirectional")
	c.property(_agents, "max_speed", 0.5, 8.0)
	for character in $Characters.get_children():
		c.number(character.name, character.state)
	c.drag_bodies($Characters.get_children)


func _agents() -> Array:
	return $Characters.get_children().map(func(character: Node) -> NavAgent: return character.agent)


func _move(place: Vector3, write: Callable, link: NavLink) -> void:
	write.call(place)
	_draw_link(link)


func _turn(both_ways: bool, link: NavLink) -> void:
	link.bidirectional = both_ways
	_draw_link(link)
