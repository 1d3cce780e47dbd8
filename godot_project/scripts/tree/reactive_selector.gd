## Begins with its first task in every tick, so that a more important one takes over from a less important one at any time;
## fails if all do.
extends RefCounted

var tasks: Array
var current := -1               ## The task that is running, -1 if none is.


func _init(in_order: Array) -> void:
	tasks = in_order


func tick(delta: float) -> NavAgent.Status:
	for i in tasks.size():
		var status: NavAgent.Status = tasks[i].tick(delta)
		if status == NavAgent.FAILURE:
			continue
		if current != i:
			interrupt()
		current = i if status == NavAgent.RUNNING else -1
		return status
	current = -1
	return NavAgent.FAILURE


func interrupt() -> void:
	if current >= 0:
		tasks[current].interrupt()
	current = -1
