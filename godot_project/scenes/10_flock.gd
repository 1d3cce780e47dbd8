## A shepherd walks from place to place round two walls; a flock of a hundred follows on a leash. None of the flock is a node, and none
## of them ever gets a request: the Crowd lets them follow their leader, apart from each other and together.
##
## In a window they go on for ever. With [code]-- --table[/code] on the command line the shepherd goes round once, and lines say
## how far the flock was from the shepherd, how near to each other, and how far off the navmesh.
extends Node3D

const TITLE := "A flock"
const SHOWS := "A shepherd, and a flock of a hundred on a leash."

const Controls := preload("res://scripts/play/controls.gd")
const Crowding := preload("res://scripts/crowding.gd")
const Patrol := preload("res://addons/navpy/behavior_tree/patrol.gd")
const Verdict := preload("res://scripts/verdict.gd")

const COUNT := 100
const SPEED := 2.2              ## Meters a second, of the shepherd.
const HEIGHT := 0.45            ## Meters, of the middle of a sheep.
const SPACING := 0.9            ## Meters.
const FREE := 0.4               ## Meters from a wall to where one may start.
const TIME_LIMIT := 90.0        ## Seconds of game time.
const BAKE_LIMIT := 60.0        ## Seconds by the clock: in a run at a fixed step game time passes faster.
const EVERY := 30               ## Frames from one look at all of them to the next.
const FARTHEST := 20.0          ## Meters from the shepherd to the last of the flock.
const APART := 1.15             ## Median of the distances to the nearest other one, in sums of two radii, while they walk.
const OVERLAP := 0.1            ## Of the sum of two radii.
const OFF_FLOOR := 0.01         ## Meters.
const WALLS: Array[Rect2] = [Rect2(-8.5, -11, 1, 15), Rect2(7.5, -4, 1, 15)]    ## As in the scene, in the ground plane.
const YARD := Rect2(-20, -11, 40, 22)
const ROW := "%8s  %10s  %12s  %10s  %12s"

var with_table := "--table" in OS.get_cmdline_user_args()
var flock: PackedInt64Array
var seconds := 0.0
var frames := 0
var medians: Array[float] = []
var route: Patrol

@onready var crowd: Crowd = $Crowd
@onready var shepherd: CharacterBody3D = $Crowd/Shepherd


func _ready() -> void:
	shepherd.agent.max_speed = SPEED
	_fill(COUNT)
	route = Patrol.new(shepherd.agent, $Route)
	route.mode = Patrol.ONCE if with_table else Patrol.LOOP
	if with_table:
		print(ROW % ["seconds", "farthest m", "median apart", "nearest", "off floor m"])


## They start behind the shepherd, as near together as there is room in the yard.
func _fill(count: int) -> void:
	var middle := shepherd.position + Vector3(0, 0, -2 - SPACING * sqrt(count) / 2)
	var places: Array[Vector3] = []
	for i in int(YARD.size.x / SPACING):
		for k in int(YARD.size.y / SPACING):
			var place := Vector3(YARD.position.x + SPACING * (i + 0.5), shepherd.position.y + HEIGHT, YARD.position.y + SPACING * (k + 0.5))
			if WALLS.all(func(wall: Rect2) -> bool: return not wall.grow(FREE).has_point(Vector2(place.x, place.z))):
				places.append(place)
	places.sort_custom(func(a: Vector3, b: Vector3) -> bool: return a.distance_squared_to(middle) < b.distance_squared_to(middle))
	flock = crowd.add_agents(PackedVector3Array(places.slice(0, count)))
	_lead()


func _lead() -> void:
	crowd.set_flock_leader(flock, shepherd.agent.get_crowd_id())
	Crowding.color(crowd, func(i: int) -> Color: return Color(0.93, 0.91, 0.85).darkened(0.25 * fmod(i * 0.618, 1.0)))


func _physics_process(delta: float) -> void:
	if $NavMeshBaker.navmesh == null:
		if Time.get_ticks_msec() > 1000 * BAKE_LIMIT:
			Verdict.end(self, ["the navmesh was not baked"])
		return
	seconds += delta
	frames += 1
	var status := route.tick(delta)
	if with_table and status == NavAgent.FAILURE:
		Verdict.end(self, ["the shepherd: " + route.reason_text])
	elif with_table and (frames % EVERY == 0 or status == NavAgent.SUCCESS):
		_look(status == NavAgent.SUCCESS)


func _look(is_there: bool) -> void:
	var places := crowd.get_agent_positions()
	var farthest := 0.0
	var off_floor := 0.0
	var apart: Array[float] = []
	for place in places:
		farthest = maxf(farthest, place.distance_to(shepherd.position))
		off_floor = maxf(off_floor, _off_floor(Vector2(place.x, place.z)))
		apart.append(_distance_to_nearest(place, places) / (2 * crowd.agent_radius))
	apart.sort()
	if seconds > 4:
		medians.append(apart[COUNT / 2])
	if is_there or frames % (8 * EVERY) == 0:
		print(ROW % ["%.2f" % seconds, "%.2f" % farthest, "%.2f radii" % (2 * apart[COUNT / 2]), "%.2f" % (2 * apart[0]), "%.3f" % off_floor])
	if farthest > FARTHEST:
		Verdict.end(self, ["one of the flock is %.1f m behind" % farthest])
	elif apart[0] < 1 - OVERLAP:
		Verdict.end(self, ["two overlap by %.2f of their radii" % (1 - apart[0])])
	elif off_floor > OFF_FLOOR:
		Verdict.end(self, ["somebody is %.3f m off the floor" % off_floor])
	elif seconds > TIME_LIMIT:
		Verdict.end(self, ["the shepherd is still on the way after %d s" % TIME_LIMIT])
	elif is_there:
		medians.sort()
		var median: float = medians[medians.size() / 2]
		Verdict.end(self, [] if median > APART else ["the flock is too dense: %.2f radii" % (2 * median)])


## How far a place is outside of the yard or inside of a wall.
func _off_floor(place: Vector2) -> float:
	var off := place.distance_to(place.clamp(YARD.position, YARD.end))
	for wall in WALLS:
		if wall.has_point(place):
			off = maxf(off, minf(minf(place.x - wall.position.x, wall.end.x - place.x), minf(place.y - wall.position.y, wall.end.y - place.y)))
	return off


func _distance_to_nearest(place: Vector3, places: PackedVector3Array) -> float:
	var nearest := INF
	for other in places:
		if other != place:
			nearest = minf(nearest, place.distance_to(other))
	return nearest


func controls(c: Controls) -> void:
	c.tip("Drag the shepherd, the places of its round, or the walls. Without cohesion the flock falls apart, without separation it clumps.")
	for place in $Route.get_children():
		c.drag(place)
	for wall: Node in [$WestWall, $EastWall]:
		c.drag(wall, "wall", c.rebake($NavMeshBaker), Color(0.75, 0.75, 1))
	c.slider("Sheep", 10, 400, 10, func() -> int: return flock.size(), _fill_anew)
	c.slider("Shepherd's max speed", 0.5, 5.0, 0.1, shepherd.agent.get_max_speed, shepherd.agent.set_max_speed, "NavAgent.max_speed")
	for weight: String in ["separation", "alignment", "cohesion"]:
		c.property([crowd], "agent_%s_weight" % weight, 0.0, 4.0, 0.1, _again)
	c.property([crowd], "agent_flock_radius", 0.5, 6.0, 0.1, _again)
	c.property([crowd], "agent_leash_length", 0.0, 15.0, 0.5, _again)
	c.time([crowd])
	c.drag_bodies(func() -> Array: return [shepherd])


func _fill_anew(count: int) -> void:
	crowd.remove_agents(flock)
	_fill(count)


func _again() -> void:
	flock = Crowding.made_again(crowd)
	_lead()
