## Runs to a place that a threat does not see: behind a wall, round a corner, past a ledge of the navmesh.
##
## SUCCESS at such a place, as long as the threat does not see it there; the next tick runs on if it does. FAILURE if it finds no place
## within [member radius] whose path keeps away from the threat, or if the threat or the agent was freed. The threat sees along the navmesh,
## from the nearest ground if it stands beside it: bodies and agents that stand on it hide nobody.
class_name NavHide
extends "behavior.gd"

## How far away it looks for a place to hide, in meters; in two dimensions in pixels. Below 0: 15 meters, or 300 pixels.
@export_range(-1, 100, 0.1, "or_greater", "suffix:m | px") var radius := -1.0
## How far the threat sees, in meters, in two dimensions in pixels; farther away it is hidden anywhere. Below 0: 40 meters, or 800 pixels.
@export_range(-1, 200, 0.1, "or_greater", "suffix:m | px") var sight := -1.0

const COUNT := 48               ## Places that it looks at in a round.
const ROUNDS := 4               ## Before it finds none: of a hidden part of a twentieth of the circle it misses all once in 19,000 times.
const TRIES := 8                ## Of these, the nearest hidden ones for which it searches a path.
const PASSING := 0.75           ## Of its present distance to the threat: its path must not come nearer.

## The threat: a [Node3D], a [Vector3] in world space, or a [Callable] that returns one; in two dimensions a [Node2D] or a [Vector2].
var target: Variant

var _goal: Variant              ## The place it runs to, null if it has to search one.
var _eye: Vector3               ## The ground from which the threat sees.


func _init(walker: Node = null, threat: Variant = null) -> void:
	super(walker)
	target = threat


func _first_distances() -> Dictionary:
	return {"radius": 15.0, "sight": 40.0}


func _begin() -> void:
	_goal = null


func _walk(_delta: float) -> NavAgent.Status:
	var threat: Variant = _place_of(target)
	if threat == null:
		return _fail(reason_text)
	var map: RefCounted = NavMap2D.of(agent) if _is_flat else NavMap.of(agent)
	if map.is_empty():
		return NavAgent.RUNNING if map.is_pending() else _fail("there is no navmesh here")
	_eye = threat if map.is_on_navmesh(_in_engine(threat), 0) else _in_space(map.closest_point(_in_engine(threat)))
	if _goal == null and not _is_seen(map, threat, _here()):
		return NavAgent.SUCCESS
	if _has_given_up():
		return _fail(_gave_up_why)
	if _goal == null or _is_seen(map, threat, _goal):
		_goal = _choose(map, threat)
	if agent.reason == NavAgent.REASON_BAKING:
		return NavAgent.RUNNING
	if _goal == null:
		return _give_up("no hidden place within %s can be reached" % _length(radius))
	var status := _told_by_agent(_request(_goal))
	if status != NavAgent.RUNNING:
		_goal = null
	return status if status == NavAgent.FAILURE or _goal == null and not _is_seen(map, threat, _here()) else NavAgent.RUNNING


## Whether the threat sees a body there, its middle or one of its sides.
func _is_seen(map: RefCounted, threat: Vector3, place: Vector3) -> bool:
	if _flat_distance(threat, place) > sight:
		return false
	var side: Vector3 = (place - threat).cross(Vector3.UP).normalized() * agent.radius
	return [place, place - side, place + side].any(func(point: Vector3) -> bool:
		return not map.raycast(_in_engine(_eye), _in_engine(point)).hit)


## The nearest hidden place whose path keeps away from the threat, with its path requested; null if there is none.
func _choose(map: RefCounted, threat: Vector3) -> Variant:
	var here := _here()
	var nearest := PASSING * _flat_distance(here, threat)
	for _round in ROUNDS:
		var places := Array(map.random_points_near(_in_engine(here), radius, COUNT)).map(_in_space).filter(
				func(place: Vector3) -> bool: return not _is_seen(map, threat, place))
		places.sort_custom(func(a: Vector3, b: Vector3) -> bool: return here.distance_squared_to(a) < here.distance_squared_to(b))
		for place: Vector3 in places.slice(0, TRIES):
			if (_request(place) == NavAgent.RUNNING and agent.reason == NavAgent.REASON_NONE
					and _leads_away(_path(), threat, nearest)):
				return place
	return null
