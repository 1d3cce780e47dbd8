## Ticks its task for ever, however it ends.
extends RefCounted

var task: RefCounted


func _init(what: RefCounted) -> void:
	task = what


func tick(delta: float) -> NavAgent.Status:
	task.tick(delta)
	return NavAgent.RUNNING


func interrupt() -> void:
	task.interrupt()
