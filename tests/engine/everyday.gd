extends "res://level.gd"
## What a game does with agents besides walking: real stairs, lifts, pools of bodies, rotated parents, several bakers.

const FAR := 200.0


func ground() -> NavMeshBaker:
	floor_at(40, 40)
	return bake()


## Capsules of two radii on stairs of several rises and treads.
func scenario_stairs() -> void:
	floor_at(12, 60, Vector3(-6, 0, 30))
	var cases := [[0.17, 0.28], [0.2, 0.3], [0.25, 0.28], [0.2, 0.25]]
	for i in cases.size():
		var rise: float = cases[i][0]
		var tread: float = cases[i][1]
		var z := 6.0 + 14 * i
		for k in 8:
			box(Vector3(tread, rise * (k + 1), 8), Vector3(tread * (k + 0.5), rise * (k + 1) / 2, z))
		box(Vector3(4, rise * 8, 8), Vector3(tread * 8 + 2, rise * 4, z))
	bake()
	var agents := {}
	var goals := {}
	for i in cases.size():
		for radius: float in [0.3, 0.5]:
			var what := "rise %s, tread %s, radius %s" % [cases[i][0], cases[i][1], radius]
			var body := capsule(1.0, radius)
			body.position = Vector3(-3, 1, 6.0 + 14 * i + 4 * radius - 2)
			agents[what] = with_agent(body, {"avoidance_enabled": false})
			goals[what] = Vector3(cases[i][1] * 8 + 2, cases[i][0] * 8, body.position.z)
			agents[what].requestPath(goals[what])
	await until(func(): return agents.values().all(func(agent): return agent.status != NavAgent.RUNNING), 900)
	await frames(60)
	for what in agents:
		report(what, {"status": agents[what].status,
			"distance from the goal": (agents[what].get_parent().position - Vector3(0, 1, 0)).distance_to(goals[what])})


## An agent asks for a goal on a level whose baker is still at work while another's has finished.
func scenario_second_baker_is_late() -> void:
	var small := level_at()
	var large := level_at()
	floor_at(6, 6, Vector3.ZERO, small)
	floor_at(60, 60, Vector3(100, 0, 0), large)
	baker({}, small)
	var late := baker({"cell_size": 0.1, "agent_radius": 0.5}, large)
	var agent := walker(Vector3(90, 0, 0), 1.0, {}, large)
	report("status when asked", agent.requestPath(Vector3(96, 0, 0)))
	await until(func(): return agent.status != NavAgent.RUNNING, 600, MSEC_TO_WAIT)
	report("status", agent.status)
	report("reason", agent.reason_text)
	report("baked", late.navmesh != null)


func scenario_map_goes_and_comes() -> void:
	var bakes := ground()
	var agent := walker(Vector3(-10, 0, 0))
	agent.requestPath(Vector3(10, 0, 0))
	await frames(20)
	var navmesh := bakes.navmesh
	bakes.navmesh = null
	await frames(10)
	report("without a map", {"status": agent.status, "reason": agent.reason})
	bakes.navmesh = navmesh
	walker(Vector3(-10, 0, 5)).requestPath(Vector3(10, 0, 5))
	await frames(30)
	var place: Vector3 = agent.get_parent().position
	await frames(30)
	report("with the map", {"status": agent.status, "drift": place.distance_to(agent.get_parent().position)})
	report("status when asked again", agent.requestPath(Vector3(10, 0, 0)))
	await until(func(): return agent.status != NavAgent.RUNNING)
	report("status", agent.status)


func scenario_body_is_put_back_elsewhere() -> void:
	ground()
	var agent := walker(Vector3(-4, 0, 0))
	var body: Node3D = agent.get_parent()
	agent.requestPath(Vector3(0, 0, 0))
	await until(func(): return agent.status != NavAgent.RUNNING)
	world.remove_child(body)
	body.position = Vector3(-10, 1, -10)
	world.add_child(body)
	await frames(60)
	report("status", agent.status)
	report("reason", agent.reason)
	report("distance from where it was put", off(agent, Vector3(-10, 0, -10)))


## A body is pushed to the rim of an upper storey, over the ground that the bake has taken off for its radius, with a floor below.
func scenario_beside_the_upper_of_two_floors() -> void:
	floor_at(30, 30)
	box(Vector3(8, 0.2, 8), Vector3(0, 2.1, 0))
	bake()
	var agent := walker(Vector3(2, 2.2, 0), 0.0)
	agent.requestPath(Vector3(3, 2.2, 0))
	await rests(agent)
	agent.get_parent().position = Vector3(3.95, 2.2, 0)
	await frames(2)
	report("asked", agent.requestPath(Vector3(-3, 2.2, 1)))
	await frames(2)
	report("first corner", agent.get_current_navigation_path()[0].y)
	await rests(agent)
	await frames(30)
	report("status", agent.status)
	report("feet off the goal", agent.get_parent().position.distance_to(Vector3(-3, 2.2, 1)))


func scenario_lifted_after_arrival() -> void:
	ground()
	var agent := walker(Vector3(-4, 0, 0))
	var body: Node3D = agent.get_parent()
	agent.requestPath(Vector3(0, 0, 0))
	await rests(agent)
	body.position.y += 5
	await frames(120)
	report("height some time after it was lifted", body.position.y)
	agent.cancel_request()
	await frames(10)
	body.position.y += 5
	await frames(60)
	report("height some time after it was stopped and lifted", body.position.y)


func scenario_parent_is_rotated() -> void:
	ground()
	var agent := walker(Vector3.ZERO, 1.0, {}, put(Node3D.new(), {"rotation": Vector3(0, PI / 2, 0)}))
	agent.requestPath(Vector3(8, 0, 0))
	await frames(60)
	report("how much it faces its way", (-agent.get_parent().global_basis.z).dot(agent.desired_velocity.normalized()))


func scenario_fails_at_once() -> void:
	ground()
	var agent := walker(Vector3(-4, 0, 0))
	var signals := signals_of(agent, ["navigation_finished", "target_reached"])
	agent.requestPath(Vector3(FAR, 0, 0))
	await frames(5)
	for i in 10:
		agent.requestPath(Vector3(FAR, 0, 0))
		await physics_frame
	report("signals", signals)


func scenario_trembling_target() -> void:
	ground()
	var agent := walker(Vector3(-4, 0, 0))
	var signals := signals_of(agent)
	for i in 300:
		agent.requestPath(Vector3(1e-5 * (i % 7), 0, 0))
		await physics_frame
	report("signals", signals)


func scenario_floating_body() -> void:
	ground()
	var agent := walker(Vector3(-4, 0, 0))
	var body: CharacterBody3D = agent.get_parent()
	body.motion_mode = CharacterBody3D.MOTION_MODE_FLOATING
	agent.requestPath(Vector3(4, 0, 0))
	await until(func(): return agent.status != NavAgent.RUNNING)
	await frames(60)
	report("status", agent.status)
	report("distance from the goal", off(agent, Vector3(4, 0, 0)))
	report("vertical speed", body.velocity.y)
