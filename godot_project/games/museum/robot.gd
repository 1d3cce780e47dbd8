## The companion: a robot so small that it fits through vents. It follows the player, or goes where it is sent; it carries a key, and its beep lures guards.
extends CharacterBody3D

const Follow := preload("res://addons/navpy/behavior_tree/follow.gd")

const LOUD := 40.0              ## Meters on foot at which its beep is heard.
const SAVED: Array[String] = ["sent_to", "has_key"]

signal beeped(place: Vector3, loudness: float)

var player: Node3D
var sent_to := Vector3.INF
var has_key := false
var follow: Follow

@onready var agent: NavAgent = $NavAgent


func act(goal: Vector3, is_called: bool, beeps: bool, delta: float) -> void:
	if follow == null:
		follow = Follow.new(agent, player)
		follow.distance = 1.2
	if goal.is_finite():
		sent_to = goal
	if is_called:
		sent_to = Vector3.INF
	if beeps:
		beeped.emit(global_position, LOUD)
	if sent_to.is_finite():
		follow.interrupt()
		agent.requestPath(sent_to, true)
	else:
		follow.tick(delta)


func state() -> String:
	return "follows" if not sent_to.is_finite() else "waits" if agent.hasArrived() == NavAgent.SUCCESS else "is on its way"


func opens(kind: String) -> bool:
	return kind == "door"
