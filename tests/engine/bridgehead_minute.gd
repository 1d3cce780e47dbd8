extends SceneTree
## The bot plays a level of Bridgehead for a minute, which is saved and loaded in the middle.

const SECONDS := 60

var game: Node2D


func _initialize() -> void:
	await begin({})
	for tick in 60 * SECONDS:
		await physics_frame
		if tick == 30 * SECONDS:
			var state: Dictionary = bytes_to_var(var_to_bytes(game.save()))
			game.free()
			await begin(state)
	print("RESULT ", JSON.stringify({"keep": game.keep, "kills": game.kills, "soldiers": game.walkers().size()}))
	quit()


func begin(state: Dictionary) -> void:
	game = load("res://games/bridgehead/bridgehead.tscn").instantiate()
	game.level_number = int(OS.get_cmdline_user_args()[0])
	game.state = state
	game.add_child(load("res://games/bridgehead/bot.gd").new())
	root.add_child(game)
	await physics_frame
