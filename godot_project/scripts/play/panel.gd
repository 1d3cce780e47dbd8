## The panel beside a scene that is played: what the scene shows, what to try, its settings and numbers, and the way on.
extends PanelContainer

const Controls := preload("controls.gd")
const Clock := preload("clock.gd")

const WIDTH := 300.0            ## Pixels.
const EVERY := 0.25             ## Seconds from one look at values to the next.
const MARGIN := 12
const BACKGROUND := Color(0.17, 0.19, 0.23, 0.95)
const TIP_COLOR := Color(1, 0.85, 0.45)
const DIM := Color(0.72, 0.75, 0.8)
const SMALL := 13
const CROWD_PRIORITY := -1000   ## Of crowds that are timed: nothing else runs among them.
const CAMERA_3D := "Drag the ground, or the right button: orbit\nMiddle button: pan    Wheel: zoom"
const CAMERA_2D := "Right or middle button: pan    Wheel: zoom"

var play: Node
var controls: Controls
var legend: RichTextLabel       ## The scene's own.
var text: RichTextLabel         ## Its copy here.
var looks: Array[Callable] = [] ## Each brings one control up to date.
var rows := VBoxContainer.new()
var numbers := GridContainer.new()
var seconds := 0.0


func _init(by: Node, scene: Node, of: Controls) -> void:
	play = by
	controls = of
	legend = scene.get_node("Legend/Panel/Text")
	scene.get_node("Legend").hide()
	set_anchors_and_offsets_preset(PRESET_RIGHT_WIDE)
	offset_left = -WIDTH
	_style()
	var column := VBoxContainer.new()
	add_child(column)
	column.add_child(_ways())
	var scroll := ScrollContainer.new()
	scroll.size_flags_vertical = SIZE_EXPAND_FILL
	scroll.horizontal_scroll_mode = ScrollContainer.SCROLL_MODE_DISABLED
	scroll.follow_focus = true
	column.add_child(scroll)
	rows.size_flags_horizontal = SIZE_EXPAND_FILL
	rows.add_theme_constant_override("separation", 6)
	scroll.add_child(rows)
	text = _add_text(legend.text)
	if controls.try_text:
		_add_text(controls.try_text).add_theme_color_override("default_color", TIP_COLOR)
	for item in controls.items:
		_add_item(item)
	numbers.columns = 2
	numbers.add_theme_constant_override("h_separation", 10)
	_time("Physics frame ms", Clock.new(-2 + CROWD_PRIORITY, -CROWD_PRIORITY), "What all nodes take in a physics frame, scripts too; 16.7 is what there is")
	if controls.timed:
		for crowd in controls.timed:
			crowd.process_physics_priority = CROWD_PRIORITY
		_time("Crowd step ms", Clock.new(CROWD_PRIORITY - 1, CROWD_PRIORITY + 1), "What the crowd's step takes, searches too")
	_add_number("Frames a second", func() -> int: return int(Engine.get_frames_per_second()), "")
	rows.add_child(HSeparator.new())
	rows.add_child(numbers)
	rows.add_child(HSeparator.new())
	_add_note(CAMERA_3D if scene is Node3D else CAMERA_2D)


func _process(delta: float) -> void:
	seconds += delta
	if seconds < EVERY:
		return
	seconds = 0.0
	if text.text != legend.text:
		text.text = legend.text
	for look in looks:
		look.call()


func _style() -> void:
	var box := StyleBoxFlat.new()
	box.bg_color = BACKGROUND
	box.set_content_margin_all(MARGIN)
	add_theme_stylebox_override("panel", box)
	theme = Theme.new()
	theme.default_font_size = SMALL + 1


## Back to the menu, again, on.
func _ways() -> HBoxContainer:
	var row := HBoxContainer.new()
	for way: Array in [["Menu", "Esc", play.menu], ["Reset", "R", play.reset], ["Next", "N", play.next]]:
		var button := Button.new()
		button.text = "%s  (%s)" % [way[0], way[1]]
		button.size_flags_horizontal = SIZE_EXPAND_FILL
		button.pressed.connect(way[2])
		row.add_child(button)
	row.get_child(0).ready.connect(row.get_child(0).grab_focus)
	return row


func _add_text(what: String) -> RichTextLabel:
	var label := RichTextLabel.new()
	label.bbcode_enabled = true
	label.fit_content = true
	label.mouse_filter = MOUSE_FILTER_IGNORE
	label.text = what
	rows.add_child(label)
	return label


func _add_note(what: String) -> void:
	var label := Label.new()
	label.text = what
	label.add_theme_font_size_override("font_size", SMALL - 1)
	label.add_theme_color_override("font_color", DIM)
	rows.add_child(label)


func _add_item(item: Controls.Item) -> void:
	match item.kind:
		Controls.Kind.SLIDER:
			_add_slider(item)
		Controls.Kind.TOGGLE:
			_add_toggle(item)
		Controls.Kind.CHOICE:
			_add_choice(item)
		Controls.Kind.BUTTON:
			_add_button(item)
		Controls.Kind.NUMBER:
			_add_number(item.label, item.read, item.hint)


## The name and the value above a slider.
func _add_slider(item: Controls.Item) -> void:
	var slider := HSlider.new()
	slider.min_value = item.from
	slider.max_value = item.to
	slider.step = item.step
	slider.set_value_no_signal(item.read.call())
	slider.tooltip_text = item.hint
	var head := HBoxContainer.new()
	head.add_child(_name(item))
	var value := Label.new()
	value.add_theme_color_override("font_color", DIM)
	head.add_child(value)
	var look := func() -> void:
		slider.set_value_no_signal(item.read.call())
		value.text = _in_words(slider.value, item.step)
	slider.value_changed.connect(func(to: float) -> void:
		item.write.call(to)
		value.text = _in_words(to, item.step))
	look.call()
	looks.append(look)
	var both := VBoxContainer.new()
	both.add_theme_constant_override("separation", -2)
	both.add_child(head)
	both.add_child(slider)
	rows.add_child(both)


func _in_words(value: float, step: float) -> String:
	return String.num(value, 0 if is_equal_approx(step, roundf(step)) else 2)


func _add_toggle(item: Controls.Item) -> void:
	var button := CheckButton.new()
	button.text = item.label
	button.tooltip_text = item.hint
	button.toggled.connect(item.write)
	_look(func() -> void: button.set_pressed_no_signal(item.read.call()))
	rows.add_child(button)


func _add_choice(item: Controls.Item) -> void:
	var row := HBoxContainer.new()
	var button := OptionButton.new()
	for each: String in item.choices:
		button.add_item(each)
	button.tooltip_text = item.hint
	button.item_selected.connect(item.write)
	_look(func() -> void: button.selected = item.read.call())
	row.add_child(_name(item))
	row.add_child(button)
	rows.add_child(row)


func _add_button(item: Controls.Item) -> void:
	var button := Button.new()
	button.text = item.label
	button.tooltip_text = item.hint
	button.pressed.connect(item.write)
	rows.add_child(button)


func _add_number(label: String, read: Callable, hint: String) -> void:
	var name_label := Label.new()
	name_label.text = label
	name_label.tooltip_text = hint
	name_label.mouse_filter = MOUSE_FILTER_PASS
	name_label.add_theme_color_override("font_color", DIM)
	var value := Label.new()
	value.horizontal_alignment = HORIZONTAL_ALIGNMENT_RIGHT
	value.autowrap_mode = TextServer.AUTOWRAP_WORD_SMART
	value.size_flags_horizontal = SIZE_EXPAND_FILL
	_look(func() -> void:
		var now := str(read.call())
		if value.text != now:
			value.text = now)
	numbers.add_child(name_label)
	numbers.add_child(value)


func _time(label: String, clock: Clock, hint: String) -> void:
	add_child(clock)
	_add_number(label, func() -> String: return "%.2f" % clock.take(), hint)


func _name(item: Controls.Item) -> Label:
	var label := Label.new()
	label.text = item.label
	label.tooltip_text = item.hint
	label.mouse_filter = MOUSE_FILTER_PASS
	label.size_flags_horizontal = SIZE_EXPAND_FILL
	return label


func _look(look: Callable) -> void:
	look.call()
	looks.append(look)
