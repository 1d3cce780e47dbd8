extends SceneTree
## What the scripts of the engine tests share: floors, boxes, bodies and bakers made in code, and how they report.
## A test extends this and writes `func run()`; what it reports goes to the Python side as JSON.

const MSEC_AT_MOST := 100000
const MSEC_TO_WAIT := 10000

var world: Node3D


func _initialize() -> void:
	world = Node3D.new()
	root.add_child(world)
	await physics_frame
	await run()
	quit()


func run() -> void:
	pass


func _physics_process(_delta: float) -> bool:
	if Time.get_ticks_msec() > MSEC_AT_MOST:
		printerr("ERROR: the test did not end by itself")
		quit(1)
	return false


func report(what: String, value: Variant) -> void:
	print("RESULT ", JSON.stringify({"what": what, "value": value}, "", true, true))


func frames(count: int) -> void:
	for i in count:
		await physics_frame


## Waits until the condition holds; false if it didn't. Frames are counted for what happens in the game, and time for what
## happens on other threads, because frames without a screen fly by.
func until(condition: Callable, most := 600, msec := 0) -> bool:
	var begin := Time.get_ticks_msec()
	var count := 0
	while not condition.call() and (count < most or Time.get_ticks_msec() - begin < msec):
		count += 1
		await physics_frame
	return condition.call()


func box(size: Vector3, center: Vector3, parent: Node = world) -> StaticBody3D:
	var body := StaticBody3D.new()
	var shape := CollisionShape3D.new()
	shape.shape = BoxShape3D.new()
	shape.shape.size = size
	body.add_child(shape)
	body.position = center
	parent.add_child(body)
	return body


## A floor whose upper side is at `center`.
func floor_at(width: float, depth: float, center := Vector3.ZERO, parent: Node = world) -> StaticBody3D:
	return box(Vector3(width, 0.5, depth), center - Vector3(0, 0.25, 0), parent)


## A part of the world: what a baker in it collects, and what is freed in one go.
func level_at(named := "", parent: Node = world) -> Node3D:
	var level := Node3D.new()
	if named:
		level.name = named
	parent.add_child(level)
	return level


func baker(settings := {}, parent: Node = world) -> NavMeshBaker:
	var node := NavMeshBaker.new()
	for setting in settings:
		node.set(setting, settings[setting])
	parent.add_child(node)
	return node


## Waits until a baker has its navmesh.
func baked(node: NavMeshBaker) -> bool:
	return await until(func(): return node.navmesh != null and not node.is_baking(), 0, MSEC_TO_WAIT)


## A capsule that stands on the floor at `feet`, its origin `height` above its sole, with an agent. Bodies don't collide
## with each other.
func walker(feet: Vector3, height := 1.0, settings := {}, parent: Node = world) -> NavAgent:
	var body := CharacterBody3D.new()
	var shape := CollisionShape3D.new()
	shape.shape = CapsuleShape3D.new()
	shape.shape.radius = 0.4
	shape.shape.height = 1.6
	shape.position.y = 0.8 - height
	body.collision_layer = 2
	body.add_child(shape)
	body.position = feet + Vector3(0, height, 0)
	return with_agent(body, settings, parent)


## A Node3D that floats `height` above the floor and moves by velocity_computed.
func ghost(feet: Vector3, height := 1.0, settings := {}, parent: Node = world) -> NavAgent:
	var node := Node3D.new()
	node.position = feet + Vector3(0, height, 0)
	var agent := with_agent(node, settings, parent)
	agent.velocity_computed.connect(func(velocity): node.position += velocity / 60.0)
	return agent


func with_agent(node: Node3D, settings: Dictionary, parent: Node) -> NavAgent:
	var agent := NavAgent.new()
	for setting in settings:
		agent.set(setting, settings[setting])
	node.add_child(agent)
	parent.add_child(node)
	return agent


func flat(point: Vector3) -> Vector2:
	return Vector2(point.x, point.z)
