extends SceneTree
## What one change of a world of 400 parts costs: the frames from the change until it is there, less as many idle ones, and the
## longest of them. Ours: a building comes or goes, in a world of 20 by 20 tiles. The engine's: one of 400 regions is switched off and
## on.

const Walkers := preload("walkers.gd")
const PARTS := 20
const PART := 10.0				# meters
const CHANGES := 40
const PATIENCE := 3000000		# microseconds

var ground := Node3D.new()


func _initialize() -> void:
	root.add_child(ground)
	await change_tiles()
	await change_regions()
	quit()


func corner(i: int) -> Vector3:
	return Vector3(i % PARTS - PARTS / 2, 0, i / PARTS - PARTS / 2) * PART


func change_tiles() -> void:
	var side := PARTS * PART
	Walkers.box(Vector3(side, 0.5, side), Vector3(0, -0.25, 0), ground)
	var houses: Array[Node3D] = []
	for i in PARTS * PARTS:
		houses.append(Walkers.box(Vector3(4, 3, 4), corner(i) + Vector3(PART / 2, 1.5, PART / 2), ground))
	var baker := NavMeshBaker.new()
	baker.bake_on_ready = false
	baker.tile_size = roundi(PART / baker.cell_size)
	ground.add_child(baker)
	await physics_frame
	baker.bake_navigation_mesh(false)
	var there := [0]
	baker.tiles_changed.connect(func(_count): there[0] += 1)
	await measure("navpy: a building", func(i):
		there[0] = 0
		var house := houses[i / 2 * 7 % houses.size()]
		if i % 2 == 0:
			baker.remove_node(house)
		else:
			baker.rebake_node(house), func(): return there[0] > 0)
	for child in ground.get_children():
		child.free()
	await physics_frame


func change_regions() -> void:
	var map := root.world_3d.navigation_map
	var mesh := NavigationMesh.new()				# round a building, as ours
	var vertices := PackedVector3Array()
	for i in 16:
		vertices.append(Vector3([0, 2.5, 7.5, PART][i % 4], 0, [0, 2.5, 7.5, PART][i / 4]))
	mesh.vertices = vertices
	for i in [0, 1, 2, 4, 6, 8, 9, 10]:
		mesh.add_polygon(PackedInt32Array([i, i + 1, i + 5, i + 4]))
	var regions: Array[NavigationRegion3D] = []
	for i in PARTS * PARTS:
		var region := NavigationRegion3D.new()
		region.navigation_mesh = mesh
		region.position = corner(i)
		ground.add_child(region)
		regions.append(region)
	for frame in 60:
		await physics_frame
	var before := [0]
	await measure("Godot: a region", func(i):
		before[0] = NavigationServer3D.map_get_iteration_id(map)
		var region := regions[i / 2 * 7 % regions.size()]
		region.enabled = not region.enabled, func(): return NavigationServer3D.map_get_iteration_id(map) != before[0])


## Reports milliseconds, one number a change.
func measure(what: String, change: Callable, is_there: Callable) -> void:
	var idle := []
	for frame in 60:
		idle.append(await frame_msec())
	idle.sort()
	var all := []
	var longest := []
	for i in CHANGES:
		for frame in 5:
			await frame_msec()
		var begin := Time.get_ticks_usec()
		change.call(i)
		var spent := (Time.get_ticks_usec() - begin) / 1000.0
		var most := spent
		while Time.get_ticks_usec() - begin < PATIENCE:
			var msec := maxf(0, await frame_msec() - idle[30])
			spent += msec
			most = maxf(most, msec)
			if is_there.call():
				break
		if not is_there.call():
			printerr("ERROR: the change has not come: ", what)
		all.append(spent)
		longest.append(most)
	print("RESULT change ", JSON.stringify({"what": what, "ms": all, "longest": longest}))


func frame_msec() -> float:
	var begin := Time.get_ticks_usec()
	await physics_frame
	return (Time.get_ticks_usec() - begin) / 1000.0
