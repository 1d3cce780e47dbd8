extends "res://level.gd"
## Areas by name. The project names area 1 "road" and area 2 "swamp".


## The length of the path across a floor whose middle has an area, where a meter of area 2 costs ten; above 24 m it leads around.
func length_across(area: Variant) -> float:
	var level := level_at()
	floor_at(13, 32, Vector3(-9.5, 0, 0), level)
	var middle := floor_at(6, 20, Vector3.ZERO, level)
	middle.name = "Middle"
	if area != null:
		middle.set_meta("nav_area", area)
	floor_at(13, 32, Vector3(9.5, 0, 0), level)
	for z in [-13, 13]:
		floor_at(6, 6, Vector3(0, 0, z), level)
	var bakes := bake({"tile_size": 64, "area_costs": PackedFloat32Array([1, 1, 10])}, level)
	await frames(2)
	var agent := ghost(Vector3(-12, 0, 0))
	await frames(1)
	agent.requestPath(Vector3(12, 0, 0))
	var length := agent.get_path_length()
	remove(agent)
	level.free()
	await frames(2)
	return length


func scenario_metadata() -> void:
	for area in [null, 2, "swamp", &"swamp", 1, "road", "ground", "not walkable"]:
		report(str(area) + (" of StringName" if area is StringName else ""), await length_across(area))


func scenario_metadata_of_no_area() -> void:
	for area in ["swmp", "", 64, -1, 2.0]:
		report(str([area]), await length_across(area))


func scenario_inspector() -> void:
	var volume: NavModifierVolume = put(NavModifierVolume.new(), {"name": "Volume"})
	for property in volume.get_property_list():
		if property.name == "area":
			report("area", {"hint": property.hint, "choices": property.hint_string})
	volume.area = 40
	report("area without a name", volume.area)
	volume.area = 64
	report("area that there isn't", volume.area)


func scenario_setting() -> void:
	report("names", ProjectSettings.get_setting("navpy/areas/names"))
	report("reverts to", ProjectSettings.property_get_revert("navpy/areas/names"))
	for property in ProjectSettings.get_property_list():
		if property.name == "navpy/areas/names":
			report("type", property.type)
