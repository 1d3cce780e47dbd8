extends SceneTree
## Plays a scene of bench_crowd.py with the engine's own NavigationAgent3D, then with NavAgent, both under plain nodes.
## The folder bench/ holds scene.json, scene.navmesh and scene.ends (starts, then goals; float32). <side>.track is written
## there: x and z of all agents, step after step.

const Walkers := preload("walkers.gd")

var settings: Dictionary = JSON.parse_string(FileAccess.get_file_as_string("res://bench/scene.json"))
var navmesh := NavMeshData.new()
var ends := Walkers.points("scene.ends")
var starts := ends.slice(0, ends.size() / 2)
var goals := ends.slice(ends.size() / 2)


func _initialize() -> void:
	Engine.physics_ticks_per_second = settings.ticks
	navmesh.data = FileAccess.get_file_as_bytes("res://bench/scene.navmesh")
	var region := Walkers.region(root.world_3d, navmesh, 0.05)		# small enough for every corner to have its own
	if region.navigation_mesh.get_polygon_count() != settings.polygons:
		printerr("ERROR: other polygons than navpy's")
	await play("Godot", region, func(): return Walkers.GodotArriver.new(NavigationAgent3D.new()))
	await play("in Godot", Walkers.baker(navmesh), func(): return Walkers.Walker.new(NavAgent.new()))
	quit()


## All walk until each has come near to its goal once.
func play(side: String, ground: Node, make: Callable) -> void:
	root.add_child(ground)
	await physics_frame
	await physics_frame
	var walkers: Array[Node3D] = []
	for i in starts.size():
		walkers.append(make.call())
		Walkers.send(walkers[i], settings.params, starts[i], goals[i], root)
	var track := PackedFloat32Array()
	var near := {}
	for step in settings.most + 1:
		for i in walkers.size():
			var place := walkers[i].position
			track.append(place.x)
			track.append(place.z)
			if Vector2(place.x - goals[i].x, place.z - goals[i].z).length() <= settings.near:
				near[i] = true
		if near.size() == walkers.size():
			break
		await physics_frame
	FileAccess.open("res://bench/%s.track" % side, FileAccess.WRITE).store_buffer(track.to_byte_array())
	for walker in walkers:
		walker.free()
	ground.free()
