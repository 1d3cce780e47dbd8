## The buttons in an editor's toolbar that bake the navmesh of the selected baker, a [NavMeshBaker] or a [NavMeshBaker2D], and remove it.
##
## A press starts a bake, and another one cancels it; a bar beside the buttons shows how far it is.
@tool
extends HBoxContainer

const UndoStep := preload("undo_step.gd")
const BAR_SIZE := Vector2(120, 16)     ## Before the editor's scale.

var type: StringName        ## Class of the bakers.
var undo: EditorUndoRedoManager
var bake := Button.new()
var clear := Button.new()
var bar := ProgressBar.new()
var baker: Node             ## The selected one; it may have been freed meanwhile.
var cancelled := {}         ## Instance ids of bakers whose bake the user has cancelled.
var before := {}            ## What they had when their bake began, by instance id.


func _init(bakers: StringName, manager: EditorUndoRedoManager) -> void:
	type = bakers
	undo = manager
	for button: Button in [bake, clear]:
		button.theme_type_variation = &"FlatButton"
		add_child(button)
	bake.pressed.connect(_on_bake)
	clear.pressed.connect(_on_clear)
	clear.text = "Clear NavMesh"
	clear.tooltip_text = "Remove the navmesh of the selected %s." % type
	bar.max_value = 1.0
	bar.custom_minimum_size = BAR_SIZE * EditorInterface.get_editor_scale()
	bar.size_flags_vertical = Control.SIZE_SHRINK_CENTER
	add_child(bar)
	hide()


## Shows the bar for a baker of its class, and hides it for everything else.
func edit(object: Object) -> void:
	baker = object as Node if object != null and object.is_class(type) else null
	visible = baker != null
	if baker != null and not baker.bake_finished.is_connected(_on_bake_finished):
		baker.bake_finished.connect(_on_bake_finished.bind(baker))
		baker.bake_progress.connect(_on_bake_progress.bind(baker))
		baker.navmesh_changed.connect(_on_navmesh_changed.bind(baker))
	_show_state()


func _on_bake() -> void:
	if not is_instance_valid(baker):
		return
	if baker.is_baking():
		cancelled[baker.get_instance_id()] = true
		baker.cancel_bake()
	else:
		before[baker.get_instance_id()] = baker.navmesh
		baker.bake_navigation_mesh()
	_show_state()


func _on_clear() -> void:
	if is_instance_valid(baker) and baker.navmesh != null:
		var navmesh: Resource = baker.navmesh
		baker.navmesh = null
		UndoStep.commit(undo, baker, &"navmesh", navmesh, "Clear NavMesh")


func _on_navmesh_changed(source: Node) -> void:
	if source.is_baking() and before.has(source.get_instance_id()):		# undone or cleared meanwhile
		before[source.get_instance_id()] = source.navmesh
	if source is Node3D:
		source.update_gizmos()
	if source == baker:
		_show_state()


func _on_bake_progress(_fraction: float, source: Node) -> void:
	if source == baker:
		_show_state()


## Undone, a bake leaves the navmesh that was there before it.
func _on_bake_finished(success: bool, source: Node) -> void:
	var was_cancelled := cancelled.erase(source.get_instance_id())
	var was_asked := before.has(source.get_instance_id())
	if success and was_asked:
		UndoStep.commit_resource(undo, source, &"navmesh", before[source.get_instance_id()], "Bake NavMesh")
	elif success:
		EditorInterface.mark_scene_as_unsaved()
	elif not was_cancelled:
		EditorInterface.get_editor_toaster().push_toast(
				"%s could not be baked; the Output panel says why." % source.name, EditorToaster.SEVERITY_ERROR)
	before.erase(source.get_instance_id())
	_show_state()


## Makes the button say what pressing it will do, and shows the bar while a bake goes on.
func _show_state() -> void:
	var icon: String = get_script().resource_path.get_base_dir().path_join("../icons/%s.svg" % type).simplify_path()
	if bake.icon == null and ResourceLoader.exists(icon):
		bake.icon = load(icon)
	var bakes: bool = is_instance_valid(baker) and baker.is_baking()
	bar.visible = bakes
	clear.disabled = bakes or not is_instance_valid(baker) or baker.navmesh == null
	if bakes:
		bar.value = baker.get_bake_progress()
		bake.text = "Cancel"
		bake.tooltip_text = "Stop baking; the navmesh stays as it was."
	else:
		bake.text = "Bake NavMesh"
		bake.tooltip_text = "Bake the navmesh of the level around the selected %s." % type
