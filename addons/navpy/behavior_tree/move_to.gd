## Walks to a place, or to a moving target until it has reached it.
##
## [codeblock]
## var walk := NavMoveTo.new($NavAgent, $Goal)
##
## func _physics_process(delta):
##     match walk.tick(delta):
##         NavAgent.SUCCESS: print("there")
##         NavAgent.FAILURE: print(walk.reason_text)
## [/codeblock]
## RUNNING on the way, SUCCESS on arrival, FAILURE if no path leads there or if the agent or the target was freed. It arrives within the
## agent's [member NavAgent.target_desired_distance].
class_name NavMoveTo
extends "behavior.gd"

## The target: a [Vector3] in world space, a [Node3D] that may move, or a [Callable] that returns one at each tick; in two dimensions a [Vector2] or
## a [Node2D].
var target: Variant


func _init(walker: Node = null, destination: Variant = null) -> void:
	super(walker)
	target = destination


func _walk(_delta: float) -> NavAgent.Status:
	var place: Variant = _place_of(target)
	return _fail(reason_text) if place == null else _told_by_agent(_request(place))
