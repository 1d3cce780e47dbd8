## Two crowds meet in a doorway that is wide enough for one, and change sides.
##
## In a window they go to and fro for ever. With [code]-- --table[/code] on the command line each goes once, and a table says
## how it went. Nothing here avoids anybody: that is what the agents do with their defaults.
extends Node3D

const TITLE := "Two crowds in a doorway"
const SHOWS := "Agents that avoid each other in a doorway one agent wide."

const Character := preload("res://scenes/character.tscn")
const Controls := preload("res://scripts/play/controls.gd")
const Crosser := preload("res://scripts/characters/crosser.gd")
const Drawing := preload("res://scripts/drawing.gd")
const Report := preload("res://scripts/report.gd")

const COUNT := 8                ## On each side.
const FILES := 4
const SPACING := 1.5            ## Meters.
const NEAREST_RANK := 4.5       ## Meters from the wall.
const COLORS := {-1: Color(0.95, 0.35, 0.2), 1: Color(0.25, 0.55, 0.95)}

var with_table := "--table" in OS.get_cmdline_user_args()
var drawing: Drawing


func _ready() -> void:
	_fill(COUNT)
	if with_table:
		add_child(Report.new($NavMeshBaker, $Characters.get_children()))
	else:
		drawing = Drawing.new($NavMeshBaker, $Characters.get_children(), false)
		add_child(drawing)


func _fill(count: int) -> void:
	for side: int in COLORS:
		for i in count:
			_add_crosser(side, i / FILES, i % FILES)
	for character in $Characters.get_children():
		character.begin(not with_table)


func _add_crosser(side: int, rank: int, file: int) -> void:
	var character := Character.instantiate()
	character.set_script(Crosser)
	character.name = "%s%d" % ["Red" if side < 0 else "Blue", rank * FILES + file + 1]
	character.color = COLORS[side]
	character.position = Vector3(side * (NEAREST_RANK + SPACING * rank), 0, SPACING * (file - (FILES - 1) / 2.0))
	$Characters.add_child(character)


func controls(c: Controls) -> void:
	c.tip("Drag the door, or somebody. Narrow the door, add more, or turn avoidance off: they are stuck in each other.")
	c.door($WallNorth, $WallSouth, $NavMeshBaker, 6.0)
	c.slider("Agents a side", 1, 16, 1, func() -> int: return $Characters.get_child_count() / 2, _fill_anew)
	c.property(_agents, "avoidance_enabled")
	c.property(_agents, "max_speed", 0.5, 8.0)
	c.property(_agents, "time_gap", 0.0, 2.0)
	c.property(_agents, "time_horizon_agents", 0.5, 5.0)
	c.number("On the way", func() -> int: return _agents().filter(func(agent: NavAgent) -> bool: return agent.status == NavAgent.RUNNING).size())
	c.number("Stuck", func() -> int: return _agents().filter(func(agent: NavAgent) -> bool: return agent.is_stuck).size())
	c.drag_bodies($Characters.get_children)


func _agents() -> Array:
	return $Characters.get_children().map(func(character: Node) -> NavAgent: return character.get_node("NavAgent"))


func _fill_anew(count: int) -> void:
	for character in $Characters.get_children():
		$Characters.remove_child(character)
		character.queue_free()
	_fill(count)
	drawing.characters = $Characters.get_children()
