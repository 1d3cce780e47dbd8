## Draws a [NavGoalField]: the ground in colors from red, at the goals, to blue, where the way is longest; a dark line every [member band] meters of the
## way; and arrows where the ways lead. It is drawn anew when the map has changed.
## [codeblock]
## var drawing := preload("res://addons/navpy/debug/goal_field.gd").new()
## drawing.field = map.goal_field([castle.global_position])
## add_child(drawing)
## [/codeblock]
extends MeshInstance3D

const Picture := preload("goal_field_picture.gd")
const ABOVE := Vector3(0, 0.06, 0)
const SHADER := """shader_type spatial;
render_mode unshaded, cull_disabled;
uniform float bands;
void fragment() {
	float from_line = abs(fract(UV.x * bands + 0.5) - 0.5) / fwidth(UV.x * bands);
	ALBEDO = COLOR.rgb * (from_line < 0.6 && UV.y < 0.5 ? 0.55 : 1.0);
}"""

@export var band := 5.0				## Meters of the way between two dark lines.
@export var detail := 1.0			## Meters: the longest edge of a triangle that has one color at each corner.
@export var arrow_spacing := 2.0	## Meters between two arrows.
var field: NavGoalField
var drawn := -1						## Version of the map that is drawn.


func _init() -> void:
	name = "NavpyGoalField"
	top_level = true
	process_mode = PROCESS_MODE_ALWAYS
	var shader := Shader.new()
	shader.code = SHADER
	material_override = ShaderMaterial.new()
	material_override.shader = shader
	cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF


func _process(_delta: float) -> void:
	if field != null and field.version != drawn:
		drawn = field.version
		redraw()


func redraw() -> void:
	mesh = ArrayMesh.new()
	var ground := field.get_triangles(detail)
	if ground.is_empty():
		return
	var picture := Picture.new(ground, field.distances(ground), arrow_spacing)
	for i in picture.places.size():
		picture.add_arrow(picture.places[i], field.direction(picture.places[i]))
	material_override.set_shader_parameter("bands", picture.farthest / band)
	picture.add_to(mesh, Transform3D(Basis.IDENTITY, ABOVE) * picture.points)
