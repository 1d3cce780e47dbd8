## A map as text: # rock, . grass, ~ water, = bridge, c the attackers' camp, k the keep. Two maps are drawn, in files beside this one;
## the others are made from a seed.
extends Resource

const CELL := 24.0              ## Pixels, the side of a cell.
const SIZE := Vector2i(53, 30)  ## Cells.
const AREA := Rect2i(Vector2i.ZERO, SIZE)
const FREE := ".=c"             ## Letters of cells that one may walk on.
const RIVER := 5                ## Cells, its width.
const BRIDGE := 6               ## Cells, the width of a bridge that is made.
const ROOM := 3                 ## Cells between rocks that are made, so that the boss passes everywhere.

@export_multiline var text := ""        ## Rows of letters.


## A meadow with a keep somewhere, a river that winds, a bridge, which is straight, and rocks.
static func made(seed_value: int) -> Resource:
	var plan := new()
	var random := RandomNumberGenerator.new()
	random.seed = seed_value
	plan.text = load("res://games/bridgehead/meadow.tres").text
	plan._fill(Rect2i(46, random.randi_range(6, 21), 3, 3), "k")
	var bend := random.randf_range(1, 4)
	var phase := random.randf() * TAU
	var stretch := random.randf_range(3, 6)
	var from := random.randi_range(5, SIZE.y - 6 - BRIDGE)
	for y in range(1, SIZE.y - 1):
		var is_bridge := y >= from and y < from + BRIDGE
		var x := roundi(24 + bend * sin(phase + (from if is_bridge else y) / stretch))
		plan._fill(Rect2i(x, y, RIVER, 1), "=" if is_bridge else "~")
	for i in 200:
		var rock := Rect2i(random.randi_range(9, 46), random.randi_range(2, 26), random.randi_range(2, 4), random.randi_range(2, 4))
		if cells_in(rock.grow(ROOM)).all(func(cell: Vector2i) -> bool: return plan.letter_of(cell) == "."):
			plan._fill(rock, "#")
	return plan


func _fill(area: Rect2i, letter: String) -> void:
	for y in area.size.y:
		var at := _index(area.position + Vector2i(0, y))
		text = text.left(at) + letter.repeat(area.size.x) + text.substr(at + area.size.x)


## Of a cell's letter in the text, where each row ends with a line break; and back.
static func _index(cell: Vector2i) -> int:
	return cell.y * (SIZE.x + 1) + cell.x


static func _cell(index: int) -> Vector2i:
	return Vector2i(index % (SIZE.x + 1), index / (SIZE.x + 1))


static func cells_in(area: Rect2i) -> Array[Vector2i]:
	var cells: Array[Vector2i] = []
	for y in range(area.position.y, area.end.y):
		for x in range(area.position.x, area.end.x):
			cells.append(Vector2i(x, y))
	return cells


static func cell_at(place: Vector2) -> Vector2i:
	return Vector2i((place / CELL).floor())


static func center_of(cell: Vector2i) -> Vector2:
	return (Vector2(cell) + Vector2(0.5, 0.5)) * CELL


func letter_of(cell: Vector2i) -> String:
	return text[_index(cell)] if AREA.has_point(cell) else "#"


func cells_of(letters: String) -> Array[Vector2i]:
	return cells_in(AREA).filter(func(cell: Vector2i) -> bool: return letter_of(cell) in letters)


## Of a letter whose cells are a rectangle.
func area_of(letter: String) -> Rect2i:
	var first := _cell(text.find(letter))
	return Rect2i(first, _cell(text.rfind(letter)) - first + Vector2i.ONE)


static func in_pixels(cells: Rect2i) -> Rect2:
	return Rect2(cells.position * CELL, cells.size * CELL)


static func outline_of(cell: Vector2i) -> PackedVector2Array:
	var area := in_pixels(Rect2i(cell, Vector2i.ONE))
	return PackedVector2Array([area.position, Vector2(area.end.x, area.position.y), area.end, Vector2(area.position.x, area.end.y)])


## A pixel a cell, red is the index of its letter, as the shader of the ground knows them.
func picture() -> ImageTexture:
	var image := Image.create(SIZE.x, SIZE.y, false, Image.FORMAT_R8)
	for cell in cells_in(AREA):
		image.set_pixelv(cell, Color8(".#~=ck".find(letter_of(cell)), 0, 0))
	return ImageTexture.create_from_image(image)
