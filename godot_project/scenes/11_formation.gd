## Twelve characters march in a formation: through a door, up stairs, and back, in another shape each time.
##
## In a window this goes on for ever; the rings are the slots. With [code]-- --table[/code] on the command line each shape marches
## once, and a table says how it went.
extends Node3D

const TITLE := "A formation"
const SHOWS := "A NavFormation goes through a door in file, up stairs and back, in five shapes."

const Character := preload("res://scenes/character.tscn")
const Controls := preload("res://scripts/play/controls.gd")
const Drawing := preload("res://scripts/drawing.gd")
const Names := preload("res://scripts/names.gd")
const Verdict := preload("res://scripts/verdict.gd")

const COUNT := 12
const PLACES: Array[Vector3] = [Vector3(9.5, 0.75, 1), Vector3(-9.5, 0, -1)]
const SHAPES: Array[String] = ["BOX", "WEDGE", "COLUMN", "LINE", "BAND"]
const TIME_LIMIT := 60.0        ## Seconds of game time for a march.
const PAUSE := 2.0              ## Seconds between two marches.
const NEAR_SLOT := 0.6          ## Meters in the ground plane.
const COLOR := Color(0.95, 0.6, 0.2)
const ROW := "%-8s  %-8s  %8s  %8s  %14s  %14s"

var with_table := "--table" in OS.get_cmdline_user_args()
var is_led := false             ## By a developer who plays.
var marches := 0
var goal := PLACES[0]
var seconds := 0.0
var rest := PAUSE
var rings: Array[MeshInstance3D] = []
var faults := PackedStringArray()

@onready var formation: NavFormation = $NavFormation


func _ready() -> void:
	for i in COUNT:
		var character := Character.instantiate()
		character.color = COLOR
		character.position = Vector3(-10.5 + 1.3 * (i / 4), 0, 1.3 * (i % 4) - 3)
		formation.add_child(character)
		character.get_node("Sign").hide()
		rings.append(_add_ring())
	if with_table:
		print(ROW % ["shape", "status", "seconds", "members", "mean off slot", "most off slot"])
	else:
		add_child(Drawing.new($NavMeshBaker, formation.get_children(), false))


func _physics_process(delta: float) -> void:
	for i in COUNT:
		rings[i].position = formation.get_slot_position(_agents()[i]) + Vector3(0, 0.05, 0)
	if rest > 0:
		rest -= delta
		if rest <= 0 and not is_led:
			_begin()
		return
	seconds += delta
	if formation.hasArrived() != NavAgent.RUNNING or seconds > TIME_LIMIT:
		_look_back()
		rest = PAUSE


func _begin() -> void:
	if with_table and marches == SHAPES.size():
		return Verdict.end(self, faults)
	formation.shape = NavFormation[_shape()]
	goal = PLACES[marches % PLACES.size()]
	formation.requestPath(goal)
	seconds = 0.0


## What became of a march.
func _look_back() -> void:
	var off := _agents().map(func(agent): return _flat(agent.get_parent().position - formation.get_slot_position(agent)))
	var mean: float = off.reduce(func(sum, value): return sum + value) / COUNT
	if with_table:
		print(ROW % [_shape(), Names.of_status(formation.hasArrived()), "%.2f" % seconds, formation.member_count, "%.2f" % mean, "%.2f" % off.max()])
	if formation.hasArrived() != NavAgent.SUCCESS:
		faults.append("the %s should arrive, but: %s" % [_shape(), formation.reason_text])
	elif off.max() > NEAR_SLOT:
		faults.append("a member of the %s is %.2f m off its slot" % [_shape(), off.max()])
	elif formation.member_count < COUNT:
		faults.append("%d members of the %s were left behind" % [COUNT - formation.member_count, _shape()])
	marches += 1


func _shape() -> String:
	return SHAPES[marches % SHAPES.size()]


func _agents() -> Array:
	return formation.get_children().map(func(character): return character.get_node("NavAgent"))


func _flat(way: Vector3) -> float:
	return Vector2(way.x, way.z).length()


func _add_ring() -> MeshInstance3D:
	var ring := MeshInstance3D.new()
	ring.mesh = TorusMesh.new()
	ring.mesh.inner_radius = 0.42
	ring.mesh.outer_radius = 0.5
	ring.scale.y = 0.1
	ring.material_override = StandardMaterial3D.new()
	ring.material_override.albedo_color = COLOR.lightened(0.4)
	ring.cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
	add_child(ring)
	return ring


func controls(c: Controls) -> void:
	c.tip("Drag the goal: they march there, through the door in file. Choose another shape while they march. Drag one of them away.")
	c.handle("goal", func() -> Vector3: return goal, _lead)
	c.door($WallNorth, $WallSouth, $NavMeshBaker, 8.0)
	c.choice("Shape", SHAPES, func() -> int: return SHAPES.find_custom(func(shape: String) -> bool: return NavFormation[shape] == formation.shape),
			_form, "NavFormation.shape")
	c.property([formation], "spacing", 0.8, 3.0)
	c.property([formation], "files", 0, 6, 1)
	c.property([formation], "speed", 0.0, 5.0)
	c.number("Status", func() -> String: return Names.of_request(formation))
	c.number("Way left", func() -> String: return "%.1f m" % formation.distance_left)
	c.number("In formation", func() -> String: return "yes" if formation.is_formed_up else "no")
	c.number("Members", formation.get_member_count)
	c.drag_bodies(func() -> Array: return _agents().map(func(agent: NavAgent) -> Node: return agent.get_parent()))


func _lead(place: Vector3) -> void:
	is_led = true
	goal = place
	rest = 0.0
	seconds = 0.0
	formation.requestPath(place)


func _form(shape: int) -> void:
	is_led = true
	formation.shape = NavFormation[SHAPES[shape]]
