extends "res://level.gd"
## Everything is freed at every time. Each game has a level with a baker and a Crowd, whose agent walks or waits.

const GOAL := Vector3(3.5, 0, 3.5)
const PARTS := ["agent", "body", "baker", "crowd", "level"]
const FINE := {"cell_size": 0.1, "cell_height": 0.1}			# takes some time to bake


class Game:
	var level: Node3D
	var baker: NavMeshBaker
	var crowd: Crowd
	var body: Node3D
	var agent: NavAgent
	var default_agent: NavAgent		# outside the Crowd

	## Frees a part, if it still is there.
	func free_part(part: String, at_once: bool) -> void:
		var victim = get(part)
		if is_instance_valid(victim):
			if at_once:
				victim.free()
			else:
				victim.queue_free()


func make(size := 10.0, settings := {}, falls := false) -> Game:
	var game := Game.new()
	game.level = level_at()
	floor_at(size, size, Vector3.ZERO, game.level)
	game.crowd = put(Crowd.new(), {}, game.level)
	if falls:
		game.agent = walker(Vector3(-3, 0, -3), 1.0, {}, game.crowd)
	else:
		game.agent = ghost(Vector3(-3, 0, -3), 1.0, {"max_speed": 20}, game.crowd)
	game.default_agent = ghost(Vector3(-3, 0, 3), 1.0, {}, game.level)
	game.body = game.agent.get_parent()
	game.baker = baker(settings, game.level)
	return game


func end(game: Game) -> void:
	await frames(3)
	if is_instance_valid(game.level):
		game.level.free()
	await frames(1)


## Reports what a callable returns for each part of a game and each way to free it.
func for_each_part(play: Callable) -> void:
	for at_once in [false, true]:
		for part in PARTS:
			report("%s %s" % ["free" if at_once else "queue_free", part], await play.call(part, at_once))
	report("nodes left", world.get_child_count())


func scenario_freed_while_the_agent_waits() -> void:
	await for_each_part(func(part, at_once):
		var game := make(10.0, {}, part == "agent" or part == "body")
		game.agent.requestPath(GOAL)
		game.default_agent.requestPath(GOAL)
		game.free_part(part, at_once)
		await end(game)
		return true)


func scenario_freed_while_the_agent_walks() -> void:
	await for_each_part(func(part, at_once):
		var game := await make_walking(part)
		await frames(4)
		game.free_part(part, at_once)
		await end(game)
		return true)


func scenario_freed_when_the_agent_has_arrived() -> void:
	await for_each_part(func(part, at_once):
		var game := await make_walking(part)
		var arrived := await until(func(): return game.agent.hasArrived() == NavAgent.SUCCESS)
		game.free_part(part, at_once)
		await end(game)
		return arrived)


func make_walking(part: String) -> Game:
	var game := make(10.0, {}, part == "agent" or part == "body")
	game.agent.requestPath(GOAL)
	game.default_agent.requestPath(GOAL)
	await baked(game.baker)
	return game


func scenario_freed_in_velocity_computed() -> void:
	await free_in_handler_of_agent("velocity_computed")


func scenario_freed_in_path_changed() -> void:
	await free_in_handler_of_agent("path_changed")


func scenario_freed_in_waypoint_reached() -> void:
	await free_in_handler_of_agent("waypoint_reached")


func scenario_freed_in_target_reached() -> void:
	await free_in_handler_of_agent("target_reached")


func scenario_freed_in_navigation_finished() -> void:
	await free_in_handler_of_agent("navigation_finished")


## Reports whether the handler ran.
func free_in_handler_of_agent(signal_name: String) -> void:
	await for_each_part(func(part, at_once):
		var game := make()
		await baked(game.baker)
		game.agent.requestPath(GOAL)
		game.default_agent.requestPath(GOAL)
		if signal_name == "path_changed":
			await frames(3)
		var ran := [false]
		game.agent.connect(signal_name, func(_velocity = null):
			ran[0] = true
			game.free_part(part, at_once))
		if signal_name == "path_changed":
			game.baker.position.x += 0.01
		await until(func(): return ran[0], 100)
		await end(game)
		return ran[0])


func scenario_freed_in_bake_progress() -> void:
	await free_in_handler_of_baker("bake_progress")


func scenario_freed_in_bake_finished() -> void:
	await free_in_handler_of_baker("bake_finished")


func scenario_freed_in_navmesh_changed() -> void:
	await free_in_handler_of_baker("navmesh_changed")


func free_in_handler_of_baker(signal_name: String) -> void:
	await for_each_part(func(part, at_once):
		var game := make()
		var ran := [false]
		game.baker.connect(signal_name, func(_value = null):
			if not ran[0]:
				ran[0] = true
				game.free_part(part, at_once))
		game.agent.requestPath(GOAL)
		await until(func(): return ran[0], 0, MSEC_TO_WAIT)
		await end(game)
		return ran[0])


## While a bake of some length runs on its thread.
func scenario_freed_while_baking() -> void:
	for part in ["agent", "baker", "level"]:
		var game := make(30, FINE)
		game.agent.requestPath(GOAL)
		report(part + ", bake has begun", await until(func(): return game.baker.get_bake_progress() > 0, 0, MSEC_TO_WAIT))
		var begin := Time.get_ticks_msec()
		await until(func(): return Time.get_ticks_msec() - begin >= 20, 0, MSEC_TO_WAIT)
		game.free_part(part, true)
		await end(game)
	report("nodes left", world.get_child_count())


func scenario_bake_is_canceled() -> void:
	var game := make(30, FINE)
	var finished := []
	game.baker.bake_finished.connect(func(success): finished.append(success))
	game.agent.requestPath(GOAL)
	game.baker.cancel_bake()
	report("before it began", {"baking": game.baker.is_baking(), "bake_finished": finished})
	await frames(2)
	report("agent of a bake canceled before it began", {"status": game.agent.hasArrived(), "reason": game.agent.reason})
	finished.clear()
	game.baker.bake_navigation_mesh()
	report("agent of the next bake", {"status": game.agent.requestPath(GOAL), "reason": game.agent.reason})
	await until(func(): return game.baker.get_bake_progress() > 0, 0, MSEC_TO_WAIT)
	var second := baker({}, game.level)
	await frames(2)
	var second_finished := []
	second.bake_finished.connect(func(success): second_finished.append(success))
	report("second baker", {"baking": second.is_baking(), "progress": second.get_bake_progress()})
	second.cancel_bake()
	report("second baker, canceled", {"baking": second.is_baking(), "bake_finished": second_finished})
	second.bake_navigation_mesh()
	second.free()
	game.baker.cancel_bake()
	game.baker.cancel_bake()
	await until(func(): return not game.baker.is_baking(), 0, MSEC_TO_WAIT)
	report("under way", {"bake_finished": finished, "has a navmesh": game.baker.navmesh != null})
	await frames(2)
	report("agent of a bake canceled under way", {"status": game.agent.hasArrived(), "reason": game.agent.reason})
	game.baker.cell_size = 0.25
	game.baker.cell_height = 0.25
	game.baker.bake_navigation_mesh()
	await baked(game.baker)
	report("status when baked after all", game.agent.requestPath(GOAL))


## Agents come and go, change body, crowd and parent, for some seconds.
func scenario_agents_come_and_go() -> void:
	seed(1)
	var game := make()
	await baked(game.baker)
	var agents: Array[NavAgent] = []
	for i in 600:
		if agents.size() < 40:
			agents.append(ghost(Vector3(randf_range(-4, 4), 0, randf_range(-4, 4)), 1.0, {}, game.crowd if randf() < 0.5 else game.level))
		var agent: NavAgent = agents.pick_random()
		match randi() % 6:
			0:
				agents.erase(agent)
				agent.get_parent().free()
			1:
				agents.erase(agent)
				agent.get_parent().queue_free()
			2:
				agent.requestPath(Vector3(randf_range(-6, 6), 0, randf_range(-6, 6)))
			3:
				var body := agent.get_parent()
				body.reparent(game.level if body.get_parent() == game.crowd else game.crowd)
			4:
				agent.target_position = Vector3(randf_range(-6, 6), 0, randf_range(-6, 6))
			5:
				agent.cancel_request()
		if i % 100 == 50:
			game.baker.position.y = 0.01 * (i % 3)
		if i % 7 == 0:
			await physics_frame
	report("agents of the crowd", game.crowd.get_agent_count())
	report("walking agents of the crowd", game.crowd.get_walking_count())
	await end(game)
	report("nodes left", world.get_child_count())
