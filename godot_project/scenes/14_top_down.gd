## A house seen from above. Five walk to the other side of it; when they are on their way, the southern door is shut, and those
## who were about to go through it take the northern one.
##
## In a window the door opens and shuts for ever. With [code]-- --table[/code] on the command line they go once; see walkers.gd.
extends Node2D

const Walkers := preload("res://scripts/walkers.gd")

const SHUT := 2.0               ## Seconds until the door is shut.
const OPEN := 12.0              ## Seconds until it is opened again.

@onready var walkers := Walkers.new($NavMeshBaker2D, get_tree().get_nodes_in_group("walkers"))


func _ready() -> void:
	walkers.further_fault = func() -> String:
		return "nobody took another way when the door was shut" if walkers.searches.values().max() < 2 else ""
	add_child(walkers)


func _physics_process(_delta: float) -> void:
	var shut := fmod(walkers.seconds, OPEN) > SHUT
	if shut != $Door.affect_navigation_mesh:
		$Door.affect_navigation_mesh = shut
		$Door/Look.visible = shut
	$Label.text = "The southern door is %s." % ("shut" if shut else "open")
