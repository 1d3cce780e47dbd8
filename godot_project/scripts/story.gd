## A line of a table for every change of a guard's mind, until it walks its patrol again after a chase; then the program ends.
extends Node

const Verdict := preload("res://scripts/verdict.gd")

const TIME_LIMIT := 90.0        ## Seconds of game time.
const BAKE_LIMIT := 60.0        ## Seconds by the clock: in a run at a fixed step game time passes faster.
const STORY: Array[String] = ["patrols", "chases", "searches", "patrols"]
const ROW := "%8s  %-10s  %-10s  %10s"

var baker: Node
var guard: Node                 ## Guard and intruder have a state(), the guard an agent.
var intruder: Node
var seconds := 0.0
var told: Array[String] = []


func _init(its_baker: Node, its_guard: Node, its_intruder: Node, units: String) -> void:
	baker = its_baker
	guard = its_guard
	intruder = its_intruder
	print(ROW % ["seconds", "guard", "intruder", units + " off"])


func _physics_process(delta: float) -> void:
	if baker.is_baking() and Time.get_ticks_msec() < 1000 * BAKE_LIMIT:
		return
	seconds += delta
	var has_way: bool = not guard.agent.get_current_navigation_path().is_empty()
	if has_way and (told.is_empty() or told[-1] != guard.state()):
		told.append(guard.state())
		print(ROW % ["%.2f" % seconds, told[-1], intruder.state(), "%.2f" % guard.global_position.distance_to(intruder.global_position)])
	if _is_back_on_patrol():
		Verdict.end(self, [])
	elif seconds > TIME_LIMIT:
		Verdict.end(self, ["the guard should have been told of as %s, not %s" % [STORY, told]])


## The story is over when the guard comes to a place of its patrol again, whatever came in between.
func _is_back_on_patrol() -> bool:
	var next := 0
	for state in told:
		next += int(next < STORY.size() and state == STORY[next])
	return next == STORY.size() and told[-1] == "patrols" and guard.agent.status == NavAgent.SUCCESS
