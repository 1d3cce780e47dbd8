extends "res://level.gd"
## The parameters of an agent as properties of NavAgent and Crowd.

const OLD_SCENE := """[gd_scene format=3]

[node name="Crowd" type="Crowd"]
agent_time_horizon = 2.5
"""


## Every number and flag of the node by its name: what it is at first, and what it is after it was set to something else.
func read_and_write(node: Node) -> Dictionary:
	var values := {}
	for property in node.get_property_list():
		if property.type in [TYPE_BOOL, TYPE_INT, TYPE_FLOAT] and property.usage & PROPERTY_USAGE_STORAGE:
			var first: Variant = node.get(property.name)
			var other: Variant = not first if property.type == TYPE_BOOL else 2 if property.type == TYPE_INT else 0.25
			node.set(property.name, other)
			values[property.name] = [first, node.get(property.name)]
	node.free()
	return values


func scenario_parameters() -> void:
	report("NavAgent", read_and_write(NavAgent.new()))
	report("Crowd", read_and_write(Crowd.new()))


func scenario_former_name_in_a_saved_scene() -> void:
	FileAccess.open("user://old.tscn", FileAccess.WRITE).store_string(OLD_SCENE)
	var old: Crowd = load("user://old.tscn").instantiate()
	report("time horizon", old.agent_time_horizon_agents)
	var packed := PackedScene.new()
	packed.pack(old)
	ResourceSaver.save(packed, "user://new.tscn")
	var text := FileAccess.get_file_as_string("user://new.tscn")
	report("saved by its new name alone", "agent_time_horizon_agents = 2.5" in text and not "agent_time_horizon =" in text)
	old.free()
