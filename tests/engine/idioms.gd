extends "res://dimension.gd"
## What games write for the engine's agent, run on it and on a NavAgent.

const SPEED := 4.0              ## Meters a second.
const MOVES_NODE := """
@onready var agent = get_child(0)
func _physics_process(delta):
	if agent.is_navigation_finished():
		return
	global_position = global_position.move_toward(agent.get_next_path_position(), delta * speed)
"""
const SETS_IN_READY := MOVES_NODE + """
func _ready():
	agent.set_target_position(%s)
"""
const BODY := """
var agent
var heard := 0
func _ready():
	agent = get_child(1)
	agent.velocity_computed.connect(_on_velocity_computed)
func _physics_process(_delta):
	if agent.is_navigation_finished():
		velocity *= 0
		return
	agent.velocity = global_position.direction_to(agent.get_next_path_position()) * speed
func _on_velocity_computed(safe):
	heard += 1
	velocity = safe
	move_and_slide()
"""

var far: Variant = at(8, 6)


## A floor of 24 m × 20 m with a wall, baked by the engine.
func ground_of() -> Node:
	return engine_baked(Vector2(-12, -10), Vector2(12, 10), [[Vector2(1.5, -2), Vector2(2.5, 6)]])


func mover(agent: Node, code := MOVES_NODE) -> Node:
	var node: Node = ClassDB.instantiate("Node" + SUFFIX)
	node.position = at(-6, 0)
	node.set_script(script_of("Node", code))
	agent.path_desired_distance = length(0.5)
	agent.target_desired_distance = length(0.5)
	node.add_child(agent)
	world.add_child(node)
	return node


## A script on a class of this dimension.
func script_of(type: String, code: String) -> GDScript:
	var script := GDScript.new()
	script.source_code = "extends %s%s\nvar speed := %f\n%s" % [type, SUFFIX, length(SPEED), code]
	script.reload()
	return script


## Where a place is, as far as both agents must agree.
func near(place: Variant, step := 0.5) -> String:
	return str(ground(place).snapped(Vector2.ONE * step))


func told(agent: Node, node: Node, signals := []) -> Dictionary:
	return {"finished": agent.is_navigation_finished(), "reachable": agent.is_target_reachable(), "reached": agent.is_target_reached(),
		"next": near(agent.get_next_path_position(), 0.1), "place": near(node.global_position), "signals": signals}


## Runs an idiom on both.
func both(idiom: Callable) -> void:
	for which in ["theirs", "ours"]:
		var level := world
		var floor_of_both := ground_of()
		await synced([floor_of_both])
		report(which, await idiom.call(make(which)))
		for child in level.get_children():
			child.free()
		await frames(3)


func make(which: String) -> Node:
	return ClassDB.instantiate("NavigationAgent" + SUFFIX if which == "theirs" else "NavAgent" + OUR_SUFFIX)


func is_ours(agent: Node) -> bool:
	return agent.has_method("requestPath")


func heard(agent: Node) -> Array:
	var list := []
	for one in ["target_reached", "navigation_finished"]:
		agent.connect(one, func(): list.append(one))
	return list


func scenario_before_any_target() -> void:
	await both(func(agent):
		var node := mover(agent)
		var signals := heard(agent)
		await frames(20)
		return told(agent, node, signals))


func no_target(value: float) -> void:
	await both(func(agent):
		var node := mover(agent)
		var signals := heard(agent)
		agent.target_position = at(value, value)
		await frames(1)
		if is_ours(agent):
			report("finished without a target", agent.is_navigation_finished())
		await frames(20)
		var first := {"reachable": agent.is_target_reachable(), "reached": agent.is_target_reached(),
			"finite": agent.get_next_path_position().is_finite() and agent.get_final_position().is_finite() and node.global_position.is_finite(),
			"place": near(node.global_position)}
		agent.target_position = far
		await until(func(): return agent.is_navigation_finished())
		return {"without": first, "after": told(agent, node), "signals": signals})


func scenario_infinite_target() -> void:
	await no_target(INF)


func scenario_target_that_is_not_a_number() -> void:
	await no_target(NAN)


func scenario_infinite_target_on_the_way() -> void:
	await both(func(agent):
		var node := mover(agent)
		agent.target_position = far
		await frames(30)
		agent.target_position = at(INF, INF)
		await frames(2)
		var place: Variant = node.global_position
		await frames(30)
		if is_ours(agent):
			report("finished without a target", agent.is_navigation_finished())
		return {"stands": node.global_position.distance_to(place) < length(0.01) and place.is_finite()})


## Before the engine's map has the region: its own agent may stand for ever then.
func scenario_target_in_ready() -> void:
	ground_of()
	var agent := make("ours")
	var node := mover(agent, SETS_IN_READY % var_to_str(far))
	report("finished at once", agent.is_navigation_finished())
	await until(func(): return agent.is_navigation_finished())
	report("end", told(agent, node))


func scenario_target_is_here() -> void:
	await both(func(agent):
		var node := mover(agent)
		var signals := heard(agent)
		agent.set_target_position(node.global_position)
		await frames(20)
		return told(agent, node, signals))


func scenario_next_position_without_a_target() -> void:
	await both(func(agent):
		var node := mover(agent)
		for i in 10:
			node.global_position = node.global_position.move_toward(agent.get_next_path_position(), length(0.1))
			await physics_frame
		return told(agent, node))


func scenario_velocity_zero_in_each_frame() -> void:
	await both(func(agent):
		var node := mover(agent, "")
		var velocities := []
		agent.avoidance_enabled = true
		agent.velocity_computed.connect(func(velocity): velocities.append(velocity))
		agent.target_position = far
		for i in 20:
			agent.velocity = at(0, 0)
			agent.get_next_path_position()
			await physics_frame
		return {"heard": velocities.size() > 10, "zero": velocities.all(func(velocity): return velocity == at(0, 0)),
			"place": near(node.global_position), "finished": agent.is_navigation_finished()})


func scenario_under_a_body() -> void:
	await both(func(agent):
		var body := body_at(-6, 0)
		body.set_script(script_of("CharacterBody", BODY))
		agent.path_desired_distance = length(0.5)
		agent.target_desired_distance = length(0.5)
		agent.avoidance_enabled = true
		body.add_child(agent)
		world.add_child(body)
		agent.target_position = far
		await until(func(): return agent.is_navigation_finished())
		return {"end": told(agent, body), "heard": body.heard > 60})


## A Node is no place to navigate from.
func scenario_under_a_node() -> void:
	await both(func(agent):
		put(Node.new()).add_child(agent)
		await frames(2)
		if not is_ours(agent):                  # it prints errors
			return {"finished": true, "next": at(0, 0)}
		return {"finished": agent.is_navigation_finished(), "next": agent.get_next_path_position()})


func scenario_duplicated() -> void:
	await both(func(agent):
		var node := mover(agent)
		agent.target_position = far
		await frames(20)
		var copy := node.duplicate()
		world.add_child(copy)
		var other: Node = copy.get_child(0)
		await frames(5)
		var first := {"pdd": other.path_desired_distance, "same target": other.target_position == agent.target_position}
		other.target_position = at(-8, -6)
		await until(func(): return agent.is_navigation_finished() and other.is_navigation_finished())
		return {"first": first, "one": told(agent, node), "copy": told(other, copy)})


func scenario_freed_while_moving() -> void:
	await both(func(agent):
		var node := mover(agent)
		agent.target_position = far
		await frames(20)
		node.queue_free()
		var second := mover(agent.duplicate())
		second.get_child(0).target_position = far
		await frames(10)
		second.free()
		await frames(5)
		return {"freed": not is_instance_valid(node) and not is_instance_valid(second)})


func scenario_next_target_when_finished() -> void:
	await both(func(agent):
		var node := mover(agent)
		var places := [at(8, 6), at(-8, 6), at(-8, -6)]
		var visited := []
		var next := func():
			visited.append(near(node.global_position, 1.0))
			if not places.is_empty():
				agent.target_position = places.pop_front()
		agent.navigation_finished.connect(next)
		agent.target_position = places.pop_front()
		await until(func(): return visited.size() == 3, 1200)
		return {"visited": visited, "finished": agent.is_navigation_finished()})


## As a game that follows a player does.
func scenario_target_in_each_frame() -> void:
	await both(func(agent):
		var node := mover(agent)
		var prey: Variant = at(8, 6)
		for i in 500:
			prey.x -= length(0.01)
			agent.target_position = prey
			await physics_frame
		return {"caught": node.global_position.distance_to(prey) < length(0.6), "finished": agent.is_navigation_finished()})


func scenario_stays_at_its_end() -> void:
	await both(func(agent):
		var node := mover(agent)
		var signals := heard(agent)
		await frames(2)
		agent.target_position = far
		await until(func(): return agent.is_navigation_finished())
		await frames(60)
		return told(agent, node, signals))


## What a game's own script on an agent declares: none of it is a member of the node already.
const OWN_WORDS := """extends NavAgent
signal arrived
signal died
signal moved
signal stopped
signal started
signal finished
signal reset_done
enum State { IDLE, WALKING }
var state := State.IDLE
var speed := 4.0
var acceleration := 10.0
var target: Node3D
var destination := Vector3.ZERO
var path := []
var waypoints := []
var direction := Vector3.ZERO
var health := 3
var damage := 1
var player: Node3D
var enemy: Node3D
var is_moving := false
var is_dead := false
var can_move := true
var timer := 0.0
var calls := 0
"""
const OWN_VERBS := ["stop", "move", "walk", "run", "jump", "attack", "hit", "die", "kill", "reset", "start", "update", "cancel", "pause", "resume",
	"follow", "chase", "flee", "wander", "patrol", "go_to", "move_to", "set_target", "set_destination", "set_speed", "get_speed", "interact",
	"take_damage", "heal", "spawn", "despawn", "think", "tick", "init", "setup", "idle", "arrive", "look_for_target", "steer", "navigate",
	"find_path", "repath", "activate", "deactivate", "enable", "disable", "teleport", "push", "turn", "face", "aim", "shoot", "climb", "fall"]


## A native method of the same name would be an error of the script; its members would be one, too.
func scenario_own_words() -> void:
	ground_of()
	var code := OWN_WORDS.replace("NavAgent", "NavAgent" + OUR_SUFFIX).replace("Node3D", "Node" + SUFFIX).replace("Vector3", "Vector" + SUFFIX[0])
	for verb: String in OWN_VERBS:
		code += "func %s() -> void:\n\tcalls += 1\n" % verb
	var script := GDScript.new()
	script.source_code = code
	report("compiles", script.reload() == OK)
	var agent := make("ours")
	agent.set_script(script)
	var node := mover(agent)
	for verb: String in OWN_VERBS:
		agent.call(verb)
	report("calls", agent.get("calls"))
	agent.target_position = far
	await until(func(): return agent.is_navigation_finished())
	report("place", near(node.global_position))
	agent.cancel_request()
	report("reason", agent.reason)


## The names of all of our classes that such scripts use, of methods, properties and signals.
func scenario_names_of_all_classes() -> void:
	for named in ["NavAgent", "NavMeshBaker", "NavLink", "NavObstacle", "NavModifierVolume", "NavMeshData", "Crowd"]:
		if not ClassDB.class_exists(named + OUR_SUFFIX):
			continue
		named += OUR_SUFFIX
		var names: Array = ClassDB.class_get_method_list(named, true).map(func(one): return one.name)
		names += ClassDB.class_get_property_list(named, true).map(func(one): return one.name)
		names += ClassDB.class_get_signal_list(named, true).map(func(one): return one.name)
		report(named, names.filter(func(one): return one in OWN_VERBS or one in ["speed", "target", "state", "health", "damage", "path"]))
