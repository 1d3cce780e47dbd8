## The menu of all scenes: a picture and a title each; the line below says what the one under the mouse, or with the focus, shows.
extends Control

const Play := preload("play.gd")

const COLUMNS := 6
const GAP := 8
const MARGIN := 18
const PICTURE := Vector2(200, 112)      ## Pixels.
const BACKGROUND := Color(0.13, 0.15, 0.19)
const CARD := Color(0.18, 0.2, 0.25)
const CARD_LIT := Color(0.27, 0.32, 0.42)
const DIM := Color(0.72, 0.75, 0.8)
const WELCOME := "Choose a scene by the mouse, or by the arrow keys and Enter. In each, drag the yellow handles and move the sliders."

var about := Label.new()


func _ready() -> void:
	set_anchors_and_offsets_preset(PRESET_FULL_RECT)
	var back := ColorRect.new()
	back.color = BACKGROUND
	back.set_anchors_and_offsets_preset(PRESET_FULL_RECT)
	add_child(back)
	var margins := MarginContainer.new()
	margins.set_anchors_and_offsets_preset(PRESET_FULL_RECT)
	for side in ["left", "right"]:
		margins.add_theme_constant_override("margin_" + side, MARGIN)
	for side in ["top", "bottom"]:
		margins.add_theme_constant_override("margin_" + side, MARGIN / 2)
	add_child(margins)
	var rows := VBoxContainer.new()
	margins.add_child(rows)
	rows.add_child(_label("navpy", 24, Color.WHITE))
	about.text = WELCOME
	about.add_theme_color_override("font_color", DIM)
	rows.add_child(about)
	var scroll := ScrollContainer.new()
	scroll.size_flags_vertical = SIZE_EXPAND_FILL
	scroll.follow_focus = true
	scroll.horizontal_scroll_mode = ScrollContainer.SCROLL_MODE_DISABLED
	rows.add_child(scroll)
	var middle := CenterContainer.new()
	middle.size_flags_horizontal = SIZE_EXPAND_FILL
	scroll.add_child(middle)
	var grid := GridContainer.new()
	grid.columns = COLUMNS
	grid.add_theme_constant_override("h_separation", GAP)
	grid.add_theme_constant_override("v_separation", GAP)
	middle.add_child(grid)
	for scene in Play.scenes():
		grid.add_child(_card(scene))
	_focus(grid)


## The scene that was played last has the focus, or else the first one.
func _focus(grid: GridContainer) -> void:
	var last := grid.get_node_or_null(NodePath(_play().current))
	(last if last else grid.get_child(0)).grab_focus()


func _card(scene: String) -> Button:
	var words := Play.words(scene)
	var card := Button.new()
	card.name = scene
	card.custom_minimum_size = PICTURE + Vector2(0, 28)
	card.clip_contents = true
	for state: String in ["normal", "hover", "pressed", "focus"]:
		card.add_theme_stylebox_override(state, _box(state))
	var picture := TextureRect.new()
	picture.texture = load(Play.PICTURES + scene + ".webp")
	picture.expand_mode = TextureRect.EXPAND_IGNORE_SIZE
	picture.stretch_mode = TextureRect.STRETCH_KEEP_ASPECT_COVERED
	picture.position = Vector2(3, 3)
	picture.size = PICTURE - Vector2(6, 4)
	picture.mouse_filter = MOUSE_FILTER_IGNORE
	card.add_child(picture)
	var title := _label("%s %s" % [scene.left(2), words[0]], 12, Color.WHITE)
	title.position = Vector2(4, PICTURE.y)
	title.size = Vector2(PICTURE.x - 6, 28)
	title.vertical_alignment = VERTICAL_ALIGNMENT_CENTER
	title.clip_text = true
	title.mouse_filter = MOUSE_FILTER_IGNORE
	card.add_child(title)
	card.pressed.connect(func() -> void: _play().open(scene))
	var tell := func() -> void: about.text = "%s: %s" % [words[0], words[1]]
	card.mouse_entered.connect(tell)
	card.focus_entered.connect(tell)
	return card


func _box(state: String) -> StyleBoxFlat:
	var box := StyleBoxFlat.new()
	box.bg_color = CARD if state == "normal" else CARD_LIT
	box.set_corner_radius_all(5)
	if state == "focus":
		box.draw_center = false
		box.border_color = Color(1, 0.85, 0.3)
		box.set_border_width_all(2)
	return box


func _label(what: String, font_size: int, color: Color) -> Label:
	var label := Label.new()
	label.text = what
	label.add_theme_font_size_override("font_size", font_size)
	label.add_theme_color_override("font_color", color)
	return label


func _play() -> Node:
	return get_node("/root/Play")
