## A world of 256 tiles in a file, of which only those near the walkers are loaded. They walk from village to village, by bridges and round walls, over
## ground that comes before them and goes behind them; the overlay draws what is loaded.
##
## The first start bakes the landscape and writes the file to user://, the next ones only open it. In a window it goes on for ever. With
## [code]-- --table[/code] on the command line each walker walks to one other village, and a table tells how far, how long it stood, and how many
## tiles were loaded.
extends Node3D

const TITLE := "A world in a file"
const SHOWS := "Walkers cross a world of 256 tiles, of which those around them are loaded."

const Controls := preload("res://scripts/play/controls.gd")
const Overlay := preload("res://addons/navpy/debug/overlay.gd")
const Verdict := preload("res://scripts/verdict.gd")

const FILE := "user://landscape_1.navworld"     ## Another number after a change of the landscape.
const GOALS: Array[int] = [7, 4, 5, 0, 3, 2, 1, 6]       ## By walker: the village that it walks to first.
const TIME_LIMIT := 150.0       ## Seconds of game time.
const OPEN_LIMIT := 60.0        ## Seconds by the clock.
const STARTS := 1.0             ## Meters after which a walker is under way.
const STANDS := 0.3             ## Meters a second: slower, a walker stands.
const STOOD := 0.25             ## Seconds at most that a walker may have stood under way.
const DETOUR := 1.06            ## Of the path on the whole world: what a route over gates may be longer.
const PART := 0.6               ## Of all tiles: more must never be loaded.
const NEAR := 2.0               ## Meters from the goal.
const VIEW := Vector3(0, 74, 62)        ## From the walker that the camera follows.
const COLORS: Array[Color] = [Color(1, 0.85, 0.2), Color(0.95, 0.35, 0.25), Color(0.3, 0.75, 1), Color(0.9, 0.5, 0.9)]
const ROW := "%8s  %10s  %10s  %8s  %8s"


class Walker:
	var node: Node3D
	var agent: NavAgent
	var goal: int
	var last: Vector3
	var walked := 0.0
	var seconds := 0.0
	var stood := 0.0
	var has_arrived := false


var with_table := "--table" in OS.get_cmdline_user_args()
var walkers: Array[Walker] = []
var seconds := 0.0
var led := Vector3.INF          ## Where a developer who plays sends the first one; not finite: to its village.
var most := 0                   ## Tiles that were loaded at once.

@onready var baker: NavMeshBaker = $NavMeshBaker
@onready var land: Node3D = $Landscape
@onready var text: RichTextLabel = $Legend/Panel/Text


func _ready() -> void:
	if not FileAccess.file_exists(FILE):
		var body: StaticBody3D = land.body()
		land.add_child(body)
		baker.bake_navigation_mesh(false)
		body.queue_free()
		if not baker.save_world(FILE):
			Verdict.end(self, ["the world was not written"])
			return
	baker.navmesh = null
	baker.world_file = FILE
	add_child(Overlay.new())
	for i in GOALS.size():
		_add_walker(i)
	_follow()


func _add_walker(i: int) -> void:
	var walker := Walker.new()
	walker.node = $Crowd/Walker if i == 0 else $Crowd/Walker.duplicate()
	if i > 0:
		$Crowd.add_child(walker.node)
	walker.node.position = land.place_of(i)
	walker.node.add_to_group(baker.stream_group)
	var material := StandardMaterial3D.new()
	material.albedo_color = COLORS[i % COLORS.size()]
	walker.node.get_node("Look").material_override = material
	walker.agent = walker.node.get_node("NavAgent")
	walker.goal = GOALS[i]
	walker.last = walker.node.position
	walker.agent.requestPath(land.place_of(walker.goal))
	walkers.append(walker)


func _physics_process(delta: float) -> void:
	if baker.is_opening_world() or walkers.is_empty():
		if Time.get_ticks_msec() > 1000 * OPEN_LIMIT:
			Verdict.end(self, ["the world was not opened"])
		return
	seconds += delta
	most = maxi(most, baker.loaded_tile_count)
	for walker in walkers:
		_observe(walker, delta)
	text.text = "[b]%s[/b]\n%d of %d tiles loaded, %.1f MB" % [TITLE, baker.loaded_tile_count, baker.world_tile_count, baker.loaded_bytes / 1e6]
	if with_table and (seconds > TIME_LIMIT or walkers.all(func(walker): return walker.has_arrived)):
		Verdict.end(self, _table())


func _observe(walker: Walker, delta: float) -> void:
	var step := walker.node.position.distance_to(walker.last)
	walker.last = walker.node.position
	if walker.has_arrived:
		return
	walker.walked += step
	walker.seconds += delta
	if walker.walked > STARTS and step < STANDS * delta:
		walker.stood += delta
	if walker.agent.hasArrived() != NavAgent.RUNNING:
		walker.has_arrived = with_table
		if not with_table:
			led = Vector3.INF if walker == walkers[0] else led
			walker.goal = (walker.goal + 3) % GOALS.size()
			walker.agent.requestPath(land.place_of(walker.goal))


func _process(_delta: float) -> void:
	_follow()


func _follow() -> void:
	if not walkers.is_empty():
		$Camera.position = walkers[0].node.position + VIEW


## The paths on the whole world, for the table.
func _lengths() -> PackedFloat64Array:
	var lengths := PackedFloat64Array()
	baker.world_file = ""
	var body: StaticBody3D = land.body()
	land.add_child(body)
	baker.bake_navigation_mesh(false)
	for i in walkers.size():
		lengths.append(baker.get_map().find_path(land.place_of(i), land.place_of(walkers[i].goal)).length)
	return lengths


func _table() -> PackedStringArray:
	var faults := PackedStringArray()
	var tiles := baker.world_tile_count
	var status := walkers.map(func(walker): return walker.agent.why_stuck() if walker.agent.hasArrived() != NavAgent.SUCCESS else "")
	var off := walkers.map(func(walker): return walker.node.position.distance_to(land.place_of(walker.goal)))
	var lengths := _lengths()
	print(ROW % ["walker", "walked m", "shortest m", "seconds", "stood s"])
	for i in walkers.size():
		var walker := walkers[i]
		print(ROW % [i, "%.1f" % walker.walked, "%.1f" % lengths[i], "%.1f" % walker.seconds, "%.2f" % walker.stood])
		if status[i] or off[i] > NEAR:
			faults.append("walker %d ended %.1f m from its goal: %s" % [i, off[i], status[i]])
		if walker.walked > DETOUR * lengths[i] + NEAR:
			faults.append("walker %d has walked %.1f m where %.1f m are enough" % [i, walker.walked, lengths[i]])
		if walker.stood > STOOD:
			faults.append("walker %d stood for %.2f s" % [i, walker.stood])
	print("at most %d of %d tiles were loaded" % [most, tiles])
	if most > PART * tiles or most == 0:
		faults.append("%d of %d tiles were loaded at once" % [most, tiles])
	return faults


func controls(c: Controls) -> void:
	c.tip("Drag the ring from the yellow walker to its new goal, or click the ground: it goes there over tiles that are loaded as it comes.")
	c.handle("goal", func() -> Vector3: return led if led.is_finite() else walkers[0].node.position, _lead)
	c.on_click(_lead)
	c.follow(walkers[0].node)
	c.property(_agents, "max_speed", 1, 30, 1)
	c.property([baker], "stream_distance", 10, 80, 2)
	c.property([baker], "stream_memory", 1, 64, 1)
	c.number("Tiles loaded", func() -> String: return "%d of %d" % [baker.loaded_tile_count, baker.world_tile_count])
	c.number("Loaded", func() -> String: return "%.1f MB" % (baker.loaded_bytes / 1e6))
	c.number("Tiles that wait", func() -> int: return baker.starved_tile_count, "NavMeshBaker.starved_tile_count")
	c.number("Way left", func() -> String: return "%.0f m" % walkers[0].agent.distance_left)
	c.time([$Crowd])


func _agents() -> Array:
	return walkers.map(func(walker: Walker) -> NavAgent: return walker.agent)


func _lead(place: Vector3) -> void:
	led = Vector3(place.x, land.height(place.x, place.z), place.z)
	walkers[0].agent.requestPath(led)
