extends "res://level.gd"
## Scenarios that do what test_scenarios.py is to notice.


func scenario_passes() -> void:
	report("value", 1)


func scenario_crashes() -> void:
	report("value", 1)
	OS.crash("on purpose")


func scenario_quits() -> void:
	report("value", 1)
	quit()
	await frames(100)


func scenario_reports_nothing() -> void:
	pass


func scenario_reports_twice() -> void:
	report("value", 1)
	report("value", 2)


func scenario_prints_an_error() -> void:
	report("value", 1)
	push_error("on purpose")


func scenario_breaks_off() -> void:
	report("value", 1)
	var nobody: Node = null
	nobody.get_parent()
	report("not reached", 1)


func scenario_leaks() -> void:
	report("value", 1)
	Node.new()
