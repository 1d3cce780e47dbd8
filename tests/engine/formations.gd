extends "res://troops.gd"
## NavFormation on the march: over open ground, round a corner, through a door and up stairs, past strangers.

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


func scenario_before_the_bake() -> void:
	floor_at(60, 60)
	var formation := troop(5, {}, Vector3(-20, 0, 0))
	var baking := baker()
	report("asked", formation.requestPath(Vector3(10, 0, 0)))
	report("reason", formation.reason_text)
	await baked(baking)
	report("arrives", await until(func(): return formation.hasArrived() == NavAgent.SUCCESS, 3000))


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
