## Lets a developer play with the scenes: a menu of all of them, and beside each its panel, handles and a camera that the mouse moves.
##
## It is there in a window alone, or after the menu has opened a scene; in all other runs the scenes are as they stand in their files. Esc goes back to
## the menu, R begins a scene again, N goes on to the next one.
extends Node

const Controls := preload("controls.gd")
const SidePanel := preload("panel.gd")
const Rig2D := preload("rig_2d.gd")
const Rig3D := preload("rig_3d.gd")
const View := preload("view.gd")

const FOLDER := "res://scenes/"
const MENU := "res://scenes/menu.tscn"
const PICTURES := "res://pictures/"

var current := ""               ## The name of the scene that is played.
var layer := CanvasLayer.new()
var rig: Node


## The names of all scenes, in order: files that begin with a number.
static func scenes() -> PackedStringArray:
	var names := PackedStringArray()
	for file in ResourceLoader.list_directory(FOLDER):
		if file.ends_with(".tscn") and file.left(2).is_valid_int():
			names.append(file.get_basename())
	names.sort()
	return names


## The title and what it shows, as the script of a scene says.
static func words(scene: String) -> PackedStringArray:
	var constants: Dictionary = load(FOLDER + scene + ".gd").get_script_constant_map()
	return [constants.get("TITLE", ""), constants.get("SHOWS", "")]


func _ready() -> void:
	add_child(layer)
	get_tree().scene_changed.connect(_on_scene_changed)
	get_tree().root.size_changed.connect(_on_size_changed)
	if DisplayServer.get_name() != "headless" and not OS.has_feature("movie") and "--table" not in OS.get_cmdline_user_args():
		await get_tree().process_frame
		_attach(get_tree().current_scene)


func open(scene: String) -> void:
	current = scene
	_leave()
	get_tree().change_scene_to_file(FOLDER + scene + ".tscn")


func menu() -> void:
	_leave()
	get_tree().change_scene_to_file(MENU)


func reset() -> void:
	open(current)


func next() -> void:
	var all := scenes()
	open(all[(all.find(current) + 1) % all.size()])


func _unhandled_key_input(event: InputEvent) -> void:
	if layer.get_child_count() == 0 or not event.is_pressed() or event.is_echo():
		return
	match event.keycode:
		KEY_ESCAPE:
			menu()
		KEY_R:
			reset()
		KEY_N:
			next()


func _leave() -> void:
	for child in layer.get_children():
		layer.remove_child(child)
		child.queue_free()
	rig = null


func _on_scene_changed() -> void:
	if current:
		_attach(get_tree().current_scene)


## Adds panel, handles and camera to a scene that has controls.
func _attach(scene: Node) -> void:
	if scene == null or not scene.has_method("controls"):
		return
	current = scene.scene_file_path.get_file().get_basename()
	var controls := Controls.new()
	scene.controls(controls)
	if scene is Node3D:
		rig = Rig3D.new(get_viewport().get_camera_3d(), controls.followed, _hidden_share())
	else:
		rig = Rig2D.new(get_viewport().get_camera_2d(), _hidden_share())
	scene.add_child(rig)
	layer.add_child(View.new(controls, rig))
	layer.add_child(SidePanel.new(self, scene, controls))


func _on_size_changed() -> void:
	if rig != null:
		rig.resize(_hidden_share())


func _hidden_share() -> float:
	return SidePanel.WIDTH / get_viewport().get_visible_rect().size.x
