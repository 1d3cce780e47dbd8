## Runs away from a threat until it is far enough away.
##
## SUCCESS at [member distance], FAILURE if it is cornered: every path that it finds leads past the threat, or ends no farther
## from it. FAILURE also if the threat or the agent was freed. It searches places to run to on the navmesh, in all directions, beginning
## with those straight away from the threat; places that cannot be reached, or whose path leads towards the threat, do not count. From a
## threat that moves it runs as if the threat were already where the two could meet ([member look_ahead]).
class_name NavFlee
extends "behavior.gd"

## How far away is far enough, in meters in the ground plane; in two dimensions in pixels. Below 0: 10 meters, or 200 pixels.
@export_range(-1, 100, 0.1, "or_greater", "suffix:m | px") var distance := -1.0

## How far ahead it predicts the way of a moving threat at most, in seconds; 0: it runs from where the threat is.
@export_range(0, 10, 0.1, "or_greater", "suffix:s") var look_ahead := 2.0

const MARGIN := 0.5             ## Meters by which a place to run to is farther away than [member distance], or than the present place.
const DIRECTIONS: Array[float] = [0, 25, -25, 50, -50, 75, -75, 100, -100, 130, -130]    ## Degrees off straight away.
const SHARES: Array[float] = [1, 0.5, 0.25]     ## Of the distance to a place that cannot be reached.
const ABOVE := 1.0              ## Meters over its feet, from where it searches the floor of a place.
const PASSING := 0.75           ## Of its present distance to the threat: its path must not come nearer.
const STILL := 0.25             ## Meters: the threat stands if it has moved by less.
const BRAKING := 0.05           ## Meters a second: a faster agent has not come to rest.

## The threat: a [Node3D], a [Vector3] in world space, or a [Callable] that returns one; in two dimensions a [Node2D] or a [Vector2].
var target: Variant

var _goal: Variant              ## The place it runs to, null if it has to search one.
var _fled_from: Vector3         ## The place of the threat when the goal was chosen.
var _cornered_here: Vector3     ## Its place when it was last cornered.


func _init(walker: Node = null, threat: Variant = null) -> void:
	super(walker)
	target = threat


func _first_distances() -> Dictionary:
	return {"distance": 10.0}


func _begin() -> void:
	_goal = null


func _walk(_delta: float) -> NavAgent.Status:
	var threat: Variant = _place_of(target)
	if threat == null:
		return _fail(reason_text)
	var off := _flat_distance(_here(), threat)
	if off >= distance:
		if _goal != null:
			_end_way()
		return NavAgent.SUCCESS
	var feared := _predicted(threat, off, look_ahead)
	if _is_still_cornered(threat):
		return _fail(_gave_up_why)
	if _goal == null or _flat_distance(threat, _fled_from) > maxf(STILL * _meter, 0.25 * off) or not _is_on_its_way():
		_goal = _choose(feared, _flat_distance(_here(), feared))
		_fled_from = threat
	if agent.reason == NavAgent.REASON_BAKING:
		return NavAgent.RUNNING
	if _goal == null:
		_cornered_here = _here()
		return _give_up("cornered: no reachable place is farther away")
	return NavAgent.FAILURE if _told_by_agent(_request(_goal)) == NavAgent.FAILURE else NavAgent.RUNNING


## True also while it brakes at the end of its path, after it has arrived.
func _is_on_its_way() -> bool:
	var status := _request(_goal)
	return status == NavAgent.RUNNING or status == NavAgent.SUCCESS and agent.desired_velocity.length() > BRAKING * _meter


func _is_still_cornered(threat: Vector3) -> bool:
	var still := STILL * _meter
	return _has_given_up() and _flat_distance(threat, _fled_from) < still and _flat_distance(_here(), _cornered_here) < still


## Its present goal, if that is still far enough; else the first place that is far enough, else the farthest one. Null if
## none is farther than its own place.
func _choose(threat: Vector3, off: float) -> Variant:
	var places := [] if _goal == null else [_goal]
	for share in SHARES:
		for degrees in DIRECTIONS:
			places.append(_candidate(threat, off, deg_to_rad(degrees), share))
	var best: Variant = null
	var best_off := off + MARGIN * _meter
	for place: Vector3 in places:
		var end_off := _end_of_way(place, threat, off)
		if end_off > best_off:
			best = place
			best_off = end_off
			if end_off >= distance:
				break
	return best


## Distance from the threat to the end of the path to a place; 0 without a path, or if the path leads towards the threat.
func _end_of_way(place: Vector3, threat: Vector3, off: float) -> float:
	if _request(place) != NavAgent.RUNNING or agent.reason != NavAgent.REASON_NONE:
		return 0.0
	if not _leads_away(_path(), threat, PASSING * off):
		return 0.0
	return _flat_distance(_path_end(), threat)


## A place in this direction that is far enough, or nearer by one of SHARES.
func _candidate(threat: Vector3, off: float, angle: float, share: float) -> Vector3:
	var here := _here()
	var away := Vector3(here.x - threat.x, 0, here.z - threat.z)
	away = away / off if off > 0.001 * _meter else _front()
	var reach: float = distance + MARGIN * _meter + agent.target_desired_distance
	var length := -off * cos(angle) + sqrt(maxf(0, reach * reach - pow(off * sin(angle), 2)))
	return here + away.rotated(Vector3.UP, angle) * length * share + Vector3(0, ABOVE, 0)


## Where its body looks: along −Z, in two dimensions along +X.
func _front() -> Vector3:
	var body: Node = agent.get_parent()
	return _in_space(body.global_transform.x.normalized()) if _is_flat else -(body as Node3D).global_basis.z.slide(Vector3.UP).normalized()
