## Beehave's blackboard.
class_name Blackboard
extends Node

var values := {}


func set_value(key: Variant, value: Variant, _blackboard_name: String = "default") -> void:
	values[key] = value


func get_value(key: Variant, default_value: Variant = null, _blackboard_name: String = "default") -> Variant:
	return values.get(key, default_value)
