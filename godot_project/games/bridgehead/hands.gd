## Turns mouse, keys and pad into orders. A cursor follows the mouse, or the stick; a click builds, chooses a group or sends it.
## It draws what a player should know of these: the chosen group, where the groups stand, how far a tower throws, and the keys.
extends Node2D

const Keys := preload("res://games/common/keys.gd")
const Plan := preload("plan.gd")
const Works := preload("works.gd")

const SPEED := 500.0            ## Pixels a second, of the cursor by the stick.
const TOOLS: Array[String] = ["", "wall", "tower"]
const KEYS := "1 2 3  group      B  %s      right click  takes down      Q  next wave      T  slow      O  thoughts      Esc  pause"
const NEXT: Array[String] = ["walls", "towers", "march again"]      ## What another B does.
const GROUP_KEYS: Array[Key] = [KEY_1, KEY_2, KEY_3]
const GROUP_BUTTONS: Array[JoyButton] = [JOY_BUTTON_DPAD_LEFT, JOY_BUTTON_DPAD_UP, JOY_BUTTON_DPAD_RIGHT]

var cursor := Vector2(640, 360)
var tool := 0
var group := 0

@onready var game: Node2D = get_parent()


func _ready() -> void:
	Keys.add_to_input_map()
	for i in GROUP_KEYS.size():
		if not InputMap.has_action("group_%d" % i):
			InputMap.add_action("group_%d" % i)
			var key := InputEventKey.new()
			key.physical_keycode = GROUP_KEYS[i]
			InputMap.action_add_event("group_%d" % i, key)
			Keys.add_button("group_%d" % i, GROUP_BUTTONS[i])


func _unhandled_input(event: InputEvent) -> void:
	if event is InputEventMouse:
		cursor = get_canvas_transform().affine_inverse() * event.position
	var button: int = event.button_index if event is InputEventMouseButton and event.pressed else 0
	if event.is_action_pressed("use") or button == MOUSE_BUTTON_LEFT:
		_click()
	elif event.is_action_pressed("sneak") or button == MOUSE_BUTTON_RIGHT:
		game.orders.append(["sell", Plan.cell_at(cursor)])
	elif event.is_action_pressed("beep"):
		tool = (tool + 1) % TOOLS.size()
	elif event.is_action_pressed("call"):
		game.orders.append(["call_wave"])
	for i in GROUP_KEYS.size():
		if event.is_action_pressed("group_%d" % i):
			group = i
			tool = 0


func _click() -> void:
	var hit: int = game.soldiers.group_at(cursor)
	if tool > 0:
		game.orders.append(["build", Plan.cell_at(cursor), TOOLS[tool]])
	elif hit >= 0:
		group = hit
	else:
		game.orders.append(["send", group, cursor])


func _process(delta: float) -> void:
	cursor += Input.get_vector("left", "right", "up", "down") * SPEED * delta
	cursor = cursor.clamp(Vector2.ZERO, Vector2(Plan.SIZE) * Plan.CELL - Vector2.ONE)
	queue_redraw()


func status() -> String:
	return "Builds a %s for %d" % [TOOLS[tool], Works.PRICES[TOOLS[tool]]] if tool > 0 else "Group %d" % (group + 1)


func _draw() -> void:
	_draw_groups()
	draw_arc(cursor, 7, 0, TAU, 16, Color.WHITE, 1.5, true)
	var cell := Plan.cell_at(cursor)
	if tool > 0:
		var color := Color(0.4, 1, 0.4) if game.refusal_of(cell, TOOLS[tool]) == "" else Color(1, 0.35, 0.3)
		draw_rect(Plan.in_pixels(Rect2i(cell, Vector2i.ONE)), Color(color, 0.35))
	if TOOLS[tool] == "tower" or tool == 0 and game.works.is_tower(cell):
		draw_arc(Plan.center_of(cell), Works.RANGE, 0, TAU, 64, Color(1, 1, 1, 0.5), 1, true)
	_say(Vector2(0.5, Plan.SIZE.y - 0.3) * Plan.CELL, KEYS % NEXT[tool], Color(1, 1, 1, 0.85))


## The goals with the numbers of the groups, and a white ring around each soldier of the chosen one.
func _draw_groups() -> void:
	for i: int in game.soldiers.GROUPS:
		var goal: Vector2 = game.soldiers.goals[i]
		var color: Color = game.soldiers.COLORS[i]
		draw_arc(goal, 10, 0, TAU, 24, Color(color, 1.0 if i == group else 0.5), 2, true)
		_say(goal + Vector2(-24, 5), str(i + 1), color)
	for soldier: Node2D in game.soldiers.groups[group].get_children():
		draw_arc(soldier.position, 10, 0, TAU, 16, Color(1, 1, 1, 0.8), 1, true)


func _say(place: Vector2, text: String, color: Color) -> void:
	draw_string_outline(ThemeDB.fallback_font, place, text, HORIZONTAL_ALIGNMENT_LEFT, -1, 14, 4, Color.BLACK)
	draw_string(ThemeDB.fallback_font, place, text, HORIZONTAL_ALIGNMENT_LEFT, -1, 14, color)
