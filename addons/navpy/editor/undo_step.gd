## Steps that can be undone.
@tool
extends RefCounted


## What a gesture has made of a property, as one step; the property has that value already.
static func commit(manager: EditorUndoRedoManager, node: Node, property: StringName, before: Variant, title := "Change %s of %s") -> void:
	manager.create_action(title % [property, node.name] if "%s" in title else title, UndoRedo.MERGE_DISABLE, node)
	manager.add_do_property(node, property, node.get(property))
	manager.add_undo_property(node, property, before)
	manager.commit_action()


## The same of a property with a resource. Where the one before has a file of its own, the new one takes its place there, so that the scene goes on
## to name the file and the file has what the scene shows.
static func commit_resource(manager: EditorUndoRedoManager, node: Node, property: StringName, before: Resource, title: String) -> void:
	var now: Resource = node.get(property)
	var file := before.resource_path if before != null and not before.is_built_in() else ""
	manager.create_action(title, UndoRedo.MERGE_DISABLE, node)
	manager.add_do_property(node, property, now)
	manager.add_undo_property(node, property, before)
	if file and now != before:
		for step: Array in [[manager.add_do_method, now], [manager.add_undo_method, before]]:
			step[0].call(step[1], &"take_over_path", file)
			step[0].call(ResourceSaver, &"save", step[1])
	manager.commit_action()


## The same of a handle's drag, which may be canceled: then the property is as before.
static func end_drag(manager: EditorUndoRedoManager, node: Node, property: StringName, before: Variant, cancel: bool) -> void:
	if cancel:
		node.set(property, before)
	else:
		commit(manager, node, property, before)
