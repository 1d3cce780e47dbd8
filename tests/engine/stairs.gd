extends "res://level.gd"
## Bodies on stairs of boxes, driven by their agents or by scripts, at several tick rates; and the pictures of these bodies.

const STEPS := 10
const TICKS := [30, 60, 144]


## A floor, stairs up along −z from z = 0, and a floor at their top.
func stairs(tread: float, rise: float, width := 3.0) -> void:
	floor_at(8, 8, Vector3(0, 0, 4))
	for i in STEPS:
		box(Vector3(width, rise * (i + 1), tread), Vector3(0, rise * (i + 1) / 2, -tread * (i + 0.5)))
	floor_at(8, 8, Vector3(0, rise * STEPS, -tread * STEPS - 4))


## The same way over a ramp.
func ramp(tread: float, rise: float) -> void:
	floor_at(8, 8, Vector3(0, 0, 4))
	var run := tread * STEPS
	var height := rise * STEPS
	var node := box(Vector3(3, 1, sqrt(run * run + height * height)), Vector3.ZERO)
	node.rotation.x = atan2(height, run)
	node.position = Vector3(0, height / 2, -run / 2) - node.basis.y * 0.5
	floor_at(8, 8, Vector3(0, height, -run - 4))


func body_of(kind: String, radius := 0.35) -> CharacterBody3D:
	var body := capsule(0.0, radius)
	if kind != "capsule":
		var shapes := {"box": BoxShape3D.new(), "cylinder": CylinderShape3D.new(), "sphere": SphereShape3D.new()}
		body.get_child(0).shape = shapes[kind]
		if kind == "box":
			shapes.box.size = Vector3(2 * radius, 1.6, 2 * radius)
		else:
			shapes[kind].radius = radius
		if kind == "cylinder":
			shapes.cylinder.height = 1.6
		if kind == "sphere":
			body.get_child(0).position.y = radius
	return body


## What a way is like between two z: {seconds, slowest and fastest of the speed, the highest rise and fall in a tick, ticks in the air}.
func way(body: CharacterBody3D, speed: float, from: float, to: float, step: Callable, seconds := 20.0) -> Dictionary:
	var tps := Engine.physics_ticks_per_second
	var told := {"seconds": 0.0, "slowest": INF, "fastest": 0.0, "rise": 0.0, "fall": 0.0, "air": 0, "ended": false}
	var sign := signf(to - from)
	for i in int(seconds * tps):
		var before := body.position
		step.call()
		await physics_frame
		var moved := flat(before).distance_to(flat(body.position)) * tps / speed
		if sign * (body.position.z - to) > 0:
			told.ended = true
			break
		if sign * (before.z - from) > 0:
			told.seconds += 1.0 / tps
			told.slowest = minf(told.slowest, moved)
			told.fastest = maxf(told.fastest, moved)
			told.rise = maxf(told.rise, body.position.y - before.y)
			told.fall = maxf(told.fall, before.y - body.position.y)
			told.air += int(not body.is_on_floor())
	return told


func walk_both_ways(tread: float, rise: float, kind: String, speed: float) -> Dictionary:
	var body := body_of(kind)
	body.position.z = 3
	var agent := with_agent(body, {"radius": 0.35, "max_speed": speed, "max_acceleration": 0.0})
	var request := func(z: float): agent.requestPath(Vector3(0, rise * STEPS if z < 0 else 0.0, z))
	var end := -tread * STEPS
	await frames(5)
	var up := await way(body, speed, 0, end, request.bind(end - 3))
	await rests(agent)
	var down := await way(body, speed, end, 0, request.bind(3.0))
	await remove(agent)
	return {"up": up, "down": down}


func scenario_up_and_down() -> void:
	for measure: Array in [[0.2, 0.1], [0.3, 0.2], [0.4, 0.25]]:
		for is_ramp: bool in [false, true]:
			var level := level_at()
			world = level
			if is_ramp:
				ramp(measure[0], measure[1])
			else:
				stairs(measure[0], measure[1])
			bake({"cell_size": 0.1, "cell_height": 0.05, "agent_radius": 0.4}, level)
			for ticks: int in TICKS:
				Engine.physics_ticks_per_second = ticks
				for speed: float in [2.0, 6.0]:
					for kind: String in ["capsule"] if is_ramp else ["capsule", "box", "cylinder", "sphere"]:
						report("%s %s x %s, %d ticks, %s m/s, %s" % ["ramp" if is_ramp else "stairs", measure[0], measure[1], ticks, speed, kind],
								await walk_both_ways(measure[0], measure[1], kind, speed))
			world = level.get_parent()
			level.queue_free()
			await frames(2)
	Engine.physics_ticks_per_second = 60


## Stairs that are taken askew, and straight by bodies that touch an edge exactly.
func scenario_askew() -> void:
	var tread := 0.3
	var rise := 0.2
	stairs(tread, rise, 24.0)
	floor_at(24, 3, Vector3(0, 0, 1.5))
	floor_at(24, 3, Vector3(0, rise * STEPS, -tread * STEPS - 1.5))
	bake({"cell_size": 0.1, "cell_height": 0.05, "agent_radius": 0.4})
	for ticks: int in [60, 144]:
		Engine.physics_ticks_per_second = ticks
		for degrees: int in [0, 45, 70]:
			for kind: String in ["capsule", "box", "cylinder"]:
				var aside := (tread * STEPS + 2) / 2 * tan(deg_to_rad(degrees))
				var ends := [Vector3(-aside, 0, 1), Vector3(aside, rise * STEPS, -tread * STEPS - 1)]
				var body := body_of(kind, 0.4)
				body.position = ends[0] + Vector3(0, 0.01, 0)
				var agent := with_agent(body, {"radius": 0.4, "max_speed": 4.0, "target_desired_distance": 0.1})
				await frames(3)
				var told := []
				for k in 2:
					var stairs_end: float = -tread * STEPS if k == 0 else 0.0
					told.append(await way(body, 4.0, -tread * STEPS - stairs_end, stairs_end, func(): agent.requestPath(ends[1 - k])))
					await rests(agent)
				report("%d ticks, %d degrees, %s" % [ticks, degrees, kind], {"up": told[0], "down": told[1]})
				await remove(agent)
	Engine.physics_ticks_per_second = 60


## A body that its script moves along the path, by one way of moving.
func script_walk(moves: String, tread := 0.3, rise := 0.2) -> void:
	stairs(tread, rise)
	bake({"cell_size": 0.1, "cell_height": 0.05, "agent_radius": 0.4})
	var body := body_of("capsule")
	body.position.z = 3
	var agent := with_agent(body, {"radius": 0.35})
	agent.velocity_computed.connect(func(safe: Vector3):
		if not body.is_on_floor():
			safe.y = body.velocity.y - 9.8 / 60
		if moves == "move_and_slide":
			body.velocity = safe
			body.move_and_slide()
		else:
			agent.move_and_climb(safe))
	agent.target_position = Vector3(0, rise * STEPS, -tread * STEPS - 3)
	await until(func(): return agent.is_target_reached(), 600)
	report("reached", agent.is_target_reached())
	report("why", agent.why_stuck())
	report("height", body.position.y)


func scenario_moved_by_move_and_slide() -> void:
	await script_walk("move_and_slide")


func scenario_moved_by_move_and_climb() -> void:
	await script_walk("move_and_climb")


## The height of a node below the body while this goes up and down.
func scenario_picture() -> void:
	stairs(0.3, 0.2)
	bake({"cell_size": 0.1, "cell_height": 0.05, "agent_radius": 0.4})
	for kind: String in ["box", "capsule"]:
		for ticks: int in TICKS:
			Engine.physics_ticks_per_second = ticks
			var body := body_of(kind)
			var picture := node_at(Vector3(0, 0.7, 0), body)
			body.position.z = 3
			var agent := with_agent(body, {"radius": 0.35})
			agent.step_smoothing = agent.get_path_to(picture)
			var most := 0.0
			var jump := 0.0
			var behind := 0.0
			for goal: Vector3 in [Vector3(0, 2, -6), Vector3(0, 0, 3)]:
				for i in 20 * ticks:
					var before := picture.global_position.y
					var body_before := body.position.y
					if agent.requestPath(goal) != NavAgent.RUNNING:
						break
					await physics_frame
					most = maxf(most, absf(picture.global_position.y - before))
					jump = maxf(jump, absf(body.position.y - body_before))
					behind = maxf(behind, absf(picture.position.y - 0.7))
				await rests(agent)
				await frames(ticks)
				report("%s, %d ticks, left at %s" % [kind, ticks, goal], picture.position.y - 0.7)
			report("%s, %d ticks" % [kind, ticks], {"picture": most, "body": jump, "behind": behind})
			remove(agent)
	Engine.physics_ticks_per_second = 60


## On a ramp, a lift and after a teleport the picture is where the body is.
func scenario_picture_elsewhere() -> void:
	ramp(0.3, 0.2)
	bake({"cell_size": 0.1, "cell_height": 0.05, "agent_radius": 0.4})
	var body := body_of("capsule")
	var picture := node_at(Vector3.ZERO, body)
	body.position.z = 3
	var agent := with_agent(body, {"radius": 0.35})
	agent.step_smoothing = agent.get_path_to(picture)
	var furthest := 0.0
	for i in 600:
		if agent.requestPath(Vector3(0, 2, -6)) != NavAgent.RUNNING:
			break
		await physics_frame
		furthest = maxf(furthest, absf(picture.position.y))
	report("ramp", furthest)
	body.position = Vector3(0, 0, 3)
	await frames(2)
	report("teleport", picture.position.y)
	agent.step_smoothing = NodePath()
	report("off", picture.position.y)
