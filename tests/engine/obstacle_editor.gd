@tool
extends "editor_checks.gd"
## Runs inside the editor beside the addon's own plugin: obstacles and volumes are drawn, their handles drag and can be undone.


func run() -> void:
	EditorInterface.open_scene_from_path("res://obstacles.tscn")
	await frames(30)
	report("warnings", warnings())
	var level := EditorInterface.get_edited_scene_root()
	var camera := Camera3D.new()
	level.add_child(camera)
	camera.position = Vector3(0, 20, 0)
	camera.rotation_degrees.x = -90
	var round: NavObstacle = level.get_node("Round")
	report("radius", drag(round, &"radius", 0, camera, Vector3(3, 0, 4)))
	var outline: NavObstacle = level.get_node("Outline")
	report("vertex", drag(outline, &"vertices", 3, camera, Vector3(4, 0, 1)))
	var volume: NavModifierVolume = level.get_node("Volume")
	report("size", drag(volume, &"size", 2, camera, Vector3(0, 0, 4)))
	camera.position = Vector3(0, 0, 20)
	camera.rotation_degrees.x = 0
	report("height", drag(round, &"height", 1, camera, Vector3(0, 3, 0)))
	camera.free()
	await frames(10)


## What a dragged handle makes of a property, then undone, redone, and dragged but cancelled.
func drag(node: Node3D, property: StringName, handle: int, camera: Camera3D, to: Vector3) -> Array:
	var gizmo: EditorNode3DGizmo
	for one in node.get_gizmos():
		if one is EditorNode3DGizmo and one.get_plugin()._has_gizmo(node):
			gizmo = one
	var plugin := gizmo.get_plugin()
	var before: Variant = plugin._get_handle_value(gizmo, handle, false)
	var undo := EditorInterface.get_editor_undo_redo()
	var history := undo.get_history_undo_redo(undo.get_object_history_id(node))
	plugin._set_handle(gizmo, handle, false, camera, camera.unproject_position(node.position + to))
	plugin._commit_handle(gizmo, handle, false, before, false)
	var values := [text(node.get(property))]
	history.undo()
	values.append(text(node.get(property)))
	history.redo()
	values.append(text(node.get(property)))
	plugin._set_handle(gizmo, handle, false, camera, camera.unproject_position(node.position))
	plugin._commit_handle(gizmo, handle, false, before, true)
	values.append(text(node.get(property)))
	return values


func text(value: Variant) -> String:
	if value is PackedVector3Array:
		return " ".join(Array(value).map(text))
	return "%.1f" % value if value is float else "(%.1f %.1f %.1f)" % [value.x, value.y, value.z]
