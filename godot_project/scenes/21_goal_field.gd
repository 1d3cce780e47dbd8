## Sheep go to the nearest of two wells. One search from the wells finds the ways from everywhere, and each frame one call tells all sheep where to
## go. The ground has the colors of the field: red at the wells, blue where it is far.
##
## In a window they go on for ever. With [code]-- --table[/code] on the command line it checks that each sheep has walked as far as its way was
## long, and prints how many reached which well.
extends Node3D

const Verdict := preload("res://scripts/verdict.gd")
const Drawing := preload("res://addons/navpy/debug/goal_field.gd")

const COUNT := 600
const SPEED := 3.0              ## Meters a second.
const AT_WELL := 1.5            ## Meters to a well where a sheep has drunk.
const SECONDS := 12.0           ## Of game time, in a run with a table.
const BAKE_LIMIT := 60.0        ## Seconds by the clock.
const DETOUR := 0.02            ## Of a way's length, and a step: what a walk in steps of a frame may be longer.
const LIFT := Vector3(0, 0.3, 0)

var with_table := "--table" in OS.get_cmdline_user_args()
var map: NavMap
var field: NavGoalField
var places: PackedVector3Array
var walked := PackedFloat32Array()  ## By sheep: meters since it was let out.
var ways := PackedFloat32Array()    ## By sheep: meters that its way was long then.
var drunk := [0, 0]                 ## By well.
var seconds := 0.0
var faults := PackedStringArray()

@onready var herd: MultiMesh = $Herd.multimesh
@onready var wells := PackedVector3Array($Wells.get_children().map(func(well): return well.position * Vector3(1, 0, 1)))


func _ready() -> void:
	await $NavMeshBaker.bake_finished
	await get_tree().physics_frame
	map = NavMap.of(self)
	map.set_random_seed(3)
	field = map.goal_field(wells)
	places = map.random_points(COUNT)
	ways = field.distances(places)
	walked.resize(COUNT)
	herd.instance_count = COUNT
	var drawing := Drawing.new()
	drawing.field = field
	add_child(drawing)


func _physics_process(delta: float) -> void:
	if field == null:
		if Time.get_ticks_msec() > 1000 * BAKE_LIMIT:
			Verdict.end(self, ["the navmesh was not baked"])
		return
	var directions := field.directions(places)
	var step := SPEED * delta
	for i in COUNT:
		places[i] += step * directions[i]
		walked[i] += step
	places = map.closest_points(places)
	var distances := field.distances(places)
	for i in COUNT:
		herd.set_instance_transform(i, Transform3D(Basis.IDENTITY, places[i] + LIFT))
		if distances[i] < AT_WELL:
			_drink(i, distances[i])
	seconds += delta
	if with_table and seconds > SECONDS:
		_judge()


## It has drunk, and another one is let out somewhere.
func _drink(sheep: int, left: float) -> void:
	_compare(sheep, left)
	drunk[field.nearest_goal(places[sheep])] += 1
	places[sheep] = map.random_point()
	ways[sheep] = field.distance(places[sheep])
	walked[sheep] = 0.0


func _compare(sheep: int, left: float) -> void:
	var longer := walked[sheep] + left - ways[sheep]
	if with_table and absf(longer) > DETOUR * ways[sheep] + SPEED / 60:
		faults.append("a sheep walked %.2f m more than its way of %.2f m was long" % [longer, ways[sheep]])


func _judge() -> void:
	var distances := field.distances(places)
	for i in COUNT:
		_compare(i, distances[i])
	print("%d sheep drank at one well, %d at the other, in %.0f s" % [drunk[0], drunk[1], seconds])
	if drunk[0] < 50 or drunk[1] < 50:
		faults.append("few came to a well")
	Verdict.end(self, faults)
