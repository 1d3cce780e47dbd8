{doc}
##
## A leaf for Beehave made of [{behavior}]. The NavAgent or NavAgent2D is the actor or below it.
@tool
class_name {class}
extends ActionLeaf

const Runner := preload("{folder}leaf_runner.gd")
const Behavior := preload("{folder}{file}.gd")
const LONGEST_GAP := 1.0        ## Seconds between two ticks that still count as time that has passed: in a pause, frames go on.

## Variable of the blackboard that holds the target: whatever [member {behavior}.target] takes, such as a Callable,
## or a path from the actor. It counts before [member target_path].
@export var target_var: StringName
## The target's path from this node.
@export var target_path: NodePath
{fixed_parameter}{parameters}
## Why the last tick was a FAILURE, as a sentence.
var reason_text: String:
	get: return _runner.behavior.reason_text if _runner != null else ""

var _runner: Runner
var _frame := 0


func before_run(_actor, _blackboard) -> void:
	if _runner == null:
		_runner = Runner.new(Behavior.new())
	_runner.begin(self)
	_frame = Engine.get_physics_frames()


func tick(actor, blackboard) -> int:
	if _runner == null:
		before_run(actor, blackboard)
	match _runner.tick(actor, target_var, blackboard.get_value, target_path, self, {fixed}, _seconds_passed()):
		NavAgent.RUNNING: return RUNNING
		NavAgent.SUCCESS: return SUCCESS
	return FAILURE


func interrupt(actor, blackboard) -> void:
	if _runner != null:
		_runner.interrupt()
	if is_instance_valid(actor):
		super(actor, blackboard)


## Of game time since the last tick, which may be some frames ago: trees have a tick rate.
func _seconds_passed() -> float:
	var frames := Engine.get_physics_frames() - _frame
	_frame += frames
	return minf(frames * get_physics_process_delta_time(), LONGEST_GAP)
