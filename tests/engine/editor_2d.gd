@tool
extends "editor_scenes.gd"
## What the 2D editor has for our nodes: the buttons of bakers, outlines and handles that the mouse edits, drawings, warnings.

var plugin: EditorPlugin        ## navpy's


func open(scene: String) -> Node:
	screen = "2D"
	baker_class = "NavMeshBaker2D"
	var level := await super(scene)
	plugin = null
	for other in get_parent().get_children():
		if other is EditorPlugin and other.get_script() != null and other.get_script().resource_path == "res://addons/navpy/editor/plugin.gd":
			plugin = other
	if plugin != null:
		snap(false)
	return level


## Sets the editor's Pixel Snap, which a scene has at first.
func snap(on: bool) -> void:
	var tools: RefCounted = plugin.canvas_editor.tools
	if tools.snapping.is_item_checked(tools.pixel_snap) != on:
		tools.snapping.id_pressed.emit(tools.snapping.get_item_id(tools.pixel_snap))


# ---- the mouse, in the viewport ----

## A place of the node's space in the viewport, by the editor's own pan and zoom.
func seen(node: Node2D, place: Vector2) -> Vector2:
	return EditorInterface.get_editor_viewport_2d().global_canvas_transform * node.get_global_transform() * place


func press(at: Vector2, button := MOUSE_BUTTON_LEFT, pressed := true, modifier := "") -> bool:
	var event := InputEventMouseButton.new()
	event.button_index = button
	event.pressed = pressed
	event.position = at
	if modifier:
		event.set(modifier, true)
	return plugin._forward_canvas_gui_input(event)


func move(at: Vector2) -> bool:
	var event := InputEventMouseMotion.new()
	event.position = at
	return plugin._forward_canvas_gui_input(event)


func click(at: Vector2, button := MOUSE_BUTTON_LEFT) -> bool:
	move(at)
	var taken := press(at, button)
	press(at, button, false)
	return taken


func drag(from: Vector2, to: Vector2) -> bool:
	move(from)
	var taken := press(from)
	move(from.lerp(to, 0.5))
	move(to)
	press(to, MOUSE_BUTTON_LEFT, false)
	return taken


func key(code: Key) -> bool:
	var event := InputEventKey.new()
	event.keycode = code
	event.pressed = true
	return plugin._forward_canvas_gui_input(event)


func mode_button(index: int) -> Button:
	return plugin.canvas_editor.buttons[index]


func choose(index: int) -> void:
	mode_button(index).button_pressed = true
	mode_button(index).pressed.emit()


# ---- values ----

func outlines(node: Node) -> Array:
	if node is NavMeshBaker2D:
		return node.outlines.map(text)
	return [text(node.vertices if node is NavObstacle2D else node.polygon)]


func text(value: Variant) -> String:
	if value is PackedVector2Array:
		return " ".join(Array(value).map(text))
	return "%.2f" % value if value is float else "(%.2f %.2f)" % [snappedf(value.x, 0.01) + 0.0, snappedf(value.y, 0.01) + 0.0]


## How many steps there are to undo, and what the last one is called.
func steps(node: Node) -> Array:
	var history := history_of(node)
	return [history.get_current_action() + 1, history.get_current_action_name()]


# ---- outlines ----

func scenario_an_outline_is_drawn() -> void:
	for name: String in ["Baker", "Frame/Baker", "Frame/Obstacle", "Frame/Area"]:
		var level := await open("shapes")
		var node: Node2D = level.get_node(name)
		await select(node)
		var count: int = steps(node)[0]
		report(name + ", toolbar", [mode_button(0).is_visible_in_tree(), mode_button(0).button_pressed])
		var taken := []
		for corner: Vector2 in [Vector2(0, 0), Vector2(100, 0), Vector2(100, 50), Vector2(0, 50)]:
			taken.append(click(seen(node, corner)))
		report(name + ", before it is closed", outlines(node))
		taken.append(click(seen(node, Vector2.ZERO) + Vector2(3, 3)))
		report(name + ", taken", taken)
		report(name + ", closed", outlines(node))
		report(name + ", steps", [steps(node)[0] - count, steps(node)[1]])
		report(name + ", edits then", mode_button(1).button_pressed)
		history_of(node).undo()
		report(name + ", undone", outlines(node))
		history_of(node).redo()
		report(name + ", redone", outlines(node))
		EditorInterface.save_scene_as("res://saved.tscn")
		await tidy()
		level = await open("saved")
		report(name + ", opened again", outlines(level.get_node(name)))
		EditorInterface.close_scene()
		await frames(2)


func scenario_several_outlines() -> void:
	var level := await open("edited")
	var node: NavMeshBaker2D = level.get_node("Frame/Baker")
	await select(node)
	report("mode", mode_button(1).button_pressed)
	choose(0)
	for corner: Vector2 in [Vector2(300, 0), Vector2(400, 0), Vector2(400, 100), Vector2(300, 0)]:
		click(seen(node, corner))
	report("second", outlines(node))
	history_of(node).undo()
	report("undone", outlines(node))


func scenario_an_obstacle_has_one_outline() -> void:
	var level := await open("edited")
	var node: NavObstacle2D = level.get_node("Frame/Obstacle")
	await select(node)
	choose(0)
	for corner: Vector2 in [Vector2(300, 0), Vector2(400, 0), Vector2(400, 100), Vector2(300, 0)]:
		click(seen(node, corner))
	report("replaced", outlines(node))
	choose(0)
	click(seen(node, Vector2(10, 10)))
	click(seen(node, Vector2(90, 10)))
	key(KEY_ENTER)
	report("a wall", outlines(node))


func scenario_an_outline_is_given_up() -> void:
	var level := await open("shapes")
	var node: NavMeshBaker2D = level.get_node("Frame/Baker")
	await select(node)
	var count: int = steps(node)[0]
	click(seen(node, Vector2(0, 0)))
	click(seen(node, Vector2(100, 0)))
	report("enter", key(KEY_ENTER))                # two corners are no outline
	report("escape", key(KEY_ESCAPE))
	report("escape again", key(KEY_ESCAPE))
	for i in 4:
		click(seen(node, Vector2(10 * i, 10 * i * i)))
	report("backspace", key(KEY_BACKSPACE))
	report("right", click(seen(node, Vector2(500, 500)), MOUSE_BUTTON_RIGHT))
	report("right again", click(seen(node, Vector2(500, 500)), MOUSE_BUTTON_RIGHT))
	for i in 4:
		click(seen(node, Vector2(10 * i, 10 * i * i)))
	key(KEY_BACKSPACE)
	key(KEY_KP_ENTER)
	report("outlines", outlines(node))
	report("steps", steps(node)[0] - count)
	click(seen(node, Vector2(0, 0)))
	await select(level.get_node("Other"))
	await select(node)
	report("left behind", plugin.canvas_editor.drawn.size())


func scenario_corners_are_edited() -> void:
	for name: String in ["Baker", "Frame/Baker", "Frame/Obstacle", "Frame/Area"]:
		var level := await open("edited")
		var node: Node2D = level.get_node(name)
		await select(node)
		var count: int = steps(node)[0]
		report(name + ", at first", outlines(node))
		report(name + ", taken", drag(seen(node, Vector2(100, 50)), seen(node, Vector2(120, 80))))
		report(name + ", moved", outlines(node))
		report(name + ", step", [steps(node)[0] - count, steps(node)[1]])
		report(name + ", edge", drag(seen(node, Vector2(50, 0)), seen(node, Vector2(50, -40))))
		report(name + ", inserted", outlines(node))
		report(name + ", step of that", [steps(node)[0] - count, steps(node)[1]])
		report(name + ", right", click(seen(node, Vector2(0, 50)), MOUSE_BUTTON_RIGHT))
		report(name + ", removed", outlines(node))
		report(name + ", step of the last", [steps(node)[0] - count, steps(node)[1]])
		for i in 3:
			history_of(node).undo()
		report(name + ", undone", outlines(node))
		for i in 3:
			history_of(node).redo()
		report(name + ", redone", outlines(node))
		await tidy()
	await open("edited")


## Through the whole editor: a window gets the events, and the editor passes on what its viewport is given.
func scenario_a_mouse_draws_in_the_window() -> void:
	var level := await open("shapes")
	var node: NavMeshBaker2D = level.get_node("Frame/Baker")
	await select(node)
	for corner: Vector2 in [Vector2(0, 0), Vector2(100, 0), Vector2(100, 50), Vector2(0, 0)]:
		await click_in_window(seen(node, corner))
	report("drawn", outlines(node))
	report("selected", EditorInterface.get_selection().get_selected_nodes() == [node])
	await click_in_window(seen(node, Vector2(50, 0)), Vector2(0, -30))
	report("inserted and moved", node.outlines[0].size())
	report("steps", steps(node)[1])


## A press, a move, and the release.
func click_in_window(at: Vector2, by := Vector2.ZERO) -> void:
	var origin: Vector2 = EditorInterface.get_editor_viewport_2d().get_parent().global_position
	for what: Array in [["move", at], ["press", at], ["move", at + by], ["release", at + by]]:
		var event: InputEventMouse = InputEventMouseMotion.new() if what[0] == "move" else InputEventMouseButton.new()
		event.position = origin + what[1]
		event.global_position = event.position
		if what[0] != "move":
			event.button_index = MOUSE_BUTTON_LEFT
			event.pressed = what[0] == "press"
		if what[0] == "release" or what[0] == "move" and by:
			event.button_mask = MOUSE_BUTTON_MASK_LEFT
		Input.parse_input_event(event)
		await frames(2)


func scenario_what_is_no_gesture() -> void:
	var level := await open("edited")
	var node: NavMeshBaker2D = level.get_node("Frame/Baker")
	await select(node)
	var count: int = steps(node)[0]
	var corner := seen(node, Vector2(100, 50))
	report("a click on a corner", click(corner))
	report("away from it", click(seen(node, Vector2(600, 600))))
	report("the right button away from it", click(seen(node, Vector2(600, 600)), MOUSE_BUTTON_RIGHT))
	report("the middle button", click(corner, MOUSE_BUTTON_MIDDLE))
	report("the wheel", click(corner, MOUSE_BUTTON_WHEEL_DOWN))
	report("with a modifier", [press(corner, MOUSE_BUTTON_LEFT, true, "ctrl_pressed"), press(corner, MOUSE_BUTTON_LEFT, true, "shift_pressed"),
			press(corner, MOUSE_BUTTON_LEFT, true, "alt_pressed")])
	report("a key", key(KEY_DELETE))
	var tools: RefCounted = plugin.canvas_editor.tools
	var other: Button = tools.select.get_parent().get_child(tools.select.get_index() + 2)
	other.pressed.emit()
	report("another tool", [tools.select.button_pressed, click(corner)])
	tools.select.pressed.emit()
	report("select again", [tools.select.button_pressed, click(corner)])
	node.hide()
	report("hidden", click(corner))
	node.show()
	var transform := node.transform
	node.transform = Transform2D(Vector2.ZERO, Vector2.DOWN, node.position)
	report("without extent", click(corner))
	node.transform = transform
	report("outlines", outlines(node))
	report("steps", steps(node)[0] - count)


func scenario_a_drag_is_given_up() -> void:
	var level := await open("edited")
	var node: NavMeshBaker2D = level.get_node("Frame/Baker")
	await select(node)
	var count: int = steps(node)[0]
	var at_first := outlines(node)
	var endings := {"escape": func(): key(KEY_ESCAPE), "the right button": func(): press(Vector2.ZERO, MOUSE_BUTTON_RIGHT),
			"another node": func(): plugin._edit(null)}
	for ending: String in endings:
		press(seen(node, Vector2(100, 50)))
		move(seen(node, Vector2(200, 150)))
		var moved := outlines(node) != at_first
		endings[ending].call()
		press(Vector2.ZERO, MOUSE_BUTTON_LEFT, false)
		plugin._edit(node)
		report(ending, [moved, outlines(node) == at_first])
	report("steps", steps(node)[0] - count)


func scenario_corners_are_erased() -> void:
	var level := await open("edited")
	var node: NavMeshBaker2D = level.get_node("Frame/Baker")
	await select(node)
	choose(2)
	report("off a corner", click(seen(node, Vector2(50, 0))))
	report("on a corner", click(seen(node, Vector2(0, 0))))
	report("three left", outlines(node))
	click(seen(node, Vector2(100, 0)))
	report("none left", outlines(node))
	report("step", steps(node)[1])
	history_of(node).undo()
	report("undone", outlines(node))


func scenario_the_viewport_is_zoomed() -> void:
	var level := await open("edited")
	var node: NavMeshBaker2D = level.get_node("Frame/Baker")
	await select(node)
	var canvas := EditorInterface.get_editor_viewport_2d()
	var before := canvas.global_canvas_transform
	var radius: float = EditorInterface.get_editor_settings().get_setting("editors/polygon_editor/point_grab_radius")
	for zoom: float in [0.03125, 0.25, 1.0, 8.0, 128.0]:
		canvas.global_canvas_transform = Transform2D(0, Vector2(zoom, zoom), 0, Vector2(37, -20))
		var corner := seen(node, Vector2(100, 50))
		var away := (corner - seen(node, Vector2.ZERO)).normalized()
		report("zoom %s" % zoom, [click(corner + away * (radius - 0.5)), click(corner + away * (radius + 0.5))])
	drag(seen(node, Vector2(100, 50)), seen(node, Vector2(110, 60)))
	report("moved", outlines(node))
	canvas.global_canvas_transform = before


func scenario_whole_pixels() -> void:
	var level := await open("edited")
	var node: NavMeshBaker2D = level.get_node("Frame/Baker")
	await select(node)
	snap(true)
	drag(seen(node, Vector2(100, 50)), seen(node, Vector2(120, 80)))
	var place: Vector2 = node.get_global_transform() * node.outlines[0][2]
	report("near", place.distance_to(node.get_global_transform() * Vector2(120, 80)) < 0.8)
	report("off whole pixels", place.distance_to(place.round()) < 1e-3)


# ---- handles ----

func scenario_handles() -> void:
	var level := await open("edited")
	for row: Array in [["Frame/Link", &"end_position", Vector2(60, 10), Vector2(90, -30)], ["Frame/Link", &"start_position", Vector2(-10, 0), Vector2(-50, 5)],
			["Round", &"radius", Vector2(40, 0), Vector2(0, 70)], ["Frame/Round", &"radius", Vector2(80, 0), Vector2(100, 0)],
			["Point", &"radius", Vector2(24, 0), Vector2(54, 0)], ["Fresh", &"end_position", Vector2(0, 0), Vector2(30, 40)]]:
		var node: Node2D = level.get_node(row[0])
		await select(node)
		var property: StringName = row[1]
		var found := {"before": text(node.get(property))}
		var count: int = steps(node)[0]
		found["taken"] = drag(seen(node, row[2]), seen(node, row[3]))
		found["dragged"] = text(node.get(property))
		found["steps"] = steps(node)[0] - count
		found["step"] = steps(node)[1]
		history_of(node).undo()
		found["undone"] = text(node.get(property))
		history_of(node).redo()
		found["redone"] = text(node.get(property))
		report("%s %s" % [row[0], property], found)
	report("toolbar of a link", plugin.canvas_editor.visible)


# ---- the Bake NavMesh button ----

func scenario_buttons_of_a_baker() -> void:
	var level := await open("edited")
	var baker: NavMeshBaker2D = level.get_node("Baker")
	await select(baker)
	var button := find_button()
	report("visible", button.is_visible_in_tree())
	report("in the 2D editor", EditorInterface.get_editor_main_screen().get_child(0).is_ancestor_of(button))
	button.pressed.emit()
	report("pressed", [baker.is_baking(), button.text])
	await while_baking(baker)
	report("baked", [baker.navmesh != null and baker.navmesh.polygon_count > 0, button.text, steps(baker)[1]])
	history_of(baker).undo()
	report("undone", baker.navmesh == null)
	history_of(baker).redo()
	clear_button().pressed.emit()
	report("cleared", [baker.navmesh == null, steps(baker)[1]])
	history_of(baker).undo()
	report("saved", await saved_with("NavMeshData2D"))
	await select(level.get_node("Frame/Obstacle"))
	report("an obstacle selected", button.is_visible_in_tree())


func scenario_navmesh_has_a_file() -> void:
	await report_a_navmesh_with_a_file((await open("edited")).get_node("Baker"))


func saved_with(what: String) -> bool:
	EditorInterface.save_scene()
	return await until(func(): return what in FileAccess.get_file_as_string("res://edited.tscn"))


func scenario_nothing_to_bake() -> void:
	var level := await open("shapes")
	var baker: NavMeshBaker2D = level.get_node("Baker")
	await select(baker)
	find_button().pressed.emit()
	await frames(3)
	report("toast", toasts())
	report("text", find_button().text)


func toasts() -> Array:
	return EditorInterface.get_editor_toaster().find_children("*", "Label", true, false).map(func(label: Label) -> String: return label.text)


# ---- drawings ----

func overlay() -> Node:
	return plugin.get_node("NavpyOverlay2D")


func scenario_nodes_are_drawn() -> void:
	var level := await open("edited")
	var baker: NavMeshBaker2D = level.get_node("Frame/Baker")
	baker.bake_navigation_mesh(false)
	await frames(3)
	var names: Array = overlay().drawings.keys().map(func(node: Node) -> String: return node.name)
	names.sort()
	report("nodes", names)
	var mesh: RefCounted = overlay().drawings[baker][0]
	report("triangles", [mesh.triangles.size() > 0, mesh.triangles == baker.navmesh.get_triangles(), mesh.lines == baker.navmesh.get_edges()])
	report("place", mesh.transform == Transform2D(baker.global_rotation, baker.global_position))
	report("canvas", mesh.canvas == baker.get_canvas())
	var obstacle: NavObstacle2D = level.get_node("Frame/Obstacle")
	var lines: RefCounted = overlay().drawings[obstacle][0]
	report("obstacle", Array(obstacle.vertices).all(func(corner: Vector2) -> bool: return obstacle.to_global(corner) in lines.lines))
	var area: NavModifierArea2D = level.get_node("Frame/Area")
	report("area", Array(area.polygon).all(func(corner: Vector2) -> bool: return area.to_global(corner) in overlay().drawings[area][0].lines))
	obstacle.position.x += 50
	await frames(2)
	report("moved", Array(obstacle.vertices).all(func(corner: Vector2) -> bool: return obstacle.to_global(corner) in lines.lines))
	obstacle.hide()
	await frames(2)
	report("hidden", lines.visible)
	obstacle.free()
	report("freed", overlay().drawings.size() == names.size() - 1)
	await open("shapes")
	report("another scene", overlay().drawings.keys().all(func(node: Node) -> bool: return node.owner == EditorInterface.get_edited_scene_root()))


# ---- the plugin switched off and on ----

func scenario_plugin_is_switched_off_and_on() -> void:
	var level := await open("edited")
	var baker: NavMeshBaker2D = level.get_node("Baker")
	await select(baker)
	await switch_plugin(false)
	report("off", [find_button() == null, (await settled_warnings()).get("Baker", "").count("Plugins")])
	await switch_plugin(true)
	level = await open("edited")
	report("on", [find_button().is_visible_in_tree(), mode_button(0).is_visible_in_tree(), overlay().drawings.has(baker),
			(await settled_warnings()).get("Baker", "").count("Plugins")])
	report("edits", drag(seen(baker, Vector2(100, 50)), seen(baker, Vector2(120, 80))))


func scenario_a_node_is_freed_while_it_is_edited() -> void:
	var level := await open("edited")
	var baker: NavMeshBaker2D = level.get_node("Baker")
	await select(baker)
	press(seen(baker, Vector2(100, 50)))
	move(seen(baker, Vector2(150, 50)))
	baker.free()
	report("taken", [move(Vector2.ZERO), press(Vector2.ZERO, MOUSE_BUTTON_LEFT, false), click(Vector2(10, 10)), key(KEY_ESCAPE)])
	await frames(3)
	await select(level.get_node("Frame/Obstacle"))
	report("next", plugin.canvas_editor.shapes.node.name)


## By the scene dock, amid a drag: undone, the node is as it was before the drag.
func scenario_a_node_is_deleted_while_it_is_dragged() -> void:
	var level := await open("edited")
	var baker: NavMeshBaker2D = level.get_node("Frame/Baker")
	await select(baker)
	var at_first := outlines(baker)
	press(seen(baker, Vector2(100, 50)))
	move(seen(baker, Vector2(150, 50)))
	var undo := EditorInterface.get_editor_undo_redo()
	undo.create_action("Delete", UndoRedo.MERGE_DISABLE, baker)
	undo.add_do_method(baker.get_parent(), &"remove_child", baker)
	undo.add_undo_method(baker.get_parent(), &"add_child", baker)
	undo.add_undo_method(baker, &"set_owner", level)
	undo.add_undo_reference(baker)
	undo.commit_action()
	report("taken", [move(Vector2.ZERO), press(Vector2.ZERO, MOUSE_BUTTON_LEFT, false)])
	await select(level.get_node("Frame/Obstacle"))
	history_of(level).undo()
	await select(baker)
	report("outlines", outlines(baker) == at_first)
	report("edits", drag(seen(baker, Vector2(100, 50)), seen(baker, Vector2(120, 80))))
	report("step", steps(baker)[1])


func scenario_undo_amid_a_bake() -> void:
	var level := await open("edited")
	var baker: NavMeshBaker2D = level.get_node("Frame/Baker")
	await select(baker)
	find_button().pressed.emit()
	await while_baking(baker)
	find_button().pressed.emit()
	history_of(baker).undo()                       # the first bake
	report("amid", [baker.is_baking(), baker.navmesh == null])
	await while_baking(baker)
	report("baked", [baker.navmesh != null, steps(baker)[1]])
	history_of(baker).undo()
	report("undone", baker.navmesh == null)
	history_of(baker).redo()
	report("redone", baker.navmesh != null)
	drag(seen(baker, Vector2(100, 50)), seen(baker, Vector2(300, 300)))
	find_button().pressed.emit()
	history_of(baker).undo()                       # the corner
	await while_baking(baker)
	report("of an edit", [outlines(baker), steps(baker)[1]])


func scenario_a_tab_is_closed_amid_a_bake() -> void:
	for way: String in ["closed", "left"]:
		var level := await open("edited")
		var baker: NavMeshBaker2D = level.get_node("Frame/Baker")
		await select(baker)
		find_button().pressed.emit()
		report(way + ", amid", [baker.is_baking(), find_button() == null])
		if way == "closed":
			EditorInterface.close_scene()
		else:
			await open("shapes")
		await frames(20)
		report(way + ", there", is_instance_valid(baker))
		level = await open("edited")
		baker = level.get_node("Frame/Baker")
		await select(baker)
		report(way + ", then", [find_button() != null, progress_bar(find_button()).visible, baker.is_baking(), baker.navmesh == null])
		find_button().pressed.emit()
		await while_baking(baker)
		report(way + ", baked", [baker.navmesh != null, steps(baker)[1]])
		await tidy()


func scenario_two_bakers_are_selected() -> void:
	var level := await open("edited")
	var bakers: Array[Node] = [level.get_node("Baker"), level.get_node("Frame/Baker")]
	await select(bakers[0])
	press(seen(bakers[0], Vector2(100, 50)))
	move(seen(bakers[0], Vector2(150, 50)))
	EditorInterface.get_selection().add_node(bakers[1])
	await frames(5)
	report("both", [plugin.canvas_editor.is_visible_in_tree(), click(seen(bakers[0], Vector2(0, 0))), click(seen(bakers[1], Vector2(0, 0)))])
	report("outlines", bakers.map(outlines))
	await select(bakers[1])
	report("one", [plugin.canvas_editor.is_visible_in_tree(), find_button().is_visible_in_tree(), click(seen(bakers[1], Vector2(0, 0)))])


# ---- warnings ----

func scenario_warnings() -> void:
	var level := await open("faulty")
	report("before the bake", await settled_warnings())
	level.get_node("Baker").bake_navigation_mesh(false)
	report("after it", await settled_warnings())


func scenario_warnings_of_outlines() -> void:
	var level := await open("rings")
	report("warnings", await settled_warnings())
	var outlines: Array = level.get_node("Rings").outlines.duplicate()
	outlines[1].reverse()
	level.get_node("Rings").outlines = outlines
	report("when one is turned", await settled_warnings())
