## Draws every [NavLink] in the 3D editor: an arc from end to end with an arrow for each way, and a handle at both ends.
@tool
extends EditorNode3DGizmoPlugin

const Colors := preload("../debug/colors.gd")
const SEGMENTS := 16
const RISE := 0.25              ## Of the arc, by its length.
const ARROW := 0.3              ## Meters.
const ENDS: Array[StringName] = [&"start_position", &"end_position"]

var undo: EditorUndoRedoManager


func _init() -> void:
	create_material("on", Colors.LINK)
	create_material("off", Colors.LINK_OFF)
	create_handle_material("handles")


func _get_gizmo_name() -> String:
	return "NavLink"


func _has_gizmo(node: Node3D) -> bool:
	return node is NavLink


func _redraw(gizmo: EditorNode3DGizmo) -> void:
	gizmo.clear()
	var link: NavLink = gizmo.get_node_3d()
	var start := link.start_position
	var end := link.end_position
	if start != end:
		var lines := arc(start, end)
		lines.append_array(arrow(lines[-2], end))
		if link.bidirectional:
			lines.append_array(arrow(lines[1], start))
		var aside := (end - start).cross(Vector3.UP).normalized() * link.width / 2
		for point: Vector3 in [start, end]:
			lines.append_array([point - aside, point + aside])
		gizmo.add_lines(lines, get_material("on" if link.enabled else "off", gizmo))
		gizmo.add_collision_segments(lines)
	gizmo.add_handles(PackedVector3Array([start, end]), get_material("handles", gizmo), [])


func arc(start: Vector3, end: Vector3) -> PackedVector3Array:
	var lines := PackedVector3Array()
	var rise := Vector3(0, RISE * start.distance_to(end), 0)
	var last := start
	for i in range(1, SEGMENTS + 1):
		var t := float(i) / SEGMENTS
		var next := start.lerp(end, t) + rise * 4 * t * (1 - t)
		lines.append_array([last, next])
		last = next
	return lines


## The two strokes of an arrow's head at a point, coming from another.
func arrow(from: Vector3, to: Vector3) -> PackedVector3Array:
	var back := (from - to).normalized() * ARROW
	var aside := back.cross(Vector3.UP if absf(back.normalized().y) < 0.9 else Vector3.RIGHT) / 2
	return PackedVector3Array([to, to + back + aside, to, to + back - aside])


func _get_handle_name(_gizmo: EditorNode3DGizmo, id: int, _secondary: bool) -> String:
	return ENDS[id]


func _get_handle_value(gizmo: EditorNode3DGizmo, id: int, _secondary: bool) -> Variant:
	return gizmo.get_node_3d().get(ENDS[id])


## Moves the end in the plane through it that faces the camera.
func _set_handle(gizmo: EditorNode3DGizmo, id: int, _secondary: bool, camera: Camera3D, point: Vector2) -> void:
	var link: NavLink = gizmo.get_node_3d()
	var at := link.get_global_start_position() if id == 0 else link.get_global_end_position()
	var hit: Variant = Plane(camera.global_basis.z, at).intersects_ray(camera.project_ray_origin(point), camera.project_ray_normal(point))
	if hit == null:
		return
	if id == 0:
		link.set_global_start_position(hit)
	else:
		link.set_global_end_position(hit)
	link.update_gizmos()


func _commit_handle(gizmo: EditorNode3DGizmo, id: int, _secondary: bool, restore: Variant, cancel: bool) -> void:
	var link: NavLink = gizmo.get_node_3d()
	if cancel:
		link.set(ENDS[id], restore)
		link.update_gizmos()
		return
	undo.create_action("Move the End of a NavLink" if id else "Move the Start of a NavLink")
	undo.add_do_property(link, ENDS[id], link.get(ENDS[id]))
	undo.add_do_method(link, &"update_gizmos")
	undo.add_undo_property(link, ENDS[id], restore)
	undo.add_undo_method(link, &"update_gizmos")
	undo.commit_action()
