## What is around a game: the title with its levels, the options, the pause, saved games, slow motion and the line of text at the top.
##
## A game is a scene whose root has the signals [code]over(won: bool, text: String)[/code] and [code]happened(what: String)[/code], the name of a sound,
## the methods [code]save()[/code], [code]status()[/code] and [code]walkers()[/code], and the properties [code]orders[/code], [code]ticks[/code] and
## [code]crowd[/code]. Before it comes into the tree it is given [code]level_number[/code], [code]difficulty[/code] and [code]state[/code], which is what
## its [code]save()[/code] has returned, or empty.
##
## On the command line [code]-- --bot LEVEL TICKS[/code] has a bot play, see Witness. With [code]--record FILE[/code] its game is recorded, and
## [code]-- --replay FILE[/code] plays a record again and tells whether it was the same game.
extends CanvasLayer

const Keys := preload("keys.gd")
const Options := preload("options.gd")
const Pointer := preload("pointer.gd")
const Replay := preload("replay.gd")
const Sounds := preload("sounds.gd")
const Witness := preload("witness.gd")

const SLOW := 0.25
const DIFFICULTIES: Array[String] = ["easy", "normal", "hard"]

## The scene of the game, and its name, by which saves are kept.
@export var scene: PackedScene
@export var title := ""
@export_multiline var help := ""
@export var levels: PackedStringArray
## Whether a pad's right stick points. Who has a cursor of its own needs no second one.
@export var has_pointer := false

var level := 0
var difficulty := 1
var game: Node
var replay: Replay              ## Records the game, or plays it from a record.
var panel: PanelContainer
var box: VBoxContainer
var back := Callable()          ## Where a press of B or Esc leads from the panel.
var line := Label.new()
var sounds := Sounds.new()


func _ready() -> void:
	process_mode = PROCESS_MODE_ALWAYS
	Keys.add_to_input_map()
	Options.read()
	Options.apply(get_tree())
	line.add_theme_color_override("font_outline_color", Color.BLACK)
	line.add_theme_constant_override("outline_size", 6)
	line.position = Vector2(16, 10)
	add_child(line)
	if has_pointer:
		add_child(Pointer.new())
	add_child(sounds)
	var bot := _arguments("--bot").map(func(word: String) -> int: return int(word))
	if not bot.is_empty():
		watch_bot(bot[0], bot[1], bot[2] if bot.size() > 2 else -1)
	elif not _arguments("--replay").is_empty():
		_check_replay(_arguments("--replay")[0])
	else:
		show_title()


func _check_replay(path: String) -> void:
	watch_replay(path)
	if game == null:
		print("no record of a game in ", path)
		get_tree().quit(1)
		return
	replay.ended.connect(func(is_same: bool, text: String) -> void:
		print("replay of ", text)
		get_tree().quit(int(not is_same)))


## The words after an option on the command line, up to the next option.
static func _arguments(option: String) -> Array:
	var words := Array(OS.get_cmdline_user_args())
	if not option in words:
		return []
	words = words.slice(words.find(option) + 1)
	var end := words.find_custom(func(word: String) -> bool: return word.begins_with("--"))
	return words if end < 0 else words.slice(0, end)


## The bot plays a level, from the beginning or from a saved state, at so many ticks a second. After some seconds it saves and loads the game.
func watch_bot(number: int, ticks: int, reload_after := -1, state := {}) -> void:
	Options.values = Options.FIRST.duplicate()
	Options.values.ticks = ticks
	start(number, state)
	game.over.disconnect(_on_over)
	_add_bot()
	replay.path = "".join(_arguments("--record"))
	var witness := Witness.new(game, ticks)
	witness.reload_after = reload_after
	witness.reloaded.connect(func() -> void: watch_bot.call_deferred(number, ticks, -1, bytes_to_var(var_to_bytes(game.save()))))
	game.add_child(witness)


func _add_bot() -> void:
	replay.record.bot = true
	game.add_child(load(scene.resource_path.get_base_dir() + "/bot.gd").new())


## A bot whose game it was is there again, as it may do more than give orders.
func watch_replay(path: String) -> void:
	var record := Replay.read(path)
	if record.is_empty():
		return
	difficulty = record.difficulty
	start(record.level, record.state, record)
	if record.bot:
		_add_bot()


func _process(_delta: float) -> void:
	line.text = game.status() if game != null else ""


func _unhandled_input(event: InputEvent) -> void:
	if event.is_action_pressed("ui_cancel") and back.is_valid():
		back.call()
	elif game == null or event.is_echo():
		return
	elif event.is_action_pressed("pause") and panel == null:
		show_pause()
	elif event.is_action_pressed("pause") and get_tree().paused:
		resume()
	elif event.is_action_pressed("slow"):
		Engine.time_scale = SLOW if Engine.time_scale == 1 else 1.0
	elif event.is_action_pressed("save"):
		save_game()
	elif event.is_action_pressed("load"):
		load_game()


func start(number: int, state := {}, record := {}) -> void:
	_close()
	level = number
	get_tree().paused = false
	Engine.time_scale = 1
	_drop_game()
	game = scene.instantiate()
	game.level_number = level
	game.difficulty = difficulty
	game.state = state
	game.process_mode = PROCESS_MODE_PAUSABLE
	game.over.connect(_on_over)
	game.happened.connect(sounds.hear)
	_record(state, record)
	add_child(game)
	Options.apply(get_tree())


func _record(state: Dictionary, record: Dictionary) -> void:
	replay = Replay.new()
	replay.game = game
	if record.is_empty():
		replay.path = replay_path()
		replay.record.merge({"level": level, "difficulty": difficulty, "state": state}, true)
	else:
		replay.replay(record)
		replay.ended.connect(_on_replay_ended)
	add_child(replay)


## The last level is another one each time: its number is the seed.
func _start_new() -> void:
	start(randi_range(levels.size() - 1, 9999))


func _drop_game() -> void:
	if game != null:
		replay.free()
		game.free()             # at once: it may wait for a bake, after which there must be a tree
		game = null


func show_title() -> void:
	_drop_game()
	get_tree().paused = false
	Engine.time_scale = 1
	_open(title)
	box.add_child(_words(help))
	for i in levels.size():
		_button(levels[i], start.bind(i) if i < levels.size() - 1 else _start_new)
	_choice("Difficulty", DIFFICULTIES, difficulty, func(i: int) -> void: difficulty = i)
	if FileAccess.file_exists(save_path()):
		_button("Go on with the saved game", load_game)
	if FileAccess.file_exists(replay_path()):
		_button("Watch the last game", watch_replay.bind(replay_path()))
	_button("Options", show_options.bind(show_title))
	_button("Quit", get_tree().quit)


func show_pause(heading := "Pause") -> void:
	get_tree().paused = true
	_open(heading, resume)
	_button("Go on", resume)
	_button("Begin again", func() -> void: start(level))
	_button("Save (F5)", func() -> void:
		save_game()
		show_pause("Saved"))
	if FileAccess.file_exists(save_path()):
		_button("Load (F9)", load_game)
	_button("Options", show_options.bind(show_pause))
	_button("To the title", show_title)


func show_options(from: Callable) -> void:
	_open("Options", from)
	_choice("Physics ticks a second", Array(Options.TICKS).map(str), Options.TICKS.find(Options.values.ticks),
			func(i: int) -> void: Options.change("ticks", Options.TICKS[i], get_tree()))
	_choice("Resolution of the picture", ["half", "three quarters", "full"], Options.SCALES.find(Options.values.scale),
			func(i: int) -> void: Options.change("scale", Options.SCALES[i], get_tree()))
	_choice("How many walk about", ["half", "all"], 0 if Options.values.agents < 1 else 1,
			func(i: int) -> void: Options.change("agents", [0.5, 1.0][i], get_tree()))
	_choice("Sounds", ["off", "soft", "loud"], Options.VOLUMES.find(Options.values.volume),
			func(i: int) -> void: Options.change("volume", Options.VOLUMES[i], get_tree()))
	for key: String in ["shadows", "full_screen"]:
		var check := CheckBox.new()
		check.text = {"shadows": "Shadows", "full_screen": "Full screen"}[key]
		check.button_pressed = Options.values[key]
		check.toggled.connect(func(on: bool) -> void: Options.change(key, on, get_tree()))
		box.add_child(check)
	_button("Back", from)


func resume() -> void:
	_close()
	get_tree().paused = false


func save_path() -> String:
	return "user://%s.save" % title.to_snake_case()


func replay_path() -> String:
	return "user://%s.replay" % title.to_snake_case()


## A game that is being built or is over has nothing to go on with.
func save_game() -> void:
	if game.walkers().is_empty() or panel != null and not get_tree().paused:
		return
	var file := FileAccess.open(save_path(), FileAccess.WRITE)
	file.store_var({"level": level, "difficulty": difficulty, "state": game.save()})


func load_game() -> void:
	var file := FileAccess.open(save_path(), FileAccess.READ)
	if file == null:
		return
	var saved: Dictionary = file.get_var()
	difficulty = saved.difficulty
	start(saved.level, saved.state)


func _on_over(won: bool, text: String) -> void:
	sounds.hear("won" if won else "lost")
	_open("Won" if won else "Lost")
	box.add_child(_words(text))
	_button("Once more", func() -> void: start(level))
	_button("To the title", show_title)


func _on_replay_ended(_is_same: bool, text: String) -> void:
	if panel == null:
		get_tree().paused = true
		_open("The end of the record")
		box.add_child(_words(text))
		_button("To the title", show_title)


# ---- a panel in the middle ----

func _open(heading: String, cancel := Callable()) -> void:
	_close()
	back = cancel
	panel = PanelContainer.new()
	panel.set_anchors_and_offsets_preset(Control.PRESET_CENTER)
	panel.grow_horizontal = Control.GROW_DIRECTION_BOTH
	panel.grow_vertical = Control.GROW_DIRECTION_BOTH
	box = VBoxContainer.new()
	box.custom_minimum_size.x = 560
	box.add_theme_constant_override("separation", 8)
	var paper := StyleBoxFlat.new()
	paper.bg_color = Color(0.11, 0.12, 0.15)
	paper.set_content_margin_all(20)
	panel.add_theme_stylebox_override("panel", paper)
	panel.add_child(box)
	var label := Label.new()
	label.text = heading
	label.add_theme_font_size_override("font_size", 32)
	box.add_child(label)
	add_child(panel)
	_focus_first.call_deferred()


## For a pad.
func _focus_first() -> void:
	if panel != null:
		box.find_next_valid_focus().grab_focus()


func _close() -> void:
	if panel != null:
		remove_child(panel)
		panel.queue_free()
		panel = null
		back = Callable()


func _button(text: String, pressed: Callable) -> void:
	var button := Button.new()
	button.text = text
	button.pressed.connect(pressed)
	box.add_child(button)


func _choice(text: String, choices: Array, chosen: int, change: Callable) -> void:
	var row := HBoxContainer.new()
	var label := Label.new()
	label.text = text
	label.size_flags_horizontal = Control.SIZE_EXPAND_FILL
	row.add_child(label)
	var options := OptionButton.new()
	for choice: String in choices:
		options.add_item(choice)
	options.select(chosen)
	options.item_selected.connect(change)
	row.add_child(options)
	box.add_child(row)


func _words(text: String) -> Label:
	var label := Label.new()
	label.text = text
	label.autowrap_mode = TextServer.AUTOWRAP_WORD_SMART
	return label
