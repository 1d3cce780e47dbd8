extends SceneTree
## The node's side of bench_flow_tiles.py: the same map, goals and starts, in NavFlowField. The folder bench/ holds scene.json, costs (float32, row by
## row), goals and starts (x, z; float32, group by group). Prints microseconds of each frame, told apart: the field's own work, which is done in its
## notification of a physics frame, and the questions of the script.

const SETTLE := 60				## Frames after all units go by fields, and after the stamp.

var settings: Dictionary = JSON.parse_string(FileAccess.get_file_as_string("res://bench/scene.json"))
var field := NavFlowField.new()
var sets: Array[int] = []
var places: Array[PackedVector3Array] = []
var costs := FileAccess.get_file_as_bytes("res://bench/costs").to_float32_array()
var work := PackedInt64Array()
var questions := PackedInt64Array()
var in_walls := 0
var without_step := 0


func points(name: String) -> PackedVector3Array:
	var numbers := FileAccess.get_file_as_bytes("res://bench/" + name).to_float32_array()
	var found := PackedVector3Array()
	for i in range(0, numbers.size(), 2):
		found.append(Vector3(numbers[i], 0, numbers[i + 1]))
	return found


func _initialize() -> void:
	var size: int = settings.size
	field.process_mode = Node.PROCESS_MODE_DISABLED			# its frames are called and timed here
	root.add_child(field)
	field.region = Rect2i(0, 0, size, size)
	field.set_costs(field.region, costs)
	field.sector_size = 64
	var budget := field.update_budget
	field.update_budget = 1e6
	var begun := Time.get_ticks_usec()
	frame_of_field()
	print("RESULT built ", Time.get_ticks_usec() - begun)
	work.clear()
	field.update_budget = budget
	var goals := points("goals")
	var starts := points("starts")
	var units := starts.size() / goals.size()
	for i in goals.size():
		sets.append(field.add_goal_set([goals[i]]))
		places.append(starts.slice(i * units, (i + 1) * units))
	for i in 2:
		step(i == 0)
	while field.is_finding and work.size() < 2000:
		step()
	print("RESULT frames_to_fields ", work.size())
	for i in SETTLE:
		step()
	stamp(Vector2i(int(places[0][0].x) + 30, int(places[0][0].z) + 30).clampi(0, size - 24))
	for i in SETTLE:
		step()
	print("RESULT work ", JSON.stringify(Array(work)))
	print("RESULT questions ", JSON.stringify(Array(questions)))
	print("RESULT wrong ", JSON.stringify([in_walls, without_step]))
	quit()


func frame_of_field() -> void:
	var begun := Time.get_ticks_usec()
	field.notification(Node.NOTIFICATION_INTERNAL_PHYSICS_PROCESS)
	work.append(Time.get_ticks_usec() - begun)


func step(first := false) -> void:
	var asked := 0
	for group in sets.size():
		var begun := Time.get_ticks_usec()
		var along := field.get_directions(places[group], sets[group])
		asked += Time.get_ticks_usec() - begun
		var units := places[group]
		for i in units.size():
			units[i] += along[i] * float(settings.step)
			in_walls += int(is_inf(costs[int(units[i].z) * int(settings.size) + int(units[i].x)]))
			without_step += int(first and along[i] == Vector3.ZERO)
		places[group] = units
	questions.append(asked)
	frame_of_field()


## Walls on every fourth row, but where units stand.
func stamp(at: Vector2i) -> void:
	var taken := {}
	for units in places:
		for unit in units:
			taken[Vector2i(int(unit.x), int(unit.z))] = true
	for y in range(2, 24, 4):
		for x in 24:
			var cell := at + Vector2i(x, y)
			if not taken.has(cell):
				field.set_cost(cell, INF)
				costs[cell.y * int(settings.size) + cell.x] = INF
