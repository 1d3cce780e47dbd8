@tool
extends EditorPlugin
## What the scenarios that run inside the editor share. They begin when the editor is ready, if its command line names one.

const Scenarios := preload("scenarios.gd")


func _enter_tree() -> void:
	if OS.get_cmdline_user_args():
		begin.call_deferred()


func begin() -> void:
	while EditorInterface.get_resource_filesystem().is_scanning():
		await get_tree().process_frame
	await seconds(1.0)
	await Scenarios.run(self)
	await seconds(1.0)
	get_tree().quit()


## Runs after each scenario.
func tidy() -> void:
	await frames(2)


## Passes a value of the running scenario to the Python test, under a name that the scenario uses once.
func report(what: String, value: Variant) -> void:
	Scenarios.report(what, value)


func frames(count: int) -> void:
	for i in count:
		await get_tree().process_frame


## The editor's own threads don't bear being left or used too early.
func seconds(count: float) -> void:
	var end := Time.get_ticks_msec() + int(count * 1000)
	while Time.get_ticks_msec() < end:
		await get_tree().process_frame
