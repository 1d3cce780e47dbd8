## Ten thousand walk about a plaza with pillars. The Crowd keeps them, a MultiMesh draws them, none of them is a node.
##
## In a window they go on for ever. With [code]-- --table[/code] on the command line they walk for some seconds, and a line says
## how far and how well, by the places that the crowd has of them.
extends Node3D

const TITLE := "Ten thousand"
const SHOWS := "Ten thousand agents of one Crowd on a plaza."

const Controls := preload("res://scripts/play/controls.gd")
const Crowding := preload("res://scripts/crowding.gd")
const Verdict := preload("res://scripts/verdict.gd")

const COUNT := 10_000
const HALF := Vector2(78, 58)   ## Meters of the plaza that they start and go to, from its middle.
const PILLAR := 3.0             ## Meters: half a pillar's side.
const PLACES := 4               ## Candidates for a way: the shortest is taken, so that most stay in their quarter.
const SECONDS := 4.0            ## Of game time, in a run with a table.
const BAKE_LIMIT := 60.0        ## Seconds by the clock: in a run at a fixed step game time passes faster.
const OVERLAP := 0.1            ## Of the sum of two radii, for one in a thousand at most.
const COLORS: Array[Color] = [Color(0.9, 0.3, 0.2), Color(0.95, 0.75, 0.25), Color(0.25, 0.7, 0.45), Color(0.25, 0.45, 0.9)]
const WALKED := 0.6             ## Of what an agent that nobody hinders would have walked, on average.

var with_table := "--table" in OS.get_cmdline_user_args()
var random := RandomNumberGenerator.new()
var agents: PackedInt64Array
var last: PackedVector3Array
var seconds := 0.0
var walked := 0.0               ## Meters, of all together.
var arrived := 0
var meeting := Vector3.INF      ## Where all go; not finite: each goes its own ways.

@onready var crowd: Crowd = $Crowd
@onready var pillars: Array[Node] = $Pillars.get_children()


func _ready() -> void:
	random.seed = 7
	crowd.agents_arrived.connect(_on_arrived)
	$NavMeshBaker.navmesh_changed.connect(_begin)


func _begin() -> void:
	if agents.is_empty():
		_fill(COUNT)


## They start on a grid, but for those whom a pillar leaves no place.
func _fill(count: int) -> void:
	var places := PackedVector3Array()
	var spacing := sqrt(4 * HALF.x * HALF.y / count) * 0.98
	for i in ceili(2 * HALF.x / spacing):
		for k in ceili(2 * HALF.y / spacing):
			var place := Vector3(i * spacing - HALF.x, 0, k * spacing - HALF.y)
			if places.size() < count and not _is_in_pillar(place, crowd.agent_radius + 0.5):
				places.append(place)
	agents = crowd.add_agents(places)
	last = places
	_send(agents, places)
	Crowding.color(crowd, func(i: int) -> Color: return COLORS[int(places[i].x > 0) + 2 * int(places[i].z > 0)])


func _send(whom: PackedInt64Array, from: PackedVector3Array) -> void:
	var targets := PackedVector3Array()
	for place in from:
		var candidates := range(PLACES).map(func(_i): return _somewhere())
		candidates.sort_custom(func(a: Vector3, b: Vector3): return a.distance_squared_to(place) < b.distance_squared_to(place))
		targets.append(candidates[0])
	var refused := crowd.request_paths(whom, targets)
	if refused:
		Verdict.end(self, ["%d of them have no way" % refused])


func _on_arrived(whom: PackedInt64Array) -> void:
	arrived += whom.size()
	if meeting.is_finite():
		return
	var places := PackedVector3Array()
	for agent in whom:
		places.append(last[agents.find(agent)])
	_send(whom, places)


func _physics_process(delta: float) -> void:
	if agents.is_empty():
		if Time.get_ticks_msec() > 1000 * BAKE_LIMIT:
			Verdict.end(self, ["the navmesh was not baked"])
		return
	seconds += delta
	var places := crowd.get_agent_positions()
	if with_table:
		for i in places.size():
			walked += places[i].distance_to(last[i])
	last = places
	if with_table and seconds > SECONDS:
		_judge(places)


func _judge(places: PackedVector3Array) -> void:
	var share := walked / (seconds * crowd.agent_max_speed * COUNT)
	var outside := 0
	for place in places:
		outside += int(absf(place.x) > 80 or absf(place.z) > 60 or absf(place.y) > 0.5 or _is_in_pillar(place, 0))
	var overlapping := Crowding.close_pairs(places, (1 - OVERLAP) * 2 * crowd.agent_radius).size()
	print("%d agents, %.1f s: walked %.0f m (%.2f of full speed), %d arrived, %d off the plaza, %d overlap" % [
		places.size(), seconds, walked, share, arrived, outside, overlapping])
	if places.size() != COUNT:
		Verdict.end(self, ["there are %d agents, not %d" % [places.size(), COUNT]])
	elif share < WALKED:
		Verdict.end(self, ["they walked at %.2f of their speed" % share])
	elif arrived == 0:
		Verdict.end(self, ["nobody arrived"])
	elif outside > 0:
		Verdict.end(self, ["%d are off the plaza or in a pillar" % outside])
	elif overlapping > COUNT / 1000.0:
		Verdict.end(self, ["%d overlap by more than %.2f of their radii" % [overlapping, OVERLAP]])
	else:
		Verdict.end(self, [])


func _is_in_pillar(place: Vector3, margin: float) -> bool:
	return pillars.any(func(pillar: Node3D):
		return absf(place.x - pillar.position.x) < PILLAR + margin and absf(place.z - pillar.position.z) < PILLAR + margin)


func _somewhere() -> Vector3:
	while true:
		var place := Vector3(random.randf_range(-HALF.x, HALF.x), 0, random.randf_range(-HALF.y, HALF.y))
		if not _is_in_pillar(place, 1):
			return place
	return Vector3.ZERO


func controls(c: Controls) -> void:
	c.tip("Drag the flag: all ten thousand meet there by one flood of the plaza. Zoom in: with a focus on the camera those far away step less often.")
	c.handle("meet here", func() -> Vector3: return meeting if meeting.is_finite() else Vector3(0, 0, 20), _meet)
	c.button("Go separate ways", _part)
	c.slider("Agents", 1000, 20000, 1000, func() -> int: return agents.size(), _fill_anew)
	c.property([crowd], "agent_avoidance_enabled", 0, 1, 1, _again)
	c.property([crowd], "agent_max_speed", 0.5, 8.0, 0.1, _again)
	c.property([crowd], "use_threads")
	c.property([crowd], "focus_camera")
	c.property([crowd], "focus_distance", 10, 100, 5)
	c.number("Arrived", func() -> int: return arrived)
	c.number("Goal fields", crowd.get_goal_field_count)
	c.time([crowd])


func _meet(place: Vector3) -> void:
	var way := NavMap.of(self).find_path(crowd.get_agent_positions()[0], place)
	if way.points:
		meeting = way.points[-1]        # a pillar's top is an island: they meet as near to it as one can walk
		crowd.request_paths(agents, [meeting])


func _part() -> void:
	meeting = Vector3.INF
	_send(agents, crowd.get_agent_positions())


func _fill_anew(count: int) -> void:
	crowd.remove_agents(agents)
	meeting = Vector3.INF
	_fill(count)


func _again() -> void:
	agents = Crowding.made_again(crowd)
	if meeting.is_finite():
		_meet(meeting)
	else:
		_part()
