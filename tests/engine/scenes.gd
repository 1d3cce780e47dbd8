extends SceneTree
## What the scenarios of the engine tests share in both dimensions: ways to wait, and report(). scenarios.py says how to write a scenario.

const Scenarios := preload("scenarios.gd")
const MSEC_TO_WAIT := 10000

var top: Node					# below which scenarios build


func _initialize() -> void:
	top = make_world()
	root.add_child(top)
	await physics_frame
	await Scenarios.run(self)
	quit()


func make_world() -> Node:
	return Node.new()


## Runs after each scenario. A scenario may have been resumed by a signal, whose sender cannot be freed in the same frame.
func tidy() -> void:
	await frames(1)
	for child in top.get_children():
		child.free()
	await frames(2)


## Passes a value of the running scenario to the Python test, under a name that the scenario uses once.
func report(what: String, value: Variant) -> void:
	Scenarios.report(what, value)


func frames(count: int) -> void:
	for i in count:
		await physics_frame


## Waits until the condition holds, and returns whether it does. `most` counts frames, for what happens in the game. `msec` counts
## real time, for what happens on other threads: without a screen, frames are shorter than their share of a second.
func until(condition: Callable, most := 600, msec := 0) -> bool:
	var begin := Time.get_ticks_msec()
	var count := 0
	while not condition.call() and (count < most or Time.get_ticks_msec() - begin < msec):
		count += 1
		await physics_frame
	return condition.call()


## Each triangle of a navmesh as a line of text, sorted: the same for the same polygons in any order.
func triangles_of(navmesh: Object) -> Array:
	var points: Variant = navmesh.get_triangles()       # a PackedVector2Array in the plane
	var out := []
	for i in range(0, points.size(), 3):
		var corners := [points[i], points[i + 1], points[i + 2]]
		corners.sort()
		out.append(str(corners))
	out.sort()
	return out
