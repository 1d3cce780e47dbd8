## Plays the game by itself, by the same orders as a player gives: a child of the game. It sends the robot for the key, rings the alarm, takes the gems, and
## keeps out of the guards' sight as well as it can.
extends Node

const Plan := preload("plan.gd")

const DANGER := 9.0             ## Meters to a guard near which it sneaks, and makes off if it is noticed.
const HUSH := 14.0              ## Meters to a guard that is after it, from which it makes off.
const AHEAD := 4.0              ## Meters before a guard is the middle of what it looks at,
const AROUND := 5.0             ## meters around it, and
const DEAR := 6.0               ## a meter there counts as so many.
const BEEPS := 3.0              ## Seconds from one beep of the robot to the next.
const THINKS := 0.25            ## Seconds from one thought to the next.

var game: Node3D
var rooms: PackedVector3Array
var waits := 0.0
var goal := Vector3.INF
var sends := Vector3.INF
var lure := Vector3.INF         ## Where the robot beeps.
var beeped := 0.0               ## Seconds since.
var refuge := Vector3.INF       ## Where it makes off to.
var filter: NavFilter:
	get: return game.player.filter


func _ready() -> void:
	game = get_parent()
	process_physics_priority = -1


func _physics_process(delta: float) -> void:
	if game.player == null or game.act >= game.Act.WON:
		return
	waits -= delta
	if waits <= 0:
		waits = THINKS
		_think()
		game.orders.goal = goal
	game.orders.sneaks = not refuge.is_finite() and _nearest_guard() < DANGER
	game.orders.runs = refuge.is_finite() or game.act == game.Act.DAY


func _think() -> void:
	goal = Vector3.INF
	match game.act:
		game.Act.DAY:
			_play_day()
		game.Act.NIGHT:
			_play_night()


func _play_day() -> void:
	var orders: RefCounted = game.orders
	if is_instance_valid(game.key) and not game.robot.has_key:
		if sends != game.key.global_position:
			sends = game.key.global_position
			orders.robot_goal = sends
	elif not game.player.has_key:
		orders.calls = true
	elif game.player.global_position.distance_to(game.alarm) > game.TAKES:
		goal = game.alarm
	else:
		orders.uses = true


## Ways that lead through what guards look at are dear.
func _play_night() -> void:
	for guard: Node3D in game.guards:
		filter.add_block(guard.global_position - AHEAD * guard.global_basis.z, AROUND, DEAR, 2 * THINKS)
	if _is_in_danger():
		if not refuge.is_finite() or game.player.global_position.distance_to(refuge) < 2:
			refuge = _refuge()
		goal = refuge
		return
	refuge = Vector3.INF
	if not game.gems.is_empty():
		goal = _nearest(game.gems.map(func(gem: Node3D) -> Vector3: return gem.global_position - Vector3(0, 0.5, 0)))
	else:
		goal = _nearest(Array(game.built.exits))
	_lure()
	if game.robot.global_position.distance_to(lure) > 2.0 and game.player.global_position.distance_to(goal) < 25 and not game.gems.is_empty():
		goal = Vector3.INF          # the guards are still there


## Has the robot beep in the room of the goal's storey that is farthest from the goal.
func _lure() -> void:
	var place := goal
	for room in _rooms():
		if absf(room.y - goal.y) < 1.5 and room.distance_to(goal) > place.distance_to(goal):
			place = room
	if place != lure:
		lure = place
		game.orders.robot_goal = lure
	beeped += THINKS
	if game.robot.global_position.distance_to(lure) < 2.0 and beeped > BEEPS:
		beeped = 0.0
		game.orders.beeps = true


func _nearest(places: Array) -> Vector3:
	var index: int = NavMap.of(game).nearest_target(game.player.global_position, PackedVector3Array(places), filter)
	return places[maxi(index, 0)]


func _nearest_guard() -> float:
	var nearest := INF
	for guard: Node3D in game.guards:
		if absf(guard.global_position.y - game.player.global_position.y) < 2:
			nearest = minf(nearest, guard.global_position.distance_to(game.player.global_position))
	return nearest


## Whether a guard is after the player, or begins to notice them, so near that it matters.
func _is_in_danger() -> bool:
	return game.guards.any(func(guard: Node3D) -> bool:
		var off: float = guard.global_position.distance_to(game.player.global_position)
		return off < HUSH and guard.sees_lately() or off < DANGER and guard.noticed > 0.3)


func _rooms() -> PackedVector3Array:
	if rooms.is_empty():
		for storey in game.plan.storeys.size():
			for room: String in game.plan.rooms(storey):
				if not room in Plan.WELLS:
					var middle: Vector3 = game.plan.center_of(storey, game.plan.middle_of(storey, room))
					rooms.append(NavMap.of(game).closest_point(middle + Vector3(0.9, 0.3, 0.9)))
	return rooms


## The room that is farther from every guard than from the player by most.
func _refuge() -> Vector3:
	var map := NavMap.of(game)
	var own := map.path_distances(game.player.global_position, _rooms(), filter)
	var best: Vector3 = game.player.global_position
	var most := -INF
	var lead: Array[float] = []
	lead.resize(rooms.size())
	lead.fill(INF)
	for guard: Node3D in game.guards:
		var theirs := map.path_distances(guard.global_position, rooms, guard.agent.filter)
		for i in rooms.size():
			lead[i] = minf(lead[i], theirs[i] - 1.2 * own[i] if own[i] > DANGER / 2 and theirs[i] >= 0 else -INF)
	for i in rooms.size():
		if lead[i] > most:
			most = lead[i]
			best = rooms[i]
	return best
