extends "res://level.gd"
## What bakes with voxels cut out of the level for the engine's NavigationObstacle3D nodes, and when.

## Godot's order of an outline that keeps agents out: clockwise, seen from above.
const SQUARE := [Vector3(-3, 0, -3), Vector3(3, 0, -3), Vector3(3, 0, 3), Vector3(-3, 0, 3)]


func engine_obstacle(settings: Dictionary, place := Vector3.ZERO, parent: Node = world) -> NavigationObstacle3D:
	return put(NavigationObstacle3D.new(), {"position": place}.merged(settings), parent)


func ground(settings := {}, parent: Node = world) -> NavMeshBaker:
	floor_at(32, 32, Vector3.ZERO, parent)
	return bake({"tile_size": 64}.merged(settings), parent)


func outline(inward := false) -> PackedVector3Array:
	var points := SQUARE.duplicate()
	if inward:
		points.reverse()
	return points


func cut(whole: float, bakes: NavMeshBaker) -> float:
	bakes.bake_navigation_mesh(false)
	return whole - bakes.navmesh.area


## What bakes cut out, beside what the engine's own bakes do.
func scenario_bakes() -> void:
	var level := level_at()
	var bakes := ground({"tile_size": 0}, level)
	var whole := bakes.navmesh.area
	var by_engine := func(): return area_of(bake_by_engine(NavigationMesh.new(), level))
	var whole_by_engine: float = by_engine.call()
	var shapes := {"circle": {"radius": 3.0}, "square": {"vertices": outline()}, "reversed": {"vertices": outline(true)}}
	for shape in shapes:
		for carve in [true, false]:
			var node := engine_obstacle(shapes[shape].merged({"affect_navigation_mesh": true, "carve_navigation_mesh": carve}),
				Vector3(1, 0.5 if shape == "circle" else 0.0, 2), level)
			report("%s, %s" % [shape, "exact" if carve else "with radius"],
				{"ours": cut(whole, bakes), "theirs": whole_by_engine - by_engine.call()})
			node.free()
	engine_obstacle({"vertices": outline()}, Vector3.ZERO, level)
	report("that does not affect", cut(whole, bakes))
	for y in [-2.0, 3.5]:
		var node := engine_obstacle({"radius": 3.0, "vertices": outline(), "affect_navigation_mesh": true}, Vector3(0, y, 0), level)
		report("at %.1f" % y, {"ours": cut(whole, bakes), "theirs": whole_by_engine - by_engine.call()})
		node.free()


func area_of(mesh: NavigationMesh) -> float:
	var area := 0.0
	var points := mesh.get_vertices()
	for i in mesh.get_polygon_count():
		var polygon := mesh.get_polygon(i)
		for k in range(1, polygon.size() - 1):
			area += (points[polygon[k]] - points[polygon[0]]).cross(points[polygon[k + 1]] - points[polygon[0]]).length() / 2
	return area


## In a level that runs: it is cut out once it rests, and nothing is baked while it moves.
func scenario_rests_and_moves_on() -> void:
	var bakes := ground()
	await frames(2)
	var whole := bakes.navmesh.area
	var counts := []
	bakes.tiles_changed.connect(func(count): counts.append(count))
	var node := engine_obstacle({"vertices": outline(), "affect_navigation_mesh": true, "carve_navigation_mesh": true}, Vector3(-4, 0, 0))
	await frames(10)
	await settled(bakes)
	report("at first", counts.size())
	await frames(40)
	await settled(bakes)
	report("rests", {"cut": whole - bakes.navmesh.area, "bakes": counts.size()})
	var count := 0
	while count < 90 or bakes.is_rebaking():
		node.position.x += 0.1 if count < 90 else 0.3 - 0.6 * (count % 2)
		count += 1
		await physics_frame
	report("moves", {"cut": whole - bakes.navmesh.area, "bakes": counts.size()})
	await frames(50)
	await settled(bakes)
	report("rests again", {"cut": whole - bakes.navmesh.area, "bakes": counts.size()})
	node.queue_free()
	await frames(2)
	await settled(bakes)
	report("freed", {"cut": whole - bakes.navmesh.area, "bakes": counts.size()})
