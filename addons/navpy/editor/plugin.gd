## What the editors have for navpy's nodes: buttons that bake the selected baker, gizmos in 3D, drawings and shapes to edit in 2D.
##
## The plugin also keeps the leaves for behavior trees that a project has the addons for.
@tool
extends EditorPlugin

const BakeBar := preload("bake_bar.gd")
const CanvasEditor := preload("canvas_editor.gd")
const CSharpWriter := preload("csharp_writer.gd")
const Gizmo := preload("gizmo.gd")
const LeafInstaller := preload("leaf_installer.gd")
const LicenseExport := preload("license_export.gd")
const LinkGizmo := preload("link_gizmo.gd")
const ObstacleGizmo := preload("obstacle_gizmo.gd")
const ModifierGizmo := preload("modifier_gizmo.gd")
const Overlay2D := preload("../debug/overlay_2d.gd")
const Shapes := preload("shapes.gd")

const WRITE_CSHARP := "Write C# classes of navpy"

var bars := {CONTAINER_SPATIAL_EDITOR_MENU: BakeBar.new(&"NavMeshBaker", get_undo_redo()),
		CONTAINER_CANVAS_EDITOR_MENU: BakeBar.new(&"NavMeshBaker2D", get_undo_redo())}
var canvas_editor := CanvasEditor.new(get_undo_redo())
var drawings: Array[EditorNode3DGizmoPlugin] = [Gizmo.new(), LinkGizmo.new(), ObstacleGizmo.new(), ModifierGizmo.new()]
var license_export := LicenseExport.new()
var leaves_written := false ## Since the editor last scanned the project.


func _enter_tree() -> void:
	for container: CustomControlContainer in bars:
		add_control_to_container(container, bars[container])
	add_control_to_container(CONTAINER_CANVAS_EDITOR_MENU, canvas_editor)
	canvas_editor.changed.connect(update_overlays)
	get_undo_redo().version_changed.connect(update_overlays)
	add_child(Overlay2D.new())
	EditorInterface.get_resource_filesystem().script_classes_updated.connect(_update_leaves)
	_update_leaves()
	for drawing in drawings:
		if "undo" in drawing:
			drawing.undo = get_undo_redo()
		add_node_3d_gizmo_plugin(drawing)
	add_export_plugin(license_export)
	add_tool_menu_item(WRITE_CSHARP, func() -> void: print(CSharpWriter.write(CSharpWriter.PATH)))
	_update_scene()
	_edit_selected_node.call_deferred()


func _exit_tree() -> void:
	_edit(null)
	remove_tool_menu_item(WRITE_CSHARP)
	remove_export_plugin(license_export)
	EditorInterface.get_resource_filesystem().script_classes_updated.disconnect(_update_leaves)
	get_undo_redo().version_changed.disconnect(update_overlays)
	for drawing in drawings:
		remove_node_3d_gizmo_plugin(drawing)
	_update_scene()
	for container: CustomControlContainer in bars:
		remove_control_from_container(container, bars[container])
		bars[container].queue_free()
	remove_control_from_container(CONTAINER_CANVAS_EDITOR_MENU, canvas_editor)
	canvas_editor.queue_free()


## Has the editor draw the nodes of the open scene anew, with the drawings that there are now, and ask for their warnings. By itself it
## does so when a node enters the scene.
func _update_scene() -> void:
	var scene := EditorInterface.get_edited_scene_root()
	if scene == null:
		return
	var nodes := scene.find_children("*", "Node3D", true, false) + scene.find_children("*", "NavMeshBaker2D", true, false)
	nodes.append(scene)
	for node in nodes:
		if node is Node3D and drawings.any(func(drawing: EditorNode3DGizmoPlugin) -> bool: return drawing._has_gizmo(node)):
			node.clear_gizmos()
			node.update_gizmos()
			node.update_configuration_warnings.call_deferred()
		elif node is NavMeshBaker2D:
			node.update_configuration_warnings.call_deferred()


## The editor asks a plugin whether it handles a node when the node is selected, not when the plugin is enabled later.
func _edit_selected_node() -> void:
	var edited := EditorInterface.get_inspector().get_edited_object()
	if edited is Node and _handles(edited):
		EditorInterface.edit_node(edited)


func _handles(object: Object) -> bool:
	return object is NavMeshBaker or Shapes.is_edited(object)


func _edit(object: Object) -> void:
	for bar: BakeBar in bars.values():
		bar.edit(object)
	canvas_editor.edit(object)


func _make_visible(visible: bool) -> void:
	if not visible:
		_edit(null)


func _forward_canvas_gui_input(event: InputEvent) -> bool:
	return canvas_editor.take_input(event)


func _forward_canvas_draw_over_viewport(viewport: Control) -> void:
	canvas_editor.draw_over(viewport)


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
