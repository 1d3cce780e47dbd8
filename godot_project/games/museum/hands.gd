## Turns keys, pad and mouse into orders, and leads the camera. A click sends the player, a right click the robot.
extends Node3D

const Builder := preload("builder.gd")
const Keys := preload("res://games/common/keys.gd")
const Plan := preload("plan.gd")

const CUT := 2.2                ## Meters over the player's feet, above which the house is not drawn.
const EASE := 6.0               ## Of the camera's way, this part a second.

var game: Node3D
var away := 17.0                ## Meters from the camera to what it shows.
var ahead := Vector3.INF        ## Where the arrow points.
var is_link_ahead := false      ## That is up or down from here: by the lift, or through a gap in a rail.

@onready var camera: Camera3D = $Camera
@onready var arrow: MeshInstance3D = $Arrow


func _ready() -> void:
	Keys.add_to_input_map()
	game = get_parent()


func _unhandled_input(event: InputEvent) -> void:
	if event is InputEventMouseButton and event.pressed:
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
	var orders: RefCounted = game.orders
	orders.way = Input.get_vector("left", "right", "up", "down")
	orders.runs = Input.is_action_pressed("run")
	orders.sneaks = Input.is_action_pressed("sneak")
	orders.uses = Input.is_action_just_pressed("use")
	if orders.uses and is_link_ahead:
		orders.goal = ahead
	orders.calls = Input.is_action_just_pressed("call")
	orders.beeps = Input.is_action_just_pressed("beep")


func _process(delta: float) -> void:
	show_around(game.player.global_position, 1 - exp(-EASE * delta))
	_point_ahead()


## The house is cut open over a place, and the camera goes a part of its way there.
func show_around(place: Vector3, part := 1.0) -> void:
	var at := place + camera.global_basis.z * away
	camera.global_position = at if camera.global_position == Vector3.ZERO else camera.global_position.lerp(at, part)
	# A slab that is cut in its middle would hide all below, so it is left out.
	var cut := minf(place.y + CUT, ceilf((place.y + CUT) / Plan.STOREY) * Plan.STOREY - Builder.SLAB - 0.01)
	game.material.set_shader_parameter("cut", cut)
	game.material.set_shader_parameter("who", place)
	game.get_node("Sun").light_energy = 0.8 if game.act < game.Act.NIGHT else 0.2
	for other: Node3D in game.get_node("Moving").get_children():
		other.visible = other.global_position.y < place.y + CUT


## An arrow before the player's feet shows the way to the alarm, then to a crate, and by night to the nearest gem, and then out.
func _point_ahead() -> void:
	var from: Vector3 = game.player.global_position
	var places := PackedVector3Array([game.alarm])
	if game.act == game.Act.ALARM:
		places = game.built.crates
	elif game.act >= game.Act.NIGHT:
		places = game.built.exits if game.gems.is_empty() else game.gems.map(func(gem: Node3D) -> Vector3: return gem.position - game.HOVER)
	var map := NavMap.of(game)
	var nearest: int = map.nearest_target(from, places, game.player.filter)
	ahead = Vector3.INF
	for point: Vector3 in [] if nearest < 0 else map.find_path(from, places[nearest], game.player.filter).points:
		if point.distance_to(from) > 0.5:
			ahead = point
			break
	var way := (ahead - from).slide(Vector3.UP)
	is_link_ahead = ahead.is_finite() and absf(ahead.y - from.y) > way.length()
	arrow.visible = ahead.is_finite() and not is_link_ahead
	if arrow.visible:
		way = way.normalized()
		arrow.global_transform = Transform3D(Basis(way.cross(Vector3.UP), way, Vector3.UP), from + way + Vector3(0, 0.08, 0))
