## Goes from one treasure to the next, and runs from the guard while it is hunted.
extends "res://scripts/character.gd"

const Flee := preload("res://addons/navpy/behavior_tree/flee.gd")
const OnlyIf := preload("res://scripts/tree/only_if.gd")
const Patrol := preload("res://addons/navpy/behavior_tree/patrol.gd")
const ReactiveSelector := preload("res://scripts/tree/reactive_selector.gd")

const STATES: Array[String] = ["flees", "steals"]       ## In the order of the tree's tasks.

@export var guard: Node3D
## Its children are the places it goes to.
@export var treasures: Node3D


func make_tree() -> RefCounted:
	var flee := Flee.new(agent, guard)
	flee.distance = 12.0
	return Repeat.new(ReactiveSelector.new([OnlyIf.new(is_hunted, flee), Patrol.new(agent, treasures)]))


func is_hunted() -> bool:
	return guard.remembers()


func state() -> String:
	return "hides" if tree.task.current < 0 else STATES[tree.task.current]
