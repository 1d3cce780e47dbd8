extends RefCounted
## What the scripts beside this one share: who walks, on what, and what is read from the folder bench/.


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


## Likewise, but for the last step, which ends at the goal instead of beyond.
class GodotArriver extends Walker:
	func _physics_process(delta: float) -> void:
		agent.velocity = ((agent.get_next_path_position() - position) / delta).limit_length(agent.max_speed)


## Begins to walk from `start` to `goal`, with these properties of its agent.
static func send(walker: Node, properties: Dictionary, start: Variant, goal: Variant, parent: Node) -> void:
	walker.agent.avoidance_enabled = true
	for property in properties:
		walker.agent.set(property, properties[property])
	walker.position = start
	parent.add_child(walker)
	if walker.agent is NavigationAgent3D or walker.agent is NavigationAgent2D:
		walker.agent.target_position = goal
	else:
		walker.agent.requestPath(goal)


static func box(size: Vector3, center: Vector3, parent: Node) -> StaticBody3D:
	var body := StaticBody3D.new()
	var shape := CollisionShape3D.new()
	shape.shape = BoxShape3D.new()
	shape.shape.size = size
	body.add_child(shape)
	body.position = center
	parent.add_child(body)
	return body


static func baker(navmesh: NavMeshData) -> NavMeshBaker:
	var node := NavMeshBaker.new()
	node.bake_on_ready = false
	node.navmesh = navmesh
	return node


## No other threads, so that two frames are enough to take it up.
static func region(world: World3D, navmesh: NavMeshData, cell: float) -> NavigationRegion3D:
	var map := world.navigation_map
	NavigationServer3D.map_set_cell_size(map, cell)
	NavigationServer3D.map_set_cell_height(map, cell)
	NavigationServer3D.map_set_use_async_iterations(map, false)
	var node := NavigationRegion3D.new()
	NavigationServer3D.region_set_use_async_iterations(node.get_rid(), false)
	node.navigation_mesh = navmesh.to_navigation_mesh()
	node.navigation_mesh.cell_size = cell
	node.navigation_mesh.cell_height = cell
	return node


## A map of its own with one region, which has no mesh yet. Its cells are small enough for every corner to have its own.
static func empty_map(mesh: NavigationMesh) -> Dictionary:
	mesh.cell_size = 0.05
	mesh.cell_height = 0.05
	var map := NavigationServer3D.map_create()
	NavigationServer3D.map_set_cell_size(map, 0.05)
	NavigationServer3D.map_set_cell_height(map, 0.05)
	NavigationServer3D.map_set_use_async_iterations(map, false)
	NavigationServer3D.map_set_active(map, true)
	var region := NavigationServer3D.region_create()
	NavigationServer3D.region_set_use_async_iterations(region, false)
	NavigationServer3D.region_set_map(region, map)
	return {"map": map, "region": region}


## Points of a file in bench/, three float32 each.
static func points(file: String) -> PackedVector3Array:
	var floats := FileAccess.get_file_as_bytes("res://bench/" + file).to_float32_array()
	var found := PackedVector3Array()
	for i in range(0, floats.size(), 3):
		found.append(Vector3(floats[i], floats[i + 1], floats[i + 2]))
	return found


## Meters of a path in the ground plane.
static func length_of(path: PackedVector3Array) -> float:
	var sum := 0.0
	for i in range(1, path.size()):
		sum += Vector2(path[i].x - path[i - 1].x, path[i].z - path[i - 1].z).length()
	return sum
