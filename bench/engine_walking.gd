extends SceneTree
## What a physics frame costs with agents that walk and avoid each other under plain nodes: one row for each run that walking.json asks
## for. The folder bench/ holds that and walking.navmesh.

const Walkers := preload("walkers.gd")

var settings: Dictionary = JSON.parse_string(FileAccess.get_file_as_string("res://bench/walking.json"))
var navmesh := NavMeshData.new()
var starts := PackedVector3Array()
var goals := PackedVector3Array()


## The Crowd above moves it.
class Moved extends Node3D:
	var agent := NavAgent.new()

	func _init() -> void:
		agent.face_velocity = false				# the others do not turn either
		add_child(agent)


func _initialize() -> void:
	navmesh.data = FileAccess.get_file_as_bytes("res://bench/walking.navmesh")
	for i in settings.starts.size():
		starts.append(Vector3(settings.starts[i][0], 0, settings.starts[i][1]))
		goals.append(Vector3(settings.goals[i][0], 0, settings.goals[i][1]))
	for run in settings.runs:
		await walk(run.side, run.count)
	quit()


func fill(side: String, parent: Node, count: int) -> void:
	var properties := {"max_speed": settings.max_speed, "radius": settings.radius, "neighbor_distance": settings.neighbor_distance}
	for i in count if side != "Crowd with a MultiMesh" else 0:
		var walker: Node3D
		match side:
			"NavigationAgent3D":
				walker = Walkers.GodotWalker.new(NavigationAgent3D.new())
			"NavAgent, moved by a script":
				walker = Walkers.Walker.new(NavAgent.new())
			"NavAgent, moved by its Crowd":
				walker = Moved.new()
		Walkers.send(walker, properties, starts[i], goals[i], parent)
	if side == "Crowd with a MultiMesh":
		parent.multimesh = MultiMesh.new()
		parent.agent_max_speed = settings.max_speed
		parent.agent_radius = settings.radius
		parent.agent_neighbor_distance = settings.neighbor_distance
		parent.request_paths(parent.add_agents(starts.slice(0, count)), goals.slice(0, count))


func places(parent: Node) -> PackedVector3Array:
	if parent.get_child_count() == 0:
		return parent.get_agent_positions()
	return PackedVector3Array(parent.get_children().map(func(child): return child.position))


func walk(side: String, count: int) -> void:
	var ground: Node = Walkers.region(root.world_3d, navmesh, 0.25) if side == "NavigationAgent3D" else Walkers.baker(navmesh)
	root.add_child(ground)
	await physics_frame
	await physics_frame
	var parent: Node = Crowd.new() if side.contains("Crowd") else Node3D.new()
	if side == "NavAgent, moved by its Crowd":
		parent.move_nodes = true
	root.add_child(parent)
	fill(side, parent, count)
	for i in settings.warm:
		await physics_frame
	var before := places(parent)			# by now the last of a crowd without nodes has its path, too
	var begin := Time.get_ticks_usec()
	for i in settings.frames:
		await physics_frame
	var usec := (Time.get_ticks_usec() - begin) / float(settings.frames)
	var after := places(parent)
	var meters := 0.0
	for i in count:
		meters += before[i].distance_to(after[i])
	print("RESULT walking ", JSON.stringify({"side": side, "count": count, "usec": usec, "meters": meters / count}))
	parent.free()
	ground.free()
	await physics_frame
