extends "res://level.gd"
## What scenarios of both dimensions share, as dimension.gd: all is told in meters of the ground plane, as (x, z). in_plane.gd is the other one.

const IS_PLANE := false
const SUFFIX := "3D"            ## Of the engine's classes.
const OUR_SUFFIX := ""          ## Of ours.
const EDGE_GAP := 0.1           ## Less than the margin of the engine's maps.

var server := NavigationServer3D


func at(x: float, z: float) -> Vector3:
	return Vector3(x, 0, z)


## (x, z) of a place.
func ground(place: Vector3) -> Vector2:
	return Vector2(place.x, place.z)


func length(meters: float) -> float:
	return meters


func meters(amount: float) -> float:
	return amount


func places(points: Array) -> PackedVector3Array:
	return PackedVector3Array(points.map(func(point: Vector2): return at(point.x, point.y)))


func server_map() -> RID:
	return world.get_world_3d().navigation_map


func nav_map() -> NavMap:
	return NavMap.of(world)


func set_mesh(node: NavigationRegion3D, mesh: NavigationMesh) -> void:
	node.navigation_mesh = mesh


## A node of the engine's class of this dimension.
func engine_node(kind: String, settings := {}, parent: Node = world) -> Node:
	return put(ClassDB.instantiate("Navigation" + kind + SUFFIX), settings, parent)


## A node of ours.
func our_node(kind: String, settings := {}, parent: Node = world) -> Node:
	return put(ClassDB.instantiate(kind), settings, parent)


## A mesh of the engine's, of polygons of such points.
func mesh_of(points: Array, polygons: Array) -> NavigationMesh:
	var mesh := NavigationMesh.new()
	mesh.vertices = places(points)
	for polygon in polygons:
		mesh.add_polygon(PackedInt32Array(polygon))
	return mesh


func region_at(low: Vector2, high: Vector2, settings := {}, parent: Node = world) -> NavigationRegion3D:
	return region(rectangle(low, high), parent, settings)


## A baker with the navmesh of a rectangle, up to its border.
func baked_at(low: Vector2, high: Vector2, settings := {}) -> NavMeshBaker:
	var part := level_at()
	floor_at(high.x - low.x, high.y - low.y, Vector3(low.x + high.x, 0, low.y + high.y) / 2, part)
	return bake({"agent_radius": 0.0, "filter_ledge_spans": false}.merged(settings), part)


## A wall of a level that a baker collects.
func wall_at(low: Vector2, high: Vector2, parent: Node = world) -> StaticBody3D:
	return box(Vector3(high.x - low.x, 10, high.y - low.y), Vector3(low.x + high.x, 10, low.y + high.y) / 2, parent)


## An agent that moves a bare node.
func agent_at(x: float, z: float, settings := {}) -> NavAgent:
	return ghost(at(x, z), 1.0, settings)


func bare_node(x := 0.0, z := 0.0, parent: Node = world) -> Node3D:
	return node_at(at(x, z), parent)


func move_to(node: Node3D, x: float, z: float) -> void:
	node.position = at(x, z)


## turned: radians about Y. skew is the plane's.
func put_frame(node: Node3D, x: float, z: float, turned := 0.0, scaled := Vector2.ONE, _skew := 0.0) -> void:
	node.transform = Transform3D(Basis(Vector3.UP, turned) * Basis.from_scale(Vector3(scaled.x, 1, scaled.y)), at(x, z))


## A region of a floor with walls, baked by the engine. walls: pairs of corners.
func engine_baked(low: Vector2, high: Vector2, walls: Array) -> NavigationRegion3D:
	var level := level_at()
	floor_at(high.x - low.x, high.y - low.y, Vector3(low.x + high.x, 0, low.y + high.y) / 2, level)
	for corners in walls:
		wall_at(corners[0], corners[1], level)
	var mesh := NavigationMesh.new()
	mesh.cell_height = 0.05
	mesh.agent_height = 12.0        # higher than walls: the engine takes them for hollow
	server.map_set_cell_height(server_map(), 0.05)
	return region(bake_by_engine(mesh, level))


func body_at(x: float, z: float) -> CharacterBody3D:
	var body := capsule(0.0)
	body.position = at(x, z) + Vector3(0, 0.1, 0)
	return body


## Waits until the engine's map has these regions, whatever its threads do.
func synced(regions: Array) -> void:
	var owned := func(each): return server.map_get_closest_point_owner(server_map(), each.navigation_mesh.vertices[0]) == each.get_rid()
	await until(func(): return server.map_get_iteration_id(server_map()) > 0 and regions.all(owned), 0, MSEC_TO_WAIT)
	await frames(2)
