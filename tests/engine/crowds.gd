extends "res://level.gd"
## A Crowd that moves plain nodes, one with agents without nodes, and scripts that do to it what they should not.

var crowd: Crowd


## A floor with a wall in its middle.
func floor_with_wall() -> void:
	floor_at(60, 60)
	box(Vector3(1, 2, 20), Vector3(0, 1, 0))


## A Crowd on that floor.
func make_crowd(settings := {}) -> void:
	floor_with_wall()
	bake()
	crowd = put(Crowd.new(), settings)


func points(list: Array) -> PackedVector3Array:
	return PackedVector3Array(list)


## Counts how often each agent is among those of a signal.
func tally(emitted: Signal) -> Dictionary:
	var counts := {}
	emitted.connect(func(agents): for agent in agents: counts[agent] = counts.get(agent, 0) + 1)
	return counts


## Nodes under a turned, shifted parent go round the wall to the other side; velocity_computed stays silent.
func scenario_moves_nodes() -> void:
	make_crowd({"move_nodes": true})
	var parent: Node3D = put(Node3D.new(), {"transform": Transform3D(Basis(Vector3.UP, 0.7), Vector3(3, 0, -2))}, crowd)
	var agents: Array[NavAgent] = []
	var walkers: Array[Node3D] = []
	var told := [0]
	for i in 6:
		var agent := with_agent(Node3D.new(), {}, parent)
		agents.append(agent)
		walkers.append(agent.get_parent())
		walkers[i].global_position = Vector3(-4, 1.5, 2 * i - 5)
		agent.velocity_computed.connect(func(_velocity: Vector3): told[0] += 1)
		agent.requestPath(Vector3(4, 0, 2 * i - 5))
	var farthest := 0.0
	for frame in 900:
		await physics_frame
		for node in walkers:
			farthest = maxf(farthest, absf(node.global_position.z))
		if frame == 60:
			walkers[0].global_position = Vector3(-20, 1.5, 20)
		if frame == 62:
			report("distance from where it was put under way", walkers[0].global_position.distance_to(Vector3(-20, 1.5, 20)))
		if agents.all(func(agent): return agent.hasArrived() == NavAgent.SUCCESS and agent.desired_velocity == Vector3.ZERO):
			break
	report("statuses", agents.map(func(agent): return agent.hasArrived()))
	report("distances from their goals", range(6).map(func(i): return off(agents[i], Vector3(4, 0, 2 * i - 5))))
	report("heights", walkers.map(func(node): return node.global_position.y))
	report("farthest in z", farthest)
	report("velocity_computed", told[0])
	report("most tilt", walkers.map(func(node): return absf(node.global_basis.z.y)).max())


func scenario_agents_without_nodes() -> void:
	make_crowd()
	var places := PackedVector3Array()
	for i in 40:
		places.append(Vector3(-10 - i % 8, 0.5, i / 8 * 2 - 5))
	var ids := crowd.add_agents(places)
	var arrived := tally(crowd.agents_arrived)
	var failed := tally(crowd.agents_failed)
	report("refused", crowd.request_paths(ids, points([Vector3(12, 0, 0)])))
	var fastest := 0.0
	for frame in 1800:
		await physics_frame
		for velocity in crowd.get_agent_velocities():
			fastest = maxf(fastest, velocity.length())
		if arrived.size() == ids.size():
			break
	var nearest := INF
	var there := crowd.get_agent_positions()
	for i in there.size():
		for k in i:
			nearest = minf(nearest, there[i].distance_to(there[k]))
	report("times that each is told to have arrived", arrived.values())
	report("failed", failed.size())
	report("fastest", fastest)
	report("nearest", nearest)
	crowd.remove_agents(ids.slice(10, 20))
	report("when ten are removed", {"agents": crowd.get_agents().size(), "count": crowd.get_agent_count(),
		"the others are left": crowd.get_agents() == ids.slice(0, 10) + ids.slice(20), "statuses": Array(crowd.get_agent_statuses()),
		"refused, for the removed": crowd.request_paths(ids.slice(10, 12), points([Vector3(0, 0, 12)])),
		"refused, for what cannot be reached": crowd.request_paths(crowd.get_agents(), points([Vector3(500, 0, 0)]))})


func scenario_multimesh_shows_agents() -> void:
	make_crowd()
	var multimesh := MultiMesh.new()
	multimesh.use_colors = true
	crowd.multimesh = multimesh
	var ids := crowd.add_agents(points([Vector3(-5, 0, 15), Vector3(5, 0, 15)]))
	await frames(2)
	report("at first", {"transform_format": multimesh.transform_format, "instances": multimesh.instance_count,
		"place of the second": str(instance(multimesh, 1).origin)})
	var buffer := multimesh.buffer
	buffer[12] = 0.5						# the red of the first one
	multimesh.buffer = buffer
	crowd.request_paths(ids, points([Vector3(-5, 0, 25), Vector3(25, 0, 15)]))
	await frames(90)
	var at := crowd.get_agent_positions()
	report("distances of instances from agents", range(2).map(func(i): return at[i].distance_to(instance(multimesh, i).origin)))
	report("red", multimesh.buffer[12])
	report("how much each faces its way", [-instance(multimesh, 0).basis.z.z, -instance(multimesh, 1).basis.z.x])
	crowd.remove_agents(ids)
	await physics_frame
	var flat := MultiMesh.new()
	flat.instance_count = 1
	crowd.multimesh = flat
	crowd.add_agents(points([Vector3(0, 0, 15), Vector3(0, 0, 17)]))
	await frames(3)
	report("instances when all are removed", multimesh.instance_count)


## As it lies in the buffer: without a screen the engine keeps nothing else.
func instance(multimesh: MultiMesh, index: int) -> Transform3D:
	var b := multimesh.buffer.slice(16 * index)
	return Transform3D(Vector3(b[0], b[4], b[8]), Vector3(b[1], b[5], b[9]), Vector3(b[2], b[6], b[10]), Vector3(b[3], b[7], b[11]))


## The same bits with and without threads.
func scenario_threads_change_nothing() -> void:
	for shared in [true, false]:
		make_crowd({"use_threads": shared, "agent_radius": 0.2})
		var places := PackedVector3Array()
		var goals := PackedVector3Array()
		for i in 2400:
			places.append(Vector3(-28 + i % 60 * 0.44, 0, -28 + i / 60 * 1.4))
			goals.append(-places[i])
		crowd.request_paths(crowd.add_agents(places), goals)
		await frames(60)
		report("hash with threads" if shared else "hash without", hash(crowd.get_agent_positions().to_byte_array()))
		await tidy()


func scenario_arrays_that_do_not_fit() -> void:
	make_crowd()
	var ids := crowd.add_agents(points([Vector3(-5, 0, 15), Vector3(5, 0, 15), Vector3(0, 0, 17)]))
	report("refused, 3 agents and 2 points", crowd.request_paths(ids, points([Vector3.ZERO, Vector3.ONE])))
	report("refused, 3 agents and no point", crowd.request_paths(ids, points([])))
	report("refused, no agents", crowd.request_paths(PackedInt64Array(), points([Vector3.ZERO])))
	report("refused, 3 unknown agents", crowd.request_paths(PackedInt64Array([-1, 7, 1 << 40]), points([Vector3.ZERO])))
	report("refused, a point that is no number", crowd.request_paths(ids, points([Vector3(INF, 0, 0)])))
	crowd.remove_agents(ids.slice(2))
	report("refused, one of 3 agents was removed", crowd.request_paths(ids, points([Vector3(0, 0, 20)])))
	crowd.place_agents(ids, points([Vector3(2, 0, 20)]))
	await frames(30)


func scenario_positions_that_are_no_numbers() -> void:
	make_crowd({"name": "Wrong"})
	var ids := crowd.add_agents(points([Vector3(-5, 0, 15), Vector3(5, 0, 15)]))
	var places := crowd.get_agent_positions()
	var added := 0
	for bad: Vector3 in [Vector3(NAN, 0, 0), Vector3(0, -INF, 0), Vector3(0, 0, 1e31)]:
		added += crowd.add_agents(points([Vector3(0, 0, 17), bad, bad])).size()
		crowd.place_agents(ids, points([Vector3(0, 0, 17), bad]))
		crowd.place_agents(ids, points([bad]))
	report("added", added)
	report("agents", crowd.get_agent_count())
	report("stay", crowd.get_agent_positions() == places)


## More agents than are searched for in a frame. Each has to go round the wall, but every fifth, for which there is no way. The last
## ones are stopped, or sent elsewhere, while they wait.
func scenario_paths_in_turn() -> void:
	make_crowd({"agent_avoidance_enabled": false})
	var places := PackedVector3Array()
	var goals := PackedVector3Array()
	for i in 6000:
		places.append(Vector3(-20 + i % 50 * 0.3, 0, -8 + i / 50 * 0.13))
		goals.append(Vector3(-places[i].x, 0, places[i].z) if i % 5 else Vector3(500, 0, i))
	var ids := crowd.add_agents(places)
	var failed := tally(crowd.agents_failed)
	report("refused", crowd.request_paths(ids, goals))
	await physics_frame
	report("moved in the first frame", moved(places))
	crowd.stop_agents(ids.slice(5990))
	report("refused, one that waits is sent out of reach", crowd.request_paths(ids.slice(5984, 5985), points([Vector3(500, 0, 0)])))
	report("refused, one that waits is sent elsewhere", crowd.request_paths(ids.slice(5983, 5984), points([Vector3(-29, 0, 0)])))
	var took := 1
	while took < 300 and moved(places) < 4791:
		took += 1
		await physics_frame
	report("frames until all move", took)
	await frames(5)
	var statuses := crowd.get_agent_statuses()
	report("failed", failed.size())
	report("told of twice", failed.values().count(2))
	report("agents of a wrong status", range(6000).filter(func(i):
		return statuses[i] != (NavAgent.RUNNING if i % 5 and i != 5984 and i < 5990 else NavAgent.FAILURE)))
	report("moved", moved(places))
	report("walking", crowd.get_walking_count())
	report("who was sent elsewhere goes there", crowd.get_agent_positions()[5983].x < places[5983].x)


func moved(from: PackedVector3Array) -> int:
	var at := crowd.get_agent_positions()
	return range(at.size()).filter(func(i): return at[i].distance_to(from[i]) > 0.001).size()


## Two crowds draw by the same MultiMesh at first, and each by its own from then on.
func scenario_two_crowds_with_one_multimesh() -> void:
	make_crowd({"name": "First"})
	var second: Crowd = put(Crowd.new(), {"name": "Second"})
	second.multimesh = MultiMesh.new()
	crowd.multimesh = second.multimesh
	second.add_agents(points([Vector3(-5, 0, 15)]))
	await frames(3)
	print("only one of them has agents")
	crowd.request_paths(crowd.add_agents(points([Vector3(5, 0, 15)])), points([Vector3(15, 0, 15)]))
	await frames(10)
	second.multimesh = MultiMesh.new()
	await frames(10)
	report("instances", {"First": crowd.multimesh.instance_count, "Second": second.multimesh.instance_count})


func scenario_moved_node_frees_its_agent() -> void:
	await free_when_moved(func(walkers): return walkers[1].get_child(0))


func scenario_moved_node_frees_another_agent() -> void:
	await free_when_moved(func(walkers): return walkers[3].get_child(0))


func scenario_moved_node_frees_its_crowd() -> void:
	await free_when_moved(func(_walkers): return crowd)


## A script that is told that its node was moved frees a victim.
func free_when_moved(victim_of: Callable) -> void:
	make_crowd({"move_nodes": true})
	var walkers: Array[Node3D] = []
	for i in 4:
		walkers.append(with_agent(Told.new(), {}, crowd).get_parent())
		walkers[i].global_position = Vector3(-4, 0, 2 * i - 5)
		walkers[i].get_child(0).requestPath(Vector3(-20, 0, 2 * i - 5))
	var victim: Node = victim_of.call(walkers)
	walkers[1].set_notify_local_transform(true)
	walkers[1].victim = victim
	await frames(20)
	report("freed", not is_instance_valid(victim))


## Asked before there is a navmesh, they walk as soon as there is one.
func scenario_asked_before_there_is_a_navmesh() -> void:
	floor_with_wall()
	crowd = put(Crowd.new())
	var ids := crowd.add_agents(points([Vector3(-5, 0, 15), Vector3(5, 0, 15)]))
	var arrived := tally(crowd.agents_arrived)
	report("refused", crowd.request_paths(ids, points([Vector3(0, 0, 20)])))
	await frames(3)
	await baked(baker())
	await until(func(): return arrived.size() == 2, 300)
	report("arrived", arrived.size())


func scenario_asked_while_the_navmesh_is_baked() -> void:
	floor_with_wall()
	crowd = put(Crowd.new())
	var ids := crowd.add_agents(points([Vector3(-5, 0, 15), Vector3(5, 0, 15)]))
	var arrived := tally(crowd.agents_arrived)
	var failed := tally(crowd.agents_failed)
	var bakes := quiet_baker()
	bakes.bake_navigation_mesh()
	var refused := crowd.request_paths(ids, points([Vector3(0, 0, 20)]))
	report("while baking", {"baking": bakes.is_baking(), "refused": refused, "statuses": Array(crowd.get_agent_statuses()),
		"walking": crowd.get_walking_count()})
	await baked(bakes)
	await until(func(): return arrived.size() == 2)
	report("arrived", arrived.size())
	report("failed", failed.size())


class Told extends Node3D:
	var victim: Node

	func _notification(what: int) -> void:
		if what == NOTIFICATION_LOCAL_TRANSFORM_CHANGED and is_instance_valid(victim):
			var going := victim
			victim = null
			if going is Crowd:					# out of it first: Godot has no node freed while it is being moved
				reparent(going.get_parent())
				queue_free()
			going.free()


## Two thousand to one target: nodes that ask one by one, and agents without nodes that ask in one call.
func scenario_two_thousand_to_one_target() -> void:
	for i in 5:
		for k in 5:
			box(Vector3(2, 2, 2), Vector3(i * 10 - 22, 1, k * 10 - 22))
	make_crowd({"move_nodes": true, "agent_radius": 0.3})
	var target := Vector3(27, 0, 27)
	var places := PackedVector3Array()
	for i in 60:
		for k in 60:
			var place := Vector3(i * 0.9 - 28, 0, k * 0.9 - 28)
			if places.size() < 2000 and not crowd_map_is_blocked(place):
				places.append(place)
	var nodes: Array[NavAgent] = []
	for place in places.slice(0, 200):
		var agent := with_agent(Node3D.new(), {"radius": 0.3}, crowd)
		agent.get_parent().global_position = place
		nodes.append(agent)
	var ids := crowd.add_agents(places.slice(200))
	await physics_frame
	for agent in nodes:
		agent.requestPath(target)
	report("refused", crowd.request_paths(ids, [target]))
	for frame in 120:
		await physics_frame
	var now := crowd.get_agent_positions()
	for agent in nodes:
		now.append(agent.get_parent().global_position)
	var before := places.slice(200) + places.slice(0, 200)
	report("agents", crowd.get_agent_count())
	report("fields", crowd.get_goal_field_count())
	report("on their way", range(2000).filter(func(i): return before[i].distance_to(now[i]) > 0.5).size())
	report("meters nearer to the target, together", range(2000).reduce(
		func(sum, i): return sum + before[i].distance_to(target) - now[i].distance_to(target), 0.0))
	crowd.request_paths(ids.slice(0, 500), [target + Vector3(-50, 0, 0)])
	for frame in 10:
		await physics_frame
	report("fields after a second target", crowd.get_goal_field_count())


## In a box of two_thousand_to_one_target, or in the wall, with a margin.
func crowd_map_is_blocked(place: Vector3) -> bool:
	if absf(place.x) < 1.5 and absf(place.z) < 11:
		return true
	return range(25).any(func(i: int): return absf(place.x - (i / 5 * 10 - 22)) < 1.6 and absf(place.z - (i % 5 * 10 - 22)) < 1.6)
