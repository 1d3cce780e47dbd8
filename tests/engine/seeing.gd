extends "res://level.gd"
## Agents of several Crowds and outside of them, obstacles and a player's body in each other's way.

const RADIUS := 0.4

var nearest := INF


func ground() -> void:
	floor_at(40, 40)
	bake()


func crowd_with(settings := {}) -> Crowd:
	return put(Crowd.new(), {"agent_radius": RADIUS, "agent_max_speed": 2.0, "agent_height": 1.8}.merged(settings))


func slow(settings := {}) -> Dictionary:
	return {"radius": RADIUS, "max_speed": 2.0, "height": 1.8}.merged(settings)


## A node that its Crowd moves.
func moved(feet: Vector3, crowd: Crowd, settings := {}) -> NavAgent:
	var node := Node3D.new()
	node.position = feet
	return with_agent(node, slow(settings), crowd)


## The places of nodes and of agents without nodes.
func places(nodes: Array, crowds: Array) -> Array:
	var out := nodes.map(func(agent): return place_of(agent))
	for crowd: Crowd in crowds:
		for place in crowd.get_agent_positions():
			out.append(flat(place))
	return out


## Distance of the two nearest ones.
func least_of(all: Array) -> float:
	var least := INF
	for i in all.size():
		for k in i:
			least = minf(least, all[i].distance_to(all[k]))
	return least


## Steps until the nodes and the agents of the crowds have arrived. Notes how near any two came.
func walk(nodes: Array, crowds: Array, most := 1500, each := func(_frame): pass) -> bool:
	nearest = INF
	for frame in most:
		await physics_frame
		each.call(frame)
		nearest = minf(nearest, least_of(places(nodes, crowds)))
		if nodes.all(func(agent): return agent.status == NavAgent.SUCCESS) \
				and crowds.all(func(crowd): return Array(crowd.get_agent_statuses()).all(func(status): return status == NavAgent.SUCCESS)):
			return true
	return false


## Two Crowds, one of nodes and one without, and agents outside any Crowd come from three sides.
func scenario_crossing() -> void:
	ground()
	var first := crowd_with({"move_nodes": true})
	var second := crowd_with()
	await frames(2)
	var nodes := []
	for i in 3:
		nodes.append(moved(Vector3(-10 - 1.5 * i, 0, 0), first))
		nodes.append(ghost(Vector3(10 + 1.5 * i, 0, 0.1), 1.0, slow()))
	var agents := second.add_agents(PackedVector3Array(range(3).map(func(i): return Vector3(0, 0, -10 - 1.5 * i))))
	await frames(2)
	for i in 3:
		nodes[2 * i].requestPath(Vector3(14 - 1.5 * i, 0, 0))
		nodes[2 * i + 1].requestPath(Vector3(-14 + 1.5 * i, 0, 0.1))
	second.request_paths(agents, PackedVector3Array(range(3).map(func(i): return Vector3(0, 0, 14 - 1.5 * i))))
	report("all arrive", await walk(nodes, [second]))
	report("nearest", nearest)


## The first avoids the second, which avoids nobody.
func scenario_one_sided() -> void:
	ground()
	var first := moved(Vector3(-8, 0, 0), crowd_with({"move_nodes": true}), {"avoidance_layers": 1, "avoidance_mask": 2})
	var second := moved(Vector3(8, 0, 0.1), crowd_with({"move_nodes": true}), {"avoidance_layers": 2, "avoidance_mask": 0})
	await frames(2)
	first.requestPath(Vector3(10, 0, 0))
	second.requestPath(Vector3(-10, 0, 0.1))
	var aside := [0.0, 0.0]
	report("all arrive", await walk([first, second], [], 1500, func(_frame):
		aside[0] = maxf(aside[0], absf(place_of(first).y))
		aside[1] = maxf(aside[1], absf(place_of(second).y - 0.1))))
	report("nearest", nearest)
	report("aside", aside)


## In a passage for one, agents of a Crowd of which nobody walks make room for one of another Crowd.
func pass_standing(stands_in: Crowd, nodeless: bool) -> void:
	floor_at(30, 1.9)
	bake()
	var walker_agent := moved(Vector3(-8, 0, 0), crowd_with({"move_nodes": true}))
	var standing := []
	if nodeless:
		stands_in.add_agents(PackedVector3Array([Vector3.ZERO]))
	else:
		standing.append(moved(Vector3(0.5, 0, 0), stands_in))
		await frames(2)
		standing[0].requestPath(Vector3.ZERO)			# a Crowd moves the nodes of agents that were asked to walk
		await until(func(): return standing[0].status == NavAgent.SUCCESS)
	await frames(2)
	walker_agent.requestPath(Vector3(10, 0, 0))
	report("all arrive", await walk([walker_agent] + standing, [stands_in] if nodeless else [], 3000) or walker_agent.status == NavAgent.SUCCESS)
	report("nearest", nearest)
	report("moved by", (places(standing, [stands_in] if nodeless else [])[0] as Vector2).length())


func scenario_standing_nodes_of_another_crowd() -> void:
	await pass_standing(crowd_with({"move_nodes": true}), false)


func scenario_standing_agents_of_another_crowd() -> void:
	await pass_standing(crowd_with(), true)


## Walking agents of a Crowd that is disabled stand, and are gone around; later they walk on.
func scenario_disabled() -> void:
	ground()
	var still := crowd_with()
	var agents := still.add_agents(PackedVector3Array([Vector3(0, 0, -0.8), Vector3(0, 0, 0.1)]))
	var agent := moved(Vector3(-10, 0, 0), crowd_with({"move_nodes": true}))
	await frames(2)
	still.request_paths(agents, PackedVector3Array([Vector3(0, 0, 9), Vector3(0, 0, 10)]))
	await frames(20)
	var before := still.get_agent_positions()
	still.process_mode = Node.PROCESS_MODE_DISABLED
	agent.requestPath(Vector3(10, 0, before[1].z))
	nearest = INF
	report("arrives", await until(func():
		nearest = minf(nearest, least_of(places([agent], [still])))
		return agent.status == NavAgent.SUCCESS, 1500))
	report("nearest", least_of(places([agent], [still])) if nearest == INF else nearest)
	report("stood", still.get_agent_positions() == before)
	still.process_mode = Node.PROCESS_MODE_INHERIT
	report("walk on", await walk([], [still]))


## A circle that comes from the side: every crowd's agent avoids it, also those of a Crowd that comes later.
func cross(velocity: Vector3, told: bool, late: float, below: Variant) -> void:
	ground()
	await frames(2)
	var parent: Node = crowd_with({"move_nodes": true}) if below == "crowd" else world
	var agent: NavAgent
	var nodeless: Crowd
	if below == "no node":
		nodeless = crowd_with()
	var vehicle := obstacle({"radius": 1.0, "height": 2.0, "velocity": velocity if told else Vector3.ZERO}, Vector3.ZERO)
	var start := -velocity * (10 / 2.0 + late)
	vehicle.position = start
	if nodeless != null:
		var ids := nodeless.add_agents(PackedVector3Array([Vector3(-10, 0, 0)]))
		await frames(2)
		nodeless.request_paths(ids, PackedVector3Array([Vector3(10, 0, 0)]))
	else:
		agent = moved(Vector3(-10, 0, 0), parent) if below == "crowd" else ghost(Vector3(-10, 0, 0), 1.0, slow())
		await frames(2)
		agent.requestPath(Vector3(10, 0, 0))
	nearest = INF
	for frame in 500:
		vehicle.position = start + velocity * frame / 60.0
		await physics_frame
		var at: Vector2 = place_of(agent) if nodeless == null else flat(nodeless.get_agent_positions()[0])
		nearest = minf(nearest, at.distance_to(flat(vehicle.position)))


func scenario_vehicles_cross() -> void:
	var least := {}
	for told in [true, false]:
		for below in ["crowd", "no node", "world"]:
			for late in [-0.3, 0.0]:
				await cross(Vector3(0, 0, 3), told, late, below)
				least["%s, %s, %.1f s late" % [below, "told" if told else "measured", late]] = nearest
				await tidy()
	report("nearest", least)
	report("radii", RADIUS + 1.0)


## Behind a vehicle that goes the same way more slowly.
func scenario_behind_a_vehicle() -> void:
	ground()
	var agent := moved(Vector3(-15, 0, 0), crowd_with({"move_nodes": true}))
	var vehicle := obstacle({"radius": 1.0, "height": 2.0}, Vector3(-12, 0, 0))
	await frames(2)
	agent.requestPath(Vector3(15, 0, 0))
	nearest = INF
	for frame in 900:
		vehicle.position.x = -12 + 1.0 * frame / 60.0
		await physics_frame
		nearest = minf(nearest, off(agent, vehicle.position))
	report("nearest", nearest)
	report("ahead of it at last", agent.get_parent().global_position.x - vehicle.position.x)
	report("radii", RADIUS + 1.0)


## An obstacle in the way of three, one in each kind of crowd; it is freed, and then is in nobody's way.
func scenario_obstacle_for_all() -> void:
	ground()
	var first := crowd_with({"move_nodes": true})
	var crate := obstacle({"radius": 1.0, "height": 2.0}, Vector3(0, 0, 0.05))
	await frames(2)
	var later := crowd_with()				# enters after the obstacle
	var agents := later.add_agents(PackedVector3Array([Vector3(-13, 0, 0)]))
	var nodes := [moved(Vector3(-10, 0, 0), first), ghost(Vector3(-16, 0, 0), 1.0, slow())]
	await frames(2)
	nodes[0].requestPath(Vector3(16, 0, 0))
	later.request_paths(agents, PackedVector3Array([Vector3(13, 0, 0)]))
	nodes[1].requestPath(Vector3(10, 0, 0))
	var least := [INF]
	report("all arrive", await walk(nodes, [later], 1500, func(_frame):
		for place in places(nodes, [later]):
			least[0] = minf(least[0], place.distance_to(Vector2(0, 0.05)))))
	report("nearest to it", least[0])
	report("agents", [first.get_agent_count(), later.get_agent_count()])
	crate.free()
	later.request_paths(agents, PackedVector3Array([Vector3(-13, 0, 0)]))
	var aside := [0.0]
	report("goes back", await walk([], [later], 1500, func(_frame):
		var at := later.get_agent_positions()[0]
		aside[0] = maxf(aside[0], absf(at.z) if absf(at.x) < 3 else 0.0)))
	report("aside without it", aside[0])


## A body that a script moves through a file of agents of a Crowd.
func scenario_player_in_a_queue() -> void:
	ground()
	var crowd := crowd_with({"move_nodes": true})
	var queue := range(5).map(func(i): return moved(Vector3(-12 - 1.6 * i, 0, 0), crowd))
	var player := walker(Vector3(0, 0, -9), 1.0, slow())
	var body: CharacterBody3D = player.get_parent()
	await frames(2)
	for i in 5:
		queue[i].requestPath(Vector3(14 - 1.6 * i, 0, 0))
	var least := [INF]
	var off_line := [0.0]
	report("all arrive", await walk(queue, [], 2000, func(_frame):
		body.velocity = Vector3(0, 0, 1.5) if body.position.z < 9 else Vector3.ZERO
		body.move_and_slide()
		off_line[0] = maxf(off_line[0], absf(body.position.x))
		least[0] = minf(least[0], queue.map(func(agent): return off(agent, body.position)).min())))
	report("nearest of two", nearest)
	report("nearest to the player", least[0])
	report("player off its line", off_line[0])


## Crowds leave the world, come back and are freed, in handlers too, while others walk and see them.
func scenario_come_and_go() -> void:
	ground()
	var crowds := range(4).map(func(i): return crowd_with({"move_nodes": i % 2 == 0}))
	var outside := ghost(Vector3(-3, 0, -9), 1.0, slow())
	await frames(2)
	for i in 4:
		moved(Vector3(3 * i - 5, 0, -6), crowds[i])
		var agents: PackedInt64Array = crowds[i].add_agents(PackedVector3Array(range(6).map(func(k): return Vector3(3 * i - 6, 0, k))))
		crowds[i].request_paths(agents, PackedVector3Array(range(6).map(func(k): return Vector3(6 - 3 * i, 0, 5 - k))))
	await frames(2)
	for crowd: Crowd in crowds:
		crowd.get_child(0).get_child(0).requestPath(Vector3(0, 0, 6))
	outside.requestPath(Vector3(0, 0, 7))
	crowds[0].agents_arrived.connect(func(_agents):
		if is_instance_valid(crowds[1]):
			crowds[1].queue_free())
	await frames(30)
	world.remove_child(crowds[2])
	await frames(30)
	world.add_child(crowds[2])
	var free_other := func():
		if is_instance_valid(crowds[3]):
			crowds[3].free()
	var mover: NavAgent = crowds[0].get_child(0).get_child(0)
	mover.target_reached.connect(free_other)
	mover.requestPath(Vector3(place_of(mover).x + 0.5, 0, place_of(mover).y))
	await frames(120)
	report("freed by a handler", not is_instance_valid(crowds[3]))
	report("the one outside arrives", await until(func(): return outside.status == NavAgent.SUCCESS, 1500))
	var are_there := func():
		return Array(crowds[0].get_agent_statuses()).count(NavAgent.SUCCESS) == 6 and not is_instance_valid(crowds[1])
	report("those that are left arrive", await until(are_there, 1500))
