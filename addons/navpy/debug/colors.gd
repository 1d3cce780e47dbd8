## The colors of navigation in drawings of the editor and of running games.
@tool
extends RefCounted

const SURFACE := Color(0.1, 0.65, 0.9, 0.35)
const EDGES := Color(0.1, 0.65, 0.9)
const OUTLINE := Color(1.0, 0.85, 0.3)      ## That is edited.
const LINK := Color(0.95, 0.6, 0.15)
const LINK_OFF := Color(LINK, 0.3)
const OBSTACLE := Color(0.95, 0.35, 0.2)
const CORRIDOR := Color(0.3, 0.9, 0.2, 0.45)
const WISH := Color.WHITE
const LEFT := Color.YELLOW
const ARROW := Color(1, 1, 1, 0.8)
const BANDS := 12               ## Of a goal field.
const BLUE := 0.67              ## The hue of its farthest band; that of the nearest, red, is 0.
const GROUND := 63              ## The area id of ordinary ground.
const GOLDEN := 0.618034        ## Of the color wheel, between an area id and the next one: so no two of a few areas look alike.


## Of a navmesh's surface where it has an area.
static func of_area(area: int) -> Color:
	if area == GROUND:
		return SURFACE
	return Color.from_hsv(fposmod(SURFACE.h + GOLDEN * (GROUND - area), 1.0), SURFACE.s, SURFACE.v, SURFACE.a)


## By corner of its triangles. navmesh: a [NavMeshData] or a [NavMeshData2D].
static func of_triangles(navmesh: Resource) -> PackedColorArray:
	var colors := PackedColorArray()
	for area: int in navmesh.get_triangle_areas():
		var color := of_area(area)
		colors.append_array([color, color, color])
	return colors


## By corner of a goal field's triangles: bands of distance, red at the goals; clear where no way leads to one.
static func of_distances(distances: PackedFloat32Array, longest: float) -> PackedColorArray:
	var colors := PackedColorArray()
	for i in range(0, distances.size(), 3):
		var share := (distances[i] + distances[i + 1] + distances[i + 2]) / (3 * longest)
		var band := floorf(share * BANDS) / (BANDS - 1)
		var color := Color.from_hsv(BLUE * minf(band, 1.0), 0.9, 1.0, 0.65) if is_finite(share) else Color.TRANSPARENT
		colors.append_array([color, color, color])
	return colors


## The greatest finite one.
static func longest_of(distances: PackedFloat32Array) -> float:
	var longest := 0.0
	for distance in distances:
		if is_finite(distance):
			longest = maxf(longest, distance)
	return longest


## The middles of triangles, one in each cell of a grid of this width.
static func spread_out(triangles: Variant, width: float) -> Variant:
	var middles: Variant = triangles.slice(0, 0)
	var taken := {}
	for i in range(0, triangles.size(), 3):
		var middle: Variant = (triangles[i] + triangles[i + 1] + triangles[i + 2]) / 3
		var cell: Variant = (middle / width).floor()
		if not taken.has(cell):
			taken[cell] = true
			middles.append(middle)
	return middles


static func filled(count: int, color: Color) -> PackedColorArray:
	var colors := PackedColorArray()
	colors.resize(count)
	colors.fill(color)
	return colors
