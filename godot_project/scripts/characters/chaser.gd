## Counts to three, then runs after somebody.
extends "res://scripts/character.gd"

@export var prey: Node3D


func _init() -> void:
	goal_moves = true


func make_tree() -> RefCounted:
	return Sequence.new([Wait.new(3.0), MoveTo.new(agent, prey)])


func order() -> String:
	return "catch %s" % prey.name


func goal() -> Vector3:
	return prey.feet()
