extends "res://streaming.gd"
## Streamed worlds whose file, memory, askers and nodes do what they should not.


## A world that is loaded around START, when its file has been changed by `change` and the asker goes to GOAL and back, while an agent walks on what is loaded.
func after(change: Callable) -> Dictionary:
	write_valley()
	var eye := asks(START)
	var node := streamer()
	await opened(node)
	change.call()
	var agent := ghost(START, 0.0)
	agent.requestPath(START + Vector3(6, 0, 4))
	await rests(agent)
	var seen := {"agent": agent.hasArrived(), "before": node.loaded_tile_count}
	eye.position = GOAL
	await until(func(): return not node.get_map().closest_point(GOAL).distance_to(GOAL) > 1, 0, 2000)
	seen["there"] = node.loaded_tile_count
	seen["streams"] = node.is_streaming()
	node.free()
	eye.free()
	agent.get_parent().free()
	return seen


func cut_to(size: int) -> void:
	var file := FileAccess.open(FILE, FileAccess.READ_WRITE)
	file.resize(size)
	file.close()


func scenario_removed_file() -> void:
	report("removed", await after(func(): DirAccess.remove_absolute(FILE)))


func scenario_cut_file() -> void:
	report("cut", await after(func(): cut_to(300)))


func scenario_cut_at_each_place() -> void:
	write_valley()
	var bytes := FileAccess.get_file_as_bytes(FILE)
	var index := bytes.decode_s64(88)
	var graph := index + bytes.decode_s64(96)
	var seen := {}
	var places := {"in the header": 100, "in a tile": index / 2, "in the index": index + 200, "in the graph": graph + 100, "before the last byte": bytes.size() - 1}
	var node: NavMeshBaker = put(NavMeshBaker.new(), {"bake_on_ready": false, "stream_camera": false})
	for place: String in places:
		write_valley()
		cut_to(places[place])
		DirAccess.rename_absolute(FILE, "user://%s.navworld" % place.replace(" ", "_"))
		node.world_file = "user://%s.navworld" % place.replace(" ", "_")
		await until(func(): return not node.is_opening_world(), 0, MSEC_TO_WAIT)
		seen[place] = [node.is_streaming(), node.navmesh == null]
	report("seen", seen)


func scenario_little_memory() -> void:
	write_valley()
	asks(Vector3.ZERO)
	for memory in [0.0, 0.0001, -1.0]:
		var node := streamer({"stream_memory": memory})
		await opened(node)
		await frames(20)
		report(str(memory), [node.is_streaming(), node.loaded_tile_count, node.loaded_bytes, node.starved_tile_count > 0])
		node.free()


func scenario_strange_settings() -> void:
	write_valley()
	asks(Vector3.ZERO)
	var node := streamer({"stream_budget": 0.0, "stream_distance": 0.0})
	await opened(node)
	await frames(10)
	report("no budget, no distance", [node.is_streaming(), node.loaded_tile_count])
	node.stream_distance = 500
	report("all come", await until(func(): return node.loaded_tile_count == node.world_tile_count, 0, MSEC_TO_WAIT))
	node.stream_distance = NAN
	node.stream_memory = NAN
	node.stream_budget = NAN
	await frames(10)
	report("not a number", [node.stream_distance, node.stream_memory, node.stream_budget, node.loaded_tile_count == node.world_tile_count])
	node.stream_distance = INF
	node.stream_memory = INF
	await frames(10)
	report("infinite", node.loaded_tile_count == node.world_tile_count)


func scenario_asker_nowhere() -> void:
	write_valley()
	var eye := asks(Vector3.ZERO)
	var node := streamer()
	await opened(node)
	var before := node.loaded_tile_count
	for place in [Vector3(NAN, 0, 0), Vector3(INF, 0, 0), Vector3(1e30, 0, -1e30), Vector3(3e38, 3e38, 3e38)]:
		eye.position = place
		await frames(5)
	report("streams", [before > 0, node.is_streaming()])
	eye.position = Vector3.ZERO
	report("back", await until(func(): return node.loaded_tile_count == before, 0, MSEC_TO_WAIT))


func scenario_ten_thousand_askers() -> void:
	write_valley()
	var parent := level_at()
	for i in 10000:
		asks(Vector3(fmod(i * 0.731, 180.0) - 90.0, 0, fmod(i * 0.317, 60.0) - 30.0), parent)
	var node := streamer()
	await opened(node)
	report("tiles", [node.loaded_tile_count, node.world_tile_count])
	var begin := Time.get_ticks_usec()
	await frames(10)
	print("ten thousand askers: %d microseconds a frame" % ((Time.get_ticks_usec() - begin) / 10))


func scenario_freed_while_tiles_come() -> void:
	write_valley()
	var freed := 0
	for wait in 12:
		var level := level_at()
		var eye := asks(START, level)
		var node := streamer({"stream_distance": 500.0}, level)
		var agent := ghost(START, 0.0, {}, level)
		agent.requestPath(GOAL)
		for i in wait:
			await physics_frame
			eye.position.x += 3
		if wait % 3 == 0:
			eye.free()
		elif wait % 3 == 1:
			agent.get_parent().free()
		await physics_frame
		if wait % 2 == 0:
			node.free()
			await physics_frame
		level.free()
		freed += 1
	report("freed", freed)


## The scene with the baker is exchanged for another one while the file is opened or tiles come.
func scenario_scene_changed_while_tiles_come() -> void:
	write_valley()
	var root_node := level_at()
	streamer({"stream_distance": 500.0}, root_node)
	asks(START)
	var packed := PackedScene.new()
	for node in root_node.get_children():
		node.owner = root_node
	packed.pack(root_node)
	root_node.free()
	var before := Performance.get_monitor(Performance.OBJECT_NODE_COUNT)
	for wait in 6:
		change_scene_to_packed(packed)
		for i in wait:
			await physics_frame
	await until(func(): return current_scene != null, 60)
	var baker: NavMeshBaker = current_scene.get_child(0)
	report("the last one streams", await until(func(): return baker.loaded_tile_count == baker.world_tile_count and baker.is_streaming(), 0, MSEC_TO_WAIT))
	unload_current_scene()
	await frames(3)
	report("nodes left", Performance.get_monitor(Performance.OBJECT_NODE_COUNT) - before)


func scenario_full_disk() -> void:
	var level := valley()
	var small := bake({"tile_size": 64, "enabled": false}, floor_alone())
	var whole := bake({"tile_size": 64, "enabled": false}, level)
	report("small", small.save_world(FILE))
	var before := FileAccess.get_file_as_bytes(FILE)
	report("whole", whole.save_world(FILE))
	report("same", FileAccess.get_file_as_bytes(FILE) == before)
	report("left", Array(DirAccess.get_files_at("user://")).filter(func(name): return name.ends_with(".part")))
	asks(Vector3.ZERO)
	var node := streamer()
	report("opens", await opened(node))


func floor_alone() -> Node3D:
	var level := level_at()
	floor_at(30, 30, Vector3(0, 0, 200), level)
	return level


func scenario_world_closed_under_agents() -> void:
	write_valley()
	asks(START)
	var node := streamer()
	await opened(node)
	var crowd: Crowd = put(Crowd.new())
	var agents := crowd.add_agents(PackedVector3Array([START, START + Vector3(0, 0, 3)]))
	var failed := []
	crowd.agents_failed.connect(func(ids: PackedInt64Array): failed.append_array(ids))
	var agent := ghost(START + Vector3(0, 0, 6), 0.0)
	var finished := [0]
	agent.navigation_finished.connect(func(): finished[0] += 1)
	agent.requestPath(GOAL)
	crowd.request_paths(agents, PackedVector3Array([GOAL]))
	await frames(20)
	report("walk", [agent.hasArrived(), crowd.get_agent_statuses(), failed.size()])
	node.world_file = ""
	await frames(20)
	report("closed", [agent.hasArrived(), finished[0], crowd.get_agent_statuses(), failed == Array(agents)])
	report("why", agent.reason_text)
	node.world_file = FILE
	await opened(node)
	await frames(20)
	report("opened again", [agent.hasArrived(), finished[0], failed.size()])
	agent.requestPath(GOAL)
	crowd.request_paths(agents, PackedVector3Array([GOAL]))
	await frames(20)
	report("asked again", [agent.hasArrived(), crowd.get_agent_statuses()])


func scenario_two_on_one_file() -> void:
	write_valley()
	asks(START)
	var first := streamer()
	await opened(first)
	var second := streamer()
	await opened(second)
	await frames(30)
	report("both", [first.loaded_tile_count > 0, second.is_streaming(), second.navmesh == null])
	var agent := wanderer()
	report("walks", (await walk(agent, START + Vector3(3, 0, 3), null, 600)).status)


func scenario_folders() -> void:
	write_valley()
	var node: NavMeshBaker = put(NavMeshBaker.new(), {"bake_on_ready": false, "stream_camera": false})
	for path in ["res://", "user://", "res://addons"]:
		node.world_file = path
		await until(func(): return not node.is_opening_world(), 0, MSEC_TO_WAIT)
	report("streams", [node.is_streaming(), node.navmesh == null])
	node.world_file = ""
	var level := valley()
	var whole := bake({"tile_size": 64}, level)
	report("saved", [whole.save_world("user://"), whole.save_world("res://addons")])


func scenario_saved_over_the_open_file() -> void:
	var level := valley()
	var whole := bake({"tile_size": 64, "enabled": false}, level)
	report("first", whole.save_world(FILE))
	var eye := asks(START)
	var node := streamer()
	await opened(node)
	report("again", whole.save_world(FILE))
	eye.position = GOAL
	report("streams on", await until(func(): return node.get_map().closest_point(GOAL).distance_to(GOAL) < 1, 0, MSEC_TO_WAIT))
	report("left", Array(DirAccess.get_files_at("user://")).filter(func(name): return name.ends_with(".part")))
	node.free()


## A chasm between two shores, over which a NavLink leads: [status, off, was on the link].
func crosses_chasm(agent: NavAgent, goal: Vector3, each := func(): pass, most := 1500) -> Array:
	var crossed := [false]
	agent.requestPath(goal)
	for i in most:
		OS.delay_usec(300)
		await physics_frame
		crossed[0] = crossed[0] or absf(place_of(agent).x) < 8
		each.call()
		if agent.hasArrived() != NavAgent.RUNNING:
			break
	return [agent.hasArrived(), off(agent, goal) < 1.1, crossed[0]]


func scenario_link_over_a_chasm() -> void:
	var level := level_at()
	floor_at(60, 30, Vector3(-40, 0, 0), level)
	floor_at(60, 30, Vector3(40, 0, 0), level)
	report("saved", bake({"tile_size": 64}, level).save_world(FILE))
	level.free()
	put(NavLink.new(), {"start_position": Vector3(-11, 0, 0), "end_position": Vector3(11, 0, 0)})
	var here := Vector3(-60, 0, 0)
	var there := Vector3(60, 0, 0)
	var node := streamer({"stream_distance": 30.0})
	var second := wanderer(here)
	await opened(node)
	report("far end away", await crosses_chasm(second, there, func(): pass, 300))
	report("why", second.reason_text)
	second.get_parent().position = Vector3(-14, 0, 0)
	await until(func(): return node.get_map().closest_point(Vector3(12, 0, 0)).distance_to(Vector3(12, 0, 0)) < 2, 0, MSEC_TO_WAIT)
	report("both ends loaded", await crosses_chasm(second, Vector3(20, 0, 0)))
