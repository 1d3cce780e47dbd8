## A level seen from the side. One body runs from place to place, and the other one after it: over gaps, up and down, on a ladder.
##
## The ground follows from the tiles; jumps, drops and the ladder are NavLink2D nodes of the scene. In a window a click sends the runner.
## With [code]-- --table[/code] on the command line it makes one tour, and a table says how both went.
extends Node2D

const TITLE := "A platformer"
const SHOWS := "Seen from the side: one body jumps, drops and climbs after another one."

const Controls := preload("res://scripts/play/controls.gd")
const GroundStrips := preload("res://scripts/ground_strips.gd")
const PlatformBody := preload("res://scripts/platform_body.gd")
const Names := preload("res://scripts/names.gd")

const LETTERS := "#-H"          ## Rock, a platform that is open from below, a ladder: the columns of the tile set's atlas.
const LEVEL: Array[String] = [
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"              -----------",
	"",
	"    ------",
	"",
	"                             ---------",
	"                                  H",
	"            --------              H",
	"                                  H",
	"                                  H",
	"                                  H",
	" ---------             ------     H",
	"                                  H",
	"                                  H",
	"                                  H",
	"################   #####################",
	"################   #####################",
]
const HALF_BODY := Vector2(10, 14)
const TOUR: Array[Vector2] = [Vector2(600, 210), Vector2(1170, 338), Vector2(1240, 658), Vector2(60, 530), Vector2(900, 530), Vector2(40, 658)]
const PAUSE := 1.0              ## Seconds between two runs.
const TIME_LIMIT := 30.0        ## Seconds of game time for one.
const BESIDE := 2.0             ## Pixels beyond its stopping_distance, at most, where the chaser stands in the end.
const NEAR := 3.0               ## Pixels from the end of a link where a body lands: a frame of its flight.
const SOON := 0.3               ## Seconds: who turns round a second time that soon trembles.
const ROW := "%-8s  %-14s  %-8s  %8s  %6s  %10s  %8s"


## What became of one body.
class Track:
	var body: PlatformBody
	var links := 0
	var most_off := 0.0         ## Pixels from the end of a link.
	var adrift := 0             ## Frames that it walked off the floor, or flew on it.
	var trembles := 0
	var since_turn := INF
	var last_state := PlatformBody.State.WALK
	var last_way := 1.0

	func _init(who: PlatformBody) -> void:
		body = who

	func observe(delta: float) -> void:
		var way: float = body.get_node("Look").scale.x
		since_turn += delta
		if way != last_way:
			trembles += int(since_turn < SOON)
			since_turn = 0.0
		if body.state == PlatformBody.State.WALK:
			adrift += int(not body.stands() and absf(body.velocity.x) > PlatformBody.LEAST_SPEED)
			if last_state != PlatformBody.State.WALK:
				links += 1
				most_off = maxf(most_off, body.global_position.distance_to(body.link_end))
		last_way = way
		last_state = body.state


var with_table := "--table" in OS.get_cmdline_user_args()
var is_led := false             ## By clicks.
var goal := TOUR[0]
var runs := 0
var seconds := 0.0
var rest := PAUSE
var faults := PackedStringArray()

@onready var runner: PlatformBody = $Runner
@onready var chaser: PlatformBody = $Chaser
@onready var tracks: Array[Track] = [Track.new(runner), Track.new(chaser)]


func _enter_tree() -> void:
	for y in LEVEL.size():
		for x in LEVEL[y].length():
			if LEVEL[y][x] != " ":
				$Tiles.set_cell(Vector2i(x, y), 0, Vector2i(LETTERS.find(LEVEL[y][x]), 0))
	$NavMeshBaker2D.outlines = GroundStrips.over($Tiles, HALF_BODY)


func _ready() -> void:
	$Arcs.draw.connect(_draw_arcs)
	if with_table:
		print(ROW % ["body", "place", "status", "seconds", "links", "off px", "trembles"])


func _physics_process(delta: float) -> void:
	for track in tracks:
		track.observe(delta)
	if runner.stands():             # else its place is off the navmesh
		chaser.agent.requestPath(runner.global_position)
	seconds += delta
	if rest > 0:
		rest -= delta
		if rest <= 0 and not is_led:
			_run_to(TOUR[runs % TOUR.size()])
	elif seconds > TIME_LIMIT or [runner, chaser].all(func(body: PlatformBody) -> bool: return body.agent.hasArrived() != NavAgent2D.RUNNING):
		_look_back()


func _run_to(place: Vector2) -> void:
	goal = place
	runner.agent.requestPath(place)
	seconds = 0.0
	rest = 0.0


## What became of a run.
func _look_back() -> void:
	for track in tracks:
		var agent := track.body.agent
		if with_table:
			print(ROW % [track.body.name, TOUR[runs % TOUR.size()], Names.of_status(agent.hasArrived()), "%.2f" % seconds, track.links,
					"%.2f" % track.most_off, track.trembles])
		if agent.hasArrived() != NavAgent2D.SUCCESS:
			faults.append("%s should arrive, but: %s" % [track.body.name, agent.why_stuck()])
	var apart := runner.global_position.distance_to(chaser.global_position)
	if apart > chaser.agent.stopping_distance + BESIDE:
		faults.append("the chaser stands %.1f px from the runner" % apart)
	runs += 1
	rest = PAUSE
	if with_table and runs == TOUR.size():
		_end()


## The ways of bodies along the links.
func _draw_arcs() -> void:
	var gravity: float = ProjectSettings.get_setting("physics/2d/default_gravity")
	for link: NavLink2D in $Links.get_children():
		var from := link.get_global_start_position()
		var to := link.get_global_end_position()
		var time := PlatformBody.seconds_in_air(from, to, gravity)
		var points := PackedVector2Array()
		for i in 33:
			var part := i / 32.0
			points.append(from.lerp(to, part) - Vector2(0, gravity * time * time * part * (1 - part) / 2))
		if link.kind != NavLink2D.KIND_LADDER:
			$Arcs.draw_multiline(points.slice(0, 32), Color(1, 1, 1, 0.25), 1.5, true)


func _end() -> void:
	for track in tracks:
		if track.adrift + track.trembles > 0:
			faults.append("%s was off the floor in %d frames of its walk and trembled %d times" % [track.body.name, track.adrift, track.trembles])
		if track.most_off > NEAR:
			faults.append("%s landed %.1f px from the end of a link" % [track.body.name, track.most_off])
	for fault in faults:
		printerr("WRONG: ", fault)
	set_physics_process(false)
	get_tree().quit(0 if faults.is_empty() else 1)


func controls(c: Controls) -> void:
	c.tip("Click where the blue one should run to, or drag its goal. Take links away: who has no way stays, and says why.")
	c.on_click(_lead)
	c.handle("goal", func() -> Vector2: return goal, _lead)
	c.slider("Runner's max speed", 40, 300, 10, runner.agent.get_max_speed, runner.agent.set_max_speed, "NavAgent2D.max_speed")
	c.slider("Chaser's max speed", 40, 300, 10, chaser.agent.get_max_speed, chaser.agent.set_max_speed, "NavAgent2D.max_speed")
	c.slider("Stopping distance", 0, 100, 1, chaser.agent.get_stopping_distance, chaser.agent.set_stopping_distance, "NavAgent2D.stopping_distance")
	c.toggle("Ladder enabled", $Links/Ladder.is_enabled, $Links/Ladder.set_enabled, "NavLink2D.enabled")
	c.toggle("Jump over the pit enabled", $Links/PitJump.is_enabled, $Links/PitJump.set_enabled, "NavLink2D.enabled")
	for track in tracks:
		c.number(track.body.name, func() -> String: return Names.of_request(track.body.agent))
		c.number("  reason", func() -> String: return Names.of_reason(track.body.agent.reason))
		c.number("  links crossed", func() -> int: return track.links)


func _lead(place: Vector2) -> void:
	is_led = true
	_run_to(NavMap2D.of(self).closest_point(place))
