extends "res://dimension.gd"
## What the engine's regions and links say beside their meshes: costs of entering, RIDs, maps of their own, and what changes while the game runs.

## Rectangles (x, z, x, z): a row whose middle part is added later, and a way round that part that is some 23 m longer.
const PARTS := [[0, 0, 4, 4], [8, 0, 12, 4], [0, 4, 4, 20], [4, 16, 8, 20], [8, 4, 12, 20]]

var start: Variant = at(1, 2)
var goal: Variant = at(11, 2)


func rect(x0: float, z0: float, x1: float, z1: float, settings := {}) -> Node:
	return region_at(Vector2(x0, z0), Vector2(x1, z1), settings)


func goes_round(agent: Node) -> bool:
	return Array(agent.get_current_navigation_path()).any(func(point): return ground(point).y > 10)


func scenario_entering_a_region() -> void:
	await enter_region(0.0)


func scenario_entering_a_region_across_gaps() -> void:
	await enter_region(EDGE_GAP)


func enter_region(gap: float) -> void:
	for corners in PARTS:
		rect(corners[0], corners[1], corners[2], corners[3])
	var middle := rect(4 + gap, 0, 8 - gap, 4)
	var agent := agent_at(1, 2)
	await enter_at_costs(middle, agent)
	middle.enter_cost = length(40.0)
	move_to(agent.get_parent(), 6, 2)
	await frames(2)
	report("from inside", {"status": agent.requestPath(goal), "goes round": goes_round(agent)})


func scenario_entering_a_baker() -> void:
	var bakers := []
	for corners in [[4, 0, 8, 4]] + PARTS:
		bakers.append(baked_at(Vector2(corners[0], corners[1]), Vector2(corners[2], corners[3])))
	await enter_at_costs(bakers[0], agent_at(1, 2))


func enter_at_costs(middle: Node, agent: Node) -> void:
	var costs := {"cost 0": 0.0, "cost 15": 15.0, "cost 40": 40.0, "cost 15 again": 15.0}
	for step in costs:
		middle.enter_cost = length(costs[step])
		await frames(2)
		agent.cancel_request()
		report(step, {"status": agent.requestPath(goal), "goes round": goes_round(agent)})


## The engine's own agent on the same path says whose its points are. Ours must say the same of the start, the link and the end.
func scenario_owners_of_points() -> void:
	var nodes := {"west": rect(-8, -4, 0, 4), "middle": rect(0, -4, 8, 4), "east": rect(10, -4, 18, 4),
		"link": engine_node("Link", {"start_position": at(7.5, 0), "end_position": at(10.5, 0)})}
	var theirs := engine_node("Agent", {}, bare_node(-7, 0))
	var ours := agent_at(-7, 0)
	var details := []
	ours.waypoint_reached.connect(func(one): details.append(one))
	ours.link_reached.connect(func(one): details.append(one))
	await frames(4)
	ours.target_position = at(17, 0)
	await until(func(): return path_of(theirs, at(17, 0)).size() > 3, 60, MSEC_TO_WAIT)
	var names := {}
	for name in nodes:
		names[nodes[name].get_rid()] = name
		names[nodes[name].get_instance_id()] = name
	for agent in [ours, theirs]:
		var result: RefCounted = agent.get_current_navigation_result()
		report("ours" if agent == ours else "theirs", {"by RID": result.path_rids.map(func(rid): return names.get(rid)),
			"by id": Array(result.path_owner_ids).map(func(id): return names.get(id)), "types": Array(result.path_types)})
	await until(func(): return ours.is_navigation_finished(), 900)
	report("signals", details.size())
	report("details have the RID of their owner", details.all(func(one): return one.rid == one.owner.get_rid()))
	report("a link is among the details", details.any(func(one):
		return one.has("link_exit_position") and one.rid == nodes.link.get_rid()))
	ours.target_position = at(-7, 0)
	nodes.west.free()
	report("points have owners when a region is freed",
		ours.get_current_navigation_result().path_owner_ids.size() == ours.get_current_navigation_path().size())


func scenario_our_own_nodes_have_no_rid() -> void:
	baked_at(Vector2(-9, -4), Vector2(-1, 4))
	baked_at(Vector2(1, -4), Vector2(9, 4))
	our_node("NavLink", {"start_position": at(-2, 0), "end_position": at(2, 0)})
	var agent := agent_at(-7, 0)
	agent.requestPath(at(7, 0))
	var result: RefCounted = agent.get_current_navigation_result()
	report("no RIDs", result.path_rids.all(func(rid): return not rid.is_valid()))
	report("owners", Array(result.path_owner_ids).map(func(id): return instance_from_id(id).get_class().trim_suffix(SUFFIX)))


## The path of the engine's agent, whose server takes changes over in its own time.
func path_of(agent: Node, target: Variant) -> Variant:
	agent.target_position = target
	agent.get_next_path_position()
	return agent.get_current_navigation_path()


func end_of(path: Variant) -> float:
	return ground(path[-1]).y if path.size() else -1.0


## Where the agent's path ends, and the engine's own on the same map.
func scenario_regions_on_another_map() -> void:
	var here := rect(-8, -4, 8, 4)
	var there := rect(-8, 4, 8, 14)
	var map: RID = server.map_create()
	server.map_set_active(map, true)
	there.set_navigation_map(map)
	var agent := agent_at(-7, 4)
	await compare_ends("on the world's map", agent, 4.0)
	agent.set_navigation_map(map)
	await compare_ends("on the other map", agent, 10.0)
	there.set_navigation_map(here.get_navigation_map())
	await compare_ends("on the other map, region gone", agent, -1.0)
	report("reason", agent.reason_text)
	agent.set_navigation_map(RID())
	await compare_ends("on the world's map, with the region", agent, 10.0)
	server.free_rid(map)


## Waits until the engine's path ends where it should.
func compare_ends(what: String, agent: Node, expected: float) -> void:
	await frames(2)
	agent.target_position = at(7, 10)
	await frames(2)
	var theirs := func(): return end_of(server.map_get_path(agent.get_navigation_map(), at(-7, 4), at(7, 10), true))
	await until(func(): return is_equal_approx(theirs.call(), expected), 60, MSEC_TO_WAIT)
	report(what, {"ours": end_of(agent.get_current_navigation_path()), "theirs": theirs.call()})


## A baker without a navmesh takes the regions off the map: one line says so, however many agents ask. One that will bake says nothing.
func scenario_regions_that_an_empty_baker_hides() -> void:
	var level := bare_node()
	level.name = "Hiding"
	rect(-8, -4, 8, 4)
	var empty := our_node("NavMeshBaker", {"name": "Empty", "bake_on_ready": false}, level)
	for i in 2:
		agent_at(-7, 2 * i).requestPath(at(7, 0))
		await frames(2)
	empty.free()
	var agent := agent_at(-7, 0)
	await frames(2)
	report("without the baker", agent.requestPath(at(7, 0)))


func scenario_regions_that_a_disabled_baker_hides() -> void:
	rect(-8, -4, 8, 4)
	var disabled := baked_at(Vector2(16, -4), Vector2(24, 4), {"name": "Disabled"})
	disabled.get_parent().name = "Hiding"
	await frames(2)
	disabled.enabled = false
	agent_at(-7, 0).requestPath(at(7, 0))
	await frames(2)
	disabled.enabled = true
	var agent := agent_at(17, 0)
	await frames(2)
	report("enabled again", agent.requestPath(at(22, 0)))


## The third polygon lies on the second one's side of their edge, and the fourth one crosses itself.
func scenario_faulty_polygons() -> void:
	var mesh: Resource = mesh_of([Vector2(-8, -4), Vector2(0, -4), Vector2(0, 4), Vector2(-8, 4), Vector2(8, -4), Vector2(8, 4), Vector2(4, 0),
		Vector2(4, 2)], [[0, 1, 2, 3], [1, 4, 5, 2], [1, 6, 2], [4, 6, 5, 7]])
	set_mesh(engine_node("Region"), mesh)
	await frames(2)
	var path: RefCounted = nav_map().find_path(at(-7, 0), at(7, 1))
	report("path", {"status": path.status, "length": meters(path.length)})


# ---- what changes while the game runs ----

func reaches(agent: Node, x: float, z: float) -> bool:
	agent.cancel_request()
	return agent.requestPath(at(x, z)) != agent.FAILURE and agent.is_target_reachable()


## Whether an agent's path leads from (1, 2) to (11, 2), after each change.
func scenario_changes() -> void:
	rect(0, 0, 4, 4)
	rect(8, 0, 12, 4)
	var middle := rect(4, 0, 8, 4)
	var agent := agent_at(1, 2)
	await frames(2)
	report("at first", reaches(agent, 11, 2))
	var steps := {
		"disabled": func(): middle.enabled = false, "enabled": func(): middle.enabled = true,
		"on another layer": func(): middle.navigation_layers = 2, "on its layer": func(): middle.navigation_layers = 1,
		"moved": func(): move_to(middle, 0, 9), "moved back": func(): move_to(middle, 0, 0),
		"another mesh": func(): set_mesh(middle, mesh_of([Vector2(4, 0), Vector2(6, 0), Vector2(6, 4), Vector2(4, 4)], [[0, 1, 2, 3]])),
		"its mesh": func(): set_mesh(middle, mesh_of([Vector2(4, 0), Vector2(8, 0), Vector2(8, 4), Vector2(4, 4)], [[0, 1, 2, 3]])),
		"without a mesh": func(): set_mesh(middle, null), "with a mesh":
			func(): set_mesh(middle, mesh_of([Vector2(8, 4), Vector2(8, 0), Vector2(4, 0), Vector2(4, 4)], [[0, 1, 2, 3]])),
		"out of the tree": func(): world.remove_child(middle), "in the tree": func(): world.add_child(middle), "freed": func(): middle.free(),
		"link": func(): engine_node("Link", {"name": "Link", "start_position": at(3.9, 2), "end_position": at(8.1, 2)}),
		"link disabled": func(): world.get_node("Link").enabled = false, "link enabled": func(): world.get_node("Link").enabled = true,
		"link the other way": func():
			world.get_node("Link").bidirectional = false
			world.get_node("Link").end_position = at(3.9, 2)
			world.get_node("Link").start_position = at(8.1, 2),
		"link freed": func(): world.get_node("Link").free()}
	for step in steps:
		steps[step].call()
		await frames(2)
		report(step, reaches(agent, 11, 2))


## A platform moves away while an agent crosses the link to it, and the link's end with it: a script moves the body, as with the engine's agent.
func scenario_platform_moves_while_its_link_is_crossed() -> void:
	rect(0, 0, 4, 4)
	var platform := rect(7, 0, 11, 4)
	var link := engine_node("Link", {"start_position": at(3.9, 2), "end_position": at(7.1, 2)})
	var agent := agent_at(3, 2, {"target_desired_distance": length(1.0)})
	var body: Node = agent.get_parent()
	await frames(2)
	agent.target_position = at(15, 2)
	var was_on_link := false
	for i in 900:
		if ground(body.global_position).x > 5.5 and not was_on_link:
			was_on_link = agent.is_on_link
			move_to(platform, 5, 0)
			link.end_position = at(12.1, 2)
			await frames(2)
			report("status over no ground", agent.status)
		if agent.is_navigation_finished():
			break
		var place := ground(body.global_position).move_toward(ground(agent.get_next_path_position()), 0.05)
		move_to(body, place.x, place.y)
		await frames(1)
	report("was on the link", was_on_link)
	report("status", agent.status)
	report("distance from the goal", ground(body.global_position).distance_to(Vector2(15, 2)))


## A region whose node and whose parent are turned, scaled, mirrored and, in the plane, skewed: places of its mesh, and beside it, in world space.
func scenario_frames_of_regions() -> void:
	var parent := bare_node()
	var node := region_at(Vector2(0, 0), Vector2(6, 4), {}, parent)
	var frames_of := {"turned": [0.5, 1.0, 1.0, 0.0], "scaled": [0.0, 2.0, 0.5, 0.0], "turned and scaled": [-2.1, 3.0, 1.5, 0.0],
		"mirrored": [0.3, -1.0, 1.0, 0.0], "skewed": [0.2, 1.5, 1.0, 0.4]}
	for kind in frames_of:
		var values: Array = frames_of[kind]
		put_frame(parent, 5, -3, 0.3)
		put_frame(node, 2, 1, values[0], Vector2(values[1], values[2]), values[3])
		await frames(2)
		var map: RefCounted = nav_map()
		var inside := []
		for place in [at(0.1, 0.1), at(5.9, 3.9), at(3, 2), at(-0.1, 2), at(6.1, 2), at(3, 4.1)]:
			inside.append(map.closest_point(node.global_transform * place).distance_to(node.global_transform * place) < length(0.01))
		report(kind, inside)


## Two worlds: each agent walks on the regions of its own.
func scenario_two_worlds() -> void:
	var lengths := []
	for width in [6.0, 12.0]:
		var viewport: SubViewport = put(SubViewport.new(), {"own_world_3d": true, "world_2d": World2D.new()})
		region_at(Vector2(0, 0), Vector2(width, 4), {}, viewport)
		var node: Node = bare_node(1, 2, viewport)
		var agent := our_node("NavAgent", {}, node)
		await frames(2)
		agent.target_position = at(20, 2)
		lengths.append(meters(agent.get_path_length()))
	report("lengths", lengths)
