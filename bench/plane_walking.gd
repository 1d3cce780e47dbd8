extends "walking.gd"
## In the plane. The folder bench/ holds walking.json.

const RADIUS := 10.0
const PILLAR := 40.0            ## Pixels, half of its width.
const FIELDS := 10


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


func place_at(pair: Array) -> Vector2:
	return Vector2(pair[0], pair[1])


func places_of(list: Array) -> PackedVector2Array:
	return PackedVector2Array(list)


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


func walker_of(side: String) -> Node2D:
	match side:
		"NavigationAgent2D":
			return GodotWalker.new(NavigationAgent2D.new())
		"NavAgent2D, moved by a script":
			return Walker.new(NavAgent2D.new())
	return Moved.new()


func parent_of(is_crowd: bool) -> Node:
	return Crowd2D.new() if is_crowd else Node2D.new()
