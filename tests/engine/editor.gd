@tool
extends "editor_scenes.gd"
## What the editor shows of our nodes: help, warnings beside them, drawings, handles that can be undone, and the Bake NavMesh button.


# ---- help and warnings ----

func scenario_help() -> void:
	for name in ["NavAgent", "NavMeshBaker", "NavMeshData", "NavLink", "Crowd", "NavObstacle", "NavModifierVolume",
			"NavFormation", "NavSteering", "NavSteeringBehavior", "NavFilter", "NavMap", "NavPath", "NavReach", "NavGoalField", "NavFlowField"]:
		EditorInterface.get_script_editor().goto_help("class_name:" + name)
		await until(func(): return help_text(name) != "")
		report(name, help_text(name))


## Empty until the page is laid out. That goes on in a thread of its label, which reads the list of all laid out texts without a lock: Godot 4.6 can
## crash where texts are added meanwhile, as by another page.
func help_text(name: String) -> String:
	for help in EditorInterface.get_script_editor().find_children("*", "EditorHelp", true, false):
		if help.name == name:
			var label: RichTextLabel = help.find_children("*", "RichTextLabel", true, false)[0]
			return label.get_parsed_text() if label.is_finished() else ""
	return ""


func scenario_warnings_without_a_baker() -> void:
	await open("without_baker")
	report("warnings", await settled_warnings())


func scenario_warnings_with_a_baker() -> void:
	await open("with_baker")
	report("warnings", await settled_warnings())


func scenario_warnings_of_bakers_that_hide_regions() -> void:
	await open("hidden")
	report("warnings", await settled_warnings())


func scenario_warnings_of_two_navmeshes() -> void:
	var level := await open("two_navmeshes")
	report("warnings", await settled_warnings())
	level.get_node("West").enabled = false
	report("warnings when the region is off", await settled_warnings())


func scenario_warnings_of_crowds() -> void:
	await open("crowds")
	report("warnings", await settled_warnings())


func scenario_warnings_of_fields() -> void:
	await open("fields")
	report("warnings", await settled_warnings())


func scenario_warnings_of_leaders() -> void:
	await open("leaders")
	report("warnings", await settled_warnings())


func scenario_warnings_of_grounded_bodies() -> void:
	await open("grounded")
	report("warnings", await settled_warnings())


func scenario_warnings_of_obstacles() -> void:
	await open("obstacles")
	report("warnings", await settled_warnings())


func scenario_warnings_of_formations() -> void:
	await open("formations")
	report("warnings", await settled_warnings())


func scenario_warnings_of_links() -> void:
	var level := await open("links")
	report("warnings", await settled_warnings())
	level.get_node("Short").end_position = Vector3(1.2, 0, 0)
	report("warnings when one is mended", await settled_warnings())


# ---- handles ----

func scenario_handles_of_a_link() -> void:
	var level := await open("links")
	var camera := camera_above(level)
	var link: NavLink = level.get_node("Short")
	report("end", drag(link, &"end_position", 1, camera, Vector3(1.5, 0, 1)))
	report("start", drag(link, &"start_position", 0, camera, Vector3(-1.5, 0, 1)))
	camera.get_parent().free()


func scenario_handles_of_obstacles() -> void:
	var level := await open("obstacles")
	var camera := camera_above(level)
	var round: NavObstacle = level.get_node("Round")
	report("radius", drag(round, &"radius", 0, camera, Vector3(3, 0, 4)))
	report("vertex", drag(level.get_node("Outline"), &"vertices", 3, camera, Vector3(4, 0, 1)))
	report("size", drag(level.get_node("Volume"), &"size", 2, camera, Vector3(0, 0, 4)))
	camera.position = Vector3(0, 0, 20)
	camera.rotation_degrees.x = 0
	report("height", drag(round, &"height", 1, camera, Vector3(0, 3, 0)))
	camera.get_parent().free()


## In a viewport of its own, as the editor's are: rays of a camera follow the zoom of its viewport's canvas, and the scene's is that of the 2D editor.
func camera_above(level: Node) -> Camera3D:
	var view := SubViewport.new()
	var camera := Camera3D.new()
	level.add_child(view)
	view.add_child(camera)
	camera.position = Vector3(0, 20, 0)
	camera.rotation_degrees.x = -90
	return camera


## The values of a property when its handle is dragged, when that is undone and redone, and when another drag is canceled.
func drag(node: Node3D, property: StringName, handle: int, camera: Camera3D, to: Vector3) -> Dictionary:
	var gizmo := gizmo_of(node)
	var plugin := gizmo.get_plugin()
	var before: Variant = plugin._get_handle_value(gizmo, handle, false)
	var found := {"before": text(node.get(property))}
	plugin._set_handle(gizmo, handle, false, camera, camera.unproject_position(node.position + to))
	plugin._commit_handle(gizmo, handle, false, before, false)
	found["dragged"] = text(node.get(property))
	var history := history_of(node)
	history.undo()
	found["undone"] = text(node.get(property))
	history.redo()
	found["redone"] = text(node.get(property))
	plugin._set_handle(gizmo, handle, false, camera, camera.unproject_position(node.position))
	plugin._commit_handle(gizmo, handle, false, before, true)
	found["canceled"] = text(node.get(property))
	return found


func gizmo_of(node: Node3D) -> EditorNode3DGizmo:
	for gizmo in node.get_gizmos():
		if gizmo is EditorNode3DGizmo and gizmo.get_plugin().get_script() != null:
			return gizmo
	return null


func text(value: Variant) -> String:
	if value is PackedVector3Array:
		return " ".join(Array(value).map(text))
	return "%.2f" % value if value is float else "(%.2f %.2f %.2f)" % [value.x, value.y, value.z]


# ---- the Bake NavMesh button ----

func scenario_button_shows_for_bakers() -> void:
	var level := await open("level")
	await select(level.get_node("Baker"))
	var button := find_button()
	report("baker selected", {"visible": button.is_visible_in_tree(), "text": button.text})
	await select(level.get_node("Floor"))
	report("another node selected", {"visible": button.is_visible_in_tree()})


func scenario_button_bakes() -> void:
	var baker := await select_fresh_baker()
	var button := find_button()
	button.pressed.emit()
	var bar := progress_bar(button)
	report("pressed", {"baking": baker.is_baking(), "text": button.text, "bar is visible": bar.is_visible_in_tree()})
	var values := [bar.value]
	bar.value_changed.connect(values.append)
	await while_baking(baker)
	report("baked", {"polygons": baker.navmesh.polygon_count, "text": button.text, "bar is visible": bar.is_visible_in_tree()})
	report("values of the bar", values)
	EditorInterface.save_scene()
	report("saved scene has the navmesh", await until(func(): return "NavMeshData" in FileAccess.get_file_as_string("res://level.tscn")))


func scenario_bake_is_undone() -> void:
	var baker := await select_fresh_baker()
	find_button().pressed.emit()
	await while_baking(baker)
	var history := history_of(baker)
	history.undo()
	report("has a navmesh when undone", baker.navmesh != null)
	history.redo()
	report("polygons when redone", baker.navmesh.polygon_count)


func scenario_navmesh_has_a_file() -> void:
	await report_a_navmesh_with_a_file(await select_fresh_baker())


func scenario_navmesh_is_cleared() -> void:
	var baker := await select_fresh_baker()
	report("disabled without a navmesh", clear_button().disabled)
	find_button().pressed.emit()
	await while_baking(baker)
	var navmesh := baker.navmesh
	report("disabled with one", clear_button().disabled)
	clear_button().pressed.emit()
	report("cleared", baker.navmesh == null)
	history_of(baker).undo()
	report("undone", baker.navmesh == navmesh)
	report("step", history_of(baker).get_action_name(1))


func scenario_button_cancels() -> void:
	var baker := await select_fresh_baker()
	var button := find_button()
	button.pressed.emit()
	await while_baking(baker)
	var navmesh := baker.navmesh
	button.pressed.emit()
	button.pressed.emit()
	await while_baking(baker)
	report("navmesh is as before", baker.navmesh == navmesh)
	report("polygons", baker.navmesh.polygon_count)
	report("text", button.text)


func scenario_baker_is_freed_while_it_bakes() -> void:
	var baker := await select_fresh_baker()
	var button := find_button()
	button.pressed.emit()
	baker.get_parent().remove_child(baker)
	baker.queue_free()
	await until(func(): return not button.is_visible_in_tree())
	report("visible", button.is_visible_in_tree())


## The baker of the level, without a navmesh.
func select_fresh_baker() -> NavMeshBaker:
	var baker: NavMeshBaker = (await open("level")).get_node("Baker")
	baker.navmesh = null
	await select(baker)
	return baker


# ---- the plugin switched off and on ----

func scenario_plugin_is_switched_off_and_on() -> void:
	var level := await open("gizmos")
	await select(level.get_node("Baker"))
	report("at first", await state_of(level))
	await switch_plugin(false)
	report("off", await state_of(level))
	await switch_plugin(true)
	report("on", await state_of(level))
	await select(level.get_node("Link"))
	report("on, another node selected", {"button": find_button().is_visible_in_tree()})
	await switch_plugin(false)
	await switch_plugin(true)
	report("off and on, another node selected", await state_of(level))


func scenario_plugin_is_switched_off_and_on_in_other_scenes() -> void:
	for scene in ["root_is_a_link", "root_is_no_node3d"]:
		var level := await open(scene)
		await switch_plugin(false)
		report(scene + ", off", drawn_in(level))
		await switch_plugin(true)
		report(scene + ", on", drawn_in(level))


func scenario_plugin_is_switched_off_and_on_while_it_bakes() -> void:
	var baker := await select_fresh_baker()
	find_button().pressed.emit()
	EditorInterface.set_plugin_enabled("navpy", false)
	EditorInterface.set_plugin_enabled("navpy", true)
	report("still bakes", baker.is_baking())
	await while_baking(baker)
	report("baked", {"polygons": baker.navmesh.polygon_count, "text": find_button().text, "bar is visible": progress_bar(find_button()).is_visible_in_tree()})


## What the plugin adds to the editor: its visible button, the nodes with a drawing of ours; and what the baker says of it.
func state_of(level: Node) -> Dictionary:
	var button := find_button()
	return {"button": button != null and button.is_visible_in_tree(), "drawn": drawn_in(level),
			"warning": (await settled_warnings()).get("Baker", "")}


func drawn_in(level: Node) -> Array:
	var nodes := [level] + level.get_children()
	return nodes.filter(func(node: Node) -> bool: return node is Node3D and gizmo_of(node) != null).map(func(node: Node) -> String: return node.name)
