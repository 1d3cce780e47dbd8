extends "res://dimension.gd"
## Agents that are saved in the midst of what they do, and go on in other nodes: frame by frame as those that were not saved.


func ground_with_walls() -> void:
	baked_at(Vector2(-12, -8), Vector2(12, 8))


## A body with an agent that drives it, on the floor.
func driver(x: float, z: float, settings := {}) -> Node:
	var body := body_at(x, z)
	var agent := our_node("NavAgent", {"avoidance_enabled": false}.merged(settings, true), body)
	world.add_child(body)
	return agent


func drop(agent: Node) -> void:
	var body := agent.get_parent()
	world.remove_child(body)
	body.free()


func now(agent: Node) -> Array:
	return [var_to_str(agent.get_parent().global_position), agent.status, agent.is_on_link, agent.shows_moving]


## What an agent does in the frames from `from` on; at `at` it is saved, and another one goes on with its state, -1: never.
func course(order: Callable, from: int, count: int, at: int, by_json: bool) -> Array:
	var seen := []
	var agent := driver(-10, 0)
	for frame in from + count:
		order.call(agent, frame)
		await frames(1)
		if frame == at:
			paused = in_pause
			await frames(3 if in_pause else 0)
			var state: Dictionary = agent.save_state()
			if by_json:
				state = JSON.parse_string(JSON.stringify(state, "", true, true))
			else:
				state = bytes_to_var(var_to_bytes(state))
			drop(agent)
			if rebuild.is_valid():
				rebuild.call()
			agent = driver(5, 5)
			report_exact.append(agent.load_state(state))
			paused = false
		if frame >= from:
			seen.append(now(agent))
	drop(agent)
	await frames(2)
	return seen

var report_exact := []
var in_pause := false			## It is saved and loaded.
var rebuild := Callable()		## The level, before the state is loaded.


func compare(what: String, order: Callable, saved_at: Array, count := 150) -> void:
	for i in saved_at.size():
		report_exact.clear()
		var wanted: Array = await course(order, saved_at[i] + 1, count, -1, false)
		var given: Array = await course(order, saved_at[i] + 1, count, saved_at[i], i % 2 == 0)
		var differs := -1
		for k in count:
			if wanted[k] != given[k] and differs < 0:
				differs = k
		report("%s at %d" % [what, saved_at[i]], [report_exact.duplicate(), differs, wanted[differs] if differs >= 0 else [], given[differs] if differs >= 0 else []])


## The body falls to the floor then, in a seventh of a second.
func once(agent: Node, frame: int) -> void:
	if frame == 3:
		agent.requestPath(at(9, 3))


func scenario_on_the_way() -> void:
	ground_with_walls()
	for ticks in [60, 30, 144]:			# on the floor: the engine tells a new body's gravity after its first physics frame alone
		Engine.physics_ticks_per_second = ticks
		await compare("%d ticks" % ticks, once, [40, 60, 140])
	Engine.physics_ticks_per_second = 60


func scenario_in_a_pause() -> void:
	ground_with_walls()
	in_pause = true
	await compare("in a pause", once, [40, 60, 140])
	in_pause = false


func turning(agent: Node, frame: int) -> void:
	if frame == 3 or frame == 80:
		agent.requestPath(at(9, 3) if frame == 3 else at(-9, -6))


func scenario_turning() -> void:
	ground_with_walls()
	await compare("turning", turning, [81, 90, 100])


func scenario_at_rest() -> void:
	ground_with_walls()
	await compare("arrived", once, [500], 30)
	await compare("failed", func(agent, frame):
		if frame == 3: agent.requestPath(at(90, 3)), [40], 30)
	await compare("stopped", func(agent, frame):
		if frame == 3: agent.requestPath(at(9, 3))
		if frame == 40: agent.cancel_request(), [60], 30)
	await compare("never asked", func(_agent, _frame): pass, [20], 30)


## The level is loaded anew, as by a game that was quit: its link is another node.
func scenario_in_a_level_loaded_anew() -> void:
	var build := func():
		baked_at(Vector2(-12, -8), Vector2(-2, 8))
		baked_at(Vector2(2, -8), Vector2(12, 8))
		our_node("NavLink", {"start_position": at(-2.5, 0), "end_position": at(2.5, 0)})
	build.call()
	rebuild = func():
		for node in world.get_children():
			node.free()
		for i in 100:
			put(Node.new())			# in the engine's table of objects, where the link was
		build.call()
	await compare("over a link", once, [60, 150, 160, 170, 180, 200])
	rebuild = Callable()


func scenario_on_another_navmesh() -> void:
	ground_with_walls()
	var agent := driver(-10, 0)
	await frames(3)
	agent.requestPath(at(9, 0))
	await frames(60)
	var state: Dictionary = agent.save_state()
	var speed: float = agent.get_parent().velocity.length()
	drop(agent)
	baked_at(Vector2(20, -4), Vector2(24, 4))
	await frames(3)
	agent = driver(5, 5)
	report("exact", agent.load_state(state))
	await frames(2)
	report("share of the speed", agent.get_parent().velocity.length() / speed)
	report("status", agent.status)
	await until(func(): return agent.status != 0, 900)
	report("status at last", agent.status)


func scenario_velocity_of_the_body() -> void:
	ground_with_walls()
	var agent := driver(-10, 0, {"max_speed": length(3.5)})
	await frames(5)
	var body := agent.get_parent()
	body.velocity = at(3, 0)
	agent.requestPath(at(9, 0))
	await frames(1)
	report("speed after a frame", meters(body.velocity.length()))


func scenario_wrong_states() -> void:
	ground_with_walls()
	var agent := driver(-10, 0)
	await frames(3)
	var before := now(agent)
	for state in [{}, {"target": 3}, {"place": [0, 0, 0], "rotation": [0, 0, 0], "body_velocity": [0, 0, 0], "target": [0, 0, 0], "request": 9, "refusal": 0}]:
		agent.load_state(state)
	report("unchanged", now(agent) == before)
