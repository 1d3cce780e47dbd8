extends "res://level.gd"
## What the engine's regions and links say beside their meshes: costs of entering, RIDs, and maps of their own.

const START := Vector3(1, 0, 2)
const GOAL := Vector3(11, 0, 2)


func run() -> void:
	await entering("regions", 0.0)
	await entering("regions with gaps", 0.1)
	await entering_bakers()
	await rids()
	await rids_of_our_own()
	await maps()


func rectangle(low: Vector2, high: Vector2) -> NavigationMesh:
	var mesh := NavigationMesh.new()
	mesh.vertices = PackedVector3Array([Vector3(low.x, 0, low.y), Vector3(high.x, 0, low.y), Vector3(high.x, 0, high.y), Vector3(low.x, 0, high.y)])
	mesh.add_polygon(PackedInt32Array([0, 1, 2, 3]))
	return mesh


func region(low: Vector2, high: Vector2, parent: Node) -> NavigationRegion3D:
	var node := NavigationRegion3D.new()
	node.navigation_mesh = rectangle(low, high)
	parent.add_child(node)
	return node


func goes_round(agent: NavAgent) -> bool:
	return Array(agent.get_current_navigation_path()).any(func(point): return point.z > 10)


## Three regions in a row, and a way round the middle one that is some 23 m longer.
func entering(what: String, gap: float) -> void:
	var level := level_at()
	for corners in [[0, 0, 4, 4], [8, 0, 12, 4], [0, 4, 4, 20], [4, 16, 8, 20], [8, 4, 12, 20]]:
		region(Vector2(corners[0], corners[1]), Vector2(corners[2], corners[3]), level)
	var middle := region(Vector2(4 + gap, 0), Vector2(8 - gap, 4), level)
	var agent := ghost(START, 1.0, {}, level)
	var seen := []
	for cost in [0.0, 15.0, 40.0, 15.0]:
		middle.enter_cost = cost
		await frames(2)
		agent.stop()
		seen.append([agent.requestPath(GOAL), goes_round(agent)])
	report(what, seen)
	middle.enter_cost = 40.0
	agent.get_parent().position = Vector3(6, 1, 2)
	await frames(2)
	report(what + ", from inside", [agent.requestPath(GOAL), goes_round(agent)])
	level.free()
	await frames(2)


func entering_bakers() -> void:
	var top := level_at()
	var bakers: Array[NavMeshBaker] = []
	for corners in [[4, 0, 8, 4], [0, 0, 4, 4], [8, 0, 12, 4], [0, 4, 4, 20], [4, 16, 8, 20], [8, 4, 12, 20]]:
		var level := level_at("", top)
		floor_at(corners[2] - corners[0], corners[3] - corners[1], Vector3(corners[0] + corners[2], 0, corners[1] + corners[3]) / 2, level)
		bakers.append(baker({"agent_radius": 0.0, "filter_ledge_spans": false}, level))
		await baked(bakers.back())
	var agent := ghost(START, 1.0, {}, top)
	var seen := []
	for cost in [0.0, 15.0, 40.0, 15.0]:
		bakers[0].enter_cost = cost
		agent.stop()
		seen.append([agent.requestPath(GOAL), goes_round(agent)])
	report("bakers", seen)
	top.free()
	await frames(2)


## The engine's own agent on the same path says whose its points are; ours must say the same of where it begins, the link and its end.
func rids() -> void:
	var level := level_at()
	var west := region(Vector2(-8, -4), Vector2(0, 4), level)
	var middle := region(Vector2(0, -4), Vector2(8, 4), level)
	var east := region(Vector2(10, -4), Vector2(18, 4), level)
	var link := NavigationLink3D.new()
	link.start_position = Vector3(7.5, 0, 0)
	link.end_position = Vector3(10.5, 0, 0)
	level.add_child(link)
	var theirs := NavigationAgent3D.new()
	var node := Node3D.new()
	node.position = Vector3(-7, 0, 0)
	node.add_child(theirs)
	level.add_child(node)
	var ours := ghost(Vector3(-7, 0, 0), 1.0, {}, level)
	var details := []
	ours.waypoint_reached.connect(func(one): details.append(one))
	ours.link_reached.connect(func(one): details.append(one))
	await frames(4)
	ours.target_position = Vector3(17, 0, 0)
	await until(func(): return asks(theirs, Vector3(17, 0, 0)).size() > 3, 60, MSEC_TO_WAIT)
	var names := {west.get_rid(): "west", middle.get_rid(): "middle", east.get_rid(): "east", link.get_rid(): "link"}
	var nodes := {west.get_instance_id(): "west", middle.get_instance_id(): "middle", east.get_instance_id(): "east", link.get_instance_id(): "link"}
	for agent in [ours, theirs]:
		var result: NavigationPathQueryResult3D = agent.get_current_navigation_result()
		report("rids of " + agent.get_class(), [result.path_rids.map(func(rid): return names.get(rid)), Array(result.path_owner_ids).map(func(id): return nodes.get(id)),
			Array(result.path_types)])
	await until(func(): return ours.is_navigation_finished(), 900)
	report("rids of details", [details.size(), details.all(func(one): return one.rid == one.owner.get_rid()),
		details.any(func(one): return one.has("link_exit_position") and one.rid == link.get_rid())])
	ours.target_position = Vector3(-7, 0, 0)
	west.free()
	report("a region that is gone", ours.get_current_navigation_result().path_owner_ids.size() == ours.get_current_navigation_path().size())
	level.free()
	await frames(2)


func rids_of_our_own() -> void:
	var level := level_at()
	floor_at(8, 8, Vector3(-5, 0, 0), level)
	floor_at(8, 8, Vector3(5, 0, 0), level)
	var bakes := baker({}, level)
	await baked(bakes)
	var link := NavLink.new()
	link.start_position = Vector3(-2, 0, 0)
	link.end_position = Vector3(2, 0, 0)
	level.add_child(link)
	var agent := ghost(Vector3(-7, 0, 0), 1.0, {}, level)
	agent.requestPath(Vector3(7, 0, 0))
	var result := agent.get_current_navigation_result()
	report("rids of our own", [result.path_rids.all(func(rid): return not rid.is_valid()),
		Array(result.path_owner_ids).map(func(id): return instance_from_id(id).get_class())])
	level.free()
	await frames(2)


## The path of the engine's agent. Its server takes changes over in its own time.
func asks(agent: NavigationAgent3D, goal: Vector3) -> PackedVector3Array:
	agent.target_position = goal
	agent.get_next_path_position()
	return agent.get_current_navigation_path()


func end_of(path: PackedVector3Array) -> float:
	return path[-1].z if path.size() else -1.0


## Where the agent's path ends, and the engine's own on the same map.
func maps() -> void:
	var level := level_at()
	var here := region(Vector2(-8, -4), Vector2(8, 4), level)
	var there := region(Vector2(-8, 4), Vector2(8, 14), level)
	var map := NavigationServer3D.map_create()
	NavigationServer3D.map_set_active(map, true)
	there.set_navigation_map(map)
	var agent := ghost(Vector3(-7, 0, 4), 1.0, {}, level)
	var goal := Vector3(7, 0, 10)
	var expected := {"own": 4.0, "other": 10.0, "moved back": -1.0, "own again": 10.0}
	for step in expected:
		match step:
			"other":
				agent.set_navigation_map(map)
			"moved back":
				there.set_navigation_map(here.get_navigation_map())
			"own again":
				agent.set_navigation_map(RID())
		await frames(2)
		agent.target_position = goal
		await frames(2)
		var path := func(): return NavigationServer3D.map_get_path(agent.get_navigation_map(), Vector3(-7, 0, 4), goal, true)
		await until(func(): return is_equal_approx(end_of(path.call()), expected[step]), 60, MSEC_TO_WAIT)
		report("map, " + step, [end_of(agent.get_current_navigation_path()), end_of(path.call())])
		if step == "moved back":
			report("map, reason", agent.reason_text)
	NavigationServer3D.free_rid(map)
	here.free()
	level.free()
	await frames(2)
