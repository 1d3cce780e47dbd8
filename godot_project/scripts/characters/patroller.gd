## Walks from place to place, in order.
extends "res://scripts/character.gd"

@export var waypoints: Array[Node3D]


func make_tree() -> RefCounted:
	var legs := []
	for waypoint in waypoints:
		legs.append(MoveTo.new(agent, waypoint))
	return Sequence.new(legs)


func order() -> String:
	return "patrol to %s" % ", ".join(waypoints.map(func(waypoint): return waypoint.name))


func goal() -> Vector3:
	return waypoints.back().global_position
