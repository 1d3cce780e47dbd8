extends SceneTree
## What tiles that come or go cost the main thread: frames of a world that is streamed alone, turned, and beside another baker.

const FILE := "user://plain.navworld"
const SIDE := 512.0					## Meters: 32 × 32 tiles of 16 m.

var world: Node3D


func _initialize() -> void:
	run.call_deferred()


func box(size: Vector3, at: Vector3, parent: Node) -> void:
	var body := StaticBody3D.new()
	var shape := CollisionShape3D.new()
	shape.shape = BoxShape3D.new()
	shape.shape.size = size
	body.add_child(shape)
	body.position = at
	parent.add_child(body)


func level(size: float) -> Node3D:
	var made := Node3D.new()
	box(Vector3(size, 1, size), Vector3(0, -0.5, 0), made)
	for i in int(size / 16):
		for k in int(size / 16):
			box(Vector3(2 + (i + k) % 5, 4, 2), Vector3(16 * i + 8 - size / 2 + (i * 7 + k * 3) % 5, 2, 16 * k + 8 - size / 2), made)
	return made


func run() -> void:
	world = Node3D.new()
	root.add_child(world)
	var made := level(SIDE)
	world.add_child(made)
	var baker := NavMeshBaker.new()
	baker.tile_size = 64
	baker.bake_on_ready = false
	made.add_child(baker)
	await physics_frame
	baker.bake_navigation_mesh(false)
	print("saved ", baker.save_world(FILE), ", tiles ", (SIDE / 16) ** 2)
	made.free()
	for kind: String in ["alone", "turned", "beside"]:
		for distance: float in [50.0, 150.0, 250.0]:
			await measure(kind, distance)
	quit()


func measure(kind: String, distance: float) -> void:
	var node := NavMeshBaker.new()
	node.world_file = FILE
	node.stream_camera = false
	node.stream_distance = distance
	node.rotation.y = 0.5 if kind == "turned" else 0.0
	world.add_child(node)
	var other: Node3D
	if kind == "beside":
		other = level(32)
		other.position = Vector3(SIDE, 0, 0)
		world.add_child(other)
		var still := NavMeshBaker.new()
		still.bake_on_ready = false
		other.add_child(still)
		await physics_frame
		still.bake_navigation_mesh(false)
	var eye := Node3D.new()
	eye.add_to_group("navpy_stream")
	node.add_child(eye)
	eye.position = Vector3(-0.35 * SIDE, 0, 0)
	while not node.is_streaming() or node.is_opening_world():
		OS.delay_usec(500)
		await physics_frame
	var changes := [0]
	node.tiles_changed.connect(func(count): changes[0] += count)
	var quiet := []
	var busy := []
	for i in 600:
		eye.position.x += 0.6 * (1 if i % 2 == 0 else 0)
		OS.delay_usec(500)
		var before: int = changes[0]
		await physics_frame
		var begin := Time.get_ticks_usec()
		await process_frame				# the rest of the physics frame: all nodes, and what waits for its end
		var frame := Time.get_ticks_usec() - begin
		var map := NavMap.of(node)
		begin = Time.get_ticks_usec()
		map.closest_point(eye.global_position)		# the map is built at its next use
		frame += Time.get_ticks_usec() - begin
		if changes[0] == before:
			quiet.append(frame)
		else:
			busy.append(frame)
	quiet.sort()
	busy.sort()
	var sum := func(all: int, one: int) -> int: return all + one
	print("%s, %d m: %d tiles loaded, %d came or went in %d frames of %d microseconds in the median, %d at most; %d others of %d, %d at most; %d microseconds in all" % [
		kind, distance, node.loaded_tile_count, changes[0], busy.size(), busy[busy.size() / 2], busy[-1],
		quiet.size(), quiet[quiet.size() / 2], quiet[-1], busy.reduce(sum) + quiet.reduce(sum)])
	node.free()
	if other != null:
		other.free()
	await physics_frame
