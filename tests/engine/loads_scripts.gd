@tool
extends "inside_editor.gd"
## Runs inside the editor: loads every script that it knows of, as its help does when it first collects what scripts document,
## and tells which classes they are.


func scenario_scripts_are_loaded() -> void:
	load_scripts(EditorInterface.get_resource_filesystem().get_filesystem())
	report("classes", ProjectSettings.get_global_class_list().map(func(known: Dictionary): return known.class))
	for i in [1, 2, 3]:
		report("palette %d" % i, ProjectSettings.get_setting("limbo_ai/behavior_tree/user_task_dir_%d" % i, ""))
	report("palette", ProjectSettings.get_setting("limbo_ai/behavior_tree/user_task_dirs", []))


func load_scripts(folder: EditorFileSystemDirectory) -> void:
	for i in folder.get_file_count():
		if folder.get_file_type(i) == "GDScript":
			load(folder.get_file_path(i))
	for i in folder.get_subdir_count():
		load_scripts(folder.get_subdir(i))
