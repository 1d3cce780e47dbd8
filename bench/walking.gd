extends SceneTree
## What a physics frame costs with agents that walk and avoid each other under plain nodes: one row for each run that walking.json asks
## for. engine_walking.gd and plane_walking.gd say who walks, and on what.

const Walkers := preload("walkers.gd")

var settings: Dictionary = JSON.parse_string(FileAccess.get_file_as_string("res://bench/walking.json"))
var starts: Variant
var goals: Variant


func _initialize() -> void:
	await physics_frame
	starts = places_of(settings.starts.map(place_at))
	goals = places_of(settings.goals.map(place_at))
	for run in settings.runs:
		await walk(run.side, run.count)
	quit()


## A place in the plane of a pair of numbers.
func place_at(_pair: Array) -> Variant:
	return null


## Places as a packed array.
func places_of(_places: Array) -> Variant:
	return null


## A navmesh below the root for agents of this side.
func ground(_side: String) -> Node:
	return null


func walker_of(_side: String) -> Node:
	return null


## A Crowd, or a plain node.
func parent_of(_is_crowd: bool) -> Node:
	return null


func fill(side: String, parent: Node, count: int) -> void:
	var properties := {}
	for property in ["max_speed", "radius", "neighbor_distance"]:
		if property in settings:
			properties[property] = settings[property]
	if not side.ends_with("MultiMesh"):
		for i in count:
			Walkers.send(walker_of(side), properties, starts[i], goals[i], parent)
		return
	parent.multimesh = MultiMesh.new()
	for property in properties:
		parent.set("agent_" + property, properties[property])
	parent.request_paths(parent.add_agents(starts.slice(0, count)), goals.slice(0, count))


func places(parent: Node) -> Variant:
	if parent.get_child_count() == 0:
		return parent.get_agent_positions()
	return places_of(parent.get_children().map(func(child): return child.position))


func walk(side: String, count: int) -> void:
	var level := ground(side)
	await physics_frame
	await physics_frame
	var parent := parent_of(side.contains("Crowd"))
	if side.contains("moved by its Crowd"):
		parent.move_nodes = true
	root.add_child(parent)
	fill(side, parent, count)
	for i in settings.warm:
		await physics_frame
	var before: Variant = places(parent)            # by now the last of a crowd without nodes has its path, too
	var begin := Time.get_ticks_usec()
	for i in settings.frames:
		await physics_frame
	var usec := (Time.get_ticks_usec() - begin) / float(settings.frames)
	var after: Variant = places(parent)
	var walked := 0.0
	for i in count:
		walked += before[i].distance_to(after[i])
	print("RESULT walking ", JSON.stringify({"side": side, "count": count, "usec": usec, "walked": walked / count}))
	parent.free()
	level.free()
	await physics_frame
