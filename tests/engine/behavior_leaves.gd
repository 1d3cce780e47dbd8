extends "res://level.gd"
## The leaves for Beehave and LimboAI, ticked as those do it. Their statuses are reported by name.

const LEAVES := {
	"beehave": "res://addons/navpy/behavior_tree/beehave/nav_%s_leaf.gd",
	"limboai": "res://addons/navpy/behavior_tree/limboai/navigation/bt_nav_%s.gd",
}
const DELTA := 1.0 / 60


## A leaf under its tree. Its statuses are named here as the addon numbers them.
class Rig:
	var leaf: Object
	var actor: Node
	var status := ""

	func set_variable(_name: StringName, _value: Variant) -> void:
		pass

	func tick() -> String:
		return status

	func abort() -> void:
		pass

	func free_all() -> void:
		if is_instance_valid(actor):
			actor.free()


class BeehaveRig extends Rig:
	const NAMES := {0: "SUCCESS", 1: "FAILURE", 2: "RUNNING"}
	var blackboard := Blackboard.new()

	func _init(script: GDScript, who: Node, parameters: Dictionary) -> void:
		actor = who
		leaf = script.new()
		for name in parameters:
			leaf.set(name, parameters[name])
		(actor if actor.get_parent() == null else actor.get_parent()).add_child(leaf)

	func set_variable(name: StringName, value: Variant) -> void:
		blackboard.set_value(name, value)

	func tick() -> String:
		if status != "RUNNING":
			leaf.before_run(actor, blackboard)
		status = NAMES[leaf.tick(actor, blackboard)]
		if status != "RUNNING" and is_instance_valid(actor):
			leaf.after_run(actor, blackboard)
		return status

	func abort() -> void:
		leaf.interrupt(actor, blackboard)
		status = ""

	func free_all() -> void:
		super()
		blackboard.free()
		if is_instance_valid(leaf):
			leaf.free()


class LimboRig extends Rig:
	const NAMES := {0: "FRESH", 1: "RUNNING", 2: "FAILURE", 3: "SUCCESS"}

	func _init(script: GDScript, who: Node, parameters: Dictionary) -> void:
		actor = who
		leaf = script.new()
		for name in parameters:
			leaf.set(name, parameters[name])
		leaf = leaf.duplicate()         # a tree is a resource; every agent has its copy
		leaf.agent = actor
		leaf.blackboard = BTAction.Variables.new()

	func set_variable(name: StringName, value: Variant) -> void:
		leaf.blackboard.values[name] = value

	func tick() -> String:
		status = NAMES[leaf.execute(DELTA)]
		return status

	func abort() -> void:
		leaf.cancel()
		status = ""


func run() -> void:
	floor_at(30, 30)
	await baked(baker())
	for addon: String in LEAVES:
		await run_leaves(addon)


func run_leaves(addon: String) -> void:
	var results := {}
	results["fixed target"] = await moves(addon, {"target_position": Vector3(3, 0, 0)})
	var goal := Marker3D.new()
	goal.name = "Goal"
	goal.position = Vector3(3, 0, 0)
	world.add_child(goal)
	results["target at a path"] = await moves(addon, {"target_path": ^"../Goal"})
	for kind in {"place": goal.position, "node": goal, "path": ^"../Goal"}:
		results["target variable: " + kind] = await moves(addon, {"target_var": &"goal"},
				{"place": goal.position, "node": goal, "path": ^"../Goal"}[kind])
	results["unreachable"] = await moves(addon, {"target_position": Vector3(90, 0, 0)})
	results["unset variable"] = await moves(addon, {"target_var": &"goal"})
	results["no node there"] = await moves(addon, {"target_path": ^"../Nowhere"})
	results["nan"] = await moves(addon, {"target_position": Vector3(NAN, 0, 0)})
	results["freed target at a path"] = await target_goes(addon, {"target_path": ^"../Prey"})
	results["freed target variable"] = await target_goes(addon, {"target_var": &"prey"})
	results["no target"] = await no_target(addon)
	results["no agent"] = await no_agent(addon)
	results["freed agent"] = await agent_goes(addon)
	results["freed actor"] = await actor_goes(addon)
	results["aborted"] = await aborts(addon)
	results["taken over"] = await taken_over(addon)
	results["follow"] = await follows(addon)
	results["flee"] = await flees(addon)
	results["wander"] = await wanders(addon)
	results["patrol"] = await patrols(addon)
	if addon == "beehave":
		results["every fifth frame"] = await ticks_seldom()
	else:
		results["names"] = names()
	goal.free()
	report(addon, results)


func rig(addon: String, behavior: String, actor: Node, parameters: Dictionary) -> Rig:
	var script: GDScript = load(LEAVES[addon] % behavior)
	return BeehaveRig.new(script, actor, parameters) if addon == "beehave" else LimboRig.new(script, actor, parameters)


func body(place := Vector3.ZERO) -> Node3D:
	return walker(place).get_parent()


func agent_of(tree: Rig) -> NavAgent:
	return tree.actor.find_children("*", "NavAgent", true, false)[0]


## The statuses that a leaf had, each once, why it failed and where its actor ended.
func story(tree: Rig, count: int) -> Dictionary:
	var statuses := []
	for i in count:
		var status := tree.tick()
		if statuses.is_empty() or statuses[-1] != status:
			statuses.append(status)
		if status == "SUCCESS":
			break
		await physics_frame
	return {"statuses": statuses, "why": tree.leaf.reason_text}


func moves(addon: String, parameters: Dictionary, value: Variant = null) -> Dictionary:
	var tree := rig(addon, "move_to", body(), parameters)
	if value != null:
		tree.set_variable(&"goal", value)
	var told := await story(tree, 300)
	told.x = tree.actor.position.x
	tree.free_all()
	return told


func target_goes(addon: String, parameters: Dictionary) -> Dictionary:
	var prey := Node3D.new()
	prey.name = "Prey"
	prey.position = Vector3(10, 0, 0)
	world.add_child(prey)
	var tree := rig(addon, "follow", body(), parameters)
	tree.set_variable(&"prey", prey)
	await story(tree, 20)
	prey.free()
	var told := await story(tree, 5)
	told.reason = agent_of(tree).reason
	tree.free_all()
	return told


func no_target(addon: String) -> Array:
	var told := []
	for behavior in ["follow", "flee", "patrol"]:
		var tree := rig(addon, behavior, body(), {})
		told.append((await story(tree, 5)).statuses)
		tree.free_all()
	return told


func no_agent(addon: String) -> Dictionary:
	var actor := Node3D.new()
	world.add_child(actor)
	var tree := rig(addon, "wander", actor, {})
	var told := await story(tree, 5)
	told.later = with_agent_later(tree)
	tree.free_all()
	return told


func with_agent_later(tree: Rig) -> String:
	tree.actor.add_child(NavAgent.new())
	return tree.tick()


func agent_goes(addon: String) -> Dictionary:
	var tree := rig(addon, "move_to", body(), {"target_position": Vector3(9, 0, 0)})
	tree.tick()
	agent_of(tree).free()
	var told := await story(tree, 5)
	tree.abort()
	var another := NavAgent.new()
	tree.actor.add_child(another)
	told.another = tree.tick()
	tree.free_all()
	return told


func actor_goes(addon: String) -> Dictionary:
	var tree := rig(addon, "move_to", body(), {"target_position": Vector3(9, 0, 0)})
	tree.tick()
	tree.actor.free()
	var told := await story(tree, 5)
	tree.abort()
	tree.free_all()
	return told


func aborts(addon: String) -> Dictionary:
	var tree := rig(addon, "move_to", body(), {"target_position": Vector3(9, 0, 0)})
	await story(tree, 20)
	tree.abort()
	var reason := agent_of(tree).reason
	var x: float = tree.actor.position.x
	await frames(30)
	var told := {"reason": reason, "drift": tree.actor.position.x - x, "again": tree.tick()}
	tree.free_all()
	return told


## A reactive tree ticks the new leaf first and aborts the old one then.
func taken_over(addon: String) -> Dictionary:
	var actor := body()
	var old := rig(addon, "move_to", actor, {"target_position": Vector3(9, 0, 0)})
	var new := rig(addon, "move_to", actor, {"target_position": Vector3(-9, 0, 0)})
	await story(old, 20)
	new.tick()
	old.abort()
	var told := {"reason": agent_of(new).reason, "status": agent_of(new).status}
	new.abort()
	told.after = agent_of(new).reason
	old.free_all()
	new.free_all()
	return told


func follows(addon: String) -> Dictionary:
	var tree := rig(addon, "follow", body(), {"target_path": ^"../Goal", "distance": 2.0})
	tree.leaf.target_path = ^"../Goal"
	world.get_node("Goal").position = Vector3(9, 0, 0)
	var told := await story(tree, 240)
	told.gap = 9 - tree.actor.position.x
	tree.abort()
	tree.leaf.distance = 5.0
	tree.tick()
	world.get_node("Goal").position = Vector3(-9, 0, 0)
	await story(tree, 360)
	told["gap then"] = tree.actor.position.x + 9
	world.get_node("Goal").position = Vector3(3, 0, 0)
	tree.free_all()
	return told


func flees(addon: String) -> Dictionary:
	var tree := rig(addon, "flee", body(), {"target_path": ^"../Goal", "distance": 6.0})
	var told := await story(tree, 300)
	told.off = tree.actor.position.distance_to(world.get_node("Goal").position)
	tree.free_all()
	return told


func wanders(addon: String) -> Dictionary:
	var actor := body()
	actor.name = "Rover"
	var tree := rig(addon, "wander", actor, {"radius": 3.0})
	var told := await story(tree, 300)
	told.off = flat(actor.position).length()
	told.place = [actor.position.x, actor.position.z]
	tree.free_all()
	return told


func patrols(addon: String) -> Dictionary:
	var points: Array[Vector3] = [Vector3(2, 0, 0), Vector3(2, 0, 3)]
	var tree := rig(addon, "patrol", body(), {"points": points, "mode": 2, "wait": 0.5})
	var told := await story(tree, 300)
	told.off = flat(tree.actor.position).distance_to(Vector2(2, 3))
	tree.free_all()
	return told


## Seconds of a wait, where the tree ticks in every fifth frame only.
func ticks_seldom() -> Dictionary:
	var points: Array[Vector3] = [Vector3.ZERO]
	var tree := rig("beehave", "patrol", body(), {"points": points, "mode": 2, "wait": 2.0})
	var count := 0
	while tree.tick() == "RUNNING" and count < 600:
		await frames(5)
		count += 5
	tree.free_all()
	return {"status": tree.status, "frames": count}


func names() -> Array:
	var task: Object = load(LEAVES.limboai % "follow").new()
	var told: Array = [task._generate_name()]
	task.target_path = ^"../Goal"
	told.append(task._generate_name())
	task.target_var = &"prey"
	told.append(task._generate_name())
	return told
