## A guard patrols, sees an intruder, chases it, loses it and goes back to its patrol: the behaviors NavPatrol, NavFollow, NavMoveTo and
## NavFlee with a NavAgent2D, under the small tree of 06_chase_and_patrol; see guard_2d.gd and intruder_2d.gd.
##
## In a window they go on for ever. With [code]-- --table[/code] on the command line every change of the guard's mind is a line of a
## table, until it walks its patrol again after a chase.
extends Node2D

const Story := preload("res://scripts/story.gd")


func _ready() -> void:
	if "--table" in OS.get_cmdline_user_args():
		add_child(Story.new($NavMeshBaker2D, $Guard, $Intruder, "pixels"))


func _physics_process(_delta: float) -> void:
	$Legend/Panel/Text.text = "[b]Chase and patrol[/b]\nthe guard %s, the intruder %s" % [$Guard.state(), $Intruder.state()]
