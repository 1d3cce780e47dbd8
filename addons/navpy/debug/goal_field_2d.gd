## Draws a [NavGoalField2D]: the ground in colors from red, at the goals, to blue, where the way is longest; a dark line every [member band] pixels of the
## way; and arrows where the ways lead. It is drawn anew when the map has changed.
## [codeblock]
## var drawing := preload("res://addons/navpy/debug/goal_field_2d.gd").new()
## drawing.field = map.goal_field([castle.global_position])
## add_child(drawing)
## [/codeblock]
extends MeshInstance2D

const Picture := preload("goal_field_picture.gd")
const SHADER := """shader_type canvas_item;
uniform float bands;
void fragment() {
	float from_line = abs(fract(UV.x * bands + 0.5) - 0.5) / fwidth(UV.x * bands);
	COLOR.rgb *= from_line < 0.6 && UV.y < 0.5 ? 0.55 : 1.0;
}"""

@export var band := 80.0			## Pixels of the way between two dark lines.
@export var detail := 16.0			## Pixels: the longest edge of a triangle that has one color at each corner.
@export var arrow_spacing := 32.0	## Pixels between two arrows.
var field: NavGoalField2D
var drawn := -1						## Version of the map that is drawn.


func _init() -> void:
	name = "NavpyGoalField2D"
	top_level = true
	process_mode = PROCESS_MODE_ALWAYS
	var shader := Shader.new()
	shader.code = SHADER
	material = ShaderMaterial.new()
	material.shader = shader


func _process(_delta: float) -> void:
	if field != null and field.version != drawn:
		drawn = field.version
		redraw()


func redraw() -> void:
	mesh = ArrayMesh.new()
	var ground := field.get_triangles(detail)
	if ground.is_empty():
		return
	var in_space := PackedVector3Array()
	for point in ground:
		in_space.append(Vector3(point.x, 0, point.y))
	var picture := Picture.new(in_space, field.distances(ground), arrow_spacing)
	for place in picture.places:
		var direction := field.direction(Vector2(place.x, place.z))
		picture.add_arrow(place, Vector3(direction.x, 0, direction.y))
	material.set_shader_parameter("bands", picture.farthest / band)
	var flat := PackedVector2Array()
	for point in picture.points:
		flat.append(Vector2(point.x, point.z))
	picture.add_to(mesh, flat)
