## The player's figure. What it does in a tick is in its orders, whoever gives them: keys, a pad, a click, a bot or a record of a game.
extends "res://scripts/figure.gd"

const Door := preload("door.gd")
const Orders := preload("orders.gd")

const SPEEDS := {"sneak": 1.3, "walk": 2.6, "run": 4.6}        ## Meters a second, and
const LOUDNESS := {"sneak": 0.0, "walk": 3.0, "run": 9.0}      ## meters on foot at which it is heard.
const STEP := 0.5               ## Seconds from one sound to the next.
const ACCELERATION := 16.0      ## Meters a second squared.
const TURN := 12.0              ## Of the way to its heading that is left, this part a second is turned.
const SAVED: Array[String] = ["gait", "has_key", "since_step", "goal"]

signal stepped(place: Vector3, loudness: float)

var gait := "walk"
var is_hidden := false          ## It stands in a crate.
var has_key := false:
	set(value):
		has_key = value
		filter.area_costs = {Door.AREAS.staff: INF} if has_key else {Door.AREAS.staff: INF, Door.AREAS.red: INF}
var filter := NavFilter.new()
var since_step := 0.0
var goal := Vector3.INF         ## Where a click sends it.


func _ready() -> void:
	super()
	filter.navigation_layers = 1
	has_key = false
	agent.filter = filter


func act(orders: Orders, delta: float) -> void:
	gait = "sneak" if orders.sneaks else "run" if orders.runs else "walk"
	agent.max_speed = SPEEDS[gait]
	if orders.goal.is_finite():
		goal = orders.goal
	if orders.way != Vector2.ZERO:
		_stop_walking()
	if goal.is_finite():
		if agent.requestPath(goal, true) != NavAgent.RUNNING:
			_stop_walking()
	else:
		_go(Vector3(orders.way.x, 0, orders.way.y).limit_length() * SPEEDS[gait], delta)
	var flat := Vector2(velocity.x, velocity.z).length()
	since_step = since_step + delta if flat > 0.5 else 0.0
	if since_step > STEP:
		since_step = 0.0
		stepped.emit(global_position, LOUDNESS[gait])


func _stop_walking() -> void:
	if goal.is_finite():
		goal = Vector3.INF
		agent.cancel_request()


func _go(wanted: Vector3, delta: float) -> void:
	var flat := Vector3(velocity.x, 0, velocity.z).move_toward(wanted, ACCELERATION * delta)
	if wanted != Vector3.ZERO:
		var heading := Basis.looking_at(wanted)
		basis = basis.orthonormalized().slerp(heading, 1 - exp(-TURN * delta))
	agent.move_and_climb(Vector3(flat.x, velocity.y + get_gravity().y * delta, flat.z))


func put_at(place: Vector3) -> void:
	_stop_walking()
	velocity = Vector3.ZERO
	global_position = place


func opens(kind: String) -> bool:
	return kind == "door" or kind == "red" and has_key
