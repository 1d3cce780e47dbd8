extends "res://level.gd"
## What a long game does to the nodes, shortened: scenes are loaded and freed, nodes are put in, moved and freed at random, and a small
## world lives for many frames. Each is played for a quarter of its count before memory is measured, so that all of it has been used once.

const SCENES := 1000
const CHANGES := 3000
const FRAMES := 30000

const WIDTH := 14.0
const MOST := 12				## nodes of a kind in the churn

const KINDS := ["NavAgent", "NavAgent", "Crowd", "NavObstacle", "NavLink", "NavMeshBaker", "NavModifierVolume", "CharacterBody3D"]
const REGION_KINDS := ["NavAgent", "NavAgent", "Crowd", "NavObstacle", "NavLink", "NavigationRegion3D", "NavigationRegion3D",
	"NavigationLink3D", "CharacterBody3D"]

var kinds := KINDS
var region_mesh: NavigationMesh
var crossed := 0
var walked := 0


func scenario_churn() -> void:
	seed(1)
	await churn()


func scenario_churn_of_another_seed() -> void:
	seed(2)
	await churn()


## With regions in place of bakers.
func scenario_churn_with_regions() -> void:
	seed(3)
	kinds = REGION_KINDS
	region_mesh = rectangle(Vector2(-6.5, -6.5), Vector2(6.5, 6.5))
	await churn()


## The level of all of them: two floors with a gap and a link across, a box to go round, a marked area, an obstacle, a crowd with a
## multimesh and walkers of every kind.
func level(tile_size := 0) -> Node3D:
	var top := level_at()
	floor_at(WIDTH, WIDTH, Vector3.ZERO, top)
	floor_at(WIDTH, WIDTH, Vector3(WIDTH + 3, 0, 0), top)
	box(Vector3(1, 2, 3), Vector3(2, 1, 0), top)
	link(Vector3(0.5 * WIDTH - 0.7, 0, 0), Vector3(0.5 * WIDTH + 3.7, 0, 0), top, {"name": "Link", "width": 1.0})
	put(NavModifierVolume.new(), {"name": "Volume", "size": Vector3(3, 2, 3), "area": 5, "position": Vector3(-4, 0, 4)}, top)
	obstacle({"name": "Obstacle", "radius": 0.5}, Vector3(-3, 0, -3), top)
	var crowd: Crowd = put(Crowd.new(), {"name": "Crowd", "multimesh": MultiMesh.new()}, top)
	for i in 2:
		glider(crowd)
		walker(place(), 1.0, {}, top)
	if region_mesh:
		add_one("NavigationRegion3D", top)
		add_one("NavigationRegion3D", top)
		return top
	bake({"name": "Baker", "tile_size": tile_size}, top)
	return top


## Like ghost, but it may lose its agent.
func glider(parent: Node) -> NavAgent:
	var node := Glider.new()
	node.position = place() + Vector3.UP
	var agent := with_agent(node, {}, parent)
	agent.velocity_computed.connect(node.glide)
	return agent


func place(far := false) -> Vector3:
	return Vector3(randf_range(-6, 6) + (WIDTH + 3 if far else 0.0), 0, randf_range(-6, 6))


func all(kind: String) -> Array:
	return world.find_children("*", kind, true, false)


func send_all() -> void:
	for agent: NavAgent in all("NavAgent"):
		send(agent)
	for crowd: Crowd in all("Crowd"):
		crowd.request_paths(crowd.get_agents(), PackedVector3Array([place(randf() < 0.5)]))


func send(agent: NavAgent) -> void:
	if randf() < 0.7:
		agent.requestPath(place(randf() < 0.5))
	else:
		agent.target_position = place(randf() < 0.5)


## Loaded, used and freed: before it is complete, while it bakes, while its agents walk and while they cross a link.
func scenario_scenes_come_and_go() -> void:
	seed(1)
	var top := level()
	top.get_node("Crowd").multimesh = null				# each scene makes its own
	for node in top.find_children("*", "", true, false):
		node.owner = top
	var packed := PackedScene.new()
	packed.pack(top)
	ResourceSaver.save(packed, "res://soaked.tscn")
	top.free()
	packed = null
	for i in SCENES + SCENES / 4:
		if i == SCENES / 4:
			report("memory before", memory())
		await one_scene(i % 8)
	report("memory after", memory())
	report("crossed", crossed)
	report_nodes_left()


func one_scene(when: int) -> void:
	var scene: Node3D = (ResourceLoader.load("res://soaked.tscn", "", ResourceLoader.CACHE_MODE_IGNORE) as PackedScene).instantiate()
	world.add_child(scene)
	var crowd: Crowd = scene.get_node("Crowd")
	crowd.multimesh = MultiMesh.new()
	crowd.add_agents(PackedVector3Array([place(), place(), place(true)]))
	if when > 0:
		send_all()
	match when:
		1, 2, 3: await frames(when)
		4, 5:
			(scene.get_node("Baker") as NavMeshBaker).bake_navigation_mesh(true)
			await frames(when - 4)
		6: await frames(10)
		7:
			var agent: NavAgent = scene.find_children("*", "CharacterBody3D", true, false)[0].get_child(1)
			agent.get_parent().global_position = Vector3(5.5, 1, 0)
			agent.requestPath(Vector3(WIDTH + 3, 0, 0))
			for i in 60:
				await physics_frame
				if agent.is_on_link:
					crossed += 1
					break
	if when % 2:
		scene.free()
	else:
		scene.queue_free()
		await frames(1)


## Nodes of every kind are put in, freed, moved and put under others, whatever is going on.
func churn() -> void:
	for i in CHANGES + CHANGES / 4:
		if i == CHANGES / 4:
			report("memory before", memory())
		if i % 200 == 0:
			for child in world.get_children():
				child.free()
			level(64)
			level(0).position = Vector3(100, 0, 0)
		one_change()
		if i % 3 == 0:
			await physics_frame
		for agent: NavAgent in all("NavAgent") if i % 10 == 0 else []:
			crossed += int(agent.is_on_link)
			walked += int(agent.hasArrived() == NavAgent.RUNNING)
	for child in world.get_children():
		child.free()
	await frames(20)
	report("memory after", memory())
	report("walked", walked)
	report("crossed", crossed)
	report_nodes_left()


func report_nodes_left() -> void:
	report("nodes left", world.get_child_count())
	report("orphan nodes", Performance.get_monitor(Performance.OBJECT_ORPHAN_NODE_COUNT))


func one_change() -> void:
	var kind: String = kinds.pick_random()
	var nodes := all(kind)
	var node: Node = nodes.pick_random() if not nodes.is_empty() else null
	var parents := all("Node3D") + all("Crowd")
	var parent: Node = parents.pick_random()
	if kind == "NavMeshBaker":
		parent = world.get_children().pick_random()		# where there is something to bake
	if node == null or (randf() < 0.25 and nodes.size() < MOST):
		add_one(kind, parent)
		return
	match randi() % 9:
		0: node.queue_free()
		1: node.free()
		2, 3:
			if parent != node and not node.is_ancestor_of(parent):
				node.reparent(parent, randf() < 0.5)
		4:
			var old := node.get_parent()
			old.remove_child(node)
			old.add_child(node)
		5:
			if node is Node3D:
				node.position += Vector3(randf_range(-1, 1), 0, randf_range(-1, 1))
				node.rotation.y = randf_range(-3, 3)
		6: send_all()
		_: use(node)


func add_one(kind: String, parent: Node) -> void:
	match kind:
		"NavAgent": send(glider(parent))
		"CharacterBody3D": send(walker(place(), 1.0, {}, parent))
		_:
			var node: Node = ClassDB.instantiate(kind)
			if node is NavLink:
				node.start_position = place()
				node.end_position = place(true)
			elif node is NavigationLink3D:
				node.start_position = place()
				node.end_position = place(true)
			elif node is NavigationRegion3D:
				node.navigation_mesh = region_mesh
				node.position.x = (WIDTH + 3) * (randi() % 4)
			elif node is NavObstacle:
				node.radius = 0.6
				node.position = place()
				node.affect_navigation_mesh = randf() < 0.5
			elif node is NavModifierVolume:
				node.size = Vector3.ONE * 2
				node.position = place()
			elif node is Crowd:
				node.multimesh = MultiMesh.new()
				node.move_nodes = randf() < 0.5
				node.add_agents(PackedVector3Array([place(), place()]))
			parent.add_child(node)


func use(node: Node) -> void:
	if node is NavAgent:
		send(node)
		node.why_stuck()
	elif node is NavMeshBaker:
		if node.is_baking():
			node.cancel_bake()
		else:
			node.bake_navigation_mesh(randf() < 0.8)
	elif node is Crowd:
		node.move_nodes = not node.move_nodes
		node.remove_agents(node.get_agents().slice(0, 1))
		node.add_agents(PackedVector3Array([place()]))
		node.request_paths(node.get_agents(), PackedVector3Array([place(true)]))
	elif node is NavObstacle:
		node.affect_navigation_mesh = not node.affect_navigation_mesh
	elif node is NavigationRegion3D and randf() < 0.5:
		node.navigation_mesh = null if node.navigation_mesh else region_mesh
		node.navigation_layers = 1 + randi() % 3
	elif node is NavLink or node is NavModifierVolume or node is NavigationRegion3D or node is NavigationLink3D:
		node.enabled = not node.enabled


## One world, of which every agent gets another target every now and then.
func scenario_long_game() -> void:
	seed(1)
	var top := level()
	var crowd: Crowd = top.get_node("Crowd")
	crowd.add_agents(PackedVector3Array([place(), place(), place(), place(true), place(true)]))
	var arrived := [0]
	crowd.agents_arrived.connect(func(agents): arrived[0] += agents.size())
	var agents := all("NavAgent")
	for agent: NavAgent in agents:
		agent.navigation_finished.connect(func(): arrived[0] += 1)
	for i in FRAMES + FRAMES / 4:
		if i == FRAMES / 4:
			report("memory before", memory())
		if i % 60 == 0:
			send(agents[i / 60 % agents.size()])
			crowd.request_paths(PackedInt64Array([crowd.get_agents()[i / 60 % 5]]), PackedVector3Array([place(i / 60 % 2)]))
		if i % 600 == 0:
			top.get_node("Obstacle").position = place()
		await physics_frame
	report("memory after", memory())
	report("arrived", arrived[0])


class Glider extends Node3D:
	func glide(velocity: Vector3) -> void:
		position += velocity / 60.0
