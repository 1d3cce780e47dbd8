## Succeeds after some seconds.
extends RefCounted

var seconds: float
var passed := 0.0


func _init(how_long: float) -> void:
	seconds = how_long


func tick(delta: float) -> NavAgent.Status:
	passed += delta
	if passed < seconds:
		return NavAgent.RUNNING
	passed = 0.0
	return NavAgent.SUCCESS


func interrupt() -> void:
	passed = 0.0
