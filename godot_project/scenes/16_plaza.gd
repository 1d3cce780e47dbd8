## Two thousand cross a plaza round a fountain: one stream to the east, one to the south. The Crowd2D keeps them, a MultiMesh draws them,
## none of them is a node. Who has left the picture comes in again on the other side.
##
## In a window they go on for ever. With [code]-- --table[/code] on the command line they walk for some seconds, and a line says how far
## and how well, by the places that the crowd has of them.
extends Node2D

const TITLE := "Two thousand on a plaza"
const SHOWS := "Two streams of a Crowd2D cross round a fountain."

const Controls := preload("res://scripts/play/controls.gd")
const Crowding := preload("res://scripts/crowding.gd")
const Verdict := preload("res://scripts/verdict.gd")

const COUNT := 1000             ## In each stream.
const PLAZA := Rect2(-100, -100, 1480, 920)     ## Pixels; the picture is 1280 by 720.
const EDGE := 30.0              ## Pixels from the border of the plaza to where they come in and leave.
const SECONDS := 12.0           ## Of game time, in a run with a table.
const BAKE_LIMIT := 60.0        ## Seconds by the clock: in a run at a fixed step game time passes faster.
const WALKED := 0.8             ## Of what an agent that nobody hinders would have walked, on average.
const OVERLAP := 0.1            ## Of the sum of two radii, for one in a thousand at most.
const COLORS: Array[Color] = [Color(0.95, 0.6, 0.2), Color(0.35, 0.65, 0.95)]

var with_table := "--table" in OS.get_cmdline_user_args()
var random := RandomNumberGenerator.new()
var agents: PackedInt64Array    ## The first COUNT of them go to the east, the others to the south.
var last: PackedVector2Array
var seconds := 0.0
var walked := 0.0               ## Pixels, of all together.
var crossed := 0

@onready var crowd: Crowd2D = $Crowd2D
@onready var fountain: CircleShape2D = $Fountain/Shape.shape


func _ready() -> void:
	random.seed = 7
	crowd.agents_arrived.connect(_come_in_again)
	$NavMeshBaker2D.navmesh_changed.connect(_begin)


func _begin() -> void:
	if agents.is_empty():
		_fill(2 * COUNT)


func _fill(number: int) -> void:
	var places := PackedVector2Array()
	while places.size() < number:
		var place := PLAZA.position + PLAZA.size * Vector2(random.randf(), random.randf())
		if not _is_in_fountain(place, 2 * crowd.agent_radius):
			places.append(place)
	agents = crowd.add_agents(places)
	last = places
	_start(places)


func _start(places: PackedVector2Array) -> void:
	_send(agents, places)
	Crowding.color(crowd, func(i: int) -> Color: return COLORS[2 * i / agents.size()])


## Each goes straight across the plaza.
func _send(whom: PackedInt64Array, from: PackedVector2Array) -> void:
	var targets := PackedVector2Array()
	for i in whom.size():
		targets.append(Vector2(PLAZA.end.x - EDGE, from[i].y) if _goes_east(whom[i]) else Vector2(from[i].x, PLAZA.end.y - EDGE))
	var refused := crowd.request_paths(whom, targets)
	if refused:
		Verdict.end(self, ["%d of them have no way" % refused])


func _come_in_again(whom: PackedInt64Array) -> void:
	crossed += whom.size()
	var places := PackedVector2Array()
	for agent in whom:
		var place := PLAZA.position + PLAZA.size * Vector2(random.randf(), random.randf())
		places.append(Vector2(PLAZA.position.x + EDGE, place.y) if _goes_east(agent) else Vector2(place.x, PLAZA.position.y + EDGE))
	crowd.place_agents(whom, places)
	_send(whom, places)


func _goes_east(agent: int) -> bool:
	return 2 * agents.find(agent) < agents.size()


func _physics_process(delta: float) -> void:
	if agents.is_empty():
		if Time.get_ticks_msec() > 1000 * BAKE_LIMIT:
			Verdict.end(self, ["the navmesh was not baked"])
		return
	seconds += delta
	$Legend/Panel/Text.text = "[b]%s[/b]\none Crowd2D, one MultiMesh, no nodes\n%d have crossed it\n%d frames a second" % [
			TITLE, crossed, Engine.get_frames_per_second()]
	if with_table:
		_measure(crowd.get_agent_positions())


func _measure(places: PackedVector2Array) -> void:
	for i in places.size():
		var way := places[i].distance_to(last[i])
		walked += way if way < PLAZA.size.y / 2 else 0.0        # but for those who came in again
	last = places
	if seconds > SECONDS:
		_judge(places)


func _judge(places: PackedVector2Array) -> void:
	var share := walked / (seconds * crowd.agent_max_speed * places.size())
	var wet := Array(places).filter(func(place: Vector2) -> bool: return _is_in_fountain(place, 0.0)).size()
	var overlapping := Crowding.close_pairs(places, (1 - OVERLAP) * 2 * crowd.agent_radius).size()
	print("%d agents, %.1f s: walked %.0f px (%.2f of full speed), %d have crossed, %d in the fountain, %d overlap" % [
			places.size(), seconds, walked, share, crossed, wet, overlapping])
	if share < WALKED:
		Verdict.end(self, ["they walked at %.2f of their speed" % share])
	elif crossed < COUNT:
		Verdict.end(self, ["only %d have crossed" % crossed])
	elif wet:
		Verdict.end(self, ["%d are in the fountain" % wet])
	elif overlapping > 2 * COUNT / 1000.0:
		Verdict.end(self, ["%d overlap by more than %.2f of their radii" % [overlapping, OVERLAP]])
	else:
		Verdict.end(self, [])


func _is_in_fountain(place: Vector2, margin: float) -> bool:
	return place.distance_to($Fountain.position) < fountain.radius + margin


func controls(c: Controls) -> void:
	c.tip("Drag the fountain through the crowd. More of them, wider ones, no avoidance: watch the lanes that the two streams form.")
	c.drag($Fountain, "fountain", c.rebake($NavMeshBaker2D))
	c.slider("Agents", 200, 6000, 200, func() -> int: return agents.size(), _fill_anew)
	c.property([crowd], "agent_avoidance_enabled", 0, 1, 1, _again)
	c.property([crowd], "agent_max_speed", 10, 150, 5, _again)
	c.property([crowd], "agent_radius", 2, 8, 0.5, _again)
	c.property([crowd], "agent_time_gap", 0.0, 2.0, 0.1, _again)
	c.property([crowd], "agent_time_horizon_agents", 0.5, 5.0, 0.1, _again)
	c.property([crowd], "use_threads")
	c.time([crowd])


func _fill_anew(number: int) -> void:
	crowd.remove_agents(agents)
	_fill(number)


func _again() -> void:
	agents = Crowding.made_again(crowd)
	_start(crowd.get_agent_positions())
