## The picture of a scene that is played: draws the handles and takes what the mouse does there. The left button drags a handle, or else does what a
## click means in this scene, or turns the camera; the right one turns, the middle one pans, the wheel zooms.
extends Control

const Controls := preload("controls.gd")

const GRASP := 22.0             ## Pixels from a handle to the mouse that takes it.
const RING := 9.0               ## Pixels.
const FONT_SIZE := 14
const SHADE := Color(0, 0, 0, 0.6)
const ZOOM := 1.1               ## A click of the wheel.

var controls: Controls
var rig: Node                   ## A rig_3d.gd or a rig_2d.gd.
var dragged: Controls.Handle
var hovered: Controls.Handle
var offset := Vector2.ZERO      ## Pixels from the mouse to what it drags.
var mouse := Vector2.ZERO
var has_moved := false          ## The mouse, since the last frame.
var turning := false
var drawn: Array                ## Where the handles were drawn.
var is_lit := false             ## One of them, by the mouse.


func _init(of: Controls, by: Node) -> void:
	controls = of
	rig = by
	set_anchors_and_offsets_preset(PRESET_FULL_RECT)
	mouse_exited.connect(func() -> void: hovered = null)


func _process(_delta: float) -> void:
	if hovered != null and not hovered.is_there():
		hovered = null
	if dragged != null and not dragged.is_there():
		dragged = null
	if dragged != null and (has_moved or dragged.is_body):      # a body that is held stays under the mouse
		_drag()
	has_moved = false
	var now := controls.fixed.map(_spot)
	if now != drawn or hovered != null or dragged != null or is_lit:
		is_lit = hovered != null or dragged != null
		drawn = now
		queue_redraw()


func _gui_input(event: InputEvent) -> void:
	var press := event as InputEventMouseButton
	if press != null:
		_press(press)
	var motion := event as InputEventMouseMotion
	if motion != null:
		_move(motion)


func _press(press: InputEventMouseButton) -> void:
	mouse = press.position
	match press.button_index:
		MOUSE_BUTTON_LEFT when press.pressed:
			_take()
		MOUSE_BUTTON_LEFT:
			dragged = null
			turning = false
		MOUSE_BUTTON_WHEEL_UP when press.pressed:
			rig.magnify(ZOOM)
		MOUSE_BUTTON_WHEEL_DOWN when press.pressed:
			rig.magnify(1 / ZOOM)


func _take() -> void:
	dragged = _nearest(mouse)
	if dragged != null:
		offset = _spot(dragged) - mouse
	elif controls.click.is_valid():
		var place: Variant = rig.under(mouse, Vector3.ZERO if rig is Camera3D else Vector2.ZERO, null)
		if place != null:
			controls.click.call(place)
	else:
		turning = true


func _move(motion: InputEventMouseMotion) -> void:
	mouse = motion.position
	has_moved = true
	if dragged != null:
		return
	if turning or motion.button_mask & MOUSE_BUTTON_MASK_RIGHT:
		rig.turn(motion.relative)
	elif motion.button_mask & MOUSE_BUTTON_MASK_MIDDLE:
		rig.pan(motion.relative)
	else:
		hovered = _nearest(mouse)


func _drag() -> void:
	var now: Variant = dragged.read.call()
	var foot: Vector2 = rig.on_screen(now) - _spot(dragged)
	var place: Variant = rig.across(mouse + offset + foot, now) if dragged.keeps_height else rig.under(mouse + offset + foot, now, dragged.node)
	if place != null:
		dragged.write.call(place)


## Where a handle is grasped, on the screen.
func _spot(handle: Controls.Handle) -> Vector2:
	var place: Variant = handle.read.call()
	return rig.on_screen(place + handle.lift if place is Vector3 else place)


func _nearest(point: Vector2) -> Controls.Handle:
	var found: Controls.Handle
	var nearest := GRASP
	for handle: Controls.Handle in controls.handles():
		var distance := point.distance_to(_spot(handle)) + (GRASP / 2 if handle.is_body else 0.0)
		if distance < nearest:
			nearest = distance
			found = handle
	return found


func _draw() -> void:
	for handle in controls.fixed:
		_draw_handle(handle)
	for handle: Controls.Handle in [hovered, dragged]:
		if handle != null and handle.is_body:
			draw_arc(_spot(handle), 1.6 * RING, 0, TAU, 32, Color.WHITE, 2.0, true)


## A ring, and what it is.
func _draw_handle(handle: Controls.Handle) -> void:
	var spot := _spot(handle)
	if not spot.is_finite():
		return
	var radius := RING * (1.35 if handle == dragged or handle == hovered else 1.0)
	draw_circle(spot, radius + 2, SHADE, true, -1, true)
	draw_circle(spot, radius, handle.color, false, 3.0, true)
	draw_circle(spot, 2.5, handle.color, true, -1, true)
	var font := get_theme_default_font()
	var width := font.get_string_size(handle.label, HORIZONTAL_ALIGNMENT_LEFT, -1, FONT_SIZE).x
	var at := spot + Vector2(radius + 8, FONT_SIZE / 3.0)
	if at.x + width + 8 > size.x * (1 - rig.side):
		at.x = spot.x - radius - 8 - width
	draw_rect(Rect2(at - Vector2(4, FONT_SIZE), Vector2(width + 8, FONT_SIZE + 5)), SHADE)
	draw_string(font, at, handle.label, HORIZONTAL_ALIGNMENT_LEFT, -1, FONT_SIZE, handle.color.lightened(0.3))
