## Two crowds meet in a doorway that is wide enough for one, and change sides.
##
## In a window they go to and fro for ever. With [code]-- --table[/code] on the command line each goes once, and a table says
## how it went. Nothing here avoids anybody: that is what the agents do with their defaults.
extends Node3D

const Character := preload("res://scenes/character.tscn")
const Crosser := preload("res://scripts/characters/crosser.gd")
const Drawing := preload("res://scripts/drawing.gd")
const Report := preload("res://scripts/report.gd")

const RANKS := 2
const FILES := 4
const SPACING := 1.5            ## Meters.
const NEAREST_RANK := 4.5       ## Meters from the wall.
const COLORS := {-1: Color(0.95, 0.35, 0.2), 1: Color(0.25, 0.55, 0.95)}


func _ready() -> void:
	var table := "--table" in OS.get_cmdline_user_args()
	for side: int in COLORS:
		for rank in RANKS:
			for file in FILES:
				_add_crosser(side, rank, file)
	var characters := $Characters.get_children()
	for character in characters:
		character.begin(not table)
	add_child(Report.new($NavMeshBaker, characters) if table else Drawing.new($NavMeshBaker, characters, false))


func _add_crosser(side: int, rank: int, file: int) -> void:
	var character := Character.instantiate()
	character.set_script(Crosser)
	character.name = "%s%d" % ["Red" if side < 0 else "Blue", rank * FILES + file + 1]
	character.color = COLORS[side]
	character.position = Vector3(side * (NEAREST_RANK + SPACING * rank), 0, SPACING * (file - (FILES - 1) / 2.0))
	$Characters.add_child(character)
