## Walks from point to point, with a wait at each.
##
## RUNNING for ever, or SUCCESS at the last point with [constant NavPatrol.ONCE]. A point that cannot be reached is left out; FAILURE if
## no point can be reached, or if there is none. After an interruption it goes on to the point of its last walk.
class_name NavPatrol
extends "behavior.gd"

enum {
	LOOP,           ## From the last point to the first one again.
	PING_PONG,      ## Back and forth.
	ONCE,           ## Done at the last point.
}

## What comes after the last point: [constant NavPatrol.LOOP], [constant NavPatrol.PING_PONG] or [constant NavPatrol.ONCE].
@export_enum("Loop", "Ping-pong", "Once") var mode := 0
## How long it waits at each point, in seconds.
@export_range(0, 60, 0.1, "or_greater", "suffix:s") var wait := 1.0

## The points: an [Array] of [Vector3] in world space and [Node3D], a [PackedVector3Array], a [Node] whose [Node3D] children
## they are, or a [Callable] that returns one of these; in two dimensions with [Vector2] and [Node2D]. They may change at any time.
var target: Variant

var _index := 0
var _step := 1                  ## -1 on the way back of a ping-pong.
var _waited := -1.0             ## Seconds at the present point, -1 on the way.
var _failures := 0              ## Points in a row that could not be reached.


func _init(walker: Node = null, points: Variant = null) -> void:
	super(walker)
	target = points


func _begin() -> void:
	_waited = -1.0
	_failures = 0


func _walk(delta: float) -> NavAgent.Status:
	var points: Variant = _points()
	if points == null:
		return _fail(reason_text)
	if _has_given_up():
		return _fail(_gave_up_why)
	_index = clampi(_index, 0, points.size() - 1)
	if _waited >= 0:
		_waited += delta
		if _waited < wait:
			return NavAgent.RUNNING
		_waited = -1.0
		if not _go_on(points.size()):
			return NavAgent.SUCCESS
	while _failures < points.size():
		var place: Variant = _place_of(points[_index])
		var status := NavAgent.FAILURE
		if place != null:
			status = _told_by_agent(_request(place))
		if status == NavAgent.RUNNING:
			return NavAgent.RUNNING
		if status == NavAgent.SUCCESS:
			_failures = 0
			_waited = 0.0
			reason_text = ""
			return NavAgent.RUNNING if wait > 0 or _go_on(points.size()) else NavAgent.SUCCESS
		_failures += 1
		if not _go_on(points.size()):
			return NavAgent.FAILURE
	return _give_up("none of the points can be reached: " + reason_text)


## Goes on to the next point. False at the end of a walk with ONCE; the next walk begins at the first point.
func _go_on(count: int) -> bool:
	if mode == PING_PONG and not _index + _step in range(count):
		_step = -_step
	_index += _step if mode == PING_PONG else 1
	var is_over := _index >= count and mode == ONCE
	_index = 0 if count == 1 else posmod(_index, count)
	return not is_over


## The points as an array that is not empty; null, with the reason, if there are none.
func _points() -> Variant:
	var what: Variant = target
	if typeof(what) == TYPE_CALLABLE:
		what = what.call() if what.is_valid() else null
	if typeof(what) == TYPE_OBJECT:
		if not is_instance_valid(what):
			reason_text = "the points are gone"
			return null
		if what is Node:
			what = what.get_children().filter(_is_place)
	if not (what is Array or what is PackedVector3Array or what is PackedVector2Array) or what.is_empty():
		reason_text = "there are no points to patrol"
		return null
	return what
