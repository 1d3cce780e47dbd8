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
	var away := INF
	var grown := 0.0			# most that the distance to the goal grew by, over the last 2 m
	var nearest_wall := INF
	var success_at := -1.0		# distance left when SUCCESS came

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
			grown = maxf(grown, left - away)
			away = minf(away, left)
		if success_at < 0 and agent.hasArrived() == NavAgent.SUCCESS:
			success_at = left
		nearest_wall = minf(nearest_wall, now.distance_to(now.clamp(WALL.position, WALL.end)))


func run() -> void:
	floor_at(36, 20)
	box(Vector3(WALL.size.x, 3, WALL.size.y), Vector3(WALL.get_center().x, 1.5, WALL.get_center().y))
	await baked(baker())
	var tracks: Array[Track] = []
	for height in HEIGHTS:
		for speed in SPEEDS:
			tracks.append(Track.new(walker(START, height, {"max_speed": speed, "avoidance_enabled": false})))
			tracks.append(Track.new(ghost(START, height, {"max_speed": speed, "avoidance_enabled": false})))
	report("asked", tracks.all(func(track): return track.agent.requestPath(GOAL) == NavAgent.RUNNING))
	var length := tracks[0].agent.get_path_length()
	var godots_own := await godots_agent()
	var begin: Vector3 = godots_own.position
	for i in 60 * 60:
		await physics_frame
		for track in tracks:
			track.follow()
	report("length", length)
	for track in tracks:
		var body := track.node is CharacterBody3D
		report("%s, %s m/s, origin at %s m" % ["body" if body else "node", track.agent.max_speed, height_of(track)], {
			"status": track.agent.hasArrived(), "success_at": track.success_at, "off": track.at.distance_to(flat(GOAL)),
			"grown": track.grown, "walked": track.walked, "nearest_wall": track.nearest_wall,
			"rises": absf(track.node.position.y - height_of(track)),
			"rests": track.agent.desired_velocity == Vector3.ZERO})
	report("godot's own walked", begin.distance_to(godots_own.position))
	report("godot's own is left", godots_own.position.distance_to(GOAL))


func height_of(track: Track) -> float:
	return HEIGHTS.reduce(func(a, b): return a if absf(a - track.node.position.y) < absf(b - track.node.position.y) else b)


## The engine's own NavigationAgent3D with its defaults, under a body whose origin is 1.5 m over the floor, moved as the
## engine's documentation shows.
func godots_agent() -> CharacterBody3D:
	var region := NavigationRegion3D.new()
	region.navigation_mesh = NavigationMesh.new()
	region.navigation_mesh.geometry_parsed_geometry_type = NavigationMesh.PARSED_GEOMETRY_STATIC_COLLIDERS
	var source := NavigationMeshSourceGeometryData3D.new()
	NavigationServer3D.parse_source_geometry_data(region.navigation_mesh, source, world)
	NavigationServer3D.bake_from_source_geometry_data(region.navigation_mesh, source)
	world.add_child(region)
	var body := CharacterBody3D.new()
	body.collision_mask = 0
	body.collision_layer = 0
	body.position = START + Vector3(0, 1.5, 0)
	var agent := NavigationAgent3D.new()
	body.add_child(agent)
	world.add_child(body)
	await frames(3)
	agent.target_position = GOAL
	physics_frame.connect(func():
		if not agent.is_navigation_finished():
			var way := agent.get_next_path_position() - body.global_position
			body.velocity = Vector3(way.x, 0, way.z).normalized() * 3.5
			body.move_and_slide())
	return body
