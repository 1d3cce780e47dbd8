## A guard patrols, sees an intruder, chases it, loses it and goes back to its patrol.
##
## In a window they go on for ever. With [code]-- --table[/code] on the command line every change of the guard's mind is a line
## of a table, until it walks its patrol again after a chase. All that moves them are the behaviors NavPatrol, NavFollow,
## NavMoveTo and NavFlee under a small tree of this project's own; see guard.gd and intruder.gd.
extends Node3D

const Drawing := preload("res://scripts/drawing.gd")

const TIME_LIMIT := 90.0        ## Seconds of game time.
const BAKE_LIMIT := 60.0        ## Seconds by the clock: in a run at a fixed step game time passes faster.
const STORY: Array[String] = ["patrols", "chases", "searches", "patrols"]
const ROW := "%8s  %-10s  %-10s  %10s"

var with_table := "--table" in OS.get_cmdline_user_args()
var seconds := 0.0
var told: Array[String] = []

@onready var guard: Node3D = $Characters/Guard
@onready var intruder: Node3D = $Characters/Intruder


func _ready() -> void:
	for character in $Characters.get_children():
		character.begin(false)
	if with_table:
		print(ROW % ["seconds", "guard", "intruder", "meters off"])
	else:
		add_child(Drawing.new($NavMeshBaker, $Characters.get_children()))


func _physics_process(delta: float) -> void:
	if not with_table:
		return
	if $NavMeshBaker.is_baking() and Time.get_ticks_msec() < 1000 * BAKE_LIMIT:
		return
	seconds += delta
	if guard.agent.get_current_navigation_path().is_empty():
		pass
	elif told.is_empty() or told[-1] != guard.state():
		told.append(guard.state())
		print(ROW % ["%.2f" % seconds, told[-1], intruder.state(), "%.2f" % guard.global_position.distance_to(intruder.global_position)])
	if _is_back_on_patrol():
		_end(0)
	elif seconds > TIME_LIMIT:
		printerr("WRONG: the guard should have been told of as %s, not %s" % [STORY, told])
		_end(1)


## The story is over when the guard comes to a place of its patrol again.
func _is_back_on_patrol() -> bool:
	return _contains(told, STORY) and told[-1] == "patrols" and guard.agent.status == NavAgent.SUCCESS


## Whether the story happened, whatever came in between.
func _contains(all: Array[String], story: Array[String]) -> bool:
	var next := 0
	for state in all:
		next += int(next < story.size() and state == story[next])
	return next == story.size()


func _end(code: int) -> void:
	set_physics_process(false)
	get_tree().quit(code)
