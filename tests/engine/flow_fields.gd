extends "res://followers.gd"
## Flow fields, in both dimensions. The Python test computes the same fields with the core, and compares.

const REGION := Rect2i(-6, 4, 24, 18)
const CELL := 0.5               ## Meters.
const PLACE := Vector2(3.0, -2.0)

var random := RandomNumberGenerator.new()


func before(seed_number := 5) -> void:
	random.seed = seed_number


## Costs of 1 to 4 with walls, the first and the last cell free.
func costs() -> PackedFloat32Array:
	var made := PackedFloat32Array()
	for i in REGION.get_area():
		made.append(INF if random.randf() < 0.25 else [1.0, 1.0, 2.5, 4.0][random.randi() % 4])
	made[0] = 1.0
	made[-1] = 1.0
	return made


func field_of(values: PackedFloat32Array, settings := {}) -> Node:
	var field := our_node("NavFlowField", {"cell_size": length(CELL), "region": REGION, "position": at(PLACE.x, PLACE.y)}.merged(settings, true))
	field.set_costs(REGION, values)
	return field


## Points in and around the region, in meters from the node.
func spots(count: int) -> Array:
	var found := []
	for i in count:
		found.append(Vector2(random.randf_range(-5, 10), random.randf_range(0, 12)))
	return found


func pairs(vectors: Variant) -> Array:
	return Array(vectors).map(func(vector: Variant) -> Array: return [ground(vector).x, ground(vector).y])


## A direction in the ground plane.
func along(direction: Variant) -> Vector2:
	return ground(direction) * length(1.0)


func told(field: Node, points: Array) -> Dictionary:
	var all := places(points)
	var distances: PackedFloat32Array = field.get_distances(all)
	var directions: Variant = field.get_directions(all)
	var one_by_one := true
	for i in all.size():
		one_by_one = one_by_one and PackedFloat32Array([field.get_distance(all[i])])[0] == distances[i] and field.get_direction(all[i]) == directions[i]
	return {"points": pairs(all), "distances": Array(distances).map(meters), "directions": Array(directions).map(func(one: Variant) -> Array: return [along(one).x, along(one).y]),
			"one by one": one_by_one, "costs": Array(field.get_costs(field.region)), "goals": pairs(field.get_goals())}


func scenario_ways() -> void:
	before()
	var field := field_of(costs())
	field.set_goals(places([PLACE + CELL * (Vector2(REGION.position) + Vector2(0.3, 0.6)), PLACE + CELL * (Vector2(REGION.end) - Vector2(0.5, 0.5))]))
	var points := spots(60).map(func(spot: Vector2) -> Vector2: return PLACE + spot)
	for method in 3:
		field.method = method
		report(str(method), told(field, points))


func scenario_many_points() -> void:
	before()
	var field := field_of(costs())
	field.set_goal_cells([REGION.position, REGION.end - Vector2i.ONE])
	var points := spots(5000).map(func(spot: Vector2) -> Vector2: return PLACE + spot)
	var all := places(points)
	var directions: Variant = field.get_directions(all)
	var wrong := 0
	for i in range(0, all.size(), 7):
		wrong += int(directions[i] != field.get_direction(all[i]))
	report("wrong", wrong)


func scenario_changes() -> void:
	before(8)
	var field := field_of(costs())
	field.set_goal_cells([REGION.end - Vector2i.ONE])
	var points := spots(30).map(func(spot: Vector2) -> Vector2: return PLACE + spot)
	var searches: int = field.searches
	for i in 6:
		var cell := REGION.position + Vector2i(random.randi() % 22, 1 + random.randi() % 14)
		field.set_cost(cell, INF if i % 2 else 1.0)
		field.fill(Rect2i(cell + Vector2i(3, 3), Vector2i(40, 2)), 3.0)         # partly outside
		field.fill_cells([cell + Vector2i(1, 0), cell + Vector2i(0, 1), Vector2i(1000, 1000)], 2.0)
		report("step %d" % i, told(field, points))
	report("searches", field.searches - searches)


## A turned and moved node: the same field turns and moves.
func scenario_turned() -> void:
	before(3)
	var values := costs()
	var field := field_of(values, {"position": at(0, 0)})
	field.set_goal_cells([REGION.end - Vector2i.ONE])
	var points := spots(40)
	var other := field_of(values, {"rotation": 0.7 if IS_PLANE else Vector3(0, -0.7, 0), "scale": (Vector2.ONE if IS_PLANE else Vector3.ONE) * 2})
	other.set_goal_cells([REGION.end - Vector2i.ONE])
	var wrong := 0
	for point: Vector2 in points:
		var here := at(point.x, point.y)
		var turned := PLACE + point.rotated(0.7)
		var there := at(turned.x, turned.y)
		wrong += int(is_finite(field.get_distance(here)) != is_finite(other.get_distance(there)))
		wrong += int(absf(field.get_distance(here) - other.get_distance(there)) > length(1e-4))
		wrong += int(along(field.get_direction(here)).rotated(0.7).distance_to(along(other.get_direction(there))) > 1e-3)
	report("wrong", wrong)
	var cell := Vector2i(2, 7)
	report("cells", [other.get_cell(other.get_cell_center(cell)) == cell, ground(other.get_cell_center(cell)).distance_to(PLACE + (CELL * Vector2(2.5, 7.5)).rotated(0.7)) < 1e-4])
	var before_move: float = other.get_distance(at(PLACE.x, PLACE.y) + (at(2, 4)))
	other.position += at(100, 50)
	report("moves with its goals", absf(other.get_distance(at(PLACE.x, PLACE.y) + at(102, 54)) - before_move) < length(1e-3))
	world.remove_child(other)
	report("outside of the tree", absf(other.get_distance(at(PLACE.x, PLACE.y) + at(102, 54)) - before_move) < length(1e-3))
	other.free()


## No step enters a wall, and paths lead to a goal.
func scenario_paths() -> void:
	before(11)
	var field := field_of(costs())
	field.set_goal_cells([REGION.end - Vector2i.ONE])
	var goal: Variant = field.get_goals()[0]
	var seen := {"in walls": 0, "other ends": 0, "not from there": 0, "paths": 0, "ways without": 0}
	for x in range(REGION.position.x, REGION.end.x):
		for y in range(REGION.position.y, REGION.end.y):
			var start: Variant = field.get_cell_center(Vector2i(x, y))
			var path: Variant = field.trace_path(start)
			if path.is_empty():
				seen["ways without"] += int(field.is_reachable(start))
				continue
			seen.paths += 1
			seen["other ends"] += int(path[-1].distance_to(goal) > length(1e-4))
			seen["not from there"] += int(path[0].distance_to(start) > length(1e-4))
			for point in path:
				seen["in walls"] += int(field.get_cost(field.get_cell(point)) == INF)
	report("seen", seen)


## Compared with a search over the cells.
func scenario_would_block() -> void:
	before(21)
	var wrong := 0
	var yes := 0
	for round in 4:
		var field := field_of(costs())
		field.set_goal_cells([REGION.end - Vector2i.ONE])
		var before_all := Array(field.get_costs(REGION))
		for i in 40:
			var cells: Array[Vector2i] = []
			for k in 1 + random.randi() % 20:
				cells.append(REGION.position + Vector2i(random.randi() % REGION.size.x, random.randi() % REGION.size.y))
			var from := []
			for k in 1 + random.randi() % 3:
				from.append(REGION.position + Vector2i(random.randi() % REGION.size.x, random.randi() % REGION.size.y))
			var points: Variant = places([])
			for cell: Vector2i in from:
				points.append(field.get_cell_center(cell))
			var open := reached(field, REGION.end - Vector2i.ONE, [])
			var left := reached(field, REGION.end - Vector2i.ONE, cells)
			var expected := from.any(func(cell: Vector2i) -> bool: return open.has(cell) and not left.has(cell))
			wrong += int(field.would_block(cells, points) != expected)
			yes += int(expected)
		wrong += int(Array(field.get_costs(REGION)) != before_all)
		field.free()
	report("wrong", wrong)
	report("some and not all", [yes > 10, yes < 150])
	var field := field_of(costs())
	report("no goals", field.would_block([REGION.position], places([PLACE])))


func reached(field: Node, goal: Vector2i, closed: Array) -> Dictionary:
	var found := {}
	var open: Array[Vector2i] = [goal]
	while not open.is_empty():
		var cell: Vector2i = open.pop_back()
		if found.has(cell) or closed.has(cell) or not REGION.has_point(cell) or field.get_cost(cell) == INF:
			continue
		found[cell] = true
		for by in [Vector2i.LEFT, Vector2i.RIGHT, Vector2i.UP, Vector2i.DOWN]:
			open.append(cell + by)
	return found


func scenario_regions() -> void:
	var field := our_node("NavFlowField")
	report("first", [field.region, field.cell_size, field.default_cost, field.method, field.get_goals().size(), field.get_cost(Vector2i.ZERO)])
	field.set_cost(Vector2i(3, 3), 5.0)
	field.set_cost(Vector2i(31, 31), 7.0)
	field.set_goal_cells([Vector2i(1, 1), Vector2i(30, 30)])
	field.region = Rect2i(-2, -2, 10, 12)
	report("smaller", [field.get_cost(Vector2i(3, 3)), field.get_cost(Vector2i(31, 31)), field.get_cost(Vector2i(-2, -2)), field.get_cost(Vector2i(-3, 0)), field.get_goals().size()])
	field.default_cost = 2.0
	report("other default", [field.get_cost(Vector2i(3, 3)), field.get_cost(Vector2i(0, 0))])
	var goal: Variant = field.get_goals()[0]
	var there: float = field.get_distance(field.get_cell_center(Vector2i(7, 1)))
	field.cell_size *= 2
	report("twice as large", [field.get_goals()[0] == goal * 2, field.get_distance(field.get_cell_center(Vector2i(7, 1))) / there])
	report("costs around", Array(field.get_costs(Rect2i(2, 9, 2, 2))))


func scenario_signal() -> void:
	var holder := put(Node.new())
	var field := our_node("NavFlowField", {}, holder)
	await frames(3)
	var count := [0]
	field.changed.connect(func() -> void: count[0] += 1)
	await frames(3)
	report("nothing", count[0])
	field.set_goal_cells([Vector2i(1, 1)])
	for i in 20:
		field.set_cost(Vector2i(i, 5), INF)
	await frames(3)
	report("once a frame", [count[0], field.searches])
	field.set_cost(Vector2i(9, 9), -1.0)
	await frames(3)
	report("no change", count[0])
	field.changed.connect(func() -> void: holder.free())
	field.set_cost(Vector2i(9, 9), 3.0)
	await frames(3)
	report("freed by a handler", is_instance_valid(field))


func scenario_images() -> void:
	var image := Image.create(5, 3, false, Image.FORMAT_RGBA8)
	image.fill(Color.WHITE)
	image.set_pixel(1, 0, Color.BLACK)
	image.set_pixel(2, 0, Color(1, 1, 1, 0))
	image.set_pixel(3, 1, Color(0.5, 0.5, 0.5))
	var field := our_node("NavFlowField", {"region": Rect2i(10, 20, 1, 1), "default_cost": 2.0})
	report("done", [field.from_image(image), field.region])
	report("costs", Array(field.get_costs(field.region)))
	report("none", [field.from_image(null), field.from_image(Image.new()), field.region])
	image.compress(Image.COMPRESS_S3TC)
	report("compressed", field.from_image(image) if image.is_compressed() else false)


func scenario_navmesh() -> void:
	var field := our_node("NavFlowField", {"region": Rect2i(0, 0, 20, 20), "cell_size": length(0.5), "position": at(-1, -1)})
	report("none", field.from_navmesh())
	engine_node("Region", {"navigation_mesh" if not IS_PLANE else "navigation_polygon":
			mesh_of([Vector2(0, 0), Vector2(6, 0), Vector2(6, 4), Vector2(0, 4)], [[0, 1, 2, 3] if IS_PLANE else [0, 3, 2, 1]])})
	await frames(3)
	report("done", field.from_navmesh())
	var wrong := 0
	var free := 0
	for x in 20:
		for y in 20:
			var center := ground(field.get_cell_center(Vector2i(x, y)))
			var on := Rect2(0, 0, 6, 4).has_point(center)
			wrong += int((field.get_cost(Vector2i(x, y)) == 1.0) != on)
			free += int(on)
	report("cells", [wrong, free])


func scenario_hostile() -> void:
	var field := our_node("NavFlowField", {"region": Rect2i(0, 0, 8, 8)})
	field.set_goal_cells([Vector2i(7, 7)])
	field.set_cost(Vector2i(4, 4), INF)
	var start := Array(field.get_costs(field.region))
	var answer: float = field.get_distance(field.get_cell_center(Vector2i.ZERO))
	for cost in [NAN, 0.0, -1.0, -INF, 1e30]:
		field.set_cost(Vector2i(1, 1), cost)
		field.fill(Rect2i(0, 0, 2, 2), cost)
		field.fill_cells([Vector2i(1, 1)], cost)
		field.set_costs(Rect2i(0, 0, 2, 1), [1.0, cost])
	field.set_cost(Vector2i(8, 0), 2.0)
	field.set_cost(Vector2i(-2147483648, 2147483647), 2.0)
	field.set_costs(Rect2i(7, 7, 2, 1), [1.0, 1.0])
	field.set_costs(Rect2i(2147483647, 0, 2147483647, 1), [])
	field.set_costs(Rect2i(0, 0, 2, 2), [1.0, 1.0, 1.0])
	field.fill(Rect2i(2147483647, 2147483647, 2147483647, 2147483647), 9.0)
	field.fill(Rect2i(3, 3, -5, -5), 9.0)
	field.fill_cells([Vector2(1, 1)], 2.0)
	field.fill_cells([Vector2i(1, 1), null], 2.0)
	for region in [Rect2i(0, 0, 0, 5), Rect2i(0, 0, -3, 5), Rect2i(0, 0, 100000, 100000), Rect2i(2147483647, 0, 2147483647, 1)]:
		field.region = region
		report("costs of %s" % region, field.get_costs(region).size())
	field.default_cost = NAN
	field.default_cost = 0.0
	field.cell_size = 0.0
	field.cell_size = INF
	field.method = 7
	field.set_goals(places([Vector2(NAN, 0)]))
	field.set_goals(places([Vector2(-1, 0)]))
	field.set_goals([field.get_cell_center(Vector2i(4, 4))])
	field.set_goal_cells([Vector2i(0, 0), Vector2i(8, 8)])
	field.set_goal_cells(["x"])
	report("unchanged", [Array(field.get_costs(field.region)) == start, field.get_distance(field.get_cell_center(Vector2i.ZERO)) == answer, field.get_goals().size()])
	report("no point", [field.get_distance(at(NAN, 0)), field.get_direction(at(0, INF)) == at(0, 0), field.is_reachable(at(NAN, NAN)), field.trace_path(at(NAN, 0)).size()])
	report("cell of no point", field.get_cell(at(NAN, 0)))
	field.position = at(INF, 0)
	report("of a node that is nowhere", field.get_direction(at(1, 1)).is_finite())
	field.position = at(0, 0)
	report("no cells", [field.would_block(["x"], places([])), field.would_block([], places([])), field.would_block([Vector2i(9, 9)], places([Vector2(NAN, 0)]))])
	field.set_goals(places([]))
	report("no goals", [field.get_distance(at(1, 1)), field.get_direction(at(1, 1)) == at(0, 0), field.get_triangles().size()])
	field.set_goal_cells([Vector2i(7, 7)])
	field.set_cost(Vector2i(7, 7), INF)
	report("walled in", [field.get_distance(at(0.1, 0.1)), field.would_block([Vector2i(1, 1)], [at(0.1, 0.1)])])
	field.set_cost(Vector2i(7, 7), 1.0)
	report("open again", field.get_distance(field.get_cell_center(Vector2i.ZERO)) == answer)
	var orphan: Node = ClassDB.instantiate("NavFlowField" + OUR_SUFFIX)
	orphan.set_goal_cells([Vector2i(0, 0)])
	report("outside of the tree", [is_finite(orphan.get_distance(at(5, 5))), orphan.from_navmesh()])
	orphan.free()


# ---- who follows ----

## A field round a wall, and agents of a crowd without a navmesh that follow it.
func followed(settings := {}) -> Array:
	var field := our_node("NavFlowField", {"region": Rect2i(0, 0, 30, 20), "cell_size": length(1.0)}.merged(settings, true))
	field.fill(Rect2i(14, 0, 2, 16), INF)
	field.set_goal_cells([Vector2i(27, 3)])
	var crowd := our_node("Crowd", {"agent_radius": length(0.3), "agent_max_speed": length(3.0)})
	var spots := []
	for i in 40:
		spots.append(Vector2(1.5 + i % 8, 1.5 + i / 8))
	return [field, crowd, crowd.add_agents(places(spots))]


func in_walls(field: Node, crowd: Node) -> int:
	return Array(crowd.get_agent_positions()).filter(func(place: Variant) -> bool: return field.get_cost(field.get_cell(place)) == INF).size()


func scenario_follow() -> void:
	var made := followed()
	var field: Node = made[0]
	var crowd: Node = made[1]
	var arrived := [0]
	crowd.agents_arrived.connect(func(agents: PackedInt64Array) -> void: arrived[0] += agents.size())
	report("refused", crowd.follow_field(made[2], field))
	var inside := 0
	var again := 0
	for i in 1800:
		await physics_frame
		inside += in_walls(field, crowd)
		if i == 120:
			field.fill(Rect2i(14, 16, 2, 2), INF)               # a narrower gap, where nobody is yet
			again = crowd.follow_field(made[2], field)
		if arrived[0] == 40:
			break
	report("seen", [arrived[0], inside, again])
	report("statuses", Array(crowd.get_agent_statuses()).count(1))
	var goal := ground(field.get_goals()[0])
	report("around the goal", Array(crowd.get_agent_positions()).all(func(place: Variant) -> bool: return ground(place).distance_to(goal) < 5))


func scenario_follow_and_lose() -> void:
	var made := followed()
	var failed := [0]
	made[1].agents_failed.connect(func(agents: PackedInt64Array) -> void: failed[0] += agents.size())
	made[1].follow_field(made[2], made[0])
	await frames(30)
	made[0].region = Rect2i(0, 0, 40, 24)                       # the grid is another one, and goes on
	await frames(30)
	report("another region", failed[0])
	made[0].position += at(0.25, 0)
	await frames(30)
	report("moved", failed[0])
	made[0].fill(Rect2i(14, 16, 2, 8), INF)
	await frames(3)
	report("shut", failed[0])
	made[0].fill(Rect2i(14, 16, 2, 8), 1.0)
	report("open again", made[1].follow_field(made[2], made[0]))
	await frames(3)
	made[0].free()
	await frames(3)
	report("freed", failed[0])
	var others := followed()
	others[1].follow_field(others[2], others[0])
	await frames(3)
	others[1].free()
	others[0].free()
	await frames(3)
	report("crowd freed first", true)


func scenario_follow_what_is_none() -> void:
	var made := followed()
	report("null", made[1].follow_field(made[2], null))
	report("gone", made[1].follow_field(PackedInt64Array([77, -1]), made[0]))
	report("none", made[1].follow_field(PackedInt64Array(), made[0]))
	made[0].set_goals(places([]))
	report("no goals", made[1].follow_field(made[2], made[0]))
	made[0].set_goal_cells([Vector2i(27, 3)])
	made[0].rotation = 0.3 if IS_PLANE else Vector3(0, 0.3, 0)
	report("turned", made[1].follow_field(made[2], made[0]))
	made[0].rotation = 0.0 if IS_PLANE else Vector3.ZERO
	report("not turned", made[1].follow_field(made[2], made[0]))
	made[0].rotation = 0.3 if IS_PLANE else Vector3(0, 0.3, 0)
	await frames(3)
	report("turned under way", Array(made[1].get_agent_statuses()).count(2))
	made[0].rotation = 0.0 if IS_PLANE else Vector3.ZERO
	made[1].follow_field(made[2], made[0])
	made[0].set_goals(places([]))
	await frames(3)
	report("goals gone", Array(made[1].get_agent_statuses()).count(2))


func scenario_agent_follows() -> void:
	var field: Node = followed()[0]
	var body := follower(2, 3)
	var agent: Node = body.get_node("Agent")
	var told := {"path_changed": 0, "target_reached": 0, "navigation_finished": 0}
	for what: String in told:
		agent.connect(what, func() -> void: told[what] += 1)
	report("at first", agent.follow_field(field))
	var inside := 0
	for i in 1500:
		await physics_frame
		inside += int(field.get_cost(field.get_cell(body.position)) == INF)
		if i % 10 == 0:
			agent.follow_field(field)
		if agent.hasArrived() != 0:
			break
	report("arrived", [agent.hasArrived(), inside, ground(body.position).distance_to(ground(field.get_goals()[0])) < 2])
	report("told", told)
	field.set_goal_cells([Vector2i(2, 10)])
	body.position = at(5, 5)
	await frames(1)
	agent.cancel_request()                                      # it has arrived
	report("again", agent.follow_field(field))
	await frames(10)
	field.free()
	await frames(3)
	report("freed", [agent.hasArrived(), agent.reason_text])
	report("none", [agent.follow_field(null), agent.reason_text])
	var other := follower(20, 5).get_node("Agent")
	var shut: Node = followed()[0]
	shut.fill(Rect2i(14, 16, 2, 4), INF)
	body.position = at(2, 3)
	await frames(1)
	report("shut", [agent.follow_field(shut), agent.reason_text, other.follow_field(shut)])
	other.cancel_request()
	report("cancelled", other.hasArrived())
	agent.get_parent().free()
