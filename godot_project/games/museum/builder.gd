## Builds a museum from its plan: floors, walls, rails, stairs and pedestals as boxes, of which each storey is one mesh and one body.
extends RefCounted

const Lift := preload("lift.gd")
const Plan := preload("plan.gd")

const SLAB := 0.2               ## Meters, thickness of floors and walls.
const WALL := 3.3               ## Meters, height of a wall, and of a rail.
const RAIL := 1.0
const WIDTHS := {"open": 3.0, "door": 1.6, "red": 1.6, "staff": 1.6, "exit": 2.4, "vent": 0.8, "drop": 1.6, "ladder": 1.6}
const DOOR_HEIGHT := 2.3        ## Meters; of a vent:
const VENT_HEIGHT := 1.0
const STEPS := 14               ## Of a flight: 0.25 m up each, and
const RUN := 0.4                ## meters ahead.
const FLIGHT := 2.8             ## Meters, width of a flight of stairs.
const APRON := 10.0             ## Meters of ground around the house.
const GREEN := Color(0.25, 0.32, 0.27)
const HEDGE := Color(0.14, 0.27, 0.14)
const FLOORS: Array[Color] = [Color(0.52, 0.47, 0.4), Color(0.42, 0.47, 0.52), Color(0.5, 0.42, 0.48)]
const PLASTER := Color(0.7, 0.67, 0.61, 0)              ## By its alpha the shader knows walls.
const WOOD := Color(0.5, 0.36, 0.24)
const STONE := Color(0.66, 0.66, 0.68)

var plan: Plan
var exhibits := PackedVector3Array()    ## Places on the floor where pedestals stand,
var crates := PackedVector3Array()      ## and where crates do, in which one hides.
var exits := PackedVector3Array()       ## Outside, before each exit.
var gaps: Array[NavLink] = []           ## Through openings in rails one jumps down, or climbs up a ladder.
var openings: Array[Dictionary] = []    ## Doors with leaves: kind, place, turn, width.
var shaft: Vector3                      ## The middle of the lift's floor on the ground.
var stops: Array[Vector3] = []          ## Before the lift, on each storey.
var mesh: SurfaceTool
var body: StaticBody3D
var random := RandomNumberGenerator.new()


func build(what: Plan, level: Node3D, material: Material) -> void:
	plan = what
	random.seed = plan.seed_value
	shaft = plan.center_of(0, plan.cells_of(0, Plan.LIFT)[0])
	for storey in plan.storeys.size():
		mesh = SurfaceTool.new()
		body = StaticBody3D.new()
		body.name = "Storey%d" % storey
		_add_floor(storey)
		_add_walls(storey)
		if storey < plan.storeys.size() - 1:
			_add_stairs(storey)
		_add_exhibits(storey, level)
		var instance := MeshInstance3D.new()
		instance.mesh = mesh.commit()
		instance.material_override = material
		body.add_child(instance)
		level.add_child(body)


## A box whose middle of the floor is at a place.
func _box(at: Vector3, extent: Vector3, color: Color, turn := 0.0) -> void:
	var basis := Basis(Vector3.UP, turn)
	var shape := CollisionShape3D.new()
	shape.shape = BoxShape3D.new()
	shape.shape.size = extent
	shape.transform = Transform3D(basis, at + Vector3(0, extent.y / 2, 0))
	body.add_child(shape)
	var shown := extent - Vector3.ONE * 0.001 * (body.get_child_count() % 7)       # in faces of one plane light would add up
	_draw(shape.transform * Transform3D(Basis.from_scale(shown), Vector3.ZERO), color)


func _draw(where: Transform3D, color: Color) -> void:
	var arrays := BoxMesh.new().get_mesh_arrays()
	var colors := PackedColorArray()
	colors.resize(arrays[Mesh.ARRAY_VERTEX].size())
	colors.fill(color)
	arrays[Mesh.ARRAY_COLOR] = colors
	arrays[Mesh.ARRAY_TANGENT] = null
	var piece := ArrayMesh.new()
	piece.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, arrays)
	mesh.append_from(piece, 0, where)


## A slab whose top is the floor.
func _slab(storey: int, area: Rect2, color: Color) -> void:
	var middle := area.get_center()
	_box(Vector3(middle.x, storey * Plan.STOREY - SLAB, middle.y), Vector3(area.size.x, SLAB, area.size.y), color)


func _add_floor(storey: int) -> void:
	if storey == 0:
		var ground := Rect2(-Vector2(plan.size()) * Plan.MODULE / 2, Vector2(plan.size()) * Plan.MODULE).grow(APRON)
		_slab(0, ground, GREEN)
		for side: float in [-1, 1]:             # a hedge, so that nobody walks off the ground
			_box(Vector3(side * ground.end.x, 0, 0), Vector3(0.4, RAIL, ground.size.y), HEDGE)
			_box(Vector3(0, 0, side * ground.end.y), Vector3(ground.size.x, RAIL, 0.4), HEDGE)
		for room in plan.rooms(0):
			for cell in plan.cells_of(0, room):
				var at := plan.center_of(0, cell)
				_draw(Transform3D(Basis.from_scale(Vector3(Plan.MODULE, 0.01, Plan.MODULE)), at), FLOORS[0])
		return
	for y in plan.size().y:
		var row := plan.storeys[storey][y]
		var from := 0
		while from < row.length():
			var to := from
			while to < row.length() and not row[to] in Plan.VOID + Plan.LIFT + Plan.WELLS:
				to += 1
			if to > from:
				_slab(storey, Rect2((Vector2(from, y) - Vector2(plan.size()) / 2) * Plan.MODULE, Vector2(to - from, 1) * Plan.MODULE), FLOORS[storey])
			from = to + 1
	for well in Plan.WELLS:
		_add_landings(storey, well)


## The corner of a stairwell with the least x and z.
func _corner(storey: int, well: String) -> Vector3:
	return plan.center_of(storey, plan.cells_of(storey, well)[0]) - Vector3(Plan.MODULE, 0, Plan.MODULE) / 2


## The floor of a stairwell, but for the hole over the flight from below, and rails around that.
func _add_landings(storey: int, well: String) -> void:
	var corner := _corner(storey, well)
	var side := 2 * Plan.MODULE
	var ends := (side - STEPS * RUN) / 2            # of a flight
	var hole := Rect2(Vector2(0.6 if storey % 2 == 1 else side - 0.6 - FLIGHT, ends), Vector2(FLIGHT, STEPS * RUN))
	for area: Rect2 in [Rect2(0, 0, side, ends), Rect2(0, side - ends, side, ends), Rect2(0, ends, hole.position.x, hole.size.y),
			Rect2(hole.end.x, ends, side - hole.end.x, hole.size.y)]:
		_slab(storey, Rect2(area.position + Vector2(corner.x, corner.z), area.size), FLOORS[storey])
	for x: float in [hole.position.x, hole.end.x]:
		_box(corner + Vector3(x, 0, side / 2), Vector3(0.1, RAIL, hole.size.y), WOOD)
	var low_end := hole.position.y if storey % 2 == 1 else hole.end.y
	_box(corner + Vector3(hole.get_center().x, 0, low_end), Vector3(FLIGHT, RAIL, 0.1), WOOD)


func _add_stairs(storey: int) -> void:
	for well in Plan.WELLS:
		var corner := _corner(storey, well)
		var side := 2 * Plan.MODULE
		var is_first := storey % 2 == 0
		var x := 0.6 + FLIGHT / 2 if is_first else side - 0.6 - FLIGHT / 2
		for step in STEPS:
			var along := (step + 0.5 - STEPS / 2.0) * RUN
			var height := Plan.STOREY * (step + 1) / STEPS
			var under := maxf(0, height - 0.6)
			_box(corner + Vector3(x, under, side / 2 + (along if is_first else -along)), Vector3(FLIGHT, height - under, RUN), STONE)


# ---- walls ----

func _add_walls(storey: int) -> void:
	for cell in Plan.cells_in(Rect2i(-Vector2i.ONE, plan.size() + Vector2i.ONE)):
		for side: Vector2i in [Vector2i.RIGHT, Vector2i.DOWN]:
			var a := plan.letter(storey, cell)
			var b := plan.letter(storey, cell + side)
			if a != b:
				_add_wall(storey, cell, side, Plan.VOID in [a, b] and not Plan.OUTSIDE in [a, b] and not Plan.LIFT in [a, b])


func _add_wall(storey: int, cell: Vector2i, side: Vector2i, is_rail: bool) -> void:
	var door := plan.door_between(storey, cell, side)
	var at := (plan.center_of(storey, cell) + plan.center_of(storey, cell + side)) / 2
	var along := Vector3(side.y, 0, side.x)
	var height := RAIL if is_rail else WALL
	var color := WOOD if is_rail else PLASTER
	var upright := Vector3(side.x, 0, side.y) * (0.1 if is_rail else SLAB) + Vector3(0, height, 0)
	if door.is_empty():
		_box(at, along * (Plan.MODULE + SLAB) + upright, color)
		return
	var width: float = WIDTHS[door.kind]
	var rest := (Plan.MODULE + SLAB - width) / 2
	for sign: float in [-1, 1]:
		_box(at + sign * along * (width + rest) / 2, along * rest + upright, color)
	if not is_rail:
		var top := Vector3(0, VENT_HEIGHT if door.kind == "vent" else DOOR_HEIGHT, 0)
		_box(at + top, along * width + upright - top, color)
	_note_door(storey, door, at, is_rail)


func _note_door(storey: int, door: Dictionary, at: Vector3, is_rail: bool) -> void:
	var out := Vector3(door.side.x, 0, door.side.y)
	if is_rail:
		var to_void := out if plan.letter(storey, door.cell + door.side) == Plan.VOID else -out
		var top := at - 0.6 * to_void
		var bottom := at + to_void - Vector3(0, Plan.STOREY * storey, 0)
		gaps.append(Lift.link(bottom, top) if door.kind == "ladder" else Lift.link(top, bottom))
		gaps[-1].kind = NavLink.KIND_LADDER if door.kind == "ladder" else NavLink.KIND_DROP
	elif plan.letter(storey, door.cell) == Plan.LIFT or plan.letter(storey, door.cell + door.side) == Plan.LIFT:
		stops.append(at + 0.9 * (at - (shaft + Vector3(0, storey * Plan.STOREY, 0))).normalized())
	elif door.kind == "exit":
		exits.append(at + 4 * out)
	elif door.kind in ["door", "red", "staff"]:
		openings.append({"kind": door.kind, "place": at, "turn": 0.0 if door.side.x == 0 else PI / 2, "width": WIDTHS[door.kind]})


# ---- what stands in rooms ----

## A pedestal in about every other module of rooms, and a crate in the first one of a room that is free and has no door. Nobody walks on
## pedestals: without their area they would be ground, too.
func _add_exhibits(storey: int, level: Node3D) -> void:
	var rest := body
	body = StaticBody3D.new()
	body.set_meta("nav_area", 0)
	level.add_child(body)
	for room in plan.rooms(storey):
		if room in Plan.WELLS:
			continue
		var has_crate := false
		for cell in plan.cells_of(storey, room):
			var at := plan.center_of(storey, cell)
			if plan.things.any(func(entry: Dictionary) -> bool: return entry.storey == storey and entry.cell == cell):
				continue
			if random.randf() < 0.45:
				exhibits.append(at)
				_box(at, Vector3(0.9, 0.9, 0.9), STONE)
				var tint := Color.from_hsv(random.randf(), 0.45, 0.8)
				var height := random.randf_range(0.4, 0.9)
				var turn := random.randf() * PI
				_draw(Transform3D(Basis(Vector3.UP, turn) * Basis.from_scale(Vector3(0.5, height, 0.5)), at + Vector3(0, 0.9 + height / 2, 0)), tint)
			elif not has_crate and not plan.doors.any(func(door: Dictionary) -> bool:
					return door.storey == storey and cell in [door.cell, door.cell + door.side]):
				has_crate = true
				crates.append(at)
	body = rest
