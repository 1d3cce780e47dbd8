## A leaf for behaviour trees written by hand: walk to a place, or after somebody.
##
## [codeblock]
## var walk := NavMoveTo.new($NavAgent, $Goal)
##
## func _physics_process(delta):
##     match walk.tick(delta):
##         NavAgent.SUCCESS: print("there")
##         NavAgent.FAILURE: print($NavAgent.reason_text)
## [/codeblock]
## Tick it every frame while it is the tree's turn, and [method interrupt] it when the tree turns to something else.
class_name NavMoveTo
extends RefCounted

## Who walks.
var agent: NavAgent

## Where to: a [Vector3] in world space, a [Node3D] that is followed wherever it goes, or a [Callable] that returns a
## [Vector3] whenever it is asked.
var target: Variant


func _init(walker: NavAgent, destination: Variant) -> void:
	agent = walker
	target = destination


## Asks the agent for a way to where the target is now, and tells how it stands: RUNNING on the way, SUCCESS on arrival,
## FAILURE if no way leads there ([member NavAgent.reason] says why) or if the agent or the target is gone.
func tick(_delta := 0.0) -> NavAgent.Status:
	if not is_instance_valid(agent):
		return NavAgent.FAILURE
	var place: Variant = _place()
	if place is Vector3:
		return agent.requestPath(place)
	agent.stop()
	return NavAgent.FAILURE


## Stops the agent where it is.
func interrupt() -> void:
	if is_instance_valid(agent):
		agent.stop()


## Where the target is now; null if it is nowhere.
func _place() -> Variant:
	match typeof(target):
		TYPE_VECTOR3:
			return target
		TYPE_CALLABLE:
			return target.call() if target.is_valid() else null
		TYPE_OBJECT:
			if is_instance_valid(target) and target is Node3D and target.is_inside_tree():
				return target.global_position
	return null
