extends SceneTree
## What a physics frame costs with agents walking and avoiding each other under plain nodes: the engine's NavigationAgent3D, NavAgent with
## the same kind of script, NavAgent moved by its Crowd, and a Crowd that draws by a MultiMesh. All walk on the same polygons to the same goals, in
## one run, sides in turn; nobody arrives meanwhile. The folder bench/ holds walking.navmesh and walking.json.

var settings: Dictionary = JSON.parse_string(FileAccess.get_file_as_string("res://bench/walking.json"))
var navmesh := NavMeshData.new()
var starts := PackedVector3Array()
var goals := PackedVector3Array()


## Goes as the agent's velocity_computed says.
class Walker extends Node3D:
	var agent: Node

	func _init(its_agent: Node) -> void:
		agent = its_agent
		add_child(agent)
		agent.velocity_computed.connect(func(velocity: Vector3): position += velocity * get_physics_process_delta_time())


## As the engine's manual has it.
class GodotWalker extends Walker:
	func _physics_process(_delta: float) -> void:
		agent.velocity = position.direction_to(agent.get_next_path_position()) * agent.max_speed


class Mover extends Node3D:
	var agent: Node

	func _init(its_agent: Node) -> void:
		agent = its_agent
		agent.face_velocity = false
		add_child(agent)


func _initialize() -> void:
	navmesh.data = FileAccess.get_file_as_bytes("res://bench/walking.navmesh")
	for i in settings.starts.size():
		starts.append(Vector3(settings.starts[i][0], 0, settings.starts[i][1]))
		goals.append(Vector3(settings.goals[i][0], 0, settings.goals[i][1]))
	for count in settings.counts:
		for round in settings.rounds:
			await walk("NavigationAgent3D", region(), count, make_walkers(func(): return GodotWalker.new(NavigationAgent3D.new()),
				func(agent, goal): agent.target_position = goal))
			await walk("NavAgent, moved by a script", baker(), count, make_walkers(func(): return Walker.new(NavAgent.new()),
				func(agent, goal): agent.requestPath(goal)))
			await walk("NavAgent, moved by its Crowd", baker(), count, make_walkers(func(): return Mover.new(NavAgent.new()),
				func(agent, goal): agent.requestPath(goal)))
			await walk("Crowd with a MultiMesh", baker(), count, fill_multimesh)
	for round in settings.rounds:
		await walk("Crowd with a MultiMesh", baker(), 2 * settings.counts[-1], fill_multimesh)
	quit()


func region() -> NavigationRegion3D:
	var map := root.world_3d.navigation_map
	NavigationServer3D.map_set_use_async_iterations(map, false)
	var node := NavigationRegion3D.new()
	NavigationServer3D.region_set_use_async_iterations(node.get_rid(), false)
	node.navigation_mesh = navmesh.to_navigation_mesh()
	return node


func baker() -> NavMeshBaker:
	var node := NavMeshBaker.new()
	node.bake_on_ready = false
	node.navmesh = navmesh
	return node


func make_walkers(make: Callable, ask: Callable) -> Callable:
	return func(parent: Node, count: int) -> void:
		for i in count:
			var walker: Node3D = make.call()
			walker.agent.avoidance_enabled = true
			walker.agent.max_speed = settings.max_speed
			walker.agent.radius = settings.radius
			walker.agent.neighbor_distance = settings.neighbor_distance
			walker.position = starts[i]
			parent.add_child(walker)
			ask.call(walker.agent, goals[i])


func fill_multimesh(parent: Node, count: int) -> void:
	var crowd: Crowd = parent
	crowd.multimesh = MultiMesh.new()
	crowd.agent_max_speed = settings.max_speed
	crowd.agent_radius = settings.radius
	crowd.agent_neighbor_distance = settings.neighbor_distance
	crowd.request_paths(crowd.add_agents(starts.slice(0, count)), goals.slice(0, count))


func walk(side: String, ground: Node, count: int, fill: Callable) -> void:
	root.add_child(ground)
	await physics_frame
	await physics_frame
	var parent: Node = Crowd.new() if side.contains("Crowd") else Node3D.new()
	if side.contains("its Crowd"):
		parent.move_nodes = true
	root.add_child(parent)
	await fill.call(parent, count)
	for i in settings.warm:
		await physics_frame
	var begin := Time.get_ticks_usec()
	for i in settings.frames:
		await physics_frame
	var usec := (Time.get_ticks_usec() - begin) / float(settings.frames)
	var done := 0.0
	for i in count:
		done += starts[i].distance_to(parent.get_child(i).position if parent.get_child_count() > 0 else parent.get_agent_positions()[i])
	print("RESULT walking ", JSON.stringify({"side": side, "count": count, "usec": usec, "metres": done / count}))
	parent.free()
	ground.free()
	await physics_frame
