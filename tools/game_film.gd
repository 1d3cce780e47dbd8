extends SceneTree
## A film of a game, as pictures, and where each body was in each tick, for tools/game_films.py:  film, the folder for them, seconds of
## the game's time, ticks of a picture.

const TICKS := 60
const DAY := 60                 ## Seconds of the day before the alarm.

var game: Node
var folder: String
var seconds: int
var each: int
var camera: Camera3D
var track: Array[Dictionary] = []       ## Of each tick: by name, place (x, height, z), heading, and how high the feet are over the floor.


func _initialize() -> void:
	var words := OS.get_cmdline_user_args()
	folder = words[1]
	seconds = int(words[2])
	each = int(words[3])
	RenderingServer.render_loop_enabled = false
	Engine.physics_ticks_per_second = TICKS
	await process_frame
	if words[0] == "bridge":
		await _play_bridge()
	else:
		game = load("res://games/museum/museum.tscn").instantiate()
		root.add_child(game)
		while game.player == null:
			await physics_frame
		camera = Camera3D.new()
		camera.fov = 45
		game.add_child(camera)
		await call("_play_" + words[0])
	var file := FileAccess.open(folder + "/track.json", FileAccess.WRITE)
	file.store_string(JSON.stringify(track))
	file.close()
	quit()


## The groups march over the bridge, one after the other, and after half of the time they come back through each other's way.
func _play_bridge() -> void:
	game = load("res://games/bridgehead/bridgehead.tscn").instantiate()
	root.add_child(game)
	for group in 3:
		game.soldiers.send(group, Vector2(470 - 60 * group, 360))
	await _wait(6)
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
	game._begin_night()
	var guard: Node3D = game.guards.back()
	while absf(guard.global_position.y - snappedf(guard.global_position.y, game.Plan.STOREY)) < 0.2:
		await physics_frame
	await _film(func(_tick: int) -> void: _look_at(guard.global_position, 13))


func _play_alarm() -> void:
	await _wait(DAY)
	game.visitors.flee()
	game._set_act(game.Act.ALARM)
	await _film(func(_tick: int) -> void: _look_at(game.built.exits[0] + Vector3(4, 0, 0), 24))


## The player runs from a guard to the alarm on the third storey.
func _play_chase() -> void:
	game._begin_night()
	var guard: Node3D = game.guards[0]
	game.player.put_at(NavMap.of(game).closest_point(guard.global_position - 3.5 * guard.global_basis.z))
	await _film(func(tick: int) -> void:
		game.lives = 3
		game.orders.runs = true
		game.orders.goal = game.alarm if tick > TICKS / 2 else Vector3.INF
		_look_at(game.player.global_position, 17))


func _wait(time: int) -> void:
	for tick in time * TICKS:
		await physics_frame


func _look_at(place: Vector3, away: float) -> void:
	var tilt := deg_to_rad(58)
	camera.make_current()
	camera.rotation = Vector3(-tilt, 0, 0)
	var at := place + Vector3(0, sin(tilt), cos(tilt)) * away
	camera.position = at if camera.position == Vector3.ZERO else camera.position.lerp(at, 0.1)
	RenderingServer.set_default_clear_color(Color(0.09, 0.1, 0.14))
	game.get_node("Hands").process_mode = Node.PROCESS_MODE_DISABLED
	game.get_node("Hands").arrow.hide()
	game.get_node("Sun").light_energy = 0.8 if game.act < game.Act.NIGHT else 0.2
	game.material.set_shader_parameter("cut", game.get_node("Hands").cut_over(place.y))
	game.material.set_shader_parameter("who", place)
	for other: Node3D in game.get_node("Moving").get_children():
		other.visible = other.global_position.y < place.y + game.get_node("Hands").CUT


func _film(play: Callable) -> void:
	for tick in seconds * TICKS:
		play.call(tick)
		await physics_frame
		track.append(_places())
		if tick % each == 0:
			RenderingServer.render_loop_enabled = true
			RenderingServer.force_draw(false)
			RenderingServer.render_loop_enabled = false
			root.get_texture().get_image().save_png("%s/%04d.png" % [folder, tick / each])


func _places() -> Dictionary:
	var found := {}
	for body: Node in game.walkers():
		if body is Node2D:
			found[body.name] = [body.position.x, 0, body.position.y, body.rotation, 0]
		else:
			var at: Vector3 = body.global_position
			found[body.name] = [at.x, at.y, at.z, body.global_rotation.y, _above_floor(body)]
	if game.has_node("Visitors"):
		var agents: PackedInt64Array = game.crowd.get_agents()
		var places: PackedVector3Array = game.crowd.get_agent_positions()
		for i in agents.size():
			found["visitor %d" % agents[i]] = [places[i].x, places[i].y, places[i].z, 0, 0]
	return found


func _above_floor(body: CharacterBody3D) -> float:
	var from := body.global_position + Vector3(0, 0.5, 0)
	var ray := PhysicsRayQueryParameters3D.create(from, from - Vector3(0, 1.5, 0), 1, [body.get_rid()])
	var hit := body.get_world_3d().direct_space_state.intersect_ray(ray)
	return body.global_position.y - hit.position.y if not hit.is_empty() else 0.0
