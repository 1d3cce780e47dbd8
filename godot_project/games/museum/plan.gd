## A museum as text: three storeys of letters, each a module of 4 × 4 m. Equal letters side by side are one room; between other letters is a wall.
##
## S and T are stairwells of 2 × 2 modules, L is the lift, and a point is a void that is looked into from a gallery. Two plans are drawn, as files. All
## others are made from a seed.
extends Resource

const MODULE := 4.0             ## Meters, the side of a module.
const STOREY := 3.5             ## Meters from one floor to the next.
const WELLS := "ST"
const LIFT := "L"
const VOID := "."
const OUTSIDE := " "
const SIDES := {"<": Vector2i.LEFT, ">": Vector2i.RIGHT, "^": Vector2i.UP, "v": Vector2i.DOWN}

@export var storeys: Array[PackedStringArray] = []
## By storey: "room room : kind", and a side in place of a room leads outside: open, door, red, staff, vent, exit, drop or ladder.
@export var door_words: PackedStringArray
## By storey: "what : room": gem, key, desk, alarm.
@export var thing_words: PackedStringArray

var doors: Array[Dictionary] = []       ## storey, cell, side (of the cell, to the other room or outside), kind.
var things: Array[Dictionary] = []      ## storey, cell, what.
var seed_value := 0                     ## Of what is placed by chance.


## Of a plan that is drawn: doors and things as its words tell.
func read() -> void:
	for storey in door_words.size():
		for words in door_words[storey].split(" "):
			var parts := words.split(":")
			_add_door(storey, parts[0][0], parts[0][1], parts[1] if parts.size() > 1 else "door")
		for words in thing_words[storey].split(" "):
			_add_thing(storey, words.split(":")[1], words.split(":")[0])


func size() -> Vector2i:
	return Vector2i(storeys[0][0].length(), storeys[0].size())


func letter(storey: int, cell: Vector2i) -> String:
	return storeys[storey][cell.y][cell.x] if Rect2i(Vector2i.ZERO, size()).has_point(cell) else OUTSIDE


func cells_of(storey: int, room: String) -> Array[Vector2i]:
	return cells_in(Rect2i(Vector2i.ZERO, size())).filter(func(cell: Vector2i) -> bool: return letter(storey, cell) == room)


## The letters of the rooms that one walks through, in order.
func rooms(storey: int) -> PackedStringArray:
	var found := PackedStringArray()
	for room in "".join(storeys[storey]):
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
	var sum: Vector2i = cells.reduce(func(a: Vector2i, b: Vector2i) -> Vector2i: return a + b)
	return cells.reduce(func(a: Vector2i, b: Vector2i) -> Vector2i:
		return a if (a * cells.size()).distance_squared_to(sum) <= (b * cells.size()).distance_squared_to(sum) else b)


func places_of(what: String) -> Array[Vector3]:
	var places: Array[Vector3] = []
	for thing in things:
		if thing.what == what:
			places.append(center_of(thing.storey, thing.cell))
	return places


func door_between(storey: int, cell: Vector2i, side: Vector2i) -> Dictionary:
	for door in doors:
		if door.storey == storey and (door.cell == cell and door.side == side or door.cell == cell + side and door.side == -side):
			return door
	return {}


## A door in the middle of the wall that two rooms share.
func _add_door(storey: int, room: String, other: String, kind: String) -> void:
	var walls := _walls_of(storey, room, kind, func(beyond: String, side: Vector2i) -> bool:
		return beyond == other or beyond == OUTSIDE and SIDES.get(other) == side)
	assert(not walls.is_empty(), "%s and %s of storey %d share no free wall" % [room, other, storey])
	doors.append(walls[walls.size() / 2])


## Where a room could have a door of a kind; fits: which letters beyond, to which sides.
func _walls_of(storey: int, room: String, kind: String, fits: Callable) -> Array[Dictionary]:
	var walls: Array[Dictionary] = []
	for cell in cells_of(storey, room):
		for side: Vector2i in SIDES.values():
			if fits.call(letter(storey, cell + side), side) and door_between(storey, cell, side).is_empty():
				walls.append({"storey": storey, "cell": cell, "side": side, "kind": kind})
	return walls


func _add_thing(storey: int, room: String, what: String) -> void:
	things.append({"storey": storey, "cell": middle_of(storey, room), "what": what})


# ---- from a seed ----

## Stairwells, the lift and the void stay over each other; all other ground of a storey is cut into rooms, and a tree of doors joins them all, with some
## more doors so that there are ways around.
static func made(number: int) -> RefCounted:
	var plan := new()
	var random := RandomNumberGenerator.new()
	random.seed = number
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
	for fixed: Array in [["S", Rect2i(0, 0, 2, 2)], ["T", Rect2i(extent - Vector2i(2, 2), Vector2i(2, 2))], [LIFT, Rect2i(extent.x - 1, 0, 1, 1)],
			["M", hall], [VOID if storey > 0 else "M", hall.grow(-1)]]:
		for cell in cells_in(fixed[1]):
			letters[cell] = fixed[0]
	var free := Array("ABCDEFGHIJKNOPQRUVWXYZ".split(""))
	for cell in cells_in(Rect2i(Vector2i.ZERO, extent)):
		if letters.has(cell):
			continue
		var room := Rect2i(cell, Vector2i.ONE)
		var most := Vector2i(random.randi_range(2, 4), random.randi_range(2, 3))
		for side: Vector2i in [Vector2i.RIGHT, Vector2i.DOWN]:
			while room.size * side < most * side and cells_in(Rect2i(room.position + room.size * side, room.size - (room.size - Vector2i.ONE) * side)).all(
					func(at: Vector2i) -> bool: return at.x < extent.x and at.y < extent.y and not letters.has(at)):
				room.size += side
		var letter_of_room: String = free.pop_front()
		for at in cells_in(room):
			letters[at] = letter_of_room
	storeys.append(PackedStringArray(range(extent.y).map(func(y: int) -> String:
		return "".join(range(extent.x).map(func(x: int) -> String: return letters[Vector2i(x, y)])))))


## Row by row.
static func cells_in(area: Rect2i) -> Array[Vector2i]:
	var cells: Array[Vector2i] = []
	for i in area.get_area():
		cells.append(area.position + Vector2i(i % area.size.x, i / area.size.x))
	return cells


## Doors: a random tree over all rooms of a storey, and a quarter of the other walls. The lift has one.
func _join(storey: int, random: RandomNumberGenerator) -> void:
	var places := {}                # in an order by chance, by two letters
	for cell in cells_in(Rect2i(Vector2i.ZERO, size())):
		for side: Vector2i in [Vector2i.RIGHT, Vector2i.DOWN]:
			var ends := [letter(storey, cell), letter(storey, cell + side)]
			ends.sort()
			if ends[0] != ends[1] and not OUTSIDE in ends and not VOID in ends:
				places.get_or_add("".join(ends), random.randf())
	var pairs := places.keys()
	pairs.sort_custom(func(a: String, b: String) -> bool: return places[a] < places[b])
	var of_lift: String = pairs[pairs.find_custom(func(pair: String) -> bool: return LIFT in pair)]
	_add_door(storey, of_lift[0], of_lift[1], "door")
	var joined := {}
	for room in rooms(storey):
		joined[room] = room
	for pair: String in pairs.filter(func(pair: String) -> bool: return not LIFT in pair):
		var is_new: bool = joined[pair[0]] != joined[pair[1]]
		if is_new or random.randf() < 0.25:
			_add_door(storey, pair[0], pair[1], "open" if "M" in pair and random.randf() < 0.5 else "door")
		for room: String in joined.keys().filter(func(other: String) -> bool: return joined[other] == joined[pair[1]]):
			joined[room] = joined[pair[0]]


## The key lies in a room with one door, which is the staff's, and with a vent; so does the last gem, behind a red door. So nobody is cut off by these.
func _furnish(random: RandomNumberGenerator) -> void:
	_add_thing(0, "M", "desk")
	var staff := _lock_one(0, "staff", random)
	_add_thing(0, staff, "key")
	doors.append(_walls_of(0, staff, "vent", func(beyond: String, _side: Vector2i) -> bool: return not beyond in [staff, OUTSIDE, LIFT, "S", "T"])[0])
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
