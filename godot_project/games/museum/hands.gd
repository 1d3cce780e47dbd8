## Turns keys, pad and mouse into orders, and leads the camera. A click sends the player, a right click the robot.
extends Node3D

const Builder := preload("builder.gd")
const Keys := preload("res://games/common/keys.gd")
const Plan := preload("plan.gd")

const CUT := 2.2                ## Meters over the player's feet, above which the house is not drawn.
const EASE := 6.0               ## Of the camera's way, this part a second.

var game: Node3D
var away := 17.0                ## Meters from the camera to what it shows.

@onready var camera: Camera3D = $Camera
@onready var arrow: MeshInstance3D = $Arrow


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
	show_around(game.player.global_position, 1 - exp(-EASE * delta))
	_point_ahead()


## The house is cut open over a place, and the camera goes a part of its way there.
func show_around(place: Vector3, part := 1.0) -> void:
	var at := place + camera.global_basis.z * away
	camera.global_position = at if camera.global_position == Vector3.ZERO else camera.global_position.lerp(at, part)
	game.material.set_shader_parameter("cut", _cut_over(place.y))
	game.material.set_shader_parameter("who", place)
	game.get_node("Sun").light_energy = 0.8 if game.act < game.Act.NIGHT else 0.2
	for other: Node3D in game.get_node("Moving").get_children():
		other.visible = other.global_position.y < place.y + CUT


## The height above which the house is not drawn: a slab that is cut in its middle would hide all below, so it is left out.
static func _cut_over(height: float) -> float:
	return minf(height + CUT, ceilf((height + CUT) / Plan.STOREY) * Plan.STOREY - Builder.SLAB - 0.01)


## An arrow before the player's feet shows the way to the alarm, or by night to the nearest gem, and then out.
func _point_ahead() -> void:
	var from: Vector3 = game.player.global_position
	var places := PackedVector3Array([game.alarm])
	if game.act >= game.Act.NIGHT:
		places = game.built.exits if game.gems.is_empty() else game.gems.map(func(gem: Node3D) -> Vector3: return gem.position - game.HOVER)
	var map := NavMap.of(game)
	var nearest: int = map.nearest_target(from, places, game.player.filter)
	var path := PackedVector3Array()
	if nearest >= 0:
		path = map.find_path(from, places[nearest], game.player.filter).points
	var ahead: int = Array(path).find_custom(func(point: Vector3) -> bool: return point.distance_to(from) > 1.0)
	arrow.visible = ahead >= 0
	if ahead >= 0:
		var way: Vector3 = (path[ahead] - from).slide(Vector3.UP).normalized()
		arrow.global_transform = Transform3D(Basis(way.cross(Vector3.UP), way, Vector3.UP), from + way + Vector3(0, 0.08, 0))
