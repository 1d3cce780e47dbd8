## Walks about near its home, with pauses. Each walk continues roughly in the direction of the one before.
##
## Always RUNNING; FAILURE if it finds no place to walk to, or if its home or its agent was freed.
## The same [member random_seed] on the same navmesh gives the same walk.
class_name NavWander
extends "behavior.gd"

## How far from home it strays, in meters in the ground plane; in two dimensions in pixels. Below 0: 8 meters, or 160 pixels.
@export_range(-1, 100, 0.1, "or_greater", "suffix:m | px") var radius := -1.0
## How long one walk is, in meters; in two dimensions in pixels. Below 0: 4 meters, or 80 pixels.
@export_range(-1, 50, 0.1, "or_greater", "suffix:m | px") var stride := -1.0
## How far it may turn between two walks, in degrees, as long as there is room.
@export_range(0, 180, 1, "suffix:°") var turn := 60.0
## The shortest pause after a walk, in seconds.
@export_range(0, 60, 0.1, "or_greater", "suffix:s") var pause_min := 0.5
## The longest pause after a walk, in seconds.
@export_range(0, 60, 0.1, "or_greater", "suffix:s") var pause_max := 2.0
## Chooses the walk. Agents of different names with the same seed go different ways.
@export var random_seed := 0

const TRIES := 12               ## Places looked at for one walk, ever nearer and ever more to the side.
const NEARER := 0.8             ## Of the stride, from one try to the next.
const LONGEST := 2.0            ## Of the distance to a place: a place with a longer path is left out.
const ABOVE := 1.0              ## Meters over its feet, from where it searches the floor of a place.

## Its home: a [Vector3] in world space, a [Node3D], or a [Callable] that returns one; in two dimensions a [Vector2] or a [Node2D]. Null: its
## place at the first walk.
var target: Variant

var _random: RandomNumberGenerator
var _heading := 0.0
var _start: Variant
var _goal: Variant              ## The place it walks to, null in a pause.
var _pause := 0.0


func _init(walker: Node = null, home: Variant = null) -> void:
	super(walker)
	target = home


func _first_distances() -> Dictionary:
	return {"radius": 8.0, "stride": 4.0}


func _begin() -> void:
	_goal = null
	_pause = 0.0
	if _random == null:
		_random = RandomNumberGenerator.new()
		_random.seed = hash("%d %s" % [random_seed, agent.get_parent().name])
		_heading = _random.randf_range(-PI, PI)


func _walk(delta: float) -> NavAgent.Status:
	if _has_given_up():
		return _fail(_gave_up_why)
	if _start == null:
		_start = _in_engine(_here())
	var home: Variant = _place_of(_start if typeof(target) == TYPE_NIL else target)
	if home == null:
		return _fail(reason_text)
	if _goal != null:
		var status := _request(_goal)
		if status == NavAgent.RUNNING:
			return NavAgent.RUNNING
		_goal = null
		_pause = _random.randf_range(pause_min, maxf(pause_min, pause_max))
	_pause -= delta
	if _pause > 0:
		return NavAgent.RUNNING
	_goal = _choose(home)
	if _goal == null and agent.reason != NavAgent.REASON_BAKING:
		return _give_up("nowhere to go within %s of home" % _length(radius))
	return NavAgent.RUNNING


## A place for the next walk, whose path was requested; null if there is none.
func _choose(home: Vector3) -> Variant:
	var here := _here()
	var length := stride
	if _flat_distance(here, home) > radius:     # put or pushed outside: home first
		return home if _request(home) != NavAgent.FAILURE else null
	for i in TRIES:
		var angle := _heading + deg_to_rad(turn) * _random.randf_range(-1, 1) * (1 + i / 3.0)
		var place := here + Vector3(sin(angle), 0, cos(angle)) * length
		length *= NEARER
		if _flat_distance(place, home) > radius:
			# Turns homewards, and looks there first in the next try.
			_heading = lerp_angle(angle, atan2(home.x - here.x, home.z - here.z), 0.5)
			continue
		if _request(place + Vector3(0, ABOVE, 0)) == NavAgent.RUNNING and _is_stroll(home, place, here):
			_heading = angle
			return place + Vector3(0, ABOVE, 0)
		if agent.reason == NavAgent.REASON_BAKING:
			break
	return null


## Whether the path there is no long detour and ends inside its radius.
func _is_stroll(home: Vector3, place: Vector3, here: Vector3) -> bool:
	return (agent.reason == NavAgent.REASON_NONE and _flat_distance(_path_end(), home) <= radius
			and agent.get_path_length() <= LONGEST * _flat_distance(place, here))
