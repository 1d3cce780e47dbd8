extends SceneTree
## Plays a step of the tutorial by clicks, as a reader does, until its picture is taken. The step stands after "--".

const PLAYS := {                ## {step: what happens in which frame, at 10 frames a second: a click on a place, the space bar (null), the picture (0)}
	1: {10: Vector3(-9, 0, -7), 32: 0},
	2: {24: Vector3(9, 0, 5), 43: 0},
	3: {10: Vector3(-8, 0, -8), 48: 0},
	4: {10: Vector3(9, 1, 9), 51: 0},
	5: {5: null, 10: Vector3(-9, 0, -9), 70: 0},
	6: {5: null, 10: Vector3(-9, 0, -5), 52: 0},
}


func _initialize() -> void:
	play.call_deferred(PLAYS[int(OS.get_cmdline_user_args()[0])])


func play(happens: Dictionary) -> void:
	change_scene_to_file("res://level.tscn")
	for frame in happens.keys().max() + 1:
		await process_frame
		if happens.get(frame) is Vector3:
			click(happens[frame])
		elif frame in happens and happens[frame] == null:
			press_space()
	quit()


func click(place: Vector3) -> void:
	var event := InputEventMouseButton.new()
	event.button_index = MOUSE_BUTTON_LEFT
	event.pressed = true
	event.position = root.get_camera_3d().unproject_position(place)
	root.push_input(event)


func press_space() -> void:
	var event := InputEventAction.new()
	event.action = "ui_accept"
	event.pressed = true
	root.push_input(event)
