## How a demo's run with a table ends: with a line for each fault and exit code 1, or without any and 0. Other runs
## go on.


static func end(scene: Node, faults: PackedStringArray) -> void:
	if "--table" not in OS.get_cmdline_user_args():
		return
	for fault in faults:
		printerr("WRONG: ", fault)
	scene.set_physics_process(false)
	scene.get_tree().quit(0 if faults.is_empty() else 1)
