extends "game_window.gd"
## A film of a game, as pictures, and where each body was in each tick, for tools/game_films.py:  film, seconds of the game's time, the
## folder for them, ticks of a picture.

const Witness := preload("res://games/common/witness.gd")

const TICKS := 60
const DAY := 60                 ## Seconds of the day before the alarm.
const EASE := 0.1               ## Of the camera's way, this part a tick.

var seconds := int(words[1])
var each := int(words[3])
var track: Array[Dictionary] = []       ## Of each tick: by name, place (x, height, z), heading, and how high the feet are over the floor, as far as known.


func _initialize() -> void:
	Engine.physics_ticks_per_second = TICKS
	root.msaa_3d = Viewport.MSAA_DISABLED           # what draws here is slow
	root.positional_shadow_atlas_size = 1024
	await process_frame
	await begin("bridgehead" if words[0] == "bridge" else "museum")
	await call("_play_" + words[0])
	var file := FileAccess.open(folder + "/track.json", FileAccess.WRITE)
	file.store_string(JSON.stringify(track))
	file.close()
	quit()


## The groups march over the bridge, one after the other, and after half of the time they come back through each other's way.
func _play_bridge() -> void:
	for group in 3:
		game.soldiers.send(group, Vector2(470 - 60 * group, 360))
	await wait(6)
	await _film(func(tick: int) -> void:
		game.calm = game.CALM
		if tick == seconds * TICKS / 2:
			for group in 3:
				game.soldiers.send(group, Vector2(760 + 60 * group, 360)))


## A guard whose round leads over all storeys, from when it is on stairs: the lift is out of order.
func _play_stairs() -> void:
	for link: Node in game.get_node("Level").get_children():
		if link.has_meta("lift"):
			link.queue_free()
	await _begin_night()
	var guard: Node3D = game.guards.back()
	while absf(guard.global_position.y - snappedf(guard.global_position.y, game.Plan.STOREY)) < 0.2:
		await physics_frame
	hands.away = 13.0
	await _film(func(_tick: int) -> void: hands.show_around(guard.global_position, EASE))


func _play_alarm() -> void:
	await wait(DAY)
	game.visitors.flee()
	game._set_act(game.Act.ALARM)
	hands.away = 24.0
	await _film(func(_tick: int) -> void: hands.show_around(game.built.exits[0] + Vector3(4, 0, 0), EASE))


## The player runs from a guard to the alarm on the third storey.
func _play_chase() -> void:
	await _begin_night()
	var guard: Node3D = game.guards[0]
	game.player.put_at(NavMap.of(game).closest_point(guard.global_position - 3.5 * guard.global_basis.z))
	await _film(func(tick: int) -> void:
		game.lives = 3
		game.orders.runs = true
		game.orders.goal = game.alarm if tick > TICKS / 2 else Vector3.INF
		hands.show_around(game.player.global_position, EASE))


func _begin_night() -> void:
	game._set_act(game.Act.ALARM)
	game.since = game.EMPTY
	while game.act < game.Act.NIGHT:
		await physics_frame


func _film(play: Callable) -> void:
	for tick in seconds * TICKS:
		play.call(tick)
		await physics_frame
		track.append(_places())
		if tick % each == 0:
			shoot(tick / each)


func _places() -> Dictionary:
	var found := {}
	for body: Node in game.walkers():
		if body is Node2D:
			found[body.name] = [body.position.x, 0, body.position.y, body.rotation, 0]
		else:
			var at: Vector3 = body.global_position
			var feet := NAN if body.agent.is_on_link else Witness.above_floor(body)
			found[body.name] = [at.x, at.y, at.z, body.global_rotation.y, 0.0 if is_nan(feet) else feet]
	if game.has_node("Visitors"):
		var agents: PackedInt64Array = game.crowd.get_agents()
		var places: PackedVector3Array = game.crowd.get_agent_positions()
		for i in agents.size():
			found["visitor %d" % agents[i]] = [places[i].x, places[i].y, places[i].z, 0, 0]
	return found
