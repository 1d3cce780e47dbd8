## Five thousand follow one player, whose target they all share: the Crowd floods from the player instead of searching a path for each of them.
##
## In every frame all are sent to where the player is. Most paths only get another end; who is near, or has the target out of sight, needs
## another path, and all of a frame share one target. In a window they go on for ever. With [code]-- --table[/code] on the command line they follow
## for some seconds, and a line says how near they came and how many floods it took.
extends Node3D

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

@onready var crowd: Crowd = $Crowd
@onready var player: Node3D = $Crowd/Player
@onready var player_agent: NavAgent = $Crowd/Player/NavAgent


func _ready() -> void:
	$NavMeshBaker.navmesh_changed.connect(_begin)
	player_agent.navigation_finished.connect(_walk_on)


## Half of them wait at either end of the streets.
func _begin() -> void:
	var rows := int(2 * DEPTH / SPACING)
	for i in COUNT:
		var side := 1 - 2 * (i % 2)
		began.append(Vector3(side * (EDGE - i / 2 / rows * SPACING), 0, i / 2 % rows * SPACING - DEPTH))
	agents = crowd.add_agents(began)
	_color()
	_walk_on()


func _walk_on() -> void:
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


func _color() -> void:
	await get_tree().physics_frame      # the crowd makes the instances
	await get_tree().physics_frame
	for i in crowd.multimesh.instance_count:
		crowd.multimesh.set_instance_color(i, COLORS[i % 2])
