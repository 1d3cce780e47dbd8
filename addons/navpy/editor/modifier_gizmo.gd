## Draws [NavModifierVolume] nodes in the 3D editor: their box, with a handle on three of its sides.
@tool
extends EditorNode3DGizmoPlugin

const ObstacleGizmo := preload("obstacle_gizmo.gd")
const UndoStep := preload("undo_step.gd")
const Colors := preload("../debug/colors.gd")
const MARKED := Color(0.95, 0.8, 0.2)
const AXES: Array[Vector3] = [Vector3.RIGHT, Vector3.UP, Vector3.BACK]

var undo: EditorUndoRedoManager


func _init() -> void:
	create_material("cut", Colors.OBSTACLE)
	create_material("marked", MARKED)
	create_handle_material("handles")


func _get_gizmo_name() -> String:
	return "NavModifierVolume"


func _has_gizmo(node: Node3D) -> bool:
	return node is NavModifierVolume


func _redraw(gizmo: EditorNode3DGizmo) -> void:
	gizmo.clear()
	var volume: NavModifierVolume = gizmo.get_node_3d()
	var box := AABB(-0.5 * volume.size, volume.size)
	var lines := PackedVector3Array()
	for a in 8:
		for bit in [1, 2, 4]:
			if a & bit == 0:
				lines.append_array([box.get_endpoint(a), box.get_endpoint(a | bit)])
	gizmo.add_lines(lines, get_material("cut" if volume.area == 0 else "marked", gizmo))
	gizmo.add_collision_segments(lines)
	var handles := PackedVector3Array()
	for axis in AXES:
		handles.append(0.5 * volume.size * axis)
	gizmo.add_handles(handles, get_material("handles", gizmo), [])


func _get_handle_name(_gizmo: EditorNode3DGizmo, handle: int, _secondary: bool) -> String:
	return "Size " + "XYZ"[handle]


func _get_handle_value(gizmo: EditorNode3DGizmo, _handle: int, _secondary: bool) -> Variant:
	return gizmo.get_node_3d().size


func _set_handle(gizmo: EditorNode3DGizmo, handle: int, _secondary: bool, camera: Camera3D, point: Vector2) -> void:
	var volume: NavModifierVolume = gizmo.get_node_3d()
	var into := volume.global_transform.affine_inverse()
	var reach := ObstacleGizmo.nearest_on_axis(into * camera.project_ray_origin(point), into.basis * camera.project_ray_normal(point), AXES[handle])
	var size := volume.size
	size[handle] = maxf(2.0 * reach, 0.01)		# a volume without extent is an error
	volume.size = size


func _commit_handle(gizmo: EditorNode3DGizmo, _handle: int, _secondary: bool, restore: Variant, cancel: bool) -> void:
	UndoStep.end_drag(undo, gizmo.get_node_3d(), &"size", restore, cancel)
