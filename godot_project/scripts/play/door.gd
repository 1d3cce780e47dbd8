## A door between two walls along the z axis, each with a box for a Shape and a Mesh: its width and its place can change. The outer ends of the walls
## stay, and the navmesh is baked again.
extends RefCounted

const LEAST_WALL := 0.2         ## Meters.

var north: Node3D
var south: Node3D
var rebake: Callable
var begins: float               ## Z of the outer ends, in meters.
var ends: float
var middle: float
var width: float


func _init(wall_north: Node3D, wall_south: Node3D, again: Callable) -> void:
	north = wall_north
	south = wall_south
	rebake = again
	begins = north.position.z - _box(north).size.z / 2
	ends = south.position.z + _box(south).size.z / 2
	var from := north.position.z + _box(north).size.z / 2
	var to := south.position.z - _box(south).size.z / 2
	middle = (from + to) / 2
	width = to - from
	for wall: Node3D in [north, south]:     # walls share their boxes
		wall.get_node("Shape").shape = _box(wall).duplicate()
		wall.get_node("Mesh").mesh = wall.get_node("Mesh").mesh.duplicate()


func set_width(meters: float) -> void:
	width = meters
	_place()


func get_place() -> Vector3:
	return Vector3(north.global_position.x, 0, middle)


func set_place(place: Vector3) -> void:
	middle = place.z
	_place()


func _place() -> void:
	var room := width / 2 + LEAST_WALL
	middle = clampf(middle, begins + room, ends - room)
	_fit(north, begins, middle - width / 2)
	_fit(south, middle + width / 2, ends)
	rebake.call()


func _fit(wall: Node3D, from: float, to: float) -> void:
	wall.position.z = (from + to) / 2
	for box: Resource in [_box(wall), wall.get_node("Mesh").mesh]:
		box.size.z = to - from


func _box(wall: Node3D) -> BoxShape3D:
	return wall.get_node("Shape").shape
