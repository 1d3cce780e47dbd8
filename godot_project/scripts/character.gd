## A body with a NavAgent and a behavior tree. The agent drives the body, so there is no code for moving here.
extends CharacterBody3D

const MoveTo := preload("res://addons/navpy/behavior_tree/move_to.gd")
const Names := preload("res://scripts/names.gd")
const Repeat := preload("res://scripts/tree/repeat.gd")
const Selector := preload("res://scripts/tree/selector.gd")
const Sequence := preload("res://scripts/tree/sequence.gd")
const Wait := preload("res://scripts/tree/wait.gd")

@export var color := Color.WHITE
## How high the body's origin is above its feet. Agents don't mind.
@export var origin_height := 0.0
## Whether the report expects an arrival.
@export var goal_is_reachable := true
## Meters that it may walk for a meter of path, in the report.
@export var longest_walk := 1.1

## Whether the goal is somebody on the move.
var goal_moves := false
var tree: RefCounted
var status := NavAgent.RUNNING

@onready var agent: NavAgent = $NavAgent
@onready var home := global_position


func _ready() -> void:
	for part: Node3D in [$Mesh, $Shape, $Sign]:
		part.position.y -= origin_height
	$Mesh.material_override = StandardMaterial3D.new()
	$Mesh.material_override.albedo_color = color
	$Sign.modulate = color.lightened(0.5)


## Starts to do what the character was told: once, or over and over with a walk home in between.
func begin(for_ever: bool) -> void:
	tree = make_tree()
	if for_ever:
		var go_home := Sequence.new([Wait.new(2.0), MoveTo.new(agent, home)])
		tree = Repeat.new(Sequence.new([tree, go_home]))


func _physics_process(delta: float) -> void:
	if tree != null and status == NavAgent.RUNNING:
		status = tree.tick(delta)


## What the character was told; every kind of character has a tree of its own.
func make_tree() -> RefCounted:
	return Wait.new(0.0)


## The same in words.
func order() -> String:
	return "wait"


## How it stands, for the sign above its head.
func state() -> String:
	return Names.of_request(agent)


## Where the character should be in the end.
func goal() -> Vector3:
	return home


func feet() -> Vector3:
	return global_position - Vector3(0, origin_height, 0)
