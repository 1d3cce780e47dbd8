## A squad of twelve in a NavFormation2D: through a gate in file, and behind it into ranks again. The rings are the slots.
##
## In a window it marches to and fro, in another shape each time, until a click sends it somewhere. With [code]-- --table[/code] on the
## command line each shape marches once, and a table says how it went.
extends Node2D

const TITLE := "A squad"
const SHOWS := "A NavFormation2D that a click sends, through a gate in file."

const Controls := preload("res://scripts/play/controls.gd")
const Names := preload("res://scripts/names.gd")
const Verdict := preload("res://scripts/verdict.gd")
const Walker := preload("res://scenes/walker.tscn")

const COUNT := 12
const PLACES: Array[Vector2] = [Vector2(1060, 330), Vector2(220, 330)]
const SHAPES: Array[String] = ["BOX", "WEDGE", "COLUMN", "LINE", "BAND"]
const TIME_LIMIT := 60.0        ## Seconds of game time for a march.
const PAUSE := 2.0              ## Seconds between two marches.
const NEAR_SLOT := 12.0         ## Pixels.
const COLOR := Color(0.95, 0.6, 0.2)
const ROW := "%-8s  %-8s  %8s  %8s  %16s  %16s"

var with_table := "--table" in OS.get_cmdline_user_args()
var is_led := false             ## By clicks.
var goal := PLACES[0]
var marches := 0
var seconds := 0.0
var rest := PAUSE
var faults := PackedStringArray()

@onready var formation: NavFormation2D = $NavFormation2D


func _ready() -> void:
	for i in COUNT:
		var walker := Walker.instantiate()
		walker.modulate = COLOR
		walker.position = Vector2(120 + 30 * (i / 4), 280 + 30 * (i % 4))
		walker.get_node("NavAgent2D").debug_enabled = false
		formation.add_child(walker)
	$Slots.draw.connect(_draw_slots)
	if with_table:
		print(ROW % ["shape", "status", "seconds", "members", "mean off slot px", "most off slot px"])


func _physics_process(delta: float) -> void:
	$Slots.queue_redraw()
	$Legend/Panel/Text.text = "[b]%s[/b]\n%s; a click sends it somewhere" % [TITLE, _shape()]
	seconds += delta
	if rest > 0:
		rest -= delta
		if rest <= 0 and not is_led:
			_begin()
	elif formation.hasArrived() != NavAgent2D.RUNNING or seconds > TIME_LIMIT:
		_look_back()


func _begin() -> void:
	if with_table and marches == SHAPES.size():
		return Verdict.end(self, faults)
	_march_to(PLACES[marches % PLACES.size()])


func _march_to(place: Vector2) -> void:
	goal = place
	formation.shape = NavFormation2D[_shape()]
	formation.requestPath(place)
	seconds = 0.0
	rest = 0.0


## What became of a march.
func _look_back() -> void:
	var off := _agents().map(func(agent: NavAgent2D) -> float: return agent.get_parent().position.distance_to(formation.get_slot_position(agent)))
	var mean: float = off.reduce(func(sum: float, value: float) -> float: return sum + value) / COUNT
	if with_table:
		print(ROW % [_shape(), Names.of_status(formation.hasArrived()), "%.2f" % seconds, formation.member_count, "%.1f" % mean, "%.1f" % off.max()])
	if formation.hasArrived() != NavAgent2D.SUCCESS:
		faults.append("the %s should arrive, but: %s" % [_shape(), formation.reason_text])
	elif off.max() > NEAR_SLOT:
		faults.append("a member of the %s is %.1f px off its slot" % [_shape(), off.max()])
	elif formation.member_count < COUNT:
		faults.append("%d members of the %s were left behind" % [COUNT - formation.member_count, _shape()])
	marches += int(not is_led)      # whoever leads it chooses the shape, too
	rest = PAUSE


func _shape() -> String:
	return SHAPES[marches % SHAPES.size()]


func _agents() -> Array:
	return formation.get_children().map(func(walker: Node) -> Node: return walker.get_node("NavAgent2D"))


func _draw_slots() -> void:
	for agent: NavAgent2D in _agents():
		$Slots.draw_circle(formation.get_slot_position(agent), agent.radius + 3, COLOR.lightened(0.4), false, 1.5, true)


func controls(c: Controls) -> void:
	c.tip("Click where they should go, or drag the goal. Choose another shape on the way, or drag one of them out of the ranks.")
	c.on_click(_lead)
	c.handle("goal", func() -> Vector2: return goal, _lead)
	c.choice("Shape", SHAPES, func() -> int: return SHAPES.find(_shape()), _form, "NavFormation2D.shape")
	c.property([formation], "spacing", 20, 80, 1)
	c.property([formation], "files", 0, 6, 1)
	c.property([formation], "speed", 0, 200, 5)
	c.number("Status", func() -> String: return Names.of_request(formation))
	c.number("Way left", func() -> String: return "%.0f px" % formation.distance_left)
	c.number("In formation", func() -> String: return "yes" if formation.is_formed_up else "no")
	c.number("Members", formation.get_member_count)
	c.drag_bodies(func() -> Array: return _agents().map(func(agent: NavAgent2D) -> Node: return agent.get_parent()))


func _lead(place: Vector2) -> void:
	is_led = true
	_march_to(place)


func _form(shape: int) -> void:
	is_led = true
	marches += (shape - SHAPES.find(_shape()) + SHAPES.size()) % SHAPES.size()
	formation.shape = NavFormation2D[_shape()]
