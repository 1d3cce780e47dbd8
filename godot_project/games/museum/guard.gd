## A guard walks its round. What it hears it looks into, whom it sees it chases and calls the others, and whom it has lost it searches around.
extends "res://scripts/figure.gd"

const Do := preload("res://scripts/tree/do.gd")
const Follow := preload("res://addons/navpy/behavior_tree/follow.gd")
const MoveTo := preload("res://addons/navpy/behavior_tree/move_to.gd")
const OnlyIf := preload("res://scripts/tree/only_if.gd")
const Patrol := preload("res://addons/navpy/behavior_tree/patrol.gd")
const ReactiveSelector := preload("res://scripts/tree/reactive_selector.gd")
const Repeat := preload("res://scripts/tree/repeat.gd")
const Sequence := preload("res://scripts/tree/sequence.gd")
const Wait := preload("res://scripts/tree/wait.gd")

const STATES: Array[String] = ["chases", "searches", "looks into it", "walks its round"]     ## In the order of the tree's tasks.
const SIGHT := 9.0              ## Meters, and
const HALF_ANGLE := 45.0        ## degrees to either side.
const SNEAKING := 0.6           ## Of its sight: so far it sees who sneaks.
const EYES := Vector3(0, 1.5, 0)
const WALLS := 1                ## The physics layer that blocks its view.
const NOTICES := 1.5            ## A second, at no distance, from nothing to certainty: at half its sight it takes a second.
const CATCHES := 1.0            ## Meters at which it lays hands on somebody, who is caught after
const HOLDS := 0.5              ## seconds: who runs by slips away, as 2 m at both speeds take a quarter of a second.
const CALL := 18.0              ## Meters that its call carries, on foot.
const FORGETS := 1.0            ## Seconds after which it has lost whom it sees no more.
const SEARCHES := 3             ## Places.
const WALKS := 1.6              ## Meters a second, and
const RUNS := 3.4
const SAVED: Array[String] = ["noticed", "held", "unseen", "last_seen", "heard", "searched", "round_trip"]

signal caught(guard: Node3D)
signal called(guard: Node3D, place: Vector3)

var quarry: Node3D
var round_trip: PackedVector3Array
var noticed := 0.0              ## From 0, nothing, to 1: it is sure of what it sees.
var sharpness := 1.0            ## Of its eyes and ears, by the difficulty.
var held := 0.0                 ## Seconds for which it has had its hands on somebody.
var unseen := INF               ## Seconds since it saw somebody.
var last_seen := Vector3.INF
var heard := Vector3.INF
var searched := 0
var tree: RefCounted


func _ready() -> void:
	super()
	tree = _make_behavior()


## The more important task first, in the order of STATES. The tasks ask and call the methods below, as leaves of another behavior tree can: a script
## that extends this one makes another tree here, and ticks it in _decide.
func _make_behavior() -> RefCounted:
	var pursuit := Follow.new(agent, func() -> Vector3: return last_seen)
	pursuit.distance = CATCHES / 2
	var chase := OnlyIf.new(sees_lately, Repeat.new(pursuit))
	var search := OnlyIf.new(has_lost_somebody, Sequence.new([
		MoveTo.new(agent, func() -> Vector3: return last_seen), Wait.new(0.8), Do.new(search_on)]))
	var look := OnlyIf.new(has_heard_something, Sequence.new([
		MoveTo.new(agent, func() -> Vector3: return heard), Wait.new(2.0), Do.new(ignore_sound)]))
	var patrol := Patrol.new(agent, func() -> PackedVector3Array: return round_trip)
	patrol.wait = 1.5
	return Repeat.new(ReactiveSelector.new([chase, search, look, patrol]))


func _decide(delta: float) -> void:
	tree.tick(delta)


func _physics_process(delta: float) -> void:
	super(delta)
	$Sign.text = "!" if sees_lately() else "?" if noticed > 0 or last_seen.is_finite() or heard.is_finite() else ""
	if quarry == null:
		return
	_look(delta)
	agent.max_speed = RUNS if sees_lately() or has_lost_somebody() else WALKS * 1.5 if has_heard_something() else WALKS
	if not agent.is_on_link:            # who rides or jumps does not stop for another task
		_decide(delta)
	held = held + delta if unseen == 0 and global_position.distance_to(quarry.global_position) < CATCHES else 0.0
	if held > HOLDS:
		caught.emit(self)


## In a crate it finds only whom it has seen get in there.
func _look(delta: float) -> void:
	var off := global_position.distance_to(quarry.global_position)
	var sight := sight_of_quarry()
	var is_open: bool = not quarry.is_hidden or sees_lately()
	var is_seen := is_open and off < sight and sees_at(global_position, -global_basis.z, quarry.global_position)
	noticed = clampf(noticed + delta * (NOTICES * (1.2 - off / sight) if is_seen else -0.4), 0, 1)
	unseen += delta
	if is_seen and (noticed == 1 or has_lost_somebody()):
		if unseen > FORGETS:
			called.emit(self, quarry.global_position)
		unseen = 0.0
		searched = 0
		last_seen = quarry.global_position
		heard = Vector3.INF


## Meters.
func sight_of_quarry() -> float:
	return sharpness * SIGHT * (SNEAKING if quarry.gait == "sneak" else 1.0)


## Whether it sees a place, near enough, if it stands elsewhere and looks ahead.
func sees_at(here: Vector3, ahead: Vector3, place: Vector3) -> bool:
	if ahead.normalized().dot((place - here).normalized()) < cos(deg_to_rad(HALF_ANGLE)):
		return false
	var ray := PhysicsRayQueryParameters3D.create(here + EYES, place + EYES / 2, WALLS)
	return get_world_3d().direct_space_state.intersect_ray(ray).is_empty()


func sees_lately() -> bool:
	return unseen < FORGETS


func has_lost_somebody() -> bool:
	return last_seen.is_finite()


func has_heard_something() -> bool:
	return heard.is_finite()


func ignore_sound() -> void:
	heard = Vector3.INF


func hear(place: Vector3) -> void:
	if not sees_lately():
		heard = place
		searched = 0


## The next place of a search, near where it lost them; after the last one it gives up.
func search_on() -> void:
	searched += 1
	var places: PackedVector3Array = agent.get_map().random_points_near(last_seen, 7.0, 1, agent.filter)
	last_seen = places[0] if searched < SEARCHES and not places.is_empty() else Vector3.INF


## It knows of somebody, and looks for them.
func is_alert() -> bool:
	return has_lost_somebody() or has_heard_something()


func forget() -> void:
	noticed = 0.0
	held = 0.0
	unseen = INF
	last_seen = Vector3.INF
	heard = Vector3.INF


func state() -> String:
	return STATES[tree.task.current] if tree.task.current >= 0 else "stands"


func opens(_kind: String) -> bool:
	return true
