extends "res://level.gd"
## What the engine's regions and links say beside their meshes: costs of entering, RIDs, and maps of their own.

const START := Vector3(1, 0, 2)
const GOAL := Vector3(11, 0, 2)
## Rectangles (x, z, x, z): a row whose middle part is added later, and a way round that part that is some 23 m longer.
const PARTS := [[0, 0, 4, 4], [8, 0, 12, 4], [0, 4, 4, 20], [4, 16, 8, 20], [8, 4, 12, 20]]


func region_of(low: Vector2, high: Vector2) -> NavigationRegion3D:
	return region(rectangle(low, high))


func goes_round(agent: NavAgent) -> bool:
	return Array(agent.get_current_navigation_path()).any(func(point): return point.z > 10)


func scenario_entering_a_region() -> void:
	await enter_region(0.0)


func scenario_entering_a_region_across_gaps() -> void:
	await enter_region(0.1)


func enter_region(gap: float) -> void:
	for corners in PARTS:
		region_of(Vector2(corners[0], corners[1]), Vector2(corners[2], corners[3]))
	var middle := region_of(Vector2(4 + gap, 0), Vector2(8 - gap, 4))
	var agent := ghost(START)
	await enter_at_costs(middle, agent)
	middle.enter_cost = 40.0
	agent.get_parent().position = Vector3(6, 1, 2)
	await frames(2)
	report("from inside", {"status": agent.requestPath(GOAL), "goes round": goes_round(agent)})


func scenario_entering_a_baker() -> void:
	var bakers: Array[NavMeshBaker] = []
	for corners in [[4, 0, 8, 4]] + PARTS:
		var level := level_at()
		floor_at(corners[2] - corners[0], corners[3] - corners[1], Vector3(corners[0] + corners[2], 0, corners[1] + corners[3]) / 2, level)
		bakers.append(bake({"agent_radius": 0.0, "filter_ledge_spans": false}, level))
	await enter_at_costs(bakers[0], ghost(START))


func enter_at_costs(middle: Node, agent: NavAgent) -> void:
	var costs := {"cost 0": 0.0, "cost 15": 15.0, "cost 40": 40.0, "cost 15 again": 15.0}
	for step in costs:
		middle.enter_cost = costs[step]
		await frames(2)
		agent.cancel_request()
		report(step, {"status": agent.requestPath(GOAL), "goes round": goes_round(agent)})


## The engine's own agent on the same path says whose its points are. Ours must say the same of the start, the link and the end.
func scenario_owners_of_points() -> void:
	var nodes := {"west": region_of(Vector2(-8, -4), Vector2(0, 4)), "middle": region_of(Vector2(0, -4), Vector2(8, 4)),
		"east": region_of(Vector2(10, -4), Vector2(18, 4)),
		"link": put(NavigationLink3D.new(), {"start_position": Vector3(7.5, 0, 0), "end_position": Vector3(10.5, 0, 0)})}
	var theirs := NavigationAgent3D.new()
	node_at(Vector3(-7, 0, 0)).add_child(theirs)
	var ours := ghost(Vector3(-7, 0, 0))
	var details := []
	ours.waypoint_reached.connect(func(one): details.append(one))
	ours.link_reached.connect(func(one): details.append(one))
	await frames(4)
	ours.target_position = Vector3(17, 0, 0)
	await until(func(): return path_of(theirs, Vector3(17, 0, 0)).size() > 3, 60, MSEC_TO_WAIT)
	var names := {}
	for name in nodes:
		names[nodes[name].get_rid()] = name
		names[nodes[name].get_instance_id()] = name
	for agent in [ours, theirs]:
		var result: NavigationPathQueryResult3D = agent.get_current_navigation_result()
		report(agent.get_class(), {"by RID": result.path_rids.map(func(rid): return names.get(rid)),
			"by id": Array(result.path_owner_ids).map(func(id): return names.get(id)), "types": Array(result.path_types)})
	await until(func(): return ours.is_navigation_finished(), 900)
	report("signals", details.size())
	report("details have the RID of their owner", details.all(func(one): return one.rid == one.owner.get_rid()))
	report("a link is among the details", details.any(func(one):
		return one.has("link_exit_position") and one.rid == nodes.link.get_rid()))
	ours.target_position = Vector3(-7, 0, 0)
	nodes.west.free()
	report("points have owners when a region is freed",
		ours.get_current_navigation_result().path_owner_ids.size() == ours.get_current_navigation_path().size())


func scenario_our_own_nodes_have_no_rid() -> void:
	floor_at(8, 8, Vector3(-5, 0, 0))
	floor_at(8, 8, Vector3(5, 0, 0))
	bake()
	link(Vector3(-2, 0, 0), Vector3(2, 0, 0))
	var agent := ghost(Vector3(-7, 0, 0))
	agent.requestPath(Vector3(7, 0, 0))
	var result := agent.get_current_navigation_result()
	report("no RIDs", result.path_rids.all(func(rid): return not rid.is_valid()))
	report("owners", Array(result.path_owner_ids).map(func(id): return instance_from_id(id).get_class()))


## The path of the engine's agent, whose server takes changes over in its own time.
func path_of(agent: NavigationAgent3D, goal: Vector3) -> PackedVector3Array:
	agent.target_position = goal
	agent.get_next_path_position()
	return agent.get_current_navigation_path()


func end_of(path: PackedVector3Array) -> float:
	return path[-1].z if path.size() else -1.0


## Where the agent's path ends, and the engine's own on the same map.
func scenario_regions_on_another_map() -> void:
	var here := region_of(Vector2(-8, -4), Vector2(8, 4))
	var there := region_of(Vector2(-8, 4), Vector2(8, 14))
	var map := NavigationServer3D.map_create()
	NavigationServer3D.map_set_active(map, true)
	there.set_navigation_map(map)
	var agent := ghost(Vector3(-7, 0, 4))
	await compare_ends("on the world's map", agent, 4.0)
	agent.set_navigation_map(map)
	await compare_ends("on the other map", agent, 10.0)
	there.set_navigation_map(here.get_navigation_map())
	await compare_ends("on the other map, region gone", agent, -1.0)
	report("reason", agent.reason_text)
	agent.set_navigation_map(RID())
	await compare_ends("on the world's map, with the region", agent, 10.0)
	NavigationServer3D.free_rid(map)


## Waits until the engine's path ends where it should.
func compare_ends(what: String, agent: NavAgent, expected: float) -> void:
	var goal := Vector3(7, 0, 10)
	await frames(2)
	agent.target_position = goal
	await frames(2)
	var theirs := func(): return end_of(NavigationServer3D.map_get_path(agent.get_navigation_map(), Vector3(-7, 0, 4), goal, true))
	await until(func(): return is_equal_approx(theirs.call(), expected), 60, MSEC_TO_WAIT)
	report(what, {"ours": end_of(agent.get_current_navigation_path()), "theirs": theirs.call()})


## A baker without a navmesh takes the regions off the map: one line says so, however many agents ask. One that will bake says nothing.
func scenario_regions_that_an_empty_baker_hides() -> void:
	var level := level_at("Hiding")
	region_of(Vector2(-8, -4), Vector2(8, 4))
	var empty := quiet_baker({"name": "Empty"}, level)
	for i in 2:
		ghost(Vector3(-7, 0, 4 * i)).requestPath(Vector3(7, 0, 0))
		await frames(2)
	empty.free()
	var agent := ghost(Vector3(-7, 0, 0))
	await frames(2)
	report("without the baker", agent.requestPath(Vector3(7, 0, 0)))


func scenario_regions_that_a_disabled_baker_hides() -> void:
	var level := level_at("Hiding")
	floor_at(8, 8, Vector3(20, 0, 0), level)
	region_of(Vector2(-8, -4), Vector2(8, 4))
	var disabled := baker({"name": "Disabled"}, level)
	ghost(Vector3(17, 0, 0)).requestPath(Vector3(22, 0, 0))
	await baked(disabled)
	await frames(2)
	disabled.enabled = false
	ghost(Vector3(-7, 0, 0)).requestPath(Vector3(7, 0, 0))
	await frames(2)
	disabled.enabled = true
	var agent := ghost(Vector3(17, 0, 0))
	await frames(2)
	report("enabled again", agent.requestPath(Vector3(22, 0, 0)))


## The third polygon lies on the second one's side of their edge, and the fourth one crosses itself.
func scenario_faulty_polygons() -> void:
	var mesh := rectangle(Vector2(-8, -4), Vector2(0, 4))
	mesh.vertices += PackedVector3Array([Vector3(8, 0, -4), Vector3(8, 0, 4), Vector3(4, 0.5, 0), Vector3(4, 0.5, 2)])
	for polygon in [[1, 4, 5, 2], [1, 6, 2], [4, 6, 5, 7]]:
		mesh.add_polygon(PackedInt32Array(polygon))
	region(mesh)
	await frames(2)
	var path := NavMap.of(world).find_path(Vector3(-7, 0, 0), Vector3(7, 0, 1))
	report("path", {"status": path.status, "length": path.length})
	report("polygons", NavMap.of(world).polygons_in_box(AABB(Vector3(-20, -1, -20), Vector3(40, 2, 40))).size())
