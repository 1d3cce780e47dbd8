## Plays the game by itself, by the same orders as a player gives: a child of the game. It posts the soldiers behind a bridge, builds
## towers and some walls beside the way from there to the keep, closes another bridge, and hunts a boss that has come past.
extends Node

const Boss := preload("boss.gd")
const Plan := preload("plan.gd")
const Works := preload("works.gd")

const POSTS: Array[int] = [2, 6, 10]    ## Cells behind the bridge, of the groups, who are two deep: others get through between them.
const AHEAD := 3                ## Cells behind the bridge, around which it builds.
const BESIDE := Vector2(2.2, 5.0)       ## Cells from the way, where it builds.
const EVERY := 5                ## Of so many that it builds there one is a wall.
const NEAR := 6                 ## Rows from one place on a bridge to another one of the same bridge.
const GUARD := 8 * Plan.CELL    ## Pixels of the boss's way to the keep, at which all groups go for it, and
const OFTEN := 10               ## beats after which they are sent to where it is then.
const THINKS := 8.0             ## Seconds of a calm before it calls the next wave.

var wishes: Array[Array] = []   ## Cell and kind.
var planned := -1               ## The wave for which it has a plan.
var beat := -1

@onready var game: Node2D = get_parent()


func _physics_process(_delta: float) -> void:
	if game.beats == beat:
		return
	beat = game.beats
	if planned != game.wave:
		planned = game.wave
		_plan()
	if game.boss != null and beat % OFTEN == 0 and game.ways.wide.get_distance(game.boss.position) < GUARD:
		for group in POSTS.size():
			# at one and the same place the groups would wait for each other
			var side := Vector2.from_angle((group - 1) * PI / 2) * (Boss.RADIUS + Boss.REACH / 2)
			game.orders.append(["send", group, game.boss.position + side])
	if not wishes.is_empty() and game.gold >= Works.PRICES[wishes[0][1]]:
		game.orders.append(["build"] + wishes.pop_front())
	elif game.calm < game.CALM - THINKS:
		game.orders.append(["call_wave"])


func _plan() -> void:
	var way := _way_from(game.ways.camp)
	var end := _last_on_bridge(way)
	wishes.clear()
	for half: float in [-0.45, 0.45]:
		var other := _way_from(game.ways.camp + Vector2(0, half * game.crowd.camp.size.y))
		var bridge := Plan.cell_at(other[_last_on_bridge(other)])
		if absi(bridge.y - Plan.cell_at(way[end]).y) > NEAR:
			_close(bridge)
	var behind := way.slice(end)
	for group in POSTS.size():
		game.orders.append(["send", group, behind[mini(2 * POSTS[group], behind.size() - 1)]])
	var cells := _beside(behind, behind[2 * AHEAD])
	for i in cells.size():
		wishes.append([cells[i], "wall" if i % EVERY == EVERY - 1 else "tower"])


## The boss's way, beside which there is room for towers: half a cell from each point to the next.
func _way_from(place: Vector2) -> PackedVector2Array:
	var curve := Curve2D.new()
	for point: Vector2 in game.ways.wide.trace_path(place):
		curve.add_point(point)
	var points := PackedVector2Array()
	for i in int(2 * curve.get_baked_length() / Plan.CELL):
		points.append(curve.sample_baked(i * Plan.CELL / 2))
	return points


func _last_on_bridge(way: PackedVector2Array) -> int:
	return Array(way).rfind_custom(func(at: Vector2) -> bool: return game.plan.letter_of(Plan.cell_at(at)) == "=")


## A wall across another bridge than the one that is held.
func _close(bridge: Vector2i) -> void:
	var rows := {}
	for cell: Vector2i in game.plan.cells_of("="):
		if absi(cell.y - bridge.y) <= NEAR:
			rows.get_or_add(cell.y, []).append(cell)
	for cells: Array in rows.values():
		wishes.append([cells[cells.size() / 2], "wall"])


## Free cells beside the way, the ones nearest to a place first.
func _beside(way: PackedVector2Array, place: Vector2) -> Array[Vector2i]:
	var cells: Array[Vector2i] = game.plan.cells_of(".").filter(func(cell: Vector2i) -> bool:
		var nearest := INF
		for point in way:
			nearest = minf(nearest, point.distance_to(Plan.center_of(cell)))
		return not game.ways.is_wall(cell) and nearest >= BESIDE.x * Plan.CELL and nearest < BESIDE.y * Plan.CELL)
	cells.sort_custom(func(a: Vector2i, b: Vector2i) -> bool:
		return Plan.center_of(a).distance_squared_to(place) < Plan.center_of(b).distance_squared_to(place))
	return cells
