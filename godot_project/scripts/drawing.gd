## Draws the navmesh after each change; in every frame the paths of the characters, the desired velocities of their agents and, where
## they differ, the safe velocities.
##
## Navmesh and paths are cut into pieces and laid on the floor: a polygon is flat, though the floor below it has steps.
extends Node3D

const NAVMESH_COLOR := Color(0.1, 0.65, 0.9, 0.3)
const EDGE_COLOR := Color(0.05, 0.3, 0.5, 0.9)
const SAFE_COLOR := Color(1, 0.87, 0.2)
const ABOVE_HEAD := Vector3(0, 1.6, 0)
const ABOVE_FLOOR := Vector3(0, 0.06, 0)
const PIECE := 0.3              ## Meters.
const HIGHEST_FLOOR := Vector3(0, 2, 0)    ## Over the point that is laid on it.
const LOWEST_FLOOR := Vector3(0, -1, 0)
const EDGE_WIDTH := 0.05
const PATH_WIDTH := 0.18
const ARROW_LENGTH := 0.55      ## Meters for one meter a second.
const SHORTEST := 0.1           ## Meters, of an arrow.

var baker: NavMeshBaker
var characters: Array
var with_paths: bool
var lines := ImmediateMesh.new()
var navmesh_parts: Array[Node] = []


func _init(source: NavMeshBaker, whom: Array, and_paths := true) -> void:
	baker = source
	characters = whom
	with_paths = and_paths


func _ready() -> void:
	_add_mesh(lines, 2)
	baker.navmesh_changed.connect(_draw_navmesh)
	baker.tiles_changed.connect(func(_count: int): _draw_navmesh())


func _process(_delta: float) -> void:
	characters.map(_write_sign)
	lines.clear_surfaces()
	var on_paths := characters.filter(_is_drawn)
	if on_paths.is_empty():
		return
	lines.surface_begin(Mesh.PRIMITIVE_TRIANGLES)
	if with_paths:
		on_paths.map(_draw_path)
	on_paths.map(_draw_velocities)
	lines.surface_end()


func _draw_navmesh() -> void:
	for frame in 2:     # a GridMap's colliders are there only after the first physics frame
		await get_tree().physics_frame
	for part in navmesh_parts:
		part.queue_free()
	var surface := ImmediateMesh.new()
	surface.surface_begin(Mesh.PRIMITIVE_TRIANGLES)
	surface.surface_set_color(NAVMESH_COLOR)
	var corners := baker.global_transform * baker.navmesh.get_triangles()
	for i in range(0, corners.size(), 3):
		_add_triangle(surface, corners[i], corners[i + 1], corners[i + 2])
	surface.surface_end()
	var outlines := ImmediateMesh.new()
	outlines.surface_begin(Mesh.PRIMITIVE_TRIANGLES)
	var edges := baker.global_transform * baker.navmesh.get_edges()
	for i in range(0, edges.size(), 2):
		_add_line(outlines, edges[i], edges[i + 1], EDGE_WIDTH, EDGE_COLOR)
	outlines.surface_end()
	navmesh_parts = [_add_mesh(surface, 0), _add_mesh(outlines, 1)]


## Whether there is anything to draw of a character: a surface must not be empty.
func _is_drawn(character: Node3D) -> bool:
	var agent: NavAgent = character.agent
	var fastest := maxf(agent.desired_velocity.length(), agent.safe_velocity.length())
	return agent.get_current_navigation_path().size() > 1 and (with_paths or fastest * ARROW_LENGTH >= SHORTEST)


func _draw_path(character: Node3D) -> void:
	var path: PackedVector3Array = character.agent.get_current_navigation_path()
	for i in range(1, path.size()):
		_add_line(lines, path[i - 1], path[i], PATH_WIDTH, character.color)


func _draw_velocities(character: Node3D) -> void:
	var agent: NavAgent = character.agent
	var tail: Vector3 = character.feet() + ABOVE_HEAD
	_draw_arrow(tail, agent.desired_velocity * ARROW_LENGTH, Color.WHITE)
	if agent.safe_velocity != agent.desired_velocity:
		_draw_arrow(tail + ABOVE_FLOOR, agent.safe_velocity * ARROW_LENGTH, SAFE_COLOR)


func _draw_arrow(tail: Vector3, way: Vector3, color: Color) -> void:
	if way.length() < SHORTEST:
		return
	var neck := tail + way * 0.7
	_add_ribbon(lines, tail, neck, 0.14, 0.14, color)
	_add_ribbon(lines, neck, tail + way, 0.45, 0.0, color)


func _write_sign(character: Node3D) -> void:
	character.get_node("Sign").text = "%s\n%s" % [character.name, character.state()]


## A triangle on the floor; cut at its longest edge until all are short.
func _add_triangle(mesh: ImmediateMesh, a: Vector3, b: Vector3, c: Vector3) -> void:
	var longest := maxf(a.distance_to(b), maxf(b.distance_to(c), c.distance_to(a)))
	if longest <= PIECE:
		for corner: Vector3 in [a, b, c]:
			mesh.surface_add_vertex(_on_floor(corner))
	elif longest == a.distance_to(b):
		_add_triangle(mesh, a, (a + b) / 2, c)
		_add_triangle(mesh, (a + b) / 2, b, c)
	else:
		_add_triangle(mesh, b, c, a)


## A line on the floor.
func _add_line(mesh: ImmediateMesh, a: Vector3, b: Vector3, width: float, color: Color) -> void:
	var pieces := maxi(1, ceili(a.distance_to(b) / PIECE))
	var start := _on_floor(a)
	for i in pieces:
		var end := _on_floor(a.lerp(b, (i + 1.0) / pieces))
		_add_ribbon(mesh, start, end, width, width, color)
		start = end


## A flat strip from `a` to `b`.
func _add_ribbon(mesh: ImmediateMesh, a: Vector3, b: Vector3, width_a: float, width_b: float, color: Color) -> void:
	var side := (b - a).cross(Vector3.UP).normalized() / 2
	mesh.surface_set_color(color)
	for corner: Vector3 in [a + side * width_a, a - side * width_a, b + side * width_b,
			a - side * width_a, b - side * width_b, b + side * width_b]:
		mesh.surface_add_vertex(corner)


## The point a little above the floor.
func _on_floor(point: Vector3) -> Vector3:
	var ray := PhysicsRayQueryParameters3D.create(point + HIGHEST_FLOOR, point + LOWEST_FLOOR, 1)
	var hit := get_world_3d().direct_space_state.intersect_ray(ray)
	return hit.get("position", point) + ABOVE_FLOOR


## Of two meshes in the same place the one in the higher layer is seen.
func _add_mesh(mesh: Mesh, layer: int) -> MeshInstance3D:
	var instance := MeshInstance3D.new()
	var material := StandardMaterial3D.new()
	material.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
	material.transparency = BaseMaterial3D.TRANSPARENCY_ALPHA
	material.cull_mode = BaseMaterial3D.CULL_DISABLED
	material.render_priority = layer
	material.vertex_color_use_as_albedo = true
	instance.mesh = mesh
	instance.material_override = material
	instance.cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
	add_child(instance)
	return instance
