extends RefCounted
## Who walks in the scripts beside this one, and on what.


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
