extends "res://on_server.gd"
## NavMeshBaker.use_navigation_server in both dimensions: what scripts get from the engine's server. Tiles and heights are in server_copy.gd.

const WEST := [Vector2(-11, -5), Vector2(-1, 5)]        ## Two floors with a gap between them.
const EAST := [Vector2(1, -5), Vector2(11, 5)]

var west: Variant = at(-6, 0)
var east: Variant = at(6, 0)


func floors() -> Array:
	begin()
	return [baked_at(WEST[0], WEST[1], {"use_navigation_server": true}), baked_at(EAST[0], EAST[1], {"use_navigation_server": true})]


## Instance ids of the owners along the server's path; empty if it doesn't reach its goal.
func owners(start: Variant, goal: Variant) -> Array:
	var path: Variant = asked(start, goal).path
	return Array(asked(start, goal).path_owner_ids) if path.size() > 0 and path[-1].distance_to(goal) < length(0.5) else []


## The greatest differences of closest points, and of path lengths, between the server and NavMap.
func differences() -> Dictionary:
	var map: RefCounted = nav_map()
	map.set_random_seed(3)
	var points: Variant = map.random_points(60)
	var seen := {"closest points": 0.0, "ours longer": 0.0, "theirs longer": 0.0, "missing": 0}
	for i in range(0, points.size(), 2):
		var near: Variant = points[i] + at(0.7, 0.4)
		seen["closest points"] = maxf(seen["closest points"],
			ground(server.map_get_closest_point(server_map(), near)).distance_to(ground(map.closest_point(near))))
		var theirs: Variant = server.map_get_path(server_map(), points[i], points[i + 1], true)
		var ours: RefCounted = map.find_path(points[i], points[i + 1])
		seen.missing += int(theirs.is_empty() or theirs[-1].distance_to(points[i + 1]) > length(0.3))
		seen["ours longer"] = maxf(seen["ours longer"], path_length(ours.points) - path_length(theirs))
		seen["theirs longer"] = maxf(seen["theirs longer"], path_length(theirs) - path_length(ours.points))
	return seen


## A hall with two walls that leave a way in zigzag.
func hall() -> Node:
	begin()
	var level := bare_node()
	if IS_PLANE:
		wall_at(Vector2(9, 0), Vector2(10, 14), level)
		wall_at(Vector2(18, 6), Vector2(19, 20), level)
		var baker := our_node("NavMeshBaker", {"bake_on_ready": false, "use_navigation_server": true, "tile_size": 0,
			"outlines": [places([Vector2(0, 0), Vector2(28, 0), Vector2(28, 20), Vector2(0, 20)])]}, level)
		baker.bake_navigation_mesh(false)
		return baker
	baked_at(Vector2(0, 0), Vector2(28, 20)).free()
	wall_at(Vector2(9, 0), Vector2(10, 14))
	wall_at(Vector2(18, 6), Vector2(19, 20))
	var baker := our_node("NavMeshBaker", {"bake_on_ready": false, "use_navigation_server": true})
	baker.bake_navigation_mesh(false)
	return baker


func scenario_answers() -> void:
	var baker := hall()
	await served()
	report("differences", differences())
	report("owner", server.region_get_owner_id(server.map_get_closest_point_owner(server_map(), at(2, 2))) == baker.get_instance_id())
	report("random", nav_map().is_on_navmesh(server.map_get_random_point(server_map(), 1, true), length(0.1)))
	report("query", asked(at(2, 2), at(26, 18)).path.size())
	baker.rotation = 0.4 * (Vector3.UP if not IS_PLANE else 1.0)
	baker.position += at(3, -2)
	await served()
	report("differences of one that was turned", differences())


## That have ground.
func regions() -> int:
	return Array(server.map_get_regions(server_map())).filter(func(region: RID) -> bool: return server.region_get_enabled(region)).size()


func scenario_follows_changes() -> void:
	var baker := hall()
	await served()
	report("regions", regions())
	baker.navigation_layers = 4
	await served()
	report("layers", server.map_get_path(server_map(), at(2, 2), at(26, 18), true, 1).size())
	baker.navigation_layers = 1
	baker.enter_cost = length(3.0)
	baker.travel_cost = 2.5
	await served()
	var shown: RID = server.map_get_regions(server_map())[0]
	report("costs", [meters(server.region_get_enter_cost(shown)), server.region_get_travel_cost(shown)])
	for step in ["disabled", "enabled", "off", "on"]:
		baker.set("enabled" if step.ends_with("abled") else "use_navigation_server", step in ["enabled", "on"])
		await served()
		report(step, regions())
	var parent := baker.get_parent()
	parent.remove_child(baker)
	await served()
	report("out of the tree", regions())
	parent.add_child(baker)
	await frames(2)
	baker.free()
	await served()
	report("freed", regions())


## Without a copy: what scripts wait for that were written for the engine's regions.
func scenario_iterations_are_counted() -> void:
	begin()
	var heard := [0]
	var hear := func(map: RID) -> void: heard[0] += int(map == server_map())
	server.map_changed.connect(hear)
	var baker: Node = baked_at(WEST[0], WEST[1], {"tile_size": 16})
	await served()
	report("baked", [iteration() > 0, heard[0] > 0, regions()])
	var seen: int = heard[0]
	wall_at(Vector2(-6, -1), Vector2(-5, 1))
	baker.rebake_around(at(-5.5, 0))
	await served()
	report("a tile", heard[0] > seen)
	seen = heard[0]
	baker.bake_navigation_mesh(false)
	await served()
	report("all", heard[0] > seen)
	baker.free()
	await frames(5)
	report("left on the server", server.map_get_regions(server_map()).size())
	server.map_changed.disconnect(hear)


## The engine's own agent walks on a baker's navmesh.
func scenario_engine_agent() -> void:
	hall()
	await served()
	var body := bare_node(2, 2)
	var agent := engine_node("Agent", {"path_desired_distance": length(0.3), "target_desired_distance": length(0.3)}, body)
	await frames(2)
	agent.target_position = at(26, 18)
	for i in 2000:
		if agent.is_navigation_finished():
			break
		body.position = body.position.move_toward(agent.get_next_path_position(), length(0.1))
		await frames(1)
	report("off", ground(body.position).distance_to(Vector2(26, 18)))


func scenario_nav_links() -> void:
	var bakers := floors()
	await served()
	report("without a link", owners(west, east).size())
	var over := our_node("NavLink", {"start_position": at(-1.5, 0), "end_position": at(1.5, 0)})
	var off_the_floor := our_node("NavLink", {"start_position": at(-6, 4), "end_position": at(-6, 12)})
	await served()
	report("added", over.get_instance_id() in owners(west, east) and bakers[0].get_instance_id() in owners(west, east))
	report("back", over.get_instance_id() in owners(east, west))
	over.bidirectional = false
	await served()
	report("one way", [owners(west, east).size() > 0, owners(east, west).size()])
	over.enabled = false
	await served()
	report("disabled", owners(west, east).size())
	over.enabled = true
	await served()
	report("enabled", over.get_instance_id() in owners(west, east))
	move_to(over, 0, 3)
	await served()
	var path: Variant = server.map_get_path(server_map(), west, east, true)
	report("moved", Array(path).any(func(point): return ground(point).distance_to(Vector2(1.5, 3)) < 0.6))
	var other := our_node("NavLink", {"start_position": at(-1.5, -4), "end_position": at(1.5, -4)})
	await served()
	report("nearer", over.get_instance_id() in owners(west, east))
	over.enter_cost = length(20)
	await served()
	report("enter costs", Array(server.map_get_links(server_map())).map(server.link_get_enter_cost).map(meters))
	over.travel_cost = 20
	await served()
	report("dearer to travel", other.get_instance_id() in owners(west, east))
	other.navigation_layers = 2
	await served()
	report("on another layer", over.get_instance_id() in owners(west, east))
	over.free()
	other.free()
	await served()
	report("freed", owners(west, east).size())
	off_the_floor.free()
	await served()
	report("left", server.map_get_links(server_map()).size())


func scenario_links_of_two_bakers() -> void:
	var bakers := floors()
	var links := func(): return server.map_get_links(server_map()).size()
	var over := our_node("NavLink", {"start_position": at(-1.5, 0), "end_position": at(1.5, 0)})
	engine_node("Link", {"start_position": at(-1.5, 1), "end_position": at(1.5, 1)})
	await served()
	report("links", links.call())
	report("between", over.get_instance_id() in owners(west, east))
	bakers[0].use_navigation_server = false
	await served()
	report("without the first", links.call())
	bakers[0].use_navigation_server = true
	await served()
	report("with it again", [links.call(), over.get_instance_id() in owners(west, east)])
	bakers[1].free()
	bakers[0].enabled = false
	await served()
	report("without both", links.call())
