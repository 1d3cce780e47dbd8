## Waits until every character has done what it was told, prints a table and ends the program: 0 if all is well, else 1.
extends Node

const Names := preload("res://scripts/names.gd")
const Verdict := preload("res://scripts/verdict.gd")

const TIME_LIMIT := 120.0       ## Seconds of game time.
const BAKE_LIMIT := 60.0        ## Seconds by the clock: in a run at a fixed step game time passes faster.
const NEAR_GOAL := 1.1          ## Meters in the ground plane: the agents' target_desired_distance and a little.
const SAME_FLOOR := 0.5        ## Meters of height.
const ROW := "%-6s  %-42s  %-8s  %-17s  %8s  %8s  %8s"


## What happened to one character; lengths in the ground plane.
class Record:
	var character: Node3D
	var last_place: Vector3
	var path_end: Vector3
	var path_length := 0.0      ## Of all the paths it was given, one for each place.
	var walked := 0.0
	var seconds := -1.0         ## Until it had done what it was told; -1: not yet.
	var off: Vector3            ## From its feet to its goal at that time.

	func _init(who: Node3D) -> void:
		character = who
		last_place = who.global_position
		path_end = last_place

	func observe(now: float) -> void:
		walked += _flat(character.global_position - last_place)
		last_place = character.global_position
		var path: PackedVector3Array = character.agent.get_current_navigation_path()
		if not path.is_empty() and path[-1] != path_end:
			path_end = path[-1]
			for i in range(1, path.size()):
				path_length += _flat(path[i] - path[i - 1])
		if seconds < 0 and character.status != NavAgent.RUNNING:
			seconds = now
			off = character.goal() - character.feet()

	func fault() -> String:
		if seconds < 0:
			return "is still on the way after %d s" % TIME_LIMIT
		if character.goal_is_reachable:
			return _fault_of_arrival()
		return _fault_of_failure()

	func _fault_of_arrival() -> String:
		if character.status != NavAgent.SUCCESS:
			return "should arrive, but: " + character.agent.reason_text
		if _flat(off) > NEAR_GOAL:
			return "ended %.2f m from the goal" % _flat(off)
		if absf(off.y) > SAME_FLOOR:
			return "ended %.2f m above or below the goal" % absf(off.y)
		if not character.goal_moves and walked > character.longest_walk * path_length:
			return "walked %.2f m for a path of %.2f m" % [walked, path_length]
		return ""

	func _fault_of_failure() -> String:
		if character.status != NavAgent.FAILURE:
			return "should not find a way, but ended as %s" % Names.of_status(character.status)
		if not character.agent.reason in [NavAgent.REASON_GOAL_UNREACHABLE, NavAgent.REASON_GOAL_OFF_MESH]:
			return "failed for another reason than its goal: " + Names.of_reason(character.agent.reason)
		if walked > 0.01:
			return "walked %.2f m with nowhere to go" % walked
		return ""

	func _flat(way: Vector3) -> float:
		return Vector2(way.x, way.z).length()


var baker: NavMeshBaker
var records: Array[Record]
var baked := false
## func(character) -> String: what else is wrong with a character, if anything.
var further_fault := func(_character: Node3D) -> String: return ""
var seconds := 0.0


func _init(source: NavMeshBaker, characters: Array) -> void:
	baker = source
	records.assign(characters.map(func(character): return Record.new(character)))


func _ready() -> void:
	baker.bake_finished.connect(func(success: bool): baked = success)


func _physics_process(delta: float) -> void:
	if not baked:
		if not baker.is_baking() or Time.get_ticks_msec() > 1000 * BAKE_LIMIT:
			Verdict.end(self, ["the navmesh was not baked"])
		return
	for record in records:
		record.observe(seconds)
	seconds += delta
	if seconds > TIME_LIMIT or records.all(func(record): return record.seconds >= 0):
		Verdict.end(self, _print_table())


## Prints the table and returns what is wrong, a line each.
func _print_table() -> PackedStringArray:
	var faults := PackedStringArray()
	print(ROW % ["agent", "was told to", "status", "reason", "path m", "walked m", "seconds"])
	for record in records:
		var who := record.character
		print(ROW % [who.name, who.order(), Names.of_status(who.status), Names.of_reason(who.agent.reason),
				"-" if who.goal_moves else "%.2f" % record.path_length, "%.2f" % record.walked, "%.2f" % record.seconds])
	for record in records:
		for fault: String in [record.fault(), further_fault.call(record.character)]:
			if fault:
				faults.append("%s %s" % [record.character.name, fault])
	return faults
