## Has a game's bot play it, and tells what was wrong: [code]-- --bot LEVEL TICKS[/code] on the command line of a game, and after these the seconds after
## which the game is saved and loaded.
##
## Each second it asks every walker whether it is stuck, and looks where it stands. At the end one line says how the game went, with a number that all
## that has happened makes up: equal numbers are equal games.
extends Node

const PATIENCE := 10            ## Seconds for which a walker may be stuck.
const LIMIT := 900.0            ## Seconds of game time.
const WAITS := 60000            ## Milliseconds of the clock for which a level may be built, or a game wait for its navmesh.
const STEP := 0.02              ## Meters between feet and floor.
const REACH := 0.3              ## Meters over and under a body where its floor is looked for.
const EXACT := 0.0005           ## Meters, of that.
## Meters by which a body is measured narrower than it is. A millimeter wider: the engine's safe margin carries a body, too. Narrower: who touches a wall is
## in it by so much in some ticks.
const NARROWER: Array[float] = [-0.001, 0.0, 0.001, 0.01]

signal reloaded

static var faults := PackedStringArray()    ## Also of the time before the game was loaded.

var game: Node
var reload_after := -1          ## Seconds; -1: never.
var rate: int
var ticks := 0                  ## Of the game.
var went_on := 0                ## Milliseconds of the clock, at the last tick.
var stuck := {}                 ## By walker: seconds.
var unmeasured := 0             ## Looks at feet that told nothing.
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
	went_on = Time.get_ticks_msec()


func _physics_process(_delta: float) -> void:
	if game.ticks == ticks:         # the level is being built, or the game waits for its navmesh
		if Time.get_ticks_msec() - went_on > WAITS:
			faults.append("does not go on: " + game.status())
			_tell(false)
		return
	ticks = game.ticks
	went_on = Time.get_ticks_msec()
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
		var over := above_floor(walker)
		unmeasured += int(is_nan(over))
		if absf(over) > STEP:
			_blame(walker, "is %.3f m over the floor" % over)
		# A body that touches a wall is off the mesh by what rasters and simpler outlines take from it: two or three cells of 0.1 m.
		var off: Vector3 = agent.get_map().closest_point(walker.global_position, agent.filter) - walker.global_position
		if Vector2(off.x, off.z).length() > agent.radius:
			_blame(walker, "is %.2f m off the mesh" % Vector2(off.x, off.z).length())


func _blame(walker: Node, what: String) -> void:
	faults.append("after %d s %s at %s %s" % [ticks / rate, walker.name, walker.global_position, what])


## How high a body stands over what carries it. As wide as it is it may touch a wall, too; a little narrower it may miss the edge on which it stands. The
## least of what they tell counts. NAN: it is deeper in a wall than that, and nothing tells.
static func above_floor(body: CharacterBody3D) -> float:
	var least := REACH
	for narrower in NARROWER:
		var free := _lowest_free(body, narrower)
		if absf(free) < absf(least):
			least = free
	return -least if least < REACH else NAN


## Meters by which a body may be let down, or must be lifted, until it touches nothing: from the first height at which it is free, as its head may touch
## something farther up.
static func _lowest_free(body: CharacterBody3D, narrower: float) -> float:
	var shape: CollisionShape3D = body.get_node("Shape")
	var query := PhysicsShapeQueryParameters3D.new()
	query.collision_mask = 1
	query.exclude = [body.get_rid()]
	query.shape = shape.shape.duplicate()
	query.shape.radius -= narrower
	var is_free := func(height: float) -> bool:
		query.transform = shape.global_transform.translated(Vector3(0, height, 0))
		return body.get_world_3d().direct_space_state.intersect_shape(query, 1).is_empty()
	var heights := [EXACT, STEP / 2, STEP, REACH]
	var free: float = heights[heights.find_custom(is_free)]         # the last one if there is none
	var blocked := -REACH if is_free.call(free) else free
	while free - blocked > EXACT:
		var height := (free + blocked) / 2
		if is_free.call(height):
			free = height
		else:
			blocked = height
	return free


func _on_over(won: bool, _text: String) -> void:
	if not won:
		faults.append("the bot has lost")
	_tell(won)


func _tell(won: bool) -> void:
	set_physics_process(false)
	costs.sort()
	print("%s after %.1f s at %d ticks; a frame's logic took %.2f ms, one in a hundred more than %.2f; %d feet unmeasured; game %d" % [
			"won" if won else "not won", ticks / float(rate), rate, costs[costs.size() / 2] / 1000.0, costs[int(costs.size() * 0.99)] / 1000.0,
			unmeasured, digest])
	for fault in faults:
		print("FAULT ", fault)
	get_tree().quit(int(not faults.is_empty()))
