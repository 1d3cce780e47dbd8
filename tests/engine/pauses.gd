extends "res://dimension.gd"
## A game that pauses goes on as if there had been no pause: everybody is in the same place in each tick, to the bit.

const TICKS := 300


## A child of the game: what it sees in each tick in which the game is not paused.
class Watch extends Node:
	var game: Callable              ## What the game does in a tick, by its number.
	var walkers: Array              ## Bodies or nodes, their agent the last child.
	var pictures: Array
	var seen := PackedStringArray()

	func _physics_process(_delta: float) -> void:
		seen.append(var_to_str([walkers.map(func(walker): return [walker.global_position, walker.get_child(-1).is_stuck]),
				pictures.map(func(picture): return picture.global_position)]))
		game.call(seen.size())


## Pauses before the game's tick number `at`, for so many physics frames: in a frame of the picture, or in a physics frame before or after all others
## have their turn.
class Pauser extends Node:
	var watch: Watch
	var at: int
	var left: int
	var in_physics: bool

	func _init(of: Watch, tick: int, frames: int, kind: String) -> void:
		watch = of
		at = tick
		left = frames
		in_physics = kind != "picture"
		process_mode = PROCESS_MODE_ALWAYS
		process_physics_priority = 1000 if kind == "after" else -1000

	func _process(_delta: float) -> void:
		if not in_physics:
			look()

	func _physics_process(_delta: float) -> void:
		if in_physics:
			look()

	func look() -> void:
		if watch.seen.size() >= at and left >= 0:
			left -= 1
			get_tree().paused = left >= 0


## What the watch of a game has seen. pause: [tick, frames, kind], or none.
func course(build: Callable, pause: Array) -> PackedStringArray:
	var watch := Watch.new()
	build.call(watch)
	watch.process_physics_priority = 100
	put(watch)
	if not pause.is_empty():
		put(Pauser.new(watch, pause[0], pause[1], pause[2]))
	await until(func(): return watch.seen.size() >= TICKS, 4 * TICKS)
	var seen := watch.seen.slice(0, TICKS)
	for node in world.get_children():
		node.free()
	await frames(3)
	return seen


func compare(build: Callable) -> void:
	var wanted := await course(build, [])
	report("moves", wanted[TICKS - 1] != wanted[0])
	for kind: String in ["picture", "before", "after"]:
		for pause in [[0, 5], [20, 1], [61, 40], [90, 2], [200, 7]]:
			var given := await course(build, pause + [kind])
			var differs := -1
			for i in TICKS:
				if given[i] != wanted[i]:
					differs = i
					break
			report("%s %s" % [kind, pause], differs)


func comer(x: float, z: float, settings := {}, parent: Node = world) -> Node:
	var body := body_at(x, z)
	our_node("NavAgent", {"radius": length(0.4), "max_speed": length(3.0)}.merged(settings, true), body)
	parent.add_child(body)
	return body


func agent_of(walker: Node) -> Node:
	return walker.get_child(-1)


## Bodies that push each other where they cross; one that a script steers, and one that is put elsewhere.
func scenario_bodies() -> void:
	await compare(func(watch):
		baked_at(Vector2(-12, -8), Vector2(12, 8))
		for i in 6:
			watch.walkers.append(comer(-8 if i % 2 else 8, i - 2.5))
		watch.walkers.append(comer(0, 6))
		watch.game = func(tick):
			if tick == 2:
				for i in 6:
					agent_of(watch.walkers[i]).requestPath(at(8 if i % 2 else -8, 2.5 - i))
			if tick > 2:
				agent_of(watch.walkers[6]).velocity = (at(2, -1) - at(0, 0)) * sin(tick / 20.0)
			if tick == 150:
				watch.walkers[0].global_position += at(0, 1) - at(0, 0))


## Nodes that a crowd moves, behind an outline that moves; a place that is blocked for two seconds.
func scenario_crowd() -> void:
	await compare(func(watch):
		baked_at(Vector2(-12, -8), Vector2(12, 8))
		var filter: Resource = ClassDB.instantiate("NavFilter" + OUR_SUFFIX)
		var crowd := our_node("Crowd", {"move_nodes": true})
		for i in 6:
			var node := bare_node(-9 + i % 2, 1.5 * i - 4, crowd)
			our_node("NavAgent", {"radius": length(0.4), "max_speed": length(3.0), "filter": filter}, node)
			watch.walkers.append(node)
		var ring := [Vector2(-1, -1), Vector2(-1, 1), Vector2(1, 1), Vector2(1, -1)]
		var wall := our_node("NavObstacle", {"vertices": places(ring), "avoidance_enabled": true})
		watch.game = func(tick):
			move_to(wall, 0, 4 * sin(tick / 50.0))
			if tick == 2:
				filter.add_block(at(3, 0), length(2), 20.0, 2.0)
			if tick == 10 or tick == 130:
				for walker in watch.walkers:
					agent_of(walker).requestPath(at(8 if tick == 10 else -8, -walker.get_index())))


## A formation whose leader is a member, and one that steers after a member of it.
func scenario_formation() -> void:
	await compare(func(watch):
		baked_at(Vector2(-12, -8), Vector2(12, 8))
		wall_at(Vector2(-1, -8), Vector2(1, -2))
		var formation := our_node("NavFormation")
		for i in 5:
			watch.walkers.append(comer(-9 + i % 2, 1.5 * i - 2, {}, formation))
		var hunter := comer(9, 6)
		watch.walkers.append(hunter)
		var pursue := our_behavior("PURSUE", hunter, watch.walkers[0])
		watch.game = func(tick):
			if tick >= 2:
				formation.requestPath(at(8, 1) if tick < 160 else at(-8, -4))
				hunter.velocity = (hunter.velocity + pursue.get_steering(agent_of(hunter), 1.0 / 60) / 60).limit_length(length(4))
				hunter.move_and_slide())


func our_behavior(type: String, hunter: Node, quarry: Node) -> Resource:
	var behavior: Resource = ClassDB.instantiate("NavSteeringBehavior" + OUR_SUFFIX)
	behavior.type = NavSteeringBehavior[type]
	behavior.target = agent_of(hunter).get_path_to(quarry)
	var steering: Resource = ClassDB.instantiate("NavSteering" + OUR_SUFFIX)
	steering.behaviors = steering.behaviors + [behavior]
	steering.max_speed = length(4)
	return steering
