extends "res://dimension.gd"
## NavMeshBaker has the names of the engine's region and of its navigation mesh, in both dimensions.

const CONTENTS := ["vertices", "polygons"]


func mesh_class() -> String:
	return "NavigationPolygon" if IS_PLANE else "NavigationMesh"


## Properties of Godot's two classes that a baker lacks, or whose type is another; methods and signals of the region that it lacks.
func scenario_names() -> void:
	var baker := our_node("NavMeshBaker", {"bake_on_ready": false})
	var missing := []
	for type in ["NavigationRegion" + SUFFIX, mesh_class()]:
		for property in ClassDB.class_get_property_list(type, true):
			var name: String = property.name
			var is_setting: bool = property.usage & PROPERTY_USAGE_STORAGE and not name.begins_with("_") and not name in CONTENTS
			if is_setting and not (name in baker and typeof(baker.get(name)) == property.type):
				missing.append(name)
	missing.sort()
	report("properties", missing)
	var methods := ClassDB.class_get_method_list("NavigationRegion" + SUFFIX, true).map(func(method): return method.name)
	methods = methods.filter(func(name): return not name.begins_with("_") and not baker.has_method(name))
	methods.sort()
	report("methods", methods)
	report("signals", ClassDB.class_get_signal_list("NavigationRegion" + SUFFIX, true).map(func(each): return each.name).filter(
		func(name): return not baker.has_signal(name)))


## The words of the engine's region and mesh, in a script: what is set is kept under either name, and the signal comes once a bake.
func scenario_words() -> void:
	var baker := baked_at(Vector2(0, 0), Vector2(8, 8))
	var changes := []
	baker.connect("navigation_polygon_changed" if IS_PLANE else "navigation_mesh_changed", func(): changes.append(baker.navmesh.polygon_count))
	report("baked", baker.call("bake_navigation_polygon" if IS_PLANE else "bake_navigation_mesh", false))
	report("changes", changes)
	baker.set("parsed_collision_mask" if IS_PLANE else "geometry_collision_mask", 5)
	baker.set("source_geometry_group_name" if IS_PLANE else "geometry_source_group_name", &"ground")
	report("kept", [baker.collision_mask, baker.source_group_name])


## Off, the navmesh is no part of the map; with other layers it is not for everybody.
func scenario_switched_on_and_off() -> void:
	var baker := baked_at(Vector2(-10, -10), Vector2(10, 10))
	var agent := agent_at(-8, 0)
	await frames(2)
	report("on", agent.requestPath(at(8, 0)))
	baker.enabled = false
	agent.cancel_request()
	report("off", agent.requestPath(at(8, 0)))
	baker.enabled = true
	report("on again", agent.requestPath(at(8, 0)))
	baker.navigation_layers = 2
	agent.cancel_request()
	report("on another layer", agent.requestPath(at(8, 0)))
	agent.navigation_layers = 2
	report("on the agent's layer", agent.requestPath(at(8, 0)))
