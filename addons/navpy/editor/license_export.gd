## Packs the licenses of navpy, and of what its library contains, into each exported game.
@tool
extends EditorExportPlugin

const LICENSES := "res://addons/navpy/licenses.txt"


func _get_name() -> String:
	return "navpy's licenses"


func _export_begin(_features: PackedStringArray, _is_debug: bool, _path: String, _flags: int) -> void:
	add_file(LICENSES, FileAccess.get_file_as_bytes(LICENSES), false)
