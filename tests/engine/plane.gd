extends "res://level2d.gd"
## Two-dimensional levels: their bakes, agents, links, obstacles, crowds and questions.

const SIZE := Vector2(1000, 600)


## A hall with two walls that leave a way in zigzag.
func zigzag(properties := {}) -> NavMeshBaker2D:
	wall(Vector2(400, 200), Vector2(40, 400))
	wall(Vector2(600, 400), Vector2(40, 400))
	return bake(SIZE, properties)


func scenario_bakes() -> void:
	var baker := zigzag()
	var map := NavMap2D.of(world)
	report("class", baker.navmesh.get_class())
	report("islands", baker.navmesh.island_count)
	# The floor less its rim of 10 pixels and the walls with theirs: two rectangles of 60 × 410, each with a round corner on both sides.
	var corner := 100 - PI * 25
	var triangles: PackedVector2Array = baker.navmesh.get_triangles()
	var area := 0.0
	for i in range(0, triangles.size(), 3):
		area += absf((triangles[i + 1] - triangles[i]).cross(triangles[i + 2] - triangles[i])) / 2
	report("area", area)
	report("expected", 980.0 * 580 - 2 * 60 * 400 + 4 * corner)
	report("on the floor", map.is_on_navmesh(Vector2(100, 100)))
	report("in a wall", map.is_on_navmesh(Vector2(400, 200)))
	report("closest", map.closest_point(Vector2(400, 500)) == Vector2(400, 500))


func scenario_walks() -> void:
	zigzag()
	var agent := walker(Vector2(50, 100), {"max_speed": 100.0})
	var body: CharacterBody2D = agent.get_parent()
	var seen := {"changed": 0, "waypoints": [], "reached": 0, "finished": 0}
	agent.path_changed.connect(func() -> void: seen.changed += 1)
	agent.waypoint_reached.connect(func(details: Dictionary) -> void: seen.waypoints.append(typeof(details.position)))
	agent.target_reached.connect(func() -> void: seen.reached += 1)
	agent.navigation_finished.connect(func() -> void: seen.finished += 1)
	report("at first", agent.requestPath(Vector2(950, 550)))
	var length := agent.get_path_length()
	report("length", length)
	report("sum", length_of(agent.get_current_navigation_path()))
	report("corners apart from walls", Array(agent.get_current_navigation_path()).all(
			func(point: Vector2) -> bool: return point.distance_to(point.clamp(Vector2(380, 0), Vector2(420, 400))) > 9.74))
	var fastest := 0.0
	var count := 0
	while agent.hasArrived() == NavAgent2D.RUNNING and count < 1500:
		await physics_frame
		fastest = maxf(fastest, body.velocity.length())
		count += 1
	report("status", agent.status)
	report("fastest", fastest)
	report("seconds", count / 60.0)
	await until(func() -> bool: return body.velocity == Vector2.ZERO)
	report("off the target", body.position.distance_to(Vector2(950, 550)))
	report("turned", body.rotation)
	report("signals", [seen.changed, seen.reached, seen.finished, seen.waypoints.all(func(type: int) -> bool: return type == TYPE_VECTOR2)])


func scenario_a_script_drives() -> void:
	zigzag()
	var agent := walker(Vector2(50, 100), {"max_speed": 100.0, "avoidance_enabled": true})
	var body: CharacterBody2D = agent.get_parent()
	agent.velocity_computed.connect(func(velocity: Vector2) -> void:
		body.velocity = velocity
		body.move_and_slide())
	agent.target_position = Vector2(950, 550)
	report("target", agent.target_position)
	var arrived := await until(func() -> bool:
		if not agent.is_navigation_finished():
			agent.velocity = body.position.direction_to(agent.get_next_path_position()) * 100
		return agent.is_navigation_finished())
	report("arrived", arrived)
	report("reached", agent.is_target_reached())
	report("near", body.position.distance_to(Vector2(950, 550)) < agent.target_desired_distance + 1)


## The same walk in a level of 1/4 and of 16 times the size.
func scenario_scales() -> void:
	for factor: float in [0.25, 1.0, 16.0]:
		wall(Vector2(400, 200) * factor, Vector2(40, 400) * factor)
		bake(SIZE * factor, {"agent_radius": 10 * factor})
		var agent := walker(Vector2(50, 100) * factor, {"radius": 10 * factor, "max_speed": 100 * factor, "target_desired_distance": 10 * factor,
				"path_desired_distance": 20 * factor, "max_acceleration": 160 * factor, "max_deceleration": 320 * factor})
		agent.requestPath(Vector2(950, 550) * factor)
		await until(func() -> bool: return agent.hasArrived() != NavAgent2D.RUNNING)
		report("status %s" % factor, agent.status)
		report("length %s" % factor, agent.get_path_length() / factor)
		await tidy()


func scenario_defaults_arrive() -> void:
	var failed := []
	for speed: float in [20.0, 100.0, 500.0, 2000.0]:
		for ticks: int in [30, 60, 240]:
			Engine.physics_ticks_per_second = ticks
			zigzag()
			var agent := walker(Vector2(200, 100), {"max_speed": speed})
			agent.requestPath(Vector2(500, 300))
			await until(func() -> bool: return agent.hasArrived() != NavAgent2D.RUNNING, 20000)
			if agent.status != NavAgent2D.SUCCESS:
				failed.append([speed, ticks, agent.why_stuck()])
			await tidy()
	Engine.physics_ticks_per_second = 60
	report("failed", failed)


## What NavAgent2D has at first, where it isn't what NavigationAgent2D has.
func scenario_first_values() -> void:
	var other := {}
	for property: Dictionary in ClassDB.class_get_property_list("NavigationAgent2D", true):
		var value: Variant = ClassDB.class_get_property_default_value("NavigationAgent2D", property.name)
		var ours: Variant = ClassDB.class_get_property_default_value("NavAgent2D", property.name)
		if value != null and (typeof(value) != typeof(ours) or value != ours):
			other[property.name] = [value, ours]
	report("other", other)
	for name: String in ["max_speed", "max_acceleration", "max_deceleration", "neighbor_distance"]:
		report(name, ClassDB.class_get_property_default_value("Crowd2D", "agent_" + name))


## 800 pixels at different speeds; then with an acceleration of one's own.
func scenario_fits_speed() -> void:
	bake(SIZE)
	for values: Array in [[20.0, 240.0], [100.0, 240.0], [500.0, 240.0], [2000.0, 240.0], [500.0, 200.0]]:
		var agent := walker(Vector2(100, 300), {"max_speed": values[0], "max_acceleration": values[1]})
		agent.requestPath(Vector2(900, 300))
		var count := 0
		while agent.hasArrived() == NavAgent2D.RUNNING and count < 4000:
			await physics_frame
			count += 1
		report("%s %s" % values, count / 60.0)
		report("kept %s %s" % values, agent.max_acceleration)
		agent.get_parent().free()
	var crowd: Crowd2D = put(Crowd2D.new(), {"agent_max_speed": 500.0})
	crowd.request_paths(crowd.add_agents([Vector2(100, 300)]), [Vector2(900, 300)])
	var frames_of_crowd := 0
	while crowd.get_walking_count() > 0 and frames_of_crowd < 4000:
		await physics_frame
		frames_of_crowd += 1
	report("crowd", frames_of_crowd / 60.0)


## A script's velocity has the limit of max_speed, whatever that is: 56 pixels are 3.5 meters, NavAgent's first value.
func scenario_limits_scripts() -> void:
	bake(SIZE)
	for speed: float in [56.0, 100.0, 300.0]:
		var agent := walker(Vector2(100, 300), {"max_speed": speed, "avoidance_enabled": true})
		var seen := {"fastest": 0.0}
		agent.velocity_computed.connect(func(velocity: Vector2) -> void: seen.fastest = maxf(seen.fastest, velocity.length()))
		agent.target_position = Vector2(900, 300)
		for i in 10:
			agent.velocity = Vector2(1000, 0)
			await physics_frame
		report("fastest %s" % speed, seen.fastest)
		agent.get_parent().free()


## The walks of a level that is larger by `factor`, in its own size.
func walks_of(factor: float) -> PackedFloat32Array:
	wall(Vector2(500, 135) * factor, Vector2(40, 270) * factor)
	wall(Vector2(500, 465) * factor, Vector2(40, 270) * factor)
	bake(SIZE * factor)
	var bodies: Array[Node2D] = []
	for i in 8:
		var side := 1 if i % 2 else -1
		var body: Node2D = put(Node2D.new(), {"position": Vector2(500 + side * (150 + 20 * i), 250 + 15 * i) * factor})
		var agent: NavAgent2D = put(NavAgent2D.new(), {}, body)
		agent.velocity_computed.connect(func(velocity: Vector2) -> void: body.position += velocity / Engine.physics_ticks_per_second)
		agent.requestPath(Vector2(500 - side * (150 + 20 * i), 250 + 15 * i) * factor)
		bodies.append(body)
	var track := PackedFloat32Array()
	for step in 900:
		for body in bodies:
			track.append_array([body.position.x / factor, body.position.y / factor])
		await physics_frame
	report("arrived", bodies.all(func(body: Node2D) -> bool: return body.get_child(0).status == NavAgent2D.SUCCESS))
	return track


func scenario_units() -> void:
	var pixels: int = ProjectSettings.get_setting("navpy/2d/pixels_per_meter")
	report("pixels", pixels)
	report("reverts to", ProjectSettings.property_get_revert("navpy/2d/pixels_per_meter"))
	report("radius", ClassDB.class_get_property_default_value("NavAgent2D", "radius"))
	report("baked for", ClassDB.class_get_property_default_value("NavMeshBaker2D", "agent_radius"))
	var track: PackedFloat32Array = await walks_of(pixels / 16.0)
	report("track", track.to_byte_array().hex_encode().sha256_text())


## A body with gravity, seen from the side. Its script moves it, along the floor as the agent says, and jumps over links.
class Jumper extends CharacterBody2D:
	const GRAVITY := 980.0
	const AIR_TIME := 0.6                   ## Seconds.
	var agent := NavAgent2D.new()
	var jumps := 0
	var is_jumping := false
	var floats := 0                         ## Frames off the floor without a jump.

	func _ready() -> void:
		var shape := CollisionShape2D.new()
		shape.shape = CircleShape2D.new()
		add_child(shape)
		agent.drive_body = false
		agent.velocity_computed.connect(func(safe_velocity: Vector2) -> void:
			if not is_jumping:
				velocity.x = safe_velocity.x)
		agent.link_reached.connect(jump)
		add_child(agent)

	func _physics_process(delta: float) -> void:
		velocity.y += GRAVITY * delta
		move_and_slide()
		floats += int(not is_on_floor())
		if is_jumping and is_on_floor():
			is_jumping = false
			agent.finish_link()

	func jump(details: Dictionary) -> void:
		if not agent.take_over_link():
			return
		var way: Vector2 = details.link_exit_position - position
		velocity = way / AIR_TIME - Vector2(0, GRAVITY * AIR_TIME / 2)
		jumps += 1
		is_jumping = true


## Two floors with a gap between them. The ground is a strip over each, as high as the places of bodies that stand there.
func scenario_seen_from_the_side() -> void:
	wall(Vector2(200, 420), Vector2(400, 40))
	wall(Vector2(800, 360), Vector2(500, 40))
	var baker: NavMeshBaker2D = put(NavMeshBaker2D.new(), {"bake_on_ready": false, "agent_radius": 0.0})
	baker.outlines = [rectangle(Vector2(0, 380), Vector2(400, 400)), rectangle(Vector2(550, 320), Vector2(1050, 340))]
	baker.bake_navigation_mesh(false)
	put(NavLink2D.new(), {"start_position": Vector2(385, 390), "end_position": Vector2(565, 330)})
	var body: Jumper = put(Jumper.new(), {"position": Vector2(50, 389)})
	await frames(10)
	var before := body.floats
	for goal: Vector2 in [Vector2(1000, 330), Vector2(50, 390), Vector2(570, 330)]:
		report("request %s" % goal.x, body.agent.requestPath(goal))
		report("arrived %s" % goal.x, await until(func() -> bool: return body.agent.hasArrived() == NavAgent2D.SUCCESS))
		await frames(30)
		report("miss %s" % goal.x, body.position.distance_to(goal))
	report("jumps", body.jumps)
	report("floats", body.floats - before)
	report("stuck", body.agent.why_stuck())


## By the direction of the front (+X), in degrees: from there to where the agent wants to go, which is up the screen.
func scenario_turn_ahead() -> void:
	bake(SIZE)
	for degrees: int in [0, 90, 180, -90, -45]:
		var body: Node2D = put(Node2D.new(), {"position": Vector2(500, 500), "rotation_degrees": degrees})
		var agent: NavAgent2D = put(NavAgent2D.new(), {}, body)
		agent.requestPath(Vector2(500, 100))
		await frames(3)
		report("from %d" % degrees, agent.turn_ahead)
		body.free()


## Of two bodies that their scripts move in the next frame, and throw back once: frames in which the velocity changed more than the agent may
## change it. The first agent in the tree has all agents make their step, before the other body moves.
func scenario_thrown_back() -> void:
	wall(Vector2(500, 420), Vector2(1000, 40))
	var baker: NavMeshBaker2D = put(NavMeshBaker2D.new(), {"bake_on_ready": false, "agent_radius": 0.0})
	baker.outlines = [rectangle(Vector2(0, 388), Vector2(1000, 390))]
	baker.bake_navigation_mesh(false)
	var bodies: Array[Jumper] = []
	for x in [100, 300]:
		bodies.append(put(Jumper.new(), {"position": Vector2(x, 389), "collision_layer": 0}))
		bodies[-1].agent.avoidance_enabled = false
	await frames(10)
	for body in bodies:
		body.agent.requestPath(Vector2(900, 389))
	await frames(60)
	for body in bodies:
		body.velocity.x = -250.0
	var jerks := [0, 0]
	var last := [-250.0, -250.0]
	await frames(3)
	for frame in 60:
		for i in 2:
			jerks[i] += int(absf(bodies[i].velocity.x - last[i]) > 20 and frame > 0)
			last[i] = bodies[i].velocity.x
		await physics_frame
	report("jerks", jerks)
	report("arrived", await until(func() -> bool: return bodies.all(func(body: Jumper) -> bool: return body.agent.hasArrived() == NavAgent2D.SUCCESS)))


func scenario_links() -> void:
	wall(Vector2(500, 300), Vector2(40, 600))
	bake(SIZE)
	var map := NavMap2D.of(world)
	report("without", map.is_reachable(Vector2(100, 300), Vector2(900, 300)))
	var link: NavLink2D = put(NavLink2D.new(), {"position": Vector2(500, 300), "start_position": Vector2(-40, 0), "end_position": Vector2(40, 0)})
	report("global", link.get_global_start_position())
	report("with", map.is_reachable(Vector2(100, 300), Vector2(900, 300)))
	var agent := walker(Vector2(100, 300))
	agent.get_parent().collision_mask = 0
	agent.requestPath(Vector2(900, 300))
	report("arrived", await until(func() -> bool: return agent.hasArrived() == NavAgent2D.SUCCESS))


func scenario_obstacles() -> void:
	var obstacle: NavObstacle2D = put(NavObstacle2D.new(), {"position": Vector2(500, 300), "affect_navigation_mesh": true,
			"vertices": rectangle(Vector2(-40, -200), Vector2(40, 200))})
	var round_one: NavObstacle2D = put(NavObstacle2D.new(), {"position": Vector2(200, 300), "affect_navigation_mesh": true, "radius": 50.0})
	bake(SIZE)
	var map := NavMap2D.of(world)
	report("vertices", obstacle.vertices == rectangle(Vector2(-40, -200), Vector2(40, 200)))
	report("cut out", [map.is_on_navmesh(Vector2(500, 300)), map.is_on_navmesh(Vector2(455, 300)), map.is_on_navmesh(Vector2(445, 300))])
	report("round", map.distance_to_wall(Vector2(350, 300)))
	round_one.free()
	report("freed", await until(func() -> bool: return map.is_on_navmesh(Vector2(200, 300)), 0, MSEC_TO_WAIT))


func scenario_questions() -> void:
	zigzag()
	var map := NavMap2D.of(world)
	var path := map.find_path(Vector2(50, 100), Vector2(950, 550))
	report("class", path.get_class())
	report("length", path.length)
	report("sum", length_of(path.points))
	var hit: Dictionary = map.raycast(Vector2(50, 100), Vector2(950, 100))
	report("hit", [hit.hit, hit.position, hit.normal, hit.distance])
	report("to the wall", map.distance_to_wall(Vector2(300, 100)))
	report("far", map.distance_to_wall(Vector2(200, 100), 50))
	report("nobody", map.closest_point(Vector2(NAN, 0)))
	var paths: Array = map.find_paths(PackedVector2Array([Vector2(50, 100)]), PackedVector2Array([Vector2(950, 550)]))
	report("batch", [typeof(paths[0]), paths[0] == path.points])
	var near: PackedVector2Array = map.random_points_near(Vector2(200, 300), 100, 50)
	report("random", Array(near).all(func(point: Vector2) -> bool: return point.distance_to(Vector2(200, 300)) < 100.5))
	var filter := NavFilter2D.new()
	filter.add_block(Vector2(500, 300), 150)
	report("blocked", map.find_path(Vector2(50, 100), Vector2(950, 550), filter).is_complete())


func scenario_crowds() -> void:
	bake(SIZE)
	var crowd: Crowd2D = put(Crowd2D.new(), {"agent_max_speed": 100.0})
	var instances := MultiMesh.new()
	crowd.multimesh = instances
	var starts := PackedVector2Array()
	var goals := PackedVector2Array()
	for i in 20:
		starts.append(Vector2(100, 25 + 28 * i))
		goals.append(Vector2(900, 575 - 28 * i))
	var agents := crowd.add_agents(starts)
	report("places", crowd.get_agent_positions() == starts)
	report("failed", crowd.request_paths(agents, goals))
	var closest := INF
	var count := 0
	while crowd.get_walking_count() > 0 and count < 2000:
		await physics_frame
		count += 1
		var places := crowd.get_agent_positions()
		for i in places.size():
			for k in i:
				closest = minf(closest, places[i].distance_to(places[k]))
	report("seconds", count / 60.0)
	report("closest", closest)
	report("speeds", Array(crowd.get_agent_smoothed_speeds()).max() < 101)
	report("format", instances.transform_format)
	# As it lies in the buffer: without a screen the engine keeps nothing else.
	var drawn := Vector2(instances.buffer[8 * 3 + 3], instances.buffer[8 * 3 + 7])
	report("drawn", drawn.distance_to(crowd.get_agent_positions()[3]))
	var front := Vector2(instances.buffer[8 * 3], instances.buffer[8 * 3 + 4])
	report("front", front.dot((goals[3] - starts[3]).normalized()))
	report("is never culled", range(20).all(func(i: int) -> bool: return instances.custom_aabb.has_point(Vector3(starts[i].x, goals[i].y, 0))))
	var bounded := MultiMesh.new()
	bounded.custom_aabb = AABB(Vector3(1, 2, 0), Vector3(3, 4, 1))
	crowd.multimesh = bounded
	await physics_frame
	await physics_frame
	report("own bounds", [bounded.instance_count, bounded.custom_aabb == AABB(Vector3(1, 2, 0), Vector3(3, 4, 1))])


## Two worlds of SubViewports do not see each other.
func scenario_worlds() -> void:
	var lengths := []
	for i in 2:
		var viewport: SubViewport = put(SubViewport.new())
		viewport.world_2d = World2D.new()
		var level: Node2D = put(Node2D.new(), {}, viewport)
		var baker := NavMeshBaker2D.new()
		baker.bake_on_ready = false
		baker.outlines = [rectangle(Vector2.ZERO, SIZE)] if i == 0 else \
				[rectangle(Vector2.ZERO, SIZE), PackedVector2Array([Vector2(400, 0), Vector2(400, 500), Vector2(600, 500), Vector2(600, 0)])]
		put(baker, {}, level)
		baker.bake_navigation_mesh(false)
		lengths.append(NavMap2D.of(level).find_path(Vector2(100, 100), Vector2(900, 100)).length)
	report("lengths", lengths)


## Turned, shifted and scaled nodes above the level.
func scenario_frames() -> void:
	var level: Node2D = put(Node2D.new(), {"position": Vector2(300, -200), "rotation": 0.5, "scale": Vector2(2, 2)})
	var body: StaticBody2D = wall(Vector2(400, 200), Vector2(40, 400))
	body.reparent(level, false)
	var baker := NavMeshBaker2D.new()
	baker.bake_on_ready = false
	baker.outlines = [rectangle(Vector2.ZERO, SIZE)]
	put(baker, {}, level)
	baker.bake_navigation_mesh(false)
	var map := NavMap2D.of(world)
	var inside := []
	for at: Vector2 in [Vector2(100, 100), Vector2(400, 200), Vector2(371, 200), Vector2(377, 200), Vector2(400, 409)]:
		inside.append(map.is_on_navmesh(level.to_global(at)))
	report("inside", inside)


func scenario_mistakes() -> void:
	var lonely := NavAgent2D.new()
	report("no body", lonely.reason_text if lonely.requestPath(Vector2.ZERO) == NavAgent2D.FAILURE else "")
	lonely.free()
	var agent := walker(Vector2(100, 100))
	agent.requestPath(Vector2(200, 200))
	report("no navmesh", agent.reason_text)
	var empty: NavMeshBaker2D = put(NavMeshBaker2D.new(), {"bake_on_ready": false})
	report("no outline", empty.bake_navigation_mesh(false))
	empty.outlines = [PackedVector2Array([Vector2.ZERO, Vector2(NAN, 1), Vector2(1, 1)]), rectangle(Vector2.ZERO, SIZE)]
	report("not finite", empty.bake_navigation_mesh(false))
	report("the other one", empty.navmesh.polygon_count)
	empty.outlines = [rectangle(Vector2.ZERO, Vector2(15, 15))]
	report("too narrow", [empty.bake_navigation_mesh(false), empty.navmesh.polygon_count])
	var anything: Variant = Resource.new()
	agent.filter = anything
	anything = NavFilter.new()
	agent.filter = anything
	report("filter", agent.filter == null)
	var reason: NavAgent2D.Reason = NavMap2D.of(world).find_path(Vector2(100, 100), Vector2(200, 100)).reason
	report("reason", reason)
	agent.requestPath(Vector2(NAN, 0))
	report("target", agent.reason_text)
	agent.radius = -1
	report("radius", agent.radius)
	agent.requestPath(Vector2(2000, 300))
	report("far", agent.reason_text)


## In a world of three dimensions and one of two at once, agents walk in both.
func scenario_both() -> void:
	bake(SIZE)
	var agent := walker(Vector2(100, 100))
	var space: Node3D = put(Node3D.new())
	var body := CharacterBody3D.new()
	var other := NavAgent.new()
	body.add_child(other)
	space.add_child(body)
	agent.requestPath(Vector2(300, 100))
	report("two", await until(func() -> bool: return agent.hasArrived() == NavAgent2D.SUCCESS))
	report("three", other.requestPath(Vector3(1, 0, 0)))
	report("reason", other.reason)


## Members of the engine's nodes that ours lack, or have with other types.
func scenario_members() -> void:
	var ours := {"NavigationAgent2D": "NavAgent2D", "NavigationLink2D": "NavLink2D", "NavigationObstacle2D": "NavObstacle2D",
			"NavigationRegion2D": "NavMeshBaker2D"}
	for theirs: String in ours:
		var missing := []
		var other := []
		for list: Callable in [ClassDB.class_get_method_list, ClassDB.class_get_signal_list, ClassDB.class_get_property_list]:
			var here := {}
			for member: Dictionary in list.call(ours[theirs], true):
				here[member.name] = member
			for member: Dictionary in list.call(theirs, true):
				if member.name.begins_with("_") or member.get("usage", 0) & (PROPERTY_USAGE_GROUP | PROPERTY_USAGE_CATEGORY):
					continue
				if not member.name in here:
					missing.append(member.name)
				elif types_of(member) != types_of(here[member.name]):
					other.append([member.name, types_of(member), types_of(here[member.name])])
		report(theirs, missing)
		report(theirs + ", other types", other)


func types_of(member: Dictionary) -> Array:
	if not "args" in member:
		return [member.type]
	return [member.return.type] + member.args.map(func(argument: Dictionary) -> int: return argument.type)


func scenario_path_result() -> void:
	zigzag()
	var agent := walker(Vector2(50, 100))
	agent.requestPath(Vector2(950, 550))
	var result: NavigationPathQueryResult2D = agent.get_current_navigation_result()
	report("points", result.path == agent.get_current_navigation_path() and result.path.size() > 3)
	report("length", [result.path_length, length_of(result.path)])
	report("counts", [result.path_types.size(), result.path_rids.size(), result.path_owner_ids.size(), result.path.size()])
	report("owner", instance_from_id(result.path_owner_ids[0]).get_class())
	agent.path_metadata_flags = 0
	result = agent.get_current_navigation_result()
	report("without flags", [result.path_types.size(), result.path_rids.size(), result.path_owner_ids.size()])


func scenario_boxes() -> void:
	var baker := zigzag()
	var map := NavMap2D.of(world)
	report("bounds", baker.get_bounds())
	report("all", map.polygons_in_box(Rect2(Vector2.ZERO, SIZE)).size() == baker.navmesh.polygon_count)
	report("one", map.polygons_in_box(Rect2(50, 50, 1, 1)) == PackedInt32Array([map.polygon_at(Vector2(50, 50))]))
	report("circle", map.polygons_in_circle(Vector2(100, 100), 20).size() < map.polygons_in_circle(Vector2(100, 100), 2000).size())


func scenario_bake_again() -> void:
	var baker: NavMeshBaker2D = put(NavMeshBaker2D.new(), {"bake_on_ready": false, "outlines": [rectangle(Vector2.ZERO, SIZE)]})
	var finished := []
	baker.bake_finished.connect(func(success: bool) -> void: finished.append(success))
	for i in 3:
		baker.bake_navigation_mesh()
		baker.cancel_bake()
	baker.bake_navigation_mesh()
	report("ended", await until(func() -> bool: return finished.size() == 4, 0, MSEC_TO_WAIT))
	await frames(10)
	report("finished", finished)
	report("baked", baker.navmesh.polygon_count)


## The link goes while an agent is on it.
func scenario_link_is_freed() -> void:
	wall(Vector2(500, 300), Vector2(140, 600))
	bake(SIZE)
	var link: NavLink2D = put(NavLink2D.new(), {"position": Vector2(500, 300), "start_position": Vector2(-90, 0), "end_position": Vector2(90, 0)})
	var agent := walker(Vector2(300, 300))
	agent.get_parent().collision_mask = 0
	var owners := []
	agent.link_reached.connect(func(details: Dictionary) -> void: owners.append(details.owner == link))
	var changed := [0]
	agent.path_changed.connect(func() -> void: changed[0] += 1)
	agent.requestPath(Vector2(900, 300))
	report("on it", await until(func() -> bool: return agent.get_parent().position.x > 480))
	link.free()
	report("arrived", await until(func() -> bool: return agent.hasArrived() == NavAgent2D.SUCCESS))
	report("owners", owners)
	report("paths", changed[0])


## Two bakers whose outlines touch, and a third one behind a thin wall.
func scenario_bakers_side_by_side() -> void:
	wall(Vector2(1000, 300), Vector2(4, 600))
	for i in 3:
		bake(Vector2(500, 600), {"position": Vector2(500 * i, 0)})
	var map := NavMap2D.of(world)
	report("reachable", [map.is_reachable(Vector2(100, 100), Vector2(900, 500)), map.is_reachable(Vector2(900, 500), Vector2(1100, 500))])
	var agent := walker(Vector2(300, 100), {"max_speed": 100.0})
	var body: CharacterBody2D = agent.get_parent()
	var links := [0]
	agent.link_reached.connect(func(_details: Dictionary) -> void: links[0] += 1)
	agent.requestPath(Vector2(800, 500))
	report("length", agent.get_path_length())
	await frames(60)
	var slowest := INF
	var least := 1.0
	var before := body.velocity.normalized()
	while body.position.x < 700 and agent.hasArrived() == NavAgent2D.RUNNING:
		await physics_frame
		slowest = minf(slowest, body.velocity.length())
		least = minf(least, before.dot(body.velocity.normalized()))
		before = body.velocity.normalized()
	report("slowest", slowest)
	report("least turn", least)
	report("arrived", await until(func() -> bool: return agent.hasArrived() == NavAgent2D.SUCCESS))
	report("links", links[0])
	# One that overlaps the other so that both navmeshes touch.
	await tidy()
	bake(Vector2(500, 600))
	bake(Vector2(500, 600), {"position": Vector2(480, 0)})
	report("touching", NavMap2D.of(world).is_reachable(Vector2(100, 100), Vector2(900, 500)))


## A box that a script moves, against an agent on its way and across it: frames in which the agent's middle is in it, and turns back at speed.
func scenario_outlines_that_move() -> void:
	for way: Vector2 in [Vector2(-1, 0), Vector2(0, 1), Vector2(0, -2)]:
		bake(SIZE)
		var box: NavObstacle2D = put(NavObstacle2D.new(), {"position": Vector2(550, 300) - 200 * way,
				"vertices": rectangle(Vector2(-30, -30), Vector2(30, 30))})
		var agent := walker(Vector2(300, 300), {"max_speed": 100.0})
		var body: CharacterBody2D = agent.get_parent()
		agent.requestPath(Vector2(900, 310))
		var seen := {"inside": 0, "turns": 0, "nearest": INF}
		var before := Vector2.ZERO
		for i in 900:
			box.position += way
			await physics_frame
			var apart := (body.position - box.position).abs() - Vector2(30, 30)
			seen.nearest = minf(seen.nearest, apart.max(Vector2.ZERO).length())
			seen.inside += int(apart.x < 0 and apart.y < 0)
			seen.turns += int(body.velocity.length() > 20 and body.velocity.dot(before) < 0)
			before = body.velocity if body.velocity.length() > 20 else Vector2.ZERO
			if agent.hasArrived() == NavAgent2D.SUCCESS:
				break
		report("by %s" % way, {"inside": seen.inside, "turns": seen.turns, "nearest": seen.nearest, "status": agent.hasArrived()})
		await tidy()
	# One that stood, and is put elsewhere, has no velocity.
	bake(SIZE)
	var wall_at: NavObstacle2D = put(NavObstacle2D.new(), {"position": Vector2(500, 500), "vertices": rectangle(Vector2(-20, -20), Vector2(20, 20))})
	var other := walker(Vector2(300, 300), {"max_speed": 100.0})
	other.requestPath(Vector2(700, 300))
	await frames(60)
	wall_at.position = Vector2(450, 400)
	report("past one that was put there", await until(func() -> bool: return other.hasArrived() == NavAgent2D.SUCCESS, 400))
