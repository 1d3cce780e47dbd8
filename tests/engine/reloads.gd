extends "res://level.gd"
## A small scene with a stored navmesh is loaded, used and freed a thousand times.

const WARM_UP := 100
const COUNT := 1000


func scenario_a_thousand_reloads() -> void:
	var level := level_at()
	floor_at(8, 8, Vector3.ZERO, level)
	bake({}, level)
	var crowd: Crowd = put(Crowd.new(), {}, level)
	for i in 3:
		ghost(Vector3(i, 0, -3), 1.0, {}, crowd)
		walker(Vector3(i, 0, -3), 1.0, {}, level)
	for node in level.find_children("*", "", true, false):
		node.owner = level
	var packed := PackedScene.new()
	packed.pack(level)
	ResourceSaver.save(packed, "res://small.tscn")
	level.free()
	packed = null
	for i in WARM_UP:
		await load_once(i)
	report("memory before", memory())
	for i in COUNT:
		await load_once(i)
	report("memory after", memory())
	report("nodes left", world.get_child_count())
	report("orphan nodes", Performance.get_monitor(Performance.OBJECT_ORPHAN_NODE_COUNT))


func load_once(i: int) -> void:
	var scene: Node3D = (ResourceLoader.load("res://small.tscn", "", ResourceLoader.CACHE_MODE_IGNORE) as PackedScene).instantiate()
	world.add_child(scene)
	for agent: NavAgent in scene.find_children("*", "NavAgent", true, false):
		if agent.requestPath(Vector3(2, 0, 3)) != NavAgent.RUNNING:
			printerr("ERROR: no way")
	await frames(i % 4)
	if i % 5 == 0:
		(scene.find_children("*", "NavMeshBaker", true, false)[0] as NavMeshBaker).bake_navigation_mesh(i % 2 == 0)
	scene.free()
