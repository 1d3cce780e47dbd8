extends "res://level.gd"
## NavFormation: a march over open ground, round a corner, through a door and up stairs; members that come and go; leaders; hostile calls.

const STEP := 1.0 / 60.0
const TARGET := Vector3(24, 1, 34)


## A floor with a wall across it at x = 12 and a door of 1.2 m, a turn to the right, and stairs up to a platform of 1 m.
func course() -> NavMeshBaker:
	floor_at(38, 12, Vector3(11, 0, 0))
	floor_at(12, 10, Vector3(24, 0, 11))
	for side: int in [-1, 1]:
		box(Vector3(0.4, 3, 5.4), Vector3(12, 1.5, side * 3.3))
	for i in 4:
		var height := 0.25 * (i + 1)
		box(Vector3(12, height, 0.5), Vector3(24, height / 2, 16.25 + 0.5 * i))
	box(Vector3(12, 1, 20), Vector3(24, 0.5, 28))
	return bake({"agent_radius": 0.4, "cell_size": 0.1})


## Bodies in a heap, with agents, below a formation.
func troop(count: int, settings := {}, center := Vector3.ZERO, agents := {}) -> NavFormation:
	var formation: NavFormation = put(NavFormation.new(), settings)
	for i in count:
		var turn := 2.4 * i
		walker(center + 1.1 * sqrt(i) * Vector3(cos(turn), 0, sin(turn)), 0.0, agents, formation)
	return formation


func agents_of(formation: NavFormation) -> Array:
	return formation.get_children().map(func(body): return body.get_child(body.get_child_count() - 1))


## Follows the members of a march: distances from their slots while the formation is whole, and turns of more than 90 degrees at speed.
class Watch:
	var formation: NavFormation
	var agents: Array
	var highest_slot := 0.0			# meters that a slot is above or below its member, at most
	var off := PackedFloat64Array()		# meters, of each member in each frame while it is formed up
	var flips := 0
	var frame := 0
	var broke: Array[int] = []
	var formed: Array[int] = []
	var last := {}
	var before := {}
	var tracks := {}				# of each member: [x, z] in each frame

	func _init(of: NavFormation, members: Array) -> void:
		formation = of
		agents = members
		formation.formed_up.connect(func(): formed.append(frame))
		formation.broke_up.connect(func(): broke.append(frame))

	func follow() -> void:
		frame += 1
		for agent in agents:
			if not is_instance_valid(agent):
				continue
			var body: Node3D = agent.get_parent()
			var at := Vector2(body.position.x, body.position.z)
			var slot := formation.get_slot_position(agent)
			if formation.is_formed_up:
				off.append(at.distance_to(Vector2(slot.x, slot.z)))
			highest_slot = maxf(highest_slot, absf(slot.y - body.position.y))
			if agent in last:
				var velocity: Vector2 = (at - last[agent]) * 60.0
				if agent in before and velocity.length() > 0.5 and before[agent].length() > 0.5 and velocity.dot(before[agent]) < 0:
					flips += 1
				before[agent] = velocity
			last[agent] = at
			tracks.get_or_add(agent, []).append([at.x, at.y])

	func mean_off() -> float:
		var sum := 0.0
		for value in off:
			sum += value
		return sum / maxf(off.size(), 1)

	func most_off() -> float:
		var most := 0.0
		for value in off:
			most = maxf(most, value)
		return most


func march(formation: NavFormation, target: Vector3, most := 3600) -> Watch:
	var watch := Watch.new(formation, agents_of(formation))
	formation.requestPath(target)
	while formation.hasArrived() == NavAgent.RUNNING and watch.frame < most:
		await physics_frame
		watch.follow()
	return watch


## The frame after the last one in which a member was before x.
func last_past(watch: Watch, x: float) -> int:
	var last := 0
	for track in watch.tracks.values():
		var frame: int = track.size()
		while frame > 0 and track[frame - 1][0] > x:
			frame -= 1
		last = maxi(last, frame)
	return last


func scenario_over_the_course() -> void:
	course()
	var formation := troop(12, {"files": 4})
	await frames(5)
	var ends := agents_of(formation).map(func(agent): return signals_of(agent, ["navigation_finished"]))
	var watch := await march(formation, TARGET)
	report("march", {"status": formation.hasArrived(), "seconds": watch.frame / 60.0, "mean off": watch.mean_off(), "most off": watch.most_off(),
		"flips": watch.flips, "height of slots": watch.highest_slot, "formed up": watch.formed.size(), "seconds from the door": (watch.formed[-1] - last_past(watch, 12.8)) / 60.0})
	await frames(60)
	report("box", figure(formation, watch.agents, (flat(TARGET) - Vector2(20.4, 8)).normalized()))
	report("ends of the members' requests", ends.map(func(list): return list.size()))
	report("heights", watch.agents.map(func(agent): return agent.get_parent().position.y))


## Where the members stand, in spacings behind the first of them and to the right of their middle, where the formation has marched ahead.
func figure(formation: NavFormation, agents: Array, ahead := Vector2(1, 0)) -> Array:
	var places := agents.map(func(agent): return Vector2(place_of(agent).dot(ahead), place_of(agent).dot(ahead.orthogonal() * -1)))
	var front: float = places.map(func(place): return place.x).max()
	var middle: float = places.reduce(func(sum, place): return sum + place.y, 0.0) / places.size()
	return places.map(func(place): return [(front - place.x) / formation.spacing, (place.y - middle) / formation.spacing])


func field(size := 60.0) -> NavMeshBaker:
	floor_at(size, size)
	return bake()


## Between walls that make four narrow bends.
func scenario_winding_way() -> void:
	floor_at(60, 40)
	for i in 4:
		box(Vector3(0.5, 3, 36), Vector3(10 * i - 15, 1.5, -2 if i % 2 == 0 else 2))
	bake({"agent_radius": 0.4, "cell_size": 0.1})
	for shape: String in ["BOX", "WEDGE"]:
		var formation := troop(12, {"shape": NavFormation[shape]}, Vector3(-24, 0, 0))
		await frames(2)
		var watch := await march(formation, Vector3(24, 0, 0), 6000)
		report(shape, {"status": formation.hasArrived(), "flips": watch.flips, "members": formation.member_count,
			"seconds": watch.frame / 60.0, "most off": watch.most_off()})
		formation.free()
		await frames(2)


## Strangers come towards the formation, and cross its way.
func scenario_strangers() -> void:
	field()
	for way: Vector3 in [Vector3(-1, 0, 0), Vector3(0, 0, 1)]:
		var formation := troop(12, {}, Vector3(-20, 0, 0))
		var others := range(10).map(func(i): return walker(way * (-20 - 1.5 * (i / 5)) + way.cross(Vector3.UP) * (1.5 * (i % 5) - 3), 0.0))
		await frames(2)
		for other: NavAgent in others:
			other.requestPath(other.get_parent().position + 42 * way)
		var nearest := [INF]
		var watch := Watch.new(formation, agents_of(formation))
		formation.requestPath(Vector3(20, 0, 0))
		while formation.hasArrived() == NavAgent.RUNNING and watch.frame < 3600:
			await physics_frame
			watch.follow()
			for agent in watch.agents:
				for other in others:
					nearest[0] = minf(nearest[0], place_of(agent).distance_to(place_of(other)))
		report("towards it" if way.x < 0 else "across", {"status": formation.hasArrived(), "members": formation.member_count,
			"seconds": watch.frame / 60.0, "nearest": nearest[0], "flips": watch.flips})
		formation.free()
		for other in others:
			other.get_parent().free()
		await frames(2)


## Across a gap, over a link that is as wide as one member.
func scenario_over_a_link() -> void:
	for side: int in [-12, 12]:
		floor_at(20, 20, Vector3(side, 0, 0))
	bake()
	link(Vector3(-2.7, 0, 0), Vector3(2.7, 0, 0))
	var formation := troop(6, {}, Vector3(-15, 0, 0))
	await frames(2)
	var watch := await march(formation, Vector3(15, 0, 0))
	await frames(300)
	report("status", formation.hasArrived())
	report("seconds", watch.frame / 60.0)
	report("flips", watch.flips)
	report("figure", figure(formation, watch.agents))


func scenario_shapes() -> void:
	field()
	for shape: String in ["BOX", "LINE", "WEDGE", "COLUMN", "BAND"]:
		var formation := troop(7, {"shape": NavFormation[shape], "files": 2 if shape == "COLUMN" else 0}, Vector3(-20, 0, 0))
		await frames(2)
		var watch := await march(formation, Vector3(10, 0, 0))
		await frames(60)
		report(shape, {"status": formation.hasArrived(), "figure": figure(formation, watch.agents), "flips": watch.flips, "most off": watch.most_off()})
		formation.free()
		await frames(2)


func scenario_ranks_are_closed() -> void:
	field()
	var formation := troop(9, {}, Vector3(-20, 0, 0))
	var agents := agents_of(formation)
	await frames(2)
	formation.requestPath(Vector3(15, 0, 0))
	await until(func(): return formation.is_formed_up)
	agents[0].get_parent().queue_free()					# freed
	agents[1].cancel_request()									# stopped by a script
	agents[2].requestPath(Vector3(-20, 0, 20))			# sent elsewhere
	formation.remove_member(agents[3])
	await frames(2)
	report("whole", formation.is_formed_up)
	report("members", formation.member_count)
	await until(func(): return formation.hasArrived() != NavAgent.RUNNING, 3000)
	await frames(60)
	report("status", formation.hasArrived())
	report("figure", figure(formation, agents.slice(4)))
	report("sent elsewhere", off(agents[2], Vector3(-20, 0, 20)))
	report("stopped", [agents[1].hasArrived(), agents[3].hasArrived()])
	agents[8].get_parent().queue_free()					# standing at the target
	await frames(120)
	report("closed at the target", figure(formation, agents.slice(4, 8)))
	report("still", formation.hasArrived())
	formation.add_member(agents[1])
	await frames(900)
	report("joined", figure(formation, agents.slice(4, 8) + [agents[1]]))
	formation.requestPath(Vector3(15, 0, -10))
	report("all are back", formation.member_count)
	await until(func(): return formation.hasArrived() != NavAgent.RUNNING, 3000)
	report("at last", formation.hasArrived())


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


func nearest_pair(agents: Array) -> float:
	var nearest := INF
	for i in agents.size():
		for k in i:
			nearest = minf(nearest, place_of(agents[i]).distance_to(place_of(agents[k])))
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


# ---- what may go wrong ----

func scenario_bad_calls() -> void:
	var formation: NavFormation = put(NavFormation.new(), {"name": "Bad"})
	report("no members", {"status": formation.requestPath(Vector3.ONE), "reason": formation.reason, "text": formation.reason_text})
	var body := walker(Vector3.ZERO, 0.0, {}, formation)
	report("no navmesh", {"status": formation.requestPath(Vector3.ONE), "reason": formation.reason})
	field(30)
	formation.requestPath(Vector3(NAN, 0, 0))
	report("not finite", {"status": formation.requestPath(Vector3(NAN, 0, 0)), "reason": formation.reason})
	report("off the mesh", {"status": formation.requestPath(Vector3(300, 0, 0)), "reason": formation.reason})
	formation.spacing = 0.0
	formation.spacing = NAN
	formation.files = -1
	formation.shape = 7
	report("as before", [formation.spacing, formation.files, formation.shape])
	formation.add_member(null)
	formation.add_member(world)
	formation.remove_member(world)
	formation.leader = node_at(Vector3(5, 0, 5))
	report("with a leader of its own", formation.requestPath(Vector3.ONE))
	formation.requestPath(Vector3.ONE)						# says nothing more
	formation.leader = null
	formation.requestPath(Vector3.ONE)
	formation.cancel_request()
	report("stopped", [formation.hasArrived(), formation.reason, body.hasArrived()])
	var outside := NavFormation.new()
	outside.name = "Bad"
	report("outside the tree", [outside.requestPath(Vector3.ONE), outside.hasArrived(), outside.member_count, outside.leader == null])
	outside.cancel_request()
	outside.add_member(body)
	outside.free()


func scenario_members_come_and_go() -> void:
	field()
	var formation := troop(8, {}, Vector3(-20, 0, 0))
	var elsewhere := level_at("Elsewhere")
	var agents := agents_of(formation)
	await frames(2)
	formation.requestPath(Vector3(18, 0, 0))
	await frames(60)
	agents[0].get_parent().reparent(elsewhere)				# no longer below the formation
	var other := viewport()
	agents[1].get_parent().reparent(other)					# in another world
	agents[2].free()										# a body without its agent
	agents[3].get_parent().free()
	await frames(2)
	report("left", formation.member_count)
	agents[4].get_parent().reparent(elsewhere)
	formation.add_member(agents[4].get_parent())
	var late := walker(Vector3(-18, 0, 6), 0.0, {}, formation)		# one more comes
	await frames(2)
	report("then", formation.member_count)
	report("arrives", await until(func(): return formation.hasArrived() == NavAgent.SUCCESS, 3000))
	await frames(60)
	report("figure", figure(formation, agents.slice(4) + [late]))
	formation.get_parent().remove_child(formation)
	report("outside", formation.hasArrived())
	world.add_child(formation)
	await frames(2)
	report("again", formation.requestPath(Vector3(-10, 0, 0)))
	await frames(30)
	formation.formed_up.connect(func(): formation.queue_free())
	await frames(600)
	report("freed by its signal", not is_instance_valid(formation))


## A formation is put elsewhere in the tree behind a leader, and then on the march to a target. One of its members is not below it.
func scenario_a_formation_is_reparented() -> void:
	field()
	var elsewhere := level_at("Elsewhere")
	var leader := node_at(Vector3(-10, 0.5, 0))
	var formation := troop(5, {"shape": NavFormation.COLUMN, "leader": leader}, Vector3(-14, 0, 0))
	var agents := agents_of(formation) + [walker(Vector3(-20, 0, 0), 0.0, {}, elsewhere)]
	formation.add_member(agents[5])
	await frames(200)
	world.remove_child(formation)
	report("outside", formation.hasArrived())
	await frames(20)
	leader.position = Vector3(10, 0.5, 0)
	elsewhere.add_child(formation)
	report("inside again", formation.hasArrived())
	await frames(900)
	report("behind the leader", agents.map(func(agent): return off(agent, leader.position)))
	report("members", formation.member_count)
	formation.leader = null
	report("asked", formation.requestPath(Vector3(-10, 0, 8)))
	await frames(60)
	formation.reparent(world)
	report("goes on", formation.hasArrived())
	report("arrives", await until(func(): return formation.hasArrived() == NavAgent.SUCCESS, 3000))
	await frames(60)
	report("at the target", agents.map(func(agent): return off(agent, Vector3(-10, 0, 8))))
	formation.reparent(elsewhere)
	await frames(60)
	report("rests", [formation.hasArrived(), agents.map(func(agent): return agent.hasArrived() == NavAgent.RUNNING).count(true)])
	formation.requestPath(Vector3(10, 0, 8))
	await frames(30)
	elsewhere.remove_child(formation)
	formation.cancel_request()
	elsewhere.add_child(formation)
	await frames(60)
	report("canceled outside", [formation.hasArrived(), agents.map(func(agent): return agent.hasArrived() == NavAgent.RUNNING).count(true)])


## Agents, bodies and the formation itself are disabled behind a leader, which is freed in the end, and so are all members.
func scenario_what_it_has_is_disabled_and_freed() -> void:
	field()
	var leader := node_at(Vector3(-10, 0.5, 0))
	var formation := troop(6, {"shape": NavFormation.BAND, "leader": leader}, Vector3(-14, 0, 0))
	var agents := agents_of(formation)
	await frames(60)
	var disabled: Array[Node] = [agents[0], agents[1].get_parent(), formation]
	for node in disabled:
		node.process_mode = Node.PROCESS_MODE_DISABLED
		for i in 60:
			leader.position.x += 0.05
			await physics_frame
		node.process_mode = Node.PROCESS_MODE_INHERIT
		await frames(30)
	await frames(600)
	report("behind it again", agents.map(func(agent): return off(agent, leader.position)))
	leader.free()
	await frames(10)
	report("without the leader", [formation.hasArrived(), formation.leader == null])
	formation.requestPath(Vector3(10, 0, 8))
	for agent in agents:
		agent.process_mode = Node.PROCESS_MODE_DISABLED
	await until(func(): return formation.member_count == 0, 3000)			# all are left behind
	report("all disabled", [formation.hasArrived(), formation.member_count])
	for body in formation.get_children():
		body.free()
	await frames(3)
	report("nobody", [formation.hasArrived(), formation.member_count])


## A spacing less than members are wide, and one of them wider than the others.
func scenario_too_little_spacing() -> void:
	field()
	for shape: String in ["BOX", "LINE", "WEDGE", "COLUMN", "BAND"]:
		var formation := troop(7, {"shape": NavFormation[shape], "spacing": 0.2, "files": 2 if shape == "COLUMN" else 0}, Vector3(-20, 0, 0))
		var agents := agents_of(formation)
		await frames(2)
		formation.requestPath(Vector3(10, 0, 0))
		await frames(2)
		report(shape + ": on the march", nearest_slots(formation))
		agents[3].radius = 0.7
		await frames(2)
		report(shape + ": a wide one", nearest_slots(formation))
		report(shape + ": arrives", await until(func(): return formation.hasArrived() == NavAgent.SUCCESS, 3000))
		await frames(60)
		report(shape + ": members stand", nearest_pair(agents))
		formation.free()
		await frames(2)


func nearest_slots(formation: NavFormation) -> float:
	var slots := agents_of(formation).map(func(agent): return flat(formation.get_slot_position(agent)))
	var nearest := INF
	for i in slots.size():
		for k in i:
			nearest = minf(nearest, slots[i].distance_to(slots[k]))
	return nearest


func scenario_all_members_are_freed() -> void:
	field(30)
	var formation := troop(3)
	var failed := []
	formation.failed.connect(func(): failed.append(formation.reason_text))
	await frames(2)
	formation.requestPath(Vector3(12, 0, 0))
	await frames(10)
	for body in formation.get_children():
		body.free()
	await frames(3)
	report("status", formation.hasArrived())
	report("failed", failed)


func scenario_before_the_bake() -> void:
	floor_at(60, 60)
	var formation := troop(5, {}, Vector3(-20, 0, 0))
	var baking := baker()
	report("asked", formation.requestPath(Vector3(10, 0, 0)))
	report("reason", formation.reason_text)
	await baked(baking)
	report("arrives", await until(func(): return formation.hasArrived() == NavAgent.SUCCESS, 3000))


func scenario_in_another_world() -> void:
	field()
	var other := viewport()
	floor_at(20, 20, Vector3.ZERO, other)
	bake({}, other)
	var formation: NavFormation = put(NavFormation.new(), {}, other)
	for i in 4:
		walker(Vector3(1.2 * i, 0, 0), 0.0, {}, formation)
	await frames(2)
	report("too far for this world", formation.requestPath(Vector3(20, 0, 0)))
	report("asked", formation.requestPath(Vector3(-7, 0, 0)))
	report("arrives", await until(func(): return formation.hasArrived() == NavAgent.SUCCESS, 3000))


## A member on an island, and one whose body cannot move, are left behind.
func scenario_left_behind() -> void:
	field()
	floor_at(4, 4, Vector3(-20, 0, 40))
	world.get_child(-2).free()
	bake()
	var formation := troop(6, {}, Vector3(-20, 0, 0))
	var agents := agents_of(formation)
	var lost := walker(Vector3(-20, 0, 40), 0.0, {}, formation)
	agents[3].max_speed = 0.0
	await frames(2)
	report("asked", formation.requestPath(Vector3(10, 0, 0)))
	report("arrives", await until(func(): return formation.hasArrived() == NavAgent.SUCCESS, 3600))
	report("members", formation.member_count)
	report("lost", off(lost, Vector3(-20, 0, 40)))


## Agents that never make way stand on slots at the target.
func scenario_slots_are_taken() -> void:
	field()
	var formation := troop(5, {"shape": NavFormation.LINE}, Vector3(-20, 0, 0))
	for side: int in [-3, 0]:
		walker(Vector3(5, 0, side), 0.0, {"yields": false, "radius": 0.7})
	await frames(2)
	formation.requestPath(Vector3(5, 0, 0))
	report("arrives", await until(func(): return formation.hasArrived() == NavAgent.SUCCESS, 3600))
	report("off", agents_of(formation).map(func(agent): return off(agent, formation.get_slot_position(agent))))
	report("members", formation.member_count)


## A target that moves all the time, forwards and then back.
func scenario_the_target_moves() -> void:
	field()
	var formation := troop(9, {}, Vector3(-20, 0, 0))
	await frames(2)
	var watch := Watch.new(formation, agents_of(formation))
	for i in 600:
		formation.requestPath(Vector3(-10 + 0.03 * i, 0, 0.02 * i))
		await physics_frame
		watch.follow()
	report("flips", watch.flips)
	report("most off", watch.most_off())
	formation.requestPath(Vector3(-20, 0, 0))
	report("turns back", await until(func(): return formation.hasArrived() == NavAgent.SUCCESS, 3000))


## The floor is baked anew under the march, and a wall is put in its way.
func scenario_the_navmesh_changes() -> void:
	floor_at(60, 20)
	var bakes := bake({"tile_size": 64})
	var formation := troop(6, {}, Vector3(-20, 0, 0))
	await frames(2)
	formation.requestPath(Vector3(20, 0, 0))
	await frames(100)
	var wall := obstacle({"vertices": [Vector3(-1, 0, -12), Vector3(1, 0, -12), Vector3(1, 0, 5), Vector3(-1, 0, 5)],
			"affect_navigation_mesh": true}, Vector3(4, 0, 0))
	await settled(bakes)
	report("arrives", await until(func(): return formation.hasArrived() == NavAgent.SUCCESS, 3000))
	report("members", formation.member_count)
	formation.requestPath(Vector3(-20, 0, 0))
	await frames(30)
	bakes.free()
	await frames(5)
	report("without a navmesh", [formation.hasArrived(), formation.reason])
	wall.free()


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


## Bodies that a Crowd moves, and bodies that a script moves.
func scenario_other_bodies() -> void:
	field()
	for kind: String in ["crowd", "script"]:
		var above: Node = put(Crowd.new(), {"move_nodes": true}) if kind == "crowd" else world
		var formation: NavFormation = put(NavFormation.new(), {}, above)
		for i in 6:
			if kind == "crowd":
				var node := Node3D.new()
				node.position = Vector3(-20 + 1.2 * i, 0, i % 2)
				with_agent(node, {}, formation)
			else:
				ghost(Vector3(-20 + 1.2 * i, 0, i % 2), 1.0, {}, formation)
		await frames(2)
		var watch := await march(formation, Vector3(10, 0, 0))
		await frames(30)
		report(kind, {"status": formation.hasArrived(), "flips": watch.flips, "most off": watch.most_off(),
			"figure": figure(formation, watch.agents)})
		formation.free()


## A member at no place, one at the end of the world, and time that stands.
func scenario_senseless_places() -> void:
	field()
	var formation := troop(6, {}, Vector3(-20, 0, 0))
	var agents := agents_of(formation)
	await frames(2)
	formation.requestPath(Vector3(15, 0, 0))
	await frames(30)
	agents[0].get_parent().position = Vector3(NAN, 0, 0)
	agents[1].get_parent().position = Vector3(1e12, 0, -1e12)
	await frames(10)
	Engine.time_scale = 0.0
	await frames(10)
	Engine.time_scale = 1.0
	await frames(10)
	agents[0].get_parent().free()
	agents[1].get_parent().free()
	report("arrives", await until(func(): return formation.hasArrived() == NavAgent.SUCCESS, 3000))
	await frames(60)
	report("figure", figure(formation, agents.slice(2)))


## Two formations whose members, leaders, shapes and requests change at random.
func scenario_anything_goes() -> void:
	floor_at(60, 20)
	var bakes := bake({"tile_size": 64})
	var random := RandomNumberGenerator.new()
	random.seed = 5
	var formations: Array[NavFormation] = [troop(5, {}, Vector3(-20, 0, 0)), troop(5, {}, Vector3(-10, 0, 5))]
	var ghosts := level_at("Ghosts")
	var bodies := []
	for formation in formations:
		bodies.append_array(formation.get_children())
	for i in 8:
		bodies.append(ghost(Vector3(3 * i - 10, 0, -5), 1.0, {}, ghosts).get_parent())
	var block := obstacle({"radius": 1.5, "affect_navigation_mesh": true}, Vector3(40, 0, 0))
	var calls := 0
	for i in 2500:
		var formation := formations[random.randi() % 2]
		bodies = bodies.filter(func(body): return is_instance_valid(body))
		var body: Node3D = bodies[random.randi() % bodies.size()]
		match random.randi() % 24:
			0: formation.requestPath(Vector3(random.randf_range(-28, 28), 0, random.randf_range(-9, 9)))
			1: formation.shape = random.randi() % 5 as NavFormation.Shape
			2: formation.add_member(body)
			3: formation.remove_member(body)
			4: formation.leader = body if random.randf() < 0.7 else null
			5: body.reparent([formations[0], formations[1], ghosts, world].pick_random())
			6: body.get_child(body.get_child_count() - 1).cancel_request()
			7: formation.spacing = random.randf_range(0.8, 3.0)
			8: formation.cancel_request()
			9: formation.files = random.randi() % 5
			10: block.position = Vector3(random.randf_range(-28, 28), 0, random.randf_range(-9, 9))
			11: body.position = Vector3(random.randf_range(-28, 28), body.position.y, random.randf_range(-9, 9))
			12: formation.get_slot_position(body)
		if i % 200 == 199:
			body.free()
			bodies.append(ghost(Vector3(random.randf_range(-28, 28), 0, 0), 1.0, {}, formation).get_parent())
		calls += 1
		if i % 2 == 0:
			await physics_frame
	await settled(bakes)
	report("calls", calls)
	for formation in formations:
		formation.leader = null
		formation.requestPath(Vector3(20, 0, 3 if formation == formations[0] else -3))
	report("end", await until(func(): return formations.all(func(formation): return formation.hasArrived() != NavAgent.RUNNING), 8000))


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
