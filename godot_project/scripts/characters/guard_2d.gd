## Patrols. Whom it sees it chases; out of sight, it searches where it saw them last, and goes back to its patrol.
extends CharacterBody2D

const Do := preload("res://scripts/tree/do.gd")
const Follow := preload("res://addons/navpy/behavior_tree/follow.gd")
const MoveTo := preload("res://addons/navpy/behavior_tree/move_to.gd")
const OnlyIf := preload("res://scripts/tree/only_if.gd")
const Patrol := preload("res://addons/navpy/behavior_tree/patrol.gd")
const ReactiveSelector := preload("res://scripts/tree/reactive_selector.gd")
const Repeat := preload("res://scripts/tree/repeat.gd")
const Sequence := preload("res://scripts/tree/sequence.gd")
const Wait := preload("res://scripts/tree/wait.gd")

const STATES: Array[String] = ["chases", "searches", "patrols"]     ## In the order of the tree's tasks.
const SIGHT := 200.0            ## Pixels.
const HALF_ANGLE := 50.0        ## Degrees to either side.
const PERSISTENCE := 0.5        ## Seconds for which it goes on after whom it sees no more.
const CALM := Color(1, 0.9, 0.3, 0.15)
const ALARM := Color(1, 0.2, 0.1, 0.3)

@export var intruder: CharacterBody2D
## Its children are the places of the patrol.
@export var route: Node2D

var tree: RefCounted
## Where it last saw the intruder; null when it has given up.
var last_seen: Variant
## Seconds since then.
var unseen := INF

@onready var agent: NavAgent2D = $NavAgent2D


func _ready() -> void:
	var chase := OnlyIf.new(is_on_their_heels, Follow.new(agent, intruder))
	var search := OnlyIf.new(remembers, Sequence.new([MoveTo.new(agent, func() -> Variant: return last_seen), Wait.new(1.5), Do.new(give_up)]))
	tree = Repeat.new(ReactiveSelector.new([chase, search, Patrol.new(agent, route)]))


func _physics_process(delta: float) -> void:
	unseen += delta
	tree.tick(delta)
	queue_redraw()


## Whether it sees the intruder or has only just lost sight of them.
func is_on_their_heels() -> bool:
	if sees():
		last_seen = intruder.global_position
		unseen = 0.0
	return unseen < PERSISTENCE


func sees() -> bool:
	var way := intruder.global_position - global_position
	if way.length() > SIGHT or absf(rad_to_deg(global_transform.x.angle_to(way))) > HALF_ANGLE:
		return false
	var ray := PhysicsRayQueryParameters2D.create(global_position, intruder.global_position)
	ray.exclude = [get_rid(), intruder.get_rid()]
	return get_world_2d().direct_space_state.intersect_ray(ray).is_empty()


func remembers() -> bool:
	return last_seen != null


func give_up() -> void:
	last_seen = null


func state() -> String:
	return STATES[tree.task.current]


## What it sees as a sector, as if there were no walls.
func _draw() -> void:
	var sector := PackedVector2Array([Vector2.ZERO])
	for i in 21:
		sector.append(Vector2.from_angle(deg_to_rad(HALF_ANGLE * (i / 10.0 - 1))) * SIGHT)
	draw_colored_polygon(sector, CALM if last_seen == null else ALARM)
