## A museum as text: three storeys of letters, each a module of 4 × 4 m. Equal letters side by side are one room, and between different letters is a wall.
##
## S and T are stairwells of 2 × 2 modules, L is the lift, and a point is a void that is looked into from a gallery. Two plans are drawn below. The third
## one is made from a seed.
extends RefCounted

const MODULE := 4.0             ## Meters, the side of a module.
const STOREY := 3.5             ## Meters from one floor to the next.
const WELLS := "ST"
const LIFT := "L"
const VOID := "."
const OUTSIDE := " "
const SIDES := {"<": Vector2i.LEFT, ">": Vector2i.RIGHT, "^": Vector2i.UP, "v": Vector2i.DOWN}

## Doors are "room room : kind", and a side in place of a room leads outside: open, door, red, staff, vent, exit, drop or ladder.
## Things are "what : room": gem, key, desk, alarm.
const DRAWN: Array[Dictionary] = [
	{
		"title": "The old wing",
		"storeys": [
			["SSAAABBBTT", "SSAAABBBTT", "CCCMMMMDDD", "CCCMMMMDDD", "EEEMMMMFFF", "EEEMMMMFFF", "GGGMMMMHHL"],
			["SSAAABBBTT", "SSAAABBBTT", "CCKKKKKKDD", "CCKK..KKDD", "EEKK..KKFF", "EEKK..KKFF", "GGKKKKKKHL"],
			["SSAAABBBTT", "SSAAABBBTT", "CCCKKKKDDD", "CCCK..KDDD", "EEEK..KFFF", "EEEKKKKFFF", "GGGGGHHHHL"],
		],
		"doors": [
			"SA AB BT:staff CS AM BM:open CM:open DM:open EM:open FM:open EG GM HM HL CE:vent DF:door D>:exit C<:exit TD",
			"SA AB:open BT CS TD AK:open BK CK DK:red EK:open FK GE GK:open HK HL FH:vent",
			"SA AB BT CS TD AK CK DK:open EK FK:red GE GH:open HF HL K.:drop",
		],
		"things": ["desk:M gem:B key:G", "gem:D", "gem:F alarm:G"],
	},
	{
		"title": "The tower of clocks",
		"storeys": [
			["AAABBBCCC", "AAABBBCCC", "SSMMMMMTT", "SSMMMMMTT", "DDMMMMMEE", "DDFFFGGEE", "HHFFFGGIL"],
			["AAABBBCCC", "AAABBBCCC", "SSKKKKKTT", "SSK...KTT", "DDK...KEE", "DDKKKKKEE", "HHFFFGGIL"],
			["AAAABCCCC", "AAAABCCCC", "SSKKKKKTT", "SSK...KTT", "DDKKKKKEE", "DDFFFFFEE", "HHHFFFIIL"],
		],
		"doors": [
			"AB:open BC AM BM:open CM:staff SM TM DM:open EM DH DF FG FM:open GM EI IL HF:vent A<:exit C>:exit",
			"AB BC:red AS CT SK TK BK:open DK EK DH FK:open FG EI IL HF:vent K.:ladder",
			"AB BC AS CT SK TK BK DK EK:red DF:open FE FI HD IL K.:drop",
		],
		"things": ["desk:M gem:A key:H", "gem:C", "gem:E alarm:H"],
	},
]

var title := ""
var storeys: Array[PackedStringArray] = []
var doors: Array[Dictionary] = []       ## storey, cell, side (of the cell, to the other room or outside), kind.
var things: Array[Dictionary] = []      ## storey, cell, what.
var seed_value := 0                     ## Of what is placed by chance.


static func drawn(index: int) -> RefCounted:
	var plan := new()
	var text := DRAWN[index]
	plan.title = text.title
	plan.seed_value = index
	for storey: Array in text.storeys:
		plan.storeys.append(PackedStringArray(storey))
	for storey in plan.storeys.size():
		for words in text.doors[storey].split(" "):
			var parts: PackedStringArray = words.split(":")
			plan._add_door(storey, parts[0][0], parts[0][1], parts[1] if parts.size() > 1 else "door")
		for words in text.things[storey].split(" "):
			plan._add_thing(storey, words.split(":")[1], words.split(":")[0])
	return plan


func size() -> Vector2i:
	return Vector2i(storeys[0][0].length(), storeys[0].size())


func letter(storey: int, cell: Vector2i) -> String:
	return storeys[storey][cell.y][cell.x] if Rect2i(Vector2i.ZERO, size()).has_point(cell) else OUTSIDE


func cells_of(storey: int, room: String) -> Array[Vector2i]:
	var cells: Array[Vector2i] = []
	for y in size().y:
		for x in size().x:
			if storeys[storey][y][x] == room:
				cells.append(Vector2i(x, y))
	return cells


## The letters of the rooms that one walks through, in order.
func rooms(storey: int) -> PackedStringArray:
	var found := PackedStringArray()
	for row in storeys[storey]:
		for room in row:
			if room != VOID and room != LIFT and not room in found:
				found.append(room)
	return found


## In world space, on the floor; the museum's middle is the origin.
func center_of(storey: int, cell: Vector2i) -> Vector3:
	var at := (Vector2(cell) + Vector2(0.5, 0.5) - Vector2(size()) / 2) * MODULE
	return Vector3(at.x, storey * STOREY, at.y)


## The module of a room that is nearest to its middle.
func middle_of(storey: int, room: String) -> Vector2i:
	var cells := cells_of(storey, room)
	var sum := Vector2.ZERO
	for cell in cells:
		sum += Vector2(cell)
	cells.sort_custom(func(a: Vector2i, b: Vector2i) -> bool:
		return Vector2(a).distance_squared_to(sum / cells.size()) < Vector2(b).distance_squared_to(sum / cells.size()))
	return cells[0]


func door_between(storey: int, cell: Vector2i, side: Vector2i) -> Dictionary:
	for door in doors:
		if door.storey == storey and (door.cell == cell and door.side == side or door.cell == cell + side and door.side == -side):
			return door
	return {}


## A door in the middle of the wall that two rooms share.
func _add_door(storey: int, room: String, other: String, kind: String) -> void:
	var walls: Array[Dictionary] = []
	for cell in cells_of(storey, room):
		for side: Vector2i in SIDES.values():
			var beyond := letter(storey, cell + side)
			if beyond == other or beyond == OUTSIDE and SIDES.get(other) == side:
				if door_between(storey, cell, side).is_empty():
					walls.append({"storey": storey, "cell": cell, "side": side, "kind": kind})
	assert(not walls.is_empty(), "%s: %s and %s of storey %d share no free wall" % [title, room, other, storey])
	doors.append(walls[walls.size() / 2])


func _add_thing(storey: int, room: String, what: String) -> void:
	things.append({"storey": storey, "cell": middle_of(storey, room), "what": what})


# ---- from a seed ----

## Stairwells, the lift and the void stay over each other; all other ground of a storey is cut into rooms, and a tree of doors joins them all, with some
## more doors so that there are ways around.
static func made(number: int) -> RefCounted:
	var plan := new()
	var random := RandomNumberGenerator.new()
	random.seed = number
	plan.title = "Museum number %d" % number
	plan.seed_value = number
	var extent := Vector2i(random.randi_range(9, 11), random.randi_range(7, 8))
	var hall := Rect2i(Vector2i(3, 2), extent - Vector2i(6, 4))
	for storey in 3:
		plan._cut(storey, extent, hall, random)
		plan._join(storey, random)
	plan._add_door(0, plan.letter(0, Vector2i(2, extent.y - 1)), "v", "exit")
	plan._add_door(0, plan.letter(0, Vector2i(extent.x - 3, 0)), "^", "exit")
	plan._add_door(1, "M", VOID, "ladder")
	plan._add_door(2, "M", VOID, "drop")
	plan._furnish(random)
	return plan


## Cuts a storey: the hall in its middle, and around it rooms of 2 to 4 modules a side.
func _cut(storey: int, extent: Vector2i, hall: Rect2i, random: RandomNumberGenerator) -> void:
	var letters := {}
	_fill(letters, Rect2i(0, 0, 2, 2), "S")
	_fill(letters, Rect2i(extent - Vector2i(2, 2), Vector2i(2, 2)), "T")
	_fill(letters, Rect2i(extent.x - 1, 0, 1, 1), LIFT)
	_fill(letters, hall, "M")
	if storey > 0:
		_fill(letters, hall.grow(-1), VOID)
	var free := "ABCDEFGHIJKNOPQRUVWXYZ"
	var next := 0
	for y in extent.y:
		for x in extent.x:
			if not letters.has(Vector2i(x, y)):
				var room := Rect2i(x, y, 1, 1)
				var most := Vector2i(random.randi_range(2, 4), random.randi_range(2, 3))
				while room.size.x < most.x and x + room.size.x < extent.x and not letters.has(Vector2i(x + room.size.x, y)):
					room.size.x += 1
				while room.size.y < most.y and _is_free(letters, Rect2i(x, room.end.y, room.size.x, 1), extent):
					room.size.y += 1
				_fill(letters, room, free[next])
				next += 1
	var rows := PackedStringArray()
	for y in extent.y:
		rows.append("".join(range(extent.x).map(func(x: int) -> String: return letters[Vector2i(x, y)])))
	storeys.append(rows)


static func _fill(letters: Dictionary, cells: Rect2i, room: String) -> void:
	for y in range(cells.position.y, cells.end.y):
		for x in range(cells.position.x, cells.end.x):
			letters[Vector2i(x, y)] = room


static func _is_free(letters: Dictionary, cells: Rect2i, extent: Vector2i) -> bool:
	for x in range(cells.position.x, cells.end.x):
		if cells.position.y >= extent.y or letters.has(Vector2i(x, cells.position.y)):
			return false
	return true


## Doors: a random tree over all rooms of a storey, and a quarter of the other walls.
func _join(storey: int, random: RandomNumberGenerator) -> void:
	var pairs: Array[String] = []
	for cell_y in size().y:
		for cell_x in size().x:
			for side: Vector2i in [Vector2i.RIGHT, Vector2i.DOWN]:
				var ends := [letter(storey, Vector2i(cell_x, cell_y)), letter(storey, Vector2i(cell_x, cell_y) + side)]
				ends.sort()
				var pair := "".join(ends)
				if ends[0] != ends[1] and not OUTSIDE in ends and not VOID in ends and not pair in pairs:
					pairs.append(pair)
	for i in range(pairs.size() - 1, 0, -1):
		var other := random.randi_range(0, i)
		var swapped := pairs[i]
		pairs[i] = pairs[other]
		pairs[other] = swapped
	var joined := {}
	for room in rooms(storey):
		joined[room] = room
	var of_lift := pairs.filter(func(pair: String) -> bool: return LIFT in pair)
	_add_door(storey, of_lift[0][0], of_lift[0][1], "door")
	for pair: String in pairs.filter(func(pair: String) -> bool: return not LIFT in pair):
		var is_new: bool = joined[pair[0]] != joined[pair[1]]
		if is_new or random.randf() < 0.25:
			_add_door(storey, pair[0], pair[1], "open" if "M" in pair and random.randf() < 0.5 else "door")
		if is_new:
			var old: String = joined[pair[1]]
			for room: String in joined:
				if joined[room] == old:
					joined[room] = joined[pair[0]]


## The key lies in a room with one door, which is the staff's, and with a vent; so does the last gem, behind a red door. So nobody is cut off by these.
func _furnish(random: RandomNumberGenerator) -> void:
	_add_thing(0, "M", "desk")
	var staff := _lock_one(0, "staff", random)
	_add_thing(0, staff, "key")
	_add_vent(0, staff)
	_add_thing(2, _lock_one(2, "red", random), "gem")
	for storey in 2:
		_add_thing(storey, _any_room(storey, random), "gem")
	_add_thing(1, _any_room(1, random), "alarm")


func _any_room(storey: int, random: RandomNumberGenerator) -> String:
	var free := Array(rooms(storey)).filter(func(room: String) -> bool:
		return not room in WELLS + "M" and things.all(func(entry: Dictionary) -> bool: return entry.storey != storey or letter(storey, entry.cell) != room))
	return free[random.randi_range(0, free.size() - 1)]


## The room, one of those with the fewest doors; these get a lock.
func _lock_one(storey: int, kind: String, random: RandomNumberGenerator) -> String:
	var fewest := {}
	for room in rooms(storey):
		if not room in WELLS + "M" and not doors_of(storey, room).any(func(door: Dictionary) -> bool: return door.kind == "exit"):
			fewest.get_or_add(doors_of(storey, room).size(), []).append(room)
	var choice: Array = fewest[fewest.keys().min()]
	var room: String = choice[random.randi_range(0, choice.size() - 1)]
	for door in doors_of(storey, room):
		door.kind = kind
	return room


func doors_of(storey: int, room: String) -> Array[Dictionary]:
	return doors.filter(func(door: Dictionary) -> bool:
		return door.storey == storey and room in [letter(storey, door.cell), letter(storey, door.cell + door.side)])


func _add_vent(storey: int, room: String) -> void:
	for cell in cells_of(storey, room):
		for side: Vector2i in SIDES.values():
			var beyond := letter(storey, cell + side)
			if not beyond in [room, OUTSIDE, LIFT] and not beyond in WELLS and door_between(storey, cell, side).is_empty():
				doors.append({"storey": storey, "cell": cell, "side": side, "kind": "vent"})
				return
