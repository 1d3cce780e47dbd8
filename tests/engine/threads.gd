extends "res://level.gd"
## Nodes whose branch the engine processes on threads of its own: process_thread_group is SUB_THREAD.

const SUB_THREAD := Node.PROCESS_THREAD_GROUP_SUB_THREAD
const SIDE := 12.0

## What a body of 24 counts, whatever it does.
const COUNTS := """
extends CharacterBody3D
@onready var agent: NavAgent = $NavAgent
var thread := -1
var heard := -1
var told := 0
var arrivals := 0

func count_signals() -> void:
	agent.target_reached.connect(func(): arrivals += 1; heard = OS.get_thread_caller_id())
	agent.path_changed.connect(func(): told += 1)
"""
const ASKS := COUNTS + """
func _ready() -> void:
	count_signals()

func _physics_process(_delta: float) -> void:
	thread = OS.get_thread_caller_id()
	agent.requestPath(get_meta("goal"))
	agent.max_speed = 4.0
	agent.get_current_navigation_path()
	agent.get_current_navigation_result()
	agent.get_next_path_position()
"""
const STEERS := COUNTS + """
func _ready() -> void:
	count_signals()
	agent.velocity_computed.connect(func(safe): velocity = safe; move_and_slide())
	agent.avoidance_enabled = true
	agent.target_position = get_meta("goal")

func _physics_process(_delta: float) -> void:
	thread = OS.get_thread_caller_id()
	if agent.is_navigation_finished():
		return
	agent.velocity = global_position.direction_to(agent.get_next_path_position()) * 4.0
"""
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
const BAKES := """
extends NavMeshBaker
var answers := []
var asks := 3

func _physics_process(_delta: float) -> void:
	if asks > 0:
		asks -= 1
		answers.append(bake_navigation_mesh(asks % 2 == 0))
"""
const ASKS_FOR_REGIONS := """
extends Node3D
var answers := []

func _physics_process(_delta: float) -> void:
	answers.append($NavAgent.requestPath(Vector3(4, 0, 4)))
"""


func ground(settings := {}) -> NavMeshBaker:
	floor_at(2 * SIDE, 2 * SIDE)
	box(Vector3(10, 2, 2), Vector3(0, 1, 0))
	return bake(settings)


func script_of(text: String) -> GDScript:
	var script := GDScript.new()
	script.source_code = text
	script.reload()
	return script


## A body with a script, which the engine processes in this thread group.
func scripted(index: int, group: int, parent: Node, text: String) -> Node3D:
	var body := capsule(0.8, 0.5)
	var agent := NavAgent.new()
	agent.name = "NavAgent"
	agent.avoidance_enabled = index % 2 == 0
	body.add_child(agent)
	body.position = Vector3(-10 + index % 8 * 2.5, 0.8, -10 if index % 16 < 8 else 10)
	body.process_thread_group = group
	body.set_script(script_of(text))
	body.set_meta("goal", Vector3(-8 if index % 4 < 2 else 8, 0, -8 if index % 2 == 0 else 8))
	parent.add_child(body)
	return body


## The same walks, processed on the main thread and on threads of their own.
func scenario_walks() -> void:
	report("main thread", await walk(Node.PROCESS_THREAD_GROUP_INHERIT))
	await tidy()
	report("sub threads", await walk(SUB_THREAD))


## 24 bodies ask for their path or steer by themselves, a third of them below a Crowd.
func walk(group: int) -> Dictionary:
	ground()
	var crowd: Crowd = put(Crowd.new(), {"process_thread_group": group})
	var bodies: Array[Node3D] = []
	for i in 24:
		bodies.append(scripted(i, group, crowd if i % 3 == 0 else world, STEERS if i % 4 == 1 else ASKS))
	var all_arrive := await until(func(): return bodies.all(func(body): return body.arrivals > 0), 1800)
	var main := OS.get_main_thread_id()
	return {"all arrive": all_arrive, "all hear path_changed": bodies.all(func(body): return body.told > 0),
		"mean way to its goal": bodies.reduce(func(sum, body): return sum + flat(body.global_position).distance_to(flat(body.get_meta("goal"))), 0.0) / 24,
		"processed on the main thread": bodies.filter(func(body): return body.thread == main).size(),
		"signals on the main thread": bodies.filter(func(body): return body.heard == main).size()}


## Nodes that change and move on threads, while agents walk there.
func scenario_nodes_change_on_threads() -> void:
	ground({"tile_size": 32})
	var bodies: Array[Node3D] = []
	for i in 8:
		bodies.append(scripted(i, SUB_THREAD, world, ASKS))
	for i in 6:
		var node := Node3D.new()
		node.set_script(script_of(CARRIES))
		node.process_thread_group = SUB_THREAD
		var kinds := {"Obstacle": NavObstacle, "Link": NavLink, "Volume": NavModifierVolume, "Agent": NavAgent}
		for name in kinds:
			put(kinds[name].new(), {"name": name}, node)
		node.get_node("Volume").size = Vector3(2, 2, 2)
		world.add_child(node)
		node.count = i
	await frames(300)
	for body in bodies:
		body.set_meta("goal", Vector3(-10, 0, 10) if body.position.x > 0 else Vector3(10, 0, -10))
	await frames(60)
	report("all are somewhere", bodies.all(func(body): return body.global_position.is_finite()))


func scenario_baker_on_a_thread() -> void:
	floor_at(10, 10)
	var bakes := baker({"name": "Threaded", "process_thread_group": SUB_THREAD})
	report("bakes by itself", await baked(bakes))
	bakes.set_script(script_of(BAKES))
	bakes.set_physics_process(true)
	await frames(20)
	report("answers to a thread", bakes.answers)
	report("baking", bakes.is_baking())
	bakes.bake_navigation_mesh.call_deferred(false)
	box(Vector3(2, 2, 2), Vector3.ZERO)
	await frames(4)
	report("has a navmesh after call_deferred", bakes.navmesh != null)


func scenario_baker_tracks_on_a_thread() -> void:
	floor_at(20, 20)
	var tracks := bake({"process_thread_group": SUB_THREAD, "tile_size": 16, "track_sources": true})
	await frames(2)
	var area: float = tracks.navmesh.area
	var counts := []
	var threads := []
	tracks.tiles_changed.connect(func(count): counts.append(count); threads.append(OS.get_thread_caller_id()))
	box(Vector3(2, 2, 2), Vector3.ZERO)
	await until(func(): return counts.size() > 0 and not tracks.is_rebaking(), 0, MSEC_TO_WAIT)
	report("tiles of each rebake", counts)
	report("signals on the main thread", threads.all(func(thread): return thread == OS.get_main_thread_id()))
	report("area, less that of before", tracks.navmesh.area - area)


## A thread of the script's own, while the main thread is at work.
func scenario_called_by_a_thread() -> void:
	ground()
	var agent := ghost(Vector3(-8, 0, -8))
	agent.requestPath(Vector3(8, 0, 8))
	var thread := Thread.new()
	thread.start(func():
		var sum := 0.0
		for i in 20000:
			sum += agent.distance_left + agent.get_current_navigation_path().size() + agent.hasArrived()
			agent.max_speed = 3.0 + i % 2
		return sum)
	await until(func(): return not thread.is_alive(), 600, MSEC_TO_WAIT)
	report("sum", thread.wait_to_finish())


## A handler of a signal waits for a thread that calls the node that has sent it.
func scenario_handler_waits_for_a_thread() -> void:
	ground()
	var agent := walker(Vector3(-8, 0, -8))
	var answers := []
	agent.path_changed.connect(func():
		var thread := Thread.new()
		thread.start(func(): return agent.hasArrived())
		answers.append(thread.wait_to_finish()))
	agent.requestPath(Vector3(8, 0, 8))
	await frames(3)
	report("answers to the thread", answers)


## Nobody has asked for the scene's regions before a thread does.
func scenario_thread_asks_first_for_regions() -> void:
	region(rectangle(Vector2(-5, -5), Vector2(5, 5)))
	var node := Node3D.new()
	node.set_script(script_of(ASKS_FOR_REGIONS))
	node.process_thread_group = SUB_THREAD
	var agent := with_agent(node, {"name": "NavAgent"})
	await frames(5)
	report("answers", node.answers)
	report("length", agent.get_path_length())
