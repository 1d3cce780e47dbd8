## The camera of a 3D scene that is played: it turns around a point on the ground, and shows it in the middle of what the panel leaves free.
extends Camera3D

const TURN := 0.008             ## Radians a pixel.
const STEEPEST := deg_to_rad(89)
const FLATTEST := deg_to_rad(8)
const NEAREST := 2.0            ## Meters from the point.
const RAY := 1000.0             ## Meters.

var pivot: Vector3
var distance: float
var yaw: float
var pitch: float
var followed: Node3D
var side := 0.0                 ## Share of the width that the panel hides.


## Begins where the scene's own camera is, as far away as needed to show the same beside the panel.
func _init(of: Camera3D, whom: Node3D, hidden_share: float) -> void:
	projection = PROJECTION_FRUSTUM
	fov = of.fov
	size = 2 * near * tan(deg_to_rad(fov) / 2)
	far = 2 * of.far
	side = hidden_share
	followed = whom
	var forward := -of.global_basis.z
	pivot = of.global_position - forward * of.global_position.y / forward.y
	distance = of.global_position.distance_to(pivot) / (1 - side)
	pitch = asin(-forward.y)
	yaw = of.global_rotation.y


func _ready() -> void:
	make_current()
	_place()


func _process(_delta: float) -> void:
	if followed != null:
		pivot = followed.global_position
		_place()


func turn(way: Vector2) -> void:
	yaw -= way.x * TURN
	pitch = clampf(pitch + way.y * TURN, FLATTEST, STEEPEST)
	_place()


func pan(way: Vector2) -> void:
	followed = null
	var meters := way * _width() / get_viewport().get_visible_rect().size.x
	pivot -= Basis(Vector3.UP, yaw) * Vector3(meters.x, 0, meters.y)
	_place()


func magnify(factor: float) -> void:
	distance = maxf(distance / factor, NEAREST)
	_place()


func resize(hidden_share: float) -> void:
	side = hidden_share
	_place()


## Of a place on the screen; far outside where it is behind the camera.
func on_screen(place: Vector3) -> Vector2:
	return Vector2.INF if is_position_behind(place) else unproject_position(place)


## The ground under a point of the screen: of the level's colliders, or else of the plane through a place. The ray
## goes through [param except]. null: there is none.
func under(point: Vector2, level: Vector3, except: Node) -> Variant:
	var from := global_position
	var way := _way_through(point)
	var ray := PhysicsRayQueryParameters3D.create(from, from + way * RAY, 1, [except.get_rid()] if except is CollisionObject3D else [])
	var hit := get_world_3d().direct_space_state.intersect_ray(ray)
	return hit.position if hit else across(point, level)


## The level plane through a place, under a point of the screen. null: it is not there.
func across(point: Vector2, level: Vector3) -> Variant:
	return Plane(Vector3.UP, level.y).intersects_ray(global_position, _way_through(point))


## From the camera through a point of the screen; the engine's own project_ray_normal leaves frustum_offset out.
func _way_through(point: Vector2) -> Vector3:
	var picture := get_viewport().get_visible_rect().size
	var off := (point / picture - Vector2(0.5, 0.5)) * Vector2(_aspect(), -1) * size + frustum_offset
	return (global_basis * Vector3(off.x, off.y, -near)).normalized()


## Meters of the picture's width at the pivot.
func _width() -> float:
	return size * distance / near * _aspect()


func _aspect() -> float:
	var picture := get_viewport().get_visible_rect().size
	return picture.x / picture.y


func _place() -> void:
	global_basis = Basis.from_euler(Vector3(-pitch, yaw, 0))
	global_position = pivot + global_basis.z * distance
	frustum_offset = Vector2(side / 2 * size * _aspect(), 0)
