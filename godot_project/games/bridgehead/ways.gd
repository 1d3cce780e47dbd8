## The ways to the keep: a field for the attackers, and one for the boss, in which cells beside walls are walls as well. An agent keeps
## half a cell from the walls of a field, so the boss keeps its radius, a cell and a half, from real ones. And what may be built where.
extends Node2D

const Plan := preload("plan.gd")

const CLEAR := 4                ## Cells around the keep on which nothing is built.
const REACH := 5.0              ## Pixels from a body's middle within which no wall comes.

var plan: Plan
var camp: Vector2               ## Its middle.
var built := {}                 ## Cells.

@onready var narrow: NavFlowField2D = $Narrow
@onready var wide: NavFlowField2D = $Wide


func set_up(what: Plan) -> void:
	plan = what
	camp = Plan.in_pixels(plan.area_of("c")).get_center()
	var closed := plan.cells_of("#~k")
	for field: NavFlowField2D in [narrow, wide]:
		field.cell_size = Plan.CELL
		field.region = Plan.AREA
	narrow.fill_cells(closed, INF)
	wide.fill_cells(_widened(closed), INF)
	narrow.set_goal_cells(_ring(1, narrow))
	wide.set_goal_cells(_ring(2, wide))


## Free cells around the keep, at a distance in cells.
func _ring(distance: int, field: NavFlowField2D) -> Array[Vector2i]:
	var keep := plan.area_of("k")
	return Plan.cells_in(keep.grow(distance)).filter(func(cell: Vector2i) -> bool:
		return not keep.grow(distance - 1).has_point(cell) and field.get_cost(cell) != INF)


## These cells and all beside them.
func _widened(cells: Array[Vector2i]) -> Array[Vector2i]:
	var wider := {}
	for cell in cells:
		for beside in Plan.cells_in(Rect2i(cell, Vector2i.ONE).grow(1).intersection(Plan.AREA)):
			wider[beside] = true
	return Array(wider.keys(), TYPE_VECTOR2I, "", null)


func is_wall(cell: Vector2i) -> bool:
	return built.has(cell) or not plan.letter_of(cell) in Plan.FREE


## Why nothing can be built on a cell; empty: it can. Bodies are the places of all small ones, giants those of bosses.
func refusal(cell: Vector2i, bodies: PackedVector2Array, giants: PackedVector2Array) -> String:
	if is_wall(cell) or plan.letter_of(cell) == "c":
		return "There is no room."
	if plan.area_of("k").grow(CLEAR).has_point(cell):
		return "This is too near the keep."
	var area := Plan.in_pixels(Rect2i(cell, Vector2i.ONE)).grow(REACH)
	if Array(bodies).any(area.has_point):
		return "Somebody stands there."
	if narrow.would_block([cell], bodies + PackedVector2Array([camp])):
		return "This would shut the last way."
	if wide.would_block(_widened([cell]), giants + PackedVector2Array([camp])):
		return "This would shut the way of the boss, who is three cells wide."
	return ""


func build(cell: Vector2i) -> void:
	built[cell] = true
	narrow.set_cost(cell, INF)
	wide.fill_cells(_widened([cell]), INF)


func clear(cell: Vector2i) -> void:
	built.erase(cell)
	narrow.set_cost(cell, narrow.default_cost)
	var open := _widened([cell]).filter(func(near: Vector2i) -> bool: return not _widened([near]).any(is_wall))
	wide.fill_cells(open, wide.default_cost)
