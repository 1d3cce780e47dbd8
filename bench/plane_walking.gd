extends SceneTree
## What a physics frame costs with agents that walk and avoid each other in the plane, under plain nodes: one row for each run that
## walking.json asks for.

const RADIUS := 10.0
const PILLAR := 40.0            ## Pixels, half of its width.
const FIELDS := 10

var settings: Dictionary = JSON.parse_string(FileAccess.get_file_as_string("res://bench/walking.json"))
var starts := PackedVector2Array()
var goals := PackedVector2Array()


## Goes as the agent's velocity_computed says.
class Walker extends Node2D:
	var agent: Node

	func _init(its_agent: Node) -> void:
		agent = its_agent
		add_child(agent)
		agent.velocity_computed.connect(func(velocity: Vector2): position += velocity * get_physics_process_delta_time())


## As the engine's manual has it.
class GodotWalker extends Walker:
	func _physics_process(_delta: float) -> void:
		agent.velocity = position.direction_to(agent.get_next_path_position()) * agent.max_speed


## The Crowd2D above moves it.
class Moved extends Node2D:
	var agent := NavAgent2D.new()

	func _init() -> void:
		add_child(agent)


func _initialize() -> void:
	await physics_frame
	for i in settings.starts.size():
		starts.append(Vector2(settings.starts[i][0], settings.starts[i][1]))
		goals.append(Vector2(settings.goals[i][0], settings.goals[i][1]))
	for run in settings.runs:
		await walk(run.side, run.count)
	quit()


func square(center: Vector2, half: float, turn: float) -> PackedVector2Array:
	return PackedVector2Array(range(4).map(func(k: int) -> Vector2: return center + Vector2(half, half).rotated(turn * k * TAU / 4)))


## The floor, and a pillar in each field.
func outlines() -> Array[PackedVector2Array]:
	var out: Array[PackedVector2Array] = [square(Vector2.ZERO, settings.size / 2, 1)]
	var field: float = settings.size / FIELDS
	for i in FIELDS * FIELDS:
		out.append(square((Vector2(i % FIELDS, i / FIELDS) + Vector2(0.5, 0.5)) * field - Vector2.ONE * settings.size / 2, PILLAR, -1))
	return out


func ground(side: String) -> Node:
	var all := outlines()
	if side != "NavigationAgent2D":
		var baker := NavMeshBaker2D.new()
		baker.bake_on_ready = false
		baker.outlines = all
		root.add_child(baker)
		baker.bake_navigation_mesh(false)
		return baker
	var source := NavigationMeshSourceGeometryData2D.new()
	source.add_traversable_outline(all[0])
	for pillar in all.slice(1):
		source.add_obstruction_outline(pillar)
	var region := NavigationRegion2D.new()
	region.navigation_polygon = NavigationPolygon.new()
	region.navigation_polygon.agent_radius = RADIUS
	NavigationServer2D.bake_from_source_geometry_data(region.navigation_polygon, source)
	NavigationServer2D.map_set_use_async_iterations(root.world_2d.navigation_map, false)
	NavigationServer2D.region_set_use_async_iterations(region.get_rid(), false)
	root.add_child(region)
	return region


func fill(side: String, parent: Node, count: int) -> void:
	for i in count if side != "Crowd2D with a MultiMesh" else 0:
		var walker: Node2D
		match side:
			"NavigationAgent2D":
				walker = GodotWalker.new(NavigationAgent2D.new())
			"NavAgent2D, moved by a script":
				walker = Walker.new(NavAgent2D.new())
			"NavAgent2D, moved by its Crowd2D":
				walker = Moved.new()
		walker.agent.avoidance_enabled = true
		walker.agent.max_speed = settings.max_speed
		walker.agent.neighbor_distance = settings.neighbor_distance
		walker.position = starts[i]
		parent.add_child(walker)
		if walker.agent is NavigationAgent2D:
			walker.agent.target_position = goals[i]
		else:
			walker.agent.requestPath(goals[i])
	if side == "Crowd2D with a MultiMesh":
		parent.multimesh = MultiMesh.new()
		parent.agent_max_speed = settings.max_speed
		parent.agent_neighbor_distance = settings.neighbor_distance
		parent.request_paths(parent.add_agents(starts.slice(0, count)), goals.slice(0, count))


func places(parent: Node) -> PackedVector2Array:
	if parent.get_child_count() == 0:
		return parent.get_agent_positions()
	return PackedVector2Array(parent.get_children().map(func(child): return child.position))


func walk(side: String, count: int) -> void:
	var level := ground(side)
	await physics_frame
	await physics_frame
	var parent: Node = Crowd2D.new() if side.contains("Crowd2D") else Node2D.new()
	if side == "NavAgent2D, moved by its Crowd2D":
		parent.move_nodes = true
	root.add_child(parent)
	fill(side, parent, count)
	for i in settings.warm:
		await physics_frame
	var before := places(parent)            # by now the last of a crowd without nodes has its path, too
	var begin := Time.get_ticks_usec()
	for i in settings.frames:
		await physics_frame
	var usec := (Time.get_ticks_usec() - begin) / float(settings.frames)
	var after := places(parent)
	var pixels := 0.0
	for i in count:
		pixels += before[i].distance_to(after[i])
	print("RESULT walking ", JSON.stringify({"side": side, "count": count, "usec": usec, "pixels": pixels / count}))
	parent.free()
	level.free()
	await physics_frame
