## Two thousand walk to the nearer of two goals by one goal field: the ways are searched once, and each frame looks all of them up in one call.
## The goals move on when all have arrived. The overlay draws the field.
##
## In a window it goes on for ever. With [code]-- --table[/code] on the command line it walks two rounds, compares the way that each has walked with
## the length that the field told before, and prints a table.
extends Node3D

const TITLE := "One field for two thousand"
const SHOWS := "All walk to the nearer of two goals by one goal field, which is drawn."

const Controls := preload("res://scripts/play/controls.gd")
const Overlay := preload("res://addons/navpy/debug/overlay.gd")
const Verdict := preload("res://scripts/verdict.gd")

const COUNT := 2000
const SPEED := 3.0              ## Meters a second.
const ARRIVED := 0.3            ## Meters.
const ROUNDS := 2
const FEET := Vector3(0, 0.12, 0)
const ROW := "%6s  %12s  %14s  %12s"

var with_table := "--table" in OS.get_cmdline_user_args()
var places := PackedVector3Array()
var told := PackedFloat32Array()        ## By walker: the length of its way at the beginning.
var walked := PackedFloat32Array()
var rounds := 0
var faults := PackedStringArray()
var field: NavGoalField
var overlay := Overlay.new()
var speed := SPEED
var goals := PackedVector3Array()
var is_led := false             ## The goals, by a developer who plays.

@onready var map := NavMap.of(self)
@onready var walkers: MultiMesh = $Walkers.multimesh


func _ready() -> void:
	map.set_random_seed(11)
	set_physics_process(false)
	add_child(overlay)
	$NavMeshBaker.bake_finished.connect(_set_off, CONNECT_ONE_SHOT)


func _set_off(_success: bool) -> void:
	_fill(COUNT)
	if with_table:
		print(ROW % ["round", "longest m", "walked more m", "field's searches"])
	_begin()
	set_physics_process(true)


func _fill(count: int) -> void:
	walkers.instance_count = count
	places = map.random_points(count)


func _begin() -> void:
	if not is_led:
		goals = map.random_points(2)
	_search()


func _search() -> void:
	for i in 2:
		$Goals.get_child(i).position = goals[i]
	field = map.goal_field(goals)
	overlay.goal_field = field
	told = field.get_distances(places)
	walked.resize(places.size())
	walked.fill(0)


func _physics_process(delta: float) -> void:
	var directions := field.get_directions(places)
	var left := field.get_distances(places)
	var under_way := 0
	for i in places.size():
		if left[i] > ARRIVED and is_finite(left[i]):
			var step := minf(speed * delta, left[i])
			places[i] += directions[i] * step
			walked[i] += step
			under_way += 1
	places = map.closest_points(places)         # on the ground, whose height changes
	for i in places.size():
		walkers.set_instance_transform(i, Transform3D(Basis.IDENTITY, places[i] + FEET))
	if under_way == 0:
		_end()


func _end() -> void:
	var longest := 0.0
	var more := 0.0
	for i in places.size():
		if is_finite(told[i]):
			longest = maxf(longest, told[i])
			more = maxf(more, walked[i] - told[i])
	if more > 0.05 * longest + ARRIVED:
		faults.append("somebody walked %.2f m more than its way is long" % more)
	if with_table:
		print(ROW % [rounds, "%.1f" % longest, "%.2f" % more, field.searches])
	rounds += 1
	if rounds == ROUNDS and with_table:
		Verdict.end(self, faults)
		return
	places = map.random_points(places.size())
	_begin()


func controls(c: Controls) -> void:
	c.tip("Drag the goals: one search finds the ways from everywhere, and each walker turns to the goal that is nearer on foot.")
	for i in 2:
		c.handle("goal %d" % (i + 1), func() -> Vector3: return $Goals.get_child(i).position, _lead.bind(i))
	c.button("Scatter them", _scatter)
	c.slider("Walkers", 100, 6000, 100, func() -> int: return places.size(), _fill_anew)
	c.slider("Speed (m/s)", 0.5, 10.0, 0.5, func() -> float: return speed, func(to: float) -> void: speed = to)
	c.toggle("Draw the field", func() -> bool: return overlay.visible, overlay.set_visible)
	c.number("Searches", func() -> int: return field.searches if field else 0, "Of this goal field")
	c.number("Longest way left", func() -> String: return "%.1f m" % _longest())
	c.number("Without a way", func() -> int: return Array(told).filter(is_inf).size())


func _scatter() -> void:
	places = map.random_points(places.size())


func _lead(place: Vector3, which: int) -> void:
	if field == null:               # the bake is not over yet
		return
	is_led = true
	goals[which] = map.closest_point(place)
	_search()


func _fill_anew(count: int) -> void:
	if field != null:
		_fill(count)
		_search()


func _longest() -> float:
	return Array(field.get_distances(places)).filter(is_finite).reduce(maxf, 0.0) if field else 0.0
