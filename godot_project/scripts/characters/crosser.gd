## Walks to the place on the other side that is the mirror image of its own.
extends "res://scripts/character.gd"


func _ready() -> void:
	super()
	longest_walk = 6.0          # it waits for others, makes way and goes round them
	$Sign.hide()


func make_tree() -> RefCounted:
	return MoveTo.new(agent, goal())


func order() -> String:
	return "change sides"


func goal() -> Vector3:
	return Vector3(-home.x, home.y, home.z)
