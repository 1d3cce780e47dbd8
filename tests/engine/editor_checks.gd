@tool
extends "inside_editor.gd"
## Runs inside the editor: what its help shows of our classes, and its scene dock of badly placed nodes.

const CLASSES := ["NavAgent", "NavMeshBaker", "NavMeshData", "NavLink", "Crowd", "NavObstacle", "NavModifierVolume"]


func run() -> void:
	for scene in ["res://without_baker.tscn", "res://with_baker.tscn", "res://crowds.tscn"]:
		EditorInterface.open_scene_from_path(scene)
		await frames(30)
		report("warnings " + scene, warnings())
	for name in CLASSES:
		EditorInterface.get_script_editor().goto_help("class_name:" + name)
		await frames(20)
		report("help " + name, help_text(name))


## Tooltips of the warning signs in the scene dock, by node.
func warnings() -> Dictionary:
	var found := {}
	for editor in EditorInterface.get_base_control().find_children("*", "SceneTreeEditor", true, false):
		for tree: Tree in editor.find_children("*", "Tree", true, false):
			collect(tree.get_root(), found)
	return found


func collect(item: TreeItem, found: Dictionary) -> void:
	if item == null:
		return
	for i in item.get_button_count(0):
		var text := item.get_button_tooltip_text(0, i)
		if "warning" in text:
			found[item.get_text(0)] = text
	for child in item.get_children():
		collect(child, found)


func help_text(name: String) -> String:
	for help in EditorInterface.get_script_editor().find_children("*", "EditorHelp", true, false):
		if help.name == name:
			return help.find_children("*", "RichTextLabel", true, false)[0].get_parsed_text()
	return ""
