## Plays the game by itself, by the same orders as a player gives: a child of the game. It rings the alarm, has the robot fetch the key, takes the gems, and
## keeps out of the guards' sight by what thoughts show to everybody: where they look and where they go.
extends Node

const AHEAD := 4.0              ## Meters before a guard is the middle of what it looks at,
const AROUND := 5.0             ## meters around it, and
const DEAR := 6.0               ## a meter there counts as so many.
const THINKS := 0.25            ## Seconds from one thought to the next.
const FORESEES := 3.0           ## Seconds for which it follows the ways of the guards, and
const PACE := 0.5               ## seconds from one look at these to the next.
const NEAR := 13.0              ## Meters to a guard on the same floor near which it sneaks.
const LEAD := 1.0               ## Seconds before a guard at which a crate is a refuge, and
const AWAY := 8.0               ## meters to that at least while it is seen: who is seen to get in is found there.
const PATIENCE := 12.0          ## Seconds that it waits for guards to go by.

var game: Node3D
var waits := 0.0
var waited := 0.0               ## Seconds for guards to go by.
var goal := Vector3.INF
var refuge := Vector3.INF       ## The crate to which it makes off.
var is_hunted := false
var map: NavMap:
	get: return NavMap.of(game)


func _ready() -> void:
	game = get_parent()
	process_physics_priority = -1


func _physics_process(delta: float) -> void:
	if game.player == null or game.act >= game.Act.WON:
		return
	waits -= delta
	if waits <= 0:
		waits = THINKS
		goal = Vector3.INF
		if game.act == game.Act.NIGHT:
			_play_night()
		else:
			_play_day()
		game.orders.goal = goal
	game.orders.sneaks = not is_hunted and _is_guard_near(NEAR)
	game.orders.runs = is_hunted or game.act < game.Act.NIGHT


func _play_day() -> void:
	var orders: RefCounted = game.orders
	if game.robot.has_key:
		orders.calls = not game.player.has_key
	elif game.robot.state() == "follows":
		orders.robot_goal = game.key.global_position
	if game.player.global_position.distance_to(game.alarm) > game.TAKES:
		goal = game.alarm
	else:
		orders.uses = true


## Ways that lead through what guards look at are dear.
func _play_night() -> void:
	for guard: Node3D in game.guards:
		game.player.filter.add_block(guard.global_position - AHEAD * guard.global_basis.z, AROUND, DEAR, 2 * THINKS)
	is_hunted = game.guards.any(func(guard: Node3D) -> bool: return guard.sees_lately() or guard.noticed > 0.4)
	var here: Vector3 = game.player.global_position
	if is_hunted:
		if not refuge.is_finite() or here.distance_to(refuge) < 1:
			refuge = _refuge(AWAY)
		goal = refuge
		return
	if refuge.is_finite():
		if here.distance_to(refuge) > 0.5 or _is_searched():
			goal = refuge
			return
		refuge = Vector3.INF
	goal = _nearest(game.gems.map(func(gem: Node3D) -> Vector3: return gem.global_position - game.HOVER) if not game.gems.is_empty() else
			Array(game.built.exits))
	if waited < PATIENCE and _is_seen_on(goal):
		waited += THINKS
		goal = _refuge(0)
		if _is_seen_on(goal):
			goal = here
	else:
		waited = maxf(0, waited - THINKS / 2)


func _nearest(places: Array) -> Vector3:
	return places[maxi(map.nearest_target(game.player.global_position, PackedVector3Array(places), game.player.filter), 0)]


func _is_guard_near(distance: float) -> bool:
	return game.guards.any(func(guard: Node3D) -> bool:
		var off: Vector3 = guard.global_position - game.player.global_position
		return absf(off.y) < 2 and off.length() < distance)


## Whether a guard that is not on its round is near.
func _is_searched() -> bool:
	return game.guards.any(func(guard: Node3D) -> bool:
		return guard.global_position.distance_to(game.player.global_position) < NEAR and (guard.last_seen.is_finite() or guard.heard.is_finite()))


## The nearest crate, at least so far away, to which no guard is sooner; else the one to which its lead is longest.
func _refuge(least: float) -> Vector3:
	var crates: PackedVector3Array = game.built.crates
	var own := map.path_distances(game.player.global_position, crates, game.player.filter)
	var theirs := map.goal_field(PackedVector3Array(game.guards.map(func(guard: Node3D) -> Vector3: return guard.global_position))).get_distances(crates)
	var best := -1
	var best_rank := -INF
	for i in crates.size():
		var lead: float = theirs[i] / game.Guard.RUNS - own[i] / game.player.SPEEDS.run
		var rank := (100 - own[i] if lead > LEAD else lead) if own[i] > least else lead - 100
		if rank > best_rank:
			best_rank = rank
			best = i
	return crates[best]


## Whether a guard would see the player on the way to a place, in the next seconds.
func _is_seen_on(place: Vector3) -> bool:
	var way := map.find_path(game.player.global_position, place, game.player.filter).points
	for guard: Node3D in game.guards:
		var sight: float = guard.sight_of_quarry()
		if guard.global_position.distance_to(game.player.global_position) > sight + FORESEES * guard.RUNS:
			continue
		var theirs: PackedVector3Array = guard.agent.get_current_navigation_path().slice(guard.agent.get_current_navigation_path_index())
		theirs.insert(0, guard.global_position)
		for i in int(FORESEES / PACE):
			var there := _along(theirs, guard.agent.max_speed * i * PACE)
			var ahead := _along(theirs, guard.agent.max_speed * i * PACE + 0.3) - there
			var own := _along(way, game.player.agent.max_speed * i * PACE)
			if own.distance_to(there) < sight and guard.sees_at(there, ahead if ahead.length() > 0.1 else -guard.global_basis.z, own):
				return true
	return false


## The point of a way at a length of it.
static func _along(way: PackedVector3Array, length: float) -> Vector3:
	for i in range(1, way.size()):
		var leg := way[i - 1].distance_to(way[i])
		if leg > length:
			return way[i - 1].move_toward(way[i], length)
		length -= leg
	return way[-1]
