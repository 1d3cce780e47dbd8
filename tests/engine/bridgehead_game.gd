extends SceneTree
## The bot plays a whole game of Bridgehead, which is saved and loaded after some seconds: level, physics ticks a second, difficulty, and
## these seconds.

const LIMIT := 600              ## Seconds of the game.

var game: Node2D
var ends := {}                  ## Won and text, when it is over.
var stuck := {}                 ## By soldier: seconds.
var longest := 0                ## Seconds for which a soldier was stuck, at most.
var hears := {}                 ## Number of each sound.


func _initialize() -> void:
	var numbers := Array(OS.get_cmdline_user_args()).map(func(word: String) -> int: return int(word))
	var ticks: int = numbers[1]
	Engine.physics_ticks_per_second = ticks
	await begin(numbers[0], numbers[2], {})
	var tick := 0
	while ends.is_empty() and tick < LIMIT * ticks:
		await physics_frame
		tick += 1
		if tick == numbers[3] * ticks:
			var state: Dictionary = bytes_to_var(var_to_bytes(game.save()))
			game.free()
			await begin(numbers[0], numbers[2], state)
		if tick % ticks == 0:
			for soldier: Node2D in game.walkers():
				stuck[soldier] = stuck.get(soldier, 0) + 1 if soldier.agent.is_stuck else 0
				longest = maxi(longest, stuck[soldier])
	print("RESULT ", JSON.stringify({"won": ends.get("won", false), "keep": game.keep, "kills": game.kills, "seconds": tick / ticks,
			"stuck": longest, "hears": hears}))
	quit()


func begin(level: int, difficulty: int, state: Dictionary) -> void:
	game = load("res://games/bridgehead/bridgehead.tscn").instantiate()
	game.level_number = level
	game.difficulty = difficulty
	game.state = state
	game.over.connect(func(won: bool, text: String) -> void: ends.merge({"won": won, "text": text}))
	game.happened.connect(func(what: String) -> void: hears[what] = hears.get(what, 0) + 1)
	game.add_child(load("res://games/bridgehead/bot.gd").new())
	root.add_child(game)
	await physics_frame
