## A door that slides into the wall for those who may pass it, and closes behind them.
extends AnimatableBody3D

const SPEED := 3.0              ## Meters a second.
const NEAR := 1.7               ## Meters at which it opens.
const COLORS := {"door": Color(0.45, 0.3, 0.18), "staff": Color(0.25, 0.4, 0.6), "red": Color(0.75, 0.15, 0.15)}
const AREAS := {"staff": 1, "red": 2}           ## Of the navmesh, by the kind of lock; a filter keeps those out who have no key.

signal begins_to_open

var kind: String
var width: float
var opened := 0.0               ## Meters.
var stays_open := false
var closed_at: Vector3


func _init(opening: Dictionary) -> void:
	kind = opening.kind
	width = opening.width
	position = opening.place + Vector3(0, 1.15, 0)
	rotation.y = opening.turn
	sync_to_physics = false
	var extent := Vector3(width, 2.3, 0.12)
	var shape := CollisionShape3D.new()
	shape.shape = BoxShape3D.new()
	shape.shape.size = extent
	add_child(shape)
	var leaf := MeshInstance3D.new()
	leaf.mesh = BoxMesh.new()
	leaf.mesh.size = extent
	leaf.material_override = StandardMaterial3D.new()
	leaf.material_override.albedo_color = COLORS[kind]
	add_child(leaf)


func _ready() -> void:
	closed_at = position


## The floor under a lock is an area of its own.
static func volume_of(opening: Dictionary) -> NavModifierVolume:
	var volume := NavModifierVolume.new()
	volume.area = AREAS[opening.kind]
	volume.size = Vector3(opening.width + 0.2, 2, 0.8)
	volume.position = opening.place + Vector3(0, 0.8, 0)
	volume.rotation.y = opening.turn
	return volume


## Walkers answer [code]opens(kind)[/code].
func step(delta: float, walkers: Array) -> void:
	var is_called := stays_open or walkers.any(func(walker: Node3D) -> bool:
		return walker.global_position.distance_squared_to(closed_at - Vector3(0, 1.15, 0)) < NEAR * NEAR and walker.opens(kind))
	if is_called and opened == 0:
		begins_to_open.emit()
	opened = move_toward(opened, width if is_called else 0.0, SPEED * delta)
	position = closed_at + basis.x * opened
