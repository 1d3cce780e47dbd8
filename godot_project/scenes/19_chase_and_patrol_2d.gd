## A guard patrols, sees an intruder, chases it, loses it and goes back to its patrol: the behaviors NavPatrol, NavFollow, NavMoveTo and
## NavFlee with a NavAgent2D, under the small tree of 06_chase_and_patrol; see guard_2d.gd and intruder_2d.gd.
##
## In a window they go on for ever. With [code]-- --table[/code] on the command line every change of the guard's mind is a line of a
## table, until it walks its patrol again after a chase.
extends Node2D

const TIME_LIMIT := 90.0        ## Seconds of game time.
const BAKE_LIMIT := 60.0        ## Seconds by the clock: in a run at a fixed step game time passes faster.
const STORY: Array[String] = ["patrols", "chases", "searches", "patrols"]
const ROW := "%8s  %-10s  %-10s  %10s"

var with_table := "--table" in OS.get_cmdline_user_args()
var seconds := 0.0
var told: Array[String] = []

@onready var guard: CharacterBody2D = $Guard
@onready var intruder: CharacterBody2D = $Intruder


func _ready() -> void:
	if with_table:
		print(ROW % ["seconds", "guard", "intruder", "pixels off"])


func _physics_process(delta: float) -> void:
	$Legend/Panel/Text.text = "[b]Chase and patrol[/b]\nthe guard %s, the intruder %s" % [guard.state(), intruder.state()]
	if not with_table or $NavMeshBaker2D.is_baking() and Time.get_ticks_msec() < 1000 * BAKE_LIMIT:
		return
	seconds += delta
	if told.is_empty() or told[-1] != guard.state():
		told.append(guard.state())
		print(ROW % ["%.2f" % seconds, told[-1], intruder.state(), "%.1f" % guard.position.distance_to(intruder.position)])
	if _is_back_on_patrol():
		_end(0)
	elif seconds > TIME_LIMIT:
		printerr("WRONG: the guard should have been told of as %s, not %s" % [STORY, told])
		_end(1)


## The story is over when the guard comes to a place of its patrol again, whatever came in between.
func _is_back_on_patrol() -> bool:
	var next := 0
	for state in told:
		next += int(next < STORY.size() and state == STORY[next])
	return next == STORY.size() and told[-1] == "patrols" and guard.agent.status == NavAgent2D.SUCCESS


func _end(code: int) -> void:
	set_physics_process(false)
	get_tree().quit(code)
