extends "res://level.gd"
## What a game does with agents besides walking: real stairs, lifts, pools of bodies, rotated parents, several bakers.

const FAR := 200.0


func run() -> void:
	await stairs()
	await several_bakers()
	await flat_things()


## Capsules of several radii on stairs of several rises and treads.
func stairs() -> void:
	var level := Node3D.new()
	world.add_child(level)
	floor_at(12, 60, Vector3(-6, 0, 30), level)
	var cases := [[0.17, 0.28], [0.2, 0.3], [0.25, 0.28], [0.2, 0.25]]
	var walkers := {}
	for i in cases.size():
		var rise: float = cases[i][0]
		var tread: float = cases[i][1]
		var z := 6.0 + 14 * i
		for k in 8:
			box(Vector3(tread, rise * (k + 1), 8), Vector3(tread * (k + 0.5), rise * (k + 1) / 2, z), level)
		box(Vector3(4, rise * 8, 8), Vector3(tread * 8 + 2, rise * 4, z), level)
	await baked(baker({}, level))
	for i in cases.size():
		for radius: float in [0.3, 0.5]:
			var agent := walker(Vector3(-3, 0, 6.0 + 14 * i + 4 * radius - 2), 1.0, {"avoidance_enabled": false}, level)
			agent.get_parent().get_child(0).shape.radius = radius
			walkers["%s, radius %s" % [cases[i], radius]] = [agent, Vector3(cases[i][1] * 8 + 2, cases[i][0] * 8, agent.get_parent().position.z)]
	for what in walkers:
		walkers[what][0].requestPath(walkers[what][1])
	await until(func(): return walkers.values().all(func(pair): return pair[0].status != NavAgent.RUNNING), 900)
	await frames(60)
	for what in walkers:
		var agent: NavAgent = walkers[what][0]
		report("stairs " + what, {"status": agent.status, "off": (agent.get_parent().position - Vector3(0, 1, 0)).distance_to(walkers[what][1])})
	level.queue_free()
	await frames(2)


## An agent asks for a goal on a level whose baker is still at work while another's has finished.
func several_bakers() -> void:
	var small := Node3D.new()
	var large := Node3D.new()
	world.add_child(small)
	world.add_child(large)
	floor_at(6, 6, Vector3.ZERO, small)
	floor_at(60, 60, Vector3(100, 0, 0), large)
	baker({}, small)
	var late := baker({"cell_size": 0.1, "agent_radius": 0.5}, large)
	var agent := walker(Vector3(90, 0, 0), 1.0, {}, large)
	var asked := agent.requestPath(Vector3(96, 0, 0))
	await until(func(): return agent.status != NavAgent.RUNNING, 600, MSEC_TO_WAIT)
	report("second baker", {"asked": asked, "status": agent.status, "reason": agent.reason_text, "baked": late.navmesh != null})
	small.queue_free()
	large.queue_free()
	await frames(2)


func flat_things() -> void:
	floor_at(40, 40)
	var bake := baker()
	await baked(bake)
	await map_goes_and_comes(bake)
	await put_back_elsewhere()
	await lifted_after_arrival()
	await rotated_parent()
	await fails_at_once()
	await trembling_target()
	await floating_body()


func map_goes_and_comes(bake: NavMeshBaker) -> void:
	var agent := walker(Vector3(-10, 0, 0))
	agent.requestPath(Vector3(10, 0, 0))
	await frames(20)
	var navmesh := bake.navmesh
	bake.navmesh = null
	await frames(10)
	var without := [agent.status, agent.reason]
	bake.navmesh = navmesh
	var other := walker(Vector3(-10, 0, 5))
	other.requestPath(Vector3(10, 0, 5))
	await frames(30)
	var place: Vector3 = agent.get_parent().position
	await frames(30)
	report("map back", {"without": without, "status": agent.status, "drift": place.distance_to(agent.get_parent().position),
			"again": agent.requestPath(Vector3(10, 0, 0))})
	await until(func(): return agent.status != NavAgent.RUNNING)
	report("map back, asked again", agent.status)
	agent.get_parent().queue_free()
	other.get_parent().queue_free()


func put_back_elsewhere() -> void:
	var agent := walker(Vector3(-4, 0, 0))
	var body: Node3D = agent.get_parent()
	agent.requestPath(Vector3(0, 0, 0))
	await until(func(): return agent.status != NavAgent.RUNNING)
	world.remove_child(body)
	body.position = Vector3(-10, 1, -10)
	world.add_child(body)
	await frames(60)
	report("put back", {"status": agent.status, "reason": agent.reason, "off": flat(body.position).distance_to(Vector2(-10, -10))})
	body.queue_free()


func lifted_after_arrival() -> void:
	var agent := walker(Vector3(-4, 0, 0))
	var body: Node3D = agent.get_parent()
	agent.requestPath(Vector3(0, 0, 0))
	await until(func(): return agent.status != NavAgent.RUNNING and agent.desired_velocity == Vector3.ZERO)
	body.position.y += 5
	await frames(120)
	var fallen := body.position.y
	agent.stop()
	await frames(10)
	body.position.y += 5
	await frames(60)
	report("lifted", {"fallen": fallen, "stopped": body.position.y})
	body.queue_free()


func rotated_parent() -> void:
	var holder := Node3D.new()
	holder.rotation.y = PI / 2
	world.add_child(holder)
	var agent := walker(Vector3.ZERO, 1.0, {}, holder)
	agent.requestPath(Vector3(8, 0, 0))
	await frames(60)
	var front: Vector3 = -agent.get_parent().global_basis.z
	report("rotated", front.dot(agent.desired_velocity.normalized()))
	holder.queue_free()


func fails_at_once() -> void:
	var agent := walker(Vector3(-4, 0, 0))
	var heard := []
	agent.navigation_finished.connect(func(): heard.append("finished"))
	agent.target_reached.connect(func(): heard.append("reached"))
	agent.requestPath(Vector3(FAR, 0, 0))
	await frames(5)
	for i in 10:
		agent.requestPath(Vector3(FAR, 0, 0))
		await physics_frame
	report("fails at once", heard)
	agent.get_parent().queue_free()


func trembling_target() -> void:
	var agent := walker(Vector3(-4, 0, 0))
	var heard := {"path": 0, "reached": 0, "finished": 0}
	agent.path_changed.connect(func(): heard.path += 1)
	agent.target_reached.connect(func(): heard.reached += 1)
	agent.navigation_finished.connect(func(): heard.finished += 1)
	for i in 300:
		agent.requestPath(Vector3(1e-5 * (i % 7), 0, 0))
		await physics_frame
	report("trembling", heard)
	agent.get_parent().queue_free()


func floating_body() -> void:
	var agent := walker(Vector3(-4, 0, 0))
	var body: CharacterBody3D = agent.get_parent()
	body.motion_mode = CharacterBody3D.MOTION_MODE_FLOATING
	agent.requestPath(Vector3(4, 0, 0))
	await until(func(): return agent.status != NavAgent.RUNNING)
	await frames(60)
	report("floating", {"status": agent.status, "off": flat(body.position).distance_to(Vector2(4, 0)), "vertical": body.velocity.y})
	body.queue_free()
