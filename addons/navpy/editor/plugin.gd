## Puts a Bake NavMesh button into the 3D editor's toolbar while a [NavMeshBaker] is selected, and shows its navmesh.
##
## The button follows the selected baker: it starts a bake and cancels it when pressed again; a bar beside it shows how far that is. The
## plugin also keeps the leaves for behavior trees that a project has the addons for.
@tool
extends EditorPlugin

const Gizmo := preload("gizmo.gd")
const LeafInstaller := preload("leaf_installer.gd")
const LinkGizmo := preload("link_gizmo.gd")
const ObstacleGizmo := preload("obstacle_gizmo.gd")
const ModifierGizmo := preload("modifier_gizmo.gd")
const BAR_SIZE := Vector2(120, 16)     ## Before the editor's scale.
const ICON_PATH := "res://addons/navpy/icons/NavMeshBaker.svg"

var button: Button
var bar: ProgressBar
var drawings: Array[EditorNode3DGizmoPlugin] = [Gizmo.new(), LinkGizmo.new(), ObstacleGizmo.new(), ModifierGizmo.new()]
var baker: NavMeshBaker     ## The selected one; it may have been freed meanwhile.
var leaves_written := false ## Since the editor last scanned the project.
var cancelled := {}         ## Instance ids of bakers whose bake the user has cancelled.
var before := {}            ## What they had when their bake began, by instance id.


func _enter_tree() -> void:
	button = Button.new()
	button.theme_type_variation = &"FlatButton"
	button.pressed.connect(_on_pressed)
	button.hide()
	add_control_to_container(CONTAINER_SPATIAL_EDITOR_MENU, button)
	bar = ProgressBar.new()
	bar.max_value = 1.0
	bar.custom_minimum_size = BAR_SIZE * EditorInterface.get_editor_scale()
	bar.size_flags_vertical = Control.SIZE_SHRINK_CENTER
	bar.hide()
	add_control_to_container(CONTAINER_SPATIAL_EDITOR_MENU, bar)
	EditorInterface.get_resource_filesystem().script_classes_updated.connect(_update_leaves)
	_update_leaves()
	for drawing in drawings:
		if "undo" in drawing:
			drawing.undo = get_undo_redo()
		add_node_3d_gizmo_plugin(drawing)
	_update_scene()
	_edit_selected_baker.call_deferred()


func _exit_tree() -> void:
	EditorInterface.get_resource_filesystem().script_classes_updated.disconnect(_update_leaves)
	for drawing in drawings:
		remove_node_3d_gizmo_plugin(drawing)
	_update_scene()
	remove_control_from_container(CONTAINER_SPATIAL_EDITOR_MENU, button)
	button.queue_free()
	remove_control_from_container(CONTAINER_SPATIAL_EDITOR_MENU, bar)
	bar.queue_free()


## Has the editor draw the nodes of the open scene anew, with the drawings that there are now, and ask for their warnings. By itself it
## does so when a node enters the scene.
func _update_scene() -> void:
	var scene := EditorInterface.get_edited_scene_root()
	if scene == null:
		return
	var nodes := scene.find_children("*", "Node3D", true, false)
	nodes.append(scene)
	for node in nodes:
		if node is Node3D and drawings.any(func(drawing: EditorNode3DGizmoPlugin) -> bool: return drawing._has_gizmo(node)):
			node.clear_gizmos()
			node.update_gizmos()
			node.update_configuration_warnings.call_deferred()


## The editor asks a plugin whether it handles a node when the node is selected, not when the plugin is enabled later.
func _edit_selected_baker() -> void:
	var edited := EditorInterface.get_inspector().get_edited_object()
	if edited is NavMeshBaker:
		EditorInterface.edit_node(edited)


func _handles(object: Object) -> bool:
	return object is NavMeshBaker


func _edit(object: Object) -> void:
	baker = object as NavMeshBaker
	if baker != null and not baker.bake_finished.is_connected(_on_bake_finished):
		baker.bake_finished.connect(_on_bake_finished.bind(baker))
		baker.bake_progress.connect(_on_bake_progress.bind(baker))
		baker.navmesh_changed.connect(_on_navmesh_changed.bind(baker))
	_show_state()


func _make_visible(visible: bool) -> void:
	button.visible = visible
	_show_state()


func _on_pressed() -> void:
	if not is_instance_valid(baker):
		return
	if baker.is_baking():
		cancelled[baker.get_instance_id()] = true
		baker.cancel_bake()
	else:
		before[baker.get_instance_id()] = baker.navmesh
		baker.bake_navigation_mesh()
	_show_state()


func _on_navmesh_changed(source: NavMeshBaker) -> void:
	source.update_gizmos()


func _on_bake_progress(_fraction: float, source: NavMeshBaker) -> void:
	if source == baker:
		_show_state()


func _on_bake_finished(success: bool, source: NavMeshBaker) -> void:
	var was_cancelled := cancelled.erase(source.get_instance_id())
	var was_asked := before.has(source.get_instance_id())
	if success and was_asked:
		_make_undoable(source)
	elif success:
		EditorInterface.mark_scene_as_unsaved()
	elif not was_cancelled:
		EditorInterface.get_editor_toaster().push_toast(
				"%s could not be baked; the Output panel says why." % source.name, EditorToaster.SEVERITY_ERROR)
	before.erase(source.get_instance_id())
	_show_state()


## When behavior-tree addons come or go. The editor itself isn't told of files that are written behind its back.
func _update_leaves() -> void:
	leaves_written = LeafInstaller.write() or leaves_written
	set_process(true)


func _process(_delta: float) -> void:
	if EditorInterface.get_resource_filesystem().is_scanning():
		return
	set_process(false)
	if LeafInstaller.remove_stale() or leaves_written:
		leaves_written = false
		EditorInterface.get_resource_filesystem().scan()


## Undone, a bake leaves the navmesh that was there before it.
func _make_undoable(source: NavMeshBaker) -> void:
	var undo := get_undo_redo()
	undo.create_action("Bake NavMesh", UndoRedo.MERGE_DISABLE, source)
	undo.add_do_property(source, &"navmesh", source.navmesh)
	undo.add_undo_property(source, &"navmesh", before[source.get_instance_id()])
	undo.commit_action(false)


## Makes the button say what pressing it will do, and shows the bar while a bake goes on.
func _show_state() -> void:
	if button.icon == null and ResourceLoader.exists(ICON_PATH):
		button.icon = load(ICON_PATH)
	var bakes := is_instance_valid(baker) and baker.is_baking()
	bar.visible = button.visible and bakes
	if bakes:
		bar.value = baker.get_bake_progress()
		button.text = "Cancel"
		button.tooltip_text = "Stop baking; the navmesh stays as it was."
	else:
		button.text = "Bake NavMesh"
		button.tooltip_text = "Bake the navmesh of the level around the selected NavMeshBaker."
