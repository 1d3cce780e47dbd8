@tool
extends "inside_editor.gd"
## Runs inside the editor beside the addon's own plugin: selects bakers and presses the button in the toolbar.


func run() -> void:
	EditorInterface.open_scene_from_path("res://level.tscn")
	await frames(30)
	var level := EditorInterface.get_edited_scene_root()
	var baker: NavMeshBaker = level.get_node("Baker")
	await select(baker)
	var button := find_button()
	report("baker", {"visible": button.visible, "text": button.text, "navmesh": baker.navmesh != null})
	await select(level.get_node("Floor"))
	report("other node", {"visible": button.visible})
	await select(baker)
	button.pressed.emit()
	var bar: ProgressBar = button.get_parent().find_children("*", "ProgressBar", true, false)[0]
	report("pressed", {"baking": baker.is_baking(), "text": button.text, "bar": bar.is_visible_in_tree()})
	var values := [bar.value]
	bar.value_changed.connect(values.append)
	await while_baking(baker)
	report("baked", {"polygons": baker.navmesh.polygon_count, "text": button.text})
	report("bar", {"visible": bar.visible, "values": values})
	var undo := EditorInterface.get_editor_undo_redo()
	var history := undo.get_history_undo_redo(undo.get_object_history_id(baker))
	history.undo()
	report("undone", {"navmesh": baker.navmesh != null})
	history.redo()
	report("redone", {"polygons": baker.navmesh.polygon_count})
	EditorInterface.save_scene()
	await frames(10)
	report("saved", {"stored": "NavMeshData" in FileAccess.get_file_as_string("res://level.tscn")})
	button.pressed.emit()
	button.pressed.emit()
	await while_baking(baker)
	report("cancelled", {"polygons": baker.navmesh.polygon_count, "text": button.text})
	button.pressed.emit()
	baker.get_parent().remove_child(baker)
	baker.queue_free()
	await frames(20)
	report("freed", {"visible": button.visible})


func find_button() -> Button:
	for button: Button in EditorInterface.get_base_control().find_children("*", "Button", true, false):
		if button.text == "Bake NavMesh":
			return button
	return null


## Selects a node as a click in the scene dock does.
func select(node: Node) -> void:
	EditorInterface.get_selection().clear()
	EditorInterface.get_selection().add_node(node)
	EditorInterface.edit_node(node)
	await frames(10)


func while_baking(baker: NavMeshBaker) -> void:
	await frames(2)
	while baker.is_baking():
		await get_tree().process_frame
	await frames(2)
