## What tasks need of LimboAI, with its names, types and order of calls.
@tool
class_name BTAction
extends Resource

enum Status { FRESH, RUNNING, FAILURE, SUCCESS }

const FRESH := Status.FRESH
const RUNNING := Status.RUNNING
const FAILURE := Status.FAILURE
const SUCCESS := Status.SUCCESS

var agent: Node
var blackboard: Variables
var status := FRESH


class Variables extends RefCounted:
	var values := {}

	func has_var(name: StringName) -> bool:
		return values.has(name)

	func get_var(name: StringName, default: Variant = null, complain := true) -> Variant:
		if complain and not values.has(name):
			push_error("no variable ", name)
		return values.get(name, default)


func execute(delta: float) -> Status:
	if status != RUNNING:
		_enter()
	status = _tick(delta)
	if status != RUNNING:
		_exit()
	return status


func cancel() -> void:
	if status == RUNNING:
		_exit()
	status = FRESH


func _generate_name() -> String:
	return ""


func _enter() -> void:
	pass


func _exit() -> void:
	pass


func _tick(_delta: float) -> Status:
	return FAILURE
