## Draws [NavObstacle] nodes in the 3D editor: the circle and the outline at their foot and at their height, with handles for all.
@tool
extends EditorNode3DGizmoPlugin

const Colors := preload("../debug/colors.gd")
const UndoStep := preload("undo_step.gd")
const SEGMENTS := 32
const RADIUS := 0
const HEIGHT := 1
const FIRST_VERTEX := 2

var undo: EditorUndoRedoManager


func _init() -> void:
	create_material("lines", Colors.OBSTACLE)
	create_handle_material("handles")


func _get_gizmo_name() -> String:
	return "NavObstacle"


func _has_gizmo(node: Node3D) -> bool:
	return node is NavObstacle


func _redraw(gizmo: EditorNode3DGizmo) -> void:
	gizmo.clear()
	var obstacle: NavObstacle = gizmo.get_node_3d()
	var lines := PackedVector3Array()
	var up := Vector3(0, obstacle.height, 0)
	if obstacle.radius > 0:
		for i in SEGMENTS:
			add_side(lines, on_circle(obstacle, i), on_circle(obstacle, i + 1), up)
	var corners := obstacle.vertices
	for i in corners.size():
		add_side(lines, on_floor(corners[i]), on_floor(corners[(i + 1) % corners.size()]), up)
		lines.append_array([on_floor(corners[i]), on_floor(corners[i]) + up])
	if not lines.is_empty():
		gizmo.add_lines(lines, get_material("lines", gizmo))
		gizmo.add_collision_segments(lines)
	var handles := PackedVector3Array([Vector3(obstacle.radius, 0, 0), up])
	for corner in corners:
		handles.append(on_floor(corner))
	gizmo.add_handles(handles, get_material("handles", gizmo), [])


func add_side(lines: PackedVector3Array, from: Vector3, to: Vector3, up: Vector3) -> void:
	lines.append_array([from, to, from + up, to + up])


func on_floor(corner: Vector3) -> Vector3:
	return Vector3(corner.x, 0, corner.z)


func on_circle(obstacle: NavObstacle, segment: int) -> Vector3:
	return Vector3(obstacle.radius, 0, 0).rotated(Vector3.UP, TAU * segment / SEGMENTS)


func _get_handle_name(_gizmo: EditorNode3DGizmo, handle: int, _secondary: bool) -> String:
	return ["Radius", "Height"][handle] if handle < FIRST_VERTEX else "Vertex %d" % (handle - FIRST_VERTEX)


func _get_handle_value(gizmo: EditorNode3DGizmo, handle: int, _secondary: bool) -> Variant:
	return gizmo.get_node_3d().get(property_of(handle))


func property_of(handle: int) -> StringName:
	return [&"radius", &"height"][handle] if handle < FIRST_VERTEX else &"vertices"


func _set_handle(gizmo: EditorNode3DGizmo, handle: int, _secondary: bool, camera: Camera3D, point: Vector2) -> void:
	var obstacle: NavObstacle = gizmo.get_node_3d()
	var into := obstacle.global_transform.affine_inverse()
	var from := into * camera.project_ray_origin(point)
	var along := into.basis * camera.project_ray_normal(point)
	if handle == HEIGHT:
		obstacle.height = maxf(nearest_on_axis(from, along, Vector3.UP), 0.0)
		return
	var hit: Variant = Plane(Vector3.UP, 0).intersects_ray(from, along)
	if hit == null:
		return
	if handle == RADIUS:
		obstacle.radius = Vector2(hit.x, hit.z).length()
	else:
		var corners := obstacle.vertices
		corners[handle - FIRST_VERTEX] = hit
		obstacle.vertices = corners


func _commit_handle(gizmo: EditorNode3DGizmo, handle: int, _secondary: bool, restore: Variant, cancel: bool) -> void:
	UndoStep.end_drag(undo, gizmo.get_node_3d(), property_of(handle), restore, cancel)


## Where a ray passes nearest to an axis through the origin.
static func nearest_on_axis(from: Vector3, along: Vector3, axis: Vector3) -> float:
	var points := Geometry3D.get_closest_points_between_segments(axis * -1000, axis * 1000, from, from + along * 10000)
	return points[0].dot(axis)
