extends "res://level2d.gd"
## What is reached, steering, formations and areas of two-dimensional levels.

const SIZE := Vector2(1000, 600)


# ---- what is reached ----

func scenario_reach() -> void:
	wall(Vector2(500, 200), Vector2(40, 400))
	bake(SIZE)
	var map := NavMap2D.of(world)
	var start := Vector2(300, 200)
	var reach := map.reachable_area(start, 400)
	report("class", reach.get_class())
	report("max_cost", reach.max_cost)
	var wrong := []
	var farthest := 0.0
	for x in range(20, 1000, 35):
		for y in range(20, 600, 35):
			var point := Vector2(x, y)
			if map.is_on_navmesh(point):
				var length := map.find_path(start, point).length
				if reach.contains(point) != (length <= 400):
					wrong.append(point)
				elif length <= 400:
					farthest = maxf(farthest, absf(reach.cost_to(point) - length))
	report("wrong", wrong)
	report("cost off the path's length", farthest)
	report("far", reach.cost_to(Vector2(980, 20)) == INF)
	# In the open it is a disc.
	var disc := map.reachable_area(Vector2(200, 300), 100)
	report("disc", area_of(disc.triangles))
	report("current", disc.is_current())
	bake(Vector2(100, 100), {"position": Vector2(2000, 0)})
	report("current then", disc.is_current())
	report("cost then", is_nan(disc.cost_to(Vector2(200, 300))))
	report("negative", map.reachable_area(start, -16) == null)


func area_of(triangles: PackedVector2Array) -> float:
	var area := 0.0
	for i in range(0, triangles.size(), 3):
		area += absf((triangles[i + 1] - triangles[i]).cross(triangles[i + 2] - triangles[i])) / 2
	return area


# ---- goal fields ----

func scenario_goal_field() -> void:
	wall(Vector2(500, 200), Vector2(40, 400))
	bake(SIZE)
	var map := NavMap2D.of(world)
	var goals := PackedVector2Array([Vector2(300, 200), Vector2(900, 100)])
	var field := map.goal_field(goals)
	report("class", [field.get_class(), field.is_valid(), field.goals == goals])
	var places := map.random_points(100)
	var distances := field.get_distances(places)
	var directions := field.get_directions(places)
	var wrong := []
	for i in places.size():
		var paths := [map.find_path(places[i], goals[0]), map.find_path(places[i], goals[1])]
		var nearest: NavPath2D = paths[field.get_goal_index(places[i])]
		var along := nearest.points[1] - nearest.points[0]
		if absf(distances[i] - minf(paths[0].length, paths[1].length)) > 0.02 or absf(field.get_distance(places[i]) - distances[i]) > 0.02:
			wrong.append(["distance", places[i]])
		if directions[i].distance_to(along.normalized()) > 0.01 or absf(field.get_path(places[i]).length - nearest.length) > 0.02:
			wrong.append(["way", places[i]])
	report("wrong", wrong)
	report("near", map.goal_field(goals, 50).max_length)
	report("area", area_of(field.get_triangles(30)) / area_of(field.get_triangles(INF)))


# ---- steering ----

func behavior(type: int, properties := {}) -> NavSteeringBehavior2D:
	var out := NavSteeringBehavior2D.new()
	out.type = type
	for name: String in properties:
		out.set(name, properties[name])
	return out


func steering(behaviors: Array, properties := {}) -> NavSteering2D:
	var out := NavSteering2D.new()
	out.behaviors = behaviors
	for name: String in properties:
		out.set(name, properties[name])
	return out


## The same as in three dimensions, 16 times as large.
func scenario_calculates() -> void:
	var unlike := []
	for type: int in NavSteeringBehavior2D.WANDER + 1:
		var flat := steering([behavior(type, {"radius": 64.0})], {"max_acceleration": 160.0, "max_speed": 80.0})
		var solid := NavSteering.new()
		var one := NavSteeringBehavior.new()
		one.type = type
		one.radius = 4.0
		solid.behaviors = [one]
		solid.max_acceleration = 10.0
		solid.max_speed = 5.0
		for i in 20:
			var at := Vector2(16 * i, 8 * i)
			var got := flat.calculate(at, Vector2(24, -8), PackedVector2Array([Vector2(100, 40)]), 0.1)
			var wanted := solid.calculate(Vector3(at.x, 0, at.y) / 16, Vector3(1.5, 0, -0.5), PackedVector3Array([Vector3(6.25, 0, 2.5)]), 0.1)
			if got != 16 * Vector2(wanted.x, wanted.z):
				unlike.append([type, i, got, wanted])
	report("unlike", unlike)
	report("first values", [steering([]).max_acceleration, steering([]).max_speed, behavior(0).radius])
	report("toward", steering([behavior(NavSteeringBehavior2D.SEEK)]).calculate(Vector2.ZERO, Vector2.ZERO, PackedVector2Array([Vector2(0, 500)]), 0.1))
	var mixed := steering([NavSteeringBehavior.new()])
	report("of the other dimension", mixed.calculate(Vector2.ZERO, Vector2.ZERO, PackedVector2Array([Vector2(0, 500)]), 0.1))


## A body that a script moves by its steering.
func scenario_arrives() -> void:
	wall(Vector2(500, 200), Vector2(40, 400))
	bake(SIZE)
	var agent := walker(Vector2(100, 300), {"drive_body": false, "max_speed": 120.0})
	var body: CharacterBody2D = agent.get_parent()
	var target: Node2D = put(Node2D.new(), {"position": Vector2(300, 500)})
	var to := behavior(NavSteeringBehavior2D.ARRIVE)
	to.set_target_node(target)
	var steer := steering([to])
	var turns := 0
	var before := Vector2.ZERO
	for i in 400:
		body.velocity = (body.velocity + steer.get_steering(agent, 1.0 / 60) / 60).limit_length(120)
		turns += int(body.velocity.length() > 5 and body.velocity.dot(before) < 0)
		before = body.velocity
		body.move_and_slide()
		await physics_frame
	report("off", body.position.distance_to(target.position))
	report("speed", body.velocity.length())
	report("turns", turns)


## Toward a wall of the navmesh at full speed, and along the path of its agent.
func scenario_walls_and_paths() -> void:
	wall(Vector2(500, 200), Vector2(40, 400))
	bake(SIZE)
	var agent := walker(Vector2(300, 100), {"drive_body": false, "max_speed": 120.0})
	var body: CharacterBody2D = agent.get_parent()
	body.velocity = Vector2(120, 0)
	await frames(1)
	report("off the wall", steering([behavior(NavSteeringBehavior2D.AVOID_WALLS, {"look_ahead": 2.0})]).get_steering(agent, 1.0 / 60).x < -1)
	body.velocity = Vector2.ZERO
	agent.target_position = Vector2(800, 100)
	await frames(2)
	var steer := steering([behavior(NavSteeringBehavior2D.FOLLOW_PATH, {"radius": 10.0, "look_ahead": 0.3})])
	var reached := await until(func() -> bool:
		body.velocity = (body.velocity + steer.get_steering(agent, 1.0 / 60) / 60).limit_length(120)
		body.move_and_slide()
		return body.position.distance_to(Vector2(800, 100)) < 12, 1500)
	report("reached", reached)


func scenario_flocks() -> void:
	bake(SIZE)
	var agents := []
	for i in 12:
		agents.append(walker(Vector2(420 + 25 * (i % 4), 250 + 25 * (i / 4)), {"drive_body": false}))
	var steer := steering([behavior(NavSteeringBehavior2D.SEPARATION, {"radius": 80.0})])
	for i in 240:
		for agent: NavAgent2D in agents:
			var body: CharacterBody2D = agent.get_parent()
			body.velocity = (body.velocity + steer.get_steering(agent, 1.0 / 60) / 60).limit_length(60)
			body.move_and_slide()
		await physics_frame
	var nearest := INF
	for a: NavAgent2D in agents:
		for b: NavAgent2D in agents:
			if a != b:
				nearest = minf(nearest, a.get_parent().position.distance_to(b.get_parent().position))
	report("nearest", nearest)


# ---- formations ----

## Bodies in a heap, with agents, below a formation.
func troop(count: int, settings := {}, center := Vector2(150, 300)) -> NavFormation2D:
	var formation: NavFormation2D = put(NavFormation2D.new(), settings)
	for i in count:
		var agent := walker(center + 24 * sqrt(i) * Vector2.from_angle(2.4 * i), {"max_speed": 80.0})
		agent.get_parent().reparent(formation)
	return formation


func agents_of(formation: NavFormation2D) -> Array:
	return formation.get_children().map(func(body: Node) -> Node: return body.get_node("Agent"))


## Through a door of 70 pixels; ranks are narrowed there, and formed up again behind it.
func scenario_formation_through_a_door() -> void:
	wall(Vector2(500, 130), Vector2(40, 270))
	wall(Vector2(500, 470), Vector2(40, 270))
	bake(SIZE)
	var formation := troop(9, {"files": 3})
	var seen := {"formed": 0, "broke": 0, "arrived": 0, "flips": 0, "nearest": INF}
	formation.formed_up.connect(func() -> void: seen.formed += 1)
	formation.broke_up.connect(func() -> void: seen.broke += 1)
	formation.arrived.connect(func() -> void: seen.arrived += 1)
	await frames(2)
	report("spacing", formation.spacing)
	report("first", formation.requestPath(Vector2(900, 300)))
	var places := {}
	var steps := {}
	var count := 0
	while formation.hasArrived() == NavAgent2D.RUNNING and count < 3000:
		await physics_frame
		count += 1
		for agent: NavAgent2D in agents_of(formation):
			var at: Vector2 = agent.get_parent().position
			var step: Vector2 = at - places.get(agent, at)
			seen.flips += int(step.length() > 0.2 and steps.get(agent, step).length() > 0.2 and step.dot(steps.get(agent, step)) < 0)
			for other: NavAgent2D in places:
				if other != agent and count > 60:		# they begin in a heap
					seen.nearest = minf(seen.nearest, at.distance_to(other.get_parent().position))
			places[agent] = at
			steps[agent] = step
	report("status", formation.hasArrived())
	report("seconds", count / 60.0)
	report("members", formation.member_count)
	report("signals", [seen.formed, seen.broke, seen.arrived])
	report("flips", seen.flips)
	report("nearest", seen.nearest)
	var off := 0.0
	for agent: NavAgent2D in agents_of(formation):
		off = maxf(off, agent.get_parent().position.distance_to(formation.get_slot_position(agent)))
	report("off the slots", off)
	report("left", formation.distance_left)


func scenario_formation_behind_a_leader() -> void:
	bake(SIZE)
	var leader: Node2D = put(Node2D.new(), {"position": Vector2(220, 300), "rotation": 0.0})
	var formation := troop(5, {"shape": NavFormation2D.WEDGE, "leader": leader})
	await frames(120)
	report("formed up behind it", agents_of(formation).all(func(agent: NavAgent2D) -> bool: return agent.get_parent().position.x < 200))
	for i in 360:
		leader.position += Vector2(1, 0)
		await physics_frame
	await frames(120)
	report("followed", agents_of(formation).all(func(agent: NavAgent2D) -> bool:
		return agent.get_parent().position.x > 400 and agent.get_parent().position.x < leader.position.x))
	formation.leader = null
	report("reason", formation.reason_text)
	report("off the navmesh", [formation.requestPath(Vector2(1500, 300)), formation.reason_text])
	formation.requestPath(Vector2(NAN, 0))
	var stranger := NavAgent.new()
	formation.add_member(stranger)
	stranger.free()
	report("members", formation.member_count)


# ---- areas ----

func scenario_areas() -> void:
	var costs := PackedFloat32Array()
	costs.resize(8)
	costs.fill(1)
	costs[7] = 10
	var mud: NavModifierArea2D = put(NavModifierArea2D.new(), {"position": Vector2(500, 300), "area": 7,
			"polygon": rectangle(Vector2(-50, -200), Vector2(50, 200))})
	var baker := bake(SIZE, {"area_costs": costs})
	var map := NavMap2D.of(world)
	report("class", mud.get_class())
	report("polygon", mud.polygon == rectangle(Vector2(-50, -200), Vector2(50, 200)))
	report("areas", [Vector2(449, 300), Vector2(451, 300), Vector2(549, 499), Vector2(549, 501)].map(
			func(point: Vector2) -> int: return map.get_polygon_area(map.polygon_at(point))))
	var round_it := map.find_path(Vector2(300, 300), Vector2(700, 300))
	report("way round", [round_it.length > 480, 7 in Array(round_it.areas)])
	# Concave, turned, and not walkable: the navmesh keeps the agents' radius from it.
	mud.polygon = PackedVector2Array([Vector2(0, 0), Vector2(200, 0), Vector2(200, 60), Vector2(60, 60), Vector2(60, 200), Vector2(0, 200)])
	mud.rotation = PI / 2
	mud.area = 0
	report("baked", await until(func() -> bool: return not map.is_on_navmesh(Vector2(499, 301)), 0, MSEC_TO_WAIT))
	report("around", [Vector2(470, 330), Vector2(470, 390), Vector2(431, 371), Vector2(429, 371), Vector2(511, 300)].map(
			func(point: Vector2) -> bool: return map.is_on_navmesh(point)))
	mud.enabled = false
	report("off", await until(func() -> bool: return map.is_on_navmesh(Vector2(470, 330)), 0, MSEC_TO_WAIT))
	mud.polygon = PackedVector2Array([Vector2(0, 0), Vector2(200, 200), Vector2(200, 0), Vector2(0, 200)])
	mud.enabled = true
	mud.polygon = PackedVector2Array([Vector2(NAN, 0), Vector2(200, 200), Vector2(200, 0)])
	report("navmesh", baker.navmesh.polygon_count > 0)
