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
const SIGHT := 11.0             ## Meters, and
const HALF_ANGLE := 50.0        ## degrees to either side.
const EYES := Vector3(0, 1.5, 0)
const WALLS := 1                ## The physics layer that blocks its view.
const CATCHES := 1.0            ## Meters at which it catches somebody.
const CALL := 25.0              ## Meters that its call carries, on foot.
const FORGETS := 1.0            ## Seconds after which it has lost whom it sees no more.
const SEARCHES := 4             ## Places.
const WALKS := 1.6              ## Meters a second, and
const RUNS := 3.7
const SAVED: Array[String] = ["noticed", "unseen", "last_seen", "heard", "searched", "round_trip"]

signal caught(guard: Node3D)
signal called(guard: Node3D, place: Vector3)

var quarry: Node3D
var round_trip: PackedVector3Array
var noticed := 0.0              ## From 0, nothing, to 1: it is sure of what it sees.
var sharpness := 1.0            ## Of its eyes and ears, by the difficulty.
var unseen := INF               ## Seconds since it saw somebody.
var last_seen := Vector3.INF
var heard := Vector3.INF
var searched := 0
var tree: RefCounted


func _ready() -> void:
	super()
	agent.max_speed = WALKS
	agent.filter = NavFilter.new()
	agent.filter.navigation_layers = 1
	var pursuit := Follow.new(agent, func() -> Vector3: return last_seen)
	pursuit.distance = CATCHES / 2
	var chase := OnlyIf.new(sees_lately, Repeat.new(pursuit))
	var search := OnlyIf.new(func() -> bool: return last_seen.is_finite(), Sequence.new([
		MoveTo.new(agent, func() -> Vector3: return last_seen), Wait.new(0.8), Do.new(_search_on)]))
	var look := OnlyIf.new(func() -> bool: return heard.is_finite(), Sequence.new([
		MoveTo.new(agent, func() -> Vector3: return heard), Wait.new(2.0), Do.new(func() -> void: heard = Vector3.INF)]))
	var patrol := Patrol.new(agent, func() -> PackedVector3Array: return round_trip)
	patrol.wait = 1.5
	tree = Repeat.new(ReactiveSelector.new([chase, search, look, patrol]))


func _physics_process(delta: float) -> void:
	super(delta)
	$Sign.text = "!" if sees_lately() else "?" if noticed > 0 or last_seen.is_finite() or heard.is_finite() else ""
	if quarry == null:
		return
	_look(delta)
	agent.max_speed = RUNS if sees_lately() or last_seen.is_finite() else WALKS * 1.5 if heard.is_finite() else WALKS
	tree.tick(delta)
	if unseen == 0 and global_position.distance_to(quarry.global_position) < CATCHES:
		caught.emit(self)


func _look(delta: float) -> void:
	var off := quarry.global_position - global_position
	var sight := sharpness * SIGHT * (0.6 if quarry.sneaks() else 1.0)
	var is_seen := off.length() < sight and rad_to_deg((-global_basis.z).angle_to(off)) < HALF_ANGLE and _has_view()
	noticed = clampf(noticed + delta * (2.5 * (1.2 - off.length() / sight) if is_seen else -0.4), 0, 1)
	unseen += delta
	if is_seen and (noticed == 1 or last_seen.is_finite()):
		if unseen > FORGETS:
			called.emit(self, quarry.global_position)
		unseen = 0.0
		searched = 0
		last_seen = quarry.global_position
		heard = Vector3.INF


func _has_view() -> bool:
	var ray := PhysicsRayQueryParameters3D.create(global_position + EYES, quarry.global_position + EYES / 2, WALLS)
	return get_world_3d().direct_space_state.intersect_ray(ray).is_empty()


func sees_lately() -> bool:
	return unseen < FORGETS


## Sounds come through doors, not through walls: by the way on foot.
func hear(place: Vector3, loudness: float) -> void:
	if not sees_lately() and agent.get_map().path_distances(global_position, [place], agent.filter)[0] < loudness * sharpness:
		heard = place
		searched = 0


## The next place of a search, near where it lost them; after the last one it gives up.
func _search_on() -> void:
	searched += 1
	var places: PackedVector3Array = agent.get_map().random_points_near(last_seen, 7.0, 1, agent.filter)
	last_seen = places[0] if searched < SEARCHES and not places.is_empty() else Vector3.INF


func forget() -> void:
	noticed = 0.0
	unseen = INF
	last_seen = Vector3.INF
	heard = Vector3.INF


func state() -> String:
	return STATES[tree.task.current] if tree.task.current >= 0 else "stands"


func opens(_kind: String) -> bool:
	return true
