extends "res://level2d.gd"
## How agents in the plane move where games stop them, block them or crowd them.

const SIZE := Vector2(1200, 600)
const CHASERS := 16
const SPEED := 200.0


## A body with the engine's or our agent, as the engine's manual has it: its script sets the velocity, and moves the body by what avoidance
## makes of it.
class Chaser extends CharacterBody2D:
	var agent: Node

	func _init(its_agent: Node) -> void:
		agent = its_agent
		motion_mode = CharacterBody2D.MOTION_MODE_FLOATING
		agent.set("radius", 10.0)
		agent.set("max_speed", SPEED)
		agent.set("avoidance_enabled", true)
		agent.set("target_desired_distance", 30.0)
		agent.connect("velocity_computed", func(safe: Vector2) -> void:
			velocity = safe
			move_and_slide())
		add_child(agent)

	func _physics_process(_delta: float) -> void:
		var next: Vector2 = agent.call("get_next_path_position")
		agent.set("velocity", Vector2.ZERO if agent.call("is_navigation_finished") else position.direction_to(next) * SPEED)


func stander(place: Vector2) -> CharacterBody2D:
	var body: CharacterBody2D = put(CharacterBody2D.new(), {"position": place, "motion_mode": CharacterBody2D.MOTION_MODE_FLOATING})
	put(CollisionShape2D.new(), {"shape": circle(10.0)}, body)
	return body


func circle(radius: float) -> CircleShape2D:
	var shape := CircleShape2D.new()
	shape.radius = radius
	return shape


## How far one walks in three seconds that pursues a standing body, once it has had two seconds for its way; and its status.
func scenario_beside_a_standing_body() -> void:
	bake(SIZE)
	for kind: String in ["agent", "body alone"]:
		for angle: int in [0, 100, 215]:
			var target := stander(Vector2(600, 300))
			if kind == "agent":
				put(NavAgent2D.new(), {}, target)
			var pursuer := walker(Vector2(600, 300) + Vector2.from_angle(deg_to_rad(angle)) * 150.0)
			var body: CharacterBody2D = pursuer.get_parent()
			for frame in 180:
				pursuer.requestPath(target.position)
				await physics_frame
			var walked := 0.0
			var last := body.position
			for frame in 180:
				pursuer.requestPath(target.position)
				await physics_frame
				walked += body.position.distance_to(last)
				last = body.position
			report("%s, %d" % [kind, angle], [pursuer.status, walked, body.position.distance_to(target.position) < 25.0])
			body.free()
			target.free()


## Pixels in the eleven frames after a break, at 100 pixels a second.
func scenario_after_a_break() -> void:
	bake(Vector2(3000, 600))
	root.process_mode = Node.PROCESS_MODE_ALWAYS
	var agents: Array[NavAgent2D] = [walker(Vector2(50, 100)), walker(Vector2(50, 300)), walker(Vector2(50, 500))]
	for i in 3:
		var body: CharacterBody2D = agents[i].get_parent()
		body.process_mode = Node.PROCESS_MODE_PAUSABLE
		var computed := func(velocity: Vector2) -> void:
			body.velocity = velocity
			body.move_and_slide()
		if i > 0:
			agents[i].drive_body = false
			agents[i].velocity_computed.connect(computed)
		if i < 2:
			agents[i].requestPath(Vector2(2900, body.position.y))
		else:
			agents[i].target_position = Vector2(2900, body.position.y)
			agents[i].velocity = Vector2(100, 0)
	await frames(60)
	for kind: String in ["none", "pause", "time_scale 0", "disabled", "another parent"]:
		match kind:
			"pause":
				paused = true
				await frames(20)
				paused = false
			"time_scale 0":
				Engine.time_scale = 0
				await frames(20)
				Engine.time_scale = 1
			"disabled":
				for agent in agents:
					agent.get_parent().process_mode = Node.PROCESS_MODE_DISABLED
				await frames(20)
				for agent in agents:
					agent.get_parent().process_mode = Node.PROCESS_MODE_PAUSABLE
			"another parent":
				var parent: Node2D = put(Node2D.new())
				for agent in agents:
					agent.get_parent().reparent(parent)
		var before := agents.map(func(agent: NavAgent2D) -> Vector2: return agent.get_parent().position)
		await frames(11)
		report(kind, range(3).map(func(i: int) -> float: return agents[i].get_parent().position.distance_to(before[i])))
		await frames(30)


## Flips of the turning direction and changes of speed of a horde that follows a point at half its speed, the engine's agents and ours.
func scenario_a_horde_follows() -> void:
	bake(SIZE)
	var region: NavigationRegion2D = put(NavigationRegion2D.new())
	var polygon := NavigationPolygon.new()
	polygon.vertices = rectangle(Vector2.ZERO, SIZE)
	polygon.add_polygon(PackedInt32Array([0, 1, 2, 3]))
	region.navigation_polygon = polygon
	await frames(10)
	for kind: String in ["NavigationAgent2D", "NavAgent2D"]:
		report(kind, await follow(kind))


func follow(kind: String) -> Array:
	var chasers: Array[Chaser] = []
	var last := PackedVector2Array()
	var steps := PackedVector2Array()
	var turns := PackedFloat64Array()
	var flips := 0
	var changes := 0.0
	var moving := 0
	for i in CHASERS:
		var chaser := Chaser.new(ClassDB.instantiate(kind))
		put(chaser, {"position": Vector2(60 + 30 * (i % 4), 250 + 30 * (i / 4))})
		put(CollisionShape2D.new(), {"shape": circle(9.0)}, chaser)
		chasers.append(chaser)
		last.append(chaser.position)
		steps.append(Vector2.ZERO)
		turns.append(0.0)
	for frame in 360:
		for i in CHASERS:
			chasers[i].agent.set("target_position", Vector2(300 + 0.5 * SPEED * frame / 60, 300))
		await physics_frame
		for i in CHASERS:
			var step := chasers[i].position - last[i]
			last[i] = chasers[i].position
			if step.length() <= 0.05 * SPEED / 60:
				continue
			moving += 1
			if steps[i] != Vector2.ZERO:
				var turn := steps[i].angle_to(step)
				changes += absf(step.length() - steps[i].length()) * 60
				if absf(turn) > 0.05:
					flips += int(turn * turns[i] < 0)
					turns[i] = turn
			steps[i] = step
	for chaser in chasers:
		chaser.free()
	return [flips * 60.0 / moving, changes / moving]
