## Hills with a river, bridges, walls and houses, the same each time: what is seen, and the triangles that a bake finds.
extends Node3D

const SIDE := 320.0             ## Meters.
const CELL := 2.0               ## Meters between two heights.
const RIVER := 7.0              ## Meters from its middle to a bank.
const BANK := 13.0              ## Meters from the river's middle to the ends of a bridge.
const BRIDGES: Array[float] = [-118.0, -30.0, 52.0, 124.0]      ## Along x.
const HOUSES := 150
const VILLAGES: Array[Vector2] = [Vector2(-135, -120), Vector2(-20, -130), Vector2(130, -125), Vector2(140, -70), Vector2(-140, 90),
	Vector2(-50, 135), Vector2(60, 110), Vector2(135, 135)]
const GREEN := 14.0             ## Meters around a village's middle without a house or wall.
const GRASS := Color(0.36, 0.46, 0.27)
const STONE := Color(0.55, 0.53, 0.50)
const WATER := Color(0.20, 0.36, 0.50)

var noise := FastNoiseLite.new()
var random := RandomNumberGenerator.new()
var faces := PackedVector3Array()       ## Of all that bodies touch.


func _ready() -> void:
	noise.seed = 5
	noise.frequency = 0.008
	random.seed = 24
	_add_hills()
	for x in BRIDGES:
		_add_bridge(x)
	for i in HOUSES:
		_add_house(i)
	_add_plane(Vector3(0, -9, 0))


## Meters above the sea.
func height(x: float, z: float) -> float:
	return 7.0 * noise.get_noise_2d(x, z)


## Where the river crosses a line of one x.
func river_at(x: float) -> float:
	return 18.0 * sin(x / 45.0) + 9.0 * sin(x / 17.0 + 1.0)


func place_of(village: int) -> Vector3:
	var at := VILLAGES[village]
	return Vector3(at.x, height(at.x, at.y), at.y)


## A body with all that is there, for a bake.
func body() -> StaticBody3D:
	var made := StaticBody3D.new()
	var shape := CollisionShape3D.new()
	shape.shape = ConcavePolygonShape3D.new()
	shape.shape.backface_collision = true
	shape.shape.set_faces(faces)
	made.add_child(shape)
	return made


func _add_hills() -> void:
	var half := SIDE / 2
	var corners := PackedVector3Array()
	for i in int(SIDE / CELL):
		for k in int(SIDE / CELL):
			var x := i * CELL - half
			var z := k * CELL - half
			if absf(z + CELL / 2 - river_at(x + CELL / 2)) < RIVER:
				continue
			for at: Vector2 in [Vector2(x, z), Vector2(x + CELL, z), Vector2(x, z + CELL), Vector2(x + CELL, z), Vector2(x + CELL, z + CELL),
					Vector2(x, z + CELL)]:
				corners.append(Vector3(at.x, height(at.x, at.y), at.y))
	_draw(corners)


func _add_house(i: int) -> void:
	var at := Vector2(random.randf_range(-150, 150), random.randf_range(-150, 150))
	var is_wall := i % 3 == 0
	var size := Vector3(random.randf_range(16, 34), 1.6, 1.0) if is_wall else Vector3(random.randf_range(4, 8), random.randf_range(3, 5), random.randf_range(4, 8))
	var turned := random.randf_range(0, PI)
	var reach := maxf(size.x, size.z) / 2
	if VILLAGES.any(func(village): return village.distance_to(at) < GREEN + reach):
		return
	if BRIDGES.any(func(x): return Vector2(x, river_at(x)).distance_to(at) < 2 * RIVER + reach):
		return
	if absf(at.y - river_at(at.x)) < RIVER + reach:
		return
	_add_box(Vector3(at.x, height(at.x, at.y) + size.y / 2 - 0.8, at.y), size, turned, STONE.darkened(0.25) if is_wall else Color(0.62, 0.40, 0.32))


## From bank to bank, its upper side a little above the ground at both ends.
func _add_bridge(x: float) -> void:
	var z := river_at(x)
	var north := Vector3(x, height(x, z - BANK), z - BANK)
	var south := Vector3(x, height(x, z + BANK), z + BANK)
	var along := (south - north).normalized()
	var up := along.cross(Vector3.RIGHT)
	_put_box(Transform3D(Basis(Vector3.RIGHT, up, along), (north + south) / 2 - 0.15 * up), Vector3(6, 0.5, north.distance_to(south)), STONE)


func _add_box(center: Vector3, size: Vector3, turned: float, color: Color) -> void:
	_put_box(Transform3D(Basis(Vector3.UP, turned), center), size, color)


func _put_box(frame: Transform3D, size: Vector3, color: Color) -> void:
	var box := BoxMesh.new()
	box.size = size
	var instance := MeshInstance3D.new()
	instance.mesh = box
	instance.material_override = _material(color)
	instance.transform = frame
	add_child(instance)
	faces.append_array(instance.transform * box.get_faces())


func _add_plane(center: Vector3) -> void:
	var instance := MeshInstance3D.new()
	instance.mesh = PlaneMesh.new()
	instance.mesh.size = Vector2(SIDE, SIDE)
	instance.material_override = _material(WATER)
	instance.position = center
	add_child(instance)


func _draw(corners: PackedVector3Array) -> void:
	var tool := SurfaceTool.new()
	tool.begin(Mesh.PRIMITIVE_TRIANGLES)
	for corner in corners:
		tool.add_vertex(corner)
	tool.generate_normals()
	var instance := MeshInstance3D.new()
	instance.mesh = tool.commit()
	instance.material_override = _material(GRASS)
	add_child(instance)
	faces.append_array(corners)


func _material(color: Color) -> StandardMaterial3D:
	var material := StandardMaterial3D.new()
	material.albedo_color = color
	material.roughness = 0.95
	return material
