## Walls and a trench come and go while six characters walk: they go round what has come, and straight on when it has gone.
##
## In a window this goes on for ever. With [code]-- --table[/code] on the command line each change happens once, and a line
## says how long the ways were after it.
extends Node3D

const TITLE := "Walls come and go"
const SHOWS := "Walls and a trench under walking characters: only the tiles that they touch are baked again."

const Controls := preload("res://scripts/play/controls.gd")
const Drawing := preload("res://scripts/drawing.gd")
const Verdict := preload("res://scripts/verdict.gd")
const Wall := preload("res://scenes/wall.tscn")

const PAUSE := 5.0              ## Seconds of game time from one change to the next.
const SETTLED := 1.0            ## Seconds until the ways after a change count.
const STRAIGHT := 1.01          ## Meters of the longest way for a meter of the straight line.
const ROUND := 1.03
const BAKE_LIMIT := 60.0        ## Seconds by the clock: in a run at a fixed step game time passes faster.
const ROW := "%8s  %-24s  %14s  %22s"

var with_table := "--table" in OS.get_cmdline_user_args()
var changes_itself := true
var walls := {}                 ## By the place where they stand.
var goals := {}                 ## Of the characters.
var changes: Array[Callable]
var said := "nothing has come"
var stands_anything := false
var tiles := 0
var longest_way := 0.0
var seconds := 0.0
var next_change := PAUSE
var last_frame := 0             ## When it began, in microseconds by the clock.
var longest_frame := 0

@onready var baker: NavMeshBaker = $NavMeshBaker
@onready var places: Array[Node] = $Places.get_children()


func _ready() -> void:
	for character in $Characters.get_children():
		goals[character] = _other_side(character)
	baker.tiles_changed.connect(func(count: int): tiles += count)
	changes = [_build.bind(places[0]), _build.bind(places[1]), _raze.bind(places[0]), _raze.bind(places[1]), _dig, _fill]
	if with_table:
		print(ROW % ["seconds", "what happened before", "tiles changed", "longest way / straight"])
	else:
		add_child(Drawing.new(baker, $Characters.get_children()))


func _physics_process(delta: float) -> void:
	if baker.navmesh == null and Time.get_ticks_msec() < 1000 * BAKE_LIMIT:
		return
	_look_at_clock()
	for character: Node3D in goals:
		if character.agent.requestPath(goals[character]) == NavAgent.SUCCESS:
			goals[character] = _other_side(character)
	seconds += delta
	if baker.is_rebaking():
		next_change = seconds + PAUSE    # in a run at a fixed step bakes take long by the game's clock
	if seconds > next_change - PAUSE + SETTLED:
		longest_way = goals.keys().map(_way_for_a_meter).reduce(maxf, longest_way)
	if seconds > next_change and changes_itself and _nobody_in_the_way():
		_change()


## The next change, after a look at what became of the last one.
func _change() -> void:
	if with_table:
		print(ROW % ["%.2f" % seconds, said, tiles, "%.2f" % longest_way])
		if stands_anything and longest_way < ROUND or not stands_anything and longest_way > STRAIGHT:
			return _end(["after '%s' the longest way is %.2f of the straight line" % [said, longest_way]])
	if changes.is_empty():
		return _end([])
	var change: Callable = changes.pop_front()
	if not with_table:
		changes.append(change)
	change.call()
	tiles = 0
	longest_way = 0.0
	next_change = seconds + PAUSE
	stands_anything = not walls.is_empty() or $Trench.visible


func _build(place: Node3D) -> void:
	said = "a wall has come %s" % place.name
	walls[place] = Wall.instantiate()
	walls[place].transform = place.transform
	add_child(walls[place])
	baker.rebake_node(walls[place])


func _raze(place: Node3D) -> void:
	said = "the wall %s has gone" % place.name
	baker.rebake_node(walls[place])
	walls[place].queue_free()
	walls.erase(place)


func _dig() -> void:
	said = "a trench has come"
	$Trench.affect_navigation_mesh = true
	$Trench.show()


func _fill() -> void:
	said = "the trench has gone"
	$Trench.affect_navigation_mesh = false
	$Trench.hide()


## Nobody stands where a wall or the trench might come.
func _nobody_in_the_way() -> bool:
	return goals.keys().all(func(character: Node3D): return absf(character.position.x) > 6)


func _other_side(character: Node3D) -> Vector3:
	return Vector3(-13 * signf(character.position.x), 0, character.position.z)


func _way_for_a_meter(character: Node3D) -> float:
	var straight: float = character.feet().distance_to(goals[character])
	return character.agent.distance_left / straight if straight > 10 else 1.0


## The bakes are a worker thread's; collecting a wall's geometry and exchanging the tiles are the main thread's.
func _look_at_clock() -> void:
	var now := Time.get_ticks_usec()
	if last_frame > 0:
		longest_frame = maxi(longest_frame, now - last_frame)
	last_frame = now


func _end(faults: PackedStringArray) -> void:
	print("the main thread's longest frame: %.2f ms" % (longest_frame / 1000.0))
	Verdict.end(self, faults)


func controls(c: Controls) -> void:
	c.tip("Drag a wall or the trench under those who walk: only the tiles that it touches are baked again, on a worker thread, and the ways change.")
	for place in places:
		c.toggle("Wall %s" % place.name, func() -> bool: return place in walls, _toggle.bind(_build.bind(place), _raze.bind(place)))
		c.drag(place, "wall %s" % place.name, _move.bind(place)).keeps_height = true
	c.toggle("Trench", func() -> bool: return $Trench.visible, _toggle.bind(_dig, _fill), "NavObstacle.affect_navigation_mesh")
	c.drag($Trench, "trench", Callable(), Color(0.9, 0.6, 0.4))
	c.toggle("They come and go", func() -> bool: return changes_itself, func(on: bool) -> void: changes_itself = on)
	c.property(_agents, "max_speed", 0.5, 8.0)
	c.property(_agents, "avoidance_enabled")
	c.number("Tiles changed", func() -> int: return tiles, "By the last change")
	c.number("Longest way / straight", func() -> String: return "%.2f" % goals.keys().map(_way_for_a_meter).max())
	c.number("Longest frame ms", _longest_frame, "Of the main thread, since the last look")
	c.drag_bodies($Characters.get_children)


func _agents() -> Array:
	return goals.keys().map(func(character: Node) -> NavAgent: return character.agent)


## By a developer who plays: nothing comes or goes by itself any more.
func _toggle(on: bool, come: Callable, go: Callable) -> void:
	changes_itself = false
	tiles = 0
	(come if on else go).call()


func _move(place: Node3D) -> void:
	changes_itself = false
	if place in walls:
		walls[place].transform = place.transform
		baker.rebake_node(walls[place])
	else:
		_build(place)


func _longest_frame() -> String:
	var longest := longest_frame
	longest_frame = 0
	return "%.1f" % (longest / 1000.0)
