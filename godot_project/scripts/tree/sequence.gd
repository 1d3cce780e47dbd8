## Ticks its tasks one after the other; fails as soon as one of them fails.
extends RefCounted

var tasks: Array
var current := 0


func _init(in_order: Array) -> void:
	tasks = in_order


func tick(delta: float) -> NavAgent.Status:
	while current < tasks.size():
		var status: NavAgent.Status = tasks[current].tick(delta)
		if status == NavAgent.RUNNING:
			return NavAgent.RUNNING
		if status == NavAgent.FAILURE:
			current = 0
			return NavAgent.FAILURE
		current += 1
	current = 0
	return NavAgent.SUCCESS


func interrupt() -> void:
	tasks[current].interrupt()
	current = 0
