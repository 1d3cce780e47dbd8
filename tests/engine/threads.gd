extends "res://level.gd"
## Nodes whose branch the engine processes on threads of its own: process_thread_group is SUB_THREAD.

const SIDE := 12.0

var goals: Array[Vector3] = []


func run() -> void:
	if "regions" in OS.get_cmdline_user_args():
		await on_regions()
		return
	for x in [-8, 8]:
		for z in [-8, 8]:
			goals.append(Vector3(x, 0, z))
	await walks("main thread", Node.PROCESS_THREAD_GROUP_INHERIT)
	await walks("sub threads", Node.PROCESS_THREAD_GROUP_SUB_THREAD)
	await changes()
	await bakes()
	await by_a_thread()
	await waits_for_a_thread()


func ground(settings := {}) -> Node3D:
	var level := level_at()
	floor_at(2 * SIDE, 2 * SIDE, Vector3.ZERO, level)
	box(Vector3(10, 2, 2), Vector3(0, 1, 0), level)
	await baked(baker(settings, level))
	return level


## A body that asks for its way on the thread that its branch is processed on, and an obstacle, a volume and a link that it carries.
func scripted(index: int, group: int, parent: Node, text: String) -> Node3D:
	var body := CharacterBody3D.new()
	var shape := CollisionShape3D.new()
	shape.shape = CapsuleShape3D.new()
	shape.shape.height = 1.6
	body.collision_layer = 2
	body.add_child(shape)
	body.position = Vector3(-10 + index % 8 * 2.5, 0.8, -10 if index % 16 < 8 else 10)
	var agent := NavAgent.new()
	agent.name = "NavAgent"
	agent.avoidance_enabled = index % 2 == 0
	body.add_child(agent)
	body.process_thread_group = group
	body.set_script(script_of(text))
	body.set_meta("goal", goals[index % goals.size()])
	parent.add_child(body)
	return body


func script_of(text: String) -> GDScript:
	var script := GDScript.new()
	script.source_code = text
	script.reload()
	return script


const ASKS := """
extends CharacterBody3D
@onready var agent: NavAgent = $NavAgent
var thread := -1
var heard := -1
var told := 0
var arrivals := 0

func _ready() -> void:
	agent.target_reached.connect(func(): arrivals += 1; heard = OS.get_thread_caller_id())
	agent.path_changed.connect(func(): told += 1)

func _physics_process(_delta: float) -> void:
	thread = OS.get_thread_caller_id()
	agent.requestPath(get_meta("goal"))
	agent.max_speed = 4.0
	agent.get_current_navigation_path()
	agent.get_current_navigation_result()
	agent.get_next_path_position()
"""

const STEERS := """
extends CharacterBody3D
@onready var agent: NavAgent = $NavAgent
var thread := -1
var heard := -1
var told := 0
var arrivals := 0

func _ready() -> void:
	agent.velocity_computed.connect(func(safe): velocity = safe; move_and_slide())
	agent.target_reached.connect(func(): arrivals += 1; heard = OS.get_thread_caller_id())
	agent.path_changed.connect(func(): told += 1)
	agent.avoidance_enabled = true
	agent.target_position = get_meta("goal")

func _physics_process(_delta: float) -> void:
	thread = OS.get_thread_caller_id()
	if agent.is_navigation_finished():
		return
	agent.velocity = global_position.direction_to(agent.get_next_path_position()) * 4.0
"""


func walks(what: String, group: int) -> void:
	var level: Node3D = await ground()
	var crowd := Crowd.new()
	crowd.process_thread_group = group
	level.add_child(crowd)
	var bodies: Array[Node3D] = []
	for i in 24:
		bodies.append(scripted(i, group, crowd if i % 3 == 0 else level, STEERS if i % 4 == 1 else ASKS))
	var rests := await until(func(): return bodies.all(func(body): return body.arrivals > 0), 1800)
	var main := OS.get_main_thread_id()
	report(what, {"there": rests, "off": bodies.map(func(body): return flat(body.global_position).distance_to(flat(body.get_meta("goal")))).max(),
		"on main": bodies.filter(func(body): return body.thread == main).size(),
		"heard on main": bodies.filter(func(body): return body.heard == main).size(),
		"told": bodies.all(func(body): return body.told > 0)})
	level.free()
	await frames(2)


const CARRIES := """
extends Node3D
var count := 0

func _physics_process(_delta: float) -> void:
	count += 1
	position.x = sin(count * 0.1) * 8
	position.z = cos(count * 0.1) * 8
	$Obstacle.radius = 0.3 + count % 3 * 0.1
	$Obstacle.affect_navigation_mesh = count % 20 < 10
	$Obstacle.avoidance_enabled = count % 14 < 7
	$Link.end_position = Vector3(0, 0, 3 + count % 3)
	$Link.enabled = count % 8 < 4
	$Volume.area = count % 5
	$Agent.target_position = Vector3(8, 0, 8 - count % 5)
	$Agent.get_next_path_position()
	$Agent.avoidance_enabled = count % 6 < 3
"""


## Nodes that change and move on threads, while agents walk there.
func changes() -> void:
	var level: Node3D = await ground({"tile_size": 32})
	var bodies: Array[Node3D] = []
	for i in 8:
		bodies.append(scripted(i, Node.PROCESS_THREAD_GROUP_SUB_THREAD, level, ASKS))
	for i in 6:
		var node := Node3D.new()
		node.set_script(script_of(CARRIES))
		node.process_thread_group = Node.PROCESS_THREAD_GROUP_SUB_THREAD
		for kind in [["Obstacle", NavObstacle], ["Link", NavLink], ["Volume", NavModifierVolume], ["Agent", NavAgent]]:
			var child: Node = kind[1].new()
			child.name = kind[0]
			node.add_child(child)
		node.get_child(2).size = Vector3(2, 2, 2)
		level.add_child(node)
		node.count = i
	await frames(300)
	for body in bodies:
		body.set_meta("goal", Vector3(-10, 0, 10) if body.position.x > 0 else Vector3(10, 0, -10))
	await frames(60)
	report("changes", [bodies.all(func(body): return body.global_position.is_finite()), level.get_child_count()])
	level.free()
	await frames(2)


const BAKES := """
extends NavMeshBaker
var answers := []
var asks := 3

func _physics_process(_delta: float) -> void:
	if asks > 0:
		asks -= 1
		answers.append(bake_navigation_mesh(asks % 2 == 0))
"""


func bakes() -> void:
	var level := level_at()
	floor_at(10, 10, Vector3.ZERO, level)
	var bakes := NavMeshBaker.new()
	bakes.name = "Threaded"
	bakes.process_thread_group = Node.PROCESS_THREAD_GROUP_SUB_THREAD
	level.add_child(bakes)
	report("a baker on a thread", [await baked(bakes), bakes.navmesh != null])
	bakes.set_script(script_of(BAKES))
	bakes.set_physics_process(true)
	await frames(20)
	report("bakes on a thread", [bakes.answers, bakes.is_baking()])
	bakes.bake_navigation_mesh.call_deferred(false)
	box(Vector3(2, 2, 2), Vector3.ZERO, level)
	await frames(4)
	report("and later", bakes.navmesh != null)
	level.free()
	await frames(2)
	level = level_at()
	floor_at(20, 20, Vector3.ZERO, level)
	var tracks := baker({"process_thread_group": Node.PROCESS_THREAD_GROUP_SUB_THREAD, "tile_size": 16, "track_sources": true}, level)
	await baked(tracks)
	await frames(2)
	var area: float = tracks.navmesh.area
	var told := []
	tracks.tiles_changed.connect(func(count): told.append([count, OS.get_thread_caller_id() == OS.get_main_thread_id()]))
	box(Vector3(2, 2, 2), Vector3.ZERO, level)
	await until(func(): return told.size() > 0 and not tracks.is_rebaking(), 0, MSEC_TO_WAIT)
	report("tracks on a thread", [told.all(func(one): return one[0] > 0 and one[1]), told.size() > 0, tracks.navmesh.area < area])
	level.free()
	await frames(2)


## Calls from a thread of the script's own, while the main thread is at work.
func by_a_thread() -> void:
	var level: Node3D = await ground()
	var agent := ghost(Vector3(-8, 0, -8), 1.0, {}, level)
	agent.requestPath(Vector3(8, 0, 8))
	var thread := Thread.new()
	thread.start(func():
		var sum := 0.0
		for i in 20000:
			sum += agent.distance_left + agent.get_current_navigation_path().size() + agent.hasArrived()
			agent.max_speed = 3.0 + i % 2
		return sum)
	await until(func(): return not thread.is_alive(), 600, MSEC_TO_WAIT)
	report("by a thread", thread.wait_to_finish() > 0)
	level.free()
	await frames(2)


## A handler of a signal waits for a thread that calls the node that has sent it.
func waits_for_a_thread() -> void:
	var level: Node3D = await ground()
	var agent := walker(Vector3(-8, 0, -8), 1.0, {}, level)
	var seen := []
	agent.path_changed.connect(func():
		var thread := Thread.new()
		thread.start(func(): return agent.hasArrived())
		seen.append(thread.wait_to_finish()))
	agent.requestPath(Vector3(8, 0, 8))
	await frames(3)
	report("waits for a thread", seen)
	level.free()
	await frames(2)


const FIRST := """
extends Node3D
var seen := []

func _physics_process(_delta: float) -> void:
	seen.append($NavAgent.requestPath(Vector3(4, 0, 4)))
"""


## Nobody has asked for the scene's regions before a thread does.
func on_regions() -> void:
	var level := level_at()
	var region := NavigationRegion3D.new()
	region.navigation_mesh = NavigationMesh.new()
	region.navigation_mesh.vertices = PackedVector3Array([Vector3(-5, 0, -5), Vector3(5, 0, -5), Vector3(5, 0, 5), Vector3(-5, 0, 5)])
	region.navigation_mesh.add_polygon(PackedInt32Array([0, 1, 2, 3]))
	level.add_child(region)
	var node := Node3D.new()
	node.set_script(script_of(FIRST))
	node.process_thread_group = Node.PROCESS_THREAD_GROUP_SUB_THREAD
	var agent := NavAgent.new()
	agent.name = "NavAgent"
	node.add_child(agent)
	level.add_child(node)
	await frames(5)
	report("on regions", [node.seen.all(func(answer): return answer == NavAgent.RUNNING), agent.get_path_length()])
	level.free()
	await frames(2)
