## What the drawings of goal fields in space and in the plane have in common: triangles of the ground with colors by distance, and arrows.
extends RefCounted

const FAR_HUE := 0.66				## Of blue; that of red is 0.
const LIFT := Vector3(0, 0.02, 0)	## Of arrows above the ground, so that both are seen.

var points: PackedVector3Array		## Three a triangle.
var colors := PackedColorArray()
var uvs := PackedVector2Array()		## The distance, as a part of the farthest, and whether it is an arrow.
var places: Array[Vector3] = []		## Of arrows: one a square of the ground.
var farthest := 0.0
var size: float						## Of an arrow.


func _init(ground: PackedVector3Array, distances: PackedFloat32Array, spacing: float) -> void:
	points = ground
	size = 0.7 * spacing
	for distance in distances:
		farthest = maxf(farthest, distance if distance < INF else 0.0)
	for distance in distances:
		var part := minf(distance / maxf(farthest, 1e-6), 1.0)
		colors.append(Color.from_hsv(FAR_HUE * part, 0.75, 0.9))
		uvs.append(Vector2(part, 0))
	var taken := {}
	for i in range(0, ground.size(), 3):
		var center := (ground[i] + ground[i + 1] + ground[i + 2]) / 3
		var square := Vector3i((center / Vector3(spacing, 4 * spacing, spacing)).floor())
		if not taken.has(square):
			taken[square] = true
			places.append(center)


func add_arrow(place: Vector3, direction: Vector3) -> void:
	if direction == Vector3.ZERO:
		return
	var along := direction * size
	var aside := along.cross(Vector3.UP) * 0.25
	for corner: Vector3 in [along * 0.5, aside - along * 0.5, -aside - along * 0.5]:
		points.append(place + corner + LIFT)
		colors.append(Color(0.08, 0.08, 0.1))
		uvs.append(Vector2(0, 1))


## vertices: `points` in the space of the mesh.
func add_to(mesh: ArrayMesh, vertices: Variant) -> void:
	var arrays := []
	arrays.resize(Mesh.ARRAY_MAX)
	arrays[Mesh.ARRAY_VERTEX] = vertices
	arrays[Mesh.ARRAY_COLOR] = colors
	arrays[Mesh.ARRAY_TEX_UV] = uvs
	mesh.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, arrays)
