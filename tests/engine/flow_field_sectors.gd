extends "res://followers.gd"
## Flow fields in sectors, and several goal sets on one grid, in both dimensions. The Python test finds the same ways with the core.

const REGION := Rect2i(-10, 5, 70, 50)
const SECTOR := 16

var random := RandomNumberGenerator.new()


## A field with walls and mud.
func field_of(settings := {}) -> Node:
	random.seed = 4
	var values := PackedFloat32Array()
	for i in REGION.get_area():
		values.append(INF if random.randf() < 0.15 else [1.0, 1.0, 3.0][random.randi() % 3])
	var field := our_node("NavFlowField", {"cell_size": length(1.0), "region": REGION, "sector_size": SECTOR, "update_budget": 1000.0}.merged(settings, true))
	field.set_costs(REGION, values)
	for goal: Vector2i in [Vector2i(55, 50), Vector2i(-8, 7)]:
		field.fill(Rect2i(goal - Vector2i.ONE, Vector2i(3, 3)), 1.0)
	return field


func free_spots(field: Node, count: int) -> Array:
	var found := []
	while found.size() < count:
		var spot := Vector2(random.randf_range(REGION.position.x, REGION.end.x), random.randf_range(REGION.position.y, REGION.end.y))
		if field.get_cost(field.get_cell(at(spot.x, spot.y))) < INF:
			found.append(spot)
	return found


func found(field: Node) -> bool:
	await frames(2)
	return await until(func() -> bool: return not field.is_finding, 600, MSEC_TO_WAIT)


func pairs(vectors: Variant) -> Array:
	return Array(vectors).map(func(vector: Variant) -> Array: return [ground(vector).x, ground(vector).y])


func scenario_ways() -> void:
	var field := field_of()
	field.set_goal_cells([Vector2i(55, 50)])
	var other: int = field.add_goal_set(places([Vector2(-7.7, 7.2)]))
	var spots := places(free_spots(field, 80))
	report("costs", Array(field.get_costs(REGION)))
	report("points", pairs(spots))
	var at_once: Variant = field.get_directions(spots)
	report("set out at once", Array(at_once).all(func(along: Variant) -> bool: return along.length() > 0.0))
	field.get_directions(spots, other)
	await found(field)
	for goal_set in [0, other]:
		report("distances %d" % goal_set, Array(field.get_distances(spots, goal_set)).map(meters))
		var distances: PackedFloat32Array = field.get_distances(spots, goal_set)
		var directions: Variant = field.get_directions(spots, goal_set)
		var one_by_one := true
		for i in 80:
			one_by_one = one_by_one and PackedFloat32Array([field.get_distance(spots[i], goal_set)])[0] == distances[i]
			one_by_one = one_by_one and field.get_direction(spots[i], goal_set) == directions[i]
		report("one by one %d" % goal_set, one_by_one)
		report("directions %d" % goal_set, pairs(field.get_directions(spots, goal_set)).map(func(pair: Array) -> Array: return pair.map(length)))
		report("goals %d" % goal_set, pairs(field.get_goals(goal_set)))


## Units that a script moves come to the goals of their sets, and a wall comes down on their way.
func scenario_walk() -> void:
	var field := field_of()
	field.set_goals(places([Vector2(55.3, 50.2)]))
	var other: int = field.add_goal_set(places([Vector2(-7.7, 7.2)]))
	var spots := places(free_spots(field, 60))
	var sets := [spots.duplicate(), spots.duplicate()]
	await found(field)
	for k in 2:
		field.get_distances(sets[k], [0, other][k])
	await found(field)
	var reached := range(60).map(func(i: int) -> bool: return field.is_reachable(spots[i], other))
	var seen := {"in walls": 0, "stands at first": 0, "arrived": [0, 0]}
	for frame in 900:
		await physics_frame
		if frame == 60:
			for y in range(25, 36):
				if sets.all(func(units: Variant) -> bool: return not Array(units).any(func(unit: Variant) -> bool: return field.get_cell(unit) == Vector2i(25, y))):
					field.set_cost(Vector2i(25, y), INF)
		for k in 2:
			var along: Variant = field.get_directions(sets[k], [0, other][k])
			for i in 60:
				if frame == 0:
					seen["stands at first"] += int(along[i].length() == 0.0 and reached[i])
				sets[k][i] += along[i] * length(0.3)
				seen["in walls"] += int(field.get_cost(field.get_cell(sets[k][i])) == INF)
	for k in 2:
		var goal: Variant = field.get_goals([0, other][k])[0]
		seen["arrived"][k] = range(60).filter(func(i: int) -> bool: return not reached[i] or sets[k][i].distance_to(goal) < length(0.5)).size()
	report("seen", seen)
	report("reached", reached.count(true) > 40)


func scenario_goal_sets() -> void:
	for size in [0, SECTOR]:
		var field := field_of({"sector_size": size})
		field.set_goal_cells([Vector2i(55, 50)])
		var here: int = field.add_goal_set(places([Vector2(-7.5, 7.5)]))
		var nothing: int = field.add_goal_set(places([]))
		var spot: Variant = field.get_cell_center(Vector2i(-7, 8))
		field.get_distances(places([Vector2(-6.5, 8.5)]), here)
		field.get_distance(spot)
		await found(field)
		report("sets %d" % size, [here, nothing, field.get_distance(spot, here) < length(2), field.get_distance(spot, nothing), field.get_goals(nothing).size(), field.get_distance(spot) > length(60)])
		report("refused %d" % size, [field.add_goal_set(places([Vector2(1000, 0)])), field.get_goals().size()])
		field.set_goal_cells([Vector2i(-8, 7)], nothing)
		await found(field)
		report("set later %d" % size, field.get_distance(spot, nothing) == field.get_distance(spot, here))
		field.remove_goal_set(here)
		field.remove_goal_set(0)
		report("removed %d" % size, [field.get_distance(spot, here), field.get_direction(spot, here) == at(0, 0), field.get_goals(here).size(), field.get_goals().size()])
		report("another number %d" % size, field.add_goal_set(places([])))
		field.free()


func scenario_changed() -> void:
	var field := field_of()
	var count := [0]
	field.changed.connect(func() -> void: count[0] += 1)
	report("at first", field.is_finding)
	await found(field)
	report("found", [count[0], field.is_finding])
	var searches: int = field.searches
	await frames(5)
	report("nothing", [count[0], field.searches == searches])
	field.set_goal_cells([Vector2i(55, 50)])
	field.set_cost(Vector2i(0, 20), INF)
	report("is finding", field.is_finding)
	field.get_direction(field.get_cell_center(Vector2i(-8, 7)))
	await found(field)
	report("once", [count[0], field.searches > searches])
	field.update_budget = 0.1
	field.region = Rect2i(0, 0, 600, 600)
	await frames(2)
	report("a budget takes frames", [field.is_finding, count[0]])
	field.update_budget = 1000.0
	await found(field)
	report("then it is done", [field.is_finding, count[0]])


func scenario_paths() -> void:
	var field := field_of()
	field.set_goals(places([Vector2(55.3, 50.2)]))
	var seen := {"in walls": 0, "other ends": 0, "not from there": 0, "twice": 0, "without": 0, "paths": 0}
	for spot: Vector2 in free_spots(field, 40):
		var start: Variant = at(spot.x, spot.y)
		var path: Variant = field.trace_path(start)
		if path.is_empty():
			seen["without"] += int(field.is_reachable(start))
			continue
		seen.paths += 1
		seen["other ends"] += int(path[-1].distance_to(field.get_goals()[0]) > length(1e-4))
		seen["not from there"] += int(path[0].distance_to(start) > length(1e-4))
		for i in path.size():
			seen["in walls"] += int(field.get_cost(field.get_cell(path[i])) == INF)
			seen["twice"] += int(i > 0 and path[i] == path[i - 1])
	report("many", seen.paths > 30)
	seen.erase("paths")
	report("seen", seen)


## What is drawn are the sectors that were asked for, and drawing asks for no others.
func scenario_drawings() -> void:
	var field := field_of()
	field.set_goal_cells([Vector2i(55, 50)])
	field.get_direction(field.get_cell_center(Vector2i(20, 20)))
	await found(field)
	var drawn := []
	for i in 4:
		var triangles: Variant = field.get_triangles()
		var arrows: Variant = field.get_arrows()
		field.get_distances(triangles)
		drawn.append(triangles.size())
		if i == 0:
			report("arrows", [triangles.size() == arrows.size(), triangles.size() > 0, triangles.size() / 6 <= 9 * SECTOR * SECTOR])
		await found(field)
	report("no more", drawn.all(func(size: int) -> bool: return size == drawn[0]))
	var longer := 0
	var arrows: Variant = field.get_arrows()
	for i in range(0, arrows.size(), 6):
		longer += int(field.get_distance(arrows[i + 1]) > field.get_distance(arrows[i]))
	report("arrows point the way", longer < 0.05 * arrows.size() / 6)


func scenario_would_block() -> void:
	var wrong := 0
	var yes := 0
	var whole := field_of({"sector_size": 0})
	var field := field_of()
	for each: Node in [whole, field]:
		each.set_goal_cells([Vector2i(55, 50)])
	for i in 60:
		var cells := []
		for k in 30:
			cells.append(Vector2i(50 + random.randi() % 8, 45 + random.randi() % 10))
		var from := places(free_spots(field, 2))
		var expected: bool = whole.would_block(cells, from)
		yes += int(expected)
		wrong += int(field.would_block(cells, from) != expected)
	report("as a whole field", [wrong, yes > 5, yes < 55])
	field.free()
	whole.free()
	# a corridor of one cell: a point stands for its cell, wherever it is in that
	var corridor := our_node("NavFlowField", {"region": Rect2i(0, 0, 9, 1), "cell_size": length(1.0)})
	corridor.set_goal_cells([Vector2i(0, 0)])
	report("on the cell", [0.01, 0.5, 0.99].map(func(off: float) -> bool: return corridor.would_block([Vector2i(4, 0)], places([Vector2(4 + off, off)]))))
	report("before it", [0.01, 0.5, 0.99].map(func(off: float) -> bool: return corridor.would_block([Vector2i(4, 0)], places([Vector2(3 + off, off)]))))
	report("on the goal", [corridor.would_block([Vector2i(0, 0)], places([Vector2(3.5, 0.5)])), corridor.would_block([Vector2i(0, 0)], places([]))])
	corridor.set_cost(Vector2i(6, 0), INF)
	report("without a way today", corridor.would_block([Vector2i(4, 0)], places([Vector2(8.5, 0.5)])))
	report("no cell", corridor.would_block([Vector2i(4, 0), "x"], places([Vector2(8.5, 0.5)])))


func scenario_settings() -> void:
	var field := field_of({"sector_size": 0})
	for size in [1025, -1, 5000000000]:
		field.sector_size = size
	report("size", field.sector_size)
	for size in [3, 1024, 64]:
		field.sector_size = size
		report("size %d" % size, field.sector_size)
	for budget in [0.1, 0.0, NAN]:
		field.update_budget = budget
	report("budget", is_equal_approx(field.update_budget, 0.1))


## From whole fields to sectors and back, while agents follow.
func scenario_follow() -> void:
	var field := our_node("NavFlowField", {"region": Rect2i(0, 0, 40, 24), "cell_size": length(1.0), "sector_size": 8})
	field.fill(Rect2i(14, 0, 2, 16), INF)
	field.set_goal_cells([Vector2i(36, 3)])
	var back: int = field.add_goal_set([field.get_cell_center(Vector2i(3, 3))])
	var crowd := our_node("Crowd", {"agent_radius": length(0.3), "agent_max_speed": length(3.0)})
	var spots := []
	for i in 40:
		spots.append(Vector2(1.5 + i % 8 + (24 if i >= 20 else 0), 12.5 + i / 8))
	var agents: PackedInt64Array = crowd.add_agents(places(spots))
	report("refused", [crowd.follow_field(agents.slice(0, 20), field), crowd.follow_field(agents.slice(20), field, back)])
	var start: Variant = crowd.get_agent_positions()
	await frames(2)
	var moved: Variant = crowd.get_agent_positions()
	report("set out", range(40).filter(func(i: int) -> bool: return moved[i] != start[i]).size())
	var inside := 0
	var arrived := [0]
	var failed := []
	crowd.agents_arrived.connect(func(some: PackedInt64Array) -> void: arrived[0] += some.size())
	crowd.agents_failed.connect(func(some: PackedInt64Array) -> void: failed.append_array(some))
	for i in 2400:
		await physics_frame
		inside += Array(crowd.get_agent_positions()).filter(func(place: Variant) -> bool: return field.get_cost(field.get_cell(place)) == INF).size()
		if i == 100:
			field.sector_size = 0
		if i == 200:
			field.sector_size = 12
		if i == 300:
			for y in range(16, 19):
				if not Array(crowd.get_agent_positions()).any(func(place: Variant) -> bool: return field.get_cell(place) in [Vector2i(14, y), Vector2i(15, y)]):
					field.fill(Rect2i(14, y, 2, 1), INF)
		if arrived[0] == 40:
			break
	report("seen", [arrived[0], failed.size(), inside])
	var ends: Variant = crowd.get_agent_positions()
	report("at their goals", range(40).all(func(i: int) -> bool: return ground(ends[i]).distance_to(Vector2(36.5, 3.5) if i < 20 else Vector2(3.5, 3.5)) < 5))
	crowd.stop_agents(agents)
	report("far from where its way was searched", crowd.follow_field(agents.slice(0, 20), field, back))
	await frames(2)
	field.remove_goal_set(back)
	await frames(3)
	report("set removed", Array(agents.slice(0, 20)).all(func(agent: int) -> bool: return failed.count(agent) == 1))
	report("unknown", crowd.follow_field(agents, field, back))


func scenario_agent() -> void:
	var field := our_node("NavFlowField", {"region": Rect2i(0, 0, 40, 24), "cell_size": length(1.0), "sector_size": 8})
	field.fill(Rect2i(14, 0, 2, 16), INF)
	var there: int = field.add_goal_set([field.get_cell_center(Vector2i(30, 3))])
	var body := follower(10, 3)
	var agent: Node = body.get_node("Agent")
	report("no goals", [agent.follow_field(field), agent.reason_text])
	report("at first", [agent.follow_field(field, there), agent.reason_text])
	for i in 1500:
		await physics_frame
		agent.follow_field(field, there)
		if agent.hasArrived() != 0:
			break
	report("arrived", [agent.hasArrived(), ground(body.position).distance_to(Vector2(30.5, 3.5)) < 1.5])
	agent.cancel_request()
	body.position = at(10, 3)
	await frames(1)
	agent.follow_field(field, there)
	field.set_goals(places([]), there)
	await frames(2)
	report("goals gone", agent.reason_text)
	field.set_goal_cells([Vector2i(30, 3)], there)
	agent.follow_field(field, there)
	field.rotation = 0.3 if IS_PLANE else Vector3(0, 0.3, 0)
	await frames(2)
	report("turned", agent.reason_text)
	field.rotation = 0.0 if IS_PLANE else Vector3.ZERO
	agent.follow_field(field, there)
	field.remove_goal_set(there)
	await frames(2)
	report("set removed", agent.reason_text)
	field.set_goal_cells([Vector2i(30, 3)])
	agent.follow_field(field)
	field.free()
	await frames(2)
	report("freed", agent.reason_text)
	agent.follow_field(null)
	report("none", agent.reason_text)


## What calls with wrong arguments print names the call, in the expected errors of the test.
func scenario_texts() -> void:
	var field := our_node("NavFlowField", {"region": Rect2i(0, 0, 8, 8), "cell_size": length(1.0)})
	field.fill(Rect2i(0, 0, 2, 2), NAN)
	field.would_block(["x"], places([]))
	report("unchanged", Array(field.get_costs(field.region)).count(1.0))


## A goal anywhere in its cell, at the region's corner, too, is as far as it is away.
func scenario_at_the_goal() -> void:
	for size in [0, 8]:
		var field := our_node("NavFlowField", {"region": Rect2i(0, 0, 20, 20), "cell_size": length(1.0), "sector_size": size})
		var wrong := []
		for goal: Vector2 in [Vector2(0, 0), Vector2(20, 20), Vector2(20, 3.4), Vector2(7.99, 8.01), Vector2(5.5, 5.5)]:
			field.set_goals(places([goal]))
			field.get_distances(places([goal]))
			await found(field)
			var cell := goal.clamp(Vector2.ZERO, Vector2(19, 19)).floor()
			for off: Vector2 in [Vector2(0.01, 0.01), Vector2(0.5, 0.2), Vector2(0.9, 0.9)]:
				var away: float = meters(field.get_distance(at(cell.x + off.x, cell.y + off.y)))
				if absf(away - (cell + off).distance_to(goal)) > 1e-4:
					wrong.append([goal, off, away])
			if field.get_distance(at(goal.x, goal.y)) > length(1e-5):
				wrong.append([goal, field.get_distance(at(goal.x, goal.y))])
			var path: Variant = field.trace_path(at(goal.x, goal.y))
			if path.size() != 1 or path[0].distance_to(at(goal.x, goal.y)) > length(1e-5):
				wrong.append([goal, path])
		report("wrong %d" % size, wrong)
		field.free()
