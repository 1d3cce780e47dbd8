extends "res://level.gd"
## Buildings come, move and go while agents walk: only the tiles that they touch are baked anew.

const TILED := {"tile_size": 64, "bake_on_ready": false}


func run() -> void:
	await equality()
	await untold()
	await many_changes()
	await detour()
	await freed_meanwhile()
	await closing()
	await outgrown()
	await untiled()
	await refusals()
	await loaded()
	await branches()
	await groups()
	await turned()


## 64 m × 64 m of floor with a few buildings, and a baker of 16 tiles.
func town(settings := {}, level := level_at()) -> NavMeshBaker:
	floor_at(64, 64, Vector3.ZERO, level)
	for x in [-24, -8, 8, 24]:
		for z in [-24, 8]:
			box(Vector3(4, 3, 4), Vector3(x, 1.5, z), level)
	var bakes := baker(TILED.merged(settings, true), level)
	bakes.bake_navigation_mesh(false)
	return bakes


func settled(bakes: NavMeshBaker) -> bool:
	await frames(1)
	return await until(func(): return not bakes.is_rebaking(), 0, MSEC_TO_WAIT)


## What a navmesh is, whatever order its polygons are in.
func shape_of(navmesh: NavMeshData) -> Dictionary:
	var rows := []
	var points := navmesh.get_triangles()
	for i in range(0, points.size(), 3):
		var corners := [str(points[i]), str(points[i + 1]), str(points[i + 2])]
		corners.sort()
		rows.append(" ".join(corners))
	rows.sort()
	return {"triangles": rows.size(), "hash": "\n".join(rows).sha256_text(), "polygons": navmesh.polygon_count,
		"islands": navmesh.island_count}


## The present level baked as a whole, by another baker.
func baked_anew(bakes: NavMeshBaker) -> Dictionary:
	var other := baker({"tile_size": bakes.tile_size, "agent_radius": bakes.agent_radius, "bake_on_ready": false, "enabled": false},
			bakes.get_parent())
	other.transform = bakes.transform
	other.bake_navigation_mesh(false)
	var shape := shape_of(other.navmesh)
	other.free()
	return shape


func counter(bakes: NavMeshBaker) -> Array:
	var counts := []
	bakes.tiles_changed.connect(func(count): counts.append(count))
	return counts


func as_baked_anew(bakes: NavMeshBaker) -> bool:
	var anew := baked_anew(bakes)
	var now := shape_of(bakes.navmesh)
	if anew != now:
		print(now, " is not ", anew)
	return anew == now


func equality() -> void:
	var bakes := town()
	var counts := counter(bakes)
	var before := shape_of(bakes.navmesh)
	var house := box(Vector3(3, 3, 5), Vector3(2.3, 1.5, -1.7), bakes.get_parent())
	house.rotation.y = 0.4
	bakes.rebake_node(house)
	report("is rebaking", bakes.is_rebaking())
	await settled(bakes)
	report("placed", [as_baked_anew(bakes), shape_of(bakes.navmesh) != before, counts.duplicate()])
	house.position = Vector3(20.5, 1.2, 17)
	bakes.rebake_node(house)
	await settled(bakes)
	report("moved", [as_baked_anew(bakes), counts.duplicate()])
	house.get_child(0).shape.size = Vector3(6, 3, 2)
	bakes.rebake_node(house.get_child(0))
	await settled(bakes)
	report("another shape", as_baked_anew(bakes))
	bakes.remove_node(house)
	await settled(bakes)
	report("left out", shape_of(bakes.navmesh) == before)
	bakes.rebake_node(house)
	await settled(bakes)
	report("taken in", as_baked_anew(bakes))
	bakes.rebake_node(house)
	house.queue_free()
	await settled(bakes)
	report("freed", [as_baked_anew(bakes), shape_of(bakes.navmesh) == before])
	bakes.get_parent().free()
	await frames(1)


## With track_sources nobody tells the baker anything.
func untold() -> void:
	var bakes := town({"track_sources": true})
	var counts := counter(bakes)
	var before := shape_of(bakes.navmesh)
	await frames(3)
	report("nothing untold", counts.duplicate())
	var house := box(Vector3(3, 3, 5), Vector3(0, 1.5, 0), bakes.get_parent())
	await frames(1)
	await settled(bakes)
	report("placed untold", [as_baked_anew(bakes), counts.size()])
	house.position.x = 5
	await frames(1)
	await settled(bakes)
	report("moved untold", [as_baked_anew(bakes), counts.size()])
	house.free()
	await frames(1)
	await settled(bakes)
	report("freed untold", [shape_of(bakes.navmesh) == before, counts.size()])
	bakes.get_parent().free()
	await frames(1)


func many_changes() -> void:
	var bakes := town()
	var counts := counter(bakes)
	var before := shape_of(bakes.navmesh)
	var houses := []
	for i in 20:
		houses.append(box(Vector3(2, 2, 2), Vector3(-28 + 3 * i, 1, -15 + (i * 7) % 30), bakes.get_parent()))
		bakes.rebake_node(houses[-1])
	await settled(bakes)
	report("20 in one frame", [as_baked_anew(bakes), counts.size()])
	for i in 100:
		var house: Node3D = houses[i % 20]
		house.position.z = -20 + (i * 11) % 40
		bakes.rebake_node(house)
		if i % 3:
			await physics_frame
	await settled(bakes)
	report("100 in a row", as_baked_anew(bakes))
	for house in houses:
		house.free()
	bakes.rebake_node(bakes.get_parent().get_child(0))
	await settled(bakes)
	report("all gone", shape_of(bakes.navmesh) == before)
	bakes.get_parent().free()
	await frames(1)


## A wall across the way of those who walk makes them go round it; without it they walk straight again.
func detour() -> void:
	var bakes := town()
	var agents := []
	for i in 4:
		agents.append(ghost(Vector3(-20, 0, -6 + i * 2), 1.0, {"max_speed": 0.1, "avoidance_enabled": false}, bakes.get_parent()))
	var aside := ghost(Vector3(-20, 0, -30), 1.0, {"max_speed": 0.1}, bakes.get_parent())
	await frames(1)
	for agent in agents:
		agent.requestPath(agent.get_parent().position + Vector3(42, -1, 0))
	aside.requestPath(Vector3(20, 0, -30))
	var searches := [0]
	await frames(10)
	aside.path_changed.connect(func(): searches[0] += 1)
	report("straight", agents.map(detour_of))
	var wall := box(Vector3(1, 3, 20), Vector3(0, 1.5, 0), bakes.get_parent())
	bakes.rebake_node(wall)
	await settled(bakes)
	await frames(2)
	report("round the wall", agents.map(detour_of))
	wall.free()
	bakes.rebake_node(bakes.get_parent().get_child(2))
	await settled(bakes)
	await frames(2)
	report("straight again", agents.map(detour_of))
	report("searches of who was aside", searches[0])
	for agent in agents:
		agent.max_speed = 10.0
	report("arrived", await until(func(): return agents.all(func(agent): return agent.hasArrived() == NavAgent.SUCCESS), 3000))
	bakes.get_parent().free()
	await frames(1)


## How much longer its way is, from where it was found, than the crow's.
func detour_of(agent: NavAgent) -> float:
	var path := agent.get_current_navigation_path()
	return agent.get_path_length() - flat(path[0]).distance_to(flat(path[-1]))


func freed_meanwhile() -> void:
	var bakes := town()
	var house := box(Vector3(3, 3, 3), Vector3(0, 1.5, 0), bakes.get_parent())
	bakes.rebake_node(house)
	await process_frame
	house.free()
	await settled(bakes)
	bakes.rebake_node(bakes.get_parent().get_child(0))
	await settled(bakes)
	report("node freed during a job", as_baked_anew(bakes))
	for wait in 3:
		var other := town()
		other.rebake_node(other.get_parent().get_child(1))
		for i in wait:
			await process_frame
		other.free()
	var last := town()
	last.tiles_changed.connect(func(_count): last.get_parent().queue_free())
	last.rebake_node(last.get_parent().get_child(1))
	var id := last.get_instance_id()
	report("freed by a handler", await until(func(): return not is_instance_id_valid(id), 0, MSEC_TO_WAIT))
	for child in world.get_children():
		child.free()
	await frames(3)


## A house of walls and a roof across several tiles: shut, its inside is no floor any more, far from the door.
func closing() -> void:
	var bakes := town({"agent_radius": 0.25})
	var level := bakes.get_parent()
	var house := StaticBody3D.new()
	var shape := CollisionShape3D.new()
	var mesh := BoxMesh.new()
	mesh.size = Vector3(24, 4, 6)
	shape.shape = mesh.create_trimesh_shape()
	house.add_child(shape)
	house.position = Vector3(0, 1.95, -8)
	level.add_child(house)
	bakes.rebake_node(house)
	await settled(bakes)
	report("closed house", as_baked_anew(bakes))
	level.free()
	await frames(1)


func outgrown() -> void:
	var bakes := town()
	var counts := counter(bakes)
	var more := floor_at(30, 30, Vector3(50, 0, 0), bakes.get_parent())
	bakes.rebake_node(more)
	await settled(bakes)
	report("outgrown", [as_baked_anew(bakes), counts, bakes.get_bounds().end.x > 60])
	bakes.get_parent().free()
	await frames(1)


func untiled() -> void:
	var bakes := town({"tile_size": 0}, level_at("Untiled"))
	var finished := []
	bakes.bake_finished.connect(func(success): finished.append(success))
	var house := box(Vector3(3, 3, 3), Vector3(0, 1.5, 0), bakes.get_parent())
	var area := bakes.navmesh.area
	for i in 2:
		bakes.rebake_node(house)
		await settled(bakes)
	report("untiled", [finished, bakes.navmesh.area < area])
	bakes.get_parent().free()
	await frames(1)


func refusals() -> void:
	var bakes := town({}, level_at("Refused"))
	var stranger := Node3D.new()
	bakes.rebake_node(stranger)
	bakes.rebake_node(null)
	bakes.rebake_node(root)
	report("refused", bakes.is_rebaking())
	stranger.free()
	bakes.get_parent().free()
	await frames(1)


## A navmesh that comes with its scene stays as it is on disk: the baker changes a copy.
func loaded() -> void:
	var bakes := town()
	var kept := bakes.navmesh
	var bytes := kept.data
	var level := level_at()
	floor_at(64, 64, Vector3.ZERO, level)
	for x in [-24, -8, 8, 24]:
		for z in [-24, 8]:
			box(Vector3(4, 3, 4), Vector3(x, 1.5, z), level)
	bakes.get_parent().free()
	var other := baker(TILED.merged({"navmesh": kept, "track_sources": true}), level)
	var counts := counter(other)
	await frames(2)
	report("loaded, nothing to do", counts.duplicate())
	box(Vector3(3, 3, 3), Vector3(0, 1.5, 0), level)
	await frames(1)
	await settled(other)
	report("loaded", [as_baked_anew(other), kept.data == bytes, other.navmesh != kept, counts.size()])
	level.free()
	await frames(1)


## Houses below nodes that only hold others, and houses of several bodies.
func branches() -> void:
	var bakes := town({"track_sources": true})
	var row := Node3D.new()
	row.position.z = 3
	bakes.get_parent().add_child(row)
	for i in 3:
		var house := Node3D.new()
		row.add_child(house)
		box(Vector3(3, 3, 3), Vector3(-10 + 8 * i, 1.5, -3), house)
		box(Vector3(1, 3, 6), Vector3(-10 + 8 * i, 1.5, -3), house)
	await frames(1)
	await settled(bakes)
	report("in branches", as_baked_anew(bakes))
	row.position.x = 2
	await frames(1)
	await settled(bakes)
	report("branch moved", as_baked_anew(bakes))
	row.get_child(1).free()
	await frames(1)
	await settled(bakes)
	report("branch cut", as_baked_anew(bakes))
	bakes.get_parent().free()
	await frames(1)


func groups() -> void:
	for mode in [1, 2]:
		var level := level_at()
		floor_at(32, 32, Vector3.ZERO, level).add_to_group("ground")
		var bakes := baker(TILED.merged({"source_geometry_mode": mode, "source_group_name": &"ground", "track_sources": true}), level)
		bakes.bake_navigation_mesh(false)
		var area := bakes.navmesh.area
		var house := box(Vector3(4, 3, 4), Vector3(0, 1.5, 0), level)
		await frames(2)
		await settled(bakes)
		var stranger := bakes.navmesh.area
		house.add_to_group("ground")
		await frames(1)
		await settled(bakes)
		var member := bakes.navmesh.area
		house.remove_from_group("ground")
		await frames(1)
		await settled(bakes)
		report("group %d" % mode, [area, stranger, member, bakes.navmesh.area])
		level.free()
		await frames(1)


## A baker that is not where the world begins: the map follows its tiles all the same.
func turned() -> void:
	var level := level_at()
	var bakes := town({"position": Vector3(3, 1, -2), "rotation": Vector3(0, 0.3, 0)}, level)
	var agent := ghost(Vector3(-20, 0, 0), 1.0, {}, level)
	await frames(1)
	agent.requestPath(Vector3(20, 0, 0))
	var lengths := [agent.get_path_length()]
	agent.stop()
	var wall := box(Vector3(1, 3, 20), Vector3(0, 1.5, 0), level)
	bakes.rebake_node(wall)
	await settled(bakes)
	report("turned", as_baked_anew(bakes))
	agent.requestPath(Vector3(20, 0, 0))
	lengths.append(agent.get_path_length())
	report("lengths when turned", lengths)
	level.free()
	await frames(1)
