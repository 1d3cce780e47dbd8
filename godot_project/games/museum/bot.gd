## Plays the game by itself, by the same orders as a player gives: a child of the game. It rings the alarm, has the robot fetch the key, takes the gems, and
## keeps out of the guards' sight by what thoughts show to everybody: where they look and where they go.
extends Node

const THINKS := 0.25            ## Seconds from one thought to the next.
const PACE := 0.5               ## Seconds from one place to the next on a way that it looks at ahead, and
const PLACES := 7               ## so many of them.
const NEAR := 9.0               ## Meters to a guard on the same floor near which it sneaks, and goes and stays in a crate while that guard searches.
const ALARMED := 0.5            ## Of a guard's notice of it, at which it makes off.
const AROUND := 4.0             ## Meters around where it would be seen; a meter there counts as
const DEAR := 6.0               ## so many, for
const LASTS := 3.0              ## seconds, so that it goes around.
const ROOM := 2.0               ## Meters that no guard comes nearer than, on its way to a refuge.
const AWAY := 8.0               ## Meters to a refuge at least: who is seen to get into a crate is found there.
const PATIENCE := 6.0           ## Seconds that it waits for guards to go by.

var game: Node3D
var waits := 0.0
var waited := 0.0               ## Seconds for guards to go by.
var goal := Vector3.INF
var refuge := Vector3.INF       ## The crate to which it makes off.
var is_hunted := false


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
			_play_night(game.player.global_position)
		else:
			_play_day()
		game.orders.goal = goal
	game.orders.runs = is_hunted or game.act < game.Act.NIGHT
	game.orders.sneaks = not game.orders.runs and _is_any_near(game.guards)


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


func _play_night(here: Vector3) -> void:
	is_hunted = game.guards.any(func(guard: Node3D) -> bool: return guard.sees_lately() or guard.noticed > ALARMED)
	if is_hunted:
		if not refuge.is_finite() or here.distance_to(refuge) < game.HIDES or _room_on(_way_to(refuge)) < ROOM:
			refuge = _refuge(AWAY)
		goal = refuge
		return
	if refuge.is_finite():
		if _is_any_near(game.guards.filter(func(guard: Node3D) -> bool: return guard.is_alert())):
			goal = refuge
			return
		refuge = Vector3.INF
	var goals: PackedVector3Array = game.built.exits if game.gems.is_empty() else \
			PackedVector3Array(game.gems.map(func(gem: Node3D) -> Vector3: return gem.global_position - game.HOVER))
	goal = goals[maxi(NavMap.of(game).nearest_target(here, goals, game.player.filter), 0)]
	waited = maxf(0, waited + (THINKS if _will_be_seen(_way_to(goal)) else -THINKS / 2))
	if waited > 0 and waited < PATIENCE:
		goal = here
		if _will_be_seen(PackedVector3Array([here])):
			refuge = _refuge(0)
			goal = refuge


func _is_any_near(guards: Array) -> bool:
	return guards.any(func(guard: Node3D) -> bool:
		var off: Vector3 = guard.global_position - game.player.global_position
		return absf(off.y) < 2 and off.length() < NEAR)


## The nearest crate, at least so far away, on whose way no guard comes near; else the one on whose way they come nearest last.
func _refuge(least: float) -> Vector3:
	var ranks := {}
	for crate: Vector3 in game.built.crates:
		var off := crate.distance_to(game.player.global_position)
		if off > least:
			var room := _room_on(_way_to(crate))
			ranks[crate] = 100 - off if room > ROOM else room
	return ranks.keys().reduce(func(a: Vector3, b: Vector3) -> Vector3: return a if ranks[a] >= ranks[b] else b)


func _way_to(place: Vector3) -> PackedVector3Array:
	return NavMap.of(game).find_path(game.player.global_position, place, game.player.filter).points


## How near a guard can come to the player who runs along a way, in meters.
func _room_on(way: PackedVector3Array) -> float:
	var least := INF
	for i in PLACES:
		var own := _along(way, game.player.SPEEDS.run * i * PACE)
		for guard: Node3D in game.guards:
			least = minf(least, own.distance_to(guard.global_position) - guard.RUNS * i * PACE)
	return least


## Whether a guard would see the player on a way, by the ways that they have now. It is dear then where that would be.
func _will_be_seen(way: PackedVector3Array) -> bool:
	for guard: Node3D in game.guards:
		var sight: float = guard.sight_of_quarry()
		var speed: float = guard.agent.max_speed
		var theirs := PackedVector3Array([guard.global_position])
		theirs.append_array(guard.agent.get_current_navigation_path().slice(guard.agent.get_current_navigation_path_index()))
		for i in PLACES:
			var own := _along(way, game.player.agent.max_speed * i * PACE)
			var there := _along(theirs, speed * i * PACE)
			if own.distance_to(there) < sight:
				var ahead := _along(theirs, speed * i * PACE + 0.3) - there
				if guard.sees_at(there, ahead if ahead.length() > 0.1 else -guard.global_basis.z, own):
					game.player.filter.add_block(own, AROUND, DEAR, LASTS)
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
