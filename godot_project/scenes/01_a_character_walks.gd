## Six characters find their way: on the ground, up a ramp and stairs, after somebody, and one in vain.
##
## In a window they go on for ever and are drawn with their paths. With [code]-- --table[/code] on the command line each does
## once what it was told, and a table says how it went.
extends Node3D

const Drawing := preload("res://scripts/drawing.gd")
const Report := preload("res://scripts/report.gd")


func _ready() -> void:
	var table := "--table" in OS.get_cmdline_user_args()
	var characters := $Characters.get_children()
	for character in characters:
		character.begin(not table)
	add_child(Report.new($NavMeshBaker, characters) if table else Drawing.new($NavMeshBaker, characters))
