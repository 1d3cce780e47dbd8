extends SceneTree
## A game, and pictures of it, for the tools beside this file: nothing is drawn but these.

var game: Node
var hands: Node
var words := OS.get_cmdline_user_args()
var folder := words[2]


## In the museum the hands, which lead the camera, are still.
func begin(title: String, level := 0, bot := false) -> void:
	RenderingServer.render_loop_enabled = false
	game = load("res://games/%s/%s.tscn" % [title, title]).instantiate()
	game.level_number = level
	if bot:
		game.add_child(load("res://games/%s/bot.gd" % title).new())
	root.add_child(game)
	hands = game.get_node("Hands")
	while game.walkers().is_empty():
		await physics_frame
	if title == "museum":
		hands.process_mode = Node.PROCESS_MODE_DISABLED
		hands.hide()


func wait(seconds: int) -> void:
	for tick in seconds * Engine.physics_ticks_per_second:
		await physics_frame


func shoot(number: int) -> void:
	RenderingServer.render_loop_enabled = true
	RenderingServer.force_draw(false)
	RenderingServer.render_loop_enabled = false
	root.get_texture().get_image().save_png("%s/%04d.png" % [folder, number])
