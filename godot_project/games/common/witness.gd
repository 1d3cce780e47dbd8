## Has a game's bot play it, and tells what was wrong: [code]-- --bot LEVEL TICKS[/code] on the command line of a game, and after these the seconds after
## which the game is saved and loaded.
##
## Each second it asks every walker whether it is stuck, and looks where it stands. At the end one line says how the game went, with a number that all
## that has happened makes up: equal numbers are equal games.
extends Node

const PATIENCE := 10            ## Seconds for which a walker may be stuck.
const LIMIT := 900.0            ## Seconds of game time.
const STEP := 0.02              ## Meters between feet and floor.
const ABOVE := 0.3              ## Meters over a body, from where its shape is let down.

signal reloaded

var game: Node
var reload_after := -1          ## Seconds; -1: never.
var rate: int
var ticks := 0
var stuck := {}                 ## By walker: seconds.
var faults := PackedStringArray()
var digest := 0
var costs := PackedFloat64Array()           ## Seconds, by tick: what the engine tells of physics frames, its longest of the last second.


func _init(played: Node, ticks_a_second: int) -> void:
	game = played
	rate = ticks_a_second
	process_physics_priority = 100
	game.over.connect(_on_over)


func _physics_process(_delta: float) -> void:
	var walkers: Array = game.walkers()
	if walkers.is_empty():          # the level is being built
		return
	ticks += 1
	costs.append(Performance.get_monitor(Performance.TIME_PHYSICS_PROCESS))
	for walker: Node in walkers:
		digest = hash([digest, walker.global_position])
	if ticks == reload_after * rate:
		reloaded.emit()
	if ticks % rate == 0:
		for walker: Node in walkers:
			_look_at(walker)
	if ticks > LIMIT * rate:
		faults.append("nobody has won after %.0f s: %s" % [LIMIT, game.status()])
		_tell(false)


func _look_at(walker: Node) -> void:
	var agent: Node = walker.agent
	stuck[walker.name] = stuck.get(walker.name, 0) + 1 if agent.is_stuck else 0
	if stuck[walker.name] == PATIENCE:
		faults.append("after %d s %s at %s is stuck: %s" % [ticks / rate, walker.name, walker.global_position, agent.why_stuck()])
	if walker is CharacterBody3D and walker.is_on_floor() and not agent.is_on_link:
		var off := _above_floor(walker)
		if absf(off) > STEP:
			faults.append("after %d s %s at %s is %.3f m over the floor" % [ticks / rate, walker.name, walker.global_position, off])


## How high a body stands over what carries it: its shape is let down on that from above.
func _above_floor(body: CharacterBody3D) -> float:
	var shape: CollisionShape3D = body.get_node("Shape")
	var query := PhysicsShapeQueryParameters3D.new()
	query.shape = shape.shape
	query.transform = shape.global_transform.translated(Vector3(0, ABOVE, 0))
	query.motion = Vector3(0, -2 * ABOVE, 0)
	query.collision_mask = 1
	query.exclude = [body.get_rid()]
	return (2 * body.get_world_3d().direct_space_state.cast_motion(query)[0] - 1) * ABOVE


func _on_over(won: bool, _text: String) -> void:
	if not won:
		faults.append("the bot has lost")
	_tell(won)


func _tell(won: bool) -> void:
	set_physics_process(false)
	costs.sort()
	print("%s after %.1f s at %d ticks; a frame's logic took %.1f ms, one in a hundred more than %.1f; game %d" % [
			"won" if won else "not won", ticks / float(rate), rate, 1000 * costs[costs.size() / 2], 1000 * costs[int(costs.size() * 0.99)], digest])
	for fault in faults:
		print("FAULT ", fault)
	get_tree().quit(int(not faults.is_empty()))
