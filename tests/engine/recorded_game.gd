extends SceneTree
## Plays a game by the shell's own options for so many ticks of the game, and quits: `-- GAME TICKS --bot …`. The picture slows down for a while.

const SLOW_FROM := 60
const SLOW_TO := 120


func _initialize() -> void:
	var shell: Node = load("res://games/%s/main.tscn" % OS.get_cmdline_user_args()[0]).instantiate()
	root.add_child(shell)
	while shell.game == null or shell.game.ticks < int(OS.get_cmdline_user_args()[1]):
		await physics_frame
		if shell.game != null:
			Engine.time_scale = shell.SLOW if shell.game.ticks >= SLOW_FROM and shell.game.ticks < SLOW_TO else 1.0
	quit()
