extends SceneTree
## Plays a scene of bench_crowd.py with the engine's own NavigationAgent3D, then with NavAgent, both under plain nodes.
## The folder bench/ holds scene.json, scene.navmesh and scene.ends (starts, then goals; float32). <side>.track is written
## there: x and z of all agents, step after step.

var settings: Dictionary = JSON.parse_string(FileAccess.get_file_as_string("res://bench/scene.json"))
var navmesh := NavMeshData.new()
var starts: Array[Vector3] = []
var goals: Array[Vector3] = []


## Goes as the agent's velocity_computed says.
class Walker extends Node3D:
	var agent: Node

	func _init(its_agent: Node) -> void:
		agent = its_agent
		add_child(agent)
		agent.velocity_computed.connect(func(velocity: Vector3): position += velocity * get_physics_process_delta_time())


## As the engine's manual has it, but for the last step, which ends at the goal instead of beyond.
class GodotWalker extends Walker:
	func _physics_process(delta: float) -> void:
		agent.velocity = ((agent.get_next_path_position() - position) / delta).limit_length(agent.max_speed)


func _initialize() -> void:
	Engine.physics_ticks_per_second = settings.ticks
	navmesh.data = FileAccess.get_file_as_bytes("res://bench/scene.navmesh")
	var floats := FileAccess.get_file_as_bytes("res://bench/scene.ends").to_float32_array()
	for i in range(0, floats.size(), 3):
		(goals if 2 * i >= floats.size() else starts).append(Vector3(floats[i], floats[i + 1], floats[i + 2]))
	await play("Godot", region(), func(): return GodotWalker.new(NavigationAgent3D.new()),
		func(agent, goal): agent.target_position = goal)
	await play("in Godot", baker(), func(): return Walker.new(NavAgent.new()), func(agent, goal): agent.requestPath(goal))
	quit()


## Its cells are small enough for every corner to have its own. No other threads, so that two frames are enough to take it up.
func region() -> NavigationRegion3D:
	var map := root.world_3d.navigation_map
	NavigationServer3D.map_set_cell_size(map, 0.05)
	NavigationServer3D.map_set_cell_height(map, 0.05)
	NavigationServer3D.map_set_use_async_iterations(map, false)
	var node := NavigationRegion3D.new()
	NavigationServer3D.region_set_use_async_iterations(node.get_rid(), false)
	node.navigation_mesh = navmesh.to_navigation_mesh()
	node.navigation_mesh.cell_size = 0.05
	node.navigation_mesh.cell_height = 0.05
	if node.navigation_mesh.get_polygon_count() != settings.polygons:
		printerr("ERROR: other polygons than navpy's")
	return node


func baker() -> NavMeshBaker:
	var node := NavMeshBaker.new()
	node.bake_on_ready = false
	node.navmesh = navmesh
	return node


## All walk until each has come near to its goal once.
func play(side: String, ground: Node, make: Callable, ask: Callable) -> void:
	root.add_child(ground)
	await physics_frame
	await physics_frame
	var walkers: Array[Node3D] = []
	for i in starts.size():
		var walker: Node3D = make.call()
		walker.agent.avoidance_enabled = true
		for param in settings.params:
			walker.agent.set(param, settings.params[param])
		walker.position = starts[i]
		root.add_child(walker)
		ask.call(walker.agent, goals[i])
		walkers.append(walker)
	var track := PackedFloat32Array()
	var near := {}
	for step in settings.most + 1:
		for i in walkers.size():
			var place := walkers[i].position
			track.append(place.x)
			track.append(place.z)
			if Vector2(place.x - goals[i].x, place.z - goals[i].z).length() <= settings.near:
				near[i] = true
		if near.size() == walkers.size():
			break
		await physics_frame
	FileAccess.open("res://bench/%s.track" % side, FileAccess.WRITE).store_buffer(track.to_byte_array())
	for walker in walkers:
		walker.free()
	ground.free()
