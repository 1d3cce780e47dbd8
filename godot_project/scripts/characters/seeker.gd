## Tries one place after the other until one can be reached.
extends "res://scripts/character.gd"

@export var destinations: Array[Node3D]


func make_tree() -> RefCounted:
	var attempts := []
	for destination in destinations:
		attempts.append(MoveTo.new(agent, destination))
	return Selector.new(attempts)


func order() -> String:
	return "reach %s" % " or ".join(destinations.map(func(destination): return destination.name))


func goal() -> Vector3:
	return destinations.back().global_position
