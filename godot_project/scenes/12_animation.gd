## Figures cross a room through a door and come back; what their legs do follows from the animation state of their agents alone.
##
## In a window they go to and fro for ever. With [code]-- --table[/code] on the command line each goes there and back once, and a table
## says how often it started and stopped, which animations played, and how much its feet slid over the floor.
extends Node3D

const TITLE := "Animation"
const SHOWS := "Steps, starts, stops and turns that an AnimationTree chooses by the state of an agent."

const Controls := preload("res://scripts/play/controls.gd")
const Figure := preload("res://scenes/figure.tscn")
const Verdict := preload("res://scripts/verdict.gd")

const RANKS := 2
const FILES := 3
const SPACING := 1.3            ## Meters.
const NEAREST_RANK := 3.0       ## Meters from the wall.
const COLORS := {-1: Color(0.95, 0.45, 0.25), 1: Color(0.35, 0.6, 0.95)}
const PAUSE := 1.5              ## Seconds at each end.
const WALKS := 2
const TIME_LIMIT := 90.0        ## Seconds of game time.
const FLICKER := 0.2            ## Seconds: changes of shows_moving that follow each other sooner flicker.
const SLIDE := 0.25             ## Of the way of all bodies, of the foot on the ground: while a body turns, a foot that stands turns with it.
const ROW := "%-8s  %7s  %6s  %6s  %6s  %18s  %12s  %8s"

var with_table := "--table" in OS.get_cmdline_user_args()
var seconds := 0.0
var walkers: Array[Walker] = []
var faults := PackedStringArray()


## A figure on its way to and fro, and what was seen of it.
class Walker:
	var figure: CharacterBody3D
	var agent: NavAgent
	var goals: Array[Vector3]
	var walks := 0
	var rest := PAUSE
	var starts := 0
	var stops := 0
	var turns := 0
	var changed_at := -INF              ## Seconds of game time.
	var shortest := INF                 ## Seconds between two changes of shows_moving.
	var seconds := 0.0
	var last_state := &""
	var since := 0.0                    ## Seconds in this state.
	var last_foot: Node3D               ## The one on the ground.
	var last_place: Vector3
	var slid := 0.0                     ## Meters of feet on the ground, while the figure walks.
	var walked := 0.0                   ## Meters of the body in the same time.
	var last_body: Vector3

	func _init(its_figure: CharacterBody3D, its_goals: Array[Vector3]) -> void:
		figure = its_figure
		agent = figure.agent
		goals = its_goals
		agent.movement_started.connect(_on_changed.bind(true))
		agent.movement_stopped.connect(_on_changed.bind(false))

	func _on_changed(is_start: bool) -> void:
		starts += int(is_start)
		stops += int(not is_start)
		shortest = minf(shortest, seconds - changed_at)
		changed_at = seconds

	func walk(delta: float) -> void:
		rest = PAUSE if agent.shows_moving or agent.hasArrived() == NavAgent.RUNNING else rest - delta
		if rest <= 0:
			agent.requestPath(goals[walks % goals.size()])
			walks += 1

	func look(delta: float) -> void:
		var state: StringName = figure.states.get_current_node()
		seconds += delta
		since = since + delta if state == last_state else 0.0
		turns += int(state == &"turn" and last_state != &"turn")
		var feet := [figure.get_node("Pivot/LegLeft/Shin/Foot"), figure.get_node("Pivot/LegRight/Shin/Foot")]
		var foot: Node3D = feet[0] if feet[0].global_position.y < feet[1].global_position.y else feet[1]
		if foot == last_foot and state == &"walk" and since > figure.FADE:
			slid += _flat(foot.global_position - last_place)
			walked += _flat(figure.position - last_body)
		last_state = state
		last_foot = foot
		last_place = foot.global_position
		last_body = figure.position

	func _flat(way: Vector3) -> float:
		return Vector2(way.x, way.z).length()


func _ready() -> void:
	for side: int in COLORS:
		for i in RANKS * FILES:
			_add_figure(side, i)
	if with_table:
		print(ROW % ["figure", "arrived", "starts", "stops", "turns", "shortest change s", "feet slide", "walked m"])


func _add_figure(side: int, i: int) -> void:
	var figure := Figure.instantiate()
	figure.name = "%s%d" % ["Red" if side < 0 else "Blue", i + 1]
	figure.color = COLORS[side].darkened(0.06 * i)
	figure.position = Vector3(side * (NEAREST_RANK + SPACING * (i / FILES)), 0, SPACING * (i % FILES - (FILES - 1) / 2.0))
	figure.rotation.y = side * PI / 2
	add_child(figure)
	var there := Vector3(-figure.position.x, 0, figure.position.z)
	walkers.append(Walker.new(figure, [there, figure.position] as Array[Vector3]))


func _physics_process(delta: float) -> void:
	seconds += delta
	var are_done := with_table
	for walker in walkers:
		walker.look(delta)
		if not with_table or walker.walks < WALKS or walker.agent.hasArrived() == NavAgent.RUNNING:
			walker.walk(delta)
		are_done = are_done and walker.walks == WALKS and walker.agent.hasArrived() != NavAgent.RUNNING and walker.last_state == &"idle"
	if are_done or (with_table and seconds > TIME_LIMIT):
		_end()


func _end() -> void:
	var turns := 0          ## Of all: who made room for others may face his way back already.
	var slid := 0.0
	var walked := 0.0
	for walker in walkers:
		var share := walker.slid / maxf(walker.walked, 0.01)
		var arrived := walker.walks if walker.agent.hasArrived() == NavAgent.SUCCESS else walker.walks - 1
		print(ROW % [walker.figure.name, "%d of %d" % [arrived, WALKS], walker.starts, walker.stops, walker.turns, "%.2f" % walker.shortest,
				"%d %%" % (100 * share), "%.1f" % walker.walked])
		if arrived < WALKS:
			faults.append("%s should arrive, but: %s" % [walker.figure.name, walker.agent.why_stuck()])
		if walker.starts < WALKS or walker.starts != walker.stops:
			faults.append("%s started %d times and stopped %d times" % [walker.figure.name, walker.starts, walker.stops])
		if walker.shortest < FLICKER:
			faults.append("%s: shows_moving changed after %.2f s" % [walker.figure.name, walker.shortest])
		turns += walker.turns
		slid += walker.slid
		walked += walker.walked
	print("all feet slide by %d %% of the way" % (100 * slid / walked))
	if turns < walkers.size():
		faults.append("%d figures turned around only %d times" % [walkers.size(), turns])
	if slid > SLIDE * walked:
		faults.append("feet should slide by less than %d %%" % (100 * SLIDE))
	Verdict.end(self, faults)


func controls(c: Controls) -> void:
	c.tip("Zoom in on their feet. Quicker, slower, sharper turns: the same animations follow. Drag the door, or somebody.")
	c.door($WallNorth, $WallSouth, $NavMeshBaker, 4.0)
	c.property(_agents, "max_speed", 0.4, 4.0)
	c.property(_agents, "max_acceleration", 0.5, 12.0)
	c.property(_agents, "turn_rate", 60, 1080, 30)
	c.property(_agents, "smoothing_time", 0.0, 0.5, 0.05)
	c.property(_agents, "avoidance_enabled")
	for state: String in ["idle", "turn", "start", "walk", "stop"]:
		c.number(state.capitalize(), func() -> int: return walkers.filter(func(walker: Walker) -> bool: return walker.last_state == state).size())
	c.drag_bodies(func() -> Array: return walkers.map(func(walker: Walker) -> Node: return walker.figure))


func _agents() -> Array:
	return walkers.map(func(walker: Walker) -> NavAgent: return walker.agent)
