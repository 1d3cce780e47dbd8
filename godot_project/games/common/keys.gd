## The keys, mouse buttons and pad buttons of both games, as actions of the engine's input map.
extends RefCounted

const KEYS := {
	"left": [KEY_A, KEY_LEFT], "right": [KEY_D, KEY_RIGHT], "up": [KEY_W, KEY_UP], "down": [KEY_S, KEY_DOWN],
	"run": [KEY_SHIFT], "sneak": [KEY_CTRL, KEY_C], "use": [KEY_E, KEY_SPACE], "call": [KEY_Q], "beep": [KEY_B],
	"slow": [KEY_T], "thoughts": [KEY_O], "save": [KEY_F5], "load": [KEY_F9], "pause": [KEY_ESCAPE, KEY_P],
	"click": [], "right_click": [], "point_left": [], "point_right": [], "point_up": [], "point_down": [],
}
const BUTTONS := {
	"click": JOY_BUTTON_LEFT_STICK, "right_click": JOY_BUTTON_RIGHT_STICK,
	"use": JOY_BUTTON_A, "sneak": JOY_BUTTON_B, "run": JOY_BUTTON_RIGHT_SHOULDER, "call": JOY_BUTTON_X, "beep": JOY_BUTTON_Y,
	"slow": JOY_BUTTON_LEFT_SHOULDER, "thoughts": JOY_BUTTON_BACK, "pause": JOY_BUTTON_START,
}
const STICKS := {
	"left": [JOY_AXIS_LEFT_X, -1.0], "right": [JOY_AXIS_LEFT_X, 1.0], "up": [JOY_AXIS_LEFT_Y, -1.0], "down": [JOY_AXIS_LEFT_Y, 1.0],
	"point_left": [JOY_AXIS_RIGHT_X, -1.0], "point_right": [JOY_AXIS_RIGHT_X, 1.0],
	"point_up": [JOY_AXIS_RIGHT_Y, -1.0], "point_down": [JOY_AXIS_RIGHT_Y, 1.0],
}


const MENU := {"ui_accept": JOY_BUTTON_A, "ui_cancel": JOY_BUTTON_B}        ## Which the engine's own map leaves to keys.
const ALL_PADS := -1


static func add_to_input_map() -> void:
	if InputMap.has_action("pause"):
		return
	for action: String in KEYS:
		InputMap.add_action(action, 0.3)
		for key: Key in KEYS[action]:
			var event := InputEventKey.new()
			event.physical_keycode = key
			InputMap.action_add_event(action, event)
	var buttons := BUTTONS.merged(MENU)
	for action: String in buttons:
		add_button(action, buttons[action])
	for action: String in STICKS:
		var event := InputEventJoypadMotion.new()
		event.device = ALL_PADS
		event.axis = STICKS[action][0]
		event.axis_value = STICKS[action][1]
		InputMap.action_add_event(action, event)


static func add_button(action: String, button: JoyButton) -> void:
	var event := InputEventJoypadButton.new()
	event.device = ALL_PADS
	event.button_index = button
	InputMap.action_add_event(action, event)
