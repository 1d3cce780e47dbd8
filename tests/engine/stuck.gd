extends "res://level.gd"
## Agents that get no further: what they say of it, and what they do about it.


## A floor with a corridor along x that is 2.5 m wide.
func floor_with_corridor() -> void:
	floor_at(30, 30)
	for side in [-1, 1]:
		box(Vector3(20, 3, 0.5), Vector3(0, 1.5, 1.5 * side))
	bake()


## A crate that is in no navmesh.
func scenario_goes_round_a_crate() -> void:
	floor_with_corridor()
	box(Vector3(0.8, 2, 1.6), Vector3(0, 1, 8))
	var agent := walker(Vector3(-6, 0, 8))
	agent.requestPath(Vector3(6, 0, 8))
	await until(func(): return agent.why_stuck() != "", 900)
	report("why, at the crate", agent.why_stuck())
	await until(func(): return agent.get_parent().position.x > 3, 900)
	report("why, beyond it", agent.why_stuck())
	await until(func(): return agent.hasArrived() != NavAgent.RUNNING, 900)
	report("status", agent.hasArrived())
	report("distance from the goal", off(agent, Vector3(6, 0, 8)))


## Walls that reach from the floor's edge across the way: only on their other side can they be passed.
func scenario_passes_on_the_free_side() -> void:
	floor_at(24, 12)
	bake()
	for side: float in [1.0, -1.0]:
		var wall := box(Vector3(0.5, 2, 6.6), Vector3(0, 1, 2.7 * side))
		var agent := walker(Vector3(-6, 0, 0))
		agent.requestPath(Vector3(6, 0, 0))
		await until(func(): return agent.hasArrived() != NavAgent.RUNNING, 1800)
		report("wall at %s" % side, agent.hasArrived())
		remove(agent)
		wall.free()


func scenario_shut_in() -> void:
	floor_with_corridor()
	var crate := box(Vector3(0.5, 2, 3), Vector3(2, 1, 0))
	var agent := walker(Vector3(-8, 0, 0))
	var changes := []
	agent.stuck_changed.connect(func(is_stuck): changes.append(is_stuck))
	report("why, before any request", agent.why_stuck())
	agent.requestPath(Vector3(8, 0, 0))
	await frames(30)
	report("on its way", {"why": agent.why_stuck(), "stuck": agent.is_stuck})
	await until(func(): return agent.is_stuck, 900)
	report("shut in", {"why": agent.why_stuck(), "stuck": agent.is_stuck, "status": agent.hasArrived()})
	crate.queue_free()
	await until(func(): return agent.hasArrived() != NavAgent.RUNNING, 900)
	report("set free", {"why": agent.why_stuck(), "status": agent.hasArrived()})
	report("stuck_changed", changes)


## In a corridor that is not quite wide enough for two.
func scenario_behind_another() -> void:
	floor_at(24, 2.9)
	for side in [-1, 1]:
		box(Vector3(24, 3, 0.5), Vector3(0, 1.5, 1.7 * side))
	bake()
	walker(Vector3.ZERO, 0.0).get_parent().name = "Sentry"
	var agent := walker(Vector3(-8, 0, 0), 0.0)
	agent.requestPath(Vector3(8, 0, 0))
	await until(func(): return agent.is_stuck, 900)
	report("stuck", agent.is_stuck)
	report("why", agent.why_stuck())


## Behind a crowd whose agents have no nodes.
func scenario_behind_agents_without_nodes() -> void:
	floor_at(24, 2.9)
	for side in [-1, 1]:
		box(Vector3(24, 3, 0.5), Vector3(0, 1.5, 1.7 * side))
	bake()
	var crowd := Crowd.new()
	crowd.name = "Horde"
	crowd.agent_max_speed = 0.0
	crowd.agent_radius = 0.4
	world.add_child(crowd)
	var places := PackedVector3Array()
	for x in 3:
		for z in [-0.9, 0.0, 0.9]:
			places.append(Vector3(x, 0, z))
	crowd.add_agents(places)
	var agent := walker(Vector3(-8, 0, 0), 0.0)
	agent.requestPath(Vector3(8, 0, 0))
	await until(func(): return agent.is_stuck, 900)
	report("why", agent.why_stuck())


func scenario_script_does_not_move_the_body() -> void:
	floor_with_corridor()
	var agent := walker(Vector3(-6, 0, 8))
	agent.target_position = Vector3(6, 0, 8)
	await until(func(): return agent.is_stuck, 900)
	report("stuck", agent.is_stuck)
	report("why", agent.why_stuck())
	agent.velocity = Vector3.ZERO
	await frames(2)
	report("stuck when it is to stand", agent.is_stuck)


## An agent drives no plain Node3D.
func scenario_nobody_moves_the_node() -> void:
	floor_with_corridor()
	var node := Node3D.new()
	node.position = Vector3(-6, 0, 6)
	var agent := with_agent(node)
	agent.requestPath(Vector3(6, 0, 6))
	await until(func(): return agent.is_stuck, 900)
	report("why", agent.why_stuck())


func scenario_goal_off_the_navmesh() -> void:
	floor_with_corridor()
	var agent := walker(Vector3(-6, 0, 8))
	agent.target_position = Vector3(600, 0, 8)
	agent.requestPath(Vector3(600, 0, 8))
	report("why", agent.why_stuck())


func scenario_freed_in_its_handler() -> void:
	floor_with_corridor()
	var agent := walker(Vector3(-6, 0, 8))
	agent.stuck_changed.connect(func(_is_stuck): agent.get_parent().free())
	agent.target_position = Vector3(6, 0, 8)
	report("freed", await until(func(): return not is_instance_valid(agent), 900))


## In a corridor, a circle that agents avoid and that reaches from wall to wall; no body is there.
func scenario_held_by_an_obstacle() -> void:
	floor_with_corridor()
	var gate := obstacle({"radius": 1.2, "height": 2.0, "name": "Gate"}, Vector3(2, 0, 0))
	var agent := walker(Vector3(-6, 0, 0))
	agent.requestPath(Vector3(8, 0, 0))
	var named := 0
	var others := {}
	for i in 1200:
		await physics_frame
		var why := agent.why_stuck()
		if "Gate" in why:
			named += 1
		elif why != "":
			others[why.substr(0, 30)] = true
	report("frames in which it is named", named)
	report("other answers", others.keys())
	gate.avoidance_layers = 2
	await frames(2)
	report("of another layer", agent.why_stuck())


## A field that knows of no wall leads to a wall, and the navmesh ends before it.
func scenario_led_off_the_navmesh() -> void:
	floor_at(30, 30)
	box(Vector3(0.5, 3, 20), Vector3(2, 1.5, 0))
	bake()
	var field := NavFlowField.new()
	field.region = Rect2i(-15, -15, 30, 30)
	world.add_child(field)
	field.fill(field.region, 1.0)
	field.set_goals(PackedVector3Array([Vector3(8, 0, 0.5)]))
	var agent := walker(Vector3(-6, 0, 0.5))
	agent.follow_field(field)
	await until(func(): return agent.is_stuck, 900)
	report("stuck", agent.is_stuck)
	report("why", agent.why_stuck())
	field.from_navmesh()
	await until(func(): return agent.hasArrived() != NavAgent.RUNNING, 1800)
	report("status", agent.hasArrived())


## Two bodies that meet in a passage for one, of shapes up to the size of their agents, at several tick rates.
func scenario_nose_to_nose() -> void:
	floor_at(40, 27)
	for side in [-1, 1]:
		box(Vector3(13.3, 3, 12), Vector3(0, 1.5, side * (1.2 + 6)))
	bake({"cell_size": 0.1, "agent_radius": 1.0})
	for ticks: int in [30, 60, 144]:
		Engine.physics_ticks_per_second = ticks
		for share: float in [0.6, 0.93, 0.99]:
			var agents: Array[NavAgent] = []
			for side: int in [-1, 1]:
				var body := capsule(0.0, share)
				body.get_child(0).shape.height = 2.2
				body.get_child(0).position.y = 1.1
				body.collision_mask = 3
				body.position = Vector3(9.3 * side, 0, 0)
				body.name = "Body%d" % (side + 2)
				agents.append(with_agent(body, {"radius": 1.0, "max_speed": 2.3}))
			var named := 0
			var arrived := 0
			for i in 60 * ticks:
				arrived = 0
				for k in 2:
					arrived += int(agents[k].requestPath(Vector3(9.3 - 18.6 * k, 0, 0)) == NavAgent.SUCCESS)
				if arrived == 2:
					break
				await physics_frame
				var why := agents[0].why_stuck()
				named += int("shapes" in why)
			report("%s ticks, %s" % [ticks, share], {"arrived": arrived, "blames shapes": named})
			for agent in agents:
				await remove(agent)
	Engine.physics_ticks_per_second = 60


## Crates in a row across the way, with gaps between them that are a little too narrow for a body. Capsules catch in these.
func scenario_loose_crates() -> void:
	floor_at(30, 20)
	bake()
	for i in 3:
		box(Vector3(0.8, 0.8, 0.8), Vector3(4, 0.4, 1.5 * i - 1.5)).collision_layer = 4
	for ticks: int in [30, 60, 144]:
		Engine.physics_ticks_per_second = ticks
		for count: int in [1, 2, 4]:
			var agents: Array[NavAgent] = []
			for i in count:
				var z := 1.2 * i - 0.6 * (count - 1) + 0.3
				var body := capsule(0.0)
				body.position = Vector3(-2, 0.02, z)
				body.collision_mask = 5
				agents.append(with_agent(body, {"radius": 0.4}))
				agents[i].requestPath(Vector3(10, 0, z))
			var passed := 0.0
			while passed < 20.0 and agents.any(func(agent): return agent.hasArrived() == NavAgent.RUNNING):
				await physics_frame
				passed += 1.0 / ticks
			report("%d ticks, %d agents" % [ticks, count], {"seconds": passed, "statuses": agents.map(func(agent): return agent.hasArrived())})
			for agent in agents:
				await remove(agent)
	Engine.physics_ticks_per_second = 60


## Against a belt that runs at 3 m/s: the body comes on by 0.5 m a second.
func scenario_against_a_belt() -> void:
	floor_at(30, 10).constant_linear_velocity = Vector3(-3, 0, 0)
	bake()
	var agent := walker(Vector3(-2, 0, 0))
	var least := 0.0
	agent.requestPath(Vector3(2, 0, 0))
	for i in 600:
		await physics_frame
		least = maxf(least, absf(agent.get_parent().position.z))
		if agent.hasArrived() != NavAgent.RUNNING:
			break
	report("arrives", {"status": agent.hasArrived(), "farthest off its line": least})


## A rigid body moves by velocity_computed; friction takes 0.3 m/s of it a frame at 30 ticks, more than the agent gains.
func scenario_rigid_bodies() -> void:
	floor_at(30, 20)
	bake()
	for ticks: int in [30, 60, 144]:
		Engine.physics_ticks_per_second = ticks
		var agents: Array[NavAgent] = []
		for i in 4:
			var body := RigidBody3D.new()
			var shape := CollisionShape3D.new()
			shape.shape = CapsuleShape3D.new()
			shape.shape.radius = 0.4
			shape.position.y = 1.0
			body.add_child(shape)
			body.lock_rotation = true
			body.position = Vector3(-6, 0.02, 1.5 * i - 2)
			agents.append(with_agent(body, {"radius": 0.4}))
			agents[i].velocity_computed.connect(func(v): body.linear_velocity = Vector3(v.x, body.linear_velocity.y, v.z))
			agents[i].requestPath(Vector3(6, 0, 1.5 * i - 2))
		var passed := 0.0
		while passed < 20.0 and agents.any(func(agent): return agent.hasArrived() == NavAgent.RUNNING):
			await physics_frame
			passed += 1.0 / ticks
		report("%d ticks" % ticks, {"seconds": passed, "off": agents.map(func(agent): return off(agent, agent.target_position))})
		for agent in agents:
			await remove(agent)
	Engine.physics_ticks_per_second = 60


func scenario_rigid_body_at_a_wall() -> void:
	floor_at(30, 20)
	bake()
	box(Vector3(0.5, 2, 18), Vector3(2, 1, 0))
	var body := RigidBody3D.new()
	var shape := CollisionShape3D.new()
	shape.shape = CapsuleShape3D.new()
	shape.position.y = 1.0
	body.add_child(shape)
	body.lock_rotation = true
	var agent := with_agent(body)
	agent.velocity_computed.connect(func(v): body.linear_velocity = Vector3(v.x, body.linear_velocity.y, v.z))
	agent.requestPath(Vector3(6, 0, 0))
	await until(func(): return "velocity_computed" in agent.why_stuck(), 600)
	report("why", agent.why_stuck())


## A player of 4.5 m/s runs away from an enemy of 4 m/s.
func scenario_behind_a_faster_player() -> void:
	floor_at(90, 20)
	bake()
	var agent := walker(Vector3(-40, 0, 0), 1.0, {"max_speed": 4.0})
	var told := []
	agent.stuck_changed.connect(func(is_stuck): told.append([is_stuck, agent.why_stuck()]))
	for i in 600:
		agent.requestPath(Vector3(-37 + 4.5 * i / 60.0, 0, 0))
		await physics_frame
	report("told", told)
	report("speed", agent.get_parent().velocity.length())


## A body that stands in another one, as two that are loaded at one place; the engine pushes it out.
func scenario_pushed_out() -> void:
	floor_at(90, 20)
	bake()
	for ticks: int in [30, 60, 144]:
		Engine.physics_ticks_per_second = ticks
		var agent := walker(Vector3(-40, 0, 0))
		agent.requestPath(Vector3(40, 0, 0))
		for i in ticks:
			await physics_frame
		var other := capsule(0.0)
		other.position = agent.get_parent().position + Vector3(-0.2, -1, 0.5)
		world.add_child(other)
		agent.get_parent().collision_mask = 3
		var fast := 0
		var before: Vector3 = agent.get_parent().position
		for i in ticks:
			await physics_frame
			fast += int(flat(before).distance_to(place_of(agent)) * ticks > 3.6)
			before = agent.get_parent().position
		report("%d ticks" % ticks, fast)
		other.queue_free()
		await remove(agent)
	Engine.physics_ticks_per_second = 60


## Slow motion, and as many ticks as one likes.
func scenario_time_changes() -> void:
	floor_at(90, 20)
	bake()
	var agent := walker(Vector3(-40, 0, 0))
	agent.requestPath(Vector3(40, 0, 0))
	await frames(60)
	var slowest := INF
	for change: Array in [[0.2, 60], [1.0, 60], [3.0, 60], [0.05, 60], [1.0, 144], [1.0, 30], [1.0, 60]]:
		Engine.time_scale = change[0]
		Engine.physics_ticks_per_second = change[1]
		for i in 20:
			await physics_frame
			slowest = minf(slowest, agent.get_parent().velocity.length())
	Engine.time_scale = 1.0
	report("slowest", slowest)
