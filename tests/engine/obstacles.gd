extends "res://level.gd"
## NavObstacle and NavModifierVolume: what they cut out of the navmesh, what they mark, and how agents keep clear.

const SQUARE: Array = [Vector3(-3, 0, -3), Vector3(3, 0, -3), Vector3(3, 0, 3), Vector3(-3, 0, 3)]


## A floor of 32 m × 32 m, baked in tiles.
func ground(settings := {}) -> NavMeshBaker:
	floor_at(32, 32)
	return bake({"tile_size": 64}.merged(settings))


func baked_area(bakes: NavMeshBaker) -> float:
	bakes.bake_navigation_mesh(false)
	return bakes.navmesh.area


## Every property that NavigationObstacle3D has, and its value in a new node.
func scenario_properties_of_navigation_obstacle() -> void:
	var theirs := NavigationObstacle3D.new()
	var ours := NavObstacle.new()
	var different := []
	for property in ClassDB.class_get_property_list("NavigationObstacle3D", true):
		var is_heading: bool = property.usage & (PROPERTY_USAGE_GROUP | PROPERTY_USAGE_SUBGROUP | PROPERTY_USAGE_CATEGORY) != 0
		var value: Variant = ours.get(property.name)
		if not is_heading and (not property.name in ours or typeof(value) != property.type or value != theirs.get(property.name)):
			different.append(property.name)
	report("different", different)
	ours.vertices = [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(1, 0, 1)]
	ours.velocity = Vector3(1, 2, 3)
	ours.set_avoidance_layer_value(3, true)
	ours.set_avoidance_layer_value(1, false)
	report("vertices", ours.vertices.size())
	report("velocity is kept", ours.velocity == Vector3(1, 2, 3))
	report("avoidance_layers", ours.avoidance_layers)
	report("layer 3", ours.get_avoidance_layer_value(3))
	theirs.free()
	ours.free()


## The area that outlines take away, exactly or with the agents' radius.
func scenario_outlines_are_cut_out() -> void:
	var bakes := ground()
	var whole := bakes.navmesh.area
	var shapes := {
		"circle": {"radius": 3.0}, "square": {"vertices": SQUARE},
		"ell": {"vertices": [Vector3(-4, 0, -4), Vector3(4, 0, -4), Vector3(4, 0, 0), Vector3(0, 0, 0), Vector3(0, 0, 4),
			Vector3(-4, 0, 4)]}}
	for shape in shapes:
		var areas := {}
		for carve in [true, false]:
			var node := obstacle(shapes[shape].merged({"affect_navigation_mesh": true, "carve_navigation_mesh": carve}), Vector3(1, 0, 2))
			areas["exact" if carve else "with radius"] = whole - baked_area(bakes)
			node.free()
		report(shape, areas)


func scenario_obstacle_above_or_idle() -> void:
	var bakes := ground()
	var whole := bakes.navmesh.area
	var above := obstacle({"vertices": SQUARE, "affect_navigation_mesh": true}, Vector3(0, 3, 0))
	report("cut by one above", whole - baked_area(bakes))
	above.free()
	var idle := obstacle({"vertices": SQUARE})
	report("cut by one that does not affect", whole - baked_area(bakes))
	idle.rotation.y = PI / 4
	idle.scale = Vector3(2, 1, 2)
	idle.carve_navigation_mesh = true
	idle.affect_navigation_mesh = true
	report("cut by one turned and scaled", whole - baked_area(bakes))


func scenario_obstacle_carves() -> void:
	var bakes := ground()
	await frames(2)
	var whole := bakes.navmesh.area
	var counts := []
	bakes.tiles_changed.connect(func(count): counts.append(count))
	var node := obstacle({"radius": 2.0, "affect_navigation_mesh": true, "avoidance_enabled": false}, Vector3(-8, 0, -8))
	await settled(bakes)
	report("placed", {"cut": whole - bakes.navmesh.area, "tiles of each rebake": counts})
	node.position = Vector3(8, 0, 8)
	await settled(bakes)
	report("moved", {"cut": whole - bakes.navmesh.area, "tiles of each rebake": counts})
	node.affect_navigation_mesh = false
	await settled(bakes)
	report("switched off", {"cut": whole - bakes.navmesh.area, "rebakes": counts.size()})


## A bar across the whole level, then gone.
func scenario_bar_across_the_level() -> void:
	var bakes := ground()
	await frames(2)
	var agent := ghost(Vector3(-12, 0, 0))
	var bar := obstacle({"vertices": [Vector3(-1, 0, -20), Vector3(1, 0, -20), Vector3(1, 0, 20), Vector3(-1, 0, 20)],
			"affect_navigation_mesh": true})
	await settled(bakes)
	await frames(1)
	report("with the bar", {"status": agent.requestPath(Vector3(12, 0, 0)), "islands": bakes.navmesh.island_count})
	bar.queue_free()
	await frames(2)
	await settled(bakes)
	report("without it", {"status": agent.requestPath(Vector3(12, 0, 0)), "islands": bakes.navmesh.island_count})


func scenario_obstacle_stands_in_the_way() -> void:
	await avoids(Vector3(0, 0, 0.05), 0.0)


func scenario_obstacle_comes_towards_the_agent() -> void:
	await avoids(Vector3(8, 0, 0.05), 2.0)


## How near an agent comes to an obstacle in its way that comes towards it at this speed.
func avoids(place: Vector3, speed: float) -> void:
	ground()
	var agent := ghost(Vector3(-12, 0, 0))
	var node := obstacle({"radius": 1.0, "height": 2.0}, place)
	await frames(2)
	agent.requestPath(Vector3(13, 0, 0))
	var nearest := [INF]
	report("arrives", await until(func():
		node.position.x -= speed / 60.0
		nearest[0] = minf(nearest[0], off(agent, node.position))
		return agent.hasArrived() == NavAgent.SUCCESS, 1800))
	report("nearest", nearest[0])
	report("radii", agent.radius + 1.0)


## An obstacle outside of a Crowd node is there for its agents, too, even if it came first.
func scenario_agent_of_a_crowd_avoids() -> void:
	ground()
	obstacle({"radius": 1.0, "height": 2.0}, Vector3(0, 0, 0.05))
	await frames(2)
	var crowd: Crowd = put(Crowd.new())
	var agent := ghost(Vector3(-12, 0, 0), 1.0, {}, crowd)
	await frames(2)
	agent.requestPath(Vector3(13, 0, 0))
	var nearest := [INF]
	report("arrives", await until(func():
		nearest[0] = minf(nearest[0], off(agent, Vector3.ZERO))
		return agent.hasArrived() == NavAgent.SUCCESS, 1800))
	report("nearest", nearest[0])
	crowd.free()
	await frames(2)


## A swamp across the straight way: through it or round it, by its cost.
func scenario_area_has_a_cost() -> void:
	var volume: NavModifierVolume = put(NavModifierVolume.new(), {"size": Vector3(6, 2, 20), "area": 5})
	var bakes := ground()
	var whole := bakes.navmesh.area
	await frames(2)
	var agent := ghost(Vector3(-12, 0, 0))
	await frames(1)
	for cost in [1.0, 1.2, 10.0]:
		var costs := PackedFloat32Array()
		costs.resize(6)
		costs.fill(1.0)
		costs[5] = cost
		bakes.area_costs = costs
		agent.cancel_request()
		agent.requestPath(Vector3(12, 0, 0))
		report("length at cost %.1f" % cost, agent.get_path_length())
	report("area_costs", Array(bakes.area_costs))
	volume.area = 0
	await settled(bakes)
	report("cut when not walkable", whole - bakes.navmesh.area)
	volume.position.x = 100.0
	await settled(bakes)
	report("cut when moved away", whole - bakes.navmesh.area)
	volume.position.x = 1.0
	await settled(bakes)
	report("cut when moved back", whole - bakes.navmesh.area)
	volume.enabled = false
	await settled(bakes)
	report("cut when not enabled", whole - bakes.navmesh.area)


func scenario_body_gives_its_floor_an_area() -> void:
	floor_at(13, 32, Vector3(-9.5, 0, 0))
	floor_at(6, 20).set_meta("nav_area", 7)         # neither the first body nor the last
	floor_at(13, 32, Vector3(9.5, 0, 0))
	for z in [-13, 13]:
		floor_at(6, 6, Vector3(0, 0, z))
	bake({"tile_size": 64, "area_costs": PackedFloat32Array([1, 1, 1, 1, 1, 1, 1, 10])})
	await frames(2)
	var agent := ghost(Vector3(-12, 0, 0))
	await frames(1)
	agent.requestPath(Vector3(12, 0, 0))
	report("length", agent.get_path_length())


func scenario_bad_values() -> void:
	var level := level_at("Bad")
	var node := obstacle({"affect_navigation_mesh": true, "name": "Crossing"}, Vector3.ZERO, level)
	node.vertices = [Vector3(0, 0, 0), Vector3(4, 0, 4), Vector3(4, 0, 0), Vector3(0, 0, 4)]
	node.vertices = [Vector3(NAN, 0, 0)]
	node.radius = -1
	node.set_avoidance_layer_value(0, true)
	var volume: NavModifierVolume = put(NavModifierVolume.new(), {}, level)
	volume.size = Vector3(-1, 1, 1)
	volume.area = 64
	report("vertices", node.vertices.size())
	report("radius", node.radius)
	report("avoidance_layers", node.avoidance_layers)
	report("size is as before", volume.size == Vector3(2, 2, 2))
	report("area", volume.area)


# ---- carve_when_resting ----

const RESTING := {"affect_navigation_mesh": true, "carve_navigation_mesh": true, "carve_when_resting": true}


## The numbers of tiles of each bake after a change.
func bakes_of(node: NavMeshBaker) -> Array:
	var counts := []
	node.tiles_changed.connect(func(count): counts.append(count))
	return counts


## What is cut out of a navmesh, and how many bakes there were.
func state(node: NavMeshBaker, whole: float, counts: Array) -> Dictionary:
	await settled(node)
	return {"cut": whole - node.navmesh.area, "bakes": counts.size()}


func scenario_rests_moves_and_rests() -> void:
	var bakes := ground()
	await frames(2)
	var whole := bakes.navmesh.area
	var counts := bakes_of(bakes)
	var node := obstacle(RESTING.merged({"vertices": SQUARE}), Vector3(-8, 0, -8))
	await frames(20)
	report("too early", await state(bakes, whole, counts))
	await frames(15)
	report("rests", await state(bakes, whole, counts))
	for i in 120:
		node.position = Vector3(-8, 0, -8) + Vector3(randf(), 0, randf()) * 0.06
		await physics_frame
	report("trembles", await state(bakes, whole, counts))
	var count := 0
	while count < 160 or bakes.is_rebaking():
		node.position += Vector3(0.1, 0, 0.1) if count < 160 else Vector3(0.3 - 0.6 * (count % 2), 0, 0)
		count += 1
		await physics_frame
	report("moves", await state(bakes, whole, counts))
	await frames(40)
	report("rests again", await state(bakes, whole, counts))
	var path := await length_across(Vector3(-2, 0, 8), Vector3(15, 0, 8))
	node.queue_free()
	await frames(2)
	report("freed", await state(bakes, whole, counts))
	report("longer by", path - 17.0)
	report("longer by, freed", await length_across(Vector3(-2, 0, 8), Vector3(15, 0, 8)) - 17.0)


func length_across(start: Vector3, goal: Vector3) -> float:
	var agent := ghost(start)
	await frames(2)
	agent.requestPath(goal)
	var length := agent.get_path_length()
	agent.get_parent().free()
	return length


## A door between two rooms, whose hinge never moves.
func scenario_door_swings() -> void:
	floor_at(32, 32)
	for z in [-9.0, 9.0]:
		box(Vector3(0.5, 3, 14), Vector3(0, 1.5, z))
	var hinge := node_at(Vector3(0, 0, -2))
	hinge.rotation.y = PI / 2
	var door := obstacle(RESTING.merged({"height": 2.0, "rest_time": 0.2,
		"vertices": [Vector3(-0.2, 0, 0), Vector3(0.2, 0, 0), Vector3(0.2, 0, 4), Vector3(-0.2, 0, 4)]}), Vector3.ZERO, hinge)
	door.carve_navigation_mesh = false
	var bakes := bake({"tile_size": 64})
	var counts := bakes_of(bakes)
	var agent := ghost(Vector3(-8, 0, 6))
	await frames(2)
	report("open at first", agent.requestPath(Vector3(8, 0, 6)))
	agent.cancel_request()
	for turn in [0.0, PI / 2, 0.0]:
		var begin := hinge.rotation.y
		for i in 30:
			hinge.rotation.y = lerpf(begin, turn, (i + 1) / 30.0)
			await physics_frame
		await frames(20)
		await settled(bakes)
		await frames(1)
		report("turn %d" % counts.size(), agent.requestPath(Vector3(8, 0, 6)))
		agent.cancel_request()


const WHOLE := 30.5 * 30.5               # m², of a floor of 32 m, less the agents' radius and a cell on each side


## A scene that is loaded: the obstacle is part of the first bake, and nothing is baked again until it moves on.
func scenario_rests_from_the_start() -> void:
	var level := level_at()
	floor_at(32, 32, Vector3.ZERO, level)
	var node := obstacle(RESTING.merged({"vertices": SQUARE}), Vector3(-8, 0, -8), level)
	var bakes := baker({"tile_size": 64}, level)
	var counts := bakes_of(bakes)
	await baked(bakes)
	await frames(60)
	report("loaded", await state(bakes, WHOLE, counts))
	node.rest_time = 1e5
	node.position.x += 1.0
	await frames(10)
	report("moves", await state(bakes, WHOLE, counts))
	node.rest_time = 0.1
	await frames(10)
	report("rests", await state(bakes, WHOLE, counts))


## A bake of the whole level takes an obstacle that has just come, and its ground is restored if it moves on at once.
func scenario_whole_bake_before_it_rests() -> void:
	var bakes := ground()
	await frames(2)
	var whole := bakes.navmesh.area
	var counts := bakes_of(bakes)
	var node := obstacle(RESTING.merged({"vertices": SQUARE, "rest_time": 1e5}), Vector3(-8, 0, -8))
	report("baked", {"cut": whole - baked_area(bakes), "bakes": counts.size()})
	await frames(2)
	node.position.x += 1.0
	await frames(2)
	report("moves", await state(bakes, whole, counts))


## Switches while it stands and while it moves.
func scenario_rest_is_switched() -> void:
	var bakes := ground()
	await frames(2)
	var whole := bakes.navmesh.area
	var counts := bakes_of(bakes)
	var node := obstacle({"vertices": SQUARE, "affect_navigation_mesh": true, "carve_navigation_mesh": true}, Vector3(-8, 0, -8))
	await frames(2)
	report("without", await state(bakes, whole, counts))
	node.carve_when_resting = true
	await frames(40)
	report("switched on", await state(bakes, whole, counts))
	node.avoidance_layers = 2
	await frames(2)
	report("other layers", await state(bakes, whole, counts))
	node.radius = 1.0
	await frames(2)
	report("with a circle within", (await state(bakes, whole, counts)).cut)
	counts.clear()
	node.affect_navigation_mesh = false
	await frames(2)
	report("affects nothing", await state(bakes, whole, counts))
	node.affect_navigation_mesh = true
	await frames(40)
	report("affects again", await state(bakes, whole, counts))
	node.rest_time = 1e5
	node.position.x += 1.0
	await frames(2)
	report("moves", await state(bakes, whole, counts))
	node.carve_when_resting = false
	await frames(2)
	report("switched off", await state(bakes, whole, counts))


## It affects the navmesh only after it was moved onto the level: nothing of its former place counts.
func scenario_affects_later() -> void:
	var bakes := ground()
	await frames(2)
	var whole := bakes.navmesh.area
	var counts := bakes_of(bakes)
	var node := obstacle({"vertices": SQUARE, "carve_navigation_mesh": true, "carve_when_resting": true}, Vector3(-8, 0, -8))
	await frames(40)
	node.position = Vector3(100, 0, 0)
	node.affect_navigation_mesh = true
	await frames(40)
	report("elsewhere", await state(bakes, whole, counts))
	node.position = Vector3(8, 0, 8)
	await frames(40)
	report("on the level", (await state(bakes, whole, counts)).cut)


## Each world has its obstacle; one that changes its world is restored in the first and cut out of the second.
func scenario_rests_in_two_worlds() -> void:
	var other := viewport()
	var here := ground()
	floor_at(32, 32, Vector3.ZERO, other)
	var there := bake({"tile_size": 64}, other)
	await frames(2)
	var whole := here.navmesh.area
	var counts := {"here": bakes_of(here), "there": bakes_of(there)}
	var node := obstacle(RESTING.merged({"vertices": SQUARE}), Vector3(-8, 0, -8))
	await frames(40)
	report("here", [await state(here, whole, counts.here), await state(there, whole, counts.there)])
	node.reparent(other)
	await frames(40)
	report("there", [await state(here, whole, counts.here), await state(there, whole, counts.there)])


## An outline that is not cut out is a wall for agents.
func scenario_outline_is_avoided() -> void:
	ground()
	obstacle({"vertices": SQUARE, "height": 2.0})
	var agent := ghost(Vector3(-12, 0, 0))
	await frames(2)
	agent.requestPath(Vector3(12, 0, 0))
	var least := [INF]
	report("arrives", await until(func():
		least[0] = minf(least[0], (place_of(agent).abs() - Vector2(3, 3)).max(Vector2.ZERO).length())
		return agent.hasArrived() == NavAgent.SUCCESS, 1800))
	report("least", least[0])


## The path leads along the very edge of what was cut out.
func scenario_outline_is_cut_out() -> void:
	var bakes := ground()
	obstacle({"vertices": SQUARE, "height": 2.0, "affect_navigation_mesh": true, "carve_navigation_mesh": true}, Vector3(0, 0, 0.5))
	bakes.bake_navigation_mesh(false)
	await around(func(place: Vector2): return ((place - Vector2(0, 0.5)).abs() - Vector2(3, 3)).max(Vector2.ZERO).length(), "arrives", "least")


## What cannot be baked says so once, however it goes on, and counts again when it is good.
func scenario_comes_right_again() -> void:
	var bakes := ground()
	var whole := bakes.navmesh.area
	var bad := {"place": {"position": Vector3(NAN, 0, 0)}, "height": {"position": Vector3(0, INF, 0)}, "scale": {"scale": Vector3(0, 1, 0)},
		"flat": {"scale": Vector3(1, 0, 1)}, "large": {"scale": Vector3(INF, INF, INF)}}
	for kind in ["Circle", "Outline", "Resting", "Volume"]:
		var node: Node3D
		if kind == "Volume":
			node = put(NavModifierVolume.new(), {"name": kind, "size": Vector3(6, 2, 6)})
		else:
			node = obstacle({"name": kind, "affect_navigation_mesh": true, "rest_time": 0.1, "carve_when_resting": kind == "Resting"}
				.merged({"radius": 3.0} if kind == "Circle" else {"vertices": SQUARE}))
		await frames(20)
		await settled(bakes)
		var good := whole - bakes.navmesh.area
		for what: String in bad:
			for i in 3:
				for property in bad[what]:
					node.set(property, bad[what][property] * (1 if i < 2 else 2))
				node.visible = not node.visible
				await frames(12)
			await settled(bakes)
			var left := whole - bakes.navmesh.area
			node.transform = Transform3D.IDENTITY
			await frames(12)
			await settled(bakes)
			report("%s %s" % [kind, what], {"left": left, "again": is_equal_approx(whole - bakes.navmesh.area, good) and good > 30})
		if kind == "Outline":
			for i in 3:
				node.vertices = [Vector3(0, 0, 0), Vector3(4, 0, 4), Vector3(4, 0, 0), Vector3(0, 0, 4 + i)]
			await settled(bakes)
			var left := whole - bakes.navmesh.area
			node.vertices = SQUARE
			await settled(bakes)
			report("%s crossing" % kind, {"left": left, "again": is_equal_approx(whole - bakes.navmesh.area, good)})
		node.free()
		await settled(bakes)


## Two vertices, and an outline that crosses itself, affect the navmesh in vain.
func scenario_outlines_that_cannot_be_cut_out() -> void:
	ground()
	var shapes := {"wall": [Vector3(0, 0, -3), Vector3(0, 0, 3)],
		"crossing": [Vector3(0, 0, -3), Vector3(1, 0, 3), Vector3(1, 0, -3), Vector3(0, 0, 3)]}
	for shape in shapes:
		var node := obstacle({"vertices": shapes[shape], "height": 2.0, "affect_navigation_mesh": true})
		await around(func(place: Vector2): return place.distance_to(Vector2(0, clampf(place.y, -3, 3))), shape + " arrives", shape)
		node.free()


## The least measure of the places of an agent that crosses the level.
func around(measure: Callable, arrives: String, least: String) -> void:
	var agent := ghost(Vector3(-12, 0, 0))
	await frames(2)
	agent.requestPath(Vector3(12, 0, 0))
	var nearest := [INF]
	report(arrives, await until(func():
		nearest[0] = minf(nearest[0], measure.call(place_of(agent)))
		return agent.hasArrived() == NavAgent.SUCCESS, 900))
	report(least, nearest[0])
	agent.get_parent().free()


## The nearer one of two doors is shut by a wall that is not cut out: agents take the other door.
func scenario_outline_shuts_a_door() -> void:
	floor_at(32, 32)
	for part in [[-16, -2], [2, 10], [14, 16]]:
		box(Vector3(0.5, 3, part[1] - part[0]), Vector3(0, 1.5, (part[0] + part[1]) / 2.0))
	bake()
	var node := obstacle({"vertices": [Vector3(0, 0, -3), Vector3(0, 0, 3)], "height": 2.0})
	var agent := ghost(Vector3(-8, 0, 0))
	await frames(2)
	agent.requestPath(Vector3(8, 0, 0))
	var farthest := [0.0]
	report("arrives", await until(func():
		farthest[0] = maxf(farthest[0], place_of(agent).y)
		return agent.hasArrived() == NavAgent.SUCCESS, 3600))
	report("by the other door", farthest[0] > 10)
	node.free()
	agent.requestPath(Vector3(-8, 0, 0))
	farthest[0] = 0.0
	report("returns", await until(func():
		farthest[0] = maxf(farthest[0], absf(place_of(agent).y))
		return agent.hasArrived() == NavAgent.SUCCESS, 1200))
	report("straight", farthest[0] < 2)


## A concave outline: no agent is led into its bay, or is held there.
func scenario_concave_outline() -> void:
	ground()
	var bay := [Vector3(-3, 0, -3), Vector3(3, 0, -3), Vector3(3, 0, 3), Vector3(-3, 0, 3), Vector3(-3, 0, 2), Vector3(2, 0, 2), Vector3(2, 0, -2),
		Vector3(-3, 0, -2)]
	obstacle({"vertices": bay, "height": 2.0})
	var points := PackedVector2Array(bay.map(func(point): return Vector2(point.x, point.z)))
	var agent := ghost(Vector3(-12, 0, 0.2))
	await frames(2)
	agent.requestPath(Vector3(12, 0, 0))
	var least := [INF]
	report("arrives", await until(func():
		for i in points.size():
			var near := Geometry2D.get_closest_point_to_segment(place_of(agent), points[i], points[(i + 1) % points.size()])
			least[0] = minf(least[0], near.distance_to(place_of(agent)))
		return agent.hasArrived() == NavAgent.SUCCESS, 3600))
	report("least", least[0])


## Outlines of all kinds that are not cut out, on the way of an agent that passes 10 m before and behind their middle.
func scenario_ways_around_outlines() -> void:
	ground()
	var shapes := {"flat": SQUARE, "corner": turned(4, 0.0), "octagon": turned(8, 0.5), "round": turned(32, 0.0),
		"ell": [Vector3(-3, 0, -3), Vector3(3, 0, -3), Vector3(3, 0, -2), Vector3(-2, 0, -2), Vector3(-2, 0, 3), Vector3(-3, 0, 3)],
		"mouth": [Vector3(-3, 0, -3), Vector3(3, 0, -3), Vector3(3, 0, 3), Vector3(-3, 0, 3), Vector3(-3, 0, 2), Vector3(2, 0, 2),
			Vector3(2, 0, -2), Vector3(-3, 0, -2)],
		"wall": [Vector3(0, 0, -3), Vector3(0, 0, 3)]}
	report("free", await pass_outline(0.0))
	for shape: String in shapes:
		var node := obstacle({"vertices": shapes[shape], "height": 2.0})
		for z: float in [-0.5, -0.1, 0.0, 0.01, 0.5]:
			var points: Array = shapes[shape].map(func(point): return [point.x, point.z])
			report("%s %s" % [shape, z], (await pass_outline(z)).merged({"points": points, "z": z}))
		node.free()


## Two squares, with a gap between them that is a little too narrow for an agent, and a little wider than it.
func scenario_gap_of_outlines() -> void:
	ground()
	for gap: float in [0.9, 1.3]:
		var nodes := [-1, 1].map(func(side): return obstacle({"vertices": SQUARE, "height": 2.0}, Vector3(0, 0, side * (3 + gap / 2))))
		report("gap %s" % gap, await pass_outline(0.3))
		for node: Node in nodes:
			node.free()


func turned(corners: int, turn: float) -> Array:
	return range(corners).map(func(i): return Vector3(3, 0, 0).rotated(Vector3.UP, -TAU * (i + turn) / corners))


## Seconds until an agent has passed, frames in which it was slow on the way, and how far to the side it passed the middle.
func pass_outline(z: float) -> Dictionary:
	var agent := ghost(Vector3(-10, 0, z))
	await frames(2)
	agent.requestPath(Vector3(10, 0, z))
	var count := {"frames": 0, "slow": 0, "side": 0.0}
	var last := [place_of(agent)]
	await until(func():
		var moved := place_of(agent).distance_to(last[0]) * 60.0
		count.frames += 1
		count.slow += 1 if count.frames > 30 and moved < 1.0 and place_of(agent).x < 8 else 0
		if last[0].x < 0 and place_of(agent).x >= 0:
			count.side = place_of(agent).y
		last[0] = place_of(agent)
		return agent.hasArrived() != NavAgent.RUNNING, 1800)
	var result := {"status": agent.hasArrived(), "seconds": count.frames / 60.0, "slow": count.slow, "side": count.side}
	agent.get_parent().free()
	return result
