## What [NavMoveTo], [NavFollow], [NavFlee], [NavHide], [NavWander] and [NavPatrol] have in common: an agent, and a tick that answers
## with a [enum NavAgent.Status].
##
## A behavior works under any behavior tree, state machine or script: [method tick] it every frame while it is its turn,
## and [method interrupt] it when something else takes over. The leaves for Beehave and LimboAI are made of these.
##
## The agent is a [NavAgent], or a [NavAgent2D]: then targets are [Vector2] and [Node2D], and distances are pixels. A distance below 0, which
## all distances have at first, becomes one that fits to the agent as soon as there is one: for a [NavAgent2D] 20 times as much as for a
## [NavAgent], or what else the project setting navpy/2d/pixels_per_meter makes of it.
class_name NavBehavior
extends RefCounted

## On the agent: which behavior ticked it last. A tree may start one leaf before it interrupts another.
const HOLDER := &"navpy_behavior"

## Physics frames between two searches for a place, after a search that found none; also where the tree starts the behavior again.
const PATIENCE := 30

const MEMORY := 0.1             ## Seconds, time constant of the mean of a target's velocity.
const SUDDEN := 50.0            ## Meters a second: a target that seems faster was put elsewhere, and has no velocity.

## The agent that walks: a [NavAgent] or a [NavAgent2D].
var agent: Node:
	set(value):
		agent = value
		_is_flat = is_instance_valid(value) and value is NavAgent2D
		_meter = _first_radius("NavAgent2D") / _first_radius("NavAgent") if _is_flat else 1.0
		fit_first_values()

## Why the last tick returned FAILURE, or what a RUNNING behavior waits for; else empty.
var reason_text := ""

var _is_flat := false          ## The agent is a NavAgent2D. Places are Vector3 all the same: (x, 0, y) in pixels.
var _meter := 1.0               ## In the units of the agent: 20 pixels, or as many as navpy/2d/pixels_per_meter makes of them.
var _running := false
var _gave_up_at := -1           ## The physics frame in which it last found nowhere to go, -1: never.
var _gave_up_why := ""
var _seen_frame := -1           ## The physics frame in which the target was last seen in this run, -1: not yet.
var _seen_at: Vector3
var _seen_velocity := Vector3.ZERO
var _complaints := {}          ## Errors that were printed, by kind.


func _init(walker: Node = null) -> void:
	agent = walker


static func _first_radius(kind: StringName) -> float:
	return ClassDB.class_get_property_default_value(kind, "radius")


## Gives the distances below 0 the values that fit to the agent.
func fit_first_values() -> void:
	var distances := _first_distances() if is_instance_valid(agent) else {}
	for property: StringName in distances:
		if get(property) < 0:
			set(property, distances[property] * _meter)


## In meters, by the names of the properties.
func _first_distances() -> Dictionary:
	return {}


## Continues the behavior, or begins it if the last tick ended it, and returns its status.
func tick(delta := 0.0) -> NavAgent.Status:
	reason_text = ""
	if not is_instance_valid(agent):
		_running = false
		return _fail("the agent is gone")
	if not agent.is_inside_tree():
		return _fail("the agent is not in the scene")
	if not (agent is NavAgent or _is_flat):
		return _complain("agent", "a behavior needs a NavAgent or a NavAgent2D, and this is a %s" % agent.get_class())
	if not _is_place(agent.get_parent()):
		return _complain("parent", _worded("a NavAgent has to be a child of the Node3D that walks"))
	if not _running:
		_running = true
		_seen_frame = -1
		_seen_velocity = Vector3.ZERO
		fit_first_values()
		_begin()
	agent.set_meta(HOLDER, get_instance_id())
	var status := _walk(delta)
	_running = status == NavAgent.RUNNING
	return status


## Ends the behavior and stops its agent, unless another behavior uses the agent.
func interrupt() -> void:
	if _running and _has_agent():
		agent.cancel_request()
	_running = false


## Whether the last tick returned RUNNING and nothing has ended the behavior since.
func is_running() -> bool:
	return _running


## Called before the first tick of a run.
func _begin() -> void:
	pass


## One tick of a run; the agent is in the scene.
func _walk(_delta: float) -> NavAgent.Status:
	return NavAgent.FAILURE


## The present place of a [Vector3], a [Node3D], or a [Callable] that returns either; in two dimensions of a [Vector2] or a [Node2D]. Null, with
## the reason, if it has none.
func _place_of(what: Variant) -> Variant:
	if typeof(what) == TYPE_CALLABLE:
		what = what.call() if what.is_valid() else null
	if typeof(what) == TYPE_OBJECT:
		if not is_instance_valid(what):
			reason_text = "the target was freed"
			return null
		if _is_place(what) and what.is_inside_tree():
			what = what.global_position
		else:
			reason_text = _worded("the target %s is not a Node3D in the scene") % what
			return null
	if typeof(what) != (TYPE_VECTOR2 if _is_flat else TYPE_VECTOR3):
		reason_text = "there is no target" if what == null else _worded("the target is neither a Vector3 nor a Node3D: %s") % what
		return null
	if not what.is_finite():
		_complain("finite", "the target %s is not a place: its coordinates must be finite" % what)
		return null
	return _in_space(what)


## Where a moving target will be when the agent, `way` meters off it, can meet it: after way / sum of both speeds (Reynolds 1999, pursuit and
## evasion), and after at most these seconds.
func _predicted(place: Vector3, way: float, most: float) -> Vector3:
	var velocity := _velocity_of(place)
	var speeds: float = agent.max_speed + velocity.length()
	return place + velocity * clampf(way / speeds, 0, most) if speeds > 0 else place


## The velocity of the target in the ground plane, by its places in the ticks of this run.
func _velocity_of(place: Vector3) -> Vector3:
	var frame := Engine.get_physics_frames()
	if _seen_frame >= 0 and frame > _seen_frame:
		var seconds := (frame - _seen_frame) / float(Engine.physics_ticks_per_second)
		var velocity := Vector3(place.x - _seen_at.x, 0, place.z - _seen_at.z) / seconds
		_seen_velocity = _seen_velocity.lerp(velocity, 1 - exp(-seconds / MEMORY)) if velocity.length() < SUDDEN * _meter else Vector3.ZERO
	if frame > _seen_frame:
		_seen_frame = frame
		_seen_at = place
	return _seen_velocity


## Where the agent's body is.
func _here() -> Vector3:
	return _in_space(agent.get_parent().global_position)


# ---- both kinds of agents ----

## Whether a node is at a place in the agent's dimensions.
func _is_place(node: Object) -> bool:
	return node is Node2D if _is_flat else node is Node3D


## A place that the engine has told, as behaviors calculate with it.
func _in_space(place: Variant) -> Vector3:
	return Vector3(place.x, 0, place.y) if _is_flat else place


## Such a place as the engine takes it.
func _in_engine(place: Vector3) -> Variant:
	return Vector2(place.x, place.z) if _is_flat else place


func _request(place: Vector3) -> NavAgent.Status:
	return agent.requestPath(_in_engine(place))


func _path() -> PackedVector3Array:
	return PackedVector3Array(Array(agent.get_current_navigation_path()).map(_in_space)) if _is_flat else agent.get_current_navigation_path()


func _path_end() -> Vector3:
	return _in_space(agent.get_final_position())


## A message with the names of the agent's dimensions.
func _worded(text: String) -> String:
	return text.replace("NavAgent", "NavAgent2D").replace("3D", "2D").replace("Vector3", "Vector2") if _is_flat else text


func _length(distance: float) -> String:
	return "%.0f px" % distance if _is_flat else "%s m" % distance


## Distance in the ground plane.
static func _flat_distance(a: Vector3, b: Vector3) -> float:
	return Vector2(a.x - b.x, a.z - b.z).length()


func _has_agent() -> bool:
	return is_instance_valid(agent) and agent.get_meta(HOLDER, 0) == get_instance_id()


## FAILURE, with the agent standing still.
func _fail(why: String) -> NavAgent.Status:
	reason_text = why
	if _running and _has_agent():
		agent.cancel_request()
	_running = false
	return NavAgent.FAILURE


## FAILURE without a place to go, or without a navmesh under the agent.
func _give_up(why: String) -> NavAgent.Status:
	_gave_up_at = Engine.get_physics_frames()
	_gave_up_why = agent.reason_text if agent.reason in [NavAgent.REASON_START_OFF_MESH, NavAgent.REASON_NO_NAVMESH] else why
	if agent.start_offset > 0:
		_gave_up_why += "; the agent is %s off the navmesh" % (_length(agent.start_offset) if _is_flat else "%.2f m" % agent.start_offset)
	return _fail(_gave_up_why)


func _has_given_up() -> bool:
	return _gave_up_at >= 0 and Engine.get_physics_frames() - _gave_up_at < PATIENCE


## FAILURE by a mistake of the scene or the script. Each kind is printed once, not in every frame. The agent is in the scene.
func _complain(kind: String, why: String) -> NavAgent.Status:
	if not _complaints.has(kind):
		_complaints[kind] = true
		push_error("%s: %s" % [agent.get_path(), why])
	return _fail(why)


## The status of a request, with its reason.
func _told_by_agent(status: NavAgent.Status) -> NavAgent.Status:
	if status == NavAgent.FAILURE:
		reason_text = agent.reason_text
	return status


## Whether a path keeps this distance from the threat.
func _leads_away(path: PackedVector3Array, threat: Vector3, nearest: float) -> bool:
	var center := Vector2(threat.x, threat.z)
	for i in range(1, path.size()):
		var near := Geometry2D.get_closest_point_to_segment(center, Vector2(path[i - 1].x, path[i - 1].z), Vector2(path[i].x, path[i].z))
		if near.distance_to(center) < nearest:
			return false
	return true


## The meters that it brakes.
func _braking() -> float:
	return agent.desired_velocity.length_squared() / (2 * agent.max_deceleration)


## Ends its way at most so long before the end of its path, and no sooner than it can brake.
func _end_way(most := INF) -> void:
	if _request(_before_end(_path(), minf(most, maxf(0, agent.distance_left - _braking())))) == NavAgent.FAILURE:
		agent.cancel_request()


## The point of a path at this length before its end.
func _before_end(path: PackedVector3Array, length: float) -> Vector3:
	for i in range(path.size() - 1, 0, -1):
		var leg := path[i].distance_to(path[i - 1])
		if leg > length:
			return path[i].move_toward(path[i - 1], length)
		length -= leg
	return path[0] if path.size() > 0 else _here()
