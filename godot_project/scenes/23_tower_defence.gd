## Four hundred creeps go from their camp to the castle by one NavFlowField2D, and towers grow into walls on their way: each tower changes the field, and
## a wall that would shut the way is refused. The creeps are a Crowd2D, so they avoid each other; there is no navmesh. The overlay draws the field.
##
## In a window a click builds a tower, or takes it down. With [code]-- --table[/code] on the command line they walk for some seconds, and a line
## says what was built and how many have come through.
extends Node2D

const TITLE := "Tower defence"
const SHOWS := "Four hundred creeps go by a NavFlowField2D round towers, which may not shut the way."

const Controls := preload("res://scripts/play/controls.gd")
const Crowding := preload("res://scripts/crowding.gd")
const Overlay := preload("res://addons/navpy/debug/overlay_2d.gd")
const Verdict := preload("res://scripts/verdict.gd")

const LETTERS := "#.~T"         ## Rock, grass, mud, tower: the columns of the tile set's atlas.
const LEVEL: Array[String] = [
	"########################################",
	"#......................................#",
	"#.................##...................#",
	"#.................##.....~~~~..........#",
	"#........................~~~~~.........#",
	"#........................~~~~~.........#",
	"#.........................~~~..........#",
	"#......................................#",
	"#............##........................#",
	"#............##........................#",
	"#......................................#",
	"#...................~~~................#",
	"#..................~~~~~...............#",
	"#..................~~~~~.........##....#",
	"#...................~~~..........##....#",
	"#......................................#",
	"#......................................#",
	"#.............................##.......#",
	"#......................................#",
	"#......................................#",
	"#......................................#",
	"########################################",
]
const CAMP := Rect2i(1, 1, 6, 20)       ## Where creeps come in, in tiles.
const CASTLE := Rect2i(36, 9, 2, 3)
const WALLS: Array[int] = [10, 16, 23, 29]      ## Columns of towers: the first from the top down, the next from the bottom up, and so on.
const GAP := 3                  ## Tiles at the end of each.
const EVERY := 0.08             ## Seconds from one tower to the next.
const COUNT := 400
const SECONDS := 60.0           ## Of game time, in a run with a table.
const OVERLAP := 0.1            ## Of the sum of two radii, for one in a hundred at most.
const COLORS: Array[Color] = [Color(0.95, 0.45, 0.3), Color(0.95, 0.75, 0.3), Color(0.8, 0.5, 0.9)]

var with_table := "--table" in OS.get_cmdline_user_args()
var random := RandomNumberGenerator.new()
var mud := 3.0                  ## Its cost.
var seconds := 0.0
var next_tower := 0.0           ## Seconds.
var grows := true               ## The wall, by itself.
var plan: Array[Vector2i] = []  ## Cells of towers to come.
var built := 0
var castle := CASTLE
var creeps: PackedInt64Array
var refused := 0                ## Walls that would have shut the way.
var through := 0
var in_walls := 0

@onready var ground: TileMapLayer = $Ground
@onready var field: NavFlowField2D = $NavFlowField2D
@onready var crowd: Crowd2D = $Crowd2D


func _enter_tree() -> void:
	for y in LEVEL.size():
		for x in LEVEL[y].length():
			_put(Vector2i(x, y), LEVEL[y][x])


func _put(cell: Vector2i, letter: String) -> void:
	$Ground.set_cell(cell, 0, Vector2i(LETTERS.find(letter), 0))


func _ready() -> void:
	random.seed = 5
	add_child(Overlay.new())
	field.from_tile_layer(ground)
	field.set_goal_cells(_cells(castle))
	for i in WALLS.size():
		for y in range(1, 21 - GAP):
			plan.append(Vector2i(WALLS[i], y if i % 2 == 0 else 21 - y))
	crowd.agents_arrived.connect(_come_in_again)
	_fill(COUNT)


func _fill(count: int) -> void:
	var places := PackedVector2Array()
	for i in count:
		places.append(_place_in(CAMP))
	creeps = crowd.add_agents(places)
	_send()


func _send() -> void:
	crowd.follow_field(creeps, field)
	Crowding.color(crowd, func(i: int) -> Color: return COLORS[i % COLORS.size()])


func _cells(rectangle: Rect2i) -> Array[Vector2i]:
	var cells: Array[Vector2i] = []
	for y in rectangle.size.y:
		for x in rectangle.size.x:
			cells.append(rectangle.position + Vector2i(x, y))
	return cells


## A place in these cells, a radius from their border.
func _place_in(cells: Rect2i) -> Vector2:
	var area := Rect2(cells).grow(-crowd.agent_radius / field.cell_size)
	var at := area.position + area.size * Vector2(random.randf(), random.randf())
	return ground.to_global(at * field.cell_size)


## False: a rock or a tower is there, somebody stands there, or the wall would shut the way of somebody.
func _build(cells: Array[Vector2i]) -> bool:
	if cells.any(func(cell: Vector2i) -> bool: return field.get_cost(cell) == INF) or field.would_block(cells, crowd.get_agent_positions()):
		return false
	for cell in cells:
		_put(cell, "T")
	field.fill_cells(cells, INF)
	built += cells.size()
	return true


func _take_down(cell: Vector2i) -> void:
	_put(cell, LEVEL[cell.y][cell.x])
	field.set_cost(cell, {".": 1.0, "~": mud}[LEVEL[cell.y][cell.x]])


func _physics_process(delta: float) -> void:
	seconds += delta
	if seconds >= next_tower and grows:
		_grow()
	for place in crowd.get_agent_positions():
		in_walls += int(_is_wall(place))
	if with_table and seconds >= SECONDS:
		_judge()


func _come_in_again(whom: PackedInt64Array) -> void:
	through += whom.size()
	var places := PackedVector2Array()
	for i in whom.size():
		places.append(_place_in(Rect2i(CAMP.position, Vector2i(2, CAMP.size.y))))
	crowd.place_agents(whom, places)
	crowd.follow_field(whom, field)


func _is_wall(place: Vector2) -> bool:
	return field.get_cost(field.get_cell(place)) == INF


## The next tower of the plan on which nobody stands; when all are built, an attempt to shut the last gap.
func _grow() -> void:
	next_tower += EVERY
	for i in mini(4, plan.size()):
		if _build([plan[i]] as Array[Vector2i]):
			plan.remove_at(i)
			return
	if plan.is_empty() and refused == 0:
		var gap: Array[Vector2i] = []
		for y in GAP:
			gap.append(Vector2i(WALLS[-1], 1 + y))
		if field.would_block(gap, [field.get_cell_center(CAMP.position)]):
			refused += 1


func _judge() -> void:
	var overlapping := Crowding.close_pairs(crowd.get_agent_positions(), (1 - OVERLAP) * 2 * crowd.agent_radius).size()
	print("%d creeps, %.1f s: %d towers, %d wall refused, the field found or repaired %d times, %d came through, %d in walls, %d overlap" % [
			COUNT, seconds, built, refused, field.searches, through, in_walls, overlapping])
	var faults := PackedStringArray()
	if not plan.is_empty():
		faults.append("%d towers were not built" % plan.size())
	if refused == 0:
		faults.append("the wall that would shut the way was not refused")
	if in_walls > 0:
		faults.append("%d times somebody was in a wall" % in_walls)
	if through < COUNT / 4:
		faults.append("only %d came through" % through)
	if overlapping > COUNT / 100.0:
		faults.append("%d overlap by more than %.2f of their radii" % [overlapping, OVERLAP])
	Verdict.end(self, faults)


func controls(c: Controls) -> void:
	c.tip("Click to build a tower, or to take one down. Drag the castle. A tower that would shut the last way is refused.")
	c.on_click(_click)
	c.drag($Castle, "castle", _move_castle)
	c.button("Take all towers down", _take_all_down)
	c.toggle("Walls grow", func() -> bool: return grows, func(on: bool) -> void: grows = on)
	c.toggle("Draw the field", field.is_debug_enabled, field.set_debug_enabled, "NavFlowField2D.debug_enabled")
	c.slider("Creeps", 50, 1500, 50, func() -> int: return creeps.size(), _fill_anew)
	c.slider("Cost of mud", 1.0, 20.0, 1.0, func() -> float: return mud, _set_mud, "NavFlowField2D.set_cost")
	c.property([crowd], "agent_max_speed", 10, 200, 5, _again)
	c.property([crowd], "agent_avoidance_enabled", 0, 1, 1, _again)
	c.number("Came through", func() -> int: return through)
	c.number("Towers", func() -> int: return ground.get_used_cells_by_id(0, Vector2i(LETTERS.find("T"), 0)).size())
	c.number("Walls refused", func() -> int: return refused)
	c.number("Field repaired", func() -> int: return field.searches, "How often the field was found, or repaired after a change")
	c.time([crowd])


func _click(place: Vector2) -> void:
	var cell := field.get_cell(place)
	if ground.get_cell_atlas_coords(cell).x == LETTERS.find("T"):
		_take_down(cell)
	elif not _build([cell] as Array[Vector2i]):
		refused += 1


func _take_all_down() -> void:
	grows = false
	for cell in ground.get_used_cells_by_id(0, Vector2i(LETTERS.find("T"), 0)):
		_take_down(cell)


func _move_castle() -> void:
	var there := Rect2i(field.get_cell($Castle.position) - castle.size / 2, castle.size)
	if not _cells(there).any(func(cell: Vector2i) -> bool: return field.get_cost(cell) == INF):
		castle = there
	$Castle.position = ground.position + Vector2(castle.position + castle.end) / 2 * field.cell_size
	field.set_goal_cells(_cells(castle))


func _set_mud(cost: float) -> void:
	mud = cost
	field.fill_cells(ground.get_used_cells_by_id(0, Vector2i(LETTERS.find("~"), 0)), mud)


func _fill_anew(count: int) -> void:
	crowd.remove_agents(creeps)
	_fill(count)


func _again() -> void:
	creeps = Crowding.made_again(crowd)
	_send()
