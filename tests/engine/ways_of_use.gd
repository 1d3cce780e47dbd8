extends "res://level2d.gd"
## How two-dimensional games use the engine's navigation, with the class of the agent as the one thing that changes: a character on a drawn
## navigation polygon, a town of tiles with A*, and chunks that a script bakes side by side.

const CHARACTER := """extends CharacterBody2D
var movement_speed := 200.0
var navigation_agent
func _ready() -> void:
	navigation_agent = get_node("Agent")
	navigation_agent.path_desired_distance = 2.0
	navigation_agent.target_desired_distance = 2.0
func set_movement_target(target: Vector2) -> void:
	navigation_agent.target_position = target
func _physics_process(_delta: float) -> void:
	if navigation_agent.is_navigation_finished():
		return
	velocity = global_position.direction_to(navigation_agent.get_next_path_position()) * movement_speed
	move_and_slide()
"""
const ROOMS := [[0, 0, 800, 60], [740, 0, 800, 600], [0, 540, 800, 600], [0, 0, 60, 600], [200, 60, 240, 400], [400, 200, 440, 540],
	[560, 60, 600, 300], [560, 380, 740, 420], [240, 360, 330, 400]]

var server := NavigationServer2D


func server_map() -> RID:
	return world.get_world_2d().navigation_map


## Waits until the engine's map answers from all regions.
func served(regions: Array) -> void:
	var owned := func(each): return server.map_get_closest_point_owner(server_map(), each.navigation_polygon.vertices[0]).is_valid() \
		and each.navigation_polygon.get_polygon_count() > 0
	await until(func(): return server.map_get_iteration_id(server_map()) > 0 and regions.all(owned), 0, MSEC_TO_WAIT)
	var before := -1
	while before != server.map_get_iteration_id(server_map()):
		before = server.map_get_iteration_id(server_map())
		for i in 4:
			await physics_frame
			OS.delay_msec(2)


func source_of(size: Vector2, walls: Array) -> NavigationMeshSourceGeometryData2D:
	var source := NavigationMeshSourceGeometryData2D.new()
	source.add_traversable_outline(rectangle(Vector2.ZERO, size))
	for corners in walls:
		source.add_obstruction_outline(rectangle(Vector2(corners[0], corners[1]), Vector2(corners[2], corners[3])))
	return source


func region_of(polygon: NavigationPolygon) -> NavigationRegion2D:
	return put(NavigationRegion2D.new(), {"navigation_polygon": polygon})


func character(which: String, at: Vector2) -> CharacterBody2D:
	var body := CharacterBody2D.new()
	var script := GDScript.new()
	script.source_code = CHARACTER
	script.reload()
	body.set_script(script)
	body.position = at
	var shape := CollisionShape2D.new()
	shape.shape = CapsuleShape2D.new()
	shape.shape.radius = 7
	shape.shape.height = 22
	body.add_child(shape)
	body.collision_layer = 2
	var agent: Node = ClassDB.instantiate(which)
	agent.name = "Agent"
	body.add_child(agent)
	return put(body)


## Both characters go to the same targets from the same starts: where they end, what they say, and how long their paths are.
func scenario_a_character() -> void:
	var polygon := NavigationPolygon.new()
	polygon.agent_radius = 12
	server.bake_from_source_geometry_data(polygon, source_of(Vector2(800, 600), ROOMS))
	await served([region_of(polygon)])
	var both := [character("NavigationAgent2D", Vector2(100, 100)), character("NavAgent2D", Vector2(100, 100))]
	var random := RandomNumberGenerator.new()
	random.seed = 5
	for trip in 20:
		var target := Vector2(random.randf_range(0, 800), random.randf_range(0, 600))
		var told := []
		for body in both:
			body.set_movement_target(target)
			body.navigation_agent.get_next_path_position()
			told.append({"path": length_of(body.navigation_agent.get_current_navigation_path()), "off": 0.0})
		for i in 2:
			var body: CharacterBody2D = both[i]
			told[i].finished = await until(func():
				told[i].off = maxf(told[i].off, body.position.distance_to(server.map_get_closest_point(server_map(), body.position)))
				return body.navigation_agent.is_navigation_finished(), 1500)
			told[i].reached = body.navigation_agent.is_target_reached()
			told[i].reachable = body.navigation_agent.is_target_reachable()
			told[i].end = body.position.distance_to(server.map_get_closest_point(server_map(), target))
		report("trip %d" % trip, {"theirs": told[0], "ours": told[1]})
		for body in both:
			body.position = server.map_get_closest_point(server_map(), target)
		await frames(2)


## Chunks of 256 pixels, each baked with its neighbors' geometry and cut at its border.
func scenario_chunks() -> void:
	var walls := [[244, 147, 420, 600], [300, 600, 700, 660], [900, 40, 960, 700], [660, 300, 900, 340], [1100, 260, 1500, 300], [1180, 420, 1240, 900]]
	var source := source_of(Vector2(1536, 1024), walls)
	var regions := []
	for y in 4:
		for x in 6:
			var chunk := NavigationPolygon.new()
			chunk.baking_rect = Rect2(Vector2(x, y) * 256, Vector2(256, 256)).grow(256)
			chunk.border_size = 256
			chunk.agent_radius = 10
			server.bake_from_source_geometry_data(chunk, source)
			chunk.vertices = PackedVector2Array(Array(chunk.vertices).map(func(vertex): return vertex.snappedf(0.1)))
			if chunk.get_polygon_count() > 0:
				regions.append(region_of(chunk))
	await served(regions)
	report("regions", regions.size())
	report("paths", await compare_paths(Vector2(1536, 1024)))
	# One region of them is baked anew while the game runs, and one is freed.
	var map := NavMap2D.of(world)
	var within := Vector2(1200, 128)
	var here := func(): return map.is_on_navmesh(within)
	var before: bool = here.call()
	regions[4].free()
	await frames(2)
	report("freed", [before, here.call()])


func compare_paths(size: Vector2) -> Dictionary:
	var map := NavMap2D.of(world)
	var random := RandomNumberGenerator.new()
	random.seed = 9
	var seen := {"paths": 0, "longer": 0.0, "shorter": 0.0, "other ends": 0}
	for i in 60:
		var from := server.map_get_closest_point(server_map(), Vector2(random.randf() * size.x, random.randf() * size.y))
		var to := server.map_get_closest_point(server_map(), Vector2(random.randf() * size.x, random.randf() * size.y))
		var ours := map.find_path(from, to)
		var theirs := server.map_get_path(server_map(), from, to, true)
		var reaches := theirs.size() > 0 and theirs[-1].distance_to(to) < 0.1
		seen.paths += 1
		seen["other ends"] += int(reaches != ours.is_complete())
		if reaches and ours.is_complete():
			seen.longer = maxf(seen.longer, ours.length - length_of(theirs))
			seen.shorter = maxf(seen.shorter, length_of(theirs) - ours.length)
	return seen


## A town of tiles without navigation polygons. Its script asks AStarGrid2D for cells; a baker gets an outline for each block.
func scenario_a_town_with_a_star() -> void:
	var random := RandomNumberGenerator.new()
	random.seed = 4
	var grid := AStarGrid2D.new()
	grid.region = Rect2i(0, 0, 24, 16)
	grid.cell_size = Vector2(64, 64)
	grid.offset = Vector2(32, 32)
	grid.diagonal_mode = AStarGrid2D.DIAGONAL_MODE_ONLY_IF_NO_OBSTACLES
	grid.update()
	var outlines: Array[PackedVector2Array] = [rectangle(Vector2.ZERO, Vector2(24, 16) * 64)]
	for i in 90:
		var cell := Vector2i(random.randi_range(0, 23), random.randi_range(0, 15))
		if not grid.is_point_solid(cell):
			grid.set_point_solid(cell)
			var block := rectangle(Vector2(cell) * 64, Vector2(cell + Vector2i.ONE) * 64)
			block.reverse()
			outlines.append(block)
	var baker: NavMeshBaker2D = put(NavMeshBaker2D.new(), {"bake_on_ready": false, "agent_radius": 20.0, "outlines": outlines})
	baker.bake_navigation_mesh(false)
	var map := NavMap2D.of(world)
	var seen := {"paths": 0, "complete": 0, "other ends": 0, "longer": -INF}
	for i in 150:
		var from := Vector2i(random.randi_range(0, 23), random.randi_range(0, 15))
		var to := Vector2i(random.randi_range(0, 23), random.randi_range(0, 15))
		if grid.is_point_solid(from) or grid.is_point_solid(to):
			continue
		var cells := grid.get_point_path(from, to)
		var ours := map.find_path(grid.get_point_position(from), grid.get_point_position(to))
		seen.paths += 1
		seen.complete += int(ours.is_complete())
		seen["other ends"] += int(ours.is_complete() == cells.is_empty())
		if ours.is_complete() and not cells.is_empty():
			seen.longer = maxf(seen.longer, ours.length - length_of(cells))
	report("paths", seen)


func area_of(points: PackedVector2Array, polygons: Array) -> float:
	var sum := 0.0
	for polygon in polygons:
		for k in range(2, polygon.size()):
			sum += absf((points[polygon[k - 1]] - points[polygon[0]]).cross(points[polygon[k]] - points[polygon[0]])) / 2
	return sum


## What a baker cuts out of its navmesh for the engine's obstacles, in square pixels, beside what the engine's own bake does.
func scenario_obstacles_are_cut_out() -> void:
	var outline := rectangle(Vector2(-256, -256), Vector2(256, 256))
	var shapes := {"circle": {"radius": 48.0}, "square": {"vertices": rectangle(Vector2(-48, -48), Vector2(48, 48))}}
	for shape in shapes:
		for carve in [true, false]:
			var level: Node2D = put(Node2D.new())
			var baker: NavMeshBaker2D = put(NavMeshBaker2D.new(), {"bake_on_ready": false, "agent_radius": 8.0, "outlines": [outline]}, level)
			put(NavigationObstacle2D.new(), shapes[shape].merged({"affect_navigation_mesh": true, "carve_navigation_mesh": carve}), level)
			await frames(2)
			baker.bake_navigation_mesh(false)
			var corners: PackedVector2Array = baker.navmesh.get_triangles()
			var mesh := NavigationPolygon.new()
			mesh.agent_radius = 8.0
			mesh.add_outline(outline)
			var source := NavigationMeshSourceGeometryData2D.new()
			server.parse_source_geometry_data(mesh, source, level)
			server.bake_from_source_geometry_data(mesh, source)
			report("%s, %s" % [shape, "exact" if carve else "with radius"],
				{"ours": 496.0 * 496 - area_of(corners, range(0, corners.size(), 3).map(func(i): return [i, i + 1, i + 2])),
				"theirs": 496.0 * 496 - area_of(mesh.vertices, range(mesh.get_polygon_count()).map(mesh.get_polygon))})
			level.free()
