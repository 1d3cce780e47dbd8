## A house seen from above. Five walk to the other side of it; when they are on their way, the southern door is shut, and those
## who were about to go through it take the northern one.
##
## In a window the door opens and shuts for ever. With [code]-- --table[/code] on the command line they go once; a table says how
## far each one walked, and the program ends.
extends Node2D

const SHUT := 2.0               ## Seconds until the door is shut.
const OPEN := 12.0              ## Seconds until it is opened again, in a window.
const TIME_LIMIT := 60.0        ## Seconds of game time.
const BAKE_LIMIT := 60.0        ## Seconds by the clock: in a run at a fixed step game time passes faster.
const ROW := "%-8s  %-8s  %10s  %10s  %8s  %6s"

var with_table := "--table" in OS.get_cmdline_user_args()
var seconds := 0.0
var has_begun := false
var walked := {}                ## By walker: pixels.
var last := {}                  ## By walker: its place in the frame before.
var ends := {}                  ## By walker: seconds until it has arrived.
var first_length := {}          ## By walker: pixels of its first path.
var searches := {}              ## By walker: paths it has had.

@onready var walkers := get_tree().get_nodes_in_group("walkers")


func _ready() -> void:
	for walker: CharacterBody2D in walkers:
		walker.get_node("NavAgent2D").path_changed.connect(func() -> void: searches[walker] = searches.get(walker, 0) + 1)
	$NavMeshBaker2D.bake_finished.connect(func(_success: bool) -> void: _set_off())


func _set_off() -> void:
	if has_begun:
		return
	has_begun = true
	for walker: CharacterBody2D in walkers:
		var agent: NavAgent2D = walker.get_node("NavAgent2D")
		agent.requestPath(walker.get_meta("goal"))
		first_length[walker] = agent.get_path_length()
		last[walker] = walker.position
		walked[walker] = 0.0
		walker.set_meta("home", walker.position)


func _physics_process(delta: float) -> void:
	if not has_begun:
		if Time.get_ticks_msec() > 1000 * BAKE_LIMIT:
			_end("the navmesh was not baked")
		return
	seconds += delta
	_move_door()
	for walker: CharacterBody2D in walkers:
		walked[walker] += walker.position.distance_to(last[walker])
		last[walker] = walker.position
		if walker.get_node("NavAgent2D").hasArrived() == NavAgent2D.SUCCESS and walker not in ends:
			ends[walker] = seconds
	if not with_table:
		_turn_back()
	elif ends.size() == walkers.size() or seconds > TIME_LIMIT:
		_print_table()


func _move_door() -> void:
	var shut := fmod(seconds, OPEN) > SHUT
	if shut != $Door.affect_navigation_mesh:
		$Door.affect_navigation_mesh = shut
		$Door/Look.visible = shut
	$Label.text = "The southern door is %s." % ("shut" if shut else "open")


## Who has arrived walks back.
func _turn_back() -> void:
	for walker: CharacterBody2D in ends.keys():
		var goal: Vector2 = walker.get_meta("goal")
		walker.set_meta("goal", walker.get_meta("home"))
		walker.set_meta("home", goal)
		walker.get_node("NavAgent2D").requestPath(walker.get_meta("goal"))
		ends.erase(walker)


func _print_table() -> void:
	print(ROW % ["walker", "status", "path px", "walked px", "seconds", "paths"])
	var fault := ""
	for walker: CharacterBody2D in walkers:
		var agent: NavAgent2D = walker.get_node("NavAgent2D")
		print(ROW % [walker.name, ["RUNNING", "SUCCESS", "FAILURE"][agent.status], "%.1f" % first_length[walker], "%.1f" % walked[walker],
				"%.2f" % ends.get(walker, -1.0), searches[walker]])
		if agent.status != NavAgent2D.SUCCESS:
			fault = "%s: %s" % [walker.name, agent.why_stuck()]
	if searches.values().max() < 2:
		fault = "nobody took another way when the door was shut"
	_end(fault)


func _end(fault: String) -> void:
	if fault:
		push_error(fault)
	get_tree().quit(1 if fault else 0)
