extends "res://level.gd"
## Flocks of NavAgents and of agents without nodes, and their leashes.


## A floor with a wall in its middle; the way round it is 20 m.
func yard() -> void:
	floor_at(60, 60)
	box(Vector3(1, 2, 20), Vector3(0, 1, 0))
	bake()


func led_by(leader: NavAgent, agents: Array) -> void:
	for agent: NavAgent in agents:
		agent.flock_leader = agent.get_path_to(leader)


func gaps(leader: NavAgent, agents: Array) -> Array:
	return agents.map(func(agent): return place_of(agent).distance_to(place_of(leader)))


func scenario_herd_of_bodies() -> void:
	yard()
	var shepherd := walker(Vector3(-6, 0, 0), 1.0, {"max_speed": 3.0})
	var herd := range(4).map(func(i): return walker(Vector3(-9, 0, 1.2 * i - 2), 1.0,
			{"leash_length": 3.0, "separation_weight": 1.0, "max_speed": 4.0}))
	led_by(shepherd, herd)
	var emitted := signals_of(herd[0])
	await frames(60)
	report("places while the leader stands near", gaps(shepherd, herd).max())
	shepherd.requestPath(Vector3(6, 0, 0))
	var largest := 0.0
	while shepherd.hasArrived() == NavAgent.RUNNING:
		largest = maxf(largest, gaps(shepherd, herd).max())
		await physics_frame
	await frames(360)
	report("largest gap", largest)
	report("gaps", gaps(shepherd, herd))
	report("speeds", herd.map(func(agent): return agent.get_parent().velocity.length()))
	report("statuses", herd.map(func(agent): return agent.hasArrived()))
	report("reasons", herd.map(func(agent): return agent.reason))
	report("emitted", emitted.filter(func(name): return name != "path_changed"))
	# A request of its own, and then the leash again.
	report("request", herd[0].requestPath(shepherd.get_parent().position + Vector3(2.5, -1, 8)))
	await until(func(): return herd[0].hasArrived() != NavAgent.RUNNING)
	report("status of the request", herd[0].hasArrived())
	report("gap of the request", place_of(herd[0]).distance_to(place_of(shepherd)))
	await frames(300)
	report("gap afterwards", place_of(herd[0]).distance_to(place_of(shepherd)))
	# Let off the leash.
	herd[1].flock_leader = ^""
	var place := place_of(herd[1])
	shepherd.requestPath(Vector3(20, 0, 20))
	await frames(300)
	report("moved without a leader", place_of(herd[1]).distance_to(place))


func scenario_herd_moved_by_its_crowd() -> void:
	yard()
	var crowd: Crowd = put(Crowd.new(), {"move_nodes": true})
	var herd := range(3).map(func(i): return with_agent(Node3D.new(), {"leash_length": 2.0, "flock_leader": ^"../../Dog/NavAgent"}, crowd))
	for i in 3:
		herd[i].get_parent().position = Vector3(-9, 0, i - 1)
	await frames(30)
	var dog := Node3D.new()
	dog.name = "Dog"
	var agent := with_agent(dog, {"name": "NavAgent"}, crowd)
	dog.position = Vector3(-8, 0, 0)
	await frames(30)
	agent.requestPath(Vector3(8, 0, 0))
	await until(func(): return agent.hasArrived() == NavAgent.SUCCESS, 1200)
	await frames(180)
	report("gaps", gaps(agent, herd))
	report("statuses", herd.map(func(one): return one.hasArrived()))


## A player's body, which a script moves, leads agents without nodes.
func scenario_herd_without_nodes() -> void:
	yard()
	var crowd: Crowd = put(Crowd.new(), {"agent_leash_length": 3.0, "agent_separation_weight": 1.0, "agent_radius": 0.3})
	var player := with_agent(Node3D.new(), {}, crowd)
	player.get_parent().position = Vector3(-8, 0, 0)
	var places := PackedVector3Array()
	for i in 30:
		places.append(Vector3(-15 + i % 6, 0, i / 6 - 2))
	var ids := crowd.add_agents(places)
	var told := [0]
	crowd.agents_arrived.connect(func(_agents): told[0] += 1)
	crowd.set_flock_leader(ids, player.get_crowd_id())
	await frames(300)
	for i in 400:
		player.get_parent().position += Vector3(0, 0, 0.05)
		await physics_frame
	await frames(600)
	var at := crowd.get_agent_positions()
	var goal := place_of(player)
	var distances := Array(at).map(func(place): return flat(place).distance_to(goal))
	var nearest := INF
	for i in at.size():
		for k in i:
			nearest = minf(nearest, at[i].distance_to(at[k]))
	report("farthest", distances.max())
	report("nearest to the player", distances.min())
	report("nearest two", nearest)
	report("speeds", Array(crowd.get_agent_velocities()).map(func(velocity): return velocity.length()).max())
	report("told", told[0])
	crowd.set_flock_leader(ids, -1)
	player.get_parent().position = Vector3(-8, 0, 0)
	await frames(60)
	report("moved without a leader", crowd.get_agent_positions() != at)


## Twelve bodies march side by side, with and without rules: the median distance to the nearest other one.
func scenario_marches() -> void:
	for weight in [0.0, 2.0]:
		floor_at(80, 30)
		bake()
		var flock := range(12).map(func(i): return walker(Vector3(-30 + 0.9 * (i % 4), 0, 0.9 * (i / 4)), 1.0,
				{"radius": 0.4, "separation_weight": weight, "cohesion_weight": 0.1 * weight, "alignment_weight": 0.5 * weight}))
		for agent: NavAgent in flock:
			agent.requestPath(Vector3(30, 0, 1))
		await frames(480)
		var nearest := []
		for agent: NavAgent in flock:
			nearest.append(flock.filter(func(other): return other != agent).map(
					func(other): return place_of(other).distance_to(place_of(agent))).min())
		nearest.sort()
		report("median with %s" % weight, nearest[6])
		await until(func(): return flock.all(func(agent): return agent.hasArrived() == NavAgent.SUCCESS), 1200)
		report("statuses with %s" % weight, flock.map(func(agent): return agent.hasArrived()))
		await tidy()


## The leader is freed, another one comes to the same path, and the follower leaves the tree and comes back.
func scenario_leader_is_freed() -> void:
	yard()
	var leader := walker(Vector3(-6, 0, 10))
	leader.get_parent().name = "Leader"
	leader.name = "Agent"
	var agent := walker(Vector3(-6, 0, 0), 1.0, {"leash_length": 2.0})
	agent.flock_leader = ^"../../Leader/Agent"
	await frames(60)
	report("speed on the leash", agent.get_parent().velocity.length())
	leader.get_parent().free()
	await frames(20)
	report("speed without a leader", agent.get_parent().velocity.length())
	var next := walker(Vector3(-16, 0, 0))
	next.name = "Agent"
	next.get_parent().name = "Leader"
	await frames(300)
	report("gap to the next one", gaps(next, [agent])[0])
	var body := agent.get_parent()
	world.remove_child(body)
	next.get_parent().position = Vector3(-16, 1, 15)
	await frames(5)
	world.add_child(body)
	await frames(420)
	report("gap when it is back", gaps(next, [agent])[0])


## Three that lead each other in a ring, far apart, and one whose path the editor would warn of.
func scenario_ring_of_leaders() -> void:
	yard()
	var ring := range(3).map(func(i): return walker(Vector3(-20 + 6 * i, 0, 5 * (i % 2)), 1.0, {"leash_length": 2.0}))
	for i in 3:
		ring[i].flock_leader = ring[i].get_path_to(ring[(i + 1) % 3])
	await frames(600)
	report("gaps", range(3).map(func(i): return gaps(ring[i], [ring[(i + 1) % 3]])[0]))
	report("speeds", ring.map(func(agent): return agent.get_parent().velocity.length()))


func scenario_who_cannot_lead() -> void:
	yard()
	var agent := walker(Vector3(-6, 0, 0))
	var crowd: Crowd = put(Crowd.new())
	var stranger := walker(Vector3(-9, 0, 0), 1.0, {}, crowd)
	for path: NodePath in [^"..", ^".", agent.get_path_to(stranger), ^"../Nobody"]:
		agent.flock_leader = path
		await frames(3)
	report("path", str(agent.flock_leader))
	crowd.set_flock_leader(PackedInt64Array(), 77)
	agent.flock_leader = ^""
	await frames(2)
	var id := stranger.get_crowd_id()
	stranger.get_parent().remove_child(stranger)
	report("id", id >= 0 and stranger.get_crowd_id() == -1)
	stranger.free()
