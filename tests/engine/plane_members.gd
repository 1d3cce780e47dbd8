extends "res://level2d.gd"
## Members of two-dimensional nodes, the geometry of a bake, and what agents say of what is in their way.

const SIZE := Vector2(1000, 600)
const TEXT := "res://levels/3D/NavMap of the Crowd, Vector3 in meters.navworld"


func other_than(value: Variant) -> Variant:
	match typeof(value):
		TYPE_BOOL: return not value
		TYPE_INT: return 2
		TYPE_FLOAT: return 0.3
		TYPE_VECTOR2: return Vector2(12.3, -4.7)
		TYPE_RECT2I: return Rect2i(-3, 4, 5, 6)
		TYPE_PACKED_VECTOR2_ARRAY: return rectangle(Vector2(-1.1, 2.2), Vector2(30.3, 40.4))
		TYPE_PACKED_FLOAT32_ARRAY: return PackedFloat32Array([1.5, 2.5])
		TYPE_ARRAY: return [rectangle(Vector2.ZERO, Vector2(7.7, 8.8))]
		TYPE_STRING_NAME: return &"other"
	return null


## Of each stored property: whether another value reads back as it was set, and does so in a node that was saved and loaded with it.
func scenario_read_back() -> void:
	for name: String in ["NavLink2D", "NavMeshBaker2D", "NavObstacle2D", "NavModifierArea2D", "NavFlowField2D"]:
		var node: Node = ClassDB.instantiate(name)
		var given := {}
		for property in ClassDB.class_get_property_list(name, true):
			var value: Variant = other_than(node.get(property.name)) if property.usage & PROPERTY_USAGE_STORAGE else null
			if value != null:
				node.set(property.name, value)
				given[property.name] = value
		var scene := PackedScene.new()
		scene.pack(node)
		ResourceSaver.save(scene, "user://node.tscn")
		var loaded: Node = ResourceLoader.load("user://node.tscn", "", ResourceLoader.CACHE_MODE_IGNORE).instantiate()
		report(name, {"count": given.size(), "other": given.keys().filter(func(each: String) -> bool: return not same(node.get(each), given[each])),
				"other when loaded": given.keys().filter(func(each: String) -> bool: return not same(loaded.get(each), node.get(each)))})
		node.free()
		loaded.free()


func same(a: Variant, b: Variant) -> bool:
	return is_equal_approx(a, b) if a is float else a.is_equal_approx(b) if a is Vector2 else a == b


## A value of a property that holds a text of the user; null: it can hold none.
func with_text(property: Dictionary, text: String) -> Variant:
	match property.type:
		TYPE_STRING, TYPE_STRING_NAME, TYPE_NODE_PATH: return type_convert(text, property.type)
		TYPE_DICTIONARY: return {text: 2.0}
		TYPE_ARRAY:
			var kind: String = property.hint_string.get_slice(":", 1)
			if not ClassDB.class_exists(kind):
				return null
			var element: Object = ClassDB.instantiate(kind)
			element.set("target", NodePath(text))
			return [element]
	return null


func text_in(value: Variant) -> String:
	if value is Dictionary:         # an area reads back by its id
		return ProjectSettings.get_setting("navpy/areas/names")[value.keys()[0]]
	return str(value[0].get("target") if value is Array else value)


## Texts of users that read back otherwise than they were set, of each class and each twin, and of copies.
func scenario_texts_read_back() -> void:
	var seen := {}
	var other := []
	for name in ClassDB.get_class_list():
		if ClassDB.class_get_api_type(name) != ClassDB.API_EXTENSION or not ClassDB.can_instantiate(name):
			continue
		var object: Object = ClassDB.instantiate(name)
		for property in ClassDB.class_get_property_list(name, true):
			var value: Variant = null if property.usage & PROPERTY_USAGE_READ_ONLY else with_text(property, TEXT)
			if value == null:
				continue
			object.set(property.name, value)
			seen[property.type] = seen.get(property.type, 0) + 1
			if text_in(object.get(property.name)) != TEXT:
				other.append("%s.%s: %s" % [name, property.name, object.get(property.name)])
		if object is Node:
			object.free()
	report("count", seen)
	report("other", other)


func scenario_names_of_areas() -> void:
	for kind: String in ["NavModifierVolume", "NavModifierArea2D"]:
		for property in ClassDB.class_get_property_list(kind, true):
			if property.name == "area":
				report(kind, property.hint_string)
	report("ids", [NavFilter.get_area_id(TEXT), NavFilter2D.get_area_id(TEXT)])


## A method that says of which file it speaks.
func scenario_text_of_an_argument() -> void:
	report("saved", [put(NavMeshBaker.new(), {"bake_on_ready": false}).save_world(TEXT),
			put(NavMeshBaker2D.new(), {"bake_on_ready": false}).save_world(TEXT)])


## A wall that is a picture alone counts by parsed_geometry_type.
func scenario_pictures() -> void:
	put(Polygon2D.new(), {"position": Vector2(500, 300), "polygon": rectangle(Vector2(-20, -300), Vector2(20, 300))})
	for type: int in [0, 1, 2]:
		var baker := bake(SIZE, {"parsed_geometry_type": type})
		var map := NavMap2D.of(world)
		report("type %d" % type, [map.is_on_navmesh(Vector2(500, 300)), map.is_on_navmesh(Vector2(472, 300)), map.is_on_navmesh(Vector2(468, 300))])
		baker.free()
		await frames(2)


## What comes near an agent on a straight path that the navmesh does not know of: the distance to it, and the end of the walk.
func scenario_avoids() -> void:
	bake(SIZE)
	var shapes := {"circle": {"radius": 30.0}, "wall": {"vertices": PackedVector2Array([Vector2(0, -30), Vector2(0, 60)])}}
	for shape: String in shapes:
		var obstacle: NavObstacle2D = put(NavObstacle2D.new(), {"position": Vector2(500, 302)}.merged(shapes[shape]))
		var agent := walker(Vector2(200, 300), {"max_speed": 100.0})
		agent.requestPath(Vector2(800, 300))
		var nearest := INF
		var before := Vector2.ZERO
		var flips := 0
		for frame in 900:
			await physics_frame
			var place: Vector2 = agent.get_parent().position - obstacle.position
			nearest = minf(nearest, place.length() - 30.0 if shape == "circle" else place.distance_to(Vector2(0, clampf(place.y, -30, 60))))
			var velocity: Vector2 = agent.get_parent().velocity
			flips += int(before.dot(velocity) < 0)
			before = velocity
			if agent.hasArrived() == NavAgent2D.SUCCESS:
				break
		report(shape, {"nearest": nearest, "status": agent.status, "flips": flips})
		agent.get_parent().free()
		obstacle.free()


func scenario_map_changes() -> void:
	var map := NavMap2D.of(world)
	var seen := {"changes": 0}
	map.changed.connect(func() -> void: seen.changes += 1)
	var baker := bake(SIZE)
	await frames(3)
	report("by a bake", seen.changes > 0)
	seen.changes = 0
	await frames(10)
	report("by nothing", seen.changes)
	baker.outlines = [rectangle(Vector2.ZERO, SIZE / 2)]
	report("by outlines", await until(func() -> bool: return seen.changes > 0 and not map.is_on_navmesh(Vector2(900, 500)), 0, MSEC_TO_WAIT))


## A link through a solid wall, first with a body that runs against it, then with the script of the page.
func scenario_link_through_a_wall() -> void:
	var gate := wall(Vector2(500, 300), Vector2(40, 600))
	gate.name = "Gate"
	bake(SIZE)
	put(NavLink2D.new(), {"position": Vector2(500, 300), "start_position": Vector2(-40, 0), "end_position": Vector2(40, 0)})
	var agent := walker(Vector2(300, 300))
	var body: CharacterBody2D = agent.get_parent()
	agent.requestPath(Vector2(700, 300))
	report("is told", await until(func() -> bool: return agent.why_stuck() != "", 600))
	report("why", agent.why_stuck())
	body.position = Vector2(300, 300)
	await frames(3)
	var shape: CollisionShape2D = body.get_child(0)
	agent.link_reached.connect(func(details: Dictionary) -> void:
		if not agent.take_over_link():
			return
		shape.disabled = true
		var tween := body.create_tween().set_process_mode(Tween.TWEEN_PROCESS_PHYSICS)
		tween.tween_property(body, "global_position", details.link_exit_position, 0.4)
		await tween.finished
		shape.disabled = false
		agent.finish_link())
	agent.requestPath(Vector2(700, 301))
	report("arrived", await until(func() -> bool: return agent.hasArrived() == NavAgent2D.SUCCESS, 900))
	report("solid again", not shape.disabled)


## A wall that has come after the bake, across the whole way.
func scenario_wall_that_came_later() -> void:
	bake(SIZE)
	wall(Vector2(500, 300), Vector2(40, 700)).name = "NavMap of the Crowd 3D"
	for driven: bool in [true, false]:
		var agent := walker(Vector2(400, 300), {"drive_body": driven})
		var body: CharacterBody2D = agent.get_parent()
		agent.velocity_computed.connect(func(velocity: Vector2) -> void:
			body.velocity = velocity
			body.move_and_slide())
		agent.requestPath(Vector2(700, 300))
		report("is stuck, %s" % driven, await until(func() -> bool: return agent.is_stuck, 600))
		report("why, %s" % driven, agent.why_stuck())
		body.free()


func scenario_reasons() -> void:
	var agent := walker(Vector2(100, 100))
	var baker: NavMeshBaker2D = put(NavMeshBaker2D.new(), {"name": "NavMesh 3D", "bake_on_ready": false})
	report("baked", baker.bake_navigation_mesh(false))
	agent.requestPath(Vector2(200, 200))
	report("failed bake", agent.reason_text)
	wall(Vector2(500, 300), Vector2(40, 600))
	baker.outlines = [rectangle(Vector2.ZERO, SIZE)]
	baker.bake_navigation_mesh(false)
	agent.requestPath(Vector2(900, 200))
	report("no way", agent.reason_text)
	# As in a scene whose region became a baker: it takes over the polygon of the region.
	var polygon := NavigationPolygon.new()
	polygon.vertices = rectangle(Vector2.ZERO, SIZE)
	polygon.add_polygon(PackedInt32Array([0, 1, 2, 3]))
	baker.navmesh = NavMeshData2D.new()
	baker.navmesh.from_navigation_polygon(polygon)
	await frames(2)
	report("taken over", agent.requestPath(Vector2(900, 200)))


## Paths over cells, some of them solid, by AStarGrid2D and over one reversed outline for each solid cell: how the page has it.
func scenario_solid_cells() -> void:
	var random := RandomNumberGenerator.new()
	random.seed = 7
	var solid: Array[Vector2i] = []
	var grid := AStarGrid2D.new()
	grid.region = Rect2i(0, 0, 24, 16)
	grid.cell_size = Vector2(32, 32)
	grid.offset = grid.cell_size / 2
	grid.diagonal_mode = AStarGrid2D.DIAGONAL_MODE_ONLY_IF_NO_OBSTACLES
	grid.update()
	for i in 24 * 16:
		var cell := Vector2i(i % 24, i / 24)
		if random.randf() < 0.3:
			solid.append(cell)
			grid.set_point_solid(cell)
	var page: Object = load("res://shown.gd").new()
	bake(SIZE, {"agent_radius": 0.0, "outlines": page.outlines_of(Rect2(0, 0, 24 * 32, 16 * 32), solid, grid.cell_size)})
	var map := NavMap2D.of(world)
	var seen := {"asked": 0, "without a way": 0, "unlike": 0, "longer": 0}
	for i in 300:
		var from := Vector2i(random.randi() % 24, random.randi() % 16)
		var to := Vector2i(random.randi() % 24, random.randi() % 16)
		if from in solid or to in solid or from == to:
			continue
		var cells := grid.get_point_path(from, to)
		var path := map.find_path(grid.get_point_position(from), grid.get_point_position(to))
		seen.asked += 1
		seen["without a way"] += int(cells.is_empty())
		seen.unlike += int(cells.is_empty() == path.is_complete())
		seen.longer += int(not cells.is_empty() and path.length > length_of(cells) + 0.01)
	report("ways", seen)
	page.free()


## A parent that is put elsewhere in the frame in which it gets a target.
func scenario_put_elsewhere() -> void:
	bake(SIZE)
	var agent := walker(Vector2(100, 100), {"drive_body": false})
	await frames(3)
	agent.get_parent().position = Vector2(700, 500)
	agent.target_position = Vector2(900, 500)
	report("from", agent.get_current_navigation_path()[0])
