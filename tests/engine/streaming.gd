extends "res://level.gd"
## Worlds that a baker streams from a file, against the same level as a whole.

const FILE := "user://valley.navworld"
const SIZE := Vector2(192, 64)
const START := Vector3(-90, 0, 4)
const GOAL := Vector3(90, 0, -20)
const STANDS := 0.2				## Meters a second: slower, an agent under way stands.


## A long level with walls that have one gate each, some of them far aside: 12 × 4 tiles of 16 m.
func valley(parent: Node = world) -> Node3D:
	var level := level_at("", parent)
	floor_at(SIZE.x, SIZE.y, Vector3.ZERO, level)
	var gates := [20, -22, 8, -24, 24, 0, -16]
	for i in gates.size():
		var x := -72 + 24 * i
		var gate: float = gates[i]
		box(Vector3(1, 3, gate - 2 + 32), Vector3(x, 1.5, (gate - 2 - 32) / 2), level)
		box(Vector3(1, 3, 32 - gate - 2), Vector3(x, 1.5, (gate + 2 + 32) / 2), level)
	box(Vector3(8, 3, 1), Vector3(84, 1.5, 24), level)			# a yard without a door: an island of its own
	box(Vector3(1, 3, 8), Vector3(80, 1.5, 28), level)
	box(Vector3(1, 3, 8), Vector3(88, 1.5, 28), level)
	return level


## The valley's navmesh in the file FILE, and how the whole level answers. The baker is freed.
func write_valley(path := FILE) -> Dictionary:
	var level := valley()
	var whole := bake({"tile_size": 64, "enabled": path == FILE}, level)		# another one would lie on a streamed one
	var told := {"saved": whole.save_world(path), "shape": shape_of(whole.navmesh)}
	told["length"] = whole.get_map().find_path(START, GOAL).length
	level.free()
	return told


## A baker that streams the valley, in which nothing else is.
func streamer(settings := {}, parent: Node = world) -> NavMeshBaker:
	return put(NavMeshBaker.new(), {"world_file": FILE, "stream_distance": 24.0, "stream_camera": false}.merged(settings, true), parent)


func opened(node: NavMeshBaker) -> bool:
	return await until(func(): return node.is_streaming() and not node.is_opening_world(), 0, MSEC_TO_WAIT)


func shape_of(navmesh: NavMeshData) -> Dictionary:
	var rows := []
	var points := navmesh.get_triangles()
	for i in range(0, points.size(), 3):
		var corners := [str(points[i]), str(points[i + 1]), str(points[i + 2])]
		corners.sort()
		rows.append(" ".join(corners))
	rows.sort()
	return {"triangles": rows.size(), "hash": "\n".join(rows).sha256_text()}


func asks(place: Vector3, parent: Node = world) -> Node3D:
	var node := node_at(place, parent)
	node.add_to_group("navpy_stream")
	return node


## An agent without a body, whose node asks for ground.
func wanderer(at := START, parent: Node = world, settings := {}) -> NavAgent:
	var agent := ghost(at, 0.0, settings, parent)
	agent.get_parent().add_to_group("navpy_stream")
	return agent


## Walks to the goal, and measures: the way, the frames in which it stood, the tiles at most.
func walk(agent: NavAgent, goal := GOAL, node: NavMeshBaker = null, most := 6000) -> Dictionary:
	var seen := {"walked": 0.0, "stood": 0, "most tiles": 0, "frames": 0, "turns": 0.0}
	var at := place_of(agent)
	var heading := Vector2.ZERO
	agent.requestPath(goal)
	while agent.hasArrived() == NavAgent.RUNNING and seen.frames < most:
		OS.delay_usec(500)				# frames without a screen would leave the worker no time
		await physics_frame
		var now := place_of(agent)
		var step := now - at
		seen.walked += step.length()
		seen.frames += 1
		if seen.walked > 1 and step.length() < STANDS / 60:
			seen.stood += 1
		if step.length() > STANDS / 60:
			if heading != Vector2.ZERO:
				seen.turns += rad_to_deg(absf(heading.angle_to(step)))
			heading = step
		if node != null:
			seen["most tiles"] = maxi(seen["most tiles"], node.loaded_tile_count)
		at = now
	seen["status"] = agent.hasArrived()
	seen["reason"] = agent.reason_text
	seen["off"] = off(agent, goal)
	return seen


func scenario_as_the_whole() -> void:
	var told := write_valley()
	report("saved", told.saved)
	asks(Vector3.ZERO)
	var node := streamer({"stream_distance": 500.0})
	report("opening", node.is_opening_world())
	await opened(node)
	report("tiles", [node.loaded_tile_count, node.world_tile_count, node.starved_tile_count])
	report("same navmesh", shape_of(node.navmesh) == told.shape)
	report("length", node.get_map().find_path(START, GOAL).length / told.length)
	report("bytes", node.loaded_bytes > 0 and node.loaded_bytes < node.stream_memory * 1e6)
	node.world_file = ""
	report("closed", [node.is_streaming(), node.navmesh == null, node.loaded_tile_count])


func scenario_crosses() -> void:
	var told := write_valley()
	var level := valley()
	bake({"tile_size": 64}, level)
	var first := wanderer()
	await frames(2)
	report("whole", await walk(first))
	level.free()
	first.get_parent().free()
	await frames(2)
	var node := streamer()
	var second := wanderer()
	report("streamed", await walk(second, GOAL, node))
	report("shortest", told.length)
	report("back", await walk(second, START, node))


func scenario_crowd_crosses() -> void:
	write_valley()
	var node := streamer({"position": Vector3(300, 2, -40), "rotation": Vector3(0, 0.7, 0)})
	var crowd: Crowd = put(Crowd.new(), {"move_nodes": true})
	var agents := []
	var goals := []
	for i in 8:
		var agent: NavAgent = put(NavAgent.new(), {}, Node3D.new())
		var body: Node3D = agent.get_parent()
		body.position = node.global_transform * (START + Vector3(0, 0, 2 * i - 20))
		body.add_to_group("navpy_stream")
		crowd.add_child(body)
		goals.append(node.global_transform * (GOAL + Vector3(0, 0, 2 * i)))
		agents.append(agent)
	await opened(node)
	for i in 8:
		agents[i].requestPath(goals[i])
	var most := 0
	var count := 0
	while agents.any(func(agent): return agent.hasArrived() == NavAgent.RUNNING) and count < 6000:
		OS.delay_usec(500)
		await physics_frame
		most = maxi(most, node.loaded_tile_count)
		count += 1
	report("status", agents.map(func(agent): return agent.hasArrived()))
	report("why", agents.map(func(agent): return agent.reason_text))
	report("off", range(8).map(func(i): return off(agents[i], goals[i])).max())
	report("most tiles", most)


func scenario_memory() -> void:
	write_valley()
	asks(Vector3.ZERO)
	var node := streamer({"stream_distance": 500.0, "stream_memory": 0.05})
	await opened(node)
	var most := node.loaded_bytes
	report("starved", [node.loaded_tile_count > 0, node.loaded_tile_count + node.starved_tile_count])
	node.stream_group = "others"
	var other := node_at(Vector3(-90, 0, 0))
	other.add_to_group("others")
	for i in 240:
		other.position.x += 0.75
		await physics_frame
		most = maxi(most, node.loaded_bytes)
	report("within", most <= 0.05e6)
	report("here", await until(func(): return node.get_map().distance_to_wall(other.position) > 0, 0, MSEC_TO_WAIT))


func scenario_waits_for_ground() -> void:
	write_valley()
	var eye := asks(START)
	var node := streamer()
	var agent := ghost(START, 0.0)
	agent.requestPath(GOAL)
	await until(func(): return off(agent, START) > 10, 3000)
	eye.position = Vector3(90, 0, 0)
	await until(func(): return node.get_map().find_path(START, START).points.is_empty() and node.loaded_tile_count > 0, 0, MSEC_TO_WAIT)
	await frames(30)
	var at := place_of(agent)
	await frames(60)
	report("without ground", [agent.hasArrived(), place_of(agent).distance_to(at), agent.reason_text, agent.target_position == GOAL])
	eye.reparent(agent.get_parent())
	eye.position = Vector3.ZERO
	var seen := {}
	seen.frames = 0
	while agent.hasArrived() == NavAgent.RUNNING and seen.frames < 6000:
		await physics_frame
		seen.frames += 1
	report("arrived", [agent.hasArrived(), off(agent, GOAL) < 1.1])


func scenario_no_way() -> void:
	write_valley()
	streamer()
	var agent := wanderer()
	report("yard", await walk(agent, Vector3(84, 0, 28), null, 600))
	report("beyond", await walk(agent, Vector3(300, 0, 0), null, 600))
	report("near", await walk(agent, START + Vector3(3, 0, 3), null, 600))


func scenario_questions() -> void:
	var told := write_valley()
	asks(START)
	var node := streamer()
	await opened(node)
	var map := node.get_map()
	var way := map.find_path(START, GOAL)
	report("far", [way.status == NavPath.PARTIAL, way.reason == NavAgent.REASON_NO_NAVMESH, way.reason_text, way.points.size() > 1, way.length < told.length])
	report("end", Vector2(way.points[-1].x, way.points[-1].z).distance_to(flat(START)))
	report("near", map.find_path(START, START + Vector3(4, 0, 4)).is_complete())


func scenario_bad_files() -> void:
	write_valley()
	var level := valley()
	var node := bake({"tile_size": 64, "stream_camera": false}, level)
	var before := shape_of(node.navmesh)
	var bytes := FileAccess.get_file_as_bytes(FILE)
	var write := func(path: String, content: PackedByteArray) -> String:
		var file := FileAccess.open(path, FileAccess.WRITE)
		file.store_buffer(content)
		file.close()
		return path
	var flipped := bytes.duplicate()
	flipped[bytes.size() - 5] ^= 1
	var headless := bytes.duplicate()
	headless[30] ^= 1
	for path: String in ["user://none.navworld", "user://", write.call("user://empty.navworld", PackedByteArray()),
			write.call("user://text.navworld", "this file is nothing like a world, neither in its first bytes nor in any of those that follow them, but long enough for a header of one hundred and twenty-eight bytes, which it has to be to be looked at".to_utf8_buffer()),
			write.call("user://head.navworld", headless), write.call("user://graph.navworld", flipped),
			write.call("user://short.navworld", bytes.slice(0, bytes.size() / 2))]:
		node.world_file = path
		await until(func(): return not node.is_opening_world(), 0, MSEC_TO_WAIT)
	report("kept", [shape_of(node.navmesh) == before, node.is_streaming(), node.enabled])
	report("save", [node.save_world("user://no/folder/x.navworld"), node.save_world(""), FileAccess.file_exists("user://no/folder/x.navworld.part")])
	node.world_file = ""
	report("still there", shape_of(node.navmesh) == before)


func scenario_saved_onto_what_is_no_file() -> void:
	var node := bake({"tile_size": 64, "stream_camera": false}, valley())
	var pipe := ProjectSettings.globalize_path("user://pipe.navworld")
	DirAccess.make_dir_absolute("user://folder.navworld")
	report("made", OS.execute("mkfifo", [pipe]))
	report("saved", [node.save_world("user://pipe.navworld"), node.save_world("user://folder.navworld"), node.save_world("user://file.navworld")])
	report("is a pipe", OS.execute("test", ["-p", pipe]) == 0)
	report("parts", Array(DirAccess.get_files_at("user://")).filter(func(name): return name.ends_with(".part")))


## A link to a link, by paths of both kinds, and a link to a file that is not there yet.
func scenario_saved_through_links() -> void:
	var node := bake({"tile_size": 64, "stream_camera": false}, valley())
	var folder := DirAccess.open("user://")
	folder.make_dir("elsewhere")
	FileAccess.open("user://elsewhere/old.navworld", FileAccess.WRITE).store_string("old")
	report("linked", [folder.create_link(ProjectSettings.globalize_path("user://elsewhere/old.navworld"), "second.navworld"),
		folder.create_link("second.navworld", "first.navworld"), folder.create_link("elsewhere/new.navworld", "dangling.navworld")])
	report("saved", [node.save_world("user://first.navworld"), node.save_world("user://dangling.navworld")])
	report("links", ["first", "second", "dangling"].map(func(name): return folder.is_link(name + ".navworld")))
	var bytes := FileAccess.get_file_as_bytes("user://elsewhere/old.navworld")
	report("same", bytes.size() > 100 and bytes == FileAccess.get_file_as_bytes("user://elsewhere/new.navworld"))
	report("parts", Array(DirAccess.get_files_at("user://") + DirAccess.get_files_at("user://elsewhere")).filter(func(name): return name.ends_with(".part")))


func scenario_damaged_tile() -> void:
	write_valley()
	var bytes := FileAccess.get_file_as_bytes(FILE)
	bytes[128 + 200] ^= 1						# within the first tile, (0, 0)
	var file := FileAccess.open(FILE, FileAccess.WRITE)
	file.store_buffer(bytes)
	file.close()
	asks(Vector3.ZERO)
	var node := streamer({"stream_distance": 500.0})
	await opened(node)
	report("rest", [node.loaded_tile_count, node.world_tile_count, node.starved_tile_count])
	await frames(10)
	var agent := wanderer(Vector3(-90, 0, -28))
	agent.requestPath(GOAL)
	report("on it", await until(func(): return agent.hasArrived() != NavAgent.RUNNING or off(agent, Vector3(-90, 0, -28)) > 20, 3000))


func scenario_replaced_while_open() -> void:
	write_valley()
	var eye := asks(START)
	var node := streamer()
	await opened(node)
	var other := write_valley("user://other.navworld")
	DirAccess.rename_absolute("user://other.navworld", FILE)
	eye.position = GOAL
	await until(func(): return node.get_map().closest_point(GOAL).distance_to(GOAL) < 1, 0, MSEC_TO_WAIT)
	report("by a rename", [other.saved, node.get_map().closest_point(GOAL).distance_to(GOAL) < 1])
	eye.position = START
	await frames(60)
	var file := FileAccess.open(FILE, FileAccess.WRITE)		# empties it
	file.close()
	node.world_file = ""
	node.world_file = FILE
	await until(func(): return not node.is_opening_world(), 0, MSEC_TO_WAIT)
	report("emptied", [node.is_streaming(), node.navmesh == null])


func scenario_comes_and_goes() -> void:
	write_valley()
	asks(START)
	for wait in [0, 1, 2, 3, 5, 8]:
		var brief := streamer()
		for i in wait:
			await physics_frame
		brief.free()
	var node := streamer()
	await opened(node)
	world.remove_child(node)
	report("outside", [node.is_streaming(), node.navmesh == null, node.loaded_tile_count])
	world.add_child(node)
	await opened(node)
	report("back", node.loaded_tile_count)
	write_valley("user://second.navworld")
	var changes := []
	node.navmesh_changed.connect(func(): changes.append(node.world_file))
	node.world_file = "user://none.navworld"
	node.world_file = "user://second.navworld"
	await until(func(): return not changes.is_empty(), 0, MSEC_TO_WAIT)
	await opened(node)
	report("another", [changes, node.loaded_tile_count])


func scenario_freed_by_its_signal() -> void:
	write_valley()
	asks(START)
	for signal_name in ["navmesh_changed", "tile_loaded", "tiles_changed"]:
		var level := level_at()
		var node := streamer({}, level)
		var id := node.get_instance_id()
		node.connect(signal_name, func(_a = 0, _b = 0): level.free())
		await until(func(): return not is_instance_id_valid(id), 0, MSEC_TO_WAIT)
		report(signal_name, is_instance_id_valid(id))


func scenario_with_other_bakers() -> void:
	write_valley()
	var level := level_at()
	floor_at(16, 64, Vector3(104, 0, 0), level)
	var still := bake({"agent_radius": 0.0}, level)
	var node := streamer({"position": Vector3.ZERO})
	var second := streamer({"position": Vector3(0, 0, 200)})
	var agent := wanderer()
	var other := wanderer(START + Vector3(0, 0, 200))
	other.requestPath(GOAL + Vector3(0, 0, 200))
	report("first", await walk(agent, GOAL, node))
	await rests(other, 3000)
	report("second", [other.hasArrived(), off(other, GOAL + Vector3(0, 0, 200)) < 1.1])
	report("loaded", [node.loaded_tile_count > 0, second.loaded_tile_count > 0, still.navmesh.polygon_count > 0])


func scenario_refusals() -> void:
	write_valley()
	asks(START)
	var node := streamer()
	await opened(node)
	report("bake", node.bake_navigation_mesh(false))
	report("save", node.save_world("user://part.navworld"))
	node.navmesh = null
	await frames(2)
	report("ended", [node.is_streaming(), node.world_file])
	var level := level_at()
	floor_at(8, 8, Vector3.ZERO, level)
	report("one piece", bake({}, level).save_world("user://piece.navworld"))
	report("nothing", quiet_baker({}, level).save_world("user://nothing.navworld"))


func scenario_nobody_asks() -> void:
	write_valley()
	var node := streamer()
	await opened(node)
	await frames(5)
	report("tiles", node.loaded_tile_count)
