extends "res://level.gd"
## A hundred groups of a hundred units each on one large flow field.

const SIZE := 1024
const ROOM := 32                ## Cells; a wall lies between two rooms, with a door in it.
const DOOR := 6
const GROUPS := 100
const UNITS := 100
const STEP := 0.45              ## Of a cell, in a frame.
const TOWER := Rect2i(506, 506, 12, 12)

var walls := PackedByteArray()


func rooms(field: NavFlowField, random: RandomNumberGenerator) -> void:
	walls.resize(SIZE * SIZE)
	for line in range(ROOM, SIZE, ROOM):
		for room in range(0, SIZE, ROOM):
			for down in 2:
				var door := room + random.randi_range(2, ROOM - DOOR - 2)
				for part: Vector2i in [Vector2i(room, door), Vector2i(door + DOOR, room + ROOM)]:
					close(field, Rect2i(line, part.x, 1, part.y - part.x) if down else Rect2i(part.x, line, part.y - part.x, 1))


func close(field: NavFlowField, cells: Rect2i) -> void:
	field.fill(cells, INF)
	for y in range(cells.position.y, cells.end.y):
		for x in range(cells.position.x, cells.end.x):
			walls[y * SIZE + x] = 1


## The middle of a room that is not the tower's.
func middle(room: Vector2i) -> Vector3:
	return Vector3(room.x * ROOM + ROOM / 2.0 + 0.3, 0, room.y * ROOM + ROOM / 2.0 + 0.3)


func scenario_hundred_groups() -> void:
	var random := RandomNumberGenerator.new()
	random.seed = 7
	var field: NavFlowField = put(NavFlowField.new(), {"sector_size": 64, "update_budget": 3.0})
	field.region = Rect2i(0, 0, SIZE, SIZE)
	rooms(field, random)
	var sets := []
	var goals := PackedVector3Array()
	var places: Array[PackedVector3Array] = []
	for group in GROUPS:
		var room := Vector2i(random.randi_range(0, 31), random.randi_range(0, 31))
		var to := (room + Vector2i(random.randi_range(-4, 4), random.randi_range(-4, 4))).clampi(0, 31)
		if to == Vector2i(15, 15):
			to = Vector2i(16, 16)
		goals.append(middle(to))
		sets.append(field.add_goal_set([middle(to)]))
		var units := PackedVector3Array()
		for unit in UNITS:
			units.append(middle(room) + Vector3(random.randf_range(-11, 11), 0, random.randf_range(-11, 11)))
		places.append(units)
	var seen := {"without a first step": 0, "in walls": 0}
	var moved := PackedByteArray()
	moved.resize(GROUPS * UNITS)
	var left := GROUPS
	var at_goal := PackedByteArray()
	at_goal.resize(GROUPS)
	for frame in 3000:
		if frame == 150:
			var on_tower := func(units: PackedVector3Array) -> bool: return Array(units).any(func(unit: Vector3) -> bool: return TOWER.has_point(Vector2i(int(unit.x), int(unit.z))))
			report("tower", not places.any(on_tower))
			close(field, TOWER)
		for group in GROUPS:
			if at_goal[group]:
				continue
			var units := places[group]
			var along := field.get_directions(units, sets[group])
			var checked := frame % 10 == group % 10
			var near := 0
			for unit in UNITS:
				var place := units[unit] + along[unit] * STEP
				units[unit] = place
				if frame < 2 and along[unit] != Vector3.ZERO:
					moved[group * UNITS + unit] = 1
				if checked:
					seen["in walls"] += walls[int(place.z) * SIZE + int(place.x)]
					near += int(place.distance_to(goals[group]) < 1.0)
			places[group] = units
			if near == UNITS:
				at_goal[group] = 1
				left -= 1
		if frame == 1:
			seen["without a first step"] = moved.count(0)
		if left == 0:
			break
		await physics_frame
	report("seen", seen)
	report("groups that have not arrived", left)
