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

	func _init(its_agent: Node, place: Vector3, params: Dictionary) -> void:
		agent = its_agent
		agent.avoidance_enabled = true
		for param in params:
			agent.set(param, params[param])
		agent.velocity_computed.connect(func(velocity: Vector3): position += velocity * get_physics_process_delta_time())
		add_child(agent)
		position = place


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
	var ground: Node = region()
	root.add_child(ground)
	await settled()
	await play("Godot", func(place): return GodotWalker.new(NavigationAgent3D.new(), place, settings.params),
		func(agent, goal): agent.target_position = goal)
	ground.free()
	ground = baker()
	root.add_child(ground)
	await settled()
	await play("in Godot", func(place): return Walker.new(NavAgent.new(), place, settings.params),
		func(agent, goal): agent.requestPath(goal))
	ground.free()
	quit()


## Cells as small as the polygons' corners need, which are joined by them.
func region() -> NavigationRegion3D:
	var map := root.world_3d.navigation_map
	NavigationServer3D.map_set_cell_size(map, 0.05)
	NavigationServer3D.map_set_cell_height(map, 0.05)
	var node := NavigationRegion3D.new()
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


## The engine builds its map on other threads, beside the frames.
func settled() -> void:
	var begin := Time.get_ticks_msec()
	while Time.get_ticks_msec() - begin < 500:
		await physics_frame


func play(side: String, make: Callable, ask: Callable) -> void:
	var walkers: Array[Node3D] = []
	for i in starts.size():
		walkers.append(make.call(starts[i]))
		root.add_child(walkers[i])
		ask.call(walkers[i].agent, goals[i])
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
	for walker in walkers:
		walker.free()
	FileAccess.open("res://bench/%s.track" % side, FileAccess.WRITE).store_buffer(track.to_byte_array())
