@tool
extends "inside_editor.gd"
## What the scenarios of the 3D and of the 2D editor share: scenes to open, nodes to select, warnings, the buttons of bakers, steps to undo.

var screen := "3D"
var baker_class := "NavMeshBaker"


# ---- scenes ----

## Opens a scene of the project, and waits until the editor shows it.
func open(scene: String) -> Node:
	var path := "res://%s.tscn" % scene
	EditorInterface.set_main_screen_editor(screen)
	EditorInterface.open_scene_from_path(path)
	await until(func():
		var root := EditorInterface.get_edited_scene_root()
		return root != null and root.scene_file_path == path)
	await frames(5)
	return EditorInterface.get_edited_scene_root()


func history_of(node: Node) -> UndoRedo:
	var undo := EditorInterface.get_editor_undo_redo()
	return undo.get_history_undo_redo(undo.get_object_history_id(node))


func tidy() -> void:
	EditorInterface.close_scene()
	await frames(2)


func switch_plugin(on: bool) -> void:
	EditorInterface.set_plugin_enabled("navpy", on)
	await frames(5)


# ---- warnings ----

## The warnings once the dock has had time to ask for them: it does so twice a second.
func settled_warnings() -> Dictionary:
	await frames(40)
	return warnings()


## Tooltips of the warning signs in the scene dock, by node.
func warnings() -> Dictionary:
	var found := {}
	for editor in EditorInterface.get_base_control().find_children("*", "SceneTreeEditor", true, false):
		for tree: Tree in editor.find_children("*", "Tree", true, false):
			collect_warnings(tree.get_root(), found)
	return found


func collect_warnings(item: TreeItem, found: Dictionary) -> void:
	if item == null:
		return
	for i in item.get_button_count(0):
		var text := item.get_button_tooltip_text(0, i)
		if "warning" in text:
			found[item.get_text(0)] = text
	for child in item.get_children():
		collect_warnings(child, found)


# ---- the Bake NavMesh button ----

func find_button() -> Button:
	for button: Button in EditorInterface.get_base_control().find_children("*", "Button", true, false):
		if button.text == "Bake NavMesh" and button.tooltip_text.ends_with(" %s." % baker_class):
			return button
	return null


func progress_bar(button: Button) -> ProgressBar:
	return button.get_parent().find_children("*", "ProgressBar", true, false)[0]


func clear_button() -> Button:
	return find_button().get_parent().get_child(1)


## Selects a node as a click in the scene dock does.
func select(node: Node) -> void:
	EditorInterface.get_selection().clear()
	EditorInterface.get_selection().add_node(node)
	EditorInterface.edit_node(node)
	await frames(3)


func while_baking(baker: Node) -> void:
	await frames(2)
	while baker.is_baking():
		await get_tree().process_frame
	await frames(2)


## Bakes a baker whose navmesh has a file of its own, and tells what becomes of the file, of the step undone and redone, and of the saved scene.
func report_a_navmesh_with_a_file(baker: Node) -> void:
	var file := "res://own_%s.res" % baker.get_class().to_lower()
	await select(baker)
	find_button().pressed.emit()
	await while_baking(baker)
	ResourceSaver.save(baker.navmesh, file)
	baker.navmesh = load(file)
	var first: PackedByteArray = baker.navmesh.data
	baker.agent_radius *= 1.5
	find_button().pressed.emit()
	await while_baking(baker)
	var second: PackedByteArray = baker.navmesh.data
	report("another navmesh", second != first)
	report("names the file", baker.navmesh.resource_path == file)
	report("in the file", data_in(file) == second)
	EditorInterface.save_scene()
	var scene := EditorInterface.get_edited_scene_root().scene_file_path
	report("saved", await until(func(): return file in FileAccess.get_file_as_string(scene)))
	report("embedded", "sub_resource type=\"NavMeshData" in FileAccess.get_file_as_string(scene))
	history_of(baker).undo()
	report("undone", [baker.navmesh.data == first, baker.navmesh.resource_path == file, data_in(file) == first])
	history_of(baker).redo()
	report("redone", [baker.navmesh.data == second, baker.navmesh.resource_path == file, data_in(file) == second])


func data_in(file: String) -> PackedByteArray:
	return ResourceLoader.load(file, "", ResourceLoader.CACHE_MODE_IGNORE).data
