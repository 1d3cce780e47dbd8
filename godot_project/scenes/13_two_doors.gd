## Two halls, each with two doors and sixty agents, most of them nearer to the door in the middle. Those of the blue Crowd have
## [code]agent_avoids_congestion[/code], as by default; those of the orange one queue before the nearer door.
##
## In a window they go to and fro for ever. With [code]-- --table[/code] on the command line they go once; a table says how many are
## through which door, and the last lines when all were.
extends Node3D

const TITLE := "Two doors"
const SHOWS := "A crowd that spreads over two doors, beside one that queues before the nearer one."

const Controls := preload("res://scripts/play/controls.gd")
const Crowding := preload("res://scripts/crowding.gd")
const Verdict := preload("res://scripts/verdict.gd")

const COUNT := 60
const FILES := 8
const SPACING := 1.1            ## Meters.
const FIRST_RANK := -4.0        ## Meters from the wall.
const WAY := 22.0              ## Meters from where somebody starts to where it goes.
const FIRST_DOOR := 0.0         ## Meters, z in a hall: the middle of each door.
const SECOND_DOOR := 4.0
const WALL := 1.0               ## Meters from the middle of the wall to where somebody is through.
const TIME_LIMIT := 90.0        ## Seconds of game time.
const BAKE_LIMIT := 60.0        ## Seconds by the clock: in a run at a fixed step game time passes faster.
const EVERY := 60               ## Frames from one look at all of them to the next.
const SOONER := 0.9             ## Of the time of the others, in which all are through who avoid congestion.
const ROW := "%8s  %14s  %14s  %14s  %14s"
const LINE := "%s  %d by the first door, %d by the second, the last after %.1f s, on average after %.1f s"

var with_table := "--table" in OS.get_cmdline_user_args()
var seconds := 0.0
var frames := 0
var direction := 1.0
var has_begun := false
var halls: Array[Hall] = []


## The agents of one hall.
class Hall:
	var crowd: Crowd
	var middle: float               ## Meters, z of the hall's middle.
	var name: String
	var agents: PackedInt64Array
	var through := {}               ## By agent: seconds.
	var by_second := 0
	var arrived := {}

	func mean() -> float:
		var sum := 0.0
		for agent: int in through:
			sum += through[agent]
		return sum / maxi(1, through.size())

	func last() -> float:
		return through.values().max() if through else 0.0


func _ready() -> void:
	for crowd: Crowd in [$WithoutIt, $WithIt]:
		var hall := Hall.new()
		hall.crowd = crowd
		hall.middle = -7.0 if crowd == $WithoutIt else 7.0
		hall.name = "without" if crowd == $WithoutIt else "with"
		_fill(hall, COUNT)
		crowd.agents_arrived.connect(func(whom: PackedInt64Array) -> void: for agent in whom: hall.arrived[agent] = true)
		halls.append(hall)
	$NavMeshBaker.navmesh_changed.connect(_on_navmesh_changed)
	if with_table:
		print(ROW % ["seconds", "without: first", "second door", "with: first", "second door"])


func _fill(hall: Hall, count: int) -> void:
	var places := PackedVector3Array()
	for i in count:
		places.append(Vector3(FIRST_RANK - SPACING * (i / FILES), 0, hall.middle + SPACING * (i % FILES) - 4.0))
	hall.agents = hall.crowd.add_agents(places)
	Crowding.color(hall.crowd, func(_i: int) -> Color: return Color(0.95, 0.64, 0.23) if hall.crowd == $WithoutIt else Color(0.23, 0.48, 0.95))


func _physics_process(delta: float) -> void:
	if not has_begun:
		if Time.get_ticks_msec() > 1000 * BAKE_LIMIT:
			Verdict.end(self, ["the navmesh was not baked"])
		return
	seconds += delta
	frames += 1
	for hall in halls:
		_count(hall)
	_label()
	if with_table and frames % EVERY == 0:
		print(ROW % ["%.1f" % seconds, halls[0].through.size() - halls[0].by_second, halls[0].by_second,
				halls[1].through.size() - halls[1].by_second, halls[1].by_second])
	if halls.all(func(hall: Hall) -> bool: return hall.through.size() == hall.agents.size()):
		if with_table:
			_judge()
		elif halls.all(func(hall: Hall) -> bool: return hall.arrived.size() == hall.agents.size()):
			direction = -direction
			_set_off()
	elif with_table and seconds > TIME_LIMIT:
		Verdict.end(self, ["not all are through after %d s" % TIME_LIMIT])


## The first bake, and each after a door was changed.
func _on_navmesh_changed() -> void:
	if has_begun:
		_begin_anew()
	else:
		_set_off()


## Who is in front goes farthest, so that nobody stands in the way of those behind.
func _set_off() -> void:
	has_begun = true
	seconds = 0.0
	for hall in halls:
		hall.through.clear()
		hall.arrived.clear()
		hall.by_second = 0
		var targets := hall.crowd.get_agent_positions()
		for i in targets.size():
			targets[i].x += direction * WAY
		var refused := hall.crowd.request_paths(hall.agents, targets)
		if refused:
			Verdict.end(self, ["%d of them have no way" % refused])


func _count(hall: Hall) -> void:
	var places := hall.crowd.get_agent_positions()
	for i in hall.agents.size():
		if hall.agents[i] not in hall.through and direction * places[i].x > WALL:
			hall.through[hall.agents[i]] = seconds
			hall.by_second += int(places[i].z - hall.middle > (FIRST_DOOR + SECOND_DOOR) / 2)


func _label() -> void:
	var text := "[b]%s[/b]\n%d agents each, most nearer to the door in the middle\n" % [TITLE, halls[0].agents.size()]
	for hall in halls:
		var color := "#f2a33a" if hall == halls[0] else "#3a7af2"
		text += "[color=%s]●[/color] %s agent_avoids_congestion: %d + %d through, %.1f s\n" % [
				color, hall.name, hall.through.size() - hall.by_second, hall.by_second, hall.last()]
	$Legend/Panel/Text.text = text


func _judge() -> void:
	for hall in halls:
		print(LINE % [hall.name, COUNT - hall.by_second, hall.by_second, hall.last(), hall.mean()])
	if halls[1].last() > SOONER * halls[0].last() or halls[1].mean() > halls[0].mean():
		Verdict.end(self, ["who avoids congestion is not sooner through"])
	else:
		Verdict.end(self, [])


func controls(c: Controls) -> void:
	c.tip("Both halls begin again after each change. Drag the second doors, or widen them: who avoids congestion takes the way that is shorter in time.")
	c.door($WallMiddleWithout, $WallSouthWithout, $NavMeshBaker, 2.0, "Door without")
	c.door($WallMiddleWith, $WallSouthWith, $NavMeshBaker, 2.0, "Door with")
	var crowds: Array[Node] = [$WithoutIt, $WithIt]
	c.slider("Agents a hall", 8, 120, 4, func() -> int: return halls[0].agents.size(), _fill_anew)
	c.property(crowds, "agent_max_speed", 0.5, 6.0, 0.1, _begin_anew)
	c.property(crowds, "agent_time_gap", 0.0, 2.0, 0.1, _begin_anew)
	c.property(crowds, "agent_avoidance_enabled", 0, 1, 1, _begin_anew)
	c.button("Begin again", _begin_anew)
	c.time(crowds)


func _begin_anew() -> void:
	_fill_anew(halls[0].agents.size())


func _fill_anew(count: int) -> void:
	direction = 1.0
	for hall in halls:
		hall.crowd.remove_agents(hall.agents)
		_fill(hall, count)
	_set_off()
