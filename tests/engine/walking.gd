extends "res://level.gd"
## Agents of every height and speed walk round a wall to the same goal, each as if it were alone.

const START := Vector3(-14, 0, 0)
const GOAL := Vector3(14, 0, 1)
const WALL := Rect2(-1, -5, 2, 10)		# x, z
const HEIGHTS := [0.0, 0.5, 1.0, 1.5, 2.0]
const SPEEDS := [1.0, 3.5, 10.0, 20.0]


class Track:
	var agent: NavAgent
	var node: Node3D
	var at: Vector2
	var walked := 0.0
	var nearest_wall := INF
	var left_at_success := -1.0	# distance to the goal
	var least_left := INF		# over the last 2 m
	var away_again := 0.0		# how much more was left after that

	func _init(of: NavAgent) -> void:
		agent = of
		node = of.get_parent()
		at = Vector2(node.position.x, node.position.z)

	func follow() -> void:
		var now := Vector2(node.position.x, node.position.z)
		var left := now.distance_to(Vector2(GOAL.x, GOAL.z))
		walked += at.distance_to(now)
		at = now
		if left < 2.0:
			away_again = maxf(away_again, left - least_left)
			least_left = minf(least_left, left)
		if left_at_success < 0 and agent.hasArrived() == NavAgent.SUCCESS:
			left_at_success = left
		nearest_wall = minf(nearest_wall, now.distance_to(now.clamp(WALL.position, WALL.end)))


func scenario_round_a_wall() -> void:
	ground()
	var tracks: Array[Track] = []
	for height in HEIGHTS:
		for speed in SPEEDS:
			tracks.append(Track.new(walker(START, height, {"max_speed": speed, "avoidance_enabled": false})))
			tracks.append(Track.new(ghost(START, height, {"max_speed": speed, "avoidance_enabled": false})))
	report("all are on their way at once", tracks.all(func(track): return track.agent.requestPath(GOAL) == NavAgent.RUNNING))
	report("length", tracks[0].agent.get_path_length())
	for i in 60 * 60:
		await physics_frame
		for track in tracks:
			track.follow()
	for track in tracks:
		var kind := "body" if track.node is CharacterBody3D else "node"
		report("%s, %s m/s, origin at %s m" % [kind, track.agent.max_speed, height_of(track)], {
			"status": track.agent.hasArrived(), "left at SUCCESS": track.left_at_success,
			"distance from the goal": track.at.distance_to(flat(GOAL)), "away again": track.away_again, "walked": track.walked,
			"nearest wall": track.nearest_wall,
			"rises": absf(track.node.position.y - height_of(track)), "rests": track.agent.desired_velocity == Vector3.ZERO})


func ground() -> void:
	floor_at(36, 20)
	box(Vector3(WALL.size.x, 3, WALL.size.y), Vector3(WALL.get_center().x, 1.5, WALL.get_center().y))
	bake()


func height_of(track: Track) -> float:
	return HEIGHTS.reduce(func(a, b): return a if absf(a - track.node.position.y) < absf(b - track.node.position.y) else b)


## Bodies that look to one side of +z, where the angle jumps from 180 to −180 degrees, and walk to the other side of it.
func scenario_turns_the_short_way() -> void:
	floor_at(30, 30)
	bake()
	for yaw: float in [2.8, -2.8, 1.0, -1.0]:
		var agent := walker(Vector3.ZERO, 0.0, {"turn_rate": 60.0, "avoidance_enabled": false})
		var body: Node3D = agent.get_parent()
		body.rotation.y = yaw
		agent.requestPath(Vector3(10 * sin(yaw), 0, -10 * cos(yaw)))
		var aside := 0.0
		for i in 90:
			await physics_frame
			aside = maxf(aside, absf(angle_difference(body.rotation.y, -yaw)))
		report("from %s, widest" % yaw, aside)
		report("from %s, at last" % yaw, absf(angle_difference(body.rotation.y, -yaw)))
		remove(agent)


## The engine's own NavigationAgent3D with its defaults, under a body whose origin is 1.5 m over the floor, moved as the
## engine's documentation shows.
func scenario_agent_of_the_engine() -> void:
	ground()
	region(bake_by_engine(NavigationMesh.new()))
	var body := CharacterBody3D.new()
	body.collision_mask = 0
	body.collision_layer = 0
	body.position = START + Vector3(0, 1.5, 0)
	var agent := NavigationAgent3D.new()
	body.add_child(agent)
	world.add_child(body)
	await frames(3)
	agent.target_position = GOAL
	for i in 60 * 60:
		if not agent.is_navigation_finished():
			var way := agent.get_next_path_position() - body.global_position
			body.velocity = Vector3(way.x, 0, way.z).normalized() * 3.5
			body.move_and_slide()
		await physics_frame
	report("walked", body.position.distance_to(START + Vector3(0, 1.5, 0)))
	report("left", body.position.distance_to(GOAL))
