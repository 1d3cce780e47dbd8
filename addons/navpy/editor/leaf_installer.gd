## Writes the leaves for the behavior-tree addons that a project has.
##
## A script that extends a class which isn't there is no error until it is loaded. But the editor loads every script of a
## project when it first collects their help, and language servers do: it would tell each project without Beehave or LimboAI
## of twelve broken scripts. So the leaves are written when their addon is there. They are made from a template, in a
## folder that Godot does not scan, and from the parameters of the behavior, which stand in its script alone.
@tool
extends RefCounted

const LeafRunner := preload("../behavior_tree/leaf_runner.gd")
const MARK := "# Written by navpy's editor plugin, and again whenever it differs: changes belong into a script that extends it.\n"
const BEHAVIORS: Array[String] = ["move_to", "follow", "flee", "hide", "wander", "patrol"]

## Addons by the name of their template: the class that leaves extend, where the addon lies, where its leaves go, what their
## files and classes are called.
const ADDONS := {
	"beehave": {base = "ActionLeaf", home = "res://addons/beehave", leaves = "beehave/", file = "nav_%s_leaf.gd", type = "Nav%sLeaf"},
	"limboai": {base = "BTAction", home = "res://addons/limboai", leaves = "limboai/navigation/", file = "bt_nav_%s.gd", type = "BTNav%s"},
}
## The targets that can be set in a leaf itself: their declarations and the names that read them.
const FIXED := {
	"move_to": ["## The target if neither of these is set, in world space; in two dimensions x and y count.\n@export var target_position: Vector3\n", "target_position"],
	"patrol": ["## The points if neither of these is set, in world space; in two dimensions x and y count. A target node's children are its points.\n"
			+ "@export var points: Array[Vector3]\n", "points"],
}
## The project settings that say where LimboAI's task palette looks: a PackedStringArray, three strings before version 1.3.
const LIMBOAI_FOLDERS := "limbo_ai/behavior_tree/user_task_dirs"
const LIMBOAI_FOLDER := "limbo_ai/behavior_tree/user_task_dir_%d"


## Where the behaviors lie, and the templates.
static func _folder() -> String:
	return (LeafRunner as GDScript).resource_path.get_base_dir() + "/"


## Writes the leaves of the addons that are there, where they differ. Returns whether any did.
static func write() -> bool:
	var changed := false
	for addon: String in ADDONS:
		if _is_class(ADDONS[addon].base):
			for behavior in BEHAVIORS:
				changed = _write(_path_of(addon, behavior), _text_of(addon, behavior)) or changed
	if _is_class(ADDONS.limboai.base) and not _add_to_palette() and changed:
		push_warning("navpy's tasks are not in LimboAI's palette: add %s to its folders of user tasks in the project settings, under " % _tasks()
				+ "LimboAI > Behavior Tree")
	return changed


## Removes the leaves of addons that are there no more; one that only fails to load keeps them. Returns whether it did. Not
## while the editor scans the project: it would miss what it has already listed.
static func remove_stale() -> bool:
	var changed := false
	for addon: String in ADDONS:
		if not _is_class(ADDONS[addon].base) and not DirAccess.dir_exists_absolute(ADDONS[addon].home):
			for behavior in BEHAVIORS:
				changed = _remove(_path_of(addon, behavior)) or changed
	return changed


static func _path_of(addon: String, behavior: String) -> String:
	return _folder() + ADDONS[addon].leaves + ADDONS[addon].file % behavior


## The script of a leaf.
static func _text_of(addon: String, behavior: String) -> String:
	var row: Dictionary = ADDONS[addon]
	var source := FileAccess.get_file_as_string(_folder() + behavior + ".gd")
	var name := behavior.to_pascal_case()
	var fixed: Array = FIXED.get(behavior, ["", "null"])
	return MARK + FileAccess.get_file_as_string(_folder() + "templates/%s.gd" % addon).format({
		"doc": _documentation(source), "class": row.type % name, "behavior": "Nav" + name, "file": behavior, "name": "Nav" + name,
		"folder": _folder(),
		"parameters": _parameters(source), "fixed_parameter": fixed[0], "fixed": fixed[1]})


static func _is_class(name: StringName) -> bool:
	return ClassDB.class_exists(name) or ProjectSettings.get_global_class_list().any(
			func(known: Dictionary) -> bool: return known.class == name)


## The comment that a script begins with.
static func _documentation(source: String) -> String:
	return source.substr(0, source.find("\nclass_name "))


## The lines that export something, with the comments above them.
static func _parameters(source: String) -> String:
	var found := ""
	var comment := ""
	for line in source.split("\n"):
		if line.begins_with("@export"):
			found += comment + line + "\n"
		comment = comment + line + "\n" if line.begins_with("##") else ""
	return found


static func _write(path: String, text: String) -> bool:
	if FileAccess.file_exists(path) and FileAccess.get_file_as_string(path) == text:
		return false
	DirAccess.make_dir_recursive_absolute(path.get_base_dir())
	var file := FileAccess.open(path, FileAccess.WRITE)
	if file == null:
		push_error("navpy can't write %s: %s" % [path, error_string(FileAccess.get_open_error())])
		return false
	file.store_string(text)
	return true


static func _remove(path: String) -> bool:
	if not FileAccess.file_exists(path):
		return false
	DirAccess.remove_absolute(path)
	if FileAccess.file_exists(path + ".uid"):
		DirAccess.remove_absolute(path + ".uid")
	return true


## The folder whose subfolders are the palette's sections.
static func _tasks() -> String:
	return (_folder() + ADDONS.limboai.leaves).get_base_dir().get_base_dir()


## Adds the leaves' folder to those that LimboAI's task palette lists. False if there is no room for it.
static func _add_to_palette() -> bool:
	if ProjectSettings.has_setting(LIMBOAI_FOLDERS):
		var folders: PackedStringArray = ProjectSettings.get_setting(LIMBOAI_FOLDERS)
		if not _tasks() in folders:
			_save(LIMBOAI_FOLDERS, folders + PackedStringArray([_tasks()]))
		return true
	var settings := [1, 2, 3].map(func(i: int) -> String: return LIMBOAI_FOLDER % i).filter(ProjectSettings.has_setting)
	if settings.any(func(setting: String) -> bool: return ProjectSettings.get_setting(setting) == _tasks()):
		return true
	for setting: String in settings:
		if ProjectSettings.get_setting(setting) == "":
			_save(setting, _tasks())
			return true
	return settings.is_empty()      # LimboAI has not declared its settings yet


static func _save(setting: String, value: Variant) -> void:
	ProjectSettings.set_setting(setting, value)
	ProjectSettings.save()
