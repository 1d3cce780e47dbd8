## Walks to a place, or after somebody until it has caught up.
##
## [codeblock]
## var walk := NavMoveTo.new($NavAgent, $Goal)
##
## func _physics_process(delta):
##     match walk.tick(delta):
##         NavAgent.SUCCESS: print("there")
##         NavAgent.FAILURE: print(walk.reason_text)
## [/codeblock]
## RUNNING on the way, SUCCESS on arrival, FAILURE if no way leads there or if the agent or the target is gone. How near is
## near enough is the agent's [member NavAgent.target_desired_distance].
class_name NavMoveTo
extends "behavior.gd"

## Where to: a [Vector3] in world space, a [Node3D] that is followed wherever it goes, or a [Callable] that returns one
## whenever it is asked.
var target: Variant


func _init(walker: NavAgent = null, destination: Variant = null) -> void:
	super(walker)
	target = destination


func _walk(_delta: float) -> NavAgent.Status:
	var place: Variant = _place_of(target)
	return _fail(reason_text) if place == null else _told_by_agent(agent.requestPath(place))
