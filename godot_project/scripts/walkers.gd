## Sends 2D walkers to their goals when the navmesh is there, and back again, for ever. With [code]-- --table[/code] on the command line
## they go once; a table says how far each one walked, and the program ends, with 1 where something was wrong.
##
## A walker has a child NavAgent2D and the metadata "goal", a place.
extends Node

const Controls := preload("res://scripts/play/controls.gd")
const Verdict := preload("res://scripts/verdict.gd")

const TIME_LIMIT := 60.0        ## Seconds of game time.
const BAKE_LIMIT := 60.0        ## Seconds by the clock: in a run at a fixed step game time passes faster.
const ROW := "%-8s  %-8s  %10s  %10s  %8s  %6s"

## func() -> String: what else is wrong in the end, if anything.
var further_fault := func() -> String: return ""
var with_table := "--table" in OS.get_cmdline_user_args()
var bodies: Array[Node]
var has_begun := false
var seconds := 0.0              ## Since they set off.
var walked := {}                ## By body: pixels.
var last := {}                  ## By body: its place in the frame before.
var ends := {}                  ## By body: seconds until it has arrived.
var first_length := {}          ## By body: pixels of its first path.
var searches := {}              ## By body: paths it has had.


func _init(baker: NavMeshBaker2D, whom: Array[Node]) -> void:
	bodies = whom
	baker.bake_finished.connect(func(_success: bool) -> void: _set_off())


func _ready() -> void:
	for body in bodies:
		body.get_node("NavAgent2D").path_changed.connect(func() -> void: searches[body] = searches.get(body, 0) + 1)


func _set_off() -> void:
	if has_begun:
		return
	has_begun = true
	for body in bodies:
		var agent: NavAgent2D = body.get_node("NavAgent2D")
		agent.requestPath(body.get_meta("goal"))
		first_length[body] = agent.get_path_length()
		last[body] = body.position
		walked[body] = 0.0
		body.set_meta("home", body.position)


func _physics_process(delta: float) -> void:
	if not has_begun:
		if Time.get_ticks_msec() > 1000 * BAKE_LIMIT:
			Verdict.end(self, ["the navmesh was not baked"])
		return
	seconds += delta
	for body in bodies:
		walked[body] += body.position.distance_to(last[body])
		last[body] = body.position
		if body.get_node("NavAgent2D").hasArrived() == NavAgent2D.SUCCESS and body not in ends:
			ends[body] = seconds
	if not with_table:
		_turn_back()
	elif ends.size() == bodies.size() or seconds > TIME_LIMIT:
		_print_table()


## Who has arrived walks back.
func _turn_back() -> void:
	for body: Node in ends.keys():
		var goal: Vector2 = body.get_meta("goal")
		body.set_meta("goal", body.get_meta("home"))
		body.set_meta("home", goal)
		body.get_node("NavAgent2D").requestPath(body.get_meta("goal"))
		ends.erase(body)


func _print_table() -> void:
	print(ROW % ["walker", "status", "path px", "walked px", "seconds", "paths"])
	var fault: String = further_fault.call()
	for body in bodies:
		var agent: NavAgent2D = body.get_node("NavAgent2D")
		print(ROW % [body.name, ["RUNNING", "SUCCESS", "FAILURE"][agent.status], "%.1f" % first_length[body], "%.1f" % walked[body],
				"%.2f" % ends.get(body, -1.0), searches[body]])
		if agent.status != NavAgent2D.SUCCESS:
			fault = "%s: %s" % [body.name, agent.why_stuck()]
	Verdict.end(self, [fault] if fault else [])


## Settings and goals of the walkers, for a developer who plays.
func add_controls(c: Controls) -> void:
	for body: Node2D in bodies:
		c.handle("%s's goal" % body.name, func() -> Vector2: return body.get_meta("goal"), _lead.bind(body), body.modulate)
	c.property(_agents, "avoidance_enabled")
	c.property(_agents, "max_speed", 20, 300, 5)
	c.number("Paths searched", func() -> int: return searches.values().reduce(func(sum: int, count: int) -> int: return sum + count, 0))
	for body: Node2D in bodies:
		c.number(body.name, func() -> String: return "%.0f px left" % body.get_node("NavAgent2D").distance_left)
	c.drag_bodies(func() -> Array: return bodies)


func _agents() -> Array:
	return bodies.map(func(body: Node) -> NavAgent2D: return body.get_node("NavAgent2D"))


func _lead(place: Vector2, body: Node2D) -> void:
	var agent: NavAgent2D = body.get_node("NavAgent2D")
	body.set_meta("goal", agent.get_map().closest_point(place))
	agent.requestPath(body.get_meta("goal"))
