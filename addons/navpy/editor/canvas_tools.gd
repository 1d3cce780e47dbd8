## What is chosen in the 2D editor's toolbar. The engine has no calls for that, so its buttons are found by their shortcuts.
@tool
extends RefCounted

const SELECT := "canvas_item_editor/select_mode"
const PIXEL_SNAP := "canvas_item_editor/use_pixel_snap"

var select: Button              ## Null: the toolbar has none, as perhaps in another version of the engine.
var snapping: PopupMenu
var pixel_snap := 0             ## Index in the menu.


func _init() -> void:
	var above: Node = EditorInterface.get_editor_viewport_2d()
	while above != null and above.get_class() != "CanvasItemEditor":
		above = above.get_parent()
	if above == null:
		return
	for button: BaseButton in above.find_children("*", "BaseButton", true, false):
		if button is MenuButton:
			_look_into(button.get_popup())
		elif button.shortcut != null and button.shortcut == _shortcut(SELECT):
			select = button


func _look_into(menu: PopupMenu) -> void:
	for i in menu.item_count:
		if menu.get_item_shortcut(i) != null and menu.get_item_shortcut(i) == _shortcut(PIXEL_SNAP):
			snapping = menu
			pixel_snap = i


func _shortcut(path: String) -> Shortcut:
	return EditorInterface.get_editor_settings().get_shortcut(path)


## False while a drag moves, turns or scales the node, or measures something.
func selects() -> bool:
	return select == null or select.button_pressed


## A place on the canvas, in whole pixels with Pixel Snap. The steps of the grid are nowhere to be read.
func snapped_place(place: Vector2) -> Vector2:
	return place.round() if snapping != null and snapping.is_item_checked(pixel_snap) else place
