## A door that slides into the wall for those who may pass it, and closes behind them.
extends AnimatableBody3D

const SPEED := 3.0              ## Meters a second.
const NEAR := 1.7               ## Meters at which it opens.
const COLORS := {"door": Color(0.45, 0.3, 0.18), "staff": Color(0.25, 0.4, 0.6), "red": Color(0.75, 0.15, 0.15)}
const AREAS := {"staff": 1, "red": 2}           ## Of the navmesh, by the kind of lock; a filter keeps those out who have no key.

signal begins_to_open

var kind: String
var opened := 0.0:              ## Meters.
	set(value):
		if value != opened:     # a body whose place is set has moved, for the engine
			opened = value
			position = Vector3(threshold.x, position.y, threshold.z) + basis.x * opened
var threshold: Vector3          ## On the floor.


func put_into(opening: Dictionary) -> void:
	kind = opening.kind
	threshold = opening.place
	transform = Transform3D(Basis(Vector3.UP, opening.turn), threshold + Vector3(0, $Shape.shape.size.y / 2, 0))
	$Leaf.material_override.albedo_color = COLORS[kind]


## The floor under a lock is an area of its own.
static func volume_of(opening: Dictionary) -> NavModifierVolume:
	var volume := NavModifierVolume.new()
	volume.area = AREAS[opening.kind]
	volume.size = Vector3(opening.width + 0.2, 2, 0.8)
	volume.position = opening.place + Vector3(0, 0.8, 0)
	volume.rotation.y = opening.turn
	return volume


## Walkers answer [code]opens(kind)[/code]. By day doors without a lock stay open.
func step(delta: float, walkers: Array, is_day: bool) -> void:
	var is_called := is_day and kind == "door" or walkers.any(func(walker: Node3D) -> bool:
		return walker.global_position.distance_squared_to(threshold) < NEAR * NEAR and walker.opens(kind))
	if is_called and opened == 0:
		begins_to_open.emit()
	opened = move_toward(opened, $Shape.shape.size.x if is_called else 0.0, SPEED * delta)
