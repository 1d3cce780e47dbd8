## A thousand agents without a node each go from one hall to the other, through a doorway of twelve meters.
##
## In a window they go to and fro for ever. With [code]-- --table[/code] on the command line they go once; a table says how many
## are through, how far off the navmesh anybody was, and how deep the deepest overlap of two.
extends Node3D

const TITLE := "A thousand through a doorway"
const SHOWS := "A Crowd of agents without nodes, drawn by one MultiMesh."

const Controls := preload("res://scripts/play/controls.gd")
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
var targets: PackedVector3Array
var flag := Vector3.INF         ## Where the middle of them goes; not finite: from hall to hall.
var arrived := {}
var deepest := 0.0              ## Overlap, in sums of two radii.
var farthest := 0.0             ## Off the navmesh, in meters.
var triangles: PackedVector3Array

@onready var crowd: Crowd = $Crowd


func _ready() -> void:
	_fill(RANKS * FILES)
	crowd.agents_arrived.connect(_on_arrived)
	$NavMeshBaker.navmesh_changed.connect(_on_navmesh_changed)
	if with_table:
		print(ROW % ["seconds", "through", "arrived", "off navmesh m", "deepest overlap"])


func _fill(count: int) -> void:
	var files := maxi(FILES, ceili(float(count) / RANKS))
	var places := PackedVector3Array()
	for i in count:
		places.append(Vector3(FIRST_RANK - SPACING * (i / files), 0, SPACING * (i % files - (files - 1) / 2.0)))
	agents = crowd.add_agents(places)
	Crowding.color(crowd, func(i: int) -> Color: return Color(0.95, 0.64, 0.23).lerp(Color(0.2, 0.42, 0.95), i / float(agents.size())))


func _physics_process(delta: float) -> void:
	if triangles.is_empty():
		if Time.get_ticks_msec() > 1000 * BAKE_LIMIT:
			Verdict.end(self, ["the navmesh was not baked"])
		return
	seconds += delta
	frames += 1
	if arrived.size() == agents.size() and not with_table and not flag.is_finite():
		direction = -direction
		_set_off()
	if with_table and (frames % EVERY == 0 or arrived.size() == agents.size()):
		_look()


func _on_navmesh_changed() -> void:
	triangles = $NavMeshBaker.navmesh.get_triangles()
	if targets.is_empty():
		_set_off()


## Who is in front goes farthest, so that nobody stands in the way of those behind.
func _set_off() -> void:
	targets = crowd.get_agent_positions()
	for i in targets.size():
		targets[i].x += direction * HALL
	_send()


func _send() -> void:
	arrived.clear()
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


func controls(c: Controls) -> void:
	c.tip("Drag the flag: all go to it. Drag the door, narrow it, or turn avoidance off, and see what a step costs.")
	c.handle("goal", _middle, _lead)
	c.door($WallNorth, $WallSouth, $NavMeshBaker, 30.0)
	c.slider("Agents", 100, 1800, 100, func() -> int: return agents.size(), _fill_anew)
	c.property([crowd], "agent_avoidance_enabled", 0, 1, 1, _again)
	c.property([crowd], "agent_max_speed", 0.5, 8.0, 0.1, _again)
	c.property([crowd], "agent_time_gap", 0.0, 2.0, 0.1, _again)
	c.property([crowd], "agent_avoids_congestion", 0, 1, 1, _again)
	c.number("Arrived", func() -> String: return "%d of %d" % [arrived.size(), agents.size()])
	c.time([crowd])


func _middle() -> Vector3:
	return flag if flag.is_finite() else Vector3(direction * HALL / 2, 0, 0)


## All go to where they stand in the ranks around a place.
func _lead(place: Vector3) -> void:
	flag = place
	var files := maxi(FILES, ceili(float(agents.size()) / RANKS))
	var ranks := ceili(float(agents.size()) / files)
	for i in targets.size():
		targets[i] = place + SPACING * Vector3((ranks - 1) / 2.0 - i / files, 0, i % files - (files - 1) / 2.0)
	targets = NavMap.of(self).closest_points(targets)
	_send()


func _fill_anew(count: int) -> void:
	crowd.remove_agents(agents)
	direction = 1.0
	flag = Vector3.INF
	_fill(count)
	_set_off()


func _again() -> void:
	agents = Crowding.made_again(crowd)
	_send()
