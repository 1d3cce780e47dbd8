## The project setting of LimboAI 1.3 and newer: it has a default, and is saved when it differs from it.
@tool
extends EditorPlugin

const FOLDERS := "limbo_ai/behavior_tree/user_task_dirs"


func _enter_tree() -> void:
	var default := PackedStringArray(["res://ai/tasks"])
	if not ProjectSettings.has_setting(FOLDERS):
		ProjectSettings.set_setting(FOLDERS, default)
	ProjectSettings.set_initial_value(FOLDERS, default)
