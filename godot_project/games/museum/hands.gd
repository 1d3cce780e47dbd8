## Turns keys, pad and mouse into orders, and leads the camera. A click sends the player, a right click the robot.
extends Node3D

const Keys := preload("res://games/common/keys.gd")

const CUT := 2.2                ## Meters over the player's feet, above which the house is not drawn.
const AWAY := 17.0              ## Meters from the camera to the player.
const EASE := 6.0               ## Of the camera's way, this part a second.

var game: Node3D

@onready var camera: Camera3D = $Camera


func _ready() -> void:
	Keys.add_to_input_map()
	game = get_parent()


func _unhandled_input(event: InputEvent) -> void:
	if event is InputEventMouseButton and event.pressed and game.player != null:
		if event.button_index == MOUSE_BUTTON_LEFT:
			game.orders.goal = _under(event.position, 1)
		elif event.button_index == MOUSE_BUTTON_RIGHT:
			game.orders.robot_goal = _under(event.position, 2)


## The ground of the navmesh under a point of the screen, on the player's floor; INF: none.
func _under(point: Vector2, layers: int) -> Vector3:
	var from := camera.project_ray_origin(point)
	var way := camera.project_ray_normal(point)
	from += way * (game.player.global_position.y + CUT - from.y) / way.y         # walls above are not drawn
	var filter := NavFilter.new()
	filter.navigation_layers = layers
	return NavMap.of(self).closest_point_to_segment(from, from + way * 100, false, filter)


func _physics_process(_delta: float) -> void:
	if game.player == null:
		return
	var orders: RefCounted = game.orders
	orders.way = Input.get_vector("left", "right", "up", "down")
	orders.runs = Input.is_action_pressed("run")
	orders.sneaks = Input.is_action_pressed("sneak")
	orders.uses = Input.is_action_just_pressed("use")
	orders.calls = Input.is_action_just_pressed("call")
	orders.beeps = Input.is_action_just_pressed("beep")


func _process(delta: float) -> void:
	if game.player == null:
		return
	var at: Vector3 = game.player.global_position + camera.global_basis.z * AWAY
	camera.global_position = at if camera.global_position == Vector3.ZERO else camera.global_position.lerp(at, 1 - exp(-EASE * delta))
	game.material.set_shader_parameter("cut", game.player.global_position.y + CUT)
	for other: Node3D in game.get_node("Moving").get_children():
		other.visible = other.global_position.y < game.player.global_position.y + CUT
