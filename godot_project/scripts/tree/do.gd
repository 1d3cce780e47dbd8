## Calls a function and succeeds.
extends RefCounted

var action: Callable


func _init(what: Callable) -> void:
	action = what


func tick(_delta: float) -> NavAgent.Status:
	action.call()
	return NavAgent.SUCCESS


func interrupt() -> void:
	pass
