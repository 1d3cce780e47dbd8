extends "res://level.gd"
## A Crowd that moves plain nodes, one with agents without nodes, and scripts that do to it what they should not.

var crowd: Crowd


func run() -> void:
	box(Vector3(60, 0.5, 60), Vector3(0, -0.25, 0))
	box(Vector3(1, 2, 20), Vector3(0, 1, 0))
	await baked(baker())
	await moved_nodes()
	await without_nodes()
	await drawn()
	await threads()
	await wrong_arrays()
	await in_turn()
	await one_multimesh()
	await gone()
	await before_the_navmesh()
	await while_baking()


func start() -> void:
	crowd = Crowd.new()
	world.add_child(crowd)


func end() -> void:
	crowd.free()
	await physics_frame


## Nodes under a turned, shifted parent go round the wall to the other side; velocity_computed stays silent.
func moved_nodes() -> void:
	start()
	crowd.move_nodes = true
	var parent := Node3D.new()
	parent.transform = Transform3D(Basis(Vector3.UP, 0.7), Vector3(3, 0, -2))
	crowd.add_child(parent)
	var walkers: Array[Node3D] = []
	var told := [0]
	for i in 6:
		var walker := Node3D.new()
		var agent := NavAgent.new()
		walker.add_child(agent)
		parent.add_child(walker)
		walker.global_position = Vector3(-4, 1.5, 2 * i - 5)
		agent.velocity_computed.connect(func(_velocity: Vector3): told[0] += 1)
		agent.requestPath(Vector3(4, 0, 2 * i - 5))
		walkers.append(walker)
	var farthest := 0.0
	var teleported := false
	for frame in 900:
		await physics_frame
		for walker in walkers:
			farthest = maxf(farthest, absf(walker.global_position.z))
		if frame == 60:
			walkers[0].global_position = Vector3(-20, 1.5, 20)
		if frame == 62:
			teleported = walkers[0].global_position.distance_to(Vector3(-20, 1.5, 20)) < 0.2
		if walkers.all(func(walker): return walker.get_child(0).hasArrived() == NavAgent.SUCCESS and walker.get_child(0).desired_velocity == Vector3.ZERO):
			break
	var facing := 0.0
	for walker in walkers:
		facing = maxf(facing, absf(walker.global_basis.z.y))
	report("moved", {
		"arrived": walkers.map(func(walker): return walker.get_child(0).hasArrived()),
		"off": walkers.map(func(walker): return Vector2(walker.global_position.x - 4, walker.global_position.z - (2 * walker.get_index() - 5)).length()),
		"height": walkers.map(func(walker): return walker.global_position.y),
		"farthest": farthest, "told": told[0], "teleported": teleported, "tilt": facing})
	await end()


func without_nodes() -> void:
	start()
	var places := PackedVector3Array()
	for i in 40:
		places.append(Vector3(-10 - i % 8, 0.5, i / 8 * 2 - 5))
	var ids := crowd.add_agents(places)
	var arrived := {}
	var failed := []
	crowd.agents_arrived.connect(func(agents): for agent in agents: arrived[agent] = arrived.get(agent, 0) + 1)
	crowd.agents_failed.connect(func(agents): failed.append_array(agents))
	var refused := crowd.request_paths(ids, PackedVector3Array([Vector3(12, 0, 0)]))
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
	crowd.remove_agents(ids.slice(10, 20))
	report("without", {"refused": refused, "arrived": arrived.values(), "failed": failed.size(), "fastest": fastest, "nearest": nearest,
		"statuses": Array(crowd.get_agent_statuses()), "left": crowd.get_agents().size(), "same": crowd.get_agents() == ids.slice(0, 10) + ids.slice(20),
		"unreachable": crowd.request_paths(crowd.get_agents(), PackedVector3Array([Vector3(500, 0, 0)])),
		"stale": crowd.request_paths(ids.slice(10, 12), PackedVector3Array([Vector3(0, 0, 12)])), "count": crowd.get_agent_count()})
	await end()


func drawn() -> void:
	start()
	var multimesh := MultiMesh.new()
	multimesh.use_colors = true
	crowd.multimesh = multimesh
	var ids := crowd.add_agents(PackedVector3Array([Vector3(-5, 0, 15), Vector3(5, 0, 15)]))
	await physics_frame
	await physics_frame
	var before := [multimesh.transform_format, multimesh.instance_count, instance(multimesh, 1).origin]
	var buffer := multimesh.buffer
	buffer[12] = 0.5						# the red of the first one
	multimesh.buffer = buffer
	crowd.request_paths(ids, PackedVector3Array([Vector3(-5, 0, 25), Vector3(25, 0, 15)]))
	for frame in 90:
		await physics_frame
	var at := crowd.get_agent_positions()
	report("drawn", {"before": str(before), "off": at[0].distance_to(instance(multimesh, 0).origin) + at[1].distance_to(instance(multimesh, 1).origin),
		"fronts": [-instance(multimesh, 0).basis.z.z, -instance(multimesh, 1).basis.z.x], "red": multimesh.buffer[12]})
	crowd.remove_agents(ids)
	await physics_frame
	var flat := MultiMesh.new()
	flat.instance_count = 1
	crowd.multimesh = flat
	crowd.add_agents(PackedVector3Array([Vector3(0, 0, 15), Vector3(0, 0, 17)]))
	for frame in 3:
		await physics_frame
	report("emptied", multimesh.instance_count)
	await end()


## As it lies in the buffer: without a screen the engine keeps nothing else.
func instance(multimesh: MultiMesh, index: int) -> Transform3D:
	var b := multimesh.buffer.slice(16 * index)
	return Transform3D(Vector3(b[0], b[4], b[8]), Vector3(b[1], b[5], b[9]), Vector3(b[2], b[6], b[10]), Vector3(b[3], b[7], b[11]))


## The same bits with and without threads.
func threads() -> void:
	var hashes := []
	for shared in [true, false]:
		start()
		crowd.use_threads = shared
		var places := PackedVector3Array()
		var goals := PackedVector3Array()
		for i in 2400:
			places.append(Vector3(-28 + i % 60 * 0.44, 0, -28 + i / 60 * 1.4))
			goals.append(-places[i])
		crowd.agent_radius = 0.2
		crowd.request_paths(crowd.add_agents(places), goals)
		for frame in 60:
			await physics_frame
		hashes.append(hash(crowd.get_agent_positions().to_byte_array()))
		await end()
	report("threads", hashes[0] == hashes[1])


func wrong_arrays() -> void:
	start()
	var ids := crowd.add_agents(PackedVector3Array([Vector3(-5, 0, 15), Vector3(5, 0, 15), Vector3(NAN, 0, 0)]))
	var refused := [crowd.request_paths(ids, PackedVector3Array([Vector3.ZERO, Vector3.ONE])), crowd.request_paths(ids, PackedVector3Array()),
		crowd.request_paths(PackedInt64Array(), PackedVector3Array([Vector3.ZERO])), crowd.request_paths(PackedInt64Array([-1, 7, 1 << 40]),
		PackedVector3Array([Vector3.ZERO])), crowd.request_paths(ids, PackedVector3Array([Vector3(INF, 0, 0)])),
		crowd.request_paths(ids, PackedVector3Array([Vector3(0, 0, 20)]))]
	crowd.place_agents(ids, PackedVector3Array([Vector3(2, 0, 20)]))
	for frame in 30:
		await physics_frame
	report("wrong", refused)
	await end()


## More than are searched for in a frame, all round the wall but every fifth, for whom there is no way. The last ones are stopped, or sent
## elsewhere, while they wait.
func in_turn() -> void:
	start()
	crowd.agent_avoidance_enabled = false
	var places := PackedVector3Array()
	var goals := PackedVector3Array()
	for i in 6000:
		places.append(Vector3(-20 + i % 50 * 0.3, 0, -8 + i / 50 * 0.13))
		goals.append(Vector3(-places[i].x, 0, places[i].z) if i % 5 else Vector3(500, 0, i))
	var ids := crowd.add_agents(places)
	var failed := {}
	crowd.agents_failed.connect(func(agents): for agent in agents: failed[agent] = failed.get(agent, 0) + 1)
	var refused := crowd.request_paths(ids, goals)
	await physics_frame
	var first := moved(places)
	crowd.stop_agents(ids.slice(5990))
	var now := [crowd.request_paths(ids.slice(5984, 5985), PackedVector3Array([Vector3(500, 0, 0)])),
		crowd.request_paths(ids.slice(5983, 5984), PackedVector3Array([Vector3(-29, 0, 0)]))]
	var took := 1
	while took < 300 and moved(places) < 4791:
		took += 1
		await physics_frame
	await frames(5)
	var statuses := crowd.get_agent_statuses()
	var wrong := range(6000).filter(func(i): return statuses[i] != (NavAgent.RUNNING if i % 5 and i != 5984 and i < 5990 else NavAgent.FAILURE))
	report("in turn", {"refused": refused, "failed": failed.size(), "told twice": failed.values().count(2), "first": first, "took": took,
		"moved": moved(places), "at once": now, "wrong": wrong, "elsewhere": crowd.get_agent_positions()[5983].x < places[5983].x,
		"walking": crowd.get_walking_count()})
	await end()


func moved(from: PackedVector3Array) -> int:
	var at := crowd.get_agent_positions()
	return range(at.size()).filter(func(i): return at[i].distance_to(from[i]) > 0.01).size()


## Two crowds draw by the same MultiMesh, at first, and each by its own from then on.
func one_multimesh() -> void:
	start()
	crowd.name = "First"
	var second := Crowd.new()
	second.name = "Second"
	world.add_child(second)
	second.multimesh = MultiMesh.new()
	crowd.multimesh = second.multimesh
	second.add_agents(PackedVector3Array([Vector3(-5, 0, 15)]))
	await frames(3)
	print("only one of them has agents")
	crowd.request_paths(crowd.add_agents(PackedVector3Array([Vector3(5, 0, 15)])), PackedVector3Array([Vector3(15, 0, 15)]))
	await frames(10)
	second.multimesh = MultiMesh.new()
	await frames(10)
	report("one multimesh", [crowd.multimesh.instance_count, second.multimesh.instance_count])
	second.free()
	await end()


## A script that is told that its node was moved frees it, another one, and the crowd itself.
func gone() -> void:
	for what in 3:
		start()
		crowd.move_nodes = true
		var walkers: Array[Node3D] = []
		for i in 4:
			var walker := Told.new()
			walker.add_child(NavAgent.new())
			crowd.add_child(walker)
			walker.global_position = Vector3(-4, 0, 2 * i - 5)
			walker.get_child(0).requestPath(Vector3(-20, 0, 2 * i - 5))
			walkers.append(walker)
		var victim: Node = [walkers[1].get_child(0), walkers[3].get_child(0), crowd][what]
		walkers[1].set_notify_local_transform(true)
		walkers[1].victim = victim
		for frame in 20:
			await physics_frame
		report("gone %d" % what, is_instance_valid(victim))
		if is_instance_valid(crowd):
			crowd.free()
		await physics_frame


func two_without_a_navmesh() -> PackedInt64Array:
	for child in world.get_children():
		if child is NavMeshBaker:
			child.free()
	start()
	return crowd.add_agents(PackedVector3Array([Vector3(-5, 0, 15), Vector3(5, 0, 15)]))


## Asked before there is a navmesh, they walk as soon as there is one.
func before_the_navmesh() -> void:
	var ids := two_without_a_navmesh()
	var arrived := []
	crowd.agents_arrived.connect(func(agents): arrived.append_array(agents))
	var refused := crowd.request_paths(ids, PackedVector3Array([Vector3(0, 0, 20)]))
	await frames(3)
	await baked(baker())
	for frame in 300:
		await physics_frame
		if arrived.size() == 2:
			break
	report("before", [refused, arrived.size()])
	await end()


func while_baking() -> void:
	var ids := two_without_a_navmesh()
	var arrived := []
	var failed := []
	crowd.agents_arrived.connect(func(agents): arrived.append_array(agents))
	crowd.agents_failed.connect(func(agents): failed.append_array(agents))
	var bakes := baker({"bake_on_ready": false})
	bakes.bake_navigation_mesh()
	var refused := crowd.request_paths(ids, PackedVector3Array([Vector3(0, 0, 20)]))
	var asked := [bakes.is_baking(), refused, Array(crowd.get_agent_statuses()), crowd.get_walking_count()]
	await baked(bakes)
	await until(func(): return arrived.size() == 2)
	report("while baking", {"asked": asked, "arrived": arrived.size(), "failed": failed.size()})
	await end()


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
