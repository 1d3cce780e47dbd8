@tool
extends EditorPlugin
## What the scenarios that run inside the editor share. They begin when the editor is ready, if its command line names one.

const Scenarios := preload("scenarios.gd")
const MSEC_TO_WAIT := 10000


func _enter_tree() -> void:
	if OS.get_cmdline_user_args():
		begin.call_deferred()


func begin() -> void:
	await at_rest()
	await Scenarios.run(self)
	get_tree().quit()


## Waits until the editor has not scanned the project for some frames: a plugin may ask for another scan after one.
func at_rest() -> void:
	var quiet := [0]
	await until(func():
		quiet[0] = 0 if EditorInterface.get_resource_filesystem().is_scanning() else quiet[0] + 1
		return quiet[0] > 10)


## Runs after each scenario.
func tidy() -> void:
	await frames(2)


## Passes a value of the running scenario to the Python test, under a name that the scenario uses once.
func report(what: String, value: Variant) -> void:
	Scenarios.report(what, value)


func frames(count: int) -> void:
	for i in count:
		await get_tree().process_frame


## Waits until the condition holds, and returns whether it does. `msec` counts real time, for what happens on the editor's threads.
func until(condition: Callable, msec := MSEC_TO_WAIT) -> bool:
	var end := Time.get_ticks_msec() + msec
	while not condition.call() and Time.get_ticks_msec() < end:
		await get_tree().process_frame
	return condition.call()
