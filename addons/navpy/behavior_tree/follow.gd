## Stays near somebody: walks after them and stands as long as they are near.
##
## Always RUNNING, also while no way leads there ([member NavBehavior.reason_text] says so); FAILURE only once the target or
## the agent is gone.
class_name NavFollow
extends "behavior.gd"

## How far from the target it stops, in meters along its way.
@export_range(0, 50, 0.1, "or_greater", "suffix:m") var distance := 3.0
## How much farther the target has to get before it walks on, in meters.
@export_range(0, 20, 0.1, "or_greater", "suffix:m") var slack := 1.0

## Whom: a [Node3D], a [Vector3] in world space, or a [Callable] that returns one.
var target: Variant

var _standing := false
var _stood_for: Vector3     ## Where the target was when it came to stand.


func _init(walker: NavAgent = null, whom: Variant = null) -> void:
	super(walker)
	target = whom


func _begin() -> void:
	_standing = false


func _walk(_delta: float) -> NavAgent.Status:
	var place: Variant = _place_of(target)
	if place == null:
		return _fail(reason_text)
	if _standing and place.distance_to(_stood_for) <= slack and _is_unmoved(place):
		return NavAgent.RUNNING
	_standing = false
	var status := agent.requestPath(place)
	if status == NavAgent.SUCCESS or status == NavAgent.RUNNING and _is_near(place):
		_stand(place)
	_told_by_agent(status)
	return NavAgent.RUNNING


## Whether it is still about as near as when it came to stand, whoever may have pushed it.
func _is_unmoved(place: Vector3) -> bool:
	return _flat_distance(_here(), place) <= distance + slack


## Near enough along its way to have to brake now.
func _is_near(place: Vector3) -> bool:
	return (agent.reason == NavAgent.REASON_NONE and _flat_distance(_here(), place) <= distance + _braking()
			and agent.distance_left <= distance + _braking())


func _braking() -> float:
	return agent.desired_velocity.length_squared() / (2 * agent.max_deceleration)


## Walks on to where it can stand, instead of stopping dead: as one who has arrived it steps aside for others.
func _stand(place: Vector3) -> void:
	_standing = true
	_stood_for = place
	var rest := minf(distance, maxf(0, agent.distance_left - _braking()))
	if agent.requestPath(_before_end(agent.get_current_navigation_path(), rest)) == NavAgent.FAILURE:
		agent.stop()


## The point of a path from which it is `length` to its end.
func _before_end(path: PackedVector3Array, length: float) -> Vector3:
	for i in range(path.size() - 1, 0, -1):
		var leg := path[i].distance_to(path[i - 1])
		if leg > length:
			return path[i].move_toward(path[i - 1], length)
		length -= leg
	return path[0] if path.size() > 0 else _here()
