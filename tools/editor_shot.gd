@tool
extends EditorPlugin
## Opens a scene in the editor, bakes its navmesh by the button in the toolbar and takes a picture of the window. The command
## line says which scene and where to, after "--".

const MSEC_TO_WAIT := 60_000
const STEPS_BACK := 10			# of the mouse wheel, so that the level fits


func _enter_tree() -> void:
	if OS.get_cmdline_user_args().size() == 2:
		take.call_deferred()


func take() -> void:
	var args := OS.get_cmdline_user_args()
	while EditorInterface.get_resource_filesystem().is_scanning():
		await get_tree().process_frame
	await seconds(2.0)
	EditorInterface.open_scene_from_path(args[0])
	await seconds(2.0)
	var scene := EditorInterface.get_edited_scene_root()
	var baker: Node = (scene.find_children("*", "NavMeshBaker") + scene.find_children("*", "NavMeshBaker2D"))[0]
	var viewport: SubViewport = EditorInterface.get_editor_viewport_2d() if baker is Node2D else EditorInterface.get_editor_viewport_3d()
	EditorInterface.set_main_screen_editor("2D" if baker is Node2D else "3D")
	await seconds(2.0)
	EditorInterface.get_selection().clear()
	EditorInterface.get_selection().add_node(baker)
	EditorInterface.edit_node(baker)
	if baker is Node2D:
		await show_outlines(viewport, baker)
	for i in STEPS_BACK if baker is Node3D else 0:
		scroll_back(viewport)
		await get_tree().process_frame
	var buttons := EditorInterface.get_base_control().find_children("*", "Button", true, false)
	buttons.filter(func(button): return button.text == "Bake NavMesh" and button.is_visible_in_tree())[0].pressed.emit()
	var end := Time.get_ticks_msec() + MSEC_TO_WAIT
	while baker.navmesh == null and Time.get_ticks_msec() < end:
		await get_tree().process_frame
	await seconds(2.0)
	get_viewport().get_texture().get_image().save_png(args[1])
	get_tree().quit()


## Zooms out until the baker's outlines fit into the viewport, and drags them to its middle.
func show_outlines(viewport: SubViewport, baker: NavMeshBaker2D) -> void:
	var bounds := Rect2(baker.to_global(baker.outlines[0][0]), Vector2.ZERO)
	for outline: PackedVector2Array in baker.outlines:
		for corner in outline:
			bounds = bounds.expand(baker.to_global(corner))
	var place: Rect2 = viewport.get_parent().get_global_rect()
	while true:
		var shown := viewport.global_canvas_transform * bounds
		if shown.size.x < place.size.x and shown.size.y < place.size.y:
			break
		scroll_back(viewport)
		await seconds(0.1)
	var from := place.position + viewport.global_canvas_transform * bounds.get_center()
	for at: Vector2 in [from, place.get_center()]:
		var motion := InputEventMouseMotion.new()
		motion.button_mask = MOUSE_BUTTON_MASK_MIDDLE if at != from else 0
		motion.relative = at - from
		motion.position = at
		var button := InputEventMouseButton.new()
		button.button_index = MOUSE_BUTTON_MIDDLE
		button.pressed = at == from
		button.position = at
		for event: InputEventMouse in [motion, button]:
			event.global_position = event.position
			Input.parse_input_event(event)
			await seconds(0.1)


func scroll_back(viewport: SubViewport) -> void:
	for pressed in [true, false]:
		var event := InputEventMouseButton.new()
		event.button_index = MOUSE_BUTTON_WHEEL_DOWN
		event.pressed = pressed
		event.position = viewport.get_parent().get_global_rect().get_center()
		event.global_position = event.position
		Input.parse_input_event(event)


func seconds(count: float) -> void:
	await get_tree().create_timer(count).timeout
