## The camera of a 2D scene that is played: it shows the scene in the middle of what the panel leaves free.
extends Camera2D

const PICTURE := Vector2(1280, 720)     ## Pixels: what the scenes are made for.

var side := 0.0                 ## Share of the width that the panel hides.
var fitted := 1.0               ## Zoom of the scene's own camera.
var magnified := 1.0


## [param of]: the scene's own camera, or null.
func _init(of: Camera2D, hidden_share: float) -> void:
	side = hidden_share
	position = of.global_position if of else PICTURE / 2
	fitted = of.zoom.x if of else 1.0


func _ready() -> void:
	make_current()
	_place()


## There is nothing to turn around: it pans.
func turn(way: Vector2) -> void:
	pan(way)


func pan(way: Vector2) -> void:
	position -= way / zoom


func magnify(factor: float) -> void:
	magnified = clampf(magnified * factor, 0.25, 8)
	_place()


func resize(hidden_share: float) -> void:
	side = hidden_share
	_place()


func on_screen(place: Vector2) -> Vector2:
	return get_viewport().canvas_transform * place


func under(point: Vector2, _level: Vector2, _except: Node) -> Variant:
	return get_viewport().canvas_transform.affine_inverse() * point


func across(point: Vector2, level: Vector2) -> Variant:
	return under(point, level, null)


func _place() -> void:
	var size := get_viewport_rect().size
	zoom = Vector2.ONE * fitted * magnified * minf(size.x * (1 - side) / PICTURE.x, size.y / PICTURE.y)
	offset = Vector2(side * size.x / 2 / zoom.x, 0)
