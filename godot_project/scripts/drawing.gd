## Draws the navmesh once, and every frame the characters' paths and the velocities that their agents wish for.
extends Node3D

const Names := preload("res://scripts/names.gd")

const NAVMESH_COLOR := Color(0.1, 0.65, 0.9, 0.3)
const EDGE_COLOR := Color(0.05, 0.3, 0.5, 0.9)
const ABOVE_GROUND := Vector3(0, 0.08, 0)
const EDGE_WIDTH := 0.04
const PATH_WIDTH := 0.16
const ARROW_LENGTH := 0.55      ## Metres for one metre a second.

var baker: NavMeshBaker
var characters: Array
var lines := ImmediateMesh.new()


func _init(source: NavMeshBaker, whom: Array) -> void:
	baker = source
	characters = whom


func _ready() -> void:
	_add_mesh(lines)
	baker.navmesh_changed.connect(_draw_navmesh)


func _process(_delta: float) -> void:
	lines.clear_surfaces()
	lines.surface_begin(Mesh.PRIMITIVE_TRIANGLES)
	for character in characters:
		_draw_path(character)
		_draw_velocity(character)
		_write_sign(character)
	lines.surface_end()


func _draw_navmesh() -> void:
	var navmesh := ImmediateMesh.new()
	navmesh.surface_begin(Mesh.PRIMITIVE_TRIANGLES)
	navmesh.surface_set_color(NAVMESH_COLOR)
	for point in baker.navmesh.get_triangles():
		navmesh.surface_add_vertex(point + ABOVE_GROUND)
	navmesh.surface_end()
	_add_mesh(navmesh, baker.global_transform)
	var outlines := ImmediateMesh.new()
	outlines.surface_begin(Mesh.PRIMITIVE_TRIANGLES)
	var edges := baker.navmesh.get_edges()
	for i in range(0, edges.size(), 2):
		_add_ribbon(outlines, edges[i], edges[i + 1], EDGE_WIDTH, EDGE_WIDTH, EDGE_COLOR)
	outlines.surface_end()
	_add_mesh(outlines, baker.global_transform)


func _draw_path(character: Node3D) -> void:
	var path: PackedVector3Array = character.agent.get_current_navigation_path()
	for i in range(1, path.size()):
		_add_ribbon(lines, path[i - 1], path[i], PATH_WIDTH, PATH_WIDTH, character.color)


func _draw_velocity(character: Node3D) -> void:
	var velocity: Vector3 = character.agent.desired_velocity * ARROW_LENGTH
	if velocity.length() < 0.1:
		return
	var tail: Vector3 = character.feet() + Vector3(0, 0.9, 0)
	var neck := tail + velocity * 0.7
	_add_ribbon(lines, tail, neck, 0.14, 0.14, Color.WHITE)
	_add_ribbon(lines, neck, tail + velocity, 0.45, 0.0, Color.WHITE)


func _write_sign(character: Node3D) -> void:
	var agent: NavAgent = character.agent
	character.get_node("Sign").text = "%s\n%s" % [character.name, Names.of_status(agent.status)]
	if agent.status == NavAgent.FAILURE:
		character.get_node("Sign").text += ": " + Names.of_reason(agent.reason)


## A flat strip from `a` to `b`.
func _add_ribbon(mesh: ImmediateMesh, a: Vector3, b: Vector3, width_a: float, width_b: float, color: Color) -> void:
	var side := (b - a).cross(Vector3.UP).normalized() / 2
	var left_a := a + side * width_a + ABOVE_GROUND
	var right_a := a - side * width_a + ABOVE_GROUND
	var left_b := b + side * width_b + ABOVE_GROUND
	var right_b := b - side * width_b + ABOVE_GROUND
	for corner: Vector3 in [left_a, right_a, left_b, right_a, right_b, left_b]:
		mesh.surface_set_color(color)
		mesh.surface_add_vertex(corner)


func _add_mesh(mesh: Mesh, place := Transform3D.IDENTITY) -> void:
	var instance := MeshInstance3D.new()
	var material := StandardMaterial3D.new()
	material.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
	material.transparency = BaseMaterial3D.TRANSPARENCY_ALPHA
	material.cull_mode = BaseMaterial3D.CULL_DISABLED
	material.vertex_color_use_as_albedo = true
	instance.mesh = mesh
	instance.material_override = material
	instance.transform = place
	instance.cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
	add_child(instance)
