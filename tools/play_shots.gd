## Takes a picture of the demo's menu and of each scene with its panel, for tools/play_shots.sh: after some seconds of game time, in half of which the
## first handle is dragged. The part beside the panel is the scene's picture in the menu.
extends SceneTree

const SECONDS := 5.0
const WAY := Vector2(46, 20)            ## Pixels.
const PICTURE := Vector2i(392, 220)     ## Twice as large as in the menu.
const BAKES := 20.0                     ## Seconds by the clock, at most.

var play: Node


func _initialize() -> void:
	_run.call_deferred()


func _run() -> void:
	await process_frame
	play = root.get_node("Play")
	var arguments := OS.get_cmdline_user_args()
	for scene: String in arguments.slice(2) if arguments.size() > 2 else play.scenes():
		play.open(scene)
		RenderingServer.render_loop_enabled = false     # what nobody sees
		await scene_changed
		await _show()
		var shot := await _take()
		shot.save_png(arguments[0].path_join(scene + ".png"))
		var free := int(shot.get_width() * (1 - play.rig.side))
		var height := free * PICTURE.y / PICTURE.x
		shot = shot.get_region(Rect2i(0, (shot.get_height() - height) / 2, free, height))
		shot.resize(PICTURE.x, PICTURE.y, Image.INTERPOLATE_LANCZOS)
		shot.save_webp(arguments[1].path_join(scene + ".webp"), true, 0.85)
	play.menu()
	await scene_changed
	(await _take()).save_png(arguments[0].path_join("menu.png"))
	quit()


func _show() -> void:
	var began := Time.get_ticks_msec()
	var bakers := current_scene.find_children("NavMeshBaker*", "", true, false)
	while bakers.any(func(baker: Node) -> bool: return baker.navmesh == null) and Time.get_ticks_msec() - began < 1000 * BAKES:
		OS.delay_msec(5)
		await process_frame
	await create_timer(SECONDS / 2).timeout
	var handles: Array = play.layer.get_child(0).controls.fixed
	if handles:
		_drag(play.layer.get_child(0)._spot(handles[0]))
	await create_timer(SECONDS / 2).timeout


func _drag(from: Vector2) -> void:
	for at: Vector2 in [from, from + WAY]:
		var motion := InputEventMouseMotion.new()
		motion.position = at
		root.push_input(motion, true)
		await process_frame
		var press := InputEventMouseButton.new()
		press.button_index = MOUSE_BUTTON_LEFT
		press.pressed = at == from
		press.position = at
		root.push_input(press, true)


func _take() -> Image:
	RenderingServer.render_loop_enabled = true
	for frame in 3:
		await RenderingServer.frame_post_draw
	return root.get_texture().get_image()
