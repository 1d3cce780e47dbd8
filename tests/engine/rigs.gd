extends RefCounted
## Leaves of behavior trees, ticked as Beehave and LimboAI do it.

const LEAVES := {
	"beehave": "res://addons/navpy/behavior_tree/beehave/nav_%s_leaf.gd",
	"limboai": "res://addons/navpy/behavior_tree/limboai/navigation/bt_nav_%s.gd",
}
const DELTA := 1.0 / 60


## A leaf below its tree, whose statuses have their names here.
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


static func make(addon: String, behavior: String, actor: Node, parameters: Dictionary) -> Rig:
	var script: GDScript = load(LEAVES[addon] % behavior)
	return BeehaveRig.new(script, actor, parameters) if addon == "beehave" else LimboRig.new(script, actor, parameters)
