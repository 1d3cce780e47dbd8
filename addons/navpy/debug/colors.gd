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


static func filled(count: int, color: Color) -> PackedColorArray:
	var colors := PackedColorArray()
	colors.resize(count)
	colors.fill(color)
	return colors
