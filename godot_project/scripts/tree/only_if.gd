## Ticks its task as long as a condition holds; else it fails.
extends RefCounted

var condition: Callable
var task: RefCounted


func _init(holds: Callable, what: RefCounted) -> void:
	condition = holds
	task = what


func tick(delta: float) -> NavAgent.Status:
	if condition.call():
		return task.tick(delta)
	task.interrupt()
	return NavAgent.FAILURE


func interrupt() -> void:
	task.interrupt()
