## Goes from one treasure to the next, and runs from the guard while it is hunted.
extends CharacterBody2D

const Flee := preload("res://addons/navpy/behavior_tree/flee.gd")
const OnlyIf := preload("res://scripts/tree/only_if.gd")
const Patrol := preload("res://addons/navpy/behavior_tree/patrol.gd")
const ReactiveSelector := preload("res://scripts/tree/reactive_selector.gd")
const Repeat := preload("res://scripts/tree/repeat.gd")

const STATES: Array[String] = ["flees", "steals"]       ## In the order of the tree's tasks.

@export var guard: CharacterBody2D
## Its children are the places it goes to.
@export var treasures: Node2D

var tree: RefCounted


func _ready() -> void:
	var flee := Flee.new($NavAgent2D, guard)
	flee.distance = 300.0
	tree = Repeat.new(ReactiveSelector.new([OnlyIf.new(is_hunted, flee), Patrol.new($NavAgent2D, treasures)]))


func _physics_process(delta: float) -> void:
	tree.tick(delta)


func is_hunted() -> bool:
	return guard.remembers()


func state() -> String:
	return "hides" if tree.task.current < 0 else STATES[tree.task.current]
