## The mouse for a pad: the right stick moves a ring over the game, and the sticks' buttons click there, the left one as the left mouse button.
extends Control

const SPEED := 700.0            ## Pixels a second: from the middle to a side of the picture in a second.
const RADIUS := 9.0
const CLICKS := {"click": MOUSE_BUTTON_LEFT, "right_click": MOUSE_BUTTON_RIGHT}

var at := Vector2.ZERO


func _ready() -> void:
	process_mode = PROCESS_MODE_PAUSABLE
	mouse_filter = MOUSE_FILTER_IGNORE
	at = get_viewport_rect().size / 2
	hide()


func _process(delta: float) -> void:
	var way := Input.get_vector("point_left", "point_right", "point_up", "point_down")
	visible = (visible or way != Vector2.ZERO) and get_parent().game != null
	at = (at + way * SPEED * delta / Engine.time_scale).clamp(Vector2.ZERO, get_viewport_rect().size)
	queue_redraw()


func _unhandled_input(event: InputEvent) -> void:
	if event is InputEventMouseMotion:
		hide()
	for action: String in CLICKS:
		if event.is_action_pressed(action):
			var click := InputEventMouseButton.new()
			click.button_index = CLICKS[action]
			click.pressed = true
			click.position = at
			get_viewport().push_input(click, true)


func _draw() -> void:
	draw_arc(at, RADIUS, 0, TAU, 24, Color.BLACK, 4, true)
	draw_arc(at, RADIUS, 0, TAU, 24, Color.WHITE, 2, true)
