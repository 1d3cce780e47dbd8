## Plays with a scene of the demo as a developer does: opens it through the menu, moves each control through its whole range, drags each handle and
## the camera with the mouse, and goes back to the menu. Prints what there was as lines "RESULT <what>: <value>". Arguments: a scene; and "march",
## to drag the goal of its formation instead and wait until all are there.
extends SceneTree

const WAIT := 600               ## Frames for a bake at most.
const SETTLE := 20
const AFTER := 4                ## Frames after each change.
const WAY := Vector2(46, 28)    ## Pixels.

var play: Node


func _initialize() -> void:
	_run.call_deferred()


func _run() -> void:
	play = root.get_node("Play")
	root.size = Vector2i(1280, 720)
	await process_frame
	var arguments := OS.get_cmdline_user_args()
	await _open_as_it_is(arguments[0])
	await _open(arguments[0])
	if "march" in arguments:
		await _march()
		return quit()
	await _move_controls()
	await _drag_handles()
	await _move_camera()
	_tell("R leads to", await _press_key(KEY_R))
	_tell("N leads to", await _press_key(KEY_N))
	_tell("Esc leads to", await _press_key(KEY_ESCAPE))
	quit()


## As a run without a window does.
func _open_as_it_is(scene: String) -> void:
	change_scene_to_file("res://scenes/%s.tscn" % scene)
	await _another_scene(null)
	_tell("added without the menu", play.layer.get_child_count())


func _open(scene: String) -> void:
	play.menu()
	_tell("began in", await _another_scene(current_scene))
	var cards := current_scene.find_children("*", "Button", true, false)
	_tell("cards", cards.size())
	for card: Button in cards:
		if card.name == scene:
			await _frames(2)
			_click(card.get_global_rect().get_center())
	_tell("opened", await _another_scene(current_scene))
	for frame in WAIT:
		if current_scene.find_children("NavMeshBaker*", "", true, false).all(func(baker: Node) -> bool: return baker.navmesh != null):
			break
		OS.delay_msec(5)        # a bake takes time by the clock
		await process_frame
	await _frames(SETTLE)


## Its name, once it is there in place of another one; that one's own, if nothing comes.
func _another_scene(than: Node) -> String:
	var before := than.get_instance_id() if than != null else 0
	for frame in SETTLE:
		await process_frame
		if current_scene != null and current_scene.get_instance_id() != before:
			break
	await _frames(SETTLE)
	return current_scene.scene_file_path.get_file().get_basename()


func _panel() -> Control:
	return play.layer.get_child(1)


func _view() -> Control:
	return play.layer.get_child(0)


func _move_controls() -> void:
	var moved := 0
	for control: Control in _panel().rows.find_children("*", "Control", true, false):
		if control is HSlider:
			await _slide(control)
		elif control is OptionButton:
			for i: int in control.item_count:
				control.select(i)
				control.item_selected.emit(i)
				await _frames(AFTER)
		elif control is BaseButton:
			for turn in 2:
				if control.toggle_mode:
					control.button_pressed = not control.button_pressed
				else:
					control.pressed.emit()
				await _frames(AFTER)
		else:
			continue
		moved += 1
	_tell("controls", moved)


func _slide(slider: HSlider) -> void:
	var before := slider.value
	for value: float in [slider.max_value, slider.min_value, before]:
		slider.value = value
		await _frames(AFTER)
	if not is_equal_approx(slider.value, before):
		_tell("stays at %s" % slider.value, slider.tooltip_text)


func _drag_handles() -> void:
	var seen := 0
	var moved := 0
	for handle in _view().controls.handles():
		var spot: Vector2 = _view()._spot(handle)
		if _view()._nearest(spot) != handle or not root.get_visible_rect().has_point(spot):
			continue                # behind another one, or out of sight
		var before: Variant = handle.read.call()
		await _drag(handle, WAY)
		seen += 1
		moved += int(not before.is_equal_approx(handle.read.call()))
		if before.is_equal_approx(handle.read.call()):
			_tell("stays", handle.label)
	_tell("handles", seen)
	_tell("moved", moved)


func _move_camera() -> void:
	var before := _corners()
	_button(Vector2(500, 20), true, MOUSE_BUTTON_RIGHT)
	_motion(Vector2(520, 40), Vector2(20, 20), MOUSE_BUTTON_MASK_RIGHT)
	_button(Vector2(520, 40), false, MOUSE_BUTTON_RIGHT)
	await _frames(2)
	_tell("camera turned", _corners() != before)
	before = _corners()
	_button(Vector2(500, 20), true, MOUSE_BUTTON_WHEEL_UP)
	await _frames(2)
	_tell("camera zoomed", _corners() != before)


## What lies under two points of the screen.
func _corners() -> Array:
	var level: Variant = Vector3.ZERO if current_scene is Node3D else Vector2.ZERO
	return [play.rig.under(Vector2(300, 300), level, null), play.rig.under(Vector2(600, 500), level, null)]


## Drags the goal of a formation, and waits until it is there.
func _march() -> void:
	var goal: Object = _view().controls.fixed[0]
	var to: Vector2 = _view()._spot(goal) - Vector2(140, 0)
	await _drag(goal, Vector2(-140, 0))
	_tell("off the mouse", "%.2f" % to.distance_to(_view()._spot(goal)))
	var formation: Node = current_scene.formation
	for frame in 60 * WAIT:
		if formation.has_arrived() != NavAgent.RUNNING:
			break
		await process_frame
	var off := formation.get_children().map(func(member: Node) -> float: return member.global_position.distance_to(goal.read.call()))
	_tell("status", formation.has_arrived())
	_tell("nearest to the goal", "%.2f" % (off.min() / formation.spacing))
	_tell("farthest from it", "%.2f" % (off.max() / formation.spacing))


## By the mouse, from where a handle is seen.
func _drag(handle: Object, way: Vector2) -> void:
	var from: Vector2 = _view()._spot(handle)
	_button(from, true)
	for step in 3:
		_motion(from + way * (step + 1) / 3.0, way / 3.0)
		await process_frame
	_button(from + way, false)
	await _frames(AFTER)


func _click(at: Vector2) -> void:
	_motion(at, Vector2.ONE)
	_button(at, true)
	_button(at, false)


func _button(at: Vector2, pressed: bool, button := MOUSE_BUTTON_LEFT) -> void:
	var event := InputEventMouseButton.new()
	event.button_index = button
	event.pressed = pressed
	event.position = at
	event.global_position = at
	root.push_input(event, true)


func _motion(to: Vector2, way: Vector2, mask := 0) -> void:
	var event := InputEventMouseMotion.new()
	event.button_mask = mask
	event.position = to
	event.global_position = to
	event.relative = way
	root.push_input(event, true)


func _press_key(key: Key) -> String:
	var event := InputEventKey.new()
	event.keycode = key
	event.pressed = true
	root.push_input(event, true)
	return await _another_scene(current_scene)


func _frames(count: int) -> void:
	for frame in count:
		await process_frame


func _tell(what: String, value: Variant) -> void:
	print("RESULT %s: %s" % [what, value])
