extends "res://troops.gd"
## NavFormation behind a leader.

const STEP := 1.0 / 60.0


## A column behind a node that is no member, moved along two sides of a square.
func scenario_behind_a_leader() -> void:
	field()
	var leader := node_at(Vector3(-20, 0.5, -20))
	var formation := troop(6, {"shape": NavFormation.COLUMN, "leader": leader}, Vector3(-23, 0, -21))
	var watch := Watch.new(formation, agents_of(formation))
	report("is the leader", formation.leader == leader)
	await frames(120)
	report("status", formation.hasArrived())
	for i in 900:
		leader.position += Vector3(2.4 / 60.0, 0, 0) if i < 450 else Vector3(0, 0, 2.4 / 60.0)
		await physics_frame
		watch.follow()
	var corner := Vector2(leader.position.x, -20)
	var beside := 0.0
	for track in watch.tracks.values():
		for place in track.slice(300):
			var at := Vector2(place[0], place[1])
			beside = maxf(beside, minf(absf(at.y - corner.y) if at.x < corner.x else INF, absf(at.x - corner.x)))
	report("beside the trail", beside)
	report("flips", watch.flips)
	report("distances", watch.agents.map(func(agent): return off(agent, leader.position)))
	leader.position = Vector3(20, 0.5, 20)				# put elsewhere
	await frames(900)
	report("elsewhere", watch.agents.map(func(agent): return off(agent, leader.position)))
	leader.free()
	await frames(2)
	report("without the leader", {"status": formation.hasArrived(), "reason": formation.reason_text, "leader": formation.leader == null})
	report("stand", watch.agents.all(func(agent): return agent.hasArrived() == NavAgent.FAILURE))
	report("request", formation.requestPath(Vector3(10, 0, 10)))


func scenario_a_member_leads() -> void:
	field()
	var formation := troop(7, {"shape": NavFormation.WEDGE}, Vector3(-20, 0, 0))
	var agents := agents_of(formation)
	await frames(2)
	formation.leader = agents[5].get_parent()
	var watch := await march(formation, Vector3(0, 0, 5))
	await frames(30)
	report("status", formation.hasArrived())
	report("leader", off(agents[5], Vector3(0, 0, 5)))
	report("figure", figure(formation, agents, Vector2(20, 5).normalized()))
	report("flips", watch.flips)


## A leader whose basis is not finite, or is scaled to zero, and is put elsewhere in that state.
func scenario_a_leader_without_a_direction() -> void:
	field()
	var bases := {"not a number": Basis(Vector3(NAN, 0, 0), Vector3.UP, Vector3(0, 0, NAN)), "scaled to zero": Basis.from_scale(Vector3.ZERO)}
	for named: String in bases:
		var leader: Node3D = put(Node3D.new(), {"name": named.replace(" ", "_"), "position": Vector3(-10, 0.5, 0)})
		var formation := troop(6, {"shape": NavFormation.COLUMN, "leader": leader}, Vector3(-14, 0, 0))
		var agents := agents_of(formation)
		await frames(300)
		var before := agents.map(place_of)
		leader.basis = bases[named]
		leader.position = Vector3(10, 0.5, 0)
		await frames(120)
		report(named + ": moved", range(6).map(func(i): return place_of(agents[i]).distance_to(before[i])))
		report(named + ": status", formation.hasArrived())
		leader.basis = Basis.IDENTITY
		await frames(900)
		report(named + ": distances", agents.map(func(agent): return off(agent, leader.position)))
		leader.basis = bases[named]
		formation.leader = null
		formation.leader = leader							# from the start
		await frames(60)
		leader.basis = Basis.IDENTITY
		await frames(600)
		report(named + ": at once", agents.map(func(agent): return off(agent, leader.position)))
		formation.free()
		leader.free()
		await frames(2)


## A leader that goes to and fro on the floor, 1 m beside it, and far from it: the mean time of a frame with many formations, in microseconds.
func scenario_a_leader_beside_the_mesh() -> void:
	floor_at(60, 60)
	for i in 40:
		box(Vector3(0.5, 2, 0.5), Vector3(-28 + 1.4 * i, 1, 10 + 3 * (i % 5)))
	bake()
	var leader := node_at(Vector3(0, 0.5, -28))
	var formations := range(40).map(func(i): return troop(1, {"leader": leader}, Vector3(-20 + i, 0, -25), {"avoidance_enabled": false}))
	for z: float in [-28.0, -31.0, -45.0]:
		for i in 300:
			leader.position = Vector3(8 * sin(0.007 * i), 0.5, z)
			await physics_frame
	report("statuses", formations.map(func(formation): return formation.hasArrived()))
	leader.position = Vector3(0, 0.5, -20)
	await frames(600)
	report("comes back", formations.map(func(formation): return off(agents_of(formation)[0], leader.position)).max())


## Moves a leader to a place at a speed, while a watch follows its members: the least distance between two of them.
func lead(leader: Node3D, to: Vector3, speed: float, watch: Watch) -> float:
	var nearest := INF
	while leader.position.distance_to(to) > 0.01:
		leader.position = leader.position.move_toward(to, speed * STEP)
		await physics_frame
		watch.follow()
		nearest = minf(nearest, nearest_pair(watch.agents))
	return nearest


## Meters that members have walked since a frame of a watch.
func walked(watch: Watch, since: int) -> Array:
	return watch.tracks.values().map(func(track):
		var way := 0.0
		for i in range(since + 1, track.size()):
			way += Vector2(track[i][0], track[i][1]).distance_to(Vector2(track[i - 1][0], track[i - 1][1]))
		return way)


## A leader that walks back by the way it came.
func scenario_a_leader_turns_back() -> void:
	field()
	for shape: String in ["COLUMN", "BAND", "BOX"]:
		var leader := node_at(Vector3(-20, 0.5, 0))
		var formation := troop(8, {"shape": NavFormation[shape], "leader": leader}, Vector3(-23, 0, 0))
		var watch := Watch.new(formation, agents_of(formation))
		await frames(240)
		await lead(leader, Vector3(10, 0.5, 0), 2.4, watch)
		var begin := watch.frame
		var nearest := await lead(leader, Vector3(9, 0.5, 0), 2.4, watch)			# a step back, and on
		await lead(leader, Vector3(10, 0.5, 0), 2.4, watch)
		report(shape + ": walked for a step back", walked(watch, begin).max())
		begin = watch.frame
		nearest = minf(nearest, await lead(leader, Vector3(-10, 0.5, 0), 2.4, watch))
		report(shape + ": nearest", nearest)
		report(shape + ": walked", walked(watch, begin))
		report(shape + ": flips", watch.flips)
		report(shape + ": behind it", watch.agents.map(func(agent): return place_of(agent).x - leader.position.x).min())
		report(shape + ": formed up", formation.is_formed_up)
		formation.free()
		leader.free()
		await frames(2)


## A leader that runs round and round and comes to rest near where it began: seconds until its members stand behind it.
func scenario_a_leader_runs_on() -> void:
	field()
	for shape: String in ["COLUMN", "BAND"]:
		var leader := node_at(Vector3(0, 0.5, 0))
		var formation := troop(8, {"shape": NavFormation[shape], "leader": leader}, Vector3(-3, 0, 0))
		var watch := Watch.new(formation, agents_of(formation))
		await frames(240)
		for round in 3:
			for corner: Vector3 in [Vector3(0, 0.5, -25), Vector3(25, 0.5, -25), Vector3(25, 0.5, 25), Vector3(-25, 0.5, 25), Vector3(-25, 0.5, -25),
					Vector3(0, 0.5, 0)]:
				await lead(leader, corner, 25.0, watch)
		var begin := watch.frame
		await until(func(): watch.follow(); return watch.agents.all(func(agent): return off(agent, leader.position) < 13), 3600)
		report(shape + ": seconds", (watch.frame - begin) * STEP)
		report(shape + ": distances", watch.agents.map(func(agent): return off(agent, leader.position)))
		report(shape + ": members", formation.member_count)
		formation.free()
		leader.free()
		await frames(2)


func scenario_a_saved_scene() -> void:
	field()
	var scene := Node3D.new()
	var formation := NavFormation.new()
	scene.add_child(formation)
	formation.owner = scene
	for i in 3:
		var body := capsule(0.0)
		body.position = Vector3(1.2 * i, 0, 0)
		formation.add_child(body)
		body.owner = scene
		body.get_child(0).owner = scene
		var agent := NavAgent.new()
		body.add_child(agent)
		agent.owner = scene
	formation.shape = NavFormation.COLUMN
	formation.spacing = 2.0
	formation.leader = formation.get_child(1)
	var packed := PackedScene.new()
	packed.pack(scene)
	scene.free()
	var copy := packed.instantiate()
	world.add_child(copy)
	formation = copy.get_child(0)
	report("kept", [formation.shape, formation.spacing, formation.leader == formation.get_child(1)])
	await frames(2)
	formation.requestPath(Vector3(10, 0, 0))
	report("arrives", await until(func(): return formation.hasArrived() == NavAgent.SUCCESS, 3000))
	report("in front", off(formation.get_child(1).get_child(1), Vector3(10, 0, 0)))


## A level with doors, stairs and a slope.
func rough_level() -> NavMeshBaker:
	floor_at(60, 40)
	for side: int in [-1, 1]:
		box(Vector3(0.4, 3, 18.5), Vector3(-10, 1.5, side * 10.75))				# a door of 3 m
		box(Vector3(0.4, 3, 8), Vector3(5, 1.5, side * 16.0))						# another way round
	box(Vector3(0.4, 3, 21), Vector3(5, 1.5, 0))
	for i in 4:
		box(Vector3(0.5, 0.25 * (i + 1), 8), Vector3(14.25 + 0.5 * i, 0.125 * (i + 1), 0))
	box(Vector3(6, 1, 8), Vector3(19, 0.5, 0))
	var slope := box(Vector3(6.083, 0.4, 8), Vector3(24.967, 0.3, 0))
	slope.rotation.z = -atan2(1, 6)
	return bake({"agent_radius": 0.4, "cell_size": 0.1})


## A formation of 1, then more, then fewer members behind a leader that walks about on that level for a minute: the longest time, in seconds, in which
## a member that was off its slot came no farther, while the leader walked; how far members were off the navmesh; and the most members.
func minute(shape: NavFormation.Shape) -> void:
	var map := NavMap.of(rough_level())
	var random := RandomNumberGenerator.new()
	random.seed = 11
	map.set_random_seed(11)
	var leader := node_at(Vector3(-20, 0, 0))
	var formation := troop(1, {"shape": shape, "leader": leader}, Vector3(-24, 0, 0))
	var route: Array[Vector3] = []
	var still := {}
	var places := {}
	var longest := 0.0
	var off_mesh := 0.0
	var most := 0
	for i in 3600:
		if route.is_empty():
			route.assign(map.find_path(leader.position, map.random_point()).points)
		leader.position = leader.position.move_toward(route[0], 2.4 * STEP)
		if leader.position.distance_to(route[0]) < 0.01:
			route.pop_front()
		var count := formation.get_child_count()
		if i % 30 == 0 and random.randf() < (0.2 if i < 1800 else 0.8) and count > 1:
			formation.get_child(random.randi() % count).free()
		elif i % 30 == 0 and count < 40:
			for k in 2:
				walker(map.random_points_near(leader.position, 8, 1)[0], 0.0, {}, formation)
		await physics_frame
		most = maxi(most, formation.get_child_count())
		for agent: NavAgent in agents_of(formation):
			var at: Vector3 = agent.get_parent().position
			if not agent in places or at.distance_to(places[agent]) > 0.5 or off(agent, formation.get_slot_position(agent)) < formation.spacing:
				places[agent] = at
				still[agent] = 0
			still[agent] += 1
			longest = maxf(longest, still[agent] * STEP)
			off_mesh = maxf(off_mesh, at.distance_to(map.closest_point(at)))
	report("longest stand", longest)
	report("off the mesh", off_mesh)
	report("most members", most)
	report("members", [formation.member_count, formation.get_child_count()])


func scenario_a_minute_of_a_box() -> void:
	await minute(NavFormation.BOX)


func scenario_a_minute_of_a_line() -> void:
	await minute(NavFormation.LINE)


func scenario_a_minute_of_a_wedge() -> void:
	await minute(NavFormation.WEDGE)


func scenario_a_minute_of_a_column() -> void:
	await minute(NavFormation.COLUMN)


func scenario_a_minute_of_a_band() -> void:
	await minute(NavFormation.BAND)
