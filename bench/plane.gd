extends SceneTree
## Bakes and paths in two dimensions, ours beside NavigationServer2D's. Prints a line of JSON for each number of corners.

const CORNERS := 10
const FIELD := 160.0            ## Pixels: each field has one obstacle.
const RADIUS := 10.0
const PAIRS := 200
const PASSES := 9
const SETTLED := 120            ## Frames.


func _initialize() -> void:
	await physics_frame
	for corners in [100, 1000, 10000]:
		await measure(corners)
	quit()


## Obstacles of ten corners each in the fields of a square.
func obstacles(count: int, random: RandomNumberGenerator) -> Array[PackedVector2Array]:
	var out: Array[PackedVector2Array] = []
	var side := ceili(sqrt(count))
	for i in count:
		var center := Vector2(i % side + 0.5, i / side + 0.5) * FIELD
		var outline := PackedVector2Array()
		for k in CORNERS:
			outline.append(center + Vector2.from_angle(-TAU * k / CORNERS) * random.randf_range(0.15, 0.42) * FIELD)
		out.append(outline)
	return out


func msec(work: Callable, rounds: int) -> float:
	var times := []
	for i in rounds:
		var begin := Time.get_ticks_usec()
		work.call()
		times.append((Time.get_ticks_usec() - begin) / 1000.0)
	times.sort()
	return times[rounds / 2]


func length_of(points: PackedVector2Array) -> float:
	var sum := 0.0
	for i in range(1, points.size()):
		sum += points[i - 1].distance_to(points[i])
	return sum


func measure(corners: int) -> void:
	var random := RandomNumberGenerator.new()
	random.seed = corners
	var solids := obstacles(corners / CORNERS, random)
	var size := ceili(sqrt(solids.size())) * FIELD
	var floor_outline := PackedVector2Array([Vector2.ZERO, Vector2(size, 0), Vector2(size, size), Vector2(0, size)])
	var outlines: Array[PackedVector2Array] = [floor_outline]
	outlines.append_array(solids)           # they run the other way round
	var level := Node2D.new()
	root.add_child(level)
	var baker := NavMeshBaker2D.new()
	baker.bake_on_ready = false
	baker.agent_radius = RADIUS
	baker.tile_size = 0
	baker.outlines = outlines
	level.add_child(baker)
	var polygon := NavigationPolygon.new()
	polygon.agent_radius = RADIUS
	var source := NavigationMeshSourceGeometryData2D.new()
	source.add_traversable_outline(floor_outline)
	for solid in solids:
		source.add_obstruction_outline(solid)
	var rounds := 3 if corners == 10000 else 5
	var result := {"corners": corners}
	result.ours = msec(func() -> void: baker.bake_navigation_mesh(false), rounds)
	result.theirs = msec(func() -> void: NavigationServer2D.bake_from_source_geometry_data(polygon, source), rounds)
	result.polygons = [baker.navmesh.polygon_count, polygon.get_polygon_count()]
	var region := NavigationRegion2D.new()
	region.navigation_polygon = polygon
	level.add_child(region)
	var server_map := level.get_world_2d().navigation_map
	for i in SETTLED:                       # the server takes regions over on threads of its own
		await physics_frame
	var map := NavMap2D.of(level)
	var ends := map.random_points(2 * PAIRS)
	var our_lengths := []
	var their_lengths := []
	for i in PAIRS:
		var other := NavigationServer2D.map_get_path(server_map, ends[2 * i], ends[2 * i + 1], true)
		their_lengths.append(length_of(other) if other and other[-1].distance_to(ends[2 * i + 1]) < RADIUS else -1.0)
	var first := msec(func() -> void:
		for i in PAIRS:
			var path := map.find_path(ends[2 * i], ends[2 * i + 1])
			our_lengths.append(length_of(path.points) if path.is_complete() else -1.0), 1)
	var ours := INF
	var theirs := INF
	var alone := INF                        # a path from a place to itself: the call, and what comes with it
	for pass_ in PASSES:
		var begin := Time.get_ticks_usec()
		for i in PAIRS:
			var points := map.find_path(ends[2 * i], ends[2 * i + 1]).points
		var middle := Time.get_ticks_usec()
		for i in PAIRS:
			var points := NavigationServer2D.map_get_path(server_map, ends[2 * i], ends[2 * i + 1], true)
		var end := Time.get_ticks_usec()
		for i in PAIRS:
			var points := map.find_path(ends[2 * i], ends[2 * i]).points
		ours = minf(ours, middle - begin)
		theirs = minf(theirs, end - middle)
		alone = minf(alone, Time.get_ticks_usec() - end)
	result.path_us = [1000 * first / PAIRS, ours / PAIRS, theirs / PAIRS, alone / PAIRS]
	result.lengths = [our_lengths, their_lengths]
	print(JSON.stringify(result))
	level.free()
	await physics_frame
