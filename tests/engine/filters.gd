extends "res://level.gd"
## NavFilter: who may go where, of queries, agents and crowds.

const START := Vector3(-8, 0, 0)
const GOAL := Vector3(8, 0, 0)
const MUD := 5


## Two ways from START to GOAL round a wall: the short one in the north over mud, the long one in the south.
func two_ways(settings := {}) -> NavMeshBaker:
	floor_at(24, 24)
	box(Vector3(2, 3, 14), Vector3(0, 1.5, 2))
	put(NavModifierVolume.new(), {"size": Vector3(4, 2, 8), "area": MUD, "position": Vector3(0, 0, -8)})
	return bake({"tile_size": 32}.merged(settings))


## "north", "south" or "none", by the side on which a path passes the wall.
func side_of(points: PackedVector3Array) -> String:
	for point in points:
		if absf(point.x) < 2.5:
			return "north" if point.z < 0 else "south"
	return "none"


func side(filter: NavFilter) -> String:
	var path := NavMap.of(world).find_path(START, GOAL, filter)
	return side_of(path.points) if path.is_complete() else "none"


func scenario_costs_of_areas() -> void:
	two_ways()
	var filter := NavFilter.new()
	report("without", side(null))
	report("empty", side(filter))
	filter.set_area_cost(MUD, 20)
	report("dear mud", side(filter))
	filter.set_area_cost(MUD, 1)
	report("cheap mud", side(filter))
	filter.area_costs = {MUD: INF}
	report("no mud", side(filter))
	report("read back", [filter.area_costs, filter.get_area_cost(MUD), is_nan(filter.get_area_cost(4))])
	filter.area_costs = {}
	report("again", side(filter))
	var path := NavMap.of(world).find_path(START, GOAL)
	report("areas of the path", MUD in path.areas)


func scenario_saved_and_loaded() -> void:
	var filter := NavFilter.new()
	filter.area_costs = {MUD: 3.0, 7: INF}
	filter.navigation_layers = 5
	filter.exit_only_areas = PackedInt32Array([2, 60])
	filter.link_kinds = PackedInt32Array([3, 1])
	filter.only_known = true
	filter.unknown_cost = 4
	filter.path_radius = 0.75
	ResourceSaver.save(filter, "user://filter.tres")
	var other: NavFilter = ResourceLoader.load("user://filter.tres", "", ResourceLoader.CACHE_MODE_IGNORE)
	report("same", [other.area_costs == filter.area_costs, other.navigation_layers, other.exit_only_areas == filter.exit_only_areas,
			other.link_kinds == PackedInt32Array([1, 3]), other.only_known, other.unknown_cost, other.path_radius])
	report("text", FileAccess.get_file_as_string("user://filter.tres").contains("area_costs"))


func scenario_layers() -> void:
	region(rectangle(Vector2(-10, -4), Vector2(0, 4)))
	region(rectangle(Vector2(0, -4), Vector2(10, 4)), world, {"navigation_layers": 2})
	var map := NavMap.of(world)
	var filter := NavFilter.new()
	report("all", map.is_reachable(START, GOAL, filter))
	filter.navigation_layers = 1
	report("one layer", [map.is_reachable(START, GOAL, filter), map.closest_point(GOAL, filter)])
	filter.navigation_layers = 3
	report("both layers", map.is_reachable(START, GOAL, filter))
	filter.excluded_layers = 2
	report("excluded", map.is_reachable(START, GOAL, filter))
	filter.navigation_layers = 8
	report("a layer that nothing has", map.find_path(START, GOAL, filter).status == NavPath.FAILED)


func scenario_knowledge() -> void:
	var node := two_ways()
	var filter := NavFilter.new()
	filter.only_known = true
	report("nothing known", side(filter))
	for x in range(-9, 10):
		filter.reveal(Vector3(x, 0, 10), 1.5)
		filter.reveal(Vector3(x, 0, 10), 1.5)
	for z in range(0, 11):
		filter.reveal(Vector3(-8, 0, z), 1.5)
		filter.reveal(Vector3(8, 0, z), 1.5)
	report("the south is known", side(filter))
	filter.forget(Vector3(0, 0, 10), 3)
	report("forgotten", side(filter))
	filter.unknown_cost = 3
	report("unknown at a cost", side(filter))
	filter.unknown_cost = 0
	filter.reveal(Vector3(0, 0, 10), 4)
	report("seen again", side(filter))
	node.bake_navigation_mesh(false)
	report("after a bake", side(filter))
	var other: NavFilter = filter.duplicate()
	report("a copy knows nothing", side(other))
	filter.forget_all()
	report("all forgotten", side(filter))


func scenario_blocks() -> void:
	two_ways()
	var filter := NavFilter.new()
	filter.add_block(Vector3(0, 0, -8), 1.0)
	report("blocked", side(filter))
	filter.add_block(Vector3(0, 0, 10), 1.0, INF, 0.5)
	report("both blocked", side(filter))
	await frames(31)
	report("one has ended", side(filter))
	filter.clear_blocks()
	report("cleared", side(filter))
	filter.add_block(Vector3(0, 0, -8), 1.0, 50.0)
	report("penalty", side(filter))
	report("without the filter", side(null))


func scenario_exit_only() -> void:
	two_ways()
	var filter := NavFilter.new()
	filter.exit_only_areas = PackedInt32Array([MUD])
	report("round it", side(filter))
	var map := NavMap.of(world)
	report("out of it", map.is_reachable(Vector3(0, 0, -8), GOAL, filter))
	report("into it", map.is_reachable(GOAL, Vector3(0, 0, -8), filter))


func scenario_radius() -> void:
	floor_at(24, 24)
	box(Vector3(1, 3, 10), Vector3(0, 1.5, -7))
	box(Vector3(1, 3, 8), Vector3(0, 1.5, 3.8))
	bake()
	var filter := NavFilter.new()
	var path := NavMap.of(world).find_path(START, GOAL, filter)
	report("through the gap", path.length)
	filter.path_radius = 1.2
	path = NavMap.of(world).find_path(START, GOAL, filter)
	report("round", [path.length, path.is_complete()])


func scenario_of_agents() -> void:
	two_ways()
	var filter := NavFilter.new()
	var one := ghost(START)
	var two := ghost(START + Vector3(0, 0, 1))
	two.filter = filter
	one.requestPath(GOAL)
	two.requestPath(GOAL)
	await frames(2)
	report("at first", [side_of(one.get_current_navigation_path()), side_of(two.get_current_navigation_path())])
	filter.set_area_cost(MUD, INF)
	await frames(2)
	report("no mud", [side_of(one.get_current_navigation_path()), side_of(two.get_current_navigation_path())])
	filter.set_area_cost(MUD, NAN)
	await frames(2)
	report("mud again", side_of(two.get_current_navigation_path()))
	filter.add_block(Vector3(0, 0, -8), 1.0, INF, 0.2)
	await frames(2)
	report("blocked", side_of(two.get_current_navigation_path()))
	await frames(20)
	report("block ended", side_of(two.get_current_navigation_path()))
	filter.add_block(Vector3(0, 0, -8), 1.0)
	two.filter = null
	await frames(2)
	report("taken away", side_of(two.get_current_navigation_path()))
	two.filter = NavFilter.new()
	two.filter.add_block(Vector3(0, 0, -8), 1.0)
	await frames(2)
	report("another", side_of(two.get_current_navigation_path()))
	await rests(two, 2000)
	report("arrives", two.hasArrived() == NavAgent.SUCCESS)


func scenario_of_crowds() -> void:
	two_ways()
	var filter := NavFilter.new()
	filter.area_costs = {MUD: INF}
	var crowd: Crowd = put(Crowd.new())
	var free_ones := crowd.add_agents(PackedVector3Array([START, START + Vector3(0, 0, 1)]))
	crowd.agent_filter = filter
	var bound := crowd.add_agents(PackedVector3Array([START + Vector3(0, 0, 2), START + Vector3(0, 0, 3)]))
	crowd.request_paths(free_ones + bound, PackedVector3Array([GOAL]))
	report("sides", await sides(crowd))
	crowd.place_agents(crowd.get_agents(), PackedVector3Array([START]))
	crowd.set_agents_filter(crowd.get_agents(), null)
	crowd.set_agents_filter(PackedInt64Array([free_ones[1], 12345]), filter)
	crowd.request_paths(crowd.get_agents(), PackedVector3Array([GOAL]))
	report("sides later", await sides(crowd))
	crowd.remove_agents(free_ones)
	world.remove_child(crowd)
	world.add_child(crowd)
	crowd.place_agents(bound, PackedVector3Array([START]))
	crowd.set_agents_filter(bound, filter)
	crowd.request_paths(bound, PackedVector3Array([GOAL]))
	report("after the tree", await sides(crowd))


## The sides on which the agents of a crowd pass the wall.
func sides(crowd: Crowd) -> Array:
	var found := []
	found.resize(crowd.get_agents().size())
	await until(func():
		var places := crowd.get_agent_positions()
		for i in places.size():
			if absf(places[i].x) < 0.5:
				found[i] = "north" if places[i].z < 0 else "south"
		return found.all(func(value): return value != null), 1500)
	return found


func scenario_wrong_values() -> void:
	var filter := NavFilter.new()
	filter.set_area_cost(64, 2)
	filter.set_area_cost(3, -1)
	filter.area_costs = {"mud": 2.0, 3: "dear", 64: 2.0, 4: NAN, 5.5: 2.0, 6: -1.0, null: 1, 7: null}
	filter.exit_only_areas = PackedInt32Array([99])
	filter.unknown_cost = 0.5
	filter.reveal(Vector3(NAN, 0, 0), 1)
	filter.reveal(Vector3.ZERO, -1)
	filter.add_block(Vector3.ZERO, INF)
	filter.add_block(Vector3.ZERO, 1, 0)
	report("nothing", [filter.area_costs, filter.exit_only_areas.size(), filter.unknown_cost])


## Right entries beside wrong ones count.
func scenario_wrong_costs() -> void:
	var filter := NavFilter.new()
	filter.area_costs = {"mud": 2.0, &"ground": 3, 4: NAN, 5: 0, 6.0: INF}
	report("costs", str(filter.area_costs))
	region(rectangle(Vector2(-10, -4), Vector2(10, 4)))
	for i in 10:
		NavMap.of(world).find_path(Vector3.ZERO, Vector3(5, 0, 0), filter)
		await frames(1)
	report("searched", true)


func scenario_shared_by_worlds() -> void:
	region(rectangle(Vector2(-10, -4), Vector2(10, 4)))
	var other := viewport()
	var node := Node3D.new()
	other.add_child(node)
	region(rectangle(Vector2(-10, -4), Vector2(10, 4)), node)
	region(rectangle(Vector2(10, -4), Vector2(20, 4)), node)
	var filter := NavFilter.new()
	filter.only_known = true
	filter.reveal(Vector3(0, 0, 0), 1)
	var agent := ghost(START, 1.0, {"filter": filter}, node)
	report("both", [NavMap.of(world).is_reachable(START, GOAL, filter), NavMap.of(node).is_reachable(START, GOAL, filter),
			NavMap.of(node).is_reachable(START, Vector3(15, 0, 0), filter)])
	report("agent", [agent.requestPath(GOAL), agent.requestPath(Vector3(15, 0, 0))])
	other.free()
	await frames(2)
	report("one", NavMap.of(world).is_reachable(START, GOAL, filter))


## Of 64 fields those are known whose last place was revealed, however many places of all sizes lie within later ones.
func scenario_places_of_all_sizes() -> void:
	for i in 64:
		region(rectangle(field(i), field(i) + Vector2(8, 8)))
	var filter := NavFilter.new()
	filter.only_known = true
	var random := RandomNumberGenerator.new()
	random.seed = 4
	var known := []
	known.resize(64)
	known.fill(false)
	for k in 5000:
		var at := Vector2(random.randf_range(0, 80), random.randf_range(0, 80)).snappedf(0.5)
		var radius := snappedf(random.randf_range(0, 1) ** 4 * 30, 0.25)
		var is_revealed := random.randf() < 0.5
		filter.call("reveal" if is_revealed else "forget", Vector3(at.x, 0, at.y), radius)
		for i in 64:
			if at.distance_to(at.clamp(field(i), field(i) + Vector2(8, 8))) <= radius:
				known[i] = is_revealed
	var found := range(64).map(func(i): return NavMap.of(world).is_on_navmesh(Vector3(field(i).x + 4, 0, field(i).y + 4), 0.01, filter))
	report("known", found.count(true))
	report("as they should be", found == known)


func field(i: int) -> Vector2:
	return Vector2(i % 8, i / 8) * 10


## How much longer sixteen times as many places take: as long for each, or as for a list that is gone through for each, 256 times.
func scenario_very_many_places() -> void:
	var least := {}
	for _run in 5:
		for count in [4000, 64000]:
			var filter := NavFilter.new()
			var begin := Time.get_ticks_usec()
			for i in count:
				filter.reveal(Vector3(i % 100 * 2, 0, i / 100 * 2), 3.0)
			least[count] = minf(least.get(count, INF), Time.get_ticks_usec() - begin)
	report("milliseconds", least.values().map(func(time): return time / 1000.0))


## A goal on excluded ground, one beside the navmesh, and a filter that excludes everything.
func scenario_why_a_filter_leaves_no_path() -> void:
	two_ways()
	var filter := NavFilter.new()
	filter.set_area_cost(MUD, INF)
	var mud := Vector3(0, 0, -8)
	var agent := ghost(START)
	agent.filter = filter
	report("status", agent.requestPath(mud))
	report("agent", agent.reason_text)
	report("excluded", NavMap.of(world).find_path(START, mud, filter).reason_text)
	report("beside", NavMap.of(world).find_path(START, Vector3(32, 0, 0)).reason_text)
	filter.set_area_cost(63, INF)
	report("nothing", NavMap.of(world).find_path(START, GOAL, filter).reason_text)


## Long lists of places are compacted: what lies within a later place goes, and nothing else is known than before.
func scenario_many_places() -> void:
	two_ways()
	var filter := NavFilter.new()
	filter.only_known = true
	for i in 1500:
		filter.reveal(Vector3(-8, 0, 0), 2)
		filter.forget(Vector3(-8, 0, 0), 3)
	report("forgotten last", NavMap.of(world).is_on_navmesh(Vector3(-8, 0, 0), 0.01, filter))
	for i in 1500:
		filter.forget(Vector3(8, 0, 0), 2)
		filter.reveal(Vector3(8, 0, 0), 3)
	report("revealed last", NavMap.of(world).is_on_navmesh(Vector3(8, 0, 0), 0.01, filter))
