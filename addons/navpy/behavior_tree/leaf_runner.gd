## The part of a behavior tree's leaf that is the same for each addon: it finds the agent of the actor and the target, ticks the
## behavior, and prints an error once for what is not set up. The leaves for Beehave and LimboAI translate it to their addons.
extends RefCounted

const Behavior := preload("behavior.gd")
const Wander := preload("wander.gd")

var behavior: Behavior

var _had_agent := false
var _target_id := 0             ## Of the node that was the target last.
var _complaints := {}           ## Errors that were printed, by kind.


func _init(what: Behavior) -> void:
	behavior = what


## Before the first tick of a run: takes the behavior's parameters from the leaf's properties of the same names.
func begin(leaf: Object) -> void:
	for property in behavior.get_property_list():
		if property.usage & PROPERTY_USAGE_SCRIPT_VARIABLE and property.usage & PROPERTY_USAGE_EDITOR:
			behavior.set(property.name, leaf.get(property.name))
	behavior.fit_first_values()


## Finds the target and ticks the behavior. The target is the first of these that is set: the blackboard's variable of the
## name `variable`, which `read` reads; the node at `path` from the node `root`; the value `fixed`, a Vector3 or an array of them, whose x and y
## count in two dimensions.
func tick(actor: Variant, variable: StringName, read: Callable, path: NodePath, root: Variant, fixed: Variant,
		delta: float) -> NavAgent.Status:
	if not _has_agent(actor):
		return _end()
	behavior.reason_text = ""
	if variable != &"":
		var value: Variant = read.call(variable)
		if value is NodePath:
			value = actor.get_node_or_null(value)
		if typeof(value) == TYPE_NIL:
			behavior.reason_text = ("the target in the blackboard's variable %s was freed" if _was_freed() else
					"the blackboard's variable %s is not set") % variable
		behavior.target = value
		_note(value)
	elif not path.is_empty():
		behavior.target = _node_at(path, root)
	else:
		behavior.target = _flattened(fixed) if behavior.agent is NavAgent2D else fixed
		if not behavior is Wander and (fixed == null or fixed is Array and fixed.is_empty()):
			_complain("target", "%s of %s has no target: set target_var or target_path" % [_kind(), _name_of(actor)])
	return _end() if behavior.reason_text else behavior.tick(delta)


func interrupt() -> void:
	behavior.interrupt()


func _flattened(fixed: Variant) -> Variant:
	if fixed is Vector3:
		return Vector2(fixed.x, fixed.y)
	return Array(fixed).map(_flattened) if fixed is Array else fixed


func _has_agent(actor: Variant) -> bool:
	if not is_instance_valid(actor):
		behavior.reason_text = "the actor is gone"
		return false
	if not is_instance_valid(behavior.agent) or actor != behavior.agent and not actor.is_ancestor_of(behavior.agent):
		behavior.interrupt()
		behavior.agent = _find_agent(actor)
	if behavior.agent != null:
		_had_agent = true
		return true
	if _had_agent:
		behavior.reason_text = "the agent is gone"
	else:
		_complain("agent", "%s finds no NavAgent or NavAgent2D at or below %s" % [_kind(), _name_of(actor)])
	return false


func _find_agent(actor: Node) -> Node:
	if actor is NavAgent or actor is NavAgent2D:
		return actor
	var found := actor.find_children("*", "NavAgent", true, false) + actor.find_children("*", "NavAgent2D", true, false)
	return null if found.is_empty() else found[0]


func _node_at(path: NodePath, root: Node) -> Node:
	var node: Node = root.get_node_or_null(path)
	if node != null:
		_note(node)
	elif _target_id != 0:
		behavior.reason_text = ("the target %s was freed" if _was_freed() else "the target %s is gone") % path
	else:
		_complain("path", "%s finds no node %s from %s" % [_kind(), path, _name_of(root)])
	return node


## Remembers a target that is a node: a blackboard may answer null for one that was freed.
func _note(target: Variant) -> void:
	if typeof(target) == TYPE_OBJECT and is_instance_valid(target):
		_target_id = target.get_instance_id()


func _was_freed() -> bool:
	return _target_id != 0 and not is_instance_id_valid(_target_id)


## FAILURE, whose reason was printed before.
func _end() -> NavAgent.Status:
	behavior.interrupt()
	return NavAgent.FAILURE


func _complain(kind: String, why: String) -> void:
	behavior.reason_text = why
	if not _complaints.has(kind):
		_complaints[kind] = true
		push_error(why)


func _name_of(node: Node) -> String:
	return str(node.get_path()) if node.is_inside_tree() else str(node)


func _kind() -> String:
	return behavior.get_script().get_global_name()
