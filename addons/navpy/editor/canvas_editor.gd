## Edits [NavMeshBaker2D], [NavObstacle2D], [NavLink2D] and other nodes with a shape in the 2D viewport, as Godot's own polygon editors do. It is the
## row of their three modes in the toolbar, too.
##
## Create: clicks add corners; a click on the first one, or Enter, closes the outline; a right click or Escape gives it up, Backspace takes the last
## corner back. Edit: a drag moves a corner or a handle, a press on an edge inserts a corner there, a right click removes one. Erase: clicks remove
## corners. Nothing is edited while another tool than Select is chosen. Each gesture is one step that can be undone.
@tool
extends HBoxContainer

signal changed          ## The viewport is to be drawn anew.

enum Mode { CREATE, EDIT, ERASE }

const Colors := preload("../debug/colors.gd")
const CanvasTools := preload("canvas_tools.gd")
const Shapes := preload("shapes.gd")
const UndoStep := preload("undo_step.gd")
const MODES := [["CurveCreate", "Create an outline: click its corners, close it on the first one."],
		["CurveEdit", "Edit: drag corners, press on an edge to insert one, right-click to remove one."],
		["CurveDelete", "Remove corners."]]
const GRAB_RADIUS := "editors/polygon_editor/point_grab_radius"
const LINE_WIDTH := 2.0         ## Pixels before the editor's scale, as of Godot's polygon editors.
const RADIUS_HANDLE := 3.0      ## Grab radii between the node's origin and the handle of a small circle, so that the node itself can be grabbed.

var undo: EditorUndoRedoManager
var tools := CanvasTools.new()
var shapes: Shapes              ## Of the selected node; null: none.
var mode := Mode.EDIT
var buttons: Array[Button] = []
var drawn := PackedVector2Array()   ## Corners of the outline that is being created, in the node's space.
var cursor := Vector2.ZERO      ## In the viewport.
var split := {}                 ## Where the mouse was seen to be able to insert a corner.
var dragged := {}               ## Handle; empty: none.
var drag_title := ""
var drag_offset := Vector2.ZERO ## From the mouse to the handle, in the viewport.
var drag_before: Variant        ## The property before the gesture.
var drag_former: Variant        ## The property when the handle was grabbed.
var is_pressed := false         ## The left button, by a press that was taken.


func _init(manager: EditorUndoRedoManager) -> void:
	undo = manager
	var group := ButtonGroup.new()
	for i in MODES.size():
		var button := Button.new()
		button.theme_type_variation = &"FlatButton"
		button.toggle_mode = true
		button.button_group = group
		button.tooltip_text = MODES[i][1]
		button.pressed.connect(set_mode.bind(i))
		add_child(button)
		buttons.append(button)
	hide()


func _notification(what: int) -> void:
	if what == NOTIFICATION_THEME_CHANGED:
		for i in buttons.size():
			buttons[i].icon = get_theme_icon(MODES[i][0], &"EditorIcons")


## Begins to edit an object, or nothing if it has no shape.
func edit(object: Object) -> void:
	if shapes != null and is_instance_valid(shapes.node) and object == shapes.node:
		return
	_give_up()
	shapes = Shapes.new(object) if Shapes.is_edited(object) else null
	visible = shapes != null and shapes.has_outlines()
	set_mode(Mode.CREATE if visible and shapes.is_empty() else Mode.EDIT)


func set_mode(value: Mode) -> void:
	mode = value
	buttons[mode].button_pressed = true
	_give_up()


## Ends what is being created or dragged, without effect.
func _give_up() -> void:
	if dragged and is_instance_valid(shapes.node):		# deleted, it may come back by an undo
		shapes.node.set(dragged.property, drag_before)
	dragged = {}
	drawn = PackedVector2Array()
	is_pressed = false
	changed.emit()


# ---- places ----

func _is_there() -> bool:
	return shapes != null and is_instance_valid(shapes.node) and shapes.node.is_inside_tree()


func _can_edit() -> bool:
	return _is_there() and shapes.node.is_visible_in_tree() and _to_view().determinant() != 0


## From the node's space to the viewport.
func _to_view() -> Transform2D:
	return shapes.node.get_viewport_transform() * shapes.node.get_global_transform()


## What is at a point of the viewport, in the node's space.
func _place_at(point: Vector2) -> Vector2:
	var canvas := shapes.node.get_viewport_transform()
	return shapes.node.get_global_transform().affine_inverse() * tools.snapped_place(canvas.affine_inverse() * point)


func _grab_radius() -> float:
	return EditorInterface.get_editor_settings().get_setting(GRAB_RADIUS) * EditorInterface.get_editor_scale()


func _handles() -> Array[Dictionary]:
	return shapes.handles(RADIUS_HANDLE * _grab_radius() / _to_view().x.length())


## The handle at a point of the viewport; empty: there is none.
func _handle_at(point: Vector2, with_corners := true) -> Dictionary:
	var to_view := _to_view()
	var nearest := {}
	var least := _grab_radius()
	for handle in _handles():
		var distance := (to_view * (handle.place as Vector2)).distance_to(point)
		if distance <= least and (with_corners or not Shapes.is_corner(handle)):
			least = distance
			nearest = handle
	return nearest


## The handle of a corner that is not there yet, on the edge at a point of the viewport; empty: there is none.
func _edge_at(point: Vector2) -> Dictionary:
	var to_view := _to_view()
	var nearest := {}
	var least := _grab_radius()
	var list := shapes.outlines()
	for i in list.size():
		var corners := to_view * list[i]
		for k in corners.size() if corners.size() > 2 else corners.size() - 1:
			var on_edge := Geometry2D.get_closest_point_to_segment(point, corners[k], corners[(k + 1) % corners.size()])
			if on_edge.distance_to(point) <= least:
				least = on_edge.distance_to(point)
				nearest = {property = shapes.outlines_name, outline = i, corner = k + 1, place = to_view.affine_inverse() * on_edge}
	return nearest


## Where a press would insert a corner now; empty: nowhere.
func _edge_to_split() -> Dictionary:
	if mode != Mode.EDIT or not dragged.is_empty() or not _handle_at(cursor).is_empty():
		return {}
	return _edge_at(cursor)


# ---- gestures ----

## Takes an event of the viewport. False: it is the editor's.
func take_input(event: InputEvent) -> bool:
	if not _can_edit() or not tools.selects():
		return false
	if event is InputEventMouseButton:
		return _take_button(event)
	if event is InputEventMouseMotion:
		return _take_motion(event.position)
	return event is InputEventKey and event.pressed and _take_key(event.keycode)


func _take_button(event: InputEventMouseButton) -> bool:
	cursor = event.position
	if event.button_index == MOUSE_BUTTON_RIGHT and event.pressed:
		return _press_right()
	if event.button_index != MOUSE_BUTTON_LEFT:
		return false
	if not event.pressed:
		return _release()
	if event.get_modifiers_mask() & (KEY_MASK_CTRL | KEY_MASK_SHIFT | KEY_MASK_ALT | KEY_MASK_META):
		return false                        # these are gestures of the editor
	is_pressed = _press()
	return is_pressed


func _press() -> bool:
	if drawn or mode == Mode.CREATE:
		return _press_to_create()
	var handle := _handle_at(cursor)
	if mode == Mode.ERASE:
		return _erase(handle)
	if not handle.is_empty():
		_grab(handle, "Move Corner of Outline" if Shapes.is_corner(handle) else "Change %s of %s")
		return true
	var edge := _edge_to_split()
	if not edge.is_empty():
		_insert(edge)
	return not edge.is_empty()


func _press_to_create() -> bool:
	var handle := _handle_at(cursor, false) if drawn.is_empty() else {}
	if not handle.is_empty():
		_grab(handle, "Change %s of %s")
	elif drawn and (_to_view() * drawn[0]).distance_to(cursor) <= _grab_radius():
		if drawn.size() > 2:
			_close()
	else:
		drawn.append(_place_at(cursor))
	changed.emit()
	return true


func _close() -> void:
	var corners := drawn
	set_mode(Mode.EDIT)
	_set_outlines(shapes.with_outline(corners), "Create Outline")


func _erase(handle: Dictionary) -> bool:
	if not Shapes.is_corner(handle):
		return false
	_set_outlines(shapes.without_corner(handle), "Remove Corner of Outline")
	return true


func _insert(edge: Dictionary) -> void:
	var before: Variant = shapes.kept(shapes.outlines_name)
	shapes.node.set(shapes.outlines_name, shapes.with_corner(edge))
	_grab(edge, "Insert Corner into Outline")
	drag_before = before


func _grab(handle: Dictionary, title: String) -> void:
	dragged = handle
	drag_title = title
	drag_offset = _to_view() * (handle.place as Vector2) - cursor
	drag_former = shapes.kept(handle.property)
	drag_before = drag_former
	changed.emit()


func _take_motion(point: Vector2) -> bool:
	cursor = point
	if not dragged.is_empty():
		shapes.node.set(dragged.property, shapes.moved(drag_former, dragged, _place_at(point + drag_offset)))
	var edge := _edge_to_split()
	if drawn or not dragged.is_empty() or edge != split:
		split = edge
		changed.emit()
	return not dragged.is_empty()


func _release() -> bool:
	var was_pressed := is_pressed
	is_pressed = false
	if not dragged.is_empty():
		var handle := dragged
		dragged = {}
		if shapes.kept(handle.property) != drag_before:
			UndoStep.commit(undo, shapes.node, handle.property, drag_before, drag_title)
		changed.emit()
	return was_pressed


func _press_right() -> bool:
	if drawn or not dragged.is_empty():
		_give_up()
		return true
	return mode != Mode.ERASE and _erase(_handle_at(cursor))


func _take_key(key: Key) -> bool:
	if key == KEY_ESCAPE and (drawn or not dragged.is_empty()):
		_give_up()
	elif drawn and (key == KEY_BACKSPACE or key == KEY_DELETE):
		drawn.remove_at(drawn.size() - 1)
		changed.emit()
	elif drawn and (key == KEY_ENTER or key == KEY_KP_ENTER):
		if drawn.size() >= shapes.least:
			_close()
	else:
		return false
	return true


## Sets the outlines in one step that can be undone.
func _set_outlines(value: Variant, title: String) -> void:
	var before: Variant = shapes.kept(shapes.outlines_name)
	shapes.node.set(shapes.outlines_name, value)
	UndoStep.commit(undo, shapes.node, shapes.outlines_name, before, title)
	changed.emit()


# ---- drawing ----

func draw_over(viewport: Control) -> void:
	if not _can_edit():
		return
	var width := LINE_WIDTH * EditorInterface.get_editor_scale()
	var to_view := _to_view()
	for outline in shapes.outlines():
		if outline.size() > 1:
			var corners := to_view * outline
			corners.append(corners[0])
			viewport.draw_polyline(corners, Colors.OUTLINE, width)
	for handle in _handles():
		_draw_handle(viewport, to_view * (handle.place as Vector2), &"EditorHandle")
	if drawn:
		var corners := to_view * drawn
		corners.append(cursor)
		viewport.draw_polyline(corners, Colors.OUTLINE, width)
		for corner in to_view * drawn:
			_draw_handle(viewport, corner, &"EditorHandle")
	var edge := _edge_to_split()
	if not edge.is_empty():
		_draw_handle(viewport, to_view * (edge.place as Vector2), &"EditorHandleAdd")


func _draw_handle(viewport: Control, at: Vector2, icon: StringName) -> void:
	var texture := get_theme_icon(icon, &"EditorIcons")
	viewport.draw_texture(texture, at - texture.get_size() / 2)
