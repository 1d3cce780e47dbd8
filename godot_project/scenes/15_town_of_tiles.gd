## A town in a TileMapLayer: who walks, walks on tiles with a navigation polygon. Every few seconds a barricade is put across a street
## or a bridge, the one before is taken away, and all who walk find another way.
##
## In a window a click puts a barricade on a tile, or takes it away. With [code]-- --table[/code] on the command line they go once;
## see walkers.gd.
extends Node2D

const TITLE := "A town of tiles"
const SHOWS := "A TileMapLayer whose tiles change while characters walk."

const Controls := preload("res://scripts/play/controls.gd")
const Walkers := preload("res://scripts/walkers.gd")

const LETTERS := "#. =~X"       ## House, street, meadow, bridge, water, barricade: the columns of the tile set's atlas.
const TOWN: Array[String] = [
	"########################################",
	"#......................................#",
	"#......................................#",
	"#..######..#######..      ..######..##.#",
	"#..######..#######..      ..######..##.#",
	"#..######..#######..      ..######..##.#",
	"#..................  ####  ............#",
	"#..................  ####  ............#",
	"#..###..####..####..      ..###..#####.#",
	"#..###..####..####..........###..#####.#",
	"#......................................#",
	"#......................................#",
	"~~~~~==~~~~~~~~~~~~==~~~~~~~~~~~~==~~~~~",
	"~~~~~==~~~~~~~~~~~~==~~~~~~~~~~~~==~~~~~",
	"#......................................#",
	"#......................................#",
	"#..##########..###..  ..#####..######..#",
	"#..##########..###..  ..#####..######..#",
	"#..##########..###..  ..#####..######..#",
	"#..................  ..................#",
	"#......................................#",
	"########################################",
]
const EVERY := 4.0              ## Seconds from one barricade to the next.
const BARRICADES: Array[Rect2i] = [Rect2i(33, 12, 2, 1), Rect2i(19, 12, 2, 1), Rect2i(5, 12, 2, 1), Rect2i(26, 8, 2, 1)]     ## In tiles.

var changes_itself := true      ## The town.
var barricade := -1             ## Which one stands.
var deepest := 0.0              ## Pixels that somebody was in a tile without a navigation polygon.

@onready var town: TileMapLayer = $Town
@onready var walkers := Walkers.new($NavMeshBaker2D, get_tree().get_nodes_in_group("walkers"))


func _enter_tree() -> void:
	for y in TOWN.size():
		for x in TOWN[y].length():
			_put(Vector2i(x, y), TOWN[y][x])


func _ready() -> void:
	walkers.further_fault = _fault
	add_child(walkers)


func _put(cell: Vector2i, letter: String) -> void:
	$Town.set_cell(cell, 0, Vector2i(LETTERS.find(letter), 0))


## While they walk: the tiles of the navmesh near a cell are baked again.
func _change(cell: Vector2i, letter: String) -> void:
	_put(cell, letter)
	$NavMeshBaker2D.rebake_around(town.to_global(town.map_to_local(cell)))


func _physics_process(_delta: float) -> void:
	var next := int(walkers.seconds / EVERY) % BARRICADES.size()
	if changes_itself and next != barricade and _cells(next).all(_is_free):
		if barricade >= 0:
			for cell in _cells(barricade):
				_change(cell, TOWN[cell.y][cell.x])
		for cell in _cells(next):
			_change(cell, "X")
		barricade = next
	for body: Node2D in walkers.bodies:
		_measure(body)


func controls(c: Controls) -> void:
	c.tip("Click a street or a bridge: a barricade comes there, and goes at another click. Drag goals and walkers.")
	c.on_click(_click)
	c.toggle("Barricades come and go", func() -> bool: return changes_itself, func(on: bool) -> void: changes_itself = on)
	walkers.add_controls(c)


func _click(place: Vector2) -> void:
	var cell := town.local_to_map(town.to_local(place))
	if town.get_cell_atlas_coords(cell).x == LETTERS.find("X"):
		_change(cell, TOWN[cell.y][cell.x])
	elif _is_way(cell) and _is_free(cell):
		_change(cell, "X")


func _cells(which: int) -> Array:
	var place := BARRICADES[which]
	return range(place.get_area()).map(func(i: int) -> Vector2i: return place.position + Vector2i(i % place.size.x, i / place.size.x))


func _is_way(cell: Vector2i) -> bool:
	var tile := town.get_cell_tile_data(cell)
	return tile != null and tile.get_navigation_polygon(0) != null


## Whether nobody stands on a tile.
func _is_free(cell: Vector2i) -> bool:
	return walkers.bodies.all(func(body: Node2D) -> bool: return _distance(body, cell) > _radius(body))


func _radius(body: Node2D) -> float:
	return body.get_node("Shape").shape.radius


## Pixels from the middle of a body to a tile.
func _distance(body: Node2D, cell: Vector2i) -> float:
	var half := Vector2(town.tile_set.tile_size) / 2
	var off := (town.to_local(body.global_position) - town.map_to_local(cell)).abs() - half
	return off.max(Vector2.ZERO).length()


func _measure(body: Node2D) -> void:
	var middle := town.local_to_map(town.to_local(body.global_position))
	for x in [-1, 0, 1]:
		for y in [-1, 0, 1]:
			var cell := middle + Vector2i(x, y)
			if not _is_way(cell):
				deepest = maxf(deepest, _radius(body) - _distance(body, cell))


func _fault() -> String:
	if deepest > 1:
		return "somebody was %.1f pixels in a house, the water or a barricade" % deepest
	return "nobody took another way" if walkers.searches.values().max() < 2 else ""
