## What a player chooses once for both games: kept in a file of the user's, and applied at once.
extends RefCounted

const FILE := "user://options.cfg"
const TICKS: Array[int] = [30, 60, 144]
const SCALES: Array[float] = [0.5, 0.75, 1.0]
const VOLUMES: Array[float] = [0.0, 0.3, 1.0]

const FIRST := {"ticks": 60, "scale": 1.0, "shadows": true, "full_screen": false, "agents": 1.0, "volume": 1.0}

static var values := FIRST.duplicate()


static func read() -> void:
	var file := ConfigFile.new()
	if file.load(FILE) == OK:
		for key: String in values:
			values[key] = file.get_value("options", key, values[key])


static func change(key: String, value: Variant, tree: SceneTree) -> void:
	values[key] = value
	var file := ConfigFile.new()
	for each: String in values:
		file.set_value("options", each, values[each])
	file.save(FILE)
	apply(tree)


static func apply(tree: SceneTree) -> void:
	Engine.physics_ticks_per_second = values.ticks
	AudioServer.set_bus_volume_linear(0, values.volume)
	tree.root.scaling_3d_scale = values.scale
	for sun: Light3D in tree.root.find_children("*", "DirectionalLight3D", true, false):
		sun.shadow_enabled = values.shadows
	if DisplayServer.get_name() != "headless":
		DisplayServer.window_set_mode(DisplayServer.WINDOW_MODE_FULLSCREEN if values.full_screen else DisplayServer.WINDOW_MODE_WINDOWED)
