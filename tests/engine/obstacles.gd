extends "res://level.gd"
## NavObstacle and NavModifierVolume: what they cut out of the navmesh, what they mark, and how agents keep clear.


func run() -> void:
	await words()
	await outlines()
	await carving()
	await comes_and_goes()
	await avoided()
	await crowds()
	await areas()
	await body_areas()
	await bad_values()


## 32 m × 32 m of floor; with tiles unless told otherwise.
func ground(level: Node3D, settings := {}) -> NavMeshBaker:
	floor_at(32, 32, Vector3.ZERO, level)
	return baker({"tile_size": 64, "bake_on_ready": false}.merged(settings, true), level)


func area_of(bakes: NavMeshBaker) -> float:
	bakes.bake_navigation_mesh(false)
	return bakes.navmesh.area


func obstacle(settings: Dictionary, place: Vector3, level: Node3D) -> NavObstacle:
	var node := NavObstacle.new()
	for setting in settings:
		node.set(setting, settings[setting])
	node.position = place
	level.add_child(node)
	return node


func settled(bakes: NavMeshBaker) -> bool:
	await frames(1)
	return await until(func(): return not bakes.is_rebaking(), 0, MSEC_TO_WAIT)


## Every property that NavigationObstacle3D has, and its value in a new node.
func words() -> void:
	var theirs := NavigationObstacle3D.new()
	var ours := NavObstacle.new()
	var different := []
	for property in ClassDB.class_get_property_list("NavigationObstacle3D", true):
		if property.usage & (PROPERTY_USAGE_GROUP | PROPERTY_USAGE_SUBGROUP | PROPERTY_USAGE_CATEGORY) == 0:
			if not property.name in ours or typeof(ours.get(property.name)) != property.type or ours.get(property.name) != theirs.get(property.name):
				different.append(property.name)
	report("other words", different)
	ours.vertices = [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(1, 0, 1)]
	ours.velocity = Vector3(1, 2, 3)
	ours.set_avoidance_layer_value(3, true)
	ours.set_avoidance_layer_value(1, false)
	report("kept", [ours.vertices.size(), ours.velocity == Vector3(1, 2, 3), ours.avoidance_layers, ours.get_avoidance_layer_value(3)])
	theirs.free()
	ours.free()


## The area that outlines take away, exactly or with the agents' radius.
func outlines() -> void:
	var level := level_at()
	var bakes := ground(level)
	var whole := area_of(bakes)
	var square: Array = [Vector3(-3, 0, -3), Vector3(3, 0, -3), Vector3(3, 0, 3), Vector3(-3, 0, 3)]
	var shapes := {
		"circle": {"radius": 3.0}, "square": {"vertices": square},
		"ell": {"vertices": [Vector3(-4, 0, -4), Vector3(4, 0, -4), Vector3(4, 0, 0), Vector3(0, 0, 0), Vector3(0, 0, 4), Vector3(-4, 0, 4)]}}
	for shape in shapes:
		var areas := []
		for carve in [true, false]:
			var node := obstacle(shapes[shape].merged({"affect_navigation_mesh": true, "carve_navigation_mesh": carve}), Vector3(1, 0, 2), level)
			areas.append(whole - area_of(bakes))
			node.free()
		report(shape, areas)
	var above := obstacle({"vertices": square, "affect_navigation_mesh": true}, Vector3(0, 3, 0), level)
	report("above", whole - area_of(bakes))
	above.free()
	var idle := obstacle({"vertices": square}, Vector3.ZERO, level)
	report("doesn't affect", whole - area_of(bakes))
	idle.rotation.y = PI / 4
	idle.scale = Vector3(2, 1, 2)
	idle.carve_navigation_mesh = true
	idle.affect_navigation_mesh = true
	report("turned and scaled", whole - area_of(bakes))
	level.free()
	await frames(1)


func carving() -> void:
	var level := level_at()
	var bakes := ground(level)
	area_of(bakes)
	await frames(2)
	var whole := bakes.navmesh.area
	var counts := []
	bakes.tiles_changed.connect(func(count): counts.append(count))
	var node := obstacle({"radius": 2.0, "affect_navigation_mesh": true, "avoidance_enabled": false}, Vector3(-8, 0, -8), level)
	await settled(bakes)
	report("carved", [whole - bakes.navmesh.area, counts.duplicate()])
	node.position = Vector3(8, 0, 8)
	await settled(bakes)
	report("carved elsewhere", [whole - bakes.navmesh.area, counts.duplicate()])
	node.affect_navigation_mesh = false
	await settled(bakes)
	report("filled", [whole - bakes.navmesh.area, counts.size()])
	level.free()
	await frames(1)


## A door of a wall across the level: agents wait for nobody, they go round or cannot.
func comes_and_goes() -> void:
	var level := level_at()
	var bakes := ground(level)
	area_of(bakes)
	await frames(2)
	var agent := ghost(Vector3(-12, 0, 0), 1.0, {}, level)
	var bar := obstacle({"vertices": [Vector3(-1, 0, -20), Vector3(1, 0, -20), Vector3(1, 0, 20), Vector3(-1, 0, 20)],
			"affect_navigation_mesh": true}, Vector3.ZERO, level)
	await settled(bakes)
	await frames(1)
	report("shut", [agent.requestPath(Vector3(12, 0, 0)), bakes.navmesh.island_count])
	bar.queue_free()
	await frames(2)
	await settled(bakes)
	report("open", [agent.requestPath(Vector3(12, 0, 0)), bakes.navmesh.island_count])
	level.free()
	await frames(1)


## The nearest that an agent comes to an obstacle in its way, standing or coming towards it.
func avoided() -> void:
	for moves in [false, true]:
		var level := level_at()
		var bakes := ground(level)
		area_of(bakes)
		var agent := ghost(Vector3(-12, 0, 0), 1.0, {}, level)
		var node := obstacle({"radius": 1.0, "height": 2.0}, Vector3(8 if moves else 0, 0, 0.05), level)
		await frames(2)
		agent.requestPath(Vector3(13, 0, 0))
		var nearest := [100.0]
		var arrived := await until(func():
			if moves:
				node.position.x -= 2.0 / 60.0
			nearest[0] = minf(nearest[0], flat(agent.get_parent().position).distance_to(flat(node.position)))
			return agent.hasArrived() == NavAgent.SUCCESS, 1800)
		report("avoided, moving" if moves else "avoided", [arrived, nearest[0], agent.radius + 1.0])
		level.free()
		await frames(1)


## Obstacles outside of a Crowd node are there for its agents, too, whoever comes first.
func crowds() -> void:
	var level := level_at()
	var bakes := ground(level)
	area_of(bakes)
	obstacle({"radius": 1.0, "height": 2.0}, Vector3(0, 0, 0.05), level)
	await frames(2)
	var crowd := Crowd.new()
	level.add_child(crowd)
	var agent := ghost(Vector3(-12, 0, 0), 1.0, {}, crowd)
	agent.get_parent()
	await frames(2)
	agent.requestPath(Vector3(13, 0, 0))
	var nearest := [100.0]
	var arrived := await until(func():
		nearest[0] = minf(nearest[0], flat(agent.get_parent().position).length())
		return agent.hasArrived() == NavAgent.SUCCESS, 1800)
	report("in a crowd", [arrived, nearest[0]])
	crowd.free()
	await frames(2)
	level.free()
	await frames(1)


## A swamp of a cost: the way through it is taken or not.
func areas() -> void:
	var level := level_at()
	var bakes := ground(level)
	var volume := NavModifierVolume.new()
	volume.size = Vector3(6, 2, 20)
	volume.area = 5
	level.add_child(volume)
	var whole := area_of(bakes)
	await frames(2)
	var agent := ghost(Vector3(-12, 0, 0), 1.0, {}, level)
	await frames(1)
	var lengths := []
	for cost in [1.0, 1.2, 10.0]:
		var costs := PackedFloat32Array()
		costs.resize(6)
		costs.fill(1.0)
		costs[5] = cost
		bakes.area_costs = costs
		agent.stop()
		agent.requestPath(Vector3(12, 0, 0))
		lengths.append(agent.get_path_length())
	report("lengths by cost", lengths)
	report("costs", Array(bakes.area_costs))
	volume.area = 0
	await settled(bakes)
	report("not walkable", whole - bakes.navmesh.area)
	volume.enabled = false
	await settled(bakes)
	report("not enabled", whole - bakes.navmesh.area)
	level.free()
	await frames(1)


func body_areas() -> void:
	var level := level_at()
	for x in [-9.5, 9.5]:
		floor_at(13, 32, Vector3(x, 0, 0), level)
	for z in [-13, 13]:
		floor_at(6, 6, Vector3(0, 0, z), level)
	floor_at(6, 20, Vector3.ZERO, level).set_meta("nav_area", 7)
	var bakes := baker({"tile_size": 64, "bake_on_ready": false}, level)
	bakes.area_costs = [1, 1, 1, 1, 1, 1, 1, 10]
	area_of(bakes)
	await frames(2)
	var agent := ghost(Vector3(-12, 0, 0), 1.0, {}, level)
	await frames(1)
	agent.requestPath(Vector3(12, 0, 0))
	report("round the slab", agent.get_path_length())
	level.free()
	await frames(1)


func bad_values() -> void:
	var level := level_at("Bad")
	var node := obstacle({"affect_navigation_mesh": true}, Vector3.ZERO, level)
	node.name = "Crossing"
	node.vertices = [Vector3(0, 0, 0), Vector3(4, 0, 4), Vector3(4, 0, 0), Vector3(0, 0, 4)]
	node.vertices = [Vector3(NAN, 0, 0)]
	node.radius = -1
	node.set_avoidance_layer_value(0, true)
	var volume := NavModifierVolume.new()
	level.add_child(volume)
	volume.size = Vector3(-1, 1, 1)
	volume.area = 64
	report("bad", [node.vertices.size(), node.radius, node.avoidance_layers, volume.size == Vector3(2, 2, 2), volume.area])
	level.free()
	await frames(1)
