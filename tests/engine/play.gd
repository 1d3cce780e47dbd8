## Plays with a scene of the demo as a developer does: opens it through the menu, moves each control through its whole range, drags each handle with
## the mouse, and goes back to the menu. Prints what there was as lines "RESULT <what> <value>".
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
	for scene in OS.get_cmdline_user_args():
		await _open(scene)
		await _move_controls()
		await _drag_handles()
		_tell("R leads to", await _press_key(KEY_R))
		_tell("N leads to", await _press_key(KEY_N))
		_tell("Esc leads to", await _press_key(KEY_ESCAPE))
	quit()


func _open(scene: String) -> void:
	play.menu()
	await _another_scene(current_scene)
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


func _button(at: Vector2, pressed: bool) -> void:
	var event := InputEventMouseButton.new()
	event.button_index = MOUSE_BUTTON_LEFT
	event.button_mask = MOUSE_BUTTON_MASK_LEFT if pressed else 0
	event.pressed = pressed
	event.position = at
	event.global_position = at
	root.push_input(event, true)


func _motion(to: Vector2, way: Vector2) -> void:
	var event := InputEventMouseMotion.new()
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
