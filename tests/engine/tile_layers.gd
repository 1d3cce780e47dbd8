extends "res://level2d.gd"
## TileMapLayers whose tiles have navigation polygons, without a baker: the engine's own map of the same level is the judge.

const TILE := 64
const FLOOR := Vector2i(0, 0)
const WALL := Vector2i(1, 0)
const HALF := Vector2i(2, 0)        ## Its upper left half is floor.
const WATER := Vector2i(3, 0)       ## Floor on another navigation layer.
const BRIDGE := Vector2i(0, 1)      ## On both.
const TOWN := [
	"####################",
	"#......#...........#",
	"#.####.#.####.####.#",
	"#.#  #.#.#  #.#  #.#",
	"#.####.#.####.####.#",
	"#..................#",
	"#.####.###.#######.#",
	"#.#  #.#........#..#",
	"#.####.#.######.#.##",
	"#........#    #....#",
	"####################"]

var server := NavigationServer2D


func polygon(points: PackedVector2Array, corners := PackedInt32Array([0, 1, 2, 3])) -> NavigationPolygon:
	var made := NavigationPolygon.new()
	made.vertices = points
	made.add_polygon(corners)
	made.add_outline(points)
	return made


func tiles() -> TileSet:
	var made := TileSet.new()
	made.tile_size = Vector2i(TILE, TILE)
	for layers in [1, 2]:
		made.add_navigation_layer()
		made.set_navigation_layer_layers(made.get_navigation_layers_count() - 1, layers)
	var source := TileSetAtlasSource.new()
	source.texture = PlaceholderTexture2D.new()
	source.texture.size = Vector2(4 * TILE, 2 * TILE)
	source.texture_region_size = Vector2i(TILE, TILE)
	made.add_source(source, 0)
	for tile in [FLOOR, WALL, HALF, WATER, BRIDGE]:
		source.create_tile(tile)
	var half := TILE / 2.0
	var square := rectangle(Vector2(-half, -half), Vector2(half, half))
	source.get_tile_data(FLOOR, 0).set_navigation_polygon(0, polygon(square))
	source.get_tile_data(HALF, 0).set_navigation_polygon(0, polygon(PackedVector2Array([square[0], square[1], square[3]]), PackedInt32Array([0, 1, 2])))
	source.get_tile_data(WATER, 0).set_navigation_polygon(1, polygon(square))
	source.get_tile_data(BRIDGE, 0).set_navigation_polygon(0, polygon(square))
	source.get_tile_data(BRIDGE, 0).set_navigation_polygon(1, polygon(square))
	return made


## A layer with the floor of such rows, and walls.
func town(rows := TOWN, properties := {}, parent: Node = null) -> TileMapLayer:
	ProjectSettings.set_setting("navigation/world/region_use_async_iterations", false)      # or the engine's map follows some time later
	server.map_set_use_async_iterations(server_map(), false)
	var layer: TileMapLayer = put(TileMapLayer.new(), {"tile_set": tiles()}.merged(properties), parent)
	for y in rows.size():
		for x in rows[y].length():
			var tile: Variant = {".": FLOOR, "#": WALL, "/": HALF, "~": WATER, "=": BRIDGE}.get(rows[y][x])
			if tile != null:
				layer.set_cell(Vector2i(x, y), 0, tile)
	layer.update_internals()
	return layer


func middle(x: int, y: int) -> Vector2:
	return Vector2(x + 0.5, y + 0.5) * TILE


func server_map() -> RID:
	return world.get_world_2d().navigation_map


## Waits until the engine's map shows what the layers have.
func served() -> void:
	await frames(6)


## Whether a path stays on floor, or within half a pixel of it. The engine's cuts through walls where a map is turned, now and then.
func is_on_floor(layer: TileMapLayer, path: PackedVector2Array) -> bool:
	for i in range(1, path.size()):
		var from := layer.to_local(path[i - 1])
		var to := layer.to_local(path[i])
		for step in range(0, ceili(from.distance_to(to))):
			var at := from.move_toward(to, step)
			if not [Vector2(-0.5, -0.5), Vector2(0.5, -0.5), Vector2(-0.5, 0.5), Vector2(0.5, 0.5)].any(
					func(off): return layer.get_cell_atlas_coords(layer.local_to_map(at + off)) == FLOOR):
				return false
	return true


## Paths between random places of the ground, ours and the engine's: those of ours that are longer, and those that end elsewhere.
func compare(layer: TileMapLayer, count: int) -> Dictionary:
	var map := NavMap2D.of(world)
	var from := places_of(layer, count)
	var seen := {"paths": 0, "complete": 0, "longer": 0.0, "shorter": 0.0, "other ends": 0, "ours off the floor": 0, "theirs off the floor": 0}
	for i in from.size():
		var to := from[(7 * i + 3) % from.size()]
		var ours := map.find_path(from[i], to)
		var theirs := server.map_get_path(server_map(), from[i], to, true)
		var reaches := theirs.size() > 0 and theirs[-1].distance_to(to) < 0.1
		seen.paths += 1
		seen.complete += int(ours.is_complete())
		seen["other ends"] += int(ours.is_complete() != reaches)
		seen["ours off the floor"] += int(not is_on_floor(layer, ours.points))
		if not is_on_floor(layer, theirs):
			seen["theirs off the floor"] += 1
		elif ours.is_complete() and reaches:
			seen.longer = maxf(seen.longer, ours.length - length_of(theirs))
			seen.shorter = maxf(seen.shorter, length_of(theirs) - ours.length)
	return seen


func places_of(layer: TileMapLayer, count: int) -> PackedVector2Array:
	var random := RandomNumberGenerator.new()
	random.seed = 11
	var cells := layer.get_used_cells_by_id(0, FLOOR)
	var found := PackedVector2Array()
	for i in count:
		var cell: Vector2i = cells[random.randi_range(0, cells.size() - 1)]
		found.append(layer.to_global(layer.map_to_local(cell) + Vector2(random.randf_range(-30, 30), random.randf_range(-30, 30))))
	return found


func scenario_paths() -> void:
	var layer := town()
	await served()
	report("paths", compare(layer, 120))
	report("owner", NavMap2D.of(world).get_polygon_owner(NavMap2D.of(world).polygon_at(middle(1, 1))) == layer)


func scenario_frames() -> void:
	var layer := town()
	for values in [[0.4, 1.0, 1.0, 0.0], [2.5, -1.5, 0.75, 0.3]]:
		layer.transform = Transform2D(values[0], Vector2(values[1], values[2]), values[3], Vector2(300, -100))
		await served()
		report("turned by %.1f" % values[0], compare(layer, 60))


func scenario_an_agent_walks() -> void:
	town()
	var agent := walker(middle(1, 1), {"path_radius": 12.0, "max_speed": 300.0})
	agent.target_position = middle(18, 9)
	agent.requestPath(middle(18, 9))
	report("arrives", await until(func(): return agent.hasArrived() == NavAgent2D.SUCCESS, 3000))
	report("off", agent.get_parent().position.distance_to(middle(18, 9)))


## A door that shuts and opens, and everything else that takes ground away.
func scenario_changes() -> void:
	var layer := town(["...#...", "...#...", "......."])
	var agent := walker(middle(0, 0))
	var reaches := func():
		await frames(2)
		agent.cancel_request()
		return agent.requestPath(middle(6, 0)) != NavAgent2D.FAILURE and agent.is_target_reachable()
	var steps := {"at first": func(): pass, "shut": func(): layer.set_cell(Vector2i(3, 2), 0, WALL), "open": func(): layer.set_cell(Vector2i(3, 2), 0, FLOOR),
		"erased": func(): layer.erase_cell(Vector2i(3, 2)), "painted": func(): layer.set_cell(Vector2i(3, 2), 0, FLOOR),
		"disabled": func(): layer.enabled = false, "enabled": func(): layer.enabled = true,
		"without navigation": func(): layer.navigation_enabled = false, "with navigation": func(): layer.navigation_enabled = true,
		"on other layers": func(): layer.tile_set.set_navigation_layer_layers(0, 4), "on its layer": func(): layer.tile_set.set_navigation_layer_layers(0, 1),
		"out of the tree": func(): world.remove_child(layer), "in the tree": func(): world.add_child(layer),
		"hidden": func(): layer.hide(), "cleared": func(): layer.clear()}
	for step in steps:
		steps[step].call()
		report(step, await reaches.call())
	layer.free()
	report("freed", await reaches.call())


## Half tiles, turned and mirrored: what is ground, by our map and by the engine's.
func scenario_turned_tiles() -> void:
	var layer := town(["....", "....", "...."])
	var flips := [0, TileSetAtlasSource.TRANSFORM_FLIP_H, TileSetAtlasSource.TRANSFORM_FLIP_V,
		TileSetAtlasSource.TRANSFORM_FLIP_H | TileSetAtlasSource.TRANSFORM_FLIP_V, TileSetAtlasSource.TRANSFORM_TRANSPOSE,
		TileSetAtlasSource.TRANSFORM_TRANSPOSE | TileSetAtlasSource.TRANSFORM_FLIP_H]
	for i in flips.size():
		layer.set_cell(Vector2i(i % 4, 2 * (i / 4)), 0, HALF, flips[i])
	await served()
	var map := NavMap2D.of(world)
	var differ := 0
	var inside := 0
	for x in range(3, 4 * TILE, 8):
		for y in range(2, 3 * TILE, 8):
			var ours := map.is_on_navmesh(Vector2(x, y))
			differ += int(ours != (server.map_get_closest_point(server_map(), Vector2(x, y)).distance_to(Vector2(x, y)) < 0.01))
			inside += int(ours)
	report("differ", differ)
	report("inside", inside)


## Roads that lie on grass, in a second layer, and grass that goes on beyond: both are ground.
func scenario_layers_on_each_other() -> void:
	var grass := town(["......", "......", "      ", "      "])
	var road := town([" .    ", " .    ", " .    ", " ....."])
	await served()
	var map := NavMap2D.of(world)
	report("from grass to road", map.find_path(middle(5, 0), middle(5, 3)).is_complete())
	report("straight over both", map.find_path(middle(0, 0), middle(5, 0)).points.size())
	grass.enabled = false
	await frames(2)
	report("the road alone", [map.is_on_navmesh(middle(1, 0)), map.is_on_navmesh(middle(0, 0))])
	grass.enabled = true
	await frames(2)
	road.free()
	await frames(2)
	report("the grass alone", [map.is_on_navmesh(middle(1, 0)), map.is_on_navmesh(middle(1, 2))])


## A boat, a walker and one who does both, on water, land and a bridge that is both.
func scenario_navigation_layers() -> void:
	town(["..=~~", "~~=.."])
	var found := {}
	for layers in [1, 2, 3]:
		var agent := walker(middle(2, 0), {"navigation_layers": layers})
		var seen := []
		await frames(2)
		for cell in [[0, 0], [3, 0], [0, 1], [3, 1]]:
			agent.cancel_request()
			agent.requestPath(middle(cell[0], cell[1]))
			seen.append(agent.is_target_reachable())
		found[layers] = seen
	for layers in found:
		report("on layers %d" % layers, found[layers])


func scenario_another_map() -> void:
	var layer := town(["....."])
	var map := server.map_create()
	server.map_set_active(map, true)
	var agent := walker(middle(0, 0))
	layer.set_navigation_map(map)
	await frames(2)
	report("on its world's map", agent.requestPath(middle(4, 0)))
	agent.set_navigation_map(map)
	report("on the other map", agent.requestPath(middle(4, 0)))
	server.free_rid(map)


## A baker keeps its distance from walls, and hides the tiles' own ground. Regions and tiles join at their edges.
func scenario_beside_other_ground() -> void:
	var layer := town(["...."])
	var region := NavigationRegion2D.new()
	region.navigation_polygon = polygon(rectangle(Vector2(4 * TILE + 0.5, 0), Vector2(8 * TILE, TILE)))
	put(region)
	await served()
	var map := NavMap2D.of(world)
	report("tiles and a region", map.find_path(middle(0, 0), middle(7, 0)).is_complete())
	region.free()
	var baker: NavMeshBaker2D = put(NavMeshBaker2D.new(), {"bake_on_ready": false})
	baker.bake_navigation_mesh(false)
	await frames(2)
	report("by the baker", [map.is_on_navmesh(middle(1, 0)), map.is_on_navmesh(Vector2(100, 5))])
	layer.navigation_enabled = false
	baker.bake_navigation_mesh(false)
	report("the baker takes them without navigation_enabled, too", map.is_on_navmesh(middle(1, 0)))
	layer.navigation_enabled = true
	baker.free()
	await frames(2)
	report("without the baker", map.is_on_navmesh(Vector2(100, 5)))


## 10,000 cells, of which one changes.
func scenario_large_map() -> void:
	var rows := []
	for y in 100:
		rows.append("".join(range(100).map(func(x): return "#" if (x * 7 + y * 13) % 11 == 0 else ".")))
	var layer := town(rows)
	var map := NavMap2D.of(world)
	report("at first", map.is_on_navmesh(middle(50, 51)))
	await served()
	layer.set_cell(Vector2i(50, 51), 0, WALL)
	await served()
	report("after", map.is_on_navmesh(middle(50, 51)))
	report("cells", range(100).all(func(i): return range(100).all(func(k):
		return map.is_on_navmesh(middle(i, k)) == (layer.get_cell_atlas_coords(Vector2i(i, k)) == FLOOR))))


## Polygons that are none, a layer without a place, without tiles, without a tile set: the others' ground stays.
func scenario_mistakes() -> void:
	var layer := town(["...", "   ", "   "])
	var other := town(["   ", "   ", "..."])
	var source: TileSetAtlasSource = layer.tile_set.get_source(0)
	var map := NavMap2D.of(world)
	var bad := {"not finite": polygon(PackedVector2Array([Vector2(NAN, 0), Vector2(9, 0), Vector2(9, 9), Vector2(0, INF)])),
		"flat": polygon(PackedVector2Array([Vector2(0, 0), Vector2(9, 0), Vector2(18, 0), Vector2(27, 0)])),
		"no such vertex": polygon(PackedVector2Array([Vector2(0, 0), Vector2(9, 0), Vector2(9, 9)]), PackedInt32Array([0, 7, -2, 1])),
		"none": NavigationPolygon.new(), "null": null}
	for what in bad:
		source.get_tile_data(FLOOR, 0).set_navigation_polygon(0, bad[what])
		await served()
		report(what, [map.is_on_navmesh(middle(1, 0)), map.is_on_navmesh(middle(1, 2))])
	layer.tile_set = null
	await served()
	report("without a tile set", [map.is_on_navmesh(middle(1, 0)), map.is_on_navmesh(middle(1, 2))])
	other.scale = Vector2.ZERO
	await frames(2)
	report("scaled to nothing", map.is_on_navmesh(middle(1, 2)))
	other.scale = Vector2.ONE
	other.position = Vector2(NAN, 0)
	await frames(2)
	report("nowhere", map.is_on_navmesh(middle(1, 2)))
	other.position = Vector2.ZERO
	await frames(2)
	report("back", map.is_on_navmesh(middle(1, 2)))
