## A scene made for NavigationAgent2D, twice: on the left as it was, on the right the agents' type is NavAgent2D, and a
## NavMeshBaker2D stands for the NavigationRegion2D.
##
## Walls, goals and script (manual_walker_2d.gd) are the same ones: six go to the other side of the hall, and avoid each other by
## velocity_computed. In a window they go to and fro for ever. With [code]-- --table[/code] on the command line they go once, and a table
## says what was different.
extends Node2D

const TITLE := "From NavigationAgent2D"
const SHOWS := "A scene made for NavigationAgent2D, before and after the node's type is changed."

const Controls := preload("res://scripts/play/controls.gd")
const Verdict := preload("res://scripts/verdict.gd")

const TIME_LIMIT := 60.0        ## Seconds of game time.
const NEAR_TARGET := 11.0       ## Pixels: target_desired_distance and a little.
const ROW := "%-18s  %8s  %10s  %10s  %10s  %10s"


## One of the two, and what happened to it.
class Half:
	var name: String
	var walkers: Array
	var targets := {}           ## By walker: its goal.
	var homes := {}             ## By walker: where it goes back to.
	var last := {}              ## By walker: its place in the frame before.
	var is_there := {}          ## By walker.
	var walked := 0.0           ## Pixels, of all together.
	var closest := INF          ## Pixels from the middle of one to the middle of another.
	var seconds := 0.0

	func _init(node: Node2D) -> void:
		walkers = node.get_node("Walkers").get_children()
		name = walkers[0].get_node("Agent").get_class()
		for i in walkers.size():
			var walker: Node2D = walkers[i]
			homes[walker] = walker.global_position
			targets[walker] = walkers[walkers.size() - 1 - i].global_position
			last[walker] = walker.global_position

	func observe(delta: float) -> void:
		if is_there.size() < walkers.size():
			seconds += delta
		for walker: Node2D in walkers:
			walked += walker.global_position.distance_to(last[walker])
			last[walker] = walker.global_position
			for other: Node2D in walkers:
				if other != walker:
					closest = minf(closest, walker.global_position.distance_to(other.global_position))

	func most_off() -> float:
		return walkers.map(func(walker: Node2D) -> float: return walker.global_position.distance_to(targets[walker])).max()


var with_table := "--table" in OS.get_cmdline_user_args()
var halves: Array[Half]


func _ready() -> void:
	$Engine/NavigationRegion2D.bake_navigation_polygon(false)
	halves = [Half.new($Engine), Half.new($Navpy)]
	await get_tree().physics_frame      # the engine's map is empty in the first frame
	for half in halves:
		for walker: Node2D in half.walkers:
			walker.get_node("Agent").navigation_finished.connect(_on_finished.bind(half, walker))
			walker.set_movement_target(half.targets[walker])


func _physics_process(delta: float) -> void:
	for half in halves:
		half.observe(delta)
	if with_table and halves.all(func(half: Half) -> bool: return half.is_there.size() == half.walkers.size() or half.seconds > TIME_LIMIT):
		_end()


func _on_finished(half: Half, walker: Node2D) -> void:
	half.is_there[walker] = true
	if not with_table and half.is_there.size() == half.walkers.size():
		half.is_there.clear()
		var targets := half.targets
		half.targets = half.homes
		half.homes = targets
		for each: Node2D in half.walkers:
			each.set_movement_target.call_deferred(half.targets[each])


func _end() -> void:
	var faults := PackedStringArray()
	print(ROW % ["agent", "arrived", "seconds", "walked px", "closest px", "most off px"])
	for half in halves:
		print(ROW % [half.name, "%d of %d" % [half.is_there.size(), half.walkers.size()], "%.2f" % half.seconds, "%.1f" % half.walked,
				"%.1f" % half.closest, "%.1f" % half.most_off()])
	if halves[1].is_there.size() < halves[1].walkers.size() or halves[1].most_off() > NEAR_TARGET:
		faults.append("a %s ended %.1f px from its target" % [halves[1].name, halves[1].most_off()])
	Verdict.end(self, faults)


func controls(c: Controls) -> void:
	c.tip("Drag somebody on either side. Turn avoidance off, or let them want more room, and compare how the two halves cope.")
	c.property(_agents, "avoidance_enabled")
	c.property(_agents, "radius", 5, 30, 1)
	c.property(_agents, "max_speed", 20, 300, 10)
	c.property(_agents, "time_horizon_agents", 0.1, 4.0)
	c.slider("Speed (px/s)", 20, 300, 10, func() -> float: return halves[0].walkers[0].movement_speed, _set_speed, "of all walkers")
	for half in halves:
		c.number(half.name.trim_suffix("2D"), func() -> String: return "%d of %d there" % [half.is_there.size(), half.walkers.size()])
		c.number("  closest", func() -> String: return "%.1f px" % half.closest, "From the middle of one to the middle of another, so far")
	c.drag_bodies(_walkers)


func _walkers() -> Array:
	return halves[0].walkers + halves[1].walkers


func _agents() -> Array:
	return _walkers().map(func(walker: Node) -> Node: return walker.get_node("Agent"))


func _set_speed(to: float) -> void:
	for walker: Node in _walkers():
		walker.movement_speed = to
