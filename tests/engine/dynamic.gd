extends "res://level.gd"
## Buildings come, move and go while agents walk: only the tiles that they touch are baked anew.

const TILED := {"tile_size": 64}


## A level of 64 m × 64 m with a few buildings.
func town_level(level: Node3D) -> Node3D:
	floor_at(64, 64, Vector3.ZERO, level)
	for x in [-24, -8, 8, 24]:
		for z in [-24, 8]:
			box(Vector3(4, 3, 4), Vector3(x, 1.5, z), level)
	return level


## A baker of 16 tiles in such a level.
func town(settings := {}, level := level_at()) -> NavMeshBaker:
	return bake(TILED.merged(settings, true), town_level(level))


func house(size: Vector3, center: Vector3, bakes: NavMeshBaker) -> StaticBody3D:
	return box(size, center, bakes.get_parent())


## What a navmesh is, whatever the order of its polygons.
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


## Whether the navmesh is what another baker makes of the present level as a whole.
func is_as_baked_anew(bakes: NavMeshBaker) -> bool:
	var other := bake({"tile_size": bakes.tile_size, "agent_radius": bakes.agent_radius, "enabled": false, "transform": bakes.transform},
			bakes.get_parent())
	var anew := shape_of(other.navmesh)
	other.free()
	var now := shape_of(bakes.navmesh)
	if anew != now:
		print(now, " is not ", anew)
	return anew == now


## How many tiles each rebake of a baker changes from now on: a list that grows.
func tiles_of_rebakes(bakes: NavMeshBaker) -> Array:
	var counts := []
	bakes.tiles_changed.connect(func(count): counts.append(count))
	return counts


func scenario_house_comes_moves_and_goes() -> void:
	var bakes := town()
	var counts := tiles_of_rebakes(bakes)
	var before := shape_of(bakes.navmesh)
	var added := house(Vector3(3, 3, 5), Vector3(2.3, 1.5, -1.7), bakes)
	added.rotation.y = 0.4
	bakes.rebake_node(added)
	report("rebaking", bakes.is_rebaking())
	await settled(bakes)
	report("placed", {"as baked anew": is_as_baked_anew(bakes), "as before": shape_of(bakes.navmesh) == before,
		"tiles of each rebake": counts})
	added.position = Vector3(20.5, 1.2, 17)
	bakes.rebake_node(added)
	await settled(bakes)
	report("moved", {"as baked anew": is_as_baked_anew(bakes), "rebakes": counts.size(), "tiles of the last": counts[-1]})
	added.get_child(0).shape.size = Vector3(6, 3, 2)
	bakes.rebake_node(added.get_child(0))
	await settled(bakes)
	report("another shape", {"as baked anew": is_as_baked_anew(bakes)})
	added.get_child(0).shape.size = Vector3(2, 3, 5)
	bakes.rebake_around(added.global_position + Vector3(1.5, 0, 0), 1.0)
	await settled(bakes)
	report("told by its place", {"as baked anew": is_as_baked_anew(bakes), "rebakes": counts.size()})
	bakes.rebake_node(added)
	added.queue_free()
	await settled(bakes)
	report("freed", {"as baked anew": is_as_baked_anew(bakes), "as before": shape_of(bakes.navmesh) == before})


func scenario_house_left_out_and_taken_in() -> void:
	var bakes := town()
	var before := shape_of(bakes.navmesh)
	var added := house(Vector3(6, 3, 2), Vector3(20.5, 1.2, 17), bakes)
	added.rotation.y = 0.4
	bakes.rebake_node(added)
	await settled(bakes)
	report("as before when it is there", shape_of(bakes.navmesh) == before)
	bakes.remove_node(added)
	await settled(bakes)
	report("as before when left out", shape_of(bakes.navmesh) == before)
	bakes.rebake_node(added)
	await settled(bakes)
	report("as baked anew when taken in", is_as_baked_anew(bakes))


## A floor of its own in each of two tiles; one goes, and another comes in its place.
func scenario_floor_of_a_tile_goes() -> void:
	var level := level_at()
	var first := floor_at(16, 16, Vector3(-8, 0, 8), level)
	floor_at(16, 16, Vector3(8, 0, 8), level)
	var bakes := bake(TILED, level)
	var whole := bakes.navmesh.area
	bakes.rebake_node(first)
	first.free()
	await settled(bakes)
	report("gone", {"part that is left": bakes.navmesh.area / whole, "as baked anew": is_as_baked_anew(bakes)})
	bakes.rebake_node(floor_at(16, 16, Vector3(-8, 0, 8), level))
	await settled(bakes)
	report("back", {"part that is left": bakes.navmesh.area / whole, "as baked anew": is_as_baked_anew(bakes)})


## Pillars 0.3 m from a tile's border, on its either side.
func scenario_pillar_beside_a_border() -> void:
	var bakes := town()
	var counts := tiles_of_rebakes(bakes)
	for x: float in [15.2, 16.8]:
		counts.clear()
		var pillar := house(Vector3(1, 3, 1), Vector3(x, 1.5, 8), bakes)
		bakes.rebake_node(pillar)
		await settled(bakes)
		report("at %s" % x, {"tiles of each rebake": counts.duplicate(), "as baked anew": is_as_baked_anew(bakes)})
		bakes.rebake_node(pillar)
		pillar.free()
		await settled(bakes)


## With track_sources nobody tells the baker anything.
func scenario_changes_are_noticed() -> void:
	var bakes := town({"track_sources": true})
	var counts := tiles_of_rebakes(bakes)
	var before := shape_of(bakes.navmesh)
	await frames(3)
	report("rebakes without a change", counts.size())
	var added := house(Vector3(3, 3, 5), Vector3(0, 1.5, 0), bakes)
	await frames(1)
	await settled(bakes)
	report("placed", {"as baked anew": is_as_baked_anew(bakes), "rebakes": counts.size()})
	added.position.x = 5
	await frames(1)
	await settled(bakes)
	report("moved", {"as baked anew": is_as_baked_anew(bakes), "rebakes": counts.size()})
	added.free()
	await frames(1)
	await settled(bakes)
	report("freed", {"as before": shape_of(bakes.navmesh) == before, "rebakes": counts.size()})


func scenario_many_changes() -> void:
	var bakes := town()
	var counts := tiles_of_rebakes(bakes)
	var before := shape_of(bakes.navmesh)
	var houses := []
	for i in 20:
		houses.append(house(Vector3(2, 2, 2), Vector3(-28 + 3 * i, 1, -15 + (i * 7) % 30), bakes))
		bakes.rebake_node(houses[-1])
	await settled(bakes)
	report("20 in one frame", {"as baked anew": is_as_baked_anew(bakes), "rebakes": counts.size()})
	for i in 100:
		houses[i % 20].position.z = -20 + (i * 11) % 40
		bakes.rebake_node(houses[i % 20])
		if i % 3:
			await physics_frame
	await settled(bakes)
	report("100 in a row", {"as baked anew": is_as_baked_anew(bakes)})
	for added in houses:
		added.free()
	bakes.rebake_node(bakes.get_parent().get_child(0))
	await settled(bakes)
	report("all gone", {"as before": shape_of(bakes.navmesh) == before})


## A wall across the way of those who walk makes them go round it; without it they walk straight again.
func scenario_wall_across_the_way() -> void:
	var bakes := town()
	var agents := []
	for i in 4:
		agents.append(ghost(Vector3(-20, 0, -6 + i * 2), 1.0, {"max_speed": 0.1, "avoidance_enabled": false}, bakes.get_parent()))
	var aside := ghost(Vector3(-20, 0, -30), 1.0, {"max_speed": 0.1}, bakes.get_parent())
	await frames(1)
	for agent in agents:
		agent.requestPath(agent.get_parent().position + Vector3(42, -1, 0))
	aside.requestPath(Vector3(20, 0, -30))
	await frames(10)
	var searches := signals_of(aside, ["path_changed"])
	report("detours at first", agents.map(detour_of))
	var wall := house(Vector3(1, 3, 20), Vector3(0, 1.5, 0), bakes)
	bakes.rebake_node(wall)
	await settled(bakes)
	await frames(2)
	report("detours round the wall", agents.map(detour_of))
	wall.free()
	bakes.rebake_node(bakes.get_parent().get_child(2))
	await settled(bakes)
	await frames(2)
	report("detours without the wall", agents.map(detour_of))
	report("searches of the agent whose way is free", searches.size())
	for agent in agents:
		agent.max_speed = 10.0
	report("all arrive", await until(func(): return agents.all(func(agent): return agent.hasArrived() == NavAgent.SUCCESS), 3000))


## How much longer an agent's path is than the straight line between its ends.
func detour_of(agent: NavAgent) -> float:
	var path := agent.get_current_navigation_path()
	return agent.get_path_length() - flat(path[0]).distance_to(flat(path[-1]))


func scenario_house_freed_before_its_rebake() -> void:
	var bakes := town()
	var added := house(Vector3(3, 3, 3), Vector3(0, 1.5, 0), bakes)
	bakes.rebake_node(added)
	await process_frame
	added.free()
	await settled(bakes)
	bakes.rebake_node(bakes.get_parent().get_child(0))
	await settled(bakes)
	report("as baked anew", is_as_baked_anew(bakes))


## At once, after one frame and after two; then by a handler, with its whole level.
func scenario_baker_freed_before_its_rebake() -> void:
	for wait in 3:
		var bakes := town()
		bakes.rebake_node(bakes.get_parent().get_child(1))
		for i in wait:
			await process_frame
		bakes.free()
	var last := town()
	last.tiles_changed.connect(func(_count): last.get_parent().queue_free())
	last.rebake_node(last.get_parent().get_child(1))
	var id := last.get_instance_id()
	report("freed by its handler", await until(func(): return not is_instance_id_valid(id), 0, MSEC_TO_WAIT))


## A house of walls and a roof across several tiles: shut, it has no floor inside, even far from the door.
func scenario_house_is_shut() -> void:
	var bakes := town({"agent_radius": 0.25})
	var shut := StaticBody3D.new()
	var shape := CollisionShape3D.new()
	var mesh := BoxMesh.new()
	mesh.size = Vector3(24, 4, 6)
	shape.shape = mesh.create_trimesh_shape()
	shut.add_child(shape)
	put(shut, {"position": Vector3(0, 1.95, -8)}, bakes.get_parent())
	bakes.rebake_node(shut)
	await settled(bakes)
	report("as baked anew", is_as_baked_anew(bakes))


func scenario_level_outgrows_its_tiles() -> void:
	var bakes := town()
	var counts := tiles_of_rebakes(bakes)
	bakes.rebake_node(floor_at(30, 30, Vector3(50, 0, 0), bakes.get_parent()))
	await settled(bakes)
	report("as baked anew", is_as_baked_anew(bakes))
	report("rebakes of tiles", counts.size())
	report("end in x", bakes.get_bounds().end.x)


func scenario_baker_without_tiles() -> void:
	var bakes := town({"tile_size": 0}, level_at("Untiled"))
	var finished := []
	bakes.bake_finished.connect(func(success): finished.append(success))
	var added := house(Vector3(3, 3, 3), Vector3(0, 1.5, 0), bakes)
	var area := bakes.navmesh.area
	for i in 2:
		bakes.rebake_node(added)
		await settled(bakes)
	report("bake_finished", finished)
	report("area, less that of before", bakes.navmesh.area - area)


func scenario_strangers_are_refused() -> void:
	var bakes := town({}, level_at("Refused"))
	var stranger := Node3D.new()
	bakes.rebake_node(stranger)
	bakes.rebake_node(null)
	bakes.rebake_node(root)
	report("rebaking", bakes.is_rebaking())
	stranger.free()


## A navmesh that comes with its scene stays as it is on disk: the baker changes a copy.
func scenario_navmesh_from_a_scene() -> void:
	var bakes := town()
	var kept := bakes.navmesh
	var bytes := kept.data
	bakes.get_parent().free()
	var level := town_level(level_at())
	var other := quiet_baker(TILED.merged({"navmesh": kept, "track_sources": true}), level)
	var counts := tiles_of_rebakes(other)
	await frames(2)
	report("rebakes without a change", counts.size())
	box(Vector3(3, 3, 3), Vector3(0, 1.5, 0), level)
	await frames(1)
	await settled(other)
	report("as baked anew", is_as_baked_anew(other))
	report("resource is as before", kept.data == bytes)
	report("baker has another", other.navmesh != kept)
	report("rebakes", counts.size())


## Houses below nodes that only hold others, and houses of several bodies.
func scenario_rows_of_houses() -> void:
	var bakes := town({"track_sources": true})
	var row := node_at(Vector3(0, 0, 3), bakes.get_parent())
	for i in 3:
		var holder := node_at(Vector3.ZERO, row)
		box(Vector3(3, 3, 3), Vector3(-10 + 8 * i, 1.5, -3), holder)
		box(Vector3(1, 3, 6), Vector3(-10 + 8 * i, 1.5, -3), holder)
	await frames(1)
	await settled(bakes)
	report("as baked anew", is_as_baked_anew(bakes))
	row.position.x = 2
	await frames(1)
	await settled(bakes)
	report("as baked anew, row moved", is_as_baked_anew(bakes))
	row.get_child(1).free()
	await frames(1)
	await settled(bakes)
	report("as baked anew, house freed", is_as_baked_anew(bakes))


func scenario_group_with_children() -> void:
	await members_come_and_go(NavigationMesh.SOURCE_GEOMETRY_GROUPS_WITH_CHILDREN)


func scenario_group_without_children() -> void:
	await members_come_and_go(NavigationMesh.SOURCE_GEOMETRY_GROUPS_EXPLICIT)


## A house in the level joins the group that is baked, and leaves it.
func members_come_and_go(mode: int) -> void:
	floor_at(32, 32).add_to_group("ground")
	var bakes := bake(TILED.merged({"source_geometry_mode": mode, "source_group_name": &"ground", "track_sources": true}))
	report("area", bakes.navmesh.area)
	var stranger := box(Vector3(4, 3, 4), Vector3(0, 1.5, 0))
	await frames(2)
	await settled(bakes)
	report("area with the house outside the group", bakes.navmesh.area)
	stranger.add_to_group("ground")
	await frames(1)
	await settled(bakes)
	report("area with the house in the group", bakes.navmesh.area)
	stranger.remove_from_group("ground")
	await frames(1)
	await settled(bakes)
	report("area when it has left", bakes.navmesh.area)


## A baker that is not where the world begins: the map follows its tiles all the same.
func scenario_baker_is_turned() -> void:
	var bakes := town({"position": Vector3(3, 1, -2), "rotation": Vector3(0, 0.3, 0)})
	var agent := ghost(Vector3(-20, 0, 0))
	await frames(1)
	agent.requestPath(Vector3(20, 0, 0))
	report("length at first", agent.get_path_length())
	agent.cancel_request()
	bakes.rebake_node(house(Vector3(1, 3, 20), Vector3(0, 1.5, 0), bakes))
	await settled(bakes)
	report("as baked anew", is_as_baked_anew(bakes))
	agent.requestPath(Vector3(20, 0, 0))
	report("length round the wall", agent.get_path_length())


## Volumes far larger than the level: what they cost follows the level's tiles.
func scenario_volumes_larger_than_the_level() -> void:
	var bakes := town()
	var counts := tiles_of_rebakes(bakes)
	var volume: NavModifierVolume = put(NavModifierVolume.new(), {"size": Vector3(70, 10, 70), "area": 5})
	await settled(bakes)
	var covering := shape_of(bakes.navmesh)
	for size: float in [1e4, 3e4, 1e9]:
		counts.clear()
		volume.size = Vector3(size, 10, size)
		await settled(bakes)
		volume.position.x += size / 4
		await settled(bakes)
		report("box of %s m" % size, {"tiles": counts.duplicate(), "as if it covered the level": shape_of(bakes.navmesh) == covering})
		volume.position.x = 0
		await settled(bakes)
	counts.clear()
	volume.free()
	await settled(bakes)
	report("removed", {"tiles": counts.duplicate()})
	for radius: float in [1e4, 3e4, 1e8]:
		counts.clear()
		var disc := obstacle({"radius": radius, "affect_navigation_mesh": true, "avoidance_enabled": false}, Vector3(radius, 0, 0))
		await settled(bakes)
		var halved := bakes.navmesh.area
		disc.free()
		await settled(bakes)
		report("disc of %s m" % radius, {"tiles": counts.duplicate(), "part that it leaves": halved / bakes.navmesh.area})


## A box whose size, scale or place is no number.
func scenario_volumes_that_are_no_numbers() -> void:
	var bakes := town()
	var before := shape_of(bakes.navmesh)
	var volume: NavModifierVolume = put(NavModifierVolume.new(), {"name": "Bad", "enabled": false})
	for size in [Vector3(INF, 1, 1), Vector3(NAN, 1, 1), Vector3(3e9, 1, 1)]:
		volume.size = size
	report("size", volume.size.x)
	volume.enabled = true
	volume.size = Vector3.ONE
	await settled(bakes)
	for scales in [Vector3(1, INF, 1), Vector3(NAN, NAN, NAN), Vector3.ONE]:
		volume.scale = scales
		await settled(bakes)
	volume.position = Vector3(NAN, 0, 0)
	await settled(bakes)
	volume.free()
	await settled(bakes)
	report("as before", shape_of(bakes.navmesh) == before)
