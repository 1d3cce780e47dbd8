extends SceneTree
## Goes through a game's menus with a pad alone: `-- museum` or `-- bridgehead`. Each step names what has the focus, or how the game is.

const LONGEST := 10             # controls of a menu

var shell: Node
var steps := PackedStringArray()


func _initialize() -> void:
	shell = load("res://games/%s/main.tscn" % OS.get_cmdline_user_args()[0]).instantiate()
	root.add_child(shell)
	await wait(3)
	tell("title")
	await walk_options()
	await go_to("Difficulty")           # an option: opened, the next one chosen
	await press(JOY_BUTTON_A)
	await press(JOY_BUTTON_DPAD_DOWN)
	await press(JOY_BUTTON_A)
	steps.append("difficulty %d" % shell.difficulty)
	await go_to(shell.levels[0])
	await press(JOY_BUTTON_A)
	await play()
	await press(JOY_BUTTON_START)
	tell("paused")
	await stands_still()
	await go_to("Options")
	await press(JOY_BUTTON_A)
	await walk_options()
	tell("back")
	await go_to("Save (F5)")
	await press(JOY_BUTTON_A)
	tell("saved")
	await go_to("Load (F9)")
	await press(JOY_BUTTON_A)
	await play()
	await press(JOY_BUTTON_START)
	await go_to("Begin again")
	await press(JOY_BUTTON_A)
	await play()
	await press(JOY_BUTTON_START)
	await press(JOY_BUTTON_B)
	steps.append("B goes on" if shell.panel == null and not paused else "B does nothing")
	await press(JOY_BUTTON_START)
	await go_to("To the title")
	await press(JOY_BUTTON_A)
	await go_to("Watch the last game")
	await press(JOY_BUTTON_A)
	while shell.panel == null:
		await wait(1)
	steps.append("replay: " + shell.box.get_child(1).text.get_slice(": ", 1))
	await press(JOY_BUTTON_A)
	await go_to("Quit")
	print("RESULT ", JSON.stringify(steps))
	set_button(JOY_BUTTON_A, true)
	await wait(2)
	set_button(JOY_BUTTON_A, false)         # it quits


## From the top: the rate of the physics to its third choice, the share of agents to half, and back.
func walk_options() -> void:
	if shell.game == null:
		await go_to("Options")
		await press(JOY_BUTTON_A)
	tell("options")
	await go_to("60" if Engine.physics_ticks_per_second == 60 else "144")
	await press(JOY_BUTTON_A)
	await press(JOY_BUTTON_DPAD_DOWN if Engine.physics_ticks_per_second == 60 else JOY_BUTTON_DPAD_UP)
	await press(JOY_BUTTON_A)
	steps.append("%d ticks" % Engine.physics_ticks_per_second)
	await go_to("Back")
	await press(JOY_BUTTON_A)


## Moves with the stick for a while, when the game has been built.
func play() -> void:
	while shell.game.walkers().is_empty():
		await wait(1)
	var from: Vector2 = place()
	await lean(JOY_AXIS_LEFT_Y, -1.0, 30)
	await lean(JOY_AXIS_RIGHT_X, 1.0, 10)
	steps.append("moved" if place() != from else "stands")
	for button: JoyButton in [JOY_BUTTON_A, JOY_BUTTON_B, JOY_BUTTON_X, JOY_BUTTON_Y, JOY_BUTTON_BACK, JOY_BUTTON_BACK, JOY_BUTTON_RIGHT_STICK,
			JOY_BUTTON_LEFT_SHOULDER]:
		await press(button)
	await wait(20)              # in slow motion
	await press(JOY_BUTTON_LEFT_SHOULDER)
	await wait(40)


## While the game is paused.
func stands_still() -> void:
	var ticks: int = shell.game.ticks
	await lean(JOY_AXIS_LEFT_Y, -1.0, 10)
	steps.append("stands still" if shell.game.ticks == ticks else "goes on")


func place() -> Vector2:
	var hands: Node = shell.game.get_node("Hands")
	return hands.cursor if "cursor" in hands else Vector2(shell.game.player.position.x, shell.game.player.position.z)


func tell(what: String) -> void:
	var focus := root.gui_get_focus_owner()
	steps.append("%s: %s" % [what, "no focus" if focus == null else focus.text])


## Down, and then up, until a control with the text has the focus, or the one beside the label of that text.
func go_to(text: String) -> void:
	for way: JoyButton in [JOY_BUTTON_DPAD_DOWN, JOY_BUTTON_DPAD_UP]:
		for i in LONGEST:
			var focus := root.gui_get_focus_owner()
			if focus != null and (focus.text == text or focus.get_index() == 1 and focus.get_parent().get_child(0).text == text):
				return
			await press(way)
	steps.append("no way to " + text)


func press(button: JoyButton) -> void:
	set_button(button, true)
	await wait(2)
	set_button(button, false)
	await wait(2)


func set_button(button: JoyButton, is_down: bool) -> void:
	var event := InputEventJoypadButton.new()
	event.button_index = button
	event.pressed = is_down
	Input.parse_input_event(event)


func lean(axis: JoyAxis, value: float, frames: int) -> void:
	for part: float in [value, 0.0]:
		var event := InputEventJoypadMotion.new()
		event.axis = axis
		event.axis_value = part
		Input.parse_input_event(event)
		await wait(frames)


func wait(frames: int) -> void:
	for i in frames:
		await process_frame
