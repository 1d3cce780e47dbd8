## Five thousand follow one player, whose target they all share: the Crowd floods from the player instead of searching a path for each of them.
##
## In every frame all are sent to where the player is. Most paths only get another end; who is near, or has the target out of sight, needs
## another path, and all of a frame share one target. In a window they go on for ever. With [code]-- --table[/code] on the command line they follow
## for some seconds, and a line says how near they came and how many floods it took.
extends Node3D

const TITLE := "Five thousand after one"
const SHOWS := "A horde follows one player: one flood finds the paths of a frame."

const Controls := preload("res://scripts/play/controls.gd")
const Crowding := preload("res://scripts/crowding.gd")
const Verdict := preload("res://scripts/verdict.gd")

const COUNT := 5_000
const SPACING := 0.8            ## Meters between those who wait.
const EDGE := 66.0              ## Meters from the middle to the outermost of them.
const DEPTH := 43.0             ## Meters that they reach to both sides.
const WAY: Array[Vector3] = [Vector3(-14, 0, -35), Vector3(-14, 0, 0), Vector3(14, 0, 0), Vector3(14, 0, 35), Vector3(0, 0, 35),
	Vector3(0, 0, -35)]         ## Of the player, from street to street and round again.
const SECONDS := 10.0           ## Of game time, in a run with a table.
const BAKE_LIMIT := 60.0        ## Seconds by the clock: in a run at a fixed step game time passes faster.
const NEARER := 0.5             ## Of what they could have come nearer if nobody hindered them, on average.
const OVERLAP := 0.1            ## Of the sum of two radii, for one in a hundred at most: they throng.
const COLORS: Array[Color] = [Color(0.3, 0.5, 0.95), Color(0.95, 0.65, 0.2)]

var with_table := "--table" in OS.get_cmdline_user_args()
var agents: PackedInt64Array
var began := PackedVector3Array()
var seconds := 0.0
var refused := 0
var next := 0
var is_led := false             ## The player, by a developer who plays.

@onready var crowd: Crowd = $Crowd
@onready var player: Node3D = $Crowd/Player
@onready var player_agent: NavAgent = $Crowd/Player/NavAgent


func _ready() -> void:
	$NavMeshBaker.navmesh_changed.connect(_begin)
	player_agent.navigation_finished.connect(_walk_on)


## Half of them wait at either end of the streets.
func _begin() -> void:
	if agents.is_empty():
		_fill(COUNT)
	_walk_on()


func _fill(count: int) -> void:
	var rows := int(2 * DEPTH / SPACING)
	began.clear()
	for i in count:
		var side := 1 - 2 * (i % 2)
		began.append(Vector3(side * (EDGE - i / 2 / rows * SPACING), 0, i / 2 % rows * SPACING - DEPTH))
	agents = crowd.add_agents(began)
	Crowding.color(crowd, func(i: int) -> Color: return COLORS[i % 2])


func _walk_on() -> void:
	if is_led:
		return
	player_agent.requestPath(WAY[next])
	next = (next + 1) % WAY.size()


func _physics_process(delta: float) -> void:
	if agents.is_empty():
		if Time.get_ticks_msec() > 1000 * BAKE_LIMIT:
			Verdict.end(self, ["the navmesh was not baked"])
		return
	seconds += delta
	refused += crowd.request_paths(agents, [player.global_position])
	if with_table and seconds > SECONDS:
		_judge(crowd.get_agent_positions())


func _judge(places: PackedVector3Array) -> void:
	var nearer := 0.0
	var outside := 0
	for i in COUNT:
		nearer += began[i].distance_to(player.global_position) - places[i].distance_to(player.global_position)
		outside += int(absf(places[i].x) > 70 or absf(places[i].z) > 50 or absf(places[i].y) > 0.5)
	var share := nearer / (COUNT * crowd.agent_max_speed * seconds)
	var overlapping := Crowding.close_pairs(places, (1 - OVERLAP) * 2 * crowd.agent_radius).size()
	print("%d agents, %.1f s: %.1f m nearer to the player on average (%.2f of full speed), %d floods, %d refused, %d off the floor, %d overlap" % [
		places.size(), seconds, nearer / COUNT, share, crowd.get_goal_field_count(), refused, outside, overlapping])
	if refused > 0:
		Verdict.end(self, ["%d requests were refused" % refused])
	elif crowd.get_goal_field_count() == 0:
		Verdict.end(self, ["nobody shared a field"])
	elif share < NEARER:
		Verdict.end(self, ["they came nearer at %.2f of their speed" % share])
	elif outside > 0:
		Verdict.end(self, ["%d are off the floor" % outside])
	elif overlapping > COUNT / 100.0:
		Verdict.end(self, ["%d overlap by more than %.2f of their radii" % [overlapping, OVERLAP]])
	else:
		Verdict.end(self, [])


func controls(c: Controls) -> void:
	c.tip("Drag the player's goal, or click where it should go. All five thousand are sent to it in every frame: see what that costs.")
	c.handle("the player's goal", func() -> Vector3: return WAY[next - 1] if not is_led else player_agent.get_final_position(), _lead)
	c.on_click(_lead)
	c.slider("Agents", 500, 10000, 500, func() -> int: return agents.size(), _fill_anew)
	c.slider("Player's max speed", 1.0, 12.0, 0.5, player_agent.get_max_speed, player_agent.set_max_speed, "NavAgent.max_speed")
	c.property([crowd], "agent_max_speed", 0.5, 8.0, 0.1, _again)
	c.property([crowd], "agent_avoidance_enabled", 0, 1, 1, _again)
	c.property([crowd], "agent_target_desired_distance", 0.5, 10.0, 0.5, _again)
	c.property([crowd], "use_threads")
	c.property([crowd], "focus_camera")
	c.number("Goal fields", crowd.get_goal_field_count, "Floods of the navmesh so far")
	c.number("Refused", func() -> int: return refused, "Requests without a path")
	c.time([crowd])


func _lead(place: Vector3) -> void:
	if agents.is_empty():           # the bake is not over yet
		return
	is_led = true
	player_agent.requestPath(NavMap.of(self).closest_point(place))


func _fill_anew(count: int) -> void:
	crowd.remove_agents(agents)
	_fill(count)


func _again() -> void:
	agents = Crowding.made_again(crowd)
