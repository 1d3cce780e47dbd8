## Walks from place to place and says which links it crosses; the agent crosses them by itself.
extends "res://scripts/characters/patroller.gd"

const CROSSING := {NavLink.KIND_LADDER: "climbs", NavLink.KIND_JUMP: "jumps", NavLink.KIND_DROP: "drops"}

var crossing := ""
var crossed: Array[String] = []


func _ready() -> void:
	super()
	agent.link_reached.connect(_on_link_reached)


func _on_link_reached(details: Dictionary) -> void:
	crossing = CROSSING.get(details.owner.kind, "crosses")
	crossed.append(crossing)


func state() -> String:
	return crossing if agent.is_on_link else super()
