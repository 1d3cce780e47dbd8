## A guard patrols, sees an intruder, chases it, loses it and goes back to its patrol.
##
## In a window they go on for ever. With [code]-- --table[/code] on the command line every change of the guard's mind is a line
## of a table, until it walks its patrol again after a chase. All that moves them are the behaviors NavPatrol, NavFollow,
## NavMoveTo and NavFlee under a small tree of this project's own; see guard.gd and intruder.gd.
extends Node3D

const Drawing := preload("res://scripts/drawing.gd")
const Story := preload("res://scripts/story.gd")


func _ready() -> void:
	for character in $Characters.get_children():
		character.begin(false)
	if "--table" in OS.get_cmdline_user_args():
		add_child(Story.new($NavMeshBaker, $Characters/Guard, $Characters/Intruder, "meters"))
	else:
		add_child(Drawing.new($NavMeshBaker, $Characters.get_children()))
