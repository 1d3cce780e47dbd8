## Has a game's bot play it, and tells what was wrong: [code]-- --bot LEVEL TICKS[/code] on the command line of a game, and after these the seconds after
## which the game is saved and loaded.
##
## Each second it asks every walker whether it is stuck, and looks where it stands. At the end one line says how the game went, with a number that all
## that has happened makes up: equal numbers are equal games.
extends Node

const PATIENCE := 10            ## Seconds for which a walker may be stuck.
const LIMIT := 900.0            ## Seconds of game time.
const STEP := 0.02              ## Meters between feet and floor.
const REACH := 0.3              ## Meters over and under a body where its floor is looked for.
const EXACT := 0.0005           ## Meters, of that.
const BESIDE: Array[float] = [0.001, 0.01]       ## Meters that a body may be in a wall; the second, if it touches something at any height.

signal reloaded

static var faults := PackedStringArray()    ## Also of the time before the game was loaded.

var game: Node
var reload_after := -1          ## Seconds; -1: never.
var rate: int
var ticks := 0                  ## Of the game.
var stuck := {}                 ## By walker: seconds.
var digest := 0
var began := 0                  ## Microseconds, when this frame's logic began: its scripts, the agents and the crowds.
var costs := PackedInt64Array() ## Microseconds of it, by tick.


func _init(played: Node, ticks_a_second: int) -> void:
	game = played
	rate = ticks_a_second
	process_physics_priority = 100
	game.over.connect(_on_over)


## The signal comes before all nodes have their turn, agents too, and this node has its turn after them.
func _ready() -> void:
	get_tree().physics_frame.connect(func() -> void: began = Time.get_ticks_usec())


func _physics_process(_delta: float) -> void:
	if game.ticks == ticks:         # the level is being built, or the game waits for its navmesh
		return
	ticks = game.ticks
	var walkers: Array = game.walkers()
	costs.append(Time.get_ticks_usec() - began)
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
		_blame(walker, "is stuck: " + agent.why_stuck())
	if walker is CharacterBody3D and walker.is_on_floor() and not agent.is_on_link:
		var over := _above_floor(walker)
		if absf(over) > STEP:
			_blame(walker, "is %.3f m over the floor" % over)
		# A body that touches a wall is off the mesh by what rasters and simpler outlines take from it: two or three cells of 0.1 m.
		var off: Vector3 = agent.get_map().closest_point(walker.global_position, agent.filter) - walker.global_position
		if Vector2(off.x, off.z).length() > agent.radius:
			_blame(walker, "is %.2f m off the mesh" % Vector2(off.x, off.z).length())


func _blame(walker: Node, what: String) -> void:
	faults.append("after %d s %s at %s %s" % [ticks / rate, walker.name, walker.global_position, what])


## How high a body stands over what carries it: halves the way down on which its shape comes to touch something. A little narrower it does not touch the
## wall beside it, and its lowest point is the same.
func _above_floor(body: CharacterBody3D) -> float:
	var shape: CollisionShape3D = body.get_node("Shape")
	var query := PhysicsShapeQueryParameters3D.new()
	query.collision_mask = 1
	query.exclude = [body.get_rid()]
	var free := REACH
	for beside in BESIDE:
		query.shape = shape.shape.duplicate()
		query.shape.radius -= beside
		free = REACH
		var blocked := -REACH
		while free - blocked > EXACT:
			var height := (free + blocked) / 2
			query.transform = shape.global_transform.translated(Vector3(0, height, 0))
			if body.get_world_3d().direct_space_state.intersect_shape(query, 1).is_empty():
				free = height
			else:
				blocked = height
		if free < REACH:
			break
	return -free


func _on_over(won: bool, _text: String) -> void:
	if not won:
		faults.append("the bot has lost")
	_tell(won)


func _tell(won: bool) -> void:
	set_physics_process(false)
	costs.sort()
	print("%s after %.1f s at %d ticks; a frame's logic took %.2f ms, one in a hundred more than %.2f; game %d" % [
			"won" if won else "not won", ticks / float(rate), rate, costs[costs.size() / 2] / 1000.0, costs[int(costs.size() * 0.99)] / 1000.0, digest])
	for fault in faults:
		print("FAULT ", fault)
	get_tree().quit(int(not faults.is_empty()))
