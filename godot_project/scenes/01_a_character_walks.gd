## Six characters find their way: on the ground, up a ramp and stairs, after somebody, and one in vain.
##
## In a window they go on for ever and are drawn with their paths. With [code]-- --table[/code] on the command line each does
## once what it was told, and a table says how it went.
extends Node3D

const TITLE := "A character walks"
const SHOWS := "Paths on the ground, up a ramp and stairs, to a moving target, and to a place without a way."

const Controls := preload("res://scripts/play/controls.gd")
const Drawing := preload("res://scripts/drawing.gd")
const Report := preload("res://scripts/report.gd")


func _ready() -> void:
	var table := "--table" in OS.get_cmdline_user_args()
	var characters := $Characters.get_children()
	for character in characters:
		character.begin(not table)
	add_child(Report.new($NavMeshBaker, characters) if table else Drawing.new($NavMeshBaker, characters))


func controls(c: Controls) -> void:
	c.tip("Drag places and people. Put a place into the walled room, or into a wall: whoever goes there says why not.")
	for place in $Places.get_children():
		c.drag(place)
	c.property(_agents, "max_speed", 0.5, 8.0)
	c.property(_agents, "avoidance_enabled")
	c.property(_agents, "path_radius", 0.0, 2.0)
	c.property(_agents, "face_velocity")
	for character in $Characters.get_children():
		c.number(character.name, _way_of.bind(character))
	c.drag_bodies($Characters.get_children)


func _agents() -> Array:
	return $Characters.get_children().map(func(character: Node) -> NavAgent: return character.agent)


func _way_of(character: Node) -> String:
	return "%.1f m left" % character.agent.distance_left if character.agent.status == NavAgent.RUNNING else character.state()
