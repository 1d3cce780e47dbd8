extends "res://level.gd"
## NavMeshData to Godot's NavigationMesh and back, with Godot's own server as the judge.

const POINTS := 40

var server := NavigationServer3D


## A floor with walls and a table that nothing leads onto. All stand at the border, so that there is one way round only and
## whoever pulls it taut finds the same.
func level_with_walls() -> void:
	floor_at(24, 20)
	box(Vector3(0.5, 3, 14), Vector3(-4, 1.5, -3))
	box(Vector3(0.5, 3, 14), Vector3(4, 1.5, 3))
	box(Vector3(4, 1.5, 4), Vector3(10, 0.75, -8))
	box(Vector3(6, 1, 2), Vector3(-10, 0.25, 9.5)).rotation.z = 0.3


## A map of the server's with this NavigationMesh alone on it; every link it makes is by shared edges.
func map_with(mesh: NavigationMesh) -> RID:
	var map := server.map_create()
	server.map_set_active(map, true)
	server.map_set_use_edge_connections(map, false)
	server.map_set_use_async_iterations(map, false)
	var region := server.region_create()
	server.region_set_use_async_iterations(region, false)
	server.region_set_map(region, map)
	server.region_set_navigation_mesh(region, mesh)
	await until(func(): return server.region_get_iteration_id(region) > 0 and server.map_get_iteration_id(map) > 1, 60)
	await frames(2)
	return map


func free_map(map: RID) -> void:
	for region in server.map_get_regions(map):
		server.free_rid(region)
	server.free_rid(map)


## What Godot's server says of ways between random points of the mesh.
func ways_of(map: RID, points: PackedVector3Array) -> Array:
	var ways := []
	for i in range(0, points.size(), 2):
		var path := server.map_get_path(map, points[i], points[i + 1], true)
		var length := 0.0
		for k in range(1, path.size()):
			length += path[k].distance_to(path[k - 1])
		ways.append({"from": to_list(points[i]), "to": to_list(points[i + 1]), "length": length,
			"missed": path[-1].distance_to(points[i + 1]) if path else 1e9})
	return ways


func to_list(point: Vector3) -> Array:
	return [point.x, point.y, point.z]


func points_on(triangles: PackedVector3Array) -> PackedVector3Array:
	var random := RandomNumberGenerator.new()
	random.seed = 7
	var points := PackedVector3Array()
	for i in POINTS:
		var t := random.randi_range(0, triangles.size() / 3 - 1) * 3
		var u := random.randf_range(0.1, 0.5)
		var v := random.randf_range(0.1, 0.4)
		points.append(triangles[t] + u * (triangles[t + 1] - triangles[t]) + v * (triangles[t + 2] - triangles[t]))
	points.append(Vector3(-8, 0.1, -6))
	points.append(Vector3(10, 1.6, -8))     # on the table
	return points


func area_of(mesh: NavigationMesh) -> float:
	var sum := 0.0
	var vertices := mesh.get_vertices()
	for i in mesh.get_polygon_count():
		var polygon := mesh.get_polygon(i)
		for k in range(2, polygon.size()):
			var a := flat(vertices[polygon[k - 1]] - vertices[polygon[0]])
			var b := flat(vertices[polygon[k]] - vertices[polygon[0]])
			sum += a.cross(b) / 2
	return sum


func scenario_our_mesh_on_the_server() -> void:
	level_with_walls()
	var bakes := bake({"agent_height": 1.75})
	var mesh := bakes.navmesh.to_navigation_mesh()
	var map := await map_with(mesh)
	report("data", Marshalls.raw_to_base64(bakes.navmesh.data))
	report("polygons", mesh.get_polygon_count())
	report("area", area_of(mesh))
	report("agent", {"radius": mesh.agent_radius, "height": mesh.agent_height, "climb": mesh.agent_max_climb})
	report("ways", ways_of(map, points_on(bakes.navmesh.get_triangles())))
	free_map(map)


func scenario_mesh_that_godot_baked() -> void:
	level_with_walls()
	var mesh := NavigationMesh.new()
	mesh.agent_radius = 0.5
	mesh.filter_ledge_spans = true
	bake_by_engine(mesh)
	var data := NavMeshData.new()
	report("taken", data.from_navigation_mesh(mesh))
	var map := await map_with(mesh)
	report("data", Marshalls.raw_to_base64(data.data))
	report("area", {"ours": data.area, "theirs": area_of(mesh)})
	report("ways", ways_of(map, points_on(data.get_triangles())))
	free_map(map)
	quiet_baker({"navmesh": data})
	var agent := walker(Vector3(-8, 0, -6))
	agent.requestPath(Vector3(8, 0, 6))
	await until(func(): return agent.status != NavAgent.RUNNING, 900)
	report("status of a walk", agent.status)


## A mesh from the Python side whose surface is rougher than its polygons.
func scenario_rough_surface() -> void:
	var data := NavMeshData.new()
	data.data = FileAccess.get_file_as_bytes("res://rough.navmesh")
	var mesh := data.to_navigation_mesh()
	report("polygons", range(mesh.get_polygon_count()).map(func(i): return Array(mesh.get_polygon(i))))
	var again := NavMeshData.new()
	report("taken again", again.from_navigation_mesh(mesh))
	report("islands", again.island_count)
	report("area", again.area)


## The engine's threads read many tiles for the main one; another thread reads them by itself.
func scenario_many_tiles() -> void:
	var bytes := FileAccess.get_file_as_bytes("res://large.navmesh")
	var read := []
	for turn in 30:
		var data := NavMeshData.new()
		if turn % 3 == 0:
			var thread := Thread.new()
			thread.start(func(): data.data = bytes)
			thread.wait_to_finish()
		else:
			data.data = bytes
		read.append({"same": data.data == bytes, "polygons": data.polygon_count, "vertices": data.vertex_count, "islands": data.island_count,
			"area": data.area})
	report("read", read)
	var damaged := bytes.duplicate()
	damaged[bytes.size() / 2] ^= 1
	var kept := NavMeshData.new()
	kept.data = bytes
	kept.data = damaged
	report("data is as before", kept.data == bytes)
