extends SceneTree
## Pictures of a level of a game, for tools/game_sheets.py:  game, level, the folder for them.
##
## The museum is seen from above, storey by storey, and then some of its rooms; of Bridgehead the empty level, and its battle, which the
## bot fights, at some seconds.

const MOMENTS: Array[int] = [0, 45, 80, 125]    ## Seconds of Bridgehead's game.
const CUT := 2.2                ## Meters over a floor, above which a storey is not drawn.
const HIGH := 40.0              ## Meters, of the camera over a floor.

var game: Node
var folder: String
var count := 0


func _initialize() -> void:
	var words := OS.get_cmdline_user_args()
	folder = words[2]
	RenderingServer.render_loop_enabled = false
	game = load("res://games/%s/%s.tscn" % [words[0], words[0]]).instantiate()
	game.level_number = int(words[1])
	if words[0] == "bridgehead":
		game.add_child(load("res://games/bridgehead/bot.gd").new())
	root.add_child(game)
	if words[0] == "museum":
		await _show_museum()
	else:
		await _show_bridgehead()
	quit()


func _show_bridgehead() -> void:
	var tick := 0
	for moment in MOMENTS:
		while tick < moment * Engine.physics_ticks_per_second:
			await physics_frame
			tick += 1
		await process_frame
		_shoot()


func _show_museum() -> void:
	while game.player == null:
		await physics_frame
	game.get_node("Hands").process_mode = Node.PROCESS_MODE_DISABLED
	game.get_node("Hands").arrow.hide()
	var camera := Camera3D.new()
	game.add_child(camera)
	camera.make_current()
	for i in 20 * Engine.physics_ticks_per_second:     # visitors have come in
		await physics_frame
	for storey in game.plan.storeys.size():
		camera.projection = Camera3D.PROJECTION_ORTHOGONAL
		camera.size = game.plan.size().y * 4.0 + 4
		_look(camera, Vector3(0, storey * game.Plan.STOREY, 0), 90, HIGH)
		await process_frame
		_shoot()
	for entry: Dictionary in game.plan.things.filter(func(thing: Dictionary) -> bool: return thing.what != "key").slice(0, 3):
		camera.projection = Camera3D.PROJECTION_PERSPECTIVE
		camera.fov = 45
		_look(camera, game.plan.center_of(entry.storey, entry.cell), 58, 17)
		await process_frame
		_shoot()


func _look(camera: Camera3D, at: Vector3, tilt: float, away: float) -> void:
	var angle := deg_to_rad(tilt)
	camera.rotation = Vector3(-angle, 0, 0)
	camera.position = at + Vector3(0, sin(angle), cos(angle)) * away
	game.material.set_shader_parameter("cut", at.y + CUT)
	game.material.set_shader_parameter("who", Vector3.INF)
	for other: Node3D in game.get_node("Moving").get_children():
		other.visible = other.global_position.y > at.y - 0.5 and other.global_position.y < at.y + CUT


func _shoot() -> void:
	RenderingServer.render_loop_enabled = true
	RenderingServer.force_draw(false)
	RenderingServer.render_loop_enabled = false
	root.get_texture().get_image().save_png("%s/%d.png" % [folder, count])
	count += 1
