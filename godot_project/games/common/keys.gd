## The keys, mouse buttons and pad buttons of both games, as actions of the engine's input map.
extends RefCounted

const KEYS := {
	"left": [KEY_A, KEY_LEFT], "right": [KEY_D, KEY_RIGHT], "up": [KEY_W, KEY_UP], "down": [KEY_S, KEY_DOWN],
	"run": [KEY_SHIFT], "sneak": [KEY_CTRL, KEY_C], "use": [KEY_E, KEY_SPACE], "call": [KEY_Q], "beep": [KEY_B],
	"slow": [KEY_T], "thoughts": [KEY_O], "save": [KEY_F5], "load": [KEY_F9], "pause": [KEY_ESCAPE, KEY_P],
}
const BUTTONS := {
	"use": JOY_BUTTON_A, "sneak": JOY_BUTTON_B, "run": JOY_BUTTON_RIGHT_SHOULDER, "call": JOY_BUTTON_X, "beep": JOY_BUTTON_Y,
	"slow": JOY_BUTTON_LEFT_SHOULDER, "thoughts": JOY_BUTTON_BACK, "pause": JOY_BUTTON_START,
}
const STICK := {"left": [JOY_AXIS_LEFT_X, -1.0], "right": [JOY_AXIS_LEFT_X, 1.0], "up": [JOY_AXIS_LEFT_Y, -1.0], "down": [JOY_AXIS_LEFT_Y, 1.0]}


static func add_to_input_map() -> void:
	for action: String in KEYS:
		if InputMap.has_action(action):
			continue
		InputMap.add_action(action, 0.3)
		for key: Key in KEYS[action]:
			var event := InputEventKey.new()
			event.physical_keycode = key
			InputMap.action_add_event(action, event)
		if BUTTONS.has(action):
			var event := InputEventJoypadButton.new()
			event.button_index = BUTTONS[action]
			InputMap.action_add_event(action, event)
		if STICK.has(action):
			var event := InputEventJoypadMotion.new()
			event.axis = STICK[action][0]
			event.axis_value = STICK[action][1]
			InputMap.action_add_event(action, event)
