extends "res://level.gd"
## Everything is freed at every time. Each scene has a level with a baker and a Crowd, whose agent walks or waits.

const GOAL := Vector3(3.5, 0, 3.5)

var big_bake_frames := 0


class Scene:
	var level: Node3D
	var baker: NavMeshBaker
	var crowd: Crowd
	var body: Node3D
	var agent: NavAgent
	var default_agent: NavAgent		# outside the Crowd

	func victim(name: String) -> Variant:		# perhaps freed already
		return {"agent": agent, "body": body, "baker": baker, "crowd": crowd, "level": level}[name]


func run() -> void:
	var undone := []
	for how in ["queue_free", "free"]:
		for who in ["agent", "body", "baker", "crowd", "level"]:
			for when in ["waiting", "walking", "arrived"]:
				await freed_at(when, who, how)
			for signal_name in ["velocity_computed", "path_changed", "waypoint_reached", "target_reached", "navigation_finished"]:
				if not await freed_in_agents(signal_name, who, how):
					undone.append([signal_name, who, how])
			for signal_name in ["bake_progress", "bake_finished", "navmesh_changed"]:
				if not await freed_in_bakers(signal_name, who, how):
					undone.append([signal_name, who, how])
	report("handlers that never ran", undone)
	for who in ["agent", "baker", "level"]:
		await freed_while_baking(who)
	report("long bake", big_bake_frames)
	await cancels()
	await churn()
	report("nodes left", world.get_child_count())


func make(size := 10.0, settings := {}, falling := false) -> Scene:
	var scene := Scene.new()
	scene.level = Node3D.new()
	world.add_child(scene.level)
	floor_at(size, size, Vector3.ZERO, scene.level)
	scene.crowd = Crowd.new()
	scene.level.add_child(scene.crowd)
	if falling:
		scene.agent = walker(Vector3(-3, 0, -3), 1.0, {}, scene.crowd)
	else:
		scene.agent = ghost(Vector3(-3, 0, -3), 1.0, {"max_speed": 20}, scene.crowd)
	scene.default_agent = ghost(Vector3(-3, 0, 3), 1.0, {}, scene.level)
	scene.body = scene.agent.get_parent()
	scene.baker = baker(settings, scene.level)
	return scene


func kill(scene: Scene, who: String, how: String) -> void:
	var victim = scene.victim(who)
	if not is_instance_valid(victim):
		return
	if how == "free":
		victim.free()
	else:
		victim.queue_free()


func done(scene: Scene) -> void:
	await frames(3)
	if is_instance_valid(scene.level):
		scene.level.free()
	await frames(1)


func freed_at(when: String, who: String, how: String) -> void:
	var scene := make(10.0, {}, who == "agent" or who == "body")
	scene.agent.requestPath(GOAL)
	scene.default_agent.requestPath(GOAL)
	if when != "waiting":
		await baked(scene.baker)
		await frames(4)
	if when == "arrived":
		await until(func(): return scene.agent.hasArrived() == NavAgent.SUCCESS)
	kill(scene, who, how)
	await done(scene)


func freed_in_agents(signal_name: String, who: String, how: String) -> bool:
	var scene := make()
	await baked(scene.baker)
	scene.agent.requestPath(GOAL)
	scene.default_agent.requestPath(GOAL)
	if signal_name == "path_changed":
		await frames(3)
	var ran := [false]
	var handler := func(_velocity = null):
		ran[0] = true
		kill(scene, who, how)
	scene.agent.connect(signal_name, handler)
	if signal_name == "path_changed":
		scene.baker.position.x += 0.01
	await until(func(): return ran[0], 100)
	await done(scene)
	return ran[0]


func freed_in_bakers(signal_name: String, who: String, how: String) -> bool:
	var scene := make()
	var ran := [false]
	scene.baker.connect(signal_name, func(_value = null):
		if not ran[0]:
			ran[0] = true
			kill(scene, who, how))
	scene.agent.requestPath(GOAL)
	await until(func(): return ran[0], 0, MSEC_TO_WAIT)
	await done(scene)
	return ran[0]


## While a bake of some length runs on its thread.
func freed_while_baking(who: String) -> void:
	var scene := make(30, {"cell_size": 0.1, "cell_height": 0.1})
	scene.agent.requestPath(GOAL)
	await until(func(): return scene.baker.get_bake_progress() > 0, 0, MSEC_TO_WAIT)
	var begin := Time.get_ticks_msec()
	while Time.get_ticks_msec() - begin < 20:
		await physics_frame
		big_bake_frames += 1
	kill(scene, who, "free")
	await done(scene)


func cancels() -> void:
	var scene := make(30, {"cell_size": 0.1, "cell_height": 0.1})
	var finished := []
	scene.baker.bake_finished.connect(func(success): finished.append(success))
	scene.agent.requestPath(GOAL)
	scene.baker.cancel_bake()
	report("cancelled before it began", [scene.baker.is_baking(), finished.duplicate()])
	await frames(2)
	report("agent of a cancelled bake", [scene.agent.hasArrived(), scene.agent.reason])
	finished.clear()
	scene.baker.bake_navigation_mesh()
	report("waits again", [scene.agent.requestPath(GOAL), scene.agent.reason])
	await until(func(): return scene.baker.get_bake_progress() > 0, 0, MSEC_TO_WAIT)
	var second := baker({}, scene.level)
	await frames(2)
	var second_finished := []
	second.bake_finished.connect(func(success): second_finished.append(success))
	report("waits for its turn", [second.is_baking(), second.get_bake_progress()])
	second.cancel_bake()
	report("cancelled before its turn", [second.is_baking(), second_finished])
	second.bake_navigation_mesh()
	second.free()
	scene.baker.cancel_bake()
	scene.baker.cancel_bake()
	await until(func(): return not scene.baker.is_baking(), 0, MSEC_TO_WAIT)
	report("cancelled under way", [finished.duplicate(), scene.baker.navmesh == null])
	await frames(2)
	report("agent of a cancelled bake under way", [scene.agent.hasArrived(), scene.agent.reason])
	scene.baker.cell_size = 0.25
	scene.baker.cell_height = 0.25
	scene.baker.bake_navigation_mesh()
	await baked(scene.baker)
	report("baked after all", scene.agent.requestPath(GOAL))
	await done(scene)


## Agents come and go, change body, crowd and parent, for some seconds.
func churn() -> void:
	seed(1)
	var scene := make()
	await baked(scene.baker)
	var agents: Array[NavAgent] = []
	for i in 600:
		if agents.size() < 40:
			agents.append(ghost(Vector3(randf_range(-4, 4), 0, randf_range(-4, 4)), 1.0, {},
				scene.crowd if randf() < 0.5 else scene.level))
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
				body.reparent(scene.level if body.get_parent() == scene.crowd else scene.crowd)
			4:
				agent.target_position = Vector3(randf_range(-6, 6), 0, randf_range(-6, 6))
			5:
				agent.stop()
		if i % 100 == 50:
			scene.baker.position.y = 0.01 * (i % 3)
		if i % 7 == 0:
			await physics_frame
	report("churn", [scene.crowd.get_agent_count() <= 41, scene.crowd.get_walking_count() <= scene.crowd.get_agent_count()])
	await done(scene)
