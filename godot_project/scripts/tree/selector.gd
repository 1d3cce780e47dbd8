## Ticks its tasks one after the other until one succeeds; fails if none does.
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
		if status == NavAgent.SUCCESS:
			current = 0
			return NavAgent.SUCCESS
		current += 1
	current = 0
	return NavAgent.FAILURE


func interrupt() -> void:
	tasks[current].interrupt()
	current = 0
