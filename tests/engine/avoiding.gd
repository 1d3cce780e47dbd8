extends "res://level.gd"
## Agents in each other's way, with their defaults, below bodies that collide with each other unless something else is said.


## Measures a group of agents, frame by frame.
class Watch:
	var nodes: Array[Node3D]
	var agents: Array[NavAgent]
	var nearest := INF				# of two to each other
	var lowest := INF
	var moved := 0.0				# by who came farthest from its place at first
	var aside: Array[float]			# how far each was off the x axis
	var turns: Array[float]			# whole turns of each
	var fronts: Array[Vector3]
	var before: Array[Vector3]

	func _init(group: Array) -> void:
		agents.assign(group)
		nodes.assign(agents.map(func(agent): return agent.get_parent()))
		before.assign(nodes.map(func(node): return node.position))
		turns.assign(nodes.map(func(_node): return 0.0))
		aside.assign(turns)
		fronts.assign(nodes.map(func(node): return node.basis.z))

	func look() -> void:
		for i in nodes.size():
			lowest = minf(lowest, nodes[i].position.y)
			moved = maxf(moved, before[i].distance_to(nodes[i].position))
			aside[i] = maxf(aside[i], absf(nodes[i].position.z))
			turns[i] += fronts[i].angle_to(nodes[i].basis.z) / TAU
			fronts[i] = nodes[i].basis.z
			for k in i:
				var way := nodes[k].position - nodes[i].position
				nearest = minf(nearest, Vector2(way.x, way.z).length())

	func are(status: int) -> bool:
		return agents.all(func(agent): return agent.status == status)

	func rest() -> bool:
		return agents.all(func(agent): return agent.safe_velocity == Vector3.ZERO)


func ground() -> NavMeshBaker:
	floor_at(24, 24)
	return bake()


## A capsule of the engine's own size, which collides with others if `solid`.
func character(feet: Vector3, settings := {}, solid := true) -> NavAgent:
	var body := CharacterBody3D.new()
	var shape := CollisionShape3D.new()
	shape.shape = CapsuleShape3D.new()
	shape.position.y = 1
	if not solid:
		body.collision_layer = 2
	body.add_child(shape)
	body.position = feet
	return with_agent(body, settings)


## Lets them walk until all have arrived and stand, and reports how it went.
func walk(agents: Array, goals: Array, seconds := 20.0) -> void:
	var watch := Watch.new(agents)
	for i in agents.size():
		agents[i].requestPath(goals[i])
	var frame := 0
	while frame < 60 * seconds and not (watch.are(NavAgent.SUCCESS) and watch.rest()):
		frame += 1
		await physics_frame
		watch.look()
	report("succeeded", agents.filter(func(agent): return agent.status == NavAgent.SUCCESS).size())
	report("seconds", frame / 60.0)
	report("nearest", watch.nearest)
	report("lowest", watch.lowest)
	report("farthest from its goal", range(agents.size()).map(func(i): return off(agents[i], goals[i])).max())
	report("all rest", watch.rest())
	report("most turns", watch.turns.max())
	report("aside", {"first": watch.aside[0], "second": watch.aside[1]})


func scenario_defaults() -> void:
	var ours := NavAgent.new()
	var theirs := NavigationAgent3D.new()
	var different := []
	for name in ["avoidance_enabled", "height", "neighbor_distance", "max_neighbors", "time_horizon_agents", "time_horizon_obstacles",
			"avoidance_layers", "avoidance_mask", "avoidance_priority"]:
		if ours.get(name) != theirs.get(name):
			different.append(name)
	report("different", different)
	report("avoidance_enabled", ours.avoidance_enabled)
	report("yields", ours.yields)
	ours.avoidance_layers = 0x80000001
	ours.avoidance_mask = -1
	ours.max_neighbors = -1
	ours.avoidance_priority = 2
	report("after bad values", {"avoidance_layers": ours.avoidance_layers, "avoidance_mask": ours.avoidance_mask,
		"max_neighbors": ours.max_neighbors, "avoidance_priority": ours.avoidance_priority})
	ours.free()
	theirs.free()


func scenario_head_on() -> void:
	await swap(false)


func scenario_head_on_solid() -> void:
	await swap(true)


func swap(solid: bool) -> void:
	ground()
	await walk([character(Vector3(-6, 0, 0), {}, solid), character(Vector3(6, 0, 0), {}, solid)], [Vector3(6, 0, 0), Vector3(-6, 0, 0)])


func scenario_four_across_a_ring() -> void:
	ground()
	var places := [Vector3(5, 0, 0), Vector3(0, 0, 5), Vector3(-5, 0, 0), Vector3(0, 0, -5)]
	await walk(places.map(func(place): return character(place)), places.map(func(place): return -place))


func scenario_twenty_to_one_target() -> void:
	ground()
	var agents := range(20).map(func(i): return character(Vector3(9, 0, 0).rotated(Vector3.UP, TAU * i / 20)))
	await walk(agents, agents.map(func(_agent): return Vector3.ZERO), 40)
	var watch := Watch.new(agents)
	for i in 120:
		await physics_frame
		watch.look()
	report("afterwards", {"moved": watch.moved, "all have succeeded": watch.are(NavAgent.SUCCESS)})


## Twelve are asked in every frame, as behavior trees ask. Then one is carried off, and walks back.
func scenario_asked_in_every_frame() -> void:
	ground()
	for radius: float in [7.2, 7.5, 7.8, 8.05]:
		var others := await gather(radius)
		report("arrivals from %s m" % radius, others.reached.size())
		for agent: NavAgent in others.agents:
			agent.get_parent().free()
	var last := await gather(7)
	var agents: Array = last.agents
	var reached: Array = last.reached
	var watch := await ask_in_every_frame(agents, 60)
	report("all have succeeded", watch.are(NavAgent.SUCCESS))
	report("moved in the last second", watch.moved)
	report("arrivals", reached.size())
	watch.nodes[0].position = Vector3(9, 0, 0)
	report("status of who is carried off", agents[0].requestPath(Vector3.ZERO))
	await until(func(): return agents[0].status == NavAgent.SUCCESS)
	report("its distance from the target, back again", watch.nodes[0].position.length())


func gather(radius: float) -> Dictionary:
	var agents := range(12).map(func(i): return character(Vector3(radius, 0, 0).rotated(Vector3.UP, TAU * i / 12)))
	var reached := []
	for agent: NavAgent in agents:
		agent.target_reached.connect(func(): reached.append(agent))
	await ask_in_every_frame(agents, 60 * 15)
	return {"agents": agents, "reached": reached}


func ask_in_every_frame(agents: Array, count: int) -> Watch:
	var watch := Watch.new(agents)
	for i in count:
		for agent in agents:
			agent.requestPath(Vector3.ZERO)
		await physics_frame
		watch.look()
	return watch


## Thirty before a door: the bodies are as wide as their agents, and collide with each other.
func scenario_solid_bodies_at_a_door() -> void:
	floor_at(40, 20)
	for side in [-1, 1]:
		box(Vector3(1, 2, 9.2), Vector3(0, 1, 5.4 * side))
	bake()
	var agents := range(30).map(func(i): return character(Vector3(-4 - 1.2 * (i / 5), 0, -2.4 + 1.2 * (i % 5))))
	for agent: NavAgent in agents:
		agent.requestPath(agent.get_parent().position + Vector3(18, 0, 0))
	var waited := await until(func(): return agents.all(func(agent): return agent.get_parent().position.x > 0.5), 60 * 40)
	report("all are through", waited)


func scenario_neither_avoids() -> void:
	await pass_through({"avoidance_enabled": false}, {"avoidance_enabled": false})


func scenario_one_does_not_avoid() -> void:
	await pass_through({"avoidance_enabled": false}, {"avoidance_enabled": true})


func scenario_second_avoids_first() -> void:
	await pass_through({"avoidance_layers": 1, "avoidance_mask": 4}, {"avoidance_layers": 2, "avoidance_mask": 1})


func scenario_masks_exclude_each_other() -> void:
	await pass_through({"avoidance_layers": 1, "avoidance_mask": 4}, {"avoidance_layers": 2, "avoidance_mask": 4})


## Two whose bodies don't collide swap places.
func pass_through(first: Dictionary, second: Dictionary) -> void:
	ground()
	var west := Vector3(-4, 0, 0)
	var east := Vector3(4, 0, 0)
	await walk([character(west, first, false), character(east, second, false)], [east, west])


## Under a Node3D the safe velocity comes by signal, whatever height the node's origin has.
func scenario_velocity_computed() -> void:
	ground()
	var agents := [ghost(Vector3(-4, 0, 0), 0.0), ghost(Vector3(4, 0, 0), 1.5)]
	var signaled := {"is always safe_velocity": true, "was once another than desired": false, "fastest": 0.0}
	for agent in agents:
		agent.velocity_computed.connect(func(velocity: Vector3):
			signaled["is always safe_velocity"] = signaled["is always safe_velocity"] and velocity == agent.safe_velocity
			signaled["was once another than desired"] = signaled["was once another than desired"] or velocity != agent.desired_velocity
			signaled["fastest"] = maxf(signaled["fastest"], velocity.length()))
	await walk(agents, [Vector3(4, 0, 0), Vector3(-4, 0, 0)])
	report("velocity_computed", signaled)


## A body that a script moves, whose agent was never asked for anything, crosses the way of another.
func scenario_player_crosses() -> void:
	ground()
	var agents := [character(Vector3(-5, 0, 0), {}, false), character(Vector3(0, 0, -5), {}, false)]
	var body: CharacterBody3D = agents[1].get_parent()
	var watch := Watch.new(agents)
	agents[0].requestPath(Vector3(5, 0, 0))
	var player_off := 0.0
	for i in 240:
		body.velocity = Vector3(0, 0, 3.5) if i < 170 else Vector3.ZERO
		body.move_and_slide()
		player_off = maxf(player_off, absf(body.position.x))
		await physics_frame
		watch.look()
	report("nearest", watch.nearest)
	report("player off its line", player_off)
	report("status", agents[0].status)
	report("status of the player", agents[1].status)


## Who is put elsewhere did not run there: nobody in between jumps aside.
func scenario_put_elsewhere() -> void:
	ground()
	var agents := [character(Vector3(-8, 0, 0), {}, false), character(Vector3(-4, 0, 4), {}, false)]
	agents[1].requestPath(Vector3(8, 0, 4))
	agents[0].requestPath(Vector3(-8, 0, 1))
	await frames(30)
	agents[0].get_parent().position = Vector3(-8, 0, 4)
	agents[0].requestPath(Vector3(-8, 0, 4))
	var aside := 0.0
	for i in 30:
		await physics_frame
		aside = maxf(aside, absf(agents[1].get_parent().position.z - 4))
	report("the other goes aside", aside)


func scenario_map_changes() -> void:
	await hear_of_another_map(world)


func scenario_map_of_a_crowd_changes() -> void:
	await hear_of_another_map(put(Crowd.new()))


## Thirty are on their way when the map changes.
func hear_of_another_map(parent: Node) -> void:
	var bakes := ground()
	var heard := {}
	var agents := []
	for i in 30:
		agents.append(ghost(Vector3(-8, 0, 0.4 * i - 6), 1.0, {"radius": 0.1}, parent))
		agents[i].requestPath(Vector3(8, 0, 0.4 * i - 6))
	await frames(2)
	for agent in agents:
		agent.path_changed.connect(func(): heard[agent] = true)
	bakes.bake_navigation_mesh()
	await baked(bakes)
	await frames(3)
	report("agents with another path", heard.size())


## One above the other, in opposite directions.
func scenario_on_two_floors() -> void:
	floor_at(8, 8, Vector3(0, 3, 0))
	floor_at(8, 8)
	bake()
	await walk([character(Vector3(-3, 3, 0), {}, false), character(Vector3(3, 0, 0), {}, false)], [Vector3(3, 3, 0), Vector3(-3, 0, 0)])


func scenario_doorway() -> void:
	await meet_in_a_doorway(false)


func scenario_doorway_solid() -> void:
	await meet_in_a_doorway(true)


## Three against three through a door of 1.75 m: one fits, and does not scrape the jambs.
func meet_in_a_doorway(solid: bool) -> void:
	floor_at(20, 12)
	for side in [-1, 1]:
		box(Vector3(0.5, 3, 5.125), Vector3(0, 1.5, side * 3.4375))
	bake()
	var agents := []
	var goals := []
	for i in 6:
		var side := -1 if i < 3 else 1
		agents.append(character(Vector3(6 * side, 0, 1.5 * (i % 3 - 1)), {}, solid))
		goals.append(Vector3(-6 * side, 0, 1.5 * (i % 3 - 1)))
	await walk(agents, goals, 60)


func scenario_bridge_of_3_m() -> void:
	await meet_on_a_bridge(3.0, false)


func scenario_bridge_of_3_m_solid() -> void:
	await meet_on_a_bridge(3.0, true)


func scenario_bridge_of_2_m() -> void:
	await meet_on_a_bridge(2.0, false)


func scenario_bridge_of_2_m_solid() -> void:
	await meet_on_a_bridge(2.0, true)


## Two cross a bridge between two cliffs, in opposite directions.
func meet_on_a_bridge(width: float, solid: bool) -> void:
	for side in [-1, 1]:
		floor_at(6, 6, Vector3(8 * side, 0, 0))
	floor_at(10, width)
	bake()
	var west := Vector3(-8, 0, 0)
	var east := Vector3(8, 0, 0)
	await walk([character(west, {}, solid), character(east, {}, solid)], [east, west], 30)


func scenario_stands_and_yields() -> void:
	corridor()
	var stands := character(Vector3.ZERO, {"yields": true}, false)
	stands.requestPath(Vector3.ZERO)
	await pass_by(stands, 15)


func scenario_node_stands_and_yields() -> void:
	corridor()
	var stands := ghost(Vector3.ZERO, 1.0, {"yields": true})
	stands.requestPath(Vector3.ZERO)
	await pass_by(stands, 15)


func scenario_stands_and_does_not_yield() -> void:
	corridor()
	var stands := character(Vector3.ZERO, {"yields": false}, false)
	stands.requestPath(Vector3.ZERO)
	await pass_by(stands, 8)


func scenario_stands_and_was_never_asked() -> void:
	corridor()
	await pass_by(character(Vector3.ZERO, {"yields": true}, false), 8)


func scenario_stands_and_was_stopped() -> void:
	corridor()
	var stands := character(Vector3.ZERO, {"yields": true}, false)
	stands.requestPath(Vector3.ZERO)
	stands.cancel_request()
	await pass_by(stands, 8)


## Two have just room in it side by side.
func corridor() -> void:
	floor_at(24, 2.9)
	for side in [-1, 1]:
		box(Vector3(24, 3, 0.5), Vector3(0, 1.5, 1.7 * side))
	bake()


func pass_by(stands: NavAgent, seconds: int) -> void:
	var passes := character(Vector3(-8, 0, 0), {}, false)
	await frames(30)
	var watch := Watch.new([stands])
	var both := Watch.new([stands, passes])
	passes.requestPath(Vector3(8, 0, 0))
	for i in 60 * seconds:
		await physics_frame
		watch.look()
		both.look()
	report("moved aside", watch.moved)
	report("rests", watch.rest())
	report("nearest", both.nearest)
	report("status of who passes", passes.status)
	report("x of who passes", passes.get_parent().position.x)


## A crate that is not in the navmesh holds one up; another walks on beside, and the first one goes on once the crate is gone.
func scenario_crate_in_the_way() -> void:
	floor_at(24, 8)
	bake()
	var crate := box(Vector3(1, 2, 8), Vector3(0, 1, 0))
	var agent := character(Vector3(-6, 0, 0))
	var other := character(Vector3(-2, 0, -3))
	agent.requestPath(Vector3(6, 0, 0))
	await frames(300)
	other.requestPath(Vector3(-2, 0, 3))
	await frames(240)
	report("status", agent.status)
	report("place", {"x": agent.get_parent().position.x, "z": agent.get_parent().position.z})
	report("status of the other", other.status)
	crate.free()
	await until(func(): return agent.status != NavAgent.RUNNING)
	report("status without the crate", agent.status)


## Two wide bodies in a passage of 20 m for one, exactly in line, with shapes of such shares of their agents' radius.
func scenario_nose_to_nose() -> void:
	floor_at(60, 40)
	for side in [-1, 1]:
		box(Vector3(20, 4, 10), Vector3(0, 2, side * 6.75))
		box(Vector3(60, 4, 8.3), Vector3(0, 2, side * 15.85))
	bake({"agent_radius": 1.51, "cell_size": 0.1, "cell_height": 0.1})
	for share: float in [1.0, 0.99, 0.93, 0.87, 0.7]:
		var agents := [-1, 1].map(func(side):
			var agent := character(Vector3(14 * side, 0, 0), {"radius": 1.5, "height": 3.0})
			var shape: CollisionShape3D = agent.get_parent().get_child(0)
			shape.shape.height = 3.0
			shape.shape.radius = share * 1.5
			shape.position.y = 1.5
			return agent)
		for i in 2:
			agents[i].requestPath(Vector3(14 - 28 * i, 0, 0))
		var frame := [0]
		var there := {}
		await until(func():
			frame[0] += 1
			for agent: NavAgent in agents:
				if agent.hasArrived() == NavAgent.SUCCESS:
					there[agent] = true
			return there.size() == 2, 7200)
		report("share %s" % share, {"arrived": there.size(), "seconds": frame[0] / 60.0})
		for agent: NavAgent in agents:
			agent.get_parent().free()
