extends SceneTree
## Bakes a level, finds paths, lets a crowd walk, and prints the SHA-256 of what each comes to. Every platform prints the same.
##
## The engine computes nothing in which platforms differ: boxes are not turned, the ramp's corners are given, and all numbers are exact.

const GROUND := Rect2(-20, -16, 40, 32)
const SETTINGS := {
	"defaults": {},
	"tiles": {"tile_size": 32, "agent_radius": 0.375},
	"links of tiles": {"tile_size": 48, "link_drop_height": 3.5, "link_climb_height": 1.5, "link_jump_distance": 2.5},
	"monotone": {"sample_partition_type": 1, "edge_max_length": 4.0, "agent_max_climb": 0.5},
	"layers": {"sample_partition_type": 2, "vertices_per_polygon": 3, "cell_size": 0.1875},
	"fine detail": {"cell_size": 0.125, "cell_height": 0.125, "detail_sample_distance": 1.0, "detail_sample_max_error": 0.25},
}

var level := Node3D.new()
var random_state := 1


func _initialize() -> void:
	root.add_child(level)
	build_level()
	await physics_frame
	for settings: String in SETTINGS:
		await bake(settings)
	await walk()
	await walk_on_threads()
	quit()


# ---- the level ----

func build_level() -> void:
	box(Vector3(GROUND.size.x, 0.5, GROUND.size.y), Vector3(0, -0.25, 0))
	box(Vector3(1, 2, 13), Vector3(-4, 1, -9.5))            # a wall with two gaps
	box(Vector3(1, 2, 10), Vector3(-4, 1, 4))
	box(Vector3(1, 2, 3), Vector3(-4, 1, 14.5))
	for i in 4:                                             # stairs to a platform
		box(Vector3(0.5, 0.25 * (i + 1), 3), Vector3(6.25 + 0.5 * i, 0.125 * (i + 1), -10.5))
	box(Vector3(8, 1, 8), Vector3(12, 0.5, -10))
	box(Vector3(8, 0.5, 4), Vector3(12, 2.75, -8))          # and a roof over a half of it
	for i in 12:
		var side := 0.5 + 0.25 * number(5)
		box(Vector3(side, 1.5, side), Vector3(0.25 * number(60), 0.75, 0.25 * (number(48) - 10)))
	ramp()
	var volume := NavModifierVolume.new()
	volume.size = Vector3(6, 4, 5)
	volume.position = Vector3(-12, 1, 3)
	volume.area = 3
	level.add_child(volume)


func box(size: Vector3, center: Vector3) -> void:
	var shape := BoxShape3D.new()
	shape.size = size
	add_body(shape, center)


## Rises to the platform from the south.
func ramp() -> void:
	var a := Vector3(10, 0, 0)
	var b := Vector3(14, 0, 0)
	var c := Vector3(14, 1, -6)
	var d := Vector3(10, 1, -6)
	var shape := ConcavePolygonShape3D.new()
	shape.set_faces(PackedVector3Array([a, d, c, a, c, b]))
	add_body(shape, Vector3.ZERO)


func add_body(shape: Shape3D, place: Vector3) -> void:
	var body := StaticBody3D.new()
	var collision := CollisionShape3D.new()
	collision.shape = shape
	body.add_child(collision)
	body.position = place
	level.add_child(body)


## 0 … limit − 1, the same on every platform.
func number(limit: int) -> int:
	random_state = (random_state * 1103515245 + 12345) % (1 << 31)
	return (random_state >> 16) % limit


func place() -> Vector3:
	return Vector3(-19 + 0.25 * number(152), 0, -15 + 0.25 * number(120))


# ---- what is computed ----

## On the engine's worker threads, as games do.
func bake(settings: String) -> void:
	var baker := NavMeshBaker.new()
	baker.bake_on_ready = false
	for setting in SETTINGS[settings]:
		baker.set(setting, SETTINGS[settings][setting])
	level.add_child(baker)
	baker.bake_navigation_mesh()
	if not baker.is_baking():
		printerr("ERROR: the bake was not done by a thread")
	while baker.is_baking():
		await process_frame
	say("bake, " + settings, baker.navmesh.data)
	find_paths(settings)
	baker.free()
	await process_frame


func find_paths(settings: String) -> void:
	var map := NavMap.of(level)
	var points := PackedVector3Array()
	var lengths := PackedFloat64Array()
	for radius: float in [0.0, 0.75]:
		var filter := NavFilter.new()
		filter.area_costs = {3: 4.0}
		filter.path_radius = radius
		for i in 40:
			var path := map.find_path(place(), place(), filter)
			points.append_array(path.points)
			lengths.append_array([path.status, path.length])
		lengths.append_array(Array(map.path_distances(place(), points.slice(0, 40), filter)))
	say("paths, " + settings, points.to_byte_array() + lengths.to_byte_array())


## Two groups change sides through the gaps of the wall.
func walk() -> void:
	var baker := baker_for(0.375)
	var crowd := crowd_of(0.375)
	var places := PackedVector3Array()
	var goals := PackedVector3Array()
	for i in 96:
		places.append(Vector3(-18 + i / 12 if i < 48 else i / 12 - 6, 0, -12 + 2 * (i % 12)))
	for i in 96:
		goals.append(places[95 - i])
	var refused := crowd.request_paths(crowd.add_agents(places), goals)
	say("crowd, searches", PackedInt32Array([refused]).to_byte_array())
	for frame in 600:
		await physics_frame
		if frame + 1 in [1, 60, 240, 600]:
			say_crowd("crowd, %d frames" % (frame + 1), crowd)
	crowd.free()
	baker.free()
	await process_frame


## So many that the engine's worker threads share the work.
func walk_on_threads() -> void:
	var baker := baker_for(0.25)
	var crowd := crowd_of(0.1875)
	var places := PackedVector3Array()
	for i in 2400:
		places.append(place())
	crowd.request_paths(crowd.add_agents(places), PackedVector3Array([Vector3(16, 1, -12)]))
	for frame in 40:
		await physics_frame
	say_crowd("crowd on threads", crowd)
	crowd.free()
	baker.free()


func baker_for(radius: float) -> NavMeshBaker:
	var baker := NavMeshBaker.new()
	baker.bake_on_ready = false
	baker.agent_radius = radius
	level.add_child(baker)
	baker.bake_navigation_mesh(false)
	return baker


func crowd_of(radius: float) -> Crowd:
	var crowd := Crowd.new()
	crowd.agent_radius = radius
	level.add_child(crowd)
	return crowd


func say_crowd(what: String, crowd: Crowd) -> void:
	say(what, crowd.get_agent_positions().to_byte_array() + crowd.get_agent_velocities().to_byte_array()
			+ crowd.get_agent_statuses().to_byte_array())


func say(what: String, bytes: PackedByteArray) -> void:
	var hashing := HashingContext.new()
	hashing.start(HashingContext.HASH_SHA256)
	hashing.update(bytes)
	print("RESULT ", JSON.stringify([what, hashing.finish().hex_encode()]))
