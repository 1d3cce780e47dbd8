{doc}
##
## A task for LimboAI made of [{behavior}]. The NavAgent or NavAgent2D is the tree's agent or below it.
@tool
class_name {class}
extends BTAction

const Runner := preload("{folder}leaf_runner.gd")
const Behavior := preload("{folder}{file}.gd")

## Variable of the blackboard that holds the target: whatever [member {behavior}.target] takes, such as a Callable,
## or a path from the agent. It counts before [member target_path].
@export var target_var: StringName
## The target's path from the agent.
@export var target_path: NodePath
{fixed_parameter}{parameters}
## Why the last tick was a FAILURE, as a sentence.
var reason_text: String:
	get: return _runner.behavior.reason_text if _runner != null else ""

var _runner: Runner


func _generate_name() -> String:
	if target_var != &"":
		return "{name} $%s" % target_var
	return "{name} %s" % target_path if not target_path.is_empty() else "{name}"


func _enter() -> void:
	if _runner == null:
		_runner = Runner.new(Behavior.new())
	_runner.begin(self)


func _tick(delta: float) -> Status:
	match _runner.tick(agent, target_var, _variable, target_path, agent, {fixed}, delta):
		NavAgent.RUNNING: return RUNNING
		NavAgent.SUCCESS: return SUCCESS
	return FAILURE


## Also called where the tree turns to something else while this is RUNNING; it stops the agent then.
func _exit() -> void:
	_runner.interrupt()


func _variable(name: StringName) -> Variant:
	return blackboard.get_var(name) if blackboard.has_var(name) else null
