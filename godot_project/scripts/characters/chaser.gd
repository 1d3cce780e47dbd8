## Runs after somebody until it has caught up.
extends "res://scripts/character.gd"

@export var prey: Node3D


func _init() -> void:
	goal_moves = true


func make_tree() -> RefCounted:
	return MoveTo.new(agent, prey)


func order() -> String:
	return "catch %s" % prey.name


func goal() -> Vector3:
	return prey.feet()
