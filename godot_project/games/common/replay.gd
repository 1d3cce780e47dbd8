## A record of what a player wants in each tick, from which the same game is played again: a sibling of the game before it in the tree, so that it has its
## turn after a bot and before the game.
##
## It counts the game's own ticks, so those in which the game is paused or waits for a thread are not in it. The file has what a saved game has, and for
## each tick in which something else was wanted than in the one before: the orders, the physics ticks a second, the time scale and the share of agents.
## Digests of where everybody is tell whether a replay is the same game to the bit.
extends Node

const Options := preload("options.gd")

const VERSION := 1              ## Of the file.
const STEPS := 8                ## The engine's own limit of ticks in a frame.
const EVERY := 60               ## Ticks from one digest in the file to the next.

enum {TICK, ORDERS, RATE, SCALE, AGENTS}        ## Of a change.

## A replay has come to its end. The text tells whether it was the same game.
signal ended(is_same: bool, text: String)

var game: Node
var path: String                ## Where the record is written when the game is left; empty: nowhere.
var record := {"version": VERSION, "level": 0, "difficulty": 0, "state": {}, "bot": false, "changes": [],
	"digests": PackedInt64Array(), "ticks": 0, "digest": 0}
var is_replay := false
var next := 0                   ## The change that comes next in a replay.
var digest := 0
var seen := 0                   ## The tick whose end is in the digest.
var differs := -1               ## The first tick of those in which a replay was another game.


## Empty: there is no such record.
static func read(from: String) -> Dictionary:
	var file := FileAccess.open(from, FileAccess.READ)
	var found: Variant = null if file == null else file.get_var()
	return found if found is Dictionary and found.get("version") == VERSION else {}


func replay(what: Dictionary) -> void:
	record = what
	is_replay = true
	process_mode = PROCESS_MODE_ALWAYS
	game.over.connect(func(_won: bool, _text: String) -> void: _end.call_deferred())


func _ready() -> void:
	if not is_replay:
		process_mode = PROCESS_MODE_PAUSABLE


func _exit_tree() -> void:
	if is_replay:
		Engine.max_physics_steps_per_frame = STEPS
		Options.read()
	elif path != "" and seen > 0:
		record.ticks = seen
		record.digest = digest
		FileAccess.open(path, FileAccess.WRITE).store_var(record)


func _physics_process(delta: float) -> void:
	_look()
	if not is_replay:
		_take(delta)
	elif get_parent().panel == null:
		_give(delta)


## After each tick of the game.
func _look() -> void:
	if game.ticks == seen:
		return
	seen = game.ticks
	digest = hash([digest, game.walkers().map(func(walker: Node) -> Variant: return walker.global_position), game.crowd.get_agent_positions()])
	if seen % EVERY > 0:
		return
	if not is_replay:
		record.digests.append(digest)
	elif differs < 0 and record.digests[seen / EVERY - 1] != digest:
		differs = seen - EVERY + 1


func _take(delta: float) -> void:
	var changes: Array = record.changes
	while not changes.is_empty() and changes[-1][TICK] == game.ticks:       # the game has waited
		changes.pop_back()
	var change := [game.ticks, _data_of(game.orders), Engine.physics_ticks_per_second, Engine.time_scale, Options.values.agents]
	if delta != change[SCALE] * (1.0 / change[RATE]) and not changes.is_empty():        # they count from the next frame on
		change[RATE] = changes[-1][RATE]
		change[SCALE] = changes[-1][SCALE]
	if changes.is_empty() or changes[-1].slice(ORDERS) != change.slice(ORDERS):
		changes.append(change)


## A tick of another length than that of the record is no tick of the game. The engine takes another length from the next frame on, so before a
## change a frame has one tick alone.
func _give(delta: float) -> void:
	if game.ticks >= record.ticks:
		return _end()
	while next < record.changes.size() and record.changes[next][TICK] <= game.ticks:
		next += 1
	var change: Array = record.changes[next - 1]
	_set_orders(change[ORDERS])
	_set_length(change)
	Options.values.agents = change[AGENTS]
	get_tree().paused = delta != change[SCALE] * (1.0 / change[RATE])
	if next < record.changes.size():
		Engine.max_physics_steps_per_frame = 1 if record.changes[next][TICK] - game.ticks <= STEPS else STEPS
		_look_ahead.call_deferred(record.changes[next])


## After a tick, if it was the last one before a change.
func _look_ahead(change: Array) -> void:
	if game.ticks == change[TICK]:
		_set_length(change)


static func _set_length(change: Array) -> void:
	Engine.physics_ticks_per_second = change[RATE]
	Engine.time_scale = change[SCALE]


func _end() -> void:
	if not is_physics_processing():
		return
	set_physics_process(false)
	_look()
	if differs < 0 and (seen != record.ticks or digest != record.digest):
		differs = seen
	ended.emit(differs < 0, "%d ticks, digest %d: " % [seen, digest] + ("the same game" if differs < 0 else "another game from tick %d on" % differs))


## Orders are an array, or an object whose properties are those that a script has.
static func _data_of(orders: Variant) -> Variant:
	if orders is Array:
		return orders.duplicate(true)
	var data := {}
	var none: Object = orders.get_script().new()
	for property in _properties(orders):
		if orders.get(property) != none.get(property):
			data[property] = orders.get(property)
	return data


static func _properties(orders: Object) -> Array:
	return orders.get_script().get_script_property_list().filter(func(property: Dictionary) -> bool:
		return property.usage & PROPERTY_USAGE_SCRIPT_VARIABLE).map(func(property: Dictionary) -> String: return property.name)


func _set_orders(data: Variant) -> void:
	if data is Array:
		game.orders.assign(data)
		return
	game.orders = game.orders.get_script().new()
	for property: String in data:
		game.orders.set(property, data[property])
