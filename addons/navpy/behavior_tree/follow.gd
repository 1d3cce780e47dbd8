## Stays near a target: walks after it, and stands while it is near.
##
## While the target moves and is farther away, it walks to where it can meet the target, not to where the target is ([member look_ahead]).
## Always RUNNING, also while no path leads to the target ([member NavBehavior.reason_text] says so); FAILURE only after the target
## or the agent was freed.
class_name NavFollow
extends "behavior.gd"

## Distance from the target at which it stops, in meters along its path; in two dimensions in pixels. Below 0: 3 meters, or 60 pixels.
@export_range(-1, 50, 0.1, "or_greater", "suffix:m | px") var distance := -1.0
## Distance in meters by which the target must be farther away before it walks on; in two dimensions in pixels. Below 0: 1 meter, or 20 pixels.
@export_range(-1, 20, 0.1, "or_greater", "suffix:m | px") var slack := -1.0
## How far ahead it predicts the way of a moving target at most, in seconds; 0: it walks to where the target is.
@export_range(0, 10, 0.1, "or_greater", "suffix:s") var look_ahead := 2.0

const LONGEST := 1.5            ## Of the straight way: to a predicted place with a longer path it does not walk.

## The target: a [Node3D], a [Vector3] in world space, or a [Callable] that returns one; in two dimensions a [Node2D] or a [Vector2].
var target: Variant

var _standing := false
var _stood_for: Vector3     ## The place of the target when it stopped.
var _direct_until := 0      ## The physics frame until which it walks to the target itself.


func _init(walker: Node = null, whom: Variant = null) -> void:
	super(walker)
	target = whom


func _first_distances() -> Dictionary:
	return {"distance": 3.0, "slack": 1.0}


func _begin() -> void:
	_standing = false


func _walk(_delta: float) -> NavAgent.Status:
	var place: Variant = _place_of(target)
	if place == null:
		return _fail(reason_text)
	if _standing and place.distance_to(_stood_for) <= slack and _is_unmoved(place):
		return NavAgent.RUNNING
	_standing = false
	var status := _approach(place)
	if status == NavAgent.SUCCESS or status == NavAgent.RUNNING and _is_near(place):
		_stand(place)
	_told_by_agent(status)
	return NavAgent.RUNNING


## Requests a path to where it can meet the target; to the target itself where that place has no path, or a long one.
func _approach(place: Vector3) -> NavAgent.Status:
	var way := _flat_distance(_here(), place)
	var meeting := _predicted(place, way - distance, look_ahead)
	if meeting == place or Engine.get_physics_frames() < _direct_until:
		return _request(place)
	var status := _request(meeting)
	if status == NavAgent.FAILURE or agent.distance_left > LONGEST * (way + _flat_distance(place, meeting)):
		_direct_until = Engine.get_physics_frames() + PATIENCE
		return _request(place)
	return status


## Whether it is still about as near as when it stopped, also if others have pushed it.
func _is_unmoved(place: Vector3) -> bool:
	return _flat_distance(_here(), place) <= distance + slack


## Whether the rest of its path is so short that it must brake now.
func _is_near(place: Vector3) -> bool:
	return (agent.reason == NavAgent.REASON_NONE and _flat_distance(_here(), place) <= distance + _braking()
			and agent.distance_left <= distance + _braking())


## Walks on to a place where it can brake in time. As an agent that has arrived it steps aside for others there.
func _stand(place: Vector3) -> void:
	_standing = true
	_stood_for = place
	_end_way(distance)
