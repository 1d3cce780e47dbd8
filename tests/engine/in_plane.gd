extends "res://level2d.gd"
## What scenarios of both dimensions share, as dimension.gd: all is told in meters of 16 pixels, as (x, z). in_space.gd is the other one.

const IS_PLANE := true
const SUFFIX := "2D"            ## Of the engine's classes.
const OUR_SUFFIX := "2D"        ## Of ours.
const PIXELS := 16.0            ## a meter
const EDGE_GAP := 0.05          ## Less than the margin of the engine's maps, a pixel.

var server := NavigationServer2D


func at(x: float, z: float) -> Vector2:
	return Vector2(x, z) * PIXELS


## (x, z) of a place.
func ground(place: Vector2) -> Vector2:
	return place / PIXELS


func length(amount: float) -> float:
	return amount * PIXELS


func meters(amount: float) -> float:
	return amount / PIXELS


func places(points: Array) -> PackedVector2Array:
	return PackedVector2Array(points.map(func(point: Vector2): return at(point.x, point.y)))


func server_map() -> RID:
	return world.get_world_2d().navigation_map


func nav_map() -> NavMap2D:
	return NavMap2D.of(world)


func set_mesh(node: NavigationRegion2D, mesh: NavigationPolygon) -> void:
	node.navigation_polygon = mesh


## A node of the engine's class of this dimension.
func engine_node(kind: String, settings := {}, parent: Node = world) -> Node:
	return put(ClassDB.instantiate("Navigation" + kind + SUFFIX), settings, parent)


## A node of ours.
func our_node(kind: String, settings := {}, parent: Node = world) -> Node:
	return put(ClassDB.instantiate(kind + SUFFIX), settings, parent)


## A mesh of the engine's, of polygons of such points.
func mesh_of(points: Array, polygons: Array) -> NavigationPolygon:
	var mesh := NavigationPolygon.new()
	mesh.vertices = places(points)
	for polygon in polygons:
		mesh.add_polygon(PackedInt32Array(polygon))
	return mesh


func rectangle_mesh(low: Vector2, high: Vector2) -> NavigationPolygon:
	return mesh_of([low, Vector2(high.x, low.y), high, Vector2(low.x, high.y)], [[0, 1, 2, 3]])


func region_at(low: Vector2, high: Vector2, settings := {}, parent: Node = world) -> NavigationRegion2D:
	return engine_node("Region", {"navigation_polygon": rectangle_mesh(low, high)}.merged(settings), parent)


## A baker with the navmesh of a rectangle, up to its border, in one piece.
func baked_at(low: Vector2, high: Vector2, settings := {}) -> NavMeshBaker2D:
	var level: Node2D = put(Node2D.new())
	var baker: NavMeshBaker2D = our_node("NavMeshBaker", {"bake_on_ready": false, "agent_radius": 0.0, "tile_size": 0,
		"outlines": [rectangle(low * PIXELS, high * PIXELS)]}.merged(settings), level)
	baker.bake_navigation_mesh(false)
	return baker


## A wall of a level that a baker collects.
func wall_at(low: Vector2, high: Vector2, parent: Node = world) -> StaticBody2D:
	var body := wall((low + high) / 2 * PIXELS, (high - low) * PIXELS)
	if parent != world:
		body.reparent(parent)
	return body


## An agent that moves a bare node.
func agent_at(x: float, z: float, settings := {}) -> NavAgent2D:
	var node := bare_node(x, z)
	var agent: NavAgent2D = put(NavAgent2D.new(), settings, node)
	agent.velocity_computed.connect(func(velocity): node.position += velocity / 60.0)
	return agent


func bare_node(x := 0.0, z := 0.0, parent: Node = world) -> Node2D:
	return put(Node2D.new(), {"position": at(x, z)}, parent)


func move_to(node: Node2D, x: float, z: float) -> void:
	node.position = at(x, z)


func put_frame(node: Node2D, x: float, z: float, turned := 0.0, scaled := Vector2.ONE, skew := 0.0) -> void:
	node.transform = Transform2D(turned, scaled, skew, at(x, z))


## A region of a floor with walls, baked by the engine. walls: pairs of corners.
func engine_baked(low: Vector2, high: Vector2, walls: Array) -> NavigationRegion2D:
	var level := bare_node()
	var mesh := NavigationPolygon.new()
	mesh.add_outline(rectangle(low * PIXELS, high * PIXELS))
	mesh.agent_radius = length(0.5)
	mesh.parsed_geometry_type = NavigationPolygon.PARSED_GEOMETRY_STATIC_COLLIDERS
	for corners in walls:
		wall_at(corners[0], corners[1], level)
	var source := NavigationMeshSourceGeometryData2D.new()
	server.parse_source_geometry_data(mesh, source, level)
	server.bake_from_source_geometry_data(mesh, source)
	return engine_node("Region", {"navigation_polygon": mesh})


func body_at(x: float, z: float) -> CharacterBody2D:
	var body := CharacterBody2D.new()
	var shape := CollisionShape2D.new()
	shape.shape = CircleShape2D.new()
	shape.shape.radius = length(0.4)
	body.add_child(shape)
	body.position = at(x, z)
	return body


## Waits until the engine's map has these regions, whatever its threads do.
func synced(regions: Array) -> void:
	var owned := func(each): return server.map_get_closest_point_owner(server_map(), each.navigation_polygon.vertices[0]) == each.get_rid()
	await until(func(): return server.map_get_iteration_id(server_map()) > 0 and regions.all(owned), 0, MSEC_TO_WAIT)
	await frames(2)
