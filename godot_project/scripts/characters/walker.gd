## Walks to one place.
extends "res://scripts/character.gd"

@export var destination: Node3D


func make_tree() -> RefCounted:
	return MoveTo.new(agent, destination)


func order() -> String:
	return "walk to %s" % destination.name


func goal() -> Vector3:
	return destination.global_position
