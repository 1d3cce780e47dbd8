extends SceneTree
## The bot plays the museum until night: `-- LEVEL TICKS SECONDS`, and saves and loads the game after so many seconds, if that is above 0.

const LIMIT := 300.0            # seconds of game time

var game: Node3D
var stuck := {}                 # by walker: seconds
var worst := {}                 # the same, the longest


func _initialize() -> void:
	var numbers := Array(OS.get_cmdline_user_args()).map(func(word: String) -> int: return int(word))
	Engine.physics_ticks_per_second = numbers[1]
	await begin(numbers[0], {})
	var ticks := 0
	while game.act < game.Act.NIGHT and ticks < LIMIT * numbers[1]:
		await physics_frame
		ticks += 1
		if ticks == numbers[1] * numbers[2]:
			var state: Dictionary = bytes_to_var(var_to_bytes(game.save()))
			game.free()
			await begin(numbers[0], state)
		if ticks % numbers[1] == 0:
			look()
	print("RESULT ", JSON.stringify({"night": game.act == game.Act.NIGHT, "has key": game.player.has_key, "seconds": ticks / numbers[1],
		"left inside": game.visitors.agents.size(), "stuck": worst.values().max(), "guards": game.guards.size()}))
	quit()


func begin(level: int, state: Dictionary) -> void:
	game = load("res://games/museum/museum.tscn").instantiate()
	game.level_number = level
	game.state = state
	game.add_child(load("res://games/museum/bot.gd").new())
	root.add_child(game)
	while game.walkers().is_empty():
		await physics_frame


func look() -> void:
	for walker: Node3D in game.walkers():
		stuck[walker.name] = stuck.get(walker.name, 0) + 1 if walker.agent.is_stuck else 0
		worst[walker.name] = maxi(worst.get(walker.name, 0), stuck[walker.name])
