## A thousand agents without a node each go from one hall to the other, through a doorway of twelve meters.
##
## In a window they go to and fro for ever. With [code]-- --table[/code] on the command line they go once; a table says how many
## are through, how far off the navmesh anybody was, and how deep the deepest overlap of two.
extends Node3D

const Crowding := preload("res://scripts/crowding.gd")
const Verdict := preload("res://scripts/verdict.gd")

const RANKS := 40
const FILES := 25
const SPACING := 0.8            ## Meters.
const FIRST_RANK := -3.5        ## Meters from the wall.
const HALL := 37.0              ## Meters from where somebody starts to where it goes.
const TIME_LIMIT := 120.0       ## Seconds of game time.
const BAKE_LIMIT := 60.0        ## Seconds by the clock: in a run at a fixed step game time passes faster.
const EVERY := 30               ## Frames from one look at all of them to the next.
const OFF_NAVMESH := 0.01       ## Meters.
const OVERLAP := 0.1            ## Of the sum of two radii.
const ROW := "%8s  %8s  %8s  %14s  %18s"

var with_table := "--table" in OS.get_cmdline_user_args()
var agents: PackedInt64Array
var seconds := 0.0
var frames := 0
var direction := 1.0
var arrived := {}
var deepest := 0.0              ## Overlap, in sums of two radii.
var farthest := 0.0             ## Off the navmesh, in meters.
var triangles: PackedVector3Array

@onready var crowd: Crowd = $Crowd


func _ready() -> void:
	var places := PackedVector3Array()
	for rank in RANKS:
		for file in FILES:
			places.append(Vector3(FIRST_RANK - SPACING * rank, 0, SPACING * (file - (FILES - 1) / 2.0)))
	agents = crowd.add_agents(places)
	_color()
	crowd.agents_arrived.connect(_on_arrived)
	$NavMeshBaker.navmesh_changed.connect(_set_off)
	if with_table:
		print(ROW % ["seconds", "through", "arrived", "off navmesh m", "deepest overlap"])


func _physics_process(delta: float) -> void:
	if triangles.is_empty():
		if Time.get_ticks_msec() > 1000 * BAKE_LIMIT:
			Verdict.end(self, ["the navmesh was not baked"])
		return
	seconds += delta
	frames += 1
	if arrived.size() == agents.size() and not with_table:
		direction = -direction
		_set_off()
	if with_table and (frames % EVERY == 0 or arrived.size() == agents.size()):
		_look()


## Who is in front goes farthest, so that nobody stands in the way of those behind.
func _set_off() -> void:
	triangles = $NavMeshBaker.navmesh.get_triangles()
	arrived.clear()
	var targets := crowd.get_agent_positions()
	for i in targets.size():
		targets[i].x += direction * HALL
	var refused := crowd.request_paths(agents, targets)
	if refused:
		Verdict.end(self, ["%d of them have no way" % refused])


func _on_arrived(whom: PackedInt64Array) -> void:
	for agent in whom:
		arrived[agent] = true


func _look() -> void:
	var places := crowd.get_agent_positions()
	var through := 0
	for place in places:
		through += int(place.x > 0)
		farthest = maxf(farthest, _off_navmesh(place))
	deepest = maxf(deepest, _deepest_overlap(places))
	var all_there := arrived.size() == agents.size()
	if all_there or frames % (10 * EVERY) == 0:
		print(ROW % ["%.2f" % seconds, through, arrived.size(), "%.3f" % farthest, "%.3f of 2 radii" % deepest])
	if farthest > OFF_NAVMESH:
		Verdict.end(self, ["somebody is %.3f m off the navmesh" % farthest])
	elif deepest > OVERLAP:
		Verdict.end(self, ["two overlap by %.3f of their radii" % deepest])
	elif all_there:
		Verdict.end(self, [] if through == agents.size() else ["only %d of those who arrived are through" % through])
	elif seconds > TIME_LIMIT:
		Verdict.end(self, ["only %d are through after %d s" % [through, TIME_LIMIT]])


func _off_navmesh(place: Vector3) -> float:
	var nearest := INF
	var point := Vector2(place.x, place.z)
	for i in range(0, triangles.size(), 3):
		var a := Vector2(triangles[i].x, triangles[i].z)
		var b := Vector2(triangles[i + 1].x, triangles[i + 1].z)
		var c := Vector2(triangles[i + 2].x, triangles[i + 2].z)
		if Geometry2D.point_is_inside_triangle(point, a, b, c):
			return 0.0
		for edge: Array in [[a, b], [b, c], [c, a]]:
			nearest = minf(nearest, point.distance_to(Geometry2D.get_closest_point_to_segment(point, edge[0], edge[1])))
	return nearest


func _deepest_overlap(places: PackedVector3Array) -> float:
	var width := 2 * crowd.agent_radius
	var nearest := width
	for distance in Crowding.close_pairs(places, width):
		nearest = minf(nearest, distance)
	return 1 - nearest / width


func _color() -> void:
	var bodies := crowd.multimesh
	await get_tree().physics_frame      # the crowd makes the instances
	await get_tree().physics_frame
	for i in bodies.instance_count:
		bodies.set_instance_color(i, Color(0.95, 0.64, 0.23).lerp(Color(0.2, 0.42, 0.95), i / float(agents.size())))
