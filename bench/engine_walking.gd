extends "walking.gd"
## In space. The folder bench/ holds walking.json and walking.navmesh.

var navmesh := NavMeshData.new()


## The Crowd above moves it.
class Moved extends Node3D:
	var agent := NavAgent.new()

	func _init() -> void:
		agent.face_velocity = false				# the others do not turn either
		add_child(agent)


func _initialize() -> void:
	navmesh.data = FileAccess.get_file_as_bytes("res://bench/walking.navmesh")
	await super()


func place_at(pair: Array) -> Vector3:
	return Vector3(pair[0], 0, pair[1])


func places_of(list: Array) -> PackedVector3Array:
	return PackedVector3Array(list)


func ground(side: String) -> Node:
	var level: Node = Walkers.region(root.world_3d, navmesh, 0.25) if side == "NavigationAgent3D" else Walkers.baker(navmesh)
	root.add_child(level)
	return level


func walker_of(side: String) -> Node3D:
	match side:
		"NavigationAgent3D":
			return Walkers.GodotWalker.new(NavigationAgent3D.new())
		"NavAgent, moved by a script":
			return Walkers.Walker.new(NavAgent.new())
	return Moved.new()


func parent_of(is_crowd: bool) -> Node:
	return Crowd.new() if is_crowd else Node3D.new()
