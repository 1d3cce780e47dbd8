extends "res://scenes.gd"
## What the scenarios of three-dimensional levels share: floors, boxes, bodies, agents and bakers made in code, ways to wait.

var world: Node3D


func make_world() -> Node:
	world = Node3D.new()
	return world


# ---- waiting ----

## Waits until a baker has its navmesh.
func baked(node: NavMeshBaker) -> bool:
	return await until(func(): return node.navmesh != null and not node.is_baking(), 0, MSEC_TO_WAIT)


## Waits until a baker has rebaked the tiles that changes have touched.
func settled(node: NavMeshBaker) -> bool:
	await frames(1)
	return await until(func(): return not node.is_rebaking(), 0, MSEC_TO_WAIT)


## Waits until an agent has ended its request and stands.
func rests(agent: NavAgent, most := 600) -> bool:
	return await until(func(): return agent.hasArrived() != NavAgent.RUNNING and agent.desired_velocity == Vector3.ZERO, most)


## Removes an agent with its body.
func remove(agent: Node) -> void:
	agent.get_parent().queue_free()
	await frames(2)


# ---- the level ----

## Adds a node below `parent`, with these properties.
func put(node: Node, settings := {}, parent: Node = world) -> Node:
	for setting in settings:
		node.set(setting, settings[setting])
	parent.add_child(node)
	return node


func node_at(place: Vector3, parent: Node = world) -> Node3D:
	return put(Node3D.new(), {"position": place}, parent)


## A part of the world: a baker below it bakes only this part.
func level_at(named := "", parent: Node = world) -> Node3D:
	return put(Node3D.new(), {"name": named} if named else {}, parent)


## A part of another world.
func viewport() -> SubViewport:
	return put(SubViewport.new(), {"own_world_3d": true})


func box(size: Vector3, center: Vector3, parent: Node = world) -> StaticBody3D:
	var body := StaticBody3D.new()
	var shape := CollisionShape3D.new()
	shape.shape = BoxShape3D.new()
	shape.shape.size = size
	body.add_child(shape)
	return put(body, {"position": center}, parent)


## A floor whose upper side is at `center`.
func floor_at(width: float, depth: float, center := Vector3.ZERO, parent: Node = world) -> StaticBody3D:
	return box(Vector3(width, 0.5, depth), center - Vector3(0, 0.25, 0), parent)


## Ground of triangles of half a meter, as high as `height` says.
func hill(rect: Rect2, height: Callable, parent: Node = world) -> StaticBody3D:
	var faces := PackedVector3Array()
	var at := func(x: float, z: float): return Vector3(x, height.call(x, z), z)
	for i in int(rect.size.x * 2):
		for k in int(rect.size.y * 2):
			var x := rect.position.x + i / 2.0
			var z := rect.position.y + k / 2.0
			faces.append_array([at.call(x, z), at.call(x + 0.5, z), at.call(x, z + 0.5)])
			faces.append_array([at.call(x + 0.5, z), at.call(x + 0.5, z + 0.5), at.call(x, z + 0.5)])
	var body := StaticBody3D.new()
	var shape := CollisionShape3D.new()
	shape.shape = ConcavePolygonShape3D.new()
	shape.shape.backface_collision = true
	shape.shape.set_faces(faces)
	body.add_child(shape)
	return put(body, {}, parent)


## A baker that bakes by itself, on a thread.
func baker(settings := {}, parent: Node = world) -> NavMeshBaker:
	return put(NavMeshBaker.new(), settings, parent)


## A baker that bakes when it is told to.
func quiet_baker(settings := {}, parent: Node = world) -> NavMeshBaker:
	return baker({"bake_on_ready": false}.merged(settings), parent)


## A baker that has baked what is there.
func bake(settings := {}, parent: Node = world) -> NavMeshBaker:
	var node := quiet_baker(settings, parent)
	node.bake_navigation_mesh(false)
	return node


func obstacle(settings: Dictionary, place := Vector3.ZERO, parent: Node = world) -> NavObstacle:
	return put(NavObstacle.new(), {"position": place}.merged(settings), parent)


func link(start: Vector3, end: Vector3, parent: Node = world, settings := {}) -> NavLink:
	return put(NavLink.new(), {"start_position": start, "end_position": end}.merged(settings), parent)


## A NavigationMesh of one rectangle at a height, clockwise seen from above as Godot's are.
func rectangle(low: Vector2, high: Vector2, height := 0.0) -> NavigationMesh:
	var mesh := NavigationMesh.new()
	mesh.vertices = PackedVector3Array([Vector3(low.x, height, low.y), Vector3(high.x, height, low.y), Vector3(high.x, height, high.y),
			Vector3(low.x, height, high.y)])
	mesh.add_polygon(PackedInt32Array([0, 1, 2, 3]))
	return mesh


func region(mesh: NavigationMesh, parent: Node = world, settings := {}) -> NavigationRegion3D:
	return put(NavigationRegion3D.new(), {"navigation_mesh": mesh}.merged(settings), parent)


## Waits until the engine's map has these regions, whatever its threads do.
func synced(regions: Array) -> void:
	var map := world.get_world_3d().navigation_map
	NavigationServer3D.map_set_use_async_iterations(map, false)
	for each: NavigationRegion3D in regions:
		NavigationServer3D.region_set_use_async_iterations(each.get_region_rid(), false)
	var owned := func(each): return NavigationServer3D.map_get_closest_point_owner(map, each.navigation_mesh.vertices[0]) == each.get_region_rid()
	await until(func(): return NavigationServer3D.map_get_iteration_id(map) > 0 and regions.all(owned))
	await frames(2)


## Has the engine bake the static colliders of a level into a NavigationMesh.
func bake_by_engine(mesh: NavigationMesh, level: Node = world) -> NavigationMesh:
	mesh.geometry_parsed_geometry_type = NavigationMesh.PARSED_GEOMETRY_STATIC_COLLIDERS
	var source := NavigationMeshSourceGeometryData3D.new()
	NavigationServer3D.parse_source_geometry_data(mesh, source, level)
	NavigationServer3D.bake_from_source_geometry_data(mesh, source)
	return mesh


# ---- who walks there ----

## A body with a capsule whose lowest point is `height` below its origin, on collision layer 2: bodies don't collide with each other.
func capsule(height: float, radius := 0.4) -> CharacterBody3D:
	var body := CharacterBody3D.new()
	var shape := CollisionShape3D.new()
	shape.shape = CapsuleShape3D.new()
	shape.shape.radius = radius
	shape.shape.height = 1.6
	shape.position.y = 0.8 - height
	body.collision_layer = 2
	body.add_child(shape)
	return body


## A capsule that stands on the floor at `feet`, its origin `height` above the floor, with an agent.
func walker(feet: Vector3, height := 1.0, settings := {}, parent: Node = world) -> NavAgent:
	var body := capsule(height)
	body.position = feet + Vector3(0, height, 0)
	return with_agent(body, settings, parent)


## A Node3D that floats `height` above the floor and moves by velocity_computed.
func ghost(feet: Vector3, height := 1.0, settings := {}, parent: Node = world) -> NavAgent:
	var node := Node3D.new()
	node.position = feet + Vector3(0, height, 0)
	var agent := with_agent(node, settings, parent)
	agent.velocity_computed.connect(func(velocity): node.position += velocity / 60.0)
	return agent


func with_agent(node: Node3D, settings := {}, parent: Node = world) -> NavAgent:
	var agent: NavAgent = put(NavAgent.new(), settings, node)
	parent.add_child(node)
	return agent


## The names of the signals that an agent emits from now on, in their order: a list that grows.
func signals_of(agent: NavAgent, names := ["path_changed", "target_reached", "navigation_finished"]) -> Array:
	var emitted := []
	for name: String in names:
		agent.connect(name, func(): emitted.append(name))
	return emitted


# ---- measures ----

func flat(point: Vector3) -> Vector2:
	return Vector2(point.x, point.z)


## Where an agent's body is in the ground plane.
func place_of(agent: Node) -> Vector2:
	return flat(agent.get_parent().global_position)


## Distance of an agent's body from a point, in the ground plane.
func off(agent: Node, point: Vector3) -> float:
	return place_of(agent).distance_to(flat(point))


## Bytes that the process uses: as Godot counts its own, and as the system counts pages.
func memory() -> Dictionary:
	var file := FileAccess.open("/proc/self/status", FileAccess.READ)
	var resident := 0
	while not file.eof_reached() and resident == 0:
		var line := file.get_line()
		if line.begins_with("VmRSS"):
			resident = int(line) * 1024
	return {"static": OS.get_static_memory_usage(), "resident": resident}
