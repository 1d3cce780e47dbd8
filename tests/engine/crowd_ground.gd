extends "res://level.gd"
## A floor, and a Crowd on it.

var crowd: Crowd


func ground() -> void:
	floor_at(60, 60)
	bake()


func points(list: Array) -> PackedVector3Array:
	return PackedVector3Array(list)
