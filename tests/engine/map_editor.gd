@tool
extends "editor_checks.gd"
## Runs inside the editor beside the addon's own plugin: warnings beside links, and their handles.


func run() -> void:
	EditorInterface.open_scene_from_path("res://links.tscn")
	await frames(30)
	report("warnings", warnings())
	var level := EditorInterface.get_edited_scene_root()
	var link: NavLink = level.get_node("Short")
	var gizmo := link_gizmo()
	var drawn: EditorNode3DGizmo = null
	for one in link.get_gizmos():
		if one is EditorNode3DGizmo and one.get_plugin() == gizmo:
			drawn = one
	report("drawn", drawn != null)
	var camera := Camera3D.new()
	level.add_child(camera)
	camera.position = Vector3(2, 10, 0)
	camera.rotation_degrees.x = -90
	var before := link.end_position
	gizmo._set_handle(drawn, 1, false, camera, camera.unproject_position(Vector3(1.5, 0, 1)))
	report("moved", text(link.end_position))
	gizmo._commit_handle(drawn, 1, false, before, false)
	var undo := EditorInterface.get_editor_undo_redo()
	var history := undo.get_history_undo_redo(undo.get_object_history_id(link))
	history.undo()
	report("undone", text(link.end_position))
	history.redo()
	report("redone", text(link.end_position))
	gizmo._set_handle(drawn, 0, false, camera, camera.unproject_position(Vector3.ZERO))
	gizmo._commit_handle(drawn, 0, false, Vector3(-1.2, 0, 0), true)
	report("cancelled", text(link.start_position))
	camera.free()
	link.end_position = Vector3(1.2, 0, 0)
	await frames(10)
	report("warnings when mended", warnings())


func text(point: Vector3) -> String:
	return "%.2f %.2f %.2f" % [point.x, point.y, point.z]


func link_gizmo() -> EditorNode3DGizmoPlugin:
	for plugin in get_parent().get_children():
		if "link_gizmo" in plugin:
			return plugin.link_gizmo
	return null
