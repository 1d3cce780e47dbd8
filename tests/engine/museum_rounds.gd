extends SceneTree
## The bot plays the museum again and again in one process, from the title and back to it: `-- LEVEL ROUNDS SECONDS`, each round for so many seconds of
## game time, or to its end if that is 0. Tells how many it has won, and after each round what memory and objects there are.


func _initialize() -> void:
	var numbers := Array(OS.get_cmdline_user_args()).map(func(word: String) -> int: return int(word))
	var shell: Node = load("res://games/museum/main.tscn").instantiate()
	root.add_child(shell)
	for i in 2:                     # then the title is there
		await process_frame
	var seen := {"won": 0, "memory": [], "objects": [], "resources": [], "orphans": []}
	for round_number in numbers[1]:
		shell.start(numbers[0])
		var game: Node = shell.game
		game.add_child(load("res://games/museum/bot.gd").new())
		while game.act < game.Act.WON and (numbers[2] == 0 or game.since < numbers[2]):
			await physics_frame
		seen.won += int(game.act == game.Act.WON)
		shell.show_title()
		for i in 10:
			await process_frame
		seen.memory.append(OS.get_static_memory_usage())
		seen.objects.append(Performance.get_monitor(Performance.OBJECT_COUNT))
		seen.resources.append(Performance.get_monitor(Performance.OBJECT_RESOURCE_COUNT))
		seen.orphans.append(Performance.get_monitor(Performance.OBJECT_ORPHAN_NODE_COUNT))
	print("RESULT ", JSON.stringify(seen))
	quit()
