extends "res://level.gd"
## NavSteering: its behaviors, their combinations, and bodies that move by it.

const DELTA := 1.0 / 60
const PLACES: Array[Vector3] = [Vector3(1, 5, 2), Vector3(-3, 0, 4), Vector3(0, 1, 0)]
const VELOCITIES: Array[Vector3] = [Vector3(2, 9, -1), Vector3.ZERO, Vector3(-2, 0, 1.5)]
const TARGET := Vector3(4, -2, -6)


func behavior(type: NavSteeringBehavior.Type, settings := {}) -> NavSteeringBehavior:
	var made := NavSteeringBehavior.new()
	made.type = type
	for setting in settings:
		made.set(setting, settings[setting])
	return made


func steering(behaviors: Array, settings := {}) -> NavSteering:
	var made := NavSteering.new()
	made.behaviors.assign(behaviors)
	for setting in settings:
		made.set(setting, settings[setting])
	return made


## Moves the body of an agent by its steering, or a node without a body.
func drive(resource: NavSteering, agent: NavAgent, velocities: Dictionary) -> void:
	var body: Node3D = agent.get_parent()
	var velocity: Vector3 = body.velocity if body is CharacterBody3D else velocities.get(agent, Vector3.ZERO)
	velocity = (velocity + resource.get_steering(agent, DELTA) * DELTA).limit_length(agent.max_speed)
	if body is CharacterBody3D:
		body.velocity = velocity
		body.move_and_slide()
	else:
		body.position += velocity * DELTA
	velocities[agent] = velocity


func floating(place: Vector3, settings := {}) -> NavAgent:
	var agent := with_agent(Node3D.new(), settings)
	agent.get_parent().position = place
	return agent


func numbers(vector: Vector3) -> Array:
	return [vector.x, vector.y, vector.z]


func scenario_calculated() -> void:
	for named in ["SEEK", "FLEE", "ARRIVE", "PURSUE", "EVADE"]:
		var one := steering([behavior(ClassDB.class_get_integer_constant(&"NavSteeringBehavior", named), {"radius": 0.0})], {"max_speed": 3.0})
		report(named, range(3).map(func(i): return numbers(one.calculate(PLACES[i], VELOCITIES[i], [TARGET], DELTA))))
	var seek := behavior(NavSteeringBehavior.SEEK, {"weight": 0.5})
	var flee := behavior(NavSteeringBehavior.FLEE, {"radius": 0.0, "weight": 2.0})
	var off_it := behavior(NavSteeringBehavior.SEEK, {"enabled": false})
	var targets := [TARGET, Vector3.ZERO, Vector3(0, 0, 50)]
	for limit in [15.0, 4.0]:
		var both := steering([seek, flee, off_it], {"max_acceleration": limit})
		report("sum within %s" % limit, numbers(both.calculate(PLACES[0], VELOCITIES[0], targets, DELTA)))
		both.combination = NavSteering.PRIORITY
		report("priority within %s" % limit, numbers(both.calculate(PLACES[0], VELOCITIES[0], targets, DELTA)))
	var far := behavior(NavSteeringBehavior.FLEE, {"radius": 1.0})
	report("priority when the first one is far off", numbers(steering([far, seek], {"combination": NavSteering.PRIORITY}).calculate(
			PLACES[0], VELOCITIES[0], [Vector3(90, 0, 0), TARGET], DELTA)))
	report("second alone", numbers(steering([null, seek]).calculate(PLACES[0], VELOCITIES[0], [Vector3.ZERO, TARGET], DELTA)))
	report("without behaviors", numbers(steering([]).calculate(PLACES[0], VELOCITIES[0], targets, DELTA)))
	seek.target_position = TARGET
	report("own target", numbers(steering([seek]).calculate(PLACES[0], VELOCITIES[0], [], DELTA)))
	report("empty element", numbers(steering([null, seek]).calculate(PLACES[0], VELOCITIES[0], [], DELTA)))


func scenario_wanders() -> void:
	var walks := []
	for seed_of_it in [1, 1, 2]:
		var wander := steering([behavior(NavSteeringBehavior.WANDER)], {"random_seed": seed_of_it})
		var place := Vector3.ZERO
		var velocity := Vector3(1, 0, 0)
		var most := 0.0
		for i in 300:
			var before := velocity
			velocity = (velocity + wander.calculate(place, velocity, [], DELTA) * DELTA).limit_length(3.5)
			place += velocity * DELTA
			most = maxf(most, before.angle_to(velocity))
		walks.append(place)
		report("sharpest turn %d" % walks.size(), most)
	report("same seed", walks[0] == walks[1])
	report("other seed", walks[0].distance_to(walks[2]))


func scenario_arrives() -> void:
	floor_at(30, 30)
	bake()
	var goal := node_at(Vector3(6, 0, 4))
	var agent := floating(Vector3(-6, 0, 0))
	var arrive := behavior(NavSteeringBehavior.ARRIVE)
	arrive.set_target_node(goal)
	var resource := steering([arrive])
	var velocities := {}
	for i in 420:
		drive(resource, agent, velocities)
		await physics_frame
	report("off", off(agent, goal.position))
	report("speed", velocities[agent].length())
	goal.free()
	report("without its target", resource.get_steering(agent, DELTA).length())


## What scenes save of a behavior, and what the inspector shows for it.
func scenario_types() -> void:
	var names := ClassDB.class_get_enum_constants("NavSteeringBehavior", "Type")
	report("values", Array(names).map(func(each: String) -> Array: return [each, ClassDB.class_get_integer_constant("NavSteeringBehavior", each)]))
	for property in ClassDB.class_get_property_list("NavSteeringBehavior", true):
		if property.name == "type":
			report("choices", property.hint_string)


## A runner crosses: frames until they meet, by PURSUE and by SEEK; and how near a runner comes to who FLEEs or EVADEs.
func scenario_predicts() -> void:
	floor_at(60, 60)
	bake()
	for type: int in [NavSteeringBehavior.SEEK, NavSteeringBehavior.PURSUE, NavSteeringBehavior.FLEE, NavSteeringBehavior.EVADE]:
		var hunts := type in [NavSteeringBehavior.SEEK, NavSteeringBehavior.PURSUE]
		var runner := floating(Vector3(0, 0, -20) if hunts else Vector3(-14, 0, 0))
		var agent := floating(Vector3(-14, 0, -18) if hunts else Vector3(-4, 0, -1), {"max_speed": 3.5 if hunts else 3.0})
		var one := behavior(type, {"radius": 0.0, "look_ahead": 5.0})
		one.set_target_node(runner)
		var resource := steering([one])
		var velocities := {}
		var nearest := INF
		var count := 0
		while count < 500 and not (hunts and nearest < 0.5):
			runner.get_parent().position += (Vector3(0, 0, 3) if hunts else Vector3(5, 0, 0)) * DELTA
			drive(resource, agent, velocities)
			nearest = minf(nearest, place_of(agent).distance_to(place_of(runner)))
			count += 1
			await physics_frame
		report("%d" % type, count if hunts else nearest)
		await remove(agent)
		await remove(runner)


func scenario_flocks() -> void:
	floor_at(200, 200)
	bake()
	var rules := steering([behavior(NavSteeringBehavior.SEPARATION, {"radius": 1.5, "weight": 1.5}),
			behavior(NavSteeringBehavior.ALIGNMENT, {"radius": 5.0}), behavior(NavSteeringBehavior.COHESION, {"radius": 5.0, "weight": 0.3}),
			behavior(NavSteeringBehavior.WANDER, {"weight": 0.5})])
	var generator := RandomNumberGenerator.new()
	generator.seed = 4
	var flock := []
	var velocities := {}
	for i in 24:
		var agent := floating(Vector3(generator.randf_range(-4, 4), 0, generator.randf_range(-4, 4)))
		velocities[agent] = Vector3(2, 0, 0).rotated(Vector3.UP, generator.randf_range(-1.5, 1.5))
		flock.append(agent)
	for i in 300:
		for agent: NavAgent in flock:
			drive(rules, agent, velocities)
		await physics_frame
	var mean := Vector3.ZERO
	var nearest := INF
	for agent: NavAgent in flock:
		mean += velocities[agent].normalized() / flock.size()
		for other: NavAgent in flock:
			if other != agent:
				nearest = minf(nearest, place_of(agent).distance_to(place_of(other)))
	var middle := Vector2.ZERO
	for agent: NavAgent in flock:
		middle += place_of(agent) / flock.size()
	report("order", mean.length())
	report("nearest", nearest)
	report("farthest", flock.map(func(agent): return place_of(agent).distance_to(middle)).max())
	report("way", middle.length())


## Bodies wander in a yard with a wall and a hole in its floor, which they never touch.
func scenario_stays_off_walls() -> void:
	floor_at(12, 20, Vector3(-9, 0, 0))
	floor_at(12, 20, Vector3(9, 0, 0))
	floor_at(6, 6, Vector3(0, 0, 7))
	bake({"agent_radius": 0.4})
	var resource := steering([behavior(NavSteeringBehavior.AVOID_WALLS, {"radius": 0.3, "look_ahead": 1.0}), behavior(NavSteeringBehavior.WANDER)],
			{"combination": NavSteering.PRIORITY, "max_acceleration": 20.0})
	var agents := range(6).map(func(i): return walker(Vector3(-9 + 3.5 * i, 0, 7)))
	var lowest := INF
	var ways := agents.map(func(_agent): return 0.0)
	for i in 900:
		for k in 6:
			var before := place_of(agents[k])
			drive(resource, agents[k], {})
			ways[k] += before.distance_to(place_of(agents[k]))
			lowest = minf(lowest, agents[k].get_parent().position.y)
		await physics_frame
	report("lowest", lowest)
	report("shortest way", ways.min())


## Round a standing agent and a NavObstacle, by forces and by context maps.
func scenario_goes_round() -> void:
	floor_at(40, 40)
	bake()
	var stands := floating(Vector3(-2, 0, 0.6), {"radius": 1.0})
	obstacle({"radius": 1.0}, Vector3(4, 0, -0.6))
	for combination: int in [NavSteering.PRIORITY, NavSteering.CONTEXT]:
		var goal := behavior(NavSteeringBehavior.ARRIVE, {"target_position": Vector3(10, 0, 0)})
		var resource := steering([behavior(NavSteeringBehavior.AVOID_OBSTACLES, {"radius": 0.1, "look_ahead": 1.0}), goal],
				{"combination": combination, "directions": 32})
		var agent := floating(Vector3(-9, 0, 0), {"radius": 0.4})
		var velocities := {}
		var nearest := INF
		for i in 600:
			drive(resource, agent, velocities)
			nearest = minf(nearest, minf(off(agent, Vector3(-2, 0, 0.6)), off(agent, Vector3(4, 0, -0.6))))
			await physics_frame
		report("nearest by %d" % combination, nearest)
		report("off by %d" % combination, off(agent, Vector3(10, 0, 0)))
		await remove(agent)
	await remove(stands)


## Context maps with the walls of the navmesh: through a door to a goal behind a wall's end.
func scenario_by_context_along_walls() -> void:
	floor_at(30, 30)
	box(Vector3(1, 2, 8), Vector3(0, 1, 0))
	bake({"agent_radius": 0.4})
	var resource := steering([behavior(NavSteeringBehavior.AVOID_WALLS, {"radius": 0.0, "look_ahead": 0.6}),
			behavior(NavSteeringBehavior.SEEK, {"target_position": Vector3(6, 0, 3)})], {"combination": NavSteering.CONTEXT, "directions": 32})
	var agent := floating(Vector3(-6, 0, 3))
	var velocities := {}
	var nearest := INF
	for i in 900:
		drive(resource, agent, velocities)
		var place := place_of(agent)
		nearest = minf(nearest, (place - place.clamp(Vector2(-0.5, -4), Vector2(0.5, 4))).length())
		if off(agent, Vector3(6, 0, 3)) < 0.5:
			break
		await physics_frame
	report("off", off(agent, Vector3(6, 0, 3)))
	report("nearest to the wall", nearest)


func scenario_follows_its_path() -> void:
	floor_at(40, 40)
	box(Vector3(1, 2, 20), Vector3(0, 1, 0))
	bake()
	var agent := walker(Vector3(-4, 0, 0))
	var resource := steering([behavior(NavSteeringBehavior.FOLLOW_PATH, {"radius": 0.3, "look_ahead": 0.3})])
	agent.target_position = Vector3(4, 0, 0)
	var farthest := 0.0
	for i in 900:
		drive(resource, agent, {})
		farthest = maxf(farthest, absf(place_of(agent).y))
		await physics_frame
	report("farthest in z", farthest)
	report("off", off(agent, Vector3(4, 0, 0)))


## Two swarms through each other: the agents avoid what their steering leads them into, as the page on groups shows it.
func scenario_with_avoidance() -> void:
	floor_at(60, 40)
	bake()
	var agents: Array[NavAgent] = []
	var velocities := {}
	var resources := {}
	for i in 12:
		var side := 1 if i % 2 == 0 else -1
		var agent := floating(Vector3(-9 * side, 0, i / 2 - 2.5), {"radius": 0.4})
		var goal := Vector3(12 * side, 0, 2.5 - i / 2)
		resources[agent] = steering([behavior(NavSteeringBehavior.SEEK, {"target_position": goal})])
		agent.target_position = goal
		velocities[agent] = Vector3.ZERO
		agent.velocity_computed.connect(func(safe):
			velocities[agent] = safe
			agent.get_parent().position += safe * DELTA)
		agents.append(agent)
	var nearest := INF
	for i in 600:
		for agent in agents:
			agent.velocity = velocities[agent] + resources[agent].get_steering(agent, DELTA) * DELTA
			for other in agents:
				if other != agent:
					nearest = minf(nearest, place_of(agent).distance_to(place_of(other)))
		await physics_frame
	report("nearest", nearest)
	report("through", agents.map(func(agent): return place_of(agent).x * (1 if agents.find(agent) % 2 == 0 else -1)).min())


## A saved scene: the resource is a part of it, and its target a path from the scene's root.
func scenario_saved_with_a_scene() -> void:
	floor_at(30, 30)
	bake()
	var scene := Node3D.new()
	var goal := Node3D.new()
	goal.name = "Goal"
	var agent := NavAgent.new()
	agent.name = "NavAgent"
	var body := Node3D.new()
	body.name = "Body"
	for node: Node in [goal, body]:
		scene.add_child(node)
		node.owner = scene
	body.add_child(agent)
	agent.owner = scene
	goal.position = Vector3(3, 0, -4)
	agent.set_meta("steering", steering([behavior(NavSteeringBehavior.SEEK, {"target": ^"Goal", "weight": 0.5})], {"max_acceleration": 9.0}))
	var packed := PackedScene.new()
	packed.pack(scene)
	ResourceSaver.save(packed, "user://steering.tscn")
	scene.free()
	var loaded: Node3D = load("user://steering.tscn").instantiate()
	world.add_child(loaded)
	var resource: NavSteering = loaded.get_node("Body/NavAgent").get_meta("steering")
	report("behaviors", resource.behaviors.map(func(one): return [one.type, str(one.target), one.weight]))
	report("limit", resource.max_acceleration)
	await frames(2)
	report("steering", numbers(resource.get_steering(loaded.get_node("Body/NavAgent"), DELTA)))
	resource.behaviors.append(behavior(NavSteeringBehavior.SEEK, {"target": ^"Goal", "weight": 0.5}))
	report("with another one", numbers(resource.get_steering(loaded.get_node("Body/NavAgent"), DELTA)))


func scenario_what_is_wrong() -> void:
	floor_at(30, 30)
	bake()
	var agent := floating(Vector3.ZERO)
	var lost := behavior(NavSteeringBehavior.SEEK, {"target": ^"Nowhere"})
	var resource := steering([lost])
	for i in 3:
		report("lost %d" % i, resource.get_steering(agent, DELTA))
		await physics_frame
	report("no agent", resource.get_steering(null, DELTA))
	report("no time", resource.get_steering(agent, 0.0))
	report("calculated in no time", resource.calculate(Vector3.ZERO, Vector3.ZERO, [], NAN))
	resource.directions = 3
	lost.type = 99
	report("kept", [resource.directions, lost.type])
	var outside := NavAgent.new()
	report("outside the tree", resource.get_steering(outside, DELTA))
	outside.free()


## A target or a neighbor that is at no place: what the others say counts.
func scenario_not_finite() -> void:
	floor_at(30, 30)
	bake()
	var goal := node_at(Vector3(NAN, 0, 0))
	var agent := floating(Vector3.ZERO)
	for combination: int in [NavSteering.WEIGHTED_SUM, NavSteering.PRIORITY, NavSteering.CONTEXT]:
		var seek := behavior(NavSteeringBehavior.SEEK, {"target_position": Vector3(5, 0, 5)})
		var alone := steering([seek], {"combination": combination})
		for type: int in [NavSteeringBehavior.SEEK, NavSteeringBehavior.FLEE, NavSteeringBehavior.ARRIVE, NavSteeringBehavior.PURSUE, NavSteeringBehavior.EVADE]:
			var lost := behavior(type, {"radius": 0.0})
			var both := steering([lost, seek], {"combination": combination})
			var same := 0
			for i in 3:
				var nowhere := [Vector3(0, 0, INF), seek.target_position]
				same += int(both.calculate(PLACES[0], VELOCITIES[0], nowhere, DELTA).is_equal_approx(alone.calculate(PLACES[0], VELOCITIES[0], [], DELTA)))
			lost.set_target_node(goal)
			for i in 3:
				same += int(both.get_steering(agent, DELTA).is_equal_approx(alone.get_steering(agent, DELTA)))
				await physics_frame
			report("by %d: %d" % [combination, type], same)
	var seeking := steering([behavior(NavSteeringBehavior.SEEK)])
	report("a given target", seeking.calculate(PLACES[0], VELOCITIES[0], [Vector3(NAN, 0, 0)], DELTA))
	report("its own place", seeking.calculate(Vector3(NAN, 0, 0), VELOCITIES[0], [Vector3.ZERO], DELTA))
	report("its own velocity", seeking.calculate(PLACES[0], Vector3(INF, 0, 0), [Vector3.ZERO], DELTA))
	seeking.behaviors[0].weight = NAN
	report("weight", seeking.behaviors[0].weight)


func scenario_a_neighbor_is_nowhere() -> void:
	floor_at(30, 30)
	bake()
	var agents := range(4).map(func(i): return floating(Vector3(0.8 * i, 0, 0)))
	var flock := steering([behavior(NavSteeringBehavior.SEPARATION), behavior(NavSteeringBehavior.ALIGNMENT), behavior(NavSteeringBehavior.COHESION),
		behavior(NavSteeringBehavior.WANDER)])
	var velocities := {}
	var finite := 0
	for i in 60:
		agents[3].get_parent().position = Vector3(NAN, 0, 0)
		for agent in agents.slice(0, 3):
			drive(flock, agent, velocities)
			finite += int(velocities[agent].is_finite())
		finite += int(flock.get_steering(agents[3], DELTA).is_finite())
		await physics_frame
	report("finite", finite)
	report("moved", agents.slice(0, 3).map(func(agent): return place_of(agent).length()))
	agents[3].get_parent().position = Vector3(3, 0, 3)
	for i in 60:
		drive(flock, agents[3], velocities)
		await physics_frame
	report("back", off(agents[3], Vector3(3, 0, 3)))


func scenario_in_one_place() -> void:
	floor_at(30, 30)
	bake()
	for combination: int in [NavSteering.WEIGHTED_SUM, NavSteering.PRIORITY, NavSteering.CONTEXT]:
		var apart := steering([behavior(NavSteeringBehavior.SEPARATION, {"radius": 2.0})], {"combination": combination})
		var agents := range(6).map(func(_i): return floating(Vector3.ZERO))
		var velocities := {}
		for i in 90:
			for agent in agents:
				drive(apart, agent, velocities)
			await physics_frame
		var nearest := INF
		for i in 6:
			for k in i:
				nearest = minf(nearest, place_of(agents[i]).distance_to(place_of(agents[k])))
		report("nearest by %d" % combination, nearest)
		for agent in agents:
			agent.get_parent().free()


## A thousand agents that come and go share one resource.
func scenario_shared() -> void:
	floor_at(30, 30)
	bake()
	var resource := steering([behavior(NavSteeringBehavior.WANDER)])
	var turned := {}
	for round in 6:
		for i in 50:
			var agent := floating(Vector3(i - 25, 0, 0))
			turned[resource.get_steering(agent, DELTA)] = true
			agent.get_parent().free()
	report("different walks", turned.size())


## Each call looks at the target, which is none of our nodes.
func scenario_a_target_is_looked_at_often() -> void:
	floor_at(20, 20)
	bake()
	var agent := walker(Vector3.ZERO)
	var behavior := NavSteeringBehavior.new()
	behavior.set_target_node(node_at(Vector3(5, 0, 0)))
	var steering_of_one := NavSteering.new()
	steering_of_one.behaviors = [behavior]
	await frames(2)
	steering_of_one.get_steering(agent, 0.02)
	var before := OS.get_static_memory_usage()
	for i in 20000:
		steering_of_one.get_steering(agent, 0.02)
	report("bytes", OS.get_static_memory_usage() - before)
